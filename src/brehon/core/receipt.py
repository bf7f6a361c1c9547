"""What a person's device stores about a table: the lock that it saw before it opened its number, the number, and what it agreed to.

If a server shows one thing and delivers another, its record does not match the receipt.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

from brehon.core.canon import only, read_strict, table_field, text_field
from brehon.core.errors import BadRecord
from brehon.core.lock import Lock, number_hash, read_lock
from brehon.core.match import Match
from brehon.core.record import Record
from brehon.core.signing import signed_lock
from brehon.core.text import N_, Message

RECEIPT_FORMAT: Final = "brehon receipt 2"
MAX_RECEIPT: Final = 200_000  # bytes


@dataclass
class Receipt:
    """The contents of a receipt."""

    table: str
    seat: int
    number: str
    lock: Lock
    signature: str  # of the lock
    agreed: list[int] = field(default_factory=list)  # plies at which this device requested, or agreed to, an undo

    def to_json(self) -> str:
        data = {
            "format": RECEIPT_FORMAT,
            "table": self.table,
            "seat": self.seat,
            "number": self.number,
            "lock": self.lock.data(),
            "signature": self.signature,
            "agreed": self.agreed,
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read_receipt(text: str) -> Receipt:
    """Read a receipt; BadRecord says what is wrong with its form."""
    if len(text) > MAX_RECEIPT:
        raise BadRecord(N_("the file is too long for a receipt: it has more than %(limit)s bytes"), limit=MAX_RECEIPT)
    raw = read_strict(text, N_("a receipt"))
    if not isinstance(raw, dict) or raw.get("format") != RECEIPT_FORMAT:
        found = raw.get("format") if isinstance(raw, dict) else type(raw).__name__
        raise BadRecord(
            N_("this is not a receipt: format is %(format)s, not %(right)s"),
            format=repr(found),
            right=repr(RECEIPT_FORMAT),
        )
    only(raw, "format", "table", "seat", "number", "lock", "signature", "agreed")
    agreed, seat = raw.get("agreed"), raw.get("seat")
    if not isinstance(agreed, list) or not all(type(ply) is int for ply in agreed):
        raise BadRecord(N_("field agreed must be a list of plies"))
    if type(seat) is not int:
        raise BadRecord(N_("field seat must be a number, not %(seat)s"), seat=repr(seat))
    lock = read_lock(table_field(raw, "lock"))
    found = Receipt(
        text_field(raw, "table"), seat, text_field(raw, "number"), lock, text_field(raw, "signature"), agreed
    )
    _check(found)
    return found


def _check(receipt: Receipt) -> None:
    """A receipt is evidence: its parts belong together, and the server has signed the lock in it."""
    lock = receipt.lock
    if receipt.table != lock.table:
        raise BadRecord(
            N_("the receipt is for table %(table)s, but its lock is for %(other)s"),
            table=repr(receipt.table),
            other=repr(lock.table),
        )
    if not 0 <= receipt.seat < len(lock.seats):
        raise BadRecord(
            N_("the receipt is for seat %(seat)s, but its lock has the seats 0 to %(last)s"),
            seat=receipt.seat,
            last=len(lock.seats) - 1,
        )
    if not signed_lock(lock.key, lock.digest, receipt.signature):
        raise BadRecord(N_("the lock in the receipt is not signed by the key %(key)s, which it names"), key=lock.key)


def differences(receipt: Receipt, record: Record, match: Match) -> list[Message]:
    """How a record differs from a receipt; empty if it matches."""
    found: list[Message] = []
    lock, seat = record.lock, receipt.seat
    if lock is None:
        return [Message(N_("the record has no lock, but this device has seen one: it was not written by that table"))]
    if lock.data() != receipt.lock.data():
        found.append(
            Message(
                N_("the record holds another lock (%(record)s) than this device has seen (%(receipt)s)"),
                record=lock.fingerprint,
                receipt=receipt.lock.fingerprint,
            )
        )
    locked = receipt.lock.seats[seat].number
    if receipt.number:
        if locked != number_hash(receipt.table, seat, receipt.number):
            found.append(Message(N_("the lock did not hold this device's number: the game was drawn without it")))
        if seat >= len(record.words) or record.words[seat] != receipt.number:
            found.append(Message(N_("this device's number is not the one in the record")))
    elif locked:
        text = N_(
            "the lock holds a number for seat %(seat)s that this device did not bring; if you made it by hand or on another device, that is why"
        )
        found.append(Message(text, seat=seat + 1))
    for ply, draws in match.redrawn():
        if ply not in receipt.agreed:
            text = N_(
                "this device did not agree to undo draws at ply %(ply)s (number of draws: %(draws)s); if you agreed on another device, that is why"
            )
            found.append(Message(text, ply=ply, draws=draws))
    return found
