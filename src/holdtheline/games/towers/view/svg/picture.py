"""The board as SVG: your own lane on the left, the other one on the right, soldiers running down both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from .....core.definition import EVERYONE
from .....core.svg import Markup, element, format_number, group, path, piece, rect, svg_document, text_element
from ...rules.moves import acting_unit_and_cell
from ...state import COLUMNS, Clause, Phase, Picked, TowersState, Unit, cell_of, row_and_column, unit_name
from ...text.names import lane_owner_words, place_words, unit_words
from ...text.prompts import headline, prompt, turn_words
from ..scene import (
    CLOSED_CELL_REASONS,
    Soldier,
    Tower,
    attack_range,
    cell_id,
    is_far_lane,
    keep_id,
    near_and_far_lane,
    piles_on,
    shop_id,
    soldier_id,
    soldiers_on,
    soldiers_sent,
    tower_id,
    towers_on,
    why_cell_closed,
)
from . import figures, scenery
from .figures import draw_unit, short_number
from .scenery import CELL, LANE_X, WIDTH, cell_centre, cell_corner

CACHE_SIZE = 4096
"""Drawn cells and towers are cached, because most are the same in the next picture."""

STYLE = """\
.htl-towers .htl-cell{stroke:var(--htl-blade);stroke-width:.6}
.htl-towers .htl-closed-wash{fill:var(--htl-shade);opacity:.3}
.htl-towers .htl-hatch{fill:none;stroke:var(--htl-ink);stroke-width:1.8;opacity:.75}
.htl-towers .htl-built-on .htl-closed-wash,.htl-towers .htl-built-on .htl-hatch{opacity:.2}
.htl-towers .htl-built,.htl-towers .htl-reach{pointer-events:none}
.htl-towers .htl-reach{opacity:0}
.htl-towers .htl-stands:hover .htl-reach,.htl-towers .htl-stands:focus .htl-reach{opacity:1}
.htl-towers .htl-stands:focus{outline:none}
.htl-towers .htl-stands:hover .htl-frame,.htl-towers .htl-stands:focus .htl-frame{
stroke:var(--htl-ink);stroke-width:2.5}
.htl-towers .htl-reach-wash{fill:var(--htl-gold);opacity:.24}
.htl-towers .htl-reach-under{fill:none;stroke:var(--htl-line);stroke-width:5}
.htl-towers .htl-reach-edge{fill:none;stroke:var(--htl-gold);stroke-width:3;stroke-dasharray:9 5}
.htl-towers .htl-caption{fill:var(--htl-quiet);font-size:16px;font-weight:600;letter-spacing:.1em}
.htl-towers .htl-sentence{fill:var(--htl-ink);font-family:ui-serif,serif;font-size:23px;font-weight:600}
.htl-towers .htl-purse{fill:var(--htl-ink);font-size:22px;font-weight:700;text-anchor:end}
.htl-towers .htl-rim{fill:none;stroke:var(--htl-count-pip);stroke-width:1.4;opacity:.6}
.htl-towers .htl-shelf{fill:var(--htl-plate);stroke:var(--htl-line);stroke-width:1.6}
.htl-towers .htl-name{fill:var(--htl-ink);font-size:14px;font-weight:600;text-anchor:middle}
.htl-towers .htl-price{fill:var(--htl-count-pip);font-size:13px;font-weight:700;text-anchor:middle}
.htl-towers .htl-picked-frame{fill:none;stroke:var(--htl-ink);stroke-width:3.5}
.htl-towers .htl-dear .htl-ware{opacity:.4;filter:grayscale(1)}
.htl-towers .htl-dear .htl-name,.htl-towers .htl-dear .htl-price{fill:var(--htl-quiet)}
"""

ALL_STYLES = scenery.STYLE + figures.STYLE + STYLE


def svg(s: TowersState, seat: int) -> str:
    rows = s.deployment_row + 1
    lanes = near_and_far_lane(seat)
    return svg_document(
        "htl-towers",
        (WIDTH, scenery.picture_height(rows)),
        ("Towers", describe_position(s, seat), prompt(s, seat)),
        ALL_STYLES,
        scenery.draw_land(rows),
        *(group(*draw_free_cells(s, lane, seat), class_="htl-cells") for lane in lanes),
        scenery.draw_grass(rows),
        draw_header(s, seat),
        *(scenery.draw_lane_title(is_far_lane(lane, seat), f"{lane_owner_words(lane, seat)} lane") for lane in lanes),
        *(draw_keep_of(s, lane, seat) for lane in lanes),
        scenery.draw_numbers(rows),
        *(group(*draw_built_cells(s, lane, seat), class_="htl-stand") for lane in lanes),
        *(group(*draw_soldiers(s, lane, seat), class_="htl-walk") for lane in lanes),
        *draw_sent_soldiers(s, seat),
        *draw_acting_unit(s, seat),
        draw_legend(s, seat),
        map_box=scenery.lanes_box(rows),
    )


def describe_position(s: TowersState, seat: int) -> str:
    """Return a short description of the position, for screen readers."""
    lanes = " ".join(describe_lane(s, lane, seat) for lane in near_and_far_lane(seat))
    gold = "" if seat == EVERYONE else f" You have {s.gold[seat]} gold."
    return f"{turn_words(s)}. {lanes}{gold}"


def describe_lane(s: TowersState, lane: int, seat: int) -> str:
    built = count_units(tower.unit for tower in towers_on(s, lane))
    walking = count_units(soldier.unit for soldier in soldiers_on(s, lane))
    return f"{lane_owner_words(lane, seat)} lane: {s.hp[lane]} HP; towers: {built}; soldiers: {walking}."


def count_units(units: Iterable[int]) -> str:
    counts = Counter(units)
    return ", ".join(f"{counts[unit]} {unit_name(unit)}" for unit in sorted(counts)) or "none"


# Cells


def draw_free_cells(s: TowersState, lane: int, seat: int) -> Iterator[Markup]:
    rows = s.deployment_row + 1
    built_on = {tower.cell for tower in towers_on(s, lane)}
    for cell in range(rows * COLUMNS):
        if cell not in built_on:
            title = place_words(cell).capitalize() + ", soldiers enter here" * (cell >= (rows - 1) * COLUMNS)
            yield draw_cell(lane, seat, cell, rows, title, why_cell_closed(s, lane, seat, cell))


@lru_cache(maxsize=CACHE_SIZE)
def draw_cell(lane: int, seat: int, cell: int, rows: int, title: str, clause: int) -> Markup:
    """Draw a cell; `clause` closes it to the picked tower."""
    row, column = row_and_column(cell)
    lit = "-lit" if (row + column) % 2 else ""
    if row == rows - 1:
        parts = [rect(0, 0, CELL, CELL, f"htl-cell htl-road{lit}"), path("M11 15l9 9 9-9", "htl-chevron")]
    else:
        parts = [rect(0, 0, CELL, CELL, f"htl-cell htl-grass{lit}")]
    class_ = ""
    if clause:
        title += f"; no tower: {CLOSED_CELL_REASONS[clause]}"
        parts += [rect(0, 0, CELL, CELL, "htl-closed-wash"), path(HATCHING, "htl-hatch")]
        class_ = "htl-closed" + " htl-built-on" * (clause == Clause.T4_1)
    x, y = cell_corner(is_far_lane(lane, seat), cell, rows)
    return piece(cell_id(lane, cell), title, x, y, *parts, class_=class_)


HATCHING = "".join(
    f"M{max(0, k - CELL)} {min(k, CELL)}L{min(k, CELL)} {max(0, k - CELL)}" for k in range(8, 2 * CELL, 8)
)


# Towers


def draw_built_cells(s: TowersState, lane: int, seat: int) -> Iterator[Markup]:
    """Draw each cell with a tower, the tower, and its range, which shows while the mouse is over the cell."""
    rows = s.deployment_row + 1
    for tower in towers_on(s, lane):
        below = draw_cell(lane, seat, tower.cell, rows, tower.words, why_cell_closed(s, lane, seat, tower.cell))
        above = draw_tower(tower, lane, seat, rows)
        reach = attack_range(s, tower.unit)
        if reach:
            area = draw_range(tower.cell, reach, is_far_lane(lane, seat), rows)
            yield element("g", below, area, above, class_="htl-stands", tabindex="0")
        else:
            yield group(below, above, class_="htl-stands")


@lru_cache(maxsize=CACHE_SIZE)
def draw_tower(tower: Tower, lane: int, seat: int, rows: int) -> Markup:
    parts = [draw_unit(tower.unit, not is_far_lane(lane, seat)), figures.draw_health_bar(tower.health, tower.full)]
    if tower.is_new:
        parts = [figures.SCAFFOLD, *parts, figures.NEW_MARK]
    if tower.is_ruined:
        parts.append(figures.FALLEN_MARK)
    x, y = cell_centre(is_far_lane(lane, seat), tower.cell, rows)
    return piece(tower_id(lane, tower.cell), tower.words, x, y, figures.CELL_FRAME, *parts, class_="htl-built")


@lru_cache(maxsize=CACHE_SIZE)
def draw_range(cell: int, reach: int, side: int, rows: int) -> Markup:
    """Draw the range of a tower: a square, cut off at the edges of the lane (T3.4)."""
    row, column = row_and_column(cell)
    low, high = max(row - reach, 0), min(row + reach, rows - 1)
    first, last = max(column - reach, 0), min(column + reach, COLUMNS - 1)
    x, y = cell_corner(side, cell_of(high, first), rows)
    area = (x, y, (last - first + 1) * CELL, (high - low + 1) * CELL)
    return group(
        rect(*area, "htl-reach-wash"),
        rect(*area, "htl-reach-under", 4),
        rect(*area, "htl-reach-edge", 4),
        class_="htl-reach",
    )


# Soldiers


def draw_soldiers(s: TowersState, lane: int, seat: int) -> Iterator[Markup]:
    """Draw the soldiers of each cell in piles, one per kind."""
    for cell, piles in reversed(piles_on(s, lane).items()):
        x, y = cell_centre(is_far_lane(lane, seat), cell, s.deployment_row + 1)
        for alike, (dx, dy, scale) in zip(piles, PILE_PLACEMENTS[len(piles)], strict=True):
            yield from draw_pile(alike, (x + dx, y + dy, scale), is_far_lane(lane, seat))


Placement = tuple[float, float, float]
"""The x, y and scale of something drawn."""

QUARTER, SMALL = CELL / 4, 0.58
QUARTERS = tuple((x, y, SMALL) for y in (-QUARTER, QUARTER) for x in (-QUARTER, QUARTER))
PILE_PLACEMENTS: dict[int, tuple[Placement, ...]] = {
    1: ((0, 0, 1),),
    2: ((-QUARTER, 0, SMALL), (QUARTER, 0, SMALL)),
    3: (*QUARTERS[:2], (0, QUARTER, SMALL)),
    4: QUARTERS,
}
"""By the number of piles: the placement of each, from the centre of the cell."""


def draw_pile(alike: Sequence[Soldier], placement: Placement, own: bool) -> Iterator[Markup]:
    """Draw the soldiers of one kind in one cell: the fallen at the bottom, and the count on the top one."""
    x, y, scale = placement
    *below, top = sorted(alike, key=lambda soldier: (not soldier.has_fallen, not soldier.is_frozen, soldier.index))
    for index, soldier in enumerate((*below, top)):
        shift = 1.8 * scale * (min(len(below) - index, 2) - min(len(below), 2) / 2)
        under = below if soldier is top else ()
        yield draw_soldier(soldier, under, (x + shift, y - shift, scale), own)


def draw_soldier(soldier: Soldier, under: Sequence[Soldier], placement: Placement, own: bool) -> Markup:
    """Draw a soldier; `under` are those below it, if it is on top of its pile."""
    x, y, scale = placement
    figure = draw_unit(soldier.unit, own)
    marks = [group(figure, class_="htl-down"), figures.FALLEN_MARK] if soldier.has_fallen else [figure]
    if not soldier.has_fallen and any(other.has_fallen for other in under):
        marks.append(figures.FALLEN_BELOW_MARK)
    if any(other.is_frozen for other in (soldier, *under)):
        marks.append(figures.FROZEN_MARK)
    drawn = element("g", *marks, transform=None if scale == 1 else f"scale({format_number(scale)})")
    count = [figures.draw_count(len(under) + 1, scale)] if under else []
    return piece(soldier_id(soldier.index), soldier.words + describe_pile(under), x, y, drawn, *count)


def describe_pile(under: Sequence[Soldier]) -> str:
    if not under:
        return ""
    frozen, fallen = sum(soldier.is_frozen for soldier in under), sum(soldier.has_fallen for soldier in under)
    text = f"; {len(under)} more of them here"
    return text + f", {frozen} frozen" * (frozen > 0) + f", {fallen} fallen" * (fallen > 0)


def draw_sent_soldiers(s: TowersState, seat: int) -> Iterator[Markup]:
    """Draw the soldiers that the seat sends in this turn where they will enter; only the seat may know them."""
    if seat == EVERYONE or s.phase != Phase.PLAN:
        return
    drawn = []
    for column, counts in soldiers_sent(s, seat).items():
        lane_end = cell_of(s.deployment_row, column)
        x, y = cell_centre(is_far_lane(1 - seat, seat), lane_end, s.deployment_row + 1)
        for unit, (dx, dy, scale) in zip(sorted(counts), PILE_PLACEMENTS[len(counts)], strict=True):
            count = [figures.draw_count(counts[unit], scale)] if counts[unit] > 1 else []
            figure = element("g", draw_unit(unit, True), transform=f"scale({format_number(scale)})")
            where = f"translate({format_number(x + dx)} {format_number(y + dy)})"
            drawn.append(element("g", figure, *count, transform=where))
    if drawn:
        yield group(*drawn, class_="htl-sent htl-scene")


def draw_acting_unit(s: TowersState, seat: int) -> Iterator[Markup]:
    """Draw a frame around the unit that waits for its owner's decision."""
    if s.phase != Phase.ACT:
        return
    _, cell = acting_unit_and_cell(s)
    x, y = cell_centre(is_far_lane(s.lane, seat), cell, s.deployment_row + 1)
    where = f"translate({format_number(x)} {format_number(y)})"
    yield element("g", figures.ACTING_MARK, class_="htl-scene", transform=where)


# Above and below the lanes

COIN = (
    element("circle", cx=WIDTH - 25, cy=26, r=11, class_="htl-gold htl-drawn"),
    element("circle", cx=WIDTH - 25, cy=26, r=6.5, class_="htl-rim"),
)


def draw_header(s: TowersState, seat: int) -> Markup:
    parts = [
        text_element(turn_words(s).upper(), LANE_X[0], 24, "htl-caption"),
        text_element(headline(s, seat), LANE_X[0], 51, "htl-sentence"),
    ]
    if seat != EVERYONE:
        parts += [text_element(f"{short_number(s.gold[seat])} gold", WIDTH - 42, 33, "htl-purse"), *COIN]
    return group(*parts, class_="htl-head htl-scene")


def draw_keep_of(s: TowersState, lane: int, seat: int) -> Markup:
    hp, rows = s.hp[lane], s.deployment_row + 1
    title = f"{lane_owner_words(lane, seat)} keep, {hp} HP"
    return scenery.draw_keep(is_far_lane(lane, seat), keep_id(lane), title, short_number(max(hp, 0)), hp <= 0, rows)


def draw_legend(s: TowersState, seat: int) -> Markup:
    """Draw every kind of unit with its name and price."""
    top = scenery.picture_height(s.deployment_row + 1) - scenery.LEGEND_HEIGHT
    plans = seat != EVERYONE and s.phase == Phase.PLAN and not s.ready[seat]
    picked = s.picked_unit[seat] if seat != EVERYONE and s.picked[seat] == Picked.TOWER else -1
    too_expensive = {unit for unit in Unit if plans and s.cost[unit] > s.gold[seat]}
    entries = (draw_legend_entry(unit, s.cost[unit], unit == picked, top, unit in too_expensive) for unit in Unit)
    return group(rect(8, top + 6, WIDTH - 16, 62, "htl-shelf", 10), *entries, class_="htl-legend")


@lru_cache(maxsize=CACHE_SIZE)
def draw_legend_entry(unit: int, cost: int, is_picked: bool, top: int, is_too_expensive: bool) -> Markup:
    title = f"{unit_words(unit).capitalize()}, {cost} gold" + ", picked" * is_picked
    title += ", more than you have (T6.2)" * is_too_expensive
    frame = (-35, -27.5, 70, 55)
    return piece(
        shop_id(unit),
        title,
        8 + 78 * (unit + 0.5),
        top + 37,
        rect(*frame, "htl-picked-frame" if is_picked else "htl-frame", 8),
        element("g", draw_unit(unit, True), class_="htl-ware", transform="translate(-12 -6)"),
        element("circle", cx=23, cy=-9, r=9.5, class_="htl-gold htl-drawn htl-ware"),
        text_element(short_number(cost), 23, -4.5, "htl-price"),
        text_element(unit_name(unit).capitalize(), 0, 24, "htl-name"),
        class_="htl-dear" if is_too_expensive else "",
    )
