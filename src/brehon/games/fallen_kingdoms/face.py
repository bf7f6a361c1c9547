"""How Fallen Kingdoms shows itself."""

from brehon.core.face import Face

FACE: Face
