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
    """The games of other packages: asked for once, because it reads a file of each package that is installed."""
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
            raise BadOptions(f"there is no game {name!r}{_meant(wanted, names())}; there are: {', '.join(names())}")
        found = points[0].load()
    if not isinstance(found, Game):
        raise BadOptions(f"the entry point {wanted!r} does not lead to a game: it must be an object of brehon's Game")
    return found


def make_ruleset(
    game: Game,
    n_seats: int,
    options: dict[str, str] | None = None,
    components: Components | None = None,
    version: int | None = None,
) -> Ruleset:
    """Check and complete what was asked for; BadOptions says what would be right."""
    if n_seats not in game.seats:
        raise BadOptions(
            f"{game.title} is for {_range(game.seats)} seats, not {n_seats} ({game.seat_rule})", game.seat_rule
        )
    is_new = version is None  # what has been begun, and every record, goes on with the components that it has
    if version is None:
        version = game.rules_version
    if game.describe_version(version) is None:
        raise BadOptions(f"{game.title} has no rules version {version}; the newest is {game.rules_version}")
    if components is None:
        components = builtin(game, game.default_components)
    if is_new:
        check_seats(components, n_seats)
    return game.make_ruleset(n_seats, complete_options(game, options or {}, version, n_seats), components, version)


def check_seats(components: Components, n_seats: int) -> None:
    """Components may be meant for fewer numbers of seats than the game."""
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
        raise BadOptions(f"{game.title} has no built-in components {name!r}; there are: {known}")
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
                f"{game.title} has no option {name!r}{_meant(name, list(known))}; it has: {', '.join(known) or 'none'}"
            )
    found: dict[str, str] = {}
    for name, option in known.items():
        usual = option.default_of(played)
        found[name] = _checked(game, option, given.get(name, usual), usual, last)
        if played < option.since and found[name] != usual:
            raise BadOptions(
                f"option {name} of {game.title} came with rules version {option.since}; version {played} "
                f"always plays {usual} ({option.rule})",
                option.rule,
            )
    return found


def reseat(game: Game, options: dict[str, str], seat_after: list[int]) -> dict[str, str]:
    """The options of the next table, where each seat of this one has moved: options that name seats follow the people."""
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
            f"option {option.name} of {game.title} cannot be {value!r} ({option.rule}); "
            f"it can be: {', '.join(allowed)} (default {usual})",
            option.rule,
        )
    if not text.removeprefix("-").isdecimal() or len(text) > 9 or not option.low <= int(text) <= option.high:
        raise BadOptions(
            f"option {option.name} of {game.title} cannot be {value!r} ({option.rule}); "
            f"it is a whole number from {option.low} to {option.high} (default {usual})",
            option.rule,
        )
    return str(int(text))


def _checked_seats(game: Game, option: Option, value: str, usual: str, last_seat: int) -> str:
    """Seats in any order, with a plus, a comma or a blank between them."""
    numbers = str(value).replace(",", " ").replace("+", " ").split()
    if not numbers:
        return usual
    right = [number for number in numbers if number.isascii() and number.isdecimal() and len(number) < 4]
    if right != numbers or not all(1 <= int(number) <= last_seat for number in numbers):
        allowed = ", ".join(choice.value for choice in option.choices)
        raise BadOptions(
            f"option {option.name} of {game.title} cannot be {value!r} ({option.rule}); it can be: {allowed}, "
            f"or seats from 1 to {last_seat} as in 1+{last_seat} (default {usual})",
            option.rule,
        )
    return _seat_list([int(number) - 1 for number in numbers])


def _seat_list(seats: list[int]) -> str:
    return "+".join(str(seat + 1) for seat in sorted(set(seats)))


def _meant(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _range(seats: list[int]) -> str:
    return f"{min(seats)} to {max(seats)}" if len(seats) > 1 else str(seats[0])
