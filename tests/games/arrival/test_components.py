"""Component files: the built-in sets are sound, every constraint is reported by its id, and one's own map can be played."""

import copy
import tomllib
from functools import cache
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import OVER
from brehon.core.errors import BadComponents
from brehon.core.play import Tally, play_random
from brehon.games.arrival import GAME
from brehon.games.arrival.checker import BoxChecker
from brehon.games.arrival.components import BoxFile
from tests.games.arrival.builders import fx_raw


@cache
def eriu() -> Any:
    return tomllib.loads(GAME.read_builtin("eriu-1"))


def problems(raw: Any) -> set[Any]:
    return {(p.rule, p.is_error) for p in BoxChecker(raw).run()}


def changed(path: Any, value: Any, raw: Any = None) -> Any:
    """A copy of the default set with one value changed; a value of None takes the entry out."""
    raw = copy.deepcopy(raw or eriu())
    *way, last = path
    inner = raw
    for step in way:
        inner = inner[step]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return raw


def with_card(index: Any, **sections: Any) -> Any:
    raw = copy.deepcopy(eriu())
    raw["cards"][index].update(sections)
    return raw


@pytest.mark.parametrize("name", ["eriu-1", "eriu-small-1"])
def test_the_built_in_sets_break_no_constraint_and_warn_of_nothing(name: str) -> None:
    assert GAME.check_components(GAME.read_builtin(name), name) == []


def test_the_built_in_sets_are_these() -> None:
    assert GAME.builtin_components() == ["eriu-1", "eriu-small-1", "eriu-tiny-1"]


@pytest.mark.rule("AR-1.2", "AR-3.9")
def test_the_default_map_is_as_large_as_it_says() -> None:
    components = registry.builtin(GAME, "eriu-1")
    assert isinstance(components, BoxFile)
    island = components.box.island
    links = sum(link.bit_count() for link in island.links) // 2
    assert (island.n_main, len(island.port_list), links, island.gates.bit_count()) == (46, 14, 95, 4)
    assert components.box.bonus[components.box.province_names.index("magnata")] == 3
    assert len(components.digest) == 64


@pytest.mark.parametrize(
    "rule,raw",
    [
        ("CK-1", changed(["provinces", 0, "bonus"], 2)),
        ("CK-1", changed(["provinces", 1, "bonus"], -1)),
        ("CK-1", changed(["provinces", 0, "colour"], "slate", changed(["provinces", 0, "bonus"], 5))),
        ("CK-1", changed(["provinces", 3, "id"], "magnata")),
        ("CK-1", changed(["provinces", 2, "colour"], None)),
        ("CK-2", changed(["locations", 0, "province"], "atlantis")),
        ("CK-2", changed(["locations", 0, "id"], "vidua")),
        ("CK-2", changed(["locations", 0, "id"], "two words")),
        ("CK-2", changed(["castles", 0, "port"], True)),
        ("CK-2", changed(["castles", 3], None)),
        ("CK-2", changed(["locations", 4, "x"], "east")),
        ("CK-3", changed(["connections", 5, "b"], "nowhere")),
        ("CK-3", changed(["connections", 5, "b"], "boreum")),
        ("CK-3", changed(["connections", 5], {"a": "vidua", "b": "boreum"})),
        ("CK-4", changed(["connections", 0], None)),
        ("CK-4", changed(["locations", 0, "gate"], False)),
        ("CK-6", changed(["provinces", 0, "neighbours"], ["regia", "rhaeba"])),
        ("CK-6", changed(["provinces", 9, "neighbours"], ["macolicum", "manapia", "ivernis"])),
        ("CK-6", changed(["provinces", 9, "neighbours"], ["macolicum", "manapia", "magnata"])),
        ("CK-6", changed(["provinces", 9, "neighbours"], ["macolicum", "manapia", "mordor"])),
        ("CK-7", changed(["cards", 53], None)),
        ("CK-7", changed(["cards", 0, "back"], "gold")),
        ("CK-7", changed(["cards", 0, "middle"], None)),
        ("CK-7", changed(["cards", 0, "id"], "D02")),
        ("CK-8", with_card(0, top={"gold": 1})),
        ("CK-8", with_card(0, top={"discs": 0})),
        ("CK-8", with_card(0, top={"discs": 1.5})),
        ("CK-9", with_card(0, bottom={"shields": 9, "fomori": 1})),
        ("CK-11", changed(["tiles", "ogam"], 3)),
        ("CK-11", changed(["tiles", "ogam"], 4)),
        ("CK-11", changed(["tiles", "ogam"], None)),
        ("CK-11", changed(["silver", "amber"], 0)),
        ("CK-11", changed(["silver", "amber"], None)),
        ("CK-11", changed(["provinces", 0, "cauldron"], 0)),
        ("CK-12", changed(["pieces", "swords"], 21)),
        ("CK-12", changed(["pieces", "limit"], [25, 21])),
        ("CK-12", changed(["threats", "athach", "strength"], 3)),
        ("CK-12", changed(["threats", "balor"], {})),
        ("CK-12", changed(["schema"], 2)),
        ("CK-12", changed(["locations"], None)),
        ("CK-12", changed(["sea"], "green")),
    ],
)  # fmt: skip
def test_a_broken_constraint_is_reported_by_its_id(rule: str, raw: Any) -> None:
    assert (rule, True) in problems(raw)


def test_too_few_ports_are_an_error() -> None:
    raw = copy.deepcopy(eriu())
    for location in [place for place in raw["locations"] if place["port"]][:11]:
        location["port"] = False
    assert ("CK-5", True) in problems(raw)


def test_a_back_that_does_not_keep_its_promise_is_an_error() -> None:
    raw = copy.deepcopy(eriu())
    for card in raw["cards"]:
        if card["back"] == "lore":
            card["bottom"] = {"swords": 1}
    assert ("CK-10", True) in problems(raw)


@pytest.mark.parametrize(
    "rule,raw",
    [
        ("CK-21", changed(["locations", 0, "port"], True, changed(["locations", 1, "port"], True))),
        ("CK-23", changed(["provinces", 4, "colour"], "heather")),
        ("CK-24", with_card(0, bottom={"tactics": 1, "fomori": 4})),
        ("CK-25", with_card(0, bottom={"fomori": 1})),
        ("CK-26", changed(["locations", 16, "x"], 1000)),
    ],
)  # fmt: skip
def test_signs_of_a_weak_design_are_warnings(rule: str, raw: Any) -> None:
    assert (rule, False) in problems(raw)


def test_a_location_on_a_dead_end_is_a_warning() -> None:
    raw = copy.deepcopy(eriu())
    raw["connections"] = [c for c in raw["connections"] if "dur" not in (c["a"], c["b"]) or c["b"] == "temair_luachra"]
    assert ("CK-20", False) in problems(raw)


def test_castles_that_share_a_gate_are_a_warning() -> None:
    raw = copy.deepcopy(eriu())
    raw["connections"].append({"a": "tor_conaing", "b": "vidua"})
    assert ("CK-22", False) in problems(raw)


def test_decks_in_which_nothing_can_run_short_are_a_warning() -> None:
    raw = copy.deepcopy(eriu())
    raw["variant"] = True
    for card in raw["cards"]:
        for section in ("top", "middle", "bottom"):
            card[section].pop("tactics", None)
            card[section].pop("swords", None)
    assert ("CK-27", False) in problems(raw)


def test_a_variant_may_have_other_numbers_and_is_told_so() -> None:
    raw: Any = {**fx_raw(), "variant": True}
    for index in (1, 2, 4):
        raw["locations"][index]["port"] = True
    raw["locations"][2]["gate"] = True
    found = problems(raw)
    assert ("CK-1", False) in found
    assert not [rule for rule, is_error in found if is_error]


def test_errors_name_the_thing_and_what_would_be_right() -> None:
    broken = GAME.read_builtin("eriu-1").replace('province = "regia", x = 607', 'province = "avalon", x = 607')
    with pytest.raises(BadComponents) as caught:
        GAME.load_components(broken, "mine.toml")
    text = str(caught.value)
    assert "mine.toml" in text
    assert "CK-2: location ailech lies in the unknown province avalon" in text
    with pytest.raises(BadComponents, match="not a TOML file"):
        GAME.load_components("= nonsense", "mine.toml")
    assert [p.rule for p in GAME.check_components("= nonsense", "mine.toml")] == ["CK-12"]


def test_ones_own_file_can_be_played_to_the_end() -> None:
    source = GAME.read_builtin("eriu-small-1").replace('id = "eriu-small-1"', 'id = "mine"')
    components = GAME.load_components(source, "mine.toml")
    assert (components.name, components.builtin) == ("mine", False)
    state = registry.make_ruleset(GAME, 3, {}, components).start()
    play_random(state, Random(3), Tally(), 0)
    assert state.to_move() == OVER
