"""How The Arrival shows itself."""

from brehon.core.face import Face

FACE: Face
