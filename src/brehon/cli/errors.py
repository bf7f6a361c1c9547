"""Errors in typed input, as messages of the catalogue."""

from brehon.core.errors import BrehonError
from brehon.core.text import Message, Plural


class BadInput(BrehonError):
    """Bad input in the terminal; reported in the language of the run."""

    def __init__(self, text: str | Plural, **args: str | int | Message) -> None:
        self.message = Message(text, **args)
        super().__init__(str(self.message))
