"""The options of a table, checked against the available tiles and cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brehon.core.contract import Game, seats_of
from brehon.core.errors import BadOptions
from brehon.core.text import N_, Message
from brehon.games.fallen_kingdoms.assembly import Layouts, build_map, grid_for, layouts
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import (
    BUILDING_TILES,
    COPIES,
    EXTRA_TILES,
    N_BUILDINGS,
    N_GODS,
    N_KNOWLEDGE,
    N_RUMORS,
    Map,
)
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.state import Maps, Switches
from brehon.games.fallen_kingdoms.tiles import N_LAYS, TileSet

LARGEST: Final = 13  # cities per player that can be requested


class TileMaps(Maps):
    """The maps of a tile set for one number of seats and cities."""

    def __init__(self, tiles: TileSet, counts: Layouts, fixed: list[int]) -> None:
        super().__init__()
        self.tiles = tiles
        self.counts = counts
        self.size = counts.size
        self.fixed = fixed
        self._ways: dict[tuple[int, ...], list[int]] = {}
        self._map = lru_cache(maxsize=256)(self._build)

    def ways(self, lays: list[int]) -> list[int]:
        key = tuple(lays)
        if key not in self._ways:
            if len(self._ways) > 4096:
                self._ways.clear()
            found = [0] * N_LAYS
            for lay in self.counts.options(lays):
                found[lay] = self.counts.ways([*lays, lay])
            self._ways[key] = found
        return self._ways[key][:]

    def fits(self, lays: list[int], lay: int) -> bool:
        return lay in self.counts.options(lays)

    def is_fit(self, lays: list[int]) -> bool:
        return self.counts.is_fit(lays)

    def build(self, lays: list[int]) -> Map:
        return self._map(tuple(lays))

    def _build(self, lays: tuple[int, ...]) -> Map:
        return build_map(self.tiles, list(lays), self.counts.columns)


def make_rules(game: Game, n_seats: int, options: dict[str, str], components: TileFile, version: int) -> FallenRules:
    tiles = components.tiles
    switches = make_switches(n_seats, options)
    n_cities = int(options["cities_per_player"]) * n_seats
    rows, columns = grid_for(n_seats, n_cities, tiles)
    counts = layouts(tiles, rows, columns, n_cities, n_seats)
    fixed: list[int] = []
    if options["map_source"].startswith("preset-"):
        fixed = preset(tiles, n_seats, options)
    elif not counts.can_be_played():
        raise BadOptions(no_such_size(tiles, n_seats, n_cities))
    maps = TileMaps(tiles, counts, fixed)
    cities = [city.key for city in tiles.cities]
    return FallenRules(game, n_seats, options, components, version, tiles.lay_names, cities, switches, maps)


def make_switches(n_seats: int, options: dict[str, str]) -> Switches:
    switches = Switches()
    switches.trophies = int(options["trophies_per_player"])
    switches.copies = 1 if options["duplicate_trophies"] == "off" else int(options["duplicate_trophies"])
    switches.tiles = BUILDING_TILES + (EXTRA_TILES if switches.copies > 1 else 0)
    switches.hidden_scoring = options["hidden_scoring"] == "on"
    switches.by_hand = options["map_source"] == "by-hand"
    switches.lay_in_turn = options["map_layers"] == "in_turn"
    switches.newcomers = newcomers(n_seats, options["newcomers"])
    switches.may_decline = options["decline_building"] == "yes"
    switches.strip_all = options["surrender_strip"] == "all"
    switches.victim_chooses = options["loki_chooser"] == "victim"
    switches.rampage_intimidation = options["rampage_intimidation"] == "on"
    switches.same_round = options["exhaustion"] == "same_round"
    switches.temple_scores = options["temple_scores"] == "on"
    wanted = switches.trophies * n_seats
    there = {
        N_("knowledge cards"): N_KNOWLEDGE * switches.copies,
        N_("rumor cards"): N_RUMORS * COPIES * switches.copies,
        N_("buildings"): N_BUILDINGS * switches.tiles,
    }
    for kind, n in there.items():
        if wanted > n:  # FK-17.3
            raise BadOptions(
                N_(
                    "trophies_per_player = %(trophies)s needs %(wanted)s %(kind)s for %(seats)s seats, but there are %(there)s (FK-17.3); the most is %(most)s"
                ),
                trophies=switches.trophies,
                wanted=wanted,
                kind=Message(kind),
                seats=n_seats,
                there=n,
                most=min(there.values()) // n_seats,
            )
    return switches


def newcomers(n_seats: int, value: str) -> int:
    """Mask of the seats that always get two god cards."""
    seats = seats_of(value)
    most = min(n_seats, N_GODS - n_seats)
    if len(seats) > most:
        raise BadOptions(
            N_(
                "newcomers = %(value)s names too many seats: with %(players)s players only %(most)s of the nine god cards are left to be dealt as a second one (FK-3.26)"
            ),
            "FK-3.26",
            value=value,
            players=n_seats,
            most=most,
        )
    return sum(1 << seat for seat in seats)


def preset(tiles: TileSet, n_seats: int, options: dict[str, str]) -> list[int]:
    wanted = f"p{n_seats}-{options['map_source'].removeprefix('preset-')}"
    if options["cities_per_player"] != "6":
        raise BadOptions(
            N_("a ready-made map has 6 cities per player; take map_source = random for another number (FK-17.7)")
        )
    for candidate in tiles.presets:
        if candidate.key == wanted and candidate.players == n_seats:
            return candidate.lays
    known = ", ".join(one.key for one in tiles.presets if one.players == n_seats) or "none"
    raise BadOptions(
        N_("the tile file has no preset %(name)s; for %(seats)s seats it has: %(known)s (FK-2.14)"),
        name=wanted,
        seats=n_seats,
        known=known,
    )


def no_such_size(tiles: TileSet, n_seats: int, n_cities: int) -> str:
    sizes = [
        each
        for each in range(1, LARGEST + 1)
        if any(
            layouts(tiles, rows, columns, each * n_seats, n_seats).can_be_played() for rows, columns in ((2, 2), (2, 3))
        )
    ]
    known = ", ".join(str(each) for each in sizes)
    return (
        f"no map of {n_cities} cities can be put together from these tiles (FK-17.7); "
        f"cities_per_player for {n_seats} seats can be: {known}"
    )
