"""A brute-force twin of lines 4 and 6 of the AI general's list (K5.5, K5.7), with geometry of its own.

It tries fine angles and lengths: first legs all around the character, then places to shoot from on a lattice, or places
around an enemy to touch it, and every first leg with every such place. What it finds is asked of the rules once, as a
person would play it. `ai_general_study` lets it judge whole battles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdtheline.games.skirmish.rules import moves, sequence_of_play
from holdtheline.games.skirmish.rules.moves import MoveKind
from holdtheline.games.skirmish.rules.traits import catalog
from holdtheline.games.skirmish.state import (
    BATTLEFIELD_SIZE,
    BLOCKS_MOVEMENT,
    BLOCKS_SIGHT,
    CONTACT_GAP,
    IS_GAP,
    IS_WATER,
    MAX_CHARACTERS,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    NEEDS_CLIMBER,
    AiLine,
    CharacterStatus,
    SkirmishState,
)

Points = Any
"""Coordinates in thousandths of an inch: an array with a row x, y for each point."""

FIRST_LEG_ANGLES, FIRST_LEG_LENGTHS = 180, 12
"""The first of two legs: every 2 degrees, every twelfth of half the move."""
LATTICE = 150
"""Places to shoot from: every 0.15 inches; in one leg also every degree."""
CONTACT_ANGLES = 180
"""Places around an enemy: every 2 degrees."""
TRIES = 40
"""How many of its moves the twin asks the rules about, before it gives up on an enemy."""
CHUNK = 200_000


# Distances


def point_to_segments(p: Points, a: Points, b: Points) -> Any:
    """Return the distances of points p to the segments from a to b; all broadcast."""
    ab, ap = b - a, p - a
    whole = (ab**2).sum(-1)
    part = np.clip((ab * ap).sum(-1) / np.where(whole == 0, 1, whole), 0, 1)
    return np.sqrt(((ap - part[..., None] * ab) ** 2).sum(-1))


def cross(u: Points, v: Points) -> Any:
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


@dataclass
class Hull:
    """A piece of terrain: all points nearer than `rounding` to a convex shape."""

    corners: Points
    rounding: float
    bits: int

    def distance(self, a: Points, b: Points) -> Any:
        """Return the distances of segments from a to b to the convex shape."""
        near = np.full(len(a), np.inf)
        ends = np.roll(self.corners, -1, axis=0)
        inside = np.full(len(a), len(self.corners) > 2)
        for c, d in zip(self.corners, ends, strict=True):
            for distance in (
                point_to_segments(a, c, d),
                point_to_segments(b, c, d),
                point_to_segments(c, a, b),
                point_to_segments(d, a, b),
            ):
                near = np.minimum(near, distance)
            apart = (cross(d - c, a - c) * cross(d - c, b - c) < 0) & (cross(b - a, c - a) * cross(b - a, d - a) < 0)
            near[apart] = 0
            inside &= cross(d - c, a - c) >= 0
        near[inside] = 0
        return near


class Table:
    """What the active character of a state meets, sees and may do."""

    def __init__(self, s: SkirmishState) -> None:
        self.s, self.actor = s, int(s.actor) - 1
        me = self.actor
        self.place, self.radius = np.array([s.x[me], s.y[me]], float), int(s.radius[me])
        move = int(s.pace[me]) // (2 if s.follow_ups else 1)
        self.half = move // 2
        self.one_leg = move if s.legs == 0 else self.half if s.legs == 1 and not s.moved_far else 0
        self.may_bend = s.legs == 0
        self.hulls = [self.hull(number) for number in range(MAX_TERRAIN) if s.terrain_kind[number]]
        standing = [n for n in range(MAX_CHARACTERS) if s.status[n] == CharacterStatus.STANDS and n != me]
        self.others = [(n, np.array([s.x[n], s.y[n]], float), int(s.radius[n])) for n in standing]
        mine = me // MAX_PER_SIDE
        self.enemies = [other for other in self.others if other[0] // MAX_PER_SIDE != mine]
        self.enemies.sort(key=lambda other: (self.gap(other), other[0]))
        climbs, swims = (int(s.traits[me]) & trait for trait in (catalog.CLIMBS, catalog.SWIMS))
        self.closed = [hull for hull in self.hulls if self.is_closed(hull.bits, climbs)]
        self.water = [] if swims else [hull for hull in self.hulls if hull.bits & IS_WATER]
        self.gaps = [hull for hull in self.hulls if hull.bits & IS_GAP]
        self.opaque = [hull for hull in self.hulls if hull.bits & BLOCKS_SIGHT]

    def hull(self, number: int) -> Hull:
        s, first = self.s, int(self.s.first_corner[number])
        numbers = range(first, first + int(s.corner_count[number]))
        corners = np.array([(s.corner_x[n], s.corner_y[n]) for n in numbers], float)
        return Hull(corners, int(s.terrain_rounding[number]), int(s.terrain_bits[number]))

    @staticmethod
    def is_closed(bits: int, climbs: int) -> bool:
        return not climbs if bits & NEEDS_CLIMBER else bool(bits & BLOCKS_MOVEMENT)

    def gap(self, other: tuple[int, Points, int]) -> int:
        """Return the gap to another base as K5 compares gaps: rounded down to thousandths."""
        return max(math.isqrt(int(((other[1] - self.place) ** 2).sum())) - self.radius - other[2], 0)

    # Legs (K3.4)

    def may_end(self, a: Points, b: Points) -> Any:
        """Return which legs from a to b end on the table, out of fear and on the tether."""
        s, me = self.s, self.actor
        good = ((b >= 0) & (b <= BATTLEFIELD_SIZE)).all(-1)
        for number, place, radius in self.enemies:
            if s.fear[number]:
                ends, starts = np.hypot(*(b - place).T), np.hypot(*(a - place).T)
                good &= (ends >= s.fear[number] + radius + self.radius) | (ends >= starts)
        if s.tether[me]:
            pool = np.array([s.tether_x[me], s.tether_y[me]], float)
            ends, starts = np.hypot(*(b - pool).T), np.hypot(*(a - pool).T)
            good &= (ends <= s.tether[me] + self.radius) | (ends <= starts)
        return good

    def touches(self, b: Points) -> Any:
        """Return at which places the character touches an enemy."""
        hit = np.zeros(len(b), bool)
        for _, place, radius in self.enemies:
            hit |= np.hypot(*(b - place).T) <= radius + self.radius + CONTACT_GAP
        return hit

    def legal_legs(self, a: Points, b: Points, allowed: float) -> Any:
        """Return which straight legs from a to b are free and at most as long as allowed, water counting double."""
        length = np.hypot(*(b - a).T)
        good = (length > 0) & (length <= allowed) & self.may_end(a, b)
        for _, place, radius in self.others:
            self.narrow(good, a, b, lambda a, b, p=place, r=radius: point_to_segments(p, a, b) >= r + self.radius)
        for hull in self.closed:
            self.narrow(good, a, b, lambda a, b, h=hull: h.distance(a, b) >= h.rounding + self.radius)
        for hull in self.water:
            wet = np.zeros(len(a), bool)
            far = good & (2 * length > allowed)
            wet[far] = hull.distance(a[far], b[far]) < hull.rounding + self.radius
            good &= ~wet
        crossed = np.zeros(len(a), int)
        for hull in self.gaps:
            at = np.flatnonzero(good)
            crossed[at] += hull.distance(a[at], b[at]) < hull.rounding + self.radius
            good[at] &= hull.distance(b[at], b[at]) >= hull.rounding + self.radius
        return good & (crossed < 2)

    @staticmethod
    def narrow(good: Any, a: Points, b: Points, test: Any) -> None:
        """Keep those of the good that pass a test."""
        at = np.flatnonzero(good)
        good[at] &= test(a[at], b[at])

    def around(self, angles: int, lengths: Any) -> Points:
        """Return points all around the character, at each of these lengths."""
        turns = np.arange(angles) * 2 * np.pi / angles
        rays = np.stack([np.cos(turns), np.sin(turns)], -1)
        return np.rint(self.place + (rays[:, None] * np.asarray(lengths)[:, None]).reshape(-1, 2))

    def first_legs(self) -> Points:
        """Return the ends of first legs of at most half the move, out of contact."""
        lengths = self.half * np.arange(1, FIRST_LEG_LENGTHS + 1) / FIRST_LEG_LENGTHS - 1
        ends = self.around(FIRST_LEG_ANGLES, lengths)
        ends = ends[self.legal_legs(np.broadcast_to(self.place, ends.shape), ends, self.half)]
        return ends[~self.touches(ends)]

    # Moves to one of many places

    def ways(self, places: Points) -> Iterator[list[tuple[int, int]]]:
        """Yield moves that end at one of these places: those of one leg, then those of two."""
        if self.one_leg == 0 or len(places) == 0:
            return
        start = np.broadcast_to(self.place, places.shape)
        for end in places[self.legal_legs(start, places, self.one_leg)]:
            yield [whole(end)]
        if not self.may_bend:
            return
        near = places[np.hypot(*(places - self.place).T) <= 2 * self.half]
        corners = self.first_legs()
        step = max(1, CHUNK // max(1, len(corners)))
        for first in range(0, len(near), step):
            ends = np.repeat(near[first : first + step], len(corners), axis=0)
            bends = np.tile(corners, (len(near[first : first + step]), 1))
            for number in np.flatnonzero(self.legal_legs(bends, ends, self.half)):
                yield [whole(bends[number]), whole(ends[number])]

    # Lines 4 and 6

    def is_clear(self, places: Points, target: int) -> Any:
        """Return from which places nothing hides the target (K4.4)."""
        s = self.s
        aim = np.broadcast_to(np.array([s.x[target], s.y[target]], float), places.shape)
        good = np.ones(len(places), bool)
        for hull in self.opaque:
            edge = max(hull.rounding, 1)  # a line may touch a sharp shape: here it keeps off by a thousandth
            is_in = (hull.distance(places, places) < edge) | (hull.distance(aim, aim) < edge)
            good &= is_in | (hull.distance(places, aim) >= edge)
        if s.bases_block_sight:
            for number, place, radius in self.others:
                if number != target:
                    good &= point_to_segments(place, places, aim) >= radius
        return good

    def shooting_places(self, target: int) -> Points:
        """Return places within the move from which the target can be shot at, if the character gets there (K5.5)."""
        s, me = self.s, self.actor
        if has_trait(s, me, catalog.SPREADS_FIRE) and s.shot_at[target]:
            return np.empty((0, 2))
        if not s.shoot_into_melee and self.is_engaged(target):
            return np.empty((0, 2))
        steps = np.arange(-self.one_leg, self.one_leg + 1, LATTICE)
        lattice = self.place + np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
        rays = self.around(360, np.linspace(0, self.one_leg, 33)[1:] - 1)
        places = np.concatenate([rays, lattice])
        places = places[np.hypot(*(places - self.place).T) <= self.one_leg]
        limit = int(s.shooting_range[me]) + self.radius + int(s.radius[target])
        places = places[np.hypot(*(places - [s.x[target], s.y[target]]).T) <= limit]
        places = places[((places >= 0) & (places <= BATTLEFIELD_SIZE)).all(-1)]
        places = places[~self.touches(places)]
        for hull in self.closed:
            places = places[hull.distance(places, places) >= hull.rounding + self.radius]
        return places[self.is_clear(places, target)]

    def contact_places(self, target: int) -> Points:
        """Return places in contact with the target (K5.7)."""
        s = self.s
        turns = np.arange(CONTACT_ANGLES) * 2 * np.pi / CONTACT_ANGLES
        rays = np.stack([np.cos(turns), np.sin(turns)], -1)
        near = self.radius + int(s.radius[target])
        return np.rint(np.array([s.x[target], s.y[target]]) + rays * (near + CONTACT_GAP / 2))

    def is_engaged(self, number: int) -> bool:
        """Return whether a character is in melee (K3.3)."""
        s = self.s
        for other in range(MAX_CHARACTERS):
            if s.status[other] != CharacterStatus.STANDS or other // MAX_PER_SIDE == number // MAX_PER_SIDE:
                continue
            locks = not (has_trait(s, other, catalog.NEVER_LOCKS) or has_trait(s, number, catalog.NEVER_LOCKS))
            reach = int(s.radius[number]) + int(s.radius[other]) + CONTACT_GAP
            near = math.hypot(s.x[number] - s.x[other], s.y[number] - s.y[other]) <= reach
            if locks and near and not s.routs[other]:
                return True
        return False

    def can_be_charged(self, target: int) -> bool:
        """Return whether an enemy is unengaged and was within the full move when the activation began (K3.7, K5.7)."""
        s = self.s
        move = int(s.pace[self.actor]) // (2 if s.follow_ups else 1)
        far = math.hypot(s.x[target] - s.start_x, s.y[target] - s.start_y)
        return far <= move + self.radius + int(s.radius[target]) and not self.is_engaged(target)

    def find_shot(self, target: int) -> list[int]:
        """Return a legal move and shot at the target as codes of moves, or nothing (K5.5)."""
        shot = int(moves.pack_move(MoveKind.SHOOT, target, 0, 0))
        return self.find_legal(self.shooting_places(target), [shot])

    def find_charge(self, target: int) -> list[int]:
        """Return a legal charge at the target as codes of moves, or nothing (K5.7)."""
        fight = int(moves.pack_move(MoveKind.FIGHT, target, 0, 0))
        return self.find_legal(self.contact_places(target), [fight]) if self.can_be_charged(target) else []

    def find_legal(self, places: Points, then: list[int]) -> list[int]:
        """Return the first way to one of these places that the rules allow, with what follows."""
        for tried, way in enumerate(self.ways(places)):
            codes = [int(moves.pack_move(MoveKind.LEG, 0, x, y)) for x, y in way] + then
            if is_legal(self.s, codes):
                return codes
            if tried == TRIES:
                break
        return []


def has_trait(s: SkirmishState, number: int, trait: int) -> bool:
    return bool(int(s.traits[number]) & trait)


def whole(point: Points) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def is_legal(s: SkirmishState, codes: list[int]) -> bool:
    """Return whether a person in the general's place could play these moves, a die at a gap succeeding.

    The last may be the fight that begins by itself when only one enemy is in contact.
    """
    words = s.words.copy()
    trial = SkirmishState(words)
    trial.enemy_seat = 1
    for code in codes:
        if moves.move_kind(code) == MoveKind.FIGHT and trial.target == moves.move_thing(code) + 1:
            return True
        if moves.why_not(trial, code) != 0:
            return False
        sequence_of_play.apply(trial, code, None)
        while trial.crossing:
            sequence_of_play.apply(trial, 6, None)
    return True


# What the general misses


def lines_before(s: SkirmishState, actor: int, chosen: int) -> list[int]:
    """Return the lines of a character's list up to the one that it followed."""
    packed = int(s.ai_list[actor])
    lines = [packed >> 4 * n & 15 for n in range(8)] if packed else list(range(1, 9))
    lines = [line for line in lines if line]
    return lines[: lines.index(chosen) + 1] if chosen in lines else lines


def filtered(s: SkirmishState, table: Table, line: int) -> list[int]:
    """Return the enemies in the order of this line: by distance, without those it avoids, the preferred ones first."""

    def is_named(packed: int, number: int) -> bool:
        return f"{packed & (1 << 64) - 1:064b}"[::-1][number] == "1" and bool(packed >> 48 + line & 1)

    allowed = [number for number, _, _ in table.enemies if not is_named(int(s.avoids[table.actor]), number)]
    return sorted(allowed, key=lambda number: not is_named(int(s.prefers[table.actor]), number))


def missed(before: SkirmishState, chosen: int, target: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the lines 4 and 6 that the general has passed over, or followed for a farther enemy, and a legal move."""
    table = Table(before)
    for line in lines_before(before, table.actor, chosen):
        if line == AiLine.MOVE_AND_SHOOT and before.shooting_range[table.actor]:
            find = table.find_shot
        elif line == AiLine.CHARGE:
            find = table.find_charge
        else:
            continue
        for number in filtered(before, table, line):
            if line == chosen and number == target:
                break
            codes = find(number)
            if codes:
                yield line, codes
                break
