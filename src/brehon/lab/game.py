"""One game of a plan, played by a match with provably fair chance; and the line that stores it.

A line is a record with one field more, `lab`; so each line of a folder's records.jsonl is a file that `brehon verify` proves.
"""

from __future__ import annotations

import json
import time
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, Protocol

from brehon.bots.levels import Level
from brehon.bots.seated import play_match, play_state
from brehon.core.canon import digest
from brehon.core.contract import CHANCE, SPECTATOR, Ruleset
from brehon.core.errors import BadRecord, BrehonError
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.lab.plan import Plan, find_player, fingerprint, rules_of


class Played(NamedTuple):
    """One game: what the statistics need, and its record."""

    table: int  # which plan of the run
    number: int
    deal: int
    seating: list[int]  # [seat] the player there
    places: list[int]  # [seat]
    scores: list[int]  # [seat]
    decisions: list[int]  # [seat] with more than one legal action; without a record, all
    thinking: list[float]  # [seat] seconds spent on them
    plies: int
    busy: float  # seconds from its start to its end
    cpu: float  # of these, seconds in which a processor worked for it
    study: Any  # result of Plan.study, plain JSON data; None without
    line: str  # the record, one line of JSON

    def win(self, player: int) -> float:
        """The player's part of the victory."""
        return 1 / self.places.count(1) if self.places[self.seating.index(player)] == 1 else 0.0


class Study(Protocol):
    """Examines a finished game; returns plain JSON data."""

    def __call__(self, match: Match, played: Played) -> object: ...


class OtherCode(BrehonError):
    """A worker has other rules or bots than the process that sent the work."""


@lru_cache(maxsize=64)
def _prepared(text: str) -> tuple[Plan, Ruleset, list[Level], Study | None]:
    """A plan with all that its games share; made once in each process."""
    plan = Plan(**json.loads(text))
    here = fingerprint(plan.game, tuple(plan.players))
    if plan.code and plan.code != here:
        raise OtherCode(
            f"a worker has other rules or bots of {plan.game} (fingerprint {here}, the plan says {plan.code}); "
            "install the same version of Brehon on every machine"
        )
    study = None
    if plan.study:
        module, _, name = plan.study.partition(":")
        study = getattr(import_module(module), name)
    return plan, rules_of(plan), [find_player(spec) for spec in plan.players], study


def play_game(text: str, table: int, number: int) -> Played:
    """Play game `number` of the plan in `text`. The same text and number give the same game on any machine."""
    plan, rules, bots, study = _prepared(text)
    begin, cpu_begin = time.perf_counter(), time.thread_time()
    seating = plan.seating(number)
    seated = [bots[player] for player in seating]
    if not plan.recorded:
        return _play_quickly(plan, rules, seated, table, number)
    match = Match(rules, _names(plan, seating), plan.secret(number))
    decisions, thinking = play_match(match, seated, [plan.rng(number, seat) for seat in range(plan.n_seats)])
    places, scores = match.state.places(), match.state.scores()
    busy, cpu = time.perf_counter() - begin, time.thread_time() - cpu_begin
    played = Played(table, number, plan.deal(number), seating, places, scores, decisions, thinking, match.ply, busy, cpu, None, "")  # fmt: skip
    if study is not None:
        played = played._replace(study=study(match, played))
    return played._replace(line=_line(match, played))


def _play_quickly(plan: Plan, rules: Ruleset, seated: list[Level], table: int, number: int) -> Played:
    """The same without a record: one source of random numbers for chance and all bots. The study is the number of turns."""
    begin, cpu_begin = time.perf_counter(), time.thread_time()
    state = rules.start()
    decisions, draws = [0] * plan.n_seats, 0
    for mover in play_state(state, seated, Random(f"brehon simulate {plan.seed} {number}")):
        if mover == CHANCE:
            draws += 1
        else:
            decisions[mover] += 1
    turns = rules.game.face().data(rules, state.view(SPECTATOR)).get("turn", 0)
    busy, cpu = time.perf_counter() - begin, time.thread_time() - cpu_begin
    return Played(table, number, plan.deal(number), plan.seating(number), state.places(), state.scores(), decisions, [0.0] * plan.n_seats,
                  sum(decisions) + draws, busy, cpu, turns if isinstance(turns, int) else 0, "")  # fmt: skip


def _names(plan: Plan, seating: list[int]) -> list[Player]:
    """Players are named by level, budget and number: `2 warrior@200`."""
    return [Player(f"{player + 1} {plan.players[player]}", plan.players[player]) for player in seating]


KEPT = ("table", "number", "deal", "seating", "decisions", "thinking", "busy", "cpu", "study")


def _line(match: Match, played: Played) -> str:
    body = match.record(reveal=True).body()
    data = played._asdict()
    data["thinking"] = [round(seconds, 6) for seconds in played.thinking]
    data["busy"], data["cpu"] = round(played.busy, 6), round(played.cpu, 6)
    body["lab"] = {name: data[name] for name in KEPT}
    return json.dumps({**body, "digest": digest(body)}, ensure_ascii=False, separators=(",", ":"))


def read_line(line: str) -> Played:
    """What was stored of a game; BadRecord if the line is incomplete."""
    try:
        raw = json.loads(line)
        lab, result = raw["lab"], raw["result"]
        kept = {name: lab[name] for name in KEPT}
        return Played(**kept, places=result["places"], scores=result["scores"], plies=len(raw["plies"]), line=line)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadRecord(f"this is not a game of the lab: {error!r}") from None
