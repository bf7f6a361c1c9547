"""Nudges: only after a while, once for each wait, at most three in a day, never to bots, and not to who does not want them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from brehon.server.settings import TimeSource
from brehon.server.table.clocks import DAY, HOUR, MINUTE
from tests.server.conftest import DATABASES, opened
from tests.server.people import SCRIPT, Visitor, links_of, message_of, own_token
from tests.server.post import Receiver
from tests.server.test_company import Ear
from tests.server.test_notices import quick, receiver  # noqa: F401 - a fixture
from tests.server.transport import Transport


class Travel(TimeSource):
    """The wall clock of the server, which a test moves on."""

    def __init__(self) -> None:
        self.passed = 0.0

    def ahead(self) -> float:
        return self.passed

    def steady(self) -> float:
        return super().steady() + self.passed


class Waiting:
    """A table where one of two people is waited for."""

    def __init__(self, site: Transport, time: Travel, path: str, mover: Visitor, other: Visitor, seat: int) -> None:
        self.site, self.time, self.path, self.mover, self.other, self.seat = site, time, path, mover, other, seat

    async def nudge(self, who: Visitor | None = None, seat: int | None = None) -> int:
        chosen = self.seat if seat is None else seat
        answer = await (who or self.other).post(f"{self.path}/nudge", data={"seat": chosen}, headers=SCRIPT)
        self.why = answer
        return answer.status_code

    async def decide(self) -> None:
        """The player who is waited for decides until it is the same player's turn again, after the other has played too."""
        for who in (self.mover, self.other):
            for _ in range(100):
                ply, actions = await who.moves(self.path)
                if not actions:
                    break
                await who.move(self.path, ply, actions[0])
        assert (await self.mover.moves(self.path))[1]


@asynccontextmanager
async def waiting(folder: Path, *seats: str, database: str = "", **fields: Any) -> AsyncIterator[Waiting]:
    time = Travel()
    settings: dict[str, Any] = fields.pop("settings", {})
    async with (
        opened(folder, database=database, time=time, **settings) as site,
        Visitor(site, "Ann") as ann,
        Visitor(site, "Bo") as bo,
    ):
        path = await ann.set_up("me", "friend", *seats, **fields)
        (link,) = links_of((await ann.get(path)).text)
        await bo.join(link)
        await ann.post(f"{path}/start", data={"without": "1"})
        async with asyncio.timeout(60):
            while True:
                movers = [(who, seat) for seat, who in enumerate((ann, bo)) if (await who.moves(path))[1]]
                if movers:
                    break
        mover, seat = movers[0]
        yield Waiting(site, time, path, mover, bo if mover is ann else ann, seat)


@pytest.mark.parametrize("database", DATABASES, indirect=True)
async def test_a_nudge_comes_after_two_minutes_and_once_for_each_wait(tmp_path: Path, database: str) -> None:
    async with waiting(tmp_path, database=database) as table:
        assert await table.nudge() == 429
        assert table.why.headers["retry-after"]
        assert "too early" in message_of_company(table.why.text)
        assert 'class="nudge"' not in (await table.other.get(f"{table.path}/company")).text
        table.time.passed = 2 * MINUTE + 1
        assert f'id="nudge-{table.seat}"' in (await table.other.get(f"{table.path}/company")).text
        assert 'class="nudge"' not in (await table.mover.get(f"{table.path}/company")).text  # not oneself
        codes = await asyncio.gather(*(table.nudge() for _ in range(4)))  # a click that comes several times
        assert sorted(codes) == [200, 409, 409, 409]
        page = (await table.mover.get(f"{table.path}/company")).text
        assert len(re.findall(r'data-for-me="1"', page)) == 1
        assert "it is your turn" in page
        assert 'class="nudge"' not in (await table.other.get(f"{table.path}/company")).text
        table.time.passed += HOUR
        assert await table.nudge() == 409  # still the same wait
        await table.decide()
        assert await table.nudge() == 200  # the clock of this test is an hour ahead of the last decision


async def test_no_one_is_nudged_more_than_three_times_a_day(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        table.time.passed = 3 * MINUTE
        for _ in range(3):
            assert await table.nudge() == 200
            await table.decide()
        assert await table.nudge() == 429
        assert "3 times today" in message_of_company(table.why.text)
        table.time.passed += DAY
        assert await table.nudge() == 200


async def test_a_nudge_cannot_be_deleted_to_nudge_again(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        table.time.passed = 3 * MINUTE
        assert await table.nudge() == 200
        answer = await table.other.post(f"{table.path}/unsay", data={"number": 1})
        assert answer.status_code == 403
        assert await table.nudge() == 409


async def test_by_days_it_takes_twelve_hours_and_no_one_on_vacation_is_nudged(tmp_path: Path) -> None:
    async with waiting(tmp_path, pace="days") as table:
        table.time.passed = 12 * HOUR - MINUTE
        assert await table.nudge() == 429
        table.time.passed = 12 * HOUR + MINUTE
        await table.mover.post(f"{table.path}/vacation", data={"wanted": "1"})
        assert await table.nudge() == 409
        assert "vacation" in message_of_company(table.why.text)
        await table.mover.post(f"{table.path}/vacation", data={"wanted": "0"})
        assert await table.nudge() == 200


async def test_bots_oneself_and_who_is_not_waited_for_cannot_be_nudged(tmp_path: Path) -> None:
    async with waiting(tmp_path, "wanderer") as table, Visitor(table.site, "Cy") as cy:
        table.time.passed = HOUR
        assert await table.nudge(seat=2) == 409
        assert "Bots" in message_of_company(table.why.text)
        assert await table.nudge(table.mover) == 409
        assert await table.nudge(seat=1 - table.seat) == 409
        assert await table.nudge(seat=11) == 404
        assert await table.nudge(cy) == 403  # a spectator
        await cy.set_up("me", "cottar")
        assert await table.nudge(cy) == 403
        assert await table.nudge() == 200


async def test_who_has_switched_nudges_off_or_muted_the_other_gets_none(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        table.time.passed = HOUR
        assert 'id="nudges-off"' in (await table.mover.get("/me")).text
        await table.mover.post("/me/nudges", data={"wanted": "0"})
        assert 'id="nudges-on"' in (await table.mover.get("/me")).text
        assert await table.nudge() == 403
        off = message_of_company(table.why.text)
        await table.mover.post("/me/nudges", data={"wanted": "1"})
        await table.other.post(f"{table.path}/say", data={"text": "hurry"})
        await table.mover.post(f"{table.path}/mute", data={"number": 1})
        assert await table.nudge() == 403
        assert message_of_company(table.why.text) == off  # whoever is muted does not learn it
        token = {"Authorization": f"Bearer {await own_token(table.mover)}"}
        state = await table.mover.put("/api/v1/me/nudges", json={"wanted": False}, headers=token)
        assert state.json()["nudges"] is False


async def test_who_is_away_gets_it_by_webhook_at_once_and_who_is_here_does_not(
    tmp_path: Path,
    receiver: Receiver,  # noqa: F811
) -> None:
    async with waiting(tmp_path, settings=quick(notice_delay=3600.0)) as table:
        await table.mover.post("/me/hooks", data={"address": receiver.url, "shape": "json", "scope": "me"})
        table.time.passed = HOUR
        assert await table.nudge() == 200
        body = await receiver.next(1)
        assert body["event"] == "nudge"
        assert "wait for you" in body["text"]
        assert body["link"].endswith(table.path)
        await table.decide()
        async with Ear(table.mover, f"{table.path}/events"):
            async with asyncio.timeout(60):
                while 'class="chip present"' not in (await table.other.get(f"{table.path}/company")).text:
                    await asyncio.sleep(0.05)
            assert await table.nudge() == 200
            store = table.site.app.state.tables.store
            states: list[str] = []
            async with asyncio.timeout(60):
                while states != ["moot", "sent"]:
                    await asyncio.sleep(0.05)
                    async with store.reading() as connection:
                        rows = await connection.exec_driver_sql("SELECT state FROM notices WHERE kind = 'nudge'")
                        states = sorted(row[0] for row in rows)


def message_of_company(page: str) -> str:
    found = re.search(r'(?s)id="company-notice"[^>]*>(.*?)</p>', page)
    assert found, message_of(page)
    return found[1]
