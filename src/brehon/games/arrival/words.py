"""The words of The Arrival: names, buttons, status and score sheet. Every text is a message of the catalogue."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import OVER
from brehon.core.face import Line
from brehon.core.nouns import counted
from brehon.core.text import N_, Message, Seat
from brehon.games.arrival import actions
from brehon.games.arrival.actions import KEEPS
from brehon.games.arrival.components import BoxFile
from brehon.games.arrival.data import (
    BARD,
    CAULDRON,
    DISTANT_FAME,
    ELEMENTS,
    FIRST_PLAIN,
    LEVELS,
    MIGRATION,
    OUTPOST_FAME,
    RUSE,
    copies,
)
from brehon.games.arrival.nouns import DISCS, ITEMS, LOCATIONS, SHIELDS, SWORDS, TILES
from brehon.games.arrival.phases.reach import distant_reach, free_reach, free_sites, outposts, spread_cost
from brehon.games.arrival.phases.reasons import SECTION_WORDS, THREAT_WORDS
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import (
    bonus,
    count_dark,
    count_forts,
    elements,
    is_overrun,
    ranks,
    tiebreak_fame,
    totals,
)
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import (
    BLOCK,
    DRAW,
    KEEP,
    MASTER,
    MIGRATE,
    OGAM,
    PORT,
    TAKE,
    TURN,
    Arrival,
)
from brehon.games.arrival.state import RUSE as RUSE_PHASE
from brehon.games.arrival.view import ArrivalView

# the names of data.py as texts of the catalogue, in the same order
SYMBOL_WORDS: Final = [
    N_("discs"), N_("swords"), N_("shields"), N_("fame"), N_("2 fame per Broch or Caer"), N_("3 fame per Caer"), N_("tiles"), N_("Fomori")
]  # fmt: skip
BACK_WORDS: Final = [N_("discs"), N_("swords and shields"), N_("fame and tactics")]
TILE_WORDS: Final = [
    N_("Ogam's wisdom"), N_("Hour of the master-builder"), N_("Cú Chulainn's ruse"), N_("Big migration"),
    N_("Flight of the wild geese"), N_("Trail of the salmon"), N_("Lia Fáil, stone of fate"), N_("Emer's mercy"),
    N_("High walls"), N_("Sublime stronghold"), N_("Song of the bard"),
]  # fmt: skip
COLOUR_WORDS: Final = {
    "amber": N_("amber"), "heather": N_("heather"), "chalk": N_("chalk"), "slate": N_("slate"),
}  # fmt: skip
ISLE: Final = N_("Balor's Isle")
PART_WORDS: Final = {
    PORT: N_("landing"), DRAW: N_("drawing cards"), BLOCK: N_("blocking"), OGAM: N_("Ogam's wisdom"), TAKE: N_("tactic tiles"),
    TURN: N_("actions"), RUSE_PHASE: N_("actions"), MIGRATE: N_("actions"), KEEP: N_("passing"), MASTER: N_("master-builders"),
}  # fmt: skip


# -- names


def place_name(rules: ArrivalRules, place: int) -> str:
    """The name of a location as it is written on the map."""
    assert isinstance(rules.components, BoxFile)
    return rules.components.place_names[place]


def province_name(rules: ArrivalRules, province: int) -> str:
    assert isinstance(rules.components, BoxFile)
    return rules.components.province_names[province]


def colour_word(rules: ArrivalRules, colour: int) -> Message:
    """A tone of the provinces; the names of the built-in sets are in the catalogue, others are shown as they are."""
    name = rules.table.box.colour_names[colour]
    return Message(COLOUR_WORDS[name]) if name in COLOUR_WORDS else Message("%(name)s", name=name)


def isle_word(name: str = ISLE) -> Message:
    """The isle of the castles, under the name of the catalogue or under one of somebody's own map."""
    return Message(ISLE) if name == ISLE else Message("%(name)s", name=name)


def tile_name(rules: ArrivalRules, tile: int) -> Message:
    """A tile by its name; Cauldrons and Silver say what they count."""
    box = rules.table.box
    if tile < CAULDRON:
        return Message(TILE_WORDS[tile])
    if tile < box.silver:
        return Message(N_("Cauldron of Dagda: %(province)s"), province=province_name(rules, tile - CAULDRON))
    return Message(N_("Silver in the hills: %(colour)s"), colour=colour_word(rules, tile - box.silver))


def listed(seats: list[Seat]) -> Message:
    """Names in a row: "Anna, Ben and Carla"."""
    found = Message(N_("%(first)s and %(last)s"), first=seats[-2], last=seats[-1])
    for seat in reversed(seats[:-2]):
        found = Message(N_("%(first)s, %(rest)s"), first=seat, rest=found)
    return found


# -- buttons


def action(rules: ArrivalRules, view: ArrivalView, number: int) -> Message:
    """What a button for an action says."""
    kind, argument = rules.space.kind_of[number], rules.space.arg(number)
    if kind in (actions.BUILD, actions.SPREAD, actions.REPEL):
        return place_action(rules, view.known(), kind, argument)
    if kind in (actions.TAKE, actions.USE, actions.SHOW_TILE):
        return tile_action(rules, view, kind, argument)
    if kind in (actions.RUSE, actions.RUSE_WITH, actions.MIGRATE, actions.MIGRATE_WITH, actions.PORT):
        place = rules.table.island.port_list[argument] if kind == actions.PORT else argument
        return Message(PLACE_ACTIONS[kind], place=place_name(rules, place))
    if kind == actions.SHIELD:
        return Message(N_("Place a shield in %(province)s"), province=province_name(rules, argument))
    if kind == actions.DRAW:
        if view.tops[argument] < 0:
            return Message(N_("Draw from stack %(stack)s"), stack=argument + 1)
        back = Message(BACK_WORDS[view.tops[argument]])
        return Message(N_("Draw from stack %(stack)s: more %(goods)s"), stack=argument + 1, goods=back)
    if kind == actions.BLOCK:
        return Message(N_("Block the %(section)s section"), section=Message(SECTION_WORDS[argument]))
    return other_action(rules, kind, argument)


PLACE_ACTIONS: Final = {
    actions.PORT: N_("Land at %(place)s"),
    actions.RUSE: N_("Cú Chulainn's ruse: exchange the Fomori on %(place)s"),
    actions.RUSE_WITH: N_("Exchange it with the Fomori on %(place)s"),
    actions.MIGRATE: N_("Big migration: exchange the Áit on %(place)s"),
    actions.MIGRATE_WITH: N_("Exchange it with the Áit on %(place)s"),
}


def place_action(rules: ArrivalRules, s: Arrival, kind: int, argument: int) -> Message:
    """Build, spread or repel somewhere, with what it costs and gives."""
    if kind == actions.BUILD:
        return build_action(rules, s, argument)
    if kind == actions.SPREAD:
        text = N_("Spread Fomori to %(place)s for %(cost)s")
        return Message(text, place=place_name(rules, argument), cost=spread_cost(s, argument))
    place, for_corruption = argument >> 1, argument & 1
    name, threat = place_name(rules, place), s.threat(place)
    if threat < 0:
        return Message(N_("Repel what is on %(place)s"), place=name)
    box = rules.table.box
    what = Message(THREAT_WORDS[threat])
    is_free = s.seat < 0 or (free_reach(s, s.seat) | ~distant_reach(s, s.seat)) >> place & 1 == 1
    if for_corruption:
        text = N_("Repel the %(threat)s on %(place)s for %(swords)s: 1 corruption less")
        text = (
            text
            if is_free
            else N_("Repel the %(threat)s on %(place)s for %(swords)s and %(paid)s fame: 1 corruption less")
        )
    else:
        text = N_("Repel the %(threat)s on %(place)s for %(swords)s: %(fame)s fame")
        text = (
            text if is_free else N_("Repel the %(threat)s on %(place)s for %(swords)s and %(paid)s fame: %(fame)s fame")
        )
    return Message(
        text,
        threat=what,
        place=name,
        swords=counted(SWORDS, box.strength[threat]),
        fame=box.fame[threat],
        paid=DISTANT_FAME,
    )


def build_action(rules: ArrivalRules, s: Arrival, place: int) -> Message:
    name = place_name(rules, place)
    level = s.level(place)
    if 0 < level < len(LEVELS) - 1:
        return Message(N_("Extend %(place)s to a %(level)s"), place=name, level=LEVELS[level + 1])
    is_paid = s.seat >= 0 and not free_sites(s, s.seat) >> place & 1 and outposts(s, s.seat) >> place & 1
    if is_paid:
        return Message(N_("Build an outpost on %(place)s for %(fame)s fame"), place=name, fame=OUTPOST_FAME)
    return Message(N_("Build on %(place)s"), place=name)


def tile_action(rules: ArrivalRules, view: ArrivalView, kind: int, argument: int) -> Message:
    """Take or use a tile, with what it would give now."""
    tile = argument + FIRST_PLAIN if kind == actions.USE else argument
    name = tile_name(rules, tile)
    if kind == actions.SHOW_TILE:
        return Message(N_("Lay out the tile %(tile)s"), tile=name)
    if kind == actions.TAKE:
        return Message(N_("Take the tile %(tile)s"), tile=name)
    if view.active < 0:
        return Message(N_("Use the tile %(tile)s"), tile=name)
    gain = tile_gain(view.known(), view.active, tile)
    if tile == BARD:
        return Message(N_("Use the tile %(tile)s: %(gain)s corruption less"), tile=name, gain=gain)
    return Message(N_("Use the tile %(tile)s: %(gain)s fame"), tile=name, gain=gain)


def other_action(rules: ArrivalRules, kind: int, argument: int) -> Message:
    """Everything without a place or a tile."""
    if kind == actions.OGAM:
        if argument == 0:
            return Message(N_("Keep Ogam's wisdom"))
        return Message(N_("Ogam's wisdom: open the %(section)s section"), section=Message(SECTION_WORDS[argument - 1]))
    if kind == actions.TROPHY:
        return Message(N_("Turn a trophy: send back %(count)s Fomori"), count=argument + 1)
    if kind == actions.KEEP:
        discs, swords, shields = KEEPS[argument]
        return Message(
            N_("Keep %(discs)s, %(swords)s and %(shields)s"),
            discs=counted(DISCS, discs),
            swords=counted(SWORDS, swords),
            shields=counted(SHIELDS, shields),
        )
    if kind == actions.START:
        return Message(N_("%(player)s becomes the first starting player"), player=Seat(argument))
    if kind == actions.RISE:
        return Message(N_("Turn up a Fomori: %(threat)s"), threat=Message(THREAT_WORDS[argument]))
    if kind == actions.SHOW_BACK:
        return Message(N_("Show a card back: %(goods)s"), goods=Message(BACK_WORDS[argument]))
    if kind == actions.REVEAL:
        return Message(N_("Reveal the card %(card)s"), card=rules.table.deck.names[argument])
    return Message(
        {actions.PASS: N_("Pass"), actions.END_TURN: N_("End the turn"), actions.STOP: N_("Build no more")}[kind]
    )


def shown(view: ArrivalView) -> list[int]:
    """The actions that a person could think of now: legal ones, and those that are worth a reason."""
    t = view.table
    island = t.island
    places = range(island.n_places)
    if view.phase == PORT:
        return list(range(t.port, t.draw))
    if view.phase in (DRAW, BLOCK, OGAM):
        first, end = {DRAW: (t.draw, t.block), BLOCK: (t.block, t.ogam), OGAM: (t.ogam, t.take)}[view.phase]
        return list(range(first, end))
    if view.phase == TAKE:
        return [t.take + tile for tile in range(t.box.n_tiles) if copies(view.display, tile)]
    if view.phase == RUSE_PHASE:
        return [t.ruse_with + place for place in places if view.dark >> place & 1]
    if view.phase == MIGRATE:
        return [t.migrate_with + place for place in range(island.n_main) if view.built >> place & 1]
    if view.phase == KEEP:
        return list(range(t.keep, t.stop))
    if view.phase == MASTER:
        return [*range(t.build, t.shield), t.stop]
    return shown_in_turn(view) if view.phase == TURN else []


def shown_in_turn(view: ArrivalView) -> list[int]:
    t = view.table
    seat = view.active
    pile = view.tiles[seat]
    places = range(t.island.n_places)
    found = [*range(t.build, t.repel)] if view.todo else []
    for place in places:
        if view.dark >> place & 1 and view.todo:
            found += [t.repel + 2 * place, t.repel + 2 * place + 1]
        if view.dark >> place & 1 and copies(pile, RUSE):
            found.append(t.ruse + place)
        if view.built >> place & 1 and copies(pile, MIGRATION):
            found.append(t.migrate + place)
    found += [t.use + tile - FIRST_PLAIN for tile in range(FIRST_PLAIN, t.box.n_tiles) if copies(pile, tile)]
    if view.trophies[seat]:
        found += [t.trophy, t.trophy + 1, t.trophy + 2]
    return sorted([*found, t.pass_action, t.end_turn])


# -- the course of the game


def status(view: ArrivalView) -> Message:
    """Where the game stands."""
    if view.to_move() == OVER:
        return result(view)
    if view.round == 0 and view.phase != PORT:
        return Message(N_("The table is being laid"))
    if view.round == 0:
        return Message(N_("Setup: %(player)s chooses a port to land at"), player=Seat(view.active))
    part = Message(PART_WORDS.get(view.phase, N_("chance")))
    text = N_("Round %(round)s of %(rounds)s, %(part)s: %(task)s")
    if view.flag:
        text = N_("Round %(round)s, the last because the corruption limit is reached, %(part)s: %(task)s")
    return Message(text, round=view.round, rounds=view.table.rounds, part=part, task=task(view))


def task(view: ArrivalView) -> Message:
    """Who decides what."""
    player = Seat(view.active)
    if view.phase == TURN:
        if view.todo == 0:
            return Message(N_("%(player)s may use tiles and trophies before the turn ends"), player=player)
        if view.todo == 1:
            return Message(N_("%(player)s takes an action"), player=player)
        return Message(N_("%(player)s takes two actions"), player=player)
    if view.phase == BLOCK:
        if view.movers().bit_count() > 1:
            return Message(N_("everybody blocks a section in secret"))
        return Message(N_("%(player)s blocks a section"), player=player)
    if view.phase == TAKE:
        return Message(N_("%(player)s takes %(tiles)s"), player=player, tiles=counted(TILES, view.owed))
    return Message(TASKS.get(view.phase, N_("chance decides")), player=player)


TASKS: Final = {
    DRAW: N_("%(player)s draws an earning card"),
    OGAM: N_("%(player)s may use Ogam's wisdom"),
    RUSE_PHASE: N_("%(player)s chooses the second Fomori"),
    MIGRATE: N_("%(player)s chooses the second Áit"),
    KEEP: N_("%(player)s chooses up to three items to keep"),
    MASTER: N_("%(player)s builds the discs that the master-builder has collected"),
}


def result(view: ArrivalView) -> Message:
    """How the game has ended and who has won."""
    s = view.known()
    best = [seat for seat, place in enumerate(ranks(s)) if place == 1]
    who: Message | Seat = listed([Seat(seat) for seat in best]) if len(best) > 1 else Seat(best[0])
    points = abs(totals(s)[best[0]])
    if is_overrun(s):
        text = N_("The Fomori have overrun the tribes, %(dark)s to %(forts)s: %(who)s wins with %(points)s corruption")
        if len(best) > 1:
            text = N_(
                "The Fomori have overrun the tribes, %(dark)s to %(forts)s: %(who)s share the victory with %(points)s corruption"
            )
    else:
        text = N_("The tribes have prevailed, %(forts)s to %(dark)s: %(who)s wins with %(points)s fame")
        if len(best) > 1:
            text = N_(
                "The tribes have prevailed, %(forts)s to %(dark)s: %(who)s share the victory with %(points)s fame"
            )
    dark, forts = count_dark(s), count_forts(s)
    if is_overrun(s):
        return Message(text, dark=counted(LOCATIONS, dark), forts=forts, who=who, points=points)
    return Message(text, dark=dark, forts=counted(LOCATIONS, forts), who=who, points=points)


# -- points

TIE_WORDS: Final = {
    False: N_("fame breaks ties: %(fame)s"),
    True: N_("all fame earned breaks ties: %(fame)s"),
}


def score_sheet(view: ArrivalView) -> list[Line]:
    """By the ending that the map shows now: fame if the tribes prevail, corruption as a loss if they are overrun."""
    s = view.known()
    seats = range(view.n_seats)
    spare = [elements(s, seat) // ELEMENTS for seat in seats]
    have = [counted(ITEMS, elements(s, seat)) for seat in seats]
    if is_overrun(s):
        ties = [Message(TIE_WORDS[view.table.earned_total], fame=tiebreak_fame(s, seat)) for seat in seats]
        return [
            Line(Message(N_("Corruption")), [-s.corruption[seat] for seat in seats], "AR-18.5"),
            Line(Message(N_("Less for every three items and tiles")), [min(spare[i], s.corruption[i]) for i in seats], "AR-18.4", notes=have),
            Line(Message(N_("Overrun: the least corruption wins")), totals(s), "AR-18.5", is_total=True, notes=ties),
        ]  # fmt: skip
    ties = [Message(N_("corruption breaks ties: %(corruption)s"), corruption=s.corruption[seat]) for seat in seats]
    return [
        Line(Message(N_("Fame")), list(s.fame), "AR-18.9"),
        Line(Message(N_("Forts in provinces")), [bonus(s, seat) for seat in seats], "AR-18.7"),
        Line(Message(N_("For every three items and tiles")), spare, "AR-18.8", notes=have),
        Line(Message(N_("Prevailed: the most fame wins")), totals(s), "AR-18.9", is_total=True, notes=ties),
    ]
