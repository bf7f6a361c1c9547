"""Words for people: messages are codes with arguments, put into a language only where they are shown.

The code of a message is its English text, so everything is readable without a catalogue. `N_` marks a text for extraction.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
LOCALE: Final = Path(__file__).parent.parent / "locale"


def N_(text: str) -> str:  # noqa: N802 - the customary name of the marker
    """Mark a text for the message catalogue; it is translated when it is shown."""
    return text


class Plural:
    """A text of the catalogue in two forms; a number among the arguments of the message decides which one is said."""

    def __init__(self, one: str, many: str, by: str) -> None:
        self.one = one
        self.many = many
        self.by = by  # the name of that argument


def NN_(one: str, many: str, by: str = "n") -> Plural:  # noqa: N802 - as N_, for two forms
    """Mark a text that counts something: its form for one, and for every other number."""
    return Plural(one, many, by)


class Seat:
    """A seat as an argument of a message: shown as the name of whoever sits there."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Message:
    """A text of the catalogue with its arguments; `%(name)s` marks where they go."""

    def __init__(self, text: str | Plural, **args: str | int | Message | Seat) -> None:
        self.text = text
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return Speaker()(self)


class Reason:
    """Why something is not allowed: the rule, what is needed and what is there."""

    def __init__(self, code: str, rule: str, text: Message, need: int = -1, have: int = -1) -> None:
        self.code = code  # for programs: "range", "not-your-turn"
        self.rule = rule  # "AM-5.5", or "" where no rule of a game is the cause
        self.text = text
        self.need = need  # -1: the reason is not a number
        self.have = have

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and (self.code, str(self)) == (other.code, str(other))

    def __hash__(self) -> int:
        return hash((self.code, str(self)))

    def __str__(self) -> str:
        return Speaker().reason(self)


class Speaker:
    """Puts messages into one language, with the names of the people at the table."""

    def __init__(self, language: str = "en", names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = list(names)
        self._catalogue = catalogue(language)

    def __call__(self, message: Message | str | int | Seat) -> str:
        if isinstance(message, Message):
            return self._form(message) % {name: self(arg) for name, arg in message.args.items()}
        if isinstance(message, Seat):
            return self.seat(message.seat)
        return str(message)

    def _form(self, message: Message) -> str:
        """The text in the speaker's language, for one thing or for many."""
        text = message.text
        if isinstance(text, str):
            return self._catalogue.gettext(text)
        number = message.args[text.by]
        assert isinstance(number, int), f"{text.by} must be a number in {text.many!r}"
        return self._catalogue.ngettext(text.one, text.many, number)

    def word(self, text: str) -> str:
        """One text of the catalogue that has no arguments."""
        return self._catalogue.gettext(text) if text else ""

    def seat(self, seat: int) -> str:
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.word(N_("Seat %(number)s")) % {"number": seat + 1}

    def reason(self, reason: Reason) -> str:
        text = self(reason.text)
        return f"{text} — {reason.rule}" if reason.rule else text


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The messages of a language, read from its .po file; English needs none."""
    if language == "en" or language not in LANGUAGES:
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with (LOCALE / f"{language}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def best_language(header: str) -> str:
    """The language of ours that an Accept-Language header prefers; English when it names none."""
    ranked: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, quality = part.strip().partition(";q=")
        weight = 1.0
        with suppress(ValueError):
            weight = float(quality) if quality else 1.0
        ranked.append((-weight, tag.split("-")[0].lower()))
    return next((tag for _, tag in sorted(ranked, key=lambda pair: pair[0]) if tag in LANGUAGES), "en")
