"""A passkey in software: makes and uses keys as a browser with an authenticator does, honest or not about who holds it."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class SoftKey:
    """One passkey for one site."""

    def __init__(self, site: str = "table.test", scheme: str = "http", verifies: bool = True) -> None:
        self.site, self.origin, self.verifies = site, f"{scheme}://{site}", verifies
        self.id = secrets.token_bytes(20)
        self.uses = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def _data(self, flags: int) -> bytes:
        self.uses += 1
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return hashlib.sha256(self.site.encode()).digest() + struct.pack(">BI", flags, self.uses)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, client: bytes, **response: bytes) -> dict[str, Any]:
        parts = {name: packed(value) for name, value in response.items()} | {"clientDataJSON": packed(client)}
        return {"id": packed(self.id), "rawId": packed(self.id), "type": "public-key", "response": parts}

    def make(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to the question for a new passkey."""
        numbers = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        held = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(HAS_KEY) + held})
        return self._answer(self._client("webauthn.create", asked["challenge"]), attestationObject=attested)

    def use(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to the question for a passkey that is known."""
        client, data = self._client("webauthn.get", asked["challenge"]), self._data(0)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature)


async def add_key(person: httpx.AsyncClient, key: SoftKey) -> httpx.Response:
    asked = await person.post("/account/passkey/begin")
    assert asked.status_code == 200, asked.text
    return await person.post("/account/passkey/finish", json=key.make(asked.json()))


async def sign_in_by_key(person: httpx.AsyncClient, key: SoftKey) -> httpx.Response:
    asked = await person.post("/signin/passkey/begin")
    return await person.post("/signin/passkey/finish", json=key.use(asked.json()))
