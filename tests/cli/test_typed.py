"""What typed lines mean, and that everything shown is a text of the catalogue."""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import Any

import pytest

from brehon.cli.typed import meant
from brehon.core import registry, text
from tests.cli.program import Inside

TEXTS = ["take gaul 1", "take gaul 2", "take gaul 10", "take roman 1", "pass", "starve G-A1", "deal G-A1"]
LABELS = {0: "Take the yellow card G-A1: 2 wheat", 1: "Take the blue card G-B2: 1 coin", 4: "Pass and discard G-A1"}
LEGAL = [0, 1, 4]


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("take gaul 2", [1]),
        ("  TAKE gaul   2 ", [1]),
        ("t g 2", [1]),
        ("gaul 2", [1]),
        ("2 gaul", [1]),
        ("p", [4]),
        ("blue", [1]),
        ("yel wheat", [0]),
        ("take gaul 10", [2]),  # not legal: the caller tells why
        ("t r 1", [3]),
        ("t g 1", [0]),  # 1 is not the beginning of 10
        ("take", [0, 1]),  # of several, the legal ones
        ("starve G-A1", [5]),
        ("discard", [4]),
        ("gaul gaul 1", []),  # every word counts once
        ("", []),
        ("sail", []),
        ("?!", []),
    ],
)
def test_a_line_means_the_closest_actions(line: str, actions: list[Any] | list[int]) -> None:
    assert meant(line, TEXTS, LABELS, LEGAL) == actions


class Marked(gettext.NullTranslations):
    """A language in which every text of the catalogue is put in quotation marks."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"«{one if n == 1 else many}»"


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "catalogue", lambda language: Marked())


@pytest.mark.usefixtures("marked")
def test_every_line_of_the_answers_is_a_text_of_the_catalogue(inside: Inside, finished: Path, tmp_path: Path) -> None:
    commands = [
        ("verify", str(finished)),
        ("show", str(finished), "--svg", str(tmp_path / "a.svg")),
        ("components", "check", str(exported(inside, tmp_path))),
        ("games",),
    ]
    for command in commands:
        code, told, errors = inside(*command)
        assert code == 0, errors
        first, *others = (line for line in told.splitlines() if line.strip())
        assert "«" in first or first.split()[0] in registry.names(), command
        plain = [line for line in others if "«" not in line and "»" not in line]
        sets = [name for game in registry.names() for name in registry.game(game).builtin_components()]
        allowed = ("--option", "(A", "(F", *sets, *registry.names())  # names of things and rule ids, not sentences
        assert [line for line in plain if not line.strip().startswith(allowed)] == [], command


@pytest.mark.usefixtures("marked")
def test_errors_are_told_in_the_language_too(inside: Inside, tmp_path: Path) -> None:
    code, told, errors = inside("verify", str(tmp_path / "missing.json"))
    assert (code, told) == (2, "")
    assert errors.startswith("«")
    code, _, errors = inside("show", str(tmp_path / "missing.json"))
    assert code == 2
    assert errors.startswith("«error:»")


def exported(inside: Any, folder: Path) -> Any:
    path = folder / "my.toml"
    path.write_text(inside("components", "export", "armorica")[1], "utf-8")
    return path
