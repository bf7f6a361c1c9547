"""Whatever the pages can do, programs can do too: every page names its counterpart in the API, or says why it has none."""

from __future__ import annotations

from brehon.server.app import ACTIONS, ROUTERS

SAME_TABLE = "/api/v1/tables/{match_id}"
BROWSER = "only a browser needs it: "
IN_PAGE = {  # a page or form -> the addresses that do the same for programs
    "GET /": ["GET /api/v1/games", "GET /api/v1/tables", "GET /api/v1/me/tables"],
    "GET /home/fragment": ["GET /api/v1/tables", "GET /api/v1/me/tables"],
    "GET /table/{match_id}/picture.svg": [f"GET {SAME_TABLE}/board.svg"],
    "POST /tables": ["POST /api/v1/tables"],
    "POST /learn/{game}": ["POST /api/v1/learn/{game}"],
    "GET /join/{token}": ["GET /api/v1/join/{link}"],
    "POST /join/{token}": ["POST /api/v1/join/{link}"],
    "GET /table/{match_id}": [f"GET {SAME_TABLE}", f"GET {SAME_TABLE}/board.svg", f"GET {SAME_TABLE}/text", f"GET {SAME_TABLE}/seats"],
    "GET /table/{match_id}/fragment": [f"GET {SAME_TABLE}"],
    "GET /table/{match_id}/events": [f"GET {SAME_TABLE}/events"],
    "POST /table/{match_id}/form": [f"POST {SAME_TABLE}/moves"],
    "GET /fairness": [f"GET {SAME_TABLE}"],
    "GET /table/{match_id}/lock": [f"GET {SAME_TABLE}/lock"],
    "GET /table/{match_id}/record": [f"GET {SAME_TABLE}/record"],
    "GET /table/{match_id}/verify": [f"GET {SAME_TABLE}/verify"],
    # people at the table
    "GET /table/{match_id}/company": [f"GET {SAME_TABLE}/company"],
    "GET /table/{match_id}/talk": [f"GET {SAME_TABLE}/chat", f"GET {SAME_TABLE}/note"],
    "GET /table/{match_id}/log": [f"GET {SAME_TABLE}/log"],
    # the host
    "GET /games": ["GET /api/v1/finished"],
    "POST /table/{match_id}/leave": [f"POST {SAME_TABLE}/seats/{{seat}}"],
    "POST /table/{match_id}/seat": [f"POST {SAME_TABLE}/seats/{{seat}}", f"POST {SAME_TABLE}/seats/{{seat}}/link"],
    # plans: nothing is kept for programs, so each of these is the same request with other words or another seed
    "POST /plans": [f"POST {SAME_TABLE}/plan"],
    "GET /plan/{plan_id}": [f"POST {SAME_TABLE}/plan", f"POST {SAME_TABLE}/plan.svg"],
    "GET /plan/{plan_id}/fragment": [f"POST {SAME_TABLE}/plan"],
    "POST /plan/{plan_id}/move": [f"POST {SAME_TABLE}/plan"],
    "POST /plan/{plan_id}/form": [f"POST {SAME_TABLE}/plan"],
    "POST /plan/{plan_id}/undo": [f"POST {SAME_TABLE}/plan"],
    "POST /plan/{plan_id}/clear": [f"POST {SAME_TABLE}/plan"],
    "POST /plan/{plan_id}/guess": [f"POST {SAME_TABLE}/plan"],
    "POST /plan/{plan_id}/opponents": [f"POST {SAME_TABLE}/plan"],
    "GET /puzzles": ["GET /api/v1/puzzles/{game}", "GET /api/v1/me/puzzles"],
    "POST /puzzles/kept": ["POST /api/v1/me/puzzles"],
    "GET /puzzle/{puzzle_id}": ["GET /api/v1/puzzles/{game}"],
    "GET /puzzle/{puzzle_id}/fragment": ["GET /api/v1/puzzles/{game}"],
    "POST /puzzle/{puzzle_id}/move": ["POST /api/v1/puzzles/{puzzle_id}/answer"],
    "POST /plan/{plan_id}/hint": [f"POST {SAME_TABLE}/plan/hint"],
    "POST /plan/{plan_id}/share": [f"POST {SAME_TABLE}/share"],
    "POST /table/{match_id}/share": [f"POST {SAME_TABLE}/share"],
    "POST /records/{record_id}/share": ["POST /api/v1/records/{record_id}/share"],
    "GET /shared": ["GET /api/v1/me/shared"],
    "GET /shared/{word}": ["GET /api/v1/shared/{word}"],
    "POST /shared/{word}/names": [f"POST {SAME_TABLE}/share", "POST /api/v1/records/{record_id}/share"],
    "POST /shared/{word}/withdraw": ["DELETE /api/v1/shared/{word}"],
    "POST /plans/{plan_id}/real": [f"POST {SAME_TABLE}/move"],
    # after the game
    "GET /table/{match_id}/replay": [f"GET {SAME_TABLE}/replay", f"GET {SAME_TABLE}/replay.svg"],
    "GET /table/{match_id}/result": [f"GET {SAME_TABLE}/result"],
    "POST /records": ["POST /api/v1/records"],
    "GET /records/{record_id}": ["GET /api/v1/records/{record_id}", "GET /api/v1/records/{record_id}/board.svg"],
    "GET /records/{record_id}/record": ["GET /api/v1/records/{record_id}/record"],
    "GET /records/{record_id}/result": ["GET /api/v1/records/{record_id}/result"],
    "GET /table/{match_id}/review": [f"GET {SAME_TABLE}/review"],
    "GET /table/{match_id}/review/events": [f"GET {SAME_TABLE}/review/events"],
    "GET /table/{match_id}/review/file": [f"GET {SAME_TABLE}/review"],
    "GET /records/{record_id}/review": ["GET /api/v1/records/{record_id}/review"],
    "GET /records/{record_id}/review/events": ["GET /api/v1/records/{record_id}/review/events"],
    "GET /records/{record_id}/review/file": ["GET /api/v1/records/{record_id}/review"],
    "POST /records/{record_id}/review": ["POST /api/v1/records/{record_id}/review"],
    "GET /table/{match_id}/practice": [f"GET {SAME_TABLE}/practice"],
    "GET /table/{match_id}/practice/{ply}": [f"GET {SAME_TABLE}/practice"],
    "GET /table/{match_id}/practice/{ply}/fragment": [f"GET {SAME_TABLE}/practice"],
    "POST /table/{match_id}/practice/{ply}/move": [f"POST {SAME_TABLE}/practice/{{ply}}/answer"],
    "POST /table/{match_id}/practice/{ply}/solution": [f"GET {SAME_TABLE}/review"],
    "GET /records/{record_id}/practice": ["GET /api/v1/records/{record_id}/practice"],
    "GET /records/{record_id}/practice/{ply}": ["GET /api/v1/records/{record_id}/practice"],
    "GET /records/{record_id}/practice/{ply}/fragment": ["GET /api/v1/records/{record_id}/practice"],
    "POST /records/{record_id}/practice/{ply}/move": ["POST /api/v1/records/{record_id}/practice/{ply}/answer"],
    "POST /records/{record_id}/practice/{ply}/solution": ["GET /api/v1/records/{record_id}/review"],
    "GET /stats": ["GET /api/v1/stats"],
    "GET /stats/{game}": ["GET /api/v1/stats/{game}"],
    "GET /people/me": ["GET /api/v1/people/me"],
    "GET /people/{word}": ["GET /api/v1/people/{word}"],
    "GET /rules/{game}": [
        "GET /api/v1/games/{game}/rules", "GET /api/v1/games/{game}/rules/search", "GET /api/v1/games/{game}/rules/{rule}",
        "GET /api/v1/games/{game}/glossary",
    ],
    "GET /howto/{game}": ["GET /api/v1/games/{game}/howto"],
    "GET /howto/{game}/aloud": ["GET /api/v1/games/{game}/aloud"],
    # groups of friends
    "GET /groups": ["GET /api/v1/me/groups"],
    "POST /groups": ["POST /api/v1/me/groups"],
    "GET /groups/join/{word}": ["GET /api/v1/group-links/{link}"],
    "POST /groups/join/{word}": ["POST /api/v1/group-links/{link}"],
    "GET /group/{group_id}": ["GET /api/v1/groups/{group_id}"],
    "GET /group/{group_id}/fragment": ["GET /api/v1/groups/{group_id}"],
    "POST /group/{group_id}/rename": ["PUT /api/v1/groups/{group_id}/title"],
    "POST /group/{group_id}/link": ["POST /api/v1/groups/{group_id}/link"],
    "POST /group/{group_id}/remove": ["DELETE /api/v1/groups/{group_id}/members/{member}"],
    "POST /group/{group_id}/leave": ["POST /api/v1/groups/{group_id}/leave"],
    "POST /group/{group_id}/propose": ["POST /api/v1/groups/{group_id}/proposals"],
    "POST /group/{group_id}/answer": ["PUT /api/v1/groups/{group_id}/proposals/{proposal}"],
    "POST /group/{group_id}/withdraw": ["DELETE /api/v1/groups/{group_id}/proposals/{proposal}"],
    "POST /group/{group_id}/start": ["POST /api/v1/groups/{group_id}/proposals/{proposal}/start"],
    # oneself
    "GET /account": ["GET /api/v1/me"],
    "POST /account/name": ["POST /api/v1/people", "PUT /api/v1/me/name"],
    "POST /account/devices/out": ["DELETE /api/v1/me/devices/{device}"],
    "POST /account/link": ["POST /api/v1/me/link"],
    "POST /account/alerts/seen": ["DELETE /api/v1/me/alerts"],
    "POST /account/confirm": ["POST /api/v1/me/confirm"],
    "POST /account/link/drop": ["DELETE /api/v1/me/link"],
    "GET /device/{token}": ["GET /api/v1/device/{link}"],
    "POST /device/{token}": ["POST /api/v1/device/{link}"],
    "POST /account/found": ["POST /api/v1/me/account"],
    "POST /account/password": ["PUT /api/v1/me/password"],
    "POST /account/delete": ["POST /api/v1/me/delete"],
    "POST /account/passkey/remove": ["DELETE /api/v1/me/passkeys/{passkey}"],
    "POST /signin": ["POST /api/v1/signin"],
    "GET /me": ["GET /api/v1/me", "GET /api/v1/me/hooks", f"GET {SAME_TABLE}/hooks"],
    "POST /me/mail": ["PUT /api/v1/me/mail"],
    "POST /me/mail/remove": ["DELETE /api/v1/me/mail"],
    "POST /me/nudges": ["PUT /api/v1/me/nudges"],
    "POST /me/hooks": ["POST /api/v1/me/hooks", f"POST {SAME_TABLE}/hooks"],
    "POST /me/hooks/{hook_id}/remove": ["DELETE /api/v1/me/hooks/{hook_id}", f"DELETE {SAME_TABLE}/hooks/{{hook_id}}"],
    "POST /me/hooks/{hook_id}/test": ["POST /api/v1/me/hooks/{hook_id}/test", f"POST {SAME_TABLE}/hooks/{{hook_id}}/test"],
}  # fmt: skip
IN_PAGE |= {  # both come from one declaration
    f"POST {one.page_path}": [f"{one.api_method} {one.api_path}"] for one in ACTIONS if one.page is not None and one.api
}
PAGES_ALONE = {  # a page or form -> why programs need no counterpart
    "POST /table/{match_id}/log": BROWSER + "it remembers a filter in a cookie; programs ask for `log?of=`",
    "POST /table/{match_id}/device": BROWSER + "the curtain of one screen; each seat has a token of its own",
    "GET /records": BROWSER + "a form for a file; programs send the file",
    "POST /puzzle/{puzzle_id}/solution": BROWSER + "for people who give up; a program tries all moves",
    "POST /language": BROWSER + "it remembers a language in a cookie; programs send Accept-Language",
    "GET /signin": BROWSER + "a form",
    "GET /account/confirm": BROWSER + "a form",
    "POST /account/confirm/passkey/begin": BROWSER + "a passkey is made and kept by a browser, for this site alone",
    "POST /account/confirm/passkey/finish": BROWSER + "a passkey is made and kept by a browser, for this site alone",
    "POST /account/passkey/begin": BROWSER + "a passkey is made and kept by a browser, for this site alone",
    "POST /account/passkey/finish": BROWSER + "a passkey is made and kept by a browser, for this site alone",
    "POST /signin/passkey/begin": BROWSER + "a passkey is made and kept by a browser; programs follow a personal link",
    "POST /signin/passkey/finish": BROWSER + "a passkey is made and kept by a browser; programs follow a personal link",
    "GET /mail/confirm/{token}": "the link in a mail proves that a person reads the mailbox",
    "POST /mail/confirm/{token}": "the link in a mail proves that a person reads the mailbox",
    "GET /mail/stop/{token}": "the link in a mail; programs have `DELETE /me/mail`",
    "POST /mail/stop/{token}": "the link in a mail, and what mail programs send by themselves",
    "GET /picture/{game}.svg": BROWSER + "a decoration of the front page; programs draw `board.svg` of any table",
    "GET /picture/{game}/{name}.svg": BROWSER + "a picture of the rules page; programs draw `board.svg` of any table",
    "GET /picture/{game}.png": "for messengers that preview a link",
    "GET /picture.png": "for messengers that preview a link",
    "GET /table/{match_id}/preview.png": "for messengers that preview a link",
    "GET /puzzle/{puzzle_id}/preview.png": "for messengers that preview a link",
    "GET /puzzle/{puzzle_id}/board.svg": "a picture already, for programs too",
    "GET /puzzle/{puzzle_id}/board.png": "a picture already, for programs too",
    "GET /shared/{word}/preview.png": "for messengers that preview a link",
    "GET /shared/{word}/board.svg": "a picture already: its address is in the answer of the API",
    "GET /shared/{word}/board.png": "a picture already: its address is in the answer of the API",
    "POST /shared/{word}/try": BROWSER
    + "it opens a sandbox; a program plays on from `position` of the shared position",
    "POST /examples/{game}/{picture}": BROWSER
    + "it opens a sandbox in a position of the rules; a program plays at a table of its own",
    "GET /manifest.webmanifest": BROWSER + "it installs the page as an app: JSON already",
    "GET /icon-{size}.png": BROWSER + "of the page as an app",
    "GET /health": "for monitors: JSON already",
    "GET /metrics": "for the operator's Prometheus: numbers already",
}
API_ALONE = {  # an address of the API -> where people have the same
    "GET /api/v1/commitments/{commitment}": "nowhere: the page of a deleted table is gone; docs/fairness.md names the address",
    "POST /api/v1/tables/{match_id}/seats/{seat}/key": "people sit by their cookie and need no key",
    "POST /api/v1/verify": "people upload a record, which proves it, or press the button at a finished table",
}


def served() -> tuple[set[str], set[str]]:
    """All pages and forms, and all addresses of the API, as the application has them."""
    lines = {
        f"{method} {route.path}"  # type: ignore[attr-defined]
        for router in ROUTERS
        for route in router.routes
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
    }
    api = {line for line in lines if " /api/" in line}
    return lines - api, api


def test_every_page_has_its_counterpart_in_the_api_or_a_reason_why_not() -> None:
    pages, _ = served()
    assert set(IN_PAGE) | set(PAGES_ALONE) == pages
    assert not set(IN_PAGE) & set(PAGES_ALONE)
    assert all(IN_PAGE.values())
    assert all(PAGES_ALONE.values())


def test_every_address_of_the_api_is_the_counterpart_of_a_page_or_says_where_people_have_it() -> None:
    _, api = served()
    named = {line for lines in IN_PAGE.values() for line in lines}
    assert named | set(API_ALONE) == api
    assert not named & set(API_ALONE)
