"""What has happened in a match: its plies, what they led to, the way back to any of them, and the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Self

from brehon.core.contract import CHANCE, ORACLE, OVER, Event, Ruleset, State
from brehon.core.fair import Fair, commitment
from brehon.core.lock import Lock
from brehon.core.record import Player, Ply, Record, StandIn, parse_ply
from brehon.core.text import Message

MARK_EVERY: Final = 32  # plies between two saved positions: an undo or a jump replays fewer than these


class Journal:
    """Every input of a match in `plies`, in the order of arrival; nothing is ever removed. It trusts: Match checks."""

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
        self.events: list[list[Event]] = []  # [ply] its events
        self._standing: list[int] = []  # plies that were not undone, oldest first
        self._marks: list[State] = []  # [n] the position after (n + 1) * MARK_EVERY plies that were not undone
        self._landed: tuple[int, State] | None = None  # where the last undo led: number of plies left, position
        self.notes: list[int] = []  # plies that are not moves, but get a line in the log
        self._redo: list[Ply] = []  # what a seat has undone alone and may redo, the next one last
        self.stand_ins: list[StandIn | None] = [None] * rules.n_seats  # [seat] the bot that plays for the person
        self._hinted: dict[tuple[int, int], int] = {}  # (last ply that stands, seat) -> steps of its hint

    @property
    def ply(self) -> int:
        """Number of the next ply."""
        return len(self.plies)

    @property
    def is_over(self) -> bool:
        return self.state.to_move() == OVER

    @property
    def decision(self) -> int:
        """The last ply that stands: after an undo back to a decision, it is the same one again."""
        return self._standing[-1] if self._standing else -1

    # -- the past

    def at(self, ply: int) -> Self:
        """The match as it was before ply number `ply`, as an independent match; fast, however long the match is."""
        past = type(self)(self.rules, self.players, self.fair.secret, self.fair.words, self.lock)
        past.plies = self.plies[: max(0, ply)]
        past.events = self.events[: max(0, ply)]
        for number, line in enumerate(past.plies):
            if line.undo:
                del past._standing[-line.undo :]
            elif line.sits is not None:
                past.stand_ins[line.seat] = line.sits if line.sits.level else None
            elif line.hint:
                past._hinted[(past.decision, line.seat)] = line.hint
            else:
                past._standing.append(number)
                past.fair.drawn += line.seat == CHANCE
        past.notes = [number for number in self.notes if number < ply]
        past._marks = self._marks[: self._common(past._standing) // MARK_EVERY]
        past.state = past._replayed()
        return past

    def _common(self, standing: list[int]) -> int:
        """How many of the first plies are not undone here either: if one is not undone, all before it are the same."""
        low, high = 0, min(len(standing), len(self._standing))
        while low < high:
            middle = (low + high + 1) // 2
            if standing[middle - 1] == self._standing[middle - 1]:
                low = middle
            else:
                high = middle - 1
        return low

    def resume(self, lines: list[str]) -> None:
        """Carry out the lines written by an equal match, from its next ply on; trusted, not checked."""
        known: dict[str, Ply] = {}  # the same words are repeated many times
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
                self.put(ply, kept.pop(self._standing[-ply.undo], None))
            else:
                self.put(ply)

    def _returns(self, plies: list[Ply]) -> set[int]:
        """Before which of these coming plies a later undo will lead: with these positions saved, it has nothing to replay."""
        standing, number = self._standing[:], self.ply
        found: set[int] = set()
        for ply in plies:
            if ply.undo:
                found.add(standing[-ply.undo])
                del standing[-ply.undo :]
            elif not ply.is_note:
                standing.append(number)
            number += 1
        return found

    def course(self, most: int) -> list[tuple[int, list[int]]]:
        """The history of the points: at up to so many steps, the number of the position and the points of each seat.

        It reveals everything, so it is for finished games; what was undone is left out.
        """
        return [(number, state.scores()) for number, state in self._steps(most)]

    def endings(self, most: int) -> list[tuple[Message, list[tuple[int, list[int]]]]]:
        """The same for each way in which the game could have ended; empty where one number says it all."""
        face = self.rules.game.face()
        found: list[tuple[Message, list[tuple[int, list[int]]]]] = []
        for number, state in self._steps(most):
            for k, ending in enumerate(face.endings(self.rules, state.view(ORACLE))):
                if k == len(found):
                    found.append((ending.label, []))
                found[k][1].append((number, ending.points))
        return found

    def _steps(self, most: int) -> Iterator[tuple[int, State]]:
        """The positions of a finished game, about so many, the first and the last among them, each with its number."""
        state = self.rules.start()
        yield 0, state
        every = max(1, -(-len(self._standing) // most))
        for count, number in enumerate(self._standing, start=1):
            ply = self.plies[number]
            if ply.seat >= 0:
                state.turn_to(ply.seat)
            state.apply(ply.action, None)
            if count % every == 0 or count == len(self._standing):
                yield number + 1, state

    # -- reading

    def log(self, seat: int) -> list[tuple[int, Event]]:
        """What this seat may know of what happened, with the ply; what was undone is left out."""
        return [(ply, e) for ply in self._standing for e in self.events[ply] if e.visible_to(seat)]

    def log_since(self, seat: int, ply: int) -> list[tuple[int, Event]]:
        """The end of the log: what happened from this ply on."""
        first = len(self._standing)
        while first > 0 and self._standing[first - 1] >= ply:
            first -= 1
        return [(n, e) for n in self._standing[first:] for e in self.events[n] if e.visible_to(seat)]

    def log_back(self, seat: int) -> Iterator[Event]:
        """The log from its end to its beginning, for a reader who stops early."""
        return (e for n in reversed(self._standing) for e in reversed(self.events[n]) if e.visible_to(seat))

    def is_standing(self, ply: int) -> bool:
        """Whether a ply was played and not undone."""
        return ply in self._standing

    def last_decision(self, seat: int) -> int:
        """The ply of the last decision of a seat that was not undone; -1 if there is none."""
        count = self.back_to(seat)
        return self._standing[-count] if count else -1

    def back_to(self, seat: int, decisions: int = 1) -> int:
        """How many plies to undo to get before so many last decisions of a seat; 0 if it has made fewer."""
        for count, ply in enumerate(reversed(self._standing), start=1):
            decisions -= self.plies[ply].seat == seat
            if decisions == 0:
                return count
        return 0

    def standing(self) -> list[Ply]:
        """The plies that were not undone, oldest first."""
        return [self.plies[number] for number in self._standing]

    @property
    def n_standing(self) -> int:
        """How many plies were not undone."""
        return len(self._standing)

    def redrawn(self) -> list[tuple[int, int]]:
        """Where everyone agreed to undo draws: the ply of the undo, and how many draws it undid."""
        standing: list[int] = []
        found: list[tuple[int, int]] = []
        for number, ply in enumerate(self.plies):
            if ply.undo:
                draws = sum(self.plies[gone].seat == CHANCE for gone in standing[-ply.undo :])
                del standing[-ply.undo :]
                if draws:
                    found.append((number, draws))
            elif not ply.is_note:
                standing.append(number)
        return found

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

    # -- writing

    def put(self, ply: Ply, there: State | None = None) -> None:
        """Carry out one line of a record that is known to be right, and store it; `there` is where an undo leads, if known."""
        if ply.by_consent or ply.is_note:
            self.notes.append(len(self.plies))
        if ply.is_note:
            if ply.sits is not None:
                self.stand_ins[ply.seat] = ply.sits if ply.sits.level else None
            else:
                self._hinted[(self.decision, ply.seat)] = ply.hint
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
        """The position after the plies that were not undone, from the nearest saved one."""
        done = len(self._marks) * MARK_EVERY
        state = self._marks[-1].clone() if self._marks else self.rules.start()
        if self._landed is not None and self._landed[0] > len(self._standing):
            self._landed = None  # the plies before it have been undone too
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
            self.put(Ply(CHANCE, self.outcome()))

    def outcome(self) -> int:
        """What the next draw must give: derived from secret, words and its number."""
        outcomes = self.state.legal()
        return outcomes[self.fair.next_index(len(outcomes), self.state.weights())]
