"""Only what has changed is sent, it gives the same page, and nobody learns from it what is on another one's."""

from __future__ import annotations

import random
import re
from array import array

import httpx
import pytest

from bench.held import Held
from brehon.server.web.deltas import CUT, RUN, Pages, cut, difference
from tests.server.people import Visitor, links_of, ply_of
from tests.server.transport import Transport

MOVES = re.compile(r'name="action" value="(\d+)"')


class Page:
    """A page with our script: it holds what it was sent."""

    def __init__(self, person: Visitor, path: str) -> None:
        self.person, self.path, self.held = person, path, Held()
        self.text, self.sent = "", 0

    async def look(self) -> None:
        self.read(await self.person.get(f"{self.path}/fragment", headers=self.headers))

    async def move(self, action: int) -> None:
        form = {"ply": ply_of(self.text), "action": action}
        self.read(await self.person.post(f"{self.path}/move", data=form, headers=self.headers))

    @property
    def headers(self) -> dict[str, str]:
        return {"X-Brehon": "1", "X-Brehon-Has": self.held.names}

    def read(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200, answer.text
        self.sent = len(answer.content)
        unpacked = {name: value for name, value in answer.headers.items() if name != "content-encoding"}
        self.text = self.held.read(unpacked, answer.content).decode()


@pytest.mark.parametrize(("game", "seats"), [("armorica", 2), ("arrival", 3), ("fallen-kingdoms", 3)])
async def test_the_page_put_together_is_the_page_and_a_click_sends_less_than_half(
    site: Transport, game: str, seats: int
) -> None:
    people = [Visitor(site, name) for name in ("Ann", "Bo", "Cy")[:seats]]
    path = await people[0].set_up("me", *["friend"] * (seats - 1), game=game)
    for person, link in zip(people[1:], links_of((await people[0].get(path)).text), strict=True):
        await person.join(link)
    await people[0].post(f"{path}/start", data={"without": "1"})
    pages, rng, whole, sent = [Page(person, path) for person in people], random.Random(1), 0, 0
    for _ in range(12):
        for page in pages:
            await page.look()
        mover = next(page for page in pages if MOVES.search(page.text))
        await mover.move(int(rng.choice(MOVES.findall(mover.text))))
        plain = (await mover.person.get(f"{path}/fragment", headers={"X-Brehon": "1"})).text
        assert mover.text == plain
        whole, sent = whole + len(plain), sent + mover.sent
    assert sent < whole / 2
    for person in people:
        await person.aclose()


async def test_an_answer_that_nobody_remembers_is_sent_whole(site: Transport, ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    page = Page(ann, path)
    await page.look()
    first = page.sent
    await page.look()
    assert page.sent < first / 10
    site.app.state.pages = Pages()  # a restart, or another worker
    await page.look()
    assert page.sent > first * 0.9
    await page.look()
    assert page.sent < first / 10


async def test_a_name_counts_only_for_whom_it_was_made(site: Transport, ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "friend")
    await bo.join(links_of((await ann.get(path)).text)[0])
    await ann.post(f"{path}/start", data={"without": "1"})
    mine, other = Page(ann, path), Page(bo, path)
    await mine.look()
    await other.look()
    stolen = {"X-Brehon": "1", "X-Brehon-Has": mine.held.names}
    answer = await bo.get(f"{path}/fragment", headers=stolen)
    assert answer.headers["x-brehon-base"] == ""
    assert RUN not in answer.text, "it would tell which pieces are on the other page too"
    again = await ann.get(f"{path}/fragment", headers=stolen)
    assert again.headers["x-brehon-base"] == mine.held.names


async def test_whoever_cannot_put_pages_together_gets_them_whole(site: Transport, ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    answer = await ann.get(f"{path}/fragment", headers={"X-Brehon": "1"})
    assert "x-brehon-name" not in answer.headers
    assert answer.text.startswith("<main ")
    assert CUT not in answer.text


def put_together(items: list[str], old: list[str]) -> list[str]:
    out: list[str] = []
    for item in items:
        if item.startswith(RUN):
            first, count = map(int, item[1:].split())
            out += old[first : first + count]
        else:
            out.append(item)
    return out


def test_any_two_texts() -> None:
    """Pieces that come several times, in another order, or not at all."""
    rng = random.Random(7)
    for _ in range(300):
        old = [rng.choice("abcdefg") for _ in range(rng.randrange(30))]
        new = [rng.choice("abcdefghij") for _ in range(rng.randrange(30))]
        found = difference(new, array("q", map(hash, new)), array("q", map(hash, old)))
        assert put_together(found, old) == new


def test_the_pieces_are_the_text() -> None:
    text = "<main>\n<p>one</p>\n" + "<svg>" + '<g id="a"><path d="M0 0"/></g>' * 40 + "</svg>\n</main>"
    assert "".join(cut(text)) == text
    assert len(cut(text)) > 40


def name_of(pages: Pages, text: str) -> str:
    delta = pages.delta(text, "ann", "")
    assert delta is not None
    return delta.headers["X-Brehon-Name"]


def test_no_more_is_remembered_than_allowed_and_the_newest_stays() -> None:
    pages = Pages(most=100)

    def headers(text: str, has: str) -> dict[str, str]:
        found = pages.delta(text, "ann", has)
        assert found is not None
        return found.headers

    names = [headers("\n".join(str(n + k) for k in range(20)), "")["X-Brehon-Name"] for n in range(50)]
    assert pages.pieces <= 100
    assert headers("0", names[-1])["X-Brehon-Base"] == names[-1]
    assert headers("0", names[0])["X-Brehon-Base"] == ""


def test_a_text_with_our_marks_in_it_is_not_cut() -> None:
    assert Pages().delta(f"a name with {CUT} in it", "ann", "") is None
    assert Pages().delta(f"a name with {RUN} in it", "ann", "") is None
