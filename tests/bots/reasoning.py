"""For tests of reasons: positions of games with moves to compare, what statements say, and golden files of reasons.

`python -m tests.bots.reasoning show armorica 40` prints reasons at random positions, to be read critically; `tally armorica 100`
counts how often there are any; `write armorica` writes tests/bots/reasons-armorica.txt again, for example after the evaluation has
changed: read what has changed like code.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter

from brehon.bots.advice import Adviser
from brehon.bots.analyst import Analyst, Candidate
from brehon.bots.model import Taught
from brehon.bots.reasons import weigh
from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, Ruleset, State
from brehon.core.play import draw
from brehon.core.text import Message, Speaker
from brehon.core.vocabulary import AVERAGE, LIKELY

HERE = Path(__file__).parent
NAMES = ["Anna", "Bran", "Cara", "Dan", "Eva", "Finn"]
SEED = "golden"
GOLDEN = 20


def decisions(rules: Ruleset, seed: int, chance: float = 1.0, iterations: int = 0) -> Iterator[State]:
    """States of a game in which the seat to move has a choice; random play, or by a search of so many iterations."""
    rng, state, analyst = Random(seed), rules.start(), Analyst()
    while state.to_move() != OVER:
        if state.to_move() == CHANCE:
            state.apply(draw(state, rng))
            continue
        legal = state.legal()
        if len(legal) > 1 and rng.random() < chance:
            yield state.clone()
        action = legal[rng.randrange(len(legal))]
        if iterations and len(legal) > 1:
            action = analyst.opinion(state.view(state.to_move()), legal, iterations, seed).best.action
        state.apply(action)


def kernel(text: Message) -> tuple[Message, str]:
    """A statement without the words that say how sure it is, and those words."""
    if text.text in (AVERAGE, LIKELY):
        inner = text.args["reason"]
        assert isinstance(inner, Message)
        return inner, str(text.text)
    return text, ""


def holds(differences: list[float], signed: float, sure: str) -> bool:
    """Whether "so much more" (or less) is true of the differences found, as surely as it is said."""
    agree = [difference for difference in differences if difference * signed > 0]
    if sure == AVERAGE:
        mean = sum(differences) / len(differences)
        return abs(mean - signed) <= 0.5 and len(agree) >= 0.75 * len(differences)
    same = differences.count(signed)
    return same == len(differences) if not sure else same >= 0.75 * len(differences)


# -- golden files


def golden_path(game: str) -> Path:
    return HERE / f"reasons-{game}.txt"


def said(rules: Ruleset, state: State, better: str, other: str) -> list[str]:
    """What speaks for a move and against it, both given in words of the record, as lines."""
    view = state.view(state.to_move())
    first, second = (rules.space.texts.index(move) for move in (better, other))
    found = weigh(view, first, second, rules.game.face().vocabulary(rules), Taught(), SEED)
    lines = []
    for sign, motives in (("+", found.motives), ("-", found.prices)):
        for motive in motives:
            lines += [f"{sign} {Speaker(language, NAMES)(motive.text)}" for language in ("en", "de")]
    return lines or ["= hardly any difference"]


def read_golden(game: str) -> list[tuple[str, str, str, list[str]]]:
    """[(position, better move, other move, expected lines)]"""
    found = []
    for block in golden_path(game).read_text(encoding="utf-8").strip().split("\n\n"):
        position, better, other, *lines = block.splitlines()
        found.append((position, better.removeprefix("better: "), other.removeprefix("other: "), lines))
    return found


def rules_for(game: str, position: str) -> Ruleset:
    seats = int(position.split("seats=")[1].split()[0])
    return registry.make_ruleset(registry.game(game), seats)


def write_golden(game: str) -> None:
    """New reasons for the positions of the file; new positions if there is no file."""
    if golden_path(game).exists():
        rows = [(position, better, other) for position, better, other, _ in read_golden(game)]
    else:
        rows = [
            (state.text(), rules.space.texts[best.action], rules.space.texts[other.action])
            for rules, state, best, other in new_cases(game, GOLDEN)
        ]
    blocks = []
    for position, better, other in rows:
        rules = rules_for(game, position)
        lines = said(rules, rules.parse(position), better, other)
        blocks.append("\n".join([position, f"better: {better}", f"other: {other}", *lines]))
    golden_path(game).write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def new_cases(game: str, n: int) -> Iterator[tuple[Ruleset, State, Candidate, Candidate]]:
    """Random positions of games between searching bots: the best move against the second best, or against any other."""
    rng = Random(16)
    seats = registry.game(game).seats
    for number in range(n):
        rules = registry.make_ruleset(registry.game(game), seats[number % len(seats)])
        kinds: dict[int, list[State]] = {}  # rare decisions as often as usual ones
        for state in decisions(rules, number, iterations=40):
            kinds.setdefault(rules.space.kind_of[state.legal()[0]], []).append(state)
        state = rng.choice(kinds[rng.choice(sorted(kinds))])
        best, *rest = Analyst().opinion(state.view(state.to_move()), state.legal(), 400, number).candidates
        yield rules, state, best, rest[0 if number % 2 else rng.randrange(len(rest))]


def show(game: str, n: int) -> None:
    """For reading: the position, the moves with what the table says of them, and the reasons in both languages."""
    speakers = [Speaker(language, NAMES) for language in ("en", "de")]
    for rules, state, best, other in new_cases(game, n):
        face, view = rules.game.face(), state.view(state.to_move())
        print(f"\n{NAMES[view.seat]} · {speakers[0](face.status(rules, view))}")
        for move in (best, other):
            effects = "; ".join(speakers[0](effect) for effect in face.preview(rules, view, move.action).effects)
            print(
                f"  {move.share:.3f} ± {move.error:.3f} {speakers[0](face.action(rules, view, move.action))} [{effects}]"
            )
        found = weigh(view, best.action, other.action, face.vocabulary(rules), Taught(), SEED)
        print(f"  at the end of the turn {found.gain:+.3f}")
        for motive in [*found.motives, *found.prices]:
            texts = " | ".join(say(motive.text) for say in speakers)
            print(f"    {motive.worth:+.3f} {motive.amount:+5.2f} {motive.aspect.name}: {texts}")


def tally(game: str, n: int) -> None:
    """How often a hint of 400 iterations has something to say, and how long its words take after the search."""
    counts, seconds, adviser = Counter[str](), 0.0, Adviser()
    for rules, state, *_ in new_cases(game, n):
        view = state.view(state.to_move())
        opinion = adviser.analyst.opinion(view, state.legal(), 400, SEED)
        start = perf_counter()
        against = adviser.explain(rules, view, opinion, SEED).against
        seconds += perf_counter() - start
        counts["second move as good"] += not against[0].is_clear
        clear = [one for one in against if one.is_clear]
        counts["clear difference"] += bool(clear)
        counts["of these with reasons"] += any(one.comparison.motives for one in clear)
        counts["of these mostly later"] += any(one.pays_later for one in clear)
    print(dict(counts), f"{seconds / n:.2f} s for the words")


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write_golden(sys.argv[2])
    else:
        {"show": show, "tally": tally}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
