"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Integer, LargeBinary, String, Text, false, true
from sqlalchemy.orm import Mapped, mapped_column

from brehon.server.storage.declaring import Base
from brehon.server.storage.group_rows import AnswerRow, GroupRow, MemberRow, ProposalRow
from brehon.server.storage.puzzle_rows import PuzzleRow, StreakRow
from brehon.server.storage.review_rows import MomentRow, ReviewRow
from brehon.server.storage.share_rows import ShareRow

__all__ = [
    "AnswerRow", "Base", "GroupRow", "MemberRow", "MomentRow", "ProposalRow", "PuzzleRow", "ReviewRow", "ShareRow", "StreakRow",
]  # and the rows below  # fmt: skip

ME: Final = "me"
FRIEND: Final = "friend"
BOT: Final = "bot"
KINDS: Final = (ME, FRIEND, BOT)
HINTS_ALONE: Final = "alone"  # where one person plays against bots
HINTS_ON: Final = "on"
HINTS_OFF: Final = "off"


class MatchRow(Base):
    """A table where a game is set up, played or finished."""

    __tablename__ = "matches"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    rules: Mapped[int] = mapped_column(Integer)  # the version of the rules
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    components: Mapped[str] = mapped_column(String(200))
    source: Mapped[str | None] = mapped_column(Text)  # of the components, unless they are built in
    secret: Mapped[str] = mapped_column(String(200))
    host: Mapped[str] = mapped_column(String(64), index=True)  # session of the person who created the table
    host_key: Mapped[str] = mapped_column(String(64), unique=True)  # digest, see keys.py
    created: Mapped[float] = mapped_column(Float)
    started: Mapped[float | None] = mapped_column(Float)
    finished: Mapped[float | None] = mapped_column(Float)
    version: Mapped[int] = mapped_column(Integer, server_default="0")  # goes up with every change of the match
    bot_turn: Mapped[bool] = mapped_column(Boolean, server_default=false(), index=True)  # a bot has to decide
    chat: Mapped[str] = mapped_column(String(8), server_default="table")  # who may read and write the chat
    news: Mapped[bool] = mapped_column(Boolean, server_default=false(), index=True)  # notifications may be due
    visibility: Mapped[str] = mapped_column(String(8), server_default="unlisted", index=True)  # see visibility.py
    spectators: Mapped[bool] = mapped_column(Boolean, server_default=true())  # may look while the game is played
    delay: Mapped[int] = mapped_column(Integer, server_default="0")  # plies by which spectators see it late
    bans: Mapped[list[dict[str, str]]] = mapped_column(JSON, server_default="[]")  # id, person, name
    next_match: Mapped[str | None] = mapped_column(String(32))  # where the same people play again
    places: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))  # [seat] rank, of a finished game
    pace: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # how long people may think; clocks.py
    clocks: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # what they have left
    deadline: Mapped[float | None] = mapped_column(Float, index=True)  # when something happens by itself
    paused: Mapped[float | None] = mapped_column(Float)  # since when
    ask: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # a request for everyone's consent
    lock: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # see fairness.py; None: first edition
    lock_signature: Mapped[str | None] = mapped_column(String(128))
    signed: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # what was signed at the end
    voided: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # who gave the locked table up, when
    seen: Mapped[float | None] = mapped_column(Float)  # before the start: when someone was last here, see last_seen.py
    group_id: Mapped[str | None] = mapped_column(String(32), index=True)  # of friends who play here, see groups.py
    auto_review: Mapped[bool] = mapped_column(Boolean, server_default=false(), index=True)  # by itself, at the end
    hints: Mapped[str] = mapped_column(String(8), server_default="alone")  # who may ask for hints, see hints.py
    twin: Mapped[str | None] = mapped_column(String(32), index=True)  # the other table with the same deal, see twins.py
    guide: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # of a guided game; see lesson.py


OF_ONE_MATCH: Final = {  # columns that a rematch begins again; all others it takes over
    "id", "secret", "host_key", "rules", "created", "started", "finished", "version", "bot_turn", "news", "next_match", "places",
    "clocks", "deadline", "paused", "ask", "lock", "lock_signature", "signed", "voided", "seen", "twin", "guide",
}  # fmt: skip


class RevealedRow(Base):
    """The secret of a table that was deleted: its commitment was shown, so it can still be checked."""

    __tablename__ = "revealed"
    commitment: Mapped[str] = mapped_column(String(64), primary_key=True)
    table: Mapped[str] = mapped_column(String(32))
    secret: Mapped[str] = mapped_column(String(200))
    at: Mapped[float] = mapped_column(Float)


class SeatRow(Base):
    """A seat and who sits there."""

    __tablename__ = "seats"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    level: Mapped[str] = mapped_column(String(32))  # of a bot
    name: Mapped[str] = mapped_column(String(64))
    invitation: Mapped[str] = mapped_column(String(64), unique=True)  # digest of the link's last part, see keys.py
    generation: Mapped[int] = mapped_column(Integer, server_default="0")  # of the invitation
    seat_key: Mapped[str | None] = mapped_column(String(64), index=True, unique=True)  # digest of the occupant's key
    session: Mapped[str | None] = mapped_column(String(64), index=True)  # who has claimed it
    reserved: Mapped[str | None] = mapped_column(String(64), index=True)  # for whom it is kept; they have not come yet
    word: Mapped[str] = mapped_column(String(64))  # added to the chance of a match of the first edition
    number_hash: Mapped[str] = mapped_column(String(64), server_default="")  # fixes the number of the device there
    number: Mapped[str | None] = mapped_column(String(160))  # once it was opened
    auto: Mapped[bool] = mapped_column(Boolean, server_default=false())  # decisions with one option are made at once
    passed_on: Mapped[bool] = mapped_column(Boolean, server_default=false())  # others have decided here before


class PlyRow(Base):
    """One line of a record."""

    __tablename__ = "plies"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(Integer, primary_key=True)
    words: Mapped[str] = mapped_column(String(200))
    at: Mapped[float] = mapped_column(Float)


class RecordRow(Base):
    """A record that a person has uploaded and that was checked."""

    __tablename__ = "records"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    seen: Mapped[float | None] = mapped_column(Float)  # when someone last looked at it


class MessageRow(Base):
    """A chat message at a table. A deleted one keeps its number and loses its text."""

    __tablename__ = "messages"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    person: Mapped[str] = mapped_column(String(64))
    seat: Mapped[int | None] = mapped_column(Integer)  # of the author; None for a spectator
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    deleted: Mapped[bool] = mapped_column(Boolean, server_default=false())
    kind: Mapped[str] = mapped_column(String(8), server_default="say")  # see signals.py


class MuteRow(Base):
    """A person does not want to read or hear another one, at any table."""

    __tablename__ = "mutes"
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    other: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))  # of the other one at that time


class NoteRow(Base):
    """What a person has written down for themselves about a table."""

    __tablename__ = "notes"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)


class PresenceRow(Base):
    """Until when a person counts as being at a table; while the page is open, this moves on."""

    __tablename__ = "presence"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    until: Mapped[float] = mapped_column(Float, index=True)


class ContactRow(Base):
    """Where a person wants mail; nothing but the request to confirm is sent before it is confirmed."""

    __tablename__ = "contacts"
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    address: Mapped[str] = mapped_column(String(254))
    confirmed: Mapped[float | None] = mapped_column(Float)
    confirm_token: Mapped[str] = mapped_column(String(64), unique=True)
    stop_token: Mapped[str] = mapped_column(String(64), unique=True)
    language: Mapped[str] = mapped_column(String(8))
    trouble: Mapped[str] = mapped_column(String(200), server_default="")  # why the last mail could not be delivered


class HookRow(Base):
    """A webhook: for a person's turns (everywhere or at one table), or for all turns of a table."""

    __tablename__ = "hooks"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(64), index=True)  # "" for a whole table
    match: Mapped[str | None] = mapped_column(ForeignKey("matches.id"), index=True)  # None: wherever the person sits
    shape: Mapped[str] = mapped_column(String(8))  # of what is sent
    address: Mapped[str] = mapped_column(String(500))
    base: Mapped[str] = mapped_column(String(200))  # of the links in it
    language: Mapped[str] = mapped_column(String(8))
    created: Mapped[float] = mapped_column(Float)
    delivered: Mapped[float | None] = mapped_column(Float)
    trouble: Mapped[str] = mapped_column(String(200), server_default="")  # why the last attempt failed
    is_off: Mapped[bool] = mapped_column(Boolean, server_default=false())  # given up


class NoticeRow(Base):
    """A notification, sent once: waiting, sent, no longer needed, or given up."""

    __tablename__ = "notices"
    id: Mapped[str] = mapped_column(
        String(64), primary_key=True
    )  # a fingerprint of who, what and when: never sent twice
    kind: Mapped[str] = mapped_column(String(8))  # turn, over, nudge, invite, propose, confirm, test or alert
    match: Mapped[str | None] = mapped_column(ForeignKey("matches.id"))
    person: Mapped[str] = mapped_column(String(64))
    seat: Mapped[int | None] = mapped_column(Integer)
    since: Mapped[int] = mapped_column(Integer)  # the ply after the person's last decision
    hook: Mapped[str | None] = mapped_column(String(32), index=True)  # None: a mail
    address: Mapped[str] = mapped_column(String(254))  # of a request to confirm, else ""
    created: Mapped[float] = mapped_column(Float)
    due: Mapped[float] = mapped_column(Float, index=True)
    tries: Mapped[int] = mapped_column(Integer, server_default="0")
    state: Mapped[str] = mapped_column(String(8), index=True)
    about: Mapped[str] = mapped_column(String(32), server_default="")  # the proposal that it is about, else ""


class PersonRow(Base):
    """A person who plays here; seats and matches refer to `id` as the session."""

    __tablename__ = "people"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    created: Mapped[float] = mapped_column(Float)
    account: Mapped[float | None] = mapped_column(Float)  # since when they have one; a guest has none
    login: Mapped[str | None] = mapped_column(String(64), unique=True)  # to sign in with, small letters
    password: Mapped[str | None] = mapped_column(String(200))  # argon2
    nudges: Mapped[bool] = mapped_column(Boolean, server_default=true())  # whether others may remind them of their turn


class DeviceRow(Base):
    """A browser where a person is signed in: the cookie names the row and the generation, and ends with either."""

    __tablename__ = "devices"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    label: Mapped[str] = mapped_column(String(64))
    created: Mapped[float] = mapped_column(Float)
    seen: Mapped[float] = mapped_column(Float)
    generation: Mapped[int] = mapped_column(Integer)  # of the newest cookie that has come back
    renewed: Mapped[float] = mapped_column(Float)  # when it came back first
    proved: Mapped[float | None] = mapped_column(Float)  # when a password or a passkey was last shown here
    alerts_seen: Mapped[float] = mapped_column(Float, server_default="0")  # alerts up to then were dismissed here


class AlertRow(Base):
    """A device or a key that was added to a person: shown to them until one of their older devices has dismissed it."""

    __tablename__ = "alerts"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(64), index=True)
    kind: Mapped[str] = mapped_column(String(8))  # see alerts.py
    label: Mapped[str] = mapped_column(String(64))
    device: Mapped[str] = mapped_column(String(32))  # the new device, or the one where the key was added
    at: Mapped[float] = mapped_column(Float)
    is_known: Mapped[bool] = mapped_column(Boolean, server_default=false())  # the person has dismissed it


class PasskeyRow(Base):
    """A key that a person's device or password manager keeps, instead of a password."""

    __tablename__ = "passkeys"
    id: Mapped[str] = mapped_column(String(1400), primary_key=True)  # base64url; at most 1023 bytes by the standard
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    label: Mapped[str] = mapped_column(String(64))
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    uses: Mapped[int] = mapped_column(Integer)  # as the key counts them
    created: Mapped[float] = mapped_column(Float)


class TicketRow(Base):
    """Something that works once and not for long: a personal link, or the question to a passkey."""

    __tablename__ = "tickets"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)  # of what the person holds
    kind: Mapped[str] = mapped_column(String(16))
    person: Mapped[str | None] = mapped_column(String(64), index=True)
    ends: Mapped[float] = mapped_column(Float)


class AttemptRow(Base):
    """A try to sign in, noted before the password is checked and removed if it was right: too many have to wait."""

    __tablename__ = "attempts"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    target: Mapped[str] = mapped_column(String(80), index=True)  # a name, network or device, as a digest
    at: Mapped[float] = mapped_column(Float)


class VacationRow(Base):
    """How much of this year's vacation a person has had."""

    __tablename__ = "vacations"
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    year: Mapped[int] = mapped_column(Integer)
    used: Mapped[float] = mapped_column(Float)  # seconds, in that year
    since: Mapped[float | None] = mapped_column(Float)  # when the present one began


class PlanRow(Base):
    """A person's private sandbox: a position as they know it, a guess at the rest, and the moves they have tried."""

    __tablename__ = "plans"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    match: Mapped[str | None] = mapped_column(ForeignKey("matches.id"))  # where it begins
    share: Mapped[str | None] = mapped_column(ForeignKey("shares.id", ondelete="CASCADE"))  # or: from whose link
    example: Mapped[str | None] = mapped_column(String(130))  # or: game and name of a position of its rules
    person: Mapped[str] = mapped_column(String(64), index=True)
    seat: Mapped[int] = mapped_column(Integer)  # whose knowledge it is made from
    ply: Mapped[int] = mapped_column(Integer)  # where it begins
    seed: Mapped[int] = mapped_column(Integer)  # of the guess; knows nothing of the secret of the match
    moves: Mapped[list[int]] = mapped_column(JSON)
    changes: Mapped[int] = mapped_column(Integer)  # goes up with each
    at: Mapped[float] = mapped_column(Float)
    opponents: Mapped[str] = mapped_column(String(32), server_default="")  # the level that answers; "": the person


class ResultRow(Base):
    """The result of a finished match for one seat. It follows from the record and can be computed again at any time."""

    __tablename__ = "results"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    place: Mapped[int] = mapped_column(Integer)
    score: Mapped[int] = mapped_column(Integer)
    decisions: Mapped[int] = mapped_column(Integer)  # of the player of the seat, not of a bot that stands in
    seconds: Mapped[float] = mapped_column(Float)  # that they took together
    stood_in: Mapped[int] = mapped_column(Integer, server_default="0")  # decisions of a bot for the person
    hints: Mapped[int] = mapped_column(Integer, server_default="0")  # steps of hints that the seat has asked for


class ServerTimeRow(Base):
    """How far the time of the clocks has come; one row, see play_time.py."""

    __tablename__ = "server_time"
    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    played: Mapped[float] = mapped_column(Float)  # the time that the clocks count in
    wall: Mapped[float] = mapped_column(Float)  # when that was noted
    left_out: Mapped[float] = mapped_column(Float)  # seconds, the last time that it was worth a line
    left_out_at: Mapped[float | None] = mapped_column(Float)  # `played` then
    why: Mapped[str] = mapped_column(String(8))  # "outage" or "jump"


class ProbeRow(Base):
    """What /health writes to see whether it can be written; one row, in no backup."""

    __tablename__ = "probes"
    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    filler: Mapped[bytes] = mapped_column(LargeBinary)
