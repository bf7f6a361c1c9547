"""The end in words: one's own place and distance, shared victories, ties, and what decided it."""

from __future__ import annotations

from random import Random

import pytest

from brehon.core.face import Line
from brehon.core.text import Message, Speaker
from brehon.server.table import verdict as verdicts
from brehon.server.table.table import Position, Who
from brehon.server.table.verdict import verdict
from tests.server.test_recap import match_of, move

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Fi"]


@pytest.mark.parametrize(
    ("ranks", "points", "mine", "words"),
    [
        ([2, 1, 3], [10, 13, 8], 0, "You came second, 3 points behind Bo."),
        ([2, 1, 3], [12, 13, 8], 0, "You came second, 1 point behind Bo."),
        ([2, 1, 3], [10, 13, 8], 2, "You came third, 5 points behind Bo."),
        ([2, 1, 3], [10, 13, 8], 1, "You win by 3 points."),
        ([2, 1], [13, 13], 1, "You win!"),
        ([2, 1], [13, 13], 0, "You came second."),
        ([1, 1, 3], [9, 9, 4], 0, "You share the victory with Bo."),
        ([1, 1, 1], [9, 9, 9], 0, "You share the victory with Bo and Cy."),
        ([1, 1, 3], [9, 9, 4], 2, "Ann and Bo share the victory"),
        ([2, 1, 3], [10, 13, 8], -1, "Bo wins by 3 points"),
        ([2, 1], [5, 5], -1, "Bo wins"),
        ([6, 1, 2, 3, 4, 5], [-9, 5, 4, 3, 2, 1], 0, "You came sixth, 14 points behind Bo."),
    ],
)
def test_the_title_says_the_place_and_the_distance(ranks: list[int], points: list[int], mine: int, words: str) -> None:
    winners = [seat for seat, place in enumerate(ranks) if place == 1]
    assert Speaker("en", NAMES)(verdicts._title(ranks, points, winners, mine)) == words


def test_the_largest_differences_are_named_the_winner_s_and_one_s_own() -> None:
    match = match_of("armorica", 2)
    lines = [
        Line(Message("Sets"), [10, 3]),
        Line(Message("Coins"), [1, 4]),
        Line(Message("Grapes"), [2, 2]),
        Line(Message("Total"), [13, 9], "X-1", is_total=True),
    ]
    said = [Speaker("en", NAMES)(one) for one in verdicts._decided(match, lines, [0], 1)]
    assert said == ["Sets: 10 for Ann, 3 for Bo.", "Coins: 4 for Bo, 1 for Ann."]
    lines[-1].values = [13, 13]
    said = [Speaker("en", NAMES)(one) for one in verdicts._decided(match, lines, [0], 1)]
    assert said[0] == "Ann and Bo have the same points; the tie-break decides (X-1)."


@pytest.mark.parametrize("game", ["armorica", "arrival"])
def test_a_whole_game_ends_with_words_that_agree_with_the_result(game: str) -> None:
    match, rng = match_of(game, 3, seed=7), Random(3)
    while not match.is_over:
        move(match, rng)
    for seat, place in enumerate(match.ranks()):
        for language in ("en", "de"):
            said = verdict(Position(match, seat), Who([seat]), Speaker(language, NAMES))
            assert said.title
            assert all(said.decided)
        title = verdict(Position(match, seat), Who([seat]), Speaker("en", NAMES)).title
        assert ("You win" in title or "You share" in title) == (place == 1)
