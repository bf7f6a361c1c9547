"""A game on paper: everything that is needed to replay it to the same states for ever, and to prove that chance was fair.

Every ply is stored in words, chance included: `* deal G-A3`, `0 take gaul 2`, `1 undo 1`. Nothing is ever taken out: an undo is
one more line, so the draws that were undone keep their numbers and can still be checked. Who plays for a seat from here on is a
line too: `1 seat bot cottar time`, and `1 seat back` when the person has come back.

Format 2 is what tables write: it holds the lock and everybody's number, and is signed by the server. Format 1 is what the
terminal and the lab write, and what tables wrote before.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final, final

from brehon import __version__
from brehon.core import registry
from brehon.core.canon import (
    canonical,
    digest,
    int_field,
    list_field,
    only,
    read_strict,
    table_field,
    text_field,
    texts_field,
)
from brehon.core.contract import CHANCE, Components, Game, Ruleset
from brehon.core.errors import BadRecord, BrehonError
from brehon.core.lock import Lock, is_hash, read_lock

FORMAT_1: Final = "brehon record 1"
FORMAT_2: Final = "brehon record 2"
MAX_BYTES: Final = 32_000_000  # longer files are refused unread; what a match can write is shorter (match.MOST_PLIES)
UNDO: Final = "undo"
ALL: Final = "all"  # an undo by everybody's consent
SEAT: Final = "seat"
BACK: Final = "back"  # the person plays again
ASKED: Final = "asked"  # why a bot plays for a person: the person wanted it
TIME: Final = "time"  # ... the person's time has run out
HOST: Final = "host"  # ... whoever set up the table wanted it
FORFEIT: Final = "forfeit"  # ... the person's time has run out, and there is no way back
WHYS: Final = (ASKED, TIME, HOST, FORFEIT)
COUNT: Final = re.compile(r"[1-9][0-9]{0,8}")
LEVEL: Final = re.compile(r"[a-z][a-z0-9@.-]{0,31}")


@final
class Player:
    """Who sits in a seat: a person, or a bot of a level."""

    def __init__(self, name: str, level: str = "") -> None:
        self.name = name
        self.level = level  # "" for a person

    @property
    def is_bot(self) -> bool:
        return self.level != ""


@final
class StandIn:
    """A bot that plays for the person of a seat."""

    def __init__(self, level: str, why: str) -> None:
        self.level = level  # "" for nobody: the person plays again
        self.why = why  # one of WHYS

    def words(self) -> str:
        return f"{SEAT} bot {self.level} {self.why}" if self.level else f"{SEAT} {BACK}"


@final
class Ply:
    """One line of a record: an action, an undo of so many lines, or somebody else who plays for a seat from here on."""

    def __init__(
        self, seat: int, action: int, undo: int = 0, by_consent: bool = False, sits: StandIn | None = None
    ) -> None:
        self.seat = seat  # CHANCE for a draw
        self.action = action  # -1 for an undo, and where somebody else sits down
        self.undo = undo  # how many lines still standing it takes back
        self.by_consent = by_consent
        self.sits = sits

    def words(self, rules: Ruleset) -> str:
        actor = "*" if self.seat == CHANCE else str(self.seat)
        if self.undo:
            return f"{actor} {UNDO} {self.undo}" + (f" {ALL}" if self.by_consent else "")
        if self.sits is not None:
            return f"{actor} {self.sits.words()}"
        return f"{actor} {rules.space.texts[self.action]}"


def parse_ply(rules: Ruleset, line: str, number: int) -> Ply:
    """Read one line of a record."""
    actor, _, words = line.partition(" ")
    if actor != "*" and actor not in [str(seat) for seat in range(rules.n_seats)]:
        raise BadRecord(
            f"ply {number} ({line!r}): {actor!r} is no seat; seats are 0 to {rules.n_seats - 1}, * is chance"
        )
    seat = CHANCE if actor == "*" else int(actor)
    parts = words.split(" ")
    if parts[0] == UNDO:
        by_consent = parts[2:] == [ALL]
        is_count = len(parts) > 1 and COUNT.fullmatch(parts[1]) is not None
        if not is_count or (parts[2:] and not by_consent):
            raise BadRecord(f"ply {number} ({line!r}): an undo is written 'undo N' or 'undo N {ALL}'")
        return Ply(seat, -1, int(parts[1]), by_consent)
    if parts[0] == SEAT:
        return Ply(seat, -1, sits=_parse_sits(parts, line, number))
    action = rules.space.find(words)
    if action < 0 or rules.space.texts[action] != words:
        raise BadRecord(f"ply {number} ({line!r}): {rules.game.title} has no action {words!r}")
    return Ply(seat, action)


def _parse_sits(parts: list[str], line: str, number: int) -> StandIn:
    if parts == [SEAT, BACK]:
        return StandIn("", "")
    if len(parts) == 4 and parts[1] == "bot" and LEVEL.fullmatch(parts[2]) and parts[3] in WHYS:
        return StandIn(parts[2], parts[3])
    raise BadRecord(
        f"ply {number} ({line!r}): who plays for a seat is written '{SEAT} bot LEVEL WHY' or '{SEAT} {BACK}'; "
        f"WHY is one of {', '.join(WHYS)}"
    )


@dataclass
class Signatures:
    """What the server has signed: the lock, and the record once the game is over. The key stands in the lock."""

    lock: str
    record: str = ""  # "" while the game goes on

    def data(self) -> dict[str, object]:
        return {"lock": self.lock, "record": self.record or None}


@final
class Record:
    """The contents of a record file."""

    def __init__(
        self,
        rules: Ruleset,
        players: list[Player],
        plies: list[str],
        commitment: str,
        words: list[str],
        secret: str = "",
        places: list[int] | None = None,
        scores: list[int] | None = None,
        brehon: str = __version__,
        lock: Lock | None = None,
        signatures: Signatures | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        self.rules = rules
        self.players = players
        self.plies = plies
        self.commitment = commitment
        self.words = words  # [seat] in format 2 the opened numbers, "" where a seat has none
        self.secret = secret  # "" as long as it must not be known
        self.places = places  # None while the game goes on
        self.scores = scores
        self.brehon = brehon
        self.lock = lock  # None in format 1
        self.signatures = signatures  # None in format 1, and until the server has signed
        self.options = (
            rules.options if options is None else options
        )  # as written: a later version may know more of them

    def body(self) -> dict[str, object]:
        """All fields but the digest and the signatures, as they are written."""
        components = self.rules.components
        data: dict[str, object] = {"name": components.name, "hash": components.digest}
        if not components.builtin:
            data["data"] = components.source
        over = self.places is not None
        return {
            "format": FORMAT_1 if self.lock is None else FORMAT_2,
            "game": self.rules.game.name,
            "rules": self.rules.version,
            "brehon": self.brehon,
            "options": self.options,
            "components": data,
            "seats": [{"name": p.name, "bot": p.level} if p.is_bot else {"name": p.name} for p in self.players],
            "fair": self._fair(),
            "plies": self.plies,
            "result": {"places": self.places, "scores": self.scores} if over else None,
        }

    def _fair(self) -> dict[str, object]:
        if self.lock is None:
            return {"commitment": self.commitment, "words": self.words, "secret": self.secret or None}
        numbers = [word or None for word in self.words]
        return {"lock": self.lock.data(), "numbers": numbers, "secret": self.secret or None}

    @property
    def digest(self) -> str:
        return digest(self.body())

    def to_json(self) -> str:
        body = self.body()
        whole: dict[str, object] = {**body, "digest": digest(body)}
        if self.signatures is not None:
            whole["signatures"] = self.signatures.data()
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def read_record(text: str) -> Record:
    """Read a record file. What it says is checked for form here; whether it is true, by match.verify()."""
    if len(text) > MAX_BYTES:
        raise BadRecord(f"the file is longer than {MAX_BYTES} bytes; no record is")
    raw = read_strict(text, "a record")
    if not isinstance(raw, dict) or raw.get("format") not in (FORMAT_1, FORMAT_2):
        found = raw.get("format") if isinstance(raw, dict) else type(raw).__name__
        raise BadRecord(
            f"this is not a record that this version can read: format is {found!r}, not {FORMAT_1!r} or {FORMAT_2!r}"
        )
    signatures = raw.pop("signatures", None) if raw["format"] == FORMAT_2 else None
    claimed = raw.pop("digest", None)
    actual = digest(raw)
    if claimed != actual:
        raise BadRecord(f"the record was changed: its digest is {claimed!r}, its contents give {actual!r}")
    return _from_raw(raw, signatures)


def _from_raw(raw: dict[str, object], signatures: object) -> Record:
    is_signed = raw["format"] == FORMAT_2
    only(raw, "format", "game", "rules", "brehon", "options", "components", "seats", "fair", "plies", "result",
         *(() if is_signed else ("lab",)))  # fmt: skip
    name, version, seats = text_field(raw, "game"), int_field(raw, "rules"), list_field(raw, "seats")
    fair, data, options = table_field(raw, "fair"), table_field(raw, "components"), table_field(raw, "options")
    try:
        game = registry.game(name)
        components = _components(game, data)
        rules = registry.make_ruleset(
            game, len(seats), {str(k): str(v) for k, v in options.items()}, components, version
        )
    except BadRecord:
        raise
    except BrehonError as error:
        raise BadRecord(f"the record does not fit: {error}") from None
    players = [_player(entry, number) for number, entry in enumerate(seats)]
    places, scores = _result(raw.get("result"), len(seats))
    record = Record(rules, players, texts_field(raw, "plies"), "", [], _secret(fair), places, scores,
                    text_field(raw, "brehon"))  # fmt: skip
    if is_signed:
        record.options = _options(options, rules)
        _read_lock(record, fair, signatures)
        _check_form(record, raw)
    else:
        only(fair, "commitment", "words", "secret")
        record.commitment, record.words = text_field(fair, "commitment"), texts_field(fair, "words")
    return record


def _options(options: dict[str, object], rules: Ruleset) -> dict[str, str]:
    """The options as they are written, each in the one way in which the game writes it."""
    for name, value in options.items():
        if value != rules.options[name]:
            raise BadRecord(f"option {name} is written {rules.options[name]!r}, not {value!r}")
    return {name: rules.options[name] for name in options}


def _check_form(record: Record, raw: dict[str, object]) -> None:
    """What is signed is what stands in the file: nothing is read as something else than it is written."""
    for name, value in record.body().items():
        if name not in raw or canonical(value) != canonical(raw[name]):
            raise BadRecord(f"field {name} is missing or not written as a record of format 2 is written")
    if record.secret and not is_hash(record.secret):
        raise BadRecord("the secret must be 64 hexadecimal digits")


def _secret(fair: dict[str, object]) -> str:
    secret = fair.get("secret")
    if secret is not None and not isinstance(secret, str):
        raise BadRecord(f"field secret must be a text or null, not {secret!r}")
    return secret or ""


def _read_lock(record: Record, fair: dict[str, object], signatures: object) -> None:
    only(fair, "lock", "numbers", "secret")
    lock = read_lock(table_field(fair, "lock"))
    numbers = list_field(fair, "numbers")
    if len(numbers) != len(record.players) or not all(one is None or isinstance(one, str) for one in numbers):
        raise BadRecord(f"field numbers must hold a text or null for each of the {len(record.players)} seats")
    record.lock, record.commitment = lock, lock.commitment
    record.words = [str(number) if number is not None else "" for number in numbers]
    if not isinstance(signatures, dict):
        raise BadRecord("a record of format 2 is signed; this one has no signatures")
    only(signatures, "lock", "record")
    given = signatures.get("record", "")
    if given is not None and (not isinstance(given, str) or not given):
        raise BadRecord("the signature of the record must be a text or null")
    record.signatures = Signatures(text_field(signatures, "lock"), given or "")


def _components(game: Game, data: dict[str, object]) -> Components:
    only(data, "name", "hash", "data")
    name = text_field(data, "name")
    if "data" in data:
        components = game.load_components(text_field(data, "data"), name)
        components.name = name
    else:
        components = registry.builtin(game, name)
    if components.digest != data.get("hash"):
        raise BadRecord(
            f"component set {name} has the hash {components.digest}, but the record says {data.get('hash')!r}"
        )
    return components


def _player(entry: object, number: int) -> Player:
    if not isinstance(entry, dict):
        raise BadRecord(f"seat {number} must be a table with a name, not {entry!r}")
    only(entry, "name", "bot")
    level = entry.get("bot", "")
    if not isinstance(level, str):
        raise BadRecord(f"seat {number}: bot must be the name of a level, not {level!r}")
    return Player(text_field(entry, "name"), level)


def _result(raw: object, n_seats: int) -> tuple[list[int] | None, list[int] | None]:
    if raw is None:
        return None, None
    if isinstance(raw, dict):
        only(raw, "places", "scores")
        places, scores = raw.get("places"), raw.get("scores")
        if all(
            isinstance(row, list) and len(row) == n_seats and all(type(value) is int for value in row)
            for row in (places, scores)
        ):
            return places, scores
    raise BadRecord("field result must hold places and scores, a number for every seat, or be null")
