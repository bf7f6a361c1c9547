"""Decisions at a table: making them, several at once too, and taking them back."""

from __future__ import annotations

from collections.abc import Callable

from brehon.core.contract import SPECTATOR
from brehon.core.errors import IllegalAction
from brehon.core.face import Form
from brehon.core.match import Done, Match
from brehon.core.text import N_, Message, Reason, Speaker
from brehon.server.errors import Conflict, Guided, Stale, Unreadable
from brehon.server.learning.lesson import Lesson
from brehon.server.names import clean
from brehon.server.table.table import Position, Table, Who, play_forced
from brehon.server.table.visit import Visit


async def move(visit: Visit, ply: int, again: bool, action: int | None, words: str | None) -> None:
    """Carry out a decision: an action by its number or by its words, meant for this ply.

    `again` says that the answer to the same request was lost: if it has arrived, there is nothing left to do.
    """
    asked = words if action is None else action
    if asked is None or (action is not None and words is not None):
        raise Unreadable(Message(N_("Send either action (a number) or words, and not both.")))
    if again and has_arrived(visit, ply, action_number(visit.table, asked)):
        return
    match, seat = acting(visit.table, visit.who, ply)
    lesson = taught(visit.table, seat, [action_number(visit.table, asked)])
    match.play(seat, action_number(visit.table, asked))
    play_forced(match, visit.table.seats)
    await visit.tables.keep(visit.table, match, ply, **learnt(lesson, match, ply))


def has_arrived(visit: Visit, ply: int, action: int) -> bool:
    """Whether one's decision at this ply was this action, and still stands."""
    match = visit.table.playing()
    if ply >= match.ply or not match.is_standing(ply):
        return False
    made = match.plies[ply]
    return made.seat in visit.who.acting and made.action == action


def arrived_at(visit: Visit, ply: int) -> tuple[Match, int] | None:
    """For a request that is sent again: the match before this ply, and one's seat that did something there; None if none did."""
    match = visit.table.playing()
    if ply >= match.ply or match.plies[ply].seat not in visit.who.acting:
        return None
    return match.at(ply), match.plies[ply].seat


def has_happened(visit: Visit, tried: Match, ply: int) -> bool:
    """Whether what was tried from this ply on is what happened then, and still stands if it was a decision."""
    match, rules = visit.table.playing(), visit.table.rules
    wanted, made = ([one.words(rules) for one in plies[ply : tried.ply]] for plies in (tried.plies, match.plies))
    return wanted == made and (match.plies[ply].undo > 0 or match.is_standing(ply))


async def moves(visit: Visit, ply: int, again: bool, actions: list[int] | None, words: list[str] | None) -> Done:
    """Carry out decisions in order, the first meant for this ply, until one is refused or something new comes up."""
    if (actions is None) == (words is None):
        raise Unreadable(Message(N_("Send either actions (numbers) or words, and not both.")))
    wanted = numbers_of(visit.table, words) if actions is None else actions
    before = arrived_at(visit, ply) if again else None
    if before is not None:
        done = before[0].play_all(before[1], wanted)
        if has_happened(visit, before[0], ply):
            return done
    match, seat = acting(visit.table, visit.who, ply)
    return await _play_all(visit, match, seat, wanted)


async def fill(visit: Visit, ply: int, again: bool, numbers: dict[str, int]) -> tuple[Done, int]:
    """Carry out what a filled form says; how many decisions that were. `numbers` by name of the field."""
    before = arrived_at(visit, ply) if again else None
    if before is not None:
        actions = filled_in(*before, numbers)
        done = before[0].play_all(before[1], actions)
        if has_happened(visit, before[0], ply):
            return done, len(actions)
    match, seat = acting(visit.table, visit.who, ply)
    actions = filled_in(match, seat, numbers)
    return await _play_all(visit, match, seat, actions), len(actions)


async def _play_all(visit: Visit, match: Match, seat: int, actions: list[int]) -> Done:
    """All that can be done is stored as one: after a crash, either every ply of it is there or none."""
    first = match.ply
    lesson = taught(visit.table, seat, actions)
    done = match.play_all(seat, actions)
    play_forced(match, visit.table.seats)
    await visit.tables.keep(visit.table, match, first, **learnt(lesson, match, first))
    return done


async def undo(visit: Visit, ply: int, again: bool) -> None:
    """Take back one's last decision, if no other player has learnt anything since."""
    if again and _has_taken_back(visit, ply, _undo):
        return
    match, seat = taking_back(visit.table, visit.who, ply)
    _undo(visit.table, match, seat)
    await visit.tables.keep(visit.table, match, ply)


def _undo(table: Table, match: Match, seat: int) -> None:
    """With the last real choice goes what was decided for the seat because there was one option."""
    match.undo(seat)
    while table.seats[seat].auto and len(match.legal(seat)) == 1 and match.why_no_undo(seat) is None:
        match.undo(seat)


async def restart(visit: Visit, ply: int, again: bool) -> None:
    """Take back all decisions that one may take back alone."""
    if again and _has_taken_back(visit, ply, _restart):
        return
    match, seat = taking_back(visit.table, visit.who, ply)
    _restart(visit.table, match, seat)
    await visit.tables.keep(visit.table, match, ply)


def _restart(table: Table, match: Match, seat: int) -> None:
    match.restart(seat)


def _has_taken_back(visit: Visit, ply: int, take_back: Callable[[Table, Match, int], None]) -> bool:
    before = arrived_at(visit, ply)
    if before is None or not visit.table.playing().plies[ply].undo:
        return False
    take_back(visit.table, *before)
    return has_happened(visit, before[0], ply)


async def redo(visit: Visit, ply: int, count: int) -> None:
    """Do again what was taken back, if nothing else has happened since."""
    match, seat = turn_of(visit.table, visit.who, ply)
    lesson = taught(visit.table, seat, [])
    match.redo(next((mine for mine in visit.who.acting if match.redoable(mine)), seat), count)
    await visit.tables.keep(visit.table, match, ply, **learnt(lesson, match, ply))


# -- guided games


def taught(table: Table, seat: int, actions: list[int]) -> Lesson | None:
    """The lesson before these actions; Guided with the guide's reason if it does not let the learner do one of them."""
    lesson = table.lesson
    if lesson is None or seat != lesson.seat:
        return None
    why = lesson.why_not(actions[0]) if len(actions) == 1 else lesson.why_not_all(actions)
    if why is not None:
        raise Guided(why)
    return lesson


def learnt(lesson: Lesson | None, match: Match, first: int) -> dict[str, object]:
    """What is kept of the lesson after what the learner has done from this ply on."""
    if lesson is None:
        return {}
    done = [ply.action for ply in match.plies[first:] if ply.seat == lesson.seat and ply.action >= 0]
    return {"guide": lesson.after(done, match)}


# -- who may decide now


def acting(table: Table, who: Who, ply: int) -> tuple[Match, int]:
    """The match and the seat that decides; Stale if the table has moved on."""
    match, seat = table.playing(), _seat_in_front(table, who)
    return _at_ply(table, match, seat, ply)


def turn_of(table: Table, who: Who, ply: int) -> tuple[Match, int]:
    """The match and a seat of the player who asks for something.

    At a hot seat that is the holder of the device, even if the curtain hides the table from them just now.
    """
    match, seat = table.playing(), who.acting[0] if who.acting else _seat_in_front(table, who)
    return _at_ply(table, match, seat, ply)


def taking_back(table: Table, who: Who, ply: int) -> tuple[Match, int]:
    """The same for taking something back."""
    match = table.playing()
    seat = Position(match, SPECTATOR).undo_seat(who) if who.acting else _seat_in_front(table, who)
    return _at_ply(table, match, seat, ply)


def _at_ply(table: Table, match: Match, seat: int, ply: int) -> tuple[Match, int]:
    """Conflict while the game is paused, or a bot plays in this seat."""
    if not match.is_over and table.row.paused:
        raise Conflict(Message(N_("The game is paused. Resume it first.")))
    if not match.is_over and match.stand_ins[seat] is not None:
        raise Conflict(Message(N_("A bot plays for you. Say that you are back, then decide.")))
    if ply != match.ply:
        raise Stale(ply, match.ply)
    return match, seat


def _seat_in_front(table: Table, who: Who) -> int:
    seat = table.view_seat(who)
    if seat == SPECTATOR:
        raise Conflict(Message(N_("The curtain is down: first say who holds the device.")))
    return seat


def last_to_decide(match: Match, who: Who) -> int:
    """Of the seats of one person, the one that has decided last."""
    made = [(match.back_to(seat), seat) for seat in who.acting if match.back_to(seat)]
    return min(made)[1] if made else who.acting[0]


# -- which actions are meant


def filled_in(match: Match, seat: int, numbers: dict[str, int]) -> list[int]:
    """The decisions that a filled form means, in order. `numbers` by name of the field."""
    form = Position(match, seat).form
    if form is None:
        raise Conflict(Message(N_("There is no form for what has to be decided now.")))
    return form.actions(_checked_numbers(form, numbers))


def how_far(done: Done, wanted: int, say: Speaker) -> str:
    """What the page says of decisions that were made at once: nothing if all were carried out."""
    if done.why is None:
        return ""
    text = N_("%(count)s of %(all)s done; then it stopped: %(why)s")
    return say(Message(text, count=done.count, all=wanted, why=say.reason(done.why)))


def _checked_numbers(form: Form, given: dict[str, int]) -> list[int]:
    """[field] what was filled in; nothing means 0."""
    numbers = [given.get(field_name(number), 0) for number in range(len(form.fields))]
    for entry, number in zip(form.fields, numbers, strict=True):
        if number > entry.most:
            text = N_("%(label)s: %(number)s is too much, at most %(most)s.")
            raise Unreadable(Message(text, label=entry.label, number=number, most=entry.most))
    if sum(numbers) > form.most:
        text = N_("%(number)s entered in total, but there are only %(most)s.")
        raise Unreadable(Message(text, number=sum(numbers), most=form.most))
    if sum(numbers) == 0 and form.finish < 0:  # nothing at all can be meant where something ends such decisions
        raise Unreadable(Message(N_("Nothing is filled in.")))
    return numbers


def field_name(number: int) -> str:
    return f"n{number}"


def numbers_of(table: Table, words: list[str] | None) -> list[int]:
    """The actions that these words name, in order."""
    return [action_number(table, text) for text in words or []]


def action_number(table: Table, action: int | str) -> int:
    """The action that a number or words name."""
    if isinstance(action, int):
        return action
    number = table.rules.space.find(action)
    if number < 0:
        raise _unknown_words(table, action)
    return number


def _unknown_words(table: Table, words: str) -> IllegalAction:
    texts = table.rules.space.texts
    text = Message(
        N_("%(game)s has no action with these words; an example is: %(example)s"),
        game=table.rules.game.title,
        example=texts[0],
    )
    return IllegalAction(clean(words, 60), Reason("unknown", "", text), table.ply)
