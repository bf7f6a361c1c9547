// Which puzzles and exercises were solved, and how many puzzles in a row at the first try: kept in this browser for a guest.

import { markMoves } from "./marks.js";

const MOST = 1000; // entries of a list; the oldest go first
const key = () => document.getElementById("table")?.dataset.kept ?? "brehon-puzzles";

function read() {
  try {
    return { solved: [], failed: [], streak: 0, best: 0, ...JSON.parse(localStorage.getItem(key()) ?? "{}") };
  } catch {
    return { solved: [], failed: [], streak: 0, best: 0 };
  }
}

function write(kept) {
  try {
    localStorage.setItem(key(), JSON.stringify({ ...kept, solved: kept.solved.slice(-MOST), failed: kept.failed.slice(-MOST) }));
  } catch {
    // a browser that keeps nothing has no streak
  }
}

// An answer counts once for each task: a wrong one ends the streak, a right one after that does not begin it again.
function count(task, answer) {
  const kept = read();
  if (kept.solved.includes(task)) return;
  if (answer === "right") {
    kept.solved.push(task);
    if (!kept.failed.includes(task)) kept.streak += 1;
    kept.best = Math.max(kept.best, kept.streak);
  } else if (!kept.failed.includes(task)) {
    kept.failed.push(task);
    kept.streak = 0;
  }
  write(kept);
}

function draw({ solved, failed, streak, best }) {
  const line = document.getElementById("streak");
  const text = best ? line?.dataset.some : line?.dataset.none;
  if (text !== undefined) line.textContent = text.replace("{n}", streak).replace("{best}", best);
  for (const link of document.querySelectorAll("a[data-puzzle]")) {
    link.classList.toggle("solved", solved.includes(link.dataset.puzzle));
    link.classList.toggle("failed", failed.includes(link.dataset.puzzle) && !solved.includes(link.dataset.puzzle));
  }
}

// -- an account keeps its puzzles on the server; what this browser has kept before goes there once

const isKept = () => document.getElementById("streak")?.dataset.account === "1";

async function merge() {
  const { solved, failed, streak, best } = read();
  if (!solved.length && !failed.length) return;
  const headers = { "Content-Type": "application/json", "X-Brehon": "1" };
  const answer = await fetch("/puzzles/kept", { method: "POST", headers, body: JSON.stringify({ solved, failed, streak, best }) }).catch(() => null);
  if (!answer?.ok) return; // the next page tries again
  localStorage.removeItem(key());
  draw(await answer.json());
}

function look() {
  const table = document.getElementById("table");
  markMoves();
  if (isKept()) return;
  if (table?.dataset.answer) count(table.dataset.puzzle, table.dataset.answer);
  draw(read());
}

// a move may have to be searched first; one that waits for a confirmation does not get here
document.addEventListener("click", ({ target }) => {
  const notice = document.getElementById("notice");
  if (notice && target.closest("#moves button, #board [data-action]")) notice.textContent = document.getElementById("table").dataset.busy;
});

look();
if (isKept()) merge();
document.addEventListener("brehon:after", look); // the page was drawn again, after an answer
