"""A position as one seat knows it, with a guess at the rest, played on: what sandboxes are made of. Processes of bots use it too."""

from __future__ import annotations

import hashlib
from random import Random

from brehon.core.contract import CHANCE, Ruleset, View
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import Reason


class Guess:
    """A guess at what a seat does not know, played on."""

    def __init__(self, rules: Ruleset, players: list[Player], view: View, seed: int) -> None:
        self.seat = view.seat  # whose knowledge it is made from
        secret = hashlib.sha256(f"brehon plan {seed}".encode()).hexdigest()
        self.match = Match(rules, players, secret)
        self.match.state = view.determinize(Random(secret))
        self.match.start()

    @property
    def mover(self) -> int:
        """Who decides now: if several may, the seat whose sandbox it is comes first. Below 0 at the end."""
        state = self.match.state
        return self.seat if self.match.may_move(self.seat) else state.to_move()

    @property
    def viewer(self) -> int:
        """The seat whose view the sandbox shows: the one that decides. What the others hide is part of the guess."""
        return self.mover if self.mover >= 0 else self.seat

    def play(self, moves: list[int]) -> Reason | None:
        """Carry out moves of the player to move, until one is not possible; the reason for that."""
        for action in moves:
            why = self.match.why_not(self.mover, action)
            if why is not None:
                return why
            self.match.play(self.mover, action)
        return None

    @property
    def played(self) -> list[int]:
        return [ply.action for ply in self.match.plies if ply.seat != CHANCE]
