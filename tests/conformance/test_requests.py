"""What the page asks of a player: in the second person, never by name."""

from __future__ import annotations

from random import Random

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import LANGUAGES, Message, Seat, Speaker, addressed

NAMES = ["Aífe", "Brennos", "Cáel", "Donn"]


@pytest.mark.parametrize("game", registry.BUILTIN)
def test_a_seat_that_decides_is_asked_and_not_named(game: str) -> None:
    rules = registry.make_ruleset(registry.game(game), 3)
    face, rng, asked = rules.game.face(), Random(3), set()
    match = Match(rules, [Player(name) for name in NAMES[:3]], seeded_secret(2))
    match.start()
    while not match.is_over and match.ply < 1500:
        seat = match.state.to_move()
        status = face.status(rules, match.view(seat))
        for language in LANGUAGES:
            words = Speaker(language, NAMES)(addressed(status, face.requests, seat))
            assert NAMES[seat] not in words
            asked.add(words)
        other = (seat + 1) % 3
        assert addressed(status, face.requests, other) == status, "what is asked of one is not asked of another"
        match.play(seat, rng.choice(match.legal(seat)))
        assert match.state.to_move() != CHANCE
    assert len(asked) > 10


def test_only_the_part_that_names_the_seat_is_replaced() -> None:
    status = Message("Turn %(n)s: %(task)s", n=1, task=Message("%(player)s waits", player=Seat(1)))
    requests = {"%(player)s waits": "wait", "Turn %(n)s: %(task)s": "never"}
    assert str(addressed(status, requests, 1)) == "Turn 1: wait"
    assert str(addressed(status, requests, 0)) == "Turn 1: Seat 2 waits"
