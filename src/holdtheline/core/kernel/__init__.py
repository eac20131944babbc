"""Compile the rules with Numba and cache the machine code on disk."""

from __future__ import annotations

from .compiler import Kernel, as_pointer, as_pointer_from, kernel, lowest_set_bit, nogil_kernel, record_opener

__all__ = ["Kernel", "as_pointer", "as_pointer_from", "kernel", "lowest_set_bit", "nogil_kernel", "record_opener"]
