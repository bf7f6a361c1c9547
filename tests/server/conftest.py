"""A real application over a folder of its own, asked through ASGI; on SQLite, and where it matters on PostgreSQL too."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import create_engine

from brehon.server.app import create_app
from brehon.server.settings import DATABASE, Settings
from brehon.server.storage.database import migrate
from tests.server.people import Visitor
from tests.server.postgres import Cluster, require_postgres
from tests.server.transport import Transport

HOSTS = ("table.test", "t")  # the names by which the tests ask
DATABASES = ("sqlite", "postgresql")
both = pytest.mark.parametrize("database", DATABASES, indirect=True)  # for tests that must hold on both
_numbers = count()


@cache
def new_file() -> bytes:
    """A SQLite database to which every migration was applied: a thousand tests begin with one, and it is made once."""
    with TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{folder}/{DATABASE}")
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return (Path(folder) / DATABASE).read_bytes()


@asynccontextmanager
async def opened(folder: Path, bot_pause: float = 0.0, **more: object) -> AsyncIterator[Transport]:
    """The application, started and stopped as a server would do it; without quotas, and answering however busy the machine is,
    unless a test asks for that."""
    if not more.get("database") and not (folder / DATABASE).exists() and folder.is_dir():
        (folder / DATABASE).touch(0o600)
        (folder / DATABASE).write_bytes(new_file())
    usual = {"quotas": "off", "sheds": False, "allowed_hosts": HOSTS, "hint_iterations": 100}
    app = create_app(Settings(folder, bot_pause, **{**usual, **more}))  # type: ignore[arg-type]
    async with app.router.lifespan_context(app):
        yield Transport(app)


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in the process of a test draws the same cards in every run, so that a test which fails can be run again.

    BREHON_DEALS=7 gives other deals, BREHON_DEALS=new those of a real server: both find what only some deals show.
    """
    chosen = os.environ.get("BREHON_DEALS", "")
    if chosen != "new":
        draw_again(monkeypatch, f"{chosen} {request.node.nodeid}")


def draw_again(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """From now on everything that is drawn in this process depends on the seed."""
    rng = Random(seed)

    def new_bytes(count: int | None = None) -> bytes:
        return rng.randbytes(32 if count is None else count)

    def new_key() -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))

    monkeypatch.setattr(secrets, "token_bytes", new_bytes)
    monkeypatch.setattr(secrets, "randbelow", rng.randrange)
    monkeypatch.setattr(secrets, "choice", rng.choice)
    monkeypatch.setattr(Ed25519PrivateKey, "generate", new_key)


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
async def site(tmp_path: Path, database: str) -> AsyncIterator[Transport]:
    async with opened(tmp_path, database=database) as transport:
        yield transport


@pytest.fixture
async def ann(site: Transport) -> AsyncIterator[Visitor]:
    async with Visitor(site, "Ann") as visitor:
        yield visitor


@pytest.fixture
async def bo(site: Transport) -> AsyncIterator[Visitor]:
    async with Visitor(site, "Bo") as visitor:
        yield visitor
