"""How Fallen Kingdoms shows itself: the door to its pictures (svg.py, terminal.py) and its words (words.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import OVER, Event, Ruleset, View
from brehon.core.face import Face, Form, Line, Offers, Topic
from brehon.core.facts import Witness
from brehon.core.text import N_, Message, Speaker
from brehon.games.fallen_kingdoms import events, forms, words
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import (
    BUILDINGS,
    FORMS,
    GODS,
    KNOWLEDGE,
    N_BUILDINGS,
    N_RUMORS,
    RESOURCES,
    RUMORS,
    TRACKS,
    members,
)
from brehon.games.fallen_kingdoms.scoring import ranks
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.view import FallenView

if TYPE_CHECKING:
    from rich.console import RenderableType

# names of the phases for programs, in the order of state.py
PHASE_NAMES: Final = [
    "steps",
    "laying",
    "deal-god",
    "deal-second",
    "choose-god",
    "deal-knowledge",
    "deal-tile",
    "turn-rumor",
    "start",
    "god",
    "loki-refuge",
    "loki-source",
    "forseti-with",
    "forseti-ask",
    "norns-draw",
    "norns-keep",
    "norns-swap",
    "take-building",
    "take-knowledge",
    "spending",
    "which-building",
    "site",
    "place-unit",
    "move",
    "move-to",
    "move-send",
    "pick-battle",
    "window",
    "window-send",
    "attack",
    "defend",
    "combat",
    "reroll",
    "casualty",
    "detach",
    "withdraw",
    "victory",
    "rampage",
    "advance",
    "invade",
    "surrender",
    "replace",
    "strip",
    "strip-to",
    "path",
    "strike",
    "follow",
    "place-rest",
    "place-temple",
    "payer",
    "over",
]


@final
class FallenFace(Face):
    """The pictures and words of Fallen Kingdoms."""

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        from brehon.games.fallen_kingdoms import svg

        return svg.board(_rules(rules), _view(view), offers, say, narrow=narrow)

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> RenderableType:
        from brehon.games.fallen_kingdoms import terminal

        return terminal.table(_rules(rules), _view(view), offers, say)

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        return words.action(_rules(rules), _view(view), action)

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        return words.event(_rules(rules), event)

    def status(self, rules: Ruleset, view: View) -> Message:
        return words.status(_rules(rules), _view(view))

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        return words.score_sheet(_view(view))

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        return words.shown(_rules(rules), _view(view))

    def topics(self) -> list[Topic]:
        return [
            Topic("battles", N_("Battles"), list(range(events.MARCHED, events.FELL + 1))),
            Topic("glory", N_("Glory"), [events.GLORY, events.HIDDEN_GLORY, events.PAID, events.RECEIVED]),
            Topic("invasion", N_("Invasion"), list(range(events.INVADES, events.SETTLED + 1))),
        ]

    def witness(self, rules: Ruleset) -> Witness:
        from brehon.games.fallen_kingdoms.facts import FallenWitness

        return FallenWitness(rules)

    def form(self, rules: Ruleset, view: View) -> Form | None:
        return forms.form(_rules(rules), _view(view))

    def account(self, rules: Ruleset, view: View, events: list[Event]) -> list[Line]:
        return words.account(_view(view), events)

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        v = _view(view)
        return {
            "round": v.round,
            "phase": PHASE_NAMES[v.phase],
            "to_move": v.to_move() if v.to_move() >= 0 else None,
            "active": v.active if v.round else None,
            "first_player": v.marker if v.marker >= 0 else None,
            "map": _map(_rules(rules), v),
            "cities": [_city(_rules(rules), v, city) for city in v.map.order],
            "seats": [_seat(_rules(rules), v, seat) for seat in range(v.n_seats)],
            "cards": _cards(v),
            "intimidation_order": v.intimidation_order() if v.marker >= 0 else None,
            "invasion_order": v.order,
            "orders": [_order(_rules(rules), v, order) for order in v.orders],
            "battle": _battle(_rules(rules), v),
            "scores_hidden": v.hides_scores,
            "places": ranks(v.score) if v.to_move() == OVER else None,
        }


def _view(view: View) -> FallenView:
    assert isinstance(view, FallenView)
    return view


def _rules(rules: Ruleset) -> FallenRules:
    assert isinstance(rules, FallenRules)
    return rules


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
    """A battle, rampage or strike that is being fought."""
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
