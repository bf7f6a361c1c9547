"""What is printed: one language, one console for answers and one for errors."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from brehon.cli.errors import BadInput
from brehon.core.errors import BadComponents, BrehonError, IllegalAction, Problem
from brehon.core.match import Match
from brehon.core.text import LANGUAGES, N_, Argument, Message, Speaker

Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="LANGUAGE", envvar="BREHON_LANG", help=f"Language: {', '.join(LANGUAGES)}.",
                 show_default="from your system"),
]  # fmt: skip

GOOD: Final = "green"
BAD: Final = "bold red"
DIM: Final = "dim"
STRONG: Final = "bold"


class Tongue:
    """The language of this run, so that errors use it too."""

    language = "en"


def for_match(say: Speaker, match: Match) -> Speaker:
    """The same language, with the names of the table."""
    return TerminalSpeaker(say.language, [player.name for player in match.players])


def speaker(lang: str | None) -> Speaker:
    """Choose the language: the requested one, or that of the system if we have it, or English."""
    wanted = (lang or "").strip().lower().replace("-", "_").split("_")[0]
    if wanted and wanted not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise BadInput(N_("there is no language %(name)s; there are: %(known)s"), name=repr(lang), known=known)
    Tongue.language = wanted or system_language()
    return TerminalSpeaker(Tongue.language)


class TerminalSpeaker(Speaker):
    """Prints nothing that a terminal could interpret as a command: records and component files come from strangers."""

    def __call__(self, message: Argument) -> str:
        return clean(super().__call__(message))

    def seat(self, seat: int) -> str:
        return clean(super().seat(seat))


def clean(text: str) -> str:
    """The text without control characters."""
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)


def system_language() -> str:
    """What LC_ALL, LC_MESSAGES or LANG ask for, if we have it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            code = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return code if code in LANGUAGES else "en"
    return "en"


@cache
def out() -> Console:
    """Console for answers. Nothing is interpreted as markup: names and labels are shown unchanged."""
    return Console(markup=False, highlight=False, emoji=False)


@cache
def err() -> Console:
    """Console for errors and progress."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def is_interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def complain(error: BrehonError | OSError) -> None:
    """One clear message on stderr."""
    say = TerminalSpeaker(Tongue.language)
    text = Text(say(Message(N_("error:"))) + " ", style=BAD)
    text.append(clean(explain(error, say)), style="default not bold")
    err().print(text, soft_wrap=True)


def explain(error: BrehonError | OSError, say: Speaker) -> str:
    if isinstance(error, IllegalAction):
        return say(refused(error))
    if isinstance(error, BadComponents):
        return say(error.text) + "".join(f"\n  {problem_line(p, say)}" for p in error.problems if p.is_error)
    if isinstance(error, BadInput):
        return say(error.message)
    if isinstance(error, BrehonError):
        return error.said(say)
    return say(file_trouble(error))


def refused(error: IllegalAction) -> Message:
    """A refused move with its reason and rule."""
    reason = error.reason
    if reason.rule:
        return Message(N_("cannot %(asked)s: %(reason)s — %(rule)s"), asked=error.asked, reason=reason.text, rule=reason.rule)  # fmt: skip
    return Message(N_("cannot %(asked)s: %(reason)s"), asked=error.asked, reason=reason.text)


def problem_line(problem: Problem, say: Speaker) -> str:
    return f"{problem.rule}: {say(problem.text)}"


def file_trouble(error: OSError) -> Message:
    """What is wrong with a file or folder, and how to fix it."""
    name = str(error.filename or "")
    if isinstance(error, FileNotFoundError):
        return Message(N_("there is no file or folder %(file)s; check the name"), file=name)
    if isinstance(error, IsADirectoryError):
        return Message(N_("%(file)s is a folder, a file is needed"), file=name)
    if isinstance(error, NotADirectoryError | FileExistsError):
        return Message(N_("a part of %(file)s is a file where a folder is needed"), file=name)
    if isinstance(error, PermissionError):
        return Message(N_("no permission to read or write %(file)s; choose another place"), file=name)
    why = error.strerror or str(error)
    if name:
        return Message(N_("%(file)s cannot be used: %(why)s"), file=name, why=why)
    return Message(N_("refused by the system: %(why)s"), why=why)


def use_readline() -> None:
    """History and line editing, if the system has it."""
    try:
        import readline  # noqa: F401 - importing it is what makes input() better
    except ImportError:
        return
