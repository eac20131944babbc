"""Parse scenario files (TOML): the map, sides, pieces, victory hexes and special rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import TypeVar

from ....core.hexes import OFF_MAP
from ....core.scenarios import MAX_FILE_BYTES, ScenarioFiles, refuse_campaign
from ....core.sentences import plural
from ....core.toml.file import TomlFile, TomlTable, is_single_line, nearest, printable_line
from ..rules.terrain import TERRAIN_LETTERS, Terrain
from ..state import (
    COLUMN_LETTERS,
    FULL_STRENGTH,
    MAX_COLUMNS,
    MAX_ROWS,
    MIN_COLUMNS,
    MIN_ROWS,
    SEATS,
    LastTurnWinner,
    MapEdge,
    Morale,
    PieceKind,
    Side,
)
from .model import BattleMap, Piece, Scenario, VictoryHex
from .validate import SourceTables, validate_scenario

SCENARIO_FOLDER = Path(__file__).parent / "data"

MAX_TURNS = 30
MAX_COMMAND = 9
MAX_VP = 99
MAX_HEX_VP = 3
MAX_NAME_LENGTH = 20
MAX_LINE_LENGTH = 60
MAX_SOURCE_LENGTH = 200
MAX_HISTORY_WORDS = 140

MAX_LABEL_LENGTH = 30

TOP_FIELDS = (
    *("title", "date", "place", "history", "sources", "favours", "turns", "first", "winner", "won_by_book", "map"),
)
TABLE_NAMES = (*SEATS, "names", "points", "unit", "leader", "special")
KIND_CLAUSES = {
    PieceKind.INFANTRY: "C2.1",
    PieceKind.CAVALRY: "C2.2",
    PieceKind.ARTILLERY: "C2.3",
    PieceKind.GUNBOAT: "C2.4",
    PieceKind.LEADER: "C2.5",
}

EnumMember = TypeVar("EnumMember", bound=IntEnum)
Item = TypeVar("Item")


# Files


def parse_scenario(text: str, name: str) -> Scenario:
    """Parse and check the text of a scenario file with this name; raise BadFile with all faults."""
    with TomlFile(text, name, TABLE_NAMES) as top:
        return parse_tables(top, Path(name).stem)


def parse_tables(top: TomlTable, name: str) -> Scenario:
    refuse_campaign(top, "unit")
    top.allow_only((*TOP_FIELDS, *TABLE_NAMES))
    battle_map = parse_map(top)
    turns = top.integer("turns", 1, MAX_TURNS, "C7.2")
    sides = [parse_side(top, side) for side in SEATS]
    special = parse_special_rules(top)
    units, leaders, victory_hexes = top.tables("unit"), top.tables("leader"), top.tables("points", "C7.1")
    pieces = [parse_unit(table, battle_map, turns) for table in units]
    pieces += [parse_leader(table, battle_map, turns) for table in leaders]
    scenario = Scenario(
        name=name,
        title=top.line("title", MAX_LINE_LENGTH),
        date=top.line("date", MAX_LINE_LENGTH),
        place=top.line("place", MAX_LINE_LENGTH),
        history=parse_history(top),
        sources=top.lines("sources", 0, MAX_SOURCE_LENGTH) if "sources" in top.data else (),
        favoured_side=parse_side_or_none(top, "favours", ""),
        turns=turns,
        first_side=parse_enum(top, "first", Side, "C1.1"),
        last_turn_winner=parse_enum(top, "winner", LastTurnWinner, "C7.2"),
        command=as_pair(side.integer("command", 0, MAX_COMMAND, "C1.2") for side in sides),
        vp_to_win=as_pair(side.integer("vp", 1, MAX_VP, "C7.2") for side in sides),
        vp_live=as_pair(side.integer(live_field(side), 1, MAX_VP, "C7.2") for side in sides),
        home_edge=as_pair(parse_enum(side, "home", MapEdge, "C5.1") for side in sides),
        battle_map=battle_map,
        labels=parse_labels(top, battle_map),
        victory_hexes=tuple(parse_victory_hex(table, battle_map) for table in victory_hexes),
        pieces=mark_fixed_pieces(pieces, special),
        rallies=parse_rallies(special),
        moves_from=parse_moves_from(special, turns),
        won_by_book=top.integer("won_by_book", 0, 100) if "won_by_book" in top.data else None,
    )
    validate_scenario(scenario, SourceTables(top, [*units, *leaders], victory_hexes))
    return scenario


def parse_map(top: TomlTable) -> BattleMap:
    drawn = top.data.get("map")
    if not isinstance(drawn, str):
        top.report_value("map", 'a drawing between """, above the first table')
        return EMPTY_MAP
    rows = drawn.rstrip().split("\n")
    width = len(rows[0].split())
    if not (MIN_COLUMNS <= width <= MAX_COLUMNS and MIN_ROWS <= len(rows) <= MAX_ROWS):
        wanted = f"{MIN_COLUMNS} to {MAX_COLUMNS} columns and {MIN_ROWS} to {MAX_ROWS} rows"
        top.report("map", f"it has {plural(width, 'column')} and {plural(len(rows), 'row')}; it must have {wanted}")
        return EMPTY_MAP
    terrain = [hex_ for row, line in enumerate(rows) for hex_ in parse_map_row(top, row, line, width)]
    return BattleMap(width, len(rows), tuple(terrain)) if top.file.is_sound("map") else EMPTY_MAP


EMPTY_MAP = BattleMap(MIN_COLUMNS, MIN_ROWS, (Terrain.CLEAR,) * (MIN_COLUMNS * MIN_ROWS))
"""The stand-in for a map with a fault."""


def parse_map_row(top: TomlTable, row: int, line: str, width: int) -> list[Terrain]:
    below = row + count_lines_above_map(top)
    letters = line.split()
    for letter in letters:
        if len(letter) != 1 or letter not in TERRAIN_LETTERS:
            wanted = f"one letter a hex, of {' '.join(TERRAIN_LETTERS)}"
            top.report("map", f"row {row + 1} has {printable_line(letter)!r}; it must have {wanted}", "", below)
            return []
    if len(letters) != width:
        reason = f"row {row + 1} has {plural(len(letters), 'letter')}; the first row has {width}"
        top.report("map", reason, "", below)
    elif line.rstrip() != " " * (row % 2) + " ".join(letters):
        blanks = len(line) - len(line.lstrip())
        reason = f"row {row + 1} begins with {plural(blanks, 'blank')}; it must begin with {row % 2}"
        if blanks == row % 2:
            reason = f"row {row + 1} must have one blank between two letters"
        top.report("map", reason, "", below)
    return [Terrain(TERRAIN_LETTERS.index(letter)) for letter in letters]


def count_lines_above_map(top: TomlTable) -> int:
    """Count the lines between the field and the first row of the map: 1 if the field's line ends in quotes, else 0."""
    line = top.file.text.split("\n")[top.line_of("map") - 1].rstrip()
    return int(line.endswith(('"""', "'''")))


def parse_hex(table: TomlTable, battle_map: BattleMap, clause: str) -> int:
    value = table.data.get("hex")
    hex_ = battle_map.hex_named(value) if isinstance(value, str) else OFF_MAP
    if hex_ == OFF_MAP:
        if battle_map is not EMPTY_MAP or not isinstance(value, str):
            table.report_value("hex", f"a hex of the map, {hex_range_text(battle_map)}", clause)
        return 0
    return hex_


def hex_range_text(battle_map: BattleMap) -> str:
    return f"'A1' to '{COLUMN_LETTERS[battle_map.width - 1]}{battle_map.height}'"


def parse_labels(top: TomlTable, battle_map: BattleMap) -> tuple[tuple[int, str], ...]:
    if "names" not in top.data:
        return ()
    names = top.table("names")
    for name in names.data:
        if battle_map.hex_named(name) == OFF_MAP and battle_map is not EMPTY_MAP:
            names.report(name, f"the map has no hex {printable_line(name)!r}; it has {hex_range_text(battle_map)}")
    return tuple((battle_map.hex_named(name), names.line(name, MAX_LABEL_LENGTH)) for name in names.data)


# The sides and their pieces


def parse_side(top: TomlTable, side: str) -> TomlTable:
    table = top.table(side)
    table.allow_only(("command", "vp", "vp_live", "home"))
    return table


def live_field(side: TomlTable) -> str:
    """Return the field with the VP that a side needs with vp_hexes=live."""
    return "vp_live" if "vp_live" in side.data else "vp"


def parse_unit(table: TomlTable, battle_map: BattleMap, turns: int) -> Piece:
    table.allow_only(("side", "kind", "name", "hex", "morale", "strength", "turn"))
    kinds = {kind.name.lower(): kind for kind in PieceKind if kind != PieceKind.LEADER}
    return parse_piece(table, kinds[table.choice("kind", tuple(kinds), "C2.1")], battle_map, turns)


def parse_leader(table: TomlTable, battle_map: BattleMap, turns: int) -> Piece:
    table.allow_only(("side", "name", "hex", "turn"))
    return parse_piece(table, PieceKind.LEADER, battle_map, turns)


def parse_piece(table: TomlTable, kind: PieceKind, battle_map: BattleMap, turns: int) -> Piece:
    full, clause = FULL_STRENGTH[kind], KIND_CLAUSES[kind]
    return Piece(
        side=parse_enum(table, "side", Side, clause),
        kind=kind,
        name=table.line("name", MAX_NAME_LENGTH),
        hex=parse_hex(table, battle_map, clause),
        strength=table.integer("strength", 1, full, clause) if "strength" in table.data else full,
        morale=None if kind == PieceKind.LEADER else parse_enum(table, "morale", Morale, "C4.4"),
        turn=parse_turn(table, "turn", 1, turns, "C2.8") if "turn" in table.data else 0,
        fixed=False,
    )


def parse_victory_hex(table: TomlTable, battle_map: BattleMap) -> VictoryHex:
    table.allow_only(("hex", "worth", "for", "held"))
    scorers = table.choice("for", (*SEATS, "both"), "C7.1")
    return VictoryHex(
        hex=parse_hex(table, battle_map, "C7.1"),
        worth=table.integer("worth", 1, MAX_HEX_VP, "C7.1"),
        scorers=tuple(side for side in Side if scorers in (side.name.lower(), "both")),
        held=parse_side_or_none(table, "held", "nobody", "C7.1"),
    )


# Special rules


def parse_special_rules(top: TomlTable) -> TomlTable:
    """Return the table of special rules, which may be left out."""
    special = top.table("special") if "special" in top.data else TomlTable(top.file, "special", {})
    special.allow_only(("no_rally", "halted", "fixed"))
    return special


def parse_rallies(special: TomlTable) -> tuple[bool, bool]:
    never = special.data.get("no_rally", [])
    if not isinstance(never, list) or not all(side in SEATS for side in never):
        special.report_value("no_rally", "a list of 'union' and 'confederate'", "C6.1")
        never = []
    return as_pair(side not in never for side in SEATS)


def parse_moves_from(special: TomlTable, turns: int) -> tuple[int, int]:
    if "halted" not in special.data:
        return 1, 1
    halted = special.table("halted", "C1.3")
    halted.allow_only(("side", "until"))
    halted_side = parse_enum(halted, "side", Side, "C1.3")
    until = parse_turn(halted, "until", 2, turns, "C1.3")
    return as_pair(until if halted_side == side else 1 for side in Side)


def mark_fixed_pieces(pieces: Sequence[Piece], special: TomlTable) -> tuple[Piece, ...]:
    """Return the pieces, with those marked that never move."""
    fixed = special.lines("fixed", 0, MAX_NAME_LENGTH, "C1.3") if "fixed" in special.data else ()
    units = [piece.name for piece in pieces if piece.kind != PieceKind.LEADER]
    for name in fixed:
        if units.count(name) != 1 and special.file.is_sound("unit.name"):
            owner = "both sides have" if name in units else "no side has"
            near = "" if name in units else nearest(name, units)
            advice = f"; did you mean {near!r}?" if near else "; it must be the name of one unit"
            special.report("fixed", f"{owner} a unit {name!r}{advice}", "C1.3")
    return tuple(replace(piece, fixed=piece.kind != PieceKind.LEADER and piece.name in fixed) for piece in pieces)


# Single fields


def parse_history(top: TomlTable) -> str:
    """Parse the story of the battle, which may be left out."""
    if "history" not in top.data:
        return ""
    value = top.data["history"]
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not isinstance(value, str) or not is_single_line(text, MAX_FILE_BYTES):
        top.report_value("history", f"a paragraph of at most {MAX_HISTORY_WORDS} words")
        return ""
    if "\n\n" in value.strip():
        top.report("history", "it has an empty line; it must be one paragraph")
    words = len(text.split())
    if words > MAX_HISTORY_WORDS:
        top.report("history", f"it has {words} words; it can have {MAX_HISTORY_WORDS}")
    return text


def parse_turn(table: TomlTable, field: str, minimum: int, turns: int, clause: str) -> int:
    """Parse the number of a turn; any number will do while the number of turns is wrong."""
    if not table.file.is_sound("turns"):
        turns = MAX_TURNS
    if turns < minimum:
        table.report(field, f"leave it out: the battle has only {plural(turns, 'turn')}", clause)
        return minimum
    return table.integer(field, minimum, turns, clause)


def parse_side_or_none(table: TomlTable, field: str, none: str, clause: str = "") -> Side | None:
    word = table.choice(field, (none, *SEATS), clause)
    return None if word == none else Side[word.upper()]


def parse_enum(table: TomlTable, field: str, words: type[EnumMember], clause: str) -> EnumMember:
    """Return the member that the field names."""
    return words[table.choice(field, tuple(member.name.lower() for member in words), clause).upper()]


def as_pair(values: Iterable[Item]) -> tuple[Item, Item]:
    union, confederate = values
    return union, confederate


SCENARIO_FILES = ScenarioFiles(SCENARIO_FOLDER, parse_scenario)
list_scenarios, load_scenario, read_scenario = (SCENARIO_FILES.shipped, SCENARIO_FILES.named, SCENARIO_FILES.read)
