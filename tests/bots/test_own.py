"""Bots of one's own, in real processes: in the lab, in the terminal, and what is wrong with them."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from brehon.bots.levels import level, player
from brehon.bots.own import BotFailed
from brehon.core.errors import BadOptions
from brehon.core.record import Player, read_record
from brehon.core.text import Message, Speaker
from tests.bots.strangers import install
from tests.cli.program import Inside, brehon, environment, make_inside

DOCS = Path(__file__).parents[2] / "docs"
FAULTS = [
    ("boom", "the bot boom stopped with an error: LookupError: no idea"),
    ("thief", "which is not one of the legal actions"),
    ("lost", "the bot lost cannot be loaded: ModuleNotFoundError"),
    ("empty", "strangers:Empty has no method choose(view, legal, budget, rng)"),
    ("function", "strangers:function is not a class"),
    ("twin", "several packages offer a bot called twin"),
    ("strangers:Boom", "the bot strangers:Boom stopped with an error"),
    ("strangers:Nix", "has no attribute 'Nix'"),
    ("nothing:Nix", "No module named 'nothing'"),
    ("nothing", "there is no bot level 'nothing'"),
]


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Inside:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("BREHON_LANG", "en")
    return make_inside(monkeypatch, capsys)


@pytest.fixture
def world(tmp_path: Path) -> dict[str, str]:
    return install(tmp_path / "site")


def test_a_bot_of_another_package_plays_in_the_lab_and_the_records_name_it(
    tmp_path: Path, world: dict[str, str]
) -> None:
    run = tmp_path / "run"
    args = ("lab", "duel", "armorica", "last", "cottar", "-n", "4", "--jobs", "2", "--out", str(run))
    done = brehon(tmp_path, *args, **world)
    assert done.returncode == 0, done.stderr
    assert re.search(r"last +1 +0\.0 %", done.stdout)
    records = [json.loads(line) for line in (run / "records.jsonl").read_text("utf-8").splitlines()]
    assert len(records) == 4
    assert all(sorted(seat["bot"] for seat in record["seats"]) == ["cottar", "last"] for record in records)
    proved = brehon(tmp_path, "verify", str(run))  # needs no bot, only what was played
    assert proved.returncode == 0, proved.stderr


def test_a_class_of_a_file_here_plays_in_lab_simulation_and_terminal(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(example(), "utf-8")
    for args in (
        ("lab", "duel", "armorica", "mybot:Bot", "cottar", "-n", "2", "--jobs", "2"),
        ("simulate", "armorica", "--seats", "mybot:Bot@20,cottar", "-n", "4", "--jobs", "2"),
        ("play", "armorica", "--seats", "mybot:Bot:Fred,mybot:Bot"),
    ):
        command = [
            sys.executable,
            "-P",
            "-m",
            "brehon.cli.main",
            *args,
        ]  # -P: as the installed program, not as python -m
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path, env=environment(tmp_path), check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "mybot:Bot" in done.stdout or "Fred" in done.stdout
    (record,) = (tmp_path / "brehon" / "records").glob("*.json")
    assert json.loads(record.read_text("utf-8"))["seats"] == [
        {"name": "Fred", "bot": "mybot:Bot"}, {"name": "Bot", "bot": "mybot:Bot"},
    ]  # fmt: skip


def example() -> str:
    """The bot of docs/bots.md."""
    found = re.search(r"```python\n(.*?class Bot.*?)```", (DOCS / "bots.md").read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


ASK = """
import json, sys
from random import Random
from brehon.bots.base import Budget
from brehon.bots.levels import player
from brehon.core import registry
from brehon.core.errors import BrehonError
from brehon.core.play import run_chance

state = registry.make_ruleset(registry.game("armorica"), 2).start()
run_chance(state, Random(1))
said = {}
for name in json.loads(sys.argv[1]):
    try:
        player(name).bot.sit().choose(state.view(state.to_move()), state.legal(), Budget(), Random(1))
    except BrehonError as error:
        said[name] = str(error)
print(json.dumps(said))
"""


def test_what_is_wrong_with_a_bot_is_said_in_one_sentence(tmp_path: Path, world: dict[str, str]) -> None:
    names = json.dumps([bot for bot, _ in FAULTS])
    args = [sys.executable, "-c", ASK, names]
    done = subprocess.run(args, capture_output=True, text=True, timeout=120, env=environment(tmp_path, **world), check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for bot, says in FAULTS:
        assert says in said[bot]


def test_the_lab_ends_with_the_sentence_also_where_another_process_played(
    tmp_path: Path, world: dict[str, str]
) -> None:
    for bot, jobs in (("thief", "1"), ("strangers:Boom", "2")):
        done = brehon(tmp_path, "lab", "duel", "armorica", bot, "cottar", "-n", "2", "--jobs", jobs, **world)
        assert done.returncode == 2
        assert done.stderr.startswith("error: the bot ")
        assert dict(FAULTS)[bot] in done.stderr


def test_a_built_in_name_cannot_be_taken(tmp_path: Path, world: dict[str, str]) -> None:
    done = brehon(tmp_path, "simulate", "armorica", "--seats", "cottar,wanderer", "-n", "6", "--json", str(tmp_path / "a"), **world)  # fmt: skip
    other = brehon(tmp_path, "simulate", "armorica", "--seats", "cottar,wanderer", "-n", "6", "--json", str(tmp_path / "b"))  # fmt: skip
    assert (done.returncode, other.returncode) == (0, 0)
    assert (tmp_path / "a").read_text("utf-8") == (tmp_path / "b").read_text("utf-8")


def test_the_levels_are_listed_with_what_is_wrong(tmp_path: Path, world: dict[str, str]) -> None:
    told = brehon(tmp_path, "levels", **world).stdout
    assert re.search(r"(?m)^last +comes from another package", told)
    for words in (
        "last: strangers:Last of the package strangers",
        "the name cottar is taken",
        "the name me is taken",
        "a bot cannot be called 'Loud Name'",
        "several packages offer a bot called twin",
        "the bot lost cannot be loaded",
        "strangers:Empty has no method",
    ):
        assert words in told, words
    assert told.count("comes from another package") == 8
    assert "last" in brehon(tmp_path, "games", **world).stdout


def test_a_bot_that_fails_in_the_terminal_leaves_a_record_and_another_one_goes_on(
    tmp_path: Path, world: dict[str, str]
) -> None:
    file = str(tmp_path / "game.json")
    done = brehon(tmp_path, "play", "armorica", "--seats", "boom,cottar", "--seed", "3", "--save", file, **world)
    assert done.returncode == 2
    assert "the bot boom stopped with an error: LookupError: no idea" in done.stderr
    assert f"brehon play --resume {file} --bot 1=cottar" in done.stdout
    again = brehon(tmp_path, "play", "--resume", file, **world)
    assert again.returncode == 2
    other = brehon(tmp_path, "play", "--resume", file, "--bot", "1=cottar", **world)
    assert other.returncode == 0, other.stderr
    assert json.loads(Path(file).read_text("utf-8"))["seats"][0]["bot"] == "boom"
    proved = brehon(tmp_path, "verify", file)
    assert proved.returncode == 0, proved.stderr


def test_a_record_does_not_run_code_that_the_person_has_not_named(tmp_path: Path, world: dict[str, str]) -> None:
    """Given a whole record of a stranger with a bot module:Class, when it is resumed, then the module is not even imported."""
    file, sprung = tmp_path / "game.json", tmp_path / "sprung"
    trap = f"open({str(sprung)!r}, 'w').close()\nfrom strangers import Last\n"
    (tmp_path / "site" / "trap.py").write_text(trap, "utf-8")
    brehon(tmp_path, "play", "armorica", "--seats", "me,wanderer", "--save", str(file), stdin="quit\n")
    record = read_record(file.read_text("utf-8"))
    record.players[1] = Player("Trap", "trap:Last")
    file.write_text(record.to_json(), "utf-8")
    refused = brehon(tmp_path, "play", "--resume", str(file), stdin="quit\n", **world)
    assert refused.returncode == 2
    assert "--bot 2=trap:Last" in refused.stderr
    assert not sprung.exists()
    allowed = brehon(tmp_path, "play", "--resume", str(file), "--bot", "2=trap:Last", stdin="quit\n", **world)
    assert allowed.returncode == 0, allowed.stderr
    assert sprung.exists()


def test_nonsense_about_bots_of_a_record_is_refused(tmp_path: Path, inside: Inside) -> None:
    file = str(tmp_path / "game.json")
    brehon(tmp_path, "play", "armorica", "--seats", "me,wanderer", "--save", file, stdin="quit\n")
    for given, says in (
        ("cottar", "write it as seat=level"),
        ("x=cottar", "write it as seat=level"),
        ("9=cottar", "no bot sits in seat 9"),
        ("1=cottar", "no bot sits in seat 1"),
        ("2=none", "unknown player 'none'"),
    ):
        code, _, errors = inside("play", "--resume", file, "--bot", given)
        assert (code, says in errors) == (2, True), errors
    code, _, errors = inside("play", "armorica", "--bot", "2=cottar")
    assert (code, "goes with --resume" in errors) == (2, True)


def test_names_are_looked_up_without_running_anything() -> None:
    with pytest.raises(BadOptions, match="there is no bot level"):
        level("os:system")
    with pytest.raises(BotFailed, match="is not a class"):
        player("os:system")


def test_a_failure_goes_from_process_to_process() -> None:
    error = BotFailed(Message("the bot %(name)s is odd", name="x"), "because")
    copy = pickle.loads(pickle.dumps(error))
    assert copy.said(Speaker()) == str(error) == "the bot x is odd: because"
