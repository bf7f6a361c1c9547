"""What a table in the terminal shows: the position, the moves by number, reasons, the log; and which move a line means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from brehon.cli.screen import BAD, DIM, GOOD, STRONG, clean, err, out
from brehon.cli.typed import meant
from brehon.core.asking import asked_words
from brehon.core.contract import CHANCE
from brehon.core.face import Offers
from brehon.core.match import Match
from brehon.core.text import N_, NN_, Message, Speaker

SMALL: Final = 30  # lines of a screen on which a move gets one line only: the card itself is in the table above
NEWS: Final = 12  # lines of what happened since the person's last turn; `log` shows all
HELP: Final = [
    ("3", N_("play move number 3 of the list")),
    ("take gaul 2", N_("play a move by its words; t g 2, or words of its label, will do")),
    ("2; 2; 1", N_("several moves in one line; stops when something new is revealed")),
    ("? 3, ? WORDS", N_("what a move would do: costs, gains, what it reveals")),
    ("why 9, why WORDS", N_("why a move is not possible; “why” alone lists them all")),
    (
        "h, hint",
        N_("a hint: what to look at; again for two moves, and again for the move; each step is noted in the record"),
    ),
    ("undo", N_("undo your last decision, if nothing was revealed since")),
    ("undo all", N_("undo with everyone's agreement")),
    ("restart", N_("take back everything that you may take back alone")),
    ("redo, redo 3, redo all", N_("redo what was undone, if nothing else has happened since")),
    ("table, moves", N_("show the table or the moves again (or press Enter)")),
    ("log", N_("everything that has happened")),
    ("score", N_("the points as they stand")),
    ("save, save FILE", N_("where the record is; or write a copy of it to FILE")),
    ("quit", N_("leave; the game is saved and can be resumed")),
]


@dataclass
class Line:
    """One line of the log."""

    ply: int
    text: str
    is_heading: bool = False
    count: int = 1  # how often in a row


def grouped(headings: dict[int, Message | None]) -> list[tuple[Message | None, list[int]]]:
    """The actions under their headings, both in the order in which they come first."""
    found: dict[Message | None, list[int]] = {}
    for action, heading in headings.items():
        found.setdefault(heading, []).append(action)
    return list(found.items())


@final
class TableScreen:
    """Shows one match to the people at this terminal."""

    def __init__(self, match: Match, say: Speaker) -> None:
        self.match = match
        self.say = say
        self.face = match.rules.game.face()
        self.offers = Offers()
        self.groups: list[tuple[Message | None, list[int]]] = []  # the legal moves by kind
        self.listed: list[int] = []  # the moves by their numbers: legal ones first, then those that are not possible

    def offer(self, seat: int) -> None:
        """What may be done, by kind of move: the numbers of the list follow its headings."""
        self.offers = self.match.offers(seat)
        legal = self.offers.legal()
        view = self.match.view(seat)
        self.groups = grouped({a: self.face.group(self.match.rules, view, a) for a in legal})
        legal = [action for _, members in self.groups for action in members]
        self.listed = legal + sorted(set(self.offers.reasons) - set(legal))

    def show_table(self, seat: int) -> None:
        match, say = self.match, self.say
        out().print(self.face.terminal(match.rules, match.view(seat), self.offers, say))
        self.show_moves(seat)

    def show_moves(self, seat: int) -> None:
        """The legal moves by number and kind, what they would do, and the words that can be typed instead."""
        out().print(Text(self.say(self.face.status(self.match.rules, self.match.view(seat))), STRONG))
        grid = Table.grid(padding=(0, 2))
        grid.add_column()
        small = out().is_terminal and out().height < SMALL
        grid.add_column(no_wrap=small, overflow="ellipsis" if small else "fold")
        grid.add_column(no_wrap=True)
        number = 0
        for heading, members in self.groups:
            if heading is not None and len(self.groups) > 1:
                grid.add_row(Text(""), Text(f"{self.say(heading)} ({len(members)})", STRONG), Text(""))
            for action in members:
                number += 1
                label = Text(self.label(seat, action)).append_text(self.effects(seat, action))
                grid.add_row(Text(f"{number:3}", STRONG), label, Text(self.words(action), DIM))
        out().print(grid)

    def effects(self, seat: int, action: int) -> Text:
        """What a move would do, behind its label; what is lost for good in red."""
        preview = self.face.preview(self.match.rules, self.match.view(seat), action)
        text = Text()
        if preview.effects:
            text.append(f"  {' · '.join(self.say(effect) for effect in preview.effects)}", GOOD)
        if preview.warning is not None:
            text.append(f"  ! {self.say(preview.warning)}", BAD)
        return text

    def explain(self, seat: int, actions: list[int]) -> None:
        """One move or several, each with everything that it would do, or why it is not possible."""
        for action in actions:
            out().print(Text(self.label(seat, action), STRONG))
            if not self.offers.is_legal(action):
                self.show_reasons(seat, [action])
                continue
            preview = self.face.preview(self.match.rules, self.match.view(seat), action)
            lines = [Text(self.say(effect)) for effect in preview.effects]
            if preview.warning is not None:
                lines.append(Text(self.say(preview.warning), BAD))
            for line in lines or [Text(self.say.word(N_("nothing more is known about it before you do it")), DIM)]:
                out().print(Padding(line, (0, 0, 0, 4)))

    def show_reasons(self, seat: int, actions: list[int]) -> None:
        grid = Table.grid(padding=(0, 2))
        for action in actions:
            number = f"{self.listed.index(action) + 1:3}" if action in self.listed else ""
            reason = self.match.why_not(seat, action)
            text = Text(self.say.reason(reason)) if reason else Text(self.say.word(N_("this is possible")), GOOD)
            grid.add_row(Text(number, STRONG), Text(self.words(action)), text)
        out().print(grid)

    def show_log(self, seat: int, since: int = 0, limit: int = 0) -> None:
        """What happened from a ply on, as this seat may know it, with turns as headings; a line that comes again is counted."""
        rules = self.match.rules
        lines: list[Line] = []
        for ply, event in self.match.log(seat):
            if ply < since:
                continue
            heading, message = self.face.heading(rules, event), self.face.event(rules, event)
            if heading is not None:
                lines.append(Line(ply, self.say(heading), is_heading=True))
            if message is None:
                continue
            text = self.say(message)
            if lines and lines[-1].text == text:
                lines[-1].count += 1
            elif heading is None or text != lines[-1].text:
                lines.append(Line(ply, text))
        asked = [(note, self.match.plies[note]) for note in self.match.notes if note >= since]
        lines += [
            Line(note, self.say(asked_words(ply.seat, ply.hint)))
            for note, ply in asked
            if ply.hint and not (limit and ply.seat == seat)
        ]
        lines.sort(key=lambda line: line.ply)
        if limit and len(lines) > limit:
            more = len(lines) - limit
            self.print(Message(NN_("%(n)s more line: log", "%(n)s more lines: log"), n=more), DIM)
            lines = lines[-limit:]
        grid = Table.grid(padding=(0, 2))
        for line in lines:
            times = f" (×{line.count})" if line.count > 1 else ""
            grid.add_row(Text(f"{line.ply:3}", DIM), Text(line.text + times, STRONG if line.is_heading else ""))
        out().print(grid)

    def recap(self, seat: int, since: int) -> None:
        """What the others have done since this person decided last."""
        others = any(ply.seat not in (seat, CHANCE) for ply in self.match.plies[since:] if not ply.undo)
        if others and any(ply.seat == seat for ply in self.match.plies[:since]):
            self.print(Message(N_("Since your last turn:")), STRONG)
        self.show_log(seat, since, NEWS)

    def help(self) -> None:
        grid = Table.grid(padding=(0, 2))
        for typed, text in HELP:
            grid.add_row(Text(typed, STRONG), Text(self.say.word(text)))
        out().print(Padding(grid, (0, 0, 0, 2)))

    def find(self, seat: int, line: str) -> list[int]:
        """The actions that a line names: by number of the list, or by words."""
        if line.isdecimal():
            number = int(line[:9])
            return [self.listed[number - 1]] if 1 <= number <= len(self.listed) else []
        labels = {action: self.label(seat, action) for action in self.listed}
        return meant(line, self.match.rules.space.texts, labels, self.offers.legal())

    def label(self, seat: int, action: int) -> str:
        return self.say(self.face.action(self.match.rules, self.match.view(seat), action))

    def words(self, action: int) -> str:
        return clean(self.match.rules.space.texts[action])

    def print(self, message: Message, style: str = "") -> None:
        out().print(Text(self.say(message), style), soft_wrap=True)

    def warn(self, message: Message) -> None:
        err().print(Text(self.say(message), BAD), soft_wrap=True)
