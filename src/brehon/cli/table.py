"""A table in the terminal: whose turn it is, what can be done, and the record on disk after every move."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Final, final

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from brehon.bots.company import Company
from brehon.bots.levels import level
from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.screen import BAD, DIM, GOOD, STRONG, clean, complain, err, is_interactive, out, refused
from brehon.cli.sheet import outcome, score_sheet
from brehon.cli.words import meant
from brehon.core.contract import SPECTATOR
from brehon.core.errors import IllegalAction
from brehon.core.face import Offers
from brehon.core.match import Match, truth
from brehon.core.text import N_, NN_, Message, Reason, Seat, Speaker

SMALL: Final = 30  # lines of a screen on which a move gets one line only: the card itself is in the table above
NEWS: Final = 12  # lines of what happened since one's last turn; `log` shows all
HELP: Final = [
    ("3", N_("play move number 3 of the list")),
    ("take gaul 2", N_("play a move by its words; t g 2, or words of its label, will do")),
    ("2; 2; 1", N_("several moves in one line; it stops where something new comes up")),
    ("why 9, why WORDS", N_("why a move is not possible; why alone lists them all")),
    ("undo", N_("take back your last decision, if nothing new has come to light since")),
    ("undo all", N_("take it back all the same, if everybody at the table agrees")),
    ("restart", N_("take back everything that you may take back alone, at once")),
    ("redo, redo 3, redo all", N_("do again what was taken back, if nothing else has happened since")),
    ("table, moves", N_("show the table or the moves again; so does an empty line")),
    ("log", N_("everything that has happened")),
    ("score", N_("the points as they stand")),
    ("save, save FILE", N_("where the record is; or write a copy of it to FILE")),
    ("quit", N_("leave; the game is saved and can be resumed")),
]


@final
class TerminalTable:
    """Plays one match with the people at this terminal and the bots."""

    def __init__(self, match: Match, say: Speaker, path: Path) -> None:
        self.match = match
        self.say = say
        self.path = path
        self.face = match.rules.game.face()
        self.people = [seat for seat, player in enumerate(match.players) if not player.is_bot]
        self.told = dict.fromkeys(self.people, match.ply)  # the first ply that this person has not seen yet
        self.last_person = -1
        self.refusals = 0
        self.stamp = ""  # of the record as we have read or written it
        self.offers = Offers()
        bots = {seat: level(player.level).bot for seat, player in enumerate(match.players) if player.is_bot}
        self.company = Company(match.state, bots, match.ply)
        self.listed: list[int] = []  # the moves by their numbers: legal ones first, then those that are not possible
        self.interactive = is_interactive()
        if self.interactive:
            _use_readline()

    # -- the course of the game

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            while not self.match.is_over:
                seat = self._next_seat()
                if self.match.players[seat].is_bot:
                    self._bot_moves(seat)
                elif not self._person_moves(seat):
                    self._leave()
                    return
        except KeyboardInterrupt:
            out().print()
            self._tell_resume()
            raise typer.Exit(130) from None
        self._finish()

    def save(self) -> None:
        """The record with its secret: the file is for its owner, who needs it to go on."""
        if self.stamp and files.stamp(self.path) not in ("", self.stamp):
            text = N_(
                "another program has written to %(file)s while you played, so your last move is not stored; go on with what is there now: brehon play --resume %(file)s"
            )
            raise BadInput(text, file=self._file())
        files.write(self.path, self.match.record(reveal=True).to_json())
        self.stamp = files.stamp(self.path)

    def _next_seat(self) -> int:
        movers = [seat for seat in range(self.match.rules.n_seats) if self.match.may_move(seat)]
        return next((seat for seat in movers if self.match.players[seat].is_bot), movers[0])

    def _bot_moves(self, seat: int) -> None:
        """The random numbers of a bot hang on secret and ply, so a resumed game goes on like an uninterrupted one."""
        match = self.match
        chosen = level(match.players[seat].level)
        rng = Random(f"brehon bot {match.fair.secret} {match.ply}")
        self.company.catch_up(match)
        with self._thinking(seat):
            action = self.company.bots[seat].choose(match.view(seat), match.legal(seat), chosen.budget, rng)
        with undivided():
            match.play(seat, action)
            self.save()

    def _thinking(self, seat: int) -> AbstractContextManager[object]:
        """Say so while a bot thinks; a line that goes away again."""
        if not self.interactive:
            return nullcontext()
        text = Message(N_("%(player)s is thinking …"), player=Seat(seat))
        return err().status(Text(self.say(text), DIM))

    def _person_moves(self, seat: int) -> bool:
        """Ask until a move is made or taken back; False if the person leaves."""
        if not self._curtain(seat):
            return False
        self._tell_news(seat)
        self._offer(seat)
        if self._goes_on(seat):
            self.show_moves(seat)
        else:
            self.show_table(seat)
        before = self.match.ply
        while self.match.ply == before:
            line = self._ask(seat)
            if line is None or line.strip().casefold() in ("quit", "exit", "q"):
                return False
            try:
                self._obey(seat, line.strip())
            except IllegalAction as error:
                self.refusals += 1
                self._warn(refused(error))
        return True

    def _finish(self) -> None:
        say, match = self.say, self.match
        watcher = self.last_person if self.people else SPECTATOR
        self.tell_log(watcher, self.told.get(watcher, 0), NEWS)
        out().print(self.face.terminal(match.rules, truth(match), Offers(), say))
        out().print()
        out().print(score_sheet(match, truth(match), say))
        out().print()
        out().print(Text(say(outcome(match)), STRONG))
        self._print(Message(N_("The secret was %(secret)s"), secret=match.fair.secret))
        self._print(Message(N_("Check every shuffle: brehon verify %(file)s"), file=self._file()))
        self._count_refusals()

    def _leave(self) -> None:
        self._tell_resume()
        self._count_refusals()

    def _tell_resume(self) -> None:
        self._print(Message(N_("Saved. Go on with: brehon play --resume %(file)s"), file=self._file()))

    def _count_refusals(self) -> None:
        """A script wants to know that some of its lines came to nothing; a person has seen it."""
        if self.refusals and not self.interactive:
            err().print(
                self.say(
                    Message(
                        NN_("%(count)s line was refused", "%(count)s lines were refused", "count"), count=self.refusals
                    )
                ),
                soft_wrap=True,
            )
            raise typer.Exit(2)

    def _file(self) -> str:
        return shlex.quote(str(self.path))

    # -- what is shown

    def show_table(self, seat: int) -> None:
        match, say = self.match, self.say
        out().print(self.face.terminal(match.rules, match.view(seat), self.offers, say))
        self.show_moves(seat)

    def _goes_on(self, seat: int) -> bool:
        """Whether this person has just decided and only goes on, at a table too long to be shown after every step."""
        match, last = self.match, self.match.ply - 1
        if not self.interactive or last < 0 or match.plies[last].seat != seat or match.plies[last].undo:
            return False
        if match.news(last) is not None:
            return False
        table = self.face.terminal(match.rules, match.view(seat), self.offers, self.say)
        return len(out().render_lines(table)) > out().height

    def show_moves(self, seat: int) -> None:
        """The legal moves by number, with the words that would do as well."""
        out().print(Text(self.say(self.face.status(self.match.rules, self.match.view(seat))), STRONG))
        legal = [action for action in self.listed if self.offers.is_legal(action)]
        grid = Table.grid(padding=(0, 2))
        grid.add_column()
        small = out().is_terminal and out().height < SMALL
        grid.add_column(no_wrap=small, overflow="ellipsis" if small else "fold")
        grid.add_column(no_wrap=True)
        for number, action in enumerate(legal, start=1):
            grid.add_row(
                Text(f"{number:3}", STRONG),
                Text(self._label(seat, action)),
                Text(self._words(action), DIM),
            )
        out().print(grid)

    def show_reasons(self, seat: int, actions: list[int]) -> None:
        grid = Table.grid(padding=(0, 2))
        for action in actions:
            number = f"{self.listed.index(action) + 1:3}" if action in self.listed else ""
            reason = self.match.why_not(seat, action)
            text = Text(self.say.reason(reason)) if reason else Text(self.say.word(N_("this is possible")), GOOD)
            grid.add_row(Text(number, STRONG), Text(self._words(action)), text)
        out().print(grid)

    def tell_log(self, seat: int, since: int = 0, limit: int = 0) -> None:
        """What happened from a ply on, as this seat may know it."""
        lines = []
        for ply, event in self.match.log(seat):
            message = self.face.event(self.match.rules, event) if ply >= since else None
            if message is not None:
                lines.append((ply, self.say(message)))
        if limit and len(lines) > limit:
            more = len(lines) - limit
            self._print(Message(NN_("%(n)s more line: log", "%(n)s more lines: log"), n=more), DIM)
            lines = lines[-limit:]
        grid = Table.grid(padding=(0, 2))
        for ply, line in lines:
            grid.add_row(Text(f"{ply:3}", DIM), Text(line))
        out().print(grid)

    def _tell_news(self, seat: int) -> None:
        if self.last_person not in (-1, seat):
            out().print(Text(self.say(Message(N_("It is the turn of %(player)s."), player=Seat(seat))), STRONG))
        self.tell_log(seat, self.told[seat], NEWS)
        self.told[seat] = self.match.ply
        self.last_person = seat

    def _curtain(self, seat: int) -> bool:
        """Between two people at one terminal, where there is something to hide."""
        if not self.match.rules.game.has_secrets or len(self.people) < 2 or self.last_person == seat:
            return True
        if self.interactive:
            out().clear()
            sys.stdout.write("\x1b[3J")  # what was scrolled away, too
        text = Message(N_("Pass the device to %(player)s, then press Enter."), player=Seat(seat))
        out().print(Text(self.say(text), STRONG))
        return self._ask(seat) is not None

    def _label(self, seat: int, action: int) -> str:
        return self.say(self.face.action(self.match.rules, self.match.view(seat), action))

    def _words(self, action: int) -> str:
        return clean(self.match.rules.space.texts[action])

    def _print(self, message: Message, style: str = "") -> None:
        out().print(Text(self.say(message), style), soft_wrap=True)

    # -- what is typed

    def _ask(self, seat: int) -> str | None:
        """One line, or None at the end of the input."""
        prompt = f"{self.say.seat(seat)}> "
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                out().print()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        out().print(Text(prompt + line.rstrip("\n")), soft_wrap=True)
        return line

    def _offer(self, seat: int) -> None:
        self.offers = self.match.offers(seat)
        legal = self.offers.legal()
        self.listed = legal + sorted(set(self.offers.reasons) - set(legal))

    def _obey(self, seat: int, line: str) -> None:
        """Carry out one line: a command, or a move."""
        command, _, rest = line.partition(" ")
        command, rest = command.casefold(), rest.strip()
        if line.casefold() in self.match.rules.space.ids:
            self._move(seat, line)
        elif ";" in line:
            self._moves(seat, [part.strip() for part in line.split(";") if part.strip()])
        elif command in ("", "table"):
            self.show_table(seat)
        elif command == "moves":
            self.show_moves(seat)
        elif command == "why":
            self._why(seat, rest)
        elif command == "undo":
            self._undo(seat, rest)
        elif command == "restart":
            self._restart(seat)
        elif command == "redo":
            self._redo(seat, rest)
        elif command == "log":
            self.tell_log(seat)
        elif command in ("score", "scores"):
            out().print(score_sheet(self.match, self.match.view(seat), self.say))
        elif command in ("record", "save"):
            self._save_copy(rest)
        elif command in ("help", "?", "h"):
            self._help()
        else:
            self._move(seat, line)

    def _moves(self, seat: int, parts: list[str]) -> None:
        """Several moves of one line, in order, until one is refused or something new has come up."""
        for count, part in enumerate(parts):
            before = self.match.ply
            self._move(seat, part)
            if self.match.ply == before:
                return
            if count + 1 == len(parts):
                return
            why = self.match.news(before)
            if why is None and not self.match.may_move(seat):
                why = self.match.why_not(seat, self.match.plies[before].action)
            if why is not None:
                text = N_("%(count)s of %(all)s done; then it stopped: %(why)s")
                self._warn(Message(text, count=count + 1, all=len(parts), why=why.text))
                return
            self._offer(seat)

    def _move(self, seat: int, line: str) -> None:
        actions = self._find(seat, line)
        if len(actions) == 1:
            with undivided():
                self.match.play(seat, actions[0])
                self.save()
            return
        self.refusals += 1
        if not actions:
            text = Message(N_("“%(line)s” is no move; type a number from 1 to %(last)s, or help"), line=line,
                           last=len(self.offers.legal()))  # fmt: skip
            self._warn(text)
        elif not any(self.offers.is_legal(action) for action in actions):
            self._warn(Message(N_("“%(line)s” is not possible:"), line=line))
            self.show_reasons(seat, actions[:NEWS])
        else:
            words = " | ".join(self._words(action) for action in actions)
            self._warn(Message(N_("“%(line)s” can mean several moves: %(words)s"), line=line, words=words))

    def _find(self, seat: int, line: str) -> list[int]:
        """The actions that a line names: by number of the list, or by words."""
        if line.isdecimal():
            number = int(line[:9])
            return [self.listed[number - 1]] if 1 <= number <= len(self.listed) else []
        labels = {action: self._label(seat, action) for action in self.listed}
        return meant(line, self.match.rules.space.texts, labels, self.offers.legal())

    def _why(self, seat: int, line: str) -> None:
        actions = self._find(seat, line) if line else [a for a in self.listed if not self.offers.is_legal(a)]
        if actions:
            self.show_reasons(seat, actions[: 4 * NEWS])
        elif line:
            self._warn(Message(N_("“%(line)s” is no move; why alone lists what is not possible"), line=line))
        else:
            self._print(Message(N_("Everything that could be thought of is possible.")))

    def _undo(self, seat: int, rest: str) -> None:
        """The last decision of whoever sits here: of this seat, or of the person who has just moved."""
        by_consent = rest.casefold() == "all"
        who = self._last_to_decide(seat)
        reason = self.match.why_no_undo(who)
        if reason is None:
            by_consent = False
        elif not by_consent:
            hint = Message(N_("%(reason)s; “undo all” takes it back if everybody agrees"), reason=reason.text)
            raise IllegalAction("undo", Reason(reason.code, reason.rule, hint), self.match.ply)
        elif len(self.people) > 1 and not self._all_agree(seat):
            return
        with undivided():
            self.match.undo(who, by_consent)
            self.save()
        self._taken_back(1)

    def _restart(self, seat: int) -> None:
        """All decisions of whoever sits here that need nobody's consent."""
        who = self._last_to_decide(seat)
        reason = self.match.why_no_undo(who)
        if reason is not None:
            hint = Message(N_("%(reason)s; “undo all” takes it back if everybody agrees"), reason=reason.text)
            raise IllegalAction("restart", Reason(reason.code, reason.rule, hint), self.match.ply)
        with undivided():
            count = self.match.restart(who)
            self.save()
        self._taken_back(count)

    def _last_to_decide(self, seat: int) -> int:
        """This seat if it can take something back, else the person who has decided last."""
        if self.match.why_no_undo(seat) is None:
            return seat
        return next((ply.seat for ply in reversed(self.match.plies) if ply.seat in self.people), seat)

    def _taken_back(self, count: int) -> None:
        self.told = {person: min(ply, self.match.ply) for person, ply in self.told.items()}
        text = NN_("Taken back.", "%(count)s decisions are taken back.", "count")
        self._print(Message(text, count=count), GOOD)

    def _redo(self, seat: int, rest: str) -> None:
        """One decision that was taken back, or as many as are asked for."""
        who = next((one for one in [seat, *self.people] if self.match.redoable(one)), seat)
        able = len(self.match.redoable(who))
        is_count = rest.isascii() and rest.isdecimal() and int(rest[:9]) > 0
        if rest and rest.casefold() != "all" and not is_count:
            text = Message(N_("“%(line)s” is no number of decisions; type redo, redo 3 or redo all"), line=rest)
            raise IllegalAction("redo", Reason("range", "", text), self.match.ply)
        if is_count and able and int(rest[:9]) > able:
            text = Message(N_("only %(have)s can be done again"), have=able)
            raise IllegalAction("redo", Reason("range", "", text, need=int(rest[:9]), have=able), self.match.ply)
        with undivided():
            self.match.redo(who, int(rest[:9]) if is_count else able if rest else 1)
            self.save()
        self._print(Message(N_("Done again.")), GOOD)

    def _all_agree(self, seat: int) -> bool:
        self._print(Message(N_("Does everybody agree? Type yes.")))
        answer = self._ask(seat) or ""
        return answer.strip().casefold() in ("yes", "y", self.say.word(N_("yes")))

    def _save_copy(self, name: str) -> None:
        if not name:
            self._print(Message(N_("The record is in %(file)s, after every move."), file=str(self.path)))
            return
        copy = Path(name).expanduser()
        try:
            files.must_be_new(copy)
            files.write(copy, self.match.record(reveal=True).to_json())
        except (BadInput, OSError) as error:  # the game itself is safe: tell, and go on
            self.refusals += 1
            complain(error)
            return
        self._print(Message(N_("A copy is in %(file)s"), file=str(copy)), GOOD)

    def _help(self) -> None:
        grid = Table.grid(padding=(0, 2))
        for typed, text in HELP:
            grid.add_row(Text(typed, STRONG), Text(self.say.word(text)))
        out().print(Padding(grid, (0, 0, 0, 2)))

    def _warn(self, message: Message) -> None:
        err().print(Text(self.say(message), BAD), soft_wrap=True)


@contextmanager
def undivided() -> Iterator[None]:
    """A move and its record belong together: Ctrl-C waits until both are done."""
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


def _use_readline() -> None:
    """History and editing of the line, where the system has it."""
    try:
        import readline  # noqa: F401 - importing it is what makes input() better
    except ImportError:
        return
