"""The command and its report: a planted imbalance is named first, the page is well-formed, the data give the figures again."""

import csv
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.text import Speaker
from brehon.lab.balance import make_series, make_side
from brehon.lab.balance_changes import changes
from brehon.lab.balance_data import read_data
from brehon.lab.balance_figures import work_out
from brehon.lab.game import play_game
from brehon.lab.report import Report, number, signed
from tests.cli.program import make_inside

ARMORICA = registry.game("armorica")
PROGRESS = re.compile(r"[\w ,]+: \d+ of \d+, about \d+:\d\d:\d\d left")


@pytest.fixture
def brehon(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return make_inside(monkeypatch, capsys)


def planted() -> Any:
    """The default cards, with one Gaul that brings nine coins and nine amphorae."""
    text = ARMORICA.read_builtin(ARMORICA.default_components)
    changed = re.sub(r'(id = "G-B3".*?)coins = \d, amphorae = \d', r"\1coins = 9, amphorae = 9", text)
    assert changed != text
    return changed[: changed.index("[expect]")]  # the sums of the icons are no longer those of the default set


def sides(sets: Any, games: int = 90, seed: int = 5, ladder_games: int = 0) -> list[Any]:
    """Games of two Cottars for each set, played in this process."""
    series = make_series(ARMORICA, sets, ["cottar"] * 2, {}, seed, games, ["wanderer", "cottar"], ladder_games)
    played = [play_game(series.plans[task.table].to_json(), task.table, task.number) for task in series.tasks()]
    return [make_side(series, side, played) for side in range(len(sets))]


@pytest.fixture(scope="module")
def both() -> Any:
    """The default set and the planted one."""
    default = registry.builtin(ARMORICA, ARMORICA.default_components)
    return sides([default, ARMORICA.load_components(planted(), "planted")], ladder_games=20)


class Outline(HTMLParser):
    """Checks that every element is closed where it should be, and collects ids and links."""

    EMPTY = {"meta", "br"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.ids, self.links, self.texts = [], [], [], []  # type: ignore[var-annotated]
        self.feed(text)
        self.close()
        assert self.open == [], f"never closed: {self.open}"

    def handle_starttag(self, tag: Any, attributes: Any) -> None:
        given = dict(attributes)
        assert tag not in ("script", "link", "img", "iframe"), "the page must stand alone"
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: Any, attributes: Any) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: Any) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: Any) -> None:
        self.texts.append(data)


def test_a_card_that_is_absurdly_strong_is_named_first(both: Any) -> None:
    worst = both[1].findings[0]
    assert "G-B3" in str(worst.text)
    assert worst.figure.value > 0.2
    assert not any("G-B3" in str(found.text) for found in both[0].findings[:1])


def test_the_first_thing_on_the_page_is_the_verdict(both: Any) -> None:
    page = Report([both[1]], Speaker(), "brehon lab balance armorica").page()
    outline = Outline(page)
    text = " ".join(" ".join(outline.texts).split())
    body = text[text.index("Balance of Armorica", text.index("Balance of Armorica") + 1) :]
    assert body.index("G-B3") < body.index("The course of a game") < body.index("Turn order")
    assert "brehon lab balance armorica" in text


def test_the_page_is_well_formed_and_every_link_leads_somewhere(both: Any) -> None:
    for page in (Report([both[0]], Speaker(), "").page(), Report(both, Speaker(), "").page()):
        outline = Outline(page)
        assert len(set(outline.ids)) == len(outline.ids)
        assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)
        assert "http" not in page.replace("http-equiv", "")
        assert "%(" not in page


def test_whatever_a_component_file_is_called_cannot_break_the_page(both: Any) -> None:
    plan = both[0].plan._replace(components="<script>alert('&')</script>")
    page = Report([both[0]._replace(plan=plan)], Speaker(), '--out "a\'<b>"').page()
    Outline(page)
    assert "<script>" not in page


def test_two_sets_side_by_side_show_what_changed(both: Any) -> None:
    found = changes(both[0], both[1])
    assert any("G-B3" in str(change.text) and change.difference.low > 0.1 for change in found)
    page = Report(both, Speaker(), "").page()
    assert "What changes from A to B" in page
    assert 'class="side1' in page


def test_a_set_against_itself_shows_no_change() -> None:
    default = registry.builtin(ARMORICA, ARMORICA.default_components)
    twice = sides([default, default], games=30)
    assert changes(twice[0], twice[1]) == []


def test_figures_are_written_with_their_intervals_and_a_real_minus() -> None:
    assert signed(-1.25, 1) == "−1.2"
    assert signed(-0.01, 1) == "+0.0"
    from brehon.lab.intervals import Estimate

    assert number(Estimate(0.05, -0.01, 0.11), True, Speaker()) == "+5.0 points (−1.0 … +11.0)"
    assert number(Estimate(0.5, 0.4, 0.6), False, Speaker()) == "50.0 % (40.0 … 60.0)"


def test_the_command_writes_a_report_and_data_that_give_its_figures_again(brehon: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    args = ("lab", "balance", "armorica", "-n", "40", "--players", "wanderer", "--seats", "2", "--ladder", "wanderer,cottar",
            "--ladder-games", "4", "--jobs", "1", "--out", str(out))  # fmt: skip
    code, told, wrong = brehon(*args)
    assert code == 0, wrong
    assert not [line for line in wrong.splitlines() if not PROGRESS.fullmatch(line)]  # shown on a slow machine alone
    assert "Armorica, component set" in told
    assert "Not enough games" in told
    assert "Nothing stands out" not in told
    assert "Not enough games to say whether better play wins, cottar against wanderer" in told
    assert "A place in turn order is known to ±" in told
    assert "Not enough games" in (out / "report.html").read_text("utf-8")
    Outline((out / "report.html").read_text("utf-8"))
    figures = work_out(read_data(registry.make_ruleset(ARMORICA, 2), out / "data-a"))
    with (out / "figures-a.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["what"], row["group"], row["name"]): row for row in csv.DictReader(file)}
    for place in figures.order:
        assert rows["win share", "turn order", str(place.number)]["value"] == f"{place.share.value:.5f}"
    known = [e for e in figures.effects if e.is_known]
    for effect in known:
        row = rows["effect", *figures.data.names.item(effect.group, effect.item)]
        assert (row["value"], row["low"]) == (f"{effect.effect.value:.5f}", f"{effect.effect.low:.5f}")
    assert rows["win share", "skill", "cottar v wanderer"]["count"] == "4"
    before = (out / "records.jsonl").read_bytes()
    code, again, _ = brehon(*args)
    assert code == 0
    assert (out / "records.jsonl").read_bytes() == before  # nothing was played twice
    assert again.splitlines()[:3] == told.splitlines()[:3]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chess"], "there is no game 'chess'"),
        (["armorica", "--players", "wanderer,cottar", "--seats", "3"], "3 seats but 2 players"),
        (["armorica", "--players", "knight"], "knight"),
        (["armorica", "--seats", "7", "--players", "wanderer"], "not 7"),
        (["armorica", "--components", "missing.toml"], "missing.toml"),
        (["armorica", "--against", "missing.toml"], "missing.toml"),
        (["armorica", "--ladder", "cottar"], "two bots or more"),
        (["armorica", "--option", "nonsense"], "name=value"),
        (["armorica", "--backend", "cloud"], "there is no backend 'cloud'"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_words(brehon: Any, args: list[str], words: str) -> None:
    code, _, wrong = brehon("lab", "balance", *args)
    assert code == 2
    assert words in " ".join(wrong.split())
    assert "Traceback" not in wrong
