// The page of a group keeps itself up to date: who is here, proposals, tables. Times are shown in the reader's time zone.

const EVERY = 15000; // milliseconds
const live = () => document.getElementById("group-live");
const title = document.title;

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(live().dataset.src, { headers: { "X-Brehon": "1" } }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("group-live");
  if (!next || next.outerHTML === shown) return;
  shown = next.outerHTML;
  const { id } = document.activeElement ?? {};
  const open = [...live().querySelectorAll("details")].map((one) => one.open);
  live().replaceWith(document.adoptNode(next));
  live().querySelectorAll("details").forEach((one, place) => (one.open = open[place] ?? false));
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
  dress();
}

function dress() {
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
  const open = Number(live().dataset.open);
  document.title = open ? `(${open}) ${title}` : title;
}

let shown = live().outerHTML;
document.getElementById("zone").value = new Date().getTimezoneOffset();
document.getElementById("propose-at").addEventListener("input", () => (document.getElementById("when-later").checked = true));
setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
dress();
