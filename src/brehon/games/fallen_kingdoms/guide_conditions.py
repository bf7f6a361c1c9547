"""Conditions of the guided first game: where in the story the learner stands."""

from __future__ import annotations

from brehon.core.contract import View
from brehon.core.face import own
from brehon.core.guide import Condition
from brehon.games.fallen_kingdoms.data import BUILDING, GROUP, N_TRACKS
from brehon.games.fallen_kingdoms.state import ATTACK, ENDED, MOVE, MOVE_SEND, MOVE_TO, PATH, SPENDING, START
from brehon.games.fallen_kingdoms.view import FallenView


def at(turn: int, phase: int) -> Condition:
    """In this phase of a round."""

    def holds(view: View) -> bool:
        seen = own(view, FallenView)
        return seen.round == turn and seen.phase == phase

    return holds


def placed(*groups: int) -> Condition:
    """At the beginning, with so many groups of the learner on the map."""

    def holds(view: View) -> bool:
        seen = own(view, FallenView)
        mine = sum(n for city, n in enumerate(seen.units) if seen.owner[city] == seen.seat)
        return seen.phase == START and mine // GROUP in groups

    return holds


def spending(turn: int, is_built: bool) -> Condition:
    """In production, before or after the building track is full."""

    def holds(view: View) -> bool:
        seen = own(view, FallenView)
        is_full = seen.tracks[seen.seat * N_TRACKS + BUILDING] == 0
        return seen.round == turn and seen.phase == SPENDING and is_full == is_built

    return holds


def planning(turn: int, is_ready: bool) -> Condition:
    """In movement, before or after an order was given."""

    def holds(view: View) -> bool:
        seen = own(view, FallenView)
        phases = (MOVE,) if is_ready else (MOVE, MOVE_TO, MOVE_SEND)
        return seen.round == turn and seen.phase in phases and bool(seen.orders) == is_ready

    return holds


def attacking(turn: int, is_first: bool) -> Condition:
    """Before the first roll of a battle, or before a later one."""

    def holds(view: View) -> bool:
        seen = own(view, FallenView)
        return seen.round == turn and seen.phase == ATTACK and (seen.rolls == 0) == is_first

    return holds


def invading(paths: int) -> Condition:
    """In the learner's invasion, with so many paths behind."""

    def holds(view: View) -> bool:
        seen = own(view, FallenView)
        return seen.phase == PATH and seen.flags.count(seen.seat) == paths

    return holds


def after_round(turn: int) -> Condition:
    """Later than a round, until the game is over."""

    def holds(view: View) -> bool:
        seen = own(view, FallenView)
        return seen.phase != ENDED and seen.round > turn

    return holds


def is_over(view: View) -> bool:
    return own(view, FallenView).phase == ENDED


def is_playing(view: View) -> bool:
    return not is_over(view)
