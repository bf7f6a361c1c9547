"""A real application over a folder of its own, asked through ASGI."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from brehon.server.app import create_app
from brehon.server.settings import Settings
from tests.server.people import Visitor


@asynccontextmanager
async def opened(folder: Path, **more: object) -> AsyncIterator[httpx.ASGITransport]:
    """The application, started and stopped as a server would do it."""
    app = create_app(Settings(folder, bot_pause=0.0, **more))  # type: ignore[arg-type]
    async with app.router.lifespan_context(app):
        yield httpx.ASGITransport(app)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[httpx.ASGITransport]:
    async with opened(tmp_path) as transport:
        yield transport


@pytest.fixture
async def ann(site: httpx.ASGITransport) -> AsyncIterator[Visitor]:
    async with Visitor(site, "Ann") as visitor:
        yield visitor


@pytest.fixture
async def bo(site: httpx.ASGITransport) -> AsyncIterator[Visitor]:
    async with Visitor(site, "Bo") as visitor:
        yield visitor
