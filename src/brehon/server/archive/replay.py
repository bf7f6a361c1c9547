"""The past of a match: any position, seen from what a seat knew then, and once the game is over in truth."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Final

from brehon.core.contract import CHANCE, ORACLE, SPECTATOR
from brehon.core.face import totals
from brehon.core.match import Match
from brehon.core.text import N_, Message, Seat, Speaker
from brehon.server.table.table import Position, Who
from brehon.server.table.table_view import Scene, scene

TRUTH: Final = "truth"
WATCHER: Final = "watcher"


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
    back: int  # to the beginning of this turn, or of the one before
    onward: int  # to the next turn
    since: int  # the first ply that belongs to the step that led here
    happened: list[str]  # what led here from the stop before
    outlook: Outlook
    outlooks: list[tuple[str, str]]  # (word for the address, label) of whatever the viewer may choose


def open_outlooks(match: Match, who: Who) -> list[int]:
    """The seats from which this person may look at the past, the default first.

    While a game with secrets runs: one's own seat. With several seats people share a screen, so no one's secrets
    may be shown on it: they see what everyone knows.
    """
    everyone = list(range(match.rules.n_seats))
    if not match.rules.game.has_secrets:
        mine = who.seats[:1] or [SPECTATOR]
        return mine + [seat for seat in [*everyone, SPECTATOR] if seat not in mine]
    if match.is_over and not who.is_held:
        return [ORACLE, *everyone, SPECTATOR]
    return [who.seats[0], SPECTATOR] if len(who.seats) == 1 else [SPECTATOR]


def outlook(match: Match, who: Who, asked: str) -> Outlook:
    """The outlook that an address asks for, or the customary one."""
    able = open_outlooks(match, who)
    wanted = next((seat for seat in able if Outlook(seat).word == asked), None)
    if wanted is not None:
        return Outlook(wanted)
    return Outlook(
        able[0], is_refused=asked != "" and match.rules.game.has_secrets and (who.is_held or not match.is_over)
    )


def outlook_label(seat: int) -> Message:
    """How the list calls an outlook."""
    if seat == ORACLE:
        return Message(N_("Everything, as it was"))
    if seat == SPECTATOR:
        return Message(N_("What everyone knew"))
    return Message(N_("What %(player)s knew"), player=Seat(seat))


def past(match: Match, ply: int, chosen: Outlook, who: Who, say: Speaker, narrow: bool) -> Past:
    """The match before ply number `ply`, from what this outlook shows."""
    ply = max(0, min(ply, match.ply))
    turns = turns_of(match, chosen.seat)
    shown = scene(Position(match.at(ply), chosen.seat), Who([]), say, narrow, {}, is_past=True)
    before, after = bisect_left(turns, ply) - 1, bisect_right(turns, ply)
    previous = max(0, ply - 1)
    return Past(
        scene=shown,
        ply=ply,
        last=match.ply,
        previous=previous,
        following=min(ply + 1, match.ply),
        back=turns[max(0, before)],
        onward=turns[min(after, len(turns) - 1)],
        since=previous,
        happened=[text for number, text in reversed(shown.log) if previous <= number < ply],
        outlook=chosen,
        outlooks=outlooks_of(match, who, say),
    )


def outlooks_of(match: Match, who: Who, say: Speaker) -> list[tuple[str, str]]:
    """What the page offers: in a game without secrets there is nothing to choose."""
    if not match.rules.game.has_secrets:
        return []
    return [(Outlook(seat).word, say(outlook_label(seat))) for seat in open_outlooks(match, who)]


def turns_of(match: Match, seat: int) -> list[int]:
    """Where turns begin: as the headings of the log say, else where another seat decides; and the ends."""
    face, rules = match.rules.game.face(), match.rules
    stops = {n + 1 for n, event in match.log(seat) if face.heading(rules, event) is not None}
    if not stops:
        last = CHANCE
        for n, ply in enumerate(match.plies):
            if ply.seat >= 0:
                if ply.seat != last:
                    stops.add(n)
                last = ply.seat
    return sorted({0, *stops, match.ply})


def past_data(shown: Past, match: Match, who: Who) -> dict[str, object]:
    """A position of the past for programs."""
    at = match.at(shown.ply)
    lines = at.score_sheet(shown.outlook.seat)
    may_know_all = (match.is_over and not who.is_held) or not match.rules.game.has_secrets
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
        "scores": totals(lines),
        "words": _words(match, shown.ply) if may_know_all else None,
    }


def _words(match: Match, ply: int) -> str | None:
    """What the record says next."""
    return match.plies[ply].words(match.rules) if ply < match.ply else None
