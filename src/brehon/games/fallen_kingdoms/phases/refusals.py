"""Why an action cannot be done now: actions that belong to another moment, and the base class of every decision that refuses."""

from typing import Final

from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions
from brehon.games.fallen_kingdoms.data import FORSETI, HEIMDALL, HOLLER, LOKI, ODIN, SAGA
from brehon.games.fallen_kingdoms.state import (
    ADVANCE,
    ATTACK,
    CASUALTY,
    CHOOSE_GOD,
    DEFEND,
    DETACH,
    FORSETI_ASK,
    FORSETI_WITH,
    GOD,
    LAYING,
    LOKI_REFUGE,
    LOKI_SOURCE,
    MOVE,
    MOVE_SEND,
    MOVE_TO,
    NORNS_KEEP,
    NORNS_SWAP,
    PAYER,
    PICK_BATTLE,
    PLACE_REST,
    PLACE_TEMPLE,
    PLACE_UNIT,
    REPLACE,
    SITE,
    SPENDING,
    START,
    STRIP_TO,
    SURRENDER,
    TAKE_BUILDING,
    TAKE_LORE,
    VICTORY,
    WHICH_BUILDING,
    WINDOW_SEND,
    WITHDRAW,
    Fallen,
    Phase,
)

CITY_KINDS: Final = [
    actions.PLACE, actions.TREACHERY, actions.PLAGUE, actions.SITE, actions.FROM, actions.TO, actions.BATTLE,
    actions.REINFORCE, actions.FLEE, actions.LOSE, actions.DETACH, actions.WITHDRAW, actions.RAMPAGE, actions.REPLACE,
    actions.STRIP, actions.FOLLOW, actions.TEMPLE,
]  # fmt: skip

# [kind] the rule that says when this is done, and when
WHEN_RULES: Final = [
    "FK-2.14", "FK-3.1", "FK-6.30", "FK-5.1", "FK-4.2", "FK-5.6", "FK-5.21", "FK-5.10", "FK-5.16", "FK-5.25",
    "FK-5.25", "FK-5.25", "FK-5.29", "FK-5.30", "FK-6.7", "FK-6.9", "FK-6.22", "FK-6.26", "FK-6.26", "FK-7.1",
    "FK-7.3", "FK-7.1", "FK-7.2", "FK-8.1", "FK-8.24", "FK-8.5", "FK-8.17", "FK-8.18", "FK-8.16", "FK-8.36",
    "FK-8.36", "FK-8.41", "FK-8.41", "FK-9.4", "FK-9.10", "FK-15.2", "FK-15.4", "FK-15.10", "FK-15.11", "FK-15.14",
    "FK-15.30", "FK-15.36", "FK-13.6",
]  # fmt: skip
WHEN_TEXTS: Final = [
    N_("tiles are laid before the game begins"),
    N_("gods are chosen before the game begins"),
    N_("units are placed at the start, after production, and after an invasion"),
    N_("a god's power is used at the start of one's turn"),
    N_("there is nothing to pass: this has to be decided"),
    N_("only Saga copies another god, at the start of the turn"),
    N_("public knowledge is claimed by Heimdall's power, at the start of the turn"),
    N_("treachery is Loki's power, at the start of the turn"),
    N_("the plague is Holler's power, at the start of the turn"),
    N_("rumor cards are swapped by Forseti's power, at the start of the turn"),
    N_("rumor cards are swapped by Forseti's power, at the start of the turn"),
    N_("rumor cards are swapped by Forseti's power, at the start of the turn"),
    N_("a card is kept when the Norns have drawn"),
    N_("a displayed card is replaced when the Norns have drawn"),
    N_("a building is taken when the building track is full"),
    N_("a knowledge card is taken when the knowledge track is full"),
    N_("free points are spent during production"),
    N_("buildings are placed after production"),
    N_("buildings are placed after production"),
    N_("units are ordered in the movement step"),
    N_("a destination is named after a source"),
    N_("a number of units is named after a source and a destination"),
    N_("orders are given and carried out in the movement step"),
    N_("a battle is chosen when the moves have been carried out"),
    N_("only a defender with Cartography reinforces, before a combat roll"),
    N_("dice are rolled in a battle, by the side whose turn it is"),
    N_("only an attacker retreats home, before a roll of his own"),
    N_("only a defender flees to a refuge, before a roll of his own"),
    N_("casualties are chosen by an attacker whose units came from several cities"),
    N_("a unit is chosen when intimidation drives it out"),
    N_("a unit leaves when intimidation drives it out"),
    N_("a city is occupied when its last defender is gone"),
    N_("the army returns when the last defender is gone"),
    N_("a rampage follows a city whose defenders all died on the first roll"),
    N_("units advance when a rampage has emptied a city"),
    N_("invasions come at the end of a round, in order of priority"),
    N_("a kingdom is surrendered by a player who begins an invasion"),
    N_("units are replaced by the player who receives a surrendered kingdom"),
    N_("units are moved in by the player who receives a surrendered kingdom"),
    N_("a path is chosen by an invader"),
    N_("a follow-up comes after a path's first strike"),
    N_("a temple is placed at the start and at the end of an invasion"),
    N_("payers are chosen at the final rumor adjustment"),
]


# [phase] the rule that forbids passing
PASS_RULES: Final = {
    LAYING: "FK-2.14", CHOOSE_GOD: "FK-3.1", START: "FK-3.25", LOKI_REFUGE: "FK-5.11", LOKI_SOURCE: "FK-5.13",
    FORSETI_WITH: "FK-5.25", FORSETI_ASK: "FK-5.25", NORNS_KEEP: "FK-5.29", NORNS_SWAP: "FK-5.30",
    TAKE_BUILDING: "FK-6.12", TAKE_LORE: "FK-6.12", SPENDING: "FK-6.23", WHICH_BUILDING: "FK-6.28", SITE: "FK-6.28",
    PLACE_UNIT: "FK-6.30", MOVE: "FK-7.14", MOVE_TO: "FK-7.14", MOVE_SEND: "FK-7.14", PICK_BATTLE: "FK-8.3",
    WINDOW_SEND: "FK-8.24", ATTACK: "FK-8.5", DEFEND: "FK-8.5", CASUALTY: "FK-8.16", DETACH: "FK-8.36",
    WITHDRAW: "FK-8.36", VICTORY: "FK-8.41", ADVANCE: "FK-9.11", SURRENDER: "FK-15.4", REPLACE: "FK-15.10",
    STRIP_TO: "FK-15.11", PLACE_REST: "FK-15.34", PLACE_TEMPLE: "FK-15.36", PAYER: "FK-13.6",
}  # fmt: skip
PASS_TEXTS: Final = {
    START: N_("in every pass each player places a group; a city of one's own is always open"),
    TAKE_BUILDING: N_("a building has to be taken when the building track is full"),
    TAKE_LORE: N_("a knowledge card has to be taken when the knowledge track is full"),
    SPENDING: N_("every free point is spent; none is kept"),
    WHICH_BUILDING: N_("a building that can be placed must be placed"),
    SITE: N_("a building that can be placed must be placed"),
    PLACE_UNIT: N_("every unit on the sheet is placed"),
    MOVE: N_("moving is optional: carry out the orders, even if there are none"),
    MOVE_TO: N_("finish this order first; further orders are optional"),
    MOVE_SEND: N_("finish this order first; further orders are optional"),
}


def not_now(s: Fallen, action: int) -> Reason:
    """The action belongs to another moment, or to chance."""
    kind = s.table.space.kind_of[action]
    if kind >= len(WHEN_TEXTS):
        return Reason("chance", "", Message(N_("only chance can do this")))
    if kind == actions.PASS:
        return no_passing(s)
    power = no_power(s, kind)
    return power if power is not None else Reason("phase", WHEN_RULES[kind], Message(WHEN_TEXTS[kind]))


def no_passing(s: Fallen) -> Reason:
    rule = PASS_RULES.get(s.phase, WHEN_RULES[actions.PASS])
    text = PASS_TEXTS.get(s.phase, WHEN_TEXTS[actions.PASS])
    if s.phase == START and s.turn < s.n_seats:
        return Reason("must", "FK-3.17", Message(WHEN_TEXTS[actions.PASS]))
    return Reason("must", rule, Message(text))


def no_power(s: Fallen, kind: int) -> Reason | None:
    """Why the active seat, before its movement, cannot use the power of its god by this kind of action."""
    if s.round == 0 or s.seat != s.active or not s.producing or kind != power_kind(s.god[s.active]):
        return None
    if s.temple[s.active] < 0:
        return Reason(
            "no-temple", "FK-5.3", Message(N_("the power needs your temple, and it is not on the board")), 1, 0
        )
    if s.god[s.active] == ODIN:
        return Reason("no-power", "FK-5.31", Message(N_("Odin has no power")))
    if kind == actions.COPY and GOD <= s.phase <= NORNS_SWAP and s.power != SAGA:
        return Reason("again", "FK-5.2", Message(N_("Saga copies one god each turn, and has done so")))
    return None


def power_kind(god: int) -> int:
    """The kind of action that begins the power of a god."""
    if god == SAGA:
        return actions.COPY
    if god == HEIMDALL:
        return actions.CLAIM
    if god == LOKI:
        return actions.TREACHERY
    if god == HOLLER:
        return actions.PLAGUE
    return actions.OFFER if god == FORSETI else actions.POWER


def off_map(s: Fallen, action: int) -> Reason | None:
    """A reason if the action names a city that this map does not have."""
    kind = s.table.space.kind_of[action]
    if kind in CITY_KINDS and s.map.city[action - s.table.first[kind]] < 0:
        return Reason("off-map", "FK-2.4", Message(N_("this city is not on the map")))
    return None


class Decision(Phase):
    """A phase whose reasons are computed only when an action is not among the legal ones."""

    def why_not(self, s: Fallen, action: int) -> Reason | None:
        if action in self.legal(s):
            return None
        reason = self.refusal(s, s.table.space.kind_of[action], action)
        return reason if reason is not None else not_now(s, action)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        """Why an action that is not legal cannot be done, by the same tests; None if it does not belong here at all."""
        return None
