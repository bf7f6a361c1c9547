"""A game whose component sets are TOML files in its package. Light to import: the checker is loaded when a file is read."""

from __future__ import annotations

import hashlib
import json
from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from brehon.core.contract import Components, Game
from brehon.core.errors import BadComponents, Problem

if TYPE_CHECKING:
    from brehon.core.checker import Checker


class FileGame(Game):
    """Finds and reads the files; the game provides the checker of their contents."""

    folder: Path  # of the package

    @abstractmethod
    def checker(self) -> type[Checker]:
        """The class that checks a component file and builds the components from it. Import it here, not with the package."""

    def builtin_components(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.toml"))

    def read_builtin(self, name: str) -> str:
        return (self.folder / f"{name}.toml").read_text(encoding="utf-8")

    def read_weights(self, edition: str = "") -> str:
        path = self.folder / (f"weights-{edition}.json" if edition else "weights.json")
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def check_components(self, source: str, name: str) -> list[Problem]:
        try:
            return self.checker().parse(source, name).run()
        except BadComponents as error:
            return error.problems

    def load_components(self, source: str, name: str, builtin: bool = False) -> Components:
        checker = self.checker().parse(source, name)
        problems = checker.run()
        if checker.has_errors:
            raise BadComponents(name, problems)
        digest = hashlib.sha256(json.dumps(checker.raw, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        components = checker.make(name, digest, source, builtin)
        components.warnings = problems
        if not builtin and components.name in self.builtin_components():
            components.name = f"{components.name}-changed"  # a record says what was played
        return components
