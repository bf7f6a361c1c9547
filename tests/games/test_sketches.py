"""Parts of a board that were drawn before are put there again: the picture is the one that is drawn from nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.canvas import Canvas
from brehon.core.contract import SPECTATOR
from brehon.core.face import Offers
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.sketches import WEIGHT, Sketches
from brehon.core.text import NN_, Message, Reason, Seat, Speaker, fingerprint
from brehon.games.armorica.svg_sheet import Sheet as ArmoricaSheet
from brehon.games.arrival.svg_scene import Scene
from brehon.games.fallen_kingdoms.svg_sheet import Sheet as FallenSheet

NAMES = (["Ada", "Bo", "Cy", "Di"], ["Ümit", "<b>", "Ada", "Bo"])
SHEETS: dict[str, type[Canvas[Any, Any]]] = {
    "armorica": ArmoricaSheet,
    "arrival": Scene,
    "fallen-kingdoms": FallenSheet,
}


def played(game: str, n_seats: int, table: int) -> Match:
    rules = registry.make_ruleset(registry.game(game), n_seats)
    match = Match(rules, [Player(name) for name in NAMES[table][:n_seats]], seeded_secret(table + 1))
    match.start()
    return match


def pictures(match: Match) -> list[str]:
    """What everybody and a spectator see, in both languages and layouts."""
    rules, face, out = match.rules, match.rules.game.face(), list[str]()
    for seat in (SPECTATOR, *range(rules.n_seats)):
        view = match.view(seat)
        offers = match.offers(seat, view) if seat >= 0 else Offers()
        for language, narrow in (("en", False), ("de", False), ("en", True)):
            say = Speaker(language, [player.name for player in match.players])
            out.append(face.board(rules, view, offers, say, narrow=narrow))
        out.append(face.seats(rules, view, offers, say))
    return out


def decide(match: Match, rng: Random) -> None:
    seat = rng.choice([seat for seat in range(match.rules.n_seats) if match.state.movers() >> seat & 1])
    match.play(seat, rng.choice(match.offers(seat, match.view(seat)).legal()))


@pytest.mark.parametrize(
    ("game", "n_seats"), [("armorica", 2), ("armorica", 3), ("arrival", 3), ("fallen-kingdoms", 3)]
)
def test_a_board_is_the_same_as_one_that_is_drawn_from_nothing(
    game: str, n_seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables with other people share what was drawn; no one gets a part that belongs to another view of it."""
    rng, kind = Random(n_seats), SHEETS[game]
    matches = [played(game, n_seats, table) for table in (0, 1)]
    shared = Sketches()
    for step in range(100):
        for match in matches:
            if match.is_over:
                continue
            if step % 20 < 2:  # two in a row: what is left over from the position before would be seen
                monkeypatch.setattr(kind, "sketches", shared)
                found = pictures(match)
                monkeypatch.setattr(kind, "sketches", Sketches(0))
                assert found == pictures(match)
            decide(match, rng)
    assert shared.found > shared.missed / 2  # the positions that are looked at lie far apart


def test_every_board_of_ours_keeps_its_own_parts() -> None:
    assert len({id(kind.sketches) for kind in SHEETS.values()}) == len(SHEETS)


# -- the memory


def a_part(size: int) -> tuple[tuple[str, ...], dict[str, str]]:
    return ("x" * (size - WEIGHT),), {}


def test_what_is_kept_stays_within_its_bounds() -> None:
    sketches = Sketches(10_000)
    for number in range(500):
        sketches.put(number, a_part(1_000))
        assert len(sketches) <= 20
    sketches.put("large", a_part(20_000))
    assert sketches.get("large") is None


def test_what_is_asked_for_is_kept_and_what_is_not_is_forgotten() -> None:
    sketches = Sketches(10_000)
    sketches.put("mine", a_part(1_000))
    sketches.put("old", a_part(1_000))
    for number in range(100):
        sketches.put(number, a_part(1_000))
        assert sketches.get("mine") is not None
    assert sketches.get("old") is None


# -- the words of a key


FORMS = NN_("%(n)s card", "%(n)s cards")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Message("%(a)s to %(b)s", a=1, b=2), Message("%(b)s to %(a)s", a=1, b=2)),
        (Message("%(a)s to %(b)s", a=1, b=2), Message("%(a)s to %(b)s", a=2, b=1)),
        (Message(FORMS, n=1), Message(FORMS, n=2)),
        (Message("%(who)s", who=Seat(0)), Message("%(who)s", who=Seat(1))),
        (Message("%(what)s", what=Message("a %(x)s", x="b")), Message("%(what)s", what=Message("a %(x)s", x="c"))),
    ],
)
def test_words_that_differ_have_other_fingerprints(one: Message, other: Message) -> None:
    assert fingerprint(one) != fingerprint(other)
    assert hash(fingerprint(one)) is not None


def test_the_same_words_have_the_same_fingerprint() -> None:
    def made() -> Message:
        return Message("%(what)s of %(who)s", what=Message(FORMS, n=3), who=Seat(1))

    assert fingerprint(made()) == fingerprint(made())


def test_a_part_is_drawn_again_if_what_may_be_done_there_or_why_not_has_changed() -> None:
    rules = registry.make_ruleset(registry.game("armorica"), 2)
    view = rules.start().view(0)

    def key(offers: Offers, names: list[str]) -> tuple[object, ...]:
        return Canvas(rules, view, offers, Speaker("en", names), False, 960).offered_here([0, 1])

    def no(text: str, rule: str = "AM-1.1") -> Callable[[], Offers]:
        return lambda: Offers({1: Reason("x", rule, Message(text))})

    kinds = [Offers, lambda: Offers({1: None}), no("too far"), no("too late"), no("too far", "AM-2.2")]
    found = [key(make(), ["Ada", "Bo"]) for make in kinds]
    assert len(set(found)) == len(kinds)
    assert found == [key(make(), ["Ada", "Bo"]) for make in kinds]
    assert found[2] != key(kinds[2](), ["Ada", "Cy"])
