"""The JSON API: everything that the pages can do, so that any program in any language can sit at a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.responses import Response

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.palette import plain
from brehon.server.people.quotas import PROOFS, TABLES, use_quota
from brehon.server.storage.schema import ME
from brehon.server.table.clocks import DAY, MOST, OWN, Pace, make_pace
from brehon.server.table.fairness import create as create_table
from brehon.server.table.orders import Created, Order, SeatOrder
from brehon.server.table.table_data import status_word, table_data
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import Visibility
from brehon.server.table.visit import visiting
from brehon.server.web.actions_seats import ticket
from brehon.server.web.bearer import Token, asker_behind, session_of
from brehon.server.web.models import PROBLEMS, MatchId, Number, SeatTicket, Silent, Strict, TableState
from brehon.server.web.pages.library import download
from brehon.server.web.rendering import Service, base_of, is_narrow, speaker
from brehon.server.web.streams import stream

router = APIRouter(prefix="/api/v1", tags=["tables"], responses=PROBLEMS, default_response_class=Silent)


class NewSeat(Strict):
    """Who sits in a seat: `me` is the person who creates the table, `friend` takes the seat by its link, `bot` is one of ours."""

    kind: Literal["me", "friend", "bot"]
    level: str = Field("", max_length=32)
    name: str = Field("", max_length=64)


class NewComponents(Strict):
    """One's own cards or maps: a name and the text of the TOML file; without a text, the name of a built-in set."""

    name: str = Field(min_length=1, max_length=64)
    source: str = Field("", max_length=400_000)


class NewPace(Strict):
    """Clocks: a `preset`, or one's own: `bank` seconds each, `gain` more with every turn, or the whole bank (`fresh`)."""

    preset: Literal["", "live", "relaxed", "day", "days", "week"] = ""
    bank: float | None = Field(None, ge=1, le=MOST)
    gain: float = Field(0.0, ge=0, le=DAY)
    fresh: bool = False
    at_end: Literal["warn", "bot", "forfeit"] = "warn"
    level: str = Field("", max_length=32)

    def made(self) -> Pace | None:
        own = None if self.bank is None else Pace(OWN, self.bank, self.gain, self.fresh)
        return make_pace(self.preset, self.at_end, self.level, own)


class NewTable(Strict):
    game: str = Field(max_length=64)
    seats: list[NewSeat] = Field(min_length=1, max_length=12)
    options: dict[str, str] = Field(default_factory=dict, max_length=50)
    components: NewComponents | None = None
    visibility: Literal["private", "unlisted", "open"] = "unlisted"
    spectators: bool = True
    delay: Number = 0
    pace: NewPace | None = None
    auto_review: bool = Field(False, description="The game is reviewed by itself when it is over.")
    hints: Literal["alone", "on", "off"] = Field(
        "alone", description="Who may ask for hints: one person who plays against bots, everyone, or no one."
    )
    duplicate: bool = Field(
        False, description="A second table gets the same deal; `me` and `friend` become links there. docs/fairness.md."
    )
    start: bool = Field(True, description="False: a table of `me` and bots waits for a number before it begins.")


class TableTicket(BaseModel):
    """A new table, with the keys of one's own seats and the links of those for friends; the host's token starts the game."""

    id: str
    status: str
    link: str
    host_token: str
    commitment: str
    key: str = Field(description="The public key of the server, which signs the lock and the record.")
    seats: list[SeatTicket]
    duplicate: TableTicket | None = Field(None, description="The second table with the same deal, if it was asked for.")


OrNothing = Annotated[str | None, BeforeValidator(lambda text: text or None)]


class Verdict(BaseModel):
    """The outcome of a check: every ply legal, every draw derived from the committed secret, the result right."""

    model_config = ConfigDict(from_attributes=True, json_schema_serialization_defaults_required=True)
    verified: bool = True
    game: str
    plies: int
    places: list[int]
    scores: list[int]
    commitment: str
    fingerprint: OrNothing = Field(description="Of the lock, in words; null in the first edition.")
    key: OrNothing = Field(description="The public key of the server that signed.")
    numbers: list[int] = Field(description="The seats whose numbers took part in the draws.")
    redrawn: int = Field(description="Draws that were undone with everyone's agreement and made again.")


@router.get("/games", summary="The games, their options and components, and the levels of bots")
async def games(request: Request) -> Any:
    say = speaker(request)
    found = [registry.game(name) for name in registry.names()]
    return {
        "games": [
            {
                "name": game.name,
                "title": game.title,
                "designer": game.designer,
                "summary": say.word(game.summary),
                "seats": game.seats,
                "minutes": game.minutes or None,
                "weight": say.word(game.weight) or None,
                "rules": game.rules_version,
                "components": game.builtin_components(),
                "default_components": game.default_components,
                "options": [
                    {
                        "name": option.name,
                        "title": say.word(option.title),
                        "rule": option.rule,
                        "default": option.default,
                        "choices": [{"value": c.value, "text": say.word(c.text)} for c in option.choices],
                        "low": option.low,
                        "high": option.high,
                        "of_seats": option.of_seats,
                    }
                    for option in game.options
                ],
            }
            for game in found
        ],
        "levels": [
            {"name": level.name, "title": level.title, "text": say.word(level.text)} for level in LEVELS.values()
        ],
    }


@router.post("/tables", status_code=201, response_model=TableTicket, summary="Create a table")
async def create(request: Request, tables: Service, token: Token, body: NewTable) -> Any:
    """With the token of a person the table is theirs: they are its host, and sit in every seat of the kind `me`."""
    use_quota(request, TABLES, session_of(token))
    mine = token.guest.name if token and token.guest else ""
    seats = [SeatOrder(s.kind, s.level, s.name or (mine if s.kind == ME else "")) for s in body.seats]
    components = body.components
    order = Order(body.game, seats, body.options, *((components.name, components.source) if components else ()))
    order.looking = Visibility(body.visibility, body.spectators, body.delay)
    order.pace = body.pace.made() if body.pace else None
    order.waits, order.hints, order.auto_review = not body.start, body.hints, body.auto_review
    order.duplicate = body.duplicate
    created = await create_table(tables, order, session_of(token))
    made = await table_ticket(request, tables, created)
    return made | {"duplicate": await table_ticket(request, tables, created.twin) if created.twin else None}


async def table_ticket(request: Request, tables: Tables, created: Created) -> dict[str, Any]:
    async with tables.at(created.id, again=True) as table:
        return {
            "id": table.id,
            "status": status_word(table, table.match),
            "link": f"{base_of(request)}/table/{table.id}",
            "host_token": created.host_key,
            "commitment": table.commitment,
            "key": table.server_key,
            "seats": [ticket(request, tables, seat, created.keys.get(seat.seat)) for seat in table.seats],
        }


@router.get("/tables/{match_id}", response_model=TableState, summary="Look at a table")
async def look(request: Request, tables: Service, match_id: MatchId, token: Token) -> Any:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        return table_data(visit, speaker(request, visit.table.names))


@router.get("/tables/{match_id}/record", summary="The record; with the secret once the game is over")
async def record(tables: Service, match_id: MatchId, token: Token) -> Response:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        return download(*tables.records.file_of(visit.table, visit.who))


@router.get("/tables/{match_id}/board.svg", response_class=Response, summary="The table as a picture")
async def board(request: Request, tables: Service, match_id: MatchId, token: Token) -> Response:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        at, say = visit.position, speaker(request, visit.table.names)
        svg = at.face.board(at.match.rules, at.view, at.offers, say, narrow=is_narrow(request))
    return Response(plain(svg), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@router.get(
    "/tables/{match_id}/events", response_class=Response, summary="A bell: the number of the next ply, as it changes"
)
async def events(request: Request, match_id: MatchId, token: Token) -> Response:
    """Apart from the plies, events of the names `talk` (the chat has changed) and `people` (a person has come or gone)."""
    return await stream(request, match_id, asker_behind(token))


RECORD_BODY = {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}


@router.post(
    "/verify",
    response_model=Verdict,
    tags=["records"],
    summary="Prove a finished game from its record",
    openapi_extra={"requestBody": RECORD_BODY},
)
async def verify(request: Request, tables: Service) -> Any:
    """The body is the record file as it was saved, whatever the content type says."""
    use_quota(request, PROOFS)
    text = (await request.body()).decode("utf-8", "replace")
    return await tables.inspections.proof(text)
