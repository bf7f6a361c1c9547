"""Since your last turn: short, complete, without one's own moves, and never more than the seat may know."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from brehon.bots.base import Budget
from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import Speaker
from brehon.server.table.log_view import ALL, last_marks, latest_lines, latest_turns, story
from brehon.server.table.recap import MOST, Recap, recap, recap_data
from brehon.server.table.table import Position
from tests.server.people import Program, Visitor
from tests.server.twins import twins

NAMES = ["Ann", "Bo", "Cy", "Di"]
GAMES = [("armorica", 3), ("arrival", 3), ("fallen-kingdoms", 3)]
SAY = Speaker("en", NAMES)


def match_of(game: str, n_seats: int, seed: int = 5) -> Match:
    rules = registry.make_ruleset(registry.game(game), n_seats)
    match = Match(rules, [Player(name) for name in NAMES[:n_seats]], seeded_secret(seed))
    match.start()
    return match


def move(match: Match, rng: Random) -> int:
    """The seat that has to decide does something sensible; which one it was."""
    seat = match.state.to_move()
    match.play(seat, LEVELS["cottar"].bot.choose(match.view(seat), match.legal(seat), Budget(), rng))
    return seat


def since(match: Match, seat: int = 0) -> Recap | None:
    return recap(Position(match, seat), SAY, {})


@pytest.mark.parametrize(("game", "n_seats"), GAMES)
def test_it_has_every_line_of_the_others_in_at_most_eight_and_goes_with_ones_own_decision(
    game: str, n_seats: int
) -> None:
    match, rng = match_of(game, n_seats), Random(1)
    longest = 0
    while match.ply < 400:
        seat = move(match, rng)
        if match.is_over:
            break
        found = since(match)
        if seat == 0:
            assert found is None
            continue
        last = match.last_decision(0)
        lines = [text for ply, text in latest_lines(Position(match, 0), SAY, 10_000, {}) if ply > last]
        told = [step.text for step in (found.every() if found else []) for _ in range(step.count)]
        assert set(told) <= set(lines)
        assert len(found.steps if found else []) <= MOST
        longest = max(longest, len(told))
        if found is not None and last >= 0:  # only what chance adds to one's own decision is left out
            first = next(n for n in range(last + 1, match.ply) if match.plies[n].seat >= 0)
            wanted = [text for ply, text in latest_lines(Position(match, 0), SAY, 10_000, {}) if ply >= first]
            assert sorted(told) == sorted(wanted)
    assert longest > 3


def test_what_happens_several_times_in_a_row_is_counted() -> None:
    match, rng = match_of("fallen-kingdoms", 3), Random(1)
    for _ in range(200):
        move(match, rng)
        steps = (since(match) or Recap(0, [])).every()
        if any(step.count > 1 for step in steps):
            assert all((one.text, one.seat) != (two.text, two.seat) for one, two in pairwise(steps))
            return
    raise AssertionError("nothing happened twice")


def test_every_line_leads_to_the_position_after_it() -> None:
    match, rng = match_of("armorica", 3), Random(1)
    for _ in range(20):
        move(match, rng)
    for step in (since(match) or Recap(0, [])).every():
        assert step.ply < step.at <= match.ply
        assert step.at == match.ply or match.plies[step.at].seat >= 0


def test_spectators_and_finished_games_have_none() -> None:
    match, rng = match_of("armorica", 2), Random(1)
    move(match, rng)
    assert since(match, -1) is None
    while not match.is_over:
        move(match, rng)
    assert all(since(match, seat) is None for seat in (0, 1))


@pytest.mark.parametrize("game", ["arrival", "fallen-kingdoms"])
def test_two_stories_that_a_seat_cannot_tell_apart_have_the_same_recap_and_the_same_marks(game: str) -> None:
    rules = registry.make_ruleset(registry.game(game), 3)
    compared = 0
    for seat in range(3):
        for story_of in twins(rules, seat, Random(seat), most=25):
            one, two = (Match(rules, [Player(name) for name in NAMES[:3]], "") for _ in range(2))
            one.resume(story_of.one)
            two.resume(story_of.two)
            seen = [recap_data(recap(Position(match, seat), SAY, {})) for match in (one, two)]
            assert seen[0] == seen[1]
            assert last_marks(Position(one, seat)) == last_marks(Position(two, seat))
            compared += seen[0] is not None
    assert compared > 5


async def test_programs_and_pages_without_a_script_have_it_too(ann: Visitor) -> None:
    program = Program(ann)
    ticket = await program.create("me", "me")
    state = await program.look(ticket, 0)
    mover = state["movers"][0]
    state = await program.look(ticket, mover)
    await program.move(ticket, mover, state["ply"], action=state["legal"][0]["action"])
    assert (await program.look(ticket, mover))["since"] is None
    other = (await program.look(ticket, 1 - mover))["since"]
    assert other["lines"]
    assert {line["seat"] for line in other["lines"]} == {mover}
    # and the page of a person who plays against a bot
    path = await ann.set_up("me", "cottar")
    await ann.play_on(path, until='id="recap"')
    page = (await ann.get(path)).text
    assert "data-recap" in page
    assert f"{path}/replay?ply=" in page


@pytest.mark.parametrize(("game", "n_seats"), GAMES)
def test_the_log_by_turns_has_the_same_lines_as_the_log(game: str, n_seats: int) -> None:
    match, rng = match_of(game, n_seats), Random(2)
    for _ in range(30):
        move(match, rng)
    position = Position(match, 0)
    for most in (5, 40, 10_000):
        lines = [line for turn in latest_turns(position, SAY, most, {}) for line in turn.lines]
        assert lines == latest_lines(position, SAY, most, {})
    pages = [story(position, SAY, ALL, {}, page, 10) for page in range(3)]
    for page in pages:
        assert [line for turn in page.turns for line in turn.lines] == [(ply, text) for ply, text, _ in page.lines]
    assert pages[0].has_older


async def test_a_move_whose_answer_was_lost_can_be_sent_again_and_lands_once(ann: Visitor) -> None:
    program = Program(ann)
    ticket = await program.create("me", "me")
    state = await program.look(ticket, (await program.look(ticket))["movers"][0])
    seat, ply, action = state["seat"], state["ply"], state["legal"][0]["action"]
    assert (await program.move(ticket, seat, ply, action=action)).status_code == 200
    after = (await program.look(ticket, seat))["ply"]
    # the same again is refused, unless it says that it is the same
    assert (await program.move(ticket, seat, ply, action=action)).status_code == 409
    assert (await program.move(ticket, seat, ply, action=action, again=True)).status_code == 200
    assert (await program.look(ticket, seat))["ply"] == after
    # another move, or the move of another seat, has not arrived
    other = state["legal"][1]["action"]
    assert (await program.move(ticket, seat, ply, action=other, again=True)).status_code == 409
    assert (await program.move(ticket, 1 - seat, ply, action=action, again=True)).status_code == 409
    assert (await program.look(ticket, seat))["ply"] == after
