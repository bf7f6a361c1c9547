// The people at the table: chat, notes, who is here, and the signs that it is one's turn. Loaded before brehon.js.

const LISTS = ["#here ul", "#sayings"];
const slot = () => document.getElementById("company");
const table = () => document.getElementById("table");
const wants = (what) => localStorage.getItem(`brehon-${what}`) === "1";

// -- one part of the page is read again when the bell rings; what somebody is typing stays as it is

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
  const focus = now?.contains(document.activeElement) ? document.activeElement : null;
  const shape = (part) => [...part.children].map((child) => child.id).join();
  if (!now || shape(now) !== shape(next)) {
    const typed = ["say-text", "note-text"].map((id) => [id, document.getElementById(id)?.value]);
    for (const list of LISTS) for (const line of next.querySelector(list)?.children ?? []) was.set(line.id, line.innerHTML);
    parts = document.adoptNode(next);
    if (now) now.replaceWith(parts);
    else slot().append(parts);
    for (const [id, value] of typed) if (value && document.getElementById(id)) document.getElementById(id).value = value;
    dress();
    toEnd();
  } else {
    const talk = document.getElementById("talk");
    const wasAtEnd = talk && talk.scrollHeight - talk.scrollTop - talk.clientHeight < 40;
    for (const list of LISTS) if (now.querySelector(list)) update(now.querySelector(list), next.querySelector(list));
    for (const id of ["older", "silence"]) if (!next.querySelector(`#${id}`)) now.querySelector(`#${id}`)?.remove();
    if (wasAtEnd) toEnd();
  }
  notice(next.querySelector("#company-notice")?.textContent ?? "");
  if (focus && !focus.isConnected) (document.getElementById(focus.id || "talk") ?? document.getElementById("talk"))?.focus({ preventScroll: true });
  localTimes();
  count();
}

// a line that has not changed is left alone, so that a screen reader reads only what is new
function update(list, next) {
  const kept = new Set([...next.children].map((line) => line.id));
  for (const line of [...list.children]) if (!kept.has(line.id)) line.remove();
  [...next.children].forEach((line, place) => {
    const old = document.getElementById(line.id);
    if (old && was.get(line.id) === line.innerHTML) return;
    was.set(line.id, line.innerHTML);
    const fresh = document.importNode(line, true);
    if (old) old.replaceWith(fresh);
    else list.insertBefore(fresh, list.children[place] ?? null);
  });
}

// the waiting room has become a table: what somebody was typing there comes along
let last = null;
document.addEventListener("focusin", ({ target }) => (last = target));

document.addEventListener("pointerdown", ({ target }) => {
  if (!parts?.contains(target)) last = null;
});

function moveIn() {
  if (!parts || !slot()) return;
  if (!parts.isConnected) slot().append(parts);
  toEnd();
  if (document.activeElement === document.body && parts.contains(last)) last.focus({ preventScroll: true });
}

function toEnd() {
  const talk = document.getElementById("talk");
  if (talk) talk.scrollTop = talk.scrollHeight;
}

function notice(text) {
  const line = document.getElementById("company-notice");
  if (line) line.textContent = text;
}

// times are shown as the clock on the reader's wall shows them
function localTimes() {
  for (const time of document.querySelectorAll("#talk time")) {
    const at = new Date(time.dateTime);
    const isToday = at.toDateString() === new Date().toDateString();
    const words = isToday ? at.toLocaleTimeString([], { timeStyle: "short" }) : at.toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    if (time.textContent !== words) time.textContent = words;
  }
}

// -- how much of the chat has not been seen: a small sign leads there

let seen = -1;
const newest = () => Number(document.querySelector("#sayings li:last-child")?.id.replace("said-", "") ?? 0);

function count() {
  const sign = document.getElementById("unread");
  if (!sign) return;
  if (seen < 0 || isInSight()) seen = newest();
  const unread = newest() - seen;
  sign.hidden = unread < 1;
  sign.querySelector("b").textContent = unread;
}

function isInSight() {
  const box = document.getElementById("talk")?.getBoundingClientRect();
  return !document.hidden && box && box.bottom > 0 && box.top < innerHeight - 60;
}

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

// -- the bell that brehon.js has hung up rings for the chat and for people too

let soon = 0;

document.addEventListener("bell", ({ detail: stream }) => {
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(() => refresh(), 120);
  };
  for (const name of ["talk", "people"]) stream.addEventListener(name, later);
  stream.addEventListener("open", later); // something may have been missed
  stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && later()); // refused: ask instead
});

// -- signs that it is one's turn: title, icon, sound, a message on the screen

const icon = document.querySelector("link[rel='icon']");
const plain = icon?.getAttribute("href");
let turn = "";
let audio = null;

function signal() {
  const now = table()?.dataset.turn ?? "";
  if (icon && now !== turn) icon.setAttribute("href", now ? plain.replace("mark.svg", "mark-turn.svg") : plain);
  if (now && !turn && isReady) {
    if (wants("sound")) chime();
    if (document.hidden && wants("desktop") && window.Notification?.permission === "granted") pop();
  }
  turn = now;
}

// two soft notes; made here, so that nothing has to be loaded
function chime() {
  audio ??= new AudioContext();
  audio.resume();
  [659.3, 880].forEach((pitch, index) => {
    const [tone, level, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + 0.18 * index];
    tone.type = "sine";
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(0.25, start + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
    tone.connect(level).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.75);
  });
  document.documentElement.dataset.chimes = Number(document.documentElement.dataset.chimes ?? 0) + 1;
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
  const sound = document.getElementById("with-sound");
  const desktop = document.getElementById("with-desktop");
  if (!sound || sound.dataset.ready) return;
  sound.dataset.ready = "1";
  sound.checked = wants("sound");
  desktop.checked = wants("desktop") && window.Notification?.permission === "granted";
}

document.addEventListener("change", async ({ target }) => {
  if (target.dataset.atOnce) target.form.requestSubmit();
  if (target.id === "with-sound") {
    localStorage.setItem("brehon-sound", target.checked ? "1" : "0");
    if (target.checked) chime();
  }
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
  if (slot()) refresh();
}

start();
