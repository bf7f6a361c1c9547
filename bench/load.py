"""Many live tables at once: `python -m bench.load`, and with --crash somebody who kills the server among them.

People play through the pages exactly as the browser's script does (see crowd.py), two or three at a table and a bot with those who
are not enough; everybody listens to the event stream and reads the table again when it rings. A table decides about once in
`--thinks` seconds, whoever's turn it is: 200 tables and 15 seconds are 13 decisions a second, and each is seen by one or two
others. Everything runs against a real `brehon serve`: with one worker on SQLite, with more on a throw-away PostgreSQL.
Afterwards a backup is written, every match in it is played again, and whatever was acknowledged must be there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Coroutine
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import brehon
from bench.crowd import Bundle, BundleTable, LiveTable, OpeningTable, Tally
from bench.site import Site, kill_now_and_then, serving
from bench.yardstick import slowness
from brehon.core import registry
from brehon.core.lock import read_lock
from brehon.core.match import Match
from brehon.core.record import Player

STORAGE = "brehon.server.storage"  # an older commit, which --series measures too, has no such folder
backup: Any = import_module(f"{STORAGE if find_spec(STORAGE) else 'brehon.server'}.backup")

FIND_IN = 120.0  # seconds after which it begins although somebody has no page yet
CATCH_UP = 60.0  # seconds that a page may need after the last move: 400 streams and pages come back at once


class Stored:
    """What a backup holds: every match with its seats and its lines."""

    def __init__(self, file: Path) -> None:
        self.matches: dict[str, dict[str, Any]] = {}
        self.seats: dict[str, dict[int, dict[str, Any]]] = {}
        self.lines: dict[str, dict[int, str]] = {}
        for entry in backup.lines_of(file):
            row = entry.get("row", {})
            if entry.get("table") == "matches":
                self.matches[row["id"]] = row
            elif entry.get("table") == "seats":
                self.seats.setdefault(row["match"], {})[row["seat"]] = row
            elif entry.get("table") == "plies":
                self.lines.setdefault(row["match"], {})[row["ply"]] = row["words"]

    def match(self, match_id: str, plies: int) -> Match:
        """The match as it was before ply number `plies`."""
        row, seats = self.matches[match_id], [seat for _, seat in sorted(self.seats[match_id].items())]
        rules = registry.make_ruleset(registry.game(row["game"]), len(seats), row["options"], version=row["rules"])
        lock = read_lock(row["lock"]) if row["lock"] else None
        words = [seat["word"] if lock is None else seat["number"] or "" for seat in seats]
        match = Match(rules, [Player(seat["name"]) for seat in seats], row["secret"], words, lock)
        match.resume([self.lines[match_id][ply] for ply in range(plies)])
        return match


def missing_moves(stored: Stored, tables: list[LiveTable]) -> tuple[int, list[str]]:
    """How many moves were acknowledged, and those that are not in the backup at their ply."""
    moves, wrong = 0, []
    for table in tables:
        for path, said in table.acknowledged.items():
            match_id = path.rpartition("/")[2]
            space = stored.match(match_id, 0).rules.space
            moves += len(said)
            for ply, action in said.items():
                line = stored.lines.get(match_id, {}).get(ply, "nothing")
                if line.partition(" ")[2] != space.texts[action]:
                    wrong.append(f"{match_id} ply {ply}: {space.texts[action]!r} was acknowledged, {line!r} is there")
    return moves, wrong


def torn_bundles(stored: Stored, bundles: list[Bundle]) -> tuple[int, list[str]]:
    """How many bundles are stored, and those that are there in part, or not although they were acknowledged."""
    found, wrong = 0, []
    for bundle in bundles:
        match = stored.match(bundle.path, bundle.ply)
        done = match.play_all(bundle.seat, bundle.actions)
        wanted = [ply.words(match.rules) for ply in match.plies[bundle.ply :]]
        there = [stored.lines[bundle.path].get(bundle.ply + n, "") for n in range(len(wanted))]
        if there == wanted:
            found += 1
        elif bundle.done >= 0 or (there[0] == wanted[0] and not explained(stored, bundles, bundle)):
            wrong.append(f"{bundle.path} ply {bundle.ply}: {wanted} was sent, {there} is there")
        if bundle.done >= 0 and bundle.done != done.count:
            wrong.append(f"{bundle.path} ply {bundle.ply}: {bundle.done} were acknowledged, {done.count} can be done")
    return found, wrong


def explained(stored: Stored, bundles: list[Bundle], bundle: Bundle) -> bool:
    """Whether what stands where an unanswered bundle was meant to go was sent again later, as another bundle."""
    later = bundles[bundles.index(bundle) + 1 :]
    again = [other for other in later if (other.path, other.ply) == (bundle.path, bundle.ply)]
    return any(not torn_bundles(stored, [other])[1] and torn_bundles(stored, [other])[0] for other in again)


async def check(site: Site, tables: list[LiveTable], tally: Tally) -> list[str]:
    """Play every match again from a backup; what is lost or torn."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "load.backup"
        await backup.write_backup(site.settings, file)
        matches = await asyncio.to_thread(backup.check_backup, file)
        stored = Stored(file)
    moves, wrong = missing_moves(stored, tables)
    print(f"matches played again from a backup: {matches}, all sound; acknowledged moves {moves}, missing {len(wrong)}")
    if tally.bundles:
        found, torn = torn_bundles(stored, tally.bundles)
        unanswered = sum(bundle.done < 0 for bundle in tally.bundles)
        print(
            f"bundles sent {len(tally.bundles)}, without an answer {unanswered}, stored whole {found}, torn or lost {len(torn)}"
        )
        wrong += torn
    return wrong


def cut_at(times: list[float], percent: int) -> float:
    """Milliseconds; not a number where too little was timed."""
    return 1000 * statistics.quantiles(times, n=100)[percent - 1] if len(times) > 1 else float("nan")


def result_of(options: argparse.Namespace, tally: Tally, site: Site, seconds: float, used: float) -> dict[str, Any]:
    """One line of a series; see series.py."""
    answers = len(tally.clicks) + len(tally.fragments)
    return {
        "tables": options.tables, "workers": options.workers, "database": "PostgreSQL" if site.cluster is not None else "SQLite",
        "mode": brehon.MODE.split()[0], "seconds": round(seconds), "decisions": round(tally.done / seconds, 1),
        "p50": cut_at(tally.clicks, 50), "p95": cut_at(tally.clicks, 95), "p99": cut_at(tally.clicks, 99),
        "look_p95": cut_at(tally.fragments, 95), "seen_p95": cut_at(tally.seen, 95),
        "cpu_per_answer": 1000 * used / max(1, answers), "cpu_share": used / seconds,
        "bytes_per_click": tally.click_bytes / max(1, tally.done), "bytes_per_look": tally.sent_bytes / max(1, len(tally.fragments)),
        "shed": tally.refused[503] - tally.shed_before, "all_in": round(tally.all_in, 1), "errors": sum(tally.errors.values()), "memory": round(site.peak),
        "load_average": round(os.getloadavg()[0], 1), "slower": round(tally.slower, 2),
    }  # fmt: skip


def percentiles(times: list[float]) -> str:
    if len(times) < 2:
        return "-"
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {1000 * cuts[49]:.0f}, p95 {1000 * cuts[94]:.0f}, p99 {1000 * cuts[98]:.0f}, longest {1000 * max(times):.0f} ms ({len(times)})"


async def run(options: argparse.Namespace) -> bool:
    tally, games = Tally(), options.games.split(",")
    shared = options.postgres or options.workers > 1
    with serving(options.workers, options.bot_pause, shared) as site:
        await site.ready()
        tables = [
            LiveTable(site.port, games[n % len(games)], options.bots, options.thinks, tally, options.seed + n)
            for n in range(options.tables)
        ]
        for table in tables:
            await table.set_up()
        programs = [BundleTable(site.port, games[n % len(games)], tally, n) for n in range(options.bundles)]
        programs += [OpeningTable(site.port, games[n % len(games)], tally, n) for n in range(3 * bool(options.crash))]
        print(f"{len(tables)} tables are set up; load average {os.getloadavg()[0]:.1f}", flush=True)
        deaths, seconds, used = await play(
            options, site, tally, tables, [t.play() for t in tables] + [p.play() for p in programs]
        )
        begin = time.monotonic()
        behind = await caught_up(tables, begin + CATCH_UP)
        waited = time.monotonic() - begin
        await asyncio.gather(*(table.leave() for table in tables))
        await site.ready()
        print_tally(options, tally, site, seconds, used)
        if options.json:
            Path(options.json).write_text(json.dumps(result_of(options, tally, site, seconds, used), indent=1) + "\n")
        print(
            f"killed {json.dumps(deaths)}, {tally.killed_while_opening} of them while a table was locked and not begun; "
            f"tables locked, opened and begun {tally.opened}; "
            * bool(deaths)
            + f"pages that have not caught up {waited:.1f} s after the last move: {len(behind)} {behind[:5]}"
        )
        wrong = [] if options.unchecked else await check(site, tables, tally)
        print(*wrong[:10], sep="\n", end="\n" * bool(wrong))
    return not wrong and not tally.errors and not behind


async def play(
    options: argparse.Namespace,
    site: Site,
    tally: Tally,
    tables: list[LiveTable],
    playing: list[Coroutine[None, None, None]],
) -> tuple[dict[str, int], float, float]:
    """Everybody plays, for a time or until enough has been killed; what was killed, the seconds, the processor's seconds."""
    scale = asyncio.create_task(site.weigh())
    tasks = [asyncio.create_task(one) for one in playing]
    await found_in(tables, tally)
    await asyncio.sleep(options.warm_up)
    tally.slower = slowness()
    tally.begin_anew()
    begin, before = time.monotonic(), site.cpu()
    deaths: dict[str, int] = {}
    if options.crash:
        deaths = await kill_now_and_then(site, options.crash, tally, random.Random(options.seed))
    tally.until = max(begin + options.seconds, time.monotonic() + 5)
    await asyncio.gather(*tasks)
    scale.cancel()
    tally.slower = (tally.slower + slowness()) / 2
    return deaths, time.monotonic() - begin, site.cpu() - before


async def found_in(tables: list[LiveTable], tally: Tally) -> None:
    """All pages and streams are opened at the same moment, as after a restart: until everybody has both, nothing else is timed."""
    begin, people = time.monotonic(), [person for table in tables for person in table.people]
    while time.monotonic() < begin + FIND_IN and not all(person.is_in for person in people):
        await asyncio.sleep(0.1)
    tally.all_in = time.monotonic() - begin
    tally.shed_before = tally.refused[503]
    missing = sum(not person.is_in for person in people)
    print(f"{len(people)} people came at the same moment: all had their page and their stream after {tally.all_in:.1f} s, "
          f"{tally.shed_before} times somebody was asked to come back later; {missing} are still without", flush=True)  # fmt: skip


async def caught_up(tables: list[LiveTable], until: float) -> list[str]:
    """Pages that are still older than the last acknowledged move after a while."""
    while True:
        behind = [words for table in tables for words in table.behind]
        if not behind or time.monotonic() > until:
            return behind
        await asyncio.sleep(0.2)


def print_tally(options: argparse.Namespace, tally: Tally, site: Site, seconds: float, used: float) -> None:
    where = "PostgreSQL" if site.cluster is not None else "SQLite"
    answers = len(tally.clicks) + len(tally.fragments)
    mode = brehon.MODE.split()[0]
    print(f"{where}, {options.workers} worker(s), {mode}; {options.tables} tables of {options.games}, {seconds:.0f} s, "
          f"load average {os.getloadavg()[0]:.1f}, machine slower than that of docs/benchmarks.md by {tally.slower:.1f}")  # fmt: skip
    print(f"decisions offered {tally.due / seconds:.1f}/s, done {tally.done / seconds:.1f}/s; "
          f"fragments {len(tally.fragments) / seconds:.1f}/s; bells {tally.bells / seconds:.1f}/s; "
          f"games finished {tally.games}")  # fmt: skip
    print(f"click:             {percentiles(tally.clicks)}")
    print(f"fragment:          {percentiles(tally.fragments)}")
    print(f"seen by others:    {percentiles(tally.seen)}")
    print(f"errors {dict(tally.errors)}; 409/503 {dict(tally.refused)}; connections lost {tally.lost}; "
          f"streams opened again {tally.reconnected}")  # fmt: skip
    print(f"memory at most {site.peak:.0f} MB", end="" if not options.crash else "\n")
    if not options.crash:  # whoever is killed takes the count along
        print(f"; processor {used:.1f} s = {100 * used / seconds:.0f} % of one core, "
              f"{1000 * used / max(1, answers):.1f} ms per answer; bytes per click {tally.click_bytes / max(1, tally.done):.0f}, "
              f"per fragment {tally.sent_bytes / max(1, len(tally.fragments)):.0f}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=180, help="of play that is timed (with --series: 30 at most)")
    parser.add_argument("--warm-up", type=float, default=20, help="seconds of play before anything is timed")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL with one worker too")
    parser.add_argument("--games", default="armorica,arrival,fallen-kingdoms")
    parser.add_argument("--bots", type=int, default=1, help="seats of each table that bots have; two people stay")
    parser.add_argument("--bot-pause", type=float, default=0.6)
    parser.add_argument("--thinks", type=float, default=15.0, help="seconds that a person thinks, on average")
    parser.add_argument("--bundles", type=int, default=0, metavar="N", help="programs that send several moves at once")
    parser.add_argument(
        "--crash", type=int, default=0, metavar="N", help="kill -9 so many times: workers, and the database"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", default="", metavar="FILE", help="write the figures there too")
    parser.add_argument("--unchecked", action="store_true", help="do not play the matches of a backup again afterwards")
    parser.add_argument(
        "--series", metavar="FOLDER", default="", help="all sizes one after the other, table and plot: see series.py"
    )
    parser.add_argument(
        "--before", metavar="COMMIT", default="", help="with --series: the same of an older commit first"
    )
    parser.add_argument("--minutes", type=float, default=25.0, help="with --series: what would take longer is left out")
    parser.add_argument(
        "--sizes", default="", help='with --series: other sizes, "6,6x2" for 6 tables with 1 and 2 workers'
    )
    parser.add_argument(
        "--prepare", action="store_true", help="with --series and --before: only unpack and compile the older commit"
    )
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    options = parser.parse_args()
    if options.series:
        from bench.series import run_series

        well = run_series(
            Path(options.series), options.before, options.seconds, options.minutes, options.sizes, options.prepare
        )
        sys.exit(0 if well else 1)
    sys.exit(0 if asyncio.run(run(options)) else 1)


if __name__ == "__main__":
    main()
