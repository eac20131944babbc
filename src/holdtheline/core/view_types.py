"""Types for what clients show: hotspots, click paths, odds, marks, and the grid of an open table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Hotspot:
    """Something on the table that a player can click, or select by a key."""

    id: str
    key: str
    label: str


@dataclass(frozen=True)
class ClickPath:
    """The clicks that make a move, as SVG ids; the move is complete after all of them."""

    ids: tuple[str, ...]
    any_order: bool = False


@dataclass(frozen=True)
class Odds:
    """A possible result of a move, and its exact chance.

    If the chance depends on hidden information, it is between `chance` and `max_chance`.
    """

    label: str
    chance: Fraction
    max_chance: Fraction | None = None


@dataclass(frozen=True)
class MarkOption:
    """One of several moves that a mark offers."""

    sign: str
    play: str  # the text of the move


@dataclass(frozen=True)
class Mark:
    """A mark on something in the picture that matters to the selected piece.

    Its kind is a place to go (`near`, `far`, `dear`), a `target`, `unseen`, or what `blocks` the line of sight.
    """

    id: str
    kind: str
    sign: str  # a few letters to write there
    text: str
    meaning: str  # of the kind and its signs, for the legend
    plays: tuple[str, ...] = ()  # the texts of the moves that lead there, if there are several
    options: tuple[MarkOption, ...] = ()  # if a click there can mean several moves


@dataclass(frozen=True)
class InspectorRow:
    """A number of something in the picture, and how it comes about: `hits on 6`, `range 2, woods −1`."""

    label: str
    value: str
    explanation: str = ""
    clause: int = 0


@dataclass(frozen=True)
class Inspection:
    """What a player reads about something in the picture."""

    title: str
    rows: tuple[InspectorRow, ...]


@dataclass(frozen=True)
class HudSide:
    """A side in the head-up display: `Union`, 0 `of 6 VP`, `Lost: no units`."""

    seat: int
    name: str
    points: int
    of: str
    note: str
    acts: bool


@dataclass(frozen=True)
class Gauge:
    """A number in the head-up display, drawn as a `track` up to `most` or as `pips`."""

    label: str
    value: int
    most: int | None
    shape: str


@dataclass(frozen=True)
class Hud:
    """The head-up display of a large picture, which stays in place while the picture is zoomed."""

    title: str  # small, above the headline
    headline: str  # what is played; the prompt says what happens now
    sides: tuple[HudSide, ...]
    gauges: tuple[Gauge, ...]
    dice: int  # that are left to roll
    dice_text: str  # what the dice rolled so far have done


@dataclass(frozen=True)
class Grid:
    """Where the inches of an open table are in its ASCII drawing: a row and some columns for each inch."""

    top: int  # rows above the table
    left: int  # columns to the left of it
    across: int  # columns for an inch
    inches: int  # along each side of the table

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """Return the row and column of a point, whose coordinates start at the lower left."""
        row = self.top + self.inches - 1 - min(max(int(y), 0), self.inches - 1)
        return row, self.left + min(max(int(x * self.across), 0), self.inches * self.across - 1)

    def point_at(self, row: int, column: int) -> tuple[float, float] | None:
        """Return the centre of a cell in inches, or None if it is not on the table."""
        down, along = row - self.top, column - self.left
        if not (0 <= down < self.inches and 0 <= along < self.inches * self.across):
            return None
        return (along + 0.5) / self.across, self.inches - down - 0.5
