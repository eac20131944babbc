"""How far it is to walk from anywhere to anywhere on a table, roughly: for players that look ahead.

The table is cut into squares of an inch. Somebody on an ordinary base can step from one to the next where
the terrain leaves room for the middle of the base; water takes twice as long.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...core.contract import Words
from ...core.kernel import kernel
from ...core.plane import hull_is_nearer, isqrt, square
from .state import BLOCKS_WAY, IS_WATER, NEEDS_CLIMBER, TABLE

SQUARES = 24
SQUARE = TABLE // SQUARES
ALL = SQUARES * SQUARES
STEP = SQUARE // 2
"""Walks are counted in these: a step to the side is 2, one across a corner 3."""
FINE = 4
"""Each square is looked at in so many places, times itself."""
BASE = 500
NO_WAY = 1000
"""Steps, where walls shut a place off."""
DETOUR = 2500
"""A walk that is longer than the straight line by no more than this is not hindered."""

Shape = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""A piece of terrain: bits, rounding, and the corners' x and y."""


@functools.lru_cache(maxsize=64)
def walks(shapes: tuple[Shape, ...]) -> Words:
    """For each two squares the steps between them, one row after the other."""
    free, slow = ground(shapes)
    links = links_of(free)
    steps = np.full((ALL, ALL), NO_WAY, np.int16)
    np.fill_diagonal(steps, 0)
    grid = steps.reshape(ALL, SQUARES, SQUARES)
    cost = np.where(slow, 2, 1).astype(np.int16)
    while True:
        before = grid.copy()
        for (across, up), linked in links.items():
            pull(grid, across, up, linked, cost * (3 if across and up else 2))
        if np.array_equal(before, grid):
            return steps.astype(np.int64).ravel()


def ground(shapes: tuple[Shape, ...]) -> tuple[Any, Any]:
    """Of each fine place whether it is free (rows by y), and of each square whether it is wet."""
    free = np.ones((SQUARES * FINE, SQUARES * FINE), bool)
    slow = np.zeros((SQUARES, SQUARES), bool)
    for bits, rounding, xs, ys in shapes:
        if bits & (BLOCKS_WAY | NEEDS_CLIMBER):
            free &= ~near((xs, ys), rounding + BASE, SQUARES * FINE)
        elif bits & IS_WATER:
            slow |= near((xs, ys), rounding, SQUARES)
    return free, slow


def near(corners: tuple[tuple[int, ...], tuple[int, ...]], limit: int, places: int) -> Any:
    """Of each place of so many a side whether its middle is nearer to a hull than this."""
    found = np.zeros((places, places), bool)
    xs, ys = (np.array(row, np.int64) for row in corners)
    size = TABLE // places
    first_x, last_x = (xs.min() - limit) // size, (xs.max() + limit) // size + 1
    first_y, last_y = (ys.min() - limit) // size, (ys.max() + limit) // size + 1
    for row in range(max(first_y, 0), min(last_y, places)):
        for column in range(max(first_x, 0), min(last_x, places)):
            x, y = column * size + size // 2, row * size + size // 2
            found[row, column] = hull_is_nearer(x, y, x, y, xs, ys, 0, len(xs), limit)
    return found


def links_of(free: Any) -> dict[tuple[int, int], Any]:
    """For each direction, of each square whether one can step there from the square that lies in it."""
    rows = free.reshape(SQUARES, FINE, SQUARES, FINE)
    right = np.zeros((SQUARES, SQUARES), bool)
    right[:, :-1] = (rows[:, :, :-1, -1] & rows[:, :, 1:, 0]).any(axis=1)
    above = np.zeros((SQUARES, SQUARES), bool)
    above[:-1] = (rows[:-1, -1] & rows[1:, 0]).any(axis=2)
    sides = {
        (1, 0): right,
        (-1, 0): moved(right, -1, 0),
        (0, 1): above,
        (0, -1): moved(above, 0, -1),
    }
    corners = {
        (across, up): sides[across, 0]
        & sides[0, up]
        & moved(sides[0, up], across, 0)
        & moved(sides[across, 0], 0, up)
        for across in (-1, 1)
        for up in (-1, 1)
    }
    return sides | corners


def moved(grid: Any, across: int, up: int) -> Any:
    """What each square's neighbour in a direction has; beyond the table there is nothing."""
    found = np.zeros_like(grid)
    height, width = grid.shape
    found[max(-up, 0) : height - max(up, 0), max(-across, 0) : width - max(across, 0)] = grid[
        max(up, 0) : height + min(up, 0), max(across, 0) : width + min(across, 0)
    ]
    return found


def pull(grid: Any, across: int, up: int, linked: Any, cost: Any) -> None:
    """Come to each square by its neighbour in a direction, where that is shorter."""
    here = grid[:, max(-up, 0) : SQUARES - max(up, 0), max(-across, 0) : SQUARES - max(across, 0)]
    there = grid[:, max(up, 0) : SQUARES + min(up, 0), max(across, 0) : SQUARES + min(across, 0)]
    open_, dear = (
        part[max(-up, 0) : SQUARES - max(up, 0), max(-across, 0) : SQUARES - max(across, 0)]
        for part in (linked, cost)
    )
    np.minimum(here, np.where(open_, there + dear, NO_WAY), out=here)


@kernel
def square_of(x: Any, y: Any) -> Any:
    return min(y // SQUARE, SQUARES - 1) * SQUARES + min(x // SQUARE, SQUARES - 1)


@kernel
def walk(steps: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """How far it is from a to b: straight, or around what is in between."""
    straight = isqrt(square(ax, ay, bx, by))
    around = steps[square_of(ax, ay) * ALL + square_of(bx, by)] * STEP
    return straight if around <= straight + DETOUR else around + straight // 8
