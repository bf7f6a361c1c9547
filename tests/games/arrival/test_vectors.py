"""The worked examples WE-1 … WE-12 and the edge cases EC-1 … EC-72 of the specification, on the test map FX."""

from typing import Any

import pytest

from brehon.core.contract import SPECTATOR
from brehon.games.arrival import events
from brehon.games.arrival import state as phases
from brehon.games.arrival.scoring import count_dark, count_forts, elements, is_overrun
from tests.games.arrival.builders import (
    a_state,
    after_setup,
    can,
    do,
    exploit,
    forts_of,
    lay_cards,
    new_game,
    options,
    place,
    refused,
    run,
    see_backs,
    threat_at,
    tile,
    tiles_of,
)

R, G, B, Y = 0, 1, 2, 3


# -- examples of the rulebooks


@pytest.mark.rule("AR-6.3", "AR-6.4", "AR-6.5", "AR-3.4")
def test_we_1_conditional_fame_counts_brochs_and_caers() -> None:
    forts = "R:p1 R:q1 R:s1 R:p2/2 R:q2/2 R:s2/3"  # three Áits, two Brochs, a Caer
    s = exploit({"R": "f1 x y"}, forts=forts, castle=True)
    assert s.fame[R] == 4 + 1 + 2 * 3 + 3 * 1


@pytest.mark.rule("AR-6.11", "AR-6.12", "AR-6.13")
def test_we_2_fomori_bring_corruption_and_stay_unseen() -> None:
    s = exploit({"R": "F2"})
    assert (s.held[R], s.corruption[R]) == (2, 2)
    assert s.hidden == [32, 12, 6]  # not one of them has been told apart


@pytest.mark.rule("AR-10.3", "AR-10.4", "AR-10.5", "AR-10.6", "AR-10.7", "AR-10.9", "AR-10.14")
def test_we_3_a_caer_falls_to_four_fomori() -> None:
    s = a_state("R:p2/3", "p3", turn="Y", elsewhere="R", Y={"fomori": 4, "corruption": 2})
    before = s.in_supply()
    log = do(s, "spread p2")
    assert [(e.kind, e.a, e.b, e.c) for e in log] == [
        (events.SPREAD, place(s, "p2"), 4, 0),
        (events.DESTROYED, place(s, "p2"), 3, 0),
    ]
    do(s, "rise athach")
    assert threat_at(s, "p2") == "athach"
    assert (s.held[Y], s.in_supply()) == (0, before + 3)
    assert (s.stock[R], forts_of(s, R)) == (14, {})
    assert (s.fame[Y], s.corruption[Y]) == (4, 2)


@pytest.mark.rule("AR-10.4")
def test_we_3_three_fomori_are_not_enough_for_a_caer() -> None:
    s = a_state("R:p2/3", "p3", turn="Y", elsewhere="R", Y={"fomori": 3})
    assert refused(s, "spread p2") == "AR-10.4"


@pytest.mark.rule("AR-10.8", "AR-10.12", "AR-9.3")
def test_we_4_shields_raise_the_cost_and_are_smashed() -> None:
    s: Any = a_state("R:p2/3", "p3", "P2", turn="Y", elsewhere="R", Y={"fomori": 6})
    do(s, "spread p2", "rise sineach")
    assert (s.held[Y], s.guards[0], s.shields_left) == (0, 0, 12)
    s = a_state("R:p2/3", "p3", "P2", turn="Y", elsewhere="R", Y={"fomori": 5})
    assert not can(s, "spread p2")
    assert s.why_not(s.table.space.find("spread p2")).need == 6


@pytest.mark.rule("AR-10.3", "AR-10.6")
def test_we_5_an_empty_location_takes_one_fomori() -> None:
    s = a_state("", "p3", turn="B", B={"fomori": 1})
    before = s.in_supply()
    do(s, "spread p2", "rise sineach")
    assert (threat_at(s, "p2"), s.held[B], s.in_supply()) == ("sineach", 0, before)


@pytest.mark.rule("AR-10.11")
def test_we_6_a_leader_may_attack_himself() -> None:
    s = a_state("R:p2", "p3", elsewhere="R", R={"fomori": 2})
    do(s, "spread p2", "rise sineach")
    assert (forts_of(s, R), s.stock[R]) == ({}, 14)


@pytest.mark.rule("AR-18.7")
def test_we_7_province_bonus_counts_forts_not_discs() -> None:
    s = a_state("R:p1 R:p2/3", phase=phases.ENDED, castle=False, R={"fame": 10})
    assert not is_overrun(s)
    assert s.scores()[R] == 10 + 6


@pytest.mark.rule("AR-12.5", "AR-12.6")
def test_we_8_three_items_in_any_mix_are_kept() -> None:
    s = a_state("R:p1", castle=False, R={"swords": 5, "shields": 2, "discs": 4})
    do(s, "pass")
    assert s.phase == phases.KEEP
    assert can(s, "keep 0-3-0")
    assert can(s, "keep 1-1-1")
    assert "keep 3-3-3" not in s.table.space.texts
    assert refused(s, "keep 0-0-3") == "AR-12.5"
    do(s, "keep 1-1-1")
    assert (s.discs[R], s.swords[R], s.shields[R]) == (1, 1, 1)
    assert (s.stock[R], s.swords_left, s.shields_left) == (13, 19, 11)


@pytest.mark.rule("AR-14.5a")
@pytest.mark.parametrize("seat,gain", [(0, 2), (1, 4), (2, 6), (3, 8)])
def test_we_9_lia_fail_pays_by_rank(seat: int, gain: int) -> None:
    fame = [30, 22, 15, 9]
    leaders: Any = {
        letter: {"fame": f, "tiles": "lia_fail" if i == seat else "", "discs": 1}
        for i, (letter, f) in enumerate(zip("RGBY", fame, strict=True))
    }
    s = a_state("R:p1 G:q1 B:s1 Y:p2", turn="RGBY"[seat], **leaders)
    do(s, "use lia_fail")
    assert s.fame[seat] == fame[seat] + gain


@pytest.mark.rule("AR-1.19", "AR-1.1")
@pytest.mark.parametrize("n,limit,rounds", [(2, 25, 6), (3, 21, 5), (4, 17, 4)])
def test_we_10_limit_and_rounds_by_number_of_leaders(n: int, limit: int, rounds: int) -> None:
    table = new_game(n).table
    assert (table.limit, table.rounds) == (limit, rounds)


@pytest.mark.rule("AR-1.4", "AR-1.7a", "AR-2.7", "AR-2.8", "AR-2.11", "AR-2.12", "AR-2.14")
def test_we_11_setup_of_the_starting_player() -> None:
    s = after_setup(4, starter=B)
    assert s.starter == B
    assert (s.fame[B], s.corruption[B]) == (4, 0)
    assert s.forts[B].bit_count() == 1
    assert s.forts[B] & s.table.island.ports
    assert s.blocked == [0, 0, 0, 0]  # two blockers each, none set


@pytest.mark.rule("AR-5.1", "AR-5.2", "AR-5.3", "AR-5.4", "AR-5.5", "AR-5.6", "AR-5.7")
def test_we_12_two_blockers_leave_one_section() -> None:
    s = after_setup(2)
    while s.phase == phases.DRAW or s.phase == phases.BACKS:
        s.apply(s.legal()[0])
    seen = []
    while s.phase in (phases.REVEAL, phases.BLOCK):
        seen.append("card" if s.phase == phases.REVEAL else "block")
        if s.phase == phases.BLOCK:
            s.apply(s.table.block + (0 if s.blocked[0] == 0 else 2))
        else:
            s.apply(s.legal()[0])
    assert seen == ["card"] * 4 + ["block"] * 2 + ["card"] * 2 + ["block"] * 2 + ["card"] * 2
    assert s.blocked == [0b101, 0b101]
    assert s.open_section(0) == 1


# -- edge cases: setup and turns


@pytest.mark.rule(
    "AR-2.1",
    "AR-2.2",
    "AR-2.5",
    "AR-2.6",
    "AR-2.9",
    "AR-2.10",
    "AR-2.13",
    "AR-2.15",
    "AR-2.16",
    "AR-2.17",
    "AR-1.12",
    "AR-1.13",
    "AR-1.14",
    "AR-1.15",
)
def test_ec_1_after_setup() -> None:
    s = after_setup(3)
    assert [f.bit_count() for f in s.forts] == [1, 1, 1]
    assert (s.discs, s.stock) == ([2, 2, 2], [12, 12, 12])
    assert (s.in_supply(), sum(s.discard), sum(f.bit_count() for f in s.fomori)) == (46, 0, 4)
    assert len(tiles_of(s, s.display)) == 6
    assert len(tiles_of(s, s.face_down_tiles())) == 24
    assert s.sizes == [18, 18, 18]
    assert (s.fame, s.corruption) == ([4, 4, 4], [0, 0, 0])
    assert (s.swords_left, s.shields_left) == (20, 12)


@pytest.mark.rule("AR-7.3", "AR-7.2")
def test_ec_2_one_action_in_the_first_turn_of_round_1() -> None:
    s = a_state("R:p1 G:s1", leaders="RG", round=1, todo=1, R={"discs": 3}, G={"discs": 3})
    s.begun = 1
    do(s, "build p2")
    assert (s.seat, s.todo) == (G, 1)  # G has his first turn too
    do(s, "build s2")
    assert (s.seat, s.todo) == (R, 2)


@pytest.mark.rule("AR-7.6", "AR-13.4")
def test_ec_3_tiles_are_not_actions() -> None:
    s = a_state("R:p1", leaders="RG", round=1, todo=1, R={"discs": 1, "tiles": "geese salmon"}, G={"discs": 1})
    do(s, "use geese")
    assert s.todo == 1
    do(s, "build p2")
    assert (s.seat, s.todo) == (R, 0)
    assert options(s) == ["use salmon", "end turn"]
    do(s, "use salmon")
    assert s.seat == G


@pytest.mark.rule("AR-12.3")
def test_ec_4_no_pass_with_usable_fomori() -> None:
    s = a_state("R:q1", "p3", R={"fomori": 3})
    assert refused(s, "pass") == "AR-12.3"


@pytest.mark.rule("AR-12.2", "AR-12.7")
def test_ec_5_pass_with_unusable_fomori() -> None:
    s = a_state("R:q1 R:p1", "p3", "P1", R={"fomori": 1, "corruption": 5, "discs": 1})
    before = list(s.hidden)
    do(s, "pass")
    assert (s.held[R], s.corruption[R], s.hidden) == (0, 5, before)


@pytest.mark.rule("AR-15.1", "AR-15.2", "AR-15.3", "AR-15.4")
def test_ec_6_a_trophy_can_open_the_way_to_pass() -> None:
    s = a_state("R:q1", "p3", castle=False, R={"fomori": 3, "trophies": 1, "corruption": 5, "discs": 1})
    assert not can(s, "pass")
    do(s, "trophy 3")
    assert (s.held[R], s.corruption[R], s.trophies[R], s.spent[R]) == (0, 5, 0, 1)
    assert not options(s, "trophy")
    do(s, "pass")
    s = a_state("R:q1", "p3", castle=False, R={"fomori": 4, "trophies": 1})
    do(s, "trophy 3")
    assert not can(s, "pass")


@pytest.mark.rule("AR-12.2", "AR-10.11")
def test_ec_7_own_forts_count_as_targets() -> None:
    s = a_state(
        "R:p2 R:p1", "p3", castle=False, R={"fomori": 2, "discs": 1}, options={"spread_into_empty_castle": "false"}
    )
    assert options(s, "spread") == ["p2"]
    assert not can(s, "pass")
    s = a_state(
        "R:p2 R:p1", "p3", castle=False, R={"fomori": 1, "discs": 1}, options={"spread_into_empty_castle": "false"}
    )
    assert can(s, "pass")


@pytest.mark.rule("AR-12.2")
def test_ec_7_by_option_a_leader_need_not_attack_himself() -> None:
    rules = {"forced_self_attack": "false", "spread_into_empty_castle": "false"}
    s = a_state("R:p2 R:p1", "p3", castle=False, R={"fomori": 2, "discs": 1}, options=rules)
    assert options(s, "spread") == ["p2"]
    assert can(s, "pass")


@pytest.mark.rule("AR-7.11")
def test_ec_8_with_nothing_but_pass_left_a_leader_passes() -> None:
    s = a_state("R:p1", leaders="RG", R={"discs": 1}, G={"discs": 1})
    do(s, "build p2")
    assert s.passed == 0b01
    assert s.seat == G


@pytest.mark.rule("AR-7.8", "AR-12.3")
def test_ec_9_the_second_action_is_compulsory() -> None:
    s = a_state("R:q1", "p3", R={"discs": 1, "fomori": 1})
    do(s, "build q2")
    assert s.todo == 1
    assert {text.split()[0] for text in options(s)} == {"spread"}
    assert refused(s, "end turn") == "AR-7.8"


@pytest.mark.rule("AR-12.1", "AR-12.4")
def test_ec_10_pass_with_discs_in_hand() -> None:
    s = a_state("R:p1", R={"discs": 5})
    do(s, "pass")
    assert s.phase == phases.KEEP
    do(s, "keep 3-0-0")
    assert (s.discs[R], s.stock[R]) == (3, 11)


# -- building


@pytest.mark.rule("AR-8.3", "AR-8.8", "AR-3.12")
@pytest.mark.parametrize("fame,legal", [(1, False), (2, True)])
def test_ec_11_an_outpost_costs_two_fame(fame: int, legal: bool) -> None:
    s = a_state("R:s3 G:p1", R={"discs": 1, "fame": fame})
    assert can(s, "build p2") == legal
    if legal:
        do(s, "build p2")
        assert (s.fame[R], s.fame[G]) == (0, 4)
    else:
        assert refused(s, "build p2") == "AR-8.3"


@pytest.mark.rule("AR-8.7", "AR-8.2")
def test_ec_12_a_link_of_ones_own_makes_it_free() -> None:
    s = a_state("R:p1 G:p3", R={"discs": 1, "fame": 0}, castle=False)
    do(s, "build p2")
    assert (s.fame[R], forts_of(s, R)) == (0, {"p1": 1, "p2": 1})


@pytest.mark.rule("AR-8.4", "AR-3.7")
def test_ec_13_ports_reach_ports() -> None:
    s = a_state("R:p1 G:q2", R={"discs": 1, "fame": 0}, G={"discs": 1, "fame": 0})
    assert can(s, "build s3")
    s.seat = G
    assert refused(s, "build s3") == "AR-8.4"


@pytest.mark.rule("AR-8.9")
def test_ec_14_nobody_builds_on_balors_isle() -> None:
    s = a_state("R:p3", castle=False, R={"discs": 1})
    assert "k" not in options(s, "build")
    assert s.table.space.find("build k") == -1


@pytest.mark.rule("AR-8.5", "AR-8.6", "AR-3.3")
def test_ec_15_a_broch_can_be_extended_and_a_caer_cannot() -> None:
    s = a_state("R:p2/3 R:q2/2", R={"discs": 2})
    assert can(s, "build q2")
    assert refused(s, "build p2") == "AR-8.6"
    do(s, "build q2")
    assert forts_of(s, R) == {"p2": 3, "q2": 3}


@pytest.mark.rule("AR-9.1", "AR-9.2")
def test_ec_16_shields_only_where_one_has_a_fort_and_room() -> None:
    s = a_state("R:p1", "", "P3", R={"shields": 1, "discs": 1})
    assert options(s, "shield") == []
    assert (refused(s, "shield P"), refused(s, "shield Q")) == ("AR-9.2", "AR-9.1")


@pytest.mark.rule("AR-9.3", "AR-10.3", "AR-10.8")
def test_ec_17_shields_protect_empty_locations_and_are_smashed() -> None:
    s = a_state("G:p1 R:s1", "p3", "P2", R={"fomori": 3})
    do(s, "spread p2", "rise sineach")
    assert (s.held[R], s.guards[0], s.shields_left) == (0, 0, 12)


# -- spreading


@pytest.mark.rule("AR-10.10")
@pytest.mark.parametrize("turn", "RG")
def test_ec_18_the_last_fort_cannot_be_attacked_by_anyone(turn: Any) -> None:
    s = a_state("G:p2/3 R:s1", "p3", turn=turn, **{turn: {"fomori": 9}})  # type: ignore[arg-type]
    assert refused(s, "spread p2") == "AR-10.10"


@pytest.mark.rule("AR-10.10")
def test_ec_19_one_fort_falls_the_other_is_then_the_last() -> None:
    s = a_state("G:p2 G:q2 R:s3", "p3", R={"fomori": 5})
    do(s, "spread p2", "rise sineach")
    assert refused(s, "spread q2") == "AR-10.10"


@pytest.mark.rule("AR-10.13", "AR-10.1")
def test_ec_20_fomori_do_not_sail() -> None:
    s = a_state("R:s1", "p1", castle=False, R={"fomori": 1}, options={"spread_into_empty_castle": "false"})
    assert refused(s, "spread q1") == "AR-10.1"
    assert options(s, "spread") == ["p2"]


@pytest.mark.rule("AR-10.13")
def test_fomori_do_not_use_a_printed_connection_between_two_ports() -> None:
    s = a_state("R:s1", "p1", castle=False, ports="p2", R={"fomori": 2}, options={"spread_into_empty_castle": "false"})
    assert refused(s, "spread p2") == "AR-10.13"


@pytest.mark.rule("AR-10.1")
@pytest.mark.parametrize("shields", [0, 2])
def test_ec_21_castles_are_sources(shields: int) -> None:
    s = a_state("R:s1", "", f"P{shields}", R={"fomori": 1 + shields})
    do(s, "spread p3", "rise sineach")
    assert (s.held[R], threat_at(s, "p3")) == (0, "sineach")


@pytest.mark.rule("AR-10.15")
def test_ec_22_an_emptied_castle_location_is_a_target() -> None:
    s = a_state("R:s1", "p3", "P3", castle=False, R={"fomori": 1, "discs": 1})
    assert not can(s, "pass")
    do(s, "spread k", "rise sineach")
    assert (s.guards[0], threat_at(s, "k"), count_dark(s)) == (3, "sineach", 2)


@pytest.mark.rule("AR-10.15")
def test_ec_22_by_option_balors_isle_receives_no_fomori() -> None:
    s = a_state(
        "R:s1", "p3", "P3", castle=False, R={"fomori": 1, "discs": 1}, options={"spread_into_empty_castle": "false"}
    )
    assert refused(s, "spread k") == "AR-10.15"
    assert can(s, "pass")


@pytest.mark.rule("AR-12.2", "AR-12.7")
def test_ec_23_without_a_source_there_is_no_spread() -> None:
    s = a_state("R:s1", castle=False, R={"fomori": 5, "discs": 1})
    assert options(s, "spread") == []
    do(s, "pass")
    assert (s.held[R], s.in_supply()) == (0, 50)


# -- repelling


@pytest.mark.rule("AR-11.11", "AR-11.3a")
def test_ec_24_a_castle_is_reached_only_by_its_connection() -> None:
    s = a_state("R:p2", R={"swords": 4, "discs": 1})
    assert refused(s, "repel k fame") == "AR-11.11"
    s = a_state("R:p3", R={"swords": 4, "discs": 1})
    assert can(s, "repel k fame")


@pytest.mark.rule("AR-11.3", "AR-11.3b", "AR-11.3c", "AR-11.3d", "AR-11.4", "AR-11.5")
def test_ec_25_the_four_reaches() -> None:
    s = a_state("R:p1", "s3 p3 q2 s1", R={"swords": 4, "fame": 5})
    assert refused(s, "repel s1 fame") == "AR-11.3"
    for target, cost in (("s3", 0), ("p3", 0), ("q2", 2)):
        twin = s.clone()
        do(twin, f"repel {target} fame")
        assert twin.fame[R] == 5 - cost + 1


@pytest.mark.rule("AR-11.4", "AR-11.12")
def test_ec_26_the_reward_cannot_pay_for_the_attack() -> None:
    s = a_state("R:p1", "q2=monghfinn", R={"swords": 3, "fame": 1, "discs": 1})
    assert refused(s, "repel q2 fame") == "AR-11.4"


@pytest.mark.rule("AR-11.7")
def test_ec_27_without_corruption_only_fame_is_offered() -> None:
    s = a_state("R:p1", "p2=athach", R={"swords": 2, "discs": 1})
    assert options(s, "repel") == ["p2 fame"]
    assert refused(s, "repel p2 corruption") == "AR-11.7"
    do(s, "repel p2 fame")
    assert s.fame[R] == 7


@pytest.mark.rule("AR-11.2", "AR-11.6", "AR-11.9", "AR-1.17", "AR-1.18")
def test_ec_28_a_castle_for_one_corruption() -> None:
    s = a_state("R:p3", R={"swords": 4, "corruption": 5, "discs": 1})
    do(s, "repel k corruption")
    assert (s.corruption[R], s.fame[R], s.trophies[R], s.swords[R], s.swords_left) == (4, 4, 1, 0, 20)


# -- shortages


@pytest.mark.rule("AR-6.9", "AR-6.8a")
def test_ec_29_swords_are_dealt_one_by_one() -> None:
    s = exploit({"R": "w5", "G": "w1", "B": "w4"}, leaders="RGB", swords_left=6)
    assert (s.swords, s.swords_left) == ([3, 1, 2], 0)


@pytest.mark.rule("AR-6.10", "AR-6.8b")
def test_shields_are_dealt_one_by_one_too() -> None:
    s = exploit({"R": "s2", "G": "s2", "B": "s1"}, leaders="RGB", starter="G", shields_left=3)
    assert s.shields == [1, 1, 1]


@pytest.mark.rule("AR-6.6", "AR-6.7")
def test_ec_30_discs_that_are_not_there_lapse() -> None:
    s = exploit({"G": "d4"}, forts="R:p1 G:q1", G={"discs": 13})
    assert (s.discs[G], s.stock[G]) == (14, 0)


@pytest.mark.rule("AR-6.14", "AR-19.5")
@pytest.mark.parametrize("claims,left,discards", [(8, 4, 0), (5, 0, 7)])
def test_ec_31_discarded_fomori_return_only_when_needed(claims: int, left: int, discards: int) -> None:
    s = exploit({"R": f"F{claims - 2}", "G": "F2"}, supply=5, discard="athach " * 7)
    assert (s.in_supply(), sum(s.discard)) == (left, discards)


@pytest.mark.rule("AR-6.15", "AR-6.12")
def test_ec_32_the_last_fomori_are_dealt_one_by_one() -> None:
    s = exploit({"G": "F3", "B": "F2", "R": "F4"}, leaders="RGB", starter="G", supply=4, discard="athach athach")
    assert (s.held, s.corruption) == ([2, 2, 2], [2, 2, 2])


@pytest.mark.rule("AR-6.17", "AR-6.18", "AR-6.19", "AR-6.20")
def test_ec_33_nobody_takes_more_than_the_display() -> None:
    display = "geese salmon emer bard ogam lia_fail"
    s = exploit({"R": "t8", "G": "t1"}, display=display)
    assert sorted(tiles_of(s, s.tiles[R])) == sorted(display.split())
    assert s.display == 0
    for _ in range(6):
        assert s.phase == phases.REFILL
        s.apply(s.legal()[0])
    assert (s.phase, s.seat, s.owed) == (phases.TAKE, G, 1)
    assert len(tiles_of(s, s.display)) == 6


@pytest.mark.rule("AR-6.22")
def test_ec_34_a_display_that_cannot_be_filled_stays_small() -> None:
    s = exploit({"G": "t5"}, forts="R:p1 G:q1", display="geese salmon emer bard", all_tiles_held_by="R")
    assert sorted(tiles_of(s, s.tiles[G])) == ["bard", "emer", "geese", "salmon"]
    assert s.display == 0
    assert s.phase == phases.TURN


@pytest.mark.rule("AR-6.21", "AR-19.7")
def test_ec_35_used_tiles_are_shuffled_when_the_others_run_out() -> None:
    used = "ogam ruse migration lia_fail high_walls"
    s = a_state("R:p1 G:q1", display="geese salmon emer", used=used, all_tiles_held_by="R")
    s.tiles[R] -= 1 << 2 * tile(s, "stronghold")  # the one that is still face-down
    s.phase, s.round, s.owed, s.step = phases.REFILL, 2, 0, 3
    assert options(s) == ["tile stronghold"]
    do(s, "tile stronghold")
    assert s.phase == phases.REFILL
    assert sorted(options(s, "tile")) == sorted(used.split())
    do(s, "tile ogam", "tile ruse")
    assert (len(tiles_of(s, s.face_down_tiles())), s.used) == (3, 0)


@pytest.mark.rule("AR-6.21")
def test_ec_36_an_ogam_just_used_may_come_back() -> None:
    s = a_state(
        "R:p1 G:q1",
        phase=phases.OGAM,
        display="geese salmon master_builder master_builder ogam",
        all_tiles_held_by="G",
        cards=["- | t1 | -", *["-"] * 15],
        R={"tiles": "ogam"},
    )
    lay_cards(s)
    s.blocked = [0b110] * 4
    do(s, "ogam middle")
    assert s.phase == phases.REFILL
    assert options(s) == ["tile ogam"]


@pytest.mark.rule("AR-14.9b", "AR-14.9a")
def test_ec_37_ogam_opens_either_blocked_section() -> None:
    s = a_state("R:p1", phase=phases.OGAM, R={"tiles": "ogam", "discs": 1}, cards=["-"] * 16)
    s.blocked = [0b110] * 4
    assert options(s, "ogam") == ["none", "middle", "bottom"]
    for choice, blocked in (("middle", 0b101), ("bottom", 0b011)):
        twin = s.clone()
        twin.rows = list(range(16))
        twin.unseen &= ~0xFFFF
        twin.apply(twin.table.space.find(f"ogam {choice}"))
        assert twin.blocked[R] == blocked
        assert tiles_of(twin, twin.used) == ["ogam"]


@pytest.mark.rule("AR-13.1", "AR-14.9a", "AR-13.2")
def test_ec_38_ogam_and_the_other_tiles_have_their_own_time() -> None:
    s = a_state("R:p1", R={"tiles": "ogam bard", "corruption": 3, "discs": 1})
    assert options(s, "ogam") == []
    assert refused(s, "ogam top") == "AR-14.9a"
    s.phase = phases.OGAM
    s.blocked = [0b110] * 4
    assert refused(s, "use bard") == "AR-13.1"


# -- the limit


@pytest.mark.rule("AR-17.1", "AR-17.2", "AR-17.3", "AR-6.16", "AR-14.13")
def test_ec_39_the_limit_is_sticky() -> None:
    s = exploit({"R": "F2"}, forts="R:p1", R={"corruption": 15, "tiles": "bard"}, castle=False)
    assert (s.flag, s.corruption[R]) == (1, 17)
    do(s, "use bard")
    assert s.corruption[R] == 14
    assert s.phase == phases.ENDED  # R had nothing else to do and nobody could use a Fomori
    assert s.round == 2


@pytest.mark.rule("AR-17.4", "AR-16.3", "AR-16.2")
def test_ec_40_below_the_limit_the_game_goes_on() -> None:
    s = exploit({"R": "F2"}, forts="R:p1", round=3, R={"corruption": 14}, castle=False)
    assert (s.flag, s.round, s.phase) == (0, 4, phases.DRAW)


# -- tiles


@pytest.mark.rule("AR-14.5b")
def test_ec_41_any_tie_blocks_lia_fail() -> None:
    fame: Any = {"R": {"fame": 20}, "G": {"fame": 15}, "B": {"fame": 15}}
    s = a_state("R:p1", turn="Y", **fame, Y={"fame": 8, "tiles": "lia_fail", "discs": 1})
    assert refused(s, "use lia_fail") == "AR-14.5b"
    s.fame[B] = 14
    do(s, "use lia_fail")
    assert s.fame[Y] == 16


@pytest.mark.rule("AR-14.5a")
def test_ec_42_with_two_leaders_there_are_two_ranks() -> None:
    s = a_state("R:p1", turn="G", leaders="RG", R={"fame": 12}, G={"fame": 9, "tiles": "lia_fail", "discs": 1})
    do(s, "use lia_fail")
    assert s.fame[G] == 13


@pytest.mark.rule("AR-14.6", "AR-14.13")
def test_ec_43_emer_needs_strictly_least_corruption() -> None:
    s = a_state(
        "R:p1",
        leaders="RGB",
        R={"corruption": 3, "tiles": "emer bard", "discs": 1},
        G={"corruption": 3},
        B={"corruption": 5},
    )
    assert refused(s, "use emer") == "AR-14.6"
    do(s, "use bard", "use emer")
    assert (s.corruption[R], s.fame[R]) == (0, 9)


@pytest.mark.rule("AR-14.7", "AR-14.8")
def test_ec_44_high_walls_and_sublime_stronghold() -> None:
    s = a_state("R:p1 R:q1 R:p2/2 R:q2/3 R:s1/3", R={"tiles": "high_walls stronghold", "discs": 1})
    do(s, "use high_walls")
    assert s.fame[R] == 4 + 6
    do(s, "use stronghold")
    assert s.fame[R] == 4 + 6 + 6


@pytest.mark.rule("AR-13.6")
def test_ec_45_a_tile_that_gives_nothing_cannot_be_used() -> None:
    s = a_state("R:p1", R={"tiles": "cauldron_Q bard", "discs": 1})
    assert refused(s, "use cauldron Q") == "AR-13.6"
    assert refused(s, "use bard") == "AR-13.6"


@pytest.mark.rule("AR-14.3", "AR-14.4")
def test_ec_46_geese_and_salmon() -> None:
    s = a_state("R:p1 R:p2 R:p3 R:q1", castle=False, R={"tiles": "geese salmon", "discs": 1})
    do(s, "use geese")
    assert s.fame[R] == 8
    do(s, "use salmon")
    assert s.fame[R] == 12


@pytest.mark.rule("AR-14.12", "AR-19.11")
def test_ec_47_migration_moves_protection_and_port_access() -> None:
    s = a_state(
        "G:q2 R:p1 R:s1",
        "",
        "P2",
        leaders="RG",
        R={"tiles": "migration", "discs": 1, "fame": 0, "fomori": 9},
        castle=True,
    )
    do(s, "migrate p1")  # q2 is the only Áit of another leader
    assert (forts_of(s, R), forts_of(s, G)) == ({"q2": 1, "s1": 1}, {"p1": 1})
    assert s.guards[0] == 2
    assert not can(s, "build s3")
    assert tiles_of(s, s.used) == ["migration"]


@pytest.mark.rule("AR-14.12")
def test_ec_48_only_aits_of_two_leaders_migrate() -> None:
    s = a_state("R:p2/2 R:p1 R:q1 G:s1", turn="B", leaders="RGB", B={"tiles": "migration", "discs": 1})
    assert refused(s, "migrate p2") == "AR-14.12"
    do(s, "migrate p1")
    assert s.phase == phases.MIGRATE
    assert options(s, "migrate with") == ["s1", "o3"]
    assert refused(s, "migrate with q1") == "AR-13.6"
    do(s, "migrate with s1")
    assert (forts_of(s, R), forts_of(s, G)) == ({"p2": 2, "q1": 1, "s1": 1}, {"p1": 1})


@pytest.mark.rule("AR-14.11")
def test_ec_49_the_ruse_needs_two_species_and_spares_castles() -> None:
    s = a_state("R:q1", "p3 p2 s1=monghfinn", R={"tiles": "ruse", "discs": 1})
    assert options(s, "ruse") == ["p2", "p3", "s1"]
    assert refused(s, "ruse k") == "AR-14.11"
    twin = s.clone()
    do(twin, "ruse s1")
    assert twin.phase == phases.RUSE
    assert options(twin, "ruse with") == ["p2", "p3"]
    do(s, "ruse p3")  # the Monghfinn is the only one of another species
    assert (threat_at(s, "p3"), threat_at(s, "s1"), threat_at(s, "p2")) == ("monghfinn", "sineach", "sineach")


# -- the master-builder


@pytest.mark.rule("AR-14.10b", "AR-14.10c", "AR-14.10d", "AR-16.1")
def test_ec_50_lost_discs_are_collected_and_built_again() -> None:
    s = a_state(
        "R:p2/3 R:q2 G:s1",
        "p3",
        turn="G",
        leaders="RG",
        passed="R",
        elsewhere="R",
        G={"fomori": 6, "discs": 1},
        R={"tiles": "master_builder", "fame": 2},
    )
    do(s, "spread p2", "rise sineach", "spread q2", "rise sineach")
    assert (s.saved[R], s.stock[R]) == (3, 11)
    do(s, "pass")
    assert (s.phase, s.seat) == (phases.MASTER, R)
    do(s, "build s2")  # an outpost beside G
    assert s.fame[R] == 0
    do(s, "build s3")  # beside the one just built
    do(s, "stop")
    assert (s.saved[R], s.stock[R], forts_of(s, R)) == (0, 12, {"s2": 1, "s3": 1})
    assert tiles_of(s, s.used) == ["master_builder"]
    assert s.round == 3


@pytest.mark.rule("AR-14.10c", "AR-18.1b")
def test_ec_51_master_builders_build_before_the_last_count() -> None:
    s = a_state("R:p1 G:s1", "q1 q2 p3", turn="G", leaders="RG", passed="R", round=6, elsewhere="", castle=False,
                G={"discs": 1}, R={"tiles": "master_builder", "saved": 2, "fame": 0})  # fmt: skip
    assert (count_dark(s), count_forts(s)) == (3, 2)
    do(s, "pass", "build p2", "build s3")
    assert s.phase == phases.ENDED
    assert (count_dark(s), count_forts(s)) == (3, 4)
    assert not is_overrun(s)


@pytest.mark.rule("AR-14.10b")
def test_ec_52_two_tiles_hold_six_discs() -> None:
    s = a_state(
        "R:p2/3 R:q2/3 G:s1",
        "p3",
        turn="G",
        leaders="RG",
        passed="R",
        elsewhere="R",
        G={"fomori": 8, "discs": 1},
        R={"tiles": "master_builder master_builder"},
    )
    do(s, "spread p2", "rise sineach", "spread q2", "rise sineach")
    assert (s.saved[R], s.stock[R]) == (6, 8)


@pytest.mark.rule("AR-14.10d", "AR-18.3")
def test_ec_53_an_unused_master_builder_is_discarded() -> None:
    s = a_state("R:p1 G:s1", turn="G", leaders="RG", passed="R", round=6, G={"discs": 1}, R={"tiles": "master_builder"})
    do(s, "pass")
    assert s.phase == phases.ENDED
    assert (tiles_of(s, s.used), elements(s, R)) == (["master_builder"], 0)


@pytest.mark.rule("AR-14.10b", "AR-14.10a")
def test_ec_54_the_master_builder_works_for_a_leader_who_has_passed() -> None:
    s = a_state(
        "R:p2/2 G:s1",
        "p3",
        turn="G",
        leaders="RG",
        passed="R",
        elsewhere="R",
        G={"fomori": 3, "discs": 1},
        R={"tiles": "master_builder"},
    )
    do(s, "spread p2", "rise sineach", "pass")
    assert (s.seat, s.phase, s.saved[R]) == (R, phases.MASTER, 2)


# -- rounds and scoring


@pytest.mark.rule("AR-12.10", "AR-12.9", "AR-7.13", "AR-7.1", "AR-3.13")
def test_ec_55_the_first_to_pass_begins_the_next_round() -> None:
    s = a_state("R:p1 G:q1 B:s1", leaders="RGB", castle=False, R={"discs": 3}, G={"discs": 1}, B={"discs": 1})
    do(s, "build p2", "build p3")
    assert s.seat == G
    do(s, "pass")
    assert s.seat == B
    do(s, "build s2")  # his last disc: he passes of himself
    assert s.seat == R
    do(s, "pass")
    assert (s.round, s.starter, s.seat, s.phase) == (3, G, G, phases.DRAW)
    order = []
    for _ in range(3):
        order.append(s.seat)
        s.apply(s.table.draw)
        s.apply(s.legal()[0])
    assert order == [G, B, R]


@pytest.mark.rule("AR-12.11")
def test_ec_56_kept_items_count_again_at_the_next_pass() -> None:
    s = exploit({"R": "w4"}, forts="R:p1", R={"swords": 2, "discs": 1})
    assert s.swords[R] == 6
    do(s, "pass")
    assert s.phase == phases.KEEP
    assert all(sum(map(int, mix.split("-"))) <= 3 for mix in options(s, "keep"))


@pytest.mark.rule("AR-18.1a", "AR-18.1b", "AR-18.2")
def test_ec_57_as_many_fomori_as_forts_is_overrun() -> None:
    s = new_game(2)
    s.castles &= s.castles - 1
    s.castles &= s.castles - 1  # two castles are trophies now
    s.trophies[0] = 2
    s.fomori[0] = (1 << 18) - 1
    s.dark = s.fomori[0] | s.castles
    s.forts = [((1 << 20) - 1) << 18, 0]
    s.built = s.forts[0]
    assert (count_dark(s), count_forts(s), is_overrun(s)) == (20, 20, True)
    s.forts[1] = 1 << 40
    s.built |= 1 << 40
    assert not is_overrun(s)


@pytest.mark.rule("AR-18.4", "AR-18.5", "AR-18.6", "AR-18.12")
def test_ec_58_overrun_ties_are_broken_by_fame() -> None:
    s = a_state("R:p1 G:q1", "p3 p2", phase=phases.ENDED, leaders="RG",
                R={"corruption": 10, "discs": 3, "tiles": "geese salmon bard emer", "fame": 20},
                G={"corruption": 8, "discs": 2, "fame": 25})  # fmt: skip
    assert is_overrun(s)
    assert s.scores() == [-8, -8]
    assert s.places() == [2, 1]


@pytest.mark.rule("AR-18.4", "AR-3.11")
def test_ec_59_corruption_does_not_fall_below_zero() -> None:
    s = a_state(
        "R:p1",
        "p3 p2 q1 q2",
        phase=phases.ENDED,
        leaders="RG",
        R={"corruption": 1, "discs": 3, "tiles": "geese salmon bard emer ruse migration"},
    )
    assert s.scores()[R] == 0


@pytest.mark.rule("AR-18.7", "AR-18.8", "AR-18.9", "AR-18.13", "AR-18.3")
def test_ec_60_prevailed() -> None:
    s = a_state(
        "R:p1 R:p2/3 R:q1",
        castle=False,
        phase=phases.ENDED,
        leaders="RG",
        R={"fame": 30, "discs": 2, "swords": 1, "tiles": "geese bard", "corruption": 7},
    )
    assert s.scores()[R] == 30 + 7 + 1
    assert s.corruption[R] == 7


@pytest.mark.rule("AR-18.10", "AR-18.11")
@pytest.mark.parametrize("corruption,places", [(7, [2, 1]), (9, [1, 1])])
def test_ec_61_prevailed_ties_are_broken_by_corruption(corruption: int, places: list[int]) -> None:
    s = a_state(
        "R:o1 G:o2",
        castle=False,
        phase=phases.ENDED,
        leaders="RG",
        R={"fame": 38, "corruption": 9},
        G={"fame": 38, "corruption": corruption},
    )
    assert s.scores() == [38, 38]
    assert s.places() == places


@pytest.mark.rule("AR-4.5", "AR-4.6", "AR-19.8")
def test_ec_62_an_empty_stack_mixes_everything_but_the_cards_in_front() -> None:
    s = a_state("R:p1", phase=phases.DRAW)
    s.seat = 0
    s.unseen &= ~0xFFFF  # sixteen cards lie in the discard
    s.sizes = [2, 18, 18]
    see_backs(s, [0, 1, 2])
    s.step = 0
    do(s, "draw 1")
    s.apply(s.legal()[0])
    assert s.sizes == [1, 18, 18]
    do(s, "draw 1")
    assert s.sizes == [18, 17, 17]
    assert s.unseen == s.table.deck.all
    assert s.rows.count(-1) == 14
    for _ in range(3):
        s.apply(s.legal()[0])
    assert (s.phase, s.seat) == (phases.DRAW, B)


@pytest.mark.rule("AR-5.9")
def test_ec_63_a_sealed_choice_is_not_seen() -> None:
    s = a_state("R:p1", phase=phases.BLOCK, leaders="RG")
    s.choosing = 0b11
    shown = set()
    for section in ("top", "middle", "bottom"):
        twin: Any = s.clone()
        do(twin, f"block {section}")
        assert twin.movers() == 0b10
        assert twin.view(G).has_sealed(R)
        assert twin.view(R).sealed[R] == ("top", "middle", "bottom").index(section)
        shown.add((twin.view(G).key(), twin.view(SPECTATOR).key()))
    assert len(shown) == 1


@pytest.mark.rule("AR-9.4", "AR-11.10", "AR-11.8")
def test_ec_64_shields_remain_after_a_repel() -> None:
    s = a_state("R:p2", "p3=athach", "P2", R={"swords": 2, "discs": 1})
    do(s, "repel p3 fame")
    assert (s.guards[0], threat_at(s, "p3"), s.discard) == (2, "", [0, 1, 0])


@pytest.mark.rule("AR-15.1", "AR-7.6")
def test_ec_65_a_trophy_can_be_used_at_once() -> None:
    s = a_state("R:p3", R={"swords": 4, "fomori": 2, "discs": 1})
    do(s, "repel k fame")
    assert options(s, "trophy") == ["1", "2"]


@pytest.mark.rule("AR-13.6", "AR-15.2")
def test_ec_66_a_trophy_without_fomori_is_not_offered() -> None:
    s = a_state("R:p1", castle=False, R={"trophies": 1, "discs": 1})
    assert options(s, "trophy") == []
    assert refused(s, "trophy 1") == "AR-15.2"


@pytest.mark.rule("AR-12.2", "AR-12.4")
def test_ec_67_with_unusable_fomori_one_may_play_on() -> None:
    s = a_state("R:q1 R:p1", "p3", "P3", R={"fomori": 3, "discs": 2}, G={"discs": 1})
    assert can(s, "pass")
    do(s, "build q2", "build q2")
    assert s.passed == 0
    assert s.held[R] == 3


@pytest.mark.rule("AR-10.14")
def test_ec_68_a_monghfinn_changes_nothing_but_the_map() -> None:
    s = a_state("R:q1", "p3", R={"fomori": 1, "corruption": 2, "discs": 1})
    do(s, "spread p2", "rise monghfinn")
    assert (s.fame[R], s.corruption[R], s.hidden[2]) == (4, 2, 5)


@pytest.mark.rule("AR-9.1", "AR-9.3", "AR-9.4")
def test_ec_69_a_shield_stays_when_its_placer_leaves() -> None:
    s = a_state("R:p1 G:p2/2 B:s1", "", "P1", leaders="RGB", R={"tiles": "migration", "shields": 1, "discs": 1})
    do(s, "migrate p1")
    assert (forts_of(s, R), forts_of(s, B), s.guards[0]) == ({"s1": 1}, {"p1": 1}, 1)
    assert refused(s, "shield P") == "AR-9.1"


@pytest.mark.rule("AR-11.3b", "AR-11.5")
def test_ec_70_a_port_reaches_a_port_for_free() -> None:
    s = a_state("R:p1", "q1", R={"swords": 1, "fame": 0, "discs": 1})
    do(s, "repel q1 fame")
    assert s.fame[R] == 1


@pytest.mark.rule("AR-6.14")
def test_ec_71_without_claims_nothing_is_reshuffled() -> None:
    s = exploit({}, supply=0, discard="sineach " * 9)
    assert (s.in_supply(), sum(s.discard)) == (0, 9)


@pytest.mark.rule("AR-8.2", "AR-8.3")
def test_ec_72_from_an_outpost_one_goes_on_for_free() -> None:
    s = a_state("R:p1 G:q2", R={"discs": 2, "fame": 2})
    do(s, "build s1")
    assert s.fame[R] == 0
    do(s, "build s2")
    assert s.fame[R] == 0


def test_the_stations_leave_a_state_that_waits_for_somebody() -> None:
    s = a_state("R:p1", phase=phases.NEXT_TURN, R={"discs": 1})
    assert run(s).phase <= phases.ENDED
