"""Looking at a record: from whose seat, at which ply."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from rich.text import Text

from brehon.cli.errors import BadInput
from brehon.cli.screen import DIM, out
from brehon.core.contract import CHANCE, ORACLE, SPECTATOR, State, View
from brehon.core.face import Offers
from brehon.core.match import Match
from brehon.core.text import N_, Speaker


def watcher(match: Match, seat: int | None) -> int:
    """Who looks: a seat, counted from 1 as at the table; otherwise an observer who sees everything once the game is over, or a spectator."""
    if seat is None:
        return ORACLE if match.is_over else SPECTATOR
    if not 1 <= seat <= match.rules.n_seats:
        raise BadInput(
            N_("there is no seat %(seat)s at this table; seats are 1 to %(last)s"), seat=seat, last=match.rules.n_seats
        )
    return seat - 1


def position(match: Match, ply: int | None) -> Match:
    """The match after so many plies; at its end if no number is given."""
    if ply is None:
        return match
    if not 0 <= ply <= match.ply:
        raise BadInput(
            N_("there is no ply %(ply)s in this record; it has 0 (the start) to %(last)s (the end)"),
            ply=ply,
            last=match.ply,
        )
    return match.at(ply)


def print_older_rules(match: Match, say: Speaker) -> None:
    """A game of an older version of the rules says so, and what was different."""
    older = match.rules.older_rules()
    if older is not None:
        out().print(Text(say(older), DIM), soft_wrap=True)


def view_of(match: Match, who: int) -> tuple[View, Offers]:
    return match.view(who), match.offers(who) if who >= 0 else Offers()


def states(match: Match) -> Iterator[tuple[int, State]]:
    """Number of each ply and the state after it, in one pass. The state keeps changing: use it before the next."""
    state = match.rules.start()
    for number, ply in enumerate(match.plies):
        if ply.undo:
            state = match.at(number + 1).state
        elif not ply.is_note:
            if ply.seat >= 0:
                state.turn_to(ply.seat)
            state.apply(ply.action, None)
        yield number, state


def text_line(match: Match, number: int, state: State) -> str:
    """One ply as the goldens write it: `37 P1 take gaul 2 | 6,0 | #9f3a`, with points and a hash of the state after it."""
    ply = match.plies[number]
    actor = "--" if ply.seat == CHANCE else f"P{ply.seat + 1}"
    words = ply.words(match.rules).partition(" ")[2]
    mark = hashlib.sha256(state.key().encode()).hexdigest()[:4]
    return f"{number} {actor} {words} | {','.join(map(str, state.scores()))} | #{mark}"
