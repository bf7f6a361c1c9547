"""What a sandbox stands on: a position of a table as its person knows it, one that was shared by a link, or one of the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from brehon.coach.hint import hint_seed
from brehon.core import registry
from brehon.core.contract import Game, Ruleset, View
from brehon.core.fair import commitment
from brehon.core.match import Match
from brehon.core.primer import Picture
from brehon.core.record import Player
from brehon.core.text import N_, Message
from brehon.server.archive.replay import open_outlooks
from brehon.server.errors import Conflict, NotFound
from brehon.server.names import FRIENDLY
from brehon.server.storage.schema import PlanRow, ShareRow
from brehon.server.table.bot_pool import position
from brehon.server.table.bot_queue import Place
from brehon.server.table.hint_process import Key, Question, Tried
from brehon.server.table.hint_words import why_no_tips
from brehon.server.table.hint_work import place_of
from brehon.server.table.sample import position_of
from brehon.server.table.sandbox import Sandbox, shown_match
from brehon.server.table.shares import Shares, Spot, spot_of, still_open, why_private
from brehon.server.table.table import Table, Who
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import looking_back
from brehon.server.table.visit import Asker, Visit, visiting


@dataclass
class Ground:
    """A position, and what the page of a sandbox has to know besides."""

    match: Match  # as far as it may be looked at
    view: View  # that the sandbox is made from
    names: list[str]
    who: Who
    why_no_help: Message | None  # why neither a bot nor a hint helps here
    id: str  # its hints are known by this
    seed: str  # of the search for hints
    place: Place  # in the queue of the bots
    back: str  # where it was opened
    why_private: Message | None  # why what is tried here cannot be shared
    table: Table | None = None  # where its first move may be played
    example: Picture | None = None  # of the rules, if it is one

    @property
    def rules(self) -> Ruleset:
        return self.match.rules

    def open(self, seed: int) -> Sandbox:
        """The sandbox with a guess of this seed, nothing tried yet."""
        return Sandbox(self.rules, players_of(self.match, self.names), self.view, seed)


def players_of(match: Match, names: list[str]) -> list[Player]:
    """The players by these names; no one has a name that is not among them."""
    named = names or [""] * len(match.players)
    return [Player(name, player.level) for name, player in zip(named, match.players, strict=True)]


def tip_key(ground: Ground, row: PlanRow) -> Key:
    return Key(ground.id, row.seat, row.ply, Tried(row.seed, tuple(row.moves)))


def tip_question(ground: Ground, row: PlanRow) -> Question:
    """The decision that a sandbox has come to."""
    key, at = tip_key(ground, row), position(ground.match.at(row.ply), row.seat, "")
    state = "" if ground.example is None else ground.match.state.text()
    return Question(key, at, hint_seed(ground.seed, row.ply, row.seat), key.tried, state=state)


@asynccontextmanager
async def standing(tables: Tables, shares: Shares, row: PlanRow, asker: Asker) -> AsyncIterator[Ground]:
    """The ground of a person's sandbox; that of a table stays locked."""
    if row.example is not None:
        yield example_ground(row)
        return
    if row.match is None:
        yield await shared_ground(tables, shares, await shares.of(str(row.share)))
        return
    async with visiting(tables, row.match, asker) as visit:
        yield own_ground(visit, row)


def own_ground(visit: Visit, row: PlanRow) -> Ground:
    table = visit.table
    return Ground(
        shown_match(visit), still_known(visit, row), table.names, visit.who, why_no_tips(table), table.id, table.commitment,
        place_of(table), f"/table/{table.id}", why_private(table), table,
    )  # fmt: skip


def still_known(visit: Visit, row: PlanRow) -> View:
    """What the sandbox is made from, as long as its person may know it: still sits there, and holds the device."""
    match = shown_match(visit)
    if row.seat >= 0 and row.seat not in visit.who.seats:
        raise Conflict(Message(N_("You no longer sit in this seat, so this sandbox is closed.")))
    if row.seat >= 0 and row.seat not in looking_back(visit.table, visit.who).seats:
        raise Conflict(Message(N_("The curtain is down: first say who holds the device.")))
    if row.ply > match.ply:
        raise Conflict(Message(N_("You can no longer see this position, so this sandbox is closed.")))
    return match.at(row.ply).view(row.seat)


# -- in a position of the rules


def example_of(name: str, picture: str) -> tuple[Game, Picture]:
    """A position of the rules of a game."""
    if name in registry.names():
        game = registry.game(name)
        for one in game.face().pictures():
            if one.name == picture:
                return game, one
    raise NotFound(Message(N_("The rules have no such position.")))


def example_ground(row: PlanRow) -> Ground:
    name, _, picture_name = str(row.example).partition("/")
    game, picture = example_of(name, picture_name)
    rules, state = position_of(game, picture)
    names, ident = list(FRIENDLY[: rules.n_seats]), f"example {row.example}"
    match = Match(rules, [Player(one) for one in names], ident)
    match.state = state
    return Ground(
        match, state.view(picture.seat), names, Who([]), None, ident, commitment(ident), Place("sandbox", row.person),
        f"/rules/{game.name}#{picture.anchor}", Message(N_("This position is a part of the rules, so everyone can open it there.")), example=picture,
    )  # fmt: skip


# -- by a link


async def shared_ground(tables: Tables, shares: Shares, row: ShareRow) -> Ground:
    """What a link shows, if it may be shown now. Nothing here depends on who opens it."""
    if (
        row.root is not None
    ):  # a line that someone has tried in the position of another link: it shows no more than that one
        ground = await shared_ground(tables, shares, await shares.of(row.root))
        if ground.why_private is not None:
            raise Conflict(ground.why_private)
        names = ground.names if row.names else []
        return replace(ground, names=names, id=row.id, back=f"/shared/{row.id}", place=Place("sandbox", row.person))
    why: Message | None
    if row.match is not None:
        async with tables.at(row.match) as table:
            match, names, mark = still_open(table, row), table.names, table.commitment
            why, private = why_no_tips(table), why_private(table)
    else:
        match, _ = await tables.records.kept(str(row.record_id))
        check_record(match, spot_of(row))
        names, mark, private = [player.name for player in match.players], commitment(row.id), None
        why = None if match.is_over else Message(N_("Bots and hints help here when the game is over."))
    return Ground(
        match, match.at(row.ply).view(row.seat), names if row.names else [], Who([]), why, row.id, mark,
        Place("sandbox", row.person), f"/shared/{row.id}", private,
    )  # fmt: skip


def check_record(match: Match, spot: Spot) -> None:
    """A record that was uploaded shows what its page shows."""
    if spot.ply > match.ply or spot.seat not in open_outlooks(match, Who([])):
        raise NotFound(Message(N_("This record has no such position.")))
