"""What a game says to people who learn it, in addition to its rules: the words it uses, and pictures of prepared positions."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Term:
    """A word of the game. The search of the rules page finds the rules of a term by its name and by `also`."""

    name: str  # a text of the catalogue, as are the next two
    meaning: str  # one sentence
    rules: str  # ids, separated by blanks; the first explains the term
    also: str = ""  # what a person may call it, or see of it on the board: other words, colours, letters
    on: str = (
        ""  # how the ids on the board begin of what it explains, separated by blanks: pointing there shows the term
    )

    @property
    def ids(self) -> list[str]:
        return self.rules.split()


@dataclass(frozen=True)
class Picture:
    """A prepared position of the game, drawn by its own face, or a part of it."""

    name: str  # in addresses
    caption: str  # a text of the catalogue: what is to be seen; read aloud to those who do not see it
    anchor: str  # the heading of the rules below which it stands, or the rule after whose list
    position: str  # the fields of `State.text()`, without what names the game and its options
    seats: int
    seat: int = 0  # whose view it is
    part: tuple[int, int, int, int] | None = None  # left, top, width, height on the wide board; None for all of it
    howto: int = 0  # the heading of the page "how to play" below which it stands too: 1 is the first after the title
    has_offers: bool = False  # whether it shows what the seat may do
    options: dict[str, str] = field(default_factory=dict)
