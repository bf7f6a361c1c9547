"""Restart, redo, and who plays for a seat: all of it is in the record, and old records read as before."""

from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadRecord, IllegalAction
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, parse_ply, read_record
from brehon.core.verification import replay, verify
from tests import toy
from tests.core.test_match import armorica, do, fallen, play_until


def by_itself(match: Any, seed: int = 0) -> None:
    rng = Random(seed)
    while not match.is_over:
        match.play(match.state.to_move(), rng.choice(match.legal(match.state.to_move())))


def test_a_restart_takes_back_ones_own_decisions_since_the_last_news_and_redo_brings_them_again() -> None:
    match = fallen()
    play_until(match, lambda one: one.own_since_news(one.state.to_move()) >= 2)
    seat, after = match.state.to_move(), match.state.key()
    count = match.own_since_news(seat)
    before = match.at(match.ply - count).state.key()
    assert match.restart(seat) == count
    assert match.state.key() == before
    assert len(match.redoable(seat)) == count
    assert match.redoable(1 - seat) == []
    match.redo(seat)
    match.redo(seat, 99)
    assert match.state.key() == after
    assert replay(read_record(match.record(reveal=True).to_json())).state.key() == after


def test_redo_ends_when_anything_else_is_decided() -> None:
    match = Match(registry.make_ruleset(toy.GAME, 2), [Player(""), Player("")], seeded_secret(1))
    match.start()
    do(match, 0, "hide rope")
    match.undo(0)
    do(match, 1, "hide salt")
    assert match.redoable(0) == []
    with pytest.raises(IllegalAction, match="nothing to redo"):
        match.redo(0)


def test_what_everybody_took_back_cannot_be_done_again_for_chance_goes_on() -> None:
    match = armorica()
    seat = match.state.to_move()
    do(match, seat, "take gaul 1")
    match.undo(seat, by_consent=True)
    assert match.redoable(seat) == []


def test_a_bot_in_a_seat_is_a_line_of_the_record_that_changes_nothing_on_the_board() -> None:
    match = armorica()
    seat = match.state.to_move()
    before = match.state.key()
    match.seat_bot(seat, "cottar", "time")
    assert match.state.key() == before
    assert match.stand_ins[seat].level == "cottar"
    do(match, seat, "take gaul 1")
    match.undo(seat, by_consent=True)  # lines about seats are not taken back
    assert match.state.key() == before
    match.seat_back(seat)
    assert match.at(match.ply - 1).stand_ins[seat] is not None
    by_itself(match)
    again = verify(read_record(match.record(reveal=True).to_json()))
    assert again.stand_ins == [None, None]
    assert again.notes == match.notes == [13, 16, 17]


def test_who_has_forfeited_comes_last_and_does_not_come_back() -> None:
    match = armorica(3)
    match.seat_bot(0, "cottar", "forfeit")
    with pytest.raises(IllegalAction, match="has forfeited"):
        match.seat_back(0)
    by_itself(match)
    places = match.state.places()
    assert match.ranks()[0] == 3
    assert sorted(range(1, 3), key=match.ranks().__getitem__) == sorted(range(1, 3), key=places.__getitem__)


def test_nothing_is_taken_back_after_the_end_when_the_secret_is_known() -> None:
    match = armorica()
    by_itself(match)
    for seat in (0, 1):
        with pytest.raises(IllegalAction, match="the game is over"):
            match.undo(seat, by_consent=True)
    record = match.record(reveal=True)
    record.plies.append("0 undo 1 all")
    with pytest.raises(BadRecord, match="when the secret was known"):
        replay(record)


@pytest.mark.parametrize(
    "line,says",
    [
        ("0 seat", "is written 'seat bot LEVEL WHY'"),
        ("0 seat bot", "is written"),
        ("0 seat bot cottar tired", "WHY is one of asked, time, host, forfeit"),
        ("0 seat bot <b> time", "is written"),
        ("0 seat back again", "is written"),
    ],
)
def test_a_line_about_a_seat_that_cannot_be_read_is_refused(line: str, says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        parse_ply(armorica().rules, line, 7)


@pytest.mark.parametrize("line,says", [("0 seat back", "no bot plays for"), ("* seat bot cottar time", "no seat")])
def test_a_line_about_a_seat_that_cannot_stand_there_is_refused(line: str, says: str) -> None:
    record = armorica().record(reveal=True)
    record.plies.append(line)
    with pytest.raises(BadRecord, match=says):
        replay(record)
