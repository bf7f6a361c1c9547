"""What is wrong with a game, in words: what a designer reads first. The worst comes first."""

from __future__ import annotations

from typing import Final, NamedTuple

from brehon.core.text import N_, Message
from brehon.lab.balance_figures import Effect, Figures, Place
from brehon.lab.intervals import Estimate, rounded_up

# what is still acceptable; the issue of the first balance pass names the first, the fourth and the fifth
ORDER: Final = 0.04  # a place in turn order may win so much more or less often than its part
ITEM: Final = 0.06  # the same for a seat that has an item
ALPHA: Final = 0.05  # of the corrected test
ONE_ENDING: Final = 0.75
NEVER: Final = 0.02  # "never": taken in at most this share of the games that offer it
ALWAYS: Final = 0.98  # "always": taken in at least this share of the free decisions that offer it
RUNAWAY: Final = 0.75  # highest share of wins of the leader at half-time
IDLE: Final = 0.05  # the leader must win so much more often than their part, or the first half does not matter
FORCED: Final = 0.5
SHARED: Final = 0.1  # highest share of games without a single winner
SHOWS: Final = 0.05  # better play must win so much more often than its part, or it does not show
SEEN: Final = 100  # decisions or games that are needed before "never" or "always" is reported

ORDER_TEXTS: Final = (N_("Number %(place)s in turn order wins too often"), N_("Number %(place)s in turn order wins too rarely"))  # fmt: skip
# where the first player is drawn, seats are equal: a difference then comes from the bots or the code of the rules
SEAT_TEXTS: Final = (N_("Seat %(place)s wins too often, no matter who begins"), N_("Seat %(place)s wins too rarely, no matter who begins"))  # fmt: skip

BAD: Final = "bad"  # the whole interval is outside
ODD: Final = "odd"  # the figure is outside, a part of its interval is not


class Finding(NamedTuple):
    """One line of the verdict."""

    weight: float  # how many times the allowed distance it is off
    grade: str
    text: Message
    figure: Estimate
    is_difference: bool  # about shares: shown in percentage points
    place: str  # where in the report it is shown


class Step(NamedTuple):
    """One step of the skill ladder: a stronger player against the others."""

    strong: str
    weak: str
    games: int
    share: Estimate  # of the victories, for the one stronger player
    fair: float  # its value if strength made no difference


def findings(figures: Figures, ladder: list[Step]) -> list[Finding]:
    """Everything remarkable: first what is clearly wrong, then what to look at; the worst first."""
    found = [
        *(f for place in figures.order if (f := _order(figures, place, ORDER_TEXTS))),
        *(f for place in figures.seats if (f := _order(figures, place, SEAT_TEXTS))),
        *(f for effect in figures.effects if (f := _item(figures, effect))),
        *_taken(figures), *_kinds(figures), *_course(figures), *_ladder(ladder),
    ]  # fmt: skip
    return sorted(found, key=lambda f: (f.grade != BAD, -f.weight, str(f.text)))


def grade(figure: Estimate, low: float, high: float) -> str:
    """BAD or ODD for a value outside low … high; otherwise ""."""
    if figure.low > high or figure.high < low:
        return BAD
    return ODD if figure.value > high or figure.value < low else ""


def games_needed(figures: Figures) -> int:
    """About how many games are needed to detect a problem; 0 if there are enough. With fewer games, "nothing found" has no meaning."""
    coarse = max((place.share.high - place.share.low) / 2 / ORDER for place in figures.order)
    reach = typical_reach(figures)
    if reach is not None:
        coarse = max(coarse, reach / ITEM)
    elif any(effect.holders for effect in figures.effects):
        coarse = max(coarse, 2.0)  # no item was seen often enough
    return 0 if coarse <= 1.0 else rounded_up(figures.games * coarse**2)


def typical_reach(figures: Figures) -> float | None:
    """How well the effect of a typical item is known; None if no item was seen often enough."""
    reaches = sorted(effect.effect.high - effect.effect.value for effect in figures.effects if effect.is_known)
    return reaches[len(reaches) // 2] if reaches else None


def precision(figures: Figures) -> Message:
    """How well things are known: smaller effects can be there unseen."""
    order = max((place.share.high - place.share.low) / 2 for place in figures.order)
    item = typical_reach(figures)
    if item is None:
        return Message(N_("A place in turn order is known to %(order)s points."), order=f"±{100 * order:.1f}")
    text = N_("A place in turn order is known to %(order)s points, a typical item to %(item)s points.")
    return Message(text, order=f"±{100 * order:.1f}", item=f"±{100 * item:.1f}")


def is_undecided(step: Step) -> bool:
    """Whether a step of the ladder may be anything: strength may make no difference, or a large one."""
    return step.share.low <= step.fair and step.share.high > step.fair + SHOWS


def unsettled(figures: Figures, ladder: list[Step]) -> list[Message]:
    """What more games would have to settle, and about how many; while there is any, "nothing stands out" cannot be said."""
    missing = too_few(figures)
    found = [] if missing is None else [missing]
    for step in ladder:
        if is_undecided(step):
            reach, off = (step.share.high - step.share.low) / 2, abs(step.share.value - step.fair)
            needed = rounded_up(step.games * max(1.0, reach / max(off, SHOWS / 2)) ** 2)
            text = N_("Not enough games to say whether better play wins, %(strong)s against %(weak)s: about %(needed)s are needed")  # fmt: skip
            found.append(
                Message(text, strong=step.strong, weak=step.weak, needed=max(needed, rounded_up(step.games + 1)))
            )
    return found


def too_few(figures: Figures) -> Message | None:
    """The text for a report that had too few games to detect a problem."""
    needed = games_needed(figures)
    text = N_("Not enough games to say that nothing is wrong: about %(needed)s are needed")
    return Message(text, needed=needed) if needed else None


def _order(figures: Figures, place: Place, texts: tuple[str, str]) -> Finding | None:
    fair = 1 / figures.data.names.n_seats
    off = Estimate(place.share.value - fair, place.share.low - fair, place.share.high - fair)
    how = grade(off, -ORDER, ORDER)
    if not how or place.q > ALPHA:
        return None
    text = Message(texts[off.value < 0], place=place.number)
    return Finding(abs(off.value) / ORDER, how, text, off, True, "order")


def item_name(figures: Figures, effect: Effect) -> Message:
    return figures.data.names.groups[effect.group].items[effect.item].title


def _item(figures: Figures, effect: Effect) -> Finding | None:
    how = grade(effect.effect, -ITEM, ITEM)
    if not how or not effect.is_known or effect.q > ALPHA:
        return None
    group = figures.data.names.groups[effect.group]
    texts = (N_("Too strong among %(group)s: %(item)s"), N_("Too weak among %(group)s: %(item)s"))
    text = Message(texts[effect.effect.value < 0], group=group.title, item=item_name(figures, effect))
    return Finding(abs(effect.effect.value) / ITEM, how, text, effect.effect, True, f"group-{group.key}")


def _taken(figures: Figures) -> list[Finding]:
    """What no player ever wants, and what every player always takes: one line for each group."""
    found: list[Finding] = []
    for number, group in enumerate(figures.data.names.groups):
        effects = [effect for effect in figures.effects if effect.group == number]
        never = [
            e
            for e in effects
            if e.games_offered >= SEEN and e.games_taken.high < 2 * NEVER and e.games_taken.value <= NEVER
        ]
        always = [e for e in effects if e.offered >= SEEN and e.taken.low > 2 * ALWAYS - 1 and e.taken.value >= ALWAYS]
        place = f"group-{group.key}"
        if never:
            text = N_("Never taken among %(group)s: %(items)s (games that offered it: %(games)s)")
            games = min(e.games_offered for e in never)
            message = Message(text, group=group.title, items=_listed(figures, never), games=games)
            found.append(
                Finding(2.0, BAD, message, max((e.games_taken for e in never), key=lambda f: f.high), False, place)
            )
        if always:
            text = N_("Always taken among %(group)s: %(items)s (free decisions that offered it: %(times)s)")
            times = min(e.offered for e in always)
            message = Message(text, group=group.title, items=_listed(figures, always), times=times)
            found.append(Finding(2.0, BAD, message, min((e.taken for e in always), key=lambda f: f.low), False, place))
    return found


def _listed(figures: Figures, effects: list[Effect]) -> Message:
    """The items, one after another."""
    names = [item_name(figures, effect) for effect in effects]
    listed = names.pop()
    while names:
        listed = Message(N_("%(first)s, %(rest)s"), first=names.pop(), rest=listed)
    return listed


def _kinds(figures: Figures) -> list[Finding]:
    found: list[Finding] = []
    for kind in figures.kinds:
        name = figures.data.names.kinds[kind.kind]
        if kind.open < SEEN:
            continue
        if kind.chosen.value == 0.0:
            text = N_("The action “%(name)s” is never chosen (decisions that allowed it: %(times)s)")
        elif kind.chosen.low > 2 * ALWAYS - 1 and kind.chosen.value >= ALWAYS:
            text = N_("The action “%(name)s” is always chosen (decisions that allowed it: %(times)s)")
        else:
            continue
        found.append(Finding(1.5, ODD, Message(text, name=name, times=kind.open), kind.chosen, False, "actions"))
    return found


def _course(figures: Figures) -> list[Finding]:
    """How games run and end."""
    fair = 1 / figures.data.names.n_seats
    found: list[Finding] = []

    def check(figure: Estimate, low: float, high: float, text: Message, place: str, unit: float) -> None:
        how = grade(figure, low, high)
        if how:
            off = low - figure.value if figure.value < low else figure.value - high
            found.append(Finding(1 + off / unit, how, text, figure, False, place))

    if len(figures.endings) > 1:
        ending, share = figures.endings[0]
        text = N_("Too many games end in one way: %(ending)s")
        check(share, 0.0, ONE_ENDING, Message(text, ending=Message(ending)), "course", 0.1)
    if figures.half_games >= SEEN:
        runaway = Message(N_("The half-time leader nearly always wins: the second half decides little"))
        check(figures.half_time, 0.0, RUNAWAY, runaway, "course", 0.1)
        idle = Message(N_("The half-time leader wins no more often than the others: the first half decides little"))
        check(figures.half_time, fair + IDLE, 1.0, idle, "course", 0.1)
    forced = Message(N_("Most decisions leave no choice: only one action is legal"))
    check(figures.forced, 0.0, FORCED, forced, "course", 0.1)
    shared = Message(N_("Too many games have no single winner"))
    check(figures.decided[2], 0.0, SHARED, shared, "course", 0.1)
    return found


def _ladder(ladder: list[Step]) -> list[Finding]:
    """Better play must win more often. A step that is not decided is not a finding."""
    found: list[Finding] = []
    for step in ladder:
        if step.share.low <= step.fair and not is_undecided(step):
            text = N_("Better play does not show: %(strong)s against %(weak)s does not win more than its share")
            message = Message(text, strong=step.strong, weak=step.weak)
            found.append(Finding(2.0, BAD, message, step.share, False, "skill"))
    return found
