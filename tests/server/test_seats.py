"""Nobody opens the seat of another player: not by its link, old or new, not by an old key, not with the host's token."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from brehon.core import registry
from brehon.server.app import ROUTERS
from brehon.server.storage.schema import Base
from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, Program, Visitor, key, links_of, seat_key
from tests.server.test_authorisation import BODIES, FORMS
from tests.server.test_leaks import first_of_stream
from tests.server.transport import Transport

GAMES = [("armorica", {}), ("arrival", {}), ("fallen-kingdoms", {"hidden_scoring": "on"})]
HOSTS_OWN = ("/seats", "/chat", "/note", "/hooks", "/company")  # what the host reads and a spectator does not
MOVES = 12


def lines() -> list[tuple[str, str]]:
    """Every way to ask for something of a table, whichever router has it; streams last, for they show that someone is there."""
    found = {
        (method, route.path)  # type: ignore[attr-defined]
        for router in ROUTERS
        for route in router.routes
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
        if "{match_id}" in route.path  # type: ignore[attr-defined]
    }
    return sorted(found, key=lambda line: (line[1].endswith("/events"), line))


@dataclass
class Stage:
    """A table, and everything that opened something there once or opens something of other seats now."""

    site: Transport
    ticket: dict[str, Any]
    words: dict[str, str] = field(default_factory=dict)  # what is sent as a token, by what it is
    host: str = ""

    async def ask(self, method: str, pattern: str, token: str, ply: int) -> bytes:
        """What comes back: status, kind and every byte."""
        path = pattern.format(match_id=self.ticket["id"], seat=1, number=1, hook_id="x", word="x", ply=1)
        tail = path.rpartition("/")[2]
        is_api = path.startswith("/api/")
        sent = dict((BODIES if is_api else FORMS).get(tail, {} if is_api else {"seat": 1, "text": "x", "to": "open"}))  # type: ignore[call-overload]
        sent |= {"ply": ply} if "ply" in sent else {}
        sent = {"whom": "read"} if (method, tail) == ("PUT", "chat") else sent
        body: dict[str, Any] = {} if method in ("GET", "DELETE") else {"json" if is_api else "data": sent}
        headers = {"Accept-Language": "en"} | ({"Authorization": f"Bearer {token}"} if token else {})
        async with Visitor(self.site, "?") as asker:  # without a cookie, and without one from the question before
            if path.endswith("/events"):
                return await first_of_stream(asker, path, headers)
            answer = await asker.request(method, path, headers=headers, **body)
        assert answer.status_code < 500, (method, path)
        return f"{answer.status_code} {answer.headers.get('content-type')} ".encode() + answer.content

    async def kept(self) -> list[str]:
        """All that the database holds of the match, beside who is looking at it, and what lookers-on share of what they see."""
        return [row for row in await rows_of(self.site, self.ticket["id"]) if not row.startswith("shares ")]

    async def until_no_one_is_here(self) -> None:
        """A stream that has just ended counts for two seconds more, and would change what `company` says to everybody."""
        async with asyncio.timeout(20), httpx.AsyncClient(transport=self.site, base_url=ADDRESS) as client:
            while (await client.get(f"/api/v1/tables/{self.ticket['id']}/company")).json()["watching"]:
                await asyncio.sleep(0.05)

    async def check(self) -> int:
        """Every address, with everything that must open nothing; how many answers there were."""
        await self.until_no_one_is_here()
        before, count = await self.kept(), 0
        ply = (await look(self.site, self.ticket["id"])).get("ply", 0)
        for method, pattern in lines():
            spectator = await self.ask(method, pattern, "", ply)
            invented = await self.ask(method, pattern, "no-such-token-anywhere-at-all-00", ply)
            for what, token in self.words.items():
                answer = await self.ask(method, pattern, token, ply)
                is_refused = answer[:4] in (b"403 ", b"404 ")
                assert is_refused or answer in (spectator, invented), (what, method, pattern, answer[:300])
                count += 1
            if self.host and method == "GET" and not pattern.endswith(HOSTS_OWN):
                assert await self.ask(method, pattern, self.host, ply) == spectator, pattern
        assert await self.kept() == before  # and nothing has happened
        return count


async def rows_of(site: Transport, match_id: str) -> list[str]:
    out: list[str] = []
    async with site.app.state.tables.store.reading() as connection:
        for table in Base.metadata.sorted_tables:
            column = table.c.get("match", table.c.id if table.name == "matches" else None)
            if column is not None and table.name != "presence":
                kept = [one for one in table.c if one.name != "news"]  # the server looks at that mark by itself
                rows = await connection.execute(select(*kept).where(column == match_id))
                out += sorted(f"{table.name} {row}" for row in rows)
    return out


async def look(site: httpx.AsyncBaseTransport, match_id: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    async with httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        state: dict[str, Any] = (await client.get(f"/api/v1/tables/{match_id}", headers=headers)).json()
        return state


def word_of(seat: dict[str, Any]) -> str:
    return str(seat["link"]).rpartition("/")[2]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def play(program: Program, ticket: dict[str, Any]) -> None:
    """A few decisions of everybody, until there is something to hide from the others in seat 1, if the game has secrets."""
    for step in range(300):
        state, open_to_all = await program.look(ticket, 1), await look(program.client._transport, ticket["id"])
        if step >= MOVES and (state["view"] != open_to_all["view"] or not registry.game(state["game"]).has_secrets):
            return
        seat = state["movers"][0]
        state = await program.look(ticket, seat)
        action = state["legal"][step % len(state["legal"])]["action"]
        assert (await program.move(ticket, seat, state["ply"], action=action)).status_code == 200
    raise AssertionError("nothing is ever hidden: the test would show nothing")


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: str(value))
async def test_links_and_keys_of_other_seats_give_what_a_spectator_gets(
    tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        program = Program(client)
        ticket = await program.create("me", "friend", "friend", game=game, options=options)
        host, place = bearer(ticket["host_token"]), f"/api/v1/tables/{ticket['id']}"
        first, other = word_of(ticket["seats"][1]), word_of(ticket["seats"][2])
        stage = Stage(site, ticket, {"free link": first, "another free link": other}, ticket["host_token"])
        count = await stage.check()  # before anyone sits down

        renewed = (await client.post(f"{place}/seats/1/link", headers=host)).json()
        assert (await client.get(f"/join/{first}")).status_code == 404
        ticket["seats"][1]["link"] = renewed["link"]
        stage.words = {"renewed link": first, "link of a taken seat": word_of(renewed), "link of another": other}
        for seat in (1, 2):
            await program.join(ticket, seat, f"Guest {seat}")
        assert (await client.post(f"{place}/start", headers=host)).status_code == 200
        await play(program, ticket)
        count += await stage.check()  # after

        old_key = ticket["seats"][1]["token"]
        fresh = (await client.post(f"{place}/seats/1/key", headers=bearer(old_key))).json()
        stage.words |= {"key before it was renewed": old_key, "key before the seat was freed": fresh["token"]}
        assert (await client.post(f"{place}/seats/1", json={"to": "open"}, headers=host)).status_code == 200
        (free,) = [s for s in (await client.get(f"{place}/seats", headers=host)).json()["seats"] if s["link"]]
        stage.words |= {"link of the freed seat": word_of(free)}
        count += await stage.check()  # freed
        ticket["seats"][1]["link"] = free["link"]
        await program.join(ticket, 1, "Guest 3")
        count += await stage.check()  # taken by the next
        for _, word in [line for line in stage.words.items() if "link" in line[0]]:
            for answer in (await client.get(f"/join/{word}"), await client.post(f"/join/{word}", data={"name": "x"})):
                assert answer.status_code in (403, 404)
                assert "Guest" not in answer.text
                client.cookies.clear()
            for method in ("GET", "POST"):
                sent: Any = {} if method == "GET" else {"json": {}}
                refused = await client.request(method, f"/api/v1/join/{word}", headers=host, **sent)
                assert refused.status_code in (403, 404)
    assert count > 300


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: str(value))
async def test_what_opened_a_seat_of_the_last_game_opens_nothing_of_the_next(
    tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        program = Program(client)
        ticket = await finished(program, game, options)
        place = f"/api/v1/tables/{ticket['id']}"
        old = {"host of the last game": ticket["host_token"]}
        old |= {f"key {n} of the last game": seat["token"] for n, seat in enumerate(ticket["seats"])}
        old |= {f"link {n} of the last game": word_of(seat) for n, seat in enumerate(ticket["seats"]) if seat["link"]}
        given = [(await client.post(f"{place}/rematch", headers=key(ticket, seat))).json() for seat in range(3)]
        again = {"id": given[0]["id"], "seats": sorted((own["seats"][0] for own in given), key=lambda s: s["seat"])}
        host = (await client.post(f"{place}/rematch", headers=bearer(ticket["host_token"]))).json()
        await client.post(f"/api/v1/tables/{again['id']}/start", headers=bearer(host["host_token"]))
        await play(program, again)
        assert await Stage(site, again, old, host["host_token"]).check() > 300


async def finished(program: Program, game: str = "armorica", options: dict[str, str] | None = None) -> dict[str, Any]:
    """A game of three programs that is over; the first has set it up and is the host."""
    ticket = await program.create("me", "friend", "friend", game=game, options=options or {})
    for seat in (1, 2):
        await program.join(ticket, seat)
    headers = bearer(ticket["host_token"])
    await program.client.post(f"/api/v1/tables/{ticket['id']}/start", headers=headers)
    for seat in range(3):
        await program.client.post(
            f"/api/v1/tables/{ticket['id']}/hand", json={"level": "wanderer"}, headers=key(ticket, seat)
        )
    for _ in range(20_000):
        if (await program.look(ticket))["status"] == "over":
            return ticket
    raise AssertionError("the game has no end")


@both
async def test_each_program_gets_its_own_seat_of_the_next_game_once_in_any_order(tmp_path: Path, database: str) -> None:
    async with (
        opened(tmp_path, database=database) as site,
        httpx.AsyncClient(transport=site, base_url=ADDRESS) as client,
    ):
        program = Program(client)
        ticket = await finished(program)
        orders = list(permutations([0, 1, 2, None]))[::5] if not database else [(None, 2, 0, 1)]
        for order in orders:
            place, keys = f"/api/v1/tables/{ticket['id']}", {}
            for seat in order:
                headers = bearer(ticket["host_token"]) if seat is None else key(ticket, seat)
                given = (await client.post(f"{place}/rematch", headers=headers)).json()
                if seat is None:
                    assert given["seats"] == []  # the host's token sits nowhere, and gets nobody's key
                    host = given["host_token"]
                    continue
                assert given["host_token"] is None
                (own,) = given["seats"]
                assert own["seat"] == (seat - 1) % 3
                assert (await look(site, given["id"], bearer(own["token"])))["seat"] == own["seat"]
                keys[own["seat"]] = own["token"]
                twice = (await client.post(f"{place}/rematch", headers=headers)).json()
                assert twice["seats"] == [own | {"token": None}]  # while the first key is in use there is no second
            assert len(set(keys.values())) == 3
            async with site.app.state.tables.store.changing(ticket["id"], next_match=None):
                pass
            site.app.state.tables.forget(ticket["id"])
            assert (await look(site, given["id"], bearer(host)))["seat"] is None


@both
async def test_the_database_holds_no_link_and_no_key(tmp_path: Path, database: str) -> None:
    async with (
        opened(tmp_path, database=database) as site,
        httpx.AsyncClient(transport=site, base_url=ADDRESS) as client,
    ):
        program = Program(client)
        ticket = await program.create("me", "friend", "friend")
        words = [ticket["host_token"], ticket["seats"][0]["token"], *map(word_of, ticket["seats"][1:])]
        words.append((await program.join(ticket, 1))["token"])
        async with site.app.state.tables.store.reading() as connection:
            for table in Base.metadata.sorted_tables:
                text = str((await connection.execute(select(table))).all())
                assert not [word for word in words if word in text], table.name
        assert len({*words}) == 5


async def test_the_hosts_page_shows_the_links_of_free_seats_again_after_a_restart_and_no_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await ann.set_up("me", "friend", "friend")
        links = links_of((await ann.get(path)).text)
        await bo.join(links[0])
        cookies = dict(ann.cookies)
        assert links_of((await bo.get(path)).text) == []
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        ann.cookies.update(cookies)
        assert links_of((await ann.get(path)).text) == links[1:]
        assert "This seat is taken" in (await ann.get(links[0])).text  # to the host too
        refused = await ann.post(f"{path}/seat", data={"seat": 1, "to": "link"})
        assert (refused.status_code, "Free the seat first" in refused.text) == (409, True)
        await ann.post(f"{path}/seat", data={"seat": 1, "to": "open"})
        fresh = links_of((await ann.get(path)).text)
        assert (len(fresh), fresh[1], links[0] in fresh) == (2, links[1], False)
        assert (await ann.get(links[0])).status_code == 404


async def test_a_person_makes_a_key_for_their_own_seat_and_the_host_does_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await ann.set_up("me", "friend", game="arrival")
        await bo.join(links_of((await ann.get(path)).text)[0])
        await ann.post(f"{path}/start", data={"without": "1"})
        place = f"/api/v1/tables/{path.rpartition('/')[2]}"
        mine = await seat_key(bo, path, 1)
        assert (await bo.get(place, headers=mine)).json()["seat"] == 1
        hers = await seat_key(ann, path, 0)
        for headers in (hers, {}):
            assert (await ann.post(f"{place}/seats/1/key", headers=headers)).status_code in (401, 403)
        assert (await bo.get(place, headers=mine)).json()["seat"] == 1
        seats = (await ann.get(f"{place}/seats", headers=hers)).json()["seats"]
        assert json.dumps(seats).count("null") == 2 * len(seats)  # neither keys nor links of taken seats


def test_the_lines_are_found() -> None:
    found = lines()
    assert {("POST", "/table/{match_id}/move"), ("GET", "/api/v1/tables/{match_id}/events")} <= set(found)
    assert len(found) > 60
