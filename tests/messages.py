"""The message catalogues: what the source asks for, and what the .po files have. `make messages` brings them up to date."""

from __future__ import annotations

import io
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from brehon.cli.helptexts import all_texts
from brehon.cli.main import app
from brehon.core.text import LANGUAGES, LOCALE

SRC = LOCALE.parent
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**/templates/**.html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}
KEYWORDS = {"N_": None, "NN_": (1, 2), "_": None, "gettext": None, "ngettext": (1, 2)}


def extract() -> Catalog:
    """Every text that is marked in the source and the templates."""
    return deepcopy(_extracted())


@cache
def _extracted() -> Catalog:
    """It takes seconds, and several tests ask for it; some of them change what they get."""
    found = Catalog(project="Brehon", charset="utf-8", fuzzy=False)
    for name, _, text, comments, _ in sorted(
        extract_from_dir(SRC, METHODS, OPTIONS, KEYWORDS), key=lambda item: item[0]
    ):
        path = Path(name).as_posix()
        found.add(text, locations=[(f"src/brehon/{path}", 0)], auto_comments=comments)
    for text in sorted(all_texts(app)):  # of --help: typed where a command is declared, translated as a whole
        found.add(text, locations=[("src/brehon/cli/main.py", 0)])
    return found


def path_of(language: str) -> Path:
    return LOCALE / f"{language}.po"


def load(language: str) -> Catalog:
    if not path_of(language).exists():
        return Catalog(locale=language, project="Brehon", charset="utf-8", fuzzy=False)
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def save(language: str, catalogue: Catalog) -> None:
    LOCALE.mkdir(exist_ok=True)
    text = io.BytesIO()
    write_po(text, catalogue, width=0, omit_header=False, sort_output=True, include_lineno=False, ignore_obsolete=True)
    kept = [
        line
        for line in text.getvalue().decode().splitlines()
        if not line.startswith(('"POT-Creation', '"PO-Revision', '"Generated-By'))
    ]
    path_of(language).write_text("\n".join(kept) + "\n", encoding="utf-8")


def untranslated(catalogue: Catalog) -> list[str]:
    return [str(message.id) for message in catalogue if message.id and (message.fuzzy or not all(_forms(message)))]


def _forms(message: Message) -> list[str]:
    """The one text of a message, or those for one thing and for many."""
    text = message.string
    return list(text) if isinstance(text, tuple | list) else [text]  # type: ignore[list-item]


def main() -> int:
    source = extract()
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = load(language)
        catalogue.update(source, no_fuzzy_matching=True)
        save(language, catalogue)
        missing = untranslated(catalogue)
        print(f"{path_of(language)}: {len(list(catalogue)) - 1} messages, {len(missing)} without translation")
        for text in missing:
            print("  " + text.replace("\n", " ")[:150])
    return 0


if __name__ == "__main__":
    sys.exit(main())
