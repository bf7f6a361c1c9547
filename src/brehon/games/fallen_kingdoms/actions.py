"""The action space of Fallen Kingdoms: every choice, every draw and every roll, numbered. Cities are those of the whole tile set."""

from typing import Final

from brehon.core.space import ActionSpace
from brehon.games.fallen_kingdoms.data import BUILDINGS, GODS, KNOWLEDGE, N_UNITS, PAIRS, RUMORS, TRACKS, TRIPLES

# kinds, with their argument
LAY: Final = 0  # a way to place a tile; chance, or the first seat if the map is built by hand
CHOOSE: Final = 1  # god
PLACE: Final = 2  # city: a group, a unit, or a unit left over after an invasion
POWER: Final = 3
PASS: Final = 4
COPY: Final = 5  # god
CLAIM: Final = 6  # knowledge
TREACHERY: Final = 7  # city
PLAGUE: Final = 8  # city
OFFER: Final = 9  # rumor value
SWAP_WITH: Final = 10  # seat
ASK: Final = 11  # rumor value
KEEP: Final = 12  # knowledge
SWAP: Final = 13  # knowledge
TAKE: Final = 14  # building
LEARN: Final = 15  # knowledge
SPEND: Final = 16  # track
BUILD: Final = 17  # building
SITE: Final = 18  # city
FROM: Final = 19  # city
TO: Final = 20  # city
SEND: Final = 21  # number of units - 1
COMMIT: Final = 22
BATTLE: Final = 23  # city
REINFORCE: Final = 24  # city
ROLL: Final = 25
RETREAT: Final = 26
FLEE: Final = 27  # city
LOSE: Final = 28  # city of origin
DETACH: Final = 29  # city of origin
WITHDRAW: Final = 30  # city
OCCUPY: Final = 31
RETURN: Final = 32
RAMPAGE: Final = 33  # city
ADVANCE: Final = 34  # number of units
INVADE: Final = 35
SURRENDER: Final = 36  # seat
REPLACE: Final = 37  # city
STRIP: Final = 38  # city
PATH: Final = 39  # number of the path - 1
FOLLOW: Final = 40  # city
TEMPLE: Final = 41  # city
PAYER: Final = 42  # seat
# chance
GOD_CARD: Final = 43  # god
SECOND: Final = 44  # seat
LORE_CARD: Final = 45  # knowledge
TILE: Final = 46  # building
RUMOR: Final = 47  # rumor value
DIE: Final = 48  # result - 1
DICE: Final = 49  # result of two dice
DICE3: Final = 50  # result of three dice

N_PATHS: Final = 20  # along the rim of the largest grid


def make_space(lays: list[str], cities: list[str], n_seats: int) -> ActionSpace:
    seats = [str(seat) for seat in range(n_seats)]
    values = [str(value) for value in RUMORS]
    return ActionSpace(
        [
            ("lay", lays), ("choose", GODS), ("place", cities), ("power", []), ("pass", []), ("copy", GODS),
            ("claim", KNOWLEDGE), ("treachery", cities), ("plague", cities), ("offer", values), ("swap-with", seats),
            ("ask", values), ("keep", KNOWLEDGE), ("swap", KNOWLEDGE), ("take", BUILDINGS), ("learn", KNOWLEDGE),
            ("spend", TRACKS), ("build", BUILDINGS), ("site", cities), ("from", cities), ("to", cities),
            ("send", [str(n + 1) for n in range(N_UNITS)]), ("commit", []), ("battle", cities), ("reinforce", cities),
            ("roll", []), ("retreat", []), ("flee", cities), ("lose", cities), ("detach", cities), ("withdraw", cities),
            ("occupy", []), ("return", []), ("rampage", cities), ("advance", [str(n) for n in range(N_UNITS)]),
            ("invade", []), ("surrender", seats), ("replace", cities), ("strip", cities),
            ("path", [str(n + 1) for n in range(N_PATHS)]), ("follow", cities), ("temple", cities), ("payer", seats),
            ("god", GODS), ("second", seats), ("knowledge", KNOWLEDGE), ("tile", BUILDINGS), ("rumor", values),
            ("die", [str(n) for n in range(1, 7)]), ("dice", [f"{a} {b}" for a, b in PAIRS]),
            ("dice", [f"{a} {b} {c}" for a, b, c in TRIPLES]),
        ]
    )  # fmt: skip
