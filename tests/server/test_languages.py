"""A third language needs one file and one line. Shown with a made-up one, in which every text of the catalogue is marked."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import write_po
from typer import rich_utils

from brehon.cli.helptexts import FRAME, in_language
from brehon.cli.main import app
from brehon.core import text
from brehon.core.text import LANGUAGES, Speaker
from tests import messages
from tests.server.people import Visitor

CODE = "eo"
MARK = "¤"
SEEN_AS_IT_IS = re.compile(  # data: names, numbers, codes, addresses, commands
    r"[\W\d_]*|Brehon|English|Deutsch|Esperanto|Ann|[0-9a-f]{8,}|https?://\S+|.*\bbrehon (verify|number)\b.*|[A-Z][\w ’'-]+ \d+"
    r"|[A-Z]{2}-[\d.]+|Wanderer|Cottar|Warrior"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of the made-up language."""
    catalogue = messages.extract()
    catalogue.locale = CODE
    for message in catalogue:
        if isinstance(message.id, tuple | list):
            message.string = tuple(f"{MARK}{form}" for form in message.id)
        elif message.id:
            message.string = f"{MARK}{message.id}"
    made = tmp_path_factory.mktemp("locale")
    shutil.copy(messages.path_of("de"), made)  # a server gets all its languages ready when it starts
    with (made / f"{CODE}.po").open("wb") as file:
        write_po(file, catalogue)
    return made


@pytest.fixture
def made_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One line (the name of the language) and one file (its catalogue)."""
    monkeypatch.setattr(text, "LOCALE", folder)
    monkeypatch.setitem(LANGUAGES, CODE, "Esperanto")
    text.catalogue.cache_clear()
    yield
    text.catalogue.cache_clear()


class Words(HTMLParser):
    """Every text that a page shows, also in labels."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("script", "style", "code", "pre")
        self.found += [
            value for name, value in attrs if name in ("aria-label", "title", "placeholder", "alt") and value
        ]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style", "code", "pre")

    def handle_data(self, data: str) -> None:
        if not self.hidden and data.strip():
            self.found.append(" ".join(data.split()))


def unmarked(page: str) -> list[str]:
    words = Words()
    words.feed(page)
    assert any(MARK in one for one in words.found), "the language is not used at all"
    return [one for one in words.found if MARK not in one and not SEEN_AS_IT_IS.fullmatch(one)]


@pytest.mark.parametrize(
    "path", ["/", "/account", "/signin", "/me", "/records", "/stats", "/games", "/fairness", "/nothing"]
)
async def test_a_page_has_no_text_that_a_new_language_cannot_reach(made_up: None, ann: Visitor, path: str) -> None:
    ann.cookies.set("language", CODE)
    page = await ann.get(path)
    titles = re.compile(r"(Armorica|The Arrival|Fallen Kingdoms|.* by [A-Z].*)")
    assert [one for one in unmarked(page.text) if not titles.fullmatch(one)] == []


async def test_a_table_and_its_refusals_speak_it_too(made_up: None, ann: Visitor) -> None:
    ann.cookies.set("language", CODE)
    path = await ann.set_up("me", "wanderer")
    refused = await ann.post(f"{path}/move", data={"ply": 999, "action": 0})
    assert refused.status_code == 409
    assert f"{MARK}The game has moved on" in refused.text
    wrong = await ann.post("/tables", data={"game": "armorica", "name": "Ann", "seat1": "me"})
    assert wrong.status_code == 422
    assert f"{MARK}Armorica is for" in wrong.text


def test_help_speaks_it_too(made_up: None) -> None:
    before = {name: getattr(rich_utils, name) for name in FRAME}
    try:
        command = in_language(app, Speaker(CODE))
        play = command.commands["play"]
        assert play.help.startswith(MARK)
        assert all(option.help.startswith(MARK) for option in play.params if option.help)
        assert str(rich_utils.OPTIONS_PANEL_TITLE).startswith(MARK)
    finally:
        for name, value in before.items():
            setattr(rich_utils, name, value)


def test_a_language_with_three_plural_forms_gets_the_right_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polish says 1 dobieranie, 2 dobierania, 5 dobierań: the catalogue decides, not the source."""
    catalogue = messages.extract()
    catalogue.locale = "pl"
    for message in catalogue:
        if message.id == ("%(n)s draw", "%(n)s draws"):
            message.string = ("%(n)s dobieranie", "%(n)s dobierania", "%(n)s dobierań")
    with (tmp_path / "pl.po").open("wb") as file:
        write_po(file, catalogue)
    monkeypatch.setattr(text, "LOCALE", tmp_path)
    monkeypatch.setitem(LANGUAGES, "pl", "Polski")
    text.catalogue.cache_clear()
    try:
        say = Speaker("pl")
        draws = text.NN_("%(n)s draw", "%(n)s draws")
        assert [say(text.Message(draws, n=n)) for n in (1, 2, 5)] == ["1 dobieranie", "2 dobierania", "5 dobierań"]
    finally:
        text.catalogue.cache_clear()
