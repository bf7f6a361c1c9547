"""The rules pages: every id is an anchor, every id anywhere leads to it, questions find their rule, names and chat stay text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.record import read_record
from brehon.core.text import LANGUAGES, Speaker
from brehon.core.verification import replay
from brehon.server.table.sample import prepared
from brehon.server.web import templating
from brehon.server.web.pictures import draw_picture
from brehon.server.web.rulebook import glossary, howto_book, index_of, known_ids, rules_book
from brehon.server.web.rules.booklet import ID, booklet
from brehon.server.web.rules.finder import Entry, Index, Name
from brehon.server.web.templating import MOST_IDS, ruled
from tests.records import released
from tests.server.conftest import opened
from tests.server.people import SCRIPT, Visitor
from tests.server.rule_questions import QUESTIONS

GAMES = registry.BUILTIN
LINK = re.compile(r'<a class="rule" href="/rules/([\w-]+)#([^"]+)">([^<]*)</a>')
HIDDEN = re.compile(r"(?s)<svg.*?</svg>|<script.*?</script>|<title>.*?</title>|<button.*?</button>|<option.*?</option>")


def visible(page: str) -> str:
    """The words of a page that can be links: without pictures, buttons, and attributes."""
    return unescape(re.sub(r"<[^>]*>", " ", LINK.sub("", HIDDEN.sub("", page))))


# -- the book


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_an_anchor_and_every_link_on_the_page_leads_to_one(name: str, language: str) -> None:
    book = rules_book(registry.game(name), language)
    anchors = re.findall(r'\bid="([^"]+)"', book.body)
    assert len(anchors) == len(set(anchors))
    assert {*book.rules, *(heading.anchor for heading in book.headings)} <= set(anchors)
    assert set(re.findall(r'href="#([^"]+)"', book.body)) <= set(anchors)
    bare = visible(re.sub(r"(?s)<a .*?</a>|<code>.*?</code>|<figure.*?</figure>", "", book.body))
    assert not ID.search(bare), "an id in the text is a link to its rule"


@pytest.mark.parametrize("name", GAMES)
def test_every_id_that_a_game_gives_as_a_reason_is_in_its_rules(name: str) -> None:
    game = registry.game(name)
    folder = Path(str(__import__(type(game).__module__, fromlist=["x"]).__file__)).parent
    known, family = rules_book(game, "en").rules, next(iter(rules_book(game, "en").rules)).partition("-")[0]
    cited = {
        found
        for path in folder.rglob("*.py")
        for found in re.findall(rf'"({family}-\d[\w.]*)"', path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 20
    assert cited <= known.keys()


def test_the_ways_in_which_a_rule_is_defined() -> None:
    text = (
        "# A game\n\n## 1. Turns\n\n- **TG-1.1** Take *one* card (R-1).\n- Not a rule.\n\n### TG-2 The end\n\nR-1: one is\nenough. R-2:\n"
        "two are `R-9` too many.\n\n| id | rule |\n| --- | --- |\n| K-1 | Cards have [K-1](https://example.org) names. |\n\nSee MAP-7 here. And there.\n"
    )
    book = booklet(text)
    assert {rule.id: rule.text for rule in book.rules.values()} == {
        "TG-1.1": "Take one card (R-1).", "TG-2": "TG-2 The end", "R-1": "one is enough.", "R-2": "two are R-9 too many.",
        "K-1": "Cards have K-1 names.", "MAP-7": "See MAP-7 here.",
    }  # fmt: skip
    assert [heading.anchor for heading in book.headings] == ["a-game", "chapter-1", "TG-2"]
    for rule in book.rules:
        assert book.body.count(f'id="{rule}"') == 1
    assert '<a href="https://example.org">K-1</a>' in book.body, "a link of the text stays as it is"
    assert "<code>R-9</code>" in book.body


def test_rules_of_a_third_party_bring_no_markup_of_their_own() -> None:
    body = booklet('# <b>X</b>\n\n- **TG-1** <script>alert("TG-1")</script>\n').body
    assert "<script" not in body
    assert "<b>" not in body
    assert "&lt;script&gt;" in body


# -- the search


@pytest.mark.parametrize(("name", "language", "question", "answers"), QUESTIONS)
def test_a_question_finds_its_rule_among_the_first_three(name: str, language: str, question: str, answers: str) -> None:
    found = [hit.entry.id for hit in index_of(registry.game(name), language).ask(question)[:3]]
    assert set(answers.split()) & set(found), found


def test_there_are_thirty_questions_and_ten_for_each_game_half_of_them_in_german() -> None:
    for name in GAMES:
        own = [one for one in QUESTIONS if one[0] == name]
        assert len(own) >= 10
        assert sum(one[1] == "de" for one in own) >= len(own) // 2 - 1


def test_ids_accents_forms_and_compounds_are_found_and_what_is_marked_is_escaped() -> None:
    entries = [
        Entry("T-1", "Ein Schildplättchen schützt <b>", "1. Schutz", "T-1"),
        Entry("T-2", "Häfen sind Orte am Meer", "2. Orte", "T-2"),
        Entry("", "Nur ein Beispiel mit Häfen", "2. Orte", "orte"),
    ]
    index = Index(entries, [Name("blaues Ding", ("T-2",))], "de")
    assert [hit.entry.id for hit in index.ask("t-2")] == ["T-2"]
    assert index.ask("schild")[0].entry.id == "T-1"
    assert [hit.entry.id for hit in index.ask("hafen")] == ["T-2", ""]
    assert index.ask("was ist das blaue Ding?")[0].entry.id == "T-2"
    assert index.ask("xyz") == []
    assert index.ask("") == []
    marked = str(index.ask("schützen")[0].marked)
    assert marked == "Ein Schildplättchen <mark>schützt</mark> &lt;b&gt;"


async def test_the_page_searches_without_a_script(ann: Visitor) -> None:
    page = (await ann.get("/rules/arrival", params={"q": "shield"})).text
    hits = re.findall(r'class="rule-hit" href="#([^"]+)"', page)
    assert hits[0].startswith("AR-9")
    assert "<mark>shield" in page
    assert all(f'id="{hit}"' in page for hit in hits)
    assert 'name="q" value="shield"' in page
    nothing = (await ann.get("/rules/arrival", params={"q": "qwertz"})).text
    assert "Nothing found" in nothing
    attack = (await ann.get("/rules/arrival", params={"q": '"><script>alert(1)</script>'})).text
    assert "<script>alert" not in attack
    long = await ann.get("/rules/arrival", params={"q": "shield " * 500})
    assert long.status_code == 200


async def test_one_rule_for_the_script_and_for_programs(ann: Visitor) -> None:
    fragment = (await ann.get("/rules/armorica?id=AM-4.3", headers=SCRIPT)).text
    assert "at least p wheat" in fragment
    assert 'href="/rules/armorica#AM-4.3"' in fragment
    assert "<html" not in fragment
    plain = await ann.get("/rules/armorica?id=AM-4.3")
    assert (plain.status_code, plain.headers["location"]) == (303, "/rules/armorica#AM-4.3")
    for wrong in ("AM-99.9", "<b>", "AM-4.3\r\nX: y"):
        assert (await ann.get("/rules/armorica", params={"id": wrong}, headers=SCRIPT)).status_code == 404
    rule = (await ann.get("/api/v1/games/armorica/rules/AM-4.3")).json()
    assert rule["link"] == "/rules/armorica#AM-4.3"
    assert (await ann.get("/api/v1/games/armorica/rules/AM-99.9")).status_code == 404
    found = (await ann.get("/api/v1/games/arrival/rules/search", params={"q": "shield"})).json()
    assert found["results"][0]["id"].startswith("AR-9")
    words = (await ann.get("/api/v1/games/arrival/glossary", headers={"Accept-Language": "de"})).json()
    assert next(one for one in words if one["term"] == "Schild")["rules"][0] == "AR-9.1"


# -- ids anywhere


def test_ids_become_links_only_after_the_text_was_escaped() -> None:
    game = registry.game("armorica")
    text = 'too far <b onclick="x"> — AM-4.3 and AM-99.9'
    shown = str(ruled(text, game, language="en"))
    assert shown == (
        "too far &lt;b onclick=&#34;x&#34;&gt; — "
        '<a class="rule" href="/rules/armorica#AM-4.3">AM-4.3</a> and AM-99.9'
    )  # fmt: skip
    assert str(ruled("<i>", game, language="en")) == "&lt;i&gt;"


def test_an_id_in_a_name_is_no_link() -> None:
    game = registry.game("armorica")
    names = ["AM-4.3", "the <b>AM-4.8</b>"]
    shown = str(ruled("AM-4.3 waits for the <b>AM-4.8</b> (AM-4.1)", game, names, language="en"))
    assert shown == (
        'AM-4.3 waits for the &lt;b&gt;AM-4.8&lt;/b&gt; (<a class="rule" href="/rules/armorica#AM-4.1">AM-4.1</a>)'
    )


def test_without_a_game_an_id_is_a_link_if_one_game_alone_has_it() -> None:
    assert 'href="/rules/arrival#AR-9.1"' in str(ruled("AR-9.1", None, language="en"))
    assert str(ruled("R-1", None, language="en")) == "R-1", "two games have a ruling of this number"


async def test_names_and_chat_stay_text_at_the_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "AM-4.3") as eve:
        path = await eve.set_up("me", "me", "me")
        await eve.post(f"{path}/say", data={"text": "see AM-9.14 <b>AM-9.15</b>"})
        ply, actions = await eve.moves(path)
        await eve.move(path, ply, actions[0])
        for place in (path, f"{path}/talk", f"{path}/log", f"{path}/replay"):
            page = (await eve.get(place)).text
            assert "AM-4.3" in page
            linked = {rule for _, rule, _ in LINK.findall(page)}
            assert not linked & {"AM-4.3", "AM-9.14", "AM-9.15"}, place
            assert "<b>AM-9.15" not in page
        assert "see AM-9.14 &lt;b&gt;" in (await eve.get(f"{path}/talk")).text
        assert linked, "the score sheet has links"


@pytest.mark.parametrize("name", GAMES)
async def test_every_id_at_a_table_is_a_link_that_leads_somewhere(name: str, tmp_path: Path) -> None:
    bots = ["cottar"] * (min(registry.game(name).seats) - 1)
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        anchors = set(re.findall(r'\bid="([^"]+)"', (await ann.get(f"/rules/{name}")).text))
        path = await ann.set_up("me", *bots, game=name)
        found: set[str] = set()
        for step in range(12):
            ply, actions = await turn_of(ann, path)
            found |= check_links((await ann.get(path)).text, name, anchors)
            await ann.move(path, ply, actions[(step * 7) % len(actions)])
        ply, actions = await turn_of(ann, path)
        refusal = await ann.move(path, ply, next(action for action in range(500) if action not in actions))
        assert refusal.status_code == 422
        for place in (f"{path}/replay", f"{path}/log", f"/?game={name}", f"/howto/{name}"):
            found |= check_links((await ann.get(place)).text, name, anchors)
        assert check_links(refusal.text, name, anchors)
        assert len(found) > 5


@pytest.mark.parametrize("place", ["_refused", "_sheet_line", "_log_turn", "_review", "_plan", "_replay", "_result"])
def test_refusals_score_sheets_log_and_review_make_links_of_ids(place: str) -> None:
    text = (Path(templating.__file__).parent / "templates" / f"{place}.html").read_text(encoding="utf-8")
    assert "|ruled(game" in text
    if place in ("_refused", "_log_turn", "_plan"):
        assert not re.search(r"\{\{ (text|reason|notice) \}\}", text), "a text whose ids are not links"


async def turn_of(person: Visitor, path: str) -> tuple[int, list[int]]:
    for _ in range(500):
        ply, actions = await person.moves(path)
        if actions:
            return ply, actions
        await asyncio.sleep(0.01)
    raise AssertionError("it is never the person's turn")


def check_links(page: str, name: str, anchors: set[str]) -> set[str]:
    links: list[Any] = LINK.findall(page)
    assert all(game == name and rule in anchors and rule == words for game, rule, words in links)
    assert not {found for found in ID.findall(visible(page)) if found in anchors}, "an id that is not a link"
    return {rule for _, rule, _ in links}


# -- words and pictures


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_term_names_rules_that_exist_and_is_said_in_one_sentence(name: str, language: str) -> None:
    game = registry.game(name)
    rules, words = rules_book(game, language).rules, glossary(game, Speaker(language))
    assert len(words) >= 25
    assert len({word.name for word in words}) == len(words)
    for word, meaning, ids, _ in words:
        assert ids, word
        assert set(ids) <= rules.keys(), word
        assert meaning.endswith(".")
        assert max(len(part.split()) for part in re.split(r"[.:;]", meaning)) <= 25, meaning


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_can_be_drawn_and_stands_where_it_belongs(name: str) -> None:
    game = registry.game(name)
    pictures = game.face().pictures()
    assert len(pictures) >= 5
    for picture in pictures:
        sample, offers = prepared(game, picture)
        assert sample.view.seat == picture.seat
        assert bool(offers.legal()) == picture.has_offers
        svg = draw_picture(game, picture, "de", is_dark=True)
        left, top, width, height = picture.part or (0, 0, 960, 650)
        assert f'viewBox="{left} {top} {width} {height}"' in svg
        for language in LANGUAGES:
            caption = Speaker(language).word(picture.caption)
            body = rules_book(game, language).body
            assert body.count(f'/picture/{name}/{picture.name}.svg?l={language}" alt=') == 1
            assert caption in unescape(body)
            assert (f"/picture/{name}/{picture.name}.svg" in howto_book(game, language).body) == bool(picture.howto)
    assert len({Speaker("de").word(picture.caption) for picture in pictures}) == len(pictures)


async def test_pictures_are_files_that_bring_nothing_but_a_style(ann: Visitor) -> None:
    light = await ann.get("/picture/arrival/ending.svg?l=de")
    dark = await ann.get("/picture/arrival/ending.svg?l=de&dark=1")
    assert light.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert "überrannt" in light.text
    assert light.text != dark.text
    assert (await ann.get("/picture/arrival/nothing.svg")).status_code == 404
    assert (await ann.get("/picture/chess/ending.svg")).status_code == 404


async def test_a_game_without_words_pictures_or_rules_is_shown_as_before(harbour: Game, ann: Visitor) -> None:
    path = await ann.set_up("me", "cottar", game="toy-harbour")
    assert (await ann.get(path)).status_code == 200
    assert (await ann.get("/rules/toy-harbour?id=TH-1.1", headers=SCRIPT)).status_code == 404
    assert (await ann.get("/api/v1/games/toy-harbour/glossary")).json() == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_ids_that_become_links_are_known_before_the_rules_are_set(name: str, language: str) -> None:
    game = registry.game(name)
    assert known_ids(game, language) == rules_book(game, language).rules.keys()


def test_ids_that_a_stranger_invents_do_not_fill_the_memory() -> None:
    game = registry.game("armorica")
    for number in range(MOST_IDS + 100):
        assert "<a" not in ruled(f"ZZ-{number}", game, language="en")
    assert templating._path.cache_info().currsize <= MOST_IDS
    assert "<a" in ruled("AM-5.3", game, language="en")


# -- what does this mean?

DRAWINGS = re.compile(r"(?:am|ar|fk)-")  # what is drawn once and used often
SAID_ELSEWHERE = {  # by the piece that lies on it, or by its own words: a place to click says what a click does
    "armorica": ("card-", "place-", "row-"),
    "arrival": ("at-", "card-", "choice-", "chosen", "held-", "item-", "leader-", "look-", "open-", "take-", "use-"),
    "fallen-kingdoms": ("display-", "do-", "god-of-", "held-", "lore-", "power", "public-", "rumor-", "seat-"),
}


def boards_of(name: str) -> Iterator[str]:
    """Boards of all kinds of positions, as two seats see them."""
    for path in [path for path in released() if path.parts[-3] == name][:8]:
        match = replay(read_record(path.read_text(encoding="utf-8")))
        say = Speaker("en", [player.name for player in match.players])
        for tenth in (1, 4, 7, 9):
            past = match.at(match.ply * tenth // 10)
            for seat in (0, 1):
                view = past.view(seat)
                yield past.rules.game.face().board(past.rules, view, past.offers(seat, view), say, narrow=False)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_has_an_id_on_a_board_is_explained_and_every_explanation_has_something_to_explain(name: str) -> None:
    words = glossary(registry.game(name), Speaker("en"))
    starts = tuple(start for word in words for start in word.on)
    boards = list(boards_of(name))
    ids = {found for board in boards for found in re.findall(r'\bid="([^"]+)"', board)}
    shown = {one for one in ids if not DRAWINGS.match(one)}
    assert {one for one in shown if not one.startswith((*starts, *SAID_ELSEWHERE[name]))} == set()
    assert [start for start in starts if not any(one.startswith(start) for one in shown)] == []
    assert {title for board in boards for title in nameless(ElementTree.fromstring(board))} == set()


def nameless(one: ElementTree.Element) -> Iterator[str]:
    """Titles of what neither has an id nor is a part of something that has one: no glossary could explain it."""
    for child in one:
        if not child.get("id"):
            title = child.find("{*}title")
            yield from [title.text or ""] if title is not None else nameless(child)
