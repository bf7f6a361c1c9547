"""A hint: three steps in every game, honest about close calls, and never more than the seat can know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from brehon.bots.advice import (
    AHEAD,
    EQUAL,
    EVEN,
    HARDLY,
    LATER,
    ONE_MOVE,
    Advice,
    Adviser,
    Against,
    because,
    conclusion,
    look,
    rivals,
)
from brehon.bots.analyst import Candidate, Opinion
from brehon.bots.reasons import Comparison, Motive
from brehon.core import registry
from brehon.core.contract import Ruleset, State, View
from brehon.core.record import parse_ply
from brehon.core.text import LANGUAGES, Message, Speaker
from brehon.core.vocabulary import POINTS, Aspect
from tests.bots.reasoning import NAMES, decisions
from tests.server.twins import Twins, twins
from tests.toy import GAME as HARBOUR

GAMES = [("armorica", 3), ("arrival", 2), ("fallen-kingdoms", 3), ("toy", 2)]
FEW = 12  # iterations: these tests are about words


def rules_of(name: str, n_seats: int) -> Ruleset:
    return registry.make_ruleset(HARBOUR if name == "toy" else registry.game(name), n_seats)


def advice(rules: Ruleset, state: State, seat: int, seed: int = 1) -> Advice:
    state.turn_to(seat)
    return Adviser().advise(rules, state.view(seat), state.legal(), FEW, seed)


def spoken(given: Advice) -> list[list[list[str]]]:
    """All that a person reads, in every language."""
    return [[[Speaker(language, NAMES)(text) for text in step] for step in given.steps] for language in LANGUAGES]


@pytest.mark.parametrize(("name", "n_seats"), GAMES)
def test_a_hint_has_three_steps_in_every_game(name: str, n_seats: int) -> None:
    rules = rules_of(name, n_seats)
    face = rules.game.face()
    states = list(decisions(rules, 2))
    for state in Random(1).sample(states, 2 if name == "fallen-kingdoms" else 4):
        view = state.view(state.to_move())
        given = advice(rules, state, view.seat)
        first, second, third = given.steps
        moves = [str(face.action(rules, view, action)) for action in given.pair]
        assert len(set(given.pair)) == 2
        assert set(given.pair) <= set(state.legal())
        assert given.best in given.pair
        assert [str(text) for text in second[1:]] == moves
        assert str(face.action(rules, view, given.best)) in str(third[0])
        assert str(face.action(rules, view, given.best)) not in str(first[0]), "the first step gives nothing away"
        assert "%(" not in str(spoken(given))
        assert spoken(given) == spoken(advice(rules, state, view.seat)), "the same view, budget and seed"
        assert len(third) >= 2


def test_the_order_of_the_two_moves_says_nothing() -> None:
    rules = rules_of("armorica", 2)
    state = next(iter(decisions(rules, 3)))
    view = state.view(state.to_move())
    opinion = Opinion(view.seat, [0.5, 0.5], 0.0, [Candidate(a, 0.5, 0.01, 9) for a in state.legal()], 9)
    firsts = [Adviser().explain(rules, view, opinion, seed).pair[0] == opinion.best.action for seed in range(30)]
    assert 5 < sum(firsts) < 25


def test_a_forced_move_is_called_forced() -> None:
    rules = rules_of("armorica", 3)
    state = next(iter(decisions(rules, 3)))
    view = state.view(state.to_move())
    given = Adviser().advise(rules, view, state.legal()[-1:], FEW, 1)
    assert [len(step) for step in given.steps] == [1, 1, 1]
    assert (given.steps[0][0].text, given.pair) == (ONE_MOVE, state.legal()[-1:])


# -- what is said of the moves


def opinion(*shares: float) -> Opinion:
    candidates = [Candidate(action, share, 0.002, 50) for action, share in enumerate(shares)]
    return Opinion(0, [shares[0], 1 - shares[0]], 0.01, candidates, 50 * len(shares))


def test_the_best_move_is_compared_with_one_that_teaches_something() -> None:
    assert [other.action for other in rivals(opinion(0.5, 0.4, 0.3))] == [1]
    assert [other.action for other in rivals(opinion(0.5, 0.498, 0.495, 0.3, 0.2))] == [1, 3]
    assert [other.action for other in rivals(opinion(0.5, 0.52, 0.499))] == [1], (
        "the most visited one may have the lower mean"
    )
    assert rivals(opinion(0.5)) == []


def motive(worth: float, seat: int = 0, aspect: Aspect = POINTS) -> Motive:
    return Motive(aspect, seat, worth, 2.0, Message("2 points more" if worth > 0 else "1 coin fewer"))


def sentences(is_clear: bool, gain: float, motives: list[Motive], prices: list[Motive], other: Any = None) -> list[str]:
    against = Against(3, 0.1, is_clear, Comparison(gain, motives, prices))
    return [str(text) for text in against.sentences(other)]


def test_close_calls_are_called_close_and_no_reason_is_invented() -> None:
    assert sentences(False, 0.0, [motive(0.1)], []) == [EVEN]
    assert sentences(True, 0.1, [], []) == ["It is better than the other move."]
    assert [str(text) for text in because([])] == [HARDLY]
    assert [str(text) for text in because([motive(0.1)])] == ["2 points more"]


def test_what_a_move_costs_is_said_if_it_is_much_and_what_cannot_be_seen_yet_too() -> None:
    better = "Better than the other move: 2 points more."
    assert sentences(True, 0.1, [motive(0.1)], [motive(-0.01)]) == [better]
    assert sentences(True, 0.1, [motive(0.1)], [motive(-0.05)]) == [better, "The price: 1 coin fewer."]
    assert sentences(True, 0.01, [motive(0.1)], []) == [better, LATER]
    assert sentences(True, 0.1, [motive(0.1)], [], Message("Pass")) == ["Better than “Pass”: 2 points more."]


def test_the_first_step_looks_at_the_weightiest_reason() -> None:
    rival = Aspect("grain", (), "Look at the grain.", None, None, rival_look="What will %(player)s eat?")

    def looked(is_clear: bool, *motives: Motive) -> str:
        against = Against(3, 0.1, is_clear, Comparison(0.1, list(motives), []))
        return Speaker("en", NAMES)(look(Advice(0, 1, 0.5, 0.01, [1, 3], [against])))

    assert looked(True, motive(0.1, 0, rival), motive(0.05)) == "Look at the grain."
    assert looked(True, motive(0.1, 1, rival)) == "What will Bran eat?"
    assert looked(True, motive(0.1, 1)) == POINTS.look
    assert looked(True) == AHEAD
    assert looked(False, motive(0.1)) == EQUAL


def test_a_third_move_is_named() -> None:
    rules = rules_of("armorica", 2)
    state = next(iter(decisions(rules, 3)))
    view = state.view(state.to_move())
    one, two, third = state.legal()[:3]
    against = [Against(two, 0.0, False, Comparison(0.0)), Against(third, 0.2, True, Comparison(0.2, [motive(0.1)]))]
    said = conclusion(rules, view, Advice(view.seat, one, 0.434, 0.01, [two, one], against))
    name = str(rules.game.face().action(rules, view, third))
    assert str(said[0]).endswith("chance to win: 43 %")
    assert [str(text) for text in said[1:]] == [EVEN, f"Better than “{name}”: 2 points more."]


# -- never more than the seat knows


def replayed(rules: Ruleset, lines: list[str]) -> State:
    state = rules.start()
    for number, line in enumerate(lines):
        ply = parse_ply(rules, line, number)
        if ply.seat >= 0:
            state.turn_to(ply.seat)
        state.apply(ply.action, None)
    return state


def decided_by(rules: Ruleset, seat: int, stories: list[Twins]) -> list[Twins]:
    """Those in which the seat has a choice now."""
    found = []
    for story in stories:
        state = replayed(rules, story.one)
        if state.movers() >> seat & 1:
            state.turn_to(seat)
            found += [story] if len(state.legal()) > 1 else []
    return found


def some_twins(rules: Ruleset, most: int) -> list[tuple[int, State, State]]:
    """[(seat, state, another one that the seat cannot tell from it)] at decisions of the seat."""
    found: list[tuple[int, State, State]] = []
    for seed in range(40):
        seat = seed % rules.n_seats
        for story in decided_by(rules, seat, twins(rules, seat, Random(seed), 30))[:2]:
            one, two = replayed(rules, story.one), replayed(rules, story.two)
            assert one.key() != two.key(), "twins must differ in truth"
            found.append((seat, one, two))
        if len(found) >= most:
            break
    return found[:most]


@pytest.mark.parametrize(("name", "n_seats", "most"), [("arrival", 2, 4), ("fallen-kingdoms", 3, 3), ("toy", 2, 8)])
def test_states_that_a_seat_cannot_tell_apart_give_the_same_hint(name: str, n_seats: int, most: int) -> None:
    rules = rules_of(name, n_seats)
    pairs = some_twins(rules, most)
    assert len(pairs) == most
    for seat, one, two in pairs:
        assert spoken(advice(rules, one, seat)) == spoken(advice(rules, two, seat))


class Peeking(View):
    """What a seat knows, and in truth the whole state."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(seat, state.n_seats)
        self.state = state

    def to_move(self) -> int:
        return self.state.to_move()

    def movers(self) -> int:
        return self.state.movers()

    def key(self) -> str:
        return self.state.view(self.seat).key()

    def determinize(self, rng: Random) -> State:
        return self.state.clone()


def test_a_hint_that_peeks_would_be_found() -> None:
    rules, differ = rules_of("toy", 2), 0
    for seat, *both in some_twins(rules, 8):
        given = [Adviser().advise(rules, Peeking(state, seat), state.legal(), FEW, 1) for state in both]
        differ += spoken(given[0]) != spoken(given[1])
    assert differ > 0


def test_a_game_without_secrets_has_no_twins() -> None:
    rules = rules_of("armorica", 3)
    assert twins(rules, 0, Random(1), 5) == []
