"""People and programs at a table, as the tests speak of them."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx

ADDRESS = "http://table.test"
SCRIPT = {"X-Brehon": "1"}


class Visitor(httpx.AsyncClient):
    """A person with a browser that has cookies but no script."""

    def __init__(self, transport: httpx.AsyncBaseTransport, name: str) -> None:
        super().__init__(transport=transport, base_url=ADDRESS, headers={"Accept-Language": "en"})
        self.name = name

    async def set_up(self, *seats: str, **fields: str) -> str:
        """Set up a table of Armorica; its path."""
        form = {"game": "armorica", "name": self.name, **{f"seat{n}": who for n, who in enumerate(seats, 1)}, **fields}
        answer = await self.post("/tables", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def join(self, link: str) -> str:
        """Take a seat by its link; the path of the table."""
        answer = await self.post(httpx.URL(link).path, data={"name": self.name})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def moves(self, path: str) -> tuple[int, list[int]]:
        """The next ply and the actions that the page offers."""
        page = await self.get(path)
        assert page.status_code == 200
        return ply_of(page.text), [int(a) for a in re.findall(r'name="action" value="(\d+)"', page.text)]

    async def move(self, path: str, ply: int, action: int, script: bool = False) -> httpx.Response:
        return await self.post(f"{path}/move", data={"ply": ply, "action": action}, headers=SCRIPT if script else {})

    async def play_on(self, path: str, until: str = 'data-state="over"') -> None:
        """Take the first move that is offered, again and again, until the page says so."""
        for _ in range(2000):
            page = await self.get(path)
            if until in page.text:
                return
            ply, actions = await self.moves(path)
            if actions:
                await self.move(path, ply, actions[0])
            else:
                await asyncio.sleep(0.002)
        raise AssertionError(f"{until} was never reached")


def ply_of(page: str) -> int:
    found = re.search(r'data-ply="(\d+)"', page)
    assert found, page[:500]
    return int(found[1])


def links_of(page: str) -> list[str]:
    return re.findall(r'value="(http[^"]*/join/[^"]+)"', page)


def message_of(page: str) -> str:
    """What an error page or a notice says."""
    found = re.search(
        r'(?s)(?:id="error-message">|class="message">|id="notice"[^>]*>)(.*?)</(?:p|div|h1|h2|li|section)>', page
    )
    assert found, page
    return re.sub(r"<[^>]+>", "", found[1])


class Program:
    """A program that sits at tables through the API."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def create(self, *kinds: str, **more: Any) -> dict[str, Any]:
        """A table of Armorica; `me`, `friend`, or the level of a bot."""
        seats = [{"kind": kind} if kind in ("me", "friend") else {"kind": "bot", "level": kind} for kind in kinds]
        answer = await self.client.post("/api/v1/tables", json={"game": "armorica", "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        ticket: dict[str, Any] = answer.json()
        return ticket

    async def join(self, ticket: dict[str, Any], seat: int, name: str = "") -> dict[str, Any]:
        """Take a seat by its link; its key is in the ticket from then on."""
        word = ticket["seats"][seat]["link"].rpartition("/")[2]
        answer = await self.client.post(f"/api/v1/join/{word}", json={"name": name})
        assert answer.status_code == 200, answer.text
        came: dict[str, Any] = answer.json()
        ticket["seats"][seat]["token"] = came["token"]
        return came

    async def look(self, ticket: dict[str, Any], seat: int = 0) -> dict[str, Any]:
        answer = await self.client.get(f"/api/v1/tables/{ticket['id']}", headers=key(ticket, seat))
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    async def move(self, ticket: dict[str, Any], seat: int, ply: int, **what: object) -> httpx.Response:
        return await self.client.post(
            f"/api/v1/tables/{ticket['id']}/move", json={"ply": ply, **what}, headers=key(ticket, seat)
        )

    async def play_out(self, ticket: dict[str, Any], choice: int = 0) -> dict[str, Any]:
        """All people's seats take an offered move until the game is over."""
        people = [seat["seat"] for seat in ticket["seats"] if seat["token"]]
        for _ in range(2000):
            state = await self.look(ticket, people[0])
            if state["status"] == "over":
                return state
            mover = state["movers"][0]
            if mover not in people:
                await asyncio.sleep(0.002)
                continue
            state = await self.look(ticket, mover)
            legal = state["legal"]
            if not legal:
                continue
            answer = await self.move(ticket, mover, state["ply"], action=legal[choice % len(legal)]["action"])
            assert answer.status_code == 200, answer.text
        raise AssertionError("the game has no end")


async def own_token(person: Visitor) -> str:
    """A program becomes the person's own by a personal link."""
    link = re.search(r"/device/([\w-]+)", (await person.post("/account/link")).text)
    assert link
    token = (await person.post(f"/api/v1/device/{link[1]}", json={})).json()["token"]
    return str(token)


async def seat_key(person: Visitor, path: str, seat: int) -> dict[str, str]:
    """The header with a key for a seat where the person sits."""
    headers = {"Authorization": f"Bearer {await own_token(person)}"}
    answer = await person.post(f"/api/v1/tables/{path.rpartition('/')[2]}/seats/{seat}/key", headers=headers)
    assert answer.status_code == 200, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def key(ticket: dict[str, Any], seat: int) -> dict[str, str]:
    return {"Authorization": f"Bearer {ticket['seats'][seat]['token']}"}
