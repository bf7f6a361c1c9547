"""What a move would do, said before it is made, and the headings under which moves are listed. Everything comes from a View.

An action of a turn is tried on a copy of what the seat knows, by the rules themselves, without what comes after it; so a preview
cannot promise anything but what the rules do.
"""

from __future__ import annotations

from typing import Final

from brehon.core.face import Preview
from brehon.core.nouns import counted
from brehon.core.text import N_, NN_, Message, Plural, Seat
from brehon.games.arrival import actions, words
from brehon.games.arrival import state as st
from brehon.games.arrival.actions import KEEPS
from brehon.games.arrival.data import (
    BARD,
    FIRST_PLAIN,
    KEEP_LIMIT,
    LEVELS,
    MASTER,
    N_SPECIES,
    THREAT_WORDS,
    TILE_ROWS,
    copies,
)
from brehon.games.arrival.nouns import ITEMS, SHIELDS
from brehon.games.arrival.phases.passing import items
from brehon.games.arrival.phases.reach import build_sites, free_sites, spread_cost
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import bonus, count_dark, count_forts, elements, final_corruption, final_fame
from brehon.games.arrival.sections import block_preview, draw_preview, ogam_preview
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.view import ArrivalView

THUMBS: Final = 4
GROUPS: Final = {
    actions.TAKE: N_("Tactic tiles"), actions.SHIELD: N_("Shields"), actions.SPREAD: N_("Spread Fomori"), actions.REPEL: N_("Repel"),
    actions.USE: N_("Tactic tiles"), actions.RUSE: N_("Cú Chulainn's ruse"), actions.MIGRATE: N_("Big migration"), actions.TROPHY: N_("Trophies"),
    actions.PASS: N_("Pass or end"), actions.END_TURN: N_("Pass or end"), actions.STOP: N_("Pass or end"), actions.KEEP: N_("Keep"),
}  # fmt: skip
TRIED: Final = frozenset(
    [
        actions.BUILD, actions.SHIELD, actions.SPREAD, actions.REPEL, actions.USE, actions.RUSE, actions.RUSE_WITH, actions.MIGRATE,
        actions.MIGRATE_WITH, actions.TROPHY, actions.KEEP,
    ]
)  # fmt: skip
CHANGES: Final[list[tuple[str | Plural, str | Plural]]] = [  # one more and one less of each thing
    (N_("+%(n)s fame"), N_("−%(n)s fame")),
    (N_("+%(n)s corruption"), N_("−%(n)s corruption")),
    (NN_("+%(n)s trophy", "+%(n)s trophies"), NN_("−%(n)s trophy", "−%(n)s trophies")),
    (NN_("+%(n)s disc", "+%(n)s discs"), NN_("−%(n)s disc", "−%(n)s discs")),
    (NN_("+%(n)s sword", "+%(n)s swords"), NN_("−%(n)s sword", "−%(n)s swords")),
    (NN_("+%(n)s shield", "+%(n)s shields"), NN_("−%(n)s shield", "−%(n)s shields")),
    (N_("+%(n)s Fomori in hand"), N_("−%(n)s Fomori in hand")),
]


def group(rules: ArrivalRules, v: ArrivalView, action: int) -> Message | None:
    """The heading of an action in the list of moves; decisions between a few equal things need none."""
    kind = rules.space.kind_of[action]
    if kind == actions.BUILD:
        place, s = rules.space.arg(action), v.known()
        if s.level(place):
            return Message(N_("Extend"))
        is_free = v.active < 0 or free_sites(s, v.active) >> place & 1
        return Message(N_("Build")) if is_free else Message(N_("Outposts"))
    return Message(GROUPS[kind]) if kind in GROUPS else None


def is_on_board(v: ArrivalView) -> bool:
    """Whether both boards show every legal action: a phone has room for four tiles and trophies next to the map."""
    if v.phase != st.TURN:
        return True
    kinds = [v.table.kind_of[action] for action in v.known().legal()]
    return kinds.count(actions.USE) + kinds.count(actions.TROPHY) <= THUMBS


def preview(rules: ArrivalRules, v: ArrivalView, action: int) -> Preview:
    """What a legal action of the current decision would do."""
    kind, argument = rules.space.kind_of[action], rules.space.arg(action)
    s, seat = v.known(), v.active
    if seat < 0 or v.phase <= st.LAST_OF_CHANCE:
        return Preview()
    if kind == actions.BLOCK:
        return block_preview(s, seat, argument)
    if kind == actions.OGAM:
        return ogam_preview(s, seat, argument)
    if kind == actions.DRAW:
        return draw_preview(s, argument)
    if kind == actions.TAKE:
        return take_preview(s, seat, argument)
    if kind == actions.PORT:
        return port_preview(rules, s, rules.island.port_list[argument])
    if kind == actions.PASS:
        return pass_preview(s, seat)
    if kind == actions.STOP:
        words_ = NN_("%(n)s collected disc goes back", "%(n)s collected discs go back")
        lost = Message(words_, n=s.saved[seat])
        return Preview([lost], lost)
    if kind == actions.END_TURN:
        return Preview([Message(N_("your tiles and trophies stay with you"))])
    return tried(rules, v, action) if kind in TRIED else Preview()


# -- actions that are tried


def tried(rules: ArrivalRules, v: ArrivalView, action: int) -> Preview:
    """The action, carried out on a copy of what is known; only what it does itself, not what follows."""
    s, seat = v.known(), v.active
    after = s.clone()
    s.table.phases[s.phase].apply(after, action, None)
    kind, argument = rules.space.kind_of[action], rules.space.arg(action)
    effects = changes(s, after, seat)
    extra, warning = more(rules, s, after, seat, kind, argument)
    rising = 1 if kind == actions.SPREAD else 0
    return Preview([*effects, *extra, *ends(s, after, seat, rising), *balance(s, after, rising)], warning)


def changes(s: st.Arrival, after: st.Arrival, seat: int) -> list[Message]:
    """What the leader has more or less of, in numbers."""
    pairs = [
        (s.fame, after.fame), (s.corruption, after.corruption), (s.trophies, after.trophies), (s.discs, after.discs),
        (s.swords, after.swords), (s.shields, after.shields), (s.held, after.held),
    ]  # fmt: skip
    found = []
    for (gain, loss), (old, new) in zip(CHANGES, pairs, strict=True):
        step = new[seat] - old[seat]
        if step:
            found.append(Message(gain if step > 0 else loss, n=abs(step)))
    return found


def ends(s: st.Arrival, after: st.Arrival, seat: int, rising: int) -> list[Message]:
    """How both endings change for the leader, and what others lose in the one that counts provinces."""
    found = []
    fame, fame_then = final_fame(s, seat), final_fame(after, seat)
    if fame != fame_then:
        found.append(Message(N_("if the tribes hold %(old)s → %(new)s"), old=fame, new=fame_then))
    corruption, corruption_then = final_corruption(s, seat), final_corruption(after, seat)
    if corruption != corruption_then:
        found.append(Message(N_("if overrun %(old)s → %(new)s corruption"), old=corruption, new=corruption_then))
    for rival in range(s.n_seats):
        lost = bonus(s, rival) - bonus(after, rival)
        if rival != seat and lost:
            text = N_("%(player)s −%(n)s at the end") if lost > 0 else N_("%(player)s +%(n)s at the end")
            found.append(Message(text, player=Seat(rival), n=abs(lost)))
    return found


def balance(s: st.Arrival, after: st.Arrival, rising: int) -> list[Message]:
    """Tribes against Fomori, if that changes, and whether it turns the ending."""
    old, new = (count_forts(s), count_dark(s)), (count_forts(after), count_dark(after) + rising)
    if old == new:
        return []
    if (old[0] > old[1]) != (new[0] > new[1]):
        text = N_("tribes %(tribes)s : %(fomori)s Fomori, so the tribes hold")
        if new[0] <= new[1]:
            text = N_("tribes %(tribes)s : %(fomori)s Fomori, so they are overrun")
        return [Message(text, tribes=new[0], fomori=new[1])]
    return [Message(N_("tribes %(tribes)s : %(fomori)s Fomori"), tribes=new[0], fomori=new[1])]


def more(
    rules: ArrivalRules, s: st.Arrival, after: st.Arrival, seat: int, kind: int, argument: int
) -> tuple[list[Message], Message | None]:
    """What numbers alone do not say, and what is lost for good."""
    if kind == actions.BUILD:
        return build_words(s, after, seat, argument), None
    if kind == actions.SHIELD:
        return shield_words(rules, s, seat, argument), None
    if kind == actions.SPREAD:
        return spread_words(s, seat, argument)
    if kind == actions.REPEL:
        place = argument >> 1
        opened = build_sites(after, seat) & ~build_sites(s, seat)
        return ([Message(N_("you can build there then"))] if opened >> place & 1 else []), None
    if kind == actions.USE:
        return [Message(N_("the tile is used up"))], None
    if kind == actions.KEEP:
        return keep_words(s, seat, argument), None
    if kind in (actions.RUSE, actions.MIGRATE) and after.target >= 0:
        return [Message(N_("then choose the second one"))], None
    if kind in (actions.RUSE_WITH, actions.MIGRATE_WITH, actions.RUSE, actions.MIGRATE):
        return swap_words(rules, s, after, argument), None
    return [], None


def build_words(s: st.Arrival, after: st.Arrival, seat: int, place: int) -> list[Message]:
    found = []
    if after.level(place) > 1:
        found.append(Message(N_("destroying it takes %(n)s Fomori"), n=spread_cost(after, place)))
    opened = (free_sites(after, seat) & ~free_sites(s, seat) & ~(1 << place)).bit_count()
    if opened:
        found.append(Message(NN_("opens %(n)s more place to build", "opens %(n)s more places to build"), n=opened))
    return [*found, *tile_words(s, after, seat)]


def tile_words(s: st.Arrival, after: st.Arrival, seat: int) -> list[Message]:
    """Tiles in hand that become worth more or less."""
    step = sum(
        tile_gain(after, seat, tile) - tile_gain(s, seat, tile)
        for tile in range(FIRST_PLAIN, s.table.box.n_tiles)
        if copies(s.tiles[seat], tile)
    )
    if step == 0:
        return []
    text = N_("your tiles are worth %(n)s more") if step > 0 else N_("your tiles are worth %(n)s less")
    return [Message(text, n=abs(step))]


def shield_words(rules: ArrivalRules, s: st.Arrival, seat: int, province: int) -> list[Message]:
    lands = s.table.island.lands[province]
    mine, all_forts = (s.forts[seat] & lands).bit_count(), (s.built & lands).bit_count()
    name = words.province_name(rules, province)
    return [
        Message(N_("%(province)s: %(n)s of 3 shields, spreading there costs 1 Fomori more"), province=name, n=s.guards[province] + 1),
        Message(N_("protects %(mine)s of your forts and %(others)s of others"), mine=mine, others=all_forts - mine),
    ]  # fmt: skip


def spread_words(s: st.Arrival, seat: int, place: int) -> tuple[list[Message], Message | None]:
    """Who loses what, which Fomori may come, and a warning if it is one's own fort."""
    found: list[Message] = []
    warning = None
    owner, level = s.owner(place), s.level(place)
    if owner >= 0:
        lost = Message(N_("%(player)s loses the %(level)s"), player=Seat(owner), level=LEVELS[level])
        found.append(lost)
        warning = Message(N_("You lose your own %(level)s"), level=LEVELS[level]) if owner == seat else None
    province = s.table.island.province[place]
    if province >= 0 and s.guards[province]:
        found.append(Message(N_("smashes %(shields)s"), shields=counted(SHIELDS, s.guards[province])))
    total = max(1, sum(s.hidden))
    shares = [round(100 * s.hidden[species] / total) for species in range(N_SPECIES)]
    text = N_("turns up Sineach %(a)s %%, Athach %(b)s %%, Monghfinn %(c)s %%")
    found.append(Message(text, a=shares[0], b=shares[1], c=shares[2]))
    return found, warning


def keep_words(s: st.Arrival, seat: int, argument: int) -> list[Message]:
    keep = KEEPS[argument]
    have = [s.discs[seat], s.swords[seat], s.shields[seat]]
    back = sum(have) - sum(keep)
    found = [Message(N_("you begin the next round with %(items)s"), items=Message(N_("%(n)s of 3"), n=sum(keep)))]
    if sum(keep) < min(KEEP_LIMIT, sum(have)):
        found.append(Message(N_("you could keep more")))
    return [*found, Message(NN_("%(n)s item goes back", "%(n)s items go back"), n=back)] if back else found


def swap_words(rules: ArrivalRules, s: st.Arrival, after: st.Arrival, place: int) -> list[Message]:
    """What stands on the second place afterwards."""
    name = words.place_name(rules, place)
    owner, threat = after.owner(place), after.threat(place)
    if owner >= 0:
        return [Message(N_("%(place)s then belongs to %(player)s"), place=name, player=Seat(owner))]
    if threat >= 0:
        return [Message(N_("%(threat)s then stands on %(place)s"), threat=Message(THREAT_WORDS[threat]), place=name)]
    return []


# -- other decisions


def take_preview(s: st.Arrival, seat: int, tile: int) -> Preview:
    """What a tile would give now, and what it would give the others."""
    if tile < FIRST_PLAIN:
        found = [Message(TILE_ROWS[tile].text)]
        return Preview(found)
    gain = tile_gain(s, seat, tile)
    is_bard = tile == BARD
    found = [Message(N_("now worth %(n)s corruption less") if is_bard else N_("now worth %(n)s fame"), n=gain)]
    best = max((tile_gain(s, rival, tile), rival) for rival in range(s.n_seats) if rival != seat)
    if best[0] > 0:
        found.append(Message(N_("%(player)s would get %(n)s for it"), player=Seat(best[1]), n=best[0]))
    return Preview(found)


def port_preview(rules: ArrivalRules, s: st.Arrival, place: int) -> Preview:
    island = s.table.island
    province = island.province[place]
    near = (island.links[place] & island.main).bit_count()
    return Preview(
        [
            Message(NN_("joined to %(n)s location", "joined to %(n)s locations"), n=near),
            Message(
                N_("%(province)s: %(n)s fame for each fort at the end"),
                province=words.province_name(rules, province), n=s.table.box.bonus[province],
            ),
        ]
    )  # fmt: skip


def pass_preview(s: st.Arrival, seat: int) -> Preview:
    """What is kept and what goes back, and who begins the next round."""
    found = []
    if s.next_starter < 0:
        found.append(Message(N_("you begin the next round")))
    if s.held[seat]:
        words_ = NN_("%(n)s Fomori goes back, its corruption stays", "%(n)s Fomori go back, their corruption stays")
        found.append(Message(words_, n=s.held[seat]))
    back = items(s, seat) - KEEP_LIMIT
    warning = None
    if back > 0:
        words_ = NN_("%(n)s item goes back to the supply", "%(n)s items go back to the supply")
        warning = Message(words_, n=back)
        found.append(warning)
    kept = elements(s, seat) + copies(s.tiles[seat], MASTER)
    found.append(Message(N_("you keep %(items)s"), items=counted(ITEMS, kept)))
    return Preview(found, warning)
