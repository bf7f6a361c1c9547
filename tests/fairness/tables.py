"""Finished games of format 2, played at random without a server: with everything that a table can write into a record."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from brehon.core import registry
from brehon.core.canon import digest
from brehon.core.contract import Ruleset
from brehon.core.fair import commitment, seeded_secret
from brehon.core.lock import Lock, LockedSeat, number_hash
from brehon.core.match import Match
from brehon.core.receipt import Receipt
from brehon.core.record import FORFEIT, WHYS, Player, Signatures
from brehon.core.signing import Signer

SERVER = Signer("11" * 32)
OTHER = Signer("22" * 32)  # somebody else's key
KINDS = ("number", "shares", "none", "absent", "bot")  # what a seat can be in a lock
LEVELS = ("wanderer", "cottar", "warrior", "brehon")
SMALL = {  # small sets, so that thousands of records can be checked
    "armorica": ("armorica-tiny-1", [2, 3]),
    "arrival": ("eriu-tiny-1", [2]),
    "fallen-kingdoms": ("fallen-small-1", [3, 4]),
}


@dataclass
class Plan:
    """What kind of table: everything that does not say otherwise is usual."""

    game: str
    n_seats: int
    seed: int
    components: str = ""  # a built-in set; the default one if empty
    is_own: bool = False  # the same data as a set of one's own
    kinds: tuple[str, ...] = ()  # [seat] of KINDS; a number for everybody if empty
    alone: float = 0.1  # how often a decision is taken back
    consent: float = 0.05
    stand_ins: float = 0.05
    most: int = 12  # of each
    hints: float = field(default=0.2, repr=False)  # how often the player who decides asks for a step of a hint


@dataclass
class Played:
    """A finished game and what the devices keep of it."""

    text: str
    match: Match
    lock: Lock
    receipts: list[Receipt] = field(default_factory=list)  # of each seat with a number

    @property
    def raw(self) -> dict[str, Any]:
        """The record as JSON, a fresh copy."""
        return json.loads(self.text)  # type: ignore[no-any-return]


def small(game: str, n_seats: int, seed: int, **more: object) -> Plan:
    return Plan(game, n_seats, seed, components=SMALL[game][0], **more)  # type: ignore[arg-type]


def rules_of(plan: Plan) -> Ruleset:
    game = registry.game(plan.game)
    name = plan.components or game.default_components
    components = registry.builtin(game, name)
    if plan.is_own:
        components = game.load_components("# my own copy\n" + game.read_builtin(name), name)
    version = next((one for one in game.small_versions() if one.components == name), None)
    return registry.make_ruleset(game, plan.n_seats, version.options if version else {}, components)


def lock_of(plan: Plan, rules: Ruleset, secret: str) -> tuple[Lock, list[str]]:
    """A lock, and the numbers that open it."""
    table = f"table-{plan.seed}"
    kinds = plan.kinds or ("number",) * plan.n_seats
    numbers = [hashlib.sha256(f"{plan.seed} {seat}".encode()).hexdigest()[:32] if kind == "number" else "" for seat, kind in enumerate(kinds)]  # fmt: skip
    if numbers[0]:
        numbers[0] += " glück \N{SLIGHTLY SMILING FACE}"
    seats = [LockedSeat() for seat in range(plan.n_seats)]
    for seat, kind in enumerate(kinds):
        seats[seat].number = number_hash(table, seat, numbers[seat]) if kind == "number" else ""
        seats[seat].shares = kinds.index("number") if kind == "shares" else -1
        seats[seat].is_absent = kind == "absent"
        seats[seat].level = "cottar" if kind == "bot" else ""
    made = rules.components
    lock = Lock(table, commitment(secret), SERVER.public, rules.game.name, rules.version, rules.options, made.name, made.digest, seats)  # fmt: skip
    return lock, numbers


def play(plan: Plan) -> Played:
    """Play a whole game at random, and sign it."""
    rng, rules = Random(f"{plan}"), rules_of(plan)
    secret = seeded_secret(plan.seed)
    lock, numbers = lock_of(plan, rules, secret)
    match = Match(
        rules, [Player(f"P{number} ü", seat.level) for number, seat in enumerate(lock.seats)], secret, numbers, lock
    )
    match.start()
    left = {"alone": plan.most, "consent": plan.most, "stand-in": plan.most}
    asking = Random(f"hints {plan}")
    agreed: list[int] = []
    while not match.is_over:
        ask_for_hints(match, plan, asking)
        step(match, plan, rng, left, agreed)
    for seat, bot in enumerate(match.stand_ins):
        if bot is not None:
            match.players[seat].level = bot.level
    return Played(sign(match), match, lock, [
        Receipt(lock.table, seat, number, lock, SERVER.sign_lock(lock.digest), agreed)
        for seat, number in enumerate(numbers) if number
    ])  # fmt: skip


def ask_for_hints(match: Match, plan: Plan, rng: Random) -> None:
    for seat in range(match.rules.n_seats):
        while rng.random() < plan.hints and match.why_no_hint(seat) is None:
            match.hint(seat)


def step(match: Match, plan: Plan, rng: Random, left: dict[str, int], agreed: list[int]) -> None:
    """One thing that happens at a table."""
    seat = rng.randrange(match.rules.n_seats)
    chance = rng.random()
    if chance < plan.alone and left["alone"] and match.why_no_undo(seat) is None:
        left["alone"] -= 1
        match.undo(seat)
    elif chance > 1 - plan.consent and left["consent"] and match.why_no_consent(seat) is None:
        left["consent"] -= 1
        agreed.append(match.ply)
        match.undo(seat, by_consent=True)
    elif rng.random() < plan.stand_ins and left["stand-in"] and seat not in match.forfeited:
        left["stand-in"] -= 1
        change_seat(match, seat, rng)
    else:
        movers = [one for one in range(match.rules.n_seats) if match.may_move(one)]
        mover = rng.choice(movers)
        match.play(mover, rng.choice(match.legal(mover)))


def change_seat(match: Match, seat: int, rng: Random) -> None:
    if match.stand_ins[seat] is not None and rng.random() < 0.8:
        match.seat_back(seat)
        return
    why = rng.choice([one for one in WHYS if one != FORFEIT or rng.random() < 0.2])
    match.seat_bot(seat, rng.choice(LEVELS), why)


def sign(match: Match, signer: Signer = SERVER) -> str:
    """The finished record as its server delivers it."""
    assert match.lock is not None
    record = match.record(reveal=True)
    record.signatures = Signatures(signer.sign_lock(match.lock.digest), signer.sign_record(record.digest))
    return record.to_json()


def forge(raw: dict[str, Any], signer: Signer | None = None) -> str:
    """A changed record: its digest put right and, with a signer, signed again by that key. Its lock names the key that it names."""
    body = {name: value for name, value in raw.items() if name not in ("digest", "signatures")}
    signatures = raw.get("signatures")
    if signer is not None:
        lock = body["fair"].get("lock") if isinstance(body.get("fair"), dict) else None
        signatures = {"lock": signer.sign_lock(digest(lock)), "record": signer.sign_record(digest(body))}
    return json.dumps({**body, "digest": digest(body), "signatures": signatures})


@cache
def small_games() -> tuple[Played, ...]:
    """A game of each title, small, with all kinds of lines and seats."""
    return (
        play(small("armorica", 2, 164, alone=0.3, consent=0.3, stand_ins=0.15, most=3)),
        play(small("armorica", 3, 9, kinds=("number", "none", "bot"), is_own=True, alone=0.3, consent=0.3)),
        play(small("arrival", 2, 25, kinds=("number", "shares"), most=4)),
        play(small("fallen-kingdoms", 3, 2, kinds=("number", "number", "absent"), stand_ins=0.01, most=3)),
    )
