"""The typefaces that the pages are set in: small, cut to our characters, made once, kept by browsers."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from httpx import AsyncClient

from brehon.core.advances import CHARACTERS
from brehon.server.web.typefaces import CUTS, Cut, Typefaces, file_name, make, typeface_style
from tests.advances import TABLE, table

MOST_BYTES = 40_000
WRITTEN = Path("src/brehon")


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return {cut.name: make(cut) for cut in CUTS}


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: cut.name)
def test_a_file_is_small_has_our_characters_and_a_name_of_its_own(cut: Cut, files: dict[str, bytes]) -> None:
    content = files[cut.name]
    assert len(content) < MOST_BYTES
    font = TTFont(io.BytesIO(content))
    source = TTFont(cut.source())
    assert set(font.getBestCmap()) == {ord(c) for c in CHARACTERS} & set(source.getBestCmap())
    assert {entry.toUnicode() for entry in font["name"].names if entry.nameID in (1, 4, 16)} == {
        f"{cut.family} {cut.name}"
    }
    assert "Adobe" in font["name"].getDebugName(0), "who made it is still said"


def test_the_accents_of_the_games_and_the_signs_of_the_boards_are_there(files: dict[str, bytes]) -> None:
    letters = set(map(chr, TTFont(io.BytesIO(files["serif"])).getBestCmap()))
    assert letters >= set("ÁÉÍÓÚáéíóúÄÖÜäöüßÆæØøÅåÞþÐðŒœŁł„“”‘’–—…−×→←↑↓≤≥•")


def test_the_widths_that_pictures_reckon_with_are_those_of_the_typefaces() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "python -m tests.advances"


async def test_the_style_sheet_names_files_that_are_there_and_may_be_kept(ann: AsyncClient) -> None:
    style = await ann.get("/static/typefaces.css?x")
    assert "immutable" in style.headers["cache-control"]
    assert style.text.count("font-display:swap") == len(CUTS)
    addresses = re.findall(r'url\("([^"]+)"\)', style.text)
    assert len(addresses) == len(CUTS)
    for address in addresses:
        answer = await ann.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "font/woff2")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.content[:4] == b"wOF2"


async def test_the_pages_link_it_and_allow_fonts_of_their_own_only(ann: AsyncClient) -> None:
    page = await ann.get("/")
    assert '<link rel="stylesheet" href="/static/typefaces.css?' in page.text
    assert "font-src 'self';" in page.headers["content-security-policy"]
    assert "http" not in typeface_style()


@pytest.mark.parametrize("name", ["serif.000000000000.woff2", "..%2f..%2fkey", "serif.woff2", "x" * 300])
async def test_no_other_file_is_served(ann: AsyncClient, name: str) -> None:
    assert (await ann.get(f"/static/fonts/{name}")).status_code == 404


async def test_a_file_is_made_once_and_read_from_the_folder_after_that(tmp_path: Path) -> None:
    name = file_name(CUTS[3])
    first = await Typefaces(tmp_path / "fonts").get(name)
    assert [path.name for path in (tmp_path / "fonts").iterdir()] == [name]
    begin = time.process_time()
    again = await Typefaces(tmp_path / "fonts").get(name)
    assert again == first
    assert time.process_time() - begin < 0.05, "it was made again"


async def test_a_folder_that_cannot_be_written_to_costs_time_only(tmp_path: Path, caplog: Any) -> None:
    (tmp_path / "fonts").write_text("not a folder", encoding="utf-8")
    with caplog.at_level("WARNING"):
        content = await Typefaces(tmp_path / "fonts" / "below").get(file_name(CUTS[3]))
    assert content is not None
    assert "typeface not kept" in caplog.text


@pytest.mark.timed
async def test_the_first_page_does_not_wait(ann: AsyncClient) -> None:
    begin = time.monotonic()
    await ann.get("/static/typefaces.css?x")
    assert time.monotonic() - begin < 0.3
