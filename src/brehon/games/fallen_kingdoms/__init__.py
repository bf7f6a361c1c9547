"""Fallen Kingdoms, the board game by Eric Pietrocupo, for 3 to 6 seats. GAME is the only entry point."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import HEAVY, Choice, Components, Option, Ruleset, Small
from brehon.core.face import Face
from brehon.core.filegame import FileGame
from brehon.core.observe import Observer
from brehon.core.text import N_

if TYPE_CHECKING:
    from brehon.core.checker import Checker

VERSIONS: Final = [1]  # of the rules, oldest first


@final
class FallenKingdomsGame(FileGame):
    """The entry point of Fallen Kingdoms."""

    def __init__(self) -> None:
        self.folder = Path(__file__).parent
        self.name = "fallen-kingdoms"
        self.title = "Fallen Kingdoms"
        self.designer = "Eric Pietrocupo"
        self.summary = N_(
            "Norse gods raise kingdoms, let them flourish and fall, and invade with new ones; the most glory wins."
        )
        self.seats = [3, 4, 5, 6]  # FK-1.1
        self.seat_rule = "FK-1.1"
        self.options = _options()
        self.versions = VERSIONS
        self.default_components = "fallen-default-1"
        self.has_secrets = True
        self.minutes, self.weight, self.picture_plies = 120, HEAVY, 520

    def checker(self) -> type[Checker]:
        from brehon.games.fallen_kingdoms.checker import TileChecker

        return TileChecker

    def make_ruleset(self, n_seats: int, options: dict[str, str], components: Components, version: int) -> Ruleset:
        from brehon.games.fallen_kingdoms.components import TileFile
        from brehon.games.fallen_kingdoms.options import make_rules

        assert isinstance(components, TileFile)
        return make_rules(self, n_seats, options, components, version)

    def face(self) -> Face:
        from brehon.games.fallen_kingdoms.face import FACE

        return FACE

    def observer(self, rules: Ruleset) -> Observer:
        from brehon.games.fallen_kingdoms.components import TileFile
        from brehon.games.fallen_kingdoms.observe import FallenObserver
        from brehon.games.fallen_kingdoms.setup import FallenRules

        assert isinstance(rules, FallenRules)
        assert isinstance(rules.components, TileFile)
        tiles = rules.components.tiles
        faces = [f"{face.tile}{face.side}" for face in tiles.faces]
        return FallenObserver(rules, [city.key for city in tiles.cities], faces)

    def small_versions(self) -> list[Small]:
        options = {"cities_per_player": "3", "trophies_per_player": "1"}
        text = "nine cities, one card or building of each kind for each seat"
        return [Small("fallen-kingdoms-small", text, [3], "fallen-small-1", options)]


def _options() -> list[Option]:
    off_on = [Choice("off", N_("No")), Choice("on", N_("Yes"))]
    return [
        Option(
            "map_source", N_("How is the map put together?"), "FK-2.14", "random",
            [Choice("random", N_("At random, every valid map with the same chance")),
             Choice("preset-a", N_("The first ready-made map for this number of players")),
             Choice("preset-b", N_("The second ready-made map for this number of players")),
             Choice("by-hand", N_("The players lay the tiles, one by one"))],
        ),
        Option(
            "map_layers", N_("Who lays the tiles of a map that is laid by hand?"), "FK-2.15", "first_seat",
            [Choice("first_seat", N_("The first seat lays all of them")),
             Choice("in_turn", N_("The players in turn, beginning with the first seat"))],
        ),
        Option(
            "newcomers", N_("With five or six players: who is new to the game and gets two gods to choose from?"), "FK-3.26", "none",
            [Choice("none", N_("All second cards are dealt at random"))], of_seats=True,
        ),
        Option(
            "cities_per_player", N_("How many cities are there for each player?"), "FK-17.7", "6", [], 3, 13,
        ),
        Option(
            "trophies_per_player", N_("How many cards and buildings of each kind for each player? Fewer make a shorter game"),
            "FK-17.2", "3", [], 1, 9,
        ),
        Option(
            "duplicate_trophies", N_("Are there several copies of each knowledge and rumor card?"), "FK-17.4", "off",
            [Choice("off", N_("No: one of each knowledge, three of each rumor value, 18 buildings")),
             Choice("2", N_("Two copies of everything, and the nine extra buildings")),
             Choice("3", N_("Three copies of everything, and the nine extra buildings"))],
        ),
        Option(
            "decline_building", N_("May a player whose building track is full take no building?"), "FK-6.32", "no",
            [Choice("no", N_("No: a building must be taken")),
             Choice("yes", N_("Yes: the track begins again, and the buildings stay on display"))],
        ),
        Option("hidden_scoring", N_("Are the scores of the others hidden until the end?"), "FK-17.1", "off", off_on),
        Option(
            "loki_chooser", N_("Who chooses where the units go that Loki drives out?"), "FK-5.12", "loki",
            [Choice("loki", N_("Loki's player")), Choice("victim", N_("Their owner"))],
        ),
        Option(
            "rampage_intimidation", N_("Does a rampage also drive units out by intimidation?"), "FK-9.7", "on",
            [Choice("on", N_("Yes, as in a battle")), Choice("off", N_("No"))],
        ),
        Option(
            "exhaustion", N_("When does a battle end in exhaustion?"), "FK-8.27", "consecutive",
            [Choice("consecutive", N_("After two misses in a row, no matter who missed first")),
             Choice("same_round", N_("Only if the attacker and then the defender miss"))],
        ),
        Option(
            "surrender_strip", N_("A surrendered kingdom needs more units than its new owner has in reserve: how many may leave each old city?"),
            "FK-15.40", "keep_one",
            [Choice("keep_one", N_("All but one: every city keeps a unit")),
             Choice("all", N_("All of them: the city may be left empty"))],
        ),
        Option("temple_scores", N_("Does one's temple score 2 each turn like a building?"), "FK-10.7", "off", off_on),
    ]  # fmt: skip


GAME: Final = FallenKingdomsGame()
