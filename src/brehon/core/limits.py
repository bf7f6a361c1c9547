"""Limits on text that people send, checked before a parser reads it; the TOML parser, with every failure in words.

A file within these limits is read in time proportional to its length. `tomllib` alone is quadratic in dotted keys, and both
parsers give up with a RecursionError on deep nesting and with a ValueError on long numbers.
"""

from __future__ import annotations

import math
import re
import tomllib
from typing import Final

from brehon.core.errors import BrehonError, Problem
from brehon.core.text import N_, Message

MAX_TOML: Final = 200_000  # characters of a component file; the longest of ours has 38,000
MAX_LINES: Final = 10_000
MAX_LINE: Final = 10_000  # characters
MAX_VALUES: Final = 20_000  # values of a component file, all lists and tables counted; ours have up to 5,000
MAX_ENTRIES: Final = 500  # of one list or table of a component file
MAX_TEXT: Final = 4_000  # characters of one text in a component file
MAX_NAME: Final = 100  # characters of the name of a field
MAX_DOTS: Final = 8  # in a dotted key
MAX_DEPTH: Final = 16  # lists and tables inside each other
MAX_DIGITS: Final = 19  # of a number
MAX_JSON: Final = 32_000_000  # characters, as many as a record may have
MAX_PROBLEMS: Final = 50  # errors, and as many warnings, that are listed of one component file
SHOWN: Final = 200  # characters of a value that an error repeats

# an unfinished text extends to the end of its line or of the file, so that every character is read only once
TOML_TEXT: Final = re.compile(
    r'"""(?:[^"\\]|\\(?s:.)|"(?!""))*+(?:"""(?:"{0,2}+)|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'''(?:'{0,2}+)|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|(?P<comment>#[^\n]*+)"
)
JSON_TEXT: Final = re.compile(r'"[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+(?:"|\\?\Z)')
TOML_NUMBER: Final = re.compile(rf"(?<![\w-])[0-9]\w{{{MAX_DIGITS},}}")
JSON_NUMBER: Final = re.compile(rf"[0-9]{{{MAX_DIGITS + 1},}}")
BRACKETS: Final = re.compile(r"[^\[\]{}]++")
BETWEEN_KEYS: Final = re.compile(r"[=\[\]{},]")
SEPARATORS: Final = re.compile(r"[=\[{,]")


class BadText(BrehonError):
    """A text that is too long, too deep or beyond another limit, or that its parser cannot read."""

    def __init__(self, text: str, **args: str | int) -> None:
        self.message = Message(text, **args)
        super().__init__(str(self.message))


class Problems:
    """The broken constraints of one component file: the first ones in full, the others only counted."""

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self._counts = {True: 0, False: 0}  # [is_error]
        self._next = {True: "", False: ""}  # [is_error] the first constraint that is not listed

    def add(self, problem: Problem) -> None:
        kind = problem.is_error
        self._counts[kind] += 1
        if self._counts[kind] <= MAX_PROBLEMS:
            args = problem.text.args
            args.update({name: short(value) for name, value in args.items() if isinstance(value, str)})
            self._kept.append(problem)
        elif not self._next[kind]:
            self._next[kind] = problem.rule

    @property
    def has_errors(self) -> bool:
        return self._counts[True] > 0

    def listed(self) -> list[Problem]:
        """The entries that are shown; one more entry counts those that were left out."""
        more: list[Problem] = []
        for kind, count in self._counts.items():
            n = count - MAX_PROBLEMS
            if n > 0:
                text = Message(N_("and %(n)s more like these"), n=n)
                more.append(Problem(self._next[kind], text, kind, n))
        return self._kept + more


def read_toml(source: str) -> dict[str, object]:
    """The contents of a component file; BadText says what is wrong with it."""
    check_toml(source)
    try:
        raw = tomllib.loads(source)
    except (ValueError, RecursionError, OverflowError) as error:
        raise BadText(N_("not a TOML file: %(error)s"), error=short(str(error))) from None
    _check_values(raw)
    return raw


def check_toml(source: str) -> None:
    """BadText if a component file is beyond a limit. Nothing is parsed for that."""
    if len(source) > MAX_TOML:
        raise BadText(N_("the file has more than %(most)s characters"), most=MAX_TOML)
    _check_characters(source)
    if source.count("\n") > MAX_LINES:
        raise BadText(N_("the file has more than %(most)s lines"), most=MAX_LINES)
    for number, line in enumerate(source.split("\n"), start=1):
        if len(line) > MAX_LINE:
            raise BadText(N_("line %(line)s has more than %(most)s characters"), line=number, most=MAX_LINE)
    bare = TOML_TEXT.sub(lambda found: "" if found["comment"] else "_", source)
    if len(SEPARATORS.findall(bare)) > MAX_VALUES:
        raise BadText(N_("the file has more than %(most)s values"), most=MAX_VALUES)
    if any(part.count(".") > MAX_DOTS for line in bare.split("\n") for part in BETWEEN_KEYS.split(line)):
        raise BadText(N_("a dotted key has more than %(most)s parts"), most=MAX_DOTS + 1)
    _check_depth(bare)
    if TOML_NUMBER.search(bare):
        raise BadText(N_("a number has more than %(most)s digits"), most=MAX_DIGITS)


def check_json(text: str, most: int = MAX_JSON) -> None:
    """BadText if a JSON text is beyond a limit. Nothing is parsed for that."""
    if len(text) > most:
        raise BadText(N_("the file has more than %(most)s characters"), most=most)
    bare = JSON_TEXT.sub("", text)
    _check_depth(bare)
    if JSON_NUMBER.search(bare):
        raise BadText(N_("a number has more than %(most)s digits"), most=MAX_DIGITS)


def short(text: str, most: int = SHOWN) -> str:
    """A text as an error may repeat it."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _check_characters(source: str) -> None:
    try:
        source.encode()
    except UnicodeEncodeError:  # half a character, as JSON's "\ud800"
        raise BadText(N_("the file contains characters that are not text")) from None


def _check_depth(bare: str) -> None:
    depth = 0
    for bracket in BRACKETS.sub("", bare):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            raise BadText(N_("lists and tables are nested deeper than %(most)s levels"), most=MAX_DEPTH)


def _check_values(raw: dict[str, object]) -> None:
    """BadText if a list or table has too many entries, or a value is of a kind that no component file uses."""
    todo: list[tuple[object, int]] = [(raw, 1)]
    while todo:
        value, depth = todo.pop()
        if isinstance(value, dict):
            if any(len(name) > MAX_NAME for name in value):
                raise BadText(N_("the name of a field has more than %(most)s characters"), most=MAX_NAME)
            inside = list(value.values())
        elif isinstance(value, list):
            inside = value
        else:
            _check_value(value)
            continue
        if len(inside) > MAX_ENTRIES:
            raise BadText(N_("a list or table has more than %(most)s entries"), most=MAX_ENTRIES)
        if depth > MAX_DEPTH:
            raise BadText(N_("lists and tables are nested deeper than %(most)s levels"), most=MAX_DEPTH)
        todo += [(entry, depth + 1) for entry in inside]


def _check_value(value: object) -> None:
    if isinstance(value, str):
        if len(value) > MAX_TEXT:
            raise BadText(N_("a text has more than %(most)s characters"), most=MAX_TEXT)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise BadText(N_("%(value)s is not a number that can be used here"), value=str(value))
    elif not isinstance(value, int):
        raise BadText(N_("%(value)s is a date or a time; there are none in these files"), value=str(value))
