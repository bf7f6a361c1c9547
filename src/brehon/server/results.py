"""The result of a finished game: who has won, where the points came from, how they grew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brehon.core.contract import ORACLE
from brehon.core.face import Line
from brehon.core.match import Match
from brehon.core.text import Speaker
from brehon.server.charts import POINTS, Chart, breakdown, lines
from brehon.server.services import Who
from brehon.server.showing import Person, Sheet, people, sheet

ROWS: Final = 12  # of the table beside the course


@dataclass
class Result:
    """What the page of a result shows."""

    people: list[Person]
    sheet: Sheet
    breakdown: Chart | None  # None where the sheet has no parts to add up
    course: Chart
    steps: list[tuple[int, list[int]]]  # (ply, points of each seat): the course in numbers
    plies: int
    decisions: int


def result_of(match: Match, say: Speaker) -> Result:
    """Everything is told: the game must be over."""
    assert match.is_over, "only a finished game has a result"
    found = match.score_sheet(ORACLE)
    names = [say.seat(seat) for seat in range(match.rules.n_seats)]
    course = match.course(POINTS)
    return Result(
        people=people(match, Who([]), say, found[-1].values),
        sheet=sheet(found, say),
        breakdown=breakdown(found, names, say),
        course=lines(course, names, say),
        steps=_few(course),
        plies=match.ply,
        decisions=sum(ply.seat >= 0 for ply in match.standing()),
    )


def _few(course: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """About a dozen steps, the first and the last among them."""
    last = len(course) - 1
    return [course[last * n // ROWS] for n in range(ROWS + 1)] if last > ROWS else course


def result_data(match: Match, found: list[Line], say: Speaker) -> dict[str, object]:
    """The same for programs."""
    return {
        "places": match.ranks(),
        "scores": match.state.scores(),
        "breakdown": [
            {"label": say(line.label), "values": line.values, "rule": line.rule, "total": line.is_total}
            for line in found
        ],
        "course": [{"ply": ply, "scores": scores} for ply, scores in match.course(POINTS)],
    }
