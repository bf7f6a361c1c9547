"""From a checked component file of The Arrival to the tables that the rules use."""

from __future__ import annotations

from brehon.core.checker import Entry, entries, number, table, word
from brehon.core.contract import Components
from brehon.games.arrival.data import BACKS, CAULDRON, SECTIONS, SYMBOLS, THREATS, TILES, Box, Deck, Island


class BoxFile(Components):
    """A checked component file: the tables for the rules, and the raw data for drawing the board."""

    def __init__(self, name: str, digest: str, source: str, builtin: bool, box: Box, raw: Entry) -> None:
        super().__init__(name, digest, source, builtin, [])
        self.box = box
        self.raw = raw
        self.place_names = [word(entry, "name") for group in ("locations", "castles") for entry in entries(raw, group)]
        self.province_names = [word(entry, "name") for entry in entries(raw, "provinces")]


def build(raw: Entry) -> Box:
    """Number everything in a checked file."""
    provinces = entries(raw, "provinces")
    colours = list(table(raw, "silver"))
    names, copies, fame = _tiles(raw)
    pieces, threats = table(raw, "pieces"), table(raw, "threats")
    figures = [[number(table(threats, name), figure) for name in THREATS] for figure in ("strength", "fame", "copies")]
    return Box(
        build_island(raw),
        build_deck(raw),
        [word(province, "id") for province in provinces],
        colours,
        [colours.index(word(province, "colour")) for province in provinces],
        [number(province, "bonus") for province in provinces],
        names,
        copies,
        fame,
        [number(pieces, name) for name in ("discs", "swords", "shields")],
        figures,
        _numbers(pieces, "limit"),
        _numbers(pieces, "rounds"),
    )


def build_island(raw: Entry) -> Island:
    locations, castles, provinces = (entries(raw, group) for group in ("locations", "castles", "provinces"))
    names = [word(entry, "id") for entry in [*locations, *castles]]
    codes = [word(province, "id") for province in provinces]
    links = [0] * len(names)
    for connection in entries(raw, "connections"):
        a, b = names.index(word(connection, "a")), names.index(word(connection, "b"))
        links[a] |= 1 << b
        links[b] |= 1 << a
    ports = gates = 0
    for place, entry in enumerate(locations):
        ports |= (entry.get("port") is True) << place
        gates |= (links[place] >> len(locations) != 0) << place
    home = [codes.index(word(entry, "province")) for entry in locations] + [-1] * len(castles)
    island = Island(names, len(locations), home, ports, gates, links, len(codes))
    island.set_neighbours([[codes.index(name) for name in _words(province, "neighbours")] for province in provinces])
    return island


def build_deck(raw: Entry) -> Deck:
    cards = entries(raw, "cards")
    shows: list[int] = []
    for card in cards:
        for section in SECTIONS:
            symbols = table(card, section)
            shows += [number(symbols, symbol) if symbol in symbols else 0 for symbol in SYMBOLS]
    return Deck([word(card, "id") for card in cards], [BACKS.index(word(card, "back")) for card in cards], shows)


def _tiles(raw: Entry) -> tuple[list[str], list[int], list[int]]:
    """Names, copies and printed fame of all kinds of tiles."""
    tiles, silver = table(raw, "tiles"), table(raw, "silver")
    provinces = entries(raw, "provinces")
    names = [*TILES, *(f"cauldron {word(p, 'id')}" for p in provinces), *(f"silver {colour}" for colour in silver)]
    copies = [number(tiles, name) if name in tiles else 0 for name in TILES] + [1] * (len(names) - CAULDRON)
    fame = [0] * CAULDRON + [number(p, "cauldron") for p in provinces] + [number(silver, colour) for colour in silver]
    return names, copies, fame


def _numbers(raw: Entry, name: str) -> list[int]:
    value = raw[name]
    assert isinstance(value, list)
    return [int(item) for item in value]


def _words(raw: Entry, name: str) -> list[str]:
    value = raw[name]
    assert isinstance(value, list)
    return [str(item) for item in value]
