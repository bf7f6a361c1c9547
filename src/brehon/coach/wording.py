"""What a review says, in words for people: the same in the terminal, in the file to keep and on pages."""

from __future__ import annotations

from typing import Final

from brehon.coach.continuation import log_of
from brehon.coach.data import KINDS, Judged, Moment, Review
from brehon.core.contract import CHANCE, ORACLE
from brehon.core.match import Match
from brehon.core.text import N_, Message, Seat

OWN: Final = 0.5  # of the largest change: a change of the acting seat that large is the one that is named


def percent(share: float) -> int:
    return round(100.0 * share)


def signed(share: float) -> str:
    """A change in percent, with its sign."""
    return f"{100.0 * share:+.1f} %".replace("-", "−")


def accuracy(value: float) -> str:
    """A dash where nothing was judged."""
    return f"{value:.0f}" if value >= 0.0 else "–"


def happened(match: Match, moment: Moment) -> Message:
    """What a ply did, as the log has it."""
    said = log_of(match.rules, match.events[moment.ply], ORACLE)
    if said:
        return said[0]
    if moment.seat == CHANCE:
        return Message(N_("Drawn: %(words)s"), words=moment.words)
    return Message(N_("%(player)s: %(move)s"), player=Seat(moment.seat), move=label(match, moment, moment.action))


def label(match: Match, moment: Moment, action: int) -> Message:
    """What the button of an action of this decision says."""
    view = match.at(moment.ply).view(moment.seat)
    return match.rules.game.face().action(match.rules, view, action)


def affected(moment: Moment) -> int:
    """The seat whose change is named: the one that acted, unless another one gained or lost far more."""
    most = max(range(len(moment.after)), key=lambda seat: (abs(moment.change(seat)), -seat))
    if moment.seat != CHANCE and abs(moment.change(moment.seat)) >= OWN * abs(moment.change(most)):
        return moment.seat
    return most


def turning(match: Match, moment: Moment) -> Message:
    """A moment that decided the game: "Bo takes the olives: from 41 % to 63 %"."""
    seat = affected(moment)
    before, after = percent(moment.before[seat]), percent(moment.after[seat])
    what = happened(match, moment)
    if seat == moment.seat:
        return Message(N_("%(what)s: from %(before)s %% to %(after)s %%"), what=what, before=before, after=after)
    text = N_("%(what)s: %(player)s goes from %(before)s %% to %(after)s %%")
    return Message(text, what=what, player=Seat(seat), before=before, after=after)


def mistake(match: Match, moment: Moment, judged: Judged) -> Message:
    """What was played, and what it lost."""
    return Message(
        N_("%(player)s: %(move)s (%(kind)s, loses %(loss)s %%)"),
        player=Seat(moment.seat),
        move=label(match, moment, moment.action),
        kind=Message(KINDS[judged.kind]),
        loss=percent(judged.loss),
    )


def better(match: Match, moment: Moment, judged: Judged) -> Message:
    """What would have been better."""
    text = N_("Better: %(move)s (%(best)s %% instead of %(chosen)s %%)")
    best, chosen = percent(judged.best_share), percent(judged.chosen_share)
    return Message(text, move=label(match, moment, judged.best), best=best, chosen=chosen)


def mistakes(review: Review) -> list[tuple[Moment, Judged]]:
    """In the order of the game."""
    return [(one, one.judged) for one in review.moments if one.judged is not None and one.judged.kind]
