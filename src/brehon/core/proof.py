"""What can be checked in a record before any ply is played: names, commitment, lock, numbers and signatures."""

from __future__ import annotations

from brehon.core.errors import BadRecord
from brehon.core.fair import commitment
from brehon.core.lock import Lock
from brehon.core.record import Record
from brehon.core.signing import signed_lock, signed_record
from brehon.core.text import N_, Message


def check_secret(record: Record) -> None:
    """The secret, if known, matches the commitment; the words or numbers match the seats and the lock."""
    if record.secret and commitment(record.secret) != record.commitment:
        raise BadRecord(
            N_("the secret does not match the commitment %(commitment)s that was shown before the game"),
            commitment=record.commitment,
        )
    if len(record.words) != len(record.players):
        raise BadRecord(
            N_("the record must have one word for each of the %(seats)s seats, not %(words)s"),
            words=len(record.words),
            seats=len(record.players),
        )
    if record.lock is not None:
        _check_lock(record, record.lock)


def _check_lock(record: Record, lock: Lock) -> None:
    rules = record.rules
    played: list[tuple[str, object, object]] = [
        (N_("game"), lock.game, rules.game.name),
        (N_("rules version"), lock.rules, rules.version),
        (N_("options"), lock.options, record.options),
        (N_("component set"), lock.components, rules.components.name),
        (N_("hash of the components"), lock.hash, rules.components.digest),
        (N_("number of seats"), len(lock.seats), rules.n_seats),
    ]
    for what, fixed, now in played:
        if fixed != now:
            raise BadRecord(
                N_("the lock was made for another game: %(what)s, %(fixed)s in the lock and %(now)s in the record"),
                what=Message(what),
                fixed=repr(fixed),
                now=repr(now),
            )
    for seat, (locked, number) in enumerate(zip(lock.seats, record.words, strict=True)):
        if not locked.number:
            if number:
                raise BadRecord(
                    N_("seat %(seat)s has a number in the record, but the lock holds none for it"), seat=seat
                )
            continue
        why = lock.why_not_open(seat, number)
        if why is not None:
            raise BadRecord(N_("the number of seat %(seat)s does not match the lock: %(why)s"), seat=seat, why=why)
        if record.players[seat].is_bot and not any(line.startswith(f"{seat} seat bot") for line in record.plies):
            raise BadRecord(
                N_("the lock holds a number for seat %(seat)s, but a bot sits there from the beginning"), seat=seat
            )


def check_names(record: Record) -> None:
    """A custom set must not use the name of a built-in one."""
    components = record.rules.components
    if not components.builtin and components.name in record.rules.game.builtin_components():
        raise BadRecord(
            N_(
                "the record carries components of its own under the name of the built-in set %(name)s; what was played is not what the name says"
            ),
            name=components.name,
        )


def check_signatures(record: Record) -> None:
    """The server named in the lock has signed the lock and the record."""
    lock, signatures = record.lock, record.signatures
    if lock is None:
        return
    if signatures is None or not signed_lock(lock.key, lock.digest, signatures.lock):
        raise BadRecord(N_("the lock was changed, or signed by another key than %(key)s, which it names"), key=lock.key)
    if not signed_record(lock.key, record.digest, signatures.record):
        raise BadRecord(
            N_("the record was changed, or signed by another key than %(key)s, which its lock names"), key=lock.key
        )
