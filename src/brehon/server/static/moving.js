// A move is seen as movement: pieces glide from where they were. Never longer than half a second, never in the way of a click.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let before = new Map();

// where the pieces lie, in the units of the picture
function places() {
  const found = new Map();
  const svg = document.querySelector("#board svg");
  if (!svg || calm.matches) return found;
  const inverse = svg.getScreenCTM()?.inverse();
  for (const piece of inverse ? svg.querySelectorAll("[id][transform]:not(.spot)") : []) {
    const at = inverse.multiply(piece.getScreenCTM());
    found.set(piece.id, [at.e, at.f]);
  }
  return found;
}

function animate() {
  if (calm.matches || !before.size) return;
  for (const [id, [x, y]] of places()) {
    const old = before.get(id);
    const piece = document.getElementById(id);
    if (!old) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300, easing: "ease-out" });
    } else if (Math.hypot(old[0] - x, old[1] - y) > 0.5) {
      const own = piece.getAttribute("transform").replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/, "$1px,$2px");
      const start = `translate(${old[0] - x}px,${old[1] - y}px) ${own}`;
      piece.animate([{ transform: start }, { transform: own }], { duration: 380, easing: "ease-in-out" });
    }
  }
}

document.addEventListener("brehon:before", () => {
  before = places();
});
document.addEventListener("brehon:after", animate);
