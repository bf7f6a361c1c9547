"""The score sheet as a table, and the places."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from brehon.cli.screen import DIM, STRONG
from brehon.core.contract import View
from brehon.core.match import Match
from brehon.core.text import N_, NN_, Message, Seat, Speaker


def score_sheet(match: Match, view: View, say: Speaker) -> Table:
    """The points of every seat, line by line."""
    rules = match.rules
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(say.word(N_("Points")), overflow="fold")
    for seat in range(rules.n_seats):
        table.add_column(say.seat(seat), justify="right", overflow="fold")
    table.add_column("", style=DIM)
    for line in match.score_sheet(view.seat):
        style = STRONG if line.is_total else ""
        cells = [Text(say(line.label), style), *(Text(str(value), style) for value in line.values)]
        table.add_row(*cells, Text(line.rule), end_section=line.is_total)
    if match.is_over:
        places = [Text(f"{place}.", STRONG) for place in match.ranks()]
        table.add_row(Text(say.word(N_("Place")), STRONG), *places, Text(""))
    return table


def outcome(match: Match) -> Message:
    """Who has won."""
    places = match.ranks()
    winners = [seat for seat in range(match.rules.n_seats) if places[seat] == 1]
    points = match.state.scores()[winners[0]]
    if len(winners) == 1:
        return Message(
            NN_("%(player)s wins with %(points)s point.", "%(player)s wins with %(points)s points.", "points"),
            player=Seat(winners[0]),
            points=points,
        )
    names: Message | Seat = Seat(winners[0])
    for seat in winners[1:]:
        names = Message(N_("%(first)s and %(second)s"), first=names, second=Seat(seat))
    return Message(
        NN_(
            "%(players)s share the victory with %(points)s point.",
            "%(players)s share the victory with %(points)s points.",
            "points",
        ),
        players=names,
        points=points,
    )
