"""A decision with one option is made at once only where that tells the others nothing."""

from __future__ import annotations

from random import Random

from brehon.core import registry
from brehon.core.contract import SPECTATOR
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.rulesets import stored_rules
from brehon.server.table.table import is_known_to_be_forced


def forced(name: str, games: int) -> tuple[int, int]:
    """Over random games: how often a seat has one option, and how often a spectator knows it."""
    found = known = 0
    game = registry.game(name)
    for seed in range(games):
        rng = Random(seed)
        rules = stored_rules(name, game.seats[0], {}, game.default_components, None)
        match = Match(rules, [Player(f"P{n}", "wanderer") for n in range(rules.n_seats)], seeded_secret(seed))
        match.start()
        for _ in range(400):
            if match.is_over:
                break
            seat = next(n for n in range(rules.n_seats) if match.may_move(n))
            legal = match.legal(seat)
            if len(legal) == 1:
                found += 1
                is_known = is_known_to_be_forced(match, seat)
                known += is_known
                if (
                    is_known
                ):  # whatever the seat holds in secret, as far as a spectator can tell, it has this option only
                    guess = match.view(SPECTATOR).determinize(Random(99))
                    guess.turn_to(seat)
                    assert guess.legal() == legal
            match.play(seat, rng.choice(legal))
    return found, known


def test_without_secrets_every_forced_move_is_known() -> None:
    found, known = forced("armorica", 3)
    assert found == known > 0


def test_what_only_the_player_knows_is_asked() -> None:
    """Most are known to all; one of about 300 depends on cards that no one else sees, and is not made by itself."""
    found, known = forced("fallen-kingdoms", 12)
    assert 0 < known < found
