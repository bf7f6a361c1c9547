"""One game, followed for a balance report: everything that is counted about it, as plain numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from brehon.bots.model import Taught
from brehon.core.contract import CHANCE, OVER, Event, Ruleset, State
from brehon.core.match import Match
from brehon.core.record import Ply
from brehon.core.witness import NOTHING, Witness
from brehon.lab.game import Played

JUDGE: Final = Taught()


class Story(NamedTuple):
    """What happened in one game. `had`, `offers` and `kinds` name groups, items and kinds by their numbers."""

    number: int
    deal: int  # games of one deal share their chance and are not independent
    players: list[str]  # [seat]
    first: int  # seat that began
    places: list[int]  # [seat]
    scores: list[int]  # [seat]
    plies: int
    decisions: int
    forced: int  # decisions with one legal action
    breadth: int  # legal actions of all decisions together
    rounds: int
    lead_changes: int
    half_leaders: int  # bit mask of the seats that led after half of the rounds; 0 if unknown
    ending: str  # who or what has won
    cause: str  # what has ended the game; "" if there is only one way
    # group, item, seat, round of the first time, the seat's chance to win just before it by the learned judgement
    had: list[tuple[int, int, int, int, float]]
    offers: list[tuple[int, int, int, int]]  # group, item, free decisions that offered it, how many took it
    # kind, decisions where legal, of these with another kind open, how many of those chose it; all 0 for a kind of chance
    kinds: list[tuple[int, int, int, int]]


class _Count:
    """Counters that grow during a game."""

    def __init__(self) -> None:
        self.decisions = self.forced = self.breadth = 0
        self.offers: dict[tuple[int, int], list[int]] = {}
        self.kinds: dict[int, list[int]] = {}
        self.leaders: list[int] = []  # [round - 1] bit mask of who led at its end
        self.chances: dict[tuple[int, int, int], float] = {}  # (group, item, seat): of the seat, before it had the item


def study(match: Match, played: Played) -> object:
    """The story of a game that has just been played, as plain data: the study that a plan of the lab names."""
    players = [player.level for player in match.players]
    return list(follow(match.rules, played.number, played.deal, players, match.plies))


def read_story(raw: object) -> Story:
    """A story that was stored as JSON, which has no tuples."""
    assert isinstance(raw, list)
    story = Story(*raw)
    return story._replace(had=[(a, b, c, d, e) for a, b, c, d, e in story.had], offers=[(a, b, c, d) for a, b, c, d in story.offers],
                          kinds=[(a, b, c, d) for a, b, c, d in story.kinds])  # fmt: skip


def follow(rules: Ruleset, number: int, deal: int, players: list[str], plies: list[Ply]) -> Story:
    """Play a game again with its witness."""
    witness = rules.game.face().witness(rules)
    state = rules.start()
    count = _Count()
    last = -1
    now = 0
    for ply in plies:
        assert not ply.undo, "bots take nothing back"
        assert not ply.is_note, "bots do not change seats and ask for no hints"
        events: list[Event] = []
        before = state.clone()
        if ply.seat != CHANCE:
            if ply.seat != last:
                witness.changes += last >= 0
                last = ply.seat
            state.turn_to(ply.seat)
            _decide(rules, witness, count, state, ply.seat, ply.action)
        else:
            count.kinds.setdefault(rules.space.kind_of[ply.action], [0, 0, 0])
        state.apply(ply.action, events)
        witness.watch(state, events)
        if len(witness.had) > len(count.chances):
            shares = JUDGE.shares(before)
            for key in witness.had.keys() - count.chances.keys():
                count.chances[key] = round(shares[key[2]], 4)
        if witness.round(state) > now:
            if now > 0:
                count.leaders.append(leading(state))
            now = witness.round(state)
    assert state.to_move() == OVER, "only a finished game can be followed"
    count.leaders.append(leading(state))
    return _story_of(witness, count, state, (number, deal, players, len(plies)))


def leading(state: State) -> int:
    """Bit mask of the seats that would win if it ended now."""
    return sum(1 << seat for seat, place in enumerate(state.places()) if place == 1)


def _decide(rules: Ruleset, witness: Witness, count: _Count, state: State, seat: int, action: int) -> None:
    """Count one decision: what was open, and what was chosen."""
    legal = state.legal()
    if witness.first < 0:
        witness.first = seat
    count.decisions += 1
    count.breadth += len(legal)
    count.forced += len(legal) == 1
    kind_of = rules.space.kind_of
    kinds = {kind_of[option] for option in legal}
    for kind in kinds:
        line = count.kinds.setdefault(kind, [0, 0, 0])
        line[0] += 1
        if len(kinds) > 1:
            line[1] += 1
            line[2] += kind == kind_of[action]
    taken = witness.choice(state, action)
    if len(legal) > 1:
        for item in {witness.choice(state, option) for option in legal} - {NOTHING}:
            offer = count.offers.setdefault(item, [0, 0])
            offer[0] += 1
            offer[1] += item == taken
    if taken != NOTHING:
        witness.note(*taken, seat, max(0, witness.round(state)))


def _story_of(witness: Witness, count: _Count, state: State, of: tuple[int, int, list[str], int]) -> Story:
    number, deal, players, plies = of
    leaders = count.leaders
    middle = leaders[(len(leaders) - 1) // 2] if len(leaders) > 1 else 0
    everybody = (1 << state.n_seats) - 1
    return Story(
        number, deal, players, max(0, witness.first), state.places(), state.scores(), plies, count.decisions, count.forced,
        count.breadth, len(leaders), changes_of_lead(leaders), 0 if middle == everybody else middle,
        witness.ending(state), witness.cause(state),
        sorted((*key, when, count.chances[key]) for key, when in witness.had.items()),
        sorted((group, item, offer[0], offer[1]) for (group, item), offer in count.offers.items()),
        sorted((kind, line[0], line[1], line[2]) for kind, line in count.kinds.items()),
    )  # fmt: skip


def changes_of_lead(leaders: list[int]) -> int:
    """How often the sole leader changes; rounds with a shared lead are skipped."""
    alone = [mask for mask in leaders if mask.bit_count() == 1]
    return sum(a != b for a, b in pairwise(alone))


def win_shares(places: list[int]) -> list[float]:
    """The victory, shared by the seats in the first place."""
    return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]
