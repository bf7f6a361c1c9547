"""Versions of the rules: a game names those still played, and each record is replayed by the rules that it was played by."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import SPECTATOR, Game
from brehon.core.errors import BadOptions, BadRecord
from brehon.core.record import digest, read_record  # type: ignore[attr-defined]
from brehon.core.verification import replay, verify
from tests.records import HERE, pin_of, pins, released

TOY_RECORDS = released("toy-harbour")
by_name = pytest.mark.parametrize("path", TOY_RECORDS, ids=lambda path: path.stem)


def with_version(text: str, version: int) -> str:
    """The same record for another version of the rules, its digest made right again: only the rules can object."""
    raw = json.loads(text)
    raw.pop("digest")
    raw["rules"] = version
    return json.dumps({**raw, "digest": digest(raw)})


def test_a_new_table_plays_by_the_newest_rules(harbour: Game) -> None:
    assert harbour.versions == [1, 2]
    rules = registry.make_ruleset(harbour, 2)
    assert (rules.version, rules.older_rules()) == (2, None)


def test_there_are_records_of_version_1_with_all_seats_an_undo_and_a_shared_victory(harbour: Game) -> None:
    records = [read_record(path.read_text("utf-8")) for path in TOY_RECORDS]
    assert {record.rules.n_seats for record in records} == set(harbour.seats)
    assert {record.rules.version for record in records} == {1}
    assert any(" undo " in line for record in records for line in record.plies)
    assert any(record.places is not None and record.places.count(1) > 1 for record in records)


@by_name
def test_a_record_of_version_1_is_proved_by_the_rules_of_version_1(harbour: Game, path: Any) -> None:
    assert pin_of(path) == pins()[path.relative_to(HERE).as_posix()]


@by_name
def test_the_rules_of_version_2_would_refuse_the_same_record(harbour: Game, path: Any) -> None:
    """The attack: if the version did not reach the rules, both would come to the same result."""
    old = read_record(path.read_text("utf-8"))
    with pytest.raises(BadRecord, match="the result is wrong"):
        verify(read_record(with_version(path.read_text("utf-8"), 2)))
    new = replay(read_record(with_version(path.read_text("utf-8"), 2)), with_result=False)
    assert old.scores is not None
    assert new.state.scores() == [2 * points for points in old.scores]


@pytest.mark.parametrize("version", [0, 3, -1])
def test_an_unknown_version_is_refused_with_those_that_there_are(harbour: Game, version: int) -> None:
    says = f"Toy Harbour has no rules version {version}; the versions are: 1, 2"
    with pytest.raises(BadOptions, match=says):
        registry.make_ruleset(harbour, 2, version=version)
    with pytest.raises(BadRecord, match=says):
        read_record(with_version(TOY_RECORDS[0].read_text("utf-8"), version))


def test_a_version_that_is_no_longer_played_is_refused(harbour: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harbour, "versions", [2])
    with pytest.raises(BadRecord, match="has no rules version 1; the versions are: 2"):
        read_record(TOY_RECORDS[0].read_text("utf-8"))


def test_a_person_who_looks_at_an_old_game_reads_what_was_different(harbour: Game) -> None:
    older = registry.make_ruleset(harbour, 2, version=1).older_rules()
    assert str(older) == "Played by rules version 1: a crate that was shipped gave one point, not two (TH-3.1)"


@pytest.mark.parametrize("name", sorted(registry.BUILTIN))
def test_the_version_reaches_the_rules_of_every_game(name: Any) -> None:
    """A rule asks `state.table.version`: it is there in states, in their clones, and in guesses from a view."""
    game = registry.game(name)
    n_seats, components = game.seats[0], registry.builtin(game, game.default_components)
    state = game.make_ruleset(n_seats, registry.complete_options(game, {}), components, 7).start()
    for one in (state, state.clone(), state.view(SPECTATOR).determinize(Random(1))):
        assert one.table.version == 7  # type: ignore[attr-defined]
