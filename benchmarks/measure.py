"""Taking turns, so that a busy moment of the machine hits all contestants alike; and a bar for long work."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rich.console import Console
from rich.progress import track

One = TypeVar("One")


def shown(things: Iterable[One], what: str, count: int) -> Iterable[One]:
    """The same, with a bar and the time that is left, on a terminal."""
    console = Console(stderr=True)
    return track(things, what, count, console=console, transient=True, disable=not console.is_terminal)


def in_turns(contestants: Mapping[str, Callable[[], float]], rounds: int = 7) -> dict[str, list[float]]:
    """What each contestant measured in each round; one round before them is thrown away."""
    figures: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, contestant in contestants.items():
            figure = contestant()
            if number > 0:
                figures[name].append(figure)
    return figures


def ratio(figures: dict[str, list[float]], one: str, other: str) -> str:
    """How many times the other's figure the one's is: the median over the rounds, and its range."""
    ratios = [a / b for a, b in zip(figures[one], figures[other], strict=True)]
    return f"{statistics.median(ratios):.2f} (rounds: {min(ratios):.2f} to {max(ratios):.2f})"
