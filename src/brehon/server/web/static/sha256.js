// SHA-256 of a text of ASCII characters. crypto.subtle is missing over plain http, where people play in a home network.

const fractions = (count, root) => {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (isPrime) found.push(Math.floor((root(n) % 1) * 2 ** 32));
  }
  return found;
};
const START = fractions(8, Math.sqrt);
const ROUND = fractions(64, Math.cbrt);
const turn = (x, by) => (x >>> by) | (x << (32 - by));

export function sha256(text) {
  const bytes = [...text].map((character) => {
    const code = character.codePointAt(0);
    if (code > 127) throw new RangeError("only ASCII is hashed here");
    return code;
  });
  const bits = bytes.length * 8;
  bytes.push(128);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / 2 ** shift) & 255);
  const hash = [...START];
  for (let at = 0; at < bytes.length; at += 64) block(hash, bytes.slice(at, at + 64));
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function block(hash, bytes) {
  const w = [];
  for (let i = 0; i < 16; i++) w[i] = (bytes[4 * i] << 24) | (bytes[4 * i + 1] << 16) | (bytes[4 * i + 2] << 8) | bytes[4 * i + 3];
  for (let i = 16; i < 64; i++) {
    const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
}
