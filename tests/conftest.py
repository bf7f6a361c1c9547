"""What concerns all tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: the browser's driver leaves an event loop running, in which no async test could start."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
