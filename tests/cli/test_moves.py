"""The list of moves in the terminal: by kind, with what they would do; and what happened since one's last turn."""

from __future__ import annotations

import re
from pathlib import Path

from brehon.cli.table_screen import grouped
from brehon.core.text import Message
from tests.cli.program import brehon

ARRIVAL = ("play", "arrival", "--seats", "me,cottar,cottar", "--seed", "7", "--lang", "en")


def test_moves_are_grouped_in_the_order_of_their_first_and_numbered_through() -> None:
    build, spread = Message("Build"), Message("Spread")
    assert grouped({3: build, 4: spread, 5: Message("Build"), 6: None}) == [(build, [3, 5]), (spread, [4]), (None, [6])]


def test_the_number_of_a_move_is_the_one_that_is_played(home: Path) -> None:
    """Groups change the order of the list: the number that stands there counts."""
    path = home / "game.json"
    shown = brehon(home, *ARRIVAL, "--save", str(path), stdin="1\n1\n1\n").stdout
    lists = re.split(r"Player 1> 1\n", shown)[:-1]
    first = [re.findall(r"(?m)^  1  (.*)$", part)[-1] for part in lists]
    words = [re.split(r" {2,}", line.strip())[-1] for line in first]
    played = re.findall(r"\"0 ([a-z][^\"]*)\"", path.read_text("utf-8"))
    assert [word.strip() for word in words] == played


def test_what_a_move_would_do_stands_behind_it_and_a_question_mark_says_all_of_it(home: Path) -> None:
    done = brehon(home, *ARRIVAL, "--save", str(home / "game.json"), stdin="? 1\n? land at ravius\n? xyzzy\n")
    listed, _, told = done.stdout.partition("Player 1> ? 1")
    assert re.search(r"Land at Ravius .*joined to 4 locations", " ".join(listed.split()))
    assert "joined to 4 locations" in told
    assert "“xyzzy” is not a move" in done.stderr


def test_after_the_others_moves_it_says_what_happened_since_ones_last_turn(home: Path) -> None:
    done = brehon(home, *ARRIVAL, "--save", str(home / "game.json"), stdin="1\n" * 3)
    begin, _, rest = done.stdout.partition("Player 1> 1")
    assert "Since your last turn:" not in begin
    assert "Since your last turn:" in rest
    assert re.search(r"Since your last turn:\n.*(Cottar)", rest, re.DOTALL)
