"""From a researcher's request to playable rules: a game or one of its small versions, seats, options, components."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from brehon.core import registry
from brehon.core.contract import Game, Ruleset, Small
from brehon.core.errors import BadOptions
from brehon.core.rulesets import asked_rules


def small_versions() -> dict[str, tuple[Game, Small]]:
    """All small versions, by name."""
    found: dict[str, tuple[Game, Small]] = {}
    for name in registry.names():
        game = registry.game(name)
        for small in game.small_versions():
            found[small.name] = (game, small)
    return found


def make_rules(
    name: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    components: str | Path | None = None,
) -> Ruleset:
    """The rules of a game or of a small version; `components` is a built-in set by name, or a file."""
    wanted = name.strip().lower().replace("_", "-")
    small = small_versions().get(wanted)
    if small is None:
        game = registry.game(wanted)
        count, chosen, named = game.seats[0], dict(options or {}), game.default_components
    else:
        game, version = small
        if components is not None:
            raise BadOptions(f"{version.name} has components of its own; name the game {game.name!r} to choose others")
        count, chosen, named = version.seats[0], {**version.options, **(options or {})}, version.components
    return asked_rules(game, count if seats is None else seats, chosen, named if components is None else components)


def call_name(rules: Ruleset) -> str:
    """The name of the game in ids: the small version's name if these rules are one, otherwise the game's."""
    for small in rules.game.small_versions():
        same = all(rules.options[name] == value for name, value in small.options.items())
        if rules.components.name == small.components and rules.components.builtin and same:
            return small.name
    return rules.game.name
