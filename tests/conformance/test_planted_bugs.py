"""The kit is only worth something if it catches what it should: each test plants one bug."""

import json
from random import Random
from typing import Any

import pytest

from brehon.core import conformance, registry
from brehon.core.errors import BadRecord
from brehon.core.fair import new_secret
from brehon.core.laws import BrokenLaw
from brehon.core.match import Match
from brehon.core.record import Player, digest, read_record  # type: ignore[attr-defined]
from brehon.core.verification import verify
from tests import toy


def play_toy(broken: Any) -> None:
    game = toy.HarbourGame(broken)
    report = conformance.play_by_the_laws(registry.make_ruleset(game, 2), games=60, seed=5, checks_per_game=6)
    conformance.law_of_secrets(game, report)


def test_the_sound_game_passes() -> None:
    play_toy("")


def test_a_view_that_leaks_the_rivals_store_is_caught() -> None:
    with pytest.raises(BrokenLaw, match="view changes with what it cannot know"):
        play_toy("leak")


def test_a_determinization_that_peeks_is_caught() -> None:
    with pytest.raises(BrokenLaw, match=r"its view depends on it|determinize\(\) peeks"):
        play_toy("peek")


def test_a_shallow_clone_is_caught() -> None:
    with pytest.raises(BrokenLaw, match="it shares something"):
        play_toy("shallow clone")


def a_finished_match(secret: Any) -> Any:
    rules = registry.make_ruleset(registry.game("armorica"), 2)
    match = Match(rules, [Player("Anna"), Player("Bran")], secret, ["oak", "ash"])
    match.start()
    rng = Random(1)
    while not match.is_over:
        seat = match.state.to_move()
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def forged(match: Any, change: Any) -> Any:
    """The record after `change`, with its digest made right again: only the proof itself can object."""
    raw = json.loads(match.record(reveal=True).to_json())
    change(raw)
    raw.pop("digest")
    return json.dumps({**raw, "digest": digest(raw)})


def test_an_honest_record_is_accepted() -> None:
    match = a_finished_match(new_secret())
    assert verify(read_record(forged(match, lambda raw: None))).is_over


def test_an_unfair_draw_is_caught_even_if_everything_else_fits() -> None:
    match = a_finished_match(new_secret())

    def draw_another_last_card(raw: Any) -> None:
        """The very last card turned up by chance: nothing later depends on it, so every ply stays legal."""
        last = max(i for i, line in enumerate(raw["plies"]) if line.startswith("* deal R-"))
        before = match.at(last)
        others = [a for a in before.state.legal() if before.rules.space.texts[a] != raw["plies"][last][2:]]
        if not others:  # the deck's last card leaves no choice: take the one before
            last = max(i for i, line in enumerate(raw["plies"][:last]) if line.startswith("* deal R-"))
            before = match.at(last)
            others = [a for a in before.state.legal() if before.rules.space.texts[a] != raw["plies"][last][2:]]
        raw["plies"][last] = "* " + before.rules.space.texts[others[0]]

    with pytest.raises(BadRecord, match="was not drawn fairly"):
        verify(read_record(forged(match, draw_another_last_card)))


def test_another_secret_is_caught_even_with_a_new_digest() -> None:
    match = a_finished_match(new_secret())
    with pytest.raises(BadRecord, match="does not match the commitment"):
        verify(read_record(forged(match, lambda raw: raw["fair"].update(secret=new_secret()))))


def test_another_secret_with_its_own_commitment_is_caught() -> None:
    """An operator who swaps secret and commitment after the game: the draws no longer follow."""
    match, other = a_finished_match(new_secret()), a_finished_match(new_secret())
    fair = json.loads(other.record(reveal=True).to_json())["fair"]
    with pytest.raises(BadRecord, match="was not drawn fairly"):
        verify(read_record(forged(match, lambda raw: raw.update(fair=fair))))


def test_another_word_is_caught() -> None:
    match = a_finished_match(new_secret())
    with pytest.raises(BadRecord, match="was not drawn fairly"):
        verify(read_record(forged(match, lambda raw: raw["fair"].update(words=["oak", "elm"]))))


def test_an_undo_cannot_be_used_to_draw_again() -> None:
    """Taking back a move and its draw without consent is refused; with consent the new draw has a new number."""
    match = a_finished_match(new_secret())
    plies = [ply.words(match.rules) for ply in match.plies]
    first_move = next(i for i, line in enumerate(plies) if line[0] != "*")

    def sneak(raw: Any) -> None:
        raw["plies"][first_move + 2 :] = [f"{plies[first_move][0]} undo 2"]
        raw["result"] = None

    with pytest.raises(BadRecord, match="takes back what could not be taken back"):
        verify(read_record(forged(match, sneak)))


def test_a_field_that_the_text_of_a_state_forgets_is_caught() -> None:
    with pytest.raises(BrokenLaw, match="reads back as another one"):
        play_toy("forgotten field")
