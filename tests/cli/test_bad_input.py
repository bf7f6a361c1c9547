"""Bad input anywhere: one clear message on stderr, exit code 2, nothing stored, no traceback."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from brehon.cli.screen import file_trouble
from brehon.core import registry
from tests.cli.program import PROGRAM, SEATS, Inside, brehon, environment

BAD = [
    (("play", "armorika"), "did you mean 'armorica'?"),
    (("play",), "which game? there are: armorica"),
    (("play", "armorica", "--seats", "me"), "2 to 4 seats, not 1 (AM-1.13)"),
    (("play", "armorica", "--seats", "me,cottar,cottar,cottar,cottar"), "2 to 4 seats, not 5 (AM-1.13)"),
    (("play", "armorica", "--seats", "me,cotar"), "did you mean 'cottar'?"),
    (("play", "armorica", "--seats", "me,,cottar"), "a seat is one of: me, wanderer, cottar"),
    (("play", "armorica", "--seats", "me:Anna,me:Anna"), "two seats are called 'Anna'"),
    (("play", "armorica", "--seats", "me:\x1b[2J,cottar"), "printable characters"),
    (("play", "armorica", "--seats", f"me:{'x' * 41},cottar"), "at most 40 printable characters"),
    (("play", "armorica", "--option", "voluntary_pas=true"), "did you mean 'voluntary_pass'?"),
    (("play", "armorica", "--option", "voluntary_pass=maybe"), "it can be: true, false"),
    (("play", "armorica", "--option", "voluntary_pass"), "write it as name=value"),
    (("play", "armorica", "--option", "voluntary_pass=true", "--option", "voluntary_pass=false"), "given twice"),
    (("play", "armorica", "--components", "none.toml"), "there is no file or folder none.toml"),
    (("play", "armorica", "--components", "."), "is a folder"),
    (("play", "armorica", "--word", "a", "--word", "b"), "2 words are given for 1 people"),
    (("play", "armorica", "--word", "x" * 201), "longer than 200"),
    (("play", "armorica", "--seed", "seven"), "--seed"),
    (("play", "armorica", "--save", "."), ". already exists"),
    (("play", "armorica", "--lang", "tlh"), "there is no language 'tlh'; there are: en (English), de (Deutsch)"),
    (("play", "--resume", "none.json"), "there is no file or folder none.json"),
    (("simulate", "armorica", "--seats", "me,cottar"), "a simulation has bots only"),
    (("simulate", "armorica", "-n", "0"), "-n"),
    (("simulate", "armorica", "--jobs", "0"), "--jobs"),
    (("simulate", "chess"), "there is no game 'chess'"),
    (("simulate", "armorica", "--json", "."), "is a folder"),
    (("simulate", "armorica", "--seats", "cottar"), "AM-1.13"),
    (("replay", "none.json"), "there is no file or folder none.json"),
    (("show", "none.json"), "there is no file or folder none.json"),
    (("verify", "none.json"), "there is no file or folder none.json"),
    (("games", "go"), "there is no game 'go'"),
    (("components", "check", "none.toml"), "there is no file or folder none.toml"),
    (("components", "check", ".", "--game", "armorica"), "is a folder"),
    (("components", "show", "armorica-default-9"), "there are: armorica-default-1"),
    (("components", "export", "armorica", "mine"), "there are: armorica-default-1"),
    (("frobnicate",), "frobnicate"),
    (("play", "--frobnicate"), "frobnicate"),
]


@pytest.mark.parametrize(("command", "says"), BAD, ids=[" ".join(command)[:60] for command, _ in BAD])
def test_bad_input_is_told_on_stderr_with_what_would_be_right(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Any, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told, errors = inside(*command)
    assert code == 2
    assert told == ""
    assert says in " ".join(errors.replace("│", " ").split())
    assert "\x1b" not in errors
    assert list(tmp_path.iterdir()) == []  # nothing stored


def test_the_program_itself_tells_an_error_without_a_traceback(home: Path) -> None:
    done = brehon(home, "play", "armorika")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"error: there is no game 'armorika' (did you mean 'armorica'?); there are: {', '.join(registry.names())}"
    ]


def test_an_existing_file_is_never_written_over(home: Path) -> None:
    path = home / "diary.txt"
    path.write_text("dear diary", "utf-8")
    done = brehon(home, "play", "armorica", "--seats", SEATS, "--save", str(path), stdin="1\n")
    assert done.returncode == 2
    assert "--resume" in done.stderr
    assert path.read_text("utf-8") == "dear diary"


def test_a_file_where_a_folder_is_needed_is_told(home: Path) -> None:
    (home / "file").write_text("", "utf-8")
    done = brehon(home, "play", "armorica", "--save", str(home / "file" / "game.json"), stdin="1\n")
    assert done.returncode == 2
    assert "is a file where a folder is needed" in done.stderr


@pytest.mark.parametrize("fixed", [("--seats", "me,me"), ("--seed", "0"), ("--option", "a=b"), ("--word", "x")])
def test_what_a_record_has_fixed_cannot_be_given_again_when_resuming(
    inside: Inside, finished: Path, fixed: tuple[str, str]
) -> None:
    code, _, errors = inside("play", "--resume", str(finished), *fixed)
    assert code == 2
    assert f"{fixed[0]} cannot be given with --resume" in errors


def test_a_finished_game_cannot_be_resumed(inside: Inside, finished: Path) -> None:
    code, _, errors = inside("play", "--resume", str(finished))
    assert code == 2
    assert "is over; look at it with: brehon replay" in errors


def test_a_record_without_its_secret_cannot_be_resumed_here(inside: Inside, finished: Path, tmp_path: Path) -> None:
    from brehon.core.record import digest  # type: ignore[attr-defined]

    record = json.loads(finished.read_text("utf-8"))
    record.pop("digest")
    record["plies"] = record["plies"][:20]
    record["result"] = None
    record["fair"]["secret"] = None
    path = tmp_path / "open.json"
    path.write_text(json.dumps({**record, "digest": digest(record)}), "utf-8")
    code, _, errors = inside("play", "--resume", str(path))
    assert code == 2
    assert "does not hold the secret" in errors


def test_an_edited_record_is_refused_by_every_command_that_reads_one(
    inside: Inside, finished: Path, tmp_path: Path
) -> None:
    path = tmp_path / "edited.json"
    path.write_bytes(finished.read_bytes().replace(b"take gaul 1", b"take gaul 2", 1))
    before = path.read_bytes()
    for command in (("play", "--resume"), ("replay",), ("show",), ("verify",)):
        code, told, errors = inside(*command, str(path))
        assert code == 2
        assert told == ""
        assert "the record was changed" in errors
    assert path.read_bytes() == before


def test_a_ply_or_a_seat_that_does_not_exist_is_told_with_what_exists(inside: Inside, finished: Path) -> None:
    last = len(json.loads(finished.read_text("utf-8"))["plies"])
    for command in ("show", "replay"):
        code, _, errors = inside(command, str(finished), "--ply", str(last + 1))
        assert code == 2
        assert f"to {last} (the end)" in errors
        code, _, errors = inside(command, str(finished), "--ply", "-1")
        assert code == 2
        code, _, errors = inside(command, str(finished), "--seat", "4")
        assert code == 2
        assert "seats are 1 to 3" in errors


def test_a_card_file_that_breaks_constraints_is_refused_with_the_id_of_each(inside: Inside, tmp_path: Path) -> None:
    source = inside("components", "export", "armorica")[1]
    broken = source.replace('id = "S-1", number = 1, suit = "brown", wheat = 2', 'id = "S-1", number = 1, suit = "brown", wheat = 3')  # fmt: skip
    broken = broken.replace("row_size = 6", "row_size = 0")
    assert broken != source
    path = tmp_path / "my.toml"
    path.write_text(broken, "utf-8")
    code, _, errors = inside("components", "check", str(path))
    assert code == 2
    assert "K-3: " in errors
    assert "K-8: " in errors
    code, _, errors = inside("play", "armorica", "--components", str(path))
    assert code == 2
    assert "K-3: start card S-1 shows 3 wheat, it needs exactly 2" in errors
    assert not (tmp_path / "brehon").exists()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"= nonsense", b"x = 1\n" * 200_000, b"schema = 1"])
def test_what_is_no_component_file_is_refused(inside: Inside, tmp_path: Path, content: Any) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(content)
    for command in (("components", "check", "--game", "armorica"), ("simulate", "armorica", "--components")):
        code, told, errors = inside(*command, str(path))
        assert code == 2
        assert told == ""
        assert "K-1" in errors


def test_a_disk_that_is_full_ends_the_game_with_what_was_saved_before(home: Path) -> None:
    """Stands in for a full disk: no file of the process may be longer than 2500 bytes."""
    path = home / "game.json"
    args = [*PROGRAM, "play", "armorica", "--seed", "7", "--save", str(path)]
    done = subprocess.run(
        args, input="1\n" * 100, capture_output=True, text=True, env=environment(home), check=False, timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2500, 2500)),
    )  # fmt: skip
    assert done.returncode == 2
    assert f"{path} cannot be used: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert [file.name for file in home.iterdir()] == ["game.json"]  # no half-written file stays behind
    assert brehon(home, "play", "--resume", str(path), stdin="1\n" * 100).returncode == 0


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (PermissionError(13, "Permission denied", "/far/away"), "no permission to read or write /far/away"),
        (OSError(28, "No space left on device", "/disk"), "/disk cannot be used: No space left on device"),
        (OSError(5, "Input/output error"), "refused by the system: Input/output error"),
    ],
)
def test_trouble_with_the_system_is_told_in_words(error: Any, says: str) -> None:
    assert says in str(file_trouble(error))


def test_a_reader_that_goes_away_is_no_error(home: Path, finished: Path) -> None:
    command = f"{sys.executable} -m brehon.cli.main replay {finished} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment(home), check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


HOSTILE = {
    "a dotted key": (".".join(["a"] * 20_000) + " = 1", "more than 10000 characters"),
    "a dotted key in short lines": (".".join(["a"] * 4_000) + " = 1", "a dotted key has more than"),
    "nested lists": ("x = " + "[" * 5_000 + "]" * 5_000, "more than 10000 characters"),
    "nested lists over lines": ("x = " + "[\n" * 4_000 + "]\n" * 4_000, "nested deeper than 16 levels"),
    "nested tables": ("x = " + "{a=" * 1_000 + "1" + "}" * 1_000, "nested deeper than 16 levels"),
    "a long number": ("schema = " + "9" * 5_000, "a number has more than 19 digits"),
    "a long number to the base of 16": ("schema = 0x" + "f" * 5_000, "a number has more than 19 digits"),
    "a number that is none": ("schema = nan", "nan is not a number"),
    "a date": ("schema = 1979-05-27", "is a date or a time"),
    "many entries": ("gaul = [" + "1,\n" * 600 + "]", "a list or table has more than 500 entries"),
    "many lines": ("\n" * 20_000, "more than 10000 lines"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_component_file_that_was_made_to_hang_a_parser_is_refused_at_once(
    inside: Inside, tmp_path: Path, name: Any
) -> None:
    text, says = HOSTILE[name]
    path = tmp_path / "my.toml"
    path.write_text(text, "utf-8")
    began = time.process_time()
    for game in registry.names():
        code, told, errors = inside("components", "check", str(path), "--game", game)
        assert (code, told) == (2, "")
        assert says in errors
    code, told, errors = inside("components", "check", str(path))
    assert (code, told) == (2, "")
    assert says in errors
    assert time.process_time() - began < 2


def test_of_thousands_of_weak_cards_a_few_are_named_and_the_others_counted(inside: Inside, tmp_path: Path) -> None:
    source = inside("components", "export", "armorica")[1]
    counts = "wheat = 0, grapes = %d, olives = %d, sheep = %d, coins = %d, amphorae = %d"
    cards = [counts % tuple(n // 3**power % 3 for power in range(5)) for n in range(3**5)]
    more = "".join(f'\n  {{ id = "X-{n}", pile = "A", suit = "brown", {card} }},' for n, card in enumerate(cards))
    path = tmp_path / "my.toml"
    path.write_text("variant = true\n" + source.replace("gaul = [", f"gaul = [{more}", 1), "utf-8")
    began = time.process_time()
    _, told, errors = inside("components", "check", str(path), "--game", "armorica")
    assert (
        errors.count("error K-1: expect.") == len(errors.splitlines()) - 1
    )  # only the totals of the file do not fit now
    assert time.process_time() - began < 2
    lines = [line for line in told.splitlines() if "K-11" in line]
    assert "card X-0 is never better than" in lines[0]
    assert len(lines) == 6
    assert "more cards are never better than another one of their pile" in lines[5]


def test_of_many_errors_the_first_50_are_listed_and_the_others_counted(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text("".join(f"field{n} = 1\n" for n in range(400)), "utf-8")
    code, _, errors = inside("components", "check", str(path), "--game", "armorica")
    assert code == 2
    lines = errors.splitlines()
    assert len(lines) == 52
    assert "and 366 more like these" in lines[50]
    assert "416 constraints of Armorica are broken" in lines[51]


RECORDS = {
    "nested lists": ('{"plies": ' + "[" * 5_000 + "]" * 5_000 + "}", "nested deeper than 16 levels"),
    "a long number": ('{"rules": ' + "9" * 5_000 + "}", "a number has more than 19 digits"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_that_was_made_to_break_a_parser_is_refused_by_every_command(
    inside: Inside, tmp_path: Path, name: Any
) -> None:
    text, says = RECORDS[name]
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    for command in (("play", "--resume"), ("replay",), ("show",), ("verify",)):
        code, told, errors = inside(*command, str(path))
        assert (code, told) == (2, "")
        assert says in errors


@pytest.mark.parametrize("name", ["a dotted key in short lines", "nested tables", "a long number"])
def test_the_cards_inside_a_record_have_the_same_limits(
    inside: Inside, finished: Path, tmp_path: Path, name: str
) -> None:
    from brehon.core.record import digest  # type: ignore[attr-defined]

    record = json.loads(finished.read_text("utf-8"))
    del record["digest"]
    record["components"]["data"] = HOSTILE[name][0]
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**record, "digest": digest(record)}), "utf-8")
    code, _, errors = inside("verify", str(path))
    assert code == 2
    assert HOSTILE[name][1] in errors
