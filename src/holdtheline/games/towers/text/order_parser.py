"""Parse whole orders that a person types, and split them into moves.

    build missile 3 2           tower missile, cell 3 2
    hire 3 rifle                hire rifle, three times
    send 4 column 2 step 40     soldier 4, column 2, step 40; in short: send 4 2 40
    send 1-8 2 40               the same for each of them; or: send all 2 40
    home 4                      soldier 4, home

After a part of an order, the numbers of the next part are enough. Whether the rules allow a move is not checked
here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from ....core.errors import IllegalMove
from ..state import (
    COLUMNS,
    MAX_ROWS,
    MAX_SOLDIERS,
    SOLDIERS,
    TIMESTEPS,
    TOWERS,
    Clause,
    Phase,
    Picked,
    TowersState,
    unit_name,
)
from .names import SEAT_NAMES

FILLER_WORDS = frozenset({"a", "at", "cell", "in", "into", "row", "soldier", "soldiers", "the", "to", "tower"})
NUMBER_NAMES = {"column": "column", "step": "step", "timestep": "step"}
NEXT_PARTS: dict[int, tuple[str, int]] = {
    Picked.TOWER: ("cell", 2),
    Picked.SOLDIER: ("column", 1),
    Picked.COLUMN: ("step", 1),
}
"""By what is picked: the meaning of the numbers that follow, and their count."""


def parse_order(s: TowersState, seat: int, text: str) -> list[str] | None:
    """Return the texts of the moves of an order, or None if it is not one of these orders."""
    words = text.lower().split()
    if s.phase != Phase.PLAN or not words:
        return None
    word, *rest = words
    if word in ORDER_PARSERS and rest:
        return ORDER_PARSERS[word](s, seat, [part for part in rest if part not in FILLER_WORDS]) or None
    what, count = NEXT_PARTS.get(s.picked[seat], ("", 0))
    numbers = re.findall(r"[0-9]+", text)
    if count and len(numbers) == count and re.fullmatch(r"[0-9 ,]+", text):
        return [f"{what} {' '.join(numbers)}"]
    return None


def parse_build(s: TowersState, seat: int, words: Sequence[str]) -> list[str] | None:
    if not words:
        refuse("build", Clause.T4_1, "build takes a tower and its cell, such as: build missile 3 2")
    unit, *cell = " ".join(words).replace(",", " ").replace("column", " ").split()
    if len(cell) != 2:
        refuse("build", Clause.T4_1, "build takes a tower, a row and a column, such as: build missile 3 2")
    row = parse_number(cell[0], range(MAX_ROWS), "row", Clause.T4_1)
    column = parse_number(cell[1], range(COLUMNS), "column", Clause.T4_1)
    return [f"tower {parse_unit(unit, TOWERS, 'tower')}", f"cell {row} {column}"]


def parse_hire(s: TowersState, seat: int, words: Sequence[str]) -> list[str] | None:
    counts = [word for word in words if word.isdecimal()]
    names = [word for word in words if not word.isdecimal()]
    if len(names) != 1 or len(counts) > 1:
        refuse("hire", Clause.T2_4, "hire takes a soldier and perhaps how many, such as: hire 3 rifle")
    count = parse_number(counts[0] if counts else "1", range(1, MAX_SOLDIERS + 1), "number", Clause.T2_6)
    return [f"hire {parse_unit(names[0], SOLDIERS, 'soldier')}"] * count


def parse_send(s: TowersState, seat: int, words: Sequence[str]) -> list[str] | None:
    named, rest = split_named_numbers(words)
    if len(rest) + len(named) != 3 or not rest:
        usage = "send takes soldiers, a column and a timestep, such as: send 4 column 2 step 40"
        refuse("send", Clause.T2_3, usage)
    soldiers = rest.pop(0)
    column_text, step_text = (named[name] if name in named else rest.pop(0) for name in ("column", "step"))
    column = parse_number(column_text, range(COLUMNS), "column", Clause.T2_3)
    step = parse_number(step_text, range(TIMESTEPS), "timestep", Clause.T2_3)
    return [
        move
        for number in parse_soldiers(s, seat, soldiers)
        for move in (f"soldier {number}", f"column {column}", f"step {step}")
    ]


def parse_home(s: TowersState, seat: int, words: Sequence[str]) -> list[str] | None:
    if list(words) == ["all"]:
        return ["all home"]
    if len(words) != 1:
        refuse("home", Clause.T2_3, "home takes soldiers, such as: home 4, or home 1-8")
    return [move for number in parse_soldiers(s, seat, words[0]) for move in (f"soldier {number}", "home")]


# Parts of an order


def split_named_numbers(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return the named numbers, and the other words in their order, including a repeated name."""
    named: dict[str, str] = {}
    rest: list[str] = []
    remaining = iter(words)
    for word in remaining:
        if word in NUMBER_NAMES and NUMBER_NAMES[word] not in named:
            named[NUMBER_NAMES[word]] = next(remaining, "")
        else:
            rest.append(word)
    return named, rest


def parse_soldiers(s: TowersState, seat: int, text: str) -> list[int]:
    """Return the numbers of soldiers in `4`, `1-8`, `1,3,5-7` or `all`."""
    if text == "all":
        if not s.soldiers[seat]:
            refuse(text, Clause.T6_2, f"{SEAT_NAMES[seat]} has no soldiers to send")
        return list(range(1, s.soldiers[seat] + 1))
    return [number for part in text.split(",") if part for number in parse_range(part)]


def parse_range(text: str) -> Iterator[int]:
    first, dash, last = text.partition("-")
    numbers = range(1, MAX_SOLDIERS + 1)
    if dash and not (first and last):
        refuse(text, Clause.T6_2, f"several soldiers are written like 1-8, not {text[:20]!r}")
    start = parse_number(first, numbers, "soldier", Clause.T6_2)
    end = parse_number(last, numbers, "soldier", Clause.T6_2) if last else start
    step = 1 if end >= start else -1
    yield from range(start, end + step, step)


def parse_number(text: str, allowed: range, what: str, clause: int) -> int:
    number = int(text) if re.fullmatch("[0-9]{1,6}", text) else -1
    if number not in allowed:
        refuse(text, clause, f"a {what} is {allowed[0]} to {allowed[-1]}, not {text[:20]!r}")
    return number


def parse_unit(text: str, units: Sequence[int], what: str) -> str:
    """Return the unit with this name, or the only one whose name begins with it."""
    names = [unit_name(unit) for unit in units]
    found = [name for name in names if name.startswith(text) or text == f"{name}s"]
    if len(found) != 1:
        choices = f"{', '.join(names[:-1])} or {names[-1]}"
        clause = Clause.T4_3 if what == "tower" else Clause.T5_2
        refuse(text, clause, f"a {what} is a {choices}, not {text[:20]!r}")
    return found[0]


def refuse(text: str, clause: int, reason: str) -> NoReturn:
    raise IllegalMove(text[:60], f"T{clause // 100}.{clause % 100}", reason)


ORDER_PARSERS: dict[str, Callable[[TowersState, int, Sequence[str]], list[str] | None]] = {
    "build": parse_build,
    "tower": lambda s, seat, words: parse_build(s, seat, words) if len(words) > 1 else None,  # without a cell: a move
    "hire": parse_hire,
    "send": parse_send,
    "home": parse_home,
}
