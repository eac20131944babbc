"""The kernels of bots: adopted under a name that tells them apart, and checked to read only."""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ...core.errors import HtlError
from ...core.kernel import PACKAGE, Kernel

ADOPTED: dict[str, Kernel[..., Any]] = {}
"""Kernels by their text."""


@functools.cache
def adopted(act: Kernel[..., Any]) -> str:
    """Give a bot's kernel a name that no other text has, so that the cache never mixes bots up."""
    family = list(family_of(act))
    for one in family:
        writes = next((i for i in dis.get_instructions(one.function) if i.opname in WRITES), None)
        if writes is not None:
            raise HtlError(f"{one.function.__name__} writes, and a unit AI only reads the record (T8.2)")
    text = digest(b"\0".join(text_of(one) for one in family))
    for one in family:
        if not is_ours(one) and one._compiled is None:
            one.function.__qualname__ = f"{one.function.__name__}.{text}"
            one.name = f"{one.function.__module__}.{one.function.__qualname__}"
    ADOPTED.setdefault(text, act)
    return text


WRITES = ("STORE_ATTR", "STORE_SUBSCR", "STORE_GLOBAL", "DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL")


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
    numbers = {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in values_in(one).items()
        if isinstance(value, int | float | tuple | np.ndarray)
    }
    code = one.function.__code__
    # Not the file: it may have been written anew since it was read.
    return repr((code.co_code, code.co_consts, code.co_names, code.co_varnames, numbers)).encode()


def is_ours(one: Kernel[..., Any]) -> bool:
    return Path(one.function.__code__.co_filename).is_relative_to(PACKAGE)


def digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=8).hexdigest()
