"""Why not, in a leader's turn: what keeps a location, a tile or a pass out of the sets that legal() lists."""

from brehon.core.text import N_, NN_, Message, Reason, Seat
from brehon.games.arrival import actions
from brehon.games.arrival.data import (
    BARD,
    CAULDRON,
    DISTANT_FAME,
    EMER,
    FIRST_PLAIN,
    LIA_FAIL,
    MAX_PROVINCE_SHIELDS,
    MIGRATION,
    OUTPOST_FAME,
    RUSE,
    THREAT_WORDS,
    TILE_ROWS,
    copies,
)
from brehon.games.arrival.phases.reach import (
    beatable,
    build_sites,
    can_pass,
    distant_reach,
    free_reach,
    last_forts,
    migration_first,
    outposts,
    repel_targets,
    ruse_first,
    shield_lands,
    single_discs,
    spread_cost,
    spread_targets,
)
from brehon.games.arrival.phases.reasons import NO_CASTLE, not_now
from brehon.games.arrival.phases.tiles import fame_tie, trophy_limit
from brehon.games.arrival.state import Arrival


def why_not_in_turn(s: Arrival, action: int) -> Reason:
    """The reason against an action that is not among the legal ones of this turn."""
    table = s.table
    kind = table.kind_of[action]
    argument = action - table.space.first[kind]
    if kind == actions.END_TURN:
        return unfinished(s)
    if actions.BUILD <= kind <= actions.REPEL or kind == actions.PASS:
        if s.todo == 0:
            return no_action_left(s)
    found: Reason | None = None
    if kind == actions.BUILD:
        found = without(s.discs[s.seat], N_("you have no disc to build with"), "AR-8.1") or why_not_build(s, argument)
    elif kind == actions.SHIELD:
        found = without(s.shields[s.seat], N_("you have no shield to place"), "AR-9.1") or why_not_shield(s, argument)
    elif kind == actions.SPREAD:
        found = without(s.held[s.seat], N_("you have no Fomori to spread"), "AR-10.4") or why_not_spread(s, argument)
    elif kind == actions.REPEL:
        found = why_not_repel(s, argument >> 1, argument & 1)
    elif kind == actions.PASS:
        found = why_not_pass(s)
    elif kind in (actions.USE, actions.RUSE, actions.MIGRATE):
        found = why_not_tile(s, kind, argument)
    elif kind == actions.TROPHY:
        found = why_not_trophy(s, argument + 1)
    return found or not_now(s, action)


def no_action_left(s: Arrival) -> Reason:
    if s.allowed == 1:
        text = N_(
            "this turn of round 1 has one action, and it is done; you can still use tiles and trophies, or end the turn"
        )
        return Reason("no-action-left", "AR-7.3", Message(text), 1, 0)
    text = N_("your actions of this turn are done; you can still use tiles and trophies, or end the turn")
    return Reason("no-action-left", "AR-7.2", Message(text), 1, 0)


def unfinished(s: Arrival) -> Reason:
    text = Message(N_("every action of the turn must be taken: %(left)s to go, or pass"), left=s.todo)
    return Reason("must-act", "AR-7.8", text, 0, s.todo)


def without(have: int, text: str, rule: str) -> Reason | None:
    return None if have > 0 else Reason("nothing", rule, Message(text), 1, 0)


def why_not_build(s: Arrival, place: int) -> Reason | None:
    """None where a disc can be built."""
    seat = s.seat
    bit = 1 << place
    if build_sites(s, seat) & bit:
        return None
    if s.dark & bit:
        return Reason("occupied", "AR-3.2", Message(N_("a Fomori holds this location")))
    if s.forts[seat] & bit:
        return Reason("caer", "AR-8.6", Message(N_("a Caer cannot be extended")), 2, 3)
    if s.built & bit:
        text = Message(N_("this location belongs to %(player)s"), player=Seat(s.owner(place)))
        return Reason("occupied", "AR-3.2", text)
    if outposts(s, seat) & bit:
        text = Message(
            N_("an outpost next to another leader costs %(need)s fame, you have %(have)s"),
            need=OUTPOST_FAME,
            have=s.fame[seat],
        )
        return Reason("fame", "AR-8.3", text, OUTPOST_FAME, s.fame[seat])
    if s.table.island.ports & bit:
        text = Message(N_("there is no fort next to this port, and you hold no port to sail from"))
        return Reason("no-link", "AR-8.4", text)
    return Reason("no-link", "AR-8.2", Message(N_("no fort is connected to this location")))


def why_not_shield(s: Arrival, province: int) -> Reason | None:
    if shield_lands(s, s.seat) >> province & 1:
        return None
    if not s.forts[s.seat] & s.table.island.lands[province]:
        return Reason("no-fort", "AR-9.1", Message(N_("you have no fort in this province")), 1, 0)
    text = Message(N_("this province already has %(most)s shields"), most=MAX_PROVINCE_SHIELDS)
    return Reason("full", "AR-9.2", text, MAX_PROVINCE_SHIELDS - 1, s.guards[province])


def why_not_spread(s: Arrival, place: int) -> Reason | None:
    seat = s.seat
    bit = 1 << place
    if spread_targets(s, seat) & bit:
        return None
    if s.dark & bit:
        return Reason("occupied", "AR-10.2", Message(N_("a Fomori or a castle is already here")))
    if not s.shadow & bit:
        if s.table.island.ports & bit and s.table.island.links[place] & s.dark:
            return Reason("port", "AR-10.13", Message(N_("Fomori do not spread from port to port")))
        return Reason("no-link", "AR-10.1", Message(N_("no Fomori and no castle is connected to this location")))
    if last_forts(s) & bit:
        text = Message(N_("the last fort of %(player)s cannot be attacked"), player=Seat(s.owner(place)))
        return Reason("last-fort", "AR-10.10", text)
    if not s.table.into_castle and s.table.island.isle & bit:
        return Reason("isle", "AR-10.15", Message(N_("at this table Fomori do not return to Balor's Isle")))
    need, have = spread_cost(s, place), s.held[seat]
    text = Message(
        N_("spreading here takes %(need)s Fomori (shields, discs and one), you have %(have)s"), need=need, have=have
    )
    return Reason("fomori", "AR-10.4", text, need, have)


def why_not_repel(s: Arrival, place: int, reward: int) -> Reason | None:
    seat = s.seat
    bit = 1 << place
    if repel_targets(s, seat) & bit:
        if reward == 0 or s.corruption[seat] > 0:
            return None
        return Reason("no-corruption", "AR-11.7", Message(N_("you have no corruption to lose")), 1, 0)
    threat = s.threat(place)
    if threat < 0:
        return Reason("no-threat", "AR-11.1", Message(N_("there is nothing to repel on this location")))
    if not (free_reach(s, seat) | distant_reach(s, seat)) & bit:
        if s.table.island.isle & bit:
            text = Message(N_("on Balor's Isle only what is connected to one of your forts can be repelled"))
            return Reason("isle", "AR-11.11", text)
        text = Message(
            N_("out of reach: no connection, no ports on both sides, no fort in this province or next to it")
        )
        return Reason("reach", "AR-11.3", text)
    if not beatable(s, seat) & bit:
        need = s.table.box.strength[threat]
        text = Message(N_("swords to repel the %(threat)s: %(need)s needed, you have %(have)s"),
                       threat=Message(THREAT_WORDS[threat]), need=need, have=s.swords[seat])  # fmt: skip
        return Reason("swords", "AR-11.2", text, need, s.swords[seat])
    text = Message(N_("a distant attack costs %(need)s fame, you have %(have)s"), need=DISTANT_FAME, have=s.fame[seat])
    return Reason("fame", "AR-11.4", text, DISTANT_FAME, s.fame[seat])


def why_not_pass(s: Arrival) -> Reason | None:
    if can_pass(s, s.seat, spread_targets(s, s.seat)):
        return None
    words = NN_(
        "you hold %(have)s Fomori and can still spread it", "you hold %(have)s Fomori and can still spread them", "have"
    )
    text = Message(words, have=s.held[s.seat])
    return Reason("must-spread", "AR-12.3", text, 0, s.held[s.seat])


def why_not_tile(s: Arrival, kind: int, argument: int) -> Reason:
    tile = argument + FIRST_PLAIN if kind == actions.USE else RUSE if kind == actions.RUSE else MIGRATION
    if not copies(s.tiles[s.seat], tile):
        return Reason("no-tile", "AR-13.1", Message(N_("you do not have this tile")), 1, 0)
    rule = TILE_ROWS[tile].rule if tile < CAULDRON else ""
    if kind == actions.RUSE:
        if s.castles >> argument & 1:
            return Reason("castle", rule, Message(NO_CASTLE))
        if not ruse_first(s):
            return Reason(
                "no-change", "AR-13.6", Message(N_("there are no two Fomori of different species to exchange"))
            )
        return Reason("no-fomori", rule, Message(N_("there is no Fomori on this location")))
    if kind == actions.MIGRATE:
        if single_discs(s) >> argument & 1 and not migration_first(s):
            return Reason("no-change", "AR-13.6", Message(N_("there are no Áits of two leaders to exchange")))
        return Reason("no-ait", rule, Message(N_("only a location with a single disc, an Áit, can be exchanged")))
    if tile == LIA_FAIL and fame_tie(s):
        return Reason("tie", "AR-14.5b", Message(N_("two leaders are level on the fame track")))
    if tile == EMER:
        text = Message(N_("another leader has no more corruption than you"))
        return Reason("corruption", rule, text, min_rival(s) - 1, s.corruption[s.seat])
    if tile == BARD:
        return Reason("no-corruption", "AR-13.6", Message(N_("you have no corruption to lose")), 1, 0)
    return Reason("no-gain", "AR-13.6", Message(N_("this tile would give you nothing now")), 1, 0)


def min_rival(s: Arrival) -> int:
    """The least corruption of another leader."""
    return min(s.corruption[rival] for rival in range(s.n_seats) if rival != s.seat)


def why_not_trophy(s: Arrival, number: int) -> Reason:
    if s.trophies[s.seat] == 0:
        return Reason("no-trophy", "AR-15.1", Message(N_("you have no castle trophy that is still face-up")), 1, 0)
    have = trophy_limit(s, s.seat)
    text = Message(N_("you have only %(have)s Fomori to send back"), have=s.held[s.seat])
    return Reason("too-few", "AR-15.2", text, number, have)
