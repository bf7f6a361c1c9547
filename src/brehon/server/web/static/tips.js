// Tips for people who meet something for the first time: one at a time, each once on this device, none in a guided game.

const KEPT = "brehon-tips"; // the names of what was shown, and "off"
const REST = 1500; // milliseconds without a change before one is shown
const box = document.getElementById("tip");
const words = document.getElementById("tip-words");
const setting = document.getElementById("tips");
const tips = [...document.getElementById("tip-list").content.children].map((one) => ({ ...one.dataset, text: one.textContent }));
const table = () => document.getElementById("table");
const kept = () => (localStorage.getItem(KEPT) ?? "").split(" ").filter(Boolean);
const isOff = () => kept().includes("off");
const isSeen = (one) => one !== null && one.checkVisibility() && one.getClientRects().length > 0;
const isTime = () => table()?.dataset.state === "playing" && !table().dataset.guided && !isOff() && document.querySelector("dialog[open]") === null;

let since = null; // the ply at which the last one was shown: one for a move at most
let timer = 0;

function show() {
  const ply = table()?.dataset.ply;
  if (!isTime() || !box.hidden || ply === since) return;
  const known = new Set(kept());
  const tip = tips.find(({ name, at, media }) => !known.has(name) && (!media || matchMedia(media).matches) && isSeen(document.querySelector(at)));
  if (!tip) return;
  localStorage.setItem(KEPT, [...known, tip.name].join(" ")); // at once: it is never shown again, whatever happens to this page
  since = ply;
  box.dataset.name = tip.name;
  box.hidden = false;
  words.textContent = tip.text; // after it is there, so that a screen reader hears it
}

function close() {
  const had = box.contains(document.activeElement);
  box.hidden = true;
  words.textContent = "";
  if (had) table()?.focus({ preventScroll: true });
}

function soon() {
  if (!box.hidden && !isTime()) close();
  clearTimeout(timer);
  timer = setTimeout(show, REST);
}

function dress() {
  setting.hidden = false;
  setting.textContent = isOff() ? setting.dataset.off : setting.dataset.on;
  setting.setAttribute("aria-pressed", String(!isOff()));
}

function turn(off) {
  localStorage.setItem(KEPT, [...kept().filter((name) => name !== "off"), ...(off ? ["off"] : [])].join(" "));
  if (off) close();
  dress();
  soon();
}

document.getElementById("tip-close").addEventListener("click", close);
document.getElementById("tip-off").addEventListener("click", () => turn(true));
setting?.addEventListener("click", () => turn(!isOff()));
box.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  close();
});
document.addEventListener("brehon:after", soon);
document.addEventListener("brehon:tab", soon);
if (setting) dress();
soon();
