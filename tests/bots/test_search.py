"""The search: what it may know, what it must find, what it costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from brehon.bots.base import UNSEEN, Bot, Budget, seen_by
from brehon.bots.evaluation import Hand, result
from brehon.bots.ismcts import Search, Searcher, Settings
from brehon.bots.levels import LEVELS, player
from brehon.bots.seated import Seated
from brehon.bots.tree import Node
from brehon.core import registry
from brehon.core.contract import CHANCE, EVERYBODY, OVER
from brehon.core.errors import BadOptions
from brehon.core.match import Match
from brehon.core.play import any_of, draw
from brehon.core.record import Player
from brehon.games.fallen_kingdoms.state import SURRENDER
from tests.bots import toys
from tests.bots.toys import CupsView, Doors, InTurn, PeekingView
from tests.toy import GAME as HARBOUR

GAMES = [("armorica", 2), ("armorica", 4), ("arrival", 2), ("arrival", 3), ("fallen-kingdoms", 3)]
FEW = Budget(6)


def searcher() -> Searcher:
    return Searcher(Hand(), Settings())


def visits(bot: Any, view: Any, legal: Any, budget: Any, seed: int) -> Any:
    return bot.evaluate(view, legal, budget, Random(seed)).visits


def decisions(name: str, n_seats: int, seed: int, games: Any) -> Iterator[Any]:
    """Every decision with a choice, met in random play: (state, mover)."""
    rules = registry.make_ruleset(HARBOUR if name == "toy" else registry.game(name), n_seats)
    rng = Random(seed)
    for _ in range(games):
        state = rules.start()
        while (mover := state.to_move()) != OVER:
            if mover == CHANCE:
                state.apply(draw(state, rng))
                continue
            legal = state.legal()
            if len(legal) > 1:
                yield state, mover
            state.apply(legal[int(rng.random() * len(legal))])


def by_phase(name: str, n_seats: int, secret: Any) -> Any:
    """For each phase that random play reaches: a decision, with another state that looks the same to the one who decides.

    Where one is needed for a secret to matter, a decision is taken at which such a state differs from the true one.
    """
    found: dict[Any, Any] = {}
    rng = Random(7)
    for state, mover in decisions(name, n_seats, seed=3, games=2 if name == "fallen-kingdoms" else 1):
        have = found.get(state.phase)
        if have is not None and (have[3] or not secret):
            continue
        view = state.view(mover)
        other = view.determinize(rng)
        differs = other.key() != state.key()
        if have is None or differs:
            found[state.phase] = (state.clone(), other, mover, differs)
    return found


# -- fairness


@pytest.mark.parametrize(("name", "n_seats"), [*GAMES, ("toy", 2), ("toy", 3)])
def test_two_states_that_look_the_same_to_the_mover_give_the_same_move_and_the_same_visits(
    name: Any, n_seats: Any
) -> None:
    game = HARBOUR if name == "toy" else registry.game(name)
    found = by_phase(name, n_seats, game.has_secrets)
    assert any(differs for *_, differs in found.values()) == game.has_secrets, "a test that could not fail"
    for state, other, mover, _ in found.values():
        other.turn_to(mover)
        legal = state.legal()
        assert legal == other.legal()
        budget = Budget(3) if name == "fallen-kingdoms" else FEW  # its playouts go to the end of a long turn
        for level in LEVELS.values():
            chosen = []
            for view in (state.view(mover), other.view(mover)):
                if isinstance(level.bot, Searcher):
                    chosen.append(visits(level.bot, view, legal, budget, 5))
                else:
                    chosen.append(level.bot.choose(view, legal, budget, Random(5)))
                    assert chosen[-1] in legal
            assert chosen[0] == chosen[1], f"{level.name} knows what it cannot know in phase {state.phase}"


def test_who_does_not_know_where_the_pea_is_settles_for_a_draw() -> None:
    state = toys.Cups([toys.HIDE])
    legal = state.legal()
    fair = visits(searcher(), CupsView(state, 0), legal, Budget(400), 1)
    assert fair[legal.index(toys.SETTLE)] > 4 * fair[legal.index(toys.LOOK)]
    peeking = visits(searcher(), PeekingView(state, 0), legal, Budget(400), 1)
    assert peeking[legal.index(toys.LOOK)] > 4 * peeking[legal.index(toys.SETTLE)], (
        "the toy must tell a peeking search from a fair one"
    )


def test_the_lot_decides_among_equals_and_not_the_lowest_number() -> None:
    """To whom an invader surrenders is all one to the hand-made estimate; the lowest seat once got everything."""
    for state, mover in decisions("fallen-kingdoms", 4, 1, games=3):
        legal = state.legal()
        after = [state.clone() for _ in legal]
        for action, then in zip(legal, after, strict=True):
            then.apply(action, None)
        worth = [then.evaluator().estimate(then, mover) for then in after]
        equal = [action for action, value in zip(legal, worth, strict=True) if value > max(worth) - 1e-9]
        if state.phase == SURRENDER and len(equal) > 1:
            break
    else:
        pytest.fail("no such decision was met")
    chosen = {searcher().choose(state.view(mover), legal, Budget(1), Random(seed)) for seed in range(40)}
    assert chosen == set(equal)


def test_the_guard_does_not_know_which_door_is_taken_in_secret() -> None:
    state = Doors()
    found = searcher().evaluate(state.view(0), state.legal(), Budget(600), Random(1))
    assert found.visits[toys.STAY] < min(found.visits[1:]), "each door is better than staying"
    assert found.shares[0] == pytest.approx(2 / 3, abs=0.08)
    open_game = InTurn()
    seen = searcher().evaluate(open_game.view(0), open_game.legal(), Budget(600), Random(1))
    assert seen.visits[toys.STAY] > 2 * max(seen.visits[1:]), "with open cards staying is best"


def test_a_choice_that_is_already_sealed_is_not_answered() -> None:
    state = Doors([toys.LEAVE + 1, -1], 1)
    found = searcher().evaluate(state.view(1), state.legal(), Budget(600), Random(2))
    assert found.shares[1] < 0.55, "only one door of four choices can be caught, and a draw is worth half"
    again = Doors([toys.LEAVE + 2, -1], 1)
    assert visits(searcher(), again.view(1), again.legal(), Budget(600), 2) == found.visits


# -- laws of every bot


@pytest.mark.parametrize(("name", "n_seats"), [("armorica", 3), ("arrival", 2), ("fallen-kingdoms", 3)])
def test_the_same_view_iterations_and_random_numbers_give_the_same_visits(name: str, n_seats: int) -> None:
    bot = searcher()
    for index, (state, mover) in enumerate(decisions(name, n_seats, seed=11, games=1)):
        if index % 23:
            continue
        legal = state.legal()
        first = visits(bot, state.view(mover), legal, Budget(8), index)
        bot.choose(state.view(mover), legal, Budget(3), Random(99))  # another search in between leaves no trace
        assert visits(bot, state.view(mover), legal, Budget(8), index) == first
        assert 1 <= sum(first) <= 8
        if index > 150:
            break


@pytest.mark.parametrize(("name", "n_seats"), GAMES)
def test_a_search_leaves_no_trace_in_its_view_and_finds_shares_that_add_up(name: str, n_seats: int) -> None:
    for index, (state, mover) in enumerate(decisions(name, n_seats, seed=2, games=1)):
        if index % 17:
            continue
        view = state.view(mover)
        before = view.key()
        found = searcher().evaluate(view, state.legal(), Budget(5), Random(index))
        assert view.key() == before
        assert sum(found.shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in (*found.shares, *found.values))
        if index > 100:
            break


# -- going on where the last search was


def plays(name: str, n_seats: int, seed: int, bots: Any, games: int = 1) -> Iterator[Any]:
    """(seated, state before, mover, action) of each decision of whole games played by a seated."""
    rules = registry.make_ruleset(HARBOUR if name == "toy" else registry.game(name), n_seats)
    rng = Random(seed)
    for _ in range(games):
        state = rules.start()
        seated = Seated(state, bots)
        while (mover := state.to_move()) != OVER:
            if mover == CHANCE:
                action = draw(state, rng)
            else:
                legal = state.legal()
                action = seated.bots[mover].choose(state.view(mover), legal, FEW, rng)
                if len(legal) > 1:
                    yield seated, state, mover, action
            seated.follow(mover, action)
            state.apply(action)


@pytest.mark.parametrize(("name", "n_seats"), [("armorica", 2), ("arrival", 2), ("fallen-kingdoms", 3), ("toy", 2)])
def test_a_seated_searcher_goes_on_with_its_tree_and_stays_within_the_rules(name: str, n_seats: int) -> None:
    inherited = 0
    for count, (seated, state, mover, action) in enumerate(
        plays(name, n_seats, 5, dict.fromkeys(range(n_seats), searcher()))
    ):
        assert action in state.legal()
        node = seated.bots[mover].node
        arms = node.arms[mover]
        assert set(state.legal()) <= set(arms.actions)
        assert arms.visits == sum(arms.taken)
        below = node.next.get(action)
        inherited += below is not None and mover in below.arms
        if count == 60:
            break
    assert inherited > 5 or name not in ("arrival", "fallen-kingdoms")  # in Armorica each take turns up a card


def test_what_an_earlier_search_has_done_counts_for_the_budget() -> None:
    state, mover = next((s, m) for s, m in decisions("fallen-kingdoms", 3, 1, 1) if s.round > 0 and len(s.legal()) > 3)
    bot: Any = searcher().sit()
    bot.choose(state.view(mover), state.legal(), Budget(40), Random(1))
    arms = bot.node.arms[mover]
    done = arms.visits
    bot.choose(state.view(mover), state.legal(), Budget(40), Random(2))
    assert bot.node.arms[mover] is arms
    assert arms.visits == done  # nothing was left to do
    bot.choose(state.view(mover), state.legal(), Budget(60), Random(2))
    assert done < arms.visits <= 60


def test_a_seat_is_told_nothing_that_it_does_not_see() -> None:
    told: Any = {0: [], 1: [], 2: []}

    class Listener(Bot):
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def choose(self, view: Any, legal: Any, budget: Any, rng: Any) -> Any:
            return legal[int(rng.random() * len(legal))]

        def sit(self) -> Any:
            return Listener(self.seat)

        def see(self, step: Any) -> None:
            told[self.seat].append(step)

    rules = registry.make_ruleset(registry.game("fallen-kingdoms"), 3)
    state = rules.start()
    seated = Seated(state, {seat: Listener(seat) for seat in range(3)})
    rng = Random(4)
    hidden = 0
    for _ in range(400):
        mover = state.to_move()
        if mover == OVER:
            break
        action = (
            draw(state, rng)
            if mover == CHANCE
            else seated.bots[mover].choose(state.view(mover), state.legal(), FEW, rng)
        )
        several = state.movers() & (state.movers() - 1)
        witnesses = state.witnesses()
        seated.follow(mover, action)
        state.apply(action)
        for seat in range(3):
            sees = not several and (witnesses == EVERYBODY or witnesses >> seat & 1)
            assert told[seat][-1] == (action if sees else UNSEEN)
            hidden += not sees
    assert hidden > 3


@pytest.mark.parametrize(("name", "n_seats"), [("armorica", 4), ("arrival", 3), ("fallen-kingdoms", 3), ("toy", 2)])
def test_seated_searchers_that_have_seen_the_same_choose_the_same(name: str, n_seats: int) -> None:
    """The tree of the last search holds nothing that the seat has not seen: another state of the same look changes nothing."""
    rules = registry.make_ruleset(HARBOUR if name == "toy" else registry.game(name), n_seats)
    rng, guesses = Random(11), Random(12)
    state = rules.start()
    true, other = searcher().sit(), searcher().sit()
    asked = 0
    while (mover := state.to_move()) != OVER and asked < 25:
        if mover == CHANCE:
            action = draw(state, rng)
        elif mover == 0:
            legal = state.legal()
            view = state.view(0)
            action = true.choose(view, legal, FEW, Random(asked))
            alike = view.determinize(guesses)
            if alike.to_move() != 0:
                alike.turn_to(0)
            assert other.choose(alike.view(0), alike.legal(), FEW, Random(asked)) == action
            if len(legal) > 1:
                assert true.node.arms[0].taken == other.node.arms[0].taken  # type: ignore[attr-defined]
                asked += 1
        else:
            action = any_of(state.legal(), rng)
        for bot in (true, other):
            bot.see(seen_by(0, state, action))
        state.apply(action)
    assert asked >= 10 or name == "toy"


def test_where_others_had_to_decide_in_another_state_something_can_be_drawn() -> None:
    """What the seat has seen may be the same before a decision in one possible state and before a draw in another."""
    state = registry.make_ruleset(registry.game("armorica"), 2).start()
    while state.to_move() != CHANCE:
        state.apply(state.legal()[0])
    search = Search(state.view(0), Hand(), Settings(), Random(1))
    node = Node()
    for step in range(9):
        node.after(step)
    assert search.step_by_chance(state, node) in node.next.values()
    assert len(node.drawn) == 1


def test_after_an_undo_everybody_begins_anew() -> None:
    rules = registry.make_ruleset(registry.game("fallen-kingdoms"), 3)
    match = Match(rules, [Player(str(seat)) for seat in range(3)], "00" * 32)
    seated: Any = Seated(match.state, {seat: searcher() for seat in range(3)})
    match.start()
    rng = Random(2)
    for _ in range(3000):
        seated.catch_up(match)
        seat = match.state.to_move()
        if match.why_no_undo(seat) is None and seated.bots[seat].node is not None:
            match.undo(seat)
            seated.catch_up(match)
            assert seated.bots[seat].node is None
            assert seated.state.key() == match.state.key()
            assert seated.known == match.ply
            return
        match.play(seat, seated.bots[seat].choose(match.view(seat), match.legal(seat), Budget(3), rng))
    raise AssertionError("nothing could be taken back")


@pytest.mark.timed
def test_a_forced_move_costs_nothing() -> None:
    state = toys.Cups([toys.HIDE, toys.LOOK])
    assert state.legal() == [toys.NOD]
    begin = time.perf_counter()
    assert searcher().choose(state.view(1), [toys.NOD], Budget(0, 60.0), Random(1)) == toys.NOD
    assert searcher().evaluate(state.view(1), [toys.NOD], Budget(0, 60.0), Random(1)).iterations == 0
    assert time.perf_counter() - begin < 5


@pytest.mark.timed
def test_a_budget_in_seconds_is_kept() -> None:
    state, mover = next(decisions("fallen-kingdoms", 6, seed=1, games=1))
    begin = time.perf_counter()
    searcher().choose(state.view(mover), state.legal(), Budget(0, 0.2), Random(1))
    assert time.perf_counter() - begin < 2, "on a machine that is busy with other things"


def test_a_search_stops_as_soon_as_the_choice_is_decided() -> None:
    state = toys.Cups([toys.HIDE])
    found = searcher().evaluate(CupsView(state, 0), state.legal(), Budget(2000), Random(1))
    assert found.iterations < 2000
    assert max(found.visits) > 2000 - found.iterations + min(found.visits)


def test_every_action_gets_a_try_when_the_budget_allows_it() -> None:
    state, mover = next(decisions("armorica", 2, seed=1, games=1))
    found = searcher().evaluate(state.view(mover), state.legal(), Budget(1500), Random(1))
    assert min(found.visits) >= 1


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "n_seats"), GAMES)
def test_compiled_and_interpreted_search_alike(name: str, n_seats: int) -> None:
    command = [sys.executable, "-m", "tests.bots.visits", name, str(n_seats)]
    told = [
        subprocess.run(
            command, env={**os.environ, "BREHON_PURE": pure}, capture_output=True, text=True, check=True
        ).stdout
        for pure in ("0", "1")
    ]
    compiled, interpreted = (json.loads(text) for text in told)
    assert compiled["mode"] == "compiled"
    assert interpreted["mode"] != "compiled"
    assert compiled["visits"] == interpreted["visits"]


# -- judging


@pytest.mark.parametrize(("name", "n_seats"), GAMES)
def test_the_judge_gives_shares_and_knows_the_result(name: str, n_seats: int) -> None:
    rules = registry.make_ruleset(registry.game(name), n_seats)
    state, rng, judge = rules.start(), Random(4), Hand()
    while (mover := state.to_move()) != OVER:
        if mover != CHANCE:
            shares = judge.shares(state)
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= 0
        legal = state.legal()
        state.apply(draw(state, rng) if mover == CHANCE else legal[int(rng.random() * len(legal))])
    assert judge.shares(state) == result(state)


def test_a_shared_win_is_shared() -> None:
    assert result(Doors([toys.STAY, toys.GUARD])) == [0.5, 0.5]


# -- witnesses


@pytest.mark.parametrize(("name", "n_seats"), [*GAMES, ("toy", 3)])
def test_who_is_not_a_witness_sees_no_difference_between_what_could_happen_next(name: Any, n_seats: Any) -> None:
    rules = registry.make_ruleset(HARBOUR if name == "toy" else registry.game(name), n_seats)
    rng = Random(8)
    hidden = 0
    for _ in range(3):
        state = rules.start()
        while state.to_move() != OVER:
            legal, seen = state.legal(), state.witnesses()
            if seen >= 0 and len(legal) > 1:
                hidden += 1
                for seat in range(n_seats):
                    if not seen >> seat & 1:
                        assert len({_after(state, action, seat) for action in legal}) == 1
            state.apply(legal[int(rng.random() * len(legal))])
    assert (hidden > 0) == rules.game.has_secrets


def _after(state: Any, action: Any, seat: int) -> Any:
    twin = state.clone()
    twin.apply(action)
    return twin.view(seat).key()


# -- turns


@pytest.mark.parametrize(("name", "n_seats"), GAMES)
def test_everybody_knows_which_turn_it_is(name: str, n_seats: int) -> None:
    rng = Random(2)
    for state, mover in decisions(name, n_seats, seed=5, games=1):
        assert state.view(mover).determinize(rng).turn_of() == state.turn_of()


def test_a_defender_who_answers_does_not_end_the_attackers_turn() -> None:
    turns: dict[int, set[int]] = {}
    for state, mover in decisions("fallen-kingdoms", 3, seed=6, games=2):
        if state.round > 0:
            turns.setdefault(state.turn_of(), set()).add(mover)
    assert any(len(movers) > 1 for movers in turns.values())
    assert len(turns) > 9


# -- players


def test_a_player_can_be_given_a_budget_of_its_own() -> None:
    assert player("warrior@200").budget.iterations == 200
    assert player(" Warrior@0.05s ").budget.seconds == 0.05
    assert player("warrior@200").name == "warrior@200"
    assert player("cottar") is LEVELS["cottar"]


@pytest.mark.parametrize(
    "spec", ["warrior@", "warrior@0", "warrior@-3", "warrior@2x", "warrior@0s", "warrior@1e9", "wariror@5"]
)
def test_a_budget_that_cannot_be_read_is_explained(spec: str) -> None:
    with pytest.raises(BadOptions, match=r"warrior@200|did you mean 'warrior'"):
        player(spec)


def comparing(**settings: Any) -> Searcher:
    return Searcher(Hand(), Settings(compare=True, **settings))


@pytest.mark.parametrize("heat", [0.0, 0.05])
def test_a_search_that_compares_plays_what_its_judge_likes_best_when_it_may_look_only_once(heat: float) -> None:
    for state, mover in decisions("armorica", 2, 4, 1):
        legal = state.legal()
        shares = []
        for action in legal:
            after = state.clone()
            after.apply(action, None)
            shares.append(Hand().shares(after)[mover])
        chosen = comparing(heat=heat).choose(state.view(mover), legal, Budget(1), Random(1))
        assert shares[legal.index(chosen)] == pytest.approx(max(shares))


@pytest.mark.parametrize(("name", "n_seats"), GAMES)
def test_a_search_that_compares_keeps_the_promises_of_every_search(name: str, n_seats: int) -> None:
    met = 0
    for state, mover in decisions(name, n_seats, 2, 1):
        met += 1
        if met % 40 != 3:
            continue
        view, legal = state.view(mover), state.legal()
        before = view.key()
        one, two = (comparing().evaluate(view, legal, Budget(8), Random(5)) for _ in range(2))
        assert one.visits == two.visits
        assert sum(one.visits) == one.iterations - 1  # the first look compares
        assert sum(one.shares) == pytest.approx(1.0)
        assert view.key() == before
    assert met > 3


def test_who_compares_settles_for_a_draw_too() -> None:
    state = toys.Cups([toys.HIDE])
    legal = state.legal()
    fair = visits(comparing(), CupsView(state, 0), legal, Budget(400), 1)
    assert fair[legal.index(toys.SETTLE)] > 2 * fair[legal.index(toys.LOOK)]


def test_the_nth_tries_of_all_actions_have_the_same_luck_where_that_is_asked() -> None:
    state, mover = next(decisions("armorica", 2, 2, 1))
    for alike in (True, False):
        luck: list[list[float]] = []
        for action in state.legal()[:2]:
            search = Search(state.view(mover), Hand(), Settings(alike=alike), Random(3), None, [action])
            luck.append([])
            for _ in range(3):
                search.iterate()
                search.rng = search.source
                search.select(state.clone(), search.root, mover, state.legal())
                luck[-1].append(search.rng.random())
            assert (search.rng is search.source) != alike
        if alike:
            assert luck[0] == luck[1]
            assert len(set(luck[0])) == 3


@pytest.mark.parametrize(("name", "n_seats"), [("armorica", 2), ("fallen-kingdoms", 3)])
def test_a_search_with_the_same_luck_for_all_can_be_repeated(name: str, n_seats: int) -> None:
    state, mover = next(found for number, found in enumerate(decisions(name, n_seats, 2, 1)) if number > 30)
    bot = Searcher(Hand(), Settings(alike=True))
    assert visits(bot, state.view(mover), state.legal(), Budget(8), 5) == visits(
        bot, state.view(mover), state.legal(), Budget(8), 5
    )
