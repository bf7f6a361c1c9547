"""A real Chromium, a real server, and people who look at pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from brehon.core.fair import seeded_secret
from tests.browser.people import WINTER_SEED, Crowd, typeset
from tests.server.running import Server


def chromium(*programs: str) -> str:
    """Where the browser is; skips the tests without one, but not in CI."""
    found = [os.environ.get("BREHON_CHROMIUM"), *(shutil.which(program) for program in programs or ("chromium",))]
    for program in found:
        if program:
            return program
    why = "chromium was not found (Debian: apt-get install chromium, or set BREHON_CHROMIUM)"
    if os.environ.get("CI"):
        pytest.fail(f"{why}; in CI no browser test may be skipped")
    pytest.skip(why)


ARGUMENTS = ["--no-sandbox", "--host-resolver-rules=MAP brehon.lan 127.0.0.1"]


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """The Chromium without windows if it is there: it draws the same pages in half the time."""
    program = chromium("chromium-headless-shell", "chromium")
    running = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
    yield running
    running.close()


@pytest.fixture
def desktop(driver: Playwright, server: Server) -> Iterator[Crowd]:
    """People with the whole Chromium: the one without windows shows no notifications."""
    running = driver.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    gathered = Crowd(running, server.url)
    yield gathered
    gathered.go_home()
    running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    quick = {"review_iterations": 2, "review_nice": 0}
    with Server(typeset(folder), bot_pause=0.05, secret=seeded_secret(WINTER_SEED), **quick) as running:
        yield running


@pytest.fixture
def crowd(browser: Browser, server: Server) -> Iterator[Crowd]:
    gathered = Crowd(browser, server.url)
    yield gathered
    gathered.go_home()
