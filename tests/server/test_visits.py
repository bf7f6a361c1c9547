"""Who asks is decided under the lock under which they act: a ban, a freed seat or a new key counts from the moment it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from brehon.server.errors import Conflict
from brehon.server.people.keys import digest
from brehon.server.storage.schema import Base, SeatRow
from brehon.server.table.chat import TableChat, voice_of
from brehon.server.table.visit import Asker, visiting
from tests.server.conftest import opened
from tests.server.people import Visitor, links_of, seat_key
from tests.server.test_seats import rows_of
from tests.server.transport import Transport
from tests.waiting import until

BAN, FREE, RENEW = "ban", "free", "renew"


@dataclass
class Scene:
    """A table of Ann, who is the host, and Bo, who has to decide; Bo has a program with the key of his seat too."""

    site: Transport
    ann: Visitor
    bo: Visitor
    path: str
    key: dict[str, str]
    plan: str = ""
    ply: int = 0
    action: int = 0  # that Bo may choose

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def tables(self) -> Any:
        return self.site.app.state.tables

    @property
    def api(self) -> str:
        return f"/api/v1/tables/{self.id}"

    async def store_change(self, table: Any, what: str) -> None:
        """What the host does with Bo's seat, or Bo with his key, straight in the database; the caller holds the table."""
        seat = table.seats[1]
        values: dict[str, Any] = {"seat_key": digest("another key")}
        bans = [{"id": "b", "person": seat.session, "name": seat.name}] if what == BAN else []
        if what != RENEW:
            free = {"kind": "friend", "name": "", "session": None, "auto": True}
            values = free | self.tables.keyring.columns(self.id, 1, seat.generation + 1)
        async with self.tables.store.changing(self.id, bans=bans) as change:
            where = (SeatRow.match == self.id, SeatRow.seat == 1)
            await change.connection.execute(update(SeatRow).where(*where).values(values))

    async def kept(self) -> list[str]:
        """Everything of the match, and Bo's sandboxes."""
        out = await rows_of(self.site, self.id)
        async with self.tables.store.reading() as connection:
            plans = await connection.execute(select(Base.metadata.tables["plans"]))
            return [*out, *map(str, plans)]


Act = Callable[[Scene], Awaitable[httpx.Response]]


async def move(scene: Scene) -> httpx.Response:
    return await scene.bo.move(scene.path, scene.ply, scene.action)


def form(tail: str, **fields: object) -> Act:
    async def act(scene: Scene) -> httpx.Response:
        sent = {"ply": scene.ply, **fields}
        return await scene.bo.post(f"{scene.path}/{tail}", data=sent)

    return act


def call(method: str, tail: str, **fields: object) -> Act:
    async def act(scene: Scene) -> httpx.Response:
        sent = {"json": fields} if fields else {}
        return await scene.bo.request(method, f"{scene.api}/{tail}", headers=scene.key, **sent)  # type: ignore[arg-type]

    return act


async def move_by_key(scene: Scene) -> httpx.Response:
    return await scene.bo.post(f"{scene.api}/move", json={"ply": scene.ply, "action": scene.action}, headers=scene.key)


async def plan_begin(scene: Scene) -> httpx.Response:
    return await scene.bo.post("/plans", data={"table": scene.id, "ply": scene.ply})


async def plan_move(scene: Scene) -> httpx.Response:
    return await scene.bo.post(f"{scene.plan}/move", data={"ply": 0, "action": scene.action})


async def leave(scene: Scene) -> httpx.Response:
    return await scene.bo.post(f"{scene.path}/leave", data={"seat": 1})


async def hook(scene: Scene) -> httpx.Response:
    sent = {"address": "https://example.org/hook", "shape": "json", "scope": "mine", "table": scene.id}
    return await scene.bo.post("/me/hooks", data=sent)


PERSONS: dict[str, Act] = {
    "move": move,
    "say": form("say", text="one last word"),
    "unsay": form("unsay", number=1),
    "note": form("note", text="I come back"),
    "hand": form("hand", level="cottar"),
    "auto": form("auto", wanted=1),
    "ask": form("ask", kind="pause"),
    "answer": form("answer", agree=0),
    "vacation": form("vacation", wanted=1, here=1),
    "undo": form("undo"),
    "plan": plan_begin,
    "plan move": plan_move,
    "leave": leave,
    "hook": hook,
}
PROGRAMS: dict[str, Act] = {
    "move": move_by_key,
    "chat": call("POST", "chat", text="one last word"),
    "note": call("PUT", "note", text="I come back"),
    "hooks": call("POST", "hooks", address="https://example.org/hook"),
    "auto": call("POST", "auto", wanted=True),
    "key": call("POST", "seats/1/key"),
    "hand": call("POST", "hand", level="cottar"),
}
CASES = [
    *[(name, act, BAN, {403, 404, 409}) for name, act in PERSONS.items()],
    *[(name, act, BAN, {401}) for name, act in PROGRAMS.items()],
    *[(name, act, RENEW, {401}) for name, act in PROGRAMS.items()],
]


async def a_scene(site: Transport, ann: Visitor, bo: Visitor) -> Scene:
    path = await ann.set_up("me", "friend", pace="days")
    await bo.join(links_of((await ann.get(path)).text)[0])
    await ann.post(f"{path}/start", data={"without": "1"})
    await ann.post(f"{path}/chat-for", data={"whom": "write"})
    for _ in range(200):  # until Bo has to decide, after a decision of his
        ply, actions = await bo.moves(path)
        if actions and ply > 16:
            break
        mover = bo if actions else ann
        ply, actions = await mover.moves(path)
        await mover.move(path, ply, actions[0])
    await bo.post(f"{path}/say", data={"text": "Hello"})
    scene = Scene(site, ann, bo, path, await seat_key(bo, path, 1))
    scene.ply, (scene.action, *_) = await bo.moves(path)
    begun = await bo.post("/plans", data={"table": scene.id, "ply": scene.ply})
    scene.plan = begun.headers["location"]
    return scene


def waiting(scene: Scene) -> int:
    """How many wait for the table."""
    return len(scene.tables.lock_of(scene.id)._waiters or ())


@pytest.mark.parametrize("is_first", [True, False], ids=["change first", "request first"])
@pytest.mark.parametrize(
    ("name", "act", "what", "refused"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
async def test_what_is_on_its_way_when_the_seat_is_lost_is_refused(
    tmp_path: Path, name: str, act: Act, what: str, refused: set[int], is_first: bool
) -> None:
    """Given a request that waits for the table, when the seat or its key is lost meanwhile, then nothing comes of the request
    after that. If the request has its turn before, it counts, and whatever was decided about the person then is not used again."""
    async with opened(tmp_path, bot_pause=30.0) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        scene = await a_scene(site, ann, bo)
        if name == "answer":
            await scene.ann.post(f"{scene.path}/ask", data={"ply": scene.ply, "kind": "pause"})

        async def late_change() -> list[str]:
            """Has its turn at the table after the request's first."""
            async with scene.tables.at(scene.id) as table:
                await scene.store_change(table, what)
                scene.tables.forget(scene.id)
                return await scene.kept()

        async with scene.tables.at(scene.id) as table:
            asking: Any = asyncio.create_task(act(scene))  # type: ignore[arg-type]
            await until(lambda: asking.done() or waiting(scene))
            before_change = waiting(scene)
            if is_first:
                await scene.store_change(table, what)
                scene.tables.forget(scene.id)
                before = await scene.kept()
            else:
                changing = asyncio.create_task(late_change())
                await until(lambda: waiting(scene) > before_change)
        if not is_first:
            before = await changing
        answer = await asking
        assert await scene.kept() == before
        if is_first:
            assert answer.status_code in refused, answer.text
        elif name not in ("undo", "unsay"):
            assert answer.status_code < 400 or answer.status_code in (401, 403), answer.text


async def say(scene: Scene, table: Any, asker: Asker) -> None:
    company = TableChat(scene.tables.store, scene.tables.hub)
    await company.say(table, voice_of(table, asker), "one last word")


async def write_note(scene: Scene, table: Any, asker: Asker) -> None:
    company = TableChat(scene.tables.store, scene.tables.hub)
    await company.write_note(table, voice_of(table, asker), "I come back")


async def decide(scene: Scene, table: Any, asker: Asker) -> None:
    match = table.playing()
    match.play(1, match.legal(1)[0])
    await scene.tables.keep(table, match, match.ply - 1)


@pytest.mark.parametrize("late", [say, write_note, decide])
async def test_a_ban_at_another_worker_stops_what_this_one_is_about_to_store(
    tmp_path: Path, new_database: Callable[[], str], late: Any
) -> None:
    """Given two workers, when one has looked who asks and the other bans that person, then the first stores nothing."""
    address = new_database()
    async with (
        opened(tmp_path, database=address) as one,
        opened(tmp_path, database=address) as two,
        Visitor(one, "Bo") as bo,
        Visitor(two, "Ann") as ann,
    ):
        scene, there = await a_scene(one, ann, bo), two.app.state.tables
        async with scene.tables.at(scene.id) as table:
            asker = Asker(table.seats[1].session, "Bo")
        kept: list[list[str]] = []

        async def act() -> None:
            async with visiting(scene.tables, scene.id, asker) as visit:
                assert visit.who.seats == [1]
                async with there.at(scene.id) as elsewhere:
                    await scene.store_change(elsewhere, BAN)
                kept.append(await scene.kept())
                await visit.do(lambda: late(scene, visit.table, asker))

        with pytest.raises(Conflict):
            await act()
        assert await scene.kept() == kept[0]
