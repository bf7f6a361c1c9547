"""The table of The Arrival in a terminal: the map, next to it the leaders and the tiles, below it the cards."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from brehon.core.face import Offers
from brehon.core.nouns import counted
from brehon.core.svg import shorten
from brehon.core.text import N_, Message, Speaker
from brehon.games.arrival import actions, data, words
from brehon.games.arrival.data import (
    BACK_WORDS,
    CARDS_EACH,
    N_SECTIONS,
    N_SYMBOLS,
    SECTIONS,
    SYMBOL_ROWS,
    THREAT_ROWS,
    THREAT_WORDS,
    TRIBES,
    copies,
)
from brehon.games.arrival.nouns import SHIELDS, SWORDS
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import count_dark, count_forts, is_overrun
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import FACE_DOWN, NO_CARD, PORT
from brehon.games.arrival.svg_chart import Chart, chart_of
from brehon.games.arrival.terminal_map import ISLE_NAME, Picture, can_draw, sheet_of
from brehon.games.arrival.view import ArrivalView

SEAT_STYLES: Final = [f"bold {tribe.colour}" for tribe in TRIBES]
SEAT_LETTERS: Final = [tribe.colour[0].upper() for tribe in TRIBES]
SEAT_GROUNDS: Final = ["#b3261e", "#1f7a3a", "#2458b8", "#d9b11c"]  # of the forts on the map
SEAT_INKS: Final = ["#ffffff", "#ffffff", "#ffffff", "#1d1709"]
THREAT_GROUND: Final = "#5b2a6e"
OPEN: Final = "#8ff0c0"  # where something may be done; brackets say it too
MAP: Final = (64, 32)  # columns and lines of the map
SIDE: Final = 34  # columns next to it
LEAST: Final = 60  # columns that the map needs
PLACED: Final = (
    actions.BUILD, actions.SPREAD, actions.RUSE, actions.RUSE_WITH, actions.MIGRATE, actions.MIGRATE_WITH
)  # fmt: skip


def table(rules: ArrivalRules, view: ArrivalView, offers: Offers, say: Speaker) -> RenderableType:
    """The whole table."""
    return Screen(rules, view, offers, say)


class Screen:
    """One picture of one view."""

    def __init__(self, rules: ArrivalRules, view: ArrivalView, offers: Offers, say: Speaker) -> None:
        self.rules = rules
        self.view = view
        self.state = view.shown()
        self.offers = offers
        self.say = say
        box, island = view.table.box, view.table.island
        self.chart: Chart = chart_of(rules.components, island.names, box.province_names, box.colour_names)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        yield Text(self.say(self.rules.game.face().status(self.rules, self.view)), style="bold")
        if width < LEAST or not can_draw(self.chart):
            yield from self.plain()
            return
        if width < MAP[0] + SIDE + 2:
            yield self.island(min(MAP[0], width))
            yield self.side(width)
        else:
            room = width - MAP[0] - 2
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(width=MAP[0])
            grid.add_column(width=room)
            grid.add_row(self.island(MAP[0]), self.side(room))
            yield grid
        if any(card != NO_CARD for card in self.view.rows):
            yield self.cards()
        yield self.map_legend()

    def plain(self) -> list[RenderableType]:
        """Where a map has no room: provinces with their places, line by line."""
        parts: list[RenderableType] = [self.balance(), self.map()]
        if self.view.phase == PORT:
            parts.append(self.roads())
        parts.append(self.leaders())
        if any(card != NO_CARD for card in self.view.rows):
            parts.append(self.cards())
        return [*parts, self.tiles(), self.legend()]

    # -- the map

    def island(self, width: int) -> Text:
        """The map with everything on it; brackets where the viewing seat may do something."""
        sheet = sheet_of(self.chart, width, MAP[1])
        picture = Picture(self.chart, sheet, self.view.table.box.colour)
        places, lands = self.open_places()
        for (at, name), place in zip(sheet.names, range(len(sheet.places)), strict=True):
            picture.write(at, name, OPEN if place in places else "", bold=place in places)
        picture.write(sheet.isle, shorten(self.say(words.isle_word()), ISLE_NAME), "#e0a6a6", bold=True)
        for land, (at, name) in enumerate(sheet.lands):
            guards = "◆" * self.view.guards[land]
            text = f"{name}{{{self.view.table.box.bonus[land]}}}{guards}"
            picture.write(at, text, OPEN if land in lands else "#ffd979", bold=True)
        for place, (x, y) in enumerate(sheet.places):
            if place in places:
                picture.write((x, y), "[", OPEN, bold=True)
                picture.write((x + 3, y), "]", OPEN, bold=True)
            word, ink, ground = self.token(place)
            picture.write((x + 1, y), word, ink, ground, bold=True)
        return picture.lines()

    def token(self, place: int) -> tuple[str, str, str | None]:
        """What is on a place: two columns, their colour and their ground."""
        owner, threat = self.state.owner(place), self.state.threat(place)
        if owner >= 0:
            return f"{SEAT_LETTERS[owner]}{self.state.level(place)}", SEAT_INKS[owner], SEAT_GROUNDS[owner]
        if threat >= 0:
            return f"{THREAT_ROWS[threat].letter}{self.view.table.box.strength[threat]}", "#ffffff", THREAT_GROUND
        return ("◎ " if self.view.table.island.ports >> place & 1 else "○ "), "", None

    def open_places(self) -> tuple[set[int], set[int]]:
        """The places and the provinces where something may be done now."""
        space, island = self.rules.space, self.view.table.island
        places: set[int] = set()
        lands: set[int] = set()
        for action in self.offers.legal():
            kind, arg = space.kind_of[action], space.arg(action)
            if kind == actions.PORT:
                places.add(island.port_list[arg])
            elif kind in PLACED:
                places.add(arg)
            elif kind == actions.REPEL:
                places.add(arg // len(actions.REWARDS))
            elif kind == actions.SHIELD:
                lands.add(arg)
        return places, lands

    # -- next to the map

    def side(self, room: int) -> RenderableType:
        parts: list[RenderableType] = [self.balance(), Text("")]
        for seat in range(self.view.n_seats):
            parts.append(self.leader(seat))
            parts += [Text(f"  {line}", no_wrap=True, overflow="ellipsis") for line in self.numbers(seat)]
        parts += [Text(""), Text(self.say.word(N_("tile display")), style="bold")]
        seat = self.view.seat if self.view.seat >= 0 else self.view.active
        parts.append(Text(self.pile(self.view.display, seat)))
        parts += [Text(""), Text(self.say.word(N_("card stacks")), style="bold"), Text("   ".join(self.stacks()))]
        parts += [Text(""), Text(self.say.word(N_("general supply")), style="bold"), Text(self.supply())]
        return Group(*parts)

    def numbers(self, seat: int) -> list[str]:
        """What a leader has: the points first, then goods by the letters of the cards."""
        v = self.view
        fame, corruption = self.say.word(N_("fame")), self.say.word(N_("corruption"))
        letter = [row.letter for row in SYMBOL_ROWS]
        saved = f"({v.saved[seat]})" if v.saved[seat] else ""
        goods = [
            f"{letter[data.DISC]}{v.discs[seat]}+{v.stock[seat]}{saved}",
            f"{letter[data.SWORD]}{v.swords[seat]}",
            f"{letter[data.SHIELD]}{v.shields[seat]}",
            f"{letter[data.FOMORI]}{v.held[seat]}",
        ]
        if v.trophies[seat] + v.spent[seat]:
            goods.append(f"{self.say.word(N_('trophies'))} {v.trophies[seat]}+{v.spent[seat]}")
        lines = [f"{fame} {v.fame[seat]} · {corruption} {v.corruption[seat]}/{v.table.limit}", " ".join(goods)]
        return [*lines, self.pile(v.tiles[seat], seat)] if v.tiles[seat] else lines

    def map_legend(self) -> Text:
        """What the signs of the map mean."""
        threats = ", ".join(
            f"{THREAT_ROWS[i].letter} {self.say.word(THREAT_WORDS[i])} {self.view.table.box.fame[i]}" for i in range(4)
        )
        symbols = " ".join(f"{SYMBOL_ROWS[i].letter}={self.say.word(SYMBOL_ROWS[i].name)}" for i in range(N_SYMBOLS))
        text = N_(
            "R2: a fort of R with two discs; s1: a threat with its strength; ○ free, ◎ a free port, [ ] you can do something here; {3}◆: a province with its bonus and a shield. Threats and their fame: %(threats)s. Letters: %(symbols)s"
        )
        return Text(f"{self.tones()}\n{self.say(Message(text, threats=threats, symbols=symbols))}", style="dim")

    def tones(self) -> str:
        """The provinces by the colour of their ground, for readers who do not see it."""
        names = self.view.table.box
        lines = []
        for tone in range(len(names.colour_names)):
            lands = [words.province_name(self.rules, i) for i, colour in enumerate(names.colour) if colour == tone]
            lines.append(f"{self.say(words.colour_word(self.rules, tone))}: {', '.join(lands)}")
        return "; ".join(lines)

    def balance(self) -> Text:
        """Who would win the island now."""
        text = N_("Tribes %(forts)s against Fomori %(dark)s: the tribes prevail, the most fame wins")
        if is_overrun(self.state):
            text = N_("Tribes %(forts)s against Fomori %(dark)s: the tribes are overrun, the least corruption wins")
        return Text(self.say(Message(text, forts=count_forts(self.state), dark=count_dark(self.state))))

    def map(self) -> RenderableType:
        """A line for every province: bonus, shields, its locations with what is on them."""
        island, names = self.view.table.island, self.view.table.box
        sheet = Table(box=box.SIMPLE, pad_edge=False)
        for head in (N_("province"), N_("bonus"), N_("shields"), N_("locations")):
            sheet.add_column(self.say.word(head))
        for province in range(island.n_provinces):
            places = [place for place in range(island.n_main) if island.lands[province] >> place & 1]
            tone = self.say(words.colour_word(self.rules, names.colour[province]))
            title = f"{words.province_name(self.rules, province)} ({tone})"
            guards = "o" * self.view.guards[province] or "-"
            sheet.add_row(Text(title), str(names.bonus[province]), guards, self.places(places))
        isle = list(range(island.n_main, island.n_places))
        sheet.add_row(Text(self.say(words.isle_word())), "-", "-", self.places(isle))
        return sheet

    def roads(self) -> RenderableType:
        """What every location is connected to, in two columns; shown while leaders look for a place to land."""
        island = self.view.table.island
        sheet = Table.grid(padding=(0, 3), expand=False)
        title = Text(self.say.word(N_("connections")), style="bold")
        lines = []
        for place in range(island.n_places):
            joined = [island.names[other] for other in range(island.n_places) if island.links[place] >> other & 1]
            lines.append(Text.assemble((f"{island.names[place]}:", "bold"), f" {' '.join(joined)}", style="dim"))
        half = -(-len(lines) // 2)
        for left, right in zip(lines[:half], [*lines[half:], Text("")], strict=False):
            sheet.add_row(left, right)
        return Group(title, sheet, Text(""))

    def places(self, places: list[int]) -> Text:
        line = Text()
        for place in places:
            line.append(" " if line.plain else "")
            line.append_text(self.place(place))
        return line

    def place(self, place: int) -> Text:
        """A location by its word in commands, with * for a port and what is on it."""
        island = self.view.table.island
        name = island.names[place] + ("*" if island.ports >> place & 1 else "")
        owner, threat = self.state.owner(place), self.state.threat(place)
        if owner >= 0:
            return Text(f"{name}:{SEAT_LETTERS[owner]}{self.state.level(place)}", style=SEAT_STYLES[owner])
        if threat >= 0:
            return Text(f"{name}:{THREAT_ROWS[threat].letter}{self.view.table.box.strength[threat]}", style="magenta")
        return Text(name, style="dim")

    def leaders(self) -> RenderableType:
        """A line for every leader, and under them the tiles that they hold."""
        v = self.view
        sheet = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        sheet.add_column(self.say.word(N_("leader")), no_wrap=True)
        for head in (
            N_("fame"),
            N_("corruption"),
            N_("discs"),
            N_("swords"),
            N_("shields"),
            N_("Fomori"),
            N_("trophies"),
        ):
            sheet.add_column(shorten(self.say.word(head), 10), no_wrap=True)
        for seat in range(v.n_seats):
            discs = f"{v.discs[seat]} +{v.stock[seat]}" + (f" ({v.saved[seat]})" if v.saved[seat] else "")
            trophies = f"{v.trophies[seat]} +{v.spent[seat]}" if v.trophies[seat] + v.spent[seat] else "-"
            numbers = [
                v.fame[seat],
                f"{v.corruption[seat]}/{v.table.limit}",
                discs,
                v.swords[seat],
                v.shields[seat],
                v.held[seat],
                trophies,
            ]
            sheet.add_row(self.leader(seat), *[Text(str(number)) for number in numbers])
        held = [
            Text(f"{SEAT_LETTERS[seat]}: {self.pile(v.tiles[seat], seat)}", style=SEAT_STYLES[seat])
            for seat in range(v.n_seats)
            if v.tiles[seat]
        ]
        return Group(sheet, *held)

    def leader(self, seat: int) -> Text:
        """Letter and name, < who decides, * who began the round."""
        v = self.view
        name = Text(f"{SEAT_LETTERS[seat]} {shorten(self.say.seat(seat), 14)}", style=SEAT_STYLES[seat])
        if v.movers() >> seat & 1:
            name.append(" <", style="bold green")
        if v.starter == seat:
            name.append(" *")
        if v.passed >> seat & 1 and v.round:
            name.append(" " + self.say.word(N_("passed")), style="dim")
        return name

    def pile(self, pile: int, seat: int) -> str:
        """Tiles by name, with what they would give a leader now."""
        parts = []
        for tile in range(self.view.table.box.n_tiles):
            for _ in range(copies(pile, tile)):
                gain = tile_gain(self.state, seat, tile) if seat >= 0 else 0
                name = self.say(words.tile_name(self.rules, tile))
                parts.append(f"{name} (+{gain})" if gain else name)
        return ", ".join(parts) or "-"

    def cards(self) -> RenderableType:
        """The earning cards of all leaders: a line for each section, crossed out where it is blocked."""
        v = self.view
        sheet = Table(box=box.SIMPLE, pad_edge=False)
        sheet.add_column(self.say.word(N_("earning cards")))
        for number in range(CARDS_EACH):
            sheet.add_column(str(number + 1))
        for seat in range(v.n_seats):
            row = v.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]
            if max(row) < 0:  # nothing is face-up yet: the backs are enough
                sheet.add_row(
                    Text(SEAT_LETTERS[seat], style=SEAT_STYLES[seat]), *[Text(self.section(card, 0)) for card in row]
                )
                continue
            for section in range(N_SECTIONS):
                is_blocked = v.blocked[seat] >> section & 1 == 1 or v.sealed[seat] == section
                mark = "x" if is_blocked else " "
                head = f"{SEAT_LETTERS[seat]} {mark} {self.say.word(SECTIONS[section])}"
                style = "dim" if is_blocked else SEAT_STYLES[seat]
                sheet.add_row(
                    Text(head, style=style), *[Text(self.section(card, section), style=style) for card in row]
                )
        return sheet

    def section(self, card: int, section: int) -> str:
        if card == NO_CARD:
            return "-"
        if card <= FACE_DOWN:
            return f"({self.say.word(BACK_WORDS[FACE_DOWN - card])})" if section == 0 else ""
        amounts = [self.view.table.deck.amount(card, section, symbol) for symbol in range(N_SYMBOLS)]
        return " ".join(f"{SYMBOL_ROWS[i].letter}{amounts[i]}" for i in range(N_SYMBOLS) if amounts[i]) or "-"

    def stacks(self) -> list[str]:
        v = self.view
        return [
            f"{i + 1}: {size} ({self.say.word(BACK_WORDS[top]) if top >= 0 else '?'})"
            for i, (size, top) in enumerate(zip(v.sizes, v.tops, strict=True))
        ]

    def supply(self) -> str:
        swords, shields = counted(SWORDS, self.view.swords_left), counted(SHIELDS, self.view.shields_left)
        text = N_("%(swords)s, %(shields)s, %(fomori)s Fomori")
        return self.say(Message(text, swords=swords, shields=shields, fomori=self.state.in_supply()))

    def tiles(self) -> RenderableType:
        v = self.view
        seat = v.seat if v.seat >= 0 else v.active
        body = Table.grid(padding=(0, 2))
        body.add_row(self.say.word(N_("tile display")), Text(self.pile(v.display, seat)))
        body.add_row(self.say.word(N_("card stacks")), Text("   ".join(self.stacks())))
        body.add_row(self.say.word(N_("general supply")), Text(self.supply()))
        return Panel(body, box=box.ROUNDED, border_style="dim")

    def legend(self) -> Text:
        threats = ", ".join(
            f"{THREAT_ROWS[i].letter} {self.say.word(THREAT_WORDS[i])} {self.view.table.box.fame[i]}" for i in range(4)
        )
        symbols = " ".join(f"{SYMBOL_ROWS[i].letter}={self.say.word(SYMBOL_ROWS[i].name)}" for i in range(N_SYMBOLS))
        text = N_(
            "place:R2 is a fort of R with two discs, place:s1 a threat with its strength, * a port. Threats and their fame: %(threats)s. Cards: %(symbols)s"
        )
        leaders = N_(
            "Leaders: < decides, * began the round; discs 2 +9 are two at hand and nine in the general supply; trophies 1 +2 are one to use and two used; what a tile would give now stands behind it"
        )
        lines = [self.say(Message(text, threats=threats, symbols=symbols)), self.say.word(leaders)]
        return Text("\n".join(lines), style="dim")
