"""Two component sets compared: which figures differ by more than chance."""

from __future__ import annotations

from typing import NamedTuple

from brehon.core.text import N_, Message
from brehon.lab.balance import Side
from brehon.lab.balance_figures import benjamini_hochberg
from brehon.lab.balance_findings import ALPHA, ITEM, ORDER
from brehon.lab.intervals import Estimate, Z, two_sided


class Change(NamedTuple):
    """One figure of the second set minus that of the first."""

    text: Message
    difference: Estimate
    is_share: bool
    unit: float  # the difference that would be notable
    q: float


def changes(first: Side, second: Side) -> list[Change]:
    """All differences whose corrected test gives 5 % or less, the greatest first."""
    found = all_changes(first, second)
    return sorted((one for one in found if one.q <= ALPHA), key=lambda one: -abs(one.difference.value) / one.unit)


def all_changes(first: Side, second: Side) -> list[Change]:
    a, b = first.figures, second.figures
    found: list[Change] = []
    for old, new in zip(a.order, b.order, strict=True):
        text = Message(N_("Victories of number %(place)s in turn order"), place=old.number)
        found.append(Change(text, new.share.minus(old.share), True, ORDER, 1.0))
    effects = {_key(second, e.group, e.item): e for e in b.effects if e.is_known}
    for effect in a.effects:
        other = effects.get(_key(first, effect.group, effect.item))
        if effect.is_known and other is not None:
            group = a.data.names.groups[effect.group]
            text = Message(N_("%(group)s: effect of %(item)s"), group=group.title, item=group.items[effect.item].title)
            found.append(Change(text, other.effect.minus(effect.effect), True, ITEM, 1.0))
    new_endings = dict(b.endings)
    for ending, share in a.endings:
        if ending in new_endings:
            text = Message(N_("Games that end like this: %(ending)s"), ending=Message(ending))
            found.append(Change(text, new_endings[ending].minus(share), True, 0.1, 1.0))
    found += _course(first, second)
    q = benjamini_hochberg([_p(one.difference) for one in found])
    return [one._replace(q=value) for one, value in zip(found, q, strict=True)]


def _course(first: Side, second: Side) -> list[Change]:
    a, b = first.figures, second.figures
    numbers = [
        (N_("Rounds"), a.rounds, b.rounds),
        (N_("Decisions of each seat"), a.decisions, b.decisions),
        (N_("Legal actions of a decision"), a.breadth, b.breadth),
        (N_("Points of a seat"), a.points, b.points),
        (N_("Points between first and second"), a.margin, b.margin),
        (N_("Changes of the lead"), a.lead_changes, b.lead_changes),
    ]
    found = [
        Change(Message(text), new.minus(old), False, 0.2 * abs(old.value) + 1e-9, 1.0) for text, old, new in numbers
    ]
    if a.half_games and b.half_games:
        text = Message(N_("Wins of the half-time leader"))
        found.append(Change(text, b.half_time.minus(a.half_time), True, 0.1, 1.0))
    return found


def _key(side: Side, group: int, item: int) -> tuple[str, str]:
    return side.figures.data.names.item(group, item)


def _p(difference: Estimate) -> float:
    """From the interval back to the test."""
    error = (difference.high - difference.low) / (2 * Z)
    if error <= 0:
        return 0.0 if difference.value else 1.0
    return two_sided(difference.value / error)
