"""The engine of towers behind the face of its twin, so that the same cases and plans run on both."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from holdtheline.core.definition import OVER
from holdtheline.core.engine import Engine, engine_of
from holdtheline.core.events import LOG_CAPACITY, LOG_COUNT, empty_log, logged_events
from holdtheline.games.towers import GAME
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.rules.turn_end import winner as turn_end_winner
from holdtheline.games.towers.ruleset import initial_state
from holdtheline.games.towers.state import (
    CELLS,
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    TIMESTEPS,
    Clause,
    EventKind,
    Mind,
    Phase,
    TowersState,
    Unit,
    cell_of,
    decode_entry,
    row_and_column,
    unit_name,
)

from .reference_game import Event, Order, Ruleset

PLAYERS = (0, 1)


def numbers_in(ruleset: Ruleset) -> list[int]:
    """Return the numbers of a ruleset in the order of a record: those of the game, then those of each unit."""
    numbers = [
        ruleset["deployment_row"],
        ruleset["gold"],
        ruleset["hp"],
        TIMESTEPS if ruleset["income_per"] == "timestep" else 1,
        ruleset["gold_for_scorers"],
        ruleset["zero_health_attacks"],
        ruleset["towers_see_deployment_row"],
    ]
    fields = (
        "cost",
        "health",
        "range",
        "damage",
        "whole_cell",
        "freezes",
        "speed",
        "moves_every",
        "front_only",
        "jumps",
    )
    for unit in Unit:
        stats = ruleset["units"][unit_name(unit)]
        numbers += [stats.get(field, 0) for field in fields]
    return [int(number) for number in numbers]


def setup_of(ruleset: Ruleset, frost: str, turn_limit: int, tower_bounty: str) -> Any:
    """Return the state at the start of a game with this ruleset."""
    return initial_state(numbers_in(ruleset), frost == "turn", turn_limit, int(tower_bounty == "price_plus_one"))


def numbers_of(ruleset: Ruleset) -> str:
    """Return the ruleset as the value of the option `ruleset`."""
    return " ".join(["numbers", *map(str, numbers_in(ruleset))])


class Field:
    """A game on the engine. `plain` runs the rules as they stand."""

    plain = False

    def __init__(
        self, ruleset: Ruleset, frost: str = "step", turn_limit: int = 100, tower_bounty: str = "price"
    ) -> None:
        self.words = np.zeros(TowersState.word_count(), np.int64)
        self.s = TowersState(self.words)
        self._engine.start(self.words, setup_of(ruleset, frost, turn_limit, tower_bounty))
        self.log: list[list[int]] = []

    # What the twin has as well

    def play_turn(self, plans: list[list[Order]]) -> list[tuple[int, Order, str]]:
        if self.winner is not None:
            raise ValueError("the game is over")
        refused = [
            (player, order, clause)
            for player in PLAYERS
            for order in plans[player]
            if (clause := self.give(player, order)) is not None
        ]
        self.play(0, moves.READY)
        self.log = self.play_and_tell(1, moves.READY)
        return refused

    @property
    def hp(self) -> list[int]:
        return list(self.s.hp)

    @property
    def gold(self) -> list[int]:
        return list(self.s.gold)

    @property
    def turn(self) -> int:
        return int(self.s.turns_played)

    @property
    def towers(self) -> list[list[tuple[str, int, int, int]]]:
        return [[self._tower(lane * MAX_TOWERS + n) for n in range(self.s.towers[lane])] for lane in PLAYERS]

    @property
    def rosters(self) -> list[list[str]]:
        return [[unit_name(self.s.soldier_unit[one]) for one in self._roster(player)] for player in PLAYERS]

    @property
    def entries(self) -> list[list[tuple[int, int] | None]]:
        return [[decode_entry(self.s.entry[one]) for one in self._roster(player)] for player in PLAYERS]

    @property
    def winner(self) -> int | str | None:
        if self.s.phase != Phase.OVER:
            return None
        best = int(turn_end_winner(self.s))
        return "draw" if best < 0 else best

    @property
    def frames(self) -> list[list[list[Event]]]:
        frames: list[list[list[Event]]] = [[[], []] for _ in range(TIMESTEPS)]
        for _, kind, moment, *numbers in self.log:
            step, lane = divmod(moment, 2)
            event = _event(kind, numbers, self.s.deployed_soldier)
            if event is not None:
                frames[step][lane].append(event)
        return frames

    # Giving orders

    def give(self, player: int, order: Order) -> str | None:
        """Give an order in as many moves as it takes; the clause that refuses it, or None."""
        codes = codes_of(order)
        if isinstance(codes, str):
            if codes == "T6.2":
                return codes
            first = int(self._engine.why_not(self.words, moves.encode_move(player, _first(order))))
            return _clause(first) if first else codes
        for local in codes:
            clause = self.play(player, local)
            if clause:
                if self.s.picked[player]:
                    self.play(player, moves.NEVER_MIND)
                return _clause(clause)
        return None

    def play(self, player: int, local: int) -> int:
        """Play a move; return the clause that refuses it, or 0."""
        handles, code = self._engine.handles, moves.encode_move(player, local)
        turn = int(handles.load("play")(handles.load("handle")(self.words), code, handles.buffer))
        return -turn if turn < OVER else 0

    def play_and_tell(self, player: int, local: int) -> list[list[int]]:
        before, log = self.words.copy(), empty_log(2000)
        turn = self._engine.advance_with_log(self.words, moves.encode_move(player, local), log)
        assert turn >= OVER
        if log[LOG_COUNT] > log[LOG_CAPACITY]:
            self.words[:] = before
            log = empty_log(int(log[LOG_COUNT]))
            self._engine.advance_with_log(self.words, moves.encode_move(player, local), log)
        return logged_events(log)

    def copy(self) -> Field:
        other = object.__new__(type(self))
        other.words, other.log = self.words.copy(), self.log
        other.s = TowersState(other.words)
        return other

    @property
    def _engine(self) -> Engine:
        return engine_of(GAME, self.plain)

    def _roster(self, player: int) -> range:
        return range(player * MAX_SOLDIERS, player * MAX_SOLDIERS + self.s.soldiers[player])

    def _tower(self, place: int) -> tuple[str, int, int, int]:
        row, column = row_and_column(self.s.tower_cell[place])
        return unit_name(self.s.tower_unit[place]), row, column, self.s.tower_health[place]


def _clause(number: int) -> str:
    assert number in set(Clause)
    return f"T{number // 100}.{number % 100}"


@functools.cache
def _unit(name: str) -> int:
    return int(Unit[name.upper()])


def _first(order: Order) -> int:
    """Return the code of the first half of an order."""
    return moves.TOWER + _unit(order[1]) if order[0] == "build" else moves.SOLDIER + order[1]


def codes_of(order: Order) -> list[int] | str:
    """Return the moves that give an order, or the clause that forbids a number that has no code."""
    match order:
        case ("build", _, row, column):
            cell = cell_of(row, column)
            inside = 0 <= column < COLUMNS and 0 <= cell < CELLS
            return [_first(order), moves.CELL + cell] if inside else "T4.1"
        case ("hire", unit):
            return [moves.HIRE + _unit(unit)]
        case ("send", number, step, column):
            if not 0 <= number < MAX_SOLDIERS:
                return "T6.2"
            inside = 0 <= step < TIMESTEPS and 0 <= column < COLUMNS
            return [_first(order), moves.COLUMN + column, moves.STEP + step] if inside else "T2.3"
        case ("home", number):
            return [_first(order), moves.HOME] if 0 <= number < MAX_SOLDIERS else "T6.2"
        case ("mind", unit, mind):
            return [moves.MIND + _unit(unit) * MIND_COUNT + Mind[mind.upper()]]
    raise ValueError(f"not an order: {order}")


def _event(kind: int, numbers: list[int], places: Sequence[int]) -> Event | None:
    """Return an event in the form of the twin: soldiers by roster place, cells by row and column."""
    first, second, _ = numbers
    match kind:
        case EventKind.ENTERED:
            return ("enter", places[first], second % COLUMNS)
        case EventKind.SHOT:
            return ("shot", row_and_column(first), places[second])
        case EventKind.MOVED:
            return ("move", places[first], *row_and_column(second))
        case EventKind.STRUCK:
            return ("hit", places[first], row_and_column(second))
        case EventKind.SCORED:
            return ("score", places[first])
        case EventKind.FELL:
            return ("fell", places[first])
        case EventKind.RAZED:
            return ("destroyed", row_and_column(first))
    return None


class PlainField(Field):
    plain = True
