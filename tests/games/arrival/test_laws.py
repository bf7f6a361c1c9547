"""The Arrival as a machine that Hypothesis drives: any legal action at any time, nothing lost (AR-19); and laws over whole games."""

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER
from brehon.core.play import draw
from brehon.games.arrival import GAME, events
from brehon.games.arrival.data import MASTER, N_SPECIES, copies, tile_count
from brehon.games.arrival.scoring import count_dark, count_forts
from brehon.games.arrival.state import BLOCK, DRAW, ENDED, OGAM, REVEAL, TURN

OPTIONS = {option.name: [choice.value for choice in option.choices] for option in GAME.options}


class ArrivalMachine(RuleBasedStateMachine):
    @initialize(
        n_seats=st.sampled_from([2, 3, 4]),
        chosen=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
        components=st.sampled_from(["eriu-1", "eriu-small-1"]),
        seed=st.integers(0, 1000),
    )
    def begin(self, n_seats: int, chosen: Any, components: Any, seed: int) -> None:
        self.rules = registry.make_ruleset(GAME, n_seats, chosen, registry.builtin(GAME, components))  # type: ignore[assignment]
        self.rng = Random(seed)
        self.begin_again()

    def begin_again(self) -> None:
        self.s = self.rules.start()  # type: ignore[attr-defined]
        self.flagged = False
        self.lost_castles = 0

    @precondition(lambda self: self.s.to_move() == OVER)
    @rule()
    def the_game_is_over(self) -> None:
        assert 1 in self.s.places()
        assert self.s.flag or self.s.round == self.rules.rounds  # type: ignore[attr-defined]
        self.begin_again()

    @precondition(lambda self: self.s.to_move() != OVER)
    @rule(data=st.data())
    def anything_legal(self, data: Any) -> None:
        self.play(data.draw(st.sampled_from(self.s.legal())))

    @precondition(lambda self: self.s.to_move() != OVER)
    @rule(plies=st.integers(10, 120))
    def a_stretch_of_random_play(self, plies: Any) -> None:
        for _ in range(plies):
            if self.s.to_move() == OVER:
                return
            actions = self.s.legal()
            is_chance = self.s.to_move() == CHANCE
            self.play(draw(self.s, self.rng) if is_chance else actions[self.rng.randrange(len(actions))])

    def play(self, action: Any) -> None:
        s = self.s
        before = (list(s.corruption), sum(s.discard), s.used, s.castles)
        log: list[Any] = []
        s.apply(action, log)
        kinds = {event.kind for event in log}
        if any(now > then for now, then in zip(s.corruption, before[0], strict=True)):
            assert events.FOMORI in kinds  # AR-19.12
        if sum(s.discard) < before[1]:
            assert events.FOMORI_MIXED in kinds  # AR-19.5
        if any(copies(s.used, tile) < copies(before[2], tile) for tile in range(s.table.box.n_tiles)):
            assert events.TILES_MIXED in kinds  # AR-19.7
        assert s.castles & ~before[3] == 0  # AR-19.9: a castle never returns
        assert not self.flagged or s.flag  # AR-17.2
        self.flagged = bool(s.flag)
        self.rules.check(s)  # type: ignore[attr-defined]

    @invariant()
    def every_piece_is_somewhere(self) -> None:
        if not hasattr(self, "s"):
            return
        s = self.s
        for seat in range(s.n_seats):
            on_map = sum(s.level(p) for p in range(s.table.island.n_places) if s.forts[seat] >> p & 1)
            assert on_map + s.discs[seat] + s.stock[seat] + s.saved[seat] == 15  # AR-19.1
        assert s.swords_left + sum(s.swords) == 20  # AR-19.2
        assert s.shields_left + sum(s.shields) + sum(s.guards) == 12  # AR-19.3
        on_map = sum(s.fomori[species].bit_count() for species in range(N_SPECIES))
        assert s.in_supply() + sum(s.discard) + on_map + sum(s.held) == 50  # AR-19.4
        held = sum(tile_count(pile) for pile in s.tiles)
        assert tile_count(s.display) + tile_count(s.face_down_tiles()) + tile_count(s.used) + held == 30  # AR-19.6
        front = sum(card != -1 for card in s.rows)
        face_up = sum(card >= 0 for card in s.rows)
        discards = 54 - s.unseen.bit_count() - face_up
        assert sum(s.sizes) + discards + front == 54  # AR-19.8
        assert front <= 16
        assert s.castles.bit_count() + sum(s.trophies) + sum(s.spent) == 4  # AR-19.9

    @invariant()
    def what_holds_at_certain_times(self) -> None:
        if not hasattr(self, "s"):
            return
        s = self.s
        if s.round and s.phase in (DRAW, REVEAL, BLOCK, OGAM):
            assert sum(s.held) == 0  # AR-19.10
        if s.round:
            assert all(s.forts)  # AR-19.11
        if s.phase == TURN:
            assert s.legal()
        if s.phase == ENDED:
            assert not any(copies(pile, MASTER) for pile in s.tiles)


TestArrivalMachine = ArrivalMachine.TestCase
TestArrivalMachine.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)


@pytest.mark.rule(
    "AR-19.1",
    "AR-19.2",
    "AR-19.3",
    "AR-19.4",
    "AR-19.5",
    "AR-19.6",
    "AR-19.7",
    "AR-19.8",
    "AR-19.9",
    "AR-19.10",
    "AR-19.11",
)
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_nothing_is_lost_in_whole_games(n_seats: int) -> None:
    rules = registry.make_ruleset(GAME, n_seats)
    ends = set()
    for seed in range(25):
        rng = Random(seed)
        s: Any = rules.start()
        while s.to_move() != OVER:
            actions = s.legal()
            s.apply(draw(s, rng) if s.to_move() == CHANCE else actions[rng.randrange(len(actions))])
            rules.check(s)
        ends.add((count_dark(s) >= count_forts(s), bool(s.flag)))
    assert len(ends) >= 2


@pytest.mark.rule("AR-19.13", "AR-7.4")
def test_an_action_phase_always_ends() -> None:
    """Every action but Pass spends a disc, a sword, a shield or a Fomori, and none of these comes in before the next round."""
    rules = registry.make_ruleset(GAME, 4)
    rng, spent = Random(5), 0
    for _ in range(10):
        s: Any = rules.start()
        while s.to_move() != OVER:
            at_turn, seat, todo = s.phase == TURN, s.seat, s.todo
            before = [s.discs[seat] + s.swords[seat] + s.shields[seat] + s.held[seat]] if at_turn else []
            actions = s.legal()
            action = draw(s, rng) if s.to_move() == CHANCE else actions[rng.randrange(len(actions))]
            s.apply(action)
            if at_turn and todo and s.table.build <= action < s.table.use:
                assert s.discs[seat] + s.swords[seat] + s.shields[seat] + s.held[seat] < before[0]
                spent += 1
    assert spent > 100


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
    """Like perft in chess: landing at the ports, then drawing, after a fixed layout."""
    s = registry.make_ruleset(GAME, 2).start()
    while s.to_move() == CHANCE:
        s.apply(s.legal()[0])
    assert [count_lines(s, depth) for depth in range(4)] == [1, 14, 14 * 13, 14 * 13 * 3]
