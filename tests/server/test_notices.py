"""Being told: by a real mail server and a real address on the web, which fail first; once, not in vain, and nothing secret."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from brehon.core.contract import CHANCE
from brehon.server.errors import Unreadable
from brehon.server.people import webhooks as hooks
from brehon.server.people.mail import BadMail, Mailer, read_address, read_relay
from brehon.server.people.webhooks import NotDelivered, Notice, body_of, check_address, is_public, post
from brehon.server.settings import Settings
from brehon.server.table import notices
from brehon.server.table.table import play_forced
from tests.core.test_match import armorica
from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, Program, Visitor, key, links_of
from tests.server.post import LetterBox, Receiver
from tests.server.test_company import Ear, shows
from tests.server.transport import Transport

HOME = "https://games.example.org"


@pytest.fixture
def box() -> Iterator[LetterBox]:
    found = LetterBox()
    found.open()
    yield found
    found.close()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    found = Receiver()
    await found.open()
    yield found
    await found.close()


def quick(box: LetterBox | None = None, **more: Any) -> dict[str, Any]:
    """Settings for a server that tells everything at once."""
    mail = {"smtp_url": f"smtp://127.0.0.1:{box.port}", "mail_from": "table@example.org"} if box else {}
    return {
        "public_url": HOME, "private_hooks": True, "notice_delay": 0.0, "notice_sweep": 0.02, "notice_retry": 0.002, **mail,
        **more,
    }  # fmt: skip


async def table_of(host: Visitor, guest: Visitor) -> str:
    """A table that has not begun; its path."""
    path = await host.set_up("me", "friend")
    (link,) = links_of((await host.get(path)).text)
    await guest.join(link)
    return path


async def begin(path: str, ann: Visitor, bo: Visitor) -> tuple[Visitor, Visitor]:
    """Start; whoever has to decide first, and the other."""
    await ann.post(f"{path}/start", data={"without": "1"})
    return (ann, bo) if (await ann.moves(path))[1] else (bo, ann)


async def until_told(site: Transport, states: dict[str, int]) -> None:
    """Wait until nothing is left to be told and so many notices have come to each end."""
    store = site.app.state.messenger.store
    found: dict[str, int] = {}
    async with asyncio.timeout(60):
        while found != states:
            await asyncio.sleep(0.02)
            async with store.reading() as connection:
                rows = await connection.exec_driver_sql("SELECT state, count(*) FROM notices GROUP BY state")
                found = {row[0]: row[1] for row in rows}


def plain(letter: Any) -> str:
    return str(letter.get_body(("plain",)).get_content())


@both
async def test_a_mail_comes_only_after_the_address_is_confirmed_and_ends_with_one_click(
    tmp_path: Path, database: str, box: LetterBox
) -> None:
    async with (
        opened(tmp_path, database=database, **quick(box)) as site,
        Visitor(site, "Ann") as ann,
        Visitor(site, "Bo") as bo,
    ):
        path = await table_of(ann, bo)
        # given: the first to move has entered an address, and the mail server is busy twice
        first, second = await begin(path, ann, bo)
        box.answers = ["451 busy", "421 later"]
        await second.post("/me/mail", data={"address": "someone@example.com"})
        letter = await box.next(1)
        assert letter["To"] == "someone@example.com"
        # when: it becomes their turn before they have confirmed
        ply, actions = await first.moves(path)
        await first.move(path, ply, actions[0])
        await until_told(site, {"sent": 1})
        assert len(box.letters) == 1
        # then: opening the link asks, the button confirms, and the next turn is told
        link = re.search(rf"{HOME}(/mail/confirm/\S+)", plain(letter))
        assert link
        assert "Is this your address?" in (await ann.get(link[1])).text
        assert "waiting for you to confirm" in (await second.get("/me")).text
        assert (await ann.post(link[1])).status_code == 200
        await play_until_turn(first, second, path)
        told = await box.next(2)
        text = plain(told)
        assert told["Subject"] == "Your turn: Armorica"
        assert f"{HOME}{path}" in text
        assert "Turn " in text
        stop = told["List-Unsubscribe"].strip(" <>")
        assert stop in text
        assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        # and: one click of the mail program ends it
        await httpx.AsyncClient(transport=site, base_url=ADDRESS).post(
            stop.removeprefix(HOME), data={"List-Unsubscribe": "One-Click"}
        )
        assert "someone@example.com" not in (await second.get("/me")).text
        assert (await ann.get(stop.removeprefix(HOME))).status_code == 404
        assert set(box.recipients) == {"someone@example.com"}


async def play_until_turn(first: Visitor, second: Visitor, path: str) -> None:
    """Both decide until it is the second's turn after a decision of the first: the player who decided last is not notified."""
    for _ in range(60):
        for who in (second, first):
            ply, actions = await who.moves(path)
            if actions:
                await who.move(path, ply, actions[0])
            if actions and who is first and (await second.moves(path))[1]:
                return
    raise AssertionError("it never was the second's turn again")


async def test_a_webhook_is_told_after_refusals_errors_and_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "TIMEOUT", 0.2)
    receiver = Receiver()  # nobody listens yet
    async with (
        opened(tmp_path, **quick(notice_retry=0.05)) as site,
        Visitor(site, "Ann") as ann,
        Visitor(site, "Bo") as bo,
    ):
        path = await table_of(ann, bo)
        for who in (ann, bo):
            data = {"address": receiver.url, "shape": "json", "scope": "me"}
            assert (await who.post("/me/hooks", data=data)).status_code == 303
        of_table = {**data, "scope": "table", "table": path.removeprefix("/table/")}
        assert (await bo.post("/me/hooks", data=of_table)).status_code == 403  # that is for the host
        first, _ = await begin(path, ann, bo)
        async with asyncio.timeout(60):
            while "no connection" not in (page := (await first.get("/me")).text):
                await asyncio.sleep(0.02)
        assert "It will be tried again" in page
        receiver.answers = [500, 0]
        await receiver.open()
        told = await receiver.next(1)
        assert receiver.asked == 3
        assert receiver.paths[0] == "/hook?key=1"
        assert (told["event"], told["game"], told["link"]) == ("turn", "Armorica", f"{HOME}{path}")
        assert told["players"] == ["Ann", "Bo"]
        assert told["to_move"] == [first.name]
        assert told["deadline"] is None
        assert "Turn 1 of 8" in told["status"]
        await until_told(site, {"sent": 1})
        page = (await first.get("/me")).text
        assert "Delivered last" in page
        assert "failed" not in page
    await receiver.close()


async def test_what_fails_for_ever_is_given_up_shown_and_switched_on_again_by_a_test(
    tmp_path: Path, receiver: Receiver
) -> None:
    receiver.answers = [302] * 6  # a redirection is no delivery
    async with opened(tmp_path, **quick()) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await table_of(ann, bo)
        first, second = await begin(path, ann, bo)
        await second.post("/me/hooks", data={"address": receiver.url, "shape": "json", "scope": "me"})
        ply, actions = await first.moves(path)
        await first.move(path, ply, actions[0])
        await until_told(site, {"failed": 1})
        assert receiver.asked == 6
        page = (await second.get("/me")).text
        assert "Switched off after failures: the other side answered with status 302" in page
        hook = re.search(r'action="(/me/hooks/\S+/test)"', page)
        assert hook
        assert (await first.post(hook[1])).status_code == 403
        await second.post(hook[1])
        assert (await receiver.next(1))["event"] == "test"
        await until_told(site, {"failed": 1, "sent": 1})
        assert "Switched off" not in (await second.get("/me")).text
        answers = [await second.post(hook[1]) for _ in range(5)]
        assert answers[-1].status_code == 429


async def test_whoever_is_at_the_table_or_has_decided_is_not_told(tmp_path: Path, receiver: Receiver) -> None:
    settings = quick(notice_delay=3600.0, notice_sweep=3600.0)  # nothing happens by itself
    async with opened(tmp_path, **settings) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        messenger = site.app.state.messenger
        path = await table_of(ann, bo)
        for who in (ann, bo):
            await who.post("/me/hooks", data={"address": receiver.url, "shape": "json", "scope": "me"})
        first, second = await begin(path, ann, bo)
        await messenger.once()  # noted that the first has to be told, but later
        async with Ear(second, f"{path}/events"):
            await shows(first, path, "is here")
            ply, actions = await first.moves(path)
            await first.move(path, ply, actions[0])  # decided before anybody was told
            await messenger.once()  # and the other one is there
            async with messenger.store.writing() as connection:
                await connection.exec_driver_sql("UPDATE notices SET due = 0")
            await messenger.once()
            await until_told(site, {"moot": 2})
        assert receiver.asked == 0


async def test_whoever_chose_nothing_is_told_although_the_server_has_moved_for_them(tmp_path: Path) -> None:
    async with opened(tmp_path, **quick()) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await table_of(ann, bo)
        await begin(path, ann, bo)
        async with site.app.state.messenger.tables.at(path.removeprefix("/table/")) as table:
            # given: one player chooses, then the other has one option, which the server takes, and then a choice
            rng, match = Random(0), armorica(seed=0)
            play_forced(match, table.seats)
            chosen, last = -1, -1
            while chosen == last or not match.may_move(last):
                chosen = match.state.to_move()
                match.play(chosen, rng.choice(match.legal(chosen)))
                play_forced(match, table.seats)
                last = next(ply.seat for ply in reversed(match.plies) if ply.seat != CHANCE)
            table.match = match
            # then: the other is told
            assert {due.seat for due in notices.due_of(table)} == {last, None}


async def test_a_table_tells_a_channel_whose_turn_it_is_and_who_has_won(tmp_path: Path, receiver: Receiver) -> None:
    async with opened(tmp_path, **quick()) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        names = ["*Ann* <!channel>", "@everyone"]
        seats = [{"kind": "friend", "name": name} for name in names]
        order = {"game": "armorica", "seats": seats, "components": {"name": "armorica-tiny-1"}}
        ticket = (await client.post("/api/v1/tables", json=order)).json()
        path, host = f"/api/v1/tables/{ticket['id']}", {"Authorization": f"Bearer {ticket['host_token']}"}
        for shape in ("discord", "slack"):
            added = await client.post(f"{path}/hooks", json={"address": receiver.url, "shape": shape}, headers=host)
            assert added.status_code == 201
        assert len((await client.get(f"{path}/hooks", headers=host)).json()["hooks"]) == 2
        for seat in range(2):
            await Program(client).join(ticket, seat)
        await client.post(f"{path}/start", headers=host)
        discord, slack = sorted([await receiver.next(1), await receiver.next(2)], key=len, reverse=True)
        assert discord["allowed_mentions"] == {"parse": []}
        assert discord["content"].endswith(f"{HOME}/table/{ticket['id']}")
        assert slack["text"].endswith(f"<{HOME}/table/{ticket['id']}>")
        assert "<!channel>" not in slack["text"]
        assert "*Ann*" not in discord["content"].replace("\\*", "")
        await Program(client).play_out(ticket)
        async with asyncio.timeout(60):
            while sum("is over. First place: " in str(body) for body in receiver.bodies) < 2:
                await asyncio.sleep(0.02)


async def test_a_program_is_told_by_its_seats_token(tmp_path: Path, receiver: Receiver) -> None:
    async with opened(tmp_path, **quick()) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        program = Program(client)
        ticket = await program.create("me", "me", pace={"preset": "day"})
        path, mover = f"/api/v1/tables/{ticket['id']}", (await program.look(ticket))["movers"][0]
        other = 1 - mover
        added = await client.post(f"{path}/hooks", json={"address": receiver.url}, headers=key(ticket, other))
        assert added.status_code == 201
        state = await program.look(ticket, mover)
        await program.move(ticket, mover, state["ply"], action=state["legal"][0]["action"])
        told = await receiver.next(1)
        assert told["table"] == ticket["id"]
        left = datetime.fromisoformat(told["deadline"]).timestamp() - time.time()
        assert 86_000 < left <= 86_401
        assert "Decide before" in told["text"]
        assert (await client.get(f"{path}/hooks", headers=key(ticket, mover))).json() == {"hooks": []}
        hook = f"{path}/hooks/{added.json()['id']}"
        assert (await client.delete(hook, headers=key(ticket, mover))).status_code == 404
        assert (await client.post(f"{hook}/test", headers=key(ticket, other))).status_code == 200
        assert (await receiver.next(2))["event"] == "test"
        assert (await client.delete(hook, headers=key(ticket, other))).status_code == 204


async def test_two_workers_tell_it_once(tmp_path: Path, new_database: Any, receiver: Receiver) -> None:
    address = new_database()
    settings = quick(database=address)
    async with (
        opened(tmp_path, **settings) as one,
        opened(tmp_path, **settings) as two,
        Visitor(one, "Ann") as ann,
        Visitor(two, "Bo") as bo,
    ):
        path = await table_of(ann, bo)
        for who in (ann, bo):
            await who.post("/me/hooks", data={"address": receiver.url, "shape": "json", "scope": "me"})
        first, second = await begin(path, ann, bo)
        await receiver.next(1)
        ply, actions = await first.moves(path)
        await first.move(path, ply, actions[0])
        await receiver.next(2)
        await until_told(one, {"sent": 2})
        assert [body["to_move"] for body in receiver.bodies] == [[first.name], [second.name]]


async def test_another_server_is_not_stormed(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MAX_PER_HOST", 2)
    monkeypatch.setattr(notices, "A_MINUTE", 86_400.0)
    async with opened(tmp_path, **quick()) as site, Visitor(site, "Ann") as ann:
        await ann.set_up("me", "friend")  # a game that has not begun: nobody is told of a turn
        for _ in range(3):
            await ann.post("/me/hooks", data={"address": receiver.url, "shape": "json", "scope": "me"})
        for hook in re.findall(r'action="(/me/hooks/\S+/test)"', (await ann.get("/me")).text):
            await ann.post(hook)
        await until_told(site, {"sent": 2, "waiting": 1})
        monkeypatch.setattr(notices, "MAX_PER_HOST", 9)
        async with site.app.state.messenger.store.writing() as connection:
            await connection.exec_driver_sql("UPDATE notices SET due = 0")  # a minute later
        await until_told(site, {"sent": 3})


async def test_nobody_can_fill_the_letter_box_of_somebody_else(tmp_path: Path, box: LetterBox) -> None:
    async with opened(tmp_path, **quick(box)) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        for who in (ann, bo):
            await who.set_up("me", "cottar")
        answers = [
            (await who.post("/me/mail", data={"address": "Victim@EXAMPLE.com"})).status_code
            for who in (ann, ann, bo, bo)
        ]
        assert answers == [303, 303, 303, 429]
        async with Visitor(site, "?") as nobody:
            assert (await nobody.post("/me/mail", data={"address": "a@example.org"})).status_code == 403


async def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        await ann.set_up("me", "cottar")
        assert "does not send mail" in (await ann.get("/me")).text
        assert (await ann.post("/me/mail", data={"address": "a@example.org"})).status_code == 409


# -- addresses


@pytest.mark.parametrize(
    "address",
    ["", "ftp://example.org", "http://example.org/hook", "https://", "https://u:p@example.org/", "https://127.0.0.1/", "https://[::1]/x",
     "https://10.1.2.3/", "https://169.254.169.254/latest", "https://[::ffff:192.168.0.1]/", "https://[64:ff9b::7f00:1]/",
     "https://[fe80::1]/", "https://0.0.0.0/", "https://example.org:99999/", "https://exa mple.org/", "https://x/" + "a" * 600,
     "https://exämple.org/", "https://x\r\nHost: y/", "https://224.0.0.1/", "https://100.64.0.1/"],
)  # fmt: skip
def test_addresses_that_may_not_be_told_anything_are_refused(address: str) -> None:
    with pytest.raises(Unreadable):
        check_address(address, allows_private=False)


@pytest.mark.parametrize(
    "host",
    ["fec0::1", "192.0.0.1", "192.0.0.170", "192.88.99.1", "198.18.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "240.0.0.1", "255.255.255.255",
     "192.31.196.1", "192.52.193.1", "192.175.48.1", "100::1", "2001:db8::1", "3fff::1", "5f00::1", "fd00::1", "ff02::1", "2620:4f:8000::1",
     "::ffff:10.0.0.1", "::10.0.0.1", "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "64:ff9b::a00:1",
     "64:ff9b:1::5db8:d822", "2606:2800::5efe:10.0.0.1", "2606:2800::200:5efe:7f00:1", "::", "4000::1", "fe80::1%eth0"],
)  # fmt: skip
def test_every_special_range_is_private_however_it_is_written(host: str) -> None:
    assert not is_public(host)


async def test_a_name_is_looked_up_once_and_the_answer_is_what_is_called(receiver: Receiver) -> None:
    """So a name server that says something public first and something private then (DNS rebinding) is asked too seldom."""
    seen: list[tuple[str, object]] = []
    watching = [True]

    def watch(event: str, values: tuple[object, ...]) -> None:
        if watching and event in ("socket.getaddrinfo", "socket.connect"):
            seen.append((event, values[0] if event == "socket.getaddrinfo" else values[1]))

    sys.addaudithook(watch)  # it cannot be taken away again, only be told to stop
    try:
        await post(f"http://localhost:{receiver.port}/", b"{}", allows_private=True)
    finally:
        watching.clear()
    lookups = [host for event, host in seen if event == "socket.getaddrinfo"]
    assert lookups == ["localhost"]
    assert [where for event, where in seen if event == "socket.connect"] == [("127.0.0.1", receiver.port)]


async def test_a_name_that_leads_to_this_machine_is_found_out_when_it_is_used(receiver: Receiver) -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")
    with pytest.raises(NotDelivered, match="private network"):
        await post(f"https://localhost:{receiver.port}/", b"{}", allows_private=False)
    assert receiver.asked == 0


def test_what_is_told_in_json_has_every_field() -> None:
    notice = Notice("turn", "G", "t", "l", ["A"], ["A"], "s", None, "x")
    assert b'"deadline": null' in body_of("json", notice)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "a",
        "a@b",
        "@example.org",
        "a b@example.org",
        "a@example.org\nBcc: x@y.org",
        ".a@example.org",
        "a" * 250 + "@example.org",
        "a@-x.org",
    ],
)
def test_what_is_no_mail_address_is_refused(address: str) -> None:
    with pytest.raises(Unreadable):
        read_address(address)


def test_settings_for_mail_are_checked_before_the_start(tmp_path: Path) -> None:
    assert read_relay("smtps://ann%40x:p%2Fw@mail.example.org").password == "p/w"
    for wrong in ("mail.example.org", "smtp://", "http://x", "smtp://x:port"):
        with pytest.raises(BadMail):
            read_relay(wrong)
    with pytest.raises(BadMail, match="--public-url"):
        Mailer(Settings(tmp_path, smtp_url="smtp://x", mail_from="a@example.org"))
