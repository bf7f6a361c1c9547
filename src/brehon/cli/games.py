"""brehon games and brehon levels: what can be played, and with which bots."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from brehon.bots.levels import LEVELS, own_bots, player
from brehon.bots.own import BotFailed
from brehon.cli.screen import BAD, DIM, STRONG, Lang, out, speaker
from brehon.core import registry
from brehon.core.contract import Game, Option
from brehon.core.text import N_, Message, Speaker


def games(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Only this one.", show_default=False)] = "",
    lang: Lang = None,
) -> None:
    """What can be played: seats, options, built-in components, bots."""
    say = speaker(lang)
    for name in [registry.game(game).name] if game else registry.names():
        describe(registry.game(name), say)
    out().print(Text(say.word(N_("Bots")), STRONG))
    out().print(Padding(describe_levels(say), (0, 0, 0, 2)))


def levels(lang: Lang = None) -> None:
    """The bots that can be picked: the levels, and those of other packages. Each of these is loaded, and what is wrong with it is shown."""
    say = speaker(lang)
    out().print(describe_levels(say))
    for own in own_bots():
        problem: Message | str | None = own.problem
        if problem is None:
            try:
                player(own.name)
            except BotFailed as error:
                problem = error.said(say)
        where = Message(N_("%(name)s: %(target)s of the package %(package)s"), name=own.name, target=own.target, package=own.package)  # fmt: skip
        out().print(Text(say(where), DIM), soft_wrap=True)
        if problem is not None:
            out().print(Text("  " + say(problem), BAD), soft_wrap=True)


def describe_levels(say: Speaker) -> Table:
    grid = Table.grid(padding=(0, 2))
    for level in LEVELS.values():
        grid.add_row(Text(level.name), Text(say.word(level.text)))
    return grid


def describe(game: Game, say: Speaker) -> None:
    """One game with everything that can be chosen when a table is made."""
    title = Text(game.name, STRONG)
    title.append("  " + say(Message(N_("%(title)s by %(designer)s"), title=game.title, designer=game.designer)), DIM)
    out().print(title)
    out().print(Padding(Text(say.word(game.summary)), (0, 0, 0, 2)))
    grid = Table.grid(padding=(0, 2))
    grid.add_row(Text(say.word(N_("Seats"))), Text(f"{', '.join(map(str, game.seats))} ({game.seat_rule})"))
    grid.add_row(Text(say.word(N_("Rules version"))), Text(str(game.rules_version)))
    sets = [name + (" *" if name == game.default_components else "") for name in game.builtin_components()]
    grid.add_row(Text(say.word(N_("Components"))), Text(", ".join(sets)))
    out().print(Padding(grid, (0, 0, 0, 2)))
    for option in game.options:
        out().print(Padding(describe_option(option, say), (0, 0, 0, 2)))
    out().print(Padding(Text(say.word(N_("* marks the default")), DIM), (0, 0, 1, 2)))


def describe_option(option: Option, say: Speaker) -> Table:
    grid = Table.grid(padding=(0, 1))
    head = Text(f"--option {option.name}=", STRONG)
    grid.add_row(head)
    grid.add_row(Text(f"  {say.word(option.title)} ({option.rule})"))
    for choice in option.choices:
        mark = "*" if choice.value == option.default else " "
        grid.add_row(Text(f"  {mark} {choice.value}: {say.word(choice.text)}"))
    if option.of_seats:
        seats = Message(N_("or seats, counted from 1, with a plus between them, as in %(example)s"), example="2+5")
        grid.add_row(Text(f"    {say(seats)}"))
    if not option.choices:
        span = Message(N_("a whole number from %(low)s to %(high)s, default %(default)s"),
                       low=option.low, high=option.high, default=option.default)  # fmt: skip
        grid.add_row(Text(f"  * {say(span)}"))
    return grid
