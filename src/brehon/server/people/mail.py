"""Mail: where it is sent, and what a message looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

import aiosmtplib

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.errors import Unreadable
from brehon.server.people.webhooks import NotDelivered
from brehon.server.settings import Settings

TIMEOUT: Final = 20.0  # seconds for one message
PERMANENT: Final = 500  # status codes from here on are final
LOCAL_PART: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}")
DOMAIN: Final = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{1,62}")
EXAMPLE: Final = "smtp://USER:PASSWORD@mail.example.org:587"


class BadMail(BrehonError):
    """Settings for mail that cannot be used."""


@dataclass(frozen=True)
class Relay:
    """The server that takes our mail."""

    host: str
    port: int
    user: str
    password: str
    is_tls: bool  # from the first byte on; else the connection is upgraded when the server offers it


def read_relay(address: str) -> Relay:
    """Settings as people write them; BadMail says what would be right."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadMail(f"the address of the mail server cannot be read; write it as {EXAMPLE}") from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadMail(f"the address of the mail server must begin with smtp:// or smtps://, for example {EXAMPLE}")
    is_tls = parts.scheme == "smtps"
    return Relay(
        parts.hostname, port or (465 if is_tls else 587), unquote(parts.username or ""), unquote(parts.password or ""), is_tls
    )  # fmt: skip


def read_address(text: str) -> str:
    """The mail address of a person; Unreadable says what would be right."""
    local, _, domain = text.strip().rpartition("@")
    is_right = LOCAL_PART.fullmatch(local) and DOMAIN.fullmatch(domain) and len(text) <= 254
    if not is_right or local[0] == "." or local[-1] == "." or ".." in local:
        raise Unreadable(
            Message(N_("This is not an e-mail address. Write it like %(example)s"), example="ann@example.org")
        )
    return f"{local}@{domain.lower()}"


class Mailer:
    """Sends messages. Without a relay, a sender and our own public address nothing is sent."""

    def __init__(self, settings: Settings) -> None:
        self.relay = read_relay(settings.smtp_url) if settings.smtp_url else None
        self.sender = _read_sender(settings.mail_from) if settings.mail_from else ""
        self.base = settings.public_url.rstrip("/")
        if self.relay and not (self.sender and self.base):
            raise BadMail("mail needs a sender and the public address of this server too: --mail-from, --public-url")

    @property
    def is_ready(self) -> bool:
        return self.relay is not None

    async def send(self, to: str, subject: str, text: str, stop_link: str = "") -> None:
        """Send one message; NotDelivered says why not."""
        assert self.relay is not None
        letter = EmailMessage()
        letter["From"] = Address("Brehon", addr_spec=self.sender)
        letter["To"] = to
        letter["Subject"] = subject
        letter["Date"] = formatdate(usegmt=True)
        letter["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        if stop_link:
            letter["List-Unsubscribe"] = f"<{stop_link}>"
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(text)
        await self._hand_over(letter, self.relay)

    async def _hand_over(self, letter: EmailMessage, relay: Relay) -> None:
        try:
            await aiosmtplib.send(
                letter, hostname=relay.host, port=relay.port, username=relay.user or None, password=relay.password or None,
                use_tls=relay.is_tls, timeout=TIMEOUT,
            )  # fmt: skip
        except aiosmtplib.SMTPResponseException as error:
            why = Message(N_("the mail server answered with %(code)s"), code=error.code)
            raise NotDelivered(why, error.code >= PERMANENT) from None
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            why = Message(N_("the mail server refused the address with %(code)s"), code=max(codes))
            raise NotDelivered(why, min(codes) >= PERMANENT) from None
        except (aiosmtplib.SMTPException, OSError):
            raise NotDelivered(Message(N_("the mail server cannot be reached"))) from None


def _read_sender(text: str) -> str:
    try:
        return read_address(text)
    except Unreadable as error:
        raise BadMail(f"--mail-from: {error}") from None
