"""For operators: is the server healthy, and how busy is it?"""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.responses import Response

from brehon import __version__
from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden
from brehon.server.storage.health import Health
from brehon.server.web.metrics import Meter, may_see, prometheus
from brehon.server.web.rendering import Service

router = APIRouter(include_in_schema=False)
SILENT: Final = {"Cache-Control": "no-store"}


@router.get("/health")
async def health(request: Request) -> Response:
    """200 while a move could be stored, else 503 and why not: for a proxy, a container or a monitor."""
    found: Health = request.app.state.health
    trouble = await found.look()
    if trouble is not None:
        answer = {"status": trouble.status, "message": trouble.advice, "version": __version__}
        return JSONResponse(answer, 503, headers=SILENT)
    return JSONResponse({"status": "ok", "version": __version__}, headers=SILENT)


@router.get("/metrics")
async def metrics(request: Request, tables: Service) -> Response:
    """Metrics in the Prometheus format: only from this machine, or with the operator's token."""
    if not may_see(request, tables.settings.metrics_token):
        raise Forbidden(Message(N_("The metrics of this server are for its operator only.")))
    meter: Meter = request.app.state.meter
    counts = await asyncio.to_thread(meter.everybody)
    for state, number in (await tables.store.counts()).items():
        counts[f'brehon_matches{{state="{state}"}}'] = number
    return PlainTextResponse(prometheus(counts), headers=SILENT, media_type="text/plain; version=0.0.4")
