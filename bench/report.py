"""The results as tables for people and as JSON for programs."""

import json
import os
import platform
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import brehon
from bench.budgets import MET, MISSED, Verdict
from bench.click import Clicks
from bench.measure import Series, ratio

PLAY = "compiled play4"
LIKE_FOR_LIKE = {"decisions": PLAY, "clones": "compiled clone", "searches": "compiled search",
                 "simulations": "compiled tree2 whole", "steps": "compiled aec"}  # fmt: skip


@dataclass
class Results:
    """All that one run found out."""

    rounds: int
    seconds: float
    mode: str
    series: dict[str, Series]
    peers: dict[str, str]  # name: version, or why it was not measured
    state_bytes: dict[str, int]
    clicks: list[Clicks]
    verdicts: list[Verdict]
    notes: list[str] = field(default_factory=list)


def machine() -> dict[str, Any]:
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "brehon": brehon.__version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,  # the benchmark itself makes 1
    }


def as_json(results: Results) -> dict[str, Any]:
    return {
        **machine(),
        "mode": results.mode,
        "rounds": results.rounds,
        "seconds_per_slice": results.seconds,
        "peers": results.peers,
        "state_bytes": results.state_bytes,
        "series": [
            {
                "key": series.key,
                "unit": series.unit,
                "per_second": {"median": series.median(), "lowest": series.lowest(), "highest": series.highest()},
                "rates": series.rates(),
                "forced_share": series.forced_share() if series.unit == "decisions" else None,
            }
            for series in results.series.values()
        ],
        "clicks": [clicks.summary() for clicks in results.clicks],
        "budgets": [
            {
                "what": v.what,
                "sense": v.sense,
                "limit": v.limit,
                "unit": v.unit,
                "measured": v.measured,
                "verdict": v.word(),
            }
            for v in results.verdicts
        ],
        "notes": results.notes,
    }


def store(results: Results, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(as_json(results), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def figure(value: float) -> str:
    """Three significant digits, no exponent."""
    if value >= 100:
        return f"{round(value, 2 - len(str(int(value))) + 1):,.0f}"
    return f"{value:.3g}"


def speed_table(results: Results) -> Table:
    table = Table(title="Speed, one core", title_justify="left")
    table.add_column("what")
    for column in ("median/s", "lowest", "highest", "forced", "compiled is ×"):
        table.add_column(column, justify="right")
    for series in results.series.values():
        own = results.series.get(LIKE_FOR_LIKE[series.unit])
        table.add_row(
            series.title,
            figure(series.median()),
            figure(series.lowest()),
            figure(series.highest()),
            f"{series.forced_share():.0%}" if series.unit == "decisions" else "",
            figure(ratio(own, series)) if own else "",
        )
    return table


def click_table(results: Results) -> Table:
    table = Table(title="A click: POST, rules, store, render; one table, milliseconds", title_justify="left")
    table.add_column("what")
    for column in ("clicks", "p50", "p95", "slowest"):
        table.add_column(column, justify="right")
    for clicks in results.clicks:
        times = [figure(clicks.millis(percent)) for percent in (50, 95, 100)]
        table.add_row(clicks.way, str(len(clicks.seconds)), *times)
    return table


def budget_table(results: Results) -> Table:
    table = Table(title="Budgets", title_justify="left")
    table.add_column("what")
    for column in ("budget", "measured", "verdict"):
        table.add_column(column, justify="right")
    for v in results.verdicts:
        measured = "" if v.measured is None else f"{figure(v.measured)} {v.unit}"
        colour = {MET: "green", MISSED: "bold red"}.get(v.word(), "yellow")
        table.add_row(v.what, f"{v.sense} {v.limit:g} {v.unit}", measured, f"[{colour}]{v.word()}[/]")
    return table


def show(results: Results) -> None:
    console = Console(width=None if sys.stdout.isatty() else 120)
    about = machine()
    console.print(
        f"Brehon {about['brehon']} ({results.mode}), Python {about['python']}, {about['system']} {about['processor']}, "
        f"{about['cores']} cores, load {about['load']}; {results.rounds} rounds of {results.seconds:g} s each, {about['date']}"
    )
    for name, note in results.peers.items():
        console.print(f"{name}: {note}", highlight=False)
    for note in results.notes:
        console.print(f"[yellow]{note}[/]")
    console.print(speed_table(results))
    for mode, size in results.state_bytes.items():
        console.print(f"a state with 4 seats, {mode}: at most {size} bytes", highlight=False)
    if results.clicks:
        console.print(click_table(results))
    console.print(budget_table(results))
