"""What a game is. All other parts of Brehon use games only through these classes.

State, View and Event are hot and compile with mypyc; Ruleset and Game are called once per match. How a game is shown (SVG,
terminal, words) is its Face, in core/face.py, so that the rules never depend on drawing code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from brehon.core.errors import BadOptions, Problem
from brehon.core.objects import Valued
from brehon.core.space import ActionSpace
from brehon.core.text import N_, Message, Reason

if TYPE_CHECKING:
    from brehon.core.evaluator import Evaluator
    from brehon.core.face import Face
    from brehon.core.observe import Observer
    from brehon.core.position import Field

CHANCE: Final = -1  # to_move(): the dice, the shuffle
OVER: Final = -2  # to_move(): no one, the game is over
SPECTATOR: Final = -1  # view(): what a person without a seat may know
ORACLE: Final = -2  # view(): everything; for replays of finished games only
EVERYBODY: Final = -1  # Event.seen_by
LIGHT: Final = N_("light")  # Game.weight
MEDIUM: Final = N_("medium")
HEAVY: Final = N_("heavy")


@final
class Event:
    """What happened, for the log and the animation. The rule that emits it decides who may see it."""

    def __init__(
        self, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, seen_by: int = -1, reveals: bool = False
    ) -> None:
        self.kind: int = kind  # the game's own numbering
        self.seat: int = seat  # whose event it is; CHANCE if it belongs to no seat
        self.a: int = a  # small ints, meaning by kind
        self.b: int = b
        self.c: int = c
        self.seen_by: int = seen_by  # bit mask of seats, or EVERYBODY
        self.reveals: bool = reveals  # a seat learns something that was hidden: no undo without consent

    def visible_to(self, seat: int) -> bool:
        return self.seen_by == EVERYBODY or seat == ORACLE or (seat >= 0 and self.seen_by >> seat & 1 == 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Valued):
    """Everything a rule may depend on and nothing more: ints and flat lists, no history, no RNG, no names."""

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
        """None if `action` is legal for `to_move()` now, otherwise the reason. Works for every action of the space."""

    @abstractmethod
    def view(self, seat: int) -> View:
        """What this seat (or SPECTATOR, or ORACLE) may know."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Current points of each seat; final once OVER."""

    @abstractmethod
    def places(self) -> list[int]:
        """Rank of each seat by the rules of victory, 1 is best; tied seats share a rank."""

    def evaluator(self) -> Evaluator:
        """What bots use to estimate who will win. A game that knows more than points and places overrides this."""
        from brehon.core.evaluator import PLAIN  # which imports this module

        return PLAIN

    def turn_of(self) -> int:
        """A number that stays the same during one seat's turn, even if others have to react, and changes with the next turn."""
        return self.to_move()

    def witnesses(self) -> int:
        """Bit mask of the seats that will see what is decided or drawn next, or EVERYBODY."""
        return EVERYBODY

    def movers(self) -> int:
        """Bit mask of the seats that may decide now: more than one only during secret simultaneous choices."""
        seat = self.to_move()
        return 1 << seat if seat >= 0 else 0

    def turn_to(self, seat: int) -> None:
        """Among several movers, make this one `to_move()` for the next action. Only for a seat in `movers()`."""
        assert seat == self.to_move(), "only a phase of secret choices can turn to another seat"

    def ruleset(self) -> Ruleset:
        """The rules that the state is played by; text, equality and pickle need them."""
        raise NotImplementedError(f"{type(self).__name__}.ruleset() is missing")

    def text(self) -> str:
        """The position in one line, which `Ruleset.parse` reads."""
        from brehon.core.position import write

        return write(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class View(Valued):
    """All that a seat may know, built as an explicit list: what is not listed stays secret."""

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
        """A random state that is possible as far as this seat knows: `determinize(rng).view(seat) == self`."""

    def ruleset(self) -> Ruleset:
        """The rules that it is played by."""
        return self.determinize(Random(0)).ruleset()


@mypyc_attr(allow_interpreted_subclasses=True)
class Components:
    """A set of cards, tiles or maps, checked and ready to play with."""

    def __init__(
        self, name: str, digest: str, source: str, builtin: bool, warnings: list[Problem],
        seats: list[int] | None = None, seat_rule: str = "",
    ) -> None:  # fmt: skip
        self.name: str = name
        self.digest: str = digest  # SHA-256 of the data, independent of comments and layout
        self.source: str = source  # the TOML text
        self.builtin: bool = builtin
        self.warnings: list[Problem] = warnings
        self.seats: list[int] | None = seats  # the numbers of seats it is for; None: all that the game supports
        self.seat_rule: str = seat_rule  # the constraint that requires it


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
        self.of_seats: bool = of_seats  # in addition to the choices: seats counted from 1, as "2+5"
        self.since: int = since  # the first rules version that has this option
        self.before: dict[int, str] = before or {}  # [version] the default up to this version, where it was different

    def default_of(self, version: int) -> str:
        """The value that these rules use by default; before the option existed, what they always did."""
        for last in sorted(self.before):
            if version <= last:
                return self.before[last]
        return self.default


def seats_of(value: str) -> list[int]:
    """The seats, counted from 0, that the value of an option of seats names; none for a choice such as "none"."""
    return [int(number) - 1 for number in value.split("+") if number.isdecimal()]


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset(Valued):
    """A game with everything that is fixed before the first ply: seats, options, components, rules version."""

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

    def evaluator(self) -> Evaluator:
        """What bots use to estimate who will win; the states of the game say which."""
        return self.start().evaluator()

    def older_rules(self) -> Message | None:
        """What a person should know about a game played by older rules; None for the newest."""
        what = self.game.describe_version(self.version)
        if what is None:
            return None
        return Message(N_("Played by rules version %(version)s: %(what)s"), version=self.version, what=what)

    def fields(self) -> list[Field]:
        """Every field of a state with its valid values: what `State.text()` and a pickle hold."""
        raise NotImplementedError(f"{type(self).__name__}.fields() is missing")

    def parse(self, text: str) -> State:
        """The state described by a line of `State.text()`; BadPosition says what is wrong with a line."""
        from brehon.core.position import read

        return read(self, text)


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
    """The only entry point of a game. A game's package exports one object of it, called GAME."""

    name: str  # in commands, addresses and records
    title: str
    designer: str
    summary: str  # one sentence for the lobby, a text of the catalogue
    seats: list[int]  # the numbers of seats it can be played with
    seat_rule: str  # the rule that says so
    options: list[Option]
    versions: list[int]  # of the rules, oldest first: all that are still supported; new tables use the last one
    default_components: str
    has_secrets: bool  # a seat may know something that another does not, or something is fixed that no one knows yet
    minutes: int = 0  # how long a game of people usually takes; 0: not known
    weight: str = ""  # how much there is to learn and to think about: LIGHT, MEDIUM, HEAVY, or "" if not known
    picture_plies: int = 0  # how far the game has come that the front page shows; 0: half of a whole game

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
        """How the game is shown."""

    def read_weights(self, edition: str = "") -> str:
        """The learned evaluation that comes with the game, or came with it in an earlier version (`0.1`), as JSON text; empty if there is none."""
        return ""

    @property
    def rules_version(self) -> int:
        """The newest version of the rules, used by new tables."""
        return self.versions[-1]

    def describe_version(self, version: int) -> Message | None:
        """What was different in an older version of the rules, for people who view an old game; None for the newest."""
        return None

    def observer(self, rules: Ruleset) -> Observer:
        """What a learner sees of this game, as numbers; a game that has none cannot be an environment."""
        raise BadOptions(N_("%(title)s has no observation, so it cannot be used as an environment"), title=self.title)

    def small_versions(self) -> list[Small]:
        """Versions for cheap experiments, smallest first."""
        return []
