"""The bot of the tutorial (docs/bots/ada.py), which a wheel has beside this module, and variants of it."""

from __future__ import annotations

from pathlib import Path

FILES = (Path(__file__).parent / "bots" / "ada.py", Path(__file__).parents[4] / "docs" / "bots" / "ada.py")
GUARD_ROWS = "(9, 10, 11, 8, 12, 7)"
COLUMN = "column=weakest_column(view)"
PYTHON_RIFLE = '''
def rifle(unit, view):
    """Shoot what shoots. A blockade is only worth a shot if it stands in the way."""
    if unit.row == 0:
        return unit.score()
    towers = [view.tower(row, column) for row, column in view.towers_in_range()]
    targets = [tower for tower in towers if tower.unit != "blockade" and tower.health > 0]
    if targets:
        weakest = min(targets, key=lambda tower: tower.health)
        return unit.strike(weakest.row, weakest.column)
    for column in (unit.column, unit.column - 1, unit.column + 1):
        if view.is_free(unit.row - 1, column):
            return unit.go(unit.row - 1, column)
    return unit.strike(unit.row - 1, unit.column)


'''


def tutorial_bot() -> str:
    """Return the source of the bot. Its unit AI is a kernel."""
    return next(path for path in FILES if path.exists()).read_text(encoding="utf-8")


def with_guard_rows(source: str, first_row: int) -> str:
    """Return the bot with its towers in other rows."""
    return replace_once(source, GUARD_ROWS, str(tuple(range(first_row, first_row + 6))))


def with_python_unit_ai(source: str) -> str:
    """Return the bot with its unit AI as a Python function."""
    first, last = source.index("@kernel"), source.index("class CommanderAda")
    return source[:first] + PYTHON_RIFLE + source[last:]


def with_random_column(source: str) -> str:
    """Return the bot with its attacks in random columns."""
    return "import random\n" + replace_once(source, COLUMN, "column=random.randrange(7)")


def replace_once(source: str, old: str, new: str) -> str:
    if source.count(old) != 1:
        raise ValueError(f"the bot of the tutorial has changed: {old!r} is in it {source.count(old)} times")
    return source.replace(old, new)
