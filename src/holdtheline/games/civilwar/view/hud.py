"""The head-up display: the sides with their VP, the turn, the action points and the dice."""

from __future__ import annotations

from ....core.view_types import Gauge, Hud, HudSide
from ..scenario.setup import scenario_of
from ..state import DICE_PHASES, SEATS, SIDES, CivilWarState, Phase
from .scene import COMBAT_PHASES, count_dice_left, hits_text, side_status


def hud(s: CivilWarState, seat: int) -> Hud:
    """Return the display. What to do now, and who does it, is in the prompt."""
    scenario, turn_gauge = scenario_of(s), Gauge("Turn", int(s.turn), int(s.last_turn), "track")
    return Hud(
        title=scenario.date,
        headline=scenario.title,
        sides=tuple(hud_side(s, side) for side in range(SIDES)),
        gauges=(turn_gauge,) if s.phase == Phase.OVER else (turn_gauge, Gauge("AP", int(s.ap), None, "pips")),
        dice=count_dice_left(s) if s.phase in DICE_PHASES else 0,
        dice_text=hits_text(int(s.hits)) if s.phase in COMBAT_PHASES and s.target else "",
    )


def hud_side(s: CivilWarState, side: int) -> HudSide:
    status = side_status(s, side)
    return HudSide(side, SEATS[side].capitalize(), status.vp, status.vp_text, status.losses_text, status.acts)
