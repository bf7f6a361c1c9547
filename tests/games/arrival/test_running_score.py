"""The running score of The Arrival says how the game would end if everybody passed now; and the fame that breaks ties."""

from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.conformance import check_state, law_of_records, play_by_the_laws
from brehon.core.contract import CHANCE, OVER
from brehon.core.play import draw
from brehon.core.text import Speaker
from brehon.games.arrival import GAME
from brehon.games.arrival import state as phases
from brehon.games.arrival.actions import KEEPS
from brehon.games.arrival.data import MASTER, copies
from brehon.games.arrival.face import FACE
from brehon.games.arrival.observe import ArrivalObserver
from brehon.games.arrival.scoring import elements
from tests.games.arrival.builders import a_state, do

R, G = 0, 1
EARNED = {"overrun_tiebreak_fame": "earned_total"}


@pytest.mark.rule("AR-18.3", "AR-14.10d")
def test_an_active_master_builder_is_not_counted_before_the_end() -> None:
    s = a_state("R:p1", "p3 p2", leaders="RG", R={"corruption": 5, "discs": 2, "tiles": "master_builder"})
    assert (elements(s, R), s.scores()[R]) == (2, -5)


@pytest.mark.rule("AR-18.3", "AR-12.5")
@pytest.mark.parametrize("discs,swords,shields,count", [(2, 2, 2, 3), (1, 1, 0, 2), (0, 0, 0, 0), (4, 0, 0, 3)])
def test_of_more_than_three_items_three_count(discs: int, swords: int, shields: int, count: int) -> None:
    s = a_state("R:p1", "p3 p2", leaders="RG",
                R={"discs": discs, "swords": swords, "shields": shields, "tiles": "geese bard"})  # fmt: skip
    assert elements(s, R) == count + 2


@pytest.mark.rule("AR-18.3", "AR-18.5")
def test_items_that_cannot_be_kept_do_not_name_the_wrong_leader() -> None:
    s = a_state("R:p1 G:q1", "p3 p2", leaders="RG", round=6,
                R={"corruption": 8, "discs": 6}, G={"corruption": 7, "discs": 2})  # fmt: skip
    assert (s.scores(), s.places()) == ([-7, -7], [1, 1])
    s.fame[R] = 5
    assert s.places() == [1, 2]
    s.corruption[G] = 6
    assert (s.scores(), s.places()) == ([-7, -6], [2, 1])


def let_all_pass(s: Any) -> Any:
    """The rest of the round if everybody only passes and keeps as much as he can."""
    s.flag = 1  # the game ends with this round
    s.held = [0] * s.n_seats  # no Fomori keep a leader from passing
    t = s.table
    while s.to_move() != OVER:
        legal = s.legal()
        if s.phase == phases.KEEP:
            s.apply(max(legal, key=lambda action: sum(KEEPS[action - t.keep])))
        elif s.phase == phases.MASTER:
            s.apply(t.stop)
        else:
            s.apply(t.pass_action if t.pass_action in legal else t.end_turn)
    return s


@pytest.mark.rule("AR-18.3", "AR-14.10d", "AR-12.5")
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_if_all_pass_the_running_score_comes_true(n_seats: int) -> None:
    """A law over all decisions of the action phases of random games."""
    rules = registry.make_ruleset(GAME, n_seats)
    asked = with_master = with_many = 0
    for seed in range(12):
        rng, s = Random(seed), rules.start()
        while s.to_move() != OVER:
            if s.phase in (phases.TURN, phases.KEEP, phases.MASTER):  # type: ignore[attr-defined]
                end = let_all_pass(s.clone())
                assert (end.scores(), end.places()) == (s.scores(), s.places())
                asked += 1
                with_master += any(copies(pile, MASTER) for pile in s.tiles)  # type: ignore[attr-defined]
                with_many += any(sum(i) > 3 for i in zip(s.discs, s.swords, s.shields, strict=True))  # type: ignore[attr-defined]
            actions = s.legal()
            s.apply(draw(s, rng) if s.to_move() == CHANCE else actions[rng.randrange(len(actions))])
    assert asked > 1000
    assert min(with_master, with_many) > 100


# -- overrun_tiebreak_fame


def overrun(options: Any, **of_r: Any) -> Any:
    return a_state("R:p1 G:q1", "p3 p2", phase=phases.ENDED, leaders="RG", options=options,
                   R={"corruption": 5, "fame": 6, **of_r}, G={"corruption": 5, "fame": 8})  # fmt: skip


@pytest.mark.rule("AR-18.6")
def test_by_default_the_track_breaks_the_tie_of_an_overrun_game() -> None:
    assert overrun({}).places() == [2, 1]
    assert overrun({"overrun_tiebreak_fame": "track"}).places() == [2, 1]


@pytest.mark.rule("AR-18.6")
@pytest.mark.parametrize("earned,places", [(10, [1, 2]), (8, [1, 1]), (6, [2, 1])])
def test_by_choice_all_fame_ever_earned_breaks_it(earned: int, places: list[int]) -> None:
    s = overrun(EARNED, earned=earned)
    assert (s.scores(), s.places()) == ([-5, -5], places)


@pytest.mark.rule("AR-18.6", "AR-8.3", "AR-11.4")
def test_what_is_paid_stays_earned() -> None:
    s = a_state("R:p1 G:q1", "s1=monghfinn", leaders="RG", options=EARNED, R={"fame": 6, "discs": 1, "swords": 3})
    do(s, "build q2")  # an outpost next to G
    assert (s.fame[R], s.earned[R]) == (4, 6)
    do(s, "repel s1 fame")  # for a Monghfinn; q2 lies next to it
    assert (s.fame[R], s.earned[R]) == (10, 12)


@pytest.mark.rule("AR-18.6", "AR-18.10")
def test_it_decides_nothing_when_the_tribes_prevail() -> None:
    s = a_state("R:o1 G:o2", castle=False, phase=phases.ENDED, leaders="RG", options=EARNED,
                R={"fame": 9, "earned": 30, "corruption": 4}, G={"fame": 9, "corruption": 3})  # fmt: skip
    assert s.places() == [2, 1]


@pytest.mark.rule("AR-18.6")
@pytest.mark.parametrize(
    "language,words", [("en", "all fame earned breaks ties: 10"), ("de", "insgesamt verdiente Ruhm: 10")]
)
def test_the_score_sheet_names_the_fame_that_breaks_ties(language: str, words: str) -> None:
    rules, view = registry.make_ruleset(GAME, 2, EARNED, None), overrun(EARNED, earned=10).view(R)
    notes = FACE.score_sheet(rules, view)[-1].notes
    assert words in Speaker(language)(notes[R])


@pytest.mark.rule("AR-18.6")
def test_the_earned_total_is_part_of_the_state_only_where_the_option_asks_for_it() -> None:
    plain, counting = overrun({}), overrun(EARNED, earned=10)
    assert plain.earned == []
    assert counting.key().startswith(plain.key())
    other = counting.clone()
    other.earned = [one + (seat == R) for seat, one in enumerate(other.earned)]  # replaced, never changed in place
    assert counting.key() != other.key()
    assert counting.earned == [10, 8]
    assert counting.view(G).key() != other.view(G).key()
    seen, more = (ArrivalObserver(counting.table).observe(state.view(G)) for state in (counting, other))
    assert seen != more
    assert ArrivalObserver(counting.table).size == ArrivalObserver(plain.table).size + 2


@pytest.mark.rule("AR-18.6")
@pytest.mark.parametrize("n_seats", [2, 4])
def test_the_earned_total_keeps_every_law(n_seats: int) -> None:
    rules = registry.make_ruleset(GAME, n_seats, EARNED)
    play_by_the_laws(rules, 3, seed=7)
    law_of_records(rules, Random(3), 3)


@pytest.mark.rule("AR-18.6")
def test_the_option_changes_winners_but_no_move() -> None:
    """The same random games under both readings: the same plies, and some overrun game has other places."""
    differ = 0
    for seed in range(60):
        ends = []
        for options in ({}, EARNED):
            s, rng = registry.make_ruleset(GAME, 4, options).start(), Random(seed)
            while s.to_move() != OVER:
                actions = s.legal()
                s.apply(draw(s, rng) if s.to_move() == CHANCE else actions[rng.randrange(len(actions))])
            ends.append(s)
        plain, counting = ends
        assert counting.key().startswith(plain.key())
        differ += plain.places() != counting.places()
    check_state(registry.make_ruleset(GAME, 4, EARNED), counting, Random(1))
    assert differ > 0
