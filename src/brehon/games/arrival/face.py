"""How The Arrival is shown: the entry point to its pictures (svg.py, terminal.py) and its words (words.py, log.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import OVER, Event, Ruleset, View
from brehon.core.face import Ending, Face, Figure, Line, Offers, Preview, Topic, own
from brehon.core.guide import Guide
from brehon.core.nouns import counted
from brehon.core.palette import Palette
from brehon.core.primer import Picture, Term
from brehon.core.text import N_, NN_, Message, Seat, Speaker
from brehon.core.vocabulary import Vocabulary
from brehon.core.witness import Witness
from brehon.games.arrival import actions, deciding, events, log, words
from brehon.games.arrival import state as st
from brehon.games.arrival.data import (
    BACK_WORDS,
    BACKS,
    CARDS_EACH,
    ELEMENTS,
    N_SECTIONS,
    N_SPECIES,
    N_SYMBOLS,
    SECTIONS,
    SPECIES,
    SYMBOLS,
    THREATS,
    TRIBES,
    copies,
)
from brehon.games.arrival.nouns import ITEMS
from brehon.games.arrival.scoring import (
    bonus,
    count_dark,
    count_forts,
    elements,
    final_corruption,
    final_fame,
    is_overrun,
    ranks,
    tiebreak_fame,
    totals,
)
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.view import ArrivalView

if TYPE_CHECKING:
    from rich.console import RenderableType

PHASE_NAMES: Final = {  # for programs
    st.PORT: "port", st.DRAW: "draw", st.BLOCK: "block", st.OGAM: "ogam", st.TAKE: "take", st.TURN: "turn", st.RUSE: "ruse", st.MIGRATE: "migrate",
    st.KEEP: "keep", st.MASTER: "master-builder",
}  # fmt: skip


@final
class ArrivalFace(Face):
    """The pictures and words of The Arrival."""

    requests = words.REQUESTS

    def search_speed(self) -> int:
        return 800

    def guide(self) -> Guide:
        from brehon.games.arrival.guide import GUIDE

        return GUIDE

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        from brehon.games.arrival import svg

        return svg.board(own(rules, ArrivalRules), own(view, ArrivalView), offers, say, narrow=narrow)

    def seats(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> str:
        from brehon.games.arrival import svg

        return svg.seats(own(rules, ArrivalRules), own(view, ArrivalView), say)

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> RenderableType:
        from brehon.games.arrival import terminal

        return terminal.table(own(rules, ArrivalRules), own(view, ArrivalView), offers, say)

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        r, v = own(rules, ArrivalRules), own(view, ArrivalView)
        kind, argument = r.space.kind_of[action], r.space.arg(action)
        if kind in (actions.BUILD, actions.SPREAD, actions.REPEL):
            return words.place_action(r, v.known(), kind, argument)
        if kind in (actions.TAKE, actions.USE, actions.SHOW_TILE):
            return words.tile_action(r, v, kind, argument)
        if kind in (actions.RUSE, actions.RUSE_WITH, actions.MIGRATE, actions.MIGRATE_WITH, actions.PORT):
            place = r.island.port_list[argument] if kind == actions.PORT else argument
            return Message(words.PLACE_ACTIONS[kind], place=words.place_name(r, place))
        if kind == actions.SHIELD:
            return Message(N_("Place a shield in %(province)s"), province=words.province_name(r, argument))
        if kind == actions.DRAW:
            if v.tops[argument] < 0:
                return Message(N_("Draw from stack %(stack)s"), stack=argument + 1)
            back = Message(BACK_WORDS[v.tops[argument]])
            return Message(N_("Draw from stack %(stack)s: more %(goods)s"), stack=argument + 1, goods=back)
        if kind == actions.BLOCK:
            return Message(N_("Block the %(section)s section"), section=Message(SECTIONS[argument]))
        return words.other_action(r, kind, argument)

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        r = own(rules, ArrivalRules)
        if event.kind in log.NUMBERS:
            return Message(log.NUMBERS[event.kind], player=Seat(event.seat), a=event.a, b=event.b, c=event.c)
        if event.kind in log.EARNED or event.kind == events.FOMORI:
            return log.earning_event(event)
        if event.kind in (events.TILE_SHOWN, events.TOOK, events.USED):
            return log.tile_event(r, event)
        if event.kind in (events.BUILT, events.MASTER_BUILT, events.LANDED, events.SHIELDED):
            return log.build_event(r, event)
        if event.kind in (events.BACK_SHOWN, events.DREW, events.REVEALED, events.BLOCKED, events.OGAM):
            return log.card_event(r, event)
        if event.kind in (events.PASSED, events.KEPT, events.REWARD, events.TURN):
            return log.turn_event(event)
        return log.map_event(r, event)

    def status(self, rules: Ruleset, view: View) -> Message:
        v = own(view, ArrivalView)
        if v.to_move() == OVER:
            return words.result(v)
        if v.round == 0 and v.phase != st.PORT:
            return Message(N_("Setting up the table"))
        if v.round == 0:
            return Message(N_("Setup: %(player)s chooses a port to land at"), player=Seat(v.active))
        part = Message(words.PART_WORDS.get(v.phase, N_("chance")))
        text = N_("Round %(round)s of %(rounds)s, %(part)s: %(task)s")
        if v.flag:
            text = N_("Round %(round)s, the last because the corruption limit is reached, %(part)s: %(task)s")
        return Message(text, round=v.round, rounds=v.table.rounds, part=part, task=words.task(v))

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        v = own(view, ArrivalView)
        s = v.known()
        seats, is_over = range(v.n_seats), v.to_move() == OVER
        spare = [elements(s, seat) // ELEMENTS for seat in seats]
        have = [counted(ITEMS, elements(s, seat)) for seat in seats]
        if is_overrun(s):
            ties = [Message(words.TIE_WORDS[v.table.earned_total], fame=tiebreak_fame(s, seat)) for seat in seats]
            return [
                Line(Message(N_("Corruption")), [-s.corruption[seat] for seat in seats], "AR-18.5"),
                Line(Message(N_("Less for every three items and tiles")), [min(spare[i], s.corruption[i]) for i in seats], "AR-18.4", notes=have),
                Line(Message(words.OVERRUN_TOTALS[is_over]), totals(s), "AR-18.5", is_total=True, notes=ties),
            ]  # fmt: skip
        ties = [Message(N_("corruption breaks ties: %(corruption)s"), corruption=s.corruption[seat]) for seat in seats]
        return [
            Line(Message(N_("Fame")), list(s.fame), "AR-18.9"),
            Line(Message(N_("Forts in provinces")), [bonus(s, seat) for seat in seats], "AR-18.7"),
            Line(Message(N_("For every three items and tiles")), spare, "AR-18.8", notes=have),
            Line(Message(words.PREVAILED_TOTALS[is_over]), totals(s), "AR-18.9", is_total=True, notes=ties),
        ]

    def group(self, rules: Ruleset, view: View, action: int) -> Message | None:
        return deciding.group(own(rules, ArrivalRules), own(view, ArrivalView), action)

    def preview(self, rules: Ruleset, view: View, action: int) -> Preview:
        return deciding.preview(own(rules, ArrivalRules), own(view, ArrivalView), action)

    def is_on_board(self, rules: Ruleset, view: View) -> bool:
        return deciding.is_on_board(own(view, ArrivalView))

    def figures(self, rules: Ruleset, view: View) -> list[list[Figure]]:
        v = own(view, ArrivalView)
        return [
            [
                Figure(Message(N_("fame")), v.fame[seat]),
                Figure(Message(N_("corruption")), v.corruption[seat], v.table.limit),
                Figure(Message(NN_("fort", "forts"), n=forts), forts),
                Figure(Message(N_("Fomori")), v.held[seat]),
            ]
            for seat, forts in enumerate(mask.bit_count() for mask in v.forts)
        ]

    def endings(self, rules: Ruleset, view: View) -> list[Ending]:
        v = own(view, ArrivalView)
        s = v.known()
        seats = range(v.n_seats)
        return [
            Ending(Message(N_("If the tribes hold")), [final_fame(s, seat) for seat in seats], Message(words.ENDINGS[True, True])),
            Ending(Message(N_("If they are overrun")), [-final_corruption(s, seat) for seat in seats], Message(words.ENDINGS[True, False])),
        ]  # fmt: skip

    def heading(self, rules: Ruleset, event: Event) -> Message | None:
        return log.heading(event)

    def marks(self, rules: Ruleset, event: Event) -> list[str]:
        return log.marks(own(rules, ArrivalRules), event)

    def way(self, rules: Ruleset, view: View, action: int) -> tuple[str, str] | None:
        return log.way(own(rules, ArrivalRules), own(view, ArrivalView), action)

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        v = own(view, ArrivalView)
        t = v.table
        island = t.island
        places = range(island.n_places)
        if v.phase == st.PORT:
            return list(range(t.port, t.draw))
        if v.phase in (st.DRAW, st.BLOCK, st.OGAM):
            first, end = {st.DRAW: (t.draw, t.block), st.BLOCK: (t.block, t.ogam), st.OGAM: (t.ogam, t.take)}[v.phase]
            return list(range(first, end))
        if v.phase == st.TAKE:
            return [t.take + tile for tile in range(t.box.n_tiles) if copies(v.display, tile)]
        if v.phase == st.RUSE:
            return [t.ruse_with + place for place in places if v.dark >> place & 1]
        if v.phase == st.MIGRATE:
            return [t.migrate_with + place for place in range(island.n_main) if v.built >> place & 1]
        if v.phase == st.KEEP:
            return list(range(t.keep, t.stop))
        if v.phase == st.MASTER:
            return [*range(t.build, t.shield), t.stop]
        return words.shown_in_turn(v) if v.phase == st.TURN else []

    def topics(self) -> list[Topic]:
        fights = [events.SPREAD, events.DESTROYED, events.APPEARED, events.REPELLED, events.REWARD, events.TROPHY]
        return [
            Topic("fights", N_("Fomori and fights"), fights),
            Topic("building", N_("Building"), [events.BUILT, events.SHIELDED, events.MASTER_BUILT, events.MASTER_DONE]),
            Topic("earth", N_("Cards and blocked sections"), [events.REVEALED, events.BLOCKED, events.OGAM]),
        ]

    def terms(self) -> list[Term]:
        from brehon.games.arrival.primer import TERMS

        return TERMS

    def pictures(self) -> list[Picture]:
        from brehon.games.arrival.primer import PICTURES

        return PICTURES

    def palette(self) -> Palette:
        from brehon.games.arrival.svg_tokens import PALETTE

        return PALETTE

    def vocabulary(self, rules: Ruleset) -> Vocabulary:
        from brehon.games.arrival.vocabulary import VOCABULARY

        return VOCABULARY

    def witness(self, rules: Ruleset) -> Witness:
        from brehon.games.arrival.witness import ArrivalWitness

        return ArrivalWitness(rules)

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        v = own(view, ArrivalView)
        s = v.known()
        is_over = v.to_move() == OVER
        names = v.table.island.names
        return {
            "round": v.round,
            "rounds": v.table.rounds,
            "corruption_limit": v.table.limit,
            "limit_reached": v.flag == 1,
            "phase": "over" if is_over else "chance" if v.phase <= st.LAST_OF_CHANCE else PHASE_NAMES[v.phase],
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


# -- plain data for programs


def _location(v: ArrivalView, s: st.Arrival, place: int) -> dict[str, object]:
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
    """A card in front of a leader: its back, or all of it once it is face-up."""
    deck = v.table.deck
    if card <= st.FACE_DOWN:
        return {"id": None, "back": BACKS[st.FACE_DOWN - card], "sections": None}
    sections = {}
    for section in range(N_SECTIONS):
        amounts = [deck.amount(card, section, symbol) for symbol in range(N_SYMBOLS)]
        sections[SECTIONS[section]] = {SYMBOLS[symbol]: n for symbol, n in enumerate(amounts) if n}
    return {"id": deck.names[card], "back": BACKS[deck.backs[card]], "sections": sections}


def _discarded(v: ArrivalView) -> list[str]:
    deck = v.table.deck
    in_front = {card for card in v.rows if card >= 0}
    return [deck.names[card] for card in range(deck.n_cards) if not v.unseen >> card & 1 and card not in in_front]


def _leader(v: ArrivalView, s: st.Arrival, seat: int) -> dict[str, object]:
    row = v.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]
    blocked = [SECTIONS[section] for section in range(N_SECTIONS) if v.blocked[seat] >> section & 1]
    return {
        "seat": seat,
        "tribe": TRIBES[seat].name,
        "colour": TRIBES[seat].colour,
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
