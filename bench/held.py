"""What a page holds of earlier answers, as static/held.js keeps it; a server that knows nothing of it sends whole answers."""

from __future__ import annotations

import zlib

CUT, RUN = "\x1e", "\x1f"
MOST = 4


def plain(headers: dict[str, str], body: bytes) -> bytes:
    """What the browser sees once it has unpacked an answer."""
    return zlib.decompress(body, 31) if headers.get("content-encoding") == "gzip" else body


class Held:
    """The pieces of the last answers, by name."""

    def __init__(self) -> None:
        self.pieces: dict[str, list[str]] = {}

    @property
    def names(self) -> str:
        return " ".join(reversed(self.pieces))

    def read(self, headers: dict[str, str], body: bytes) -> bytes:
        """The whole text of an answer."""
        text, name = plain(headers, body), headers.get("x-brehon-name", "")
        if not name:
            return text
        base, pieces = self.pieces.get(headers["x-brehon-base"], []), list[str]()
        for piece in text.decode().split(CUT):
            if piece.startswith(RUN):
                first, count = map(int, piece[1:].split())
                pieces += base[first : first + count]
            else:
                pieces.append(piece)
        assert len(pieces) == int(headers["x-brehon-pieces"]), "an answer refers to what the page does not hold"
        self.pieces[name] = pieces
        if len(self.pieces) > MOST:
            del self.pieces[next(iter(self.pieces))]
        return "".join(pieces).encode()
