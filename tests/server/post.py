"""A letter box and an address on the web, real ones on this machine, that can be told to fail."""

from __future__ import annotations

import asyncio
import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.server.running import free_port


class LetterBox:
    """A mail server. `answers` are given first; then everything is taken."""

    def __init__(self) -> None:
        self.port = free_port()
        self.letters: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.answers: list[str] = []
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        if self.answers:
            return self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        letter = message_from_bytes(envelope.content, policy=default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        self.recipients += envelope.rcpt_tos
        return "250 taken"

    def open(self) -> None:
        self._controller.start()

    def close(self) -> None:
        self._controller.stop()

    async def next(self, number: int) -> EmailMessage:
        """Letter number `number`, once it is there."""
        async with asyncio.timeout(60):
            while len(self.letters) < number:
                await asyncio.sleep(0.02)
        return self.letters[number - 1]


class Receiver:
    """An address on the web. `answers` are statuses that are given first (0: no answer at all); then everything is taken."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/hook?key=1"
        self.answers: list[int] = []
        self.asked = 0
        self.bodies: list[Any] = []
        self.paths: list[str] = []
        self._server: asyncio.Server | None = None
        self._stuck: list[asyncio.StreamWriter] = []

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def close(self) -> None:
        if self._server is not None:
            for writer in self._stuck:
                writer.close()
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:"))
        body = await reader.readexactly(length)
        self.asked += 1
        self.paths.append(head.split(" ")[1])
        status = self.answers.pop(0) if self.answers else 204
        if status == 0:
            self._stuck.append(writer)
            return
        if status == 204:
            self.bodies.append(json.loads(body))
        writer.write(f"HTTP/1.1 {status} Said\r\nLocation: {self.url}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def next(self, number: int) -> Any:
        """Delivery number `number`, once it is there."""
        async with asyncio.timeout(60):
            while len(self.bodies) < number:
                await asyncio.sleep(0.02)
        return self.bodies[number - 1]
