"""brehon components: cards and maps in data files, checked, shown and copied."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brehon.cli.errors import BadInput
from brehon.cli.screen import BAD, DIM, GOOD, Lang, clean, err, out, problem_line, speaker
from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.errors import BadComponents
from brehon.core.limits import BadText, read_toml
from brehon.core.rulesets import read_components
from brehon.core.text import N_, NN_, Message

app = typer.Typer(
    help="Cards and maps in data files: check your own, show and copy the built-in ones.", no_args_is_help=True
)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A component file (TOML).", show_default=False)],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game it is for.", show_default="guessed")
    ] = "",
    lang: Lang = None,
) -> None:
    """Check a component file against every constraint of its game, and print each that it breaks.

    Exit code 0 if it can be played with (warnings are allowed), 2 if not.
    """
    say = speaker(lang)
    source = read_components(file)
    owner = registry.game(game) if game else guess(source, file)
    problems = owner.check_components(source, str(file))
    errors = [problem for problem in problems if problem.is_error]
    for problem in problems:
        kind = say.word(N_("error") if problem.is_error else N_("warning"))
        (err() if problem.is_error else out()).print(
            Text(f"{kind} {problem_line(problem, say)}", BAD if problem.is_error else "yellow"), soft_wrap=True
        )
    if errors:
        text = Message(NN_("%(file)s cannot be played with: %(count)s constraint of %(game)s is broken", "%(file)s cannot be played with: %(count)s constraints of %(game)s are broken", "count"), file=str(file),
                       count=sum(problem.count for problem in errors), game=owner.title)  # fmt: skip
        err().print(Text(say(text), BAD), soft_wrap=True)
        raise typer.Exit(2)
    loaded = owner.load_components(source, str(file))
    text = Message(N_("%(file)s can be played with: brehon play %(game)s --components %(file)s"), file=str(file), game=owner.name)  # fmt: skip
    out().print(Text(say(text), GOOD), soft_wrap=True)
    out().print(Text(clean(f"{loaded.name}  {loaded.digest}"), DIM), soft_wrap=True)


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="A built-in set, or a game (then its default set).", show_default=False),
    ],
    lang: Lang = None,
) -> None:
    """Print a built-in component set, with its game and hash."""
    say = speaker(lang)
    game, chosen = find_set(name)
    loaded = registry.builtin(game, chosen)
    head = Message(N_("%(name)s of %(game)s, hash %(hash)s"), name=chosen, game=game.title, hash=loaded.digest)
    out().print(Text(say(head), "bold"), soft_wrap=True)
    sys.stdout.write(loaded.source)


@app.command()
def export(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.", show_default=False)],
    name: Annotated[str, typer.Argument(metavar="NAME", help="A built-in set.", show_default="the default set")] = "",
    lang: Lang = None,
) -> None:
    """Write a built-in set to the standard output, as a start for your own: brehon components export armorica > my.toml"""
    speaker(lang)
    owner = registry.game(game)
    sys.stdout.write(registry.builtin(owner, name or owner.default_components).source)


def find_set(name: str) -> tuple[Game, str]:
    """The built-in set of this name, or the default set of the game of this name."""
    for known in registry.names():
        game = registry.game(known)
        if name in game.builtin_components():
            return game, name
        if name == known:
            return game, game.default_components
    sets = [entry for known in registry.names() for entry in registry.game(known).builtin_components()]
    raise BadInput(
        N_("there are no built-in components %(name)s; there are: %(known)s"), name=repr(name), known=", ".join(sets)
    )


def guess(source: str, file: Path) -> Game:
    """The game that a file is for: the only one whose checker finds the fewest errors, if that is clear."""
    if len(registry.names()) == 1:
        return registry.game(registry.names()[0])
    try:
        read_toml(source)
    except BadText as error:  # of no game, so no checker says more
        raise BadInput(N_("%(file)s cannot be read: %(why)s"), file=str(file), why=error.message) from None
    counts: list[tuple[int, str]] = []
    for name in registry.names():
        try:
            problems = registry.game(name).check_components(source, str(file))
        except BadComponents as error:
            problems = error.problems
        counts.append((sum(problem.count for problem in problems if problem.is_error), name))
    counts.sort()
    if counts[0][0] == counts[1][0]:
        text = N_("it is not clear which game %(file)s is for; say it with --game: %(known)s")
        raise BadInput(text, file=str(file), known=", ".join(registry.names()))
    return registry.game(counts[0][1])
