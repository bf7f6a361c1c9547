"""The words for what moves change: complete, and true when they are worked out again from the open data of the table."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from brehon.bots.model import Taught
from brehon.bots.reasons import RESULT, settled_pairs, weigh
from brehon.core import registry
from brehon.core.contract import CHANCE as DRAW
from brehon.core.contract import OVER, Ruleset, State
from brehon.core.text import Message, Seat, Speaker
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.chancy import CHANCE, Chancy
from brehon.games.fallen_kingdoms.features import NAMES
from brehon.games.fallen_kingdoms.kingdom_measures import turn
from brehon.games.fallen_kingdoms.vocabulary import VOCABULARY
from tests.bots.reasoning import decisions, holds, kernel, read_golden, rules_for, said

GAME = registry.game("fallen-kingdoms")


def test_every_number_of_the_evaluation_belongs_to_one_aspect_or_is_never_said() -> None:
    spoken = [feature for aspect in VOCABULARY.aspects for feature in aspect.features]
    assert sorted([*spoken, *VOCABULARY.silent]) == sorted(NAMES)
    assert GAME.face().vocabulary(registry.make_ruleset(GAME, 3)) is VOCABULARY


@pytest.mark.parametrize("n_seats", [3, 6])
def test_a_game_goes_through_all_phases_in_order(n_seats: int) -> None:
    rules = registry.make_ruleset(GAME, n_seats)
    assert VOCABULARY.phase is not None
    seen = [VOCABULARY.phase(state) for state in [rules.start(), *decisions(rules, 1)]]
    assert seen == sorted(seen)
    assert set(seen) == set(range(len(VOCABULARY.phases)))


# -- where positions are compared


def some(n_seats: int, seed: int, each: int) -> Iterator[State]:
    """Some decisions of every kind in a random game."""
    rules, rng = registry.make_ruleset(GAME, n_seats), Random(seed)
    kinds: dict[int, list[State]] = {}
    for state in decisions(rules, seed):
        kinds.setdefault(state.phase, []).append(state)  # type: ignore[attr-defined]
    for phase in sorted(kinds):
        yield from rng.sample(kinds[phase], min(each, len(kinds[phase])))


def test_moves_are_compared_where_the_turn_that_they_belong_to_has_ended() -> None:
    """In plans, battles, surrenders and invasions; a move that ends the turn is not followed by the turn of another seat."""
    rng, judge, seen = Random(1), Taught(), set()
    for seed in (1, 2, 3):
        for state in some(3 if seed % 2 else 4, seed, 1):
            mine, legal = turn(state), state.legal()
            view = state.view(state.to_move())
            one, two = rng.sample(legal, 2)
            for pair in settled_pairs(view, one, two, VOCABULARY, judge, seed, 1):
                for settled, action in zip(pair, (one, two), strict=True):
                    after = state.clone()
                    after.apply(action)
                    is_next = after.to_move() >= 0 and turn(after) != mine
                    assert settled.to_move() == OVER or (settled.to_move() != DRAW and turn(settled) != mine)
                    assert not is_next or after.scores() == settled.scores(), "another turn was played"
                    seen.add(state.phase)  # type: ignore[attr-defined]
    usual = {st.START, st.SPENDING, st.MOVE, st.MOVE_TO, st.ATTACK, st.DEFEND, st.INVADE, st.SURRENDER, st.PATH}
    assert seen >= usual


def test_choosing_a_god_is_not_mixed_with_the_first_placement() -> None:
    state = next(one for one in decisions(registry.make_ruleset(GAME, 3), 4) if one.phase == st.CHOOSE_GOD)  # type: ignore[attr-defined]
    while len(state.god) - state.god.count(-1) < 2:  # type: ignore[attr-defined]
        state.apply(state.legal()[0])
    one, two = state.legal()
    for pair in settled_pairs(state.view(state.to_move()), one, two, VOCABULARY, Taught(), 1, 8):
        assert all(not any(settled.held) for settled in pair)  # type: ignore[attr-defined]


# -- what is said, worked out again from Face.data

BATTLES = {"strategy", "archery", "masonry"}
MOVES = {"navigation", "horse-riding", "cartography"}
MATCHING = {"unit": ("metal", "mining", "barracks"), "building": ("wood", "machinery", "workshop"),
            "knowledge": ("wheat", "irrigation", "farm")}  # fmt: skip


def own(data: Any, seat: int) -> list[Any]:
    return [city for city in data["cities"] if city["owner"] == seat]


def works(data: Any, seat: int, card: str) -> bool:
    return card in data["seats"][seat]["access"]


def built(data: Any, seat: int) -> list[Any]:
    return [city for city in own(data, seat) if city["building"] and city["temple"] is None]


def ports(data: Any, seat: int) -> int:
    return sum(city["port"] for city in own(data, seat))


def squares(data: Any, seat: int) -> int:
    return sum(city["form"] == "square" for city in own(data, seat))


def income(data: Any, seat: int) -> int:
    return (
        len(own(data, seat)) + 2 * len(built(data, seat)) + squares(data, seat) * works(data, seat, "mathematics")
        + ports(data, seat) * works(data, seat, "ports")
    )  # fmt: skip


def produced(track: str) -> Callable[[Any, int], int]:
    resource, card, building = MATCHING[track]

    def points(data: Any, seat: int) -> int:
        icons = [city["form"] for city in own(data, seat) if city["resource"] == resource]
        each = 3 if works(data, seat, "paper") else 2
        tiles = sum(city["building"] == building for city in built(data, seat))
        more = len(icons) if works(data, seat, card) else 0
        return int(works(data, seat, "currency") + each * tiles + 2 * icons.count("square") + more)

    return points


def in_danger(data: Any, seat: int) -> int:
    by_key = {city["id"]: city for city in data["cities"]}
    number = 0
    for city in own(data, seat):
        near = [by_key[key] for key in [*city["roads"], *city["routes"]]]
        armies = [other["units"] - 1 for other in near if other["owner"] not in (seat, None)]
        number += max(armies, default=0) > city["units"]
    return number


def is_feared(data: Any, seat: int) -> int:
    fear = [one["intimidation"] for one in data["seats"]]
    return int(fear[seat] == max(fear) and fear.count(max(fear)) == 1)


# what a statement speaks of, by its words; the first that fits
MEANINGS: list[tuple[str, Callable[[Any, int], int]]] = [
    (r"glory (more|less) each turn", income),
    (r"glory (more|less)$", lambda d, s: int(d["seats"][s]["score"])),
    (r"(city|cities) (more|fewer) in danger", in_danger),
    (r"(city|cities) (more|fewer)$", lambda d, s: len(d["seats"][s]["cities"])),
    (r"ports? (more|fewer)$", ports),
    *(
        (rf"on the {track} track", lambda d, s, track=track: int(d["seats"][s]["tracks"][track]))
        for track in MATCHING
    ),
    (r"for units each turn", produced("unit")),
    (r"for buildings each turn", produced("building")),
    (r"for knowledge each turn", produced("knowledge")),
    (r"buildings? (more|fewer)$", lambda d, s: len(built(d, s))),
    (r"units? (more|fewer)$", lambda d, s: 30 - int(d["seats"][s]["reserve"])),
    (r"knowledge cards? (more|fewer)$", lambda d, s: len(set(d["seats"][s]["knowledge"]))),
    (r"for battles", lambda d, s: len(BATTLES & set(d["seats"][s]["access"]))),
    (r"for moving units", lambda d, s: len(MOVES & set(d["seats"][s]["access"]))),
    (r"rumor cards? (more|fewer)$", lambda d, s: len(d["seats"][s]["rumors"])),
    (r"highest intimidation|no longer the most feared", is_feared),
    (r"(more|less) intimidation", lambda d, s: int(d["seats"][s]["intimidation"])),
    (r"temple", lambda d, s: int(d["seats"][s]["temple"] is not None)),
    (r"kingdom", lambda d, s: int(not d["seats"][s]["cities"] and d["round"] > 0)),
    (r"invader marker", lambda d, s: int(d["seats"][s]["invader"])),
    *(
        (rf"^{name} ", lambda d, s, key=key: int(d["seats"][s]["god"] == key))
        for name, key in [("Saga", "saga"), ("Loki", "loki"), ("Holler", "holler"), ("Tyr", "tyr"), ("Freyr", "freyr"),
                          ("Heimdall", "heimdall"), ("Forseti", "forseti"), ("The Norns", "norns"), ("Odin", "odin")]
    ),
]  # fmt: skip
LESS = re.compile(r"\b(fewer|less|no longer|left without a temple|does not fall|no invader marker)\b")


def meaning_of(text: str) -> Callable[[Any, int], int]:
    return next(meaning for words, meaning in MEANINGS if re.search(words, text))


def likely(differences: list[float], signed: float, percent: int) -> bool:
    """Whether at least so much is the difference about so often, and hardly ever the opposite."""
    often = [difference for difference in differences if difference * signed > 0]
    against = [difference for difference in differences if difference * signed < 0]
    share = 100 * len(often) / len(differences)
    return (
        all(abs(difference) >= abs(signed) for difference in often)
        and abs(min(90, share) - percent) <= 5
        and len(against) <= 0.1 * len(differences)
    )


def is_true(rules: Ruleset, view: Any, motive: Any, pairs: list[tuple[State, State]]) -> bool:
    """Whether a statement holds in the positions that were compared, read as a person reads it."""
    percent, whole = None, motive.text
    if whole.text == CHANCE:
        percent, whole = whole.args["percent"], whole.args["reason"]
    inner, sure = kernel(whole)
    text = Speaker("en", list("ABCDEF"))(inner)
    rival = inner.args.get("player")
    seat = rival.seat if isinstance(rival, Seat) else view.seat
    meaning, number = meaning_of(text), re.search(r"\d+", text)
    signed = float(number[0]) if number and "%(n)s" in str(getattr(inner.text, "many", inner.text)) else 1.0
    signed = -signed if LESS.search(text) else signed
    face = rules.game.face()
    sides = [[meaning(face.data(rules, state.view(view.seat)), seat) for state in pair] for pair in pairs]
    differences = [float(a - b) for a, b in sides]
    if percent is not None:
        return likely(differences, signed, percent)
    return holds(differences, signed, sure)


@pytest.mark.parametrize("n_seats", [3, 4, 6])
def test_what_is_said_of_two_random_moves_is_true(n_seats: int) -> None:
    rules, rng, judge, seen = registry.make_ruleset(GAME, n_seats), Random(n_seats), Taught(), set()
    for game in range(2 if n_seats == 3 else 1):
        for state in some(n_seats, 10 * n_seats + game, 1):
            view = state.view(state.to_move())
            one, two = rng.sample(state.legal(), 2)
            found = weigh(view, one, two, VOCABULARY, judge, game, 5)
            pairs = settled_pairs(view, one, two, VOCABULARY, judge, game, 5)
            for motive in [*found.motives, *found.prices]:
                if motive.aspect is not RESULT:
                    assert is_true(rules, view, motive, pairs), (str(motive.text), state.text(), one, two)
                    seen.add(motive.aspect.name)
            assert all(motive.worth > 0 for motive in found.motives)
            assert all(motive.worth < 0 for motive in found.prices)
    assert len(seen) >= 8, "hardly anything was said"


# -- dice

CITY = Chancy("%(n)s more", "%(n)s fewer", measure=lambda state, seat: 0.0)


@pytest.mark.parametrize(
    ("differences", "text"),
    [
        ([1, 1, 1, 1], "1 more"),
        ([1, 1, 0, 0], "1 more, with a chance of about 50 %"),
        ([1, 1, 1, 1, 0], "1 more, with a chance of about 80 %"),
        ([1] * 39 + [0], "1 more, with a chance of about 90 %"),
        ([-2, -2, 0, 0, 0], "2 fewer, with a chance of about 40 %"),
        ([3, 2, 0, 0], "2 more, with a chance of about 50 %"),
        ([3, 2, 4, 3, 5], "3 more, on average"),
        ([1, 0, 0, 0, 0], None),
        ([1, 1, 0, -1], None),
        ([0, 0], None),
    ],
)
def test_the_chance_of_a_difference_is_said(differences: list[float], text: str | None) -> None:
    found: Message | None = CITY.statement([float(one) for one in differences], None)
    assert (None if found is None else str(found)) == text


@pytest.mark.parametrize("number", range(21))
def test_reasons_that_were_read_and_found_good_stay(number: int) -> None:
    """Rewritten by `python -m tests.bots.reasoning write fallen-kingdoms` and reviewed like code."""
    position, better, other, lines = read_golden("fallen-kingdoms")[number]
    rules = rules_for("fallen-kingdoms", position)
    assert said(rules, rules.parse(position), better, other) == lines
