"""The table of Armorica in a terminal: suits by capital letter and colour, icons by small letter, so that colour is never needed."""

from __future__ import annotations

from typing import Final, final

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from brehon.core.contract import OVER
from brehon.core.face import Offers
from brehon.core.svg import shorten
from brehon.core.text import N_, Message, Speaker
from brehon.games.armorica import words
from brehon.games.armorica.data import ACCESS, AMPHORAE, COINS, GAUL, MAJORITIES, N_DECKS, N_ICONS, count
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
WIDE: Final = 112  # from here on two displays lie side by side


def table(rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker) -> RenderableType:
    """The whole table."""
    return TerminalTable(rules, view, offers, say)


@final
class TerminalTable:
    """Drawn when the width of the terminal is known."""

    def __init__(self, rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker) -> None:
        self.view = view
        self.cards = view.table.cards
        self.offers = offers
        self.say = say
        self.piles = words.pile_names(rules.components)
        self.focus = view.seat if view.seat >= 0 else view.active

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.say(words.status(self.view)), style="bold")
        for deck in range(N_DECKS):
            yield self.row(deck)
        seats = [(max(0, self.view.seat) + i) % self.view.n_seats for i in range(self.view.n_seats)]
        panels = [self.display(seat) for seat in seats]
        if options.max_width < WIDE:
            yield Group(*panels)
        else:
            grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
            grid.add_column(ratio=1)
            grid.add_column(ratio=1)
            for i in range(0, len(panels), 2):
                grid.add_row(*panels[i : i + 2])
            yield grid
        yield self.legend()

    # -- rows

    def row(self, deck: int) -> RenderableType:
        """Places from the left, 1 at the right; the cards; their icons; and the reach of each icon as a bar."""
        view, say = self.view, self.say
        row = view.rows[deck]
        sheet = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
        sheet.add_column(no_wrap=True, style="dim")
        for _ in row:
            sheet.add_column(justify="center", no_wrap=True, min_width=8)
        places = list(range(len(row) - 1, -1, -1))
        sheet.add_row(say.word(N_("place")), *[self.place(deck, place) for place in places])
        sheet.add_row(say.word(N_("card")), *[self.card(row[place], False) for place in places])
        sheet.add_row(say.word(N_("icons")), *[self.icons(self.cards.columns[row[place]]) for place in places])
        if self.focus >= 0 and view.to_move() != OVER:
            for icon in words.REACH[deck]:
                have = count(view.goods[self.focus], icon)
                bars = [Text("━" * 8 if place < have else "", style=ICON_STYLES[icon]) for place in places]
                who = "".join(SUIT_LETTERS[suit] for suit in range(N_SUITS) if ACCESS[suit] == icon)
                name = f"{ICON_LETTERS[icon]} {have}" if deck == GAUL else f"{ICON_LETTERS[icon]} {have} {who}"
                sheet.add_row(Text(name, style=ICON_STYLES[icon]), *bars)
        title = Message(N_("%(row)s: %(deck)s"), row=Message(words.ROW_WORDS[deck]),
                        deck=words.deck_line(view, self.piles, deck))  # fmt: skip
        foot = None
        if self.focus >= 0 and view.to_move() != OVER:
            foot = Text(say(words.reach_note(view, self.focus)), style="dim")
        is_now = words.row_in_play(view) == deck
        return Panel(sheet, title=Text(say(title)), title_align="left", subtitle=foot, subtitle_align="right",
                     box=box.HEAVY if is_now else box.ROUNDED, border_style="green" if is_now else "dim")  # fmt: skip

    def place(self, deck: int, place: int) -> Text:
        """The number of a place: in brackets if its card may be taken, dim if it may not."""
        action = deck * self.view.table.row_size + place
        return self.marked(str(place + 1), action)

    def marked(self, word: str, action: int) -> Text:
        if self.offers.is_legal(action):
            return Text(f"[{word}]", style="bold green")
        return Text(word, style="dim" if self.offers.reason(action) else "")

    def card(self, card: int, with_icons: bool) -> Text:
        """A card as a word on its colour: letter of the suit and id."""
        suit = self.cards.suits[card]
        text = Text(f" {SUIT_LETTERS[suit]} {shorten(self.cards.names[card], 10)} ", style=SUIT_STYLES[suit])
        if with_icons:
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

    def display(self, seat: int) -> RenderableType:
        """The cards of a seat in their sets, the totals, and the points."""
        view, say = self.view, self.say
        name = Text(shorten(say.seat(seat), 24), style="bold")
        if view.marker == seat and view.to_move() != OVER:
            name.append(f" * {say.word(N_('start player'))}", style="yellow")
        note = words.seat_note(view, seat)
        if note is not None:
            name.append(f" < {say(note)}", style="bold green")
        points = Text(say(Message(N_("%(points)s points"), points=words.scores(view)[seat])), style="bold")
        body = Group(self.held(seat), self.totals(seat), Text(say(words.points_line(view, seat)), style="dim"))
        is_active = view.to_move() == seat
        return Panel(body, title=name, title_align="left", subtitle=points, subtitle_align="right",
                     box=box.HEAVY if is_active else box.ROUNDED, border_style="green" if is_active else "dim")  # fmt: skip

    def held(self, seat: int) -> Flow:
        """The display from the left; every set ends with what it is worth."""
        view = self.view
        display = view.displays[seat]
        is_hungry = view.phase == WINTER and view.active == seat
        pieces: list[Text] = []
        for length in set_lengths(self.cards, display):
            for card in display[len(pieces) : len(pieces) + length]:
                picture = self.card(card, True)
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
            Text.assemble((f" {letter} ", SUIT_STYLES[suit]), (f" {self.say.word(words.SUIT_WORDS[suit])}", "dim"))
            for suit, letter in enumerate(SUIT_LETTERS)
        ]
        pieces += [
            Text.assemble((letter, ICON_STYLES[icon]), (f" {self.say.word(words.ICON_WORDS[icon])}", "dim"))
            for icon, letter in enumerate(ICON_LETTERS)
        ]
        return Flow(pieces, "  ")


@final
class Flow:
    """Pieces of text one after the other, never broken inside, in as many lines as the width asks for."""

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
