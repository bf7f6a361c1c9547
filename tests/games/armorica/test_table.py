"""The table of Armorica fits its frame, every card is somebody, and what is said before a move comes true."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, SPECTATOR, Event, State
from brehon.core.face import Preview
from brehon.core.text import Message, Seat, Speaker
from brehon.games.armorica import actions, events, previews, words
from brehon.games.armorica.data import ICONS, MAJORITIES, ROMAN, WHEAT, count
from brehon.games.armorica.motifs import HEADS
from brehon.games.armorica.people import everyone
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import WINTER, Armorica
from brehon.games.armorica.view import ArmoricaView
from tests.games.armorica.test_face import FACE, GAME, NAMES, SVG, draw, games, offers_to, parse, rules_for, sample

LEAST = {False: 11.5, True: 11.0}  # [narrow] size of the smallest text
THUMB = 44


def scaled(root: ElementTree.Element) -> list[tuple[ElementTree.Element, float]]:
    """Every element with the scale at which it is drawn."""
    found = []
    waiting = [(root, 1.0)]
    while waiting:
        element, scale = waiting.pop()
        factor = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
        scale *= float(factor[1]) if factor else 1
        found.append((element, scale))
        waiting += [(child, scale) for child in element]
    return found


def full_table(n_seats: int, n_cards: int, phase: int = WINTER) -> tuple[ArmoricaRules, Armorica]:
    """Displays as large as they can be thought of: so many cards each, and what is left in the rows."""
    rules = rules_for(n_seats)
    state = rules.start()
    assert isinstance(state, Armorica)
    order = list(range(rules.cards.n_cards))
    Random(n_cards).shuffle(order)
    state.displays = [order[n_cards * seat : n_cards * (seat + 1)] for seat in range(n_seats)]
    rest = order[n_cards * n_seats :]
    state.rows = [[card for card in rest if rules.cards.deck_of(card) == deck][:6] for deck in (0, 1)]
    state.goods = [sum(rules.cards.columns[card] for card in display) for display in state.displays]
    state.left = [0, 0]
    state.turn, state.phase, state.marker, state.seat = 5, phase, 1, 0
    return rules, state


# -- it fits


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_the_wide_table_always_has_the_same_frame_and_the_narrow_one_is_never_higher_than_a_phone(n_seats: int) -> None:
    rules = games(n_seats)[0]
    for state in games(n_seats)[1]:
        for seat in {max(0, state.to_move()), SPECTATOR}:
            assert parse(draw(rules, state, seat)).get("viewBox") == "0 0 960 650"
            box = str(parse(draw(rules, state, seat, narrow=True)).get("viewBox")).split()
            assert box[:3] == ["0", "0", "390"]
            assert float(box[3]) <= 500


@pytest.mark.parametrize(("n_seats", "n_cards"), [(4, 15), (3, 20), (2, 25)])
def test_the_largest_displays_still_fit(n_seats: int, n_cards: int) -> None:
    rules, state = full_table(n_seats, n_cards)
    wide = parse(draw(rules, state, 0))
    for element in wide.iter():
        place = re.fullmatch(r"translate\(([\d.-]+),([\d.-]+)\)", element.get("transform", ""))
        if place and (element.get("id") or "").startswith(("card-", "place-")):
            assert 0 <= float(place[1]) < 930
            assert 0 <= float(place[2]) < 600
    assert float(str(parse(draw(rules, state, 0, narrow=True)).get("viewBox")).split()[3]) <= 500


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_no_text_is_too_small(n_seats: int) -> None:
    rules = games(n_seats)[0]
    checked = 0
    for state in sample(n_seats):
        view = state.view(0)
        pictures = [(draw(rules, state, 0, narrow), narrow) for narrow in (False, True)]
        pictures.append((FACE.seats(rules, view, offers_to(rules, state, 0), Speaker("en", NAMES)), True))
        for svg, narrow in pictures:
            for element, scale in scaled(parse(svg)):
                if element.tag == f"{SVG}text" and element.get("font-size"):
                    assert float(element.attrib["font-size"]) * scale >= LEAST[narrow] - 0.06, element.text
                    checked += 1
    assert checked > 1000


def test_on_the_phone_everything_that_can_be_touched_is_large_enough_for_a_thumb() -> None:
    checked = 0
    tables = [
        (games(n_seats)[0], state) for n_seats in (2, 3, 4) for state in games(n_seats)[1] if state.to_move() >= 0
    ]
    tables += [full_table(n_seats, n_cards) for n_seats, n_cards in ((4, 15), (3, 20))]
    for rules, state in tables:
        for element in parse(draw(rules, state, state.to_move(), narrow=True)).iter():
            if element.get("role") != "button":
                continue
            shape = next(element.iter(f"{SVG}rect"))
            assert float(shape.attrib["width"]) >= THUMB, element.get("id")
            assert float(shape.attrib["height"]) >= THUMB, element.get("id")
            checked += 1
    assert checked > 1000


def test_the_drawings_are_the_same_in_every_picture() -> None:
    for narrow in (False, True):
        found = {re.search(r"<defs>.*?</defs>", draw(games(n)[0], s, 0, narrow))[0] for n in (2, 4) for s in sample(n)}  # type: ignore[index]
        assert len(found) == 1


# -- every card is somebody


@pytest.mark.parametrize("name", ["armorica-default-1", "armorica-default-2", "armorica-small-1", "armorica-tiny-1"])
def test_every_card_has_a_short_name_of_its_own_a_trade_and_a_head(name: str) -> None:
    components = GAME.load_components(GAME.read_builtin(name), name)
    rules = registry.make_ruleset(GAME, 2, {}, components)
    assert isinstance(rules, ArmoricaRules)
    people = everyone(rules.cards)
    assert len({person.name for person in people}) == rules.cards.n_cards
    assert all(2 < len(person.name) <= 8 for person in people)
    assert all(person.head in HEADS for person in people[: rules.cards.first_start])
    german = Speaker("de")
    assert all(german.word(person.trade) != person.trade or person.trade == "Tribun" for person in people)


def test_a_card_file_with_more_cards_than_names_counts_on() -> None:
    source = GAME.read_builtin("armorica-default-2")
    source = re.sub(r'(id = "G-.*suit = )"\w+"', r'\1"yellow"', source)
    source = source.split("[expect]")[0].replace("schema = 1", "schema = 1\nvariant = true", 1)
    rules = registry.make_ruleset(GAME, 2, {}, GAME.load_components(source, "test"))
    assert isinstance(rules, ArmoricaRules)
    people = everyone(rules.cards)
    assert len({person.name for person in people}) == rules.cards.n_cards
    assert people[10].name == f"{people[0].name} II"
    state, rng = rules.start(), Random(2)
    while state.to_move() != OVER:
        if state.to_move() >= 0:
            assert parse(draw(rules, state, state.to_move())).get("viewBox") == "0 0 960 650"
        state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize("narrow", [False, True])
def test_every_place_of_a_card_opens_the_picture_of_that_card_and_says_what_it_does(narrow: bool) -> None:
    rules, _ = games(3)
    checked = 0
    for state in sample(3):
        root = parse(draw(rules, state, max(0, state.to_move()), narrow))
        ids = {e.get("id") for e in root.iter()}
        for e in root.iter():
            if e.get("data-piece"):
                assert e.get("data-piece") in ids
                assert e.get("data-about")
                assert e.get("aria-label") or e.findtext(f"{SVG}title")
                checked += 1
    assert checked > 100


# -- what is said before a move comes true


def promised(preview: Preview, text: object) -> list[Message]:
    return [effect for effect in preview.effects if effect.text == text]


def check_promises(rules: ArmoricaRules, state: State, action: int) -> None:
    """Carry the action out on a copy and compare."""
    seat = state.to_move()
    view = state.view(seat)
    preview = FACE.preview(rules, view, action)
    after = state.clone()
    after.apply(action)
    seen = after.view(seat)
    assert isinstance(view, ArmoricaView)
    assert isinstance(seen, ArmoricaView)
    old, new = state.scores(), after.scores()
    check_points(preview, seat, old, new)
    for icon in MAJORITIES:
        gains = FACE.score_sheet(rules, seen)[2 + MAJORITIES.index(icon)].values
        were = FACE.score_sheet(rules, view)[2 + MAJORITIES.index(icon)].values
        said = {
            effect.args["player"].seat: change_of(effect)
            for effect in promised(preview, previews.RIVAL)
            if isinstance(effect.args["player"], Seat) and str(effect.args["icon"]) == ICONS[icon]
        }
        assert said == {other: gains[other] - were[other] for other in range(view.n_seats) if other != seat and gains[other] != were[other]}  # fmt: skip
    if rules.space.kind_of[action] == actions.STARVE:
        return
    hungry = [effect.args["n"] for effect in preview.effects if not isinstance(effect.text, str) and "n" in effect.args]
    assert hungry == ([words.hunger(seen, seat)] if words.hunger(seen, seat) else [])
    for effect in promised(preview, previews.ROMANS):
        reach = [
            sum(place < count(v.goods[seat], rules.cards.access[card] // 8) for place, card in enumerate(v.rows[ROMAN]))
            for v in (view, seen)
        ]
        assert [effect.args["before"], effect.args["after"]] == reach


def check_points(preview: Preview, seat: int, old: list[int], new: list[int]) -> None:
    told = promised(preview, previews.POINTS)
    if old[seat] == new[seat]:
        assert not told
        assert promised(preview, previews.SAME_POINTS)[0].args["points"] == old[seat]
        return
    assert (told[0].args["before"], told[0].args["after"]) == (old[seat], new[seat])
    parts = [
        change_of(effect) for effect in preview.effects if "change" in effect.args and effect.text != previews.RIVAL
    ]
    assert sum(parts) == new[seat] - old[seat], "the parts add up to the whole"


def change_of(effect: Message) -> int:
    change = effect.args["change"]
    assert isinstance(change, Message)
    points = change.args["points"]
    assert isinstance(points, int)
    return points if str(change).startswith("+") else -points


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([2, 3, 4]))
def test_the_points_majorities_and_winters_that_a_preview_promises_come_true(seed: int, n_seats: int) -> None:
    rules = rules_for(n_seats)
    state, rng = rules.start(), Random(seed)
    while state.to_move() != OVER:
        if state.to_move() >= 0:
            for action in state.legal():
                check_promises(rules, state, action)
        state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_offer_has_a_group_and_a_preview_in_words(n_seats: int) -> None:
    rules = games(n_seats)[0]
    groups = set()
    for state in sample(n_seats):
        if state.to_move() < 0:
            continue
        view = state.view(state.to_move())
        assert FACE.is_on_board(rules, view)
        for action in state.legal():
            group = FACE.group(rules, view, action)
            assert group is not None
            groups.add(str(group))
            said = [Speaker("de", NAMES)(effect) for effect in FACE.preview(rules, view, action).effects]
            assert 2 <= len(said) <= 12
            assert not [text for text in said if "%" in text]
    assert groups == {"Gaul row", "Roman row", "Pass", "Winter"}


# -- figures, headings and marks


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_the_figures_are_those_of_the_displays(n_seats: int) -> None:
    rules = games(n_seats)[0]
    for state in sample(n_seats):
        view = state.view(SPECTATOR)
        assert isinstance(view, ArmoricaView)
        figures = FACE.figures(rules, view)
        sheet = FACE.score_sheet(rules, view)
        for seat, (wheat, fed, coins, majorities) in enumerate(figures):
            assert wheat.value == count(view.goods[seat], WHEAT)
            assert (fed.value, fed.most) == (
                len(view.displays[seat]) - words.hunger(view, seat),
                len(view.displays[seat]),
            )
            assert coins.value == sheet[1].values[seat]
            assert majorities.value == sum(line.values[seat] > 0 for line in sheet[2:5])


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_turn_begins_with_a_heading_and_marks_name_things_on_the_board(n_seats: int) -> None:
    rules = rules_for(n_seats)
    state, rng = rules.start(), Random(7)
    headings = []
    marked = set()
    while state.to_move() != OVER:
        log: list[Event] = []
        mover = state.to_move()
        state.apply(rng.choice(state.legal()), log)
        headings += [str(heading) for event in log if (heading := FACE.heading(rules, event)) is not None]
        if mover == CHANCE and rng.random() > 0.2:
            continue
        say = Speaker("en", NAMES)
        wide = {e.get("id") for e in parse(draw(rules, state, 0)).iter()}
        phone = {e.get("id") for e in parse(draw(rules, state, 0, narrow=True)).iter()}
        phone |= {e.get("id") for e in parse(FACE.seats(rules, state.view(0), offers_to(rules, state, 0), say)).iter()}
        for event in log:
            for mark in FACE.marks(rules, event):
                if event.kind == events.MARKER and state.to_move() == OVER:
                    continue
                assert mark in wide
                assert f"n-{mark}" in phone or state.view(0).to_move() == 0
                marked.add(mark.split("-")[0])
    turns = words.turns_in_all(rules)
    assert headings == [*(f"Turn {turn}" for turn in range(1, turns + 1)), "The end of the game"]
    assert marked >= {"card", "discards", "start"}
