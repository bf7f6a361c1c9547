"""`python -m bench`: measure everything, print tables, store JSON."""

import argparse
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import brehon
from bench import engine, envs, profile, report
from bench.budgets import MISSED, verdicts
from bench.click import ClickFailed, Clicks, measure_clicks
from bench.measure import Subject, round_robin
from bench.peers import load_peers
from bench.worker import Worker

STORE = Path(__file__).parent / "results" / "latest.json"


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Brehon's speed beside its peers.")
    parser.add_argument("--quick", action="store_true", help="a short run: 3 rounds of 0.1 s, 40 clicks")
    parser.add_argument("--rounds", type=int, help="how often each subject is measured (default 9)")
    parser.add_argument("--seconds", type=float, help="length of a time slice (default 0.5)")
    parser.add_argument("--engine-only", action="store_true", help="neither peers nor clicks")
    parser.add_argument("--no-peers", action="store_true", help="without Catanatron, OpenSpiel and PettingZoo")
    parser.add_argument("--no-click", action="store_true", help="do not start a server")
    parser.add_argument(
        "--profile",
        nargs="?",
        const=profile.ENGINE,
        choices=(profile.ENGINE, profile.CLICK, *profile.GAMES_TO_SEE),
        help="only show where the interpreted engine (the default) or a click spends its time; of a game also what it allocates",
    )
    parser.add_argument("--json", type=Path, default=STORE, metavar="FILE", help="where the results go (%(default)s)")
    given = parser.parse_args(words)
    given.rounds = given.rounds or (3 if given.quick else 9)
    given.seconds = given.seconds or (0.1 if given.quick else 0.5)
    if given.rounds < 1 or given.seconds < 0:
        parser.error("there must be at least one round, and no slice is shorter than nothing")
    return given


def say(text: str) -> None:
    """Progress, on one line that is written over; silent where nobody watches."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def own_subjects(worker: Worker, notes: list[str]) -> list[Subject]:
    """The engine compiled (in this process) and interpreted (in the other one)."""
    found: list[Subject] = []
    if brehon.MODE == "compiled":
        if worker.digest != engine.digest():
            raise SystemExit(
                "bench: compiled and interpreted engine play different games; their speeds cannot be compared"
            )
        found += [labelled("compiled", subject) for subject in engine.subjects()]
    else:
        notes.append(f"the compiled engine was not measured: {brehon.MODE}")
    return found + [labelled("interpreted", subject) for subject in worker.subjects]


def labelled(mode: str, subject: Subject) -> Subject:
    return replace(subject, key=f"{mode} {subject.key}", title=f"Brehon {mode}, {subject.title}")


def clicks_or_note(given: argparse.Namespace, notes: list[str]) -> list[Clicks]:
    if given.engine_only or given.no_click:
        return []
    say("clicking ...")
    try:
        return measure_clicks(40 if given.quick else 400)
    except ClickFailed as error:
        notes.append(f"clicks were not measured: {error}")
        return []


def run(given: argparse.Namespace) -> report.Results:
    notes: list[str] = []
    with ExitStack() as stack:
        worker = stack.enter_context(Worker())
        subjects = own_subjects(worker, notes)
        if not given.engine_only:
            subjects += [labelled(brehon.MODE.split()[0], subject) for subject in envs.own_subjects()]
        peers: dict[str, str] = {}
        if not (given.engine_only or given.no_peers):
            others, peers = load_peers()
            subjects += others
        series = round_robin(subjects, given.rounds, given.seconds, say)
        sizes = {f"interpreted {name}": size for name, size in worker.state_bytes.items()}
    if brehon.MODE == "compiled":
        sizes |= {f"compiled {name}": size for name, size in engine.largest_states().items()}
    clicks = clicks_or_note(given, notes)
    say("")
    kept = verdicts(series, sizes, {click.way: click.millis(95) for click in clicks})
    return report.Results(given.rounds, given.seconds, brehon.MODE, series, peers, sizes, clicks, kept, notes)


def main(words: list[str]) -> None:
    given = arguments(words)
    if given.profile:
        profile.run(given.profile)
        return
    results = run(given)
    report.show(results)
    report.store(results, given.json)
    print(f"stored in {given.json}")
    for what in missed(results):
        print(f"A budget was missed ({what}). Where the time goes:")
        profile.run(what)


def missed(results: report.Results) -> list[str]:
    """The parts that have a missed budget: the engine, the click."""
    words = [v.what for v in results.verdicts if v.word() == MISSED]
    parts = {profile.CLICK if what.startswith("a click") else profile.ENGINE for what in words}
    return sorted(parts, reverse=True)


if __name__ == "__main__":
    main(sys.argv[1:])
