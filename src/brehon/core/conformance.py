"""The laws that hold in every state of every game. An author runs them over a game:

    python -m brehon.core.conformance armorica -n 20000

Each law is one function that raises BrokenLaw with a description of the position. `play_by_the_laws` plays random games and checks them all;
`show_by_the_laws` (face_laws.py) checks those about what people see.
"""

from __future__ import annotations

import argparse
import math
import sys
from itertools import pairwise
from random import Random
from typing import Final

from brehon.core import conformance_objects, registry
from brehon.core.contract import CHANCE, ORACLE, OVER, Event, Game, Ruleset, State
from brehon.core.face_laws import said, show_by_the_laws
from brehon.core.fair import seeded_secret
from brehon.core.laws import insist, viewers
from brehon.core.match import Match
from brehon.core.play import draw
from brehon.core.record import Player, parse_ply, read_record
from brehon.core.text import LANGUAGES, Speaker
from brehon.core.verification import replay, verify

AHEAD: Final = 12  # plies that a copy is played on, to see whether anything is shared
FACES: Final = 5  # matches whose positions are shown, for each number of seats
OBJECTS: Final = 0.2  # of the positions are written and read back, which takes longer than all other laws together


def random_action(state: State, rng: Random) -> int:
    if state.to_move() == CHANCE:
        return draw(state, rng)
    actions = state.legal()
    return actions[rng.randrange(len(actions))]


def play_on(state: State, rng: Random, plies: int) -> None:
    for _ in range(plies):
        if state.to_move() == OVER:
            return
        state.apply(random_action(state, rng), None)


# -- laws about one state


def law_of_legality(rules: Ruleset, state: State) -> None:
    """Legal actions are sorted, in the space, and there are some unless the game is over; weights fit them."""
    legal, mover = state.legal(), state.to_move()
    insist(all(a < b for a, b in pairwise(legal)), f"legal() is not strictly sorted: {legal}")
    insist(all(0 <= action < rules.space.size for action in legal), f"legal() leaves the space: {legal}")
    insist((mover == OVER) == (not legal), f"to_move() is {mover} but legal() is {legal}")
    insist(mover in (CHANCE, OVER) or 0 <= mover < state.n_seats, f"to_move() is {mover}")
    if mover == CHANCE:
        weights = state.weights()
        insist(not weights or len(weights) == len(legal), f"{len(weights)} weights for {len(legal)} outcomes")
        insist(all(weight > 0 for weight in weights), f"a weight is not positive: {weights}")
    if mover >= 0:
        insist(state.movers() >> mover & 1 == 1, "the seat to move is not among the movers")
    else:
        insist(state.movers() == 0, "there are movers although no seat is to move")


def law_of_reasons(rules: Ruleset, state: State) -> None:
    """Every action of the space is either legal or has a reason with words and, where a rule is the cause, its id."""
    legal = set(state.legal())
    for action in range(rules.space.size):
        reason = state.why_not(action)
        words = rules.space.texts[action]
        insist((reason is None) == (action in legal), f"why_not({words}) is {reason}, but legal: {action in legal}")
        insist(reason is None or str(reason).strip() != "", f"the reason against {words} has no words")


def law_of_clones(state: State, rng: Random) -> None:
    """A clone is equal, and changes to the clone do not affect the original, nor the other way round."""
    before, twin, other = state.key(), state.clone(), state.clone()
    insist(twin.key() == before, "a clone is not equal to its original")
    play_on(twin, rng, AHEAD)
    insist(state.key() == before, "playing on with a clone changed the original: it shares something")
    insist(other.key() == before, "playing on with one clone changed another")


def law_of_logs(state: State, rng: Random) -> None:
    """The game is the same whether events are requested or not."""
    if state.to_move() == OVER:
        return
    action = random_action(state, rng)
    quiet, loud = state.clone(), state.clone()
    log: list[Event] = []
    quiet.apply(action, None)
    loud.apply(action, log)
    insist(quiet.key() == loud.key(), "apply() with a log leads to another state than without")


def law_of_views(rules: Ruleset, state: State, rng: Random) -> None:
    """A view does not depend on what it hides, tells its seat its legal actions, and does not change after it was taken."""
    for seat in viewers(state):
        view = state.view(seat)
        known = view.key()
        guess = view.determinize(rng)
        insist(guess.view(seat).key() == known, f"seat {seat}'s view changes with what it cannot know")
        insist(guess.movers() == state.movers(), f"a state that seat {seat} holds possible has other movers")
        insist(view.movers() == state.movers(), f"seat {seat}'s view has other movers than the state")
        rules.check(guess)
        if seat >= 0 and state.movers() >> seat & 1:
            insist(view.to_move() == seat, f"seat {seat} may decide, but its view says that {view.to_move()} moves")
            law_of_equal_choices(rules, state, guess, seat)
        play_on(guess, rng, AHEAD)
        insist(view.key() == known, "playing on with a determinized state changed the view: it shares something")
    everything = state.view(ORACLE).determinize(rng)
    insist(everything.key() == state.key(), "the oracle's view does not hold everything")


def law_of_equal_choices(rules: Ruleset, state: State, guess: State, seat: int) -> None:
    """What a seat may do, and why not, follows from what it knows."""
    true, guessed = state.clone(), guess.clone()
    true.turn_to(seat)
    guessed.turn_to(seat)
    insist(true.legal() == guessed.legal(), f"what seat {seat} may do depends on what it cannot know")
    for action in range(rules.space.size):
        same = str(true.why_not(action)) == str(guessed.why_not(action))
        insist(same, f"the reason against {rules.space.texts[action]} tells seat {seat} what it cannot know")


def law_of_kept_views(state: State, rng: Random) -> None:
    """A view is a snapshot: it does not change when the game continues."""
    if state.to_move() == OVER:
        return
    twin = state.clone()
    views = [twin.view(seat) for seat in viewers(twin)]
    keys = [view.key() for view in views]
    play_on(twin, rng, AHEAD)
    insist([view.key() for view in views] == keys, "a view changes while the game goes on: it shares something")


def law_of_seals(state: State, rng: Random) -> None:
    """Secret simultaneous choices: no one can tell them apart before the last one is made, and their order does not matter."""
    seats = [seat for seat in range(state.n_seats) if state.movers() >> seat & 1]
    if len(seats) < 2:
        return
    for seat in seats:
        shown: set[tuple[str, ...]] = set()
        turned = state.clone()
        turned.turn_to(seat)
        for action in turned.legal():
            after = turned.clone()
            after.apply(action, None)
            shown.add(tuple(after.view(other).key() for other in viewers(after) if other != seat))
        insist(len(shown) == 1, f"others can tell what seat {seat} has chosen in secret")
    chosen: dict[int, int] = {}
    ends: set[str] = set()
    for order in (seats, seats[::-1]):
        twin = state.clone()
        for seat in order:
            twin.turn_to(seat)
            action = chosen.setdefault(seat, random_action(twin, rng))
            twin.apply(action, None)
        ends.add(twin.key())
    insist(len(ends) == 1, "the order in which secret choices arrive makes a difference")


def law_of_hidden_draws(state: State, rng: Random) -> None:
    """A draw that a seat does not see leaves no trace in its view, nor in the states that it considers possible."""
    if state.to_move() != CHANCE:
        return
    shown: dict[tuple[int, str], tuple[str, str]] = {}
    seed = rng.random()
    for action in state.legal():
        after = state.clone()
        log: list[Event] = []
        after.apply(action, log)
        if not log:
            continue  # a silent step of a longer draw
        for seat in viewers(after):
            visible = str([(e.kind, e.seat, e.a, e.b, e.c) for e in log if e.visible_to(seat)])
            view = after.view(seat)
            seen = (view.key(), view.determinize(Random(seed)).key())
            first = shown.setdefault((seat, visible), seen)
            insist(first[0] == seen[0], f"seat {seat} learns nothing of a draw, but its view depends on it")
            insist(first[1] == seen[1], f"seat {seat} learns nothing of a draw, but determinize() peeks at it")


def law_of_results(rules: Ruleset, state: State) -> None:
    """Points, places and an estimate for every seat; once over, places are ranks and a seat has won."""
    scores, places = state.scores(), state.places()
    insist(len(scores) == len(places) == state.n_seats, "scores() and places() must have a value for every seat")
    evaluator = state.evaluator()
    insist(type(evaluator) is type(rules.evaluator()), "the state and its ruleset name different evaluators")
    for seat in range(state.n_seats):
        insist(math.isfinite(evaluator.estimate(state, seat)), "estimate() is not a number")
    if state.to_move() == OVER:
        ranks = [1 + sum(other < place for other in places) for place in places]
        insist(places == ranks and 1 in places, f"places are not ranks: {places}")


def law_of_objects(rules: Ruleset, state: State, rng: Random) -> None:
    """A state behaves like a Python object, and its text reads back."""
    broken = conformance_objects.broken_by(rules, state, rng)
    insist(broken == "", broken)


def check_state(rules: Ruleset, state: State, rng: Random) -> None:
    """All laws about one state."""
    law_of_legality(rules, state)
    rules.check(state)
    law_of_reasons(rules, state)
    law_of_clones(state, rng)
    law_of_logs(state, rng)
    law_of_views(rules, state, rng)
    law_of_kept_views(state, rng)
    law_of_seals(state, rng)
    law_of_hidden_draws(state, rng)
    if rng.random() < OBJECTS:
        law_of_objects(rules, state, rng)
    if state.to_move() != CHANCE:
        law_of_results(rules, state)


# -- laws about a space and a whole match


def law_of_words(rules: Ruleset) -> None:
    """Numbers and words of the action space name each other, and a record can be read back."""
    space = rules.space
    for action, words in enumerate(space.texts):
        insist(space.find(words) == action, f"the words {words!r} do not lead back to action {action}")
        insist(space.encode(space.kind_of[action], space.arg(action)) == action, f"action {action} has no code")
        ply = parse_ply(rules, f"0 {words}", 0)
        insist(ply.action == action and ply.words(rules) == f"0 {words}", f"a record cannot hold {words!r}")


def law_of_records(rules: Ruleset, rng: Random, seed: int) -> None:
    """A game that is written, read back and played again goes through the same states, and its proof holds."""
    match = Match(rules, [Player(f"seat {seat}") for seat in range(rules.n_seats)], seeded_secret(seed))
    match.start()
    keys = [match.state.key()]
    while not match.is_over:
        movers = [seat for seat in range(rules.n_seats) if match.may_move(seat)]
        seat = movers[rng.randrange(len(movers))]
        actions = match.legal(seat)
        match.play(seat, actions[rng.randrange(len(actions))])
        if match.why_no_undo(seat) is None and rng.random() < 0.3:
            match.undo(seat)
            insist(match.state.key() == keys[-1], "an undo does not lead back to where the game was")
            continue
        keys.append(match.state.key())
    record = read_record(match.record(reveal=True).to_json())
    again = verify(record)
    insist(again.state.key() == match.state.key(), "the record replays to another state")
    half = match.at(match.ply // 2)
    insist(half.state.key() == replay_to(match, half.ply).state.key(), "the past is not what it was")
    insist(match.ply <= 2 * rules.max_plies(), "the game was longer than it can be")


def replay_to(match: Match, ply: int) -> Match:
    record = match.record(reveal=True)
    record.plies = record.plies[:ply]
    record.places = record.scores = None
    return replay(record)


# -- playing by the laws


class Report:
    """What was played."""

    def __init__(self) -> None:
        self.games = 0
        self.plies = 0
        self.checked = 0  # states that all laws were checked on
        self.longest = 0
        self.guesses_differ = False  # some determinization differed from the real state


def play_by_the_laws(rules: Ruleset, games: int, seed: int, checks_per_game: int = 2) -> Report:
    """Play random games: invariants after every ply, all laws at some positions of each game."""
    report = Report()
    law_of_words(rules)
    for index in range(games):
        rng = Random(f"{seed} {index} {rules.n_seats}")
        state = rules.start()
        marks = sorted(rng.randrange(1, max(2, report.longest or 60)) for _ in range(checks_per_game))
        ply = 0
        while state.to_move() != OVER:
            insist(ply < rules.max_plies(), f"the game goes on after {ply} plies, more than max_plies() allows")
            if marks and ply == marks[0]:
                marks = [mark for mark in marks if mark > ply]
                check_state(rules, state, rng)
                _compare(report, state, rng)
            state.apply(random_action(state, rng), None)
            rules.check(state)
            ply += 1
        check_state(rules, state, rng)
        report.games += 1
        report.plies += ply
        report.checked += checks_per_game + 1
        report.longest = max(report.longest, ply)
    return report


def _compare(report: Report, state: State, rng: Random) -> None:
    for seat in viewers(state):
        if state.view(seat).determinize(rng).key() != state.key():
            report.guesses_differ = True


def law_of_secrets(game: Game, report: Report) -> None:
    """A game with secrets must re-sample them; a game without must not claim any."""
    insist(report.guesses_differ == game.has_secrets,
           f"has_secrets is {game.has_secrets}, but determinizations {'differ' if report.guesses_differ else 'never differ'} "
           "from the truth: either the flag is wrong or determinize() peeks")  # fmt: skip


def law_of_versions(game: Game) -> None:
    """Versions of the rules are increasing numbers, and there is a text for people about what was different in each older one."""
    insist(game.versions != [] and all(a < b for a, b in pairwise(game.versions)), f"versions are {game.versions}")
    insist(
        game.describe_version(game.rules_version) is None, "the newest version of the rules is described as an old one"
    )
    for version in game.versions[:-1]:
        for language in LANGUAGES:
            said(Speaker(language), game.describe_version(version), f"what was different in version {version}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m brehon.core.conformance", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument(
        "-n", "--games", type=int, default=1000, help="random games in all, spread over the seat counts"
    )
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    game = registry.game(chosen.game)
    law_of_versions(game)
    for version in game.versions:
        for n_seats in game.seats:
            rules = registry.make_ruleset(game, n_seats, version=version)
            report = play_by_the_laws(rules, -(-chosen.games // len(game.seats) // len(game.versions)), chosen.seed)
            law_of_secrets(game, report)
            law_of_records(rules, Random(chosen.seed), chosen.seed)
            shown = sum(show_by_the_laws(rules, chosen.seed + index) for index in range(FACES))
            print(
                f"{game.title}, rules version {version}, {n_seats} seats: {report.games} games, {report.plies} plies, all laws "
                f"at {report.checked} positions, {shown} of them shown, longest game {report.longest} plies: every law holds",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
