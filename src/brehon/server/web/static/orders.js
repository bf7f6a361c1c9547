// Numbers of a form: buttons to change them, what each brings, what is left. And numbers that lead from one place of the board to
// another: drag from the first to the second, or choose both; the form stays the one place where they are kept and sent from.

import { SPOT } from "./spots.js";

const NS = "http://www.w3.org/2000/svg";
const FAR = 8; // a pointer that moves further drags
const NEAR = 40; // how far from a place it may be dropped, in units of the picture
const form = () => document.getElementById("at-once");
const board = () => document.querySelector("#board svg");
const inputs = () => [...(form()?.querySelectorAll("input[type=number]") ?? [])];
const ways = () => inputs().filter((input) => input.dataset.dragFrom);
const sum = (list) => list.reduce((total, input) => total + Number(input.value || 0), 0);
const place = (id) => document.getElementById(id) ?? document.getElementById(`n-${id}`);
const name = (spot) => spot.id.replace(/^n-/, "");
const pending = () => ways().filter((input) => Number(input.value) > 0);
const say = (text) => {
  const notice = document.getElementById("notice");
  if (notice) notice.textContent = text;
};

let chosen = ""; // the place that an order is to start from
let edited = ""; // the id of the input whose number is shown on the board
let drag = null; // where a pointer went down, and where it is
let dropped = 0; // when a drag of the mouse ended: the click after it means nothing

// -- numbers

// what may still be filled in here: the limit of the field, and of the whole form
function room(input) {
  const others = sum(inputs()) - Number(input.value || 0);
  let most = Math.min(Number(input.max), Number(form().dataset.most) - others);
  const { dragFrom } = input.dataset;
  if (dragFrom) {
    const beside = ways().filter((other) => other !== input && other.dataset.dragFrom === dragFrom);
    most = Math.min(most, Number(input.max) - sum(beside) - stays(dragFrom));
  }
  return Math.max(0, most);
}

// a unit stays where no one comes to
const stays = (from) => (pending().some((input) => input.dataset.dropTo === from) ? 0 : 1);

function put(input, number) {
  input.value = Math.max(0, Math.min(room(input), number));
  show();
}

function notes() {
  for (const input of inputs()) {
    const { dropTo, notes } = input.dataset;
    const output = input.closest(".entry")?.querySelector("output");
    if (!notes || !output) continue;
    const all = dropTo ? sum(ways().filter((other) => other.dataset.dropTo === dropTo)) : Number(input.value || 0);
    output.textContent = dropTo && !Number(input.value) ? "" : (notes.split("\n")[all] ?? "");
  }
  const left = document.getElementById("at-once-left");
  const most = Number(form().dataset.most);
  if (left && !ways().length) left.textContent = left.dataset.words.replace("{n}", most - sum(inputs())).replace("{most}", most);
}

function label() {
  const { finish, none, one, many } = form().dataset;
  const count = pending().length;
  const words = count === 0 ? none : count === 1 ? one : many?.replace("{n}", count);
  const button = document.getElementById("at-once-button");
  button.dataset.words ??= button.textContent;
  button.textContent = finish ? words : button.dataset.words;
  if (!finish) return;
  for (const end of document.querySelectorAll(`#move-${finish}, #board [data-action="${finish}"]`)) {
    end.dataset.words ??= end.getAttribute("aria-label") ?? end.firstChild.textContent.trim();
    const text = count ? words : end.dataset.words;
    if (end.hasAttribute("aria-label")) end.setAttribute("aria-label", text);
    const shown = [...end.querySelectorAll("text")];
    if (shown.length === 1) shown[0].textContent = text;
    if (end.id === `move-${finish}`) end.firstChild.textContent = `${text} `;
  }
}

// -- the board

const made = (tag, attributes, text = "") => {
  const node = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text) node.textContent = text;
  return node;
};

// the middle of a place, in units of the picture
function middle(id) {
  const spot = place(id);
  const matrix = board().getScreenCTM().inverse().multiply(spot.getScreenCTM());
  return { x: matrix.e, y: matrix.f };
}

function unscaled({ clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(board().getScreenCTM().inverse());
}

const INK = { open: "var(--b-open,#0b6a5a)", paper: "var(--b-paper,#f8f1de)", ink: "var(--b-ink,#2b2118)", on: "var(--b-on,#fff)" };

function arrow(from, to, layer) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const end = { x: to.x - (dx / length) * 20, y: to.y - (dy / length) * 20 };
  const bend = { x: (from.x + end.x) / 2 - dy * 0.12, y: (from.y + end.y) / 2 + dx * 0.12 };
  const line = `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`;
  const turn = (Math.atan2(end.y - bend.y, end.x - bend.x) * 180) / Math.PI;
  const shaft = made("g", { "pointer-events": "none" });
  layer.append(shaft);
  shaft.append(
    made("path", { d: line, fill: "none", stroke: INK.paper, "stroke-width": 9, "stroke-linecap": "round" }),
    made("path", { d: line, fill: "none", stroke: INK.open, "stroke-width": 5, "stroke-linecap": "round" }),
    made("path", { d: "M-10 -8L6 0L-10 8z", transform: `translate(${end.x},${end.y}) rotate(${turn})`, fill: INK.open, stroke: INK.paper }),
  );
  return { x: (from.x + 2 * bend.x + end.x) / 4, y: (from.y + 2 * bend.y + end.y) / 4 };
}

// what can be pressed on the board: its own size, a name, and what it does
function key(layer, x, y, width, height, text, title, act, size = 14) {
  const node = made("g", { role: "button", tabindex: 0, "aria-label": title, transform: `translate(${x},${y})` });
  node.append(
    made("rect", { width, height, rx: 7, fill: INK.open, stroke: INK.paper, "stroke-width": 1.5 }),
    made("text", { x: width / 2, y: height / 2 + size * 0.36, "font-size": size, "text-anchor": "middle", "font-weight": "bold", fill: INK.on }, text),
  );
  node.dataset.key = "";
  node.run = act;
  layer.append(node);
  return node;
}

function chip(layer, input) {
  const at = arrow(middle(input.dataset.dragFrom), middle(input.dataset.dropTo), layer);
  const words = `${input.labels[0].textContent}: ${input.value}`;
  const node = key(layer, at.x - 14, at.y - 14, 28, 28, input.value, words, () => edit(input), 15);
  if (matchMedia("(max-width: 600px)").matches) node.append(made("rect", { x: -8, y: -8, width: 44, height: 44, fill: "#fff", "fill-opacity": 0 }));
}

// − number +, all, all but one, remove: at the place where the units go
function stepper(layer, input) {
  const { all, spare, remove, less, more } = form().dataset;
  const { width, height } = board().viewBox.baseVal;
  const goal = middle(input.dataset.dropTo);
  const size = { x: 200, y: 122 };
  const x = Math.min(Math.max(4, goal.x - size.x / 2), width - size.x - 4);
  const [above, below] = [goal.y - 26 - size.y, goal.y + 26]; // away from where the units come from
  const isBelow = above < 4 || (below + size.y < height && middle(input.dataset.dragFrom).y <= goal.y);
  const y = isBelow ? Math.min(below, height - size.y - 4) : above;
  const box = made("g", { transform: `translate(${x},${y})`, class: "stepper-box" });
  box.append(made("rect", { width: size.x, height: size.y, rx: 9, fill: INK.paper, stroke: INK.open, "stroke-width": 2.5 }));
  const now = Number(input.value);
  const rest = now + (room(input) - now);
  key(box, 6, 6, 48, 44, "−", less, () => put(input, now - 1), 22).id = "order-less";
  key(box, size.x - 54, 6, 48, 44, "+", more, () => put(input, now + 1), 22).id = "order-more";
  box.append(made("text", { x: size.x / 2, y: 30, "font-size": 22, "text-anchor": "middle", "font-weight": "bold", fill: INK.ink }, input.value));
  const output = input.closest(".entry").querySelector("output");
  if (output?.textContent) {
    box.append(made("text", { x: size.x / 2, y: 47, "font-size": 12, "text-anchor": "middle", fill: INK.ink, class: "order-note" }, output.textContent));
  }
  const ready = Number(input.max) - sum(ways().filter((other) => other !== input && other.dataset.dragFrom === input.dataset.dragFrom));
  const keys = [
    [all, () => put(input, rest), "order-all"],
    [spare, () => put(input, Math.min(rest, ready - 1)), "order-spare"],
    [remove, () => drop(input), "order-remove"],
  ];
  keys.forEach(([text, act, id], i) => (key(box, 6 + 64 * i, 58, 60, 44, "", text, act, 12).id = id));
  keys.forEach(([text], i) => lines(box, text, 36 + 64 * i, 80));
  box.append(made("path", { d: "M6 110h188", stroke: INK.open, "stroke-opacity": 0.25 }));
  layer.append(box);
}

// words in one or two lines, on a key
function lines(box, text, x, y) {
  const words = text.split(" ");
  const half = words.length > 1 && text.length > 7 ? Math.ceil(words.length / 2) : words.length;
  const rows = [words.slice(0, half).join(" "), words.slice(half).join(" ")].filter(Boolean);
  rows.forEach((row, i) =>
    box.append(
      made("text", { x, y: y + (rows.length === 1 ? 4 : -3 + 14 * i), "font-size": 12, "text-anchor": "middle", "font-weight": "bold", fill: INK.on, "pointer-events": "none" }, row),
    ),
  );
}

function show() {
  const focused = document.activeElement?.closest?.(".orders-layer") ? document.activeElement.id : "";
  document.querySelector("#board .orders-layer")?.remove();
  for (const spot of document.querySelectorAll("#board .drag-from")) spot.classList.remove("drag-from");
  if (!form()) return;
  notes();
  if (!ways().length || !board()) return;
  label();
  for (const input of ways()) place(input.dataset.dragFrom)?.classList.add("drag-from");
  const layer = made("g", { class: "orders-layer" });
  board().append(layer);
  for (const input of pending()) chip(layer, input);
  const from = drag?.moved ? drag.from : chosen;
  if (from) {
    for (const input of ways().filter((way) => way.dataset.dragFrom === from)) {
      const { x, y } = middle(input.dataset.dropTo);
      layer.append(made("circle", { cx: x, cy: y, r: 21, fill: "none", stroke: INK.open, "stroke-width": 3.5, "stroke-dasharray": "6 4", "pointer-events": "none" }));
    }
    const { x, y } = middle(from);
    layer.append(made("circle", { cx: x, cy: y, r: 22, fill: "none", stroke: "var(--b-chosen,#d8890b)", "stroke-width": 5, "pointer-events": "none" }));
  }
  if (drag?.moved) {
    layer.setAttribute("pointer-events", "none");
    arrow(middle(drag.from), drag.to, layer);
  }
  const input = document.getElementById(edited);
  if (input && pending().includes(input) && !drag?.moved) stepper(layer, input);
  if (focused) document.getElementById(focused)?.focus();
}

function edit(input) {
  edited = edited === input.id ? "" : input.id;
  chosen = "";
  show();
}

function drop(input) {
  input.value = 0;
  edited = "";
  show();
}

// an order: all that may go, and its stepper
function give(from, to) {
  const input = ways().find((way) => way.dataset.dragFrom === from && way.dataset.dropTo === to);
  if (!input) return false;
  chosen = "";
  edited = input.id;
  if (!Number(input.value)) input.value = room(input);
  if (!Number(input.value)) {
    edited = "";
    say(form().dataset.stays);
  }
  show();
  return true;
}

// -- pointer, finger, keyboard; at the window, so that an order is ours before anything takes it for a move

const isSource = (spot) => spot && ways().some((way) => way.dataset.dragFrom === name(spot));

// the target under a pointer, or the nearest one that can be reached
function aim(from, point) {
  let best = "";
  let least = NEAR;
  for (const way of ways().filter((one) => one.dataset.dragFrom === from)) {
    const { x, y } = middle(way.dataset.dropTo);
    const far = Math.hypot(x - point.x, y - point.y);
    if (far < least) [best, least] = [way.dataset.dropTo, far];
  }
  return best;
}

window.addEventListener(
  "pointerdown",
  (event) => {
    const spot = event.target.closest?.(SPOT);
    if (!form() || !isSource(spot) || event.button > 0) return;
    event.stopPropagation(); // the map under it is not moved
    drag = { from: name(spot), x: event.clientX, y: event.clientY, moved: false };
  },
  true,
);

// a finger that drags an order does not scroll the page
window.addEventListener("touchmove", (event) => drag && event.cancelable && event.preventDefault(), { passive: false, capture: true });

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
  if (!drag.moved) return;
  event.preventDefault();
  drag.to = unscaled(event);
  show();
});

document.addEventListener("pointerup", (event) => {
  const last = drag;
  drag = null;
  if (!last?.moved) return;
  if (event.pointerType === "mouse") dropped = event.timeStamp; // a finger that has dragged makes no click
  if (!give(last.from, aim(last.from, unscaled(event)))) show();
});

document.addEventListener("pointercancel", () => {
  drag = null;
  show();
});

// whether a press on something was meant for us
function pressed(target) {
  const own = target.closest?.("[data-key]");
  if (own) {
    own.run();
    return true;
  }
  if (!form() || !ways().length) return false;
  const { finish } = form().dataset;
  const end = finish && target.closest?.(`#move-${finish}, #board [data-action="${finish}"]`);
  if (end && pending().length) {
    form().requestSubmit();
    return true;
  }
  const spot = target.closest?.(SPOT);
  if (spot && chosen && give(chosen, name(spot))) return true;
  if (!isSource(spot)) return false;
  chosen = chosen === name(spot) ? "" : name(spot);
  edited = "";
  show();
  return true;
}

window.addEventListener(
  "click",
  (event) => {
    const step = event.target.closest?.("[data-step]")?.closest(".stepper");
    if (step && form()?.contains(step)) {
      const input = step.querySelector("input");
      put(input, Number(input.value || 0) + Number(event.target.closest("[data-step]").dataset.step));
      return;
    }
    const isEcho = dropped && event.timeStamp - dropped < 300;
    dropped = 0;
    if (!isEcho && !pressed(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

window.addEventListener(
  "keydown",
  (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !event.target.closest?.("#board")) return;
    if (event.key === "Escape" && (chosen || edited)) {
      chosen = edited = "";
      show();
    } else if (!["Enter", " "].includes(event.key) || !pressed(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.getElementById("order-more")?.focus();
  },
  true,
);

document.addEventListener("input", (event) => {
  if (form()?.contains(event.target)) show();
});

document.addEventListener("brehon:after", () => {
  if (!pending().length) chosen = edited = "";
  show();
});
show();
