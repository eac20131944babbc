"""Where the fields of a state record are, for compiled code."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from ..state_record import WORD_BYTES

_dtypes: dict[int, np.dtype[Any]] = {}


def dtype_number(dtype: np.dtype[Any]) -> int:
    """Return the number by which compiled code identifies this dtype, the same in every process."""
    fields: Any = dtype.fields
    layout = [(name, str(field[0]), field[1]) for name, field in fields.items()]
    digest = hashlib.blake2b(repr(layout).encode(), digest_size=6).digest()
    number = int.from_bytes(digest, "big")
    _dtypes[number] = dtype
    return number


def field_offset(number: int, name: str) -> tuple[int, bool] | None:
    """Return the first word of a field and whether it is a row (None: no such field)."""
    fields: Any = _dtypes[number].fields
    field = fields.get(name)
    return None if field is None else (field[1] // WORD_BYTES, bool(field[0].shape))
