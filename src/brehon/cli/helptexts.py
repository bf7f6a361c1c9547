"""The texts of --help, in the language of the person who asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import typer
from typer import rich_utils

from brehon.core.text import N_, Speaker

FIELDS: Final = ("help", "epilog", "short_help")
FRAME: Final = {  # what Typer itself writes around them
    "ARGUMENTS_PANEL_TITLE": N_("Arguments"),
    "OPTIONS_PANEL_TITLE": N_("Options"),
    "COMMANDS_PANEL_TITLE": N_("Commands"),
    "DEFAULT_STRING": N_("[default: {}]"),
    "ENVVAR_STRING": N_("[env var: {}]"),
    "REQUIRED_LONG_STRING": N_("[required]"),
}


def all_texts(app: typer.Typer) -> set[str]:
    """Every text that some command shows with --help."""
    return {
        text for part, field in _places(typer.main.get_command(app)) if isinstance(text := getattr(part, field), str)
    }


def in_language(app: typer.Typer, say: Speaker) -> Any:
    """The command of an application, with its help in a language."""
    command = typer.main.get_command(app)
    for part, field in _places(command):
        text = getattr(part, field)
        if isinstance(text, str):
            setattr(part, field, say.word(text))
    for name, text in FRAME.items():
        setattr(rich_utils, name, say.word(text))
    return command


def _places(command: Any) -> Iterator[tuple[Any, str]]:
    """Where the texts of a command and of those under it are: object and attribute."""
    yield from ((command, field) for field in FIELDS)
    for parameter in command.params:
        if getattr(parameter, "help", None):
            yield parameter, "help"
        if getattr(parameter, "show_default", None):
            yield parameter, "show_default"
    for below in getattr(command, "commands", {}).values():
        yield from _places(below)
