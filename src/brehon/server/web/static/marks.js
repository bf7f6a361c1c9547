// What was played and what was better, marked on the board: rings and arrows differ in their line, not only in colour.

const SVG = "http://www.w3.org/2000/svg";
const here = (id) => document.getElementById(id) ?? document.getElementById(`n-${id}`);

function ring(name, ids) {
  for (const one of document.querySelectorAll(`#board .${name}`)) one.classList.remove(name);
  for (const one of (ids ?? "").split(" ").filter(Boolean).map(here)) if (one?.closest("#board")) one.classList.add(name);
}

// the middle of a part of the board, in its own units
function middle(svg, one) {
  const box = one.getBoundingClientRect();
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(svg.getScreenCTM().inverse());
}

function arrow(name, way) {
  const [start, end] = (way ?? "").split(" ").map((id) => (id ? here(id) : null));
  const svg = start?.closest("#board svg");
  if (!svg || end?.closest("#board svg") !== svg) return;
  const [from, to] = [middle(svg, start), middle(svg, end)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (!(length > 0)) return;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = Math.min(26, length / 3);
  const gap = Math.min(18, length / 5); // what stands at both ends can still be read
  const side = name === "better" ? 5 : -5; // two arrows of one way lie next to each other
  const point = (along, aside) => `${(from.x + x * along - y * (aside + side)).toFixed(1)} ${(from.y + y * along + x * (aside + side)).toFixed(1)}`;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `trace trace-${name}`);
  group.setAttribute("aria-hidden", "true");
  const parts = { shaft: `M${point(gap, 0)} L${point(length - gap - head, 0)}`, head: `M${point(length - gap, 0)} L${point(length - gap - head, head / 2)} L${point(length - gap - head, -head / 2)}Z` };
  for (const [part, d] of Object.entries(parts)) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", part);
    path.setAttribute("d", d);
    group.append(path);
  }
  svg.append(group);
}

export function markMoves() {
  const { played, better, playedWay, betterWay } = document.getElementById("table")?.dataset ?? {};
  ring("played", played);
  ring("better", better);
  for (const one of document.querySelectorAll("#board .trace")) one.remove();
  arrow("played", playedWay);
  arrow("better", betterWay);
}
