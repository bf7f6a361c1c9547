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
from brehon.server.company import Company, Voice, voice_of_guest, voice_of_program
from brehon.server.errors import Forbidden, NotSignedIn, Unreadable
from brehon.server.inspector import Verdict as Proven
from brehon.server.pace import DAY, MOST, OWN, Pace, make_pace
from brehon.server.routes.pages import Service, download, people_of, stream
from brehon.server.schema import ME
from brehon.server.services import Order, SeatOrder, Table, Tables, Who
from brehon.server.showing import reason_data, table_data
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
    """Who is to sit in a seat: `me` and `friend` are people or programs with the seat's token, `bot` is one of ours."""

    kind: Literal["me", "friend", "bot"]
    level: str = Field("", max_length=32)
    name: str = Field("", max_length=64)
    word: str = Field("", max_length=64)


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


class SeatTicket(BaseModel):
    seat: int
    kind: str
    name: str
    token: str | None
    link: str | None


class TableTicket(BaseModel):
    """A new table. Whoever has a seat's token sits in that seat; the host's token starts the game."""

    id: str
    status: str
    link: str
    host_token: str
    commitment: str
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


class Word(Strict):
    word: str = Field(max_length=64)


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
    status: Literal["waiting", "playing", "over"]
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
        (409, "Somebody was faster, or it is not the time for this."),
        (413, "The body is too long."),
        (422, "Refused, with the reason."),
        (429, "Too often in a short time."),
    )
}
router = APIRouter(prefix="/api/v1", tags=["tables"], responses=PROBLEMS)
bearer = HTTPBearer(auto_error=False, description="The token of a seat, of the host, or of a person.")
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


def holder(table: Table, token: Bearer | None) -> Who:
    """What a token opens at this table; nothing means a spectator."""
    if token is None:
        return Who([])
    if token.guest is not None:
        return table.who(token.session)
    if token.credentials == table.row.host_token:
        return Who([], is_host=True)
    return Who([seat.seat for seat in table.seats if seat.kind != "bot" and seat.token == token.credentials])


def voice_of(table: Table, who: Who, token: Bearer | None) -> Voice:
    """Whoever asks, as the chat knows them: a person, or a program in a seat."""
    if token is not None and token.guest is not None:
        return voice_of_guest(table, token.session, token.guest.name)
    return voice_of_program(table, who)


async def who_is(tables: Tables, table: Table, token: Bearer | None) -> Who:
    """The seat that a token opens; a token for another table is refused. A person who does not sit there is a spectator."""
    who = holder(table, token)
    if token is None or token.guest is not None or who.seats or who.is_host:
        return who
    if await tables.store.seat_of_token(token.credentials) or await tables.store.match_of_host_token(token.credentials):
        raise Forbidden(Message(N_("This token belongs to another table.")))
    raise NotSignedIn(
        Message(N_("Nobody has this token. Send one that came with the table: Authorization: Bearer TOKEN"))
    )


async def seated(request: Request, tables: Tables, match_id: str, token: Bearer | None) -> Who:
    """Whoever may act at a table."""
    async with tables.at(match_id) as table:
        request.state.names = table.names  # for the words of a refusal
        who = await who_is(tables, table, token)
    if token is None:
        raise NotSignedIn(Message(N_("This needs the token of a seat: Authorization: Bearer TOKEN")))
    return who


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
    mine = token.guest.name if token and token.guest else ""
    seats = [SeatOrder(s.kind, s.level, s.name or (mine if s.kind == ME else ""), s.word) for s in body.seats]
    components = body.components
    order = Order(body.game, seats, body.options, *((components.name, components.source) if components else ()))
    order.looking = Looking(body.visibility, body.spectators, body.delay)
    order.pace = body.pace.made() if body.pace else None
    table = await tables.create(order, session_of(token))
    made = {
        "id": table.id,
        "status": "waiting" if table.match is None else "over" if table.match.is_over else "playing",
        "link": f"{base_of(request)}/table/{table.id}",
        "host_token": table.row.host_token,
        "commitment": table.commitment,
        "seats": [ticket(request, table, seat.seat) for seat in table.seats],
    }
    return JSONResponse(made, 201)


def base_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def ticket(request: Request, table: Table, seat: int) -> dict[str, Any]:
    found = table.seats[seat]
    token = None if found.kind == "bot" else found.token
    link = None if token is None else f"{base_of(request)}/join/{token}"
    return {"seat": seat, "kind": found.kind, "name": found.name, "token": token, "link": link}


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
async def move(request: Request, tables: Service, match_id: MatchId, token: Token, body: Move) -> JSONResponse:
    who = await seated(request, tables, match_id, token)
    if (body.action is None) == (body.words is None):
        raise Unreadable(Message(N_("Send either action (a number) or words, and not both.")))
    asked = body.action if body.action is not None else body.words
    assert asked is not None
    await tables.move(match_id, who, body.ply, asked)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/moves", response_model=TableAfter, summary="Decide several times")
async def moves(request: Request, tables: Service, match_id: MatchId, token: Token, body: Moves) -> JSONResponse:
    """In order, each as by `move`, until one is refused or something new comes up. If the first is refused, so is all."""
    who = await seated(request, tables, match_id, token)
    if (body.actions is None) == (body.words is None):
        raise Unreadable(Message(N_("Send either actions (numbers) or words, and not both.")))
    asked = body.actions if body.actions is not None else body.words
    assert asked is not None
    done = await tables.moves(match_id, who, body.ply, asked)
    return await answer(request, tables, match_id, token, done)


@router.post("/tables/{match_id}/undo", response_model=TableState, summary="Take back the last decision")
async def undo(request: Request, tables: Service, match_id: MatchId, token: Token, body: Undo) -> JSONResponse:
    await tables.undo(match_id, await seated(request, tables, match_id, token), body.ply)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/start", response_model=TableState, summary="Begin the game")
async def start(request: Request, tables: Service, match_id: MatchId, token: Token) -> JSONResponse:
    await tables.start(match_id, await seated(request, tables, match_id, token))
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/word", response_model=TableState, summary="Add a word of one's own to the chance")
async def word(request: Request, tables: Service, match_id: MatchId, token: Token, body: Word) -> JSONResponse:
    who = await seated(request, tables, match_id, token)
    await tables.set_word(match_id, who, who.seats[0] if who.seats else -1, body.word)
    return await answer(request, tables, match_id, token)


@router.get("/tables/{match_id}/record", summary="The record; with the secret once the game is over")
async def record(tables: Service, match_id: MatchId, token: Token) -> Response:
    async with tables.at(match_id) as table:
        who = await who_is(tables, table, token)
    return download(*await tables.record(match_id, who))


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
    async with tables.at(match_id) as table:
        voice = voice_of(table, await who_is(tables, table, token), token)
    company: Company = request.app.state.company
    return await stream(tables, match_id, lambda table: holder(table, token), company, voice.person)


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
    text = (await request.body()).decode("utf-8", "replace")
    return JSONResponse(verdict_data(await tables.verify(text)))


def verdict_data(verdict: Proven) -> dict[str, object]:
    return {
        "verified": True,
        "game": verdict.game,
        "plies": verdict.plies,
        "places": verdict.places,
        "scores": verdict.scores,
    }
