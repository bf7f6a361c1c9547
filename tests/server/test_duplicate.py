"""Duplicate: two tables with the same deal, kept apart until both have ended; then compared."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from sqlalchemy import func, select, update

from brehon.core.match import Match
from brehon.core.record import read_record
from brehon.core.verification import verify
from brehon.server.archive.comparison import FIRST, LEVEL, SECOND, Side, compare
from brehon.server.archive.results import finished_matches, settle
from brehon.server.coach.review_jobs import ReviewJobs
from brehon.server.people.group_views import Group, Member
from brehon.server.storage.schema import MatchRow, RevealedRow
from brehon.server.table.group_tables import duplicate_for
from tests.server.conftest import both, opened
from tests.server.people import Visitor, links_of, message_of
from tests.server.transport import Transport

GAMES = ("armorica", "arrival", "fallen-kingdoms")
A_DAY = 86_400.0
SOON = 5.0  # seconds in which a stream must be refused


@dataclass
class Pair:
    """Ann plays at the first table and has set up both; Bo plays at the second. Cleo plays nowhere."""

    site: Transport
    ann: Visitor
    bo: Visitor
    cleo: Visitor
    first: str  # ids
    second: str

    @property
    def tables(self) -> Any:
        return self.site.app.state.tables

    async def finish(self, match_id: str, seed: int = 1, most: int = 100_000) -> Match:
        """Play on at random, straight at the table: the same seed decides the same as long as the offers are the same."""
        rng = Random(seed)
        async with self.tables.at(match_id) as table:
            match: Match = table.playing()
            first = match.ply
            while not match.is_over and match.ply < first + most:
                seat = next(seat for seat in range(match.rules.n_seats) if match.may_move(seat))
                match.play(seat, rng.choice(match.legal(seat)))
            await self.tables.keep(table, match, first)
            return match

    async def api(self, person: Visitor, match_id: str) -> dict[str, Any]:
        """The table as the page of a person knows it, for programs."""
        answer = await person.get(f"/api/v1/tables/{match_id}", headers=await self.token(person))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def token(self, person: Visitor) -> dict[str, str]:
        if not hasattr(person, "token"):
            link = (await person.post("/account/link")).text
            word = link.partition("/device/")[2].partition('"')[0]
            person.token = (await person.post(f"/api/v1/device/{word}", json={})).json()["token"]  # type: ignore[attr-defined]
        return {"Authorization": f"Bearer {person.token}"}  # type: ignore[attr-defined]


def sights(site: Transport, match_id: str) -> list[str]:
    """Every address that shows something of a table, as the application knows them: a new one is asked too."""
    paths = [route.path for route in site.app.routes if isinstance(route, APIRoute) and "GET" in (route.methods or ())]
    found = [path.replace("{match_id}", match_id) for path in paths if "{match_id}" in path]
    assert len(found) > 25, found
    return [path for path in found if "{" not in path]


async def asked(person: Visitor, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """A stream that is not refused would not end by itself."""
    async with asyncio.timeout(SOON):
        return await person.get(path, headers=headers or {})


@pytest.fixture
async def pair(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """Both games have begun."""
    game = getattr(request, "param", "armorica")
    async with (
        opened(tmp_path, bot_pause=3600.0) as site,
        Visitor(site, "Ann") as ann,
        Visitor(site, "Bo") as bo,
        Visitor(site, "Cleo") as cleo,
    ):
        form = {
            "game": game,
            "name": "Ann",
            "seat1": "me",
            "seat2": "wanderer",
            "duplicate": "1",
            "auto_review": "1",
        }
        form |= {"seat3": "wanderer"} if game == "fallen-kingdoms" else {}
        answer = await ann.post("/tables", data=form)
        first = answer.headers["location"].rpartition("/")[2]
        async with site.app.state.tables.at(first) as table:
            assert table.twin is not None
            second = table.twin.id
        link = links_of((await ann.get(f"/table/{second}")).text)[0]
        assert (await bo.join(link)) == f"/table/{second}"
        assert (await bo.post(f"/table/{second}/start")).status_code == 303
        yield Pair(site, ann, bo, cleo, first, second)


def drawn(match: Match) -> list[str]:
    """What chance did before anyone decided."""
    lines = [ply.words(match.rules) for ply in match.plies]
    return lines[: next((n for n, line in enumerate(lines) if not line.startswith("*")), len(lines))]


# -- the same deal


@pytest.mark.parametrize("pair", GAMES, indirect=True)
async def test_both_tables_get_the_same_deal_and_keep_verifiable_records(pair: Pair) -> None:
    """The set-up is the same. The same decisions draw the same; others do not, and both records are proved as ever."""
    async with pair.tables.at(pair.first) as one:
        begun = drawn(one.playing())
    async with pair.tables.at(pair.second) as two:
        assert drawn(two.playing()) == begun != []
        assert two.row.lock is None, "a number of a person took part"
    here, there = await pair.finish(pair.first, 1, most=25), await pair.finish(pair.second, 1, most=25)
    assert [ply.words(here.rules) for ply in here.plies] == [ply.words(there.rules) for ply in there.plies]
    here, there = await pair.finish(pair.first, 2), await pair.finish(pair.second, 3)
    assert [ply.words(here.rules) for ply in here.plies] != [ply.words(there.rules) for ply in there.plies]
    records = [json.loads((await pair.cleo.get(f"/table/{one}/record")).text) for one in (pair.first, pair.second)]
    assert records[0]["fair"] == records[1]["fair"]
    assert records[0]["fair"]["secret"]
    for record in records:
        assert verify(read_record(json.dumps(record))).is_over
    assert (await pair.cleo.get(f"/table/{pair.second}/verify")).status_code == 200


# -- no one looks from one table to the other


@pytest.mark.parametrize("pair", ["arrival"], indirect=True)
async def test_while_the_other_table_goes_on_only_its_players_see_anything_of_a_table(pair: Pair) -> None:
    """Given both run, then one is over: neither the players of the other table, its host among them, nor strangers see it."""
    home = (await pair.ann.get("/")).text
    assert f"/table/{pair.second}" in home
    assert f"/table/{pair.second}/picture.svg" not in home
    for path in sights(pair.site, pair.second):
        for headers in ({}, await pair.token(pair.ann)):
            assert (await asked(pair.ann, path, headers)).status_code in (401, 403), path
    for is_over in (False, True):
        if is_over:
            await pair.finish(pair.first)
        for path in sights(pair.site, pair.first):
            for person, headers in ((pair.bo, {}), (pair.bo, await pair.token(pair.bo)), (pair.cleo, {})):
                answer = await asked(person, path, headers)
                assert answer.status_code in (401, 403), (person.name, path, answer.status_code)
    watched = await pair.ann.get(f"/table/{pair.second}")
    assert watched.status_code == 200, "a player whose own game is over may watch the other one"


async def test_an_open_stream_ends_when_the_game_begins(tmp_path: Path) -> None:
    """Given a stranger who listens at the waiting room of a duplicate, when it begins, then they hear no plies."""
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "friend", duplicate="1")
        tables = site.app.state.tables
        from anyio import Event

        from brehon.server.table.table import Who
        from brehon.server.web.streams import changes

        heard = changes(tables, path.rpartition("/")[2], Event(), lambda table: Who([]))
        assert await anext(heard) == 0
        assert (await ann.post(f"{path}/start")).status_code == 303
        with pytest.raises(StopAsyncIteration):
            async with asyncio.timeout(SOON):
                await anext(heard)


# -- a table that is over, while the other one is not


@pytest.mark.parametrize("pair", ["arrival", "armorica"], indirect=True)
async def test_what_no_player_has_seen_waits_until_both_have_ended(pair: Pair) -> None:
    """Secret, record, draws and truth are shown to no one, the players included, before the second table has ended; then to all."""
    assert await shared(pair) == 409  # a link would show anyone, at the other table too, what is drawn
    match = await pair.finish(pair.first)
    assert await shared(pair) == 409
    secret = match.fair.secret
    page = await pair.ann.get(f"/table/{pair.first}")
    assert page.status_code == 200
    assert 'id="held"' in page.text
    assert secret not in page.text
    state = await pair.api(pair.ann, pair.first)
    assert state["status"] == "over"
    assert state["result"]
    assert state["secret"] is None
    assert state["duplicate"]["held"] is True
    assert state["duplicate"]["status"] == "playing"
    for word in ("record", "result", "review", "review/file", "practice", "verify"):
        answer = await pair.ann.get(f"/table/{pair.first}/{word}")
        assert answer.status_code == 409, word
        assert "both tables" in message_of(answer.text), word
    assert (await pair.ann.post(f"/table/{pair.first}/review")).status_code == 409
    token = await pair.token(pair.ann)
    replay = f"/api/v1/tables/{pair.first}/replay?ply=1"
    if match.rules.game.has_secrets:
        assert (await pair.ann.get(f"{replay}&seat=truth", headers=token)).status_code == 403
        known = (await pair.ann.get(replay, headers=token)).json()
        assert known["seats"] == ["0", "watcher"]
        assert known["words"] is None
    assert await ReviewJobs(pair.tables.store).add_by_themselves(time.time()) == []

    await pair.finish(pair.second, 5)
    assert await shared(pair) == 303
    for one in (pair.first, pair.second):
        for person in (pair.ann, pair.bo, pair.cleo):
            answer = await person.get(f"/table/{one}/result")
            assert answer.status_code == 200
            assert 'id="comparison"' in answer.text
            assert (await person.get(f"/table/{one}/record")).json()["fair"]["secret"] == secret
    assert (await pair.api(pair.bo, pair.first))["secret"] == secret
    reviews = await ReviewJobs(pair.tables.store).add_by_themselves(time.time())
    assert {match_id for match_id, _, _ in reviews} == {pair.first, pair.second}
    data = (await pair.cleo.get(f"/api/v1/tables/{pair.second}/result")).json()["duplicate"]
    assert data["tables"] == [pair.first, pair.second]
    assert data["seats"][0]["names"] == ["Ann", "Bo"]
    assert data["seats"][1]["bots"] == [True, True]


async def shared(pair: Pair) -> int:
    """How a player's wish to share a position of the first table is answered."""
    return (await pair.ann.post(f"/table/{pair.first}/share", data={"ply": 3, "seat": "watcher"})).status_code


# -- no one plays twice


async def test_no_one_sits_at_both_tables(tmp_path: Path) -> None:
    """By link, at an open table, and at the same moment at both: the person is refused with the reason."""
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await ann.set_up("me", "friend", duplicate="1", visibility="open")
        async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
            other = f"/table/{table.twin.id}"
        mine, theirs = links_of((await ann.get(path)).text), links_of((await ann.get(other)).text)
        for refused in (
            await ann.post(httpx.URL(theirs[0]).path, data={"name": "Ann"}),
            await ann.post(f"{other}/join"),
        ):
            assert refused.status_code == 403
            assert "other table of this duplicate" in message_of(refused.text)
        await bo.get("/")
        await bo.join(mine[0])  # so that Bo is known
        await bo.post(f"{path}/leave", data={"seat": "1"})
        mine = links_of((await ann.get(path)).text)
        answers = await asyncio.gather(
            *(bo.post(httpx.URL(link).path, data={"name": "Bo"}) for link in (mine[0], theirs[0], theirs[1]))
        )
        assert 303 in {answer.status_code for answer in answers}
        async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
            here = {seat.session for seat in table.seats if seat.session}
            assert here.isdisjoint(table.twin.people), "the same person sits at both tables"


@both
async def test_the_database_refuses_a_second_seat_at_the_same_moment(tmp_path: Path, database: str) -> None:
    """Given two workers of which each has looked before the other one has written, then one of the two is refused."""
    async with opened(tmp_path, database=database) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "friend", duplicate="1")
        store = site.app.state.tables.store
        async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
            one, twin = table.seats[1], table.twin.id
        async with site.app.state.tables.at(twin) as table:
            two = table.seats[0]

        def values(word: str) -> dict[str, Any]:
            return {"session": "bo", "name": "Bo", "seat_key": word}

        sat = await asyncio.gather(
            store.take_seat(one, values("a"), two.match),
            store.take_seat(two, values("b"), one.match),
            return_exceptions=True,
        )
        assert [isinstance(answer, int) for answer in sat].count(True) == 1, sat


async def test_who_has_seen_the_deal_does_not_leave(pair: Pair) -> None:
    """A seat that has begun stays its player's, so that they cannot go to the other table; a bot may play for them."""
    for answer in (
        await pair.ann.post(f"/table/{pair.first}/leave", data={"seat": "0"}),
        await pair.ann.post(f"/table/{pair.first}/seat", data={"seat": "0", "to": "open"}),
    ):
        assert answer.status_code == 409
        assert "no one leaves a seat" in message_of(answer.text)
    answer = await pair.ann.post(f"/table/{pair.first}/seat", data={"seat": "0", "to": "wanderer"})
    assert answer.status_code == 303
    async with pair.tables.at(pair.first) as table:
        assert table.seats[0].session
        assert table.playing().stand_ins[0].level == "wanderer"


async def test_nothing_is_drawn_again(pair: Pair) -> None:
    """To take back a draw would change all that follows, at one table alone."""
    match = await pair.finish(pair.first, most=40)
    async with pair.tables.at(pair.first) as table:
        while not (match.may_move(0) and match.takes_back_a_draw(match.back_to(0))):
            first = match.ply
            seat = next(seat for seat in (0, 1) if match.may_move(seat))
            match.play(seat, match.legal(seat)[0])
            await pair.tables.keep(table, match, first)
    answer = await pair.ann.post(f"/table/{pair.first}/ask", data={"ply": match.ply, "kind": "undo"})
    assert answer.status_code == 409
    assert "nothing is drawn again" in message_of(answer.text)


# -- a table that does not come to an end


async def test_a_table_that_is_given_up_releases_the_other_and_nothing_goes_on_there(pair: Pair) -> None:
    match = await pair.finish(pair.first)
    assert (await pair.cleo.post(f"/table/{pair.second}/give-up")).status_code == 403
    answer = await pair.ann.post(f"/table/{pair.second}/give-up")  # the host, who may not look there
    assert answer.status_code == 303
    page = (await pair.bo.get(f"/table/{pair.second}")).text
    assert 'id="given-up"' in page
    assert 'id="resume"' not in page
    for word in ("resume", "give-up"):
        assert (await pair.bo.post(f"/table/{pair.second}/{word}")).status_code == 409
    ply, actions = await pair.bo.moves(f"/table/{pair.second}")
    assert (await pair.bo.move(f"/table/{pair.second}", ply, actions[0] if actions else 0)).status_code == 409
    assert (await pair.api(pair.bo, pair.second))["status"] == "void"
    result = await pair.cleo.get(f"/table/{pair.first}/result")
    assert result.status_code == 200
    assert 'id="comparison"' not in result.text
    assert (await pair.api(pair.ann, pair.first))["secret"] == match.fair.secret
    assert "It was given up by the host" in (await pair.ann.get(f"/table/{pair.first}")).text


async def test_a_table_given_up_shows_no_secret_while_the_other_one_is_played(pair: Pair) -> None:
    assert (await pair.bo.post(f"/table/{pair.second}/give-up")).status_code == 303
    state = await pair.api(pair.bo, pair.second)
    assert state["secret"] is None
    assert state["fair"]["voided"]["secret"] is None
    secret = (await pair.finish(pair.first)).fair.secret
    assert (await pair.api(pair.bo, pair.second))["secret"] == secret


async def test_a_second_table_that_expires_reveals_nothing_and_releases_the_first(tmp_path: Path) -> None:
    """Deleted before it began: its secret is still that of the first table."""
    async with opened(tmp_path, bot_pause=3600.0) as site, Visitor(site, "Ann") as ann:
        first = (await ann.set_up("me", "wanderer", duplicate="1")).rpartition("/")[2]
        swept = await site.app.state.expiry.sweep(time.time() + 15 * A_DAY)
        assert swept["tables"] == 1
        store = site.app.state.tables.store
        async with store.reading() as connection:
            assert (await connection.execute(select(func.count()).select_from(RevealedRow))).scalar_one() == 0
        async with site.app.state.tables.at(first) as table:
            assert table.twin is None
            assert not table.is_held
            commitment = table.commitment
        assert (await ann.get(f"/api/v1/commitments/{commitment}")).status_code == 404
        assert "It was deleted" in (await ann.get(f"/table/{first}")).text


# -- around it


async def test_numbers_take_no_part_and_the_other_page_looks_again(tmp_path: Path) -> None:
    """The waiting room asks for no number; when the other table begins, an open page has another version."""
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await ann.set_up("me", "friend", duplicate="1")
        page = (await ann.get(path)).text
        assert 'data-state="first"' in page
        assert "It waits for 2 people." in page
        refused = await ann.post(f"{path}/number", data={"hash": "0" * 64})
        assert refused.status_code == 409
        assert "one secret of the server" in message_of(refused.text)
        async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
            other = f"/table/{table.twin.id}"
        with site.app.state.tables.hub.listen(path.rpartition("/")[2]) as listener:
            await bo.join(links_of((await ann.get(other)).text)[0])
            async with asyncio.timeout(SOON):
                await listener.next()
        now = (await ann.get(path)).text
        assert version_of(now) != version_of(page)
        assert "It waits for 1 person." in now


def version_of(page: str) -> str:
    return page.partition('data-version="')[2].partition('"')[0]


async def test_a_duplicate_is_not_rated_and_a_rematch_is_a_table_of_its_own(pair: Pair) -> None:
    await pair.finish(pair.first)
    await pair.finish(pair.second, 2)
    await settle(pair.tables)
    found = await finished_matches(pair.tables.store)
    assert len(found) == 2
    assert all(match.is_contest and not match.is_rated for match in found)
    answer = await pair.ann.post(f"/table/{pair.first}/rematch")
    async with pair.tables.at(answer.headers["location"].rpartition("/")[2]) as table:
        assert table.row.twin is None
        assert table.twin is None


async def test_a_private_table_is_not_shown_by_the_comparison(pair: Pair) -> None:
    """Strangers who may look at one table do not read of the other there; its own players do."""
    await pair.finish(pair.first)
    await pair.finish(pair.second, 2)
    async with pair.tables.store.writing() as connection:
        await connection.execute(update(MatchRow).where(MatchRow.id == pair.second).values(visibility="private"))
    pair.tables.forget(pair.second)
    path = f"/table/{pair.first}/result"
    assert 'id="comparison"' in (await pair.ann.get(path)).text
    assert 'id="comparison"' not in (await pair.cleo.get(path)).text


def test_seats_are_compared_by_place_and_points_and_each_team_plays_every_seat_once() -> None:
    first = Side("a", ["A1", "B2", "A3"], [False] * 3, [1, 2, 3], [50, 40, 30])
    second = Side("b", ["B1", "A2", "B3"], [False] * 3, [1, 3, 2], [44, 20, 30])
    found = compare(first, second)
    assert [line.better for line in found.lines] == [FIRST, FIRST, SECOND]
    assert [line.difference for line in found.lines] == [6, 20, 0]
    assert [team.names for team in found.teams] == [["A1", "A2", "A3"], ["B1", "B2", "B3"]]
    assert [team.points for team in found.teams] == [50 + 20 + 30, 44 + 40 + 30]
    assert found.sums == (120, 94)
    assert found.better == (2, 1)
    assert compare(first, second, [1]).teams[0].names == ["B1", "B2", "B3"]
    assert compare(first, second, [0, 1, 2]).seats == [0, 2], "a team must leave a seat to the other one"
    same = compare(first, first)
    assert [line.better for line in same.lines] == [LEVEL] * 3
    bots = Side("c", ["A", "Bot", "Bot"], [False, True, True], [2, 1, 3], [9, 10, 8])
    assert compare(bots, bots).teams == []
    assert compare(bots, bots).sums == (9, 9)


def test_a_group_that_plays_a_duplicate_is_divided_between_both_tables() -> None:
    """The member who starts it and every other one at the first table; no one has a seat at both."""
    members = [Member(f"p{n}", f"w{n}", f"Name {n}", True, n == 0, n == 0) for n in range(4)]
    group = Group("g", "Friends", None, members, [])
    order = duplicate_for(group, "armorica", members)
    assert [(seat.kind, seat.reserved) for seat in order.seats] == [("me", None), ("friend", members[2].person)]
    assert [seat.reserved for seat in order.others] == [members[1].person, members[3].person]
    assert order.duplicate
