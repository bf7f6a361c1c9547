"""How well one look ahead tells actions apart: `python -m bench.looks fallen-kingdoms`, on the compiled engine.

At decisions from all over a game of Cottars some actions are compared, each by many looks of one iteration: how far a look of the same
action scatters, how far apart the actions are, and how much less the difference scatters if both are tried with the same luck. With
`--playouts`, Cottars play each action out to the end of the game that often: how far apart the actions really are, with the scatter of
the playouts taken out, and whether the looks agree.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import fmean, pstdev, pvariance, variance

import brehon
from brehon.bots.base import Budget
from brehon.bots.cottar import Cottar
from brehon.bots.evaluation import result
from brehon.bots.ismcts import Search, Settings
from brehon.bots.weights import learned
from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, State
from brehon.core.play import draw

ACTIONS = 4  # compared at each decision
Samples = list[list[float]]  # [action][try] the share of the seat that decides


def decisions(game: str, number: int, seed: int) -> list[State]:
    """So many decisions with a choice, from all over games of Cottars."""
    rules = registry.make_ruleset(registry.game(game), registry.game(game).seats[0])
    rng, cottar = Random(seed), Cottar()
    found: list[State] = []
    while len(found) < number:
        state = rules.start()
        while (mover := state.to_move()) != OVER:
            legal = state.legal()
            if mover == CHANCE:
                state.apply(draw(state, rng), None)
                continue
            if len(legal) > 2 and rng.random() < 0.02:
                found.append(state.clone())
            state.apply(cottar.choose(state.view(mover), legal, Budget(), rng), None)
    return found[:number]


def look(state: State, settings: Settings, tries: int) -> Samples:
    """By the learned judge, one iteration at a time; the n-th try of every action with the same random numbers."""
    judge, seat = learned(state.evaluator().game), state.to_move()
    out: Samples = []
    for action in state.legal()[:ACTIONS]:
        out.append([])
        for number in range(tries):
            search = Search(state.view(seat), judge, settings, Random(number), None, [action])
            search.run(Budget(1))
            out[-1].append(search.root.arms[seat].sum)
    return out


def play_out(state: State, tries: int) -> Samples:
    """To the end of the game, by Cottars."""
    seat, cottar = state.to_move(), Cottar()
    out: Samples = []
    for action in state.legal()[:ACTIONS]:
        out.append([])
        for number in range(tries):
            rng, then = Random(number), state.clone()
            then.apply(action, None)
            while (mover := then.to_move()) != OVER:
                if mover == CHANCE:
                    then.apply(draw(then, rng), None)
                else:
                    then.apply(cottar.choose(then.view(mover), then.legal(), Budget(), rng), None)
            out[-1].append(result(then)[seat])
    return out


def apart(samples: Samples) -> float:
    """The variance between actions, without what the scatter of the tries adds to it."""
    means = [fmean(tries) for tries in samples]
    noise = fmean(variance(tries) / len(tries) for tries in samples)
    return variance(means) - noise


def report(label: str, found: list[Samples], seconds: float) -> None:
    one = fmean(pstdev(tries) for samples in found for tries in samples)
    between = max(0.0, fmean(apart(samples) for samples in found)) ** 0.5
    paired = [pvariance([a - b for a, b in zip(samples[0], samples[1], strict=True)]) for samples in found]
    alone = [pvariance(samples[0]) + pvariance(samples[1]) for samples in found]
    ratio = (sum(paired) / sum(alone)) ** 0.5 if sum(alone) > 0.0 else 1.0
    looks = sum(len(tries) for samples in found for tries in samples)
    print(
        f"{label}: one try scatters by {one:.4f}, actions by {between:.4f}, "
        f"a difference with the same luck by {ratio:.2f} of one without; {1000 * seconds / looks:.2f} ms a try",
        flush=True,
    )


def agreement(looks: list[Samples], ends: list[Samples]) -> float:
    """The correlation between what looks and playouts say about actions of the same decision."""
    pairs: list[tuple[float, float]] = []
    for seen, played in zip(looks, ends, strict=True):
        a, b = [fmean(tries) for tries in seen], [fmean(tries) for tries in played]
        pairs += [(x - fmean(a), y - fmean(b)) for x, y in zip(a, b, strict=True)]
    whole = (sum(x * x for x, _ in pairs) * sum(y * y for _, y in pairs)) ** 0.5
    return sum(x * y for x, y in pairs) / whole if whole > 0.0 else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.looks", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--decisions", type=int, default=12)
    parser.add_argument("--tries", type=int, default=40)
    parser.add_argument("--playouts", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"engine {brehon.MODE}")
    states = decisions(options.game, options.decisions, options.seed)
    found: dict[str, list[Samples]] = {}
    for label, settings in (("as it plays", Settings()), ("playouts compare all", Settings(width=48)), ("no playout", Settings(turns=0))):  # fmt: skip
        begin = time.process_time()
        found[label] = [look(state, settings, options.tries) for state in states]
        report(label, found[label], time.process_time() - begin)
    if options.playouts > 1:
        begin = time.process_time()
        ends = [play_out(state, options.playouts) for state in states]
        report("to the end, by Cottars", ends, time.process_time() - begin)
        for label, looks in found.items():
            print(f"{label}: agrees with the playouts by {agreement(looks, ends):.2f} (1: fully, 0: not at all)")


if __name__ == "__main__":
    main()
