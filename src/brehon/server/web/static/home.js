// The front page: it stays up to date by itself, while it is visible.

import { morph } from "./morph.js";

const EVERY = 15000;
const NEWS = "/home/fragment";
let mark = "";

for (const field of document.getElementsByName("numbers")) field.value = "1"; // a new table waits for the number of this device

async function look() {
  if (document.visibilityState !== "visible") return;
  const headers = mark ? { "If-None-Match": mark } : {};
  const answer = await fetch(NEWS, { headers, cache: "no-store" }).catch(() => null); // offline: later
  if (answer?.status !== 200) return;
  mark = answer.headers.get("ETag") ?? "";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["news", "lists"]) morph(document.getElementById(id), page.getElementById(id));
}

document.addEventListener("visibilitychange", look);
setInterval(look, EVERY);
