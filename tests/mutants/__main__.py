"""`python -m tests.mutants [--game NAME] [--sample N]`: plants mistakes in the rules and says which of them no test notices."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
import time
import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.mutants.operators import Mutant, mutants
from tests.mutants.running import Result, Runner

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"armorica": "armorica", "arrival": "arrival", "fallen-kingdoms": "fallen_kingdoms"}
GOLDENS = {"armorica": "[armorica", "arrival": "[arrival", "fallen-kingdoms": "[fallen"}
FEWEST = {"armorica": 2, "arrival": 2, "fallen-kingdoms": 3}
EQUIVALENT = Path(__file__).with_name("equivalent.toml")


def main() -> int:
    asked = _asked()
    if len(asked.games) > 1:  # one process each: a game's session must not see what another has planted or cached
        codes = [os.spawnv(os.P_WAIT, sys.executable, _command(game)) for game in asked.games]
        return max(codes)
    game = asked.games[0]
    results = Results(ROOT / "build" / "mutants" / f"{game}.jsonl", sources(game), again=asked.again)
    chosen = sample(game, asked.sample, asked.seed)
    todo = [mutant for mutant in chosen if mutant.key not in results.fates]
    print(
        f"{game}: {len(chosen)} mutants of {len(every(game))}, {len(chosen) - len(todo)} known from before", flush=True
    )
    if todo:
        run(game, todo, asked.jobs, results)
    return summary(game, chosen, results)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--game", dest="games", action="append", choices=sorted(FOLDERS), help="one game only")
    parser.add_argument("--sample", type=int, default=150, help="how many mutants of each game; 0: all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--again", action="store_true", help="run again what survived before, after writing tests for it"
    )
    asked = parser.parse_args()
    asked.games = asked.games or sorted(FOLDERS)
    return asked


def _command(game: str) -> list[str]:
    return [sys.executable, "-m", "tests.mutants", "--game", game, *sys.argv[1:]]


def sources(game: str) -> list[Path]:
    folder = ROOT / "src" / "brehon" / "games" / FOLDERS[game]
    return sorted([*folder.glob("phases*.py"), *folder.glob("phases/*.py"), *folder.glob("scoring*.py")])


def every(game: str) -> list[Mutant]:
    return [mutant for path in sources(game) for mutant in mutants(path, ROOT)]


def sample(game: str, size: int, seed: int) -> list[Mutant]:
    """The same mutants for the same seed; a larger sample contains the smaller one."""
    out = every(game)
    random.Random(seed).shuffle(out)
    return out[: size or None]


class Results:
    """One line of JSON per mutant, valid as long as the module it is in has the same text."""

    def __init__(self, path: Path, modules: list[Path], again: bool) -> None:
        self.path = path
        self.sums = {p.relative_to(ROOT).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()[:12] for p in modules}
        self.fates: dict[str, Result] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
            entry = json.loads(line)
            result = Result(entry["key"], entry["fate"], entry["by"])
            is_stale = entry["sum"] != self.sums.get(result.key.split(" ")[0])
            if is_stale or (again and result.fate in ("survived", "unreached")):
                self.fates.pop(result.key, None)
            else:
                self.fates[result.key] = result

    def add(self, result: Result) -> None:
        self.fates[result.key] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            print(json.dumps({**asdict(result), "sum": self.sums[result.key.split(" ")[0]]}), file=file)


def run(game: str, todo: list[Mutant], jobs: int, results: Results) -> None:
    begun, done = time.monotonic(), 0

    def report(result: Result) -> None:
        nonlocal done
        done += 1
        results.add(result)
        if result.fate in ("survived", "unreached"):
            print(f"  {result.fate}: {result.key}", flush=True)
        if done % 10 == 0:
            print(f"  {done} of {len(todo)}, {time.monotonic() - begun:.0f} s", flush=True)

    where = [
        f"tests/games/{FOLDERS[game]}",
        "tests/test_goldens.py",
        "tests/conformance/test_all_games.py",
    ]
    code = pytest.main(
        ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:schemathesis", *where],
        plugins=[Runner(ROOT, todo, lambda test: belongs(game, test), jobs, report)],
    )
    if code != pytest.ExitCode.OK:
        sys.exit(f"the run of {game} ended with {code!r}")


def belongs(game: str, test: str) -> bool:
    """The game's own tests of its rules, its golden games, and the laws. Pictures and words play many games and notice few rules."""
    if f"tests/games/{FOLDERS[game]}/" in test:
        return "/test_svg" not in test and "/test_face" not in test
    if f"test_every_law_holds_in_random_games[{game}-{FEWEST[game]}]" in test:
        return True
    return "test_a_golden_game" in test and GOLDENS[game] in test


def summary(game: str, chosen: list[Mutant], results: Results) -> int:
    excused = {
        entry["key"]: entry["reason"] for entry in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    }
    fates = [results.fates[mutant.key] for mutant in chosen]
    alive = [one for one in fates if one.fate in ("survived", "unreached")]
    open_ = [one for one in alive if one.key not in excused]
    caught = [one for one in fates if one.fate in ("killed", "timeout")]
    broad = [one for one in caught if one.by and "tests/games/" not in one.by]
    judged = len(fates) - (len(alive) - len(open_))
    print(f"{game}: {len(caught)} of {judged} killed = {100 * len(caught) / max(judged, 1):.1f} %")
    print(f"  {len(caught) - len(broad)} by the game's own tests, {len(broad)} by golden games or laws only")
    print(f"  {len(alive) - len(open_)} equivalent (listed in {EQUIVALENT.relative_to(ROOT)}), {len(open_)} open:")
    for one in open_:
        print(f"  {one.fate}: {one.key}")
    return 1 if open_ else 0


if __name__ == "__main__":
    sys.exit(main())
