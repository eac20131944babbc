"""Cards to print and cut out, for games that are also played on a real table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple


class CardSheets(NamedTuple):
    """Sheets of cards, as SVG."""

    name: str  # without spaces
    title: str
    whole: str  # one picture with all pages
    pages: Sequence[str]


@dataclass(frozen=True, eq=False)
class PrintedCards:
    """The cards of a game."""

    names: Callable[[], Mapping[str, Sequence[str]]]  # what has cards, by kind, such as "battles"
    named: Callable[[str], CardSheets]
    read: Callable[[Path], CardSheets]  # of a file; raises BadOption
