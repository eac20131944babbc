"""Base screen with both lanes, trimmed or scrolled to fit; and the prompt and keys while planning."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ....core.ascii_art import AsciiBoard
from ....table.hints import why_no_hints
from ....table.move_picker import MovePicker
from ....table.session import Table
from ....table.text import viewing_seat
from ...orders import has_partial_order
from ...screens.board import Board
from ...screens.prompt import KeyHint, key_prompt, next_click_prompt
from ...screens.table_screen import ScrollTableScreen
from ...visibility import is_planning

MAX_ROWS = 44
"""Largest height of the table."""


def trim_drawing(drawing: AsciiBoard, height: int) -> AsciiBoard:
    """Drop the least needed rows of a drawing until it fits; the lanes themselves stay."""
    rows, first, end = len(drawing), 0, len(drawing)
    for drop, at_end in ((2, True), (2, False), (2, True), (1, True), (1, False), (1, False)):
        if rows <= height:
            break
        first, end = (first, end - drop) if at_end else (first + drop, end)
        rows -= drop
    return drawing[first:end]


class LanesScreen(ScrollTableScreen):
    """A screen with both lanes."""

    BOARD_COLUMNS, MIN_SIDE_COLUMNS = 58, 20

    def on_mount(self) -> None:
        self.add_class("lanes")

    def compose_side(self) -> ComposeResult:
        yield from ()

    def on_resize(self) -> None:
        self.call_after_refresh(self._repaint)

    @property
    def side_width(self) -> int:
        """Columns of the panel beside the lanes."""
        return min(self.size.width, 120) - self.BOARD_COLUMNS - 3

    @property
    def other_rows(self) -> int:
        """Rows that are needed for everything but the lanes."""
        raise NotImplementedError

    @property
    def lane_rows(self) -> int:
        """Rows that are available for the lanes."""
        return max(min(self.size.height, MAX_ROWS) - self.other_rows, 1)

    @property
    def is_bare(self) -> bool:
        """Whether the terminal has few rows."""
        return self.size.height < 36

    def lay_out(self) -> None:
        super().lay_out()
        self.set_class(self.is_bare, "-bare")

    def show_lines(self, lines: Sequence[str], nothing: Content) -> None:
        """Show these lines in the log, scrolled to its end."""
        self.query_one("#steps", Static).update(Content("\n").join(map(Content, lines)) if lines else nothing)
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def show_lanes(self, drawing: AsciiBoard, *more: object) -> AsciiBoard:
        """Show the lanes as far as they fit, and return what is shown."""
        shown = trim_drawing(drawing, self.lane_rows)
        self.board.show(shown, *more)  # type: ignore[arg-type]
        return shown

    @property
    def hidden_rows(self) -> int:
        return max(self.board.height_wanted - self.lane_rows, 0)

    def scroll_to_id(self, id_: str) -> None:
        """Scroll until this hotspot is visible."""
        region = self.board.region_of(id_)
        if region is not None and self.hidden_rows:
            self._stage.scroll_to(y=region.y - self.lane_rows // 2, animate=False)

    def scroll_hint(self) -> str:
        """Return how to scroll lanes that do not fit."""
        if self.size.width < self.BOARD_COLUMNS - 2:
            return "This terminal is narrower than both lanes (56 columns): scroll with Shift and arrows."
        return "The lanes are higher than this terminal: scroll with Shift and arrows." if self.hidden_rows else ""


PLANNING_KEYS_TEXT = "1s 2r 3b 4h hire, 5M 6R 7F 8B build, r ready, / types"
"""The letters are those of the price list above this line."""


def planning_prompt(table: Table, picker: MovePicker, board: Board) -> Content:
    """Return what Enter would do now, or else the keys for orders."""
    seat = viewing_seat(table)
    if table.is_over:
        return key_prompt("Enter", "show the result")
    if picker.ready is not None:
        return key_prompt("Enter", picker.ready.label)
    if has_partial_order(table.state, seat):
        return Content(partial_order_prompt(picker, board))
    if not is_planning(table, seat):
        return next_click_prompt(picker, small=True)
    return Content(PLANNING_KEYS_TEXT)


def partial_order_prompt(picker: MovePicker, board: Board) -> str:
    """Return how to complete half an order."""
    ids = picker.next_ids
    if any(id_.startswith("column") for id_ in ids):
        return "0-6 choose a column, s keeps it at home, n cancels"
    if any(board.region_of(id_) for id_ in ids):
        return "arrows choose a cell, Space builds, n cancels"
    return "type a timestep, or click it in the plan; n cancels"


def planning_keys(table: Table, hints_on: bool, has_side: bool, has_replay: bool) -> list[KeyHint]:
    keys = [KeyHint("/", "type", "screen.type", 9), KeyHint("Arrows Space", "select", need=3)]
    keys.append(KeyHint("u", "undo", "screen.undo", 7))
    if not has_side:
        keys += [KeyHint("t", "plan", "screen.plan", 8), KeyHint("o", "log", "screen.log", 2)]
    if has_replay:
        keys += [KeyHint("f", "replay", "screen.replay_turn", 6), KeyHint("v", "report", "screen.report", 5)]
    if not table.is_over and why_no_hints(table) is None:
        keys.append(KeyHint("h", "no hints" if hints_on else "hints", "screen.hints", 4))
    keys += [KeyHint("l", "moves", "screen.moves", 4), KeyHint("?", "rules", "screen.rules", 5)]
    return [*keys, KeyHint("d", "day/night", "app.toggle_theme", 0), KeyHint("q", "quit", "app.leave(0)", 8)]
