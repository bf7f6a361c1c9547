"""JSON with one way to write each value, so that a hash or a signature of it means something."""

from __future__ import annotations

import hashlib
import json
from typing import NoReturn

from brehon.core.errors import BadRecord
from brehon.core.text import N_, Message


def canonical(value: object) -> bytes:
    """The value as JSON: keys sorted, no spaces, ASCII only (other characters as lower-case \\uXXXX), no NaN."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("ascii")


def digest(value: object) -> str:
    """SHA-256 of the canonical JSON, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def read_strict(text: str, what: str) -> object:
    """Read JSON in which every key appears once and every number is finite; BadRecord says what is wrong with it."""
    try:
        value = json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except BadRecord:
        raise
    except UnicodeEncodeError:  # half a character, as "\\ud800"
        raise BadRecord(N_("the file contains characters that are not text")) from None
    except (ValueError, RecursionError) as error:  # 1e999 is read as infinite
        raise BadRecord(
            N_("this is not %(what)s: it is not JSON (%(error)s)"), what=Message(what), error=error
        ) from None
    return value


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise BadRecord(
                N_("the key %(key)s appears twice in one table; it is not clear which of the two is meant"),
                key=repr(key[:40]),
            )
        table[key] = value
    return table


def _no_number(text: str) -> NoReturn:
    raise BadRecord(N_("%(number)s is not a number that a file of Brehon can hold"), number=text)


def only(raw: dict[str, object], *names: str) -> None:
    """Refuse fields that have no meaning here: they would be signed although no one knows what they say."""
    unknown = sorted(set(raw) - set(names))
    if unknown:
        raise BadRecord(
            N_("field %(name)s is unknown here; the fields are: %(names)s"),
            name=repr(unknown[0][:40]),
            names=", ".join(names),
        )


def text_field(raw: dict[str, object], name: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str):
        raise BadRecord(N_("field %(name)s must be a text, not %(value)s"), name=name, value=repr(value))
    return value


def int_field(raw: dict[str, object], name: str) -> int:
    value = raw.get(name)
    if type(value) is not int:
        raise BadRecord(N_("field %(name)s must be a number, not %(value)s"), name=name, value=repr(value))
    return value


def texts_field(raw: dict[str, object], name: str) -> list[str]:
    value = raw.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRecord(N_("field %(name)s must be a list of texts"), name=name)
    return value


def table_field(raw: dict[str, object], name: str) -> dict[str, object]:
    value = raw.get(name)
    if not isinstance(value, dict):
        raise BadRecord(N_("field %(name)s must be a table, not %(kind)s"), name=name, kind=type(value).__name__)
    return value


def list_field(raw: dict[str, object], name: str) -> list[object]:
    value = raw.get(name)
    if not isinstance(value, list):
        raise BadRecord(N_("field %(name)s must be a list, not %(kind)s"), name=name, kind=type(value).__name__)
    return value
