"""A commander's plan as text and as a panel: gold, roster, entry times, and help on orders (T6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ....core.ascii_art import AsciiBoard, TextSpan
from ....games.towers.state import COLUMNS, MAX_SOLDIERS, SOLDIERS, TIMESTEPS, TOWERS, Phase, decode_entry, unit_name
from ....games.towers.view.scene import shop_id

ORDERS_HELP = """\
build missile 3 2: a missile tower in row 3, column 2. Towers: missile, rocket, frost, blockade.
hire 3 rifle: three soldiers. Soldiers: shield, rifle, bomb, horse.
send 4 2 40: soldier 4 enters in column 2 at timestep 40. send 1-8 2 40, send all 2 40: several soldiers.
home 4: soldier 4 stays at home. all home: all soldiers do.
together 2: all enter column 2 at once. in file 2: one per timestep. as last turn: as in the last turn.
take down 3 2: remove a tower built this turn. dismiss: remove the soldier hired last.
mind rifle hunter: how your rifles decide: usual, thrifty, hunter, or own, which asks you.
ready: end your planning. When both are ready, the turn is played.
Separate several orders in a line by ; and shorten names to a letter: build m 3 2."""

COLUMN_WIDTH = 2
NARROW_COLUMNS = 30
MAX_ROSTER_ROWS = 10


def format_ranges(numbers: Sequence[int]) -> str:
    """Return `1-3, 5`."""
    by_run = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    runs = [[number for _, number in run] for _, run in by_run]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def group_roster(s: Any, seat: int) -> list[tuple[list[int], int, int]]:
    """Group consecutive soldiers with the same unit and entry: numbers, unit, entry."""
    base = seat * MAX_SOLDIERS
    groups = groupby(
        range(int(s.soldiers[seat])), key=lambda index: (int(s.soldier_unit[base + index]), int(s.entry[base + index]))
    )
    return [([index + 1 for index in indices], unit, entry) for (unit, entry), indices in groups]


def entry_text(entry: int, narrow: bool = False) -> str:
    found = decode_entry(entry)
    if found is None:
        return "home" if narrow else "at home"
    return f"{found[0]} c{found[1]}" if narrow else f"step {found[0]}, column {found[1]}"


def roster_lines(s: Any, seat: int) -> list[str]:
    """Return the roster in sentences."""
    if not s.soldiers[seat]:
        return ["You have no soldiers yet. Hire some."]
    return [
        f"Soldier{'s' * (len(numbers) > 1)} {format_ranges(numbers)}, {unit_name(unit)}: {entry_text(entry)}."
        for numbers, unit, entry in group_roster(s, seat)
    ]


def draw_roster(s: Any, seat: int, narrow: bool) -> AsciiBoard:
    groups = group_roster(s, seat)
    if not groups:
        return [[TextSpan("no soldiers yet", "quiet")]]
    rows = []
    for numbers, unit, entry in groups[:MAX_ROSTER_ROWS]:
        id_ = f"soldier-{numbers[0]}"
        label = f"{format_ranges(numbers):<{5 if narrow else 8}}{unit_name(unit):<{7 if narrow else 8}}"
        rows.append([TextSpan(label, "own", id_), TextSpan(entry_text(entry, narrow), "" if entry else "quiet", id_)])
    if len(groups) > MAX_ROSTER_ROWS:
        rows.append([TextSpan(f"and {len(groups) - MAX_ROSTER_ROWS} more", "quiet")])
    return rows


def draw_timeline(s: Any, seat: int, width: int) -> AsciiBoard:
    """Draw when soldiers enter: a row per column, time from left to right, some timesteps per character."""
    per_character = -(-TIMESTEPS // max(width - COLUMN_WIDTH, 1))
    length = -(-TIMESTEPS // per_character)
    entering = [[0] * length for _ in range(COLUMNS)]
    for number in range(int(s.soldiers[seat])):
        found = decode_entry(int(s.entry[seat * MAX_SOLDIERS + number]))
        if found is not None:
            entering[found[1]][found[0] // per_character] += 1
    rows = [draw_timeline_axis(per_character, length)]
    for column, counts in enumerate(entering):
        marks = [TextSpan(*count_symbol(count), f"step-{at * per_character}") for at, count in enumerate(counts)]
        rows.append([TextSpan(f"{column} ", "quiet", f"column-{column}"), *marks])
    return rows


def count_symbol(count: int) -> tuple[str, str]:
    return ("·", "quiet") if not count else (str(count) if count < 10 else "#", "own")


def draw_timeline_axis(per_character: int, length: int) -> list[TextSpan]:
    """Draw the numbers above the timeline, for every 25th or every 50th timestep."""
    text, interval = "", 25 if length >= 20 else 50
    for step in range(0, TIMESTEPS, interval):
        text = text.ljust(step // per_character) + str(step)
    return [TextSpan(" " * COLUMN_WIDTH + text, "quiet")]


def draw_gold_and_hp(s: Any, seat: int) -> list[TextSpan]:
    """Draw `Gold 12  You 10 HP  They 8 HP`."""
    return [
        TextSpan(f" Gold {s.gold[seat]} ", "count"),
        TextSpan(" "),
        TextSpan(f"You {s.hp[seat]}HP", "own"),
        TextSpan(" "),
        TextSpan(f"They {s.hp[1 - seat]}HP", "enemy"),
    ]


def draw_plan_panel(s: Any, seat: int, width: int, *, prices: bool = False) -> AsciiBoard:
    """Draw the plan beside the lanes: gold, HP, roster and timeline."""
    narrow = width < NARROW_COLUMNS
    head, hps = draw_gold_and_hp(s, seat)[:1], draw_gold_and_hp(s, seat)[2:]
    turn = f"Turn {s.turns_played + (s.phase != Phase.OVER)} of {s.turn_limit}"
    if narrow:
        rows: AsciiBoard = [head, [TextSpan(turn, "quiet")], hps]
    else:
        rows = [[*head, TextSpan("  "), *hps], [TextSpan(turn, "quiet")]]
    if prices:
        rows += [[], *draw_prices(s)]
    return [*rows, [], *draw_roster(s, seat, narrow), [], *draw_timeline(s, seat, width)]


def draw_prices(s: Any) -> AsciiBoard:
    """Draw the prices, a tower and a soldier in each row."""
    return [
        [
            TextSpan(f"{unit_name(tower)} {s.cost[tower]}".ljust(11), "quiet", shop_id(tower)),
            TextSpan(f"{unit_name(soldier)} {s.cost[soldier]}", "quiet", shop_id(soldier)),
        ]
        for tower, soldier in zip(TOWERS, SOLDIERS, strict=True)
    ]
