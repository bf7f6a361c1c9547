"""Small print that planted mistakes got past the other tests: who sees what, and which of two true reasons is given."""

from typing import Any

import pytest

from brehon.core.contract import SPECTATOR
from brehon.games.fallen_kingdoms import events
from brehon.games.fallen_kingdoms.data import KNOWLEDGE
from brehon.games.fallen_kingdoms.phases.common import T_FALL
from tests.games.fallen_kingdoms.builder import Position


def norns(seat: int = 0) -> Any:
    """The Norns of this seat are about to draw two cards."""
    gods = ["odin", "tyr", "freyr"]
    gods[seat] = "norns"
    p = Position(gods=" ".join(gods)).holds(seat, rugheim=3).temple(seat, "rugheim").holds((seat + 1) % 3, oxdal=3)
    return p.show("currency ships paper", deck=2).turn(seat)


@pytest.mark.rule("FK-5.28")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_only_the_seat_of_the_norns_sees_in_the_log_what_they_draw(seat: int) -> None:
    p = norns(seat)
    p.log.clear()
    p.play("power", "knowledge mining", "knowledge laws")
    saw = [event for event in p.log if event.kind == events.SAW]
    assert [event.a for event in saw] == [KNOWLEDGE.index("mining"), KNOWLEDGE.index("laws")]
    for event in saw:
        assert [event.visible_to(other) for other in (0, 1, 2)] == [other == seat for other in (0, 1, 2)]
        assert not event.visible_to(SPECTATOR)


@pytest.mark.rule("FK-11.8")
def test_a_card_that_is_public_already_does_not_become_public_twice() -> None:
    p = Position(duplicate_trophies="2").holds(0, rugheim=3).public("strategy").knows(1, "strategy")
    before = p.s.discarded
    p.step(T_FALL, 1, 0)
    assert p.can_use(0, "strategy")
    assert p.s.discarded == before + 1
    assert [event.a for event in p.log if event.kind == events.DISCARDED] == [KNOWLEDGE.index("strategy")]
    assert not [event for event in p.log if event.kind == events.PUBLIC]


@pytest.mark.rule("FK-5.3", "FK-5.31")
def test_a_temple_in_the_first_city_of_the_map_is_on_the_board() -> None:
    p: Any = Position(gods="odin tyr freyr")
    first = next(name for name in p.names if p.s.map.city[p.names.index(name)] == 0)
    p.holds(0, **{first: 3}).temple(0, first).holds(1, **{"oxdal" if first != "oxdal" else "eldtun": 3}).turn(0)
    assert p.why("power").code == "no-power"


@pytest.mark.rule("FK-5.29")
def test_who_knew_the_cards_that_the_norns_drew_knows_what_they_put_back() -> None:
    p = norns().play("power", "knowledge mining", "knowledge laws", "keep laws", "swap ships")
    assert [KNOWLEDGE[card] for card in p.s.bottom] == ["mining", "ships"]
    p.s.bottom_seen = [-1, -1]  # given: all have seen both, and nothing else is in the deck
    p.turn(0).play("power", "knowledge mining", "knowledge ships", "keep ships")
    assert [KNOWLEDGE[card] for card in p.s.bottom] == ["mining"]
    for seat in range(3):
        assert p.s.view(seat).bottom == [KNOWLEDGE.index("mining")]


@pytest.mark.rule("FK-15.11")
def test_what_was_won_by_surrender_gives_no_units_and_a_garrison_gives_all_but_one() -> None:
    p: Any = Position(gods="loki tyr odin").holds(0, rugheim=4, eldtun=2).holds(1, oxdal=5, kornby=1, jernby=21)
    p.scores(0, 50, 60)
    p.s.turn = 0
    p.invasions().play("pass", "invade", "surrender 1", "rumor 3")
    p.play("replace rugheim", "replace eldtun", "replace eldtun")
    assert p.owner("eldtun") == 1
    assert p.why("strip eldtun").code == "not-yours"
    assert p.why("strip kornby").code == "garrison"
