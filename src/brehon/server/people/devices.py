"""Devices of a person as the list of them shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brehon.server.names import clean


@dataclass
class Device:
    """A line of the list of one's devices."""

    id: str
    label: str
    seen: float
    is_this: bool


SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


BROWSERS: Final = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrom": "Chrome", "Safari": "Safari"}


PROGRAM: Final = "API"  # before the label of a program in the list of devices


def program_label(label: str) -> str:
    """The label of a program in the list of one's devices."""
    return clean(f"{PROGRAM}: {label}" if label.strip() else PROGRAM, 64)


def label_of(agent: str) -> str:
    """What a browser calls itself, short enough for a list: "Firefox, Windows"."""
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), "Browser")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return f"{browser}, {system}" if system else browser
