"""The program `brehon`: combines the commands, and reports every error in one clear message."""

from __future__ import annotations

import os
import platform
import sys
from io import TextIOWrapper
from itertools import pairwise
from typing import Annotated

import typer

from brehon import MODE, __version__
from brehon.cli import check, components, games, lab, play, replay, review, show, simulate, storage, verify
from brehon.cli.helptexts import in_language
from brehon.cli.screen import complain, system_language
from brehon.core.errors import BrehonError
from brehon.core.text import LANGUAGES, Speaker

app = typer.Typer(
    name="brehon",
    help="A referee, a table, opponents and a laboratory for board games of Celtic and Norse legend.",
    epilog="Start with: brehon play armorica — or in the browser: brehon serve",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(play.play)
app.command()(games.games)
app.command()(games.levels)
app.command()(simulate.simulate)
app.command()(replay.replay)
app.command()(review.review)
app.command()(verify.verify)
app.command()(verify.number)
app.command()(show.show)
app.command()(storage.backup)
app.command()(storage.restore)
app.command()(check.check)
app.add_typer(components.app, name="components")
app.add_typer(lab.app, name="lab")


@app.command()
def serve(
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 lets others in your network join.")] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    data_dir: storage.DataDir = None,
    database_url: storage.DatabaseUrl = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Processes that serve; more than one needs PostgreSQL.")] = 1,
    bot_pause: Annotated[float, typer.Option(min=0.0, metavar="SECONDS", help="How long a bot waits before its turn, so that people can follow.")] = 0.9,
    bot_wait: Annotated[float, typer.Option(min=0.0, metavar="SECONDS", help="How long all bots together may take after a person has decided; 0 for no limit.")] = 10.0,
    bot_processes: Annotated[int | None, typer.Option(min=1, max=64, metavar="N", help="Processes of each worker in which bots think.", show_default="the cores, shared out")] = None,
    log_format: Annotated[str, typer.Option(metavar="text|json", help="How the log on stderr is written.")] = "text",
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help="debug, info (every request), warning or error.")] = "warning",
    metrics_token: Annotated[str, typer.Option(envvar="BREHON_METRICS_TOKEN", metavar="TOKEN", help="Token for /metrics from other machines; better set in the environment.", show_default="this machine only")] = "",
    allowed_host: Annotated[list[str] | None, typer.Option(envvar="BREHON_ALLOWED_HOSTS", metavar="NAME", help="One more name that this server answers to; may be given several times. .example.org means all names under it, * means any.", show_default="this machine, its network and --public-url")] = None,
    public_url: Annotated[str, typer.Option(envvar="BREHON_PUBLIC_URL", metavar="URL", help="Where people reach this server; links in mails and webhooks begin with it.")] = "",
    smtp_url: Annotated[str, typer.Option(envvar="BREHON_SMTP_URL", metavar="URL", help="smtp://USER:PASSWORD@HOST:587 or smtps://…; better set in the environment.", show_default="no mail")] = "",
    mail_from: Annotated[str, typer.Option(envvar="BREHON_MAIL_FROM", metavar="ADDRESS", help="The address that mail comes from.")] = "",
    trusted_proxies: Annotated[str, typer.Option(envvar="BREHON_TRUSTED_PROXIES", metavar="ADDRESSES", help="Proxies that are trusted to name the client's address: addresses or networks, separated by commas.", show_default="127.0.0.1")] = "",
    quotas: Annotated[str, typer.Option(envvar="BREHON_QUOTAS", metavar="CHANGES", help="Other quotas, such as tables=120/hour+600/day,streams=100; off switches all off.", show_default="see docs/operations.md")] = "",
    expiry: Annotated[str, typer.Option(envvar="BREHON_EXPIRY", metavar="DAYS", help="Other days after which unused things are deleted, such as tables=30,records=off; off keeps everything.", show_default="tables=14,records=90,guests=180")] = "",
    private_hooks: Annotated[bool, typer.Option("--private-hooks", envvar="BREHON_PRIVATE_HOOKS", help="Allow webhooks into private networks and without TLS.")] = False,
    no_compile: Annotated[bool, typer.Option("--no-compile", help="Do not build the compiled engine in the background; BREHON_COMPILE=0 does the same.")] = False,
) -> None:  # fmt: skip
    """Play in the browser: start the server, print its address and open it."""
    from brehon.cli.serve import serve as run
    from brehon.server.settings import Settings

    settings = Settings(
        storage.folder(data_dir), bot_pause, bot_wait, database=database_url, metrics_token=metrics_token,
        bot_processes=max(1, (os.cpu_count() or 1) // workers) if bot_processes is None else bot_processes,
        log_format=storage.one_of("--log-format", log_format, "text", "json"),
        log_level=storage.one_of("--log-level", log_level, "debug", "info", "warning", "error"),
        allowed_hosts=tuple(allowed_host or ()), public_url=public_url, smtp_url=smtp_url, mail_from=mail_from, private_hooks=private_hooks,
        trusted_proxies=trusted_proxies, quotas=quotas, expiry=expiry,
    )  # fmt: skip
    run(port, host, no_browser, workers, settings, builds=not no_compile)


def print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"brehon {__version__}, engine {MODE}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback()
def brehon(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=print_version, help="Version, engine mode and Python.")
    ] = False,
) -> None:
    """The options before a command."""


def language_of(words: list[str]) -> str:
    """The language of --help: that of --lang, otherwise that of the system. The command refuses a wrong one later."""
    asked = next((after for word, after in pairwise(words) if word == "--lang"), "")
    asked = next((word.removeprefix("--lang=") for word in words if word.startswith("--lang=")), asked)
    asked = asked or os.environ.get("BREHON_LANG", "")
    return asked if asked in LANGUAGES else system_language()


def main() -> None:
    """Run a command. Bad input gives a message on stderr and exit code 2; a traceback would be our bug."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the terminal cannot show must not end a game
    try:
        in_language(app, Speaker(language_of(sys.argv)))()
    except (BrehonError, OSError) as error:
        complain(error)
        sys.exit(2)


if __name__ == "__main__":
    main()
