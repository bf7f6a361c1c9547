"""What states, views and rulesets have in common as Python objects: ==, hash, str, repr, copy, deepcopy and pickle.

Compiled classes have none of these by default. They are implemented in core/position.py, which is imported on demand.
"""

from __future__ import annotations

from abc import ABC

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Valued(ABC):  # noqa: B024 - its subclasses have the abstract methods
    """Equal if it represents the same position: its value changes when it is played on, so remove it from sets and dicts before that."""

    def __eq__(self, other: object) -> bool:
        from brehon.core import position

        return position.equal(self, other)

    def __hash__(self) -> int:
        from brehon.core import position

        return position.hashed(self)

    def __str__(self) -> str:
        from brehon.core import position

        return position.said(self)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __copy__(self) -> Valued:
        from brehon.core import position

        return position.copied(self)

    def __deepcopy__(self, memo: dict[int, object]) -> Valued:
        from brehon.core import position

        return position.copied(self)

    def __reduce__(self) -> tuple[object, ...]:
        from brehon.core import position

        return position.stored(self)
