"""The board of The Arrival as a picture: well-formed, honest about what can be clicked, and silent about what is hidden."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations
from math import hypot
from random import Random
from xml.etree import ElementTree

import pytest

from brehon.core import registry
from brehon.core.contract import OVER, SPECTATOR, Components
from brehon.core.face import Offers
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import Speaker
from brehon.games.arrival import GAME, actions, svg
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import BLOCK, DRAW, KEEP, OGAM, PORT, TAKE, TURN, Arrival
from brehon.games.arrival.svg_layout import FINGER, layout_of
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.view import ArrivalView

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS = [False, True]
NAMES = ["Anna", "Bertram", "Cú", "Dagmar"]


def a_match(n_seats: int, seed: int, components: Components | None = None) -> Match:
    rules = registry.make_ruleset(GAME, n_seats, {}, components)
    match = Match(rules, [Player(name) for name in NAMES[:n_seats]], seeded_secret(seed))
    match.start()
    return match


def state_of(match: Match) -> Arrival:
    assert isinstance(match.state, Arrival)
    return match.state


def play_on(match: Match, rng: Random, is_hasty: bool) -> None:
    """One decision of a seat that may decide, whichever that is; a hasty one passes as soon as it may."""
    movers = [seat for seat in range(match.rules.n_seats) if match.may_move(seat)]
    seat = rng.choice(movers)
    legal = match.legal(seat)
    passing = match.rules.space.first[actions.PASS]
    match.play(seat, passing if is_hasty and passing in legal else rng.choice(legal))


def picture(match: Match, seat: int, narrow: bool = False, names: list[str] | None = None) -> str:
    rules, view = match.rules, match.view(seat)
    assert isinstance(rules, ArrivalRules)
    assert isinstance(view, ArrivalView)
    offers = match.offers(seat) if seat >= 0 else Offers()
    return svg.board(rules, view, offers, Speaker("en", NAMES if names is None else names), narrow=narrow)


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@cache
def positions(n_seats: int, components: str = "eriu-1") -> list[Match]:
    """Positions of three random games: every kind of decision that comes up, a few times, and both ends."""
    found: list[Match] = []
    seen: Counter[int] = Counter()
    for seed in range(3):
        match = a_match(n_seats, seed, registry.builtin(GAME, components))
        rng = Random(seed)
        while True:
            s = state_of(match)
            is_ripe = s.round > 1 or s.phase in (PORT, KEEP, OGAM)
            seen[s.phase] += is_ripe
            if is_ripe and (seen[s.phase] in (1, 4, 40) or match.is_over):
                found.append(match.at(match.ply))
            if match.is_over:
                break
            play_on(match, rng, is_hasty=seed == 2)
    return found


@cache
def boards(n_seats: int, components: str = "eriu-1") -> list[tuple[Match, int, bool, str]]:
    return [
        (match, seat, narrow, picture(match, seat, narrow))
        for match in positions(n_seats, components)
        for seat in [*range(n_seats), SPECTATOR]
        for narrow in LAYOUTS
    ]


def first(phase: int, n_seats: int = 3) -> Match:
    for match in positions(n_seats):
        if state_of(match).phase == phase:
            return match
    raise AssertionError("no such position in the sample")


# -- the picture as such


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_position_is_a_well_formed_picture_with_unique_ids_and_no_style(n_seats: int) -> None:
    phases = {state_of(match).phase for match in positions(n_seats)}
    assert phases >= {PORT, DRAW, BLOCK, TAKE, TURN, KEEP}, "the sample misses a kind of decision"
    for _, _, narrow, text in boards(n_seats):
        root = parsed(text)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), [name for name, n in Counter(ids).items() if n > 1]
        assert "style" not in {name for element in root.iter() for name in element.attrib}
        assert not [element for element in root.iter() if element.tag in (f"{SVG}style", f"{SVG}script")]
        assert root.get("viewBox") == ("0 0 390 500" if narrow else "0 0 960 650")


@pytest.mark.parametrize("narrow", LAYOUTS)
def test_every_reference_of_the_picture_leads_somewhere(narrow: bool) -> None:
    for match in positions(4):
        text = picture(match, 0, narrow)
        ids = set(re.findall(r' id="([^"]*)"', text))
        wanted = set(re.findall(r'href="#([^"]*)"', text)) | set(re.findall(r"url\(#([^)]*)\)", text))
        assert wanted <= ids


def test_both_layouts_fit_on_one_page() -> None:
    match = first(TURN)
    wide, narrow = (set(re.findall(r' id="([^"]*)"', picture(match, 0, layout))) for layout in LAYOUTS)
    assert not wide & narrow
    assert all(name.startswith("n-") for name in narrow)


def test_the_smaller_map_without_shapes_is_drawn_too() -> None:
    for _, _, _, text in boards(2, "eriu-small-1"):
        parsed(text)


def test_what_is_drawn_lies_within_the_picture() -> None:
    """Pieces and spots have their own place; none lies outside the sheet."""
    checked = 0
    for match in positions(4):
        for narrow in LAYOUTS:
            root = parsed(picture(match, 0, narrow))
            width, height = (float(value) for value in root.get("viewBox", "").split()[2:])
            for layer in root:
                if layer.get("class") in ("pieces", "spots", "places"):
                    for element in layer:
                        if element.get("transform"):
                            x, y = translation(element)
                            assert min(x, y, width - x, height - y) >= 0, element.attrib
                            checked += 1
    assert checked > 500


def translation(element: ElementTree.Element) -> tuple[float, float]:
    match = re.fullmatch(r"translate\(([-\d.e]+),([-\d.e]+)\)", element.get("transform", ""))
    assert match, element.attrib
    return float(match[1]), float(match[2])


# -- what can be clicked


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_legal_action_is_on_the_board_exactly_once_and_nothing_else_is(n_seats: int) -> None:
    for match, seat, _, text in boards(n_seats):
        clickable = Counter(int(action) for action in re.findall(r'data-action="(\d+)"', text))
        legal = match.legal(seat) if seat >= 0 else []
        assert clickable == Counter(legal)


@pytest.mark.parametrize("n_seats", [2, 4])
def test_what_is_refused_says_why_with_the_rule(n_seats: int) -> None:
    refused = 0
    for match, seat, narrow, text in boards(n_seats):
        offers = match.offers(seat) if seat >= 0 else Offers()
        for element in parsed(text).iter():
            if element.get("data-why") is not None:
                reason = offers.reason(int(element.get("data-why", "")))
                assert reason is not None
                assert Speaker("en", NAMES).reason(reason) in element.get("aria-label", "")
                assert element.get("aria-disabled") == "true"
                refused += not narrow
    assert refused > 50


def test_every_place_of_the_map_is_there_and_explains_itself() -> None:
    match = first(TURN)
    root = parsed(picture(match, SPECTATOR))
    places = [element for element in root.iter() if element.get("class") == "place"]
    island = state_of(match).table.island
    assert [element.get("data-place") for element in places] == island.names
    for element in places:
        title = element.find(f".//{SVG}title")
        assert title is not None
        assert title.text


def test_a_place_with_several_verbs_has_a_hidden_menu_and_one_with_a_single_verb_is_the_action_itself() -> None:
    menus = singles = 0
    for match, seat, _, text in boards(3):
        rules = match.rules
        for place in (element for element in parsed(text).iter() if element.get("class") == "place"):
            here = [int(e.get("data-action", "")) for e in place.iter() if e.get("data-action") is not None]
            menu = [element for element in place if element.get("class") == "menu"]
            assert len(menu) == (1 if len(here) > 1 else 0)
            if len(here) > 1:
                menus += 1
                assert menu[0].get("display") == "none"
                assert menu[0].get("role") == "menu"
                inside = [int(e.get("data-action", "")) for e in menu[0].iter() if e.get("data-action") is not None]
                assert inside == here, "a verb is offered outside the menu"
                assert all(match.why_not(seat, action) is None for action in here)
            elif here:
                singles += 1
                assert place[0].get("data-action") == str(here[0])
                kinds = (actions.PORT, actions.BUILD, actions.SPREAD, actions.REPEL, actions.RUSE, actions.RUSE_WITH,
                         actions.MIGRATE, actions.MIGRATE_WITH)  # fmt: skip
                assert rules.space.kind_of[here[0]] in kinds
    assert menus > 5
    assert singles > 5


@pytest.mark.parametrize("components", ["eriu-1", "eriu-small-1"])
@pytest.mark.parametrize("narrow", LAYOUTS)
def test_a_finger_can_tell_all_places_apart(components: str, narrow: bool) -> None:
    rules = registry.make_ruleset(GAME, 2, {}, registry.builtin(GAME, components))
    assert isinstance(rules, ArrivalRules)
    view = rules.start().view(SPECTATOR)
    assert isinstance(view, ArrivalView)
    scene = Scene(rules, view, Offers(), Speaker(), narrow)
    layout = layout_of(scene.chart, narrow)
    for (x1, y1), (x2, y2) in combinations([*layout.places, *layout.squares], 2):
        assert hypot(x1 - x2, y1 - y2) >= 2 * FINGER[narrow] - 1


def test_on_a_telephone_every_button_is_at_least_forty_four_pixels_high_and_wide() -> None:
    checked = 0
    for match, seat, narrow, text in boards(3):
        if not narrow or seat < 0:
            continue
        for element in parsed(text).iter():
            if element.get("data-action") is None:
                continue
            checked += 1
            rects = [(float(e.get("width", 0)), float(e.get("height", 0))) for e in element.iter(f"{SVG}rect")]
            circles = [(2 * float(e.get("r", 0)), 2 * float(e.get("r", 0))) for e in element.iter(f"{SVG}circle")]
            assert any(min(size) >= 43.9 for size in rects + circles), match.rules.space.texts[
                int(element.get("data-action", ""))
            ]
    assert checked > 50


# -- words


HOSTILE = "<script>alert(1)</script>\"&'\x00]]>"


@pytest.mark.parametrize("narrow", LAYOUTS)
def test_hostile_names_are_only_text(narrow: bool) -> None:
    for match in positions(2):
        text = picture(match, 0, narrow, [HOSTILE, HOSTILE])
        assert "<script" not in text
        assert "\x00" not in text
        parsed(text)


def test_hostile_words_of_a_component_file_are_only_text() -> None:
    source = GAME.read_builtin("eriu-1")
    bad = '<b>%(x)s&\\"'
    source = source.replace('name = "Nagnatae"', f'name = "{bad}"').replace('name = "Rhaeba"', f'name = "{bad}"')
    source = source.replace('name = "Ériu"', f'name = "{bad}"').replace('"#d8ab55"', '"#d8ab55\\" onload=\\"x"')
    match = a_match(2, 1, GAME.load_components(source, "hostile"))
    for narrow in LAYOUTS:
        text = picture(match, 0, narrow)
        assert "<b>" not in text
        assert not [element for element in parsed(text).iter() if "onload" in element.attrib]


def test_the_balance_is_said_in_words_and_changes_with_the_map() -> None:
    """T and F and which ending they mean can be read, also after the end."""
    for match in positions(4):
        s = state_of(match)
        text = picture(match, SPECTATOR)
        assert f"Fortified locations of all tribes: {s.built.bit_count()}." in text
        assert f"Locations with a Fomori or a castle: {s.dark.bit_count()}." in text
        is_overrun = s.dark.bit_count() >= s.built.bit_count()
        words = " ".join(re.findall(r">([^<]*)</text>", text))
        assert ("overrun: least corruption wins" in words) == is_overrun
        assert ("most fame wins" in words) == (not is_overrun)


# -- what is hidden


def view_of(state: object, seat: int) -> ArrivalView:
    assert isinstance(state, Arrival)
    view = state.view(seat)
    assert isinstance(view, ArrivalView)
    return view


@pytest.mark.parametrize("n_seats", [2, 4])
def test_nothing_hidden_is_in_the_picture(n_seats: int) -> None:
    """Whatever a seat must hold possible gives the same picture, to the byte."""
    rng = Random(7)
    for match, seat, narrow, text in boards(n_seats):
        rules = match.rules
        assert isinstance(rules, ArrivalRules)
        for _ in range(2):
            guess = match.view(seat).determinize(rng)
            offers = match.offers(seat) if seat >= 0 else Offers()
            again = svg.board(rules, view_of(guess, seat), offers, Speaker("en", NAMES), narrow=narrow)
            assert again == text


def test_a_sealed_block_is_seen_by_its_owner_alone() -> None:
    """Given a secret choice, the picture of everybody else is the same whatever was chosen."""
    match = next(m for m in positions(3) if state_of(m).phase == BLOCK and state_of(m).choosing.bit_count() == 3)
    seat = 1
    legal = match.legal(seat)
    assert len(legal) >= 2
    after = []
    for action in legal[:2]:
        twin = match.at(match.ply)
        twin.play(seat, action)
        after.append(twin)
    for other in (0, 2, SPECTATOR):
        assert picture(after[0], other) == picture(after[1], other)
    assert picture(after[0], seat) != picture(after[1], seat)


def test_a_face_down_card_shows_its_back_only() -> None:
    match = first(DRAW)
    while state_of(match).phase == DRAW:
        match.play(match.state.to_move(), match.legal(match.state.to_move())[0])
    s = state_of(match)
    text = picture(match, 0)
    drawn = [card for card in s.rows if card <= -2]
    assert drawn
    assert text.count('class="card back"') == len(drawn)
    shown = set(re.findall(r'id="card-(\w+)"', text))
    assert shown == {s.table.deck.names[card] for card in s.rows if card >= 0}


# -- values


def test_open_tiles_say_what_they_would_give_the_leader_who_looks() -> None:
    checked = 0
    for match in positions(3):
        if match.state.to_move() == OVER or state_of(match).phase in (KEEP, OGAM):  # the tiles make room for the choice
            continue
        rules = match.rules
        assert isinstance(rules, ArrivalRules)
        for seat in range(3):
            view = view_of(match.state, seat)
            scene = Scene(rules, view, Offers(), Speaker("en", NAMES))
            text = picture(match, seat)
            for tile, _ in scene.display():
                gain = scene.gain(seat, tile)
                if gain >= 0 and not scene.is_bard(tile):
                    assert f"Now: {gain} fame for {NAMES[seat]}" in text
                    checked += 1
    assert checked > 20


def test_the_static_map_is_drawn_once() -> None:
    from brehon.games.arrival.svg_map import ground

    match = first(TURN)
    picture(match, 0)
    before = ground.cache_info()
    picture(match, 1)
    after = ground.cache_info()
    assert after.misses == before.misses
    assert after.hits == before.hits + 1


def test_a_sheet_without_offers_has_no_buttons() -> None:
    match = first(OGAM, 4) if any(state_of(m).phase == OGAM for m in positions(4)) else first(TURN, 4)
    rules = match.rules
    assert isinstance(rules, ArrivalRules)
    scene = Scene(rules, view_of(match.state, SPECTATOR), Offers(), Speaker())
    text = svg.wide_board(scene)
    assert "data-action" not in text
    assert 'role="button"' not in text


# -- words and room


def test_the_isle_and_the_tones_of_the_provinces_are_named_in_the_reader_s_language() -> None:
    match = a_match(2, 1)
    rules, view = match.rules, match.view(0)
    assert isinstance(rules, ArrivalRules)
    assert isinstance(view, ArrivalView)
    shown = {
        language: [text.text for text in parsed(svg.board(rules, view, Offers(), Speaker(language))).iter(f"{SVG}text")]
        for language in ("en", "de")
    }  # fmt: skip
    for word in ("Balor's Isle", "amber", "heather", "chalk", "slate"):
        translated = Speaker("de").word(word)
        assert translated != word
        assert word in shown["en"]
        assert translated in shown["de"]
        assert word not in shown["de"]
