"""What can be read about fairness, by people and programs: the lock, and the secrets of deleted tables."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel
from sqlalchemy import select
from starlette.responses import Response

from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, NotFound
from brehon.server.storage.schema import RevealedRow
from brehon.server.storage.store import storable
from brehon.server.table.fair_view import lock_data
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import check_sight
from brehon.server.table.visit import Asker, asker_of, visiting
from brehon.server.web.bearer import Token, asker_behind
from brehon.server.web.models import PROBLEMS, MatchId, Silent
from brehon.server.web.rendering import Service, Visitor, render

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["fairness"], responses=PROBLEMS, default_response_class=Silent)


# -- pages


@router.get("/fairness")
async def about(request: Request, tables: Service) -> Response:
    """What the proof covers and what it does not, in plain words."""
    return render(request, "fairness.html", key=tables.signer.public)


@router.get("/table/{match_id}/lock")
async def lock(tables: Service, guest: Visitor, match_id: str) -> Response:
    """For our script, which keeps it before it opens the number; null if there is none."""
    return Silent(await _lock(tables, match_id, asker_of(guest)))


async def _lock(tables: Tables, match_id: str, asker: Asker) -> dict[str, object] | None:
    async with visiting(tables, match_id, asker) as visit:
        check_sight(visit.table, visit.who)
        return lock_data(visit.table) if visit.table.row.lock is not None else None


# -- programs


class Revealed(BaseModel):
    """The secret of a table that was deleted."""

    commitment: str
    table: str
    secret: str
    at: float


@api.get("/commitments/{commitment}", response_model=Revealed, summary="The secret of a table that was deleted")
async def revealed(tables: Service, commitment: Annotated[str, Path(max_length=64)]) -> Any:
    """Of other tables the secret stands in the table itself, once the game is over or the table was voided."""
    query = select(*RevealedRow.__table__.c).where(RevealedRow.commitment == commitment)
    async with tables.store.reading() as connection:
        row = (await connection.execute(query)).first() if storable(commitment) else None
    if row is None:
        raise NotFound(Message(N_("No deleted table had this commitment.")))
    return dict(row._mapping)


class LockState(BaseModel):
    """The lock, the server's signature of it, its fingerprint in words, and the numbers that are open."""

    lock: dict[str, Any]
    signature: str
    fingerprint: str
    numbers: list[str | None]


@api.get("/tables/{match_id}/lock", response_model=LockState, summary="The lock, to be kept before one opens a number")
async def lock_api(tables: Service, match_id: MatchId, token: Token) -> Any:
    found = await _lock(tables, match_id, asker_behind(token))
    if found is None:
        raise Conflict(Message(N_("This table has no lock yet, or was played before there were locks.")))
    return found
