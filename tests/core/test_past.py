"""The past of a match: any position, however long the game and however often somebody has changed their mind."""

from __future__ import annotations

from random import Random

import pytest

from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.journal import MARK_EVERY
from brehon.core.match import Match
from brehon.core.record import ASKED, Player


def changeable(name: str, plies: int, seed: int) -> Match:
    """A match whose people take back a lot, alone and by everybody's consent, and let bots play for them."""
    rng = Random(seed)
    game = registry.game(name)
    seats = max(game.seats)
    match = Match(registry.make_ruleset(game, seats), [Player("") for _ in range(seats)], seeded_secret(seed))
    match.start()
    while match.ply < plies and not match.is_over:
        seat = match.state.to_move()
        last = match.plies[-1].seat
        if last >= 0 and rng.random() < 0.2 and match.why_no_undo(last) is None:
            match.undo(last)
        elif match.ply > 60 and rng.random() < 0.04:
            match.undo(rng.choice(range(seats)), by_consent=True)
        elif rng.random() < 0.05:
            bench = rng.choice(range(seats))
            if match.stand_ins[bench]:
                match.seat_back(bench)
            else:
                match.seat_bot(bench, "cottar", ASKED)
        else:
            match.play(seat, rng.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_every_position_of_a_match_full_of_undos_can_be_reached_and_played_on(name: str) -> None:
    match = changeable(name, 6 * MARK_EVERY, seed=7)  # given
    lines = [ply.words(match.rules) for ply in match.plies]
    assert sum("undo" in line for line in lines) >= 3
    assert any("seat bot" in line for line in lines)
    for ply in range(0, match.ply + 1, 7):
        past = match.at(ply)  # when
        afresh = Match(match.rules, match.players, match.fair.secret)
        afresh.resume(lines[:ply])
        assert past.state.key() == afresh.state.key()  # then
        assert past.fair.drawn == afresh.fair.drawn
        assert [sits and sits.level for sits in past.stand_ins] == [sits and sits.level for sits in afresh.stand_ins]
        assert past.notes == afresh.notes
        assert past.log(0) == [(n, match.events[n][i]) for n, i in where(afresh)]
        past.resume(lines[ply:])
        assert past.state.key() == match.state.key()


def where(match: Match) -> list[tuple[int, int]]:
    """The visible events of a match as ply and place in that ply."""
    return [(ply, match.events[ply].index(event)) for ply, event in match.log(0)]


def test_a_past_match_is_one_of_its_own() -> None:
    match = changeable("armorica", 100, seed=2)
    before = match.state.key(), match.ply
    past = match.at(60)
    past.start()
    while not past.is_over:
        past.play(past.state.to_move(), past.legal(past.state.to_move())[0])
    assert (match.state.key(), match.ply) == before


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_the_course_of_a_game_leads_through_what_stands_to_the_final_points(name: str) -> None:
    match = changeable(name, 6 * MARK_EVERY, seed=7)
    while not match.is_over:
        match.play(match.state.to_move(), match.legal(match.state.to_move())[0])
    course = match.course(50)
    assert len(course) <= 52
    assert course[0][0] == 0
    assert course[-1] == (match.ply, match.state.scores())
    for ply, scores in course[1::9]:
        afresh = match.at(ply)
        assert afresh.state.scores() == scores
