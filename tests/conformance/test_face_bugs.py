"""The laws about a Face catch what they should: each face here is Toy Harbour's with one bug."""

from __future__ import annotations

from typing import Any

import pytest
from rich.text import Text

from brehon.core import registry
from brehon.core.conformance import law_of_versions
from brehon.core.contract import OVER
from brehon.core.face import Field, Form, Line
from brehon.core.face_laws import show_by_the_laws
from brehon.core.laws import BrokenLaw
from brehon.core.text import Message
from tests.toy import SPACE, HarbourFace, HarbourGame

TOTAL = Message("Points")


class EmptySheet(HarbourFace):
    def score_sheet(self, rules: Any, view: Any) -> list[Any]:
        return []


class WrongTotal(HarbourFace):
    def score_sheet(self, rules: Any, view: Any) -> list[Any]:
        return [Line(TOTAL, [points + 1 for points in view.score], is_total=True)]


class NoTotal(HarbourFace):
    def score_sheet(self, rules: Any, view: Any) -> list[Any]:
        return [Line(TOTAL, view.score)]


class ShortLine(HarbourFace):
    def score_sheet(self, rules: Any, view: Any) -> list[Any]:
        return [Line(Message("Luck"), [0]), *super().score_sheet(rules, view)]


class AccountOfOtherThings(HarbourFace):
    def account(self, rules: Any, view: Any, events: Any) -> list[Any]:
        return [Line(Message("Crates"), [9] * rules.n_seats), *super().score_sheet(rules, view)]


class EmptyLabel(HarbourFace):
    def action(self, rules: Any, view: Any, action: Any) -> Any:
        return Message("") if SPACE.texts[action] == "ship" else super().action(rules, view, action)


class SameLabels(HarbourFace):
    def action(self, rules: Any, view: Any, action: Any) -> Message:
        return Message("choose this")


class PlainTextLabel(HarbourFace):
    def action(self, rules: Any, view: Any, action: Any) -> Any:
        return SPACE.texts[action]


class MissingArgument(HarbourFace):
    def status(self, rules: Any, view: Any) -> Message:
        return Message("Turn %(turn)s of %(last)s", turn=view.turns)


class LeftPlaceholder(HarbourFace):
    def event(self, rules: Any, event: Any) -> Message:
        return Message("%%(player)s did something")


class UnknownEvent(HarbourFace):
    def event(self, rules: Any, event: Any) -> Message:
        return Message("%(player)s did something")


class EmptyForm(HarbourFace):
    def form(self, rules: Any, view: Any) -> Form:
        return Form("crates", Message("Crates"), [], 1)


class NamelessField(HarbourFace):
    def form(self, rules: Any, view: Any) -> Form:
        return Form("crates", Message("Crates"), [Field(Message(" "), 1)], 1)


class ShowsOtherGames(HarbourFace):
    def shown(self, rules: Any, view: Any) -> list[Any]:
        return [SPACE.size]


class Picture(HarbourFace):
    """Its picture with one text changed."""

    old = new = ""

    def board(self, rules: Any, view: Any, offers: Any, say: Any, narrow: bool = False) -> Any:
        return super().board(rules, view, offers, say, narrow).replace(self.old, self.new)


def picture(old: str, new: str) -> HarbourFace:
    face = Picture()
    face.old, face.new = old, new
    return face


class NamelessSpots(HarbourFace):
    def board(self, rules: Any, view: Any, offers: Any, say: Any, narrow: bool = False) -> Any:
        drawn = super().board(rules, view, offers, say, narrow)
        return drawn.replace("aria-label=", "data-label=").replace("<title>", "<title> </title><title>")


class WideOnly(HarbourFace):
    def board(self, rules: Any, view: Any, offers: Any, say: Any, narrow: bool = False) -> Any:
        return super().board(rules, view, offers, say)


class NotJson(HarbourFace):
    def data(self, rules: Any, view: Any) -> dict[str, Any]:
        return {"view": view}


class EndlessNumber(HarbourFace):
    def data(self, rules: Any, view: Any) -> dict[str, Any]:
        return {"chances": float("nan")}


class NumbersForKeys(HarbourFace):
    def data(self, rules: Any, view: Any) -> dict[str, Any]:
        return {"seats": [{0: "rope"}]}


class EmptyTerminal(HarbourFace):
    def terminal(self, rules: Any, view: Any, offers: Any, say: Any) -> Text:
        return Text("")


class CrashInTheEnd(HarbourFace):
    def terminal(self, rules: Any, view: Any, offers: Any, say: Any) -> Any:
        assert view.to_move() != OVER, "nothing to show"
        return super().terminal(rules, view, offers, say)


BUGS = [
    (EmptySheet(), "the score sheet is empty"),
    (WrongTotal(), r"the total of the score sheet is \[1, 1\], but the points are \[0, 0\]"),
    (NoTotal(), "the last line of the score sheet is not the total"),
    (ShortLine(), "Luck: 1 values for 2 seats"),
    (AccountOfOtherThings(), r"the lines of the sheet of the match add up to \[9, 9\] in the end"),
    (EmptyLabel(), "the label of 'ship' has no words in 'en'"),
    (SameLabels(), "'hide rope' and 'hide salt' have the same label|'fetch' and 'ship' have the same label"),
    (PlainTextLabel(), "the label of .* is str, not a Message"),
    (MissingArgument(), "the status cannot be said in 'en': KeyError"),
    (LeftPlaceholder(), "is left with a placeholder"),
    (UnknownEvent(), "an event of kind 0 cannot be said in 'en': KeyError"),
    (EmptyForm(), "the form has no fields"),
    (NamelessField(), "a label of the form has no words"),
    (ShowsOtherGames(), r"shown\(\) leaves the space"),
    (picture("</svg>", ""), "the picture is not XML"),
    (picture('xmlns="http://www.w3.org/2000/svg"', ""), "the picture is svg, not an svg element"),
    (picture("viewBox", "data-box"), "the picture has no viewBox"),
    (picture("</svg>", '<g id="a0"/><g id="a0"/></svg>'), "has an id twice"),
    (picture('id="n-', 'id="'), "does not begin with n-"),
    (picture("</svg>", "<script/></svg>"), "which pages refuse"),
    (picture("<rect ", '<rect style="fill:red" '), "which pages refuse"),
    (picture('data-action="', 'data-action="9'), r"has data-action=9\d+, but these are"),
    (picture("</svg>", '<g data-why="0"><title>no</title></g></svg>'), "has data-why=0, but these are"),
    (NamelessSpots(), "has neither aria-label nor title"),
    (WideOnly(), "the narrow picture is 720 wide"),
    (NotJson(), r"data\(\) is not JSON"),
    (EndlessNumber(), r"data\(\) is not JSON"),
    (NumbersForKeys(), "has a key that is not a text"),
    (EmptyTerminal(), "the terminal shows nothing"),
    (CrashInTheEnd(), "nothing to show"),
]


def show(game: HarbourGame) -> None:
    for seed in range(4):
        show_by_the_laws(registry.make_ruleset(game, 2), seed, positions=14)


def test_the_sound_face_passes() -> None:
    show(HarbourGame())


@pytest.mark.parametrize(
    "face, says", BUGS, ids=lambda value: type(value).__name__ if not isinstance(value, str) else ""
)
def test_a_face_with_a_bug_is_caught(face: HarbourFace, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        show(HarbourGame(face=face))


class Versions(HarbourGame):
    def __init__(self, versions: list[int]) -> None:
        super().__init__()
        self.versions = versions


class Undescribed(HarbourGame):
    def describe_version(self, version: Any) -> Any:
        return None


class DescribesTheNewest(HarbourGame):
    def describe_version(self, version: Any) -> Message:
        return Message("as ever")


@pytest.mark.parametrize(
    "game, says",
    [
        (Versions([]), r"versions are \[\]"),
        (Versions([2, 1]), r"versions are \[2, 1\]"),
        (Versions([1, 1]), r"versions are \[1, 1\]"),
        (Undescribed(), "what was different in version 1 is NoneType, not a Message"),
        (DescribesTheNewest(), "the newest version of the rules is described as an old one"),
    ],
)
def test_versions_that_make_no_sense_are_caught(game: HarbourGame, says: str) -> None:
    with pytest.raises(BrokenLaw, match=says):
        law_of_versions(game)
