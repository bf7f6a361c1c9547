"""The worked examples and test vectors of the specification, section 14, by their ids."""

from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadOptions
from brehon.games.armorica.scoring import majority_score, ranks, set_lengths, set_score, total
from brehon.games.armorica.state import DEALING, ENDED
from tests.games.armorica.builders import (
    GAUL,
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

SIX = "y y y y y y"


def played_out(rules: Any) -> tuple[Any, Any]:
    """The last state of a game in which everybody takes the first thing that can be done, and how long the rows were."""
    s = rules.start()
    lengths = set()
    while s.to_move() != -2:
        if s.to_move() >= 0 and s.phase != WINTER:
            lengths.add(len(s.rows[s.phase - 2]))
        s.apply(s.legal()[0])
    return s, lengths


@pytest.mark.rule("AM-5.1", "AM-5.2", "AM-5.3", "AM-5.4", "AM-5.5", "AM-5.6", "AM-5.7", "AM-5.11")
def test_we1_the_rulebooks_roman_choice() -> None:
    s = a_state([icons(wheat=3, olives=2, grapes=1), "n"], roman="n w b y r g", phase=ROMANS)
    assert words(s) == ["take roman 1", "take roman 3", "pass"]
    assert refused(s, "take roman 2") == "range AM-5.3"
    assert refused(s, "take roman 5") == "range AM-5.5"
    assert refused(s, "take roman 6") == refused(s, "take roman 4") == "range AM-5.2"
    reason: Any = s.why_not(s.table.space.find("take roman 5"))
    assert str(reason) == "white card in place 5: needs 5 sheep, you have 0 — AM-5.5"
    assert (reason.need, reason.have) == (5, 0)


def michael() -> Any:
    """The rulebook's scoring example: most sheep alone, tied for grapes, no olives, three coins."""
    own = "n/s3c3 b/g2 y n y r b w y w"
    return a_state([own, "n/g2o3c2s1"])


@pytest.mark.rule("AM-9.1", "AM-9.2", "AM-9.3", "AM-9.6", "AM-9.7", "AM-9.8", "AM-9.10", "AM-9.11", "AM-9.14")
def test_we2_the_rulebooks_scoring_example() -> None:
    s = michael()
    cards = s.table.cards
    assert set_lengths(cards, s.displays[0]) == [3, 5, 2]
    assert set_score(cards, s.displays[0]) == 6 + 15 + 3
    assert s.scores()[0] == 33


@pytest.mark.rule("AM-10.1", "AM-10.2")
def test_we3_the_rulebooks_tie_break() -> None:
    s = michael()
    assert ranks([33, 33], s.goods) == [1, 2]
    assert ranks([32, 33], s.goods) == [2, 1]


@pytest.mark.rule("AM-4.3", "AM-2.14")
def test_tv1_at_first_the_two_rightmost_cards_are_in_range() -> None:
    s = default_rules(3).start()
    deal_all(s)
    assert words(s) == ["take gaul 1", "take gaul 2", "pass"]


@pytest.mark.rule("AM-4.3")
def test_tv2_more_wheat_than_cards_reaches_the_whole_row() -> None:
    s = a_state([icons(wheat=7), "n"], gaul=SIX)
    assert words(s) == [f"take gaul {p}" for p in range(1, 7)] + ["pass"]


@pytest.mark.rule("AM-4.12", "AM-4.8")
def test_tv3_without_wheat_one_must_pass() -> None:
    s = a_state(["n", "n"], gaul="y y y y y Z=y")
    assert words(s) == ["pass"]
    do(s, "pass")
    assert row(s, GAUL).split()
    assert "Z" not in row(s, GAUL)


@pytest.mark.rule("AM-4.1", "AM-4.6", "AM-4.9", "AM-4.10")
def test_tv4_a_taken_card_goes_to_the_right_end_and_the_row_is_refilled_from_the_left() -> None:
    s = a_state(["X=n/w2", "n"], gaul="A=y B=y C=y D=y E=y F=y", gaul_deck="G=y H=y")
    do(s, "take gaul 2")
    deal_all(s)
    assert row(s, GAUL) == "G A B C D F"
    assert display(s, 0) == "X E"


@pytest.mark.rule("AM-4.8", "AM-4.9", "AM-4.10")
def test_tv5_a_pass_discards_the_rightmost_card() -> None:
    s = a_state(["X=n/w2", "n"], gaul="A=y B=y C=y D=y E=y F=y", gaul_deck="G=y H=y")
    do(s, "pass")
    deal_all(s)
    assert row(s, GAUL) == "G A B C D E"
    assert display(s, 0) == "X"


@pytest.mark.rule("AM-5.8")
def test_tv6_a_gaul_taken_this_turn_counts_for_the_roman_choice() -> None:
    s = a_state(["n/w2g1", "n"], gaul="y y y y y y/g1", roman="b b b b r b")
    do(s, "take gaul 1")
    s.phase, s.seat, s.acted = ROMANS, 0, 0
    assert "take roman 2" in words(s)


@pytest.mark.rule("AM-5.7")
def test_tv7_wheat_does_not_matter_for_patricians_nor_grapes_for_plebeians() -> None:
    s = a_state([icons(grapes=4, wheat=1), "n"], roman="w w r g b w", phase=ROMANS)
    assert words(s) == ["take roman 4", "pass"]
    assert refused(s, "take roman 2") == "range AM-5.2"


@pytest.mark.rule("AM-5.10", "AM-5.12")
def test_tv8_without_a_legal_roman_one_must_pass_and_discards_even_a_patrician() -> None:
    s = a_state(["n", "n"], roman="b b b b b Z=w", phase=ROMANS, voluntary_pass=False)
    assert words(s) == ["pass"]
    do(s, "pass")
    assert "Z" not in row(s, ROMAN)


@pytest.mark.rule("AM-6.1", "AM-6.2", "AM-6.7")
def test_tv9_with_as_many_amphorae_as_cards_nothing_starves() -> None:
    s = a_state(["n/a3 b/a3 y/a3 n n n n n n", "n/a1"], gaul=SIX, roman="b b b b b b", phase=ROMANS, acted=1, seat=1)
    do(s, "pass")
    assert s.phase != WINTER  # nobody was asked
    assert len(s.displays[0]) == 9
    assert refused(s, "starve card6") == "phase AM-6.7"


@pytest.mark.rule("AM-6.3", "AM-6.4")
def test_tv10_exactly_the_surplus_goes_and_the_player_chooses() -> None:
    s = a_state(["n/a2 b/a2 y/a1 n/a1 b/a1 P=y Q=r R=g S=w", "n/a1"], phase=WINTER)
    assert words(s) == ["starve P", "starve Q", "starve R"]  # from left to right: two must go
    do(s, "starve Q")
    assert words(s) == ["starve R", "starve S"]
    do(s, "starve S")
    assert s.phase != WINTER or s.seat != 0
    assert display(s, 0).endswith("P R")


@pytest.mark.rule("AM-6.6")
def test_tv11_gaps_close_and_the_order_stays() -> None:
    s = a_state(["N=n/a1 B=b Y=y/a1 R=r/a1", "n/a1"], phase=WINTER)
    do(s, "starve B")
    assert display(s, 0) == "N Y R"


@pytest.mark.rule("AM-6.3", "AM-6.5")
def test_tv12_cards_with_amphorae_never_starve() -> None:
    s = a_state(["P=n/a2 Q=b/a2 X=y Y=r Z=g", "n/a1"], phase=WINTER)
    assert words(s) == ["starve X", "starve Y", "starve Z"]
    assert refused(s, "starve P") == "amphora AM-6.5"


@pytest.mark.rule("AM-9.4", "AM-9.15")
def test_tv13_a_card_starved_in_the_last_winter_is_gone_for_scoring() -> None:
    s = a_state(["n/a1 B=b n/a1 y/a1", "n/a1"], phase=WINTER)
    do(s, "starve B")
    assert s.phase == ENDED
    assert set_lengths(s.table.cards, s.displays[0]) == [1, 2]
    assert set_score(s.table.cards, s.displays[0]) == 1 + 3


@pytest.mark.rule("AM-9.5")
def test_tv14_six_suits_are_one_set_of_21() -> None:
    s = a_state(["n b y r g w", "n"])
    assert set_score(s.table.cards, s.displays[0]) == 21


@pytest.mark.rule("AM-9.4")
def test_tv15_a_new_set_compares_with_itself_only() -> None:
    s = a_state(["n b y r g w y", "n"])
    assert set_lengths(s.table.cards, s.displays[0]) == [6, 1]


@pytest.mark.rule("AM-9.4", "AM-9.5", "AM-9.6")
def test_tv16_three_of_a_suit_are_three_sets() -> None:
    s = a_state(["n n n", "n"])
    assert set_score(s.table.cards, s.displays[0]) == 3


@pytest.mark.rule("AM-9.9", "AM-9.11")
def test_tv17_three_tied_players_score_two_each() -> None:
    s = a_state([icons(sheep=4)] * 3)
    assert [majority_score(s.table.cards, s.goods, 3, seat) for seat in range(3)] == [2, 2, 2]


@pytest.mark.rule("AM-9.12")
def test_tv18_four_tied_players_score_nothing() -> None:
    s = a_state([icons(olives=3)] * 4)
    assert [majority_score(s.table.cards, s.goods, 2, seat) for seat in range(4)] == [0] * 4


@pytest.mark.rule("AM-9.13")
def test_tv19_nobody_scores_for_what_nobody_has() -> None:
    s = a_state([icons(wheat=2)] * 2)
    assert [majority_score(s.table.cards, s.goods, 1, seat) for seat in range(2)] == [0, 0]


@pytest.mark.rule("AM-10.3")
def test_tv20_equal_points_and_coins_share_the_victory() -> None:
    s = a_state([icons(coins=3)] * 3)
    assert ranks([33, 33, 20], s.goods) == [1, 1, 3]


@pytest.mark.rule("AM-7.1", "AM-7.2", "AM-7.3")
def test_tv21_with_two_players_the_rightmost_cards_go_at_the_end_of_a_turn() -> None:
    s = a_state(["n/a9 B=b", "n/a9"], gaul="y y y y y Z=y", roman="b b b b b X=b", gaul_deck="G=y H=y", roman_deck="K=b L=b",
                phase=ROMANS, seat=1, acted=1, year_steps=1)  # fmt: skip
    do(s, "pass")  # the last choice of the turn; X goes
    deal_all(s)
    assert s.marker == 1
    assert row(s, GAUL).startswith("G ")
    assert "Z" not in row(s, GAUL)
    assert len(s.rows[GAUL]) == len(s.rows[ROMAN]) == 6


@pytest.mark.rule("AM-7.4", "AM-7.1")
@pytest.mark.parametrize("n_seats", [3, 4])
def test_tv22_with_more_players_only_the_marker_moves(n_seats: int) -> None:
    s = a_state(["n/a9"] * n_seats, gaul="y y y y y Z=y", roman="b b b b b b", gaul_deck="y y", roman_deck="b b b", phase=ROMANS,
                seat=n_seats - 1, acted=n_seats - 1)  # fmt: skip
    do(s, "pass")
    deal_all(s)
    assert (s.marker, s.turn, s.seat) == (1, 2, 1)
    assert row(s, GAUL).endswith("Z")


@pytest.mark.rule("AM-8.5", "AM-2.13")
@pytest.mark.parametrize("n_seats,turns", [(2, 8), (3, 8), (4, 6)])
def test_tv23_games_last_eight_eight_and_six_turns_with_full_rows(n_seats: int, turns: int) -> None:
    s, lengths = played_out(default_rules(n_seats))
    assert s.turn == turns
    assert lengths == {6}


@pytest.mark.rule("AM-8.1", "AM-8.2", "AM-8.3")
def test_tv24_the_turn_in_which_a_deck_runs_out_is_played_to_its_end() -> None:
    s = a_state(["n/w2a1", "n/w2a1"], gaul="y y y y y y", roman="b b b b b b", gaul_deck="y", roman_deck="b b b b b b")
    do(s, "take gaul 1")
    deal_all(s)
    assert s.left[GAUL] == 0
    do(s, "take gaul 1")
    for _ in range(2):
        do(s, "take roman 1")
        deal_all(s)
    assert s.phase == WINTER
    while s.phase == WINTER:
        s.apply(s.legal()[0])
    assert s.phase == ENDED


@pytest.mark.rule("AM-2.6", "AM-2.7", "AM-2.8", "AM-2.9")
def test_tv25_the_next_pile_begins_when_one_is_used_up() -> None:
    rules = default_rules(2)
    s = rules.start()
    s.apply(s.legal()[0])
    for _ in range(6):
        assert {s.table.cards.names[a - s.table.deal][2] for a in s.legal()} == {"A"}
        s.apply(s.legal()[-1])
    for _ in range(6):
        assert all(s.table.cards.names[a - s.table.deal].startswith("R-I") for a in s.legal())
        s.apply(s.legal()[0])
    do(s, "take gaul 1")
    assert s.phase == DEALING
    assert len(s.legal()) == 6
    assert {s.table.cards.names[a - s.table.deal][2] for a in s.legal()} == {"B"}


@pytest.mark.rule("AM-4.2", "AM-5.11")
def test_tv26_without_voluntary_passing_who_can_take_must_take() -> None:
    gauls = a_state(["n/w2", "n"], gaul=SIX, voluntary_pass=False)
    assert words(gauls) == ["take gaul 1", "take gaul 2"]
    assert refused(gauls, "pass") == "must-take AM-4.2"
    romans = a_state(["n/w2", "n"], roman="b b b b b b", phase=ROMANS, voluntary_pass=False)
    assert refused(romans, "pass") == "must-take AM-5.11"


@pytest.mark.rule("AM-7.2")
@pytest.mark.parametrize("step,turns", [("off", 12), ("per_player", 6), ("once", 8)])
def test_tv27_the_two_player_step_sets_the_length_of_the_game(step: str, turns: int) -> None:
    s, _ = played_out(default_rules(2, two_player_step=step))
    assert s.turn == turns


@pytest.mark.rule("AM-9.1")
def test_tv28_a_start_card_without_amphora_can_starve_and_reading_starts_further_right() -> None:
    s = a_state(["S=n b/a1 b/a1 r/a1", "n/a1"], phase=WINTER)
    do(s, "starve S")
    assert set_lengths(s.table.cards, s.displays[0]) == [1, 2]


@pytest.mark.rule("AM-1.13")
@pytest.mark.parametrize("n_seats", [0, 1, 5])
def test_tv29_other_numbers_of_players_are_refused(n_seats: int) -> None:
    with pytest.raises(BadOptions, match=r"2 to 4 seats, not .*AM-1\.13"):
        registry.make_ruleset(registry.game("armorica"), n_seats)


@pytest.mark.rule("AM-9.14")
def test_an_empty_display_scores_nothing() -> None:
    s = a_state(["", "n"])
    assert total(s.table.cards, s.displays, s.goods, 0) == 0
