"""What a page or a program sees of the fairness of a table: hashes, the lock, who has opened a number, why it was voided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from brehon.server.table.fairness import starts_by_itself, without_number
from brehon.server.table.table import Table, Who

WAITING: Final = "waiting"  # for hashes
LOCKED: Final = "locked"  # for numbers to be opened
PLAYING: Final = "playing"
OVER: Final = "over"
VOID: Final = "void"
FIRST: Final = "first"  # chance of the first edition: no lock, no numbers


@dataclass
class FairView:
    """For the templates; our script reads the same from the page."""

    state: str
    seat: int  # of the device's number; -1 for those who bring none
    hash: str  # that the server knows of this device's number
    is_open: bool
    commitment: str
    key: str
    fingerprint: str = ""
    missing: list[str] = field(default_factory=list)  # names of those who are here without a number
    others_missing: bool = False  # ... among the others
    to_open: list[str] = field(default_factory=list)  # names of those whose number is not open
    starts_by_itself: bool = False
    parts: list[tuple[str, str, int]] = field(
        default_factory=list
    )  # name, what the seat brings, the seat it shares with


def state_of(table: Table) -> str:
    if table.row.voided is not None:
        return VOID
    if table.row.twin is not None:
        return FIRST
    if table.row.started is not None:
        if table.row.lock is None:
            return FIRST
        return OVER if table.match is not None and table.match.is_over else PLAYING
    return LOCKED if table.row.lock is not None else WAITING


def fair_view(table: Table, who: Who, fixed: bool) -> FairView:
    """Everything that a page says about fairness; `fixed` where the draws follow from the secret alone."""
    state = FIRST if fixed and table.row.voided is None else state_of(table)
    lock = table.lock
    seat = next((seat for seat in who.seats if table.seats[seat].number_hash), who.seats[0] if who.seats else -1)
    if lock is not None:
        seat = next((mine for mine in who.seats if lock.seats[mine].number), seat)
    view = FairView(
        state,
        seat,
        table.seats[seat].number_hash if seat >= 0 else "",
        seat >= 0 and table.seats[seat].number is not None,
        table.commitment,
        table.server_key,
    )
    if state == WAITING:
        missing = without_number(table)
        view.missing = [_name(table, one) for one in missing]
        view.others_missing = any(one not in who.seats for one in missing)
        view.starts_by_itself = starts_by_itself(table)
    if lock is not None:
        view.fingerprint, view.key = table.fingerprint, lock.key
        view.to_open = [_name(table, one) for one in table.to_open] if table.row.started is None else []
        view.parts = [
            (_name(table, number), part_of(one.level, one.is_absent, one.number), one.shares)
            for number, one in enumerate(lock.seats)
        ]
    return view


def part_of(level: str, is_absent: bool, number: str) -> str:
    return "bot" if level else "absent" if is_absent else "number" if number else "none"


def _name(table: Table, seat: int) -> str:
    return table.seats[seat].name or str(seat + 1)


def lock_data(table: Table) -> dict[str, object]:
    """The lock with its signature, and the numbers that are open."""
    lock = table.lock
    assert lock is not None
    return {
        "lock": lock.data(),
        "signature": table.row.lock_signature,
        "fingerprint": table.fingerprint,
        "numbers": [seat.number for seat in table.seats],
    }


def fair_data(table: Table) -> dict[str, object]:
    """For programs."""
    voided = table.row.voided
    return {
        "state": state_of(table),
        "commitment": table.commitment,
        "key": table.server_key,
        "hashes": [seat.number_hash or None for seat in table.seats],
        "fingerprint": table.fingerprint or None,
        "to_open": table.to_open if table.is_locked else [],
        "voided": None if voided is None else {**voided, "secret": None if table.is_held else table.row.secret},
    }
