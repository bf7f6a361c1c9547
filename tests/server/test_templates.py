"""Templates are settled when they are compiled, and say the same as without that."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import Request
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup, escape

from brehon.server.table.table_view import Sheet
from brehon.server.web.rendering import FORM, form_of
from brehon.server.web.templating import TEMPLATES, Templates, quick_escape

PARTS = {
    "page.html": '{% for n in numbers %}{% include "part.html" %}{% endfor %}{% include "note.html" %}{{ kept }}\n',
    "part.html": '{% set kept = "inner" %}<li class="{{ kept }}">{{ n }}: {{ name }}</li>\n',
    "note.html": '{% if later is defined %}{{ later }}{% else %}{{ _("Save") }} {{ _("Seat %(number)s", number=name) }}{% endif %}',
}


def made(language: str) -> Templates:
    found = Templates(language)
    found.loader = DictLoader(PARTS)
    return found


def usual() -> Environment:
    found = Environment(
        loader=DictLoader(PARTS), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    found.globals["_"] = lambda text, **args: Markup(escape(text)) % args if args else Markup(escape(text))
    return found


@pytest.mark.parametrize("more", [{}, {"later": "<late>"}])
def test_an_included_part_becomes_part_of_the_page(more: dict[str, str]) -> None:
    context = {"numbers": [3, 4], "name": "A & <B> \"C\" 'D'", "kept": Markup("<b>outer</b>"), **more}
    assert made("en").get_template("page.html").render(context) == usual().get_template("page.html").render(context)


def test_texts_are_translated_and_their_arguments_escaped() -> None:
    said = made("de").get_template("page.html").render(numbers=[], name="<x>", kept="")
    assert "Speichern" in said
    assert "&lt;x&gt;" in said


def test_what_is_missing_is_still_an_error() -> None:
    with pytest.raises(UndefinedError):
        made("en").get_template("page.html").render(numbers=[1], kept="")


@pytest.mark.parametrize("value", ["a & b", "<>\"'", "", "plain", 7, True, None, 1.5, Markup("<b>"), Path("a<b")])
def test_the_quick_way_to_escape_says_the_same(value: object) -> None:
    assert quick_escape(value) == str(escape(value))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_template_compiles(language: str) -> None:
    templates = Templates(language)
    templates.filters["day"] = templates.filters["ruled"] = str
    for path in sorted(TEMPLATES.glob("*.html")):
        templates.get_template(path.name)


def test_a_score_sheet_has_a_minus_sign_and_no_hyphen() -> None:
    lines = Sheet([("Debts", ((-3, ""), (4, "")), "", True)])
    names = [{"name": "Ann"}, {"name": "Bo"}]
    for stacked in (False, True):
        page = Templates("en").get_template("_sheet.html").render(sheet=lines, people=names, stacked=stacked)
        assert "<td>−3</td><td>4</td>" in page


def test_a_part_is_written_once_and_sees_nothing_but_its_values() -> None:
    templates = Templates("en")
    templates.loader = DictLoader(
        {"page.html": '{{ part("part.html", name=name) }}{{ part("part.html", name=name) }}', "part.html": "<b>{{ name }}</b>{{ more }}"}
    )  # fmt: skip
    page = templates.get_template("page.html")
    with pytest.raises(UndefinedError):
        page.render(name="Ann", more="secret")
    templates.globals["more"] = ""
    templates.cache.clear()  # type: ignore[union-attr]
    assert templates.get_template("page.html").render(name="<A>") == "<b>&lt;A&gt;</b>" * 2
    assert templates.part("part.html", name="<A>") is templates.part("part.html", name="<A>")
    assert templates.part("part.html", name="Bo") == "<b>Bo</b>"


BODIES = [
    b"",
    b"a",
    b"a=1&b=",
    b"a=%C3%A9+b",
    b"=x",
    b"a=1&&b=2",
    b"a=1;b=2",
    b"a=\xff",
    b"a=%ff",
    b"a=1&a=2",
    b"a=b=c",
    b"a=1&" * 30,
]


@pytest.mark.parametrize("body", BODIES)
async def test_a_short_form_is_read_as_the_parser_reads_it(body: bytes) -> None:
    def request() -> Request:
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, object]:
            return next(messages)

        headers = [(b"content-type", FORM.encode())]
        return Request(
            {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}, receive
        )

    assert (await form_of(request(), 400)).multi_items() == (await request().form()).multi_items()
