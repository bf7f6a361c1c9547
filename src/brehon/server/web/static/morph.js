// One tree becomes the other: nodes with an id are kept and moved, so that focus and pictures do not flicker.

export function morph(from, to) {
  if (from.isEqualNode(to) || from.dataset?.own) return;
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && name !== "open") from.setAttribute(name, value);
  }
  if (from.id === "slider" && document.activeElement !== from) from.value = to.getAttribute("value");
  let here = from.firstChild;
  for (const child of [...to.childNodes]) {
    const known = child.id ? document.getElementById(child.id) : null;
    if (known && known.nodeName === child.nodeName && !known.contains(from)) {
      if (known === here) here = here.nextSibling;
      else from.insertBefore(known, here);
      morph(known, child);
    } else if (here && !here.id && !child.id && here.nodeName === child.nodeName) {
      const old = here;
      here = here.nextSibling;
      if (old.nodeType === Node.ELEMENT_NODE) morph(old, child);
      else if (old.nodeValue !== child.nodeValue) old.nodeValue = child.nodeValue;
    } else {
      from.insertBefore(document.importNode(child, true), here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}
