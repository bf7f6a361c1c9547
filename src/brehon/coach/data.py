"""A review as data: what is stored with a game, sent as JSON, and shown on pages, in the terminal and in a file to keep."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from brehon.core.contract import CHANCE
from brehon.core.packing import Data, unpack
from brehon.core.text import N_, Message

FORMAT: Final = "brehon review 1"
INACCURACY: Final = "inaccuracy"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"
KINDS: Final = {INACCURACY: N_("inaccuracy"), MISTAKE: N_("mistake"), BLUNDER: N_("blunder")}
LOST: Final = {BLUNDER: 0.20, MISTAKE: 0.10, INACCURACY: 0.05}  # of the win, at least; the worst first


@dataclass
class Judged:
    """A decision with more than one legal move, judged by a search from what its seat knew."""

    best: int  # the best move found
    best_words: str  # as in a record, without the seat
    best_share: float  # what it promised its seat
    chosen_share: float  # what the chosen move promised
    loss: float  # the difference, at least 0
    error: float  # standard error of the difference
    kind: str = ""  # one of KINDS, or "" for a move that is good enough
    line: list[str] = field(default_factory=list)  # how it might have gone on after the best move: plies of a record
    line_said: list[Data] = field(default_factory=list)  # what the log would say of them, packed messages
    motives: list[Data] = field(
        default_factory=list
    )  # why the best move is better, packed messages, the weightiest first
    candidates: list[tuple[int, float, int]] = field(default_factory=list)  # (action, share, visits), the best few

    def reasons(self) -> list[Message]:
        return [unpack(motive) for motive in self.motives]

    def line_texts(self) -> list[Message]:
        return [unpack(said) for said in self.line_said]


@dataclass
class Moment:
    """One ply of the game that was not undone."""

    ply: int  # its number in the record
    seat: int  # CHANCE for a draw
    action: int
    words: str  # as in a record, without the seat
    before: list[float]  # [seat] U before it, in truth
    after: list[float]  # [seat] U after it
    known: list[float]  # [seat] its own share after it, as it could judge from what it knew
    phase: int  # of the game, index into Review.phases
    judged: Judged | None = None  # of a decision with a choice

    @property
    def is_luck(self) -> bool:
        return self.seat == CHANCE

    def change(self, seat: int) -> float:
        return self.after[seat] - self.before[seat]


@dataclass
class Seating:
    """What the review says of one seat."""

    seat: int
    first: float  # share before anything was drawn
    final: float  # share of the win
    luck: float  # what all draws gave it
    decisions: list[float]  # [seat] what the decisions of each seat, its own among them, gave it
    accuracy: float  # 0 … 100; -1 for a seat that was not judged
    lost: float  # mean share lost in a decision with a choice
    counts: dict[str, int]  # [kind] of KINDS
    phases: list[float]  # [phase] accuracy; -1 where it had nothing to decide


@dataclass
class Review:
    """A whole game."""

    game: str
    record: str  # digest of the record's plies: what was reviewed
    judge: str  # digest of the evaluation that judged: a new evaluation makes a new review
    iterations: int  # of the search for each decision
    seed: int
    moments: list[Moment] = field(default_factory=list)
    seats: list[Seating] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)  # texts of the catalogue
    turning: list[int] = field(default_factory=list)  # indices of the moments that decided the game, in order
    seconds: float = 0.0  # what it took
    format: str = FORMAT

    @property
    def is_complete(self) -> bool:
        return bool(self.seats)

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def read_review(text: str) -> Review:
    raw: dict[str, Any] = json.loads(text)
    raw["moments"] = [read_moment(moment) for moment in raw["moments"]]
    raw["seats"] = [Seating(**seat) for seat in raw["seats"]]
    return Review(**raw)


def read_moment(raw: dict[str, Any]) -> Moment:
    judged = raw.pop("judged")
    if judged is not None:
        judged["candidates"] = [(action, share, visits) for action, share, visits in judged["candidates"]]
    return Moment(**raw, judged=Judged(**judged) if judged is not None else None)


def kind_of(loss: float, error: float) -> str:
    """What a lost share is called; where it may be chance, the milder word."""
    for kind, least in LOST.items():
        if loss - error >= least:
            return kind
    return ""
