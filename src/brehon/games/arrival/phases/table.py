"""All phases and stations, in the order of the numbers in state.py."""

from typing import Final

from brehon.games.arrival.data import MIGRATION, RUSE
from brehon.games.arrival.phases.earning import Block, Draw, NextDraw, NextOgam, NextReveal, Ogam, Reveal, RoundStarts
from brehon.games.arrival.phases.exploit import Exploit, NextTaker, Take
from brehon.games.arrival.phases.passing import End, Keep, Master, NextMaster, RoundEnds
from brehon.games.arrival.phases.setting import Backs, Gates, Port, Refill, Start
from brehon.games.arrival.phases.tiles import Second
from brehon.games.arrival.phases.turn import NextTurn, Rise, Settle, Turn
from brehon.games.arrival.state import Phase, Station

PHASES: Final[list[Phase]] = [
    Refill(), Gates(), Backs(), Start(), Reveal(), Rise(),
    Port(), Draw(), Block(), Ogam(), Take(), Turn(), Second(RUSE), Second(MIGRATION), Keep(), Master(), End(),
]  # fmt: skip

STATIONS: Final[list[Station]] = [
    RoundStarts(), NextDraw(), NextReveal(), NextOgam(), Exploit(), NextTaker(), NextTurn(), Settle(), NextMaster(), RoundEnds(),
]  # fmt: skip
