// Cards, tiles, buildings, gods: what carries data-piece opens large when one points at it, reaches it by keyboard or holds it.
// What is no piece but has a name in the glossary of the game (a deck, a port, a track) shows what it means in the same way.
// It only shows: it takes no clicks and no focus, and nothing is decided by it. The key "i" opens it, arrows go on, Escape closes.

const POINTED = 350; // milliseconds until it opens
const WONDERED = 900; // the same for words: a pointer that only passes over the board does not ask
const HELD = 450;
const SLOP = 10; // pixels that a finger may tremble
const TIMES = 2.75; // how much larger
const MOST = { width: 360, share: 0.5 }; // pixels; of the height of the window
const WORTH = 1.3; // what is hardly larger than on the board opens only for those who ask for it
const GAP = 12;
const HOLDS = "#board svg [data-piece], #seats svg [data-piece]";
const TYPED = "input, select, textarea, [contenteditable]";
const large = document.getElementById("large");
const spoken = document.getElementById("large-spoken");

let shown = null; // the piece
let byKey = false;
let timer = 0;
let isDown = false;
let titles = []; // taken off while it is open: the browser would show them next to it

// -- which piece: also one that lies under the place that is clicked

function pieceAt(x, y) {
  for (const one of document.elementsFromPoint(x, y)) {
    const found = one.closest(HOLDS);
    if (found) return found;
    if (!one.closest("svg")) return null;
  }
  return null;
}

// the same, but also between the strokes of a piece that is not filled; else what has a meaning
function pieceNear(x, y) {
  const hit = pieceAt(x, y);
  if (hit || !document.elementFromPoint(x, y)?.closest("#board svg, #seats svg")) return hit;
  return pieceAround(x, y) ?? wordAt(x, y);
}

function pieceAround(x, y) {
  const around = pieces().map((one) => [one, one.getBoundingClientRect()]);
  const holding = around.filter(([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  holding.sort(([, a], [, b]) => a.width * a.height - b.width * b.height);
  return holding[0]?.[0] ?? null;
}

function pieceOf(spot) {
  const own = spot.closest(HOLDS) ?? spot.querySelector("[data-piece]");
  if (own) return own;
  const box = spot.getBoundingClientRect();
  return pieceNear(box.left + box.width / 2, box.top + box.height / 2);
}

// -- what is no piece: words of the glossary, by the beginning of an id. They are read when somebody first points or presses

let words = null;

async function learn() {
  if (words || !large?.dataset.words) return;
  words = [];
  try {
    const answer = await fetch(large.dataset.words);
    if (!answer.ok) throw new Error(answer.status);
    words = (await answer.json()).flatMap(({ on, ...word }) => on.map((start) => ({ ...word, start })));
  } catch {
    setTimeout(() => (words = null), 10_000); // asked again later; the board works without
  }
}

function wordOf(element) {
  for (let one = element; one && one.nodeName !== "svg"; one = one.parentElement) {
    const id = one.id?.replace(/^n-/, "");
    const word = id && words?.find(({ start }) => id.startsWith(start));
    if (word) return [one, word];
  }
  return null;
}

function wordAt(x, y) {
  for (const one of document.elementsFromPoint(x, y)) {
    if (!one.closest("svg")) return null;
    const hit = wordOf(one);
    if (hit) return hit[0];
  }
  return null;
}

const isPiece = (one) => one.dataset.piece !== undefined;
const offersAt = (x, y) => document.elementsFromPoint(x, y).some((one) => one.closest("[data-action], [data-menu], .drag-from"));

const pieces = () => [...document.querySelectorAll(HOLDS)].filter((one) => one.checkVisibility());

// what it is called and what it does; the words of a place say what can be done there, and then what lies there
function wordsOf(piece) {
  if (!isPiece(piece)) {
    const { term, meaning, rules } = wordOf(piece)[1];
    const now = piece.querySelector(":scope > title")?.textContent ?? kept(piece) ?? piece.getAttribute("aria-label") ?? "";
    return [term, [now, `${meaning} ${rules[0] ?? ""}`.trim()].filter(Boolean).join("\n")];
  }
  const about = piece.dataset.about ?? "";
  const words = piece.getAttribute("aria-label") ?? piece.querySelector(":scope > title")?.textContent ?? kept(piece) ?? "";
  const lines = words.split("\n");
  const isOffer = piece.dataset.action !== undefined;
  if (piece.dataset.name) return [piece.dataset.name, about];
  if (isOffer && lines.length > 1) return [lines[1], about];
  if (about && (isOffer || (piece.dataset.why !== undefined && lines.length === 1))) {
    const end = about.indexOf(". ");
    return end > 0 ? [about.slice(0, end), about.slice(end + 2)] : [about, ""];
  }
  return [lines[0], about];
}

const kept = (piece) => titles.find(([parent]) => parent === piece)?.[1].textContent;

// -- the picture: the piece alone, in the surroundings that give it colours and letters

function drawing(piece) {
  const named = piece.dataset.piece && piece.ownerSVGElement.getElementById?.(piece.dataset.piece);
  return named || piece;
}

function copied(piece) {
  const copy = piece.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "tabindex", "role", "aria-label", "data-action", "data-why", "data-menu", "data-piece"]) one.removeAttribute(name);
    if (one.nodeName === "title") one.remove();
  }
  for (const one of copy.querySelectorAll(".veil, .frame, .menu")) one.remove();
  copy.removeAttribute("transform");
  return copy;
}

// its size on the board, and how much larger it can be shown
function sizes(piece) {
  const box = piece.getBBox();
  const pad = Math.max(box.width, box.height) * 0.02 + 1;
  const scale = Math.hypot(piece.getScreenCTM().a, piece.getScreenCTM().b);
  const [width, height] = [box.width + 2 * pad, box.height + 2 * pad];
  const most = Math.min(MOST.width, document.documentElement.clientWidth * 0.8);
  const times = Math.min(TIMES * scale, most / width, (innerHeight * MOST.share) / height);
  return { x: box.x - pad, y: box.y - pad, width, height, times, gain: times / scale };
}

function picture(piece) {
  let inner = copied(piece);
  for (let one = piece.parentElement; one; one = one.parentElement) {
    const around = one.cloneNode(false);
    for (const name of ["id", "transform", "role", "aria-label"]) around.removeAttribute(name);
    around.append(inner);
    inner = around;
    if (one === piece.ownerSVGElement) break;
  }
  const { x, y, width, height, times } = sizes(piece);
  inner.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  inner.setAttribute("width", width * times);
  inner.setAttribute("height", height * times);
  inner.setAttribute("aria-hidden", "true");
  return inner;
}

function line(name, text) {
  const out = document.createElement("p");
  out.className = name;
  out.textContent = text;
  return out;
}

// -- opening and closing

function open(piece, isHeld = false) {
  if (!large || piece === shown || !piece.isConnected || piece.getBBox().width === 0) return;
  close();
  shown = piece;
  const [name, about] = wordsOf(piece);
  large.replaceChildren(...(isPiece(piece) ? [picture(drawing(piece))] : []), ...(name ? [line("name", name)] : []), ...(about ? [line("does", about)] : []));
  large.hidden = false;
  place(piece.getBoundingClientRect(), isHeld);
  if (spoken) spoken.textContent = [name, about].filter(Boolean).join(". ");
  for (let one = piece; one && one.nodeName !== "svg"; one = one.parentElement) hush(one);
}

// the titles of the piece and of the place above it
function hush(one) {
  const title = one.querySelector(":scope > title");
  if (!title) return;
  titles.push([one, title]);
  title.remove();
}

function close() {
  clearTimeout(timer);
  shown = null;
  byKey = false;
  if (large && !large.hidden) large.hidden = true;
  for (const [parent, title] of titles) if (parent.isConnected && !parent.querySelector(":scope > title")) parent.prepend(title);
  titles = [];
}

// where it covers the fewest places that one may want to click; with a finger on the piece, above it if it can be
function place(box, isHeld) {
  large.style.left = large.style.top = "0";
  const { offsetWidth: width, offsetHeight: height } = large;
  const [across, down] = [document.documentElement.clientWidth, Math.min(innerHeight, document.documentElement.clientHeight)];
  const inside = (value, size, room) => Math.max(6, Math.min(value, room - size - 6));
  const [middle, centre] = [box.top + box.height / 2 - height / 2, box.left + box.width / 2 - width / 2];
  const places = {
    right: [box.right + GAP, middle],
    left: [box.left - GAP - width, middle],
    below: [centre, box.bottom + GAP],
    above: [centre, box.top - GAP - height],
  };
  const spots = [...document.querySelectorAll("#board [data-action]")].map((one) => one.getBoundingClientRect());
  const order = isHeld ? ["above", "below", "right", "left"] : ["right", "left", "below", "above"];
  let [best, least] = [null, Infinity];
  for (const [n, side] of order.entries()) {
    const [x, y] = [inside(places[side][0], width, across), inside(places[side][1], height, down)];
    const covers = (other) => x < other.right && other.left < x + width && y < other.bottom && other.top < y + height;
    const cost = 1000 * covers(box) + (isHeld ? 0 : spots.filter(covers).length) + n / 10;
    if (cost < least) [best, least] = [[x, y], cost];
  }
  large.style.left = `${best[0]}px`;
  large.style.top = `${best[1]}px`;
}

// -- a pointer

function soon(piece, delay, isHeld) {
  clearTimeout(timer);
  if (!isHeld && isPiece(piece) && sizes(drawing(piece)).gain < WORTH) return;
  timer = setTimeout(() => {
    open(piece, isHeld);
    if (isHeld) swallow = true;
  }, delay);
}

let pointed = null;

document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse" || !large) return;
  const isOver = event.target.closest?.("#board svg, #seats svg");
  if (isOver) learn();
  let piece = isOver && !event.buttons && !isDown ? pieceNear(event.clientX, event.clientY) : null;
  if (piece && !isPiece(piece) && offersAt(event.clientX, event.clientY)) piece = null; // there the page says what a click does
  if (piece === pointed) return;
  pointed = piece;
  if (shown && !byKey) close();
  clearTimeout(timer);
  if (!piece) return;
  if (!isPiece(piece)) {
    soon(piece, WONDERED, false);
    return;
  }
  for (const one of document.elementsFromPoint(event.clientX, event.clientY)) if (one.closest("svg") && one.parentElement.matches(".spot")) hush(one.parentElement);
  soon(piece, POINTED, false);
});

let swallow = false; // the click that ends a long press, or that closes what it has opened
let start = null;

addEventListener("pointerdown", (event) => {
  isDown = true;
  const isOnBoard = event.target.closest?.("#board svg, #seats svg");
  swallow = event.pointerType !== "mouse" && shown !== null && isOnBoard !== null && isOnBoard !== undefined;
  close();
  if (event.pointerType === "mouse" || !isOnBoard || swallow || !event.isPrimary) return;
  hold(event.clientX, event.clientY);
}, true);

async function hold(x, y) {
  const pressedAt = performance.now();
  let piece = pieceNear(x, y);
  if (!piece && !words) {
    await learn();
    piece = isDown ? pieceNear(x, y) : null;
  }
  if (!piece) return;
  start = { x, y };
  soon(piece, Math.max(0, HELD - (performance.now() - pressedAt)), true);
}

addEventListener("pointermove", (event) => {
  if (!start || event.pointerType === "mouse" || Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLOP) return;
  start = null;
  if (!shown) clearTimeout(timer);
  else if (!isPiece(shown)) close(); // a finger that drags has not asked
}, true);

for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, (event) => {
    isDown = false;
    start = null;
    if (event.pointerType !== "mouse" && !shown) clearTimeout(timer);
  }, true);
}

addEventListener("touchstart", (event) => event.touches.length > 1 && close(), { passive: true });

addEventListener("click", (event) => {
  if (!swallow || !event.target.closest?.("#board svg, #seats svg")) return;
  swallow = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

addEventListener("contextmenu", (event) => {
  if (event.target.closest?.("#board svg, #seats svg") && (swallow || start)) event.preventDefault();
});

document.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && !byKey && close());

// -- the keyboard

let pressed = 0; // when a key moved the focus

function nearest(key) {
  const centre = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(shown);
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let [best, least] = [null, Infinity];
  for (const one of pieces()) {
    const [dx, dy] = centre(one).map((value, axis) => value - [x, y][axis]);
    const along = sign * (isSideways ? dx : dy);
    const cost = along + 3 * Math.abs(isSideways ? dy : dx);
    if (along > 1 && cost < least) [best, least] = [one, cost];
  }
  return best;
}

addEventListener("keydown", (event) => {
  pressed = event.key === "Tab" || event.key.startsWith("Arrow") ? performance.now() : pressed;
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(TYPED)) return;
  if (shown && event.key === "Escape") {
    event.stopImmediatePropagation();
    close();
  } else if (event.key === "i") {
    const focus = document.activeElement?.closest?.("#board svg, #seats svg") ? pieceOf(document.activeElement) : null;
    const piece = focus ?? pointed ?? pieces()[0];
    if (byKey) close();
    else if (piece) go(piece);
  } else if (byKey && event.key.startsWith("Arrow")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const next = nearest(event.key);
    if (next) go(next);
  }
}, true);

function go(piece) {
  open(piece);
  byKey = shown !== null;
}

document.addEventListener("focusin", ({ target }) => {
  if (byKey || performance.now() - pressed > 200 || !target.closest?.("#board svg, #seats svg")) return;
  close();
  learn();
  const piece = pieceOf(target);
  if (piece && isPiece(piece)) soon(piece, POINTED, false);
});

document.addEventListener("focusout", () => !byKey && close());

// -- what ends it

document.addEventListener("brehon:before", close);
document.addEventListener("brehon:after", () => (pointed = null));
addEventListener("scroll", close, { passive: true, capture: true });
addEventListener("wheel", close, { passive: true, capture: true });
addEventListener("resize", close);
addEventListener("blur", close);
