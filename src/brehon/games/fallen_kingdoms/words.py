"""Fallen Kingdoms in words: labels of actions, lines of the log, the status and the score sheet."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import Event
from brehon.core.text import N_, NN_, Argument, Message, Plural, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import events as e
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import FORSETI, HEIMDALL, HOLLER, LOKI, RUMORS, SAGA
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_words import BUILDING_NAMES, GOD_NAMES, LORE_NAMES, TRACK_NAMES

# names of the phases for programs, in the order of state.py
PHASE_NAMES: Final = [
    "steps", "laying", "deal-god", "deal-second", "choose-god", "deal-knowledge", "deal-tile", "turn-rumor",
    "start", "god", "loki-refuge", "loki-source", "forseti-with", "forseti-ask", "norns-draw", "norns-keep",
    "norns-swap", "take-building", "take-knowledge", "spending", "which-building", "site", "place-unit", "move",
    "move-to", "move-send", "pick-battle", "window", "window-send", "attack", "defend", "combat", "reroll",
    "casualty", "detach", "withdraw", "victory", "rampage", "advance", "invade", "surrender", "replace", "strip",
    "strip-to", "path", "strike", "follow", "place-rest", "place-temple", "payer", "over",
]  # fmt: skip

# -- actions

CHANCE_TEXTS: Final = {
    a.GOD_CARD: N_("%(god)s is dealt"),
    a.SECOND: N_("%(seat)s gets a second god card"),
    a.LORE_CARD: N_("%(lore)s is drawn"),
    a.TILE: N_("a %(building)s is turned up"),
    a.RUMOR: N_("the rumor of %(rumor)s is turned up"),
    a.DIE: N_("the die shows %(dice)s"),
    a.DICE: N_("the dice show %(dice)s"),
    a.DICE3: N_("the dice show %(dice)s"),
}


# -- the actions of a decision that a person could think of

CITIES_ON_MAP: Final = {
    st.START: [a.PLACE], st.LOKI_REFUGE: [a.TO], st.LOKI_SOURCE: [a.FROM], st.SITE: [a.SITE], st.PLACE_UNIT: [a.PLACE],
    st.MOVE: [a.FROM], st.MOVE_TO: [a.TO], st.PICK_BATTLE: [a.BATTLE], st.WINDOW: [a.REINFORCE], st.DEFEND: [a.FLEE],
    st.CASUALTY: [a.LOSE], st.DETACH: [a.DETACH], st.WITHDRAW: [a.WITHDRAW], st.RAMPAGE: [a.RAMPAGE],
    st.REPLACE: [a.REPLACE], st.STRIP: [a.STRIP], st.STRIP_TO: [a.TO], st.FOLLOW: [a.FOLLOW], st.PLACE_REST: [a.PLACE],
    st.PLACE_TEMPLE: [a.TEMPLE],
}  # fmt: skip
WHOLE_KINDS: Final = {
    st.LAYING: [a.LAY], st.FORSETI_WITH: [a.SWAP_WITH], st.FORSETI_ASK: [a.ASK], st.TAKE_BUILDING: [a.TAKE],
    st.SPENDING: [a.SPEND], st.WHICH_BUILDING: [a.BUILD], st.MOVE: [a.COMMIT], st.WINDOW: [a.PASS],
    st.ATTACK: [a.ROLL, a.RETREAT], st.DEFEND: [a.ROLL], st.VICTORY: [a.OCCUPY, a.RETURN], st.RAMPAGE: [a.PASS],
    st.INVADE: [a.PASS, a.INVADE], st.SURRENDER: [a.SURRENDER], st.STRIP: [a.PASS], st.PATH: [a.PASS, a.PATH],
    st.FOLLOW: [a.PASS], st.PAYER: [a.PAYER], st.GOD: [a.PASS],
}  # fmt: skip
POWER_KINDS: Final = {SAGA: a.COPY, HEIMDALL: a.CLAIM, FORSETI: a.OFFER}
CITY_POWERS: Final = {LOKI: a.TREACHERY, HOLLER: a.PLAGUE}


# -- the log

REASONS: Final = [
    N_("%(seat)s scores %(n)s for cities"),
    N_("%(seat)s scores %(n)s for buildings"),
    N_("%(seat)s scores %(n)s for square icons (Mathematics)"),
    N_("%(seat)s scores %(n)s for ports (Ports)"),
    N_("%(seat)s scores %(n)s for a knowledge card"),
    N_("%(seat)s scores %(n)s for a rumor card"),
    N_("%(seat)s scores %(n)s because no building is left"),
    N_("%(seat)s scores %(n)s because no knowledge is left"),
    N_("%(seat)s scores %(n)s because no rumor is left"),
    N_("%(seat)s scores %(n)s for a new building (Architecture)"),
    N_("%(seat)s scores %(n)s for the temple"),
    N_("The final adjustment changes the glory of %(seat)s by %(n)s"),
]
HIDDEN_REASON: Final = N_("%(seat)s scores in secret")

# %(seat)s whose event it is; a, b, c by kind: city, seat, number, card
TEXTS: Final[dict[int, str | Plural]] = {
    e.LAID: N_("Tile %(lay)s is laid"),
    e.GOD_DEALT: N_("%(seat)s is dealt %(god)s"),
    e.CHOSE: N_("%(seat)s has chosen a god"),
    e.REVEALED: N_("%(seat)s serves %(god)s"),
    e.KNOWLEDGE_UP: N_("%(lore)s is turned up"),
    e.BUILDING_UP: N_("A %(building)s is turned up"),
    e.RUMOR_UP: N_("The next rumor is worth %(rumor)s"),
    e.PLACED: NN_("%(seat)s places a unit in %(city)s", "%(seat)s places %(b)s units in %(city)s", "b"),
    e.TEMPLE_BUILT: N_("%(seat)s raises a temple in %(city)s"),
    e.TURN: N_("Round %(a)s: the turn of %(seat)s"),
    e.SKIPPED: N_("%(seat)s has no kingdom and no turn"),
    e.POWER: N_("%(seat)s uses the power of %(god)s"),
    e.NO_POWER: N_("%(seat)s does not use a power"),
    e.RETURNED: N_("%(seat)s gives %(lore)s back"),
    e.CLAIMED: N_("%(seat)s guards %(lore)s"),
    e.DISPLACED: NN_(
        "A unit of %(seat)s flees from %(city)s to %(goal)s",
        "%(c)s units of %(seat)s flee from %(city)s to %(goal)s",
        "c",
    ),
    e.INFILTRATED: N_("%(seat)s slips a unit from %(city)s into %(goal)s"),
    e.PLAGUED: N_("The plague kills a unit of %(other)s in %(city)s"),
    e.SWAPPED: N_("%(seat)s swaps a rumor of %(rumor)s for one of %(rumor2)s with %(other)s"),
    e.SAW: N_("The Norns show %(lore)s to %(seat)s"),
    e.LOOKED: NN_("%(seat)s looks at the future: one card", "%(seat)s looks at the future: %(a)s cards", "a"),
    e.DISPLAYED: N_("%(seat)s puts %(lore)s on display; %(lore2)s goes under the deck"),
    e.PRODUCED: N_("%(seat)s produces points: %(a)s for units, %(b)s for buildings, %(c)s for knowledge"),
    e.FREE: NN_("%(seat)s has one free point", "%(seat)s has %(a)s free points", "a"),
    e.SPENT: N_("%(seat)s puts a point on the %(track)s"),
    e.MADE_UNITS: NN_("%(seat)s raises a unit", "%(seat)s raises %(a)s units", "a"),
    e.TOOK_BUILDING: N_("%(seat)s takes a %(building)s"),
    e.DECLINED: N_("%(seat)s takes no building"),
    e.LEARNED: N_("%(seat)s learns %(lore)s"),
    e.BUILT: N_("%(seat)s builds a %(building2)s in %(city)s"),
    e.ORDERED: NN_(
        "%(seat)s orders a unit from %(city)s to %(goal)s", "%(seat)s orders %(c)s units from %(city)s to %(goal)s", "c"
    ),
    e.MOVED: NN_(
        "A unit of %(seat)s moves from %(city)s to %(goal)s",
        "%(c)s units of %(seat)s move from %(city)s to %(goal)s",
        "c",
    ),
    e.MARCHED: NN_(
        "A unit of %(seat)s marches from %(city)s on %(goal)s",
        "%(c)s units of %(seat)s march from %(city)s on %(goal)s",
        "c",
    ),
    e.BATTLE: NN_(
        "%(seat)s attacks %(other)s in %(city)s with one unit",
        "%(seat)s attacks %(other)s in %(city)s with %(c)s units",
        "c",
    ),
    e.REINFORCED: NN_(
        "A unit of %(seat)s comes from %(city)s to help %(goal)s",
        "%(c)s units of %(seat)s come from %(city)s to help %(goal)s",
        "c",
    ),
    e.KILLED: NN_("%(seat)s loses a unit in %(city)s", "%(seat)s loses %(b)s units in %(city)s", "b"),
    e.WITHDREW: N_("A unit of %(seat)s is driven from %(city)s to %(goal)s"),
    e.EXHAUSTED: N_("Both sides are exhausted: %(seat)s leaves %(city)s"),
    e.CONQUERED: NN_("%(seat)s takes %(city)s with one unit", "%(seat)s takes %(city)s with %(b)s units", "b"),
    e.LEFT_EMPTY: N_("%(seat)s leaves %(city)s empty"),
    e.REPELLED: N_("%(seat)s has held %(city)s"),
    e.RAMPAGED: N_("%(seat)s rampages from %(city)s through %(goal)s"),
    e.ADVANCED: NN_(
        "A unit of %(seat)s advances from %(city)s into %(goal)s",
        "%(c)s units of %(seat)s advance from %(city)s into %(goal)s",
        "c",
    ),
    e.TOOK_RUMOR: N_("%(seat)s takes the rumor of %(rumor)s"),
    e.FELL: N_("The kingdom of %(seat)s falls to %(winner)s"),
    e.PUBLIC: N_("%(lore)s is public knowledge"),
    e.DISCARDED: N_("The public copy of %(lore)s leaves the game"),
    e.STAYS: N_("%(seat)s does not invade"),
    e.MARKER_OFF: N_("%(seat)s gives back the invader marker and the flags"),
    e.TAKEN_OVER: NN_("%(seat)s takes over a unit in %(city)s", "%(seat)s takes over %(b)s units in %(city)s", "b"),
    e.PATH: N_("%(seat)s invades by path %(a)s"),
    e.STRUCK: N_("The strike on %(city)s: defenders killed %(b)s, units of %(seat)s lost %(c)s"),
    e.SETTLED: NN_("A unit of %(seat)s lands in %(city)s", "%(b)s units of %(seat)s land in %(city)s", "b"),
    e.PAID: NN_("%(seat)s pays a rumor card", "%(seat)s pays %(a)s rumor cards", "a"),
    e.RECEIVED: NN_("%(seat)s receives a rumor card", "%(seat)s receives %(a)s rumor cards", "a"),
    e.ENDED: N_("The game is over after round %(a)s"),
    e.ROUND: N_("Round %(a)s is over; kinds of trophies used up: %(b)s of 3"),
}


def retreat(rules: FallenRules, event: Event) -> Message:
    seat, city = Seat(event.seat), city_name(rules, event.a)
    if event.b < 0:
        return Message(N_("%(seat)s retreats from %(city)s"), seat=seat, city=city)
    return Message(N_("%(seat)s flees from %(city)s to %(goal)s"), seat=seat, city=city, goal=city_name(rules, event.b))


def arguments(rules: FallenRules, event: Event, said: str | Plural) -> dict[str, Argument]:
    """The arguments for the text of an event."""
    text = said if isinstance(said, str) else said.many
    found: dict[str, Argument] = {"seat": Seat(event.seat), "a": event.a, "b": event.b, "c": event.c}
    if "%(city)s" in text:
        found["city"] = city_name(rules, event.a)
    if "%(goal)s" in text:
        found["goal"] = city_name(rules, event.b)
    if "%(other)s" in text:
        found["other"] = Seat(event.b)
    if "%(winner)s" in text:
        found["winner"] = Seat(event.a)
    names = (("lore", LORE_NAMES), ("god", GOD_NAMES), ("building", BUILDING_NAMES), ("track", TRACK_NAMES))
    for word, table in names:
        if f"%({word})s" in text:
            found[word] = Message(table[event.a])
        if f"%({word}2)s" in text:
            found[f"{word}2"] = Message(table[event.b])
    if "%(rumor)s" in text:
        found["rumor"] = RUMORS[event.a]
    if "%(rumor2)s" in text:
        found["rumor2"] = RUMORS[event.c]
    if "%(lay)s" in text:
        found["lay"] = _file(rules).tiles.lay_names[event.a]
    return found


def _file(rules: FallenRules) -> TileFile:
    assert isinstance(rules.components, TileFile)
    return rules.components


def city_name(rules: FallenRules, number: int) -> str:
    return _file(rules).tiles.cities[number].name


# -- status and score sheet


# [reason of glory] how the account of a finished game calls it, and the rule that gives it
ACCOUNT: Final = [
    (N_("Cities"), "FK-12.1"),
    (N_("Buildings"), "FK-12.2"),
    (N_("Square icons (by Mathematics)"), "FK-12.3"),
    (N_("Ports (by the card)"), "FK-12.4"),
    (N_("Knowledge cards"), "FK-6.10"),
    (N_("Rumor cards"), "FK-10.3"),
    (N_("No building was left"), "FK-6.8"),
    (N_("No knowledge was left"), "FK-6.11"),
    (N_("No rumor was left"), "FK-10.4"),
    (N_("New buildings (by Architecture)"), "FK-6.29"),
    (N_("Temple"), "FK-10.7"),
    (N_("Final rumor adjustment"), "FK-13.3"),
]
