// Brehon's main script: smooth moves, live updates, the keyboard. Everything works without it, by plain forms and links.

const SPOT = "#board [data-action], #board [data-why], #board [data-menu]";
const phone = matchMedia("(max-width: 600px)");
const main = () => document.getElementById("table");
const state = () => main().dataset.state;

// other scripts of ours hear when something is shown, and may ask for it
const tell = (what) => document.dispatchEvent(new CustomEvent(`brehon:${what}`));
document.addEventListener("brehon:go", (event) => go(event.detail));
document.addEventListener("brehon:refresh", () => refresh());

// -- one tree becomes the other: nodes with an id are kept and moved, so that focus and pictures do not flicker

function morph(from, to) {
  if (from.isEqualNode(to) || from.dataset?.own) return;
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && name !== "open") from.setAttribute(name, value);
  }
  if (from.id === "slider" && document.activeElement !== from) from.value = to.getAttribute("value");
  let here = from.firstChild;
  for (const child of [...to.childNodes]) {
    const known = child.id ? document.getElementById(child.id) : null;
    if (known && known.nodeName === child.nodeName && !known.contains(from)) {
      if (known === here) here = here.nextSibling;
      else from.insertBefore(known, here);
      morph(known, child);
    } else if (here && !here.id && !child.id && here.nodeName === child.nodeName) {
      const old = here;
      here = here.nextSibling;
      if (old.nodeType === Node.ELEMENT_NODE) morph(old, child);
      else if (old.nodeValue !== child.nodeValue) old.nodeValue = child.nodeValue;
    } else {
      from.insertBefore(document.importNode(child, true), here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

// -- showing what the server says

let asked = 0;

function show(html, number) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  const now = main();
  if (!next) return;
  if (!next.dataset.path) return say(next.querySelector(".message")?.textContent ?? now.dataset.offline);
  const isOld = state() === "replay" ? number < asked : Number(next.dataset.ply) < Number(now.dataset.ply);
  if (isOld) return;
  if (next.dataset.ply === now.dataset.ply) keepOpen(next);
  tell("before");
  morph(now, next);
  dress();
  tell("after");
  document.title = next.dataset.title;
}

function say(text) {
  const notice = document.getElementById("notice");
  if (notice) notice.textContent = text;
}

async function get(url, options = {}) {
  const number = ++asked;
  try {
    const answer = await fetch(url, { ...options, headers: { "X-Brehon": "1" } });
    show(await answer.text(), number);
    return answer.status < 500;
  } catch {
    say(main().dataset.offline);
    return false;
  }
}

// what the bell has announced is asked for until somebody answers
let retry = 0;

async function refresh() {
  clearTimeout(retry);
  if (await get(`${main().dataset.path}/fragment`)) return;
  clearTimeout(retry);
  retry = setTimeout(refresh, 2000);
}

function act(path, fields) {
  return get(`${main().dataset.path}/${path}`, { method: "POST", body: new URLSearchParams(fields) });
}

// -- what people do

function touch(spot) {
  const { action, why, menu } = spot.dataset;
  if (menu !== undefined) toggle(spot);
  else if (action !== undefined) act("move", { ply: main().dataset.ply, action });
  else say(reason(spot, why));
}

// the reasons among the words of a spot: where several things could be meant, each has one
function reason(spot, why) {
  const words = spot.getAttribute("aria-label") ?? "";
  const known = new Set([...document.querySelectorAll("#refused .why")].map((one) => one.textContent));
  const told = words.split("\n").filter((line) => known.has(line));
  return told.join("\n") || (document.getElementById(`why-${why}`)?.textContent ?? words);
}

const isShown = (spot) => !spot.closest(".menu") || spot.closest(".place.open") !== null;
const spots = () => [...document.querySelectorAll(SPOT)].filter(isShown);

// -- a place where several things can be done: its opener shows the menu

function toggle(opener) {
  const place = opener.closest(".place");
  const opens = !place.classList.contains("open");
  shut();
  place.classList.toggle("open", opens);
  opener.setAttribute("aria-expanded", opens);
  if (opens) place.querySelector(".menu [data-action]").focus();
  else opener.focus();
}

function shut(but = null) {
  for (const place of document.querySelectorAll("#board .place.open")) {
    if (place === but) continue;
    place.classList.remove("open");
    place.querySelector("[data-menu]")?.setAttribute("aria-expanded", false);
  }
}

// the same position: an open menu stays open
function keepOpen(next) {
  const { id } = document.querySelector("#board .place.open [data-menu]") ?? {};
  const opener = next.ownerDocument.getElementById(id);
  opener?.closest(".place:has(.menu)")?.classList.add("open");
  opener?.setAttribute("aria-expanded", true);
}

document.addEventListener("click", (event) => {
  const spot = event.target.closest(SPOT);
  const step = event.target.closest("a[data-step]");
  const copy = event.target.closest("[data-copy]");
  shut(event.target.closest(".place"));
  if (spot) touch(spot);
  if (step) {
    event.preventDefault();
    go(step.getAttribute("href"));
  }
  if (copy) copyLink(copy);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const path = main().dataset.path;
  if (!path || form.method !== "post" || !form.getAttribute("action").startsWith(`${path}/`)) return;
  event.preventDefault();
  get(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const spot = event.target.closest?.(SPOT);
  const opener = document.querySelector("#board .place.open [data-menu]");
  if (opener && event.key === "Escape") {
    event.preventDefault();
    toggle(opener);
  } else if (spot && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touch(spot);
  } else if (spot && event.key.startsWith("Arrow")) {
    event.preventDefault();
    neighbour(spot, event.key)?.focus();
  }
});

document.addEventListener("focusin", (event) => {
  const spot = event.target.closest?.(SPOT);
  shut(event.target.closest?.(".place"));
  if (!spot) return;
  for (const other of document.querySelectorAll(SPOT)) other.setAttribute("tabindex", other === spot ? "0" : "-1");
  if (spot.dataset.why !== undefined && spot.matches(":focus-visible")) say(reason(spot, spot.dataset.why));
});

function go(url) {
  history.replaceState(null, "", url);
  get(url);
}

async function copyLink(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => {});
  say(button.dataset.copied);
}

// arrow keys: the nearest spot or item there
function neighbour(spot, key) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(spot);
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const other of spots()) {
    if (other.closest(".menu") !== spot.closest(".menu")) continue;
    const [dx, dy] = middle(other).map((value, axis) => value - [x, y][axis]);
    const along = sign * (sideways ? dx : dy);
    const cost = along + 3 * Math.abs(sideways ? dy : dx);
    if (other !== spot && along > 1 && cost < least) [best, least] = [other, cost];
  }
  return best;
}

function dress() {
  const all = spots();
  const first =
    all.find((spot) => spot === document.activeElement) ?? all.find((spot) => spot.dataset.why === undefined) ?? all[0];
  for (const spot of document.querySelectorAll(SPOT)) spot.setAttribute("tabindex", spot === first ? "0" : "-1");
}

// -- the bell: a tiny event says what is new; a tab that is hidden for long asks now and then

const SOON = 2000;
const LATE = 15000;
let stream = null;
let hidden = 0;
let wait = SOON;

function listen() {
  if (!main()?.dataset.events || stream) return;
  stream = new EventSource(main().dataset.events);
  document.dispatchEvent(new CustomEvent("bell", { detail: stream }));
  stream.onmessage = (event) => {
    if (state() !== "playing" || Number(event.data) > Number(main().dataset.ply)) refresh();
  };
  stream.addEventListener("table", ({ data }) => data === main().dataset.version || refresh());
  stream.onopen = () => (wait = SOON);
  // refused, for example because too many are open: the page asks for news itself, less and less often, until there is a place
  stream.onerror = () => {
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    refresh();
    setTimeout(listen, wait);
    wait = Math.min(2 * wait, LATE);
  };
}

document.addEventListener("visibilitychange", () => {
  clearInterval(hidden);
  if (!main()?.dataset.events) return;
  if (document.visibilityState === "visible") {
    listen();
    return;
  }
  hidden = setInterval(() => {
    stream?.close();
    stream = null;
    refresh();
  }, 60000);
});

// -- the layout for telephones is drawn by the server

function fit() {
  const wanted = phone.matches ? "1" : "0";
  const had = document.cookie.match(/(?:^|; )narrow=([01])/)?.[1];
  if (had === wanted) return;
  document.cookie = `narrow=${wanted}; path=/; max-age=31536000; samesite=lax`;
  const drawn = document.querySelector("#board svg")?.viewBox.baseVal.width < 600 ? "1" : "0";
  if (drawn !== wanted && document.querySelector("#board svg")) {
    if (state() === "replay") get(location.href);
    else refresh();
  }
}

document.documentElement.classList.add("scripted");
document.getElementById("numbers")?.setAttribute("value", "1"); // a new table waits for the number of this device
phone.addEventListener("change", () => setTimeout(fit, 200));
fit();
dress();
listen();
