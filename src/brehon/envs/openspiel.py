"""Every game as an OpenSpiel game, registered when this module is imported: `pyspiel.load_game("brehon_arrival(seats=3)")`.

Chance is explicit. Sealed choices are made one seat after the other; no information state shows them before all are made. The
information-state string is exact (a seat's view, and a digest of all that it has seen and done); the tensor holds the view and
the last events. In a game without secrets both are the view alone: how a position was reached makes no difference there. Resampled states come from `View.determinize`; they have no history and cannot be stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from brehon.bots.evaluation import Hand
from brehon.core import registry
from brehon.core.contract import CHANCE, EVERYBODY, ORACLE, OVER, SPECTATOR, Event, Game, Ruleset, State
from brehon.core.errors import BadOptions, BrehonError
from brehon.core.observe import Observer
from brehon.envs.board import Board
from brehon.envs.making import make_rules, small_versions
from brehon.envs.rewards import SCORE, WIN, check_way, rewards

MEMORY: Final = 16  # events that the information-state tensor remembers
POINTS: Final = 10_000.0  # no game has a lead of so many points; OpenSpiel needs a bound
FIELDS: Final = 5  # numbers of an event: kind, seat, and its three arguments
DEFAULTS: Final[dict[str, Any]] = {"seats": 0, "players": 0, "options": "", "components": "", "rewards": WIN}


class Shared:
    """What the states of a game have in common; copies of a state share it."""

    def __init__(self, rules: Ruleset, way: str) -> None:
        self.rules = rules
        self.way = way

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Shared, (self.rules, self.way))


class Held:
    """A state and what each seat remembers about how it was reached.

    OpenSpiel copies states with deepcopy and stores them with pickle: here a clone, and the actions that led to it.
    """

    def __init__(self, shared: Shared, state: State | None = None) -> None:
        n = shared.rules.n_seats
        self.shared = shared
        self.state = state or shared.rules.start()
        self.plies: list[int] = []  # every action since the start
        self.public = b""  # digest of the events that all seats saw
        self.past = [b""] * n  # [seat] digest of what it saw and did
        self.recent: list[list[Event]] = [[] for _ in range(n)]  # [seat] the last events that it saw
        self.guessed = False  # drawn from what a seat knows: there is no history that leads here

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        twin = Held(self.shared, self.state.clone())
        twin.plies = self.plies[:]
        twin.public = self.public
        twin.past = self.past[:]
        twin.recent = self.recent[:]
        twin.guessed = self.guessed
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        if self.guessed:
            raise BrehonError(
                "a resampled state has no history, so it cannot be stored; store the state it was drawn from"
            )
        return (_held, (self.shared, self.plies))

    def apply(self, action: int) -> None:
        mover = self.state.to_move()
        log: list[Event] = []
        self.state.apply(action, log)
        self.plies.append(action)
        if mover >= 0:
            self.past[mover] = digest(self.past[mover], f"did {action}")
        for event in log:
            words = f"{event.kind} {event.seat} {event.a} {event.b} {event.c}"
            if event.seen_by == EVERYBODY:
                self.public = digest(self.public, words)
            for seat in range(self.state.n_seats):
                if event.visible_to(seat):
                    self.past[seat] = digest(self.past[seat], words)
                    self.recent[seat] = [*self.recent[seat][1 - MEMORY :], event]

    def guess(self, seat: int, rng: Random) -> Held:
        """A state that is possible as far as this seat knows. The memory of the others is a guess too: only what all seats saw."""
        mover = self.state.to_move()
        state = self.state.view(seat).determinize(rng)
        if mover >= 0 and state.to_move() != mover:
            state.turn_to(mover)  # among several seats that choose in secret it is still the same seat's turn
        found = Held(self.shared, state)
        found.public = self.public
        found.past = [digest(self.public, "guess")] * state.n_seats
        found.past[seat] = self.past[seat]
        found.recent = [[event for event in self.recent[seat] if event.seen_by == EVERYBODY]] * state.n_seats
        found.recent[seat] = self.recent[seat]
        found.guessed = True
        return found


def _held(shared: Shared, plies: list[int]) -> Held:
    held = Held(shared)
    for action in plies:
        held.apply(action)
    return held


def digest(before: bytes, words: str) -> bytes:
    return hashlib.blake2b(words.encode(), digest_size=16, key=before).digest()


class BrehonState(pyspiel.State):  # type: ignore[misc]
    """A position of one of our games, as OpenSpiel sees it."""

    def __init__(self, game: BrehonGame) -> None:
        super().__init__(game)
        self._held = Held(game.shared)

    def current_player(self) -> int:
        mover = self._held.state.to_move()
        if mover == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if mover == OVER else mover

    def _legal_actions(self, player: int) -> list[int]:
        return self._held.state.legal() if player == self._held.state.to_move() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes, weights = self._held.state.legal(), self._held.state.weights()
        if not weights:
            return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self._held.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._held.shared.rules.space.texts[action]

    def is_terminal(self) -> bool:
        return self._held.state.to_move() == OVER

    def returns(self) -> list[float]:
        return rewards(self._held.state, self._held.shared.way)

    def __str__(self) -> str:
        """For people, and then the line that `Ruleset.parse` reads: different for different states."""
        return f"{self._held.state}\n{self._held.state.text()}"

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> BrehonState:
        """Another state that is possible as far as this player knows, drawn by the sampler's numbers."""
        rng = Random(f"{probability_sampler()} {probability_sampler()}")
        other = self.get_game().new_initial_state()
        other._held = self._held.guess(player_id, rng)
        assert isinstance(other, BrehonState)
        return other

    def key(self) -> str:
        return self._held.state.key()

    def board(self, seat: int = SPECTATOR) -> Board:
        return Board(self._held.shared.rules, self._held.state, seat)

    def _repr_svg_(self) -> str:
        return self.board().svg()


class BrehonGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters; made for each name by `register`."""

    called = ""
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.rules = rules_of(self.called, given)
        self.observer = self.rules.game.observer(self.rules)
        self.way = check_way(str(given["rewards"]))
        self.shared = Shared(self.rules, self.way)
        n = self.rules.n_seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.space.size,
            max_chance_outcomes=self.rules.space.size,
            num_players=n,
            min_utility=-POINTS if self.way == SCORE else -1.0 / (n - 1.0) if self.way == WIN else -1.0,
            max_utility=POINTS if self.way == SCORE else 1.0,
            utility_sum=0.0,
            max_game_length=self.rules.max_plies(),
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> BrehonState:
        return BrehonState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (pyspiel.load_game, (self.get_type().short_name, self.get_parameters()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.observer, kind, params, self.rules.game.has_secrets)


class SpielObserver:
    """OpenSpiel's interface to an observation: a tensor by parts, and a string."""

    def __init__(self, observer: Observer, kind: Any, params: Any, has_secrets: bool) -> None:
        if params:
            raise ValueError(f"there are no parameters for an observation, but {params} was given")
        self._observer = observer
        self._recalls = kind.perfect_recall and has_secrets  # otherwise the view contains all there is to know
        self._private = kind.private_info
        size = observer.size
        self.tensor = np.zeros(size + (MEMORY * FIELDS if self._recalls else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self._recalls:
            self.dict["events"] = self.tensor[size:].reshape(MEMORY, FIELDS)

    def _eyes(self, player: int) -> int:
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return player
        return SPECTATOR if self._private == pyspiel.PrivateInfoType.NONE else ORACLE

    def set_from(self, state: BrehonState, player: int) -> None:
        held = state._held
        seen = self._observer.observe(held.state.view(self._eyes(player)))
        self.dict["observation"][:] = np.frombuffer(seen, np.uint8)
        if self._recalls:
            rows = self.dict["events"]
            rows.fill(0)
            n = held.state.n_seats
            for row, event in enumerate(held.recent[player]):
                seat = (event.seat - player) % n + 1 if event.seat >= 0 else 0
                rows[row] = [event.kind + 1, seat, event.a, event.b, event.c]

    def string_from(self, state: BrehonState, player: int) -> str:
        held = state._held
        seen = f"seat {player}: {held.state.view(self._eyes(player)).key()}"
        return f"{seen} past {held.past[player].hex()}" if self._recalls else seen


class HandEvaluator:
    """For OpenSpiel's MCTS: uses Brehon's hand-made judge instead of a playout. Much faster in a long game."""

    def __init__(self) -> None:
        self._judge = Hand()

    def evaluate(self, state: BrehonState) -> NDArray[np.float64]:
        """What the state is worth to each player, on the scale of the returns by `win`."""
        if state._held.shared.way == SCORE:
            raise BrehonError("the hand-made judge knows shares of the win, not points: load the game with rewards=win")
        if state.is_terminal():
            return np.array(state.returns())
        held = state._held.state
        n = held.n_seats
        return (n * np.array(self._judge.shares(held)) - 1.0) / (n - 1.0)

    def prior(self, state: BrehonState) -> list[tuple[int, float]]:
        """Chance by its probabilities; all decisions equally likely."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


def rules_of(called: str, given: dict[str, Any]) -> Ruleset:
    """The rules for these parameters; `players` is OpenSpiel's own word for seats."""
    seats = given["seats"] or given["players"] or None
    if given["seats"] and given["players"] and given["seats"] != given["players"]:
        raise BadOptions(f"seats = {given['seats']} and players = {given['players']} do not go together; one is enough")
    options: dict[str, str] = {}
    for part in str(given["options"]).split(";"):
        name, sign, value = part.partition(":")
        if part.strip() and not sign:
            raise BadOptions(f"options are written name:value;name:value, not {part!r}")
        if sign:
            options[name.strip()] = value.strip()
    return make_rules(called, seats, options, str(given["components"]) or None)


def register(called: str, game: Game, seats: list[int]) -> str:
    """Register a game with OpenSpiel; returns its name there."""
    short = f"brehon_{called.replace('-', '_')}"
    kind = pyspiel.GameType(
        short_name=short,
        long_name=f"{game.title} ({called})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.has_secrets
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
    )
    made = type(short, (BrehonGame,), {"called": called, "kind": kind, "__module__": __name__})
    globals()[short] = made  # where pickle looks for it
    pyspiel.register_game(kind, made)
    return short


def load(called: str, **parameters: Any) -> pyspiel.Game:
    """A game by its usual name, such as "armorica-tiny"."""
    return pyspiel.load_game(f"brehon_{called.strip().lower().replace('-', '_')}", parameters)


GAMES: Final[list[str]] = [
    register(name, registry.game(name), registry.game(name).seats) for name in registry.names()
] + [register(name, game, small.seats) for name, (game, small) in small_versions().items()]
