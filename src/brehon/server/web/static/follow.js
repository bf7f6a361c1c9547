// Following the game: the last move is marked, the recap can be pointed at and stepped through, and one sees who is thinking.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SPEED = "brehon-recap";
const main = () => document.getElementById("table");
const board = () => document.getElementById("board");
const strip = () => document.getElementById("follow");
const lines = () => [...document.querySelectorAll("#recap a[data-recap]")];
const at = (id) => document.getElementById(id) ?? document.getElementById(`n-${id}`);
const marked = (marks) => (marks ?? "").split(" ").filter(Boolean).map(at).filter(Boolean);

// -- marks on the board

function mark(name, marks) {
  for (const one of document.querySelectorAll(`#board .${name}, #seats .${name}`)) one.classList.remove(name);
  const all = marked(marks).filter((one) => one.closest("#board, #seats"));
  const boxes = all.map((one) => one.getBoundingClientRect());
  all.filter((_, i) => !boxes.some((box, j) => i !== j && isWithin(boxes[i], box))).forEach((one) => one.classList.add(name));
}

// a city and what stands in it get one frame, not one each
function isWithin(small, large) {
  const [x, y] = [(small.left + small.right) / 2, (small.top + small.bottom) / 2];
  return small.width * small.height < 0.8 * large.width * large.height && x > large.left && x < large.right && y > large.top && y < large.bottom;
}

const freshen = () => mark("fresh", past ? lines()[step]?.dataset.marks : main()?.dataset.marks);

const pointAt = ({ target }) => {
  const line = target.closest?.("#recap a[data-recap]");
  if (line) mark("shown", line.dataset.marks);
};
const pointAway = ({ target }) => target.closest?.("#recap a[data-recap]") && mark("shown", "");
document.addEventListener("pointerover", pointAt);
document.addEventListener("focusin", pointAt);
document.addEventListener("pointerout", pointAway);
document.addEventListener("focusout", pointAway);

// -- the board as it was after a step; the board of now waits until it is back

let step = -1; // of the recap
let past = null; // the picture of now, while an older one is shown
let asked = 0;
const pictures = new Map(); // position -> what the server has drawn

async function picture(ply) {
  const key = `${main().dataset.path} ${ply} ${innerWidth <= 600}`;
  if (!pictures.has(key)) {
    const answer = await fetch(`${main().dataset.path}/replay?ply=${ply}`, { headers: { "X-Brehon": "1" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    pictures.set(key, page.querySelector("#board > svg").outerHTML);
  }
  return pictures.get(key);
}

async function show(number) {
  const all = lines();
  if (!all.length) return;
  step = Math.max(0, Math.min(number, all.length - 1));
  const mine = ++asked;
  const line = all[step];
  dress();
  try {
    const drawn = await picture(line.dataset.at);
    if (mine !== asked || lines()[step]?.dataset.at !== line.dataset.at) return;
    past ??= board().firstElementChild;
    board().firstElementChild.replaceWith(document.adoptNode(new DOMParser().parseFromString(drawn, "text/html").querySelector("svg")));
    main().dataset.past = line.dataset.at;
    freshen();
  } catch {
    notice(strip()?.dataset.lost ?? "");
  }
}

function back() {
  asked += 1;
  step = -1;
  if (past) board()?.firstElementChild?.replaceWith(past);
  past = null;
  delete main()?.dataset.past;
  for (const line of lines()) line.removeAttribute("aria-current");
  freshen();
}

function notice(text) {
  const line = document.getElementById("notice");
  if (line) line.textContent = text;
}

// -- the strip below the board: step by step, or all of it by itself

let timer = 0;
let isClosed = "";
let hinted = -1; // the line that is pointed out by itself while nothing was pressed

const speed = () => Number(localStorage.getItem(SPEED) ?? 1700);
const key = () => `${main()?.dataset.path} ${document.getElementById("recap")?.dataset.since}`;

const SIGNS = { back: "M15 3v14L5 10z", on: "M5 3v14l10-7z", play: "M2 3v14l8-7zM10 3v14l8-7z", stop: "M4 3h4v14H4zM12 3h4v14h-4z", close: "M4 5l1-1 5 5 5-5 1 1-5 5 5 5-1 1-5-5-5 5-1-1 5-5z" };

function sign(name) {
  const [svg, path] = ["svg", "path"].map((kind) => document.createElementNS(document.querySelector("svg").namespaceURI, kind));
  for (const [key, value] of Object.entries({ viewBox: "0 0 20 20", width: 16, height: 16, "aria-hidden": "true" })) svg.setAttribute(key, value);
  path.setAttribute("d", SIGNS[name]);
  path.setAttribute("fill", "currentColor");
  svg.append(path);
  return svg;
}

function button(id, name, label) {
  const one = document.createElement("button");
  Object.assign(one, { type: "button", id, className: "quiet small" });
  one.append(SIGNS[name] ? sign(name) : label);
  one.setAttribute("aria-label", label);
  one.title = label;
  return one;
}

// made once; then only words and states change, so that the focus stays where it is
function build() {
  const box = strip();
  if (box.firstElementChild) return;
  const { back: before, on, play, now, close } = box.dataset;
  const words = document.createElement("span");
  words.id = "follow-words";
  box.append(button("follow-back", "back", before), button("follow-on", "on", on), button("follow-play", "play", play), words, button("follow-now", "", now), button("follow-close", "close", close));
}

function dress() {
  const box = strip();
  const all = lines();
  const isWanted = all.length > 0 && (step >= 0 || (main().dataset.turn === "mine" && speed() > 0 && isClosed !== key()));
  if (box) box.hidden = !isWanted;
  all.forEach((line, number) => (number === step ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
  if (all[step]?.closest("details")) all[step].closest("details").open = true;
  if (!box || !isWanted) return;
  build();
  const number = step >= 0 ? step : hinted;
  const count = number >= 0 ? box.dataset.step.replace("{n}", number + 1).replace("{all}", all.length) : box.getAttribute("aria-label");
  const [head, text] = [document.createElement("b"), document.createElement("span")];
  head.textContent = count;
  text.textContent = all[number >= 0 ? number : all.length - 1].textContent;
  document.getElementById("follow-words").replaceChildren(head, " ", text);
  document.getElementById("follow-words").title = text.textContent;
  document.getElementById("follow-now").hidden = step < 0;
  const play = document.getElementById("follow-play");
  const isPlaying = Boolean(timer) && step >= 0;
  play.replaceChildren(sign(isPlaying ? "stop" : "play"));
  play.setAttribute("aria-label", isPlaying ? box.dataset.stop : box.dataset.play);
}

function halt() {
  clearTimeout(timer);
  timer = 0;
  hinted = -1;
  if (step < 0) mark("shown", "");
}

function tick() {
  if (step >= lines().length - 1 || document.hidden) {
    halt();
    back();
    return dress();
  }
  show(step + 1);
  timer = setTimeout(tick, speed() || 1700);
}

function play() {
  const isPlaying = timer && step >= 0;
  halt();
  if (isPlaying) return dress();
  isClosed = "";
  timer = setTimeout(tick, speed() || 1700);
  show(step >= lines().length - 1 ? 0 : step + 1);
}

// when it is one's turn again: the lines pass by, and their pieces are marked, while the board stays as it is now
function hint() {
  if (step >= 0 || !strip() || strip().hidden || calm.matches || hinted >= lines().length - 1) {
    halt();
    return dress();
  }
  hinted += 1;
  mark("shown", lines()[hinted].dataset.marks);
  dress();
  timer = setTimeout(hint, speed());
}

function close() {
  halt();
  back();
  isClosed = key();
  dress();
}

async function share(button) {
  const url = new URL(button.dataset.send, location.href).href;
  const text = button.dataset.text;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) return navigator.share({ title: document.title, text, url }).catch(() => {});
  await navigator.clipboard?.writeText(`${text} ${url}`).catch(() => {});
  button.textContent = button.dataset.copied;
}

const DO = {
  share: () => share(document.getElementById("share")),
  "follow-back": () => (halt(), show((step < 0 ? lines().length : step) - 1)),
  "follow-on": () => (halt(), step >= lines().length - 1 ? (back(), dress()) : show(step + 1)),
  "follow-play": play,
  "recap-play": play,
  "follow-now": () => (halt(), back(), dress(), board().focus({ preventScroll: true })),
  "follow-close": close,
};

document.addEventListener("click", (event) => {
  const line = event.target.closest?.("#recap a[data-recap]");
  const pressed = event.target.closest?.("button");
  if (line && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    halt();
    show(lines().indexOf(line));
  } else if (pressed && DO[pressed.id]) DO[pressed.id]();
  else if (event.target.closest?.("#board, #moves") && timer) {
    halt();
    dress();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !event.target.closest?.("#follow, #recap")) return;
  if (event.target.closest("select, summary")) return;
  const does = { ArrowLeft: "follow-back", ArrowRight: "follow-on", Escape: step >= 0 ? "follow-now" : "follow-close" }[event.key];
  if (!does) return;
  event.preventDefault();
  DO[does]();
});

document.addEventListener("change", ({ target }) => {
  if (target.id !== "recap-speed") return;
  localStorage.setItem(SPEED, target.value);
  if (target.value === "0") close();
  else isClosed = "";
  dress();
});

// -- who is thinking, and for how long

let since = 0;

function ponder() {
  const form = document.getElementById("thinking");
  const time = document.getElementById("thinking-time");
  if (!form || !time) return;
  if (form.dataset.seen !== form.dataset.seconds) {
    form.dataset.seen = form.dataset.seconds;
    since = performance.now() - 1000 * Number(form.dataset.seconds);
  }
  const words = form.dataset.words.replace("{n}", Math.max(0, Math.floor((performance.now() - since) / 1000)));
  if (time.textContent !== words) time.textContent = words;
}

setInterval(ponder, 500);

// -- the end of the game comes into view

let was = main()?.dataset.state;

function finale() {
  const state = main()?.dataset.state;
  const result = document.getElementById("result");
  if (state === "over" && was === "playing" && result) {
    result.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
    if (!document.activeElement?.closest("#company")) result.focus({ preventScroll: true });
  }
  was = state;
}

// -- what the server draws is always the board of now

let turn = main()?.dataset.turn ?? "";
let shownSince = key();

document.addEventListener("brehon:before", () => {
  if (past) back();
  halt();
});

document.addEventListener("brehon:after", () => {
  const select = document.getElementById("recap-speed");
  if (select) select.value = String(speed());
  const [before, now] = [turn, main()?.dataset.turn ?? ""];
  turn = now;
  freshen();
  dress();
  ponder();
  finale();
  if (now && (!before || shownSince !== key()) && strip() && !strip().hidden) hint();
  shownSince = key();
});

function start() {
  if (!main()) return;
  const select = document.getElementById("recap-speed");
  if (select) select.value = String(speed());
  freshen();
  dress();
  ponder();
  if (turn && strip() && !strip().hidden) hint();
}

start();
