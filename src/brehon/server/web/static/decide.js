// Before a move is sent: what it would do is shown, what cannot be taken back is asked once, and a double click counts once.

import { SPOT } from "./spots.js";

const touch = matchMedia("(pointer: coarse)");
const place = () => document.getElementById("action");
const button = (action) => document.getElementById(`move-${action}`);
let chosen = null; // the element that waits for a confirmation

const actionOf = (element) => (element.matches("#moves button") ? element.value : element.dataset.action);
const moveAt = (target) => target.closest?.("#moves button, #board [data-action], #seats [data-action], #hint [data-action]");

// -- what a move would do

function describe(action) {
  const move = button(action);
  if (!move) return [];
  const words = document.createElement("strong");
  words.textContent = move.firstChild.textContent.trim();
  const effects = move.querySelector(".effects")?.cloneNode(true);
  return effects ? [words, effects] : [words];
}

function preview(element) {
  if (chosen || !place()) return;
  const action = element ? actionOf(element) : undefined;
  const isListed = element?.matches("#moves button");
  for (const one of document.querySelectorAll("#moves .pointed")) one.classList.remove("pointed");
  if (action === undefined) return place().replaceChildren();
  if (!isListed) button(action)?.classList.add("pointed");
  place().replaceChildren(...describe(action));
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && preview(moveAt(event.target)));
document.addEventListener("focusin", ({ target }) => target.matches?.(":focus-visible") && preview(moveAt(target)));
document.addEventListener("focusout", () => preview(null));

// -- asking once

function ask(element) {
  const action = actionOf(element);
  const [yes, no] = ["confirm", "cancel"].map((name) => {
    const one = document.createElement("button");
    one.type = "button";
    one.id = `action-${name}`;
    one.textContent = place().dataset[name];
    return one;
  });
  const words = describe(action);
  const warning = button(action)?.dataset.warning;
  if (warning) {
    const line = document.createElement("span");
    line.className = "warning";
    line.textContent = warning;
    words.push(line);
  }
  yes.className = "main";
  chosen = element;
  for (const one of document.querySelectorAll(".chosen")) one.classList.remove("chosen");
  element.classList.add("chosen");
  place().replaceChildren(...words, yes, no);
  place().setAttribute("role", "alertdialog");
  place().setAttribute("aria-label", warning || words[0]?.textContent || "");
  yes.addEventListener("click", () => {
    const sent = chosen;
    drop();
    sent.focus({ preventScroll: true }); // the focus is not lost with the question
    sent.dataset.sure = "1";
    sent.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    delete sent.dataset.sure;
  });
  no.addEventListener("click", () => {
    const back = chosen;
    drop();
    back.focus();
  });
  if (!touch.matches) yes.focus();
}

function drop() {
  chosen?.classList.remove("chosen");
  chosen = null;
  place()?.replaceChildren();
  place()?.removeAttribute("role");
}

// with a finger there is no pointing: the first tap on the board shows what the move would do, the second one does it
const wantsConfirmation = (element) => {
  const action = actionOf(element);
  if (button(action)?.dataset.warning) return true;
  const isTapped = touch.matches && !element.matches("#moves button, #hint button") && localStorage.getItem("brehon-tap") !== "once";
  return isTapped && button(action)?.querySelector(".effects") !== null && button(action) !== null && !element.closest(".menu");
};

function guard(event) {
  const element = moveAt(event.target);
  if (!element) return;
  const isSecond = event.type === "click" && event.detail > 1; // of a double click
  const isSure = element.dataset.sure === "1" || (chosen === element && !isSecond && touch.matches && !button(actionOf(element))?.dataset.warning);
  if (isSecond || (!isSure && wantsConfirmation(element))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isSecond) ask(element);
  } else if (chosen) {
    drop();
  }
}

document.addEventListener("click", guard, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen) {
    const back = chosen;
    drop();
    back.focus();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.closest?.(SPOT)) guard(event);
}, true);

// a new position: what waited for a confirmation is gone
let ply = document.getElementById("table")?.dataset.ply;
document.addEventListener("brehon:after", () => {
  const now = document.getElementById("table")?.dataset.ply;
  if (now !== ply) drop();
  ply = now;
});
