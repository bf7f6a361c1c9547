"""Rules as plain data, so that a table can be sent to another process or stored: compiled objects themselves cannot."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from brehon.core import registry
from brehon.core.contract import Ruleset


def rules_to_data(rules: Ruleset) -> dict[str, Any]:
    components = rules.components
    return {
        "game": rules.game.name,
        "seats": rules.n_seats,
        "options": dict(rules.options),
        "version": rules.version,
        "components": components.name,
        "source": "" if components.builtin else components.source,
    }


def rules_from_data(data: dict[str, Any]) -> Ruleset:
    return _made(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=32)
def _made(text: str) -> Ruleset:
    """Once for each kind of table in a process: rules never change."""
    data = json.loads(text)
    game = registry.game(data["game"])
    if data["source"]:
        components = game.load_components(data["source"], data["components"])
    else:
        components = registry.builtin(game, data["components"])
    return registry.make_ruleset(game, data["seats"], data["options"], components, data["version"])
