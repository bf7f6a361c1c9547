"""States, views and rules as Python objects, and a position as one line of text."""

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brehon
from brehon.core import registry
from brehon.core.conformance import random_action
from brehon.core.contract import ORACLE, OVER, SPECTATOR, State
from brehon.core.errors import BadPosition
from brehon.core.position import LONGEST, rules_to_data
from tests import toy

GAMES = [*(registry.game(name) for name in registry.names()), toy.GAME]
OPTIONS = [
    ("armorica", 2, {"two_player_step": "per_player", "voluntary_pass": "false"}),
    ("arrival", 2, {"overrun_tiebreak_fame": "earned_total", "simultaneous_blocking": "false"}),
    ("fallen-kingdoms", 5, {"newcomers": "2+5", "hidden_scoring": "on"}),
    ("fallen-kingdoms", 3, {"map_source": "by-hand", "map_layers": "in_turn", "duplicate_trophies": "2"}),
    ("fallen-kingdoms", 4, {"map_source": "preset-a"}),
]


def rules_of(name: str, seats: Any, options: Any = None) -> Any:
    game = next(game for game in GAMES if game.name == name)
    return registry.make_ruleset(game, seats, options)


def positions(rules: Any, seed: int, step: Any) -> Iterator[Any]:
    """Some states of a random game, the first and the last among them."""
    rng, state, ply = Random(seed), rules.start(), 0
    while True:
        if ply % step == 0 or state.to_move() == OVER:
            yield state.clone()
        if state.to_move() == OVER:
            return
        state.apply(random_action(state, rng))
        ply += 1


def some_state(rules: Any, seed: int, plies: Any) -> Any:
    rng, state = Random(seed), rules.start()
    for _ in range(plies):
        if state.to_move() == OVER:
            return state
        state.apply(random_action(state, rng))
    return state


CASES = [
    *(pytest.param(game.name, n, {}, id=f"{game.name}-{n}") for game in GAMES for n in game.seats),
    *(pytest.param(name, n, options, id=f"{name}-{n}-{'-'.join(options.values())}") for name, n, options in OPTIONS),
]


# -- text


@pytest.mark.parametrize("name,seats,options", CASES)
def test_a_position_is_written_in_one_line_and_read_back_without_loss(name: Any, seats: Any, options: Any) -> None:
    rules = rules_of(name, seats, options)
    read = 0
    for state in positions(rules, 3, 1 if name in ("armorica", "toy-harbour") else 41):
        text = state.text()
        again = rules.parse(text)
        assert again == state
        assert again.key() == state.key()
        assert hash(again) == hash(state)
        assert again.legal() == state.legal()
        assert again.text() == text
        assert "\n" not in text
        assert text.isascii()
        assert len(text) < LONGEST / 4
        ahead, rng = again.clone(), Random(9)
        true, same = state.clone(), Random(9)
        for _ in range(20):
            if true.to_move() != OVER:
                ahead.apply(random_action(ahead, rng))
                true.apply(random_action(true, same))
        assert ahead.text() == true.text()
        read += 1
    assert read > 5


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 400))
def test_any_position_of_any_game_reads_back(game: Any, seed: Any, plies: Any) -> None:
    state = some_state(rules_of(game.name, game.seats[0]), seed, plies)
    again = state.ruleset().parse(state.text())
    assert again == state
    assert again.text() == state.text()
    assert again.legal() == state.legal()


def test_the_text_names_the_rules_and_every_field() -> None:
    state = rules_of("armorica", 2).start()
    head, body = state.text().split(" | ")
    digest = state.ruleset().components.digest[:16]
    assert head == (
        "armorica rules=1 seats=2 options=two_player_step:once,voluntary_pass:true "
        f"components=armorica-default-2 digest={digest}"
    )
    assert body.startswith("phase=0 turn=0 cursor=0 first=-1 marker=-1 seat=-1 acted=-1 ")


def changed(text: str, field: Any, value: Any) -> Any:
    out, n = re.subn(rf"(?<= ){field}=\S+", f"{field}={value}", text)
    assert n == 1, f"{field} is not in {text}"
    return out


@pytest.mark.parametrize(
    "field,value,words",
    [
        ("phase", "9", "phase of a position must be a whole number from 0 to 5, not 9"),
        ("phase", "-1", "phase .* from 0 to 5, not -1"),
        ("seat", "2", "seat .* from -1 to 1, not 2"),
        ("turn", "1.5", "turn .* whole number .* not 1.5"),
        ("turn", "true", "turn .* not true"),
        ("turn", "０", "turn .* not ０"),
        ("turn", "1e3", "turn .* not 1e3"),
        ("turn", "", "turn .* not "),
        ("turn", "NaN", "turn .* not NaN"),
        ("turn", "9" * 5000, "turn .* not 9{40}…"),
        ("left", "[1]", r"left .* a list of length 2, each a whole number"),
        ("left", "[1,2,3]", r"left .* a list of length 2"),
        ("left", "7", "left .* a list of length 2"),
        ("rows", "[" * 900, "rows .* a list of length 2, each a list of length 0–6"),
        ("rows", "[[0],[99]]", "rows .* each a whole number from 0 to 61"),
        ("displays", "[[],[],[]]", "displays .* a list of length 2"),
        ("goods", "[0,1]", "no game comes to this position: the icon totals"),
        ("rows", "[[5,5],[]]", "no game comes to this position: INV-1"),
    ],
)
def test_a_wrong_field_is_refused_by_name_with_what_would_be_right(field: str, value: Any, words: str) -> None:
    rules = rules_of("armorica", 2)
    with pytest.raises(BadPosition, match=words):
        rules.parse(changed(rules.start().text(), field, value))


def test_what_is_missing_unknown_or_said_twice_is_refused() -> None:
    rules = rules_of("armorica", 2)
    text = rules.start().text()
    for bad, words in [
        (text.replace(" turn=0", ""), "the field turn is missing"),
        (f"{text} height=3", "no field height"),
        (f"{text} turn=0", "each field once, .* not turn=0"),
        (f"{text} turn", "written as name=value, not turn"),
        (text.replace(" | ", " "), "a bar with blanks around it"),
        ("", "a bar with blanks around it"),
        (text + " " * LONGEST, f"at most {LONGEST} characters"),
        ("x | y", "for other rules: game is x there, and armorica here"),
    ]:
        with pytest.raises(BadPosition, match=words):
            rules.parse(bad)


def test_a_position_of_other_rules_is_refused() -> None:
    rules = rules_of("armorica", 2)
    for other, words in [
        (rules_of("armorica", 3), "seats is 3 there, and 2 here"),
        (rules_of("arrival", 2), "game is arrival there"),
        (
            rules_of("armorica", 2, {"voluntary_pass": "false"}),
            "options is voluntary_pass:false there, and voluntary_pass:true here",
        ),
        (
            registry.make_ruleset(rules.game, 2, {}, registry.builtin(rules.game, "armorica-tiny-1")),
            "digest is .* there",
        ),
    ]:
        with pytest.raises(BadPosition, match=words):
            rules.parse(other.start().text())
    with pytest.raises(BadPosition, match="rules is 7 there, and 1 here"):
        rules.parse(changed(rules.start().text(), "rules", 7))


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 50), st.integers(0, 300), st.data())
def test_a_changed_position_is_refused_or_sound(game: Any, seed: Any, plies: Any, data: Any) -> None:
    """Whatever is written into a field: a clear refusal, or a state that keeps the invariants and can be played on."""
    rules = rules_of(game.name, game.seats[0])
    text = some_state(rules, seed, plies).text()
    field = data.draw(st.sampled_from(rules.fields()))
    number = st.one_of(st.integers(field.low - 1, field.high + 1), st.integers(-3, 3))
    row = st.lists(number, max_size=min(40, max(field.lengths or [0]) + 1))
    shape = number if field.lengths is None else st.lists(row, max_size=4) if field.n_rows else row
    value = data.draw(
        st.one_of(shape, shape, st.text(max_size=9), st.sampled_from([[], [[]], [[[]]], 2**70, -(2**70)]))
    )
    given = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    head, bar, body = text.partition(" | ")
    parts = [f"{field.name}={given}" if part.startswith(f"{field.name}=") else part for part in body.split()]
    try:
        state = rules.parse(head + bar + " ".join(parts))
    except BadPosition:
        return
    rules.check(state)
    assert rules.parse(state.text()) == state
    for seat in (*range(state.n_seats), SPECTATOR, ORACLE):
        assert state.view(seat).key()
    for action in state.legal():
        state.clone().apply(action)


# -- equality, words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_equal_means_the_same_position_by_the_same_rules(game: Any) -> None:
    rules, again, other = (registry.make_ruleset(game, n) for n in (game.seats[0], game.seats[0], game.seats[1]))
    state = some_state(rules, 2, 9)
    twin = some_state(again, 2, 9)
    assert rules == again
    assert rules is not again
    assert hash(rules) == hash(again)
    assert rules != other
    assert state == twin
    assert hash(state) == hash(twin)
    assert len({state, twin}) == 1
    assert state != state.key()
    assert state != some_state(rules, 2, 10)
    assert state is not None
    assert state.view(0) == twin.view(0) != state.view(1)
    assert state.view(0) != state
    assert len({state.view(0), twin.view(0), state.view(SPECTATOR)}) == 2


def test_the_same_numbers_under_other_options_are_another_position() -> None:
    one, other = rules_of("armorica", 2), rules_of("armorica", 2, {"voluntary_pass": "false"})
    assert one.start().key() == other.start().key()
    assert one.start() != other.start()
    assert one.start().view(0) != other.start().view(0)


@pytest.mark.parametrize(
    "name,words",
    [
        ("armorica", r"^<Armorica, 3 seats\. .+\. To move: (Seat \d|chance)\. Points: -?\d+, -?\d+, -?\d+\.>$"),
        ("arrival", r"^<The Arrival, 3 seats\. .+\. To move: (Seat \d|chance)\. Points: -?\d+, -?\d+, -?\d+\.>$"),
        ("fallen-kingdoms", r"^<Fallen Kingdoms, 3 seats\. .+\. To move: (Seat \d|chance)\. Points: \d+, \d+, \d+\.>$"),
    ],
)
def test_a_state_says_in_words_where_the_game_is(name: str, words: str) -> None:
    rules = rules_of(name, 3)
    for plies in (0, 5, 40):
        state = some_state(rules, 1, plies)
        assert re.match(words, repr(state)), repr(state)
        assert str(state) == repr(state)[1:-1]
        assert state.key() not in str(state)
    assert repr(state.view(1)).endswith("Seen by Seat 2.>")
    assert str(state.view(SPECTATOR)).endswith("a spectator.")
    assert repr(rules).startswith(f"<{rules.game.title}, 3 seats, rules version 1, ")


def test_the_words_of_a_view_tell_nothing_that_its_seat_cannot_know() -> None:
    rules = rules_of("fallen-kingdoms", 5, {"hidden_scoring": "on"})
    rng, different = Random(7), 0
    for state in positions(rules, 5, 29):
        for seat in range(5):
            guess = state.view(seat).determinize(rng)
            different += guess.key() != state.key()
            assert str(guess.view(seat)) == str(state.view(seat))
    assert different > 20


# -- copies and pickles


@pytest.mark.parametrize("name,seats,options", CASES)
def test_copies_and_pickles_are_equal_and_share_nothing(
    name: Any, seats: Any, options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "toy-harbour":
        monkeypatch.setattr(registry, "game", lambda name: toy.GAME)
    rules = rules_of(name, seats, options)
    assert copy.deepcopy(rules) is rules
    assert copy.copy(rules) is rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    for state in positions(rules, 4, 5 if name in ("armorica", "toy-harbour") else 67):
        before = state.key()
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state
            assert twin is not state
            assert twin.text() == state.text()
            if twin.to_move() != OVER:
                twin.apply(twin.legal()[-1])
                assert state.key() == before != twin.key()
        for seat in (*range(seats), SPECTATOR, ORACLE):
            view = state.view(seat)
            for same in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
                assert same == view
                assert same.key() == view.key()
                assert same.to_move() == view.to_move()


def test_the_pickle_of_a_view_holds_no_secret() -> None:
    """Two games that differ only in what a seat cannot know: what is stored of its view is the same to the byte."""
    rules, rng, different = rules_of("fallen-kingdoms", 3), Random(1), 0
    for state in positions(rules, 6, 23):
        guess = state.view(0).determinize(rng)
        different += guess.key() != state.key()
        assert pickle.dumps(guess.view(0)) == pickle.dumps(state.view(0))
    assert different > 3


THERE = """
import pickle, sys
import brehon
state, view, rules = pickle.load(sys.stdin.buffer)
rng_action = state.legal()[0]
state.apply(rng_action)
print(brehon.MODE.split()[0])
print(state.text())
print(view.key())
print(rules)
"""


@pytest.mark.parametrize("name", registry.names())
def test_a_pickle_is_read_in_another_process(name: Any) -> None:
    state = some_state(rules_of(name, 3), 8, 30)
    sent = pickle.dumps((state, state.view(1), state.ruleset()))
    done = subprocess.run(
        [sys.executable, "-c", THERE], input=sent, capture_output=True, check=True, env=dict(os.environ), timeout=120
    )
    mode, text, key, rules = done.stdout.decode().splitlines()
    ahead = state.clone()
    ahead.apply(ahead.legal()[0])
    assert (mode, text, key, rules) == (
        brehon.MODE.split()[0],
        ahead.text(),
        state.view(1).key(),
        str(state.ruleset()),
    )


def test_components_of_ones_own_travel_with_a_pickle() -> None:
    game = registry.game("armorica")
    source = game.read_builtin("armorica-tiny-1") + "\n# looked at by me\n"
    rules = registry.make_ruleset(game, 2, {}, game.load_components(source, "mine"))
    again = pickle.loads(pickle.dumps(rules.start()))
    assert again == rules.start()
    assert again.ruleset().components.name == "armorica-tiny-1-changed"
    assert rules_to_data(again.ruleset())["source"] == source


def test_a_game_that_says_nothing_about_its_fields_says_so() -> None:
    class Bare(toy.Harbour):
        def ruleset(self) -> Any:
            return State.ruleset(self)

    state = Bare(rules_of("toy-harbour", 2))
    with pytest.raises(NotImplementedError, match=r"Bare\.ruleset\(\) is missing"):
        state.text()
