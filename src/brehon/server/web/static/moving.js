// A move is seen as movement: pieces glide, cards turn, dice roll, what comes or goes fades. Never longer than half a second, and
// never in the way: the page is already in its new state, only its picture catches up. Off for people who prefer reduced motion.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SETTING = "brehon-motion";
const GLIDE = 380; // milliseconds
const FADE = 300;
const TURN = 450;
const MANY = 60; // if more pieces come and go at once, it is another scene and not a move
const DICE = ".die, [data-die]";
const board = () => document.querySelector("#board svg");
const isOff = () => localStorage.getItem(SETTING) === "off";
const isStill = () => calm.matches || document.hidden || isOff();
let before = new Map();

// where everything lies that has a name, in the units of the picture
function look() {
  const found = new Map();
  const inverse = board()?.getScreenCTM()?.inverse();
  for (const piece of inverse ? board().querySelectorAll("[id][transform]") : []) {
    const at = inverse.multiply(piece.getScreenCTM());
    const face = piece.matches(DICE) ? piece.innerHTML : "";
    found.set(piece.id, { piece, face, x: at.e, y: at.f, isSpot: piece.matches(".spot") });
  }
  return found;
}

const own = (piece) => piece.getAttribute("transform").replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/, "$1px,$2px");
const shift = (from, to) => `translate(${from.x - to.x}px,${from.y - to.y}px)`;

function glide(piece, from, to) {
  const keys = [{ transform: `${shift(from, to)} ${own(piece)}` }, { transform: own(piece) }];
  piece.animate(keys, { duration: GLIDE, easing: "ease-in-out" });
}

// a card turns about its middle, on its way from where it lay
function turn(piece, from, to) {
  const half = piece.getBBox().width / 2;
  const squeezed = (share) => `translate(${half}px,0px) scale(${share},1) translate(${-half}px,0px)`;
  const start = `${shift(from, to)} ${own(piece)} ${squeezed(0.02)}`;
  piece.animate([{ transform: start }, { transform: `translate(0px,0px) ${own(piece)} ${squeezed(1)}` }], {
    duration: TURN,
    easing: "ease-out",
  });
}

function enter({ piece, x, y }) {
  const from = before.get(piece.dataset.from);
  if (piece.matches(".card, .tile")) turn(piece, from ?? { x, y }, { x, y });
  else if (from) glide(piece, from, { x, y });
  else piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, easing: "ease-out" });
}

// what is gone fades in a layer above the picture, where it cannot be clicked
function leave(gone, now) {
  const box = board().getBoundingClientRect();
  const sheet = board().cloneNode(false);
  for (const name of ["role", "aria-label", "id"]) sheet.removeAttribute(name);
  sheet.setAttribute("aria-hidden", "true");
  Object.assign(sheet.style, {
    position: "absolute",
    left: `${box.left + scrollX}px`,
    top: `${box.top + scrollY}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    pointerEvents: "none",
  });
  for (const { piece, x, y } of gone) {
    const to = now.get(piece.dataset.to) ?? { x, y };
    piece.removeAttribute("id");
    piece.setAttribute("transform", `translate(${x},${y})`);
    sheet.append(piece);
    const keys = [
      { opacity: 1, transform: `translate(${x}px,${y}px)` },
      { opacity: 0, transform: `translate(${to.x}px,${to.y}px)` },
    ];
    piece.animate(keys, { duration: FADE, easing: "ease-in", fill: "forwards" });
  }
  document.body.append(sheet);
  setTimeout(() => sheet.remove(), FADE);
}

function roll(dice) {
  for (const [n, { piece }] of dice.entries()) {
    const { width, height } = piece.getBBox();
    const spun = (degrees, up) =>
      `${own(piece)} translate(${width / 2}px,${height / 2 - up}px) rotate(${degrees}deg) translate(${-width / 2}px,${-height / 2}px)`;
    const keys = [spun(-300 - 60 * n, 0), spun(-120, 14), spun(-30, 0), spun(0, 0)].map((transform) => ({ transform }));
    piece.animate(keys, { duration: TURN, easing: "ease-out" });
  }
}

function show() {
  if (!before.size || isStill()) return;
  const now = look();
  const fresh = [...now.values()].filter(({ piece, isSpot }) => !isSpot && !before.has(piece.id));
  const gone = [...before].filter(([id, { isSpot }]) => !isSpot && !now.has(id)).map(([, place]) => place);
  if (fresh.length + gone.length > MANY) return;
  const dice = [...now.values()].filter(({ piece }) => piece.matches(DICE));
  const isRolled = dice.some(({ piece, face }) => before.get(piece.id)?.face !== face);
  if (isRolled) roll(dice);
  for (const place of fresh) if (!place.piece.matches(DICE)) enter(place);
  for (const { piece, isSpot, x, y } of now.values()) {
    const old = before.get(piece.id);
    const hasMoved = old && !isSpot && Math.hypot(old.x - x, old.y - y) > 0.5;
    if (hasMoved && !(isRolled && piece.matches(DICE))) glide(piece, old, { x, y });
  }
  if (gone.length) leave(gone, now);
}

document.addEventListener("brehon:before", () => {
  before = isStill() ? new Map() : look();
});
document.addEventListener("brehon:after", show);

// the setting, next to the languages
const button = document.getElementById("motion");

function dress() {
  document.documentElement.dataset.motion = isOff() ? "off" : "on"; // for style sheets
  button.textContent = isOff() ? button.dataset.off : button.dataset.on;
  button.setAttribute("aria-pressed", String(!isOff()));
}

button?.addEventListener("click", () => {
  localStorage.setItem(SETTING, isOff() ? "on" : "off");
  dress();
});
if (button) dress();
