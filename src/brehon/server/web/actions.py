"""Actions of a table, each declared once: its form and its page, its address in the API, and who may do it come from that.

A declaration is an `Action` in actions_play, actions_seats or actions_chat. One request is one visit: the action and the answer
happen under one lock of the table.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Final, Self, get_args

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ValidationError, create_model
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden, NotSignedIn
from brehon.server.people.quotas import Quota, use_quota
from brehon.server.table.table_data import table_data
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import check_sight
from brehon.server.table.visit import Asker, Visit, asker_of, visiting
from brehon.server.web.bearer import Token, asker_behind
from brehon.server.web.models import PROBLEMS, MatchId, Silent, Strict, TableState, wrong_field
from brehon.server.web.pages.board import Outcome, after
from brehon.server.web.rendering import PageRoute, Service, form_of, guest_of, number_of, speaker, tables_of, text_of

PATH_NAME: Final = re.compile(r"{(\w+)}")
MAX_ENTRIES: Final = 400  # fields of a form


# -- who may do something


def _is_seated(visit: Visit) -> bool:
    return bool(visit.who.seats)


def _is_at_table(visit: Visit) -> bool:
    return bool(visit.who.seats) or visit.who.is_host


def _is_host(visit: Visit) -> bool:
    return visit.who.is_host


def _may_look(visit: Visit) -> bool:
    check_sight(visit.table, visit.who)
    return True


@dataclass(frozen=True)
class Right:
    """Who may do something at a table. A banned person may do nothing there."""

    name: str
    allows: Callable[[Visit], bool]
    text: str = ""  # said to everyone else


LOOKING: Final = Right("looking", _may_look)
SEATED: Final = Right(
    "seated", _is_seated, N_("You are watching. Only a player who has taken a seat by its link may do this.")
)
AT_TABLE: Final = Right("at the table", _is_at_table, N_("Only the players and the host of this table may do this."))
HOST: Final = Right("host", _is_host, N_("Only the host of this table may do this."))


# -- what can be done


class Body(Strict):
    """What an action needs to know; a page sends the same fields in a form."""

    in_forms: ClassVar[dict[str, str]] = {}  # names of fields that are others in a form

    @classmethod
    def from_form(cls, form: FormData) -> Self:
        """A box that is not ticked is not sent, and means no; another field that is empty is as if it was not there."""
        values: dict[str, object] = {}
        for name, field in cls.model_fields.items():
            sent = cls.in_forms.get(name, name)
            if field.annotation is bool:
                values[name] = text_of(form, sent) == "1"
            elif _is_number(field.annotation) and (text_of(form, sent) or field.is_required()):
                values[name] = number_of(form, sent)
            elif text_of(form, sent) or field.is_required():
                values[name] = text_of(form, sent)
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            raise wrong_field(first["loc"], first["msg"]) from None


def _is_number(annotation: object) -> bool:
    return annotation is int or any(_is_number(part) for part in get_args(annotation))


Before = Callable[[], Awaitable[object]]


async def table_state(request: Request, visit: Visit, result: Any) -> Any:
    """What most actions answer a program: the table as it is now."""
    return table_data(visit, speaker(request, visit.table.names))


@dataclass(frozen=True, kw_only=True)
class Action:
    """Something that can be done at a table. `page` is what a person sees then; None if only programs can do it.

    `api` is method and address below the table's, as in `PUT chat`; "" if only a page can do it. Fields of the body that the address
    names are read from there.
    """

    name: str  # the last part of the form's address
    right: Right
    call: Callable[
        ..., Awaitable[Any]
    ]  # with the visit and the fields of the body; with the request if it has such a parameter
    body: type[Body] = Body
    page: Callable[[Outcome], Awaitable[Response]] | None = after
    api: str = "POST"
    summary: str = ""
    tag: str = "tables"
    answer: Callable[[Request, Visit, Any], Awaitable[Any]] = table_state
    model: type[BaseModel] | None = TableState
    status: int = 200
    quota: Quota | None = None  # counted before anything is read
    before: Callable[[Request, Visit, Any], Awaitable[Before]] | None = None  # what takes long, see done_before
    needs_token: bool = True

    def __post_init__(self) -> None:
        """A call that does not take what the body holds is found when the server starts, not when a player clicks."""
        names = [*inspect.signature(self.call).parameters]
        expected = ["visit", *self.body.model_fields, *(["request"] if self.takes_request else [])]
        assert names == expected, f"{self.name}: the call takes {names}, but gets {expected}"

    @cached_property
    def takes_request(self) -> bool:
        return "request" in inspect.signature(self.call).parameters

    @property
    def page_path(self) -> str:
        return f"/table/{{match_id}}/{self.name}"

    @property
    def api_method(self) -> str:
        return self.api.partition(" ")[0]

    @property
    def api_path(self) -> str:
        return f"/api/v1/tables/{{match_id}}/{self.api.partition(' ')[2] or self.name}"

    async def done_before(self, request: Request, tables: Tables, match_id: str, asker: Asker, body: Body) -> None:
        """What takes long is found out at a first visit and done without the lock of the table; the second visit finds it done."""
        if self.before is None:
            return
        async with visiting(tables, match_id, asker) as visit:
            self.check(visit)
            work = await self.before(request, visit, body)
        await work()

    def check(self, visit: Visit) -> None:
        if not self.right.allows(visit):
            raise Forbidden(Message(self.right.text))

    async def done(self, visit: Visit, body: Body, request: Request) -> Any:
        """Do it, if the person or program that asks may."""
        self.check(visit)
        more = {"request": request} if self.takes_request else {}
        return await visit.do(lambda: self.call(visit, **dict(body), **more))


# -- routes


def page_route(router: APIRouter, action: Action) -> None:
    """The form of an action: answered with the table as it is then, or with the reason why not."""
    show = action.page
    assert show is not None

    async def endpoint(request: Request) -> Response:
        tables, guest, match_id = tables_of(request), await guest_of(request), str(request.path_params["match_id"])
        if action.quota is not None:
            use_quota(request, action.quota, guest.session)
        form = await form_of(request, MAX_ENTRIES)
        refusal: BrehonError | None = None
        if action.before is not None:
            try:
                await action.done_before(request, tables, match_id, asker_of(guest), action.body.from_form(form))
            except BrehonError as error:
                refusal = error  # shown at the table, if they may see it
        async with visiting(tables, match_id, asker_of(guest)) as visit:
            outcome = Outcome(request, visit, guest, form)
            try:
                if refusal is not None:
                    raise refusal
                outcome.result = await action.done(visit, action.body.from_form(form), request)
            except BrehonError as error:
                outcome.error = error
            return await show(outcome)

    router.add_api_route(action.page_path, endpoint, methods=["POST"], name=action.name, response_model=None)


def api_route(router: APIRouter, action: Action) -> None:
    """The same for programs."""
    in_path = {name: action.body.model_fields[name] for name in PATH_NAME.findall(action.api)}
    sent = {name: field for name, field in action.body.model_fields.items() if name not in in_path}
    model: type[BaseModel] = action.body
    if in_path and sent:
        fields: dict[str, Any] = {name: (field.annotation, field) for name, field in sent.items()}
        model = create_model(action.body.__name__, __base__=Body, __doc__=action.body.__doc__, **fields)

    async def endpoint(request: Request, tables: Service, match_id: str, token: Token, **given: Any) -> Any:
        if token is None and action.needs_token:
            raise NotSignedIn(Message(N_("This needs the token of a seat: Authorization: Bearer TOKEN")))
        asker = asker_behind(token if action.needs_token or (token and token.guest) else None)
        request.state.names = asker.names  # for the words of a refusal
        if action.quota is not None:
            use_quota(request, action.quota, asker.session)
        read = given.pop("body", None)
        values = given if read is None else {name: getattr(read, name) for name in sent} | given
        body = action.body.model_construct(**values)  # checked by the route already
        await action.done_before(request, tables, match_id, asker, body)
        async with visiting(tables, match_id, asker) as visit:
            result = await action.done(visit, body, request)
            return await action.answer(request, visit, result)

    def parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)

    parameters = [
        parameter("request", Request),
        parameter("tables", Service),
        parameter("match_id", MatchId),
        parameter("token", Token),
    ]
    for name, field in in_path.items():
        parameters.append(
            parameter(name, Annotated[(field.annotation, Path(description=field.description), *field.metadata)])
        )
    if sent and any(field.is_required() for field in sent.values()):
        parameters.append(parameter("body", model))
    elif sent:
        parameters.append(parameter("body", model | None, None))
    endpoint.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    router.add_api_route(
        action.api_path, endpoint, methods=[action.api_method], name=action.name, response_model=action.model,
        status_code=action.status, summary=action.summary, description=action.body.__doc__ if sent else None, tags=[action.tag],
        responses=PROBLEMS, response_class=Silent,
    )  # fmt: skip


def routers(actions: Iterable[Action]) -> tuple[APIRouter, APIRouter]:
    """The pages and the API of these actions."""
    pages, api = APIRouter(include_in_schema=False, route_class=PageRoute), APIRouter()
    for action in actions:
        if action.page is not None:
            page_route(pages, action)
        if action.api:
            api_route(api, action)
    return pages, api
