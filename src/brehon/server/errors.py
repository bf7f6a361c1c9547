"""What the server refuses, with the right HTTP status and words for people."""

from __future__ import annotations

import math
from typing import Final

from brehon.core.errors import BadComponents, BadOptions, BadRecord, BrehonError, IllegalAction
from brehon.core.text import N_, Message, Reason, Speaker


class Refusal(BrehonError):
    """A request that cannot be granted; the text is a message of the catalogue."""

    status = 400
    code = "bad-request"
    text: Message

    def __init__(self, text: Message, status: int = 0, code: str = "") -> None:
        super().__init__(text)
        self.status = status or self.status
        self.code = code or self.code


class NotFound(Refusal):
    status = 404
    code = "not-found"


class NotSignedIn(Refusal):
    status = 401
    code = "no-token"


class Forbidden(Refusal):
    status = 403
    code = "forbidden"


class NotProved(Forbidden):
    """Needs a password or a passkey that was shown on this device a moment ago."""

    code = "confirm"


class Guided(Refusal):
    """Legal, but not what the guide of a first game is about now; the text says why."""

    status = 409
    code = "guide"


class Conflict(Refusal):
    """Correct in itself, but not possible now: another person was faster."""

    status = 409
    code = "conflict"


class Stale(Conflict):
    """A move for a ply that is already taken."""

    code = "stale"

    def __init__(self, asked: int, now: int) -> None:
        super().__init__(
            Message(
                N_(
                    "The game has moved on: this was meant for ply %(asked)s, but the next one is ply %(now)s. Look again."
                ),
                asked=asked,
                now=now,
            )
        )


class TooLarge(Refusal):
    status = 413
    code = "too-large"


class Unreadable(Refusal):
    """Fields of a request that make no sense."""

    status = 422
    code = "bad-request"


class TooMany(Refusal):
    """Right in itself, but too often in a short time; `retry_after` seconds later it is possible."""

    status = 429
    code = "too-many"

    def __init__(self, text: Message, retry_after: float = 60.0) -> None:
        super().__init__(text)
        self.retry_after = max(1, math.ceil(retry_after))


class TooSlow(Refusal):
    """A request that did not arrive in time."""

    status = 408
    code = "too-slow"

    def __init__(self, text: Message, retry_after: float = 60.0) -> None:
        super().__init__(text)
        self.retry_after = max(1, math.ceil(retry_after))


class TooCostly(Refusal):
    """A file that takes more time or memory to check than it gets."""

    status = 422
    code = "too-costly"


class Busy(TooMany):
    """Right in itself, but the server has too much to do at the moment."""

    status = 503
    code = "busy"


CODES: Final = {BadOptions: "bad-options", BadComponents: "bad-components", BadRecord: "bad-record"}


def status_of(error: BrehonError) -> int:
    return error.status if isinstance(error, Refusal) else 422


def retry_headers(error: BrehonError) -> dict[str, str]:
    """When to try again, where it is only a matter of time."""
    return {"Retry-After": str(error.retry_after)} if isinstance(error, TooMany) else {}


def code_of(error: BrehonError) -> str:
    if isinstance(error, Refusal):
        return error.code
    if isinstance(error, IllegalAction):
        return error.reason.code
    return next((code for kind, code in CODES.items() if isinstance(error, kind)), "bad-request")


def explain(error: BrehonError, say: Speaker) -> str:
    """The error as one text in the language of the request."""
    if isinstance(error, IllegalAction):
        return say.reason(error.reason)
    return error.said(say)


def reason_of(error: BrehonError) -> Reason | None:
    """What a program gets in addition to the text: the rule or constraint, what is needed and what is there."""
    if isinstance(error, IllegalAction | BadRecord):
        return error.reason
    rule = ""
    if isinstance(error, BadOptions):
        rule = error.rule
    elif isinstance(error, BadComponents):
        rule = next((problem.rule for problem in error.problems if problem.is_error), "")
    return Reason(code_of(error), rule, Message("%(words)s", words=str(error))) if rule else None
