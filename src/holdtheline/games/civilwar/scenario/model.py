"""The data of a scenario: the map, the pieces, the victory hexes, and the VP that each side needs to win."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from ....core.hexes import DIRECTIONS, OFF_MAP, neighbour
from ..rules.terrain import TERRAIN_LETTERS, Terrain, can_enter_terrain
from ..state import COLUMN_LETTERS, LastTurnWinner, MapEdge, Morale, PieceKind, Side


@dataclass(frozen=True)
class Piece:
    """A unit or a leader, with the hex where it starts or enters."""

    side: Side
    kind: PieceKind
    name: str
    hex: int
    strength: int
    morale: Morale | None
    """None for a leader."""
    turn: int
    """The first turn in which it can enter (C2.8), or 0 if it starts on the map."""
    fixed: bool
    """Whether it never moves."""


@dataclass(frozen=True)
class VictoryHex:
    """A hex that is worth VP (C7.1)."""

    hex: int
    worth: int
    scorers: tuple[Side, ...]
    """The sides that can score it."""
    held: Side | None
    """The side that holds it at the start."""


@dataclass(frozen=True)
class BattleMap:
    """The map. A hex is a number, `row * width + column`; its name is its column and row, as in C4."""

    width: int
    height: int
    terrain: tuple[Terrain, ...]

    @cached_property
    def hex_names(self) -> tuple[str, ...]:
        return tuple(self.name_of(hex_) for hex_ in range(self.width * self.height))

    @property
    def letters(self) -> list[str]:
        """The rows of the map, one letter for each hex."""
        letters = "".join(TERRAIN_LETTERS[terrain] for terrain in self.terrain)
        return [letters[start : start + self.width] for start in range(0, len(letters), self.width)]

    def hex_named(self, name: str) -> int:
        """Return the hex with this name, or OFF_MAP."""
        return self.hex_names.index(name) if name in self.hex_names else OFF_MAP

    def name_of(self, hex_: int) -> str:
        row, column = divmod(hex_, self.width)
        return f"{COLUMN_LETTERS[column]}{row + 1}"

    def neighbours(self, hex_: int) -> list[int]:
        """Return the neighbour in each direction, or OFF_MAP."""
        return [int(neighbour(hex_, direction, self.width, self.height)) for direction in range(DIRECTIONS)]

    def can_stand(self, kind: PieceKind, hex_: int) -> bool:
        return can_enter_terrain(kind + 1, self.terrain[hex_])

    def on_foot_from(self, hexes: Iterable[int]) -> set[int]:
        """Return all hexes that land units can reach from these, if no unit is in the way."""
        reached = {hex_ for hex_ in hexes if self.can_stand(PieceKind.INFANTRY, hex_)}
        queue = deque(reached)
        while queue:
            here = queue.popleft()
            for there in self.neighbours(here):
                if there != OFF_MAP and there not in reached and self.can_stand(PieceKind.INFANTRY, there):
                    reached.add(there)
                    queue.append(there)
        return reached


@dataclass(frozen=True)
class Scenario:
    """A battle. A pair has the value of the Union first."""

    name: str
    """The name of its file without the suffix."""
    title: str
    date: str
    place: str
    history: str
    """A paragraph, as one line."""
    sources: tuple[str, ...]
    favoured_side: Side | None
    """The side that history favoured."""
    turns: int
    first_side: Side
    """The side that acts first in each turn (C1.1)."""
    last_turn_winner: LastTurnWinner
    command: tuple[int, int]
    vp_to_win: tuple[int, int]
    vp_live: tuple[int, int]
    """The VP to win with vp_hexes=live; the same as `vp_to_win` if the file says no others."""
    home_edge: tuple[MapEdge, MapEdge]
    battle_map: BattleMap
    labels: tuple[tuple[int, str], ...]
    """Hexes with the names of places on the map."""
    victory_hexes: tuple[VictoryHex, ...]
    pieces: tuple[Piece, ...]
    """Units, then leaders, in the order of the file."""
    rallies: tuple[bool, bool]
    """Whether the side can rally (C6.1)."""
    moves_from: tuple[int, int]
    """The first turn in which the pieces that start on the map can move (C1.3)."""
    won_by_book: int | None = None
    """Wins of the Union in 100 games of the player `book` against itself, as measured."""

    @property
    def has_live_vp(self) -> bool:
        """Whether vp_hexes=live needs other VP to win."""
        return self.vp_live != self.vp_to_win

    def with_vp_hexes(self, value: str) -> Scenario:
        """Return the scenario with the VP to win of one value of the option vp_hexes (C7.2)."""
        if not self.has_live_vp:
            return self
        vp = self.vp_live if value == "live" else self.vp_to_win
        return replace(self, vp_to_win=vp, vp_live=vp)

    def place_name(self, hex_: int) -> str:
        """Return `Henry Hill (F9)`, or `F9` if the map has no name there."""
        name, label = self.battle_map.name_of(hex_), dict(self.labels).get(hex_)
        return f"{label} ({name})" if label else name
