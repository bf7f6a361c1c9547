"""The tile checker: every constraint is found by its id."""

import re
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadComponents
from tests.games.fallen_kingdoms.builder import GAME

SOURCE = GAME.read_builtin("fallen-default-1")


def broken(*changes: Any) -> set[Any]:
    text = SOURCE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return {problem.rule for problem in GAME.check_components(text, "mine")}


def test_the_default_tiles_break_nothing() -> None:
    assert GAME.check_components(SOURCE, "default") == []


@pytest.mark.parametrize(
    "rule, old, new",
    [
        ("MAP-1", "schema = 1", "schema = 2"),
        ("MAP-1", "[[tile]]\nid = 6", "[[tile]]\nid = 5"),
        ("MAP-1", 'side = "B"', 'side = "C"'),
        ("MAP-1", "schema = 1", "schema = 1\nspeed = 3"),
        ("MAP-1", "schema = 1", "schema = "),
        ("MAP-1", '"3" = [2, 2]', '"3" = [3, 3]'),
        ("MAP-1", 'tiles = ["1A:2", "3A:2", "4A:0", "5A:1"]', 'tiles = ["1A:2", "1B:2", "4A:0", "5A:1"]'),
        ("MAP-1", 'tiles = ["1A:2", "3A:2", "4A:0", "5A:1"]', 'tiles = ["1A:2", "3A:2", "4A:0", "5A:7"]'),
        ("MAP-2", 'edges = "LWWLLLLL"', 'edges = "LWWLLLL"'),
        ("MAP-3", '["hrafnvik", "jernby"]', '["hrafnvik", "oxdal"]'),
        ("MAP-4", '{ a = "hrafnvik", b = "sigrhavn"', '{ a = "hrafnvik", b = "jernby"'),
        ("MAP-4", 'route_exits = [[1, "hrafnvik"]', 'route_exits = [[1, "jernby"]'),
        ("MAP-5", 'resource = "metal", form = "square"', 'resource = "gold", form = "square"'),
        ("MAP-5", 'resource = "metal", form = "square"', 'resource = "metal"'),
        ("MAP-6", '  { id = "kornby", name = "Kornby", x = 62, y = 84, port = false, resource = "wheat", form = "square" },\n', '  { id = "kornby", name = "Kornby", x = 62, y = 84, port = false, resource = "wheat", form = "square" },\n  { id = "extra", name = "Extra", x = 62, y = 84, port = false },\n'),
        ("MAP-9", 'port = true, sea = "a" }', 'port = true }'),
        ("MAP-9", 'port = true, sea = "a" }', 'port = true, sea = "z" }'),
        ("MAP-10", '  ["jernby", "kornby"],\n  ["kornby", "sigrhavn"],\n', '  ["jernby", "hrafnvik"],\n'),
        ("JOIN-1", "x = 46, y = 25", "x = 146, y = 25"),
        ("JOIN-1", '"N-left"', '"N-first"'),
        ("JOIN-2", 'road_exits = [[0, "hrafnvik"]', 'road_exits = [[8, "hrafnvik"]'),
        ("JOIN-2", "halves = [1, 2], poly", "halves = [1, 9], poly"),
        ("JOIN-4", 'tiles = ["1A:2", "3A:2", "4A:0", "5A:1"]', 'tiles = ["1A:2", "3A:2", "4A:0", "5A:0"]'),
        ("JOIN-5", 'road_exits = [[0, "hrafnvik"], [3, "sigrhavn"]', 'road_exits = [[0, "hrafnvik"], [0, "sigrhavn"]'),
        ("JOIN-5", 'road_exits = [[0, "hrafnvik"]', 'road_exits = [[1, "hrafnvik"]'),
        ("JOIN-6", 'road_exits = [[0, "hrafnvik"]', 'road_exits = [[0, "oxdal"]'),
        ("JOIN-7", "halves = [1, 2], poly", "halves = [1], poly"),
        ("JOIN-7", "halves = [1, 2], poly", "halves = [0, 1, 2], poly"),
        ("JOIN-9", 'id = "kornby"', 'id = "jernby"'),
        ("JOIN-9", 'id = "kornby"', 'id = "Korn by"'),
        ("JOIN-10", 'road_exits = [[0, "hrafnvik"], ', "road_exits = ["),
    ],
)  # fmt: skip
def test_a_broken_tile_file_is_told_which_constraint_it_breaks(rule: str, old: str, new: str) -> None:
    assert rule in broken((old, new))


def test_a_set_without_a_way_over_the_edge_breaks_map_7() -> None:
    text = re.sub(r"route_exits = \[\[.*", "route_exits = []", SOURCE)
    assert "MAP-7" in {problem.rule for problem in GAME.check_components(text, "mine")}


def test_a_set_in_which_no_port_has_two_routes_to_the_rim_is_warned_by_map_8() -> None:
    problems = GAME.check_components(SOURCE.replace('[6, "eikfjord"], [7, "eikfjord"]', '[6, "eikfjord"]'), "mine")
    assert "MAP-8" in {problem.rule for problem in problems if not problem.is_error}


def test_a_preset_of_the_wrong_size_names_map_6() -> None:
    assert "MAP-6" in broken(("players = 3", "players = 4"))


def test_a_broken_file_cannot_be_played_with_and_the_message_lists_what_is_wrong() -> None:
    with pytest.raises(BadComponents, match=r"MAP-2: face 1A: edges must be eight letters"):
        GAME.load_components(SOURCE.replace("LWWLLLLL", "LWW"), "mine")


def test_comments_do_not_change_the_digest_and_cities_do() -> None:
    digest = GAME.load_components(SOURCE, "a").digest
    assert GAME.load_components("# more\n" + SOURCE, "a").digest == digest
    assert GAME.load_components(SOURCE.replace("x = 46, y = 25", "x = 47, y = 25"), "a").digest != digest


def test_a_set_of_ones_own_can_be_played() -> None:
    own = SOURCE.replace('name = "default"', 'name = "mine"').replace('"hrafnvik"', '"ravensbay"')
    components = GAME.load_components(own, "file")
    rules = registry.make_ruleset(GAME, 3, {"map_source": "preset-a"}, components)
    assert components.name == "mine"
    assert "place ravensbay" in rules.space.texts


def test_a_set_with_a_half_that_no_road_leaves_can_be_laid_too() -> None:
    own = SOURCE.replace('road_exits = [[0, "hrafnvik"], ', "road_exits = [")
    own = own[: own.index("[[preset]]")]
    components = GAME.load_components(own, "file")
    rules = registry.make_ruleset(GAME, 3, {}, components)
    s: Any = rules.start()
    while s.map.n_cities == 0:
        assert len(s.legal()) == len(s.weights())
        s.apply(s.legal()[-1])
    assert s.map.n_cities == 18


def test_an_unknown_preset_names_those_that_there_are() -> None:
    own = SOURCE.replace('id = "p3-b"', 'id = "p3-c"')
    with pytest.raises(ValueError, match=r"no preset p3-b; for 3 seats it has: p3-a, p3-c"):
        registry.make_ruleset(GAME, 3, {"map_source": "preset-b"}, GAME.load_components(own, "file"))
