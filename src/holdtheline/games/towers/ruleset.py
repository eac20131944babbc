"""Rulesets: the numbers of towers, read from TOML files and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...core.contract import Option, Words
from ...core.errors import BadOption
from ...core.tomlfile import Table, TomlFile, read_text
from .rules import HEAD, UNIT_NUMBERS
from .state import MOST_ROWS, STEPS, TOWERS, UNITS, unit_name

FOLDER = Path(__file__).parent / "rulesets"
SHIPPED = ("standard", "course")
LARGEST_FILE = 20_000

LARGE = 1_000_000
JUMP = 2
NO_JUMP = "whoever jumps needs a speed of 2 or more (T5.1)"
UNIT_NAMES = tuple(map(unit_name, range(UNITS)))
WHOLE: Mapping[str, tuple[int, int]] = {
    "deployment_row": (2, MOST_ROWS - 1),
    "gold": (0, LARGE),
    "hp": (1, LARGE),
}
SWITCHES = ("gold_for_scorers", "zero_health_attacks", "towers_see_deployment_row")
INCOME = {"turn": 1, "timestep": STEPS}
OF_A_UNIT: Mapping[str, tuple[int, int]] = {
    "cost": (0, LARGE),
    "health": (1, LARGE),
    "range": (0, MOST_ROWS),
    "damage": (0, LARGE),
}
OF_A_SOLDIER: Mapping[str, tuple[int, int]] = {"speed": (1, MOST_ROWS), "moves_every": (1, STEPS)}
TOWER_SWITCHES = ("whole_cell", "freezes")
SOLDIER_SWITCHES = ("front_only", "jumps")
ORDER = (
    "cost",
    "health",
    "range",
    "damage",
    "whole_cell",
    "freezes",
    "speed",
    "moves_every",
    "front_only",
    "jumps",
)
"""How the numbers of a unit are laid out in a setup: `rules.start` reads them so."""


def numbers_of(top: Table) -> list[int]:
    """All numbers, in the order in which the rules read them; BadOption names the line that is wrong."""
    top.only({*WHOLE, *SWITCHES, "income_per", *UNIT_NAMES})
    head = [top.whole(name, *limits) for name, limits in WHOLE.items()]
    head += [INCOME[top.word("income_per", tuple(INCOME))], *(int(top.switch(name)) for name in SWITCHES)]
    return [*head, *(number for unit in range(UNITS) for number in unit_numbers(top, unit))]


def unit_numbers(top: Table, unit: int) -> list[int]:
    table = top.table(unit_name(unit))
    is_tower = unit in TOWERS
    wholes = {**OF_A_UNIT, **({} if is_tower else OF_A_SOLDIER)}
    switches = TOWER_SWITCHES if is_tower else SOLDIER_SWITCHES
    table.only({*wholes, *switches})
    found = {one: table.whole(one, *limits) for one, limits in wholes.items()}
    found |= {one: int(table.switch(one)) for one in switches}
    if found.get("jumps") and found["speed"] < JUMP:
        raise table.fault("speed", NO_JUMP)
    return [found.get(one, 0) for one in ORDER]


class RulesetOption(Option):
    """`standard`, `course`, a file, or the numbers themselves, as a record keeps those of a file."""

    def shown(self, value: str | int) -> str:
        return str(value) if value in self.values else "from a file"

    def is_file(self, value: object) -> bool:
        return Path(str(value).strip()).suffix == ".toml"

    def read(self, value: object) -> str | int:
        text = str(value).strip()
        if text in self.values:
            return text
        if re.fullmatch(rf"numbers( [0-9]{{1,7}}){{{HEAD - 2 + UNITS * UNIT_NUMBERS}}}", text):
            check([int(number) for number in text.split()[1:]])
            return text
        if not self.is_file(text):
            shipped = ", ".join(map(str, self.values))
            raise BadOption(
                f"there is no ruleset {text[:60]!r} (T1.3); there are {shipped}, or a file like my.toml"
            )
        return "numbers " + " ".join(map(str, read_file(Path(text))))


def check(numbers: Sequence[int]) -> None:
    """Numbers that did not come from a file here. The rules trust them, and would write where nothing is."""
    for (name, least, most), number in zip(bounds(), numbers, strict=True):
        if not least <= number <= most:
            raise BadOption(f"ruleset: {name} is {number}; it must be from {least} to {most} (T1.3)")
    if numbers[len(WHOLE)] not in INCOME.values():
        raise BadOption(f"ruleset: income_per is {numbers[len(WHOLE)]}; it must be 1 or {STEPS} (T1.3)")
    for first in range(HEAD - 2, len(numbers), UNIT_NUMBERS):
        unit = dict(zip(ORDER, numbers[first : first + UNIT_NUMBERS], strict=True))
        if unit["jumps"] and unit["speed"] < JUMP:
            raise BadOption(f"ruleset: speed is {unit['speed']}: {NO_JUMP}")


def bounds() -> Iterator[tuple[str, int, int]]:
    """What each number of a ruleset is called, and its limits, in their order."""
    for name, limits in {**WHOLE, "income_per": (1, STEPS), **dict.fromkeys(SWITCHES, (0, 1))}.items():
        yield name, *limits
    for unit in range(UNITS):
        is_tower = unit in TOWERS
        known = {**OF_A_UNIT, **dict.fromkeys(TOWER_SWITCHES if is_tower else SOLDIER_SWITCHES, (0, 1))}
        known |= {} if is_tower else OF_A_SOLDIER
        for name in ORDER:
            yield f"{unit_name(unit)}.{name}", *known.get(name, (0, 0))


def read_file(path: Path) -> list[int]:
    text = read_text(path, LARGEST_FILE, "ruleset")
    return numbers_of(TomlFile(text, path.name, UNIT_NAMES).top)


OPTIONS = (
    RulesetOption(
        "ruleset", SHIPPED, "the numbers of the units: those that are shipped, or a TOML file", "T1.3"
    ),
    Option("frost", ("step", "turn"), "how long a frozen soldier loses its actions", "T4.3"),
    Option(
        "turn_limit", (100, *range(1, 100), *range(101, 1001)), "the turns after which more HP wins", "T7.2"
    ),
)


def setup(options: Mapping[str, Any]) -> Words:
    """The numbers that `rules.start` reads."""
    chosen = str(options["ruleset"])
    numbers = (
        read_file(FOLDER / f"{chosen}.toml") if chosen in SHIPPED else [int(n) for n in chosen.split()[1:]]
    )
    head, units = numbers[: HEAD - 2], numbers[HEAD - 2 :]
    more = [int(options["frost"] == "turn"), int(options["turn_limit"])]
    return np.array([*head, *more, *units], np.int64)
