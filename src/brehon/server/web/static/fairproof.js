// What a device has to compute for fairness: docs/fairness.md has the formulas. No page and no network here, so it can be tested alone.

import { sha256 } from "./sha256.js";

// JSON with one way to write each value: keys sorted, no spaces, ASCII only
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escape);
}

export const digest = (value) => sha256(canonical(value));
export const numberHash = (table, seat, number) => digest(["brehon number 2", table, seat, number]);
export const commitment = (secret) => sha256(secret);

export function newNumber(word = "") {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const plain = word.normalize("NFC").replace(/[\p{C}\p{Z}\s]+/gu, " ").trim();
  return plain ? `${digits} ${plain}` : digits;
}

// five words to read aloud
export function fingerprint(lock) {
  const hash = digest(lock);
  const word = (value) =>
    "bdfghjklmnprstvz"[(value >> 12) & 15] + "aiou"[(value >> 10) & 3] + "bdfghjklmnprstvz"[(value >> 6) & 15] +
    "aiou"[(value >> 4) & 3] + "bdfghjklmnprstvz"[value & 15];
  return [0, 4, 8, 12, 16].map((at) => word(parseInt(hash.slice(at, at + 4), 16))).join("-");
}

// why a device must not open its number for this lock; "" if it may
export function objection(lock, kept) {
  if (kept.lock && canonical(kept.lock) !== canonical(lock)) return "second";
  const isOurs =
    lock.format === "brehon lock 2" && lock.table === kept.table && lock.commitment === kept.commitment && lock.key === kept.key &&
    lock.seats?.[kept.seat]?.number === numberHash(kept.table, kept.seat, kept.number);
  return isOurs ? "" : "foreign";
}

// the plies at which draws were taken back by consent
export function redrawn(plies) {
  const standing = [];
  const found = [];
  plies.forEach((line, ply) => {
    const [actor, verb, count] = line.split(" ");
    if (verb === "undo") {
      const gone = standing.splice(standing.length - Number(count));
      if (gone.includes("*")) found.push(ply);
    } else if (actor === "*" || (verb !== "seat" && verb !== "hint")) {
      standing.push(actor);
    }
  });
  return found;
}

// in what a record does not fit what the device has kept
export function differences(record, kept) {
  const found = [];
  if (!record.fair?.lock || canonical(record.fair.lock) !== canonical(kept.lock)) found.push("other-lock");
  if (kept.number && record.fair?.numbers?.[kept.seat] !== kept.number) found.push("other-number");
  if (typeof record.fair?.secret !== "string" || commitment(record.fair.secret) !== kept.commitment) found.push("other-secret");
  if (redrawn(record.plies ?? []).some((ply) => !kept.agreed?.includes(ply))) found.push("redrawn");
  return found;
}
