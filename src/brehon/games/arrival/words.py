"""The words of The Arrival: names, buttons, status and score sheet. Every text is a message of the catalogue."""

from __future__ import annotations

from typing import Final

from brehon.core.nouns import counted
from brehon.core.text import N_, Message, Plural, Seat, listed
from brehon.games.arrival import actions
from brehon.games.arrival import state as st
from brehon.games.arrival.actions import KEEPS
from brehon.games.arrival.components import BoxFile
from brehon.games.arrival.data import (
    BACK_WORDS,
    BARD,
    CAULDRON,
    DISTANT_FAME,
    FIRST_PLAIN,
    LEVELS,
    MIGRATION,
    OUTPOST_FAME,
    RUSE,
    SECTIONS,
    THREAT_WORDS,
    TILE_ROWS,
    copies,
)
from brehon.games.arrival.nouns import DISCS, LOCATIONS, SHIELDS, SWORDS, TILES
from brehon.games.arrival.phases.reach import distant_reach, free_reach, free_sites, outposts, spread_cost
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import count_dark, count_forts, is_overrun, ranks, totals
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.view import ArrivalView

COLOUR_WORDS: Final = {
    "amber": N_("amber"), "heather": N_("heather"), "chalk": N_("chalk"), "slate": N_("slate"),
}  # fmt: skip
ISLE: Final = N_("Balor's Isle")
PART_WORDS: Final = {
    st.PORT: N_("landing"), st.DRAW: N_("drawing cards"), st.BLOCK: N_("blocking"), st.OGAM: N_("Ogam's wisdom"), st.TAKE: N_("tactic tiles"),
    st.TURN: N_("actions"), st.RUSE: N_("actions"), st.MIGRATE: N_("actions"), st.KEEP: N_("passing"), st.MASTER: N_("master-builders"),
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
    """A tone of the provinces; the names of the built-in sets are in the catalogue, others are shown unchanged."""
    name = rules.box.colour_names[colour]
    return Message(COLOUR_WORDS[name]) if name in COLOUR_WORDS else Message("%(name)s", name=name)


def isle_word(name: str = ISLE) -> Message:
    """The isle of the castles, by its name in the catalogue or by that of a custom map."""
    return Message(ISLE) if name == ISLE else Message("%(name)s", name=name)


def tile_name(rules: ArrivalRules, tile: int) -> Message:
    """A tile by its name; Cauldrons and Silver say what they count."""
    box = rules.box
    if tile < CAULDRON:
        return Message(TILE_ROWS[tile].name)
    if tile < box.silver:
        return Message(N_("Cauldron of Dagda: %(province)s"), province=province_name(rules, tile - CAULDRON))
    return Message(N_("Silver in the hills: %(colour)s"), colour=colour_word(rules, tile - box.silver))


# -- buttons


PLACE_ACTIONS: Final = {
    actions.PORT: N_("Land at %(place)s"),
    actions.RUSE: N_("Cú Chulainn's ruse: exchange the Fomori on %(place)s"),
    actions.RUSE_WITH: N_("Exchange it with the Fomori on %(place)s"),
    actions.MIGRATE: N_("Big migration: exchange the Áit on %(place)s"),
    actions.MIGRATE_WITH: N_("Exchange it with the Áit on %(place)s"),
}


def place_action(rules: ArrivalRules, s: st.Arrival, kind: int, argument: int) -> Message:
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
    box = rules.box
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


def build_action(rules: ArrivalRules, s: st.Arrival, place: int) -> Message:
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
        return Message(N_("Ogam's wisdom: open the %(section)s section"), section=Message(SECTIONS[argument - 1]))
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
        return Message(N_("Reveal the card %(card)s"), card=rules.deck.names[argument])
    return Message(
        {actions.PASS: N_("Pass"), actions.END_TURN: N_("End the turn"), actions.STOP: N_("Build no more")}[kind]
    )


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


def task(view: ArrivalView) -> Message:
    """Who decides what."""
    player = Seat(view.active)
    if view.phase == st.TURN:
        if view.todo == 0:
            return Message(N_("%(player)s may use tiles and trophies before the turn ends"), player=player)
        if view.todo == 1:
            return Message(N_("%(player)s takes an action"), player=player)
        return Message(N_("%(player)s takes two actions"), player=player)
    if view.phase == st.BLOCK:
        if view.movers().bit_count() > 1:
            return Message(N_("everyone blocks a section in secret"))
        return Message(N_("%(player)s blocks a section"), player=player)
    if view.phase == st.TAKE:
        return Message(N_("%(player)s takes %(tiles)s"), player=player, tiles=counted(TILES, view.owed))
    return Message(TASKS.get(view.phase, N_("chance decides")), player=player)


TASKS: Final = {
    st.DRAW: N_("%(player)s draws an earning card"),
    st.OGAM: N_("%(player)s may use Ogam's wisdom"),
    st.RUSE: N_("%(player)s chooses the second Fomori"),
    st.MIGRATE: N_("%(player)s chooses the second Áit"),
    st.KEEP: N_("%(player)s chooses up to three items to keep"),
    st.MASTER: N_("%(player)s builds the discs that the master-builder has collected"),
}


REQUESTS: Final[dict[str, str | Plural]] = {
    "Setup: %(player)s chooses a port to land at": N_("Setup: choose a port to land at"),
    "%(player)s may use tiles and trophies before the turn ends": N_("use tiles and trophies, or end the turn"),
    "%(player)s takes an action": N_("take an action"),
    "%(player)s takes two actions": N_("take two actions"),
    "%(player)s blocks a section": N_("block a section"),
    "%(player)s takes %(tiles)s": N_("take %(tiles)s"),
    TASKS[st.DRAW]: N_("draw an earning card"),
    TASKS[st.OGAM]: N_("use Ogam's wisdom, or keep it"),
    TASKS[st.RUSE]: N_("choose the second Fomori"),
    TASKS[st.MIGRATE]: N_("choose the second Áit"),
    TASKS[st.KEEP]: N_("choose up to three items to keep"),
    TASKS[st.MASTER]: N_("build the discs that the master-builder has collected"),
}


ENDINGS: Final = {  # [game over, tribes prevail]
    (True, True): N_("The tribes have prevailed: most fame wins"),
    (True, False): N_("The tribes are overrun: least corruption wins"),
    (False, True): N_("As it stands the tribes hold: most fame wins"),
    (False, False): N_("As it stands they are overrun: least corruption wins"),
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

TIE_WORDS: Final = {False: N_("fame breaks ties: %(fame)s"), True: N_("all fame earned breaks ties: %(fame)s")}
# the last line of the score sheet, [game over]: which of the two endings its numbers belong to
OVERRUN_TOTALS: Final = {
    True: N_("Overrun: corruption counts, as minus points"),
    False: N_("As it stands overrun: corruption, as minus points"),
}
PREVAILED_TOTALS: Final = {
    True: N_("The tribes have held: fame counts"),
    False: N_("As it stands the tribes hold: fame"),
}
