"""What moves change, in a game's own words. The reasons of hints and reviews are put together from it (bots/reasons.py).

A game lists its *aspects*: things that matter, such as the lead in olives or the units at home. Two positions are compared aspect by
aspect; the learned evaluation says what each difference is worth, and the most valuable ones are said. A game has no sentence for
any position: only words for each aspect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from brehon.core.contract import State
from brehon.core.text import N_, NN_, Message, Plural, Seat

Text = str | Plural | None
Measure = Callable[[State, int], float]  # how much of it a seat has in a state, in the units of the game
Derive = Callable[[list[list[float]]], None]  # [seat][feature], changed in place

SAMPLES: Final = 12
MIDDLE: Final = -1  # of something: no position to compare; for Vocabulary.turn
MOSTLY: Final = 0.75  # of the possible states: what holds in fewer of them is not said
AVERAGE: Final = N_("%(reason)s, on average")
LIKELY: Final = N_("%(reason)s, most likely")


class Saying:
    """One way to put a difference into words: the texts, and the measure that they speak of.

    The texts are short statements that stand alone, like "3 coins more" or "%(player)s no longer leads in olives": %(n)s is the
    difference in the units of `measure`, %(player)s the rival whose aspect it is. Where a text is None, nothing is said.
    """

    def __init__(
        self,
        more: Text,
        less: Text,
        rival_more: Text = None,
        rival_less: Text = None,
        measure: Measure | None = None,
        least: float = 0.5,
    ) -> None:
        self.more = more  # the better move leaves the player more of it than the other move ...
        self.less = less  # ... or less of it
        self.rival_more = rival_more
        self.rival_less = rival_less
        self.measure = measure  # None: it has no unit, and its texts have no %(n)s
        self.least = least  # smaller differences of the measure are not worth a word

    def statement(self, differences: list[float], rival: int | None) -> Message | None:
        """The words for a difference of the player's own (None) or of a rival's, in each of the possible states.

        They name a number if it is the same in all states; if it is so in most of them, the number and that it is likely; otherwise
        the average. What is not even true in most states is not said.
        """
        mean = sum(differences) / len(differences)
        text = self._text(mean > 0.0, rival is not None)
        usual = max(differences, key=lambda difference: (differences.count(difference), difference * mean))
        alike = differences.count(usual) / len(differences)
        agree = sum(1 for difference in differences if difference * mean > 0.0) / len(differences)
        names_number = text is not None and counts(text)
        typical = usual if names_number and alike >= MOSTLY else mean
        if text is None or agree < MOSTLY or (self.measure is not None and abs(typical) < self.least):
            return None
        number = max(1, round(abs(typical)))
        args: dict[str, str | int | Message | Seat] = {"n": number}
        if rival is not None:
            args["player"] = Seat(rival)
        said = Message(text, **args)
        if names_number and (alike < MOSTLY or abs(usual) != number):
            return Message(AVERAGE, reason=said)
        is_sure = alike == 1.0 if names_number else agree == 1.0
        return said if is_sure else Message(LIKELY, reason=said)

    def _text(self, is_more: bool, is_rival: bool) -> Text:
        if is_rival:
            return self.rival_more if is_more else self.rival_less
        return self.more if is_more else self.less


def counts(text: str | Plural) -> bool:
    """Whether a text names the number."""
    return "%(n)s" in (text.many if isinstance(text, Plural) else text)


class Aspect(Saying):
    """One thing that matters, what the evaluation sees of it, and how a difference in it is said."""

    def __init__(
        self,
        name: str,
        features: tuple[str, ...],
        look: str,
        more: Text,
        less: Text,
        rival_more: Text = None,
        rival_less: Text = None,
        measure: Measure | None = None,
        least: float = 0.5,
        also: tuple[Saying, ...] = (),
        rival_look: str = "",
        is_good: bool | None = None,
        is_joint: bool = False,
        scores: bool = False,
        stake: Measure | None = None,
        favours: Measure | None = None,
    ) -> None:
        super().__init__(more, less, rival_more, rival_less, measure, least)
        self.name = name
        self.features = features  # those numbers of Evaluator.features() that are about it
        self.look = look  # where a player should look, a whole sentence: the first step of a hint
        self.rival_look = rival_look  # the same where a rival's part of it matters, with %(player)s; "" if `look` fits
        self.sayings: list[Saying] = [self, *also]  # in this order: the first one that has something to say is used
        self.is_good = is_good  # its owner wants more of it; then "less" is never a reason for a move. None: it depends
        self.is_joint = (
            is_joint  # one seat's gain is another's loss, as with a majority: all seats are weighed together
        )
        self.scores = scores  # its measure is points of the result: still a reason where a move ends the game
        self.stake = stake  # what a seat's part of it adds to the exponent of its odds; None: what the features say
        self.favours = (
            favours  # if it depends and the game can tell: above 0 where a seat wants more of it, below 0 where less
        )

    def agrees(self, worth: float, amount: float, is_own: bool) -> bool:
        """Whether a difference can be the reason for what it is worth: more of what is good is not a loss."""
        return self.is_good is None or (worth > 0.0) == ((amount > 0.0) == (self.is_good == is_own))


class Vocabulary:
    """All aspects of a game, and its phases."""

    def __init__(
        self,
        aspects: list[Aspect],
        phases: list[str] | None = None,
        phase: Callable[[State], int] | None = None,
        silent: tuple[str, ...] = (),
        sums: Mapping[str, Mapping[str, float]] | None = None,
        turn: Callable[[State], int] | None = None,
        samples: int = SAMPLES,
        derive: Derive | None = None,
    ):
        self.aspects = aspects
        self.phases = phases or []  # texts of the catalogue: "The first year", "Late game"; empty: thirds of the game
        self.phase = phase  # which of them a state belongs to
        self.silent = silent  # features of the evaluation that are never said
        self.sums = (
            sums or {}
        )  # [feature] = Σ factor · feature: it follows the features of the aspects and belongs to none
        self.samples = samples  # possible states that are compared: more where dice decide much
        self.turn = turn  # where positions are compared, if `State.turn_of` changes too late: when this number changes
        self.derive = derive  # corrects features that follow from others in any way, also from those of other seats


POINTS: Final = Aspect(
    "points",
    (),
    N_("Look at the points: what does each move bring at once?"),
    NN_("%(n)s point more", "%(n)s points more"),
    NN_("%(n)s point fewer", "%(n)s points fewer"),
    NN_("%(player)s gets %(n)s point more", "%(player)s gets %(n)s points more"),
    NN_("%(player)s gets %(n)s point fewer", "%(player)s gets %(n)s points fewer"),
    measure=lambda state, seat: float(state.scores()[seat]),
    is_good=True,
    scores=True,
)
