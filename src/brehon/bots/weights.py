"""Files of learned weights: reading, checking and writing them. JSON, format 1; docs/learning.md describes the fields."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any, Final, NamedTuple

from brehon.bots.model import Learned, Model
from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.errors import BrehonError

FORMAT: Final = 1
DIGITS: Final = 4


class BadWeights(BrehonError):
    """A file of weights that cannot be used."""


class Weights(NamedTuple):
    """What a file holds: for which game it was made, the numbers, and how they were made."""

    game: str
    features: list[str]
    first: list[list[float]]  # [unit][feature]
    bias: list[float]  # [unit]
    second: list[float]  # [unit]
    direct: list[float]  # [feature]
    card: dict[str, Any]  # how they were made and how good they are, for people

    def model(self) -> Model:
        return Model(self.first, self.bias, self.second, self.direct)


def write_weights(weights: Weights) -> str:
    """The text of a file; the same weights give the same bytes."""
    data = {
        "format": FORMAT,
        "game": weights.game,
        "card": weights.card,
        "features": weights.features,
        "hidden": len(weights.bias),
        "first": [[round(x, DIGITS) for x in row] for row in weights.first],
        "bias": [round(x, DIGITS) for x in weights.bias],
        "second": [round(x, DIGITS) for x in weights.second],
        "direct": [round(x, DIGITS) for x in weights.direct],
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_weights(text: str, game: Game, names: list[str], earlier: bool = False) -> Weights:
    """Check a file against the game that it will judge, and its feature names. An earlier one may know only the first of them."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadWeights(f"the weights are not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadWeights(f"the weights are not of format {FORMAT}; brehon lab train {game.name} writes it")
    if data.get("game") != game.name:
        raise BadWeights(f"the weights are for {data.get('game')!r}, not for {game.name}")
    given = data.get("features")
    if earlier and isinstance(given, list) and given and given == names[: len(given)]:
        names = given
    if given != names:
        raise BadWeights(_other_features(given, names, game))
    hidden = data.get("hidden")
    if not isinstance(hidden, int) or isinstance(hidden, bool) or hidden < 0 or hidden % 4:
        raise BadWeights(f"the number of hidden units must be a multiple of four, not {hidden!r}")
    first = data.get("first")
    if not isinstance(first, list) or len(first) != hidden:
        raise BadWeights(f"'first' must hold a row for each of the {hidden} hidden units")
    return Weights(
        game.name,
        names[:],
        [_floats(row, len(names), f"row {number + 1} of 'first'") for number, row in enumerate(first)],
        _floats(data.get("bias"), hidden, "'bias'"),
        _floats(data.get("second"), hidden, "'second'"),
        _floats(data.get("direct"), len(names), "'direct'"),
        data["card"] if isinstance(data.get("card"), dict) else {},
    )


def _other_features(found: object, names: list[str], game: Game) -> str:
    there = set(found) if isinstance(found, list) and all(isinstance(name, str) for name in found) else set()
    missing, unknown = sorted(set(names) - there), sorted(there - set(names))
    what = f"missing: {', '.join(missing) or 'none'}; unknown: {', '.join(unknown) or 'none'}"
    if not missing and not unknown:
        what = "the same ones in another order"
    return f"the weights were made for other features of {game.title} ({what}); train them anew: brehon lab train {game.name}"


def _floats(value: object, size: int, what: str) -> list[float]:
    if not isinstance(value, list) or len(value) != size:
        raise BadWeights(f"{what} must be a list of {size} numbers")
    if not all(isinstance(x, int | float) and not isinstance(x, bool) and math.isfinite(x) for x in value):
        raise BadWeights(f"{what} must hold finite numbers only")
    return [float(x) for x in value]


def has_weights(game_name: str, edition: str = "") -> bool:
    """Whether a game comes with a learned evaluation, or came with one in an earlier version."""
    return bool(game_name) and bool(registry.game(game_name).read_weights(edition))


@cache
def shipped(game_name: str, edition: str = "") -> Weights:
    """The learned evaluation that comes with a game, or that of an earlier version."""
    game = registry.game(game_name)
    text = game.read_weights(edition)
    if not text:
        raise BadWeights(f"{game.title} comes without a learned evaluation; make one: brehon lab train {game.name}")
    names = registry.make_ruleset(game, game.seats[0]).evaluator().feature_names()
    return read_weights(text, game, names, earlier=bool(edition))


@cache
def learned(game_name: str, edition: str = "", asks: bool = False) -> Learned:
    """The judge that comes with a game; `Evaluator.game` says which. Whether it asks the game how far to play on: see Learned."""
    return Learned(shipped(game_name, edition).model(), asks)
