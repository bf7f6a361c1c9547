"""Finding games and checking what a table is set up with."""

from collections.abc import Callable
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadOptions

GAME = registry.game("armorica")


def test_games_are_found_by_name_whatever_the_case() -> None:
    assert registry.game("Armorica") is GAME
    assert "armorica" in registry.names()


@pytest.mark.parametrize(
    "ask,says",
    [
        (lambda: registry.game("armorika"), "did you mean 'armorica'"),
        (lambda: registry.make_ruleset(GAME, 5), r"Armorica is for 2 to 4 seats, not 5 \(AM-1.13\)"),
        (lambda: registry.make_ruleset(GAME, 2, {"two_player": "off"}), "has no option 'two_player' .*did you mean"),
        (lambda: registry.make_ruleset(GAME, 2, {"two_player_step": "twice"}), "it can be: once, off, per_player"),
        (lambda: registry.make_ruleset(GAME, 2, version=7), "no rules version 7"),
        (lambda: registry.builtin(GAME, "x"), "there are: armorica-default-1"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(ask: Callable[..., Any], says: str) -> None:
    with pytest.raises(BadOptions, match=says):
        ask()


def test_options_are_completed_with_their_defaults() -> None:
    rules = registry.make_ruleset(GAME, 3, {"voluntary_pass": "False"})
    assert rules.options == {"voluntary_pass": "false", "two_player_step": "once"}


def test_every_option_is_explained_and_its_default_is_a_choice() -> None:
    for name in registry.names():
        for option in registry.game(name).options:
            assert option.title
            assert option.rule
            assert (
                option.default in [choice.value for choice in option.choices]
                or option.low <= int(option.default) <= option.high
            )
            assert all(choice.text for choice in option.choices)
