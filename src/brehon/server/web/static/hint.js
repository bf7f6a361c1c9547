// Hints: the key h, one step for a double click, the moves of a hint marked on the board.

const main = () => document.getElementById("table");
const next = () => document.querySelector("#hint-button, #hint-again-button");
const isTyping = (target) => target.closest?.("input, textarea, select, [contenteditable]") !== null;

// a place on the board that opens a menu is marked instead of the closed menu
const spotOf = (one) => (one.closest(".menu") && !one.closest(".place.open") ? one.closest(".place") : one);

function mark() {
  for (const one of document.querySelectorAll(".hinted")) one.classList.remove("hinted");
  const actions = (main()?.dataset.hints ?? "").split(" ").filter(Boolean);
  for (const action of actions) {
    for (const one of document.querySelectorAll(`#board [data-action="${action}"], #seats [data-action="${action}"]`)) spotOf(one).classList.add("hinted");
  }
}

function rest() {
  const button = next();
  if (!button?.dataset.words) return;
  button.textContent = button.dataset.words;
  delete button.dataset.words;
  button.removeAttribute("aria-busy");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#hint button");
  if (!button) return;
  if (event.detail > 1 || button.getAttribute("aria-busy")) {
    event.preventDefault(); // of a double click: the button may be another one by now
    event.stopImmediatePropagation();
  }
}, true);

document.addEventListener("submit", (event) => {
  const button = event.target.querySelector?.("#hint-button, #hint-again-button");
  if (!button) return;
  button.dataset.words = button.textContent;
  button.textContent = button.dataset.busy;
  button.setAttribute("aria-busy", "true");
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || event.key !== "h" || isTyping(event.target)) return;
  const button = next();
  if (!button || button.getAttribute("aria-busy")) return;
  event.preventDefault();
  button.focus();
  button.click();
});

// the button is gone after the last step: the hint itself gets the focus, so that a second Enter plays nothing
let had = false;
document.addEventListener("brehon:before", () => (had = document.activeElement?.closest("#hint") !== null && next() !== null));
document.addEventListener("brehon:after", () => {
  rest();
  mark();
  const hint = document.getElementById("hint");
  if (had && hint?.classList.contains("given") && !next()) setTimeout(() => hint.focus()); // after focus.js
  had = false;
});
document.addEventListener("brehon:lost", rest);
mark();
