"""Approximate walking distances around terrain, for the book player and the search.

The battlefield is divided into squares of one inch. A character on an ordinary base can step from a square to the next
if the terrain leaves space for the centre of the base; a step in water costs twice as much."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ....core.kernel.compiler import kernel
from ....core.plane import floor_sqrt, hull_is_nearer, squared_distance
from ....core.state_record import Words
from ..state import BATTLEFIELD_SIZE, BLOCKS_MOVEMENT, IS_WATER, NEEDS_CLIMBER

GRID_SIZE = 24
SQUARE_SIZE = BATTLEFIELD_SIZE // GRID_SIZE
SQUARE_COUNT = GRID_SIZE * GRID_SIZE
STEP_LENGTH = SQUARE_SIZE // 2
"""The unit of walks: a step to the side costs 2, a diagonal step 3."""
SAMPLES_PER_SQUARE = 4
"""Each square is sampled at this many points in each direction."""
BASE_RADIUS = 500
UNREACHABLE = 1000
"""The steps to a square behind closed walls."""
DETOUR_TOLERANCE = 2500
"""A walk that is longer than the straight line by no more than this counts as straight."""

TerrainShape = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""A piece of terrain: bits, rounding, and the x and y of its corners."""
Flags = np.ndarray[Any, np.dtype[np.bool_]]
"""A flag for each square, rows by y."""
Steps = np.ndarray[Any, np.dtype[np.int16]]
Slices = tuple[slice, slice]


@functools.lru_cache(maxsize=64)
def compute_walking_steps(shapes: tuple[TerrainShape, ...]) -> Words:
    """Return the steps between every two squares, one row after the other."""
    free, slow = classify_ground(shapes)
    links = find_links(free)
    steps = np.full((SQUARE_COUNT, SQUARE_COUNT), UNREACHABLE, np.int16)
    np.fill_diagonal(steps, 0)
    grid = steps.reshape(SQUARE_COUNT, GRID_SIZE, GRID_SIZE)
    cost = np.where(slow, 2, 1).astype(np.int16)
    while True:
        before = grid.copy()
        for (across, up), linked in links.items():
            relax_steps(grid, across, up, linked, cost * (3 if across and up else 2))
        if np.array_equal(before, grid):
            return steps.astype(np.int64).ravel()


def classify_ground(shapes: tuple[TerrainShape, ...]) -> tuple[Flags, Flags]:
    """Return which sample points are free (rows by y), and which squares are wet."""
    free = np.ones((GRID_SIZE * SAMPLES_PER_SQUARE, GRID_SIZE * SAMPLES_PER_SQUARE), bool)
    slow = np.zeros((GRID_SIZE, GRID_SIZE), bool)
    for bits, rounding, xs, ys in shapes:
        if bits & (BLOCKS_MOVEMENT | NEEDS_CLIMBER):
            free &= ~mark_near((xs, ys), rounding + BASE_RADIUS, GRID_SIZE * SAMPLES_PER_SQUARE)
        elif bits & IS_WATER:
            slow |= mark_near((xs, ys), rounding, GRID_SIZE)
    return free, slow


def mark_near(corners: tuple[tuple[int, ...], tuple[int, ...]], limit: int, size: int) -> Flags:
    """Return which squares of a grid with `size` squares a side have their middle nearer to a hull than a limit."""
    found = np.zeros((size, size), bool)
    xs, ys = (np.array(row, np.int64) for row in corners)
    width = BATTLEFIELD_SIZE // size
    first_x, last_x = (xs.min() - limit) // width, (xs.max() + limit) // width + 1
    first_y, last_y = (ys.min() - limit) // width, (ys.max() + limit) // width + 1
    for row in range(max(first_y, 0), min(last_y, size)):
        for column in range(max(first_x, 0), min(last_x, size)):
            x, y = column * width + width // 2, row * width + width // 2
            found[row, column] = hull_is_nearer(x, y, x, y, xs, ys, 0, len(xs), limit)
    return found


def find_links(free: Flags) -> dict[tuple[int, int], Flags]:
    """Return, for each direction, the squares from which a step in this direction is possible."""
    rows = free.reshape(GRID_SIZE, SAMPLES_PER_SQUARE, GRID_SIZE, SAMPLES_PER_SQUARE)
    right = np.zeros((GRID_SIZE, GRID_SIZE), bool)
    right[:, :-1] = (rows[:, :, :-1, -1] & rows[:, :, 1:, 0]).any(axis=1)
    above = np.zeros((GRID_SIZE, GRID_SIZE), bool)
    above[:-1] = (rows[:-1, -1] & rows[1:, 0]).any(axis=2)
    sides = {
        (1, 0): right,
        (-1, 0): shift_grid(right, -1, 0),
        (0, 1): above,
        (0, -1): shift_grid(above, 0, -1),
    }
    corners = {
        (across, up): sides[across, 0]
        & sides[0, up]
        & shift_grid(sides[0, up], across, 0)
        & shift_grid(sides[across, 0], 0, up)
        for across in (-1, 1)
        for up in (-1, 1)
    }
    return sides | corners


def neighbour_slices(across: int, up: int) -> tuple[Slices, Slices]:
    """Return the squares that have a neighbour in a direction, and these neighbours."""
    squares = slice(max(-up, 0), GRID_SIZE - max(up, 0)), slice(max(-across, 0), GRID_SIZE - max(across, 0))
    neighbours = slice(max(up, 0), GRID_SIZE + min(up, 0)), slice(max(across, 0), GRID_SIZE + min(across, 0))
    return squares, neighbours


def shift_grid(grid: Flags, across: int, up: int) -> Flags:
    """Return the value of each square's neighbour in a direction; beyond the table it is false."""
    found = np.zeros_like(grid)
    squares, neighbours = neighbour_slices(across, up)
    found[squares] = grid[neighbours]
    return found


def relax_steps(grid: Steps, across: int, up: int, linked: Flags, cost: Steps) -> None:
    """Shorten walks that are shorter by way of the neighbour in a direction."""
    squares, neighbours = neighbour_slices(across, up)
    steps = grid[:, *squares]
    np.minimum(steps, np.where(linked[squares], grid[:, *neighbours] + cost[squares], UNREACHABLE), out=steps)


@kernel
def square_index(x: int, y: int) -> int:
    return min(y // SQUARE_SIZE, GRID_SIZE - 1) * GRID_SIZE + min(x // SQUARE_SIZE, GRID_SIZE - 1)


@kernel
def walking_distance(steps: Words, ax: int, ay: int, bx: int, by: int) -> int:
    """Return the distance from a to b: straight, or around the obstacles between them."""
    straight = floor_sqrt(squared_distance(ax, ay, bx, by))
    around = steps[square_index(ax, ay) * SQUARE_COUNT + square_index(bx, by)] * STEP_LENGTH
    return straight if around <= straight + DETOUR_TOLERANCE else around + straight // 8
