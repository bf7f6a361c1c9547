"""What is written on the table of Fallen Kingdoms: names, short explanations, and the words of its buttons."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import CHANCE
from brehon.core.text import N_, NN_, Message, Plural, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.data import (
    BASE,
    BUILDING_ROWS,
    CATEGORIES,
    FORMS,
    FORSETI,
    GOD_ROWS,
    HEIMDALL,
    HOLLER,
    KNOWLEDGE_ROWS,
    LOKI,
    PASSES,
    RESOURCES,
    RUMORS,
    SAGA,
    TRACK_ROWS,
)
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.view import FallenView

GOD_NAMES: Final = [row.name for row in GOD_ROWS]
GOD_POWERS: Final = [row.power for row in GOD_ROWS]
LORE_NAMES: Final = [row.name for row in KNOWLEDGE_ROWS]
LORE_EFFECTS: Final = [row.effect for row in KNOWLEDGE_ROWS]
BUILDING_NAMES: Final = [row.name for row in BUILDING_ROWS]
TRACK_NAMES: Final = [row.name for row in TRACK_ROWS]
GOD_ABOUT: Final = [row.about for row in GOD_ROWS]
LORE_ABOUT: Final = [row.about for row in KNOWLEDGE_ROWS]
BUILDING_ABOUT: Final = [row.about for row in BUILDING_ROWS]
RUMOR_ABOUT: Final = N_(
    "A rumor card adds its value to your intimidation. You get one, with 8 glory, for a temple destroyed and for a kingdom that falls."
)
STEP_NAMES: Final = [N_("God"), N_("Production"), N_("Moves"), N_("Invasions")]


def city(rules: FallenRules, v: FallenView, number: int) -> Message:
    """The name of a city of the map; names from the tile file are not translated."""
    return Message("%(name)s", name=m.printed(rules, v, number).name)


def city_title(rules: FallenRules, v: FallenView, number: int) -> Message:
    """Everything about a city in one line."""
    one = m.printed(rules, v, number)
    owner = v.owner[number]
    parts: list[Message] = []
    if owner >= 0:
        parts.append(Message(NN_("%(seat)s: one unit", "%(seat)s: %(n)s units"), seat=Seat(owner), n=v.units[number]))
    else:
        parts.append(Message(N_("empty")))
    if one.resource >= 0:
        parts.append(Message(N_("%(resource)s (%(form)s)"), resource=Message(RESOURCES[one.resource]), form=Message(FORMS[one.form])))  # fmt: skip
    if one.sea:
        parts.append(Message(N_("port")))
    building, temple = m.building_at(v, number), m.temple_at(v, number)
    if building >= 0:
        parts.append(Message(BUILDING_NAMES[building]))
    if temple >= 0:
        parts.append(Message(N_("temple of %(seat)s"), seat=Seat(temple)))
    return Message(N_("%(city)s: %(facts)s"), city=one.name, facts=listed(parts))


def listed(parts: list[Message]) -> Message:
    """Several things, one after another."""
    found = parts[0]
    for part in parts[1:]:
        found = Message(N_("%(first)s, %(rest)s"), first=found, rest=part)
    return found


def lore_title(card: int) -> Message:
    return Message(N_("%(name)s (%(category)s): %(effect)s"), name=Message(LORE_NAMES[card]),
                   category=Message(CATEGORIES[card // 3]), effect=Message(LORE_EFFECTS[card]))  # fmt: skip


def rumor_title(value: int) -> Message:
    return Message(N_("rumor card of value %(n)s"), n=RUMORS[value])


def god_title(god: int) -> Message:
    return Message(N_("%(god)s, intimidation %(base)s: %(power)s"), god=Message(GOD_NAMES[god]), base=BASE[god], power=Message(GOD_POWERS[god]))  # fmt: skip


# -- what is being decided

HEADS: Final = {
    st.LAYING: N_("%(seat)s lays the next tile"),
    st.CHOOSE_GOD: N_("Everyone chooses a god in secret"),
    st.START: N_("%(seat)s places a group of three units"),
    st.GOD: N_("%(seat)s may use the power of %(god)s"),
    st.LOKI_REFUGE: N_("Treachery: where do the units of %(city)s flee?"),
    st.LOKI_SOURCE: N_("Treachery: which city sends a unit into %(city)s?"),
    st.FORSETI_WITH: N_("%(seat)s chooses whom to swap a rumor card with"),
    st.FORSETI_ASK: N_("%(seat)s chooses a rumor card to receive"),
    st.NORNS_KEEP: N_("%(seat)s keeps one of the cards that the Norns drew"),
    st.NORNS_SWAP: N_("%(seat)s chooses the displayed card to replace"),
    st.TAKE_BUILDING: N_("%(seat)s takes a building"),
    st.TAKE_LORE: N_("%(seat)s takes a knowledge card"),
    st.SPENDING: N_("%(seat)s spends free points: %(n)s left"),
    st.WHICH_BUILDING: N_("%(seat)s chooses a building to place"),
    st.SITE: N_("%(seat)s places a building"),
    st.PLACE_UNIT: N_("%(seat)s places new units: %(n)s left"),
    st.MOVE: N_("%(seat)s orders units: from which city?"),
    st.MOVE_TO: N_("%(seat)s orders units from %(city)s: where to?"),
    st.MOVE_SEND: N_("%(seat)s orders units from %(city)s: how many?"),
    st.PICK_BATTLE: N_("%(seat)s chooses the next battle"),
    st.WINDOW: N_("%(seat)s may reinforce %(target)s"),
    st.WINDOW_SEND: N_("%(seat)s reinforces %(target)s from %(city)s: how many units?"),
    st.ATTACK: N_("%(seat)s attacks %(target)s: roll or retreat?"),
    st.DEFEND: N_("%(seat)s defends %(target)s: roll or flee?"),
    st.CASUALTY: N_("%(seat)s loses a unit of the army: from which city?"),
    st.DETACH: N_("A unit of %(seat)s is driven out: from which city did it come?"),
    st.WITHDRAW: N_("A unit of %(seat)s is driven out of %(target)s: where to?"),
    st.VICTORY: N_("%(seat)s has won %(target)s"),
    st.RAMPAGE: N_("%(seat)s may rampage from %(city)s"),
    st.ADVANCE: N_("%(seat)s may advance into %(target)s: how many units?"),
    st.INVADE: N_("%(seat)s decides whether to invade"),
    st.SURRENDER: N_("%(seat)s surrenders the old kingdom: to whom?"),
    st.REPLACE: N_("%(seat)s replaces surrendered units: %(n)s in reserve"),
    st.STRIP: N_("%(seat)s may move own units onto surrendered ones"),
    st.STRIP_TO: N_("%(seat)s moves a unit from %(city)s: where to?"),
    st.PATH: N_("%(seat)s invades: by which path?"),
    st.FOLLOW: N_("%(seat)s may strike on from %(city)s"),
    st.PLACE_REST: N_("%(seat)s settles the invaders: %(n)s left"),
    st.PLACE_TEMPLE: N_("%(seat)s raises a new temple"),
    st.PAYER: N_("%(seat)s chooses who pays a further rumor card"),
}

MAY_TAKE: Final = N_("%(seat)s may take a building")
REQUESTS: Final[dict[str, str | Plural]] = {  # the same, said to the seat that decides
    HEADS[st.LAYING]: N_("Lay the next tile"),
    HEADS[st.START]: N_("Place group %(n)s of %(all)s: three units in one city"),
    HEADS[st.GOD]: N_("Use the power of %(god)s, or not"),
    HEADS[st.FORSETI_WITH]: N_("Choose whom to swap a rumor card with"),
    HEADS[st.FORSETI_ASK]: N_("Choose a rumor card to receive"),
    HEADS[st.NORNS_KEEP]: N_("Keep one of the cards that the Norns drew"),
    HEADS[st.NORNS_SWAP]: N_("Choose the displayed card to replace"),
    HEADS[st.TAKE_BUILDING]: N_("Take a building"),
    MAY_TAKE: N_("Take a building, or none"),
    HEADS[st.TAKE_LORE]: N_("Take a knowledge card"),
    HEADS[st.SPENDING]: N_("Spend your free points: %(n)s left"),
    HEADS[st.WHICH_BUILDING]: N_("Choose a building to place"),
    HEADS[st.SITE]: N_("Place a building"),
    HEADS[st.PLACE_UNIT]: N_("Place your new units: %(n)s left"),
    HEADS[st.MOVE]: N_("Give orders: drag from city to city, then carry them out"),
    HEADS[st.MOVE_TO]: N_("Order units from %(city)s: where to?"),
    HEADS[st.MOVE_SEND]: N_("Order units from %(city)s: how many?"),
    HEADS[st.PICK_BATTLE]: N_("Choose the next battle"),
    HEADS[st.WINDOW]: N_("Reinforce %(target)s, or not"),
    HEADS[st.WINDOW_SEND]: N_("Reinforce %(target)s from %(city)s: how many units?"),
    HEADS[st.ATTACK]: N_("You attack %(target)s: roll or retreat?"),
    HEADS[st.DEFEND]: N_("You defend %(target)s: roll or flee?"),
    HEADS[st.CASUALTY]: N_("You lose a unit of the army: from which city?"),
    HEADS[st.DETACH]: N_("A unit of yours is driven out: from which city did it come?"),
    HEADS[st.WITHDRAW]: N_("A unit of yours is driven out of %(target)s: where to?"),
    HEADS[st.VICTORY]: N_("You have won %(target)s"),
    HEADS[st.RAMPAGE]: N_("Rampage from %(city)s, or not"),
    HEADS[st.ADVANCE]: N_("Advance into %(target)s: with how many units?"),
    HEADS[st.INVADE]: N_("Invade, or stay?"),
    HEADS[st.SURRENDER]: N_("You surrender the old kingdom: to whom?"),
    HEADS[st.REPLACE]: N_("Replace surrendered units: %(n)s in reserve"),
    HEADS[st.STRIP]: N_("Move own units onto surrendered ones, or not"),
    HEADS[st.STRIP_TO]: N_("Move a unit from %(city)s: where to?"),
    HEADS[st.PATH]: N_("You invade: by which path?"),
    HEADS[st.FOLLOW]: N_("Strike on from %(city)s, or not"),
    HEADS[st.PLACE_REST]: N_("Settle your invaders: %(n)s left"),
    HEADS[st.PLACE_TEMPLE]: N_("Raise a new temple"),
    HEADS[st.PAYER]: N_("Choose who pays a further rumor card"),
}


def headline(rules: FallenRules, v: FallenView) -> Message:
    """What is being decided now, and by which seat."""
    if m.is_over(v):
        winners = listed([Message(N_("%(seat)s"), seat=Seat(seat)) for seat in m.best_seats(v)])
        return Message(N_("The game is over. The most glory: %(winners)s"), winners=winners)
    seat = v.to_move()
    if seat == CHANCE or v.phase not in HEADS:
        return Message(N_("Dice and cards are falling"))
    left = {
        st.START: v.turn // v.n_seats + 1,
        st.SPENDING: v.points,
        st.PLACE_UNIT: v.sheet[seat],
        st.PLACE_REST: v.reserve[seat],
        st.REPLACE: v.reserve[seat],
    }
    here = v.target if v.phase in (st.LOKI_REFUGE, st.LOKI_SOURCE) else v.place
    is_city = v.phase not in m.PLACE_IS_NO_CITY and 0 <= here < v.map.n_cities
    is_target = v.phase not in m.TARGET_IS_NO_CITY and 0 <= v.target < v.map.n_cities
    head = MAY_TAKE if v.phase == st.TAKE_BUILDING and v.table.switches.may_decline else HEADS[v.phase]
    return Message(
        head, seat=Seat(seat), n=left.get(v.phase, 0), all=PASSES,
        god=Message(GOD_NAMES[v.power]) if v.phase == st.GOD and v.power >= 0 else "",
        city=city(rules, v, here) if is_city else "", target=city(rules, v, v.target) if is_target else "",
    )  # fmt: skip


# -- actions

ACTION_TEXTS: Final = {
    a.LAY: N_("Lay tile %(word)s"), a.CHOOSE: N_("Choose %(god)s: %(power)s"), a.PLACE: N_("Place in %(city)s"), a.POWER: N_("Use the power"),
    a.PASS: N_("Pass"), a.COPY: N_("Copy %(god)s"), a.CLAIM: N_("Guard %(lore)s"), a.TREACHERY: N_("Treachery in %(city)s"),
    a.PLAGUE: N_("Plague in %(city)s"), a.OFFER: N_("Offer the rumor of %(rumor)s"), a.SWAP_WITH: N_("Swap with %(seat)s"),
    a.ASK: N_("Ask for the rumor of %(rumor)s"), a.KEEP: N_("Keep %(lore)s: %(effect)s"), a.SWAP: N_("Replace %(lore)s"),
    a.TAKE: N_("Take a %(building)s"), a.LEARN: N_("Learn %(lore)s: %(effect)s"), a.SPEND: N_("A point on the %(track)s"),
    a.BUILD: N_("Place the %(building)s"), a.SITE: N_("Build in %(city)s"), a.FROM: N_("From %(city)s"), a.TO: N_("To %(city)s"),
    a.SEND: N_("Send %(n)s"), a.COMMIT: N_("Carry out the orders"), a.BATTLE: N_("Fight for %(city)s"),
    a.REINFORCE: N_("Reinforce from %(city)s"), a.ROLL: N_("Roll the dice"), a.RETREAT: N_("Retreat home"),
    a.FLEE: N_("Flee to %(city)s"), a.LOSE: N_("Lose a unit from %(city)s"), a.DETACH: N_("The unit from %(city)s leaves"),
    a.WITHDRAW: N_("Withdraw to %(city)s"), a.OCCUPY: N_("Occupy the city"), a.RETURN: N_("Return home"),
    a.RAMPAGE: N_("Rampage in %(city)s"), a.ADVANCE: N_("Advance with %(n)s"), a.INVADE: N_("Invade"),
    a.SURRENDER: N_("Surrender to %(seat)s"), a.REPLACE: N_("Replace a unit in %(city)s"), a.STRIP: N_("A unit from %(city)s"),
    a.PATH: N_("Invade by path %(n)s"), a.FOLLOW: N_("Strike on to %(city)s"), a.TEMPLE: N_("Temple in %(city)s"),
    a.PAYER: N_("%(seat)s pays"),
}  # fmt: skip
PASS_TEXTS: Final = {
    st.GOD: N_("Do not use it"), st.WINDOW: N_("No more units"), st.RAMPAGE: N_("No rampage"), st.INVADE: N_("Do not invade"),
    st.TAKE_BUILDING: N_("Take no building"), st.STRIP: N_("Move no more"), st.PATH: N_("End the invasion"), st.FOLLOW: N_("No follow-up"),
}  # fmt: skip
POWER_TEXTS: Final = {
    SAGA: N_("Choose a god to copy."), LOKI: N_("Choose an enemy city next to yours."), HOLLER: N_("Choose up to three enemy cities next to yours."),
    HEIMDALL: N_("Choose a public knowledge."), FORSETI: N_("Choose a rumor card of yours."),
}  # fmt: skip


def rampage(rules: FallenRules, v: FallenView, target: int) -> Message:
    """A city that can be struck, with the odds."""
    emptied, missed = m.rampage_odds(v, target)
    text = N_("Rampage in %(city)s: emptied %(emptied)s, no hit %(missed)s")
    return Message(text, city=city(rules, v, target), emptied=m.percent(emptied, 1296), missed=m.percent(missed, 1296))


def action(rules: FallenRules, v: FallenView, number: int) -> Message:
    """What a place or a button says when it is open."""
    kind = v.table.space.kind_of[number]
    arg = number - v.table.first[kind]
    if kind == a.PASS:
        return Message(PASS_TEXTS.get(v.phase, ACTION_TEXTS[kind]))
    text = ACTION_TEXTS[kind]
    if kind == a.RAMPAGE and v.phase == st.RAMPAGE and v.owner[v.map.city[arg]] not in (-1, v.active):
        return rampage(rules, v, v.map.city[arg])
    if kind in m.CITY_KINDS:
        return Message(text, city=m.tiles_of(rules).cities[arg].name)
    if kind in m.SEAT_KINDS:
        return Message(text, seat=Seat(arg))
    if kind in (a.CHOOSE, a.COPY):
        return Message(text, god=Message(GOD_NAMES[arg]), power=Message(GOD_POWERS[arg]))
    if kind in (a.CLAIM, a.KEEP, a.SWAP, a.LEARN):
        return Message(text, lore=Message(LORE_NAMES[arg]), effect=Message(LORE_EFFECTS[arg]))
    if kind in (a.TAKE, a.BUILD):
        return Message(text, building=Message(BUILDING_NAMES[arg]))
    if kind in (a.OFFER, a.ASK):
        return Message(text, rumor=RUMORS[arg])
    if kind == a.SPEND:
        return Message(text, track=Message(TRACK_NAMES[arg]))
    if kind == a.LAY:
        return Message(text, word=m.tiles_of(rules).lay_names[arg])
    return Message(text, n=arg if kind == a.ADVANCE else arg + 1)
