"""Hints in the terminal: three steps, each a line of the record, as at a table of the server."""

from __future__ import annotations

from typing import final

from rich.padding import Padding
from rich.text import Text

from brehon.cli.screen import DIM, STRONG, out
from brehon.cli.table_screen import TableScreen
from brehon.coach.hint import Hint, hint_seed, make_hint
from brehon.core.asking import HINT_STEPS
from brehon.core.fair import commitment
from brehon.core.match import Match
from brehon.core.text import N_, Message


@final
class TerminalHints:
    """Makes the hint of a decision once and shows it step by step."""

    def __init__(self, match: Match, screen: TableScreen) -> None:
        self.match = match
        self.screen = screen
        self._made: tuple[int, int, Hint] | None = None  # decision, seat

    def of(self, seat: int) -> Hint:
        """The hint for the present decision, from what the seat knows."""
        match = self.match
        if self._made is None or self._made[:2] != (match.decision, seat):
            seed = hint_seed(commitment(match.fair.secret), match.decision, seat)
            self._made = match.decision, seat, make_hint(match.rules, match.view(seat), match.legal(seat), seed)
        return self._made[2]

    def show(self, seat: int, step: int) -> None:
        """One step; the moves with the numbers that they have in the list."""
        hint, say = self.of(seat), self.screen.say
        words = [say(text) for text in hint.steps[step - 1]]
        moves = {
            say(self.screen.face.action(self.match.rules, self.match.view(seat), action)): action
            for action in hint.pair
        }
        out().print(Text(say(Message(N_("Hint, step %(step)s of %(all)s"), step=step, all=HINT_STEPS)), STRONG))
        for line in words:
            listed = self._number(moves[line]) if step == 2 and line in moves else ""
            out().print(Padding(Text(listed + line), (0, 0, 0, 2)))
        if step < HINT_STEPS:
            more = N_("h shows two moves") if step == 1 else N_("h shows the move")
            out().print(Text(f"  {say(Message(more))}", DIM))
        else:
            text = N_("To play it, type %(number)s")
            out().print(Text(f"  {say(Message(text, number=self._number(hint.best).strip()))}", DIM))

    def _number(self, action: int) -> str:
        return f"{self.screen.listed.index(action) + 1:3}  "
