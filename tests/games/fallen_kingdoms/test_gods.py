"""God powers (FK-5)."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms.data import KNOWLEDGE
from brehon.games.fallen_kingdoms.phases.common import intimidation
from brehon.games.fallen_kingdoms.state import GOD, LOKI_REFUGE, MOVE, NORNS_KEEP, SPENDING
from brehon.games.fallen_kingdoms.view import HIDDEN
from tests.games.fallen_kingdoms.builder import Position


@pytest.mark.rule("FK-5.19", "FK-5.1", "FK-4.2", "FK-5.2")
def test_tv11_tyr_drafts_only_as_many_units_as_the_reserve_holds() -> None:
    p = Position(gods="tyr odin freyr").holds(0, rugheim=28).temple(0, "rugheim").holds(1, oxdal=1).turn(0)
    p.play("power")
    assert p.s.sheet[0] == 2
    assert p.s.reserve[0] == 0
    assert p.s.phase == SPENDING, "production follows, and the power is not offered again"


@pytest.mark.rule("FK-5.2")
def test_a_power_may_be_left_unused() -> None:
    p = Position(gods="tyr odin freyr").holds(0, rugheim=9).temple(0, "rugheim").turn(0).play("pass")
    assert p.s.sheet[0] == 0
    assert p.s.phase == SPENDING


@pytest.mark.rule("FK-5.20")
def test_tv12_freyr_completes_tracks_at_once() -> None:
    p = (
        Position(gods="freyr odin tyr")
        .holds(0, eldtun=9)
        .temple(0, "eldtun")
        .tracks(0, 1, 4, 7)
        .public("currency")
        .turn(0)
    )
    p.play("power", "take barracks")
    assert p.is_chance
    p.play("tile farm", "learn ships")
    assert p.s.score[0] == 8
    p.play("knowledge mining")
    assert p.s.sheet[0] == 1
    assert p.waiting(0) == ["barracks"]
    assert p.track(0) == (1, 1, 1), "only now Currency adds its points"


@pytest.mark.rule("FK-5.3", "FK-5.31")
def test_tv13_without_a_temple_there_is_no_power() -> None:
    p = Position(gods="freyr odin tyr").holds(0, rugheim=9).turn(0)
    assert p.s.phase == SPENDING
    p = Position(gods="odin freyr tyr").holds(0, rugheim=9).temple(0, "rugheim").turn(0)
    assert p.s.phase == SPENDING, "Odin has none to lose"


def p3a_loki(**options: Any) -> Any:
    """TV-14 has four colours on the three-player map: Green's cities are Blue's neighbours."""
    p = Position(3, gods="loki tyr freyr", **options)
    p.holds(0, rugheim=4, kornby=1).holds(1, marsund=2, gullnes=1).temple(0, "kornby").temple(1, "gullnes")
    p.holds(2, skogheim=1)
    return p


@pytest.mark.rule("FK-5.10", "FK-5.11", "FK-5.12", "FK-5.13", "FK-5.14", "FK-5.4")
def test_tv14_loki_takes_a_city_whose_units_have_somewhere_to_go() -> None:
    p = p3a_loki()
    p.s.owner[p.city("skogheim")] = 2
    for name in ("brimnes", "hallgard", "oxdal"):  # neighbours that are not Blue's: here they are Red's
        p.holds(1, **{name: 1})
    p.turn(0)
    assert p.may("treachery") == {"marsund"}
    assert p.why("treachery skogheim").code == "no-refuge"
    assert p.rule_against("treachery gullnes") == "FK-5.4"
    assert p.rule_against("treachery oxdal") == "FK-5.10"
    assert p.rule_against("treachery eldtun") == "FK-5.10"
    p.play("treachery marsund")
    assert p.s.seat == 0, "Loki's player chooses"
    assert p.may("to") == {"gullnes", "eldtun"}
    p.play("to gullnes")
    assert p.may("from") == {"rugheim"}
    assert p.rule_against("from kornby") == "FK-5.14"
    p.play("from rugheim")
    assert (p.owner("marsund"), p.units("marsund"), p.units("gullnes"), p.units("rugheim")) == (0, 1, 3, 3)
    p.check()


@pytest.mark.rule("FK-5.12")
def test_with_the_option_the_victim_chooses_where_lokis_prey_goes() -> None:
    p = p3a_loki(loki_chooser="victim").turn(0).play("treachery marsund")
    assert (p.s.phase, p.s.seat) == (LOKI_REFUGE, 1)
    p.play("to eldtun")
    assert p.s.seat == 0


@pytest.mark.rule("FK-5.15")
def test_tv91_the_unit_that_loki_sent_may_still_move() -> None:
    p = p3a_loki().turn(0).play("treachery marsund", "to gullnes", "from rugheim")
    p.spend(building=4)
    assert p.s.phase == MOVE
    assert not p.can("from marsund"), "not without a garrison"
    p.order("rugheim", "marsund", 1)
    assert p.can("from marsund")
    p.play("from marsund")
    assert p.can("to gullnes")


@pytest.mark.rule("FK-5.16", "FK-5.17", "FK-5.4")
def test_tv15_holler_plagues_up_to_three_different_cities_without_temple() -> None:
    p = Position(gods="holler tyr freyr").holds(0, rugheim=3).temple(0, "rugheim")
    p.holds(1, eldtun=2, hrafnvik=2, marsund=2, skogheim=2).temple(1, "skogheim").turn(0)
    assert p.may("plague") == {"eldtun", "hrafnvik", "marsund"}
    assert p.rule_against("plague skogheim") == "FK-5.4"
    p.play("plague eldtun")
    assert p.rule_against("plague eldtun") == "FK-5.16"
    assert p.rule_against("plague vargdal") == "FK-5.16"
    p.play("plague hrafnvik", "plague marsund")
    assert [p.units(name) for name in ("eldtun", "hrafnvik", "marsund")] == [1, 1, 1]
    assert p.s.phase == SPENDING
    p.check()


@pytest.mark.rule("FK-5.16")
def test_holler_may_stop_after_the_first_city() -> None:
    p = Position(gods="holler tyr freyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, eldtun=2, marsund=2).turn(0)
    p.play("plague eldtun", "pass")
    assert p.units("marsund") == 2
    assert p.s.phase == SPENDING


@pytest.mark.rule("FK-5.18", "FK-11.2", "FK-4.4", "FK-4.5")
def test_tv16_the_plague_can_topple_a_kingdom_whose_turn_is_then_skipped() -> None:
    p = (
        Position(gods="holler tyr freyr")
        .holds(0, rugheim=3)
        .temple(0, "rugheim")
        .holds(1, eldtun=1)
        .holds(2, oxdal=3)
        .turn(0)
    )
    p.play("plague eldtun")
    assert p.is_chance, "the next rumor card is turned up"
    p.play("rumor 5")
    assert p.owner("eldtun") == -1
    assert p.s.score[0] == 8
    assert p.rumor_values(0) == [3]
    p.spend(knowledge=1).play("commit")
    assert p.s.active == 2, "seat 1 has no kingdom and no turn"


@pytest.mark.rule("FK-5.6", "FK-5.8", "FK-5.9")
def test_tv17_saga_copies_odin_for_nothing() -> None:
    p = Position(gods="saga odin tyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, oxdal=3).turn(0)
    assert p.may("copy") == {"odin", "tyr"}
    assert p.rule_against("copy loki") == "FK-5.6"
    p.play("copy odin")
    assert intimidation(p.s, 0) == 0
    assert p.s.phase == SPENDING


@pytest.mark.rule("FK-5.6", "FK-5.7")
def test_saga_uses_a_power_whose_owner_has_neither_temple_nor_kingdom() -> None:
    p = Position(gods="saga holler tyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, eldtun=2).turn(0)
    assert p.may("copy") == {"holler", "tyr"}
    p.play("copy holler", "plague eldtun")
    assert p.units("eldtun") == 1
    p = (
        Position(gods="saga holler tyr")
        .holds(0, rugheim=3)
        .temple(0, "rugheim")
        .holds(1, eldtun=2)
        .turn(0)
        .play("copy tyr")
    )
    assert p.s.sheet[0] == 3


def heimdall() -> Any:
    p = Position(gods="heimdall odin tyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, oxdal=3)
    return p.public("masonry ports")


@pytest.mark.rule("FK-5.21", "FK-5.22", "FK-5.23", "FK-5.24")
def test_tv18_heimdall_borrows_public_knowledge_but_not_the_same_twice_in_a_row() -> None:
    p = heimdall().turn(0).play("claim masonry")
    assert p.s.score[0] == 0
    assert p.can_use(0, "masonry")
    assert not p.can_use(1, "masonry")
    p.s.todo = []
    p.turn(0)
    assert p.can_use(1, "masonry"), "public again"
    assert p.rule_against("claim masonry") == "FK-5.23"
    assert p.rule_against("claim laws") == "FK-5.21"
    p.play("pass")
    p.s.todo = []
    p.turn(0)
    assert p.can("claim masonry"), "a turn without the power clears the memory"


@pytest.mark.rule("FK-5.25", "FK-5.26", "FK-5.27", "FK-8.31")
def test_tv19_forseti_swaps_a_3_for_a_21() -> None:
    p = Position(gods="forseti odin tyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, oxdal=3)
    p.rumors(0, 3).rumors(1, 5, 21).turn(0)
    before = [intimidation(p.s, 0), intimidation(p.s, 1)]
    p.play("offer 3")
    assert p.rule_against("swap-with 2") == "FK-5.27"
    p.play("swap-with 1")
    assert p.rule_against("ask 34") == "FK-5.25"
    p.play("ask 21")
    assert [intimidation(p.s, 0) - before[0], intimidation(p.s, 1) - before[1]] == [18, -18]
    assert p.s.score == [0, 0, 0]


@pytest.mark.rule("FK-5.27")
def test_forseti_needs_a_card_on_both_sides() -> None:
    p = Position(gods="forseti odin tyr").holds(0, rugheim=3).temple(0, "rugheim").rumors(0, 3).turn(0)
    assert p.s.phase == SPENDING


@pytest.mark.rule("FK-5.28", "FK-5.29", "FK-5.30")
def test_tv20_the_norns_draw_two_keep_one_and_put_two_under_the_deck() -> None:
    p: Any = Position(gods="norns odin tyr").holds(0, rugheim=3).temple(0, "rugheim").holds(1, oxdal=3)
    p.show("currency ships paper", deck=2).turn(0)
    p.play("power", "knowledge mining", "knowledge laws")
    assert p.s.phase == NORNS_KEEP
    assert p.s.view(0).drawn == [KNOWLEDGE.index("mining"), KNOWLEDGE.index("laws")]
    assert p.s.view(1).drawn == [HIDDEN, HIDDEN]
    assert p.rule_against("keep masonry") == "FK-5.29"
    p.play("keep laws")
    assert p.rule_against("swap masonry") == "FK-5.30"
    p.play("swap ships")
    assert [KNOWLEDGE[card] for card in p.s.bottom] == ["mining", "ships"]
    assert [KNOWLEDGE[card] for card in p.s.display] == ["currency", "paper", "laws"]
    assert p.s.view(0).bottom == p.s.bottom
    assert p.s.view(1).bottom == [HIDDEN, KNOWLEDGE.index("ships")], "only the replaced card was open"
    p.check()


@pytest.mark.rule("FK-5.28")
def test_the_norns_cannot_draw_from_an_empty_deck() -> None:
    p = Position(gods="norns odin tyr").holds(0, rugheim=3).temple(0, "rugheim").show("currency", deck=0).turn(0)
    assert p.s.phase == SPENDING


@pytest.mark.rule("FK-5.5", "FK-5.4")
def test_powers_over_cards_do_not_care_for_temples() -> None:
    p = heimdall().temple(1, "oxdal").turn(0)
    assert p.s.phase == GOD
    assert p.may("claim") == {"masonry", "ports"}


@pytest.mark.rule("FK-5.1")
def test_a_god_has_no_power_but_his_own() -> None:
    p = heimdall().turn(0)
    assert p.rule_against("plague oxdal") == "FK-5.1"
    assert p.rule_against("power") == "FK-5.1"


@pytest.mark.rule("FK-4.4")
def test_tv21_without_a_kingdom_public_currency_gives_nothing() -> None:
    p = Position().holds(1, oxdal=3).public("currency").turn(0)
    assert p.track(0) == (0, 0, 0)
    assert p.s.score[0] == 0
    assert p.s.active == 1
