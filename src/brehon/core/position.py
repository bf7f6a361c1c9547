"""A position in one line of text, as FEN is for chess: the rules it is played by, a bar, and every field by its name.

    armorica rules=1 seats=2 options=... components=armorica-default-2 digest=0f3c... | phase=2 turn=1 seat=0 ... goods=[34,2]

`State.text()` writes it and `Ruleset.parse()` reads it back: equal states, nothing lost. A text for other rules is refused, and so is
one that no game could have reached, as far as `Ruleset.check()` can tell. Pickles of states hold the same fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeGuard
from urllib.parse import quote

from brehon.core import registry
from brehon.core.contract import CHANCE, ORACLE, OVER, SPECTATOR, Ruleset, State, View
from brehon.core.errors import BadPosition
from brehon.core.objects import Valued
from brehon.core.text import N_, Message, Speaker

LONGEST: Final = 20_000  # characters
SHOWN: Final = 40  # characters of a wrong value that an error repeats
DIGEST: Final = 16  # characters of a digest that are enough to tell two sets of components apart
TRIED: Final = 16  # legal actions that a position from outside is tested with
AHEAD: Final = 24  # plies that it is played on
BAR: Final = " | "
NUMBER: Final = r"-?(?:0|[1-9][0-9]{0,999})"
LIST: Final = rf"\[(?:{NUMBER}(?:,{NUMBER})*)?\]"
ROWS: Final = rf"\[(?:{LIST}(?:,{LIST})*)?\]"
SIGNS: Final = [re.compile(NUMBER), re.compile(LIST), re.compile(ROWS)]  # by depth


class Field:
    """One field of a state: its name and its valid values."""

    def __init__(
        self, name: str, low: int, high: int, lengths: Collection[int] | None = None, n_rows: int = 0,
        get: Callable[[Any], Any] | None = None, put: Callable[[Any, Any], None] | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self.low = low
        self.high = high
        self.lengths = lengths  # of a list of numbers; None: the field is one number
        self.n_rows = n_rows  # a list of so many such lists
        self.get = get or (lambda state: getattr(state, name))
        self.put = put or (lambda state, value: setattr(state, name, value))

    def write(self, state: State) -> str:
        value = self.get(state)
        return json.dumps(int(value) if self.lengths is None else value, separators=(",", ":"))

    def read(self, text: str) -> Any:
        """The value that the text names, if it is valid."""
        depth = 0 if self.lengths is None else 2 if self.n_rows else 1
        value = json.loads(text) if SIGNS[depth].fullmatch(text) else None
        if value is None or not self._is_right(value, depth):
            raise BadPosition(
                Message(
                    N_("the field %(field)s of a position must be %(right)s, not %(given)s"),
                    field=self.name, right=self.right(), given=text if len(text) <= SHOWN else f"{text[:SHOWN]}…",
                )
            )  # fmt: skip
        return value

    def _is_right(self, value: Any, depth: int) -> bool:
        if depth == 0:
            return bool(self.low <= value <= self.high)
        if depth == 1:
            return len(value) in (self.lengths or ()) and all(self._is_right(item, 0) for item in value)
        return len(value) == self.n_rows and all(self._is_right(row, 1) for row in value)

    def right(self) -> Message:
        """The valid values, in words."""
        number = Message(N_("a whole number from %(low)s to %(high)s"), low=self.low, high=self.high)
        if self.lengths is None:
            return number
        lengths = sorted(self.lengths)
        among = f"{lengths[0]}–{lengths[-1]}" if len(lengths) > 2 else "/".join(map(str, lengths))
        row = Message(N_("a list of length %(length)s, each %(item)s"), length=among, item=number)
        return (
            Message(N_("a list of length %(length)s, each %(item)s"), length=self.n_rows, item=row)
            if self.n_rows
            else row
        )


def numbers(names: str, low: int, high: int) -> list[Field]:
    return [Field(name, low, high) for name in names.split()]


def flags(names: str) -> list[Field]:
    """Fields that are True or False, written as 1 and 0."""
    return [Field(name, 0, 1, put=_put_flag(name)) for name in names.split()]


def _put_flag(name: str) -> Callable[[Any, Any], None]:
    return lambda state, value: setattr(state, name, bool(value))


def lists(names: str, lengths: Collection[int], low: int, high: int) -> list[Field]:
    return [Field(name, low, high, lengths) for name in names.split()]


# -- to text


def heading(rules: Ruleset) -> dict[str, str]:
    """What a position has to agree with: everything that makes two rulesets the same."""
    return {
        "game": rules.game.name,
        "rules": str(rules.version),
        "seats": str(rules.n_seats),
        "options": ",".join(f"{name}:{value}" for name, value in sorted(rules.options.items())),
        "digest": rules.components.digest[:DIGEST],
    }


def write(state: State) -> str:
    rules = state.ruleset()
    head = heading(rules)
    name = quote(rules.components.name)  # for people; the digest decides
    return f"{head['game']} rules={head['rules']} seats={head['seats']} options={head['options']} components={name} digest={head['digest']}{BAR}{body(state)}"


def body(state: State) -> str:
    """The fields, without the rules."""
    return " ".join(f"{field.name}={field.write(state)}" for field in state.ruleset().fields())


# -- from text


def read(rules: Ruleset, text: str) -> State:
    """The state that a text describes; BadPosition says which field is wrong, and what would be right."""
    if len(text) > LONGEST:
        raise BadPosition(
            Message(N_("a position has at most %(most)s characters, not %(n)s"), most=LONGEST, n=len(text))
        )
    head, bar, fields = text.strip().partition(BAR)
    if not bar:
        raise BadPosition(Message(N_("a position is written as: the rules, a bar with blanks around it, the fields")))
    _check_heading(rules, head)
    state = restored(rules, fields)
    _try_out(rules, state)
    return state


def _check_heading(rules: Ruleset, head: str) -> None:
    game, _, rest = head.partition(" ")
    given = {**_pairs(rest), "game": game}
    for name, right in heading(rules).items():
        there = given.get(name, "?")
        if there != right:
            apart = set(there.split(",")) ^ set(right.split(","))  # of many options, only those that differ
            there, here = (",".join(part for part in value.split(",") if part in apart) for value in (there, right))
            text = N_("this position is for other rules: %(field)s is %(given)s there, and %(right)s here")
            raise BadPosition(Message(text, field=name, given=there[:SHOWN], right=here))


def _pairs(text: str) -> dict[str, str]:
    """Each `name=value` once."""
    pairs: dict[str, str] = {}
    for part in text.split():
        name, sign, value = part.partition("=")
        if not sign or name in pairs:
            raise BadPosition(
                Message(N_("a position has each field once, written as name=value, not %(given)s"), given=part[:SHOWN])
            )
        pairs[name] = value
    return pairs


def restored(rules: Ruleset, fields: str) -> State:
    """The state with these fields; each one is valid, but they have not been checked together."""
    given = _pairs(fields)
    state = rules.start()
    for field in rules.fields():
        if field.name not in given:
            raise BadPosition(Message(N_("the field %(field)s is missing in this position"), field=field.name))
        field.put(state, field.read(given.pop(field.name)))
    for name in given:
        raise BadPosition(Message(N_("positions of this game have no field %(field)s"), field=name[:SHOWN]))
    return state


def _try_out(rules: Ruleset, state: State) -> None:
    """Refuse what no game could have reached: check the invariants, then everything that the table will ask of a state."""
    before = state.key()
    try:
        rules.check(state)
        legal = state.legal()
        assert (state.to_move() == OVER) == (not legal), "there is nothing to do, but the game is not over"
        assert state.to_move() != CHANCE or all(weight > 0 for weight in state.weights()), "a chance of nothing"
        for action in legal[:TRIED]:
            _play_on(rules, state.clone(), action, 1)
        _play_on(rules, state.clone(), -1, AHEAD)
        for seat in (*range(state.n_seats), SPECTATOR, ORACLE):
            view = state.view(seat)
            rules.check(view.determinize(Random(0)))
            str(view)
        str(state)
    except (AssertionError, LookupError, ArithmeticError, TypeError, ValueError) as error:
        shares = state.key() != before  # a bug of the game, not of the text
        what = "a clone changed its original: it shares something" if shares else str(error) or type(error).__name__
        raise BadPosition(Message(N_("no game comes to this position: %(what)s"), what=what)) from error


def _play_on(rules: Ruleset, state: State, action: int, plies: int) -> None:
    rng = Random(0)
    for _ in range(plies):
        legal = state.legal()
        if not legal:
            return
        state.apply(legal[rng.randrange(len(legal))] if action < 0 else action, None)
        rules.check(state)


# -- as Python objects: for core/objects.py. Not by isinstance(): compiled abstract classes share one cache of its answers, which gives wrong ones


def is_state(one: object) -> TypeGuard[State]:
    return State in type(one).__mro__


def is_view(one: object) -> TypeGuard[View]:
    return View in type(one).__mro__


def is_rules(one: object) -> TypeGuard[Ruleset]:
    return Ruleset in type(one).__mro__


def equal(one: Valued, other: object) -> bool:
    """The same rules and the same key; for views, also the same seat."""
    if one is other:
        return True
    if is_rules(one) and is_rules(other):
        return heading(one) == heading(other)
    if type(one) is not type(other):
        return False
    if is_view(one) and is_view(other):
        return one.seat == other.seat and one.key() == other.key() and one.ruleset() == other.ruleset()
    return is_state(one) and is_state(other) and one.key() == other.key() and one.ruleset() == other.ruleset()


def hashed(one: Valued) -> int:
    return hash(one.key() if is_state(one) or is_view(one) else tuple(heading(one).values()) if is_rules(one) else 0)


def said(one: Valued) -> str:
    """In a sentence or two, as a spectator would describe it; for a view, as its seat sees it."""
    if is_view(one):
        who = f"Seat {one.seat + 1}" if one.seat >= 0 else "a spectator" if one.seat == SPECTATOR else "the referee"
        return f"{_status(one)} Seen by {who}."
    if is_state(one):
        return f"{_status(one.view(SPECTATOR))} Points: {', '.join(map(str, one.scores()))}."
    assert is_rules(one)
    return f"{one.game.title}, {one.n_seats} seats, rules version {one.version}, {one.components.name}"


def _status(view: View) -> str:
    say, mover, rules = Speaker(), view.to_move(), view.ruleset()
    who = "" if mover == OVER else f" To move: {'chance' if mover == CHANCE else say.seat(mover)}."
    return f"{rules.game.title}, {rules.n_seats} seats. {say(rules.game.face().status(rules, view)).rstrip('.')}.{who}"


def copied(one: Valued) -> Valued:
    """Shares nothing mutable; rules never change. A view is taken again, from a state that is possible as far as its seat knows."""
    if is_state(one):
        return one.clone()
    return one.determinize(Random(0)).view(one.seat) if is_view(one) else one


def stored(one: Valued) -> tuple[object, ...]:
    """For pickle: how to rebuild it. A view holds no secrets, and neither does its pickle."""
    if is_state(one):
        return (restored, (one.ruleset(), body(one)))
    if is_view(one):
        return (seen, (one.determinize(Random(0)), one.seat))
    assert is_rules(one)
    return (rules_from_data, (rules_to_data(one),))


def seen(state: State, seat: int) -> View:
    return state.view(seat)


def rules_to_data(rules: Ruleset) -> dict[str, Any]:
    """Rules as plain data, with the components in full unless they are built in."""
    components = rules.components
    return {
        "game": rules.game.name,
        "seats": rules.n_seats,
        "options": dict(rules.options),
        "version": rules.version,
        "components": components.name,
        "source": "" if components.builtin else components.source,
    }


def rules_from_data(data: dict[str, Any]) -> Ruleset:
    return _made(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=32)
def _made(text: str) -> Ruleset:
    """Once for each kind of table in a process: rules never change."""
    data = json.loads(text)
    game = registry.game(data["game"])
    if data["source"]:
        components = game.load_components(data["source"], data["components"])
    else:
        components = registry.builtin(game, data["components"])
    return registry.make_ruleset(game, data["seats"], data["options"], components, data["version"])
