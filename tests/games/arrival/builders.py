"""Positions of The Arrival in a line or two, on the test map FX of the specification.

Provinces P {p1*, p2, p3}, Q {q1*, q2}, S {s1, s2, s3*} (* port), neighbours P-Q and Q-S; castle location k; connections k-p3, p1-p2,
p2-p3, p2-q2, q1-q2, q2-s1, s1-s2, s2-s3. Province O holds four locations o1 … o4 with no connection at all: forts "outside FX".
Leaders are R, G, B, Y. A fort is written `R:p2/3` (a Caer of R on p2), a Fomori `p3` or `s1=monghfinn`. A card is written as in the
specification: `w5 F2 | d1 | -`; letters d w s f x y t F, missing sections are empty.
"""

from __future__ import annotations

import copy
import tomllib
from functools import cache
from typing import Any

from brehon.core import registry
from brehon.core.contract import Components, Event
from brehon.games.arrival import GAME
from brehon.games.arrival import state as phases
from brehon.games.arrival.components import build
from brehon.games.arrival.data import CARDS_EACH, SPECIES, START_FAME, TILE_ROWS, copies, one
from brehon.games.arrival.phases.earning import count_loose, deal_stacks
from brehon.games.arrival.phases.land import put_disc, put_threat, union
from brehon.games.arrival.setup import ArrivalRules, check_invariants
from brehon.games.arrival.state import Arrival, Table

LEADERS = "RGBY"
LOCATIONS = {"P": "p1* p2 p3", "Q": "q1* q2", "S": "s1 s2 s3*", "O": "o1 o2 o3 o4"}
LINKS = "k-p3 p1-p2 p2-p3 p2-q2 q1-q2 q2-s1 s1-s2 s2-s3"
NEAR = {"P": ["Q"], "Q": ["P", "S"], "S": ["Q"], "O": []}
BONUS = {"P": 3, "Q": 1, "S": 2, "O": 0}
COLOUR = {"P": "amber", "Q": "heather", "S": "chalk", "O": "slate"}
LETTERS = {
    "d": "discs",
    "w": "swords",
    "s": "shields",
    "f": "fame",
    "x": "brochs",
    "y": "caers",
    "t": "tactics",
    "F": "fomori",
}
SECTION_NAMES = ("top", "middle", "bottom")
GOODS = {
    "discs",
    "swords",
    "shields",
    "fomori",
    "fame",
    "earned",
    "corruption",
    "trophies",
    "used_trophies",
    "saved",
    "tiles",
}


def section(text: str) -> dict[str, int]:
    return {LETTERS[w[0]]: int(w[1:] or 1) for w in text.split() if w != "-"}


def card(name: str, text: str, back: str) -> dict[str, object]:
    parts = [*text.split("|"), "-", "-"][:3]
    return {"id": name, "back": back, **{s: section(part) for s, part in zip(SECTION_NAMES, parts, strict=True)}}


@cache
def default_raw() -> dict[str, object]:
    return tomllib.loads(GAME.read_builtin("eriu-1"))


def fx_raw(cards: list[str] | None = None, ports: str = "") -> dict[str, object]:
    """The test map as a component file, with these cards first in the deck; `ports` makes more locations ports."""
    raw: Any = copy.deepcopy(default_raw())
    places = [(p, word) for p, words in LOCATIONS.items() for word in words.split()]
    raw["locations"] = [
        {"id": w.strip("*"), "name": w.strip("*"), "province": p, "x": i, "y": i, "port": "*" in w or w in ports.split()}
        for i, (p, w) in enumerate(places)
    ]  # fmt: skip
    raw["castles"] = [{"id": "k", "name": "K", "x": 0, "y": 0}]
    raw["connections"] = [dict(zip("ab", pair.split("-"), strict=True)) for pair in LINKS.split()]
    raw["provinces"] = [
        {"id": p, "name": p, "colour": COLOUR[p], "bonus": BONUS[p], "cauldron": 3, "neighbours": NEAR[p]}
        for p in LOCATIONS
    ]
    raw["silver"] = {"amber": 2, "heather": 2, "chalk": 2, "slate": 2}
    raw["threats"]["castle"]["copies"] = 1
    raw["tiles"].update({row.key: 1 for row in TILE_ROWS if row.copies == 0})  # kinds that no printed box has
    own = [card(f"c{i}", text, ("discs", "arms", "lore")[i % 3]) for i, text in enumerate(cards or [])]
    raw["cards"] = [*own, *raw["cards"][: 54 - len(own)]]
    return raw  # type: ignore[no-any-return]


def a_table(leaders: str = LEADERS, cards: list[str] | None = None, ports: str = "", **options: str) -> Table:
    box = build(fx_raw(cards, ports))
    full = registry.complete_options(GAME, options)
    return ArrivalRules(GAME, len(leaders), full, Components("test", "", "", False, []), GAME.rules_version, box)


def place(s: Arrival, name: str) -> int:
    return s.table.island.names.index(name)


def tile(s: Arrival, name: str) -> int:
    return s.table.box.tile_names.index(name.replace("_", " ") if name.startswith(("cauldron", "silver")) else name)


def a_state(
    forts: str = "",
    fomori: str = "",
    shields: str = "",
    turn: str = "R",
    leaders: str = LEADERS,
    starter: str = "R",
    round: int = 2,
    todo: int = 2,
    castle: bool = True,
    elsewhere: str = "",
    passed: str = "",
    flag: bool = False,
    display: str = "",
    used: str = "",
    all_tiles_held_by: str = "",
    discard: str = "",
    phase: int = phases.TURN,
    cards: list[str] | None = None,
    ports: str = "",
    options: dict[str, str] | None = None,
    supply: int = -1,
    swords_left: int = -1,
    shields_left: int = -1,
    **have: dict[str, object],
) -> Arrival:
    """A state with these pieces and no others; have: R={"fomori": 3, "tiles": "geese bard"} and so on for each leader."""
    s = Arrival(a_table(leaders, cards, ports, **(options or {})))
    s.round, s.phase, s.todo, s.flag = round, phase, todo, int(flag)
    s.allowed = todo
    s.seat, s.starter = leaders.index(turn), leaders.index(starter)
    s.fame = [START_FAME] * len(leaders)
    s.earned = s.fame[:] if s.table.earned_total else []
    s.begun = (1 << len(leaders)) - 1
    s.passed = sum(1 << leaders.index(letter) for letter in passed)
    s.next_starter = leaders.index(passed[0]) if passed else -1
    settle(s, leaders, forts, elsewhere)
    _put_threats(s, fomori, castle)
    for word in shields.split():
        s.guards["PQSO".index(word[0])] = int(word[1:])
    for word in discard.split():
        s.discard[SPECIES.index(word)] += 1
    s.display = sum(one(tile(s, name)) for name in display.split())
    s.used = sum(one(tile(s, name)) for name in used.split())
    for letter, goods in have.items():
        _give(s, leaders.index(letter), goods)
    box = s.table.box  # of this state alone: boxes with fewer pieces make shortages
    if supply >= 0:
        box.copies = [s.fomori[i].bit_count() + s.discard[i] + (supply if i == 0 else 0) for i in range(3)] + [1]
    box.swords = box.swords if swords_left < 0 else swords_left + sum(s.swords)
    box.shields = box.shields if shields_left < 0 else shields_left + sum(s.shields) + sum(s.guards)
    _balance(s)
    if all_tiles_held_by:
        s.tiles[leaders.index(all_tiles_held_by)] += s.face_down_tiles()
    deal_stacks(s, s.table.deck.n_cards)
    see_backs(s, [0, 1, 2])
    check_invariants(s)
    return s


def settle(s: Arrival, leaders: str, forts: str, elsewhere: str) -> None:
    """Put up the forts; a leader without any has one outside FX, as has everyone named in `elsewhere`."""
    for word in forts.split():
        letter, _, rest = word.partition(":")
        name, _, level = rest.partition("/")
        for _ in range(int(level or 1)):
            put_disc(s, leaders.index(letter), place(s, name))
    for seat, letter in enumerate(leaders):
        if letter in elsewhere or not s.forts[seat]:
            put_disc(s, seat, place(s, f"o{seat + 1}"))


def _put_threats(s: Arrival, fomori: str, castle: bool) -> None:
    s.castles = s.table.island.isle if castle else 0
    s.dark = s.castles
    s.shadow = union(s.table.island.spread, s.dark)
    for word in fomori.split():
        name, _, species = word.partition("=")
        put_threat(s, SPECIES.index(species or "sineach"), place(s, name))
    if not castle:
        s.spent[-1] += 1  # somebody holds it, face-down


def _give(s: Arrival, seat: int, goods: dict[str, object]) -> None:
    assert set(goods) <= GOODS, goods
    for name, values in (("discs", s.discs), ("swords", s.swords), ("shields", s.shields), ("fomori", s.held),
                         ("corruption", s.corruption), ("saved", s.saved)):  # fmt: skip
        values[seat] = int(str(goods.get(name, 0)))
    if "trophies" in goods and s.spent[-1]:
        s.spent[-1], s.trophies[seat] = 0, int(str(goods["trophies"]))
    s.fame[seat] = int(str(goods.get("fame", START_FAME)))
    if s.earned:
        s.earned[seat] = int(str(goods.get("earned", s.fame[seat])))
    s.tiles[seat] = sum(one(tile(s, name)) for name in str(goods.get("tiles", "")).split())


def _balance(s: Arrival) -> None:
    """Put the rest of all pieces into the general supply."""
    box = s.table.box
    for seat in range(s.n_seats):
        own = s.forts[seat]
        used = (
            own.bit_count() + (own & s.brochs).bit_count() + (own & s.caers).bit_count() + s.discs[seat] + s.saved[seat]
        )
        s.stock[seat] = box.discs - used
    s.swords_left = box.swords - sum(s.swords)
    s.shields_left = box.shields - sum(s.shields) - sum(s.guards)
    for species in range(3):
        s.hidden[species] = box.copies[species] - s.fomori[species].bit_count() - s.discard[species]


def run(s: Arrival, log: list[Event] | None = None) -> Arrival:
    """Go on from a station until somebody, or chance, has to decide."""
    while s.phase > phases.ENDED:
        s.table.stations[s.phase - phases.ROUND_STARTS].run(s, log)
    check_invariants(s)
    return s


def exploit(claims: dict[str, str], cards_each: dict[str, list[str]] | None = None, **more: object) -> Arrival:
    """The earnings of cards whose open section shows these symbols, up to the next decision.

    `claims` is what the first card of each leader shows in its open (top) section; the other three are empty.
    """
    leaders = str(more.get("leaders", LEADERS))
    texts: list[str] = []
    for letter in leaders:
        texts += (cards_each or {}).get(letter, [claims.get(letter, "-"), "-", "-", "-"])
    s = a_state(cards=texts, phase=phases.EXPLOIT, **more)  # type: ignore[arg-type]
    lay_cards(s)
    for seat in range(s.n_seats):
        s.blocked[seat] = s.blocked[seat] or 0b110
    return run(s)


def see_backs(s: Arrival, tops: list[int]) -> None:
    """Let the stacks show these backs, and count the others."""
    count_loose(s)
    s.tops = tops
    for back in tops:
        s.loose[back] -= 1


def lay_cards(s: Arrival) -> None:
    """Everybody's four cards lie face-up: the first cards of the deck in order."""
    for index in range(CARDS_EACH * s.n_seats):
        s.rows[index] = index
        s.unseen &= ~(1 << index)
    deal_stacks(s, s.table.deck.n_cards - CARDS_EACH * s.n_seats)
    see_backs(s, [0, 1, 2])


def do(s: Arrival, *texts: str) -> list[Event]:
    """Carry out actions by their words, each of which must be legal; invariants hold after each."""
    log: list[Event] = []
    for text in texts:
        action = s.table.space.find(text)
        assert action >= 0, f"no action is called {text!r}"
        assert action in s.legal(), f"{text} is not legal: {s.why_not(action)}; legal: {options(s)}"
        s.apply(action, log)
        check_invariants(s)
    return log


def options(s: Arrival, verb: str = "") -> list[str]:
    """The legal actions in words; with a verb only its objects."""
    texts = [s.table.space.texts[action] for action in s.legal()]
    return [text.removeprefix(f"{verb} ") for text in texts if text.startswith(f"{verb} ")] if verb else texts


def can(s: Arrival, text: str) -> bool:
    return s.table.space.find(text) in s.legal()


def refused(s: Arrival, text: str) -> str:
    """The rule that forbids an action."""
    reason = s.why_not(s.table.space.find(text))
    assert reason is not None, f"{text} is legal"
    assert str(reason.text)
    return reason.rule


def tiles_of(s: Arrival, pile: int) -> list[str]:
    """A pile of tiles by name."""
    names = s.table.box.tile_names
    return [names[kind] for kind in range(s.table.box.n_tiles) for _ in range(copies(pile, kind))]


def forts_of(s: Arrival, seat: int) -> dict[str, int]:
    """A leader's forts inside FX with their levels."""
    names = s.table.island.names
    return {names[p]: s.level(p) for p in range(len(names)) if s.forts[seat] >> p & 1 and not names[p].startswith("o")}


def threat_at(s: Arrival, name: str) -> str:
    threat = s.threat(place(s, name))
    return [*SPECIES, "castle", ""][threat]


def new_game(n_seats: int = 4, components: str = "eriu-1", **choices: str) -> Arrival:
    """A real game before its first ply."""
    rules = registry.make_ruleset(GAME, n_seats, choices, registry.builtin(GAME, components))
    state = rules.start()
    assert isinstance(state, Arrival)
    return state


def after_setup(n_seats: int = 4, starter: int = 0, **choices: str) -> Arrival:
    """A real game whose leaders have landed, chance taking its first outcome but for the starting player."""
    s = new_game(n_seats, **choices)
    while s.phase != phases.START:
        s.apply(s.legal()[0])
    s.apply(s.table.first_starter + starter)
    while s.phase == phases.PORT:
        s.apply(s.legal()[0])
    return s
