"""A database of every older version is brought up to date with its matches in it, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from itsdangerous import URLSafeSerializer
from sqlalchemy import MetaData, insert, select

from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.people.keys import digest
from brehon.server.settings import KEY, Settings
from brehon.server.storage.database import MIGRATIONS, Database, migrate
from brehon.server.storage.schema import Base, MatchRow, SeatRow
from tests.server.conftest import both, opened
from tests.server.people import Visitor

OLD = ScriptDirectory(str(MIGRATIONS))
REVISIONS = [script.revision for script in reversed(list(OLD.walk_revisions()))]


def old_rows() -> dict[str, list[dict[str, Any]]]:
    """A match in the middle of a game at a bot's turn, as the first version has stored it."""
    rules = registry.make_ruleset(registry.game("armorica"), 2)
    match = Match(rules, [Player("Ann"), Player("Cottar", "cottar")], seeded_secret(3))
    match.start()
    while match.ply < 30 or match.state.to_move() != 1:
        match.play(match.state.to_move(), match.legal(match.state.to_move())[0])
    row = {
        "id": "oldmatch", "game": "armorica", "rules": rules.version, "options": rules.options,
        "components": rules.components.name, "source": None, "secret": seeded_secret(3), "host": "s", "host_token": "h",
        "created": 1.0, "started": 2.0, "finished": None,
    }  # fmt: skip
    seats = [
        {"match": "oldmatch", "seat": 0, "kind": "me", "level": "", "name": "Ann", "token": "t0", "session": "s", "word": ""},
        {"match": "oldmatch", "seat": 1, "kind": "bot", "level": "cottar", "name": "Cottar", "token": "t1", "session": None, "word": ""},
    ]  # fmt: skip
    plies = [{"match": "oldmatch", "ply": n, "words": ply.words(rules), "at": 3.0} for n, ply in enumerate(match.plies)]
    return {"matches": [row], "seats": seats, "plies": plies}


async def fill(address: str, revision: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """A database as it was at this revision, with rows in it; columns of later revisions get what the database gives."""
    database = Database(address)
    async with database.writing() as connection:
        await connection.run_sync(migrate, revision)
        metadata = MetaData()
        await connection.run_sync(metadata.reflect)
        if "bot_turn" in metadata.tables["matches"].c:  # what later versions store with a move
            for row in rows["matches"]:
                row["bot_turn"] = row["started"] is not None
        if "host_key" in metadata.tables["matches"].c:  # later versions keep digests
            for row in rows["matches"]:
                row["host_key"] = digest(row.pop("host_token"))
            for row in rows["seats"]:
                row["invitation"] = digest(row.pop("token"))
        for name, found in rows.items():
            await connection.execute(insert(metadata.tables[name]), found)
    await database.close()


@both
@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_match_of_an_older_version_goes_on_and_its_bot_moves(
    tmp_path: Path, database: str, revision: str
) -> None:
    rows = old_rows()
    await fill(Settings(tmp_path, database=database).database_url, revision, rows)
    async with opened(tmp_path, database=database) as site, Visitor(site, "Ann") as ann:
        deadline = time.monotonic() + 20
        host = {"Authorization": "Bearer h"}  # the host's token stays good
        while (await ann.get("/api/v1/tables/oldmatch", headers=host)).json()["ply"] == len(rows["plies"]):
            assert time.monotonic() < deadline, "the bot does not move"
            await asyncio.sleep(0.02)
        key = (tmp_path / KEY).read_text().strip()
        ann.cookies.set("brehon", str(URLSafeSerializer(key, salt="brehon guest 1").dumps({"s": "s", "n": "Ann"})))
        assert "You are watching" not in (await ann.get("/table/oldmatch")).text  # the cookie of then opens the seat
        await ann.play_on("/table/oldmatch")
        assert (await ann.get("/table/oldmatch/verify")).status_code == 200


@both
async def test_tokens_of_the_first_version_open_only_what_their_owner_alone_knew(tmp_path: Path, database: str) -> None:
    """Given tokens in clear that were link and key in one, then that of a taken seat opens nothing, that of a program's own seat
    is its key, that of a free seat is an invitation, and the database holds none of them."""
    rows = old_rows()
    (row,), (ann, _) = rows["matches"], rows["seats"]
    rows["matches"] = [row, row | {"id": "free", "host_token": "h2", "started": None}]
    mine = ann | {"match": "free", "seat": 0, "token": "mine", "session": None}
    rows["seats"] += [mine, mine | {"seat": 1, "kind": "friend", "token": "invited"}]
    address = Settings(tmp_path, database=database).database_url
    await fill(address, "0007_hands", rows)
    async with opened(tmp_path, database=database) as site, Visitor(site, "Bo") as bo:

        async def status(match_id: str, token: str) -> int:
            headers = {"Authorization": f"Bearer {token}"}
            return (await bo.get(f"/api/v1/tables/{match_id}", headers=headers)).status_code

        assert [await status("oldmatch", token) for token in ("t0", "t1", "h")] == [403, 403, 200]
        assert "This seat is taken" in (await bo.get("/join/t0")).text
        assert [await status("free", token) for token in ("mine", "invited", "h2")] == [200, 403, 200]
        assert [(await bo.get(f"/join/{token}")).status_code for token in ("mine", "invited")] == [404, 200]
        host = {"Authorization": "Bearer h2"}
        shown = (await bo.get("/api/v1/tables/free/seats", headers=host)).json()["seats"]
        assert [(seat["seat"], seat["link"]) for seat in shown] == [(1, None)]  # it cannot be shown again
        came = (await bo.post("/api/v1/join/invited", json={"name": "Bo"})).json()
        assert await status("free", came["token"]) == 200
        async with site.app.state.tables.store.reading() as connection:
            for table in (MatchRow.__table__, SeatRow.__table__):
                kept = str((await connection.execute(select(table))).all())
                assert not [word for word in ("'t0'", "'t1'", "'h'", "'h2'", "mine", "invited") if word in kept]


@both
async def test_the_migrations_lead_to_the_tables_of_the_models(tmp_path: Path, database: str) -> None:
    async with opened(tmp_path, database=database) as site, site.app.state.tables.store.reading() as connection:
        found = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), Base.metadata))
    assert found == []


@both
async def test_a_database_of_a_newer_version_is_refused_in_words(tmp_path: Path, database: str) -> None:
    from brehon.core.errors import BrehonError

    address = Settings(tmp_path, database=database).database_url
    store = Database(address)
    await store.open()
    async with store.writing() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BrehonError, match="cannot be used"):
        await store.open()
    await store.close()
