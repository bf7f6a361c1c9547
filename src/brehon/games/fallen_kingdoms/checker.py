"""The checker of tile files, with the constraints MAP-1 … MAP-10 and JOIN-1 … JOIN-10."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from brehon.core.checker import Checker, Entry, word
from brehon.core.text import N_, NN_, Plural
from brehon.games.fallen_kingdoms.assembly import build_map, faults, layouts, mismatch
from brehon.games.fallen_kingdoms.components import GRIDS, TileFile, build, listed, points, tables
from brehon.games.fallen_kingdoms.data import FORMS, RESOURCES
from brehon.games.fallen_kingdoms.tiles import MIDPOINTS, N_HALVES, N_TILES, SIDES, Preset, TileSet

HALVES: Final = ["N-left", "N-right", "E-upper", "E-lower", "S-right", "S-left", "W-lower", "W-upper"]
FIELDS: Final = {"schema": int, "name": str, "halves": list, "half_midpoints": list, "grids": dict, "tile": list}
OPTIONAL: Final = {"preset": list, "variant": bool}
FACE_FIELDS: Final = {
    "side": str, "name": str, "edges": str, "cities": list, "roads": list, "road_exits": list, "seas": list,
    "routes": list, "route_exits": list,
}  # fmt: skip
CITY_FIELDS: Final = {"id", "name", "x", "y", "port", "sea", "resource", "form"}
ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")
LAY: Final = re.compile(r"([0-9]+)([AB]):([0-3])")
MAX_FACE: Final = 10  # cities on a face, so that six faces fit into one mask


class TileChecker(Checker):
    """The constraints on one tile file."""

    rule = "MAP-1"
    fields = FIELDS
    optional = OPTIONAL

    def __init__(self, raw: Entry) -> None:
        super().__init__(raw)
        self.tiles = TileSet([], [], {})

    def make(self, name: str, digest: str, source: str, builtin: bool) -> TileFile:
        return TileFile(name if builtin else word(self.raw, "name"), digest, source, builtin, self.tiles)

    def check(self) -> None:
        self.check_format()
        if not self.has_errors:
            self.check_faces()
            self.check_names()
        if not self.has_errors:
            self.tiles = build(self.raw)
            self.check_set(self.tiles)
            self.check_presets(self.tiles)

    def check_format(self) -> None:
        """MAP-1, JOIN-1: halves and grids of the format, six tiles with two faces each."""
        if self.raw["halves"] != HALVES or self.raw["half_midpoints"] != [list(point) for point in MIDPOINTS]:
            self.error("JOIN-1", N_("halves and half_midpoints must be those of the format: %(halves)s"),
                       halves=", ".join(HALVES))  # fmt: skip
        if self.raw["grids"] != {str(players): list(grid) for players, grid in GRIDS.items()}:
            self.error("MAP-1", N_("grids must be 2 x 2 for 3 and 4 players, 2 x 3 for 5 and 6"))
        self.check_tiles()

    def check_tiles(self) -> None:
        tiles = tables(self.raw["tile"])
        if len(tiles) != N_TILES or len(tiles) != len(listed(self.raw["tile"])):
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
            faces = tables(tile.get("face"))
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

    def check_faces(self) -> None:
        for at, tile in enumerate(tables(self.raw["tile"])):
            for face in tables(tile["face"]):
                FaceChecker(self, f"{tile.get('id', at + 1)}{face.get('side', '?')}", face).run()

    def check_names(self) -> None:
        """JOIN-9: every city of the set has its own id."""
        ids = Counter(str(city.get("id")) for tile in tables(self.raw["tile"]) for face in tables(tile["face"])
                      for city in tables(face["cities"]))  # fmt: skip
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
                self.count(  # a variant may have fewer cities
                    "MAP-6", N_("no valid map of %(cities)s cities for %(players)s players can be put together"),
                     cities=6 * players, players=players)  # fmt: skip

    def check_presets(self, tiles: TileSet) -> None:
        """JOIN-4 and the rest of validity, for every ready-made map."""
        for raw in tables(self.raw.get("preset")):
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
            self.error("MAP-1", N_("preset %(preset)s is not a grid of 2 x 2 or 2 x 3 tiles"), preset=preset.key)
            return
        bad = mismatch(tiles, preset.lays, preset.columns)
        if bad is not None:
            self.error("JOIN-4", N_("preset %(preset)s: %(a)s does not fit next to %(b)s; land meets land and water meets water"),
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

    def __init__(self, checker: TileChecker, where: str, face: Entry) -> None:
        self.checker = checker
        self.where = where
        self.face = face
        self.edges = str(face["edges"])
        self.cities = tables(face["cities"])
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
        if not 1 <= len(self.cities) <= MAX_FACE or len(self.cities) != len(listed(self.face["cities"])):
            self.error("MAP-3", N_("face %(face)s must have 1 to %(most)s cities"), most=MAX_FACE)
        for city in self.cities:
            self.check_city(city)
        self.check_seas()
        self.check_links()
        self.check_exits()
        if not self.checker.has_errors and not self.is_linked():
            self.checker.warn(
                "MAP-10", N_("face %(face)s falls into parts that no road or route joins"), face=self.where
            )

    def check_city(self, city: Entry) -> None:
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
        seas = [sea.get("id") for sea in tables(self.face["seas"])]
        if (city.get("port") is True) != ("sea" in city) or ("sea" in city and city["sea"] not in seas):
            self.error("MAP-9", N_("face %(face)s: %(city)s must name a sea of the face if it is a port, and none if not"),
                       city=key)  # fmt: skip

    def check_seas(self) -> None:
        """JOIN-7: every water half is in one sea, neighbouring ones in the same, no land half in any."""
        owner: dict[int, str] = {}
        for sea in tables(self.face["seas"]):
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
            if not points(sea.get("poly")):
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
        for road in listed(self.face["roads"]):
            ends = [str(end) for end in road] if isinstance(road, list) else []
            if len(ends) != 2 or ends != road or not set(ends) <= set(self.keys) or ends[0] == ends[1]:
                self.error("MAP-3", N_("face %(face)s: road %(road)s must join two cities of the face"), road=str(road))
        for route in listed(self.face["routes"]):
            ports = {str(route.get("a")), str(route.get("b"))} if isinstance(route, dict) else set()
            if len(ports) != 2 or not ports <= self.ports:
                self.error(
                    "MAP-4", N_("face %(face)s: route %(route)s must join two ports of the face"), route=str(route)
                )

    def check_exits(self) -> None:
        """JOIN-5, JOIN-6: at most one exit at a half, a road on land, a route from a port on water."""
        seen: set[int] = set()
        for name, letter, rule in (("road_exits", "L", "MAP-3"), ("route_exits", "W", "MAP-4")):
            for entry in listed(self.face[name]):
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
                    self.error(rule, N_("face %(face)s: the route at half %(half)s starts at %(city)s, which is not a port"),
                               half=half, city=str(city))  # fmt: skip
                seen.add(half)

    def is_linked(self) -> bool:
        links = [set(map(str, listed(road))) for road in listed(self.face["roads"])]
        links += [{str(route["a"]), str(route["b"])} for route in tables(self.face["routes"])]
        seen = {self.keys[0]}
        while True:
            more = set().union(*(link for link in links if link & seen), seen)
            if more == seen:
                return len(seen) == len(self.keys)
            seen = more


def _preset(raw: Entry, tiles: TileSet) -> Preset | None:
    lays: list[int] = []
    names = {name: lay for lay, name in enumerate(tiles.lay_names)}
    for text in listed(raw.get("tiles")):
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
