"""Every page that the server has, for everybody: checked by axe in light and dark, and never wider than a telephone.

The tables of the three games are checked where they are played; here is the rest. A page without a line fails.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from fastapi import APIRouter
from playwright.sync_api import Page

from brehon.coach.puzzles import shipped
from brehon.server import web
from tests.browser.people import Crowd, open_tab
from tests.browser.test_looks import check, open_details

RECORDS = Path(__file__).parent.parent / "records"
LOOKS = {  # checked in test_looks.py, test_arrival.py, test_fallen_kingdoms.py and test_practice.py
    "/records/{record_id}/practice/{ply}", "/", "/join/{token}", "/table/{match_id}", "/table/{match_id}/verify", "/table/{match_id}/replay",
}  # fmt: skip
HERE = {
    "/records": "/records",
    "/records/{record_id}": "{record}?ply=300&seat=1",
    "/records/{record_id}/result": "{record}/result",
    "/records/{record_id}/review": "{record}/review",  # before it is asked for; then: test_review.py
    "/rules/{game}": "/rules/arrival",
    "/howto/{game}": "/howto/armorica",
    "/howto/{game}/aloud": "/howto/armorica/aloud",
    "/games": "/games",
    "/fairness": "/fairness",
    "/stats": "/stats",
    "/stats/{game}": "/stats/armorica",
    "/people/me": "/people/me",
    "/plan/{plan_id}": "{plan}",
    "/shared": "/shared",
    "/shared/{word}": "{shared}",
    "/puzzles": "/puzzles",
    "/puzzle/{puzzle_id}": f"/puzzle/{shipped('armorica')[0].id}",
    "/table/{match_id}/talk": "{table}/talk",
    "/table/{match_id}/log": "{table}/log",
    "/me": "/me",
    "/groups": "/groups",
    "/groups/join/{word}": "{join}",
    "/group/{group_id}": "{group}",
    "/account": "/account",
    "/device/{token}": "/device/unknown",
    "/account/confirm": "/account/confirm",  # a guest is led back; the page itself: test_people.py
    "/signin": "/signin",
    "/mail/confirm/{token}": "/mail/confirm/nothing",  # without a mail only what a wrong token gets
    "/mail/stop/{token}": "/mail/stop/nothing",
}
SAME = {
    "/table/{match_id}/result": "/records/{record_id}/result",
    "/people/{word}": "/people/me",
    "/table/{match_id}/review": "/records/{record_id}/review",
    "/table/{match_id}/practice/{ply}": "/records/{record_id}/practice/{ply}",
}  # the same template
NO_PAGES = {
    "/table/{match_id}/fragment", "/table/{match_id}/events", "/table/{match_id}/record", "/records/{record_id}/record",
    "/home/fragment", "/picture/{game}.svg", "/picture/{game}/{name}.svg", "/picture/{game}.png", "/picture.png", "/icon-{size}.png", "/manifest.webmanifest",
    "/table/{match_id}/picture.svg", "/table/{match_id}/preview.png", "/plan/{plan_id}/fragment", "/puzzle/{puzzle_id}/fragment", "/table/{match_id}/company",
    "/table/{match_id}/review/events", "/table/{match_id}/review/file", "/records/{record_id}/review/events", "/records/{record_id}/review/file",
    "/shared/{word}/board.svg", "/shared/{word}/board.png", "/shared/{word}/preview.png",
    "/puzzle/{puzzle_id}/board.svg", "/puzzle/{puzzle_id}/board.png", "/puzzle/{puzzle_id}/preview.png",
    "/table/{match_id}/practice", "/table/{match_id}/practice/{ply}/fragment", "/records/{record_id}/practice", "/records/{record_id}/practice/{ply}/fragment",
    "/table/{match_id}/lock", "/health", "/metrics", "/group/{group_id}/fragment",
}  # fmt: skip


def pages() -> set[str]:
    """Every address of every router that can be opened in a browser."""
    found: set[str] = set()
    for info in walk_packages(web.__path__, f"{web.__name__}."):
        for value in vars(import_module(info.name)).values():
            if isinstance(value, APIRouter):
                found |= {route.path for route in value.routes if "GET" in route.methods}  # type: ignore[attr-defined]
    return {path for path in found if not path.startswith("/api/")}


def test_every_page_has_its_line() -> None:
    assert pages() - (LOOKS | set(HERE) | set(SAME) | NO_PAGES) == set()


def upload(page: Page, url: str, name: str) -> str:
    """Bring a record; its address."""
    page.goto(f"{url}/records")
    page.get_by_label("Record file").set_input_files(RECORDS / name)
    page.get_by_role("button", name="Check it").click()
    page.wait_for_url("**/records/*")
    return page.url.removeprefix(url)


def a_shared_position(page: Page, url: str, record: str) -> str:
    """A position of a record that was shared by its link; its address."""
    page.goto(f"{url}{record}?ply=300&seat=1")
    open_details(page)
    page.locator("#share-button").click()
    page.wait_for_url("**/shared/*")
    return page.url.removeprefix(url)


def a_group(page: Page, url: str) -> str:
    """A new group with a proposed game; its address."""
    page.goto(f"{url}/groups")
    open_details(page)
    page.get_by_label("Name of the group").fill("Friday")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Create the group").click()
    page.wait_for_url("**/group/*")
    page.get_by_role("button", name="Propose it").click()
    page.locator(".proposal").wait_for()
    return page.url.removeprefix(url)


def invited_by_another(crowd: Crowd) -> str:
    """The address of the link to a group of another person."""
    other = crowd.person()
    a_group(other, crowd.url)
    return other.locator("#group-link").input_value().removeprefix(crowd.url)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_other_pages_are_accessible_and_fit_the_screen(crowd: Crowd, width: int, scheme: str) -> None:
    page = crowd.person(width, 844, color_scheme=scheme)
    crowd.set_up(page, "Ann", "wanderer", "wanderer", "", "")  # so that the statistics have something to show
    page.locator("#result").wait_for(timeout=30_000)
    record = upload(page, crowd.url, "fallen-kingdoms/v1/fallen-kingdoms-6-by-hand.json")
    crowd.set_up(page, "Ann", "me", "me", "", "")
    table = page.url.removeprefix(crowd.url)
    open_tab(page, "more")
    page.get_by_role("button", name="Plan ahead from here").click()
    page.wait_for_url("**/plan/*")
    plan = page.url.removeprefix(crowd.url)
    shared = a_shared_position(page, crowd.url, record)
    join = invited_by_another(crowd)
    group = a_group(page, crowd.url)
    for place in HERE.values():
        page.goto(
            crowd.url + place.format(record=record, plan=plan, table=table, group=group, join=join, shared=shared)
        )
        open_details(page)
        check(page, place, width)
