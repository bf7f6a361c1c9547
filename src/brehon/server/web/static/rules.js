// The text of a rule beside a link to it: shown when one points at the link, reaches it by keyboard or taps it. Without this script
// the link is a plain one. The key Escape closes; a second tap, or a click of a mouse, goes to the rules page.

const LINKS = "a.rule[href*='#'], .prose a.rule-ref:not(li > strong:first-child > a, h2 > a, h3 > a)"; // not where a rule itself stands
const POINTED = 250; // milliseconds until it opens
const LEAVES = 200; // and until it closes, so that the pointer can reach it
const GAP = 6;
const texts = new Map(); // address -> the text as HTML, made by our own server

let shown = null; // the link
let timer = 0;
let box = null;

function made() {
  if (box?.isConnected) return box;
  box = document.createElement("div");
  box.id = "rule-popover";
  box.setAttribute("role", "region");
  box.dataset.own = "1";
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", later);
  box.addEventListener("focusout", (event) => !box.contains(event.relatedTarget) && event.relatedTarget !== shown && close());
  box.hidden = true;
  document.body.append(box);
  return box;
}

async function textOf(link) {
  const [page, id] = link.getAttribute("href").split("#");
  const address = `${page || location.pathname}?id=${encodeURIComponent(id)}`;
  if (!texts.has(address)) {
    const answer = await fetch(address, { headers: { "X-Brehon": "1" } });
    if (!answer.ok) return null;
    texts.set(address, await answer.text());
  }
  return new DOMParser().parseFromString(texts.get(address), "text/html").body.firstElementChild;
}

async function open(link) {
  if (link === shown) return clearTimeout(timer);
  close();
  shown = link;
  const words = await textOf(link).catch(() => null);
  if (!words || shown !== link || !link.isConnected) return;
  const place = made();
  place.setAttribute("aria-label", link.textContent);
  place.replaceChildren(words);
  place.hidden = false;
  put(place, link.getBoundingClientRect());
  link.setAttribute("aria-describedby", place.id);
}

// below the link, above it where there is more room, never over it
function put(place, at) {
  const { clientWidth: width } = document.documentElement;
  place.style.left = `${Math.max(GAP, Math.min(at.left, width - place.offsetWidth - GAP))}px`;
  const isBelow = at.bottom + GAP + place.offsetHeight < innerHeight || at.top < innerHeight - at.bottom;
  place.style.top = `${isBelow ? at.bottom + GAP : Math.max(GAP, at.top - GAP - place.offsetHeight)}px`;
}

function close() {
  clearTimeout(timer);
  shown?.removeAttribute("aria-describedby");
  shown = null;
  if (box) box.hidden = true;
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(close, LEAVES);
}

const linkAt = (event) => (event.target instanceof Element ? event.target.closest(LINKS) : null);

document.addEventListener("pointerover", (event) => {
  const link = linkAt(event);
  if (!link || event.pointerType === "touch") return;
  clearTimeout(timer);
  if (link !== shown) timer = setTimeout(() => open(link), POINTED);
});
document.addEventListener("pointerout", (event) => linkAt(event) && event.pointerType !== "touch" && later());
document.addEventListener("focusin", (event) => {
  const link = linkAt(event);
  if (link?.matches(":focus-visible")) open(link);
  else if (shown && !box?.contains(event.target)) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !shown) return;
  if (box?.contains(document.activeElement)) shown.focus();
  close();
});
document.addEventListener("scroll", (event) => shown && event.target !== box && close(), { capture: true, passive: true });

// a tap shows the text first; a long press would open the menu of the browser
let byTouch = false;
document.addEventListener("pointerdown", (event) => (byTouch = event.pointerType === "touch"), { capture: true });
document.addEventListener("click", (event) => {
  const link = linkAt(event);
  if (link && byTouch && (link !== shown || box?.hidden !== false)) {
    event.preventDefault();
    open(link);
  } else if (!link && shown && !box?.contains(event.target)) close();
});
document.addEventListener("contextmenu", (event) => {
  const link = linkAt(event);
  if (!link || !byTouch) return;
  event.preventDefault();
  open(link);
});
document.addEventListener("brehon:after", () => shown && !shown.isConnected && close());
