"""Reactions, muting, and who is watching."""

from __future__ import annotations

import re

import pytest

from brehon.server.table import chat as chat_module
from brehon.server.table.signals import REACTIONS
from tests.server.conftest import both
from tests.server.people import SCRIPT, Visitor, own_token
from tests.server.test_company import Ear, say, sayings, shows, table_of_two
from tests.server.transport import Transport


async def react(who: Visitor, path: str, code: str) -> int:
    return (await who.post(f"{path}/react", data={"code": code}, headers=SCRIPT)).status_code


def reacted(page: str) -> list[list[str]]:
    """The lines of reactions, each with the words of its pictures."""
    lines = re.findall(r'(?s)class="reacted">(.*?)</span>\s*<details|class="reacted">(.*?)</li>', page)
    return [re.findall(r'aria-label="([^"]*)"', "".join(line)) for line in lines]


@both
async def test_a_reaction_is_one_click_and_several_in_a_row_are_one_line(ann: Visitor, bo: Visitor) -> None:
    path = await table_of_two(ann, bo)
    for who, code in ((ann, "good"), (ann, "good"), (ann, "gg"), (bo, "wow"), (ann, "thanks")):
        assert await react(who, path, code) == 200
    seen = (await bo.get(f"{path}/company")).text
    assert reacted(seen) == [["Good move", "Good game"], ["Oh!"], ["Thank you"]]
    assert "×2" in seen
    assert await react(ann, path, "<b>") == 422
    assert await react(ann, path, "") == 422
    german = await bo.get(f"{path}/company", headers={"Accept-Language": "de"})
    assert "Guter Zug" in german.text


async def test_reactions_follow_the_setting_of_the_chat_and_its_pace(
    ann: Visitor, bo: Visitor, site: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await table_of_two(ann, bo)
    async with Visitor(site, "Cy") as cy:
        await cy.set_up("me", "cottar")
        assert await react(cy, path, "good") == 403
        await ann.post(f"{path}/chat-for", data={"whom": "write"})
        assert await react(cy, path, "good") == 200
    codes = [await react(bo, path, "good") for _ in range(6)]
    assert codes == [200] * 5 + [429]  # reactions and messages are counted together
    assert (await say(bo, path, "and words")).status_code == 429
    monkeypatch.setattr(chat_module, "LIMITS", ((10.0, 1000),))
    assert await react(bo, path, "good") == 200


async def test_every_reaction_has_a_picture_and_a_german_word(ann: Visitor, bo: Visitor) -> None:
    path = await table_of_two(ann, bo)
    english, german = [
        (await ann.get(f"{path}/company", headers={"Accept-Language": language})).text for language in ("en", "de")
    ]
    for code, words in REACTIONS.items():
        assert f'id="r-{code}"' in english
        assert f'value="{code}" aria-label="{words}"' in english
        assert f'value="{code}" aria-label="' in german
        if code not in ("wow", "hmm", "bravo"):
            assert f'aria-label="{words}"' not in german


@both
async def test_who_is_muted_is_not_read_and_does_not_learn_it(ann: Visitor, bo: Visitor) -> None:
    path = await table_of_two(ann, bo)
    await say(ann, path, "hello")
    await say(bo, path, "rude words")
    await react(bo, path, "smile")
    assert (await ann.post(f"{path}/mute", data={"number": 2})).status_code == 303
    mine = (await ann.get(f"{path}/company")).text
    assert sayings(mine) == ["hello"]
    assert reacted(mine) == []
    assert "Muted: Bo" in mine
    theirs = (await bo.get(f"{path}/company")).text
    assert sayings(theirs) == ["hello", "rude words"]
    assert "Muted" not in theirs
    assert (await say(bo, path, "more rude words")).status_code == 200  # and nothing tells them
    assert sayings((await ann.get(f"{path}/talk")).text) == ["hello"]
    # at another table of the two, too
    other = await table_of_two(ann, bo)
    await say(bo, other, "still rude")
    assert sayings((await ann.get(f"{other}/company")).text) == []
    word = re.search(r'name="word" value="([0-9a-f]{16})"', mine)
    assert word
    assert (await bo.post(f"{path}/unmute", data={"word": word[1]})).status_code == 303  # of another person: nothing
    assert sayings((await ann.get(f"{path}/company")).text) == ["hello"]
    await ann.post(f"{path}/unmute", data={"word": word[1]})
    assert sayings((await ann.get(f"{path}/company")).text) == ["hello", "rude words", "more rude words"]
    assert (await ann.post(f"{path}/mute", data={"number": 1})).status_code == 404  # oneself
    assert (await ann.post(f"{path}/mute", data={"number": 99})).status_code == 404


async def test_a_program_of_the_person_reads_kinds_and_mutes(ann: Visitor, bo: Visitor) -> None:
    path = await table_of_two(ann, bo)
    await say(bo, path, "hello")
    await react(bo, path, "hmm")
    table, token = f"/api/v1{path.replace('/table/', '/tables/')}", {"Authorization": f"Bearer {await own_token(ann)}"}
    assert (await ann.post(f"{table}/react", json={"code": "gg"}, headers=token)).json() == {"number": 3}
    messages = (await ann.get(f"{table}/chat", headers=token)).json()["messages"]
    assert [(one["kind"], one["text"]) for one in messages] == [("say", "hello"), ("react", "hmm"), ("react", "gg")]
    assert (await ann.post(f"{table}/chat/1/mute", headers=token)).status_code == 204
    (entry,) = (await ann.get(f"{table}/company", headers=token)).json()["muted"]
    assert entry["name"] == "Bo"
    assert len((await ann.get(f"{table}/chat", headers=token)).json()["messages"]) == 1
    assert (await ann.post(f"{table}/unmute", json={"word": entry["word"]}, headers=token)).status_code == 204
    assert len((await ann.get(f"{table}/chat", headers=token)).json()["messages"]) == 3


async def test_spectators_are_named_where_they_have_a_name_and_counted_where_not(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await table_of_two(ann, bo)
    async with Visitor(site, "<b>Cy</b>") as cy, Visitor(site, "?") as stranger:
        await cy.set_up("me", "cottar")
        async with Ear(cy, f"{path}/events"), Ear(stranger, f"{path}/events"):
            page = await shows(ann, path, "Spectators: 2")
            assert "&lt;b&gt;Cy&lt;/b&gt;" in page
            assert "and one more" in page
            state = (await ann.get(f"/api/v1{path.replace('/table/', '/tables/')}/company")).json()
            assert (state["watching"], state["watchers"]) == (2, ["<b>Cy</b>"])
    private = await ann.set_up("me", "friend", visibility="private")
    async with Visitor(site, "Dee") as dee:
        assert (await dee.get(f"{private}/company")).status_code == 403
        assert (await dee.get(f"/api/v1{private.replace('/table/', '/tables/')}/company")).status_code == 403
