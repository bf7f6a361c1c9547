"""The laws about a Face: what every game must provide for the page, the terminal and programs, in every language.

`show_by_the_laws` plays a random match as a table would and checks all of them at some of its positions. Each law is one function
that raises BrokenLaw.
"""

from __future__ import annotations

import json
from io import StringIO
from random import Random
from typing import Final
from xml.etree import ElementTree

from brehon.core.contract import ORACLE, Ruleset, View
from brehon.core.face import Face, Line, Offers, totals
from brehon.core.fair import seeded_secret
from brehon.core.laws import BrokenLaw, insist, viewers
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import LANGUAGES, Message, Reason, Speaker

NARROW: Final = 600  # a page treats a narrower picture as the one for phones
TERMINAL: Final = 80  # columns
SVG: Final = "{http://www.w3.org/2000/svg}"
REFUSED: Final = {
    f"{SVG}{tag}" for tag in ("script", "foreignObject", "style")
}  # a page's security policy refuses them


class Shown:
    """A position as one seat sees it: everything that a page passes to a face."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.rules = match.rules
        self.seat = seat
        self.view: View = match.view(seat)
        self.face: Face = match.rules.game.face()
        self.offers: Offers = match.offers(seat)


def said(say: Speaker, message: Message | Reason | None, what: str) -> str:
    """The words of a message: it has some, and every argument that its text names."""
    if not isinstance(message, Message | Reason):
        raise BrokenLaw(f"{what} is {type(message).__name__}, not a Message")
    try:
        words = say.reason(message) if isinstance(message, Reason) else say(message)
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenLaw(f"{what} cannot be said in {say.language!r}: {error!r}") from error
    insist(words.strip() != "", f"{what} has no words in {say.language!r}")
    insist("%(" not in words, f"{what} is left with a placeholder in {say.language!r}: {words!r}")
    return words


# -- laws about one position


def law_of_sheets(shown: Shown, say: Speaker) -> None:
    """The score sheet has a line for the points, equal to those of the rules; the same for the breakdown of a finished game."""
    match, seat = shown.match, shown.seat
    scores = match.state.scores()
    sheets = [("the score sheet", shown.face.score_sheet(shown.rules, shown.view)), ("the sheet of the match", match.score_sheet(seat))]  # fmt: skip
    for name, lines in sheets:
        _check_lines(name, lines, match.rules.n_seats, say)
        sums = totals(lines)
        known = range(match.rules.n_seats) if match.is_over or seat == ORACLE else [seat] if seat >= 0 else []
        insist(all(sums[s] == scores[s] for s in known), f"the total of {name} is {sums}, but the points are {scores}")
    parts = [line.values for line in lines if not line.is_total] if match.is_over else []
    added = [sum(column) for column in zip(*parts, strict=True)]
    insist(added in ([], sums), f"the lines of {name} add up to {added} in the end, but the points are {sums}")


def _check_lines(name: str, lines: list[Line], n_seats: int, say: Speaker) -> None:
    insist(lines != [], f"{name} is empty")
    for line in lines:
        label = said(say, line.label, f"a label of {name}")
        insist(len(line.values) == n_seats, f"{name}, {label}: {len(line.values)} values for {n_seats} seats")
        insist(len(line.notes) in (0, n_seats), f"{name}, {label}: {len(line.notes)} notes for {n_seats} seats")
    insist(lines[-1].is_total, f"the last line of {name} is not the total")


def law_of_labels(shown: Shown, say: Speaker) -> None:
    """Every action that is offered has words, and no two that are legal have the same: a person can tell them apart."""
    known: dict[str, int] = {}
    texts = shown.rules.space.texts
    for action, reason in shown.offers.reasons.items():
        words = said(say, shown.face.action(shown.rules, shown.view, action), f"the label of {texts[action]!r}")
        if reason is not None:
            said(say, reason, f"the reason against {texts[action]!r}")
        elif known.setdefault(words, action) != action:
            raise BrokenLaw(f"{texts[known[words]]!r} and {texts[action]!r} have the same label {words!r}")


def law_of_decisions(shown: Shown, say: Speaker) -> None:
    """The status has words, what is shown belongs to the game, and a form has fields with names."""
    said(say, shown.face.status(shown.rules, shown.view), "the status")
    size = shown.rules.space.size
    listed = shown.face.shown(shown.rules, shown.view)
    insist(all(0 <= action < size for action in listed), f"shown() leaves the space: {listed}")
    form = shown.face.form(shown.rules, shown.view) if shown.offers.reasons else None
    if form is None:
        return
    form = shown.face.recall(shown.view, form, shown.match.log_back(shown.seat))
    said(say, form.title, "the title of the form")
    insist(form.fields != [], "the form has no fields")
    for field in form.fields:
        said(say, field.label, "a label of the form")
        insist(0 <= field.start <= field.most, f"the form proposes {field.start} of {field.most}")


def law_of_pictures(shown: Shown, say: Speaker, narrow: bool) -> None:
    """The picture is XML of the requested width, and what can be clicked is legal and has a name."""
    what = "the narrow picture" if narrow else "the picture"
    try:
        root = ElementTree.fromstring(shown.face.board(shown.rules, shown.view, shown.offers, say, narrow=narrow))
    except ElementTree.ParseError as error:
        raise BrokenLaw(f"{what} is not XML: {error}") from error
    insist(root.tag == f"{SVG}svg", f"{what} is {root.tag}, not an svg element of the SVG name space")
    box = root.get("viewBox", "").split()
    insist(len(box) == 4, f"{what} has no viewBox")
    insist((float(box[2]) < NARROW) == narrow, f"{what} is {box[2]} wide; narrow pictures, and only they, are below {NARROW}")  # fmt: skip
    ids = [str(one.get("id")) for one in root.iter() if one.get("id")]
    insist(len(ids) == len(set(ids)), f"{what} has an id twice: {sorted(i for i in set(ids) if ids.count(i) > 1)[:3]}")
    insist(not narrow or all(one.startswith("n-") for one in ids), "an id of the narrow picture does not begin with n-")
    for one in root.iter():
        insist(
            one.tag not in REFUSED and one.get("style") is None,
            f"{what} has a {one.tag} or a style, which pages refuse",
        )
    _check_spots(root, shown, what)


def _check_spots(root: ElementTree.Element, shown: Shown, what: str) -> None:
    texts, legal = shown.rules.space.texts, set(shown.offers.legal())
    for name, right in (("data-action", legal), ("data-why", set(shown.offers.reasons) - legal)):
        for one in root.iter():
            value = one.get(name)
            if value is None:
                continue
            insist(
                value.isdecimal() and int(value) in right, f"{what} has {name}={value}, but these are: {sorted(right)}"
            )
            title = one.get("aria-label") or one.findtext(f"{SVG}title") or ""
            insist(
                title.strip() != "",
                f"{texts[int(value)]!r} can be clicked in {what}, but has neither aria-label nor title",
            )


def law_of_data(shown: Shown) -> None:
    """What a program gets is valid JSON: keys are strings, no objects, no infinite numbers."""
    data = shown.face.data(shown.rules, shown.view)
    try:
        json.dumps(data, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BrokenLaw(f"data() is not JSON: {error}") from error
    insist(_has_text_keys(data), "data() has a key that is not a text; JSON would change it")


def _has_text_keys(data: object) -> bool:
    if isinstance(data, dict):
        return all(isinstance(key, str) and _has_text_keys(value) for key, value in data.items())
    return all(_has_text_keys(value) for value in data) if isinstance(data, list | tuple) else True


def law_of_terminals(shown: Shown, say: Speaker) -> None:
    """The table can be printed in a terminal."""
    from rich.console import Console

    file = StringIO()
    console = Console(file=file, width=TERMINAL, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(shown.face.terminal(shown.rules, shown.view, shown.offers, say))
    insist(file.getvalue().strip() != "", "the terminal shows nothing")


def check_face(match: Match) -> None:
    """All laws about one position, for every viewer in every language."""
    for seat in [*viewers(match.state), *([ORACLE] if match.is_over else [])]:
        shown = Shown(match, seat)
        law_of_data(shown)
        for language in LANGUAGES:
            say = Speaker(language, [player.name for player in match.players])
            for law in (law_of_sheets, law_of_decisions, law_of_labels, law_of_terminals):
                law(shown, say)
            for narrow in (False, True):
                law_of_pictures(shown, say, narrow)


# -- laws about a game and a whole match


def law_of_events(match: Match) -> None:
    """Every event has a line of the log, or needs none."""
    face = match.rules.game.face()
    for event in [event for events in match.events for event in events]:
        message = face.event(match.rules, event)
        for language in LANGUAGES if message is not None else []:
            said(Speaker(language), message, f"the line of the log for an event of kind {event.kind}")


def show_by_the_laws(rules: Ruleset, seed: int, positions: int = 6) -> int:
    """Play a random match as a table would, and show so many of its positions and its end; how many were shown."""
    rng = Random(f"{seed} {rules.n_seats} face")
    match = Match(rules, [Player(f"Player {seat + 1}") for seat in range(rules.n_seats)], seeded_secret(seed))
    match.start()
    while not match.is_over:
        movers = [seat for seat in range(rules.n_seats) if match.may_move(seat)]
        seat = movers[rng.randrange(len(movers))]
        actions = match.legal(seat)
        match.play(seat, actions[rng.randrange(len(actions))])
    law_of_events(match)
    plies = [*rng.sample(range(match.ply), min(positions, match.ply)), match.ply]
    for ply in sorted(plies):
        check_face(match.at(ply))
    return len(plies)
