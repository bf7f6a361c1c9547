"""Forms: many small decisions filled in at once mean the same decisions one by one."""

from __future__ import annotations

from random import Random

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, SPECTATOR
from brehon.core.face import Form
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.play import draw
from brehon.core.record import Player
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms.state import MOVE, PLACE_REST, PLACE_UNIT, SPENDING
from tests.games.fallen_kingdoms.builder import GAME, Position

FACE = GAME.face()
WITH_FORM = {SPENDING, PLACE_UNIT, PLACE_REST, MOVE}


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


def test_points_go_to_the_tracks_in_their_order():
    p = Position().holds(0, vargdal=3, rugheim=3).production(0)
    form = form_of(p)
    assert form.most == p.s.points
    assert [str(field.label) for field in form.fields] == ["unit track", "building track", "knowledge track"]
    assert filled(p, unit=1, knowledge=1) == ["spend unit", "spend knowledge"]


def test_units_go_to_cities_of_the_player_only():
    p = Position().holds(0, eldtun=3, rugheim=1).tracks(0, 2, 0, 0).production(0)
    p.spend(unit=p.s.points)
    assert p.s.phase == PLACE_UNIT
    assert {str(field.label) for field in form_of(p).fields} == {"Eldtun (3)", "Rugheim (1)"}
    assert filled(p, rugheim=1) == ["place rugheim"]


def test_an_order_is_a_source_a_destination_and_a_number_where_there_is_a_choice():
    p = Position().holds(0, rugheim=3, oxdal=2).holds(1, skogheim=1).movement(0)
    words = filled(p, rugheim__skogheim=2, oxdal__skogheim=1)
    assert sorted(words) == sorted(
        ["from rugheim", "to skogheim", "send 2", "from oxdal", "to skogheim"]  # of two units in Oxdal one must stay
    )
    p.play(*words, "commit")
    assert sum(order & 63 for order in p.s.orders) == 3


def test_who_takes_the_place_of_the_last_unit_goes_first():
    p = Position().holds(0, rugheim=3, eldtun=2).holds(1, skogheim=1).movement(0)
    p.play(*filled(p, rugheim__skogheim=3, eldtun__rugheim=1), "commit")
    assert p.units("rugheim") == 1
    p = Position().holds(0, rugheim=3, eldtun=2).movement(0)
    p.play(*filled(p, rugheim__eldtun=3, eldtun__rugheim=2), "commit")
    assert (p.units("rugheim"), p.units("eldtun")) == (2, 3), "two garrisons change places"


def test_what_the_garrison_rule_forbids_comes_last_and_is_named():
    p = Position().holds(0, rugheim=3).holds(1, skogheim=1).movement(0)
    words = filled(p, skogheim=3)
    assert words == ["from rugheim", "to skogheim", "send 2", "from rugheim"]
    p.play(*words[:-1])
    assert p.rule_against(words[-1]) == "FK-7.5"


def test_nobody_else_is_offered_a_form_and_no_other_decision_has_one():
    rng = Random(5)
    seen = set()
    for seed in range(3):
        rules = registry.make_ruleset(GAME, 3 + seed, {"trophies_per_player": "1"})
        s = rules.start()
        while s.to_move() != OVER:
            mover = s.to_move()
            if mover != CHANCE:
                phase = s.view(mover).phase
                form = FACE.form(rules, s.view(mover))
                assert (form is not None) == (phase in WITH_FORM)
                assert FACE.form(rules, s.view((mover + 1) % rules.n_seats)) is None
                assert FACE.form(rules, s.view(SPECTATOR)) is None
                seen.add(phase)
            s.apply(draw(s, rng) if mover == CHANCE else rng.choice(s.legal()))
    assert seen >= WITH_FORM


@pytest.mark.parametrize("seed", range(6))
def test_forms_filled_at_random_carry_a_match_to_its_end(seed):
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
