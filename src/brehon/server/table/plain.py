"""Rules and positions as plain data: what goes to another process. Nothing here holds a secret."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from brehon.core.contract import Ruleset, State
from brehon.core.rulesets import stored_rules


class PlainRules(NamedTuple):
    """The rules of a match."""

    game: str
    n_seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    source: str  # the component file; "" for a built-in set
    version: int


class PlainState(NamedTuple):
    """A position, and the seat that decides in it. What the seat does not know has to be a guess before it gets here."""

    rules: PlainRules
    text: str  # in one line
    seat: int

    def state(self) -> State:
        state = rules_from(self.rules).parse(self.text)
        if state.to_move() != self.seat:
            state.turn_to(self.seat)
        return state


def plain_rules(rules: Ruleset) -> PlainRules:
    data = rules.components
    source = "" if data.builtin else data.source
    return PlainRules(rules.game.name, rules.n_seats, tuple(rules.options.items()), data.name, source, rules.version)


def plain_state(rules: Ruleset, state: State, seat: int) -> PlainState:
    return PlainState(plain_rules(rules), state.text(), seat)


@lru_cache(maxsize=32)
def rules_from(plain: PlainRules) -> Ruleset:
    return stored_rules(plain.game, plain.n_seats, dict(plain.options), plain.components, plain.source, plain.version)
