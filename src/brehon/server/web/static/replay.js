// The replay by keys, by the slider and as autoplay. It only follows the links of the page, so nothing depends on it.

const main = () => document.getElementById("table");
const here = (id) => document.getElementById(id);
const go = (url) => document.dispatchEvent(new CustomEvent("brehon:go", { detail: url }));
const follow = (id) => go(here(id).getAttribute("href"));
const address = (ply, seat) => `${main().dataset.path}?ply=${ply}&seat=${seat}`;
const KEYS = { ArrowLeft: "previous", ArrowRight: "following", PageUp: "onward", PageDown: "back", Home: "first", End: "last" };
const REMEMBERED = "brehon-speed";
let timer = 0;

function dress() {
  const playing = timer !== 0;
  const button = here("play");
  button.classList.toggle("playing", playing);
  button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.play);
  here("notice").setAttribute("aria-live", playing ? "off" : "polite"); // too fast for a screen reader
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  dress();
}

function start() {
  if (main().dataset.ply === here("slider").max) follow("first");
  timer = setTimeout(tick, Number(here("speed").value));
  dress();
}

function tick() {
  if (main().dataset.ply === here("slider").max || document.hidden) return stop();
  follow("following");
  timer = setTimeout(tick, Number(here("speed").value));
}

const toggle = () => (timer ? stop() : start());

if (here("slider")) {
  here("speed").value = localStorage.getItem(REMEMBERED) ?? here("speed").value;
  if (!here("speed").value) here("speed").value = "1200";
  document.addEventListener("brehon:after", () => {
    here("slider").value = main().dataset.ply;
    dress();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) toggle();
    else if (event.target.closest("a[data-step]")) stop();
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "slider") return;
    stop();
    go(address(event.target.value, main().dataset.seat));
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "outlook") go(address(main().dataset.ply, event.target.value));
    if (event.target.id === "speed") localStorage.setItem(REMEMBERED, event.target.value);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.("#log, select, summary, .scroll, input:not(#slider)")) return;
    if (event.key === " " && !event.target.closest?.("a, button")) {
      event.preventDefault();
      toggle();
    } else if (KEYS[event.key]) {
      event.preventDefault();
      stop();
      follow(KEYS[event.key]);
    }
  });
}
