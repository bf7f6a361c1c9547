"""From a checked tile file of Fallen Kingdoms to the faces that maps are made of."""

from __future__ import annotations

from typing import Final

from brehon.core.checker import Entry
from brehon.core.contract import Components
from brehon.games.fallen_kingdoms.data import FORMS, RESOURCES
from brehon.games.fallen_kingdoms.tiles import N_HALVES, City, Face, Route, Sea, TileSet

GRIDS: Final = {3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3)}


class TileFile(Components):
    """A checked tile file and its faces."""

    def __init__(self, name: str, digest: str, source: str, builtin: bool, tiles: TileSet) -> None:
        super().__init__(name, digest, source, builtin, [])
        self.tiles = tiles


def listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def tables(value: object) -> list[Entry]:
    return [entry for entry in listed(value) if isinstance(entry, dict)]


def points(value: object) -> list[tuple[int, int]]:
    points = [tuple(point) for point in listed(value) if isinstance(point, list) and len(point) == 2]
    good = all(type(number) is int for point in points for number in point)
    return [(point[0], point[1]) for point in points] if good else []


def build(raw: Entry) -> TileSet:
    """The faces of a checked file."""
    faces = [_face(str(tile["id"]), face) for tile in tables(raw["tile"]) for face in tables(tile["face"])]
    return TileSet(faces, [], dict(GRIDS))


def _face(tile: str, raw: Entry) -> Face:
    cities = [
        City(
            str(city["id"]), str(city["name"]), int(str(city["x"])), int(str(city["y"])), str(city.get("sea", "")),
            RESOURCES.index(str(city["resource"])) if "resource" in city else -1,
            FORMS.index(str(city["form"])) if "form" in city else 0,
        )
        for city in tables(raw["cities"])
    ]  # fmt: skip
    number = {city.key: i for i, city in enumerate(cities)}
    exits = [-1] * N_HALVES
    for entry in listed(raw["road_exits"]) + listed(raw["route_exits"]):
        half, city = listed(entry)
        exits[int(str(half))] = number[str(city)]
    roads = [(number[str(listed(road)[0])], number[str(listed(road)[1])]) for road in listed(raw["roads"])]
    routes = [
        Route(number[str(route["a"])], number[str(route["b"])], points(route.get("via")))
        for route in tables(raw["routes"])
    ]
    seas = [
        Sea(str(sea["id"]), [int(str(half)) for half in listed(sea["halves"])], points(sea["poly"]))
        for sea in tables(raw["seas"])
    ]
    return Face(tile, str(raw["side"]), str(raw["name"]), str(raw["edges"]), cities, roads, routes, seas, exits)
