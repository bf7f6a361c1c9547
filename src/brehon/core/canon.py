"""JSON with one way to write each value, so that a hash or a signature of it means something."""

from __future__ import annotations

import hashlib
import json
from typing import NoReturn

from brehon.core.errors import BadRecord


def canonical(value: object) -> bytes:
    """The value as JSON: keys sorted, no spaces, ASCII only (other characters as lower-case \\uXXXX), no NaN."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("ascii")


def digest(value: object) -> str:
    """SHA-256 of the canonical JSON, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def read_strict(text: str, what: str) -> object:
    """Read JSON in which every key stands once and every number is one; BadRecord says what is wrong with it."""
    try:
        value = json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except BadRecord:
        raise
    except UnicodeEncodeError:  # half a character, as "\\ud800"
        raise BadRecord("the file has characters that are no text") from None
    except (ValueError, RecursionError) as error:  # 1e999 is read as infinite
        raise BadRecord(f"this is not {what}: it is not JSON ({error})") from None
    return value


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise BadRecord(
                f"the key {key[:40]!r} stands twice in one table; it is not clear which of the two is meant"
            )
        table[key] = value
    return table


def _no_number(text: str) -> NoReturn:
    raise BadRecord(f"{text} is not a number that a file of Brehon can hold")


def only(raw: dict[str, object], *names: str) -> None:
    """Refuse fields that mean nothing here: they would be signed without anybody knowing what they say."""
    unknown = sorted(set(raw) - set(names))
    if unknown:
        raise BadRecord(f"field {unknown[0][:40]!r} is unknown here; there are: {', '.join(names)}")


def text_field(raw: dict[str, object], name: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str):
        raise BadRecord(f"field {name} must be a text, not {value!r}")
    return value


def int_field(raw: dict[str, object], name: str) -> int:
    value = raw.get(name)
    if type(value) is not int:
        raise BadRecord(f"field {name} must be a number, not {value!r}")
    return value


def texts_field(raw: dict[str, object], name: str) -> list[str]:
    value = raw.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRecord(f"field {name} must be a list of texts")
    return value


def table_field(raw: dict[str, object], name: str) -> dict[str, object]:
    value = raw.get(name)
    if not isinstance(value, dict):
        raise BadRecord(f"field {name} must be a table, not {type(value).__name__}")
    return value


def list_field(raw: dict[str, object], name: str) -> list[object]:
    value = raw.get(name)
    if not isinstance(value, list):
        raise BadRecord(f"field {name} must be a list, not {type(value).__name__}")
    return value
