// The guide of a first game: the light on what its words are about follows the board, and the focus follows the words.

const bar = () => document.getElementById("guide");
const at = (id) => document.getElementById(id) ?? document.getElementById(`n-${id}`);
const isSeen = (one) => one !== null && one.getClientRects().length > 0 && one.getBoundingClientRect().width > 0;
const FEW = 2; // so many things get a ring each; more are lit as one
const GAP = 5; // between a thing and its ring

let lights = null;
let step = bar()?.dataset.step;
const ply = () => Number(document.getElementById("table")?.dataset.ply);
let since = ply(); // when the step came
let hasActed = false; // since the step came: a learner who plays alone needs no light after the first move; what bots do does not count

function layer() {
  if (lights?.isConnected) return lights;
  lights = document.createElement("div");
  lights.id = "lights";
  lights.setAttribute("aria-hidden", "true");
  document.body.append(lights);
  return lights;
}

// the first alternative of which something can be seen; in a target, ids of the page begin with #
function lit() {
  const guide = bar();
  if (!guide || guide.dataset.waiting || (guide.classList.contains("free") && hasActed)) return [];
  for (const target of (guide.dataset.targets ?? "").split("|").filter(Boolean)) {
    const things = target.split(" ").map((id) => (id.startsWith("#") ? document.getElementById(id.slice(1)) : at(id))).filter(isSeen);
    if (things.length) return things;
  }
  return [];
}

const union = (boxes) => {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return { left, top, right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
};

function ring(box, frame, isOnly) {
  const one = document.createElement("div");
  one.className = `light${isOnly ? " only" : ""}${box.top - frame.top < 18 ? " low" : ""}`;
  const left = Math.max(box.left - GAP, frame.left);
  const top = Math.max(box.top - GAP, frame.top);
  one.style.left = `${left - frame.left}px`;
  one.style.top = `${top - frame.top}px`;
  one.style.width = `${Math.min(box.right + GAP, frame.right) - left}px`;
  one.style.height = `${Math.min(box.bottom + GAP, frame.bottom) - top}px`;
  return one;
}

// the part of a thing that can be seen: a panel may be scrolled past it
function inSight(one) {
  const box = one.getBoundingClientRect();
  let { left, top, right, bottom } = box;
  for (let around = one.parentElement; around; around = around.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
    const frame = around.getBoundingClientRect();
    [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
    [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
  }
  return { left, top, right, bottom };
}

const isIn = ({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1;

let drawn = "";
let shownAt = ""; // the step for which what is meant was brought into sight: once, then the learner scrolls

function shine() {
  const things = lit();
  if (things.length && shownAt !== step) {
    shownAt = step;
    if (!things.some((one) => isIn(inSight(one)))) things[0].scrollIntoView({ block: "nearest" });
  }
  const stage = document.getElementById("board");
  const isOnBoard = things.length > 0 && things.every((one) => stage?.contains(one));
  const frame = isOnBoard ? stage.getBoundingClientRect() : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const boxes = things.map(inSight).filter(isIn);
  const shown = boxes.length > FEW ? [union(boxes)] : boxes;
  const now = JSON.stringify([step, frame, shown]);
  if (now === drawn) return;
  drawn = now;
  const over = layer();
  Object.assign(over.style, { left: `${frame.left}px`, top: `${frame.top}px`, width: `${frame.right - frame.left}px`, height: `${frame.bottom - frame.top}px` });
  over.replaceChildren(...shown.map((box) => ring(box, frame, isOnBoard && shown.length === 1)));
}

// pieces may still be on their way, and typefaces may still come
let timers = [];

function soon() {
  for (const timer of timers) clearTimeout(timer);
  timers = [0, 120, 400, 900, 1600].map((wait) => setTimeout(shine, wait));
}

let had = false; // the focus was in the guide
document.addEventListener("brehon:before", () => (had = bar()?.contains(document.activeElement) ?? false));
document.addEventListener("brehon:after", () => {
  const guide = bar();
  const now = guide?.dataset.step;
  if (now !== step) [since, hasActed] = [ply(), false];
  if (now && now !== step) {
    const tab = document.querySelector('.tabs [data-tab-name="moves"]');
    const open = document.documentElement.dataset.tab ?? "";
    if (tab && !["", "moves", "story"].includes(open)) tab.click(); // the words are about the board
    if (had && !document.getElementById("guide-next")) setTimeout(() => guide.focus({ preventScroll: true }));
  }
  step = now;
  had = false;
  soon();
});
document.addEventListener("brehon:reached", ({ detail: { url, body, status } }) => {
  if (body === undefined || status >= 300 || !/\/(move|form)$/.test(url)) return;
  if (Number(new URLSearchParams(body).get("ply")) >= since) hasActed = true; // else it was an answer to a step before
  soon();
});
document.addEventListener("brehon:tab", soon);
for (const name of ["resize", "scroll", "pointerup", "wheel", "keyup"]) addEventListener(name, soon, { capture: true, passive: true });
if (document.readyState === "complete") soon();
else addEventListener("load", soon);
soon();
