// The clocks of a table tick between two answers of the server, whose time is the one that counts.

const seen = new WeakMap(); // clock -> [what the server said, when we heard it]

function words(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  if (hours) return `${hours}:${two(Math.floor(seconds / 60) % 60)} h`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-running]")) {
    const said = `${clock.dataset.left} ${clock.dataset.running}`;
    if (seen.get(clock)?.[0] !== said) seen.set(clock, [said, performance.now()]);
    const left = Math.max(0, Math.round(clock.dataset.left - (performance.now() - seen.get(clock)[1]) / 1000));
    if (left < 86400) clock.textContent = words(left); // days are not worth a tick
    clock.parentElement.classList.toggle("low", left < 60);
  }
}

setInterval(tick, 1000);
tick();
