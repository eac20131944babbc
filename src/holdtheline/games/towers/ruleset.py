"""Rulesets: the numbers of towers, read from TOML files and checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...core.contract import Option, Words
from ...core.errors import BadOption
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


class Ruleset:
    """A file of numbers that was read; `at` says where a fault is."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadOption(f"{name}: this is no TOML: {error}") from None
        except ValueError:
            raise BadOption(f"{name}: a number in it is too long") from None
        except RecursionError:
            raise BadOption(f"{name}: its brackets are nested too deep") from None

    def setup(self) -> list[int]:
        """All numbers, in the order in which the rules read them; BadOption names the line that is wrong."""
        self._check_names("", self.data, {*WHOLE, *SWITCHES, "income_per", *UNIT_NAMES})
        head = [self._whole("", self.data, name, *limits) for name, limits in WHOLE.items()]
        head += [self._income(), *(self._switch("", self.data, name) for name in SWITCHES)]
        units = [number for unit in range(UNITS) for number in self._unit(unit)]
        return [*head, *units]

    def _income(self) -> int:
        value = self.data.get("income_per")
        if not isinstance(value, str) or value not in INCOME:
            raise self._fault("", "income_per", f"{told(value)}; it must be {' or '.join(map(repr, INCOME))}")
        return INCOME[value]

    def _unit(self, unit: int) -> list[int]:
        name = unit_name(unit)
        table = self.data.get(name)
        if not isinstance(table, dict):
            raise self._fault("", name, f"{told(table)}; it must be a table [{name}]")
        is_tower = unit in TOWERS
        wholes = {**OF_A_UNIT, **({} if is_tower else OF_A_SOLDIER)}
        switches = TOWER_SWITCHES if is_tower else SOLDIER_SWITCHES
        self._check_names(name, table, {*wholes, *switches})
        found = {one: self._whole(name, table, one, *limits) for one, limits in wholes.items()}
        found |= {one: self._switch(name, table, one) for one in switches}
        if found.get("jumps") and found["speed"] < JUMP:
            raise self._fault(name, "speed", NO_JUMP)
        return [found.get(one, 0) for one in ORDER]

    def _check_names(self, table: str, data: dict[str, Any], known: set[str]) -> None:
        for name in data:
            if name not in known:
                raise self._fault(
                    table, name, f"there is no such field; there are: {', '.join(sorted(known))}"
                )

    def _whole(self, table: str, data: dict[str, Any], name: str, least: int, most: int) -> int:
        value = data.get(name)
        if type(value) is not int or not least <= value <= most:
            raise self._fault(table, name, f"{told(value)}; it must be a whole number from {least} to {most}")
        return value

    def _switch(self, table: str, data: dict[str, Any], name: str) -> int:
        value = data.get(name)
        if type(value) is not bool:
            raise self._fault(table, name, f"{told(value)}; it must be true or false")
        return int(value)

    def _fault(self, table: str, name: str, reason: str) -> BadOption:
        field = f"{table}.{name}" if table else name
        line = line_of(self.text, table, name)
        return BadOption(f"{self.name}, line {line}: {one_line(field)}: {reason}")


def told(value: object) -> str:
    return "it is missing" if value is None else f"it is {one_line(str(value))!r}"


def one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:40])


def line_of(text: str, table: str, name: str) -> int:
    """The line where a field stands; else that of its table; else the first one behind which it cannot be."""
    inside, found, end = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*([^\]]*?)\s*\]", line)
        if header:
            inside = header[1].strip("\"'")
            end = end or number
            if inside in (table, name):
                found = number
        elif begins(line, name if inside == table else f"{table}.{name}"):
            return number
        elif not inside and table and begins(line, table):
            found = number
    return found or (end if not table and name not in UNIT_NAMES else 0) or len(text.splitlines()) or 1


def begins(line: str, key: str) -> bool:
    """Whether the line gives this key, or one below it, a value."""
    said = re.match(r"[^=#]*", line)
    words = re.sub(r"[\s\"']", "", said[0]) if said and "=" in line else ""
    return words == key or words.startswith(f"{key}.")


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
    try:
        with path.expanduser().open("rb") as file:  # it may be one that never ends
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RuntimeError):
        raise BadOption(f"{one_line(str(path))!r} cannot be the name of a file") from None
    if len(data) > LARGEST_FILE:
        raise BadOption(f"{path} is too large for a ruleset")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadOption(f"{path} is not UTF-8 text") from None
    return Ruleset(text, path.name).setup()


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
