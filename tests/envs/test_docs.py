"""The examples of the pages for researchers run as they stand."""

import re
from pathlib import Path
from typing import Any

import pytest

from brehon.envs import datasets
from brehon.envs.making import make_rules

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCKS = [
    pytest.param(block, id=f"{page}-{number}")
    for page in ("envs.md", "datasets.md")
    for number, block in enumerate(
        re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    )
]


@pytest.mark.parametrize("block", BLOCKS)
def test_an_example_runs(block: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    records = datasets.play_games(make_rules("armorica-small"), ["wanderer", "wanderer"], 2, 1)
    datasets.save(datasets.from_records(records), tmp_path / "games.npz")
    exec(compile(block.replace("1000, policy", "20, policy"), "docs", "exec"), {"__name__": "docs"})


def test_the_sizes_in_the_table_are_those_of_the_observers() -> None:
    page = (DOCS / "envs.md").read_text(encoding="utf-8").replace(",", "")
    for name, counts in re.findall(
        r"^\| `([a-z-]+)` \| ([0-9 /]+) \| [0-9 /]+ \| [0-9 /]+ \|$", page, flags=re.MULTILINE
    ):
        sizes = [make_rules(name, int(seats)) for seats in counts.split(" / ")]
        entries = " / ".join(str(rules.game.observer(rules).size) for rules in sizes)
        actions = " / ".join(str(rules.space.size) for rules in sizes)
        assert f"| `{name}` | {counts} | {entries} | {actions} |" in page
    assert page.count("/ 4 |") >= 2
