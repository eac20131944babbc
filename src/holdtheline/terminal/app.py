"""The full-screen terminal: opens on a table or on a record, and leaves it tidily."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ..table.session import Table
from .theme import DAY, NIGHT
from .words import good_bye

if TYPE_CHECKING:
    from ..core.record import Record
    from .playing import PlayingScreen

FINE, STOPPED = 0, 130


def play(table: Table) -> int:
    """Play at this table until the game is over or somebody leaves; the exit code."""
    screen = screen_for(table)
    app = FullScreen(screen)
    screen.animated = app.is_animated
    path = table.path
    try:
        code = app.run_to_the_end()
    finally:
        for line in good_bye(table, path):
            print(line)
    return code


def screen_for(table: Table) -> PlayingScreen:
    """Where seats plan at once, what they order is sealed, and a turn is a film. A map has its own keys, and
    an open table a line for orders."""
    contract = table.game.contract
    if contract.together is not None:
        from .planning import PlanningScreen

        return PlanningScreen(table)
    if contract.has_map:
        from .field import FieldScreen

        return FieldScreen(table)
    if contract.is_open:
        from .opentable import OpenScreen

        return OpenScreen(table)
    from .playing import PlayingScreen

    return PlayingScreen(table)


def replay(record: Record) -> int:
    """Step through a record; the exit code. BadRecord says where it cannot be trusted."""
    from .watching import WatchingScreen, frames_of

    game = record.game(plain=True)
    if game.contract.together is not None:
        from .turns import Course, TurnsScreen

        return FullScreen(TurnsScreen(game, Course(record))).run_to_the_end()
    if game.contract.has_map or game.contract.is_open:
        from .lookback import FieldWatching

        return FullScreen(FieldWatching(game, frames_of(record))).run_to_the_end()
    return FullScreen(WatchingScreen(game, frames_of(record))).run_to_the_end()


class FullScreen(App[int]):
    """A screen of Hold the Line; ends with an exit code."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "Hold the Line"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", f"leave({STOPPED})", priority=True, show=False),
        Binding("ctrl+q", f"leave({FINE})", priority=True, show=False),
    ]

    def __init__(self, first: Screen[None]) -> None:
        super().__init__()
        self._first = first
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-usual"), (100, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-high"), (30, "-tall")]
        self.mishap: Exception | None = None
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name

    def get_default_screen(self) -> Screen[None]:
        return self._first

    @property
    def is_animated(self) -> bool:
        """Not for those who asked for a calm screen: NO_COLOR, or TEXTUAL_ANIMATIONS=none."""
        return not self.no_color and self.animation_level != "none"

    def run_to_the_end(self) -> int:
        """The exit code; what went wrong inside is raised when the terminal is itself again."""
        try:
            code = self.run()
        except KeyboardInterrupt:
            return STOPPED
        if self.mishap is not None:
            raise self.mishap
        return FINE if code is None else code

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.action_leave, 128 + number)

    def action_leave(self, code: int) -> None:
        self.workers.cancel_all()  # no die tumbles on over a table that is being put away
        self.exit(code)

    def action_day_or_night(self) -> None:
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    # A bug is one sentence for whoever called, never a page of traceback on a player's screen.

    def _handle_exception(self, error: Exception) -> None:
        self.mishap = self.mishap or getattr(error, "error", error)  # a worker's failure holds the real one
        super()._handle_exception(error)

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()
