"""State records: a row of 64-bit words whose fields have names.

A game declares its state once, as a class:

    class SiegeState(Record):
        phase: int
        lane: Row = row(3)

`SiegeState.dtype` is the NumPy type of the row, and `SiegeState(words)` reads and writes a row in plain Python.
NumPy's own records do the same ten times slower, because they look up name, offset and type at every access.
Kernels are annotated with the class, so that mypy checks every field; compiled code opens the same words by
`core.kernel.record_opener`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, cast

import numpy as np

WORD_BYTES = 8

Words = np.ndarray[Any, np.dtype[np.int64]]
"""A row of 64-bit words: a state, a log, a list of codes, a random stream."""


class Numbers(Protocol):
    """Numbers that a kernel only reads by index: a row of a record, an array or a tuple."""

    def __getitem__(self, index: int, /) -> int: ...


class Row(Protocol):
    """A field that holds several numbers. Compiled rules can only index it."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def tolist(self) -> list[int]: ...


class _RowLength(int):
    """The default value that marks a field as a row."""


def row(length: int) -> Row:
    """Declare a field of several numbers: `lane: Row = row(3)`."""
    return cast("Row", _RowLength(length))


class RecordType(type):
    """Derive the dtype and the properties of a record from its annotated fields."""

    dtype: np.dtype[Any]
    fields: tuple[tuple[Any, ...], ...]
    names: tuple[str, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> RecordType:
        inherited = [field for base in bases if isinstance(base, RecordType) for field in base.fields]
        fields = members.setdefault("fields", (*inherited, *_declared(members)))
        members["dtype"] = dtype = members.get("dtype") or np.dtype(cast("Any", [*fields]))
        members["names"] = dtype.names or ()
        members.setdefault("__slots__", ())
        for field, (kind, offset, *_) in (dtype.fields or {}).items():
            if kind.base != np.dtype("<i8"):
                raise TypeError(f"{name}.{field} must be a 64-bit integer: narrower ones wrap")
            members[field] = _row_property(offset, kind.shape[0]) if kind.shape else _number_property(offset)
        return super().__new__(mcs, name, bases, members)


def _declared(members: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the annotated fields of a class body in the form that `np.dtype` takes."""
    for field, annotation in members.get("__annotations__", {}).items():
        if not annotation.startswith("ClassVar"):
            length = members.get(field)
            yield (field, "<i8") if length is None else (field, "<i8", (int(length),))


class Record(metaclass=RecordType):
    """The base class of states, to read and write in plain Python; `words` is the row that holds it."""

    __slots__ = ("_numbers", "words")

    def __init__(self, words: Words) -> None:
        self.words = words
        self._numbers = words.data

    @classmethod
    def zeros(cls) -> Self:
        """Return a new record in which every number is 0."""
        return cls(np.zeros(cls.word_count(), np.int64))

    @classmethod
    def word_count(cls) -> int:
        """Return the size of the record in 64-bit words."""
        return cls.dtype.itemsize // WORD_BYTES

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.words.copy())

    def __repr__(self) -> str:
        return f"<{', '.join(f'{name}={getattr(self, name)!r}' for name in type(self).names)}>"


class OpenedState(Record):
    """The record of any game: `state.record.waves`. Each game's `state.py` declares its fields.

    Only type checkers see this class; the object is a record of the game's own class.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def record_class(name: str, dtype: np.dtype[Any]) -> type[Record]:
    """Return the record class of a dtype, for rows whose fields are not declared in a class."""
    return cast("type[Record]", RecordType(name, (Record,), {"fields": (), "dtype": dtype}))


def field_values(record: Record, name: str) -> list[int]:
    """Return the numbers of a field, in plain Python: of one number a list too."""
    value = getattr(record, name)
    return [value] if isinstance(value, int) else value.tolist()


def fill(target: Row, values: Sequence[int]) -> None:
    """Write all numbers of a row field, in plain Python."""
    for index, value in enumerate(values):
        target[index] = value


def _number_property(offset: int) -> property:
    index = offset // WORD_BYTES

    def write(record: Any, value: int) -> None:
        record._numbers[index] = value

    return property(lambda record: record._numbers[index], write)


def _row_property(offset: int, length: int) -> property:
    numbers = slice(offset // WORD_BYTES, offset // WORD_BYTES + length)

    def write(record: Any, values: Any) -> None:
        record.words[numbers] = np.ravel(values)

    return property(lambda record: record._numbers[numbers], write)
