"""The notebook runs from top to bottom, learns what it says, and is fit to be stored."""

import tempfile
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MOST_BYTES = 300_000


def texts(book: Any) -> list[Any]:
    return [out.get("text", "") for cell in book.cells for out in cell.get("outputs", [])]


@pytest.mark.compiled  # it learns from thousands of games
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning:zmq.*")
@pytest.mark.filterwarnings("ignore::DeprecationWarning:jupyter_client.*")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom_and_its_policy_beats_wanderer(path: Any) -> None:
    """The notebook itself asserts that the interval lies above one half; an assertion that fails there fails here."""
    book = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=540, kernel_name="python3").execute()
    assert any("of the wins against Wanderer" in text for text in texts(book))
    kinds = {kind for cell in book.cells for out in cell.get("outputs", []) for kind in out.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= kinds, "the board and the learning curve are shown"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_stored_notebook_is_small_executed_and_knows_no_machine(path: Any) -> None:
    source = path.read_text(encoding="utf-8")
    book = nbformat.reads(source, as_version=4)  # type: ignore[no-untyped-call]
    assert len(source.encode()) < MOST_BYTES
    assert all(cell.get("execution_count") for cell in book.cells if cell.cell_type == "code")
    assert any("of the wins against Wanderer" in text for text in texts(book))
    for word in (str(Path.home()), str(Path.cwd()), tempfile.gettempdir(), "Traceback"):
        assert word not in source


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
