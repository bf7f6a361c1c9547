"""What a release rests on: one version, one name, a build that needs little, a changelog made of fragments."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import brehon
from tests.changelog import ROOT, insert, read_fragments, section

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_OURS = re.compile(r"pip3? +install(?: +-\S+)* +['\"]?brehon(?!-table)")  # belongs to others on the public index
yaml = importlib.import_module("yaml")


def files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )  # fmt: skip
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_the_version_is_written_once() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|rc\d+)?", brehon.__version__)
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "brehon.__version__"}
    assert "version" not in read_yaml("CITATION.cff")


@pytest.mark.parametrize(
    "words, is_other",
    [("pip install brehon", True), ("pip install --upgrade 'brehon[lab]'", True), ("pip install 'brehon-table[lab]'", False), ("pip install '.[lab]'", False)],
)  # fmt: skip
def test_the_search_for_the_name_of_others_finds_it(words: str, is_other: bool) -> None:
    assert bool(NOT_OURS.search(words)) == is_other


def test_no_file_names_the_package_of_others() -> None:
    assert PROJECT["project"]["name"] == "brehon-table"
    for path in files():
        if path == Path(__file__) or path.name.startswith("0008-"):  # which tell why
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        assert not NOT_OURS.search(text), path
        assert not re.search(r"via brehon\b(?!-table)|#   brehon \(", text), path


def test_an_isolated_build_compiles_with_the_mypy_of_the_lock() -> None:
    (wanted,) = (one for one in PROJECT["build-system"]["requires"] if one.startswith("mypy"))
    version = wanted.split("==")[1]
    assert f"\nmypy=={version} " in (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8"), (
        "write it into pyproject.toml, too"
    )


def hot_modules(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.chdir(ROOT)
    spec = importlib.util.spec_from_file_location("hook", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    found: list[Path] = hook.hot_modules()
    return found


def test_hot_modules_import_nothing_that_an_isolated_build_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = {"brehon", "mypy_extensions", *sys.stdlib_module_names}
    modules = hot_modules(monkeypatch)
    assert len(modules) > 50
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in allowed, f"{path} imports {name}"


def read_yaml(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return found


def test_the_citation_has_what_version_1_2_of_its_format_asks_for() -> None:
    citation = read_yaml("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    known = {"cff-version", "message", "type", "title", "authors", "license", "keywords", "abstract", "date-released"}
    assert {"cff-version", "message", "title", "authors"} <= set(citation) <= known
    assert citation["type"] == "software"
    assert citation["license"] == PROJECT["project"]["license"]
    assert all(set(author) <= {"name", "family-names", "given-names", "orcid"} for author in citation["authors"])


def test_the_hooks_of_pre_commit_fetch_nothing() -> None:
    hooks = read_yaml(".pre-commit-config.yaml")
    assert [repo["repo"] for repo in hooks["repos"]] == ["local"]
    assert {hook["language"] for repo in hooks["repos"] for hook in repo["hooks"]} == {"system"}


def test_the_fragments_of_the_changelog_are_in_order() -> None:
    assert section(read_fragments(ROOT / "changelog.d"), "1.2.3", "2026-01-01").startswith("## 1.2.3 (2026-01-01)\n\n")


@pytest.mark.parametrize(
    "name, text",
    [
        ("table.new.md", "A sentence."),
        ("Table.added.md", "A sentence."),
        ("table.added.txt", "A sentence."),
        ("added.md", "A sentence."),
        ("table.added.md", ""),
        ("table.added.md", "- A sentence."),
        ("table.added.md", "# A heading\nA sentence."),
        ("table.added.md", "A sentence.\n\nAnother one."),
        ("table.added.md", "no end"),
        ("table.added.md", "too long " * 200 + "."),
    ],
)
def test_a_fragment_that_is_not_in_order_is_refused_by_name(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=re.escape(name)):
        read_fragments(tmp_path)


def test_fragments_come_by_kind_before_the_latest_section(tmp_path: Path) -> None:
    for name, text in {
        "b.fixed.md": "B.\nMore.",
        "a.fixed.md": "A.",
        "z.breaking.md": "Z.",
        "x.summary.md": "X.",
    }.items():
        (tmp_path / name).write_text(text + "\n")
    new = section(read_fragments(tmp_path), "1.2.0", "2026-01-01")
    assert insert("# Changelog\n\n## 1.1.0\n", new) == (
        "# Changelog\n\n## 1.2.0 (2026-01-01)\n\nX.\n\n- Z.\n- A.\n- B.\n  More.\n\n## 1.1.0\n"
    )
