"""The only place that names games. A third party adds one through the entry-point group `brehon.games`."""

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from brehon.core.contract import Components, Game, Option, Ruleset, seats_of
from brehon.core.errors import BadOptions
from brehon.core.text import N_, Message

BUILTIN: Final = {
    "armorica": "brehon.games.armorica",
    "arrival": "brehon.games.arrival",
    "fallen-kingdoms": "brehon.games.fallen_kingdoms",
}
GROUP: Final = "brehon.games"


def names() -> list[str]:
    """Every game that can be played here."""
    return sorted({*BUILTIN, *(point.name for point in _points())})


@cache
def _points() -> tuple[EntryPoint, ...]:
    """The games of other packages: read once, because it opens a file of each installed package."""
    return tuple(entry_points(group=GROUP))


@cache
def game(name: str) -> Game:
    """The game of this name, imported on demand."""
    wanted = name.strip().lower().replace("_", "-")
    if wanted in BUILTIN:
        found = import_module(BUILTIN[wanted]).GAME
    else:
        points = [point for point in _points() if point.name == wanted]
        if not points:
            raise BadOptions(
                N_("there is no game %(name)s%(meant)s; there are: %(names)s"),
                name=repr(name),
                meant=_meant(wanted, names()),
                names=", ".join(names()),
            )
        found = points[0].load()
    if not isinstance(found, Game):
        raise BadOptions(
            N_("the entry point %(name)s does not lead to a game: it must be an object of brehon's Game"),
            name=repr(wanted),
        )
    return found


def make_ruleset(
    game: Game,
    n_seats: int,
    options: dict[str, str] | None = None,
    components: Components | None = None,
    version: int | None = None,
) -> Ruleset:
    """Check and complete a request; BadOptions says what would be right."""
    if n_seats not in game.seats:
        raise BadOptions(
            N_("%(title)s is for %(seats)s seats, not %(given)s (%(by_rule)s)"),
            game.seat_rule,
            title=game.title,
            seats=_range(game.seats),
            given=n_seats,
            by_rule=game.seat_rule,
        )
    is_new = version is None  # running games and all records keep the components that they have
    if version is None:
        version = game.rules_version
    if version not in game.versions:
        text = N_("%(game)s has no rules version %(version)s; the versions are: %(known)s")
        known = ", ".join(map(str, game.versions))
        raise BadOptions(Message(text, game=game.title, version=version, known=known))
    if components is None:
        components = builtin(game, game.default_components)
    if is_new:
        check_seats(components, n_seats)
    return game.make_ruleset(n_seats, complete_options(game, options or {}, version, n_seats), components, version)


def check_seats(components: Components, n_seats: int) -> None:
    """A component set may support fewer numbers of seats than the game."""
    if components.seats is None or n_seats in components.seats:
        return
    rule = components.seat_rule
    if not components.seats:
        raise BadOptions(
            Message(
                N_("the components %(name)s name no number of players (%(rule)s)"), name=components.name, rule=rule
            ),
            rule,
        )
    text = N_("the components %(name)s are for %(seats)s players, not for %(asked)s (%(rule)s)")
    seats = ", ".join(map(str, components.seats))
    raise BadOptions(Message(text, name=components.name, seats=seats, asked=n_seats, rule=rule), rule)


@cache
def builtin(game: Game, name: str) -> Components:
    """A component set that comes with the game."""
    if name not in game.builtin_components():
        known = ", ".join(game.builtin_components())
        raise BadOptions(
            N_("%(title)s has no built-in components %(name)s; there are: %(known)s"),
            title=game.title,
            name=repr(name),
            known=known,
        )
    return game.load_components(game.read_builtin(name), name, builtin=True)


def complete_options(
    game: Game, given: dict[str, str], version: int | None = None, n_seats: int | None = None
) -> dict[str, str]:
    """Every option of the game with its value: the given one, or the default of this version of the rules."""
    played = game.rules_version if version is None else version
    last = max(game.seats) if n_seats is None else n_seats
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise BadOptions(
                N_("%(title)s has no option %(name)s%(meant)s; it has: %(names)s"),
                title=game.title,
                name=repr(name),
                meant=_meant(name, list(known)),
                names=", ".join(known) or Message(N_("none")),
            )
    found: dict[str, str] = {}
    for name, option in known.items():
        usual = option.default_of(played)
        found[name] = _checked(game, option, given.get(name, usual), usual, last)
        if played < option.since and found[name] != usual:
            raise BadOptions(
                N_(
                    "option %(name)s of %(title)s came with rules version %(since)s; version %(played)s always plays %(usual)s (%(by_rule)s)"
                ),
                option.rule,
                name=name,
                title=game.title,
                since=option.since,
                played=played,
                usual=usual,
                by_rule=option.rule,
            )
    return found


def reseat(game: Game, options: dict[str, str], seat_after: list[int]) -> dict[str, str]:
    """The options of the next table, after the seats have changed: options that name seats follow the people."""
    found = dict(options)
    for option in game.options:
        seats = seats_of(found.get(option.name, "")) if option.of_seats else []
        if seats:
            found[option.name] = _seat_list([seat_after[seat] for seat in seats])
    return found


def _checked(game: Game, option: Option, value: str, usual: str, last_seat: int) -> str:
    text = str(value).strip()
    if option.choices:
        allowed = [choice.value for choice in option.choices]
        text = text.lower() if text.lower() in allowed else text
        if text in allowed:
            return text
        if option.of_seats:
            return _checked_seats(game, option, value, usual, last_seat)
        raise BadOptions(
            N_(
                "option %(name)s of %(title)s cannot be %(value)s (%(by_rule)s); it can be: %(names)s (default %(usual)s)"
            ),
            option.rule,
            name=option.name,
            title=game.title,
            value=repr(value),
            by_rule=option.rule,
            names=", ".join(allowed),
            usual=usual,
        )
    if not text.removeprefix("-").isdecimal() or len(text) > 9 or not option.low <= int(text) <= option.high:
        raise BadOptions(
            N_(
                "option %(name)s of %(title)s cannot be %(value)s (%(by_rule)s); it is a whole number from %(low)s to %(high)s (default %(usual)s)"
            ),
            option.rule,
            name=option.name,
            title=game.title,
            value=repr(value),
            by_rule=option.rule,
            low=option.low,
            high=option.high,
            usual=usual,
        )
    return str(int(text))


def _checked_seats(game: Game, option: Option, value: str, usual: str, last_seat: int) -> str:
    """Seats in any order, separated by a plus, a comma or a space."""
    numbers = str(value).replace(",", " ").replace("+", " ").split()
    if not numbers:
        return usual
    right = [number for number in numbers if number.isascii() and number.isdecimal() and len(number) < 4]
    if right != numbers or not all(1 <= int(number) <= last_seat for number in numbers):
        allowed = ", ".join(choice.value for choice in option.choices)
        raise BadOptions(
            N_(
                "option %(name)s of %(title)s cannot be %(value)s (%(by_rule)s); it can be: %(allowed)s, or seats from 1 to %(last_seat)s as in 1+%(last_seat)s (default %(usual)s)"
            ),
            option.rule,
            name=option.name,
            title=game.title,
            value=repr(value),
            by_rule=option.rule,
            allowed=allowed,
            last_seat=last_seat,
            usual=usual,
        )
    return _seat_list([int(number) - 1 for number in numbers])


def _seat_list(seats: list[int]) -> str:
    return "+".join(str(seat + 1) for seat in sorted(set(seats)))


def _meant(word: str, known: list[str]) -> Message | str:
    close = get_close_matches(word, known, n=1)
    return Message(N_(" (did you mean %(close)s?)"), close=repr(close[0])) if close else ""


def _range(seats: list[int]) -> Message | str:
    return Message(N_("%(low)s to %(high)s"), low=min(seats), high=max(seats)) if len(seats) > 1 else str(seats[0])
