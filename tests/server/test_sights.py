"""What onlookers see alike is drawn once, and never what a seat sees."""

from __future__ import annotations

from typing import Any

from brehon.server.table.scene_cache import MOST, remembered
from tests.server.people import Visitor, ply_of
from tests.server.transport import Transport


async def scenes(site: Any, path: str) -> int:
    async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
        return remembered(table)


async def test_onlookers_share_one_picture_until_somebody_moves(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "cottar", "wanderer")
    await ann.play_on(path, 'name="action"')
    first = [(await bo.get(f"{path}/fragment")).text for _ in range(3)]
    assert len(set(first)) == 1
    assert await scenes(site, path) == 1
    german = (await bo.get(f"{path}/fragment", headers={"Accept-Language": "de"})).text
    narrow = (await bo.get(f"{path}/fragment?narrow=1")).text
    assert len({first[0], german, narrow}) == 3
    ply, actions = await ann.moves(path)
    await ann.move(path, ply, actions[0])
    later = (await bo.get(f"{path}/fragment")).text
    assert ply_of(later) > ply_of(first[0])
    for _ in range(MOST):
        await bo.get(f"{path}/fragment?narrow=1")
        await ann.play_on(path, 'name="action"')
        ply, actions = await ann.moves(path)
        await ann.move(path, ply, actions[0])
    assert await scenes(site, path) <= MOST


async def test_who_has_a_seat_never_gets_the_picture_of_the_onlookers(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await ann.set_up("me", "cottar", "cottar", game="arrival")
    await ann.play_on(path, 'name="action"')
    assert 'name="action"' not in (await bo.get(f"{path}/fragment")).text
    assert 'name="action"' in (await ann.get(f"{path}/fragment")).text
    assert await scenes(site, path) == 1
