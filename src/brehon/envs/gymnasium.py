"""Every game as a Gymnasium environment: one seat is the learner's, bots sit in the others.

Importing this module registers `brehon/Armorica-v0` and so on, the small versions too:

    import gymnasium, brehon.envs.gymnasium
    table = gymnasium.make("brehon/Armorica-v0", seats=3, opponents="cottar")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from brehon.bots.levels import Level, player
from brehon.core import registry
from brehon.core.contract import OVER
from brehon.core.errors import BadOptions
from brehon.envs.board import MODES, Board, check_mode, show
from brehon.envs.course import Course
from brehon.envs.making import make_rules, small_versions
from brehon.envs.pettingzoo import observation_space, refusal
from brehon.envs.rewards import WIN, check_way, rewards

Observation = dict[str, NDArray[Any]]
LOSE: Final = "lose"
RAISE: Final = "raise"
ILLEGAL: Final = (LOSE, RAISE)
WORST: Final = -1.0  # less than any loss


class SoloEnv(gym.Env[Observation, np.int64]):
    """The learner's seat of one table. Chance and the bots act inside a step; both are fixed by the seed."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        components: str | Path | None = None,
        opponents: str | Sequence[str] = "wanderer",
        seat: int | None = None,
        rewards: str = WIN,
        illegal: str = LOSE,
        render_mode: str | None = None,
    ) -> None:
        """game, seats, options, components, rewards: as in brehon.envs.pettingzoo.env

        opponents: a bot level for all other seats, or one for each, clockwise from the learner; with a budget if you like: "warrior@50"
        seat: the learner's; drawn again for each game if not given
        illegal: "lose" ends the game with -1 after an illegal action; "raise" raises IllegalAction, which says why
        """
        self.rules = make_rules(game, seats, options, components)
        n = self.rules.n_seats
        names = [opponents] * (n - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != n - 1:
            raise BadOptions(f"{n} seats need {n - 1} opponents, not {len(names)}")
        self._check_seat(seat)
        if illegal not in ILLEGAL:
            raise BadOptions(f"illegal cannot be {illegal!r}; it can be: {', '.join(ILLEGAL)}")
        self.opponents = names
        self.levels: list[Level] = [player(name) for name in names]
        self.wanted = seat
        self.seat = seat or 0
        self.way = check_way(rewards)
        self.illegal = illegal
        self.render_mode = check_mode(render_mode)
        self.observer = self.rules.game.observer(self.rules)
        self.course = Course(self.rules, self.observer, Random())
        self.observation_space: spaces.Space[Observation] = observation_space(self.rules, self.observer.highs)
        self.action_space = spaces.Discrete(self.rules.space.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the learner's first decision. `options={"seat": 1}` gives that seat for this game."""
        super().reset(seed=seed)
        n = self.rules.n_seats
        asked = (options or {}).get("seat", self.wanted)
        self._check_seat(asked)
        while True:
            self.course.rng.seed(int(self.np_random.integers(1 << 62)))
            self.seat = int(self.np_random.integers(n)) if asked is None else int(asked)
            self.course.begin()
            self._let_others_play()
            if self.course.mover() != OVER:  # in a very small game the others may finish it at once
                seen = self._observation()
                return seen, self._info(seen)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and everything up to the next one."""
        if int(action) not in self.course.state.legal():
            error = refusal(self.course, int(action))
            if self.illegal == RAISE:
                raise error
            seen = self._observation()
            return seen, WORST, True, False, {**self._info(seen), "illegal": str(error)}
        self.course.play(int(action))
        self._let_others_play()
        over = self.course.mover() == OVER
        reward = rewards(self.course.state, self.way)[self.seat] if over else 0.0
        seen = self._observation()
        return seen, reward, over, False, self._info(seen)

    def render(self) -> Any:
        return show(self.rules, self.course.state, self.render_mode, self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as booleans: the name under which sb3-contrib's MaskablePPO looks for them."""
        return self._mask().astype(np.bool_)

    def board(self) -> Board:
        """What the learner sees, to look at."""
        return Board(self.rules, self.course.state, self.seat)

    def _repr_svg_(self) -> str:
        return self.board().svg()

    def _check_seat(self, seat: int | None) -> None:
        last = self.rules.n_seats - 1
        if seat is not None and not 0 <= seat <= last:
            raise BadOptions(f"seat cannot be {seat}; seats are 0 to {last}")

    def _let_others_play(self) -> None:
        course, n = self.course, self.rules.n_seats
        while (mover := course.mover()) not in (OVER, self.seat):
            bot = self.levels[(mover - self.seat) % n - 1]
            course.play(bot.bot.choose(course.state.view(mover), course.state.legal(), bot.budget, course.rng))

    def _mask(self) -> NDArray[np.int8]:
        if self.course.mover() == self.seat:
            return np.frombuffer(self.course.mask(), np.int8)
        return np.zeros(self.rules.space.size, np.int8)

    def _observation(self) -> Observation:
        seen = np.frombuffer(self.course.observation(self.seat), np.uint8)
        return {"observation": seen, "action_mask": self._mask()}

    def _info(self, seen: Observation) -> dict[str, Any]:
        return {"seat": self.seat, "action_mask": seen["action_mask"]}

    def __getstate__(self) -> dict[str, Any]:
        """For pickle and deepcopy: everything except what is rebuilt from names."""
        return {name: value for name, value in vars(self).items() if name not in ("levels", "observer")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.levels = [player(name) for name in self.opponents]
        self.observer = self.course.observer


def id_of(name: str) -> str:
    """The id under which Gymnasium knows a game or a small version: brehon/FallenKingdoms-v0."""
    return f"brehon/{''.join(word.capitalize() for word in name.split('-'))}-v0"


def register_all() -> list[str]:
    names = [*registry.names(), *small_versions()]
    for name in names:
        gym.register(id_of(name), entry_point="brehon.envs.gymnasium:SoloEnv", kwargs={"game": name})
    return [id_of(name) for name in names]


IDS: Final = register_all()
