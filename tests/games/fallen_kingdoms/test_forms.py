"""Forms: many small decisions filled in at once mean the same decisions one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, SPECTATOR, Event
from brehon.core.face import Form
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.play import draw
from brehon.core.record import Player
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms.data import HOLLER, LENGTH
from brehon.games.fallen_kingdoms.events import SPENT, TURN
from brehon.games.fallen_kingdoms.forms import proposal
from brehon.games.fallen_kingdoms.state import CASUALTY, GOD, MOVE, PLACE_REST, PLACE_UNIT, REPLACE, SPENDING
from tests.games.fallen_kingdoms.builder import GAME, Position

FACE = GAME.face()
ALWAYS = {SPENDING, PLACE_UNIT, PLACE_REST, MOVE, REPLACE}


def has_form(s: Any) -> bool:
    """A decision that is followed by others of its kind."""
    is_plague = s.phase == GOD and s.power == HOLLER and s.points != 1 and len(s.legal()) > 2
    return s.phase in ALWAYS or (s.phase == CASUALTY and s.kills > 1) or is_plague


def form_of(p: Position) -> Form:
    found = FACE.form(p.rules, p.s.view(p.s.to_move()))
    assert found is not None
    return found


def filled(p: Position, **numbers: int) -> list[str]:
    """The words of what a form means; its entries are named by the city or the track in their labels."""
    form = form_of(p)
    wanted = [0] * len(form.fields)
    for name, n in numbers.items():
        group, _, label = name.rpartition("__")
        (at,) = [
            i
            for i, field in enumerate(form.fields)
            if label in str(field.label).lower() and group in str(field.group).lower()
        ]
        wanted[at] = n
    return [p.rules.space.texts[action] for action in form.actions(wanted)]


def test_points_go_to_the_tracks_in_their_order() -> None:
    p = Position().holds(0, vargdal=3, rugheim=3).production(0)
    form = form_of(p)
    assert form.most == p.s.points
    assert [str(field.label) for field in form.fields] == ["unit track", "building track", "knowledge track"]
    assert filled(p, unit=1, knowledge=1) == ["spend unit", "spend knowledge"]


def test_units_go_to_cities_of_the_player_only() -> None:
    p = Position().holds(0, eldtun=3, rugheim=1).tracks(0, 2, 0, 0).production(0)
    p.spend(unit=p.s.points)
    assert p.s.phase == PLACE_UNIT
    assert {str(field.label) for field in form_of(p).fields} == {"Eldtun (3)", "Rugheim (1)"}
    assert filled(p, rugheim=1) == ["place rugheim"]


def test_an_order_is_a_source_a_destination_and_a_number_where_there_is_a_choice() -> None:
    p = Position().holds(0, rugheim=3, oxdal=2).holds(1, skogheim=1).movement(0)
    words = filled(p, rugheim__skogheim=2, oxdal__skogheim=1)
    assert sorted(words) == sorted(
        ["from rugheim", "to skogheim", "send 2", "from oxdal", "to skogheim", "commit"]  # one must stay in Oxdal
    )
    assert words[-1] == "commit"
    p.play(*words)
    assert sum(order & 63 for order in p.s.orders) == 3


def test_who_takes_the_place_of_the_last_unit_goes_first() -> None:
    p = Position().holds(0, rugheim=3, eldtun=2).holds(1, skogheim=1).movement(0)
    p.play(*filled(p, rugheim__skogheim=3, eldtun__rugheim=1))
    assert p.units("rugheim") == 1
    p = Position().holds(0, rugheim=3, eldtun=2).movement(0)
    p.play(*filled(p, rugheim__eldtun=3, eldtun__rugheim=2))
    assert (p.units("rugheim"), p.units("eldtun")) == (2, 3), "two garrisons change places"


def test_what_the_garrison_rule_forbids_comes_last_and_is_named() -> None:
    p = Position().holds(0, rugheim=3).holds(1, skogheim=1).movement(0)
    words = filled(p, skogheim=3)
    assert words == ["from rugheim", "to skogheim", "send 2", "from rugheim"]
    p.play(*words[:-1])
    assert p.rule_against(words[-1]) == "FK-7.5"


def test_nobody_else_is_offered_a_form_and_no_other_decision_has_one() -> None:
    rng = Random(5)
    seen = set()
    for seed in range(3):
        rules = registry.make_ruleset(GAME, 3 + seed, {"trophies_per_player": "1"})
        s: Any = rules.start()
        while s.to_move() != OVER:
            mover = s.to_move()
            if mover != CHANCE:
                form = FACE.form(rules, s.view(mover))
                assert (form is not None) == has_form(s)
                assert FACE.form(rules, s.view((mover + 1) % rules.n_seats)) is None
                assert FACE.form(rules, s.view(SPECTATOR)) is None
                seen.add(s.phase)
            s.apply(draw(s, rng) if mover == CHANCE else rng.choice(s.legal()))
    assert seen >= ALWAYS


@pytest.mark.parametrize("seed", range(6))
def test_forms_filled_at_random_carry_a_match_to_its_end(seed: int) -> None:
    rules = registry.make_ruleset(GAME, 3, {"trophies_per_player": "1"})
    match = Match(rules, [Player(str(seat)) for seat in range(3)], seeded_secret(seed))
    match.start()
    rng, reasons = Random(seed), set()
    while not match.is_over:
        seat = next(seat for seat in range(3) if match.may_move(seat))
        form = FACE.form(rules, match.view(seat))
        if form is None or not form.fields or rng.random() < 0.2:
            match.play(seat, rng.choice(match.legal(seat)))
            continue
        left, numbers = form.most, [0] * len(form.fields)
        for at in rng.sample(range(len(numbers)), min(6, len(numbers))):
            numbers[at] = rng.randint(0, min(left, form.fields[at].most))
            left -= numbers[at]
        actions = form.actions(numbers)
        before = match.ply
        if not actions or match.why_not(seat, actions[0]) is not None:
            match.play(seat, rng.choice(match.legal(seat)))
            continue
        done = match.play_all(seat, actions)
        assert match.ply >= before + done.count
        assert (done.why is None) == (done.count == len(actions))
        if done.why is not None:
            reasons.add(done.why.code)
            assert "%(" not in Speaker().reason(done.why)
    assert reasons <= {"decision", "news", "garrison", "not-your-turn", "all-sent", "over"}
    assert "decision" in reasons or "news" in reasons


# -- what is proposed


def test_a_proposal_spends_every_point_and_completes_what_it_can() -> None:
    for points in range(1, 30):
        for at in ([0, 0, 0], [2, 5, 8], [1, 3, 2]):
            given = proposal(points, at)
            assert sum(given) == points
            assert min(given) >= 0
            if points >= LENGTH[2] - at[2]:
                assert given[2] >= LENGTH[2] - at[2], "a knowledge card within reach is learnt"


@pytest.mark.parametrize("seed", range(4))
def test_every_form_can_be_sent_as_it_is_proposed(seed: int) -> None:
    """A whole match in which every form with a proposal is sent unchanged: none is refused, and all it says is done."""
    rules = registry.make_ruleset(GAME, 3 + seed % 3, {"trophies_per_player": "1"})
    match = Match(rules, [Player(str(seat)) for seat in range(rules.n_seats)], seeded_secret(seed))
    match.start()
    rng, sent = Random(seed), set()
    recalled: list[str] = []
    while not match.is_over:
        seat = next(seat for seat in range(rules.n_seats) if match.may_move(seat))
        form = FACE.form(rules, match.view(seat))
        if form is not None:
            form = FACE.recall(match.view(seat), form, match.log_back(seat))
            recalled += [str(form.hint)] if form.hint else []
        numbers = [field.start for field in form.fields] if form is not None else []
        if form is None or not sum(numbers):
            match.play(seat, rng.choice(match.legal(seat)))
            continue
        assert sum(numbers) == form.most
        assert all(0 <= field.start <= field.most for field in form.fields)
        done = match.play_all(seat, form.actions(numbers))
        assert done.why is None or done.why.code in ("news", "decision"), str(done.why)
        sent.add(form.name)
    assert {"spend", "place"} <= sent
    assert COMPUTED in recalled
    assert set(recalled) <= {COMPUTED, RECALLED}


COMPUTED, RECALLED = "Proposal: complete a track, then make units", "Proposal: the same as in your last turn"


@pytest.mark.parametrize(
    ("past", "starts"),
    [
        ("turn u u b turn", [2, 1, 0]),
        ("turn B k k k turn", None),  # the other seat's points are not ours
        ("turn u k k turn B b b turn", [1, 0, 2]),
        ("turn u u turn", None),  # one point less than now
        ("turn u u u u turn", None),  # one more
        ("turn u u u turn", [3, 0, 0]),
        ("turn u u u turn b b turn", None),
        ("turn b b k k turn b", [0, 1, 2]),  # one of four points is spent: three as before
        ("turn b b k k turn u", None),  # this turn has already gone another way
        ("", None),
    ],
)
def test_free_points_are_proposed_as_in_the_last_turn_if_there_are_as_many_again(past: str, starts: Any) -> None:
    """`turn` begins a turn of our seat, `turn B` one of the other; u, b, k: a point for that track, by the seat of the turn."""
    p = Position().holds(0, vargdal=3, rugheim=3).production(0)
    p.s.points = 3
    form = form_of(p)
    proposed = [field.start for field in form.fields]
    form = FACE.recall(p.s.view(0), form, reversed(happened(past)))
    assert [field.start for field in form.fields] == (starts or proposed)
    assert str(form.hint) == (RECALLED if starts else COMPUTED)


def happened(past: str) -> list[Event]:
    found: list[Event] = []
    seat = 0
    for word, following in zip(past.split(), [*past.split()[1:], ""], strict=False):
        if word == "turn":
            seat = 1 if following == "B" else 0
            found.append(Event(TURN, seat, 2))
        elif word in "ubk":
            found.append(Event(SPENT, seat, "ubk".index(word)))
    return found


def test_what_a_number_of_a_form_brings_is_said_for_each() -> None:
    p = Position().holds(0, vargdal=3, rugheim=3).tracks(0, 1, 0, 6).production(0)
    form = form_of(p)
    units, _, lore = form.fields
    assert [str(note) for note in units.notes[:3]] == ["1 of 3", "2 of 3", "1 unit, then 0 of 3"]
    assert str(lore.notes[1]).startswith("1 knowledge card, +8 glory")
    assert all(len(field.notes) == field.most + 1 for field in form.fields)


def test_an_order_says_where_it_can_be_dragged_and_the_chance_of_an_attack_with_each_number() -> None:
    p = Position().holds(0, rugheim=3, oxdal=2).holds(1, skogheim=1).movement(0)
    form = form_of(p)
    (field,) = [one for one in form.fields if one.ends == ("city-rugheim", "city-skogheim")]
    assert str(field.notes[0]) == "no attack"
    chances = [int(str(note).split()[1].strip("<>")) for note in field.notes[1:]]
    assert chances == sorted(chances)
    assert len(field.notes) == 3 + 2 + 1, "those from Oxdal can join"
    assert form.finish == p.rules.space.find("commit")
