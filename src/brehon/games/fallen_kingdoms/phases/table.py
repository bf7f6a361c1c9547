"""The handlers in the order of the phase and step numbers."""

from typing import Final, final

from brehon.core.contract import Event
from brehon.games.fallen_kingdoms.phases import (
    battle,
    fall,
    gods,
    invasion,
    loki,
    movement,
    norns,
    opening,
    production,
    rampage,
    retreat,
    rolls,
    surrender,
)
from brehon.games.fallen_kingdoms.phases.common import N_STEPS
from brehon.games.fallen_kingdoms.phases.refusals import Decision
from brehon.games.fallen_kingdoms.state import N_PHASES, Fallen, Phase, Step


@final
class Nobody(Decision):
    """Nothing to decide: between two decisions, and when the game is over."""

    def legal(self, s: Fallen) -> list[int]:
        return []

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        raise AssertionError("nobody has to decide anything")


PHASES: Final[list[Phase]] = [
    Nobody(), opening.Laying(), opening.DealGod(), opening.DealSecond(), opening.ChooseGod(), opening.DealLore(),
    opening.DealTile(), opening.TurnRumor(), opening.StartPlace(), gods.God(), loki.LokiRefuge(), loki.LokiSource(),
    gods.ForsetiWith(), gods.ForsetiAsk(), norns.NornsDraw(), norns.NornsKeep(), norns.NornsSwap(),
    production.TakeBuilding(), production.TakeLore(), production.Spending(), production.WhichBuilding(),
    production.Site(), production.PlaceUnit(), movement.Move(), movement.MoveTo(), movement.MoveSend(),
    battle.PickBattle(), battle.Window(), battle.WindowSend(), battle.Attack(), battle.Defend(), rolls.Combat(),
    rolls.Reroll(), battle.Casualty(), retreat.Detach(), retreat.Withdraw(), battle.Victory(), rampage.Rampage(),
    rampage.Advance(), invasion.Invade(), surrender.Surrender(), surrender.Replace(), surrender.Strip(),
    surrender.StripTo(), invasion.Path(), invasion.StrikeRoll(), invasion.Follow(), invasion.PlaceRest(),
    invasion.PlaceTemple(), fall.Payer(), Nobody(),
]  # fmt: skip
STEPS: Final[list[Step]] = [
    opening.Deal(), opening.NextGroup(), gods.Turn(), production.Produce(), production.Points(), production.Free(),
    production.Settle(), movement.StartMoving(), battle.NextBattle(), battle.Battle(), retreat.Leave(),
    rampage.MayRampage(), rampage.Rampaged(), rampage.Advanced(), fall.Temple(), fall.Rumor(), fall.Fall(),
    production.Score(), fall.Next(), invasion.Handle(), surrender.TakeOver(), invasion.Paths(), invasion.Strike(),
    invasion.FollowUp(), invasion.Rest(), fall.Final(), gods.NextPlague(),
]  # fmt: skip
assert len(PHASES) == N_PHASES
assert len(STEPS) == N_STEPS
