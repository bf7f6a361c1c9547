"""Events: they wake the open pages and start the turns of the bots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from brehon.server.storage.store import LOOK

log: Final = logging.getLogger("brehon.server")
TALK: Final = "talk"  # the chat has changed; goes with its newest mark
PEOPLE: Final = "people"  # a person has come or left; carries the number of people present
RINGS: Final = (TALK, PEOPLE)
HURRY: Final = "hurry"  # the people at a table do not want to wait for its bots; for the worker that drives them
RETRY: Final = 0.5  # seconds before a claim that another worker holds is tried again


class Ring(NamedTuple):
    """Something other than the game has changed: the chat, or who is present. It carries only a number."""

    name: str
    number: int


class Listener:
    """One open event stream. It remembers only the newest numbers, so a reader that is stuck costs nothing."""

    def __init__(self) -> None:
        self._newest: int | None = None
        self._rings: dict[str, int] = {}
        self._woken = asyncio.Event()

    def wake(self, ply: int) -> None:
        self._newest = ply
        self._woken.set()

    def ring(self, name: str, number: int) -> None:
        self._rings[name] = number
        self._woken.set()

    async def next(self) -> int | Ring:
        await self._woken.wait()
        found: int | Ring | None = self._newest
        self._newest = None
        if found is None:
            found = Ring(*self._rings.popitem())
        if not self._rings:
            self._woken.clear()
        return found


class Hub:
    """Notifies the listeners of a match of a change. The data is in the store; this is only a signal."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self.is_closed = False
        self.on_move: Callable[[str], None] = lambda match_id: None
        self.on_hurry: Callable[[str], None] = lambda match_id: None

    def wake(self, match_id: str, ply: int) -> None:
        for listener in self._listeners.get(match_id, ()):
            listener.wake(ply)

    def wake_all(self) -> None:
        """Events may be missing: every listener checks the store."""
        for match_id in list(self._listeners):
            self.wake(match_id, LOOK)
            for name in RINGS:
                self.ring(match_id, name, LOOK)

    def close(self) -> None:
        """The server ends: every stream is closed."""
        self.is_closed = True
        for match_id in list(self._listeners):
            self.wake(match_id, LOOK)

    def ring(self, match_id: str, name: str, number: int) -> None:
        """Notify the listeners of a match that something other than the game has changed."""
        if name == HURRY:
            self.on_hurry(match_id)
            return
        for listener in self._listeners.get(match_id, ()):
            listener.ring(name, number)

    def moved(self, match_id: str, ply: int) -> None:
        """A person has acted: send an event, and check whether a bot has to move."""
        self.wake(match_id, ply)
        self.on_move(match_id)

    @property
    def listening(self) -> int:
        """How many streams are open."""
        return sum(len(listeners) for listeners in self._listeners.values())

    @contextmanager
    def listen(self, match_id: str) -> Iterator[Listener]:
        listener = Listener()
        self._listeners.setdefault(match_id, set()).add(listener)
        try:
            yield listener
        finally:
            rest = self._listeners[match_id]
            rest.discard(listener)
            if not rest:
                del self._listeners[match_id]
