"""A whole plan in a sentence: what is built, who is hired, how they are sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from . import moves
from .orders import order_of
from .state import COLUMNS, unit_name

NOTHING = "No more orders"
TOWERS_NAMED = 4


def told(codes: Sequence[int]) -> str:
    """`2 missile towers at 8,4 and 9,5; hire 3 rifles; all into column 2 together`: rows and columns."""
    parts = "; ".join([*built(codes), *hired(codes), *sent(codes), *taught(codes)])
    return f"{parts[:1].upper()}{parts[1:]}" if parts else NOTHING


def numbers(codes: Sequence[int], kind: int) -> list[int]:
    orders = (order_of(code) for code in codes)
    return [order.number for order in orders if order is not None and order.kind == kind]


def built(codes: Sequence[int]) -> Iterator[str]:
    cells: dict[str, list[str]] = {}
    for unit, cell in zip(numbers(codes, moves.TOWER), numbers(codes, moves.CELL), strict=False):
        row, column = divmod(cell, COLUMNS)
        cells.setdefault(unit_name(unit), []).append(f"{row},{column}")
    for name, places in cells.items():
        many = f"{len(places)} " if len(places) > 1 else ""
        towers = name if name.startswith("blockade") else f"{name} tower"
        named = " and ".join(filter(None, (", ".join(places[:-1]), places[-1])))
        where = f" at {named}" if len(places) <= TOWERS_NAMED else ""
        yield f"{many}{towers}{'s' if many else ''}{where}"
    if down := numbers(codes, moves.TAKE_DOWN):
        yield f"take down {len(down)} tower{'s' if len(down) > 1 else ''}"


def hired(codes: Sequence[int]) -> Iterator[str]:
    kinds = Counter(unit_name(unit) for unit in numbers(codes, moves.HIRE))
    names = [f"{count} {name}s" if count > 1 else f"a {name}" for name, count in kinds.items()]
    if names:
        yield f"hire {' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))}"


def sent(codes: Sequence[int]) -> Iterator[str]:
    for column in numbers(codes, moves.TOGETHER):
        yield f"all into column {column} together"
    for column in numbers(codes, moves.IN_FILE):
        yield f"all into column {column}, one a timestep"
    if numbers(codes, moves.ALL_HOME):
        yield "all stay at home"
    if numbers(codes, moves.AS_LAST):
        yield "send them as in the last turn"
    if columns := sorted(set(numbers(codes, moves.COLUMN))):
        word = "column" if len(columns) == 1 else "columns"
        many = len(numbers(codes, moves.STEP))
        yield f"{many} one by one into {word} {', '.join(map(str, columns))}"


def taught(codes: Sequence[int]) -> Iterator[str]:
    many = len(numbers(codes, moves.MIND))
    if many:
        yield f"other minds for {many} kind{'s' if many > 1 else ''} of units"
