"""Information-set Monte Carlo tree search: looks ahead in games that are possible as far as the searching seat knows.

One tree from the searching seat's side (Cowling, Powley and Whitehouse 2012: single observer): a node represents what this seat has
seen since the root, so nothing hidden from it can split a node. One tree per seat would let rivals keep secrets too, but with the
short budgets that people accept, and in games as open as ours, its statistics would be spread too thin.

Each iteration draws one state that the view allows, walks down the tree by UCT, opens one node and lets a Judge say how it ends:

- A seat's decisions are chosen among what is legal in this state. How often an action was legal, not how often the node was visited,
  drives its exploration (availability counts).
- Opening a node sorts its actions by the Judge, so that a budget smaller than the number of moves goes to the better ones.
- Secret simultaneous choices are one step: each seat has its own statistics that ignore the others' choices, and only what
  all of them chose together leads on. So no one reacts to a choice that is still secret.
- Draws are drawn by weight, and what the searching seat sees of them leads to different nodes.
- The value of a leaf is a win share for each seat; each decision is credited with the share of the seat that made it (max-n).
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import perf_counter
from typing import Final, final

from brehon.bots.base import UNSEEN, Analysis, Bot, Budget, sees
from brehon.bots.evaluation import Judge
from brehon.bots.tree import Arms, Node, Settings, sort
from brehon.core.contract import CHANCE, OVER, State, View
from brehon.core.play import any_of, draw

__all__ = ["Search", "Searcher", "Seated", "Settings"]

STEP: Final = 1 << 14  # more than any game has actions: several choices are packed into one number
DEFAULT: Final = 200  # iterations where the budget has no limit
LONG: Final = 20  # decisions: a playout that may be longer compares half as many actions in each
JITTER: Final = 1e-6  # of the priors of equal actions
ENOUGH: Final = 16  # iterations after which the speed of a timed search is known well enough to predict its end


@final
class Search:
    """One search: a root, a judge and a budget."""

    def __init__(
        self, view: View, judge: Judge, settings: Settings, rng: Random, root: Node | None = None,
        only: list[int] | None = None,
    ) -> None:  # fmt: skip
        self.view: View = view
        self.seat: int = view.seat
        self.judge: Judge = judge
        self.settings: Settings = settings
        self.rng: Random = rng
        self.source: Random = rng
        self.luck: int = int(rng.random() * 2.0**52) if settings.alike else 0
        self.root: Node = Node() if root is None else root  # a root that an earlier search has reached is extended
        self.only: list[int] | None = only  # the moves to compare at the root; None: all that are legal
        self.iterations: int = 0
        self.speed: float = 0.0  # iterations a second
        self.shares: list[float] = [0.0] * view.n_seats
        self.low: float = 1.0  # the lowest and the highest mean share met so far: differences count in proportion
        self.high: float = 0.0
        self.path_arms: list[Arms] = []
        self.path_index: list[int] = []
        self.path_seat: list[int] = []
        arms = self.root.arms.get(self.seat)
        self.before: float = 0.0  # visits that an earlier search has made for this decision
        if arms is not None:
            self.before = arms.visits
            for i in range(len(arms.actions)):
                if arms.taken[i] > 0.0:
                    self.stretch(arms.won[i] / arms.taken[i])

    def run(self, budget: Budget, speed: float = 0.0) -> None:
        """Look ahead until the budget is used up, or until more of it cannot change the choice.

        The work of an earlier search counts as part of the budget; `speed` is its number of iterations per second.
        """
        most = float(budget.iterations)
        if budget.iterations <= 0 and budget.seconds <= 0.0:
            most = float(DEFAULT)
        seconds = budget.seconds
        if seconds > 0.0 and speed > 0.0:
            seconds -= self.before / speed
        begin = perf_counter()
        done = self.before
        stop = budget.stop
        while most <= 0.0 or done < most:
            if stop is not None and done > 0.0 and stop.is_set():
                break
            if most > 0.0 and done > 0.0 and self.is_decided(most - done):
                break
            if budget.seconds > 0.0:
                spent = perf_counter() - begin
                if spent >= seconds and done > 0.0:
                    break
                if self.iterations >= ENOUGH and self.is_decided((seconds - spent) * float(self.iterations) / spent):
                    break
            self.iterate()
            done += 1.0
        spent = perf_counter() - begin
        self.speed = float(self.iterations) / spent if self.iterations >= ENOUGH and spent > 0.0 else speed

    def is_decided(self, left: float) -> bool:
        """Whether the runner-up can no longer catch up in so many iterations."""
        arms = self.root.arms[self.seat]
        if arms.visits == 0.0:
            return False  # its actions were compared, and none was tried yet
        first = second = 0.0
        for taken in arms.taken:
            if taken > first:
                first, second = taken, first
            elif taken > second:
                second = taken
        return first - second > left

    def iterate(self) -> None:
        """Draw a possible state, walk down, open a node, judge, and credit every decision on the way."""
        self.rng = self.source
        state = self.view.determinize(self.rng)
        if state.to_move() != self.seat:
            state.turn_to(self.seat)
        self.path_arms.clear()
        self.path_index.clear()
        self.path_seat.clear()
        shares = self.descend(state)
        if not shares:
            self.play_out(state)
            shares = self.judge.shares(state)
        for seat in range(state.n_seats):
            self.shares[seat] += shares[seat]
        for i in range(len(self.path_arms)):
            arms = self.path_arms[i]
            index = self.path_index[i]
            arms.credit(index, shares[self.path_seat[i]])
            self.stretch(arms.won[index] / arms.taken[index])
        self.iterations += 1

    def stretch(self, mean: float) -> None:
        if mean < self.low:
            self.low = mean
        if mean > self.high:
            self.high = mean

    def descend(self, state: State) -> list[float]:
        """Walk down the tree as far as it goes, and one decision further; returns shares if comparing its actions gave them."""
        node = self.root
        compare = self.settings.compare
        opened = False
        while not opened:
            mover = state.to_move()
            if mover == OVER:
                return self.judge.shares(state)
            if mover == CHANCE:
                node = self.step_by_chance(state, node)
                continue
            movers = state.movers()
            if movers & (movers - 1):
                opened = self.is_new(state, node, movers)
                node = self.step_together(state, node, movers)
                continue
            legal = state.legal()
            if len(legal) == 1:
                action = legal[0]
            else:
                opened = mover not in node.arms
                if opened and compare:
                    return self.compare_all(state, node, mover, legal)
                action = self.select(state, node, mover, legal)
            seen = state.witnesses()
            state.apply(action, None)
            node = node.after(action if sees(self.seat, seen) else UNSEEN)
        return []

    def compare_all(self, state: State, node: Node, seat: int, legal: list[int]) -> list[float]:
        """Judge what each action leads to. The shares of the best for the seat count for the node, all of them guide the next visits."""
        if self.only is not None and node is self.root and seat == self.seat:
            legal = self.only
        found: list[list[float]] = []
        rates: list[float] = []
        best = 0
        for i in range(len(legal)):
            after = state.clone()
            after.apply(legal[i], None)
            shares = self.judge.shares(after)
            found.append(shares)
            rates.append(shares[seat])
            if rates[i] > rates[best]:
                best = i
        arms = sort(legal, rates, self.settings.order, self.settings.heat, JITTER, self.rng)
        for i in range(len(legal)):
            arms.guess[i] = rates[i]
            if node is self.root:
                self.stretch(rates[i])
        arms.trust = self.settings.trust
        node.arms[seat] = arms
        return found[best]

    def is_new(self, state: State, node: Node, movers: int) -> bool:
        """Whether one of several seats that choose together chooses at this node for the first time."""
        return any(movers >> seat & 1 and seat not in node.arms for seat in range(state.n_seats))

    def step_by_chance(self, state: State, node: Node) -> Node:
        """Draw by weight. At a node with many known outcomes, one of these is drawn again, as often as it has come up."""
        seen = state.witnesses()
        if not sees(self.seat, seen):
            state.apply(draw(state, self.rng), None)
            return node.after(UNSEEN)
        met = float(len(node.next))
        visits = float(len(node.drawn))
        outcome = -1
        # in another of the possible states a seat may have had to decide here: then nothing was drawn yet
        if visits > 0.0 and met > self.settings.widen * sqrt(visits + 1.0):
            outcome = node.drawn[int(self.rng.random() * visits)]
            if outcome not in state.legal():
                outcome = -1
        if outcome < 0:
            outcome = draw(state, self.rng)
        node.drawn.append(outcome)
        state.apply(outcome, None)
        return node.after(outcome)

    def step_together(self, state: State, node: Node, movers: int) -> Node:
        """Secret simultaneous choices: all seats choose before any choice is carried out."""
        step = 0
        seats: list[int] = []
        chosen: list[int] = []
        for seat in range(state.n_seats):
            if movers >> seat & 1:
                state.turn_to(seat)
                legal = state.legal()
                action = legal[0] if len(legal) == 1 else self.select(state, node, seat, legal)
                seats.append(seat)
                chosen.append(action)
                step = step * STEP + action + 1
        for i in range(len(seats)):
            state.turn_to(seats[i])
            state.apply(chosen[i], None)
        return node.after(step)

    def select(self, state: State, node: Node, seat: int, legal: list[int]) -> int:
        """The action to try next: promising by success, by the Judge's order, or because it was rarely tried."""
        if self.only is not None and node is self.root and seat == self.seat:
            legal = self.only
        arms = node.arms.get(seat)
        if arms is None:
            arms = self.open_arms(state, seat, legal)
            node.arms[seat] = arms
        indices = arms.indices(legal)
        fresh = arms.sum / arms.visits if arms.visits > 0.0 else 0.0  # an untried action counts as the average
        span = self.high - self.low
        if span < self.settings.floor:
            span = self.settings.floor
        trust = arms.trust
        best = indices[0]
        highest = -1.0e9
        for i in indices:
            arms.possible[i] += 1.0
            taken = arms.taken[i]
            if trust > 0.0:
                mean = (arms.won[i] + trust * arms.guess[i]) / (taken + trust)
            else:
                mean = arms.won[i] / taken if taken > 0.0 else fresh
            score = (mean - self.low) / span
            score += self.settings.explore * arms.prior[i] * sqrt(arms.possible[i]) / (1.0 + taken)
            if score > highest:
                highest = score
                best = i
        if self.settings.alike and node is self.root and seat == self.seat:
            self.rng = Random(self.luck + int(arms.taken[best]))  # the n-th try of every action has the same luck
        self.path_arms.append(arms)
        self.path_index.append(best)
        self.path_seat.append(seat)
        return arms.actions[best]

    def open_arms(self, state: State, seat: int, legal: list[int]) -> Arms:
        """The actions of a decision, sorted by the Judge."""
        rates: list[float] = []
        for action in legal:
            after = state.clone()
            after.apply(action, None)
            rates.append(self.judge.rate(after, seat))
        movers = state.movers()
        jitter = 0.0 if movers & (movers - 1) else JITTER  # seats that choose in secret must meet evenly
        return sort(legal, rates, self.settings.order, 0.0, jitter, self.rng)

    def favourite(self, legal: list[int]) -> int:
        """The legal action that was tried most often; among ties, the most successful one, then the one sorted first."""
        arms = self.root.arms[self.seat]
        best = -1
        for i in arms.indices(legal):
            if best < 0 or arms.taken[i] > arms.taken[best]:
                best = i
            elif arms.taken[i] == arms.taken[best]:
                if arms.won[i] > arms.won[best] or (arms.won[i] == arms.won[best] and arms.prior[i] > arms.prior[best]):
                    best = i
        return arms.actions[best]

    def play_out(self, state: State) -> None:
        """Play a little further by a simple policy, until the turn has passed, because the middle of a turn is hard to judge."""
        settings = self.settings
        turns = settings.turns if settings.turns >= 0 else self.judge.horizon(state)
        last = -1
        plies = 0
        most = settings.plies if settings.plies >= 0 else state.evaluator().playout(state)
        width = settings.width if most <= LONG else (settings.width + 1) // 2
        while plies < most:
            mover = state.to_move()
            if mover == OVER:
                return
            if mover == CHANCE:
                state.apply(draw(state, self.rng), None)
                continue
            turn = state.turn_of()
            if turn != last:
                if last >= 0:
                    turns -= 1
                if turns <= 0:
                    return
                last = turn
            legal = state.legal()
            state.apply(legal[0] if len(legal) == 1 else self.greedy(state, mover, legal, width), None)
            plies += 1

    def greedy(self, state: State, seat: int, legal: list[int], width: int) -> int:
        """The best by the Judge of a few actions drawn at random."""
        if width == 1:
            return any_of(legal, self.rng)
        best = -1
        highest = 0.0
        for i in range(min(width, len(legal))):
            action = legal[i] if len(legal) <= width else any_of(legal, self.rng)
            after = state.clone()
            after.apply(action, None)
            rate = self.judge.rate(after, seat)
            if best < 0 or rate > highest:
                best = action
                highest = rate
        return best


@final
class Searcher(Bot):
    """A bot that searches. Keeps nothing between decisions, so the same view, iterations and random numbers give the same choice."""

    def __init__(self, judge: Judge, settings: Settings) -> None:
        self.judge: Judge = judge
        self.settings: Settings = settings

    def sit(self) -> Bot:
        return Seated(self.judge, self.settings)

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        search = Search(view, self.judge, self.settings, rng)
        search.run(budget)
        return search.favourite(legal)

    def evaluate(self, view: View, legal: list[int], budget: Budget, rng: Random) -> Analysis:
        """The win share of each seat and the visits of each legal action, as found by the search."""
        if len(legal) == 1:
            return Analysis(self.judge.shares(view.determinize(rng)), [0], [0.0], 0)
        search = Search(view, self.judge, self.settings, rng)
        search.run(budget)
        arms = search.root.arms[view.seat]
        shares = [share / float(search.iterations) for share in search.shares]
        return Analysis(shares, arms.visits_of(legal), arms.values_of(legal), search.iterations)


@final
class Seated(Bot):
    """A searcher in one seat of one game: it reuses the part of its last search that matches what has happened since.

    It must get everything that its seat sees (`see`); where the tree does not continue, it starts again.
    """

    def __init__(self, judge: Judge, settings: Settings) -> None:
        self.judge: Judge = judge
        self.settings: Settings = settings
        self.node: Node | None = None
        self.speed: float = 0.0

    def see(self, step: int) -> None:
        if self.node is not None:
            self.node = self.node.next.get(step)

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        search = Search(view, self.judge, self.settings, rng, self.node)
        search.run(budget, self.speed)
        self.node = search.root
        self.speed = search.speed
        action = search.favourite(legal)
        chosen = search.root.next.get(action)
        if chosen is not None:  # the branches of other choices are no longer needed
            search.root.next = {action: chosen}
        return action
