"""How well one colour is told from another, by the formula of WCAG 2."""

from __future__ import annotations

RGB = tuple[int, int, int]


def rgb(colour: str | RGB) -> RGB:
    """ "#fff", "#ffffff" or three numbers as three numbers."""
    if not isinstance(colour, str):
        return colour
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mixed(over: str | RGB, under: str | RGB, opacity: float) -> RGB:
    """A colour that lets the one below it shine through."""
    red, green, blue = (round(a * opacity + b * (1 - opacity)) for a, b in zip(rgb(over), rgb(under), strict=True))
    return red, green, blue


def contrast(one: str | RGB, other: str | RGB) -> float:
    """From 1, the same, to 21, black on white."""
    high, low = sorted((_light(rgb(one)), _light(rgb(other))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _light(colour: RGB) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
