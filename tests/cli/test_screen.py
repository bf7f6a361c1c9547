"""At a real terminal, and several people at one of them."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brehon.cli.screen import TerminalSpeaker, clean, system_language
from brehon.cli.table import TerminalTable
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, read_record
from tests.cli.program import PROGRAM, environment
from tests.toy import GAME as HARBOUR


class Terminal:
    """The program at a terminal of 100 columns and 40 lines."""

    def __init__(self, home: Path, *args: str) -> None:
        self.master, slave = pty.openpty()
        env = environment(home, TERM="xterm", LINES="40", NO_COLOR="1")
        self.process = subprocess.Popen([*PROGRAM, *args], stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True,
                                        preexec_fn=take_terminal)  # fmt: skip
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str, press: str = "") -> str:
        """What is shown up to this text, which must come. A key pressed before the program listens is lost: `press` it again."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            if select.select([self.master], [], [], 2)[0]:
                self._read()
            elif press:
                self.type(press)
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        while select.select([self.master], [], [], 60)[0] and self._read():
            pass
        os.close(self.master)
        return self.process.wait(60)

    def _read(self) -> bool:
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other side is closed
            return False
        self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", data.decode("utf-8", "replace"))
        return bool(data)


def take_terminal() -> None:
    """Make the terminal the controlling one, so that Ctrl-C is a signal."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def at_terminal(home: Path) -> Iterator[Callable[..., Terminal]]:
    begun: list[Terminal] = []

    def begin(*args: str) -> Terminal:
        begun.append(Terminal(home, *args))
        return begun[-1]

    yield begin
    for terminal in begun:
        terminal.process.kill()
        terminal.process.wait()


@pytest.fixture
def armorica(home: Path, at_terminal: Callable[..., Terminal]) -> Terminal:
    args = ("--seats", "me,cottar,wanderer", "--seed", "7", "--save", str(home / "game.json"))
    return at_terminal("play", "armorica", *args)


def test_at_a_terminal_a_refused_line_is_asked_again_and_quit_exits_with_0(armorica: Terminal) -> None:
    terminal = armorica
    terminal.wait_for("Player 1> ")
    terminal.type("take gaul 6\n")
    assert "AM-4.3" in terminal.wait_for("Player 1> ")
    terminal.type("1\n")
    terminal.wait_for("Player 1> ")
    terminal.type("quit\n")
    terminal.wait_for("brehon play --resume")
    assert terminal.end() == 0


def test_at_a_terminal_ctrl_c_tells_how_to_go_on(armorica: Terminal) -> None:
    terminal = armorica
    terminal.wait_for("Player 1> ")
    terminal.wait_for("brehon play --resume", press="\x03")
    assert terminal.end() == 130


def test_at_a_terminal_ctrl_d_leaves(armorica: Terminal) -> None:
    terminal = armorica
    terminal.wait_for("Player 1> ")
    terminal.wait_for("brehon play --resume", press="\x04")
    assert terminal.end() == 0


def test_replay_steps_through_a_record(finished: Path, at_terminal: Callable[..., Terminal]) -> None:
    last = len(read_record(finished.read_text("utf-8")).plies)
    terminal = at_terminal("replay", str(finished), "--ply", "20")
    terminal.wait_for(f"\n20/{last}> ")
    for typed, ply in (("n", 21), ("", 22), ("p", 21), ("0", 0), ("p", 0), ("end", last), ("n", last), ("start", 0)):
        terminal.type(f"{typed}\n")
        shown = terminal.wait_for(f"\n{ply}/{last}> ")
        assert ("wins with" in shown) == (typed == "end")
    terminal.type("nonsense\n")
    terminal.wait_for("n next, p previous")
    terminal.type("q\n")
    assert terminal.end() == 0


def harbour_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> TerminalTable:
    """Two people at one keyboard, in a game that has secrets."""
    match = Match(registry.make_ruleset(HARBOUR, 2), [Player("Anna"), Player("Ben")], seeded_secret(1))
    match.start()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return TerminalTable(match, TerminalSpeaker("en", ["Anna", "Ben"]), tmp_path / "toy.json")


def test_a_curtain_falls_between_two_people_where_there_are_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = harbour_table(tmp_path, monkeypatch, "\nhide rope\n\nhide wine\n\nfetch\n\nship\n")
    table.run()
    told = capsys.readouterr().out
    turns = re.findall(r"Pass the device to (\w+)|(\w+)> (?=[a-z])", told)
    assert [curtain or prompt for curtain, prompt in turns] == [
        "Anna",
        "Anna",
        "Ben",
        "Ben",
        "Anna",
        "Anna",
        "Ben",
        "Ben",
        "Anna",
    ]
    assert [curtain != "" for curtain, _ in turns] == [True, False] * 4 + [True]


def test_people_who_choose_together_are_asked_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = harbour_table(tmp_path, monkeypatch, "\nhide rope\n\nhide wine\n")
    table.run()
    assert [ply.words(table.match.rules) for ply in table.match.plies] == ["0 hide rope", "1 hide wine"]


def test_a_whole_game_with_secrets_can_be_played_by_two_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "\nhide rope\n\nhide rope\n" + "\nfetch\n" * 4 + "\nship\n" * 2
    table = harbour_table(tmp_path, monkeypatch, script)
    table.run()
    assert table.match.is_over
    assert "The secret was" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "de_AT"}, "de"),
    ],
)
def test_the_language_of_the_system_is_spoken_if_we_have_it(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, Any], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


def test_control_characters_are_never_shown() -> None:
    assert clean("a\x1b[2Jb\rc\x07\nd") == "a�[2Jb�c�\nd"
