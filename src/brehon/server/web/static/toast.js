// Short messages over the page: what was said while the chat is closed, and reactions next to their players.

const LASTS = 6000; // milliseconds
const MOST = 3;

function holder() {
  let found = document.getElementById("toasts");
  if (!found) {
    found = document.createElement("div");
    found.id = "toasts";
    found.setAttribute("role", "status");
    document.body.append(found);
  }
  return found;
}

// a line of the chat as a message that goes by itself; one that asks something stays until it is closed
export function toast(line, close, onOpen) {
  const box = document.createElement("div");
  box.className = "toast";
  const words = document.createElement("button");
  words.type = "button";
  words.className = "words";
  for (const part of line.querySelectorAll(".head strong, .said, .event, .reacted")) words.append(part.cloneNode(true), " ");
  words.addEventListener("click", () => {
    box.remove();
    onOpen();
  });
  box.append(words);
  const form = line.querySelector(".join-next");
  if (form) box.append(form.cloneNode(true));
  const end = document.createElement("button");
  end.type = "button";
  end.className = "close";
  end.setAttribute("aria-label", close);
  end.textContent = "×";
  end.addEventListener("click", () => box.remove());
  box.append(end);
  const all = holder();
  all.append(box);
  while (all.children.length > MOST) all.firstChild.remove();
  if (!form) setTimeout(() => box.matches(":hover, :focus-within") || box.remove(), LASTS);
}

// the chat is open: what it says needs no message over the page; one that asks something stays
export function clear() {
  for (const box of document.querySelectorAll("#toasts .toast")) if (!box.querySelector("form")) box.remove();
}

// a reaction at the row of its player, for a few seconds
export function bubble(line, row) {
  const picture = [...line.querySelectorAll(".reacted svg")].find((one) => one.querySelector(`[href="#r-${line.dataset.code}"]`));
  if (!row?.checkVisibility() || !picture) return false;
  const place = row.getBoundingClientRect();
  const box = document.createElement("div");
  box.className = "bubble";
  box.setAttribute("aria-hidden", "true"); // the chat says it
  box.append(picture.cloneNode(true));
  document.body.append(box);
  const isBeside = place.left > innerWidth / 2 && innerWidth > 1050; // next to the row, else below it: the name stays in sight
  box.style.left = `${isBeside ? place.left - 50 : place.left + place.width / 2 - 22}px`;
  box.style.top = `${isBeside ? Math.max(4, place.top + place.height / 2 - 22) : place.bottom - 8}px`;
  setTimeout(() => box.remove(), LASTS);
  return true;
}
