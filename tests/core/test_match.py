"""A match: legality at the door, whose turn it is, undo, secret choices in any order, the past."""

from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import SPECTATOR
from brehon.core.errors import IllegalAction
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, read_record
from brehon.core.verification import replay
from brehon.games.armorica.state import WINTER
from brehon.games.fallen_kingdoms.state import SPENDING
from tests import toy


def armorica(n_seats: int = 2, seed: int = 1, **options: Any) -> Any:
    rules = registry.make_ruleset(registry.game("armorica"), n_seats, options)
    match = Match(rules, [Player(f"P{seat}") for seat in range(n_seats)], seeded_secret(seed))
    match.start()
    return match


def harbour(n_seats: int = 2, seed: int = 1) -> Any:
    match = Match(registry.make_ruleset(toy.GAME, n_seats), [Player("") for _ in range(n_seats)], seeded_secret(seed))
    match.start()
    return match


def do(match: Any, seat: int, words: Any) -> None:
    match.play(seat, match.rules.space.find(words))


def play_until(match: Any, stop: Any, seed: int = 0) -> None:
    rng = Random(seed)
    while not match.is_over and not stop(match):
        seat = match.state.to_move()
        match.play(seat, rng.choice(match.legal(seat)))
    assert not match.is_over, "the position never came"


def test_chance_acts_by_itself_until_a_seat_has_to_decide() -> None:
    match = armorica()
    assert match.ply == 13  # who starts, and twelve cards
    assert match.state.to_move() >= 0


def test_a_move_out_of_turn_is_refused_and_nothing_is_recorded() -> None:
    match = armorica()
    other = 1 - match.state.to_move()
    with pytest.raises(IllegalAction, match="cannot pass: it is the turn of") as caught:
        do(match, other, "pass")
    assert caught.value.reason.code == "not-your-turn"
    assert match.ply == 13
    assert match.legal(other) == []
    assert match.offers(other).reasons == {}


def test_an_illegal_move_names_rule_need_and_have() -> None:
    match = armorica()
    with pytest.raises(
        IllegalAction, match=r"cannot take gaul 6: .* needs 6 wheat, you have 2 — AM-4\.3 \(ply 13\)"
    ) as caught:
        do(match, match.state.to_move(), "take gaul 6")
    assert (caught.value.reason.need, caught.value.reason.have) == (6, 2)


@pytest.mark.parametrize("action", [-1, 10_000])
def test_an_unknown_action_is_refused(action: int) -> None:
    match = armorica()
    with pytest.raises(IllegalAction, match="there is no such action"):
        match.play(match.state.to_move(), action)


def test_nothing_can_be_played_after_the_end() -> None:
    match = armorica()
    rng = Random(3)
    while not match.is_over:
        match.play(match.state.to_move(), rng.choice(match.legal(match.state.to_move())))
    with pytest.raises(IllegalAction, match="the game is over"):
        do(match, 0, "pass")
    assert match.record(reveal=True).places is not None


def test_a_move_that_turned_up_a_card_cannot_be_undone_alone() -> None:
    match = armorica()
    seat = match.state.to_move()
    do(match, seat, "take gaul 1")
    with pytest.raises(IllegalAction, match="a card or die was revealed"):
        match.undo(seat)


def test_with_everybodys_consent_it_can_and_the_new_draw_has_a_new_number() -> None:
    match = armorica()
    seat = match.state.to_move()
    before = match.state.key()
    do(match, seat, "take gaul 1")
    drawn = match.fair.drawn
    match.undo(seat, by_consent=True)
    assert match.state.key() == before
    do(match, seat, "take gaul 1")
    assert match.fair.drawn == drawn + 1
    again = replay(read_record(match.record(reveal=True).to_json()))
    assert again.state.key() == match.state.key()


def winter_goes_on(match: Any) -> Any:
    """The seat to move has to discard a card, and then another one."""
    twin, seat = match.state.clone(), match.state.to_move()
    twin.apply(match.legal(seat)[0], None)
    return match.state.phase == twin.phase == WINTER and twin.to_move() == seat


def test_winter_discards_can_be_taken_back_until_somebody_else_decides() -> None:
    match = armorica(seed=8)
    play_until(match, winter_goes_on)
    seat, before = match.state.to_move(), match.state.key()
    match.play(seat, match.legal(seat)[0])
    match.undo(seat)
    assert match.state.key() == before
    assert match.plies[-1].words(match.rules) == f"{seat} undo 1"
    while match.state.to_move() == seat:
        match.play(seat, match.legal(seat)[0])
    other = match.state.to_move()
    match.play(other, match.legal(other)[0])
    assert match.why_no_undo(seat).code == "other"


def test_another_seats_decision_ends_the_right_to_undo() -> None:
    match = harbour()
    do(match, 0, "hide rope")
    assert match.why_no_undo(0) is None
    assert match.why_no_undo(1).code == "other"
    do(match, 1, "hide salt")
    assert match.why_no_undo(0).code == "other"


def test_a_decision_that_reveals_something_cannot_be_undone() -> None:
    match = harbour()
    do(match, 0, "hide rope")
    do(match, 1, "hide salt")
    assert match.why_no_undo(1).code == "revealed"


def test_nothing_can_be_undone_at_the_beginning() -> None:
    assert harbour().why_no_undo(0).code == "nothing"
    with pytest.raises(IllegalAction, match="nothing to undo"):
        harbour().undo(0, by_consent=True)


def test_secret_choices_arrive_in_any_order_and_nobody_sees_them_before_the_last() -> None:
    forward, backward = harbour(3), harbour(3)
    for seat in (0, 1, 2):
        do(forward, seat, f"hide {toy.GOODS[seat]}")
    for seat in (2, 0, 1):
        assert backward.may_move(seat)
        do(backward, seat, f"hide {toy.GOODS[seat]}")
    assert forward.state.key() == backward.state.key()
    waiting = harbour(3)
    do(waiting, 1, "hide wine")
    others = [waiting.view(seat).key() for seat in (0, 2, SPECTATOR)]
    waiting.undo(1)
    do(waiting, 1, "hide rope")
    assert [waiting.view(seat).key() for seat in (0, 2, SPECTATOR)] == others
    assert not waiting.may_move(1)


def test_the_log_shows_a_seat_only_what_it_may_know() -> None:
    match = harbour()
    do(match, 0, "hide rope")
    do(match, 1, "hide salt")
    do(match, 0, "fetch")
    kinds = [[event.kind for _, event in match.log(seat)] for seat in (0, 1, SPECTATOR)]
    assert kinds == [[toy.HIDDEN, toy.SHOWN, toy.FETCHED], [toy.HIDDEN, toy.SHOWN], [toy.HIDDEN, toy.SHOWN]]


def test_the_past_can_be_looked_at_without_touching_the_present() -> None:
    match = armorica(3)
    keys = {}
    rng = Random(2)
    while not match.is_over:
        keys[match.ply] = match.state.key()
        match.play(match.state.to_move(), rng.choice(match.legal(match.state.to_move())))
    end = match.state.key()
    for ply, key in keys.items():
        assert match.at(ply).state.key() == key
    assert match.state.key() == end


def test_what_was_taken_back_leaves_the_log_but_not_the_record() -> None:
    match = harbour()
    do(match, 0, "hide rope")
    match.undo(0)
    assert match.log(0) == []
    assert [ply.words(match.rules) for ply in match.plies] == ["0 hide rope", "0 undo 1"]


# -- several decisions at once


def words_of(match: Any, *texts: Any) -> list[Any]:
    return [match.rules.space.find(text) for text in texts]


def test_several_decisions_are_carried_out_until_the_turn_ends() -> None:
    match = harbour()
    do(match, 0, "hide rope")
    do(match, 1, "hide salt")
    done = match.play_all(0, words_of(match, "ship", "ship"))
    assert done.count == 1
    assert done.why.code == "not-your-turn"
    assert match.rules.space.texts[match.plies[-1].action] == "ship"


def test_several_decisions_stop_when_a_secret_comes_to_light() -> None:
    match = harbour(n_seats=1 + 1)
    do(match, 1, "hide salt")
    done = match.play_all(0, words_of(match, "hide rope", "ship"))  # the seat is still to move, but now all is open
    assert (done.count, done.why.code) == (1, "news")


def test_several_decisions_are_refused_altogether_if_the_first_is() -> None:
    match = armorica()
    seat, before = match.state.to_move(), match.ply
    with pytest.raises(IllegalAction, match=r"AM-4\.3"):
        match.play_all(seat, words_of(match, "take gaul 6", "take gaul 1"))
    assert match.ply == before


def test_several_decisions_can_be_taken_back_one_by_one() -> None:
    match = fallen()
    play_until(match, lambda one: one.state.phase == SPENDING and one.state.points > 1 and is_far(one.state))
    seat, before = match.state.to_move(), match.state.key()
    done = match.play_all(seat, words_of(match, "spend knowledge", "spend knowledge"))
    assert (done.count, done.why) == (2, None)
    match.undo(seat)
    match.undo(seat)
    assert match.state.key() == before


def test_several_decisions_stop_where_something_else_is_to_be_decided() -> None:
    match = fallen()
    play_until(match, lambda one: one.state.phase == SPENDING and one.state.points > 1 and is_full_next(one.state))
    seat = match.state.to_move()
    done = match.play_all(seat, words_of(match, "spend knowledge", "spend knowledge"))
    assert (done.count, done.why.code) == (1, "decision")
    assert match.state.to_move() == seat


def fallen() -> Any:
    rules = registry.make_ruleset(registry.game("fallen-kingdoms"), 3)
    match = Match(rules, [Player(str(seat)) for seat in range(3)], seeded_secret(2))
    match.start()
    return match


def is_far(state: Any) -> bool:
    return state.tracks[state.active * 3 + 2] < 5  # type: ignore[no-any-return]


def is_full_next(state: Any) -> Any:
    return state.tracks[state.active * 3 + 2] == 8 and state.display
