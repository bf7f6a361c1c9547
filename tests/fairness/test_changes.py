"""5,000 single changes of signed records: none of them is accepted under the key of the server that signed."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from brehon.cli.verify import Expected
from brehon.core.canon import canonical
from brehon.core.errors import BadRecord
from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.effort import tries
from tests.fairness.changes import change
from tests.fairness.tables import OTHER, SERVER, Played, forge, small_games

EACH = 125  # changes of a run
RUNS = (
    [(0, run) for run in range(12)]
    + [(1, run) for run in range(14)]
    + [(2, run) for run in range(10)]
    + [(3, run) for run in range(4)]
)
TRIED = RUNS[:: tries(4, long=1)]
EXPECTED = Expected(key=SERVER.public)


def verdict(text: str) -> str:
    """Why a record is refused; empty if it is not."""
    try:
        record = read_record(text)
        EXPECTED.check(record, verify(record), str)  # type: ignore[arg-type]
    except BadRecord as error:
        return str(error)
    return ""


def put_key(raw: dict[str, Any]) -> bool:
    """Name the other key in the lock, so that everything is signed as it should be; whether there is still a lock."""
    lock = raw["fair"].get("lock") if isinstance(raw.get("fair"), dict) else None
    if isinstance(lock, dict):
        lock["key"] = OTHER.public
    return isinstance(lock, dict)


def body(raw: dict[str, Any]) -> bytes:
    return canonical({name: value for name, value in raw.items() if name not in ("digest", "signatures")})


def judge(played: Played, rng: Random) -> str:
    """Make one change and try every way to get it accepted; how it was found out at the last."""
    raw = change(played, rng)
    if body(raw) == body(played.raw):  # the digest or a signature: to put them right would be to take the change back
        assert verdict(json.dumps(raw)), f"accepted: {raw}"
        return "form"
    as_is, other_signature = verdict(forge(raw)), verdict(forge(raw, OTHER))
    assert as_is, f"accepted with the signatures of the server: {raw}"
    assert other_signature, f"accepted with the signatures of another key: {raw}"
    if not put_key(raw):
        return "form"
    other_key = verdict(forge(raw, OTHER))
    assert other_key, f"accepted with another key in the lock: {raw}"
    return "key" if "signed by another key" in other_key else "contents"


def test_there_are_five_thousand_changes_and_every_record_is_among_those_that_are_tried() -> None:
    assert len(RUNS) * EACH == 5000
    assert {which for which, _ in TRIED} == {which for which, _ in RUNS}


@pytest.mark.slow
@pytest.mark.parametrize(("which", "run"), TRIED, ids=lambda value: str(value))
def test_no_single_change_is_accepted_under_the_key_of_the_server(which: Any, run: Any) -> None:
    rng = Random(f"{which} {run}")
    ways = Counter(judge(small_games()[which], rng) for _ in range(EACH))
    assert ways["contents"] > EACH / 4  # most changes are refused for what they are ...
    assert ways["key"] > EACH / 20  # ... but some games are perfect, and only the key tells


def test_the_records_themselves_are_accepted_so_that_the_changes_are_what_is_refused() -> None:
    for played in small_games():
        assert verdict(played.text) == ""
        assert verdict(forge(played.raw)) == ""
