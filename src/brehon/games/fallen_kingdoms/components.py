"""Tile files of Fallen Kingdoms: reading, and the checker with the constraints MAP-1 … MAP-10 and JOIN-1 … JOIN-10."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from typing import Final

from brehon.core.contract import Components
from brehon.core.errors import BadComponents, Problem
from brehon.core.limits import BadText, Problems, read_toml
from brehon.core.text import N_, NN_, Message, Plural
from brehon.games.fallen_kingdoms.assembly import build_map, faults, layouts, mismatch
from brehon.games.fallen_kingdoms.data import FORMS, RESOURCES
from brehon.games.fallen_kingdoms.tiles import (
    MIDPOINTS,
    N_HALVES,
    N_TILES,
    SIDES,
    City,
    Face,
    Preset,
    Route,
    Sea,
    TileSet,
)

HALVES: Final = ["N-left", "N-right", "E-upper", "E-lower", "S-right", "S-left", "W-lower", "W-upper"]
FIELDS: Final = {"schema": int, "name": str, "halves": list, "half_midpoints": list, "grids": dict, "tile": list}
OPTIONAL: Final = {"preset": list, "variant": bool}
FACE_FIELDS: Final = {
    "side": str, "name": str, "edges": str, "cities": list, "roads": list, "road_exits": list, "seas": list,
    "routes": list, "route_exits": list,
}  # fmt: skip
CITY_FIELDS: Final = {"id", "name", "x", "y", "port", "sea", "resource", "form"}
GRIDS: Final = {3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3)}
ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")
LAY: Final = re.compile(r"([0-9]+)([AB]):([0-3])")
MAX_FACE: Final = 10  # cities on a face, so that six faces fit into one mask

Raw = dict[str, object]


class TileFile(Components):
    """A checked tile file and its faces."""

    def __init__(
        self, name: str, digest: str, source: str, builtin: bool, warnings: list[Problem], tiles: TileSet
    ) -> None:
        super().__init__(name, digest, source, builtin, warnings)
        self.tiles = tiles


class Checker:
    """Collects every broken constraint of one tile file."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.problems = Problems()

    def error(self, rule: str, text: str | Plural, **args: str | int) -> None:
        self.problems.add(Problem(rule, Message(text, **args)))

    def warn(self, rule: str, text: str | Plural, **args: str | int) -> None:
        self.problems.add(Problem(rule, Message(text, **args), is_error=False))

    def has_errors(self) -> bool:
        return self.problems.has_errors

    def run(self) -> TileSet | None:
        """The faces, if nothing is wrong with them."""
        self.check_fields()
        if self.has_errors():
            return None
        for at, tile in enumerate(_tables(self.raw["tile"])):
            for face in _tables(tile["face"]):
                FaceChecker(self, f"{tile.get('id', at + 1)}{face.get('side', '?')}", face).run()
        self.check_names()
        if self.has_errors():
            return None
        tiles = build(self.raw)
        self.check_set(tiles)
        self.check_presets(tiles)
        return None if self.has_errors() else tiles

    def check_fields(self) -> None:
        """MAP-1, JOIN-1: the fields of the schema, six tiles with two faces each."""
        for name, kind in FIELDS.items():
            if name not in self.raw:
                self.error("MAP-1", N_("field %(name)s is missing"), name=name)
            elif type(self.raw[name]) is not kind:
                self.error("MAP-1", N_("field %(name)s must be of type %(kind)s"), name=name, kind=kind.__name__)
        for name, value in self.raw.items():
            if name not in FIELDS and (name not in OPTIONAL or type(value) is not OPTIONAL[name]):
                self.error("MAP-1", N_("field %(name)s is not known"), name=name)
        if self.has_errors():
            return
        if self.raw["schema"] != 1:
            self.error("MAP-1", N_("schema is %(found)s; this version reads schema 1"), found=str(self.raw["schema"]))
        if self.raw["halves"] != HALVES or self.raw["half_midpoints"] != [list(point) for point in MIDPOINTS]:
            self.error("JOIN-1", N_("halves and half_midpoints must be those of the format: %(halves)s"),
                       halves=", ".join(HALVES))  # fmt: skip
        if self.raw["grids"] != {str(players): list(grid) for players, grid in GRIDS.items()}:
            self.error("MAP-1", N_("grids must be 2 x 2 for 3 and 4 players, 2 x 3 for 5 and 6"))
        self.check_tiles()

    def check_tiles(self) -> None:
        tiles = _tables(self.raw["tile"])
        if len(tiles) != N_TILES or len(tiles) != len(_list(self.raw["tile"])):
            self.error(
                "MAP-1",
                NN_(
                    "there is %(have)s tile; the game has %(need)s",
                    "there are %(have)s tiles; the game has %(need)s",
                    "have",
                ),
                have=len(tiles),
                need=N_TILES,
            )
        ids = [tile.get("id") for tile in tiles]
        if any(type(number) is not int or not 1 <= number <= 99 for number in ids) or len(set(map(str, ids))) != len(
            ids
        ):
            self.error("MAP-1", N_("tiles need different numbers from 1 to 99 as id, not %(found)s"), found=str(ids))
        for tile in tiles:
            faces = _tables(tile.get("face"))
            if [face.get("side") for face in faces] != SIDES:
                self.error("MAP-1", N_("tile %(tile)s needs two faces, side A and side B"), tile=str(tile.get("id")))
                tile["face"] = []
            for face in faces:
                where = f"{tile.get('id')}{face.get('side')}"
                for name, kind in FACE_FIELDS.items():
                    if type(face.get(name)) is not kind:
                        self.error("MAP-1", N_("face %(face)s: field %(name)s must be of type %(kind)s"), face=where,
                                   name=name, kind=kind.__name__)  # fmt: skip
                for name in face:
                    if name not in FACE_FIELDS:
                        self.error("MAP-1", N_("face %(face)s: field %(name)s is not known"), face=where, name=name)

    def check_names(self) -> None:
        """JOIN-9: every city of the set has an id of its own."""
        ids = Counter(str(city.get("id")) for tile in _tables(self.raw["tile"]) for face in _tables(tile["face"])
                      for city in _tables(face["cities"]))  # fmt: skip
        for key in sorted(key for key, count in ids.items() if count > 1):
            self.error("JOIN-9", N_("city id %(city)s is used twice"), city=key)

    def check_set(self, tiles: TileSet) -> None:
        """MAP-6, MAP-7, MAP-8, JOIN-10: the set as a whole."""
        exits = [letter for face in tiles.faces for half, letter in enumerate(face.edges) if face.exits[half] >= 0]
        for letter, kind in (("L", N_("road")), ("W", N_("navigation route"))):
            if letter not in exits:
                self.error("MAP-7", N_("no %(kind)s of the set leads to an edge"), kind=kind)
        if not any(
            [face.exits[half] for half in range(N_HALVES) if face.edges[half] == "W"].count(i) > 1
            for face in tiles.faces
            for i in range(len(face.cities))
        ):
            self.warn("MAP-8", N_("no port has two routes to the edge, so none can be invaded twice by sea"))
        for face in tiles.faces:
            if min(face.exits) < 0:
                self.warn("JOIN-10", N_("face %(face)s has halves that nothing leaves from; they only join their like"),
                          face=face.tile + face.side)  # fmt: skip
        for players, (rows, columns) in GRIDS.items():
            if not layouts(tiles, rows, columns, 6 * players, players).can_be_played():
                tell = self.warn if self.raw.get("variant") is True else self.error  # a variant may have fewer cities
                tell("MAP-6", N_("no valid map of %(cities)s cities for %(players)s players can be put together"),
                     cities=6 * players, players=players)  # fmt: skip

    def check_presets(self, tiles: TileSet) -> None:
        """JOIN-4 and the rest of validity, for every ready-made map."""
        for raw in _tables(self.raw.get("preset")):
            name = str(raw.get("id"))
            preset = _preset(raw, tiles)
            if preset is None or not ID.fullmatch(name):
                self.error("MAP-1", N_("preset %(preset)s must have an id, players 3 to 6, rows, columns and tiles like 3B:2"),
                           preset=name)  # fmt: skip
                continue
            tiles.presets.append(preset)
            self.check_preset(tiles, preset)

    def check_preset(self, tiles: TileSet, preset: Preset) -> None:
        names = [tiles.lay_names[lay] for lay in preset.lays]
        if len({lay // 8 for lay in preset.lays}) < len(preset.lays):
            self.error("MAP-1", N_("preset %(preset)s uses a tile twice"), preset=preset.key)
            return
        if (preset.rows, preset.columns) not in GRIDS.values() or len(names) != preset.rows * preset.columns:
            self.error("MAP-1", N_("preset %(preset)s is no 2 x 2 or 2 x 3 grid of tiles"), preset=preset.key)
            return
        bad = mismatch(tiles, preset.lays, preset.columns)
        if bad is not None:
            self.error("JOIN-4", N_("preset %(preset)s: %(a)s does not fit beside %(b)s; land meets land and water meets water"),
                       preset=preset.key, a=names[bad[0]], b=names[bad[1]])  # fmt: skip
            return
        cities = sum(len(tiles.face_of(lay).cities) for lay in preset.lays)
        if cities != 6 * preset.players:
            self.error("MAP-6", NN_("preset %(preset)s has %(have)s city; %(players)s players need %(need)s", "preset %(preset)s has %(have)s cities; %(players)s players need %(need)s", "have"),
                       preset=preset.key, have=cities, players=preset.players, need=6 * preset.players)  # fmt: skip
        for fault in faults(build_map(tiles, preset.lays, preset.columns), preset.players):
            self.error(fault, N_("preset %(preset)s is not fit to play on"), preset=preset.key)


class FaceChecker:
    """The constraints on one face."""

    def __init__(self, checker: Checker, where: str, face: Raw) -> None:
        self.checker = checker
        self.where = where
        self.face = face
        self.edges = str(face["edges"])
        self.cities = _tables(face["cities"])
        self.keys = [str(city.get("id")) for city in self.cities]
        self.ports = {str(city.get("id")) for city in self.cities if city.get("port") is True}

    def error(self, rule: str, text: str | Plural, **args: str | int) -> None:
        self.checker.error(rule, text, face=self.where, **args)

    def run(self) -> None:
        if not re.fullmatch(f"[LW]{{{N_HALVES}}}", self.edges):
            self.error(
                "MAP-2", N_("face %(face)s: edges must be eight letters L or W, not %(found)s"), found=self.edges
            )
            self.edges = "L" * N_HALVES
        if not 1 <= len(self.cities) <= MAX_FACE or len(self.cities) != len(_list(self.face["cities"])):
            self.error("MAP-3", N_("face %(face)s must have 1 to %(most)s cities"), most=MAX_FACE)
        for city in self.cities:
            self.check_city(city)
        self.check_seas()
        self.check_links()
        self.check_exits()
        if not self.checker.has_errors() and not self.is_linked():
            self.checker.warn(
                "MAP-10", N_("face %(face)s falls into parts that no road or route joins"), face=self.where
            )

    def check_city(self, city: Raw) -> None:
        key = str(city.get("id"))
        if not ID.fullmatch(key) or type(city.get("name")) is not str or set(city) - CITY_FIELDS:
            self.error("JOIN-9", N_("face %(face)s: city %(city)s must have an id of small letters, a name, and known fields only"),
                       city=key)  # fmt: skip
        for axis in ("x", "y"):
            value = city.get(axis)
            if type(value) is not int or not 0 <= value <= 100:
                self.error("JOIN-1", N_("face %(face)s: %(axis)s of %(city)s must be a whole number from 0 to 100"),
                           axis=axis, city=key)  # fmt: skip
        resource, form = city.get("resource"), city.get("form")
        if (resource, form) != (None, None) and (resource not in RESOURCES or form not in FORMS):
            self.error("MAP-5", N_("face %(face)s: %(city)s has resource %(resource)s as %(form)s; it must be %(right)s, square or circle, or neither"),
                       city=key, resource=str(resource), form=str(form), right=", ".join(RESOURCES))  # fmt: skip
        seas = [sea.get("id") for sea in _tables(self.face["seas"])]
        if (city.get("port") is True) != ("sea" in city) or ("sea" in city and city["sea"] not in seas):
            self.error("MAP-9", N_("face %(face)s: %(city)s must name a sea of the face if it is a port, and none if not"),
                       city=key)  # fmt: skip

    def check_seas(self) -> None:
        """JOIN-7: every water half lies in one sea, neighbouring ones in the same, no land half in any."""
        owner: dict[int, str] = {}
        for sea in _tables(self.face["seas"]):
            halves = sea.get("halves")
            if not isinstance(halves, list) or not all(type(h) is int and 0 <= h < N_HALVES for h in halves):
                self.error(
                    "JOIN-2",
                    N_("face %(face)s: the halves of sea %(sea)s must be numbers from 0 to 7"),
                    sea=str(sea.get("id")),
                )
                return
            for half in halves:
                if self.edges[half] == "L" or half in owner:
                    self.error("JOIN-7", N_("face %(face)s: half %(half)s of sea %(sea)s is land or lies in two seas"),
                               half=half, sea=str(sea.get("id")))  # fmt: skip
                owner[half] = str(sea.get("id"))
            if not _points(sea.get("poly")):
                self.error(
                    "JOIN-1", N_("face %(face)s: sea %(sea)s needs an outline poly of points"), sea=str(sea.get("id"))
                )
        for half in range(N_HALVES):
            if self.edges[half] == "W" and half not in owner:
                self.error("JOIN-7", N_("face %(face)s: water half %(half)s lies in no sea"), half=half)
            after = (half + 1) % N_HALVES
            if half in owner and after in owner and owner[half] != owner[after]:
                self.error("JOIN-7", N_("face %(face)s: the water halves %(half)s and %(after)s touch but lie in two seas"),
                           half=half, after=after)  # fmt: skip

    def check_links(self) -> None:
        """MAP-3, MAP-4: roads join cities of the face, routes its ports."""
        for road in _list(self.face["roads"]):
            ends = [str(end) for end in road] if isinstance(road, list) else []
            if len(ends) != 2 or ends != road or not set(ends) <= set(self.keys) or ends[0] == ends[1]:
                self.error("MAP-3", N_("face %(face)s: road %(road)s must join two cities of the face"), road=str(road))
        for route in _list(self.face["routes"]):
            ports = {str(route.get("a")), str(route.get("b"))} if isinstance(route, dict) else set()
            if len(ports) != 2 or not ports <= self.ports:
                self.error(
                    "MAP-4", N_("face %(face)s: route %(route)s must join two ports of the face"), route=str(route)
                )

    def check_exits(self) -> None:
        """JOIN-5, JOIN-6: at most one exit at a half, a road on land, a route from a port on water."""
        seen: set[int] = set()
        for name, letter, rule in (("road_exits", "L", "MAP-3"), ("route_exits", "W", "MAP-4")):
            for entry in _list(self.face[name]):
                if (
                    not isinstance(entry, list)
                    or len(entry) != 2
                    or type(entry[0]) is not int
                    or not 0 <= entry[0] < N_HALVES
                ):
                    self.error("JOIN-2", N_("face %(face)s: %(name)s holds %(entry)s; an exit is a half from 0 to 7 and a city"),
                               name=name, entry=str(entry))  # fmt: skip
                    continue
                half, city = entry
                if self.edges[half] != letter or half in seen:
                    self.error("JOIN-5", N_("face %(face)s: half %(half)s takes one road if it is land, one route if it is water"),
                               half=half)  # fmt: skip
                if city not in self.keys:
                    self.error("JOIN-6", N_("face %(face)s: the exit at half %(half)s leads to %(city)s, which is not on the face"),
                               half=half, city=str(city))  # fmt: skip
                elif letter == "W" and city not in self.ports:
                    self.error(rule, N_("face %(face)s: the route at half %(half)s starts at %(city)s, which is no port"),
                               half=half, city=str(city))  # fmt: skip
                seen.add(half)

    def is_linked(self) -> bool:
        links = [set(map(str, _list(road))) for road in _list(self.face["roads"])]
        links += [{str(route["a"]), str(route["b"])} for route in _tables(self.face["routes"])]
        seen = {self.keys[0]}
        while True:
            more = set().union(*(link for link in links if link & seen), seen)
            if more == seen:
                return len(seen) == len(self.keys)
            seen = more


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _tables(value: object) -> list[Raw]:
    return [entry for entry in _list(value) if isinstance(entry, dict)]


def _points(value: object) -> list[tuple[int, int]]:
    points = [tuple(point) for point in _list(value) if isinstance(point, list) and len(point) == 2]
    good = all(type(number) is int for point in points for number in point)
    return [(point[0], point[1]) for point in points] if good else []


def _preset(raw: Raw, tiles: TileSet) -> Preset | None:
    lays: list[int] = []
    names = {name: lay for lay, name in enumerate(tiles.lay_names)}
    for text in _list(raw.get("tiles")):
        if str(text) not in names or not LAY.fullmatch(str(text)):
            return None
        lays.append(names[str(text)])
    players, rows, columns = raw.get("players"), raw.get("rows"), raw.get("columns")
    if (
        not isinstance(players, int)
        or players not in GRIDS
        or not isinstance(rows, int)
        or not isinstance(columns, int)
    ):
        return None
    return Preset(str(raw.get("id")), players, rows, columns, lays)


def build(raw: Raw) -> TileSet:
    """The faces of a checked file."""
    faces = [_face(str(tile["id"]), face) for tile in _tables(raw["tile"]) for face in _tables(tile["face"])]
    return TileSet(faces, [], dict(GRIDS))


def _face(tile: str, raw: Raw) -> Face:
    cities = [
        City(
            str(city["id"]), str(city["name"]), int(str(city["x"])), int(str(city["y"])), str(city.get("sea", "")),
            RESOURCES.index(str(city["resource"])) if "resource" in city else -1,
            FORMS.index(str(city["form"])) if "form" in city else 0,
        )
        for city in _tables(raw["cities"])
    ]  # fmt: skip
    number = {city.key: i for i, city in enumerate(cities)}
    exits = [-1] * N_HALVES
    for entry in _list(raw["road_exits"]) + _list(raw["route_exits"]):
        half, city = _list(entry)
        exits[int(str(half))] = number[str(city)]
    roads = [(number[str(_list(road)[0])], number[str(_list(road)[1])]) for road in _list(raw["roads"])]
    routes = [
        Route(number[str(route["a"])], number[str(route["b"])], _points(route.get("via")))
        for route in _tables(raw["routes"])
    ]
    seas = [
        Sea(str(sea["id"]), [int(str(half)) for half in _list(sea["halves"])], _points(sea["poly"]))
        for sea in _tables(raw["seas"])
    ]
    return Face(tile, str(raw["side"]), str(raw["name"]), str(raw["edges"]), cities, roads, routes, seas, exits)


def parse(source: str, name: str) -> Raw:
    try:
        return read_toml(source)
    except BadText as error:
        raise BadComponents(name, [Problem("MAP-1", error.message)]) from None


def check_tiles(source: str, name: str) -> list[Problem]:
    try:
        checker = Checker(parse(source, name))
    except BadComponents as error:
        return error.problems
    checker.run()
    return checker.problems.listed()


def load_tiles(source: str, name: str, builtin: bool) -> TileFile:
    raw = parse(source, name)
    digest = hashlib.sha256(json.dumps(raw, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    checker = Checker(raw)
    tiles = checker.run()
    if tiles is None:
        raise BadComponents(name, checker.problems.listed())
    return TileFile(name if builtin else str(raw["name"]), digest, source, builtin, checker.problems.listed(), tiles)
