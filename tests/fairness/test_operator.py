"""An operator who plays, knows the secret and changes the server, against a friend with an honest browser.

Each attack wants a chosen first deal. Either it does no better than chance, or the friend's script, the receipt or `verify` says
what was done. The same operator succeeds against the first edition, so these tests can fail.
The friend's judgement is the product's own script (static/fairproof.js), run by node.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from math import sqrt
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from brehon.core import registry
from brehon.core.errors import BadRecord
from brehon.core.fair import Fair, commitment, new_secret
from brehon.core.lock import Lock, LockedSeat, number_hash, read_lock
from brehon.core.match import Match
from brehon.core.record import Player, Record, Signatures, read_record
from brehon.core.signing import Signer, new_key
from brehon.core.verification import verify
from brehon.server.storage.schema import MatchRow
from tests.server.conftest import opened
from tests.server.people import ADDRESS
from tests.server.test_fairness import Device, friends, play_out, record_of
from tests.server.transport import Transport

SCRIPT = Path("src/brehon/server/web/static/fairproof.js").resolve()
TRIES = 10_000
GAME = registry.game("armorica")
RULES = registry.make_ruleset(GAME, 2)
OPERATOR, FRIEND = 0, 1


def script(call: str, **values: object) -> Any:
    """What the friend's browser computes: an expression of fairproof.js over these values."""
    node = shutil.which("node")
    if node is None:
        why = "node was not found, which runs the browser's script here (Debian: apt-get install nodejs)"
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    names = ", ".join(values)
    code = (
        f"import * as fair from {json.dumps(SCRIPT.as_uri())};"
        f"const {{ {names} }} = JSON.parse(process.argv[1]);"
        f"console.log(JSON.stringify({call}));"
    )
    done = subprocess.run(
        [node, "--input-type=module", "-e", code, "--", json.dumps(values)],  # type: ignore[list-item]
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


# -- what the operator wants: to begin, and the first card of the file as the first card


def suits(secret: str, words: list[str], table: str = "") -> bool:
    fair = Fair(secret, words, table)
    begins = fair.next_index(2, []) == OPERATOR
    fair.drawn = 1
    return begins and fair.next_index(len(first_cards()), []) == 0


def first_cards() -> list[int]:
    state = RULES.start()
    state.apply(state.legal()[0], None)
    assert state.weights() == []
    return state.legal()


def chance() -> float:
    return 0.5 / len(first_cards())


def lucky(tables: int) -> range:
    """How often it may suit by chance alone (five standard deviations)."""
    p, spread = chance(), 5 * sqrt(tables * chance() * (1 - chance()))
    return range(max(0, round(tables * p - spread)), round(tables * p + spread) + 1)


def new_lock(table: str, secret: str, hashes: list[str], key: str = "0" * 64) -> Lock:
    seats = [LockedSeat(number=hashes[0]), LockedSeat(number=hashes[1])]
    components = RULES.components
    return Lock(table, commitment(secret), key, GAME.name, RULES.version, RULES.options, components.name,
                components.digest, seats)  # fmt: skip


def best_number(secret: str, table: str, friends_number: str, tries: int = TRIES) -> str:
    """A number of the operator's with which the deal suits, if the friend's number is this one."""
    for index in range(tries):
        mine = f"{index:032x}"
        if suits(secret, [mine, friends_number], table):
            return mine
    raise AssertionError(f"none of {tries} numbers suits")


def test_on_the_first_edition_the_operator_gets_the_chosen_deal_every_time() -> None:
    for _ in range(25):
        secret, friends_word = new_secret(), secrets.token_hex(8)  # the word is shown before the start
        mine = next(str(n) for n in range(TRIES) if suits(secret, [str(n), friends_word]))
        match = Match(RULES, [Player("Operator"), Player("Friend")], secret, [mine, friends_word])
        match.start()
        assert match.state.to_move() == OPERATOR
        assert match.plies[1].action == first_cards()[0]


def test_on_the_second_edition_ten_thousand_numbers_are_no_better_than_chance() -> None:
    """The operator must fix a number before the friend's is open, so the best is to guess."""
    got, tables = 0, 2000
    for number in range(tables):
        secret, table = new_secret(), f"table {number}"
        guess = secrets.token_hex(16)
        tries = TRIES if number < 5 else 200  # some suits within a few dozen; ten thousand do not help
        mine = best_number(secret, table, guess, tries)
        got += suits(secret, [mine, secrets.token_hex(16)], table)  # the friend's number, open after the lock
    assert got in lucky(tables)


def kept(table: str, secret: str, number: str, key: str = "0" * 64, **more: object) -> dict[str, Any]:
    """What the friend's browser keeps from the moment of sitting down."""
    return {
        "table": table,
        "seat": FRIEND,
        "number": number,
        "commitment": commitment(secret),
        "key": key,
        "agreed": [],
        **more,
    }


def locked(numbers: list[str], table: str = "T", secret: str = "0" * 64, key: str = "0" * 64) -> Lock:
    return new_lock(table, secret, [number_hash(table, seat, number) for seat, number in enumerate(numbers)], key)


MINE, THEIRS, SECRET = "1" * 32, "2" * 32, "5" * 64


def objection(lock: dict[str, Any], before: dict[str, Any]) -> str:
    found: str = script("fair.objection(lock, before)", lock=lock, before=before)
    return found


def test_the_friends_script_opens_for_an_honest_lock_and_reads_the_same_fingerprint() -> None:
    lock = locked([MINE, THEIRS], secret=SECRET)
    assert objection(lock.data(), kept("T", SECRET, THEIRS)) == ""
    assert script("fair.fingerprint(lock)", lock=lock.data()) == lock.fingerprint
    assert script("fair.digest(lock)", lock=lock.data()) == lock.digest


@pytest.mark.parametrize("text", ["", "wörd", 'é😀\n\x7f"\\/', "\b\f\r\t", "ﬀ\u2028\u0080"])
def test_script_and_server_write_and_hash_the_same(text: str) -> None:
    number = "0" * 32 + " " + text
    assert script("fair.numberHash(table, 3, number)", table="T€", number=number) == number_hash("T€", 3, number)


@pytest.mark.parametrize(
    "change",
    [
        lambda lock: lock["seats"][FRIEND].update(number=None),  # started without the friend's number
        lambda lock: lock["seats"].__setitem__(FRIEND, {"absent": True}),
        lambda lock: lock["seats"][FRIEND].update(number="ab" * 32),  # another number in the friend's place
        lambda lock: lock["seats"].reverse(),  # in another seat
        lambda lock: lock.update(commitment="cd" * 32),  # another secret
        lambda lock: lock.update(key="ef" * 32),
        lambda lock: lock.update(table="another"),
    ],
)
def test_the_friends_script_does_not_open_its_number_for_a_lock_that_is_not_its_own(change: Callable[..., Any]) -> None:
    lock = locked([MINE, THEIRS], secret=SECRET).data()
    change(lock)
    assert objection(lock, kept("T", SECRET, THEIRS)) == "foreign"


def test_a_second_lock_after_the_opening_is_refused_and_does_not_fit_the_receipt() -> None:
    """The operator learns the friend's number, finds one that suits, and shows another lock."""
    secret = new_secret()
    first = locked([MINE, THEIRS], secret=secret)
    suited = best_number(secret, "T", THEIRS)
    second = locked([suited, THEIRS], secret=secret)
    assert suits(secret, [suited, THEIRS], "T")
    before = kept("T", secret, THEIRS, lock=first.data())
    assert objection(second.data(), before) == "second"
    assert differs(finished(second, secret, [suited, THEIRS]), before) == ["other-lock"]


def finished(lock: Lock, secret: str, numbers: list[str], signer: Signer | None = None) -> Record:
    """A whole game under a lock, signed by the operator, whose server it is."""
    signer = signer or Signer(new_key())
    lock.key = signer.public
    match = Match(RULES, [Player("Operator"), Player("Friend")], secret, numbers, lock)
    match.start()
    while not match.is_over:
        seat = match.state.to_move()
        match.play(seat, match.legal(seat)[0])
    record = match.record(reveal=True)
    return sign(record, signer)


def sign(record: Record, signer: Signer) -> Record:
    assert record.lock is not None
    record.signatures = Signatures(signer.sign_lock(record.lock.digest), signer.sign_record(record.digest))
    return record


def differs(record: Record, before: dict[str, Any]) -> list[str]:
    """What the friend's page says at the end."""
    if before.get("lock"):
        before["lock"]["key"] = record.lock.key if record.lock else ""
    found: list[str] = script("fair.differences(record, before)", record=json.loads(record.to_json()), before=before)
    return found


def test_an_honest_game_fits_the_receipt() -> None:
    lock = locked([MINE, THEIRS], secret=SECRET)
    record = finished(lock, SECRET, [MINE, THEIRS])
    verify(record)
    assert differs(record, kept("T", SECRET, THEIRS, lock=lock.data())) == []


def test_a_copied_hash_makes_no_lock() -> None:
    """Whoever copies the friend's hash brings nothing of their own, and cannot open it in another seat."""
    lock = locked([MINE, THEIRS])
    lock.seats[OPERATOR].number = lock.seats[FRIEND].number
    with pytest.raises(BadRecord, match="one of them is a copy"):
        read_lock(lock.data())
    assert lock.why_not_open(OPERATOR, THEIRS) is not None


def test_draws_made_again_before_anybody_has_decided_are_refused_by_verify() -> None:
    lock = locked([MINE, THEIRS], secret=SECRET)
    signer = Signer(new_key())
    record = finished(lock, SECRET, [MINE, THEIRS], signer)
    first = next(number for number, line in enumerate(record.plies) if not line.startswith("*"))
    for count in range(1, first + 1):
        forged = read_record(record.to_json())
        forged.plies.insert(first, f"{OPERATOR} undo {count} all")
        with pytest.raises(BadRecord, match="made no decision yet"):
            verify(sign(forged, signer))


def test_a_consent_that_the_friend_never_gave_is_named_by_the_receipt() -> None:
    """The operator writes down everybody's consent after a draw that did not suit."""
    signer = Signer(new_key())
    lock = locked([MINE, THEIRS], secret=SECRET)
    lock.key = signer.public
    match = Match(RULES, [Player("Operator"), Player("Friend")], SECRET, [MINE, THEIRS], lock)
    match.start()
    forged_at = -1
    while not match.is_over:
        seat = match.state.to_move()
        match.play(seat, match.legal(seat)[0])
        if (
            forged_at < 0
            and not match.is_over
            and match.back_to(OPERATOR)
            and match.takes_back_a_draw(match.back_to(OPERATOR))
        ):
            forged_at = match.ply
            match.undo(OPERATOR, by_consent=True)
    record = sign(match.record(reveal=True), signer)
    assert verify(record).redrawn()[0][0] == forged_at  # `verify` counts it
    before = kept("T", SECRET, THEIRS, lock=lock.data())
    assert differs(record, before) == ["redrawn"]
    assert differs(record, before | {"agreed": [forged_at]}) == []


# -- on a real server


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Any]:
    async with opened(tmp_path) as transport:
        yield transport


@pytest.fixture
async def client(site: Any) -> AsyncIterator[Any]:
    async with httpx.AsyncClient(transport=site, base_url=ADDRESS) as one:
        yield one


async def secret_of(site: Transport, table: str) -> str:
    """What an operator reads in the own database."""
    async with site.app.state.tables.store.reading() as connection:
        return (await connection.execute(select(MatchRow.secret).where(MatchRow.id == table))).scalar_one()  # type: ignore[no-any-return]


async def test_on_a_real_server_the_best_of_ten_thousand_numbers_fails_at_a_table_with_a_friend(
    site: Any, client: Any
) -> None:
    """The operator reads the secret, fixes the best number against every guess, and starts last: the deal is not the chosen one more often than by chance."""
    got, tables = 0, 12
    for _ in range(tables):
        _, (operator, friend) = await friends(client)
        secret = await secret_of(site, operator.table)
        await friend.fix()
        operator.number = best_number(secret, operator.table, "0" * 32)
        await operator.fix()
        await operator.post("start")
        assert objection(await friend.keep(), await browser_of(friend)) == ""
        await friend.open()
        lazy = suits(secret, [operator.number, friend.number], operator.table)
        state = (await operator.open()).json()
        assert (state["movers"] == [OPERATOR]) >= lazy
        got += lazy
    assert got in lucky(tables)
    assert lucky(tables).stop <= tables // 2 + 3  # far from "every time"


async def browser_of(device: Device, lock: dict[str, Any] | None = None) -> dict[str, Any]:
    state = await device.look()
    return {"table": device.table, "seat": device.seat, "number": device.number, "commitment": state["commitment"],
            "key": state["fair"]["key"], "agreed": [], **({"lock": lock} if lock else {})}  # fmt: skip


async def test_the_operator_who_knows_the_open_numbers_cannot_bring_another_one(site: Any, client: Any) -> None:
    _, (operator, friend) = await friends(client)
    await operator.fix()
    await friend.fix()
    await operator.post("start")
    await friend.keep()
    await friend.open()
    suited = best_number(await secret_of(site, operator.table), operator.table, friend.number)
    assert (await operator.post("number", hash=number_hash(operator.table, 0, suited))).status_code == 409
    assert (await operator.post("open", number=suited)).status_code == 422
    assert (await operator.post("start")).status_code == 409


async def test_a_changed_server_that_writes_another_lock_into_its_database_is_found_out(site: Any, client: Any) -> None:
    """The operator stops the server after the opening, puts a number that suits into the lock, and goes on."""
    _, (operator, friend) = await friends(client)
    await operator.fix()
    await friend.fix()
    await operator.post("start")
    seen = await friend.keep()
    before = await browser_of(friend, seen)
    await friend.open()
    tables = site.app.state.tables
    secret = await secret_of(site, operator.table)
    operator.number = best_number(secret, operator.table, friend.number)
    lock = read_lock(json.loads(json.dumps(seen)))
    lock.seats[OPERATOR].number = operator.hash
    async with tables.store.writing() as connection:
        values = {"lock": lock.data(), "lock_signature": tables.signer.sign_lock(lock.digest)}
        await connection.execute(update(MatchRow).where(MatchRow.id == operator.table).values(values))
    tables.forget(operator.table)
    assert (await operator.open()).json()["movers"] == [OPERATOR]  # the deal is the chosen one …
    again = await friend.keep()
    assert objection(again, before) == "second"  # … and the friend's page says so at once,
    await play_out([operator, friend])
    record = read_record(await record_of(friend))
    verify(record)  # though the file is right in itself,
    found = script("fair.differences(record, before)", record=json.loads(record.to_json()), before=before)
    assert found == ["other-lock"]  # and at the end.


async def test_starting_without_the_friends_number_stands_in_the_lock_and_the_friends_page_says_so(client: Any) -> None:
    _, (operator, friend) = await friends(client)
    await operator.fix()
    await operator.post("start")  # before the friend's hash has come
    assert (await friend.fix()).status_code == 409
    assert objection(await friend.keep(), await browser_of(friend)) == "foreign"
    await operator.open()
    await play_out([operator, friend])
    record = json.loads(await record_of(friend))
    assert record["fair"]["lock"]["seats"][FRIEND]["number"] is None
    before = await browser_of(friend, friend.lock)
    assert script("fair.differences(record, before)", record=record, before=before) == ["other-number"]


async def test_after_an_opening_no_start_without_the_friend_is_possible(client: Any) -> None:
    ticket, (operator, friend) = await friends(client)
    await operator.fix()
    await friend.fix()
    await operator.post("start")
    await operator.open()
    host = {"Authorization": f"Bearer {ticket['host_token']}"}
    path = f"/api/v1/tables/{operator.table}"
    for what, body in (
        ("start", {}),
        ("seats/1", {"to": "open"}),
        ("seats/1", {"to": "bot", "level": "cottar", "ban": True}),
    ):
        assert (await client.post(f"{path}/{what}", json=body, headers=host)).status_code == 409
    assert (await operator.look())["ply"] == 0


async def test_an_operator_who_does_not_open_a_deal_that_does_not_suit_voids_the_table_in_sight_of_all(
    site: Any, client: Any
) -> None:
    _, (operator, friend) = await friends(client)
    await operator.fix()
    await friend.fix()
    await operator.post("start")
    await friend.keep()
    await friend.open()
    await operator.post("void")
    state = await friend.look()
    assert state["status"] == "void"
    assert state["fair"]["voided"]["opened"] == [FRIEND]
    assert state["fair"]["voided"]["missing"] == [OPERATOR]
    assert commitment(state["secret"]) == state["commitment"]
    page = (await client.get(f"/table/{operator.table}")).text
    assert "could have seen the first deal" in page
    next_secret = await secret_of(site, state["next"])
    assert next_secret != state["secret"]


async def test_a_rematch_has_a_secret_of_its_own(site: Any, client: Any) -> None:
    _, devices = await friends(client)
    await devices[0].post("start")
    await play_out(devices)
    answer = await devices[0].post("rematch")
    assert answer.status_code in (200, 201), answer.text
    again = answer.json()["id"]
    assert await secret_of(site, again) != await secret_of(site, devices[0].table)


async def test_a_bot_in_the_friends_place_does_not_agree_to_a_new_draw(client: Any) -> None:
    _, (operator, friend) = await friends(client)
    await operator.post("start")
    drawn = 0
    for _ in range(400):
        state = await operator.look()
        mover = operator if state["movers"] == [OPERATOR] else friend
        if mover is friend and drawn:
            break
        state = await mover.look()
        before = state["ply"]
        answer = await mover.post("move", ply=before, action=state["legal"][0]["action"])
        drawn = mover is operator and answer.json()["ply"] > before + 1
    assert (await friend.post("hand", level="cottar")).status_code == 200
    for _ in range(100):
        if (await operator.look())["movers"] == [OPERATOR]:
            break
        await asyncio.sleep(0.02)
    state = await operator.look()
    refused = await operator.post("ask", ply=state["ply"], kind="undo")
    assert refused.status_code == 409
    assert "only people can agree to draw again" in refused.json()["message"]


async def test_an_older_copy_of_the_database_leads_to_a_second_lock(tmp_path: Path) -> None:
    """Restart until it suits: the operator goes back to before the lock and lets the table be locked again."""
    folder = tmp_path / "data"
    async with opened(folder) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        _, (operator, friend) = await friends(client)
        await operator.fix()
        await friend.fix()
    shutil.copytree(folder, tmp_path / "copy")
    async with opened(folder) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        operator.client = friend.client = client
        await operator.post("start")
        seen = await friend.keep()
        before = await browser_of(friend, seen)
        await friend.open()
    async with opened(tmp_path / "copy") as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        operator.client = friend.client = client
        operator.number = best_number(await secret_of(site, operator.table), operator.table, friend.number)
        assert (await operator.fix()).status_code == 200
        await operator.post("start")
        assert objection(await friend.keep(), before) == "second"
