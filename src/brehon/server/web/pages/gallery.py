"""Pictures for people: of each game, of one's own tables, for messengers that preview a link; and what installs the page as an app."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from brehon.core.face import Offers
from brehon.core.match import Match
from brehon.core.text import LANGUAGES, N_, Message, Speaker
from brehon.server.errors import NotFound
from brehon.server.people.quotas import PICTURES, use_quota
from brehon.server.table.table import Position, Table, Who
from brehon.server.table.visibility import shown_to
from brehon.server.table.visit import asker_of, visiting
from brehon.server.web.pages.library import game_called
from brehon.server.web.pictures import CARD, Pictures, as_file, board_card
from brehon.server.web.rendering import Service, Visitor, is_narrow, language, speaker

router = APIRouter(include_in_schema=False)
SIZES = (180, 192, 512)  # of icons: for Apple, for launchers, for splash screens
DRAWN = {  # a picture may bring a style sheet of its own, and nothing else
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
A_WHILE = {"Cache-Control": "public, max-age=300"}  # messengers keep what they have fetched anyway
FOR_ONE = {"Cache-Control": "private, no-store"}


def pictures_of(request: Request) -> Pictures:
    pictures: Pictures = request.app.state.pictures
    return pictures


def asked_language(request: Request) -> str:
    """Of the address, because what is kept by its address must not depend on a cookie."""
    asked = request.query_params.get("l", "")
    return asked if asked in LANGUAGES else language(request)


def is_dark(request: Request) -> bool:
    return request.query_params.get("dark") == "1"


@router.get("/picture/{game}.svg")
async def cover(request: Request, game: str) -> Response:
    """A position of a game, played by bots."""
    svg = await pictures_of(request).cover(game_called(game), asked_language(request), is_dark(request))
    kept = FOREVER if request.query_params.get("v") else A_WHILE
    return Response(svg, media_type="image/svg+xml", headers={**DRAWN, **kept})


@router.get("/picture/{game}/{name}.svg")
async def of_rules(request: Request, game: str, name: str) -> Response:
    """A prepared position, for the page of the rules and the page "how to play"."""
    found = game_called(game)
    picture = next((one for one in found.face().pictures() if one.name == name), None)
    if picture is None:
        raise NotFound(Message(N_("There is no picture of this name.")))
    svg = await pictures_of(request).of_rules(found, picture, asked_language(request), is_dark(request))
    return Response(svg, media_type="image/svg+xml", headers={**DRAWN, **A_WHILE})


@router.get("/picture/{game}.png")
async def game_card(request: Request, game: str) -> Response:
    use_quota(request, PICTURES)
    return _png(await pictures_of(request).game_card(game_called(game), Speaker(asked_language(request))))


@router.get("/picture.png")
async def site_card(request: Request) -> Response:
    use_quota(request, PICTURES)
    return _png(await pictures_of(request).site_card(Speaker(asked_language(request))))


@router.get("/table/{match_id}/picture.svg")
async def own_picture(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """The table as the person who asks sees it, small: nothing can be clicked."""
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        at, say, game = visit.position, speaker(request, visit.table.names), visit.table.rules.game
        svg = at.face.board(at.match.rules, at.view, Offers(), say, narrow=is_narrow(request))
    return Response(as_file(svg, game, is_dark(request)), media_type="image/svg+xml", headers={**DRAWN, **FOR_ONE})


@router.get("/table/{match_id}/preview.png")
async def preview(request: Request, tables: Service, match_id: str) -> Response:
    """The table as any stranger may see it, also for its own players: a messenger shows it to people we do not know."""
    use_quota(request, PICTURES)
    pictures, tongue = pictures_of(request), asked_language(request)
    async with tables.at(match_id) as table:
        match, game, say = shown_to(table, Who([])), table.rules.game, Speaker(tongue, table.names)
        at = ("table", table.id, str(match.ply if match else 0), str(table.version), tongue)
        kept = pictures.get(at)
        board = _for_strangers(table, match, say) if match is not None and kept is None else ""
    if kept is not None:
        return _png(kept)
    if not board:  # the game has not begun
        return _png(await pictures.game_card(game, say))
    return _png(await pictures.png(at, lambda: board_card(board, game, say), CARD[0]))


def _for_strangers(table: Table, match: Match, say: Speaker) -> str:
    at = Position(match, table.view_seat(Who([])))
    return as_file(at.face.board(match.rules, at.view, Offers(), say), table.rules.game, is_dark=False)


def _png(data: bytes) -> Response:
    return Response(data, media_type="image/png", headers={**A_WHILE, "Cross-Origin-Resource-Policy": "cross-origin"})


# -- as an app


@router.get("/icon-{size}.png")
async def icon(request: Request, size: int) -> Response:
    if size not in SIZES:
        raise NotFound(Message(N_("There is no icon of this size.")))
    data = await pictures_of(request).icon(size)
    return Response(data, media_type="image/png", headers=FOREVER if request.query_params else A_WHILE)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a browser needs to install the page."""
    say = speaker(request)
    data = {
        "name": "Brehon",
        "short_name": "Brehon",
        "description": say.word(N_("Play with friends by a link, against bots, or both. No account is needed.")),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "lang": say.language,
        "background_color": "#f3ead7",
        "theme_color": "#7d2a1a",
        "categories": ["games"],
        "icons": [
            {"src": "/static/mark.svg", "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
                for size in SIZES[1:]
            ),
        ],
    }
    return JSONResponse(data, media_type="application/manifest+json", headers={**A_WHILE, "Vary": "Accept-Language"})
