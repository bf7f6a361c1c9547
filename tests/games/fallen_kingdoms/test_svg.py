"""The board of Fallen Kingdoms as SVG: sound, clickable where something can be chosen, and silent about what is hidden."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise, product
from random import Random
from xml.etree import ElementTree

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE, ORACLE, OVER, SPECTATOR
from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import actions, state, svg_map, words
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.data import KNOWLEDGE
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.state import Fallen
from brehon.games.fallen_kingdoms.svg_land import Chart, Ways
from brehon.games.fallen_kingdoms.svg_words import HEADS
from brehon.games.fallen_kingdoms.view import FallenView

GAME = registry.game("fallen-kingdoms")
FACE = GAME.face()
NAMES = ["Astrid", "Bjorn the Bold", "Ciara", "Dagny", "Einar", "Freydis"]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>", '" onload="alert(1)', "</text></svg><b>", "&lt;&amp;&#0;", "]]>\x00\x1b[31m", "{0}%(name)s%s" + "漢字" * 20,
]  # fmt: skip
LAYOUTS = pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
SEATS = pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
PHASES = set(HEADS) - {state.LAYING}  # every kind of decision


def rules_for(n_seats: int, **options: str) -> FallenRules:
    rules = registry.make_ruleset(GAME, n_seats, options)
    assert isinstance(rules, FallenRules)
    return rules


def play(rules: FallenRules, seed: int) -> list[Fallen]:
    """Every position of one game by random players, from the empty table to the end."""
    rng = Random(seed)
    s = rules.start()
    found: list[Fallen] = []
    while True:
        assert isinstance(s, Fallen)
        found.append(s.clone())
        if s.to_move() == OVER:
            return found
        legal = s.legal()
        weights = s.weights() if s.to_move() == CHANCE else []
        s.apply(rng.choices(legal, weights)[0] if weights else rng.choice(legal))


@cache
def game(n_seats: int) -> tuple[FallenRules, list[Fallen]]:
    rules = rules_for(n_seats)
    return rules, play(rules, n_seats)


@cache
def sample(n_seats: int) -> list[Fallen]:
    """Some positions: the first and the last, the first of every phase, and now and then one of the others."""
    seen: dict[int, int] = {}
    found: list[Fallen] = []
    for i, s in enumerate(game(n_seats)[1]):
        seen[s.phase] = seen.get(s.phase, 0) + 1
        if seen[s.phase] == 1 or i % 211 == 0 or s.to_move() == OVER:
            found.append(s)
    return found


@cache
def first_of_phases(n_seats: int) -> dict[int, Fallen]:
    """[phase] the first position of it, out of as many games as it takes to see nearly all."""
    found: dict[int, Fallen] = {}
    for seed in range(n_seats, n_seats + 60):
        for s in play(game(n_seats)[0], seed):
            found.setdefault(s.phase, s)
        if set(found) >= PHASES:
            break
    return found


def first(n_seats: int, phase: int) -> tuple[FallenRules, Fallen]:
    return game(n_seats)[0], first_of_phases(n_seats)[phase]


def offers_to(rules: FallenRules, s: Fallen, seat: int) -> Offers:
    """What the table offers a seat: the legal actions, and near misses with their reasons."""
    if seat < 0 or not s.movers() >> seat & 1:
        return Offers()
    s = s.clone()
    s.turn_to(seat)
    return Offers({action: s.why_not(action) for action in {*FACE.shown(rules, s.view(seat)), *s.legal()}})


def draw(rules: FallenRules, s: Fallen, seat: int, narrow: bool = False, say: Speaker | None = None) -> str:
    view = s.view(seat)
    assert isinstance(view, FallenView)
    return FACE.board(rules, view, offers_to(rules, s, seat), say or Speaker("en", NAMES), narrow=narrow)


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def clickable(root: ElementTree.Element, name: str = "data-action") -> set[int]:
    return {int(element.get(name, "")) for element in root.iter() if element.get(name)}


def texts(root: ElementTree.Element) -> str:
    return "\n".join("".join(element.itertext()) for element in root.iter(f"{SVG}text"))


# -- the picture as a document


@LAYOUTS
@SEATS
def test_every_position_is_drawn_for_every_seat_as_sound_svg(n_seats: int, narrow: bool) -> None:
    rules = game(n_seats)[0]
    for s in sample(n_seats):
        for seat in {
            s.to_move() if s.to_move() >= 0 else 0,
            n_seats - 1,
            SPECTATOR,
            ORACLE if s.to_move() == OVER else SPECTATOR,
        }:
            text = draw(rules, s, seat, narrow)
            root = parse(text)
            assert root.tag == f"{SVG}svg"
            ids = [element.get("id", "") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids)), sorted({name for name in ids if ids.count(name) > 1})
            assert all(name.startswith("n-") for name in ids) == narrow
            used = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
            used |= set(re.findall(r"url\(#([^)]+)\)", text))
            assert used <= set(ids), "everything that is referred to is defined"


@LAYOUTS
def test_a_strict_content_security_policy_lets_everything_through(narrow: bool) -> None:
    for s in sample(4):
        for element in parse(draw(game(4)[0], s, max(0, s.to_move()), narrow)).iter():
            assert element.tag not in {f"{SVG}{name}" for name in ("style", "script", "foreignObject", "image", "a")}
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


@LAYOUTS
def test_a_hostile_name_stays_a_name(narrow: bool) -> None:
    for s in sample(6)[::3]:
        text = draw(game(6)[0], s, max(0, s.to_move()), narrow, Speaker("en", HOSTILE))
        tags = {element.tag.removeprefix(SVG) for element in parse(text).iter()}
        assert tags <= {
            "svg",
            "defs",
            "symbol",
            "pattern",
            "clipPath",
            "g",
            "path",
            "rect",
            "circle",
            "text",
            "title",
            "use",
        }


@LAYOUTS
def test_with_duplicates_every_copy_of_a_card_has_its_own_id(narrow: bool) -> None:
    rules = rules_for(3, duplicate_trophies="3", trophies_per_player="9")
    for s in play(rules, 2)[200::60]:
        ids = [name for element in parse(draw(rules, s, 0, narrow)).iter() if (name := element.get("id"))]
        assert len(ids) == len(set(ids))


# -- clicks


@LAYOUTS
@SEATS
def test_every_legal_action_can_be_clicked_and_no_other(n_seats: int, narrow: bool) -> None:
    rules, checked = game(n_seats)[0], 0
    for s in sample(n_seats):
        for seat in range(n_seats):
            if s.movers() >> seat & 1:
                offers = offers_to(rules, s, seat)
                spots, view = clickable(parse(draw(rules, s, seat, narrow))), s.view(seat)
                assert spots <= set(offers.legal()), s.phase
                is_all = not narrow or rules.game.face().is_on_board(rules, view)  # else the list of moves has the rest
                assert spots == set(offers.legal()) or not is_all, s.phase
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_every_kind_of_decision_can_be_made_on_the_board(phase: int) -> None:
    rules, s = first(4, phase)
    for narrow in (False, True):
        assert clickable(parse(draw(rules, s, s.to_move(), narrow))) == set(offers_to(rules, s, s.to_move()).legal())


@LAYOUTS
def test_a_map_laid_by_hand_is_laid_on_the_board(narrow: bool) -> None:
    rules = rules_for(6, map_source="by-hand")
    for s in play(rules, 1)[:6]:
        assert s.phase == state.LAYING
        assert clickable(parse(draw(rules, s, 0, narrow))) == set(s.legal())


@LAYOUTS
@pytest.mark.parametrize("phase", [state.START, state.MOVE, state.MOVE_TO, state.DEFEND, state.FOLLOW, state.SITE])
def test_every_city_that_cannot_be_chosen_says_why_not(phase: int, narrow: bool) -> None:
    rules, s = first(4, phase)
    seat = s.to_move()
    root = parse(draw(rules, s, seat, narrow))
    say = Speaker("en", NAMES)
    kind = words.CITIES_ON_MAP[phase][0]
    view = s.view(seat)
    assert isinstance(view, FallenView)
    refused = {int(e.get("data-why", "")): e for e in root.iter() if e.get("data-why")}
    for city in range(s.map.n_cities):
        action = s.table.first[kind] + s.map.ids[city]
        reason = s.why_not(action)
        assert (reason is None) == (action not in refused)
        if reason is not None:
            assert refused[action].get("aria-label") == say.reason(reason)
            assert refused[action].get("aria-disabled") == "true"


@LAYOUTS
def test_an_invasion_path_that_is_closed_says_why_not(narrow: bool) -> None:
    rules, s = first(4, state.PATH)
    root = parse(draw(rules, s, s.to_move(), narrow))
    paths = {s.table.first[actions.PATH] + path for path in range(s.map.n_paths)}
    assert paths <= clickable(root) | clickable(root, "data-why")


@LAYOUTS
def test_who_does_not_decide_has_nothing_to_click(narrow: bool) -> None:
    checked = 0
    for s in sample(4):
        for seat in (*range(4), SPECTATOR):
            if seat < 0 or not s.movers() >> seat & 1:
                root = parse(draw(game(4)[0], s, seat, narrow))
                assert not clickable(root)
                assert not clickable(root, "data-why")
                checked += 1
    assert checked > 20


@SEATS
def test_on_a_telephone_everything_to_touch_is_forty_four_pixels_large_and_within_the_picture(n_seats: int) -> None:
    rules, checked = game(n_seats)[0], 0
    for s in sample(n_seats):
        root = parse(draw(rules, s, s.to_move(), narrow=True))
        height = float(root.get("height", "0"))
        for element in root.iter():
            if not element.get("data-action"):
                continue
            checked += 1
            shape = next(iter(element.iter(f"{SVG}rect")), None)
            x, y = map(float, re.findall(r"-?[\d.]+", element.get("transform", "")))
            if shape is None:
                radius = float(next(element.iter(f"{SVG}circle")).get("r", "0"))
                assert radius >= 22
                assert radius - 1 <= x <= 391 - radius
            else:
                wide, high = float(shape.get("width", "0")), float(shape.get("height", "0"))
                assert min(wide, high) >= 44.0, element.get("id")
                assert x + wide <= 391
                assert y + high <= height + 1
    assert checked > 20


# -- what is shown


def test_nothing_hidden_is_in_the_picture() -> None:
    """Another state that this seat must hold possible gives the very same picture."""
    rng = Random(7)
    for rules, positions in (game(5), (rules_for(4, hidden_scoring="on"), play(rules_for(4, hidden_scoring="on"), 3))):
        for s in positions[:30:2] + positions[40::149]:
            for seat in (0, s.n_seats - 1, SPECTATOR):
                guess = s.view(seat).determinize(rng)
                assert isinstance(guess, Fallen)
                if s.movers() == guess.movers():
                    assert draw(rules, guess, seat) == draw(rules, s, seat)
                    assert draw(rules, guess, seat, narrow=True) == draw(rules, s, seat, narrow=True)


def test_hidden_scores_show_only_what_is_left_on_the_track() -> None:
    rules = rules_for(3, hidden_scoring="on")
    s = next(s for s in play(rules, 3) if min(s.score) > 20)
    root = parse(draw(rules, s, 0))
    shown = texts(root).split("\n")
    assert str(s.score[0]) in shown
    assert f"?{s.score[1] % 5}" in shown
    assert f"?{s.score[2] % 5}" in shown


@LAYOUTS
def test_the_norns_cards_are_open_to_their_player_only(narrow: bool) -> None:
    rules, s = first(4, state.NORNS_KEEP)
    prefix = "n-" if narrow else ""
    drawn = {f"{prefix}lore-{KNOWLEDGE[card]}" for card in s.drawn}
    for seat in range(4):
        ids = {element.get("id") for element in parse(draw(rules, s, seat, narrow)).iter()}
        assert (drawn <= ids) == (seat == s.to_move())


@LAYOUTS
@SEATS
def test_every_unit_stands_where_it_is_with_its_number_and_its_owner(n_seats: int, narrow: bool) -> None:
    rules = game(n_seats)[0]
    prefix = "n-" if narrow else ""
    for s in sample(n_seats)[::4]:
        view = s.view(SPECTATOR)
        assert isinstance(view, FallenView)
        root = parse(draw(rules, s, SPECTATOR, narrow))
        found = {element.get("id"): element for element in root.iter() if element.get("id")}
        for city in range(s.map.n_cities):
            token = found.get(f"{prefix}units-{m.printed(rules, view, city).key}")
            surrendered = s.slots[city] if s.slots else 0
            assert (token is None) == (s.units[city] + surrendered == 0)
            if token is not None and s.units[city]:
                assert "".join(token.itertext()) == str(s.units[city])
                signs = [use.get("href", "") for use in token.iter(f"{SVG}use")]
                assert signs == [f"#{prefix}fk-sign-{svg_signs()[s.owner[city]]}"], (
                    "told by a sign, not by colour alone"
                )


def svg_signs() -> list[str]:
    from brehon.games.fallen_kingdoms.glyphs import SEAT_SIGNS

    return list(SEAT_SIGNS)


def test_the_battle_panel_shows_the_dice_as_they_lie() -> None:
    rules = game(4)[0]
    s = next(s for s in game(4)[1] if s.phase == state.DEFEND)
    root = parse(draw(rules, s, s.to_move()))
    dice = [element for element in root.iter() if re.fullmatch(r"die-\d", element.get("id") or "")]
    assert sorted(len(list(die.iter(f"{SVG}circle"))) for die in dice) == sorted(m.digits(s.dice))


# -- the odds of the next roll


@pytest.mark.parametrize("need", [4, 5])
@pytest.mark.parametrize("strategy", [False, True])
@pytest.mark.parametrize("archery", [False, True])
@pytest.mark.parametrize("scare", [0, 4, 6])
@pytest.mark.parametrize("units", [1, 2, 3, 4])
def test_the_odds_are_those_of_all_rolls_counted_one_by_one(
    need: int, strategy: bool, archery: bool, scare: int, units: int
) -> None:
    kills, fright = [0, 0, 0, 0], 0
    for a, b, again_a, again_b in product(range(1, 7), repeat=4):
        dice = [again_a if strategy and a < 4 else a, again_b if strategy and b < 4 else b]
        n = min(units, sum(die >= need for die in dice) + (1 if archery and 6 in dice else 0))
        kills[n] += 1
        fright += 1 if scare and max(dice) >= scare and n < units else 0
    assert m.roll_odds(need, strategy, archery, scare, units) == (kills, fright)


def test_the_odds_shown_are_those_of_the_rules() -> None:
    """Every roll of a few games is played out in all ways, and kills and frightened units are counted."""
    checked = 0
    for s in [s for n_seats in (3, 4, 5, 6) for s in game(n_seats)[1]]:
        if s.phase != state.COMBAT or s.stage == state.R1:
            continue
        view = s.view(SPECTATOR)
        assert isinstance(view, FallenView)
        roll = m.next_roll(view)
        assert roll is not None
        kills, fright = [0, 0, 0, 0], 0
        for first_roll, ways in zip(s.legal(), s.weights(), strict=True):
            one = s.clone()
            one.apply(first_roll)
            again = [(one, ways * 36)]
            if one.phase == state.REROLL:
                weights = one.weights() or [6] * 6
                again = []
                for second, more in zip(one.legal(), weights, strict=True):
                    two = one.clone()
                    two.apply(second)
                    again.append((two, ways * more))
            for after, share in again:
                dead = (
                    after.reserve[roll.victim]
                    - s.reserve[roll.victim]
                    + (after.kills if after.phase == state.CASUALTY else 0)
                )
                kills[dead] += share
                is_driven = after.phase in (state.WITHDRAW, state.DETACH) or (
                    after.phase == state.CASUALTY and after.leaving > 0 and roll.refuge
                )
                fright += share if is_driven else 0
        assert (roll.kills, roll.fright) == (kills, fright)
        checked += 1
    assert checked > 50


def test_chances_are_written_to_a_tenth_of_a_per_cent() -> None:
    assert [str(m.percent(ways, 8)) for ways in (1, 2, 3, 8)] == ["12.5 %", "25 %", "37.5 %", "100 %"]
    assert Speaker("de")(m.percent(1, 1296)) == "0,1 %"


# -- the map


@SEATS
def test_roads_and_routes_meet_on_the_borders_of_tiles_and_follow_the_graph(n_seats: int) -> None:
    rules = game(n_seats)[0]
    for seed in range(5):
        s = play(rules, seed)[-1]
        rows, columns = len(s.map.tiles) // s.map.columns, s.map.columns
        for turn in (False, True):
            ways = Ways(Chart(m.tiles_of(rules), s.map.tiles, columns, rows, 100, turn), s.map)
            for city in range(s.map.n_cities):
                linked = {b for a, b in ways.lines if a == city}
                assert linked == {other for other in range(s.map.n_cities) if s.map.adjacent[city] >> other & 1}
            for (a, b), line in ways.lines.items():
                assert line[0] == ways.cities[a]
                assert line[-1] == ways.cities[b]
                steps = [abs(p[0] - q[0]) + abs(p[1] - q[1]) for p, q in pairwise(line)]
                assert max(steps) < 40, "no gap where two tiles meet"


def test_coasts_run_on_across_the_borders_of_tiles() -> None:
    for n_seats in (3, 6):
        rules, positions = game(n_seats)
        final = positions[-1]
        columns = final.map.columns
        chart = Chart(m.tiles_of(rules), final.map.tiles, columns, len(final.map.tiles) // columns, 100, False)
        ends = [end for coast in chart.coasts for end in (coast[0], coast[-1])]
        for x, y in ends:
            inside = 0 < x < chart.width and 0 < y < chart.height
            assert not inside or ends.count((x, y)) > 1, "a coast that ends at a border goes on behind it"


def test_the_map_is_drawn_once_for_each_assembly() -> None:
    rules, positions = game(6)
    a, b = positions[-1].view(0), positions[-9].view(2)
    assert isinstance(a, FallenView)
    assert isinstance(b, FallenView)
    sizes = svg_map.WIDE
    assert svg_map.ground(rules, a, 205, False, sizes, "") is svg_map.ground(rules, b, 205, False, sizes, "")
