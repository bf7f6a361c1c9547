"""How a game might have gone on after another move: a few plies, each seat deciding from what it would know."""

from __future__ import annotations

from random import Random
from typing import Final

from brehon.bots.analyst import Analyst
from brehon.core.contract import CHANCE, OVER, Event, Ruleset, View
from brehon.core.packing import Data, pack
from brehon.core.play import draw
from brehon.core.record import Ply
from brehon.core.text import Message

PLIES: Final = 5
PART: Final = 4  # each decision is searched with this part of the iterations of the review ...
FEWEST: Final = 16  # ... but with no fewer than these


def continuation(
    view: View, action: int, analyst: Analyst, iterations: int, seed: str, plies: int = PLIES
) -> tuple[list[str], list[Data]]:
    """The plies after `action` of the viewing seat, in words of a record; and what the log would say of each, packed."""
    rules = view.ruleset()
    rng = Random(f"{seed} line")
    state = view.determinize(rng)
    if state.to_move() != view.seat:
        state.turn_to(view.seat)
    state.apply(action, None)
    words: list[str] = []
    said: list[Data] = []
    for number in range(plies):
        mover = state.to_move()
        if mover == OVER:
            break
        if mover == CHANCE:
            chosen = draw(state, rng)
        else:
            legal, budget = state.legal(), max(FEWEST, iterations // PART)
            chosen = analyst.opinion(state.view(mover), legal, budget, f"{seed} line {number}").best.action
        events: list[Event] = []
        state.apply(chosen, events)
        words.append(Ply(mover, chosen).words(rules))
        said += [pack(message) for message in log_of(rules, events, view.seat)[:1]]
    return words, said


def log_of(rules: Ruleset, events: list[Event], seat: int) -> list[Message]:
    """What the log of a seat says of some events."""
    face = rules.game.face()
    messages = [face.event(rules, event) for event in events if event.visible_to(seat)]
    return [message for message in messages if message is not None]
