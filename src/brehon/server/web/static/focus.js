// Where the keyboard focus goes after a part is rendered again: to what was used, else next to it. It is never lost.

import { SPOT } from "./spots.js";

const STOP = `${SPOT}, a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]`;
const REST = "#board, #decide, #result, #table"; // where it waits while there is nothing to do
const BEGIN = { board: "#board [tabindex='0']", "at-once": "#at-once input[type='number']" };
const state = () => document.getElementById("table").dataset.state;
const isOpen = (one) => one.matches(STOP) && one.checkVisibility() && (!one.closest("#board .menu") || one.closest(".place.open"));
const find = (selector, within = document) => [...within.querySelectorAll(selector)].find(isOpen);

let was = null;
let used = ""; // the part of the page in which decisions are made

document.addEventListener("brehon:before", () => {
  const focus = document.activeElement;
  was = null;
  if (!focus || focus === document.body) return;
  const isResting = focus.matches(REST);
  if (!isResting) used = focus.closest("#board, #moves, #at-once")?.id ?? "";
  const trail = [];
  for (let one = focus; one; one = one.parentElement) if (one.id) trail.push(one.id);
  was = { focus, trail, isResting, place: focus.closest(".place"), isKeyboard: focus.matches(":focus-visible"), state: state() };
});

document.addEventListener("brehon:after", () => {
  if (!was || (was.trail.includes("company") && !was.focus.isConnected)) return; // live.js takes the chat along
  const next = again() ?? begin() ?? beside();
  if (next && next !== document.activeElement) next.focus({ preventScroll: !was.isKeyboard || next.matches(REST) });
});

function again() {
  if (was.isResting) return undefined;
  const same = was.focus.id && document.getElementById(was.focus.id);
  return [was.focus, same, was.place?.querySelector(SPOT)].find((one) => one?.isConnected && isOpen(one));
}

// the next decision, for the person who made the one before
function begin() {
  if (!used) return undefined;
  if (was.state !== "over" && state() === "over") return find("#result");
  return (BEGIN[used] && find(BEGIN[used])) ?? find("#moves button");
}

function beside() {
  for (const id of was.trail) {
    const near = document.getElementById(id);
    if (!near) continue;
    if (id === "table" || id === "side") return find(BEGIN.board) ?? find("#board") ?? near;
    const next = (near.matches(REST) ? undefined : find(STOP, near)) ?? (isOpen(near) ? near : undefined);
    if (next) return next;
  }
  return document.getElementById("table");
}
