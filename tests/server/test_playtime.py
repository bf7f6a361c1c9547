"""A clock that jumps, an outage, a machine that sleeps: no player loses time by it, let alone the game."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from sqlalchemy import text

from brehon.server.settings import Settings, TimeSource
from brehon.server.storage.database import _config
from brehon.server.storage.store import Store
from brehon.server.table.clocks import DAY, HOUR, Clocks
from brehon.server.table.play_time import PlayTime
from tests.server.conftest import both, opened
from tests.server.people import Program, Visitor
from tests.server.test_pace import Seat, until

PACES = {
    "live": {"bank": 1200, "gain": 30, "at_end": "forfeit"},
    "relaxed": {"bank": 3600, "gain": 120, "at_end": "bot"},
    "day": {"bank": DAY - 60, "fresh": True, "at_end": "forfeit"},
}
QUICK = {"clock_tick": 0.02, "clock_beat": 0.5}


class Moved(TimeSource):
    """The real clocks, moved by hand: `shift` is of the wall clock alone, `passed` of both."""

    def __init__(self) -> None:
        self.shift = 0.0
        self.passed = 0.0

    def ahead(self) -> float:
        return self.shift + self.passed

    def steady(self) -> float:
        return super().steady() + self.passed


@asynccontextmanager
async def running(folder: Path, source: TimeSource, database: str = "") -> AsyncIterator[Visitor]:
    async with opened(folder, database=database, time=source, **QUICK) as site, Visitor(site, "Ann") as ann:
        yield ann


def play_time(ann: Visitor) -> PlayTime:
    found: PlayTime = ann._transport.app.state.tables.time  # type: ignore[attr-defined]
    return found


async def tables(ann: Visitor) -> list[Seat]:
    """Whoever has to decide, at one table of each pace."""
    seats = []
    for pace in PACES.values():
        ticket = await Program(ann).create("me", "me", pace=pace)
        first = (await Seat(ann, ticket, 0).now())["movers"][0]
        seats.append(Seat(ann, ticket, first))
    return seats


async def left(seats: list[Seat]) -> list[float]:
    """What the deciding seats have left. Fails if a bot plays for one of them."""
    out = []
    for seat in seats:
        state = await seat.now()
        assert state["stand_ins"] == [None, None]
        assert state["pace"]["clocks"][seat.seat]["running"]
        async with seat.client._transport.app.state.tables.at(seat.ticket["id"]) as table:  # type: ignore[attr-defined]
            exact = Clocks(**table.row.clocks).left_at(seat.seat, table.time.now())
        assert abs(exact - state["pace"]["clocks"][seat.seat]["left"]) < 2  # which shows whole seconds
        out.append(exact)
    return out


def assert_passed(before: list[float], after: list[float], seconds: float) -> None:
    """To a second."""
    for one, other in zip(before, after, strict=True):
        assert abs(one - other - seconds) <= 1, (before, after)


async def several_ticks(ann: Visitor) -> None:
    """Until the time has been noted again, and the deadlines were looked at."""
    for _ in range(2):
        noted = play_time(ann)._noted
        while play_time(ann)._noted == noted:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)


@both
@pytest.mark.parametrize("jump", [DAY, -DAY, HOUR])
async def test_a_wall_clock_that_jumps_costs_no_player_time(tmp_path: Path, database: str, jump: float) -> None:
    source = Moved()
    async with running(tmp_path, source, database) as ann:
        seats = await tables(ann)
        before, begin = await left(seats), time.monotonic()
        source.shift += jump  # when
        await several_ticks(ann)
        assert_passed(before, await left(seats), time.monotonic() - begin)
        source.shift -= jump  # and: the clock is put right again
        await several_ticks(ann)
        assert_passed(before, await left(seats), time.monotonic() - begin)
        for seat in seats:
            await seat.play()  # the game goes on


@both
async def test_an_outage_of_two_hours_costs_no_player_time_and_the_table_says_so(
    tmp_path: Path, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    source = Moved()
    async with running(tmp_path, source, database) as ann:
        seats = await tables(ann)
        before, begin = await left(seats), time.monotonic()
        assert "stood still" not in (await ann.get(f"/table/{seats[0].ticket['id']}")).text
    up = time.monotonic() - begin
    source.passed += 2 * HOUR  # when: no server runs
    caplog.set_level(logging.WARNING)
    async with running(tmp_path, source, database) as ann:
        begin = time.monotonic()
        seats = [Seat(ann, seat.ticket, seat.seat) for seat in seats]
        await several_ticks(ann)
        assert_passed(before, await left(seats), up + time.monotonic() - begin)
        says = "The clocks stood still for 2:00 h: the server was down."
        await asyncio.sleep(1.6)  # what happens at the very moment would still show it
        for seat in seats:
            assert says in (await seat.now())["pace"]["correction"]
            assert says in (await ann.get(f"/table/{seat.ticket['id']}")).text
            await seat.play()  # from here on it is of no interest
            assert (await seat.now())["pace"]["correction"] == ""
    assert "outage: the server or its database was down" in caplog.text
    assert "tables_with_clocks=3" in caplog.text


async def test_a_killed_server_loses_no_more_than_the_seconds_since_its_last_note(tmp_path: Path) -> None:
    source = Moved()
    async with running(tmp_path, source) as ann:
        seats = await tables(ann)
        await several_ticks(ann)
        before = await left(seats)
        async with play_time(ann)._database.reading() as connection:
            killed: Any = (await connection.execute(text("SELECT played, wall FROM server_time"))).one()
    # given: nothing was noted at the end, as after kill -9
    store = Store(Settings(tmp_path).database_url)
    async with store.writing() as connection:
        await connection.execute(text("UPDATE server_time SET played = :played, wall = :wall"), killed._mapping)
    await store.close()
    source.passed += 2 * HOUR
    async with running(tmp_path, source) as ann:
        await several_ticks(ann)
        assert_passed(before, await left([Seat(ann, seat.ticket, seat.seat) for seat in seats]), 1)


async def test_a_machine_that_slept_or_a_process_that_was_stopped_costs_no_player_time(tmp_path: Path) -> None:
    """On some systems the steady clock goes on while a machine sleeps: then nothing was noted for too long."""
    source = Moved()
    async with running(tmp_path, source) as ann:
        seats = await tables(ann)
        before, begin = await left(seats), time.monotonic()
        source.passed += 8 * HOUR
        longest = 3 * QUICK["clock_beat"]
        assert_passed(before, await left(seats), longest)  # before anything was noted: given back with the next note
        await several_ticks(ann)
        assert_passed(before, await left(seats), time.monotonic() - begin)


async def test_time_that_passes_while_a_server_runs_counts_and_forfeits(tmp_path: Path) -> None:
    """Or the tests above would prove nothing."""
    source = Moved()
    async with running(tmp_path, source) as ann:
        ticket = await Program(ann).create("me", "me", pace={"bank": 5, "at_end": "forfeit"})
        seat = Seat(ann, ticket, (await Seat(ann, ticket, 0).now())["movers"][0])
        for _ in range(40):
            source.passed += 0.5
            await asyncio.sleep(0.05)
        assert (await until(seat, lambda now: now["stand_ins"][seat.seat]))["stand_ins"][seat.seat]["why"] == "forfeit"


async def test_a_small_correction_of_the_clock_is_followed_without_a_word(tmp_path: Path, caplog: Any) -> None:
    caplog.set_level(logging.INFO)
    source = Moved()
    async with running(tmp_path, source) as ann:
        await several_ticks(ann)
        source.shift += 1.0
        await several_ticks(ann)
        assert abs(play_time(ann).now() - source.today()) < 0.3
    assert "jump" not in caplog.text


async def note_at_once(folder: Path, database: str, source: TimeSource, workers: int) -> list[float]:
    """Several workers start at the same moment; what time each of them has then."""
    stores = [Store(Settings(folder, database=database).database_url) for _ in range(workers)]
    times = [PlayTime(source, store, 5.0) for store in stores]
    await asyncio.gather(*(one.note() for one in times))
    out = [one.now() for one in times]
    await asyncio.gather(*(store.close() for store in stores))
    return out


@pytest.mark.timed
async def test_of_several_workers_one_credits_an_outage_and_exactly_once(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    source, database = Moved(), new_database()
    async with running(tmp_path, source, database) as ann:
        await several_ticks(ann)
        before, begin = play_time(ann).now(), time.monotonic()
    up = time.monotonic() - begin
    source.passed += 2 * HOUR
    begin = time.monotonic()
    for found in await note_at_once(tmp_path, database, source, workers=6):
        assert abs(found - before - up) < 1 + time.monotonic() - begin
    later = await note_at_once(tmp_path, database, source, workers=6)  # others join: no second credit
    assert max(later) - before < 2 + up + time.monotonic() - begin
    assert min(later) - before > up


async def test_two_workers_agree_about_a_jump(tmp_path: Path, new_database: Callable[[], str]) -> None:
    source, database = Moved(), new_database()
    async with running(tmp_path, source, database) as ann, running(tmp_path, source, database) as bo:
        seats = await tables(ann)
        before, begin = await left(seats), time.monotonic()
        source.shift += DAY
        await several_ticks(ann)
        await several_ticks(bo)
        assert abs(play_time(ann).now() - play_time(bo).now()) < 0.5
        assert_passed(
            before, await left([Seat(bo, seat.ticket, seat.seat) for seat in seats]), time.monotonic() - begin
        )


async def test_a_note_that_breaks_off_changes_nothing(tmp_path: Path) -> None:
    """Given an outage, when the first note of it is not committed, then the next one credits all of it."""
    source = Moved()
    async with running(tmp_path, source) as ann:
        before = play_time(ann).now()
    source.passed += 2 * HOUR
    store = Store(Settings(tmp_path).database_url)
    playing = PlayTime(source, store, 5.0)

    def broken(connection: Any) -> None:
        playing._note(connection)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.write_at_once(broken)
    await playing.note()
    assert 0 <= playing.now() - before < 5
    await store.close()


async def test_a_folder_of_an_older_version_gives_its_players_the_time_of_the_upgrade(tmp_path: Path) -> None:
    """The old server noted no time; its last sign of life is its last ply."""
    source = Moved()
    async with running(tmp_path, source) as ann:
        seats = await tables(ann)
        before = await left(seats)
    store = Store(Settings(tmp_path).database_url)
    async with store.writing() as connection:  # given: as version 0.1.0 has left it, two hours ago
        await connection.run_sync(lambda plain: command.downgrade(_config(plain), "0010_proofs"))
        await connection.execute(text("UPDATE plies SET at = at - 7200"))
        await connection.execute(text("UPDATE matches SET created = created - 7200, deadline = deadline - 7200"))
        clocks = "json_set(clocks, '$.since', json_extract(clocks, '$.since') - 7200)"
        await connection.execute(text(f"UPDATE matches SET clocks = {clocks}"))
        await connection.execute(text("DELETE FROM presence"))
    await store.close()
    async with running(tmp_path, source) as ann:
        await several_ticks(ann)
        assert_passed(before, await left([Seat(ann, seat.ticket, seat.seat) for seat in seats]), 1)


async def test_a_mail_names_the_deadline_by_the_wall_clock(tmp_path: Path) -> None:
    source = Moved()
    async with running(tmp_path, source):
        pass
    source.passed += DAY
    async with running(tmp_path, source) as ann:
        playing = play_time(ann)
        assert abs(playing.now() + DAY - source.today()) < 2  # given: playing time is a day behind
        assert abs(playing.on_wall(playing.now() + 60) - source.today() - 60) < 1
        assert isinstance(ann._transport, httpx.ASGITransport)
