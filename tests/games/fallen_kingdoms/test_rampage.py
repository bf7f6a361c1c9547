"""Rampages (FK-9)."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms.state import ADVANCE, RAMPAGE, REROLL, WITHDRAW
from brehon.games.fallen_kingdoms.svg_model import rampage_odds
from tests.games.fallen_kingdoms.builder import Position


def conquest(army: int = 4, gods: str = "loki tyr odin", **options: Any) -> Any:
    """Skogheim has just been taken on the first roll; oxdal and hallgard next to it are seat 2's."""
    return (
        Position(gods=gods, **options)
        .holds(0, rugheim=army + 1)
        .holds(1, skogheim=2, tveitby=2)
        .holds(2, oxdal=3, hallgard=1, kornby=1)
    )


def taken(p: Any, army: int = 4) -> Any:
    return p.attack(0, "skogheim", rugheim=army).play("roll").dice("4 5").play("occupy")


@pytest.mark.rule("FK-9.1", "FK-9.2", "FK-9.3", "FK-9.4")
def test_tv85_a_city_taken_on_the_first_roll_with_two_units_may_rampage() -> None:
    p = taken(conquest(3), 3)
    assert p.s.phase == RAMPAGE
    assert p.may("rampage") == {"oxdal", "hallgard"}
    assert p.rule_against("rampage tveitby") == "FK-9.4"
    assert p.rule_against("rampage brimnes") == "FK-9.4"
    p.play("pass")
    assert p.s.active == 1
    p = conquest(1)
    p.s.units[p.city("skogheim")] = 1
    p.s.reserve[1] += 1
    p.attack(0, "skogheim", rugheim=1).play("roll").dice("4 5").play("occupy")
    assert p.s.phase != RAMPAGE


@pytest.mark.rule("FK-9.5", "FK-9.9")
def test_tv42_a_rampage_without_a_hit_costs_a_unit() -> None:
    p = taken(conquest(2), 2).play("rampage oxdal").dice("1 3")
    assert p.units("skogheim") == 1
    assert p.units("oxdal") == 3
    assert p.s.phase != ADVANCE


@pytest.mark.rule("FK-9.9", "FK-8.33", "FK-9.6", "FK-9.7")
def test_tv43_no_hit_against_masonry_costs_a_unit_even_if_one_is_driven_out() -> None:
    p = taken(conquest(4, gods="odin tyr loki").knows(2, "masonry")).play("rampage oxdal").dice("4 2")
    assert (p.s.phase, p.s.seat) == (WITHDRAW, 2)
    p.play("withdraw sildvik")
    assert (p.units("oxdal"), p.units("skogheim")) == (2, 3)


@pytest.mark.rule("FK-9.7")
def test_with_the_option_a_rampage_frightens_nobody() -> None:
    p = taken(conquest(4, gods="odin tyr loki", rampage_intimidation="off")).play("rampage oxdal").dice("4 2")
    assert p.units("oxdal") == 2
    assert p.s.phase != WITHDRAW


@pytest.mark.rule("FK-9.4", "FK-8.2")
def test_tv44_a_city_with_a_battle_pending_or_fought_is_no_target() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=9, oxdal=5).holds(1, skogheim=2, hallgard=2, tveitby=4)
    p.movement(0).order("rugheim", "skogheim", 4).order("oxdal", "tveitby", 4)
    p.play("commit", "battle skogheim", "roll").dice("4 5").play("occupy")
    assert p.may("rampage") == {"hallgard"}
    p = Position(gods="loki tyr odin").holds(0, skogheim=9).holds(1, rugheim=2, eldtun=2).holds(2, brimnes=2)
    p.movement(0).order("skogheim", "rugheim", 4).order("skogheim", "brimnes", 4)
    p.play("commit", "battle brimnes", "retreat", "roll").dice("4 5").play("occupy")
    assert p.may("rampage") == {"eldtun"}
    q = Position(gods="loki tyr odin").holds(0, eldtun=9).holds(1, rugheim=2, marsund=2).holds(2, brimnes=2, skogheim=1)
    q.movement(0).order("eldtun", "rugheim", 4).order("eldtun", "marsund", 3).play(
        "commit", "battle rugheim", "roll"
    ).dice("4 5")
    q.play("occupy")
    assert q.rule_against("rampage marsund") == "FK-9.4"
    assert q.can("rampage skogheim")


@pytest.mark.rule("FK-9.10", "FK-9.11", "FK-9.12")
def test_tv45_up_to_all_but_one_may_advance_and_nobody_rampages_again() -> None:
    p = taken(conquest(5), 5).play("rampage hallgard").dice("4 1")
    assert p.s.phase == ADVANCE
    assert p.may("advance") == {"0", "1", "2", "3", "4"}
    assert p.rule_against("advance 5") == "FK-9.10"
    p.play("advance 3")
    assert (p.units("hallgard"), p.units("skogheim")) == (3, 2)
    assert p.s.phase != RAMPAGE
    p.check()
    p = taken(conquest(5), 5).play("rampage hallgard").dice("4 1").play("advance 0")
    assert p.owner("hallgard") == -1


@pytest.mark.rule("FK-9.13", "FK-10.3", "FK-10.2")
def test_tv46_advancing_into_a_temple_city_destroys_the_temple() -> None:
    p = taken(conquest(5).temple(2, "hallgard"), 5).play("rampage hallgard").dice("4 1").play("advance 1", "rumor 3")
    assert p.s.temple[2] == -1
    assert p.s.score[0] >= 8
    p = taken(conquest(5).temple(2, "hallgard"), 5).play("rampage hallgard").dice("4 1").play("advance 0")
    assert p.s.temple[2] == p.city("hallgard")


@pytest.mark.rule("FK-9.8")
def test_a_rampaged_city_neither_rolls_nor_flees_nor_reinforces() -> None:
    p = taken(conquest(4).holds(2, sildvik=5).knows(2, "cartography")).play("rampage oxdal")
    assert p.is_chance
    p.dice("4 1")
    assert p.s.active == 1, "one roll and no more"


@pytest.mark.rule("FK-9.6")
def test_archery_counts_in_a_rampage() -> None:
    p = taken(conquest(4).knows(0, "archery")).play("rampage oxdal").dice("6 4")
    assert p.units("oxdal") == 0


@pytest.mark.rule("FK-9.1", "FK-11.2")
def test_a_rampage_can_topple_a_kingdom() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=6).holds(1, skogheim=2, tveitby=2).holds(2, hallgard=1)
    taken(p, 5).play("rampage hallgard").dice("4 1").play("advance 1", "rumor 3")
    assert p.s.held[2] == 0
    assert p.s.score[0] == 8 + 3


@pytest.mark.parametrize("gods", ["loki tyr odin", "odin tyr loki"])
@pytest.mark.parametrize("lore", ["", "laws", "strategy", "archery", "laws strategy archery"])
@pytest.mark.parametrize("enemy", ["", "masonry", "philosophy"])
def test_the_odds_shown_for_a_rampage_are_those_of_all_its_rolls(gods: str, lore: str, enemy: str) -> None:
    p = taken(conquest(gods=gods).knows(0, lore).knows(2, enemy).temple(2, "hallgard"))
    view = p.s.view(0)
    for name in ("oxdal", "hallgard"):
        city = p.city(name)
        assert rampage_odds(view, city) == counted(p.s, p.rules.space.find(f"rampage {name}"), city)
        label = str(p.rules.game.face().action(p.rules, view, p.rules.space.find(f"rampage {name}")))
        assert label.startswith(f"Rampage in {name.title()}: emptied ")


def counted(s: Any, action: Any, city: Any) -> tuple[Any, Any]:
    """Every roll played out: in how many of 1,296 ways the city is emptied, and in how many a rampager dies."""
    begun = s.clone()
    source, before = s.place, s.units[s.place]
    begun.apply(action)
    emptied = missed = 0
    for after, ways in outcomes(begun, 36):
        n_again = sum(after.weights() or [1] * len(after.legal())) if after.phase == REROLL else 1
        for end, share in outcomes(after, ways // n_again) if after.phase == REROLL else [(after, ways)]:
            while end.phase == WITHDRAW:
                end.apply(end.legal()[0])
            emptied += share if end.units[city] == 0 else 0
            missed += share if end.units[source] < before else 0
    return emptied, missed


def outcomes(s: Any, times: Any) -> Any:
    """What chance can do next, each with its weight times `times`."""
    found = []
    for outcome, weight in zip(s.legal(), s.weights() or [1] * len(s.legal()), strict=True):
        after = s.clone()
        after.apply(outcome)
        found.append((after, weight * times))
    return found
