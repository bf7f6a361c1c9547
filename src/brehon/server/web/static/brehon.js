// Brehon's main script: smooth moves, live updates, the keyboard. Everything works without it, by plain forms and links.

import { names, read } from "./held.js";
import { morph } from "./morph.js";
import { SPOT } from "./spots.js";

const phone = matchMedia("(max-width: 600px), (max-height: 500px)");
const main = () => document.getElementById("table");
const state = () => main().dataset.state;

// events for our other scripts: something is shown, or is to be shown
const tell = (what, detail) => document.dispatchEvent(new CustomEvent(`brehon:${what}`, { detail }));
document.addEventListener("brehon:go", (event) => go(event.detail));
document.addEventListener("brehon:send", ({ detail: { url, body } }) => get(url, { method: "POST", body }));
document.addEventListener("brehon:refresh", () => refresh());

// -- showing what the server says

let asked = 0;
let answered = 0; // things done here that the server has answered

// isLate: what was done here meanwhile may have changed who we are for the server, such as a seat that was taken
function show(html, number, isLate) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  const now = main();
  if (!next) return;
  if (!next.dataset.path) return say(next.querySelector(".message")?.textContent ?? now.dataset.offline);
  const isOld = state() === "replay" ? number < asked : Number(next.dataset.ply) < Number(now.dataset.ply);
  if (isOld) return;
  if (isLate && state() !== "replay") return Number(next.dataset.version) > Number(now.dataset.version) ? refresh() : undefined;
  if (next.dataset.ply === now.dataset.ply) keepOpen(next);
  tell("before");
  morph(now, next);
  dress();
  tell("after");
  document.title = next.dataset.title;
}

// a text, or elements whose content is shown, one in a line
function say(...what) {
  const lines = what.map((one) => (one instanceof Element ? [...one.cloneNode(true).childNodes] : [one]));
  document.getElementById("notice")?.replaceChildren(...lines.flatMap((line, n) => (n ? ["\n", ...line] : line)));
}

async function get(url, options = {}) {
  const number = ++asked;
  const before = answered;
  const sent = { url, body: options.body?.toString() };
  let answer;
  let html;
  try {
    answer = await fetch(url, { ...options, headers: { "X-Brehon": "1", "X-Brehon-Has": names() } });
    pause = Number(answer.headers.get("Retry-After")) || 2;
    html = await read(answer);
  } catch {
    say(main().dataset.offline);
    tell("lost", sent); // resend.js tries again
    return false;
  }
  if (sent.body !== undefined) answered += 1;
  show(html, number, sent.body === undefined && before !== answered);
  tell("reached", { ...sent, status: answer.status, isBusy: answer.headers.has("Retry-After") });
  return answer.status < 500;
}

// after an event, the new version is requested until the server answers; a busy one says when to ask again
let retry = 0;
let pause = 2; // seconds

async function refresh() {
  clearTimeout(retry);
  if (await get(`${main().dataset.path}/fragment`)) return;
  clearTimeout(retry);
  retry = setTimeout(refresh, pause * (800 + 600 * Math.random())); // not all pages at the same moment
}

function act(path, fields) {
  return get(`${main().dataset.path}/${path}`, { method: "POST", body: new URLSearchParams(fields) });
}

// -- what people do

function touch(spot) {
  const { action, why, menu } = spot.dataset;
  if (menu !== undefined) toggle(spot);
  else if (action !== undefined) act("move", { ply: main().dataset.ply, action });
  else say(...reasons(spot, why));
}

// the reasons in the text of a spot, one for each possible action, as the list has them: with links to their rules
function reasons(spot, why) {
  const words = spot.getAttribute("aria-label") ?? "";
  const known = new Map([...document.querySelectorAll("#refused .why")].map((one) => [one.textContent, one]));
  const found = words.split("\n").flatMap((line) => known.get(line) ?? []);
  return found.length ? found : [document.getElementById(`why-${why}`) ?? words];
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
  shut(event.target.closest(".place"));
  if (spot) touch(spot);
  if (step) {
    event.preventDefault();
    go(step.getAttribute("href"));
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const path = main().dataset.path;
  const isOurs = path && form.method === "post" && form.getAttribute("action").startsWith(`${path}/`);
  if (!isOurs || form.dataset.away) return; // some forms lead to another page
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
  if (spot.dataset.why !== undefined && spot.matches(":focus-visible")) say(...reasons(spot, spot.dataset.why));
});

function go(url) {
  history.replaceState(null, "", url);
  get(url);
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

// -- events: a small one says what is new; a tab that is hidden for long polls now and then

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
  // refused, for example because too many are open: the page polls, less and less often, until there is a place
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
  const drawn = Number(document.querySelector("#board svg")?.getAttribute("width")) < 600 ? "1" : "0";
  if (drawn !== wanted && document.querySelector("#board svg")) {
    if (state() === "replay") get(location.href);
    else if (!main().dataset.answer) refresh(); // what was answered stays to be read
  }
}

document.getElementById("numbers")?.setAttribute("value", "1"); // a new table waits for the number of this device
phone.addEventListener("change", () => setTimeout(fit, 200));
fit();
dress();
listen();
