"""Divide long jobs into slices, so that a worker can do something else in between."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, TypeVar

R = TypeVar("R")
SLICE_SECONDS = 0.1
"""A worker is asked to do something else after this long."""


def in_slices(steps: Generator[Any, None, R]) -> Generator[None, None, R]:
    """Run a generator to its end and return its result; yield once a slice instead of after every step."""
    began = time.perf_counter()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: R = end.value
            return result
        if time.perf_counter() - began > SLICE_SECONDS:
            yield
            began = time.perf_counter()
