"""What every screen with a table on it shows: a head, the board, the log, a question, the keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, ScrollableContainer, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from ..core.game import Game
from ..table.session import Done
from ..table.words import options_text, step_text
from .asking import Key
from .board import Board
from .hintpanel import HintPanel

STEPS_IN_LOG = 200
WIDE, HIGH = 72, 26
"""From so many columns the log stands beside the board, from so many rows below it."""


class KeyBar(Widget):
    """As many keys as fit, each of which can be clicked."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._keys: Sequence[Key] = ()

    def show(self, keys: Sequence[Key]) -> None:
        self._keys = keys
        self.refresh()

    @property
    def _gap(self) -> int:
        return 3 if self.content_size.width >= WIDE else 2

    def _fitting(self) -> list[Key]:
        keys = list(self._keys)
        while keys and sum(len(key) + self._gap for key in keys) - self._gap > self.content_size.width:
            keys.remove(min(reversed(keys), key=lambda key: key.need))
        return keys

    def render(self) -> Content:
        drawn = [Content.assemble((key.name, "bold $primary"), f" {key.word}") for key in self._fitting()]
        return Content(" " * self._gap).join(drawn)

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        x = event.get_content_offset_capture(self).x
        for key in self._fitting():
            if 0 <= x < len(key) and key.action:
                await self.app.run_action(key.action, default_namespace=self.screen)
            x -= len(key) + self._gap


class ReadyLine(Static):
    """The line that says what Enter would do; a click on it is Enter."""

    class Pressed(Message):
        pass

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed())


def log_text(steps: Iterable[Done], seats: Sequence[str]) -> Content:
    """Each step as a headline, below it what came of it, with the clauses that made it so."""
    lines: list[Content] = []
    for done in steps:
        headline = step_text(done, seats)
        lines.append(Content.assemble((f"{done.number} ", "$quiet"), (headline, "bold $primary")))
        lines += [Content.assemble(e.text, (f" {e.clause}", "$quiet")) for e in done.events]
    return Content("\n").join(lines)


class TableTop(Screen[None]):
    """A table to look at. Those who play at it, or watch, build on this."""

    AUTO_FOCUS: ClassVar[str | None] = None

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._shown: tuple[int, Done | None] | None = None

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
        """What stands above the log."""
        yield HintPanel()
        yield Static(id="odds")

    def compose_below(self) -> ComposeResult:
        """What stands below the question."""
        yield from ()

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def is_small(self) -> bool:
        """Whether there is no room for the log."""
        return self.size.width < WIDE and self.size.height < HIGH

    def show_head(self, right: str) -> None:
        left = [self.game.contract.title, options_text(self.game)]
        text = Content.assemble((left[0], "bold $accent"), (f"  {left[1]}" if left[1] else "", "$quiet"))
        room = self.query_one("#head").content_size.width
        gap = max(room - text.cell_length - len(right), 2)
        self.query_one("#head", Static).update(
            text + Content.assemble(" " * gap, (right, "$quiet")), layout=False
        )

    def _opening(self) -> Content:
        return Content.styled(f"{self.game.contract.sentence} ? shows the rules.", "$quiet")

    def show_log(self, steps: Sequence[Done]) -> None:
        """The log up to these steps; where it shows them already, it stays as somebody scrolled it."""
        self.set_class(self.is_small, "-small")
        shown = (len(steps), steps[-1] if steps else None)
        if shown == self._shown:
            return
        self._shown = shown
        text = log_text(steps[-STEPS_IN_LOG:], self.game.seats) if steps else self._opening()
        self.query_one("#steps", Static).update(text)
        self.query_one("#log", VerticalScroll).anchor()  # at its end, until somebody scrolls
