"""Plan ahead: a private sandbox made from what one person knows, with a guess at the rest. It never touches the match.

Only a View goes in, and a seed that has nothing to do with the secret of the match: whatever is tried here, nothing of the truth
can come out.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup
from sqlalchemy import delete, insert, select, update

from brehon.core.contract import CHANCE, SPECTATOR, Ruleset, View
from brehon.core.match import Done, Match
from brehon.core.primer import Picture
from brehon.core.record import Player
from brehon.core.text import N_, Message, Speaker
from brehon.server.errors import Conflict, NotFound, Stale
from brehon.server.storage.schema import PlanRow, ShareRow
from brehon.server.storage.store import Store, storable
from brehon.server.table.decisions import filled_in
from brehon.server.table.guess import Guess
from brehon.server.table.log_view import latest_lines
from brehon.server.table.table import Position, Table, Who
from brehon.server.table.table_view import (
    PAGE_LOG,
    Bundle,
    Group,
    Person,
    Sheet,
    bundle,
    grouped,
    people,
    refusals,
    sheet,
)
from brehon.server.table.visibility import looking_back
from brehon.server.table.visit import Visit

MOST_MOVES: Final = 400
MOST_PLANS: Final = 12  # of one person; older ones are forgotten
SEEDS: Final = 1 << 30
EXAMPLE_SEED: Final = 1  # of the guess in a position of the rules: the same for everyone


class Sandbox(Guess):
    """A guess that is played on by a person, against opponents that answer or for all seats."""

    def __init__(self, rules: Ruleset, players: list[Player], view: View, seed: int) -> None:
        super().__init__(rules, players, view, seed)
        self.mine = self.seat if self.seat >= 0 else self.match.state.to_move()  # never played by opponents

    @property
    def is_answering(self) -> bool:
        """Whether an opponent decides now, where there are opponents."""
        return self.mover >= 0 and self.mover != self.mine

    def own_last(self) -> int:
        """How many decisions were made before the person's own last one; none of these, if they have made none."""
        seats = [ply.seat for ply in self.match.plies if ply.seat != CHANCE]
        return max((n for n, seat in enumerate(seats) if seat == self.mine), default=0)

    def fill(self, numbers: dict[str, int]) -> tuple[Done, int]:
        """Carry out what a filled form says, as at the table; how many decisions that were."""
        actions = filled_in(self.match, self.mover, numbers)
        return self.match.play_all(self.mover, actions), len(actions)


def shown_match(visit: Visit) -> Match:
    """The match as far as they may look at it."""
    return visit.match or visit.table.playing()


def view_at(visit: Visit, ply: int) -> View:
    """What this person knows of a position: of several seats, the view of the one that decides there.

    Behind the curtain of a hot seat it is only what everyone knows.
    """
    past, mine = shown_match(visit).at(ply), looking_back(visit.table, visit.who).seats
    seat = next((seat for seat in mine if past.may_move(seat)), mine[0] if mine else SPECTATOR)
    return past.view(seat)


def open_sandbox(table: Table, view: View, seed: int) -> Sandbox:
    players = [Player(player.name, player.level) for player in table.playing().players]
    return Sandbox(table.rules, players, view, seed)


@dataclass
class Trial:
    """A sandbox as its page shows it."""

    status: str
    turn: str
    is_over: bool
    board: Markup
    groups: list[Group]
    refused: list[tuple[int, str, str]]
    log: list[tuple[int, str]]
    people: list[Person]
    sheet: Sheet
    tried: int
    bundle: Bundle | None
    first: str  # what the first move says, if it could be played for real
    is_on_board: bool = False  # the board shows every move well


def trial(sandbox: Sandbox, who: Who, say: Speaker, narrow: bool, has_opponents: bool = False) -> Trial:
    match, rules, viewer = sandbox.match, sandbox.match.rules, sandbox.viewer
    position = Position(match, viewer)
    view, offers, face = position.view, position.offers, position.face
    lines = face.score_sheet(rules, view)
    turn = N_("The game would be over.") if match.is_over else N_("You decide for %(player)s.")
    if has_opponents and not match.is_over and not sandbox.is_answering:
        turn = N_("You play %(player)s; the others answer.")
    return Trial(
        status=say(face.status(rules, view)),
        turn=say(Message(turn, player=say.seat(viewer))),
        is_over=match.is_over,
        board=Markup(face.board(rules, view, offers, say, narrow=narrow)),
        groups=grouped(position, offers, say),
        refused=refusals(position, offers, say),
        log=latest_lines(position, say, PAGE_LOG, {}),
        people=people(position, who, say),
        sheet=sheet(lines, say),
        tried=len(sandbox.played),
        bundle=bundle(position, say),
        first="",
    )


def first_for_real(table: Table, row: PlanRow, view: View, say: Speaker) -> str:
    """The words of the first move, if it is the viewer's own and the table is still where the plan began."""
    match = table.playing()
    if not row.moves or row.ply != match.ply or row.seat < 0 or match.why_not(row.seat, row.moves[0]) is not None:
        return ""
    return say(table.rules.game.face().action(table.rules, view, row.moves[0]))


class Sandboxes:
    """Where people's sandboxes are kept: each for its own person only."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def begin(self, match_id: str, person: str, seat: int, ply: int) -> str:
        """A new sandbox; the oldest of the same person go."""
        return await self._put(person, {"match": match_id, "share": None, "seat": seat, "ply": ply})

    async def begin_example(self, game: str, picture: Picture, person: str) -> str:
        """A sandbox in a position of the rules of a game."""
        row: dict[str, object] = {"match": None, "share": None, "seat": picture.seat, "ply": 0, "seed": EXAMPLE_SEED}
        return await self._put(person, {**row, "example": f"{game}/{picture.name}"})

    async def begin_from(self, share: ShareRow, person: str) -> str:
        """A sandbox of one's own in a position that was shared: with its guess, and with what was tried there."""
        row: dict[str, object] = {"match": None, "share": share.id, "seat": share.seat, "ply": share.ply}
        if share.seed is not None:
            row |= {"seed": share.seed, "moves": share.moves}
        return await self._put(person, row)

    async def _put(self, person: str, values: dict[str, object]) -> str:
        row = {
            "id": secrets.token_urlsafe(12), "person": person, "seed": secrets.randbelow(SEEDS), "moves": [], "changes": 0,
            "at": time.time(), "opponents": "", "example": None, **values,
        }  # fmt: skip
        async with self.store.writing() as connection:
            newest = (
                select(PlanRow.id).where(PlanRow.person == person).order_by(PlanRow.at.desc()).limit(MOST_PLANS - 1)
            )
            kept = [plan_id for (plan_id,) in await connection.execute(newest)]
            await connection.execute(delete(PlanRow).where(PlanRow.person == person, PlanRow.id.not_in(kept)))
            await connection.execute(insert(PlanRow), row)
        return str(row["id"])

    async def of(self, plan_id: str, person: str) -> PlanRow:
        """A person's own sandbox; for others it does not exist."""
        found = None
        if person and storable(plan_id):
            async with self.store.reading() as connection:
                query = select(*PlanRow.__table__.c).where(PlanRow.id == plan_id, PlanRow.person == person)
                found = (await connection.execute(query)).first()
        if found is None:
            raise NotFound(Message(N_("There is no such sandbox of yours. Open a new one at the table.")))
        return PlanRow(**found._mapping)

    async def change(self, row: PlanRow, changes: int, moves: list[int], seed: int, opponents: str) -> None:
        """Remember what was tried. Stale if another window was faster."""
        if len(moves) > MOST_MOVES:
            raise Conflict(Message(N_("A sandbox ends after %(most)s moves."), most=MOST_MOVES))
        query = update(PlanRow).where(PlanRow.id == row.id, PlanRow.changes == changes)
        async with self.store.writing() as connection:
            values = {"moves": moves, "seed": seed, "opponents": opponents, "changes": changes + 1, "at": time.time()}
            done = await connection.execute(query.values(**values))
            if done.rowcount != 1:
                raise Stale(changes, row.changes)
        row.moves, row.seed, row.opponents, row.changes = moves, seed, opponents, changes + 1
