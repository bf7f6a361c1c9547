"""brehon lab train --folder: a long training in rounds, which goes on after an interruption."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import typer
from rich.text import Text

from brehon.bots.weights import Weights
from brehon.cli.lab_running import where
from brehon.cli.progress import Meter, metering
from brehon.cli.screen import DIM, STRONG, err, out
from brehon.core import registry
from brehon.core.contract import Components
from brehon.core.text import N_, Message, Number, Speaker
from brehon.lab.curve_plot import draw_curves
from brehon.lab.rounds import Course, Step, Training, store
from brehon.lab.runner import PLAIN, Where

STEPS: Final = {"play": N_("Playing"), "learn": N_("Learning"), "try": N_("Trying")}


def train_in_rounds(
    game: str, folder: Path, course: Course, components: Components | None, place: tuple[int, str, str], say: Speaker
) -> Weights:
    """Play, learn and try until the last round is done; each finished round prints a line and draws the curves again."""
    training = Training(folder, game, course, components)
    title = registry.game(game).title
    try:
        with metering(say, per_game=False) as meter:
            pointer = Pointer(meter)

            def after(step: Step) -> None:
                out().print(Text(say(line(step))))
                store(folder / "curve.svg", draw_curves(training.steps, title, say))

            spread = where(*place)
            if spread.jobs == 1 and not place[2] and place[1] == "loky":
                spread = Where(1, PLAIN)  # no process needs to be started for that
            return training.run(spread, pointer.tell, after)
    except KeyboardInterrupt:
        text = Message(N_("Interrupted; nothing is lost. Run the same command again to continue."))
        err().print(Text(say(text), STRONG))
        raise typer.Exit(130) from None
    finally:
        training.close()
        out().print(Text(say(Message(N_("Everything about this training is in %(folder)s"), folder=str(folder))), DIM), soft_wrap=True)  # fmt: skip


class Pointer:
    """Turns what a training reports into steps of the progress bar."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._step = ""

    def tell(self, step: str, done: int, whole: int) -> None:
        if step != self._step:
            self._meter.begin(STEPS[step], whole, done)
            self._step = step
        self._meter.advance(done - self._meter.done)


def line(step: Step) -> Message:
    """A finished round in words."""
    verdict = N_("accepted") if step.accepted else N_("not better, the old one stays")
    return Message(
        N_("Round %(number)s, games: %(games)s; log-loss %(learned)s (before %(before)s); points above equals: %(ahead)s ± %(error)s; %(verdict)s"),
        number=step.number + 1, games=step.games, learned=f"{step.learned:.4f}", before=f"{step.before:.4f}",
        ahead=Number(round(100 * step.ahead, 1)), error=Number(round(196 * step.error, 1)), verdict=Message(verdict),
    )  # fmt: skip
