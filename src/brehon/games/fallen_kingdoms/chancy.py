"""Words for what dice decide: where a difference shows up in some of the cases only, its chance is said."""

from __future__ import annotations

from typing import Final

from brehon.core.text import N_, Message
from brehon.core.vocabulary import Aspect, Saying

CHANCE: Final = N_("%(reason)s, with a chance of about %(percent)s %%")
LEAST: Final = 0.3  # what is less likely is not said
AGAINST: Final = 0.1  # nor is what turns into its opposite more often


class Chancy(Saying):
    """A way to put a difference into words that may depend on dice."""

    def statement(self, differences: list[float], rival: int | None) -> Message | None:
        up = [difference for difference in differences if difference > 0.0]
        down = [difference for difference in differences if difference < 0.0]
        some, others = (up, down) if len(up) >= len(down) else (down, up)
        average = super().statement(differences, rival)
        is_one = len(set(some)) == 1 and len(some) < len(differences)  # all or nothing
        if average is not None and not is_one:
            return average
        share = len(some) / len(differences)
        if share < LEAST or len(others) > AGAINST * len(differences):
            return None
        sure = super().statement([min(some, key=abs)], rival)  # at least so much, whenever it happens
        return None if sure is None else Message(CHANCE, reason=sure, percent=chance(share))


def chance(share: float) -> int:
    """In whole tens: so few dice say no more."""
    return min(90, round(10 * share) * 10)


class ChancyAspect(Chancy, Aspect):
    """An aspect that may depend on dice."""
