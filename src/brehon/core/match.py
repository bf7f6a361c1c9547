"""One running game: checks legality, draws chance, lets seats undo and redo, and knows who plays for whom."""

from __future__ import annotations

from typing import Final, final

from brehon.core.asking import HINT_STEPS
from brehon.core.contract import CHANCE, ORACLE, State, View
from brehon.core.errors import IllegalAction
from brehon.core.face import Line, Offers
from brehon.core.journal import Journal
from brehon.core.record import FORFEIT, HOST, LEVEL, TIME, WHYS, Ply, StandIn
from brehon.core.text import N_, Message, Reason, Seat

MOST_PLIES: Final = (
    50_000  # in a longer match there is no undo, no hint and no change of players: its record stays readable
)


@final
class Done:
    """The result of several decisions that were sent together."""

    def __init__(self, count: int, why: Reason | None) -> None:
        self.count = count  # how many were carried out
        self.why = why  # why the next one was not; None if all were


@final
class Match(Journal):
    """Runs one game: whatever a seat asks for is checked here, and then written."""

    # -- playing

    def start(self) -> None:
        """Let chance act until a seat has to decide. Once, before the first move."""
        self._draw()

    def may_move(self, seat: int) -> bool:
        return seat >= 0 and self.state.movers() >> seat & 1 == 1

    def play(self, seat: int, action: int) -> None:
        """Carry out a decision of a seat, then the draws that follow; IllegalAction says why not."""
        reason = self.why_not(seat, action)
        if reason is not None:
            space = self.rules.space
            asked = space.texts[action] if 0 <= action < space.size else f"play action {action}"
            raise IllegalAction(asked, reason, self.ply)
        self.state.turn_to(seat)
        self.put(Ply(seat, action))
        self._draw()

    def play_all(self, seat: int, actions: list[int]) -> Done:
        """Carry out decisions of a seat in order, each as by play(); IllegalAction if the first is refused.

        It stops before the first illegal one, and when something was revealed after they were sent.
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
        """Whether anything unpredictable has been revealed from ply `since` on."""
        drawn = any(ply.seat == CHANCE for ply in self.plies[since:])
        if drawn or any(event.reveals for events in self.events[since:] for event in events):
            return Reason("news", "", Message(N_("something new was revealed; look at it before you continue")))
        return None

    def _why_stop(self, seat: int, action: int, since: int) -> Reason | None:
        """Why a decision that was made before ply `since` is no longer carried out."""
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

    def _turned_to(self, seat: int) -> State:
        if seat == self.state.to_move():
            return self.state
        state = self.state.clone()
        state.turn_to(seat)
        return state

    def offers(self, seat: int, view: View | None = None) -> Offers:
        """What the seat may do and what it may not, with the reasons, for the page and the terminal.

        `view` is what the seat sees, if the caller already has it.
        """
        if not self.may_move(seat):
            return Offers()
        state = self._turned_to(seat)
        legal = state.legal()
        reasons: dict[int, Reason | None] = dict.fromkeys(legal)  # against these there is none
        seen = view if view is not None and state is self.state else state.view(seat)
        for action in self.rules.game.face().shown(self.rules, seen):
            if action not in reasons:
                reasons[action] = state.why_not(action)
        return Offers(reasons)

    def view(self, seat: int) -> View:
        return self.state.view(seat)

    def score_sheet(self, seat: int, view: View | None = None) -> list[Line]:
        """The points line by line, as far as the seat may know; for a finished game, where they came from."""
        face, seen = self.rules.game.face(), view if view is not None else self.view(seat)
        account = face.account(self.rules, seen, [event for _, event in self.log(ORACLE)]) if self.is_over else []
        return account or face.score_sheet(self.rules, seen)

    # -- undo

    def why_no_undo(self, seat: int) -> Reason | None:
        """None if this seat may undo the last ply alone: its own, and no one has learnt anything since."""
        if self.is_over:
            return Reason("over", "", Message(N_("the game is over")))
        return self.why_full() or self.why_kept(seat)

    def why_full(self) -> Reason | None:
        """A record must stay readable: beyond a certain length, nothing can be added that the rules do not require."""
        if self.ply < MOST_PLIES:
            return None
        return Reason("full", "", Message(N_("the record already has %(most)s lines; nothing more can be undone"),
                                          most=MOST_PLIES))  # fmt: skip

    def why_kept(self, seat: int) -> Reason | None:
        if not self._standing:
            return Reason("nothing", "", Message(N_("there is nothing to undo")))
        last = self.plies[self._standing[-1]]
        if last.seat == CHANCE:
            return Reason("chance", "", Message(N_("a card or die was revealed since your last decision")))
        if last.seat != seat:
            return Reason("other", "", Message(N_("the last decision was made by %(player)s"), player=Seat(last.seat)))
        if any(event.reveals for event in self.events[self._standing[-1]]):
            return Reason("revealed", "", Message(N_("your decision revealed something hidden")))
        return None

    def undo(self, seat: int, by_consent: bool = False) -> None:
        """Undo the last decision. Alone within the rule above; with everyone's consent, the seat's last decision."""
        reason = self.why_no_undo(seat)
        count = 1
        if reason is not None and by_consent:
            count = self.back_to(seat)
            reason = self.why_no_consent(seat)
        if reason is not None:
            raise IllegalAction("undo", reason, self.ply)
        self.put(Ply(seat, -1, count, by_consent))

    def last_choice(self, seat: int) -> int:
        """How many decisions back the seat last had more than one option; 1 if it never had."""
        mine = [number for number in self._standing if self.plies[number].seat == seat]
        for count, number in enumerate(reversed(mine), start=1):
            if len(self.at(number).legal(seat)) > 1:
                return count
        return 1

    def why_no_consent(self, seat: int, decisions: int = 1) -> Reason | None:
        """None if so many last decisions of the seat could be undone with everyone's consent."""
        if self.is_over:  # the secret of the game has been revealed: all future draws are known
            return Reason("over", "", Message(N_("the game is over")))
        count = self.back_to(seat, decisions)
        if count == 0:
            return Reason("nothing", "", Message(N_("there is nothing to undo")))
        return self.why_full() or self.why_no_redraw(count)

    def takes_back_a_draw(self, count: int) -> bool:
        """Whether something was drawn among the last so many plies that were not undone."""
        return any(self.plies[number].seat == CHANCE for number in self._standing[-count:])

    def why_no_redraw(self, count: int) -> Reason | None:
        """Only people can agree to undo a draw: a bot in a person's place cannot."""
        if self.lock is None or not self.takes_back_a_draw(count):
            return None
        for seat, locked in enumerate(self.lock.seats):
            if not locked.level and self.stand_ins[seat] is not None:
                text = N_("a bot plays for %(player)s, and only people can agree to draw again")
                return Reason("stand-in", "", Message(text, player=Seat(seat)))
        return None

    def own_since_news(self, seat: int) -> int:
        """How many decisions the seat may undo alone: its own, back to the point where someone has learnt something."""
        if self.is_over:
            return 0
        for count, number in enumerate(reversed(self._standing)):
            if self.plies[number].seat != seat or any(event.reveals for event in self.events[number]):
                return count
        return len(self._standing)

    def restart(self, seat: int) -> int:
        """Undo everything that the seat may undo alone, one line each; returns how many decisions that were."""
        count = max(1, self.own_since_news(seat))
        for _ in range(count):
            self.undo(seat)
        return count

    def redoable(self, seat: int) -> list[int]:
        """What the seat has undone alone and may redo, in order: nothing else has happened since."""
        return [ply.action for ply in reversed(self._redo)] if self._redo and self._redo[-1].seat == seat else []

    def redo(self, seat: int, count: int = 1) -> None:
        """Redo what was undone: so many decisions of `redoable`."""
        again = self.redoable(seat)[:count]
        if not again:
            reason = Reason("nothing", "", Message(N_("there is nothing to redo")))
            raise IllegalAction("redo", reason, self.ply)
        for action in again:
            self.play(seat, action)

    # -- who plays

    def seat_bot(self, seat: int, level: str, why: str) -> None:
        """From here on a bot plays for the person in a seat; a line of the record says so, and why."""
        assert LEVEL.fullmatch(level), "a level that could not be read again"
        assert why in WHYS, why
        reason = self.why_no_seat(seat, StandIn(level, why)) or self.why_seat_full(seat, StandIn(level, why))
        if reason is not None:
            raise IllegalAction("seat bot", reason, self.ply)
        self.put(Ply(seat, -1, sits=StandIn(level, why)))

    def seat_back(self, seat: int) -> None:
        """The person plays again."""
        reason = self.why_no_seat(seat, StandIn("", "")) or self.why_seat_full(seat, StandIn("", ""))
        if reason is not None:
            raise IllegalAction("seat back", reason, self.ply)
        self.put(Ply(seat, -1, sits=StandIn("", "")))

    def why_no_seat(self, seat: int, sits: StandIn) -> Reason | None:
        now = self.stand_ins[seat]
        if self.is_over:
            return Reason("over", "", Message(N_("the game is over")))
        if now is not None and now.why == FORFEIT:
            return Reason("forfeit", "", Message(N_("%(player)s has forfeited the game"), player=Seat(seat)))
        if not sits.level and now is None:
            return Reason("seated", "", Message(N_("no bot plays for %(player)s"), player=Seat(seat)))
        return None

    def why_seat_full(self, seat: int, sits: StandIn) -> Reason | None:
        """In a full record a bot may still take a seat, so that the game can end; no other change of seats is written."""
        is_needed = sits.why == FORFEIT or (self.stand_ins[seat] is None and sits.why in (TIME, HOST))
        if self.ply < MOST_PLIES or is_needed:
            return None
        return Reason("full", "", Message(N_("the record already has %(most)s lines; players can no longer change"),
                                          most=MOST_PLIES))  # fmt: skip

    def ranks(self) -> list[int]:
        """Final rank of each seat as we show it: by the rules, but seats that have forfeited come after all others."""
        places = self.state.places()
        keys = [(seat in self.forfeited, place) for seat, place in enumerate(places)]
        return [1 + sum(other < mine for other in keys) for mine in keys]

    @property
    def forfeited(self) -> list[int]:
        return [seat for seat, sits in enumerate(self.stand_ins) if sits is not None and sits.why == FORFEIT]

    # -- hints

    def hinted(self, seat: int) -> int:
        """How many steps of a hint the seat has asked for at the present decision."""
        return self._hinted.get((self.decision, seat), 0)

    def hints_used(self) -> list[int]:
        """[seat] how many steps of hints it has asked for in the whole match."""
        asked = [self.plies[note].seat for note in self.notes if self.plies[note].hint]
        return [asked.count(seat) for seat in range(self.rules.n_seats)]

    def why_no_hint(self, seat: int) -> Reason | None:
        """None if this seat may ask for the next step of a hint. Whether the table allows hints is the table's business."""
        if self.is_over:
            return Reason("over", "", Message(N_("the game is over")))
        if not self.may_move(seat):
            return Reason("not-your-turn", "", Message(N_("only the player who has to decide may ask for a hint")))
        if self.stand_ins[seat] is not None:
            return Reason("stand-in", "", Message(N_("a bot plays for %(player)s"), player=Seat(seat)))
        if self.hinted(seat) >= HINT_STEPS:
            return Reason("hinted", "", Message(N_("the hint for this decision has no further step")))
        if self.ply >= MOST_PLIES:
            return Reason("full", "", Message(N_("the record already has %(most)s lines; it takes no more hints"),
                                              most=MOST_PLIES))  # fmt: skip
        return None

    def hint(self, seat: int) -> int:
        """The seat asks for the next step of a hint, and a line of the record says so; returns the number of the step."""
        reason = self.why_no_hint(seat)
        if reason is not None:
            raise IllegalAction("hint", reason, self.ply)
        step = self.hinted(seat) + 1
        self.put(Ply(seat, -1, hint=step))
        return step


def truth(match: Match) -> View:
    """Everything, for replays of finished games."""
    assert match.is_over, "only a finished game may be shown in full"
    return match.state.view(ORACLE)
