"""Rulesets: the options of a game, the TOML files with the numbers of the units, and the initial state (T1.3).

The shipped files are in the folder `rulesets` beside this module. In an option and in a record, a ruleset from
another file is written as `numbers` and its numbers: those of the game, then those of each unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.errors import BadOption
from ...core.options import Option
from ...core.state_record import Words, fill
from ...core.toml.file import TomlFile, TomlTable, read_text_file, whole_number_text
from .state import MAX_ROWS, PLAYERS, TIMESTEPS, TOWERS, UNIT_COUNT, UNIT_NAMES, TowersState, unit_name

RULESET_FOLDER = Path(__file__).parent / "rulesets"
SHIPPED_RULESETS = ("standard", "course")
MAX_FILE_BYTES = 20_000

MAX_NUMBER = 1_000_000
MIN_JUMP_SPEED = 2
JUMP_SPEED_ERROR = f"a unit that jumps needs a speed of {MIN_JUMP_SPEED} or more"

# The numbers of the game, in their order: these, income_per, and the switches
GAME_LIMITS: Mapping[str, tuple[int, int]] = {
    "deployment_row": (2, MAX_ROWS - 1),
    "gold": (0, MAX_NUMBER),
    "hp": (1, MAX_NUMBER),
}
GAME_SWITCHES = ("gold_for_scorers", "zero_health_attacks", "towers_see_deployment_row")
INCOME_PER = {"turn": 1, "timestep": TIMESTEPS}
GAME_NUMBER_COUNT = len(GAME_LIMITS) + 1 + len(GAME_SWITCHES)

# The numbers of a unit
UNIT_LIMITS: Mapping[str, tuple[int, int]] = {
    "cost": (0, MAX_NUMBER),
    "health": (1, MAX_NUMBER),
    "range": (0, MAX_ROWS),
    "damage": (0, MAX_NUMBER),
}
SOLDIER_LIMITS: Mapping[str, tuple[int, int]] = {"speed": (1, MAX_ROWS), "moves_every": (1, TIMESTEPS)}
TOWER_SWITCHES = ("whole_cell", "freezes")
SOLDIER_SWITCHES = ("front_only", "jumps")
UNIT_FIELDS = (*UNIT_LIMITS, *TOWER_SWITCHES, *SOLDIER_LIMITS, *SOLDIER_SWITCHES)
"""All numbers of a unit, in their order; those that do not belong to its kind are 0."""
NUMBER_COUNT = GAME_NUMBER_COUNT + UNIT_COUNT * len(UNIT_FIELDS)


def read_ruleset(path: Path) -> list[int]:
    return parse_ruleset(read_text_file(path, MAX_FILE_BYTES, "ruleset"), path.name)


def parse_ruleset(text: str, file_name: str) -> list[int]:
    """Return all numbers of a ruleset in their order; raise BadFile with all faults."""
    with TomlFile(text, file_name, UNIT_NAMES) as top:
        top.allow_only({*GAME_LIMITS, *GAME_SWITCHES, "income_per", *UNIT_NAMES})
        game = [top.integer(name, *limits) for name, limits in GAME_LIMITS.items()]
        game += [
            INCOME_PER[top.choice("income_per", tuple(INCOME_PER))],
            *(int(top.boolean(name)) for name in GAME_SWITCHES),
        ]
        units = [number for unit in range(UNIT_COUNT) for number in parse_unit(top, unit)]
    return [*game, *units]


def parse_unit(top: TomlTable, unit: int) -> list[int]:
    table = top.table(unit_name(unit))
    limits, switches = unit_limits(unit)
    table.allow_only({*limits, *switches})
    values = {name: table.integer(name, *bounds) for name, bounds in limits.items()}
    values |= {name: int(table.boolean(name)) for name in switches}
    if values.get("jumps") and values["speed"] < MIN_JUMP_SPEED and top.file.is_sound(table.path("speed")):
        table.report("speed", f"it is {values['speed']}; {JUMP_SPEED_ERROR}", "T5.1")
    return [values.get(name, 0) for name in UNIT_FIELDS]


def unit_limits(unit: int) -> tuple[dict[str, tuple[int, int]], tuple[str, ...]]:
    """Return the limits of a unit's numbers, and its switches."""
    if unit in TOWERS:
        return {**UNIT_LIMITS}, TOWER_SWITCHES
    return {**UNIT_LIMITS, **SOLDIER_LIMITS}, SOLDIER_SWITCHES


# The option


class RulesetOption(Option):
    """A ruleset: `standard`, `course`, a file, or the numbers of a file in the form that a record has."""

    def display_value(self, value: str | int) -> str:
        return super().display_value(value) if value in self.values else "from a file"

    def is_file(self, value: object) -> bool:
        return Path(str(value).strip()).suffix == ".toml"

    def file_of(self, value: object) -> Path | None:
        text = str(value).strip()
        if text in self.values:
            return RULESET_FOLDER / f"{text}.toml"
        return Path(text) if self.is_file(text) else None

    def parse(self, value: object) -> str | int:
        text = str(value).strip()
        if text in self.values:
            return text
        if re.fullmatch(rf"numbers( [0-9]{{1,7}}){{{NUMBER_COUNT}}}", text):
            check_numbers([int(number) for number in text.split()[1:]])
            return text
        if not self.is_file(text):
            shipped = ", ".join(map(str, self.values))
            raise BadOption(f"unknown ruleset {text[:60]!r} (T1.3); choose from {shipped}, or name a file like my.toml")
        return "numbers " + " ".join(map(str, read_ruleset(Path(text))))


def check_numbers(numbers: Sequence[int]) -> None:
    """Check numbers that did not come from a file: the rules trust them, and index by some of them."""
    for (name, minimum, maximum), number in zip(number_bounds(), numbers, strict=True):
        if not minimum <= number <= maximum:
            raise BadOption(f"ruleset: {name} must be {whole_number_text(minimum, maximum)}, not {number} (T1.3)")
    if numbers[len(GAME_LIMITS)] not in INCOME_PER.values():
        raise BadOption(f"ruleset: income_per must be 1 or {TIMESTEPS}, not {numbers[len(GAME_LIMITS)]} (T1.3)")
    for first in range(GAME_NUMBER_COUNT, len(numbers), len(UNIT_FIELDS)):
        unit = dict(zip(UNIT_FIELDS, numbers[first : first + len(UNIT_FIELDS)], strict=True))
        if unit["jumps"] and unit["speed"] < MIN_JUMP_SPEED:
            raise BadOption(f"ruleset: speed is {unit['speed']}; {JUMP_SPEED_ERROR} (T5.1)")


def number_bounds() -> Iterator[tuple[str, int, int]]:
    """Yield the name and the limits of each number of a ruleset, in their order."""
    game = {**GAME_LIMITS, "income_per": (1, TIMESTEPS), **dict.fromkeys(GAME_SWITCHES, (0, 1))}
    for name, limits in game.items():
        yield name, *limits
    for unit in range(UNIT_COUNT):
        limits_by_name, switches = unit_limits(unit)
        limits_by_name |= dict.fromkeys(switches, (0, 1))
        for name in UNIT_FIELDS:
            yield f"{unit_name(unit)}.{name}", *limits_by_name.get(name, (0, 0))


OPTIONS = (
    RulesetOption(
        "ruleset",
        SHIPPED_RULESETS,
        "the prices and strengths of the units; a TOML file can have your own",
        "T1.3",
        "Ruleset",
        ("balanced", "original course"),
    ),
    Option(
        "frost",
        ("step", "turn"),
        "how long a frozen soldier loses its actions",
        "T4.3",
        "Frost lasts",
        ("one timestep", "the whole turn"),
    ),
    Option(
        "tower_bounty",
        ("price", "price_plus_one"),
        "what you get for a tower that you destroy",
        "T4.4",
        "Gold for a tower",
        ("its price", "its price and 1 gold"),
    ),
    Option(
        "turn_limit",
        (100, *range(1, 100), *range(101, 1001)),
        "after this many turns, the player with more HP wins",
        "T7.2",
        "Turn limit",
    ),
)


def setup(options: Mapping[str, Any]) -> Words:
    """Return the initial state of a game: the ruleset, HP and gold; all else is 0 (T1.3)."""
    chosen = str(options["ruleset"])
    if chosen in SHIPPED_RULESETS:
        numbers = read_ruleset(RULESET_FOLDER / f"{chosen}.toml")
    else:
        numbers = [int(number) for number in chosen.split()[1:]]
    bounty = int(options["tower_bounty"] == "price_plus_one")
    return initial_state(numbers, options["frost"] == "turn", int(options["turn_limit"]), bounty)


def initial_state(numbers: Sequence[int], frost_turn: bool, turn_limit: int, tower_bounty: int) -> Words:
    s = TowersState.zeros()
    s.deployment_row, gold, hp, s.income, *switches = numbers[:GAME_NUMBER_COUNT]
    s.gold_for_scorers, s.zero_health_attacks, s.sees_deployment_row = switches
    s.frost_turn, s.turn_limit, s.tower_bounty = int(frost_turn), turn_limit, tower_bounty
    fill(s.gold, [gold] * PLAYERS)
    fill(s.hp, [hp] * PLAYERS)
    rows = (
        s.cost, s.health, s.reach, s.damage, s.whole_cell, s.freezes, s.speed, s.moves_every, s.front_only, s.jumps
    )  # fmt: skip
    for index, row in enumerate(rows):  # in the order of UNIT_FIELDS
        fill(row, numbers[GAME_NUMBER_COUNT + index :: len(UNIT_FIELDS)])
    return s.words
