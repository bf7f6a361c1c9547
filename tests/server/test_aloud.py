"""What a host reads out to friends: five minutes for every game, in both languages, on a page of its own."""

from __future__ import annotations

import re

import httpx
import pytest
from markdown_it import MarkdownIt

from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.text import LANGUAGES
from brehon.server.web.rulebook import aloud_book, aloud_text, rules_book
from brehon.server.web.rules.booklet import ID, SENTENCE, plain
from tests.games.test_german_rules import Block, blocks, english_sentences, left_in_english
from tests.server.people import Visitor

GAMES = sorted(registry.BUILTIN)
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
LOOK_UP = {"en": "Rules to look up: ", "de": "Regeln zum Nachschlagen: "}
LINK_WORDS = {"en": "Explain it to your friends in five minutes", "de": "Erkläre es deinen Freunden in fünf Minuten"}
PARTS = 6  # what we want, the table, a turn, mistakes, the end, what to show
IN = {language: {"Accept-Language": language} for language in LANGUAGES}


def paragraphs(text: str) -> list[str]:
    """The words of every paragraph, heading and entry of a list, without markup."""
    return [plain(token.children) for token in MarkdownIt("commonmark").parse(text) if token.type == "inline"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_it_takes_five_minutes_in_short_sentences(name: str, language: str) -> None:
    lines = paragraphs(aloud_text(registry.game(name), language))
    assert 450 <= sum(len(WORD.findall(line)) for line in lines) <= 750
    long = [one for line in lines for one in SENTENCE.split(line) if len(WORD.findall(one)) > 25]
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_ids_stand_in_the_last_line_alone_and_lead_to_their_rules(name: str, language: str) -> None:
    game = registry.game(name)
    *spoken, last = paragraphs(aloud_text(game, language))
    assert last.startswith(LOOK_UP[language])
    assert ID.search(" ".join(spoken)) is None
    ids = ID.findall(last)
    assert len(ids) >= 4
    assert set(ids) <= rules_book(game, language).rules.keys()
    body = aloud_book(game, language).body
    assert all(f'href="/rules/{name}#{one}"' in body for one in ids)


@pytest.mark.parametrize("name", GAMES)
def test_the_german_text_has_the_parts_of_the_english_one_and_no_english(name: str) -> None:
    english, german = [blocks(aloud_text(registry.game(name), language)) for language in ("en", "de")]
    assert [block.kind for block in english] == [block.kind for block in german]
    assert sum(block.kind == "h2" for block in german) == PARTS
    assert [text for pair in zip(english, german, strict=True) for text in left_in_english(*pair)] == []
    assert english_sentences(Block("p", "The card goes to the right end of your display.")), "the check notices English"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
async def test_the_page_the_link_and_the_markdown(ann: Visitor, name: str, language: str) -> None:
    path = f"/howto/{name}/aloud"
    howto = (await ann.get(f"/howto/{name}", headers=IN[language])).text
    assert re.search(rf'href="{path}">([^<]*)<', howto)[1] == LINK_WORDS[language]  # type: ignore[index]
    page = await ann.get(path, headers=IN[language])
    assert page.status_code == 200
    assert str(aloud_book(registry.game(name), language).body) in page.text
    program = await ann.get(f"/api/v1/games/{name}/aloud", headers=IN[language])
    assert program.headers["content-type"].startswith("text/markdown")
    assert program.text == aloud_text(registry.game(name), language)


async def test_the_waiting_room_has_the_link_if_there_are_people_to_explain_it_to(ann: Visitor) -> None:
    among_friends = await ann.set_up("me", "friend", "cottar")
    assert 'href="/howto/armorica/aloud"' in (await ann.get(among_friends)).text
    alone = await ann.set_up("me", "cottar")
    assert "/aloud" not in (await ann.get(alone)).text


async def test_a_game_without_such_a_text_has_no_link_and_says_so(harbour: Game, ann: Visitor) -> None:
    path = await ann.set_up("me", "friend", game="toy-harbour")
    assert "/aloud" not in (await ann.get(path)).text
    refused: list[httpx.Response] = [
        await ann.get(address) for address in ("/howto/toy-harbour/aloud", "/api/v1/games/toy-harbour/aloud")
    ]
    for answer in refused:
        assert answer.status_code == 404
        assert "has no text to read out to friends." in answer.text
    assert (await ann.get("/howto/chess/aloud")).status_code == 404
