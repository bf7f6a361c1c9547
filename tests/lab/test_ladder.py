"""Ladders: everybody meets everybody, and ratings that do not depend on the order of the games."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from brehon.core import registry
from brehon.core.errors import BadOptions
from brehon.core.text import Speaker
from brehon.lab import ladder
from brehon.lab.plot import draw_ladder
from brehon.lab.ratings import Ranked, rate
from brehon.lab.run_store import RunStore
from brehon.lab.runner import Where


def climb(path: Any, names: Any, n_seats: int, deals: Any) -> Any:
    plans = ladder.make_plans(registry.game("armorica"), names, n_seats, 1, {}, None)
    with RunStore(path, "ladder", plans) as folder:
        return ladder.play(folder, names, deals, Where(1), lambda game: None)


def test_in_pairs_everybody_meets_everybody(tmp_path: Path) -> None:
    found = climb(tmp_path, ["wanderer", "warrior@4", "cottar"], 2, 8)
    assert (found.deals, found.games) == (8, 48)
    assert [rung.games for rung in found.rungs] == [32, 32, 32]
    assert found.rungs[-1].label == "wanderer"
    assert sum(rung.share * rung.games for rung in found.rungs) == pytest.approx(48)
    assert {(meeting.first, meeting.second, meeting.games) for meeting in found.meetings} == {
        (0, 1, 16),
        (0, 2, 16),
        (1, 2, 16),
    }
    for meeting in found.meetings:
        assert meeting.interval.low <= meeting.ahead <= meeting.interval.high
    values = [rung.rating.value for rung in found.rungs]
    assert values == sorted(values, reverse=True)


def test_at_larger_tables_every_choice_of_players_meets(tmp_path: Path) -> None:
    assert ladder.tables(["a", "b", "c", "d"], 3) == [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    found = climb(tmp_path, ["wanderer", "cottar", "warrior@2"], 3, 2)
    assert found.games == 6
    assert sum(rung.share for rung in found.rungs) == pytest.approx(1)


def test_too_few_players_and_players_named_twice_are_refused() -> None:
    with pytest.raises(BadOptions, match="needs 3 players or more, not 2"):
        ladder.tables(["a", "b"], 3)
    with pytest.raises(BadOptions, match="named twice"):
        ladder.tables(["a", "b", "a"], 2)


def some_deals(count: int, chance: Any) -> Any:
    """Player 0 beats 1 with this probability, and 1 beats 2."""
    rng = Random(5)
    found = []
    for _ in range(count):
        pairs = [(0, 1), (1, 2)]
        found.append([Ranked(list(pair), [1, 2] if rng.random() < chance else [2, 1]) for pair in pairs])
    return found


def test_ratings_put_players_in_order_with_an_honest_uncertainty() -> None:
    few, many = rate(3, some_deals(15, 0.8)), rate(3, some_deals(120, 0.8))
    for ratings in (few, many):
        assert ratings[0].value > ratings[1].value > ratings[2].value
    assert many[0].value - many[0].reach > many[1].value + many[1].reach
    assert few[1].reach > many[1].reach > 0


def test_ratings_hardly_depend_on_the_order_of_the_games() -> None:
    deals = some_deals(40, 0.75)
    for one, other in zip(rate(3, deals), rate(3, deals[::-1]), strict=True):
        assert abs(one.value - other.value) < 0.35 * one.reach


def test_equals_are_rated_as_equals() -> None:
    tie = [[Ranked([0, 1], [1, 1])]] * 20
    one, other = rate(2, tie)
    assert one.value == pytest.approx(other.value, abs=0.5)


def test_the_picture_is_an_svg_that_names_everybody(tmp_path: Path) -> None:
    names = ["wanderer", "cottar"]
    found = climb(tmp_path / "run", names, 2, 3)
    draw_ladder(found, "title", Speaker(), tmp_path / "ladder.svg")
    text = (tmp_path / "ladder.svg").read_text("utf-8")
    ElementTree.fromstring(text)
    for word in (*names, "title", "rating (OpenSkill), with 95 % interval"):
        assert word in text
    draw_ladder(found, "title", Speaker(), tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text("utf-8") == text
