"""Parse inches and points of a file."""

from __future__ import annotations

import math

from ....core.toml.file import TomlTable
from ..rules.movement.terrain import is_on_battlefield
from ..rules.traits.parameters import format_inches
from ..state import BATTLEFIELD_SIZE, INCH
from .model import Point

MAX_INCHES = 100


def to_thousandths(value: object) -> int | None:
    """Convert inches with up to three decimals to whole thousandths; return None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if abs(value) > MAX_INCHES or not math.isfinite(value):
        return None
    whole = round(value * INCH)
    return whole if whole / INCH == value else None


def parse_inches(table: TomlTable, field: str, minimum: int, maximum: int, clause: str) -> int:
    value = to_thousandths(table.data.get(field))
    if value is None or not minimum <= value <= maximum:
        table.report_value(field, inches_range_text(minimum, maximum), clause)
        return minimum
    return value


def inches_range_text(minimum: int, maximum: int) -> str:
    return f"a number of inches from {format_inches(minimum)} to {format_inches(maximum)} with up to 3 decimals"


def parse_inches_list(table: TomlTable, field: str, names: str, clause: str) -> list[int] | None:
    """Parse a list of inches, one for each of the names, as in `[x, y]`; return None if it is wrong."""
    value = table.data.get(field)
    numbers = [to_thousandths(item) for item in value] if isinstance(value, list) else []
    valid = [number for number in numbers if number is not None]
    if not valid or len(valid) != len(numbers) or len(valid) != len(names.split(", ")):
        table.report_value(field, f"[{names}], numbers of inches with up to 3 decimals", clause)
        return None
    return valid


def parse_point(table: TomlTable, field: str, clause: str) -> Point:
    x, y = parse_inches_list(table, field, "x, y", clause) or (0, 0)
    if not is_on_battlefield(x, y):
        table.report(field, off_battlefield_text((x, y)), clause)
    return x, y


def inches_text(thousandths: int) -> str:
    """Return `1 inch` or `2.5 inches`."""
    return f"{format_inches(thousandths)} inch{'es' * (thousandths != INCH)}"


def off_battlefield_text(point: Point) -> str:
    size = format_inches(BATTLEFIELD_SIZE)
    return f"{point_text(point)} is off the table, which is {size} by {size} inches"


def point_text(point: Point) -> str:
    return f"{format_inches(point[0])}, {format_inches(point[1])}"
