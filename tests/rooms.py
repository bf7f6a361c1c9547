"""`python -m tests.rooms FLOOR`: sums up what `coverage` measured by the rooms of the source; fails below FLOOR percent."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

FOLDER = Path("build/coverage")
PARTS = ("covered_lines", "num_statements", "covered_branches", "num_branches")


def main(floor: float) -> int:
    report = FOLDER / "report.json"
    subprocess.run([sys.executable, "-m", "coverage", "combine", "--quiet"], check=True)
    subprocess.run([sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(report)], check=True)
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    rooms: dict[str, list[int]] = defaultdict(lambda: [0] * len(PARTS))
    for path, entry in files.items():
        for at, part in enumerate(PARTS):
            rooms[room_of(path)][at] += entry["summary"][part]
            rooms["all"][at] += entry["summary"][part]
    print(f"{'room':24} {'lines':>7} {'reached':>8} {'branches':>9} {'reached':>8}")
    for room, (lines, n_lines, branches, n_branches) in sorted(
        rooms.items(), key=lambda pair: (pair[0] == "all", pair[0])
    ):
        print(f"{room:24} {n_lines:7} {share(lines, n_lines):7.1f}% {n_branches:9} {share(branches, n_branches):7.1f}%")
    untouched = sorted(
        path
        for path, entry in files.items()
        if not entry["summary"]["covered_lines"] and entry["summary"]["num_statements"]
    )
    print("modules that no test touches:", ", ".join(untouched) or "none")
    reached = share(rooms["all"][2], rooms["all"][3])
    print(f"branches: {reached:.1f} %, floor {floor:g} %")
    return 0 if reached >= floor else 1


def room_of(path: str) -> str:
    """`games/arrival`, `server/table`, `core`: two folders at most."""
    folders = path.replace("\\", "/").rpartition("brehon/")[2].split("/")[:-1]
    return "/".join(folders[:2]) or "."


def share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
