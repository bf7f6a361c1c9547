"""The panels of battles and invasions: both sides, the dice, the chances of the next roll and of the whole battle."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import ALARM, FAINT, INK, PAPER, RULE
from brehon.core.svg import at, group, label
from brehon.core.text import N_, NN_, Message, Number, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import chances, glyphs, svg_cards
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.chances import percent
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
from brehon.games.fallen_kingdoms.glyphs import BAR, FIELDS, TINTS, use
from brehon.games.fallen_kingdoms.svg_displays import draw_order
from brehon.games.fallen_kingdoms.svg_fit import fit
from brehon.games.fallen_kingdoms.svg_sheet import Sheet

ATTACKING: Final = [STRATEGY, ARCHERY, LITERATURE, PHILOSOPHY, LAWS]
DEFENDING: Final = [MASONRY, STRATEGY, ARCHERY, CARTOGRAPHY, LITERATURE, PHILOSOPHY, LAWS]
DIE: Final = 28
SIDE_H: Final = 60
ODDS_H: Final = 68  # of the next roll, if there is room for its bars


def draw_battle(c: Sheet, x: float, y: float, width: float, height: float) -> float:
    """Both sides, the last dice between them, and below them what can come of it. Returns where it ends."""
    v = c.view
    is_rampage = v.stage == st.R1 or v.phase in (st.RAMPAGE, st.ADVANCE)
    text = N_("Rampage: %(city)s") if is_rampage else N_("Battle for %(city)s")
    title = c.say(Message(text, city=words.city(c.rules, v, v.target)))
    c.fit(x + width / 2, y + 13, width, title, 14, "", "middle", "bold")
    side = (width - 76) / 2
    strength = _rampagers(c) if is_rampage else sum(n for _, n in m.army(v, v.target))
    if v.active >= 0:
        _draw_side(c, v.active, strength, ATTACKING, x, y + 19, side, N_("attacker"))
    if v.defender >= 0:
        left = v.units[v.target] if v.owner[v.target] == v.defender else 0
        _draw_side(c, v.defender, left, DEFENDING, x + width - side, y + 19, side, N_("defender"))
    _draw_dice(c, x + width / 2, y + 19)
    below = y + 19 + SIDE_H + 4
    if v.phase == st.RAMPAGE:
        return _draw_targets(c, x, below, width)
    is_attack = chances.next_is_attack(v)
    if is_attack is not None and not is_rampage:
        below = draw_outlook(c, chances.battle_now(v, is_attack), x, below, width)
    roll = m.next_roll(v)
    if roll is None:
        return below
    return _draw_odds(c, roll, x, below, width, is_short=y + height - below < ODDS_H)


def draw_outlook(c: Sheet, outlook: chances.Outlook, x: float, y: float, width: float) -> float:
    """How the battle ends if both roll on: a bar of three parts, the chances, and the expected losses."""
    v = c.view
    parts = [
        (outlook.won, FIELDS[v.active], N_("won %(chance)s")),
        (outlook.held, RULE, N_("exhausted %(chance)s")),
        (outlook.lost, FIELDS[v.defender], N_("lost %(chance)s")),
    ]
    body, left = [], x
    for share, fill, _ in parts:
        wide = (width) * share
        body.append(f'<rect x="{left:.5g}" y="{y:g}" width="{max(0.0, wide):.5g}" height="9" fill="{fill}"/>')
        left += wide
    texts = [c.say(Message(text, chance=percent(share))) for share, _, text in parts]
    losses = Message(
        N_("losses: attacker %(attackers)s, defender %(defenders)s"),
        attackers=Number(outlook.attackers), defenders=Number(outlook.defenders),
    )  # fmt: skip
    frame = (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="9" rx="2" fill="none" stroke="{INK}" stroke-width=".8"/>'
    )
    c.put(group("".join(body) + frame, "; ".join([*texts, c.say(losses)]), "outlook", c.ident("outlook")))
    c.fit(x, y + 22, width / 3 - 4, texts[0], 12.5, "", "", "bold")
    c.fit(x + width / 2, y + 22, width / 3, texts[1], 11.5, FAINT, "middle")
    c.fit(x + width, y + 22, width / 3 - 4, texts[2], 12.5, "", "end", "bold")
    c.fit(x, y + 36, width, c.say(losses), 11.5, FAINT)
    return y + 42


def _draw_targets(c: Sheet, x: float, y: float, width: float) -> float:
    """What a rampage would bring in every city that can be struck."""
    v = c.view
    first = v.table.first[a.RAMPAGE]
    targets = [city for city in range(v.map.n_cities) if c.offers.is_legal(first + v.map.ids[city])]
    if not targets:
        return y
    heads = [(0.0, "", N_("Rampage in")), (width - 70, "end", N_("emptied")), (width, "end", N_("no hit"))]
    for left, anchor, text in heads:
        c.fit(x + left, y + 12, 110, c.text(text), 11.5, FAINT, anchor)
    for i, city in enumerate(targets[:4]):
        below = y + 29 + 17 * i
        emptied, missed = m.rampage_odds(v, city)
        c.put(at(x + 8, below - 4.5, glyphs.shield(c.prefix, v.owner[city], 7)))
        name = f"{c.say(words.city(c.rules, v, city))} ({v.units[city]})"
        c.fit(x + 20, below, width - 150, name, 12.5, "", "", "bold")
        c.write(x + width - 70, below, c.say(m.percent(emptied, 1296)), 12, "", "end", "bold")
        c.write(x + width, below, c.say(m.percent(missed, 1296)), 12, "", "end")
    below = y + 34 + 17 * min(4, len(targets))
    c.fit(x, below + 8, width, c.text(N_("Without a hit the rampager loses a unit.")), 11.5, FAINT)
    return below + 14


def _rampagers(c: Sheet) -> int:
    """Units in the city that a rampage comes from: `kills` names it during the roll, `place` before and after."""
    v = c.view
    source = v.kills if v.stage == st.R1 and v.phase != st.ADVANCE else v.place
    return v.units[source] if 0 <= source < v.map.n_cities else 0


def _draw_side(c: Sheet, seat: int, n: int, cards: list[int], x: float, y: float, width: float, role: str) -> None:
    """One side: units, name, intimidation, and the knowledge that counts here."""
    v = c.view
    c.put(
        f'<rect x="{x:.5g}" y="{y:g}" width="{width:.5g}" height="{SIDE_H}" rx="6" fill="{TINTS[seat]}" stroke="{FIELDS[seat]}" stroke-width="1.4" class="side"/>',
        at(x + 20, y + 20, glyphs.shield(c.prefix, seat, 15, n)),
    )
    c.fit(x + 40, y + 15, width - 44, c.say.seat(seat), 12.5, "", "", "bold")
    feared = m.intimidation(v, seat)
    c.fit(x + 40, y + 30, width - 44, c.text(role), 11.5, FAINT)
    fear = use(c.prefix, "helm", x + width - 35, y + 41, 13, INK) + label(
        round(x + width - 4, 1), y + 52, feared, 12, "", "end", "bold"
    )
    c.put(group(fear, c.text(N_("intimidation")), ident=c.ident(f"fear-fight-{seat}")))
    known = [card for card in cards if m.has(v, seat, card)]
    pitch = min(21.0, (width - 64) / max(1, len(known) - 1))
    for i, card in enumerate(known):
        title = c.say(words.lore_title(card))
        icon = at(x + 5 + pitch * i, y + 38, svg_cards.lore_icon(c.prefix, card, 19, False))
        c.put(group(icon, title, ident=c.ident(f"counts-{seat}-{card}")))


def _draw_dice(c: Sheet, middle: float, y: float) -> None:
    """The dice as rolled; hits are red. Before the first roll there are none."""
    v = c.view
    faces = m.digits(v.dice)
    if not faces:
        c.put(use(c.prefix, "unit", middle - 14, y + 14, 28, RULE))
        return
    need = m.Roll(v, m.attacker_rolled(v)).need
    left = middle - (DIE + 4) * len(faces) / 2 + 2
    for i, face in enumerate(faces):
        c.put_piece(f"die-{i}", left + (DIE + 4) * i, y + 4, glyphs.die(face, DIE, face >= need), "die")
    hits = sum(face >= need for face in faces)
    text = Message(NN_("%(n)s hit", "%(n)s hits"), n=hits)
    c.write(middle, y + 48, c.say(text), 12.5, ALARM if hits else FAINT, "middle", "bold")


def _draw_odds(c: Sheet, roll: m.Roll, x: float, y: float, width: float, is_short: bool) -> float:
    """What the next roll can bring, exactly; in one line where there is little room."""
    v = c.view
    note, ink = _fear_note(roll), FAINT
    if v.miss:
        note, ink = Message(N_("The last roll missed: another miss ends the battle.")), ALARM
    if is_short:
        known = [
            Message(NN_("%(n)s kill %(chance)s", "%(n)s kills %(chance)s"), n=n, chance=m.percent(ways, 1296))
            for n, ways in enumerate(roll.kills)
            if ways
        ]
        text = Message(N_("Next roll, %(need)s or more: %(kills)s"), need=roll.need, kills=words.listed(known))
        c.fit(x, y + 12, width, c.say(text), 11.5)
        c.fit(x, y + 26, width, c.say(note), 11.5, ink)
        return y + 30
    need = Message(N_("Next roll: %(seat)s, each die hits on %(need)s or more"), seat=Seat(roll.roller), need=roll.need)
    c.fit(x, y + 12, width, c.say(need), 11.5)
    columns = [(n, ways) for n, ways in enumerate(roll.kills) if ways]
    texts = [(Message(NN_("%(n)s kill", "%(n)s kills"), n=n), ways) for n, ways in columns]
    below = draw_chances(c, [(c.say(text), ways) for text, ways in texts], 1296, x, y + 16, width)
    c.fit(x, below + 11, width, c.say(note), 11.5, ink)
    return below + 16


def _fear_note(roll: m.Roll) -> Message:
    """What intimidation can do in the next roll."""
    if roll.scare:
        text = NN_("drives out %(n)s unit: %(chance)s", "drives out up to %(n)s units: %(chance)s")
        return Message(text, n=roll.driven, chance=m.percent(roll.fright, 1296))
    if roll.immune and roll.stronger:
        return Message(N_("the temple protects from intimidation"))
    if roll.stronger and not roll.refuge:
        return Message(N_("no refuge: no one can be driven out"))
    if roll.stronger:
        return Message(N_("no intimidation in a rampage"))
    return Message(N_("not feared enough to drive anyone out"))


def draw_chances(c: Sheet, columns: list[tuple[str, int]], of: int, x: float, y: float, width: float) -> float:
    """Chances in a row, each with a bar of its length."""
    each = (width - 4 * (len(columns) - 1)) / len(columns)
    for i, (text, ways) in enumerate(columns):
        left = x + (each + 4) * i
        bar = (each - 2) * ways / of
        c.put(
            f'<g class="odds"><rect x="{left:.5g}" y="{y:g}" width="{each:.5g}" height="31" rx="4" fill="{PAPER}" stroke="{RULE}"/>'
            f'<rect x="{left + 1:.5g}" y="{y + 26:g}" width="{bar:.4g}" height="4" fill="{BAR}"/>'
            f"{label(round(left + each / 2, 1), y + 12, fit(text, each - 4, 11.5, False), 11.5, FAINT, 'middle')}"
            f"{label(round(left + each / 2, 1), y + 24.5, fit(c.say(m.percent(ways, of)), each - 4, 12, True), 12, '', 'middle', 'bold')}</g>"
        )
    return y + 33


def draw_invasion(c: Sheet, x: float, y: float, width: float) -> float:
    """The order of priority, the invader's means, the paths used and the odds of a strike."""
    v = c.view
    c.write(x, y + 12, c.text(N_("Order of invasion")), 12, FAINT)
    below = draw_order(c, x, y + 14, width)
    seat = v.active
    if v.phase == st.INVADE or not v.invaders >> seat & 1:
        text = N_("A player who invades gives up the old kingdom and starts again from the rim, with all thirty units.")
        return c.fit_lines(x, below + 12, width, c.text(text), 12, "", 4)
    used = [path + 1 for path in range(v.map.n_paths) if v.flags[path] == seat]
    facts = [Message(N_("reserve %(n)s"), n=v.reserve[seat]), Message(N_("casualties %(n)s"), n=v.casualties),
             Message(N_("paths used: %(n)s of %(most)s"), n=len(used), most=MAX_PATHS)]  # fmt: skip
    below = c.fit_lines(x, below + 12, width, c.say(words.listed(facts)), 12, "", 2, "bold") - 10
    faces = m.digits(v.dice)
    if faces:
        for i, face in enumerate(faces):
            c.put_piece(f"die-{i}", x + (DIE + 4) * i, below + 2, glyphs.die(face, DIE, face >= HIT), "die")
        hits = sum(face >= HIT for face in faces)
        text_hits = Message(NN_("%(n)s hit", "%(n)s hits"), n=hits)
        c.write(x + (DIE + 4) * len(faces) + 6, below + 21, c.say(text_hits), 13, ALARM if hits else FAINT, "", "bold")
        below += DIE + 6
    if v.phase in (st.PATH, st.FOLLOW, st.STRIKE):
        dice = 2 if v.phase == st.FOLLOW or (v.phase == st.STRIKE and v.stage == 2) else 3
        ways = m.strike_odds(dice)
        title = (
            N_("First strike: 3 dice, hits on 4 or more") if dice == 3 else N_("Follow-up: 2 dice, hits on 4 or more")
        )
        c.fit(x, below + 12, width, c.text(title), 12, "", "", "bold")
        columns = [(c.say(Message(NN_("%(n)s hit", "%(n)s hits"), n=n)), w) for n, w in enumerate(ways)]
        below = draw_chances(c, columns, sum(ways), x, below + 16, width)
        c.fit(x, below + 11, width, c.text(N_("Every defender left costs the invader a unit.")), 11.5, FAINT)
        below += 16
    return below
