"""A review as one HTML file to keep: nothing in it is loaded from anywhere else, and it needs no script."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files
from typing import Final

from brehon.coach import wording
from brehon.coach.curve import curve
from brehon.coach.data import BLUNDER, INACCURACY, MISTAKE, Judged, Moment, Review
from brehon.core.contract import CHANCE
from brehon.core.face import Offers
from brehon.core.match import Match
from brehon.core.palette import stylesheet
from brehon.core.svg import esc
from brehon.core.text import N_, Message, Speaker

PICTURES: Final = 12  # the worst mistakes get one each: a file should stay small
LUCK: Final = N_("Luck and decisions")
PLAYED: Final = N_("How well was it played?")
TURNING: Final = N_("Turning points")
MISTAKES: Final = N_("Mistakes")
LINE: Final = N_("How it might have gone on")
PLIES: Final = N_("Every ply")
CHANCES: Final = N_("Win chances after each ply")
PLY: Final = N_("Ply")
HAPPENED: Final = N_("What happened")


def page(match: Match, review: Review, say: Speaker) -> str:
    """The whole file."""
    title = say(Message(N_("Review: %(title)s"), title=match.rules.game.title))
    names = ", ".join(say.seat(seat) for seat in range(match.rules.n_seats))
    style = files("brehon.coach").joinpath("keepsake.css").read_text("utf-8")
    parts = [
        f'<!doctype html><html lang="{esc(say.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{esc(title)} – {esc(names)}</title><style>{style}</style></head><body><main>",
        f"<h1>{esc(title)}</h1><p>{esc(names)}</p>",
        f'<div class="panel">{curve(match, review, say)}</div>',
        _seats(review, say), _played(review, say), _turning(match, review, say), _mistakes(match, review, say), _moments(match, review, say),
        f'<p class="faint">{esc(say(_made(review)))}</p></main></body></html>\n',
    ]  # fmt: skip
    return "\n".join(part for part in parts if part)


def _made(review: Review) -> Message:
    return Message(
        N_("Iterations for each decision, from what the player knew: %(iterations)s. Evaluation: %(judge)s."),
        iterations=review.iterations, judge=review.judge[:10],
    )  # fmt: skip


def _table(heads: list[str], rows: list[list[str]], say: Speaker) -> str:
    """Cells are HTML."""
    head = "".join(f'<th scope="col">{esc(say.word(text))}</th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="panel"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _seats(review: Review, say: Speaker) -> str:
    heads = [N_("Player"), N_("at first"), N_("luck"), N_("own decisions"), N_("decisions of others"), N_("in the end")]
    rows: list[list[str]] = []
    for one in review.seats:
        own = one.decisions[one.seat]
        parts = [wording.signed(part) for part in (one.luck, own, sum(one.decisions) - own)]
        rows.append([esc(say.seat(one.seat)), f"{100 * one.first:.1f} %", *parts, f"{100 * one.final:.1f} %"])
    text = N_("Luck and decisions add up to what changed from the first share of the win to the last.")
    return (
        f"<h2>{esc(say.word(LUCK))}</h2>{_table(heads, rows, say)}<p class='faint'>{esc(say.word(text))}</p>"
    )  # fmt: skip


def _played(review: Review, say: Speaker) -> str:
    heads = [N_("Player"), N_("accuracy"), *review.phases, N_("inaccuracies"), N_("mistakes"), N_("blunders")]
    rows: list[list[str]] = []
    for one in review.seats:
        accuracies = [wording.accuracy(value) for value in (one.accuracy, *one.phases)]
        counts = [str(one.counts[kind]) for kind in (INACCURACY, MISTAKE, BLUNDER)]
        rows.append([esc(say.seat(one.seat)), *accuracies, *counts])
    return f"<h2>{esc(say.word(PLAYED))}</h2>{_table(heads, rows, say)}"


def _turning(match: Match, review: Review, say: Speaker) -> str:
    if not review.turning:
        return ""
    items = [
        f'<li><a href="#p{review.moments[index].ply}">{esc(say(wording.turning(match, review.moments[index])))}</a></li>'
        for index in review.turning
    ]
    return f'<h2>{esc(say.word(TURNING))}</h2><div class="panel"><ul>{"".join(items)}</ul></div>'


def _mistakes(match: Match, review: Review, say: Speaker) -> str:
    found = wording.mistakes(review)
    worst = sorted(found, key=lambda pair: -pair[1].loss)[:PICTURES]
    shown = {moment.ply for moment, _ in worst}
    boxes = [_mistake(match, moment, judged, say, moment.ply in shown) for moment, judged in found]
    none = esc(say.word(N_("None: no decision lost a twentieth of the win or more.")))
    return f"<h2>{esc(say.word(MISTAKES))}</h2>{''.join(boxes) or f'<p>{none}</p>'}"


def _mistake(match: Match, moment: Moment, judged: Judged, say: Speaker, with_picture: bool) -> str:
    reasons = "".join(f"<li>{esc(say(reason))}</li>" for reason in judged.reasons())
    then = "".join(f"<li>{esc(say(text))}</li>" for text in judged.line_texts())
    said = say(wording.mistake(match, moment, judged))
    line = f"<details><summary>{esc(say.word(LINE))}</summary><ul>{then}</ul></details>"
    return (
        f'<section class="panel mistake-box" id="m{moment.ply}"><h3>{moment.ply}. {esc(said)}</h3>'
        f"<p>{esc(say(wording.better(match, moment, judged)))}</p>"
        f"{f'<ul>{reasons}</ul>' if reasons else ''}{line if then else ''}"
        f"{_picture(match, moment, said, say) if with_picture else ''}</section>"
    )


def _picture(match: Match, moment: Moment, said: str, say: Speaker) -> str:
    """The table as the player saw it, as an image: light or dark as the reader's system is."""
    rules, face = match.rules, match.rules.game.face()
    svg = face.board(rules, match.at(moment.ply).view(moment.seat), Offers(), say)
    start = svg.index(">", svg.index("<svg")) + 1
    style = stylesheet({rules.game.name: face.palette()})
    data = b64encode(f"{svg[:start]}<style>{style}</style>{svg[start:]}".encode()).decode()
    alt = say(Message(N_("The table before: %(said)s"), said=said))
    return f'<img alt="{esc(alt)}" loading="lazy" src="data:image/svg+xml;base64,{data}">'


def _moments(match: Match, review: Review, say: Speaker) -> str:
    """Every ply that was not undone: what happened, and what it changed."""
    names = [esc(say.seat(one.seat)) for one in review.seats]
    heads = "".join(f'<th scope="col">{name}</th>' for name in names)
    rows = "".join(_row(match, moment, say) for moment in review.moments)
    return (
        f"<h2>{esc(say.word(PLIES))}</h2><details><summary>{esc(say.word(CHANCES))}</summary>"
        f'<div class="panel"><table><thead><tr><th class="text" scope="col">{esc(say.word(PLY))}</th>'
        f'<th class="text" scope="col">{esc(say.word(HAPPENED))}</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div></details>'
    )


def _row(match: Match, moment: Moment, say: Speaker) -> str:
    who = "*" if moment.seat == CHANCE else esc(say.seat(moment.seat))
    shares = "".join(f"<td>{100 * share:.1f} %</td>" for share in moment.after)
    return (
        f'<tr id="p{moment.ply}"><td class="text">{moment.ply} {who}</td>'
        f'<td class="text">{esc(say(wording.happened(match, moment)))}</td>{shares}</tr>'
    )
