// The parts of a table behind tabs: moves, what happened, chat, more; on a telephone the board and the players too.
// The open tab is an attribute of the document, so that it stays when the page is drawn again.

const root = document.documentElement;
const main = () => document.getElementById("table");
const FOLLOWS = new Set(["", "moves", "story"]); // these change by themselves with the turn; chat and more stay open

export function open(name) {
  root.dataset.tab = name;
  mark();
  document.dispatchEvent(new CustomEvent("brehon:tab", { detail: name }));
}

function mark() {
  const now = root.dataset.tab || "moves";
  for (const tab of document.querySelectorAll(".tabs [data-tab-name]")) tab.setAttribute("aria-pressed", String(tab.dataset.tabName === now));
}

// on a desk: my turn shows the moves, the others' turns show what happens; a telephone stays where it is
const desk = matchMedia("(min-width: 1051px) and (min-height: 501px)");
let turn = null;

function follow() {
  const now = main()?.dataset.turn ?? "";
  if (now !== turn && desk.matches && FOLLOWS.has(root.dataset.tab ?? "")) root.dataset.tab = now ? "moves" : "story";
  if (now && now !== turn && !desk.matches && root.dataset.tab === "story") root.dataset.tab = "moves";
  turn = now;
  mark();
}

document.addEventListener("click", ({ target }) => {
  const tab = target.closest?.(".tabs [data-tab-name]");
  if (tab) open(tab.dataset.tabName);
  const drop = document.querySelector(".drop[open]");
  if (drop && !drop.contains(target)) drop.open = false;
});

document.addEventListener("keydown", (event) => {
  const drop = document.querySelector(".drop[open]");
  if (event.key !== "Escape" || !drop) return;
  drop.open = false;
  drop.querySelector("summary").focus();
});

// the footer moves into the last tab, for the page has no end to scroll to
function tuck() {
  const slot = document.getElementById("foot-slot");
  const foot = document.querySelector(".foot");
  if (slot && foot && !slot.contains(foot)) slot.append(foot);
}

document.addEventListener("brehon:after", () => {
  tuck();
  follow();
});
tuck();
follow();
