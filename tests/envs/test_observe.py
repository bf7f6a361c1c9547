"""Observations: named, bounded, made from views alone."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE, ORACLE, OVER, SPECTATOR, Game
from brehon.core.play import draw
from brehon.envs.making import make_rules, small_versions
from brehon.envs.openspiel import Held, Shared
from tests.toy import GAME as TOY

TABLES = [(name, seats) for name in registry.BUILTIN for seats in registry.game(name).seats]
SMALL = [(name, small.seats[0]) for name, (_, small) in small_versions().items()]
LEAK_POSITIONS = 2000


def walk(rules: Any, rng: Any) -> Iterator[Any]:
    """The states of random games, one after the other, for ever; what each seat remembers with them."""
    while True:
        held = Held(Shared(rules, "win"))
        while (mover := held.state.to_move()) != OVER:
            yield held
            held.apply(draw(held.state, rng) if mover == CHANCE else rng.choice(held.state.legal()))
        yield held


@pytest.mark.parametrize(("name", "seats"), TABLES + SMALL)
def test_every_entry_has_a_name_of_its_own_and_stays_within_its_high(name: Any, seats: Any) -> None:
    rules = make_rules(name, seats)
    observer = rules.game.observer(rules)
    assert len(set(observer.names)) == len(observer.highs) == observer.size
    assert all(1 <= high <= 255 for high in observer.highs)
    states = walk(rules, Random(seats))
    for _ in range(300):
        state = next(states).state
        for seat in (max(0, state.to_move()), SPECTATOR, ORACLE):
            row = observer.observe(state.view(seat))
            wrong = [i for i, value in enumerate(row) if not 0 <= value <= observer.highs[i]]
            assert not wrong, [(observer.names[i], row[i]) for i in wrong]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_positions_that_a_seat_can_tell_apart_are_told_apart_by_nearly_all_observations(name: Any, seats: Any) -> None:
    """The vector is a summary, but not a poor one: a step that changes a seat's view changes its observation."""
    rules = make_rules(name, seats)
    observer = rules.game.observer(rules)
    states = walk(rules, Random(1))
    before, told, changed = None, 0, 0
    for _ in range(400):
        state = next(states).state
        view = state.view(0)
        now = (view.key(), observer.observe(view))
        if before is not None and before[0] != now[0]:
            changed += 1
            told += before[1] != now[1]
        before = now
    assert told >= 0.98 * changed


def check_leaks(name: str, seats: Any, positions: Any, seed: int) -> Any:
    """The leak law: what a seat cannot know, drawn anew, changes neither its observation nor its information state."""
    rules = make_rules(name, seats, {"hidden_scoring": "on"} if name == "fallen-kingdoms" else None)
    observer = rules.game.observer(rules)
    rng, moves = Random(seed), Random(f"moves {seed}")
    states = walk(rules, moves)
    differing = 0
    for number in range(positions):
        held = next(states)
        seat = number % seats
        guess = held.guess(seat, rng)
        differing += guess.state.key() != held.state.key()
        assert observer.observe(guess.state.view(seat)) == observer.observe(held.state.view(seat))
        assert guess.state.view(seat).key() == held.state.view(seat).key()
        assert guess.past[seat] == held.past[seat]
        assert guess.state.to_move() == held.state.to_move()
    return differing


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.BUILTIN)
def test_the_leak_law_holds_in_two_thousand_positions(name: Any) -> None:
    game = registry.game(name)
    each = LEAK_POSITIONS // len(game.seats) + 1
    differing = sum(check_leaks(name, seats, each, seats) for seats in game.seats)
    assert bool(differing) == game.has_secrets, "where there are secrets, other worlds were really drawn"


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_the_leak_law_holds_in_some_positions(name: Any) -> None:
    check_leaks(name, registry.game(name).seats[0], 150, 11)


@pytest.mark.parametrize(("name", "seats"), [("arrival", 3), ("fallen-kingdoms", 3)])
def test_a_hidden_choice_leaves_no_trace_in_what_the_others_remember(name: str, seats: int) -> None:
    """Given a sealed choice, whatever it is, then view, observation and memory of the others are the same."""
    rules = make_rules(name, seats)
    observer = rules.game.observer(rules)
    states, checked = walk(rules, Random(5)), 0
    while checked < 12:
        held = next(states)
        if held.state.movers().bit_count() < 2:
            continue
        mover = held.state.to_move()
        after = []
        for action in held.state.legal():
            twin = held.__deepcopy__({})
            twin.apply(action)
            after.append(twin)
        for other in set(range(seats)) - {mover}:
            seen = {
                (twin.past[other], twin.state.view(other).key(), str(observer.observe(twin.state.view(other))))
                for twin in after
            }
            assert len(seen) == 1
        assert len({twin.past[mover] for twin in after}) == len(after), "whoever chose remembers"
        checked += 1


class Peeping:
    """An observer with a planted leak: it looks at the state behind the view."""

    def observe(self, state: Any, seat: int) -> list[Any]:
        return [value for value in state.sealed if value >= 0]


def test_a_planted_leak_is_found() -> None:
    """Given an observer that looks at the state, then other worlds give it away: the law can fail."""
    states, rng, found = walk(make_rules("arrival", 3), Random(2)), Random(3), 0
    for _ in range(1500):
        held = next(states)
        guess = held.guess(0, rng)
        found += Peeping().observe(guess.state, 0) != Peeping().observe(held.state, 0)
    assert found > 0


def test_a_game_without_observation_says_so() -> None:
    with pytest.raises(ValueError, match="no observation"):
        Game.observer(TOY, make_rules("armorica"))  # what a game has that does not say otherwise
