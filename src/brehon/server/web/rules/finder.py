"""Finds rules by words: of their text, of their chapter, and of what one sees on the table. Pure functions of texts."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

MOST: Final = 12  # results
LEAST: Final = 0.2  # of the points of the best one; what has less is noise
LONGEST: Final = 200  # letters of a question; the rest is not looked at
K1, B = 1.2, 0.6  # BM25: how soon repetition counts no more, how much long texts are held back
IN_CHAPTER: Final = 0.4  # a word of the heading, against one of the rule itself
BEGINS: Final = 0.7  # a word that begins alike, against the word itself
WITHIN: Final = 0.5  # a part of a compound
NAMED: Final = 6.0  # a term of the game whose words are all in the question
FURTHER: Final = 0.8  # the further rules of a term
UNNUMBERED: Final = 0.5  # a passage without an id
APART: Final = 0.8  # a ruling or a constraint, whose ids begin with other letters than those of the rules
WORD: Final = re.compile(r"[^\W_]+")
ENDINGS: Final = {
    "en": ("ings", "ing", "ies", "ied", "ed", "es", "s", "e", "y"),
    "de": ("ungen", "ung", "ern", "en", "er", "es", "em", "e", "n", "s"),
}
STOP: Final = {
    "en": "a an and are as at be by can do does for from have how i if in is it its many may me mean means much my of on or "
    "that the there this to what when where which who why will with you your happens happen get",
    "de": "als am an auf aus bei bin bis das dass dem den der des die diese dieser ein eine einem einen einer es für hat habe "
    "hat ich im in ist kann können man mein meine mit muss nach oder sich sind und viel viele vom von wann warum was wenn wer "
    "werden wie wird wo wofür zu zum zur darf passiert bedeutet heißt bekomme macht tut",
}


@dataclass(frozen=True)
class Entry:
    """What can be found."""

    id: str  # "" for a passage without one
    text: str
    chapter: str
    anchor: str


@dataclass(frozen=True)
class Name:
    """Words by which people look for certain rules."""

    words: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Hit:
    entry: Entry
    marked: Markup  # the text, with what was looked for in <mark>


def folded(word: str) -> str:
    """Without capitals and accents: who looks for Eriu finds Ériu."""
    return unicodedata.normalize("NFKD", word.lower().replace("ß", "ss")).encode("ascii", "ignore").decode()


def stem(word: str, language: str) -> str:
    """A word without its ending, roughly: enough to bring forms of one word together."""
    for ending in ENDINGS.get(language, ()):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def terms(text: str, language: str) -> list[str]:
    stop = {folded(word) for word in STOP.get(language, "").split()}
    words = [folded(word) for word in WORD.findall(text)]
    return [stem(word, language) for word in words if word and word not in stop]


class Index:
    """The rules of one game in one language, ready to be asked."""

    def __init__(self, entries: list[Entry], names: list[Name], language: str) -> None:
        self.entries = entries
        self.language = language
        families = Counter(entry.id.partition("-")[0] for entry in entries if entry.id)
        self._family = families.most_common(1)[0][0] if families else ""
        self._known = {entry.id.upper(): entry for entry in entries if entry.id}
        self._texts = [self._counted(entry) for entry in entries]
        self._names = [(set(terms(name.words, language)), name.ids) for name in names]
        self._spread = Counter(term for text in self._texts for term in text)
        for words, _ in self._names:
            self._spread.update(words - self._spread.keys())
        self._length = sum(sum(text.values()) for text in self._texts) / max(1, len(entries))

    def _counted(self, entry: Entry) -> dict[str, float]:
        found: Counter[str] = Counter(terms(entry.text, self.language))
        out: dict[str, float] = dict(found)
        for term in set(terms(entry.chapter, self.language)):
            out[term] = out.get(term, 0.0) + IN_CHAPTER
        return out

    def ask(self, question: str, most: int = MOST) -> list[Hit]:
        """The rules that answer a question best, the best first. An id finds its rule."""
        question = question[:LONGEST].strip()
        named = self._known.get(question.upper())
        if named is not None:
            return [Hit(named, escape(named.text))]
        asked = list(dict.fromkeys(terms(question, self.language)))
        alike = [self._alike(term) for term in asked]
        points = [self._points(text, alike) for text in self._texts]
        self._by_name(asked, alike, points)
        for at, entry in enumerate(self.entries):
            points[at] *= self._worth(entry)
        least = LEAST * max(points, default=0.0)
        ranked = sorted((at for at, value in enumerate(points) if value > least), key=lambda at: -points[at])
        marks = {term for one in alike for term in one}
        return [Hit(self.entries[at], self._marked(self.entries[at].text, marks)) for at in ranked[:most]]

    def _worth(self, entry: Entry) -> float:
        if not entry.id:
            return UNNUMBERED
        return 1.0 if entry.id.partition("-")[0] == self._family else APART

    def _rarity(self, term: str) -> float:
        n = self._spread[term]
        return math.log(1 + (len(self.entries) - n + 0.5) / (n + 0.5))

    def _alike(self, asked: str) -> dict[str, float]:
        """[term of the index] how much it is worth as an answer to a term of the question."""
        out: dict[str, float] = {}
        for term in self._spread:
            if term == asked:
                worth = 1.0
            elif min(len(term), len(asked)) >= 4 and (term.startswith(asked) or asked.startswith(term)):
                worth = BEGINS
            elif min(len(term), len(asked)) >= 5 and (asked in term or term in asked):
                worth = WITHIN
            else:
                continue
            out[term] = worth
        return out

    def _points(self, text: dict[str, float], alike: list[dict[str, float]]) -> float:
        """BM25; of the words that are alike, the best counts."""
        length = K1 * (1 - B + B * sum(text.values()) / (self._length or 1))
        total = 0.0
        for one in alike:
            fits = [worth * self._rarity(term) * text[term] * (K1 + 1) / (text[term] + length)
                    for term, worth in one.items() if term in text]  # fmt: skip
            total += max(fits, default=0.0)
        return total

    def _by_name(self, asked: list[str], alike: list[dict[str, float]], points: list[float]) -> None:
        """Rules of a term gain by the share of the question that its words cover, rare words counting more."""
        at = {entry.id: number for number, entry in enumerate(self.entries) if entry.id}
        weights = [max((self._rarity(term) for term in one), default=1.0) for one in alike]
        gains: dict[int, float] = {}
        for words, ids in self._names:
            covered = sum(weight * max((worth for term, worth in one.items() if term in words), default=0.0)
                          for weight, one in zip(weights, alike, strict=True))  # fmt: skip
            share = covered / (sum(weights) or 1)
            for number, rule in enumerate(ids):
                gain = NAMED * share * (FURTHER if number else 1.0)
                if rule in at and gain > gains.get(at[rule], 0.0):
                    gains[at[rule]] = gain
        for number, gain in gains.items():
            points[number] += gain

    def _marked(self, text: str, marks: set[str]) -> Markup:
        out, end = Markup(), 0
        for word in WORD.finditer(text):
            if stem(folded(word[0]), self.language) in marks:
                out += Markup("{}<mark>{}</mark>").format(text[end : word.start()], word[0])
                end = word.end()
        return out + text[end:]
