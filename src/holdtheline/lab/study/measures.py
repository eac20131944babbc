"""What a study measures: a figure for each seed, from the rows of its games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...core.definition import DRAWN, LOST, WON, GameDefinition, Rules
from ...core.errors import UnknownName
from ...core.state_record import Words
from ...core.toml.file import suggest
from ...players.batch import FIRST_RESULT, Column
from ..intervals import Values, scores_of


@dataclass(frozen=True)
class GameRows:
    """The rows of some games, the number of seats, and the seat whose results are measured."""

    rows: Words
    seats: int
    seat: int

    def results(self, seat: int) -> Words:
        return self.rows[:, FIRST_RESULT + seat]

    def column(self, column: int) -> Words:
        return self.rows[:, column]

    @property
    def kinds(self) -> Words:
        return self.rows[:, FIRST_RESULT + self.seats :]


@dataclass(frozen=True)
class Measure:
    """A figure of a game."""

    name: str
    title: str
    values: Callable[[GameRows], Values]
    is_share: bool = False
    """Whether it is shown in percent."""


def _is(result: int) -> Callable[[GameRows], Values]:
    return lambda games: (games.results(games.seat) == result).astype(float)


def _column(column: Column) -> Callable[[GameRows], Values]:
    return lambda games: games.column(column).astype(float)


def _margin(games: GameRows) -> Values:
    sign = -1 if games.seats == 2 and games.seat == 1 else 1
    return np.asarray(sign * games.column(Column.MARGIN).astype(float))


def _comeback(games: GameRows) -> Values:
    """Return 1 for games whose winner was behind at the end of some turn."""
    first = (games.results(0) == WON) & (games.column(Column.LOWEST_MARGIN) < 0)
    other = (games.results(0) == LOST) & (games.column(Column.HIGHEST_MARGIN) > 0)
    return np.asarray((first | other).astype(float))


def _choices(games: GameRows) -> Values:
    return np.asarray(games.column(Column.CHOICES) / np.maximum(games.column(Column.DECISIONS), 1))


RESULTS = (
    Measure("win", "won", _is(WON), True),
    Measure("draw", "drawn", _is(DRAWN), True),
    Measure("score", "score (a draw counts half)", lambda games: scores_of(games.results(games.seat)), True),
    Measure("decisive", "decided (not drawn)", lambda games: (games.results(0) != DRAWN).astype(float), True),
    Measure("decisions", "decisions", _column(Column.DECISIONS)),
    Measure("rolls", "dice rolled", _column(Column.ROLLS)),
    Measure("choices", "legal moves per decision", _choices),
)
FIRST_SEAT = Measure("first_seat", "score of the first seat", lambda games: scores_of(games.results(0)), True)
COUNTS_CHOICES = "choices"
"""The measure that needs the legal moves to be counted at each decision, which takes time."""


def measures_of(definition: GameDefinition, seats: int) -> dict[str, Measure]:
    """Return what can be measured in a game with this number of seats, by name."""
    found = list(RESULTS)
    turn_name = definition.text.turn_name
    found.append(Measure("turns", f"{turn_name}s", _column(Column.TURNS)))
    if seats > 1:
        found.append(FIRST_SEAT)
    measures = definition.measures
    if measures is not None:
        found.append(
            Measure("margin", f"{measures.margin_name} {'ahead' if seats > 1 else 'left'} at the end", _margin)
        )
        if measures.has_leader:
            found.append(Measure("lead_changes", "changes of the lead", _column(Column.LEAD_CHANGES)))
            found.append(Measure("comeback", "won from behind", _comeback, True))
        for index, kind in enumerate(measures.move_kinds):
            if kind:
                key = kind.replace(" ", "_")
                found.append(Measure(f"share.{key}", f"{kind}: share of the decisions", _share_of(index), True))
                found.append(Measure(f"use.{key}", f"{kind}: games with it", _use_of(index), True))
    return {measure.name: measure for measure in found}


def _share_of(index: int) -> Callable[[GameRows], Values]:
    return lambda games: np.asarray(games.kinds[:, index] / np.maximum(games.column(Column.DECISIONS), 1))


def _use_of(index: int) -> Callable[[GameRows], Values]:
    return lambda games: (games.kinds[:, index] > 0).astype(float)


def find_measure(definition: GameDefinition, seats: int, name: str) -> Measure:
    known = measures_of(definition, seats)
    if name not in known:
        raise UnknownName(f"{definition.name} has no measure {name[:40]!r}; {suggest(name, list(known))}")
    return known[name]


def default_measures(definition: GameDefinition, seats: int) -> tuple[str, ...]:
    """Return the measures that a report shows unless the study names others."""
    known = measures_of(definition, seats)
    wanted = ["win"]
    if seats > 1:
        wanted += ["draw", "first_seat"]
    if definition.rules.turns is not Rules.turns:
        wanted.append("turns")
    wanted += ["decisions", "margin", "lead_changes", "comeback"]
    return tuple(name for name in wanted if name in known)
