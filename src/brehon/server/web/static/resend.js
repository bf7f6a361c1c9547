// What did not arrive is sent again when the connection is back: with the same ply, so that it cannot land twice. It survives a
// reload of the page. Texts for the chat that were not sent are kept too.

const UNSENT = "brehon-unsent";
const DRAFT = "brehon-draft";
const FIRST = 1000; // milliseconds before the first try; each further one waits twice as long
const LATE = 15000;
const ONCE = /\/(move|form|undo|restart)$/; // what the server recognises when it comes again
const GONE = new Set([502, 503, 504]); // a server that is being started again
const main = () => document.getElementById("table");
const tell = (what, detail) => document.dispatchEvent(new CustomEvent(`brehon:${what}`, { detail }));

let wait = FIRST;
let timer = 0;
let isSending = false;
let isLost = false;

const read = () => JSON.parse(sessionStorage.getItem(UNSENT) ?? "null");
const keep = (unsent) => sessionStorage.setItem(UNSENT, JSON.stringify(unsent));
const forget = () => sessionStorage.removeItem(UNSENT);
const isOurs = (unsent) => unsent !== null && unsent.path === main()?.dataset.path;

function say(text) {
  const notice = document.getElementById("notice");
  if (notice) notice.textContent = text;
}

// the words of a move, as its button has them
function words(body) {
  const action = new URLSearchParams(body).get("action");
  return document.getElementById(`move-${action}`)?.firstChild?.textContent.trim() ?? "";
}

function announce() {
  const unsent = read();
  const { offline, unsent: text } = main().dataset;
  say(isOurs(unsent) ? `${offline} ${text.replace("{move}", unsent.words)}`.replace(" “”", "") : offline);
}

function later(soon = false) {
  clearTimeout(timer);
  timer = setTimeout(attempt, soon ? 0 : wait);
  wait = Math.min(2 * wait, LATE);
}

function attempt() {
  clearTimeout(timer);
  if (!main() || isSending) return;
  const unsent = read();
  if (!isOurs(unsent)) return void (isLost && tell("refresh"));
  isSending = true;
  const body = new URLSearchParams(unsent.body);
  if (ONCE.test(unsent.url)) body.set("again", "1");
  tell("send", { url: unsent.url, body });
}

// something was asked of the server: it did not answer
document.addEventListener("brehon:lost", ({ detail: { url, body, isBusy } }) => {
  isSending = false;
  isLost = true;
  if (body !== undefined && new URLSearchParams(body).has("ply")) {
    const known = read();
    const isSame = isOurs(known) && known.url === url;
    keep({ path: main().dataset.path, url, body, words: words(body) || (isSame ? known.words : "") });
  }
  if (!isBusy) announce(); // a busy server has said so in its own words
  later();
});

// it did
document.addEventListener("brehon:reached", ({ detail: { url, body, status, isBusy } }) => {
  if (GONE.has(status)) return tell("lost", { url, body, isBusy });
  const wasLost = isLost;
  isSending = false;
  isLost = false;
  wait = FIRST;
  clearTimeout(timer);
  const unsent = read();
  if (isOurs(unsent) && body !== undefined && url === unsent.url) {
    forget();
    if (status === 409) say(main().dataset.missed.replace("{move}", unsent.words).replace(" “”", ""));
  } else if (isOurs(unsent)) later(true);
  else if (wasLost && document.getElementById("notice")?.textContent.startsWith(main().dataset.offline)) say("");
});

addEventListener("online", () => attempt());
addEventListener("offline", () => {
  isLost = true;
  announce();
});
document.addEventListener("visibilitychange", () => !document.hidden && (isLost || isOurs(read())) && attempt());
document.addEventListener("bell", ({ detail: stream }) => stream.addEventListener("open", () => isLost && attempt()));

// -- the chat

const draft = () => `${DRAFT} ${main()?.dataset.path}`;

document.addEventListener("input", ({ target }) => {
  if (target.id === "say-text") sessionStorage.setItem(draft(), target.value);
});

// once it is sent, the field is empty
document.addEventListener("submit", ({ target }) => {
  if (target.id !== "say") return;
  let tries = 0;
  const look = setInterval(() => {
    const isSent = document.getElementById("say-text")?.value === "";
    if (isSent) sessionStorage.removeItem(draft());
    if (isSent || ++tries > 40) clearInterval(look);
  }, 250);
}, true);

new MutationObserver(() => {
  const field = document.getElementById("say-text");
  if (!field || field.dataset.kept) return;
  field.dataset.kept = "1";
  if (!field.value) field.value = sessionStorage.getItem(draft()) ?? "";
}).observe(document.body, { childList: true, subtree: true });

if (isOurs(read())) later(true); // the page was loaded again in the meantime
