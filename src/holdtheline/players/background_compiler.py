"""Compile games one after the other in a low-priority process, the game being played first.

Until a game is compiled, people play it with the plain rules and computer players play by the book.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core.catalog import definition_of
from ..core.kernel.compiler import compiling_elsewhere
from .precompile import count_parts, is_ready, start_compiling

PART_SECONDS = 4.0
"""How long a part takes, before any has been measured."""


@dataclass
class CompileProgress:
    """How far the compiler is with a game."""

    parts: int
    done: int = 0
    began: float = 0.0

    def seconds_left(self, part_seconds: float) -> float:
        running = time.monotonic() - self.began if self.began else 0.0
        return max(self.parts * part_seconds - running, 1.0)


class BackgroundCompiler:
    """Compiles the games that are not in the cache yet.

    `on_ready` is called, in the thread of the compiler, with the name of each game that is ready.
    """

    def __init__(self, names: Sequence[str], on_ready: Callable[[str], object] = lambda name: None) -> None:
        self._on_ready = on_ready
        self._waiting = [name for name in names if not is_ready(name)]
        self._progress = {name: CompileProgress(count_parts(name)) for name in self._waiting}
        compiling_elsewhere.update(map(kernel_prefix, self._waiting))
        self._part_seconds = PART_SECONDS
        self._changed = threading.Condition()
        self._child: subprocess.Popen[str] | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name="background compiler", daemon=True)
        self._thread.start()

    def prefer(self, name: str) -> None:
        """Compile this game next."""
        with self._changed:
            if name in self._waiting:
                self._waiting.remove(name)
                self._waiting.insert(0, name)

    def is_compiling(self, name: str) -> bool:
        """Return whether this game is being compiled or waits for it."""
        return name in self._progress

    def seconds_left(self, name: str) -> float | None:
        """Return about how long until this game is ready; None if it is, or will not be compiled here."""
        with self._changed:
            if name not in self._progress:
                return None
            before = self._waiting[: self._waiting.index(name)] if name in self._waiting else []
            running = [other for other in self._progress if other not in self._waiting and other != name]
            return sum(self._progress[other].seconds_left(self._part_seconds) for other in (*running, *before, name))

    def notice(self, name: str) -> str | None:
        """Return a sentence for people who wait for this game, or None if it is ready."""
        seconds = self.seconds_left(name)
        return None if seconds is None else f"Computer levels and coach ready in about {duration_text(seconds)}."

    def close(self) -> None:
        """Stop compiling; what is compiled so far stays in the cache."""
        with self._changed:
            self._is_closed = True
            if self._child is not None:
                self._child.kill()
        self._thread.join()
        compiling_elsewhere.difference_update(map(kernel_prefix, (*self._waiting, *self._progress)))

    def _work(self) -> None:
        while (child := self._start_next()) is not None:
            name, process = child
            with process:
                for _ in process.stdout or ():
                    self._note_part(name)
            compiling_elsewhere.discard(kernel_prefix(name))
            with self._changed:
                self._progress.pop(name, None)
                self._child = None
            if is_ready(name):
                self._on_ready(name)

    def _start_next(self) -> tuple[str, subprocess.Popen[str]] | None:
        with self._changed:
            if self._is_closed or not self._waiting:
                return None
            name = self._waiting.pop(0)
            self._progress[name].began = time.monotonic()
            self._child = start_compiling(name, in_background=True)
            return name, self._child

    def _note_part(self, name: str) -> None:
        """Note that a part has begun, and so all before it are done."""
        with self._changed:
            progress = self._progress[name]
            if progress.done:
                self._part_seconds = (time.monotonic() - progress.began) / progress.done
            progress.done += 1


def kernel_prefix(name: str) -> str:
    return definition_of(name).kernel_prefix


def duration_text(seconds: float) -> str:
    """Return a rounded time: "20 seconds", "a minute", "3 minutes"."""
    if seconds < 45:
        return f"{max(10, round(seconds / 10) * 10)} seconds"
    minutes = round(seconds / 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"
