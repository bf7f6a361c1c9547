"""First-time tips: short texts about things that are really there; none in a guided game."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from brehon.core.text import LANGUAGES, Speaker
from brehon.server import web
from brehon.server.web.tips import TIPS
from tests.server.people import Visitor

TEMPLATES = "".join(
    path.read_text(encoding="utf-8") for path in (Path(web.__file__).parent / "templates").glob("*.html")
)


def test_every_tip_is_short_in_every_language_and_about_something_that_is_there() -> None:
    assert len({tip.name for tip in TIPS}) == len(TIPS)
    assert "off" not in {tip.name for tip in TIPS}, "that is the setting"
    for tip in TIPS:
        (name,) = re.findall(r"^[#.]([\w-]+)", tip.at)
        assert re.search(rf'(?:id|class)="[^"]*\b{name}\b', TEMPLATES), tip.at
        for language in LANGUAGES:
            sentences = re.split(r"(?<=[.?!])\s+", Speaker(language).word(tip.text))
            assert len(sentences) <= 3, tip.name
            assert max(len(sentence.split()) for sentence in sentences) <= 25, tip.name
            for quoted in re.findall(r"“(.*?)”", tip.text) if language == "en" else []:
                assert quoted in unescape(TEMPLATES), f"{tip.name}: no button is called {quoted}"
    assert all(Speaker("de").word(tip.text) != tip.text for tip in TIPS)


async def test_a_table_has_tips_in_the_language_of_the_reader_and_a_guided_game_has_none(ann: Visitor) -> None:
    path = await ann.set_up("me", "cottar")
    page = (await ann.get(path)).text
    assert page.count("<p data-name=") == len(TIPS)
    assert 'id="tip" class="tip" hidden' in page
    german = unescape((await ann.get(path, headers={"Accept-Language": "de"})).text)
    assert Speaker("de").word(TIPS[0].text) in german
    guided = (await ann.post("/learn/armorica")).headers["location"]
    assert "tip-list" not in (await ann.get(guided)).text
