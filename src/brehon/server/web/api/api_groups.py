"""Groups of friends for programs: the same as on their page, with the token of a person."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.server.people.group_views import Group
from brehon.server.people.groups import MAX_TITLE
from brehon.server.people.quotas import GROUPS, use_quota
from brehon.server.table.group_tables import GroupTables, shelf_of
from brehon.server.web.api.api_host import Listed, listed
from brehon.server.web.api.api_profile import Person
from brehon.server.web.bearer import Token
from brehon.server.web.models import PROBLEMS, Silent, Strict
from brehon.server.web.pages import group_pages
from brehon.server.web.rendering import Circles, Service, base_of, speaker

router = APIRouter(prefix="/api/v1", tags=["groups"], responses=PROBLEMS, default_response_class=Silent)
GroupId = Annotated[str, Path(max_length=32, description="The id of a group.")]
MemberWord = Annotated[str, Path(max_length=16, description="The id of an entry of `members`.")]
ProposalId = Annotated[str, Path(max_length=32, description="The id of an entry of `proposals`.")]
LinkWord = Annotated[str, Path(max_length=64, description="The last part of the link of a group.")]
Title = Annotated[str, Field(min_length=1, max_length=2 * MAX_TITLE)]


class NewGroup(Strict):
    title: Title
    name: str = Field("", max_length=64, description="One's own name in the group; else that of the person.")


class Starting(Strict):
    duplicate: bool = Field(False, description="Two tables with the same deal, half of the people at each.")


class NewTitle(Strict):
    title: Title


class Joining(Strict):
    name: str = Field("", max_length=64, description="One's own name in the group; else that of the person.")


class NewProposal(Strict):
    """A game, and when; seconds since 1970, null for now."""

    game: str = Field(max_length=64)
    at: float | None = Field(None, ge=0, lt=1e11)


class Word(Strict):
    yes: bool


class GroupEntry(BaseModel):
    id: str
    title: str
    members: int
    proposals: int


class GroupList(BaseModel):
    groups: list[GroupEntry]


class GroupTitle(BaseModel):
    title: str


class GroupTicket(BaseModel):
    id: str


class MemberState(BaseModel):
    """A member; `id` is the same for everyone in the group and opens nothing."""

    id: str
    name: str
    here: bool
    owner: bool
    me: bool


class ProposalState(BaseModel):
    """`yes` and `no` are ids of members; `at` is null for now."""

    id: str
    game: str
    by: str
    at: float | None
    yes: list[str]
    no: list[str]


class KeptTable(Listed):
    """`kept`: a seat is kept for the person who asks; they take it with `POST /tables/{id}/join`."""

    kept: bool


class MemberStanding(BaseModel):
    name: str
    played: int
    won: int
    average_place: float


class GameTable(BaseModel):
    game: str
    standings: list[MemberStanding]


class GroupState(BaseModel):
    """A group as its member sees it. Who has the link may join; null if it was made with another signing key."""

    id: str
    title: str
    link: str | None
    members: list[MemberState]
    proposals: list[ProposalState]
    running: list[KeptTable]
    finished: list[Listed]
    standings: list[GameTable]


class TableTicket(BaseModel):
    table: str
    link: str


class ProposalTicket(BaseModel):
    id: str


@router.get("/me/groups", response_model=GroupList, summary="One's groups")
async def mine(groups: Circles, person: Person) -> Any:
    found = await groups.of(person.session)
    return {"groups": [{"id": g.id, "title": g.name, "members": g.members, "proposals": g.proposals} for g in found]}


@router.post("/me/groups", response_model=GroupTicket, status_code=201, summary="Create a group")
async def create(request: Request, groups: Circles, person: Person, body: NewGroup) -> Any:
    use_quota(request, GROUPS, person.session)
    return {"id": await groups.create(person.session, body.name or person.name, body.title)}


@router.get("/group-links/{link}", response_model=GroupTitle, summary="Where the link of a group leads")
async def invitation(groups: Circles, link: LinkWord, token: Token) -> Any:
    return {"title": (await groups.by_link(link)).name}


@router.post("/group-links/{link}", response_model=GroupTicket, summary="Join a group by its link")
async def join(groups: Circles, person: Person, link: LinkWord, body: Joining) -> Any:
    return {"id": await groups.join(link, person.session, body.name or person.name)}


def group_data(request: Request, group: Group, shelf: GroupTables) -> dict[str, Any]:
    link = None if group.link is None else f"{base_of(request)}/groups/join/{group.link}"
    return {
        "id": group.id, "title": group.name, "link": link,
        "members": [
            {"id": one.word, "name": one.name, "here": one.is_here, "owner": one.is_owner, "me": one.is_me} for one in group.members
        ],
        "proposals": [
            {
                "id": one.id, "game": one.game, "by": one.by, "at": one.at,
                "yes": [member.word for member in one.yes], "no": [member.word for member in one.no],
            }
            for one in group.proposals
        ],
        "running": [listed(request, one.entry) | {"kept": one.is_kept} for one in shelf.running],
        "finished": [listed(request, one) for one in shelf.finished],
        "standings": [
            {
                "game": one.game,
                "standings": [
                    {"name": row.name, "played": row.played, "won": row.won, "average_place": row.average} for row in one.rows
                ],
            }
            for one in shelf.standings
        ],
    }  # fmt: skip


@router.get("/groups/{group_id}", response_model=GroupState, summary="A group, for its members")
async def group(request: Request, tables: Service, groups: Circles, person: Person, group_id: GroupId) -> Any:
    found = await groups.seen_by(group_id, person.session)
    return group_data(request, found, await shelf_of(tables, found, speaker(request)))


@router.put("/groups/{group_id}/title", response_model=GroupTitle, summary="Rename a group (owner)")
async def rename(groups: Circles, person: Person, group_id: GroupId, body: NewTitle) -> Any:
    await groups.rename(group_id, person.session, body.title)
    return {"title": (await groups.seen_by(group_id, person.session)).name}


@router.post("/groups/{group_id}/link", status_code=204, summary="A new link; the old one leads nowhere (owner)")
async def renew_link(groups: Circles, person: Person, group_id: GroupId) -> Response:
    await groups.renew_link(group_id, person.session)
    return Response(status_code=204)


@router.delete(
    "/groups/{group_id}/members/{member}", status_code=204, summary="Remove a member; the link changes (owner)"
)
async def remove(groups: Circles, person: Person, group_id: GroupId, member: MemberWord) -> Response:
    await groups.remove(group_id, person.session, member)
    return Response(status_code=204)


@router.post("/groups/{group_id}/leave", status_code=204, summary="Leave a group")
async def leave(groups: Circles, person: Person, group_id: GroupId) -> Response:
    await groups.leave(group_id, person.session)
    return Response(status_code=204)


@router.post("/groups/{group_id}/proposals", response_model=ProposalTicket, status_code=201, summary="Propose a game")
async def propose(request: Request, person: Person, group_id: GroupId, body: NewProposal) -> Any:
    return {"id": await group_pages.propose(request, person, group_id, body.game, body.at)}


@router.put("/groups/{group_id}/proposals/{proposal}", status_code=204, summary="Say yes or no to a proposed game")
async def answer(groups: Circles, person: Person, group_id: GroupId, proposal: ProposalId, body: Word) -> Response:
    await groups.answer(group_id, person.session, proposal, body.yes)
    return Response(status_code=204)


@router.delete("/groups/{group_id}/proposals/{proposal}", status_code=204, summary="Withdraw a proposed game")
async def withdraw(groups: Circles, person: Person, group_id: GroupId, proposal: ProposalId) -> Response:
    await groups.withdraw(group_id, person.session, proposal)
    return Response(status_code=204)


@router.post(
    "/groups/{group_id}/proposals/{proposal}/start", response_model=TableTicket, status_code=201,
    summary="Create the table of a proposed game; seats are kept for those who said yes",
)  # fmt: skip
async def start(
    request: Request, person: Person, group_id: GroupId, proposal: ProposalId, body: Starting | None = None
) -> Any:
    made = await group_pages.start(request, person, group_id, proposal, body is not None and body.duplicate)
    return {"table": made, "link": f"{base_of(request)}/table/{made}"}
