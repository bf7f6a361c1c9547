"""Bots at one table that see what their seats see, so that searching bots can continue their search; and whole games between bots."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import NamedTuple, final

from brehon.bots.base import Bot, seen_by
from brehon.bots.levels import Level
from brehon.core.contract import CHANCE, OVER, State
from brehon.core.match import Match
from brehon.core.play import any_of, draw


@final
class Seated:
    """The bots of one game, by seat. Follows the game in its own state; no bot gets more than its seat sees."""

    def __init__(self, state: State, bots: dict[int, Bot], ply: int = 0) -> None:
        self.invited: dict[int, Bot] = bots
        self.bots: dict[int, Bot] = {}
        self.listening: list[int] = []
        self.sit_down(state, ply)

    def sit_down(self, state: State, ply: int) -> None:
        """Every bot starts again, with the game as it is after so many plies."""
        self.bots = {seat: bot.sit() for seat, bot in self.invited.items()}
        self.listening = [seat for seat, bot in self.invited.items() if self.bots[seat] is not bot]
        self.state: State = state.clone() if self.listening else state
        self.known: int = ply  # plies that the bots have seen

    def follow(self, seat: int, action: int) -> None:
        """The next ply: a decision of a seat, or what chance has drawn (a negative seat)."""
        if not self.listening:
            return
        state = self.state
        if seat >= 0 and state.to_move() != seat:
            state.turn_to(seat)
        for listener in self.listening:
            self.bots[listener].see(seen_by(listener, state, action))
        state.apply(action, None)

    def catch_up(self, match: Match) -> None:
        """Everything that has happened in a match since; after an undo, every bot starts again."""
        if self.listening:
            for ply in match.plies[self.known :]:
                if ply.undo:
                    self.sit_down(match.state, match.ply)
                    return
                if not ply.is_note:
                    self.follow(ply.seat, ply.action)
        self.known = match.ply


class Effort(NamedTuple):
    """What the seats of a match have done."""

    decisions: list[int]  # [seat] with more than one legal action
    seconds: list[float]  # [seat] spent on them


def play_match(match: Match, players: list[Level], rngs: list[Random]) -> Effort:
    """Play a match to its end: with fair chance, and a record. [seat] who plays, and with which random numbers."""
    effort = Effort([0] * len(players), [0.0] * len(players))
    seated = Seated(match.state, {seat: player.bot for seat, player in enumerate(players)})
    match.start()
    while not match.is_over:
        seated.catch_up(match)
        seat = match.state.to_move()
        legal = match.legal(seat)
        since = perf_counter()
        action = seated.bots[seat].choose(match.view(seat), legal, players[seat].budget, rngs[seat])
        if len(legal) > 1:
            effort.seconds[seat] += perf_counter() - since
            effort.decisions[seat] += 1
        match.play(seat, action)
    return effort


def play_state(state: State, players: list[Level], rng: Random, slip: float = 0.0) -> Iterator[int]:
    """Play a state to its end, without a record; who has acted, after each ply. With probability `slip` a bot plays a random move."""
    seated = Seated(state, {seat: player.bot for seat, player in enumerate(players)})
    while (mover := state.to_move()) != OVER:
        if mover == CHANCE:
            action = draw(state, rng)
        elif slip > 0.0 and rng.random() < slip:
            action = any_of(state.legal(), rng)
        else:
            action = seated.bots[mover].choose(state.view(mover), state.legal(), players[mover].budget, rng)
        seated.follow(mover, action)
        state.apply(action, None)
        yield mover
