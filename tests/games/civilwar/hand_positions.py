"""The positions of positions.toml, set up on the engine and on the oracle."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from holdtheline.core.definition import OVER
from holdtheline.core.game import State
from holdtheline.games.civilwar.scenario.setup import scenario_of
from holdtheline.games.civilwar.state import Phase

from .bare_field import COLUMNS, SIDES, WIDTH, hex_name, hex_number, number_of, stage
from .oracle.battle import Oracle
from .oracle.comparison import Reader
from .oracle.orders import Order

HEX = re.compile(rf"\b[{COLUMNS}][1-7]\b")
MIRRORED = {"east": "west", "west": "east"}


@dataclass(frozen=True)
class Position:
    """A position, what is played in it, and what must follow; see the head of the file."""

    clause: str
    rule: str
    play: list[str | int] = field(default_factory=list)
    of: str | None = None
    legal: list[str] = field(default_factory=list)
    at: dict[str, str] = field(default_factory=dict)
    over: str = ""
    ruling: bool = False
    options: dict[str, str] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    """What else `stage` takes."""


def read_positions() -> list[Position]:
    text = (Path(__file__).parent / "positions.toml").read_text(encoding="utf-8")
    return [position_of(table) for table in tomllib.loads(text)["position"]]


def position_of(table: dict[str, Any]) -> Position:
    own = {name: table.pop(name) for name in list(table) if name in Position.__dataclass_fields__}
    return Position(**own, setup=table)


def staged(position: Position) -> State:
    setup = {name: tuple(value) if isinstance(value, list) else value for name, value in position.setup.items()}
    return stage(**setup, **position.options)


# The oracle


def oracle_like(state: State, options: dict[str, str]) -> Oracle:
    """Return the oracle of the same battle, with all pieces as they are in the state, between two actions."""
    s = state.record
    assert s.phase == Phase.ACT
    oracle = Oracle(scenario_of(s), options)
    oracle.phase, oracle.side, oracle.number, oracle.ap = Phase.ACT, int(s.side), int(s.turn), int(s.ap)
    for number, piece in oracle.pieces.items():
        piece.hex = int(s.hex_of[number]) - 1 if s.hex_of[number] else None
        piece.acted = bool(s.acted[number])
    return oracle


def by_text(orders: Iterable[Order], reader: Reader) -> dict[str, Order]:
    return {reader.text(order): order for order in orders}


def place_of(hex_: int | None) -> str:
    return "lost" if hex_ is None else hex_name(hex_)


def answers_of_oracle(position: Position) -> dict[str, Any]:
    """Return what the oracle says to what the position asks."""
    state = staged(position)
    reader = Reader(state)
    oracle = oracle_like(state, position.options)
    for step in position.play:
        if isinstance(step, int):
            oracle.roll(step)
        else:
            oracle.play(by_text(oracle.moves(), reader)[step])
    numbers = {name: number_of(state, name) for name in position.at}
    winner = "no" if oracle.turn != OVER else "nobody" if oracle.winner is None else SIDES[oracle.winner]
    return {
        "legal": sorted(text for text in by_text(oracle.moves(), reader) if text.startswith(position.of or "")),
        "at": {name: place_of(oracle.pieces[number].hex) for name, number in numbers.items()},
        "over": winner,
    }


def answers_of_engine(position: Position) -> dict[str, Any]:
    """Return what the engine says to what the position asks."""
    state = staged(position)
    reader = Reader(state)
    for step in position.play:
        if isinstance(step, int):
            state.play(step)
        else:
            codes = reader.orders(state)
            state.play(codes[by_text(codes, reader)[step]])
    s = state.record
    hexes = {name: int(s.hex_of[number_of(state, name)]) for name in position.at}
    scores = state.outcome.scores if state.outcome else None
    orders = reader.orders(state) if state.current_player >= 0 else {}
    return {
        "legal": sorted(text for text in by_text(orders, reader) if text.startswith(position.of or "")),
        "at": {name: place_of(hex_ - 1 if hex_ else None) for name, hex_ in hexes.items()},
        "over": {None: "no", (1, -1): "union", (-1, 1): "confederate", (0, 0): "nobody"}[scores],
    }


def check(position: Position, answers: dict[str, Any]) -> None:
    assert position.of is not None or position.at or position.over
    if position.of is not None:
        assert answers["legal"] == sorted(position.legal)
    assert answers["at"] == position.at
    if position.over:
        assert answers["over"] == position.over


# The same picture elsewhere


def moved(position: Position, place: Callable[[int, int], tuple[int, int]], *, mirror: bool = False) -> Position | None:
    """Return the position with each hex in another place, or None if it does not fit on the map."""
    fits = True

    def put(match: re.Match[str]) -> str:
        nonlocal fits
        row, column = place(*divmod(hex_number(match[0]), WIDTH))
        fits = fits and 0 <= row < 7 and 0 <= column < WIDTH
        return hex_name(row * WIDTH + column) if fits else match[0]

    def put_all(value: Any) -> Any:
        if isinstance(value, str):
            return HEX.sub(put, value)
        if isinstance(value, list):
            return [put_all(item) for item in value]
        if isinstance(value, dict):
            return {name: put_all(item) for name, item in value.items()}
        return value

    setup = put_all(position.setup)
    if mirror and "home" in setup:
        setup["home"] = [MIRRORED.get(edge, edge) for edge in setup["home"]]
    result = replace(
        position, setup=setup, play=put_all(position.play), legal=put_all(position.legal), at=put_all(position.at)
    )
    return result if fits else None


def one_row_lower(row: int, column: int) -> tuple[int, int]:
    """Move half a hex to the east, too."""
    return row + 1, column + row % 2


def one_column_east(row: int, column: int) -> tuple[int, int]:
    return row, column + 1


def mirrored(row: int, column: int) -> tuple[int, int]:
    """Swap east and west; every second row has one hex less then."""
    return row, WIDTH - 1 - row % 2 - column
