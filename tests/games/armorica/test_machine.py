"""Armorica as a machine that Hypothesis drives: any legal action at any time, cards conserved, nothing lost; and counts of lines of play."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brehon.core import registry
from brehon.games.armorica import events
from brehon.games.armorica.data import N_DECKS
from brehon.games.armorica.state import DEALING, ENDED, WINTER

GAME = registry.game("armorica")


class ArmoricaMachine(RuleBasedStateMachine):
    @initialize(
        n_seats=st.sampled_from([2, 3, 4]),
        step=st.sampled_from(["once", "off", "per_player"]),
        free=st.sampled_from(["true", "false"]),
    )
    def begin(self, n_seats: int, step: Any, free: Any) -> None:
        self.rules = registry.make_ruleset(GAME, n_seats, {"two_player_step": step, "voluntary_pass": free})  # type: ignore[assignment]
        self.begin_again()

    def begin_again(self) -> None:
        self.s = self.rules.start()  # type: ignore[attr-defined]
        self.discarded = []  # type: ignore[var-annotated]

    @precondition(lambda self: self.s.to_move() == -2)
    @rule()
    def the_game_is_over(self) -> None:
        assert 1 in self.s.places()
        self.begin_again()

    @precondition(lambda self: self.s.to_move() != -2)
    @rule(data=st.data())
    def anything_legal(self, data: Any) -> None:
        heights = [left.bit_count() for left in self.s.left]
        log: list[Any] = []
        self.s.apply(data.draw(st.sampled_from(self.s.legal())), log)
        self.discarded += [e.a for e in log if e.kind in (events.PASSED, events.STARVED, events.CLEARED) and e.a >= 0]
        fallen = sum(heights) - sum(left.bit_count() for left in self.s.left)
        assert fallen == sum(event.kind == events.DEALT for event in log)  # INV-4

    @invariant()
    def every_card_is_in_exactly_one_place(self) -> None:
        if not hasattr(self, "s"):
            return
        s, cards = self.s, self.rules.cards  # type: ignore[attr-defined]
        undrawn = [card for deck in range(N_DECKS) for card in range(cards.n_cards) if s.left[deck] >> card & 1]
        placed = [card for line in (*s.rows, *s.displays) for card in line]
        unused = [cards.first_start + number for number in range(4) if number >= s.n_seats or s.first < 0]
        assert sorted(undrawn + placed + self.discarded + unused) == list(range(cards.n_cards))  # INV-1
        self.rules.check(s)  # type: ignore[attr-defined]

    @invariant()
    def rows_are_full_and_the_fed_stay_fed(self) -> None:
        if not hasattr(self, "s"):
            return
        s = self.s
        if s.phase not in (0, DEALING):
            assert all(len(s.rows[deck]) == 6 or s.left[deck] == 0 for deck in range(N_DECKS))  # INV-2
        if s.phase == ENDED:
            assert all(len(s.displays[seat]) <= s.goods[seat] >> 40 for seat in range(s.n_seats))  # INV-3
        assert s.turn <= {2: 12, 3: 8, 4: 6}[s.n_seats]  # INV-5
        assert (s.to_move() == -2) == (s.phase == ENDED)
        assert s.phase != WINTER or s.legal()


TestArmoricaMachine = ArmoricaMachine.TestCase
TestArmoricaMachine.settings = settings(max_examples=25, stateful_step_count=120, deadline=None)


def count_lines(state: Any, depth: Any) -> Any:
    """How many sequences of actions of this length there are."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        total += count_lines(after, depth - 1)
    return total


def test_the_number_of_lines_of_play_is_what_it_was() -> None:
    """Like perft in chess: the first choices after a fixed deal, chance included."""
    s = registry.make_ruleset(GAME, 3).start()
    while s.to_move() == -1:
        s.apply(s.legal()[0])
    assert [count_lines(s, depth) for depth in range(6)] == [1, 3, 3 * 6, 3 * 6 * 3, 3 * 6 * 3 * 5, 3 * 6 * 3 * 5 * 3]
