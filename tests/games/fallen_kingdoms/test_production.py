"""Production and the score of a turn (FK-6, FK-12)."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms.data import LENGTH
from brehon.games.fallen_kingdoms.phases.production import fixed_points, free_points
from brehon.games.fallen_kingdoms.scoring import depleted
from brehon.games.fallen_kingdoms.state import (
    MOVE,
    PLACE_UNIT,
    SITE,
    SPENDING,
    TAKE_BUILDING,
    TAKE_LORE,
    WHICH_BUILDING,
)
from tests.games.fallen_kingdoms.builder import Position


def fixed(p: Any, seat: int = 0) -> Any:
    return tuple(fixed_points(p.s, seat, track) for track in range(3))


@pytest.mark.rule(
    "FK-6.1", "FK-6.2", "FK-6.14", "FK-6.16", "FK-6.19", "FK-6.22", "FK-6.23", "FK-18.1", "FK-18.2", "FK-6.5", "FK-6.7"
)
def test_tv_e1_production_as_in_the_rulebook() -> None:
    p = Position().holds(0, vargdal=3, rugheim=3, marsund=3, gullnes=3, eldtun=3).building("barracks", "eldtun")
    p.building("workshop", "marsund")
    assert fixed(p) == (2, 4, 2)
    p.production(0)
    assert p.track(0) == (2, 4, 2)
    assert p.s.points == 7
    p.spend(unit=1, building=2)
    p.play("take workshop", "tile farm").spend(unit=3, knowledge=1)
    assert p.track(0) == (0, 0, 3)
    assert p.s.sheet[0] == 2
    assert p.waiting(0) == ["workshop"]
    assert LENGTH == [3, 6, 9]


@pytest.mark.rule("FK-6.3", "FK-6.4")
def test_tv01_points_beyond_a_completion_carry_on() -> None:
    p = Position().holds(0, eldtun=3).tracks(0, 0, 5, 0).building("workshop", "eldtun").production(0)
    p.play("take barracks", "tile farm")
    assert p.track(0)[1] == 1


@pytest.mark.rule("FK-6.3")
def test_tv02_four_points_can_complete_a_unit_track_twice() -> None:
    p = Position().holds(0, jernby=3, hallgard=3).tracks(0, 2, 0, 0).production(0)
    assert p.s.sheet[0] == 2
    assert p.track(0)[0] == 0


@pytest.mark.rule("FK-6.16", "FK-6.17", "FK-6.18")
def test_tv03_mining_adds_one_for_every_metal_icon() -> None:
    p = Position().holds(0, jernby=1, marsund=1)
    assert fixed(p)[0] == 2
    assert fixed(Position().holds(0, marsund=1))[0] == 0
    assert fixed(p.knows(0, "mining"))[0] == 4
    assert fixed(Position().holds(0, jernby=1, marsund=1).public("mining"))[0] == 4
    assert fixed(Position().holds(0, vargdal=1, gullnes=1).public("machinery"))[1] == 4
    assert fixed(Position().holds(0, kornby=1, ormshavn=1).public("irrigation"))[2] == 4


@pytest.mark.rule("FK-6.15", "FK-10.6", "FK-10.7")
def test_tv04_paper_improves_buildings_but_not_a_covered_one() -> None:
    p = (
        Position()
        .holds(0, eldtun=1, tveitby=1)
        .knows(0, "paper")
        .building("workshop", "eldtun")
        .building("farm", "tveitby")
    )
    p.temple(0, "tveitby")
    assert fixed(p) == (0, 3, 0)


@pytest.mark.rule("FK-6.19", "FK-6.20")
def test_tv05_ships_double_the_ports() -> None:
    p = Position().holds(0, vargdal=1, rugheim=1, marsund=1, gullnes=1, eldtun=1)
    assert free_points(p.s, 0) == 7
    assert free_points(p.knows(0, "ships").s, 0) == 9


@pytest.mark.rule("FK-6.13")
def test_currency_adds_a_point_to_each_track() -> None:
    assert fixed(Position().holds(0, eldtun=1).knows(0, "currency")) == (1, 1, 1)


@pytest.mark.rule("FK-6.21", "FK-6.25", "FK-6.9", "FK-6.10")
def test_tv06_a_card_taken_during_production_works_after_it() -> None:
    p = Position().holds(0, kornby=3, marsund=3).tracks(0, 0, 0, 8).production(0)
    assert p.s.phase == TAKE_LORE
    p.play("learn ships", "knowledge laws")
    assert p.s.points == 3
    assert not p.can_use(0, "ships")
    assert p.s.score[0] == 8
    p.spend(building=3)
    assert p.s.phase == MOVE
    assert p.can_use(0, "ships")
    assert free_points(p.s, 0) == 4


@pytest.mark.rule("FK-6.25", "FK-6.29", "FK-18.6")
def test_tv07_architecture_taken_this_turn_rewards_the_building_placed_this_turn() -> None:
    p = Position().show("architecture ships paper").holds(0, kornby=3, vargdal=3).tracks(0, 0, 5, 8).production(0)
    p.play("take barracks", "tile farm", "learn architecture", "knowledge laws").spend(unit=2)
    p.play("site kornby")
    assert p.s.score[0] == 8 + 3


@pytest.mark.rule("FK-6.7", "FK-6.8", "FK-12.5", "FK-18.6")
def test_tv08_the_last_building_is_taken_and_the_next_gives_two_glory() -> None:
    p = Position().building("workshop", "eldtun").stall("farm", stack=0).tracks(0, 0, 5, 0)
    p.holds(0, vargdal=3, nordlund=3, skogheim=3, eldtun=3).production(0)
    assert p.s.phase == TAKE_BUILDING
    assert depleted(p.s) == 0
    p.play("take farm")
    assert p.s.score[0] == 2
    assert p.track(0)[1] == 1
    assert depleted(p.s) == 1


@pytest.mark.rule("FK-6.11")
def test_without_knowledge_cards_a_full_track_gives_three_glory_every_time() -> None:
    p = Position().show("", deck=0).holds(0, kornby=3, rugheim=3, oxdal=3, eldtun=3).tracks(0, 0, 0, 8).production(0)
    assert p.s.score[0] == 3
    p.s.tracks[2] = 8
    p.spend(knowledge=1)
    assert p.s.score[0] == 6


@pytest.mark.rule("FK-6.6", "FK-1.11")
def test_tv09_at_thirty_units_a_full_unit_track_gives_nothing() -> None:
    p = Position().holds(0, jernby=15, hallgard=14).tracks(0, 2, 0, 0).production(0)
    assert p.s.sheet[0] == 1
    assert p.track(0)[0] == 0


@pytest.mark.rule("FK-6.26", "FK-6.27", "FK-6.28", "FK-10.5")
def test_tv10_a_building_without_a_free_slot_waits_on_the_sheet_until_it_must_be_placed() -> None:
    p = (
        Position()
        .holds(0, eldtun=3, brimnes=3)
        .temple(0, "eldtun")
        .building("farm", "brimnes")
        .tracks(0, 0, 5, 0)
        .production(0)
    )
    p.spend(building=1).play("take barracks", "tile farm").spend(knowledge=2)
    assert p.s.phase == MOVE
    assert p.waiting(0) == ["barracks"]
    p.order("eldtun", "rugheim", 1).play("commit")
    assert p.s.score[0] == 3 + 2
    p.s.todo = []
    p.production(0).spend(unit=4)
    if p.s.phase == TAKE_LORE:
        p.play("learn ships")
    assert p.s.phase == SITE
    assert p.may("site") == {"rugheim"}
    assert p.rule_against("site eldtun") == "FK-10.5"
    assert p.rule_against("site brimnes") == "FK-6.26"
    assert p.rule_against("site oxdal") == "FK-6.26"


@pytest.mark.rule("FK-6.26")
def test_of_several_waiting_buildings_the_owner_chooses_the_next() -> None:
    p = Position().holds(0, eldtun=3, brimnes=3)
    p.s.waiting[0:3] = [1, 0, 1]
    p.s.stack -= 2
    p.production(0).spend(knowledge=3)
    assert p.s.phase == WHICH_BUILDING
    assert p.rule_against("build workshop") == "FK-6.26"
    p.play("build farm", "site eldtun", "site brimnes")
    assert p.s.built[2] == 1 << p.city("eldtun")
    assert p.s.built[0] == 1 << p.city("brimnes")
    p.check()


@pytest.mark.rule("FK-6.12")
def test_taking_cannot_be_declined() -> None:
    p = Position().holds(0, eldtun=3).tracks(0, 0, 5, 8).production(0).play("spend building")
    assert p.legal() == ["take barracks", "take workshop"]
    assert p.rule_against("take farm") == "FK-6.7"
    p = Position().holds(0, eldtun=3).tracks(0, 0, 5, 8).production(0).play("spend knowledge")
    assert p.legal() == ["learn currency", "learn ships", "learn paper"]
    assert p.rule_against("learn laws") == "FK-6.9"


@pytest.mark.rule("FK-6.24")
def test_fixed_points_are_the_same_whatever_lies_where() -> None:
    p = Position().holds(0, vargdal=1, kornby=1).building("workshop", "kornby").building("farm", "vargdal")
    q = Position().holds(0, vargdal=1, kornby=1).building("workshop", "vargdal").building("farm", "kornby")
    assert fixed(p) == fixed(q) == (0, 4, 4)


@pytest.mark.rule("FK-6.24")
def test_fixed_points_go_onto_the_tracks_as_units_buildings_and_knowledge() -> None:
    p = Position().holds(0, jernby=1, vargdal=1, kornby=1).tracks(0, 2, 5, 8).production(0)
    assert (p.s.phase, p.s.sheet[0]) == (TAKE_BUILDING, 1)
    p.play("take barracks", "tile farm")
    assert p.s.phase == TAKE_LORE


@pytest.mark.rule("FK-6.21", "FK-17.6")
def test_free_points_are_counted_when_production_begins() -> None:
    p = Position(duplicate_trophies="2").public("ships").show("ships laws paper").holds(0, marsund=3)
    p.tracks(0, 0, 0, 8).building("farm", "marsund").production(0)
    assert p.s.phase == TAKE_LORE
    assert p.s.points == 3, "a city, a port, and Ships, which works now"
    p.play("learn ships", "knowledge masonry")
    assert not p.can_use(0, "ships"), "the public copy goes, and the new one works after production"
    assert (p.s.points, free_points(p.s, 0)) == (3, 2)


@pytest.mark.rule("FK-6.30", "FK-6.31", "FK-7.15")
def test_units_are_placed_where_one_has_units_and_may_move_at_once() -> None:
    p = Position().holds(0, eldtun=1, brimnes=1).holds(1, oxdal=1).tracks(0, 2, 0, 0).production(0)
    p.spend(unit=1, knowledge=2)
    assert p.s.phase == PLACE_UNIT
    assert p.rule_against("place oxdal") == "FK-6.30"
    assert p.rule_against("place rugheim") == "FK-6.30"
    p.play("place eldtun")
    assert p.can("from eldtun")
    assert not p.can("from brimnes")


@pytest.mark.rule("FK-12.1", "FK-12.2")
def test_tv_e3_seven_cities_and_three_buildings_score_thirteen() -> None:
    p = Position().holds(0, eldtun=1, brimnes=1, skogheim=1, oxdal=1, tveitby=1, nordlund=1, hallgard=1)
    p.building("farm", "eldtun").building("farm", "oxdal").building("barracks", "tveitby").building("farm", "jernby")
    assert p.scoring(0).s.score[0] == 13


@pytest.mark.rule("FK-12.1", "FK-12.2", "FK-12.3", "FK-12.4", "FK-18.6")
def test_tv93_mathematics_and_ports_add_to_the_turn() -> None:
    p = Position().holds(0, marsund=1, gullnes=1, eldtun=1, rugheim=1, kornby=1, jernby=1).knows(0, "mathematics ports")
    p.building("farm", "eldtun").building("farm", "marsund")
    assert p.scoring(0).s.score[0] == 15


@pytest.mark.rule("FK-10.6", "FK-10.7")
@pytest.mark.parametrize("option, score", [("off", 2), ("on", 4)])
def test_a_temple_scores_only_where_the_table_wants_it(option: str, score: int) -> None:
    p = Position(temple_scores=option).holds(0, eldtun=1, brimnes=1).building("farm", "eldtun").temple(0, "eldtun")
    assert p.scoring(0).s.score[0] == score


@pytest.mark.rule("FK-6.22")
def test_points_are_spent_one_by_one_and_a_completion_comes_before_the_next() -> None:
    p = Position().holds(0, eldtun=3, brimnes=3).tracks(0, 0, 5, 0).production(0).play("spend building")
    assert p.s.phase == TAKE_BUILDING
    assert p.s.points == 2
    p.play("take barracks", "tile farm")
    assert p.s.phase == SPENDING
