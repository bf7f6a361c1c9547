"""What can be checked of a record before a ply of it is played: names, commitment, lock, numbers and signatures."""

from __future__ import annotations

from brehon.core.errors import BadRecord
from brehon.core.fair import commitment
from brehon.core.lock import Lock
from brehon.core.record import Record
from brehon.core.signing import signed_lock, signed_record


def check_secret(record: Record) -> None:
    """The secret, if it is known, fits the commitment; the words or numbers fit the seats and the lock."""
    if record.secret and commitment(record.secret) != record.commitment:
        raise BadRecord(f"the secret does not fit the commitment {record.commitment} that was shown before the game")
    if len(record.words) != len(record.players):
        raise BadRecord(
            f"the record has {len(record.words)} words for {len(record.players)} seats; there is one for each"
        )
    if record.lock is not None:
        _check_lock(record, record.lock)


def _check_lock(record: Record, lock: Lock) -> None:
    rules = record.rules
    played: list[tuple[str, object, object]] = [
        ("game", lock.game, rules.game.name),
        ("rules version", lock.rules, rules.version),
        ("options", lock.options, record.options),
        ("component set", lock.components, rules.components.name),
        ("hash of the components", lock.hash, rules.components.digest),
        ("number of seats", len(lock.seats), rules.n_seats),
    ]
    for what, fixed, now in played:
        if fixed != now:
            raise BadRecord(f"the lock was made for another game: {what} is {fixed!r} there and {now!r} in the record")
    for seat, (locked, number) in enumerate(zip(lock.seats, record.words, strict=True)):
        if not locked.number:
            if number:
                raise BadRecord(f"seat {seat} has a number in the record, but the lock holds none for it")
            continue
        why = lock.why_not_open(seat, number)
        if why is not None:
            raise BadRecord(f"the number of seat {seat} does not fit the lock: {why}")
        if record.players[seat].is_bot and not any(line.startswith(f"{seat} seat bot") for line in record.plies):
            raise BadRecord(f"the lock holds a number for seat {seat}, but a bot sits there from the beginning")


def check_names(record: Record) -> None:
    """A set of one's own must not go under the name of a built-in one."""
    components = record.rules.components
    if not components.builtin and components.name in record.rules.game.builtin_components():
        raise BadRecord(
            f"the record carries components of its own under the name of the built-in set {components.name}; "
            "what was played is not what the name says"
        )


def check_signatures(record: Record) -> None:
    """The server named in the lock has signed the lock and the record."""
    lock, signatures = record.lock, record.signatures
    if lock is None:
        return
    if signatures is None or not signed_lock(lock.key, lock.digest, signatures.lock):
        raise BadRecord(f"the lock was changed, or signed by another key than {lock.key}, which it names")
    if not signed_record(lock.key, record.digest, signatures.record):
        raise BadRecord(f"the record was changed, or signed by another key than {lock.key}, which its lock names")
