"""What a move of Armorica can change, in words: the reasons of hints and reviews are made from it (core/vocabulary.py)."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import State
from brehon.core.text import N_, NN_
from brehon.core.vocabulary import Aspect, Measure, Saying, Vocabulary
from brehon.games.armorica.data import AMPHORAE, COINS, FIELD, GAUL, GRAPES, OLIVES, ROMAN, SHEEP, WHEAT, count
from brehon.games.armorica.features import has_acted, last_set, stage
from brehon.games.armorica.scoring import majority_score, set_score
from brehon.games.armorica.state import GAUL_TURN, WINTER, Armorica
from brehon.games.armorica.words import turns_in_all


def own(state: State) -> Armorica:
    assert isinstance(state, Armorica)
    return state


# -- measures


def sets(state: State, seat: int) -> float:
    """Points for sets."""
    s = own(state)
    return float(set_score(s.table.cards, s.displays[seat]))


def icons(icon: int) -> Measure:
    """So many of an icon."""
    return lambda state, seat: float(count(own(state).goods[seat], icon))


def icons_in_play(icon: int) -> Measure:
    """So many of an icon, as long as cards are taken: in the last winter only the points for it count."""
    have = icons(icon)
    return lambda state, seat: have(state, seat) if is_open(own(state)) else 0.0


def is_open(s: Armorica) -> bool:
    """Whether anyone will take another card."""
    return s.turn < turns_in_all(s.table) or stage(s) < WINTER


def majority(icon: int) -> Measure:
    """Points for the most of an icon."""
    return lambda state, seat: float(majority_score(own(state).table.cards, own(state).goods, icon, seat))


def goes_left(s: Armorica, seat: int, deck: int) -> int:
    """How often a seat will still take from a row."""
    now = stage(s)
    is_due = now < GAUL_TURN + deck or (now == GAUL_TURN + deck and not has_acted(s, seat))
    return turns_in_all(s.table) - s.turn + (1 if is_due else 0)


def furthest(state: State, seat: int) -> float:
    """The last place of a row that wheat reaches; none if the seat has no more goes."""
    s = own(state)
    can_take = goes_left(s, seat, GAUL) + goes_left(s, seat, ROMAN) > 0
    return float(min(s.table.row_size, count(s.goods[seat], WHEAT))) if can_take else 0.0


def stores(state: State, seat: int) -> float:
    """Amphorae beyond the cards, for cards that may still come; negative: so many cards will starve."""
    s = own(state)
    goes = goes_left(s, seat, GAUL) + goes_left(s, seat, ROMAN)
    return float(min(goes, count(s.goods[seat], AMPHORAE) - len(s.displays[seat])))


def fed(state: State, seat: int) -> float:
    """0, or less by every card that winter would take as things are."""
    return min(0.0, stores(state, seat))


def in_reach(s: Armorica, seat: int, deck: int) -> list[int]:
    """The cards of a row that a seat could still take in this turn; none where a new turn has begun: by then the rows change."""
    later = turns_in_all(s.table) - s.turn
    if goes_left(s, seat, deck) == later or (stage(s) == GAUL_TURN and s.acted == 0):
        return []
    access, goods = s.table.cards.access, s.goods[seat]
    return [card for place, card in enumerate(s.rows[deck]) if place < goods >> access[card] & FIELD]


def romans(state: State, seat: int) -> float:
    """Romans in reach."""
    return float(len(in_reach(own(state), seat, ROMAN)))


def new_colours(state: State, seat: int) -> float:
    """Cards in reach whose colour the last set does not have."""
    s = own(state)
    seen = last_set(s, seat)
    cards = [*in_reach(s, seat, GAUL), *in_reach(s, seat, ROMAN)]
    return float(sum(1 for card in cards if not seen >> s.table.cards.suits[card] & 1))


def best(icon: int, *decks: int) -> Measure:
    """The most of an icon that one card in reach shows, in these rows."""

    def most(state: State, seat: int) -> float:
        s = own(state)
        cards = [card for deck in decks for card in in_reach(s, seat, deck)]
        return float(max((count(s.table.cards.columns[card], icon) for card in cards), default=0))

    return most


# -- aspects

EXTENSIONS: Final = Saying(
    NN_("%(n)s card more in reach that extends the last set", "%(n)s cards more in reach that extend the last set"),
    NN_("%(n)s card fewer in reach that extends the last set", "%(n)s cards fewer in reach that extend the last set"),
    NN_("%(player)s reaches %(n)s card more that extends the last set", "%(player)s reaches %(n)s cards more that extend the last set"),
    NN_("%(player)s reaches %(n)s card fewer that extends the last set", "%(player)s reaches %(n)s cards fewer that extend the last set"),
    measure=new_colours,
)  # fmt: skip
SETS: Final = Aspect(
    "sets",
    (
        "set_points",
        "set_colours",
        "set_colours_squared",
        "colours_to_come",
        "new_gauls_in_reach",
        "new_romans_in_reach",
    ),
    N_("Look at the last set of your display: which colours does it lack?"),
    NN_("%(n)s point more for sets", "%(n)s points more for sets"),
    NN_("%(n)s point fewer for sets", "%(n)s points fewer for sets"),
    measure=sets,
    also=(EXTENSIONS,),
    rival_look=N_("Look at the rows: which colours does the last set of %(player)s lack?"),
    is_good=True,
    scores=True,
)
COIN: Final = Aspect(
    "coins",
    ("coins",),
    N_("Look at the coins: each one is a point, and they break ties."),
    NN_("%(n)s coin more", "%(n)s coins more"),
    NN_("%(n)s coin fewer", "%(n)s coins fewer"),
    measure=icons(COINS),
    is_good=True,
    scores=True,
)
GRAPE: Final = Aspect(
    "grapes",
    ("grapes_majority", "grapes", "grapes_lead", "grapes_to_come"),
    N_("Look at the grapes: who has the most, and which generals do they reach?"),
    NN_("%(n)s point more for grapes", "%(n)s points more for grapes"),
    NN_("%(n)s point fewer for grapes", "%(n)s points fewer for grapes"),
    NN_("%(player)s gets %(n)s point more for grapes", "%(player)s gets %(n)s points more for grapes"),
    NN_("%(player)s gets %(n)s point fewer for grapes", "%(player)s gets %(n)s points fewer for grapes"),
    measure=majority(GRAPES),
    also=(Saying(NN_("%(n)s grape more", "%(n)s grapes more"), NN_("%(n)s grape fewer", "%(n)s grapes fewer"),
                 measure=icons_in_play(GRAPES)),),
    is_good=True,
    is_joint=True,
    scores=True,
)  # fmt: skip
OLIVE: Final = Aspect(
    "olives",
    ("olives_majority", "olives", "olives_lead", "olives_to_come"),
    N_("Look at the olives: who has the most, and which matrons do they reach?"),
    NN_("%(n)s point more for olives", "%(n)s points more for olives"),
    NN_("%(n)s point fewer for olives", "%(n)s points fewer for olives"),
    NN_("%(player)s gets %(n)s point more for olives", "%(player)s gets %(n)s points more for olives"),
    NN_("%(player)s gets %(n)s point fewer for olives", "%(player)s gets %(n)s points fewer for olives"),
    measure=majority(OLIVES),
    also=(Saying(NN_("%(n)s olive more", "%(n)s olives more"), NN_("%(n)s olive fewer", "%(n)s olives fewer"),
                 measure=icons_in_play(OLIVES)),),
    is_good=True,
    is_joint=True,
    scores=True,
)  # fmt: skip
FLOCK: Final = Aspect(
    "sheep",
    ("sheep_majority", "sheep", "sheep_lead", "sheep_to_come"),
    N_("Look at the sheep: who has the most, and which bureaucrats do they reach?"),
    NN_("%(n)s point more for sheep", "%(n)s points more for sheep"),
    NN_("%(n)s point fewer for sheep", "%(n)s points fewer for sheep"),
    NN_("%(player)s gets %(n)s point more for sheep", "%(player)s gets %(n)s points more for sheep"),
    NN_("%(player)s gets %(n)s point fewer for sheep", "%(player)s gets %(n)s points fewer for sheep"),
    measure=majority(SHEEP),
    also=(Saying(NN_("%(n)s sheep more", "%(n)s sheep more"), NN_("%(n)s sheep fewer", "%(n)s sheep fewer"),
                 measure=icons_in_play(SHEEP)),),
    is_good=True,
    is_joint=True,
    scores=True,
)  # fmt: skip
GRAIN: Final = Aspect(
    "wheat",
    ("wheat", "wheat_first", "wheat_second", "wheat_third", "wheat_to_come", "gauls_in_reach"),
    N_("Look at the wheat: how far along the rows does it reach in the turns to come?"),
    NN_("wheat reaches %(n)s place further", "wheat reaches %(n)s places further"),
    NN_("wheat reaches %(n)s place less far", "wheat reaches %(n)s places less far"),
    measure=furthest,
    is_good=True,
)
STORES: Final = Aspect(
    "stores",
    ("amphorae", "cards", "spare_amphorae", "starving", "starving_now", "amphorae_to_come"),
    N_("Look at the winter: how many cards can your amphorae feed?"),
    NN_("winter takes %(n)s card fewer", "winter takes %(n)s cards fewer"),
    NN_("winter takes %(n)s card more", "winter takes %(n)s cards more"),
    measure=fed,
    also=(Saying(NN_("stores for %(n)s card more", "stores for %(n)s cards more"),
                 NN_("stores for %(n)s card fewer", "stores for %(n)s cards fewer"), measure=stores),),
    is_good=True,
)  # fmt: skip
CHOICE: Final = Aspect(
    "romans in reach",
    ("romans_in_reach",),
    N_("Look at the Roman row: which cards will be in reach after your move?"),
    NN_("%(n)s Roman more in reach", "%(n)s Romans more in reach"),
    NN_("%(n)s Roman fewer in reach", "%(n)s Romans fewer in reach"),
    NN_("%(player)s reaches %(n)s Roman more", "%(player)s reaches %(n)s Romans more"),
    NN_("%(player)s reaches %(n)s Roman fewer", "%(player)s reaches %(n)s Romans fewer"),
    measure=romans,
    rival_look=N_("Look at the Roman row: what can %(player)s take after your move?"),
    is_good=True,
)
FOOD_OF_GAULS: Final = Aspect(
    "amphorae of gauls",
    ("best_amphorae",),
    N_("Look at the amphorae in the Gaul row: who can take them next?"),
    NN_("%(n)s amphora more to take from the Gaul row", "%(n)s amphorae more to take from the Gaul row"),
    NN_("%(n)s amphora fewer to take from the Gaul row", "%(n)s amphorae fewer to take from the Gaul row"),
    NN_("%(player)s can take %(n)s amphora more from the Gaul row", "%(player)s can take %(n)s amphorae more from the Gaul row"),
    NN_("%(player)s can take %(n)s amphora fewer from the Gaul row", "%(player)s can take %(n)s amphorae fewer from the Gaul row"),
    measure=best(AMPHORAE, GAUL),
    is_good=True,
)  # fmt: skip
FOOD_OF_ROMANS: Final = Aspect(
    "amphorae of romans",
    ("best_roman_amphorae",),
    N_("Look at the amphorae in the Roman row: who can take them next?"),
    NN_("%(n)s amphora more to take from the Roman row", "%(n)s amphorae more to take from the Roman row"),
    NN_("%(n)s amphora fewer to take from the Roman row", "%(n)s amphorae fewer to take from the Roman row"),
    NN_("%(player)s can take %(n)s amphora more from the Roman row", "%(player)s can take %(n)s amphorae more from the Roman row"),
    NN_("%(player)s can take %(n)s amphora fewer from the Roman row", "%(player)s can take %(n)s amphorae fewer from the Roman row"),
    measure=best(AMPHORAE, ROMAN),
    is_good=True,
)  # fmt: skip
PURSE: Final = Aspect(
    "coins in reach",
    ("best_coins",),
    N_("Look at the coins in the rows: who can take them next?"),
    NN_("%(n)s coin more to take with one card", "%(n)s coins more to take with one card"),
    NN_("%(n)s coin fewer to take with one card", "%(n)s coins fewer to take with one card"),
    NN_("%(player)s can take %(n)s coin more with one card", "%(player)s can take %(n)s coins more with one card"),
    NN_("%(player)s can take %(n)s coin fewer with one card", "%(player)s can take %(n)s coins fewer with one card"),
    measure=best(COINS, GAUL, ROMAN),
    is_good=True,
)
GRAIN_IN_REACH: Final = Aspect(
    "wheat in reach",
    ("best_wheat",),
    N_("Look at the wheat in the rows: who can take it next?"),
    NN_("%(n)s wheat more to take with one card", "%(n)s wheat more to take with one card"),
    NN_("%(n)s wheat less to take with one card", "%(n)s wheat less to take with one card"),
    NN_("%(player)s can take %(n)s wheat more with one card", "%(player)s can take %(n)s wheat more with one card"),
    NN_("%(player)s can take %(n)s wheat less with one card", "%(player)s can take %(n)s wheat less with one card"),
    measure=best(WHEAT, GAUL, ROMAN),
    is_good=True,
)

ASPECTS: Final = [
    SETS, COIN, GRAPE, OLIVE, FLOCK, GRAIN, STORES, CHOICE, FOOD_OF_GAULS, FOOD_OF_ROMANS, PURSE, GRAIN_IN_REACH
]  # fmt: skip
SILENT: Final = ("takes_gaul", "takes_roman", "wait", "marker", "picks_to_come", "seats")  # the same after every move
SUMS: Final = {
    "points": {
        "set_points": 20.0 / 30.0, "coins": 10.0 / 30.0,
        "grapes_majority": 5.0 / 30.0, "olives_majority": 5.0 / 30.0, "sheep_majority": 5.0 / 30.0,
    }
}  # fmt: skip
PHASES: Final = [N_("The first turns"), N_("The middle of the game"), N_("The last turns")]


def phase(state: State) -> int:
    """The first, second or last third of the turns."""
    s = own(state)
    return min(len(PHASES) - 1, max(0, s.turn - 1) * len(PHASES) // turns_in_all(s.table))


def turn(state: State) -> int:
    """A seat's part in a phase: positions are compared before the winter and before the others act.

    In the last turn the winter belongs to it: only the result counts, and some moves lead there at once.
    """
    s = own(state)
    phase = 0 if s.turn == turns_in_all(s.table) else s.phase
    return (s.turn * len(s.table.phases) + phase) * s.n_seats + s.seat


VOCABULARY: Final = Vocabulary(ASPECTS, PHASES, phase, SILENT, SUMS, turn)
