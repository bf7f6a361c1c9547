"""A real application over a folder of its own, asked through ASGI; on SQLite, and where it matters on PostgreSQL too."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest

from brehon.server.app import create_app
from brehon.server.settings import Settings
from tests.server.people import Visitor
from tests.server.postgres import Cluster, require_postgres

HOSTS = ("table.test", "t")  # the names by which the tests ask
DATABASES = ("sqlite", "postgresql")
both = pytest.mark.parametrize("database", DATABASES, indirect=True)  # for tests that must hold on both
_numbers = count()


@asynccontextmanager
async def opened(folder: Path, bot_pause: float = 0.0, **more: object) -> AsyncIterator[httpx.ASGITransport]:
    """The application, started and stopped as a server would do it; without quotas unless a test asks for them."""
    app = create_app(Settings(folder, bot_pause, **{"quotas": "off", "allowed_hosts": HOSTS, **more}))  # type: ignore[arg-type]
    async with app.router.lifespan_context(app):
        yield httpx.ASGITransport(app)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL for all tests of this run."""
    require_postgres()
    found = Cluster().start()
    yield found
    found.stop()


@pytest.fixture
def new_database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes empty databases on PostgreSQL."""
    cluster: Cluster = request.getfixturevalue("cluster")
    return lambda: cluster.create(f"brehon_{next(_numbers)}")


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database: SQLite, unless the test is marked with @both."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return ""
    address: str = request.getfixturevalue("new_database")()
    return address


@pytest.fixture
async def site(tmp_path: Path, database: str) -> AsyncIterator[httpx.ASGITransport]:
    async with opened(tmp_path, database=database) as transport:
        yield transport


@pytest.fixture
async def ann(site: httpx.ASGITransport) -> AsyncIterator[Visitor]:
    async with Visitor(site, "Ann") as visitor:
        yield visitor


@pytest.fixture
async def bo(site: httpx.ASGITransport) -> AsyncIterator[Visitor]:
    async with Visitor(site, "Bo") as visitor:
        yield visitor
