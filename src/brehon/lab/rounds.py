"""Long training in rounds: games by the newest judgement, learning, and a trial that a new judgement must win to replace the old one.

Everything is in a folder, in pieces that depend only on the plan and their number. So a run that was killed goes on where it
was, and neither that nor the number of processes changes the result.

    plan.json            what is trained, and how
    games/RR-NNNN.npz    positions of chunk N of round R; older ones than the window are removed
    judges/RR.json       what was learned in round R
    journal.json         one row for every finished round
    weights.json         the best judgement so far
    curve.svg            how far it has come
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import numpy as np

from brehon.bots.levels import player
from brehon.bots.weights import DIGITS, Weights, has_weights, read_weights, shipped, write_weights
from brehon.core import registry
from brehon.core.contract import Components
from brehon.core.errors import BadOptions
from brehon.core.text import N_
from brehon.lab.learning import Net, begin, code_of, fit_scale, fold_of, plain_figures, softmax
from brehon.lab.practice import CHUNK, Deal, Lessons, Practice, Trial, play_deal, practise, rules_for
from brehon.lab.run_store import lock
from brehon.lab.runner import Task, Where, spread
from brehon.lab.targets import BATCH, Pile, as_positions, chosen, heap, improve, judged, measured, mixed, network, pile

FORMAT: Final = "brehon training 1"
POOL: Final = 4  # older judges that still play along
RATE: Final = 0.002


class Course(NamedTuple):
    """How to train; plan.json and the card of the weights repeat these values."""

    games: int = 10_000  # of each round
    rounds: int = 10
    seed: int = 1
    positions: int = 20  # kept of each game
    hidden: int = 32
    turns: bool = False  # learn only from the beginning of turns
    player: str = "cottar"  # who plays: cottar is one step ahead by the judgement
    trace: float = 0.8  # how much the result counts against what the judge says at the next kept position (λ)
    window: int = 4  # rounds that are learned from
    epochs: int = 4
    batches: int = 4000  # that a new network learns from, at least
    trial: int = 400  # games of a trial
    decay: float = 1e-5  # pull of the weights towards 0


class Step(NamedTuple):
    """What a finished round has shown."""

    number: int
    games: int  # of all rounds up to this one
    learned: float  # log-loss of the new judgement on held-out games of this round
    before: float  # of the one that played them
    by_hand: float
    ahead: float  # of the new one over the old one: share of the wins above that of equals
    error: float  # standard error of that
    accepted: bool
    over_start: float  # of an accepted one over the judgement that the training began with
    start_error: float


Told = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


class Training:
    """A folder of a training."""

    def __init__(self, path: Path, game_name: str, course: Course, components: Components | None = None) -> None:
        game = registry.game(game_name)
        loaded = components or registry.builtin(game, game.default_components)
        _check(course)
        self.path = path
        self.course = course
        self.game = game
        self.components = loaded
        source = "" if loaded.builtin else loaded.source
        self.practice = Practice(
            game.name, source, loaded.name, list(game.seats), 0, course.games, course.positions, course.turns, course.player, []
        )  # fmt: skip
        self.rules = rules_for(self.practice)[game.seats[0]]
        self.names = self.rules.evaluator().feature_names()
        if not self.names:
            raise BadOptions(N_("%(title)s has no features to learn from (Evaluator.features)"), title=game.title)
        self.start = write_weights(shipped(game.name)) if has_weights(game.name) else ""
        for folder in (path, path / "games", path / "judges"):
            folder.mkdir(parents=True, exist_ok=True)
        self.steps: list[Step] = []
        self._lock = (path / "lock").open("a+b")
        try:
            lock(self._lock, path)
            self._agree()
            self.steps += [Step(**row) for row in self._read_json("journal.json", [])]
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        self._lock.close()

    def run(self, where: Where, tell: Told, after: Callable[[Step], None]) -> Weights:
        """Go on to the end of the last round; `after` is called with every round that ends."""
        for number in range(len(self.steps), self.course.rounds):
            self._play(number, where, tell)
            step = self._finish(number, where, tell)
            self.steps.append(step)
            if step.accepted:
                store(self.path / "weights.json", self._judge(number).encode())
            store(
                self.path / "journal.json",
                (json.dumps([each._asdict() for each in self.steps], indent=1) + "\n").encode(),
            )
            self._forget(number)
            after(step)
        accepted = self._accepted()
        text = self._judge(accepted[-1]) if accepted else self.start
        if not text:
            raise BadOptions(N_("no judgement was better than that by hand; more games or rounds are needed"))
        return read_weights(text, self.game, self.names)

    def _accepted(self) -> list[int]:
        return [step.number for step in self.steps if step.accepted]

    def _judge(self, number: int) -> str:
        return (self.path / "judges" / f"{number:02}.json").read_text("utf-8")

    def judges(self) -> list[str]:
        """The newest judgement and the older ones that play along."""
        older = [self._judge(number) for number in self._accepted()[-1 - POOL :]]
        return [text for text in (*older[::-1], self.start) if text]

    def _chunk(self, number: int, chunk: int) -> Path:
        return self.path / "games" / f"{number:02}-{chunk:04}.npz"

    def _play(self, number: int, where: Where, tell: Told) -> None:
        """The chunks of a round that are not there yet."""
        plan = self.practice._replace(seed=self.course.seed * 1000 + number, judges=self.judges())
        missing = [chunk for chunk in range(plan.chunks()) if not self._chunk(number, chunk).exists()]
        before = number * self.course.games
        done = before + self.course.games - len(missing) * CHUNK
        whole = self.course.rounds * self.course.games
        tell("play", max(before, done), whole)
        for lessons in spread(practise, [plan.to_json()], (Task(0, chunk) for chunk in missing), where):
            data = io.BytesIO()
            np.savez(data, **lessons._asdict())
            store(self._chunk(number, lessons.number), data.getvalue())
            done += CHUNK
            tell("play", min(max(before, done), before + self.course.games), whole)

    def _forget(self, number: int) -> None:
        """Rounds that are no longer learned from."""
        for path in (self.path / "games").glob("*.npz"):
            if int(path.name.partition("-")[0]) <= number - self.course.window:
                path.unlink()

    def _round(self, number: int) -> Pile:
        parts = []
        for chunk in range(self.practice.chunks()):
            with np.load(self._chunk(number, chunk)) as data:
                parts.append(Lessons(0, chunk, *(data[name] for name in Lessons._fields[2:])))
        return pile(parts, max(self.practice.seats))

    def _finish(self, number: int, where: Where, tell: Told) -> Step:
        """Learn from the rounds in the window, measure, and let the new judgement play against the old one."""
        first = max(0, number + 1 - self.course.window)
        rounds = [self._round(each) for each in range(first, number + 1)]
        held_out = chosen(rounds[-1], fold_of(rounds[-1].games.astype(np.int64)) == 9)
        data = heap([chosen(each, fold_of(each.games.astype(np.int64)) != 9) for each in rounds])
        if len(held_out.games) == 0:
            raise BadOptions(N_("too few games to learn from: at least ten are needed"))
        old = next(iter(self.judges()), "")
        before = network(read_weights(old, self.game, self.names)) if old else None
        path = self.path / "judges" / f"{number:02}.json"
        if not path.exists():
            tell("learn", 0, 1)
            store(path, write_weights(self._learn(number, data, held_out, before)).encode())
        new = path.read_text("utf-8")
        made = read_weights(new, self.game, self.names)
        ahead, error = self._try(new, old, number, where, tell)
        accepted = ahead > error
        over, start_error = (0.0, 0.0) if not accepted else (ahead, error)
        if accepted and old != self.start:
            over, start_error = self._try(new, self.start, number + 500, where, tell)
        scale = float(made.card["hand_scale"])
        by_hand = measured(held_out, softmax(scale * held_out.estimates.astype(np.float64), held_out.present))
        return Step(
            number, (number + 1) * self.course.games, _short(measured(held_out, judged(network(made), held_out)).log_loss),
            _short(measured(held_out, judged(before, held_out)).log_loss if before else by_hand.log_loss), _short(by_hand.log_loss),
            _short(ahead), _short(error), accepted, _short(over), _short(start_error),
        )  # fmt: skip

    def _learn(self, number: int, data: Pile, held_out: Pile, before: Net | None) -> Weights:
        rng = np.random.default_rng(self.course.seed * 1000 + number)
        values = judged(before, data) if before is not None else None
        targets, used = mixed(data, values, self.course.trace)
        net = begin(len(self.names), self.course.hidden, rng)
        epochs = max(2 * self.course.epochs, -(-self.course.batches * BATCH // max(1, int(used.sum()))))
        if before is not None and before.bias.shape == net.bias.shape:
            net, epochs = before, self.course.epochs
        net = improve(net, chosen(data, used), targets[used], epochs, RATE, self.course.decay, rng)
        rounded = Net(*(np.round(part.astype(np.float64), DIGITS).astype(np.float32) for part in net))
        scale = fit_scale(as_positions(held_out))
        by_hand = softmax(scale * held_out.estimates.astype(np.float64), held_out.present)
        even = softmax(np.zeros(held_out.present.shape), held_out.present)
        card: dict[str, Any] = {
            "settings": {**self.course._asdict(), "players": self.course.player, "rounds": number + 1},
            "positions": int(used.sum()),
            "held_out_games": len(set(held_out.games.tolist())),
            "learned": measured(held_out, judged(rounded, held_out))._asdict(),
            "by_hand": measured(held_out, by_hand)._asdict(),
            "even": measured(held_out, even)._asdict(),
            "hand_scale": scale,
        }
        card = plain_figures(card)
        card.update(
            components=self.components.name, digest=self.components.digest, rules_version=self.rules.version,
            code=code_of(self.game),
        )  # fmt: skip
        return Weights(
            self.game.name, self.names, rounded.first.T.tolist(), rounded.bias.tolist(), rounded.second.tolist(),
            rounded.direct.tolist(), card,
        )  # fmt: skip

    def _try(self, new: str, old: str, number: int, where: Where, tell: Told) -> tuple[float, float]:
        """How far the new judgement is ahead of the old one, and the standard error of that."""
        plan = self.practice
        trial = Trial(
            plan.game, plan.source, plan.components, plan.seats, self.course.seed * 1000 + number, plan.player, new, old
        )
        deals = max(2, round(self.course.trial / fmean(plan.seats)))
        found: dict[int, float] = {}
        tell("try", 0, deals)
        for deal in spread(play_deal, [trial.to_json()], (Task(0, each) for each in range(deals)), where):
            found[deal.number] = deal.ahead
            tell("try", len(found), deals)
        values = [found[each] for each in range(deals)]
        return fmean(values), stdev(values) / deals**0.5

    def _agree(self) -> None:
        """The plan in the folder must be the same as ours; a new folder gets ours."""
        ours = {
            "format": FORMAT, "game": self.game.name, "components": self.components.name, "digest": self.components.digest,
            "code": code_of(self.game), "start": self.start, "course": self.course._asdict(),
        }  # fmt: skip
        theirs = self._read_json("plan.json", None)
        if theirs is None:
            store(self.path / "plan.json", (json.dumps(ours, indent=1) + "\n").encode())
            return
        more = dict(theirs)
        more["course"] = {**theirs.get("course", {}), "rounds": self.course.rounds}
        if more != ours:
            what = next(name for name in ours if more.get(name) != ours[name])
            raise BadOptions(
                N_(
                    "%(path)s holds a training of another plan (%(what)s is different); choose another folder with --folder"
                ),
                path=self.path,
                what=what,
            )

    def _read_json(self, name: str, otherwise: Any) -> Any:
        path = self.path / name
        if not path.exists():
            return otherwise
        try:
            return json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise BadOptions(
                N_("%(file)s cannot be read (%(error)s); choose another folder with --folder"), file=path, error=error
            ) from None


def _check(course: Course) -> None:
    if course.hidden < 4 or course.hidden % 4:
        raise BadOptions(f"the hidden units come in fours, so there can be 4, 8, 12 …, not {course.hidden}")
    if player(course.player).budget.seconds > 0.0:
        raise BadOptions(
            f"{course.player!r} would think by the clock, and no training could be repeated; "
            f"give it iterations, as in {course.player.partition('@')[0]}@8"
        )


def store(path: Path, data: bytes) -> None:
    """At every moment either the old or the complete new file is on the disk."""
    passing = path.with_name(f".{path.name}.new")
    with passing.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(passing, path)


def _short(value: float) -> float:
    return float(f"{value:.5g}")


__all__ = ["Course", "Deal", "Step", "Training"]
