"""Trying things out on a state, with a way back: for searches, solvers and notebooks.

    line = Experiment(state)
    line.push(state.legal()[0])       # legal actions only; chance is an action too
    line.pop()                        # back again
    with line.after(action) as next_state:
        ...                           # back at the end of the block, whatever was pushed in it

The rules have no undo: each push continues on a clone. The original state is never changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import final

from brehon.core.contract import OVER, State
from brehon.core.errors import BrehonError, IllegalAction
from brehon.core.text import N_, Message, Reason


@final
class Experiment:
    """A line of play from a state, with a way back."""

    def __init__(self, state: State) -> None:
        self._states = [state.clone()]
        self.actions: list[int] = []  # pushed and not undone

    @property
    def state(self) -> State:
        """The current position: to look at, not to play on."""
        return self._states[-1]

    @property
    def is_over(self) -> bool:
        return self.state.to_move() == OVER

    def legal(self) -> list[int]:
        return self.state.legal()

    def push(self, action: int) -> State:
        """Play an action; IllegalAction says why it is not legal now."""
        reason = self._why_not(action)
        if reason is not None:
            raise IllegalAction(f"play action {action}", reason, len(self.actions))
        after = self.state.clone()
        after.apply(action, None)
        self._states.append(after)
        self.actions.append(action)
        return after

    def pop(self) -> int:
        """Take the last action back and return it."""
        if not self.actions:
            raise BrehonError(Message(N_("there is nothing to take back: this is where the experiment began")))
        self._states.pop()
        return self.actions.pop()

    @contextmanager
    def after(self, *actions: int) -> Iterator[State]:
        """The position after these actions, for the length of a block."""
        depth = len(self.actions)
        try:
            for action in actions:
                self.push(action)
            yield self.state
        finally:
            del self._states[depth + 1 :], self.actions[depth:]

    def _why_not(self, action: int) -> Reason | None:
        size = self.state.ruleset().space.size
        if not 0 <= action < size:
            text = Message(N_("there is no such action; the numbers are 0 to %(last)s"), last=size - 1)
            return Reason("unknown", "", text)
        return self.state.why_not(action)
