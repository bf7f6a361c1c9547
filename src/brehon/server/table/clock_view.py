"""What a page or a program sees of clocks, requests, stand-ins and vacations: nothing of it is secret."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from brehon.bots.levels import LEVELS
from brehon.core.asking import asked_words
from brehon.core.match import Match
from brehon.core.record import ASKED, FORFEIT, HOST, TIME
from brehon.core.text import N_, NN_, Message, Seat, Speaker
from brehon.server.table.agreements import UNDO, ask_of, to_agree
from brehon.server.table.clocks import BOT, PACE_WORDS, WARN, Clocks, clocks_of, duration, pace_of
from brehon.server.table.clocks import FORFEIT as FORFEITS
from brehon.server.table.decisions import last_to_decide
from brehon.server.table.play_time import JUMP, OUTAGE
from brehon.server.table.table import Position, Table, Who

SEATED_WORDS: Final = {
    ASKED: N_("%(player)s lets %(level)s play."),
    TIME: N_("%(player)s has run out of time; %(level)s plays until %(player)s is back."),
    HOST: N_("From here on the bot %(player)s (%(level)s) plays; the host has chosen this."),
    FORFEIT: N_("%(player)s has run out of time and forfeits the game; %(level)s plays to the end."),
}
END_WORDS: Final = {
    WARN: N_("When time runs out, everyone sees it, and the table waits."),
    BOT: N_("When a player's time runs out, %(level)s plays for them until they are back."),
    FORFEITS: N_("A player whose time runs out forfeits: %(level)s plays to the end, and they come last."),
}
ASK_UNDO: Final = NN_(
    "%(player)s asks to undo %(n)s line of the record.",
    "%(player)s asks to undo their last decision; that takes back %(n)s lines of the record.",
)
CORRECTIONS: Final = {
    OUTAGE: N_("The clocks stood still for %(time)s: the server was down. No player lost time by it."),
    JUMP: N_(
        "The server's system clock jumped by %(time)s, or the machine slept. The clocks of this table were not affected."
    ),
}
ASK_PAUSE: Final = N_("%(player)s asks for a pause: all clocks stop until a player resumes the game.")


@dataclass
class Clock:
    """What a seat has left, as the page shows it."""

    left: int  # seconds
    text: str
    is_running: bool
    is_late: bool  # the time has run out
    is_low: bool
    is_away: bool  # on vacation


@dataclass
class StandInShown:
    """The bot that plays for a person."""

    level: str  # in words
    why: str
    is_forfeit: bool


@dataclass
class Request:
    """A request that needs everyone's consent."""

    kind: str
    ply: int
    text: str
    waiting: str  # names of those who have not answered
    is_mine: bool  # the viewer has asked or agreed
    may_answer: bool
    redraws: bool  # draws would be taken back and made again


@dataclass
class TableStatus:
    """Everything that a table shows of how its people deal with each other."""

    can_restart: int = 0  # decisions that the viewer may take back alone at once
    can_redo: list[str] = field(default_factory=list)  # labels of what the viewer may do again
    can_ask: str = ""  # why everyone has to agree to an undo; "" if nothing can be asked
    request: Request | None = None
    clocks: list[Clock] = field(default_factory=list)  # [seat]; empty without clocks
    stand_ins: list[StandInShown | None] = field(default_factory=list)  # [seat]
    mine: StandInShown | None = None
    is_paused: bool = False
    correction: str = ""  # time that was left out, in words, until the next move
    counts_days: bool = False
    is_away: bool = False  # the viewer is on vacation
    auto: bool = False
    others: bool = False  # other people sit here


def manners(table: Table, position: Position, who: Who, say: Speaker) -> TableStatus:
    """`position` is of the match as far as they may look at it: a delayed spectator sees no clocks and no requests."""
    match = position.match
    out = TableStatus(stand_ins=[_stand_in(match, seat, say) for seat in range(len(table.seats))])
    if match is not table.match:
        return out
    out.is_paused = table.row.paused is not None
    out.auto = any(table.seats[seat].auto for seat in who.seats)
    _show_clocks(table, out, say)
    _show_request(table, who, out, say)
    if who.seats and not match.is_over:
        out.mine = next((out.stand_ins[seat] for seat in who.seats if out.stand_ins[seat]), None)
        out.is_away = any(out.clocks[seat].is_away for seat in who.seats) if out.clocks else False
        out.others = any(not table.level_of(seat) for seat in range(len(table.seats)) if seat not in who.seats)
        if who.acting and not out.mine and not out.is_paused:
            _show_undo(position, who, out, say)
    return out


def _show_undo(position: Position, who: Who, out: TableStatus, say: Speaker) -> None:
    match, seat = position.match, position.undo_seat(who)
    out.can_restart = match.own_since_news(seat)
    again = next((mine for mine in who.acting if match.redoable(mine)), -1)
    if again >= 0 and position.seat >= 0:  # not behind the curtain of a hot seat
        view = position.view if again == position.seat else match.view(again)
        out.can_redo = [say(position.face.action(match.rules, view, action)) for action in match.redoable(again)]
    reason, asker = position.why_no_undo(seat), last_to_decide(match, who)
    if reason is not None and match.why_no_consent(asker) is None:
        out.can_ask = say.reason(reason)


def _stand_in(match: Match, seat: int, say: Speaker) -> StandInShown | None:
    sits = match.stand_ins[seat]
    if sits is None:
        return None
    words = Message(SEATED_WORDS[sits.why], player=Seat(seat), level=_level(sits.level))
    return StandInShown(_level(sits.level), say(words), sits.why == FORFEIT)


def _level(name: str) -> str:
    return LEVELS[name].title if name in LEVELS else name


def _show_clocks(table: Table, out: TableStatus, say: Speaker) -> None:
    pace = pace_of(table.row.pace) if table.row.pace else None
    if pace is None:
        return
    now, clocks = table.time.now(), clocks_of(table.row.clocks, pace, len(table.seats))
    for seat in range(len(table.seats)):
        left = clocks.left_at(seat, now)
        is_late = left <= 0 and pace.at_end == WARN
        low = left < min(60.0, pace.bank / 5)
        out.clocks.append(
            Clock(max(0, int(left)), say(duration(left)), clocks.runs(seat), is_late, low, clocks.is_away(seat))
        )
    out.counts_days = pace.fresh
    out.correction = _correction(table, clocks, say)


def time_left(table: Table, seats: list[int], say: Speaker) -> str:
    """What the clock of these seats says that runs out first; "" without a clock, or where none runs."""
    pace = pace_of(table.row.pace) if table.row.pace else None
    if pace is None or table.row.paused is not None:
        return ""
    now, clocks = table.time.now(), clocks_of(table.row.clocks, pace, len(table.seats))
    running = [clocks.left_at(seat, now) for seat in seats if clocks.runs(seat)]
    return say(duration(min(running))) if running else ""


def _correction(table: Table, clocks: Clocks, say: Speaker) -> str:
    """Time that was left out while these clocks ran; until they are set again."""
    found = table.time.correction
    if found is None or not clocks.running or clocks.since > found.at:
        return ""
    return say(Message(CORRECTIONS[found.why], time=duration(abs(found.seconds))))


def pace_words(table: Table, say: Speaker) -> list[str]:
    """The pace of a table in sentences: how much time there is, and what happens when it has run out; empty without clocks."""
    pace = pace_of(table.row.pace) if table.row.pace else None
    if pace is None:
        return []
    own = N_("%(bank)s each, and %(gain)s more with every turn")
    time_words = say.word(PACE_WORDS.get(pace.name, "")) or say(
        Message(own, bank=duration(pace.bank), gain=duration(pace.gain))
    )
    level = _level(pace.level)
    return [time_words, say(Message(END_WORDS[pace.at_end], level=level))]


def _show_request(table: Table, who: Who, out: TableStatus, say: Speaker) -> None:
    ask = ask_of(table) if table.row.ask else None
    if ask is None:
        return
    match = table.playing()
    count = match.back_to(ask.seat, ask.decisions)
    redraws = ask.kind == UNDO and match.takes_back_a_draw(count)
    waiting = to_agree(table, ask)
    words = ASK_UNDO if ask.kind == UNDO else ASK_PAUSE
    text = Message(words, player=Seat(ask.seat), n=count)
    names = ", ".join(say.seat(seat) for seat in waiting)
    out.request = Request(
        ask.kind, ask.ply, say(text), names, any(seat in ask.yes for seat in who.seats), any(seat in waiting for seat in who.seats),
        redraws,
    )  # fmt: skip


def note_words(match: Match, number: int) -> Message:
    """The line of the log for a ply that is not a move."""
    ply = match.plies[number]
    if ply.hint:
        return asked_words(ply.seat, ply.hint)
    if ply.sits is None:
        words = NN_("%(player)s has undone %(n)s line of the record, with everyone's agreement.",
                    "%(player)s has undone %(n)s lines of the record, with everyone's agreement.")  # fmt: skip
        return Message(words, player=Seat(ply.seat), n=ply.undo)
    if not ply.sits.level:
        return Message(N_("%(player)s is back and plays."), player=Seat(ply.seat))
    return Message(SEATED_WORDS[ply.sits.why], player=Seat(ply.seat), level=_level(ply.sits.level))


def status_data(table: Table, position: Position, who: Who, say: Speaker) -> dict[str, object]:
    """The same for programs."""
    match, shown, pace = position.match, manners(table, position, who, say), pace_of(table.row.pace)
    request = shown.request
    return {
        "pace": None if pace is None else {
            "preset": pace.name, "bank": pace.bank, "gain": pace.gain, "fresh": pace.fresh, "at_end": pace.at_end,
            "level": pace.level, "paused": shown.is_paused, "correction": shown.correction,
            "clocks": [{"left": clock.left, "running": clock.is_running, "vacation": clock.is_away} for clock in shown.clocks],
        },
        "stand_ins": [None if sits is None else {"level": sits.level, "why": sits.why} for sits in match.stand_ins],
        "request": None if request is None else {
            "kind": request.kind, "ply": request.ply, "message": request.text, "agreed": request.is_mine, "redraws": request.redraws,
        },
        "redo": shown.can_redo,
        "restart": shown.can_restart,
    }  # fmt: skip
