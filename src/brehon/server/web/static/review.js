// The review: stepped through by keys, with the played and the better move marked on the board; while it is made, its progress.

import { markMoves } from "./marks.js";

const here = (id) => document.getElementById(id);
const KEYS = { ArrowLeft: "previous", ArrowRight: "following", PageDown: "mistake-after", PageUp: "mistake-before", Home: "first", End: "last" };

// -- the moment that is shown

function dress() {
  markMoves();
  const now = document.querySelector("#mistakes [aria-current]");
  const list = here("mistakes");
  if (now && list) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 3;
}

// -- keys

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !KEYS[event.key]) return;
  if (event.target.closest?.("select, summary, input, .scroll, #mistakes")) return;
  const link = here(KEYS[event.key])?.getAttribute("href");
  if (!here("steps")) return;
  event.preventDefault();
  if (link) document.dispatchEvent(new CustomEvent("brehon:go", { detail: link }));
});

// -- progress, until it is there

function follow() {
  const box = here("progress");
  if (!box) return;
  const stream = new EventSource(box.dataset.events);
  stream.addEventListener("review", ({ data }) => {
    const { state, done, total, words } = JSON.parse(data);
    if (state !== "waiting") {
      stream.close();
      location.reload();
      return;
    }
    const bar = here("progress-bar");
    bar.max = total || 1;
    bar.value = done;
    if (here("progress-words").textContent !== words) here("progress-words").textContent = words;
  });
}

// a line of a list leads to the board, which may be far away on a telephone
let isFromList = false;
document.addEventListener("click", (event) => (isFromList = event.target.closest(".remarks a") !== null));

document.addEventListener("brehon:after", () => {
  dress();
  const top = here("moment")?.getBoundingClientRect().top ?? 0;
  if (isFromList && (top < 0 || top > innerHeight)) here("steps").scrollIntoView({ block: "start" });
  isFromList = false;
});
dress();
follow();
