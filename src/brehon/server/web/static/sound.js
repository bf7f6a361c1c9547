// Soft sounds, made here so that nothing has to be loaded: a piece is placed, it is your turn, a message, the end. Off until one
// switches them on. A browser plays nothing before the first click or key on a page; sounds that came too early are left out.

const SETTING = "brehon-sound";
const LEVEL = 0.22;
const PATIENCE = 300; // milliseconds until the browser must have allowed it
const root = document.documentElement;
const isOn = () => localStorage.getItem(SETTING) === "1";
let audio = null;

async function isAllowed() {
  audio ??= new AudioContext();
  if (audio.state !== "running") await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, PATIENCE))]);
  return audio.state === "running";
}

// a level that rises at once and fades
function fading(start, length, most) {
  const level = audio.createGain();
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(most * LEVEL, start + 0.015);
  level.gain.exponentialRampToValueAtTime(0.0005, start + length);
  level.connect(audio.destination);
  return level;
}

function tone(pitch, delay = 0, length = 0.7, most = 1, type = "sine") {
  const start = audio.currentTime + delay;
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(fading(start, length, most));
  source.start(start);
  source.stop(start + length);
}

// wood on wood: a breath of noise and a low note
function knock() {
  const start = audio.currentTime;
  const noise = audio.createBufferSource();
  noise.buffer = audio.createBuffer(1, audio.sampleRate * 0.05, audio.sampleRate);
  const samples = noise.buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1400;
  noise.connect(filter).connect(fading(start, 0.07, 0.9));
  noise.start(start);
  tone(196, 0, 0.12, 0.8, "triangle");
}

const SOUNDS = {
  placed: knock,
  turn: () => [659.3, 880].forEach((pitch, n) => tone(pitch, 0.18 * n)),
  message: () => [987.8, 1174.7].forEach((pitch, n) => tone(pitch, 0.07 * n, 0.3, 0.5)),
  over: () => [392, 523.3, 659.3, 784].forEach((pitch, n) => tone(pitch, 0.16 * n, 1.3, 0.8)),
};

async function play(name) {
  if (!isOn()) return;
  if (name === "turn") root.dataset.chimes = Number(root.dataset.chimes ?? 0) + 1;
  document.dispatchEvent(new CustomEvent("brehon:sound", { detail: name }));
  if (await isAllowed()) SOUNDS[name]();
}

// -- what happens at the table; live.js reports turns and messages

document.addEventListener("brehon:play", ({ detail: name }) => play(name));

let was = null;

document.addEventListener("brehon:before", () => {
  was = { ...document.getElementById("table")?.dataset };
});

document.addEventListener("brehon:after", () => {
  const now = document.getElementById("table")?.dataset;
  if (!was || !now || !isOn()) return;
  if (was.state === "playing" && now.state === "over") play("over");
  else if (now.state === "playing" && Number(now.ply) > Number(was.ply) && (was.turn || !now.turn)) play("placed");
});

// -- the switches: all of them show one setting

function dress() {
  const button = document.getElementById("sound");
  const box = document.getElementById("with-sound");
  if (button) {
    button.textContent = isOn() ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(isOn()));
  }
  if (box && box.checked !== isOn()) box.checked = isOn();
}

function set(wanted) {
  localStorage.setItem(SETTING, wanted ? "1" : "0");
  dress();
  if (wanted) play("turn");
}

document.addEventListener("click", ({ target }) => target.closest?.("#sound") && set(!isOn()));
document.addEventListener("change", ({ target }) => target.id === "with-sound" && set(target.checked));
addEventListener("storage", ({ key }) => key === SETTING && dress());
document.addEventListener("brehon:dress", dress);
for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => isOn() && isAllowed(), { once: true, capture: true });
dress();
