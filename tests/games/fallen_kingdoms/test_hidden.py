"""What the seats may know (part F of the specification, HID-1 … HID-4)."""

from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE, ORACLE, OVER, SPECTATOR
from brehon.core.play import draw
from brehon.games.fallen_kingdoms import events
from brehon.games.fallen_kingdoms.data import KNOWLEDGE
from brehon.games.fallen_kingdoms.phases.fall import invasion_order
from brehon.games.fallen_kingdoms.view import HIDDEN
from tests.games.fallen_kingdoms.builder import GAME, Position


@pytest.mark.rule("FK-17.1", "FK-14.4")
def test_tv83_hidden_scoring_shows_the_order_of_invasion_but_no_totals() -> None:
    p: Any = (
        Position(gods="loki tyr odin", hidden_scoring="on").holds(0, rugheim=3).holds(1, oxdal=3).holds(2, kornby=3)
    )
    p.scores(58, 33, 41)
    assert invasion_order(p.s) == [1, 2, 0]
    p.invasions()
    assert p.s.view(2).order == [1, 2, 0]
    assert p.s.view(2).score == [3, 3, 41]
    assert p.s.view(SPECTATOR).score == [3, 3, 1]
    assert p.s.view(ORACLE).score == [58, 33, 41]
    guess: Any = p.s.view(2).determinize(Random(1))
    assert guess.score[2] == 41
    assert [score % 5 for score in guess.score] == [3, 3, 1]


@pytest.mark.rule("FK-17.1")
def test_with_hidden_scoring_the_log_tells_others_that_glory_was_gained_but_not_how_much() -> None:
    p = Position(hidden_scoring="on").holds(0, eldtun=1, brimnes=1).holds(1, oxdal=1).scoring(0)
    amounts = [event for event in p.log if event.kind == events.GLORY]
    assert [event.a for event in amounts if event.visible_to(0)] == [2]
    assert not any(event.visible_to(1) or event.visible_to(SPECTATOR) for event in amounts)
    assert any(event.kind == events.HIDDEN_GLORY and event.visible_to(1) for event in p.log)


@pytest.mark.rule("FK-17.1")
def test_hidden_scores_are_open_once_the_game_is_over() -> None:
    rules = registry.make_ruleset(GAME, 3, {"hidden_scoring": "on", "trophies_per_player": "1"})
    rng = Random(2)
    s: Any = rules.start()
    while s.to_move() != OVER:
        s.apply(draw(s, rng) if s.to_move() == CHANCE else rng.choice(s.legal()))
    assert s.view(SPECTATOR).score == s.score


@pytest.mark.rule("FK-5.28", "FK-5.29")
def test_what_the_norns_put_under_the_deck_stays_known_to_them_alone_and_comes_up_in_order() -> None:
    p: Any = (
        Position(gods="norns odin tyr")
        .holds(0, eldtun=3)
        .temple(0, "eldtun")
        .holds(1, oxdal=3)
        .show("currency ships paper", deck=3)
    )
    p.turn(0).play("power", "knowledge mining", "knowledge laws", "knowledge ports", "keep laws", "swap ships")
    under = [KNOWLEDGE.index(word) for word in ("mining", "ports", "ships")]
    assert p.s.bottom == under
    assert p.s.view(0).bottom == under
    assert p.s.view(2).bottom == [HIDDEN, HIDDEN, under[2]]
    seen = set()
    for seed in range(40):
        guess: Any = p.s.view(2).determinize(Random(seed))
        assert guess.bottom[2] == under[2]
        p.rules.check(guess)
        seen.add(tuple(guess.bottom))
        assert p.s.view(0).determinize(Random(seed)).bottom == under
    assert len(seen) > 20, "seat 2 holds many things possible"
    p.s.tracks[2] = 8
    p.play("spend knowledge", "learn currency")
    assert p.legal() == ["knowledge mining"], "the deck is known from here on"


def test_a_seat_never_gets_a_card_into_its_guess_that_it_has_seen_elsewhere() -> None:
    p = Position().knows(1, "laws mining").public("ports").show("currency ships paper")
    for seed in range(30):
        guess: Any = p.s.view(2).determinize(Random(seed))
        for word in ("laws", "mining", "ports", "currency", "ships", "paper"):
            assert guess.pool >> 2 * KNOWLEDGE.index(word) & 3 == 0


def test_refusals_do_not_tell_what_the_norns_hold() -> None:
    p = Position(gods="norns odin tyr").holds(0, eldtun=3).temple(0, "eldtun").holds(1, oxdal=3).turn(0).play("power")
    p.play("knowledge mining", "knowledge laws", "knowledge ports")
    assert p.s.movers() == 1, "only the Norns' player is asked"
    assert str(p.why("keep masonry")) == "this card was not drawn — FK-5.29"
