"""What lies on the map and beside it, as the picture and the drawing need it, with its words."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .battle import CALLED, FULL, Kind, Scenario, Side
from .checks import MOST_PIECES
from .names import COLOURS, KINDS, SEATS, TERRAINS, hex_name, is_leader, name_of, plural
from .rules import vp_of
from .scenarios import moves_from, numbered, point_numbers, scenario_of
from .state import NEVER, SIDES, Phase
from .text import verdict
from .told import capital

UNKNOWN = "?"
LETTER = (UNKNOWN, "G", "B", "Au")
"""Of a morale: hidden, green, black, gold."""


@dataclass(frozen=True)
class Block:
    """A piece as somebody sees it."""

    number: int
    side: int
    kind: Kind
    name: str
    strength: int
    full: int
    morale: int
    """1 green, 2 black, 3 gold, 0: hidden, or a leader, who has none."""
    hex: int
    """Where it stands, or where it will enter."""
    due: int
    """The turn from which it can enter, or 0: it stands on the map."""
    acted: bool
    held: str
    """Why it cannot move, in words, or nothing."""

    @property
    def is_leader(self) -> bool:
        return self.kind == Kind.LEADER

    @property
    def words(self) -> str:
        """`Burnside, Union infantry, 4 of 4 blocks, morale black`."""
        told = f"{self.name}, {SEATS[self.side].capitalize()} {KINDS[self.kind]}"
        if not self.is_leader:
            told += f", {self.strength} of {self.full} block{'s' * (self.full > 1)}"
            told += f", morale {COLOURS[self.morale - 1] if self.morale else 'hidden'}"
        if self.held:
            told += f", {self.held}"
        return told + ", has acted" * self.acted


@lru_cache(maxsize=32)
def names_in(scenario: Scenario) -> dict[int, str]:
    return {number: piece.name for number, piece in numbered(scenario)}


def blocks_of(s: Any) -> list[Block]:
    """All pieces that stand on the map or wait, in the order of their numbers."""
    names = names_in(scenario_of(s))
    return [block_of(s, number, names[number]) for number in names if s.at[number] or s.due[number]]


def block_of(s: Any, number: int, name: str) -> Block:
    return Block(
        number=number,
        side=number // MOST_PIECES,
        kind=Kind(s.kind[number] - 1),
        name=name,
        strength=int(s.strength[number]),
        full=int(s.full[number]),
        morale=int(s.morale[number]),
        hex=int(s.at[number] or s.entry[number]) - 1,
        due=int(s.due[number]),
        acted=bool(s.acted[number]) and number // MOST_PIECES == s.side,  # of the others it is long past
        held=held_words(int(s.moves_from[number]), int(s.number)),
    )


def blocks_at_start(scenario: Scenario) -> list[Block]:
    return [
        Block(
            number=number,
            side=piece.side,
            kind=piece.kind,
            name=piece.name,
            strength=piece.strength,
            full=FULL[piece.kind],
            morale=0 if piece.morale is None else piece.morale + 1,
            hex=piece.hex,
            due=piece.turn,
            acted=False,
            held=held_words(moves_from(piece, scenario), 1),
        )
        for number, piece in numbered(scenario)
    ]


def held_words(moves_from: int, turn: int) -> str:
    if moves_from <= turn:
        return ""
    return "never moves" if moves_from == NEVER else f"moves from turn {moves_from} on"


def stacks_of(blocks: list[Block]) -> dict[int, list[Block]]:
    """Those on the map by their hexes: leaders, then infantry, cavalry or gunboats, then artillery."""
    stacks: dict[int, list[Block]] = defaultdict(list)
    for block in sorted(blocks, key=lambda one: (not one.is_leader, one.kind == Kind.ARTILLERY, one.number)):
        if not block.due:
            stacks[block.hex].append(block)
    return stacks


def waiting(blocks: list[Block], side: int) -> list[Block]:
    """Those that will enter, the first to come first."""
    mine = [block for block in blocks if block.due and block.side == side]
    return sorted(mine, key=lambda one: (one.due, one.hex, one.is_leader, one.number))


# Hexes worth VP


@dataclass(frozen=True)
class Flag:
    hex: int
    worth: int
    scorers: int
    """1 for the Union and 2 for the Confederacy, added."""
    holder: int
    """Side + 1, 0: nobody."""

    @property
    def words(self) -> str:
        whom = "both sides" if self.scorers == 3 else CALLED[self.scorers - 1]
        held = f"held by {CALLED[self.holder - 1]}" if self.holder else "held by nobody"
        return f"{self.worth} VP for {whom}, {held}"


def flags_of(s: Any) -> list[Flag]:
    return [
        Flag(int(hex_) - 1, int(s.point_worth[at]), int(s.point_scorers[at]), int(s.point_holder[at]))
        for at, hex_ in enumerate(s.point_hex)
        if hex_
    ]


def flags_at_start(scenario: Scenario) -> list[Flag]:
    return [Flag(one.hex, *point_numbers(one)[1:]) for one in scenario.points]


@lru_cache(maxsize=32)
def hex_words(scenario: Scenario) -> tuple[str, ...]:
    """Of every hex: `C4, woods`; `F9, hill, Henry Hill`."""
    ground, labels = scenario.ground, dict(scenario.labels)
    return tuple(
        f"{ground.name_of(hex_)}, {TERRAINS[terrain]}{', ' * (hex_ in labels)}{labels.get(hex_, '')}"
        for hex_, terrain in enumerate(ground.terrain)
    )


# The sides


@dataclass(frozen=True)
class Standing:
    """What a side has, and what it needs."""

    side: int
    vp: int
    vp_to_win: int
    units_lost: int
    leaders_lost: int
    acts: bool

    @property
    def lost_words(self) -> str:
        units, leaders = plural(self.units_lost, "unit"), plural(self.leaders_lost, "leader")
        return f"Lost: {units}, {leaders}" if self.leaders_lost else f"Lost: {units}"


def standing_of(s: Any, side: int) -> Standing:
    names = names_in(scenario_of(s))
    gone = [at for at in names if at // MOST_PIECES == side and not s.at[at] and not s.due[at]]
    leaders = sum(is_leader(s, at) for at in gone)
    acts = int(s.side) == side and s.phase != Phase.OVER
    return Standing(side, int(vp_of(s, side)), int(s.vp[side]), len(gone) - leaders, leaders, acts)


# The moment


def headline(s: Any, seat: int) -> str:
    """What goes on, in a few words."""
    side = capital(CALLED[s.side])
    match s.phase:
        case Phase.AP:
            return f"{side} rolls for AP"
        case Phase.ACT:
            return f"{side} acts"
        case Phase.MOVE:
            return f"{name_of(s, s.mover - 1)} is on the way"
        case Phase.CHECK:
            return f"Will {name_of(s, s.actor - 1)} attack?"
        case Phase.DICE:
            how = "assaults" if s.assault else "fires at"
            return f"{name_of(s, s.actor - 1)} {how} {hex_name(s, s.target - 1)}"
        case Phase.LEADER:
            return f"Is {name_of(s, s.leader_at[s.target - 1] - 1)} hit?"
        case Phase.MORALE:
            return f"Will {name_of(s, s.checked - 1)} stand?"
        case Phase.RETREAT:
            return f"{name_of(s, s.checked - 1)} must retreat"
        case Phase.DISPLACE:
            return f"{name_of(s, s.displaced - 1)} makes room"
        case Phase.FLIGHT:
            return f"{name_of(s, s.mover - 1)} flees"
        case Phase.ADVANCE:
            return f"{name_of(s, s.actor - 1)} may advance"
        case Phase.RALLY:
            return f"{name_of(s, s.actor - 1)} rallies"
        case _:
            return verdict(s, seat)


def in_words(s: Any) -> str:
    """The position in short, for whoever does not see it."""
    blocks = blocks_of(s)
    sides = " ".join(side_in_words(s, side, blocks) for side in range(SIDES))
    return f"{scenario_of(s).title}, turn {s.number} of {s.turns}, {s.ap} AP left. {sides}"


def side_in_words(s: Any, side: int, blocks: list[Block]) -> str:
    mine = [block for block in blocks if block.side == side]
    waits = sum(block.due > 0 for block in mine)
    now = standing_of(s, side)
    told = f"{SEATS[side].capitalize()}: {now.vp} of {now.vp_to_win} VP"
    told += f", {len(mine) - waits} pieces on the map"
    return f"{told}, {waits} to come." if waits else f"{told}."


__all__ = ["Block", "Flag", "Side", "Standing", "blocks_of", "flags_of", "stacks_of", "waiting"]
