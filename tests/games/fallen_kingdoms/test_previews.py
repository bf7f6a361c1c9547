"""What a move is said to do before it is made is what it does."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from brehon.core.contract import CHANCE, OVER
from brehon.core.face import Preview
from brehon.core.text import LANGUAGES, Message, Speaker
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import previews
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.data import LENGTH, N_TRACKS
from brehon.games.fallen_kingdoms.phases.production import fixed_points, free_points
from brehon.games.fallen_kingdoms.scoring import turn_glory
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.state import Fallen
from tests.games.fallen_kingdoms.test_svg import FACE, NAMES, game, play, rules_for


@cache
def decisions(n_seats: int) -> list[Fallen]:
    return [s for s in game(n_seats)[1] if s.to_move() not in (CHANCE, OVER) and s.phase != st.CHOOSE_GOD][::7]


def ahead(rules: FallenRules, s: Fallen, action: int) -> Preview:
    return FACE.preview(rules, s.view(s.to_move()), action)


def promised(shown: Preview, text: str) -> int:
    """The number of an effect, 0 if it is not said."""
    for effect in shown.effects:
        if effect.text == text:
            return int(str(effect.args["n"]).replace("−", "-"))
    return 0


@pytest.mark.parametrize("n_seats", [3, 4, 6])
def test_glory_that_is_promised_is_scored_and_none_is_scored_that_was_not(n_seats: int) -> None:
    rules, said = game(n_seats)[0], 0
    for s in decisions(n_seats):
        seat = s.to_move()
        for action in s.legal():
            shown = ahead(rules, s, action)
            kind = s.table.space.kind_of[action]
            if kind in (a.ROLL, a.FROM, a.TO, a.SEND, a.PASS):
                continue
            after = s.clone()
            after.apply(action)
            assert promised(shown, previews.GLORY) == after.score[seat] - s.score[seat]
            said += promised(shown, previews.GLORY) != 0
    assert said > 10


@pytest.mark.parametrize("n_seats", [3, 5])
def test_what_each_further_turn_brings_is_what_the_kingdom_then_yields(n_seats: int) -> None:
    rules, said = game(n_seats)[0], 0
    for s in decisions(n_seats):
        seat = s.to_move()
        for action in s.legal():
            if s.table.space.kind_of[action] not in previews.EACH_TURN:
                continue
            shown = ahead(rules, s, action)
            after = s.clone()
            after.apply(action)
            assert promised(shown, previews.YEARLY) == sum(turn_glory(after, seat)) - sum(turn_glory(s, seat))
            assert promised(shown, previews.FREE) == free_points(after, seat) - free_points(s, seat)
            for track, text in enumerate(previews.FIXED):
                assert promised(shown, text) == fixed_points(after, seat, track) - fixed_points(s, seat, track)
            said += promised(shown, previews.YEARLY) != 0
    assert said > 10


def test_a_point_is_said_to_fill_a_track_exactly_when_it_does() -> None:
    rules, filled = game(4)[0], 0
    for s in [s for s in game(4)[1] if s.phase == st.SPENDING]:
        for track in range(N_TRACKS):
            action = s.table.first[a.SPEND] + track
            (effect, *_) = ahead(rules, s, action).effects
            is_full = s.tracks[s.active * N_TRACKS + track] == LENGTH[track] - 1
            assert (effect.text == previews.FULL[track]) == is_full
            filled += is_full
    assert filled > 3


def test_invading_says_that_the_kingdom_is_given_away_and_what_surrender_gives_to_whom() -> None:
    rules, warned = game(4)[0], 0
    for s in [s for seed in (4, 5, 6) for s in play(rules, seed) if s.phase in (st.INVADE, st.SURRENDER)]:
        seat = s.to_move()
        n = bin(s.held[seat]).count("1")
        for action in s.legal():
            kind = s.table.space.kind_of[action]
            shown = ahead(rules, s, action)
            if kind == a.INVADE:
                assert (shown.warning is not None) == (n > 0)
                if n:
                    assert shown.warning is not None
                    assert shown.warning.args["n"] == n
                    warned += 1
            if kind == a.SURRENDER:
                words = [str(effect) for effect in shown.effects]
                assert any("8 glory" in line for line in words) == (s.rumor_left > 0)
                receiver = s.table.space.arg(action)
                after = s.clone()
                after.apply(action)
                assert after.score[receiver] - s.score[receiver] in (3, 8)
    assert warned > 2


@pytest.mark.parametrize("n_seats", [3, 6])
def test_every_preview_can_be_said_in_every_language_and_is_short(n_seats: int) -> None:
    rules = game(n_seats)[0]
    for s in decisions(n_seats)[::3]:
        for action in s.legal():
            shown = ahead(rules, s, action)
            assert len(shown.effects) <= 6
            for language in LANGUAGES:
                say = Speaker(language, NAMES)
                for effect in [*shown.effects, *([shown.warning] if shown.warning else [])]:
                    assert isinstance(effect, Message)
                    text = say(effect)
                    assert text.strip()
                    assert "%(" not in text


def test_a_preview_tells_nothing_that_the_seat_cannot_know() -> None:
    """Another state that the seat must hold possible gives the very same words."""
    rng, rules = Random(3), rules_for(4, hidden_scoring="on")
    say, checked = Speaker("en", NAMES), 0
    for s in play(rules, 3)[::29]:
        seat = s.to_move()
        if seat < 0 or s.phase == st.CHOOSE_GOD:
            continue
        guess = s.view(seat).determinize(rng)
        assert isinstance(guess, Fallen)
        for action in s.legal():
            one, other = ahead(rules, s, action), ahead(rules, guess, action)
            assert [say(effect) for effect in one.effects] == [say(effect) for effect in other.effects]
            checked += 1
    assert checked > 100


def test_a_defender_who_leaves_a_temple_behind_is_warned() -> None:
    rules, seen = game(4)[0], set()
    for s in [s for seed in range(4, 10) for s in play(rules, seed) if s.phase == st.DEFEND]:
        for action in s.legal():
            if s.table.space.kind_of[action] == a.FLEE:
                is_temple = s.temples >> s.target & 1 == 1
                assert (ahead(rules, s, action).warning is not None) == is_temple
                seen.add(is_temple)
    assert seen == {True, False}
