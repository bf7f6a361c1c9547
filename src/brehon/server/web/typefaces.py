"""The typefaces of the pages: cut down to the characters that we write, as WOFF2, made when a browser first asks for them.

The sources come with their packages. A file takes about half a second to make, so it is made in a thread, once, and kept in the
data folder. Its address holds a digest of everything it is made from: browsers may keep it forever, and a newer package, another
set of characters or another fonttools gives another address. The licence of the sources reserves their name for the whole
typeface, so the parts carry names of ours.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import os
import secrets
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from brehon.core.advances import CHARACTERS, SANS, SERIF

log: Final = logging.getLogger("brehon.typefaces")
FOLDER: Final = "/static/fonts/"
FOREVER: Final = "public, max-age=31536000, immutable"
# kerning, ligatures, accents that are composed, figures of equal width
FEATURES: Final = ("kern", "liga", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum")
RENAMED: Final = (
    1,
    3,
    4,
    6,
    16,
)  # entries of the table of names: family, identifier, full name, PostScript name, family again


@dataclass(frozen=True)
class Cut:
    """One weight or slant of a typeface."""

    name: str  # in addresses
    family: str
    package: str
    file: str  # in the package
    weight: str  # that it stands for, as the style sheet says it
    style: str = "normal"

    def source(self) -> Path:
        place = import_module(self.package).__file__
        assert place is not None
        return Path(place).parent / "files" / self.file


CUTS: Final = (
    Cut("serif", SERIF, "font_source_serif_pro", "SourceSerifPro-Regular.ttf", "100 500"),
    Cut("serif-bold", SERIF, "font_source_serif_pro", "SourceSerifPro-Semibold.ttf", "600 900"),
    Cut("serif-italic", SERIF, "font_source_serif_pro", "SourceSerifPro-It.ttf", "100 900", "italic"),
    Cut("sans", SANS, "font_source_sans_pro", "SourceSansPro-Regular.ttf", "100 500"),
    Cut("sans-bold", SANS, "font_source_sans_pro", "SourceSansPro-Semibold.ttf", "600 900"),
)


@cache
def digest(cut: Cut) -> str:
    """Of everything that the file is made from."""
    recipe = f"1 {cut.name} {CHARACTERS} {FEATURES} {version('fonttools')} {version('brotli')}"
    return hashlib.sha256(recipe.encode() + cut.source().read_bytes()).hexdigest()[:12]


def file_name(cut: Cut) -> str:
    return f"{cut.name}.{digest(cut)}.woff2"


@cache
def typeface_style() -> str:
    """The style sheet that names the files. A page is readable before they arrive (`swap`)."""
    return "".join(
        f'@font-face{{font-family:"{cut.family}";font-weight:{cut.weight};font-style:{cut.style};font-display:swap;'
        f'src:url("{FOLDER}{file_name(cut)}") format("woff2")}}\n'
        for cut in CUTS
    )


def make(cut: Cut) -> bytes:
    """The file. Takes about half a second of processor time."""
    from fontTools import subset  # slow to import, and only needed once in the life of a data folder
    from fontTools.ttLib import TTFont

    font = TTFont(cut.source())
    options = subset.Options(layout_features=list(FEATURES), hinting=False, name_IDs=["*"], notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(text=CHARACTERS)
    cutter.subset(font)
    for entry in font["name"].names:
        if entry.nameID in RENAMED:
            entry.string = f"{cut.family} {cut.name}" if entry.nameID != 6 else f"Brehon-{cut.name}"
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def kept(response: Response, scope: Scope) -> Response:
    """What carries a mark of its content in the address may be kept by browsers forever."""
    is_marked = scope["query_string"] != b""
    response.headers["Cache-Control"] = FOREVER if is_marked else "no-cache"
    return response


class Typefaces:
    """The files of one data folder. Each is made at most once at a time, and one after another: people are playing meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cuts = {file_name(cut): cut for cut in CUTS}
        self._turn = asyncio.Lock()
        self._begun: asyncio.Task[None] | None = None

    @classmethod
    def below(cls, data_dir: Path) -> Typefaces:
        return cls(data_dir / "cache" / "fonts")

    async def get(self, name: str) -> bytes | None:
        """The file of this name; None if there is no such file."""
        cut = self.cuts.get(name)
        if cut is None:
            return None
        content = await asyncio.to_thread(self._read, name)
        if content is None:
            async with self._turn:
                content = await asyncio.to_thread(self._read_or_make, name, cut)
        return content

    async def answer_style(self, request: Request) -> Response:
        self.begin()
        return kept(Response(typeface_style(), media_type="text/css"), request.scope)

    async def answer_file(self, request: Request) -> Response:
        content = await self.get(request.path_params["name"])
        if content is None:
            raise HTTPException(404)
        return Response(content, media_type="font/woff2", headers={"Cache-Control": FOREVER})

    def begin(self) -> None:
        """Make all that are missing, in the background: a browser has read the style sheet and will ask for them."""
        if self._begun is None:
            self._begun = asyncio.create_task(self._get_all())

    async def _get_all(self) -> None:
        for name in self.cuts:
            await self.get(name)

    def fill(self) -> None:
        """The same, now and here: about two seconds."""
        for name, cut in self.cuts.items():
            self._read_or_make(name, cut)

    async def stop(self) -> None:
        if self._begun is not None:
            self._begun.cancel()
            await asyncio.gather(self._begun, return_exceptions=True)

    def _read(self, name: str) -> bytes | None:
        """None if it is not there or cannot be read; then it is made."""
        try:
            return (self.folder / name).read_bytes() or None
        except OSError:
            return None

    def _read_or_make(self, name: str, cut: Cut) -> bytes:
        content = self._read(name)
        if content is None:
            content = make(cut)
            self._keep(name, content)
        return content

    def _keep(self, name: str, content: bytes) -> None:
        """On a full disk it is made again the next time."""
        temporary = self.folder / f".{secrets.token_hex(4)}"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary.touch(0o600)
            temporary.write_bytes(content)
            os.replace(temporary, self.folder / name)
        except OSError as error:
            log.warning("typeface not kept: file=%s error=%s", name, error.strerror)
