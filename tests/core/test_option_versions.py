"""Options that a record or a stored match does not name take the defaults of its rules version, not today's."""

import json
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import Choice, Option, seats_of
from brehon.core.errors import BadOptions, BadRecord
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, digest, read_record  # type: ignore[attr-defined]
from brehon.core.verification import verify
from tests import toy
from tests.records import released

RECORDS = released("fallen-kingdoms")
OLDER = [path for path in RECORDS if "newcomers" not in json.loads(path.read_text(encoding="utf-8"))["options"]]
CARGO = Option("cargo", "Which crates are there?", "TH-1.2", "b", [Choice("a", "Many"), Choice("b", "One of each")],
               before={1: "a"})  # fmt: skip
FLAGS = Option("flags", "Are there flags?", "TH-1.2", "on", [Choice("off", "No"), Choice("on", "Yes")],
               since=2, before={1: "off"})  # fmt: skip


class TidesRules(toy.HarbourRules):
    def start(self) -> Any:
        state: Any = super().start()
        if self.options["cargo"] == "b":
            state.bag = [1, 1, 1]
        return state


class TidesGame(toy.HarbourGame):
    """Toy Harbour in its second version: the usual cargo is another, and there is an option that version 1 had not."""

    def __init__(self) -> None:
        super().__init__()
        self.name, self.title = "toy-tides", "Toy Tides"
        self.options = [CARGO, FLAGS]

    def make_ruleset(self, n_seats: int, options: Any, components: Any, version: Any) -> TidesRules:
        return TidesRules(self, n_seats, options, components, version, toy.SPACE)


GAME = TidesGame()


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "game", lambda name: GAME)


def record_of(version: Any, **options: Any) -> Any:
    """A finished game of this version in which every crate was fetched."""
    match = Match(registry.make_ruleset(GAME, 2, options, version=version), [Player("")] * 2, seeded_secret(3))
    match.start()
    while not match.is_over:
        seat = match.state.to_move()
        match.play(seat, match.legal(seat)[0])
    return json.loads(match.record(reveal=True).to_json())


def without(raw: Any, *names: Any) -> Any:
    raw["options"] = {name: value for name, value in raw["options"].items() if name not in names}
    raw.pop("digest")
    return json.dumps({**raw, "digest": digest(raw)})


def test_a_record_of_version_1_without_the_option_replays_with_the_default_of_version_1() -> None:
    raw = record_of(1)
    assert raw["options"]["cargo"] == "a"
    found = read_record(without(raw, "cargo", "flags"))
    assert found.rules.options == {"cargo": "a", "flags": "off"}
    assert verify(found).is_over


def test_a_record_of_version_2_without_the_option_replays_with_the_default_of_version_2() -> None:
    raw = record_of(2)
    assert raw["options"] == {"cargo": "b", "flags": "on"}
    assert verify(read_record(without(raw, "cargo"))).is_over


def test_the_default_matters_for_the_replay() -> None:
    """What the defaults of the wrong version would do: the same plies are refused."""
    raw = record_of(1)
    raw["options"]["cargo"] = "b"
    with pytest.raises(BadRecord):
        verify(read_record(without(raw)))


def test_what_a_record_names_is_played_whatever_the_version() -> None:
    raw = record_of(1, cargo="b")
    assert read_record(without(raw, "flags")).rules.options == {"cargo": "b", "flags": "off"}


def test_a_version_before_the_option_knows_one_value_only() -> None:
    assert registry.make_ruleset(GAME, 2, {"flags": "off"}, version=1).options["flags"] == "off"
    with pytest.raises(
        BadOptions, match="option flags of Toy Tides came with rules version 2; version 1 always plays off"
    ):
        registry.make_ruleset(GAME, 2, {"flags": "on"}, version=1)


def test_a_new_table_takes_the_newest_defaults() -> None:
    assert registry.make_ruleset(GAME, 2).options == {"cargo": "b", "flags": "on"}
    assert registry.complete_options(GAME, {}) == {"cargo": "b", "flags": "on"}
    with pytest.raises(BadOptions, match=r"\(default a\)"):
        registry.make_ruleset(GAME, 2, {"cargo": "c"}, version=1)


def test_a_default_that_changed_twice() -> None:
    option = Option("x", "?", "TH-1", "c", [], before={3: "b", 1: "a"})
    assert [option.default_of(version) for version in range(1, 6)] == ["a", "b", "b", "c", "c"]


def test_there_are_records_from_before_the_newer_options() -> None:
    assert len(OLDER) == 6


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_records_from_before_the_newer_options_of_fallen_kingdoms_replay(
    path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    raw = json.loads(path.read_text(encoding="utf-8"))
    newer = {"map_layers": "first_seat", "newcomers": "none", "decline_building": "no", "surrender_strip": "keep_one"}
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.rules.options == {**raw["options"], **newer}
    assert verify(record).is_over


# -- options of seats


def test_seats_of_an_option_are_counted_from_one_for_people_and_from_zero_for_rules() -> None:
    assert seats_of("2+5") == [1, 4]
    assert seats_of("none") == []


def test_seats_of_an_option_follow_the_people_to_the_next_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = registry.game("fallen-kingdoms")
    options = registry.make_ruleset(game, 5, {"newcomers": "1+3"}).options
    after = registry.reseat(game, options, [4, 0, 1, 2, 3])
    assert after == {**options, "newcomers": "2+5"}
    assert registry.reseat(game, {**options, "newcomers": "none"}, [4, 0, 1, 2, 3])["newcomers"] == "none"
    assert registry.reseat(game, {}, [4, 0, 1, 2, 3]) == {}
