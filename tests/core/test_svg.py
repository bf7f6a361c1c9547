"""The bricks of the pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brehon.core.svg import columns, esc, fit, fit_lines, group, label, shorten, spot, text_width, wrap


@given(st.text())
def test_escaped_text_is_read_back_as_text(text: str) -> None:
    element = ElementTree.fromstring(f'<a b="{esc(text)}">{esc(text)}</a>')
    assert not list(element)
    assert set(element.attrib) == {"b"}


@pytest.mark.parametrize("text", ["\x00", "\x1b[31m", "\ud800", "\uffff"])
def test_what_no_xml_document_may_hold_is_replaced(text: str) -> None:
    assert "\ufffd" in (ElementTree.fromstring(f"<a>{esc(text)}</a>").text or "")


@given(st.text(), st.integers(2, 30))
def test_a_shortened_text_keeps_to_its_width(text: str, width: int) -> None:
    assert columns(shorten(text, width)) <= width


def test_a_text_that_fits_is_not_shortened() -> None:
    assert shorten("Anna", 4) == "Anna"
    assert shorten("Annabel", 5) == "Anna…"


@given(st.text(), st.integers(5, 30))
def test_wrapped_lines_keep_to_their_width(text: str, width: int) -> None:
    assert all(columns(line) <= width for line in wrap(text, width))


def test_labels_and_groups_escape_what_they_are_given() -> None:
    assert "&lt;b&gt;" in label(1, 2, "<b>")
    assert "<title>&lt;b&gt;</title>" in group("", "<b>")


def test_a_spot_is_open_shut_or_only_to_look_at_and_always_the_same_element() -> None:
    opened = ElementTree.fromstring(spot("x", 1, 2, "", "take it", 17))
    shut = ElementTree.fromstring(spot("x", 1, 2, "", "take it", 17, "too far — TH-1"))
    idle = ElementTree.fromstring(spot("x", 1, 2, "", "a card"))
    assert {e.tag for e in (opened, shut, idle)} == {"g"}
    assert {e.attrib["id"] for e in (opened, shut, idle)} == {"x"}
    assert (opened.get("data-action"), opened.get("data-why"), opened.findtext("title")) == ("17", None, "take it")
    assert (shut.get("data-action"), shut.get("data-why"), shut.findtext("title")) == (None, "17", "too far — TH-1")
    assert (idle.get("role"), idle.get("tabindex"), idle.findtext("title")) == ("img", None, "a card")


@given(st.text(max_size=40), st.floats(40, 400), st.floats(8, 24), st.booleans(), st.booleans())
def test_a_text_cut_to_a_width_keeps_to_it(text: str, width: float, size: float, bold: bool, sans: bool) -> None:
    assert text_width(fit(text, width, size, bold, sans), size, bold, sans) <= width


@given(st.text(max_size=80), st.floats(40, 400), st.integers(1, 4))
def test_lines_keep_to_their_width_and_their_number(text: str, width: float, most: int) -> None:
    lines = fit_lines(text, width, 12, most=most)
    assert len(lines) <= most
    assert all(text_width(line, 12, bold=False) <= width for line in lines)


def test_a_text_that_fits_its_lines_is_whole_and_one_that_does_not_says_so() -> None:
    assert fit_lines("the tide comes in", 60, 12) == ("the tide", "comes in")
    assert fit_lines("the tide comes in and goes", 60, 12, most=2) == ("the tide", "comes in…")
    assert text_width("WW", 20) > text_width("ll", 20) * 2
    assert fit_lines("", 60, 12) == ()
