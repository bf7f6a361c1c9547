"""Movement plans (FK-7)."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms.state import ATTACK, MOVE, MOVE_SEND
from tests.games.fallen_kingdoms.builder import Position


@pytest.mark.rule("FK-7.5", "FK-7.6", "FK-7.1")
def test_tv22_a_city_may_send_everything_only_if_a_garrison_is_on_its_way() -> None:
    p = Position().holds(0, rugheim=3, eldtun=2).holds(1, skogheim=1).movement(0)
    p.play("from rugheim", "to skogheim")
    assert p.may("send") == {"1", "2"}
    reason: Any = p.why("send 3")
    assert (reason.rule, reason.need, reason.have) == ("FK-7.5", 3, 2)
    p = Position().holds(0, rugheim=3, eldtun=2).holds(1, skogheim=1).movement(0)
    p.order("eldtun", "rugheim", 1)
    assert not p.can("from eldtun"), "its last unit stays"
    assert p.rule_against("from eldtun") == "FK-7.5"
    p.order("rugheim", "skogheim", 3)
    assert p.rule_against("from rugheim") == "FK-7.1"
    p.play("commit")
    assert p.units("rugheim") == 1
    assert p.s.phase == ATTACK
    p.check()


@pytest.mark.rule("FK-7.4", "FK-7.16", "FK-7.2")
def test_tv23_units_from_two_cities_fight_one_battle() -> None:
    p = Position().holds(0, rugheim=3, oxdal=4).holds(1, skogheim=3).movement(0)
    p.order("rugheim", "skogheim", 2).order("oxdal", "skogheim", 3)
    assert p.units("rugheim") == 3, "nothing moves before the plan is complete"
    p.play("commit")
    assert sum(order & 63 for order in p.s.orders) == 5
    assert (p.units("rugheim"), p.units("oxdal"), p.units("skogheim")) == (1, 1, 3)
    p.check()


def rider(**jernby: Any) -> Any:
    p = Position().holds(0, kornby=3).knows(0, "horse-riding")
    for seat, n in jernby.items():
        p.holds(int(seat[1]), jernby=n)
    return p.movement(0).play("from kornby")


@pytest.mark.rule("FK-7.10", "FK-7.11", "FK-7.12")
def test_tv24_horse_riding_makes_two_road_moves_through_friendly_or_empty_cities() -> None:
    assert rider().can("to vargdal")
    assert rider(s0=1).can("to vargdal")
    p = rider(s1=1)
    assert not p.can("to vargdal")
    assert p.rule_against("to vargdal") == "FK-7.11"
    assert p.can("to jernby"), "attacking it is possible"
    p = rider(s1=1)
    assert not p.can("to tindvik"), "kornby - sigrhavn - hrafnvik would end by sea"
    assert Position().holds(0, kornby=3).movement(0).play("from kornby").may("to") == {"jernby", "sigrhavn"}


@pytest.mark.rule("FK-7.11")
def test_tv25_riding_through_an_empty_city_does_not_take_it() -> None:
    p = rider().play("to vargdal", "send 2", "commit")
    assert p.owner("jernby") == -1
    assert p.units("vargdal") == 2


@pytest.mark.rule("FK-7.12")
def test_a_rider_on_a_route_makes_one_move_only() -> None:
    p = Position().holds(0, sigrhavn=3).knows(0, "horse-riding").movement(0).play("from sigrhavn")
    assert p.may("to") == {"kornby", "hrafnvik", "jernby"}, "beyond hrafnvik he cannot go"


@pytest.mark.rule("FK-7.13")
def test_tv26_navigation_joins_all_ports_of_a_sea() -> None:
    p = Position().holds(0, sigrhavn=3).movement(0).play("from sigrhavn")
    assert p.rule_against("to ormshavn") == "FK-7.1"
    p = Position().holds(0, sigrhavn=3, gullnes=2).knows(0, "navigation").movement(0).play("from sigrhavn")
    assert p.may("to") == {"kornby", "hrafnvik", "ormshavn", "tindvik"}
    p = Position().holds(0, gullnes=2).knows(0, "navigation").movement(0).play("from gullnes")
    assert not p.can("to brimnes"), "another sea"


@pytest.mark.rule("FK-7.3", "FK-7.7", "FK-7.8", "FK-7.14", "FK-7.15")
def test_moves_into_friendly_and_empty_cities_are_carried_out_before_the_first_battle() -> None:
    p = Position().holds(0, rugheim=20, eldtun=1).holds(1, skogheim=1).movement(0)
    p.order("rugheim", "eldtun", 5).order("rugheim", "marsund", 4).order("rugheim", "skogheim", 3).play("commit")
    assert p.s.phase == ATTACK
    assert (p.units("eldtun"), p.units("marsund"), p.units("rugheim")) == (6, 4, 8)
    assert p.owner("marsund") == 0
    p = Position().holds(0, rugheim=2).holds(1, skogheim=1).movement(0)
    assert p.can("commit"), "nobody has to move"


@pytest.mark.rule("FK-7.7", "FK-7.8", "FK-10.2")
def test_tv87_walking_into_an_empty_city_destroys_the_temple_there() -> None:
    p = Position().holds(0, rugheim=5).holds(1, skogheim=1, tveitby=1).temple(1, "eldtun").movement(0)
    p.order("rugheim", "eldtun", 1).order("rugheim", "skogheim", 1).play("commit")
    assert p.is_chance, "a rumor card is taken before the battle"
    p.play("rumor 3")
    assert p.s.temple[1] == -1
    assert p.s.score[0] == 8
    assert p.s.phase == ATTACK


@pytest.mark.rule("FK-7.9", "FK-7.16")
def test_tv88_units_back_from_a_retreat_do_not_move_again() -> None:
    p = Position().holds(0, rugheim=5).holds(1, skogheim=1).holds(2, oxdal=1).attack(0, "skogheim", rugheim=4)
    assert p.units("rugheim") == 1, "marching units defend no city"
    p.check()
    p.play("retreat")
    assert p.units("rugheim") == 5
    assert p.s.phase != MOVE
    assert p.s.active == 1, "the turn is over"


@pytest.mark.rule("FK-7.1")
def test_orders_on_the_same_way_add_up() -> None:
    p = Position().holds(0, rugheim=9).movement(0).order("rugheim", "eldtun", 2).order("rugheim", "eldtun", 3)
    assert len(p.s.orders) == 1
    assert p.rule_against("from oxdal") == "FK-7.1"
    p.play("from rugheim", "to skogheim")
    assert p.s.phase == MOVE_SEND
    assert max(map(int, p.may("send"))) == 3
