"""A balance report as one self-contained HTML page: the verdict first, then the plots that support it."""

from __future__ import annotations

from typing import Final

from brehon import __version__
from brehon.core.svg import esc
from brehon.core.text import N_, NN_, Message, Plural, Speaker
from brehon.lab.balance import Side
from brehon.lab.balance_changes import Change, changes
from brehon.lab.balance_figures import Effect
from brehon.lab.balance_findings import (
    ALPHA,
    BAD,
    ITEM,
    ORDER,
    Finding,
    grade,
    is_undecided,
    item_name,
    precision,
    unsettled,
)
from brehon.lab.intervals import Estimate
from brehon.lab.report_rows import Row, rows, scale_around, scale_of_shares
from brehon.lab.report_style import STYLE

MOST_LINES: Final = [12, 6]  # of the verdict on one set, or each of two, before the rest is collapsed
SIDE_NAMES: Final = ["A", "B"]


def number(figure: Estimate, is_difference: bool, say: Speaker) -> str:
    """A share in per cent, or a difference of shares in points, with its interval."""
    a, b, c = (100 * value for value in figure)
    if is_difference:
        text = N_("%(value)s points (%(low)s … %(high)s)")
        return say(Message(text, value=signed(a), low=signed(b), high=signed(c)))
    return say(Message(N_("%(value)s %% (%(low)s … %(high)s)"), value=f"{a:.1f}", low=f"{b:.1f}", high=f"{c:.1f}"))


def signed(value: float, digits: int = 1) -> str:
    """With a plus or a real minus."""
    text = f"{value:+.{digits}f}"
    return text.replace("-", "−") if float(text) else text.replace("-", "+")


class Report:
    """Writes the page about one component set, or a comparison of two."""

    def __init__(self, sides: list[Side], say: Speaker, command: str) -> None:
        self.sides = sides
        self.say = say
        self.command = command
        self.game = sides[0].rules.game

    def t(self, text: str | Plural, **args: str | int | Message) -> str:
        """A text of the catalogue, ready for the page."""
        return esc(self.say(Message(text, **args)) if args or isinstance(text, Plural) else self.say.word(text))

    # -- the page

    def page(self) -> str:
        title = self.t(N_("Balance of %(game)s"), game=self.game.title)
        changed = [self.changed()] if len(self.sides) == 2 else []
        body = [self.head(title), *changed, self.verdicts(), self.tiles()]
        body += [self.numbers(), self.order(), self.skill(), self.course()]
        body += [self.group(number) for number in range(len(self.sides[0].figures.data.names.groups))]
        body += [self.actions(), self.method()]
        return (
            f'<!DOCTYPE html>\n<html lang="{esc(self.say.language)}"><head><meta charset="utf-8"/>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
            f'<meta name="color-scheme" content="light dark"/><title>{title}</title><style>{STYLE}</style></head>'
            f"<body><main>{''.join(body)}</main></body></html>\n"
        )

    def head(self, title: str) -> str:
        lines = []
        for number, side in enumerate(self.sides):
            plan = side.plan
            players = (
                ", ".join(plan.players) if len(set(plan.players)) > 1 else f"{len(plan.players)} × {plan.players[0]}"
            )
            text = self.t(NN_("%(games)s game of %(players)s, component set %(set)s", "%(games)s games of %(players)s, component set %(set)s"),
                          n=side.figures.games, games=f"{side.figures.games:,}",
                          players=players, set=plan.components)  # fmt: skip
            key = f'<b class="key{number}">{SIDE_NAMES[number]}</b> ' if len(self.sides) == 2 else ""
            lines.append(f'<p class="about">{key}{text}</p>')
        return f"<header><h1>{title}</h1>{''.join(lines)}</header>"

    def section(self, ident: str, title: str, body: str, lead: str = "") -> str:
        first = f"<p>{lead}</p>" if lead else ""
        return f'<section id="{esc(ident)}"><h2>{title}</h2>{first}{body}</section>'

    # -- the verdict

    def verdicts(self) -> str:
        return "".join(self.verdict(number, side) for number, side in enumerate(self.sides))

    def verdict(self, number: int, side: Side) -> str:
        found = side.findings
        bad = sum(f.grade == BAD for f in found)
        missing = unsettled(side.figures, side.ladder)
        if missing and not found:
            head = esc(self.say(missing[0]))
        elif not found:
            head = self.t(N_("Nothing stands out"))
        elif bad:
            head = self.t(N_("Clearly wrong: %(bad)s; to look at: %(odd)s"), bad=bad, odd=len(found) - bad)
        else:
            head = self.t(N_("Nothing is clearly wrong; to look at: %(odd)s"), odd=len(found))
        if len(self.sides) == 2:
            head = f'<b class="key{number}">{SIDE_NAMES[number]}</b> {head}'
        lines = [self.finding(f) for f in found]
        most = MOST_LINES[len(self.sides) - 1]
        body = f"<ol>{''.join(lines[:most])}</ol>" if lines else self.all_clear(side)
        if len(lines) > most:
            more = self.t(N_("%(count)s more"), count=len(lines) - most)
            body += f"<details><summary>{more}</summary><ol>{''.join(lines[most:])}</ol></details>"
        body += "".join(f"<p>{esc(self.say(text))}</p>" for text in missing[0 if found else 1 :])
        body += f"<p>{esc(self.say(precision(side.figures)))}</p>"
        state = "bad" if bad else "odd" if found or missing else "good"
        return f'<section class="verdict {state}"><h2>{head}</h2>{body}</section>'

    def finding(self, found: Finding) -> str:
        sign = self.t(N_("wrong")) if found.grade == BAD else self.t(N_("look"))
        figure = f'<span class="figure">{esc(self.number(found.figure, found.is_difference))}</span>'
        text = esc(self.say(found.text))
        return f'<li class="{found.grade}"><b>{sign}</b> <a href="#{esc(found.place)}">{text}</a> {figure}</li>'

    def all_clear(self, side: Side) -> str:
        """What "nothing" means, where there were games enough to say it."""
        if unsettled(side.figures, side.ladder):
            return ""
        text = self.t(N_("Every place in turn order and every item is within what chance explains, or so near to fair that it does not matter."))  # fmt: skip
        return f"<p>{text}</p>"

    def tiles(self) -> str:
        """The state of the game at a glance."""
        found: list[tuple[str, list[str]]] = []
        fair = 1 / len(self.sides[0].plan.players)
        worst = [max((p.share.value - fair for p in s.figures.order), key=abs) for s in self.sides]
        found.append((N_("points: the most uneven place in turn order"), [signed(100 * w) for w in worst]))
        known = [[e for e in s.figures.effects if e.is_known] for s in self.sides]
        out = [sum(bool(grade(e.effect, -ITEM, ITEM)) and e.q <= ALPHA for e in effects) for effects in known]
        found.append((N_("items too strong or too weak"), [f"{a} / {len(b)}" for a, b in zip(out, known, strict=True)]))
        if all(s.figures.half_games for s in self.sides):
            shares = [f"{100 * s.figures.half_time.value:.0f} %" for s in self.sides]
            found.append((N_("of half-time leaders win"), shares))
        if all(s.ladder for s in self.sides):
            shares = [f"{sum(t.share.low > t.fair for t in s.ladder)} / {len(s.ladder)}" for s in self.sides]
            found.append((N_("steps of the skill ladder on which better play wins"), shares))
        found.append((N_("rounds"), [f"{s.figures.rounds.value:.1f}" for s in self.sides]))
        cells = "".join(f"<div><b>{esc(' | '.join(big))}</b><small>{self.t(text)}</small></div>" for text, big in found)
        return f'<div class="tiles">{cells}</div>'

    def changed(self) -> str:
        found = changes(self.sides[0], self.sides[1])
        lead = self.t(N_("B minus A, with 95 % intervals; what differs by more than chance, the greatest first."))
        lines = "".join(self.change(one) for one in found)
        nothing = self.t(N_("No difference is greater than chance explains."))
        body = f"<ol>{lines}</ol>" if lines else f"<p>{nothing}</p>"
        return self.section("changes", self.t(N_("What changes from A to B")), body, lead)

    def change(self, one: Change) -> str:
        figure = self.number(one.difference, True) if one.is_share else self.plain(one.difference, with_sign=True)
        return f'<li>{esc(self.say(one.text))} <span class="figure">{esc(figure)}</span></li>'

    # -- figures in words

    def number(self, figure: Estimate, is_difference: bool) -> str:
        return number(figure, is_difference, self.say)

    def plain(self, figure: Estimate, with_sign: bool = False) -> str:
        a, b, c = (signed(value, 2) if with_sign else f"{value:.1f}" for value in figure)
        return self.say(Message(N_("%(value)s (%(low)s … %(high)s)"), value=a, low=b, high=c))

    # -- sections

    def numbers(self) -> str:
        """Length, choices, spread and lead, as a table."""
        figures = [side.figures for side in self.sides]
        lines = [
            (N_("Rounds"), [self.plain(f.rounds) for f in figures]),
            (N_("Plies, chance included"), [self.plain(f.plies) for f in figures]),
            (N_("Decisions of each seat"), [self.plain(f.decisions) for f in figures]),
            (N_("Legal actions of a decision"), [self.plain(f.breadth) for f in figures]),
            (N_("Decisions with one legal action only"), [self.number(f.forced, False) for f in figures]),
            (N_("Points of a seat"), [self.plain(f.points) for f in figures]),
            (N_("Points between first and second"), [self.plain(f.margin) for f in figures]),
            (N_("Points between first and last"), [self.plain(f.spread) for f in figures]),
            (N_("Changes of the lead"), [self.plain(f.lead_changes) for f in figures]),
            (N_("Wins of the half-time leader"), [self.number(f.half_time, False) if f.half_games else "–" for f in figures]),
        ]  # fmt: skip
        head = "".join(f'<th><b class="key{n}">{SIDE_NAMES[n]}</b></th>' for n in range(len(figures)))
        head = f"<thead><tr><th></th>{head}</tr></thead>" if len(figures) == 2 else ""
        body = "".join(
            f'<tr><th scope="row">{self.t(label)}</th>{"".join(f"<td>{esc(cell)}</td>" for cell in cells)}</tr>'
            for label, cells in lines
        )
        return self.section(
            "numbers", self.t(N_("The course of a game")), f"<table>{head}<tbody>{body}</tbody></table>"
        )

    def order(self) -> str:
        fair = 1 / len(self.sides[0].plan.players)
        parts = []
        for title, lines in (
            (N_("Place in turn order"), [side.figures.order for side in self.sides]),
            (N_("Seat at the table"), [side.figures.seats for side in self.sides]),
        ):
            places = list(zip(*lines, strict=True))
            scale = scale_around(fair, ORDER, [p.share for group in places for p in group], 0.08)
            out = []
            for group in places:
                first = group[0]
                off = Estimate(*(value - fair for value in first.share))
                mark = self.word_for(off) if len(group) == 1 and grade(off, -ORDER, ORDER) and first.q <= ALPHA else ""
                note = self.say(
                    Message(N_("points: %(points)s"), points=" | ".join(f"{p.points.value:.1f}" for p in group))
                )
                out.append(Row(self.say(Message(N_("Number %(place)s"), place=first.number)), note, [p.share for p in group], [self.number(p.share, False) for p in group], mark))  # fmt: skip
            labels = [f"{100 * tick:.0f}" for tick in scale.ticks]
            parts.append(f"<h3>{self.t(title)}</h3>{rows(scale, labels, out)}")
        lead = self.t(N_("Share of the victories, in per cent. The line is what is fair (%(fair)s %%), the band what is still in order (±%(slack)s points)."),
                      fair=f"{100 * fair:.1f}", slack=f"{100 * ORDER:.0f}")  # fmt: skip
        return self.section("order", self.t(N_("Turn order")), "".join(parts), lead)

    def word_for(self, off: Estimate) -> str:
        return self.say.word(N_("too strong")) if off.value > 0 else self.say.word(N_("too weak"))

    def skill(self) -> str:
        lead = self.t(N_("One stronger player against weaker ones. The line is the share that would be fair if strength made no difference."))  # fmt: skip
        if not any(side.ladder for side in self.sides):
            return ""
        out = []
        for steps in zip(*(side.ladder for side in self.sides), strict=True):
            label = self.say(Message(N_("%(strong)s against %(weak)s"), strong=steps[0].strong, weak=steps[0].weak))
            note = self.say(Message(N_("games: %(games)s"), games=" | ".join(str(step.games) for step in steps)))
            unsure = N_("not sure") if is_undecided(steps[0]) else N_("no better")
            mark = self.say.word(unsure) if steps[0].share.low <= steps[0].fair else ""
            out.append(Row(label, note, [s.share for s in steps], [self.number(s.share, False) for s in steps], mark))
        scale = scale_of_shares(1 / len(self.sides[0].plan.players), 0.0)
        body = rows(scale, [f"{100 * tick:.0f} %" for tick in scale.ticks], out)
        return self.section("skill", self.t(N_("Does better play win?")), body, lead)

    def course(self) -> str:
        ways = (N_("by points"), N_("by the tie-break"), N_("shared"))
        groups = [
            (N_("How it ended"), [dict(side.figures.endings) for side in self.sides]),
            (N_("What ended it"), [dict(side.figures.causes) for side in self.sides]),
            (N_("How the victory was decided"), [dict(zip(ways, s.figures.decided, strict=True)) for s in self.sides]),
        ]
        scale = scale_of_shares(0.0, 0.0)
        parts = []
        for title, shares in groups:
            names = list(dict.fromkeys(name for side in shares for name in side))
            nothing = Estimate(0.0, 0.0, 0.0)
            found = [[side.get(name, nothing) for side in shares] for name in names]
            out = [
                Row(self.say.word(name), "", figures, [self.number(f, False) for f in figures], "")
                for name, figures in zip(names, found, strict=True)
            ]
            if out:
                parts.append(f"<h3>{self.t(title)}</h3>{rows(scale, [f'{100 * t:.0f} %' for t in scale.ticks], out)}")
        return self.section("course", self.t(N_("Endings")), "".join(parts))

    def group(self, number: int) -> str:
        """The items of a group, the strongest first."""
        groups = [side.figures.data.names.groups for side in self.sides]
        group = groups[0][number]
        by_key: list[dict[str, Effect]] = []
        for side, all_groups in zip(self.sides, groups, strict=True):
            where = next((n for n, g in enumerate(all_groups) if g.key == group.key), -1)
            by_key.append({all_groups[e.group].items[e.item].key: e for e in side.figures.effects if e.group == where})
        known = [e for side in by_key for e in side.values() if e.is_known]
        unseen = [e for e in by_key[0].values() if not e.is_known]
        scale = scale_around(0.0, ITEM, [e.effect for e in known], 0.1)
        first = sorted((e for e in by_key[0].values() if e.is_known), key=lambda e: -e.effect.value)
        out = []
        for effect in first:
            key = groups[0][number].items[effect.item].key
            pair = [effect, *(side[key] for side in by_key[1:] if key in side and side[key].is_known)]
            if len(pair) == len(self.sides):
                out.append(self.item(pair))
        lead = self.t(N_("How much more often than expected those who had it win, compared with the other items here, in percentage points. The band is what is still in order (±%(slack)s points)."),
                      slack=f"{100 * ITEM:.0f}")  # fmt: skip
        labels = [signed(100 * tick, 0) if abs(tick) > 1e-9 else "0" for tick in scale.ticks]
        body = rows(scale, labels, out) if out else ""
        if unseen:
            names = ", ".join(esc(self.say(item_name(self.sides[0].figures, e))) for e in unseen)
            few = self.t(N_("Too few games with and without it to say anything:"))
            body += f'<p class="few">{few} {names}</p>'
        return self.section(f"group-{group.key}", esc(self.say(group.title)), body, lead)

    def item(self, pair: list[Effect]) -> Row:
        side, effect = self.sides[0], pair[0]
        mark = ""
        if len(pair) == 1 and grade(effect.effect, -ITEM, ITEM) and effect.q <= ALPHA:
            mark = self.word_for(effect.effect)
        note = self.say(Message(N_("seats that had it: %(holders)s, of which %(share)s %% won"), holders=" | ".join(f"{e.holders:,}" for e in pair),
                                share=" | ".join(f"{100 * e.share:.0f}" for e in pair)))  # fmt: skip
        if effect.offered:
            rate = " | ".join(f"{100 * e.taken.value:.0f}" for e in pair)
            note = self.say(Message(N_("%(note)s; taken in %(rate)s %% of free offers"), note=note, rate=rate))
        label = self.say(item_name(side.figures, effect))
        return Row(label, note, [e.effect for e in pair], [self.number(e.effect, True) for e in pair], mark)

    def actions(self) -> str:
        scale = scale_of_shares(0.0, 0.0)
        out = []
        never: list[str] = []
        forced: list[str] = []
        for number, kind in enumerate(self.sides[0].figures.kinds):
            name = self.sides[0].figures.data.names.kinds[number]
            kinds = [side.figures.kinds[number] for side in self.sides]
            if kind.is_chance:
                continue
            if not kind.legal:
                never.append(name)
            elif not kind.open:
                forced.append(name)
            else:
                note = self.say(Message(N_("legal in %(share)s %% of all decisions"), share=" | ".join(f"{100 * k.legal:.1f}" for k in kinds)))  # fmt: skip
                out.append(
                    Row(name, note, [k.chosen for k in kinds], [self.number(k.chosen, False) for k in kinds], "")
                )
        body = rows(scale, [f"{100 * tick:.0f} %" for tick in scale.ticks], out) if out else ""
        for text, names in (
            (N_("Never legal in any game:"), never),
            (N_("Legal only when nothing else was, so always chosen:"), forced),
        ):
            body += f'<p class="few">{self.t(text)} {esc(", ".join(names))}</p>' if names else ""
        lead = self.t(N_("How often each kind of action was chosen when another kind was open too."))
        return self.section("actions", self.t(N_("Actions")), body, lead)

    def method(self) -> str:
        texts = [
            N_("Intervals are at 95 %: Wilson's for shares, normal ones for means. Each stands for itself."),
            N_("An item's effect: how often the seats that had it won, minus what was expected from their place in turn order, their player, how many items of the group they had, and how well they stood just before they got it; only games where some seat did not have it count. Seats of one game and games of one deal are one cluster."),
            N_("An effect shows what goes together with winning among these players, not what causes it. Other players may find other things strong."),
            N_("Something is called too strong or too weak if it lies outside the band and its test, corrected for all items and places together by the method of Benjamini and Hochberg, gives 5 % or less. It is called wrong if its whole interval lies outside."),
            N_("The lead is looked at after every round, by what the rules would say if the game ended there."),
        ]  # fmt: skip
        out = "".join(f"<p>{self.t(text)}</p>" for text in texts)
        facts = []
        for side in self.sides:
            facts.append(self.t(N_("Set %(set)s, hash %(hash)s, rules version %(rules)s, options %(options)s, seed %(seed)s, Brehon %(brehon)s."),
                                set=side.plan.components, hash=side.rules.components.digest[:16], rules=side.rules.version,
                                options=", ".join(f"{k}={v}" for k, v in side.plan.options.items()) or "–",
                                seed=side.plan.seed, brehon=__version__))  # fmt: skip
        out += "".join(f"<p>{fact}</p>" for fact in facts)
        by = self.t(N_("Made with:"))
        out += f"<p>{by} <code>{esc(self.command)}</code></p>" if self.command else ""
        return self.section("method", self.t(N_("How this was worked out")), out)
