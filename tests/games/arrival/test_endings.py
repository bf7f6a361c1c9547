"""The golden games of The Arrival end in every way: overrun and prevailed, by the limit and by the last round, won and shared."""

from typing import Any

import pytest

from brehon.games.arrival.scoring import is_overrun
from tests.goldens import GAMES, play


@pytest.mark.rule("AR-17.1", "AR-17.4", "AR-18.2", "AR-18.11")
def test_the_golden_games_end_in_every_way() -> None:
    ends: Any = {name: play(*GAMES[name]).state for name in GAMES if name.startswith("arrival")}
    assert {(is_overrun(s), bool(s.flag)) for s in ends.values()} == {
        (o, f) for o in (True, False) for f in (True, False)
    }
    assert ends["arrival-2-shared"].places() == [1, 1]
    assert is_overrun(ends["arrival-2-overrun-by-limit"])
    assert not is_overrun(ends["arrival-4-prevailed-by-limit"])
    assert ends["arrival-4-prevailed-by-limit"].flag
    assert ends["arrival-3-prevailed"].round == ends["arrival-3-prevailed"].table.rounds
