"""Map tiles: what is printed on the twelve faces, and how a face looks when it is turned."""

from __future__ import annotations

from typing import Final

SIDES: Final = ["A", "B"]
N_TILES: Final = 6  # FK-1.6: six tiles with two faces each
N_HALVES: Final = 8  # two on each edge, clockwise from the left half of the top (JOIN-1)
N_LAYS: Final = N_TILES * 8  # ways to lay a tile: FK-2.3 either side, four rotations
MIDPOINTS: Final = [(25, 0), (75, 0), (100, 25), (100, 75), (75, 100), (25, 100), (0, 75), (0, 25)]


class City:
    """A city as printed."""

    def __init__(self, key: str, name: str, x: int, y: int, sea: str, resource: int, form: int) -> None:
        self.key = key
        self.name = name
        self.x = x
        self.y = y
        self.sea = sea  # "" for a city without port (FK-1.14: a port or none, at most one icon)
        self.resource = resource  # -1 without icon
        self.form = form  # 0 square, 1 circle


class Sea:
    """A sea area of a face."""

    def __init__(self, key: str, halves: list[int], outline: list[tuple[int, int]]) -> None:
        self.key = key
        self.halves = halves
        self.outline = outline


class Route:
    """A navigation route between two ports of a face, with the points it is drawn through."""

    def __init__(self, a: int, b: int, via: list[tuple[int, int]]) -> None:
        self.a = a
        self.b = b
        self.via = via


class Face:
    """One side of a tile. Cities are numbered within the face."""

    def __init__(
        self, tile: str, side: str, name: str, edges: str, cities: list[City], roads: list[tuple[int, int]],
        routes: list[Route], seas: list[Sea], exits: list[int],
    ) -> None:  # fmt: skip
        self.tile = tile
        self.side = side
        self.name = name
        self.edges = edges  # [half] L or W
        self.cities = cities
        self.roads = roads
        self.routes = routes
        self.seas = seas
        self.exits = exits  # [half] the city whose road or route leaves there, -1 for none
        self.first = 0  # number of its first city in the whole set

    def symbol(self, half: int, rotation: int) -> str:
        """What is at a half of the turned face: land or water, in lower case if nothing leaves there."""
        printed = unturned(half, rotation)
        letter = self.edges[printed]
        return letter if self.exits[printed] >= 0 else letter.lower()  # JOIN-10


class Preset:
    """A ready-made assembly."""

    def __init__(self, key: str, players: int, rows: int, columns: int, lays: list[int]) -> None:
        self.key = key
        self.players = players
        self.rows = rows
        self.columns = columns
        self.lays = lays


class TileSet:
    """A tile file: twelve faces, tile by tile, and its presets."""

    def __init__(self, faces: list[Face], presets: list[Preset], grids: dict[int, tuple[int, int]]) -> None:
        self.faces = faces
        self.presets = presets
        self.grids = grids  # [players] rows and columns
        self.cities: list[City] = []
        for face in faces:
            face.first = len(self.cities)
            self.cities += face.cities
        self.lay_names = [
            f"{face.tile}{face.side}:{rotation}" for face in faces for rotation in range(4)
        ]  # [lay] as in the record

    def face_of(self, lay: int) -> Face:
        return self.faces[lay // 4]


def unturned(half: int, rotation: int) -> int:
    """Which half of the printed face is here: a quarter turn brings half h to h + 2 (JOIN-2)."""
    return (half - 2 * rotation) % N_HALVES


def turn_point(x: float, y: float, rotation: int) -> tuple[float, float]:
    """Where a point of the printed face is after so many quarter turns clockwise."""
    for _ in range(rotation):
        x, y = 100 - y, x
    return x, y
