"""Reasons that name what is really missing: each once said something true of another moment."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms.state import (
    ATTACK,
    GOD,
    LOKI_REFUGE,
    MOVE_SEND,
    MOVE_TO,
    PLACE_UNIT,
    SITE,
    SPENDING,
    START,
    WHICH_BUILDING,
)
from tests.games.fallen_kingdoms.builder import Position, rules_for


def says(p: Any, action: Any) -> tuple[Any, str]:
    """The rule and the words of a refusal."""
    reason = p.why(action)
    assert reason is not None, f"{action!r} is legal"
    return reason.rule, str(reason.text)


def saga_who_copied_loki() -> Any:
    p = Position(gods="saga loki tyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, eldtun=2).turn(0)
    assert p.can("copy tyr")
    return p.play("copy loki")


@pytest.mark.rule("FK-5.2")
def test_saga_copies_once_per_turn() -> None:
    p = saga_who_copied_loki()
    assert p.s.phase == GOD
    assert says(p, "copy tyr") == ("FK-5.2", "Saga copies one god each turn, and has done so")
    assert p.rule_against("claim laws") == "FK-5.1", "the power of another god"
    p.play("treachery eldtun")
    assert p.s.phase == LOKI_REFUGE
    assert p.rule_against("copy tyr") == "FK-5.2"


@pytest.mark.rule("FK-5.6")
def test_a_player_of_another_god_does_not_copy() -> None:
    p = Position(gods="loki saga tyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, eldtun=2).turn(0)
    assert p.rule_against("copy tyr") == "FK-5.1"
    p.play("treachery eldtun")
    assert p.rule_against("copy tyr") == "FK-5.6"


@pytest.mark.rule("FK-7.1")
@pytest.mark.parametrize("knowledge", ["", "horse-riding", "navigation"])
def test_units_do_not_move_to_where_they_are(knowledge: str) -> None:
    p = Position().holds(0, kornby=3).holds(1, jernby=1).knows(0, knowledge).movement(0).play("from kornby")
    assert p.s.phase == MOVE_TO
    assert says(p, "to kornby") == ("FK-7.1", "this is the city that the units are in")
    assert p.why("to jernby") is None


@pytest.mark.rule("FK-7.1", "FK-7.5")
def test_more_units_than_there_are_is_another_reason_than_the_one_that_stays() -> None:
    p = Position().holds(0, rugheim=5, eldtun=2).holds(1, skogheim=1).movement(0)
    p.order("rugheim", "eldtun", 1).play("from rugheim", "to skogheim")
    assert p.may("send") == {"1", "2", "3"}
    reason: Any = p.why("send 4")
    assert (reason.rule, reason.need, reason.have) == ("FK-7.5", 4, 3)
    for n in (5, 30):
        reason = p.why(f"send {n}")
        assert (reason.rule, reason.need, reason.have) == ("FK-7.1", n, 4)
        assert str(reason.text) == "there are not so many units without an order in this city"


@pytest.mark.rule("FK-8.24", "FK-8.25")
def test_the_same_for_units_that_come_to_help() -> None:
    p = Position().holds(0, rugheim=5).holds(1, skogheim=2, oxdal=4).knows(1, "cartography")
    p.attack(0, "skogheim", rugheim=3).play("reinforce oxdal")
    assert p.may("send") == {"1", "2", "3"}
    assert p.rule_against("send 4") == "FK-8.25"
    reason: Any = p.why("send 5")
    assert (reason.rule, reason.need, reason.have) == ("FK-8.24", 5, 4)


@pytest.mark.rule("FK-7.1")
def test_an_order_that_was_begun_is_finished_first() -> None:
    p = Position().holds(0, rugheim=5, eldtun=2).holds(1, skogheim=1).movement(0).play("from rugheim")
    for action in ("commit", "from eldtun", "from rugheim", "send 2"):
        assert says(p, action) == ("FK-7.1", "name the destination of this order first")
    p.play("to skogheim")
    assert p.s.phase == MOVE_SEND
    for action in ("commit", "from eldtun", "to eldtun"):
        assert says(p, action) == ("FK-7.1", "name the number of units of this order first")


@pytest.mark.rule("FK-6.26", "FK-6.28", "FK-6.30")
def test_at_the_site_of_a_building_another_and_units_say_why_they_wait() -> None:
    p = Position().stall("barracks workshop").holds(0, kornby=3, vargdal=3).tracks(0, 2, 5, 0).production(0)
    p.play("take barracks", "tile farm").spend(unit=2)
    assert (p.s.phase, p.s.sheet[0]) == (SITE, 1)
    assert says(p, "build farm") == ("FK-6.26", "no building of this kind waits on your sheet")
    assert says(p, "build barracks") == ("FK-6.26", "this building is chosen: name its city")
    assert says(p, "place kornby") == ("FK-6.28", "buildings are placed before units")
    p.play("site kornby")
    assert p.s.phase == PLACE_UNIT
    assert says(p, "build barracks") == ("FK-6.26", "no building of this kind waits on your sheet")
    assert p.rule_against("site vargdal") == "FK-6.27"


@pytest.mark.rule("FK-6.26", "FK-6.27", "FK-6.30")
def test_two_kinds_of_buildings_that_wait_are_placed_one_after_the_other() -> None:
    p = Position().stall("barracks workshop").holds(0, kornby=3, vargdal=3)
    p.s.waiting[:3] = [1, 1, 0]
    p.s.stack -= 2
    p.production(0).spend(knowledge=p.s.points)
    assert p.s.phase == WHICH_BUILDING
    assert says(p, "site kornby") == ("FK-6.26", "choose the building first, then its city")
    assert says(p, "place kornby") == ("FK-6.30", "no unit waits on your sheet")
    p.play("build workshop")
    assert says(p, "build barracks") == ("FK-6.26", "the chosen building is placed first")
    p.check()


@pytest.mark.rule("FK-6.27")
def test_a_building_without_a_free_slot_says_so_when_units_are_placed() -> None:
    p = Position().holds(0, kornby=3).building("farm", "kornby").tracks(0, 2, 0, 0)
    p.s.waiting[:3] = [1, 0, 0]
    p.s.stack -= 1
    p.production(0).spend(unit=p.s.points)
    assert p.s.phase == PLACE_UNIT
    assert p.rule_against("build barracks") == p.rule_against("site kornby") == "FK-6.27"


GODS = [("tyr", "power"), ("freyr", "power"), ("norns", "power"), ("loki", "treachery eldtun"),
        ("holler", "plague eldtun"), ("heimdall", "claim laws"), ("forseti", "offer 3"), ("saga", "copy odin")]  # fmt: skip


@pytest.mark.rule("FK-5.3")
@pytest.mark.parametrize("god, action", GODS)
def test_at_the_first_decision_of_a_turn_a_lost_temple_is_why_there_is_no_power(god: str, action: str) -> None:
    other = "tyr" if god != "tyr" else "freyr"
    p = Position(gods=f"{god} odin {other}").holds(0, rugheim=3).holds(1, eldtun=2).public("laws").rumors(0, 3)
    p.turn(0)
    assert p.s.phase == SPENDING
    assert says(p, action) == ("FK-5.3", "the power needs your temple, and it is not on the board")
    p.temple(0, "rugheim")
    assert p.rule_against(action) != "FK-5.3"


@pytest.mark.rule("FK-5.31")
def test_odin_has_no_power_to_use() -> None:
    p = Position(gods="odin tyr freyr").holds(0, rugheim=3).temple(0, "rugheim").turn(0)
    assert says(p, "power") == ("FK-5.31", "Odin has no power")


def placing(turn: Any) -> Any:
    p = Position()
    p.s.round = 0
    p.s.turn = turn
    if turn >= 3:
        p.holds(0, rugheim=3)
    p.s.phase, p.s.seat = START, 0
    return p


def at_a_site(kinds: Any) -> Any:
    p = Position().holds(0, kornby=3, vargdal=3)
    p.s.waiting[: len(kinds)] = kinds
    return p.production(0).spend(knowledge=p.s.points)


PASSING = {
    "FK-3.17": lambda: placing(0),
    "FK-3.25": lambda: placing(3),
    "FK-6.12": lambda: Position().holds(0, eldtun=3).tracks(0, 0, 5, 0).building("workshop", "eldtun").production(0),
    "FK-6.12 knowledge": lambda: Position().holds(0, kornby=3).tracks(0, 0, 0, 8).production(0),
    "FK-6.23": lambda: Position().holds(0, eldtun=3).production(0),
    "FK-6.28": lambda: at_a_site([1]),
    "FK-6.28 two kinds": lambda: at_a_site([1, 1]),
    "FK-6.30": lambda: Position().holds(0, eldtun=1).tracks(0, 2, 0, 0).production(0).spend(unit=1),
    "FK-7.14": lambda: Position().holds(0, eldtun=3).movement(0),
    "FK-7.14 from": lambda: Position().holds(0, eldtun=3).movement(0).play("from eldtun"),
    "FK-8.5": lambda: Position().holds(0, rugheim=5).holds(1, skogheim=1).attack(0, "skogheim", rugheim=3),
}


@pytest.mark.rule("FK-3.17", "FK-3.25", "FK-6.12", "FK-6.23", "FK-6.28", "FK-6.30", "FK-7.14", "FK-8.5")
@pytest.mark.parametrize("case", PASSING)
def test_where_passing_is_not_allowed_the_rule_that_says_so_is_named(case: Any) -> None:
    p = PASSING[case]()  # type: ignore[no-untyped-call]
    assert p.rule_against("pass") == case.split(" ")[0]
    assert p.why("pass").code == "must"


def test_the_way_out_of_the_movement_step_is_named() -> None:
    p = Position().holds(0, eldtun=3).movement(0)
    assert "carry out the orders" in says(p, "pass")[1]
    p = Position().holds(0, rugheim=5).holds(1, skogheim=1).attack(0, "skogheim", rugheim=3)
    assert p.s.phase == ATTACK


@pytest.mark.rule("FK-2.14")
def test_who_lays_the_map_by_hand_cannot_pass() -> None:
    rules: Any = rules_for(3, map_source="by-hand")
    assert rules.start().why_not(rules.space.find("pass")).rule == "FK-2.14"
