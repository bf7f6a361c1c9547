"""The guided first game of Armorica: two players, eight turns, of which the first three are explained.

The deal: the learner begins and has two wheat. In turn 1 the yellow Gaul brings wheat, which reaches the blue Roman in place 4; in
turn 2 a grape reaches a red Roman, and winter takes one of two cards: without the yellow one, four colours lie side by side. In
turn 3 a second grape is a majority. From there on the learner plays alone.
"""

from __future__ import annotations

from typing import Final

from brehon.core.contract import View
from brehon.core.face import own
from brehon.core.guide import NO, ON, STAY, Answer, Concept, Condition, Guide, Step
from brehon.core.text import N_
from brehon.games.armorica.state import ENDED, GAUL_TURN, ROMAN_TURN, WINTER
from brehon.games.armorica.view import ArmoricaView

CONCEPTS: Final = {
    "display": Concept(N_("The display"), ("display",)),
    "icons": Concept(N_("The icons of a card"), ("icon", "wheat", "amphora")),
    "rows": Concept(N_("The rows and their places"), ("place", "Gaul")),
    "reach": Concept(N_("Reach"), ("reach",)),
    "patricians": Concept(N_("Romans who want grapes, olives or sheep"), ("grape", "olive", "sheep")),
    "sets": Concept(N_("Sets"), ("set ", "sets", "set.", "set,")),
    "winter": Concept(N_("Winter")),
    "turns": Concept(N_("Turns, and who begins"), ("Turn ",)),
    "coins": Concept(N_("Coins"), ("coin",)),
    "majorities": Concept(N_("Majorities"), ("majorit",)),
    "passing": Concept(N_("Passing"), ("pass",)),
    "end": Concept(N_("The end of the game")),
}


def at(turn: int, *phases: int) -> Condition:
    """In these phases of a turn."""

    def holds(view: View) -> bool:
        seen = own(view, ArmoricaView)
        return seen.turn == turn and seen.phase in phases

    return holds


def after_turn(turn: int) -> Condition:
    """Later than the Romans of a turn, until the game is over."""

    def holds(view: View) -> bool:
        seen = own(view, ArmoricaView)
        return seen.phase != ENDED and (seen.turn > turn or (seen.turn == turn and seen.phase == WINTER))

    return holds


def is_over(view: View) -> bool:
    return own(view, ArmoricaView).phase == ENDED


def is_playing(view: View) -> bool:
    return not is_over(view)


def places(row: str) -> str:
    """A whole row."""
    return " ".join(f"row-{row}-{place}" for place in range(1, 7))


MINE: Final = "display-0"
NO_PASS: Final = N_("Passing would bring you nothing here, and the card in place 1 would leave the game. Take a card.")
STEPS: Final = (
    # -- turn 1: reach, sets, the first winter
    Step(
        "welcome",
        N_(
            "You and %(rival)s each want people to come to your land. Each card stands for people, and these are here already."
            " Your cards in a line are your display."
        ),
        (MINE,), ("display",), at(1, GAUL_TURN),
    ),
    Step(
        "icons",
        N_(
            "The small pictures on a card are its icons. Your card has two ears of wheat, and two jars, called amphorae."
            " Wheat brings new people, and amphorae feed them in winter."
        ),
        ("place-0-0", MINE), ("icons",), at(1, GAUL_TURN),
    ),
    Step(
        "gauls",
        N_(
            "In each turn you take one card from this row, the Gauls. Count its places from the right: place 1 is the card"
            " furthest to the right."
        ),
        (places("gaul"),), ("rows",), at(1, GAUL_TURN),
    ),
    Step(
        "first-gaul",
        N_(
            "Wheat is your reach: with two wheat you reach places 1 and 2. Take the yellow Gaul in place 2: click it or tap"
            " it. It has two more wheat, so you will reach further."
        ),
        ("row-gaul-2",), ("reach",), at(1, GAUL_TURN),
        {
            "take gaul 2": Answer(ON),
            "take gaul 1": Answer(NO, N_("You reach this one, but it has no wheat. Take the yellow Gaul in place 2.")),
            "pass": Answer(NO, NO_PASS),
        },
    ),
    Step(
        "more-wheat",
        N_(
            "The card now lies at the right end of your display, and you have four wheat. %(rival)s has taken a Gaul too. The"
            " row has moved to the right, and new cards have come from the left."
        ),
        (MINE,), ("rows",), at(1, ROMAN_TURN),
    ),
    Step(
        "romans",
        N_(
            "Next you take a card from this row, the Romans. Yellow, blue and brown ones come for wheat, as Gauls do. Red ones"
            " want grapes, green ones want olives, and white ones want sheep."
        ),
        (places("roman"),), ("patricians", "reach"), at(1, ROMAN_TURN),
    ),
    Step(
        "sets",
        N_(
            "Colours bring points. Neighbours of different colours are a set, and yours is brown and yellow. Two colours bring"
            " 3 points, three bring 6, four bring 10, five 15 and six 21."
        ),
        (MINE,), ("sets",), at(1, ROMAN_TURN),
    ),
    Step(
        "first-roman",
        N_(
            "Your four wheat reach the blue Roman in place 4. Brown, yellow and blue will be a set of three colours. Take it!"
        ),
        ("row-roman-4",), ("sets", "reach"), at(1, ROMAN_TURN),
        {
            "take roman 4": Answer(ON),
            "take roman 3": Answer(
                NO, N_("Your set has yellow already, so this card would begin a new set. Take the blue one in place 4.")
            ),
            "pass": Answer(NO, NO_PASS),
        },
    ),
    Step(
        "fed",
        N_(
            "Then winter came. Each card needs one amphora. You have three cards and three amphorae, so all could stay."
        ),
        (MINE,), ("winter",), at(2, GAUL_TURN),
    ),
    # -- turn 2: a new turn, grapes, a second set, a hard winter
    Step(
        "turn-two",
        N_(
            "Turn 2 has begun. The player who begins changes with every turn, and now it was %(rival)s. Between two turns,"
            " the card in place 1 of each row leaves the game."
        ),
        (places("gaul"),), ("turns",), at(2, GAUL_TURN),
    ),
    Step(
        "plan",
        N_(
            "Look ahead: red Romans lie in places 1 and 2, and red is a new colour for you. They want grapes, and one grape"
            " reaches place 1. You have none yet."
        ),
        ("row-roman-1 row-roman-2",), ("patricians",), at(2, GAUL_TURN),
    ),
    Step(
        "second-gaul",
        N_("Take the yellow Gaul in place 2. It has a grape for the Roman, and an amphora for winter."),
        ("row-gaul-2",), ("icons",), at(2, GAUL_TURN),
        {
            "take gaul 2": Answer(ON),
            "take gaul 1": Answer(NO, N_("This card has no grape, so no red Roman would come. Take the yellow one in place 2.")),
            "take gaul 3": Answer(
                NO, N_("A good idea: it has a grape too. But the yellow one in place 2 will help you in winter. Take that one.")
            ),
            "take gaul 4": Answer(NO, N_("This card has wheat, but no grape and no amphora. Take the yellow one in place 2.")),
            "pass": Answer(NO, NO_PASS),
        },
    ),
    Step(
        "new-set",
        N_(
            "Your set had yellow already, so this card begins a second set. You lose nothing: all your sets bring points at the"
            " end."
        ),
        (MINE,), ("sets",), at(2, ROMAN_TURN),
    ),
    Step(
        "second-roman",
        N_(
            "%(rival)s has taken one red Roman, and the other one lies in place 1 now. Your grape reaches it. Take it: it has an"
            " olive and a coin, and each coin is a point."
        ),
        ("row-roman-1",), ("patricians", "coins"), at(2, ROMAN_TURN),
        {
            "take roman 1": Answer(ON),
            "take roman 4": Answer(NO, N_("This one comes for wheat, and can wait. Use your grape: take the red one in place 1.")),
            "take roman 5": Answer(NO, N_("This one comes for wheat, and can wait. Use your grape: take the red one in place 1.")),
            "pass": Answer(NO, N_("Then the red Roman in place 1 would leave the game. Take it!")),
        },
    ),
    Step(
        "hunger",
        N_(
            "Winter again: you have five cards, but only four amphorae. One card must leave, and it must be one without an amphora."
            " Choose yourself: the first yellow one, or the red one?"
        ),
        ("card-G-A1 card-R-I5",), ("winter",), at(2, WINTER),
        {
            "starve G-A1": Answer(
                ON,
                N_(
                    "Well chosen! Brown, blue, yellow and red are neighbours now: one set of four, which is 10 points. The price"
                    " is two wheat, so you reach less far."
                ),
            ),
            "starve R-I5": Answer(
                ON,
                N_(
                    "You keep your wheat, and reach far. The other choice would have made one set: brown, blue, yellow and red,"
                    " for 10 points."
                ),
            ),
        },
    ),
    # -- turn 3: majorities, passing, a choice of one's own
    Step(
        "majorities",
        N_(
            "Grapes, olives and sheep count at the end, too. The most of one kind is a majority and brings 4 points; with equally"
            " many, each gets 2. You both have one grape."
        ),
        ("majority-grapes", MINE), ("majorities",), at(3, GAUL_TURN),
    ),
    Step(
        "third-gaul",
        N_("Take a Gaul with a grape. Then you alone have the most grapes: 4 points instead of 2. Which one is your choice."),
        (places("gaul"),), ("majorities",), at(3, GAUL_TURN),
        {
            "take gaul 1": Answer(ON, N_("You have the most grapes now. The card has an amphora too, which helps in winter.")),
            "take gaul 3": Answer(
                ON, N_("You have the most grapes now. But this card has no amphora: in winter it may be one too many.")
            ),
            "take gaul 4": Answer(ON, N_("You have the most grapes now. The card has an amphora too, which helps in winter.")),
            "take gaul": Answer(NO, N_("There is no grape on this card. Look for a Gaul with a grape.")),
            "pass": Answer(NO, NO_PASS),
        },
    ),
    Step(
        "passing",
        N_(
            "You never have to take a card: you may pass. Then the card in place 1 leaves the game. That is useful when"
            " %(rival)s wants it."
        ),
        ("pass-roman",), ("passing",), at(3, ROMAN_TURN),
    ),
    Step(
        "own-choice",
        N_(
            "Now choose a Roman yourself, or pass. Ask yourself: do I reach it, does its colour make my set longer, and can I"
            " feed it in winter?"
        ),
        (places("roman"),), ("reach", "sets", "winter"), at(3, ROMAN_TURN),
        otherwise=Answer(ON),
    ),
    # -- alone
    Step(
        "end",
        N_(
            "You know the game now. It has eight turns. Then sets, coins and majorities are counted, and the most points"
            " win."
        ),
        ("#players",), ("end",), after_turn(3),
    ),
    Step(
        "alone",
        N_("Play on alone, to the end. If you are not sure, ask for a hint: it helps in three small steps."),
        ("#hint",), (), is_playing,
        otherwise=Answer(STAY),
    ),
    Step(
        "over",
        N_(
            "That was your first game! The score sheet shows where the points came from: sets, coins and majorities. Another"
            " game is one click away, with new cards and hints."
        ),
        ("#result",), ("end",), is_over,
    ),
)  # fmt: skip

GUIDE: Final = Guide(
    seats=("", "cottar"),
    seed=187,
    steps=STEPS,
    concepts=CONCEPTS,
    minutes=10,
    components="armorica-default-2",
    script={1: ("take gaul 2", "take roman 3", "take gaul 1", "take roman 1")},
)
