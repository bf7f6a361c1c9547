"""What the picture of The Arrival needs from a component file: places, shapes and names, read once per file."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Final, final

from brehon.core.contract import Components

Point = tuple[float, float]

PLAIN: Final = 0  # kinds of connections
BAY: Final = 1
CASTLE_WAY: Final = 2
# fills for a file without colours; different in lightness, also for colour-blind people
FILLS: Final = ["#d8ab55", "#9d7896", "#f0ead8", "#8db3be"]


@final
class Chart:
    """The map as it is drawn, in the units of the file; indices are those of the rules."""

    def __init__(self, raw: dict[str, object], names: list[str], provinces: list[str], colours: list[str]) -> None:
        self.title = str(raw.get("name", ""))
        box = table(raw.get("box"))
        self.left, self.top = number(box.get("x")), number(box.get("y"))
        self.width, self.height = number(box.get("width"), 1000), number(box.get("height"), 1000)
        entries = {str(entry.get("id")): entry for key in ("locations", "castles") for entry in rows(raw.get(key))}
        found = [entries.get(name, {}) for name in names]
        self.names = [str(entry.get("name", name)) for name, entry in zip(names, found, strict=True)]
        self.at: list[Point] = [(number(entry.get("x")), number(entry.get("y"))) for entry in found]
        castles = {str(entry.get("id")) for entry in rows(raw.get("castles"))}
        self.is_castle = [name in castles for name in names]
        self.sides = [str(entry.get("label", "e")) for entry in found]
        index = {name: i for i, name in enumerate(names)}
        self.links = [
            (index[str(link["a"])], index[str(link["b"])], link_kind(link)) for link in rows(raw.get("connections"))
        ]
        lands = {str(land.get("id")): land for land in rows(raw.get("provinces"))}
        self.lands = [Land(lands.get(name, {}), name) for name in provinces]
        home = {name: [i for i, e in enumerate(found) if e.get("province") == name] for name in provinces}
        for land, name in zip(self.lands, provinces, strict=True):
            land.settle([self.at[i] for i in home[name]])
        fills = table(raw.get("colours"))
        self.fills = [str(fills.get(name, FILLS[i % len(FILLS)])) for i, name in enumerate(colours)]
        numbers = {name: i for i, name in enumerate(provinces)}
        self.islets = [
            (numbers.get(str(islet.get("province")), 0), points(islet.get("polygon")))
            for islet in rows(raw.get("islands"))
        ]
        isle = table(raw.get("isle"))
        self.isle_name = str(isle.get("name", ""))
        self.isle_at = point(isle.get("label"))
        self.isle = points(isle.get("polygon"))


@final
class Land:
    """A province: its name, shape, and where its name and its bonus square go."""

    def __init__(self, raw: dict[str, object], name: str) -> None:
        self.id = name
        self.name = str(raw.get("name", name))
        self.polygon = points(raw.get("polygon"))
        self.is_placed = "label" in raw
        self.label = point(raw.get("label"))
        self.square = point(raw.get("bonus_at"))

    def settle(self, places: list[Point]) -> None:
        """Without drawing data in the file, the name is in the middle of the province's locations."""
        if self.is_placed or not places:
            return
        x = sum(at[0] for at in places) / len(places)
        y = sum(at[1] for at in places) / len(places)
        self.label, self.square = (x, y - 14), (x, y + 22)


def link_kind(link: dict[str, object]) -> int:
    return CASTLE_WAY if link.get("castle") else BAY if link.get("bay") else PLAIN


def table(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def rows(value: object) -> list[dict[str, object]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def number(value: object, default: float = 0) -> float:
    return value if isinstance(value, int | float) else default


def point(value: object) -> Point:
    if isinstance(value, list) and len(value) == 2:
        return number(value[0]), number(value[1])
    return 0, 0


def points(value: object) -> list[Point]:
    return [point(entry) for entry in value] if isinstance(value, list) else []


def chart_of(components: Components, names: list[str], provinces: list[str], colours: list[str]) -> Chart:
    """The chart of a component set, read once."""
    return _read(components.digest, components.source, tuple(names), tuple(provinces), tuple(colours))


@lru_cache(maxsize=16)
def _read(
    digest: str, source: str, names: tuple[str, ...], provinces: tuple[str, ...], colours: tuple[str, ...]
) -> Chart:
    return Chart(tomllib.loads(source), list(names), list(provinces), list(colours))
