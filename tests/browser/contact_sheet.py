"""Every page at four sizes, light and dark: `make contact FOLDER=out` (all pictures there, and one sheet for each size).

One person meets every page once; then the window changes its size and its colours, and the pages are opened again. The sheets for a
desk and a telephone are kept in docs/img.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, expect, sync_playwright

from brehon.coach.puzzles import shipped
from brehon.core import registry
from brehon.core.fair import seeded_secret
from tests.browser.conftest import chromium
from tests.browser.people import Crowd, expect_past, open_spots, open_tab, ply, typeset
from tests.browser.test_every_page import HERE, a_group, a_shared_position, invited_by_another, upload
from tests.server.running import Server

DOCS = Path(__file__).parent.parent.parent / "docs" / "img"
SIZES = {"1280": (1280, 800), "1440": (1440, 900), "1920": (1920, 1080), "390": (390, 844)}
KEPT = ("1280", "390")  # in docs/img
SCHEMES = ("light", "dark")
WIDTHS = {"390": 195}  # of a small picture; the others:
WIDTH = 400
COLUMNS = {"390": 10}
COLUMN_COUNT = 6  # pages of a row, light above dark
GAP, LABEL = 10, 22
SLOW = 120_000  # milliseconds


def play(page: Page, moves: int) -> None:
    """Take the first move that is offered, or confirm what is there."""
    for _ in range(moves):
        buttons = page.locator("#moves button:not([disabled]):visible")
        expect(buttons.first).to_be_visible(timeout=SLOW)
        before = ply(page)
        dull = buttons.filter(has_text=re.compile("^(Carry out|Roll|Occupy|Do not|No |Pass)"))
        (dull.first if dull.count() else buttons.nth(before % buttons.count())).click()
        expect_past(page, before)
    page.wait_for_timeout(500)


def patient(page: Page) -> Page:
    """A busy machine takes its time; nothing is measured here."""
    page.context.set_default_timeout(SLOW)
    return page


def prepared(crowd: Crowd, page: Page, with_review: bool) -> dict[str, str]:
    """Name of a page: its address."""
    url = crowd.url
    found: dict[str, str] = {}
    crowd.set_up(page, "Ann", "cottar", "wanderer", "cottar", "")
    page.locator("#result").wait_for(timeout=SLOW)
    over = page.url.removeprefix(url)
    found |= {"the end": over, "result": f"{over}/result", "replay": f"{over}/replay?ply=60", "proof": f"{over}/verify"}
    if with_review:
        page.goto(f"{url}{over}/review")
        page.get_by_role("button", name="Review this game").first.click()
        page.locator("#moment").wait_for(timeout=4 * SLOW)
        found["review"] = f"{over}/review?ply=40"
    record = upload(page, url, "fallen-kingdoms/v1/fallen-kingdoms-6-by-hand.json")
    crowd.set_up(page, "Ann", "me", "friend", "cottar", "")
    found["waiting room"] = page.url.removeprefix(url)
    stranger = page.locator("#link-1").input_value().removeprefix(url)
    for game, seats, moves in (("armorica", 3, 11), ("arrival", 3, 16), ("fallen-kingdoms", 3, 14)):
        crowd.set_up(page, "Ann", "me", *["cottar"] * (seats - 1), game=game)
        play(page, moves)
        found[game] = page.url.removeprefix(url)
    for game in registry.names():
        page.goto(url)
        page.locator(f"#learn-{game} button").click()
        page.wait_for_url("**/table/*")
        page.locator("#guide-next").click()
        page.wait_for_timeout(500)
        found[f"first game: {game}"] = page.url.removeprefix(url)
    page.goto(url + found["armorica"])
    open_tab(page, "more")
    page.get_by_role("button", name="Plan ahead from here").click()
    page.wait_for_url("**/plan/*")
    before = ply(page)
    open_spots(page).first.click()
    expect_past(page, before)
    plan = page.url.removeprefix(url)
    parts = {
        "record": record,
        "plan": plan,
        "table": found["armorica"],
        "group": a_group(page, url),
        "join": invited_by_another(crowd),
        "shared": a_shared_position(page, url, record),
    }
    for pattern, place in HERE.items():
        found.setdefault(pattern, place.format(**parts))
    found["invitation"] = stranger
    for game in ("arrival", "fallen-kingdoms"):
        if shipped(game):
            found[f"puzzle of {game}"] = f"/puzzle/{shipped(game)[0].id}"
    return {"front page": "/", **found, "no such page": "/nowhere"}


def name_of(page: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", page.lower()).strip("-")


def shoot_all(crowd: Crowd, page: Page, pages: dict[str, str], folder: Path) -> None:
    visitor = patient(crowd.person())  # to whom an invitation is shown
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            for one in (page, visitor):
                one.set_viewport_size({"width": width, "height": height})
                one.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            for name, place in pages.items():
                window = visitor if name == "invitation" else page
                window.goto(crowd.url + place)
                window.wait_for_timeout(350)
                window.screenshot(path=str(folder / f"{name_of(name)}-{size}-{scheme}.png"))
            print(f"{size} {scheme}: {len(pages)} pages", file=sys.stderr)


def sheet(pages: dict[str, str], size: str, folder: Path) -> Image.Image:
    """Small pictures of all pages, light above dark, with their names."""
    width = WIDTHS.get(size, WIDTH)
    height = width * SIZES[size][1] // SIZES[size][0]
    columns = COLUMNS.get(size, COLUMN_COUNT)
    rows = -(-len(pages) // columns)
    step = LABEL + 2 * height + 2 * GAP
    whole = Image.new("RGB", (columns * (width + GAP) + GAP, rows * step + GAP), "#d9d4c8")
    draw, font = ImageDraw.Draw(whole), ImageFont.load_default(13)
    for number, name in enumerate(pages):
        left, top = GAP + number % columns * (width + GAP), GAP + number // columns * step
        draw.text((left, top), name, fill="#222222", font=font)
        for row, scheme in enumerate(SCHEMES):
            picture = Image.open(folder / f"{name_of(name)}-{size}-{scheme}.png").convert("RGB")
            small = picture.resize((width, height), Image.Resampling.LANCZOS)
            whole.paste(small, (left, top + LABEL + row * (height + GAP // 2)))
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.contact_sheet", description=__doc__)
    parser.add_argument("folder", type=Path, help="gets all pictures and sheets")
    parser.add_argument("--without-review", action="store_true", help="a review takes minutes on a busy machine")
    options = parser.parse_args()
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=SLOW)
    with (
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as playwright,
        Server(typeset(Path(data)), bot_pause=0.02, secret=seeded_secret(11)) as server,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        crowd = Crowd(browser, server.url)
        page = patient(crowd.person())
        pages = prepared(crowd, page, not options.without_review)
        shoot_all(crowd, page, pages, folder)
        crowd.complaints = [said for said in crowd.complaints if "404" not in said]  # the page that is not there
        crowd.go_home()
        browser.close()
    for size in SIZES:
        picture = sheet(pages, size, folder)
        picture.save(folder / f"contact-{size}.png")
        if size in KEPT:
            stored = BytesIO()
            picture.save(stored, "WEBP", quality=60, method=6)
            (DOCS / f"contact-{size}.webp").write_bytes(stored.getvalue())
            print(DOCS / f"contact-{size}.webp")
    return 0


if __name__ == "__main__":
    sys.exit(main())
