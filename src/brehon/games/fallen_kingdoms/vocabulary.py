"""What a move of Fallen Kingdoms can change, in words: the reasons of hints and reviews are made from it (core/vocabulary.py).

The learned evaluation knows what glory and rumor cards are worth. The worth of a city it spreads over a dozen numbers that rise and
fall together (cities, ports, points, glory to come), so that one of them alone says nothing: such aspects have a stake of their own.
"""

from __future__ import annotations

from typing import Final

from brehon.core.text import N_, NN_
from brehon.core.vocabulary import Aspect, Measure, Saying, Vocabulary
from brehon.games.fallen_kingdoms import kingdom_measures as m
from brehon.games.fallen_kingdoms.chancy import ChancyAspect
from brehon.games.fallen_kingdoms.data import BUILDING, BUILDING_GLORY, LORE, N_GODS, UNIT
from brehon.games.fallen_kingdoms.features import COMBAT, MOBILITY

SAMPLES: Final = 16  # dice decide much

# What things are worth in glory: rounded from what the learned evaluation gives where they change together.
GLORY: Final = 0.025  # one of it, in the exponent of the odds
CITY: Final = 1.4
PORT: Final = 0.8
POINTS: Final = [0.3, 0.4, 0.5]  # each turn, by track
CARD: Final = 1.2  # of knowledge
BATTLE_CARD: Final = 1.0
MARCH_CARD: Final = 0.8
UNIT_WORTH: Final = 0.6
DANGER: Final = 0.8  # a city that can be attacked by more units than it holds
TEMPLE: Final = 4.0
FALL: Final = 3.0
MARKER: Final = 1.9
FEAR: Final = 0.1  # a point of intimidation
TRACK_POINTS: Final = [0.3, 0.6, 0.6]


def worth(measure: Measure, glory: float) -> Measure:
    """What a seat has of something, where one of it is worth so much glory."""
    return lambda state, seat: GLORY * glory * measure(state, seat)


# -- aspects

SCORE: Final = ChancyAspect(
    "glory",
    ("score", "score_lead", "score_lead_at_end"),
    N_("Look at the glory: what does each move bring this turn?"),
    N_("%(n)s glory more"),
    N_("%(n)s glory less"),
    N_("%(player)s gets %(n)s glory more"),
    N_("%(player)s gets %(n)s glory less"),
    measure=m.glory,
    rival_look=N_("Look at the glory of %(player)s: which move gives away less of it?"),
    is_good=True,
    scores=True,
)
LAND: Final = ChancyAspect(
    "cities",
    ("cities", "cities_share", "cities_to_come", "squares", "circles", "production_to_come"),
    N_("Look at the map: which cities can you win, and which could you lose?"),
    NN_("%(n)s city more", "%(n)s cities more"),
    NN_("%(n)s city fewer", "%(n)s cities fewer"),
    NN_("%(player)s has %(n)s city more", "%(player)s has %(n)s cities more"),
    NN_("%(player)s has %(n)s city fewer", "%(player)s has %(n)s cities fewer"),
    measure=m.cities,
    rival_look=N_("Look at the kingdom of %(player)s: which of its cities matter?"),
    is_good=True,
    stake=worth(m.cities, CITY),
)
HARBOURS: Final = ChancyAspect(
    "ports",
    ("ports", "free_points"),
    N_("Look at the ports: each one gives a free point more, and a way across the sea."),
    NN_("%(n)s port more", "%(n)s ports more"),
    NN_("%(n)s port fewer", "%(n)s ports fewer"),
    NN_("%(player)s has %(n)s port more", "%(player)s has %(n)s ports more"),
    NN_("%(player)s has %(n)s port fewer", "%(player)s has %(n)s ports fewer"),
    measure=m.ports,
    is_good=True,
    stake=worth(m.ports, PORT),
)
BUILT: Final = ChancyAspect(
    "buildings",
    ("buildings", "buildings_to_come", "waiting", "takes_building"),
    N_("Look at the buildings: each one brings glory and points every turn to the player who holds its city."),
    NN_("%(n)s building more", "%(n)s buildings more"),
    NN_("%(n)s building fewer", "%(n)s buildings fewer"),
    NN_("%(player)s has %(n)s building more", "%(player)s has %(n)s buildings more"),
    NN_("%(player)s has %(n)s building fewer", "%(player)s has %(n)s buildings fewer"),
    measure=m.buildings,
    is_good=True,
    stake=worth(m.buildings, BUILDING_GLORY),
)
INCOME: Final = ChancyAspect(
    "income",
    ("turn_glory", "turn_glory_to_come", "scores_soon"),
    N_("Look at the knowledge that scores: how many ports and square icons do you hold?"),
    N_("%(n)s glory more each turn"),
    N_("%(n)s glory less each turn"),
    N_("%(player)s scores %(n)s glory more each turn"),
    N_("%(player)s scores %(n)s glory less each turn"),
    measure=m.income,
    is_good=True,
    stake=worth(m.extra_income, 1.0),  # that of cities and buildings counts there
)
UNITS: Final = ChancyAspect(
    "units",
    ("units", "sheet", "reserve"),
    N_("Look at the units: where are they made, and where are they lost?"),
    NN_("%(n)s unit more", "%(n)s units more"),
    NN_("%(n)s unit fewer", "%(n)s units fewer"),
    NN_("%(player)s has %(n)s unit more", "%(player)s has %(n)s units more"),
    NN_("%(player)s has %(n)s unit fewer", "%(player)s has %(n)s units fewer"),
    measure=m.units,
    least=0.75,
    rival_look=N_("Look at the units of %(player)s: which move costs more of them?"),
    is_good=True,
    stake=worth(m.units, UNIT_WORTH),
)
DANGERS: Final = ChancyAspect(
    "danger",
    (),
    N_("Look at the borders: which cities could be attacked by more units than they hold?"),
    NN_("%(n)s city more in danger", "%(n)s cities more in danger"),
    NN_("%(n)s city fewer in danger", "%(n)s cities fewer in danger"),
    NN_("%(player)s has %(n)s city more in danger", "%(player)s has %(n)s cities more in danger"),
    NN_("%(player)s has %(n)s city fewer in danger", "%(player)s has %(n)s cities fewer in danger"),
    measure=m.in_danger,
    rival_look=N_("Look at the borders of %(player)s: which cities could be attacked by more units than they hold?"),
    is_good=False,
    stake=worth(m.in_danger, -DANGER),
)
KNOWLEDGE: Final = ChancyAspect(
    "knowledge",
    ("knowledge", "knowledge_worth", "takes_knowledge"),
    N_("Look at the knowledge: who is near the next card, and its 8 glory?"),
    NN_("%(n)s knowledge card more", "%(n)s knowledge cards more"),
    NN_("%(n)s knowledge card fewer", "%(n)s knowledge cards fewer"),
    NN_("%(player)s has %(n)s knowledge card more", "%(player)s has %(n)s knowledge cards more"),
    NN_("%(player)s has %(n)s knowledge card fewer", "%(player)s has %(n)s knowledge cards fewer"),
    measure=m.cards,
    is_good=True,
    stake=worth(m.cards, CARD),
)
BATTLE: Final = Aspect(
    "battle",
    ("fights_better",),
    N_("Look at the knowledge on display: will you fight, and who would fight you?"),
    NN_("%(n)s kind of knowledge more for battles", "%(n)s kinds of knowledge more for battles"),
    NN_("%(n)s kind of knowledge fewer for battles", "%(n)s kinds of knowledge fewer for battles"),
    NN_(
        "%(player)s has %(n)s kind of knowledge more for battles",
        "%(player)s has %(n)s kinds of knowledge more for battles",
    ),
    NN_(
        "%(player)s has %(n)s kind of knowledge fewer for battles",
        "%(player)s has %(n)s kinds of knowledge fewer for battles",
    ),
    measure=m.access(COMBAT),
    is_good=True,
    stake=worth(m.access(COMBAT), BATTLE_CARD),
)
MARCH: Final = Aspect(
    "movement",
    ("moves_better",),
    N_("Look at the knowledge on display: how far should your units reach?"),
    NN_("%(n)s kind of knowledge more for moving units", "%(n)s kinds of knowledge more for moving units"),
    NN_("%(n)s kind of knowledge fewer for moving units", "%(n)s kinds of knowledge fewer for moving units"),
    NN_(
        "%(player)s has %(n)s kind of knowledge more for moving units",
        "%(player)s has %(n)s kinds of knowledge more for moving units",
    ),
    NN_(
        "%(player)s has %(n)s kind of knowledge fewer for moving units",
        "%(player)s has %(n)s kinds of knowledge fewer for moving units",
    ),
    measure=m.access(MOBILITY),
    is_good=True,
    stake=worth(m.access(MOBILITY), MARCH_CARD),
)
RUMORS: Final = ChancyAspect(
    "rumors",
    ("rumors", "rumors_lead"),
    N_(
        "Look at the rumor cards: they are feared, and in the end the player with the fewest pays the one with the most."
    ),
    NN_("%(n)s rumor card more", "%(n)s rumor cards more"),
    NN_("%(n)s rumor card fewer", "%(n)s rumor cards fewer"),
    NN_("%(player)s has %(n)s rumor card more", "%(player)s has %(n)s rumor cards more"),
    NN_("%(player)s has %(n)s rumor card fewer", "%(player)s has %(n)s rumor cards fewer"),
    measure=m.rumors,
    rival_look=N_("Look at the rumor cards of %(player)s: which move gives one away?"),
    is_good=True,
)
FEARED: Final = Aspect(
    "intimidation",
    ("intimidation", "most_feared"),
    N_("Look at the intimidation: who drives whose units out of a battle?"),
    N_("the highest intimidation of all"),
    None,
    None,
    N_("%(player)s is no longer the most feared"),
    measure=m.is_most_feared,
    also=(
        Saying(
            N_("%(n)s more intimidation"),
            N_("%(n)s less intimidation"),
            N_("%(player)s has %(n)s more intimidation"),
            N_("%(player)s has %(n)s less intimidation"),
            measure=m.intimidation,
        ),
    ),
    is_good=True,
    stake=worth(m.intimidation, FEAR),
)
TEMPLES: Final = ChancyAspect(
    "temple",
    ("temple",),
    N_("Look at the temples: without one a god has no power, and a temple that falls brings a rumor card and 8 glory."),
    N_("a temple, and with it the power of the god"),
    None,
    None,
    N_("%(player)s is left without a temple and without a power"),
    measure=m.has_temple,
    rival_look=N_("Look at the temple of %(player)s: can it be taken?"),
    is_good=True,
    stake=worth(m.has_temple, TEMPLE),
)
FALLS: Final = ChancyAspect(
    "kingdom",
    ("fallen",),
    N_("Look at the whole kingdom: could it fall?"),
    None,
    N_("the kingdom does not fall"),
    N_("the kingdom of %(player)s falls"),
    None,
    measure=m.has_fallen,
    rival_look=N_("Look at the kingdom of %(player)s: could it fall?"),
    is_good=False,
    stake=worth(m.has_fallen, -FALL),
)
MARKERS: Final = Aspect(
    "invader",
    ("invader",),
    N_("Look at the invasions: when will you need the next one?"),
    None,
    N_("no invader marker: an invasion stays possible in the next round"),
    N_("%(player)s has an invader marker and cannot invade in the next round"),
    None,
    measure=m.has_marker,
    is_good=False,
    stake=worth(m.has_marker, -MARKER),
)
GODS: Final = Aspect(
    "god",
    ("saga", "loki", "holler", "tyr", "freyr", "heimdall", "forseti", "norns", "odin"),
    N_("Look at the powers: which one brings something every turn?"),
    None,
    None,
    also=tuple(
        Saying(text, None, measure=m.serves(god))
        for god, text in zip(
            range(N_GODS),
            (
                N_("Saga can copy the best power of the others every turn"),
                N_("Loki can take a city every turn without a battle"),
                N_("Holler can kill three enemy units every turn"),
                N_("Tyr raises three units every turn"),
                N_("Freyr puts two points on each track every turn"),
                N_("Heimdall can keep a public knowledge from the others"),
                N_("Forseti can swap a small rumor card for a great one"),
                N_("The Norns can change what is on display"),
                N_("Odin is feared from the first day: intimidation 15"),
            ),
            strict=True,
        )
    ),
    is_good=True,
)


UNIT_POINTS: Final = ChancyAspect(
    "unit points",
    ("unit_points",),
    N_("Look at the points for units: metal and barracks bring them every turn."),
    NN_("%(n)s point more for units each turn", "%(n)s points more for units each turn"),
    NN_("%(n)s point fewer for units each turn", "%(n)s points fewer for units each turn"),
    NN_("%(player)s has %(n)s point more for units each turn", "%(player)s has %(n)s points more for units each turn"),
    NN_(
        "%(player)s has %(n)s point fewer for units each turn", "%(player)s has %(n)s points fewer for units each turn"
    ),
    measure=m.points(UNIT),
    is_good=True,
    stake=worth(m.points(UNIT), POINTS[UNIT]),
)
BUILDING_POINTS: Final = ChancyAspect(
    "building points",
    ("building_points",),
    N_("Look at the points for buildings: wood and workshops bring them every turn."),
    NN_("%(n)s point more for buildings each turn", "%(n)s points more for buildings each turn"),
    NN_("%(n)s point fewer for buildings each turn", "%(n)s points fewer for buildings each turn"),
    NN_(
        "%(player)s has %(n)s point more for buildings each turn",
        "%(player)s has %(n)s points more for buildings each turn",
    ),
    NN_(
        "%(player)s has %(n)s point fewer for buildings each turn",
        "%(player)s has %(n)s points fewer for buildings each turn",
    ),
    measure=m.points(BUILDING),
    is_good=True,
    stake=worth(m.points(BUILDING), POINTS[BUILDING]),
)
LORE_POINTS: Final = ChancyAspect(
    "knowledge points",
    ("knowledge_points",),
    N_("Look at the points for knowledge: wheat and farms bring them every turn."),
    NN_("%(n)s point more for knowledge each turn", "%(n)s points more for knowledge each turn"),
    NN_("%(n)s point fewer for knowledge each turn", "%(n)s points fewer for knowledge each turn"),
    NN_(
        "%(player)s has %(n)s point more for knowledge each turn",
        "%(player)s has %(n)s points more for knowledge each turn",
    ),
    NN_(
        "%(player)s has %(n)s point fewer for knowledge each turn",
        "%(player)s has %(n)s points fewer for knowledge each turn",
    ),
    measure=m.points(LORE),
    is_good=True,
    stake=worth(m.points(LORE), POINTS[LORE]),
)
UNIT_TRACK: Final = Aspect(
    "unit track",
    ("unit_track",),
    N_("Look at the unit track: three points are a unit."),
    NN_("%(n)s point more on the unit track", "%(n)s points more on the unit track"),
    NN_("%(n)s point fewer on the unit track", "%(n)s points fewer on the unit track"),
    measure=m.track(UNIT),
    is_good=True,
    stake=worth(m.track(UNIT), TRACK_POINTS[UNIT]),
)
BUILDING_TRACK: Final = Aspect(
    "building track",
    ("building_track",),
    N_("Look at the building track: how far is the next building?"),
    NN_("%(n)s point more on the building track", "%(n)s points more on the building track"),
    NN_("%(n)s point fewer on the building track", "%(n)s points fewer on the building track"),
    measure=m.track(BUILDING),
    is_good=True,
    stake=worth(m.track(BUILDING), TRACK_POINTS[BUILDING]),
)
LORE_TRACK: Final = Aspect(
    "knowledge track",
    ("knowledge_track",),
    N_("Look at the knowledge track: how far is the next card and its 8 glory?"),
    NN_("%(n)s point more on the knowledge track", "%(n)s points more on the knowledge track"),
    NN_("%(n)s point fewer on the knowledge track", "%(n)s points fewer on the knowledge track"),
    measure=m.track(LORE),
    is_good=True,
    stake=worth(m.track(LORE), TRACK_POINTS[LORE]),
)

VOCABULARY: Final = Vocabulary(
    [
        SCORE, LAND, HARBOURS, BUILT, INCOME, UNITS, DANGERS, KNOWLEDGE, BATTLE, MARCH, RUMORS, FEARED, TEMPLES, FALLS, MARKERS, GODS,
        UNIT_POINTS, BUILDING_POINTS, LORE_POINTS, UNIT_TRACK, BUILDING_TRACK, LORE_TRACK,
    ],
    phases=[N_("Gods and first cities"), N_("Kingdoms grow"), N_("The last trophies")],
    phase=m.phase,
    silent=(
        "rounds_left", "knowledge_left", "buildings_left", "rumors_left", "used_up", "seats", "placing", "invasions",  # as for all
        "promise",  # a sum of everything
        "marching", "attack_odds", "attack_prize", "besieged", "planned", "planning",  # over when a turn ends
        "active", "turn_to_come", "marker",  # whose turn is next
    ),
    turn=m.turn,
    samples=SAMPLES,
)  # fmt: skip
