"""The table of Armorica in a terminal: suits by capital letter and colour, icons by small letter, so that colour is never needed."""

from __future__ import annotations

from typing import Final, final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from brehon.core.contract import OVER
from brehon.core.face import Offers
from brehon.core.svg import shorten
from brehon.core.text import N_, Message, Speaker
from brehon.games.armorica import words
from brehon.games.armorica.data import ACCESS, AMPHORAE, COINS, GAUL, ICONS, MAJORITIES, N_DECKS, N_ICONS, SUITS, count
from brehon.games.armorica.scoring import majority_score, set_lengths
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import WINTER
from brehon.games.armorica.view import ArmoricaView

SUIT_LETTERS: Final = "YBNGRW"  # yellow, blue, browN, green, red, white
SUIT_STYLES: Final = [
    "black on bright_yellow", "white on blue", "white on #74441f", "white on green4", "white on red3", "black on white"
]  # fmt: skip
N_SUITS: Final = len(SUIT_LETTERS)
ICON_LETTERS: Final = "wgosca"
ICON_STYLES: Final = ["yellow", "magenta", "green", "bright_white", "bright_yellow", "bright_red"]
WIDE: Final = 150  # from here on two displays are in one row
LINES: Final = 36
ICONS_TOO, IDS_TOO, SUITS_ONLY = 0, 1, 2  # how much of a card in a display is shown


def table(rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker) -> RenderableType:
    """The whole table."""
    return TerminalTable(rules, view, offers, say)


@final
class TerminalTable:
    """Drawn when the width of the terminal is known."""

    def __init__(self, rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker) -> None:
        self.view = view
        self.status = say(rules.game.face().status(rules, view))
        self.cards = view.table.cards
        self.offers = offers
        self.say = say
        self.piles = words.pile_names(rules.components)
        self.focus = view.seat if view.seat >= 0 else view.active

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """At most LINES lines on a terminal of 80 columns or more: cards lose their icons first, then their ids."""
        for detail in (ICONS_TOO, IDS_TOO, SUITS_ONLY):
            parts = self.parts(options.max_width, detail)
            lines = sum(len(console.render_lines(part, options, pad=False)) for part in parts)
            if lines <= LINES:
                break
        yield from parts

    def parts(self, width: int, detail: int) -> list[RenderableType]:
        out: list[RenderableType] = [Text(self.status, style="bold")]
        for deck in range(N_DECKS):
            out += self.row(deck, width)
        seats = [(max(0, self.view.seat) + i) % self.view.n_seats for i in range(self.view.n_seats)]
        displays = [Group(*self.display(seat, detail)) for seat in seats]
        if width < WIDE:
            out += displays
        else:
            grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
            grid.add_column(ratio=1)
            grid.add_column(ratio=1)
            for i in range(0, len(displays), 2):
                grid.add_row(*displays[i : i + 2])
            out.append(grid)
        return [*out, self.legend()]

    # -- rows

    def row(self, deck: int, width: int) -> list[RenderableType]:
        """A heading, then the cards with their places, 1 at the right; their icons; and which of one's icons reach them."""
        view, say = self.view, self.say
        row = view.rows[deck]
        sheet = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
        sheet.add_column(no_wrap=True, style="dim")
        for _ in row:
            sheet.add_column(justify="center", no_wrap=True, min_width=8)
        places = list(range(len(row) - 1, -1, -1))
        numbers = [self.place(deck, place) for place in places]
        cards = [self.card(row[place], IDS_TOO) for place in places]
        if sum(card.cell_len + 6 for card in cards) + 12 > width:
            sheet.add_row(say.word(N_("place")), *numbers)
            sheet.add_row(say.word(N_("card")), *cards)
        else:
            pairs = [Text.assemble(*pair) for pair in zip(numbers, cards, strict=True)]
            sheet.add_row(f"{say.word(N_('place'))}, {say.word(N_('card'))}", *pairs)
        sheet.add_row(say.word(N_("icons")), *[self.icons(self.cards.columns[row[place]]) for place in places])
        is_on = self.focus >= 0 and view.to_move() != OVER
        if is_on:
            sheet.add_row(self.reach(deck), *[self.reached(deck, place) for place in places])
        title = Message(N_("%(row)s: %(deck)s"), row=Message(words.ROW_WORDS[deck]),
                        deck=words.deck_line(view, self.piles, deck))  # fmt: skip
        note = say(words.reach_note(view, self.focus)) if is_on and deck == GAUL else self.brings(deck)
        return [self.heading(Text(say(title)), Text(note, style="dim"), words.row_in_play(view) == deck), sheet]

    def heading(self, left: Text, right: Text, is_now: bool) -> Heading:
        return Heading(left, right, "━" if is_now else "─", "green" if is_now else "dim")

    def reach(self, deck: int) -> Text:
        """How many of each icon that brings cards of this row the viewing seat has."""
        text = Text()
        for icon in words.REACH[deck]:
            have = count(self.view.goods[self.focus], icon)
            text.append(f"{ICON_LETTERS[icon]}{have} ", style=ICON_STYLES[icon])
        return text

    def brings(self, deck: int) -> str:
        """Which suits each icon brings."""
        who = {
            icon: "".join(SUIT_LETTERS[suit] for suit in range(N_SUITS) if ACCESS[suit] == icon)
            for icon in words.REACH[deck]
        }
        return "  ".join(f"{ICON_LETTERS[icon]}: {suits}" for icon, suits in who.items()) if deck != GAUL else ""

    def reached(self, deck: int, place: int) -> Text:
        """The icons whose number reaches this place, as bars with their letters."""
        text = Text()
        for icon in words.REACH[deck]:
            if place < count(self.view.goods[self.focus], icon):
                text.append(f"━{ICON_LETTERS[icon]}━", style=ICON_STYLES[icon])
        return text

    def place(self, deck: int, place: int) -> Text:
        """The number of a place: in brackets if its card may be taken, dim if it may not."""
        action = deck * self.view.table.row_size + place
        return self.marked(str(place + 1), action)

    def marked(self, word: str, action: int) -> Text:
        if self.offers.is_legal(action):
            return Text(f"[{word}]", style="bold green")
        return Text(word, style="dim" if self.offers.reason(action) else "")

    def card(self, card: int, detail: int) -> Text:
        """A card as a word on its colour: letter of the suit, then its id, then its icons."""
        suit = self.cards.suits[card]
        name = f" {shorten(self.cards.names[card], 10)}" if detail != SUITS_ONLY else ""
        text = Text(f" {SUIT_LETTERS[suit]}{name} ", style=SUIT_STYLES[suit])
        if detail == ICONS_TOO:
            text = Text.assemble(text, " ", self.icons(self.cards.columns[card]))
        return text

    def icons(self, goods: int) -> Text:
        """The icons of a card, one letter each, in the order of the card's rows."""
        text = Text()
        for icon in range(N_ICONS):
            number = count(goods, icon)
            letters = ICON_LETTERS[icon] * number if number <= 4 else f"{number}{ICON_LETTERS[icon]}"
            text.append(letters, style=ICON_STYLES[icon])
        return text if text.plain else Text("-", style="dim")

    # -- displays

    def display(self, seat: int, detail: int) -> list[RenderableType]:
        """A heading with name and points; the cards in their sets; the totals, and where the points come from."""
        view, say = self.view, self.say
        name = Text(shorten(say.seat(seat), 24), style="bold")
        if view.marker == seat and view.to_move() != OVER:
            name.append(f" * {say.word(N_('start player'))}", style="yellow")
        note = words.seat_note(view, seat)
        if note is not None:
            name.append(f" < {say(note)}", style="bold green")
        points = Text(say(words.point_count(words.scores(view)[seat])), style="bold")
        points.append(f" ({say(words.points_line(view, seat))})", style="not bold dim")
        return [self.heading(name, points, view.to_move() == seat), self.held(seat, detail), self.totals(seat)]

    def held(self, seat: int, detail: int) -> Flow:
        """The display from the left; every set ends with what it is worth."""
        view = self.view
        display = view.displays[seat]
        is_hungry = view.phase == WINTER and view.active == seat
        pieces: list[Text] = []
        for length in set_lengths(self.cards, display):
            for card in display[len(pieces) : len(pieces) + length]:
                picture = self.card(card, detail)
                if is_hungry and self.offers.is_legal(view.table.starve + card):
                    picture = Text.assemble(("[", "bold green"), picture, ("]", "bold green"))
                pieces.append(picture)
            pieces[-1] = Text.assemble(pieces[-1], (f" ={self.cards.set_points[length]} ", "bold"))
        return Flow(pieces)

    def totals(self, seat: int) -> Flow:
        """The six sums, and what they bring."""
        view = self.view
        pieces: list[Text] = []
        for icon in range(N_ICONS):
            number = count(view.goods[seat], icon)
            gain = majority_score(self.cards, view.goods, icon, seat) if icon in MAJORITIES else 0
            gain = number if icon == COINS else gain
            sums = (f"{ICON_LETTERS[icon]} {number}", ICON_STYLES[icon])
            pieces.append(Text.assemble(sums, (f" +{gain}" if gain else "", "bold")))
        note, is_bad = words.total_note(view, seat, AMPHORAE)
        if note is not None:
            pieces[-1].append(f" {self.say(note)}", style="bold red" if is_bad else "dim")
        return Flow(pieces, "   ")

    def legend(self) -> Flow:
        """What the letters mean."""
        pieces = [
            Text.assemble((f" {letter} ", SUIT_STYLES[suit]), (f" {self.say.word(SUITS[suit])}", "dim"))
            for suit, letter in enumerate(SUIT_LETTERS)
        ]
        pieces += [
            Text.assemble((letter, ICON_STYLES[icon]), (f" {self.say.word(ICONS[icon])}", "dim"))
            for icon, letter in enumerate(ICON_LETTERS)
        ]
        return Flow(pieces, "  ")


@final
class Heading:
    """A line across: something at its left end, something at its right; shortened before it becomes two."""

    def __init__(self, left: Text, right: Text, stroke: str, style: str) -> None:
        self.left, self.right, self.stroke, self.style = left, right, stroke, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        line = Text(f"{self.stroke * 2} ", style=self.style, no_wrap=True, overflow="ellipsis")
        line = Text.assemble(line, self.left, " ")
        line.no_wrap, line.overflow = True, "ellipsis"
        room = width - line.cell_len - (self.right.cell_len + 2 if self.right.plain else 0) - 2
        line.append(self.stroke * max(1, room), style=self.style)
        if self.right.plain:
            line.append(" ").append_text(self.right).append(" ")
        line.append(self.stroke * 2, style=self.style)
        line.truncate(width, overflow="ellipsis")
        yield line


@final
class Flow:
    """Pieces of text one after the other, never broken inside, in as many lines as the width requires."""

    def __init__(self, pieces: list[Text], gap: str = " ") -> None:
        self.pieces = pieces
        self.gap = gap

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text(no_wrap=True, overflow="ellipsis")
        for piece in self.pieces:
            if line.plain and line.cell_len + len(self.gap) + piece.cell_len > options.max_width:
                yield line
                line = Text(no_wrap=True, overflow="ellipsis")
            if line.plain:
                line.append(self.gap)
            line.append_text(piece)
        yield line
