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
from brehon.core.text import Seat, Speaker
from brehon.games.arrival import actions
from brehon.games.arrival import state as st
from brehon.games.arrival.data import CARDS_EACH, SYMBOLS
from brehon.games.arrival.features import NAMES
from brehon.games.arrival.measures import DERIVED, better_ending, corruption, derive, fame
from brehon.games.arrival.vocabulary import ASPECTS, CARDS, PHASES, SILENT, VOCABULARY
from tests.bots.reasoning import decisions, holds, kernel, read_golden, rules_for, said
from tests.learning.positions import positions

GAME = registry.game("arrival")
JUDGE = Taught()


def test_every_number_of_the_evaluation_belongs_to_one_aspect_or_is_never_said() -> None:
    spoken = [feature for aspect in ASPECTS for feature in aspect.features]
    assert sorted([*spoken, *SILENT, *DERIVED]) == sorted(NAMES)
    assert set(VOCABULARY.silent) == {*SILENT, *DERIVED}
    assert GAME.face().vocabulary(registry.make_ruleset(GAME, 2)) is VOCABULARY


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_what_follows_from_other_numbers_is_worked_out_as_the_evaluation_does(n_seats: int) -> None:
    seen: dict[str, set[float]] = {name: set() for name in DERIVED}
    for state in positions("arrival", n_seats, every=3):
        if state.to_move() == OVER:
            continue
        right = [state.evaluator().features(state, seat) for seat in range(n_seats)]
        table = [[99.0 if name in DERIVED else x for name, x in zip(NAMES, row, strict=True)] for row in right]
        derive(table)
        for row, expected in zip(table, right, strict=True):
            assert row == pytest.approx(expected, abs=1e-9)
            for name in DERIVED:
                seen[name].add(expected[NAMES.index(name)])
    assert all(len(values) > 1 for values in seen.values()), "some of them were never put to the test"


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_a_game_goes_through_all_phases_in_order(n_seats: int) -> None:
    rules = registry.make_ruleset(GAME, n_seats)
    assert VOCABULARY.phase is not None
    seen: set[int] = set()
    for seed in range(4):
        numbers = [VOCABULARY.phase(state) for state in [rules.start(), *decisions(rules, seed)]]
        assert numbers == sorted(numbers)
        seen |= set(numbers)
    assert seen == set(range(len(PHASES)))


# -- what is said, worked out again from Face.data


def places(data: Any) -> dict[str, Any]:
    return {place["id"]: place for place in data["locations"]}


def own_places(data: Any, seat: int) -> list[Any]:
    return [place for place in data["locations"] if place["owner"] == seat]


def beside(data: Any, place: Any) -> list[Any]:
    return [places(data)[name] for name in place["connected"]]


def has_port(data: Any, seat: int) -> bool:
    return any(place["port"] for place in own_places(data, seat))


def if_held(data: Any, seat: int) -> int:
    leader = data["leaders"][seat]
    return int(leader["fame"] + leader["bonus"] + leader["elements"] // 3)


def if_overrun(data: Any, seat: int) -> int:
    leader = data["leaders"][seat]
    return max(0, int(leader["corruption"] - leader["elements"] // 3))


def provinces(data: Any, seat: int) -> set[str]:
    return {place["province"] for place in own_places(data, seat)}


def exposed(data: Any, seat: int) -> int:
    own = own_places(data, seat)
    if len(own) == 1:
        return 0  # a leader's last fort
    return sum(
        any(other["threat"] and not (other["port"] and place["port"]) for other in beside(data, place)) for place in own
    )


def room(data: Any, seat: int) -> int:
    return sum(
        place["owner"] is None and place["threat"] is None and place["province"] is not None
        and (any(other["owner"] == seat for other in beside(data, place)) or (place["port"] and has_port(data, seat)))
        for place in data["locations"]
    )  # fmt: skip


def threats(data: Any, seat: int) -> int:
    return sum(
        place["threat"] is not None and any(other["owner"] == seat for other in beside(data, place))
        for place in data["locations"]
    )


def tall(discs: int) -> Callable[[Any, int], int]:
    return lambda data, seat: sum(place["discs"] >= discs for place in own_places(data, seat))


def guards(data: Any, seat: int) -> int:
    return sum(province["shields"] for province in data["provinces"] if province["id"] in provinces(data, seat))


def held(name: str) -> Callable[[Any, int], int]:
    return lambda data, seat: int(data["leaders"][seat][name])


SPECIAL = {"ogam", "master_builder", "ruse", "migration"}


def tiles(kind: str) -> Callable[[Any, int], int]:
    def kind_of(tile: str) -> str:
        return "special" if tile in SPECIAL else "bard" if tile == "bard" else "fame"

    return lambda data, seat: sum(kind_of(tile) == kind for tile in data["leaders"][seat]["tiles"])


def with_tiles(data: Any, seat: int) -> int:
    leader, total = data["leaders"][seat], if_held(data, seat)
    rank = {other["fame"] for other in data["leaders"]}
    rivals = [other for other in data["leaders"] if other["seat"] != seat]
    for tile in leader["tiles"]:
        kind, _, rest = tile.partition(" ")
        if kind == "geese":
            total += 2 * len(provinces(data, seat))
        elif kind == "salmon":
            total += 2 * sum(place["port"] for place in own_places(data, seat))
        elif kind == "high_walls":
            total += 2 * tall(2)(data, seat)
        elif kind == "stronghold":
            total += 3 * tall(3)(data, seat)
        elif kind == "emer":
            total += 5 * all(other["corruption"] > leader["corruption"] for other in rivals)
        elif kind == "lia_fail" and len(rank) == len(data["leaders"]):
            total += 2 * sum(value >= leader["fame"] for value in rank)
        elif kind in ("cauldron", "silver"):
            box = registry.make_ruleset(GAME, len(data["leaders"])).box  # type: ignore[attr-defined]
            colours = {p["id"]: p["colour"] for p in data["provinces"]}
            hits = sum(rest in (place["province"], colours[place["province"]]) for place in own_places(data, seat))
            total += box.tile_fame[box.tile_names.index(tile)] * hits
    return total


def next_starter(data: Any, seat: int) -> int:
    first = data["next_starting_player"]
    return int((data["starting_player"] if first is None else first) == seat)


# what a statement speaks of, by its words; the first that fits
MEANINGS: list[tuple[str, Callable[[Any, int], int]]] = [
    (r"fame .*if the tribes hold and the tiles", with_tiles),
    (r"fame .*if the tribes hold", if_held),
    (r"corruption .*if the tribes are overrun", if_overrun),
    (r"closer to holding", lambda d, s: d["fortified_locations"] - d["fomori_locations"]),
    (r"closer to being overrun", lambda d, s: d["fomori_locations"] - d["fortified_locations"]),
    (r"game lasts|game ends", lambda d, s: d["round"] if d["limit_reached"] else d["rounds"]),
    (r"discs? (more|fewer) to build with", held("discs")),
    (r"discs? (more|fewer) to build again", held("collected_discs")),
    (r"swords? (more|fewer) in supply", held("swords")),
    (r"shields? (more|fewer) to place", held("shields")),
    (r"Fomori (more|fewer) to spread", held("fomori")),
    (r"troph", held("trophies")),
    (r"that can bring fame", tiles("fame")),
    (r"Songs? of the bard", tiles("bard")),
    (r"the map or the cards", tiles("special")),
    (r"that Fomori can spread to", exposed),
    (r"with at least two discs", tall(2)),
    (r"Caers? (more|fewer)", tall(3)),
    (r"ports? (more|fewer)", lambda d, s: sum(place["port"] for place in own_places(d, s))),
    (r"forts in \d+ provinces?", lambda d, s: len(provinces(d, s))),
    (r"in provinces with", guards),
    (r"without paying", room),
    (r"or castles? (more|fewer) next to", threats),
    (r"forts? (more|fewer)", lambda d, s: len(own_places(d, s))),
    (r"start of the next round", next_starter),
    (r"no more turns|still in the round", lambda d, s: int(d["leaders"][s]["passed"])),
]


def is_true(rules: Ruleset, view: Any, motive: Any, pairs: list[tuple[State, State]]) -> bool:
    """Whether a statement holds in the positions that were compared, read as a person reads it."""
    inner, sure = kernel(motive.text)
    text = Speaker("en", ["A", "B", "C", "D"])(inner)
    rival = inner.args.get("player")
    seat = rival.seat if isinstance(rival, Seat) else view.seat
    meaning = next(meaning for words, meaning in MEANINGS if re.search(words, text))
    number = re.search(r"\d+", text)
    signed = int(number[0]) if number else 1
    if re.search(r"fewer|less|sooner|still", text):
        signed = -signed
    face = rules.game.face()
    sides = [[meaning(face.data(rules, state.view(view.seat)), seat) for state in pair] for pair in pairs]
    return holds([float(a - b) for a, b in sides], signed, sure)


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_what_is_said_of_two_random_moves_is_true(n_seats: int) -> None:
    rules, rng, seen = registry.make_ruleset(GAME, n_seats), Random(n_seats), set()
    names = {aspect.name for aspect in CARDS} | {RESULT.name}
    for game in range(2):
        for state in decisions(rules, game, chance=0.2):
            view = state.view(state.to_move())
            one, two = rng.sample(state.legal(), 2)
            found = weigh(view, one, two, VOCABULARY, JUDGE, game, 3)
            pairs = settled_pairs(view, one, two, VOCABULARY, JUDGE, game, 3)
            for motive in [*found.motives, *found.prices]:
                seen.add(motive.aspect.name)
                if motive.aspect.name not in names:
                    assert is_true(rules, view, motive, pairs), (str(motive.text), state.text(), one, two)
    assert len(seen) >= 14, sorted(seen)


def test_what_is_said_of_the_endings_agrees_with_the_previews() -> None:
    """Both endings after a move, as the table shows them before it is made."""
    rules, rng, checked = registry.make_ruleset(GAME, 3), Random(4), 0
    direct = (actions.BUILD, actions.SHIELD, actions.REPEL, actions.USE)
    for state in decisions(rules, 5):
        view = state.view(state.to_move())
        moves = [action for action in state.legal() if rules.space.kind_of[action] in direct]
        if state.phase != st.TURN or len(moves) < 2:  # type: ignore[attr-defined]
            continue
        pair = rng.sample(moves, 2)
        sides = settled_pairs(view, pair[0], pair[1], VOCABULARY, JUDGE, 1, 1)[0]
        for action, side in zip(pair, sides, strict=True):
            if side.to_move() != OVER:
                assert fame(side, view.seat) == shown(rules, view, action, "if the tribes hold", fame(state, view.seat))
                assert corruption(side, view.seat) == shown(
                    rules, view, action, "if overrun", corruption(state, view.seat)
                )
                checked += 1
    assert checked > 40


def shown(rules: Ruleset, view: Any, action: int, words: str, before: float) -> float:
    """What a preview says of an ending; nothing if it does not change."""
    effects = [str(effect) for effect in rules.game.face().preview(rules, view, action).effects]
    lines = [re.findall(r"\d+", line) for line in effects if line.startswith(words)]
    assert not lines or float(lines[0][0]) == before
    return float(lines[0][1]) if lines else before


def test_what_the_cards_will_bring_is_what_they_show_and_the_mean_of_what_they_hide() -> None:
    rules, checked = registry.make_ruleset(GAME, 2), 0
    deck: Any = rules.deck  # type: ignore[attr-defined]
    for seed in range(6):
        for state in decisions(rules, seed):
            s: Any = state
            if s.phase != st.BLOCK or s.blocked[s.seat].bit_count() != 1:
                continue
            data, seat, section = GAME.face().data(rules, s.view(s.seat)), s.seat, s.legal()[0] - s.table.block
            left = next(i for i in range(3) if i != section and not s.blocked[seat] >> i & 1)
            cards: Any = data["leaders"][seat]["cards"]  # type: ignore[index]
            last = s.rows[seat * CARDS_EACH + 3]
            assert [card["id"] is None for card in cards] == [False, False, False, True]
            s.apply(s.legal()[0])
            if s.phase != st.BLOCK:
                continue  # the last card is turned up
            for aspect, symbol in zip(CARDS[1:], ["discs", "swords", "shields", "tactics", "fomori"], strict=True):
                open_ones = sum(list(card["sections"].values())[left].get(symbol, 0) for card in cards[:3])
                hidden = deck.means[((st.FACE_DOWN - last) * 3 + left) * len(SYMBOLS) + SYMBOLS.index(symbol)]
                assert aspect.measure is not None
                assert aspect.measure(s, seat) == pytest.approx(open_ones + hidden)
                checked += 1
    assert checked > 50


def test_a_leader_with_much_fame_and_much_corruption_wants_the_tribes_to_hold() -> None:
    rules, seen = registry.make_ruleset(GAME, 3), set()
    for state in decisions(rules, 3, chance=0.2):
        s: Any = state.clone()
        s.fame, s.corruption = [60, 20, 20], [15, 3, 3]
        assert better_ending(s, 0) > 0
        assert better_ending(s, 1) <= 0
        s.fame, s.corruption = [5, 40, 40], [0, 9, 9]
        assert better_ending(s, 0) < 0
        assert better_ending(s, 1) >= 0
        seen.add(s.phase)
    assert len(seen) > 3


def test_no_ending_is_called_better_for_a_leader_who_does_worse_in_it() -> None:
    """The evaluation alone does not always know which of the two a leader wants."""
    rules, rng, said_of_it = registry.make_ruleset(GAME, 2), Random(1), 0
    for state in decisions(rules, 7, chance=0.5):
        s: Any = state
        s.fame, s.corruption = rng.choice([([60, 10], [18, 2]), ([10, 60], [2, 18]), ([30, 30], [9, 9])])
        if s.phase != st.TURN or len(s.legal()) < 2:
            continue
        view, (one, two) = s.view(s.seat), rng.sample(s.legal(), 2)
        found = weigh(view, one, two, VOCABULARY, JUDGE, 1, 2)
        for motive in [*found.motives, *found.prices]:
            if motive.aspect.name == "ending":
                assert better_ending(s, s.seat) * motive.amount * motive.worth > 0, (str(motive.text), s.text())
                said_of_it += 1
    assert said_of_it >= 5


@pytest.mark.parametrize("number", range(20))
def test_reasons_that_were_read_and_found_good_stay(number: int) -> None:
    """Rewritten by `python -m tests.bots.reasoning write arrival` and reviewed like code."""
    position, better, other, lines = read_golden("arrival")[number]
    rules = rules_for("arrival", position)
    assert said(rules, rules.parse(position), better, other) == lines
