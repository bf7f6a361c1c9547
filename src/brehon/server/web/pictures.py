"""Pictures of boards: as SVG for our own pages, as PNG for messengers and for the icons of an installed page.

Everything here is made from what a spectator may know. A PNG costs about as much as a dozen pages, so one is made at a time, in a
thread, and the latest are kept.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from markupsafe import escape

from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.face import Offers
from brehon.core.nouns import counted
from brehon.core.palette import SHARED, dark, plain
from brehon.core.primer import Picture
from brehon.core.text import N_, NN_, Speaker
from brehon.server.table.sample import Sample, prepared, sample_of

CARD: Final = (1200, 630)  # what messengers show
BAND: Final = 280  # of a card, left of the board: which game it is
MARGIN: Final = 24
MOST: Final = 64  # PNGs that are kept, about 200 kB each
SIZE: Final = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')  # of a whole board
MARK: Final = Path(__file__).parent / "static" / "mark.svg"
ICON_GROUND: Final = "#7d2a1a"  # as in the mark
FACES: Final = ("Regular", "It", "Semibold", "Bold")
LINE: Final = 14  # letters of a title in one line of the band
INK, FAINT, PAPER, RULE = (SHARED[name][0] for name in ("ink", "faint", "parchment", "rule"))
MINUTES: Final = NN_("about %(n)s minute", "about %(n)s minutes")


class Pictures:
    """What was drawn is kept for the life of the application."""

    def __init__(self) -> None:
        self._samples: dict[str, Sample] = {}
        self._covers: dict[tuple[str, str, bool], str] = {}
        self._drawn: dict[tuple[str, str, str, bool], str] = {}
        self._pngs: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._one = asyncio.Lock()

    def get(self, at: tuple[str, ...]) -> bytes | None:
        """The PNG that is known by these words, if it is kept."""
        return self._pngs.get(at)

    @property
    def kept(self) -> int:
        """How many PNGs are in memory."""
        return len(self._pngs)

    async def cover(self, game: Game, language: str, is_dark: bool = False) -> str:
        """A position of the game, as an SVG file."""
        at = (game.name, language, is_dark)
        if at not in self._covers:
            async with self._one:
                if at not in self._covers:
                    self._covers[at] = await asyncio.to_thread(self._draw_cover, game, language, is_dark)
        return self._covers[at]

    def _draw_cover(self, game: Game, language: str, is_dark: bool) -> str:
        if game.name not in self._samples:
            self._samples[game.name] = sample_of(game)
        sample, face = self._samples[game.name], game.face()
        svg = face.board(sample.rules, sample.view, Offers(), Speaker(language, sample.names))
        return as_file(svg, game, is_dark)

    async def of_rules(self, game: Game, picture: Picture, language: str, is_dark: bool = False) -> str:
        """A picture of the rules page, as an SVG file."""
        at = (game.name, picture.name, language, is_dark)
        if at not in self._drawn:
            self._drawn[at] = await asyncio.to_thread(draw_picture, game, picture, language, is_dark)
        return self._drawn[at]

    async def png(self, at: tuple[str, ...], draw: Callable[[], str], width: int) -> bytes:
        """The PNG that is known by these words; made if it is not there."""
        if at not in self._pngs:
            async with self._one:
                if at not in self._pngs:
                    self._pngs[at] = await asyncio.to_thread(lambda: to_png(draw(), width))
                    while len(self._pngs) > MOST:
                        self._pngs.popitem(last=False)
        self._pngs.move_to_end(at)
        return self._pngs[at]

    async def game_card(self, game: Game, say: Speaker) -> bytes:
        """For links that lead to a game, or to a table that is not for everyone's eyes."""
        cover = await self.cover(game, say.language)
        return await self.png(("game", game.name, say.language), lambda: board_card(cover, game, say), CARD[0])

    async def site_card(self, say: Speaker) -> bytes:
        """For links to the front page: the first three games beside each other."""
        games = [registry.game(name) for name in registry.names()[:3]]
        covers = [await self.cover(game, say.language) for game in games]
        return await self.png(("site", say.language), lambda: games_card(covers, games, say), CARD[0])

    async def icon(self, size: int) -> bytes:
        """The mark, on a ground that a system may round or cut as it likes."""
        return await self.png(("icon", str(size)), _icon, size)


def draw_picture(game: Game, picture: Picture, language: str, is_dark: bool) -> str:
    """A prepared position, or the part of it that is meant."""
    sample, offers = prepared(game, picture)
    svg = game.face().board(sample.rules, sample.view, offers, Speaker(language, sample.names))
    if picture.part is not None:
        left, top, width, height = picture.part
        cut = f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}"'
        svg = SIZE.sub(cut, svg, count=1)
    return as_file(svg, game, is_dark)


def as_file(svg: str, game: Game, is_dark: bool) -> str:
    """A board that is shown without our style sheets."""
    return dark(svg, game.name, game.face().palette()) if is_dark else plain(svg)


def players_of(game: Game, say: Speaker) -> str:
    """ "2–4 players" """
    low, high = min(game.seats), max(game.seats)
    return say.word(N_("%(seats)s players")) % {"seats": str(low) if low == high else f"{low}–{high}"}


def time_of(game: Game, say: Speaker) -> str:
    """ "about 75 minutes"; "" where the game does not say."""
    return say(counted(MINUTES, game.minutes)) if game.minutes else ""


def facts_of(game: Game, say: Speaker) -> list[str]:
    """What a person wants to know before a game: how many, how long, how hard."""
    return [text for text in (players_of(game, say), time_of(game, say), say.word(game.weight)) if text]


# -- cards


def board_card(board: str, game: Game, say: Speaker) -> str:
    """A board with the title of its game, in the shape that messengers show."""
    width, height = CARD
    at = (BAND, MARGIN, width - BAND - MARGIN, height - 2 * MARGIN)
    lines = _lines(game.title)
    parts = [_placed(MARK.read_text(), (MARGIN + 8, 56, 84, 84))]
    parts += [_text(MARGIN + 8, 210 + 46 * n, 40, line, INK, 600) for n, line in enumerate(lines)]
    below = 210 + 46 * len(lines)
    parts += [_text(MARGIN + 8, below + 30 * n, 21, fact, FAINT) for n, fact in enumerate(facts_of(game, say))]
    parts.append(_text(MARGIN + 8, height - 44, 24, "Brehon", FAINT, 600))
    return _card([*parts, _placed(board, at)])


def games_card(boards: list[str], games: list[Game], say: Speaker) -> str:
    """The boards of several games beside each other."""
    width, _ = CARD
    each = (width - MARGIN * (len(boards) + 1)) // max(1, len(boards))
    words = say.word(N_("Play with friends by a link, against bots, or both. No account is needed."))
    parts = [_placed(MARK.read_text(), (MARGIN, 44, 96, 96)), _text(140, 92, 58, "Brehon", INK, 600)]
    parts.append(_text(142, 132, 25, words, FAINT))
    for number, (board, game) in enumerate(zip(boards, games, strict=True)):
        x = MARGIN + number * (each + MARGIN)
        parts += [_placed(board, (x, 180, each, 360)), _text(x + each // 2, 590, 30, game.title, INK, 600, "middle")]
    return _card(parts)


def _card(parts: list[str]) -> str:
    width, height = CARD
    ground = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{ground}{"".join(parts)}</svg>'


def _icon() -> str:
    mark = _placed(MARK.read_text(), (4, 4, 56, 56))
    ground = f'<rect width="64" height="64" fill="{ICON_GROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{ground}{mark}</svg>'


def _placed(svg: str, box: tuple[int, int, int, int]) -> str:
    """A picture inside another one, as large as fits."""
    x, y, width, height = box
    head, rest = svg[svg.index("<svg") + 4 :].split(">", 1)
    kept = "".join(f" {name}={value}" for name, value in _attributes(head) if name not in ("x", "y", "width", "height"))
    return f'<svg x="{x}" y="{y}" width="{width}" height="{height}"{kept}>{rest}'


def _attributes(head: str) -> list[tuple[str, str]]:
    """Those of a tag that we have written: in double quotes, with `>` escaped."""
    parts = head.split('"')
    return [(parts[n].strip().rstrip("="), f'"{parts[n + 1]}"') for n in range(0, len(parts) - 1, 2)]


def _text(x: int, y: int, size: int, text: str, fill: str, weight: int = 400, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="serif" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _lines(title: str) -> list[str]:
    lines = [""]
    for word in title.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= LINE or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def to_png(svg: str, width: int) -> bytes:
    """Drawn with our own typefaces only, so it is the same on every machine."""
    from resvg_py import svg_to_bytes

    return bytes(
        svg_to_bytes(
            svg_string=svg, width=width, skip_system_fonts=True, font_files=_font_files(),
            serif_family="Source Serif Pro", sans_serif_family="Source Sans Pro", font_family="Source Serif Pro",
        )
    )  # fmt: skip


@cache
def _font_files() -> list[str]:
    families = (("font_source_serif_pro", "SourceSerifPro"), ("font_source_sans_pro", "SourceSansPro"))
    return [str(files(package) / "files" / f"{family}-{face}.ttf") for package, family in families for face in FACES]
