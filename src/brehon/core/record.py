"""A game as a file: everything that is needed to replay it to the same states at any time, and to prove that chance was fair.

Every ply is stored in words, chance included: `* deal G-A3`, `0 take gaul 2`, `1 undo 1`. Nothing is ever removed: an undo is
one more line, so the draws that were undone keep their numbers and can still be checked. A change of who plays for a seat is a
line too: `1 seat bot cottar time`, and `1 seat back` when the person has come back. So is every hint: `1 hint 2`.

Format 2 is what tables write: it holds the lock and the numbers of all seats, and is signed by the server. Format 1 is what the
terminal and the lab write, and what tables wrote before.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final, final

from brehon import __version__
from brehon.core import registry
from brehon.core.asking import HINT, parse_hint
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
from brehon.core.text import N_

FORMAT_1: Final = "brehon record 1"
FORMAT_2: Final = "brehon record 2"
MAX_BYTES: Final = 32_000_000  # longer files are refused unread; a match cannot write so much (match.MOST_PLIES)
UNDO: Final = "undo"
ALL: Final = "all"  # an undo with everyone's consent
SEAT: Final = "seat"
BACK: Final = "back"  # the person plays again
ASKED: Final = "asked"  # why a bot plays for a person: the person wanted it
TIME: Final = "time"  # ... the person's time has run out
HOST: Final = "host"  # ... the owner of the table wanted it
FORFEIT: Final = "forfeit"  # ... the person's time has run out, and the seat cannot be taken back
WHYS: Final = (ASKED, TIME, HOST, FORFEIT)
COUNT: Final = re.compile(r"[1-9][0-9]{0,8}")
LEVEL: Final = re.compile(r"[a-z][a-z0-9@.-]{0,31}")


@final
class Player:
    """The player in a seat: a person, or a bot of a level."""

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
        self.level = level  # "" for no bot: the person plays again
        self.why = why  # one of WHYS

    def words(self) -> str:
        return f"{SEAT} bot {self.level} {self.why}" if self.level else f"{SEAT} {BACK}"


@final
class Ply:
    """One line of a record: an action, an undo of so many lines, a change of who plays for a seat, or a hint."""

    def __init__(
        self, seat: int, action: int, undo: int = 0, by_consent: bool = False, sits: StandIn | None = None, hint: int = 0
    ) -> None:  # fmt: skip
        self.seat = seat  # CHANCE for a draw
        self.action = action  # -1 for an undo, a hint, and a change of who plays
        self.undo = undo  # how many lines not yet undone it undoes
        self.by_consent = by_consent
        self.sits = sits
        self.hint = hint  # which step of a hint the seat has asked for

    @property
    def is_note(self) -> bool:
        """Whether the line only says something: it changes no position and cannot be undone."""
        return self.sits is not None or self.hint > 0

    def words(self, rules: Ruleset) -> str:
        actor = "*" if self.seat == CHANCE else str(self.seat)
        if self.undo:
            return f"{actor} {UNDO} {self.undo}" + (f" {ALL}" if self.by_consent else "")
        if self.sits is not None:
            return f"{actor} {self.sits.words()}"
        if self.hint:
            return f"{actor} {HINT} {self.hint}"
        return f"{actor} {rules.space.texts[self.action]}"


def parse_ply(rules: Ruleset, line: str, number: int) -> Ply:
    """Read one line of a record."""
    actor, _, words = line.partition(" ")
    if actor != "*" and actor not in [str(seat) for seat in range(rules.n_seats)]:
        raise BadRecord(
            N_("ply %(number)s (%(line)s): %(actor)s is not a seat; seats are 0 to %(last)s, * is chance"),
            number=number,
            line=repr(line),
            actor=repr(actor),
            last=rules.n_seats - 1,
        )
    seat = CHANCE if actor == "*" else int(actor)
    parts = words.split(" ")
    if parts[0] == UNDO:
        by_consent = parts[2:] == [ALL]
        is_count = len(parts) > 1 and COUNT.fullmatch(parts[1]) is not None
        if not is_count or (parts[2:] and not by_consent):
            raise BadRecord(
                N_("ply %(number)s (%(line)s): an undo is written 'undo N' or 'undo N %(all)s'"),
                number=number,
                line=repr(line),
                all=ALL,
            )
        return Ply(seat, -1, int(parts[1]), by_consent)
    if parts[0] == SEAT:
        return Ply(seat, -1, sits=_parse_sits(parts, line, number))
    if parts[0] == HINT:
        return Ply(seat, -1, hint=parse_hint(parts, line, number))
    action = rules.space.find(words)
    if action < 0 or rules.space.texts[action] != words:
        raise BadRecord(
            N_("ply %(number)s (%(line)s): %(title)s has no action %(words)s"),
            number=number,
            line=repr(line),
            title=rules.game.title,
            words=repr(words),
        )
    return Ply(seat, action)


def _parse_sits(parts: list[str], line: str, number: int) -> StandIn:
    if parts == [SEAT, BACK]:
        return StandIn("", "")
    if len(parts) == 4 and parts[1] == "bot" and LEVEL.fullmatch(parts[2]) and parts[3] in WHYS:
        return StandIn(parts[2], parts[3])
    raise BadRecord(
        N_(
            "ply %(number)s (%(line)s): who plays for a seat is written '%(seat)s bot LEVEL WHY' or '%(seat)s %(back)s'; WHY is one of %(names)s"
        ),
        number=number,
        line=repr(line),
        seat=SEAT,
        back=BACK,
        names=", ".join(WHYS),
    )


@dataclass
class Signatures:
    """What the server has signed: the lock, and the record once the game is over. The key is in the lock."""

    lock: str
    record: str = ""  # "" while the game is running

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
        self.secret = secret  # "" as long as it must stay secret
        self.places = places  # None while the game is running
        self.scores = scores
        self.brehon = brehon
        self.lock = lock  # None in format 1
        self.signatures = signatures  # None in format 1, and until the server has signed
        self.options = (
            rules.options if options is None else options
        )  # as written: a later version may know more of them

    def body(self) -> dict[str, object]:
        """All fields except the digest and the signatures, as they are written."""
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
    """Read a record file. Only its form is checked here; verification.verify() checks whether it is true."""
    if len(text) > MAX_BYTES:
        raise BadRecord(N_("the file is too long for a record: it has more than %(limit)s bytes"), limit=MAX_BYTES)
    raw = read_strict(text, N_("a record"))
    if not isinstance(raw, dict) or raw.get("format") not in (FORMAT_1, FORMAT_2):
        found = raw.get("format") if isinstance(raw, dict) else type(raw).__name__
        raise BadRecord(
            N_(
                "this is not a record that this version can read: format is %(found)s, not %(format_1)s or %(format_2)s"
            ),
            found=repr(found),
            format_1=repr(FORMAT_1),
            format_2=repr(FORMAT_2),
        )
    signatures = raw.pop("signatures", None) if raw["format"] == FORMAT_2 else None
    claimed = raw.pop("digest", None)
    actual = digest(raw)
    if claimed != actual:
        raise BadRecord(
            N_("the record was changed: its digest is %(claimed)s, its contents give %(actual)s"),
            claimed=repr(claimed),
            actual=repr(actual),
        )
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
        raise BadRecord(N_("the record cannot be used: %(error)s"), error=error) from None
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
    """The options as written, each in the one form that the game uses."""
    for name, value in options.items():
        if value != rules.options[name]:
            raise BadRecord(
                N_("option %(name)s must be written %(right)s, not %(value)s"),
                name=name,
                right=repr(rules.options[name]),
                value=repr(value),
            )
    return {name: rules.options[name] for name in options}


def _check_form(record: Record, raw: dict[str, object]) -> None:
    """What is signed is exactly what is in the file: no value is read as anything other than what is written."""
    for name, value in record.body().items():
        if name not in raw or canonical(value) != canonical(raw[name]):
            raise BadRecord(N_("field %(name)s is missing or does not have the form that format 2 requires"), name=name)
    if record.secret and not is_hash(record.secret):
        raise BadRecord(N_("the secret must be 64 hexadecimal digits"))


def _secret(fair: dict[str, object]) -> str:
    secret = fair.get("secret")
    if secret is not None and not isinstance(secret, str):
        raise BadRecord(N_("field secret must be a text or null, not %(secret)s"), secret=repr(secret))
    return secret or ""


def _read_lock(record: Record, fair: dict[str, object], signatures: object) -> None:
    only(fair, "lock", "numbers", "secret")
    lock = read_lock(table_field(fair, "lock"))
    numbers = list_field(fair, "numbers")
    if len(numbers) != len(record.players) or not all(one is None or isinstance(one, str) for one in numbers):
        raise BadRecord(
            N_("field numbers must hold a text or null for each of the %(seats)s seats"), seats=len(record.players)
        )
    record.lock, record.commitment = lock, lock.commitment
    record.words = [str(number) if number is not None else "" for number in numbers]
    if not isinstance(signatures, dict):
        raise BadRecord(N_("a record of format 2 is signed; this one has no signatures"))
    only(signatures, "lock", "record")
    given = signatures.get("record", "")
    if given is not None and (not isinstance(given, str) or not given):
        raise BadRecord(N_("the signature of the record must be a text or null"))
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
            N_("component set %(name)s has the hash %(digest)s, but the record says %(hash)s"),
            name=name,
            digest=components.digest,
            hash=repr(data.get("hash")),
        )
    return components


def _player(entry: object, number: int) -> Player:
    if not isinstance(entry, dict):
        raise BadRecord(
            N_("seat %(number)s must be a table with a name, not %(entry)s"), number=number, entry=repr(entry)
        )
    only(entry, "name", "bot")
    level = entry.get("bot", "")
    if not isinstance(level, str):
        raise BadRecord(
            N_("seat %(number)s: bot must be the name of a level, not %(level)s"), number=number, level=repr(level)
        )
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
    raise BadRecord(N_("field result must hold places and scores, a number for every seat, or be null"))
