"""A hint as plain data: made from a View in any process, kept, and shown step by step in any language.

The budget is a number of iterations that takes about a second, by game and engine, and not a time: so the same decision gives the
same hint on every machine with the same engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import brehon
from brehon.bots.advice import AHEAD, EQUAL, ONE_MOVE, Advice, Adviser
from brehon.bots.base import Stop
from brehon.core.contract import Ruleset, View
from brehon.core.packing import pack, unpack
from brehon.core.text import Message

SLOWER: Final = 8  # times, the interpreted engine
LEAST: Final = 40  # iterations: fewer say nothing
LOOKS: Final = {ONE_MOVE: "only-move", AHEAD: "ahead", EQUAL: "equal"}
Data = dict[str, Any]


@dataclass(frozen=True)
class Why:
    """One reason for the move."""

    code: str  # the aspect of the game that it is about
    seat: int  # whose
    worth: float  # of the win
    text: Message


@dataclass(frozen=True)
class Hint:
    """The three steps, and what a program wants to know of them."""

    seat: int
    look: str  # what the first step is about: an aspect of the game, or one of LOOKS
    pair: list[int]  # the moves of the second step, in an order that says nothing
    best: int
    share: float  # of the win, if the best move is played
    error: float
    steps: list[list[Message]]
    reasons: list[Why]

    def data(self) -> Data:
        reasons = [[why.code, why.seat, why.worth, pack(why.text)] for why in self.reasons]
        steps = [[pack(text) for text in step] for step in self.steps]
        return {**vars(self), "steps": steps, "reasons": reasons}


def read_hint(data: Data) -> Hint:
    reasons = [Why(code, seat, worth, unpack(text)) for code, seat, worth, text in data["reasons"]]
    return Hint(**{**data, "steps": [[unpack(text) for text in step] for step in data["steps"]], "reasons": reasons})


def iterations_for(rules: Ruleset) -> int:
    """As many as take about a second with the engine that runs here."""
    speed = rules.game.face().search_speed()
    return max(LEAST, speed if brehon.MODE == "compiled" else speed // SLOWER)


class NotYet(Stop):
    """Ends a search early, but not before it has tried so much that it says something."""

    def __init__(self, stop: Stop, least: int) -> None:
        self.stop = stop
        self.left = least

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0 and self.stop.is_set()


def make_hint(
    rules: Ruleset, view: View, legal: list[int], seed: str, iterations: int = 0, stop: Stop | None = None
) -> Hint:
    """The hint for the decision of the viewing seat, from what it knows and nothing else."""
    early = NotYet(stop, LEAST + 2 * len(legal)) if stop is not None else None
    advice = Adviser().advise(rules, view, legal, iterations or iterations_for(rules), seed, early)
    motives = [motive for against in advice.against if against.is_clear for motive in against.comparison.motives]
    return Hint(
        seat=advice.seat, look=_look(advice, [motive.aspect.name for motive in motives]), pair=advice.pair, best=advice.best,
        share=advice.share, error=advice.error, steps=advice.steps,
        reasons=[Why(motive.aspect.name, motive.seat, motive.worth, motive.text) for motive in motives],
    )  # fmt: skip


def _look(advice: Advice, aspects: list[str]) -> str:
    text = advice.steps[0][0].text
    return LOOKS.get(text, "") if isinstance(text, str) and text in LOOKS else (aspects or [""])[0]


def hint_seed(commitment: str, decision: int, seat: int) -> str:
    """The same at the table and in the terminal; it says nothing of what is hidden."""
    return f"brehon hint {commitment} {decision} {seat}"
