"""A position of a game to show to people who do not know it yet: some plies of a game between bots, the same at every start."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, SPECTATOR, Game, Ruleset, State, View
from brehon.core.face import Offers
from brehon.core.play import draw
from brehon.core.primer import Picture
from brehon.server.names import FRIENDLY

SEED: Final = 7
SEATS: Final = 3  # where the game allows it
LEVEL: Final = "cottar"


@dataclass(frozen=True)
class Sample:
    """What a spectator of the game sees."""

    rules: Ruleset
    view: View
    names: tuple[str, ...]


def position_of(game: Game, picture: Picture) -> tuple[Ruleset, State]:
    """A position that the game has prepared for its rules."""
    rules = registry.make_ruleset(game, picture.seats, dict(picture.options))
    head, bar, _ = rules.start().text().partition(" | ")
    return rules, rules.parse(head + bar + picture.position)


def prepared(game: Game, picture: Picture) -> tuple[Sample, Offers]:
    """A position that the game has prepared for its rules, as one of its seats sees it, and what that seat may do there."""
    rules, state = position_of(game, picture)
    view = state.view(picture.seat)
    offers = Offers()
    if picture.has_offers and state.to_move() == picture.seat:
        offers = Offers({action: state.why_not(action) for action in game.face().shown(rules, view)})
    return Sample(rules, view, FRIENDLY[: picture.seats]), offers


def sample_of(game: Game) -> Sample:
    """Takes a moment: some hundred decisions."""
    n_seats = SEATS if SEATS in game.seats else max(game.seats)
    rules = registry.make_ruleset(game, n_seats)
    plies = game.picture_plies or len(_played(rules.start())) // 2
    state = rules.start()
    _played(state, plies)
    return Sample(rules, state.view(SPECTATOR), FRIENDLY[:n_seats])


def _played(state: State, plies: int = -1) -> list[int]:
    """Let bots play so many plies, or to the end, and on to a decision of a seat; what was done."""
    rng, bot, budget = Random(SEED), LEVELS[LEVEL].bot, LEVELS[LEVEL].budget
    done: list[int] = []
    while (mover := state.to_move()) != OVER:
        if mover != CHANCE and 0 <= plies <= len(done):
            break
        legal = state.legal()
        if mover == CHANCE:
            action = draw(state, rng)
        else:
            action = legal[0] if len(legal) == 1 else bot.choose(state.view(mover), legal, budget, rng)
        state.apply(action)
        done.append(action)
    return done
