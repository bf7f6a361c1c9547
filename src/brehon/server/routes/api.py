"""The JSON API: everything that the pages can do, so that any program in any language can sit at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.responses import Response

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.match import Done
from brehon.core.text import N_, Message, Reason
from brehon.server.asker import Asker, asker_of
from brehon.server.company import voice_of
from brehon.server.errors import NotSignedIn, Unreadable
from brehon.server.fairness import create as create_table
from brehon.server.inspector import Verdict as Proven
from brehon.server.keys import digest
from brehon.server.pace import DAY, MOST, OWN, Pace, make_pace
from brehon.server.quotas import PROOFS, TABLES, use_quota
from brehon.server.routes.pages import Service, download, people_of, stream
from brehon.server.schema import ME, SeatRow
from brehon.server.services import Order, SeatOrder, Table, Tables, Who
from brehon.server.showing import reason_data, status_word, table_data
from brehon.server.visit import Guest, is_narrow, speaker
from brehon.server.watching import Looking

MAX_NUMBER = 1_000_000
MAX_MOVES = 100


def whole_number(value: object) -> object:
    """JSON knows 7 and 7.0, but "7" and true are no numbers."""
    if isinstance(value, bool | str):
        raise ValueError("must be a number")
    return value


Number = Annotated[int, Field(ge=0, lt=MAX_NUMBER), BeforeValidator(whole_number)]
MatchId = Annotated[str, Path(max_length=64, description="The id that came back when the table was created.")]


class Strict(BaseModel):
    """A body in which every field is known."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """What is wrong, why, and what would be right."""

    code: str
    message: str
    rule: str | None = None
    need: int | None = None
    have: int | None = None


class NewSeat(Strict):
    """Who is to sit in a seat: `me` is whoever sets up the table, `friend` whoever takes the seat by its link, `bot` one of ours."""

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
    start: bool = Field(True, description="False: a table of `me` and bots waits for a number before it begins.")


class SeatTicket(BaseModel):
    seat: int
    kind: str
    name: str
    token: str | None = Field(description="The key of the seat: given once, to the player who sits down there.")
    link: str | None = Field(description="Of a free seat, for the host: whoever opens it may take the seat.")


class TableTicket(BaseModel):
    """A new table, with the keys of one's own seats and the links of those for friends; the host's token starts the game."""

    id: str
    status: str
    link: str
    host_token: str
    commitment: str
    key: str = Field(description="The public key of the server, which signs the lock and the record.")
    seats: list[SeatTicket]


class Move(Strict):
    """A decision: the ply that it is meant for, and the action by its number or by its words."""

    ply: Number
    action: Number | None = None
    words: str | None = Field(None, max_length=200)


class Moves(Strict):
    """Decisions one after another: the ply that the first is meant for, and each action by its number, or each by its words."""

    ply: Number
    actions: list[Number] | None = Field(None, min_length=1, max_length=MAX_MOVES)
    words: list[Annotated[str, Field(max_length=200)]] | None = Field(None, min_length=1, max_length=MAX_MOVES)


class Undo(Strict):
    ply: Number


class LegalAction(BaseModel):
    action: int
    words: str
    label: str


class RefusedAction(LegalAction):
    reason: Problem


class TableState(BaseModel):
    """A table as the seat behind the token sees it; without a token, as a spectator sees it."""

    id: str
    game: str
    rules: int
    options: dict[str, str]
    components: dict[str, str]
    status: Literal["waiting", "locked", "playing", "over", "void"]
    seats: list[dict[str, Any]]
    seat: int | None
    ply: int
    movers: list[int]
    message: str
    view: dict[str, Any] | None
    legal: list[LegalAction]
    not_allowed: list[RefusedAction]
    undo: Problem | None
    log: list[dict[str, Any]]
    scores: list[int]
    score_sheet: list[dict[str, Any]]
    commitment: str
    fair: dict[str, Any] = Field(description="Hashes, fingerprint of the lock, whose numbers are still closed.")
    secret: str | None
    result: dict[str, list[int]] | None
    visibility: str
    spectators: bool
    delay: int
    next: str | None  # the table where the same people play again
    bans: list[dict[str, str]]  # for the host: who is shut out
    pace: dict[str, Any] | None = Field(
        description="Clocks: seconds left, which of them run, whether the game is paused."
    )
    stand_ins: list[dict[str, str] | None] = Field(
        description="For each seat, the bot that plays for the person, and why."
    )
    request: dict[str, Any] | None = Field(description="What somebody asks everybody to agree to.")
    redo: list[str] = Field(description="What was taken back and can be done again.")
    restart: int = Field(description="How many decisions can be taken back at once.")


class TableAfter(TableState):
    """The table after several decisions: how many were carried out, and why not the next; null if all were."""

    done: int
    stopped: Problem | None


class Verdict(BaseModel):
    """The outcome of a check: every ply legal, every draw derived from the committed secret, the result right."""

    verified: bool
    game: str
    plies: int
    places: list[int]
    scores: list[int]
    commitment: str
    fingerprint: str | None = Field(description="Of the lock, in words; null in the first edition.")
    key: str | None = Field(description="The public key of the server that signed.")
    numbers: list[int] = Field(description="The seats whose numbers took part in the draws.")
    redrawn: int = Field(description="Draws that were taken back by everybody's consent and made again.")


def problem(code: str, message: str, reason: Reason | None = None) -> dict[str, object]:
    """The one shape of everything that goes wrong."""
    numbers = (reason.need, reason.have) if reason is not None else (-1, -1)
    return {
        "code": code,
        "message": message,
        "rule": reason.rule or None if reason is not None else None,
        "need": numbers[0] if numbers[0] >= 0 else None,
        "have": numbers[1] if numbers[1] >= 0 else None,
    }


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in (
        (400, "The request cannot be read."),
        (401, "A token is needed, and this is none that we know."),
        (403, "The token does not open this."),
        (404, "There is no such thing."),
        (408, "The body came too slowly."),
        (409, "Somebody was faster, or it is not the time for this."),
        (413, "The body is too long."),
        (422, "Refused, with the reason."),
        (429, "Too often in a short time; `Retry-After` says in how many seconds it is possible."),
    )
}
router = APIRouter(prefix="/api/v1", tags=["tables"], responses=PROBLEMS)
bearer = HTTPBearer(auto_error=False, description="The key of a seat, or the token of the host or of a person.")
SIGNED = "."  # is in every token of a person, and in no other


@dataclass(frozen=True)
class Bearer:
    """A token as it was sent; `guest` is the person whose own token it is."""

    credentials: str
    guest: Guest | None = None

    @property
    def session(self) -> str:
        return self.guest.session if self.guest else ""


async def token_of(
    request: Request, sent: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Bearer | None:
    if sent is None:
        return None
    guest = await people_of(request).of_program(sent.credentials) if SIGNED in sent.credentials else None
    if guest is None and SIGNED in sent.credentials:
        raise NotSignedIn(Message(N_("This is the token of nobody, or of a program that was signed out.")))
    return Bearer(sent.credentials, guest)


Token = Annotated[Bearer | None, Depends(token_of)]


def session_of(token: Bearer | None) -> str:
    """The person behind a token of their own; "" for every other."""
    return token.session if token else ""


def asker_behind(token: Bearer | None) -> Asker:
    """Who sends this token; nothing means a spectator."""
    if token is None:
        return Asker()
    return asker_of(token.guest) if token.guest else Asker(key=digest(token.credentials))


async def who_is(tables: Tables, table: Table, token: Bearer | None) -> Who:
    """Who looks at a table; a token for another table is refused. A person who does not sit there is a spectator."""
    return await asker_behind(token).at(tables.store, table)


def needed(request: Request, token: Token) -> Asker:
    """Who wants to act at a table, which needs a token."""
    if token is None:
        raise NotSignedIn(Message(N_("This needs the token of a seat: Authorization: Bearer TOKEN")))
    asker = asker_behind(token)
    request.state.names = asker.names  # for the words of a refusal
    return asker


Actor = Annotated[Asker, Depends(needed)]


@router.get("/games", summary="The games, their options and components, and the levels of bots")
async def games(request: Request) -> JSONResponse:
    say = speaker(request)
    found = [registry.game(name) for name in registry.names()]
    return JSONResponse(
        {
            "games": [
                {
                    "name": game.name,
                    "title": game.title,
                    "designer": game.designer,
                    "summary": say.word(game.summary),
                    "seats": game.seats,
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
    )


@router.post("/tables", status_code=201, response_model=TableTicket, summary="Set up a table")
async def create(request: Request, tables: Service, token: Token, body: NewTable) -> JSONResponse:
    """With the token of a person the table is theirs: they are its host, and sit in every seat of the kind `me`."""
    use_quota(request, TABLES, session_of(token))
    mine = token.guest.name if token and token.guest else ""
    seats = [SeatOrder(s.kind, s.level, s.name or (mine if s.kind == ME else "")) for s in body.seats]
    components = body.components
    order = Order(body.game, seats, body.options, *((components.name, components.source) if components else ()))
    order.looking = Looking(body.visibility, body.spectators, body.delay)
    order.pace = body.pace.made() if body.pace else None
    order.waits = not body.start
    created = await create_table(tables, order, session_of(token))
    async with tables.at(created.id, again=True) as table:
        made = {
            "id": table.id,
            "status": status_word(table, table.match),
            "link": f"{base_of(request)}/table/{table.id}",
            "host_token": created.host_key,
            "commitment": table.commitment,
            "key": table.server_key,
            "seats": [ticket(request, tables, seat, created.keys.get(seat.seat)) for seat in table.seats],
        }
    return JSONResponse(made, 201)


def base_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def ticket(request: Request, tables: Tables, seat: SeatRow, key: str | None = None) -> dict[str, Any]:
    """A seat for the player who sits there, with its key if it was made just now; or a free one for the host, with its link."""
    word = tables.keyring.link_of(seat)
    link = None if word is None else f"{base_of(request)}/join/{word}"
    return {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "token": key, "link": link}


@router.get("/tables/{match_id}", response_model=TableState, summary="Look at a table")
async def look(request: Request, tables: Service, match_id: MatchId, token: Token) -> JSONResponse:
    return await answer(request, tables, match_id, token, again=False)


async def answer(
    request: Request,
    tables: Tables,
    match_id: str,
    token: Bearer | None,
    done: Done | None = None,
    again: bool = True,
) -> JSONResponse:
    async with tables.at(match_id, again) as table:
        who = await who_is(tables, table, token)
        say = speaker(request, table.names)
        data = table_data(table, who, say)
        if done is not None:
            data.update(done=done.count, stopped=None if done.why is None else reason_data(done.why, say))
    return JSONResponse(data, headers={"Cache-Control": "no-store"})


@router.post("/tables/{match_id}/move", response_model=TableState, summary="Decide")
async def move(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: Move
) -> JSONResponse:
    if (body.action is None) == (body.words is None):
        raise Unreadable(Message(N_("Send either action (a number) or words, and not both.")))
    asked = body.action if body.action is not None else body.words
    assert asked is not None
    await tables.move(match_id, asker, body.ply, asked)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/moves", response_model=TableAfter, summary="Decide several times")
async def moves(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: Moves
) -> JSONResponse:
    """In order, each as by `move`, until one is refused or something new comes up. If the first is refused, so is all."""
    if (body.actions is None) == (body.words is None):
        raise Unreadable(Message(N_("Send either actions (numbers) or words, and not both.")))
    asked = body.actions if body.actions is not None else body.words
    assert asked is not None
    done = await tables.moves(match_id, asker, body.ply, asked)
    return await answer(request, tables, match_id, token, done)


@router.post("/tables/{match_id}/undo", response_model=TableState, summary="Take back the last decision")
async def undo(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: Undo
) -> JSONResponse:
    await tables.undo(match_id, asker, body.ply)
    return await answer(request, tables, match_id, token)


@router.get("/tables/{match_id}/record", summary="The record; with the secret once the game is over")
async def record(tables: Service, match_id: MatchId, token: Token) -> Response:
    return download(*await tables.record(match_id, asker_behind(token)))


@router.get("/tables/{match_id}/board.svg", response_class=Response, summary="The table as a picture")
async def board(request: Request, tables: Service, match_id: MatchId, token: Token) -> Response:
    async with tables.at(match_id) as table:
        who = await who_is(tables, table, token)
        seat, match, say = table.view_seat(who), table.shown_to(who) or table.playing(), speaker(request, table.names)
        svg = match.rules.game.face().board(
            match.rules, match.view(seat), match.offers(seat), say, narrow=is_narrow(request)
        )
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@router.get(
    "/tables/{match_id}/events", response_class=Response, summary="A bell: the number of the next ply, as it changes"
)
async def events(request: Request, tables: Service, match_id: MatchId, token: Token) -> Response:
    """Beside the plies, events of the names `talk` (the chat has changed) and `people` (somebody has come or gone)."""
    asker = asker_behind(token)
    async with tables.at(match_id) as table:
        await asker.at(tables.store, table)
        voice = voice_of(table, asker)
    return await stream(request, match_id, asker.known_at, voice.person)


RECORD_BODY = {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}


@router.post(
    "/verify",
    response_model=Verdict,
    tags=["records"],
    summary="Prove a finished game from its record",
    openapi_extra={"requestBody": RECORD_BODY},
)
async def verify(request: Request, tables: Service) -> JSONResponse:
    """The body is the record file as it was saved, whatever the content type says."""
    use_quota(request, PROOFS)
    text = (await request.body()).decode("utf-8", "replace")
    return JSONResponse(verdict_data(await tables.verify(text)))


def verdict_data(verdict: Proven) -> dict[str, object]:
    return {
        "verified": True,
        "game": verdict.game,
        "plies": verdict.plies,
        "places": verdict.places,
        "scores": verdict.scores,
        "commitment": verdict.commitment,
        "fingerprint": verdict.fingerprint or None,
        "key": verdict.key or None,
        "numbers": verdict.numbers,
        "redrawn": verdict.redrawn,
    }
