"""The sheet that boards are drawn on: what lies on what, and what a place says."""

from __future__ import annotations

from xml.etree import ElementTree

from brehon.core import registry
from brehon.core.canvas import Canvas
from brehon.core.contract import Ruleset, View
from brehon.core.face import Offers
from brehon.core.text import Message, Reason, Speaker

SVG = "{http://www.w3.org/2000/svg}"
OPEN, SHUT, ABSENT = 0, 1, 2
WHY = Reason("range", "TH-1.1", Message("too far"))


class Plain(Canvas[Ruleset, View]):
    pass


class Wordy(Canvas[Ruleset, View]):
    says_both = True


def a_canvas(kind: type[Canvas[Ruleset, View]] = Plain, narrow: bool = False) -> Canvas[Ruleset, View]:
    rules = registry.make_ruleset(registry.game("armorica"), 2)
    offers = Offers({OPEN: None, SHUT: WHY})
    return kind(rules, rules.start().view(0), offers, Speaker(), narrow, 390 if narrow else 1180)


def drawn(canvas: Canvas[Ruleset, View]) -> ElementTree.Element:
    return ElementTree.fromstring(canvas.finish("a table", 100, ""))


def spots(canvas: Canvas[Ruleset, View]) -> dict[str, ElementTree.Element]:
    for action, name in ((OPEN, "one"), (SHUT, "two"), (ABSENT, "three")):
        canvas.put_spot(name, 0, 0, 40, 40, action, "a card")
        canvas.put_round_spot(f"round {name}", 0, 0, 40, action, "a city")
    return {element.get("id", ""): element for element in drawn(canvas).iter() if element.get("role")}


def test_a_place_is_framed_veiled_or_clear() -> None:
    found = spots(a_canvas())
    for prefix in ("", "round-"):
        one, two, three = (found[prefix + name] for name in ("one", "two", "three"))
        assert (one.get("data-action"), two.get("data-why"), three.get("role")) == ("0", "1", "img")
        marks = [{part.get("class") for part in spot.iter() if part.get("class")} for spot in (one, two, three)]
        assert "frame" in marks[0]
        assert "veil" in marks[1]
        assert not marks[2] & {"frame", "veil"}


def test_a_place_says_what_may_be_done_or_why_not_and_a_wordy_one_what_it_is_too() -> None:
    plain, wordy = spots(a_canvas()), spots(a_canvas(Wordy))
    assert said(plain["two"]) == "too far — TH-1.1"
    assert said(wordy["two"]) == "a card\ntoo far — TH-1.1"
    assert said(wordy["one"]) == f"{said(plain['one'])}\na card"
    assert said(plain["three"]) == "a card"


def said(spot: ElementTree.Element) -> str:
    return spot.findtext(f"{SVG}title") or ""


def test_layers_lie_on_each_other_and_the_narrow_one_has_ids_of_its_own() -> None:
    canvas = a_canvas(narrow=True)
    canvas.put_spot("place", 0, 0, 9, 9, ABSENT, "here")
    canvas.put_piece("a card", 1, 2, "", "card", "the pile", "a hand")
    canvas.put_panel(0, 0, 9, 9, "heading", at=0)
    canvas.above.append('<g class="names"/>')
    root = drawn(canvas)
    assert [layer.get("class") for layer in root] == [
        "table",
        "panel heading",
        None,
        "pieces printed",
        "spots",
        "names",
    ]
    piece = next(element for element in root.iter() if element.get("class") == "card")
    assert (piece.get("id"), piece.get("data-from"), piece.get("data-to")) == ("n-a-card", "n-the-pile", "n-a-hand")


def test_a_panel_can_come_below_what_was_put_before_it() -> None:
    canvas = a_canvas()
    start = len(canvas.ground)
    canvas.write(1, 1, "text", 12)
    canvas.put_panel(0, 0, 9, 9, "late", at=start)
    assert [layer.tag for layer in drawn(canvas)][1:4] == [f"{SVG}rect", f"{SVG}rect", f"{SVG}text"]
