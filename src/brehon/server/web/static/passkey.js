// Passkeys: the server says what to ask for, the browser asks, the server checks the answer.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function asked(options) {
  options.challenge = bytes(options.challenge);
  if (options.user) options.user.id = bytes(options.user.id);
  for (const list of [options.excludeCredentials, options.allowCredentials]) {
    for (const known of list ?? []) known.id = bytes(known.id);
  }
  return options;
}

function answered(key) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (key.response[name]) response[name] = text(key.response[name]);
  }
  return { id: key.id, rawId: text(key.rawId), type: key.type, response };
}

async function post(path, body) {
  const options = { method: "POST", body, headers: { "Content-Type": "application/json" } };
  const answer = await fetch(path, options);
  const data = await answer.json();
  if (!answer.ok && data.to) location.href = data.to; // something has to be confirmed first
  if (!answer.ok) throw new Error(data.message);
  return data;
}

async function use(button) {
  const notice = document.getElementById("notice");
  notice.textContent = "";
  let key = null;
  try {
    const publicKey = asked(await post(`${button.dataset.passkey}/begin`, "{}"));
    try {
      key = publicKey.user ? await navigator.credentials.create({ publicKey }) : await navigator.credentials.get({ publicKey });
    } catch {
      key = null; // refused, timed out, or not possible at this address
    }
    if (!key) throw new Error(button.dataset.failed);
    location.href = (await post(`${button.dataset.passkey}/finish${button.dataset.query ?? ""}`, JSON.stringify(answered(key)))).to;
  } catch (error) {
    notice.textContent = error.message;
  }
}

for (const button of document.querySelectorAll("[data-passkey]")) {
  if (!window.PublicKeyCredential) button.disabled = true;
  button.addEventListener("click", () => use(button));
}
