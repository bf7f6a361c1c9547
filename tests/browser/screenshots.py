"""Takes the pictures of docs/img/ anew: make pictures [ARGS="live after"], see TOURS."""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from brehon.core.fair import seeded_secret
from tests.browser.conftest import chromium
from tests.browser.people import Crowd, click_on_board, expect_past, is_over, open_spots, open_tab, ply, sensible_action
from tests.server.running import Server

FOLDER = Path(__file__).parent.parent.parent / "docs" / "img"
SIZES = {"1280": (1280, 800), "390": (390, 844)}
COLOURS = 256  # a palette is enough for flat pictures, and a third of the bytes
EXACT = 160  # of them taken as they are: what is flat keeps its colour
SLOW = 300_000  # milliseconds for bots on a busy machine


def shoot(page: Page, name: str, at: str = "", whole: bool = False) -> None:
    """A picture of what one sees, of the page from an element on, or of the whole page."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(700)  # until the cards lie still
    page.evaluate("scrollTo(0, 0)")
    if at:
        page.evaluate("at => scrollBy(0, document.querySelector(at).getBoundingClientRect().top - 12)", at)
        page.wait_for_timeout(200)
    keep(page.screenshot(full_page=whole), name)


def keep(picture: bytes, name: str) -> None:
    """Store a picture with a palette: its most frequent colours as they are, the others as near as the rest of the palette comes."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    counts = Counter(zip(*[iter(image.tobytes())] * 3, strict=True))
    palette = [value for colour, _ in counts.most_common(EXACT) for value in colour]
    others = image.quantize(COLOURS - EXACT, method=Image.Quantize.FASTOCTREE).getpalette() or []
    guide = Image.new("P", (1, 1))
    guide.putpalette((palette + others)[: 3 * COLOURS])
    image.quantize(palette=guide, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    print(FOLDER / f"{name}.png")


def armorica(crowd: Crowd, size: str, scheme: str) -> None:
    """From the waiting room to a table of Armorica and the sandbox; then the lobby, one's tables and the account."""
    page = crowd.person(*SIZES[size], color_scheme=scheme)
    tail = f"{size}-{scheme}"
    crowd.set_up(page, "Ann", "me", "friend", "cottar", "")
    shoot(page, f"waiting-{tail}")
    crowd.set_up(page, "Ann", "me", "cottar", "wanderer", "", game="arrival")
    crowd.set_up(page, "Ann", "me", "cottar", "wanderer", "")
    for _ in range(11):
        expect(open_spots(page).first).to_be_visible()
        before = ply(page)
        open_spots(page).first.click()
        expect_past(page, before)
    expect(open_spots(page).first).to_be_visible()
    page.wait_for_timeout(300)
    if page.locator("#board [data-why]").count():
        page.locator("#board [data-why]").first.click(force=True)
    shoot(page, f"table-{tail}")
    open_tab(page, "more")
    page.get_by_role("button", name="Plan ahead from here").click()
    page.wait_for_url("**/plan/*")
    for _ in range(2):
        before = ply(page)
        open_spots(page).first.click()
        expect_past(page, before)
    shoot(page, f"sandbox-{tail}")
    page.goto(crowd.url)
    shoot(page, f"lobby-{tail}")
    if size == "390":  # on a desk they are beside the rest
        shoot(page, f"my-tables-{tail}", "section[aria-labelledby='my-tables']")
    page.goto(f"{crowd.url}/account")
    shoot(page, f"account-{tail}")


def live(crowd: Crowd, size: str, scheme: str) -> None:
    """Two people and a bot at a table, with what they say beside it."""
    page, bo = crowd.person(*SIZES[size], color_scheme=scheme), crowd.person()
    crowd.set_up(page, "Ann", "me", "friend", "cottar", "")
    bo.goto(page.locator("#link-1").input_value())
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    expect(page.locator("#seen-1")).to_contain_text("is here")
    page.get_by_role("button", name="Start the game").click()
    sayings = [(bo, "Hello! Who begins?"), (page, "You, I think."), (bo, "Then I shall build a mill.")]
    sayings += [(page, "And I need sheep. Again.")]
    for who, text in sayings:
        who.locator("#say-text").fill(text)
        who.locator("#say-button").click()
        expect(page.locator("#sayings")).to_contain_text(text)
    page.locator("#notes summary").click()
    page.locator("#note-text").fill("Bo collects blue cards.")
    page.evaluate("document.activeElement.blur()")
    shoot(page, f"live-{size}-{scheme}", "#company")


def after(crowd: Crowd, size: str, scheme: str) -> None:
    """After a game: the result with its charts, the replay, the statistics."""
    page = crowd.person(*SIZES[size], color_scheme=scheme)
    tail = f"{size}-{scheme}"
    crowd.set_up(page, "Ann", "cottar", "wanderer", "cottar", "")
    expect(page.locator("#result")).to_be_visible(timeout=SLOW)
    table = page.url
    page.goto(f"{table}/replay?ply=70")
    shoot(page, f"replay-{tail}")
    page.goto(f"{table}/result")
    shoot(page, f"result-{tail}", whole=True)
    if scheme == "light":
        page.goto(f"{crowd.url}/stats/armorica")
        shoot(page, f"stats-{tail}")


def arrival(crowd: Crowd, size: str, scheme: str) -> None:
    """One game of The Arrival: Ann at a desk, Bo with a telephone, and two bots."""
    if size == "390":
        return  # Bo's pictures come with Ann's
    people = {size: crowd.person(*SIZES[size], color_scheme=scheme) for size in SIZES}
    ann, bo = people.values()
    crowd.set_up(ann, "Ann", "me", "friend", "cottar", "cottar", game="arrival")
    bo.goto(ann.locator("#link-1").input_value())
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    expect(ann.locator("#people")).to_contain_text("Bo")
    ann.get_by_role("button", name="Start the game").click()
    wanted = ["start", "table"] if scheme == "light" else ["table"]
    missing = {(size, what) for size in SIZES for what in wanted}
    while not all(is_over(page) for page in people.values()) and (missing or scheme == "light"):
        for size, page in people.items():
            if not page.locator("#moves").count():
                page.wait_for_timeout(30)
                continue
            in_action = "Round 2" in page.locator("#status").inner_text() and page.locator("#board [data-menu]").count()
            if (size, "start") in missing:
                missing.remove((size, "start"))
                shoot(page, f"arrival-start-{size}-{scheme}")
            elif in_action and (size, "table") in missing:
                missing.remove((size, "table"))
                show_menu(page, f"arrival-table-{size}-{scheme}")
            click_on_board(page, sensible_action(page))
    for size, page in people.items():
        if scheme == "light":
            expect(page.locator("#result")).to_be_visible(timeout=SLOW)
            shoot(page, f"arrival-result-{size}-{scheme}")
            if size == "1280":
                keep(page.locator("#board svg").screenshot(), f"arrival-board-{size}-{scheme}")


def show_menu(page: Page, name: str) -> None:
    """A picture with the menu of a place open, on a telephone with the map in sight."""
    opener = page.locator("#board [data-menu]").first
    opener.click()
    page.wait_for_timeout(700)
    if (page.viewport_size or {"width": 0})["width"] < 600:
        page.evaluate("scrollBy(0, document.querySelector('.place.open').getBoundingClientRect().top - 300)")
    else:
        page.evaluate("scrollTo(0, 0)")
    keep(page.screenshot(), name)
    opener.focus()
    page.keyboard.press("Escape")


def fallen_kingdoms(crowd: Crowd, size: str, scheme: str) -> None:
    """Fallen Kingdoms: orders in the second round; in the light also a battle."""
    page = crowd.person(*SIZES[size], color_scheme=scheme)
    crowd.set_up(page, "Ann", "me", "cottar", "cottar", "", "", "", game="fallen-kingdoms")
    status = page.locator("#status")
    go_on(page, lambda: "Round 2" in status.inner_text() and "Give orders" in status.inner_text())
    shoot(page, f"fallen-kingdoms-table-{size}-{scheme}")
    if scheme == "dark":
        return
    fight(page)
    shoot(page, f"fallen-kingdoms-battle-{size}-{scheme}")


def kingdoms_end(crowd: Crowd, size: str, scheme: str) -> None:
    """Fallen Kingdoms played by bots alone: a result of three, and six kingdoms on one map."""
    if (size, scheme) != ("1280", "light"):
        return
    page = crowd.person(*SIZES[size], color_scheme=scheme)
    game = "fallen-kingdoms"
    crowd.set_up(page, "Ann", *["cottar"] * 3, "", "", "", game=game, trophies_per_player="2")
    expect(page.locator("#result")).to_be_visible(timeout=SLOW)
    shoot(page, f"fallen-kingdoms-result-{size}-{scheme}")
    crowd.set_up(page, "Ann", *["cottar"] * 6, game=game, trophies_per_player="1")
    expect(page.locator("#result")).to_be_visible(timeout=2 * SLOW)
    page.goto(f"{page.url}/replay?ply={ply(page) * 2 // 3}")
    shoot(page, f"fallen-kingdoms-6-players-{size}-{scheme}")


def go_on(page: Page, is_there: Callable[[], bool]) -> None:
    """Play on, a little of everything."""
    moves = page.locator("#moves button")
    for _ in range(300):
        expect(moves.first).to_be_visible(timeout=SLOW)
        if is_there():
            return
        dull = moves.filter(has_text=re.compile("^(Carry out|Roll|Occupy|Do not|No )"))
        before = ply(page)
        (dull.first if dull.count() else moves.nth(before % moves.count())).click()
        expect_past(page, before)
    raise AssertionError("it never came to that")


def fight(page: Page) -> None:
    """Attack with the largest army that can, again and again, until the dice of a battle lie on the table."""
    dice = page.locator("#board [id$='die-0']")
    for _ in range(20):
        go_on(page, lambda: page.locator("#at-once-orders").count() > 0)
        page.evaluate("document.querySelector('.at-once').open = true")
        entries = page.locator("#at-once .entry")
        attacks = [n for n in range(entries.count()) if entries.nth(n).inner_text().strip().startswith("attack")]
        if attacks:
            best = max(attacks, key=lambda n: int(entries.nth(n).locator("input").get_attribute("max") or "0"))
            most = int(entries.nth(best).locator("input").get_attribute("max") or "0")
            entries.nth(best).locator("input").fill(str(max(1, most - 1)))
            before = ply(page)
            page.locator("#at-once-button").click()
            expect_past(page, before)
        for words in ("Carry out", "Roll"):
            button = page.locator("#moves button").filter(has_text=re.compile(f"^{words}"))
            if button.count():
                before = ply(page)
                button.first.click()
                expect_past(page, before)
        expect(page.locator("#moves button").first).to_be_visible(timeout=SLOW)
        if dice.count() and re.search("attacks|defends|won", page.locator("#status").inner_text()):
            return
    raise AssertionError("there was no battle")


TOURS = {"armorica": armorica, "live": live, "after": after, "arrival": arrival, "fallen-kingdoms": fallen_kingdoms,
         "kingdoms-end": kingdoms_end}  # fmt: skip


def main() -> int:
    wanted = sys.argv[1:] or list(TOURS)
    unknown = set(wanted) - set(TOURS)
    if unknown:
        print(f"there is no tour {', '.join(sorted(unknown))}; there are: {', '.join(TOURS)}", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=SLOW)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(Path(folder), bot_pause=0.02, secret=seeded_secret(11)) as server,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        crowd = Crowd(browser, server.url)
        for size in SIZES:
            for scheme in ("light", "dark"):
                for game in wanted:
                    TOURS[game](crowd, size, scheme)
        crowd.go_home()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
