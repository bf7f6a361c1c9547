"""One game being played: legality at the door, chance, the record, views, undo, and the proof that all was fair."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import CHANCE, ORACLE, OVER, Event, Ruleset, State, View
from brehon.core.errors import BadRecord, IllegalAction
from brehon.core.face import Line, Offers
from brehon.core.fair import Fair, commitment
from brehon.core.lock import Lock
from brehon.core.proof import check_names, check_secret, check_signatures
from brehon.core.record import FORFEIT, HOST, LEVEL, TIME, WHYS, Player, Ply, Record, StandIn, parse_ply
from brehon.core.text import N_, Message, Reason, Seat

MOST_PLIES: Final = 50_000  # in a longer match nothing is taken back or handed over any more: its record stays readable
MARK_EVERY: Final = 32  # standing plies between two remembered positions: an undo or a jump replays fewer than these


@final
class Done:
    """What has become of several decisions that were sent together."""

    def __init__(self, count: int, why: Reason | None) -> None:
        self.count = count  # how many were carried out
        self.why = why  # why the next one was not; None if all were


@final
class Match:
    """Drives one game. Everything it is told ends up in `plies`, in the order of arrival; nothing is ever removed."""

    def __init__(
        self,
        rules: Ruleset,
        players: list[Player],
        secret: str,
        words: list[str] | None = None,
        lock: Lock | None = None,
    ) -> None:
        assert len(players) == rules.n_seats, "a player for every seat"
        self.rules = rules
        self.players = players
        self.lock = lock  # None for chance of the first edition
        self.fair = Fair(secret, words or [""] * rules.n_seats, lock.table if lock is not None else "")
        self.state: State = rules.start()
        self.plies: list[Ply] = []
        self.events: list[list[Event]] = []  # [ply] what it brought about
        self._standing: list[int] = []  # plies that no undo has taken back, oldest first
        self._marks: list[State] = []  # [n] the position after (n + 1) * MARK_EVERY standing plies
        self._landed: tuple[int, State] | None = None  # where the last undo has led: how many stood then, the position
        self.notes: list[int] = []  # plies that are no moves, but worth a line of the log
        self._redo: list[Ply] = []  # what a seat has taken back alone and may do again, the next one last
        self.stand_ins: list[StandIn | None] = [None] * rules.n_seats  # [seat] the bot that plays for the person

    # -- playing

    def start(self) -> None:
        """Let chance act until a seat has to decide. Once, before the first move."""
        self._draw()

    @property
    def ply(self) -> int:
        """Number of the next ply."""
        return len(self.plies)

    @property
    def is_over(self) -> bool:
        return self.state.to_move() == OVER

    def may_move(self, seat: int) -> bool:
        return seat >= 0 and self.state.movers() >> seat & 1 == 1

    def play(self, seat: int, action: int) -> None:
        """Carry out a decision of a seat, then whatever chance has to add; IllegalAction says why not."""
        reason = self.why_not(seat, action)
        if reason is not None:
            space = self.rules.space
            asked = space.texts[action] if 0 <= action < space.size else f"play action {action}"
            raise IllegalAction(asked, reason, self.ply)
        self.state.turn_to(seat)
        self._put(Ply(seat, action))
        self._draw()

    def play_all(self, seat: int, actions: list[int]) -> Done:
        """Carry out decisions of a seat in order, each as by play(); IllegalAction if the first is refused.

        It stops before the first that is not legal, and where something has come to light since they were sent.
        """
        before = self.ply
        for count, action in enumerate(actions):
            if count > 0:
                why = self._why_stop(seat, action, before)
                if why is not None:
                    return Done(count, why)
            before = self.ply
            self.play(seat, action)
        return Done(len(actions), None)

    def news(self, since: int) -> Reason | None:
        """Whether anything has come to light from ply `since` on that nobody could count on."""
        drawn = any(ply.seat == CHANCE for ply in self.plies[since:])
        if drawn or any(event.reveals for events in self.events[since:] for event in events):
            return Reason("news", "", Message(N_("something new has been turned up; look at it before you go on")))
        return None

    def _why_stop(self, seat: int, action: int, since: int) -> Reason | None:
        """Why a decision that was made before ply `since` is not carried out any more."""
        why = self.why_not(seat, action)
        if self.is_over or not self.may_move(seat):
            return why
        news = self.news(since)
        if news is not None:
            return news
        kind_of = self.rules.space.kind_of
        if why is not None and kind_of[action] not in {kind_of[open_now] for open_now in self.legal(seat)}:
            return Reason("decision", "", Message(N_("something else has to be decided first")))
        return why

    def legal(self, seat: int) -> list[int]:
        if not self.may_move(seat):
            return []
        return self._turned_to(seat).legal()

    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if this seat may do this now."""
        if self.is_over:
            return Reason("over", "", Message(N_("the game is over")))
        if not 0 <= action < self.rules.space.size:
            return Reason("unknown", "", Message(N_("there is no such action; the numbers are 0 to %(last)s"),
                                                 last=self.rules.space.size - 1))  # fmt: skip
        if not self.may_move(seat):
            mover = self.state.to_move()
            return Reason("not-your-turn", "", Message(N_("it is the turn of %(player)s"), player=Seat(mover)))
        return self._turned_to(seat).why_not(action)

    def offers(self, seat: int) -> Offers:
        """What the seat may do and what it may not, with the reasons, for the page and the terminal."""
        if not self.may_move(seat):
            return Offers()
        state = self._turned_to(seat)
        legal = state.legal()
        reasons: dict[int, Reason | None] = dict.fromkeys(legal)  # against these there is none
        for action in self.rules.game.face().shown(self.rules, state.view(seat)):
            if action not in reasons:
                reasons[action] = state.why_not(action)
        return Offers(reasons)

    def view(self, seat: int) -> View:
        return self.state.view(seat)

    def score_sheet(self, seat: int) -> list[Line]:
        """The points line by line, as far as the seat may know; of a finished game where they came from."""
        face, view = self.rules.game.face(), self.view(seat)
        account = face.account(self.rules, view, [event for _, event in self.log(ORACLE)]) if self.is_over else []
        return account or face.score_sheet(self.rules, view)

    # -- undo

    def why_no_undo(self, seat: int) -> Reason | None:
        """None if this seat may take back the last ply by itself: its own, and nobody has learnt anything since."""
        if self.is_over:
            return Reason("over", "", Message(N_("the game is over")))
        return self._why_full() or self._why_kept(seat)

    def _why_full(self) -> Reason | None:
        """A record must stay readable: at some length nothing can be added that the rules do not ask for."""
        if self.ply < MOST_PLIES:
            return None
        return Reason("full", "", Message(N_("the record has %(most)s lines already; nothing more can be taken back"),
                                          most=MOST_PLIES))  # fmt: skip

    def _why_kept(self, seat: int) -> Reason | None:
        if not self._standing:
            return Reason("nothing", "", Message(N_("there is nothing to take back")))
        last = self.plies[self._standing[-1]]
        if last.seat == CHANCE:
            return Reason("chance", "", Message(N_("a card or a die has been turned up since your last decision")))
        if last.seat != seat:
            return Reason("other", "", Message(N_("the last decision was made by %(player)s"), player=Seat(last.seat)))
        if any(event.reveals for event in self.events[self._standing[-1]]):
            return Reason("revealed", "", Message(N_("your decision has brought something hidden to light")))
        return None

    def undo(self, seat: int, by_consent: bool = False) -> None:
        """Take back the last decision. Alone within the rule above; by everybody's consent the seat's last decision."""
        reason = self.why_no_undo(seat)
        count = 1
        if reason is not None and by_consent:
            count = self.back_to(seat)
            reason = self.why_no_consent(seat)
        if reason is not None:
            raise IllegalAction("undo", reason, self.ply)
        self._put(Ply(seat, -1, count, by_consent))

    def back_to(self, seat: int) -> int:
        """How many standing plies go back to before the last decision of a seat; 0 if it has made none."""
        for count, ply in enumerate(reversed(self._standing), start=1):
            if self.plies[ply].seat == seat:
                return count
        return 0

    def why_no_consent(self, seat: int) -> Reason | None:
        """None if the seat's last decision could be taken back if everybody agreed."""
        if self.is_over:  # the secret of the game has been revealed: whatever chance would bring is known
            return Reason("over", "", Message(N_("the game is over")))
        count = self.back_to(seat)
        if count == 0:
            return Reason("nothing", "", Message(N_("there is nothing to take back")))
        return self._why_full() or self._why_no_redraw(count)

    def takes_back_a_draw(self, count: int) -> bool:
        """Whether something was drawn among the last so many standing plies."""
        return any(self.plies[number].seat == CHANCE for number in self._standing[-count:])

    def _why_no_redraw(self, count: int) -> Reason | None:
        """A draw is taken back by the people alone: a bot in a person's place cannot agree to it."""
        if self.lock is None or not self.takes_back_a_draw(count):
            return None
        for seat, locked in enumerate(self.lock.seats):
            if not locked.level and self.stand_ins[seat] is not None:
                text = N_("a bot plays for %(player)s, and only people can agree that something is drawn again")
                return Reason("stand-in", "", Message(text, player=Seat(seat)))
        return None

    def redrawn(self) -> list[tuple[int, int]]:
        """Where everybody agreed to take back draws: the ply of the undo, and how many draws it took back."""
        standing: list[int] = []
        found: list[tuple[int, int]] = []
        for number, ply in enumerate(self.plies):
            if ply.undo:
                draws = sum(self.plies[gone].seat == CHANCE for gone in standing[-ply.undo :])
                del standing[-ply.undo :]
                if draws:
                    found.append((number, draws))
            elif ply.sits is None:
                standing.append(number)
        return found

    def own_since_news(self, seat: int) -> int:
        """How many decisions the seat may take back alone: its own, back to where somebody has learnt something."""
        if self.is_over:
            return 0
        for count, number in enumerate(reversed(self._standing)):
            if self.plies[number].seat != seat or any(event.reveals for event in self.events[number]):
                return count
        return len(self._standing)

    def restart(self, seat: int) -> int:
        """Take back everything that the seat may take back alone, one line each; how many decisions that were."""
        count = max(1, self.own_since_news(seat))
        for _ in range(count):
            self.undo(seat)
        return count

    def redoable(self, seat: int) -> list[int]:
        """What the seat has taken back alone and may do again, in order: nothing else has happened since."""
        return [ply.action for ply in reversed(self._redo)] if self._redo and self._redo[-1].seat == seat else []

    def redo(self, seat: int, count: int = 1) -> None:
        """Do again what was taken back: so many decisions of `redoable`."""
        again = self.redoable(seat)[:count]
        if not again:
            reason = Reason("nothing", "", Message(N_("nothing was taken back that could be done again")))
            raise IllegalAction("redo", reason, self.ply)
        for action in again:
            self.play(seat, action)

    # -- who plays

    def seat_bot(self, seat: int, level: str, why: str) -> None:
        """From here on a bot plays for the person in a seat; a line of the record says so, and why."""
        assert LEVEL.fullmatch(level), "a level that could not be read again"
        assert why in WHYS, why
        reason = self._why_no_seat(seat, StandIn(level, why)) or self._why_seat_full(seat, StandIn(level, why))
        if reason is not None:
            raise IllegalAction("seat bot", reason, self.ply)
        self._put(Ply(seat, -1, sits=StandIn(level, why)))

    def seat_back(self, seat: int) -> None:
        """The person plays again."""
        reason = self._why_no_seat(seat, StandIn("", "")) or self._why_seat_full(seat, StandIn("", ""))
        if reason is not None:
            raise IllegalAction("seat back", reason, self.ply)
        self._put(Ply(seat, -1, sits=StandIn("", "")))

    def _why_no_seat(self, seat: int, sits: StandIn) -> Reason | None:
        now = self.stand_ins[seat]
        if self.is_over:
            return Reason("over", "", Message(N_("the game is over")))
        if now is not None and now.why == FORFEIT:
            return Reason("forfeit", "", Message(N_("%(player)s has forfeited the game"), player=Seat(seat)))
        if not sits.level and now is None:
            return Reason("seated", "", Message(N_("no bot plays for %(player)s"), player=Seat(seat)))
        return None

    def _why_seat_full(self, seat: int, sits: StandIn) -> Reason | None:
        """In a full record a bot may still take a seat, so that the game can end; nothing else about seats is written."""
        is_needed = sits.why == FORFEIT or (self.stand_ins[seat] is None and sits.why in (TIME, HOST))
        if self.ply < MOST_PLIES or is_needed:
            return None
        return Reason("full", "", Message(N_("the record has %(most)s lines already; who plays can no longer change"),
                                          most=MOST_PLIES))  # fmt: skip

    def ranks(self) -> list[int]:
        """Rank of each seat at the end, as we show it: by the rules, but who has forfeited comes after all others."""
        places = self.state.places()
        keys = [(seat in self.forfeited, place) for seat, place in enumerate(places)]
        return [1 + sum(other < mine for other in keys) for mine in keys]

    @property
    def forfeited(self) -> list[int]:
        return [seat for seat, sits in enumerate(self.stand_ins) if sits is not None and sits.why == FORFEIT]

    # -- the past

    def at(self, ply: int) -> Match:
        """The match as it was before ply number `ply`, as one of its own; at once, however long it is."""
        past = Match(self.rules, self.players, self.fair.secret, self.fair.words, self.lock)
        past.plies = self.plies[: max(0, ply)]
        past.events = self.events[: max(0, ply)]
        for number, line in enumerate(past.plies):
            if line.undo:
                del past._standing[-line.undo :]
            elif line.sits is not None:
                past.stand_ins[line.seat] = line.sits if line.sits.level else None
            else:
                past._standing.append(number)
                past.fair.drawn += line.seat == CHANCE
        past.notes = [number for number in self.notes if number < ply]
        past._marks = self._marks[: self._common(past._standing) // MARK_EVERY]
        past.state = past._replayed()
        return past

    def _common(self, standing: list[int]) -> int:
        """How many of the first plies stand here as well: where one stands, all before it are the same."""
        low, high = 0, min(len(standing), len(self._standing))
        while low < high:
            middle = (low + high + 1) // 2
            if standing[middle - 1] == self._standing[middle - 1]:
                low = middle
            else:
                high = middle - 1
        return low

    def resume(self, lines: list[str]) -> None:
        """Carry out the lines that a match like this one has written, from its next ply on; trusted, not checked."""
        known: dict[str, Ply] = {}  # the same words come again and again
        plies: list[Ply] = []
        for line in lines:
            ply = known.get(line)
            if ply is None:
                ply = known[line] = parse_ply(self.rules, line, self.ply + len(plies))
            plies.append(ply)
        returns = self._returns(plies)
        kept: dict[int, State] = {}
        for ply in plies:
            if self.ply in returns:
                kept[self.ply] = self.state.clone()
            if ply.undo:
                self._put(ply, kept.pop(self._standing[-ply.undo], None))
            else:
                self._put(ply)

    def _returns(self, plies: list[Ply]) -> set[int]:
        """Before which of these coming plies somebody will want to stand again: an undo then has nothing to replay."""
        standing, number = self._standing[:], self.ply
        found: set[int] = set()
        for ply in plies:
            if ply.undo:
                found.add(standing[-ply.undo])
                del standing[-ply.undo :]
            elif ply.sits is None:
                standing.append(number)
            number += 1
        return found

    def course(self, most: int) -> list[tuple[int, list[int]]]:
        """How the points came about: at up to so many steps, the number of the position and the points of each seat.

        It tells all, so it is for finished games; what was taken back is left out.
        """
        state = self.rules.start()
        found = [(0, state.scores())]
        every = max(1, -(-len(self._standing) // most))
        for count, number in enumerate(self._standing, start=1):
            ply = self.plies[number]
            if ply.seat >= 0:
                state.turn_to(ply.seat)
            state.apply(ply.action, None)
            if count % every == 0 or count == len(self._standing):
                found.append((number + 1, state.scores()))
        return found

    def log(self, seat: int) -> list[tuple[int, Event]]:
        """What this seat may know of what happened, with the ply; what was taken back is left out."""
        return [(ply, e) for ply in self._standing for e in self.events[ply] if e.visible_to(seat)]

    def standing(self) -> list[Ply]:
        """The plies that no undo has taken back, oldest first."""
        return [self.plies[number] for number in self._standing]

    def record(self, reveal: bool) -> Record:
        """The record: for its owner, or when the game is over. Its plies hold every hidden draw and every sealed choice."""
        over = self.is_over
        return Record(
            self.rules,
            self.players,
            [ply.words(self.rules) for ply in self.plies],
            commitment(self.fair.secret),
            self.fair.words,
            self.fair.secret if reveal else "",
            self.state.places() if over else None,
            self.state.scores() if over else None,
            lock=self.lock,
            options=self.lock.options if self.lock is not None else None,
        )

    # -- inside

    def _turned_to(self, seat: int) -> State:
        if seat == self.state.to_move():
            return self.state
        state = self.state.clone()
        state.turn_to(seat)
        return state

    def _put(self, ply: Ply, there: State | None = None) -> None:
        """Carry out one line of a record that is known to be right, and remember it; `there` is where an undo leads, if known."""
        if ply.by_consent or ply.sits is not None:
            self.notes.append(len(self.plies))
        if ply.sits is not None:
            self.stand_ins[ply.seat] = ply.sits if ply.sits.level else None
            self.plies.append(ply)
            self.events.append([])
            return
        self._remember_redo(ply)
        if ply.undo:
            del self._standing[-ply.undo :]
            del self._marks[len(self._standing) // MARK_EVERY :]
            self.events.append([])
            self.plies.append(ply)
            self.state = self._replayed() if there is None else there
            self._landed = (len(self._standing), self.state.clone()) if there is None else None
            return
        events: list[Event] = []
        if ply.seat >= 0:
            self.state.turn_to(ply.seat)
        else:
            self.fair.drawn += 1
        self.state.apply(ply.action, events)
        self._standing.append(len(self.plies))
        self.plies.append(ply)
        self.events.append(events)
        if len(self._standing) % MARK_EVERY == 0:
            self._marks.append(self.state.clone())

    def _remember_redo(self, ply: Ply) -> None:
        if ply.undo == 1 and not ply.by_consent:
            self._redo.append(self.plies[self._standing[-1]])
        elif not ply.undo and self._redo and (self._redo[-1].seat, self._redo[-1].action) == (ply.seat, ply.action):
            self._redo.pop()
        else:
            self._redo.clear()

    def _replayed(self) -> State:
        """The position after the standing plies, from the nearest that is remembered."""
        done = len(self._marks) * MARK_EVERY
        state = self._marks[-1].clone() if self._marks else self.rules.start()
        if self._landed is not None and self._landed[0] > len(self._standing):
            self._landed = None  # what came before it has been taken back too
        if self._landed is not None and self._landed[0] > done:
            done, state = self._landed[0], self._landed[1].clone()
        for number in self._standing[done:]:
            ply = self.plies[number]
            if ply.seat >= 0:
                state.turn_to(ply.seat)
            state.apply(ply.action, None)
        return state

    def _draw(self) -> None:
        while self.state.to_move() == CHANCE:
            self._put(Ply(CHANCE, self._outcome()))

    def _outcome(self) -> int:
        """What the next draw must give: derived from secret, words and its number."""
        outcomes = self.state.legal()
        return outcomes[self.fair.next_index(len(outcomes), self.state.weights())]

    def _check(self, ply: Ply, number: int, line: str, proven: bool) -> None:
        """Refuse a line of a record that cannot stand here."""
        if ply.undo:
            self._check_undo(ply, number, line, proven)
            return
        if ply.sits is not None:
            self._check_seat(ply, ply.sits, number, line)
            return
        mover = self.state.to_move()
        if mover == OVER:
            raise BadRecord(f"ply {number} ({line!r}) comes after the end of the game")
        if (mover == CHANCE) != (ply.seat == CHANCE):
            who = "chance" if mover == CHANCE else f"seat {mover}"
            raise BadRecord(f"ply {number} ({line!r}) is out of turn: {who} is to move")
        if ply.seat == CHANCE:
            self._check_draw(ply, number, line, proven)
            return
        reason = self.why_not(ply.seat, ply.action)
        if reason is not None:
            raise BadRecord(f"ply {number} ({line!r}) is not legal: {reason}", reason)

    def _check_undo(self, ply: Ply, number: int, line: str, proven: bool) -> None:
        """What the engine would not take back, a record cannot have taken back either."""
        where = f"ply {number} ({line!r})"
        if ply.seat == CHANCE:
            raise BadRecord(f"{where} cannot be: chance takes nothing back")
        if ply.undo > len(self._standing):
            raise BadRecord(f"{where} takes back {ply.undo} plies, but only {len(self._standing)} stand")
        if self.is_over and (proven or self.lock is not None):
            raise BadRecord(f"{where} takes something back after the end, when the secret was known")
        if self.lock is not None and self.state.to_move() == CHANCE:
            raise BadRecord(f"{where} stands before a draw that was due")
        full = self._why_full() if self.lock is not None else None
        if full is not None:
            raise BadRecord(f"{where} cannot be: {full}", full)
        reason = self._why_kept(ply.seat)
        if ply.undo == 1 and reason is None:
            return
        if not ply.by_consent:
            raise BadRecord(f"{where} takes back what could not be taken back: {reason or 'no consent'}")
        count = self.back_to(ply.seat)
        if ply.undo != count:
            made = f"its last decision lies {count} plies back" if count else "it has made no decision yet"
            raise BadRecord(f"{where} takes back {ply.undo} plies, but seat {ply.seat} could not: {made}")
        reason = self._why_no_redraw(count)
        if reason is not None:
            raise BadRecord(f"{where} takes back a draw that could not be taken back: {reason}", reason)

    def _check_seat(self, ply: Ply, sits: StandIn, number: int, line: str) -> None:
        reason = None if ply.seat == CHANCE else self._why_no_seat(ply.seat, sits)
        if reason is None and ply.seat != CHANCE and self.lock is not None:
            reason = self._why_seat_full(ply.seat, sits)
        if ply.seat == CHANCE or reason is not None:
            raise BadRecord(f"ply {number} ({line!r}) cannot be: {reason or 'chance has no seat'}")

    def _check_draw(self, ply: Ply, number: int, line: str, proven: bool) -> None:
        if ply.action not in self.state.legal():
            raise BadRecord(f"ply {number} ({line!r}) is not possible: nothing of the kind can be drawn here")
        if proven and ply.action != self._outcome():
            right = self.rules.space.texts[self._outcome()]
            raise BadRecord(
                f"ply {number} ({line!r}) was not drawn fairly: draw {self.fair.drawn} of this secret is {right!r}"
            )


def replay(record: Record, with_result: bool = True) -> Match:
    """Play a record again, checking every ply; its draws too where the secret is known, and the result if asked for."""
    proven = record.secret != ""
    check_secret(record)
    match = Match(record.rules, record.players, record.secret, record.words, record.lock)
    for number, line in enumerate(record.plies):
        ply = parse_ply(record.rules, line, number)
        match._check(ply, number, line, proven)
        match._put(ply)
    if with_result:
        _check_result(match, record)
    return match


def _check_result(match: Match, record: Record) -> None:
    if not match.is_over:
        if record.places is not None:
            raise BadRecord(f"the record gives a result, but after ply {match.ply - 1} the game is not over")
        return
    if record.places != match.state.places() or record.scores != match.state.scores():
        raise BadRecord(
            f"the result is wrong: the record says places {record.places} and scores {record.scores}, "
            f"the game gives {match.state.places()} and {match.state.scores()}"
        )


def verify(record: Record) -> Match:
    """Prove a finished game: every ply legal, every draw derived from the committed secret, the result right."""
    if not record.secret:
        raise BadRecord(
            "the secret is not in the record, so its draws cannot be proved; it is revealed when the game is over"
        )
    check_names(record)
    check_signatures(record)
    match = replay(record)
    if not match.is_over:
        raise BadRecord(f"the game is not over: after ply {match.ply - 1} seat {match.state.to_move()} is to move")
    return match


def truth(match: Match) -> View:
    """Everything, for replays of finished games."""
    assert match.is_over, "only a finished game may be shown in full"
    return match.state.view(ORACLE)
