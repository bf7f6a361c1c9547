"""The log of The Arrival: a line for every event. Nothing hidden is ever an argument of an event, so nothing can leak."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import Event
from brehon.core.nouns import counted
from brehon.core.text import N_, NN_, Message, Plural, Seat
from brehon.games.arrival import actions, events
from brehon.games.arrival.data import BACK_WORDS, LEVELS, SECTIONS, THREAT_ROWS, THREAT_WORDS
from brehon.games.arrival.nouns import DISCS, SHIELDS, SWORDS
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.view import ArrivalView
from brehon.games.arrival.words import place_name, province_name, tile_name

# events about numbers only: a, b and c go into the text unchanged
NUMBERS: Final[dict[int, str | Plural]] = {
    events.STARTED: N_("%(player)s is the first starting player"),
    events.ROUND: N_("Round %(a)s begins; %(player)s is the starting player"),
    events.SPLIT: N_("A stack is empty: all cards not in play make new stacks of %(a)s, %(b)s and %(c)s"),
    events.SEALED: N_("%(player)s has chosen a section in secret"),
    events.FAME: N_("%(player)s earns %(a)s fame"),
    events.FOMORI_MIXED: NN_(
        "The only discarded Fomori is turned down and mixed in",
        "The %(a)s discarded Fomori are turned down and mixed in",
        "a",
    ),
    events.LIMIT: N_("%(player)s has reached the corruption limit (%(a)s of %(b)s): this is the last round"),
    events.TILES_MIXED: NN_("The only used tile is shuffled", "The %(a)s used tiles are shuffled", "a"),
    events.TROPHY: N_("%(player)s turns a castle trophy and sends back %(a)s Fomori"),
    events.STARTER: N_("%(player)s is the first to pass and begins the next round"),
    events.MASTER_DONE: N_("The hour of the master-builder is over for %(player)s; discs back to the supply: %(b)s"),
    events.ENDED: N_("The game ends after round %(c)s. Locations of the Fomori: %(a)s, of the tribes: %(b)s"),
}
EARNED: Final = {events.DISCS: DISCS, events.SWORDS: SWORDS, events.SHIELDS: SHIELDS}


def earning_event(e: Event) -> Message:
    """Goods of the cards: all that was claimed, or less."""
    if e.kind == events.FOMORI:
        text = N_("%(player)s takes %(a)s Fomori and %(a)s corruption")
        text = (
            text
            if e.a == e.b
            else N_("%(player)s takes %(a)s of %(b)s Fomori and %(a)s corruption: the supply is short")
        )
        return Message(text, player=Seat(e.seat), a=e.a, b=e.b)
    goods = counted(EARNED[e.kind], e.a)
    if e.a == e.b:
        return Message(N_("%(player)s earns %(goods)s"), player=Seat(e.seat), goods=goods)
    text = N_("%(player)s earns %(goods)s of the %(claim)s shown: the supply is short")
    return Message(text, player=Seat(e.seat), goods=goods, claim=e.b)


def tile_event(rules: ArrivalRules, e: Event) -> Message:
    tile = tile_name(rules, e.a)
    if e.kind == events.TILE_SHOWN:
        return Message(N_("New in the display: %(tile)s"), tile=tile)
    if e.kind == events.TOOK:
        return Message(N_("%(player)s takes the tile %(tile)s"), player=Seat(e.seat), tile=tile)
    if e.c:
        text = N_("%(player)s uses %(tile)s: %(gain)s corruption less")
        return Message(text, player=Seat(e.seat), tile=tile, gain=e.c)
    return Message(N_("%(player)s uses %(tile)s: %(gain)s fame"), player=Seat(e.seat), tile=tile, gain=e.b)


def build_event(rules: ArrivalRules, e: Event) -> Message:
    player = Seat(e.seat)
    if e.kind == events.SHIELDED:
        return Message(
            N_("%(player)s places a shield in %(province)s"), player=player, province=province_name(rules, e.a)
        )
    place = place_name(rules, e.a)
    if e.kind == events.LANDED:
        return Message(N_("%(player)s lands at %(place)s"), player=player, place=place)
    if e.kind == events.MASTER_BUILT:
        text = N_("The master-builder of %(player)s builds a %(level)s on %(place)s")
        text = N_("The master-builder of %(player)s builds an Áit on %(place)s") if e.b == 1 else text
    elif e.c:
        text = N_("%(player)s builds an outpost on %(place)s for %(fame)s fame")
    else:
        text = N_("%(player)s builds a %(level)s on %(place)s")
        text = N_("%(player)s builds an Áit on %(place)s") if e.b == 1 else text
    return Message(text, player=player, place=place, level=LEVELS[e.b], fame=e.c)


def card_event(rules: ArrivalRules, e: Event) -> Message | None:
    player = Seat(e.seat)
    if e.kind == events.DREW:
        text = N_("%(player)s draws a card from stack %(stack)s: %(goods)s")
        return Message(text, player=player, stack=e.a + 1, goods=Message(BACK_WORDS[e.b]))
    if e.kind == events.REVEALED:
        text = N_("%(player)s turns up card %(number)s: %(card)s")
        return Message(text, player=player, number=e.b + 1, card=rules.deck.names[e.a])
    if e.kind == events.BLOCKED:
        return Message(N_("%(player)s blocks the %(section)s section"), player=player, section=Message(SECTIONS[e.a]))
    if e.kind == events.OGAM:
        text = N_("%(player)s uses Ogam's wisdom: the %(opened)s section is open, the %(closed)s section is blocked")
        return Message(text, player=player, opened=Message(SECTIONS[e.a]), closed=Message(SECTIONS[e.b]))
    return None  # the back of the next card needs no line


def turn_event(e: Event) -> Message | None:
    player = Seat(e.seat)
    if e.kind == events.PASSED:
        if e.a:
            text = NN_(
                "%(player)s passes; %(n)s Fomori goes back unseen", "%(player)s passes; %(n)s Fomori go back unseen"
            )
            return Message(text, player=player, n=e.a)
        return Message(N_("%(player)s passes"), player=player)
    if e.kind == events.KEPT:
        kept = [counted(what, n) for what, n in ((DISCS, e.a), (SWORDS, e.b), (SHIELDS, e.c))]
        words = N_("%(player)s keeps %(discs)s, %(swords)s and %(shields)s")
        return Message(words, player=player, discs=kept[0], swords=kept[1], shields=kept[2])
    if e.kind == events.REWARD:
        if e.b:
            return Message(N_("%(player)s loses 1 corruption"), player=player)
        return Message(N_("%(player)s gains %(fame)s fame"), player=player, fame=e.a)
    return None  # the turn is visible anyway


def map_event(rules: ArrivalRules, e: Event) -> Message | None:
    """Fomori and forts on the map."""
    player, place = Seat(e.seat), place_name(rules, e.a)
    if e.kind == events.GATE:
        return Message(THREAT_ROWS[e.b].stands, place=place)
    if e.kind == events.SPREAD:
        text = N_("%(player)s spreads %(count)s Fomori to %(place)s")
        text = N_("%(player)s spreads %(count)s Fomori to %(place)s, smashing %(smashed)s") if e.c else text
        return Message(text, player=player, count=e.b, place=place, smashed=counted(SHIELDS, e.c))
    if e.kind == events.DESTROYED:
        text = N_("%(player)s loses %(discs)s on %(place)s")
        text = N_("%(player)s loses %(discs)s on %(place)s; the master-builder collects %(saved)s") if e.c else text
        return Message(text, player=player, discs=counted(DISCS, e.b), place=place, saved=e.c)
    if e.kind == events.APPEARED:
        return Message(THREAT_ROWS[e.b].appears, place=place)
    if e.kind == events.REPELLED:
        text = N_("%(player)s repels the %(threat)s on %(place)s")
        text = N_("%(player)s repels the %(threat)s on %(place)s from afar for %(fame)s fame") if e.c else text
        return Message(text, player=player, threat=Message(THREAT_WORDS[e.b]), place=place, fame=e.c)
    other = place_name(rules, e.b)
    if e.kind == events.SWAPPED:
        text = N_("%(player)s uses Cú Chulainn's ruse: the Fomori on %(place)s and %(other)s change places")
        return Message(text, player=player, place=place, other=other)
    text = N_("%(player)s uses the big migration: the Áits on %(place)s and %(other)s change places")
    return Message(text, player=player, place=place, other=other)


# -- headings and marks


def heading(e: Event) -> Message | None:
    """Rounds and turns begin a new part of the log."""
    if e.kind == events.ROUND:
        return Message(N_("Round %(a)s"), a=e.a)
    if e.kind == events.TURN:
        return Message(N_("Turn of %(player)s"), player=Seat(e.seat))
    return None


AT_PLACES: Final = {  # what stands there afterwards
    events.LANDED: "fort", events.BUILT: "fort", events.MASTER_BUILT: "fort", events.GATE: "fomori", events.APPEARED: "fomori",
    events.SPREAD: "", events.DESTROYED: "", events.REPELLED: "",
}  # fmt: skip
AT_LEADERS: Final = {  # which of a leader's numbers
    events.FAME: "fame", events.DISCS: "discs", events.SWORDS: "swords", events.SHIELDS: "shields", events.FOMORI: "corruption",
    events.LIMIT: "corruption", events.TROPHY: "trophy", events.PASSED: "leader", events.KEPT: "leader", events.STARTER: "leader",
    events.SEALED: "leader", events.BLOCKED: "leader", events.OGAM: "leader", events.MASTER_DONE: "leader",
}  # fmt: skip


def way(rules: ArrivalRules, v: ArrivalView, action: int) -> tuple[str, str] | None:
    """From location to location, where two change places; of the first one it is not known yet where it goes."""
    kind, names = rules.space.kind_of[action], rules.island.names
    if kind in (actions.RUSE, actions.MIGRATE):
        return f"at-{names[rules.space.arg(action)]}", ""
    if kind not in (actions.RUSE_WITH, actions.MIGRATE_WITH) or v.target < 0:
        return None
    return f"at-{names[v.target]}", f"at-{names[rules.space.arg(action)]}"


def marks(rules: ArrivalRules, e: Event) -> list[str]:
    """The ids on the board of what an event concerns."""
    names, tiles = rules.island.names, rules.box.tile_names
    if e.kind in AT_PLACES:
        piece = AT_PLACES[e.kind]
        return [f"at-{names[e.a]}", *([f"{piece}-{names[e.a]}"] if piece else [])]
    if e.kind in AT_LEADERS:
        return [f"{AT_LEADERS[e.kind]}-{e.seat}"]
    if e.kind in (events.SWAPPED, events.MIGRATED):
        return [f"at-{names[e.a]}", f"at-{names[e.b]}"]
    if e.kind == events.SHIELDED:
        return [f"land-{rules.box.province_names[e.a]}"]
    if e.kind == events.TILE_SHOWN:
        return [f"open-{tiles[e.a]}"]
    if e.kind == events.TOOK:
        return [f"held-{e.seat}-{tiles[e.a]}"]
    if e.kind in (events.USED, events.REWARD):
        is_fame = e.b == 0 if e.kind == events.REWARD else e.c == 0
        return [f"{'fame' if is_fame else 'corruption'}-{e.seat}"]
    if e.kind == events.DREW:
        return [f"stack-{e.a + 1}"]
    if e.kind == events.REVEALED:
        return [f"card-{rules.deck.names[e.a]}"]
    return []
