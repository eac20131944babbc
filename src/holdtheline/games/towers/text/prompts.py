"""Prompts, headlines and the result of a game in words."""

from __future__ import annotations

from ....core.definition import DRAWN, EVERYONE, LOST, OUTCOME_TEXTS, WON
from ....core.sentences import plural
from ..rules.moves import acting_unit_and_cell, seat_to_move
from ..rules.turn_end import winner
from ..state import PLAYERS, TIMESTEPS, Clause, Phase, Picked, Stage, TowersState, unit_name
from .names import SEAT_NAMES, acting_words, lane_owner_words, place_words, unit_words


def prompt(s: TowersState, seat: int) -> str:
    if s.phase == Phase.OVER:
        return f"{outcome_words(s, seat)}: {result_text(s)[1]}."
    if s.phase == Phase.ACT:
        return action_prompt(s, seat)
    if seat == EVERYONE:
        return f"Turn {s.turns_played + 1} of {s.turn_limit}. {who_plans_words(s)}."
    if s.ready[seat]:
        return f"You have ended your turn. {SEAT_NAMES[1 - seat].capitalize()} is still planning."
    soldier = f"soldier {s.picked_unit[seat] + 1}"
    match s.picked[seat]:
        case Picked.TOWER:
            return f"Choose a cell of your lane for the {unit_words(s.picked_unit[seat])}."
        case Picked.SOLDIER:
            return f"Choose a column for {soldier}, or keep it at home."
        case Picked.COLUMN:
            return f"Choose a timestep, 0 to {TIMESTEPS - 1}, for {soldier} in column {s.picked_column[seat]}."
    turn = f"Turn {s.turns_played + 1} of {s.turn_limit}."
    return f"{turn} Build, hire and send soldiers, then end your turn."


def action_prompt(s: TowersState, seat: int) -> str:
    when, owner = f"Timestep {s.timestep}, {SEAT_NAMES[s.lane]} lane", seat_to_move(s)
    if owner != seat:
        return f"{when}: {SEAT_NAMES[owner]} decides for its {acting_words(s)}."
    can = "shoot at a soldier" if s.stage == Stage.TOWERS else "move, attack or score"
    return f"{when}: your {acting_words(s)} acts. It can {can}, or rest."


def result_text(s: TowersState) -> tuple[int, str]:
    beaten = [SEAT_NAMES[seat] for seat in range(PLAYERS) if s.hp[seat] <= 0]
    if len(beaten) == PLAYERS:
        return Clause.T7_1, "neither player has HP left"
    if beaten:
        return Clause.T7_1, f"{beaten[0]} has no HP left"
    after = f"after {plural(s.turns_played, 'turn')}"
    if s.hp[0] == s.hp[1]:
        return Clause.T7_2, f"{after} both players have {s.hp[0]} HP"
    best = winner(s)
    return (Clause.T7_2, f"{after} {SEAT_NAMES[best]} has {s.hp[best]} HP and {SEAT_NAMES[1 - best]} {s.hp[1 - best]}")


def turn_words(s: TowersState) -> str:
    match s.phase:
        case Phase.PLAN:
            return f"Turn {s.turns_played + 1}, planning"
        case Phase.ACT:
            return f"Turn {s.turns_played + 1}, timestep {s.timestep}"
        case _:
            return f"After turn {s.turns_played}"


def headline(s: TowersState, seat: int) -> str:
    """Return a short phrase that says what happens now."""
    if s.phase == Phase.OVER:
        return outcome_words(s, seat)
    if s.phase == Phase.ACT:
        unit, cell = acting_unit_and_cell(s)
        return f"{lane_owner_words(seat_to_move(s), seat)} {unit_name(unit)} acts: {place_words(cell)}"
    if seat == EVERYONE:
        return who_plans_words(s)
    if s.ready[seat]:
        return "The other player is still planning"
    if s.picked[seat] == Picked.TOWER:
        return f"Choose a cell for the {unit_words(s.picked_unit[seat])}"
    return PLANNING_QUESTIONS[s.picked[seat]]


def outcome_words(s: TowersState, seat: int) -> str:
    best = winner(s)
    if seat == EVERYONE and best >= 0:
        return f"{SEAT_NAMES[best].capitalize()} won"
    return OUTCOME_TEXTS[DRAWN if best < 0 else WON if best == seat else LOST]


def who_plans_words(s: TowersState) -> str:
    """Return a phrase for spectators that says who still plans."""
    plan = [SEAT_NAMES[seat].capitalize() for seat in range(PLAYERS) if not s.ready[seat]]
    return f"{plan[0]} is still planning" if len(plan) == 1 else "Both players are planning"


PLANNING_QUESTIONS: dict[int, str] = {
    Picked.NOTHING: "Plan your turn",
    Picked.SOLDIER: "Choose a column for the soldier",
    Picked.COLUMN: "Choose a timestep for the soldier",
}
