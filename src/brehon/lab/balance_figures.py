"""What the games of a balance report show: every figure with its 95 % interval.

How the effect of an item is computed. For every seat of every game there is its part of the victory (1, a share, or 0) and its
expected part: the mean of all seats with the same place in turn order and the same player. The number of items of the group that
the seat had is included too, by one straight line for the group, because winners tend to have more of everything: so an
item is compared with the other items of its group, not with having nothing. The seat's position just before it got
the item (its chance by the learned judgement) is included as well, by another line, because some items are what only a leader can afford. The effect of
an item is the mean of the remainder over the seats that had it, in games where not every seat had it. Games of one deal are one cluster. The standard error is the greater
one of two: that of the clusters, and that of as many seats picked at random. All effects and all places in turn order are tested together and
corrected by the method of Benjamini and Hochberg, so that one in twenty of all results called remarkable is a false alarm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brehon.lab.balance_data import Data
from brehon.lab.balance_game import Story, win_shares
from brehon.lab.intervals import Estimate, Z, two_sided, wilson

FEWEST: Final = 30  # clusters with and without an item that are needed to report its effect

Floats = NDArray[np.float64]


class Place(NamedTuple):
    """A place in turn order, or a seat."""

    number: int  # from 1
    share: Estimate  # of the victories
    points: Estimate
    p: float
    q: float  # corrected


class Effect(NamedTuple):
    """What goes together with having an item."""

    group: int
    item: int
    games: int  # in which a seat had it
    holders: int  # seats that had it, in games where others did not
    share: float  # their part of the victories
    effect: Estimate  # more than expected
    p: float
    q: float
    when: float  # median of the rounds in which it was first had
    offered: int  # free decisions that offered it
    taken: Estimate  # of these, how many took it
    games_offered: int
    games_taken: Estimate  # of these, in how many it was taken
    is_known: bool  # there are enough games to report the effect


class Had(NamedTuple):
    """A seat that had an item."""

    row: int  # of its game
    seat: int
    when: int  # round of the first time
    chance: float  # to win, just before


class Trend(NamedTuple):
    """A straight line through the middle."""

    middle: float
    slope: float


class Kind(NamedTuple):
    """A kind of action."""

    kind: int
    is_chance: bool
    legal: float  # share of all decisions
    open: int  # decisions in which it was legal and another kind too
    chosen: Estimate  # of these


class Figures(NamedTuple):
    """Everything about one set of games."""

    data: Data
    games: int
    order: list[Place]
    seats: list[Place]
    effects: list[Effect]
    kinds: list[Kind]
    endings: list[tuple[str, Estimate]]  # the most frequent first
    causes: list[tuple[str, Estimate]]  # what ended the games; empty if the game does not report it
    decided: list[Estimate]  # by points, by the tie-break, shared
    rounds: Estimate
    plies: Estimate
    decisions: Estimate  # of one seat
    forced: Estimate  # share of the decisions with one legal action
    breadth: Estimate  # legal actions of a decision
    spread: Estimate  # points between the first and the last
    margin: Estimate  # points between the first and the second
    points: Estimate
    lead_changes: Estimate
    half_time: Estimate  # part of the victories of the leader at half-time
    half_games: int  # games that have a half-time with a leader


# -- helpers


def mean(values: Floats) -> Estimate:
    """The mean of independent values."""
    middle = float(values.mean())
    reach = Z * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(middle, middle - reach, middle + reach)


def benjamini_hochberg(p: list[float]) -> list[float]:
    """Corrected values: if all values up to q are called remarkable, on average at most a part q of them is wrong."""
    q = [1.0] * len(p)
    least = 1.0
    for rank, index in sorted(enumerate(sorted(range(len(p)), key=lambda i: p[i]), start=1), reverse=True):
        least = min(least, p[index] * len(p) / rank)
        q[index] = least
    return q


# -- the figures


class SeatGrid:
    """The games as arrays: a row for each game, a column for each seat."""

    def __init__(self, data: Data) -> None:
        stories = data.stories
        self.n, self.seats = len(stories), data.names.n_seats
        self.win: Floats = np.array([win_shares(s.places) for s in stories])
        self.score: Floats = np.array([s.scores for s in stories], dtype=np.float64)
        self.order = np.array([[(seat - s.first) % self.seats for seat in range(self.seats)] for s in stories])
        deals = {deal: number for number, deal in enumerate(sorted({s.deal for s in stories}))}
        self.cluster = np.array([deals[s.deal] for s in stories])
        self.n_clusters = len(deals)
        who = sorted({name for s in stories for name in s.players})
        player = np.array([[who.index(name) for name in s.players] for s in stories])
        self.player = player
        self.cell = self.order * len(who) + player  # place in turn order and player

    def clustered(self, values: Floats) -> Floats:
        """Sums of a value per game over each deal."""
        return np.bincount(self.cluster, values, minlength=self.n_clusters).astype(np.float64)


def by_cell(cell: NDArray[np.int64], values: Floats) -> Floats:
    """For every seat the mean of those in the same cell."""
    total: Floats = np.bincount(cell.ravel(), values.ravel()).astype(np.float64)
    count: Floats = np.bincount(cell.ravel()).astype(np.float64)
    means: Floats = total / np.maximum(count, 1.0)
    out: Floats = means[cell]
    return out


def work_out(data: Data) -> Figures:
    """All figures of a set of games."""
    table = SeatGrid(data)
    stories = data.stories
    order = [_place(table, table.order == k, k) for k in range(table.seats)]
    numbers = np.broadcast_to(np.arange(table.seats), table.order.shape)
    seats = [_place(table, numbers == k, k) for k in range(table.seats)]
    effects = effects_of(data, table)
    q = benjamini_hochberg([place.p for place in order] + [e.p for e in effects if e.is_known])
    order = [place._replace(q=q[k]) for k, place in enumerate(order)]
    seats = [place._replace(q=value) for place, value in zip(seats, benjamini_hochberg([s.p for s in seats]), strict=True)]  # fmt: skip
    corrected = iter(q[len(order) :])
    effects = [e._replace(q=next(corrected)) if e.is_known else e._replace(p=1.0, q=1.0) for e in effects]
    ranked = np.sort(table.score, axis=1)
    half = _half_time(stories)
    return Figures(
        data, len(stories), order, seats, effects, kinds_of(data),
        _shares([s.ending for s in stories]), _shares([s.cause for s in stories if s.cause]),
        _decided(stories),
        _mean(s.rounds for s in stories), _mean(s.plies for s in stories),
        _mean(s.decisions / table.seats for s in stories), _mean(s.forced / max(1, s.decisions) for s in stories),
        _mean(s.breadth / max(1, s.decisions) for s in stories),
        mean(ranked[:, -1] - ranked[:, 0]), mean(ranked[:, -1] - ranked[:, -2]), mean(table.score.mean(axis=1)),
        _mean(s.lead_changes for s in stories), mean(half) if len(half) else Estimate(0.0, 0.0, 1.0), len(half),
    )  # fmt: skip


def _shares(texts: list[str]) -> list[tuple[str, Estimate]]:
    """How often each of these was, the most frequent first."""
    counted = sorted(Counter(texts).items(), key=lambda pair: (-pair[1], pair[0]))
    return [(text, wilson(count, len(texts))) for text, count in counted]


def _mean(values: Iterable[float]) -> Estimate:
    return mean(np.array([float(value) for value in values]))


def _place(table: SeatGrid, mask: NDArray[np.bool_], number: int) -> Place:
    wins, points = table.win[mask], table.score[mask]
    per_deal = table.clustered((table.win * mask).sum(axis=1)) - table.clustered(np.ones(table.n)) / table.seats
    off = float(wins.mean()) - 1 / table.seats
    error = max(sqrt(float((per_deal**2).sum())) / table.n, 1e-12)
    return Place(number + 1, wilson(float(wins.sum()), len(wins)), mean(points), two_sided(off / error), 1.0)


def _decided(stories: list[Story]) -> list[Estimate]:
    """How the victory was decided: by points alone, by the tie-break, not at all."""
    shared = sum(s.places.count(1) > 1 for s in stories)
    level = sum(s.places.count(1) == 1 and s.scores.count(s.scores[s.places.index(1)]) > 1 for s in stories)
    n = len(stories)
    return [wilson(n - shared - level, n), wilson(level, n), wilson(shared, n)]


def _half_time(stories: list[Story]) -> Floats:
    """For every game with a leader at half-time, the leader's part of the victory."""
    found: list[float] = []
    for s in stories:
        led = [seat for seat in range(len(s.places)) if s.half_leaders >> seat & 1]
        if led:
            wins = win_shares(s.places)
            found.append(sum(wins[seat] for seat in led) / len(led))
    return np.array(found)


def effects_of(data: Data, table: SeatGrid) -> list[Effect]:
    """Of every item of every group."""
    index = {s.number: row for row, s in enumerate(data.stories)}
    had: dict[tuple[int, int], list[Had]] = {}
    offers: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for s in data.stories:
        for group, item, seat, when, chance in s.had:
            had.setdefault((group, item), []).append(Had(index[s.number], seat, when, chance))
        for group, item, offered, taken in s.offers:
            offers.setdefault((group, item), []).append((offered, taken))
    found: list[Effect] = []
    for group, entry in enumerate(data.names.groups):
        keys = [(group, item) for item in range(len(entry.items))]
        of_group = [had.get(key, []) for key in keys]
        rest = what_is_left(table, of_group)
        line = standing_line(rest, [one for item in of_group for one in item])
        found += [_effect(table, rest, line, key, had.get(key, []), offers.get(key, [])) for key in keys]
    return found


def what_is_left(table: SeatGrid, had: list[list[Had]]) -> Floats:
    """The part of every victory that remains after the expected part is subtracted.

    Items that depend on the place in turn order by the rules, as start cards do, are judged without regard to that place.
    """
    count: Floats = np.zeros((table.n, table.seats))
    follows_order = any(had)
    for item in had:
        mask: Floats = np.zeros((table.n, table.seats))
        for one in item:
            mask[one.row, one.seat] = 1.0
        count += mask
        part = by_cell(table.order, mask)
        follows_order = follows_order and bool(np.all((part == 0.0) | (part == 1.0)))
    cell = table.player if follows_order else table.cell
    rest = table.win - by_cell(cell, table.win)
    more = count - by_cell(cell, count)
    square = float((more**2).sum())
    slope = float((more * rest).sum()) / square if square > 1e-9 else 0.0
    return rest - slope * more


def standing_line(rest: Floats, had: list[Had]) -> Trend:
    """What remains of a victory, by the chance of the seat just before it got an item of the group."""
    if not had:
        return Trend(0.0, 0.0)
    chance: Floats = np.array([one.chance for one in had])
    left: Floats = np.array([rest[one.row, one.seat] for one in had])
    middle = float(chance.mean())
    square = float(((chance - middle) ** 2).sum())
    return Trend(middle, float(((chance - middle) * left).sum()) / square if square > 1e-9 else 0.0)


def _effect(
    table: SeatGrid, rest: Floats, line: Trend, key: tuple[int, int], had: list[Had], offers: list[tuple[int, int]]
) -> Effect:
    mask = np.zeros((table.n, table.seats), dtype=bool)
    rest = rest.copy()
    for one in had:
        mask[one.row, one.seat] = True
        rest[one.row, one.seat] -= line.slope * (one.chance - line.middle)
    per_game = mask.sum(axis=1)
    some = (per_game > 0) & (per_game < table.seats)
    telling = mask & some[:, None]
    holders = int(telling.sum())
    value = float(rest[telling].mean()) if holders else 0.0
    sums = table.clustered((rest * telling).sum(axis=1)) - value * table.clustered(
        telling.sum(axis=1).astype(np.float64)
    )
    error = max(
        sqrt(float((sums**2).sum())) / max(1, holders),
        float(rest.std()) / sqrt(max(1, holders)),
    )
    clusters = len(set(table.cluster[some].tolist()))
    offered, taken = sum(a for a, _ in offers), sum(b for _, b in offers)
    reach = Z * error if holders else 1.0
    return Effect(
        key[0], key[1], int((per_game > 0).sum()), holders, float(table.win[telling].mean()) if holders else 0.0,
        Estimate(value, value - reach, value + reach),
        two_sided(value / max(error, 1e-12)), 1.0,
        float(np.median([one.when for one in had])) if had else 0.0,
        offered, wilson(taken, offered), len(offers), wilson(sum(b > 0 for _, b in offers), len(offers)),
        clusters >= FEWEST,
    )  # fmt: skip


def kinds_of(data: Data) -> list[Kind]:
    """How often each kind of action was legal and chosen."""
    decisions = sum(s.decisions for s in data.stories)
    total = [[0, 0, 0] for _ in data.names.kinds]
    seen: set[int] = set()
    for s in data.stories:
        for kind, *counts in s.kinds:
            seen.add(kind)
            total[kind] = [a + b for a, b in zip(total[kind], counts, strict=True)]
    return [
        Kind(kind, kind in seen and legal == 0, legal / max(1, decisions), free, wilson(chosen, free))
        for kind, (legal, free, chosen) in enumerate(total)
    ]
