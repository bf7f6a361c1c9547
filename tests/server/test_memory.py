"""Matches in memory: as many as there is room for, and the longest unused go first."""

from __future__ import annotations

from pathlib import Path

from brehon.server.settings import Settings
from brehon.server.table.tables import Tables
from tests.server.conftest import opened
from tests.server.people import Visitor

A_BEGINNING = 13  # plies of a table of Armorica with two seats before anybody decides


async def in_memory(folder: Path, tables: int, **limits: int) -> int:
    async with opened(folder, **limits) as site, Visitor(site, "Ann") as ann:
        paths = [await ann.set_up("me", "me") for _ in range(tables)]
        for path in paths:
            assert (await ann.get(path)).status_code == 200
        kept: Tables = site.app.state.tables
        assert kept.remembered(paths[-1].rpartition("/")[2]) is not None, "the newest stays"
        return kept.in_memory


async def test_as_many_as_there_is_room_for(tmp_path: Path) -> None:
    assert await in_memory(tmp_path / "all", 6) == 6
    assert await in_memory(tmp_path / "few", 6, max_tables=4) == 4
    assert await in_memory(tmp_path / "short", 6, max_plies=3 * A_BEGINNING) == 3
    assert await in_memory(tmp_path / "none", 3, max_plies=0) == 1


def test_a_thousand_tables_fit() -> None:
    """What is read in again at every look costs ten times as much: the cliff at 500 tables."""
    settings = Settings(Path("nowhere"))
    assert settings.max_tables >= 2000
    assert settings.max_plies >= 1000 * 350
