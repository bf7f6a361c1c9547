"""Armorica, the card game by Eric B. Vogel, for 2 to 4 seats. GAME is the only entry point."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import LIGHT, Choice, Components, Option, Ruleset, Small
from brehon.core.face import Face
from brehon.core.filegame import FileGame
from brehon.core.observe import Observer
from brehon.core.text import N_

if TYPE_CHECKING:
    from brehon.core.checker import Checker

VERSIONS: Final = [1]  # of the rules, oldest first


@final
class ArmoricaGame(FileGame):
    """The entry point of Armorica."""

    def __init__(self) -> None:
        self.folder = Path(__file__).parent
        self.name = "armorica"
        self.title = "Armorica"
        self.designer = "Eric B. Vogel"
        self.summary = N_(
            "Attract Gauls and choosy Romans to your province, keep them fed through the winter, and line up their colours."
        )
        self.seats = [2, 3, 4]  # AM-1.13
        self.seat_rule = "AM-1.13"
        self.options = [
            Option(
                "voluntary_pass", N_("May a player pass who could take a card?"), "AM-4.2", "true",
                [Choice("true", N_("Yes: passing is always allowed and discards the rightmost card")),
                 Choice("false", N_("No: only who can take no card may pass"))],
            ),
            Option(
                "two_player_step", N_("With two players, how many extra cards leave each row at the end of a turn?"), "AM-7.2", "once",
                [Choice("once", N_("One card of each row (8 turns)")),
                 Choice("off", N_("None (12 turns)")),
                 Choice("per_player", N_("Two cards of each row, one for each player (6 turns)"))],
            ),
        ]  # fmt: skip
        self.versions = VERSIONS
        self.default_components = "armorica-default-2"
        self.has_secrets = False
        self.minutes, self.weight, self.picture_plies = 20, LIGHT, 58

    def checker(self) -> type[Checker]:
        from brehon.games.armorica.checker import CardChecker

        return CardChecker

    def make_ruleset(self, n_seats: int, options: dict[str, str], components: Components, version: int) -> Ruleset:
        from brehon.games.armorica.components import CardFile
        from brehon.games.armorica.setup import ArmoricaRules

        assert isinstance(components, CardFile)
        return ArmoricaRules(self, n_seats, options, components, version, components.cards)

    def face(self) -> Face:
        from brehon.games.armorica.face import FACE

        return FACE

    def observer(self, rules: Ruleset) -> Observer:
        from brehon.games.armorica.observe import ArmoricaObserver
        from brehon.games.armorica.setup import ArmoricaRules

        assert isinstance(rules, ArmoricaRules)
        return ArmoricaObserver(rules)

    def small_versions(self) -> list[Small]:
        tiny = "eight cards in rows of two: a game tree that can be counted"
        small = "twenty cards in rows of three: quick to learn"
        return [
            Small("armorica-tiny", tiny, [2, 3], "armorica-tiny-1", {}),
            Small("armorica-small", small, [2, 3, 4], "armorica-small-1", {}),
        ]


GAME: Final = ArmoricaGame()
