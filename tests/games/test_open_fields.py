"""The fields of a state: what lies open is cloned, keyed and shown by one mechanism, and everything else is secret until it is listed.

The tables below are the only places where a field is named a second time. A new field of a state that is in none of them must be cloned,
must change the key, and must be in every view; a field of a view that is not open must be named here, so that it was thought about.
"""

from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.conformance import random_action
from brehon.core.contract import ORACLE, SPECTATOR

FIXED = {"n_seats", "table"}
SECRET = {  # fields of a state that a view holds in part, under another name, or not at all
    "armorica": {"seat"},
    "arrival": {"seat", "sealed"},
    "fallen-kingdoms": {"seat", "god", "dealt", "score", "pool", "bottom", "drawn"},
}
OF_VIEWS = {  # fields of a view besides the open ones: what this seat knows
    "armorica": {"seat", "active"},
    "arrival": {"seat", "active", "sealed", "_known"},
    "fallen-kingdoms": {"seat", "decider", "god", "dealt", "score", "pool", "bottom", "drawn", "hides_scores"},
}
NOT_KEYED = {"arrival": {"allowed"}, "fallen-kingdoms": {"temples"}}  # they follow from the rest, or only explain
SHARED = {  # lists that the rules replace and never change in place
    "arrival": {"discard", "guards", "earned", "saved", "trophies", "spent"},
    "fallen-kingdoms": {"god", "dealt"},
}
TOGETHER = {"bottom": ("bottom_seen", [-1])}  # a card of known place, and who knows it
NAMES = registry.names()


def attributes(thing: Any) -> Any:
    """The names of all fields, of interpreted and of compiled objects."""
    names = getattr(type(thing), "__mypyc_attrs__", None)
    found = set(vars(thing)) if names is None else set(names) - {"__dict__", "__weakref__"}
    return found - FIXED


def a_state(name: str, seats: int = 3, plies: int = 60) -> Any:
    rules = registry.make_ruleset(registry.game(name), seats)
    state, rng = rules.start(), Random(3)
    for _ in range(plies):
        state.apply(random_action(state, rng))
    return state


def another(state: Any, field: Any) -> Any:
    """A value that the field does not have."""
    value = getattr(state, field)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        if value and isinstance(value[-1], list):
            return [*value[:-1], [*value[-1], 1]]
        return [*value[:-1], value[-1] + 1] if value else [1]
    return state.table.no_map


def changed(state: Any, field: Any) -> Any:
    twin = state.clone()
    setattr(twin, field, another(state, field))
    if field in TOGETHER:
        setattr(twin, *TOGETHER[field])
    return twin


def cases() -> list[tuple[Any, Any]]:
    return [(name, field) for name in NAMES for field in sorted(attributes(a_state(name, plies=0)))]


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_named_in_the_text_of_a_position(name: Any) -> None:
    state = a_state(name)
    fields = [field.name for field in state.ruleset().fields()]
    assert sorted(fields) == sorted(attributes(state))


@pytest.mark.parametrize("name,field", cases())
def test_every_field_is_cloned_and_keyed(name: Any, field: Any) -> None:
    state = a_state(name)
    other = changed(state, field)
    assert getattr(other.clone(), field) == getattr(other, field) != getattr(state, field)
    is_keyed = field not in NOT_KEYED.get(name, set())
    assert (other.key() != state.key()) == is_keyed, f"{field} is {'not ' if is_keyed else ''}part of the key"


@pytest.mark.parametrize("name,field", cases())
def test_every_open_field_is_in_every_view_and_comes_back_from_it(name: Any, field: Any) -> None:
    if field in SECRET[name]:
        assert field not in attributes(a_state(name).view(0)) or field in OF_VIEWS[name]
        return
    other = changed(a_state(name), field)
    for seat in (0, 2, SPECTATOR, ORACLE):
        view = other.view(seat)
        assert getattr(view, field) == getattr(other, field)
    assert getattr(other.view(ORACLE).determinize(Random(1)), field) == getattr(other, field)


@pytest.mark.parametrize("name", NAMES)
def test_a_view_has_no_field_that_is_neither_open_nor_listed_here(name: Any) -> None:
    state = a_state(name)
    open_fields = attributes(state) - SECRET[name]
    assert attributes(state.view(1)) == open_fields | OF_VIEWS[name]


@pytest.mark.parametrize("name,field", cases())
def test_no_list_is_shared_unless_it_is_never_changed_in_place(name: Any, field: Any) -> None:
    state = a_state(name)
    value = getattr(state, field)
    if not isinstance(value, list):
        return
    is_shared = field in SHARED.get(name, set())
    assert (getattr(state.clone(), field) is value) == is_shared
    if field not in SECRET[name]:
        assert (getattr(state.view(0), field) is value) == is_shared
        assert (getattr(state.view(0).determinize(Random(1)), field) is value) == is_shared
    rows = [row for row in value if isinstance(row, list)]
    assert all(twin is not row for twin, row in zip(getattr(state.clone(), field), rows, strict=False))
