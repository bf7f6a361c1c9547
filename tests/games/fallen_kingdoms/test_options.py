"""The options that settle what the rulebook leaves open: newcomers, declined buildings, stripped garrisons, who lays the map."""

from random import Random
from typing import Any

import pytest

from brehon.bots.base import Budget
from brehon.bots.cottar import Cottar
from brehon.core import registry
from brehon.core.conformance import law_of_records, law_of_secrets, play_by_the_laws
from brehon.core.contract import CHANCE, SPECTATOR, Event
from brehon.core.errors import BadOptions
from brehon.core.play import draw
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import events
from brehon.games.fallen_kingdoms.state import CHOOSE_GOD, DEAL_GOD, DEAL_SECOND, LAYING, PATH, STRIP, TAKE_BUILDING
from tests.games.fallen_kingdoms.builder import GAME, Position, rules_for
from tests.games.fallen_kingdoms.test_svg import draw as draw_board

FACE = GAME.face()
NEW = {"decline_building": "yes", "surrender_strip": "all", "map_source": "by-hand", "map_layers": "in_turn"}


def deal_gods(s: Any, rng: Any) -> Any:
    """Chance deals until every player has all god cards; the seats that chance named for a second card."""
    named = []
    while s.phase in (DEAL_GOD, DEAL_SECOND):
        action = draw(s, rng)
        if s.phase == DEAL_SECOND:
            named.append(s.table.space.arg(action))
        s.apply(action)
    assert s.phase == CHOOSE_GOD
    return named


def with_two(s: Any) -> set[Any]:
    return {seat + 1 for seat in range(s.n_seats) if s.dealt[2 * seat + 1] >= 0}


@pytest.mark.rule("FK-3.26", "FK-3.2")
@pytest.mark.parametrize(
    "n_seats, newcomers, by_chance", [(5, {2, 5}, 2), (6, {6}, 2), (6, {1, 3, 4}, 0), (5, set(), 4)]
)
def test_newcomers_get_a_second_god_card_first_and_chance_deals_the_rest(
    n_seats: int, newcomers: Any, by_chance: int
) -> None:
    lists = set()
    for seed in range(20):
        s = rules_for(n_seats, newcomers="+".join(map(str, sorted(newcomers))) or "none").start()
        named = deal_gods(s, Random(seed))
        assert newcomers <= with_two(s)
        assert len(with_two(s)) == 9 - n_seats
        assert len(named) == by_chance
        assert not {seat + 1 for seat in named} & newcomers
        lists.add(tuple(sorted(with_two(s))))
    assert (len(lists) > 1) == (by_chance > 0)


@pytest.mark.rule("FK-3.26")
def test_with_four_players_everybody_gets_two_cards_named_or_not() -> None:
    plain, named = rules_for(4).start(), rules_for(4, newcomers="2+3").start()
    assert deal_gods(plain, Random(4)) == deal_gods(named, Random(4)) == []
    assert plain.key() == named.key()
    assert with_two(named) == {1, 2, 3, 4}


@pytest.mark.rule("FK-3.26")
@pytest.mark.parametrize(
    "n_seats, value, says",
    [
        (6, "1+2+3+4", r"names too many seats: with 6 players only 3 .*FK-3.26"),
        (5, "6", r"cannot be '6' \(FK-3.26\); it can be: none, or seats from 1 to 5 as in 1\+5 \(default none\)"),
        (5, "0", "seats from 1 to 5"),
        (5, "-1", "seats from 1 to 5"),
        (5, "1+x", "seats from 1 to 5"),
        (5, "2.5", "seats from 1 to 5"),
        (5, "²", "seats from 1 to 5"),
        (5, "1" * 5000, "seats from 1 to 5"),
    ],
)
def test_newcomers_that_cannot_be_are_refused_with_what_can(n_seats: int, value: Any, says: str) -> None:
    with pytest.raises(BadOptions, match=says):
        rules_for(n_seats, newcomers=value)


@pytest.mark.parametrize("value", ["5,2", "2 5", " 2+5 ", "5, 2", "2+5+2", "02+5"])
def test_newcomers_are_written_in_one_way_however_they_were_asked_for(value: str) -> None:
    assert rules_for(5, newcomers=value).options["newcomers"] == "2+5"
    assert rules_for(5, newcomers="None").options["newcomers"] == "none"
    assert rules_for(5, newcomers="").options["newcomers"] == "none"


# -- a building declined


def full_track(**options: Any) -> Any:
    return Position(**options).holds(0, eldtun=3).tracks(0, 0, 5, 0).building("workshop", "eldtun").production(0)


@pytest.mark.rule("FK-6.32", "FK-6.12")
def test_a_building_may_be_declined_only_where_the_table_wants_it_so() -> None:
    p = full_track()
    assert not p.can("pass")
    assert p.rule_against("pass") == "FK-6.12"
    p = full_track(decline_building="yes")
    assert p.s.phase == TAKE_BUILDING
    assert p.legal() == ["pass", "take barracks", "take workshop"]
    market, score = p.s.market[:], p.s.score[:]
    p.play("pass")
    assert (p.s.market, p.s.score, p.waiting(0)) == (market, score, [])
    assert p.track(0)[1] == 1, "the point beyond the full track counts"
    assert [event.kind for event in p.log].count(events.DECLINED) == 1
    p.check()


@pytest.mark.rule("FK-6.32")
def test_knowledge_is_taken_in_any_case() -> None:
    p = Position(decline_building="yes").holds(0, kornby=3, marsund=3).tracks(0, 0, 0, 8).production(0)
    assert not p.can("pass")
    assert p.rule_against("pass") == "FK-6.12"


@pytest.mark.parametrize("narrow", [False, True])
def test_the_board_has_a_button_to_decline_only_where_that_is_possible(narrow: bool) -> None:
    for options, says in (({}, "Ann takes a building"), ({"decline_building": "yes"}, "Ann may take a building")):
        p = full_track(**options)
        board = draw_board(p.rules, p.s, 0, narrow=narrow, say=Speaker("en", ["Ann", "Bo", "Cy"]))
        assert says in board
        assert ("Take no building" in board) == bool(options)
        assert (f'data-action="{p.rules.space.find("pass")}"' in board) == bool(options)
    assert Speaker("en", ["Ann"])(FACE.event(p.rules, Event(events.DECLINED, 0))) == "Ann takes no building"  # type: ignore[arg-type]


def test_a_bot_that_may_decline_takes_the_building() -> None:
    p = full_track(decline_building="yes")
    action = Cottar().choose(p.s.view(0), p.s.legal(), Budget(), Random(1))
    assert p.rules.space.texts[action].startswith("take ")


# -- garrisons stripped for a surrendered kingdom


def surrendered(**options: Any) -> Any:
    p = Position(gods="loki tyr odin", **options).holds(0, rugheim=4, eldtun=2).holds(1, oxdal=2, kornby=1, jernby=27)
    p.temple(1, "oxdal").scores(0, 50, 60)
    return p.invasions().play("pass", "invade", "surrender 1", "rumor 3")


@pytest.mark.rule("FK-15.40", "FK-15.11")
def test_the_last_unit_may_leave_its_city_only_where_the_table_wants_it_so() -> None:
    p = surrendered()
    assert p.s.phase == STRIP
    assert p.may("strip") == {"oxdal", "jernby"}
    p.play("strip oxdal", "to rugheim")
    assert p.may("strip") == {"jernby"}
    assert p.rule_against("strip oxdal") == p.rule_against("strip kornby") == "FK-15.11"
    p = surrendered(surrender_strip="all")
    assert p.may("strip") == {"oxdal", "kornby", "jernby"}
    p.play("strip oxdal", "to rugheim", "strip oxdal", "to rugheim", "strip kornby", "to eldtun")
    assert p.owner("oxdal") == p.owner("kornby") == -1
    assert (p.units("rugheim"), p.units("eldtun")) == (2, 1)
    assert p.s.temple[1] == p.city("oxdal"), "the temple stays, in an empty city"
    assert p.rule_against("strip rugheim") == "FK-15.11", "what was taken over stays"
    p.check()
    p.play("pass")
    assert p.s.phase == PATH
    assert p.s.held[1] != 0
    p.check()


# -- who lays the map


def layers(**options: Any) -> tuple[Any, Any]:
    """Who lays tile after tile, and the map that comes of it."""
    s, rng, seats = rules_for(5, **{"map_source": "by-hand", **options}).start(), Random(2), []
    while s.phase == LAYING:  # type: ignore[attr-defined]
        seats.append(s.to_move())
        assert [s.view(seat).to_move() for seat in (*range(5), SPECTATOR)] == [seats[-1]] * 6
        assert s.movers() == 1 << seats[-1]
        s.apply(rng.choice(s.legal()))
    return seats, s.map.tiles  # type: ignore[attr-defined]


@pytest.mark.rule("FK-2.15")
def test_only_who_lays_the_next_tile_can_click_one() -> None:
    rules = rules_for(4, map_source="by-hand", map_layers="in_turn")
    s: Any = rules.start()
    s.apply(s.legal()[0])
    boards = [draw_board(rules, s, seat, say=Speaker("en", ["Ann", "Bo", "Cy", "Di"])) for seat in range(4)]
    assert all("Bo lays the next tile" in board for board in boards)
    assert ["data-action=" in board for board in boards] == [False, True, False, False]


@pytest.mark.rule("FK-2.15", "FK-2.14")
def test_a_map_is_laid_by_the_first_seat_or_by_all_in_turn() -> None:
    alone, its_map = layers()
    together, same_map = layers(map_layers="in_turn")
    assert alone == [0] * 6
    assert together == [0, 1, 2, 3, 4, 0]
    assert its_map == same_map, "only who decides is different"
    s = rules_for(5, map_source="random", map_layers="in_turn").start()
    assert s.to_move() == CHANCE, "a random map is laid by chance in any case"


# -- all of them together


@pytest.mark.rule("FK-2.15", "FK-3.26", "FK-6.32", "FK-15.40")
@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_random_games_with_all_of_them_keep_every_law_to_the_end(n_seats: int) -> None:
    options = {**NEW, "newcomers": "1+3", "hidden_scoring": "on", "trophies_per_player": "2"}
    rules = registry.make_ruleset(GAME, n_seats, options)
    report = play_by_the_laws(rules, 2, seed=6, checks_per_game=2)
    assert report.games == 2
    law_of_secrets(GAME, report)
    law_of_records(rules, Random(3), 3)


def test_no_action_got_another_number() -> None:
    """Weights, datasets and learned policies count on the numbers of actions."""
    for n_seats in GAME.seats:
        plain, new = registry.make_ruleset(GAME, n_seats), registry.make_ruleset(GAME, n_seats, NEW)
        assert plain.space.texts == new.space.texts
        assert plain.space.find("pass") == plain.space.first[4]
