"""The pages, as a browser without a script sees them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.coach.puzzles import shipped
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.server.web.middleware import HEADERS
from brehon.server.web.rendering import STATIC
from tests.server.conftest import both, opened
from tests.server.people import Visitor, links_of, message_of, ply_of
from tests.server.transport import Transport

RECORDS = Path(__file__).parent.parent / "records"


async def test_a_game_against_bots_starts_at_once_and_ends_with_result_secret_and_proof(ann: Visitor) -> None:
    path = await ann.set_up("me", "cottar")  # given
    await ann.play_on(path)  # when
    page = (await ann.get(path)).text  # then
    assert re.search(r"(wins|You win|You came|the victory)", page)
    assert "Verify fairness" in page
    secret = re.search(r"<dt>Secret</dt><dd><code[^>]*>([0-9a-f]{64})<", page)
    assert secret
    proof = await ann.get(f"{path}/verify")
    assert proof.status_code == 200
    assert "This game was fair" in proof.text
    assert secret[1] in proof.text


async def test_the_secret_is_nowhere_before_the_end(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "me")
    async with site.app.state.tables.at(path.removeprefix("/table/")) as table:
        secret = table.row.secret
    api = f"/api/v1/tables/{path.removeprefix('/table/')}"
    for place in (path, f"{path}/fragment", f"{path}/replay", f"{path}/record", f"{path}/verify", api, f"{api}/record"):
        assert secret not in (await ann.get(place)).text
    assert (await ann.get(f"{path}/verify")).status_code == 422


@both
async def test_a_friend_joins_by_link_fixes_a_number_and_sees_the_commitment_first(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "friend")
    waiting = (await ann.get(path)).text
    (link,) = links_of(waiting)
    commitment = re.search(r'id="commitment">([0-9a-f]{64})<', waiting)
    assert commitment
    invitation = await bo.get(link)
    assert "Ann invites you to Armorica" in invitation.text
    assert "not here yet" in (await ann.get(path)).text  # looking at the invitation takes nothing
    assert await bo.join(link) == path
    assert commitment[1] in (await bo.get(path)).text
    assert links_of((await bo.get(path)).text) == []
    assert (await bo.post(f"{path}/number", data={"hash": "ab" * 32})).status_code == 303
    assert "number fixed" in (await ann.get(path)).text
    assert (await ann.post(f"{path}/start", data={"without": "1"})).status_code == 303
    assert 'id="open-button"' in (await bo.get(path)).text  # the first card waits for the number


async def test_a_foreign_seat_link_gets_a_page_that_says_what_to_do(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    async with Visitor(site, "Cy") as cy:
        for answer in (await cy.get(link), await cy.post(httpx.URL(link).path, data={"name": "Cy"})):
            assert answer.status_code == 403
            assert "<h1>This seat is taken</h1>" in answer.text
            assert "ask the host for the link of another seat" in message_of(answer.text)
            assert f'href="{path}"' in answer.text
            assert "Bo" not in answer.text.replace("Board", "")  # nothing of the table, not even who sits there
    again = await bo.get(link)
    assert again.headers["location"] == path


async def test_a_plain_form_moves_and_a_stale_one_shows_the_fresh_table(ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    ply, actions = await ann.moves(path)
    assert (await ann.move(path, ply, actions[0])).status_code == 303
    stale = await ann.move(path, ply, actions[0])
    assert stale.status_code == 409
    assert ply_of(stale.text) > ply
    assert "The game has moved on" in message_of(stale.text)
    assert "<html" in stale.text
    fragment = await ann.move(path, ply, actions[0], script=True)
    assert fragment.status_code == 409
    assert fragment.text.lstrip().startswith("<main")


async def test_a_refused_move_shows_the_reason_with_its_rule(ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    page = (await ann.get(path)).text
    refused = re.search(r'id="why-(\d+)">([^<]*needs.*?)</a></span>', page)
    assert refused
    answer = await ann.move(path, ply_of(page), int(refused[1]))
    assert answer.status_code == 422
    assert message_of(answer.text) == re.sub(r"<[^>]+>", "", refused[2])
    assert f"{refused[2]}</a>" in answer.text  # with the link to its rule
    assert refused[2].endswith('— <a class="rule" href="/rules/armorica#AM-4.3">AM-4.3')


async def test_who_only_watches_is_offered_nothing_and_can_do_nothing(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "me")
    page = await bo.get(path)
    assert "You are watching" in page.text
    assert 'name="action"' not in page.text
    assert 'data-action="' not in page.text
    answer = await bo.move(path, ply_of(page.text), 0)
    assert answer.status_code == 403
    assert "Only a player who has taken a seat" in message_of(answer.text)


async def test_a_decision_can_be_taken_back_in_winter_by_a_form(tmp_path: Path) -> None:
    async with opened(tmp_path, fixed_secret=seeded_secret(3)) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "me")
        for _ in range(300):
            page = (await ann.get(path)).text
            if 'id="undo-button" class="quiet">' in page:
                before = ply_of(page)
                assert (await ann.post(f"{path}/undo", data={"ply": before})).status_code == 303
                assert ply_of((await ann.get(path)).text) == before + 1
                return
            refused = await ann.post(f"{path}/undo", data={"ply": ply_of(page)})
            assert refused.status_code == 422
            ply, actions = await ann.moves(path)
            await ann.move(path, ply, actions[0])
        raise AssertionError("nobody had to discard two cards in a winter")


async def test_the_replay_offers_the_record_of_a_game_with_secrets_when_it_is_over_and_says_so_before(
    ann: Visitor,
) -> None:
    link, promise = 'href="{path}/record"', "its record is given out when the game is over"
    path = await ann.set_up("me", "cottar", game="arrival")
    page = (await ann.get(f"{path}/replay?ply=0")).text
    assert link.format(path=path) not in page
    assert promise in page
    over = await ann.set_up("wanderer", "wanderer", game="arrival")
    await ann.play_on(over)
    page = (await ann.get(f"{over}/replay?ply=0")).text
    assert link.format(path=over) in page
    assert promise not in page
    assert (await ann.get(f"{over}/record")).status_code == 200


async def test_every_position_can_be_replayed_without_a_script(ann: Visitor) -> None:
    path = await ann.set_up("me", "wanderer")
    await ann.play_on(path)
    last = ply_of((await ann.get(path)).text)
    seen = []
    ply = 0
    while True:
        page = (await ann.get(f"{path}/replay?ply={ply}")).text
        assert f"Ply {ply} of {last}" in page
        assert 'data-action="' not in page
        seen.append(ply)
        if ply == last:
            break
        following = re.search(r'id="following"[^>]*ply=(\d+)&amp;', page)
        assert following
        ply = int(following[1])
    assert len(seen) > 20
    for odd in ("", "x", "-3", "99999999999999999999", "٣"):
        assert (await ann.get(f"{path}/replay?ply={odd}")).status_code == 200


@both
async def test_an_uploaded_record_is_proved_kept_and_shown(ann: Visitor) -> None:
    text = (RECORDS / "armorica/v1/armorica-2.json").read_bytes()
    answer = await ann.post("/records", files={"record": ("game.json", text)})
    assert answer.status_code == 303
    shown = await ann.get(answer.headers["location"])
    assert "every draw follows from the secret" in shown.text
    assert (await ann.get(f"{answer.headers['location']}/record")).content == text
    again = await ann.post("/records", files={"record": ("copy.json", text)})
    assert again.headers["location"] == answer.headers["location"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"hello", "not JSON"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"{}", "format"),
        (b"[" * 100_000, "nested deeper than 16 levels"),
        (b"", "not JSON"),
    ],
)
async def test_a_broken_record_is_refused_on_a_readable_page_and_not_kept(
    ann: Visitor, site: Transport, content: Any, says: str
) -> None:
    answer = await ann.post("/records", files={"record": ("game.json", content)})
    assert answer.status_code == 422
    assert says in message_of(answer.text)
    assert await count(site, "records") == 0


async def test_an_edited_record_is_refused(ann: Visitor, site: Transport) -> None:
    text = (RECORDS / "armorica/v1/armorica-2.json").read_text(encoding="utf-8")
    for old in ("take gaul 1", "deal ", '"secret": "'):
        at = text.index(old) + len(old) - (old[-1] == "1")
        forged = text[:at] + ("2" if text[at] != "2" else "3") + text[at + 1 :]
        answer = await ann.post("/records", files={"record": ("game.json", forged.encode())})
        assert answer.status_code == 422
        assert "was changed" in message_of(answer.text)
    assert await count(site, "records") == 0


async def count(site: Transport, table: str) -> int:
    async with site.app.state.tables.store.reading() as connection:
        found = await connection.exec_driver_sql(f"SELECT count(*) FROM {table}")
        return int(found.scalar_one())


@both
async def test_a_component_file_is_played_with_or_refused_with_every_constraint(ann: Visitor, site: Transport) -> None:
    good = registry.game("armorica").read_builtin("armorica-default-1").encode()
    form = {"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "me"}
    bad = await ann.post(
        "/tables", data=form, files={"components": ("mine.toml", good.replace(b"wheat = 2", b"wheat = 9"))}
    )
    assert bad.status_code == 422
    assert "K-" in message_of(bad.text)
    assert await count(site, "matches") == 0
    answer = await ann.post("/tables", data=form, files={"components": ("mine.toml", good)})
    assert answer.status_code == 303
    record = (await ann.get(f"{answer.headers['location']}/record")).json()
    assert record["components"]["data"] == good.decode()  # not a built-in set, so the record carries it


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"seat2": ""}, "AM-1.13"),
        ({"seat2": "king"}, "seat 2 cannot be"),
        ({"option.voluntary_pass": "perhaps"}, "AM-4.2"),
        ({"option.pace": "fast"}, "no option"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_on_the_page_where_it_was_asked_for(
    ann: Visitor, site: Transport, form: dict[str, Any], says: str
) -> None:
    answer = await ann.post("/tables", data={"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "me"} | form)
    assert answer.status_code == 422
    assert says in message_of(answer.text)
    assert await count(site, "matches") == 0


async def test_every_answer_carries_the_security_headers_and_no_page_has_inline_code(ann: Visitor) -> None:
    path = await ann.set_up("me", "cottar")
    await ann.play_on(path)
    places = ["/", path, f"{path}/replay", f"{path}/verify", f"{path}/record", "/records", "/nothing", "/static/brehon.js",
              "/api/v1/games", "/api/v1/nothing"]  # fmt: skip
    for place in places:
        answer = await ann.get(place)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, place
        if "html" in answer.headers["content-type"]:
            assert not re.search(r"<style|<script(?! (type=\"module\" )?src=)|\sstyle=|\son[a-z]+=", answer.text), place


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.test"}, {"Origin": "null"}, {"Origin": ""}, {"Sec-Fetch-Site": "cross-site"}],
)
async def test_a_form_sent_from_another_site_is_refused(ann: Visitor, headers: dict[str, Any]) -> None:
    path = await ann.set_up("me", "me")
    ply, actions = await ann.moves(path)
    answer = await ann.post(f"{path}/move", data={"ply": ply, "action": actions[0]}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in message_of(answer.text)
    own = await ann.post(
        f"{path}/move", data={"ply": ply, "action": actions[0]}, headers={"Origin": "http://table.test"}
    )
    assert own.status_code == 303


async def test_a_forged_cookie_is_nobody(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "me")
    for cookie in ("", "x", ann.cookies["brehon"][:-2] + "AA", "a.b.c"):
        async with Visitor(site, "Eve") as eve:
            eve.cookies.set("brehon", cookie)
            assert "You are watching" in (await eve.get(path)).text


@both
async def test_hostile_names_are_shown_as_text(ann: Visitor, site: Transport) -> None:
    hostile = "<b>'\"&\u202e\x00\x1b[31m{{7*7}}%(x)s%"
    async with Visitor(site, hostile) as eve:
        path = await eve.set_up("me", "cottar")
        await eve.play_on(path)
        for place in (path, f"{path}/replay?ply=5", "/"):
            page = (await eve.get(place)).text
            assert "<b>'" not in page
            assert "\x1b" not in page
            assert "\u202e" not in page


async def test_a_body_that_is_too_long_is_refused_even_if_it_does_not_say_so(ann: Visitor) -> None:
    async def endless() -> AsyncIterator[Any]:
        for _ in range(200):
            yield b"x" * 10_000

    for what in ({"content": b"x" * 1_000_001}, {"content": endless()}):
        answer = await ann.post("/records", headers={"Content-Type": "multipart/form-data; boundary=b"}, **what)
        assert answer.status_code in (400, 413)
    answer = await ann.post("/records", files={"record": ("r.json", b"x" * 1_000_001)})
    assert answer.status_code == 413
    assert "Too long" in message_of(answer.text)


async def test_the_language_is_remembered_and_leads_back_only_to_our_own_pages(ann: Visitor) -> None:
    answer = await ann.post("/language", data={"language": "de", "back": "/records"})
    assert answer.headers["location"] == "/records"
    assert (await ann.get("/")).headers["content-language"] == "de"
    for back in ("//evil.test", "http://evil.test", "/\\evil.test", "", "/a\r\nSet-Cookie: x=1"):
        answer = await ann.post("/language", data={"language": "en", "back": back})
        assert answer.headers["location"] == "/"
    assert (await ann.post("/language", data={"language": "xx"})).status_code == 422


@both
async def test_my_tables_are_listed_with_those_first_that_wait_for_me(ann: Visitor) -> None:
    waiting = await ann.set_up("me", "friend")
    mine = await ann.set_up("me", "me")
    page = (await ann.get("/")).text
    assert page.index(mine) < page.index(waiting)
    assert "your turn" in page


async def test_the_page_of_a_game_without_written_rules_is_a_readable_404(ann: Visitor) -> None:
    answer = await ann.get("/rules/chess")
    assert answer.status_code == 404
    assert "no game" in message_of(answer.text)


async def test_telephones_get_the_narrow_board(ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    wide = (await ann.get(path)).text
    narrow = (await ann.get(f"{path}?narrow=1")).text
    by_cookie = await ann.get(path, headers={"Cookie": f"brehon={ann.cookies['brehon']}; narrow=1"})
    by_name = await ann.get(path, headers={"User-Agent": "Mozilla/5.0 (Android) Mobile"})
    box: Any = re.compile(r'viewBox="0 0 (\d+)')
    assert int(box.search(wide)[1]) == 960
    assert {int(box.search(page)[1]) for page in (narrow, by_cookie.text, by_name.text)} == {390}


@both
async def test_many_clicks_at_once_on_one_table_leave_one_clean_record(ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    ply, actions = await ann.moves(path)
    answers = await asyncio.gather(*(ann.move(path, ply, actions[n % len(actions)]) for n in range(20)))
    assert sorted(answer.status_code for answer in answers) == [303] + [409] * 19


def test_scripts_and_styles_are_our_own_and_small() -> None:
    scripts, styles = sorted(STATIC.glob("*.js")), sorted(STATIC.glob("*.css"))
    assert len(scripts) > 5
    assert len(styles) > 2
    for script in scripts:
        code = re.sub(r"(^|\s)// .*$|^\s*//$", "", script.read_text(), flags=re.M)
        code = code.replace('"http://www.w3.org/2000/svg"', "")  # the name of a language; nothing is asked there
        assert not re.search(r"(?<!\\)//", code), f"{script.name} names an address"
        assert len(script.read_bytes()) < 16_000, script.name
    for style in styles:
        assert "url(" not in style.read_text(), style.name


MOST_LOADED = {
    "table": (128_000, 80_000),  # 3,000 of it are the tips
    "front page": (45_000, 60_000),
    "puzzle": (66_000, 60_000),
}  # scripts, styles


async def test_what_a_page_loads_is_small(ann: Visitor) -> None:
    """Bytes before compression, of what a browser has to read before the first page of its kind works."""
    path = await ann.set_up("me", "wanderer")
    places = {"table": path, "front page": "/", "puzzle": f"/puzzle/{shipped('armorica')[0].id}"}
    for name, place in places.items():
        page = (await ann.get(place)).text
        scripts = with_imports(set(re.findall(r'src="/static/([\w.-]+\.js)', page)))
        styles = set(re.findall(r'href="/static/([\w.-]+\.css)', page))
        assert len(scripts) > 3
        assert len(styles) > 0
        sizes = [sum([len((await ann.get(f"/static/{one}")).content) for one in kind]) for kind in (scripts, styles)]
        assert sizes[0] < MOST_LOADED[name][0], (name, sizes, sorted(scripts))
        assert sizes[1] < MOST_LOADED[name][1], (name, sizes, sorted(styles))


def with_imports(scripts: set[str]) -> set[str]:
    found = {one for name in scripts for one in re.findall(r'from "\./([\w.-]+)"', (STATIC / name).read_text())}
    return scripts if found <= scripts else with_imports(scripts | found)


async def test_who_gives_no_name_is_called_by_the_seat(ann: Visitor) -> None:
    ann.name = "\u200b "
    path = await ann.set_up("me", "me")
    page = (await ann.get(path)).text
    assert "<strong>Seat 1</strong>" in page
    assert "<strong>Seat 2</strong>" in page


async def test_a_page_brings_the_dark_colours_of_the_boards_and_may_keep_them(ann: Visitor) -> None:
    page = (await ann.get("/")).text
    address = re.search(r'href="(/static/boards\.css\?\w+)"', page)
    assert address is not None
    sheet = await ann.get(address[1])
    assert sheet.status_code == 200
    assert sheet.headers["content-type"].startswith("text/css")
    assert "immutable" in sheet.headers["cache-control"]
    for name in registry.BUILTIN:
        assert f".board.{name}{{" in sheet.text
    assert (await ann.get("/static/boards.css")).headers["cache-control"] == "no-cache"


async def test_the_picture_for_programs_needs_no_style_sheet(ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    assert "var(--b-" in (await ann.get(path)).text
    picture = await ann.get(f"/api/v1/tables/{path.rsplit('/', 1)[-1]}/board.svg")
    assert picture.status_code == 200
    assert "var(" not in picture.text
