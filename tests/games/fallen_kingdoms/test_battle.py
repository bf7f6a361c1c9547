"""Battles (FK-8): the machine B1 … B8 and what knowledge does to it."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms.data import RUMORS
from brehon.games.fallen_kingdoms.phases.common import intimidation
from brehon.games.fallen_kingdoms.state import (
    ATTACK,
    CASUALTY,
    DEFEND,
    DETACH,
    PICK_BATTLE,
    RAMPAGE,
    VICTORY,
    WINDOW,
    WITHDRAW,
)
from tests.games.fallen_kingdoms.builder import Position


def battle(
    attackers: int = 4,
    defenders: int = 3,
    gods: str = "odin tyr freyr",
    knows: str = "",
    defends: str = "",
    rumors: Any = (),
    **options: Any,
) -> Any:
    """Seat 0 in rugheim marches on seat 1 in skogheim; brimnes is Green's, hallgard and oxdal are empty."""
    p = Position(gods=gods, **options).holds(0, rugheim=attackers + 1).holds(1, skogheim=defenders, tveitby=2)
    p.holds(2, brimnes=1).knows(0, knows).knows(1, defends)
    for seat, value in rumors:
        p.rumors(seat, value)
    return p.attack(0, "skogheim", rugheim=attackers)


@pytest.mark.rule("FK-8.4", "FK-8.5", "FK-8.6", "FK-8.8", "FK-8.15", "FK-8.17", "FK-8.32", "FK-9.1", "FK-8.36")
def test_tv_e2_the_battle_of_the_rulebook() -> None:
    p = battle(4, 3, gods="loki odin tyr")
    assert (p.s.phase, p.s.seat) == (ATTACK, 0)
    p.play("roll").dice("2 4")
    assert p.units("skogheim") == 2
    assert not p.s.routed
    p.play("roll").dice("2 3")
    p.play("roll").dice("3 5")
    assert p.units("skogheim") == 1
    assert (p.s.phase, p.s.seat) == (DEFEND, 1)
    p.play("roll").dice("5 6")
    assert (p.s.phase, p.s.seat) == (WITHDRAW, 0), "one attacker must leave"
    p.play("withdraw hallgard")
    p.play("retreat")
    assert (p.units("skogheim"), p.units("hallgard"), p.units("rugheim")) == (1, 1, 2)
    assert p.owner("hallgard") == 0
    assert p.s.reserve[0] == 30 - 5 + 2, "two attackers died"
    assert p.owner("skogheim") == 1
    p.check()


@pytest.mark.rule("FK-8.27", "FK-8.28")
def test_tv_e7_two_misses_in_a_row_end_the_battle() -> None:
    p = battle(gods="loki tyr odin").play("roll").dice("4 1")
    p.play("roll").dice("1 2").play("roll").dice("3 3")
    assert p.units("rugheim") == 5
    assert p.owner("skogheim") == 1
    assert p.s.active == 1, "the defender does not roll again"


@pytest.mark.rule("FK-8.27")
def test_with_the_option_only_attacker_then_defender_exhaust_a_battle() -> None:
    p = (
        battle(gods="loki tyr odin", exhaustion="same_round")
        .play("roll")
        .dice("4 1")
        .play("roll")
        .dice("1 2")
        .play("roll")
        .dice("3 3")
    )
    assert p.s.phase == DEFEND, "defender then attacker is not the same round"
    p.play("roll").dice("1 1")
    assert p.units("rugheim") == 5


@pytest.mark.rule("FK-8.9", "FK-8.10", "FK-8.11", "FK-8.12")
def test_tv27_strategy_rerolls_low_dice_against_masonry_but_not_the_4() -> None:
    p = battle(gods="loki tyr odin", knows="strategy", defends="masonry").play("roll").dice("4 2")
    assert p.is_chance
    assert p.legal() == [f"die {n}" for n in range(1, 7)], "one die is rolled again"
    p.play("die 5")
    assert p.units("skogheim") == 2
    p.play("roll").dice("4 4")
    assert sum(order & 63 for order in p.s.orders) == 2, "the defender's dice always hit on a 4"


@pytest.mark.rule("FK-8.11")
def test_strategy_rolls_two_low_dice_again_once_only() -> None:
    p = battle(gods="loki tyr odin", knows="strategy").play("roll").dice("1 3").dice("2 2")
    assert p.s.phase == DEFEND
    assert p.units("skogheim") == 3


@pytest.mark.rule("FK-8.13", "FK-8.14")
@pytest.mark.parametrize("dice, defenders, left", [("6 6", 5, 2), ("6 2", 5, 3), ("6 6", 1, 0), ("5 4", 5, 3)])
def test_tv28_archery_kills_one_more_for_any_six(dice: str, defenders: int, left: int) -> None:
    p = battle(4, defenders, gods="loki tyr odin", knows="archery").play("roll").dice(dice)
    assert p.units("skogheim") == left


@pytest.mark.rule("FK-8.33", "FK-8.27")
def test_tv29_a_4_intimidates_through_masonry_and_still_is_a_miss() -> None:
    p = battle(4, 3, defends="masonry").play("roll").dice("4 1")
    assert p.s.phase == WITHDRAW
    p.play("withdraw oxdal")
    assert p.units("skogheim") == 2
    p.play("roll").dice("1 1")
    assert p.units("rugheim") == 5, "two misses: the battle is over"
    p = battle(4, 1, defends="masonry").play("roll").dice("4 1").play("withdraw oxdal")
    assert p.s.phase == VICTORY, "unless the city is empty"


@pytest.mark.rule("FK-8.34")
def test_tv30_against_philosophy_only_a_six_intimidates() -> None:
    p = battle(4, 4, defends="philosophy").play("roll").dice("5 4")
    assert p.s.phase == DEFEND
    assert p.units("skogheim") == 2
    p = battle(4, 4, defends="philosophy").play("roll").dice("6 1")
    assert p.s.phase == WITHDRAW
    assert p.units("skogheim") == 3


@pytest.mark.rule("FK-8.35", "FK-8.40")
def test_tv31_laws_drive_out_a_second_unit() -> None:
    p = battle(4, 3, knows="laws").play("roll").dice("4 1").play("withdraw oxdal", "withdraw hallgard")
    assert p.s.phase == VICTORY
    p = Position().holds(0, rugheim=5).holds(1, skogheim=3).holds(2, brimnes=1, hallgard=1).knows(0, "laws")
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("4 1").play("withdraw oxdal", "withdraw oxdal")
    assert p.units("oxdal") == 2
    assert p.s.phase == VICTORY


@pytest.mark.rule("FK-8.29", "FK-8.30", "FK-8.31", "FK-8.32")
def test_tv32_rumor_cards_literature_and_equal_intimidation() -> None:
    p = Position(gods="freyr tyr odin").rumors(0, 3, 13)
    assert intimidation(p.s, 0) == 20
    assert intimidation(p.knows(0, "literature").s, 0) == 27
    p = battle(4, 3, gods="loki freyr odin", rumors=[(0, 8), (1, 5)])
    assert intimidation(p.s, 0) == intimidation(p.s, 1) == 9
    p.play("roll").dice("6 1")
    assert p.s.phase == DEFEND
    p.play("roll").dice("6 1")
    assert p.s.phase == ATTACK


@pytest.mark.rule("FK-8.39")
def test_tv33_a_temple_protects_the_defender_only() -> None:
    p = Position(gods="odin tyr freyr").holds(0, rugheim=5).holds(1, skogheim=3).temple(1, "skogheim")
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("6 1")
    assert p.s.phase == DEFEND
    p = Position(gods="tyr odin freyr").holds(0, rugheim=5).holds(1, skogheim=3).temple(1, "skogheim")
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("6 1").play("roll").dice("6 1")
    assert (p.s.phase, p.s.seat) == (WITHDRAW, 0)


@pytest.mark.rule("FK-8.20", "FK-8.38")
def test_tv34_without_a_refuge_there_is_neither_retreat_nor_intimidation() -> None:
    p = Position().holds(0, rugheim=5).holds(1, skogheim=3).holds(2, brimnes=1, hallgard=1, oxdal=1)
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("6 1")
    assert p.s.phase == DEFEND
    assert p.legal() == ["roll"]
    assert p.rule_against("flee oxdal") == "FK-8.18"
    assert p.rule_against("flee kornby") == "FK-8.18"


@pytest.mark.rule("FK-8.5", "FK-8.2", "FK-8.21")
def test_tv35_retreating_before_the_first_roll_costs_nothing_but_counts_as_an_attack() -> None:
    p = Position().holds(0, rugheim=9).holds(1, skogheim=1, hallgard=1, tveitby=3).holds(2, eldtun=1)
    p.movement(0).order("rugheim", "skogheim", 3).order("rugheim", "eldtun", 4).play("commit")
    assert p.s.phase == PICK_BATTLE
    p.play("battle skogheim", "retreat")
    assert p.s.target == p.city("eldtun"), "the only battle left begins by itself"
    assert p.s.attacked >> p.city("skogheim") & 1


@pytest.mark.rule("FK-8.16", "FK-8.17")
def test_tv36_the_attacker_chooses_his_dead_by_origin() -> None:
    p = Position(gods="odin tyr freyr").holds(0, rugheim=3, oxdal=2).holds(1, skogheim=4, tveitby=1)
    p.attack(0, "skogheim", rugheim=2, oxdal=1).play("roll").dice("1 1").play("roll").dice("4 1")
    assert (p.s.phase, p.s.seat) == (CASUALTY, 0)
    assert p.may("lose") == {"rugheim", "oxdal"}
    assert p.rule_against("lose eldtun") == "FK-8.16"
    p.play("lose rugheim", "retreat")
    assert (p.units("rugheim"), p.units("oxdal")) == (2, 2)
    p.check()


@pytest.mark.rule("FK-8.18", "FK-8.22", "FK-9.1", "FK-8.19")
def test_tv37_a_defender_who_flees_leaves_the_city_without_rampage() -> None:
    p = Position().holds(0, rugheim=5).holds(1, skogheim=3, tveitby=1).holds(2, hallgard=1)
    p.s.god = [1, 3, 8]
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("4 1")
    assert p.may("flee") == {"brimnes", "oxdal"}
    p.play("flee oxdal")
    assert (p.owner("oxdal"), p.units("oxdal")) == (1, 2)
    p.play("occupy")
    assert p.owner("skogheim") == 0
    assert p.s.phase != RAMPAGE
    p = Position(gods="loki tyr odin").holds(0, tindvik=5).holds(1, hrafnvik=2).attack(0, "hrafnvik", tindvik=4)
    p.play("roll").dice("1 1")
    assert p.can("flee sigrhavn"), "by sea"


@pytest.mark.rule("FK-8.37", "FK-10.2")
def test_tv38_an_intimidated_attacker_may_enter_an_empty_city_and_takes_it() -> None:
    p = Position(gods="loki odin tyr").holds(0, rugheim=5).holds(1, skogheim=3).holds(2, eldtun=1).temple(2, "oxdal")
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("1 1").play("roll").dice("6 1")
    assert p.may("withdraw") == {"rugheim", "brimnes", "hallgard", "oxdal"}
    p.play("withdraw oxdal", "rumor 5")
    assert p.owner("oxdal") == 0
    assert p.s.temple[2] == -1
    assert p.s.score[0] == 8
    assert p.s.phase == ATTACK, "the battle goes on"


@pytest.mark.rule("FK-8.40", "FK-9.1")
def test_tv39_a_city_won_partly_by_intimidation_gives_no_rampage() -> None:
    p = Position().holds(0, rugheim=5).holds(1, skogheim=2).holds(2, hallgard=2)
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("5 2").play("withdraw oxdal")
    assert p.s.phase == VICTORY
    p.play("occupy")
    assert p.s.phase != RAMPAGE


@pytest.mark.rule("FK-8.24", "FK-8.25", "FK-8.26")
def test_tv40_cartography_brings_units_in_before_every_roll() -> None:
    p = (
        Position()
        .holds(0, rugheim=5)
        .holds(1, skogheim=1, oxdal=3, tveitby=5)
        .holds(2, eldtun=1)
        .knows(1, "cartography")
    )
    p.attack(0, "skogheim", rugheim=4)
    assert (p.s.phase, p.s.seat) == (WINDOW, 1)
    assert p.may("reinforce") == {"oxdal"}
    assert p.rule_against("reinforce tveitby") == "FK-8.24"
    assert p.rule_against("reinforce rugheim") == "FK-8.24"
    p.play("reinforce oxdal")
    assert p.may("send") == {"1", "2"}
    assert p.rule_against("send 3") == "FK-8.25"
    p.play("send 1", "pass")
    assert (p.s.phase, p.units("skogheim")) == (ATTACK, 2)
    p.play("roll").dice("1 1")
    assert (p.s.phase, p.s.seat) == (WINDOW, 1), "also before the defender's own roll"
    assert p.rule_against("reinforce skogheim") == "FK-8.24"
    p.play("reinforce oxdal")
    assert p.s.phase == DEFEND, "oxdal has nobody left to spare"
    assert p.units("oxdal") == 1


@pytest.mark.rule("FK-8.41", "FK-8.42", "FK-8.43", "FK-10.1")
def test_tv41_all_survivors_enter_or_none() -> None:
    p = battle(4, 2, gods="loki tyr odin").building("workshop", "skogheim").play("roll").dice("4 5")
    assert p.legal() == ["occupy", "return"]
    empty = Position.__new__(Position)
    empty.__dict__ = {**p.__dict__, "s": p.s.clone()}
    p.play("occupy")
    assert p.units("skogheim") == 4
    empty.play("return")
    assert (empty.owner("skogheim"), empty.units("rugheim")) == (-1, 5)
    assert empty.s.built[1] >> empty.city("skogheim") & 1
    assert empty.s.score[0] == 1, "rugheim alone scores"


@pytest.mark.rule("FK-8.28", "FK-8.2")
def test_tv86_after_exhaustion_everybody_goes_home() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=3, oxdal=2).holds(1, skogheim=4)
    p.attack(0, "skogheim", rugheim=2, oxdal=1).play("roll").dice("1 1").play("roll").dice("2 2")
    assert (p.units("rugheim"), p.units("oxdal"), p.owner("skogheim")) == (3, 2, 1)


@pytest.mark.rule("FK-8.23", "FK-8.1", "FK-8.3")
def test_tv89_a_defender_may_flee_into_a_city_that_awaits_its_own_battle() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=9).holds(1, skogheim=2, eldtun=1, brimnes=1).holds(2, oxdal=1)
    p.movement(0).order("rugheim", "skogheim", 4).order("rugheim", "eldtun", 4).play(
        "commit", "battle skogheim", "roll"
    ).dice("1 1")
    p.play("flee brimnes", "occupy")
    assert p.s.target == p.city("eldtun")
    p = Position(gods="loki tyr odin").holds(0, rugheim=9).holds(1, eldtun=2, marsund=1)
    p.movement(0).order("rugheim", "eldtun", 4).order("rugheim", "marsund", 4).play("commit")
    assert p.rule_against("battle oxdal") == "FK-8.1"
    p.play("battle eldtun", "roll").dice("1 1").play("flee marsund", "occupy")
    assert p.units("marsund") == 3
    assert (p.s.target, p.s.phase) == (p.city("marsund"), ATTACK)


@pytest.mark.rule("FK-8.36")
def test_tv90_laws_against_an_army_of_two_origins() -> None:
    p = Position(gods="loki odin tyr").holds(0, rugheim=3, oxdal=3).holds(1, skogheim=4).knows(1, "laws")
    p.attack(0, "skogheim", rugheim=2, oxdal=2).play("roll").dice("1 1").play("roll").dice("4 1").play("lose rugheim")
    assert (p.s.phase, p.s.seat) == (DETACH, 0)
    assert p.may("detach") == {"rugheim", "oxdal"}
    assert p.rule_against("detach eldtun") == "FK-8.36"
    p.play("detach oxdal", "withdraw brimnes", "detach rugheim", "withdraw hallgard")
    assert (p.units("brimnes"), p.units("hallgard")) == (1, 1)
    assert sum(order & 63 for order in p.s.orders) == 1
    p.check()


@pytest.mark.rule("FK-8.7", "FK-8.40", "FK-8.14")
def test_one_unit_rolls_two_dice_and_the_last_attacker_driven_out_loses_the_battle() -> None:
    p = Position(gods="loki odin tyr").holds(0, rugheim=3).holds(1, skogheim=1).attack(0, "skogheim", rugheim=2)
    p.play("roll").dice("1 1").play("roll").dice("4 1").play("withdraw rugheim")
    assert p.units("rugheim") == 2
    assert p.s.orders == []
    assert p.owner("skogheim") == 1
    p = Position(gods="odin loki tyr").holds(0, rugheim=3).holds(1, skogheim=1).attack(0, "skogheim", rugheim=2)
    p.play("roll").dice("1 1").play("roll").dice("4 6")
    assert p.units("rugheim") == 1
    assert p.owner("skogheim") == 1, "both attackers died"


@pytest.mark.rule("FK-8.44", "FK-11.4", "FK-10.3")
def test_after_a_victory_come_temple_then_fall_then_rampage() -> None:
    p = (
        Position(gods="loki tyr odin")
        .holds(0, rugheim=5)
        .holds(1, skogheim=2)
        .temple(1, "skogheim")
        .holds(2, oxdal=2, tveitby=1)
    )
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("4 5").play("occupy")
    assert (p.s.score[0], p.s.temple[1]) == (8, -1)
    p.play("rumor 3")
    assert p.s.score[0] == 16
    p.play("rumor 8")
    assert p.s.phase == RAMPAGE
    assert p.rumor_values(0) == [3, 3]


def test_intimidation_counts_every_rumor_value() -> None:
    p = Position(gods="odin tyr freyr")
    for value in RUMORS:
        p.rumors(0, value)
    assert intimidation(p.s, 0) == 15 + sum(RUMORS)
