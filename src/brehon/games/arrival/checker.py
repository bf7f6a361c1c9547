"""The checker of component files: the shape of the file and of the map, CK-1 … CK-6 and CK-12 (errors)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from brehon.core.checker import Checker, entries, number, word
from brehon.core.text import N_, NN_
from brehon.games.arrival.components import BoxFile, build
from brehon.games.arrival.contents import FIGURES, N_GATES, PIECES, check_contents, check_ids, pairs
from brehon.games.arrival.data import MAX_BITS, THREATS, TILE_ROWS
from brehon.games.arrival.design import check_design

FIELDS: Final = {
    "schema": int, "id": str, "name": str, "locations": list, "castles": list, "connections": list, "cards": list,
    "pieces": dict, "threats": dict, "tiles": dict, "silver": dict, "provinces": list,
}  # fmt: skip
OPTIONAL: Final = {"box": dict, "text": dict, "islands": list, "colours": dict, "isle": dict, "variant": bool}
# [group] the constraint about it, and the fields that its entries must have
GROUPS: Final[dict[str, tuple[str, dict[str, type]]]] = {
    "provinces": ("CK-1", {"id": str, "name": str, "colour": str, "bonus": int, "cauldron": int, "neighbours": list}),
    "locations": ("CK-2", {"id": str, "name": str, "province": str, "x": int, "y": int}),
    "castles": ("CK-2", {"id": str, "name": str, "x": int, "y": int}),
    "connections": ("CK-3", {"a": str, "b": str}),
    "cards": ("CK-7", {"id": str, "back": str, "top": dict, "middle": dict, "bottom": dict}),
}
N_PROVINCES: Final = 10
N_COLOURS: Final = 4
N_CASTLES: Final = 4  # AR-1.9
MIN_PORTS: Final = 4


class BoxChecker(Checker):
    """The constraints on the map and the shape of the file; contents.py and design.py have the others."""

    rule = "CK-12"
    fields = FIELDS
    optional = OPTIONAL

    def make(self, name: str, digest: str, source: str, builtin: bool) -> BoxFile:
        raw = self.raw
        return BoxFile(name if builtin else word(raw, "id"), digest, source, builtin, build(raw), raw)

    def check(self) -> None:
        self.check_shapes()
        if not self.has_errors:
            self.check_provinces()
            self.check_locations()
            self.check_connections()
        if not self.has_errors:
            self.check_gates()
            self.check_neighbours()
            check_contents(self)
        if not self.has_errors:
            check_design(self)

    # -- shape

    def check_shapes(self) -> None:
        """Every entry of a group is a table with the fields that it needs."""
        for group, (rule, fields) in GROUPS.items():
            found: list[object] = list(entries(self.raw, group))
            for index, entry in enumerate(found, start=1):
                if not isinstance(entry, dict):
                    self.error(rule, N_("entry %(index)s of %(group)s is not a table"), index=index, group=group)
                    continue
                for field, kind in fields.items():
                    if type(entry.get(field)) is not kind:
                        self.error(rule, N_("entry %(index)s of %(group)s needs a field %(field)s of type %(kind)s"),
                                   index=index, group=group, field=field, kind=kind.__name__)  # fmt: skip
        for group in ("pieces", "threats", "tiles", "silver"):
            self.check_numbers(group)

    def check_numbers(self, group: str) -> None:
        table = self.raw[group]
        assert isinstance(table, dict)
        tiles = [row.key for row in TILE_ROWS if row.copies or row.key in table]
        wanted = {"pieces": list(PIECES), "threats": THREATS, "tiles": tiles, "silver": list(table)}[group]
        rule = "CK-11" if group in ("tiles", "silver") else "CK-12"
        if set(table) != set(wanted):
            self.error(
                rule, N_("[%(group)s] must have exactly the fields %(names)s"), group=group, names=", ".join(wanted)
            )
            return
        for name, value in table.items():
            right: object = FIGURES.get(name) if group == "threats" else PIECES.get(name, 0) if group == "pieces" else 0
            if not _same_shape(value, right):
                self.error(rule, N_("[%(group)s] %(name)s is %(value)s; it must be like %(right)s, with whole numbers from 0"),
                           group=group, name=name, value=repr(value), right=repr(right))  # fmt: skip

    # -- the map

    def check_provinces(self) -> None:
        """CK-1: ten provinces in four colours, each with a bonus; Magnata's is 3."""
        provinces = entries(self.raw, "provinces")
        names = [word(province, "id") for province in provinces]
        check_ids(self, "CK-1", names)
        if len(provinces) != N_PROVINCES:
            self.count(
                "CK-1",
                NN_(
                    "there is %(have)s province, there must be %(need)s",
                    "there are %(have)s provinces, there must be %(need)s",
                    "have",
                ),
                have=len(provinces),
                need=N_PROVINCES,
            )
        silver = self.raw["silver"]
        assert isinstance(silver, dict)
        used = {word(province, "colour") for province in provinces}
        if len(used) != N_COLOURS:
            self.count(
                "CK-1",
                NN_(
                    "the provinces have %(have)s colour, they must have %(need)s",
                    "the provinces have %(have)s colours, they must have %(need)s",
                    "have",
                ),
                have=len(used),
                need=N_COLOURS,
            )
        if used != set(silver):
            self.error(
                "CK-11",
                N_("[silver] must name each colour of a province once: %(names)s"),
                names=", ".join(sorted(used)),
            )
        homes = [word(location, "province") for location in entries(self.raw, "locations")]
        for province in provinces:
            if number(province, "bonus") < 0:
                self.error("CK-1", N_("the bonus of %(name)s is below 0"), name=word(province, "id"))
            if word(province, "id") not in homes:
                self.error("CK-1", N_("province %(name)s has no location"), name=word(province, "id"))
        if not any(word(p, "name") == "Magnata" and p["bonus"] == 3 for p in provinces):
            self.count("CK-1", N_("one province must be called Magnata and have the bonus 3"))

    def check_locations(self) -> None:
        """CK-2: every location of the main island in one province; four castles in none; names and limits."""
        locations, castles = entries(self.raw, "locations"), entries(self.raw, "castles")
        provinces = [word(province, "id") for province in entries(self.raw, "provinces")]
        check_ids(self, "CK-2", [word(entry, "id") for entry in [*locations, *castles]])
        for location in locations:
            if word(location, "province") not in provinces:
                self.error("CK-2", N_("location %(name)s lies in the unknown province %(province)s"),
                           name=word(location, "id"), province=word(location, "province"))  # fmt: skip
        if len(castles) != N_CASTLES:
            self.count(
                "CK-2",
                NN_(
                    "there is %(have)s castle, there must be %(need)s",
                    "there are %(have)s castles, there must be %(need)s",
                    "have",
                ),
                have=len(castles),
                need=N_CASTLES,
            )
        for castle in castles:
            if castle.get("port") or "province" in castle:
                self.error("CK-2", N_("castle %(name)s must be no port and in no province"), name=word(castle, "id"))
        if len(locations) + len(castles) > MAX_BITS:
            self.error("CK-2", NN_("there is %(have)s location; this engine plays with up to %(most)s", "there are %(have)s locations; this engine plays with up to %(most)s", "have"),
                       have=len(locations) + len(castles), most=MAX_BITS)  # fmt: skip

    def check_connections(self) -> None:
        """CK-3: connections join two different locations, once."""
        names = {word(entry, "id") for group in ("locations", "castles") for entry in entries(self.raw, group)}
        seen: set[frozenset[str]] = set()
        for a, b in pairs(self.raw):
            for end in (a, b):
                if end not in names:
                    self.error(
                        "CK-3",
                        N_(
                            "connection %(a)s-%(b)s leads to the unknown location %(end)s; it needs the id of a location or castle of this file"
                        ),
                        a=a,
                        b=b,
                        end=end,
                    )
            if a == b:
                self.error("CK-3", N_("connection %(a)s-%(b)s leads back to where it starts"), a=a, b=b)
            if frozenset((a, b)) in seen:
                self.error("CK-3", N_("connection %(a)s-%(b)s is there twice"), a=a, b=b)
            seen.add(frozenset((a, b)))

    def gates_of(self, castle: str) -> set[str]:
        """Main-island locations joined to a castle."""
        main = {word(entry, "id") for entry in entries(self.raw, "locations")}
        return {end for a, b in pairs(self.raw) if castle in (a, b) for end in (a, b) if end in main}

    def check_gates(self) -> None:
        """CK-4 and CK-5: four locations before the castles, and ports enough away from them."""
        castles = [word(castle, "id") for castle in entries(self.raw, "castles")]
        gates: set[str] = set()
        for castle in castles:
            found = self.gates_of(castle)
            if not found:
                self.error("CK-4", N_("castle %(name)s is not connected to the main island"), name=castle)
            gates |= found
        if len(gates) != N_GATES:
            self.count(
                "CK-4",
                NN_(
                    "%(have)s location is connected to castles, there must be %(need)s",
                    "%(have)s locations are connected to castles, there must be %(need)s",
                    "have",
                ),
                have=len(gates),
                need=N_GATES,
            )
        for location in entries(self.raw, "locations"):
            if (location.get("gate") is True) != (word(location, "id") in gates):
                self.error("CK-4", N_("location %(name)s must have gate = true exactly if it is connected to a castle"),
                           name=word(location, "id"))  # fmt: skip
        free = [e for e in entries(self.raw, "locations") if e.get("port") is True and word(e, "id") not in gates]
        if len(free) < MIN_PORTS:
            self.error(
                "CK-5",
                NN_(
                    "%(have)s port is free at the start, there must be %(need)s",
                    "%(have)s ports are free at the start, there must be %(need)s",
                    "have",
                ),
                have=len(free),
                need=MIN_PORTS,
            )

    def check_neighbours(self) -> None:
        """CK-6: the neighbours of a province."""
        near = {word(p, "id"): p["neighbours"] for p in entries(self.raw, "provinces")}
        for name, others in near.items():
            assert isinstance(others, list)
            for other in others:
                if not isinstance(other, str) or other not in near:
                    self.error(
                        "CK-6", N_("province %(name)s has the unknown neighbour %(other)s"), name=name, other=str(other)
                    )
                    continue
                back = near[other]
                assert isinstance(back, list)
                if other == name:
                    self.error("CK-6", N_("province %(name)s is its own neighbour"), name=name)
                elif name not in back:
                    self.error("CK-6", N_("province %(name)s is a neighbour of %(other)s, but not the other way round"),
                               name=name, other=other)  # fmt: skip
        home = {word(e, "id"): word(e, "province") for e in entries(self.raw, "locations")}
        for a, b in pairs(self.raw):
            if a in home and b in home and home[a] != home[b]:
                neighbours = near[home[a]]
                assert isinstance(neighbours, list)
                if home[b] not in neighbours:
                    self.error("CK-6", N_("connection %(a)s-%(b)s joins provinces that are not neighbours"), a=a, b=b)


def _same_shape(value: object, right: object) -> bool:
    """Whether a value has the form of the printed one: a number, a list of the same length, or a table with the same names."""
    if isinstance(right, int):
        return type(value) is int and value >= 0
    if isinstance(right, list):
        return isinstance(value, list) and len(value) == len(right) and _all_same(value, right)
    if isinstance(right, dict):
        return isinstance(value, dict) and set(value) == set(right) and _all_same(value.values(), right.values())
    return False


def _all_same(values: Iterable[object], rights: Iterable[object]) -> bool:
    return all(_same_shape(value, right) for value, right in zip(values, rights, strict=True))
