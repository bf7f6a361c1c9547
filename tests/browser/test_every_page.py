"""Every page that the server has, for everybody: checked by axe in light and dark, and never wider than a telephone.

The tables of the three games are checked where they are played; here is the rest. A page without a line fails.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from fastapi import APIRouter
from playwright.sync_api import Page

from brehon.server import routes
from tests.browser.people import Crowd
from tests.browser.test_looks import check, open_details

RECORDS = Path(__file__).parent.parent / "records"
LOOKS = {  # checked in test_looks.py, test_arrival.py and test_fallen_kingdoms.py
    "/", "/join/{token}", "/table/{match_id}", "/table/{match_id}/verify", "/table/{match_id}/replay",
}  # fmt: skip
HERE = {
    "/records": "/records",
    "/records/{record_id}": "{record}?ply=300&seat=1",
    "/records/{record_id}/result": "{record}/result",
    "/rules/{game}": "/rules/arrival",
    "/howto/{game}": "/howto/armorica",
    "/games": "/games",
    "/fairness": "/fairness",
    "/stats": "/stats",
    "/stats/{game}": "/stats/armorica",
    "/people/me": "/people/me",
    "/plan/{plan_id}": "{plan}",
    "/table/{match_id}/talk": "{table}/talk",
    "/table/{match_id}/log": "{table}/log",
    "/me": "/me",
    "/account": "/account",
    "/device/{token}": "/device/unknown",
    "/account/confirm": "/account/confirm",  # a guest is led back; the page itself: test_people.py
    "/signin": "/signin",
    "/mail/confirm/{token}": "/mail/confirm/nothing",  # without a mail only what a wrong token gets
    "/mail/stop/{token}": "/mail/stop/nothing",
}
SAME = {"/table/{match_id}/result": "/records/{record_id}/result", "/people/{word}": "/people/me"}  # the same template
NO_PAGES = {
    "/table/{match_id}/fragment", "/table/{match_id}/events", "/table/{match_id}/record", "/records/{record_id}/record",
    "/plan/{plan_id}/fragment", "/table/{match_id}/company", "/table/{match_id}/lock", "/health", "/metrics",
}  # fmt: skip


def pages() -> set[str]:
    """Every address of every router that can be opened in a browser."""
    found: set[str] = set()
    for info in iter_modules(routes.__path__):
        for value in vars(import_module(f"{routes.__name__}.{info.name}")).values():
            if isinstance(value, APIRouter):
                found |= {route.path for route in value.routes if "GET" in route.methods}  # type: ignore[attr-defined]
    return {path for path in found if not path.startswith("/api/")}


def test_every_page_has_its_line():
    assert pages() - (LOOKS | set(HERE) | set(SAME) | NO_PAGES) == set()


def upload(page: Page, url: str, name: str) -> str:
    """Bring a record; its address."""
    page.goto(f"{url}/records")
    page.get_by_label("Record file").set_input_files(RECORDS / name)
    page.get_by_role("button", name="Check it").click()
    page.wait_for_url("**/records/*")
    return page.url.removeprefix(url)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_other_pages_are_accessible_and_fit_the_screen(crowd: Crowd, width: int, scheme: str):
    page = crowd.person(width, 844, color_scheme=scheme)
    crowd.set_up(page, "Ann", "wanderer", "wanderer", "", "")  # so that the statistics have something to show
    page.locator("#result").wait_for(timeout=30_000)
    record = upload(page, crowd.url, "fallen-kingdoms-6-by-hand-rules1.json")
    crowd.set_up(page, "Ann", "me", "me", "", "")
    table = page.url.removeprefix(crowd.url)
    page.get_by_role("button", name="Plan ahead from here").click()
    page.wait_for_url("**/plan/*")
    plan = page.url.removeprefix(crowd.url)
    for place in HERE.values():
        page.goto(crowd.url + place.format(record=record, plan=plan, table=table))
        open_details(page)
        check(page, place, width)
