"""The same table for research: environments for PettingZoo, Gymnasium and OpenSpiel, batched self-play, datasets.

Nothing here contains a rule: states come from the game, observations from its views. Start with docs/envs.md.
"""

from __future__ import annotations

from typing import Any

KINDS = ("aec", "solo", "openspiel", "rules")


def make(game: str, kind: str = "aec", **settings: Any) -> Any:
    """A table of one of four kinds; each has its own settings, listed in docs/envs.md.

    aec: PettingZoo's, all seats in turn; solo: Gymnasium's, one seat against bots; openspiel: a game of OpenSpiel; rules: the engine
    itself, whose `start()` is a state. What a kind needs is imported only here.
    """
    if kind == "aec":
        from brehon.envs.pettingzoo import env

        return env(game, **settings)
    if kind == "solo":
        from brehon.envs.gymnasium import SoloEnv

        return SoloEnv(game, **settings)
    if kind == "openspiel":
        from brehon.envs.openspiel import load

        return load(game, **settings)
    if kind == "rules":
        from brehon.envs.making import make_rules

        return make_rules(game, **settings)
    from brehon.core.errors import BadOptions

    raise BadOptions(f"kind cannot be {kind!r}; it can be: {', '.join(KINDS)}")
