"""Rules of Armorica that the vectors of the specification do not show, one behaviour each."""

from typing import Any

import pytest

from brehon.games.armorica import data, events
from brehon.games.armorica.data import count
from brehon.games.armorica.phases import bare_cards, hunger
from tests.games.armorica.builders import (
    GAUL,
    GAULS,
    ROMAN,
    ROMANS,
    WINTER,
    a_state,
    deal_all,
    default_rules,
    display,
    do,
    icons,
    refused,
    row,
    words,
)


def dealt(n_seats: int, first: int = 0) -> Any:
    """A new game in which `first` starts and chance has always turned up the first possible card."""
    s = default_rules(n_seats).start()
    do(s, f"start {first}")
    deal_all(s)
    return s


@pytest.mark.rule("AM-1.1", "AM-1.2", "AM-1.3", "AM-1.11", "AM-1.12")
def test_the_default_set_has_the_cards_of_the_box() -> None:
    cards = default_rules(4).cards
    assert (cards.deck_size(GAUL), cards.deck_size(ROMAN), cards.n_cards) == (29, 29, 62)  # and the marker
    assert [len(cards.piles[deck]) - 1 for deck in (GAUL, ROMAN)] == [5, 4]
    assert cards.names[cards.first_start :] == ["S-1", "S-2", "S-3", "S-4"]
    assert [cards.pile_of(cards.names.index(name)) for name in ("G-A1", "G-E5", "R-I1", "R-IV7")] == [0, 4, 0, 3]
    assert [cards.deck_of(cards.names.index(name)) for name in ("G-A1", "R-IV7", "S-1")] == [GAUL, ROMAN, 2]


@pytest.mark.rule("AM-1.4", "AM-1.5", "AM-1.6")
def test_a_column_keeps_the_six_counts_apart() -> None:
    packed = data.column([2, 0, 1, 3, 0, 9])
    assert [count(packed, icon) for icon in range(6)] == [2, 0, 1, 3, 0, 9]
    assert [count(packed + packed, icon) for icon in range(6)] == [4, 0, 2, 6, 0, 18]
    assert len(data.SUITS) == len(set(data.SUITS)) == len(data.TITLES) == 6


@pytest.mark.rule("AM-1.7", "AM-1.8", "AM-1.9", "AM-1.10")
def test_each_suit_has_its_access_icon_which_is_not_counted() -> None:
    access = {suit: data.ICONS[data.ACCESS[number]] for number, suit in enumerate(data.SUITS)}
    assert access == {
        "yellow": "wheat",
        "blue": "wheat",
        "brown": "wheat",
        "green": "olives",
        "red": "grapes",
        "white": "sheep",
    }
    s = a_state(["n/w1g1", "n"], roman="b b b b b r", phase=ROMANS)
    do(s, "take roman 1")
    assert count(s.goods[0], data.GRAPES) == 1  # the red card's own sign of access adds none


@pytest.mark.rule("AM-2.1")
def test_everybody_is_equally_likely_to_start() -> None:
    s = default_rules(4).start()
    assert words(s) == ["start 0", "start 1", "start 2", "start 3"]
    assert s.weights() == []  # equal


@pytest.mark.rule("AM-2.2", "AM-2.3", "AM-2.4", "AM-2.5", "AM-3.3")
def test_start_cards_go_clockwise_from_the_start_player_and_the_rest_stays_out() -> None:
    s = dealt(3, first=2)
    assert (s.marker, s.first, s.seat) == (2, 2, 2)
    assert [display(s, seat) for seat in range(3)] == ["S-2", "S-3", "S-1"]


@pytest.mark.rule("AM-2.10", "AM-2.11", "AM-2.12")
def test_six_cards_of_each_deck_lie_open_the_first_one_at_the_right() -> None:
    s = dealt(2)
    assert row(s, GAUL) == "G-A6 G-A5 G-A4 G-A3 G-A2 G-A1"
    assert row(s, ROMAN) == "R-I6 R-I5 R-I4 R-I3 R-I2 R-I1"


@pytest.mark.rule("AM-2.13")
def test_twenty_three_cards_are_left_in_each_deck() -> None:
    s = dealt(3)
    assert [left.bit_count() for left in s.left] == [23, 23]


@pytest.mark.rule("AM-3.1", "AM-3.2", "AM-3.3", "AM-3.4")
def test_a_turn_is_gauls_then_romans_then_winter_each_in_turn_order() -> None:
    s = dealt(3, first=1)
    order = []
    while s.turn == 1:
        order.append((s.phase, s.seat))
        do(s, "pass" if s.phase != WINTER else words(s)[0])
        deal_all(s)
    assert order == [(GAULS, 1), (GAULS, 2), (GAULS, 0), (ROMANS, 1), (ROMANS, 2), (ROMANS, 0)]


@pytest.mark.rule("AM-3.1")
def test_a_card_of_the_other_row_cannot_be_taken() -> None:
    s = dealt(2)
    assert refused(s, "take roman 1") == "phase AM-3.1"
    assert str(s.why_not(s.table.space.find("take roman 1"))).startswith("a Roman card cannot be taken now")
    assert refused(s, "start 0") == "chance AM-2.1"


@pytest.mark.rule("AM-2.6", "AM-2.8", "AM-4.10", "AM-5.14")
def test_why_a_card_cannot_be_dealt_by_hand_depends_on_when_it_would_come() -> None:
    s = default_rules(2).start()
    do(s, "start 0")
    assert (refused(s, "deal G-B1"), refused(s, "deal R-I1")) == ("chance AM-2.6", "chance AM-2.8")
    assert refused(default_rules(2).start(), "deal G-A1") == "chance AM-2.6"
    s = dealt(2)
    assert (refused(s, "deal G-A1"), refused(s, "deal R-IV1")) == ("chance AM-4.10", "chance AM-5.14")
    assert "Gaul deck" in str(s.why_not(s.table.space.find("deal G-E1")))
    assert "Roman deck" in str(s.why_not(s.table.space.find("deal R-II1")))
    do(s, "take gaul 1")
    assert refused(s, "deal R-I1") == "chance AM-5.14"  # while the Gaul row is filled


@pytest.mark.rule("AM-3.5")
def test_the_row_is_full_again_before_the_next_player_chooses() -> None:
    s = dealt(2)
    do(s, "take gaul 1")
    assert s.to_move() == -1
    deal_all(s)
    assert (s.seat, len(s.rows[GAUL])) == (1, 6)


@pytest.mark.rule("AM-4.4")
def test_the_suit_of_a_gaul_does_not_matter() -> None:
    s = a_state([icons(wheat=6), "n"], gaul="w r g n b y")
    assert len(words(s)) == 7


@pytest.mark.rule("AM-4.5")
def test_the_wheat_of_the_card_itself_does_not_help_to_reach_it() -> None:
    s = a_state([icons(wheat=1), "n"], gaul="y y y y y/w5 y")
    assert words(s) == ["take gaul 1", "pass"]


@pytest.mark.rule("AM-4.7", "AM-5.9")
def test_earlier_cards_keep_their_place_and_their_icons() -> None:
    s = a_state(["X=n/w2 Y=b/g1", "n"], gaul="y y y y y A=y/w1", roman="b b b b b B=b/o2")
    do(s, "take gaul 1")
    s.phase, s.seat, s.acted = ROMANS, 0, 0
    do(s, "take roman 1")
    assert display(s, 0) == "X Y A B"
    assert [count(s.goods[0], icon) for icon in range(3)] == [3, 1, 2]


@pytest.mark.rule("AM-4.11", "AM-5.15")
def test_with_an_empty_deck_the_row_stays_shorter_and_positions_are_counted_over_what_lies_there() -> None:
    s = a_state([icons(wheat=6), "n"], gaul="A=y B=y C=y D=y E=y F=y", roman="b b b b b b")
    do(s, "take gaul 6")
    assert row(s, GAUL) == "B C D E F"
    assert s.seat == 1
    s.goods[1] = s.goods[0]
    assert "take gaul 5" in words(s)
    assert refused(s, "take gaul 6") == "no-card AM-4.11"
    romans = a_state([icons(wheat=6), "n"], roman="b b b", phase=ROMANS)
    assert refused(romans, "take roman 4") == "no-card AM-5.15"


@pytest.mark.rule("AM-4.8", "AM-4.11")
def test_a_pass_in_front_of_an_empty_row_discards_nothing() -> None:
    s = a_state(["n/w2", "n"], roman="b b b b b b")
    log = do(s, "pass")
    assert (log[0].kind, log[0].a) == (events.PASSED, -1)


@pytest.mark.rule("AM-5.13", "AM-5.14")
def test_the_roman_row_closes_up_and_is_refilled_from_the_left() -> None:
    s = a_state(["n/w3", "n"], roman="A=b B=b C=b D=b E=b F=b", roman_deck="G=b H=b", phase=ROMANS)
    do(s, "take roman 3")
    deal_all(s)
    assert row(s, ROMAN) == "G A B C E F"


@pytest.mark.rule("AM-6.8")
@pytest.mark.parametrize("own", ["n b y", "n/a1 b y/a2 r", "n/a9 b", "", "n/a1 n/a1 b b b"])
def test_there_are_always_enough_cards_without_amphorae(own: str) -> None:
    s = a_state([own, "n"])
    assert bare_cards(s, 0, 0) >= hunger(s, 0)


@pytest.mark.rule("AM-6.3", "AM-6.4")
def test_in_winter_the_reasons_say_how_many_must_go() -> None:
    s: Any = a_state(
        ["A=n/a1 B=b C=y/a1 D=r E=g", "n/a1"], phase=WINTER
    )  # 5 cards, 2 amphorae: all three bare cards go
    assert words(s) == ["starve B"]
    assert refused(s, "starve D") == "too-few AM-6.3"
    assert refused(s, "pass") == "must-starve AM-6.3"
    assert s.why_not(s.table.space.find("pass")).need == 3
    do(s, "starve B")
    do(s, "starve D")
    assert refused(s, "starve B") == "not-held AM-6.4"
    assert words(s) == ["starve E"]


@pytest.mark.rule("AM-6.4")
def test_each_set_of_starving_cards_is_reached_in_one_order_only() -> None:
    s = a_state(["n/a3 A=b B=y C=r D=g", "n/a1"], phase=WINTER)  # two of four must go
    ways = set()
    for first in words(s):
        one = s.clone()
        do(one, first)
        for second in words(one):
            ways.add(frozenset((first, second)))
            assert refused(one, "starve A").startswith(("not-held", "order")) or first == "starve A"
    assert len(ways) == 6


@pytest.mark.rule("AM-6.1")
def test_winter_asks_only_the_players_who_have_too_many_cards_in_turn_order() -> None:
    s = a_state(["n/a1 b y", "n/a1", "n/a1 g", "n/a1 r"], roman="b b b b b b", phase=ROMANS, seat=1, marker=2, acted=3)
    do(s, "pass")
    asked = []
    while s.phase == WINTER:
        asked.append(s.seat)
        s.apply(s.legal()[0])
    assert asked == [2, 3, 0, 0]


@pytest.mark.rule("AM-7.5")
def test_discards_never_come_back() -> None:
    s = dealt(2)
    gone = set()
    while s.to_move() != -2:
        if s.to_move() >= 0:
            log = do(s, "pass" if s.phase != WINTER else words(s)[0])
        else:
            log = []
            s.apply(s.legal()[0], log)
        gone |= {e.a for e in log if e.kind in (events.PASSED, events.STARVED, events.CLEARED)}
        in_play = {card for cards in (*s.rows, *s.displays) for card in cards}
        assert not gone & in_play
        assert set(s.view(0).discards(GAUL) + s.view(0).discards(ROMAN)) == gone


@pytest.mark.rule("AM-8.4")
def test_the_draws_of_the_two_player_step_count_for_the_end() -> None:
    s = a_state(["n/a9", "n/a9"], gaul="y y y y y y", roman="b b b b b b", gaul_deck="y", roman_deck="b b b",
                phase=ROMANS, seat=1, acted=1, year_steps=1)  # fmt: skip
    do(s, "pass")
    deal_all(s)
    assert s.to_move() == -2
    assert s.left[GAUL] == 0
