"""The end of a game in words: which place, by how much, and what decided it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from brehon.core.face import Line, totals
from brehon.core.match import Match
from brehon.core.text import N_, NN_, Message, Seat, Speaker, listed
from brehon.server.table.table import Position, Who

REASONS: Final = 3  # sources of points that are named
PLACES: Final = {
    2: N_("You came second."),
    3: N_("You came third."),
    4: N_("You came fourth."),
    5: N_("You came fifth."),
    6: N_("You came sixth."),
}
BEHIND: Final = {
    2: NN_("You came second, %(n)s point behind %(player)s.", "You came second, %(n)s points behind %(player)s."),
    3: NN_("You came third, %(n)s point behind %(player)s.", "You came third, %(n)s points behind %(player)s."),
    4: NN_("You came fourth, %(n)s point behind %(player)s.", "You came fourth, %(n)s points behind %(player)s."),
    5: NN_("You came fifth, %(n)s point behind %(player)s.", "You came fifth, %(n)s points behind %(player)s."),
    6: NN_("You came sixth, %(n)s point behind %(player)s.", "You came sixth, %(n)s points behind %(player)s."),
}


@dataclass
class Verdict:
    """What the page says first when a game is over."""

    title: str
    decided: list[str] = field(default_factory=list)  # sentences
    ending: str = ""  # of a game that can end in several ways


def verdict(position: Position, who: Who, say: Speaker) -> Verdict:
    """For a player their own place, for everyone else the winner."""
    match, lines = position.match, position.lines
    mine = who.seats[0] if len(who.seats) == 1 else -1
    ranks, points = match.ranks(), totals(lines)
    winners = [seat for seat, place in enumerate(ranks) if place == 1]
    rival = _rival(ranks, points, winners, mine)
    return Verdict(
        say(_title(ranks, points, winners, mine)),
        [say(one) for one in _decided(match, lines, winners, rival)],
        _ending(position, say),
    )


def _rival(ranks: list[int], points: list[int], winners: list[int], mine: int) -> int:
    """With whom the winner is compared: oneself, or the best of the others; -1 if there is no other."""
    if mine >= 0 and mine not in winners:
        return mine
    others = [seat for seat in range(len(ranks)) if seat not in winners]
    return min(others, key=lambda seat: (ranks[seat], seat)) if others else -1


def _title(ranks: list[int], points: list[int], winners: list[int], mine: int) -> Message:
    if len(winners) > 1:
        return _shared(winners, mine)
    winner, rival = winners[0], _rival(ranks, points, winners, -1)
    lead = points[winner] - points[rival] if points and rival >= 0 else 0
    if mine == winner:
        return (
            Message(NN_("You win by %(n)s point.", "You win by %(n)s points."), n=lead)
            if lead > 0
            else Message(N_("You win!"))
        )
    if mine < 0:
        if lead <= 0:
            return Message(N_("%(player)s wins"), player=Seat(winner))
        text = NN_("%(player)s wins by %(n)s point", "%(player)s wins by %(n)s points")
        return Message(text, player=Seat(winner), n=lead)
    behind = points[winner] - points[mine] if points else 0
    place = min(ranks[mine], max(PLACES))
    return Message(BEHIND[place], n=behind, player=Seat(winner)) if behind > 0 else Message(PLACES[place])


def _shared(winners: list[int], mine: int) -> Message:
    others = [Seat(seat) for seat in winners if seat != mine]
    names: Message | Seat = listed(others) if len(others) > 1 else others[0]
    if mine in winners:
        return Message(N_("You share the victory with %(names)s."), names=names)
    return Message(N_("%(names)s share the victory"), names=names)


def _decided(match: Match, lines: list[Line], winners: list[int], rival: int) -> list[Message]:
    """The sources of points in which winner and rival differ most; equal points were decided by the rules of ties."""
    if rival < 0 or not lines:
        return []
    winner, total = winners[0], lines[-1]
    out: list[Message] = []
    if rival in match.forfeited:
        return [Message(N_("%(player)s has forfeited the game."), player=Seat(rival))]
    if total.values[winner] == total.values[rival]:
        out.append(_tie(total, winner, rival))
    differences = [(line, line.values[winner] - line.values[rival]) for line in lines[:-1] if not line.is_total]
    differences.sort(key=lambda one: -abs(one[1]))
    for line, lead in [one for one in differences if one[1]][:REASONS]:
        out.append(_source(line, winner if lead > 0 else rival, rival if lead > 0 else winner))
    return out


def _tie(total: Line, winner: int, rival: int) -> Message:
    text = N_("%(one)s and %(other)s have the same points; the tie-break decides: %(how)s.")
    notes = [total.notes[seat] for seat in (winner, rival) if total.notes and str(total.notes[seat])]
    if notes:
        return Message(text, one=Seat(winner), other=Seat(rival), how=listed(notes) if len(notes) > 1 else notes[0])
    plain = N_("%(one)s and %(other)s have the same points; the tie-break decides (%(rule)s).")
    return Message(plain, one=Seat(winner), other=Seat(rival), rule=total.rule)


def _source(line: Line, ahead: int, behind: int) -> Message:
    text = N_("%(label)s: %(high)s for %(player)s, %(low)s for %(other)s.")
    return Message(
        text, label=line.label, high=line.values[ahead], player=Seat(ahead), low=line.values[behind], other=Seat(behind)
    )


def _ending(position: Position, say: Speaker) -> str:
    """Which of several endings has happened: the one whose points are those of the result."""
    match = position.match
    found = [one for one in position.face.endings(match.rules, position.view) if one.points == totals(position.lines)]
    return say(found[0].happened) if len(found) == 1 else ""
