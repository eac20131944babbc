"""Games as arrays of fixed size, for learning: what a seat observes, and its moves as a dense range of actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..kernel.compiler import Kernel


@dataclass(frozen=True)
class Feature:
    """A part of an observation: a number, or an array of numbers, from `low` to `high`."""

    name: str
    meaning: str
    low: int
    high: int
    shape: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True, eq=False)
class Encoding:
    """The observations and the actions of a game.

    The kernels get a state from which `Rules.hide` has erased what the seat may not know. An action keeps its meaning
    in every state of a game with the same options, and no two legal moves share one.
    """

    features: tuple[Feature, ...]
    layout: Callable[[Any], Sequence[int]]
    """layout(s): numbers that depend on the start of a game only. The first is the number of actions."""
    observe: Kernel[..., Any]  # observe(s, seat, layout, out): write the features, one after the other, into zeros
    action_of: Kernel[..., Any]  # action_of(s, layout, code) -> the action of a legal move
    code_of: Kernel[..., Any]  # code_of(s, layout, action) -> the code of an action, legal or not
    mark_legal: Kernel[..., Any] | None = None
    """mark_legal(s, layout, codes, mask): write 1 for each legal action, where that is faster than asking for each."""

    @cached_property
    def size(self) -> int:
        """The number of numbers in an observation."""
        return sum(feature.size for feature in self.features)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The smallest type of signed integers that holds every feature."""
        lowest, highest = min(f.low for f in self.features), max(f.high for f in self.features)
        return np.min_scalar_type(min(lowest, -highest - 1))

    def slices(self) -> dict[str, slice]:
        """Return where each feature stands in an observation."""
        ends = np.cumsum([feature.size for feature in self.features]).tolist()
        return {feature.name: slice(end - feature.size, end) for feature, end in zip(self.features, ends, strict=True)}
