"""How far a review can be trusted, in a line for its page and a few sentences for those who want to know more."""

from __future__ import annotations

from dataclasses import dataclass, field

from brehon.coach.reliability import Reliability, reliability
from brehon.core.text import N_, NN_, Message, Speaker


@dataclass
class Trust:
    """What the page says of it."""

    line: str
    warning: str = ""  # where the figures are poor
    more: list[str] = field(default_factory=list)


def trust(game_name: str, n_seats: int, judge: str, say: Speaker) -> Trust:
    found = reliability(game_name, n_seats, judge)
    players = Message(NN_("%(n)s player", "%(n)s players"), n=n_seats)
    if found is None:
        text = N_("How far this can be trusted has not been measured for this game with %(players)s.")
        return Trust(say(Message(text, players=players)))
    line = N_(
        "How far to trust this: moves called best that were still best with ten times the budget: %(best)s of %(decisions)s. With %(players)s the chances to win are off by %(error)s %% on average."
    )
    shown = Message(line, decisions=found.decisions, best=found.still_best, players=players, error=percent(found.error))
    return Trust(say(shown), say(_warning(found, players)) if found.is_weak else "", [say(one) for one in _more(found)])


def percent(share: float) -> int:
    return round(100.0 * share)


def _warning(found: Reliability, players: Message) -> Message:
    text = N_(
        "With %(players)s the chances to win say little more than that all are equal: trust the moves, not the graph."
    )
    if found.is_blind:
        text = N_(
            "With %(players)s the chances to win are no better than equal chances: trust the moves, not the graph."
        )
    return Message(text, players=players)


def _more(found: Reliability) -> list[Message]:
    low, high = found.interval
    texts = [
        Message(
            N_(
                "Still best, or at most 2 %% behind the move that was: %(good)s of %(decisions)s. So few decisions say little: the share that stays best lies between %(low)s %% and %(high)s %% (95 %% interval)."
            ),
            good=found.as_good, decisions=found.decisions, low=percent(low), high=percent(high),
        ),
        Message(
            N_(
                "The chances were compared with how games between bots ended (positions: %(positions)s), none of which the evaluation had seen before. Their log-loss is %(gain)s %% smaller than if all players had equal chances."
            )
            if found.gain > 0.0
            else N_(
                "The chances were compared with how games between bots ended (positions: %(positions)s), none of which the evaluation had seen before. Their log-loss is %(gain)s %% larger than if all players had equal chances."
            ),
            positions=found.positions, gain=percent(abs(found.gain)),
        ),
    ]  # fmt: skip
    if found.bad:
        text = N_(
            "Moves called a mistake or a blunder that were still one with ten times the budget: %(still)s of %(bad)s."
        )
        texts.append(Message(text, bad=found.bad, still=found.still_bad))
    return texts
