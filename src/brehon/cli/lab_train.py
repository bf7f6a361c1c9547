"""brehon lab train: a learned evaluation from self-play, as a file of weights with its card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from brehon.bots.levels import spelled
from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.progress import metering
from brehon.cli.screen import STRONG, Lang, out, speaker
from brehon.core import registry
from brehon.core.rulesets import asked_components
from brehon.core.text import N_, Message, Speaker

if TYPE_CHECKING:
    from brehon.bots.weights import Weights

STEPS: Final = {"play": N_("Playing"), "learn": N_("Learning")}


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)],
    games: Annotated[str, typer.Option("-n", "--games", metavar="N[,N…]", help="Games of each round of self-play: one number for all of them, or one for each.")] = "4000",
    rounds: Annotated[int, typer.Option(metavar="N", min=1, max=99, help="Rounds of self-play: in the first the players judge as they do, in each further one by what was learned before.")] = 2,
    players: Annotated[str, typer.Option(metavar="BOT[,BOT…]", help="Who plays: one bot for all rounds, or one for each. cottar is fast; warrior@8 (8 iterations for each decision) plays better games and takes many times longer.")] = "cottar",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same weights, whatever --jobs is.")] = 1,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Processes that play at the same time.")] = 1,
    hidden: Annotated[int, typer.Option(metavar="N", min=4, max=128, help="Hidden units, a multiple of four: more can learn more and think longer.")] = 16,
    positions: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="Positions kept of each game.")] = 20,
    turns: Annotated[bool, typer.Option("--turns", help="Learn from the beginning of turns only: for a game whose turns are long and are searched to their end.")] = False,
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A long training in rounds, kept in this folder: a new judgement must win against the old one, curves are drawn while it runs, and the same command goes on where it stopped.", show_default=False)] = None,
    trial: Annotated[int, typer.Option(metavar="N", min=10, max=100_000, help="With --folder: games that a new judgement plays against the old one.")] = 400,
    trace: Annotated[float, typer.Option(metavar="SHARE", min=0.0, max=1.0, help="With --folder: how much the result counts against what the judgement says later in the game; 1: nothing but the result.")] = 0.8,
    batches: Annotated[int, typer.Option(metavar="N", min=1, max=1_000_000, help="With --folder: batches of positions that a new network learns from, at least.")] = 4000,
    backend: Annotated[str, typer.Option(metavar="NAME", help="With --folder: who runs the games: loky (this machine) or dask (a cluster).")] = "loky",
    scheduler: Annotated[str, typer.Option(metavar="ADDRESS", help="With --folder: the Dask scheduler, as tcp://host:8786; without it, one is started here.", show_default=False)] = "",
    components: Annotated[str | None, typer.Option(metavar="FILE", help="Your own cards or maps (or the name of a built-in set).", show_default=False)] = None,
    out_file: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where to write the weights.", show_default="GAME-weights.json")] = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Teach the evaluation of a game by self-play, and report how well it predicts games that it has not seen.

    Bots play, positions are kept together with how their games ended, and a small network is fitted to them. Games that
    nothing was fitted to show how good it is, compared with the hand-made evaluation.
    """
    from brehon.lab.learning import Settings
    from brehon.lab.learning import train as learn

    say = speaker(lang)
    chosen = registry.game(game)
    path = out_file or (folder / "best.json" if folder else Path(f"{chosen.name}-weights.json"))
    files.must_be_writable(path)
    loaded = asked_components(chosen, components)
    if folder is not None:
        from brehon.cli.lab_train_rounds import train_in_rounds
        from brehon.lab.rounds import Course

        course = Course(
            games=one(games, "--games"), rounds=rounds, seed=seed, positions=positions, hidden=hidden, turns=turns,
            player=spelled(one_name(players)), trace=trace, trial=trial, batches=batches,
        )  # fmt: skip
        weights = train_in_rounds(chosen.name, folder, course, loaded, (jobs, backend, scheduler), say)
        save(path, weights)
        show(weights, path, say)
        return
    settings = Settings(
        games=numbers(games), seed=seed, jobs=jobs, positions=positions, hidden=hidden, rounds=rounds, turns=turns,
        players=tuple(spelled(name) for name in players.split(",")),
    )  # fmt: skip
    with metering(say, per_game=False) as meter:
        running = ""

        def progress(step: str, done: int, whole: int) -> None:
            nonlocal running
            if step != running or meter.done >= meter.total:
                meter.begin(STEPS[step], whole)
                running = step
            meter.advance(done - meter.done)

        weights = learn(chosen.name, settings, loaded, progress)
    save(path, weights)
    show(weights, path, say)


def numbers(text: str) -> tuple[int, ...]:
    """Games of each round."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and int(part) >= 10 for part in parts):
        raise BadInput(N_("--games %(given)s cannot be read; it is the games of each round, 10 or more, as in 4000 or 4000,1000"), given=text)  # fmt: skip
    return tuple(map(int, parts))


def one(text: str, option: str) -> int:
    """The games of every round of a long training."""
    found = numbers(text)
    if len(found) > 1:
        raise BadInput(N_("with --folder every round is alike: %(option)s takes one value, not %(given)s"), option=option, given=text)  # fmt: skip
    return found[0]


def one_name(text: str) -> str:
    if "," in text:
        raise BadInput(N_("with --folder every round is alike: %(option)s takes one value, not %(given)s"), option="--players", given=text)  # fmt: skip
    return text


def save(path: Path, weights: Weights) -> None:
    from brehon.bots.weights import write_weights

    files.write(path, write_weights(weights))


def show(weights: Weights, path: Path, say: Speaker) -> None:
    """How well the held-out games were predicted."""
    card = weights.card
    title = Message(
        N_("positions: %(positions)s; games kept out of the training, to measure on: %(games)s"),
        positions=card["positions"], games=card["held_out_games"],
    )  # fmt: skip
    out().print(Text(say(title), STRONG))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(say.word(N_("Evaluation")))
    for head in (N_("log-loss"), N_("Brier score"), N_("calibration error")):
        table.add_column(say.word(head), justify="right")
    for name, label in (("learned", N_("learned")), ("by_hand", N_("hand-made")), ("even", N_("all seats alike"))):
        found = card[name]
        table.add_row(
            say.word(label), *(f"{found[key]:.4f}" for key in ("log_loss", "brier", "calibration")),
        )  # fmt: skip
    out().print(table)
    out().print(Text(say(Message(N_("Weights: %(path)s"), path=str(path)))))
