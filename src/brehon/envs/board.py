"""A position to look at: as SVG (notebooks show it automatically), as text, and as an array of pixels."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from rich.console import Console
from rich.segment import Segment

from brehon.core.contract import ORACLE, OVER, SPECTATOR, Ruleset, State
from brehon.core.errors import BrehonError
from brehon.core.face import Offers
from brehon.core.palette import plain
from brehon.core.text import Speaker

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMNS: Final = 118  # of the text
MODES: Final = ("svg", "ansi", "rgb_array", "human")
LETTER: Final = 12  # pixels
LEADING: Final = 1.25  # height of a line, in letters
PAPER: Final = "#ffffff"
INK: Final = "#1b1b1b"


@final
class Board:
    """What a seat (or a spectator) sees of a position, with its actions if the seat is to move."""

    def __init__(self, rules: Ruleset, state: State, seat: int = SPECTATOR) -> None:
        over = state.to_move() == OVER
        self.rules = rules
        self.view = state.view(ORACLE if over and seat == SPECTATOR else seat)
        legal = state.legal() if state.to_move() == seat else []
        self.offers = Offers(dict.fromkeys(legal))

    def svg(self) -> str:
        return plain(self.rules.game.face().board(self.rules, self.view, self.offers, Speaker()))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        whose = f"seat {self.view.seat}" if self.view.seat >= 0 else "a spectator"
        return f"<{self.rules.game.title} as {whose} sees it>"

    def lines(self) -> list[list[Segment]]:
        """The text in pieces, each with its style."""
        console = Console(
            width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False
        )
        picture = self.rules.game.face().terminal(self.rules, self.view, self.offers, Speaker())
        return console.render_lines(picture, pad=False)

    def __str__(self) -> str:
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in self.lines())

    def pixels(self) -> NDArray[np.uint8]:
        """The text as a picture: rows, columns, three colours."""
        try:
            import matplotlib as mpl
            import numpy as np
            from PIL import Image, ImageDraw, ImageFont
        except ImportError as error:
            raise BrehonError(f"rgb_array needs matplotlib: pip install 'brehon-table[envs]' ({error})") from None
        folder = Path(mpl.get_data_path()) / "fonts" / "ttf"  # a font with box-drawing characters, on every machine
        plain = ImageFont.truetype(str(folder / "DejaVuSansMono.ttf"), LETTER)
        bold = ImageFont.truetype(str(folder / "DejaVuSansMono-Bold.ttf"), LETTER)
        wide, high = plain.getlength("M" * 100) / 100, round(LETTER * LEADING)
        lines = self.lines()
        image = Image.new("RGB", (round(wide * (COLUMNS + 2)), high * (len(lines) + 1)), PAPER)
        pen = ImageDraw.Draw(image)
        for number, line in enumerate(lines):
            column = 1
            for segment in line:
                words = segment.text.rstrip("\n")
                is_bold = segment.style is not None and bool(segment.style.bold)
                at = (wide * column, high // 2 + high * number)
                pen.text(at, words, font=bold if is_bold else plain, fill=colour_of(segment))
                column += segment.cell_length
        return np.asarray(image, dtype=np.uint8).copy()


def colour_of(segment: Segment) -> str:
    """The colour of a piece of text, on white."""
    style = segment.style
    if style is None or style.color is None or style.color.is_default:
        return INK
    return style.color.get_truecolor().hex


def show(rules: Ruleset, state: State, mode: str | None, seat: int) -> str | NDArray[np.uint8] | None:
    """The result of render(): a text, an SVG, pixels; or nothing in mode "human", where the text is printed."""
    board = Board(rules, state, seat)
    if mode == "svg":
        return board.svg()
    if mode == "ansi":
        return str(board)
    if mode == "rgb_array":
        return board.pixels()
    if mode == "human":
        print(board)
    return None


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BrehonError(f"render_mode cannot be {mode!r}; it can be: {', '.join(MODES)}")
    return mode
