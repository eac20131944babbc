"""The inspector: the numbers of a lane, an enemy die, the backline or the countdown, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.dice import FACES
from ....core.sentences import plural
from ....core.view_types import Inspection, InspectorRow
from ..rules import enemy_strength, free_capacity, lane_overflow, max_reinforcements, troops_left
from ..state import MIDDLE, NO_LIMIT, Clause, Phase, SiegeState
from ..text import LANE_NAMES, waves_text


def inspect(s: SiegeState, seat: int, id_: str, clicks: Sequence[str]) -> Inspection | None:
    """Return what something in the picture is, by its id."""
    kind, _, name = id_.rpartition("-")
    if name in LANE_NAMES and kind in ("", "enemy", "strength"):
        lane = LANE_NAMES.index(name)
        if kind:
            return Inspection(f"Enemy in the {name} lane", tuple(enemy_rows(s, lane)))
        return Inspection(f"{name.capitalize()} lane", tuple(lane_rows(s, lane)))
    if id_ == "backline":
        return Inspection("Backline", tuple(backline_rows(s)))
    if id_ == "countdown":
        return Inspection("Countdown", tuple(countdown_rows(s)))
    return None


def lane_rows(s: SiegeState, lane: int) -> Iterator[InspectorRow]:
    troops = int(s.lane[lane])
    yield InspectorRow("Troops", str(troops), "Each troop stops one enemy, and both are removed.", Clause.S4_2)
    if s.phase == Phase.REINFORCE:
        room = int(free_capacity(s, lane))
        value = "no limit" if s.capacity == NO_LIMIT else f"{room} more"
        limit = "Numbers on paper have no maximum." if s.capacity == NO_LIMIT else f"A die shows at most {s.capacity}."
        yield InspectorRow("Room", value, limit, Clause.S2_2)
    if s.enemy[lane] and s.phase in (Phase.SCOUT, Phase.REARRANGE):
        yield battle_row(s, lane)


def battle_row(s: SiegeState, lane: int) -> InspectorRow:
    """Return the result of the battle in a lane if its dice stay as they are."""
    troops, enemy = int(s.lane[lane]), int(enemy_strength(lane, s.enemy[lane]))
    overflow, left = int(lane_overflow(troops, enemy)), int(troops_left(troops, enemy))
    through = "1 gets through" if overflow == 1 else f"{overflow} get through"
    value = through if overflow else f"holds with {left}"
    return InspectorRow("Battle", value, f"{troops} against a strength of {enemy}, if the dice stay.", Clause.S4_2)


def enemy_rows(s: SiegeState, lane: int) -> Iterator[InspectorRow]:
    face = int(s.enemy[lane])
    weak, strong = int(enemy_strength(lane, 1)), int(enemy_strength(lane, FACES))
    how = "The middle lane meets the full die." if lane == MIDDLE else "An outer lane meets half of it, rounded up."
    if face:
        yield InspectorRow("Die", str(face), "The enemy die of this lane.", Clause.S3_1)
        yield InspectorRow("Strength", str(int(enemy_strength(lane, face))), how, Clause.S4_1)
        if s.phase in (Phase.SCOUT, Phase.REARRANGE):
            yield battle_row(s, lane)
    else:
        yield InspectorRow("Die", "not rolled yet", "A die is rolled for each lane.", Clause.S3_1)
        yield InspectorRow("Strength", f"{weak} to {strong}", how, Clause.S4_1)


def backline_rows(s: SiegeState) -> Iterator[InspectorRow]:
    why = "Enemies that get through strike it. If as many or more get through, the castle falls."
    yield InspectorRow("Troops", str(int(s.backline)), why, Clause.S4_3)
    if s.phase == Phase.REINFORCE:
        keep = "" if s.allows_empty_backline else " One must stay, as an empty backline loses."
        yield InspectorRow("Can be sent", str(max(int(max_reinforcements(s)), 0)), f"To any lanes.{keep}", Clause.S2_2)
    grows = "An empty backline gets none."
    yield InspectorRow("After each wave", f"+{int(s.regroup)}", grows, Clause.S5_2)


def countdown_rows(s: SiegeState) -> Iterator[InspectorRow]:
    if s.phase == Phase.COUNTDOWN:
        yield InspectorRow("Waves", "1 to 6", "The scouts' die decides.", Clause.S1_3)
    elif s.waves:
        yield InspectorRow("Waves", plural(int(s.waves), "wave"), f"{waves_text(s.waves)}. At 0 you win.", Clause.S5_3)
    else:
        yield InspectorRow("Waves", "none left", "The countdown reached 0.", Clause.S5_3)
