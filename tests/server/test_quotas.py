"""Quotas: one address or one person cannot fill the server; everyone else goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import Speaker
from brehon.server.errors import TooMany
from brehon.server.people import quotas as quotas_module
from brehon.server.people.quotas import (
    CAPS,
    DAY,
    HOUR,
    MAIL,
    QUOTAS,
    STREAMS,
    TABLES,
    BadQuotas,
    Quotas,
    address_key,
    duration,
    read_quotas,
)
from brehon.server.storage.schema import MatchRow, PersonRow, RecordRow, SeatRow
from tests.server.conftest import opened
from tests.server.people import ADDRESS, Visitor, message_of
from tests.server.post import LetterBox
from tests.server.running import Server
from tests.server.transport import Transport

TABLE = {"game": "armorica", "seats": [{"kind": "friend"}, {"kind": "friend"}]}
FORM = {"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "friend"}
USUAL = {"quotas": ""}


class Clock:
    """Time as a test wants it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def from_address(site: Transport, address: str) -> httpx.ASGITransport:
    return httpx.ASGITransport(site.app, client=(address, 5000))


@asynccontextmanager
async def asking(site: Transport, address: str = "192.0.2.1", **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        transport=from_address(site, address), base_url=ADDRESS, headers={"Accept-Language": "en"} | headers
    ) as client:
        yield client


async def rows(site: Transport) -> dict[str, int]:
    """How much is stored."""
    async with site.app.state.tables.store.reading() as connection:
        return {
            kind.__tablename__: (await connection.execute(select(func.count()).select_from(kind))).scalar_one()
            for kind in (MatchRow, SeatRow, PersonRow, RecordRow)
        }


# -- counting


def used_up(quotas: Quotas, quota: quotas_module.Quota, address: str, person: str = "") -> int:
    """How many are granted until one is refused."""
    for number in range(10_000):
        try:
            quotas.take(quota, address, person)
        except TooMany:
            return number
    raise AssertionError("never refused")


def test_an_address_gets_its_quota_and_used_ones_come_back_evenly() -> None:
    clock = Clock()
    quotas = Quotas(clock=clock)
    assert used_up(quotas, TABLES, "192.0.2.1") == 60
    with pytest.raises(TooMany) as refused:
        quotas.take(TABLES, "192.0.2.1")
    clock.now += refused.value.retry_after - 1.0
    with pytest.raises(TooMany):
        quotas.take(TABLES, "192.0.2.1")
    clock.now += 1.0  # Retry-After was true
    assert used_up(quotas, TABLES, "192.0.2.1") == 1
    clock.now += HOUR
    assert used_up(quotas, TABLES, "192.0.2.1") == 60


def test_the_quota_of_a_day_holds_too() -> None:
    clock, total = Clock(), 0
    quotas = Quotas(clock=clock)
    for _ in range(8):
        total += used_up(quotas, TABLES, "192.0.2.1")
        clock.now += HOUR
    assert 300 <= total <= 300 + 8 * 300 * HOUR / DAY


def test_a_person_cannot_go_round_it_by_changing_the_address() -> None:
    quotas = Quotas(clock=Clock())
    for number in range(60):
        quotas.take(TABLES, f"192.0.2.{number}", "ann")
    with pytest.raises(TooMany):
        quotas.take(TABLES, "192.0.2.200", "ann")
    quotas.take(TABLES, "192.0.2.200", "bo")  # and no one else is refused for it


def test_what_is_refused_is_not_counted() -> None:
    clock = Clock()
    quotas = Quotas(clock=clock)
    used_up(quotas, MAIL, "192.0.2.1", "ann")
    assert used_up(quotas, MAIL, "192.0.2.1", "bo") == 3
    assert used_up(quotas, MAIL, "192.0.2.1", "cy") == 3
    assert used_up(quotas, MAIL, "192.0.2.1", "di") == 1  # ten of one address


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb:cccc:dddd:eeee", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_a_household_is_one_address(address: str, key: str) -> None:
    assert address_key(address) == key


def test_a_million_addresses_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas_module, "MOST_REMEMBERED", 100)
    quotas = Quotas()
    for number in range(1000):
        quotas.take(TABLES, str(number))
    assert len(quotas._busy) == 100


def test_places_are_given_back_and_nothing_of_them_stays() -> None:
    quotas = Quotas("streams.address=3,streams.person=2,streams.total=4")
    with quotas.hold(STREAMS, "a", "ann"), quotas.hold(STREAMS, "a", "ann"):
        with pytest.raises(TooMany), quotas.hold(STREAMS, "b", "ann"):
            pass
        with quotas.hold(STREAMS, "a", "bo"), pytest.raises(TooMany):
            quotas.enter(STREAMS, "a", "cy")
        with quotas.hold(STREAMS, "c"), quotas.hold(STREAMS, "d"), pytest.raises(TooMany):
            quotas.enter(STREAMS, "e")
    assert not quotas._held


def test_changes_are_read_and_mistakes_are_named() -> None:
    limits, caps = read_quotas(
        "tables=5/minute+9/day, tables.person=off, streams=7,streams.total=off,people.person=2/hour"
    )
    assert limits["tables", "address"] == ((5, 60.0), (9, DAY))
    assert limits["tables", "person"] == ()
    assert limits["people", "person"] == ((2, HOUR),)
    assert (caps["streams", "address"], caps["streams", "person"]) == (7, 7)
    assert ("streams", "total") not in caps
    assert not Quotas(" off ").is_on
    for wrong in (
        "chairs=5/day",
        "tables=5",
        "tables=0/day",
        "tables",
        "streams=5/day",
        "tables.town=5/day",
        "tables=5/week",
    ):
        with pytest.raises(BadQuotas, match=r"tables=60/hour|the names are|write it as"):
            read_quotas(wrong)


def test_every_quota_has_a_name_of_its_own_and_stands_in_the_manual() -> None:
    names = [quota.name for quota in (*QUOTAS, *CAPS)]
    assert len(set(names)) == len(names)
    manual = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
    limits, caps = read_quotas()
    for quota in QUOTAS:
        line = next(line for line in manual.splitlines() if line.startswith(f"| `{quota.name}`"))
        for by in ("address", "person"):
            for rate in limits[quota.name, by]:
                assert f"{rate.most:,}" in line, (quota.name, rate, line)
    for cap in CAPS:
        line = next(line for line in manual.splitlines() if line.startswith(f"| `{cap.name}`"))
        assert all(f"{most:,}" in line for (name, _), most in caps.items() if name == cap.name), line


def test_a_time_to_wait_is_said_as_people_count() -> None:
    says, sagt = Speaker("en"), Speaker("de")
    assert says(duration(0.2)) == "one second"
    assert says(duration(60)) == "60 seconds"
    assert sagt(duration(60)) == "60 Sekunden"
    assert says(duration(121)) == "3 minutes"
    assert sagt(duration(7300)) == "3 Stunden"


# -- tables


async def test_a_thousand_anonymous_tables_at_once_are_refused_but_the_quota(tmp_path: Path) -> None:
    async with opened(tmp_path, **USUAL) as site, asking(site) as client:  # type: ignore[arg-type]
        answers = await asyncio.gather(*(client.post("/api/v1/tables", json=TABLE) for _ in range(1000)))
        statuses = Counter(answer.status_code for answer in answers)
        assert statuses == {201: 60, 429: 940}
        assert await rows(site) == {"matches": 60, "seats": 120, "people": 0, "records": 0}
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert 0 < int(refused.headers["Retry-After"]) <= 60
        assert refused.json()["code"] == "too-many"
        assert "You can create the next one in" in refused.json()["message"]
        async with asking(site, "192.0.2.2") as neighbour:
            assert (await neighbour.post("/api/v1/tables", json=TABLE)).status_code == 201


def test_a_thousand_anonymous_tables_over_real_connections_are_refused_but_the_quota(tmp_path: Path) -> None:
    async def ask(url: str) -> Counter[int]:
        limits = httpx.Limits(max_connections=20)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client:
            answers = await asyncio.gather(*(client.post("/api/v1/tables", json=TABLE) for _ in range(1000)))
            assert all("retry-after" in answer.headers for answer in answers if answer.status_code == 429)
            return Counter(answer.status_code for answer in answers)

    with Server(tmp_path, **USUAL) as server:  # type: ignore[arg-type]
        assert asyncio.run(ask(server.url)) == {201: 60, 429: 940}
        assert server.stop() == 0


async def test_the_form_of_the_lobby_is_refused_in_words_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async with opened(tmp_path, quotas="tables=2/hour") as site, asking(site, **{"Accept-Language": "de"}) as client:
        for _ in range(2):
            assert (await client.post("/tables", data=FORM)).status_code == 303
        before = await rows(site)
        client.cookies.clear()  # someone else behind the same address, who is not known yet
        refused = await client.post("/tables", data=FORM)
        assert refused.status_code == 429
        assert 1700 < int(refused.headers["Retry-After"]) <= 1800
        assert "Zu viele neue Tische" in message_of(refused.text)
        assert "set-cookie" not in refused.headers
        assert await rows(site) == before


async def test_guests_records_sandboxes_questions_and_rematches_are_counted_too(tmp_path: Path) -> None:
    small = ",".join(f"{quota.name}=1/hour" for quota in QUOTAS if quota.name != "tables")
    async with opened(tmp_path, quotas=small) as site, asking(site) as client:
        made = await client.post("/api/v1/people", json={"name": "Ann"})
        assert made.status_code == 201
        key = {"Authorization": f"Bearer {made.json()['token']}"}
        table = (await client.post("/api/v1/tables", json=TABLE)).json()
        came = await client.post(f"/api/v1{httpx.URL(table['seats'][0]['link']).path}", json={"name": "Ann"})
        seat = {"Authorization": f"Bearer {came.json()['token']}"}
        host = {"Authorization": f"Bearer {table['host_token']}"}
        path = f"/api/v1/tables/{table['id']}"
        await client.post(f"{path}/start", headers=host)
        asked: list[tuple[str, str, dict[str, Any]]] = [
            ("POST", "/api/v1/people", {"json": {"name": "Bo"}}),
            ("POST", "/account/name", {"data": {"name": "Cy"}}),
            ("POST", "/api/v1/records", {"content": record()}),
            ("POST", "/records", {"files": {"record": ("a.json", record())}}),
            ("POST", "/api/v1/verify", {"content": record()}),
            ("POST", "/plans", {"data": {"table": table["id"], "ply": "0"}}),
            ("POST", "/examples/armorica/gauls", {}),
            ("POST", f"{path}/plan", {"json": {}}),
            ("POST", "/signin/passkey/begin", {}),
            ("POST", "/api/v1/me/account", {"json": {"login": "ann", "password": "short"}, "headers": key}),
            ("POST", f"{path}/chat", {"json": {"text": "hello"}, "headers": seat}),
            ("PUT", f"{path}/note", {"json": {"text": "hello"}, "headers": seat}),
        ]
        for method, address, more in asked:
            await client.request(method, address, **more)  # the first of its kind, whatever it says
            refused = await client.request(method, address, **more)
            assert refused.status_code == 429, (address, refused.status_code, refused.text[:300])
            assert 3500 < int(refused.headers["Retry-After"]) <= 3600, address


async def test_another_game_of_the_same_people_is_a_new_table(tmp_path: Path) -> None:
    async with opened(tmp_path, quotas="tables=1/hour") as site, asking(site) as client:
        table = (await client.post("/api/v1/tables", json=TABLE)).json()
        key = {"Authorization": f"Bearer {table['host_token']}"}
        assert (await client.post(f"/api/v1/tables/{table['id']}/rematch", headers=key)).status_code == 429
        assert (await client.post(f"/table/{table['id']}/rematch")).status_code == 429


async def test_a_visitor_who_is_known_uses_no_quota_of_new_people(tmp_path: Path) -> None:
    async with opened(tmp_path, quotas="people=1/hour") as site, asking(site) as client:
        for _ in range(3):
            assert (await client.post("/tables", data=FORM)).status_code == 303
        client.cookies.clear()
        assert (await client.post("/tables", data=FORM)).status_code == 429
        assert (await rows(site))["people"] == 1


async def test_a_family_behind_one_address_does_not_notice(tmp_path: Path) -> None:
    """Given six people at one address, when each sets up a table, invites, chats and looks, then no one is refused."""
    async with opened(tmp_path, **USUAL) as site:  # type: ignore[arg-type]
        visitors = [Visitor(site, f"P{n}") for n in range(6)]
        for visitor in visitors:
            path = await visitor.set_up("me", "cottar")
            for _ in range(10):
                assert (await visitor.get(path)).status_code == 200
            for text in ("hello", "your turn"):
                assert (await visitor.post(f"{path}/say", data={"text": text})).status_code == 303
            await visitor.aclose()


def record() -> str:
    rules = registry.make_ruleset(registry.game("armorica"), 2)
    match = Match(rules, [Player("A"), Player("B")], seeded_secret(2))
    match.start()
    while not match.is_over:
        match.play(match.state.to_move(), match.legal(match.state.to_move())[0])
    return match.record(reveal=True).to_json()


# -- who asks


def test_only_a_trusted_proxy_is_believed_about_the_address(tmp_path: Path) -> None:
    """Given a server that trusts another proxy, when a client claims other addresses, then they count as one."""

    def ask(server: Server) -> Counter[int]:
        statuses: Counter[int] = Counter()
        with httpx.Client(base_url=server.url) as client:
            for number in range(8):
                headers = {"X-Forwarded-For": f"198.51.100.{number}"}
                statuses[client.post("/api/v1/tables", json=TABLE, headers=headers).status_code] += 1
        return statuses

    (tmp_path / "far").mkdir()
    with Server(tmp_path / "far", quotas="tables=3/hour", trusted_proxies="203.0.113.9") as server:
        assert ask(server) == {201: 3, 429: 5}
        server.stop()
    with Server(tmp_path / "near", quotas="tables=3/hour") as server:  # the usual: a proxy on this machine
        assert ask(server) == {201: 8}
        server.stop()


# -- mail


async def test_one_address_cannot_use_up_the_mail_of_the_day(tmp_path: Path) -> None:
    box = LetterBox()
    box.open()
    mail: Any = {"smtp_url": f"smtp://127.0.0.1:{box.port}", "mail_from": "table@example.org", "public_url": ADDRESS}
    async with opened(tmp_path, **mail, **USUAL) as site:  # type: ignore[arg-type]
        async with asking(site) as client:
            statuses: Counter[int] = Counter()
            for number in range(40):
                made = await client.post("/api/v1/people", json={"name": "X"})
                key = {"Authorization": f"Bearer {made.json()['token']}"}
                body = {"address": f"victim{number}@example.org"}
                statuses[(await client.put("/api/v1/me/mail", json=body, headers=key)).status_code] += 1
            assert statuses == {200: 10, 429: 30}
        async with asking(site, "192.0.2.77") as other:
            made = await other.post("/api/v1/people", json={"name": "Bo"})
            key = {"Authorization": f"Bearer {made.json()['token']}"}
            body = {"address": "bo@example.org"}
            assert (await other.put("/api/v1/me/mail", json=body, headers=key)).status_code == 200
        await box.next(11)
    box.close()
    assert "bo@example.org" in box.recipients
    assert len(box.letters) == 11
