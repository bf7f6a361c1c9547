"""Words for people: messages are codes with arguments, translated only where they are shown.

The code of a message is its English text, so everything is readable without a catalogue. `N_` marks a text for extraction.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
COMMAS: Final = ("de",)  # languages that write 1,5 for one and a half
LOCALE: Final = Path(__file__).parent.parent / "locale"


def N_(text: str) -> str:  # noqa: N802 - the customary name of the marker
    """Mark a text for the message catalogue; it is translated when it is shown."""
    return text


class Plural:
    """A text of the catalogue with singular and plural; a number among the arguments of the message selects the form."""

    def __init__(self, one: str, many: str, by: str) -> None:
        self.one = one
        self.many = many
        self.by = by  # the name of that argument


def NN_(one: str, many: str, by: str = "n") -> Plural:  # noqa: N802 - as N_, for two forms
    """Mark a text that counts something: its singular and its plural."""
    return Plural(one, many, by)


class Seat:
    """A seat as an argument of a message: shown as the name of the player who sits there."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Number:
    """A number with decimals as an argument of a message: "1.5" or "1,5"."""

    def __init__(self, value: float, digits: int = 1) -> None:
        self.value = value
        self.digits = digits


class Message:
    """A text of the catalogue with its arguments; `%(name)s` marks where they go."""

    def __init__(self, text: str | Plural, **args: Argument) -> None:
        self.text = text
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return Speaker()(self)


Argument = str | int | Message | Seat | Number  # of a message


def fingerprint(message: Argument) -> Hashable:
    """Equal for messages that say the same in every language, if the names of the seats are the same; made without words."""
    if isinstance(message, Message):
        text = message.text
        args = [(name, arg if isinstance(arg, str | int) else fingerprint(arg)) for name, arg in message.args.items()]
        return text if isinstance(text, str) else (text.one, text.many), *args
    if isinstance(message, Number):
        return "number", message.value, message.digits
    return ("seat", message.seat) if isinstance(message, Seat) else message


def listed(parts: Sequence[Message | Seat]) -> Message:
    """Two or more in a row: "Anna, Ben and Carla"."""
    found = Message(N_("%(first)s and %(last)s"), first=parts[-2], last=parts[-1])
    for part in reversed(parts[:-2]):
        found = Message(N_("%(first)s, %(rest)s"), first=part, rest=found)
    return found


def addressed(message: Message, requests: Mapping[str, str | Plural], seat: int) -> Message:
    """A message to a seat: where a part of it names this seat, what is asked instead ("Bo takes a card" -> "take a card").

    `requests` has the request for a text; for one with singular and plural, by its plural.
    """
    text = message.text.many if isinstance(message.text, Plural) else message.text
    is_named = any(isinstance(arg, Seat) and arg.seat == seat for arg in message.args.values())
    args = {
        name: addressed(arg, requests, seat) if isinstance(arg, Message) else arg for name, arg in message.args.items()
    }
    return Message(requests.get(text, message.text) if is_named else message.text, **args)


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


def decimal(language: str, value: float, digits: int = 1) -> str:
    """A number as people who read this language write it."""
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if language in COMMAS else text


class Speaker:
    """Puts messages into one language, with the names of the people at the table."""

    def __init__(self, language: str = "en", names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = list(names)
        self._catalogue = catalogue(language)

    def __call__(self, message: Argument) -> str:
        if isinstance(message, Message):
            text, args = self._form(message), message.args
            if not args and "%" not in text:
                return text
            return text % {name: arg if isinstance(arg, str) else self(arg) for name, arg in args.items()}
        if isinstance(message, Seat):
            return self.seat(message.seat)
        if isinstance(message, Number):
            return decimal(self.language, message.value, message.digits)
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
    """The messages of a language; English needs none. A checkout has the .po file, an installed package its compiled form."""
    if language == "en" or language not in LANGUAGES:
        return gettext.NullTranslations()
    if not (LOCALE / f"{language}.po").exists():
        with (LOCALE / f"{language}.mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with (LOCALE / f"{language}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def best_language(header: str) -> str:
    """Our language that an Accept-Language header prefers; English if it names none of ours."""
    ranked: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, quality = part.strip().partition(";q=")
        weight = 1.0
        with suppress(ValueError):
            weight = float(quality) if quality else 1.0
        ranked.append((-weight, tag.split("-")[0].lower()))
    return next((tag for _, tag in sorted(ranked, key=lambda pair: pair[0]) if tag in LANGUAGES), "en")
