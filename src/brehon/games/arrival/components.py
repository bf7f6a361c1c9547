"""Component files of The Arrival: reading them, and building the tables that the rules use."""

from __future__ import annotations

import hashlib
import json

from brehon.core.contract import Components
from brehon.core.errors import BadComponents, Problem
from brehon.core.limits import BadText, read_toml
from brehon.games.arrival.checker import Checker, Entry, entries, number, word
from brehon.games.arrival.data import BACKS, CAULDRON, SECTIONS, SYMBOLS, THREATS, TILES, Box, Deck, Island


class BoxFile(Components):
    """A checked component file: the tables for the rules, and the raw data for whoever draws the board."""

    def __init__(
        self, name: str, digest: str, source: str, builtin: bool, warnings: list[Problem], box: Box, raw: Entry
    ) -> None:
        super().__init__(name, digest, source, builtin, warnings)
        self.box = box
        self.raw = raw
        self.place_names = [word(entry, "name") for group in ("locations", "castles") for entry in entries(raw, group)]
        self.province_names = [word(entry, "name") for entry in entries(raw, "provinces")]


def parse(source: str, name: str) -> Entry:
    try:
        return read_toml(source)
    except BadText as error:
        raise BadComponents(name, [Problem("CK-12", error.message)]) from None


def check_box(source: str, name: str) -> list[Problem]:
    try:
        return Checker(parse(source, name)).run()
    except BadComponents as error:
        return error.problems


def load_box(source: str, name: str, builtin: bool) -> BoxFile:
    raw = parse(source, name)
    problems = Checker(raw).run()
    if any(problem.is_error for problem in problems):
        raise BadComponents(name, problems)
    digest = hashlib.sha256(json.dumps(raw, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    return BoxFile(name if builtin else word(raw, "id"), digest, source, builtin, problems, build(raw), raw)


def build(raw: Entry) -> Box:
    """Number everything in a checked file."""
    provinces = entries(raw, "provinces")
    colours = list(_table(raw, "silver"))
    names, copies, fame = _tiles(raw)
    pieces, threats = _table(raw, "pieces"), _table(raw, "threats")
    figures = [[number(_table(threats, name), figure) for name in THREATS] for figure in ("strength", "fame", "copies")]
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
            symbols = _table(card, section)
            shows += [number(symbols, symbol) if symbol in symbols else 0 for symbol in SYMBOLS]
    return Deck([word(card, "id") for card in cards], [BACKS.index(word(card, "back")) for card in cards], shows)


def _tiles(raw: Entry) -> tuple[list[str], list[int], list[int]]:
    """Names, copies and printed fame of all kinds of tiles."""
    table, silver = _table(raw, "tiles"), _table(raw, "silver")
    provinces = entries(raw, "provinces")
    names = [*TILES, *(f"cauldron {word(p, 'id')}" for p in provinces), *(f"silver {colour}" for colour in silver)]
    copies = [number(table, name) for name in TILES] + [1] * (len(names) - CAULDRON)
    fame = [0] * CAULDRON + [number(p, "cauldron") for p in provinces] + [number(silver, colour) for colour in silver]
    return names, copies, fame


def _table(raw: Entry, name: str) -> Entry:
    value = raw[name]
    assert isinstance(value, dict)
    return value


def _numbers(raw: Entry, name: str) -> list[int]:
    value = raw[name]
    assert isinstance(value, list)
    return [int(item) for item in value]


def _words(raw: Entry, name: str) -> list[str]:
    value = raw[name]
    assert isinstance(value, list)
    return [str(item) for item in value]
