"""The catalogues are complete: nothing untranslated, nothing stale, every placeholder kept."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest

from brehon.core.text import LANGUAGES
from tests import messages

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACE = re.compile(r"%\(\w+\)[sd]")


def marked() -> Iterator[Any]:
    """Every text inside N_( ) as Python itself reads the source, wherever it stands."""
    for path in messages.SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "N_":
                assert isinstance(node.args[0], ast.Constant), f"{path}: N_ marks plain texts only"
                yield str(node.args[0].value)


def test_no_marked_text_escapes_the_extraction() -> None:
    """A text marked inside an f-string would: the extractor does not look there."""
    assert sorted(set(marked()) - ids(messages.extract())) == []


def ids(catalogue: Any) -> set[Any]:
    return {message.id for message in catalogue if message.id}


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_has_exactly_the_texts_of_the_source(language: Any) -> None:
    wanted, there = ids(messages.extract()), ids(messages.load(language))
    assert sorted(map(str, wanted - there)) == [], "run make messages and translate"
    assert sorted(map(str, there - wanted)) == [], "stale: run make messages"


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: Any) -> None:
    assert messages.untranslated(messages.load(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_the_places_of_the_arguments(language: Any) -> None:
    places = 0
    for message in messages.load(language):
        if not message.id:
            continue
        texts = message.string if isinstance(message.string, tuple | list) else [message.string]
        originals = message.id if isinstance(message.id, tuple | list) else [message.id]
        allowed = set(PLACE.findall(" ".join(originals)))
        places += len(allowed)
        for text in texts:
            assert set(PLACE.findall(text)) <= allowed, message.id  # type: ignore[arg-type]
            if len(originals) == 1:
                assert set(PLACE.findall(text)) == allowed, message.id  # type: ignore[arg-type]
    assert places > 100


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_text_and_not_markup(language: Any) -> None:
    for message in messages.load(language):
        assert "<script" not in str(message.string)
