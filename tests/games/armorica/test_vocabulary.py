"""The words for what moves change: complete, and true when they are worked out again from the open data of the table."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from brehon.bots.model import Taught
from brehon.bots.reasons import RESULT, settled_pairs, weigh
from brehon.core import registry
from brehon.core.contract import OVER, Ruleset, State
from brehon.core.text import Message, Seat, Speaker
from brehon.core.vocabulary import Aspect, Saying
from brehon.games.armorica.features import NAMES
from brehon.games.armorica.vocabulary import ASPECTS, PHASES, SILENT, SUMS, VOCABULARY
from brehon.games.armorica.words import turns_in_all
from tests.bots.reasoning import decisions, holds, kernel, read_golden, rules_for, said
from tests.learning.positions import positions

GAME = registry.game("armorica")
POINTS = [0, 1, 3, 6, 10, 15, 21]
ICONS = {"grape": "grapes", "olive": "olives", "sheep": "sheep"}


def test_every_number_of_the_evaluation_belongs_to_one_aspect_or_is_never_said() -> None:
    said = [feature for aspect in ASPECTS for feature in aspect.features]
    assert sorted([*said, *SILENT, *SUMS]) == sorted(NAMES)
    assert GAME.face().vocabulary(registry.make_ruleset(GAME, 2)) is VOCABULARY


def test_sums_are_what_their_parts_make() -> None:
    seen = set()
    for state in positions("armorica", 3, every=5):
        for seat in range(3 if state.to_move() != OVER else 0):
            numbers = dict(zip(NAMES, state.evaluator().features(state, seat), strict=True))
            for total, parts in SUMS.items():
                assert numbers[total] == pytest.approx(sum(factor * numbers[part] for part, factor in parts.items()))
                seen.add(numbers[total])
    assert len(seen) > 10


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_a_game_goes_through_all_phases_in_order(n_seats: int) -> None:
    rules = registry.make_ruleset(GAME, n_seats)
    assert VOCABULARY.phase is not None
    seen = [VOCABULARY.phase(state) for state in [rules.start(), *decisions(rules, 1)]]
    assert seen == sorted(seen)
    assert set(seen) == set(range(len(PHASES)))


# -- what is said, worked out again from Face.data


def has_go(data: Any, seat: int, deck: str) -> bool:
    """Whether a seat will take from a row before the turn ends; at the very beginning of a turn the rows are not yet the same."""
    n, first = len(data["displays"]), data["start_player"]
    if data["phase"] not in ("gaul", "roman"):
        return False
    acted = (data["to_move"] - first) % n
    if data["phase"] == deck:
        return bool((seat - first) % n >= acted) and not (deck == "gaul" and acted == 0)
    return deck == "roman" and acted > 0  # in the Gaul phase


def goes(data: Any, seat: int) -> int:
    """How many cards a seat may still take until the end."""
    n, first, later = len(data["displays"]), data["start_player"], 2 * (data["turns"] - data["turn"])
    if data["phase"] not in ("gaul", "roman"):
        return int(later)
    is_due = (seat - first) % n >= (data["to_move"] - first) % n
    return int(later) + int(is_due) + int(data["phase"] == "gaul")


def reached(data: Any, seat: int, decks: tuple[str, ...]) -> list[Any]:
    totals = data["displays"][seat]["totals"]
    return [
        card for deck in decks if has_go(data, seat, deck)
        for card in data["rows"][deck] if card["position"] <= totals[card["access"]]
    ]  # fmt: skip


def last_colours(data: Any, seat: int) -> set[str]:
    display = data["displays"][seat]
    length = display["sets"][-1] % 6
    return {card["suit"] for card in display["cards"][len(display["cards"]) - length :]}


def majority(data: Any, seat: int, icon: str) -> int:
    have = [display["totals"][icon] for display in data["displays"]]
    if have[seat] == 0 or have[seat] < max(have) or have.count(max(have)) == 4:
        return 0
    return 4 if have.count(max(have)) == 1 else 2


def best(data: Any, seat: int, icon: str, *decks: str) -> int:
    return max((int(card["icons"][icon]) for card in reached(data, seat, decks)), default=0)


def spare(data: Any, seat: int) -> int:
    display = data["displays"][seat]
    return min(goes(data, seat), int(display["totals"]["amphorae"]) - len(display["cards"]))


def starving(data: Any, seat: int) -> int:
    return int(data["displays"][seat]["starving"])


def total(icon: str) -> Callable[[Any, int], int]:
    return lambda data, seat: int(data["displays"][seat]["totals"][icon])


def in_play(icon: str) -> Callable[[Any, int], int]:
    """In the last winter no one cares any more."""
    return lambda data, seat: 0 if any_goes(data) == 0 else total(icon)(data, seat)


def any_goes(data: Any) -> int:
    return sum(goes(data, seat) for seat in range(len(data["displays"])))


def extensions(data: Any, seat: int) -> int:
    return sum(card["suit"] not in last_colours(data, seat) for card in reached(data, seat, ("gaul", "roman")))


# what a statement speaks of, by its words; the first that fits
MEANINGS: list[tuple[str, Callable[[Any, int], int]]] = [
    (r"points? (more|fewer) for sets", lambda d, s: sum(POINTS[length] for length in d["displays"][s]["sets"])),
    (r"points? (more|fewer) for grapes", lambda d, s: majority(d, s, "grapes")),
    (r"points? (more|fewer) for olives", lambda d, s: majority(d, s, "olives")),
    (r"points? (more|fewer) for sheep", lambda d, s: majority(d, s, "sheep")),
    (r"that extends? the last set", extensions),
    (r"winter takes \d+ cards? (more|fewer)", starving),
    (r"stores for \d+ cards? (more|fewer)", spare),
    (r"wheat reaches", lambda d, s: min(6, total("wheat")(d, s)) if goes(d, s) else 0),
    (r"Romans? (more|fewer)", lambda d, s: len(reached(d, s, ("roman",)))),
    (r"amphorae? .*Gaul row", lambda d, s: best(d, s, "amphorae", "gaul")),
    (r"amphorae? .*Roman row", lambda d, s: best(d, s, "amphorae", "roman")),
    (r"coins? .*with one card", lambda d, s: best(d, s, "coins", "gaul", "roman")),
    (r"wheat .*with one card", lambda d, s: best(d, s, "wheat", "gaul", "roman")),
    (r"^\d+ coins? (more|fewer)$", total("coins")),
    *((rf"^\d+ {one}s? (more|fewer)$", in_play(icon)) for one, icon in ICONS.items()),
]


def meaning_of(text: str) -> tuple[Callable[[Any, int], int], int]:
    """What a statement speaks of, and whether its number is more of it or less."""
    meaning = next(meaning for words, meaning in MEANINGS if re.search(words, text))
    return meaning, -1 if re.search(r"fewer|less", text) else 1


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_texts_speak_of_what_is_measured(n_seats: int) -> None:
    """Every measure in the words of its texts, after all kinds of moves."""
    rules, rng = registry.make_ruleset(GAME, n_seats), Random(n_seats)
    face, changes = rules.game.face(), set()
    for state in [*decisions(rules, n_seats), *decisions(rules, 7, iterations=2)]:
        view = state.view(state.to_move())
        one, two = rng.sample(state.legal(), 2)
        ((a, b),) = settled_pairs(view, one, two, VOCABULARY, Taught(), 1, 1)
        shown = [face.data(rules, side.view(view.seat)) for side in (a, b)]
        for aspect, saying, text in texts():
            meaning, sign = meaning_of(text)
            for seat in range(n_seats) if saying.rival_more else [view.seat]:
                assert saying.measure is not None
                difference = saying.measure(a, seat) - saying.measure(b, seat)
                assert difference == sign * (meaning(shown[0], seat) - meaning(shown[1], seat)), (text, state.text())
                changes |= {aspect.name} if difference else set()
    assert changes == {aspect.name for aspect in ASPECTS}


def texts() -> list[tuple[Aspect, Saying, str]]:
    """Every way to say "2 more" of something."""
    found = [(aspect, saying, saying.more) for aspect in ASPECTS for saying in aspect.sayings]
    return [(aspect, saying, str(Message(more, n=2))) for aspect, saying, more in found if more is not None]


def is_true(rules: Ruleset, view: Any, motive: Any, pairs: list[tuple[State, State]]) -> bool:
    """Whether a statement holds in the positions that were compared, read as a person reads it."""
    inner, sure = kernel(motive.text)
    text = Speaker("en", ["A", "B", "C", "D"])(inner)
    rival = inner.args.get("player")
    seat = rival.seat if isinstance(rival, Seat) else view.seat
    meaning, sign = meaning_of(text)
    face, number = rules.game.face(), int(re.search(r"\d+", text)[0])  # type: ignore[index]
    sides = [[meaning(face.data(rules, state.view(view.seat)), seat) for state in pair] for pair in pairs]
    return holds([float(a - b) for a, b in sides], sign * number, sure)


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_what_is_said_of_two_random_moves_is_true(n_seats: int) -> None:
    rules, rng, judge, seen = registry.make_ruleset(GAME, n_seats), Random(n_seats), Taught(), set()
    for game in range(2):
        for state in decisions(rules, game, 0.5, iterations=2 if game % 2 else 0):
            view = state.view(state.to_move())
            one, two = rng.sample(state.legal(), 2)
            found = weigh(view, one, two, VOCABULARY, judge, game, 6)
            pairs = settled_pairs(view, one, two, VOCABULARY, judge, game, 6)
            for motive in [*found.motives, *found.prices]:
                if motive.aspect is not RESULT:
                    assert is_true(rules, view, motive, pairs), (str(motive.text), state.text(), one, two)
                    seen.add(motive.aspect.name)
            assert all(motive.worth > 0 for motive in found.motives)
            assert all(motive.worth < 0 for motive in found.prices)
    assert len(seen) >= 7, "hardly anything was said"


def test_what_is_said_of_points_agrees_with_the_previews() -> None:
    """Points after a move, as the table shows them before it is made."""
    rules, rng, checked = registry.make_ruleset(GAME, 3), Random(4), 0
    measures = [aspect.measure for aspect in ASPECTS if aspect.scores]
    for state in decisions(rules, 5):
        if state.to_move() == OVER or state.turn == turns_in_all(state.table):  # type: ignore[attr-defined]
            break
        view = state.view(state.to_move())
        one, two = rng.sample(state.legal(), 2)
        shown = [points_shown(rules, view, action) for action in (one, two)]
        if state.phase == 4:  # type: ignore[attr-defined]
            continue  # more than one card may have to go
        for a, b in settled_pairs(view, one, two, VOCABULARY, Taught(), 1, 2):
            told = sum(m(a, view.seat) - m(b, view.seat) for m in measures if m is not None)
            assert told == shown[0] - shown[1]
            checked += 1
    assert checked > 20


def points_shown(rules: Ruleset, view: Any, action: int) -> int:
    effects = [str(effect) for effect in rules.game.face().preview(rules, view, action).effects]
    line = next(line for line in effects if line.startswith("points "))
    return int(re.findall(r"\d+", line)[-1])


@pytest.mark.parametrize("number", range(20))
def test_reasons_that_were_read_and_found_good_stay(number: int) -> None:
    """Rewritten by `python -m tests.bots.reasoning write armorica` and reviewed like code."""
    position, better, other, lines = read_golden("armorica")[number]
    rules = rules_for("armorica", position)
    assert said(rules, rules.parse(position), better, other) == lines
