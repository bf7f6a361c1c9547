"""Whatever is done to a record: both verifiers accept it, or both refuse it. Records of the first edition hold as before."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brehon.core.canon import digest
from brehon.core.errors import BadRecord
from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.fairness import verifier
from tests.fairness.changes import change
from tests.fairness.tables import OTHER, SERVER, forge, small_games
from tests.records import released

RECORDS = released()
MANY = settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])


def ours(text: str) -> bool:
    try:
        verify(read_record(text))
    except BadRecord:
        return False
    return True


def theirs(text: str) -> bool:
    try:
        return verifier.verify(text).finished
    except verifier.Refused:
        return False


@MANY
@given(
    which=st.sampled_from([0, 0, 1, 1, 1, 2, 2, 3]),
    seed=st.integers(0, 2**32),
    signer=st.sampled_from([SERVER, OTHER, None]),
)
def test_the_two_verifiers_agree_on_every_change(which: Any, seed: Any, signer: Any) -> None:
    raw = change(small_games()[which], Random(seed))
    text = json.dumps(raw) if signer is None else forge(raw, signer)
    assert ours(text) == theirs(text)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_of_the_first_edition_are_proved_as_before_and_written_again_as_they_are(path: Any) -> None:
    text = path.read_text("utf-8")
    record = read_record(text)
    assert record.lock is None
    verify(record)
    raw = json.loads(text)
    raw.pop("lab", None)
    assert {**raw, "options": {**record.options, **raw["options"]}} == {
        **json.loads(record.to_json()), "digest": raw["digest"],
    }  # fmt: skip


def test_a_record_of_the_first_edition_is_not_taken_for_one_of_the_second() -> None:
    raw = json.loads(RECORDS[0].read_text("utf-8"))
    raw["format"] = "brehon record 2"
    body = {name: value for name, value in raw.items() if name != "digest"}
    assert not ours(json.dumps({**body, "digest": digest(body)}))
    with pytest.raises(verifier.Refused):
        verifier.verify(RECORDS[0].read_text("utf-8"))
