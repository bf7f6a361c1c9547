"""Nouns that all parts of the program count, singular and plural: "1 game", "3 games"."""

from __future__ import annotations

from typing import Final

from brehon.core.text import NN_, Message, Plural

DEALS: Final = NN_("%(n)s deal", "%(n)s deals")
DECISIONS: Final = NN_("%(n)s decision", "%(n)s decisions")
DRAWS: Final = NN_("%(n)s draw", "%(n)s draws")
GAMES: Final = NN_("%(n)s game", "%(n)s games")
MATCHES: Final = NN_("%(n)s match", "%(n)s matches")
MOVES: Final = NN_("%(n)s move", "%(n)s moves")
PLIES: Final = NN_("%(n)s ply", "%(n)s plies")
POINTS: Final = NN_("%(n)s point", "%(n)s points")
TABLES: Final = NN_("%(n)s table", "%(n)s tables")


def counted(words: Plural, number: int) -> Message:
    """So many of something; as an argument of another message, or alone."""
    return Message(words, **{words.by: number})
