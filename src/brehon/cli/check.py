"""`brehon check`: is the server's data intact and writable?"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from brehon.cli.errors import BadInput
from brehon.cli.screen import GOOD, Lang, out, speaker
from brehon.cli.storage import DatabaseUrl, DataDir, folder
from brehon.core.nouns import MATCHES, PLIES, counted
from brehon.core.text import N_, NN_, Message, Number, Speaker

if TYPE_CHECKING:
    from brehon.server.settings import Settings
    from brehon.server.storage.database import Database


def check(
    data_dir: DataDir = None,
    database_url: DatabaseUrl = "",
    deep: Annotated[bool, typer.Option("--deep", help="Compare all indexes with their tables, and replay every match that has begun.")] = False,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Look for damage in what the server keeps, also while it runs. Exit code 0: none was found."""
    from brehon.server.settings import Settings
    from brehon.server.storage.database import Database

    say = speaker(lang)
    settings = Settings(folder(data_dir), database=database_url)
    database = Database(settings.database_url)
    if database.file is not None:
        _check_file(say, settings, database.file, deep)
    counts = asyncio.run(_check_tables(database))
    text = N_("%(database)s: %(matches)s and %(plies)s; a test row was written.")
    _good(
        say,
        Message(
            text,
            database=database.shown,
            matches=counted(MATCHES, counts["matches"]),
            plies=counted(PLIES, counts["plies"]),
        ),
    )
    if deep:
        number = _replay_all(settings)
        _good(
            say,
            Message(
                NN_(
                    "The only match that has begun was replayed and is right.",
                    "All %(number)s matches that have begun were replayed and are right.",
                    "number",
                ),
                number=number,
            ),
        )


def _check_file(say: Speaker, settings: Settings, file: Path, deep: bool) -> None:
    from brehon.server.storage.integrity import check_file

    if not file.is_file():
        text = N_("there is no database in %(folder)s; name the right folder with --data-dir DIR")
        raise BadInput(text, folder=str(settings.data_dir))

    def still(seconds: float) -> None:
        out().print(Text(say(Message(N_("Still checking, %(seconds)s s so far."), seconds=round(seconds)))))

    begin = time.monotonic()
    check_file(file, deep, progress=still)
    took = Number(time.monotonic() - begin)
    text = N_("%(file)s, %(size)s MB: no damage found, in %(seconds)s s.")
    _good(say, Message(text, file=str(file), size=Number(file.stat().st_size / 1e6), seconds=took))


async def _check_tables(database: Database) -> dict[str, int]:
    from brehon.server.storage.integrity import check_tables

    try:
        return await check_tables(database)
    finally:
        await database.close()


def _replay_all(settings: Settings) -> int:
    """Finds what no check of pages can see: a changed letter in a move. Returns how many matches were replayed."""
    from brehon.server.storage.backup import check_backup, write_backup

    with tempfile.TemporaryDirectory(dir=settings.data_dir) as place:  # readable by the owner only, as everything there
        file = Path(place) / "check.jsonl"
        asyncio.run(write_backup(settings, file))
        return check_backup(file)


def _good(say: Speaker, text: Message) -> None:
    out().print(Text(say(text), GOOD), soft_wrap=True)
