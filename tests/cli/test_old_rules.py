"""Records of an older version of the rules at the terminal: replayed by their own rules, and said so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from brehon.core.contract import Game
from brehon.core.record import digest  # type: ignore[attr-defined]
from tests.cli.program import Inside, brehon
from tests.core.test_versions import with_version
from tests.records import HERE
from tests.registered import environment

RECORD = HERE / "toy-harbour/v1/toy-harbour-2-won.json"  # 1 point against 2; by version 2 it would be 2 against 4
OLDER = "Played by rules version 1: a crate that was shipped gave one point, not two (TH-3.1)"


Run = Callable[..., str]


@pytest.fixture
def run(inside: Inside, harbour: Game) -> Run:
    """The program, in which the toy is installed; all that it says."""

    def shown(*args: str, code: int = 0) -> str:
        ended, out, err = inside(*args)
        assert ended == code, out + err
        return out + err

    return shown


def test_replay_shows_the_points_of_the_old_rule_and_says_what_was_different(run: Run) -> None:
    shown = run("replay", str(RECORD))
    assert OLDER in shown
    assert "P2 wins with 2 points." in shown


def test_the_golden_form_of_a_replay_holds_nothing_but_the_plies(run: Run) -> None:
    lines = run("replay", str(RECORD), "--text").splitlines()
    assert lines[-2].split(" | ")[:2] == ["11 P2 ship", "1,2"]
    assert lines[-1] == "places 2,1"
    assert OLDER not in lines


@pytest.mark.parametrize("picture", [False, True])
def test_show_says_it_too(run: Run, home: Path, picture: bool) -> None:
    more = ["--svg", str(home / "out.svg")] if picture else []
    assert OLDER in run("show", str(RECORD), *more)


def test_verify_proves_it_by_the_old_rules(run: Run) -> None:
    shown = run("verify", str(RECORD))
    assert "is proved" in shown
    assert "rules version 1, components toy" in shown
    assert OLDER in shown


def test_the_same_record_is_refused_by_the_rules_of_version_2(run: Run, home: Path) -> None:
    """The attack: if the version were ignored, this would be proved as well."""
    forged = home / "forged.json"
    forged.write_text(with_version(RECORD.read_text("utf-8"), 2), encoding="utf-8")
    for command in ("verify", "replay", "show"):
        assert "the result is wrong" in run(command, str(forged), code=2)


def test_an_unknown_version_is_refused(run: Run, home: Path) -> None:
    newer = home / "newer.json"
    newer.write_text(with_version(RECORD.read_text("utf-8"), 3), encoding="utf-8")
    assert "Toy Harbour has no rules version 3; the versions are: 1, 2" in run("show", str(newer), code=2)


def test_a_saved_game_of_version_1_goes_on_by_the_rules_of_version_1(home: Path) -> None:
    """Given a game that was saved before the last two shipments, it ends as it would have ended then."""
    raw = json.loads(RECORD.read_text("utf-8"))
    raw.pop("digest")
    raw.update(plies=raw["plies"][:10], result=None)
    saved = home / "saved.json"
    saved.write_text(json.dumps({**raw, "digest": digest(raw)}), encoding="utf-8")
    done = brehon(home, "play", "--resume", str(saved), stdin="\nship\n\nship\n", **environment())
    assert OLDER in done.stdout
    assert "P2 wins with 2 points." in done.stdout, done.stdout + done.stderr
