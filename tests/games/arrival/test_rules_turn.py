"""Earnings, turns, actions, tiles and the end of a round, where the vectors do not already show them (AR-6 to AR-19)."""

from typing import Any

import pytest

from brehon.games.arrival import events
from brehon.games.arrival import state as phases
from brehon.games.arrival.phases.reach import spread_cost, spread_open
from tests.games.arrival.builders import (
    a_state,
    can,
    do,
    exploit,
    forts_of,
    new_game,
    options,
    place,
    refused,
    tiles_of,
)

R, G, B, Y = 0, 1, 2, 3


@pytest.mark.rule("AR-6.1", "AR-6.2")
def test_the_same_symbol_adds_up_over_four_cards() -> None:
    rows = {"R": ["d1 f1 | - | -", "d1 w1", "- | d9 | -", "d2 F1"]}
    s = exploit({}, rows, forts="R:p1")
    assert (s.discs[R], s.swords[R], s.fame[R], s.held[R]) == (4, 1, 5, 1)


@pytest.mark.rule("AR-6.1")
def test_earnings_follow_the_starting_player() -> None:
    s = exploit({"R": "w1", "G": "w1", "B": "w1", "Y": "w1"}, starter="B", swords_left=2)
    assert s.swords == [0, 0, 1, 1]


@pytest.mark.rule("AR-6.17", "AR-6.19", "AR-6.23", "AR-14.10a")
def test_tiles_are_taken_one_by_one_from_the_open_display() -> None:
    s = exploit({"R": "t2"}, display="geese salmon emer bard master_builder lia_fail", forts="R:p1")
    assert (s.phase, s.owed) == (phases.TAKE, 2)
    assert refused(s, "take ogam") == "AR-6.17"
    do(s, "take master_builder")
    assert len(options(s, "take")) == 5
    do(s, "take geese")
    assert sorted(tiles_of(s, s.tiles[R])) == ["geese", "master_builder"]
    assert s.phase == phases.REFILL


@pytest.mark.rule("AR-6.24")
def test_cards_are_discarded_after_the_earnings() -> None:
    s = exploit({"R": "d1"}, forts="R:p1")
    assert set(s.rows) == {-1}
    assert s.unseen.bit_count() == 54 - 16


@pytest.mark.rule("AR-7.5")
def test_a_turn_offers_the_five_actions() -> None:
    s = a_state("R:p1 R:q1", "p3", "", R={"discs": 1, "shields": 1, "swords": 1, "fomori": 0})
    assert {text.split()[0] for text in options(s)} == {"build", "shield", "repel", "pass"}
    s.held[R] = 1
    assert {text.split()[0] for text in options(s)} == {"build", "shield", "repel", "spread"}


@pytest.mark.rule("AR-7.2")
def test_the_two_actions_may_be_the_same() -> None:
    s = a_state("R:p1", leaders="RG", R={"discs": 3}, G={"discs": 1})
    do(s, "build p2", "build q2")
    assert s.seat == G


@pytest.mark.rule("AR-7.3")
def test_by_option_every_turn_of_round_1_has_one_action() -> None:
    s = a_state(
        "R:p1 G:s1",
        leaders="RG",
        round=1,
        todo=1,
        R={"discs": 3},
        G={"discs": 3},
        options={"round1_single_action": "whole_round"},
    )
    do(s, "build p2", "build s2")
    assert (s.seat, s.todo) == (R, 1)


@pytest.mark.rule("AR-7.2", "AR-7.3")
def test_the_reason_after_the_last_action_names_the_rule_of_this_turn() -> None:
    """Both leaders hold tiles, so that their turns go on after the last action."""
    have = {"discs": 9, "tiles": "geese high_walls"}
    s: Any = a_state("R:p1/2 G:s1/2", leaders="RG", round=1, todo=1, R=have, G={"discs": 4, "tiles": "cauldron_S"})
    s.begun = 1
    do(s, "build p2")
    assert (s.seat, s.todo, refused(s, "build p3")) == (R, 0, "AR-7.3")
    assert "one action" in str(s.why_not(s.table.space.find("pass")))
    assert refused(s.view(G).shown(), "pass") == refused(s.clone(), "pass") == "AR-7.3"
    do(s, "end turn", "build s2")
    assert (s.seat, s.todo, refused(s, "pass")) == (G, 0, "AR-7.3")  # the last leader's first turn
    do(s, "end turn", "build p3", "build p1")
    assert (s.seat, s.todo, refused(s, "build p3")) == (R, 0, "AR-7.2")
    do(s, "end turn", "build s3", "build s1")
    assert (s.seat, s.todo, refused(s, "build s1")) == (G, 0, "AR-7.2")


@pytest.mark.rule("AR-7.3")
def test_by_option_the_reason_is_the_same_in_every_turn_of_round_1() -> None:
    s = a_state("R:p1 G:s1", leaders="RG", round=1, todo=1, R={"discs": 9, "tiles": "geese"}, G={"discs": 4},
                options={"round1_single_action": "whole_round"})  # fmt: skip
    do(s, "build p2", "end turn", "build s2", "build p3")
    assert (s.seat, s.todo, refused(s, "pass")) == (R, 0, "AR-7.3")


@pytest.mark.rule("AR-14.11")
def test_a_castle_is_refused_to_the_ruse_because_it_is_a_castle() -> None:
    for fomori in ("p3 p2 s1=monghfinn s2=athach", "p3"):
        s: Any = a_state("R:q1", fomori, R={"tiles": "ruse", "discs": 1})
        reason: Any = s.why_not(s.table.space.find("ruse k"))
        assert (reason.code, reason.rule) == ("castle", "AR-14.11")
        assert "castles cannot be exchanged" in str(reason)
    s = a_state("R:q1", "p3 p2 s1=monghfinn s2=athach", R={"tiles": "ruse", "discs": 1})
    assert "no Fomori on this location" in str(s.why_not(s.table.space.find("ruse q2")))
    do(s, "ruse s1")
    assert s.why_not(s.table.space.find("ruse with k")).code == "castle"
    assert s.why_not(s.table.space.find("ruse with q2")).code == "no-fomori"


@pytest.mark.rule("AR-7.7")
def test_no_tile_can_be_used_in_the_middle_of_an_action() -> None:
    s = a_state("R:p1", "p3 s1=athach q2", R={"tiles": "ruse geese", "discs": 1})
    do(s, "ruse s1")
    assert s.phase == phases.RUSE
    assert refused(s, "use geese") == "AR-13.1"
    assert {text.split()[0] for text in options(s)} == {"ruse"}


@pytest.mark.rule("AR-7.9", "AR-7.10")
def test_pass_ends_the_turn_as_first_and_as_second_action() -> None:
    s = a_state("R:p1", leaders="RG", R={"discs": 2}, G={"discs": 1})
    twin = s.clone()
    do(s, "pass")
    assert s.seat == G
    do(twin, "build p2", "pass")
    assert (twin.seat, twin.passed) == (G, 1)


@pytest.mark.rule("AR-7.12", "AR-19.13")
def test_a_leader_to_act_always_can() -> None:
    for held in range(8):
        s = a_state("R:p2 R:p1", "p3", R={"fomori": held})
        assert s.legal()
        assert can(s, "pass") != bool(options(s, "spread"))


@pytest.mark.rule("AR-7.4", "AR-7.14", "AR-7.13")
def test_the_last_leader_goes_on_alone() -> None:
    s = a_state("R:p1", leaders="RG", passed="G", R={"discs": 4})
    do(s, "build p2", "build q2")
    assert (s.seat, s.todo, s.round) == (R, 2, 2)
    do(s, "build q1", "build s1")
    assert s.round == 3  # nothing was left: he has passed and the round is over


@pytest.mark.rule("AR-8.1")
def test_building_takes_a_disc_of_the_supply() -> None:
    s = a_state("R:p1", R={"swords": 1, "discs": 0, "tiles": "geese"})
    assert refused(s, "build p2") == "AR-8.1"
    s.discs[R], s.stock[R] = 1, 13
    do(s, "build p2")
    assert s.discs[R] == 0


@pytest.mark.rule("AR-8.2")
def test_without_a_link_nobody_builds() -> None:
    s = a_state("R:q1", R={"discs": 1})
    assert refused(s, "build s2") == "AR-8.2"


@pytest.mark.rule("AR-8.10")
def test_no_action_takes_ones_own_discs_off_the_map() -> None:
    s = a_state("R:p1 R:p2/3", "q1", R={"discs": 1, "swords": 1, "shields": 1, "tiles": "migration geese"})
    for action in s.legal():
        after = s.clone()
        after.apply(action)
        on_map = sum(after.level(p) for p in range(after.table.island.n_places) if after.forts[R] >> p & 1)
        assert on_map >= 4


@pytest.mark.rule("AR-10.2")
def test_fomori_do_not_stack() -> None:
    s = a_state("R:s1", "p3 p2", R={"fomori": 5})
    assert (refused(s, "spread p2"), refused(s, "spread k")) == ("AR-10.2", "AR-10.2")


@pytest.mark.rule("AR-11.1", "AR-11.2")
def test_only_what_is_there_can_be_repelled_and_only_with_swords() -> None:
    s = a_state("R:p1", "p2=monghfinn", R={"swords": 2, "discs": 1})
    assert (refused(s, "repel p3 fame"), refused(s, "repel p2 fame")) == ("AR-11.1", "AR-11.2")
    reason: Any = s.why_not(s.table.space.find("repel p2 fame"))
    assert (reason.need, reason.have) == (3, 2)


@pytest.mark.rule("AR-12.8", "AR-13.5")
def test_tiles_and_trophies_stay_after_passing() -> None:
    s = a_state("R:p1", castle=False, R={"tiles": "geese salmon emer bard ruse", "trophies": 1, "discs": 1})
    do(s, "pass")
    assert len(tiles_of(s, s.tiles[R])) == 5
    assert s.trophies[R] == 1


@pytest.mark.rule("AR-13.3")
def test_a_used_tile_goes_to_the_used_pile() -> None:
    s = a_state("R:p1", R={"tiles": "geese", "discs": 1})
    log = do(s, "use geese")
    assert (s.tiles[R], tiles_of(s, s.used)) == (0, ["geese"])
    assert [(e.kind, e.b) for e in log if e.kind == events.USED] == [(events.USED, 2)]
    assert refused(s, "use geese") == "AR-13.1"


@pytest.mark.rule("AR-14.1", "AR-14.2")
def test_cauldron_and_silver_count_forts_whatever_their_level() -> None:
    s = a_state("R:p1 R:p2/3 R:q1", R={"tiles": "cauldron_P silver_amber silver_heather", "discs": 1})
    do(s, "use cauldron P")
    assert s.fame[R] == 4 + 2 * 3
    do(s, "use silver amber")
    assert s.fame[R] == 10 + 2 * 2
    do(s, "use silver heather")
    assert s.fame[R] == 14 + 2


@pytest.mark.rule("AR-14.13")
def test_the_bard_takes_up_to_three_corruption() -> None:
    s = a_state("R:p1", R={"tiles": "bard bard", "corruption": 5, "discs": 1})
    do(s, "use bard")
    assert s.corruption[R] == 2
    do(s, "use bard")
    assert s.corruption[R] == 0


@pytest.mark.rule("AR-14.10c")
def test_master_builders_build_in_turn_order_and_by_the_rules() -> None:
    s = a_state("R:p1 G:s1", leaders="RG", starter="G", turn="G", passed="R", G={"discs": 1, "tiles": "master_builder", "saved": 1, "fame": 0},
                R={"tiles": "master_builder", "saved": 1, "fame": 0})  # fmt: skip
    do(s, "pass")
    assert (s.phase, s.seat) == (phases.MASTER, G)
    assert options(s, "build") == ["q2", "s1", "s2"]
    assert refused(s, "build p2") == "AR-8.3"
    assert refused(s, "pass") == "AR-7.5"
    do(s, "build s2")
    assert (s.phase, s.seat) == (phases.MASTER, R)


@pytest.mark.rule("AR-16.1", "AR-16.2", "AR-16.3")
def test_after_the_last_pass_a_new_round_begins() -> None:
    s = a_state("R:p1", leaders="RG", passed="G", R={"discs": 1})
    log = do(s, "pass")
    assert [e.kind for e in log] == [events.PASSED, events.ROUND]
    assert (s.round, s.starter, s.passed) == (3, G, 0)


@pytest.mark.rule("AR-17.3", "AR-17.4")
@pytest.mark.parametrize("round,flag,over", [(2, True, True), (2, False, False), (6, False, True), (6, True, True)])
def test_the_game_ends_by_the_limit_or_after_the_last_round(round: int, flag: bool, over: bool) -> None:
    s = a_state("R:p1", leaders="RG", passed="G", round=round, flag=flag, R={"discs": 1})
    do(s, "pass")
    assert (s.phase == phases.ENDED) == over
    assert (s.to_move() == -2) == over


@pytest.mark.rule("AR-18.6", "AR-18.11")
def test_overrun_with_equal_corruption_and_fame_is_shared() -> None:
    s = a_state("R:p1 G:q1", "p3 p2", phase=phases.ENDED, leaders="RG", R={"corruption": 5}, G={"corruption": 5})
    assert s.places() == [1, 1]


@pytest.mark.rule("AR-19.12")
def test_corruption_rises_only_with_fomori_from_the_cards() -> None:
    s, rises = new_game(2), 0
    while s.to_move() != -2:
        before = list(s.corruption)
        log: list[Any] = []
        s.apply(s.legal()[0], log)
        if any(now > then for now, then in zip(s.corruption, before, strict=True)):
            assert any(e.kind == events.FOMORI for e in log)
            rises += 1
    assert rises > 2


@pytest.mark.rule("AR-10.12", "AR-10.6")
def test_once_the_fomori_are_paid_only_chance_acts() -> None:
    s = a_state("R:q1 G:p2", "p3", elsewhere="G", R={"fomori": 2, "discs": 1})
    do(s, "spread p2")
    assert (s.to_move(), s.weights()) == (-1, [31, 12, 6])
    assert s.target == place(s, "p2")
    assert forts_of(s, G) == {}


def test_every_refusal_names_need_and_have_where_numbers_decide() -> None:
    s = a_state("R:p1 G:q2", "p3", "P2", R={"discs": 1, "fame": 1, "fomori": 1, "shields": 1, "swords": 0})
    for words, need, have in (("spread p2", 3, 1), ("repel p3 fame", 1, 0), ("build s1", 2, 1)):
        reason: Any = s.why_not(s.table.space.find(words))
        assert (reason.need, reason.have) == (need, have), words


@pytest.mark.rule("AR-10.3", "AR-10.4")
@pytest.mark.parametrize("held", range(1, 9))
def test_the_targets_of_a_spread_are_exactly_those_whose_cost_can_be_paid(held: int) -> None:
    s = a_state("G:p2/3 G:p1/2 B:q2 B:s1/2", "p3 q1 s2", "P2 S1", elsewhere="GB", castle=False, R={"fomori": held})
    payable = [
        s.table.island.names[p]
        for p in range(s.table.island.n_places)
        if spread_open(s) >> p & 1 and spread_cost(s, p) <= held
    ]
    assert options(s, "spread") == payable
