"""Every hint is a line of the record: it changes nothing on the table, is never undone, and cannot be where no one could ask."""

from __future__ import annotations

from typing import Any

import pytest

from brehon.core import registry
from brehon.core.asking import HINT_STEPS
from brehon.core.errors import BadRecord, IllegalAction
from brehon.core.fair import seeded_secret
from brehon.core.match import MOST_PLIES, Match
from brehon.core.record import Player, parse_ply, read_record
from brehon.core.verification import replay, verify
from tests import toy
from tests.core.test_match import armorica, do, fallen, play_until
from tests.core.test_seats import by_itself


def asked(steps: int) -> tuple[Match, int]:
    match = armorica()
    seat = match.state.to_move()
    for _ in range(steps):
        match.hint(seat)
    return match, seat


def test_a_hint_is_a_line_that_changes_neither_position_nor_draws() -> None:
    plain, (match, seat) = armorica(), asked(3)
    lines = [ply.words(match.rules) for ply in match.plies[plain.ply :]]
    assert lines == [f"{seat} hint {step}" for step in (1, 2, 3)]
    assert match.state.key() == plain.state.key()
    assert match.fair.drawn == plain.fair.drawn
    assert match.notes == [plain.ply, plain.ply + 1, plain.ply + 2]
    for one in (match, plain):
        do(one, seat, "take gaul 1")
        by_itself(one)
    assert match.state.key() == plain.state.key()  # every later draw is the same
    again = verify(read_record(match.record(reveal=True).to_json()))
    assert again.hints_used() == match.hints_used() == [3 * (one == seat) for one in (0, 1)]


def test_a_decision_has_three_steps_in_order_and_the_next_decision_has_its_own() -> None:
    match, seat = asked(HINT_STEPS)
    assert match.hinted(seat) == HINT_STEPS
    with pytest.raises(IllegalAction, match="no further step"):
        match.hint(seat)
    do(match, seat, "take gaul 1")
    other = match.state.to_move()
    assert match.hinted(other) == 0
    assert match.hint(other) == 1


def test_a_hint_is_not_undone_and_a_decision_that_comes_back_is_the_same_one() -> None:
    match, seat = asked(2)
    before = match.state.key()
    do(match, seat, "take gaul 1")
    match.undo(seat, by_consent=True)
    assert match.state.key() == before
    assert match.hinted(seat) == 2
    assert match.hint(seat) == 3
    assert match.hints_used()[seat] == 3
    assert match.at(match.ply - 1).hinted(seat) == 2
    record = match.record(reveal=True)
    assert replay(record).hinted(seat) == 3
    resumed = Match(match.rules, match.players, match.fair.secret)
    resumed.resume(record.plies)
    assert resumed.hinted(seat) == 3


def test_a_hint_takes_neither_undo_nor_redo_away() -> None:
    match = fallen()
    play_until(match, lambda one: one.own_since_news(one.state.to_move()) >= 1)
    seat = match.state.to_move()
    match.hint(seat)
    assert match.why_no_undo(seat) is None
    match.undo(seat)
    assert match.hinted(seat) == 0  # the decision before had no hint
    match.hint(seat)
    assert len(match.redoable(seat)) == 1
    match.redo(seat)
    assert replay(match.record(reveal=True)).state.key() == match.state.key()


def test_several_seats_that_decide_in_secret_ask_each_for_themselves() -> None:
    match = Match(registry.make_ruleset(toy.GAME, 2), [Player(""), Player("")], seeded_secret(1))
    match.start()
    assert [match.hint(0), match.hint(1), match.hint(1)] == [1, 1, 2]
    do(match, 0, "hide rope")
    with pytest.raises(IllegalAction, match="only the player who has to decide"):
        match.hint(0)
    assert replay(match.record(reveal=True)).hints_used() == [1, 2]


def test_a_seat_in_which_a_bot_plays_asks_for_nothing() -> None:
    match = armorica()
    seat = match.state.to_move()
    match.seat_bot(seat, "cottar", "asked")
    with pytest.raises(IllegalAction, match="a bot plays for"):
        match.hint(seat)
    record = match.record(reveal=True)
    record.plies.append(f"{seat} hint 1")
    with pytest.raises(BadRecord, match="a bot plays for"):
        replay(record)


def test_a_full_record_takes_no_hints() -> None:
    match, seat = asked(0)
    match.plies += [match.plies[0]] * (MOST_PLIES - match.ply)
    with pytest.raises(IllegalAction, match="takes no more hints"):
        match.hint(seat)


@pytest.mark.parametrize("words", ["hint", "hint 0", "hint 4", "hint 01", "hint ١", "hint 1 2", "hint  1", "hint 1 "])
def test_a_hint_that_cannot_be_read_is_refused(words: str) -> None:
    with pytest.raises(BadRecord, match="a hint is written 'hint STEP'; STEP is 1 to 3"):
        parse_ply(armorica().rules, f"0 {words}", 7)


def test_a_hint_where_no_one_could_ask_is_refused() -> None:
    match, seat = asked(1)
    for line, says in (
        (f"{1 - seat} hint 1", "only the player who has to decide"),
        (f"{seat} hint 1", "the next step of this hint is step 2"),
        (f"{seat} hint 3", "the next step of this hint is step 2"),
        ("* hint 1", "chance asks for nothing"),
    ):
        assert says in why_not(match, line)
    by_itself(match)
    assert "the game is over" in why_not(match, f"{seat} hint 1")


def test_a_hint_before_a_draw_that_is_due_is_refused() -> None:
    record: Any = armorica().record(reveal=True)
    record.plies = record.plies[:5]
    record.plies.append("0 hint 1")
    with pytest.raises(BadRecord, match="only the player who has to decide"):
        replay(record)


def why_not(match: Match, line: str) -> str:
    record = match.record(reveal=True)
    record.plies.append(line)
    with pytest.raises(BadRecord) as error:
        replay(record)
    return str(error.value)
