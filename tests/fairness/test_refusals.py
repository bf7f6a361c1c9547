"""A record is refused for what the engine refuses, and for every form in which it could mean two things; both verifiers agree.

The records here are signed by the server's own key: what is refused is what they say.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.contract import CHANCE
from brehon.core.errors import BadRecord, IllegalAction
from brehon.core.lock import number_hash, why_no_number
from brehon.core.match import Match
from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.fairness import verifier
from tests.fairness.tables import SERVER, Plan, Played, forge, play, sign, small


@pytest.fixture(scope="module")
def quiet() -> Played:
    """A small game in which nothing was taken back and no one left."""
    return play(small("armorica", 2, 5, alone=0, consent=0, stand_ins=0, hints=0))


@pytest.fixture(scope="module")
def large() -> Played:
    """A game with secret choices and decisions without draws."""
    return play(Plan("arrival", 3, 6, kinds=("number", "number", "bot"), alone=0, consent=0, stand_ins=0, hints=0))


def refused(text: str) -> str:
    """Both verifiers refuse this; what ours says."""
    with pytest.raises(verifier.Refused):
        verifier.verify(text)
    with pytest.raises(BadRecord) as error:
        verify(read_record(text))
    return str(error.value)


def with_plies(played: Played, plies: list[str]) -> str:
    return forge({**played.raw, "plies": plies}, SERVER)


def with_lines(played: Played, at: int, *lines: str) -> str:
    plies = played.raw["plies"]
    return with_plies(played, [*plies[:at], *lines, *plies[at:]])


def first(match: Match, is_draw: bool) -> int:
    return next(number for number, ply in enumerate(match.plies) if (ply.seat == CHANCE) == is_draw)


# -- what may be taken back


def test_a_draw_before_anybody_has_decided_is_never_taken_back(quiet: Played) -> None:
    begin = first(quiet.match, is_draw=False)
    for count in (1, begin):
        lines = quiet.raw["plies"][begin - count : begin]
        said = refused(with_lines(quiet, begin, f"0 undo {count} all", *lines))
        assert "it has made no decision yet" in said
    with pytest.raises(IllegalAction):
        quiet.match.at(begin).undo(0, by_consent=True)


@pytest.mark.parametrize("wrong", [-1, 1, 2])
def test_an_undo_by_consent_goes_back_to_the_last_decision_of_the_seat_and_no_other_way(
    quiet: Played, wrong: int
) -> None:
    past = quiet.match.at(first(quiet.match, is_draw=False) + 4)
    seat = next(ply.seat for ply in past.plies if ply.seat >= 0)
    count = past.back_to(seat)
    assert "takes back" in refused(with_lines(quiet, past.ply, f"{seat} undo {count + wrong} all"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("* undo 1", "chance takes nothing back"),
        ("* undo 1 all", "chance takes nothing back"),
        ("2 undo 1 all", "is not a seat"),
        ("-1 undo 1 all", "is not a seat"),
        ("00 undo 1 all", "is not a seat"),
        ("0 undo 0 all", "an undo is written"),
        ("0 undo 01 all", "an undo is written"),
        ("0 undo ٢ all", "an undo is written"),
        ("0 undo +1", "an undo is written"),
        ("0 undo 1  all", "an undo is written"),
        ("0 undo 1 all ", "an undo is written"),
        ("0 undo 999999999 all", "plies, but only"),
        ("* seat back", "chance has no seat"),
        ("* seat bot cottar time", "chance has no seat"),
        ("3 seat bot cottar time", "is not a seat"),
        ("0 seat back", "no bot plays for"),
        ("0 seat bot Cottar time", "is written"),
        ("0 seat bot cottar bored", "is written"),
        ("0 seat bot cottar  time", "is written"),
        ("* hint 1", "chance asks for nothing"),
        ("3 hint 1", "is not a seat"),
        ("0 hint 4", "a hint is written"),
        ("1 hint 4", "a hint is written"),
        ("0 hint", "a hint is written"),
        ("0 hint 01", "a hint is written"),
        ("0 hint 1 all", "a hint is written"),
        ("0  pass", "has no action"),
        ("0 pass ", "has no action"),
        (" 0 pass", "is not a seat"),
        ("* pass", "out of turn"),
        ("0", "has no action"),
        ("", "is not a seat"),
    ],
)
def test_a_line_that_no_table_writes_is_refused(quiet: Played, line: str, says: str) -> None:
    at = first(quiet.match, is_draw=False) + 2
    assert says in refused(with_lines(quiet, at, line))


def test_nothing_follows_the_end(quiet: Played) -> None:
    end, last = quiet.match.ply, quiet.raw["plies"][-1]
    past = quiet.match
    for line in (
        "0 undo 1 all",
        f"0 undo {past.back_to(0)} all",
        "0 undo 1",
        "0 seat bot cottar time",
        "0 hint 1",
        "1 hint 1",
        last,
        "0 pass",
    ):
        refused(with_lines(quiet, end, line))
    for seat in range(2):
        with pytest.raises(IllegalAction):
            quiet.match.undo(seat, by_consent=True)


def test_only_the_seat_that_decides_asks_for_a_hint_step_by_step_and_not_before_a_draw(quiet: Played) -> None:
    begin = first(quiet.match, is_draw=False)
    mover = quiet.match.plies[begin].seat
    for at, lines, says in (
        (begin, [f"{1 - mover} hint 1"], "only the player who has to decide"),
        (begin, [f"{mover} hint 2"], "the next step of this hint is step 1"),
        (begin, [f"{mover} hint 1", f"{mover} hint 1"], "the next step of this hint is step 2"),
        (begin, [f"{mover} hint {step}" for step in (1, 2, 3, 3)], "no further step"),
        (begin, [f"{mover} seat bot cottar asked", f"{mover} hint 1", f"{mover} seat back"], "a bot plays for"),
        (begin - 1, [f"{mover} hint 1"], "only the player who has to decide"),
    ):
        assert says in refused(with_lines(quiet, at, *lines))
    verify(read_record(with_lines(quiet, begin, *[f"{mover} hint {step}" for step in (1, 2, 3)])))


def test_an_undo_alone_of_what_another_seat_has_decided_or_what_was_drawn_is_refused(large: Played) -> None:
    plies = large.match.plies
    other = next(
        n for n, ply in enumerate(plies) if ply.seat >= 0 and n + 1 < len(plies) and plies[n + 1].seat != CHANCE
    )
    seat = (plies[other].seat + 1) % 3
    assert "could not be taken back" in refused(with_lines(large, other + 1, f"{seat} undo 1"))
    draw = next(n for n, ply in enumerate(plies) if ply.seat == CHANCE and n > 20 and plies[n + 1].seat != CHANCE)
    assert "could not be taken back" in refused(with_lines(large, draw + 1, f"{plies[draw + 1].seat} undo 1"))


def test_an_undo_while_a_draw_is_due_is_refused(large: Played) -> None:
    """Else the owner of the secret could look at a draw that is due, and decide otherwise."""
    plies = large.match.plies
    at = next(n for n, ply in enumerate(plies) if n and ply.seat == CHANCE and plies[n - 1].seat >= 0)
    line = large.raw["plies"][at - 1]
    said = refused(with_lines(large, at, f"{plies[at - 1].seat} undo 1", line))
    assert "a draw that was due" in said


def revealing() -> tuple[Match, int]:
    """A match in which the last decision has revealed something without a draw, and whose it was."""
    for seed in range(20):
        played = play(Plan("fallen-kingdoms", 3, seed, alone=0, consent=0, stand_ins=0, hints=0))
        for number, events in enumerate(played.match.events):
            ply = played.match.plies[number]
            if ply.seat >= 0 and any(event.reveals for event in events):
                past = played.match.at(number + 1)
                if past.state.to_move() >= 0:
                    return past, ply.seat
    raise AssertionError("nothing is ever revealed")


def finish(match: Match) -> str:
    while not match.is_over:
        mover = next(seat for seat in range(match.rules.n_seats) if match.may_move(seat))
        match.play(mover, match.legal(mover)[-1])
    return sign(match)


def test_an_undo_alone_of_what_brought_something_to_light_is_refused() -> None:
    past, seat = revealing()
    ply = past.ply
    assert past.why_no_undo(seat) is not None
    past.undo(seat, by_consent=True)
    raw = json.loads(finish(past))
    verify(read_record(forge(raw, SERVER)))
    raw["plies"][ply] = raw["plies"][ply].removesuffix(" all")
    assert "something hidden" in refused(forge(raw, SERVER))


# -- stand-ins


def past_a_draw(large: Played) -> tuple[Match, int]:
    """A match in which a seat's last decision was followed by a draw, and the seat."""
    plies = large.match.plies
    at = next(
        n
        for n, ply in enumerate(plies)
        if n > 20 and ply.seat == CHANCE and plies[n - 1].seat == 0 and plies[n + 1].seat >= 0
    )
    return large.match.at(at + 1), 0


@pytest.mark.parametrize("why", ["asked", "time", "host", "forfeit"])
def test_no_draw_is_taken_back_while_a_bot_plays_for_a_person(large: Played, why: str) -> None:
    past, seat = past_a_draw(large)
    past.seat_bot(1, "cottar", why)
    with pytest.raises(IllegalAction, match="only people can agree"):
        past.undo(seat, by_consent=True)
    count = past.back_to(seat)
    line = f"1 seat bot cottar {why}"
    assert "only people can agree" in refused(with_lines(large, past.ply - 1, line, f"{seat} undo {count} all"))


def test_a_draw_is_taken_back_once_the_person_is_back_and_at_a_bots_own_seat(large: Played) -> None:
    past, seat = past_a_draw(large)
    past.seat_bot(1, "cottar", "time")
    past.seat_back(1)
    past.seat_bot(2, "brehon", "host")  # the lock has a bot here: another level of it asks no one
    past.undo(seat, by_consent=True)
    text = finish(past)
    assert len(verify(read_record(text)).redrawn()) == 1
    assert verifier.verify(text).drawn_again >= 1


def test_a_forfeit_is_final(large: Played) -> None:
    past, _ = past_a_draw(large)
    past.seat_bot(1, "cottar", "forfeit")
    for line in ("1 seat back", "1 seat bot cottar host", "1 seat bot cottar forfeit"):
        assert "forfeited" in refused(with_lines(large, past.ply - 1, "1 seat bot cottar forfeit", line))
    with pytest.raises(IllegalAction):
        past.seat_back(1)


# -- the form of the file


def paths(value: object, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the objects of a record lie."""
    found = [at] if isinstance(value, dict) else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [path for key, one in items for path in paths(one, (*at, key))]


def inside(value: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    for key in path:
        value = value[key]
    return value


def objects() -> list[tuple[Any, ...]]:
    return paths(play(small("armorica", 2, 5, alone=0, consent=0, stand_ins=0, hints=0)).raw)


@pytest.mark.parametrize("path", objects(), ids=lambda path: ".".join(map(str, path)) or "record")
def test_unknown_and_missing_fields_are_refused_in_every_object(quiet: Played, path: Any) -> None:
    raw = quiet.raw
    inside(raw, path)["note"] = "x"
    refused(json.dumps(raw) if path == ("signatures",) else forge(raw, SERVER))
    for key in inside(quiet.raw, path):
        raw = quiet.raw
        del inside(raw, path)[key]
        if path == () and key in ("digest", "signatures"):
            refused(json.dumps(raw))
        elif path != ("options",) and path[-1:] != ("options",):  # an option less is another lock
            refused(json.dumps(raw) if path == ("signatures",) else forge(raw, SERVER))


@pytest.mark.parametrize("path", objects(), ids=lambda path: ".".join(map(str, path)) or "record")
def test_a_key_that_stands_twice_is_refused_in_every_object(quiet: Played, path: Any) -> None:
    raw = quiet.raw
    here = inside(raw, path)
    key = next(iter(here))
    twice = json.dumps({**here, "@": here[key]}).replace('"@"', json.dumps(key))
    whole = json.dumps({**raw, "x": 0}) if not path else json.dumps(raw)
    text = twice if not path else whole.replace(json.dumps(here), twice)
    assert text.count(json.dumps(key)) > whole.count(json.dumps(key)) - (not path)
    assert "appears twice" in refused(text)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
@pytest.mark.parametrize("form", ["brehon record 1", "brehon record 2"])
def test_numbers_that_are_none_are_refused(quiet: Played, number: str, form: str) -> None:
    raw = quiet.raw
    raw["format"], raw["rules"] = form, "@"
    refused(json.dumps(raw).replace('"@"', number))


@pytest.mark.parametrize("depth", [300, 950, 990, 2000, 100_000])
def test_deep_nesting_is_refused_in_words(quiet: Played, depth: int) -> None:
    raw = quiet.raw
    raw["rules"] = "@"
    refused(json.dumps(raw).replace('"@"', "[" * depth + "]" * depth))


def test_many_keys_of_which_one_stands_twice_are_refused_at_once() -> None:
    text = "{" + ",".join(f'"{n}":0' for n in range(300_000)) + ',"299999":0}'
    assert "appears twice" in refused(text)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("options", "voluntary_pass"), "TRUE"),
        (("options", "voluntary_pass"), " true"),
        (("options", "voluntary_pass"), True),
        (("game",), "Armorica"),
        (("rules",), 1.0),
        (("rules",), True),
        (("seats", 0, "bot"), ""),
        (("seats", 0, "bot"), "cottar"),
        (("fair", "secret"), ""),
        (("fair", "lock", "rules"), True),
        (("fair", "lock", "table"), ""),
        (("fair", "lock", "game"), "Armorica"),
        (("fair", "lock", "seats", 0, "absent"), 1),
        (("result",), None),
        (("result", "places", 0), True),
        (("brehon",), None),
        (("brehon",), "\ud800"),
        (("signatures", "record"), ""),
    ],
)
def test_what_could_be_read_as_something_else_is_refused(quiet: Played, path: Any, value: Any) -> None:
    raw = quiet.raw
    inside(raw, path[:-1])[path[-1]] = value
    refused(json.dumps(raw) if path[0] == "signatures" else forge(raw, SERVER))
    if path[0] in ("options", "game", "rules"):
        raw["fair"]["lock"][path[0]] = raw[path[0]]
        refused(forge(raw, SERVER))


@pytest.mark.parametrize("which", ["lock", "record"])
def test_a_signature_has_one_spelling(quiet: Played, which: str) -> None:
    right = quiet.raw["signatures"][which]
    for wrong in (right.upper(), f"{right[:2]} {right[2:]}", right[:-2], right + "00", "", "0" * 128, None):
        refused(json.dumps({**quiet.raw, "signatures": {**quiet.raw["signatures"], which: wrong}}))


def test_the_signature_of_a_lock_does_not_serve_for_a_record(quiet: Played) -> None:
    signed = {"lock": quiet.raw["signatures"]["lock"], "record": SERVER.sign_lock(quiet.raw["digest"])}
    refused(json.dumps({**quiet.raw, "signatures": signed}))


# -- the lock


@pytest.mark.parametrize(
    "seat",
    [
        {},
        {"name": "P"},
        {"name": "P", "number": None},
        {"number": None, "bot": "cottar"},
        {"number": ""},
        {"number": "A" * 64},
        {"shares": -1},
        {"shares": 1},
        {"shares": 2},
        {"shares": False},
        {"absent": False},
        {"absent": 1},
        {"bot": ""},
        {"bot": None},
        {"bot": "cottar"},
        [],
    ],
)
def test_a_seat_of_a_lock_has_one_form(quiet: Played, seat: dict[str, Any] | list[Any]) -> None:
    raw = quiet.raw
    raw["fair"]["lock"]["seats"][1] = seat
    refused(forge(raw, SERVER))


def test_a_table_without_a_name_is_refused_for_its_draws_would_be_those_of_the_first_edition() -> None:
    played = play(small("armorica", 2, 5))
    raw = played.raw
    lock = raw["fair"]["lock"]
    lock["table"] = ""
    for seat, number in enumerate(raw["fair"]["numbers"]):
        lock["seats"][seat]["number"] = number_hash("", seat, number)
    assert "names no table" in refused(forge(raw, SERVER))


def test_the_same_hash_does_not_stand_twice(quiet: Played) -> None:
    raw = quiet.raw
    seats = raw["fair"]["lock"]["seats"]
    seats[1]["number"] = seats[0]["number"]
    assert "one of them is a copy" in refused(forge(raw, SERVER))


@pytest.mark.parametrize(
    "number", ["short", "x" * 161, "a" * 20 + "\n", "a" * 20 + "\u2028", "a" * 20 + "\x85", "\x00" * 20]
)
def test_a_number_is_one_line_of_some_length(quiet: Played, number: Any) -> None:
    raw = quiet.raw
    raw["fair"]["numbers"][0] = number
    raw["fair"]["lock"]["seats"][0]["number"] = number_hash(raw["fair"]["lock"]["table"], 0, number)
    refused(forge(raw, SERVER))
    assert why_no_number(number) is not None


def test_a_number_may_hold_any_letter_whatever_this_python_knows_of_it() -> None:
    assert why_no_number("a" * 16 + " \U0001fae9 \u00ad\u3000") is None


# -- components


def test_other_cards_under_the_name_of_a_built_in_set_are_refused() -> None:
    played = play(small("armorica", 2, 7, is_own=True))
    assert played.lock.components == "armorica-tiny-1-changed"  # our engine does not write what is refused
    raw = played.raw
    raw["components"]["name"] = raw["fair"]["lock"]["components"]["name"] = "armorica-tiny-1"
    assert "under the name of the built-in set" in refused(forge(raw, SERVER))


@pytest.mark.parametrize("name", list(registry.BUILTIN))
def test_a_set_of_ones_own_never_has_the_name_of_a_built_in_one(name: Any) -> None:
    game = registry.game(name)
    for builtin in game.builtin_components():
        loaded = game.load_components(game.read_builtin(builtin), builtin)
        assert loaded.name not in game.builtin_components()


def test_a_record_keeps_the_options_that_it_was_written_with(quiet: Played) -> None:
    """An option that the game gets later is missing in an older record, which stays as valid as it was."""
    raw = quiet.raw
    del raw["options"]["two_player_step"]
    raw["fair"]["lock"]["options"] = dict(raw["options"])
    text = forge(raw, SERVER)
    assert verify(read_record(text)).rules.options["two_player_step"] == "once"
    assert json.loads(read_record(text).to_json()) == json.loads(text)
    assert verifier.verify(text).finished
