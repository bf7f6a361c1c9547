"""What is to be played: plain texts and numbers, so that any process on any machine can play game number n of it.

A **deal** is one run of chance: every draw of its games comes from the same secret. Mirrored games play each deal once for
every rotation of the players around the table, so that nobody owes a victory to the better deal or the better seat.
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
from brehon.core import registry
from brehon.core.contract import Components, Game, Ruleset

CODE: Final = (".py", ".toml", ".json")  # what decides how a game goes
SHOWING: Final = ("face", "facts", "glyphs", "svg", "terminal", "words")  # rooms that only show it


class Plan(NamedTuple):
    """One table that plays many games: who, what and the seed of all chance."""

    game: str
    options: dict[str, str]
    components: str  # name of the set
    source: str  # its text; "" for a built-in set
    players: list[str]  # [player] as levels.player() reads them: cottar, warrior@200
    seed: int
    mirrored: bool = True  # each deal once for every rotation of the players
    study: str = ""  # "module:function" asked after each game, in the process that played it
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
        """The chance secret of a game; everybody can guess it, which is what repeatable games need."""
        return hashlib.sha256(f"brehon lab deal {self.seed} {self.deal(number)}".encode()).hexdigest()

    def seating(self, number: int) -> list[int]:
        """[seat] the player there. Who follows whom is drawn anew for every deal; its games rotate that circle."""
        n = self.n_seats
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
    """Check what is asked for; BadOptions says what would be right."""
    for spec in players:
        find_player(spec)
    rules = registry.make_ruleset(game, len(players), options, components)
    loaded = rules.components
    source = "" if loaded.builtin else loaded.source
    return Plan(game.name, rules.options, loaded.name, source, players, seed, mirrored, study, fingerprint(game.name))


def find_player(spec: str) -> Level:
    """The bot and its budget that a text as `warrior@200` means."""
    return levels.player(spec)


def rules_of(plan: Plan) -> Ruleset:
    game = registry.game(plan.game)
    if plan.source:
        components = game.load_components(plan.source, plan.components)
    else:
        components = registry.builtin(game, plan.components)
    return registry.make_ruleset(game, plan.n_seats, plan.options, components)


@cache
def fingerprint(game: str) -> str:
    """Differs when the code or the data differ that decide how a game of bots goes."""
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
    return found.hexdigest()[:16]
