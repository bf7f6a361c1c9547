"""The laws of a state as a Python object: equality, copies, words, a line of text that can be read back, and pickles."""

from __future__ import annotations

import copy
from random import Random

from brehon.core.contract import OVER, SPECTATOR, Ruleset, State
from brehon.core.errors import BadPosition
from brehon.core.play import draw


def broken_by(rules: Ruleset, state: State, rng: Random) -> str:
    """Which law of objects a state breaks, in words; empty if it keeps them all."""
    return _of_equality(rules, state, rng) or _of_text(rules, state) or _of_pickles(state) or _of_words(state)


def _of_equality(rules: Ruleset, state: State, rng: Random) -> str:
    for twin in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        if twin is state or twin != state or hash(twin) != hash(state):
            return "a copy of a state is not equal to it"
    if state.ruleset() != rules:
        return "ruleset() answers other rules than those that are played"
    if state.to_move() != OVER:
        twin = state.clone()
        legal = twin.legal()
        twin.apply(legal[rng.randrange(len(legal))] if twin.to_move() >= 0 else draw(twin, rng), None)
        if twin == state and twin.key() != state.key():
            return "a state that was played on is still equal"
    return ""


def _of_text(rules: Ruleset, state: State) -> str:
    text = state.text()
    try:
        again = rules.parse(text)
    except BadPosition as error:
        return f"the text of a state is refused: {error} ({text})"
    if again != state or again.text() != text or "\n" in text:
        return f"the text of a state reads back as another one: fields() leaves something out ({text})"
    same = (again.to_move(), again.legal(), again.scores()) == (state.to_move(), state.legal(), state.scores())
    return "" if same else f"a state read back from text has other legal actions or points ({text})"


def _of_pickles(state: State) -> str:
    make, given = state.__reduce__()
    if not callable(make) or not isinstance(given, tuple) or make(*given) != state:
        return "a pickled state is not equal to the one that was stored"
    for seat in (*range(state.n_seats), SPECTATOR):
        view = state.view(seat)
        make, given = view.__reduce__()
        if not callable(make) or not isinstance(given, tuple) or make(*given) != view or copy.deepcopy(view) != view:
            return f"a copied or pickled view of seat {seat} is not equal to the view"
    return ""


def _of_words(state: State) -> str:
    for words in (str(state), repr(state), *(str(state.view(seat)) for seat in range(state.n_seats))):
        if not words.strip() or state.key() in words:
            return "str() or repr() of a state is empty, or the machine's key"
    return ""
