"""The full-screen app: choose the screen for a table or a record, run it, and return an exit code."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ...table.session import Table
from .. import EXIT_INTERRUPTED, EXIT_OK
from ..games import find_panel
from ..text import goodbye_lines
from .theme import DAY, NIGHT

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.game_record.replay import Record
    from .play import PlayScreen


def play(table: Table) -> int:
    """Play at this table until the game is over or the player quits, and return the exit code."""
    screen = screen_for(table)
    app = TerminalApp(screen)
    screen.animated = app.is_animated
    path = table.path
    try:
        code = app.run_to_exit_code()
    finally:
        for line in goodbye_lines(table, path):
            print(line)
    return code


def screen_for(table: Table) -> PlayScreen:
    """Return the screen that the game has, or the general one."""
    from .play import PlayScreen

    return find_panel(table.game.definition.name, "screen", "SCREEN", PlayScreen)(table)


def replay(record: Record) -> int:
    """Step through a record, and return the exit code; raise BadRecord where it is invalid."""
    game = record.game(plain=True)
    make_screen = find_panel(game.definition.name, "replay_screen", "replay_screen", general_replay_screen)
    return TerminalApp(make_screen(game, record)).run_to_exit_code()


def general_replay_screen(game: Game, record: Record) -> Screen[None]:
    from .replay import MapReplayScreen, ReplayScreen, record_frames

    has_map = game.definition.view.has_hex_map or game.definition.is_open_table
    return (MapReplayScreen if has_map else ReplayScreen)(game, record_frames(record))


class TerminalApp(App[int]):
    """The Textual app around one screen; its result is an exit code."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "Hold the Line"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", f"leave({EXIT_INTERRUPTED})", priority=True, show=False),
        Binding("ctrl+q", f"leave({EXIT_OK})", priority=True, show=False),
    ]

    def __init__(self, first: Screen[None]) -> None:
        super().__init__()
        self._first = first
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-usual"), (100, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-high"), (30, "-tall")]
        self.caught_error: Exception | None = None
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name

    def get_default_screen(self) -> Screen[None]:
        return self._first

    @property
    def is_animated(self) -> bool:
        """Whether dice and turns are animated; NO_COLOR and TEXTUAL_ANIMATIONS=none turn it off."""
        return not self.no_color and self.animation_level != "none"

    def run_to_exit_code(self) -> int:
        """Run the app and return the exit code; raise an internal error after the terminal is restored."""
        try:
            code = self.run()
        except KeyboardInterrupt:
            return EXIT_INTERRUPTED
        if self.caught_error is not None:
            raise self.caught_error
        return EXIT_OK if code is None else code

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.action_leave, 128 + number)

    def action_leave(self, code: int) -> None:
        self.workers.cancel_all()  # stop animations before the screen closes
        self.exit(code)

    def action_toggle_theme(self) -> None:
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    # An internal error is raised to the caller; Textual must not print a traceback on the player's screen.

    def _handle_exception(self, error: Exception) -> None:
        self.caught_error = self.caught_error or getattr(
            error, "error", error
        )  # the error of a worker wraps the real one
        super()._handle_exception(error)

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()
