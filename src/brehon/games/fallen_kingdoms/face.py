"""How Fallen Kingdoms is shown: the entry point to its pictures (svg.py, terminal.py) and its words (words.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import OVER, Event, Ruleset, View
from brehon.core.face import Face, Figure, Form, Line, Offers, Preview, Topic, own
from brehon.core.guide import Guide
from brehon.core.palette import Palette
from brehon.core.primer import Picture, Term
from brehon.core.text import N_, Message, Seat, Speaker
from brehon.core.vocabulary import Vocabulary
from brehon.core.witness import Witness
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import events as e
from brehon.games.fallen_kingdoms import forms, previews, primer, story, svg_words, words
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import (
    BUILDING_GLORY,
    BUILDINGS,
    FORMS,
    GODS,
    KNOWLEDGE,
    MATHEMATICS,
    N_BUILDINGS,
    N_RUMORS,
    PAIRS,
    PORTS,
    RESOURCES,
    RUMORS,
    TRACKS,
    TRIPLES,
    members,
    size,
)
from brehon.games.fallen_kingdoms.scoring import ranks
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_words import BUILDING_NAMES, GOD_NAMES, LORE_NAMES
from brehon.games.fallen_kingdoms.view import FallenView

if TYPE_CHECKING:
    from rich.console import RenderableType


@final
class FallenFace(Face):
    """The pictures and words of Fallen Kingdoms."""

    requests = svg_words.REQUESTS

    def search_speed(self) -> int:
        return 500

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        from brehon.games.fallen_kingdoms import svg

        return svg.board(own(rules, FallenRules), own(view, FallenView), offers, say, narrow=narrow)

    def seats(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> str:
        from brehon.games.fallen_kingdoms import svg

        return svg.seats(own(rules, FallenRules), own(view, FallenView), say)

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> RenderableType:
        from brehon.games.fallen_kingdoms import terminal

        return terminal.table(own(rules, FallenRules), own(view, FallenView), offers, say)

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        v = own(view, FallenView)
        kind = rules.space.kind_of[action]
        if kind not in words.CHANCE_TEXTS:
            return svg_words.action(own(rules, FallenRules), v, action)
        arg = rules.space.arg(action)
        text = words.CHANCE_TEXTS[kind]
        if kind == a.GOD_CARD:
            return Message(text, god=Message(GOD_NAMES[arg]))
        if kind == a.SECOND:
            return Message(text, seat=Seat(arg))
        if kind == a.LORE_CARD:
            return Message(text, lore=Message(LORE_NAMES[arg]))
        if kind == a.TILE:
            return Message(text, building=Message(BUILDING_NAMES[arg]))
        if kind == a.RUMOR:
            return Message(text, rumor=RUMORS[arg])
        dice = (arg + 1,) if kind == a.DIE else PAIRS[arg] if kind == a.DICE else TRIPLES[arg]
        return Message(text, dice=" ".join(map(str, dice)))

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        r = own(rules, FallenRules)
        kind = event.kind
        seat = Seat(event.seat)
        if kind == e.GLORY:
            return Message(words.REASONS[event.b], seat=seat, n=event.a)
        if kind == e.HIDDEN_GLORY:
            return Message(words.HIDDEN_REASON, seat=seat)
        if kind == e.FIRST:
            if event.a == 0:
                return Message(N_("%(seat)s is the first player"), seat=seat)
            return Message(N_("Round %(a)s begins with %(seat)s"), seat=seat, a=event.a)
        if kind == e.ROLLED:
            dice = " ".join(str(event.a))
            text = N_("%(seat)s has rolled again: %(dice)s") if event.c else N_("%(seat)s rolls %(dice)s")
            return Message(text, seat=seat, dice=dice)
        if kind == e.RETREATED:
            return words.retreat(r, event)
        if kind == e.TEMPLE_LOST:
            if event.b < 0:
                return Message(
                    N_("The temple of %(seat)s in %(city)s is gone"), seat=seat, city=words.city_name(r, event.a)
                )
            text = N_("%(other)s destroys the temple of %(seat)s in %(city)s")
            return Message(text, seat=seat, city=words.city_name(r, event.a), other=Seat(event.b))
        if kind == e.INVADES:
            if event.a < 0:
                return Message(N_("%(seat)s invades"), seat=seat)
            return Message(N_("%(seat)s surrenders to %(other)s and invades"), seat=seat, other=Seat(event.a))
        if kind not in words.TEXTS:  # the order of invasion is shown as a picture, not in words
            return None
        return Message(words.TEXTS[kind], **words.arguments(r, event, words.TEXTS[kind]))

    def status(self, rules: Ruleset, view: View) -> Message:
        v = own(view, FallenView)
        head = svg_words.headline(own(rules, FallenRules), v)
        if v.round == 0:
            return head
        return Message(N_("Round %(round)s. %(head)s"), round=v.round, head=head)

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        v = own(view, FallenView)
        seats = range(v.n_seats)
        built = (v.built[0] | v.built[1] | v.built[2]) & ~v.temples
        squares = [size(v.held[s] & v.map.squares) * (v.access[s] >> MATHEMATICS & 1) for s in seats]
        ports = [size(v.held[s] & v.map.ports) * (v.access[s] >> PORTS & 1) for s in seats]
        lines = [
            Line(Message(N_("Each turn: cities")), [size(v.held[s]) for s in seats], "FK-12.1"),
            Line(
                Message(N_("Each turn: buildings")),
                [BUILDING_GLORY * size(v.held[s] & built) for s in seats],
                "FK-12.2",
            ),
        ]
        if any(squares):
            lines.append(Line(Message(N_("Each turn: square icons")), squares, "FK-12.3"))
        if any(ports):
            lines.append(Line(Message(N_("Each turn: ports")), ports, "FK-12.4"))
        cards = [sum(v.rumors[s * N_RUMORS : s * N_RUMORS + N_RUMORS]) for s in seats]
        lines.append(Line(Message(N_("Rumor cards, adjusted in the end")), cards, "FK-13.2"))
        lines.append(Line(Message(N_("Intimidation")), [v.intimidation(s) for s in seats], "FK-8.29"))
        if v.hides_scores:
            label = Message(N_("Glory (of the others only what is left on the track)"))
            lines.append(Line(label, v.score[:], "FK-17.1", is_total=True))
        else:
            lines.append(Line(Message(N_("Glory")), v.score[:], "FK-13.9", is_total=True))
        return lines

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        v = own(view, FallenView)
        space = rules.space
        city_kinds = list(words.CITIES_ON_MAP.get(v.phase, []))
        kinds = list(words.WHOLE_KINDS.get(v.phase, []))
        if v.phase == st.GOD:
            if v.power in words.CITY_POWERS:
                city_kinds.append(words.CITY_POWERS[v.power])
            else:
                kinds.append(words.POWER_KINDS.get(v.power, a.POWER))
        found = [space.first[kind] + number for kind in city_kinds for number in v.map.ids]
        for kind in kinds:
            found += [number for number in range(space.first[kind], space.size) if space.kind_of[number] == kind]
        if v.phase == st.TAKE_BUILDING and v.table.switches.may_decline:
            found.append(space.first[a.PASS])
        if v.phase == st.CHOOSE_GOD and v.seat >= 0:
            found += [space.first[a.CHOOSE] + god for god in v.dealt[2 * v.seat : 2 * v.seat + 2] if god >= 0]
        if v.phase in (st.TAKE_LORE, st.NORNS_SWAP):
            kind = a.LEARN if v.phase == st.TAKE_LORE else a.SWAP
            found += [space.first[kind] + card for card in v.display]
        if v.phase == st.NORNS_KEEP:
            found += [space.first[a.KEEP] + card for card in v.drawn if card >= 0]
        if v.phase in (st.MOVE_SEND, st.WINDOW_SEND):
            found += [space.first[a.SEND] + n for n in range(v.units[v.place])]
        if v.phase == st.ADVANCE:
            found += [space.first[a.ADVANCE] + n for n in range(v.units[v.place] + 1)]
        return sorted({number for number in found if number < space.size})

    def topics(self) -> list[Topic]:
        return [
            Topic("battles", N_("Battles"), list(range(e.MARCHED, e.FELL + 1))),
            Topic("glory", N_("Glory"), [e.GLORY, e.HIDDEN_GLORY, e.PAID, e.RECEIVED]),
            Topic("invasion", N_("Invasion"), list(range(e.INVADES, e.SETTLED + 1))),
        ]

    def terms(self) -> list[Term]:
        return primer.TERMS

    def pictures(self) -> list[Picture]:
        return primer.PICTURES

    def guide(self) -> Guide:
        from brehon.games.fallen_kingdoms.guide import GUIDE

        return GUIDE

    def palette(self) -> Palette:
        from brehon.games.fallen_kingdoms.glyphs import PALETTE

        return PALETTE

    def vocabulary(self, rules: Ruleset) -> Vocabulary:
        from brehon.games.fallen_kingdoms.vocabulary import VOCABULARY

        return VOCABULARY

    def witness(self, rules: Ruleset) -> Witness:
        from brehon.games.fallen_kingdoms.witness import FallenWitness

        return FallenWitness(rules)

    def form(self, rules: Ruleset, view: View) -> Form | None:
        return forms.form_of(own(rules, FallenRules), own(view, FallenView))

    def recall(self, view: View, form: Form, past: Iterator[Event]) -> Form:
        return forms.recall(own(view, FallenView), form, past)

    def group(self, rules: Ruleset, view: View, action: int) -> Message | None:
        return story.group(rules.space.kind_of[action])

    def preview(self, rules: Ruleset, view: View, action: int) -> Preview:
        return previews.preview(own(rules, FallenRules), own(view, FallenView), action)

    def is_on_board(self, rules: Ruleset, view: View) -> bool:
        return own(view, FallenView).phase != st.PATH  # a telephone has no room for the paths of large maps

    def figures(self, rules: Ruleset, view: View) -> list[list[Figure]]:
        return story.figures(own(view, FallenView))

    def heading(self, rules: Ruleset, event: Event) -> Message | None:
        return story.heading(event)

    def marks(self, rules: Ruleset, event: Event) -> list[str]:
        return story.marks(own(rules, FallenRules), event)

    def way(self, rules: Ruleset, view: View, action: int) -> tuple[str, str] | None:
        return story.way(own(rules, FallenRules), own(view, FallenView), action)

    def account(self, rules: Ruleset, view: View, events: list[Event]) -> list[Line]:
        v = own(view, FallenView)
        earned = [[0] * v.n_seats for _ in words.ACCOUNT]
        for event in events:
            if event.kind == e.GLORY:
                earned[event.b][event.seat] += event.a
        lines = [
            Line(Message(text), row, rule) for (text, rule), row in zip(words.ACCOUNT, earned, strict=True) if any(row)
        ]
        return [*lines, Line(Message(N_("Glory")), v.score[:], "FK-13.9", is_total=True)]

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        v = own(view, FallenView)
        return {
            "round": v.round,
            "phase": words.PHASE_NAMES[v.phase],
            "to_move": v.to_move() if v.to_move() >= 0 else None,
            "active": v.active if v.round else None,
            "first_player": v.marker if v.marker >= 0 else None,
            "map": _map(own(rules, FallenRules), v),
            "cities": [_city(own(rules, FallenRules), v, city) for city in v.map.order],
            "seats": [_seat(own(rules, FallenRules), v, seat) for seat in range(v.n_seats)],
            "cards": _cards(v),
            "intimidation_order": v.intimidation_order() if v.marker >= 0 else None,
            "invasion_order": v.order,
            "orders": [_order(own(rules, FallenRules), v, order) for order in v.orders],
            "battle": _battle(own(rules, FallenRules), v),
            "scores_hidden": v.hides_scores,
            "places": ranks(v.score) if v.to_move() == OVER else None,
        }


# -- plain data for programs


def _key(rules: FallenRules, v: FallenView, city: int) -> str | None:
    assert isinstance(rules.components, TileFile)
    return rules.components.tiles.cities[v.map.ids[city]].key if 0 <= city < v.map.n_cities else None


def _keys(rules: FallenRules, v: FallenView, mask: int) -> list[str | None]:
    return [_key(rules, v, city) for city in members(mask)]


def _seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _map(rules: FallenRules, v: FallenView) -> dict[str, object]:
    assert isinstance(rules.components, TileFile)
    names = rules.components.tiles.lay_names
    paths = [
        {"number": i + 1, "city": _key(rules, v, city), "flag": _seat_or_none(v.flags[i])}
        for i, city in enumerate(v.map.path_city)
    ]
    return {"tiles": [names[lay] for lay in v.map.tiles or v.laid], "columns": v.map.columns, "paths": paths}


def _city(rules: FallenRules, v: FallenView, city: int) -> dict[str, object]:
    assert isinstance(rules.components, TileFile)
    printed = rules.components.tiles.cities[v.map.ids[city]]
    building = next((BUILDINGS[b] for b in range(N_BUILDINGS) if v.built[b] >> city & 1), None)
    return {
        "id": printed.key,
        "name": printed.name,
        "owner": _seat_or_none(v.owner[city]),
        "units": v.units[city],
        "building": building,
        "temple": next((seat for seat in range(v.n_seats) if v.temple[seat] == city), None),
        "resource": RESOURCES[printed.resource] if printed.resource >= 0 else None,
        "form": FORMS[printed.form] if printed.resource >= 0 else None,
        "port": v.map.sea_of[city] >= 0,
        "sea": _seat_or_none(v.map.sea_of[city]),
        "roads": _keys(rules, v, v.map.road[city]),
        "routes": _keys(rules, v, v.map.route[city]),
    }


def _lore(packed: int) -> list[str]:
    return [word for card, word in enumerate(KNOWLEDGE) for _ in range(packed >> 2 * card & 3)]


def _known(cards: list[int]) -> list[str | None]:
    return [KNOWLEDGE[card] if card >= 0 else None for card in cards]


def _seat(rules: FallenRules, v: FallenView, seat: int) -> dict[str, object]:
    at = seat * N_RUMORS
    rumors = [RUMORS[i] for i in range(N_RUMORS) for _ in range(v.rumors[at + i])]
    return {
        "seat": seat,
        "god": GODS[v.god[seat]] if v.god[seat] >= 0 else None,
        "god_cards": [GODS[god] for god in v.dealt[2 * seat : 2 * seat + 2] if god >= 0],
        "score": v.score[seat],
        "tracks": {TRACKS[i]: v.tracks[seat * 3 + i] for i in range(len(TRACKS))},
        "reserve": v.reserve[seat],
        "sheet": {
            "units": v.sheet[seat],
            "buildings": {BUILDINGS[b]: v.waiting[seat * N_BUILDINGS + b] for b in range(N_BUILDINGS)},
        },
        "cities": _keys(rules, v, v.held[seat]),
        "temple": _key(rules, v, v.temple[seat]),
        "knowledge": _lore(v.private[seat]),
        "access": [word for card, word in enumerate(KNOWLEDGE) if v.access[seat] >> card & 1],
        "on_god_card": KNOWLEDGE[v.lent[seat]] if v.lent[seat] >= 0 else None,
        "rumors": rumors,
        "intimidation": v.intimidation(seat),
        "invader": v.invaders >> seat & 1 == 1,
    }


def _cards(v: FallenView) -> dict[str, object]:
    return {
        "public": [word for card, word in enumerate(KNOWLEDGE) if v.public >> card & 1],
        "display": _known(v.display),
        "knowledge_deck": v.deck,
        "knowledge_bottom": _known(v.bottom),
        "knowledge_unseen": _lore(v.pool),
        "drawn": _known(v.drawn),
        "buildings": [BUILDINGS[tile] for tile in v.market],
        "building_stack": v.stack,
        "buildings_unseen": {BUILDINGS[b]: v.tiles[b] for b in range(N_BUILDINGS)} if v.tiles else {},
        "rumor_deck": v.rumor_left,
        "rumor_top": RUMORS[v.rumor_top] if v.rumor_top >= 0 else None,
    }


def _order(rules: FallenRules, v: FallenView, order: int) -> dict[str, object]:
    return {"from": _key(rules, v, order >> 12), "to": _key(rules, v, order >> 6 & 63), "units": order & 63}


def _battle(rules: FallenRules, v: FallenView) -> dict[str, object] | None:
    """The current battle, rampage or strike."""
    if v.target < 0 or v.stage == 0 or v.round == 0:
        return None
    return {
        "city": _key(rules, v, v.target),
        "attacker": v.active,
        "defender": _seat_or_none(v.defender),
        "stage": v.stage,
        "dice": [int(digit) for digit in str(v.dice)] if v.dice else [],
        "rolls": v.rolls,
        "missed": v.miss,
        "attackers": sum(order & 63 for order in v.orders if order >> 6 & 63 == v.target),
        "defenders": v.units[v.target],
    }


FACE: Final = FallenFace()
