"""Records: read back as written, refused when broken, with a message that says what and where."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brehon.core import registry
from brehon.core.errors import BadRecord, BrehonError
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, digest, read_record  # type: ignore[attr-defined]
from brehon.core.verification import replay, verify

GAME = registry.game("armorica")


def finished(components: Any = None) -> Any:
    rules = registry.make_ruleset(GAME, 2, {"two_player_step": "per_player"}, components)
    match = Match(rules, [Player("Aífe <b>"), Player("Cottar", "cottar")], seeded_secret(9), ["wörd", ""])
    match.start()
    rng = Random(4)
    while not match.is_over:
        seat = match.state.to_move()
        match.play(seat, rng.choice(match.legal(seat)))
        if match.why_no_undo(seat) is None and rng.random() < 0.5:
            match.undo(seat)
    return match


MATCH = finished()
TEXT = MATCH.record(reveal=True).to_json()


def with_change(change: Any) -> Any:
    """The record with a change and a digest that fits it."""
    raw = json.loads(TEXT)
    change(raw)
    raw.pop("digest", None)
    return json.dumps({**raw, "digest": digest(raw)})


def test_a_record_says_everything_and_reads_back() -> None:
    record = read_record(TEXT)
    assert record.rules.options == {"voluntary_pass": "true", "two_player_step": "per_player"}
    assert [player.name for player in record.players] == ["Aífe <b>", "Cottar"]
    assert [player.is_bot for player in record.players] == [False, True]
    assert record.to_json() == TEXT
    assert verify(record).state.key() == MATCH.state.key()


def test_the_record_of_own_cards_carries_them() -> None:
    source = GAME.read_builtin("armorica-default-1").replace('id = "armorica-default-1"', 'id = "mine"')
    match = finished(GAME.load_components(source, "mine.toml"))
    text = match.record(reveal=True).to_json()
    assert json.loads(text)["components"]["data"] == source
    assert verify(read_record(text)).is_over


def test_the_secret_is_not_in_a_record_that_does_not_reveal_it() -> None:
    text = MATCH.record(reveal=False).to_json()
    assert MATCH.fair.secret not in text
    assert replay(read_record(text)).is_over  # it replays
    with pytest.raises(BadRecord, match="the secret is not in the record"):
        verify(read_record(text))  # but proves nothing


def test_an_unfinished_game_replays_but_is_no_proof() -> None:
    half = MATCH.at(40)
    record = read_record(half.record(reveal=True).to_json())
    assert replay(record).ply == 40
    with pytest.raises(BadRecord, match="the game is not over"):
        verify(record)


@pytest.mark.parametrize(
    "change,says",
    [
        (lambda raw: raw.update(format="brehon record 9"), "format is 'brehon record 9'"),
        (lambda raw: raw.update(game="chess"), "there is no game 'chess'"),
        (lambda raw: raw.update(rules=99), "no rules version 99"),
        (lambda raw: raw.update(rules="1"), "rules must be a number"),
        (lambda raw: raw.update(seats=[]), "2 to 4 seats, not 0"),
        (lambda raw: raw.update(seats="two"), "seats must be a list"),
        (lambda raw: raw["seats"].__setitem__(0, 5), "seat 0 must be a table"),
        (lambda raw: raw["seats"][0].update(bot=1), "bot must be the name of a level"),
        (lambda raw: raw.update(options={"voluntary_pas": "true"}), "did you mean 'voluntary_pass'"),
        (lambda raw: raw.update(options={"voluntary_pass": "maybe"}), "it can be: true, false"),
        (lambda raw: raw["components"].update(name="nothing"), "no built-in components 'nothing'"),
        (lambda raw: raw["components"].update(hash="0"), "has the hash"),
        (lambda raw: raw["components"].update(data="schema = 2"), "breaks"),
        (lambda raw: raw.update(plies={}), "plies must be a list of texts"),
        (lambda raw: raw["plies"].__setitem__(20, "7 pass"), "'7' is not a seat"),
        (lambda raw: raw["plies"].__setitem__(20, "0 dance"), "Armorica has no action 'dance'"),
        (lambda raw: raw["plies"].__setitem__(13, "0 undo nothing"), "an undo is written"),
        (lambda raw: raw["plies"].insert(13, "0 undo 99"), "only 13 can be taken back"),
        (lambda raw: raw["plies"].insert(0, "0 pass"), "out of turn: chance is to move"),
        (lambda raw: raw["plies"].append("0 pass"), "comes after the end"),
        (lambda raw: raw["plies"].__setitem__(13, raw["plies"][13][0] + " take gaul 6"), r"not legal: .*AM-4\.3"),
        (lambda raw: raw["plies"].__setitem__(1, "* deal G-E1"), "this cannot be drawn here"),
        (lambda raw: raw["result"].update(scores=[0, 0]), "the result is wrong"),
        (lambda raw: raw.update(result=3), "result must hold places and scores"),
        (lambda raw: raw.update(plies=raw["plies"][:50]), "the game is not over"),
        (lambda raw: raw["fair"].update(words=["one"]), "each of the 2 seats, not 1"),
        (lambda raw: raw["fair"].update(secret=5), "secret must be a text or null"),
        (lambda raw: raw["fair"].pop("commitment"), "commitment must be a text"),
    ],
)
def test_a_broken_record_is_refused_with_the_cause(change: Callable[..., Any], says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        verify(read_record(with_change(change)))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "nonsense", '{"format": 1}', "[" * 100_000, "x" * 5_000_000])
def test_what_is_no_record_is_refused(text: Any) -> None:
    with pytest.raises(BadRecord):
        read_record(text)


def proof_bytes() -> list[Any]:
    """Where the plies and the secret stand in the file."""
    plies = range(TEXT.index('"plies"') + 10, TEXT.index('"result"') - 4)
    secret = TEXT.index('"secret": "') + 11
    return [*plies, *range(secret, secret + 64)]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(proof_bytes()), st.characters(codec="ascii"))
def test_any_changed_byte_of_a_ply_a_draw_or_the_secret_is_refused(place: Any, character: Any) -> None:
    if TEXT[place] == character:
        return
    changed = TEXT[:place] + character + TEXT[place + 1 :]
    if json_equal(changed):
        return  # the change fell on white space between values: the record says the same
    with pytest.raises(BadRecord):
        verify(read_record(changed))


def json_equal(text: str) -> bool:
    try:
        return json.loads(text) == json.loads(TEXT)  # type: ignore[no-any-return]
    except ValueError:
        return False


@settings(max_examples=300, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=20), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
    st.sampled_from(["format", "game", "rules", "seats", "fair", "components", "options", "plies", "words", "name", "hash", "result", "brehon"]),
    inner, max_size=5), max_leaves=20), st.sampled_from(["game", "rules", "seats", "fair", "components", "options", "plies", "result", "brehon"]))  # fmt: skip
def test_no_nonsense_in_a_field_leads_to_anything_but_a_clear_refusal(value: Any, field: Any) -> None:
    try:
        read_and_verify(with_change(lambda raw: raw.update({field: value})))
    except BrehonError:
        return
    assert field in ("brehon", "seats")  # texts and names that prove nothing


def read_and_verify(text: str) -> Any:
    return verify(read_record(text))
