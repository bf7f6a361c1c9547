"""Why not: the reasons outside a leader's turn, and the reason for actions that belong to another part of the game."""

from typing import Final

from brehon.core.nouns import counted
from brehon.core.text import N_, Message, Reason
from brehon.games.arrival import actions
from brehon.games.arrival.data import KEEP_LIMIT, RUSE, SECTIONS
from brehon.games.arrival.nouns import DISCS, SHIELDS, SWORDS
from brehon.games.arrival.phases.reach import single_discs
from brehon.games.arrival.state import Arrival

PHASE_WORDS: Final = [  # [phase]
    N_("tiles are being laid out"), N_("the first Fomori are being placed"), N_("the stacks are being laid out"),
    N_("the starting player is being drawn"), N_("earning cards are being revealed"), N_("a Fomori is appearing"),
    N_("the landing at the ports"), N_("the drawing of earning cards"), N_("the blocking of sections"),
    N_("the time for Ogam's wisdom"), N_("the choice of tactic tiles"), N_("a leader's turn"),
    N_("the choice of the second Fomori for Cú Chulainn's ruse"), N_("the choice of the second Áit for the big migration"),
    N_("the choice of what to keep after passing"), N_("the hour of the master-builder"), N_("the end of the game"),
]  # fmt: skip

# [kind of action] when it can be done, and the rule that says so
BELONGS: Final = [
    (N_("first discs are set on ports during setup only"), "AR-2.12"),
    (N_("earning cards are drawn at the beginning of a round only"), "AR-4.1"),
    (N_("sections are blocked while earning cards are revealed"), "AR-5.2"),
    (N_("Ogam's wisdom can be used only after both blockers are set and before the earnings"), "AR-14.9a"),
    (N_("tactic tiles are taken only when the earnings say so"), "AR-6.17"),
    (N_("building is an action of a leader's turn"), "AR-7.5"),
    (N_("placing a shield is an action of a leader's turn"), "AR-7.5"),
    (N_("spreading Fomori is an action of a leader's turn"), "AR-7.5"),
    (N_("repelling Fomori is an action of a leader's turn"), "AR-7.5"),
    (N_("this tile can be used in your own turn of the action phase only, never during another action"), "AR-13.1"),
    (N_("this tile can be used in your own turn of the action phase only, never during another action"), "AR-13.1"),
    (N_("first choose the Fomori to be exchanged with Cú Chulainn's ruse"), "AR-14.11"),
    (N_("this tile can be used in your own turn of the action phase only, never during another action"), "AR-13.1"),
    (N_("first choose the Áit to be exchanged with the big migration"), "AR-14.12"),
    (N_("a trophy can be used in your own turn of the action phase only, never during another action"), "AR-15.1"),
    (N_("passing is an action of a leader's turn"), "AR-7.5"),
    (N_("a turn ends after its last action"), "AR-7.8"),
    (N_("what to keep is chosen after passing with more than three items"), "AR-12.5"),
    (N_("only discs collected by a master-builder can be given up"), "AR-14.10c"),
]
BY_CHANCE: Final = N_("only chance can do this")
NO_CASTLE: Final = N_("castles cannot be exchanged, only Fomori")


def not_now(s: Arrival, action: int) -> Reason:
    """The action belongs to another part of the game, or to chance."""
    kind = s.table.kind_of[action]
    if kind >= actions.START:
        return Reason("chance", "", Message(BY_CHANCE))
    text, rule = BELONGS[kind]
    now = Message(PHASE_WORDS[s.phase])
    return Reason("phase", rule, Message(N_("%(when)s; this is %(phase)s"), when=Message(text), phase=now))


def why_not_port(s: Arrival, place: int) -> Reason | None:
    if not (s.built | s.dark) >> place & 1:
        return None
    return Reason("occupied", "AR-2.12", Message(N_("this port is not free")))


def why_not_block(s: Arrival, section: int) -> Reason | None:
    if not s.blocked[s.seat] >> section & 1:
        return None
    text = Message(N_("the %(section)s section is already blocked"), section=Message(SECTIONS[section]))
    return Reason("blocked", "AR-5.4", text)


def why_not_ogam(s: Arrival, choice: int) -> Reason | None:
    if choice == 0 or s.blocked[s.seat] >> (choice - 1) & 1:
        return None
    text = Message(N_("the %(section)s section is open already"), section=Message(SECTIONS[choice - 1]))
    return Reason("open", "AR-14.9b", text)


def why_not_take(s: Arrival, tile: int) -> Reason | None:
    if s.display >> (2 * tile) & 3:
        return None
    return Reason("not-there", "AR-6.17", Message(N_("this tile does not lie in the open display")), 1, 0)


def why_not_keep(s: Arrival, keep: list[int]) -> Reason:
    have = [s.discs[s.seat], s.swords[s.seat], s.shields[s.seat]]
    nouns = [DISCS, SWORDS, SHIELDS]
    for index in range(3):
        if keep[index] > have[index]:
            goods = counted(nouns[index], keep[index])
            text = Message(N_("you cannot keep %(goods)s: you have %(have)s"), goods=goods, have=have[index])
            return Reason("too-few", "AR-12.5", text, keep[index], have[index])
    return Reason("too-many", "AR-12.5", Message(N_("no more than three items can be kept")), KEEP_LIMIT, sum(keep))


def why_not_second(s: Arrival, tile: int, place: int) -> Reason:
    if tile == RUSE:
        if s.castles >> place & 1:
            return Reason("castle", "AR-14.11", Message(NO_CASTLE))
        if s.threat(place) < 0:
            return Reason("no-fomori", "AR-14.11", Message(N_("there is no Fomori on this location")))
        return Reason("no-change", "AR-13.6", Message(N_("exchanging two Fomori of one species would change nothing")))
    if not single_discs(s) >> place & 1:
        return Reason("no-ait", "AR-14.12", Message(N_("only a location with a single disc, an Áit, can be exchanged")))
    return Reason("no-change", "AR-13.6", Message(N_("exchanging two Áits of one leader would change nothing")))
