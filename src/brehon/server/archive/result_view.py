"""The result of a finished game: who has won, where the points came from, how they grew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brehon.core.contract import ORACLE
from brehon.core.face import Line
from brehon.core.match import Match
from brehon.core.text import Speaker
from brehon.server.table.charts import POINTS, Chart, breakdown, lines
from brehon.server.table.hint_words import used_words
from brehon.server.table.table import Position, Who
from brehon.server.table.table_view import Person, Sheet, people, sheet
from brehon.server.table.verdict import Verdict, verdict

ROWS: Final = 12  # of the table next to the chart of the course


@dataclass
class Way:
    """One of the ways in which the game could have ended: what everybody would have had, at every step."""

    label: str
    course: Chart
    steps: list[tuple[int, list[int]]]


@dataclass
class Result:
    """What the page of a result shows."""

    verdict: Verdict
    people: list[Person]
    sheet: Sheet
    breakdown: Chart | None  # None where the sheet has no parts to add up
    course: Chart
    steps: list[tuple[int, list[int]]]  # (ply, points of each seat): the course in numbers
    plies: int
    decisions: int
    hints_used: str  # who had hints, and how many; "" if no one had
    endings: list[Way]  # instead of the one course, where the winner depends on how the game ends


def result_of(match: Match, say: Speaker, who: Who | None = None) -> Result:
    """It shows everything, so the game must be over."""
    assert match.is_over, "only a finished game has a result"
    found = match.score_sheet(ORACLE)
    names = [say.seat(seat) for seat in range(match.rules.n_seats)]
    course = match.course(POINTS)
    return Result(
        verdict=verdict(Position(match, ORACLE), who or Who([]), say),
        people=people(Position(match, ORACLE), Who([]), say),
        sheet=sheet(found, say),
        breakdown=breakdown(found, names, say),
        course=lines(course, names, say),
        steps=_few(course),
        plies=match.ply,
        decisions=sum(ply.seat >= 0 for ply in match.standing()),
        hints_used=used_words(match, say),
        endings=[Way(say(label), lines(way, names, say), _few(way)) for label, way in match.endings(POINTS)],
    )


def _few(course: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """About a dozen steps, the first and the last among them."""
    last = len(course) - 1
    return [course[last * n // ROWS] for n in range(ROWS + 1)] if last > ROWS else course


def result_data(match: Match, found: list[Line], say: Speaker, who: Who | None = None) -> dict[str, object]:
    """The same for programs."""
    said = verdict(Position(match, ORACLE), who or Who([]), say)
    return {
        "verdict": {"title": said.title, "decided": said.decided, "ending": said.ending},
        "places": match.ranks(),
        "scores": match.state.scores(),
        "breakdown": [
            {"label": say(line.label), "values": line.values, "rule": line.rule, "total": line.is_total}
            for line in found
        ],
        "hints": match.hints_used(),
        "course": _course_data(match.course(POINTS)),
        "endings": [
            {
                "label": say(label),
                "scores": way[-1][1],
                "happened": way[-1][1] == match.state.scores(),
                "course": _course_data(way),
            }
            for label, way in match.endings(POINTS)
        ],
    }


def _course_data(course: list[tuple[int, list[int]]]) -> list[dict[str, object]]:
    return [{"ply": ply, "scores": scores} for ply, scores in course]
