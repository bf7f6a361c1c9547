"""Records of every released version of the rules: `<game>/v<version>/<name>.json`. They must replay for ever.

`make records` adds what is missing: a record of each golden game by the newest rules, and its line in pins.toml. It never writes
a file again, and pins.toml holds the digest of each, so a rule that changes needs a new version with records of its own.
`make records ENDS=arrival` pins the last positions of a game again after a new kind of piece has moved the numbers of others.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import NamedTuple

from brehon.core import registry
from brehon.core.match import Match
from brehon.core.record import read_record
from brehon.core.verification import verify

HERE = Path(__file__).parent
TOY = "toy-harbour"  # a game of another package: only tests that register it can read its records


class Pin(NamedTuple):
    """What is known of a released record."""

    file: str  # SHA-256 of its bytes
    end: str  # SHA-256 of the key of its last position


def released(game: str = "", folder: Path = HERE) -> list[Path]:
    """The records of a game, or of all games that come with Brehon."""
    return [
        path
        for name in ([game] if game else sorted(registry.BUILTIN))
        for path in sorted(folder.glob(f"{name}/v*/*.json"))
    ]


def record_path(name: str) -> Path:
    """The record of this name, by the oldest rules that have it."""
    return next(path for path in released() if path.stem == name)


def pins(folder: Path = HERE) -> dict[str, Pin]:
    """What is pinned, by path within the folder."""
    found = tomllib.loads((folder / "pins.toml").read_text(encoding="utf-8"))
    return {f"{game}/{version}/{name}.json": Pin(**pin)
            for game, versions in found.items() for version, names in versions.items() for name, pin in names.items()}  # fmt: skip


def pin_of(path: Path) -> Pin:
    """What the file says today; BadRecord if it does not replay."""
    text = path.read_bytes()
    return Pin(_hash(text), _hash(played(text.decode()).state.key().encode()))


def played(text: str) -> Match:
    """A record, proved and played to its end."""
    return verify(read_record(text))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def faults(folder: Path = HERE, games: tuple[str, ...] = (*sorted(registry.BUILTIN), TOY)) -> list[str]:
    """What is wrong with the files of a corpus: written again, taken away, or not pinned."""
    pinned = pins(folder)
    there = {path.relative_to(folder).as_posix(): path for game in games for path in released(game, folder)}
    changed = [name for name, path in there.items() if name in pinned and _hash(path.read_bytes()) != pinned[name].file]
    return [
        *(f"{name} was written again: put it back, and give the new rules a version of their own" for name in changed),
        *(f"{name} is missing: a released record is never taken away" for name in sorted(set(pinned) - set(there))),
        *(f"{name} is not pinned: make records" for name in sorted(set(there) - set(pinned))),
    ]


def add_missing(records: dict[str, str], folder: Path = HERE) -> list[str]:
    """Write and pin the records, by path within the folder, that are not there yet; their names."""
    pinned = pins(folder)
    added = []
    for name, text in records.items():
        path = folder / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if name not in pinned:
            pinned[name] = pin_of(path)
            added.append(name)
    if added:
        _write_pins(pinned, folder)
    return added


def renew_ends(game: str, folder: Path = HERE) -> list[str]:
    """Pin the last positions of a game's records again, after its pieces got other numbers; the names of those that changed.

    The files stay as they are: each must still have its digest and replay to the result that is written in it.
    """
    if wrong := faults(folder):
        raise ValueError(wrong[0])
    pinned, changed = pins(folder), []
    for path in released(game, folder):
        name = path.relative_to(folder).as_posix()
        if (pin := pin_of(path)) != pinned[name]:
            pinned[name] = pin
            changed.append(name)
    _write_pins(pinned, folder)
    return changed


def _write_pins(pinned: dict[str, Pin], folder: Path) -> None:
    path = folder / "pins.toml"
    head = "".join(line for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if line.startswith("#"))
    tables: dict[str, list[str]] = {}
    for name, pin in sorted(pinned.items()):
        game, version, file = name.split("/")
        line = f'{file.removesuffix(".json")} = {{ file = "{pin.file}", end = "{pin.end}" }}\n'
        tables.setdefault(f"\n[{game}.{version}]\n", []).append(line)
    path.write_text(head + "".join(title + "".join(lines) for title, lines in tables.items()), encoding="utf-8")
