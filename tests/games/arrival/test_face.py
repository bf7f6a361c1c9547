"""What The Arrival says: buttons, log, status, score sheet, the terminal and the data for programs, in every position of whole games."""

import io
import json
from functools import cache
from random import Random
from typing import Any

import pytest
from rich.console import Console

from brehon.bots.levels import level
from brehon.core import registry
from brehon.core.contract import CHANCE, ORACLE, OVER, SPECTATOR
from brehon.core.face import Offers
from brehon.core.play import draw
from brehon.core.text import Speaker
from brehon.games.arrival import GAME
from brehon.games.arrival import state as phases
from tests.games.arrival.builders import a_state, do

FACE = GAME.face()
NAMES = ["Anna", "Brendan the Bold", "Carla", "Dumnorix"]
SAY = Speaker("en", NAMES)


@cache
def games(n_seats: int) -> tuple[Any, Any, Any]:
    """The positions and events of one game by greedy players and one by random ones."""
    rules = registry.make_ruleset(GAME, n_seats)
    found, events = [], []  # type: ignore[var-annotated]
    for name in ("cottar", "wanderer"):
        rng = Random(n_seats)
        bot = level(name)
        state = rules.start()
        while state.to_move() != OVER:
            found.append(state.clone())
            mover = state.to_move()
            action = (
                draw(state, rng)
                if mover == CHANCE
                else bot.bot.choose(state.view(mover), state.legal(), bot.budget, rng)
            )
            state.apply(action, events)
        found.append(state)
    return rules, found, events


def offers_to(rules: Any, state: Any, seat: int) -> Offers:
    if not (seat >= 0 and state.movers() >> seat & 1):
        return Offers()
    turned = state.clone()
    turned.turn_to(seat)
    asked = {*FACE.shown(rules, turned.view(seat)), *turned.legal()}
    return Offers({action: turned.why_not(action) for action in asked})


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_action_has_a_button_in_every_position(n_seats: int) -> None:
    rules, found, _ = games(n_seats)
    for state in found[::60]:
        for seat in (0, SPECTATOR):
            for action in range(rules.space.size):
                text = SAY(FACE.action(rules, state.view(seat), action))
                assert text
                assert "%" not in text


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_legal_actions_of_a_position_have_different_buttons(n_seats: int) -> None:
    rules, found, _ = games(n_seats)
    checked = 0
    for state in found[::9]:
        if state.to_move() >= 0:
            checked += 1
            view = state.view(state.to_move())
            texts = [SAY(FACE.action(rules, view, action)) for action in state.legal()]
            assert len(set(texts)) == len(texts)
    assert checked > 10


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_every_event_has_a_line_or_needs_none(n_seats: int) -> None:
    rules, _, events = games(n_seats)
    silent = set()
    for event in events:
        line = FACE.event(rules, event)
        if line is None:
            silent.add(event.kind)
        else:
            assert SAY(line)
            assert "%" not in SAY(line)
    assert len(silent) <= 2


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_status_sheet_data_and_terminal_in_every_position(n_seats: int) -> None:
    rules, found, _ = games(n_seats)
    for state in found[::31]:
        for seat in [*range(n_seats), SPECTATOR, ORACLE]:
            view = state.view(seat)
            assert SAY(FACE.status(rules, view))
            sheet = FACE.score_sheet(rules, view)
            assert sheet[-1].is_total
            assert sheet[-1].values == state.scores()
            for other in range(n_seats):
                assert sum(line.values[other] for line in sheet[:-1]) == sheet[-1].values[other]
            json.dumps(FACE.data(rules, view))
            console: Any = Console(file=io.StringIO(), width=100)
            console.print(FACE.terminal(rules, view, offers_to(rules, state, seat), SAY))
            assert "Balor's Isle" in console.file.getvalue()


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_what_is_shown_covers_every_legal_action_and_explains_the_rest(n_seats: int) -> None:
    rules, found, _ = games(n_seats)
    refused = 0
    for state in found[::11]:
        seat = state.to_move()
        if seat < 0:
            continue
        shown = FACE.shown(rules, state.view(seat))
        assert set(state.legal()) <= set(shown), [rules.space.texts[a] for a in set(state.legal()) - set(shown)]
        assert shown == sorted(set(shown))
        for action in shown:
            reason = state.why_not(action)
            assert (reason is None) == (action in state.legal())
            assert reason is None or SAY.reason(reason)
            refused += reason is not None
    assert refused > 10


def test_the_last_position_says_who_has_won_and_how() -> None:
    rules, found, _ = games(2)
    ends = [state for state in found if state.to_move() == OVER]
    for state in ends:
        text = SAY(FACE.status(rules, state.view(SPECTATOR)))
        assert "prevailed" in text or "overrun" in text
        assert any(name in text for name in NAMES)


def test_a_sealed_choice_is_in_nobody_elses_data() -> None:
    rules = registry.make_ruleset(GAME, 2)
    state: Any = rules.start()
    while state.to_move() == CHANCE or state.phase != phases.BLOCK:
        state.apply(state.legal()[0])
    first = state.to_move()
    state.apply(state.legal()[1])
    own = FACE.data(rules, state.view(first))["leaders"][first]  # type: ignore[index]
    others = FACE.data(rules, state.view(1 - first))["leaders"][first]  # type: ignore[index]
    assert own["own_secret_choice"] == "middle"
    assert others["own_secret_choice"] is None
    assert others["has_chosen_in_secret"]
    assert FACE.data(rules, state.view(SPECTATOR))["leaders"][first]["own_secret_choice"] is None  # type: ignore[index]


def test_face_down_cards_show_their_backs_only() -> None:
    rules = registry.make_ruleset(GAME, 2)
    state: Any = rules.start()
    while state.phase != phases.REVEAL:
        state.apply(state.legal()[0])
    for seat in (0, 1, SPECTATOR):
        cards = [card for leader in FACE.data(rules, state.view(seat))["leaders"] for card in leader["cards"]]  # type: ignore[attr-defined]
        assert len(cards) == 8
        assert all(card["id"] is None and card["sections"] is None and card["back"] for card in cards)


def test_counts_are_spoken_in_one_and_many() -> None:
    s = a_state("R:p1", "p2 p3=athach", R={"swords": 2, "discs": 1, "corruption": 1})
    assert do(s, "repel p2 fame")
    rules = registry.make_ruleset(GAME, 4)
    real: Any = rules.start()
    while real.phase != phases.DRAW:
        real.apply(real.legal()[0])
    view = real.view(0)
    texts = {SAY(FACE.action(rules, view, rules.space.find(f"repel {gate} fame"))) for gate in ("boreum", "dun_balair")}
    assert texts == {
        "Repel the Sineach on Boreum for 1 sword: 1 fame",
        "Repel the castle of Balor on Dún Balair for 4 swords: 10 fame",
    }


def on_screen(rules: Any, state: Any, seat: int, language: str = "en", width: int = 100) -> Any:
    console: Any = Console(file=io.StringIO(), width=width)
    console.print(FACE.terminal(rules, state.view(seat), offers_to(rules, state, seat), Speaker(language, NAMES)))
    return console.file.getvalue()


def test_a_small_terminal_lists_the_connections_while_leaders_look_for_a_port_and_only_then() -> None:
    rules, found, _ = games(2)
    landing = next(state for state in found if state.phase == phases.PORT)
    later = next(state for state in found if state.phase == phases.TURN)
    listed = " ".join(on_screen(rules, landing, 0, width=59).split())
    assert "ravius: vennicnii" in listed
    small = on_screen(rules, later, 0, width=59)
    assert "ravius:" not in small.replace("ravius:R", "").replace("ravius:G", "")


def test_the_terminal_needs_one_line_for_cards_that_all_lie_face_down() -> None:
    rules, found, _ = games(2)
    drawing = next(state for state in found if state.phase == phases.DRAW)
    blocking = next(state for state in found if state.phase == phases.BLOCK)
    assert "middle" not in on_screen(rules, drawing, 0)
    assert on_screen(rules, blocking, 0).count("middle") == 2


def test_the_terminal_names_isle_and_tones_in_the_reader_s_language() -> None:
    rules, found, _ = games(2)
    german = on_screen(rules, found[-1], 0, "de")
    for word in ("Balor's Isle", "amber", "heather", "chalk", "slate"):
        assert word in on_screen(rules, found[-1], 0)
        assert word not in german
        assert Speaker("de").word(word) in german


def test_the_log_says_an_ait_and_a_broch() -> None:
    rules, _, events = games(4)
    lines = [str(message) for message in (FACE.event(rules, event) for event in events) if message]
    assert any(" builds an Áit on " in line for line in lines)
    assert any(" builds a Broch on " in line for line in lines)
    assert not any(" a Áit" in line for line in lines)
