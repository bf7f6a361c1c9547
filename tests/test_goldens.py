"""Golden games are played again and must come out the same; records of every released rules version keep replaying."""

import pytest

from brehon.core.match import verify
from brehon.core.record import read_record
from tests.goldens import GAMES, HERE, RECORDS, play, text


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_comes_out_as_it_did(name):
    assert text(play(*GAMES[name])) == (HERE / f"{name}.txt").read_text(encoding="utf-8"), (
        "make goldens, and review the difference"
    )


def test_no_golden_game_is_left_over():
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_of_an_earlier_day_still_replays_and_proves_itself(path):
    record = read_record(path.read_text(encoding="utf-8"))
    assert verify(record).is_over


@pytest.mark.rule("AM-10.1", "AM-10.2", "AM-10.3")
def test_the_golden_games_of_armorica_end_in_every_way():
    ends = {name: play(*GAMES[name]).state for name in GAMES if name.startswith("armorica")}
    assert {tuple(sorted(state.places())) for state in ends.values()} >= {(1, 2), (1, 1), (1, 2, 3), (1, 2, 3, 4)}
    tied = ends["armorica-2-won-by-coins"]
    assert len(set(tied.scores())) == 1
    assert sorted(tied.places()) == [1, 2]
    assert {state.turn for state in ends.values()} == {6, 8, 12}
