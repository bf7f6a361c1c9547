"""Taking back and doing again, consent, clocks, bots that stand in for people, pauses and vacations."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.core.record import read_record
from brehon.core.verification import verify
from brehon.server.table.clocks import VACATION
from tests.server.conftest import both, opened
from tests.server.people import Program, Visitor, key, links_of, seat_key
from tests.server.transport import Transport

SOON = {"bank": 1, "at_end": "bot", "level": "wanderer"}
AWAY = ">on vacation<"  # beside somebody's clock


class Seat(Program):
    """A program in one seat of a table."""

    def __init__(self, client: httpx.AsyncClient, ticket: dict[str, Any], seat: int) -> None:
        super().__init__(client)
        self.ticket, self.seat = ticket, seat

    async def now(self) -> dict[str, Any]:
        return await self.look(self.ticket, self.seat)

    async def do(self, deed: str, **body: Any) -> httpx.Response:
        return await self.client.post(
            f"/api/v1/tables/{self.ticket['id']}/{deed}", json=body or None, headers=key(self.ticket, self.seat)
        )

    async def ok(self, deed: str, **body: Any) -> dict[str, Any]:
        answer = await self.do(deed, **body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def play(self, wanted: int = 0) -> dict[str, Any]:
        state = await self.now()
        return await self.ok("move", ply=state["ply"], action=state["legal"][wanted]["action"])


async def two(ann: Visitor, **more: Any) -> list[Seat]:
    """A table of Armorica for two; whoever is to move comes first."""
    ticket = await Program(ann).create("me", "me", **more)
    seats = [Seat(ann, ticket, number) for number in (0, 1)]
    first = (await seats[0].now())["movers"][0]
    return [seats[first], seats[1 - first]]


async def until(seat: Seat, reached: Any) -> dict[str, Any]:
    """Look again and again until the table is so."""
    deadline = time.monotonic() + 15
    while not reached(state := await seat.now()):
        assert time.monotonic() < deadline, state
        await asyncio.sleep(0.02)
    return state


async def by_bots(*seats: Seat) -> dict[str, Any]:
    """Bots play to the end for everybody."""
    for seat in seats:
        await seat.ok("hand", level="wanderer")
    return await until(seats[0], lambda state: state["status"] == "over")


# -- taking back


async def test_a_turn_is_restarted_at_once_and_done_again(ann: Visitor) -> None:
    """Given several decisions of Fallen Kingdoms in a row, when the turn is restarted, they come back in the same order."""
    seats = [{"kind": "friend"}] * 3
    ticket = (await ann.post("/api/v1/tables", json={"game": "fallen-kingdoms", "seats": seats})).json()
    for seat in range(3):
        await Program(ann).join(ticket, seat)
    await ann.post(f"/api/v1/tables/{ticket['id']}/start", headers={"Authorization": f"Bearer {ticket['host_token']}"})
    people = [Seat(ann, ticket, number) for number in range(3)]
    for _ in range(400):
        state = await people[0].now()
        mover = people[state["movers"][0]]
        before = await mover.now()
        if before["restart"] >= 2 and before["legal"]:
            break
        await mover.play()
    count = before["restart"]
    restarted = await mover.ok("restart", ply=before["ply"])
    assert restarted["ply"] == before["ply"] + count
    assert len(restarted["redo"]) == count
    assert restarted["restart"] == 0
    once = await mover.ok("redo", ply=restarted["ply"])
    assert once["redo"] == restarted["redo"][1:]
    again = await mover.ok("redo", ply=once["ply"], count=100)
    assert again["view"] == before["view"]
    assert again["redo"] == []
    assert (await mover.do("redo", ply=again["ply"])).json()["code"] == "nothing"


async def test_beyond_the_rule_everybody_has_to_agree_and_the_record_is_still_proved(ann: Visitor) -> None:
    mover, other = await two(ann)
    before = await mover.now()
    after = await mover.play()  # a card is turned up, so this cannot be taken back alone
    assert after["undo"]["code"] in ("chance", "other")
    # when: one asks, nothing happens yet, and both see the request
    asked = await mover.ok("ask", ply=after["ply"], kind="undo")
    assert asked["ply"] == after["ply"]
    assert "asks to" in (await other.now())["request"]["message"]
    assert (await other.do("ask", ply=after["ply"], kind="undo")).status_code == 409  # one request at a time
    # then: a refusal ends it, consent carries it out
    await other.ok("answer", ply=after["ply"], agree=False)
    assert (await mover.now())["request"] is None
    assert (await other.do("answer", ply=after["ply"], agree=True)).status_code == 409
    await mover.ok("ask", ply=after["ply"], kind="undo")
    undone = await other.ok("answer", ply=after["ply"], agree=True)
    assert undone["ply"] == after["ply"] + 1
    assert (await mover.now())["view"] == before["view"]
    assert "with everyone's agreement" in undone["log"][-1]["text"]
    over = await by_bots(mover, other)
    record = (await ann.get(f"/api/v1/tables/{mover.ticket['id']}/record")).text
    assert verify(read_record(record)).state.scores() == over["result"]["scores"]
    assert any(line.endswith(" all") for line in read_record(record).plies)
    # and: after the end, when the secret is known, nothing can be taken back
    assert (await mover.do("ask", ply=over["ply"], kind="undo")).status_code == 409
    assert (await mover.do("undo", ply=over["ply"])).json()["code"] == "over"


async def test_a_request_is_void_when_somebody_moves(ann: Visitor) -> None:
    mover, other = await two(ann)
    state = await mover.play()
    await mover.ok("ask", ply=state["ply"], kind="undo")
    moved = await (mover if state["movers"] == [mover.seat] else other).play()
    assert moved["request"] is None
    assert (await other.do("answer", ply=state["ply"], agree=True)).status_code == 409


async def test_bots_agree_to_everything(ann: Visitor) -> None:
    ticket = await Program(ann).create("me", "wanderer")
    me = Seat(ann, ticket, 0)
    state = await until(me, lambda state: state["legal"])
    await me.play()
    later = await until(me, lambda now: now["legal"] and now["ply"] > state["ply"])
    back = await me.ok("ask", ply=later["ply"], kind="undo")
    assert back["request"] is None
    assert (back["view"], back["legal"]) == (state["view"], state["legal"])


async def with_a_forced_decision(ann: Visitor) -> tuple[Seat, dict[str, Any], dict[str, Any], list[str]]:
    """A game in which a decision with one option was made for the person; the choice before it, now, and the lines since."""
    for _ in range(30):  # games: most have one
        ticket = await Program(ann).create("me", "wanderer")
        me = Seat(ann, ticket, 0)
        state = await until(me, lambda state: state["legal"] or state["status"] == "over")
        while state["status"] != "over":
            await me.play(-1)  # pass: without cards, one can soon take nothing
            later = await until(
                me, lambda now, ply=state["ply"]: (now["legal"] and now["ply"] > ply) or now["status"] == "over"
            )
            record = read_record((await ann.get(f"/api/v1/tables/{ticket['id']}/record")).text)
            lines = [line for line in record.plies[state["ply"] :] if line.startswith("0 ")]
            if len(lines) > 1 and later["status"] != "over":
                return me, state, later, lines
            state = later
    raise AssertionError("no decision was forced in thirty games")


async def test_what_was_decided_for_a_person_is_taken_back_with_the_choice_before_it(ann: Visitor) -> None:
    me, state, later, lines = await with_a_forced_decision(ann)
    # when: the person asks
    back = await me.ok("ask", ply=later["ply"], kind="undo")
    # then: the choice before it is there again, and not the position without a choice
    assert (back["view"], back["legal"]) == (state["view"], state["legal"])
    assert back["ply"] == later["ply"] + len(lines)
    over = await by_bots(me)
    record = read_record((await ann.get(f"/api/v1/tables/{me.ticket['id']}/record")).text)
    assert verify(record).state.scores() == over["result"]["scores"]


# -- who plays


async def test_a_person_hands_the_seat_to_a_bot_and_takes_it_back(ann: Visitor) -> None:
    mover, other = await two(ann)
    handed = await mover.ok("hand", level="wanderer")
    assert handed["stand_ins"][mover.seat] == {"level": "wanderer", "why": "asked"}
    await until(other, lambda state: state["legal"])  # the bot has moved
    assert (await mover.do("undo", ply=(await mover.now())["ply"])).status_code == 409  # not one's own game just now
    back = await mover.ok("back")
    assert back["stand_ins"] == [None, None]
    assert (await mover.do("back")).status_code == 422
    over = await by_bots(mover, other)
    record = read_record((await ann.get(f"/api/v1/tables/{mover.ticket['id']}/record")).text)
    assert [line for line in record.plies if " seat " in line][:2] == [
        f"{mover.seat} seat bot wanderer asked",
        f"{mover.seat} seat back",
    ]
    assert verify(record).state.scores() == over["result"]["scores"]


async def test_decisions_with_one_option_are_made_for_whoever_wants_it(ann: Visitor) -> None:
    mover, other = await two(ann)
    for seat in (mover, other):
        await seat.ok("auto", wanted=True)
    for _ in range(50):
        state = await mover.now()
        if state["status"] == "over":
            break
        turn = mover if state["movers"] == [mover.seat] else other
        assert len((await turn.now())["legal"]) != 1
        await turn.play()
    assert state["ply"] > 60


# -- clocks


@both
async def test_when_time_runs_out_a_bot_plays_until_the_person_is_back(ann: Visitor) -> None:
    mover, other = await two(ann, pace=SOON)
    state = await mover.now()
    assert [clock["running"] for clock in state["pace"]["clocks"]].count(True) == 1
    late = await until(mover, lambda now: now["stand_ins"][mover.seat])
    assert late["stand_ins"][mover.seat] == {"level": "wanderer", "why": "time"}
    await until(other, lambda now: now["movers"] == [other.seat] or now["stand_ins"][other.seat])
    back = await mover.ok("back")
    assert back["stand_ins"][mover.seat] is None
    assert any("is back" in line["text"] for line in back["log"])


async def test_what_is_left_when_the_server_goes_down_runs_on_when_it_is_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        mover, _ = await two(ann, pace={**SOON, "at_end": "forfeit"})
        ticket = mover.ticket
    await asyncio.sleep(1.1)
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        mover = Seat(ann, ticket, mover.seat)
        await until(mover, lambda now: now["stand_ins"][mover.seat])
        assert (await mover.do("back")).json()["code"] == "forfeit"  # there is no way back
        over = await until(mover, lambda now: now["status"] == "over")  # the other one's time runs out as well
        page = (await ann.get(f"/table/{ticket['id']}")).text
        assert "forfeited" in page
        assert sorted(over["result"]["places"]) in ([1, 2], [1, 1])


async def test_a_warning_is_all_that_happens_if_the_table_wants_it_so(ann: Visitor) -> None:
    mover, _ = await two(ann, pace={"bank": 1, "at_end": "warn"})
    await until(mover, lambda now: now["pace"]["clocks"][mover.seat]["left"] == 0)
    await asyncio.sleep(1.1)
    state = await mover.play()
    assert state["stand_ins"] == [None, None]
    assert "time is up" in (await ann.get(f"/table/{mover.ticket['id']}")).text


async def test_a_pause_needs_consent_and_stops_the_clocks_until_somebody_goes_on(ann: Visitor) -> None:
    mover, other = await two(ann, pace={"bank": 600, "gain": 5})
    before = await mover.now()
    ply = before["ply"]
    await mover.ok("ask", ply=ply, kind="pause")
    paused = await other.ok("answer", ply=ply, agree=True)
    assert paused["pace"]["paused"]
    assert not any(clock["running"] for clock in paused["pace"]["clocks"])
    assert (await mover.now())["legal"] == []  # so that no program tries again and again
    refused = await mover.do("move", ply=ply, action=before["legal"][0]["action"])
    assert refused.status_code == 409
    running = (await other.ok("resume"))["pace"]
    assert running["clocks"][mover.seat]["running"]
    assert running["clocks"][mover.seat]["left"] <= 605  # the gain of the first turn; a pause gives nobody time
    assert (await other.do("resume")).status_code == 409


async def test_only_a_turn_brings_time_and_not_what_is_taken_back(ann: Visitor) -> None:
    mover, other = await two(ann, pace={"bank": 100, "gain": 50})
    state = await mover.play()
    await mover.ok("ask", ply=state["ply"], kind="undo")
    undone = await other.ok("answer", ply=state["ply"], agree=True)
    assert undone["pace"]["clocks"][mover.seat]["left"] <= 150


async def test_a_vacation_stops_the_clocks_that_count_in_days_everywhere_until_the_days_are_used_up(
    ann: Visitor, site: Transport
) -> None:
    """Given two tables that count in days, when Ann goes on vacation at one, her clocks stand still at both."""
    paths = []
    for _ in range(2):
        paths.append(await ann.set_up("me", "me", pace="days", at_end="bot"))
    assert (await ann.post(f"{paths[0]}/vacation", data={"wanted": "1"})).status_code == 303
    for path in paths:
        page = (await ann.get(path)).text
        assert AWAY in page
        assert "data-running" not in page
    later = await ann.set_up("me", "me", pace="days")  # also at a table that begins meanwhile
    assert AWAY in (await ann.get(later)).text
    await ann.post(f"{paths[1]}/vacation", data={"wanted": "0"})
    assert "data-running" in (await ann.get(paths[0])).text
    tables = site.app.state.tables
    async with tables.store.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE vacations SET used = {VACATION}")
    refused = await ann.post(f"{paths[0]}/vacation", data={"wanted": "1"})
    assert refused.status_code == 409
    assert "used all" in refused.text


async def test_somebody_may_be_away_from_one_table_alone_until_its_days_are_used_up(
    ann: Visitor, site: Transport
) -> None:
    """Given two tables that count in days, when Ann is away from the first, only its clock stands, and no year's days go."""
    here, there = [await ann.set_up("me", "me", pace="days", at_end="bot") for _ in range(2)]
    assert (await ann.post(f"{here}/vacation", data={"wanted": "1", "here": "1"})).status_code == 303
    assert AWAY in (await ann.get(here)).text
    assert "data-running" in (await ann.get(there)).text
    later = await ann.set_up("me", "me", pace="days")  # nor at a table that begins meanwhile
    assert AWAY not in (await ann.get(later)).text
    tables = site.app.state.tables
    async with tables.at(here.rpartition("/")[2]) as table:
        assert table.row.deadline == max(table.row.clocks["away"].values())
        table.row.clocks["since"] -= VACATION - 3600  # nearly all of it has passed
    assert (await ann.post(f"{here}/vacation", data={"wanted": "0"})).status_code == 303  # back here
    assert "data-running" in (await ann.get(here)).text
    async with tables.at(here.rpartition("/")[2]) as table:
        missed = [table.row.clocks["missed"][seat] for seat in ("0", "1")]
        assert all(abs(seconds - (VACATION - 3600)) < 60 for seconds in missed)
        table.row.clocks["missed"] = dict.fromkeys(("0", "1"), VACATION)
    refused = await ann.post(f"{here}/vacation", data={"wanted": "1", "here": "1"})
    assert refused.status_code == 409
    assert "used all" in refused.text
    assert (await ann.post(f"{there}/vacation", data={"wanted": "1"})).status_code == 303  # of all tables, still
    assert AWAY in (await ann.get(here)).text
    twice = await ann.post(f"{there}/vacation", data={"wanted": "1", "here": "1"})
    assert twice.status_code == 409
    assert "everywhere" in twice.text


async def test_a_vacation_that_was_there_when_the_game_began_uses_no_days_of_the_table(ann: Visitor) -> None:
    first = await ann.set_up("me", "me", pace="days")
    await ann.post(f"{first}/vacation", data={"wanted": "1"})
    later = await ann.set_up("me", "me", pace="days")
    await ann.post(f"{first}/vacation", data={"wanted": "0"})
    assert (await ann.post(f"{later}/vacation", data={"wanted": "1", "here": "1"})).status_code == 303


async def test_the_key_of_a_seat_leaves_the_other_tables_of_its_person_alone(ann: Visitor, bo: Visitor) -> None:
    """Given a program with a key of a seat of Bo's person, when it asks for a vacation, then the person is away there alone."""
    path = await ann.set_up("me", "friend", pace="days")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    other = await bo.set_up("me", "me", pace="days")
    headers = await seat_key(bo, path, 1)
    away = await bo.post(f"/api/v1/tables/{path.rpartition('/')[2]}/vacation", json={"wanted": True}, headers=headers)
    assert [clock["vacation"] for clock in away.json()["pace"]["clocks"]] == [False, True]
    assert AWAY not in (await bo.get(other)).text


async def test_clocks_that_do_not_count_in_days_know_no_vacation(ann: Visitor) -> None:
    path = await ann.set_up("me", "me", pace="live")
    refused = await ann.post(f"{path}/vacation", data={"wanted": "1", "here": "1"})
    assert refused.status_code == 409


@pytest.mark.parametrize(
    "pace,says",
    [({"preset": "live", "level": "king"}, "no bot level"), ({"bank": 0}, "bank"), ({"at_end": "x"}, "at_end")],
)
async def test_a_pace_that_cannot_be_is_refused(ann: Visitor, pace: dict[str, Any], says: str) -> None:
    answer = await ann.post("/api/v1/tables", json={"game": "armorica", "seats": [{"kind": "me"}] * 2, "pace": pace})
    assert answer.status_code == 422
    assert says in answer.json()["message"]


async def test_others_see_a_request_live_without_a_new_ply(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "friend")
    await bo.join(links_of((await ann.get(path)).text)[0])
    await ann.post(f"{path}/start", data={"without": "1"})
    mover = ann if (await ann.moves(path))[1] else bo
    await mover.move(path, *(value if isinstance(value, int) else value[0] for value in await mover.moves(path)))  # type: ignore[arg-type]
    ply, _ = await mover.moves(path)
    answer = await mover.post(f"{path}/ask", data={"ply": ply, "kind": "undo"})
    assert answer.status_code == 303
    other = bo if mover is ann else ann
    assert 'id="agree"' in (await other.get(path)).text
    assert 'id="withdraw"' in (await mover.get(path)).text
    assert 'id="agree"' not in (await Visitor(site, "Cy").get(path)).text
