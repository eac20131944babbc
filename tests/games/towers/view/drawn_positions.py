"""Positions of towers, and their pictures read back."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

from holdtheline.games.towers import ruleset
from holdtheline.games.towers.rules import legality, moves, sequence_of_play, unit_actions
from holdtheline.games.towers.rules.hidden_information import hide
from holdtheline.games.towers.state import (
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    SOLDIERS,
    TOWERS,
    Mind,
    Phase,
    TowersState,
    Unit,
    cell_of,
    row_and_column,
)
from holdtheline.games.towers.view.svg.picture import svg as picture_svg

from ..engine_game import numbers_of
from ..reference_game import EXAMPLE

SPACE = "{http://www.w3.org/2000/svg}"
SEATS = (0, 1)
LANES = ("left", "right")


# Positions


def started(name: str = numbers_of(EXAMPLE)) -> Any:
    s = TowersState(ruleset.setup({"ruleset": name, "frost": "step", "tower_bounty": "price", "turn_limit": 100}))
    s.gold[0] = s.gold[1] = 1000
    return s


def order(s: Any, seat: int, *orders: int) -> None:
    for local in orders:
        code = moves.encode_move(seat, local)
        assert legality.why_not(s, code) == 0
        sequence_of_play.apply(s, code, None)


def build(s: Any, seat: int, unit: int, *cells: tuple[int, int]) -> None:
    for row, column in cells:
        order(s, seat, moves.TOWER + unit, moves.CELL + cell_of(row, column))


def both_ready(s: Any) -> None:
    for seat in SEATS:
        order(s, seat, moves.READY)


@cache
def empty() -> Any:
    return started()


@cache
def planning() -> Any:
    """Return a planning: player 0 has ten towers and five new ones, a closed row, and has picked a rocket."""
    s = started()
    build(s, 0, Unit.BLOCKADE, *((6, column) for column in range(1, COLUMNS)))
    build(s, 0, Unit.MISSILE, (3, 5), (9, 1))
    build(s, 0, Unit.ROCKET, (3, 2))
    build(s, 0, Unit.FROST, (5, 3))
    build(s, 1, Unit.MISSILE, (12, 3))
    both_ready(s)
    s.tower_health[6] = 7  # the missile in row 3
    build(s, 0, Unit.MISSILE, (1, 0))
    build(s, 0, Unit.ROCKET, (9, 5), (15, 3))
    build(s, 0, Unit.FROST, (8, 3))
    build(s, 0, Unit.BLOCKADE, (0, 3))
    build(s, 1, Unit.FROST, (2, 2))  # nobody else knows
    order(s, 0, moves.TOWER + Unit.ROCKET)
    return s


@cache
def fighting() -> Any:
    """Return the middle of a turn: 20 soldiers of all kinds on each lane, and a horse of player 1 acts."""
    s = started()
    build(s, 0, Unit.MISSILE, (3, 5))
    build(s, 1, Unit.FROST, (2, 2))
    for seat in SEATS:
        order(s, seat, moves.MIND + Unit.HORSE * MIND_COUNT + Mind.OWN)
        order(s, seat, *(moves.HIRE + SOLDIERS[number % 4] for number in range(20)))
        order(s, seat, moves.TOGETHER + 3)
    both_ready(s)
    for on in SEATS:
        for number in range(10):
            soldier = (1 - on) * MAX_SOLDIERS + number
            unit_actions.move_soldier(s, on, soldier, cell_of(10 + number // 7, number % 7), None)
    s.body_frozen[MAX_SOLDIERS + 1] = 1  # row 10, column 1
    s.body_health[MAX_SOLDIERS + 2] = -1  # row 10, column 2
    return s


@cache
def course() -> Any:
    """Return a state in which every cell that can be built on has a tower."""
    s = started("course")
    for row in range(s.deployment_row):
        build(s, 0, TOWERS[row % 4], *((row, column) for column in range(COLUMNS - 1)))
    return s


def over() -> Any:
    s = planning().copy()
    s.phase, s.turns_played = Phase.OVER, 9
    s.hp[0], s.hp[1] = 3, 0
    return s


def positions() -> tuple[Any, ...]:
    return empty(), planning(), fighting(), course(), over()


def hidden(s: Any, seat: int) -> Any:
    visible = s.copy()
    hide(visible, seat)
    return visible


# Reading pictures back


class Drawn:
    """A picture, read back."""

    def __init__(self, s: Any, seat: int = 0) -> None:
        self.svg = picture_svg(s, seat)
        self.root = ElementTree.fromstring(self.svg)
        self.pieces = {part.get("data-id") or "": part for part in self.root.iter() if part.get("data-id")}

    def title(self, id_: str) -> str:
        return self.pieces[id_].findtext(f"{SPACE}title") or ""

    def texts(self, id_: str) -> list[str]:
        return ["".join(part.itertext()) for part in self.pieces[id_].iter(f"{SPACE}text")]

    def place(self, id_: str) -> tuple[float, float]:
        x, y = re.findall(r"-?[\d.]+", self.pieces[id_].get("transform") or "")
        return float(x), float(y)

    def has(self, id_: str, class_: str) -> bool:
        return bool(parts_of(self.pieces[id_], class_))

    def closed(self) -> set[str]:
        return {id_ for id_, part in self.pieces.items() if "htl-closed" in classes_of(part)}


def classes_of(part: ElementTree.Element) -> list[str]:
    return (part.get("class") or "").split()


def parts_of(root: ElementTree.Element, class_: str) -> list[ElementTree.Element]:
    return [part for part in root.iter() if class_ in classes_of(part)]


def cell_ids(s: Any) -> set[str]:
    return {
        f"{name}-{row}-{column}" for name in LANES for row in range(s.deployment_row + 1) for column in range(COLUMNS)
    }


def tower_ids(s: Any) -> set[str]:
    return {
        "{}-tower-{}-{}".format(LANES[on], *row_and_column(s.tower_cell[on * MAX_TOWERS + place]))
        for on in SEATS
        for place in range(s.towers[on])
    }


def body_ids(s: Any) -> set[str]:
    return {f"body-{place + 1}" for place in range(2 * MAX_SOLDIERS) if s.body_cell[place]}
