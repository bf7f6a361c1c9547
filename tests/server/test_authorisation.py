"""Who may do what: every route of the server has a line here, and a route without one fails."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.server.app import ACTIONS, ROUTERS
from brehon.server.web.actions import AT_TABLE, HOST, LOOKING, SEATED, Action, Right
from brehon.server.web.actions_play import PACE as OF_PACE
from tests.server.conftest import opened
from tests.server.people import ADDRESS, Program, Visitor, key, links_of
from tests.server.transport import Transport

EVERYBODY = {"stranger", "spectator", "guest", "host"}
PLAYERS = {"guest", "host"}
ANY_TOKEN = {"none", "seat", "host token", "person"}  # a person who does not sit there looks on, as without a token
PAGES = {  # who is not turned away with 401 or 403
    "GET /": EVERYBODY,
    "GET /home/fragment": EVERYBODY,
    "GET /picture/{game}.svg": EVERYBODY,
    "GET /picture/{game}/{name}.svg": EVERYBODY,
    "GET /picture/{game}.png": EVERYBODY,
    "GET /picture.png": EVERYBODY,
    "GET /icon-{size}.png": EVERYBODY,
    "GET /manifest.webmanifest": EVERYBODY,
    "GET /table/{match_id}/picture.svg": EVERYBODY,
    "GET /table/{match_id}/preview.png": EVERYBODY,  # the same for all: test_arriving.py
    "POST /tables": EVERYBODY,
    "POST /learn/{game}": EVERYBODY,
    "GET /join/{token}": {"guest"},  # the seat is taken by the guest
    "POST /join/{token}": {"guest"},
    "GET /table/{match_id}": EVERYBODY,
    "GET /table/{match_id}/fragment": EVERYBODY,
    "GET /table/{match_id}/events": EVERYBODY,
    "GET /table/{match_id}/record": EVERYBODY,
    "GET /table/{match_id}/verify": EVERYBODY,
    "GET /records": EVERYBODY,
    "POST /records": EVERYBODY,
    "GET /records/{record_id}/record": EVERYBODY,
    "GET /rules/{game}": EVERYBODY,
    "GET /howto/{game}": EVERYBODY,
    "GET /howto/{game}/aloud": EVERYBODY,
    "POST /language": EVERYBODY,
}
FAIRNESS = {
    "GET /fairness": EVERYBODY,
    "GET /table/{match_id}/lock": EVERYBODY,
}
COMPANY = {
    "GET /table/{match_id}/company": EVERYBODY,
    "GET /table/{match_id}/talk": EVERYBODY,
    "GET /table/{match_id}/log": EVERYBODY,
}
ME = {
    "GET /me": EVERYBODY,
    "POST /me/mail": {"spectator", *PLAYERS},  # whoever has a cookie
    "POST /me/mail/remove": {"spectator", *PLAYERS},
    "POST /me/nudges": {"spectator", *PLAYERS},
    "GET /mail/confirm/{token}": EVERYBODY,  # the link in the mail is the key
    "POST /mail/confirm/{token}": EVERYBODY,
    "GET /mail/stop/{token}": EVERYBODY,
    "POST /mail/stop/{token}": EVERYBODY,
    "POST /me/hooks": {"spectator", *PLAYERS},
    "POST /me/hooks/{hook_id}/remove": {"host"},  # whose hook it is
    "POST /me/hooks/{hook_id}/test": {"host"},
}
AFTER = {
    "GET /table/{match_id}/replay": EVERYBODY,  # from what they know: test_replay.py
    "GET /records/{record_id}": EVERYBODY,
    "GET /table/{match_id}/result": EVERYBODY,  # when the game is over
    "GET /records/{record_id}/result": EVERYBODY,
    "GET /table/{match_id}/review": EVERYBODY,  # when the game is over: test_reviews.py
    "GET /table/{match_id}/review/events": EVERYBODY,
    "GET /table/{match_id}/review/file": EVERYBODY,
    "GET /records/{record_id}/review": EVERYBODY,
    "GET /records/{record_id}/review/events": EVERYBODY,
    "GET /records/{record_id}/review/file": EVERYBODY,
    "POST /records/{record_id}/review": EVERYBODY,
    "GET /table/{match_id}/practice": EVERYBODY,  # when the game is over: test_practice.py
    "GET /table/{match_id}/practice/{ply}": EVERYBODY,
    "GET /table/{match_id}/practice/{ply}/fragment": EVERYBODY,
    "POST /table/{match_id}/practice/{ply}/move": EVERYBODY,
    "POST /table/{match_id}/practice/{ply}/solution": EVERYBODY,
    "GET /records/{record_id}/practice": EVERYBODY,
    "GET /records/{record_id}/practice/{ply}": EVERYBODY,
    "GET /records/{record_id}/practice/{ply}/fragment": EVERYBODY,
    "POST /records/{record_id}/practice/{ply}/move": EVERYBODY,
    "POST /records/{record_id}/practice/{ply}/solution": EVERYBODY,
}
STATS = {
    "GET /stats": EVERYBODY,
    "GET /stats/{game}": EVERYBODY,
    "GET /people/me": EVERYBODY,
    "GET /people/{word}": EVERYBODY,
}
HOSTING = {
    "GET /games": EVERYBODY,
}
GROUPS = {  # no one is turned away, but a group of others is not there: test_groups.py
    "GET /groups": EVERYBODY,
    "POST /groups": EVERYBODY,
    "GET /groups/join/{word}": EVERYBODY,
    "POST /groups/join/{word}": EVERYBODY,
    "GET /group/{group_id}": EVERYBODY,
    "GET /group/{group_id}/fragment": EVERYBODY,
    "POST /group/{group_id}/rename": EVERYBODY,
    "POST /group/{group_id}/link": EVERYBODY,
    "POST /group/{group_id}/remove": EVERYBODY,
    "POST /group/{group_id}/leave": EVERYBODY,
    "POST /group/{group_id}/propose": EVERYBODY,
    "POST /group/{group_id}/answer": EVERYBODY,
    "POST /group/{group_id}/withdraw": EVERYBODY,
    "POST /group/{group_id}/start": EVERYBODY,
}
PLANS = {  # nobody is turned away, but somebody else's sandbox is not there: test_plan.py
    "POST /plans": EVERYBODY,
    "POST /examples/{game}/{picture}": EVERYBODY,
    "GET /plan/{plan_id}": EVERYBODY,
    "GET /plan/{plan_id}/fragment": EVERYBODY,
    "POST /plan/{plan_id}/move": EVERYBODY,
    "POST /plan/{plan_id}/form": EVERYBODY,
    "POST /plan/{plan_id}/undo": EVERYBODY,
    "POST /plan/{plan_id}/clear": EVERYBODY,
    "POST /plan/{plan_id}/guess": EVERYBODY,
    "POST /plan/{plan_id}/opponents": EVERYBODY,
    "GET /puzzles": EVERYBODY,
    "GET /puzzle/{puzzle_id}": EVERYBODY,
    "GET /puzzle/{puzzle_id}/fragment": EVERYBODY,
    "GET /puzzle/{puzzle_id}/board.svg": EVERYBODY,
    "GET /puzzle/{puzzle_id}/board.png": EVERYBODY,
    "GET /puzzle/{puzzle_id}/preview.png": EVERYBODY,
    "POST /puzzle/{puzzle_id}/move": EVERYBODY,
    "POST /puzzle/{puzzle_id}/solution": EVERYBODY,
    "POST /puzzles/kept": EVERYBODY,  # a guest is refused with a reason: test_puzzles.py
    "POST /plan/{plan_id}/hint": EVERYBODY,
    "POST /plan/{plan_id}/share": EVERYBODY,
    "POST /plans/{plan_id}/real": EVERYBODY,
}
SHARING = {  # the link is the key; what it may show: test_sharing.py. That of another person is not changed there
    "POST /table/{match_id}/share": EVERYBODY,
    "POST /records/{record_id}/share": EVERYBODY,
    "GET /shared": EVERYBODY,
    "GET /shared/{word}": EVERYBODY,
    "GET /shared/{word}/board.svg": EVERYBODY,
    "GET /shared/{word}/board.png": EVERYBODY,
    "GET /shared/{word}/preview.png": EVERYBODY,
    "POST /shared/{word}/try": EVERYBODY,
    "POST /shared/{word}/names": EVERYBODY,
    "POST /shared/{word}/withdraw": EVERYBODY,
}
API_SHARING = {  # a link belongs to a person; the host of this table is a program without one
    "POST /api/v1/tables/{match_id}/share": {"seat", "person"},
    "POST /api/v1/records/{record_id}/share": {"seat", "foreign", "person"},
    "GET /api/v1/me/shared": {"seat", "foreign", "person"},
    "GET /api/v1/shared/{word}": ANY_TOKEN | {"foreign", "unknown"},
    "DELETE /api/v1/shared/{word}": {"seat", "foreign", "person"},  # 404 for one that is not there
}
OPERATIONS = {
    "GET /health": EVERYBODY,
    "GET /metrics": EVERYBODY,
}  # asked from this machine; elsewhere: test_operations.py
API = {
    "GET /api/v1/games": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/tables": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/learn/{game}": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/tables/{match_id}": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/record": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/board.svg": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/events": ANY_TOKEN,
    "POST /api/v1/verify": ANY_TOKEN | {"foreign", "unknown"},
}
API_FAIRNESS = {
    "GET /api/v1/tables/{match_id}/lock": ANY_TOKEN,
    "GET /api/v1/commitments/{commitment}": ANY_TOKEN | {"foreign", "unknown"},
}
API_COMPANY = {
    "GET /api/v1/tables/{match_id}/company": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/chat": {"seat", "host token"},
    "GET /api/v1/tables/{match_id}/note": {"seat", "host token", "person"},  # each their own
    "GET /api/v1/tables/{match_id}/log": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/text": ANY_TOKEN,
}
API_HOOKS = {
    "GET /api/v1/tables/{match_id}/hooks": {"seat", "host token"},
}
LIVE = COMPANY | ME
API_LIVE = API_COMPANY | API_HOOKS
AFTER_API = {
    "GET /api/v1/tables/{match_id}/replay": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/replay.svg": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/result": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/review": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/review/events": ANY_TOKEN,
    "GET /api/v1/tables/{match_id}/practice": ANY_TOKEN,
    "POST /api/v1/tables/{match_id}/practice/{ply}/answer": ANY_TOKEN,
}
STATS_API = {
    "GET /api/v1/stats": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/stats/{game}": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/puzzles/{game}": ANY_TOKEN | {"foreign", "unknown"},
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
    "GET /api/v1/records/{record_id}/review": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/records/{record_id}/review/events": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/records/{record_id}/review": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/records/{record_id}/practice": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/records/{record_id}/practice/{ply}/answer": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/rules": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/rules/search": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/rules/{rule}": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/glossary": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/howto": ANY_TOKEN | {"foreign", "unknown"},
    "GET /api/v1/games/{game}/aloud": ANY_TOKEN | {"foreign", "unknown"},
    "POST /api/v1/puzzles/{puzzle_id}/answer": ANY_TOKEN | {"foreign", "unknown"},
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
    "PUT /api/v1/me/nudges": {"person"},
    "GET /api/v1/me/puzzles": {"person"},
    "POST /api/v1/me/puzzles": {"person"},
    "DELETE /api/v1/me/mail": {"person"},
    "GET /api/v1/me/hooks": {"person"},
    "POST /api/v1/me/hooks": {"person"},
    "POST /api/v1/me/hooks/{hook_id}/test": {"person"},  # 404 for a hook of somebody else
    "DELETE /api/v1/me/hooks/{hook_id}": {"person"},
}
API_GROUPS = {  # with the token of a person; a group of others is not there: test_groups.py
    "GET /api/v1/me/groups": {"person"},
    "POST /api/v1/me/groups": {"person"},
    "GET /api/v1/group-links/{link}": ANY_TOKEN | {"foreign", "unknown"},  # the link is the key; this one leads nowhere
    "POST /api/v1/group-links/{link}": {"person"},
    "GET /api/v1/groups/{group_id}": {"person"},
    "PUT /api/v1/groups/{group_id}/title": {"person"},
    "POST /api/v1/groups/{group_id}/link": {"person"},
    "DELETE /api/v1/groups/{group_id}/members/{member}": {"person"},
    "POST /api/v1/groups/{group_id}/leave": {"person"},
    "POST /api/v1/groups/{group_id}/proposals": {"person"},
    "PUT /api/v1/groups/{group_id}/proposals/{proposal}": {"person"},
    "DELETE /api/v1/groups/{group_id}/proposals/{proposal}": {"person"},
    "POST /api/v1/groups/{group_id}/proposals/{proposal}/start": {"person"},
}
PLAN_API = {
    "POST /api/v1/tables/{match_id}/plan": ANY_TOKEN,
    "POST /api/v1/tables/{match_id}/plan.svg": ANY_TOKEN,
    "POST /api/v1/tables/{match_id}/plan/hint": ANY_TOKEN,
}

# -- actions of a table: their rows come from the rights that they declare, and this says which right each should have

RIGHTS: dict[Right, str] = {
    SEATED: "move moves form hint guide undo restart redo ask answer resume hand back auto vacation number open leave key device name",
    AT_TABLE: "start void give-up seats rematch finish hooks test remove nudge",  # those in the seats, and the host
    HOST: "seat link looking pardon chat-for auto-review",
    LOOKING: "join say unsay note log react mute unmute review",
}
ON_PAGES = {SEATED: PLAYERS, AT_TABLE: PLAYERS, HOST: {"host"}, LOOKING: EVERYBODY}
BY_TOKEN = {SEATED: {"seat"}, AT_TABLE: {"seat", "host token"}, HOST: {"host token"}, LOOKING: ANY_TOKEN}
PAGES_STRICTER = {  # where a right is not all
    "join": PLAYERS,  # the table is not open; who sits there keeps the seat
    "device": {"guest"},  # the guest's own seat
    "say": PLAYERS,  # until the host lets others in: test_company.py
    "unsay": {"host"},  # what the host has said
    "react": PLAYERS,
    "mute": PLAYERS,  # of messages that they can read
    "note": {"spectator", *PLAYERS},  # each their own
}
TOKENS_STRICTER: dict[str, set[str]] = {
    "join": set(),  # the table is not open
    "seats": {"host token"},  # seat 1 is not the token's own
    "key": set(),  # seat 1 is not the token's own, and not the host's
    "say": {"seat", "host token"},
    "review": {"seat", "host token", "person"},  # a program says who it is
    "unsay": {"host token"},
    "react": {"seat", "host token"},
    "mute": {"seat", "host token"},
    "unmute": {"seat", "host token", "person"},  # each their own
    "note": {"seat", "host token", "person"},
}


def page_rows(actions: Iterable[Action]) -> dict[str, set[str]]:
    shown = [action for action in actions if action.page is not None]
    return {f"POST {one.page_path}": PAGES_STRICTER.get(one.name, ON_PAGES[one.right]) for one in shown}


def api_rows(actions: Iterable[Action]) -> dict[str, set[str]]:
    served = [action for action in actions if action.api]
    return {f"{one.api_method} {one.api_path}": TOKENS_STRICTER.get(one.name, BY_TOKEN[one.right]) for one in served}


PACE, PACE_API = (rows([one for one in ACTIONS if one.tag == OF_PACE]) for rows in (page_rows, api_rows))
DONE_AT_TABLE = page_rows([one for one in ACTIONS if one.tag != OF_PACE])
API_DONE_AT_TABLE = api_rows([one for one in ACTIONS if one.tag != OF_PACE])
ALL_PAGES = PAGES | FAIRNESS | AFTER | STATS | OPERATIONS | HOSTING | LIVE | ACCOUNT | GROUPS | SHARING | DONE_AT_TABLE
FORMS = {
    "hooks": {"address": "https://example.org/hook", "shape": "json", "scope": "me"},
    "say": {"text": "Hello"},
    "unsay": {"number": 1},
    "chat-for": {"whom": "read"},
    "react": {"code": "good"},
    "nudge": {"seat": 1},
    "mute": {"number": 1},
    "unmute": {"word": "x"},
    "groups": {"title": "Friends", "name": "Dee"},
    "note": {"text": "Mine"},
    "log": {"of": "all"},
    "found": {"login": "ann", "password": "menhir oak amphora"},
    "delete": {"sure": "yes"},
    "seat": {"seat": 1, "to": "link"},
    "leave": {"seat": 1},
    "looking": {"visibility": "open"},
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
    "guide": {"way": "next"},
    "answer": {"ply": 13, "agree": 1},
    "hand": {"level": "cottar"},
    "auto-review": {"wanted": 1},
    "auto": {"wanted": 1},
    "vacation": {"wanted": 1},
}
BODIES = {
    "hooks": {"address": "https://example.org/hook"},
    "chat": {"text": "Hello"},
    "react": {"code": "good"},
    "unmute": {"word": "x"},
    "nudges": {"wanted": False},
    "groups": {"title": "Friends", "name": "Dee"},
    "title": {"title": "Friends"},
    "proposals": {"game": "armorica"},
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
    "guide": {"way": "next"},
    "answer": {"ply": 13, "agree": True},
    "hand": {"level": "cottar"},
    "auto-review": {"wanted": True},
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


def test_every_route_has_its_line() -> None:
    served = {
        f"{method} {route.path}"  # type: ignore[attr-defined]
        for one in ROUTERS
        for route in one.routes
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
    }
    assert served == set(ALL_PAGES | ALL_API | PACE | PACE_API | PLANS | PLAN_API)


def test_every_action_asks_for_the_right_that_is_meant_for_it() -> None:
    """Given the table above, written by hand, then no action has become open to others than it names."""
    declared = {right: {one.name for one in ACTIONS if one.right is right} for right in RIGHTS}
    assert declared == {right: set(names.split()) for right, names in RIGHTS.items()}
    assert len({one.name for one in ACTIONS}) == len(ACTIONS) == sum(map(len, declared.values()))


def test_the_documentation_lists_every_address_of_the_api() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
    for line in ALL_API | PACE_API | PLAN_API:
        assert f"`{line.replace('/api/v1', '')}`" in text


@dataclass
class World:
    """A table of Ann (host) and Bo (guest), and people who do not sit there."""

    site: Transport
    table: str = ""
    token: str = ""
    people: dict[str, Visitor] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    api_table: str = ""
    hook: str = ""


@dataclass
class Begun:
    """A world as it is before anybody does anything: its folder, and what its people hold."""

    folder: Path
    what: dict[str, Any] = field(default_factory=dict)  # parts of World
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)  # role: name and value


ROLES = {"stranger": "?", "spectator": "Cy", "guest": "Bo", "host": "Ann"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    return Begun(tmp_path_factory.mktemp("begun"))


@pytest.fixture
async def world(begun: Begun, tmp_path: Path) -> AsyncIterator[World]:
    """Each test has a server of its own over a copy of the same folder."""
    if not begun.what:
        async with opened(begun.folder) as site:
            await begin(begun, site)
    shutil.copytree(begun.folder, tmp_path, dirs_exist_ok=True)
    async with opened(tmp_path) as site:
        world = World(site, people={role: Visitor(site, name) for role, name in ROLES.items()}, **begun.what)
        for role, person in world.people.items():
            person.cookies.update(begun.cookies[role])
        yield world
        for person in world.people.values():
            await person.aclose()


async def begin(begun: Begun, site: Transport) -> None:
    people = {role: Visitor(site, name) for role, name in ROLES.items()}
    host, guest, spectator = people["host"], people["guest"], people["spectator"]
    path = await host.set_up("me", "friend")
    (link,) = links_of((await host.get(path)).text)
    await guest.join(link)
    await host.post(f"{path}/start", data={"without": "1"})
    await host.post(f"{path}/say", data={"text": "Welcome"})
    await host.post("/me/hooks", data=FORMS["hooks"])  # type: ignore[arg-type]
    hook = links_to_hooks((await host.get("/me")).text)[0]
    await spectator.set_up("me", "cottar")  # has a cookie, but no seat at this table
    program = Program(host)
    ticket, other = await program.create("me", "me"), await program.create("me", "me")
    person = (await host.post("/api/v1/people", json={"name": "Eve"})).json()
    said = {"Authorization": f"Bearer {ticket['host_token']}"}
    await host.post(f"/api/v1/tables/{ticket['id']}/chat", json={"text": "Welcome"}, headers=said)
    tokens = {
        "none": "",
        "seat": key(ticket, 0)["Authorization"],
        "host token": f"Bearer {ticket['host_token']}",
        "foreign": key(other, 0)["Authorization"],
        "unknown": "Bearer nonsense",
        "person": f"Bearer {person['token']}",
    }
    begun.cookies = {role: dict(one.cookies) for role, one in people.items()}
    begun.what = {
        "table": path.removeprefix("/table/"),
        "token": link.rpartition("/")[2],
        "tokens": tokens,
        "api_table": ticket["id"],
        "hook": hook,
    }
    for one in people.values():
        await one.aclose()


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

    async def receive() -> Any:
        return {"type": "http.disconnect"} if found else {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
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
ALL_API = (
    API | API_FAIRNESS | API_HOSTING | API_LIVE | API_ME | API_LIBRARY | API_GROUPS | API_SHARING | API_DONE_AT_TABLE
)


def is_harmless(line: str, role: str, able: dict[str, set[str]]) -> bool:
    """Whether asking changes nothing, so that one world is enough for many such questions."""
    return line.startswith("GET ") or role not in able[line]


def deeds(able: dict[str, set[str]], roles: Iterable[str]) -> list[tuple[str, str]]:
    """Whatever somebody may do that changes something: each is tried in a world of its own."""
    return [(line, role) for line in sorted(able) for role in sorted(roles) if not is_harmless(line, role, able)]


async def ask_page(world: World, line: str, role: str) -> None:
    method, _, pattern = line.partition(" ")
    path = pattern.format(
        match_id=world.table,
        token=world.token,
        record_id="x",
        ply=1,
        game="armorica",
        name="setup",
        rule="AM-4.3",
        hook_id=world.hook,
        word="x",
        size=192,
        group_id="x",
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
        puzzle_id="x", ply=1,
        match_id=world.api_table, seat=1, number=1, hook_id="x", game="armorica", rule="AM-4.3", word="x", link="x", record_id="x", device="x", commitment="x",
        passkey="x", group_id="x", member="x", proposal="x",
    )  # fmt: skip
    headers = {"Authorization": world.tokens[role]} if role != "none" else {}
    what = BODIES.get(path.rpartition("/")[2], {})
    what = {"words": "x"} if "/practice/" in path else what
    what = {"whom": "read"} if (method, what) == ("PUT", BODIES["chat"]) else what
    body = {"json": what} if method in ("POST", "PUT") else {}
    async with httpx.AsyncClient(transport=world.site, base_url=ADDRESS) as client:
        answer = await status(client, method, path, headers=headers, **body)
    assert answer < 500, line
    assert (answer not in (401, 403)) == (role in ALL_API[line]), (line, answer)


@pytest.mark.parametrize("role", sorted(EVERYBODY))
async def test_pages_turn_away_whom_they_must(world: World, role: str) -> None:
    for line in sorted(ALL_PAGES):
        if is_harmless(line, role, ALL_PAGES):
            await ask_page(world, line, role)


@pytest.mark.parametrize(("line", "role"), deeds(ALL_PAGES, EVERYBODY))
async def test_pages_let_do_what_is_allowed(world: World, line: str, role: str) -> None:
    await ask_page(world, line, role)


@pytest.mark.parametrize("role", TOKENS)
async def test_the_api_turns_away_whom_it_must(world: World, role: str) -> None:
    for line in sorted(ALL_API):
        if is_harmless(line, role, ALL_API):
            await ask_api(world, line, role)


@pytest.mark.parametrize(("line", "role"), deeds(ALL_API, TOKENS))
async def test_the_api_lets_do_what_is_allowed(world: World, line: str, role: str) -> None:
    await ask_api(world, line, role)


@pytest.mark.parametrize("role", sorted(EVERYBODY))
async def test_only_who_sits_at_the_table_settles_its_pace(world: World, role: str) -> None:
    for line, able in (PACE | PLANS).items():
        method, path = line.format(
            match_id=world.table, plan_id="x", puzzle_id="x", game="armorica", picture="gauls", ply=1
        ).split(" ")
        form = {"data": FORMS.get(path.rpartition("/")[2], {})} if method == "POST" else {}
        answer = await status(world.people[role], method, path, **form)
        assert answer < 500
        assert (answer not in (401, 403)) == (role in able), (line, answer)


@pytest.mark.parametrize("role", TOKENS)
async def test_only_the_token_of_a_seat_settles_its_pace(world: World, role: str) -> None:
    headers = {"Authorization": world.tokens[role]} if role != "none" else {}
    async with httpx.AsyncClient(transport=world.site, base_url=ADDRESS) as client:
        for line, able in (PACE_API | PLAN_API).items():
            path = line.partition(" ")[2].format(match_id=world.api_table)
            body = BODIES.get(path.rpartition("/")[2], {})
            answer = await status(client, "POST", path, headers=headers, json=body)
            assert answer < 500
            assert (answer not in (401, 403)) == (role in able), (line, answer)
