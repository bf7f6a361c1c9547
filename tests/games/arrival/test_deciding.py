"""What is said before a move is made is what happens: previews, groups, both endings, headings and marks of The Arrival."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.play import draw
from brehon.core.record import Player
from brehon.core.text import Message, Plural, Speaker
from brehon.games.arrival import GAME, actions, events
from brehon.games.arrival import state as st
from brehon.games.arrival.deciding import CHANGES, TRIED
from brehon.games.arrival.scoring import count_dark, count_forts, final_corruption, final_fame
from brehon.games.arrival.state import Arrival
from tests.games.arrival.builders import a_state

FACE = GAME.face()
NAMES = ["Anna", "Bertram", "Cú", "Dagmar"]
SAY = Speaker("en", NAMES)


def one(text: str | Plural) -> str:
    return text.one if isinstance(text, Plural) else text


def promised(effects: list[Message]) -> list[int]:
    """Fame, corruption, trophies, discs, swords, shields and Fomori that a preview adds."""
    found = [0] * len(CHANGES)
    for effect in effects:
        for k, (gain, loss) in enumerate(CHANGES):
            n = effect.args.get("n", 0)
            assert isinstance(n, int) or one(effect.text) not in (one(gain), one(loss))
            if isinstance(n, int) and one(effect.text) in (one(gain), one(loss)):
                found[k] += n if one(effect.text) == one(gain) else -n
    return found


def held_by(s: Arrival, seat: int) -> list[int]:
    return [s.fame[seat], s.corruption[seat], s.trophies[seat], s.discs[seat], s.swords[seat], s.shields[seat], s.held[seat]]  # fmt: skip


def carried_out(state: Arrival, action: int) -> Arrival:
    """The real state after an action; a Fomori that has to be turned up is turned up."""
    after = state.clone()
    after.apply(action)
    if after.phase == st.RISE:
        after.apply(draw(after, Random(1)))
    return after


def said(effects: list[Message], text: str) -> Message | None:
    return next((effect for effect in effects if one(effect.text).startswith(text)), None)


@cache
def plays(n_seats: int, seed: int) -> list[tuple[Arrival, int, int]]:
    """Every position of a random game in which somebody decides, with the seat and every legal action."""
    rules = registry.make_ruleset(GAME, n_seats)
    state, rng = rules.start(), Random(seed)
    assert isinstance(state, Arrival)
    found = []
    while state.to_move() != OVER:
        if state.to_move() == CHANCE:
            state.apply(draw(state, rng))
            continue
        seat = rng.choice([s for s in range(n_seats) if state.movers() >> s & 1])
        state.turn_to(seat)
        legal = state.legal()
        found += [(state.clone(), seat, action) for action in rng.sample(legal, min(6, len(legal)))]
        state.apply(rng.choice(legal))
    return found


@pytest.mark.parametrize(("n_seats", "seed"), [(2, 1), (3, 2), (4, 3), (4, 4)])
def test_a_preview_promises_exactly_what_the_rules_then_do(n_seats: int, seed: int) -> None:
    """Fame, corruption, trophies and items, both endings, and tribes against Fomori; without chance in between."""
    kinds: Counter[int] = Counter()
    for state, seat, action in plays(n_seats, seed):
        rules = state.ruleset()
        kind = rules.space.kind_of[action]
        effects = FACE.preview(rules, state.view(seat), action).effects
        if kind not in TRIED:
            assert promised(effects) == [0] * len(CHANGES)
            continue
        after = carried_out(state, action)
        changed = [new - old for old, new in zip(held_by(state, seat), held_by(after, seat), strict=True)]
        words = f"{rules.space.texts[action]}: {[SAY(effect) for effect in effects]}"
        assert promised(effects)[:-1] == changed[:-1], words
        if not after.passed >> seat & 1:  # whoever has to pass then gives his Fomori back
            assert promised(effects)[-1] == changed[-1], words
        check_endings(state, after, seat, effects, words)
        kinds[kind] += 1
    assert set(kinds) >= {actions.BUILD, actions.SHIELD, actions.SPREAD, actions.REPEL, actions.USE}


def check_endings(state: Arrival, after: Arrival, seat: int, effects: list[Message], words: str) -> None:
    for text, value in (("if the tribes hold", final_fame), ("if overrun", final_corruption)):
        effect = said(effects, text)
        numbers = (effect.args["old"], effect.args["new"]) if effect else (value(state, seat), value(state, seat))
        assert numbers == (value(state, seat), value(after, seat)), words
    effect = said(effects, "tribes %")
    now = (count_forts(after), count_dark(after))
    assert (effect.args["tribes"], effect.args["fomori"]) == now if effect else now == (
        count_forts(state), count_dark(state)
    ), words  # fmt: skip
    if effect:
        turns = (count_forts(state) > count_dark(state)) != (now[0] > now[1])
        assert turns == ("so the" in SAY(effect)), words


def test_the_last_one_to_decide_about_ogam_gets_the_corruption_that_was_promised() -> None:
    checked = 0
    for seed in range(40):
        for state, seat, action in plays(2, seed):
            if state.ruleset().space.kind_of[action] != actions.OGAM:
                continue
            after = state.clone()
            after.apply(action)
            if after.phase in (st.OGAM, st.BLOCK) or after.in_supply() == 0:
                continue
            effect = said(FACE.preview(state.ruleset(), state.view(seat), action).effects, "corruption")
            assert effect is not None
            assert effect.args["n"] == after.corruption[seat]
            checked += 1
        if checked > 8:
            return
    assert checked > 0


def test_a_block_says_what_it_gives_up_and_what_every_other_section_leaves() -> None:
    """Every section that could stay open is named with its sum, and the blocked one with what it would have given."""
    checked = 0
    for state, seat, action in plays(3, 2):
        rules = state.ruleset()
        if rules.space.kind_of[action] != actions.BLOCK:
            continue
        effects = [SAY(effect) for effect in FACE.preview(rules, state.view(seat), action).effects]
        left = 2 - state.blocked[seat].bit_count()
        assert sum(text.startswith(("leaves", "you get")) for text in effects) == left
        assert sum(text.startswith("gives up") for text in effects) == 1
        section = rules.space.arg(action)
        deck = state.table.deck
        cards = [card for card in state.rows[4 * seat : 4 * seat + 4] if card >= 0]
        fomori = sum(deck.amount(card, section, 7) for card in cards)
        gives_up = next(text for text in effects if text.startswith("gives up"))
        assert (f"{fomori} Fomori" in gives_up) == (fomori > 0)
        checked += 1
    assert checked > 10


def test_no_preview_tells_what_is_hidden() -> None:
    """Whatever a seat must hold possible gives the same words."""
    rng = Random(3)
    for state, seat, action in plays(4, 3)[::5]:
        rules, view = state.ruleset(), state.view(seat)
        guess = view.determinize(rng)
        mine, theirs = (FACE.preview(rules, v, action) for v in (view, guess.view(seat)))
        assert [SAY(effect) for effect in mine.effects] == [SAY(effect) for effect in theirs.effects]


def test_only_what_is_lost_for_good_asks_again() -> None:
    asked: Counter[int] = Counter()
    for state, seat, action in plays(4, 4):
        rules = state.ruleset()
        preview = FACE.preview(rules, state.view(seat), action)
        kind = rules.space.kind_of[action]
        if preview.warning is None:
            continue
        asked[kind] += 1
        if kind == actions.SPREAD:
            assert state.forts[seat] >> rules.space.arg(action) & 1
        elif kind == actions.PASS:
            assert state.discs[seat] + state.swords[seat] + state.shields[seat] > 3
        else:
            assert kind == actions.STOP
    assert asked[actions.PASS] > 0
    assert asked[actions.SPREAD] > 0


def test_a_spread_on_one_s_own_fort_warns_and_one_on_a_rival_does_not() -> None:
    s = a_state("R:p2 R:q1 G:s1 G:s3", "p3", leaders="RG", R={"fomori": 2, "discs": 1})
    preview = FACE.preview(s.ruleset(), s.view(0), s.table.space.find("spread p2"))
    assert preview.warning is not None
    s = a_state("G:p2 R:q1 R:q2 G:s1 G:s3", "p3", leaders="RG", R={"fomori": 2, "discs": 1})
    preview = FACE.preview(s.ruleset(), s.view(0), s.table.space.find("spread p2"))
    assert preview.warning is None
    assert any("Bertram loses the Áit" in SAY(effect) for effect in preview.effects)


# -- groups


def test_moves_of_a_turn_are_grouped_and_an_outpost_is_not_among_the_free_places() -> None:
    seen: dict[str, set[int]] = {}
    for state, seat, action in plays(4, 3):
        if state.phase != st.TURN:
            continue
        group = FACE.group(state.ruleset(), state.view(seat), action)
        assert group is not None, state.ruleset().space.texts[action]
        seen.setdefault(SAY(group), set()).add(state.ruleset().space.kind_of[action])
        if state.ruleset().space.kind_of[action] == actions.BUILD:
            after = carried_out(state, action)
            is_outpost = after.fame[seat] < state.fame[seat]
            assert is_outpost == (SAY(group) == "Outposts")
    assert {"Build", "Extend", "Shields", "Spread Fomori", "Repel", "Pass or end"} <= set(seen)
    assert all(len(kinds) <= 2 for kinds in seen.values())


# -- both endings


@pytest.mark.parametrize("n_seats", [2, 4])
def test_both_endings_are_shown_and_the_one_that_the_map_shows_is_the_score(n_seats: int) -> None:
    turned = set()
    for state, seat, _ in plays(n_seats, 1)[::9]:
        hold, overrun = FACE.endings(state.ruleset(), state.view(seat))
        is_overrun = count_dark(state) >= count_forts(state)
        assert (overrun if is_overrun else hold).points == state.scores()
        assert all(points <= 0 for points in overrun.points)
        label = SAY(FACE.score_sheet(state.ruleset(), state.view(seat))[-1].label)
        assert ("corruption" in label) == is_overrun
        turned.add(is_overrun)
    assert turned == {True, False} or n_seats == 2


def test_the_figures_of_a_leader_are_at_most_four() -> None:
    s = a_state("R:p1 G:q1", leaders="RG", R={"fomori": 2, "corruption": 5})
    figures = FACE.figures(s.ruleset(), s.view(0))
    assert [figure.value for figure in figures[0]] == [s.fame[0], 5, 1, 2]
    assert figures[0][1].most == s.table.limit
    assert len(figures[0]) <= 4


def test_a_finished_game_has_a_course_for_each_ending() -> None:
    match = finished()
    ways = match.endings(40)
    assert [SAY(label) for label, _ in ways] == ["If the tribes hold", "If they are overrun"]
    plies = [ply for ply, _ in match.course(40)]
    for _, way in ways:
        assert [ply for ply, _ in way] == plies
    last = [way[-1][1] for _, way in ways]
    assert match.state.scores() in last
    assert all(value <= 0 for _, values in ways[1][1] for value in values)


@cache
def finished() -> Match:
    rules = registry.make_ruleset(GAME, 2)
    match, rng = Match(rules, [Player("Anna"), Player("Bertram")], seeded_secret(5)), Random(5)
    match.start()
    while not match.is_over:
        seat = rng.choice([s for s in range(2) if match.may_move(s)])
        match.play(seat, rng.choice(match.legal(seat)))
    return match


# -- the log


def test_rounds_and_turns_are_headings() -> None:
    match = finished()
    found = Counter(event.kind for _, event in match.log(0) if FACE.heading(match.rules, event) is not None)
    assert set(found) == {events.ROUND, events.TURN}
    assert found[events.ROUND] == 6


def test_marks_are_ids_of_the_board_at_the_moment_of_the_event() -> None:
    """After every decision, what its events name is on the wide board; what the phone shows of it has the same id."""
    rules = registry.make_ruleset(GAME, 2)
    match, rng = Match(rules, [Player("Anna"), Player("Bertram")], seeded_secret(9)), Random(9)
    match.start()
    marked: Counter[int] = Counter()
    while not match.is_over:
        before = match.ply
        seat = rng.choice([s for s in range(2) if match.may_move(s)])
        match.play(seat, rng.choice(match.legal(seat)))
        news = [event for ply, event in match.log(0) if ply >= before]
        if not any(event.kind in (events.BUILT, events.APPEARED, events.SHIELDED, events.REPELLED) for event in news):
            continue
        ids = set(re.findall(r' id="([^"]*)"', FACE.board(rules, match.view(0), match.offers(0), SAY)))
        for event in news:
            if event.kind in (events.BUILT, events.APPEARED, events.SHIELDED, events.REPELLED, events.SPREAD):
                names = FACE.marks(rules, event)
                assert names
                assert set(names) <= ids, (event.kind, names)
                marked[event.kind] += 1
    assert len(marked) == 5


def test_a_tile_that_must_be_chosen_first_is_announced() -> None:
    s = a_state("R:p1 R:q1 G:s1 G:s2", "p3 q2=athach s3=athach", leaders="RG", R={"tiles": "ruse", "discs": 1})
    view = s.view(0)
    words = [SAY(effect) for effect in FACE.preview(s.ruleset(), view, s.table.space.find("ruse p3")).effects]
    assert "then choose the second one" in words


def test_averages_have_a_comma_in_german() -> None:
    """What a card with this back shows on average: no number of a German preview has a point."""
    rules = registry.make_ruleset(GAME, 3)
    words = [
        Speaker("de")(effect)
        for state, seat, action in plays(3, 2)
        if state.phase == st.DRAW
        for effect in FACE.preview(rules, state.view(seat), action).effects
    ]
    assert any(re.search(r"\d,\d", line) for line in words)
    assert not any(re.search(r"\d\.\d", line) for line in words)
