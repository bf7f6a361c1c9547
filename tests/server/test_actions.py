"""Actions of a table: one body for forms and JSON, checked when it is declared; what is refused leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.datastructures import FormData

from brehon.core.text import Message
from brehon.server.app import ACTIONS
from brehon.server.errors import Conflict, Unreadable
from brehon.server.table.visit import Asker, Visit, visiting
from brehon.server.web.actions import SEATED, Action
from brehon.server.web.actions_play import Move, Ply, Redo, Vacation
from brehon.server.web.actions_seats import Device, NewLooking, SeatForm, Start
from tests.server.conftest import opened
from tests.server.people import Visitor


@pytest.mark.parametrize(
    ("form", "body"),
    [
        ({"ply": "7", "action": "3"}, Move(ply=7, action=3)),
        ({"ply": "7", "words": "feed", "other": "x"}, Move(ply=7, words="feed")),
        ({"ply": "7"}, Redo(ply=7, count=1)),
        ({"wanted": "1"}, Vacation(wanted=True, here=False)),
        ({"wanted": "0", "here": "1"}, Vacation(wanted=False, here=True)),
        ({}, Start(without_numbers=False)),  # a box that is not ticked is not sent
        ({"without": "1"}, Start(without_numbers=True)),
        ({"seat": ""}, Device(seat=None)),
        ({"seat": "0"}, Device(seat=0)),
        (
            {"visibility": "open", "spectators": "1", "delay": "5"},
            NewLooking(visibility="open", spectators=True, delay=5),
        ),
    ],
)
def test_a_form_and_json_are_read_into_the_same_body(form: dict[str, str], body: object) -> None:
    assert type(body).from_form(FormData(form)) == body  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (Ply, {}),
        (Ply, {"ply": "-1"}),
        (Ply, {"ply": "٣"}),
        (Ply, {"ply": "1000000"}),
        (Redo, {"ply": "1", "count": "0"}),
        (SeatForm, {"seat": "1"}),
        (SeatForm, {"seat": "99", "to": "open"}),
        (NewLooking, {"visibility": "nobody"}),
    ],
)
def test_a_form_that_makes_no_sense_is_refused(kind: type[Ply], form: dict[str, str]) -> None:
    with pytest.raises(Unreadable):
        kind.from_form(FormData(form))


def test_a_call_that_does_not_take_what_the_body_holds_cannot_be_declared() -> None:
    async def call(visit: Visit, another: int) -> None: ...

    with pytest.raises(AssertionError, match="another"):
        Action(name="x", right=SEATED, body=Ply, call=call)


def test_page_and_api_have_the_same_name_unless_the_declaration_says_why_not() -> None:
    """The few that differ are addresses of 0.1 that programs use."""
    differ = {
        one.name for one in ACTIONS if one.page is not None and one.api and not one.api_path.endswith(f"/{one.name}")
    }
    assert differ == {"say", "unsay", "chat-for"}


async def test_what_is_refused_halfway_leaves_the_table_as_it_is_stored(tmp_path: Path) -> None:
    """Given an action that has played a move in memory, when it is refused then, nothing of the move remains."""
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "me")
        tables = site.app.state.tables

        async def half(visit: Visit) -> None:
            match = visit.table.playing()
            seat = match.state.to_move()
            match.play(seat, match.legal(seat)[0])
            raise Conflict(Message("no"))

        async with visiting(tables, path.rpartition("/")[2], Asker()) as visit:
            before = visit.table.ply
            with pytest.raises(Conflict):
                await visit.do(lambda: half(visit))
            assert visit.table.ply == visit.position.match.ply == before
        assert (await ann.moves(path))[0] == before


async def test_what_was_remembered_is_dropped_when_the_table_changes(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "me")
        tables = site.app.state.tables
        async with visiting(tables, path.rpartition("/")[2], Asker()) as visit:
            seen = visit.position
            assert visit.position is seen
            assert visit.position.view is seen.view

            async def play() -> None:
                match = visit.table.playing()
                seat, first = match.state.to_move(), match.ply
                match.play(seat, match.legal(seat)[0])
                await tables.keep(visit.table, match, first)

            await visit.do(play)
            assert visit.position is not seen
            assert visit.position.view.key() != seen.view.key()
