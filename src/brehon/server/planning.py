"""Plan ahead: a private sandbox made from what one person knows, with a guess at the rest. It never touches the match.

Only a View goes in, and a seed that has nothing to do with the secret of the match: whatever is tried here, nothing of the truth
can come out.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from random import Random
from typing import Final

from markupsafe import Markup
from sqlalchemy import delete, insert, select, update

from brehon.core.contract import CHANCE, SPECTATOR, Ruleset, View
from brehon.core.match import Done, Match
from brehon.core.record import Player
from brehon.core.text import N_, Message, Reason, Speaker
from brehon.server.errors import Conflict, NotFound, Stale
from brehon.server.schema import PlanRow
from brehon.server.services import Table, Who, filled_in
from brehon.server.showing import PAGE_LOG, Bundle, Person, Sheet, bundle, choices, log_lines, people, sheet
from brehon.server.store import Store, storable
from brehon.server.watching import looking_back

MOST_MOVES: Final = 400
MOST_PLANS: Final = 12  # of one person; older ones are forgotten
SEEDS: Final = 1 << 30


class Sandbox:
    """A guess that is played on."""

    def __init__(self, rules: Ruleset, players: list[Player], view: View, seed: int) -> None:
        self.seat = view.seat  # whose knowledge it is made from
        secret = hashlib.sha256(f"brehon plan {seed}".encode()).hexdigest()
        self.match = Match(rules, players, secret)
        self.match.state = view.determinize(Random(secret))
        self.match.start()

    @property
    def mover(self) -> int:
        """Who decides now: if several may, the seat whose sandbox it is comes first. Below 0 at the end."""
        state = self.match.state
        return self.seat if self.match.may_move(self.seat) else state.to_move()

    @property
    def viewer(self) -> int:
        """From where the sandbox is seen: whoever decides there; what is hidden from the others is part of the guess."""
        return self.mover if self.mover >= 0 else self.seat

    def play(self, moves: list[int]) -> Reason | None:
        """Carry out moves of whoever is to move, until one is not possible; the reason for that."""
        for action in moves:
            why = self.match.why_not(self.mover, action)
            if why is not None:
                return why
            self.match.play(self.mover, action)
        return None

    def fill(self, numbers: dict[str, int]) -> tuple[Done, int]:
        """Carry out what a filled form says, as at the table; how many decisions that were."""
        actions = filled_in(self.match, self.mover, numbers)
        return self.match.play_all(self.mover, actions), len(actions)

    @property
    def played(self) -> list[int]:
        return [ply.action for ply in self.match.plies if ply.seat != CHANCE]


def shown_match(table: Table, who: Who) -> Match:
    """The match as far as they may look at it."""
    table.playing()
    match = table.shown_to(who)
    assert match is not None, "the game has begun"
    return match


def view_at(table: Table, who: Who, ply: int) -> View:
    """What whoever asks knows of a position: of several seats, from the one that decides there.

    Behind the curtain of a hot seat it is only what everybody knows.
    """
    past, mine = shown_match(table, who).at(ply), looking_back(table, who).seats
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
    moves: list[tuple[int, str]]
    refused: list[tuple[int, str, str]]
    log: list[tuple[int, str]]
    people: list[Person]
    sheet: Sheet
    tried: int
    bundle: Bundle | None
    first: str  # what the first move says, if it could be played for real


def trial(sandbox: Sandbox, who: Who, say: Speaker, narrow: bool) -> Trial:
    match, rules, viewer = sandbox.match, sandbox.match.rules, sandbox.viewer
    view, offers, face = match.view(viewer), match.offers(viewer), rules.game.face()
    moves, refused = choices(match, viewer, offers, say)
    lines = face.score_sheet(rules, view)
    turn = N_("The game would be over.") if match.is_over else N_("You decide for %(player)s.")
    return Trial(
        status=say(face.status(rules, view)),
        turn=say(Message(turn, player=say.seat(viewer))),
        is_over=match.is_over,
        board=Markup(face.board(rules, view, offers, say, narrow=narrow)),
        moves=moves,
        refused=refused,
        log=log_lines(match, viewer, say, PAGE_LOG, {}),
        people=people(match, who, say, lines[-1].values),
        sheet=sheet(lines, say),
        tried=len(sandbox.played),
        bundle=bundle(match, viewer, say),
        first="",
    )


def first_for_real(table: Table, row: PlanRow, view: View, say: Speaker) -> str:
    """The words of the first move, if it is the viewer's own and the table is still where the plan began."""
    match = table.playing()
    if not row.moves or row.ply != match.ply or row.seat < 0 or match.why_not(row.seat, row.moves[0]) is not None:
        return ""
    return say(table.rules.game.face().action(table.rules, view, row.moves[0]))


class Plans:
    """Where people's sandboxes are kept: each for its own person only."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def begin(self, match_id: str, person: str, seat: int, ply: int) -> str:
        """A new sandbox; the oldest of the same person go."""
        row = {
            "id": secrets.token_urlsafe(12), "match": match_id, "person": person, "seat": seat, "ply": ply,
            "seed": secrets.randbelow(SEEDS), "moves": [], "changes": 0, "at": time.time(),
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
        """Somebody's own sandbox; nobody else's is there at all."""
        found = None
        if person and storable(plan_id):
            async with self.store.reading() as connection:
                query = select(*PlanRow.__table__.c).where(PlanRow.id == plan_id, PlanRow.person == person)
                found = (await connection.execute(query)).first()
        if found is None:
            raise NotFound(Message(N_("There is no such sandbox of yours. Open a new one at the table.")))
        return PlanRow(**found._mapping)

    async def change(self, row: PlanRow, changes: int, moves: list[int], seed: int) -> None:
        """Remember what was tried. Stale if another window was faster."""
        if len(moves) > MOST_MOVES:
            raise Conflict(Message(N_("A sandbox ends after %(most)s moves."), most=MOST_MOVES))
        query = update(PlanRow).where(PlanRow.id == row.id, PlanRow.changes == changes)
        async with self.store.writing() as connection:
            done = await connection.execute(query.values(moves=moves, seed=seed, changes=changes + 1, at=time.time()))
            if done.rowcount != 1:
                raise Stale(changes, row.changes)
        row.moves, row.seed, row.changes = moves, seed, changes + 1
