"""The pages: no dead link, every page in the index, decisions in one format, every command and every table named."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import typer

from brehon.cli.main import app
from brehon.server.storage.schema import Base

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("*.md"))
HEADINGS = ["Context", "Choice", "Rejected", "Price"]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)|\bsrc=\"([^\"]+)\"")


def pages() -> list[Path]:
    """Every page of the repository, and nothing that lies around in an environment or a build."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )  # fmt: skip
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def anchors(page: Path) -> set[str]:
    """What a link to a heading is called."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> list[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return [
        one or other
        for one, other in LINK.findall(text)
        if "://" not in (one or other) and not one.startswith("mailto:")
    ]


def dead_links(page: Path) -> list[str]:
    dead = []
    fragment = page.parent.name == "changelog.d" and page.name != "README.md"  # will be part of CHANGELOG.md
    folder = ROOT if fragment else page.parent
    for link in links(page):
        name, _, anchor = link.partition("#")
        target = (folder / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_of_a_page_is_dead(page: Path) -> None:
    assert dead_links(page) == []


def test_a_dead_link_or_anchor_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# What it's *about*\n[a](#what-its-about) [b](#gone) [c](page.md#what-its-about) [d](gone.md)\n")
    assert dead_links(page) == ["#gone", "gone.md"]


def test_the_index_links_every_page() -> None:
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in links(DOCS / "README.md")}
    missing = [
        page.name for page in pages() if DOCS in page.parents and page not in linked and page != DOCS / "README.md"
    ]
    assert missing == [], "add them to docs/README.md"
    assert DOCS / "README.md" in {(ROOT / link).resolve() for link in links(ROOT / "README.md")}


def test_decisions_are_numbered_without_a_gap_and_without_a_double() -> None:
    assert [int(page.name[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.name[:4])
def test_a_decision_has_its_number_and_says_context_choice_rejected_and_price(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {int(page.name[:4])}. ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    for part in text.split("\n## ")[1:]:
        assert len(part.split("\n", 1)[1].strip()) > 20, f"nothing under {part.split()[0]}"


def commands(group: str = "") -> list[str]:
    """The commands of the program, or of one group of it."""
    found = typer.main.get_command(app)
    if group:
        found = found.commands[group]  # type: ignore[attr-defined]
    names: dict[str, object] = found.commands  # type: ignore[attr-defined]
    return sorted(names)


@pytest.mark.parametrize("name", commands())
def test_every_command_is_named_in_the_page_on_the_terminal(name: str) -> None:
    assert re.search(rf"`brehon {name}\b", (DOCS / "terminal.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", commands("lab"))
def test_every_command_of_the_lab_is_named_in_its_page(name: str) -> None:
    assert re.search(rf"\bbrehon lab {name}\b", (DOCS / "lab.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("table", sorted(Base.metadata.tables))
def test_every_table_of_the_database_is_named_in_the_page_on_the_server(table: str) -> None:
    section = (DOCS / "server.md").read_text(encoding="utf-8").split("Tables of the database:")[1].split("\n## ")[0]
    assert f"`{table}`" in section


def test_every_module_that_a_page_names_exists() -> None:
    """A path in backticks is a map: `table/visit.py` must end the path of a file that is there."""
    there = {
        path.as_posix() for folder in ("src", "tests", "bench", "examples") for path in (ROOT / folder).rglob("*.py")
    }
    there |= {path.as_posix() for path in ROOT.glob("*.py")}
    wrong: list[str] = []
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in re.findall(r"`([\w/-]+\.py)`", text):
            if name == name.lower() and not any(path.endswith(f"/{name}") for path in there):
                wrong.append(f"{page.name}: {name}")
    assert wrong == []
