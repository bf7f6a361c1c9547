"""Single changes of records, as somebody would make them who wants another game to look proved."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from brehon.core.canon import canonical
from brehon.core.errors import BrehonError
from brehon.core.fair import commitment
from brehon.core.lock import number_hash
from brehon.core.match import Match
from brehon.core.record import StandIn, read_record
from brehon.core.verification import replay
from tests.fairness.tables import OTHER, Played, forge

Change = Callable[[dict[str, Any], Played, Random], None]
LETTERS = "0123456789abcdefg *Aü\u2028"


def change(played: Played, rng: Random) -> dict[str, Any]:
    """The record with one thing changed; never the same record."""
    before = canonical(played.raw)
    while True:
        raw = played.raw
        rng.choice(CHANGES)(raw, played, rng)
        if canonical(raw) != before:
            return raw


# -- anything, anywhere


def anything(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """A value somewhere in the file; each field of each object as likely as the others."""
    parent: dict[str, Any] | list[Any] = raw
    while True:
        if not parent:
            return
        key: Any = rng.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
        value = parent[key]
        if isinstance(value, dict | list) and value and rng.random() < 0.85:
            parent: Any = value  # type: ignore[no-redef]
            continue
        parent[key] = other_value(value, rng)
        if rng.random() < 0.1:
            del parent[key]
        return


def other_value(value: object, rng: Random) -> object:
    if isinstance(value, bool):
        return rng.choice([not value, int(value), None])
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, float(value), str(value), value == 1, None, -value])
    if isinstance(value, str):
        return rng.choice([other_text(value, rng), other_text(value, rng), other_text(value, rng), None, 0, [value]])
    if isinstance(value, list):
        return rng.choice([value[1:], value[:-1], value[::-1], [*value, *value[-1:]], [], None, {}])
    if isinstance(value, dict):
        return rng.choice([{**value, rng.choice(["x", "name", "bot", "lab"]): 1}, {}, None, [], list(value)])
    return rng.choice(["", 0, False, [], {}, "0" * 64])


def other_text(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    letter = rng.choice(LETTERS)
    return rng.choice([text[:at] + letter + text[at:], text[:at] + letter + text[at + 1 :], text[: at - 1] + text[at:],
                       text.upper(), text + " ", "", text.swapcase()])  # fmt: skip


# -- the game


def a_move(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """Another legal decision in the place of one, and the result put right if the game still ends."""
    past = decision(played, rng)
    if past is None:
        return
    seat = played.match.plies[past.ply].seat
    others = [action for action in past.legal(seat) if action != played.match.plies[past.ply].action]
    if others:
        raw["plies"][past.ply] = f"{seat} {past.rules.space.texts[rng.choice(others)]}"
        put_result_right(raw)


def a_draw(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """Another outcome that was possible."""
    draws = [number for number, ply in enumerate(played.match.plies) if ply.seat < 0]
    past = played.match.at(rng.choice(draws))
    raw["plies"][past.ply] = f"* {past.rules.space.texts[rng.choice(past.state.legal())]}"
    put_result_right(raw)


def another_end(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """Everything from some decision on played again by the rules: only the signature can tell."""
    past = decision(played, rng)
    while past is not None and not past.is_over:
        movers = [seat for seat in range(past.rules.n_seats) if past.may_move(seat)]
        mover = rng.choice(movers)
        past.play(mover, rng.choice(past.legal(mover)))
    if past is not None:
        raw["plies"] = past.record(reveal=False).plies
        raw["result"] = {"places": past.state.places(), "scores": past.state.scores()}


def decision(played: Played, rng: Random) -> Match | None:
    """The match before one of its decisions."""
    made = [number for number, ply in enumerate(played.match.plies) if ply.seat >= 0 and ply.action >= 0]
    return played.match.at(rng.choice(made[-40:])) if made else None


def put_result_right(raw: dict[str, Any]) -> None:
    try:
        match = replay(read_record(forge({**raw, "fair": {**raw["fair"], "secret": None}}, OTHER)), with_result=False)
    except BrehonError:
        return  # the game no longer ends: left as it is
    raw["result"] = {"places": match.state.places(), "scores": match.state.scores()}


def a_line(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """A line more, a line less, two lines in the other order, a line twice."""
    plies, at = raw["plies"], rng.randrange(len(raw["plies"]))
    how = rng.randrange(4)
    if how == 0:
        del plies[at]
    elif how == 1:
        plies.insert(at, rng.choice(plies))
    elif how == 2:
        other = rng.randrange(len(plies))
        plies[at], plies[other] = plies[other], plies[at]
    else:
        plies[at] = rng.choice(plies)
    if rng.random() < 0.5:
        put_result_right(raw)


def an_undo(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """An undo more, or with another count, or alone in the place of by consent."""
    plies, n_seats = raw["plies"], len(raw["seats"])
    undos = [number for number, line in enumerate(plies) if " undo " in line]
    if undos and rng.random() < 0.6:
        at = rng.choice(undos)
        count = int(plies[at].split(" ")[2]) + rng.choice([-1, 0, 0, 1, 2])
        plies[at] = f"{rng.randrange(n_seats)} undo {count}{rng.choice(['', ' all'])}"
        return
    undo = f"{rng.choice(['*', *range(n_seats)])} undo {rng.randint(1, 6)}{rng.choice(['', ' all'])}"
    plies.insert(rng.randrange(len(plies) + 1), undo)


def a_seat_line(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """A line about a seat more, less, or another one."""
    plies = raw["plies"]
    own = [number for number, line in enumerate(plies) if " seat " in line]
    if own and rng.random() < 0.4:
        del plies[rng.choice(own)]
        return
    sits = rng.choice([StandIn("", ""), StandIn("cottar", rng.choice(["time", "host", "asked", "forfeit"]))])
    plies.insert(rng.randrange(len(plies) + 1), f"{rng.randrange(len(raw['seats']))} {sits.words()}")


# -- what was fixed before


def a_secret(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """Another secret, and the commitment that fits it."""
    raw["fair"]["secret"] = rng.randbytes(32).hex()
    raw["fair"]["lock"]["commitment"] = commitment(raw["fair"]["secret"])


def a_number(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """Another number in some seat, and the hash that fits it."""
    lock, seat = raw["fair"]["lock"], rng.randrange(len(raw["seats"]))
    number = rng.randbytes(16).hex()
    raw["fair"]["numbers"][seat] = number
    lock["seats"][seat] = {"number": number_hash(lock["table"], seat, number)}


def the_lock(raw: dict[str, Any], played: Played, rng: Random) -> None:
    lock = raw["fair"]["lock"]
    anything(lock if rng.random() < 0.5 else lock["seats"][rng.randrange(len(lock["seats"]))], played, rng)


def both_sides(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """A field of the record and the same field of the lock, so that they still agree."""
    name = rng.choice(["game", "rules", "options", "name", "hash"])
    if name in ("name", "hash"):
        value = other_value(raw["components"][name], rng)
        raw["components"][name] = raw["fair"]["lock"]["components"][name] = value
    else:
        changed = json.loads(json.dumps({name: raw[name]}))
        anything(changed, played, rng)
        raw[name] = raw["fair"]["lock"][name] = changed.get(name)


def a_name(raw: dict[str, Any], played: Played, rng: Random) -> None:
    seat = rng.randrange(len(raw["seats"]))
    if rng.random() < 0.5:
        raw["seats"][seat]["name"] = "Mallory"
    else:
        raw["seats"][seat]["bot"] = rng.choice(["cottar", "brehon", ""])


def own_cards(raw: dict[str, Any], played: Played, rng: Random) -> None:
    """The cards as data of one's own, under the same name or another."""
    if "data" in raw["components"]:
        del raw["components"]["data"]
        return
    game = played.match.rules.game
    raw["components"]["data"] = game.read_builtin(raw["components"]["name"])
    if rng.random() < 0.5:
        raw["components"]["name"] = raw["fair"]["lock"]["components"]["name"] = "mine"


CHANGES: list[Change] = [
    anything, anything, anything, a_move, a_move, a_move, a_draw, another_end, a_line, a_line, an_undo, an_undo, a_seat_line, a_secret,
    a_number, the_lock, the_lock, both_sides, a_name, own_cards,
]  # fmt: skip
