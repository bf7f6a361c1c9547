// A closer look at the board: wheel, pinch, double tap, the keys + − 0, and two buttons; when it is enlarged, one drags it.
// Only the picture's viewBox changes, so texts stay sharp and every place can be clicked as before.

import { SPOT } from "./spots.js";

const LEAST = 1;
const MOST = 4;
const STEP = 1.4; // of a button or a key
const CLOSE = 2.2; // what a double tap enlarges to
const SLOP = 6; // pixels that a hand may tremble without dragging
const DOUBLE = 320; // milliseconds between two taps
const TYPED = "input, select, textarea, [contenteditable]";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const board = () => document.querySelector("#board svg");
const tools = document.getElementById("zoom");

let scale = LEAST;
let centre = null; // what is in the middle of the picture, in its units
let whole = null; // the viewBox as the server has drawn it
let written = ""; // ours

// -- the picture

// the picture with the room around it: what the pane shows when nothing is enlarged
function room(svg) {
  const pane = svg.getBoundingClientRect();
  const unit = Math.max(whole.width / pane.width, whole.height / pane.height);
  return { width: pane.width * unit, height: pane.height * unit, unit };
}

function read(svg) {
  const now = svg.getAttribute("viewBox");
  if (now === written && whole) return;
  const [x, y, width, height] = now.split(/[ ,]+/).map(Number);
  if (whole && (whole.width !== width || whole.height !== height)) [scale, centre] = [LEAST, null]; // another layout
  whole = { x, y, width, height, text: now };
  centre ??= { x: x + width / 2, y: y + height / 2 };
}

const within = (middle, size, from, length) =>
  size >= length ? from + length / 2 : Math.min(Math.max(middle, from + size / 2), from + length - size / 2);

function show() {
  const svg = board();
  if (!svg) return;
  read(svg);
  const { width, height } = room(svg);
  const [w, h] = [width / scale, height / scale];
  centre = { x: within(centre.x, w, whole.x, whole.width), y: within(centre.y, h, whole.y, whole.height) };
  written = scale === LEAST ? whole.text : [centre.x - w / 2, centre.y - h / 2, w, h].map((value) => value.toFixed(2)).join(" ");
  if (svg.getAttribute("viewBox") !== written) svg.setAttribute("viewBox", written);
  document.documentElement.classList.toggle("zoomed", scale > LEAST);
  place();
}

// -- changing it; what is under the pointer stays there

function point(x, y) {
  const at = new DOMPoint(x, y).matrixTransform(board().getScreenCTM().inverse());
  return { x: at.x, y: at.y };
}

function middle() {
  const pane = board().getBoundingClientRect();
  return [pane.left + pane.width / 2, pane.top + pane.height / 2];
}

function to(wanted, x, y) {
  const svg = board();
  if (!svg) return;
  read(svg);
  const next = Math.min(MOST, Math.max(LEAST, wanted));
  const fixed = point(x, y);
  const share = scale / next;
  centre = { x: fixed.x + (centre.x - fixed.x) * share, y: fixed.y + (centre.y - fixed.y) * share };
  scale = next < LEAST + 0.02 ? LEAST : next;
  show();
}

function glide(wanted, x, y) {
  if (calm.matches || localStorage.getItem("brehon-motion") === "off") return to(wanted, x, y);
  const [from, begin] = [scale, performance.now()];
  const step = (now) => {
    const share = Math.min(1, Math.max(0, (now - begin) / 140));
    to(from * (Math.min(MOST, Math.max(LEAST, wanted)) / from) ** share, x, y);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function move(dx, dy) {
  const { unit } = room(board());
  centre = { x: centre.x - (dx * unit) / scale, y: centre.y - (dy * unit) / scale };
  show();
}

// -- the wheel; on a page that scrolls only with Ctrl, as a touchpad's pinch says it too

const scrolls = () => document.documentElement.scrollHeight > innerHeight + 2;

document.addEventListener("wheel", (event) => {
  if (!event.target.closest?.("#board svg") || (!event.ctrlKey && scale === LEAST && scrolls())) return;
  if (scale === LEAST && event.deltaY > 0 && !event.ctrlKey) return;
  event.preventDefault();
  const pixels = event.deltaY * (event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 300 : 1);
  to(scale * Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), event.clientX, event.clientY);
}, { passive: false });

// -- the mouse: a drag never counts as a click

let held = null;
let isDragged = false;

// a script that drags something itself, an order for example, lets no other script see that the pointer goes down
let isFree = true;
addEventListener("pointerdown", () => (isFree = false), true);

document.addEventListener("pointerdown", (event) => {
  isFree = true;
  isDragged = false;
  const isOurs = event.pointerType !== "touch" && event.button === 0 && scale > LEAST;
  held = isOurs && event.target.closest?.("#board svg") ? { x: event.clientX, y: event.clientY } : null;
});

document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerType === "touch") return;
  if (!event.buttons) return drop();
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!isDragged && Math.hypot(dx, dy) < SLOP) return;
  isDragged = true;
  document.documentElement.classList.add("dragging");
  held = { x: event.clientX, y: event.clientY };
  move(dx, dy);
});

function drop() {
  held = null;
  document.documentElement.classList.remove("dragging");
}

for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, drop);

addEventListener("click", (event) => {
  if (!isDragged) return;
  isDragged = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("dblclick", (event) => {
  if (fingers > 0 || !event.target.closest?.("#board svg") || event.target.closest(SPOT)) return;
  glide(scale > LEAST ? LEAST : CLOSE, event.clientX, event.clientY);
});

// -- fingers

let fingers = 0; // that have touched the board at some time: then taps are counted here and not by dblclick
let pinch = null;
let lone = null;
let tap = null;

const between = ([a, b]) => ({
  x: (a.clientX + b.clientX) / 2,
  y: (a.clientY + b.clientY) / 2,
  apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
});

document.addEventListener("touchstart", (event) => {
  const isOurs = event.target.closest?.("#board svg");
  [pinch, lone] = [null, null];
  if (!isOurs) return;
  fingers = event.touches.length;
  if (fingers === 2) {
    event.preventDefault(); // the page itself stays as large as it is
    tap = null;
    pinch = between(event.touches);
  } else if (fingers === 1 && isFree) {
    const [{ clientX: x, clientY: y }] = event.touches;
    lone = { x, y, from: { x, y } };
  }
}, { passive: false });

document.addEventListener("touchmove", (event) => {
  if (pinch && event.touches.length === 2) {
    event.preventDefault();
    const now = between(event.touches);
    move(now.x - pinch.x, now.y - pinch.y);
    to((scale * now.apart) / Math.max(1, pinch.apart), now.x, now.y);
    pinch = now;
  } else if (lone && event.touches.length === 1) {
    const [{ clientX: x, clientY: y }] = event.touches;
    const isMoving = lone.isMoving || Math.hypot(x - lone.from.x, y - lone.from.y) > SLOP;
    if (scale > LEAST && isMoving) {
      event.preventDefault();
      move(x - lone.x, y - lone.y);
    }
    if (isMoving) tap = null;
    lone = { ...lone, x, y, isMoving };
  }
}, { passive: false });

document.addEventListener("touchend", (event) => {
  const isTap = lone && !lone.isMoving && event.touches.length === 0 && !event.target.closest?.(SPOT);
  const now = performance.now();
  if (isTap && tap && now - tap.at < DOUBLE && Math.hypot(lone.x - tap.x, lone.y - tap.y) < 40) {
    event.preventDefault();
    glide(scale > LEAST ? LEAST : CLOSE, lone.x, lone.y);
    tap = null;
  } else {
    tap = isTap ? { x: lone.x, y: lone.y, at: now } : null;
  }
  [pinch, lone] = [null, null];
});

// -- keys and buttons

const CHANGES = { in: () => scale * STEP, out: () => scale / STEP, whole: () => LEAST };
const KEYS = { "+": "in", "=": "in", "-": "out", "−": "out", 0: "whole" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !board() || event.target.closest?.(TYPED)) return;
  const change = CHANGES[KEYS[event.key]];
  if (change) glide(change(), ...middle());
});

tools?.addEventListener("click", ({ target }) => {
  const change = CHANGES[target.closest("button")?.dataset.zoom];
  if (change && board()) glide(change(), ...middle());
});

// what the keyboard reaches is brought into sight
document.addEventListener("focusin", ({ target }) => {
  if (scale === LEAST || !target.closest?.("#board svg") || !target.matches(":focus-visible")) return;
  const [box, pane] = [target.getBoundingClientRect(), board().getBoundingClientRect()];
  if (box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom) return;
  centre = point(box.left + box.width / 2, box.top + box.height / 2);
  show();
});

// the buttons lie at the right end of the line below the board, and on a small screen in the corner of the board
function place() {
  const svg = board();
  if (!tools) return;
  tools.hidden = !svg;
  if (!svg) return;
  const pane = svg.getBoundingClientRect();
  tools.style.right = `${Math.max(0, innerWidth - pane.right)}px`;
  tools.style.top = `${Math.min(pane.bottom, innerHeight)}px`;
  for (const button of tools.querySelectorAll("button")) button.disabled = button.dataset.zoom === "in" ? scale >= MOST : scale === LEAST;
}

document.addEventListener("brehon:after", show, true); // before moving.js looks where everything is
addEventListener("resize", show);
addEventListener("scroll", place, { passive: true, capture: true });
if (board()) show();
