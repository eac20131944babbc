"""Base screens: header, board, log, prompt and key bar; and the same with a map that scrolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from ...core.game import Game
from ...table.history import PlayedStep
from ...table.text import options_text, step_text
from .board import Board
from .hint_panel import HintPanel
from .prompt import KeyHint

MAX_LOG_STEPS = 200
MIN_WIDE_COLUMNS, MIN_HIGH_ROWS = 72, 26
"""Smallest terminal with the log beside the board (columns) or below it (rows)."""


class KeyBar(Widget):
    """A bar with as many keys as fit; each can be clicked."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._keys: Sequence[KeyHint] = ()

    def show(self, keys: Sequence[KeyHint]) -> None:
        self._keys = keys
        self.refresh()

    @property
    def _gap(self) -> int:
        return 3 if self.content_size.width >= MIN_WIDE_COLUMNS else 2

    def _keys_that_fit(self) -> list[KeyHint]:
        keys = list(self._keys)
        while keys and sum(len(key) + self._gap for key in keys) - self._gap > self.content_size.width:
            keys.remove(min(reversed(keys), key=lambda key: key.need))
        return keys

    def render(self) -> Content:
        drawn = [Content.assemble((key.name, "bold $primary"), f" {key.word}") for key in self._keys_that_fit()]
        return Content(" " * self._gap).join(drawn)

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        x = event.get_content_offset_capture(self).x
        for key in self._keys_that_fit():
            if 0 <= x < len(key) and key.action:
                await self.app.run_action(key.action, default_namespace=self.screen)
            x -= len(key) + self._gap


class ReadyLine(Static):
    """The line that says what Enter would do; clicking it does the same."""

    class Pressed(Message):
        pass

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed())


def log_content(steps: Iterable[PlayedStep], seats: Sequence[str]) -> Content:
    """Return the log: each step as a headline, then its events with their clauses."""
    lines: list[Content] = []
    for step in steps:
        headline = step_text(step, seats)
        lines.append(Content.assemble((f"{step.number} ", "$quiet"), (headline, "bold $primary")))
        lines += [Content.assemble(e.text, (f" {e.clause}", "$quiet")) for e in step.events]
    return Content("\n").join(lines)


class TableScreen(Screen[None]):
    """The base of the screens to play and to replay."""

    AUTO_FOCUS: ClassVar[str | None] = None

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._last_logged: tuple[int, PlayedStep | None] | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="table"):
            yield Static(id="head")
            with Container(id="middle"):
                with ScrollableContainer(id="stage", can_focus=False):
                    yield Board()
                with Vertical(id="side"):
                    yield from self.compose_side()
                    with VerticalScroll(id="log", can_focus=False):
                        yield Static(id="steps")
            with Vertical(id="ask"):
                yield Static(id="prompt", markup=False)
                yield ReadyLine(id="ready")
                yield Static(id="message", markup=False)
                yield from self.compose_below()
            yield KeyBar()

    def compose_side(self) -> ComposeResult:
        """Compose the widgets above the log."""
        yield HintPanel()
        yield Static(id="odds")

    def compose_below(self) -> ComposeResult:
        """Compose the widgets below the prompt."""
        yield from ()

    def _repaint(self) -> None:
        raise NotImplementedError

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def is_small(self) -> bool:
        """Whether the terminal is too small for the log."""
        return self.size.width < MIN_WIDE_COLUMNS and self.size.height < MIN_HIGH_ROWS

    def show_head(self, right: str) -> None:
        left = [self.game.definition.title, options_text(self.game)]
        text = Content.assemble((left[0], "bold $accent"), (f"  {left[1]}" if left[1] else "", "$quiet"))
        width = self.query_one("#head").content_size.width
        gap = max(width - text.cell_length - len(right), 2)
        self.query_one("#head", Static).update(text + Content.assemble(" " * gap, (right, "$quiet")), layout=False)

    def _opening(self) -> Content:
        return Content.styled(f"{self.game.definition.summary} Press ? for the rules.", "$quiet")

    def show_log(self, steps: Sequence[PlayedStep]) -> None:
        """Show these steps in the log; if it shows them already, keep its scroll position."""
        self.set_class(self.is_small, "-small")
        logged = (len(steps), steps[-1] if steps else None)
        if logged == self._last_logged:
            return
        self._last_logged = logged
        text = log_content(steps[-MAX_LOG_STEPS:], self.game.seats) if steps else self._opening()
        self.query_one("#steps", Static).update(text)
        self.query_one("#log", VerticalScroll).anchor()  # at its end, until the player scrolls


class ScrollTableScreen(TableScreen):
    """A screen with a board that scrolls, and with the log beside it if both fit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+up", "scroll_board(0, -4)"),
        Binding("shift+down", "scroll_board(0, 4)"),
        Binding("shift+left", "scroll_board(-8, 0)"),
        Binding("shift+right", "scroll_board(8, 0)"),
    ]
    BOARD_COLUMNS = 0
    """Columns of the board with its margin or scrollbar."""
    MIN_SIDE_COLUMNS = 0
    """Smallest width of the panel beside the board."""

    @property
    def has_side(self) -> bool:
        """Whether the terminal has room for the log beside the board."""
        return self.size.width >= self.BOARD_COLUMNS + self.MIN_SIDE_COLUMNS

    def lay_out(self) -> None:
        """Set the style classes for the size of the terminal."""
        self.set_class(not self.has_side, "-alone")

    @property
    def _stage(self) -> ScrollableContainer:
        return self.query_one("#stage", ScrollableContainer)

    def _has_room_for(self, *lines: str) -> bool:
        return True  # a board that scrolls leaves room

    def action_scroll_board(self, x: int, y: int) -> None:
        self._stage.scroll_relative(x=x, y=y, animate=False)


SCROLL_MARGIN = 3
"""Rows to keep visible around the hotspots that are scrolled to."""
SCORE_LABEL = " VP"


class MapTableScreen(ScrollTableScreen):
    """A screen with a map that scrolls."""

    BOARD_COLUMNS, MIN_SIDE_COLUMNS = 81, 27

    def on_mount(self) -> None:
        self.add_class("field")
        self.lay_out()

    @property
    def is_small(self) -> bool:
        return not self.has_side

    def show_head(self, right: str) -> None:
        """Show the score in the header, because the map may be scrolled away from it."""
        scores = [row.partition(".")[0].rstrip() for row in self.board.rows_above if SCORE_LABEL in row]
        if not self.is_small or not scores:
            super().show_head("   ".join([*scores, right]))
        else:
            self.query_one("#head", Static).update(Content("   ".join(scores)), layout=False)

    def scroll_to_map(self) -> None:
        """Scroll the rows above the map away if the terminal is too low for all."""
        top = self.board.first_row
        if top and self.board.height_wanted > self._stage.size.height:
            self._stage.scroll_to(y=top - 1, animate=False)

    def scroll_to_row(self, row: int) -> None:
        """Scroll until this row is visible."""
        top, height = self._stage.scroll_offset.y, self._stage.size.height
        if row < top + 1 or row >= top + height - 1:
            self._stage.scroll_to(y=row - height // 2, animate=False)

    def scroll_to_ids(self, ids: Sequence[str]) -> None:
        """Scroll until all these hotspots are visible; if they do not fit, the last ones."""
        regions = [region for region in map(self.board.region_of, ids) if region is not None]
        if not regions:
            return
        first, last = min(region.y for region in regions), max(region.bottom for region in regions)
        top, height = self._stage.scroll_offset.y, self._stage.size.height
        if last > top + height - 1:
            self._stage.scroll_to(y=last + SCROLL_MARGIN - height, animate=False)
        elif first < top + 1:
            self._stage.scroll_to(y=max(first - SCROLL_MARGIN, last + 1 - height), animate=False)

    def scroll_to_id(self, id_: str) -> None:
        """Scroll until this hotspot is visible."""
        region, stage = self.board.region_of(id_), self._stage
        if region is None:
            return
        top, height = stage.scroll_offset.y, stage.size.height
        if region.y < top + 1 or region.bottom > top + height - 1:
            stage.scroll_to(y=region.y - height // 2, animate=False)
        left, width = stage.scroll_offset.x, stage.size.width - 2
        if region.x < left or region.right > left + width:
            stage.scroll_to(x=region.x - width // 2, animate=False)
