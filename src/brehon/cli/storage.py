"""`brehon backup` and `brehon restore`, and the options that say where everything is stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brehon.cli.errors import BadInput
from brehon.cli.screen import GOOD, Lang, out, speaker
from brehon.core.nouns import MATCHES, PLIES, counted
from brehon.core.text import N_, NN_, Message, Speaker

DataDir = Annotated[Path | None, typer.Option(metavar="DIR", help="Where tables are kept.", show_default="your data folder")]  # fmt: skip
DatabaseUrl = Annotated[str, typer.Option(envvar="BREHON_DATABASE_URL", metavar="URL", help="postgresql://USER:PASSWORD@HOST/NAME; better set in the environment.", show_default="a SQLite file in the data folder")]  # fmt: skip
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup; packed if its name ends in .gz.")]


def folder(data_dir: Path | None) -> Path:
    from brehon.server.settings import default_data_dir

    return data_dir or default_data_dir()


def one_of(option: str, given: str, *choices: str) -> str:
    """A word that must be one of a few."""
    if given.strip().lower() not in choices:
        raise BadInput(
            N_("%(option)s cannot be %(given)s; it can be: %(choices)s"),
            option=option, given=given, choices=", ".join(choices),
        )  # fmt: skip
    return given.strip().lower()


def backup(
    file: BackupFile,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = "",
    check: Annotated[bool, typer.Option("--check/--no-check", help="Read the file again and replay every match.")] = True,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Write everything that the server keeps into one file, while it runs; keep the file as secret as the database."""
    from brehon.server.settings import Settings
    from brehon.server.storage.backup import check_backup, write_backup

    say = speaker(lang)
    settings = Settings(folder(data_dir), database=database_url)
    counts = asyncio.run(write_backup(settings, file))
    checked = check_backup(file) if check else None
    tell(say, N_("%(file)s holds %(matches)s and %(plies)s."), file, counts)
    if checked is not None:
        text = Message(
            NN_(
                "The only match that has begun was replayed and is right.",
                "All %(number)s matches that have begun were replayed and are right.",
                "number",
            ),
            number=checked,
        )
        out().print(Text(say(text), GOOD))


def restore(file: BackupFile, data_dir: DataDir = None, database_url: DatabaseUrl = "", lang: Lang = None) -> None:
    """Check a backup, every match of it, and fill an empty database with it: SQLite or PostgreSQL, wherever it came from."""
    from brehon.server.settings import Settings
    from brehon.server.storage.backup import check_backup, restore_backup

    say = speaker(lang)
    settings = Settings(folder(data_dir), database=database_url)
    check_backup(file)
    counts = asyncio.run(restore_backup(settings, file))
    tell(say, N_("%(file)s is restored: %(matches)s and %(plies)s."), file, counts)


def tell(say: Speaker, text: str, file: Path, counts: dict[str, int]) -> None:
    message = Message(text, file=str(file), matches=counted(MATCHES, counts.get("matches", 0)),
                      plies=counted(PLIES, counts.get("plies", 0)))  # fmt: skip
    out().print(Text(say(message)), soft_wrap=True)
