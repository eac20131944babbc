"""What benchmarks share: options, rounds in turn, ratios, quantiles, a progress bar."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")

SKIPPED = 77
"""The exit code of a benchmark that this machine cannot run (the same as in Automake)."""


def benchmark_parser(name: str, description: str | None) -> argparse.ArgumentParser:
    """Return a parser for the options of a benchmark, with `--quick`."""
    parser = argparse.ArgumentParser(
        prog=f"python -m holdtheline.benchmarks.{name}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--quick", action="store_true", help="use the smallest sizes, to see that it works; the figures mean nothing"
    )
    return parser


def skip(reason: str) -> int:
    """Say why this machine cannot run a benchmark, and return the exit code for it."""
    print(f"Skipped: {reason}.")
    return SKIPPED


def track_progress(items: Iterable[Item], label: str, count: int) -> Iterable[Item]:
    """Yield the items and show a progress bar with the time left, if this is a terminal."""
    console = Console(stderr=True)
    return track(items, label, count, console=console, transient=True, disable=not console.is_terminal)


def say_progress(text: str) -> None:
    """Print a line about progress to stderr; the tables go to stdout."""
    print(text, file=sys.stderr, flush=True)


def measure_in_rounds(contestants: Mapping[str, Callable[[], float]], rounds: int = 7) -> dict[str, list[float]]:
    """Return what each contestant measured in each round.

    In a round all contestants run, so that a busy moment of the machine affects all of them. One more round, the
    first, is discarded.
    """
    figures: dict[str, list[float]] = {name: [] for name in contestants}
    turns = [(number, name) for number in range(rounds + 1) for name in contestants]
    for number, name in track_progress(turns, "measuring", len(turns)):
        figure = contestants[name]()
        if number > 0:
            figures[name].append(figure)
    return figures


def describe_ratio(figures: dict[str, list[float]], numerator: str, denominator: str) -> str:
    """Return the median ratio of two contestants over the rounds, with its range."""
    ratios = [a / b for a, b in zip(figures[numerator], figures[denominator], strict=True)]
    return f"{statistics.median(ratios):.2f} (rounds: {min(ratios):.2f} to {max(ratios):.2f})"


def percentile(figures: list[float], percent: int) -> float:
    return statistics.quantiles(figures, n=100, method="inclusive")[percent - 1]
