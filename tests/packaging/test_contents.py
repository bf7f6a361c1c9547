"""What is in the wheel and in the source archive: all of the package, and nothing else."""

from __future__ import annotations

import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import brehon
from tests.packaging.conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.compiled]
BUILT = (".so", ".pyd", ".sha256", ".pyc")


def in_tree() -> set[str]:
    """Every file of the package, as the wheel has it: catalogues compiled, else as in the tree."""
    found = {path.relative_to(ROOT / "src") for path in (ROOT / "src" / "brehon").rglob("*") if path.is_file()}
    return {
        (path.with_suffix(".mo") if path.suffix == ".po" else path).as_posix()
        for path in found
        if path.suffix not in BUILT
    }


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    info = f"brehon_table-{brehon.__version__}.dist-info/"
    ours = {name for name in names if not name.startswith(info)}
    assert {name for name in ours if not name.endswith(BUILT)} == in_tree()
    compiled = {name for name in ours if name.endswith((".so", ".pyd"))}
    assert any(name.startswith("brehon/games/armorica/phases.") for name in compiled)
    assert not [name for name in compiled if "left_over" in name]
    (shared,) = (name for name in compiled if "/" not in name)
    assert shared.startswith("brehon_engine__mypyc.")
    assert len([name for name in ours if name.endswith(".sha256")]) == 1


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        info = f"brehon_table-{brehon.__version__}.dist-info/"
        about = Parser().parsestr(archive.read(f"{info}METADATA").decode())
        scripts = archive.read(f"{info}entry_points.txt").decode()
        assert f"{info}licenses/LICENSE" in archive.namelist()
    assert (about["Name"], about["Version"]) == ("brehon-table", brehon.__version__)
    assert "brehon = brehon.cli.main:main" in scripts


def test_the_source_archive_has_what_a_build_needs_and_no_tests(source: Path) -> None:
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames() if not archive.getmember(name).isdir()}
    assert {"pyproject.toml", "setup.py", "README.md", "LICENSE", "src/brehon/locale/de.po"} <= names
    assert {name.removeprefix("src/") for name in names if name.startswith("src/brehon/")} == {
        name.replace(".mo", ".po") if name.endswith(".mo") else name for name in in_tree()
    }
    assert not [name for name in names if name.startswith(("tests/", "bench/", "build/")) or name.endswith(BUILT)]
