"""Which engine runs: the one compiled by mypyc, or the same source interpreted.

The compiled files lie next to their sources, with a list of what they were compiled from: one SHA-256 for each source. They are
used if every source still has its digest, unless BREHON_PURE=1 asks for the source: old code must never win over new code.
File times say nothing here: an installer writes files in any order (docs/decisions/0009).
"""

import hashlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
SUFFIX = EXTENSION_SUFFIXES[0]  # of this Python: files compiled for another one do not count


class PureFinder:
    """Finds the modules of this package as source, passing over compiled files."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith("brehon."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def digest_list(package: Path) -> Path:
    """The file in which a build for this Python notes what it has compiled; setup.py writes it."""
    return package / f"_compiled{SUFFIX}.sha256"


def why_interpreted(package: Path) -> str:
    """Empty if the compiled files of a package are complete and made from the sources next to them."""
    try:
        lines = digest_list(package).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return "not compiled; make compile builds the fast engine"
    for line in lines:
        if line.startswith("#"):
            continue  # how it was made
        digest, _, name = line.partition("  ")
        source = package / name
        if not source.with_suffix(SUFFIX).exists():
            return f"the compiled file of {name} is missing; run make compile"
        if not source.exists() or hashlib.sha256(source.read_bytes()).hexdigest() != digest:
            return f"{name} has changed since it was compiled; run make compile"
    return ""


def choose_mode() -> str:
    """Set the import path up for one of the two modes; say which, and why if it is the slower one."""
    reason = "asked for by BREHON_PURE=1" if os.environ.get("BREHON_PURE") == "1" else why_interpreted(HERE)
    if not reason:
        return "compiled"
    sys.meta_path.insert(0, PureFinder)  # also if nothing is compiled: that may change while this process runs
    return f"interpreted ({reason})"
