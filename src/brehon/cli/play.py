"""brehon play: a game at this terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brehon.bots.levels import level
from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.position import print_older_rules
from brehon.cli.screen import DIM, STRONG, Lang, for_match, out, speaker
from brehon.cli.seating import parse_bots, parse_options, parse_seats
from brehon.cli.table import TerminalTable, level_in
from brehon.core import registry
from brehon.core.fair import commitment, new_secret, seeded_secret
from brehon.core.match import Match
from brehon.core.record import HOST, Player
from brehon.core.rulesets import asked_rules
from brehon.core.text import N_, NN_, Message, Speaker

MAX_WORD = 200


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)] = "",
    seats: Annotated[str, typer.Option(metavar="WHO,WHO", help="Who plays, in order: me, me:Anna, or a bot level, with :NAME if you like. Default: me,cottar,wanderer.", show_default=False)] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Makes shuffles and bots repeatable. Without it no one can predict them.", show_default=False)] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A switch of the rules; may be repeated.", show_default=False)] = None,
    components: Annotated[str | None, typer.Option(metavar="FILE", help="Your own cards or maps (or the name of a built-in set).", show_default=False)] = None,
    word: Annotated[list[str] | None, typer.Option(metavar="TEXT", help="Your own word that goes into every shuffle; one for each person, in the order of the seats.", show_default=False)] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the record is kept.", show_default="a new file in your data folder")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue the game of this record.", show_default=False)] = None,
    bot: Annotated[list[str] | None, typer.Option(metavar="SEAT=LEVEL", help="With --resume: this bot plays in a bot's seat from now on, as in 2=cottar. A record's own module:Class is run only if you name it here.", show_default=False)] = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Play a game in the terminal, alone against bots or several people at one keyboard.

    Type the number of a move or its words; help lists the rest.

    The record is on disk after every move: quit, Ctrl-C or a crash lose nothing.

    Without a terminal, moves are read from the standard input, a line each; exit code 2 if one was refused.
    """
    say = speaker(lang)
    before = ""  # of the record to continue, taken before it is read: any later write by another process is noticed
    if resume is not None:
        before = files.stamp(resume)
        fixed = {"--seats": seats, "--seed": seed, "--option": option, "--components": components, "--word": word}
        for name, value in fixed.items():
            if value not in ("", None, []):
                raise BadInput(
                    N_("%(option)s cannot be given with --resume: the record %(file)s has fixed it"),
                    option=name,
                    file=str(resume),
                )
        match, path = resumed(resume, game, parse_bots(bot or [])), save or resume
    else:
        if bot:
            raise BadInput(N_("--bot goes with --resume; a new game gets its bots by --seats"))
        match = new_match(game, seats, seed, option or [], components, word or [], say)
        path = save or files.new_record_path(match.rules.game)
    if path != resume:
        files.must_be_new(path)
    say = for_match(say, match)
    table = TerminalTable(match, say, path)
    table.stamp = before if path == resume else ""
    table.save()
    greet(match, path, say)
    table.run()


def new_match(
    name: str, seats: str, seed: int | None, option: list[str], components: str | None, words: list[str], say: Speaker
) -> Match:
    """A match as requested, with the first draws made."""
    if not name:
        known = registry.names()
        text = N_("which game? there are: %(known)s; as in: brehon play %(first)s")
        raise BadInput(text, known=", ".join(known), first=known[0])
    game = registry.game(name)
    players = parse_seats(seats or "me,cottar,wanderer", say)
    rules = asked_rules(game, len(players), parse_options(option), components)
    secret = new_secret() if seed is None else seeded_secret(seed)
    match = Match(rules, players, secret, seat_words(players, words))
    match.start()
    return match


def seat_words(players: list[Player], words: list[str]) -> list[str]:
    """The words in the order of the people; bots have none."""
    people = [seat for seat, player in enumerate(players) if not player.is_bot]
    if len(words) > len(people):
        text = NN_(
            "%(count)s word is given for %(people)s people; there is one for each at most",
            "%(count)s words are given for %(people)s people; there is one for each at most",
            "count",
        )
        raise BadInput(text, count=len(words), people=len(people))
    if any(len(word) > MAX_WORD for word in words):
        raise BadInput(N_("a word is longer than %(limit)s characters"), limit=MAX_WORD)
    out = [""] * len(players)
    for seat, word in zip(people, words, strict=False):
        out[seat] = word
    return out


def resumed(path: Path, name: str, bots: dict[int, str]) -> Match:
    """The match of a record that is not over."""
    match = files.read_match(path)
    game = match.rules.game
    if name and registry.game(name).name != game.name:
        text = N_("%(file)s is a game of %(game)s, not of %(other)s")
        raise BadInput(text, file=str(path), game=game.title, other=registry.game(name).title)
    if match.is_over:
        raise BadInput(N_("the game in %(file)s is over; look at it with: brehon replay %(file)s"), file=str(path))
    if not match.fair.secret:
        text = N_("%(file)s does not hold the secret of its shuffles, so only the table it comes from can continue it")
        raise BadInput(text, file=str(path))
    match.start()
    for seat, chosen in bots.items():
        if seat >= len(match.players) or not match.players[seat].is_bot:
            raise BadInput(N_("--bot: no bot sits in seat %(seat)s"), seat=seat + 1)
        if ":" not in chosen and chosen != level_in(match, seat):
            match.seat_bot(seat, chosen, HOST)
    for seat, player in enumerate(match.players):
        if player.is_bot:
            check_bot(level_in(match, seat), bots.get(seat, ""), seat, path)
    return match


def check_bot(found: str, allowed: str, seat: int, path: Path) -> None:
    """A level that is known here. A file may come from strangers: the code that it names is not run unless the person names it too."""
    if ":" not in found:
        level(found)
    elif found != allowed:
        text = N_("in seat %(seat)s of %(file)s plays %(bot)s, code that is not part of Brehon; if you trust it, add --bot %(seat)s=%(bot)s, or put in another bot: --bot %(seat)s=cottar")  # fmt: skip
        raise BadInput(text, seat=seat + 1, file=str(path), bot=found)


def greet(match: Match, path: Path, say: Speaker) -> None:
    """Who plays what, and the commitment about chance."""
    game = match.rules.game
    names = ", ".join(say.seat(seat) for seat in range(match.rules.n_seats))
    out().print(Text(f"{game.title}: {names}", STRONG))
    print_older_rules(match, say)
    promise = Message(N_("Commitment to the shuffles: %(commitment)s"), commitment=commitment(match.fair.secret))
    out().print(Text(say(promise), DIM), soft_wrap=True)
    out().print(Text(say(Message(N_("Record: %(file)s"), file=str(path))), DIM), soft_wrap=True)
    out().print(Text(say(Message(N_("Type help for a list of commands."))), DIM))
