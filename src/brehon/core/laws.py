"""What the conformance kit says when a game breaks a law."""

from __future__ import annotations

from brehon.core.contract import SPECTATOR, State


class BrokenLaw(AssertionError):
    """A game does not keep the contract."""


def insist(holds: bool, law: str) -> None:
    if not holds:
        raise BrokenLaw(law)


def viewers(state: State) -> list[int]:
    return [*range(state.n_seats), SPECTATOR]
