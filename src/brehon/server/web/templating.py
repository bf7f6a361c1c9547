"""Templates compiled for speed: one environment for each language.

What can be settled when a template is compiled is not done again for each page: texts of the catalogue are translated, included
templates become part of the one that includes them, and what is written out is escaped by a function that makes no objects of it.
For the author of a template nothing changes; only a template that includes itself would not work.

A part that looks the same on many pages is written once: `{{ part("_name.html", one=…, other=…) }}` renders a template that sees
nothing but these values, and remembers it under them.

Ids of rules in shown text become links to the rules page. What people have written, names and chat, is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.sketches import Sketches
from brehon.core.text import catalogue, decimal
from brehon.server.web.rulebook import has_aloud, known_ids, rules_path
from brehon.server.web.rules.booklet import ID

TEMPLATES: Final = Path(__file__).parent / "templates"
SHARED: Final = ("_table.html",)  # rendered alone too, and long: it is compiled once
ROOM: Final = 8_000_000  # characters of remembered parts in one language; twice as many at most
MOST_IDS: Final = 4096  # of rules whose addresses are remembered: a refusal may quote what a stranger has thought of
STAYS: Final[tuple[type[nodes.Node], ...]] = (
    nodes.Block,
    nodes.Extends,
    nodes.Macro,
    nodes.Import,
    nodes.FromImport,
)  # not to be moved elsewhere


def quick_escape(value: object) -> str:
    """What markupsafe.escape gives, as a plain string: for text that only goes into the page."""
    if type(value) is str:
        text = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return text.replace('"', "&#34;").replace("'", "&#39;")
    if type(value) is Markup:
        return value  # a board has a hundred thousand characters: no copy of it
    if type(value) is int:
        return str(value)
    return escape(value)


class Generator(CodeGenerator):
    """Writes out values by way of `quick_escape`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
            return
        self.write("environment.quick_escape(")
        if finalize.src is not None:
            self.write(finalize.src)


class Settler(NodeTransformer):
    """Does in a template what does not depend on the page."""

    def __init__(self, environment: Templates) -> None:
        self.environment = environment

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - the name of the node
        """`_("A text")` and `_("A text with %(what)s", what=…)`."""
        self.generic_visit(node)
        is_text = isinstance(node.node, nodes.Name) and node.node.name == "_" and len(node.args) == 1
        if not is_text or not isinstance(node.args[0], nodes.Const) or node.dyn_args or node.dyn_kwargs:
            return node
        text = nodes.Const(self.environment.translated(node.args[0].value), lineno=node.lineno)
        if not node.kwargs:
            return text
        pairs = [nodes.Pair(nodes.Const(one.key), one.value, lineno=node.lineno) for one in node.kwargs]
        return nodes.Mod(text, nodes.Dict(pairs, lineno=node.lineno), lineno=node.lineno)

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - the name of the node
        name = node.template.value if isinstance(node.template, nodes.Const) else None
        if not isinstance(name, str) or name in SHARED or node.ignore_missing or not node.with_context:
            return node
        part = self.environment.parsed(name)
        is_fixed = any(part.find(kind) for kind in STAYS)
        return node if is_fixed else nodes.Scope(part.body, lineno=node.lineno)


def signed(number: int | str) -> str:
    """A number with a minus sign, not a hyphen."""
    return str(number).replace("-", "−")


def ruled(text: object, game: Game | None, people: Iterable[object] = (), *, language: str) -> str:
    """A text of ours, escaped, with links. `people`, or their names, of whom it may speak: an id in a name is no id.

    Without a game: an id that only one game has.
    """
    shown = str(text)
    if ID.search(shown) is None:
        return escape(text)
    names = [str(getattr(one, "name", one)) for one in people]
    return _linked(shown, game, tuple(name for name in names if ID.search(name)), language)


@lru_cache(MOST_IDS)
def _linked(shown: str, game: Game | None, names: tuple[str, ...], language: str) -> Markup:
    """With links, except for what is written in one of these names."""
    out, end = Markup(), 0
    theirs = [span for name in names for span in _spans(name, shown)]
    for found in ID.finditer(shown):
        path = _path(found[0], game, language)
        if not path or any(first < found.end() and found.start() < last for first, last in theirs):
            continue
        out += Markup('{}<a class="rule" href="{}#{}">{}</a>').format(
            shown[end : found.start()], path, found[0], found[0]
        )
        end = found.end()
    return out + shown[end:]


def _spans(name: str, text: str) -> list[tuple[int, int]]:
    return [found.span() for found in re.finditer(re.escape(name), text)]


@lru_cache(MOST_IDS)
def _path(rule: str, game: Game | None, language: str) -> str:
    games = [game] if game is not None else [registry.game(name) for name in registry.names()]
    found = [one for one in games if rule in known_ids(one, language)]
    return rules_path(found[0]) if len(found) == 1 else ""


class Templates(Environment):
    """All templates in one language."""

    code_generator_class = Generator

    def __init__(self, language: str) -> None:
        super().__init__(
            loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
            lstrip_blocks=True, auto_reload=False, cache_size=-1,
        )  # fmt: skip
        self.quick_escape = quick_escape
        self.language = language
        self.globals["_"] = self.translate
        self.globals["ngettext"] = self.counting
        self.globals["language"] = language
        self.globals["part"] = self.part
        self._parts = Sketches(ROOM)
        self.filters["decimal"] = self.decimal
        self.filters["signed"] = signed
        self.filters["ruled"] = partial(ruled, language=language)
        self.filters["has_aloud"] = partial(has_aloud, language=language)

    def parsed(self, name: str) -> nodes.Template:
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        return self._parse(source, name, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        found: nodes.Template = Settler(self).visit(super()._parse(source, name, filename))
        return found

    def part(self, name: str, /, **values: Hashable) -> str:
        """A template with these values, which are all it sees: the same ones give the same text."""
        key = (name, *values.values())
        sketch = self._parts.get(key)
        if sketch is None:
            sketch = (Markup(self.get_template(name).render(values)),), {}
            self._parts.put(key, sketch)
        return sketch[0][0]

    def translated(self, text: str) -> Markup:
        return Markup(escape(catalogue(self.language).gettext(text)))

    def translate(self, text: str, /, **args: object) -> Markup:
        translated = self.translated(text)
        return translated % args if args else translated  # a Markup escapes its arguments

    def decimal(self, value: float, digits: int = 1) -> str:
        return decimal(self.language, value, digits)

    def counting(self, one: str, many: str, n: int, /, **args: object) -> Markup:
        return Markup(escape(catalogue(self.language).ngettext(one, many, n))) % {"n": n, **args}
