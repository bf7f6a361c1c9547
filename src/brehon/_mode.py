"""Which engine runs: the one compiled by mypyc, or the same source interpreted.

The compiled files lie beside their sources. They are used unless BREHON_PURE=1 asks for the source, or a source is newer
than what was compiled from it (somebody is editing: old code must never win over new).
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent


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


def choose_mode() -> str:
    """Set the import path up for one of the two modes; say which, and why if it is the slower one."""
    if os.environ.get("BREHON_PURE") == "1":
        sys.meta_path.insert(0, PureFinder)  # in any case: somebody may compile while this process runs
        return "interpreted (asked for by BREHON_PURE=1)"
    built = [path for path in HERE.rglob("*.*") if path.suffix in (".so", ".pyd")]
    if not built:
        return "interpreted (not compiled; make compile builds the fast engine)"
    for path in built:
        source = path.with_name(path.name.split(".")[0] + ".py")
        if source.exists() and source.stat().st_mtime > path.stat().st_mtime:
            sys.meta_path.insert(0, PureFinder)
            return f"interpreted ({source.relative_to(HERE)} is newer than its compiled file; run make compile)"
    return "compiled"
