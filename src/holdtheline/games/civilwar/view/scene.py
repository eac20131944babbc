"""The scene that the SVG and the ASCII board draw: blocks, flags, the status of each side, the headline."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from ....core.sentences import capitalize_first, plural
from ..rules.hex_map import side_of
from ..rules.terrain import TERRAIN_NAMES
from ..rules.victory import victory_points, victory_points_at_end
from ..scenario.model import Scenario
from ..scenario.setup import numbered_pieces, scenario_of
from ..state import DICE_PHASES, NEVER_MOVES, PIECE_REFERENCES, SEATS, SIDE_NAMES, CivilWarState, Phase, PieceKind
from ..text.names import KIND_NAMES, MORALE_NAMES, hex_name, is_leader, piece_name
from ..text.prompts import outcome_text

UNKNOWN_MORALE = "?"
MORALE_LETTERS = (UNKNOWN_MORALE, "G", "B", "Au")
"""The letters of the morales: hidden, green, black, gold."""


@dataclass(frozen=True)
class Block:
    """A piece as a seat sees it."""

    number: int
    side: int
    kind: PieceKind
    name: str
    strength: int
    full_strength: int
    morale: int
    """1 green, 2 black, 3 gold; 0 for a leader, or hidden."""
    hex: int
    """Where it stands, or where it will enter."""
    entry_turn: int
    """The first turn in which it can enter, or 0 if it stands on the map."""
    acted: bool
    held: str
    """The reason why it cannot move, or an empty string."""

    @property
    def is_leader(self) -> bool:
        return self.kind == PieceKind.LEADER

    @property
    def description(self) -> str:
        """A description: `Burnside, Union infantry, 4 of 4 blocks, morale black`."""
        text = f"{self.name}, {SEATS[self.side].capitalize()} {KIND_NAMES[self.kind]}"
        if not self.is_leader:
            text += f", {self.strength} of {self.full_strength} block{'s' * (self.full_strength > 1)}"
            text += f", morale {MORALE_NAMES[self.morale - 1] if self.morale else 'hidden'}"
        if self.held:
            text += f", {self.held}"
        return text + ", has acted" * self.acted


@lru_cache(maxsize=32)
def piece_names(scenario: Scenario) -> dict[int, str]:
    return {number: piece.name for number, piece in numbered_pieces(scenario)}


def blocks_of(s: CivilWarState, scenario: Scenario | None = None) -> list[Block]:
    """Return all pieces on the map or waiting, in the order of their numbers."""
    names = piece_names(scenario or scenario_of(s))
    return [block_of(s, number, name) for number, name in names.items() if s.hex_of[number] or s.entry_turn[number]]


def block_of(s: CivilWarState, number: int, name: str) -> Block:
    return Block(
        number=number,
        side=side_of(number),
        kind=PieceKind(s.kind[number] - 1),
        name=name,
        strength=int(s.strength[number]),
        full_strength=int(s.full_strength[number]),
        morale=int(s.morale[number]),
        hex=int(s.hex_of[number] or s.entry_hex[number]) - 1,
        entry_turn=int(s.entry_turn[number]),
        acted=bool(s.acted[number]) and side_of(number) == s.side,  # the other side's flags are old
        held=held_text(int(s.moves_from[number]), int(s.turn)),
    )


def held_text(moves_from: int, turn: int) -> str:
    if moves_from <= turn:
        return ""
    return "never moves" if moves_from == NEVER_MOVES else f"moves from turn {moves_from} on"


def stacks_by_hex(blocks: list[Block]) -> dict[int, list[Block]]:
    """Group the pieces on the map by hex: leaders, then infantry, cavalry or gunboats, then artillery."""
    stacks: dict[int, list[Block]] = defaultdict(list)
    for block in sorted(
        blocks, key=lambda block: (not block.is_leader, block.kind == PieceKind.ARTILLERY, block.number)
    ):
        if not block.entry_turn:
            stacks[block.hex].append(block)
    return stacks


def waiting_blocks(blocks: list[Block], side: int) -> list[Block]:
    """Return the pieces of a side that wait, in the order of their arrival."""
    own = [block for block in blocks if block.entry_turn and block.side == side]
    return sorted(own, key=lambda block: (block.entry_turn, block.hex, block.is_leader, block.number))


# Hexes worth VP


@dataclass(frozen=True)
class Flag:
    hex: int
    worth: int
    scorers: int
    """Bits: 1 for the Union, 2 for the Confederacy."""
    holder: int
    """Side + 1, or 0."""

    @property
    def description(self) -> str:
        scorers = "both sides" if self.scorers == 3 else SIDE_NAMES[self.scorers - 1]
        held = f"held by {SIDE_NAMES[self.holder - 1]}" if self.holder else "held by neither side"
        return f"{self.worth} VP for {scorers}, {held}"


def flags_of(s: CivilWarState) -> list[Flag]:
    fields = zip(s.victory_hex, s.victory_hex_vp, s.victory_hex_scorers, s.victory_hex_holder, strict=True)
    return [Flag(hex_ - 1, worth, scorers, holder) for hex_, worth, scorers, holder in fields if hex_]


@lru_cache(maxsize=32)
def hex_descriptions(scenario: Scenario) -> tuple[str, ...]:
    """Describe every hex: `C4, woods` or `F9, hill, Henry Hill`."""
    battle_map, labels = scenario.battle_map, dict(scenario.labels)
    return tuple(
        f"{battle_map.name_of(hex_)}, {TERRAIN_NAMES[terrain]}{', ' * (hex_ in labels)}{labels.get(hex_, '')}"
        for hex_, terrain in enumerate(battle_map.terrain)
    )


# The sides


@dataclass(frozen=True)
class SideStatus:
    """The victory points and losses of a side."""

    side: int
    vp: int
    held_vp: int
    """VP of hexes that the side controls and that do not count yet (option vp_hexes)."""
    vp_to_win: int
    units_lost: int
    leaders_lost: int
    acts: bool

    @property
    def vp_text(self) -> str:
        """Return `of 6 VP`, with the VP that are added at the end of the battle."""
        return f"of {self.vp_to_win} VP" + (f" (+{self.held_vp} held)" if self.held_vp else "")

    @property
    def losses_text(self) -> str:
        units, leaders = plural(self.units_lost, "unit"), plural(self.leaders_lost, "leader")
        return f"Lost: {units}, {leaders}" if self.leaders_lost else f"Lost: {units}"


def side_status(s: CivilWarState, side: int) -> SideStatus:
    names = piece_names(scenario_of(s))
    own = [piece for piece in names if side_of(piece) == side]
    lost = [piece for piece in own if not s.hex_of[piece] and not s.entry_turn[piece]]
    leaders = sum(is_leader(s, piece) for piece in lost)
    acts = int(s.side) == side and s.phase != Phase.OVER
    vp, held = int(victory_points(s, side)), int(victory_points_at_end(s, side) - victory_points(s, side))
    return SideStatus(side, vp, held, int(s.vp_to_win[side]), len(lost) - leaders, leaders, acts)


# The action in progress


def headline(s: CivilWarState, seat: int) -> str:
    """Return a short phrase that says what is happening."""
    side = capitalize_first(SIDE_NAMES[s.side])
    match s.phase:
        case Phase.AP:
            return f"{side} rolls for AP"
        case Phase.ACT:
            return f"{side} acts"
        case Phase.MOVE:
            return f"{piece_name(s, s.mover - 1)} is moving"
        case Phase.CHECK:
            return f"Will {piece_name(s, s.actor - 1)} attack?"
        case Phase.DICE:
            how = "assaults" if s.assault else "fires at"
            return f"{piece_name(s, s.actor - 1)} {how} {hex_name(s, s.target - 1)}"
        case Phase.LEADER:
            return f"Is {piece_name(s, s.leader_at[s.target - 1] - 1)} hit?"
        case Phase.MORALE:
            return f"Will {piece_name(s, s.shaken_unit - 1)} stand?"
        case Phase.RETREAT:
            return f"{piece_name(s, s.shaken_unit - 1)} must retreat"
        case Phase.DISPLACE:
            return f"{piece_name(s, s.displaced - 1)} makes room"
        case Phase.FLIGHT:
            return f"{piece_name(s, s.mover - 1)} {'flees' if s.hexes_moved else 'may flee'}"
        case Phase.ADVANCE:
            return f"{piece_name(s, s.actor - 1)} may advance"
        case Phase.RALLY:
            return f"{piece_name(s, s.actor - 1)} rallies"
        case _:
            return outcome_text(s, seat)


def describe_position(s: CivilWarState) -> str:
    """Return a summary of the position for screen readers."""
    text = f"{scenario_of(s).title}, turn {s.turn} of {s.last_turn}, {s.ap} AP left."
    for side, seat in enumerate(SEATS):
        own = [block for block in blocks_of(s) if block.side == side]
        waits = sum(block.entry_turn > 0 for block in own)
        status = side_status(s, side)
        text += f" {seat.capitalize()}: {status.vp} {status.vp_text}"
        text += f", {len(own) - waits} pieces on the map" + (f", {waits} to come." if waits else ".")
    return text


def active_pieces(s: CivilWarState) -> frozenset[int]:
    """Return the pieces of the action in progress."""
    return frozenset(piece - 1 for field in PIECE_REFERENCES.values() if (piece := getattr(s, field)))


# Dice


COMBAT_PHASES = (*DICE_PHASES[1:5], Phase.RETREAT, Phase.DISPLACE, Phase.FLIGHT, Phase.ADVANCE)


def hits_text(hits: int) -> str:
    return f"{hits} hit{'s' * (hits != 1)}"


def count_dice_left(s: CivilWarState) -> int:
    if s.phase in (Phase.DICE, Phase.LEADER, Phase.MORALE):
        return min(max(int(s.dice_left), 1), 4)
    return 1 if s.phase in DICE_PHASES else 0
