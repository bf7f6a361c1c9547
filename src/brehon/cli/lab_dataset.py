"""brehon lab dataset: games of bots as data for learning."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.progress import metering
from brehon.cli.screen import Lang, out, speaker
from brehon.cli.seating import parse_options
from brehon.core.nouns import DECISIONS, counted
from brehon.core.text import N_, NN_, Message


def dataset(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game or a small version of it (docs/envs.md).", show_default=False)],
    path: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where it goes: NAME.jsonl for records, NAME.npz for arrays.", show_default=False)],
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", min=1, help="How many games.")] = 100,
    players: Annotated[str, typer.Option(metavar="BOT,BOT", help="Who plays, one for each seat; seats rotate from game to game.", show_default="cottar everywhere")] = "",
    seats: Annotated[int | None, typer.Option(metavar="N", help="Seats at the table.", show_default="the fewest possible")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games.")] = 1,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A switch of the rules; may be repeated.", show_default=False)] = None,
    components: Annotated[str | None, typer.Option("--components", metavar="FILE", help="Your own cards or maps (or the name of a built-in set).", show_default=False)] = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Write games of bots as data: whole records, or what each seat saw, might do and did, with the result.

    Every game has provably fair chance (brehon verify). The arrays are explained in docs/datasets.md.
    """
    if find_spec("gymnasium") is None:
        raise BadInput(N_("datasets need the environments; install them with: pip install 'brehon-table[envs]'"))
    from brehon.envs import datasets
    from brehon.envs.making import make_rules

    say = speaker(lang)
    datasets.check_path(path)
    files.must_be_writable(path)
    named = [name.strip() for name in players.split(",") if name.strip()]
    rules = make_rules(game, seats or len(named) or None, parse_options(option or []), components)
    levels = named or ["cottar"] * rules.n_seats
    with metering(say) as meter:
        records = meter.track(datasets.play_games(rules, levels, games, seed), N_("Playing"), games)
        if path.suffix == datasets.LINES:
            datasets.write_lines(records, path)
            decisions = None
        else:
            data = datasets.from_records(records)
            datasets.save(data, path)
            decisions = len(data.actions)
    if decisions is None:
        text = Message(
            NN_(
                "%(games)s game is in %(file)s, a record on each line.",
                "%(games)s games are in %(file)s, a record on each line.",
                "games",
            ),
            games=games,
            file=str(path),
        )
    else:
        text = Message(NN_("%(games)s game with %(decisions)s is in %(file)s.", "%(games)s games with %(decisions)s are in %(file)s.", "games"), games=games,
                       decisions=counted(DECISIONS, decisions), file=str(path))  # fmt: skip
    out().print(say(text))
