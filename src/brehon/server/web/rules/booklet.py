"""The written rules of a game, read once: headings, rules by id, and a page where each of them can be linked to.

A rule is known by an id such as `AM-4.3`. It is defined by a list item that begins with the id in bold, by a row of a table whose
first cell is the id, by a heading that begins with it, or in running text by `R-9:`. An id that is mentioned and never defined
leads to where it is mentioned first.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

ID: Final = re.compile(r"\b[A-Z]{1,6}-\d+(?:\.\d+)*[a-z]?\b")
IN_TEXT: Final = re.compile(rf"({ID.pattern}): ")  # a definition in running text
CHAPTER: Final = re.compile(r"(\d+)\. ")
SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Heading:
    level: int
    text: str
    anchor: str


@dataclass(frozen=True)
class Rule:
    """One rule, or a passage of the text that has no id; then `id` is empty and the anchor is that of its heading."""

    id: str
    text: str  # without markup
    chapter: str
    anchor: str


@dataclass
class Booklet:
    """Rules as they are shown in one language."""

    body: Markup = field(default_factory=Markup)
    headings: list[Heading] = field(default_factory=list)
    rules: dict[str, Rule] = field(default_factory=dict)  # [id]
    passages: list[Rule] = field(default_factory=list)  # what has no id


@cache
def booklet(text: str, link: str = "", figures: tuple[tuple[str, Markup], ...] = ()) -> Booklet:
    """`link`: the page of the rules, if the text stands on another one (how to play).

    `figures`: HTML of our own, below the heading with this anchor or after the list that has this rule.
    """
    return _Reader(text, link, figures).read()


def plain(tokens: list[Token] | None) -> str:
    """The words of a line, without markup."""
    parts = [
        " " if one.type in ("softbreak", "hardbreak") else one.content if one.type in ("text", "code_inline") else ""
        for one in tokens or []
    ]
    return " ".join("".join(parts).split())


def slug(text: str) -> str:
    """A heading as an anchor: letters, digits and hyphens."""
    bare = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-") or "part"


class _Reader:
    def __init__(self, text: str, link: str, figures: tuple[tuple[str, Markup], ...]) -> None:
        self.figures = figures
        self.setter = MarkdownIt("commonmark", {"html": False}).enable("table")  # no text can bring HTML of its own
        self.tokens = self.setter.parse(text)
        self.link = link
        self.book = Booklet()
        self.chapter, self.anchor = "", ""
        self.taken: set[str] = set()  # anchors
        self.loose: set[str] = set()  # ids that are anchored inside a line

    def read(self) -> Booklet:
        for at, token in enumerate(self.tokens):
            if token.type == "inline":
                self._line(at, token)
        self._mentioned()
        for token in self.tokens:
            if token.type == "inline" and token.children:
                token.children = self._linked(token.children)
        for anchor, figure in self.figures:
            self._insert(anchor, figure)
        html: str = self.setter.renderer.render(self.tokens, self.setter.options, {})
        self.book.body = Markup(
            html.replace("<table>", '<table tabindex="0">')
        )  # a wide one is scrolled by keyboard too
        return self.book

    # -- what is defined

    def _line(self, at: int, token: Token) -> None:
        before = self.tokens[at - 1]
        words = plain(token.children)
        if before.type == "heading_open":
            self._heading(before, words)
        elif before.type == "td_open":
            if self.tokens[at - 2].type == "tr_open" and ID.fullmatch(words):
                self._define(words, self._rest_of_row(at), self.tokens[at - 2])
        elif before.type == "paragraph_open":
            self._paragraph(at, token, words)

    def _heading(self, opening: Token, words: str) -> None:
        numbered, known = CHAPTER.match(words), ID.match(words)
        name = known[0] if known else f"chapter-{numbered[1]}" if numbered else slug(words)
        anchor, n = name, 2
        while anchor in self.taken:
            anchor, n = f"{name}-{n}", n + 1
        self.chapter, self.anchor = words, anchor
        if known and anchor == known[0]:
            self._define(anchor, words, opening)
        self.taken.add(anchor)
        opening.attrSet("id", anchor)
        self.book.headings.append(Heading(int(opening.tag[1]), words, anchor))

    def _paragraph(self, at: int, token: Token, words: str) -> None:
        children = token.children or []
        opening = self.tokens[at - 2]
        first = [one.type for one in children[:3] if one.type != "text" or one.content]
        bold = ID.match(words) if "strong_open" in first[:1] else None
        if opening.type == "list_item_open" and bold:
            self._define(bold[0], words[bold.end() :].strip(), opening)
            return
        found = list(IN_TEXT.finditer(words))
        for number, one in enumerate(found):
            end = found[number + 1].start() if number + 1 < len(found) else len(words)
            if one[1] not in self.book.rules:
                self._define(one[1], words[one.end() : end].strip())
                self.loose.add(one[1])
        if not found and words:
            self.book.passages.append(Rule("", words, self.chapter, self.anchor))

    def _rest_of_row(self, at: int) -> str:
        cells: list[str] = []
        for token in self.tokens[at + 1 :]:
            if token.type == "tr_close":
                break
            if token.type == "inline" and (words := plain(token.children)):
                cells.append(words)
        return " · ".join(cells)

    def _define(self, rule: str, text: str, opening: Token | None = None) -> None:
        if rule in self.book.rules:
            return
        self.book.rules[rule] = Rule(rule, text, self.chapter, rule)
        self.taken.add(rule)
        if opening is not None:
            opening.attrSet("id", rule)

    def _mentioned(self) -> None:
        """Ids without a definition: the sentence that mentions one first stands for it."""
        chapter = ""
        for at, token in enumerate(self.tokens):
            if token.type != "inline":
                continue
            words = plain(token.children)
            if self.tokens[at - 1].type == "heading_open":
                chapter = words
            for found in ID.finditer(" ".join(one.content for one in token.children or [] if one.type == "text")):
                if not self.link and found[0] not in self.book.rules:
                    text = next((part for part in SENTENCE.split(words) if found[0] in part), words)
                    self.book.rules[found[0]] = Rule(found[0], text, chapter, found[0])
                    self.loose.add(found[0])

    def _insert(self, anchor: str, figure: Markup) -> None:
        here = next((at for at, token in enumerate(self.tokens) if token.attrs.get("id") == anchor), None)
        if here is None:
            return
        while (
            self.tokens[here].level or self.tokens[here].nesting != -1
        ):  # the end of the heading, or of the whole list
            here += 1
        while self.tokens[here + 1].type == "html_block":
            here += 1
        self.tokens.insert(here + 1, Token("html_block", "", 0, content=figure))

    # -- links

    def _linked(self, children: list[Token]) -> list[Token]:
        out: list[Token] = []
        inside = 0  # a link of the text's own
        for token in children:
            inside += token.nesting if token.type in ("link_open", "link_close") else 0
            if token.type == "text" and not inside and "-" in token.content:
                out += self._split(token.content)
            else:
                out.append(token)
        return out

    def _split(self, text: str) -> list[Token]:
        out: list[Token] = []
        end = 0
        for found in ID.finditer(text):
            if not self.link and found[0] not in self.book.rules:
                continue
            out += [_text(text[end : found.start()]), *self._reference(found[0], text[found.end() :])]
            end = found.end()
        return [*out, _text(text[end:])]

    def _reference(self, rule: str, after: str) -> list[Token]:
        opening = Token("link_open", "a", 1, attrs={"class": "rule-ref", "href": f"{self.link}#{rule}"})
        is_place = rule in self.loose and (after.startswith(":") or self.book.rules[rule].text.find(rule) >= 0)
        if is_place:
            self.loose.discard(rule)
            opening.attrSet("id", rule)
        return [opening, _text(rule), Token("link_close", "a", -1)]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
