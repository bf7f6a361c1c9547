"""What the engine can write, the reader can read: also a match in which people took back and did again without end."""

from __future__ import annotations

import json

import pytest

from brehon.core import registry
from brehon.core.errors import BadRecord, IllegalAction
from brehon.core.fair import seeded_secret
from brehon.core.match import MOST_PLIES, Match
from brehon.core.record import MAX_BYTES, Player, read_record
from brehon.core.verification import verify
from tests.fairness import verifier
from tests.fairness.tables import SERVER, forge, lock_of, rules_of, sign, small


def full() -> Match:
    """A match with as many lines as it may have before it is full, and a bot in seat 1."""
    plan = small("arrival", 2, 3)
    rules, secret = rules_of(plan), seeded_secret(plan.seed)
    lock, numbers = lock_of(plan, rules, secret)
    match = Match(rules, [Player(f"P{number}") for number in range(len(lock.seats))], secret, numbers, lock)
    match.start()
    while (seat := undoable(match)) < 0:
        mover = match.state.to_move()
        match.play(mover, match.legal(mover)[0])
    match.seat_bot(1, "cottar", "time")
    lines = [f"{seat} undo 1", match.plies[match._standing[-1]].words(rules)]  # as undo() and redo() write them
    match.resume(lines * ((MOST_PLIES - match.ply) // 2 - 2))
    while match.ply < MOST_PLIES:
        match.redo(seat) if match.redoable(seat) else match.undo(seat)
    return match


def undoable(match: Match) -> int:
    return next((seat for seat in range(2) if match.ply > 20 and match.why_no_undo(seat) is None), -1)


@pytest.fixture(scope="module")
def match() -> Match:
    return full()


@pytest.mark.slow
def test_a_full_match_takes_nothing_back_and_still_ends_with_a_record_that_is_proved(match: Match) -> None:
    for seat in range(2):
        for by_consent in (False, True):
            with pytest.raises(IllegalAction, match="nothing more can be undone"):
                match.undo(seat, by_consent)
    for seat in range(2):
        if match.may_move(seat) and match.stand_ins[seat] is None:
            with pytest.raises(IllegalAction, match="takes no more hints"):
                match.hint(seat)
    with pytest.raises(IllegalAction, match="players can no longer change"):
        match.seat_back(1)
    with pytest.raises(IllegalAction, match="players can no longer change"):
        match.seat_bot(1, "brehon", "host")
    with pytest.raises(IllegalAction, match="players can no longer change"):
        match.seat_bot(0, "brehon", "asked")
    match.seat_bot(0, "brehon", "time")  # the clock has run out: the game must be able to end
    while not match.is_over:
        mover = match.state.to_move()
        match.play(mover, match.legal(mover)[-1])
    text = sign(match)
    assert match.ply > MOST_PLIES
    assert len(text.encode()) < MAX_BYTES
    assert verify(read_record(text)).ply == match.ply
    assert verifier.verify(text).finished
    raw = json.loads(text)
    raw["plies"].insert(MOST_PLIES + 1, "1 seat back")
    forged = forge(raw, SERVER)
    with pytest.raises(BadRecord, match="players can no longer change"):
        verify(read_record(forged))
    with pytest.raises(verifier.Refused):
        verifier.verify(forged)


@pytest.mark.parametrize("name", ["armorica", "arrival"])
def test_the_longest_record_is_shorter_than_what_is_read(name: str) -> None:
    game = registry.game(name)
    rules = registry.make_ruleset(game, max(game.seats))
    longest = max(len(json.dumps(text)) for text in rules.space.texts) + 100  # names of one's own have up to 24 letters
    assert (MOST_PLIES + rules.max_plies()) * longest + 2_000_000 < MAX_BYTES
