"""What the parts of the table depend on: a part that looks the same is not drawn again."""

from __future__ import annotations

from collections.abc import Hashable

from brehon.games.arrival.phases.reach import spread_cost
from brehon.games.arrival.svg_scene import DRAWING, Scene


def seen_at(scene: Scene, place: int) -> tuple[Hashable, ...]:
    """All that the title and the picture of a location without offers depend on."""
    state = scene.state
    owner = state.owner(place)
    if owner >= 0:
        cost = 0 if scene.is_over else spread_cost(state, place)
        return owner, state.level(place), scene.say.seat(owner), cost, scene.is_over
    threat = state.threat(place)
    return -1, threat, 0 if threat >= 0 or scene.is_over else spread_cost(state, place), scene.is_over


def worths(scene: Scene, seat: int, pile: int) -> tuple[tuple[int, int, int], ...]:
    """The tiles of a pile: tile, number of copies, and what each would give this leader now."""
    return tuple((tile, number, scene.gain(seat, tile)) for tile, number in scene.pile(pile))


def supply_of(scene: Scene, seat: int) -> tuple[Hashable, ...]:
    """What a leader has in front of them."""
    v = scene.view
    return (
        seat, v.fame[seat], v.corruption[seat], v.stock[seat], v.spent[seat], v.discs[seat], v.swords[seat], v.shields[seat],
        v.held[seat], v.trophies[seat], v.saved[seat],
    )  # fmt: skip


def name_of(scene: Scene, seat: int) -> tuple[Hashable, ...]:
    """All that the line with a leader's name depends on."""
    v, note = scene.view, scene.note(seat)
    return (
        scene.say.seat(seat), "" if note is None else scene.say(note), v.movers() >> seat & 1, scene.mode, scene.is_over,
        scene.is_over and scene.ranks()[seat], v.starter == seat, v.next_starter == seat, supply_of(scene, seat),
        tuple(scene.cards(seat)) if scene.mode == DRAWING else (),
    )  # fmt: skip


def cards_of(scene: Scene, seat: int) -> tuple[Hashable, ...]:
    """The cards in front of a leader, and what is blocked as far as the viewer knows."""
    return tuple(scene.cards(seat)), tuple(scene.blockers(seat)), scene.view.blocked[seat]
