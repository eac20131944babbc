"""Change single numbers of a ruleset or scenario: `missile.cost`, `points[2].worth`, `unit[Bee].strength`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from ...core.definition import GameDefinition
from ...core.errors import BadFile, BadOption
from ...core.options import Option
from ...core.toml.file import TomlFile, read_text_file

MAX_FILE_BYTES = 60_000
PATH_PATTERN = re.compile(r"(?:(?P<table>[\w-]+)(?:\[(?P<which>[^\]]+)\])?\.)?(?P<field>[\w-]+)")
NUMBER_LINE = re.compile(r"""^(\s*[\w"'-]+\s*=\s*)(-?\d+)(?![\d.])""")


def file_option(definition: GameDefinition) -> Option:
    """Return the option of a game whose values are files with numbers."""
    for option in definition.options:
        if option.file_of(option.default) is not None:
            return option
    raise BadOption(f"{definition.name} has no ruleset or scenario, so it has no numbers to change")


def change_numbers(
    definition: GameDefinition, options: Mapping[str, object], numbers: Mapping[str, int], folder: Path
) -> dict[str, str | int]:
    """Return the options of the game with these numbers changed in the file that they name, below `folder`."""
    option = file_option(definition)
    value = options.get(option.name, option.default)
    text, name = _text_of(option, value, folder)
    for place, number in numbers.items():
        text = change_number(text, name, place, number)
    with TemporaryDirectory() as changed:
        file = Path(changed) / name
        file.write_text(text, encoding="utf-8")
        return definition.parse_options({**options, option.name: str(file)})


def _text_of(option: Option, value: object, folder: Path) -> tuple[str, str]:
    """Return the text that an option's value stands for, and the name of its file."""
    if isinstance(value, str) and "\n" in value:
        return value, f"{option.name}.toml"
    path = option.file_of(value)
    if path is None:
        raise BadOption(f"{option.name} must name a file, so that its numbers can be changed")
    path = path if path.is_absolute() else folder / path
    return read_text_file(path, MAX_FILE_BYTES, option.name), path.name


def change_number(text: str, file_name: str, place: str, number: int) -> str:
    """Return the text of a TOML file with one whole number changed."""
    match = PATH_PATTERN.fullmatch(place)
    if match is None:
        raise BadOption(f"{place[:60]!r} is no number of a file; write it like missile.cost or points[2].worth")
    table, which, field = match["table"] or "", match["which"], match["field"]
    file = TomlFile(text, file_name)
    index = _index_of(file, table, which, place)
    lines = text.split("\n")
    wanted = f"{table}.{field}" if table else field
    for key in file.keys:
        if (key.table, key.table_index, key.path) == (table, index, wanted):
            changed, count = NUMBER_LINE.subn(rf"\g<1>{number}", lines[key.line - 1])
            if not count:
                raise BadFile(f"{place} is no whole number in a line of its own", path=file_name, line=key.line)
            lines[key.line - 1] = changed
            return "\n".join(lines)
    raise BadFile(f"there is no {place} to change", path=file_name)


def _index_of(file: TomlFile, table: str, which: str | None, place: str) -> int:
    """Return the number of the table among those of its name: `2` is the second, a name that with this name."""
    if which is None:
        return 0
    if which.isdigit():
        return int(which) - 1
    tables = tomllib.loads(file.text).get(table, [])
    for index, fields in enumerate(tables if isinstance(tables, list) else []):
        if which in (fields.get("name"), fields.get("hex")):
            return index
    raise BadFile(f"there is no {table} called {which!r} ({place})", path=file.name)
