"""Who may do what: every route of the server has a line here, and a route without one fails."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from brehon.server.routes import (
    account,
    after,
    api,
    api_company,
    api_hooks,
    api_hosting,
    api_library,
    api_me,
    api_proof,
    company,
    confirm,
    fairness,
    hosting,
    me,
    operations,
    pace,
    pace_api,
    pages,
    plan,
    plan_api,
    stats,
)
from tests.server.conftest import opened
from tests.server.people import ADDRESS, Program, Visitor, key, links_of

EVERYBODY = {"stranger", "spectator", "guest", "host"}
SEATED = {"guest", "host"}
ANY_TOKEN = {"none", "seat", "host token", "person"}  # a person who does not sit there looks on, as without a token
PAGES = {  # who is not turned away with 401 or 403
    "GET /": EVERYBODY,
    "POST /tables": EVERYBODY,
    "GET /join/{token}": {"guest"},  # the seat is taken by the guest
    "POST /join/{token}": {"guest"},
    "GET /table/{match_id}": EVERYBODY,
    "GET /table/{match_id}/fragment": EVERYBODY,
    "GET /table/{match_id}/events": EVERYBODY,
    "POST /table/{match_id}/move": SEATED,
    "POST /table/{match_id}/form": SEATED,
    "POST /table/{match_id}/undo": SEATED,
    "GET /table/{match_id}/record": EVERYBODY,
    "GET /table/{match_id}/verify": EVERYBODY,
    "GET /records": EVERYBODY,
    "POST /records": EVERYBODY,
    "GET /records/{record_id}/record": EVERYBODY,
    "GET /rules/{game}": EVERYBODY,
    "GET /howto/{game}": EVERYBODY,
    "POST /language": EVERYBODY,
}
FAIRNESS = {
    "GET /fairness": EVERYBODY,
    "POST /table/{match_id}/start": SEATED,
    "POST /table/{match_id}/number": SEATED,  # each their own
    "POST /table/{match_id}/open": SEATED,  # after the lock: test_fairness.py
    "POST /table/{match_id}/void": SEATED,
    "GET /table/{match_id}/lock": EVERYBODY,
}
COMPANY = {
    "GET /table/{match_id}/company": EVERYBODY,
    "GET /table/{match_id}/talk": EVERYBODY,
    "POST /table/{match_id}/say": SEATED,  # until the host lets others in: test_company.py
    "POST /table/{match_id}/unsay": {"host"},  # what the host has said
    "POST /table/{match_id}/chat-for": {"host"},
    "POST /table/{match_id}/note": {"spectator", *SEATED},  # each their own
    "POST /table/{match_id}/log": EVERYBODY,
    "GET /table/{match_id}/log": EVERYBODY,
}
ME = {
    "GET /me": EVERYBODY,
    "POST /me/mail": {"spectator", *SEATED},  # whoever has a cookie
    "POST /me/mail/remove": {"spectator", *SEATED},
    "GET /mail/confirm/{token}": EVERYBODY,  # the link in the mail is the key
    "POST /mail/confirm/{token}": EVERYBODY,
    "GET /mail/stop/{token}": EVERYBODY,
    "POST /mail/stop/{token}": EVERYBODY,
    "POST /me/hooks": {"spectator", *SEATED},
    "POST /me/hooks/{hook_id}/remove": {"host"},  # whose hook it is
    "POST /me/hooks/{hook_id}/test": {"host"},
}
AFTER = {
    "GET /table/{match_id}/replay": EVERYBODY,  # from what they know: test_replay.py
    "GET /records/{record_id}": EVERYBODY,
    "GET /table/{match_id}/result": EVERYBODY,  # when the game is over
    "GET /records/{record_id}/result": EVERYBODY,
}
STATS = {
    "GET /stats": EVERYBODY,
    "GET /stats/{game}": EVERYBODY,
    "GET /people/me": EVERYBODY,
    "GET /people/{word}": EVERYBODY,
}
HOSTING = {
    "GET /games": EVERYBODY,
    "POST /table/{match_id}/join": SEATED,  # the table is not open; who sits there keeps the seat
    "POST /leave/{match_id}": SEATED,  # the host may free the guest's seat
    "POST /table/{match_id}/host/seat": {"host"},
    "POST /table/{match_id}/host/looking": {"host"},
    "POST /table/{match_id}/host/pardon": {"host"},
    "POST /table/{match_id}/device": {"guest"},  # the guest's own seat
    "POST /rematch/{match_id}": SEATED,
}
PLANS = {  # nobody is turned away, but somebody else's sandbox is not there: test_plan.py
    "POST /plans": EVERYBODY,
    "GET /plan/{plan_id}": EVERYBODY,
    "GET /plan/{plan_id}/fragment": EVERYBODY,
    "POST /plan/{plan_id}/move": EVERYBODY,
    "POST /plan/{plan_id}/form": EVERYBODY,
    "POST /plan/{plan_id}/undo": EVERYBODY,
    "POST /plan/{plan_id}/clear": EVERYBODY,
    "POST /plan/{plan_id}/guess": EVERYBODY,
    "POST /plans/{plan_id}/real": EVERYBODY,
}
PACE = {
    f"POST /table/{{match_id}}/{deed}": SEATED
    for deed in ("restart", "redo", "ask", "answer", "resume", "hand", "back", "auto", "vacation")
}
OPERATIONS = {
    "GET /health": EVERYBODY,
    "GET /metrics": EVERYBODY,
}  # asked from this machine; elsewhere: test_operations.py
API = {
    "GET /api/v1/games": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/tables": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/tables/{match_id}": ANY_TOKEN,
    "POST /api/v1/tables/{match_id}/move": {"seat"},
    "POST /api/v1/tables/{match_id}/moves": {"seat"},
    "POST /api/v1/tables/{match_id}/undo": {"seat"},
    "GET /api/v1/tables/{match_id}/record": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/board.svg": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/events": ANY_TOKEN,
    "POST /api/v1/verify": ANY_TOKEN | {"foreign", "unknown"},
}
API_FAIRNESS = {
    "POST /api/v1/tables/{match_id}/start": {"seat", "host token"},
    "POST /api/v1/tables/{match_id}/number": {"seat"},
    "POST /api/v1/tables/{match_id}/open": {"seat"},  # after the lock, each their own
    "POST /api/v1/tables/{match_id}/void": {"seat", "host token"},
    "GET /api/v1/tables/{match_id}/lock": ANY_TOKEN,
    "GET /api/v1/commitments/{commitment}": ANY_TOKEN | {"foreign", "unknown"},
}
API_COMPANY = {
    "GET /api/v1/tables/{match_id}/company": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/chat": {"seat", "host token"},
    "POST /api/v1/tables/{match_id}/chat": {"seat", "host token"},
    "PUT /api/v1/tables/{match_id}/chat": {"host token"},
    "DELETE /api/v1/tables/{match_id}/chat/{number}": {"host token"},  # what the host has said
    "GET /api/v1/tables/{match_id}/note": {"seat", "host token", "person"},  # each their own
    "PUT /api/v1/tables/{match_id}/note": {"seat", "host token", "person"},
    "GET /api/v1/tables/{match_id}/log": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/text": ANY_TOKEN,
}
API_HOOKS = {
    "GET /api/v1/tables/{match_id}/hooks": {"seat", "host token"},
    "POST /api/v1/tables/{match_id}/hooks": {"seat", "host token"},
    "POST /api/v1/tables/{match_id}/hooks/{hook_id}/test": {"seat", "host token"},  # 404 for a hook of somebody else
    "DELETE /api/v1/tables/{match_id}/hooks/{hook_id}": {"seat", "host token"},
}
LIVE = COMPANY | ME
API_LIVE = API_COMPANY | API_HOOKS
AFTER_API = {
    "GET /api/v1/tables/{match_id}/replay": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/replay.svg": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/result": ANY_TOKEN,
}
STATS_API = {
    "GET /api/v1/stats": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/stats/{game}": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/people/me": {"seat", "foreign", "person"},  # whoever sits in a seat, wherever that is
    "GET /api/v1/people/{word}": ANY_TOKEN | {"foreign", "unknown"},
}
API |= AFTER_API | STATS_API
KNOWN = {"spectator", "guest", "host"}  # they have a cookie
ACCOUNT = {
    "GET /account": EVERYBODY,
    "POST /account/name": EVERYBODY,
    "POST /account/devices/out": EVERYBODY,  # of one's own devices; here: of none
    "POST /account/link": KNOWN,
    "POST /account/link/drop": EVERYBODY,
    "GET /device/{token}": EVERYBODY,
    "POST /device/{token}": EVERYBODY,
    "POST /account/found": KNOWN,
    "POST /account/password": KNOWN,
    "POST /account/delete": KNOWN,
    "GET /account/confirm": EVERYBODY,  # who has nothing to show is led back
    "POST /account/confirm": KNOWN,
    "POST /account/confirm/passkey/begin": KNOWN,
    "POST /account/confirm/passkey/finish": set(),  # nothing was asked
    "POST /account/alerts/seen": EVERYBODY,  # one's own; here: none
    "GET /signin": EVERYBODY,
    "POST /signin": set(),  # nobody has an account here
    "POST /account/passkey/begin": KNOWN,
    "POST /account/passkey/finish": set(),  # nothing was asked
    "POST /account/passkey/remove": KNOWN,
    "POST /signin/passkey/begin": EVERYBODY,
    "POST /signin/passkey/finish": set(),
}
API_HOSTING = {
    "GET /api/v1/tables": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/finished": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/tables/{match_id}/join": set(),  # the table is not open
    "POST /api/v1/tables/{match_id}/looking": {"host token"},
    "POST /api/v1/tables/{match_id}/seats/{seat}": {"host token"},  # seat 1 is not the token's own
    "POST /api/v1/tables/{match_id}/seats/{seat}/link": {"host token"},
    "POST /api/v1/tables/{match_id}/seats/{seat}/key": set(),  # seat 1 is not the token's own, and not the host's
    "POST /api/v1/tables/{match_id}/pardon": {"host token"},
    "POST /api/v1/tables/{match_id}/rematch": {"seat", "host token"},
}
API_ARRIVING = {  # the link is the key; this one leads nowhere
    "GET /api/v1/join/{link}": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/join/{link}": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/tables/{match_id}/seats": {"seat", "host token", "person"},  # each their own
}
API_HOSTING |= API_ARRIVING
API_LIBRARY = {
    "GET /api/v1/tables/{match_id}/verify": ANY_TOKEN,
    "POST /api/v1/records": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/records/{record_id}": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/records/{record_id}/board.svg": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/records/{record_id}/record": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/records/{record_id}/result": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/rules": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/howto": ANY_TOKEN | {"foreign", "unknown"},
}
API_ME = {
    "POST /api/v1/people": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/signin": set(),  # nobody has an account here
    "GET /api/v1/device/{link}": ANY_TOKEN | {"foreign", "unknown"},  # the link is the key; this one leads nowhere
    "POST /api/v1/device/{link}": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/me": {"person"},
    "GET /api/v1/me/tables": {"person"},
    "PUT /api/v1/me/name": {"person"},
    "DELETE /api/v1/me/devices/{device}": {"person"},  # 404 for a device of somebody else
    "POST /api/v1/me/link": {"person"},
    "DELETE /api/v1/me/link": {"person"},
    "POST /api/v1/me/account": {"person"},
    "PUT /api/v1/me/password": {"person"},
    "POST /api/v1/me/confirm": {"person"},
    "DELETE /api/v1/me/alerts": {"person"},
    "DELETE /api/v1/me/passkeys/{passkey}": {"person"},
    "POST /api/v1/me/delete": {"person"},
    "PUT /api/v1/me/mail": {"person"},
    "DELETE /api/v1/me/mail": {"person"},
    "GET /api/v1/me/hooks": {"person"},
    "POST /api/v1/me/hooks": {"person"},
    "POST /api/v1/me/hooks/{hook_id}/test": {"person"},  # 404 for a hook of somebody else
    "DELETE /api/v1/me/hooks/{hook_id}": {"person"},
}
PLAN_API = {"POST /api/v1/tables/{match_id}/plan": ANY_TOKEN, "POST /api/v1/tables/{match_id}/plan.svg": ANY_TOKEN}
PACE_API = {line.replace("/table/", "/api/v1/tables/"): {"seat"} for line in PACE}
ALL_PAGES = PAGES | FAIRNESS | AFTER | STATS | OPERATIONS | HOSTING | LIVE | ACCOUNT
FORMS = {
    "hooks": {"address": "https://example.org/hook", "shape": "json", "scope": "me"},
    "say": {"text": "Hello"},
    "unsay": {"number": 1},
    "chat-for": {"whom": "read"},
    "note": {"text": "Mine"},
    "log": {"of": "all"},
    "found": {"login": "ann", "password": "menhir oak amphora"},
    "delete": {"sure": "yes"},
    "seat": {"seat": 1, "to": "link"},
    "pardon": {"ban": "x"},
    "device": {"seat": 1},
    "move": {"ply": 13, "action": 0},
    "form": {"ply": 13, "n0": 1},
    "undo": {"ply": 13},
    "number": {"hash": "0" * 64},
    "open": {"number": "0" * 32},
    "restart": {"ply": 13},
    "redo": {"ply": 13, "count": 1},
    "ask": {"ply": 13, "kind": "undo"},
    "answer": {"ply": 13, "agree": 1},
    "hand": {"level": "cottar"},
    "auto": {"wanted": 1},
    "vacation": {"wanted": 1},
}
BODIES = {
    "hooks": {"address": "https://example.org/hook"},
    "chat": {"text": "Hello"},
    "note": {"text": "Mine"},
    "looking": {"visibility": "open"},
    "1": {"to": "open"},
    "pardon": {"ban": "x"},
    "move": {"ply": 13, "action": 0},
    "moves": {"ply": 13, "actions": [0]},
    "undo": {"ply": 13},
    "number": {"hash": "0" * 64},
    "open": {"number": "0" * 32},
    "restart": {"ply": 13},
    "redo": {"ply": 13},
    "ask": {"ply": 13, "kind": "undo"},
    "answer": {"ply": 13, "agree": True},
    "hand": {"level": "cottar"},
    "auto": {"wanted": True},
    "vacation": {"wanted": True},
    "people": {"name": "Dee"},
    "name": {"name": "Dee"},
    "signin": {"login": "ann", "password": "menhir oak amphora"},
    "account": {"login": "ann", "password": "menhir oak amphora"},
    "confirm": {"password": "menhir oak amphora"},
    "password": {"old": "menhir oak amphora", "new": "amphora oak menhir"},
    "delete": {"sure": True},
    "mail": {"address": "ann@example.org"},
}


def links_to_hooks(page: str) -> list[str]:
    return re.findall(r'id="hook-([\w-]{16})"', page)


def routes(router) -> set[str]:
    return {f"{method} {route.path}" for route in router.routes for method in route.methods - {"HEAD"}}


def test_every_route_has_its_line():
    assert routes(company.router) | routes(me.router) == set(LIVE)
    assert routes(api_company.router) | routes(api_hooks.router) == set(API_LIVE)
    assert routes(pages.router) == set(PAGES)
    assert routes(fairness.router) == set(FAIRNESS)
    assert routes(fairness.api) == set(API_FAIRNESS)
    assert routes(after.router) == set(AFTER)
    assert routes(stats.router) == set(STATS)
    assert routes(api.router) | routes(after.api) | routes(stats.api) == set(API)
    assert routes(operations.router) == set(OPERATIONS)
    assert routes(hosting.router) == set(HOSTING)
    assert routes(account.router) | routes(confirm.router) == set(ACCOUNT)
    assert routes(api_hosting.router) == set(API_HOSTING)
    assert routes(pace.router) == set(PACE)
    assert routes(pace_api.router) == set(PACE_API)
    assert routes(plan.router) == set(PLANS)
    assert routes(plan_api.router) == set(PLAN_API)
    assert routes(api_me.router) | routes(api_proof.router) == set(API_ME)
    assert routes(api_library.router) == set(API_LIBRARY)


def test_the_documentation_lists_every_address_of_the_api():
    text = (Path(__file__).parent.parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
    for line in ALL_API | PACE_API | PLAN_API:
        assert f"`{line.replace('/api/v1', '')}`" in text


@dataclass
class World:
    """A table of Ann (host) and Bo (guest), and people who do not sit there."""

    site: httpx.ASGITransport
    table: str = ""
    token: str = ""
    people: dict[str, Visitor] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    api_table: str = ""
    hook: str = ""


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with opened(tmp_path) as site:
        host, guest, spectator = Visitor(site, "Ann"), Visitor(site, "Bo"), Visitor(site, "Cy")
        world = World(
            site, people={"stranger": Visitor(site, "?"), "spectator": spectator, "guest": guest, "host": host}
        )
        path = await host.set_up("me", "friend")
        (link,) = links_of((await host.get(path)).text)
        await guest.join(link)
        await host.post(f"{path}/start", data={"without": "1"})
        await host.post(f"{path}/say", data={"text": "Welcome"})
        await host.post("/me/hooks", data=FORMS["hooks"])
        world.hook = links_to_hooks((await host.get("/me")).text)[0]
        await spectator.set_up("me", "cottar")  # has a cookie, but no seat at this table
        world.table, world.token = path.removeprefix("/table/"), link.rpartition("/")[2]
        program = Program(host)
        ticket, other = await program.create("me", "me"), await program.create("me", "me")
        world.api_table = ticket["id"]
        person = (await host.post("/api/v1/people", json={"name": "Eve"})).json()
        said = {"Authorization": f"Bearer {ticket['host_token']}"}
        await host.post(f"/api/v1/tables/{ticket['id']}/chat", json={"text": "Welcome"}, headers=said)
        world.tokens = {
            "none": "",
            "seat": key(ticket, 0)["Authorization"],
            "host token": f"Bearer {ticket['host_token']}",
            "foreign": key(other, 0)["Authorization"],
            "unknown": "Bearer nonsense",
            "person": f"Bearer {person['token']}",
        }
        yield world
        for person in world.people.values():
            await person.aclose()


async def status(client: httpx.AsyncClient, method: str, path: str, **what: object) -> int:
    """The status of an answer; of an endless stream too."""
    if not path.endswith("/events"):
        return (await client.request(method, path, **what)).status_code  # type: ignore[arg-type]
    return await status_of_stream(client, path, what)


async def status_of_stream(client: httpx.AsyncClient, path: str, what: dict[str, object]) -> int:
    """Asked without httpx, which would wait for the end of the stream."""
    transport = client._transport
    assert isinstance(transport, httpx.ASGITransport)
    request = client.build_request("GET", path, **what)  # type: ignore[arg-type]
    found: list[int] = []

    async def receive():
        return {"type": "http.disconnect"} if found else {"type": "http.request", "body": b""}

    async def send(message):
        if message["type"] == "http.response.start":
            found.append(message["status"])

    headers = [(name.lower(), value) for name, value in request.headers.raw]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "headers": headers, "scheme": "http",
        "path": request.url.path, "raw_path": request.url.raw_path, "query_string": b"", "server": ("t", 80), "client": ("t", 1),
        "root_path": "",
    }  # fmt: skip
    await transport.app(scope, receive, send)
    return found[0]


TOKENS = ("foreign", "host token", "none", "person", "seat", "unknown")
ALL_API = API | API_FAIRNESS | API_HOSTING | API_LIVE | API_ME | API_LIBRARY


def is_harmless(line: str, role: str, able: dict[str, set[str]]) -> bool:
    """Whether asking changes nothing, so that one world is enough for many such questions."""
    return line.startswith("GET ") or role not in able[line]


def deeds(able: dict[str, set[str]], roles: Iterable[str]) -> list[tuple[str, str]]:
    """Whatever somebody may do that changes something: each is tried in a world of its own."""
    return [(line, role) for line in sorted(able) for role in sorted(roles) if not is_harmless(line, role, able)]


async def ask_page(world: World, line: str, role: str) -> None:
    method, _, pattern = line.partition(" ")
    path = pattern.format(
        match_id=world.table, token=world.token, record_id="x", game="armorica", hook_id=world.hook, word="x"
    )
    form = FORMS.get(path.rpartition("/")[2], {"name": "Dee", "language": "de", "seat": 1})
    sent = {"json": {"response": {}}} if path.endswith("/finish") else {"data": form}
    person = (
        Visitor(world.site, "?") if role == "stranger" else world.people[role]
    )  # or one page would make a cookie for the next
    answer = await status(person, method, path, **(sent if method == "POST" else {}))
    assert answer < 500, line
    assert (answer not in (401, 403)) == (role in ALL_PAGES[line]), (line, answer)


async def ask_api(world: World, line: str, role: str) -> None:
    method, _, pattern = line.partition(" ")
    path = pattern.format(
        match_id=world.api_table, seat=1, number=1, hook_id="x", game="armorica", word="x", link="x", record_id="x", device="x", commitment="x",
        passkey="x",
    )  # fmt: skip
    headers = {"Authorization": world.tokens[role]} if role != "none" else {}
    what = BODIES.get(path.rpartition("/")[2], {})
    what = {"whom": "read"} if (method, what) == ("PUT", BODIES["chat"]) else what
    body = {"json": what} if method in ("POST", "PUT") else {}
    async with httpx.AsyncClient(transport=world.site, base_url=ADDRESS) as client:
        answer = await status(client, method, path, headers=headers, **body)
    assert answer < 500, line
    assert (answer not in (401, 403)) == (role in ALL_API[line]), (line, answer)


@pytest.mark.parametrize("role", sorted(EVERYBODY))
async def test_pages_turn_away_whom_they_must(world: World, role: str):
    for line in sorted(ALL_PAGES):
        if is_harmless(line, role, ALL_PAGES):
            await ask_page(world, line, role)


@pytest.mark.parametrize(("line", "role"), deeds(ALL_PAGES, EVERYBODY))
async def test_pages_let_do_what_is_allowed(world: World, line: str, role: str):
    await ask_page(world, line, role)


@pytest.mark.parametrize("role", TOKENS)
async def test_the_api_turns_away_whom_it_must(world: World, role: str):
    for line in sorted(ALL_API):
        if is_harmless(line, role, ALL_API):
            await ask_api(world, line, role)


@pytest.mark.parametrize(("line", "role"), deeds(ALL_API, TOKENS))
async def test_the_api_lets_do_what_is_allowed(world: World, line: str, role: str):
    await ask_api(world, line, role)


@pytest.mark.parametrize("role", sorted(EVERYBODY))
async def test_only_who_sits_at_the_table_settles_its_pace(world: World, role: str):
    for line, able in (PACE | PLANS).items():
        method, path = line.format(match_id=world.table, plan_id="x").split(" ")
        form = {"data": FORMS.get(path.rpartition("/")[2], {})} if method == "POST" else {}
        answer = await status(world.people[role], method, path, **form)
        assert answer < 500
        assert (answer not in (401, 403)) == (role in able), (line, answer)


@pytest.mark.parametrize("role", TOKENS)
async def test_only_the_token_of_a_seat_settles_its_pace(world: World, role: str):
    headers = {"Authorization": world.tokens[role]} if role != "none" else {}
    async with httpx.AsyncClient(transport=world.site, base_url=ADDRESS) as client:
        for line, able in (PACE_API | PLAN_API).items():
            path = line.partition(" ")[2].format(match_id=world.api_table)
            body = BODIES.get(path.rpartition("/")[2], {})
            answer = await status(client, "POST", path, headers=headers, json=body)
            assert answer < 500
            assert (answer not in (401, 403)) == (role in able), (line, answer)
