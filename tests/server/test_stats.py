"""Statistics and ratings: from finished matches alone, the same whenever they are worked out, and nobody is listed who did not ask for it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from sqlalchemy import delete, insert, update

from brehon.core.text import Speaker
from brehon.server.archive.ratings import careers, ratings, usual
from brehon.server.archive.results import Entry, Finished, finished_matches, settle_all, thinking
from brehon.server.archive.statistics import Account, Book, public_word
from brehon.server.storage.schema import PersonRow, ResultRow
from brehon.server.storage.store import Store
from tests.server.conftest import both, opened
from tests.server.people import Visitor, links_of, seat_key
from tests.server.transport import Transport

ANN, BO, COTTAR = (False, "ann"), (False, "bo"), (True, "cottar")


def a_match(number: int, *order: tuple[bool, str], game: str = "armorica") -> Finished:
    """Players in the order in which they came in; they sat by name."""
    seats = sorted(order, key=lambda player: player[1])
    entries = tuple(
        Entry(
            seat,
            who,
            is_bot,
            who.title(),
            order.index((is_bot, who)) + 1,
            40 - 10 * order.index((is_bot, who)),
            10,
            60.0,
        )
        for seat, (is_bot, who) in enumerate(seats)
    )
    return Finished(f"m{number}", game, 0.0, 600.0 + number, entries)


def test_who_wins_more_is_rated_higher_and_more_games_make_it_surer() -> None:
    book = [a_match(n, ANN, BO, COTTAR) for n in range(12)]
    found = ratings(book, "armorica")
    assert found[ANN].value > found[BO].value > found[COTTAR].value
    few = ratings(book[:3], "armorica")
    assert found[ANN].reach < few[ANN].reach
    assert found[ANN].games == 12
    assert ratings(book, "arrival") == {}


def test_somebody_who_plays_all_seats_proves_nothing() -> None:
    book = [a_match(1, ANN, BO)]
    alone = Finished(
        "m2", "armorica", 0.0, 700.0, tuple(Entry(s, "ann", False, "Ann", s + 1, 9, 5, 1.0) for s in (0, 1))
    )
    assert ratings([*book, alone], "armorica") == ratings(book, "armorica")
    assert careers([*book, alone], ANN)[0].all.games == 1


def test_a_career_counts_wins_by_number_of_players_opponents_and_time() -> None:
    book = [
        a_match(1, ANN, BO),
        a_match(2, BO, ANN, COTTAR),
        a_match(3, ANN, COTTAR),
        a_match(4, ANN, BO, game="arrival"),
    ]
    armorica, arrival = careers(book, ANN)
    assert (armorica.all.games, armorica.all.wins, arrival.all.wins) == (3, 2, 1)
    assert {n: (tally.games, tally.wins) for n, tally in armorica.by_seats.items()} == {2: (2, 2), 3: (1, 0)}
    assert {v.player: (v.games, v.ahead, v.behind) for v in armorica.versus} == {BO: (2, 1, 1), COTTAR: (2, 2, 0)}
    assert armorica.mean_seconds == 6.0
    figures = {f.n_seats: f for f in usual(book, "armorica")}
    assert figures[2].by_seat == [2, 0]
    assert figures[2].mean(figures[2].winning) == 40


def test_only_people_with_an_account_have_a_name_in_public() -> None:
    book = Book([a_match(1, ANN, BO, COTTAR)], {"ann": Account("ann", "Ann of Armorica")})
    assert {line.name for line in book.rated("armorica")} == {"Ann of Armorica", "Cottar"}
    assert {line.is_me for line in book.rated("armorica", me="bo")} == {False, True}
    public, own = (book.chapters("ann", is_me, Speaker())[0].met for is_me in (False, True))
    assert [met.name for met in public] == ["Cottar", "Guests"]
    assert {met.name for met in own} == {"Cottar", "Bo"}


def test_the_ratings_do_not_depend_on_how_often_they_are_worked_out() -> None:
    rng = Random(4)
    book = [a_match(n, *rng.sample([ANN, BO, COTTAR], rng.choice([2, 3]))) for n in range(40)]
    assert ratings(book, "armorica") == ratings(list(book), "armorica")


async def has_account(store: Store, person: str, name: str) -> None:
    values = {"name": name, "account": 1.0}
    async with store.writing() as connection:
        found = await connection.execute(update(PersonRow).where(PersonRow.id == person).values(values))
        if not found.rowcount:
            await connection.execute(insert(PersonRow), {"id": person, "created": 1.0, **values})


@both
async def test_a_finished_game_is_in_the_statistics_at_once_and_after_a_restart(tmp_path: Path, database: str) -> None:
    pages = []
    async with opened(tmp_path, database=database) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await ann.set_up("me", "friend", "wanderer")  # given: two people and a bot
        (link,) = links_of((await ann.get(path)).text)
        await bo.join(link)
        await ann.post(f"{path}/start", data={"without": "1"})
        for _ in range(2000):
            if 'data-state="over"' in (await ann.get(path)).text:
                break
            for person in (ann, bo):
                ply, actions = await person.moves(path)
                if actions:
                    await person.move(path, ply, actions[0])
        mine = (await ann.get("/people/me")).text  # when
        assert "Bo" in mine  # then
        assert "Wanderer" in mine
        data = (await ann.get("/api/v1/stats/armorica")).json()
        assert data["games"] == 1
        assert [line["name"] for line in data["ratings"]] == ["Wanderer"]  # nobody else has an account
        pages.append((await bo.get("/stats/armorica")).text)
        assert pages[0].count('<tr class="mine">') == 1  # Bo sees where he stands
        own = (await bo.get("/api/v1/people/me", headers=await seat_key(bo, path, 1))).json()
        assert {met["name"] for met in own["games"][0]["versus"]} == {"Ann", "Wanderer"}
        store = site.app.state.tables.store
        async with site.app.state.tables.at(path.removeprefix("/table/")) as table:
            person = table.seats[1].session
        page = f"/people/{public_word(person)}"
        assert (await ann.get(page)).status_code == 404  # guests have no page
        await has_account(store, person, "Bo the Bold")
        assert "Guests" in (await ann.get(page)).text  # Ann has none
        assert "Bo the Bold" in (await ann.get("/stats/armorica")).text
        pages[0] = (await bo.get("/stats/armorica")).text
        before = await finished_matches(store)
        async with store.writing() as connection:  # an older version knew no results
            await connection.execute(delete(ResultRow))
        cookies = bo.cookies
    async with opened(tmp_path, database=database) as site, Visitor(site, "Bo") as bo:
        tables = site.app.state.tables
        await settle_all(tables)
        assert await finished_matches(tables.store) == before
        bo.cookies = cookies
        assert (await bo.get("/stats/armorica")).text == pages[0]


async def test_the_time_of_a_decision_is_counted_from_the_ply_before(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "me")
    ply, actions = await ann.moves(path)
    await ann.move(path, ply, actions[0])
    async with site.app.state.tables.at(path.removeprefix("/table/")) as table:
        match = table.playing()
    times = [10.0] * ply + [17.0] * (match.ply - ply)
    decisions, seconds, _ = thinking(match, times)
    mover = match.plies[ply].seat
    assert (decisions[mover], seconds[mover]) == (1, 7.0)


async def test_every_page_of_statistics_is_there_before_anybody_has_played(ann: Visitor) -> None:
    for place in ("/stats", "/stats/armorica", "/people/me", "/api/v1/stats"):
        assert (await ann.get(place)).status_code == 200
    for place in ("/stats/chess", "/people/nobody", "/api/v1/stats/chess", "/api/v1/people/nobody", "/people/%00"):
        assert (await ann.get(place)).status_code == 404


async def at_a_table(ann: Visitor, bo: Visitor) -> str:
    """Ann, Bo and a Wanderer, after Bo has decided something."""
    path = await ann.set_up("me", "friend", "wanderer")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    await play_until(path, [ann, bo], "has decided", bo)
    return path


async def play_until(path: str, people: list[Visitor], what: str, whose: Visitor | None = None) -> None:
    """Play on until the game is over, or somebody has decided."""
    for _ in range(2000):
        if 'data-state="over"' in (await people[0].get(path)).text:
            assert what == "over"
            return
        for person in people:
            ply, actions = await person.moves(path)
            if actions:
                await person.move(path, ply, actions[0])
                if person is whose:
                    return
        await asyncio.sleep(0.002)
    raise AssertionError("it never came to that")


async def test_a_bot_that_stands_in_for_a_while_leaves_the_result_to_the_person(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await at_a_table(ann, bo)
    tables = site.app.state.tables
    assert (await bo.post(f"{path}/hand", data={"level": "wanderer"})).status_code == 303  # given
    async with tables.at(path.removeprefix("/table/")) as table:
        first = table.ply
    for _ in range(400):  # Ann goes on, the bot decides for Bo
        ply, actions = await ann.moves(path)
        if actions:
            await ann.move(path, ply, actions[0])
        async with tables.at(path.removeprefix("/table/")) as table:
            bots = sum(line.seat == 1 and line.action >= 0 for line in table.playing().plies[first:])
        if bots:
            break
        await asyncio.sleep(0.002)
    assert (await bo.post(f"{path}/back")).status_code == 303  # when
    await play_until(path, [ann, bo], "over")
    await settle_all(tables)
    (finished,) = await finished_matches(tables.store)  # then
    entry = finished.entries[1]
    async with tables.at(path.removeprefix("/table/")) as table:
        match = table.playing()
        assert entry.player == table.seats[1].session
    assert entry.stood_in >= 1
    assert entry.decisions + entry.stood_in == sum(line.seat == 1 and line.action >= 0 for line in match.plies)
    everything = usual([finished], "armorica")[0].decisions
    assert everything == sum(line.seat >= 0 and line.action >= 0 for line in match.plies)


async def test_a_seat_that_was_given_up_counts_neither_for_the_one_nor_for_the_other(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await at_a_table(ann, bo)
    tables = site.app.state.tables
    async with tables.at(path.removeprefix("/table/")) as table:
        person = table.seats[1].session
    assert (await ann.post(f"{path}/seat", data={"seat": 1, "to": "cottar"})).status_code == 303  # when
    await play_until(path, [ann], "over")
    await settle_all(tables)
    (finished,) = await finished_matches(tables.store)
    player = (False, finished.entries[1].player)
    assert player not in ((False, person), (True, "cottar"))  # then
    assert set(ratings([finished], "armorica")) == {(False, finished.entries[0].player), player, (True, "wanderer")}
    assert careers([finished], (False, person)) == []
    # and: the next game is everybody's own again
    await ann.post(f"{path}/rematch")
    async with tables.at(path.removeprefix("/table/")) as table:
        following = table.row.next_match
    async with tables.at(following) as table:
        assert [seat.passed_on for seat in table.seats] == [False] * 3


async def test_a_seat_left_before_anything_was_decided_there_belongs_to_whoever_takes_it(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/seat", data={"seat": 1, "to": "wanderer"})
    await ann.post(f"{path}/start", data={"without": "1"})
    await play_until(path, [ann], "over")
    tables = site.app.state.tables
    await settle_all(tables)
    (finished,) = await finished_matches(tables.store)
    assert (finished.entries[1].is_bot, finished.entries[1].player) == (True, "wanderer")
