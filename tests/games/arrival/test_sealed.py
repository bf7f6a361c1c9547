"""A block under seal stays under seal, in records too."""

import pytest

from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match, replay
from brehon.core.record import Player, read_record
from brehon.games.arrival.actions import BLOCK


def a_match_at_the_first_block() -> Match:
    rules = registry.make_ruleset(registry.game("arrival"), 2)
    match = Match(rules, [Player("Ann"), Player("Bo")], seeded_secret(5))
    match.start()
    while rules.space.kind_of[match.legal(match.state.to_move())[0]] != BLOCK:
        seat = match.state.to_move()
        match.play(seat, match.legal(seat)[0])
    return match


def lines(match: Match) -> list[str]:
    return match.record(reveal=False).plies


@pytest.mark.rule("AR-5.9")
@pytest.mark.parametrize("first", [0, 1])
def test_a_record_that_others_read_ends_before_a_block_under_seal(first):
    match = a_match_at_the_first_block()  # given
    before = lines(match)
    match.play(first, match.legal(first)[1])  # when: one has chosen
    assert lines(match) == before  # then
    assert replay(read_record(match.record(reveal=False).to_json())).ply == len(before)
    assert len(match.record(reveal=True).plies) == len(before) + 1  # what only the owner reads is complete
    match.play(1 - first, match.legal(1 - first)[0])
    assert lines(match)[len(before)] == f"{first} block middle"
    assert len(lines(match)) == match.ply


@pytest.mark.rule("AR-5.9")
def test_a_block_that_was_taken_back_is_not_in_the_record_either_before_all_have_chosen():
    match = a_match_at_the_first_block()
    before = lines(match)
    match.play(0, match.legal(0)[1])
    match.undo(0)
    assert lines(match) == before
    match.play(0, match.legal(0)[2])
    assert lines(match) == before
    match.play(1, match.legal(1)[0])
    assert lines(match)[len(before) : len(before) + 3] == ["0 block middle", "0 undo 1", "0 block bottom"]
