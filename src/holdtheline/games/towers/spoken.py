"""Orders said in one go, taken apart into the small moves that they are made of.

    build missile 3 2           tower missile, cell 3 2
    hire 3 rifle                hire rifle, three times
    send 4 column 2 step 40     soldier 4, column 2, step 40; in short: send 4 2 40
    send 1-8 2 40               the same for each of them; also: send all 2 40
    home 4                      soldier 4, home

After the first half of an order the numbers of its second half are enough. Whether the rules allow a move is
not asked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from ...core.errors import IllegalMove
from .orders import SEATS
from .state import (
    COLUMNS,
    MOST_ROWS,
    MOST_SOLDIERS,
    SOLDIERS,
    STEPS,
    TOWERS,
    Clause,
    Phase,
    Picked,
    unit_name,
)

FILLERS = frozenset({"a", "at", "cell", "in", "into", "row", "soldier", "soldiers", "the", "to", "tower"})
NAMED = {"column": "column", "step": "step", "timestep": "step"}
SECOND_HALVES: dict[int, tuple[str, int]] = {
    Picked.TOWER: ("cell", 2),
    Picked.SOLDIER: ("column", 1),
    Picked.COLUMN: ("step", 1),
}
"""What the numbers mean that follow half an order, and how many there are."""


def spoken(s: Any, seat: int, text: str) -> list[str] | None:
    """The texts of the moves that this order means to the seat; None: it is no order of this kind."""
    words = text.lower().split()
    if s.phase != Phase.PLAN or not words:
        return None
    word, *rest = words
    if word in ORDERS and rest:
        return ORDERS[word](s, seat, [one for one in rest if one not in FILLERS]) or None
    what, count = SECOND_HALVES.get(int(s.picked[seat]), ("", 0))
    numbers = re.findall(r"[0-9]+", text)
    if count and len(numbers) == count and re.fullmatch(r"[0-9 ,]+", text):
        return [f"{what} {' '.join(numbers)}"]
    return None


def build(s: Any, seat: int, words: Sequence[str]) -> list[str] | None:
    if not words:
        refuse("build", Clause.T4_1, "build takes a tower and its cell, such as: build missile 3 2")
    unit, *cell = " ".join(words).replace(",", " ").replace("column", " ").split()
    if len(cell) != 2:
        refuse("build", Clause.T4_1, "build takes a tower, a row and a column, such as: build missile 3 2")
    row = number_in(cell[0], range(MOST_ROWS), "row", Clause.T4_1)
    column = number_in(cell[1], range(COLUMNS), "column", Clause.T4_1)
    return [f"tower {name_in(unit, TOWERS, 'tower')}", f"cell {row} {column}"]


def build_by_name(s: Any, seat: int, words: Sequence[str]) -> list[str] | None:
    """`tower missile 3 2`; without a cell it is a move of its own."""
    return build(s, seat, words) if len(words) > 1 else None


def hire(s: Any, seat: int, words: Sequence[str]) -> list[str] | None:
    counts = [word for word in words if word.isdecimal()]
    names = [word for word in words if not word.isdecimal()]
    if len(names) != 1 or len(counts) > 1:
        refuse("hire", Clause.T2_4, "hire takes a soldier and perhaps how many, such as: hire 3 rifle")
    count = number_in(counts[0] if counts else "1", range(1, MOST_SOLDIERS + 1), "number", Clause.T2_6)
    return [f"hire {name_in(names[0], SOLDIERS, 'soldier')}"] * count


def send(s: Any, seat: int, words: Sequence[str]) -> list[str] | None:
    said, rest = taken_apart(words)
    if len(rest) + len(said) != 3 or not rest:
        how = "send takes soldiers, a column and a timestep, such as: send 4 column 2 step 40"
        refuse("send", Clause.T2_3, how)
    who = rest.pop(0)
    column, step = (said[name] if name in said else rest.pop(0) for name in ("column", "step"))
    there = number_in(column, range(COLUMNS), "column", Clause.T2_3)
    then = number_in(step, range(STEPS), "timestep", Clause.T2_3)
    return [
        move
        for number in soldiers_in(s, seat, who)
        for move in (f"soldier {number}", f"column {there}", f"step {then}")
    ]


def home(s: Any, seat: int, words: Sequence[str]) -> list[str] | None:
    if list(words) == ["all"]:
        return ["all home"]
    if len(words) != 1:
        refuse("home", Clause.T2_3, "home takes soldiers, such as: home 4, or home 1-8")
    return [move for number in soldiers_in(s, seat, words[0]) for move in (f"soldier {number}", "home")]


ORDERS: dict[str, Callable[[Any, int, Sequence[str]], list[str] | None]] = {
    "build": build,
    "tower": build_by_name,
    "hire": hire,
    "send": send,
    "home": home,
}


# Words


def taken_apart(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """What is said by name, and the rest in its order; also what is said twice, which nobody can mean."""
    said: dict[str, str] = {}
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word in NAMED and NAMED[word] not in said:
            said[NAMED[word]] = next(left, "")
        else:
            rest.append(word)
    return said, rest


def soldiers_in(s: Any, seat: int, text: str) -> list[int]:
    """`4`, `1-8`, `1,3,5-7` or `all`."""
    if text == "all":
        if not s.soldiers[seat]:
            refuse(text, Clause.T6_2, f"{SEATS[seat]} has no soldiers to send")
        return list(range(1, s.soldiers[seat] + 1))
    return [number for part in text.split(",") if part for number in run_in(part)]


def run_in(text: str) -> Iterator[int]:
    first, dash, last = text.partition("-")
    numbers = range(1, MOST_SOLDIERS + 1)
    if dash and not (first and last):
        refuse(text, Clause.T6_2, f"several soldiers are written like 1-8, not {text[:20]!r}")
    start = number_in(first, numbers, "soldier", Clause.T6_2)
    end = number_in(last, numbers, "soldier", Clause.T6_2) if last else start
    step = 1 if end >= start else -1
    yield from range(start, end + step, step)


def number_in(text: str, allowed: range, what: str, clause: int) -> int:
    number = int(text) if re.fullmatch("[0-9]{1,6}", text) else -1
    if number not in allowed:
        refuse(text, clause, f"a {what} is {allowed[0]} to {allowed[-1]}, not {text[:20]!r}")
    return number


def name_in(text: str, units: Sequence[int], what: str) -> str:
    """The unit with this name, or with the only one that begins so."""
    names = [unit_name(unit) for unit in units]
    found = [name for name in names if name.startswith(text) or text == f"{name}s"]
    if len(found) != 1:
        told = f"{', '.join(names[:-1])} or {names[-1]}"
        clause = Clause.T4_3 if what == "tower" else Clause.T5_2
        refuse(text, clause, f"a {what} is a {told}, not {text[:20]!r}")
    return found[0]


def refuse(text: str, clause: int, reason: str) -> NoReturn:
    raise IllegalMove(text[:60], f"T{clause // 100}.{clause % 100}", reason)
