"""Every game as a PettingZoo environment of the AEC kind: `env("arrival", seats=3)`.

Chance is played inside, with the environment's own random numbers; sealed choices are requested one seat after the other, and
no one sees them before all are made. An observation is made only from the seat's View.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from brehon.core.contract import OVER, SPECTATOR, Ruleset
from brehon.core.errors import BadOptions, BrehonError, IllegalAction
from brehon.core.text import N_, Message, Reason
from brehon.envs.board import MODES, Board, check_mode, show
from brehon.envs.course import Course, copy_of
from brehon.envs.making import call_name, make_rules
from brehon.envs.rewards import WIN, check_way, rewards

Observation = dict[str, NDArray[Any]]


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    components: str | Path | None = None,
    rewards: str = WIN,
    render_mode: str | None = None,
    render_seat: int = SPECTATOR,
) -> BrehonEnv:
    """A table for learners.

    game: the name of a game or of a small version; docs/envs.md lists both
    seats: how many; the smallest table if not given
    options: switches of the rules, as in `brehon play`
    components: a built-in set by name, or a file
    rewards: "win", "rank" or "score", given at the end of the game (see brehon.envs.rewards)
    render_mode: "svg", "ansi", "rgb_array" or "human"; render_seat: whose view is shown, a spectator's if not given
    """
    return BrehonEnv(make_rules(game, seats, options, components), rewards, render_mode, render_seat)


raw_env = env  # PettingZoo's name for a table without wrappers: this one needs none, it refuses illegal actions itself


def parallel_env(game: str = "", *settings: object, **named: object) -> NoReturn:
    """Not supported: these games are played in turns, and a seat that is not to move has no legal action."""
    raise BrehonError(
        "there is no parallel_env: in these games one seat decides at a time, so all others would have nothing to do in most "
        "steps; use env(), or for one learner against bots gymnasium.make('brehon/…')"
    )


class BrehonEnv(AECEnv):  # type: ignore[misc]
    """One table. Agents are seat_0, seat_1 …; an observation is a vector of bytes and the mask of legal actions."""

    def __init__(
        self, rules: Ruleset, way: str = WIN, render_mode: str | None = None, render_seat: int = SPECTATOR
    ) -> None:
        super().__init__()
        if not SPECTATOR <= render_seat < rules.n_seats:
            raise BadOptions(f"render_seat cannot be {render_seat}; seats are 0 to {rules.n_seats - 1}")
        self.rules = rules
        self.way = check_way(way)
        self.render_mode = check_mode(render_mode)
        self.render_seat = render_seat
        self.metadata = {
            "name": f"brehon_{call_name(rules).replace('-', '_')}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.observer = rules.game.observer(rules)
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.n_seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(rules.space.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(rules, self.observer.highs) for agent in self.possible_agents
        }
        self.course = Course(rules, self.observer, Random())

    # -- the AEC interface

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        found: spaces.Space[Any] = self.observation_spaces[agent]
        return found

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. A seed fixes everything that follows; without one the random numbers continue."""
        if seed is not None:
            self.course.rng.seed(seed)
        self.course.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.course.mover()]

    def observe(self, agent: str) -> Observation:
        """What a seat sees. The mask is empty for all seats except the one that decides."""
        course = self.course
        seat = self._seat[agent]
        if course.mover() == seat:
            mask = np.frombuffer(course.mask(), np.int8)
        else:
            mask = np.zeros(self.rules.space.size, np.int8)
        return {"observation": np.frombuffer(course.observation(seat), np.uint8), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The decision of `agent_selection`. When the game is over, every agent takes one last step, with None."""
        self._must_be_begun()
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise BrehonError(f"the game is over: the last step of {agent} is None, not {action}")
            self._was_dead_step(None)
            return
        if action is None or int(action) not in self.course.state.legal():
            raise refusal(self.course, action)
        self._cumulative_rewards[agent] = 0.0
        self.course.play(int(action))
        mover = self.course.mover()
        if mover == OVER:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[mover]

    def render(self) -> Any:
        """In the render_mode: SVG, text, pixels, or printed for people."""
        self._must_be_begun()
        return show(self.rules, self.course.state, self.render_mode, self.render_seat)

    def close(self) -> None:
        """There is nothing to close."""

    # -- what searches and experiments need

    @property
    def is_over(self) -> bool:
        return self.course.mover() == OVER

    def legal(self) -> list[int]:
        """The legal actions of `agent_selection`; empty when the game is over."""
        return self.course.state.legal()

    def words(self, action: int) -> str:
        """An action as records write it."""
        return self.rules.space.texts[action]

    def key(self) -> str:
        """Equal for equal states, different for different ones. Contains hidden information: for search tables, not for players."""
        return self.course.state.key()

    def board(self, seat: int = SPECTATOR) -> Board:
        """What a seat or a spectator sees, to look at."""
        self._must_be_begun()
        return Board(self.rules, self.course.state, seat)

    def clone(self) -> BrehonEnv:
        """An independent copy of the table; its chance continues as it would have here."""
        course = self.course.twin(copy_of(self.course.rng))
        return _restored(self.rules, self.way, self.render_mode, self.render_seat, course, self._progress())

    def __deepcopy__(self, memo: dict[int, Any]) -> BrehonEnv:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a record: what is played, every action so far, and the state of the random numbers."""
        settings = (self.rules, self.way, self.render_mode, self.render_seat)
        return (_restored, (*settings, self.course, self._progress()))

    def _repr_svg_(self) -> str:
        return self.board(self.render_seat).svg()

    # -- inside

    def _must_be_begun(self) -> None:
        if not hasattr(self, "terminations"):
            raise BrehonError("call reset() first: there is no game yet")

    def _finish(self) -> None:
        values = rewards(self.course.state, self.way)
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = values[seat]
            self.terminations[agent] = True
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[0]

    def _progress(self) -> dict[str, Any] | None:
        """How far the agents are; None before the first reset."""
        if not hasattr(self, "terminations"):
            return None
        return {
            "agents": self.agents[:],
            "agent_selection": self.agent_selection,
            "rewards": dict(self.rewards),
            "_cumulative_rewards": dict(self._cumulative_rewards),
            "terminations": dict(self.terminations),
            "truncations": dict(self.truncations),
            "infos": {agent: dict(info) for agent, info in self.infos.items()},
        }

    def _take(self, progress: dict[str, Any] | None) -> None:
        for name, value in (progress or {}).items():
            setattr(self, name, value)


def refusal(course: Course, action: object) -> IllegalAction:
    """Why an action cannot be played now, by the rules of the game."""
    space = course.rules.space
    if isinstance(action, int | np.integer) and 0 <= action < space.size:
        reason, asked = course.state.why_not(int(action)), space.texts[int(action)]
        assert reason is not None
    else:
        text = Message(N_("there is no such action; the numbers are 0 to %(last)s"), last=space.size - 1)
        reason, asked = Reason("unknown", "", text), f"play action {action}"
    return IllegalAction(asked, reason, len(course.plies))


def observation_space(rules: Ruleset, highs: list[int]) -> Any:
    """A vector of bytes, each from 0 to its own high, and a mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros(len(highs), np.uint8), np.array(highs, np.uint8), dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (rules.space.size,), np.int8),
        }
    )


def _restored(
    rules: Ruleset, way: str, mode: str | None, seat: int, course: Course, progress: dict[str, Any] | None
) -> BrehonEnv:
    table = BrehonEnv(rules, way, mode, seat)
    table.course = course
    table._take(progress)
    return table
