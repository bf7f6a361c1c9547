"""Small print that planted mistakes got past the other tests."""

from typing import Any

import pytest

from brehon.games.arrival.phases.tiles import has_extras
from tests.games.arrival.builders import a_state, can, do, options


@pytest.mark.rule("AR-14.12")
def test_a_broch_is_refused_as_the_second_location_of_a_migration_because_it_is_no_ait() -> None:
    s: Any = a_state("R:p2/2 R:p1 R:q1 G:s1", turn="B", leaders="RGB", B={"tiles": "migration", "discs": 1})
    do(s, "migrate p1")
    assert s.why_not(s.table.space.find("migrate with p2")).code == "no-ait"
    assert s.why_not(s.table.space.find("migrate with q1")).code == "no-change"


@pytest.mark.rule("AR-14.13", "AR-13.6")
@pytest.mark.parametrize("corruption", [0, 1, 2])
def test_the_bard_is_used_from_one_corruption_on(corruption: int) -> None:
    s = a_state("R:p1 G:q1", leaders="RG", R={"tiles": "bard", "corruption": corruption, "discs": 1})
    assert can(s, "use bard") == (corruption > 0)


@pytest.mark.rule("AR-7.6")
def test_a_bard_who_takes_a_single_corruption_keeps_the_turn_open() -> None:
    s = a_state("R:p1 G:q1", leaders="RG", R={"tiles": "bard", "corruption": 1, "discs": 1})
    assert has_extras(s, s.seat)
    s.corruption[s.seat] = 0
    assert not has_extras(s, s.seat)


@pytest.mark.rule("AR-9.1", "AR-11.7")
@pytest.mark.parametrize("corruption", [0, 1])
def test_nothing_speaks_against_what_is_legal_and_something_against_the_rest(corruption: int) -> None:
    goods: Any = {"swords": 2, "shields": 2, "discs": 2, "fomori": 3, "corruption": corruption}
    s = a_state("R:p1 R:s1 G:q1", "q2 p2", leaders="RG", R=goods)
    texts = s.table.space.texts
    assert [text for text in options(s, "repel") if text.endswith("fame")]
    assert len(options(s, "shield")) > 1
    assert bool([text for text in options(s, "repel") if not text.endswith("fame")]) == (corruption > 0)
    assert [text for action, text in enumerate(texts) if s.why_not(action) is None] == [texts[a] for a in s.legal()]


@pytest.mark.rule("AR-16.1")
def test_master_builders_build_on_the_first_location_of_the_island_too() -> None:
    s = a_state("R:p1 G:s1", "q1 q2 p3", turn="G", leaders="RG", passed="R", round=6, elsewhere="", castle=False,
                G={"discs": 1}, R={"tiles": "master_builder", "saved": 2, "fame": 0})  # fmt: skip
    do(s, "pass")
    open_actions = [action for action in range(len(s.table.space.texts)) if s.why_not(action) is None]
    assert open_actions == s.legal()
    assert s.table.build in open_actions


@pytest.mark.rule("AR-9.1")
def test_a_province_without_a_fort_is_refused_for_that_reason_whatever_its_neighbours_are() -> None:
    s: Any = a_state("R:p1 R:s1 G:q1", leaders="RG", R={"shields": 2, "discs": 1})
    refused = [action for action in range(s.table.shield, s.table.spread) if action not in s.legal()]
    assert refused
    assert {s.why_not(action).code for action in refused} == {"no-fort"}
