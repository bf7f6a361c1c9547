// The people at the table: chat, notes, who is here, and the signals that it is one's turn. Loaded before brehon.js.

import { bubble, clear, toast } from "./toast.js";

const LISTS = ["#here ul", "#sayings", "#mutes"];
const slot = () => document.getElementById("company");
const table = () => document.getElementById("table");
const play = (sound) => document.dispatchEvent(new CustomEvent("brehon:play", { detail: sound }));
const wants = (what) => localStorage.getItem(`brehon-${what}`) === "1";

// -- an event reloads one part of the page; text that is being typed stays

let shown = 0;
let asked = 0;
let parts = null; // what is shown now
const was = new Map(); // the lines as the server has sent them, by their ids

async function refresh(url = slot().dataset.src, options = {}) {
  const number = ++asked;
  try {
    const answer = await fetch(url, { ...options, headers: { "X-Brehon": "1" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("company-parts");
    if (next && number > shown) {
      shown = number;
      take(next);
    }
    return answer.ok;
  } catch {
    notice(table().dataset.offline);
    return false;
  }
}

function take(next) {
  const now = parts;
  const before = newest();
  const isFirst = newestEver < 0;
  const focus = now?.contains(document.activeElement) ? document.activeElement : null;
  const shape = (part) => [...part.querySelectorAll(":scope > *, #drawers > *")].map((child) => child.id).join();
  if (!now || shape(now) !== shape(next)) {
    const typed = ["say-text", "note-text"].map((id) => [id, document.getElementById(id)?.value]);
    for (const list of LISTS) for (const line of next.querySelector(list)?.children ?? []) was.set(line.id, line.outerHTML);
    parts = document.adoptNode(next);
    if (now) now.replaceWith(parts);
    else slot().append(parts);
    for (const one of now?.querySelectorAll("details[id]") ?? []) if (one.open) parts.querySelector(`#${one.id}`)?.setAttribute("open", "");
    for (const [id, value] of typed) if (value && document.getElementById(id)) document.getElementById(id).value = value;
    dress();
    toEnd();
  } else {
    const talk = document.getElementById("talk");
    const wasAtEnd = talk && talk.scrollHeight - talk.scrollTop - talk.clientHeight < 40;
    for (const list of LISTS) if (now.querySelector(list)) update(now.querySelector(list), next.querySelector(list));
    for (const id of ["older", "silence"]) if (!next.querySelector(`#${id}`)) now.querySelector(`#${id}`)?.remove();
    Object.assign(now.dataset, next.dataset);
    if (wasAtEnd) toEnd();
  }
  notice(next.querySelector("#company-notice")?.textContent ?? "");
  if (focus && !focus.isConnected) (document.getElementById(focus.id || "talk") ?? document.getElementById("talk"))?.focus({ preventScroll: true });
  localTimes();
  if (now && newest() > before && !document.querySelector("#sayings li:last-child.mine")) play("message");
  hear(isFirst);
  count();
  waitForNudge();
}

// a line that has not changed is left alone, so that a screen reader reads only what is new
function update(list, next) {
  const kept = new Set([...next.children].map((line) => line.id));
  for (const line of [...list.children]) if (!kept.has(line.id)) line.remove();
  [...next.children].forEach((line, place) => {
    const old = document.getElementById(line.id);
    if (old && was.get(line.id) === line.outerHTML) return;
    was.set(line.id, line.outerHTML);
    const fresh = document.importNode(line, true);
    if (old) old.replaceWith(fresh);
    else list.insertBefore(fresh, list.children[place] ?? null);
  });
}

// the waiting room has become a table: text that was being typed is kept
let last = null;
document.addEventListener("focusin", ({ target }) => (last = target));

document.addEventListener("pointerdown", ({ target }) => {
  if (!parts?.contains(target)) last = null;
});

function moveIn() {
  if (!parts || !slot()) return;
  if (!parts.isConnected) slot().append(parts);
  if (document.activeElement === document.body && parts.contains(last)) {
    tab()?.click(); // who is typing goes on typing
    last.focus({ preventScroll: true });
  }
  toEnd();
}

function toEnd() {
  const talk = document.getElementById("talk");
  if (talk) talk.scrollTop = talk.scrollHeight;
}

function notice(text) {
  const line = document.getElementById("company-notice");
  if (line) line.textContent = text;
}

// times are shown in the reader's time zone
function localTimes() {
  for (const time of document.querySelectorAll("#talk time")) {
    const at = new Date(time.dateTime);
    const isToday = at.toDateString() === new Date().toDateString();
    const words = isToday ? at.toLocaleTimeString([], { timeStyle: "short" }) : at.toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    if (time.textContent !== words) time.textContent = words;
  }
}

// -- what is new: a badge on the tab, a short message where the chat is closed, a reaction at its player

let seen = -1;
let newestEver = -1;
const numberOf = (line) => Number(line.id.replace("said-", ""));
const newest = () => numberOf(document.querySelector("#sayings li:last-child") ?? { id: "said-0" });
const tab = () => document.querySelector('.tabs [data-tab-name="talk"]');

function count() {
  if (seen < 0 || isInSight()) seen = newest();
  const [button, unread] = [tab(), Math.max(0, newest() - seen)];
  if (!button) return;
  button.dataset.unread = unread || "";
  const words = unread && parts ? `${button.textContent.trim()}. ${parts.dataset.unread.replace("#", unread)}` : "";
  if (words) button.setAttribute("aria-label", words);
  else button.removeAttribute("aria-label");
}

function isInSight() {
  const talk = document.getElementById("talk");
  if (document.hidden || !talk?.checkVisibility()) return false;
  const box = talk.getBoundingClientRect();
  return box.height > 0 && box.bottom > 0 && box.top < innerHeight - 60;
}

function hear(isFirst) {
  const lines = [...document.querySelectorAll("#sayings li")].filter((line) => numberOf(line) > newestEver);
  newestEver = Math.max(newestEver, newest());
  if (isFirst) return;
  for (const line of lines) {
    const isShown = line.dataset.kind === "react" && bubble(line, document.getElementById(`player-${line.dataset.seat}`));
    if (isShown || line.classList.contains("mine")) continue;
    if (line.dataset.forMe) attention();
    if (line.querySelector(".join-next") || !isInSight()) toast(line, parts.dataset.close, () => tab()?.click());
  }
}

// a nudge: the same signals as for one's turn
function attention() {
  if (wants("sound")) chime();
  if (document.hidden && wants("desktop") && window.Notification?.permission === "granted") pop();
}

document.addEventListener("brehon:tab", () => requestAnimationFrame(() => {
  toEnd();
  count();
  if (isInSight()) clear();
}));

// -- a nudge is possible after a while without a move: the page asks again when the time has come

let nudgeSoon = 0;
let plyThen = "";

function waitForNudge(seconds = Number(parts?.dataset.nudgeIn || 0)) {
  clearTimeout(nudgeSoon);
  if (seconds > 0 && seconds < 3600) nudgeSoon = setTimeout(() => refresh(), seconds * 1000 + 500);
}

document.addEventListener("brehon:after", () => {
  count();
  const now = table()?.dataset.ply ?? "";
  if (now === plyThen || !parts) return;
  plyThen = now;
  for (const form of parts.querySelectorAll(".nudge")) form.remove();
  waitForNudge(Number(parts.dataset.nudgeWait));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.live || !slot()?.contains(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // the rest of the table stays as it is
  send(form, new URLSearchParams(new FormData(form, event.submitter)));
}, true);

async function send(form, body) {
  const isDone = await refresh(form.getAttribute("action"), { method: "POST", body });
  if (isDone && form.id === "say") {
    document.getElementById("say-text").value = "";
    toEnd();
  }
}

// -- the event stream that brehon.js has opened also carries the chat and people

let soon = 0;

document.addEventListener("bell", ({ detail: stream }) => {
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(() => refresh(), 120);
  };
  for (const name of ["talk", "people"]) stream.addEventListener(name, later);
  stream.addEventListener("open", later); // events may be missing
  stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && later()); // refused: ask instead
});

// -- signals that it is one's turn: title, icon, sound, a notification

const icon = document.querySelector("link[rel='icon']");
const plain = icon?.getAttribute("href");
let turn = "";

function signal() {
  const now = table()?.dataset.turn ?? "";
  if (icon && now !== turn) icon.setAttribute("href", now ? plain.replace("mark.svg", "mark-turn.svg") : plain);
  if (now && !turn && isReady) {
    play("turn");
    if (document.hidden && wants("desktop") && window.Notification?.permission === "granted") pop();
  }
  turn = now;
}

function pop() {
  const words = document.getElementById("status")?.textContent.trim().replace(/\s+/g, " ") ?? "";
  const message = new Notification(table().dataset.title, { body: words, tag: table().dataset.path, icon: plain });
  message.onclick = () => {
    window.focus();
    message.close();
  };
}

function dress() {
  document.dispatchEvent(new CustomEvent("brehon:dress")); // the sound's switch
  const desktop = document.getElementById("with-desktop");
  if (!desktop || desktop.dataset.ready) return;
  desktop.dataset.ready = "1";
  desktop.checked = wants("desktop") && window.Notification?.permission === "granted";
}

document.addEventListener("change", async ({ target }) => {
  if (target.dataset.atOnce) target.form.requestSubmit();
  if (target.id === "with-desktop") {
    const isAllowed = target.checked && (await window.Notification?.requestPermission()) === "granted";
    if (target.checked && !isAllowed) notice(target.dataset.refused);
    target.checked = isAllowed;
    localStorage.setItem("brehon-desktop", isAllowed ? "1" : "0");
  }
});

let isReady = false;

function start() {
  dress();
  signal();
  isReady = true;
  new MutationObserver((changes) => {
    signal();
    if (changes.some(({ attributeName }) => attributeName === "data-state")) moveIn();
  }).observe(table(), { attributes: true, attributeFilter: ["data-turn", "data-state"] });
  document.addEventListener("visibilitychange", count);
  addEventListener("scroll", count, { passive: true });
  plyThen = table()?.dataset.ply ?? "";
  if (slot()) refresh();
}

start();
