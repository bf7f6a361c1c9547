"""The table of The Arrival in a terminal: the map as a table of provinces, the leaders, the cards and the tiles."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from brehon.core.face import Offers
from brehon.core.nouns import counted
from brehon.core.svg import shorten
from brehon.core.text import N_, Message, Speaker
from brehon.games.arrival import words
from brehon.games.arrival.data import CARDS_EACH, N_SECTIONS, N_SYMBOLS, copies
from brehon.games.arrival.nouns import SHIELDS, SWORDS
from brehon.games.arrival.phases.reasons import SECTION_WORDS, THREAT_WORDS
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import count_dark, count_forts, is_overrun
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import FACE_DOWN, NO_CARD, PORT
from brehon.games.arrival.view import ArrivalView

SEAT_STYLES: Final = ["bold red", "bold green", "bold blue", "bold yellow"]
SEAT_LETTERS: Final = "RGBY"
THREAT_LETTERS: Final = "sam#"
SYMBOL_LETTERS: Final = "dwhfxytF"  # discs, swords, shields, fame, per Broch, per Caer, tiles, Fomori


def table(rules: ArrivalRules, view: ArrivalView, offers: Offers, say: Speaker) -> RenderableType:
    """The whole table."""
    return Screen(rules, view, offers, say).whole()


class Screen:
    """One picture of one view."""

    def __init__(self, rules: ArrivalRules, view: ArrivalView, offers: Offers, say: Speaker) -> None:
        self.rules = rules
        self.view = view
        self.state = view.shown()
        self.offers = offers
        self.say = say

    def whole(self) -> RenderableType:
        parts: list[RenderableType] = [
            Text(self.say(words.status(self.view)), style="bold"),
            self.balance(),
            self.map(),
        ]
        if self.view.phase == PORT:
            parts.append(self.roads())
        parts.append(self.leaders())
        if any(card != NO_CARD for card in self.view.rows):
            parts.append(self.cards())
        parts += [self.tiles(), self.legend()]
        return Group(*parts)

    def balance(self) -> Text:
        """Who would win the island now."""
        text = N_("Tribes %(forts)s against Fomori %(dark)s: the tribes prevail, the most fame wins")
        if is_overrun(self.state):
            text = N_("Tribes %(forts)s against Fomori %(dark)s: the tribes are overrun, the least corruption wins")
        return Text(self.say(Message(text, forts=count_forts(self.state), dark=count_dark(self.state))))

    def map(self) -> RenderableType:
        """A line for every province: bonus, shields, its locations with what stands on them."""
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
        """A location by its word in commands, with * for a port and what stands on it."""
        island = self.view.table.island
        name = island.names[place] + ("*" if island.ports >> place & 1 else "")
        owner, threat = self.state.owner(place), self.state.threat(place)
        if owner >= 0:
            return Text(f"{name}:{SEAT_LETTERS[owner]}{self.state.level(place)}", style=SEAT_STYLES[owner])
        if threat >= 0:
            return Text(f"{name}:{THREAT_LETTERS[threat]}{self.view.table.box.strength[threat]}", style="magenta")
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
        """The earning cards in front of everybody: a line for each section, crossed out where it is blocked."""
        v = self.view
        sheet = Table(box=box.SIMPLE, pad_edge=False)
        sheet.add_column(self.say.word(N_("earning cards")))
        for number in range(CARDS_EACH):
            sheet.add_column(str(number + 1))
        for seat in range(v.n_seats):
            row = v.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]
            if max(row) < 0:  # nothing lies face-up yet: the backs say it all
                sheet.add_row(
                    Text(SEAT_LETTERS[seat], style=SEAT_STYLES[seat]), *[Text(self.section(card, 0)) for card in row]
                )
                continue
            for section in range(N_SECTIONS):
                is_blocked = v.blocked[seat] >> section & 1 == 1 or v.sealed[seat] == section
                mark = "x" if is_blocked else " "
                head = f"{SEAT_LETTERS[seat]} {mark} {self.say.word(SECTION_WORDS[section])}"
                style = "dim" if is_blocked else SEAT_STYLES[seat]
                sheet.add_row(
                    Text(head, style=style), *[Text(self.section(card, section), style=style) for card in row]
                )
        return sheet

    def section(self, card: int, section: int) -> str:
        if card == NO_CARD:
            return "-"
        if card <= FACE_DOWN:
            return f"({self.say.word(words.BACK_WORDS[FACE_DOWN - card])})" if section == 0 else ""
        amounts = [self.view.table.deck.amount(card, section, symbol) for symbol in range(N_SYMBOLS)]
        return " ".join(f"{SYMBOL_LETTERS[i]}{amounts[i]}" for i in range(N_SYMBOLS) if amounts[i]) or "-"

    def tiles(self) -> RenderableType:
        v = self.view
        seat = v.seat if v.seat >= 0 else v.active
        tops = [
            f"{i + 1}: {size} ({self.say.word(words.BACK_WORDS[top]) if top >= 0 else '?'})"
            for i, (size, top) in enumerate(zip(v.sizes, v.tops, strict=True))
        ]
        body = Table.grid(padding=(0, 2))
        body.add_row(self.say.word(N_("tile display")), Text(self.pile(v.display, seat)))
        body.add_row(self.say.word(N_("card stacks")), Text("   ".join(tops)))
        swords, shields = counted(SWORDS, v.swords_left), counted(SHIELDS, v.shields_left)
        text = N_("%(swords)s, %(shields)s, %(fomori)s Fomori")
        supply = Message(text, swords=swords, shields=shields, fomori=self.state.in_supply())
        body.add_row(self.say.word(N_("general supply")), Text(self.say(supply)))
        return Panel(body, box=box.ROUNDED, border_style="dim")

    def legend(self) -> Text:
        threats = ", ".join(
            f"{THREAT_LETTERS[i]} {self.say.word(THREAT_WORDS[i])} {self.view.table.box.fame[i]}" for i in range(4)
        )
        symbols = " ".join(f"{SYMBOL_LETTERS[i]}={self.say.word(words.SYMBOL_WORDS[i])}" for i in range(N_SYMBOLS))
        text = N_(
            "place:R2 is a fort of R with two discs, place:s1 a threat with its strength, * a port. Threats and their fame: %(threats)s. Cards: %(symbols)s"
        )
        leaders = N_(
            "Leaders: < decides, * began the round; discs 2 +9 are two at hand and nine in the general supply; trophies 1 +2 are one to use and two used; what a tile would give now stands behind it"
        )
        lines = [self.say(Message(text, threats=threats, symbols=symbols)), self.say.word(leaders)]
        return Text("\n".join(lines), style="dim")
