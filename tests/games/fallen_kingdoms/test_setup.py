"""Gods, decks and the starting placement (FK-3)."""

from math import comb
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE, SPECTATOR
from brehon.core.errors import BadOptions
from brehon.core.play import run_chance
from brehon.games.fallen_kingdoms import events
from brehon.games.fallen_kingdoms.data import BASE, N_GODS, RUMORS
from brehon.games.fallen_kingdoms.phases.common import T_START, intimidation, push
from brehon.games.fallen_kingdoms.phases.opening import rumor_weights
from brehon.games.fallen_kingdoms.state import CHOOSE_GOD, START, STEPS, TURN_RUMOR
from brehon.games.fallen_kingdoms.view import HIDDEN
from tests.games.fallen_kingdoms.builder import GAME, Position, rules_for


def at_the_choice(n_seats: int, seed: int = 1) -> Any:
    s: Any = rules_for(n_seats).start()
    run_chance(s, Random(seed))
    assert s.phase == CHOOSE_GOD
    return s


def after_the_choice(n_seats: int, seed: int = 1) -> tuple[Any, Any]:
    s = at_the_choice(n_seats, seed)
    log: list[Any] = []
    while s.phase == CHOOSE_GOD:
        s.apply(s.legal()[0], log)
    return s, log


@pytest.mark.rule("FK-3.1", "FK-3.2", "FK-1.5")
@pytest.mark.parametrize("n_seats, with_two", [(3, 3), (4, 4), (5, 4), (6, 3)])
def test_tv84_as_many_seats_get_two_god_cards_as_nine_cards_allow(n_seats: int, with_two: int) -> None:
    s = at_the_choice(n_seats)
    dealt = [god for god in s.dealt if god >= 0]
    assert len(dealt) == len(set(dealt)) == n_seats + with_two
    assert sum(s.dealt[2 * seat + 1] >= 0 for seat in range(n_seats)) == with_two
    assert s.movers().bit_count() == with_two, "who has one card has no choice"


@pytest.mark.rule("FK-3.3", "FK-3.4")
def test_gods_are_chosen_in_secret_in_any_order_and_revealed_together() -> None:
    s = at_the_choice(3)
    for seat in (2, 0):
        s.turn_to(seat)
        s.apply(s.legal()[0])
        assert s.view(1).god[seat] == HIDDEN
        assert s.view(SPECTATOR).god[seat] == HIDDEN
        assert s.view(seat).god[seat] == s.god[seat]
    s.turn_to(1)
    log: list[Any] = []
    s.apply(s.legal()[1], log)
    assert [event.kind for event in log if event.kind == events.REVEALED] == [events.REVEALED] * 3
    assert s.view(1).god == s.god
    assert s.view(0).dealt[2:] == [HIDDEN] * 4, "the rejected card stays secret"
    assert s.view(0).dealt[:2] == s.dealt[:2], "its owner remembers it"


@pytest.mark.rule("FK-3.1")
def test_a_god_that_was_not_dealt_cannot_be_chosen() -> None:
    s = at_the_choice(3)
    other = next(god for god in range(N_GODS) if god not in s.dealt[:2])
    assert s.why_not(s.table.first[1] + other).rule == "FK-3.1"


@pytest.mark.rule("FK-3.5", "FK-3.15", "FK-3.16", "FK-1.8", "FK-8.29", "FK-1.16")
def test_the_lowest_base_intimidation_gets_the_first_player_marker() -> None:
    s, _ = after_the_choice(4)
    assert BASE[s.god[s.marker]] == min(BASE[god] for god in s.god)
    assert [intimidation(s, seat) for seat in range(4)] == [BASE[god] for god in s.god]


@pytest.mark.rule(
    "FK-3.6", "FK-3.7", "FK-3.8", "FK-3.9", "FK-3.10", "FK-3.11", "FK-1.2", "FK-1.3", "FK-1.4", "FK-1.10", "FK-1.13"
)
@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_decks_hold_three_for_each_player_and_their_tops_lie_open(n_seats: int) -> None:
    s, _ = after_the_choice(n_seats)
    run_chance(s, Random(9))
    assert len(s.display) == 3
    assert s.deck + 3 == 3 * n_seats
    assert len(s.market) == 2
    assert s.stack + 2 == 3 * n_seats
    assert s.rumor_left == 3 * n_seats
    assert sum(s.tiles) + 2 == 18
    assert s.pool.bit_count() + 3 == 18
    assert s.tracks == [0] * (3 * n_seats)
    assert s.score == [0] * n_seats
    assert s.reserve == [30] * n_seats


@pytest.mark.rule("FK-3.12", "FK-3.13", "FK-3.14")
def test_tv81_the_rumor_deck_is_never_decreasing_and_only_its_top_is_open() -> None:
    p = Position()
    p.s.rumor_top = -1
    for seed in range(30):
        s = p.s.clone()
        rng = Random(seed)
        seen = []
        for taken in range(9):
            s.phase = TURN_RUMOR
            value = rng.choices(s.legal(), s.weights())[0] - s.table.first[47]
            seen.append(value)
            s.rumors[value] += 1
            s.rumor_left -= 1
            assert len(seen) == taken + 1
        assert seen == sorted(seen)
        assert max(seen.count(value) for value in range(6)) <= 3


@pytest.mark.rule("FK-3.13")
def test_the_weights_of_the_next_rumor_card_are_those_of_a_sorted_random_hand() -> None:
    cards = [value for value in range(6) for _ in range(3)]
    p = Position()
    p.s.rumor_top = -1
    first = rumor_weights(p.s)
    assert sum(first) == comb(18, 9)
    rng = Random(12)
    counts: dict[Any, Any] = {}
    tops = 0
    for _ in range(40000):
        hand = sorted(rng.sample(cards, 9))
        if hand[0] == 0:
            tops += 1
            counts[hand[1]] = counts.get(hand[1], 0) + 1
    assert tops / 40000 == pytest.approx(first[0] / sum(first), abs=0.01)
    p.s.rumors[0] = 1  # a 3 has been taken
    p.s.rumor_left = 8
    then = rumor_weights(p.s)
    for value in range(3):
        assert counts.get(value, 0) / tops == pytest.approx(then[value] / sum(then), abs=0.012)


def placing(first: Any) -> Any:
    p = Position()
    p.s.marker = first
    p.s.round = 0
    push(p.s, T_START)
    p.s.proceed(p.log)
    return p


@pytest.mark.rule("FK-3.17", "FK-3.18")
def test_tv77_starting_placement_goes_round_in_snake_order() -> None:
    p = placing(2)
    order = []
    rng = Random(3)
    while p.s.phase == START:
        order.append(p.s.seat)
        p.s.apply(p.s.legal()[rng.randrange(len(p.s.legal()))])
    assert order[:9] == [2, 0, 1, 1, 0, 2, 2, 0, 1]
    assert len(order) == 21
    assert p.s.phase not in (START, STEPS)
    assert p.s.reserve == [9, 9, 9] or p.s.sheet != [0, 0, 0]


@pytest.mark.rule("FK-3.19", "FK-3.20", "FK-3.21", "FK-3.23", "FK-3.24", "FK-3.25", "FK-1.11")
def test_tv78_first_cities_keep_apart_by_road_and_later_ones_grow_from_them() -> None:
    p = placing(0)
    p.play("place hrafnvik")
    assert p.s.temple[0] == p.city("hrafnvik")
    for near in ("jernby", "rugheim", "tindvik"):
        assert p.rule_against(f"place {near}") == "FK-3.20"
    assert p.rule_against("place hrafnvik") == "FK-3.19"
    assert p.can("place sigrhavn"), "joined by sea only"
    p.play("place oxdal", "place gullnes")
    assert p.s.seat == 2
    p.play("place gullnes", "place oxdal")
    assert p.s.seat == 0
    assert p.may("place") == {"sigrhavn", "jernby", "rugheim", "tindvik", "hrafnvik"}
    assert p.rule_against("place kornby") == "FK-3.23"
    assert p.rule_against("place oxdal") == "FK-3.23"
    assert "pass" not in p.legal()


@pytest.mark.rule("FK-3.22")
def test_a_first_city_may_lie_beside_another_if_there_is_no_other_way() -> None:
    p = placing(0)
    names = "eldtun gullnes hallgard hrafnvik jernby kornby marsund nordlund ormshavn oxdal rugheim sigrhavn sildvik skogheim tindvik tveitby"
    p.holds(1, **dict.fromkeys(names.split(), 1))
    assert p.may("place") == {"brimnes", "vargdal"}


@pytest.mark.rule("FK-17.2", "FK-17.3")
def test_more_trophies_than_there_are_cards_are_refused() -> None:
    assert registry.make_ruleset(GAME, 3, {"trophies_per_player": "6"}).start().deck == 18  # type: ignore[attr-defined]
    with pytest.raises(BadOptions, match=r"FK-17.3.*the most is 3"):
        registry.make_ruleset(GAME, 6, {"trophies_per_player": "4"})


@pytest.mark.rule("FK-17.4", "FK-17.5", "FK-1.17")
def test_duplicates_double_the_cards_and_add_nine_buildings() -> None:
    s: Any = rules_for(6, duplicate_trophies="2", trophies_per_player="4").start()
    assert sum(s.tiles) == 27
    assert sum(s.pool >> 2 * card & 3 for card in range(18)) == 36
    assert s.deck == s.stack == s.rumor_left == 24
    run_chance(s, Random(1))
    assert sum(rumor_weights(s)) == comb(36, 24)
    assert RUMORS == [3, 5, 8, 13, 21, 34]


def test_chance_moves_until_the_gods_are_chosen() -> None:
    s = rules_for(5).start()
    assert s.to_move() == CHANCE
