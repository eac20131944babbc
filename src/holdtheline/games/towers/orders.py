"""Moves of towers in words: orders of a planning and actions of units, their labels, why one is refused.

What is said here may be said to a seat that does not see the other's orders, so the record may lack
them. The clause is right in any case; numbers are named as far as the record has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.contract import FIRST_MOVE
from . import moves
from .lane import distance
from .moves import SPAN, code_of, local_of, seat_of, turn_of
from .state import (
    CELLS,
    COLUMNS,
    MINDS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    SOLDIERS,
    STEPS,
    TOWERS,
    UNITS,
    Clause,
    Mind,
    Phase,
    Picked,
    Stage,
    row_and_column,
    unit_name,
    when_and_where,
)

SEATS = ("left", "right")


# Names


def mind_name(mind: int) -> str:
    return Mind(mind).name.lower()


def unit_words(unit: int) -> str:
    """`missile tower`, `blockade`, `rifle soldier`."""
    if unit in SOLDIERS:
        return f"{unit_name(unit)} soldier"
    return f"{unit_name(unit)} tower" if unit != TOWERS[-1] else unit_name(unit)


def place_words(cell: int) -> str:
    row, column = row_and_column(cell)
    return f"row {row}, column {column}"


def gold_words(s: Any, unit: int) -> str:
    return f"{s.cost[unit]} gold"


# Texts


class Form(NamedTuple):
    """A kind of move: its words, the clause that allows it, and what follows the words for each number."""

    kind: int
    words: str
    clause: int
    tails: Mapping[int, str]


class Order(NamedTuple):
    """A code taken apart."""

    seat: int
    kind: int
    number: int


ALONE = {0: ""}
COLUMN_TAILS = {column: str(column) for column in range(COLUMNS)}
CELL_TAILS = {cell: " ".join(map(str, row_and_column(cell))) for cell in range(CELLS)}
SOLDIER_TAILS = {number: str(number + 1) for number in range(MOST_SOLDIERS)}
MIND_TAILS = {
    unit * MINDS + mind: f"{unit_name(unit)} {mind_name(mind)}" for unit in range(UNITS) for mind in Mind
}

FORMS = (
    Form(moves.READY, "ready", Clause.T2_2, ALONE),
    Form(moves.NEVER_MIND, "never mind", Clause.T2_2, ALONE),
    Form(moves.HOME, "home", Clause.T2_3, ALONE),
    Form(moves.DISMISS, "dismiss", Clause.T2_4, ALONE),
    Form(moves.ALL_HOME, "all home", Clause.T2_3, ALONE),
    Form(moves.AS_LAST, "as last turn", Clause.T2_3, ALONE),
    Form(moves.HIRE, "hire", Clause.T2_4, {int(unit): unit_name(unit) for unit in SOLDIERS}),
    Form(moves.TOWER, "tower", Clause.T4_1, {int(unit): unit_name(unit) for unit in TOWERS}),
    Form(moves.SOLDIER, "soldier", Clause.T2_3, SOLDIER_TAILS),
    Form(moves.COLUMN, "column", Clause.T2_3, COLUMN_TAILS),
    Form(moves.STEP, "step", Clause.T2_3, {step: str(step) for step in range(STEPS)}),
    Form(moves.CELL, "cell", Clause.T4_1, CELL_TAILS),
    Form(moves.TAKE_DOWN, "take down", Clause.T4_1, CELL_TAILS),
    Form(moves.MIND, "mind", Clause.T8_1, MIND_TAILS),
    Form(moves.TOGETHER, "together", Clause.T2_3, COLUMN_TAILS),
    Form(moves.IN_FILE, "in file", Clause.T2_3, COLUMN_TAILS),
    Form(moves.REST, "rest", Clause.T3_2, ALONE),
    Form(moves.SCORE, "score", Clause.T5_4, ALONE),
    Form(moves.GO, "go", Clause.T5_1, CELL_TAILS),
    Form(moves.STRIKE, "strike", Clause.T5_2, CELL_TAILS),
    Form(moves.SHOOT, "shoot", Clause.T4_3, SOLDIER_TAILS),
)
FORM_OF = {form.kind + number: form for form in FORMS for number in form.tails}
TEXT_OF = {
    form.kind + number: f"{form.words} {tail}".strip()
    for form in FORMS
    for number, tail in form.tails.items()
}
LOCAL_OF = {text: local for local, text in TEXT_OF.items()}


def order_of(code: int) -> Order | None:
    """None: no move has this code."""
    if not FIRST_MOVE <= code < FIRST_MOVE + PLAYERS * SPAN:
        return None
    seat, local = int(seat_of(code)), int(local_of(code))
    form = FORM_OF.get(local)
    return Order(seat, form.kind, local - form.kind) if form else None


def move_text(s: Any, code: int) -> str:
    """Whose move it is stands beside it, not in it."""
    order = order_of(code)
    return f"move {code}" if order is None else TEXT_OF[order.kind + order.number]


def read_move(s: Any, text: str) -> int | None:
    """A seat in front speaks of its move; else it is that of whoever decides."""
    words = re.sub(r"\b0+(?=[0-9])", "", text.lower()).split()
    seat = int(turn_of(s))
    if words and words[0] in SEATS:
        seat = SEATS.index(words.pop(0))
    local = LOCAL_OF.get(" ".join(words))
    return None if local is None else int(code_of(seat, local))


def move_clause(s: Any, code: int) -> int:
    order = order_of(code)
    if order is not None:
        return FORM_OF[order.kind + order.number].clause
    return Clause.T3_2 if s.phase == Phase.ACT else Clause.T2_2


def sealed(s: Any, code: int) -> bool:
    """T2.2: in a planning only `ready` is known to both."""
    return bool(s.phase == Phase.PLAN and local_of(code) != moves.READY)


# Units of the record


def soldier_words(s: Any, seat: int, number: int) -> str:
    """`soldier 3, a rifle`; only its number where the seat's roster is not known."""
    known = 0 <= number < s.soldiers[seat]
    kind = f", a {unit_name(s.soldier_unit[seat * MOST_SOLDIERS + number])}" if known else ""
    return f"soldier {number + 1}{kind}"


def picked_soldier(s: Any, seat: int) -> str:
    if s.picked[seat] in (Picked.SOLDIER, Picked.COLUMN):
        return f"soldier {s.picked_unit[seat] + 1}"
    return "the soldier"


def entry_words(entry: int) -> str:
    found = when_and_where(entry)
    return "at home" if found is None else f"timestep {found[0]}, column {found[1]}"


def tower_words(s: Any, lane: int, cell: int) -> str:
    """The tower in a cell; just `tower` where none is known to stand."""
    number = s.tower_at[lane * CELLS + cell]
    return unit_words(s.tower_unit[lane * MOST_TOWERS + number - 1]) if number else "tower"


def acting_soldier(s: Any) -> int:
    """The place of the soldier that acts, in the lists of bodies."""
    return int((1 - s.lane) * MOST_SOLDIERS + s.acting)


def acting_unit(s: Any) -> tuple[int, int]:
    """The kind of the unit that acts, and its cell."""
    if s.stage == Stage.TOWERS:
        tower = s.lane * MOST_TOWERS + s.acting
        return int(s.tower_unit[tower]), int(s.tower_cell[tower])
    soldier = acting_soldier(s)
    return int(s.shown_unit[soldier]), int(s.body_cell[soldier]) - 1


def acting_words(s: Any) -> str:
    """`missile tower in row 3, column 5`, `soldier 3, a rifle, in row 4, column 2`."""
    unit, cell = acting_unit(s)
    if s.stage == Stage.TOWERS:
        return f"{unit_words(unit)} in {place_words(cell)}"
    number = acting_soldier(s) - (1 - s.lane) * MOST_SOLDIERS
    return f"soldier {number + 1}, a {unit_name(unit)}, in {place_words(cell)}"


# Labels


def label(s: Any, code: int) -> str:
    """What the move does, in the words of a player."""
    order = order_of(code)
    if order is None:
        return f"move {code}"
    return label_of_action(s, order) if order.kind >= moves.REST else label_of_order(s, order)


def label_of_order(s: Any, order: Order) -> str:
    seat, kind, number = order
    match kind:
        case moves.READY:
            return "Ready: the orders of this turn stand"
        case moves.NEVER_MIND:
            return "Never mind: give another order"
        case moves.HOME:
            return f"Keep {picked_soldier(s, seat)} at home"
        case moves.DISMISS:
            return (
                f"Dismiss {soldier_words(s, seat, s.soldiers[seat] - 1)}" if s.soldiers[seat] else "Dismiss"
            )
        case moves.ALL_HOME:
            return "Keep all soldiers at home"
        case moves.AS_LAST:
            return "Send the soldiers as in the last turn"
        case moves.HIRE:
            return f"Hire a {unit_words(number)} for {gold_words(s, number)}"
        case moves.TOWER:
            return f"Build a {unit_words(number)} for {gold_words(s, number)}: then choose its cell"
        case moves.SOLDIER:
            return label_of_soldier(s, seat, number)
        case moves.COLUMN:
            return f"Send {picked_soldier(s, seat)} into column {number}: then choose its timestep"
        case moves.STEP:
            into = f" into column {s.picked_column[seat]}" if s.picked[seat] == Picked.COLUMN else ""
            return f"Send {picked_soldier(s, seat)}{into} at timestep {number}"
        case moves.CELL:
            tower = unit_words(s.picked_unit[seat]) if s.picked[seat] == Picked.TOWER else "tower"
            return f"Build the {tower} in {place_words(number)}"
        case moves.TAKE_DOWN:
            return f"Take down the {tower_words(s, seat, number)} in {place_words(number)}, for all its gold"
        case moves.MIND:
            return label_of_mind(*divmod(number, MINDS))
        case moves.TOGETHER:
            return f"Send all soldiers into column {number} at timestep 0"
        case _:
            return f"Send all soldiers into column {number}, one a timestep"


def label_of_soldier(s: Any, seat: int, number: int) -> str:
    words = f"Send {soldier_words(s, seat, number)}, or keep it at home"
    if number >= s.soldiers[seat]:
        return words
    return f"{words} (now {entry_words(s.entry[seat * MOST_SOLDIERS + number])})"


MIND_WORDS = {
    (True, Mind.USUAL): "shoot at the foremost soldier",
    (True, Mind.THRIFTY): "waste no shot on the fallen",
    (True, Mind.HUNTER): "shoot at the weakest soldier",
    (False, Mind.USUAL): "run straight ahead",
    (False, Mind.THRIFTY): "go round what stands in the way",
    (False, Mind.HUNTER): "attack any tower in range",
}


def label_of_mind(unit: int, mind: int) -> str:
    what = MIND_WORDS.get((unit in TOWERS, Mind(mind)), "ask you before every action")
    return f"{unit_words(unit).capitalize()}s {what} ({mind_name(mind)})"


def label_of_action(s: Any, order: Order) -> str:
    match order.kind:
        case moves.REST:
            return "Rest"
        case moves.SCORE:
            return f"Score: {SEATS[1 - order.seat]} loses 1 HP"
        case moves.GO:
            return f"Move to {place_words(order.number)}"
        case moves.STRIKE:
            tower = tower_words(s, 1 - order.seat, order.number)
            return f"Attack the {tower} in {place_words(order.number)}"
        case _:
            soldier = (1 - order.seat) * MOST_SOLDIERS + order.number
            words = f"Shoot at soldier {order.number + 1}"
            if s.body_cell[soldier] == 0:
                return words
            unit, health = unit_name(s.shown_unit[soldier]), s.body_health[soldier]
            return f"{words}, a {unit} with {health} health in {place_words(s.body_cell[soldier] - 1)}"


# Why not


def reason(s: Any, code: int, clause: int) -> str:
    if clause in (Clause.T7_1, Clause.T7_2):
        return "the game is over"
    if 0 <= code < FIRST_MOVE:
        return "no die is rolled in this game"
    order = order_of(code)
    if s.phase == Phase.ACT:
        return why_no_action(s, order, clause)
    return "there is no such order" if order is None else why_no_order(s, order, clause)


def why_no_order(s: Any, order: Order, clause: int) -> str:
    seat, _, number = order
    place = place_words(number)
    match clause:
        case Clause.T2_2:
            return why_not_now(s, order)
        case Clause.T6_2:
            return why_not_owned(s, order)
        case Clause.T2_6:
            return f"nobody owns more than {MOST_SOLDIERS} soldiers"
        case Clause.T2_3:
            return "nobody was sent in the last turn"
        case Clause.T2_4:
            return "nobody was hired in this planning, and whoever was hired before stays for the whole game"
        case Clause.T2_5:
            stands = s.tower_at[seat * CELLS + number]
            return (
                f"the tower in {place} is from an earlier turn" if stands else f"no tower stands in {place}"
            )
        case Clause.T4_3:
            return f"a {unit_words(number // MINDS)} cannot attack, so it has nothing to decide"
        case Clause.T8_1:
            unit, mind = divmod(number, MINDS)
            return f"the mind of {unit_words(unit)}s is {mind_name(mind)} already"
        case Clause.T1_2:
            return f"row {s.deployment_row} is the deployment row, and no tower may stand on it"
        case Clause.T4_1:
            outside = number // COLUMNS > s.deployment_row
            return lane_ends(s) if outside else f"a tower stands in {place} already"
        case _:
            return f"row {number // COLUMNS} would be closed: every row keeps a cell without a tower"


def lane_ends(s: Any) -> str:
    return f"the lane ends with row {s.deployment_row}"


def why_not_now(s: Any, order: Order) -> str:
    """T2.2: the order cannot come here, whatever it says."""
    seat, kind, _ = order
    if kind >= moves.REST:
        return "units act when both are ready"
    if s.ready[seat]:
        return f"{SEATS[seat]} is ready, and the orders of this turn stand"
    match kind:
        case moves.NEVER_MIND:
            return "no order is half given"
        case moves.CELL:
            return "a cell is chosen for a tower, and none is picked"
        case moves.HOME | moves.COLUMN:
            return "this is said of a soldier, and none is picked"
        case moves.STEP:
            return "a timestep is chosen after a soldier and its column"
    rest = {Picked.TOWER: "its cell", Picked.SOLDIER: "its column, home", Picked.COLUMN: "its timestep"}
    return f"half an order is given: {rest.get(s.picked[seat], 'its other half')} or never mind comes next"


def why_not_owned(s: Any, order: Order) -> str:
    """T6.2. Nothing is known of the other seat's gold and soldiers where the record says 0."""
    seat, kind, number = order
    own = seat == turn_of(s)
    if kind in (moves.HIRE, moves.TOWER):
        has = s.gold[seat] if own or s.gold[seat] else "less"
        return f"a {unit_words(number)} costs {gold_words(s, number)}, and {SEATS[seat]} has {has}"
    if kind == moves.SOLDIER:
        has = s.soldiers[seat] if own or s.soldiers[seat] else "fewer"
        return f"there is no soldier {number + 1}: {SEATS[seat]} has {has}"
    return f"{SEATS[seat]} has no soldiers to send"


def why_no_action(s: Any, order: Order | None, clause: int) -> str:
    """A turn is being played, and a unit asks its owner."""
    unit, cell = acting_unit(s)
    who, number = unit_words(unit), order.number if order else 0
    match clause:
        case Clause.T3_1:
            return f"{SEATS[turn_of(s)]} decides now, for its {acting_words(s)}"
        case Clause.T3_3:
            state = "is frozen" if s.body_frozen[acting_soldier(s)] else "has no health left"
            return f"the {who} {state}, so it cannot do this"
        case Clause.T5_4:
            return f"a soldier scores from row 0, and this {who} is on row {cell // COLUMNS}"
        case Clause.T5_1:
            return why_no_walk(s, unit, cell, number)
        case Clause.T4_1:
            return f"a tower stands in {place_words(number)}"
        case Clause.T5_3:
            rests = s.body_rests[acting_soldier(s)]
            return f"a {who} moves every {s.moves_every[unit]} timesteps, and this one not before {rests}"
        case Clause.T5_2:
            return why_no_strike(s, unit, cell, number)
        case Clause.T4_3:
            return why_no_shot(s, unit, cell, number)
        case _:
            can = "shoots or rests" if s.stage == Stage.TOWERS else "moves, attacks, scores or rests"
            return f"the {acting_words(s)} acts now, and it {can}"


def why_no_walk(s: Any, unit: int, cell: int, goal: int) -> str:
    if goal == cell:
        return f"the {unit_words(unit)} is in {place_words(cell)} already"
    if goal // COLUMNS > s.deployment_row:
        return lane_ends(s)
    far = distance(cell, goal)
    return f"the speed of a {unit_words(unit)} is {s.speed[unit]}, and {place_words(goal)} is {far} away"


def why_no_strike(s: Any, unit: int, cell: int, target: int) -> str:
    if not s.tower_at[s.lane * CELLS + target]:
        return f"no tower stands in {place_words(target)}"
    if s.front_only[unit]:
        return f"a {unit_words(unit)} attacks only the cell straight ahead of {place_words(cell)}"
    far = distance(cell, target)
    return f"the range of a {unit_words(unit)} is {s.reach[unit]}, and {place_words(target)} is {far} away"


def why_no_shot(s: Any, unit: int, cell: int, number: int) -> str:
    there = s.body_cell[(1 - s.lane) * MOST_SOLDIERS + number] - 1
    if there < 0:
        return f"soldier {number + 1} is not on the lane"
    far = distance(cell, there)
    return f"the range of a {unit_words(unit)} is {s.reach[unit]}, and soldier {number + 1} is {far} away"
