"""What a move of The Arrival can change, in words: the reasons of hints and reviews are made from it (core/vocabulary.py).

The game has two endings, so what counts in one of them only says in which. Everything is counted by the rules (measures.py).
"""

from __future__ import annotations

from typing import Final

from brehon.core.contract import State
from brehon.core.text import N_, NN_
from brehon.core.vocabulary import Aspect, Saying, Text, Vocabulary
from brehon.games.arrival import measures
from brehon.games.arrival.measures import DERIVED, derive, from_cards, known, moment

FAME: Final = Aspect(
    "fame",
    ("fame", "bonus", "forts", "tiles", "tile_fame"),
    N_(
        "Look at the fame: if the tribes hold, what does each move bring on the track, in the provinces and with tiles?"
    ),
    N_("%(n)s fame more if the tribes hold and the tiles in hand are used"),
    N_("%(n)s fame less if the tribes hold and the tiles in hand are used"),
    N_("%(player)s has %(n)s fame more if the tribes hold and the tiles in hand are used"),
    N_("%(player)s has %(n)s fame less if the tribes hold and the tiles in hand are used"),
    measures.fame_with_tiles,
    rival_look=N_("Look at the fame of %(player)s: if the tribes hold, what is there to take away?"),
    is_good=True,
)
# first choice: without tiles that would bring fame now there is no need to mention them
FAME.sayings.insert(
    0,
    Saying(
        N_("%(n)s fame more if the tribes hold"),
        N_("%(n)s fame less if the tribes hold"),
        N_("%(player)s has %(n)s fame more if the tribes hold"),
        N_("%(player)s has %(n)s fame less if the tribes hold"),
        measures.fame_alone,
    ),
)
POINTS: Final = [
    FAME,
    Aspect(
        "corruption",
        ("corruption",),
        N_("Look at the corruption: if the tribes are overrun, who has the least of it?"),
        N_("%(n)s corruption more if the tribes are overrun"),
        N_("%(n)s corruption less if the tribes are overrun"),
        N_("%(player)s has %(n)s corruption more if the tribes are overrun"),
        N_("%(player)s has %(n)s corruption less if the tribes are overrun"),
        measures.corruption,
        is_good=False,
    ),
    Aspect(
        "ending",
        ("overrun", "dark_lead"),
        N_("Look at the ending: which of the two suits you, and does the balance of locations move towards it?"),
        NN_("the tribes are %(n)s location closer to holding", "the tribes are %(n)s locations closer to holding"),
        NN_("the tribes are %(n)s location closer to being overrun", "the tribes are %(n)s locations closer to being overrun"),
        measure=measures.margin,
        is_joint=True,
        favours=measures.better_ending,
    ),
    Aspect(
        "rounds",
        ("rounds_left", "last_round"),
        N_("Look at the corruption limit: do you want this round to be the last one?"),
        NN_("the game lasts %(n)s round longer", "the game lasts %(n)s rounds longer"),
        NN_("the game ends %(n)s round sooner", "the game ends %(n)s rounds sooner"),
        measure=measures.last_round,
        is_joint=True,
    ),
]  # fmt: skip

HELD: Final = [
    Aspect(
        "discs",
        ("discs",),
        N_("Look at the discs: how many does each move leave to build with?"),
        NN_("%(n)s disc more to build with", "%(n)s discs more to build with"),
        NN_("%(n)s disc fewer to build with", "%(n)s discs fewer to build with"),
        measure=lambda state, seat: float(known(state).discs[seat]),
        is_good=True,
    ),
    Aspect(
        "swords",
        ("swords",),
        N_("Look at the swords: what could they repel?"),
        NN_("%(n)s sword more in supply", "%(n)s swords more in supply"),
        NN_("%(n)s sword fewer in supply", "%(n)s swords fewer in supply"),
        measure=lambda state, seat: float(known(state).swords[seat]),
        is_good=True,
    ),
    Aspect(
        "shields",
        ("shields",),
        N_("Look at the shields: where will you need them most?"),
        NN_("%(n)s shield more to place", "%(n)s shields more to place"),
        NN_("%(n)s shield fewer to place", "%(n)s shields fewer to place"),
        measure=lambda state, seat: float(known(state).shields[seat]),
        is_good=True,
    ),
    Aspect(
        "fomori",
        ("fomori",),
        N_("Look at the Fomori in your supply: where do they have to go, and when?"),
        N_("%(n)s Fomori more to spread"),
        N_("%(n)s Fomori fewer to spread"),
        measure=lambda state, seat: float(known(state).held[seat]),
    ),
    Aspect(
        "tiles",
        (),
        N_("Look at the tactic tiles: is this the moment to use one?"),
        NN_("%(n)s tile more in hand that can bring fame", "%(n)s tiles more in hand that can bring fame"),
        NN_("%(n)s tile fewer in hand that can bring fame", "%(n)s tiles fewer in hand that can bring fame"),
        measure=measures.fame_tiles,
        is_good=True,
    ),
    Aspect(
        "bards",
        (),
        N_("Look at the Song of the bard: how much corruption could it take away?"),
        NN_("%(n)s Song of the bard more in hand, against corruption", "%(n)s Songs of the bard more in hand, against corruption"),
        NN_("%(n)s Song of the bard fewer in hand, against corruption", "%(n)s Songs of the bard fewer in hand, against corruption"),
        measure=measures.bards,
        is_good=True,
    ),
    Aspect(
        "special_tiles",
        (),
        N_("Look at the tiles that change the map or the cards: when could you use them?"),
        NN_("%(n)s tile more in hand that changes the map or the cards", "%(n)s tiles more in hand that change the map or the cards"),
        NN_("%(n)s tile fewer in hand that changes the map or the cards", "%(n)s tiles fewer in hand that change the map or the cards"),
        measure=measures.special_tiles,
        is_good=True,
    ),
    Aspect(
        "saved",
        ("saved",),
        N_("Look at the master-builder: which discs will it collect?"),
        NN_("the master-builder has %(n)s disc more to build again", "the master-builder has %(n)s discs more to build again"),
        NN_("the master-builder has %(n)s disc fewer to build again", "the master-builder has %(n)s discs fewer to build again"),
        measure=lambda state, seat: float(known(state).saved[seat]),
        is_good=True,
    ),
    Aspect(
        "trophies",
        ("trophies",),
        N_("Look at the castles: what is a trophy good for?"),
        NN_("%(n)s trophy more to turn", "%(n)s trophies more to turn"),
        NN_("%(n)s trophy fewer to turn", "%(n)s trophies fewer to turn"),
        measure=lambda state, seat: float(known(state).trophies[seat]),
        is_good=True,
    ),
]  # fmt: skip

MAP: Final = [
    Aspect(
        "forts",
        (),
        N_("Look at the forts on the map: who gains or loses one?"),
        NN_("%(n)s fort more", "%(n)s forts more"),
        NN_("%(n)s fort fewer", "%(n)s forts fewer"),
        NN_("%(player)s has %(n)s fort more", "%(player)s has %(n)s forts more"),
        NN_("%(player)s has %(n)s fort fewer", "%(player)s has %(n)s forts fewer"),
        lambda state, seat: float(known(state).forts[seat].bit_count()),
        rival_look=N_("Look at the forts of %(player)s: can one of them be attacked?"),
        is_good=True,
    ),
    Aspect(
        "brochs",
        ("brochs",),
        N_("Look at the height of the forts: what do Brochs and Caers bring?"),
        NN_("%(n)s fort more with at least two discs", "%(n)s forts more with at least two discs"),
        NN_("%(n)s fort fewer with at least two discs", "%(n)s forts fewer with at least two discs"),
        NN_("%(player)s has %(n)s fort more with at least two discs", "%(player)s has %(n)s forts more with at least two discs"),
        NN_("%(player)s has %(n)s fort fewer with at least two discs", "%(player)s has %(n)s forts fewer with at least two discs"),
        lambda state, seat: float((known(state).forts[seat] & known(state).brochs).bit_count()),
        is_good=True,
    ),
    Aspect(
        "caers",
        ("caers",),
        N_("Look at the Caers: three discs in one place, what do they bring?"),
        NN_("%(n)s Caer more", "%(n)s Caers more"),
        NN_("%(n)s Caer fewer", "%(n)s Caers fewer"),
        NN_("%(player)s has %(n)s Caer more", "%(player)s has %(n)s Caers more"),
        NN_("%(player)s has %(n)s Caer fewer", "%(player)s has %(n)s Caers fewer"),
        lambda state, seat: float((known(state).forts[seat] & known(state).caers).bit_count()),
        is_good=True,
    ),
    Aspect(
        "ports",
        ("ports",),
        N_("Look at the ports: where do they lead?"),
        NN_("%(n)s port more", "%(n)s ports more"),
        NN_("%(n)s port fewer", "%(n)s ports fewer"),
        NN_("%(player)s has %(n)s port more", "%(player)s has %(n)s ports more"),
        NN_("%(player)s has %(n)s port fewer", "%(player)s has %(n)s ports fewer"),
        lambda state, seat: float((known(state).forts[seat] & known(state).table.island.ports).bit_count()),
        is_good=True,
    ),
    Aspect(
        "provinces",
        ("provinces",),
        N_("Look at the provinces: where do you have a fort, and where not yet?"),
        NN_("forts in %(n)s province more", "forts in %(n)s provinces more"),
        NN_("forts in %(n)s province fewer", "forts in %(n)s provinces fewer"),
        NN_("%(player)s has forts in %(n)s province more", "%(player)s has forts in %(n)s provinces more"),
        NN_("%(player)s has forts in %(n)s province fewer", "%(player)s has forts in %(n)s provinces fewer"),
        measures.provinces,
        is_good=True,
    ),
    Aspect(
        "guards",
        ("guards",),
        N_("Look at the shields on the map: which forts do they protect?"),
        NN_("%(n)s shield more in provinces with own forts", "%(n)s shields more in provinces with own forts"),
        NN_("%(n)s shield fewer in provinces with own forts", "%(n)s shields fewer in provinces with own forts"),
        NN_("%(n)s shield more in provinces with forts of %(player)s", "%(n)s shields more in provinces with forts of %(player)s"),
        NN_("%(n)s shield fewer in provinces with forts of %(player)s", "%(n)s shields fewer in provinces with forts of %(player)s"),
        measures.guards,
        is_good=True,
    ),
    Aspect(
        "exposed",
        ("forts_in_shadow",),
        N_("Look at where Fomori can spread to: which forts are in danger?"),
        NN_("%(n)s fort more that Fomori can spread to", "%(n)s forts more that Fomori can spread to"),
        NN_("%(n)s fort fewer that Fomori can spread to", "%(n)s forts fewer that Fomori can spread to"),
        NN_("%(player)s has %(n)s fort more that Fomori can spread to", "%(player)s has %(n)s forts more that Fomori can spread to"),
        NN_("%(player)s has %(n)s fort fewer that Fomori can spread to", "%(player)s has %(n)s forts fewer that Fomori can spread to"),
        measures.exposed,
        is_good=False,
    ),
    Aspect(
        "room",
        ("free_neighbours",),
        N_("Look at the empty locations: where could you build next without paying?"),
        NN_("%(n)s empty location more to build on without paying", "%(n)s empty locations more to build on without paying"),
        NN_("%(n)s empty location fewer to build on without paying", "%(n)s empty locations fewer to build on without paying"),
        NN_("%(player)s has %(n)s empty location more to build on without paying", "%(player)s has %(n)s empty locations more to build on without paying"),
        NN_("%(player)s has %(n)s empty location fewer to build on without paying", "%(player)s has %(n)s empty locations fewer to build on without paying"),
        measures.room,
        rival_look=N_("Look at the empty locations: where could %(player)s build next without paying?"),
        is_good=True,
    ),
    Aspect(
        "threats",
        ("threats_in_reach",),
        N_("Look at the Fomori and castles next to your forts: which of them could you repel, and which could spread?"),
        NN_("%(n)s Fomori or castle more next to own forts", "%(n)s Fomori or castles more next to own forts"),
        NN_("%(n)s Fomori or castle fewer next to own forts", "%(n)s Fomori or castles fewer next to own forts"),
        measure=measures.threats,
    ),
]  # fmt: skip


def promise(name: str, unit: float, look: str, more: Text, less: Text, some: Text, fewer: Text) -> Aspect:
    """What the cards in front will give. Less than a whole thing is not counted: one back of a card is only better than another."""
    measure = from_cards(name, unit)
    also = (Saying(some, fewer, measure=measure, least=0.15),)
    return Aspect(name, (name,), look, more, less, None, None, measure, 0.75, also, is_good=name != "card_fomori")


CARDS: Final = [
    promise(
        "card_fame",
        10.0,
        N_("Look at the fame on the cards: which section brings it?"),
        N_("%(n)s fame more from the cards if the tribes hold"),
        N_("%(n)s fame less from the cards if the tribes hold"),
        N_("as a rule more fame from the cards if the tribes hold"),
        N_("as a rule less fame from the cards if the tribes hold"),
    ),
    promise(
        "card_discs",
        5.0,
        N_("Look at the discs on the cards: how many can you use this round?"),
        NN_("%(n)s disc more from the cards", "%(n)s discs more from the cards"),
        NN_("%(n)s disc fewer from the cards", "%(n)s discs fewer from the cards"),
        N_("as a rule more discs from the cards"),
        N_("as a rule fewer discs from the cards"),
    ),
    promise(
        "card_swords",
        5.0,
        N_("Look at the swords on the cards: is there something to repel?"),
        NN_("%(n)s sword more from the cards", "%(n)s swords more from the cards"),
        NN_("%(n)s sword fewer from the cards", "%(n)s swords fewer from the cards"),
        N_("as a rule more swords from the cards"),
        N_("as a rule fewer swords from the cards"),
    ),
    promise(
        "card_shields",
        4.0,
        N_("Look at the shields on the cards: are there forts to protect?"),
        NN_("%(n)s shield more from the cards", "%(n)s shields more from the cards"),
        NN_("%(n)s shield fewer from the cards", "%(n)s shields fewer from the cards"),
        N_("as a rule more shields from the cards"),
        N_("as a rule fewer shields from the cards"),
    ),
    promise(
        "card_tiles",
        3.0,
        N_("Look at the tactic tiles on the cards, and at those in the display: are there good ones?"),
        NN_("%(n)s tactic tile more from the cards", "%(n)s tactic tiles more from the cards"),
        NN_("%(n)s tactic tile fewer from the cards", "%(n)s tactic tiles fewer from the cards"),
        N_("as a rule more tactic tiles from the cards"),
        N_("as a rule fewer tactic tiles from the cards"),
    ),
    promise(
        "card_fomori",
        6.0,
        N_("Look at the Fomori on the cards: each of them is a point of corruption, and has to be spread."),
        N_("%(n)s corruption more from the cards if the tribes are overrun"),
        N_("%(n)s corruption less from the cards if the tribes are overrun"),
        N_("as a rule more corruption from the cards if the tribes are overrun"),
        N_("as a rule less corruption from the cards if the tribes are overrun"),
    ),
]

COURSE: Final = [
    Aspect(
        "starts",
        ("starts_next",),
        N_("Look at the order of play: who begins the next round?"),
        N_("the start of the next round, for passing first"),
        None,
        measure=measures.starts,
        is_good=True,
    ),
    Aspect(
        "passed",
        ("passed",),
        N_("Look at what can still be done this round: is it time to pass?"),
        N_("no more turns in this round"),
        N_("still in the round, with more turns to come"),
        measure=lambda state, seat: float(known(state).passed >> seat & 1),
        is_good=False,
    ),
]

ASPECTS: Final = [*POINTS, *HELD, *MAP, *CARDS, *COURSE]
# never said: what a decision is about, not what it changes; and what the evaluation cannot tell well
SILENT: Final = (
    "special_tiles", "seats", "to_limit", "discs_to_earn", "earning", "cards_drawn", "blocked", "to_move", "starts", "keeping", "takes_tile",
)  # fmt: skip
PHASES: Final = [N_("Landing and first round"), N_("Early rounds"), N_("Late rounds"), N_("Last round")]


def phase(state: State) -> int:
    """Which of PHASES a state belongs to: the last round is known as soon as the corruption limit is reached."""
    s = known(state)
    if s.flag or s.round >= s.table.rounds:
        return 3
    if s.round <= 1:
        return 0
    return 1 if s.round <= (s.table.rounds + 1) // 2 else 2


VOCABULARY: Final = Vocabulary(ASPECTS, PHASES, phase, (*SILENT, *DERIVED), turn=moment, derive=derive)
