"""The lock of a table: everything that the chance of a game depends on, fixed before any number is opened.

The device of each person draws a random number and sends only its hash. The lock holds all the hashes, the commitment to the
table's secret and what is played; nothing can change after that, and only then do the devices open their numbers. A player who
knows the secret has fixed their own number before they can learn another one, so no one chooses a draw. docs/fairness.md has
every formula.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Final

from brehon.core.canon import canonical, digest, int_field, list_field, only, table_field, text_field
from brehon.core.errors import BadRecord
from brehon.core.text import N_, Message

LOCK_FORMAT: Final = "brehon lock 2"
NUMBER_FORMAT: Final = "brehon number 2"
MIN_NUMBER: Final = 16  # characters; our own script draws 32 hexadecimal digits
MAX_NUMBER: Final = 160
HEX: Final = re.compile(r"[0-9a-f]{64}")
BREAKS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
CONSONANTS: Final = "bdfghjklmnprstvz"
VOWELS: Final = "aiou"
SPOKEN: Final = 5  # words of a fingerprint, 16 bits each


def number_hash(table: str, seat: int, number: str) -> str:
    """What a device may show of its number before the lock: it fixes the number and reveals nothing."""
    return hashlib.sha256(canonical([NUMBER_FORMAT, table, seat, number])).hexdigest()


def is_hash(text: str) -> bool:
    return HEX.fullmatch(text) is not None


def why_no_number(number: str) -> Message | None:
    """Why a text cannot be a person's number; None if it can."""
    if not MIN_NUMBER <= len(number) <= MAX_NUMBER:
        text = N_("A number has %(least)s to %(most)s characters.")
        return Message(text, least=MIN_NUMBER, most=MAX_NUMBER)
    if not is_one_line(number):
        return Message(N_("A number is one line of printable characters."))
    return None


def is_one_line(text: str) -> bool:
    """No control character, no line separator, no surrogate: the same in every version of every language."""
    return BREAKS.search(text) is None


def spoken(hex_digest: str) -> str:
    """The beginning of a digest in words that can be read aloud: one word for each 16 bits."""
    return "-".join(_syllables(int(hex_digest[start : start + 4], 16)) for start in range(0, 4 * SPOKEN, 4))


def _syllables(value: int) -> str:
    """Consonant, vowel, consonant, vowel, consonant: 4 + 2 + 4 + 2 + 4 bits."""
    first, second, third = value >> 12 & 15, value >> 6 & 15, value & 15
    return (
        CONSONANTS[first]
        + VOWELS[value >> 10 & 3]
        + CONSONANTS[second]
        + VOWELS[value >> 4 & 3]
        + CONSONANTS[third]
    )  # fmt: skip


@dataclass
class LockedSeat:
    """A seat as it was when the table was locked. No names: the name of a person who leaves for good is deleted."""

    level: str = ""  # of a bot; "" for a person
    is_absent: bool = False  # a person's seat in which no one sat
    number: str = ""  # the hash of the person's number; "" if there is none
    shares: int = -1  # the seat of the same device whose number counts for this one too

    def data(self) -> dict[str, object]:
        if self.level:
            return {"bot": self.level}
        if self.is_absent:
            return {"absent": True}
        if self.shares >= 0:
            return {"shares": self.shares}
        return {"number": self.number or None}


@dataclass
class Lock:
    """What was fixed before the first number was opened."""

    table: str
    commitment: str  # SHA-256 of the secret's digits
    key: str  # the server's public key, hexadecimal
    game: str
    rules: int
    options: dict[str, str]
    components: str  # the name of the set
    hash: str  # of the set
    seats: list[LockedSeat] = field(default_factory=list)

    def data(self) -> dict[str, object]:
        return {
            "format": LOCK_FORMAT,
            "table": self.table,
            "commitment": self.commitment,
            "key": self.key,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "components": {"name": self.components, "hash": self.hash},
            "seats": [seat.data() for seat in self.seats],
        }

    @property
    def digest(self) -> str:
        return digest(self.data())

    @property
    def fingerprint(self) -> str:
        """A few words that are the same for everyone at the table."""
        return spoken(self.digest)

    @property
    def with_number(self) -> list[int]:
        """The seats whose numbers have to be opened."""
        return [number for number, seat in enumerate(self.seats) if seat.number]

    def why_not_open(self, seat: int, number: str) -> Message | None:
        """Why this cannot be the number of a seat; None if it is."""
        why = why_no_number(number)
        if why is not None:
            return why
        if not 0 <= seat < len(self.seats) or not self.seats[seat].number:
            return Message(N_("The lock holds no number for this seat."))
        if number_hash(self.table, seat, number) != self.seats[seat].number:
            return Message(N_("This number does not match the hash in the lock."))
        return None

    def drawn_with(self, numbers: list[str]) -> list[str]:
        """[seat] what each seat contributes to every draw: its number, or an empty text."""
        return [numbers[seat] if locked.number else "" for seat, locked in enumerate(self.seats)]


def read_lock(raw: dict[str, object]) -> Lock:
    """A lock as written in a record or a receipt; BadRecord says what is wrong with its form."""
    only(raw, "format", "table", "commitment", "key", "game", "rules", "options", "components", "seats")
    if raw.get("format") != LOCK_FORMAT:
        raise BadRecord(
            N_("the lock has the format %(format)s, not %(right)s"),
            format=repr(raw.get("format")),
            right=repr(LOCK_FORMAT),
        )
    components = table_field(raw, "components")
    only(components, "name", "hash")
    options = table_field(raw, "options")
    if not all(isinstance(value, str) for value in options.values()):
        raise BadRecord(N_("the options of the lock must be texts"))
    seats = [_read_seat(entry, number) for number, entry in enumerate(list_field(raw, "seats"))]
    lock = Lock(
        text_field(raw, "table"),
        _hex(raw, "commitment"),
        _hex(raw, "key"),
        text_field(raw, "game"),
        int_field(raw, "rules"),
        {name: str(value) for name, value in options.items()},
        text_field(components, "name"),
        text_field(components, "hash"),
        seats,
    )
    if not lock.table:
        raise BadRecord(N_("the lock names no table"))
    _check_seats(lock)
    if canonical(lock.data()) != canonical(raw):  # a lock has one form: what is signed is exactly what is written there
        raise BadRecord(N_("the lock does not have the form that a lock must have"))
    return lock


def _read_seat(entry: object, number: int) -> LockedSeat:
    if not isinstance(entry, dict):
        raise BadRecord(
            N_("seat %(number)s of the lock must be a table, not %(entry)s"), number=number, entry=repr(entry)
        )
    kinds = list(entry)
    if kinds == ["bot"] and isinstance(entry["bot"], str) and entry["bot"]:
        return LockedSeat(level=entry["bot"])
    if kinds == ["absent"] and entry["absent"] is True:
        return LockedSeat(is_absent=True)
    if kinds == ["shares"] and type(entry["shares"]) is int and entry["shares"] >= 0:
        return LockedSeat(shares=entry["shares"])
    if kinds == ["number"] and entry["number"] is None:
        return LockedSeat()
    if kinds == ["number"] and isinstance(entry["number"], str) and is_hash(entry["number"]):
        return LockedSeat(number=entry["number"])
    raise BadRecord(
        N_("seat %(number)s of the lock must have one of: bot, absent, shares, number (64 hexadecimal digits or null)"),
        number=number,
    )


def _check_seats(lock: Lock) -> None:
    hashes = [seat.number for seat in lock.seats if seat.number]
    if len(set(hashes)) != len(hashes):
        raise BadRecord(N_("two seats of the lock have the same hash: one of them is a copy"))
    for number, seat in enumerate(lock.seats):
        if seat.shares >= 0 and (seat.shares >= len(lock.seats) or not lock.seats[seat.shares].number):
            raise BadRecord(
                N_("seat %(number)s of the lock shares the number of seat %(shares)s, which has none"),
                number=number,
                shares=seat.shares,
            )


def _hex(raw: dict[str, object], name: str) -> str:
    value = text_field(raw, name)
    if not is_hash(value):
        raise BadRecord(
            N_("field %(name)s must be 64 hexadecimal digits, not %(value)s"), name=name, value=repr(value[:70])
        )
    return value
