"""The games of a balance report as tables: written to CSV and read again, so that every figure can be recomputed."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from brehon.core.contract import Ruleset
from brehon.core.errors import BrehonError
from brehon.core.witness import Group, kind_name
from brehon.lab.balance_game import Story, win_shares

GAMES: Final = ["game", "deal", "first", "plies", "decisions", "forced", "breadth", "rounds", "lead_changes", "half_leaders", "ending", "cause"]  # fmt: skip
SEATS: Final = ["game", "seat", "player", "turn_order", "place", "score", "win_share"]
HAD: Final = ["game", "seat", "group", "item", "round", "chance_before"]
OFFERS: Final = ["game", "group", "item", "offered", "taken"]
KINDS: Final = ["game", "kind", "legal", "open", "chosen"]
FILES: Final = {"games.csv": GAMES, "seats.csv": SEATS, "items.csv": HAD, "offers.csv": OFFERS, "actions.csv": KINDS}


class BadData(BrehonError):
    """A folder of tables that cannot be read."""


class Catalogue:
    """The names that belong to the numbers of a story."""

    def __init__(self, rules: Ruleset) -> None:
        self.n_seats = rules.n_seats
        self.groups: list[Group] = rules.game.face().witness(rules).groups
        self.kinds = [kind_name(rules, kind) for kind in range(len(rules.space.first))]
        self.kinds = [name if self.kinds.count(name) == 1 else f"{name} #{kind}" for kind, name in enumerate(self.kinds)]  # fmt: skip

    def item(self, group: int, item: int) -> tuple[str, str]:
        return self.groups[group].key, self.groups[group].items[item].key


class Data(NamedTuple):
    """All games of a report."""

    names: Catalogue
    stories: list[Story]


def write_data(data: Data, folder: Path) -> None:
    """One CSV for each kind of row."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables(data).items():
        (folder / name).write_text(as_csv(FILES[name], rows), encoding="utf-8", newline="")


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def tables(data: Data) -> dict[str, list[list[object]]]:
    """The rows of every file."""
    names = data.names
    found: dict[str, list[list[object]]] = {name: [] for name in FILES}
    for s in data.stories:
        found["games.csv"].append([s.number, s.deal, s.first, s.plies, s.decisions, s.forced, s.breadth, s.rounds,
                                   s.lead_changes, s.half_leaders, s.ending, s.cause])  # fmt: skip
        for seat, share in enumerate(win_shares(s.places)):
            order = (seat - s.first) % names.n_seats + 1
            found["seats.csv"].append([s.number, seat, s.players[seat], order, s.places[seat], s.scores[seat], share])
        for group, item, seat, when, chance in s.had:
            found["items.csv"].append([s.number, seat, *names.item(group, item), when, chance])
        for group, item, offered, taken in s.offers:
            found["offers.csv"].append([s.number, *names.item(group, item), offered, taken])
        for kind, *counts in s.kinds:
            found["actions.csv"].append([s.number, names.kinds[kind], *counts])
    return found


def read_data(rules: Ruleset, folder: Path) -> Data:
    """Read the tables of `write_data` back; BadData says where they are wrong."""
    names = Catalogue(rules)
    raw = {name: _read(folder / name, head) for name, head in FILES.items()}
    places = {(g.key, item.key): (a, b) for a, g in enumerate(names.groups) for b, item in enumerate(g.items)}
    kinds = {name: kind for kind, name in enumerate(names.kinds)}
    try:
        seats = _by_game(raw["seats.csv"])
        had, offers, actions = (_by_game(raw[name]) for name in ("items.csv", "offers.csv", "actions.csv"))
        stories: list[Story] = []
        for row in raw["games.csv"]:
            game = int(row[0])
            players, their = [r[1] for r in seats[game]], seats[game]
            stories.append(Story(
                game, int(row[1]), players, int(row[2]), [int(r[3]) for r in their], [int(r[4]) for r in their],
                int(row[3]), int(row[4]), int(row[5]), int(row[6]), int(row[7]), int(row[8]), int(row[9]), row[10], row[11],
                sorted((*places[r[1], r[2]], int(r[0]), int(r[3]), float(r[4])) for r in had[game]),
                sorted((*places[r[0], r[1]], int(r[2]), int(r[3])) for r in offers[game]),
                sorted((kinds[r[0]], int(r[1]), int(r[2]), int(r[3])) for r in actions[game]),
            ))  # fmt: skip
    except (KeyError, ValueError, IndexError) as error:
        raise BadData(f"the tables in {folder} do not match {rules.game.title}: {error!r}") from None
    return Data(names, stories)


def _read(path: Path, head: list[str]) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    if not rows or rows[0] != head:
        raise BadData(f"{path} is not a table of a balance report: its first line must be {','.join(head)}")
    return rows[1:]


def _by_game(rows: list[list[str]]) -> dict[int, list[list[str]]]:
    found: dict[int, list[list[str]]] = defaultdict(list)
    for row in rows:
        found[int(row[0])].append(row[1:])
    return found
