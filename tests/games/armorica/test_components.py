"""Card files: the default set is sound, every constraint is reported by its id, and one's own cards can be played."""

import re
import tomllib
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadComponents, BadOptions
from brehon.core.text import Speaker

GAME = registry.game("armorica")
SOURCE = GAME.read_builtin("armorica-default-1")
WITHOUT_SUMS = SOURCE[: SOURCE.index("# Checksums")]


def problems(source: Any) -> set[Any]:
    return {(p.rule, p.is_error) for p in GAME.check_components(source, "mine.toml")}


def changed(old: Any, new: Any, count: int = 1, source: Any = WITHOUT_SUMS) -> Any:
    assert old in source
    return source.replace(old, new, count)


def test_the_default_set_breaks_no_constraint_and_warns_of_nothing() -> None:
    assert GAME.check_components(SOURCE, "default") == []


def test_a_released_set_is_never_edited() -> None:
    digest = registry.builtin(GAME, "armorica-default-1").digest
    assert digest == "d00121ca27dfd4648a4d22beb7c069fe31e692447a19f24ab1eac8c0f556034a"


@pytest.mark.rule("AM-9.5", "AM-9.8", "AM-9.9")
def test_the_default_set_scores_as_the_rules_say() -> None:
    raw = tomllib.loads(SOURCE)
    assert raw["set_points"] == [0, 1, 3, 6, 10, 15, 21]
    assert (raw["majority_sole"], raw["majority_tied"]) == (4, 2)


@pytest.mark.parametrize(
    "rule,source",
    [
        ("K-1", changed('id = "G-A2"', 'id = "G-A1"')),
        ("K-1", re.sub(r"  \{ id = \"G-E5\".*\n", "", WITHOUT_SUMS)),
        ("K-1", changed('pile = "E"', 'pile = "F"')),
        ("K-1", changed("number = 4", "number = 7")),
        ("K-1", changed('start_player_card = "SP"', 'start_player_card = ""')),
        ("K-1", changed("schema = 1", "schema = 2")),
        ("K-1", changed("row_size = 6", "row_sise = 6")),
        ("K-1", "this is not toml"),
        ("K-1", changed("cards = 63", "cards = 64", source=SOURCE)),
        ("K-1", changed("wheat = 8", "wheat = 9", source=SOURCE)),
        ("K-2", changed("coins = 3", "coins = -3")),
        ("K-2", changed("coins = 3", "coins = 3.5")),
        ("K-2", changed("coins = 3", "coins = true")),
        ("K-2", changed("coins = 3", "coins = 10")),
        ("K-2", changed('suit = "red"', 'suit = "pink"')),
        ("K-2", changed('icons = ["wheat", "grapes"', 'icons = ["grapes", "wheat"')),
        ("K-2", changed("[0, 1, 3, 6, 10, 15, 21]", "[0, 1, 3]")),
        ("K-3", changed("number = 1, suit = \"brown\", wheat = 2", "number = 1, suit = \"brown\", wheat = 3")),
        ("K-4", changed('access = "grapes"', 'access = "olives"')),
        ("K-5", re.sub(r'suit = "white", wheat', 'suit = "red", wheat', WITHOUT_SUMS)),
        ("K-6", re.sub(r"grapes = \d", "grapes = 0", WITHOUT_SUMS)),
        ("K-7", re.sub(r'suit = "blue", wheat', 'suit = "red", wheat', WITHOUT_SUMS)),
        ("K-8", changed("row_size = 6", "row_size = 0")),
        ("K-8", changed("row_size = 6", "row_size = 29")),
    ],
)  # fmt: skip
def test_a_broken_constraint_is_an_error_with_its_id(rule: str, source: Any) -> None:
    assert (rule, True) in problems(source)
    with pytest.raises(BadComponents, match=rule):
        GAME.load_components(source, "mine.toml")


@pytest.mark.parametrize(
    "rule,source",
    [
        ("K-9", changed('{ id = "G-A1", pile = "A", suit = "yellow"', '{ id = "G-A1", pile = "A", suit = "red"')),
        ("K-10", changed("coins = 0, amphorae = 2", "coins = 0, amphorae = 0")),
        ("K-11", changed("wheat = 2, grapes = 0, olives = 0, sheep = 0, coins = 0, amphorae = 0 }",
                         "wheat = 1, grapes = 0, olives = 0, sheep = 0, coins = 0, amphorae = 0 }")),
        ("K-12", re.sub(r"amphorae = \d", "amphorae = 2", WITHOUT_SUMS)),
        ("K-14", re.sub(r"wheat = 0", "wheat = 1", WITHOUT_SUMS)),
        ("K-16", changed("players = [2, 3, 4]", "players = [2, 3, 4, 5]")),
        ("K-16", changed("players = [2, 3, 4]", "players = []")),
    ],
)  # fmt: skip
def test_a_weak_design_is_a_warning_and_can_be_played(rule: str, source: Any) -> None:
    assert (rule, False) in problems(source)
    assert GAME.load_components(source, "mine.toml").warnings


FIXED = [
    ("set_points", "AM-9.5", changed("[0, 1, 3, 6, 10, 15, 21]", "[0, 1, 3, 6, 10, 15, 20]")),
    ("majority_sole", "AM-9.8", changed("majority_sole = 4", "majority_sole = 5")),
    ("majority_tied", "AM-9.9", changed("majority_tied = 2", "majority_tied = 1")),
    ("row_size", "AM-2.10", changed("row_size = 6", "row_size = 5")),
]


@pytest.mark.rule("AM-9.5", "AM-9.8", "AM-9.9", "AM-2.10")
@pytest.mark.parametrize("field,rule,source", FIXED, ids=[field for field, _, _ in FIXED])
def test_a_value_that_the_rules_fix_is_changed_with_a_warning_or_as_a_variant(
    field: str, rule: str, source: Any
) -> None:
    warning = next(p for p in GAME.check_components(source, "mine.toml") if p.rule == "K-15")
    assert not warning.is_error
    assert field in str(warning)
    assert rule in str(warning)
    assert "K-15" not in {problem for problem, _ in problems("variant = true\n" + source)}


@pytest.mark.rule("AM-1.13")
def test_a_set_is_refused_for_another_number_of_players_than_it_is_for() -> None:
    for_two = GAME.load_components(changed("players = [2, 3, 4]", "players = [2]"), "mine.toml")
    assert registry.make_ruleset(GAME, 2, components=for_two).n_seats == 2
    with pytest.raises(BadOptions, match=r"are for 2 players, not for 4 \(K-16\)") as caught:
        registry.make_ruleset(GAME, 4, components=for_two)
    assert caught.value.rule == "K-16"
    assert "für 2 Personen, nicht für 4" in caught.value.said(Speaker("de"))
    nobody = GAME.load_components(changed("players = [2, 3, 4]", "players = []"), "mine.toml")
    with pytest.raises(BadOptions, match="K-16"):
        registry.make_ruleset(GAME, 2, components=nobody)


def test_what_was_begun_with_such_a_set_goes_on() -> None:
    """Records name their rules version; they replay whatever the file says."""
    for_two = GAME.load_components(changed("players = [2, 3, 4]", "players = [2]"), "mine.toml")
    assert registry.make_ruleset(GAME, 4, components=for_two, version=GAME.rules_version).n_seats == 4


@pytest.mark.parametrize(
    "language,one,many",
    [("en", "mine.toml breaks 1 constraint:", "breaks 2 constraints:"),
     ("de", "mine.toml verletzt 1 Bedingung:", "verletzt 2 Bedingungen:")],
)  # fmt: skip
def test_broken_constraints_are_counted_in_words(language: str, one: str, many: str) -> None:
    pink = changed('suit = "red"', 'suit = "pink"')
    texts = []
    for source in (pink, changed("coins = 3", "coins = -3", source=pink)):
        with pytest.raises(BadComponents) as caught:
            GAME.load_components(source, "mine.toml")
        texts.append(caught.value.said(Speaker(language)))
    assert one in texts[0]
    assert many in texts[1]
    assert all("K-2: " in line for text in texts for line in text.splitlines()[1:])


def test_several_problems_are_all_reported_at_once() -> None:
    source = changed("coins = 3", "coins = -3", source=changed('suit = "red"', 'suit = "pink"'))
    with pytest.raises(BadComponents) as caught:
        GAME.load_components(source, "mine.toml")
    assert len([p for p in caught.value.problems if p.is_error]) == 2
    assert "mine.toml breaks 2 constraints:" in str(caught.value)


@pytest.mark.rule("AM-1.1")
def test_a_variant_may_have_other_numbers_of_cards() -> None:
    small = re.sub(r"  \{ id = \"(G-[CDE]|R-I?[IV]{2,})\d.*\n", "", WITHOUT_SUMS)
    small = small.replace('["A", "B", "C", "D", "E"]', '["A", "B"]').replace('["I", "II", "III", "IV"]', '["I"]')
    assert ("K-1", True) in problems(small)
    variant = "variant = true\n" + small
    assert ("K-1", False) in problems(variant)
    rules: Any = registry.make_ruleset(GAME, 2, components=GAME.load_components(variant, "small.toml"))
    assert (rules.cards.deck_size(0), rules.cards.deck_size(1)) == (12, 8)
    s: Any = rules.start()
    while s.to_move() != -2:
        rules.check(s)
        s.apply(s.legal()[0])
    assert s.turn == 1  # two Roman cards are left after the first row


def test_layout_and_comments_do_not_change_the_hash() -> None:
    plain = GAME.load_components(SOURCE, "a").digest
    assert GAME.load_components("# mine\n\n" + SOURCE.replace(" = ", "="), "b").digest == plain
    assert GAME.load_components(changed("coins = 3", "coins = 4"), "c").digest != plain
