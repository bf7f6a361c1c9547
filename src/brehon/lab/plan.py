"""What will be played: plain texts and numbers, so that any process on any machine can play game number n of it.

A **deal** is one run of chance: every draw of its games comes from the same secret. Mirrored games play each deal once for
every rotation of the players around the table, so that no player wins only because of a better deal or a better seat.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from brehon import __version__
from brehon.bots import levels
from brehon.bots.levels import Level
from brehon.bots.own import OwnBot, source_of
from brehon.core import registry
from brehon.core.contract import Components, Game, Ruleset
from brehon.core.rulesets import stored_rules

DRAWN: Final = "drawn"  # the circular order is drawn for every deal; its games rotate that circle
ROTATED: Final = "rotated"  # in the given order, one seat on from game to game
FIXED: Final = "fixed"  # in the given order
CODE: Final = (".py", ".toml", ".json")  # what affects how a game runs
SHOWING: Final = ("face", "glyphs", "svg", "terminal", "witness", "words")  # packages that only display it


class Plan(NamedTuple):
    """One table that plays many games: who, what and the seed of all chance."""

    game: str
    options: dict[str, str]
    components: str  # name of the set
    source: str  # its text; "" for a built-in set
    players: list[str]  # [player] as levels.player() reads them: cottar, warrior@200
    seed: int
    mirrored: bool = True  # each deal once for every rotation of the players
    order: str = DRAWN  # who sits where
    recorded: bool = True  # by a match with fair chance and a record; otherwise only the figures, many times faster
    study: str = ""  # "module:function" called after each game, in the process that played it
    code: str = ""  # fingerprint of rules and bots; other code may play other games

    @property
    def n_seats(self) -> int:
        return len(self.players)

    def deal(self, number: int) -> int:
        """Which run of chance game `number` is played with."""
        return number // self.n_seats if self.mirrored else number

    def games_of(self, deal: int) -> list[int]:
        """The numbers of the games that share a deal."""
        if not self.mirrored:
            return [deal]
        return list(range(deal * self.n_seats, (deal + 1) * self.n_seats))

    def secret(self, number: int) -> str:
        """The chance secret of a game; everyone can guess it, which is what repeatable games need."""
        return hashlib.sha256(f"brehon lab deal {self.seed} {self.deal(number)}".encode()).hexdigest()

    def seating(self, number: int) -> list[int]:
        """[seat] the player there."""
        n = self.n_seats
        if self.order != DRAWN:
            return [(seat - (number if self.order == ROTATED else 0)) % n for seat in range(n)]
        circle = list(range(n))
        Random(f"brehon lab circle {self.seed} {number // n}").shuffle(circle)
        return [circle[(seat + number) % n] for seat in range(n)]

    def rng(self, number: int, seat: int) -> Random:
        """The random numbers of one bot in one game; they depend on nothing else."""
        return Random(f"brehon lab bot {self.seed} {number} {seat}")

    def to_json(self) -> str:
        return json.dumps(self._asdict(), ensure_ascii=True, sort_keys=True)


def make_plan(
    game: Game,
    players: list[str],
    seed: int = 1,
    options: dict[str, str] | None = None,
    components: Components | None = None,
    mirrored: bool = True,
    study: str = "",
) -> Plan:
    """Check a request; BadOptions says what would be right."""
    for spec in players:
        find_player(spec)
    return plan_of(registry.make_ruleset(game, len(players), options, components), players, seed, mirrored, study)


def plan_of(rules: Ruleset, players: list[str], seed: int, mirrored: bool = True, study: str = "") -> Plan:
    """A plan of these rules, as plain data."""
    name, loaded = rules.game.name, rules.components
    source = "" if loaded.builtin else loaded.source
    code = fingerprint(name, tuple(players))
    return Plan(name, rules.options, loaded.name, source, players, seed, mirrored, study=study, code=code)


def find_player(spec: str) -> Level:
    """The bot and its budget for a text such as `warrior@200`."""
    return levels.player(spec)


def rules_of(plan: Plan) -> Ruleset:
    return stored_rules(plan.game, plan.n_seats, plan.options, plan.components, plan.source)


@cache
def fingerprint(game: str, players: tuple[str, ...] = ()) -> str:
    """Changes with any code or data that affects how a game of bots runs."""
    home = Path(__file__).parent.parent
    own = sys.modules[type(registry.game(game)).__module__].__file__
    assert own is not None
    found = hashlib.sha256(__version__.encode())
    for folder in (home / "core", home / "bots", Path(own).parent):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in CODE):
            if path.name.startswith(SHOWING):
                continue
            found.update(path.relative_to(folder).as_posix().encode())
            found.update(path.read_bytes())
    for spec in sorted(set(players)):
        bot = find_player(spec).bot
        if isinstance(bot, OwnBot):
            found.update(source_of(bot))
    return found.hexdigest()[:16]
