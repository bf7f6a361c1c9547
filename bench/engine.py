"""Brehon's own subjects: random play, clone, search-like use. The same code runs compiled and interpreted."""

import hashlib
import sys
from random import Random
from types import GetSetDescriptorType

from bench.measure import Subject, repeat
from brehon.bots.base import Budget
from brehon.bots.evaluation import Hand
from brehon.bots.ismcts import Searcher, Settings
from brehon.core.contract import CHANCE, OVER, Ruleset, State
from brehon.core.play import Tally, draw, play_random
from brehon.core.registry import game, make_ruleset

POOL = 48  # positions that clone and search start from
SEARCH_PLIES = 10
SIMULATIONS = 30  # of one tree search
NEVER = 1 << 20  # plies: a limit that no playout reaches
SMALL_INTS = range(-5, 257)  # CPython holds one object of each of these for everybody


ARMORICA = "armorica"
OTHERS = ("arrival", "fallen-kingdoms")


def rules(seats: int, name: str = ARMORICA) -> Ruleset:
    return make_ruleset(game(name), seats)


def named(key: str, name: str) -> str:
    """The key of a subject; Armorica's go without the name of the game."""
    return key if name == ARMORICA else f"{name} {key}"


def play_subject(seats: int, name: str = ARMORICA) -> Subject:
    """Whole games, uniformly random, by the loop that simulations use."""
    ruleset = rules(seats, name)
    rng = Random(seats)

    def batch() -> tuple[int, int]:
        tally = Tally()
        play_random(ruleset.start(), rng, tally, 0)
        return tally.decisions, tally.forced

    title = f"{game(name).title}, random play, {seats} seats"
    return Subject(named(f"play{seats}", name), title, "decisions", lambda seconds: repeat(seconds, batch))


def stepped_subject() -> Subject:
    """The same games, each call made from this interpreted loop: how the peers with an engine in C++ are driven."""
    ruleset = rules(4)
    rng = Random(4)

    def batch() -> tuple[int, int]:
        return step_through(ruleset.start(), rng)

    return Subject(
        "stepped4", "random play, 4 seats, stepped from Python", "decisions", lambda seconds: repeat(seconds, batch)
    )


def step_through(state: State, rng: Random) -> tuple[int, int]:
    """One random game, call by call; decisions and forced ones."""
    decisions = forced = 0
    while True:
        mover = state.to_move()
        if mover == OVER:
            return decisions, forced
        if mover == CHANCE:
            outcomes = state.legal()
            assert not state.weights()
            state.apply(outcomes[int(rng.random() * len(outcomes))])
            continue
        actions = state.legal()
        decisions += 1
        forced += len(actions) == 1
        state.apply(actions[int(rng.random() * len(actions))])


def positions(seats: int, wanted: int, seed: int = 0, name: str = ARMORICA) -> list[State]:
    """Positions in which a seat is to move, spread evenly over random games."""
    found: list[State] = []
    rng = Random(seed)
    while len(found) < wanted:
        state = rules(seats, name).start()
        while (mover := state.to_move()) != OVER:
            if mover != CHANCE and rng.random() < 0.05:
                found.append(state.clone())
            actions = state.legal()
            state.apply(draw(state, rng) if mover == CHANCE else rng.choice(actions))
    return found[:wanted]


def clone_subject(name: str = ARMORICA) -> Subject:
    """clone(), the freeing of the twin included."""
    pool = positions(4, POOL, name=name)

    def batch() -> tuple[int, int]:
        for state in pool:
            state.clone()
        return len(pool), 0

    title = f"{game(name).title}, clone, 4 seats"
    return Subject(named("clone", name), title, "clones", lambda seconds: repeat(seconds, batch))


def search_subject() -> Subject:
    """What a tree search does: clone, then ten random plies (chance counted)."""
    pool = positions(4, POOL)
    rng = Random(10)

    def batch() -> tuple[int, int]:
        tally = Tally()
        for state in pool:
            play_random(state.clone(), rng, tally, SEARCH_PLIES)
        return len(pool), 0

    return Subject("search", "clone + 10 plies, 4 seats", "searches", lambda seconds: repeat(seconds, batch))


def tree_subject(seats: int, to_the_end: bool, name: str = ARMORICA) -> Subject:
    """Simulations of the tree search: as Warrior plays it, or with random play to the end of the game, as peers do it."""
    pool = positions(seats, POOL // 4, name=name)
    whole = Settings(turns=NEVER, plies=NEVER, width=1)
    bot = Searcher(Hand(), whole if to_the_end else Settings())
    rng = Random(11)

    def batch() -> tuple[int, int]:
        done = 0
        for state in pool:
            legal = state.legal()
            if len(legal) > 1:
                done += bot.evaluate(state.view(state.to_move()), legal, Budget(SIMULATIONS), rng).iterations
        return done, 0

    how = "random playouts to the end" if to_the_end else "as Warrior searches"
    title = f"{game(name).title}, tree search, {seats} seats, {how}"
    key = named(f"tree{seats} whole" if to_the_end else f"tree{seats}", name)
    return Subject(key, title, "simulations", lambda seconds: repeat(seconds, batch))


def subjects() -> list[Subject]:
    own = [play_subject(4), stepped_subject(), play_subject(3), play_subject(2), clone_subject(), search_subject()]
    trees = [tree_subject(2, to_the_end=True), tree_subject(2, to_the_end=False)]
    trees += [tree_subject(3 if name == "fallen-kingdoms" else 2, False, name) for name in OTHERS]
    return own + [subject for name in OTHERS for subject in (play_subject(4, name), clone_subject(name))] + trees


def digest(games: int = 20) -> str:
    """A fingerprint of seeded games; equal in both modes, or one of them plays other rules."""
    total = hashlib.sha256()
    cases = [(ARMORICA, seats, games) for seats in (2, 3, 4)] + [(name, 4, 1 + games // 10) for name in OTHERS]
    for name, seats, count in cases:
        rng = Random(seats)
        for _ in range(count):
            state = rules(seats, name).start()
            while state.to_move() != OVER:
                play_random(state, rng, Tally(), 7)
                total.update(state.key().encode())
            total.update(f"{state.scores()}{state.places()}".encode())
    return total.hexdigest()


def state_bytes(state: State) -> int:
    """Memory that one more state costs: the object, its lists, and every int in them that is an object of its own.

    A compiled object keeps its int fields inside itself, so its basic size covers them; an interpreted one has a
    dictionary. What all states of a match share (cards, tables) is not counted.
    """
    size = sys.getsizeof(state)
    fields = getattr(state, "__dict__", None)
    if fields is not None:
        return size + sys.getsizeof(fields) + sum(content_bytes(value) for value in fields.values())
    names = {name for kind in type(state).__mro__ for name, slot in vars(kind).items() if is_field(slot)}
    values = [getattr(state, name) for name in sorted(names)]
    return size + sum(content_bytes(value) for value in values if isinstance(value, list))


def is_field(slot: object) -> bool:
    return isinstance(slot, GetSetDescriptorType)


def content_bytes(value: object) -> int:
    """A list with all that it holds; an int unless CPython shares it; nothing for what states share."""
    if isinstance(value, list):
        return sys.getsizeof(value) + sum(content_bytes(item) for item in value)
    if isinstance(value, int):
        return 0 if value in SMALL_INTS else sys.getsizeof(value)
    return 0


def largest_states() -> dict[str, int]:
    """Bytes of the largest of many positions with four seats, by game."""
    return {
        name: max(state_bytes(state) for state in positions(4, 400 if name == ARMORICA else 100, 1, name))
        for name in (ARMORICA, *OTHERS)
    }
