"""Built-in component sets are pinned: records name them by name and hash, so a set is never edited once it is released."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadComponents
from tests.goldens import GAMES, set_of

PINS = tomllib.loads((Path(__file__).parent / "pins.toml").read_text(encoding="utf-8"))
SETS = [(name, one) for name in sorted(registry.BUILTIN) for one in registry.game(name).builtin_components()]
EDITS = 40  # of one character, for each set


def is_caught(game: str, name: str, source: str) -> bool:
    """Whether a set with this text is refused, or has another hash than the one that is pinned."""
    try:
        return registry.game(game).load_components(source, name, builtin=True).digest != PINS[game][name]  # type: ignore[no-any-return]
    except BadComponents:
        return True


@pytest.mark.parametrize("game, name", SETS)
def test_a_built_in_set_is_what_it_was_when_it_was_released(game: Any, name: Any) -> None:
    digest = registry.builtin(registry.game(game), name).digest
    assert name in PINS.get(game, {}), f"{name} is new: add it to tests/pins.toml as {digest}, and a golden game for it"
    assert digest == PINS[game][name], (
        f"{name} has been edited, and the records that name it can no longer be replayed. Put it back as it was, "
        f"and put what you want to change into a new set with a new name."
    )


def test_no_pinned_set_is_missing() -> None:
    assert {(game, name) for game in PINS for name in PINS[game]} == set(SETS), "a released set is never taken away"


@pytest.mark.parametrize("game, name", SETS)
def test_every_built_in_set_has_a_golden_game(game: Any, name: Any) -> None:
    played = {(golden[0], set_of(golden)) for golden in GAMES.values()}
    assert (game, name) in played, f"add a game with {name} to tests/goldens, then make goldens records"


@pytest.mark.parametrize("game, name", SETS)
def test_an_edit_of_one_character_is_caught(game: Any, name: Any) -> None:
    source = registry.game(game).read_builtin(name)
    assert not is_caught(game, name, source)
    data, rng, edits = tomllib.loads(source), Random(name), 0
    while edits < EDITS:
        at = rng.randrange(len(source))
        if not source[at].isalnum():
            continue
        other = rng.choice("0123456789" if source[at].isdecimal() else "abcdefghijklmnopqrstuvwxyz")
        edited = source[:at] + other + source[at + 1 :]
        if is_same(edited, data):
            continue  # a comment, or the same character
        edits += 1
        assert is_caught(game, name, edited), f"{source[at - 30 : at]}[{other}]{source[at + 1 : at + 30]}"


def is_same(source: str, data: dict[str, object]) -> bool:
    try:
        return tomllib.loads(source) == data
    except tomllib.TOMLDecodeError:
        return False


@pytest.mark.parametrize("game, name", SETS)
def test_a_comment_or_another_layout_changes_nothing(game: Any, name: Any) -> None:
    source = registry.game(game).read_builtin(name)
    assert not is_caught(game, name, "# a comment\n\n" + source)
