"""Two stories of one game that somebody cannot tell apart: only what is hidden from that seat is different."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from brehon.core.contract import CHANCE, OVER, Event, Ruleset, State
from brehon.core.play import draw
from brehon.core.record import Ply

ODDS = 0.7  # how often a hidden ply is made another one, where it can be


@dataclass
class Twins:
    """The lines of two records up to a position at which a seat sees the same; `differ` counts the lines that do not agree."""

    one: list[str] = field(default_factory=list)
    two: list[str] = field(default_factory=list)

    @property
    def differ(self) -> int:
        return sum(a != b for a, b in zip(self.one, self.two, strict=True))


def told(state: State, ply: Ply, seat: int) -> str:
    """What a seat gets to know of a ply: what happens before its eyes, and what it sees afterwards. Carries the ply out."""
    log: list[Event] = []
    if ply.seat >= 0:
        state.turn_to(ply.seat)
    state.apply(ply.action, log)
    seen = [(event.kind, event.seat, event.a, event.b, event.c) for event in log if event.visible_to(seat)]
    return f"{seen} {state.view(seat).key()} {state.movers()}"


def random_ply(state: State, rng: Random) -> Ply:
    if state.to_move() == CHANCE:
        return Ply(CHANCE, draw(state, rng))
    movers = [seat for seat in range(state.n_seats) if state.movers() >> seat & 1]
    seat = movers[rng.randrange(len(movers))]
    turned = state.clone()
    turned.turn_to(seat)
    legal = turned.legal()
    return Ply(seat, legal[rng.randrange(len(legal))])


def other_plies(state: State, ply: Ply, rng: Random) -> list[Ply]:
    """What could have happened instead, this ply itself last."""
    turned = state.clone()
    if ply.seat >= 0:
        if not turned.movers() >> ply.seat & 1:
            return []
        turned.turn_to(ply.seat)
    elif turned.to_move() != CHANCE:
        return []
    legal = turned.legal()
    others = [action for action in legal if action != ply.action]
    rng.shuffle(others)
    if rng.random() > ODDS:
        others = []
    return [Ply(ply.seat, action) for action in [*others, *([ply.action] if ply.action in legal else [])]]


def twins(rules: Ruleset, seat: int, rng: Random, most: int) -> list[Twins]:
    """Positions of a random game with another story behind each of them that this seat cannot tell from the true one."""
    one, two = rules.start(), rules.start()
    story = Twins()
    found: list[Twins] = []
    while one.to_move() != OVER and len(found) < most:
        ply = random_ply(one, rng)
        known = told(one, ply, seat)
        story.one.append(ply.words(rules))
        for other in other_plies(two, ply, rng):
            twin = two.clone()
            if told(twin, other, seat) == known:
                two = twin
                story.two.append(other.words(rules))
                break
        else:  # now the seat could tell them apart: go on from the true story
            two = one.clone()
            story.two = story.one[:]
        if story.differ and one.to_move() not in (CHANCE, OVER):
            found.append(Twins(story.one[:], story.two[:]))
    return found
