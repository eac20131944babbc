"""Towers as a picture: the own lane at the left, the other's at the right, soldiers running down both."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ...core.contract import EVERYBODY
from ...core.svg import Markup, box, document, element, group, number, path, piece, words
from . import figures, scenery
from .figures import figure, short
from .orders import SEATS, acting_unit, place_words, unit_words
from .scenery import CELL, LANE_X, WIDTH, corner, middle
from .seen import (
    REFUSALS,
    Soldier,
    Tower,
    headline,
    is_far,
    lanes_for,
    moment,
    soldiers_on,
    towers_on,
    whose,
    why_closed,
)
from .state import COLUMNS, SOLDIERS, Clause, Phase, Picked, Unit, row_and_column, unit_name
from .text import prompt

KEPT = 4096
"""How many drawn cells, and how many drawn towers, are kept: most are the same in the next picture."""

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
.htl-towers .htl-caption{fill:var(--htl-quiet);font-size:15px;font-weight:600;letter-spacing:.12em}
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


def picture(s: Any, seat: int) -> str:
    rows = s.deployment_row + 1
    lanes = lanes_for(seat)
    return document(
        "htl-towers",
        (WIDTH, scenery.height(rows)),
        ("Towers", in_words(s, seat), prompt(s, seat)),
        ALL_STYLES,
        scenery.land(rows),
        *(group(*free_cells(s, lane, seat), class_="htl-cells") for lane in lanes),
        scenery.tufts(rows),
        head(s, seat),
        *(scenery.heading(is_far(lane, seat), f"{whose(lane, seat)} lane") for lane in lanes),
        *(keep(s, lane, seat) for lane in lanes),
        scenery.numbers(rows),
        *(group(*built_cells(s, lane, seat), class_="htl-stand") for lane in lanes),
        *(group(*bodies(s, lane, seat), class_="htl-walk") for lane in lanes),
        *acting(s, seat),
        legend(s, seat),
    )


def in_words(s: Any, seat: int) -> str:
    """The position in short, for whoever does not see it."""
    lanes = " ".join(lane_in_words(s, lane, seat) for lane in lanes_for(seat))
    gold = "" if seat == EVERYBODY else f" You have {s.gold[seat]} gold."
    return f"{moment(s)}. {lanes}{gold}"


def lane_in_words(s: Any, lane: int, seat: int) -> str:
    built = counted(tower.unit for tower in towers_on(s, lane))
    walking = counted(soldier.unit for soldier in soldiers_on(s, lane))
    return f"{whose(lane, seat)} lane: {s.hp[lane]} HP; towers: {built}; soldiers: {walking}."


def counted(units: Iterable[int]) -> str:
    counts = Counter(units)
    return ", ".join(f"{counts[unit]} {unit_name(unit)}" for unit in sorted(counts)) or "none"


# Cells


def free_cells(s: Any, lane: int, seat: int) -> Iterator[Markup]:
    rows = s.deployment_row + 1
    built_on = {tower.cell for tower in towers_on(s, lane)}
    for at in range(rows * COLUMNS):
        if at not in built_on:
            told = place_words(at).capitalize() + ", soldiers enter here" * (at >= (rows - 1) * COLUMNS)
            yield cell(lane, seat, at, rows, told, why_closed(s, lane, seat, at))


@lru_cache(maxsize=KEPT)
def cell(lane: int, seat: int, at: int, rows: int, told: str, clause: int) -> Markup:
    """`told` is its title; `clause` closes it to the tower that was picked."""
    row, column = row_and_column(at)
    lit = "-lit" if (row + column) % 2 else ""
    if row == rows - 1:
        parts = [box(0, 0, CELL, CELL, f"htl-cell htl-road{lit}"), path("M11 15l9 9 9-9", "htl-chevron")]
    else:
        parts = [box(0, 0, CELL, CELL, f"htl-cell htl-grass{lit}")]
    class_ = ""
    if clause:
        told += f"; no tower: {REFUSALS[clause]}"
        parts += [box(0, 0, CELL, CELL, "htl-closed-wash"), path(HATCHING, "htl-hatch")]
        class_ = "htl-closed" + " htl-built-on" * (clause == Clause.T4_1)
    x, y = corner(is_far(lane, seat), row, column, rows)
    return piece(f"{SEATS[lane]}-{row}-{column}", told, x, y, *parts, class_=class_)


HATCHING = "".join(
    f"M{max(0, k - CELL)} {min(k, CELL)}L{min(k, CELL)} {max(0, k - CELL)}" for k in range(8, 2 * CELL, 8)
)


# Towers


def built_cells(s: Any, lane: int, seat: int) -> Iterator[Markup]:
    """A cell, the tower on it, and how far that reaches: shown while the cell is pointed at."""
    rows = s.deployment_row + 1
    for tower in towers_on(s, lane):
        below = cell(lane, seat, tower.cell, rows, tower.words, why_closed(s, lane, seat, tower.cell))
        above = one_tower(tower, lane, seat, rows)
        reach = s.reach[tower.unit] if s.damage[tower.unit] or s.freezes[tower.unit] else 0
        if reach:
            area = reach_of(tower.cell, reach, is_far(lane, seat), rows)
            yield element("g", below, area, above, class_="htl-stands", tabindex="0")
        else:
            yield group(below, above, class_="htl-stands")


@lru_cache(maxsize=KEPT)
def one_tower(tower: Tower, lane: int, seat: int, rows: int) -> Markup:
    row, column = row_and_column(tower.cell)
    parts = [figure(tower.unit, not is_far(lane, seat)), figures.health_line(tower.health, tower.full)]
    if tower.is_new:
        parts = [figures.scaffold(), *parts, figures.new()]
    if tower.is_ruined:
        parts.append(figures.fallen())
    x, y = middle(is_far(lane, seat), row, column, rows)
    id_ = f"{SEATS[lane]}-tower-{row}-{column}"
    return piece(id_, tower.words, x, y, figures.frame(), *parts, class_="htl-built")


@lru_cache(maxsize=KEPT)
def reach_of(at: int, reach: int, side: int, rows: int) -> Markup:
    """T3.4: a square, as far as the lane goes."""
    row, column = row_and_column(at)
    low, high = max(row - reach, 0), min(row + reach, rows - 1)
    first, last = max(column - reach, 0), min(column + reach, COLUMNS - 1)
    x, y = corner(side, high, first, rows)
    area = (x, y, (last - first + 1) * CELL, (high - low + 1) * CELL)
    return group(
        box(*area, "htl-reach-wash"),
        box(*area, "htl-reach-under", 4),
        box(*area, "htl-reach-edge", 4),
        class_="htl-reach",
    )


# Soldiers


def bodies(s: Any, lane: int, seat: int) -> Iterator[Markup]:
    """The soldiers of a cell lie in piles, one for each kind."""
    by_cell: dict[int, dict[int, list[Soldier]]] = defaultdict(lambda: defaultdict(list))
    for soldier in soldiers_on(s, lane):
        by_cell[soldier.cell][soldier.unit].append(soldier)
    for at, by_kind in sorted(by_cell.items(), reverse=True):
        x, y = middle(is_far(lane, seat), *row_and_column(at), s.deployment_row + 1)
        piles = [by_kind[kind] for kind in sorted(by_kind)]
        for alike, (dx, dy, scale) in zip(piles, PLACES[len(piles)], strict=True):
            yield from pile(alike, (x + dx, y + dy, scale), is_far(lane, seat))


Place = tuple[float, float, float]
"""Where something is drawn: x, y, and its scale."""

FAR, SMALL = CELL / 4, 0.58
PLACES: dict[int, tuple[Place, ...]] = {
    1: ((0, 0, 1),),
    2: ((-FAR, 0, SMALL), (FAR, 0, SMALL)),
    3: ((-FAR, -FAR, SMALL), (FAR, -FAR, SMALL), (0, FAR, SMALL)),
    4: ((-FAR, -FAR, SMALL), (FAR, -FAR, SMALL), (-FAR, FAR, SMALL), (FAR, FAR, SMALL)),
}
"""Where so many piles lie, from the middle of their cell."""


def pile(alike: Sequence[Soldier], place: Place, own: bool) -> Iterator[Markup]:
    """Soldiers of one kind in one cell. The fallen lie below; the one on top shows how many there are."""
    x, y, scale = place
    *below, top = sorted(alike, key=lambda one: (not one.has_fallen, not one.is_frozen, one.number))
    for at, soldier in enumerate((*below, top)):
        shift = 1.8 * scale * (min(len(below) - at, 2) - min(len(below), 2) / 2)
        under = below if soldier is top else ()
        yield one_soldier(soldier, under, (x + shift, y - shift, scale), own)


def one_soldier(soldier: Soldier, under: Sequence[Soldier], place: Place, own: bool) -> Markup:
    """`under`: those below it in its pile, if it is the one on top."""
    x, y, scale = place
    shown = figure(soldier.unit, own)
    marks = [group(shown, class_="htl-down"), figures.fallen()] if soldier.has_fallen else [shown]
    if not soldier.has_fallen and any(other.has_fallen for other in under):
        marks.append(figures.fallen_below())
    if any(one.is_frozen for one in (soldier, *under)):
        marks.append(figures.frozen())
    drawn = element("g", *marks, transform=None if scale == 1 else f"scale({number(scale)})")
    count = [figures.tally(len(under) + 1, scale)] if under else []
    return piece(f"body-{soldier.number}", soldier.words + pile_words(under), x, y, drawn, *count)


def pile_words(under: Sequence[Soldier]) -> str:
    if not under:
        return ""
    frozen, fallen = sum(one.is_frozen for one in under), sum(one.has_fallen for one in under)
    told = f"; {len(under)} more of them here"
    return told + f", {frozen} frozen" * (frozen > 0) + f", {fallen} fallen" * (fallen > 0)


def acting(s: Any, seat: int) -> Iterator[Markup]:
    """A frame around the unit whose owner decides what it does."""
    if s.phase != Phase.ACT:
        return
    _, at = acting_unit(s)
    x, y = middle(is_far(s.lane, seat), *row_and_column(at), s.deployment_row + 1)
    where = f"translate({number(x)} {number(y)})"
    yield element("g", figures.acts(), class_="htl-scene", transform=where)


# Above and below the lanes


def head(s: Any, seat: int) -> Markup:
    return group(
        words(moment(s).upper(), LANE_X[0], 24, "htl-caption"),
        words(headline(s, seat), LANE_X[0], 51, "htl-sentence"),
        *([] if seat == EVERYBODY else purse(s.gold[seat])),
        class_="htl-head htl-scene",
    )


def purse(gold: int) -> list[Markup]:
    return [
        words(f"{short(gold)} gold", WIDTH - 42, 33, "htl-purse"),
        element("circle", cx=WIDTH - 25, cy=26, r=11, class_="htl-gold htl-drawn"),
        element("circle", cx=WIDTH - 25, cy=26, r=6.5, class_="htl-rim"),
    ]


def keep(s: Any, lane: int, seat: int) -> Markup:
    hp = int(s.hp[lane])
    told = f"{whose(lane, seat)} keep, {hp} HP"
    rows = s.deployment_row + 1
    return scenery.keep(is_far(lane, seat), f"{SEATS[lane]}-keep", told, short(max(hp, 0)), hp <= 0, rows)


def legend(s: Any, seat: int) -> Markup:
    """Every kind of unit with its name and its price."""
    top = scenery.height(s.deployment_row + 1) - scenery.LEGEND
    plans = seat != EVERYBODY and s.phase == Phase.PLAN and not s.ready[seat]
    picked = s.picked_unit[seat] if seat != EVERYBODY and s.picked[seat] == Picked.TOWER else -1
    dear = {unit for unit in Unit if plans and s.cost[unit] > s.gold[seat]}
    entries = (entry(unit, s.cost[unit], unit == picked, top, unit in dear) for unit in Unit)
    return group(box(8, top + 6, WIDTH - 16, 62, "htl-shelf", 10), *entries, class_="htl-legend")


def entry_id(unit: int) -> str:
    """Named by the order that buys such a unit."""
    return f"{'hire' if unit in SOLDIERS else 'tower'}-{unit_name(unit)}"


@lru_cache(maxsize=KEPT)
def entry(unit: int, cost: int, is_picked: bool, top: int, is_dear: bool) -> Markup:
    """`is_dear`: it costs more than there is."""
    told = f"{unit_words(unit).capitalize()}, {cost} gold" + ", picked" * is_picked
    told += ", more than you have (T6.2)" * is_dear
    place = (-35, -27.5, 70, 55)
    return piece(
        entry_id(unit),
        told,
        8 + 78 * (unit + 0.5),
        top + 37,
        box(*place, "htl-picked-frame" if is_picked else "htl-frame", 8),
        element("g", figure(unit, True), class_="htl-ware", transform="translate(-12 -6)"),
        element("circle", cx=23, cy=-9, r=9.5, class_="htl-gold htl-drawn htl-ware"),
        words(short(cost), 23, -4.5, "htl-price"),
        words(unit_name(unit).capitalize(), 0, 24, "htl-name"),
        class_="htl-dear" if is_dear else "",
    )
