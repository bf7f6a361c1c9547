"""A piece is one row: everything that belongs to it is found by its number or its key."""

import re
from pathlib import Path
from typing import Any

import pytest

import brehon.games.arrival as arrival
from brehon.games.arrival import GAME, data
from brehon.games.arrival.checker import BoxChecker
from brehon.games.arrival.svg_tokens import SIGNS, THREAT_ART, TILE_ART
from tests.games.arrival.builders import default_raw

RULES = (Path(arrival.__file__).parent / "RULES.md").read_text("utf-8")
NUMBERS = {
    "ogam": data.OGAM, "master_builder": data.MASTER, "ruse": data.RUSE, "migration": data.MIGRATION, "geese": data.GEESE,
    "salmon": data.SALMON, "lia_fail": data.LIA_FAIL, "emer": data.EMER, "high_walls": data.HIGH_WALLS,
    "stronghold": data.STRONGHOLD, "bard": data.BARD,
}  # fmt: skip


def test_every_tile_has_the_number_of_its_row() -> None:
    assert {row.key: number for number, row in enumerate(data.TILE_ROWS)} == NUMBERS


@pytest.mark.parametrize("row", data.TILE_ROWS, ids=lambda row: row.key)
def test_every_tile_has_a_rule_a_drawing_and_words(row: Any) -> None:
    assert re.search(rf"^- \*\*{re.escape(row.rule)}\*\*", RULES, re.M)
    assert row.key in TILE_ART
    assert row.name
    assert row.short
    assert row.text


def test_threats_and_symbols_have_drawings() -> None:
    assert set(THREAT_ART) == set(data.THREATS)
    assert set(data.SYMBOLS) <= set(SIGNS)
    assert {symbol for row in data.BACK_ROWS for symbol in row.symbols} <= set(data.SYMBOLS)


@pytest.mark.parametrize("row", [row for row in data.TILE_ROWS if row.copies], ids=lambda row: row.key)
def test_a_file_must_have_the_tiles_of_the_printed_game(row: Any) -> None:
    raw = {**default_raw(), "tiles": {**default_raw()["tiles"]}}  # type: ignore[dict-item]
    del raw["tiles"][row.key]  # type: ignore[attr-defined]
    assert {problem.rule for problem in BoxChecker(raw).run()} == {"CK-11"}


def test_the_tiles_of_a_box_are_numbered_by_their_rows() -> None:
    box = GAME.load_components(GAME.read_builtin("eriu-1"), "eriu-1", builtin=True).box  # type: ignore[attr-defined]
    assert box.tile_names[: data.CAULDRON] == data.TILES
    assert box.tile_copies[: data.CAULDRON] == [row.copies for row in data.TILE_ROWS]
