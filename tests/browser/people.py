"""People in front of a browser, as the tests speak of them."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from brehon.games import armorica
from brehon.server.web.typefaces import Typefaces

SMALL = Path(armorica.__file__).parent / "armorica-small-1.toml"  # a whole game of Armorica in twenty decisions
WINTER_SEED = 3  # with the first move taken again and again, somebody has to discard twice in one winter
SPOTS = "#board [data-action], #board [data-why]"
GONE = re.compile(
    r"Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_NETWORK"
)  # a server that was killed


def typeset(folder: Path) -> Path:
    """A data folder with the typefaces in it: else the first page waits until they are made. They are made once on a machine."""
    made = Path(tempfile.gettempdir()) / f"brehon-typefaces-{os.getuid()}"
    Typefaces.below(made).fill()
    shutil.copytree(made / "cache", folder / "cache", dirs_exist_ok=True)
    return folder


class Crowd:
    """Everybody has a browser window with cookies of their own. What a window complains about fails the test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    def person(self, width: int = 1280, height: int = 800, **more: Any) -> Page:
        """With `tips`, one who has never been here before; the others know the tips of the table already."""
        tips = more.pop("tips", False)
        context = self.browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more)
        context.set_default_timeout(20_000)
        self._contexts.append(context)
        if not tips:
            context.add_init_script("if (location.protocol === 'http:') localStorage.setItem('brehon-tips', 'off')")
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not GONE.search(message.text):
            self.complaints.append(message.text)

    def go_home(self) -> None:
        for context in self._contexts:
            context.close()
        assert self.complaints == []

    def set_up(
        self, page: Page, name: str, *seats: str, game: str = "armorica", cards: Path | None = None, **options: str
    ) -> str:
        """Set up a table in the lobby, some options typed in; its address."""
        page.goto(f"{self.url}/?game={game}")
        if cards is not None:
            page.locator("#components").set_input_files(cards)
        page.get_by_label("Your name").fill(name)
        for number, who in enumerate(seats, 1):
            page.locator(f"#seat{number}").select_option(who)
        for option, value in options.items():
            page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
            page.locator(f"[name='option.{option}']").fill(value)
        page.get_by_role("button", name="Create table").click()
        page.wait_for_url("**/table/*")
        return page.url


def open_tab(page: Page, name: str) -> None:
    """Open a tab of the table: moves, players, story, talk, more."""
    page.locator(f".tabs [data-tab-name='{name}']").click()


def whole_answers(page: Page) -> None:
    """The server is asked for whole answers, not for what has changed: for tests that read them."""
    page.route(
        re.compile("/(move|fragment|form|undo)$"),
        lambda route: route.continue_(headers={k: v for k, v in route.request.headers.items() if k != "x-brehon-has"}),
    )


def choose(button: Locator) -> None:
    """Click on a move of the list: its group is opened first, and what is asked once is confirmed."""
    button.evaluate("one => { const group = one.closest('details'); if (group) group.open = true; }")
    button.click()
    confirm = button.page.locator("#action-confirm")
    if confirm.count():
        confirm.click()


def ask_every_time(page: Page) -> None:
    """Forced moves are not made by themselves: for tests that make every move."""
    page.evaluate("""() => fetch(`${document.getElementById("table").dataset.path}/auto`,
      { method: "POST", body: new URLSearchParams({ wanted: "0" }), headers: { "X-Brehon": "1" } })
        .then((answer) => answer.text())""")  # a body that no one reads never ends


def more_undo(page: Page) -> None:
    """Open the menu with the other ways to go back."""
    page.locator("#undo-more summary").click()


def ply(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-ply") or "-1")


# Waits inside the page, so that a test goes on in the very moment: Playwright's own expectations look now and then only.
REACHED = """([op, ply]) => new Promise((resolve) => {
  const number = () => Number(document.getElementById("table")?.dataset.ply ?? -1);
  const reached = () => (op === "past" ? number() !== ply : number() >= ply);
  if (reached()) return resolve(number());
  const watcher = new MutationObserver(() => {
    if (!reached()) return;
    watcher.disconnect();
    resolve(number());
  });
  watcher.observe(document.documentElement, { subtree: true, childList: true, attributeFilter: ["data-ply"] });
  setTimeout(() => { watcher.disconnect(); resolve(null); }, 30000);
})"""


def expect_past(page: Page, old: int) -> int:
    """Wait until the page shows another ply than `old`, without a reload."""
    found = page.evaluate(REACHED, ["past", old])
    assert found is not None, f"the page stays at ply {old}"
    return int(found)


def expect_at_least(page: Page, wanted: int) -> None:
    found = page.evaluate(REACHED, ["at least", wanted])
    assert found is not None, f"the page stays at ply {ply(page)}, the table is at {wanted}"


def is_over(page: Page) -> bool:
    return page.locator("#table").get_attribute("data-state") == "over"


def open_spots(page: Page) -> Locator:
    return page.locator("#board [data-action]")


def sensible(page: Page) -> Locator:
    """A button of The Arrival that leads somewhere: settle, spread what one has, build, repel, pass."""
    for words in ("Land", "Draw", "Spread", "Take", "Build on", "Repel", "Pass", "Save notes"):
        found = page.locator("#moves button", has_text=re.compile(f"^{words}"))
        if found.count():
            return found.last if words == "Save notes" else found.first
    return page.locator("#moves button").first


SENSIBLE = """() => {
  const all = [...document.querySelectorAll("#moves button")];
  for (const verb of ["Land", "Draw", "Block", "Take", "Use", "Spread", "Repel", "Pass", "Extend", "Build", "Place", "Keep"]) {
    const found = all.filter((one) => one.textContent.startsWith(verb));
    if (found.length) return Number((verb === "Block" || verb === "Keep" ? found.at(-1) : found[0]).value);
  }
  return Number(all[0].value);
}"""


def sensible_action(page: Page) -> int:
    """A move of The Arrival that gets on: tiles first, then spread, fight, pass, and build where one may not pass."""
    action: int = page.evaluate(SENSIBLE)
    return action


def click_on_board(page: Page, action: int) -> int:
    """Click where the board offers an action, through the menu of its place if there is one; how many menus were opened.

    Waits for the answer to this very click: while all choose in secret, the page also goes on by what others do.
    """
    spot = page.locator(f"#board [data-action='{action}']").first
    menu = spot.locator("xpath=ancestor::*[contains(concat(' ', @class, ' '), ' menu ')]")
    opened = menu.count()
    if opened:
        menu.locator("xpath=..").locator("> [data-menu]").click()
        expect(menu).to_be_visible()
    click_a_move(page, spot)
    return opened


def click_a_move(page: Page, spot: Locator) -> None:
    """Click on a move, and wait until the page shows the answer to it."""
    with page.expect_response(re.compile("/move$")) as answered:
        spot.click()
        if page.locator("#action-confirm").count():
            page.locator("#action-confirm").click()
    shown = re.search(r'data-ply="(\d+)"', answered.value.text())
    assert shown, answered.value.text()
    expect_at_least(page, int(shown[1]))


def mark_document(page: Page) -> None:
    """A reload would wipe this mark."""
    page.evaluate("document.documentElement.dataset.mark = 'same'")


def expect_no_reload(page: Page) -> None:
    assert page.evaluate("document.documentElement.dataset.mark") == "same"
