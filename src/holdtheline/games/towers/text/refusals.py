"""Explain why a move is refused.

The state may lack what the reader may not know, such as the other player's orders. The clause is right in any case;
numbers are named as far as the state has them.
"""

from __future__ import annotations

from ....core.definition import FIRST_MOVE
from ..rules import moves
from ..rules.lane import distance
from ..rules.moves import acting_soldier, acting_unit_and_cell, seat_to_move
from ..state import CELLS, COLUMNS, MAX_SOLDIERS, MIND_COUNT, Clause, Phase, Picked, Stage, TowersState
from .names import SEAT_NAMES, acting_words, mind_name, place_words, unit_words
from .notation import DecodedMove, decode_move


def refusal(s: TowersState, code: int, clause: int) -> str:
    if clause in (Clause.T7_1, Clause.T7_2):
        return "the game is over"
    if 0 <= code < FIRST_MOVE:
        return "no die is rolled in this game"
    order = decode_move(code)
    if s.phase == Phase.ACT:
        return action_refusal(s, order, clause)
    return "there is no such order" if order is None else order_refusal(s, order, clause)


def order_refusal(s: TowersState, order: DecodedMove, clause: int) -> str:
    seat, _, number = order
    place = place_words(number)
    match clause:
        case Clause.T2_2:
            return timing_refusal(s, order)
        case Clause.T6_2:
            return ownership_refusal(s, order)
        case Clause.T2_6:
            return f"a player owns at most {MAX_SOLDIERS} soldiers"
        case Clause.T2_3:
            return "you sent no soldiers in the last turn"
        case Clause.T2_4:
            return "you hired no soldier in this turn, and soldiers from earlier turns cannot be dismissed"
        case Clause.T2_5:
            stands = s.tower_at[seat * CELLS + number]
            return f"the tower in {place} is from an earlier turn" if stands else f"no tower stands in {place}"
        case Clause.T4_3:
            return f"a {unit_words(number // MIND_COUNT)} cannot attack, so it decides nothing"
        case Clause.T8_1:
            unit, mind = divmod(number, MIND_COUNT)
            return f"{unit_words(unit)}s already decide this way ({mind_name(mind)})"
        case Clause.T1_2:
            return f"row {s.deployment_row} is where soldiers enter: build your towers below it"
        case Clause.T4_1:
            outside = number // COLUMNS > s.deployment_row
            return lane_end_refusal(s) if outside else f"a tower stands in {place} already"
        case _:
            return f"row {number // COLUMNS} would be closed: leave a free cell in every row"


def lane_end_refusal(s: TowersState) -> str:
    return f"the last row of a lane is row {s.deployment_row}"


def timing_refusal(s: TowersState, order: DecodedMove) -> str:
    """Explain why an order cannot be given now (T2.2)."""
    seat, kind, _ = order
    if kind >= moves.REST:
        return "units act only after both players have ended their turn"
    if s.ready[seat]:
        return f"{SEAT_NAMES[seat]} has ended the turn, and can give no more orders"
    match kind:
        case moves.NEVER_MIND:
            return "there is no order to cancel"
        case moves.CELL:
            return "pick a tower first, then its cell"
        case moves.HOME | moves.COLUMN:
            return "pick a soldier first"
        case moves.STEP:
            return "pick a soldier and its column first"
    rest: dict[int, str] = {
        Picked.TOWER: "its cell",
        Picked.SOLDIER: "its column or home",
        Picked.COLUMN: "its timestep",
    }
    return f"finish this order first: give {rest.get(s.picked[seat], 'the rest of it')}, or cancel it (never mind)"


def ownership_refusal(s: TowersState, order: DecodedMove) -> str:
    """Explain what the player lacks (T6.2). The other seat's gold and soldiers may be hidden, and read 0."""
    seat, kind, number = order
    own = seat == seat_to_move(s)
    if kind in (moves.HIRE, moves.TOWER):
        has = s.gold[seat] if own or s.gold[seat] else "less"
        return f"a {unit_words(number)} costs {s.cost[number]} gold, and {SEAT_NAMES[seat]} has {has}"
    if kind == moves.SOLDIER:
        has = s.soldiers[seat] if own or s.soldiers[seat] else "fewer"
        return f"there is no soldier {number + 1}: {SEAT_NAMES[seat]} has {has}"
    return f"{SEAT_NAMES[seat]} has no soldiers to send"


def action_refusal(s: TowersState, order: DecodedMove | None, clause: int) -> str:
    """Explain why a unit cannot do this."""
    unit, cell = acting_unit_and_cell(s)
    name, number = unit_words(unit), order.number if order else 0
    match clause:
        case Clause.T3_1:
            return f"{SEAT_NAMES[seat_to_move(s)]} decides now, for its {acting_words(s)}"
        case Clause.T3_3:
            state = "is frozen" if s.body_frozen[acting_soldier(s)] else "has no health left"
            return f"the {name} {state}, so it cannot do this"
        case Clause.T5_4:
            return f"a soldier scores from row 0, and this {name} is on row {cell // COLUMNS}"
        case Clause.T5_1:
            return move_refusal(s, unit, cell, number)
        case Clause.T4_1:
            return f"a tower stands in {place_words(number)}"
        case Clause.T5_3:
            until = s.body_rests_until[acting_soldier(s)]
            return f"a {name} moves every {s.moves_every[unit]} timesteps, and this one next at timestep {until}"
        case Clause.T5_2:
            return strike_refusal(s, unit, cell, number)
        case Clause.T4_3:
            return shot_refusal(s, unit, cell, number)
        case _:
            can = "shoots or rests" if s.stage == Stage.TOWERS else "moves, attacks, scores or rests"
            return f"the {acting_words(s)} acts now, and it {can}"


def move_refusal(s: TowersState, unit: int, cell: int, goal: int) -> str:
    if goal == cell:
        return f"the {unit_words(unit)} is in {place_words(cell)} already"
    if goal // COLUMNS > s.deployment_row:
        return lane_end_refusal(s)
    return (
        f"the speed of a {unit_words(unit)} is {s.speed[unit]}, and {place_words(goal)} is {distance(cell, goal)} away"
    )


def strike_refusal(s: TowersState, unit: int, cell: int, target: int) -> str:
    if not s.tower_at[s.lane * CELLS + target]:
        return f"no tower stands in {place_words(target)}"
    if s.front_only[unit]:
        return f"a {unit_words(unit)} attacks only the cell straight ahead of {place_words(cell)}"
    return range_refusal(s, unit, place_words(target), distance(cell, target))


def shot_refusal(s: TowersState, unit: int, cell: int, number: int) -> str:
    target = s.body_cell[(1 - s.lane) * MAX_SOLDIERS + number] - 1
    if target < 0:
        return f"soldier {number + 1} is not on the lane"
    return range_refusal(s, unit, f"soldier {number + 1}", distance(cell, target))


def range_refusal(s: TowersState, unit: int, target: str, target_distance: int) -> str:
    return f"the range of a {unit_words(unit)} is {s.reach[unit]}, and {target} is {target_distance} away"
