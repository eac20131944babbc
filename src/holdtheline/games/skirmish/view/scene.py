"""The scene: figures, objective tokens and terrain as the SVG and ASCII views need them, with their labels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..rules.battlefield import is_engaged
from ..rules.traits.parameters import format_inches
from ..scenario.model import ObjectiveKind
from ..state import (
    BLOCKS_MOVEMENT,
    BLOCKS_SIGHT,
    CONTACT_GAP,
    FIRST_OBJECTIVE,
    FRIENDS,
    IS_DROP,
    IS_EXIT,
    IS_GAP,
    IS_HIGH_GROUND,
    IS_WATER,
    MAX_OBJECTIVES,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    NEEDS_CLIMBER,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    SkirmishState,
    TerrainKind,
)
from ..text.names import BattleNames, all_characters, battle_names, display_name, terrain_id, thing_id
from .shapes import Shape, to_picture

ON_BATTLEFIELD = (CharacterStatus.STANDS, CharacterStatus.LIES)
HELD_STATUSES = (CharacterStatus.CARRIED, CharacterStatus.HELD)


# Characters


@dataclass(frozen=True)
class Figure:
    """A character as it is drawn."""

    number: int
    name: str
    short: str
    company: str
    status: CharacterStatus
    x: int
    y: int
    radius: int
    facing: tuple[int, int]
    move: int
    attack: int
    defence: int
    range: int
    slots: int
    wounds: int
    arrives: int
    carries: str = ""  # the name of what it carries
    wears: str = ""
    holder: int = -1  # the character that carries or holds it
    done: bool = False
    routs: bool = False
    engaged: bool = False
    shot_at: bool = False
    active: bool = False

    @property
    def id(self) -> str:
        return thing_id(self.number)

    @property
    def side(self) -> int:
        return self.number // MAX_PER_SIDE

    @property
    def degrees(self) -> float:
        """Its facing in degrees, clockwise from the right, as SVG rotates."""
        return math.degrees(math.atan2(-self.facing[1], self.facing[0]))

    @property
    def direction(self) -> int:
        """The nearest of the eight directions to its facing, counter-clockwise from the right."""
        return round(-self.degrees / 45) % 8

    @property
    def stats(self) -> str:
        numbers = f"move {format_inches(self.move)}, attack {self.attack}, defence {self.defence}"
        return numbers + (f", range {format_inches(self.range)}" if self.range else "")

    @property
    def states(self) -> list[str]:
        """Its current states, the most important first."""
        states = [STATUS_TEXTS[self.status]] if self.status in STATUS_TEXTS else []
        if self.status == CharacterStatus.WAITS:
            states.append(f"arrives in round {self.arrives}")
        flags = (
            (self.active, "acts"),
            (self.routs, "routs"),
            (self.engaged, "in melee"),
            (bool(self.carries), f"carries {self.carries}"),
            (bool(self.wears), f"wears {self.wears}"),
            (self.shot_at, "was shot at"),
            (self.done and self.status in ON_BATTLEFIELD, "done"),
        )
        return states + [word for is_set, word in flags if is_set]

    @property
    def label(self) -> str:
        """A description: `Oda Verrin (f1), friend, at 12, 2.5, looks up; 0 of 2 wounds; in melee`."""
        who = f"{self.name} ({self.id}), {'friend' if self.side == FRIENDS else 'enemy'}"
        if self.status in ON_BATTLEFIELD:
            who += f", at {format_inches(self.x)}, {format_inches(self.y)}"
        if self.status == CharacterStatus.STANDS:
            who += f", looks {DIRECTION_WORDS[self.direction]}"
        wounds = f"{self.wounds} of {self.slots} wound slots filled" if self.slots else "no wound slots"
        return "; ".join((who, wounds, *self.states))


STATUS_TEXTS = {
    CharacterStatus.LIES: "lies",
    CharacterStatus.FALLEN: "fallen",
    CharacterStatus.FLED: "fled",
    CharacterStatus.LEFT: "has left the table",
    CharacterStatus.CARRIED: "is carried",
    CharacterStatus.HELD: "is held",
}
DIRECTION_WORDS = "right", "right and up", "up", "left and up", "left", "left and down", "down", "right and down"


def build_figures(s: SkirmishState) -> list[Figure]:
    """Return all characters, friends first, each side in the order of its sheet."""
    names = battle_names(s)
    figures = [build_figure(s, number, names) for number in all_characters(s)]
    in_contact = {figure.number for pair in contact_pairs(figures) for figure in pair}  # only they can be in melee
    return [
        replace(figure, engaged=is_engaged(s, figure.number)) if figure.number in in_contact else figure
        for figure in figures
    ]


def build_figure(s: SkirmishState, number: int, names: BattleNames) -> Figure:
    id_ = thing_id(number)
    status = CharacterStatus(s.status[number])
    stands = status == CharacterStatus.STANDS
    return Figure(
        number=number,
        name=names.things.get(number, id_),
        short=names.short.get(number, id_),
        company=names.companies.get(s.company[number], ""),
        status=status,
        x=s.x[number],
        y=s.y[number],
        radius=s.radius[number],
        facing=(s.face_x[number], s.face_y[number]),
        move=s.pace[number],
        attack=s.attack[number],
        defence=s.defence[number],
        range=s.shooting_range[number],
        slots=s.slots[number],
        wounds=s.wounds[number],
        arrives=s.arrives[number],
        carries=display_name(s, s.carries[number] - 1) if s.carries[number] else "",
        wears=display_name(s, s.wears[number] - 1) if s.wears[number] else "",
        holder=s.held_by[number] - 1 if status in HELD_STATUSES else -1,
        done=bool(s.done[number]),
        routs=bool(s.routs[number]) and stands,
        shot_at=bool(s.shot_at[number]) and stands,
        active=s.actor == number + 1 and s.phase != Phase.OVER,
    )


def contact_pairs(figures: Iterable[Figure]) -> list[tuple[Figure, Figure]]:
    """Return each friend and enemy in contact (K1.1)."""
    standing = [figure for figure in figures if figure.status == CharacterStatus.STANDS]
    enemies = [figure for figure in standing if figure.side != FRIENDS]
    return [
        (friend, enemy)
        for friend in standing
        if friend.side == FRIENDS
        for enemy in enemies
        if math.hypot(friend.x - enemy.x, friend.y - enemy.y) <= friend.radius + enemy.radius + CONTACT_GAP
    ]


# Objectives


@dataclass(frozen=True)
class ObjectiveToken:
    """An objective as it is drawn."""

    index: int
    name: str
    is_person: bool
    status: ObjectiveStatus
    x: int
    y: int
    holder: int  # the character that carries it or took it off the table, or -1

    @property
    def id(self) -> str:
        return thing_id(FIRST_OBJECTIVE + self.index)

    @property
    def state(self) -> str:
        return {
            ObjectiveStatus.FREE: f"at {format_inches(self.x)}, {format_inches(self.y)}",
            ObjectiveStatus.CARRIED: f"carried by {thing_id(self.holder)}",
            ObjectiveStatus.LEFT: f"gone with {thing_id(self.holder)}",
            ObjectiveStatus.LOST: "lost",
        }.get(self.status, "")

    @property
    def label(self) -> str:
        kind = "a character" if self.is_person else "a thing"
        return f"{self.name} ({self.id}), {kind} to carry, {self.state}"


def build_tokens(s: SkirmishState) -> list[ObjectiveToken]:
    return [
        ObjectiveToken(
            index=index,
            name=display_name(s, FIRST_OBJECTIVE + index),
            is_person=s.objective_kind[index] == ObjectiveKind.CHARACTER,
            status=ObjectiveStatus(s.objective_status[index]),
            x=s.objective_x[index],
            y=s.objective_y[index],
            holder=s.objective_carrier[index] - 1,
        )
        for index in range(MAX_OBJECTIVES)
        if s.objective_kind[index]
    ]


# Terrain


@dataclass(frozen=True)
class TerrainPiece:
    """A piece of terrain as it is drawn."""

    index: int
    kind: int
    name: str
    shape: Shape
    bits: int
    roll: int

    @property
    def id(self) -> str:
        return terrain_id(self.index)

    @property
    def label(self) -> str:
        """A description: `Willows (t7), wood: blocks sight`."""
        kind = TerrainKind(self.kind).name.lower()
        what = f"{self.name} ({self.id}), {kind}" if self.name else f"{kind} ({self.id})"
        effects = [text.format(self.roll) for bit, text in TERRAIN_EFFECTS if self.bits & bit]
        return f"{what}: {', '.join(effects)}" if effects else what


TERRAIN_EFFECTS = (
    (BLOCKS_MOVEMENT, "blocks the way"),
    (BLOCKS_SIGHT, "blocks sight"),
    (IS_WATER, "a leg that touches it counts double"),
    (IS_HIGH_GROUND, "higher ground"),
    (NEEDS_CLIMBER, "only for climbers"),
    (IS_GAP, "crossed on {} or more"),
    (IS_DROP, "a character thrown over it hangs on with {} or more"),
    (IS_EXIT, "the exit"),
)


def build_terrain(s: SkirmishState) -> tuple[TerrainPiece, ...]:
    names = battle_names(s).terrain
    found = []
    for index in range(MAX_TERRAIN):
        kind = s.terrain_kind[index]
        if not kind:
            break
        corners = tuple(to_picture(*corner) for corner in terrain_corners(s, index))
        shape, name = Shape(corners, s.terrain_rounding[index]), names.get(index, "")
        found.append(TerrainPiece(index, kind, name, shape, s.terrain_bits[index], s.terrain_roll[index]))
    return tuple(found)


def terrain_corners(s: SkirmishState, index: int) -> list[tuple[int, int]]:
    first = s.first_corner[index]
    return [(s.corner_x[corner], s.corner_y[corner]) for corner in range(first, first + s.corner_count[index])]
