"""RULES.de.md says what RULES.md says: the same parts in the same order, the same rules and numbers, and nothing left in English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from brehon.core import registry

REQUIRED = ("armorica", "arrival", "fallen-kingdoms")  # games whose German rules must be there
GAMES = Path(registry.__file__).parent.parent / "games"
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
RULE = re.compile(r"\b[A-Z]{1,3}-\d+(?:\.\d+[a-z]?)?\b")  # AM-4.3, AR-1.7a, R-12, RUL-05, K-1
DEFINED = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+[a-z]?)\*\*")
CODE = re.compile(r"`[^`]*`")
NAME = re.compile(r"[`*]([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)[`*]")  # voluntary_pass, *setup_discs*, armorica-default-2
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
ALONE = re.compile(r"(?<![\w.,-])\d+(?![\w.,-])")  # a number that is no part of a rule's
TOGETHER = {"zweit": "2", "dritt": "3", "viert": "4", "fünft": "5", "sechst": "6"}  # "with 5 players" is "zu fünft"
WORD = re.compile(r"[^\W\d_]+")
ENGLISH = """the and of you your is are it its to with for from that this these which who by if has have be or as at each any other no
not on one two they their them only when may can must goes than more all but whose does"""
GERMAN = """der die das den dem des und oder ist sind ein eine einen einem einer eines kein keine keinen du dir dich dein deine deiner deinen
mit auf von vom für aus bei beim nach vor zu zum zur im sie es er ihr ihre wer wie wenn was wird werden wurde nicht nur auch als dass darf
kann muss hat haben alle allen jede jeder jeden jedes mehr sich gibt je"""
SMALL_WORDS = frozenset(ENGLISH.split()), frozenset(GERMAN.split())


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, an entry of a list, or a row of a table (its cells one after the other)."""

    kind: str
    text: str

    def words(self) -> str:
        """What is left to translate: without code and without the numbers of rules."""
        return RULE.sub("", CODE.sub("", self.text))


def blocks(text: str) -> list[Block]:
    out: list[Block] = []
    cells: list[str] = []
    last = ""
    for token in MARKDOWN.parse(text):
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close":
            out.append(Block(f"row of {len(cells)}", " | ".join(cells)))
        elif token.type in ("th_open", "td_open"):
            last = "cell"
        elif token.type == "inline" and last == "cell":
            cells.append(token.content)
        elif token.type in ("heading_open", "list_item_open"):
            last = token.tag
        elif token.type == "paragraph_open":
            last = f"{last} p" if last == "li" else "p"
        elif token.type == "inline":
            out.append(Block(last, token.content))
    return out


def written(game: str) -> list[str]:
    """The English rules, and the German ones if there are any."""
    folder = GAMES / game.replace("-", "_")
    return [
        path.read_text(encoding="utf-8") for path in (folder / "RULES.md", folder / "RULES.de.md") if path.is_file()
    ]


def translated() -> list[str]:
    return sorted(game for game in registry.BUILTIN if len(written(game)) == 2)


def numbers(block: Block) -> Counter[str]:
    return Counter(found.replace(",", ".") for found in NUMBER.findall(RULE.sub("", block.text)))


def agree(english: Block, german: Block) -> bool:
    """What no language changes: the kind of a part, the rules, options and numbers in it. Their order in a sentence may differ."""
    for names in (RULE, NAME):
        if Counter(names.findall(english.text)) != Counter(names.findall(german.text)):
            return False
    spoken = Counter(TOGETHER[word] for word in re.findall(r"\b[Zz]u (zweit|dritt|viert|fünft|sechst)\b", german.text))
    missing, added = numbers(english) - numbers(german), numbers(german) - numbers(english)
    return english.kind == german.kind and missing <= spoken and not added


def different(english: Sequence[Block], german: Sequence[Block]) -> list[str]:
    """The parts that do not say the same as their counterparts; what is missing or too many is said first."""
    kinds = [Counter(block.kind for block in side) for side in (english, german)]
    if kinds[0] != kinds[1]:
        return [f"RULES.md has {dict(kinds[0])}, RULES.de.md {dict(kinds[1])}"]
    pairs = zip(english, german, strict=True)
    return [f"{ours.text!r} became {theirs.text!r}" for ours, theirs in pairs if not agree(ours, theirs)]


def is_english(sentence: str) -> bool:
    """More of the small words that only English has than of those that only German has."""
    words = [word.lower() for word in WORD.findall(sentence)]
    english, german = [sum(word in small for word in words) for small in SMALL_WORDS]
    return english > german


def english_sentences(german: Block) -> list[str]:
    parts = re.split(r"(?<=[.;:?!|])\s", german.words().replace("The Arrival", ""))
    return [part for part in parts if is_english(part)]


def has_words(block: Block) -> bool:
    """Something to translate. Names may stay: all their letters in front are capitals; but no heading is a name."""
    found = [word for word in WORD.findall(block.words()) if len(word) > 1]
    return any(word[0].islower() or block.kind.startswith("h") for word in found)


def left_in_english(english: Block, german: Block) -> list[str]:
    """English sentences in a German part; or all of it, if it is short and was not translated."""
    if english.words() == german.words() and has_words(german):
        return [german.text]
    return english_sentences(german)


@pytest.mark.parametrize("game", REQUIRED)
def test_the_rules_are_there_in_german(game: str) -> None:
    assert game in translated()


@pytest.mark.parametrize("game", translated())
def test_the_german_rules_have_every_part_rule_and_number_of_the_english_ones(game: str) -> None:
    english, german = written(game)
    assert len(DEFINED.findall(german)) > 50
    assert DEFINED.findall(german) == DEFINED.findall(english)
    assert different(blocks(english), blocks(german)) == []


@pytest.mark.parametrize("game", translated())
def test_nothing_in_the_german_rules_is_left_in_english(game: str) -> None:
    english, german = [blocks(text) for text in written(game)]
    assert [text for pair in zip(english, german, strict=True) for text in left_in_english(*pair)] == []


@pytest.mark.parametrize("game", sorted(registry.BUILTIN))
def test_an_english_part_is_noticed_by_its_words_even_where_it_is_not_the_one_of_the_english_rules(game: str) -> None:
    long = [
        part for part in blocks(written(game)[0]) if len(WORD.findall(part.words())) > 15
    ]  # shorter ones may be names
    assert len(long) > 50
    assert [part.text for part in long if not english_sentences(part)] == []


@pytest.mark.parametrize("game", translated())
def test_a_short_part_that_was_not_translated_and_a_sentence_inside_a_german_paragraph_are_noticed(game: str) -> None:
    english, german = [blocks(text) for text in written(game)]
    assert all(left_in_english(part, part) for part in english if has_words(part))
    for ours, theirs in zip(english, german, strict=True):
        mixed = Block(theirs.kind, f"{theirs.text}. Cards that cannot be fed leave the display of their owner.")
        assert len(left_in_english(ours, mixed)) == 1


@pytest.mark.parametrize("game", translated())
def test_a_part_that_is_missing_moved_or_says_another_number_is_noticed(game: str) -> None:
    english, german = [blocks(text) for text in written(game)]
    assert different(english, german[:-1]) != []
    rules = [index for index, part in enumerate(german) if DEFINED.search(part.text)]
    moved = [*german[: rules[0]], german[rules[1]], german[rules[0]], *german[rules[1] + 1 :]]
    assert len(different(english, moved)) == 2
    numbered = [(part, re.sub(ALONE, "99", part.text)) for part in german if ALONE.search(part.text)]
    assert len(numbered) > 30
    assert [part.text for part, changed in numbered if agree(part, Block(part.kind, changed))] == []


@pytest.mark.parametrize("game", REQUIRED)
@pytest.mark.parametrize("page", ["RULES.md", "HOWTO.md", "ALOUD.md"])
def test_the_english_pages_use_plain_words(game: str, page: str) -> None:
    text = (GAMES / game.replace("-", "_") / page).read_text(encoding="utf-8")
    assert re.findall(r"\b(?:whoever|nobody|somebody|told|anew|beside)\b", text, re.IGNORECASE) == []
