"""Whoever changes nothing in the lobby gets a table that starts, whatever the game."""

from __future__ import annotations

import html
import re

import pytest

from brehon.core import registry
from tests.server.people import Visitor


def as_it_stands(page: str) -> dict[str, str]:
    """The form of the lobby, sent without a change."""
    found = re.search(r'(?s)<form[^>]*action="/tables".*?</form>', page)
    assert found
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", found[0]):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        kind = attributes.get("type", "text")
        if "name" in attributes and kind != "file" and (kind not in ("radio", "checkbox") or "checked" in tag):
            fields[attributes["name"]] = html.unescape(attributes.get("value", ""))
    for name, body in re.findall(r'(?s)<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', found[0]):
        choices = re.findall(r'<option value="([^"]*)"([^>]*)>', body)
        fields[name] = next((value for value, more in choices if "selected" in more), choices[0][0])
    return fields


@pytest.mark.parametrize("game", registry.names())
async def test_the_proposal_of_the_lobby_starts_as_it_stands(ann: Visitor, game: str) -> None:
    fields = as_it_stands((await ann.get(f"/?game={game}")).text)
    assert fields["game"] == game
    answer = await ann.post("/tables", data=fields)
    assert answer.status_code == 303, answer.text
    assert 'data-state="playing"' in (await ann.get(answer.headers["location"])).text
