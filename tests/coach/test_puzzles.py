"""Puzzles: positions that can be read again, with one solution that a search confirms."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from brehon.bots.analyst import Candidate, Opinion
from brehon.bots.reasons import RESULT
from brehon.cli.lab import app
from brehon.coach import puzzle_hunt, puzzles
from brehon.coach.puzzle_hunt import Shelf, check, hunt, look
from brehon.coach.puzzles import (
    LEVELS,
    Puzzle,
    Search,
    Wanted,
    is_ahead,
    puzzle_of_the_day,
    read_puzzles,
    shipped,
    wins_more,
    write_puzzles,
)
from brehon.core import registry
from brehon.core.text import Speaker

GAMES = list(registry.BUILTIN)
FEWEST = {
    "armorica": (15, 15, 10),
    "arrival": (11, 15, 7),
    "fallen-kingdoms": (26, 3, 4),
}  # easy, medium, hard; 30 or more of each game
HOLDS = "f9a0acdbbf"  # a puzzle of Armorica


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_that_comes_with_brehon_can_be_played_and_explained(game: str) -> None:
    all_of_it = shipped(game)
    assert len({puzzle.id for puzzle in all_of_it}) == len(all_of_it)
    assert len(all_of_it) >= 30
    for level, fewest in enumerate(FEWEST[game]):
        assert sum(puzzle.difficulty == level for puzzle in all_of_it) >= fewest
    aspects = set()
    for puzzle in all_of_it:
        state, rules = puzzle.state(), puzzle.rules()
        assert state.to_move() == puzzle.seat or state.movers() >> puzzle.seat & 1
        state.turn_to(puzzle.seat)
        legal = [rules.space.texts[action] for action in state.legal()]
        assert puzzle.solution in legal
        assert {words for words, _ in puzzle.others} <= set(legal) - {puzzle.solution}
        assert all(share <= puzzle.share for _, share in puzzle.others)
        assert 0 <= puzzle.difficulty < len(LEVELS)
        for language in ("en", "de"):
            said = [Speaker(language, ["Ann"] * rules.n_seats)(reason) for reason in puzzle.motives()]
            assert not [text for text in said if "%(" in text]
        aspects |= {aspect.name for aspect in rules.game.face().vocabulary(rules).aspects}
        assert puzzle.theme in aspects | {"", RESULT.name}


@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_have_their_day_before_one_comes_again(game: str) -> None:
    n = len(shipped(game))
    first = 740_000 // n * n
    assert {puzzle_of_the_day(game, first + day).id for day in range(n)} == {puzzle.id for puzzle in shipped(game)}


def test_the_same_seed_finds_the_same_puzzles_and_a_file_keeps_them() -> None:
    found = look("armorica", 2, Search(40, 4), 3, 1)
    assert found == look("armorica", 2, Search(40, 4), 3, 1)
    assert read_puzzles(write_puzzles(found)) == found
    with pytest.raises(ValueError, match="format"):
        read_puzzles(json.dumps({"format": "x", "puzzles": []}))


def test_a_move_is_ahead_only_if_it_is_not_by_chance() -> None:
    def opinion(share: float, error: float, other: float) -> Opinion:
        return Opinion(0, [0.5, 0.5], 0.0, [Candidate(1, share, error, 90), Candidate(2, other, error, 40)], 130)

    assert is_ahead(opinion(0.61, 0.01, 0.5), 0.08)
    assert not is_ahead(opinion(0.61, 0.02, 0.5), 0.08)
    assert not is_ahead(opinion(0.6, 0.01, 0.55), 0.08)
    assert not is_ahead(Opinion(0, [1.0], 0.0, [Candidate(1, 1.0, 0.0, 9)], 9), 0.08)


def test_a_move_must_win_more_games_whatever_the_search_believes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solution of a real puzzle holds in games to the end; the search's word for another move does not make it one."""
    monkeypatch.setattr(puzzles, "PLAYED", 60)
    one = next(one for one in shipped("armorica") if one.id == HOLDS)
    best, other = (one.rules().space.find(words) for words in (one.solution, one.others[0][0]))
    view = one.state().view(one.seat)

    def believed(first: int, second: int) -> Opinion:
        return Opinion(
            one.seat, [0.5, 0.5], 0.0, [Candidate(first, 0.9, 0.01, 90), Candidate(second, 0.4, 0.01, 40)], 130
        )

    assert wins_more(view, believed(best, other), "a")
    assert not wins_more(view, believed(other, best), "a")


def test_a_shelf_takes_as_many_of_each_difficulty_and_none_twice() -> None:
    shelf, rng = Shelf(6), Random(1)
    for number in range(400):
        shelf.offer(
            Puzzle(str(rng.randrange(90)), "g", 2, {}, "c", 1, "", 0, "s", 0.9, [], rng.randrange(3), f"t{number % 5}")
        )
    assert shelf.is_full
    assert [sum(one.difficulty == level for one in shelf.puzzles) for level in range(3)] == [2, 2, 2]
    assert len({one.id for one in shelf.puzzles}) == 6


def test_a_hunt_says_how_far_it_is_and_ends_with_what_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_hunt, "MOST_GAMES", 3)
    monkeypatch.setattr(puzzle_hunt, "search_for", lambda game: Search(16, 2))
    told: list[list[Puzzle]] = []
    found = hunt(registry.game("armorica"), 2, 1, 1, told.append, [2])
    assert [len(so_far) for so_far in told] == list(range(1, len(found) + 1))
    assert len(found) <= 2
    assert not told or told[-1] == found


def test_a_shelf_asks_for_what_is_missing_until_it_loses_patience() -> None:
    shelf = Shelf(6)
    for number, level in enumerate((0, 0, 1)):
        shelf.offer(Puzzle(str(number), "g", 2, {}, "c", 1, "", 0, "s", 0.9, [], level, "t" if level == 0 else "u"))
    assert shelf.wanted() == Wanted((1, 2), ("t",))
    shelf.games = 100
    assert shelf.wanted() == Wanted()


def test_a_check_says_of_each_puzzle_whether_its_solution_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two real ones by a tiny search, one of them with another solution: it is found out."""
    monkeypatch.setattr(puzzle_hunt, "search_for", lambda game: Search(6, 2))
    good = shipped("armorica")[0]
    bad = replace(shipped("armorica")[1], solution="something else")
    told: list[int] = []
    assert check([good, bad], 30, 1, 1, lambda: told.append(1)) == {good.id: True, bad.id: False}
    assert len(told) == 2


def test_the_terminal_checks_a_file_of_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_hunt, "search_for", lambda game: Search(1, 1))
    one = replace(shipped("armorica")[0], solution="something else")
    path = tmp_path / "one.json"
    path.write_text(write_puzzles([one]), encoding="utf-8")
    said = CliRunner().invoke(app, ["puzzles", "armorica", "--check", str(path), "--jobs", "1", "--lang", "en"])
    assert "0 of 1 keep their solution" in said.output
    assert one.id in said.output
    for wrong in ([], ["--check", str(tmp_path / "one.json")]):
        assert CliRunner().invoke(app, ["puzzles", "arrival", *wrong]).exit_code
