"""No "1 cards", no "2 card", no "card(s)", no "a Athach": in the catalogues, in the source, and in what random games say."""

import ast
import io
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from rich.console import Console

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER
from brehon.core.face import Offers
from brehon.core.nouns import GAMES, counted
from brehon.core.play import draw
from brehon.core.text import LANGUAGES, NN_, Message, Seat, Speaker
from tests import messages

# things that are counted, one and many; only words that differ can go wrong
NOUNS = {
    "en": """action actions|amphora amphorae|building buildings|card cards|casualty casualties|castle castles|character characters
        |choice choices|city cities|coin coins|colour colours|constraint constraints|day days|deal deals|decision decisions|disc discs
        |draw draws|game games|grape grapes|hit hits|hour hours|item items|kill kills|line lines|location locations|match matches
        |message messages|minute minutes|move moves|olive olives|path paths|piece pieces|player players|ply plies|point points
        |port ports|position positions|process processes|province provinces|round rounds|rumor rumors|seat seats|second seconds
        |set sets|shield shields|sword swords|table tables|tile tiles|trophy trophies|unit units|word words|worker workers""",
    "de": """Aktion Aktionen|Amphore Amphoren|Bedingung Bedingungen|Burg Burgen|Einheit Einheiten|Entscheidung Entscheidungen
        |Ertragskarte Ertragskarten|Farbe Farben|Gegenstand Gegenstände|Hafen Häfen|Karte Karten|Kartenteil Kartenteile|Mischung Mischungen
        |Münze Münzen|Nachricht Nachrichten|Olive Oliven|Ort Orte|Partie Partien|Pfad Pfade|Platz Plätze|Provinz Provinzen
        |Punkt Punkte|Runde Runden|Schaf Schafe|Scheibe Scheiben|Schild Schilde|Schritt Schritte|Schwert Schwerter|Sekunde Sekunden
        |Stadt Städte|Stunde Stunden|Tag Tage|Tisch Tische|Traube Trauben|Wort Wörter|Zeile Zeilen|Ziehung Ziehungen""",
}  # fmt: skip
PAIRS = {language: [pair.split() for pair in text.split("|")] for language, text in NOUNS.items()}
ADJECTIVE = r"(?:(?:more|other|free|used|tactic|earning|rumor|weitere|freie|benutzte) )?"
ONE_MANY = {
    language: re.compile(rf"(?<![\w.,:/%-])1 {ADJECTIVE}({'|'.join(many for _, many in pairs)})\b")
    for language, pairs in PAIRS.items()
}
MANY_ONE = {
    language: re.compile(
        rf"(?<![\w.,:/%-])(?:0|[2-9]|\d\d+) {ADJECTIVE}({'|'.join(one for one, _ in pairs)})\b(?! of\b| cards?\b| tiles?\b|-)"
    )
    for language, pairs in PAIRS.items()
}
GO = re.compile(r"(?<![\w.])1 (?!to )(?:\w+ )?(?:are|have|were|go|reach|break)\b")
ARTICLE = re.compile(r"\b[Aa] (?!un[ius]|us[eu]|eu|one\b|Unit)[aeiouAEIOUÁÉÍÓÚ]\w*")
COUNTED = re.compile(rf"%\((\w+)\)[sd] {ADJECTIVE}({'|'.join(many for _, many in PAIRS['en'])})\b")
TWO_FORMS = re.compile(rf"(?<![\w.+−-])1 ({'|'.join(one for one, _ in PAIRS['en'])})\b")
FIXED = {
    "most",
    "least",
    "limit",
    "last",
    "high",
    "seats",
    "people",
    "players",
    "workers",
    "cities",
}  # never 1 where they stand
DECIMAL = {"speed", "busy", "value", "reach", "slack", "mean", "order", "item"}  # 1.0 games per second
PEOPLE = {"player", "seat", "name"}  # draws, moves, hits: what they do, not how many


def wrong(text: str, language: Any, articles: bool = True) -> Any:
    """What is said in the wrong number, or with the wrong article."""
    found = [m[0] for m in (ONE_MANY[language].search(text), MANY_ONE[language].search(text)) if m]
    if language == "en":
        found += [m[0] for m in (GO.search(text), ARTICLE.search(text) if articles else None) if m]
    return found


@cache
def source() -> Any:
    return messages.extract()


def plain_texts() -> list[Any]:
    return [message.id for message in source() if message.id and isinstance(message.id, str)]


def plurals() -> list[Any]:
    return [message.id for message in source() if isinstance(message.id, tuple)]


@pytest.mark.parametrize(
    "text,language",
    [("only 1 cards", "en"), ("takes 1 swords", "en"), ("1 Fomori go back", "en"), ("A Athach appears", "en"), ("2 card", "en"),
     ("1 more lines", "en"), ("nur 1 Karten", "de"), ("noch 2 Aktion", "de")],
)  # fmt: skip
def test_the_test_sees_what_is_wrong(text: str, language: str) -> None:
    assert wrong(text, language)


@pytest.mark.parametrize(
    "text", ["1 card", "0 cards", "21 cards", "11 points", "a unit", "place 1 cards", "An Athach", "1 sheep"]
)
def test_the_test_lets_pass_what_is_right(text: str) -> None:
    assert not wrong(text.replace("place 1 cards", "place 1: cards"), "en")


def test_no_text_has_a_plural_in_brackets() -> None:
    for path in messages.SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.search(r"[a-z]\((s|es|n|en)\)", node.value), f"{path}: {node.value}"
    for path in messages.SRC.rglob("*.html"):
        assert not re.search(r"[a-z]\((s|es|n|en)\)", path.read_text(encoding="utf-8")), path


def test_what_counts_something_has_both_forms_in_the_catalogue() -> None:
    """A number before a plural, or "1 card" beside "%(n)s cards", belongs into NN_ or ngettext."""
    for text in plain_texts():
        for name, noun in COUNTED.findall(text):
            assert name in FIXED | DECIMAL | PEOPLE, f"%({name})s {noun} in {text!r}: use NN_"
        assert not TWO_FORMS.search(text), f"{text!r}: use NN_"


def test_the_forms_for_one_and_for_many_differ_where_they_should() -> None:
    assert len(plurals()) > 100
    for one, many in plurals():
        names = [name for name, _ in COUNTED.findall(one)]
        assert decides(one, many) not in names, f"the form for one says many: {one!r}"
        assert one != many or "wheat" in one or "sheep" in one, one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 1, 2, 5, 21])
def test_every_text_that_counts_is_said_in_the_right_number(language: Any, number: int) -> None:
    say = Speaker(language)
    for one, many in plurals():
        names = set(re.findall(r"%\((\w+)\)[sd]", one + many))
        by = decides(one, many)
        args = {name: Message("…") for name in names} | {by: number}
        text = say(Message(NN_(one, many, by), **args))
        assert not wrong(text, language), f"{text!r}"


def decides(one: Any, many: Any) -> Any:
    """The argument whose number decides between two forms: the one that NN_ names in the source."""
    return BY.get((one, many), "n")


def forms_in_source() -> Any:
    """Every NN_ of the source with the argument that it names."""
    found = {}
    for path in messages.SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "NN_":
                words = [arg.value for arg in node.args]  # type: ignore[attr-defined]
                found[words[0], words[1]] = words[2] if len(words) > 2 else "n"
    return found


BY = forms_in_source()


def test_no_counting_text_escapes_the_extraction() -> None:
    assert sorted(set(BY) - set(plurals())) == []


def test_a_count_can_stand_inside_another_text() -> None:
    message = Message("%(player)s: %(games)s", player=Seat(0), games=counted(GAMES, 1))
    assert (Speaker("en", ["Anna"])(message), Speaker("de", ["Anna"])(message)) == ("Anna: 1 game", "Anna: 1 Partie")
    assert str(counted(GAMES, 0)) == "0 games"
    assert Speaker("de")(counted(GAMES, 2)) == "2 Partien"


# -- what random games say


def said(rules: Any, seed: int, every: int = 17) -> Iterator[Any]:
    """All that a game says on its way: log, buttons, reasons, status, score sheet; as messages, and pictures as text."""
    face, rng, state = rules.game.face(), Random(seed), rules.start()
    speakers = {language: Speaker(language, ["Anna", "Bran", "Carla", "Dan", "Eva", "Finn"]) for language in LANGUAGES}
    ply = 0
    while True:
        found = []
        view = state.view(max(state.to_move(), 0))
        if ply % every == 0 or state.to_move() == OVER:
            found += [face.status(rules, view), *(face.action(rules, view, a) for a in face.shown(rules, view))]
            reasons = {a: state.why_not(a) for a in range(rules.space.size)}
            found += {str(r): r.text for r in reasons.values() if r is not None}.values()
            found += [m for line in face.score_sheet(rules, view) for m in (line.label, *line.notes)]
            yield from ((language, say(m)) for m in found for language, say in speakers.items())
            found = []
        if ply % (every * 8) == 0 or state.to_move() == OVER:
            for language, say in speakers.items():
                for narrow in (False, True):
                    yield from ((language, text) for text in pieces(face.board(rules, view, Offers(), say, narrow)))
                console = Console(file=io.StringIO(), width=300)
                console.print(face.terminal(rules, view, Offers(), say))
                for text in re.split(r"[\n│]|  +", console.file.getvalue()):  # type: ignore[attr-defined]
                    assert not wrong(text, language, articles=False), text  # single letters are signs there
        if state.to_move() == OVER:
            return
        log: list[Any] = []
        legal = state.legal()
        state.apply(draw(state, rng) if state.to_move() == CHANCE else legal[rng.randrange(len(legal))], log)
        found = [m for m in (face.event(rules, event) for event in log) if m is not None]
        yield from ((language, say(m)) for m in found for language, say in speakers.items())
        ply += 1


def pieces(svg: Any) -> list[Any]:
    """The texts of a picture, each by itself."""
    return [text for text in re.findall(r">([^<>]+)<", svg) if " " in text]


@pytest.mark.parametrize("name,n_seats,games", [("armorica", 2, 2), ("armorica", 4, 1), ("arrival", 2, 1), ("arrival", 4, 1),
                                                ("fallen-kingdoms", 3, 1)])  # fmt: skip
def test_random_games_count_right_in_both_languages(name: str, n_seats: int, games: int) -> None:
    rules = registry.make_ruleset(registry.game(name), n_seats)
    seen = set()
    for seed in range(games):
        for language, text in said(rules, seed):
            if (language, text) not in seen:
                seen.add((language, text))
                assert not wrong(text, language), text
    ones = [text for language, text in seen if language == "en" and re.search(r"\b1 [a-z]", text)]
    assert len(seen) > 500
    assert len(ones) > 10  # something was counted once
