"""What a game is. Everything else in Brehon speaks to games through these classes and through nothing else.

State, View and Event are hot and compile with mypyc; Ruleset and Game are asked once per match. How a game shows itself (SVG,
terminal, words) is its Face, in core/face.py, so that the rules never wait for a picture.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from brehon.core.errors import BadOptions, Problem
from brehon.core.odds import softmax
from brehon.core.space import ActionSpace
from brehon.core.text import Message, Reason

if TYPE_CHECKING:
    from brehon.core.face import Face
    from brehon.core.observe import Observer

CHANCE: Final = -1  # to_move(): the dice, the shuffle
OVER: Final = -2  # to_move(): nobody, the game is over
SPECTATOR: Final = -1  # view(): what somebody without a seat may know
ORACLE: Final = -2  # view(): everything; for replays of finished games only
EVERYBODY: Final = -1  # Event.seen_by


@final
class Event:
    """What happened, for the log and the animation. The rule that emits it decides who may see it."""

    def __init__(
        self, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, seen_by: int = -1, reveals: bool = False
    ) -> None:
        self.kind: int = kind  # the game's own numbering
        self.seat: int = seat  # whose event it is; CHANCE where it is nobody's
        self.a: int = a  # small ints, meaning by kind
        self.b: int = b
        self.c: int = c
        self.seen_by: int = seen_by  # bit mask of seats, or EVERYBODY
        self.reveals: bool = reveals  # somebody learns what was hidden: no way back without consent

    def visible_to(self, seat: int) -> bool:
        return self.seen_by == EVERYBODY or seat == ORACLE or (seat >= 0 and self.seen_by >> seat & 1 == 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """Everything a rule may depend on and nothing else: ints and flat lists, no history, no RNG, no names."""

    def __init__(self, n_seats: int) -> None:
        self.n_seats: int = n_seats

    @abstractmethod
    def to_move(self) -> int:
        """The seat that decides next, or CHANCE, or OVER."""

    @abstractmethod
    def legal(self) -> list[int]:
        """The actions open to `to_move()`, sorted; the possible outcomes when that is CHANCE; empty when OVER."""

    @abstractmethod
    def weights(self) -> list[int]:
        """Integer weights of the outcomes of `legal()`, in its order; empty if all are equally likely. Only for CHANCE."""

    @abstractmethod
    def apply(self, action: int, log: list[Event] | None = None) -> None:
        """Carry out an action of `legal()`; trusted, not checked. Appends what happened to `log` if there is one."""

    @abstractmethod
    def clone(self) -> State:
        """An equal state that shares nothing mutable with this one."""

    @abstractmethod
    def key(self) -> str:
        """Equal for equal states, different for different ones."""

    @abstractmethod
    def why_not(self, action: int) -> Reason | None:
        """None if `action` is legal for `to_move()` now, else the reason. Answers for every action of the space."""

    @abstractmethod
    def view(self, seat: int) -> View:
        """What this seat (or SPECTATOR, or ORACLE) may know."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Points of each seat as they stand; final once OVER."""

    @abstractmethod
    def places(self) -> list[int]:
        """Rank of each seat by the rules of victory, 1 is best; tied seats share a rank."""

    @abstractmethod
    def estimate(self, seat: int) -> float:
        """A hand-made guess of how good this state is for a seat; greater is better. Only compared, never shown."""

    def chances(self) -> list[float]:
        """A hand-made guess of each seat's share of the win, together 1. A game that knows better overrides this."""
        return softmax([self.estimate(seat) for seat in range(self.n_seats)], 1.0)

    def playout(self) -> int:
        """How many decisions a search had better play on before it asks for chances, since it is in the middle of something."""
        return 6

    def horizon(self) -> int:
        """How many turns (`turn_of`) these decisions should span: a game in which the others' answer decides wants more than one."""
        return 1

    def turn_of(self) -> int:
        """A number that stays while one seat's turn goes on, even where others have to answer, and changes with it."""
        return self.to_move()

    def witnesses(self) -> int:
        """Bit mask of the seats that will see what is decided or drawn next, or EVERYBODY."""
        return EVERYBODY

    def features(self, seat: int) -> list[float]:
        """The state as numbers about -1 … 1 from a seat's side, for learned evaluations; empty if the game has none.

        Their order is that of `Ruleset.feature_names()`. Only compared and learned from, never shown.
        """
        return []

    def game_name(self) -> str:
        """The game's name in the registry, if it comes with a learned evaluation; else empty."""
        return ""

    def movers(self) -> int:
        """Bit mask of the seats that may decide now: more than one only while choices are made in secret together."""
        seat = self.to_move()
        return 1 << seat if seat >= 0 else 0

    def turn_to(self, seat: int) -> None:
        """Among several movers, let this one be `to_move()` for the next action. A seat of `movers()` only."""
        assert seat == self.to_move(), "only a phase of secret choices can turn to another seat"


@mypyc_attr(allow_interpreted_subclasses=True)
class View(ABC):
    """All that a seat may know, built by listing: what is not listed stays secret."""

    def __init__(self, seat: int, n_seats: int) -> None:
        self.seat: int = seat
        self.n_seats: int = n_seats

    @abstractmethod
    def to_move(self) -> int:
        """As State.to_move(), but a seat that may still choose in secret sees itself."""

    @abstractmethod
    def movers(self) -> int:
        """As State.movers()."""

    @abstractmethod
    def key(self) -> str:
        """Equal for equal knowledge."""

    @abstractmethod
    def determinize(self, rng: Random) -> State:
        """A state that this seat must hold possible, drawn at random: `determinize(rng).view(seat) == self`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Components:
    """A set of cards, tiles or maps, checked and ready to play with."""

    def __init__(
        self, name: str, digest: str, source: str, builtin: bool, warnings: list[Problem],
        seats: list[int] | None = None, seat_rule: str = "",
    ) -> None:  # fmt: skip
        self.name: str = name
        self.digest: str = digest  # SHA-256 of the data, whatever its comments and layout
        self.source: str = source  # the TOML text
        self.builtin: bool = builtin
        self.warnings: list[Problem] = warnings
        self.seats: list[int] | None = seats  # the numbers of seats it is for; None: all that the game has
        self.seat_rule: str = seat_rule  # the constraint that says so


def named_apart(components: Components, builtin: list[str]) -> Components:
    """A set of one's own must not go under the name of a built-in one, so that a record says what was played."""
    if not components.builtin and components.name in builtin:
        components.name = f"{components.name}-changed"
    return components


@final
class Choice:
    """One value of an option, explained."""

    def __init__(self, value: str, text: str) -> None:
        self.value: str = value
        self.text: str = text


@final
class Option:
    """A switch of the rules that is set when a table is created. Either choices, or a whole number low … high, or seats."""

    def __init__(
        self,
        name: str,
        title: str,
        rule: str,
        default: str,
        choices: list[Choice],
        low: int = 0,
        high: int = 0,
        of_seats: bool = False,
        since: int = 1,
        before: dict[int, str] | None = None,
    ) -> None:
        self.name: str = name
        self.title: str = title  # for people, a text of the catalogue
        self.rule: str = rule
        self.default: str = default  # of the newest rules
        self.choices: list[Choice] = choices
        self.low: int = low
        self.high: int = high
        self.of_seats: bool = of_seats  # besides the choices: seats counted from 1, as "2+5"
        self.since: int = since  # the first rules version that has this option
        self.before: dict[int, str] = before or {}  # [version] the default up to this version, where it was another

    def default_of(self, version: int) -> str:
        """What these rules play if nothing else is asked for; before the option existed, what they always played."""
        for last in sorted(self.before):
            if version <= last:
                return self.before[last]
        return self.default


def seats_of(value: str) -> list[int]:
    """The seats, counted from 0, that the value of an option of seats names; none for a choice such as "none"."""
    return [int(number) - 1 for number in value.split("+") if number.isdecimal()]


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset(ABC):
    """A game with everything fixed that is fixed before the first ply: seats, options, components, rules version."""

    def __init__(
        self,
        game: Game,
        n_seats: int,
        options: dict[str, str],
        components: Components,
        version: int,
        space: ActionSpace,
    ) -> None:
        self.game: Game = game
        self.n_seats: int = n_seats
        self.options: dict[str, str] = options
        self.components: Components = components
        self.version: int = version
        self.space: ActionSpace = space

    @abstractmethod
    def start(self) -> State:
        """The state before the first ply; usually CHANCE is to move."""

    @abstractmethod
    def check(self, state: State) -> None:
        """Assert the invariants of the rules; for tests and the conformance kit."""

    @abstractmethod
    def max_plies(self) -> int:
        """No game lasts longer, chance included."""

    def feature_names(self) -> list[str]:
        """What the numbers of `State.features()` mean, one identifier each; empty if the game has none."""
        return []


@final
class Small:
    """A small version of a game for cheap experiments: the seats, components and options that make it small."""

    def __init__(self, name: str, text: str, seats: list[int], components: str, options: dict[str, str]) -> None:
        self.name: str = name  # "armorica-tiny"
        self.text: str = text
        self.seats: list[int] = seats  # the first is the usual number
        self.components: str = components
        self.options: dict[str, str] = options


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """The only door to a game. One object of it, called GAME, is what a game's package exports."""

    name: str  # in commands, addresses and records
    title: str
    designer: str
    summary: str  # one sentence for the lobby, a text of the catalogue
    seats: list[int]  # the numbers of seats it can be played with
    seat_rule: str  # the rule that says so
    options: list[Option]
    rules_version: int  # the newest; older ones keep replaying
    default_components: str
    has_secrets: bool  # some seat may know something that another does not, or that nobody knows yet is fixed

    @abstractmethod
    def builtin_components(self) -> list[str]:
        """Names of the component sets that come with the game. A set is never edited once released."""

    @abstractmethod
    def read_builtin(self, name: str) -> str:
        """The TOML text of a built-in set."""

    @abstractmethod
    def check_components(self, source: str, name: str) -> list[Problem]:
        """Every constraint that this component file breaks, errors and warnings."""

    @abstractmethod
    def load_components(self, source: str, name: str, builtin: bool = False) -> Components:
        """Read a component file; BadComponents names every constraint that it breaks."""

    @abstractmethod
    def make_ruleset(self, n_seats: int, options: dict[str, str], components: Components, version: int) -> Ruleset:
        """Called by core/registry.py with options that were checked and completed."""

    @abstractmethod
    def face(self) -> Face:
        """How the game shows itself."""

    def read_weights(self) -> str:
        """The learned evaluation that comes with the game, as JSON text; empty if there is none."""
        return ""

    def describe_version(self, version: int) -> Message | None:
        """What was different in an older version of the rules, if it is still played; None if it never existed."""
        return Message("") if version == self.rules_version else None

    def observer(self, rules: Ruleset) -> Observer:
        """What a learner sees of this game, as numbers; a game that has none cannot be an environment."""
        raise BadOptions(f"{self.title} has no observation, so it cannot be used as an environment")

    def small_versions(self) -> list[Small]:
        """Versions for cheap experiments, smallest first."""
        return []
