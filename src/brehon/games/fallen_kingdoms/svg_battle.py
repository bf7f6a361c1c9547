"""The panels of battles and invasions: both sides, the dice, and the exact odds of the next roll."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import group, label, shorten, wrap
from brehon.core.text import N_, NN_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.data import (
    ARCHERY,
    CARTOGRAPHY,
    HIT,
    LAWS,
    LITERATURE,
    MASONRY,
    MAX_PATHS,
    PHILOSOPHY,
    STRATEGY,
)
from brehon.games.fallen_kingdoms.glyphs import ALARM, FAINT, FIELDS, INK, PAPER, RULE, TINTS, use
from brehon.games.fallen_kingdoms.svg_canvas import Canvas
from brehon.games.fallen_kingdoms.svg_displays import draw_order

ATTACKING: Final = [STRATEGY, ARCHERY, LITERATURE, PHILOSOPHY, LAWS]
DEFENDING: Final = [MASONRY, STRATEGY, ARCHERY, CARTOGRAPHY, LITERATURE, PHILOSOPHY, LAWS]
DIE: Final = 30


def draw_battle(c: Canvas, x: float, y: float, width: float) -> float:
    """Both sides, the last dice between them, and below what the next roll can bring. Returns where it ends."""
    v = c.view
    is_rampage = v.stage == st.R1 or v.phase in (st.RAMPAGE, st.ADVANCE)
    text = N_("Rampage: %(city)s") if is_rampage else N_("Battle for %(city)s")
    c.ground.append(
        label(
            x + width / 2,
            y + 13,
            c.say(Message(text, city=words.city(c.rules, v, v.target))),
            14,
            FAINT,
            "middle",
            "bold",
        )
    )
    side = (width - 84) / 2
    strength = _rampagers(c) if is_rampage else sum(n for _, n in m.army(v, v.target))
    if v.active >= 0:
        _draw_side(c, v.active, strength, ATTACKING, x, y + 20, side, N_("attacker"))
    if v.defender >= 0:
        left = v.units[v.target] if v.owner[v.target] == v.defender else 0
        _draw_side(c, v.defender, left, DEFENDING, x + width - side, y + 20, side, N_("defender"))
    _draw_dice(c, x + width / 2, y + 30)
    below = y + 116
    if v.phase == st.RAMPAGE:
        below = _draw_targets(c, x, below, width)
    roll = m.next_roll(v)
    if roll is not None:
        below = _draw_odds(c, roll, x, below, width)
    if v.miss:
        c.ground.append(
            label(x, below + 13, c.text(N_("The last roll missed: another miss ends the battle.")), 12.5, ALARM)
        )
        below += 18
    return below


def _draw_targets(c: Canvas, x: float, y: float, width: float) -> float:
    """What a rampage would bring in every city that can be struck."""
    v = c.view
    first = v.table.first[a.RAMPAGE]
    targets = [city for city in range(v.map.n_cities) if c.offers.is_legal(first + v.map.ids[city])]
    if not targets:
        return y
    heads = [(0.0, "", N_("Rampage in")), (width - 92, "end", N_("emptied")), (width, "end", N_("no hit"))]
    for at, anchor, text in heads:
        c.ground.append(label(x + at, y + 12, c.text(text), 12, FAINT, anchor))
    for i, city in enumerate(targets):
        below = y + 32 + 20 * i
        emptied, missed = m.rampage_odds(v, city)
        shield = glyphs.shield(c.prefix, v.owner[city], 8, v.units[city])
        c.ground.append(f'<g transform="translate({x + 10:g},{below - 5:g})">{shield}</g>')
        name = shorten(c.say(words.city(c.rules, v, city)), int((width - 190) / 7))
        c.ground.append(label(x + 26, below, name, 13, "", "", "bold"))
        c.ground.append(label(x + width - 92, below, m.percent(emptied, 1296), 13, "", "end", "bold"))
        c.ground.append(label(x + width, below, m.percent(missed, 1296), 13, "", "end"))
    below = y + 38 + 20 * len(targets)
    c.ground.append(label(x, below + 8, c.text(N_("Without a hit the rampager loses a unit.")), 12, FAINT))
    return below + 16


def _rampagers(c: Canvas) -> int:
    """Units in the city that a rampage comes from: `kills` names it during the roll, `place` before and after."""
    v = c.view
    source = v.kills if v.stage == st.R1 and v.phase != st.ADVANCE else v.place
    return v.units[source] if 0 <= source < v.map.n_cities else 0


def _draw_side(c: Canvas, seat: int, n: int, cards: list[int], x: float, y: float, width: float, role: str) -> None:
    """One side: units, name, how feared it is, and the knowledge that counts here."""
    v = c.view
    c.ground.append(
        f'<rect x="{x:.5g}" y="{y:g}" width="{width:.5g}" height="90" rx="6" fill="{TINTS[seat]}" stroke="{FIELDS[seat]}" stroke-width="1.4" class="side"/>'
        f'<g transform="translate({x + 24:.5g},{y + 25:g})">{glyphs.shield(c.prefix, seat, 18, n)}</g>'
    )
    c.ground.append(label(x + 48, y + 18, shorten(c.say.seat(seat), int((width - 52) / 8)), 13, "", "", "bold"))
    c.ground.append(label(x + 48, y + 31, c.text(role), 11.5, FAINT))
    fear = use(c.prefix, "helm", x + 48, y + 35, 14, INK) + label(
        x + 66, y + 47, m.intimidation(v, seat), 14, "", "", "bold"
    )
    c.ground.append(group(fear, c.text(N_("intimidation"))))
    known = [Message(words.LORE_NAMES[card]) for card in cards if m.has(v, seat, card)]
    lines = wrap(c.say(words.listed(known)), int((width - 8) / 6.6))[:3] if known else []
    for i, line in enumerate(lines):
        c.ground.append(label(x + 6, y + 61 + 12.5 * i, line, 11.5))


def _draw_dice(c: Canvas, middle: float, y: float) -> None:
    """The dice as they lie; hits are red. Before the first roll there are none."""
    v = c.view
    faces = m.digits(v.dice)
    if not faces:
        c.ground.append(use(c.prefix, "unit", middle - 15, y + 14, 30, RULE))
        return
    need = m.Roll(v, m.attacker_rolled(v)).need
    left = middle - (DIE + 5) * len(faces) / 2 + 2.5
    for i, face in enumerate(faces):
        c.put(f"die-{i}", left + (DIE + 5) * i, y + 4, glyphs.die(face, DIE, face >= need), "die")
    hits = sum(face >= need for face in faces)
    text = Message(NN_("%(n)s hit", "%(n)s hits"), n=hits)
    c.ground.append(label(middle, y + 52, c.say(text), 13, ALARM if hits else FAINT, "middle", "bold"))


def _draw_odds(c: Canvas, roll: m.Roll, x: float, y: float, width: float) -> float:
    """What the next roll can bring, exactly."""
    need = Message(N_("Next roll: %(seat)s, each die hits on %(need)s or more"), seat=Seat(roll.roller), need=roll.need)
    c.ground.append(label(x, y + 12, shorten(c.say(need), int(width / 6.9)), 12.5, "", "", "bold"))
    columns = [(n, ways) for n, ways in enumerate(roll.kills) if ways]
    texts = [(Message(NN_("%(n)s kill", "%(n)s kills"), n=n), ways) for n, ways in columns]
    below = draw_chances(c, [(c.say(text), ways) for text, ways in texts], 1296, x, y + 18, width)
    if roll.scare:
        text = NN_("drives out %(n)s unit: %(chance)s", "drives out up to %(n)s units: %(chance)s")
        note = Message(text, n=roll.driven, chance=m.percent(roll.fright, 1296))
    elif roll.immune and roll.stronger:
        note = Message(N_("the temple protects from intimidation"))
    elif roll.stronger and not roll.refuge:
        note = Message(N_("no refuge: nobody can be driven out"))
    elif roll.stronger:
        note = Message(N_("no intimidation in a rampage"))
    else:
        note = Message(N_("not feared enough to drive anybody out"))
    c.ground.append(
        use(c.prefix, "helm", x, below + 1, 14, FAINT)
        + label(x + 19, below + 13, shorten(c.say(note), int((width - 20) / 6.6)), 12.5)
    )
    return below + 20


def draw_chances(c: Canvas, columns: list[tuple[str, int]], of: int, x: float, y: float, width: float) -> float:
    """Chances side by side, each over a bar of its height."""
    each = (width - 4 * (len(columns) - 1)) / len(columns)
    most = max(ways for _, ways in columns)
    for i, (text, ways) in enumerate(columns):
        left = x + (each + 4) * i
        bar = 34 * ways / most
        c.ground.append(
            f'<g class="odds"><rect x="{left:.5g}" y="{y:g}" width="{each:.5g}" height="36" rx="4" fill="{PAPER}" stroke="{RULE}"/>'
            f'<rect x="{left + 1:.5g}" y="{y + 35 - bar:.5g}" width="{each - 2:.5g}" height="{bar:.4g}" rx="3" fill="#e5c27c" fill-opacity=".75"/>'
            f"{label(round(left + each / 2, 1), y + 15, text, 12, '', 'middle')}{label(round(left + each / 2, 1), y + 31, m.percent(ways, of), 13.5, '', 'middle', 'bold')}</g>"
        )
    return y + 40


def draw_invasion(c: Canvas, x: float, y: float, width: float) -> float:
    """The order of priority, the invader's means, the paths used and the odds of a strike."""
    v = c.view
    c.ground.append(label(x, y + 12, c.text(N_("Order of invasion")), 12.5, FAINT))
    below = draw_order(c, x, y + 16, width)
    seat = v.active
    if v.phase == st.INVADE or not v.invaders >> seat & 1:
        text = N_("Who invades gives up the old kingdom and begins anew from the rim, with all thirty units.")
        for line in wrap(c.text(text), int(width / 6.8))[:3]:
            c.ground.append(label(x, below + 14, line, 12.5))
            below += 16
        return below + 6
    used = [path + 1 for path in range(v.map.n_paths) if v.flags[path] == seat]
    facts = [Message(N_("reserve %(n)s"), n=v.reserve[seat]), Message(N_("casualties %(n)s"), n=v.casualties),
             Message(N_("paths used: %(n)s of %(most)s"), n=len(used), most=MAX_PATHS)]  # fmt: skip
    for line in wrap(c.say(words.listed(facts)), int(width / 7.6))[:2]:
        c.ground.append(label(x, below + 13, line, 13, "", "", "bold"))
        below += 17
    faces = m.digits(v.dice)
    if faces:
        for i, face in enumerate(faces):
            c.put(f"die-{i}", x + (DIE + 5) * i, below + 4, glyphs.die(face, DIE, face >= HIT), "die")
        hits = sum(face >= HIT for face in faces)
        text_hits = Message(NN_("%(n)s hit", "%(n)s hits"), n=hits)
        c.ground.append(
            label(
                x + (DIE + 5) * len(faces) + 6, below + 24, c.say(text_hits), 13, ALARM if hits else FAINT, "", "bold"
            )
        )
        below += DIE + 10
    if v.phase in (st.PATH, st.FOLLOW, st.STRIKE):
        dice = 2 if v.phase == st.FOLLOW or (v.phase == st.STRIKE and v.stage == 2) else 3
        ways = m.strike_odds(dice)
        title = (
            N_("First strike: 3 dice, hits on 4 or more") if dice == 3 else N_("Follow-up: 2 dice, hits on 4 or more")
        )
        c.ground.append(label(x, below + 12, c.text(title), 12.5, "", "", "bold"))
        columns = [(c.say(Message(NN_("%(n)s hit", "%(n)s hits"), n=n)), w) for n, w in enumerate(ways)]
        below = draw_chances(c, columns, sum(ways), x, below + 18, width)
        c.ground.append(label(x, below + 12, c.text(N_("Every defender left costs the invader a unit.")), 12, FAINT))
        below += 18
    return below
