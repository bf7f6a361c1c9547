// Sending an invitation: the system's share sheet where there is one, else the clipboard.

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  // pages without TLS have no clipboard: the older command works there
  const isDone = navigator.clipboard
    ? await navigator.clipboard.writeText(field.value).then(() => true, () => false)
    : document.execCommand("copy");
  const notice = document.getElementById("notice");
  if (notice) notice.textContent = isDone ? button.dataset.copied : (button.dataset.byHand ?? "");
  if (!isDone || button.dataset.was) return;
  button.dataset.was = button.textContent;
  button.textContent = `✓ ${button.dataset.copied}`;
  setTimeout(() => {
    button.textContent = button.dataset.was;
    delete button.dataset.was;
  }, 2000);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (button?.dataset.copy) copy(button);
  if (button?.dataset.share) navigator.share({ text: button.dataset.text, url: button.dataset.share }).catch(() => {}); // closed again
});

function dress() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

document.addEventListener("brehon:after", dress);
dress();
