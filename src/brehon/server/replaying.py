"""The past of a match: any position, seen from what a seat knew then, and once the game is over in truth."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Final

from brehon.core.contract import CHANCE, ORACLE, SPECTATOR
from brehon.core.match import Match
from brehon.core.text import N_, Message, Seat, Speaker
from brehon.server.services import Who
from brehon.server.showing import Scene, scene

TRUTH: Final = "truth"
WATCHER: Final = "watcher"
LEAP: Final = 10  # steps of the keys PageUp and PageDown


@dataclass
class Outlook:
    """From where the past is looked at: a seat, as a watcher, or in truth."""

    seat: int
    is_refused: bool = False  # something else was asked for that is not to be known yet

    @property
    def word(self) -> str:
        """As it stands in an address."""
        return {ORACLE: TRUTH, SPECTATOR: WATCHER}.get(self.seat, str(self.seat))


@dataclass
class Past:
    """A position of the past, with the ways to the others."""

    scene: Scene
    ply: int
    last: int
    previous: int
    following: int
    back: int  # ten steps
    onward: int
    since: int  # the first ply that belongs to the step that led here
    happened: list[str]  # what led here from the stop before
    outlook: Outlook
    outlooks: list[tuple[str, str]]  # (word for the address, label) of whatever the viewer may choose


def open_outlooks(match: Match, who: Who) -> list[int]:
    """From where this person may look at the past, the customary first.

    While a game with secrets runs: from one's own seat. Who has several of them shares a screen, so that nobody's
    secrets may lie open on it: they see what everybody knows.
    """
    everyone = list(range(match.rules.n_seats))
    if not match.rules.game.has_secrets:
        mine = who.seats[:1] or [SPECTATOR]
        return mine + [seat for seat in [*everyone, SPECTATOR] if seat not in mine]
    if match.is_over:
        return [ORACLE, *everyone, SPECTATOR]
    return [who.seats[0], SPECTATOR] if len(who.seats) == 1 else [SPECTATOR]


def outlook(match: Match, who: Who, asked: str) -> Outlook:
    """The outlook that an address asks for, or the customary one."""
    able = open_outlooks(match, who)
    wanted = next((seat for seat in able if Outlook(seat).word == asked), None)
    if wanted is not None:
        return Outlook(wanted)
    return Outlook(able[0], is_refused=asked != "" and match.rules.game.has_secrets and not match.is_over)


def outlook_label(seat: int) -> Message:
    """How the list calls an outlook."""
    if seat == ORACLE:
        return Message(N_("Everything, in truth"))
    if seat == SPECTATOR:
        return Message(N_("What everybody knew"))
    return Message(N_("What %(player)s knew"), player=Seat(seat))


def past(match: Match, ply: int, chosen: Outlook, who: Who, say: Speaker, narrow: bool) -> Past:
    """The match before ply number `ply`, from what this outlook shows."""
    ply = max(0, min(ply, match.ply))
    stops = stops_of(match)
    shown = scene(match.at(ply), chosen.seat, Who([]), say, narrow, {}, is_past=True)
    before, after = bisect_left(stops, ply) - 1, bisect_right(stops, ply)
    previous = stops[max(0, before)]
    return Past(
        scene=shown,
        ply=ply,
        last=match.ply,
        previous=previous,
        following=stops[min(after, len(stops) - 1)],
        back=stops[max(0, before - LEAP + 1)],
        onward=stops[min(after + LEAP - 1, len(stops) - 1)],
        since=previous,
        happened=[text for number, text in reversed(shown.log) if previous <= number < ply],
        outlook=chosen,
        outlooks=outlooks_of(match, who, say),
    )


def outlooks_of(match: Match, who: Who, say: Speaker) -> list[tuple[str, str]]:
    """What the page offers: where everybody knows everything there is nothing to choose."""
    if not match.rules.game.has_secrets:
        return []
    return [(Outlook(seat).word, say(outlook_label(seat))) for seat in open_outlooks(match, who)]


def stops_of(match: Match) -> list[int]:
    """Where a replay stops: before every decision, and at the ends. What chance adds belongs to the decision before it."""
    return [n for n in range(match.ply + 1) if n in (0, match.ply) or match.plies[n].seat != CHANCE]


def past_data(shown: Past, match: Match, who: Who) -> dict[str, object]:
    """A position of the past for programs."""
    at = match.at(shown.ply)
    lines = at.score_sheet(shown.outlook.seat)
    return {
        "ply": shown.ply,
        "last": shown.last,
        "previous": shown.previous,
        "following": shown.following,
        "seat": shown.outlook.word,
        "seats": [Outlook(seat).word for seat in open_outlooks(match, who)],
        "message": shown.scene.status,
        "happened": shown.happened,
        "view": at.rules.game.face().data(at.rules, at.view(shown.outlook.seat)),
        "scores": lines[-1].values,
        "words": _words(match, shown.ply) if match.is_over or not match.rules.game.has_secrets else None,
    }


def _words(match: Match, ply: int) -> str | None:
    """What the record says next."""
    return match.plies[ply].words(match.rules) if ply < match.ply else None
