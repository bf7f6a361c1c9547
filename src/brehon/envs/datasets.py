"""Games as data: whole records as JSON lines, or every decision as arrays. docs/datasets.md is the schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brehon.bots.evaluation import result
from brehon.bots.levels import player
from brehon.bots.seated import play_match
from brehon.core.contract import CHANCE, Ruleset
from brehon.core.errors import BadOptions, BadRecord
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, Record, read_record
from brehon.core.verification import replay

FORMAT: Final = "brehon dataset 1"
LINES: Final = ".jsonl"
ARRAYS: Final = ".npz"


class Dataset(NamedTuple):
    """Every decision of many games, in the order of play."""

    observations: NDArray[np.uint8]  # [decision, entry] what the seat saw
    masks: NDArray[np.bool_]  # [decision, action] what it might do
    actions: NDArray[np.int32]  # [decision] what it did
    seats: NDArray[np.int8]  # [decision]
    games: NDArray[np.int32]  # [decision] number of the game
    shares: NDArray[np.float32]  # [game, seat] of the win
    places: NDArray[np.int8]  # [game, seat]
    scores: NDArray[np.int32]  # [game, seat]
    about: dict[str, Any]  # format, game, rules, components, options, names of entries and actions

    def results(self) -> NDArray[np.float32]:
        """[decision] the share of the win that the deciding seat got in the end."""
        found: NDArray[np.float32] = self.shares[self.games, self.seats]
        return found


def check_path(path: Path) -> Path:
    if path.suffix not in (LINES, ARRAYS):
        raise BadOptions(f"the name of a dataset ends in {LINES} (records) or {ARRAYS} (arrays), not {path.name!r}")
    return path


def play_games(rules: Ruleset, levels: list[str], n_games: int, seed: int) -> Iterator[Record]:
    """Games of bots with fair chance, so that `brehon verify` can prove each; players move one seat on from game to game."""
    if len(levels) != rules.n_seats:
        raise BadOptions(f"{rules.n_seats} seats need {rules.n_seats} bots, not {len(levels)}")
    for number in range(n_games):
        order = [levels[(seat - number) % len(levels)] for seat in range(len(levels))]
        yield play_game(rules, order, f"{seed}-{number}")


def play_game(rules: Ruleset, levels: list[str], seed: str) -> Record:
    seated = [player(name) for name in levels]
    players = [Player(f"{one.title} {seat + 1}", one.name) for seat, one in enumerate(seated)]
    match = Match(rules, players, seeded_secret(int.from_bytes(seed.encode(), "big")))
    rng = Random(f"brehon dataset {seed}")
    play_match(match, seated, [rng] * len(seated))
    return match.record(reveal=True)


def write_lines(records: Iterable[Record], path: Path) -> int:
    """One record on each line; returns how many."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(json.loads(record.to_json()), ensure_ascii=False, separators=(",", ":")) + "\n")
            count += 1
    return count


def read_lines(path: Path) -> Iterator[Record]:
    """The records of a file, one by one; a broken line is named."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield read_record(line)
            except BadRecord as error:
                raise BadRecord(f"line {number} of {path.name}: {error}") from None


def from_records(records: Iterable[Record]) -> Dataset:
    """Replay records, checking every ply, and store each decision as the seat saw it."""
    rows: list[bytes] = []
    masks: list[bytes] = []
    decisions: list[tuple[int, int, int]] = []
    results: list[tuple[list[float], list[int], list[int]]] = []
    about: dict[str, Any] = {}
    for number, record in enumerate(records):
        now = describe(record.rules)
        if about and now != about:
            raise BadRecord(f"game {number} was played by other rules than the first; a dataset has one kind of game")
        about = now
        match = replay(record)
        if not match.is_over:
            raise BadRecord(f"game {number} is not over, so it has no result")
        take_down(match, number, rows, masks, decisions)
        state = match.state
        results.append((result(state), state.places(), state.scores()))
    if not results:
        raise BadRecord("there is no game to make a dataset of")
    taken = np.array(decisions, np.int32).reshape(-1, 3)
    size = len(about["actions"])
    return Dataset(
        np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1),
        np.frombuffer(b"".join(masks), np.uint8).reshape(len(masks), size).astype(np.bool_),
        taken[:, 0],
        taken[:, 1].astype(np.int8),
        taken[:, 2],
        np.array([shares for shares, _, _ in results], np.float32),
        np.array([places for _, places, _ in results], np.int8),
        np.array([scores for _, _, scores in results], np.int32),
        about,
    )


def take_down(
    match: Match, number: int, rows: list[bytes], masks: list[bytes], decisions: list[tuple[int, int, int]]
) -> None:
    """Every decision of a match that was not undone."""
    rules = match.rules
    observer = rules.game.observer(rules)
    state = rules.start()
    for ply in match.standing():
        if ply.seat != CHANCE:
            state.turn_to(ply.seat)
            mask = bytearray(rules.space.size)
            for action in state.legal():
                mask[action] = 1
            rows.append(bytes(observer.observe(state.view(ply.seat))))
            masks.append(bytes(mask))
            decisions.append((ply.action, ply.seat, number))
        state.apply(ply.action, None)


def describe(rules: Ruleset) -> dict[str, Any]:
    """What a reader of the arrays needs to know."""
    observer = rules.game.observer(rules)
    return {
        "format": FORMAT,
        "game": rules.game.name,
        "rules": rules.version,
        "seats": rules.n_seats,
        "options": dict(rules.options),
        "components": {"name": rules.components.name, "hash": rules.components.digest},
        "entries": list(observer.names),
        "highs": list(observer.highs),
        "actions": list(rules.space.texts),
    }


def save(data: Dataset, path: Path) -> None:
    """As a compressed NPZ file; masks take a bit for each action."""
    arrays = {name: value for name, value in data._asdict().items() if name not in ("masks", "about")}
    about = np.frombuffer(json.dumps(data.about).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, about=about, masks=np.packbits(data.masks, axis=1), **arrays)


def load(path: Path | str) -> Dataset:
    """Read a dataset: an NPZ file, or JSON lines, which are replayed."""
    path = check_path(Path(path))
    if path.suffix == LINES:
        return from_records(read_lines(path))
    try:
        with np.load(path, allow_pickle=False) as found:
            about = json.loads(found["about"].tobytes())
            if about.get("format") != FORMAT:
                raise BadRecord(f"{path.name} is not a dataset that this version can read: {about.get('format')!r}")
            masks = np.unpackbits(found["masks"], axis=1, count=len(about["actions"])).astype(np.bool_)
            names = [name for name in Dataset._fields if name not in ("masks", "about")]
            return Dataset(**{name: found[name] for name in names}, masks=masks, about=about)
    except (OSError, KeyError, ValueError, RecursionError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"{path.name} cannot be read as a dataset: {error}") from None
