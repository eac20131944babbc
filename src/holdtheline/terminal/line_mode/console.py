"""Read and write lines: wrap text, print what the terminal can show, and quit."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable

MAX_WIDTH = 78
PROMPT = "> "
QUIT_WORDS = ("quit", "q", "exit")
MAX_MOVES_LISTED = 12
NUMBER_LENGTH_LIMIT = 6
"""A shorter line of digits is the number of a move in the list."""

ReadLine = Callable[[str], str]
WriteLine = Callable[[str], None]


class LineConsole:
    """Print sentences for a mode in which every input is a line of text."""

    _write: WriteLine

    def say(self, text: str) -> None:
        for line in wrap_text(text):
            self._write(line)


class QuitRequested(Exception):
    """The player asked to quit."""


def print_line(line: str) -> None:
    """Print a line, with question marks for characters that the terminal cannot show."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(line.encode(encoding, "replace").decode(encoding), flush=True)


def wrap_text(text: str) -> list[str]:
    """Wrap a text to the terminal; a word that is too long, such as a path, stays whole."""
    width = max(min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns - 1, MAX_WIDTH), 20)
    lines: list[str] = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
    return lines
