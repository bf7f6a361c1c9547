// The device's part of fairness: draw a number, fix it by its hash, check and keep the lock, open the number, compare the record.
// The person has to do nothing. What is kept stays in this browser.

import { differences, fingerprint, newNumber, numberHash, objection } from "./fairproof.js";

const MOST_KEPT = 300; // receipts of tables; older ones are dropped
const path = () => document.getElementById("table").dataset.path;
const page = () => document.getElementById("fair");
const memory = new Map(); // where the browser keeps nothing
let isForgetful = false;

// -- what is kept

const name = (table) => `brehon-fair-${table}`;

function load(table) {
  try {
    return JSON.parse(localStorage.getItem(name(table))) ?? memory.get(table) ?? null;
  } catch {
    isForgetful = true;
    return memory.get(table) ?? null;
  }
}

function keep(kept) {
  memory.set(kept.table, kept);
  try {
    localStorage.setItem(name(kept.table), JSON.stringify({ ...kept, at: Date.now() }));
    prune();
  } catch {
    isForgetful = true;
  }
}

function prune() {
  const names = Object.keys(localStorage).filter((key) => key.startsWith("brehon-fair-"));
  if (names.length <= MOST_KEPT) return;
  const age = (key) => JSON.parse(localStorage.getItem(key)).at ?? 0;
  names.sort((a, b) => age(a) - age(b));
  for (const key of names.slice(0, names.length - MOST_KEPT)) localStorage.removeItem(key);
}

// a secret that another table had before
function isReused(commitment, table) {
  try {
    const seen = Object.keys(localStorage).filter((key) => key.startsWith("brehon-fair-"));
    return seen.map((key) => JSON.parse(localStorage.getItem(key))).some((one) => one.commitment === commitment && one.table !== table);
  } catch {
    return false;
  }
}

// -- what is said

function says(...codes) {
  for (const line of document.querySelectorAll("[data-fair]")) line.hidden = !codes.includes(line.dataset.fair);
  const list = document.getElementById("differences");
  if (list) list.hidden = !codes.includes("differs"); // the page may have been drawn again since the comparison
}

async function send(what, fields) {
  const answer = await fetch(`${path()}/${what}`, { method: "POST", body: new URLSearchParams(fields), headers: { "X-Brehon": "1" } });
  return answer.ok;
}

async function getLock() {
  const answer = await fetch(`${path()}/lock`, { headers: { "X-Brehon": "1" } });
  return answer.ok ? answer.json() : null; // null too while there is no lock
}

const refresh = () => document.dispatchEvent(new CustomEvent("brehon:refresh"));

// -- the steps

async function waiting({ table, seat, hash, commitment, key, isAlone }) {
  let kept = load(table);
  const isMine = kept && numberHash(table, seat, kept.number) === hash;
  if (hash && !isMine) return says("elsewhere");
  if (hash && !isAlone) return;
  if (!kept || kept.seat !== seat || kept.commitment !== commitment) {
    kept = { table, seat, commitment, key, number: newNumber(), agreed: [] };
    keep(kept);
  }
  await fix(kept);
}

// the same hash again does no harm; a table of one person and bots is locked by it
async function fix(kept) {
  if (!(await send("number", { hash: numberHash(kept.table, kept.seat, kept.number) }))) return slow();
  const found = await getLock();
  if (found) await locked({ ...kept, isOpen: false }, found);
  else refresh();
}

async function locked({ table, isOpen }, found = null) {
  const kept = load(table);
  if (!kept) return says(isOpen ? "" : "lost");
  found ??= await getLock();
  if (!found) return;
  const why = objection(found.lock, kept);
  if (why) return says(why);
  keep({ ...kept, lock: found.lock, signature: found.signature }); // first the receipt, then the number
  showFingerprint(found.lock);
  if (isOpen) return;
  if (await send("open", { number: kept.number })) refresh();
  else slow();
}

// a game that has begun: a device that had no part in the lock keeps it too
async function playing({ table, seat, commitment, key }) {
  let kept = load(table);
  if (!kept?.lock) {
    const found = await getLock();
    if (!found) return null;
    kept = { ...(kept ?? { table, seat, commitment, key, number: "", agreed: [] }), lock: found.lock, signature: found.signature, isLate: true };
    keep(kept);
  }
  const own = kept.lock.seats[kept.seat]?.number;
  if (kept.isLate && kept.number && own !== numberHash(table, kept.seat, kept.number)) says("without");
  return kept;
}

let compared = "";

async function over(here) {
  const before = load(here.table);
  if (!before?.lock) return says("no-receipt");
  const answer = await fetch(`${path()}/record`);
  if (!answer.ok) return;
  const found = differences(await answer.json(), before);
  compared = found.length ? ["differs", ...found, "saveable"] : [before.number ? "fits" : "no-number", "saveable"];
  says(...compared);
}

function showFingerprint(lock) {
  const place = document.getElementById("fingerprint");
  if (place && place.textContent !== fingerprint(lock)) place.textContent = fingerprint(lock);
}

const slow = () => document.documentElement.classList.add("slow");

// -- one step at a time, whenever the page shows something new

let busy = false;
let missed = false;
let done = "";

async function tend() {
  const here = page();
  if (!here || here.dataset.state === "first" || here.dataset.seat === "-1") return;
  const state = [here.dataset.state, here.dataset.hash, here.dataset.open, here.dataset.table].join();
  if (here.dataset.state === "over" && compared) says(...compared);
  if (state === done && here.dataset.state !== "locked" && here.dataset.state !== "waiting") return;
  if (busy) {
    missed = true;
    return;
  }
  busy = true;
  const { table, commitment, key, hash, open, alone } = here.dataset;
  const facts = { table, commitment, key, hash, seat: Number(here.dataset.seat), isOpen: open === "1", isAlone: alone === "1" };
  try {
    if (here.dataset.state === "waiting" && (state !== done || !hash)) await waiting(facts);
    if (here.dataset.state === "locked" && (state !== done || open === "0")) await locked(facts);
    if (here.dataset.state === "playing") await playing(facts);
    if (here.dataset.state === "over") await over(facts);
    if (here.dataset.state === "waiting" && isReused(commitment, table)) says("reused");
    if (isForgetful && here.dataset.state === "waiting") says("forgetful");
    done = state;
  } catch {
    slow(); // connection lost; the next check tries again
  }
  busy = false;
  if (missed) {
    missed = false;
    tend();
  }
}

document.addEventListener("brehon:after", tend);

document.addEventListener("click", ({ target }) => {
  const { table, commitment, key } = page()?.dataset ?? {};
  if (target.id === "fair-here") {
    const kept = { table, seat: Number(page().dataset.seat), commitment, key, number: newNumber(), agreed: [] };
    keep(kept);
    says();
    fix(kept);
  }
  if (target.id === "save-receipt") save(load(table));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "fair-word") {
    event.preventDefault();
    const { table, commitment, key, seat } = page().dataset;
    const kept = { table, seat: Number(seat), commitment, key, number: newNumber(form.querySelector("input").value), agreed: [] };
    keep(kept);
    fix(kept);
  }
  // what this device asks for, or agrees to, at which ply
  const agrees = form.id === "ask-undo" || (form.id === "answer" && event.submitter?.value === "1");
  const kept = agrees ? load(page().dataset.table) : null;
  if (kept) keep({ ...kept, agreed: [...new Set([...kept.agreed, Number(form.querySelector("[name=ply]").value)])] });
}, true);

function save(kept) {
  const { table, seat, number, lock, signature, agreed } = kept;
  const text = JSON.stringify({ format: "brehon receipt 2", table, seat, number, lock, signature, agreed }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `receipt-${table}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

setTimeout(() => document.querySelector(".shuffling") && slow(), 4000);
tend();
