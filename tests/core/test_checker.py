"""What the checkers of component files share, on a game of marbles."""

from pathlib import Path
from typing import Any

import pytest

from brehon.core.checker import Checker
from brehon.core.contract import Components
from brehon.core.errors import BadComponents
from brehon.core.filegame import FileGame
from brehon.core.text import N_

GOOD = 'schema = 1\nid = "bag"\nmarbles = 5\n'


class MarbleChecker(Checker):
    rule = "MB-1"
    fields = {"schema": int, "id": str, "marbles": int}
    optional = {"variant": bool}

    def check(self) -> None:
        if self.raw["marbles"] != 5:
            self.count("MB-2", N_("there must be five marbles"))
        if self.raw["marbles"] == 0:
            self.error("MB-3", N_("the bag is empty"))

    def make(self, name: str, digest: Any, source: Any, builtin: Any) -> Components:
        return Components(name if builtin else self.raw["id"], digest, source, builtin, [])  # type: ignore[arg-type]


class Marbles(FileGame):
    make_ruleset = face = None  # type: ignore[assignment]

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def checker(self) -> Any:
        return MarbleChecker


@pytest.fixture
def game(tmp_path: Path) -> Marbles:
    (tmp_path / "bag.toml").write_text(GOOD)
    return Marbles(tmp_path)


def found(game: Any, source: Any) -> list[tuple[Any, Any, str]]:
    return [(problem.rule, problem.is_error, str(problem.text)) for problem in game.check_components(source, "x")]


@pytest.mark.parametrize(
    ("source", "rule", "says"),
    [
        (GOOD.replace("marbles = 5\n", ""), "MB-1", "field marbles is missing"),
        (GOOD.replace("5", '"5"'), "MB-1", "field marbles must be of type int"),
        (GOOD.replace("5", "true"), "MB-1", "field marbles must be of type int"),
        (GOOD + "colour = 1\n", "MB-1", "field colour is not known"),
        (GOOD + "variant = 1\n", "MB-1", "field variant must be of type bool"),
        (GOOD.replace("schema = 1", "schema = 2"), "MB-1", "schema is 2"),
        ("marbles = ", "MB-1", "not a TOML file"),
        (GOOD.replace("5", "6"), "MB-2", "five marbles"),
    ],
)
def test_what_is_wrong_with_a_file_is_named_with_its_constraint(game: Any, source: Any, rule: str, says: str) -> None:
    ((broken, is_error, text),) = found(game, source)
    assert (broken, is_error) == (rule, True)
    assert says in text
    with pytest.raises(BadComponents):
        game.load_components(source, "x")


def test_constraints_of_the_game_are_not_asked_of_a_file_with_wrong_fields(game: Any) -> None:
    assert [rule for rule, _, _ in found(game, GOOD.replace("5", "0") + "colour = 1\n")] == ["MB-1"]


def test_the_numbers_of_the_printed_game_only_warn_a_variant(game: Any) -> None:
    source = GOOD.replace("5", "6") + "variant = true\n"
    assert [(rule, is_error) for rule, is_error, _ in found(game, source)] == [("MB-2", False)]
    assert [problem.rule for problem in game.load_components(source, "x").warnings] == ["MB-2"]


def test_built_in_sets_are_the_files_of_the_folder_and_comments_do_not_change_the_digest(game: Any) -> None:
    assert game.builtin_components() == ["bag"]
    own = game.load_components(game.read_builtin("bag"), "bag", builtin=True)
    assert (own.name, own.builtin) == ("bag", True)
    assert game.load_components("# mine\n" + GOOD, "bag", builtin=True).digest == own.digest
    assert game.load_components(GOOD.replace("5", "6") + "variant = true", "y").digest != own.digest


def test_a_file_of_ones_own_never_goes_by_the_name_of_a_built_in_set(game: Any) -> None:
    assert game.load_components(GOOD, "x").name == "bag-changed"
    assert game.load_components(GOOD.replace('"bag"', '"sack"'), "x").name == "sack"


def test_weights_are_read_if_there_are_any(game: Any) -> None:
    assert game.read_weights() == ""
    (game.folder / "weights.json").write_text("{}")
    assert game.read_weights() == "{}"
