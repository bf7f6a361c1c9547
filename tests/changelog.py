"""The changelog: `make changelog` moves the fragments of changelog.d/ into CHANGELOG.md. Without --write it shows them."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import brehon

ROOT = Path(__file__).parent.parent
KINDS = ("summary", "breaking", "added", "changed", "fixed", "removed")  # in this order
NAME = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]+)\.md")
LONGEST = 1200  # characters


@dataclass(frozen=True)
class Fragment:
    area: str
    kind: str
    text: str

    def entry(self) -> str:
        return self.text if self.kind == "summary" else "- " + self.text.replace("\n", "\n  ")


def read_fragments(folder: Path) -> list[Fragment]:
    """All fragments in the order of the changelog; a ValueError names the file that is not in order, and why."""
    found = [read_fragment(path) for path in sorted(folder.iterdir()) if path.name != "README.md"]
    return sorted(found, key=lambda one: (KINDS.index(one.kind), one.area))


def read_fragment(path: Path) -> Fragment:
    match = NAME.fullmatch(path.name)
    if match is None or match[2] not in KINDS:
        raise ValueError(f"{path.name}: the name must be AREA.KIND.md, with KIND one of {', '.join(KINDS)}")
    text = path.read_text(encoding="utf-8").strip()
    lines = text.splitlines()
    if not lines or any(not line.strip() or line.startswith(("#", "- ")) for line in lines):
        raise ValueError(f"{path.name}: must be one paragraph without heading or list")
    if not text.endswith((".", ")")):
        raise ValueError(f"{path.name}: must end with a full stop")
    if len(text) > LONGEST:
        raise ValueError(f"{path.name}: has {len(text)} characters, at most {LONGEST} are read with pleasure")
    return Fragment(match[1], match[2], text)


def section(fragments: list[Fragment], version: str, day: str) -> str:
    summaries = [one.entry() for one in fragments if one.kind == "summary"]
    entries = "\n".join(one.entry() for one in fragments if one.kind != "summary")
    return "\n\n".join([f"## {version} ({day})", *summaries, entries]) + "\n\n"


def insert(changelog: str, new: str) -> str:
    """The changelog with a new section before the latest one."""
    at = changelog.index("\n## ") + 1
    return changelog[:at] + new + changelog[at:]


def main() -> None:
    folder = ROOT / "changelog.d"
    new = section(read_fragments(folder), brehon.__version__.partition(".dev")[0], f"{datetime.now(UTC):%Y-%m-%d}")
    if "--write" not in sys.argv:
        print(new, end="")
        return
    changelog = ROOT / "CHANGELOG.md"
    changelog.write_text(insert(changelog.read_text(encoding="utf-8"), new), encoding="utf-8")
    for path in folder.iterdir():
        if path.name != "README.md":
            path.unlink()
    print(f"CHANGELOG.md has a new section. Look at it, and write the next version into {brehon.__file__}.")


if __name__ == "__main__":
    main()
