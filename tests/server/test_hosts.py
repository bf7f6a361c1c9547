"""Which names the server answers to, and what it does differently under TLS."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.server.settings import Settings
from brehon.server.web.hosts import AllowedHosts, BadHost, read_host
from tests.server.conftest import both, opened
from tests.server.people import Visitor, links_of, message_of
from tests.server.running import ROOT
from tests.server.test_people import found_account, has_seat, link_of, own_device, sign_in
from tests.server.transport import Transport

SECURE = "https://table.test"


def hosts(tmp_path: Path, **more: object) -> AllowedHosts:
    return AllowedHosts(Settings(tmp_path, **more))  # type: ignore[arg-type]


def over_tls(site: Transport, name: str, address: str = SECURE) -> Visitor:
    person = Visitor(site, name)
    person.base_url = httpx.URL(address)
    return person


# -- names


@pytest.mark.parametrize(
    ("header", "host"),
    [("localhost", "localhost"), ("LOCALHOST:8000", "localhost"), ("games.example.org.", "games.example.org"), ("[::1]:8000", "::1"),
     ("[0:0:0:0:0:0:0:1]", "::1"), ("127.0.0.1:80", "127.0.0.1"), ("[::ffff:192.168.1.5]:8000", "192.168.1.5"), ("under_score", "under_score"),
     ("", ""), ("a b", ""), ("a:99999", ""), ("a:", ""), ("[::1", ""), ("[localhost]", ""), ("user@localhost", ""), ("localhost/x", ""),
     ("localhost\\@evil", ""), ("evil.example, localhost", ""), ("..", ""), ("-x", ""), ("x" * 300, ""), ("exämple", "")],
)  # fmt: skip
def test_a_host_header_is_read_in_one_spelling(header: str, host: str) -> None:
    assert read_host(header) == host


@pytest.mark.parametrize(
    ("settings", "right", "wrong"),
    [
        ({}, ["localhost:8000", "127.0.0.1:8000", "127.9.9.9", "[::1]:8000", "armor.localhost"],
         ["evil.example", "192.168.1.5", "localhost.evil.example", "127.0.0.1.evil.example", "evil-localhost"]),
        ({"listens_on": "0.0.0.0"}, ["localhost", "192.168.1.5:8000", "10.0.0.3", "[fd00::5]", "198.51.100.7:8000", socket.gethostname()],
         ["evil.example", "93.184.216.34", "[2606:4700::1]"]),
        ({"listens_on": "::"}, ["192.168.1.5:8000", "198.51.100.7"], ["evil.example", "8.8.8.8"]),
        ({"listens_on": "192.168.1.5"}, ["192.168.1.5:8000", "127.0.0.1", socket.gethostname().upper()], ["192.168.1.6", "evil.example"]),
        ({"listens_on": "0.0.0.0", "public_url": "https://games.example.org:8443/"}, ["games.example.org", "GAMES.example.org.:8443", "localhost"],
         ["192.168.1.5", "evil.example", "www.games.example.org"]),
        ({"allowed_hosts": ("Games.Example.org", ".friends.example", "10.1.1.1", "fd00::7")},
         ["games.example.org:8000", "a.friends.example", "a.b.friends.example", "10.1.1.1", "[fd00::7]:1"],
         ["friends.example", "evilfriends.example", "10.1.1.2", "evil.example"]),
        ({"allowed_hosts": ("*",)}, ["evil.example", "8.8.8.8"], ["", "a b"]),
    ],
)  # fmt: skip
def test_the_server_answers_to_its_own_names_only(
    tmp_path: Path, settings: dict[str, Any], right: list[str], wrong: list[str]
) -> None:
    found = hosts(tmp_path, **settings)
    for header in right:
        assert found.allows(header, "198.51.100.7"), header
    for header in wrong:
        assert not found.allows(header, "198.51.100.7"), header


@pytest.mark.parametrize("name", ["https://games.example.org", "a b", "games.example.org/x", "."])
def test_a_name_that_cannot_be_one_is_refused_before_the_start(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadHost, match="--allowed-host"):
        hosts(tmp_path, allowed_hosts=(name,))


@pytest.mark.parametrize(
    "path", ["/", "/account", "/api/v1/games", "/static/mark.svg", "/metrics", "/table/none/events"]
)
async def test_a_request_for_another_name_gets_a_clear_answer_and_nothing_else(ann: Visitor, path: str) -> None:
    answer = await ann.get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "--allowed-host evil.example" in (answer.json()["message"] if "/api/" in path else message_of(answer.text))
    assert answer.headers["X-Frame-Options"] == "DENY"
    bad = await ann.get(path, headers={"Host": "a<script>"})
    assert bad.status_code == 400
    assert "script>" not in message_of(bad.text) if "/api/" not in path else True
    assert (await ann.get("/health", headers={"Host": "evil.example"})).status_code == 200  # for probes


async def test_forms_and_links_and_passkeys_cannot_be_made_for_another_name(ann: Visitor) -> None:
    path = await ann.set_up("me", "friend")
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    for place in ("/account/link", "/account/passkey/begin", "/signin/passkey/begin", "/me/hooks", "/account/name"):
        assert (await ann.post(place, headers=evil, data={"name": "Eve"})).status_code == 400
    page = await ann.get(path, headers={"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"})
    assert all(link.startswith("http://table.test/") for link in links_of(page.text))


async def test_the_numbers_are_for_this_machine_whatever_name_is_given(site: Transport) -> None:
    elsewhere = httpx.ASGITransport(site.app, client=("198.51.100.1", 1))
    async with httpx.AsyncClient(transport=elsewhere, base_url="http://localhost") as eve:
        assert (await eve.get("/metrics")).status_code == 403
    async with httpx.AsyncClient(transport=site, base_url="http://evil.example") as rebound:
        assert (await rebound.get("/metrics")).status_code == 400  # a page of another site in a browser of this machine


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """`brehon serve --host 0.0.0.0`, as people start it for their friends; its port."""
    folder = tmp_path_factory.mktemp("open")
    command = [
        sys.executable,
        "-m",
        "brehon.cli.main",
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "0",
        "--no-browser",
        "--data-dir",
        str(folder),
    ]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", running.stdout.readline())
        assert found
        yield int(found[1])
        running.send_signal(signal.SIGINT)
        assert running.wait(20) == 0


def lan_address() -> str:
    """An address of this machine that is not loopback, where it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def status_of(port: int, address: str, **headers: str) -> int:
    with closing(HTTPConnection(address, port, timeout=20)) as connection:
        connection.request("GET", "/", headers=headers)
        return connection.getresponse().status


def test_a_friend_in_the_network_opens_it_by_its_address(open_server: int) -> None:
    own = lan_address()
    assert status_of(open_server, own) == 200
    assert status_of(open_server, "127.0.0.1", Host=f"192.168.77.5:{open_server}") == 200  # through a container's port
    assert status_of(open_server, "127.0.0.1", Host=f"{socket.gethostname()}:{open_server}") == 200
    assert status_of(open_server, own, Host="evil.example") == 400


def test_a_request_without_a_host_and_one_with_two_are_refused(open_server: int) -> None:
    for head in (
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", open_server), 20) as line:
            line.sendall(head)
            assert b" 400 " in line.recv(100)


# -- under TLS


@both
async def test_under_tls_the_cookie_is_bound_to_the_host(site: Transport) -> None:
    async with over_tls(site, "Ann") as ann:
        answer = await ann.post("/account/name", data={"name": "Ann"})
        (cookie,) = answer.headers.get_list("set-cookie")
        assert cookie.startswith("__Host-brehon=")
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= parts
        assert not any(part.startswith("domain") for part in parts)
        path = await ann.set_up("me", "me")
        assert await has_seat(ann, path)
        await found_account(ann, "annwyn")
        assert set(ann.cookies) == {"__Host-brehon", "__Host-brehon-known"}
        assert await has_seat(ann, path)
        async with over_tls(
            site, "Eve"
        ) as eve:  # its value under the plain name, which another site of the domain could set
            eve.cookies.set("brehon", ann.cookies["__Host-brehon"], domain="table.test")
            assert not await has_seat(eve, path)
        async with Visitor(site, "Eve") as eve:
            eve.cookies.set("brehon", ann.cookies["__Host-brehon"], domain="table.test")
            assert not await has_seat(eve, path)


async def test_a_cookie_that_another_site_of_the_domain_has_set_does_not_replace_ones_own(site: Transport) -> None:
    async with over_tls(site, "Ann") as ann, Visitor(site, "Eve") as eve:
        path = await ann.set_up("me", "me")
        await eve.set_up("me", "me")
        ann.cookies.set("brehon", eve.cookies["brehon"], domain="table.test")
        assert await has_seat(ann, path)


async def test_a_cookie_of_before_is_taken_over_once(tmp_path: Path) -> None:
    async with opened(tmp_path, cookie_grace=0.0) as site, Visitor(site, "Ann") as before, over_tls(site, "Ann") as ann:
        path = await before.set_up("me", "me")
        assert await has_seat(before, path)
        plain = before.cookies["brehon"]
        ann.cookies.set("brehon", plain, domain="table.test")
        answer = await ann.get(path)
        sent = answer.headers.get_list("set-cookie")
        assert [cookie.partition("=")[0] for cookie in sent] == ["__Host-brehon", "brehon"]
        assert "Max-Age=0" in sent[1]
        assert set(ann.cookies) == {"__Host-brehon"}
        assert await has_seat(ann, path)
        async with over_tls(site, "Eve") as eve:
            eve.cookies.set("brehon", plain, domain="table.test")
            assert not await has_seat(eve, path)  # the exchange was used


async def test_plain_http_keeps_its_cookies_and_promises_nothing(ann: Visitor) -> None:
    answer = await ann.post("/account/name", data={"name": "Ann"})
    assert answer.headers["set-cookie"].startswith("brehon=")
    assert "Secure" not in answer.headers["set-cookie"]
    assert "Strict-Transport-Security" not in answer.headers


@pytest.mark.parametrize(
    ("address", "expected"),
    [(SECURE, True), ("https://table.test:8443", True), ("https://127.0.0.1", False), ("https://[::1]:8000", False),
     ("https://localhost:8000", False), ("http://table.test", False)],
)  # fmt: skip
async def test_browsers_are_told_to_stay_with_tls_where_there_is_a_name(
    site: Transport, address: str, expected: bool
) -> None:
    async with over_tls(site, "Ann", address) as ann:
        for path in ("/", "/static/mark.svg", "/api/v1/games", "/nothing"):
            assert ("Strict-Transport-Security" in (await ann.get(path)).headers) == expected


async def test_signing_out_and_in_again_works_under_tls(site: Transport) -> None:
    async with over_tls(site, "Ann") as ann:
        path = await ann.set_up("me", "me")
        await found_account(ann, "annwyn")
        link = await link_of(ann)
        assert link.startswith("/device/")
        await ann.post("/account/devices/out", data={"device": await own_device(ann)})
        assert set(ann.cookies) == {"__Host-brehon-known"}
        assert not await has_seat(ann, path)
        assert (await sign_in(ann, "annwyn")).status_code == 303
        assert await has_seat(ann, path)
