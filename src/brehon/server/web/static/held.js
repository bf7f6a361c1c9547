// What the page holds of earlier answers: the server sends only the pieces that are new (see deltas.py).

const CUT = "\x1e";
const RUN = "\x1f";
const MOST = 4; // several workers may answer in turn, and each knows only its own answers

const held = new Map(); // name of an answer -> its pieces, newest last

export const names = () => [...held.keys()].reverse().join(" ");

// the whole text of an answer
export async function read(answer) {
  const text = await answer.text();
  const name = answer.headers.get("X-Brehon-Name");
  if (!name) return text;
  const base = held.get(answer.headers.get("X-Brehon-Base")) ?? [];
  const pieces = text.split(CUT).flatMap((piece) => {
    if (!piece.startsWith(RUN)) return piece;
    const [first, count] = piece.slice(1).split(" ").map(Number);
    return base.slice(first, first + count);
  });
  if (pieces.length !== Number(answer.headers.get("X-Brehon-Pieces"))) {
    held.clear();
    throw new Error("an answer refers to what this page does not hold");
  }
  const whole = pieces.join("");
  if (whole.includes('id="curtain"')) held.clear(); // another person holds the device now
  held.set(name, pieces);
  if (held.size > MOST) held.delete(held.keys().next().value);
  return whole;
}
