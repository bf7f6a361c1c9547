"""Rules built from a person's request or from stored data: the one place where a component set is a name, a file or a text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from brehon.core import registry
from brehon.core.contract import Components, Game, Ruleset
from brehon.core.errors import BadComponents, BadOptions, Problem
from brehon.core.text import N_, Message

MAX_COMPONENTS: Final = 1_000_000  # bytes; longer component files are refused unread


def asked_rules(
    game: Game, n_seats: int, options: Mapping[str, str] | None = None, components: str | Path | None = None
) -> Ruleset:
    """The rules for a request: `components` is a built-in set by name or a file, None the default set."""
    return registry.make_ruleset(game, n_seats, dict(options or {}), asked_components(game, components))


def asked_components(game: Game, wanted: str | Path | None) -> Components:
    """The built-in set of this name, or the component file at this path; the default set if none is named."""
    if wanted is None:
        return registry.builtin(game, game.default_components)
    if isinstance(wanted, str) and wanted in game.builtin_components():
        return registry.builtin(game, wanted)
    path = Path(wanted)
    try:
        return game.load_components(read_components(path), str(wanted))
    except FileNotFoundError:
        text = N_("the components cannot be read: there is no file or folder %(file)s, and no built-in set of this name; %(game)s has: %(known)s")  # fmt: skip
        known = ", ".join(game.builtin_components())
        raise BadOptions(Message(text, file=str(path), game=game.title, known=known)) from None
    except IsADirectoryError:
        raise BadOptions(Message(N_("the components cannot be read: %(file)s is a folder"), file=str(path))) from None
    except OSError as error:
        text = N_("the components cannot be read: %(file)s: %(why)s")
        raise BadOptions(Message(text, file=str(path), why=error.strerror or str(error))) from None


def read_components(path: Path) -> str:
    """The text of a component file; if it is too long or not text, it is refused as a broken constraint."""
    with path.open("rb") as file:
        raw = file.read(MAX_COMPONENTS + 1)
    try:
        if len(raw) <= MAX_COMPONENTS:
            return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    problem = Problem("K-1", Message(N_("not a UTF-8 text of at most %(limit)s bytes"), limit=MAX_COMPONENTS))
    raise BadComponents(str(path), [problem])


def stored_rules(
    game: str, n_seats: int, options: Mapping[str, str], components: str, source: str | None, version: int | None = None
) -> Ruleset:
    """The rules of a stored table: with a source, the components are that text; otherwise a built-in set."""
    owner = registry.game(game)
    return registry.make_ruleset(
        owner, n_seats, dict(options), stored_components(owner, components, source), version
    )  # fmt: skip


def stored_components(game: Game, name: str, source: str | None) -> Components:
    return game.load_components(source, name) if source else registry.builtin(game, name)
