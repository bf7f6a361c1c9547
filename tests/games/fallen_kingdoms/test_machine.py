"""Any legal play keeps the invariants INV-1 … INV-10 (Hypothesis), and the laws of the conformance kit."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brehon.core import registry
from brehon.core.conformance import check_state, law_of_records, law_of_secrets, play_by_the_laws
from brehon.core.contract import CHANCE, OVER
from brehon.core.play import draw
from brehon.games.fallen_kingdoms import events
from brehon.games.fallen_kingdoms.data import size
from tests.games.fallen_kingdoms.builder import GAME

EMPTYING = {events.LEFT_EMPTY, events.PLAGUED, events.STRUCK, events.INVADES, events.DISPLACED, events.KILLED, events.WITHDREW,
            events.RETREATED, events.TAKEN_OVER}  # fmt: skip
OPTIONS = [
    {},
    {"duplicate_trophies": "2", "trophies_per_player": "4"},
    {"hidden_scoring": "on", "loki_chooser": "victim", "exhaustion": "same_round"},
    {"rampage_intimidation": "off", "temple_scores": "on", "trophies_per_player": "2"},
    {"cities_per_player": "5"},
    {
        "map_source": "by-hand",
        "map_layers": "in_turn",
        "newcomers": "1+3",
        "decline_building": "yes",
        "surrender_strip": "all",
    },
]


class FallenMachine(RuleBasedStateMachine):
    """Chance by a seed of Hypothesis' choice, decisions one by one."""

    @initialize(n_seats=st.integers(3, 6), options=st.sampled_from(OPTIONS), seed=st.integers(0, 10**6))
    def begin(self, n_seats: int, options: Any, seed: int) -> None:
        if "cities_per_player" in options and n_seats == 3:
            options = {}  # no map of 15 cities exists
        self.rules = registry.make_ruleset(GAME, n_seats, options)  # type: ignore[assignment]
        self.s = self.rules.start()  # type: ignore[attr-defined]
        self.rng = Random(seed)
        self.longest = 0

    def put(self, action: Any) -> None:
        before = self.s.clone()
        log: list[Any] = []
        self.s.apply(action, log)
        self.check_emptied(before, log)

    def check_emptied(self, before: Any, log: Any) -> None:
        """INV-7: a controlled city becomes empty only by battle, rampage, plague, treachery, strike or surrender."""
        if before.map is not self.s.map:
            return
        kinds = {event.kind for event in log}
        for city in range(self.s.map.n_cities):
            if before.owner[city] >= 0 > self.s.owner[city]:
                assert kinds & EMPTYING, "INV-7: a city became empty without a reason"

    @precondition(lambda self: self.s.to_move() == CHANCE)
    @rule()
    def chance(self) -> None:
        while self.s.to_move() == CHANCE:
            self.put(draw(self.s, self.rng))

    @precondition(lambda self: self.s.to_move() >= 0)
    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=60))
    def decide(self, choices: Any) -> None:
        for choice in choices:
            if self.s.to_move() < 0:
                return
            legal = self.s.legal()
            self.put(legal[choice % len(legal)])

    @precondition(lambda self: self.s.to_move() >= 0)
    @rule(seed=st.integers(0, 10**6))
    def wander(self, seed: int) -> None:
        """Some hundred plies at once, so that battles and invasions are reached."""
        rng = Random(seed)
        for _ in range(150):
            mover = self.s.to_move()
            if mover == OVER:
                return
            self.put(draw(self.s, rng) if mover == CHANCE else rng.choice(self.s.legal()))

    @precondition(lambda self: self.s.to_move() == OVER)
    @rule()
    def over(self) -> None:
        assert self.s.legal() == []
        assert 1 in self.s.places()

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "s"):
            self.rules.check(self.s)  # type: ignore[attr-defined]
            assert self.s.rolls <= 2 * 60 + 2, "INV-10: a battle does not end"
            assert all(size(mask) <= self.s.map.n_cities for mask in self.s.held)


FallenMachine.TestCase.settings = settings(
    max_examples=20, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
TestFallenMachine = FallenMachine.TestCase


@pytest.mark.rule("FK-1.11", "FK-4.1", "FK-4.2", "FK-4.3", "FK-8.3")
@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_random_games_keep_every_law_to_the_end(n_seats: int) -> None:
    rules = registry.make_ruleset(GAME, n_seats)
    report = play_by_the_laws(rules, 3, seed=5, checks_per_game=2)
    law_of_secrets(GAME, report)
    law_of_records(rules, Random(3), 3)


@pytest.mark.parametrize("options", OPTIONS)
def test_random_games_with_options_keep_every_law(options: dict[str, Any]) -> None:
    rules = registry.make_ruleset(GAME, 4, options)
    report = play_by_the_laws(rules, 2, seed=8, checks_per_game=3)
    assert report.games == 2


def test_the_laws_hold_in_every_kind_of_decision() -> None:
    """All laws at the first state of every phase that random play reaches."""
    seen = set()
    for seed in range(6):
        rng = Random(seed)
        rules = registry.make_ruleset(GAME, 3 + seed % 4)
        s: Any = rules.start()
        while s.to_move() != OVER:
            if (s.phase, s.power) not in seen:
                seen.add((s.phase, s.power))
                check_state(rules, s, rng)
            s.apply(draw(s, rng) if s.to_move() == CHANCE else rng.choice(s.legal()))
    assert len({phase for phase, _ in seen}) > 40
