"""What the page of a review shows: the graph, the account, mistakes and turning points in words, and one moment on the board."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from markupsafe import Markup

from brehon.coach import wording
from brehon.coach.data import KINDS, LOST, Moment, Review
from brehon.core.contract import CHANCE, ORACLE, Event
from brehon.core.match import Match
from brehon.core.text import N_, Message, Seat, Speaker
from brehon.server.archive.replay import Outlook, Past, past
from brehon.server.coach.review_chart import Plan, Point, first_shares, graph, kind_sign, luck_key, seat_key
from brehon.server.coach.trust_view import Trust, trust
from brehon.server.table.charts import Key
from brehon.server.table.table import Who

TRUTH: Final = "truth"
KNOWN: Final = "known"
MODES: Final = {TRUTH: N_("in truth"), KNOWN: N_("as each could know")}
ALL: Final = "all"
MOST_LINE: Final = 6  # statements of a line that are shown


@dataclass(frozen=True)
class Asked:
    """What an address asks for."""

    path: str
    ply: int | None = None  # None: the summary, with the end of the game
    mode: str = TRUTH
    of: str = ALL  # whose mistakes: a seat, or all

    def link(self, ply: int | None = None, mode: str = "", of: str = "") -> str:
        parts = [] if ply is None else [f"ply={ply}"]
        if (mode or self.mode) != TRUTH:
            parts.append(f"mode={mode or self.mode}")
        if (of or self.of) != ALL:
            parts.append(f"of={of or self.of}")
        return self.path + ("?" + "&".join(parts) if parts else "")


@dataclass
class Remark:
    """A moment in words, for a list."""

    index: int
    ply: int
    seat: int
    player: str
    kind: str  # of a mistake, else ""
    kind_words: str
    sign: Markup
    played: str
    better: str
    lost: str  # share, as a percentage
    turned: str  # what it changed, in a sentence
    reasons: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)


@dataclass
class Row:
    """A seat in the account."""

    seat: int
    name: str
    is_mine: bool
    first: str
    luck: str
    own: str
    others: str
    final: str
    accuracy: str
    counts: list[int]  # of each kind, the worst first
    phases: list[str]


@dataclass
class Story:
    """What is the same whatever moment is shown; made once for each language."""

    rows: list[Row]
    kinds: list[tuple[str, str, Markup]]  # kind, words and sign, the worst first
    mistakes: list[Remark]
    turning: list[Remark]
    phases: list[str]
    summary: str
    trust: Trust


@dataclass
class Chances:
    """The shares of a seat before and after a moment."""

    name: str
    key: Key
    before: str
    after: str
    change: str


@dataclass(frozen=True)
class Traces:
    """Where a move shows on the board: ids of what it concerns, and of where it begins and ends."""

    marks: str = ""
    way: str = ""


@dataclass
class Lesson:
    """The mistakes of a seat as exercises."""

    name: str
    link: str
    count: int
    is_mine: bool  # and of no one else


@dataclass
class Shown:
    """The whole page."""

    story: Story
    picture: Markup
    keys: list[Key]
    mistakes: list[Remark]  # of the seats that were asked for
    past: Past
    moment: Remark | None
    chances: list[Chances]
    number: int  # of the moment, from 1 on; 0 at the end
    count: int
    steps: dict[str, str]  # name -> link
    outlook: str  # whose knowledge the board shows
    played: Traces
    better: Traces
    asked: Asked
    lessons: list[Lesson]  # of the seat that was asked for, one's own, or all


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def signed(share: float) -> str:
    """A change of a share in points of a hundred, always with its sign; one digit, so that sums can be checked."""
    value = round(100 * share, 1) + 0.0
    return f"{'+' if value > 0 else '−' if value < 0 else '±'}{abs(value):.1f}"


# -- words


def story(review: Review, match: Match, say: Speaker, who: Who) -> Story:
    """It shows everything, so the game must be over."""
    assert match.is_over, "only a finished game has a review"
    mistakes = [
        remark_on(review, match, index, say)
        for index, moment in enumerate(review.moments)
        if moment.judged is not None and moment.judged.kind
    ]
    mistakes.sort(key=lambda one: (one.seat not in who.seats, one.index))  # one's own first
    return Story(
        rows=[_row(review, seat, say, who) for seat in range(len(review.seats))],
        kinds=[(kind, say.word(KINDS[kind]), kind_sign(kind)) for kind in LOST],
        mistakes=mistakes,
        turning=[remark_on(review, match, index, say) for index in review.turning],
        phases=[say.word(phase) for phase in review.phases],
        summary=_summary(review, say, who),
        trust=trust(review.game, len(review.seats), review.judge, say),
    )


def _row(review: Review, seat: int, say: Speaker, who: Who) -> Row:
    found = review.seats[seat]
    others = sum(value for other, value in enumerate(found.decisions) if other != seat)
    return Row(
        seat=seat,
        name=say.seat(seat),
        is_mine=seat in who.seats,
        first=f"{100 * found.first:.1f}",
        luck=signed(found.luck),
        own=signed(found.decisions[seat]),
        others=signed(others),
        final=f"{100 * found.final:.1f}",
        accuracy=f"{found.accuracy:.0f}",
        counts=[found.counts.get(kind, 0) for kind in LOST],
        phases=[f"{value:.0f}" if value >= 0 else "–" for value in found.phases],
    )


def _summary(review: Review, say: Speaker, who: Who) -> str:
    """The account of one seat in a sentence: one's own, else the winner's."""
    seat = who.seats[0] if len(who.seats) == 1 else max(review.seats, key=lambda one: one.final).seat
    found = review.seats[seat]
    text = N_("%(player)s: luck %(luck)s, own decisions %(own)s, the others' decisions %(others)s percentage points.")
    others = sum(value for other, value in enumerate(found.decisions) if other != seat)
    parts = {"luck": signed(found.luck), "own": signed(found.decisions[seat]), "others": signed(others)}
    return say(Message(text, player=Seat(seat), **parts))


def remark_on(review: Review, match: Match, index: int, say: Speaker) -> Remark:
    """One moment in the words of the game."""
    moment = review.moments[index]
    judged, seat = moment.judged, moment.seat
    kind = judged.kind if judged is not None else ""
    at = match.at(moment.ply)
    return Remark(
        index=index,
        ply=moment.ply,
        seat=seat,
        player=say(Message(N_("Chance"))) if seat == CHANCE else say.seat(seat),
        kind=kind,
        kind_words=say.word(KINDS[kind]) if kind else "",
        sign=kind_sign(kind) if kind else Markup(""),
        played=say(wording.happened(match, moment)) if seat == CHANCE else action_words(at, moment, moment.action, say),
        better=action_words(at, moment, judged.best, say) if judged and judged.best != moment.action else "",
        lost=percent(judged.loss) if judged else "",
        turned=say(wording.turning(match, moment)),
        reasons=[say(reason) for reason in judged.reasons()] if judged else [],
        line=[say(text) for text in judged.line_texts()][:MOST_LINE] if judged else [],
    )


def action_words(at: Match, moment: Moment, action: int, say: Speaker) -> str:
    """A decision as its button says it."""
    rules, face = at.rules, at.rules.game.face()
    return say(face.action(rules, at.view(moment.seat), action))


def events_of(at: Match, moment: Moment, action: int) -> list[Event]:
    """What would happen."""
    state, log = at.state.clone(), list[Event]()
    if moment.seat != CHANCE:
        state.turn_to(moment.seat)
    state.apply(action, log)
    return log


# -- the page


def shown(review: Review, match: Match, in_words: Story, asked: Asked, who: Who, say: Speaker, narrow: bool) -> Shown:
    """The review with one moment of it on the board."""
    index = _index(review, asked.ply)
    moment = review.moments[index] if index >= 0 else None
    seats = [int(asked.of)] if asked.of != ALL else list(range(len(review.seats)))
    mistakes = [one for one in in_words.mistakes if one.seat in seats]
    ply = moment.ply if moment is not None else match.ply
    seat = moment.seat if moment is not None and asked.mode == KNOWN and moment.seat >= 0 else ORACLE
    if not match.rules.game.has_secrets:
        seat = moment.seat if moment is not None and moment.seat >= 0 else 0
    at = match.at(ply)
    return Shown(
        story=in_words,
        picture=_picture(review, asked, index, seats, say),
        keys=_keys(review, say),
        mistakes=mistakes,
        past=past(match, ply, Outlook(seat), who, say, narrow),
        moment=remark_on(review, match, index, say) if moment is not None else None,
        chances=_chances(moment, asked, say) if moment is not None else [],
        number=index + 1,
        count=len(review.moments),
        steps=_steps(review, asked, index, [one.index for one in mistakes]),
        outlook=say(Message(N_("What %(player)s knew"), player=Seat(seat)))
        if seat >= 0 and asked.mode == KNOWN
        else "",
        played=traces_of(at, moment, moment.action if moment is not None else -1, _next(review, index)),
        better=traces_of(at, moment, _better(moment), next_in_line(at, moment)),
        asked=replace(asked, ply=moment.ply if moment is not None else None),
        lessons=_lessons(in_words, asked),
    )


def _lessons(in_words: Story, asked: Asked) -> list[Lesson]:
    rows = [row for row in in_words.rows if sum(row.counts) and asked.of in (ALL, str(row.seat))]
    mine = [row for row in rows if row.is_mine]
    path = asked.path.removesuffix("/review") + "/practice"
    return [Lesson(row.name, f"{path}?seat={row.seat}", sum(row.counts), len(mine) == 1) for row in mine or rows]


def _index(review: Review, ply: int | None) -> int:
    """Of the moment at this ply, or of the next one; -1 at the end."""
    if ply is None:
        return -1
    return next((index for index, moment in enumerate(review.moments) if moment.ply >= ply), -1)


def _better(moment: Moment | None) -> int:
    """The better move, where there is one; -1 otherwise."""
    judged = moment.judged if moment is not None else None
    return judged.best if moment is not None and judged is not None and judged.best != moment.action else -1


def _next(review: Review, index: int) -> int:
    """What the same seat decided right after a moment; -1 if it did not."""
    after = review.moments[index + 1 : index + 2]
    return after[0].action if after and after[0].seat == review.moments[index].seat else -1


def next_in_line(at: Match, moment: Moment | None) -> int:
    """What the same seat would decide right after the better move; -1 if that is not known."""
    judged = moment.judged if moment is not None else None
    if moment is None or judged is None or not judged.line:
        return -1
    actor, _, words = judged.line[0].partition(" ")
    return at.rules.space.find(words) if actor == str(moment.seat) else -1


def traces_of(at: Match, moment: Moment | None, action: int, following: int = -1) -> Traces:
    """Where an action of this moment shows on the board; nothing for no action. What follows it may say where it ends."""
    if moment is None or action < 0:
        return Traces()
    face, rules, seat = at.rules.game.face(), at.rules, moment.seat
    marks = [mark for event in events_of(at, moment, action) for mark in face.marks(rules, event)]
    way = face.way(rules, at.view(seat), action) if seat != CHANCE else None
    if way is not None and not way[1]:
        marks.append(way[0])
        way = _whole_way(at, seat, action, following)
    return Traces(" ".join(marks), " ".join(way) if way is not None else "")


def _whole_way(at: Match, seat: int, action: int, following: int) -> tuple[str, str] | None:
    """The way of a move that two decisions make."""
    state = at.state.clone()
    state.turn_to(seat)
    state.apply(action, None)
    if state.to_move() != seat or following not in state.legal():
        return None
    way = at.rules.game.face().way(at.rules, state.view(seat), following)
    return way if way is not None and way[1] else None


def _picture(review: Review, asked: Asked, index: int, seats: list[int], say: Speaker) -> Markup:
    points = []
    for moment in review.moments:
        shares = moment.known if asked.mode == KNOWN else moment.after
        who = say(Message(N_("Chance"))) if moment.seat == CHANCE else say.seat(moment.seat)
        title = say(Message(N_("Ply %(ply)s, %(player)s"), ply=moment.ply, player=who))
        points.append(Point(moment, shares, asked.link(moment.ply), title))
    names = [say.seat(seat) for seat in range(len(review.seats))]
    label = say(Message(N_("Chances to win over the course of the game, by ply")))
    return graph(Plan(first_shares(review), points, names, index, seats), label)


def _keys(review: Review, say: Speaker) -> list[Key]:
    keys = [seat_key(seat, say.seat(seat)) for seat in range(len(review.seats))]
    keys += [Key(kind_sign(kind), say.word(KINDS[kind])) for kind in LOST]
    return [*keys, luck_key(say(Message(N_("a draw that changed much"))))]


def _chances(moment: Moment, asked: Asked, say: Speaker) -> list[Chances]:
    """In truth: the parts of the account. What each could know has no part: only where it stood after the move."""
    out = []
    for seat, (before, after) in enumerate(zip(moment.before, moment.after, strict=True)):
        name = say.seat(seat)
        if asked.mode == KNOWN:
            out.append(Chances(name, seat_key(seat, name), "", percent(moment.known[seat]), ""))
        else:
            out.append(Chances(name, seat_key(seat, name), percent(before), percent(after), signed(after - before)))
    return out


def _steps(review: Review, asked: Asked, index: int, mistakes: list[int]) -> dict[str, str]:
    """Links to the moments around this one, and to the mistakes before and after it."""
    count = len(review.moments)
    here = index if index >= 0 else count

    def to(number: int) -> str:
        return asked.link(review.moments[number].ply) if number < count else asked.link()

    ordered = sorted(mistakes)
    before = [number for number in ordered if number < here]
    after = [number for number in ordered if number > here] if index >= 0 else []
    return {
        "first": to(0),
        "previous": to(max(0, here - 1)),
        "following": to(min(count, here + 1)),
        "last": to(count),
        "mistake-before": to(before[-1]) if before else "",
        "mistake-after": to(after[0]) if after else to(ordered[0]) if ordered and index < 0 else "",
    }
