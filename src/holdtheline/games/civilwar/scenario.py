"""Battle files: those that are shipped, those that people write, and how they are read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import TypeVar

from ...core.battlefiles import LARGEST_FILE, BattleFiles
from ...core.tomlfile import Table, TomlFile, is_line
from .battle import (
    FULL,
    Edge,
    Ground,
    Kind,
    Morale,
    Piece,
    Points,
    Scenario,
    Side,
    Terrain,
    Winner,
)
from .checks import Origin, check
from .map import ground_of, hex_of, labels_of

__all__ = [
    "Edge",
    "Ground",
    "Kind",
    "Morale",
    "Piece",
    "Points",
    "Scenario",
    "Side",
    "Terrain",
    "Winner",
    "from_text",
    "named",
    "read",
    "shipped",
]

FOLDER = Path(__file__).parent / "scenarios"

MOST_TURNS = 30
MOST_COMMAND = 9
MOST_VP = 99
MOST_WORTH = 3
LONGEST_NAME = 20
LONGEST_LINE = 60
LONGEST_SOURCE = 200
LEAST_SOURCES = 2
LEAST_WORDS, MOST_WORDS = 80, 140

HEAD = ("title", "date", "place", "history", "sources", "favours", "turns", "first", "winner", "map")
TABLES = ("union", "confederate", "names", "points", "unit", "leader", "special")
SIDES = ("union", "confederate")
CLAUSE_OF = {Kind.INFANTRY: "C2.1", Kind.CAVALRY: "C2.2", Kind.ARTILLERY: "C2.3", Kind.GUNBOAT: "C2.4"}

Named = TypeVar("Named", bound=IntEnum)
Thing = TypeVar("Thing")


# Files


def from_text(text: str, name: str) -> Scenario:
    """A battle from the text of a file with this name."""
    top = TomlFile(text, name, TABLES).top
    top.only((*HEAD, *TABLES))
    ground = ground_of(top)
    turns = top.whole("turns", 1, MOST_TURNS, "C7.2")
    sides = [side_table(top, side) for side in SIDES]
    special = special_of(top)
    units, leaders, points = top.tables("unit"), top.tables("leader"), top.tables("points", "C7.1")
    pieces = [unit_of(table, ground, turns) for table in units]
    pieces += [leader_of(table, ground, turns) for table in leaders]
    scenario = Scenario(
        name=Path(name).stem,
        title=top.line("title", LONGEST_LINE),
        date=top.line("date", LONGEST_LINE),
        place=top.line("place", LONGEST_LINE),
        history=history_of(top),
        sources=top.lines("sources", LEAST_SOURCES, LONGEST_SOURCE),
        favours=side_or_none(top, "favours", ""),
        turns=turns,
        first=member(top, "first", Side, "C1.1"),
        winner=member(top, "winner", Winner, "C7.2"),
        command=pair(side.whole("command", 0, MOST_COMMAND, "C1.2") for side in sides),
        vp=pair(side.whole("vp", 1, MOST_VP, "C7.2") for side in sides),
        home=pair(member(side, "home", Edge, "C5.1") for side in sides),
        ground=ground,
        labels=labels_of(top, ground),
        points=tuple(points_of(table, ground) for table in points),
        pieces=with_fixed(pieces, special),
        rallies=rallies_of(special),
        moves_from=moves_from(special, turns),
    )
    check(scenario, Origin(top, [*units, *leaders], points))
    return scenario


FILES = BattleFiles(FOLDER, from_text)
shipped, named, read = FILES.shipped, FILES.named, FILES.read


# The sides and what they have


def side_table(top: Table, side: str) -> Table:
    table = top.table(side)
    table.only(("command", "vp", "home"))
    return table


def unit_of(table: Table, ground: Ground, turns: int) -> Piece:
    table.only(("side", "kind", "name", "hex", "morale", "strength", "turn"))
    kinds = {kind.name.lower(): kind for kind in CLAUSE_OF}
    kind = kinds[table.word("kind", tuple(kinds), "C2.1")]
    full, clause = FULL[kind], CLAUSE_OF[kind]
    return Piece(
        side=member(table, "side", Side, clause),
        kind=kind,
        name=table.line("name", LONGEST_NAME),
        hex=hex_of(table, ground, clause),
        strength=table.whole("strength", 1, full, clause) if "strength" in table.data else full,
        morale=member(table, "morale", Morale, "C4.4"),
        turn=turn_of(table, turns),
        fixed=False,
    )


def leader_of(table: Table, ground: Ground, turns: int) -> Piece:
    table.only(("side", "name", "hex", "turn"))
    return Piece(
        side=member(table, "side", Side, "C2.5"),
        kind=Kind.LEADER,
        name=table.line("name", LONGEST_NAME),
        hex=hex_of(table, ground, "C2.5"),
        strength=FULL[Kind.LEADER],
        morale=None,
        turn=turn_of(table, turns),
        fixed=False,
    )


def turn_of(table: Table, turns: int) -> int:
    return table.whole("turn", 1, turns, "C2.8") if "turn" in table.data else 0


def points_of(table: Table, ground: Ground) -> Points:
    table.only(("hex", "worth", "for", "held"))
    scorers = table.word("for", (*SIDES, "both"), "C7.1")
    return Points(
        hex=hex_of(table, ground, "C7.1"),
        worth=table.whole("worth", 1, MOST_WORTH, "C7.1"),
        scorers=tuple(side for side in Side if scorers in (side.name.lower(), "both")),
        held=side_or_none(table, "held", "nobody", "C7.1"),
    )


# Special rules


def special_of(top: Table) -> Table:
    """Its table, which may be left out."""
    special = top.table("special") if "special" in top.data else Table(top.file, "special", {})
    special.only(("no_rally", "halted", "fixed"))
    return special


def rallies_of(special: Table) -> tuple[bool, bool]:
    never = special.data.get("no_rally", [])
    if not isinstance(never, list) or not all(side in SIDES for side in never):
        raise special.wrong("no_rally", "it must be a list of 'union' and 'confederate'", "C6.1")
    return pair(side not in never for side in SIDES)


def moves_from(special: Table, turns: int) -> tuple[int, int]:
    if "halted" not in special.data:
        return 1, 1
    halted = special.table("halted", "C1.3")
    halted.only(("side", "until"))
    side, until = member(halted, "side", Side, "C1.3"), halted.whole("until", 2, turns, "C1.3")
    return pair(until if one == side else 1 for one in Side)


def with_fixed(pieces: Sequence[Piece], special: Table) -> tuple[Piece, ...]:
    """The pieces, those marked that never move."""
    fixed = special.lines("fixed", 0, LONGEST_NAME, "C1.3") if "fixed" in special.data else ()
    units = [piece.name for piece in pieces if piece.kind != Kind.LEADER]
    for name in fixed:
        if units.count(name) != 1:
            how_many = "both sides have" if name in units else "no side has"
            raise special.fault(
                "fixed", f"{how_many} a unit {name!r}; it must be the name of one unit", "C1.3"
            )
    return tuple(replace(piece, fixed=is_fixed(piece, fixed)) for piece in pieces)


def is_fixed(piece: Piece, fixed: Collection[str]) -> bool:
    return piece.kind != Kind.LEADER and piece.name in fixed


# Single fields


def history_of(top: Table) -> str:
    value = top.data.get("history")
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not isinstance(value, str) or not is_line(text, LARGEST_FILE):
        raise top.wrong("history", "it must be a paragraph")
    if "\n\n" in value.strip():
        raise top.fault("history", "it has an empty line; it must be one paragraph")
    words = len(text.split())
    if not LEAST_WORDS <= words <= MOST_WORDS:
        raise top.fault("history", f"it has {words} words; it must have {LEAST_WORDS} to {MOST_WORDS}")
    return text


def side_or_none(table: Table, field: str, none: str, clause: str = "") -> Side | None:
    word = table.word(field, (none, *SIDES), clause)
    return None if word == none else Side[word.upper()]


def member(table: Table, field: str, words: type[Named], clause: str) -> Named:
    """The one whose name the field gives."""
    return words[table.word(field, tuple(one.name.lower() for one in words), clause).upper()]


def pair(both: Iterable[Thing]) -> tuple[Thing, Thing]:
    union, confederate = both
    return union, confederate
