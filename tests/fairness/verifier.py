"""A verifier of records of format 2 and of receipts, written from docs/fairness.md alone.

It imports of Brehon only what plays the rules: the registry and its states. All that proves something (JSON, hashes, lock, numbers,
signatures, draws, what may be taken back) is done here a second time, in other words than in `brehon.core`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
import tomllib
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, Event, Ruleset, State

RECORD_FIELDS = [
    "format",
    "game",
    "rules",
    "brehon",
    "options",
    "components",
    "seats",
    "fair",
    "plies",
    "result",
    "digest",
    "signatures",
]
LOCK_FIELDS = ["format", "table", "commitment", "key", "game", "rules", "options", "components", "seats"]
RECEIPT_FIELDS = ["format", "table", "seat", "number", "lock", "signature", "agreed"]
FULL = 50_000  # lines
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


class Refused(Exception):
    """The file breaks a rule of the page; the text says which."""


@dataclass
class Verdict:
    """What holds for a record that was accepted."""

    lock: dict[str, Any]
    lock_digest: str
    fingerprint: str
    finished: bool
    numbers: list[Any]
    draws: int = 0
    redrawn: list[int] = field(default_factory=list)  # undo lines by consent that took back a draw
    drawn_again: int = 0  # how many draws they took back
    record: dict[str, Any] = field(default_factory=dict)


def need(condition: object, reason: str) -> None:
    if not condition:
        raise Refused(reason)


# --- JSON ---------------------------------------------------------------------------------------------------------------------


def read(text: str | bytes) -> dict[str, Any]:
    def pairs(items: list[Any]) -> dict[str, Any]:
        keys = [key for key, _ in items]
        need(len(keys) == len(set(keys)), f"a key stands twice: {keys}")
        return dict(items)

    def constant(name: str) -> None:
        raise Refused(f"{name} is no JSON")

    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode(
            "utf-8"
        )  # half a character, or a number too large
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {error}") from error
    need(type(value) is dict, "not an object")
    return value  # type: ignore[no-any-return]


def canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def fields(value: object, names: list[str], where: str) -> dict[str, Any]:
    need(type(value) is dict, f"{where} is not an object")
    need(sorted(value) == sorted(names), f"{where} has the fields {sorted(value)}")  # type: ignore[call-overload]
    return value  # type: ignore[return-value]


def is_hex(value: object, digits: int) -> bool:
    return type(value) is str and re.fullmatch(rf"[0-9a-f]{{{digits}}}", value) is not None


def is_int(value: object, low: int, high: int = sys.maxsize) -> bool:
    return type(value) is int and low <= value <= high


def is_text(value: object) -> bool:
    return type(value) is str


def same(one: object, other: object) -> bool:
    """Equal as JSON: `true` is not 1."""
    return canonical(one) == canonical(other)


# --- hashes, signatures ---------------------------------------------------------------------------------------------------------


def number_hash(table: str, seat: int, number: str) -> str:
    return sha(canonical(["brehon number 2", table, seat, number]))


def fingerprint(digest: str) -> str:
    words = []
    for at in range(0, 20, 4):
        value, word = int(digest[at : at + 4], 16), ""
        for bits, letters in ((12, CONSONANTS), (10, VOWELS), (6, CONSONANTS), (4, VOWELS), (0, CONSONANTS)):
            word += letters[value >> bits & (len(letters) - 1)]
        words.append(word)
    return "-".join(words)


def check_signature(key: str, what: str, digest: str, signature: object) -> None:
    need(is_hex(signature, 128), f"the signature of the {what} is not 128 digits")
    assert isinstance(signature, str)
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), f"brehon {what} 2\n{digest}".encode("ascii"))
    except (InvalidSignature, ValueError) as error:
        raise Refused(f"the signature of the {what} is not by the key of the lock") from error


def draw(secret: str, table: str, numbers: list[str], n: int, weights: list[int]) -> int:
    total, attempt = sum(weights), 0
    limit = 2**256 // total * total
    while True:
        message = canonical(["brehon chance 2", table, numbers, n, attempt])
        value = int(hmac.new(secret.encode("ascii"), message, hashlib.sha256).hexdigest(), 16)
        if value < limit:
            break
        attempt += 1
    value %= total
    index = 0
    while value >= weights[index]:
        value -= weights[index]
        index += 1
    return index


# --- the lock and the fields of a record ------------------------------------------------------------------------------------------


def check_lock(lock: object) -> dict[str, Any]:
    lock = fields(lock, LOCK_FIELDS, "the lock")
    need(same(lock["format"], "brehon lock 2"), "the lock has another format")
    need(is_text(lock["table"]) and lock["table"], "the lock names no table")
    need(is_hex(lock["commitment"], 64), "the commitment is not 64 digits")
    need(is_hex(lock["key"], 64), "the key is not 64 digits")
    need(is_text(lock["game"]) and is_int(lock["rules"], 1), "the lock names no game")
    check_options(lock["options"])
    check_set(fields(lock["components"], ["name", "hash"], "the lock's components"))
    need(type(lock["seats"]) is list, "the lock has no seats")
    for seat, entry in enumerate(lock["seats"]):
        check_locked_seat(lock["seats"], seat, entry)
    hashes = [entry["number"] for entry in lock["seats"] if entry.get("number") is not None]
    need(len(hashes) == len(set(hashes)), "a hash stands twice in the lock")
    return lock


def check_options(options: object) -> None:
    need(type(options) is dict and all(is_text(value) for value in options.values()), "options are texts")


def check_set(components: dict[str, Any]) -> None:
    need(is_text(components["name"]) and is_hex(components["hash"], 64), "components without name or hash")


def check_locked_seat(seats: list[Any], seat: int, entry: object) -> None:
    need(type(entry) is dict and len(entry) == 1, f"seat {seat} of the lock: its fields")
    (kind,) = entry  # type: ignore[misc]
    value = entry[kind]  # type: ignore[has-type, index]
    if kind == "number":  # type: ignore[has-type]
        need(value is None or is_hex(value, 64), f"seat {seat} of the lock: not a hash")
    elif kind == "shares":  # type: ignore[has-type]
        need(is_int(value, 0, len(seats) - 1) and value != seat, f"seat {seat} of the lock shares with no seat")
        need(type(seats[value]) is dict and seats[value].get("number"), f"seat {seat} of the lock shares no number")
    elif kind == "absent":  # type: ignore[has-type]
        need(value is True, f"seat {seat} of the lock: absent is true")
    else:
        need(kind == "bot" and is_text(value) and value, f"seat {seat} of the lock: unknown field {kind}")  # type: ignore[has-type]


def check_form(record: dict[str, Any]) -> None:
    fields(record, RECORD_FIELDS, "the record")
    need(same(record["format"], "brehon record 2"), "another format")
    need(is_text(record["game"]) and is_int(record["rules"], 1) and is_text(record["brehon"]), "no game")
    check_options(record["options"])
    components = record["components"]
    need(type(components) is dict and set(components) - {"data"} == {"name", "hash"}, "the fields of the components")
    check_set(components)
    need("data" not in components or is_text(components["data"]), "component data is not a text")
    need(type(record["seats"]) is list, "no seats")
    for entry in record["seats"]:
        need(type(entry) is dict and set(entry) - {"bot"} == {"name"}, "the fields of a seat")
        need(all(is_text(value) for value in entry.values()), "a name or a level is not a text")
        need(entry.get("bot") != "", "a bot without a level")
    fair = fields(record["fair"], ["lock", "numbers", "secret"], "fair")
    need(type(fair["numbers"]) is list, "no numbers")
    need(fair["secret"] is None or is_hex(fair["secret"], 64), "the secret is not 64 digits")
    need(type(record["plies"]) is list and all(is_text(line) for line in record["plies"]), "plies are texts")
    fields(record["signatures"], ["lock", "record"], "signatures")
    if record["result"] is not None:
        for row in fields(record["result"], ["places", "scores"], "the result").values():
            need(
                type(row) is list and all(is_int(value, -sys.maxsize) for value in row),
                "the result is not whole numbers",
            )


def check_numbers(lock: dict[str, Any], numbers: list[Any]) -> None:
    need(len(numbers) == len(lock["seats"]), "not one number for each seat")
    for seat, (entry, number) in enumerate(zip(lock["seats"], numbers, strict=True)):
        if entry.get("number") is None:
            need(number is None, f"a number of seat {seat} that the lock does not know")
            continue
        need(is_text(number) and 16 <= len(number) <= 160, f"number {seat} is too short or too long")
        need(not any(is_break(ord(character)) for character in number), f"number {seat} is not one line")
        need(number_hash(lock["table"], seat, number) == entry["number"], f"number {seat} is not the one of the lock")


def is_break(code: int) -> bool:
    return code < 0x20 or 0x7F <= code <= 0x9F or code in (0x2028, 0x2029)


def make_rules(record: dict[str, Any]) -> Ruleset:
    """The rules of the game, and that the components are what their hash says."""
    try:
        game = registry.game(record["game"])
        need(game.name == record["game"], "the game has another name")
        components, name = record["components"], record["components"]["name"]
        if "data" in components:
            need(name not in game.builtin_components(), "own components under the name of a built-in set")
            source = components["data"]
            loaded = game.load_components(source, name)
        else:
            loaded, source = registry.builtin(game, name), game.read_builtin(name)
        need(sha(canonical(tomllib.loads(source))) == components["hash"], "the components have another hash")
        completed = registry.complete_options(game, record["options"])
        need({**completed, **record["options"]} == completed, "an option is not written as the game writes it")
        return registry.make_ruleset(game, len(record["seats"]), record["options"], loaded, record["rules"])
    except (ValueError, TypeError, RecursionError) as error:
        raise Refused(f"no such rules: {error}") from error


# --- the game ----------------------------------------------------------------------------------------------------------------------


@dataclass
class Standing:
    """A line that still stands."""

    ply: int
    seat: int  # CHANCE for a draw
    reveals: bool
    before: State


class Replay:
    """The game, line by line."""

    def __init__(self, rules: Ruleset, lock: dict[str, Any], numbers: list[Any], secret: str | None) -> None:
        self.rules, self.lock, self.secret = rules, lock, secret
        self.numbers = ["" if number is None else number for number in numbers]
        self.texts = {text: action for action, text in enumerate(rules.space.texts)}
        self.state: State = rules.start()
        self.lines: list[Standing] = []
        self.draws = 0
        self.redrawn: list[int] = []
        self.drawn_again = 0
        self.stand_in: dict[int, str] = {}  # seat -> why
        self.had_a_bot: set[int] = set()
        self.hinted: dict[tuple[int, int], int] = {}  # (number of the last line that stands, seat) -> last step

    def line(self, ply: int, text: str) -> None:
        actor, _, words = text.partition(" ")
        if actor == "*":
            self.chance(ply, words)
            return
        need(re.fullmatch(r"0|[1-9][0-9]{0,3}", actor), f"no actor: {actor}")
        seat = int(actor)
        need(seat < self.rules.n_seats, f"no seat {seat}")
        undo = re.fullmatch(r"undo ([1-9][0-9]{0,8})( all)?", words)
        if undo:
            self.undo(ply, seat, int(undo[1]), undo[2] is not None)
        elif words.startswith("seat "):
            self.seat_line(ply, seat, words)
        elif words.startswith("hint "):
            self.hint(ply, seat, words)
        else:
            self.decide(ply, seat, words)

    def carry_out(self, ply: int, seat: int, action: int) -> None:
        events: list[Event] = []
        before = self.state.clone()
        self.state.apply(action, events)
        self.lines.append(Standing(ply, seat, any(event.reveals for event in events), before))

    def chance(self, ply: int, words: str) -> None:
        need(self.state.to_move() == CHANCE, "chance is not to move")
        outcomes = self.state.legal()
        action = self.texts.get(words, -1)
        need(action in outcomes, "chance cannot do that")
        if self.secret is not None:
            weights = self.state.weights() or [1] * len(outcomes)
            index = draw(self.secret, self.lock["table"], self.numbers, self.draws, weights)
            need(outcomes[index] == action, f"draw {self.draws} does not follow from secret and numbers")
        self.draws += 1
        self.carry_out(ply, CHANCE, action)

    def decide(self, ply: int, seat: int, words: str) -> None:
        need(self.state.movers() >> seat & 1, f"seat {seat} is not to move")
        self.state.turn_to(seat)
        action = self.texts.get(words, -1)
        need(action in self.state.legal(), f"seat {seat} cannot do that")
        self.carry_out(ply, seat, action)

    def hint(self, ply: int, seat: int, words: str) -> None:
        need(re.fullmatch(r"hint [123]", words), "not a line about a hint")
        need(self.state.to_move() not in (CHANCE, OVER), "a hint after the end or before a draw that is due")
        need(self.state.movers() >> seat & 1, f"a hint for seat {seat}, which is not to move")
        need(seat not in self.stand_in, "a hint for a bot")
        need(ply < FULL, "a hint in a full record")
        decision = (self.lines[-1].ply if self.lines else -1, seat)
        need(int(words[-1]) == self.hinted.get(decision, 0) + 1, "not the next step of this hint")
        self.hinted[decision] = int(words[-1])

    def undo(self, ply: int, seat: int, count: int, by_all: bool) -> None:
        need(self.state.to_move() not in (CHANCE, OVER), "an undo after the end or before a draw that is due")
        need(ply < FULL, "an undo in a full record")
        need(count <= len(self.lines), "an undo of more than there is")
        taken = self.lines[-count:]
        if not by_all:
            need(count == 1 and taken[0].seat == seat and not taken[0].reveals, "not to be taken back alone")
        else:
            need(
                [line.seat for line in taken].count(seat) == 1 and taken[0].seat == seat,
                "not back to the last decision",
            )
            drawn = sum(line.seat == CHANCE for line in taken)
            away = [one for one in self.stand_in if "bot" not in self.lock["seats"][one]]
            need(not drawn or not away, "a draw taken back while a bot plays for a person")
            if drawn:
                self.redrawn.append(ply)
                self.drawn_again += drawn
        self.state = taken[0].before
        del self.lines[-count:]

    def seat_line(self, ply: int, seat: int, words: str) -> None:
        change = re.fullmatch(r"seat bot [a-z][a-z0-9@.-]{0,31} (asked|time|host|forfeit)", words)
        need(change or words == "seat back", "not a line about a seat")
        need(self.state.to_move() != OVER, "a line about a seat after the end")
        need(self.stand_in.get(seat) != "forfeit", "a forfeit is final")
        if change is None:
            need(seat in self.stand_in, "back, but no bot played")
            need(ply < FULL, "a person back in a full record")
            del self.stand_in[seat]
            return
        why = change[1]
        is_new = seat not in self.stand_in and why in ("time", "host")
        need(ply < FULL or why == "forfeit" or is_new, "another bot in a full record")
        self.stand_in[seat] = why
        self.had_a_bot.add(seat)


# --- the whole ---------------------------------------------------------------------------------------------------------------------


def verify(text: str | bytes) -> Verdict:
    """Refused, or what was proved. `finished` is False where the secret is not known yet: then no draw was checked."""
    record = read(text)
    check_form(record)
    fair, signatures = record["fair"], record["signatures"]
    lock = check_lock(fair["lock"])
    rest = {name: value for name, value in record.items() if name not in ("digest", "signatures")}
    need(same(record["digest"], sha(canonical(rest))), "the digest is wrong")
    lock_digest = sha(canonical(lock))
    check_signature(lock["key"], "lock", lock_digest, signatures["lock"])
    check_same_game(record, lock)
    check_numbers(lock, fair["numbers"])
    need(
        fair["secret"] is None or sha(fair["secret"].encode()) == lock["commitment"], "not the secret of the commitment"
    )
    replay = Replay(make_rules(record), lock, fair["numbers"], fair["secret"])
    for ply, line in enumerate(record["plies"]):
        replay.line(ply, line)
    check_end(record, replay)
    verdict = Verdict(lock, lock_digest, fingerprint(lock_digest), record["result"] is not None, fair["numbers"])
    verdict.draws, verdict.redrawn, verdict.drawn_again = replay.draws, replay.redrawn, replay.drawn_again
    verdict.record = record
    return verdict


def check_same_game(record: dict[str, Any], lock: dict[str, Any]) -> None:
    for name in ("game", "rules", "options"):
        need(same(record[name], lock[name]), f"{name} is not that of the lock")
    for name in ("name", "hash"):
        need(same(record["components"][name], lock["components"][name]), "the components are not those of the lock")
    need(len(record["seats"]) == len(lock["seats"]), "not the seats of the lock")


def check_end(record: dict[str, Any], replay: Replay) -> None:
    for seat, entry in enumerate(record["seats"]):
        is_known = replay.lock["seats"][seat].get("number") is None or seat in replay.had_a_bot
        need("bot" not in entry or is_known, f"a bot in seat {seat}, from which the lock has a number")
    result, secret, signature = record["result"], record["fair"]["secret"], record["signatures"]["record"]
    if replay.state.to_move() != OVER:
        need(result is None and secret is None and signature is None, "the game is not over")
        return
    need(same(result, {"places": replay.state.places(), "scores": replay.state.scores()}), "another result")
    need(secret is not None, "the secret is missing")
    check_signature(replay.lock["key"], "record", record["digest"], signature)


def fits(text: str | bytes, receipt_text: str | bytes) -> Verdict:
    """Refused, or the record is sound and is the game that the device of this receipt has seen."""
    receipt = fields(read(receipt_text), RECEIPT_FIELDS, "the receipt")
    need(same(receipt["format"], "brehon receipt 2"), "another format of the receipt")
    lock = check_lock(receipt["lock"])
    seat, number, agreed = receipt["seat"], receipt["number"], receipt["agreed"]
    need(is_int(seat, 0, len(lock["seats"]) - 1) and is_text(number), "seat or number of the receipt")
    need(type(agreed) is list and all(is_int(ply, 0) for ply in agreed), "what was agreed to is not a list of plies")
    need(same(receipt["table"], lock["table"]), "the receipt is of another table")
    check_signature(lock["key"], "lock", sha(canonical(lock)), receipt["signature"])
    verdict = verify(text)
    need(same(lock, verdict.lock), "the record has another lock than the receipt")
    if number:
        need(
            lock["seats"][seat].get("number") == number_hash(lock["table"], seat, number), "the lock has another number"
        )
        need(same(verdict.numbers[seat], number), "the record has another number")
    else:
        need(lock["seats"][seat].get("number") is None, "the lock has a number that the device does not know")
    need(set(verdict.redrawn) <= set(agreed), "a draw was taken back without this device")
    return verdict
