"""The statistics of balance reports: figures against hand-calculated ones, planted effects, and fair games that are left alone."""

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from brehon.core.text import Message
from brehon.core.witness import Group, Item
from brehon.lab.balance_data import Data
from brehon.lab.balance_figures import benjamini_hochberg, mean, work_out
from brehon.lab.balance_findings import BAD, Step, findings, games_needed, precision, too_few, unsettled
from brehon.lab.balance_game import Story, changes_of_lead, win_shares
from brehon.lab.intervals import Estimate, wilson


class Names:
    """A catalogue of an invented game: three cards of one group, one kind of action."""

    def __init__(self, n_seats: int = 2, n_items: int = 3) -> None:
        self.n_seats = n_seats
        items = [Item(f"card-{k}", Message(f"card {k}")) for k in range(n_items)]
        self.groups = [Group("card", Message("cards"), items)]
        self.kinds = ["take", "pass"]

    def item(self, group: Any, item: Any) -> tuple[Any, Any]:
        return self.groups[group].key, self.groups[group].items[item].key


def story(number: int, places: Any, had: Any = (), **more: Any) -> Story:
    """A game with this result, in which these (item, seat) or (item, seat, chance to win just before) were had."""
    given = {
        "number": number, "deal": number, "players": ["bot"] * len(places), "first": 0, "places": places, "scores": [10 - p for p in places],
        "plies": 20, "decisions": 10, "forced": 1, "breadth": 30, "rounds": 5, "lead_changes": 1, "half_leaders": 1, "ending": "over", "cause": "",
        "had": sorted((0, item, seat, 1, *(rest or [0.5])) for item, seat, *rest in had), "offers": [], "kinds": [],
    }  # fmt: skip
    return Story(**{**given, **more})


def test_a_victory_is_shared_by_those_in_the_first_place() -> None:
    assert win_shares([1, 2, 1, 4]) == [0.5, 0.0, 0.5, 0.0]


def test_the_lead_changes_when_somebody_else_leads_alone() -> None:
    assert changes_of_lead([0b01, 0b01, 0b11, 0b01, 0b10, 0b11, 0b01]) == 2
    assert changes_of_lead([0b11, 0b11]) == 0


def test_wilson_gives_the_textbook_interval() -> None:
    found = wilson(8, 10)  # 0.8 of 10: 0.4902 … 0.9433 (Wilson 1927)
    assert found == pytest.approx((0.8, 0.4902, 0.9433), abs=2e-4)
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


def test_the_interval_of_a_mean_is_the_normal_one() -> None:
    found = mean(np.array([1.0, 2.0, 3.0, 4.0]))
    reach = 1.959964 * sqrt(5 / 3) / 2
    assert found == pytest.approx((2.5, 2.5 - reach, 2.5 + reach))


def test_a_difference_has_the_reach_of_both_errors() -> None:
    assert Estimate(5.0, 2.0, 8.0).minus(Estimate(1.0, -3.0, 5.0)) == pytest.approx((4.0, -1.0, 9.0))


def test_benjamini_and_hochberg_correct_the_example_of_their_paper() -> None:
    p = [
        0.0001,
        0.0004,
        0.0019,
        0.0095,
        0.0201,
        0.0278,
        0.0298,
        0.0344,
        0.0459,
        0.3240,
        0.4262,
        0.5719,
        0.6528,
        0.7590,
        1.0,
    ]
    q = benjamini_hochberg(p)
    assert sum(value <= 0.05 for value in q) == 4  # Benjamini and Hochberg 1995, section 3.2
    assert q[3] == pytest.approx(0.0095 * 15 / 4)
    assert benjamini_hochberg(list(reversed(p))) == list(reversed(q))


def test_the_effect_of_an_item_is_what_a_hand_calculation_gives() -> None:
    """Seat 0 wins 3 of 4 and seat 1 the other; card 0 is had once by each seat, by the winner both times; others have card 1."""
    games = [
        story(0, [1, 2], [(0, 0), (1, 1)]),
        story(1, [2, 1], [(0, 1), (1, 0)]),
        story(2, [1, 2], [(2, 0), (1, 1)]),
        story(3, [1, 2], [(1, 0), (2, 1)]),
    ]
    effects = {e.item: e for e in work_out(Data(Names(), games)).effects}  # type: ignore[arg-type]
    # expected: seat 0 wins 3/4, seat 1 wins 1/4; everybody had one card, so the number of cards explains nothing
    assert effects[0].holders == 2
    assert effects[0].share == 1.0
    assert effects[0].effect.value == pytest.approx(((1 - 3 / 4) + (1 - 1 / 4)) / 2)
    assert effects[1].effect.value == pytest.approx(((0 - 1 / 4) + (0 - 3 / 4) + (0 - 1 / 4) + (1 - 3 / 4)) / 4)
    assert effects[2].effect.value == pytest.approx(((1 - 3 / 4) + (0 - 1 / 4)) / 2)
    assert not effects[0].is_known  # far too few games to say it


def test_an_item_that_everybody_has_tells_nothing() -> None:
    games = [story(k, [1, 2] if k % 2 else [2, 1], [(0, 0), (0, 1)]) for k in range(100)]
    effect = work_out(Data(Names(), games)).effects[0]  # type: ignore[arg-type]
    assert effect.games == 100
    assert effect.holders == 0
    assert not effect.is_known


def test_items_that_go_with_the_turn_order_show_its_advantage() -> None:
    """A start card that number 1 always gets must not be explained away by being number 1."""
    games = [story(k, [1, 2] if k % 4 else [2, 1], [(0, 0), (1, 1)]) for k in range(200)]
    effects = work_out(Data(Names(), games)).effects  # type: ignore[arg-type]
    assert effects[0].effect.value == pytest.approx(0.25)
    assert effects[1].effect.value == pytest.approx(-0.25)


def test_what_only_a_leader_can_afford_is_not_accused_of_his_victory() -> None:
    """Card 0 is taken by whoever stands well and wins as often as was to be expected; card 1 by the other."""
    rng = Random(1)
    games = []
    for k in range(2000):
        leader = rng.randrange(2)
        chance = rng.choice([0.6, 0.7, 0.8])
        winner = leader if rng.random() < chance else 1 - leader
        had = [(0, leader, chance), (1, 1 - leader, 1.0 - chance), (2, rng.randrange(2), 0.5)]
        games.append(story(k, [1, 2] if winner == 0 else [2, 1], had))
    effects = work_out(Data(Names(), games)).effects  # type: ignore[arg-type]
    assert abs(effects[0].effect.value) < 0.04
    assert abs(effects[1].effect.value) < 0.04
    strong = [one._replace(had=[(*entry[:4], 0.5) for entry in one.had]) for one in games]
    assert work_out(Data(Names(), strong)).effects[0].effect.value > 0.15, "it stands out where nothing explains it"  # type: ignore[arg-type]


def test_having_more_of_everything_does_not_make_each_item_strong() -> None:
    """The winner has all three cards, the loser one: no card is better than another."""
    rng = Random(1)
    games = []
    for k in range(400):
        winner = rng.randrange(2)
        had = [(item, winner) for item in range(3)] + [(rng.randrange(3), 1 - winner)]
        games.append(story(k, [1, 2] if winner == 0 else [2, 1], had))
    figures = work_out(Data(Names(), games))  # type: ignore[arg-type]
    assert all(abs(e.effect.value) < 0.06 for e in figures.effects)
    assert not [f for f in findings(figures, []) if f.place == "group-card"]


def test_turn_order_and_seat_are_told_apart() -> None:
    """Number 1 in turn order always wins; who that is changes, so no seat is better than the other."""
    games = [story(k, [1, 2] if k % 2 == 0 else [2, 1], first=k % 2) for k in range(200)]
    figures = work_out(Data(Names(), games))  # type: ignore[arg-type]
    assert [place.share.value for place in figures.order] == [1.0, 0.0]
    assert [place.share.value for place in figures.seats] == [0.5, 0.5]
    worst = findings(figures, [])[0]
    assert (worst.grade, worst.place) == (BAD, "order")


def test_the_course_of_the_games_is_summed_up() -> None:
    games = [story(0, [1, 2], half_leaders=0b01, ending="a"), story(1, [1, 1], half_leaders=0b10, ending="b"),
             story(2, [2, 1], half_leaders=0, ending="a", scores=[7, 7], rounds=8)]  # fmt: skip
    figures = work_out(Data(Names(), games))  # type: ignore[arg-type]
    assert figures.rounds.value == 6.0
    assert figures.decisions.value == 5.0
    assert figures.forced.value == pytest.approx(0.1)
    assert figures.breadth.value == pytest.approx(3.0)
    assert [(text, round(share.value, 3)) for text, share in figures.endings] == [("a", 0.667), ("b", 0.333)]
    assert [round(share.value, 3) for share in figures.decided] == [0.333, 0.333, 0.333]
    assert figures.half_time.value == pytest.approx((1.0 + 0.5) / 2)
    assert figures.half_games == 2


def test_games_of_one_deal_are_not_taken_for_independent() -> None:
    """Each deal is played four times with the same result: the error must be that of the deals."""
    rng = Random(3)
    deals = [rng.randrange(2) for _ in range(100)]
    single = [story(k, [1, 2] if w else [2, 1], [(0, 0), (1, 1)] if rng.random() < 0.5 else [(0, 1), (1, 0)]) for k, w in enumerate(deals)]  # fmt: skip
    fourfold = [s._replace(number=4 * s.number + k) for s in single for k in range(4)]
    once, again = work_out(Data(Names(), single)).effects[0], work_out(Data(Names(), fourfold)).effects[0]  # type: ignore[arg-type]
    assert again.effect.value == pytest.approx(once.effect.value)
    width, four = once.effect.high - once.effect.low, again.effect.high - again.effect.low
    assert four == pytest.approx(width, rel=0.1)


def toy_games(rng: Any, n_games: Any, n_seats: int = 3, n_items: int = 30, strong: int = -1, edge: float = 0.0) -> Any:
    """Everybody gets five cards of thirty; who has the strong one wins so much more often."""
    games = []
    for number in range(n_games):
        deck = rng.sample(range(n_items), 5 * n_seats)
        hands = [deck[5 * seat : 5 * seat + 5] for seat in range(n_seats)]
        chances = [1 / n_seats] * n_seats
        for seat in range(n_seats):
            if strong in hands[seat]:
                chances = [(1 - edge) / n_seats] * n_seats
                chances[seat] += edge
        winner = rng.choices(range(n_seats), chances)[0]
        places = [1 if seat == winner else 2 for seat in range(n_seats)]
        had = [(item, seat) for seat in range(n_seats) for item in hands[seat]]
        games.append(story(number, places, had, first=rng.randrange(n_seats), half_leaders=0))
    return games


def test_a_fair_game_is_left_alone_in_nearly_all_reports() -> None:
    """80 reports of a fair game with 33 tests each: with the correction at most about 5 % of them may say anything."""
    rng = Random(7)
    names: Any = Names(3, 30)
    wrong = sum(bool(findings(work_out(Data(names, toy_games(rng, 100))), [])) for _ in range(80))
    assert wrong <= 10  # 4 expected at the most; more than 10 would happen by chance once in 350 times


def test_without_the_correction_a_fair_game_would_be_accused() -> None:
    rng = Random(8)
    figures = [work_out(Data(Names(3, 30), toy_games(rng, 150))) for _ in range(10)]  # type: ignore[arg-type]
    assert sum(any(e.p < 0.05 for e in f.effects) for f in figures) >= 5


def test_a_planted_card_is_found_and_named_first() -> None:
    rng = Random(9)
    figures = work_out(Data(Names(3, 30), toy_games(rng, 600, strong=17, edge=0.4)))  # type: ignore[arg-type]
    found = findings(figures, [])
    assert "card 17" in str(found[0].text)
    assert found[0].grade == BAD
    assert found[0].figure.low < 0.4 * 2 / 3 < found[0].figure.high


def test_intervals_hold_the_truth_in_95_of_100_cases() -> None:
    rng = Random(10)
    truth = 0.3 * 2 / 3
    held = 0
    for _ in range(40):
        effect = work_out(Data(Names(3, 30), toy_games(rng, 200, strong=4, edge=0.3))).effects[4].effect  # type: ignore[arg-type]
        held += effect.low < truth < effect.high
    assert held >= 34


def test_what_is_never_or_always_taken_is_told() -> None:
    offers = [(0, 0, 2, 0), (0, 1, 3, 3), (0, 2, 3, 1)]
    games = [
        story(k, [1, 2] if k % 2 else [2, 1], offers=offers, kinds=[(0, 9, 8, 8), (1, 9, 8, 0)]) for k in range(200)
    ]
    texts = " ".join(str(f.text) for f in findings(work_out(Data(Names(), games)), []))  # type: ignore[arg-type]
    assert "Never taken among cards: card 0" in texts
    assert "Always taken among cards: card 1" in texts
    assert "card 2" not in texts
    assert "“take” is always chosen" in texts
    assert "“pass” is never chosen" in texts


def test_a_game_that_nearly_always_ends_in_one_way_is_told() -> None:
    games = [story(k, [1, 2] if k % 2 else [2, 1], ending="lost" if k % 20 else "saved") for k in range(400)]
    found = [f for f in findings(work_out(Data(Names(), games)), []) if "end in one way" in str(f.text)]  # type: ignore[arg-type]
    assert [(f.grade, round(f.figure.value, 2)) for f in found] == [(BAD, 0.95)]


def test_a_seat_that_loses_wherever_it_is_in_turn_order_is_told() -> None:
    """The one who begins is drawn, and still seat 2 loses: bots that break ties by the lowest number once did that."""
    rng = Random(3)
    games = []
    for k in range(600):
        winner = 0 if rng.random() < 0.7 else 1
        games.append(story(k, [1, 2] if winner == 0 else [2, 1], first=rng.randrange(2)))
    found = findings(work_out(Data(Names(), games)), [])  # type: ignore[arg-type]
    assert [(str(f.text.text), f.text.args["place"], f.grade) for f in found if "Seat" in f.text.text] == [  # type: ignore[operator]
        ("Seat %(place)s wins too often, no matter who begins", 1, BAD),
        ("Seat %(place)s wins too rarely, no matter who begins", 2, BAD),
    ]


def test_a_ladder_on_which_strength_does_not_pay_is_told() -> None:
    figures = work_out(Data(Names(), [story(k, [1, 2] if k % 2 else [2, 1], half_leaders=0) for k in range(50)]))  # type: ignore[arg-type]
    idle = Step("strong", "weak", 400, Estimate(0.5, 0.45, 0.55), 0.5)
    fine = Step("strong", "weak", 400, Estimate(0.7, 0.65, 0.75), 0.5)
    assert [f.place for f in findings(figures, [idle])] == ["skill"]
    assert findings(figures, [fine]) == []
    unsure = Step("strong", "weak", 80, Estimate(0.26, 0.17, 0.36), 0.25)  # it may still pay a lot
    assert findings(figures, [unsure]) == []


def test_too_few_games_are_not_called_a_clean_bill() -> None:
    """Given a fair game, when few games were played, then the verdict is that more are needed, and about how many."""
    rng = Random(4)
    few = work_out(Data(Names(3, 30), toy_games(rng, 60, strong=4, edge=0.0)))  # type: ignore[arg-type]
    text = too_few(few)
    assert text is not None
    assert "Not enough games" in str(text)
    assert games_needed(few) >= 500
    many = work_out(Data(Names(3, 30), toy_games(rng, 3000, strong=4, edge=0.0)))  # type: ignore[arg-type]
    assert games_needed(many) == 0
    assert too_few(many) is None


def test_an_undecided_step_of_the_ladder_is_no_finding_and_says_how_many_games_would_settle_it() -> None:
    figures = work_out(Data(Names(3, 30), toy_games(Random(4), 3000, strong=4, edge=0.0)))  # type: ignore[arg-type]
    before = len(findings(figures, []))
    fine = Step("strong", "weak", 400, Estimate(0.7, 0.65, 0.75), 0.5)
    idle = Step("strong", "weak", 4000, Estimate(0.5, 0.485, 0.515), 0.5)
    unsure = Step("strong", "weak", 80, Estimate(0.54, 0.43, 0.65), 0.5)
    assert unsettled(figures, [fine, idle]) == []
    assert len(findings(figures, [fine, idle])) == before + 1
    assert len(findings(figures, [unsure])) == before
    (text,) = unsettled(figures, [unsure])
    assert str(text).startswith("Not enough games to say whether better play wins, strong against weak")
    assert text.args["needed"] == 700  # 80 games know it to 11 points, and it looks like 4: 80 * (11 / 4) ** 2 = 605
    near = Step("strong", "weak", 80, Estimate(0.51, 0.4, 0.62), 0.5)
    assert unsettled(figures, [near])[0].args["needed"] == 1600  # half of what would count as showing


def test_the_precision_is_told_in_points() -> None:
    rng = Random(4)
    few = work_out(Data(Names(3, 30), toy_games(rng, 60, strong=4, edge=0.0)))  # type: ignore[arg-type]
    many = work_out(Data(Names(3, 30), toy_games(rng, 3000, strong=4, edge=0.0)))  # type: ignore[arg-type]
    assert str(precision(few)).startswith("A place in turn order is known to ±1")
    assert str(precision(many)).startswith("A place in turn order is known to ±1.")
    assert "a typical item to ±" in str(precision(many))
