"""What notifications say: letters, subjects, and a table in one sentence. Only what a spectator may know."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from brehon.core import registry
from brehon.core.contract import SPECTATOR
from brehon.core.text import N_, Message, Speaker
from brehon.server.people.group_views import Invitation
from brehon.server.people.webhooks import Notice
from brehon.server.storage.schema import NoticeRow
from brehon.server.table.clocks import clocks_of, pace_of
from brehon.server.table.table import Table

TURN: Final = "turn"
OVER: Final = "over"
NUDGE: Final = "nudge"  # the others wait
INVITE: Final = "invite"  # a seat is kept for a person
PROPOSE: Final = "propose"  # a member of a group proposes a game
CONFIRM_SUBJECT: Final = N_("Brehon: is this your address?")
CONFIRM_LETTER: Final = N_(
    "Someone, hopefully you, asked Brehon to send e-mail to this address when it is their turn.\n\nIf that was you, confirm it here:\n%(link)s\n\nIf not, do nothing: no more e-mail will come."
)
ALERT_SUBJECT: Final = N_("Brehon: something was added to your account")
ALERT_LETTER: Final = N_(
    "%(what)s (%(when)s UTC)\n\nIf this was you, there is nothing to do. If not, sign that device out, remove the passkey "
    "and change your password here:\n%(link)s\n\n-- \nYou get this because you asked Brehon for mail. No more mail: %(stop)s"
)
SUBJECTS: Final = {
    TURN: N_("Your turn: %(game)s"),
    OVER: N_("The game is over: %(game)s"),
    NUDGE: N_("The others wait for you: %(game)s"),
    INVITE: N_("A seat is kept for you: %(game)s"),
    PROPOSE: N_("Shall we play %(game)s?"),
}
LETTER: Final = N_(
    "%(news)s\n\n%(link)s\n\nAt the table: %(players)s\n\n-- \nYou get this because you asked Brehon for it. "
    "No more mail: %(stop)s"
)


def words_of(table: Table, notice: NoticeRow, say: Speaker, base: str) -> Notice:
    """The content of a notification: only what a spectator may know."""
    if notice.kind == INVITE:
        return invite_words(table, say, base)
    match, game = table.playing(), table.rules.game
    names = [say.seat(seat.seat) for seat in table.seats]
    movers = [names[seat.seat] for seat in table.seats if not match.is_over and match.may_move(seat.seat)]
    status = "" if table.is_apart else say(game.face().status(table.rules, match.view(SPECTATOR)))
    deadline = deadline_of(table, notice.seat)
    if match.is_over:
        places = match.ranks()
        winners = ", ".join(name for name, place in zip(names, places, strict=True) if place == 1)
        text = Message(N_("%(game)s is over. First place: %(winners)s."), game=game.title, winners=winners)
    elif notice.kind == NUDGE:
        text = Message(N_("The others wait for you in %(game)s. %(status)s"), game=game.title, status=status)
    elif notice.person:
        text = Message(N_("It is your turn in %(game)s. %(status)s"), game=game.title, status=status)
    else:
        text = Message(
            N_("%(game)s waits for: %(players)s. %(status)s"), game=game.title, players=", ".join(movers), status=status
        )
    when = None
    if deadline is not None:
        moment = datetime.fromtimestamp(table.time.on_wall(deadline), UTC)
        when = moment.isoformat(timespec="seconds")
        text = Message(N_("%(news)s Decide before %(when)s UTC."), news=text, when=moment.strftime("%Y-%m-%d %H:%M"))
    return Notice(
        notice.kind, game.title, table.id, f"{base}/table/{table.id}", names, movers, status, when, say(text).rstrip()
    )


def invite_words(table: Table, say: Speaker, base: str) -> Notice:
    """A seat of the next game, or of a game of a group, is kept for the person who reads this."""
    title, names = table.rules.game.title, [say.seat(seat.seat) for seat in table.seats]
    text = say(Message(N_("A seat is kept for you at a table of %(game)s: sit down there, or let it be."), game=title))
    return Notice(INVITE, title, table.id, f"{base}/table/{table.id}", names, [], "", None, text)


def proposal_words(found: Invitation, say: Speaker, base: str) -> Notice:
    """A member of a group proposes a game."""
    title = registry.game(found.game).title
    when: Message | str = Message(N_("now"))
    if found.at is not None:
        when = datetime.fromtimestamp(found.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    text = Message(
        N_("%(name)s proposes %(game)s to the group “%(group)s”: %(when)s. Say yes or no."),
        name=found.by, game=title, group=found.group, when=when,
    )  # fmt: skip
    stamp = None if found.at is None else datetime.fromtimestamp(found.at, UTC).isoformat(timespec="seconds")
    return Notice(PROPOSE, title, "", f"{base}/group/{found.group_id}", found.names, [], "", stamp, say(text))


def deadline_of(table: Table, seat: int | None) -> float | None:
    """Until when a seat has to decide, or the first of all; None where no clock runs."""
    pace = pace_of(table.row.pace)
    if pace is None:
        return None
    clocks = clocks_of(table.row.clocks, pace, len(table.seats))
    asked = range(len(table.seats)) if seat is None else [seat]
    return min((clocks.since + clocks.left[one] for one in asked if clocks.runs(one)), default=None)
