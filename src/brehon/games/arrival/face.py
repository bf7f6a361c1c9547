"""How The Arrival shows itself: the door to its pictures (svg.py, terminal.py) and its words (words.py, log.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import OVER, Event, Ruleset, View
from brehon.core.face import Face, Line, Offers, Topic
from brehon.core.facts import Witness
from brehon.core.text import N_, Message, Speaker
from brehon.games.arrival import events, log, words
from brehon.games.arrival.data import (
    BACKS,
    CARDS_EACH,
    N_SECTIONS,
    N_SPECIES,
    N_SYMBOLS,
    SECTIONS,
    SPECIES,
    SYMBOLS,
    THREATS,
    TRIBE_COLOURS,
    TRIBES,
    copies,
)
from brehon.games.arrival.scoring import bonus, count_dark, count_forts, elements, is_overrun, ranks, totals
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import (
    BLOCK,
    DRAW,
    FACE_DOWN,
    KEEP,
    LAST_OF_CHANCE,
    MASTER,
    MIGRATE,
    OGAM,
    PORT,
    RUSE,
    TAKE,
    TURN,
    Arrival,
)
from brehon.games.arrival.view import ArrivalView

if TYPE_CHECKING:
    from rich.console import RenderableType

PHASE_NAMES: Final = {  # for programs
    PORT: "port", DRAW: "draw", BLOCK: "block", OGAM: "ogam", TAKE: "take", TURN: "turn", RUSE: "ruse", MIGRATE: "migrate",
    KEEP: "keep", MASTER: "master-builder",
}  # fmt: skip


@final
class ArrivalFace(Face):
    """The pictures and words of The Arrival."""

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        from brehon.games.arrival import svg

        return svg.board(_rules(rules), _view(view), offers, say, narrow=narrow)

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> RenderableType:
        from brehon.games.arrival import terminal

        return terminal.table(_rules(rules), _view(view), offers, say)

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        return words.action(_rules(rules), _view(view), action)

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        return log.event(_rules(rules), event)

    def status(self, rules: Ruleset, view: View) -> Message:
        return words.status(_view(view))

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        return words.score_sheet(_view(view))

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        return words.shown(_view(view))

    def topics(self) -> list[Topic]:
        fights = [events.SPREAD, events.DESTROYED, events.APPEARED, events.REPELLED, events.REWARD, events.TROPHY]
        return [
            Topic("fights", N_("Fomori and fights"), fights),
            Topic("building", N_("Building"), [events.BUILT, events.SHIELDED, events.MASTER_BUILT, events.MASTER_DONE]),
            Topic("earth", N_("Cards and blocked sections"), [events.REVEALED, events.BLOCKED, events.OGAM]),
        ]

    def witness(self, rules: Ruleset) -> Witness:
        from brehon.games.arrival.facts import ArrivalWitness

        return ArrivalWitness(rules)

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        v = _view(view)
        s = v.known()
        is_over = v.to_move() == OVER
        names = v.table.island.names
        return {
            "round": v.round,
            "rounds": v.table.rounds,
            "corruption_limit": v.table.limit,
            "limit_reached": v.flag == 1,
            "phase": "over" if is_over else "chance" if v.phase <= LAST_OF_CHANCE else PHASE_NAMES[v.phase],
            "to_move": v.to_move() if v.to_move() >= 0 else None,
            "movers": [seat for seat in range(v.n_seats) if v.movers() >> seat & 1],
            "actions_left": v.todo,
            "tiles_owed": max(0, v.owed),
            "first_choice": names[v.target] if v.target >= 0 else None,
            "starting_player": v.starter if v.starter >= 0 else None,
            "next_starting_player": v.next_starter if v.next_starter >= 0 and v.round else None,
            "locations": [_location(v, s, place) for place in range(len(names))],
            "provinces": [_province(v, province) for province in range(v.table.island.n_provinces)],
            "leaders": [_leader(v, s, seat) for seat in range(v.n_seats)],
            "display": _tiles(v, v.display),
            "used_tiles": _tiles(v, v.used),
            "face_down_tiles": _tiles(v, s.face_down_tiles()),
            "stacks": [
                {"size": size, "back": BACKS[top] if top >= 0 else None}
                for size, top in zip(v.sizes, v.tops, strict=True)
            ],
            "discarded_cards": _discarded(v),
            "supply": {"swords": v.swords_left, "shields": v.shields_left, "fomori": s.in_supply()},
            "hidden_fomori": {SPECIES[species]: v.hidden[species] for species in range(N_SPECIES)},
            "discarded_fomori": {SPECIES[species]: v.discard[species] for species in range(N_SPECIES)},
            "fomori_locations": count_dark(s),
            "fortified_locations": count_forts(s),
            "overrun": is_overrun(s),
            "scores": totals(s),
            "places": ranks(s) if is_over else None,
        }


def _view(view: View) -> ArrivalView:
    assert isinstance(view, ArrivalView)
    return view


def _rules(rules: Ruleset) -> ArrivalRules:
    assert isinstance(rules, ArrivalRules)
    return rules


# -- plain data for programs


def _location(v: ArrivalView, s: Arrival, place: int) -> dict[str, object]:
    island = v.table.island
    province, threat, owner = island.province[place], s.threat(place), s.owner(place)
    return {
        "id": island.names[place],
        "province": v.table.box.province_names[province] if province >= 0 else None,
        "port": island.ports >> place & 1 == 1,
        "connected": [island.names[other] for other in range(island.n_places) if island.links[place] >> other & 1],
        "owner": owner if owner >= 0 else None,
        "discs": s.level(place),
        "threat": THREATS[threat] if threat >= 0 else None,
    }


def _province(v: ArrivalView, province: int) -> dict[str, object]:
    box = v.table.box
    return {
        "id": box.province_names[province],
        "colour": box.colour_names[box.colour[province]],
        "bonus": box.bonus[province],
        "shields": v.guards[province],
    }


def _tiles(v: ArrivalView, pile: int) -> list[str]:
    return [v.table.box.tile_names[tile] for tile in range(v.table.box.n_tiles) for _ in range(copies(pile, tile))]


def _card(v: ArrivalView, card: int) -> dict[str, object]:
    """A card in front of a leader: its back, or all of it once it lies face-up."""
    deck = v.table.deck
    if card <= FACE_DOWN:
        return {"id": None, "back": BACKS[FACE_DOWN - card], "sections": None}
    sections = {}
    for section in range(N_SECTIONS):
        amounts = [deck.amount(card, section, symbol) for symbol in range(N_SYMBOLS)]
        sections[SECTIONS[section]] = {SYMBOLS[symbol]: n for symbol, n in enumerate(amounts) if n}
    return {"id": deck.names[card], "back": BACKS[deck.backs[card]], "sections": sections}


def _discarded(v: ArrivalView) -> list[str]:
    deck = v.table.deck
    in_front = {card for card in v.rows if card >= 0}
    return [deck.names[card] for card in range(deck.n_cards) if not v.unseen >> card & 1 and card not in in_front]


def _leader(v: ArrivalView, s: Arrival, seat: int) -> dict[str, object]:
    row = v.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]
    blocked = [SECTIONS[section] for section in range(N_SECTIONS) if v.blocked[seat] >> section & 1]
    return {
        "seat": seat,
        "tribe": TRIBES[seat],
        "colour": TRIBE_COLOURS[seat],
        "fame": v.fame[seat],
        "fame_earned": v.earned[seat] if v.earned else None,
        "corruption": v.corruption[seat],
        "discs": v.discs[seat],
        "discs_in_general_supply": v.stock[seat],
        "swords": v.swords[seat],
        "shields": v.shields[seat],
        "fomori": v.held[seat],
        "tiles": _tiles(v, v.tiles[seat]),
        "collected_discs": v.saved[seat],
        "trophies": v.trophies[seat],
        "used_trophies": v.spent[seat],
        "forts": v.forts[seat].bit_count(),
        "bonus": bonus(s, seat),
        "elements": elements(s, seat),
        "passed": v.passed >> seat & 1 == 1,
        "cards": [_card(v, card) for card in row if card != -1],
        "blocked": blocked,
        "has_chosen_in_secret": v.has_sealed(seat),
        "own_secret_choice": SECTIONS[v.sealed[seat]] if v.sealed[seat] >= 0 else None,
    }


FACE: Final = ArrivalFace()
