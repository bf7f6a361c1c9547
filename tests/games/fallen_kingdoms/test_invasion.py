"""Priority, invasions and the end of a round (FK-14, FK-15, FK-16)."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms.data import BIT
from brehon.games.fallen_kingdoms.phases.fall import invasion_order, pass_marker
from brehon.games.fallen_kingdoms.state import (
    FOLLOW,
    INVADE,
    PATH,
    PLACE_REST,
    PLACE_TEMPLE,
    REPLACE,
    STRIP,
    SURRENDER,
    TAKE_LORE,
)
from tests.games.fallen_kingdoms.builder import Position


def roll3(p: Any, dice: Any) -> Any:
    return p.play(f"dice {' '.join(sorted(dice.split()))}")


@pytest.mark.rule("FK-14.1", "FK-14.2", "FK-14.3", "FK-14.4", "FK-14.5")
def test_tv_e5_the_priority_of_the_rulebook() -> None:
    p = Position(5, gods="norns tyr freyr odin loki")
    names = [p.names[number] for number in p.s.map.ids]
    for seat in (0, 1, 2, 4):
        p.holds(seat, **{names[seat * 5]: 3})
    p.scores(25, 10, 18, 30, 25)
    p.s.invaders = 1 << 1
    assert invasion_order(p.s) == [3, 2, 4, 0, 1]


@pytest.mark.rule("FK-14.6")
def test_tv58_of_equals_the_one_who_played_later_comes_first() -> None:
    p = Position(gods="odin odin odin").holds(0, rugheim=1).holds(1, oxdal=1).holds(2, kornby=1)
    p.s.marker = 1
    assert invasion_order(p.s) == [0, 2, 1]


@pytest.mark.rule("FK-14.7", "FK-14.8")
def test_tv97_the_order_stays_whatever_happens_during_the_step() -> None:
    p = (
        Position(gods="loki tyr odin")
        .holds(0, rugheim=3)
        .holds(1, oxdal=3)
        .holds(2, kornby=3)
        .scores(5, 10, 12)
        .invasions()
    )
    assert p.s.order == [0, 1, 2]
    p.play("invade", "surrender 1", "rumor 3")
    assert p.s.score[1] == 18
    assert p.s.order == [0, 1, 2]


@pytest.mark.rule("FK-15.1", "FK-15.3", "FK-15.15", "FK-15.21")
def test_tv59_last_rounds_invader_gives_back_marker_and_flags_and_cannot_invade() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=3).holds(1, oxdal=3).holds(2, kornby=3).scores(1, 2, 3)
    p.s.invaders = 1 << 0
    p.s.flags[2:5] = [0, 0, 0]
    p.invasions()
    assert p.s.seat == 1, "Blue comes after all without a marker"
    p.play("invade", "surrender 2", "rumor 3")
    assert p.rule_against("path 4") == "FK-15.15"
    assert not p.may("path") & {"3", "4", "5"}
    p.play("path 11", "pass", "pass")
    while p.s.phase in (PLACE_REST, PLACE_TEMPLE):
        p.play(p.legal()[0])
    assert p.s.seat == 2
    p.play("pass")
    assert p.s.invaders == 1 << 1
    assert p.s.flags.count(0) == 0
    assert p.s.flags.count(1) == 1


@pytest.mark.rule("FK-15.1", "FK-4.4")
def test_tv60_an_invader_wiped_out_at_once_cannot_invade_again_in_the_same_round() -> None:
    p = Position(gods="loki tyr odin").holds(1, oxdal=3).holds(2, kornby=3)
    p.s.invaders = 1 << 0
    p.s.flags[2] = 0
    p.invasions().play("pass", "pass")
    assert p.s.invaders == 0
    assert p.s.round == 2
    assert p.s.active == 1, "the marker passed to seat 1"


@pytest.mark.rule("FK-15.5", "FK-15.2")
def test_tv61_the_only_kingdom_cannot_invade_but_the_kingdomless_can() -> None:
    p = Position().holds(0, rugheim=3).invasions()
    assert p.s.seat == 1
    assert p.legal() == ["pass", "invade"]
    p.play("pass")
    assert p.s.seat == 2
    p.play("pass")
    assert p.s.round == 2, "seat 0 was not asked"


@pytest.mark.rule("FK-15.39")
def test_nobody_is_asked_to_invade_if_every_path_is_blocked() -> None:
    p = Position().holds(0, rugheim=3).holds(1, oxdal=3)
    p.s.flags = [0] * 16
    p.invasions()
    assert p.s.round == 2
    p = Position().holds(0, kornby=3).temple(0, "kornby").holds(1, oxdal=3).temple(1, "oxdal").scores(0, 9, 9)
    p.s.flags = [-1, *[1] * 15]
    p.invasions()
    assert (p.s.phase, p.s.seat) == (INVADE, 0), "his own temple goes with the surrender"


@pytest.mark.rule("FK-15.4", "FK-15.6", "FK-15.7", "FK-15.8", "FK-15.9", "FK-15.13")
def test_tv62_a_surrender_gives_one_rumor_card_the_points_and_the_cities() -> None:
    p = (
        Position(gods="loki tyr odin")
        .holds(0, rugheim=3, eldtun=2)
        .temple(0, "eldtun")
        .tracks(0, 1, 1, 4)
        .holds(1, oxdal=3)
    )
    p.scores(0, 50, 60).invasions()
    p.play("pass")  # seat 2 has no kingdom and comes first
    p.play("invade")
    assert p.s.phase == SURRENDER
    assert p.legal() == ["surrender 1"]
    assert p.rule_against("surrender 2") == "FK-15.4"
    assert p.rule_against("surrender 0") == "FK-15.4"
    p.play("surrender 1", "rumor 3")
    assert p.s.score[1] == 58
    assert p.rumor_values(1) == [3]
    assert p.track(1)[2] == 4
    assert p.track(0) == (0, 0, 0)
    assert (p.owner("rugheim"), p.units("rugheim"), p.owner("eldtun"), p.units("eldtun")) == (1, 3, 1, 2)
    assert p.s.temple[0] == -1
    assert p.s.reserve[0] == 30
    assert p.s.phase == PATH
    p.check()


@pytest.mark.rule("FK-15.9", "FK-15.10", "FK-15.11", "FK-15.12")
def test_tv63_a_short_reserve_is_used_up_and_units_may_be_moved_in() -> None:
    p = (
        Position(gods="loki tyr odin")
        .holds(0, rugheim=4, eldtun=2)
        .holds(1, oxdal=5, kornby=1, jernby=21)
        .scores(0, 50, 60)
    )
    p.s.turn = 0
    p.invasions().play("pass", "invade", "surrender 1", "rumor 3")
    assert (p.s.phase, p.s.seat, p.s.reserve[1]) == (REPLACE, 1, 3)
    assert p.rule_against("replace oxdal") == "FK-15.10"
    assert p.rule_against("pass") == "FK-15.10", "the whole reserve must be used"
    p.play("replace rugheim", "replace eldtun", "replace eldtun")
    assert p.s.phase == STRIP
    assert p.may("strip") == {"oxdal", "jernby"}
    assert p.rule_against("strip kornby") == "FK-15.11"
    assert p.rule_against("strip eldtun") == "FK-15.11"
    p.play("strip oxdal")
    assert p.may("to") == {"rugheim"}
    assert p.rule_against("to eldtun") == "FK-15.11"
    p.play("to rugheim", "strip oxdal", "to rugheim", "strip oxdal", "to rugheim")
    assert (p.units("rugheim"), p.units("eldtun"), p.units("oxdal")) == (4, 2, 2)
    assert p.s.phase == PATH
    p.check()


@pytest.mark.rule("FK-15.12")
def test_units_that_nobody_replaces_are_gone_and_their_city_is_empty() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=4, eldtun=2).holds(1, oxdal=30).scores(0, 50, 60)
    p.invasions().play("pass", "invade", "surrender 1", "rumor 3", "pass")
    assert p.owner("rugheim") == p.owner("eldtun") == -1
    assert p.s.phase == PATH
    p.check()


@pytest.mark.rule("FK-15.24", "FK-15.26", "FK-15.27", "FK-1.7")
def test_tv64_dice_kill_the_rest_cost_casualties_and_three_units_land() -> None:
    p = Position().holds(1, oxdal=6, kornby=1).invader(0).play("path 10")
    roll3(p, "5 2 4")
    assert (p.owner("oxdal"), p.units("oxdal")) == (0, 3)
    assert (p.s.reserve[0], p.s.casualties) == (23, 4)
    assert p.s.phase == FOLLOW
    p.check()


@pytest.mark.rule("FK-15.28", "FK-15.33")
def test_tv65_a_reserve_that_cannot_pay_is_spent_and_the_city_not_taken() -> None:
    p = Position().holds(1, oxdal=5, kornby=1).invader(0, reserve=2).play("path 10")
    roll3(p, "1 2 3")
    assert (p.owner("oxdal"), p.units("oxdal")) == (1, 3)
    assert p.s.round == 2, "the invasion is over"
    assert p.s.reserve[0] == 30
    p.check()


@pytest.mark.rule("FK-15.27", "FK-15.33")
def test_tv66_a_single_unit_left_takes_the_city() -> None:
    p = Position().holds(1, oxdal=4, kornby=1).invader(0, reserve=5).play("path 10")
    roll3(p, "1 2 3")
    assert (p.owner("oxdal"), p.units("oxdal")) == (0, 1)
    assert p.s.phase == PLACE_TEMPLE


@pytest.mark.rule("FK-15.29")
def test_tv67_a_reserve_that_pays_exactly_leaves_the_city_empty() -> None:
    p = Position().holds(1, oxdal=4, kornby=1).invader(0, reserve=4).play("path 10")
    roll3(p, "1 2 3")
    assert p.owner("oxdal") == -1
    assert p.s.held[0] == 0


@pytest.mark.rule("FK-15.23")
def test_tv68_an_empty_city_is_taken_without_dice() -> None:
    p = Position().holds(1, kornby=1).invader(0).play("path 10")
    assert (p.owner("oxdal"), p.units("oxdal")) == (0, 3)
    assert p.s.reserve[0] == 27


@pytest.mark.rule("FK-15.25")
def test_tv69_no_knowledge_helps_against_an_invasion() -> None:
    p = (
        Position(gods="loki odin tyr")
        .holds(1, oxdal=4, skogheim=9, kornby=1)
        .knows(1, "masonry cartography philosophy")
    )
    p.knows(0, "strategy archery").invader(0).play("path 10")
    roll3(p, "4 6 1")
    assert (p.owner("oxdal"), p.s.casualties) == (0, 2)


@pytest.mark.rule("FK-15.16", "FK-15.18", "FK-15.19")
def test_tv70_a_temple_blocks_its_paths_and_is_not_skipped() -> None:
    p = Position().holds(1, sildvik=1).temple(1, "sildvik").invader(0)
    assert p.rule_against("path 9") == "FK-15.16"
    p.play("path 10", "pass")
    assert p.may("path") == {"11"}
    assert p.rule_against("path 7") == "FK-15.18"
    assert p.rule_against("path 20") == "FK-2.13"


@pytest.mark.rule("FK-15.22", "FK-15.30", "FK-15.14")
def test_tv72_a_second_path_into_ones_own_city_gives_another_follow_up() -> None:
    p = Position().holds(1, oxdal=3, kornby=1).invader(0).play("path 8", "pass", "path 9")
    assert p.units("sildvik") == 3
    assert (p.s.phase, p.may("follow")) == (FOLLOW, {"oxdal"})
    p.play("follow oxdal").dice("4 5")
    assert (p.owner("oxdal"), p.s.casualties) == (0, 1)


@pytest.mark.rule("FK-15.14", "FK-15.17", "FK-15.18", "FK-15.20", "FK-15.21", "FK-15.22", "FK-15.30", "FK-15.32")
def test_tv_e6_three_paths_in_a_row() -> None:
    p = Position().holds(1, kornby=1).invader(0)
    assert len(p.may("path")) == 16, "any path comes first"
    assert p.rule_against("pass") == "FK-15.39"
    p.play("path 10", "follow skogheim")
    assert p.may("path") == {"9", "11"}
    q = Position.__new__(Position)
    q.__dict__ = {**p.__dict__, "s": p.s.clone()}
    q.play("path 9")
    q.play("pass") if q.s.phase == FOLLOW else None
    assert q.may("path") == {"8", "11"}
    p.play("path 11", "follow nordlund")
    assert p.may("path") == {"9", "12"}
    assert p.rule_against("path 10") == "FK-15.20"
    before = p.units("nordlund")
    p.play("path 12")
    assert p.units("nordlund") == before, "his own already"
    p.play("follow tindvik")
    assert p.s.phase == PLACE_REST
    assert [path + 1 for path in range(16) if p.s.flags[path] == 0] == [10, 11, 12]
    assert {p.names[p.s.map.ids[c]] for c in range(18) if p.s.owner[c] == 0} == {
        "oxdal",
        "skogheim",
        "tveitby",
        "nordlund",
        "tindvik",
    }


@pytest.mark.rule("FK-15.31")
def test_a_follow_up_spares_temples_and_takes_empty_cities() -> None:
    p = Position().holds(1, tveitby=2).temple(1, "tveitby").invader(0).play("path 10")
    assert p.may("follow") == {"sildvik", "skogheim"}
    assert p.rule_against("follow tveitby") == "FK-15.31"
    assert p.rule_against("follow kornby") == "FK-15.30"
    p.play("follow sildvik")
    assert p.units("sildvik") == 3


@pytest.mark.rule("FK-15.34", "FK-15.35", "FK-15.36", "FK-10.8")
def test_tv73_all_units_left_are_placed_but_not_the_casualties_and_the_temple_covers_a_building() -> None:
    p = Position().holds(1, kornby=1)
    for name in ("oxdal", "skogheim", "tveitby", "nordlund"):
        p.building("farm", name)
    p.invader(0, reserve=23).play("path 10", "follow skogheim", "path 11", "follow nordlund", "pass")
    assert p.s.reserve[0] == 11
    assert p.rule_against("place kornby") == "FK-15.34"
    for _ in range(11):
        assert p.s.phase == PLACE_REST
        p.play("place oxdal")
    assert p.units("oxdal") == 14
    assert p.s.reserve[0] == 7, "the casualties are back in the reserve"
    assert p.s.phase == PLACE_TEMPLE
    assert p.may("temple") == {"oxdal", "skogheim", "tveitby", "nordlund"}
    p.play("temple oxdal")
    assert p.s.temple[0] == p.city("oxdal")
    p.check()


@pytest.mark.rule("FK-15.36")
def test_the_temple_avoids_buildings_as_long_as_it_can() -> None:
    p = Position().holds(1, kornby=1).building("farm", "oxdal").invader(0, reserve=6).play("path 10", "follow skogheim")
    assert p.may("temple") == {"skogheim"}
    assert p.rule_against("temple oxdal") == "FK-15.36"
    assert p.rule_against("temple kornby") == "FK-15.36"


@pytest.mark.rule("FK-15.37")
def test_tv75_an_invader_without_a_city_has_no_kingdom_but_keeps_marker_and_flags() -> None:
    p = Position().holds(1, oxdal=29, kornby=1).invader(0, reserve=20).play("path 10")
    roll3(p, "1 1 1")
    assert p.s.held[0] == 0
    assert p.s.temple[0] == -1
    assert p.s.invaders == 1
    assert p.s.flags[9] == 0
    assert p.s.reserve[0] == 30


@pytest.mark.rule("FK-16.1", "FK-16.2", "FK-16.3", "FK-1.9")
@pytest.mark.parametrize("invaders, marker", [((2, 3), 0), ((0, 2, 3), 1), ((0, 1, 2, 3), 1), ((), 2)])
def test_tv76_the_marker_passes_to_the_next_who_did_not_invade(invaders: Any, marker: int) -> None:
    p = Position(4)
    p.s.marker = 1
    p.s.invaders = sum(1 << seat for seat in invaders)
    pass_marker(p.s, None)
    assert p.s.marker == marker
    assert p.s.active == marker
    assert p.s.round == 2


@pytest.mark.rule("FK-15.20", "FK-15.33")
def test_tv98_without_a_usable_path_the_invasion_ends_after_its_follow_up() -> None:
    p = Position().holds(1, oxdal=2).temple(1, "oxdal")
    p.s.flags[7] = 2
    p.invader(0, reserve=6).play("path 9")
    assert p.s.phase == PLACE_REST, "oxdal is protected, so there is no follow-up either"


@pytest.mark.rule("FK-15.38", "FK-11.5")
def test_tv99_an_invasion_topples_the_kingdom_whose_last_unit_it_removes() -> None:
    p = Position().holds(1, oxdal=2).holds(2, kornby=1).tracks(1, 0, 0, 4).tracks(0, 0, 0, 5).invader(0).play("path 10")
    roll3(p, "4 5 6")
    assert p.s.score[0] == 8
    assert p.rumor_values(0) == [3]
    p.play("rumor 5")
    assert p.s.phase == TAKE_LORE, "four points complete the track at once"
    p.play("learn ships", "knowledge laws")
    assert p.can_use(0, "ships"), "outside one's own turn it works immediately"
    assert p.s.phase == FOLLOW


@pytest.mark.rule("FK-15.38", "FK-15.37")
def test_thirty_against_thirty_leaves_nobody_and_the_game_goes_on() -> None:
    p = Position().holds(1, oxdal=30).holds(2, kornby=2).invader(0).play("path 10")
    roll3(p, "1 1 1")
    p.play("rumor 3")
    assert p.s.held[:2] == [0, 0]
    assert p.s.score[0] == 8
    assert p.s.round == 2


def test_a_follow_up_needs_the_first_city() -> None:
    p = Position().holds(1, oxdal=5, kornby=1).invader(0, reserve=5).play("path 10")
    roll3(p, "1 2 3")
    assert p.s.phase != FOLLOW
    assert not p.s.held[0] & BIT[p.city("oxdal")]
