"""A row of words under the names of its fields: how plain Python reads and writes a state.

NumPy's own records do the same and take ten times as long for it, because they look up the name, the
offset and the type at every touch. Here a number is a plain int, and a list of numbers can be indexed,
written, gone through and turned into a list, as the rules do with both forms of a record.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

WORD = 8


class Fields:
    """A state to read and to write; each type of state has a class of its own."""

    __slots__ = ("_numbers", "_words")

    def __init__(self, words: Any) -> None:
        self._words = words
        self._numbers = words.data

    def copy(self) -> Any:
        """The same state in words of its own."""
        return type(self)(self._words.copy())

    def __repr__(self) -> str:
        return f"<{', '.join(f'{name}={getattr(self, name)!r}' for name in type(self).names)}>"

    names: tuple[str, ...] = ()


@functools.cache
def fields_of(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """The class of the states of this type."""
    assert dtype.names is not None
    assert dtype.fields is not None
    members: dict[str, Any] = {"__slots__": (), "names": dtype.names}
    for name in dtype.names:
        kind, offset = dtype.fields[name][:2]
        members[name] = _field(offset // WORD, kind.shape)
    return type("Fields", (Fields,), members)


def _field(first: int, shape: tuple[int, ...]) -> property:
    if not shape:
        return _number(first)
    numbers = slice(first, first + int(np.prod(shape)))

    def write(fields: Any, values: Any) -> None:
        fields._words[numbers] = np.ravel(values)

    if len(shape) == 1:
        return property(lambda fields: fields._numbers[numbers], write)
    return property(lambda fields: fields._words[numbers].reshape(shape), write)


def _number(place: int) -> property:
    def write(fields: Any, value: int) -> None:
        fields._numbers[place] = value

    return property(lambda fields: fields._numbers[place], write)
