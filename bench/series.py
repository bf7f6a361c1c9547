"""The load test at all sizes, before and after: `python -m bench.load --series FOLDER --before COMMIT`.

Every size is one run of `python -m bench.load` in a process of its own. "Before" is the same script against an older commit: its
sources are unpacked beside, today's `bench/` is laid over its own (the crowd understands both ways of answering), and it is compiled
there as `make compile` does it; with --prepare nothing else is done, so that a quiet machine need not wait for it. The folder gets the
figures of every run as JSON, one table (series.md) and one picture (series.svg). What would not fit into --minutes is left out and
named; figures that are there are not measured again, so the same command goes on where it ended.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
import tarfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
LONGEST: Final = 30.0  # seconds of play in a run of the series
WARM_UP: Final = 12.0
PER_TABLE: Final = 0.14  # seconds to set up a table and to check it, with room to spare
AROUND: Final = 15.0  # seconds to start, to catch up and to stop
BEFORE, AFTER = "before", "after"
COLUMNS: Final = (
    ("tables", "tables", "d"), ("database", "database", "s"), ("workers", "workers", "d"), ("mode", "mode", "s"),
    ("decisions", "decisions/s", ".1f"), ("p50", "click p50", ".0f"), ("p95", "p95", ".0f"), ("p99", "p99 ms", ".0f"),
    ("look_p95", "look p95 ms", ".0f"), ("cpu_per_answer", "processor ms/answer", ".1f"), ("cpu_share", "cores", ".2f"),
    ("bytes_per_click", "bytes/click", ".0f"), ("shed", "shed", "d"), ("memory", "MB", "d"), ("all_in", "all in after, s", ".1f"), ("slower", "machine slower by", ".1f"),
)  # fmt: skip


class Size(NamedTuple):
    """One run."""

    tables: int
    workers: int = 1
    is_pure: bool = False

    def takes(self, seconds: float) -> float:
        """About how long the run is."""
        return seconds + WARM_UP + AROUND + PER_TABLE * self.tables * (2 if self.is_pure else 1)

    @property
    def name(self) -> str:
        return f"{self.tables}-{'pure' if self.is_pure else 'compiled'}{f'-{self.workers}' if self.workers > 1 else ''}"


SIZES: Final = (
    Size(600),
    Size(1000, 2),
    Size(450),
    Size(50),
    Size(200),
    Size(200, is_pure=True),
)  # what matters most first
SIZES_BEFORE: Final = (Size(450), Size(600), Size(50), Size(200), Size(200, is_pure=True))


def run_series(
    folder: Path, before: str, seconds: float, minutes: float, sizes: str = "", only_prepare: bool = False
) -> bool:
    """Everything that fits into the time; whether all of it went well."""
    folder.mkdir(parents=True, exist_ok=True)
    end, seconds = time.monotonic() + 60 * minutes, min(seconds, LONGEST)
    older_source = older(before, folder.resolve() / f"sources-{before}") if before else None
    if only_prepare:
        return True
    wanted = [(AFTER, ROOT, size) for size in SIZES]
    wanted += [(BEFORE, older_source, size) for size in SIZES_BEFORE] if older_source is not None else []
    if sizes:
        own = [size_of(one) for one in sizes.split(",")]
        wanted = [(when, source, size) for when, source in dict.fromkeys(pair[:2] for pair in wanted) for size in own]
    well, left_out = True, list[str]()
    for when, source, size in wanted:
        if time.monotonic() + size.takes(seconds) > end:
            left_out.append(f"{when} {size.name}")
        elif not measure(folder, when, source, size, seconds):
            well &= when == BEFORE  # that one may fail: it is what the others are compared with
    rows = read(folder)
    text = table(rows)
    (folder / "series.md").write_text(text, encoding="utf-8")
    (folder / "series.svg").write_text(picture(rows), encoding="utf-8")
    print(text)
    if left_out:
        print(f"no time for {', '.join(left_out)}: the same command again measures only these")
    return well and not left_out


def size_of(word: str) -> Size:
    """ "600" or "1000x2": tables, and workers if there are several."""
    tables, _, workers = word.partition("x")
    return Size(int(tables), int(workers or 1))


def older(commit: str, folder: Path) -> Path:
    """The sources of a commit with today's bench, compiled; once."""
    if not (folder / "compiled").exists():
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=folder, check=True)
        (folder / "compiled").write_text(commit, encoding="utf-8")
    for path in (ROOT / "bench").glob("*.py"):
        shutil.copy(path, folder / "bench" / path.name)
    return folder


def measure(folder: Path, when: str, source: Path, size: Size, seconds: float) -> bool:
    """One run, unless its figures are there."""
    file = (folder / f"{when}-{size.name}.json").resolve()
    if file.exists():
        return True
    words = [
        "--tables",
        str(size.tables),
        "--workers",
        str(size.workers),
        "--seconds",
        str(seconds),
        "--warm-up",
        str(WARM_UP),
    ]
    words += ["--json", str(file)]
    words += ["--unchecked"] if when == BEFORE else []  # its backups may be in another form
    pure = {"BREHON_PURE": "1"} if size.is_pure else {}
    begin = time.monotonic()
    print(f"-- {when}: {size.name}", flush=True)
    paths = os.pathsep.join([str(source / "src"), str(source)])
    run = [sys.executable, "-m", "bench.load", *words]
    code = subprocess.run(run, cwd=source, env={**os.environ, "PYTHONPATH": paths, **pure}, check=False).returncode
    print(f"-- {when}: {size.name}: {time.monotonic() - begin:.0f} s, code {code}", flush=True)
    return code == 0


def read(folder: Path) -> list[dict[str, Any]]:
    rows = []
    for when in (BEFORE, AFTER):
        found = [json.loads(path.read_text()) | {"when": when} for path in folder.glob(f"{when}-*.json")]
        rows += sorted(found, key=lambda row: (row["mode"] != "compiled", row["tables"]))
    return rows


def table(rows: list[dict[str, Any]]) -> str:
    """The figures as a table in Markdown."""
    lines = ["| | " + " | ".join(title for _, title, _ in COLUMNS) + " |", "| --- |" + " ---: |" * len(COLUMNS)]
    for row in rows:
        cells = [format(row[name], form) for name, _, form in COLUMNS]
        lines.append(f"| {row['when']} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


# -- the picture: p95 of a click and processor per answer, over tables


WIDE, HIGH, LEFT, TOP = 360, 240, 62, 34
COLOURS: Final = {BEFORE: "#9a6a3a", AFTER: "#1f6f5c"}


def picture(rows: list[dict[str, Any]]) -> str:
    compiled = [row for row in rows if row["mode"] == "compiled"]
    parts = [
        _plot(compiled, "p95", "p95 of a click, ms", 0),
        _plot(compiled, "cpu_per_answer", "processor per answer, ms", WIDE + LEFT + 30),
    ]
    width, height = 2 * (WIDE + LEFT + 30), HIGH + TOP + 56
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12"><rect width="{width}" height="{height}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _plot(rows: list[dict[str, Any]], name: str, title: str, shift: float) -> str:
    """Values on a logarithmic scale, tables on a plain one."""
    low, high = math.log10(1), math.log10(max([10.0, *(row[name] for row in rows)])) + 0.1
    widest = max([100, *(row["tables"] for row in rows)])

    def place(row: dict[str, Any]) -> tuple[float, float]:
        y = (math.log10(max(1.0, row[name])) - low) / (high - low)
        return shift + LEFT + WIDE * row["tables"] / widest, TOP + HIGH * (1 - y)

    out = [f'<text x="{shift + LEFT}" y="20" font-weight="bold">{title}</text>']
    for power in range(int(high) + 1):
        y = TOP + HIGH * (1 - (power - low) / (high - low))
        out.append(f'<path d="M{shift + LEFT} {y:.1f}h{WIDE}" stroke="#ddd"/>')
        out.append(f'<text x="{shift + LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10**power:,}</text>')
    for tables in sorted({row["tables"] for row in rows}):
        x = shift + LEFT + WIDE * tables / widest
        out.append(f'<text x="{x:.1f}" y="{TOP + HIGH + 18}" text-anchor="middle">{tables}</text>')
    out.append(f'<text x="{shift + LEFT + WIDE / 2}" y="{TOP + HIGH + 36}" text-anchor="middle">tables</text>')
    for when, colour in COLOURS.items():
        points = [place(row) for row in rows if row["when"] == when and not math.isnan(row[name])]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>' if points else "")
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points]
        if points:
            x, y = points[-1]
            out.append(
                f'<text x="{x - 6:.1f}" y="{y - 9:.1f}" text-anchor="end" fill="{colour}" font-weight="bold">{when}</text>'
            )
    return "".join(out)
