"""Bots that sit at one table and are told what their seats see, so that those who search can go on where they were."""

from typing import final

from brehon.bots.base import Bot, seen_by
from brehon.core.contract import State
from brehon.core.match import Match


@final
class Company:
    """The bots of one game, by seat. Follows the game in a state of its own; nobody is told more than the seat sees."""

    def __init__(self, state: State, bots: dict[int, Bot], ply: int = 0) -> None:
        self.invited: dict[int, Bot] = bots
        self.bots: dict[int, Bot] = {}
        self.listening: list[int] = []
        self.sit_down(state, ply)

    def sit_down(self, state: State, ply: int) -> None:
        """Everybody begins anew, with the game as it stands after so many plies."""
        self.bots = {seat: bot.sit() for seat, bot in self.invited.items()}
        self.listening = [seat for seat, bot in self.invited.items() if self.bots[seat] is not bot]
        self.state: State = state.clone() if self.listening else state
        self.told: int = ply

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
        """Whatever has happened in a match since; where something was taken back, everybody begins anew."""
        if self.listening:
            for ply in match.plies[self.told :]:
                if ply.undo:
                    self.sit_down(match.state, match.ply)
                    return
                if ply.sits is None:
                    self.follow(ply.seat, ply.action)
        self.told = match.ply
