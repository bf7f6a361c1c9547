"""From options to the state before the first ply (AM-2)."""

from typing import Final, final

from brehon.core.contract import Components, Game, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.position import Field
from brehon.games.armorica.actions import make_space
from brehon.games.armorica.data import GAUL, N_DECKS, ROMAN, CardSet, count
from brehon.games.armorica.evaluator import EVALUATOR
from brehon.games.armorica.phases import PHASES, hunger
from brehon.games.armorica.scoring import ranks, total
from brehon.games.armorica.state import DEALING, ENDED, WINTER, Armorica, Table
from brehon.games.armorica.view import ArmoricaView, whole_decks

STEPS: Final = {"off": 0, "once": 1, "per_player": 2}  # option two_player_step: how often per turn


@final
class ArmoricaRules(Table):
    """Armorica with its cards and options."""

    def __init__(
        self, game: Game, n_seats: int, options: dict[str, str], components: Components, version: int, cards: CardSet
    ) -> None:
        space = make_space(cards, n_seats)
        steps = STEPS[options["two_player_step"]] if n_seats == 2 else 0
        super().__init__(game, n_seats, options, components, version, space, cards, steps, PHASES)

    def view_of(self, s: Armorica, seat: int) -> View:
        return ArmoricaView(s, seat)

    def scores_of(self, s: Armorica) -> list[int]:
        return [total(s.table.cards, s.displays, s.goods, seat) for seat in range(s.n_seats)]

    def places_of(self, s: Armorica) -> list[int]:
        return ranks(self.scores_of(s), s.goods)

    def evaluator(self) -> Evaluator:
        return EVALUATOR

    def start(self) -> State:
        s = Armorica(self)
        s.acted = -1  # until the first rows are dealt
        s.left = whole_decks(self)
        s.rows = [[] for _ in range(N_DECKS)]
        s.displays = [[] for _ in range(s.n_seats)]  # AM-2.5: the other start cards stay out
        s.goods = [0] * s.n_seats
        return s

    def max_plies(self) -> int:
        """Every turn draws at least one card for each seat, so no game has more turns than a deck has cards."""
        cards = self.cards
        longest = max(cards.deck_size(GAUL), cards.deck_size(ROMAN))
        return 1 + 4 * longest * self.n_seats + 4 * longest + cards.n_cards

    def fields(self) -> list[Field]:
        from brehon.games.armorica.fields import fields_of

        return fields_of(self)

    def check(self, state: State) -> None:
        assert isinstance(state, Armorica)
        check_invariants(state)


def check_invariants(s: Armorica) -> None:
    """INV-1 … INV-4 of the specification."""
    cards = s.table.cards
    seen = [card for row in s.rows for card in row] + [card for display in s.displays for card in display]
    assert len(seen) == len(set(seen)), "INV-1: a card is in two places"
    for card in seen:
        deck = cards.deck_of(card)
        assert deck == N_DECKS or not s.left[deck] >> card & 1, "INV-1: a card in play is still undrawn"
    for deck in range(N_DECKS):
        assert s.left[deck] & ~whole_decks(s.table)[deck] == 0, "INV-1: a deck holds a foreign card"
        if s.phase > DEALING and s.left[deck] != 0:
            assert len(s.rows[deck]) == s.table.row_size, "INV-2: a row is short while its deck has cards"
    for seat in range(s.n_seats):
        goods = sum(cards.columns[card] for card in s.displays[seat])
        assert goods == s.goods[seat], "the icon totals are those of the display"
        if s.displays[seat] and s.turn == 1 and s.acted < 0:
            assert count(goods, 0) == 2, "AM-2.14: everybody begins with two wheat"
        if s.phase == ENDED or (s.phase == WINTER and (seat - s.seat) % s.n_seats >= s.n_seats - s.acted):
            assert hunger(s, seat) == 0, "INV-3: after winter nobody has more cards than amphorae"
