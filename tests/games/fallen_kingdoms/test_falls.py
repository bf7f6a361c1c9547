"""Temples, falls, the end of the game and the final adjustment (FK-10 to FK-13)."""

from typing import Any

import pytest

from brehon.core.contract import OVER
from brehon.games.fallen_kingdoms.data import BIT
from brehon.games.fallen_kingdoms.phases.common import T_FALL, T_FINAL, T_TEMPLE
from brehon.games.fallen_kingdoms.phases.production import fixed_points
from brehon.games.fallen_kingdoms.scoring import depleted, ranks, turn_glory
from brehon.games.fallen_kingdoms.state import ATTACK, GOD, INVADE, PAYER, SPENDING, TAKE_LORE
from tests.games.fallen_kingdoms.builder import Position


@pytest.mark.rule("FK-11.4", "FK-10.4", "FK-11.3", "FK-10.3")
def test_tv47_the_last_rumor_card_goes_for_the_temple_and_the_fall_gives_three() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=5).holds(1, skogheim=2).temple(1, "skogheim").holds(2, oxdal=1)
    p.s.rumor_left = 1
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("4 5").play("occupy")
    assert p.s.score[0] == 8 + 3
    assert p.rumor_values(0) == [3]
    assert depleted(p.s) == 1


@pytest.mark.rule("FK-11.5", "FK-11.6", "FK-11.1")
def test_tv48_knowledge_points_move_to_the_winner_and_the_loser_starts_from_nothing() -> None:
    p = (
        Position(gods="loki tyr odin")
        .holds(0, rugheim=5)
        .holds(1, skogheim=2)
        .holds(2, oxdal=2)
        .tracks(0, 0, 0, 6)
        .tracks(1, 2, 4, 5)
    )
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("4 5").play("occupy", "rumor 3")
    assert p.s.phase == TAKE_LORE
    p.play("learn ships", "knowledge laws")
    assert p.s.score[0] == 16
    assert p.track(0)[2] == 2
    assert p.track(1) == (0, 0, 0)


@pytest.mark.rule("FK-11.7", "FK-11.8", "FK-1.13")
def test_tv49_the_losers_knowledge_becomes_public() -> None:
    p = Position().holds(0, rugheim=3).knows(1, "strategy ports").step(T_FALL, 1, 0)
    for seat in range(3):
        assert p.can_use(seat, "strategy")
        assert p.can_use(seat, "ports")
    assert not p.has_card(1, "strategy")


@pytest.mark.rule("FK-11.7")
def test_a_card_lent_to_heimdall_becomes_public_too() -> None:
    p = Position(gods="odin heimdall tyr").holds(0, rugheim=3).knows(1, "masonry")
    p.s.lent[1] = 11
    p.step(T_FALL, 1, 0)
    assert p.can_use(0, "masonry")
    assert p.s.lent[1] == -1


@pytest.mark.rule("FK-8.43", "FK-11.10", "FK-11.2")
def test_tv50_going_home_from_the_last_city_gives_one_reward_and_removes_the_temple() -> None:
    p = Position(gods="loki tyr odin").holds(0, rugheim=5).holds(1, skogheim=2).temple(1, "skogheim").holds(2, oxdal=1)
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("4 5").play("return", "rumor 3")
    assert p.s.score[0] == 8 + 1
    assert p.s.temple[1] == -1
    assert p.owner("skogheim") == -1


@pytest.mark.rule("FK-10.9", "FK-10.2")
def test_tv51_a_temple_in_an_empty_city_still_gives_power_until_somebody_walks_in() -> None:
    p = (
        Position(gods="loki tyr odin")
        .holds(0, rugheim=5)
        .holds(1, skogheim=2, tveitby=3)
        .temple(1, "skogheim")
        .holds(2, oxdal=3)
    )
    p.attack(0, "skogheim", rugheim=4).play("roll").dice("4 5").play("return")
    assert (p.s.active, p.s.phase) == (1, GOD), "Tyr keeps his power"
    p.s.todo = []
    p.movement(2).order("oxdal", "skogheim", 1).play("commit", "rumor 3")
    assert p.s.temple[1] == -1
    assert p.s.score[2] >= 8


@pytest.mark.rule("FK-12.6", "FK-12.7", "FK-12.8", "FK-4.1", "FK-4.3")
def test_tv52_the_round_is_finished_before_the_game_ends_without_invasions() -> None:
    p = Position(4, gods="odin tyr freyr saga").show("", deck=0).stall("farm", stack=0)
    names = [p.names[number] for number in p.s.map.ids]
    for seat, name in enumerate((names[0], names[6], names[12], names[18])):
        p.holds(seat, **{name: 3})
    p.tracks(1, 0, 5, 0).turn(1)
    while p.s.active == 1:
        options = p.legal()
        best = next((o for o in options if o in ("spend building", "take farm", "commit")), options[0])
        p.play(best)
    assert depleted(p.s) == 2
    assert p.s.active == 2, "the others still play"
    while p.s.to_move() != OVER:
        options = p.legal()
        assert "invade" not in options
        p.play(next((o for o in options if o in ("commit", "pass")), options[0]))
    assert p.s.round == 1


def final(*counts: Any, marker: int = 0) -> Any:
    p = Position(len(counts), gods="odin tyr freyr saga holler norns")
    p.s.marker = marker
    for seat, n in enumerate(counts):
        p.s.rumors[seat * 6] = n
    return p.scores(*[100] * len(counts)).step(T_FINAL)


@pytest.mark.rule("FK-13.2", "FK-13.3", "FK-13.5", "FK-13.6", "FK-13.7")
def test_tv_e4_the_adjustment_of_the_rulebook() -> None:
    p = final(5, 4, 3, 2, 2, 2)
    assert (p.s.phase, p.s.seat) == (PAYER, 0)
    assert p.may("payer") == {"3", "4", "5"}
    assert p.rule_against("payer 1") == "FK-13.2"
    p.play("payer 3")
    assert p.rule_against("payer 3") == "FK-13.5"
    p.play("payer 5")
    assert p.s.score == [116, 100, 100, 92, 100, 92]


@pytest.mark.rule("FK-13.1")
@pytest.mark.parametrize("counts", [(3, 3, 3), (4, 2, 0)])
def test_tv53_no_adjustment_if_all_are_equal_or_somebody_has_none(counts: tuple[int, int, int]) -> None:
    assert final(*counts).s.score == [100, 100, 100]


@pytest.mark.rule("FK-13.8", "FK-13.10")
def test_tv54_two_at_the_top_and_one_card_to_share_get_nothing() -> None:
    p = final(4, 4, 1)
    assert p.s.score == [100, 100, 92]
    assert sum(p.s.rumors) == 8, "the card is discarded"


@pytest.mark.rule("FK-13.5", "FK-13.8", "FK-13.6")
def test_tv55_three_cards_of_two_payers_for_two_receivers() -> None:
    p = final(5, 5, 3, 3, marker=1)
    assert p.s.seat == 1, "of two with the most, the first one clockwise from the marker chooses"
    p.play("payer 3")
    assert p.s.score == [108, 108, 92, 84]


@pytest.mark.rule("FK-13.5", "FK-13.2")
def test_tv56_one_of_two_pays_a_single_card() -> None:
    assert final(4, 1, 1).play("payer 2").s.score == [108, 100, 92]


@pytest.mark.rule("FK-13.9")
def test_tv57_equal_totals_share_the_victory() -> None:
    assert ranks([90, 100, 100]) == [3, 1, 1]
    p = final(3, 3, 3)
    assert p.s.places() == [1, 1, 1]


@pytest.mark.rule("FK-13.4", "FK-13.7")
def test_tv92_the_lowest_pays_all_its_cards_to_the_highest() -> None:
    p = final(4, 2, 1)
    assert p.s.score == [108, 100, 92]
    assert [sum(p.s.rumors[seat * 6 : seat * 6 + 6]) for seat in range(3)] == [5, 2, 0]


@pytest.mark.rule("FK-11.12")
def test_tv94_knowledge_from_a_fall_works_in_the_next_battle_of_the_same_turn() -> None:
    p = (
        Position(gods="loki tyr odin")
        .show("strategy ships paper")
        .holds(0, rugheim=9)
        .holds(1, skogheim=2)
        .holds(2, eldtun=3)
    )
    p.tracks(0, 0, 0, 5).tracks(1, 0, 0, 4).movement(0).order("rugheim", "skogheim", 4).order("rugheim", "eldtun", 4)
    p.play("commit", "battle skogheim", "roll").dice("4 5").play(
        "occupy", "rumor 3", "learn strategy", "knowledge laws"
    )
    if p.can("pass"):
        p.play("pass")
    assert p.s.phase == ATTACK
    p.play("roll").dice("1 2")
    assert p.is_chance, "the low dice are rolled again"


@pytest.mark.rule("FK-11.9", "FK-11.11")
def test_tv95_the_fallen_keep_rumors_and_glory_but_not_what_waits_on_the_sheet() -> None:
    p = Position().holds(0, rugheim=3).rumors(1, 5, 8).scores(0, 40, 0)
    p.s.waiting[3] = 1
    p.s.stack -= 1
    p.step(T_FALL, 1, 0)
    assert p.rumor_values(1) == [5, 8]
    assert p.s.score[1] == 40
    assert p.waiting(1) == []
    assert p.s.razed == 1


@pytest.mark.rule("FK-10.8", "FK-5.3")
def test_tv96_a_temple_is_not_rebuilt_by_conquest() -> None:
    p = (
        Position(gods="freyr tyr odin")
        .holds(0, rugheim=3, eldtun=1, marsund=1, skogheim=1, oxdal=1)
        .holds(1, kornby=1)
        .turn(0)
    )
    assert p.s.phase == SPENDING
    assert p.s.temple[0] == -1


@pytest.mark.rule("FK-10.6", "FK-10.2", "FK-10.1")
def test_tv74_a_covered_farm_works_again_for_its_captor() -> None:
    p = Position().holds(0, eldtun=3).building("farm", "eldtun").temple(0, "eldtun")
    assert fixed_points(p.s, 0, 2) == 0
    assert turn_glory(p.s, 0)[1] == 0
    p.s.owner[p.city("eldtun")] = 1
    p.s.held = [0, BIT[p.city("eldtun")], 0]
    p.step(T_TEMPLE, p.city("eldtun"), 1)
    assert fixed_points(p.s, 1, 2) == 2
    assert turn_glory(p.s, 1)[1] == 2
    assert p.s.score[1] == 8


@pytest.mark.rule("FK-12.5", "FK-12.6")
@pytest.mark.parametrize(
    "knowledge, buildings, rumors, over",
    [
        (True, True, False, True),
        (True, False, True, True),
        (False, True, True, True),
        (True, False, False, False),
        (False, False, True, False),
    ],
)
def test_the_game_ends_when_two_kinds_of_trophy_are_used_up(
    knowledge: bool, buildings: bool, rumors: bool, over: bool
) -> None:
    p = Position().holds(0, rugheim=3).holds(1, oxdal=3).holds(2, kornby=3)
    if knowledge:
        p.show("", deck=0)
    if buildings:
        p.stall("", stack=0)
    if rumors:
        p.s.rumor_left = 0
        p.s.rumor_top = -1
    p.end_of_round()
    assert (p.s.to_move() == OVER) == over
    if not over:
        assert p.s.phase == INVADE


@pytest.mark.rule("FK-1.12")
def test_scores_have_no_upper_limit() -> None:
    p = Position().holds(0, eldtun=1).scores(300, 0, 0).scoring(0)
    assert p.s.score[0] == 301


@pytest.mark.rule("FK-17.6")
def test_tv82_a_duplicate_that_becomes_public_while_somebody_holds_it_is_discarded() -> None:
    p = Position(duplicate_trophies="2").holds(0, rugheim=3).knows(1, "mining").knows(2, "mining").step(T_FALL, 1, 0)
    assert not p.s.public >> 6 & 1
    assert p.s.discarded == 1
    assert p.can_use(2, "mining")
    assert not p.can_use(0, "mining")


@pytest.mark.rule("FK-17.6")
def test_a_duplicate_that_becomes_private_removes_the_public_one() -> None:
    p = (
        Position(duplicate_trophies="2")
        .show("mining ships paper")
        .holds(0, eldtun=3)
        .public("mining")
        .tracks(0, 0, 0, 8)
    )
    p.production(0).play("spend knowledge", "learn mining")
    assert not p.s.public >> 6 & 1
    assert p.has_card(0, "mining")
    assert p.s.discarded == 1
