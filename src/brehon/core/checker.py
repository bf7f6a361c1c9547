"""The checker of component files: the part that all games share. Each game adds its own constraints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Self

from brehon.core.contract import Components
from brehon.core.errors import BadComponents, Problem
from brehon.core.limits import BadText, Problems, read_toml
from brehon.core.text import N_, Message, Number, Plural

Entry = dict[str, object]


def entries(raw: Entry, group: str) -> list[Entry]:
    """The tables of a list whose shape has been checked."""
    found = raw[group]
    assert isinstance(found, list)
    return found


def table(raw: Entry, name: str) -> Entry:
    value = raw[name]
    assert isinstance(value, dict)
    return value


def word(entry: Entry, field: str) -> str:
    value = entry[field]
    assert isinstance(value, str)
    return value


def number(entry: Entry, field: str) -> int:
    value = entry[field]
    assert isinstance(value, int)
    return value


class Checker(ABC):
    """Collects every broken constraint of one component file."""

    rule: ClassVar[str]  # the constraint about the fields of a file
    fields: ClassVar[dict[str, type]]
    optional: ClassVar[dict[str, type]]

    def __init__(self, raw: Entry) -> None:
        self.raw = raw
        self.problems = Problems()
        self.is_variant = raw.get("variant") is True

    @classmethod
    def parse(cls, source: str, name: str) -> Self:
        """A checker of a file; BadComponents if the text cannot be read at all."""
        try:
            return cls(read_toml(source))
        except BadText as error:
            raise BadComponents(name, [Problem(cls.rule, error.message)]) from None

    @abstractmethod
    def check(self) -> None:
        """The game's constraints, on a file that has the fields of the schema, of the right types."""

    @abstractmethod
    def make(self, name: str, digest: str, source: str, builtin: bool) -> Components:
        """The components of a file without errors; a set that is not built in uses the name given in the file."""

    def run(self) -> list[Problem]:
        self.check_fields()
        if not self.has_errors:
            self.check()
        return self.problems.listed()

    def error(self, rule: str, text: str | Plural, **args: str | int | Number) -> None:
        self.problems.add(Problem(rule, Message(text, **args)))

    def warn(self, rule: str, text: str | Plural, **args: str | int | Number) -> None:
        self.problems.add(Problem(rule, Message(text, **args), is_error=False))

    def count(self, rule: str, text: str | Plural, **args: str | int | Number) -> None:
        """A constraint on the printed game's numbers: an error, but only a warning for a file that calls itself a variant."""
        (self.warn if self.is_variant else self.error)(rule, text, **args)

    @property
    def has_errors(self) -> bool:
        return self.problems.has_errors

    def check_fields(self) -> None:
        """The file has the fields of the schema, of the right types."""
        for name, kind in self.fields.items():
            if name not in self.raw:
                self.error(self.rule, N_("field %(name)s is missing"), name=name)
            else:
                self.check_type(name, kind)
        for name in self.raw:
            if name in self.optional:
                self.check_type(name, self.optional[name])
            elif name not in self.fields:
                self.error(self.rule, N_("field %(name)s is not known"), name=name)
        if self.raw.get("schema", 1) != 1:
            text = N_("schema is %(found)s; this version reads schema 1")
            self.error(self.rule, text, found=str(self.raw["schema"]))

    def check_type(self, name: str, kind: type) -> None:
        if type(self.raw[name]) is not kind:
            self.error(self.rule, N_("field %(name)s must be of type %(kind)s"), name=name, kind=kind.__name__)
