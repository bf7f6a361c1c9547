"""Records of every released version of the rules replay to the result and the position that they were released with."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.record import read_record
from tests.goldens import GAMES
from tests.records import HERE, add_missing, faults, pin_of, pins, played, released, renew_ends

PINS = pins()
GAME_VERSIONS = [(name, version) for name in sorted(registry.BUILTIN) for version in registry.game(name).versions]


@pytest.mark.parametrize("path", released(), ids=lambda path: path.stem)
def test_a_released_record_replays_to_its_result_and_its_last_position(path: Any) -> None:
    match, name = played(path.read_text(encoding="utf-8")), path.relative_to(HERE).as_posix()
    assert match.is_over
    assert match.rules.version == int(path.parent.name.removeprefix("v"))
    assert match.rules.game.name == path.parent.parent.name
    assert pin_of(path) == PINS[name]


def test_no_released_record_was_written_again_or_taken_away() -> None:
    assert faults() == []


@pytest.mark.parametrize("name, version", GAME_VERSIONS)
def test_every_version_has_records_with_every_number_of_seats_and_each_option_in_two_values(
    name: Any, version: Any
) -> None:
    game = registry.game(name)
    records = [read_record(path.read_text("utf-8")) for path in released(name) if path.parent.name == f"v{version}"]
    assert {record.rules.n_seats for record in records} == set(game.seats)
    for option in game.options:
        assert len({record.rules.options[option.name] for record in records}) > 1, option.name


def test_every_golden_game_has_a_record_of_the_newest_rules() -> None:
    for name, (game, *_) in GAMES.items():
        path = f"{game}/v{registry.game(game).rules_version}/{name}.json"
        assert path in PINS, f"make records: {path} is missing"


# -- what the pins are for


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A copy of the records of one game."""
    shutil.copytree(HERE / "armorica", tmp_path / "armorica")
    lines = (HERE / "pins.toml").read_text("utf-8").split("\n[arrival")[0]
    (tmp_path / "pins.toml").write_text(lines, encoding="utf-8")
    assert faults(tmp_path) == []
    return tmp_path


def test_a_record_that_was_written_again_is_caught(corpus: Path) -> None:
    path = corpus / "armorica/v1/armorica-2.json"
    path.write_text(path.read_text("utf-8").replace("P1", "Q1"), encoding="utf-8")
    assert [fault.split(":")[0] for fault in faults(corpus)] == ["armorica/v1/armorica-2.json was written again"]


def test_a_record_that_was_taken_away_or_put_there_by_hand_is_caught(corpus: Path) -> None:
    path = corpus / "armorica/v1/armorica-2.json"
    path.rename(path.with_stem("mine"))
    assert [fault.split(":")[0] for fault in faults(corpus)] == [
        "armorica/v1/armorica-2.json is missing",
        "armorica/v1/mine.json is not pinned",
    ]


def test_adding_records_leaves_those_that_are_there_as_they_are(corpus: Path) -> None:
    text = (corpus / "armorica/v1/armorica-2.json").read_text("utf-8")
    other = (corpus / "armorica/v1/armorica-3.json").read_text("utf-8")
    wanted = {"armorica/v1/armorica-2.json": other, "armorica/v1/more.json": other}
    assert add_missing(wanted, corpus) == ["armorica/v1/more.json"]
    assert (corpus / "armorica/v1/armorica-2.json").read_text("utf-8") == text
    assert faults(corpus) == []
    assert add_missing(wanted, corpus) == []


def test_last_positions_are_pinned_again_only_for_files_that_are_as_they_were(corpus: Path) -> None:
    assert renew_ends("armorica", corpus) == []
    path = corpus / "pins.toml"
    text = path.read_text("utf-8")
    end = pins(corpus)["armorica/v1/armorica-2.json"].end
    path.write_text(text.replace(end, "0" * 64), encoding="utf-8")
    assert renew_ends("armorica", corpus) == ["armorica/v1/armorica-2.json"]
    assert path.read_text("utf-8") == text
    record = corpus / "armorica/v1/armorica-3.json"
    record.write_text(record.read_text("utf-8").replace("P1", "Q1"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"armorica-3\.json was written again"):
        renew_ends("armorica", corpus)
