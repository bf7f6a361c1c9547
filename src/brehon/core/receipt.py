"""What a person's device keeps of a table: the lock that it saw before it opened its number, the number, and what it agreed to.

The record of a server that shows one thing and delivers another does not fit the receipt.
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
    agreed: list[int] = field(default_factory=list)  # plies at which this device asked for, or agreed to, taking back

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
        raise BadRecord(f"the file is longer than {MAX_RECEIPT} bytes; no receipt is")
    raw = read_strict(text, "a receipt")
    if not isinstance(raw, dict) or raw.get("format") != RECEIPT_FORMAT:
        found = raw.get("format") if isinstance(raw, dict) else type(raw).__name__
        raise BadRecord(f"this is not a receipt: format is {found!r}, not {RECEIPT_FORMAT!r}")
    only(raw, "format", "table", "seat", "number", "lock", "signature", "agreed")
    agreed, seat = raw.get("agreed"), raw.get("seat")
    if not isinstance(agreed, list) or not all(type(ply) is int for ply in agreed):
        raise BadRecord("field agreed must be a list of plies")
    if type(seat) is not int:
        raise BadRecord(f"field seat must be a number, not {seat!r}")
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
        raise BadRecord(f"the receipt is of table {receipt.table!r}, but its lock of {lock.table!r}")
    if not 0 <= receipt.seat < len(lock.seats):
        raise BadRecord(f"the receipt is of seat {receipt.seat}; its lock has the seats 0 to {len(lock.seats) - 1}")
    if not signed_lock(lock.key, lock.digest, receipt.signature):
        raise BadRecord(f"the lock in the receipt is not signed by the key {lock.key}, which it names")


def differences(receipt: Receipt, record: Record, match: Match) -> list[Message]:
    """In what a record does not fit a receipt; empty if it fits."""
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
                "this device did not agree that something drawn was taken back at ply %(ply)s (number of draws: %(draws)s); if you agreed on another device, that is why"
            )
            found.append(Message(text, ply=ply, draws=draws))
    return found
