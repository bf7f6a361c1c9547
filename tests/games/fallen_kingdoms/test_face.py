"""Words, plain data and the terminal, in every kind of decision that random play reaches."""

import io
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from rich.console import Console

from brehon.core import registry
from brehon.core.contract import CHANCE, ORACLE, OVER, SPECTATOR, Event
from brehon.core.face import Offers
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.play import draw
from brehon.core.record import Player
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import events, words
from brehon.games.fallen_kingdoms.state import N_PHASES
from tests.games.fallen_kingdoms.builder import GAME, Position

FACE = GAME.face()
KINDS = [
    value
    for name, value in vars(events).items()
    if name.isupper() and isinstance(value, int) and not name.startswith("FOR_")
]


def visited(seeds: Any) -> Iterator[Any]:
    """A state of every phase that random play reaches, with its rules."""
    seen = set()
    for seed in range(seeds):
        rules = registry.make_ruleset(GAME, 3 + seed % 4)
        rng = Random(seed)
        s: Any = rules.start()
        while True:
            if (s.phase, s.power) not in seen:
                seen.add((s.phase, s.power))
                yield rules, s.clone()
            if s.to_move() == OVER:
                break
            s.apply(draw(s, rng) if s.to_move() == CHANCE else rng.choice(s.legal()))


STATES = list(visited(4))


def test_every_phase_has_a_status_and_data_for_every_viewer() -> None:
    assert len({s.phase for _, s in STATES}) > 38
    for rules, s in STATES:
        for seat in (0, 1, SPECTATOR, ORACLE):
            view = s.view(seat)
            assert str(FACE.status(rules, view)).strip()
            assert json.loads(json.dumps(FACE.data(rules, view)))["round"] == s.round
            lines = FACE.score_sheet(rules, view)
            assert lines[-1].is_total
            assert all(len(line.values) == s.n_seats for line in lines)


def test_every_phase_can_be_played_at_a_terminal() -> None:
    for rules, s in STATES[::3]:
        seat = max(0, s.to_move())
        console = Console(width=160, record=True, file=io.StringIO())
        console.print(FACE.terminal(rules, s.view(seat), offers_for(rules, s, seat), Speaker()))
        assert str(FACE.status(rules, s.view(seat)))[:20] in console.export_text()


def offers_for(rules: Any, s: Any, seat: int) -> Offers:
    if s.to_move() != seat:
        return Offers()
    return Offers({action: s.why_not(action) for action in FACE.shown(rules, s.view(seat))})


def test_every_legal_action_is_shown_and_has_words() -> None:
    phases = set()
    for rules, s in STATES:
        mover = s.to_move()
        if mover == OVER:
            continue
        view = s.view(mover if mover >= 0 else SPECTATOR)
        for action in s.legal():
            assert "%(" not in str(FACE.action(rules, view, action))
        if mover >= 0:
            assert set(s.legal()) <= set(FACE.shown(rules, view)), s.phase
            phases.add(s.phase)
    assert len(phases) > 10


def test_every_action_of_the_space_has_words() -> None:
    rules, s = next((rules, s) for rules, s in STATES if s.round > 0)
    texts = [str(FACE.action(rules, s.view(0), action)) for action in range(rules.space.size)]
    assert all(text and "%(" not in text for text in texts)


@pytest.mark.parametrize("kind", sorted(set(KINDS)))
def test_every_event_has_a_line_or_needs_none(kind: Any) -> None:
    p = Position()
    for a, b in (
        (0, 0),
        (1, -1) if kind in (events.RETREATED, events.TEMPLE_LOST) else (1, 1),
        (-1, 0) if kind == events.INVADES else (2, 2),
    ):
        line = FACE.event(p.rules, Event(kind, 0, a, b, 1))
        if kind == events.PREVAILED:
            assert line is None
        else:
            assert line is not None
            assert "%(" not in Speaker(names=["Ask", "Embla", "Ymir"])(line)


def test_events_name_cities_people_and_cards() -> None:
    p = (
        Position(gods="loki tyr odin")
        .holds(0, rugheim=5)
        .holds(1, skogheim=3, tveitby=1)
        .attack(0, "skogheim", rugheim=4)
    )
    p.play("roll").dice("2 4")
    say = Speaker(names=["Ask", "Embla", "Ymir"])
    told = [say(line) for line in (FACE.event(p.rules, event) for event in p.log) if line is not None]
    assert "4 units of Ask march from Rugheim on Skogheim" in told
    assert "Ask attacks Embla in Skogheim with 4 units" in told
    assert "Ask rolls 2 4" in told
    assert "Embla loses a unit in Skogheim" in told


def test_the_log_of_a_whole_match_can_be_told_to_everybody() -> None:
    rules = registry.make_ruleset(GAME, 3)
    match = Match(rules, [Player(str(seat)) for seat in range(3)], seeded_secret(4))
    match.start()
    rng = Random(4)
    while not match.is_over:
        seat = next(seat for seat in range(3) if match.may_move(seat))
        offers = match.offers(seat)
        assert offers.legal() == match.legal(seat)
        match.play(seat, rng.choice(match.legal(seat)))
    for seat in (0, SPECTATOR, ORACLE):
        for _, event in match.log(seat):
            line = FACE.event(rules, event)
            assert line is None or not re.search(r"%\(", str(line))
    dealt = [event for _, event in match.log(0) if event.kind == events.GOD_DEALT]
    assert {event.seat for event in dealt} == {0}, "nobody sees the cards of others"


def test_data_hides_what_the_view_hides() -> None:
    p = (
        Position(gods="norns odin tyr", hidden_scoring="on")
        .holds(0, eldtun=3)
        .temple(0, "eldtun")
        .holds(1, oxdal=3)
        .scores(42, 17, 9)
    )
    p.turn(0).play("power", "knowledge mining", "knowledge laws", "knowledge ports")
    other: Any = FACE.data(p.rules, p.s.view(1))
    assert other["cards"]["drawn"] == [None, None, None]
    assert [seat["score"] for seat in other["seats"]] == [2, 17, 4]
    assert FACE.data(p.rules, p.s.view(0))["cards"]["drawn"] == ["mining", "laws", "ports"]  # type: ignore[index]


def test_the_tables_of_words_are_complete() -> None:
    assert len(words.PHASE_NAMES) == N_PHASES
    assert len(words.REASONS) == 12


@pytest.mark.parametrize("options", [{}, {"hidden_scoring": "on"}, {"temple_scores": "on", "duplicate_trophies": "2"}])
def test_the_account_of_a_finished_game_adds_up_to_the_glory_of_every_seat(options: dict[str, Any]) -> None:
    rules = registry.make_ruleset(GAME, 3, {"trophies_per_player": "1", **options})
    match = Match(rules, [Player(str(seat)) for seat in range(3)], seeded_secret(6))
    match.start()
    rng = Random(6)
    assert not match.score_sheet(0)[0].is_total
    while not match.is_over:
        seat = next(seat for seat in range(3) if match.may_move(seat))
        match.play(seat, rng.choice(match.legal(seat)))
    for viewer in (0, SPECTATOR):
        *lines, total = match.score_sheet(viewer)
        assert total.is_total
        assert total.values == match.state.scores()
        assert [sum(line.values[seat] for line in lines) for seat in range(3)] == total.values
        assert {str(line.label) for line in lines} >= {"Cities", "Knowledge cards"}
