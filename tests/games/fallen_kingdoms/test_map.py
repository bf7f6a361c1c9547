"""Map assembly: what joins, what is numbered, how many maps there are (FK-1, FK-2)."""

import re
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE
from brehon.core.errors import BadOptions
from brehon.core.face import Offers
from brehon.core.play import run_chance
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms.assembly import Layouts, build_map, faults, mismatch
from brehon.games.fallen_kingdoms.data import members
from tests.games.fallen_kingdoms.builder import GAME, Position, rules_for

TILES = GAME.load_components(GAME.read_builtin("fallen-default-1"), "x", True).tiles  # type: ignore[attr-defined]
PRESETS = {preset.key: preset for preset in TILES.presets}

P3A = """
brimnes: eldtun skogheim | sildvik
eldtun: brimnes marsund rugheim |
gullnes: vargdal | marsund
hallgard: skogheim tindvik tveitby |
hrafnvik: jernby rugheim tindvik | sigrhavn tindvik
jernby: hrafnvik kornby vargdal |
kornby: jernby sigrhavn |
marsund: eldtun rugheim | gullnes
nordlund: ormshavn tindvik tveitby |
ormshavn: nordlund | tindvik
oxdal: sildvik skogheim tveitby |
rugheim: eldtun hrafnvik marsund skogheim vargdal |
sigrhavn: kornby | hrafnvik
sildvik: oxdal | brimnes
skogheim: brimnes hallgard oxdal rugheim |
tindvik: hallgard hrafnvik nordlund | hrafnvik ormshavn
tveitby: hallgard nordlund oxdal |
vargdal: gullnes jernby rugheim |
"""
PATHS = [
    "kornby",
    "jernby",
    "vargdal",
    "gullnes",
    "marsund",
    "eldtun",
    "brimnes",
    "sildvik",
    "sildvik",
    "oxdal",
    "tveitby",
    "nordlund",
    "ormshavn",
    "ormshavn",
    "sigrhavn",
    "sigrhavn",
]
SEA_PATHS = {4, 5, 7, 8, 14, 15}


def lay(name: str) -> Any:
    return TILES.lay_names.index(name)


def named(map_: Any, mask: Any) -> set[Any]:
    return {TILES.cities[map_.ids[c]].key for c in members(mask)}


@pytest.mark.rule(
    "FK-2.1", "FK-2.6", "FK-2.7", "FK-2.8", "FK-2.9", "FK-2.10", "FK-2.11", "FK-2.12", "FK-1.14", "FK-1.15"
)
def test_tv79_assembling_the_reference_map_gives_its_roads_routes_seas_and_paths() -> None:
    map_ = build_map(TILES, PRESETS["p3-a"].lays, 2)
    for line in P3A.strip().splitlines():
        name, links = line.split(": ")
        roads, _, routes = links.partition("|")
        city = next(c for c in range(18) if TILES.cities[map_.ids[c]].key == name)
        assert named(map_, map_.road[city]) == set(roads.split())
        assert named(map_, map_.route[city]) == set(routes.split())
    assert [TILES.cities[map_.ids[c]].key for c in map_.path_city] == PATHS
    seas: dict[Any, Any] = {}
    for c in members(map_.ports):
        seas.setdefault(map_.sea_of[c], set()).add(TILES.cities[map_.ids[c]].key)
    assert sorted(map(sorted, seas.values())) == [
        ["brimnes", "sildvik"], ["gullnes", "marsund"], ["hrafnvik", "ormshavn", "sigrhavn", "tindvik"],
    ]  # fmt: skip
    hrafnvik = next(c for c in range(18) if TILES.cities[map_.ids[c]].key == "hrafnvik")
    both = map_.road[hrafnvik] & map_.route[hrafnvik]
    assert named(map_, both) == {"tindvik"}, "joined by road and by sea at once"
    assert "skogheim" not in PATHS, "a city without a road of its own to the rim cannot be invaded"
    assert PATHS.count("sildvik") == 2, "a city may have several paths"


@pytest.mark.rule("FK-2.13")
def test_tv71_the_last_path_lies_beside_the_first() -> None:
    p = Position().invader(0)
    p.play("path 16")
    p.play("pass")
    assert p.may("path") == {"1", "15"}


@pytest.mark.rule("FK-2.3", "FK-2.5")
@pytest.mark.parametrize("turned, fits", [("5A:0", False), ("5A:1", True), ("5A:2", True), ("5A:3", False)])
def test_tv80_land_must_meet_land_and_water_water(turned: str, fits: bool) -> None:
    lays = [lay(name) for name in ("1A:2", "3A:2", "4A:0", turned)]
    assert (mismatch(TILES, lays, 2) is None) == fits
    assert (lays[3] in Layouts(TILES, 2, 2, 18, 3).options(lays[:3])) == fits


@pytest.mark.rule("FK-2.2", "FK-2.4", "FK-2.14", "FK-1.6", "FK-17.7")
@pytest.mark.parametrize(
    "rows, columns, cities, distinct",
    [(2, 2, 18, 264), (2, 2, 24, 978), (2, 3, 30, 4850), (2, 3, 36, 3184), (2, 2, 17, 88), (2, 2, 22, 1184), (2, 2, 27, 160),
     (2, 3, 27, 696), (2, 3, 32, 11962), (2, 3, 39, 256)],
)  # fmt: skip
def test_there_are_as_many_maps_as_the_specification_counts(
    rows: int, columns: int, cities: int, distinct: int
) -> None:
    assert Layouts(TILES, rows, columns, cities, 3).distinct() == distinct


@pytest.mark.rule("FK-2.14")
def test_counting_by_edges_agrees_with_looking_at_every_single_assembly() -> None:
    counts = Layouts(TILES, 2, 2, 18, 3)
    beginnings: dict[Any, Any] = {}
    stack: Any = [[]]
    while stack:
        lays = stack.pop()
        if len(lays) == 4:
            if sum(len(TILES.face_of(one).cities) for one in lays) == 18:
                assert faults(build_map(TILES, lays, 2), 3) == []
                for length in range(5):
                    beginnings[tuple(lays[:length])] = beginnings.get(tuple(lays[:length]), 0) + 1
            continue
        for one in range(48):
            if one // 8 not in {other // 8 for other in lays} and mismatch(TILES, [*lays, one], 2) is None:
                stack.append([*lays, one])
    assert counts.automatic
    assert beginnings[()] == 1056 == counts.total()
    for start, ways in beginnings.items():
        assert counts.ways(list(start)) == ways


@pytest.mark.rule("FK-2.14")
@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_chance_lays_a_valid_map_tile_by_tile_every_one_with_the_same_weight(n_seats: int) -> None:
    rules: Any = registry.make_ruleset(GAME, n_seats)
    counts = rules.maps.counts
    for seed in range(20):
        s: Any = rules.start()
        rng = Random(seed)
        share = 1.0
        while s.laid or s.map.n_cities == 0:
            assert s.to_move() == CHANCE
            weights, outcomes = s.weights(), s.legal()
            assert len(weights) == len(outcomes)
            pick = rng.choices(range(len(outcomes)), weights)[0]
            share *= weights[pick] / sum(weights)
            s.apply(outcomes[pick])
        assert share == pytest.approx(1 / counts.total())
        assert s.map.n_cities == 6 * n_seats
        assert mismatch(TILES, s.map.tiles, s.map.columns) is None
        assert faults(s.map, n_seats) == []
        assert len({tile // 8 for tile in s.map.tiles}) == len(s.map.tiles) == (4 if n_seats < 5 else 6)
        assert s.map.n_paths == (16 if n_seats < 5 else 20)


@pytest.mark.rule("FK-2.14", "FK-2.5")
def test_a_map_laid_by_hand_refuses_tiles_that_do_not_fit_and_says_why() -> None:
    p: Any = Position.__new__(Position)
    p.rules = rules_for(3, map_source="by-hand")
    p.s = p.rules.start()
    p.log = []
    assert p.s.to_move() == 0
    p.play("lay 1A:2", "lay 3A:2", "lay 4A:0")
    assert p.rule_against("lay 5A:0") == "FK-2.5"
    assert p.rule_against("lay 1B:0") == "FK-2.1"
    assert p.rule_against("lay 6B:0") in ("FK-2.4", "FK-2.5")
    board = p.rules.game.face().board(
        p.rules, p.s.view(0), Offers({lay: p.s.why_not(lay) for lay in range(48)}), Speaker()
    )
    assert set(re.findall(r'data-why="(\d+)"', board)) == {
        str(lay) for lay in range(48) if p.s.why_not(lay) is not None and p.why(p.rules.space.texts[lay]).code != "laid"
    }
    p.play("lay 5A:1")
    assert p.s.map.tiles == PRESETS["p3-a"].lays


@pytest.mark.rule("FK-17.7")
@pytest.mark.parametrize("n_seats, each", [(3, 7), (3, 9), (4, 5), (4, 8), (5, 4), (6, 3), (6, 5)])
def test_other_sizes_of_map_can_be_played(n_seats: int, each: int) -> None:
    rules = registry.make_ruleset(GAME, n_seats, {"cities_per_player": str(each)})
    s: Any = rules.start()
    while s.map.n_cities == 0:
        s.apply(s.legal()[0])
    assert s.map.n_cities == each * n_seats
    assert faults(s.map, n_seats) == []


@pytest.mark.rule("FK-17.7")
def test_a_size_that_no_tiles_reach_is_refused_with_those_that_do() -> None:
    with pytest.raises(BadOptions, match=r"no map of 60 cities.*FK-17.7.*5 seats can be: 4, 5, 6, 7"):
        registry.make_ruleset(GAME, 5, {"cities_per_player": "12"})


@pytest.mark.rule("FK-1.1")
@pytest.mark.parametrize("n_seats", [2, 7])
def test_the_game_is_for_three_to_six(n_seats: int) -> None:
    with pytest.raises(BadOptions, match=r"FK-1\.1"):
        registry.make_ruleset(GAME, n_seats)


def test_every_preset_becomes_a_map_that_can_be_played() -> None:
    for letter in "ab":
        for n_seats in (3, 4, 5, 6):
            s: Any = rules_for(n_seats, map_source=f"preset-{letter}").start()
            assert s.map.tiles == PRESETS[f"p{n_seats}-{letter}"].lays
            run_chance(s, Random(1))
            assert s.to_move() >= 0
