"""Positions as text: format and parse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ....core.errors import BadPosition
from ..state import (
    COLUMNS,
    PLAYERS,
    TIMESTEPS,
    Mind,
    Picked,
    Stage,
    TowersState,
    Unit,
    cell_of,
    decode_entry,
    encode_entry,
    row_and_column,
    unit_name,
)
from .names import SEAT_NAMES, mind_name
from .position_model import (
    EnteredSoldier,
    HiredSoldier,
    PickedPart,
    PlayerPosition,
    Position,
    ShownSoldier,
    TowerPosition,
    TurnMoment,
    read_position,
    write_position,
)
from .state_validation import INVALID_NUMBER, check_acting_unit, check_position

SAMPLE_POSITION = (
    "played 3; left gold 4; right gold 6; left hp 9; "
    "left towers missile 8 3 10, rocket 12 2 10, blockade 15 3 24, frost 14 4 10; "
    "right towers missile 9 2 7, blockade 14 2 11, rocket 6 4 10; "
    "left soldiers shield 0 2, rifle 4 2, rifle 6 2; right soldiers shield 0 3, bomb 2 3"
)


class PositionPart(NamedTuple):
    """A part of a position that belongs to a seat: its items consist of words of these kinds."""

    name: str
    kinds: tuple[str, ...]
    item: Callable[..., Any] = int
    many: bool = False


POSITION_PARTS = (
    PositionPart("hp", ("number",)),
    PositionPart("gold", ("number",)),
    PositionPart("earned", ("number",)),
    PositionPart("ready", ("number",)),
    PositionPart("results", ("number", "number", "number"), lambda *numbers: numbers),
    PositionPart("towers", ("unit", "cell", "number"), TowerPosition, many=True),
    PositionPart("built", ("unit", "cell", "number"), TowerPosition, many=True),
    PositionPart("soldiers", ("unit", "entry"), HiredSoldier, many=True),
    PositionPart("hired", ("unit", "entry"), HiredSoldier, many=True),
    PositionPart("minds", ("unit", "mind"), lambda *unit_and_mind: unit_and_mind, many=True),
    PositionPart("showed", ("unit", "entry", "soldier"), ShownSoldier, many=True),
    PositionPart("picked", ("pick",), lambda pick: pick),
    PositionPart("bodies", ("soldier", "place", "number", "number", "number"), EnteredSoldier, many=True),
    PositionPart("froze", ("number",)),
    PositionPart("gone", ("number",)),
)
PARTS_BY_NAME = {part.name: part for part in POSITION_PARTS}
UNITS_BY_NAME = {unit_name(unit): int(unit) for unit in Unit}
MINDS_BY_NAME = {mind_name(mind): int(mind) for mind in Mind}
EXAMPLE_TEXT = "played 2; left hp 8; left gold 5; left towers missile 3 5 10; right soldiers rifle 17 2, shield home"


def position_text(s: TowersState) -> str:
    position = read_position(s)
    parts = [f"played {position.played}"]
    if position.moment:
        step, lane, stage, acting = position.moment
        kind = "tower" if stage == Stage.TOWERS else "soldier"
        parts.append(f"timestep {step} {SEAT_NAMES[lane]} {kind} {acting + 1}")
    for name, player in zip(SEAT_NAMES, position.players, strict=True):
        default = PlayerPosition(0, 0)
        for part in POSITION_PARTS:
            value = getattr(player, part.name)
            if value != getattr(default, part.name) or part.name in ("hp", "gold"):
                parts.append(f"{name} {part.name} {format_part(part, value)}")
    return "; ".join(parts)


def format_part(part: PositionPart, value: Any) -> str:
    def item_text(item: Any) -> str:
        values = item if len(part.kinds) > 1 else (item,)
        return " ".join(FORMATTERS[kind](value) for kind, value in zip(part.kinds, values, strict=True))

    return ", ".join(map(item_text, value)) if part.many else item_text(value)


def format_picked(pick: PickedPart) -> str:
    if pick.what == Picked.TOWER:
        return f"tower {unit_name(pick.unit)}"
    column = f" {pick.column}" if pick.what == Picked.COLUMN else ""
    return f"soldier {pick.unit + 1}{column}"


FORMATTERS: dict[str, Callable[[Any], str]] = {
    "number": str,
    "soldier": lambda number: str(number + 1),
    "unit": unit_name,
    "mind": mind_name,
    "cell": lambda cell: "{} {}".format(*row_and_column(cell)),
    "place": lambda cell: "gone" if cell is None else "{} {}".format(*row_and_column(cell)),
    "entry": lambda entry: "{} {}".format(*(decode_entry(entry) or ("home", ""))).strip(),
    "pick": format_picked,
}


def parse_position(s: TowersState, text: str) -> None:
    """Change an initial state into the position that the text describes."""
    position = parse_parts(s, text)
    draft = s.copy()
    reason = check_position(position, s)
    if not reason:
        write_position(draft, position)
        reason = check_acting_unit(draft)
    if reason:
        raise BadPosition(reason)
    for name in TowersState.names:
        setattr(s, name, getattr(draft, name))


def parse_parts(initial: TowersState, text: str) -> Position:
    players = [PlayerPosition(initial.hp[seat], initial.gold[seat]) for seat in range(PLAYERS)]
    position, heads = Position(INVALID_NUMBER, players), set()
    for part in text.split(";"):
        words = part.lower().split()
        try:
            head = parse_part(position, words)
            if words:
                raise ValueError("there are words left")
        except (LookupError, ValueError):
            shortened = " ".join(part.split())[:60]
            raise BadPosition(f"a position of towers reads like: {EXAMPLE_TEXT}; not {shortened!r}") from None
        if head in heads:
            raise BadPosition(f"a position says its {head!r} only once")
        heads.add(head)
    if position.played == INVALID_NUMBER:
        raise BadPosition(f"a position of towers says how many turns were played, like: {EXAMPLE_TEXT}")
    return position


def parse_part(position: Position, words: list[str]) -> str:
    """Parse the words of a part into the position, and return the name of the part."""
    head = words.pop(0)
    if head == "played":
        position.played = parse_number(words)
    elif head == "timestep":
        step, lane = parse_number(words), SEAT_NAMES.index(words.pop(0))
        stage = {"tower": Stage.TOWERS, "soldier": Stage.SOLDIERS}[words.pop(0)]
        position.moment = TurnMoment(step, lane, stage, parse_number(words) - 1)
    else:
        part = PARTS_BY_NAME[words.pop(0)]
        value = parse_items(part, words)
        setattr(position.players[SEAT_NAMES.index(head)], part.name, value if part.many else value[0])
        head = f"{head} {part.name}"
    return head


def parse_items(part: PositionPart, words: list[str]) -> list[Any]:
    """Return the items of a part; those of a list are separated by commas."""
    items = []
    for text in " ".join(words).split(",") if part.many else [" ".join(words)]:
        item = text.split()
        items.append(part.item(*(PARSERS[kind](item) for kind in part.kinds)))
        if item:
            raise ValueError("there are words left")
    words.clear()
    return items


def parse_number(words: list[str]) -> int:
    word = words.pop(0)
    if not re.fullmatch("-?[0-9]{1,18}", word):
        raise ValueError("this is not a number")
    return int(word)


def parse_cell(words: list[str]) -> int:
    row, column = parse_number(words), parse_number(words)
    return cell_of(row, column) if column in range(COLUMNS) else INVALID_NUMBER


def parse_cell_or_gone(words: list[str]) -> int | None:
    if words[0] == "gone":
        words.pop(0)
        return None
    return parse_cell(words)


def parse_entry(words: list[str]) -> int:
    if words[0] == "home":
        words.pop(0)
        return 0
    step, column = parse_number(words), parse_number(words)
    return encode_entry(step, column) if step in range(TIMESTEPS) and column in range(COLUMNS) else INVALID_NUMBER


def parse_picked(words: list[str]) -> PickedPart:
    if words.pop(0) == "tower":
        return PickedPart(Picked.TOWER, UNITS_BY_NAME[words.pop(0)])
    number = parse_number(words) - 1
    return PickedPart(Picked.COLUMN, number, parse_number(words)) if words else PickedPart(Picked.SOLDIER, number)


PARSERS: dict[str, Callable[[list[str]], Any]] = {
    "number": parse_number,
    "soldier": lambda words: parse_number(words) - 1,
    "unit": lambda words: UNITS_BY_NAME[words.pop(0)],
    "mind": lambda words: MINDS_BY_NAME[words.pop(0)],
    "cell": parse_cell,
    "place": parse_cell_or_gone,
    "entry": parse_entry,
    "pick": parse_picked,
}
