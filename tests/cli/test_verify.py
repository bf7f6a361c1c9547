"""brehon verify accepts what is true and refuses everything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brehon.core.record import digest  # type: ignore[attr-defined]
from tests.cli.program import Inside, brehon

SLOW = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_a_finished_game_is_proved_and_the_proof_says_what_was_checked(home: Path, finished: Path) -> None:
    done = brehon(home, "verify", str(finished))
    record = json.loads(finished.read_text("utf-8"))
    draws = sum(line.startswith("*") for line in record["plies"])
    assert done.returncode == 0
    assert f"{finished} is proved" in done.stdout
    assert f"{len(record['plies'])} plies, each legal" in done.stdout
    assert f"all {draws} draws are derived" in done.stdout
    assert "the result is right: 1. " in done.stdout


def changed(record: bytes, at: int, by: int) -> bytes:
    """One byte of a file, changed."""
    return record[:at] + bytes([record[at] ^ by]) + record[at + 1 :]


def spans(raw: bytes) -> list[int]:
    """Where the bytes of the plies (moves and draws, their spaces too) and of the secret lie in a record."""
    record = json.loads(raw)
    places: list[int] = []
    at = raw.index(b'"plies": [')
    for text in record["plies"]:
        at = raw.index(json.dumps(text).encode(), at) + 1
        places += range(at, at + len(text))
        at += len(text)
    secret = raw.index(record["fair"]["secret"].encode())
    return [*places, *range(secret, secret + 64)]


def refused(inside: Inside, path: Path) -> str:
    code, told, errors = inside("verify", str(path))
    assert code == 2, told
    assert told == ""
    assert "NOT proved" in errors
    assert "Traceback" not in errors
    return errors


@SLOW
@given(data=st.data())
def test_any_changed_byte_of_a_ply_a_draw_or_the_secret_is_refused(
    inside: Inside, finished: Path, tmp_path: Path, data: Any
) -> None:
    raw = finished.read_bytes()
    where = data.draw(st.sampled_from(spans(raw)))
    path = tmp_path / "changed.json"
    path.write_bytes(changed(raw, where, data.draw(st.integers(1, 255))))
    refused(inside, path)


def forged(record: dict[str, object], path: Path) -> Path:
    """A record whose digest has been made to fit again."""
    record.pop("digest", None)
    path.write_text(json.dumps({**record, "digest": digest(record)}), "utf-8")
    return path


@SLOW
@given(data=st.data())
def test_a_changed_draw_is_refused_even_with_a_digest_that_fits(
    inside: Inside, finished: Path, tmp_path: Path, data: Any
) -> None:
    record = json.loads(finished.read_text("utf-8"))
    plies = record["plies"]
    number = data.draw(st.sampled_from([n for n, line in enumerate(plies) if line.startswith("*")]))
    words = data.draw(st.sampled_from(sorted({line for line in plies if line.startswith("*")} - {plies[number]})))
    plies[number] = words
    errors = refused(inside, forged(record, tmp_path / "forged.json"))
    assert f"ply {number} " in errors  # exactly there, not somewhere later


@SLOW
@given(data=st.data())
def test_a_changed_secret_is_refused_even_with_a_digest_that_fits(
    inside: Inside, finished: Path, tmp_path: Path, data: Any
) -> None:
    record = json.loads(finished.read_text("utf-8"))
    secret = record["fair"]["secret"]
    at = data.draw(st.integers(0, len(secret) - 1))
    other = data.draw(st.sampled_from([digit for digit in "0123456789abcdefg" if digit != secret[at]]))
    record["fair"]["secret"] = secret[:at] + other + secret[at + 1 :]
    errors = refused(inside, forged(record, tmp_path / "forged.json"))
    assert "does not match the commitment" in errors


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("result", {"places": [1, 1, 1], "scores": [1, 1, 1]}, "the result is wrong"),
        ("result", None, "the result is wrong"),
        ("game", "chess", "there is no game 'chess'"),
        ("rules", 99, "no rules version 99"),
        ("options", {"voluntary_pas": "true"}, "did you mean 'voluntary_pass'?"),
        ("format", "brehon record 0", "format is 'brehon record 0'"),
        ("plies", ["9" * 5000 + " pass"], "is not a seat"),
        ("plies", ["0 undo " + "9" * 5000], "undo"),
        ("plies", "pass", "must be a list of texts"),
        ("seats", [{"name": "\x1b[31mred"}], "2 to 4 seats"),
    ],
)
def test_a_forged_field_is_refused_with_what_is_wrong(
    inside: Inside, finished: Path, tmp_path: Path, field: str, value: Any, says: str
) -> None:
    record = json.loads(finished.read_text("utf-8"))
    record[field] = value
    assert says in refused(inside, forged(record, tmp_path / "forged.json"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "format is 'list'"),
        (b"\xff\xfe\x00", "is UTF-8 text"),
        (b"[" * 100_000, "nested deeper than 16 levels"),
        (b" " * 32_000_001, "at most 32000000 bytes"),
        (b'{"format": "brehon record 1", "game": "\\ud800"}', ""),
    ],
)
def test_what_is_no_record_is_refused(inside: Inside, tmp_path: Path, content: Any, says: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    assert says in refused(inside, path)


def test_a_secret_that_is_no_text_is_refused(inside: Inside, finished: Path, tmp_path: Path) -> None:
    record = json.loads(finished.read_text("utf-8"))
    record["fair"]["secret"] = "\ud800"
    refused(inside, forged(record, tmp_path / "forged.json"))


def test_a_game_that_is_not_over_is_not_proved(inside: Inside, tmp_path: Path, home: Path) -> None:
    path = tmp_path / "open.json"
    brehon(home, "play", "armorica", "--seed", "1", "--save", str(path), stdin="1\n")
    assert "the game is not over" in refused(inside, path)


def test_of_several_files_each_is_told_and_one_bad_one_gives_exit_code_2(
    inside: Inside, finished: Path, tmp_path: Path
) -> None:
    code, told, errors = inside("verify", str(finished), str(tmp_path / "none.json"), str(tmp_path), str(finished))
    assert code == 2
    assert told.count("is proved") == 2
    assert "there is no file or folder" in errors
    assert "is a folder" in errors


def test_a_name_in_a_record_cannot_steer_the_terminal(inside: Inside, finished: Path, tmp_path: Path) -> None:
    record = json.loads(finished.read_text("utf-8"))
    record["seats"][0]["name"] = "\x1b[2Jgone\r"
    path = forged(record, tmp_path / "forged.json")
    for command in (("verify",), ("replay",), ("show",), ("replay", "--text")):
        code, told, _ = inside(*command, str(path))
        assert code == 0
        assert "\x1b" not in told
        assert "\r" not in told
