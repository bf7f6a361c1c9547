"""The Arrival, the board game by Martin Wallace, for 2 to 4 leaders. GAME is the only entry point."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import MEDIUM, Choice, Components, Option, Ruleset, Small
from brehon.core.face import Face
from brehon.core.filegame import FileGame
from brehon.core.observe import Observer
from brehon.core.text import N_

if TYPE_CHECKING:
    from brehon.core.checker import Checker

VERSIONS: Final = [1]  # of the rules, oldest first


@final
class ArrivalGame(FileGame):
    """The entry point of The Arrival."""

    def __init__(self) -> None:
        self.folder = Path(__file__).parent
        self.name = "arrival"
        self.title = "The Arrival"
        self.designer = "Martin Wallace"
        self.summary = N_(
            "Settle the island of Ériu as a tribe's leader: win fame, keep clear of corruption, and hold out against the Fomori together, or watch them overrun everyone."
        )
        self.seats = [2, 3, 4]  # AR-1.1
        self.seat_rule = "AR-1.1"
        self.options = [
            Option(
                "setup_discs", N_("Where do the first disc on a port and the two tracking discs come from?"), "AR-2.13", "port_from_three",
                [Choice("port_from_three", N_("The port disc is one of the three starting discs: two are left in the supply")),
                 Choice("three_kept", N_("All come from the general supply: three discs are left in the supply")),
                 Choice("all_three_used", N_("They are the three starting discs: none is left in the supply"))],
            ),
            Option(
                "simultaneous_blocking", N_("How are the blockers set?"), "AR-5.9", "true",
                [Choice("true", N_("In secret, all together: shown when everyone has chosen")),
                 Choice("false", N_("Openly, one leader after the other in turn order"))],
            ),
            Option(
                "round1_single_action", N_("When does a turn of round 1 have only one action?"), "AR-7.3", "first_turn",
                [Choice("first_turn", N_("In the first turn of each leader")),
                 Choice("whole_round", N_("In every turn of round 1"))],
            ),
            Option(
                "forced_self_attack", N_("Must a leader who could spread Fomori only onto his own forts do so before he passes?"), "AR-12.2", "true",
                [Choice("true", N_("Yes: he may not pass while any target is left")),
                 Choice("false", N_("No: he may pass when only his own forts are left as targets"))],
            ),
            Option(
                "spread_into_empty_castle", N_("May Fomori spread to a location whose castle has been repelled?"), "AR-10.15", "true",
                [Choice("true", N_("Yes, for one Fomori; it counts against the tribes again")),
                 Choice("false", N_("No: Balor's Isle never receives Fomori"))],
            ),
            Option(
                "overrun_tiebreak_fame", N_("The tribes are overrun and leaders are tied: which fame decides? The printed rules can be read in both ways."), "AR-18.6", "track",
                [Choice("track", N_("The fame that the track shows at the end: what was paid is gone")),
                 Choice("earned_total", N_("All fame earned in the game: what was paid for outposts and distant attacks still counts"))],
            ),
        ]  # fmt: skip
        self.versions = VERSIONS
        self.default_components = "eriu-1"
        self.has_secrets = True
        self.minutes, self.weight, self.picture_plies = 75, MEDIUM, 190

    def checker(self) -> type[Checker]:
        from brehon.games.arrival.checker import BoxChecker

        return BoxChecker

    def make_ruleset(self, n_seats: int, options: dict[str, str], components: Components, version: int) -> Ruleset:
        from brehon.games.arrival.components import BoxFile
        from brehon.games.arrival.setup import ArrivalRules

        assert isinstance(components, BoxFile)
        return ArrivalRules(self, n_seats, options, components, version, components.box)

    def face(self) -> Face:
        from brehon.games.arrival.face import FACE

        return FACE

    def observer(self, rules: Ruleset) -> Observer:
        from brehon.games.arrival.observe import ArrivalObserver
        from brehon.games.arrival.setup import ArrivalRules

        assert isinstance(rules, ArrivalRules)
        return ArrivalObserver(rules)

    def small_versions(self) -> list[Small]:
        return [
            Small("arrival-tiny", "a corner of the island with 16 locations, one round", [2, 3, 4], "eriu-tiny-1", {})
        ]


GAME: Final = ArrivalGame()
