"""What Armorica shows and says: the SVG table, the terminal, the words, the score sheet and the data for programs."""

from __future__ import annotations

import gettext
import io
import json
import re
from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from brehon.bots.levels import level
from brehon.core import registry
from brehon.core.contract import CHANCE, ORACLE, OVER, SPECTATOR, State, View
from brehon.core.face import Offers
from brehon.core.play import run_chance
from brehon.core.text import Speaker
from brehon.games.armorica import words
from brehon.games.armorica.data import DECKS, N_DECKS, SUITS
from brehon.games.armorica.people import everyone
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import GAUL_TURN, ROMAN_TURN, WINTER
from brehon.games.armorica.view import ArmoricaView

GAME = registry.game("armorica")
FACE = GAME.face()
NAMES = ["Anna", "Brendan the Bold", "Carla", "Dumnorix"]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>", '" onload="alert(1)', "' x='", "</text></svg><b>", "&lt;&amp;&#0;", "]]>", "\x00\x01\x1b[31m",
    "\u202eadnA", "מרים", "👩‍👩‍👧‍👦" * 9, "a" * 300, "{0}%(name)s%s", "\ud800", "漢字" * 20, "\n\t ", "",
]  # fmt: skip


def rules_for(n_seats: int, **options: str) -> ArmoricaRules:
    rules = registry.make_ruleset(GAME, n_seats, options)
    assert isinstance(rules, ArmoricaRules)
    return rules


@cache
def games(n_seats: int) -> tuple[ArmoricaRules, list[State]]:
    """Every position of one game by greedy players and one by random ones, from the empty table to the end."""
    rules = rules_for(n_seats)
    found: list[State] = []
    for name in ("cottar", "wanderer"):
        rng = Random(n_seats)
        state = rules.start()
        while True:
            found.append(state.clone())
            mover = state.to_move()
            if mover == OVER:
                break
            if mover == CHANCE:
                options = state.legal()
                state.apply(options[rng.randrange(len(options))])
            else:
                chosen = level(name)
                state.apply(chosen.bot.choose(state.view(mover), state.legal(), chosen.budget, rng))
    return rules, found


def sample(n_seats: int, every: int = 7) -> list[State]:
    """Some positions: all of winter, the first and the last, and every few of the others."""
    found = games(n_seats)[1]
    return [
        s for i, s in enumerate(found) if i % every == 0 or s.to_move() == OVER or phase_of(s) == WINTER
    ]  # fmt: skip


def phase_of(state: State) -> int:
    view = state.view(SPECTATOR)
    assert isinstance(view, ArmoricaView)
    return view.phase


def offers_to(rules: ArmoricaRules, state: State, seat: int) -> Offers:
    if seat < 0 or state.to_move() != seat:
        return Offers()
    asked = {*FACE.shown(rules, state.view(seat)), *state.legal()}
    return Offers({action: state.why_not(action) for action in asked})


def draw(rules: ArmoricaRules, state: State, seat: int, narrow: bool = False, say: Speaker | None = None) -> str:
    say = say or Speaker("en", NAMES)
    return FACE.board(rules, state.view(seat), offers_to(rules, state, seat), say, narrow=narrow)


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def first(n_seats: int, phase: int, with_refusal: bool = False) -> State:
    """The first position of a phase, if asked for one with something that cannot be taken."""
    for state in games(n_seats)[1]:
        if state.to_move() >= 0 and phase_of(state) == phase:
            offers = offers_to(games(n_seats)[0], state, state.to_move())
            if not with_refusal or any(offers.reasons.values()):
                return state
    raise AssertionError("no such position was reached")


# -- the picture


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_position_is_drawn_for_every_seat_as_sound_svg(n_seats: int, narrow: bool) -> None:
    rules = games(n_seats)[0]
    for state in sample(n_seats):
        for seat in [*range(n_seats), SPECTATOR, *([ORACLE] if state.to_move() == OVER else [])]:
            svg = draw(rules, state, seat, narrow)
            root = parse(svg)
            assert svg.startswith("<svg")
            assert root.tag == f"{SVG}svg"
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            assert all(name.startswith("n-") for name in ids if name) == narrow
            used = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
            assert used <= set(ids), "everything that is referred to is defined"


@pytest.mark.parametrize("narrow", [False, True])
def test_a_strict_content_security_policy_lets_everything_through(narrow: bool) -> None:
    for state in sample(3):
        for element in parse(draw(games(3)[0], state, 0, narrow)).iter():
            assert element.tag not in {f"{SVG}style", f"{SVG}script", f"{SVG}foreignObject", f"{SVG}image"}
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_card_in_play_is_drawn_once_in_an_order_that_never_changes(n_seats: int, narrow: bool) -> None:
    rules = games(n_seats)[0]
    cards = rules.cards
    for state in sample(n_seats):
        view = state.view(0)
        assert isinstance(view, ArmoricaView)
        prefix = "n-card-" if narrow else "card-"
        drawn = names_of_cards(draw(rules, state, 0, narrow), prefix)
        is_hungry = view.phase == WINTER and view.to_move() == 0
        shown = (*view.rows, *view.displays)
        if (
            narrow
        ):  # the viewer's own display; that of the others is apart; in one's own winter there is only the display
            shown = (view.displays[0],) if is_hungry else (*view.rows, view.displays[0])
        assert drawn == sorted(cards.names[card] for pile in shown for card in pile)


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_all_displays_are_on_the_page_of_the_players_and_no_id_is_also_on_the_narrow_board(n_seats: int) -> None:
    rules = games(n_seats)[0]
    for state in sample(n_seats):
        view = state.view(0)
        assert isinstance(view, ArmoricaView)
        seats = FACE.seats(rules, view, offers_to(rules, state, 0), Speaker("en", NAMES))
        own = names_of_cards(seats, "n-s-card-")
        others = names_of_cards(seats, "n-card-")
        assert own == sorted(rules.cards.names[card] for card in view.displays[0])
        assert others == sorted(rules.cards.names[card] for display in view.displays[1:] for card in display)
        ids = [[e.get("id") for e in parse(svg).iter() if e.get("id")] for svg in (seats, draw(rules, state, 0, True))]
        assert len({*ids[0], *ids[1]}) == len(ids[0]) + len(ids[1])
        assert all(str(name).startswith("n-") for name in ids[0])
        assert not [e for e in parse(seats).iter() if e.get("data-action") or e.get("data-why")], (
            "nothing to decide here"
        )


def names_of_cards(svg: str, prefix: str) -> list[str]:
    """The cards that are drawn, in the order in which they are drawn."""
    return [name.removeprefix(prefix) for e in parse(svg).iter() if (name := e.get("id", "")).startswith(prefix)]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_whoever_decides_can_click_every_legal_action_once_and_reads_why_the_others_are_shut(
    n_seats: int, narrow: bool
) -> None:
    rules = games(n_seats)[0]
    say = Speaker("en", NAMES)
    n_open, n_shut = 0, 0
    for state in games(n_seats)[1]:
        seat = state.to_move()
        if seat < 0:
            continue
        offers = offers_to(rules, state, seat)
        spots = [e for e in parse(draw(rules, state, seat, narrow)).iter() if e.get("role") == "button"]
        opened = [e for e in spots if "data-action" in e.attrib]
        shut = [e for e in spots if "data-why" in e.attrib]
        assert sorted(int(e.attrib["data-action"]) for e in opened) == state.legal()
        refused = sorted(action for action, reason in offers.reasons.items() if reason is not None)
        assert sorted(int(e.attrib["data-why"]) for e in shut) == refused
        for e in opened:
            label = say(FACE.action(rules, state.view(seat), int(e.attrib["data-action"])))
            assert e.attrib["aria-label"] == label == e.findtext(f"{SVG}title")
        for e in shut:
            reason = offers.reason(int(e.attrib["data-why"]))
            assert reason is not None
            assert e.attrib["aria-label"] == say.reason(reason) == e.findtext(f"{SVG}title")
            assert e.attrib["aria-disabled"] == "true"
        assert all(e.tag == f"{SVG}g" and e.attrib["tabindex"] == "0" for e in spots)
        n_open, n_shut = n_open + len(opened), n_shut + len(shut)
    assert min(n_open, n_shut) > 100


def test_a_button_lies_exactly_on_the_card_it_is_about() -> None:
    checked = 0
    for narrow in (False, True):
        for n_seats in (2, 3, 4):
            rules, states = games(n_seats)
            for state in states[:: 5 - n_seats + 1]:
                seat = state.to_move()
                if seat < 0:
                    continue
                places = {e.get("id", ""): e for e in parse(draw(rules, state, seat, narrow)).iter() if e.get("id")}
                for ident, e in places.items():
                    action = int(e.get("data-action", e.get("data-why", "-1")))
                    if action < 0 or action == rules.pass_action:
                        continue
                    card = places[f"{'n-' if narrow else ''}card-{card_of(state, action)}"]
                    assert e.get("transform") == card.get("transform"), ident
                    checked += 1
    assert checked > 500


def card_of(state: State, action: int) -> str:
    view = state.view(SPECTATOR)
    assert isinstance(view, ArmoricaView)
    table = view.table
    if action >= table.starve:
        return table.cards.names[action - table.starve]
    deck, place = divmod(action, table.row_size)
    return table.cards.names[view.rows[deck][place]]


def test_in_winter_the_cards_of_the_hungry_display_are_clicked() -> None:
    state = first(3, WINTER, with_refusal=True)
    seat = state.to_move()
    root = parse(draw(games(3)[0], state, seat))
    held = [e for e in root.iter() if e.get("id", "").startswith(f"place-{seat}-")]
    assert {int(e.attrib["data-action"]) for e in held if e.get("data-action")} == set(state.legal())
    assert all("data-action" in e.attrib or "data-why" in e.attrib for e in held)


@pytest.mark.rule("AM-5.5")
def test_a_card_out_of_reach_says_what_it_needs_and_what_is_there() -> None:
    state = first(2, ROMAN_TURN, with_refusal=True)
    svg = draw(games(2)[0], state, state.to_move())
    whys = [e.findtext(f"{SVG}title") or "" for e in parse(svg).iter() if e.get("data-why")]
    assert whys
    pattern = r"\w+ card in place (\d): needs \1 \w+, you have \d — AM-5\.\d"
    assert all(re.fullmatch(pattern, why) for why in whys), whys


def test_who_does_not_decide_can_click_nothing_but_still_reads_every_card() -> None:
    for state in sample(3):
        for seat in (SPECTATOR, (state.to_move() + 1) % 3):
            root = parse(draw(games(3)[0], state, seat))
            assert not [e for e in root.iter() if e.get("role") == "button" or e.get("data-why")]
            spots = [e for e in root.iter() if (e.get("class") or "").startswith("spot") and e.get("id")]
            assert all(e.findtext(f"{SVG}title") for e in spots)


def test_the_ribbon_covers_the_places_that_the_wheat_reaches() -> None:
    state = first(2, GAUL_TURN)  # everybody has two wheat
    root = parse(draw(games(2)[0], state, state.to_move()))
    ribbon = next(e for e in root.iter() if e.get("class") == "reach wheat")
    tip = float(re.findall(r"[\d.]+", ribbon.attrib["d"])[0]) - 7
    lefts = {
        place: float(re.findall(r"[\d.]+", e.attrib["transform"])[0])
        for place in (1, 2, 3)
        for e in root.iter()
        if e.get("id") == f"row-gaul-{place}"
    }
    assert lefts[3] < tip <= lefts[2] < lefts[1]
    assert "your 2 wheat reach here" in "".join(root.itertext())


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text(name: str, narrow: bool) -> None:
    check_name(name, narrow)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.booleans())
def test_whatever_somebody_is_called_stays_text(name: str, narrow: bool) -> None:
    check_name(name, narrow)


def check_name(name: str, narrow: bool) -> None:
    rules = games(2)[0]
    for state in (first(2, GAUL_TURN), games(2)[1][-1]):
        plain = [e.tag for e in parse(draw(rules, state, SPECTATOR, narrow, Speaker("en", ["Anna", "Ben"]))).iter()]
        root = parse(draw(rules, state, SPECTATOR, narrow, Speaker("en", [name, name])))
        found = [e.tag for e in root.iter()]
        assert set(found) == set(plain)
        if not narrow:  # there a long name may take one line more
            assert found == plain


@pytest.mark.parametrize("row_size", [1, 3, 9])
def test_other_row_sizes_are_drawn_too(row_size: int) -> None:
    source = GAME.read_builtin("armorica-default-1").replace("row_size = 6", f"row_size = {row_size}")
    rules = registry.make_ruleset(GAME, 2, {}, GAME.load_components(source, "test"))
    assert isinstance(rules, ArmoricaRules)
    state, rng = rules.start(), Random(1)
    while state.to_move() != OVER:
        run_chance(state, rng)
        if state.to_move() == OVER:
            break
        for narrow in (False, True):
            root = parse(draw(rules, state, state.to_move(), narrow))
            found = [int(e.attrib["data-action"]) for e in root.iter() if e.get("data-action")]
            assert sorted(found) == state.legal()
        state.apply(rng.choice(state.legal()))


# -- every text comes from the catalogue


class Marking(gettext.NullTranslations):
    """A language in which every text is the English one between signs."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"«{one if n == 1 else many}»"


def marked() -> Speaker:
    say = Speaker("xx", ["7", "8", "9", "0"])
    say._catalogue = Marking()
    return say


@pytest.mark.parametrize("narrow", [False, True])
def test_every_word_of_the_picture_comes_from_the_catalogue(narrow: bool) -> None:
    rules, _ = games(4)
    own = {*rules.cards.names, *(person.name for person in everyone(rules.cards))}
    translated = 0
    for state in sample(4, 11):
        for e in parse(draw(rules, state, max(0, state.to_move()), narrow, marked())).iter():
            if e.tag in (f"{SVG}text", f"{SVG}title") and re.search("[A-Za-z]", e.text or ""):
                assert e.text in own or "«" in (e.text or ""), e.text
                translated += "«" in (e.text or "")
    assert translated > 100


def test_every_word_of_labels_log_status_and_score_sheet_comes_from_the_catalogue() -> None:
    rules, states = games(3)
    say = marked()
    for state in states[::9]:
        view = state.view(0)
        said = [say(FACE.status(rules, view)), *(say(FACE.action(rules, view, a)) for a in range(rules.space.size))]
        for line in FACE.score_sheet(rules, view):
            said += [say(line.label), *(say(note) for note in line.notes)]
        assert all(text.startswith("«") for text in said)


# -- the terminal


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_the_terminal_shows_every_card_within_its_width(n_seats: int, width: int) -> None:
    rules = games(n_seats)[0]
    for state in sample(n_seats, 15):
        seat = max(0, state.to_move())
        view = state.view(seat)
        assert isinstance(view, ArmoricaView)
        shown = print_table(rules, view, offers_to(rules, state, seat), width)
        assert max(len(line) for line in shown.splitlines()) <= width
        for cards in (*view.rows, *view.displays):
            for card in cards:
                assert f" {rules.cards.names[card]} " in shown
        for seat in range(n_seats):
            assert NAMES[seat] in shown


def print_table(rules: ArmoricaRules, view: View, offers: Offers, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width).print(FACE.terminal(rules, view, offers, Speaker("en", NAMES)))
    return out.getvalue()


def test_the_terminal_puts_brackets_around_what_may_be_taken() -> None:
    rules, state = games(2)[0], first(2, GAUL_TURN)
    seat = state.to_move()
    shown = print_table(rules, state.view(seat), offers_to(rules, state, seat), 80)
    line = next(line for line in shown.splitlines() if "place" in line)
    assert re.findall(r"\S+", line)[1:] == ["6", "5", "4", "3", "[2]", "[1]"]
    wide = print_table(rules, state.view(seat), offers_to(rules, state, seat), 100)
    line = next(line for line in wide.splitlines() if line.startswith("place, card"))
    assert re.findall(r"\S+(?= [YBNGRW] )", line) == ["6", "5", "4", "3", "[2]", "[1]"]


@pytest.mark.parametrize("name", HOSTILE[:8])
def test_a_name_with_markup_is_only_a_name_in_the_terminal(name: str) -> None:
    rules, state = games(2)[0], first(2, GAUL_TURN)
    out = io.StringIO()
    table = FACE.terminal(rules, state.view(0), Offers(), Speaker("en", ["[bold red]x[/]", name]))
    Console(file=out, width=80).print(table)
    assert "[bold red]x[/]" in out.getvalue()


# -- words


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_action_of_the_space_has_a_label_of_its_own_in_every_phase(n_seats: int) -> None:
    rules, states = games(n_seats)
    for state in states[::13]:
        labels = [str(FACE.action(rules, state.view(0), action)) for action in range(rules.space.size)]
        assert all(labels)
        assert len(set(labels)) == len(labels)


def test_labels_name_the_card_its_place_and_what_it_brings() -> None:
    rules, state = games(2)[0], first(2, GAUL_TURN)
    view = state.view(0)
    assert isinstance(view, ArmoricaView)
    cards, row = rules.cards, view.rows[0]
    label = str(FACE.action(rules, view, 1))
    suit = SUITS[cards.suits[row[1]]]
    icons = words.icons(cards.columns[row[1]])
    people = everyone(cards)
    assert label == f"Take {people[row[1]].name} ({suit}, {cards.names[row[1]]}) from place 2: {icons}"
    passing = str(FACE.action(rules, view, rules.pass_action))
    assert passing == f"Pass; {people[row[0]].name} leaves ({SUITS[cards.suits[row[0]]]}, {cards.names[row[0]]})"


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_event_of_a_game_has_a_line_in_the_log(n_seats: int) -> None:
    rules = rules_for(n_seats)
    state, rng, kinds = rules.start(), Random(5), set()
    say = Speaker("en", NAMES)
    while state.to_move() != OVER:
        log: list[Any] = []
        state.apply(rng.choice(state.legal()), log)
        for event in log:
            message = FACE.event(rules, event)
            assert message is not None
            assert not re.search(r"[%«]|\(\)s", say(message))
            assert event.seat < 0 or NAMES[event.seat] in say(message)
            kinds.add(event.kind)
    assert len(kinds) >= 7


def test_the_status_says_turn_phase_and_task_and_in_the_end_who_has_won() -> None:
    rules, states = games(2)
    say = Speaker("en", NAMES)
    assert say(FACE.status(rules, states[0].view(0))) == "Setting up the table"
    begun = first(2, GAUL_TURN)
    name = NAMES[begun.to_move()]
    assert say(FACE.status(rules, begun.view(0))) == f"Turn 1 of 8, Gaul immigration: {name} takes a card or passes"
    over = states[-1]
    winner = NAMES[over.places().index(1)]
    assert f"{winner} wins with {max(over.scores())} points" in say(FACE.status(rules, over.view(0)))


@pytest.mark.parametrize("options", [{}, {"two_player_step": "off"}, {"two_player_step": "per_player"}])
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_the_number_of_turns_announced_is_the_number_played(n_seats: int, options: dict[str, str]) -> None:
    rules = rules_for(n_seats, **options)
    state, rng = rules.start(), Random(3)
    while state.to_move() != OVER:
        state.apply(rng.choice(state.legal()))
    view = state.view(0)
    assert isinstance(view, ArmoricaView)
    assert view.turn == words.turns_in_all(rules)


def test_the_lower_deck_decides_how_many_turns_are_announced() -> None:
    source = GAME.read_builtin("armorica-default-1").replace("schema = 1", "schema = 1\nvariant = true")
    source = source.split("[expect]")[0]
    source = re.sub(r'  \{ id = "G-E.*\n', "", source).replace('"D", "E"]', '"D"]')
    rules = registry.make_ruleset(GAME, 3, {}, GAME.load_components(source, "test"))
    assert isinstance(rules, ArmoricaRules)
    state, rng = rules.start(), Random(3)
    while state.to_move() != OVER:
        state.apply(rng.choice(state.legal()))
    view = state.view(0)
    assert isinstance(view, ArmoricaView)
    assert view.turn == words.turns_in_all(rules) == 6  # 24 - 6 Gauls, three a turn


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_what_is_shown_holds_every_legal_action_and_the_near_misses(n_seats: int) -> None:
    rules, states = games(n_seats)
    for state in states:
        if state.to_move() >= 0:
            assert set(state.legal()) <= set(FACE.shown(rules, state.view(state.to_move())))
        else:
            assert FACE.shown(rules, state.view(0)) == []
    rows = FACE.shown(rules, first(n_seats, GAUL_TURN).view(0))
    assert rows == [*range(6), rules.pass_action]


# -- points and data


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_the_score_sheet_adds_up_to_the_scores_of_the_rules(n_seats: int) -> None:
    rules, states = games(n_seats)
    for state in states:
        lines = FACE.score_sheet(rules, state.view(SPECTATOR))
        assert lines[-1].is_total
        assert lines[-1].values == state.scores()
        parts = [line.values for line in lines if not line.is_total]
        assert [sum(column) for column in zip(*parts, strict=True)] == state.scores()
        assert all(line.rule.startswith("AM-") for line in lines)
        assert all(len(line.notes) in (0, n_seats) for line in lines)


def test_the_score_sheet_lists_the_sets() -> None:
    lines = FACE.score_sheet(games(2)[0], games(2)[1][-1].view(0))
    for seat, note in enumerate(lines[0].notes):
        points = [int(number) for number in re.findall(r"\d+", str(note))]
        assert sum(points) == lines[0].values[seat]


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_data_for_programs_is_json_and_says_what_the_view_says(n_seats: int) -> None:
    rules, states = games(n_seats)
    for state in states[::5] + states[-1:]:
        view = state.view(SPECTATOR)
        assert isinstance(view, ArmoricaView)
        data = json.loads(json.dumps(FACE.data(rules, view)))
        names = rules.cards.names
        for deck in range(N_DECKS):
            row = data["rows"][DECKS[deck]]
            assert [card["id"] for card in row] == [names[card] for card in view.rows[deck]]
            assert [card["position"] for card in row] == list(range(1, len(row) + 1))
            assert data["decks"][DECKS[deck]]["left"] == view.deck_height(deck)
            assert len(data["decks"][DECKS[deck]]["pile_cards"]) <= view.deck_height(deck)
        for seat, display in enumerate(data["displays"]):
            assert [card["id"] for card in display["cards"]] == [names[card] for card in view.displays[seat]]
            assert sum(display["sets"]) == len(display["cards"])
            for icon, total in display["totals"].items():
                assert total == sum(card["icons"][icon] for card in display["cards"])
        assert data["scores"] == state.scores()
        assert data["places"] == (state.places() if state.to_move() == OVER else None)
        assert data["to_move"] == (state.to_move() if state.to_move() >= 0 else None)


def test_data_say_which_icon_gives_access_to_a_card() -> None:
    data = FACE.data(games(2)[0], first(2, ROMAN_TURN).view(0))
    rows = data["rows"]
    assert isinstance(rows, dict)
    right = {"red": "grapes", "green": "olives", "white": "sheep"}
    assert all(card["access"] == right.get(card["suit"], "wheat") for card in rows["roman"])
    assert all(card["access"] == "wheat" for card in rows["gaul"])
