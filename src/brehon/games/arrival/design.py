"""The softer constraints of a component file, CK-20 … CK-27: signs of a weak design, reported as warnings."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from brehon.core.checker import Checker, Entry, entries, number, word
from brehon.core.text import N_, NN_
from brehon.games.arrival.contents import amount, pairs
from brehon.games.arrival.data import DISPLAY, SECTIONS

WORTH: Final = {"discs": 2, "swords": 2, "shields": 1, "tactics": 2, "fame": 1}
GOODS: Final = [*WORTH, "brochs", "caers"]
MIN_ORDERED: Final = 44
CLASS_SIZES: Final = [2, 2, 3, 3]

Graph = dict[str, set[str]]


def check_design(c: Checker) -> None:
    graph: Graph = {word(e, "id"): set() for group in ("locations", "castles") for e in entries(c.raw, group)}
    for a, b in pairs(c.raw):
        graph[a].add(b)
        graph[b].add(a)
    check_graph(c, graph)
    check_ports(c, graph)
    check_castles(c, graph)
    check_colours(c)
    check_sections(c)
    check_crossings(c)
    check_shortages(c)


def is_connected(graph: Graph, names: set[str]) -> bool:
    """Whether these locations are connected without leaving them."""
    todo = sorted(names)[:1]
    seen = set(todo)
    while todo:
        for name in graph[todo.pop()] & names - seen:
            seen.add(name)
            todo.append(name)
    return seen == names


def check_graph(c: Checker, graph: Graph) -> None:
    """CK-20: nothing is cut off."""
    main = {word(e, "id") for e in entries(c.raw, "locations")}
    if not is_connected(graph, set(graph)):
        c.warn("CK-20", N_("the map falls into parts that are not connected"))
    if not is_connected(graph, main):
        c.warn("CK-20", N_("the main island falls into parts that are not connected"))
    for province in entries(c.raw, "provinces"):
        name = word(province, "id")
        if not is_connected(graph, {word(e, "id") for e in entries(c.raw, "locations") if e["province"] == name}):
            c.warn("CK-20", N_("province %(name)s is not connected in itself"), name=name)
    for name in sorted(main):
        if len(graph[name]) < 2:
            c.warn("CK-20", N_("location %(name)s has fewer than two connections"), name=name)


def check_ports(c: Checker, graph: Graph) -> None:
    """CK-21: ports are not connected to each other, and are spread round the island."""
    ports = {word(e, "id"): word(e, "province") for e in entries(c.raw, "locations") if e.get("port") is True}
    for a, b in pairs(c.raw):
        if a in ports and b in ports:
            c.warn("CK-21", N_("connection %(a)s-%(b)s joins two ports; Fomori cannot use it"), a=a, b=b)
    have, most = len(set(ports.values())), len(entries(c.raw, "provinces"))
    if 2 * have < most:
        c.warn(
            "CK-21",
            NN_(
                "only %(have)s of %(most)s provinces has ports",
                "only %(have)s of %(most)s provinces have ports",
                "have",
            ),
            have=have,
            most=most,
        )


def check_castles(c: Checker, graph: Graph) -> None:
    """CK-22: each castle has its own gate, and castles are not connected to each other."""
    castles = {word(castle, "id") for castle in entries(c.raw, "castles")}
    gates: list[str] = []
    for name in sorted(castles):
        gates += sorted(graph[name] - castles)
        if len(graph[name] - castles) != 1 or graph[name] & castles:
            c.warn("CK-22", N_("castle %(name)s should have exactly one connection, to the main island"), name=name)
    if len(set(gates)) != len(gates):
        c.warn("CK-22", N_("two castles share a location of the main island"))


def check_colours(c: Checker) -> None:
    """CK-23: neighbours differ in colour; the colours are used 3, 3, 2 and 2 times."""
    colour = {word(p, "id"): word(p, "colour") for p in entries(c.raw, "provinces")}
    for province in entries(c.raw, "provinces"):
        near = province["neighbours"]
        assert isinstance(near, list)
        for other in near:
            if word(province, "id") < other and colour[other] == province["colour"]:
                c.warn("CK-23", N_("neighbours %(a)s and %(b)s have the same colour"), a=word(province, "id"), b=other)
    sizes = sorted(list(colour.values()).count(name) for name in set(colour.values()))
    if sizes != CLASS_SIZES:
        c.warn(
            "CK-23",
            N_("provinces of each colour: %(have)s; they should be 2, 2, 3 and 3"),
            have=", ".join(map(str, sizes)),
        )


def worth(card: Entry, section: str) -> int:
    return sum(value * amount(card, section, symbol) for symbol, value in WORTH.items())


def check_sections(c: Checker) -> None:
    """CK-24 and CK-25: what the sections of each card carry."""
    ordered = 0
    for card in entries(c.raw, "cards"):
        top, middle, bottom = (amount(card, section, "fomori") for section in SECTIONS)
        if not (top >= middle >= bottom and top > bottom):
            c.warn("CK-24", N_("card %(card)s: Fomori should fall from top to bottom"), card=word(card, "id"))
        high, mid, low = (worth(card, section) for section in SECTIONS)
        ordered += high > mid > low
        for section in SECTIONS:
            if not any(amount(card, section, symbol) for symbol in GOODS):
                c.warn(
                    "CK-25",
                    N_("card %(card)s: the %(section)s section shows no good"),
                    card=word(card, "id"),
                    section=section,
                )
    if ordered < MIN_ORDERED:
        c.warn("CK-24", NN_("goods fall from top to middle to bottom on %(have)s card; %(need)s or more are wanted", "goods fall from top to middle to bottom on %(have)s cards; %(need)s or more are wanted", "have"),
               have=ordered, need=MIN_ORDERED)  # fmt: skip


def check_crossings(c: Checker) -> None:
    """CK-26: as drawn, no two connections cross."""
    at = {word(e, "id"): (number(e, "x"), number(e, "y")) for g in ("locations", "castles") for e in entries(c.raw, g)}
    for (a, b), (d, e) in combinations(pairs(c.raw), 2):
        if not {a, b} & {d, e} and _cross(at[a], at[b], at[d], at[e]):
            c.warn("CK-26", N_("connections %(first)s and %(second)s cross"), first=f"{a}-{b}", second=f"{d}-{e}")


def _side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _cross(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int], t: tuple[int, int]) -> bool:
    return _side(p, q, r) * _side(p, q, t) < 0 and _side(r, t, p) * _side(r, t, q) < 0


def check_shortages(c: Checker) -> None:
    """CK-27: the shortage rules of tiles and swords can apply."""
    cards = entries(c.raw, "cards")
    best = max(
        sum(sorted((amount(card, section, "tactics") for card in cards), reverse=True)[:4]) for section in SECTIONS
    )
    if best <= DISPLAY:
        c.warn("CK-27", N_("no four cards of one section give more than %(most)s tiles"), most=DISPLAY)
    arms = sorted((amount(card, "top", "swords") for card in cards if card["back"] == "arms"), reverse=True)
    pieces = c.raw["pieces"]
    assert isinstance(pieces, dict)
    if sum(arms[:16]) <= pieces["swords"]:
        c.warn(
            "CK-27",
            NN_(
                "sixteen arms cards cannot claim more than the %(most)s sword",
                "sixteen arms cards cannot claim more than the %(most)s swords",
                "most",
            ),
            most=pieces["swords"],
        )
