"""The page of a task: a position in which a move is to be found. Puzzles and exercises from one's own games look alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fastapi import Request
from starlette.responses import Response

from brehon.core.text import Speaker
from brehon.server.coach.review_view import Traces
from brehon.server.table.sandbox import Sandbox, trial
from brehon.server.table.table import Who
from brehon.server.web.rendering import is_narrow, render


@dataclass
class Task:
    """What the page says of a task, whatever kind it is of."""

    path: str
    mark: str  # under which the browser remembers how it went
    kept: str  # where the browser keeps that
    title: str
    heading: str
    answer: str = ""  # "right" or "wrong", after one was given
    says: str = ""  # a short word on it
    is_done: bool = False  # solved or given up: there is nothing left to try
    played: Traces = field(default_factory=Traces)  # on the board, of what was played
    better: Traces = field(default_factory=Traces)  # ... and of what is better, once that may be seen


def task_page(
    request: Request, name: str, task: Task, sandbox: Sandbox, say: Speaker, whole: bool, status: int = 200, **context: Any
) -> Response:  # fmt: skip
    """The whole page, or the part of it that our script replaces."""
    who = Who([sandbox.seat])
    scene = trial(sandbox, who, say, is_narrow(request))
    scene.bundle = None  # the answer is one move
    template = f"{name}.html" if whole else f"_{name}.html"
    return render(
        request, template, status, task=task, scene=scene, who=who, hint=None, game=sandbox.match.rules.game, **context
    )
