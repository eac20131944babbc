"""Labels of moves, and a whole plan in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ....core.sentences import join_words
from ..rules import moves
from ..state import MAX_SOLDIERS, MIND_COUNT, TOWERS, Mind, Picked, TowersState, unit_name
from .names import (
    SEAT_NAMES,
    entry_words,
    mind_name,
    picked_soldier_words,
    place_words,
    soldier_words,
    tower_words,
    unit_words,
)
from .notation import DecodedMove, decode_move


def move_label(s: TowersState, code: int) -> str:
    """Return a sentence that says what a move does."""
    order = decode_move(code)
    if order is None:
        return f"move {code}"
    return action_label(s, order) if order.kind >= moves.REST else order_label(s, order)


def order_label(s: TowersState, order: DecodedMove) -> str:
    seat, kind, number = order
    match kind:
        case moves.READY:
            return "End turn"
        case moves.NEVER_MIND:
            return "Cancel this order"
        case moves.HOME:
            return f"Keep {picked_soldier_words(s, seat)} at home"
        case moves.DISMISS:
            return f"Dismiss {soldier_words(s, seat, s.soldiers[seat] - 1)}" if s.soldiers[seat] else "Dismiss"
        case moves.ALL_HOME:
            return "Keep all soldiers at home"
        case moves.AS_LAST:
            return "Send the soldiers as in the last turn"
        case moves.HIRE:
            return f"Hire a {unit_words(number)} for {s.cost[number]} gold"
        case moves.TOWER:
            return f"Build a {unit_words(number)} for {s.cost[number]} gold: then choose its cell"
        case moves.SOLDIER:
            known = number < s.soldiers[seat]
            now = f" (now {entry_words(s.entry[seat * MAX_SOLDIERS + number])})" if known else ""
            return f"Send {soldier_words(s, seat, number)}, or keep it at home{now}"
        case moves.COLUMN:
            return f"Send {picked_soldier_words(s, seat)} into column {number}: then choose its timestep"
        case moves.STEP:
            into = f" into column {s.picked_column[seat]}" if s.picked[seat] == Picked.COLUMN else ""
            return f"Send {picked_soldier_words(s, seat)}{into} at timestep {number}"
        case moves.CELL:
            tower = unit_words(s.picked_unit[seat]) if s.picked[seat] == Picked.TOWER else "tower"
            return f"Build the {tower} in {place_words(number)}"
        case moves.TAKE_DOWN:
            return f"Take down the {tower_words(s, seat, number)} in {place_words(number)}, to get its gold back"
        case moves.MIND:
            return mind_label(*divmod(number, MIND_COUNT))
        case moves.TOGETHER:
            return f"Send all soldiers into column {number} at timestep 0"
        case _:
            return f"Send all soldiers into column {number}, one per timestep"


MIND_WORDS = {
    (True, Mind.USUAL): "shoot at the foremost soldier",
    (True, Mind.THRIFTY): "skip soldiers already down",
    (True, Mind.HUNTER): "shoot at the weakest soldier",
    (False, Mind.USUAL): "run straight ahead",
    (False, Mind.THRIFTY): "go round what stands in the way",
    (False, Mind.HUNTER): "attack any tower in range",
}


def describe_mind(unit: int, mind: int) -> str:
    """Return what units of a kind do with this mind."""
    return MIND_WORDS.get((unit in TOWERS, Mind(mind)), "ask you before every action")


def mind_label(unit: int, mind: int) -> str:
    return f"{unit_words(unit).capitalize()}s {describe_mind(unit, mind)} ({mind_name(mind)})"


def action_label(s: TowersState, order: DecodedMove) -> str:
    match order.kind:
        case moves.REST:
            return "Rest"
        case moves.SCORE:
            return f"Score: {SEAT_NAMES[1 - order.seat]} loses 1 HP"
        case moves.GO:
            return f"Move to {place_words(order.number)}"
        case moves.STRIKE:
            tower = tower_words(s, 1 - order.seat, order.number)
            return f"Attack the {tower} in {place_words(order.number)}"
        case _:
            soldier = (1 - order.seat) * MAX_SOLDIERS + order.number
            words = f"Shoot at soldier {order.number + 1}"
            if s.body_cell[soldier] == 0:
                return words
            unit, health = unit_name(s.deployed_unit[soldier]), s.body_health[soldier]
            return f"{words}, a {unit} with {health} health in {place_words(s.body_cell[soldier] - 1)}"


# Plans

NO_ORDERS = "No more orders"
MAX_CELLS_NAMED = 3


def plan_summary(codes: Sequence[int]) -> str:
    """Return a plan such as `A missile tower in row 8, column 4; hire 3 rifles; all into column 2 together`."""
    parts = "; ".join([*building_words(codes), *other_order_words(codes)])
    return f"{parts[:1].upper()}{parts[1:]}" if parts else NO_ORDERS


def order_numbers(codes: Sequence[int], kind: int) -> list[int]:
    orders = (decode_move(code) for code in codes)
    return [order.number for order in orders if order is not None and order.kind == kind]


def building_words(codes: Sequence[int]) -> Iterator[str]:
    cells: dict[str, list[str]] = {}
    for unit, cell in zip(order_numbers(codes, moves.TOWER), order_numbers(codes, moves.CELL), strict=False):
        cells.setdefault(unit_words(unit), []).append(place_words(cell))
    for tower, places in cells.items():
        towers = f"{len(places)} {tower}s" if len(places) > 1 else f"a {tower}"
        yield towers + (f" in {join_words(places)}" if len(places) <= MAX_CELLS_NAMED else "")
    if down := order_numbers(codes, moves.TAKE_DOWN):
        yield f"take down {len(down)} tower{'s' if len(down) > 1 else ''}"


def other_order_words(codes: Sequence[int]) -> Iterator[str]:
    """Yield phrases for what a plan hires, sends and sets."""
    kinds = Counter(unit_name(unit) for unit in order_numbers(codes, moves.HIRE))
    names = [f"{count} {name}s" if count > 1 else f"a {name}" for name, count in kinds.items()]
    if names:
        yield f"hire {join_words(names)}"
    for column in order_numbers(codes, moves.TOGETHER):
        yield f"all into column {column} together"
    for column in order_numbers(codes, moves.IN_FILE):
        yield f"all into column {column}, one per timestep"
    if order_numbers(codes, moves.ALL_HOME):
        yield "all stay at home"
    if order_numbers(codes, moves.AS_LAST):
        yield "send them as in the last turn"
    if columns := sorted(set(order_numbers(codes, moves.COLUMN))):
        word = "column" if len(columns) == 1 else "columns"
        count = len(order_numbers(codes, moves.STEP))
        yield f"{count} one by one into {word} {', '.join(map(str, columns))}"
    if count := len(order_numbers(codes, moves.MIND)):
        yield f"unit AI: {count} kind{'s' if count > 1 else ''} of units changed"
