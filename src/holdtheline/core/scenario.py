"""Scenarios as the rest of the house sees them: by name or from a file, in few words, as a card, as a map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Summary:
    """A scenario in few words."""

    title: str
    date: str
    place: str
    turns: int
    units: tuple[int, ...]
    """Of each seat, or of each of `sides`."""
    favours: int | None
    """The seat that history favoured, if any."""
    sides: tuple[str, ...] = ()
    """Where it tells of nothing that ever was, and the sides are not the seats: what they are called."""


@dataclass(frozen=True)
class Section:
    """A part of a card: a heading, lines, and perhaps a paragraph. They may be wider than a screen."""

    heading: str
    lines: tuple[str, ...]
    paragraph: str = ""


@dataclass(frozen=True)
class Scenarios:
    """The scenarios of a game. `option` takes one: the names of those that are shipped are its values."""

    option: str
    named: Callable[[str], Any]
    read: Callable[[Path], Any]  # BadOption tells what is wrong with the file, and in which line
    summary: Callable[[Any], Summary]
    of_option: Callable[[str], Any]  # by the option's value, which may be the text of a file
    briefing: Callable[[Any], tuple[Section, ...]]  # what a player wants to know before the game
    card: Callable[[Any], tuple[Section, ...]]  # the same, and everything that both sides have
    facts: Callable[[Any], dict[str, Any]]  # the same, and the map, as JSON
    picture: Callable[[Any], str] | None = None  # the map with those who start on it; None: the first state's
    headings: tuple[str, ...] = ()  # by which even a faulty file is known as one of this game's
