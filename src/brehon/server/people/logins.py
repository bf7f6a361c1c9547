"""Sign-in names: one spelling for all that people cannot tell apart."""

from __future__ import annotations

import unicodedata
from typing import Final

from brehon.core.text import N_, Message
from brehon.server.errors import Unreadable
from brehon.server.names import clean
from brehon.server.storage.store import storable

MIN_LOGIN: Final = 3
MAX_LOGIN: Final = 32  # characters, after folding
MAX_TYPED: Final = 4 * MAX_LOGIN  # nothing longer is a name
MAX_STORED: Final = 64  # the column of the database


def fold(login: str) -> str:
    """The name as it is stored: compatibility forms and capital letters are resolved. Folding twice changes nothing."""
    folded = login[:MAX_TYPED]
    for _ in range(4):  # a fold can make room for another one; two are enough for all of Unicode
        again = clean(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", folded).casefold()), 10 * MAX_TYPED)
        if again == folded:
            break
        folded = again
    return folded


def fold_of_before(login: str) -> str:
    """The name as versions up to 0.1 stored it."""
    return clean(login, MAX_LOGIN).casefold()[:MAX_STORED] if len(login.strip()) <= MAX_LOGIN else ""


def spellings(login: str) -> list[str]:
    """Under which names an account may be stored, the one that decides first. None for what cannot be a name."""
    if len(login) > MAX_TYPED:
        return []
    found = [name for name in (fold_of_before(login), fold(login)) if name and storable(name)]
    return list(dict.fromkeys(found))


def checked_login(login: str) -> str:
    """A new sign-in name as it is stored; Unreadable unless one can sign in with what was typed."""
    folded = fold(login)
    if len(login) > MAX_TYPED or not MIN_LOGIN <= len(folded) <= MAX_LOGIN or not storable(folded):
        text = N_("A sign-in name has %(least)s to %(most)s characters.")
        raise Unreadable(Message(text, least=MIN_LOGIN, most=MAX_LOGIN))
    return folded
