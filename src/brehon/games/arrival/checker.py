"""The checker of component files: the shape of the file and the constraints CK-1 … CK-12 (errors); design is in design.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from brehon.core.errors import Problem
from brehon.core.limits import Problems
from brehon.core.text import N_, NN_, Message, Plural
from brehon.games.arrival.data import BACKS, MAX_BITS, SECTIONS, SYMBOLS, THREATS, TILE_FIELD, TILES

Entry = dict[str, object]

FIELDS: Final = {
    "schema": int, "id": str, "name": str, "locations": list, "castles": list, "connections": list, "cards": list,
    "pieces": dict, "threats": dict, "tiles": dict, "silver": dict, "provinces": list,
}  # fmt: skip
OPTIONAL: Final = {"box": dict, "text": dict, "islands": list, "colours": dict, "isle": dict, "variant": bool}
# [group] the constraint that speaks of it, and the fields that its entries must have
GROUPS: Final[dict[str, tuple[str, dict[str, type]]]] = {
    "provinces": ("CK-1", {"id": str, "name": str, "colour": str, "bonus": int, "cauldron": int, "neighbours": list}),
    "locations": ("CK-2", {"id": str, "name": str, "province": str, "x": int, "y": int}),
    "castles": ("CK-2", {"id": str, "name": str, "x": int, "y": int}),
    "connections": ("CK-3", {"a": str, "b": str}),
    "cards": ("CK-7", {"id": str, "back": str, "top": dict, "middle": dict, "bottom": dict}),
}
N_PROVINCES: Final = 10
N_COLOURS: Final = 4
N_GATES: Final = 4
N_CASTLES: Final = 4  # AR-1.9
N_CARDS: Final = 54
MIN_CARDS: Final = 40  # so that three stacks last for a round of four leaders
MIN_PORTS: Final = 4
# AR-1.3, AR-1.12, AR-1.13, AR-1.8: discs of a colour, swords, shields, spaces of the round track by number of leaders
PIECES: Final[Entry] = {"discs": 17, "swords": 20, "shields": 12, "limit": [25, 21, 17], "rounds": [6, 5, 4]}
# AR-1.18: what the face of a threat prints besides one point of corruption
FIGURES: Final = {
    "sineach": {"strength": 1, "fame": 1, "copies": 32},
    "athach": {"strength": 2, "fame": 3, "copies": 12},
    "monghfinn": {"strength": 3, "fame": 6, "copies": 6},
    "castle": {"strength": 4, "fame": 10, "copies": 4},
}
TILE_COPIES: Final = [2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 2]  # in the order of TILES
# what each back promises more of
NAMED: Final = {"discs": ["discs"], "arms": ["swords", "shields"], "lore": ["fame", "tactics"]}


def entries(raw: Entry, group: str) -> list[Entry]:
    found = raw[group]
    assert isinstance(found, list)
    return found


def word(entry: Entry, field: str) -> str:
    value = entry[field]
    assert isinstance(value, str)
    return value


def number(entry: Entry, field: str) -> int:
    value = entry[field]
    assert isinstance(value, int)
    return value


def amount(card: Entry, section: str, symbol: str) -> int:
    symbols = card[section]
    assert isinstance(symbols, dict)
    return int(symbols.get(symbol, 0))


class Checker:
    """Collects every broken constraint of one component file."""

    def __init__(self, raw: Entry) -> None:
        self.raw = raw
        self.problems = Problems()
        self.is_variant = raw.get("variant") is True

    def error(self, rule: str, text: str | Plural, **args: str | int) -> None:
        self.problems.add(Problem(rule, Message(text, **args)))

    def warn(self, rule: str, text: str | Plural, **args: str | int) -> None:
        self.problems.add(Problem(rule, Message(text, **args), is_error=False))

    def count(self, rule: str, text: str | Plural, **args: str | int) -> None:
        """A constraint on the printed game's numbers: an error, but only a warning for a file that calls itself a variant."""
        (self.warn if self.is_variant else self.error)(rule, text, **args)

    @property
    def has_errors(self) -> bool:
        return self.problems.has_errors

    def run(self) -> list[Problem]:
        self.check_fields()
        if not self.has_errors:
            self.check_shapes()
        if not self.has_errors:
            self.check_provinces()
            self.check_locations()
            self.check_connections()
        if not self.has_errors:
            self.check_gates()
            self.check_neighbours()
            self.check_cards()
            self.check_deck()
            self.check_tiles()
            self.check_pieces()
        if not self.has_errors:
            from brehon.games.arrival.design import check_design

            check_design(self)
        return self.problems.listed()

    # -- shape

    def check_fields(self) -> None:
        """The file has the fields of the schema, of the right types."""
        for name, kind in FIELDS.items():
            if name not in self.raw:
                self.error("CK-12", N_("field %(name)s is missing"), name=name)
            elif type(self.raw[name]) is not kind:
                self.error("CK-12", N_("field %(name)s must be of type %(kind)s"), name=name, kind=kind.__name__)
        for name, value in self.raw.items():
            if name not in FIELDS and name not in OPTIONAL:
                self.error("CK-12", N_("field %(name)s is not known"), name=name)
            elif name in OPTIONAL and type(value) is not OPTIONAL[name]:
                kind = OPTIONAL[name]
                self.error("CK-12", N_("field %(name)s must be of type %(kind)s"), name=name, kind=kind.__name__)
        if self.raw.get("schema", 1) != 1:
            self.error("CK-12", N_("schema is %(found)s; this version reads schema 1"), found=str(self.raw["schema"]))

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
        wanted = {"pieces": list(PIECES), "threats": THREATS, "tiles": TILES, "silver": list(table)}[group]
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

    def check_ids(self, rule: str, names: list[str]) -> None:
        for name in sorted({name for name in names if names.count(name) > 1}):
            self.error(rule, N_("the id %(name)s is used twice"), name=name)
        for name in names:
            if not name or any(letter.isspace() for letter in name) or len(name) > 24:
                self.error(rule, N_("the id %(name)s must be one word of at most 24 letters"), name=repr(name))

    # -- the map

    def check_provinces(self) -> None:
        """CK-1: ten provinces in four colours, each with a bonus; Magnata's is 3."""
        provinces = entries(self.raw, "provinces")
        names = [word(province, "id") for province in provinces]
        self.check_ids("CK-1", names)
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
        self.check_ids("CK-2", [word(entry, "id") for entry in [*locations, *castles]])
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
        for a, b in self.pairs():
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

    def pairs(self) -> list[tuple[str, str]]:
        return [(word(entry, "a"), word(entry, "b")) for entry in entries(self.raw, "connections")]

    def gates_of(self, castle: str) -> set[str]:
        """Main-island locations joined to a castle."""
        main = {word(entry, "id") for entry in entries(self.raw, "locations")}
        return {end for a, b in self.pairs() if castle in (a, b) for end in (a, b) if end in main}

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
        for a, b in self.pairs():
            if a in home and b in home and home[a] != home[b]:
                neighbours = near[home[a]]
                assert isinstance(neighbours, list)
                if home[b] not in neighbours:
                    self.error("CK-6", N_("connection %(a)s-%(b)s joins provinces that are not neighbours"), a=a, b=b)

    # -- cards, tiles, pieces

    def check_cards(self) -> None:
        """CK-7 and CK-8: 54 cards with three backs; symbols of the sections."""
        cards = entries(self.raw, "cards")
        self.check_ids("CK-7", [word(card, "id") for card in cards])
        if len(cards) != N_CARDS:
            self.count(
                "CK-7",
                NN_(
                    "there is %(have)s earning card, there must be %(need)s",
                    "there are %(have)s earning cards, there must be %(need)s",
                    "have",
                ),
                have=len(cards),
                need=N_CARDS,
            )
        if not MIN_CARDS <= len(cards) <= MAX_BITS:
            self.error("CK-7", NN_("there is %(have)s earning card; this engine plays with %(least)s to %(most)s", "there are %(have)s earning cards; this engine plays with %(least)s to %(most)s", "have"),
                       have=len(cards), least=MIN_CARDS, most=MAX_BITS)  # fmt: skip
        for card in cards:
            if card["back"] not in BACKS:
                self.error("CK-7", N_("card %(card)s: back %(back)s is none of %(backs)s"), card=word(card, "id"),
                           back=word(card, "back"), backs=", ".join(BACKS))  # fmt: skip
            for section in SECTIONS:
                symbols = card[section]
                assert isinstance(symbols, dict)
                for name, value in symbols.items():
                    if name not in SYMBOLS or type(value) is not int or not 1 <= value <= 9:
                        self.error("CK-8", N_("card %(card)s, %(section)s: %(name)s = %(value)s; allowed are %(symbols)s with 1 to 9"),
                                   card=word(card, "id"), section=section, name=name, value=repr(value),
                                   symbols=", ".join(SYMBOLS))  # fmt: skip
        for back in BACKS:
            if not any(card["back"] == back for card in cards):
                self.error("CK-7", N_("no card has the back %(back)s"), back=back)

    def mean(self, section: str, symbol: str, back: str = "") -> float:
        cards = [card for card in entries(self.raw, "cards") if back in ("", card["back"])]
        return sum(amount(card, section, symbol) for card in cards) / max(1, len(cards))

    def check_deck(self) -> None:
        """CK-9 and CK-10: richer sections carry more of everything; a back keeps what it promises."""
        if self.has_errors:
            return
        for symbol in ("discs", "swords", "shields", "tactics", "fame", "fomori"):
            top, middle, bottom = (self.mean(section, symbol) for section in SECTIONS)
            if not top > middle > bottom:
                self.count("CK-9", N_("%(symbol)s: the mean must fall from top to middle to bottom, it is %(top)s, %(middle)s, %(bottom)s"),
                           symbol=symbol, top=f"{top:.2f}", middle=f"{middle:.2f}", bottom=f"{bottom:.2f}")  # fmt: skip
        for back, symbols in NAMED.items():
            for symbol in symbols:
                for section in SECTIONS:
                    best = max(self.mean(section, symbol, other) for other in BACKS if other != back)
                    if self.mean(section, symbol, back) <= best:
                        self.count("CK-10", N_("back %(back)s must show more %(symbol)s in the %(section)s section than any other back"),
                                   back=back, symbol=symbol, section=section)  # fmt: skip

    def check_tiles(self) -> None:
        """CK-11: the tiles of AR-14; the numbers on Cauldrons and Silver."""
        tiles, silver = self.raw["tiles"], self.raw["silver"]
        assert isinstance(tiles, dict)
        assert isinstance(silver, dict)
        for name, right in zip(TILES, TILE_COPIES, strict=True):
            if tiles[name] != right:
                self.count(
                    "CK-11",
                    NN_(
                        "there is %(have)s tile %(name)s, there must be %(need)s",
                        "there are %(have)s tiles %(name)s, there must be %(need)s",
                        "have",
                    ),
                    have=tiles[name],
                    name=name,
                    need=right,
                )
            if tiles[name] > TILE_FIELD:
                self.error("CK-11", NN_("there is %(have)s tile %(name)s; this engine plays with up to %(most)s", "there are %(have)s tiles %(name)s; this engine plays with up to %(most)s", "have"),
                           have=tiles[name], name=name, most=TILE_FIELD)  # fmt: skip
        printed = [(word(p, "id"), number(p, "cauldron")) for p in entries(self.raw, "provinces")]
        for name, value in [*printed, *silver.items()]:
            if value < 1:
                self.error(
                    "CK-11", N_("the tile of %(name)s shows %(value)s; it must show 1 or more"), name=name, value=value
                )
        if len(TILES) + len(printed) + len(silver) > MAX_BITS // 2:
            self.error(
                "CK-11", N_("there are more kinds of tiles than this engine plays with (%(most)s)"), most=MAX_BITS // 2
            )

    def check_pieces(self) -> None:
        """CK-12: the numbers of AR-1."""
        for group, right in (("pieces", PIECES), ("threats", FIGURES)):
            table = self.raw[group]
            assert isinstance(table, dict)
            for name, value in right.items():
                if table[name] != value:
                    self.count("CK-12", N_("[%(group)s] %(name)s is %(have)s, it must be %(need)s"), group=group, name=name,
                               have=repr(table[name]), need=repr(value))  # fmt: skip
        pieces, threats = self.raw["pieces"], self.raw["threats"]
        assert isinstance(pieces, dict)
        assert isinstance(threats, dict)
        castles = len(entries(self.raw, "castles"))
        if threats["castle"]["copies"] != castles:
            self.count("CK-12", NN_("there is %(have)s castle on the map, but %(need)s in the box", "there are %(have)s castles on the map, but %(need)s in the box", "have"), have=castles,
                       need=threats["castle"]["copies"])  # fmt: skip
        if pieces["discs"] < 6 or min(pieces["rounds"]) < 1 or min(pieces["limit"]) < 1:
            self.error("CK-12", N_("a leader needs 6 discs or more, and every game a round and a limit of 1 or more"))
        if sum(threats[name]["copies"] for name in THREATS[:3]) < N_GATES:
            self.error("CK-12", N_("there must be a Fomori for each location before a castle"))


def _same_shape(value: object, right: object) -> bool:
    """Whether a value is made like the printed one: a number, a list of as many, or a table with the same names."""
    if isinstance(right, int):
        return type(value) is int and value >= 0
    if isinstance(right, list):
        return isinstance(value, list) and len(value) == len(right) and _all_same(value, right)
    if isinstance(right, dict):
        return isinstance(value, dict) and set(value) == set(right) and _all_same(value.values(), right.values())
    return False


def _all_same(values: Iterable[object], rights: Iterable[object]) -> bool:
    return all(_same_shape(value, right) for value, right in zip(values, rights, strict=True))
