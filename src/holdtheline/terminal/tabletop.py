"""What every screen with a table on it shows: a head, the board, the log, a question, the keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
from .board import Board
from .words import options_text, step_text

STEPS_IN_LOG = 200


@dataclass(frozen=True)
class Key:
    """A key to be named at the foot of the screen; where room is short the least needed goes first."""

    name: str
    word: str
    action: str = ""
    need: int = 1


class KeyBar(Widget):
    """As many keys as fit, each of which can be clicked."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._keys: Sequence[Key] = ()

    def show(self, keys: Sequence[Key]) -> None:
        self._keys = keys
        self.refresh()

    def render(self) -> Content:
        return Content("   ").join(self._drawn(key) for key in self._fitting(self.size.width))

    def _fitting(self, width: int) -> list[Key]:
        keys = list(self._keys)
        while keys and sum(len(f"{key.name} {key.word}") + 3 for key in keys) - 3 > width:
            keys.remove(min(reversed(keys), key=lambda key: key.need))
        return keys

    @staticmethod
    def _drawn(key: Key) -> Content:
        click = f"@click={key.action}" if key.action else "none"
        return Content.from_markup(f"[{click}][b $primary]$name[/] $word[/]", name=key.name, word=key.word)


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

    AUTO_FOCUS = None

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        with Vertical(id="table"):
            yield Static(id="head")
            with Container(id="middle"):
                with ScrollableContainer(id="stage", can_focus=False):
                    yield Board()
                with Vertical(id="side"):
                    yield Static(id="hints")
                    with VerticalScroll(id="log", can_focus=False):
                        yield Static(id="steps")
            with Vertical(id="ask"):
                yield Static(id="prompt", markup=False)
                yield ReadyLine(id="ready")
                yield Static(id="message", markup=False)
            yield KeyBar()

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    @property
    def is_small(self) -> bool:
        """Whether there is no room for the log."""
        return self.size.width < 72 and self.size.height < 26

    def show_head(self, right: str) -> None:
        left = [self.game.contract.title, options_text(self.game)]
        text = Content.assemble((left[0], "bold $accent"), (f"  {left[1]}" if left[1] else "", "$quiet"))
        room = min(self.size.width, 124) - (2 if self.size.width < 72 else 4)
        gap = max(room - text.cell_length - len(right), 2)
        self.query_one("#head", Static).update(text + Content.assemble(" " * gap, (right, "$quiet")))

    def show_log(self, steps: Sequence[Done]) -> None:
        self.query_one("#steps", Static).update(log_text(steps[-STEPS_IN_LOG:], self.game.seats))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
