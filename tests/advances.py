"""The widths of the letters, read from the typefaces. `python -m tests.advances` writes `core/advances.py` again."""

from __future__ import annotations

from pathlib import Path

from fontTools.ttLib import TTFont

import brehon
from brehon.core.advances import CHARACTERS
from brehon.server.web.typefaces import CUTS

TABLE = Path(brehon.__file__).parent / "core" / "advances.py"
MEASURED = {"serif": "SERIF_PLAIN", "serif-bold": "SERIF_BOLD", "sans": "SANS_PLAIN", "sans-bold": "SANS_BOLD"}
PER_LINE = 26
TAIL = """
_TABLES: Final = [
    dict(zip(CHARACTERS, widths, strict=True)) for widths in (SERIF_PLAIN, SERIF_BOLD, SANS_PLAIN, SANS_BOLD)
]
"""


def measured(name: str) -> list[int]:
    """The width of each of our characters, in thousandths of the size; 0 if the typeface does not have it."""
    font = TTFont(next(cut for cut in CUTS if cut.name == name).source())
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    assert font["head"].unitsPerEm == 1000
    return [widths[glyphs[ord(c)]][0] if ord(c) in glyphs else 0 for c in CHARACTERS]


def written(name: str, widths: list[int]) -> str:
    lines = [", ".join(map(str, widths[at : at + PER_LINE])) for at in range(0, len(widths), PER_LINE)]
    return f"{name}: Final = (\n" + "".join(f"    {line},\n" for line in lines) + ")  # fmt: skip\n"


def table() -> str:
    """The module with its tables made again; everything before them stays."""
    head, mark, _ = TABLE.read_text(encoding="utf-8").partition("# -- made by tests/advances.py\n")
    tables = "".join(f"\n{written(MEASURED[name], measured(name))}" for name in MEASURED)
    return f"{head}{mark}{tables}{TAIL}"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
