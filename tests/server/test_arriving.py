"""The first minute: the front page, one click to play or to invite, what a link looks like before it is opened."""

from __future__ import annotations

import html
import re
import socket
import struct
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.core import registry
from brehon.core.contract import SPECTATOR, Game
from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.server.names import FRIENDLY
from brehon.server.table.table import Table
from brehon.server.web.invitation import own_address
from brehon.server.web.pictures import CARD, MOST, Pictures, as_file, board_card, to_png
from tests.server.conftest import opened
from tests.server.people import Program, Visitor, key, links_of
from tests.server.test_lobby import as_it_stands
from tests.server.transport import Transport

TINY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'


def quick(page: str, what: str) -> dict[str, str]:
    """A form of a game's card, sent as it stands."""
    found = re.search(rf'(?s)<form[^>]*id="{what}".*?</form>', page)
    assert found, what
    fields = as_it_stands(found[0])
    level = re.search(rf'(?s)<select[^>]*form="{what}">(.*?)</select>', page)
    if level:
        chosen = re.search(r'value="([^"]*)" selected', level[1])
        assert chosen
        fields["level"] = chosen[1]
    return fields


def png_size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


async def table_at(site: Transport, path: str) -> Table:
    async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
        return table  # type: ignore[no-any-return]


# -- the front page


@pytest.mark.parametrize("name", registry.names())
async def test_a_game_is_one_click_away_without_a_name(ann: Visitor, name: str) -> None:
    page = (await ann.get("/")).text
    answer = await ann.post("/tables", data=quick(page, f"play-{name}"))
    assert answer.status_code == 303, answer.text
    table = (await ann.get(answer.headers["location"])).text
    assert 'data-state="playing"' in table
    assert any(friendly in table for friendly in FRIENDLY)


async def test_a_card_says_how_many_how_long_how_hard_and_where_to_learn(ann: Visitor) -> None:
    page = (await ann.get("/")).text
    card = page[page.index('id="game-arrival"') : page.index('id="game-fallen-kingdoms"')]
    for words in (
        "2–4 players",
        "about 75 minutes",
        "medium",
        'href="/howto/arrival"',
        'href="/rules/arrival"',
        'href="/?game=arrival"',
    ):
        assert words in card, words


async def test_who_has_a_name_keeps_it(ann: Visitor) -> None:
    await ann.set_up("me", "cottar")
    page = (await ann.get("/")).text
    path = (await ann.post("/tables", data=quick(page, "play-armorica"))).headers["location"]
    assert "<strong>Ann</strong>" in (await ann.get(path)).text


async def test_the_last_choices_of_a_browser_are_the_next_proposal(ann: Visitor) -> None:
    await ann.set_up("me", "wanderer", "wanderer")
    page = (await ann.get("/")).text
    fields = quick(page, "play-armorica")
    assert (fields["level"], fields["seat3"]) == ("wanderer", "bot")
    assert "seat4" not in fields
    assert quick(page, "play-arrival")["level"] == "cottar"  # of another game nothing was chosen
    form = as_it_stands((await ann.get("/?game=armorica")).text)
    assert [form[f"seat{n}"] for n in (1, 2, 3, 4)] == ["me", "wanderer", "wanderer", ""]


@pytest.mark.parametrize(
    "cookie",
    [
        "armorica=2.nobody",
        "armorica=99.cottar",
        "armorica=-2.cottar",
        "armorica=٣.cottar",
        "x" * 9000,
        "armorica=.&&==",
        "%ff%00",
    ],
)
async def test_choices_that_make_no_sense_are_forgotten(ann: Visitor, cookie: str) -> None:
    page = await ann.get("/", headers={b"Cookie": f"choices={cookie}".encode()})
    assert page.status_code == 200
    fields = quick(page.text, "play-armorica")
    assert (fields["level"], "seat3" in fields) == ("cottar", False)


async def test_a_refusal_of_a_quick_table_is_said_on_the_front_page(ann: Visitor) -> None:
    answer = await ann.post(
        "/tables", data={"game": "armorica", "quick": "1", "seat1": "me", "seat2": "bot", "level": "nobody"}
    )
    assert answer.status_code == 422
    assert "there is no bot level" in html.unescape(answer.text)
    assert 'id="play-armorica"' in answer.text


async def test_a_game_of_another_package_has_a_card_and_a_picture(harbour: Game, ann: Visitor) -> None:
    page = (await ann.get("/")).text
    card = page[page.index('id="game-toy-harbour"') :]
    assert "2–3 players" in card
    facts = card.partition("</li>")[0].partition('action="/learn/')[0]  # its guided game says how long that takes
    assert "minutes" not in facts  # it does not say, so nothing is made up
    assert (await ann.post("/tables", data=quick(page, "play-toy-harbour"))).status_code == 303
    picture = await ann.get("/picture/toy-harbour.svg")
    assert picture.text.startswith("<svg")
    assert png_size((await ann.get("/picture/toy-harbour.png")).content) == CARD


async def test_the_lists_are_sent_again_only_when_they_have_changed(ann: Visitor, bo: Visitor) -> None:
    first = await ann.get("/home/fragment")
    mark = {"If-None-Match": first.headers["etag"]}
    assert (await ann.get("/home/fragment", headers=mark)).status_code == 304
    path = await bo.set_up("me", "friend", visibility="open")
    changed = await ann.get("/home/fragment", headers=mark)
    assert changed.status_code == 200
    assert path in changed.text
    assert changed.headers["etag"] != first.headers["etag"]


async def test_a_running_game_is_shown_with_whose_turn_and_the_time_that_is_left(ann: Visitor) -> None:
    path = await ann.set_up("me", "cottar", pace="day")
    page = (await ann.get("/home/fragment")).text
    assert f"{path}/picture.svg?ply=" in page
    assert "your turn" in page
    assert re.search(r"23:59 h left|1 d 0 h left", page), page


# -- pictures of tables


def drawn(table: Table, seat: int) -> str:
    match, game = table.playing(), table.rules.game
    svg = game.face().board(match.rules, match.view(seat), Offers(), Speaker("en", table.names))
    return as_file(svg, game, is_dark=False)


async def with_a_secret(site: Transport, ann: Visitor, bo: Visitor) -> tuple[str, Table]:
    """A game of The Arrival in which Ann's board shows something that a spectator's does not."""
    path = await ann.set_up("me", "friend", game="arrival")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    assert (await ann.post(f"{path}/start", data={"without": "1"})).status_code == 303
    for _ in range(200):
        table = await table_at(site, path)
        if drawn(table, 0) != drawn(table, SPECTATOR):
            return path, table
        for person in (ann, bo):
            ply, actions = await person.moves(path)
            if actions:
                await person.move(path, ply, actions[0])
    raise AssertionError("there is no secret to keep")


async def test_the_small_picture_is_drawn_from_the_viewers_own_seat(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path, table = await with_a_secret(site, ann, bo)
    mine = await ann.get(f"{path}/picture.svg")
    assert mine.text == drawn(table, 0)
    assert (await bo.get(f"{path}/picture.svg")).text == drawn(table, 1)
    async with Visitor(site, "Cy") as cy:
        assert (await cy.get(f"{path}/picture.svg")).text == drawn(table, SPECTATOR)
    assert mine.headers["cache-control"] == "private, no-store"
    assert "<style>" in (await ann.get(f"{path}/picture.svg?dark=1")).text
    assert "style-src 'unsafe-inline'" in mine.headers["content-security-policy"]  # its own sheet, and no script


async def test_a_preview_shows_what_strangers_may_see_whoever_asks(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path, table = await with_a_secret(site, ann, bo)
    async with Visitor(site, "Cy") as cy:
        for_stranger = (await cy.get(f"{path}/preview.png")).content
    assert png_size(for_stranger) == CARD
    assert (await ann.get(f"{path}/preview.png")).content == for_stranger
    game, say = table.rules.game, Speaker("en", table.names)
    assert for_stranger == to_png(board_card(drawn(table, SPECTATOR), game, say), CARD[0])
    assert for_stranger != to_png(board_card(drawn(table, 0), game, say), CARD[0])


@pytest.mark.parametrize("looking", [{"visibility": "private"}, {"spectators": "no"}])
async def test_a_table_that_strangers_may_not_see_has_no_preview(
    ann: Visitor, bo: Visitor, looking: dict[str, str]
) -> None:
    path = await ann.set_up("me", "cottar", **looking)
    for person in (ann, bo):  # the owner's cookie does not open it either: a messenger may keep what it gets
        assert (await person.get(f"{path}/preview.png")).status_code == 403
    page = (await ann.get(path)).text
    assert "preview.png" not in page
    assert "/picture/armorica.png" in page
    refused = (await bo.get(path)).text
    assert "/picture.png" in refused  # of the site: nothing of the table, not even its game
    assert "rmorica" not in refused
    assert (await bo.get(f"{path}/picture.svg")).status_code == 403


async def test_a_delayed_table_is_previewed_late(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "me", delay="500")
    before = (await ann.get(f"{path}/preview.png")).content
    ply, actions = await ann.moves(path)
    await ann.move(path, ply, actions[0])
    assert (await ann.get(f"{path}/preview.png")).content == before
    assert (
        await ann.post(f"{path}/looking", data={"visibility": "unlisted", "spectators": "1", "delay": "0"})
    ).status_code == 303
    assert (await ann.get(f"{path}/preview.png")).content != before


async def test_pictures_have_a_quota_and_the_memory_a_limit(tmp_path: Path) -> None:
    async with opened(tmp_path, quotas="pictures=2/hour") as site, Visitor(site, "Ann") as ann:
        assert [(await ann.get("/picture/armorica.png")).status_code for _ in range(3)] == [200, 200, 429]
    pictures = Pictures()
    for number in range(MOST + 5):
        await pictures.png((str(number),), lambda: TINY, 2)
    assert pictures.kept == MOST
    assert pictures.get(("0",)) is None


# -- what a messenger and a launcher read


def meta(page: str) -> dict[str, str]:
    return {
        name: html.unescape(text)
        for name, text in re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', page)
    }


async def test_a_link_to_a_seat_says_who_invites_to_what(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "friend", "cottar", game="arrival")
    (link,) = links_of((await ann.get(path)).text)
    seen = (await bo.get(link)).text
    found = meta(seen)
    assert found["og:title"] == "Ann invites you to The Arrival"
    assert found["og:description"].startswith("3 players, about 75 minutes, medium.")
    assert found["og:image"] == "http://table.test/picture/arrival.png?l=en"
    assert "Cottar" in seen
    assert 'href="/howto/arrival"' in seen
    assert "not here yet" in (await ann.get(path)).text  # nobody has sat down by looking
    german = await bo.get(link, headers={"Accept-Language": "de"})
    assert meta(german.text)["og:title"] == "Ann lädt dich zu The Arrival ein"


async def test_the_page_can_be_installed(ann: Visitor) -> None:
    page = await ann.get("/")
    assert 'rel="manifest" href="/manifest.webmanifest"' in page.text
    assert "manifest-src 'self'" in page.headers["content-security-policy"]
    answer = await ann.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Brehon", "/", "standalone")
    for icon in manifest["icons"]:
        found = await ann.get(icon["src"])
        assert found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            side = int(icon["sizes"].partition("x")[0])
            assert png_size(found.content) == (side, side)
    assert (await ann.get("/icon-180.png")).status_code == 200
    assert (await ann.get("/icon-9999.png")).status_code == 404


# -- invitations


async def test_the_link_and_its_code_are_for_the_host_alone(ann: Visitor, bo: Visitor) -> None:
    page = (await ann.get("/")).text
    path = (await ann.post("/tables", data=quick(page, "invite-armorica"))).headers["location"]
    mine = (await ann.get(path)).text
    assert len(links_of(mine)) == 1
    assert re.search(r'<svg role="img" [^>]*class="qr"><title>QR code of the link to seat 2</title>', mine)
    theirs = (await bo.get(path)).text
    assert links_of(theirs) == []
    assert 'class="qr"' not in theirs
    await bo.join(links_of(mine)[0])
    assert 'class="qr"' not in (await ann.get(path)).text  # the seat is taken: the link leads nowhere
    assert 'class="qr"' not in (await bo.get(path)).text


@pytest.mark.parametrize(
    ("settings", "address", "link", "is_for_here_only"),
    [
        ({"listens_on": "0.0.0.0"}, "http://localhost:8000", "http://{own}:8000", False),
        ({"listens_on": "::"}, "http://127.0.0.1:8000", "http://{own}:8000", False),
        ({"listens_on": "127.0.0.1"}, "http://localhost:8000", "http://localhost:8000", True),
        ({"listens_on": "0.0.0.0"}, "http://table.test", "http://table.test", False),
        (
            {"listens_on": "0.0.0.0", "public_url": "https://games.example.org"},
            "http://localhost:8000",
            "https://games.example.org",
            False,
        ),
        (
            {"listens_on": "127.0.0.1", "public_url": "https://games.example.org/"},
            "http://127.0.0.1",
            "https://games.example.org",
            False,
        ),
    ],
)
async def test_a_link_names_an_address_that_friends_can_reach(
    tmp_path: Path, settings: dict[str, Any], address: str, link: str, is_for_here_only: bool
) -> None:
    own = own_address()
    if (
        "{own}" in link and not own
    ):  # without a network the link stays as it was opened, and the page says for whom it works
        link, is_for_here_only = address, True
    async with opened(tmp_path, **settings) as site, Visitor(site, "Ann") as ann:
        ann.base_url = httpx.URL(address)
        path = await ann.set_up("me", "friend")
        page = (await ann.get(path)).text
        (found,) = links_of(page)
        assert found.startswith(f"{link.format(own=own)}/join/")
        assert ("brehon serve --host 0.0.0.0" in page) == is_for_here_only
        if "{own}" in link:  # what the server names, it answers to
            assert "Ann invites you" in (await ann.get(found)).text
            ticket = await Program(ann).create("me", "friend")
            assert ticket["seats"][1]["link"].startswith(link.format(own=own))


async def test_in_a_container_the_link_stays_as_the_host_has_opened_it(tmp_path: Path) -> None:
    """The browser is not on this machine although it says localhost: a port is passed through, and our address helps no one."""
    async with opened(tmp_path, listens_on="0.0.0.0") as site:
        elsewhere = Transport(site.app, client=("172.17.0.1", 40000))
        async with Visitor(elsewhere, "Ann") as ann:
            ann.base_url = httpx.URL("http://localhost:8000")
            (found,) = links_of((await ann.get(await ann.set_up("me", "friend"))).text)
            assert found.startswith("http://localhost:8000/join/")


async def test_a_player_is_renamed_before_the_game_begins_and_not_later(ann: Visitor, bo: Visitor) -> None:
    page = (await ann.get("/")).text
    path = (await ann.post("/tables", data=quick(page, "invite-armorica"))).headers["location"]
    (link,) = links_of((await ann.get(path)).text)
    assert (await bo.post(f"{path}/name", data={"name": "Eve"})).status_code == 403
    assert (await ann.post(f"{path}/name", data={"name": " "})).status_code == 422
    assert (await ann.post(f"{path}/name", data={"name": "Ann"})).status_code == 303
    assert "Ann invites you to Armorica" in (await bo.get(link)).text
    assert ">Ann</a>" in (await ann.get("/")).text  # known by it from now on
    bo.name = "Ann"
    await bo.join(link)
    assert "<strong>Ann 2</strong>" in (await bo.get(path)).text
    assert (await ann.post(f"{path}/start", data={"without": "1"})).status_code == 303
    assert (await ann.post(f"{path}/name", data={"name": "Queen"})).status_code == 409


async def test_a_program_is_renamed_too_and_reads_the_facts_of_the_games(ann: Visitor) -> None:
    program = Program(ann)
    ticket = await program.create("me", "friend")
    answer = await ann.post(f"/api/v1/tables/{ticket['id']}/name", json={"name": "Deep Oak"}, headers=key(ticket, 0))
    assert answer.json()["seats"][0]["name"] == "Deep Oak"
    games = {game["name"]: game for game in (await ann.get("/api/v1/games")).json()["games"]}
    assert (games["arrival"]["minutes"], games["arrival"]["weight"]) == (75, "medium")


def test_the_address_of_this_machine_leads_here_and_is_not_loopback() -> None:
    own = own_address()
    assert not own.startswith("127.")
    with socket.socket() as here:
        here.bind((own, 0))  # an address of another machine cannot be bound; "" is what a machine without a network has
