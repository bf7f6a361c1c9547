"""Bad input for The Arrival in the terminal: one clear message, exit code 2, nothing stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import Inside
from tests.games.arrival.forged import broken_map, illegal_record

SETUPS = [
    (("--option", "simultaneous_bloking=true"), "did you mean 'simultaneous_blocking'?"),
    (("--option", "simultaneous_blocking=maybe"), "it can be: true, false"),
    (("--option", "setup_discs=nine"), "option setup_discs of The Arrival cannot be 'nine' (AR-"),
    (("--seats", "cottar"), "The Arrival is for 2 to 4 seats, not 1 (AR-1.1)"),
    (("--seats", "cottar,cottar,cottar,cottar,cottar"), "The Arrival is for 2 to 4 seats, not 5 (AR-1.1)"),
]


@pytest.mark.parametrize("command", [("play", "arrival"), ("simulate", "arrival", "-n", "1")])
@pytest.mark.parametrize(("wrong", "says"), SETUPS)
def test_an_unknown_option_value_or_number_of_seats_is_told(
    inside: Inside,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, str, str, str] | tuple[str, str],
    wrong: tuple[str, str],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told, errors = inside(*command, *wrong)
    assert code == 2
    assert told == ""
    assert says in " ".join(errors.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [("play", "arrival"), ("simulate", "arrival", "-n", "1", "--seats", "cottar,cottar")]
)
def test_a_map_that_breaks_a_constraint_is_refused_with_its_id_and_what_would_be_right(
    inside: Inside, tmp_path: Path, command: tuple[str, str, str, str, str, str] | tuple[str, str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(broken_map(), "utf-8")
    code, told, errors = inside(*command, "--components", str(path))
    assert code == 2
    assert told == ""
    assert "CK-3: connection boreum-nowhere leads to the unknown location nowhere; it needs the id of" in errors
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("command", [("play", "--resume"), ("replay",), ("show",), ("verify",)])
def test_a_record_with_an_illegal_ply_is_refused_with_the_ply_the_line_and_the_rule(
    inside: Inside, tmp_path: Path, command: tuple[str, str] | tuple[str]
) -> None:
    text, ply, line = illegal_record()
    path = tmp_path / "forged.json"
    path.write_text(text, "utf-8")
    code, told, errors = inside(*command, str(path))
    assert code == 2
    assert f"ply {ply} ('{line}') is not legal: a Fomori holds this location — AR-3.2" in " ".join(
        (told + errors).split()
    )
    assert path.read_text("utf-8") == text
    assert list(tmp_path.iterdir()) == [path]
