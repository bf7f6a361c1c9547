"""A table in the terminal: whose turn it is, what can be done, and the record on disk after every move."""

from __future__ import annotations

import shlex
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import final

import typer
from rich.text import Text

from brehon.bots.levels import player
from brehon.bots.own import BotFailed
from brehon.bots.seated import Seated
from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.hinting import TerminalHints
from brehon.cli.screen import DIM, GOOD, STRONG, complain, err, is_interactive, out, refused, use_readline
from brehon.cli.sheet import outcome, score_sheet
from brehon.cli.table_screen import NEWS, TableScreen
from brehon.cli.undivided import undivided
from brehon.core.asking import HINT_STEPS
from brehon.core.contract import SPECTATOR
from brehon.core.errors import IllegalAction
from brehon.core.face import Offers
from brehon.core.match import Match, truth
from brehon.core.text import N_, NN_, Message, Reason, Seat, Speaker


@final
class TerminalTable:
    """Plays one match with the people at this terminal and the bots."""

    def __init__(self, match: Match, say: Speaker, path: Path) -> None:
        self.match = match
        self.say = say
        self.path = path
        self.face = match.rules.game.face()
        self.people = [seat for seat, player in enumerate(match.players) if not player.is_bot]
        self.read_up_to = dict.fromkeys(self.people, match.ply)  # the first ply that this person has not seen yet
        self.last_person = -1
        self.refusals = 0
        self.stamp = ""  # of the record as we last read or wrote it
        self.bots = {seat: player(level_in(match, seat)) for seat, one in enumerate(match.players) if one.is_bot}
        self.seated = Seated(match.state, {seat: chosen.bot for seat, chosen in self.bots.items()}, match.ply)
        self.screen = TableScreen(match, say)
        self.hints = TerminalHints(match, self.screen)
        self.interactive = is_interactive()
        if self.interactive:
            use_readline()

    # -- the course of the game

    def run(self) -> None:
        """Play until the game is over or a person leaves."""
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
        except BotFailed as error:
            complain(error)
            seat = self._next_seat() + 1
            text = N_("Saved. Put in another bot: brehon play --resume %(file)s --bot %(seat)s=cottar")
            self.screen.print(Message(text, file=self._file(), seat=seat))
            raise typer.Exit(2) from None
        self._finish()

    def save(self) -> None:
        """The record with its secret: the file is for its owner, who needs the secret to continue."""
        if self.stamp and files.stamp(self.path) not in ("", self.stamp):
            text = N_(
                "another program changed %(file)s while you were playing, so your last move was not saved; continue from the file with: brehon play --resume %(file)s"
            )
            raise BadInput(text, file=self._file())
        files.write(self.path, self.match.record(reveal=True).to_json())
        self.stamp = files.stamp(self.path)

    def _next_seat(self) -> int:
        movers = [seat for seat in range(self.match.rules.n_seats) if self.match.may_move(seat)]
        return next((seat for seat in movers if self.match.players[seat].is_bot), movers[0])

    def _bot_moves(self, seat: int) -> None:
        """The random numbers of a bot depend on secret and ply, so a resumed game continues like an uninterrupted one."""
        match = self.match
        rng = Random(f"brehon bot {match.fair.secret} {match.ply}")
        self.seated.catch_up(match)
        with self._thinking(seat):
            action = self.seated.bots[seat].choose(match.view(seat), match.legal(seat), self.bots[seat].budget, rng)
        with undivided():
            match.play(seat, action)
            self.save()

    def _thinking(self, seat: int) -> AbstractContextManager[object]:
        """Show that a bot is thinking; the line is removed afterwards."""
        if not self.interactive:
            return nullcontext()
        text = Message(N_("%(player)s is thinking …"), player=Seat(seat))
        return err().status(Text(self.say(text), DIM))

    def _person_moves(self, seat: int) -> bool:
        """Ask until a move is made or undone; False if the person leaves."""
        if not self._curtain(seat):
            return False
        self._tell_news(seat)
        self.screen.offer(seat)
        if self._goes_on(seat):
            self.screen.show_moves(seat)
        else:
            self.screen.show_table(seat)
        before = self.match.decision
        while self.match.decision == before:
            line = self._ask(seat)
            if line is None or line.strip().casefold() in ("quit", "exit", "q"):
                return False
            try:
                self._obey(seat, line.strip())
            except IllegalAction as error:
                self.refusals += 1
                self.screen.warn(refused(error))
        return True

    def _finish(self) -> None:
        say, match = self.say, self.match
        watcher = self.last_person if self.people else SPECTATOR
        self.screen.show_log(watcher, self.read_up_to.get(watcher, 0), NEWS)
        out().print(self.face.terminal(match.rules, truth(match), Offers(), say))
        out().print()
        out().print(score_sheet(match, truth(match), say))
        out().print()
        out().print(Text(say(outcome(match)), STRONG))
        self.screen.print(Message(N_("The secret was %(secret)s"), secret=match.fair.secret))
        self.screen.print(Message(N_("Verify fairness: brehon verify %(file)s"), file=self._file()))
        self._count_refusals()

    def _leave(self) -> None:
        self._tell_resume()
        self._count_refusals()

    def _tell_resume(self) -> None:
        self.screen.print(Message(N_("Saved. Continue with: brehon play --resume %(file)s"), file=self._file()))

    def _count_refusals(self) -> None:
        """A script needs to know that some of its lines had no effect; a person has seen it."""
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

    def _goes_on(self, seat: int) -> bool:
        """Whether this person has just decided and continues, at a table too long to be shown after every step."""
        match, last = self.match, self.match.ply - 1
        if not self.interactive or last < 0 or match.plies[last].seat != seat or match.plies[last].undo:
            return False
        if match.news(last) is not None:
            return False
        table = self.face.terminal(match.rules, match.view(seat), self.screen.offers, self.say)
        return len(out().render_lines(table)) > out().height

    def _tell_news(self, seat: int) -> None:
        if self.last_person not in (-1, seat):
            out().print(Text(self.say(Message(N_("It is the turn of %(player)s."), player=Seat(seat))), STRONG))
        self.screen.recap(seat, self.read_up_to[seat])
        self.read_up_to[seat] = self.match.ply
        self.last_person = seat

    def _curtain(self, seat: int) -> bool:
        """Between two people at one terminal, where there is something to hide."""
        if not self.match.rules.game.has_secrets or len(self.people) < 2 or self.last_person == seat:
            return True
        if self.interactive:
            out().clear()
            sys.stdout.write("\x1b[3J")  # also clear the scrollback
        text = Message(N_("Pass the device to %(player)s, then press Enter."), player=Seat(seat))
        out().print(Text(self.say(text), STRONG))
        return self._ask(seat) is not None

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

    def _obey(self, seat: int, line: str) -> None:
        """Carry out one line: a command, or a move."""
        command, _, rest = line.partition(" ")
        command, rest = command.casefold(), rest.strip()
        if line.casefold() in self.match.rules.space.ids:
            self._move(seat, line)
        elif ";" in line:
            self._moves(seat, [part.strip() for part in line.split(";") if part.strip()])
        elif command in ("", "table"):
            self.screen.show_table(seat)
        elif command == "moves":
            self.screen.show_moves(seat)
        elif command == "why":
            self._why(seat, rest)
        elif command == "undo":
            self._undo(seat, rest)
        elif command == "restart":
            self._restart(seat)
        elif command == "redo":
            self._redo(seat, rest)
        elif command == "log":
            self.screen.show_log(seat)
        elif command in ("score", "scores"):
            out().print(score_sheet(self.match, self.match.view(seat), self.say))
        elif command in ("record", "save"):
            self._save_copy(rest)
        elif line.startswith("?") and line != "?":
            self._explain(seat, line[1:].strip())
        elif command in ("hint", "h"):
            self._hint(seat)
        elif command in ("help", "?"):
            self.screen.help()
        else:
            self._move(seat, line)

    def _moves(self, seat: int, parts: list[str]) -> None:
        """Several moves of one line, in order, until one is refused or something new is revealed."""
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
                self.screen.warn(Message(text, count=count + 1, all=len(parts), why=why.text))
                return
            self.screen.offer(seat)

    def _move(self, seat: int, line: str) -> None:
        actions = self.screen.find(seat, line)
        if len(actions) == 1:
            with undivided():
                self.match.play(seat, actions[0])
                self.save()
            return
        self.refusals += 1
        if not actions:
            self._not_a_move(line)
        elif not any(self.screen.offers.is_legal(action) for action in actions):
            self.screen.warn(Message(N_("“%(line)s” is not possible:"), line=line))
            self.screen.show_reasons(seat, actions[:NEWS])
        else:
            words = " | ".join(self.screen.words(action) for action in actions)
            self.screen.warn(Message(N_("“%(line)s” can mean several moves: %(words)s"), line=line, words=words))

    def _not_a_move(self, line: str) -> None:
        text = N_("“%(line)s” is not a move; type a number from 1 to %(last)s, or help")
        self.screen.warn(Message(text, line=line, last=len(self.screen.offers.legal())))

    def _explain(self, seat: int, line: str) -> None:
        actions = self.screen.find(seat, line)
        if actions:
            self.screen.explain(seat, actions[:NEWS])
        else:
            self._not_a_move(line)

    def _hint(self, seat: int) -> None:
        """The next step; after the last one, that one again."""
        if self.match.hinted(seat) < HINT_STEPS:
            with self._thinking(seat):
                self.hints.of(seat)
            with undivided():
                self.match.hint(seat)
                self.save()
        self.hints.show(seat, self.match.hinted(seat))

    def _why(self, seat: int, line: str) -> None:
        actions = (
            self.screen.find(seat, line)
            if line
            else [a for a in self.screen.listed if not self.screen.offers.is_legal(a)]
        )
        if actions:
            self.screen.show_reasons(seat, actions[: 4 * NEWS])
        elif line:
            self.screen.warn(Message(N_("“%(line)s” is not a move; “why” alone lists what is not possible"), line=line))
        else:
            self.screen.print(Message(N_("Every action is possible.")))

    def _undo(self, seat: int, rest: str) -> None:
        """The last decision of the person here: of this seat, or of the person who has just moved."""
        by_consent = rest.casefold() == "all"
        who = self._last_to_decide(seat)
        reason = self.match.why_no_undo(who)
        if reason is None:
            by_consent = False
        elif not by_consent:
            hint = Message(N_("%(reason)s; “undo all” takes it back if everyone agrees"), reason=reason.text)
            raise IllegalAction("undo", Reason(reason.code, reason.rule, hint), self.match.ply)
        elif len(self.people) > 1 and not self._all_agree(seat):
            return
        with undivided():
            self.match.undo(who, by_consent)
            self.save()
        self._taken_back(1)

    def _restart(self, seat: int) -> None:
        """All decisions of the person here that need no one's consent."""
        who = self._last_to_decide(seat)
        reason = self.match.why_no_undo(who)
        if reason is not None:
            hint = Message(N_("%(reason)s; “undo all” takes it back if everyone agrees"), reason=reason.text)
            raise IllegalAction("restart", Reason(reason.code, reason.rule, hint), self.match.ply)
        with undivided():
            count = self.match.restart(who)
            self.save()
        self._taken_back(count)

    def _last_to_decide(self, seat: int) -> int:
        """This seat if it can undo something, otherwise the person who decided last."""
        if self.match.why_no_undo(seat) is None:
            return seat
        return next((ply.seat for ply in reversed(self.match.plies) if ply.seat in self.people and not ply.hint), seat)

    def _taken_back(self, count: int) -> None:
        self.read_up_to = {person: min(ply, self.match.ply) for person, ply in self.read_up_to.items()}
        text = NN_("Undone.", "%(count)s decisions undone.", "count")
        self.screen.print(Message(text, count=count), GOOD)

    def _redo(self, seat: int, rest: str) -> None:
        """One decision that was undone, or as many as requested."""
        who = next((one for one in [seat, *self.people] if self.match.redoable(one)), seat)
        able = len(self.match.redoable(who))
        is_count = rest.isascii() and rest.isdecimal() and int(rest[:9]) > 0
        if rest and rest.casefold() != "all" and not is_count:
            text = Message(N_("“%(line)s” is not a number of decisions; type redo, redo 3 or redo all"), line=rest)
            raise IllegalAction("redo", Reason("range", "", text), self.match.ply)
        if is_count and able and int(rest[:9]) > able:
            text = Message(N_("only %(have)s can be redone"), have=able)
            raise IllegalAction("redo", Reason("range", "", text, need=int(rest[:9]), have=able), self.match.ply)
        with undivided():
            self.match.redo(who, int(rest[:9]) if is_count else able if rest else 1)
            self.save()
        self.screen.print(Message(N_("Redone.")), GOOD)

    def _all_agree(self, seat: int) -> bool:
        self.screen.print(Message(N_("Does everyone agree? Type yes.")))
        answer = self._ask(seat) or ""
        return answer.strip().casefold() in ("yes", "y", self.say.word(N_("yes")))

    def _save_copy(self, name: str) -> None:
        if not name:
            self.screen.print(Message(N_("The record is in %(file)s, after every move."), file=str(self.path)))
            return
        copy = Path(name).expanduser()
        try:
            files.must_be_new(copy)
            files.write(copy, self.match.record(reveal=True).to_json())
        except (BadInput, OSError) as error:  # the game itself is safe: report it and continue
            self.refusals += 1
            complain(error)
            return
        self.screen.print(Message(N_("A copy is in %(file)s"), file=str(copy)), GOOD)


def level_in(match: Match, seat: int) -> str:
    """The bot that now plays in a bot's seat: the one it began with, or one that replaced it later."""
    stand_in = match.stand_ins[seat]
    return match.players[seat].level if stand_in is None else stand_in.level
