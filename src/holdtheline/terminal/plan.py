"""A plan of towers in the terminal: gold, roster, when and where soldiers enter, and the orders in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from ..core.drawing import Drawing, Piece
from ..games.towers.orders import unit_words
from ..games.towers.picture import entry_id
from ..games.towers.seen import towers_on
from ..games.towers.state import (
    COLUMNS,
    MOST_SOLDIERS,
    SOLDIERS,
    STEPS,
    TOWERS,
    Phase,
    row_and_column,
    unit_name,
    when_and_where,
)

HELP = """\
build missile 3 2: a missile tower in row 3, column 2. Towers: missile, rocket, frost, blockade.
hire 3 rifle: three soldiers. Soldiers: shield, rifle, bomb, horse.
send 4 2 40: soldier 4 enters in column 2 at timestep 40. send 1-8 2 40 and send all 2 40: several of them.
home 4: soldier 4 stays at home. all home: all of them do.
together 2: all into column 2 at once. in file 2: one a timestep. as last turn: as they went then.
take down 3 2: the new tower there goes again. dismiss: so does the soldier hired last.
mind rifle hunter: how your rifles decide: usual, thrifty, hunter, or own, which asks you.
ready: your plan stands. When both are ready the turn is played.
Several orders can stand in a line, with ; between them. A letter is enough for a name: build m 3 2."""

COLUMN_WIDTH = 2
NARROW = 30
ROWS_SHOWN = 10


def gold_of(s: Any, seat: int) -> int:
    return int(s.gold[seat])


# The roster


def ranges(numbers: Sequence[int]) -> str:
    """`1-3, 5`."""
    by_run = groupby(enumerate(numbers), key=lambda one: one[1] - one[0])
    runs = [[number for _, number in run] for _, run in by_run]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def roster(s: Any, seat: int) -> list[tuple[list[int], int, int]]:
    """Soldiers one after the other that are alike: their numbers, unit and entry."""
    base = seat * MOST_SOLDIERS
    alike = groupby(
        range(int(s.soldiers[seat])), key=lambda at: (int(s.soldier_unit[base + at]), int(s.entry[base + at]))
    )
    return [([at + 1 for at in places], unit, entry) for (unit, entry), places in alike]


def entry_text(entry: int, narrow: bool = False) -> str:
    found = when_and_where(entry)
    if found is None:
        return "home" if narrow else "at home"
    return f"{found[0]} c{found[1]}" if narrow else f"step {found[0]}, column {found[1]}"


def roster_lines(s: Any, seat: int) -> list[str]:
    """The roster in sentences, for those who read line by line."""
    if not s.soldiers[seat]:
        return ["You have no soldiers yet; hire some."]
    return [
        f"Soldier{'s' * (len(numbers) > 1)} {ranges(numbers)}, {unit_name(unit)}: {entry_text(entry)}."
        for numbers, unit, entry in roster(s, seat)
    ]


def roster_rows(s: Any, seat: int, narrow: bool) -> Drawing:
    told = roster(s, seat)
    if not told:
        return [[Piece("no soldiers yet", "quiet")]]
    rows = []
    for numbers, unit, entry in told[:ROWS_SHOWN]:
        id_ = f"soldier-{numbers[0]}"
        who = f"{ranges(numbers):<{5 if narrow else 8}}{unit_name(unit):<{7 if narrow else 8}}"
        rows.append([Piece(who, "own", id_), Piece(entry_text(entry, narrow), "" if entry else "quiet", id_)])
    if len(told) > ROWS_SHOWN:
        rows.append([Piece(f"and {len(told) - ROWS_SHOWN} more", "quiet")])
    return rows


# When and where


def timeline(s: Any, seat: int, width: int) -> Drawing:
    """Each column a row, the timesteps from left to right, a few of them in one character."""
    together = -(-STEPS // max(width - COLUMN_WIDTH, 1))
    length = -(-STEPS // together)
    entering = [[0] * length for _ in range(COLUMNS)]
    for number in range(int(s.soldiers[seat])):
        found = when_and_where(int(s.entry[seat * MOST_SOLDIERS + number]))
        if found is not None:
            entering[found[1]][found[0] // together] += 1
    rows = [axis(together, length)]
    for column, counts in enumerate(entering):
        marks = [Piece(*mark(count), f"step-{at * together}") for at, count in enumerate(counts)]
        rows.append([Piece(f"{column} ", "quiet", f"column-{column}"), *marks])
    return rows


def mark(count: int) -> tuple[str, str]:
    return ("·", "quiet") if not count else (str(count) if count < 10 else "#", "own")


def axis(together: int, length: int) -> list[Piece]:
    """The numbers above it, every 25th timestep or every 50th."""
    text, far = "", 25 if length >= 20 else 50
    for step in range(0, STEPS, far):
        text = text.ljust(step // together) + str(step)
    return [Piece(" " * COLUMN_WIDTH + text, "quiet")]


# The panel


def standing(s: Any, seat: int) -> list[Piece]:
    """`Gold 12  You 10 HP  They 8 HP`."""
    return [
        Piece(f" Gold {gold_of(s, seat)} ", "count"),
        Piece(" "),
        Piece(f"You {s.hp[seat]}HP", "own"),
        Piece(" "),
        Piece(f"They {s.hp[1 - seat]}HP", "enemy"),
    ]


def panel(s: Any, seat: int, width: int, *, prices: bool = False) -> Drawing:
    """All that a plan is made of, beside the lanes."""
    narrow = width < NARROW
    head, hps = standing(s, seat)[:1], standing(s, seat)[2:]
    turn = f"Turn {s.number + (s.phase != Phase.OVER)} of {s.turn_limit}"
    if narrow:
        rows: Drawing = [head, [Piece(turn, "quiet")], hps]
    else:
        rows = [[*head, Piece("  "), *hps], [Piece(turn, "quiet")]]
    if prices:
        rows += [[], *price_rows(s)]
    return [*rows, [], *roster_rows(s, seat, narrow), [], *timeline(s, seat, width)]


def price_rows(s: Any) -> Drawing:
    """A tower and a soldier in each, with what they cost."""
    return [
        [
            Piece(f"{unit_name(tower)} {s.cost[tower]}".ljust(11), "quiet", entry_id(tower)),
            Piece(f"{unit_name(soldier)} {s.cost[soldier]}", "quiet", entry_id(soldier)),
        ]
        for tower, soldier in zip(TOWERS, SOLDIERS, strict=True)
    ]


# In sentences


def position_lines(s: Any, seat: int) -> list[str]:
    """What both lanes hold, and the roster."""
    lines = [f"Turn {s.number + 1} of {s.turn_limit}. You have {s.hp[seat]} HP, they have {s.hp[1 - seat]}."]
    for lane, whose in ((seat, "Your"), (1 - seat, "Their")):
        told = [place_text(tower.unit, tower.cell, tower.health, tower.full) for tower in towers_on(s, lane)]
        lines.append(f"{whose} towers: {'; '.join(told) or 'none'}.")
    return [*lines, *roster_lines(s, seat), f"You have {gold_of(s, seat)} gold."]


def place_text(unit: int, cell: int, health: int, full: int) -> str:
    row, column = row_and_column(cell)
    hurt = f" with {health} of {full} health" if health < full else ""
    return f"{unit_words(unit)} in row {row}, column {column}{hurt}"


# Moves by their beginnings


def grouped(texts: Iterable[str]) -> list[str]:
    """Moves that begin alike in one line: `hire: shield, rifle, bomb, horse`, `cell 0-18: 0-6`."""
    by_head: dict[str, list[str]] = {}
    for text in texts:
        head, _, last = text.rpartition(" ")
        by_head.setdefault(head, []).append(last)
    merged: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for head, lasts in by_head.items():
        front, _, middle = head.rpartition(" ")
        key = (front, tuple(lasts)) if len(lasts) > 1 and front else (head, tuple(lasts))
        merged.setdefault(key, []).append(middle if key[0] == front else "")
    return [group_text(head, middles, lasts) for (head, lasts), middles in merged.items()]


def group_text(head: str, middles: Sequence[str], lasts: Sequence[str]) -> str:
    start = " ".join(filter(None, (head, words_or_ranges(middles))))
    if len(lasts) == 1:
        return f"{start} {lasts[0]}".strip()
    return f"{start}: {words_or_ranges(lasts)}" if start else words_or_ranges(lasts)


def words_or_ranges(words: Sequence[str]) -> str:
    if words and all(word.isdecimal() for word in words):
        return ranges([int(word) for word in words])
    return ", ".join(filter(None, words))
