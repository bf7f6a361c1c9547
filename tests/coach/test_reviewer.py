"""The review of a finished game: the same however often it was interrupted, fair to what each seat knew."""

from __future__ import annotations

from random import Random

import pytest

from brehon.coach.data import BLUNDER, INACCURACY, MISTAKE, kind_of, read_review
from brehon.coach.qualities import COMPILED, FEWEST, INTERPRETED, MOST, choices, iterations_for
from brehon.coach.reliability import calibration, reliability
from brehon.coach.reviewer import Reviewer, judge_digest, record_digest
from brehon.coach.seatings import accuracy_of, swing, turns_of
from brehon.core import registry
from brehon.core.contract import CHANCE
from brehon.core.errors import BadRecord
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.lab.review_parts import cuts
from tests.coach.games import FEW, finished, quick, reviewed, whole
from tests.coach.measure import planted, search_for


def test_a_review_that_was_interrupted_goes_on_with_the_same_result() -> None:
    match = finished("armorica")
    straight = reviewed("armorica")
    for stop in (1, 32, 33, len(straight.moments) - 1):
        again = quick(match, FEW["armorica"])
        rest = [moment for _, moment in zip(range(3), again.moments(stop), strict=False)]
        assert rest == straight.moments[stop : stop + 3]


def test_a_review_in_pieces_is_the_same_whichever_comes_first() -> None:
    """The pieces that processes of a cluster look at: tests/lab/test_dask.py has the cluster."""
    straight, match = reviewed("armorica"), finished("armorica")
    pieces = cuts(quick(match, FEW["armorica"]))
    assert [pieces[0][0], pieces[-1][1]] == [0, len(straight.moments)]
    for first, last in reversed(pieces[::5]):
        assert list(quick(match, FEW["armorica"]).moments(first, last)) == straight.moments[first:last]


@pytest.mark.parametrize("game", ["armorica", "arrival"])
def test_each_moment_begins_where_the_last_one_ended(game: str) -> None:
    review = reviewed(game)
    for before, after in zip(review.moments, review.moments[1:], strict=False):
        assert before.after == pytest.approx(after.before, abs=1e-9)
    for one in review.seats:
        assert one.final - one.first == pytest.approx(one.luck + sum(one.decisions), abs=1e-9)
        assert 0.0 <= one.accuracy <= 100.0
    assert sum(one.final for one in review.seats) == pytest.approx(1.0)


def test_a_review_is_stored_and_read_as_it_was() -> None:
    review = reviewed("armorica")
    assert read_review(review.to_json()) == review
    assert review.is_complete


def test_what_was_undone_is_not_reviewed() -> None:
    rules = registry.make_ruleset(registry.game("armorica"), 2)
    match = Match(rules, [Player("Anna"), Player("Bo")], "0" * 64, None)
    match.start()
    rng = Random(3)
    is_back = False
    while not match.is_over:
        seat = match.state.to_move()
        if not is_back and match.ply > 40 and match.back_to(seat):
            match.undo(seat, by_consent=True)
            is_back = True
            continue
        match.play(seat, rng.choice(match.legal(seat)))
    review = whole(quick(match, 2))
    assert is_back
    assert [moment.ply for moment in review.moments] == [n for n in range(match.ply) if match.is_standing(n)]
    assert len(review.moments) < match.ply - 1


def test_a_game_that_is_not_over_has_no_review() -> None:
    match = finished("armorica").at(60)
    with pytest.raises(BadRecord, match="only a finished game can be reviewed"):
        Reviewer(match, 24)


def test_a_decision_is_judged_from_what_its_seat_knew() -> None:
    """The truth is exchanged for another one that the seat cannot tell from it: the verdict stays."""
    match = finished("fallen-kingdoms", 3, "wanderer")
    reviewer = Reviewer(match, 6)
    checked = 0
    for number, ply in reviewer.plies[150:330:60]:
        if ply.seat == CHANCE:
            continue
        state = match.at(number).state
        state.turn_to(ply.seat)
        twin = state.view(ply.seat).determinize(Random(number))
        if twin.to_move() != ply.seat:
            twin.turn_to(ply.seat)
        checked += twin.key() != state.key()
        assert reviewer._judged(state, ply, number) == reviewer._judged(twin, ply, number)
    assert checked


def test_where_nothing_is_hidden_a_seat_knows_the_truth() -> None:
    assert all(moment.known == moment.after for moment in reviewed("armorica").moments)
    assert any(moment.known != moment.after for moment in reviewed("arrival").moments)


def test_only_the_decisions_of_the_seats_that_were_asked_for_are_judged() -> None:
    match = finished("armorica")
    judged = {moment.seat for moment in quick(match, 2, [1]).moments() if moment.judged is not None}
    assert judged == {1}


def test_a_lost_share_has_a_milder_name_where_it_may_be_chance() -> None:
    assert [kind_of(loss, 0.0) for loss in (0.04, 0.06, 0.12, 0.3)] == ["", INACCURACY, MISTAKE, BLUNDER]
    assert kind_of(0.22, 0.05) == MISTAKE
    assert kind_of(0.06, 0.02) == ""


def test_accuracy_counts_turns_not_steps() -> None:
    review = reviewed("arrival")
    seat = 1
    turns = turns_of(review.moments, seat)
    own = [moment for moment in review.moments if moment.seat == seat and moment.judged is not None]
    assert 0 < len(turns) < len(own)
    assert sum(lost for _, lost in turns) == pytest.approx(sum(one.judged.loss for one in own if one.judged))
    assert accuracy_of([]) < 0 < accuracy_of([(0, 0.2)]) < accuracy_of([(0, 0.05)]) < accuracy_of([(0, 0.0)]) == 100.0


def test_turning_points_are_few_large_and_in_order() -> None:
    review = reviewed("arrival")
    assert 0 < len(review.turning) <= 5
    assert review.turning == sorted(review.turning)
    largest = max(swing(moment) for moment in review.moments)
    assert largest in [swing(review.moments[index]) for index in review.turning]


def test_the_iterations_of_a_game_are_shared_by_its_decisions() -> None:
    short, long = finished("armorica"), finished("arrival")
    assert choices(short) < choices(long)
    for table, mode in ((COMPILED, "compiled"), (INTERPRETED, "interpreted, for some reason")):
        assert iterations_for(short, "normal", mode) == min(MOST, table["normal"] // choices(short))
        assert FEWEST <= iterations_for(long, "quick", mode) < iterations_for(short, "quick", mode)


def test_a_review_knows_what_was_reviewed_and_by_which_evaluation() -> None:
    match = finished("armorica")
    assert record_digest(match) == reviewed("armorica").record != record_digest(match.at(match.ply - 1))
    assert judge_digest(match.rules.game) == reviewed("armorica").judge != judge_digest(registry.game("arrival"))


def test_a_planted_blunder_is_found() -> None:
    """One game; tests/coach/measure.py has the command for many."""
    plan = planted("armorica", 2, "cottar", 2, 60)
    assert plan is not None
    match, index, loss = plan
    found = search_for(match, index, loss, 60)
    assert found.kind
    assert found.loss > 0.05


def test_how_far_a_review_can_be_trusted_is_known_for_every_game_and_number_of_seats() -> None:
    for name in registry.names():
        if calibration(name) is None:
            continue
        game = registry.game(name)
        for n_seats in game.seats:
            found = reliability(name, n_seats, judge_digest(game))
            assert found is not None, (name, n_seats)
            assert 0 < found.still_best <= found.as_good <= found.decisions
            assert 0.0 < found.error < 0.1
        assert reliability(name, min(game.seats), "another evaluation") is None
    assert reliability("arrival", 2, judge_digest(registry.game("arrival"))).is_blind  # type: ignore[union-attr]
    assert not reliability("armorica", 2, judge_digest(registry.game("armorica"))).is_weak  # type: ignore[union-attr]
