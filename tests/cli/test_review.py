"""brehon review: the summary, JSON, the file to keep, both languages, and what it says to records that it cannot review."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path

import pytest

from brehon.coach.data import read_review
from brehon.core.record import read_record
from tests.cli.program import Inside
from tests.coach.games import finished as a_game

FEW = ("--iterations", "40")
VOID = {"meta", "img", "path", "polyline", "br"}


class Whole(HTMLParser):
    """Checks that every element is closed, and collects what it names."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [values["id"]] if values.get("id") else []  # type: ignore[list-item]
        self.links += [str(values["href"])] if "href" in values else []
        self.sources += [str(values["src"])] if "src" in values else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def without_progress(errors: str) -> str:
    """A slow machine reports how far it is."""
    return "".join(line for line in errors.splitlines() if not line.startswith("Reviewing: "))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game in which the second player makes mistakes; its name would be markup if it were not escaped."""
    match = a_game("armorica", 2, "cottar,wanderer")
    path = tmp_path / "game.json"
    record = match.record(reveal=True)
    record.players[1].name = "<b>Bo"
    path.write_text(record.to_json(), "utf-8")
    return path


def test_the_summary_has_graph_account_accuracy_turning_points_and_mistakes(inside: Inside, record: Path) -> None:
    code, said, errors = inside("review", str(record), *FEW)
    assert (code, without_progress(errors)) == (0, "")
    for words in ("Win chances", "Luck and decisions", "decisions of others", "accuracy", "Turning points", "Mistakes",
                  "Better: ", "It might have gone on: ", "Iterations for each decision: 40"):  # fmt: skip
        assert words in said
    assert re.search(r"<b>Bo +[▁▂▃▄▅▆▇█]{24,} \d+ % → \d+ %", said)
    assert inside("review", str(record), *FEW)[1].rsplit("\n", 2)[0] == said.rsplit("\n", 2)[0]


def test_the_summary_in_german(inside: Inside, record: Path) -> None:
    code, said, _ = inside("review", str(record), *FEW, "--lang", "de", "--seat", "1")
    assert code == 0
    for words in ("Gewinnchancen", "Glück und Entscheidungen", "Wendepunkte", "Fehler", "Besser: "):
        assert words in said
    assert "Better" not in said
    assert re.search(r"^<b>Bo +–", said, re.MULTILINE), "the other seat was not judged"


def test_json_is_the_whole_review(inside: Inside, record: Path) -> None:
    code, said, _ = inside("review", str(record), "--iterations", "4", "--json")
    assert code == 0
    review = read_review(said)
    assert review.is_complete
    assert review.game == "armorica"
    assert len(review.moments) == len(read_record(record.read_text("utf-8")).plies)
    for one in review.seats:
        assert abs(one.final - one.first - one.luck - sum(one.decisions)) < 1e-9


def test_the_file_to_keep_is_one_file_that_loads_nothing(inside: Inside, record: Path, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    code, _, errors = inside("review", str(record), *FEW, "--html", str(path))
    assert (code, without_progress(errors)) == (0, f"The review is in {path}")
    text = path.read_text("utf-8")
    page = Whole()
    page.feed(text)
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert page.sources
    assert all(source.startswith("data:image/svg+xml;base64,") for source in page.sources)
    assert not re.search(r"<script|<link|@import|url\(", text)
    assert "<b>Bo" not in text
    assert "&lt;b&gt;Bo" in text
    assert "prefers-color-scheme:dark" in text
    board = b64decode(page.sources[0].partition(",")[2]).decode()
    assert ET.fromstring(board).tag.endswith("svg")
    assert "prefers-color-scheme:dark" in board
    curve = re.search(r'<svg[^>]*class="curve".*?</svg>', text, re.DOTALL)
    assert curve
    ET.fromstring(curve.group())


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--quality", "best"), "there is no quality 'best'; there are: quick, normal, deep"),
        (("--seat", "3"), "there is no seat 3 at this table; seats are 1 to 2"),
        (("--html", "/dev/null/x.html"), "is a file where a folder is needed"),
    ],
)
def test_bad_requests_are_refused_in_words(inside: Inside, record: Path, args: tuple[str, ...], words: str) -> None:
    code, said, errors = inside("review", str(record), *args)
    assert (code, said) == (2, "")
    assert words in errors.replace("\n", " ")


def test_records_that_cannot_be_reviewed_are_refused_in_words(inside: Inside, record: Path, tmp_path: Path) -> None:
    unfinished = tmp_path / "unfinished.json"
    unfinished.write_text(a_game("armorica", 2, "cottar,wanderer").at(60).record(reveal=True).to_json(), "utf-8")
    changed = tmp_path / "changed.json"
    changed.write_text(record.read_text("utf-8").replace('"format"', '"formal"', 1), "utf-8")
    empty = tmp_path / "empty.json"
    empty.write_text(json.dumps([]), "utf-8")
    for path, words in (
        (unfinished, "is a game that is not over yet; only a finished game can be reviewed"),
        (changed, "not a record"),
        (empty, "not a record"),
        (tmp_path / "none.json", "there is no file or folder"),
    ):
        code, said, errors = inside("review", str(path), *FEW)
        assert (code, said) == (2, "")
        assert words in errors.replace("\n", " ")
