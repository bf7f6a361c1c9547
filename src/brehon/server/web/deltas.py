"""Only what has changed is sent: an answer to our own script names the pieces that the page already holds instead of repeating them.

The text of an answer is cut into pieces. The server remembers the hashes of the pieces of each answer under a random name; the script
keeps the pieces themselves under the same name and sends the names of the last few answers that it holds. The next answer is then a
list of new pieces and of runs of old ones, from which the script puts the whole text together again. Nothing has to be declared for
this: whatever stays the same, in whichever part of the page or of the board, is not sent. A name that is not known here (after a
restart, from another worker, after a long pause) costs one full answer.

A name is random and counts only for the person and the address that it was made for, so no one learns what is on the page of another person.
"""

from __future__ import annotations

import secrets
from array import array
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

HAS: Final = "x-brehon-has"  # request: names of the answers that the page holds, newest first
NAME: Final = "X-Brehon-Name"  # answer: its own name
BASE: Final = "X-Brehon-Base"  # answer: the name of the one whose pieces it refers to; "" if all pieces are new
PIECES: Final = "X-Brehon-Pieces"  # answer: how many there must be
CUT: Final = "\x1e"
RUN: Final = "\x1f"
GROUP: Final = "<g "
LONG: Final = 400  # characters of a line that is cut further
MOST_HELD: Final = 4  # names that are looked at in a request
MOST_PIECES: Final = 3_000_000  # hashes that are remembered by a worker, eight bytes each: some 6,000 open pages


@dataclass(frozen=True)
class Held:
    """An answer that a page holds."""

    reader: str
    hashes: array[int]


@dataclass(frozen=True)
class Delta:
    """An answer, and the headers that say how to read it."""

    text: str
    headers: dict[str, str]


class Pages:
    """What open pages hold; the longest unused are forgotten."""

    def __init__(self, most: int = MOST_PIECES) -> None:
        self.most = most
        self.pieces = 0
        self._held: OrderedDict[str, Held] = OrderedDict()

    def delta(self, text: str, reader: str, has: str) -> Delta | None:
        """The text for a reader who holds answers with these names; None if it cannot be cut."""
        if CUT in text or RUN in text:
            return None
        pieces = cut(text)
        hashes = array("q", map(hash, pieces))
        base, old = self._known(reader, has)
        name = secrets.token_urlsafe(9)
        self._remember(name, Held(reader, hashes))
        headers = {NAME: name, BASE: base, PIECES: str(len(pieces))}
        return Delta(CUT.join(difference(pieces, hashes, old) if base else pieces), headers)

    def _known(self, reader: str, has: str) -> tuple[str, array[int]]:
        for name in has.split()[:MOST_HELD]:
            held = self._held.get(name)
            if held is not None and held.reader == reader:
                self._held.move_to_end(name)
                return name, held.hashes
        return "", array("q")

    def _remember(self, name: str, held: Held) -> None:
        self._held[name] = held
        self.pieces += len(held.hashes)
        while self.pieces > self.most:
            _, oldest = self._held.popitem(last=False)
            self.pieces -= len(oldest.hashes)


def cut(text: str) -> list[str]:
    """Lines of a page, and groups of a picture: the pieces, one after the other, are the text."""
    out: list[str] = []
    for line in text.splitlines(keepends=True):
        if len(line) < LONG:
            out.append(line)
        else:
            first, *groups = line.split(GROUP)
            out.append(first)
            out += [GROUP + group for group in groups]
    return out


def difference(pieces: list[str], hashes: array[int], old: array[int]) -> list[str]:
    """New pieces as they are, and runs of old ones as the number of the first and how many."""
    places = dict(zip(old, range(len(old)), strict=True))
    out: list[str] = []
    number, end, old_end = 0, len(hashes), len(old)
    while number < end:
        first = places.get(hashes[number], -1)
        if first < 0:
            out.append(pieces[number])
            number += 1
            continue
        after = first + 1
        number += 1
        while number < end and after < old_end and hashes[number] == old[after]:
            number += 1
            after += 1
        out.append(f"{RUN}{first} {after - first}")
    return out
