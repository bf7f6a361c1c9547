"""The log of the running server: never a token, a cookie, a secret or a text of a person."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from typing import Final

FORMATS: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")
EXTRA: Final = ("method", "route", "status", "ms")  # of a request


class JsonLines(logging.Formatter):
    """One object per line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "worker": os.getpid(),
            "message": record.getMessage(),
        }
        entry.update({name: getattr(record, name) for name in EXTRA if hasattr(record, name)})
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def set_up_logs(form: str, level: str) -> None:
    """Everything goes to stderr; requests are logged at level info, by their route and never by their address."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # it complains about every race that the key has decided
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # our own lines report a lost database
    for name in ("brehon", "uvicorn"):
        logging.getLogger(name).setLevel(level.upper())
