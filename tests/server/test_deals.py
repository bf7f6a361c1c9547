"""What makes a failing test of the server repeatable: the same deals in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.conftest import draw_again, opened
from tests.server.people import Visitor


async def dealt(folder: Path) -> list[str]:
    """The lines of a short game between a person and a bot."""
    folder.mkdir()
    async with opened(folder) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "wanderer")
        await ann.play_on(path, until='data-state="over"')
        record = (await ann.get(f"{path}/record")).json()
    return [path, *record["plies"]]


async def test_the_same_seed_gives_the_same_game_and_another_one_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = []
    for number, seed in enumerate(("one", "one", "two")):
        draw_again(monkeypatch, seed)
        games.append(await dealt(tmp_path / str(number)))
    assert games[0] == games[1]
    assert games[0] != games[2]
    assert len(games[0]) > 30
