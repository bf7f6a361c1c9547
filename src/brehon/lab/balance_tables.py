"""Every figure of a report as one row of a table, for spreadsheets and for comparing reports later."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from brehon.lab.balance import Side
from brehon.lab.balance_data import as_csv
from brehon.lab.intervals import Estimate

HEAD: Final = ["what", "group", "name", "count", "value", "low", "high", "p", "q"]


def write_figures(side: Side, path: Path) -> None:
    path.write_text(as_csv(HEAD, figure_rows(side)), encoding="utf-8", newline="")


def figure_rows(side: Side) -> list[list[object]]:
    """Shares and effects are parts of 1, not per cent."""
    f = side.figures
    names = f.data.names
    found: list[list[object]] = []

    def put(
        what: str, group: str, name: object, count: int, figure: Estimate, p: float | str = "", q: float | str = ""
    ) -> None:
        found.append([what, group, name, count, *(f"{value:.5f}" for value in figure),
                      *(f"{v:.3g}" if isinstance(v, float) else v for v in (p, q))])  # fmt: skip

    for place in f.order:
        put("win share", "turn order", place.number, f.games, place.share, place.p, place.q)
    for place in f.seats:
        put("win share", "seat", place.number, f.games, place.share, place.p, place.q)
    for effect in f.effects:
        group, item = names.item(effect.group, effect.item)
        if effect.is_known:
            put("effect", group, item, effect.holders, effect.effect, effect.p, effect.q)
        if effect.offered:
            put("taken when offered", group, item, effect.offered, effect.taken)
            put("taken in games that offer it", group, item, effect.games_offered, effect.games_taken)
    for kind in f.kinds:
        if kind.open:
            put("chosen when free", "action", names.kinds[kind.kind], kind.open, kind.chosen)
    for text, share in (*f.endings, *f.causes):
        put("share of games", "ending", text, f.games, share)
    for text, share in zip(("points", "tie-break", "shared"), f.decided, strict=True):
        put("share of games", "victory", text, f.games, share)
    for name in ("rounds", "plies", "decisions", "forced", "breadth", "points", "margin", "spread", "lead_changes"):
        put("mean", "course", name, f.games, getattr(f, name))
    if f.half_games:
        put("win share", "course", "leader at half-time", f.half_games, f.half_time)
    for step in side.ladder:
        put("win share", "skill", f"{step.strong} v {step.weak}", step.games, step.share)
    return found
