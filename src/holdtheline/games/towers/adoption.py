"""The kernels of bots: adopted under a name that tells them apart, and checked to read only."""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ...core.errors import HtlError
from ...core.kernel import PACKAGE, Kernel
from .unitview import OPEN

ADOPTED: dict[str, Kernel[..., Any]] = {}
"""Kernels by their text."""


@functools.cache
def adopted(act: Kernel[..., Any]) -> str:
    """Give a bot's kernel a name that no other text has, so that the cache never mixes bots up."""
    try:
        inspect.signature(act.function).bind("s", "seat", "place")
    except TypeError as error:
        raise HtlError(f"it takes other arguments than s, seat and place: {error}") from error
    family = list(family_of(act))
    for one in family:
        if writes(one):
            raise HtlError(f"{one.function.__name__} writes, and a unit AI only reads the record (T8.2)")
    text = digest(b"\0".join(text_of(one) for one in family))
    for one in family:
        if not is_ours(one) and not one.is_made:
            one.function.__qualname__ = f"{one.function.__name__}.{text}"
            one.name = f"{one.function.__module__}.{one.function.__qualname__}"
    ADOPTED.setdefault(text, act)
    return text


WRITES = (
    *("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL"),
    *("DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL"),
)
WRITERS = ("fill", "sort", "partition", "put", "itemset", "copyto", "fill_diagonal", "shuffle")
"""Methods and functions of NumPy that write to a list that they are given."""
LISTS = tuple(name for name in OPEN.names or () if OPEN[name].shape)


def writes(one: Kernel[..., Any]) -> bool:
    """Whether it writes to the record: to a field, by a function of NumPy, or as in `hp = s.hp; hp -= 1`."""
    code = list(dis.get_instructions(one.function))
    lists = {after.argval for before, after in pairwise(code) if before.argval in LISTS and stores(after)}
    return any(
        before.opname in WRITES
        or (before.opname in ("LOAD_ATTR", "LOAD_METHOD") and before.argval in WRITERS)
        or (before.opname == "BINARY_OP" and before.argrepr.endswith("=") and after.argval in lists)
        for before, after in pairwise(code)
    )


def stores(one: dis.Instruction) -> bool:
    return one.opname == "STORE_FAST"


def family_of(act: Kernel[..., Any]) -> Iterator[Kernel[..., Any]]:
    """A kernel and all that it can call."""
    found, open_ones = {id(act)}, [act]
    while open_ones:
        one = open_ones.pop()
        yield one
        for value in values_in(one).values():
            if isinstance(value, Kernel) and id(value) not in found:
                found.add(id(value))
                open_ones.append(value)


def values_in(one: Kernel[..., Any]) -> dict[str, Any]:
    """What the names in its text mean, `module.name` too."""
    known = inspect.getclosurevars(one.function)
    values = {**known.globals, **known.nonlocals}
    for before, after in pairwise(dis.get_instructions(one.function)):
        module = values.get(str(before.argval))
        if isinstance(module, ModuleType) and after.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            values[f"{before.argval}.{after.argval}"] = getattr(module, str(after.argval), None)
    return values


def text_of(one: Kernel[..., Any]) -> bytes:
    """All that its machine code depends on; that of our own kernels is in the name of the cache's folder."""
    if is_ours(one):
        return one.name.encode()
    values = {name: value_text(value) for name, value in values_in(one).items()}
    code, defaults = one.function.__code__, one.function.__defaults__
    # Not the file: it may have been written anew since it was read.
    return repr((code.co_code, code.co_consts, code.co_names, code.co_varnames, defaults, values)).encode()


def value_text(value: Any) -> str:
    """All that a compiled text takes from a value that it names; nothing of what it calls."""
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype} {value.tolist()}"
    if isinstance(value, type) and issubclass(value, Enum):
        return str([(name, member.value) for name, member in value.__members__.items()])
    return repr(value) if isinstance(value, int | float | tuple | str | bytes | None) else ""


def is_ours(one: Kernel[..., Any]) -> bool:
    return Path(one.function.__code__.co_filename).is_relative_to(PACKAGE)


def digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=8).hexdigest()
