"""Signatures (Ed25519): which server has signed a lock or a finished record.

Two different signed records of one table prove that the server that signed them has cheated.
"""

from __future__ import annotations

import re
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

LOCK_MARK: Final = b"brehon lock 2\n"  # prefix of what is signed: no signature is valid for anything else
RECORD_MARK: Final = b"brehon record 2\n"
SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")


def new_key() -> str:
    """A private key, 64 hexadecimal digits."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


class Signer:
    """A server's private key."""

    def __init__(self, private: str) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private))
        public = self._key.public_key()
        self.public = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw).hex()

    def sign_lock(self, digest: str) -> str:
        return self._key.sign(LOCK_MARK + digest.encode("ascii")).hex()

    def sign_record(self, digest: str) -> str:
        return self._key.sign(RECORD_MARK + digest.encode("ascii")).hex()


def signed_lock(key: str, digest: str, signature: str) -> bool:
    """Whether the owner of a public key has signed the lock with this digest."""
    return _holds(key, LOCK_MARK + digest.encode("ascii"), signature)


def signed_record(key: str, digest: str, signature: str) -> bool:
    return _holds(key, RECORD_MARK + digest.encode("ascii"), signature)


def _holds(key: str, message: bytes, signature: str) -> bool:
    if SIGNATURE.fullmatch(signature) is None:  # one signature has only one spelling
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):  # a text that is not a key or not a signature proves nothing either
        return False
    return True
