"""Messages: English without a catalogue, names for seats, a language per speaker."""

import pytest

from brehon.core.text import NN_, Message, Number, Reason, Seat, Speaker, best_language


def test_a_message_is_its_english_text_with_its_arguments() -> None:
    message = Message("%(who)s has %(n)s %(what)s", who=Seat(1), n=3, what=Message("sheep"))
    assert str(message) == "Seat 2 has 3 sheep"
    assert Speaker("en", ["Anna", "Bran"])(message) == "Bran has 3 sheep"


def test_a_reason_ends_with_its_rule() -> None:
    assert str(Reason("range", "AM-4.3", Message("no"))) == "no — AM-4.3"
    assert str(Reason("turn", "", Message("no"))) == "no"


def test_german_words_come_from_the_catalogue() -> None:
    assert Speaker("de")(Message("sheep")) == "Schafe"
    assert Speaker("de", ["Anna"]).seat(0) == "Anna"
    assert Speaker("de").seat(0) == "Platz 1"


def test_an_unknown_language_falls_back_to_english() -> None:
    assert Speaker("xx")(Message("sheep")) == "sheep"


@pytest.mark.parametrize(
    "header,language",
    [
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("fr,en;q=0.5,de;q=0.7", "de"),
        ("fr", "en"),
        ("", "en"),
        ("en-GB", "en"),
        ("de;q=x", "de"),
    ],
)
def test_the_browsers_wish_decides_the_language(header: str, language: str) -> None:
    assert best_language(header) == language


@pytest.mark.parametrize("n,text", [(1, "Bran loses a sheep"), (0, "Bran loses 0 sheep"), (3, "Bran loses 3 sheep")])
def test_a_number_among_the_arguments_chooses_the_form_of_the_text(n: int, text: str) -> None:
    message = Message(NN_("%(who)s loses a sheep", "%(who)s loses %(n)s sheep"), who=Seat(0), n=n)
    assert Speaker("en", ["Bran"])(message) == text
    assert Speaker("de", ["Bran"])(message) == text, "what is not in the catalogue is said in English"


def test_a_number_with_decimals_has_a_comma_in_german() -> None:
    message = Message("%(share)s %%, %(mean)s on average", share=Number(12.5), mean=Number(0.04, 2))
    assert str(message) == "12.5 %, 0.04 on average"
    assert Speaker("de")(message) == "12,5 %, 0,04 on average"
    assert Speaker("de")(Number(3.0, 0)) == "3"
