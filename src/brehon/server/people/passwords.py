"""Passwords: which are good enough, and how they are checked without making other people wait.

A check takes 46 MB and some 50 ms of a core. Strangers and devices that an account knows have one queue each, so many
strangers cannot keep an owner waiting. When too many strangers are waiting, the next one is refused.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from brehon.core.text import N_, Message
from brehon.server.errors import TooMany, Unreadable

SHORTEST: Final = 8  # characters
LONGEST: Final = 200
MOST_WAITING: Final = 32  # strangers whose passwords wait to be checked
DIGITS_ENOUGH: Final = 14  # so many digits may be a password without anything else
FEW_SIGNS: Final = 3  # as many different characters, or fewer, are too easy
OF_ITS_OWN: Final = 4  # letters that a password must have besides the name of the account or of the program
RUNS: Final = (  # rows of keyboards (English, German, French), the alphabet, digits
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiopü", "asdfghjklöä", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "qazwsxedcrfvtgbyhnujmikolp", "1qaz2wsx3edc4rfv5tgb6yhn", "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p", "147258369", "159753", "qweasdzxc", "qweasdyxc",
)  # fmt: skip
DISGUISE: Final = str.maketrans("013457@$!€", "oieastasie")
PLAIN: Final = re.compile(r"[^\w]|_|\d", re.UNICODE)


class PasswordChecker:
    """Makes and checks hashes; counts the checks."""

    def __init__(self) -> None:
        self.checks = 0  # passwords that were compared with a hash
        self._hasher = PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)  # twice what OWASP asks for
        self._strangers, self._known = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._waiting = 0
        self._of_no_account = ""  # an unknown name takes as long as a known one

    async def hash(self, password: str, is_known: bool) -> str:
        """Of a new password; of a guest who makes an account in the queue of the strangers."""
        async with self._lane(is_known):
            return await asyncio.to_thread(self._hasher.hash, password.encode("utf-8", "replace"))

    async def verify(self, hashed: str | None, password: str, is_known: bool) -> bool:
        """Whether it is the password; without a hash (there is no such account) it takes as long and is wrong."""
        async with self._lane(is_known):
            return await self._compare(hashed, password)

    @asynccontextmanager
    async def _lane(self, is_known: bool) -> AsyncIterator[None]:
        if is_known:
            async with self._known:
                yield
            return
        if self._waiting >= MOST_WAITING:
            error = TooMany(Message(N_("Many people are signing in right now. Try again in a few seconds.")))
            error.retry_after = 5
            raise error
        self._waiting += 1
        try:
            async with self._strangers:
                yield
        finally:
            self._waiting -= 1

    async def _compare(self, hashed: str | None, password: str) -> bool:
        if not self._of_no_account:
            self._of_no_account = await asyncio.to_thread(self._hasher.hash, secrets.token_bytes(16))
        self.checks += 1
        given = password[:LONGEST].encode("utf-8", "replace")
        try:
            right = await asyncio.to_thread(self._hasher.verify, hashed or self._of_no_account, given)
        except (VerifyMismatchError, InvalidHashError):
            return False
        return right and bool(hashed)


def check_password(password: str, login: str) -> None:
    """Unreadable says why a new password is not good enough for the account of this name."""
    if not SHORTEST <= len(password) <= LONGEST:
        text = N_(
            "A password has %(least)s to %(most)s characters; a few words in a row are easy to remember and hard to guess."
        )
        raise Unreadable(Message(text, least=SHORTEST, most=LONGEST))
    folded = unicodedata.normalize("NFKC", password).casefold()
    if folded == login:
        raise Unreadable(Message(N_("The password must not be the sign-in name.")))
    if any(_is_little_more_than(name, folded) for name in (login, "brehon")):
        text = N_(
            "This password is little more than your sign-in name or the name of this program. Choose another one."
        )
        raise Unreadable(Message(text))
    if _is_pattern(folded):
        text = N_("This password is a simple pattern, which is guessed first. A few words in a row are better.")
        raise Unreadable(Message(text))
    if _is_common(folded):
        text = N_("This is one of the passwords that are guessed first. A few words in a row are better.")
        raise Unreadable(Message(text))


def _is_little_more_than(name: str, password: str) -> bool:
    return len(name) > 2 and name in password and len(PLAIN.sub("", password.replace(name, ""))) < OF_ITS_OWN


def _is_pattern(password: str) -> bool:
    """One or two characters again and again, a piece that is repeated, a run of keys, nothing but a few digits."""
    plain = "".join(c for c in password if c.isalnum()) or password
    if len(set(plain)) <= FEW_SIGNS or (plain.isdecimal() and len(plain) < DIGITS_ENOUGH):
        return True
    pieces = (plain[:n] for n in range(1, min(SHORTEST, len(plain) // 2 + 1)))
    return any(plain == (piece * len(plain))[: len(plain)] for piece in pieces) or _made_of_runs(plain)


def _made_of_runs(plain: str) -> bool:
    """Whether the whole of it is runs of at least three neighbours, in either direction, and a digit or two more."""
    rest, left = plain, 0
    while rest:
        run = next((n for n in range(len(rest), 2, -1) if _is_run(rest[:n])), 0)
        left += 0 if run else 1
        rest = rest[run or 1 :]
    return left <= 2


def _is_run(piece: str) -> bool:
    return any(piece in row or piece in row[::-1] for row in RUNS)


def _is_common(password: str) -> bool:
    """In the list; in disguise, or with digits and signs around it, too."""
    if password in COMMON:
        return True
    bare = password.strip("0123456789 !?.,;:-_*#+$@&%/()=\"'")
    for spelling in (bare, password.translate(DISGUISE), bare.translate(DISGUISE)):
        word = PLAIN.sub("", spelling)
        if word in COMMON or (word.endswith("s") and word[:-1] in COMMON):
            return True
    return False


def _read_common() -> frozenset[str]:
    lines = (Path(__file__).parent / "common_passwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


COMMON: Final = _read_common()
