"""Two people at one keyboard, line by line: what one knows is cleared away before the other looks."""

from __future__ import annotations

import os
import shutil
import sys

from .plain import ASK, QUIT, Leaving, LineTable

HIDDEN = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal, and what has scrolled out of it."""


class SharedLines(LineTable):
    """A table at which two may sit who must not see each other's side."""

    _at = -1
    """Whose side is before the eyes."""

    def _change_places(self, seat: int, does: str) -> None:
        """`does`: what this seat does next, as in `The left player plans next`."""
        name = self.table.game.seats[seat]
        self.say(f"The {name} player {does} next. Enter clears the screen; then change places.")
        self._wait()
        if sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb"):
            self._write(HIDDEN)
        else:
            for _ in range(shutil.get_terminal_size((80, 24)).lines):
                self._write("")
        self.say(f"The {name} player {does} now; the other one looks away. Press Enter.")
        self._wait()
        self._at = seat
        self._tell_question()

    def _wait(self) -> None:
        if self._read(ASK).strip().lower() in QUIT:
            raise Leaving
