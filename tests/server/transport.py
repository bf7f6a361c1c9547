"""The way in which the tests reach an application: its ASGI interface, and behind it what the application keeps."""

from __future__ import annotations

import httpx
from fastapi import FastAPI


class Transport(httpx.ASGITransport):
    """A transport that knows that its application is ours (`site.app.state`)."""

    app: FastAPI
