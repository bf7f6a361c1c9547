"""brehon verify says what was proved, takes what a person knows from elsewhere, and refuses what does not fit it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import inside
from tests.fairness.tables import OTHER, SERVER, Played, play, small, small_games

__all__ = ["inside"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(played().text, "utf-8")
    return path


def played() -> Played:
    return small_games()[1]  # own cards, a number, no number, a bot, draws made again


def receipt_file(tmp_path: Path, **changes: object) -> str:
    raw = json.loads(played().receipts[0].to_json())
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps({**raw, **changes}), "utf-8")
    return str(path)


def test_it_says_what_was_proved(inside: Any, game: Path) -> None:
    code, said, errors = inside("verify", str(game))
    lock, redrawn = played().lock, played().match.redrawn()
    assert (code, errors) == (0, "")
    for words in (
        f"commitment: {lock.commitment}", f"fingerprint of the lock: {lock.fingerprint}", f"signed by the key {SERVER.public}",
        "own components, carried by the record", "a number of its own took part", "no number from this seat", "a bot, no number",
        f"made again: {sum(draws for _, draws in redrawn)}, at ply {redrawn[0][0]}",
    ):  # fmt: skip
        assert words in said


def test_it_says_that_the_cards_are_built_in_and_seats_share_or_were_empty(inside: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(play(small("armorica", 3, 1, kinds=("number", "shares", "absent"), consent=0)).text, "utf-8")
    _, said, _ = inside("verify", str(path))
    for words in (
        "(built-in",
        "the same device as seat 1",
        "no one was here when the game began",
        "no draw was made again",
    ):
        assert words in said


def test_what_fits_is_accepted(inside: Any, game: Path, tmp_path: Path) -> None:
    lock = played().lock
    known = ("--receipt", receipt_file(tmp_path), "--commitment", lock.commitment.upper(), "--key", SERVER.public)
    code, said, errors = inside("verify", str(game), *known)
    assert (code, errors) == (0, "")
    assert "it matches the receipt" in said


@pytest.mark.parametrize(
    ("known", "says"),
    [(("--key", OTHER.public), "signed by another key"), (("--commitment", "0" * 64), "the commitment is"), (("--key", "x"), "signed by another key")],
)  # fmt: skip
def test_what_does_not_fit_is_refused(
    inside: Any, game: Path, known: tuple[str, Any] | tuple[str, str], says: str
) -> None:
    code, said, errors = inside("verify", str(game), *known)
    assert (code, said) == (2, "")
    assert says in errors


def test_a_record_of_another_table_or_without_this_devices_consent_does_not_fit(
    inside: Any, game: Path, tmp_path: Path
) -> None:
    code, _, errors = inside("verify", str(game), "--receipt", receipt_file(tmp_path, agreed=[]))
    assert code == 2
    assert "this device did not agree to undo draws" in errors
    code, _, errors = inside("verify", str(game), "--receipt", receipt_file(tmp_path, number=""))
    assert code == 2
    assert "that this device did not bring" in errors
    game.write_text(small_games()[2].text, "utf-8")
    code, _, errors = inside("verify", str(game), "--receipt", receipt_file(tmp_path))
    assert code == 2
    assert "the record holds another lock" in errors


@pytest.mark.parametrize(
    "changes",
    [{"seat": 9}, {"seat": -1}, {"seat": "0"}, {"table": "x"}, {"signature": "0" * 128}, {"lock": {}}, {"lock": None}, {"agreed": [True]},
     {"agreed": None}, {"format": "x"}, {"note": 1}, {"number": None}, {"number": "\ud800"}],
)  # fmt: skip
def test_a_bad_receipt_is_refused_with_a_sentence(
    inside: Any, game: Path, tmp_path: Path, changes: dict[str, Any]
) -> None:
    code, said, errors = inside("verify", str(game), "--receipt", receipt_file(tmp_path, **changes))
    assert code == 2
    assert "is proved" not in said
    assert errors.strip()
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff", b'{"format": 1, "format": 2}', b"[" * 50_000, b" " * 200_001]
)
def test_what_is_no_receipt_is_refused_with_a_sentence(inside: Any, game: Path, tmp_path: Path, content: Any) -> None:
    path = tmp_path / "receipt.json"
    path.write_bytes(content)
    for file in (path, tmp_path / "none.json"):
        code, said, errors = inside("verify", str(game), "--receipt", str(file))
        assert (code, said) == (2, "")
        assert errors.strip()
        assert "Traceback" not in errors
