"""What is in the box, how a game begins, and the drawing and blocking of earning cards (AR-1 to AR-5)."""

from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadOptions
from brehon.games.arrival import GAME
from brehon.games.arrival import state as phases
from brehon.games.arrival.data import BACKS, DISPLAY, SPECIES, TRIBES, tile_count
from brehon.games.arrival.state import FACE_DOWN
from tests.games.arrival.builders import (
    a_state,
    after_setup,
    can,
    do,
    new_game,
    options,
    place,
    refused,
    see_backs,
    tiles_of,
)


@pytest.mark.rule("AR-1.1")
@pytest.mark.parametrize("n", [1, 5])
def test_other_numbers_of_leaders_are_refused(n: int) -> None:
    with pytest.raises(BadOptions, match=r"2 to 4 seats.*AR-1\.1"):
        registry.make_ruleset(GAME, n)


@pytest.mark.rule("AR-1.2", "AR-1.9", "AR-2.4", "AR-3.8")
def test_the_map_has_an_island_of_provinces_and_balors_isle_with_four_castles() -> None:
    s = new_game()
    island = s.table.island
    assert (island.n_main, island.n_places, island.n_provinces) == (46, 50, 10)
    assert s.castles == island.isle
    assert [island.province[p] for p in range(46, 50)] == [-1] * 4
    assert sum(land.bit_count() for land in island.lands) == 46


@pytest.mark.rule("AR-1.3", "AR-1.10", "AR-1.12", "AR-1.13", "AR-1.14", "AR-1.15", "AR-1.17")
def test_the_box_holds_what_the_rules_say() -> None:
    box = new_game().table.box
    assert (box.discs + 2, box.swords, box.shields) == (17, 20, 12)
    assert (box.strength, box.fame, box.copies) == ([1, 2, 3, 4], [1, 3, 6, 10], [32, 12, 6, 4])
    assert tile_count(box.all_tiles) == 30
    assert box.deck.n_cards == 54


@pytest.mark.rule("AR-1.5", "AR-1.6", "AR-1.7b", "AR-2.7")
def test_tribes_differ_in_name_and_colour_only() -> None:
    assert len({tribe.name for tribe in TRIBES}) == len({tribe.colour for tribe in TRIBES}) == 4
    s = after_setup(4)
    supplies = [(s.discs[i], s.stock[i], s.swords[i], s.shields[i], s.held[i], s.tiles[i], s.fame[i]) for i in range(4)]
    assert len(set(supplies)) == 1


@pytest.mark.rule("AR-1.8", "AR-2.3")
def test_the_first_round_is_round_1() -> None:
    assert after_setup(2).round == 1


@pytest.mark.rule("AR-1.11", "AR-2.5", "AR-2.6")
def test_the_first_fomori_are_drawn_by_how_many_there_are() -> None:
    s = new_game()
    while s.phase == phases.REFILL:
        s.apply(s.legal()[0])
    assert s.phase == phases.GATES
    assert (options(s), s.weights()) == ([f"rise {name}" for name in SPECIES], [32, 12, 6])
    do_first = s.table.space.find("rise monghfinn")
    s.apply(do_first)
    assert s.weights() == [32, 12, 5]
    gates = [p for p in range(s.table.island.n_main) if s.table.island.gates >> p & 1]
    assert len(gates) == 4
    assert s.threat(gates[0]) == 2


@pytest.mark.rule("AR-1.16")
def test_every_back_promises_more_of_something() -> None:
    deck = new_game().table.deck
    assert [deck.backs.count(back) for back in range(len(BACKS))] == [18, 18, 18]


@pytest.mark.rule("AR-2.13", "AR-2.16")
@pytest.mark.parametrize(
    "choice,own,stock", [("port_from_three", 2, 12), ("three_kept", 3, 11), ("all_three_used", 0, 14)]
)
def test_starting_discs_by_option(choice: str, own: int, stock: int) -> None:
    s = after_setup(3, setup_discs=choice)
    assert (s.discs, s.stock) == ([own] * 3, [stock] * 3)


@pytest.mark.rule("AR-2.12")
def test_a_taken_port_is_not_free() -> None:
    s = new_game(2)
    while s.phase != phases.PORT:
        s.apply(s.legal()[0])
    do(s, "port ravius")
    assert refused(s, "port ravius") == "AR-2.12"
    assert len(options(s, "port")) == 13


@pytest.mark.rule("AR-3.1", "AR-3.2", "AR-3.5")
def test_a_location_has_one_kind_of_occupant() -> None:
    s = a_state("R:p2/2 G:q2", "p3", R={"discs": 1, "fame": 9})
    assert [s.owner(place(s, name)) for name in ("p2", "q2", "p3", "p1")] == [0, 1, -1, -1]
    assert (refused(s, "build q2"), refused(s, "build p3")) == ("AR-3.2", "AR-3.2")


@pytest.mark.rule("AR-3.6", "AR-3.9")
def test_connections_and_neighbourhood_have_no_direction() -> None:
    island = new_game().table.island
    for a in range(island.n_places):
        for b in range(island.n_places):
            assert island.links[a] >> b & 1 == island.links[b] >> a & 1
            if a < island.n_main and b < island.n_main:
                assert island.around[a] >> b & 1 == island.around[b] >> a & 1


@pytest.mark.rule("AR-3.10")
def test_fame_and_corruption_have_no_upper_bound() -> None:
    s = a_state("R:p1", "p2=monghfinn", flag=True, R={"fame": 500, "corruption": 90, "swords": 3, "discs": 1})
    do(s, "repel p2 fame")
    assert s.fame[0] == 506


@pytest.mark.rule("AR-3.15", "AR-3.14")
def test_a_round_is_earning_and_then_acting() -> None:
    s = after_setup(2)
    order = []
    while s.round == 1:
        order.append(s.phase)
        s.apply(s.legal()[0])
    earning = {phases.DRAW, phases.BACKS, phases.REVEAL, phases.BLOCK, phases.TAKE, phases.REFILL}
    first_turn = order.index(phases.TURN)
    assert set(order[:first_turn]) <= earning
    assert not set(order[first_turn:]) & earning


@pytest.mark.rule("AR-4.1", "AR-4.3", "AR-3.13")
def test_cards_are_drawn_one_by_one_in_turn_order() -> None:
    s = after_setup(3, starter=1)
    seats = []
    while s.phase in (phases.DRAW, phases.BACKS):
        if s.phase == phases.DRAW:
            seats.append(s.seat)
        s.apply(s.legal()[0])
    assert seats == [1, 2, 0] * 4
    assert all(card != -1 for card in s.rows)


@pytest.mark.rule("AR-4.2", "AR-4.4")
def test_a_drawn_card_shows_its_back_and_nothing_else() -> None:
    s = after_setup(2)
    back = s.tops[1]
    do(s, "draw 2")
    assert s.rows[0] == FACE_DOWN - back
    assert s.unseen == s.table.deck.all  # no front has been fixed
    assert s.phase == phases.BACKS  # the next card of the stack shows its back
    s.apply(s.legal()[0])
    assert s.tops[1] == 0


@pytest.mark.rule("AR-4.4")
def test_backs_are_counted_without_those_already_seen() -> None:
    s = after_setup(2)
    see_backs(s, [0, 0, 1])
    do(s, "draw 1")
    assert s.weights() == [18 - 2, 18 - 1, 18]


@pytest.mark.rule("AR-4.5", "AR-4.6", "AR-2.10")
def test_a_card_drawn_before_the_new_split_cannot_be_an_old_discard() -> None:
    s = a_state("R:p1", phase=phases.DRAW, leaders="RG")
    discards = 0b1111
    s.unseen &= ~discards
    s.sizes = [1, 25, 24]
    do(s, "draw 1")
    assert (s.sizes, s.old, s.mixed) == ([18, 18, 17], 1, discards)
    while s.phase != phases.REVEAL:
        s.apply(s.legal()[0])
    assert not {action - s.table.reveal for action in s.legal()} & {0, 1, 2, 3}
    s.apply(s.legal()[0])
    s.rows[4] = FACE_DOWN  # the next card was drawn after the split
    assert {action - s.table.reveal for action in s.legal()} & {0, 1, 2, 3}


@pytest.mark.rule("AR-5.8", "AR-5.9")
def test_blocking_in_turn_order_is_open() -> None:
    s: Any = after_setup(3, starter=2, simultaneous_blocking="false")
    while s.phase != phases.BLOCK:
        s.apply(s.legal()[0])
    assert (s.seat, s.movers()) == (2, 0b100)
    do(s, "block top")
    assert (s.seat, s.blocked[2], s.view(0).blocked[2]) == (0, 1, 1)
    do(s, "block middle", "block bottom")
    assert s.phase == phases.REVEAL


@pytest.mark.rule("AR-5.4")
def test_the_second_blocker_goes_onto_another_section() -> None:
    s = a_state("R:p1", phase=phases.BLOCK, leaders="RG")
    s.choosing, s.blocked = 0b11, [0b001, 0b010]
    assert options(s) == ["block middle", "block bottom"]
    assert refused(s, "block top") == "AR-5.4"
    s.turn_to(1)
    assert options(s) == ["block top", "block bottom"]


@pytest.mark.rule("AR-5.9")
def test_sealed_choices_may_arrive_in_any_order() -> None:
    ends = set()
    for order in ([0, 1], [1, 0]):
        s = a_state("R:p1", phase=phases.BLOCK, leaders="RG")
        s.choosing, s.step = 0b11, 4
        s.rows = [-2] * 8
        s.sizes = [16, 15, 15]
        see_backs(s, [0, 1, 2])
        for seat in order:
            s.turn_to(seat)
            do(s, ("block top", "block bottom")[seat])
        assert s.blocked == [0b001, 0b100]
        assert s.sealed == [-1, -1]
        ends.add(s.key())
    assert len(ends) == 1


@pytest.mark.rule("AR-5.10", "AR-14.9a")
def test_ogam_is_asked_once_round_the_table_and_only_of_its_holders() -> None:
    s = a_state(
        "R:p1", phase=phases.NEXT_OGAM, leaders="RGB", cards=["-"] * 12, G={"tiles": "ogam ogam"}, B={"discs": 1}
    )
    s.rows = list(range(12))
    s.unseen &= ~0xFFF
    s.sizes = [14, 14, 14]
    see_backs(s, [0, 1, 2])
    s.blocked = [0b110] * 3
    s.table.stations[phases.NEXT_OGAM - phases.ROUND_STARTS].run(s, None)
    assert (s.phase, s.seat) == (phases.OGAM, 1)
    do(s, "ogam middle")
    assert (s.phase, s.seat) == (phases.OGAM, 1)  # he holds another
    assert refused(s, "ogam middle") == "AR-14.9b"
    do(s, "ogam none")
    assert s.blocked[1] == 0b101
    assert tiles_of(s, s.used) == ["ogam"]
    assert s.phase == phases.TURN


@pytest.mark.rule("AR-2.2")
def test_six_tiles_lie_open() -> None:
    s = after_setup(4)
    assert tile_count(s.display) == DISPLAY


def test_the_action_space_has_words_for_everything() -> None:
    s = new_game()
    texts = s.table.space.texts
    for words in ("port ravius", "draw 3", "block middle", "ogam none", "take bard", "build boreum", "shield magnata", "spread tor_conaing",
                  "repel dun_balair corruption", "use cauldron magnata", "use silver amber", "ruse boreum", "ruse with vidua", "migrate nas",
                  "migrate with dur", "trophy 3", "pass", "end turn", "keep 1-1-1", "stop", "start 3", "tile ogam", "rise athach",
                  "back lore", "card D01"):  # fmt: skip
        assert words in texts
    assert not can(s, "pass")
