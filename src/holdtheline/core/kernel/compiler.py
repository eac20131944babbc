"""Kernels: rules written as plain functions, compiled by Numba on demand.

A kernel called from Python runs as plain Python. Its `.compiled` form is built by Numba on first use and cached
on disk. Numba is imported only then, so a person at a table, who needs no speed, does not wait for it."""

from __future__ import annotations

import functools
import operator
import shutil
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast
from uuid import NAMESPACE_URL, uuid5

from ..state_record import Record
from . import numba_version
from .cache import (
    READY_FOLDER,
    allow_read_only_cache,
    cache_folder,
    ignore_cache_errors,
    is_cache_writable,
    is_usable,
    sources_digest,
)
from .front_end import install_front_end, is_plain, short_pipeline
from .linker import inner_kernel_names, install_linker, merge_signatures
from .numba_version import IS_ACCELERATED, USES_POINTERS
from .record_layout import dtype_number

P = ParamSpec("P")
R = TypeVar("R")

kernels: dict[str, Kernel[..., Any]] = {}
"""Every kernel by name."""

_compiled_kernels: dict[str, Kernel[..., Any]] = {}
_compile_lock = threading.RLock()
_factory_lock = threading.RLock()
WAIT_SECONDS = 0.1


class Kernel(Generic[P, R]):
    """A rule as a plain function, with a compiled form.

    Calling it runs the plain function; `compiled` is the same function compiled by Numba.
    """

    def __init__(
        self,
        function: Callable[P, R],
        name: str = "",
        plain: Callable[P, R] | None = None,
        releases_gil: bool = False,
        inlined: bool = False,
        separate: bool = False,
    ) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.plain = plain or function
        if name:
            # Numba names machine code by this. Kernels of one closure must differ in it, or a game read from the
            # cache runs the rules of another one.
            function.__qualname__ = name
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.releases_gil = releases_gil
        self.inlined = inlined  # compiled into its callers: in the tightest loops a call costs more
        self.is_separate = separate and USES_POINTERS  # compiled on its own, and called by its address
        self.original = self  # the kernel that this one is a copy of
        self._compiled: Callable[P, R] | None = None
        self._inner: Callable[P, R] | None = None
        if self.name not in _compiled_kernels:  # otherwise this one runs in plain Python only
            kernels[self.name] = self

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.plain(*args, **kwargs)

    def __reduce__(self) -> tuple[Any, ...]:
        # Numba's cache keys a closure by the pickles of what it closes over: the name is enough.
        return (str, (self.name,))

    @property
    def compiled(self) -> Callable[P, R]:
        if numba_version.PLAIN_PYTHON:
            return self.plain
        if self._compiled is None:
            with _compile_lock:
                self._compiled = self._compiled or self._compile(
                    _other_cache_folder or cache_folder(),
                    nogil=self.releases_gil,
                    no_cpython_wrapper=self.is_separate,
                    no_cfunc_wrapper=True,
                )
        return self._compiled

    @property
    def inner(self) -> Callable[P, R]:
        """The form that other kernels call (see `linker`). Python cannot call it."""
        if self._inner is None:
            with _compile_lock:
                inner_kernel_names.add(self.function.__qualname__)
                inner = self._inner or self._compile(None, no_cpython_wrapper=True, no_cfunc_wrapper=True)
                self._inner = merge_signatures(inner) if IS_ACCELERATED else inner
        return self._inner

    def separate_copy(self, name: str) -> Kernel[P, R]:
        """Return the same kernel, compiled on its own where that is possible (see `separate_kernel`)."""
        if self.is_separate or not USES_POINTERS:
            return self
        function: Any = self.function
        copy = FunctionType(
            function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        kernel: Kernel[P, R] = Kernel(cast("Callable[P, R]", copy), name, plain=self.plain, separate=True)
        kernel.original = self
        return kernel

    @property
    def is_made(self) -> bool:
        """Whether a compiled form exists already, under the name it had then."""
        return not (self._compiled is None and self._inner is None)

    @property
    def is_used(self) -> bool:
        """Whether either form was compiled for some arguments."""
        return any(getattr(form, "signatures", ()) for form in (self._compiled, self._inner))

    def _compile(self, folder: Path | None, **options: bool) -> Callable[P, R]:
        if _compiled_kernels.setdefault(self.name, self) is not self:
            raise RuntimeError(f"two kernels are called {self.name}: one would run the other's code")
        numba = _load_numba()
        pipeline = {"pipeline_class": short_pipeline()} if IS_ACCELERATED and is_plain(self.function) else {}
        users_folder = numba.config.CACHE_DIR
        cached = folder is not None and is_usable(folder)
        try:
            if cached:
                numba.config.CACHE_DIR = str(folder)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", numba.NumbaWarning)
                dispatcher = numba.njit(cache=cached, forceinline=self.inlined, **options, **pipeline)(self.function)
        finally:
            numba.config.CACHE_DIR = users_folder
        if hasattr(dispatcher, "_set_uuid"):  # a fixed id, so that kernels made in closures hit the disk cache
            dispatcher._set_uuid(str(uuid5(NAMESPACE_URL, self.name)))
        if cached:
            ignore_cache_errors(dispatcher)
        return cast("Callable[P, R]", dispatcher)


_other_cache_folder: Path | None = None


@functools.cache
def _load_numba() -> Any:
    numba: Any = import_module("numba")
    cgutils: Any = import_module("numba.core.cgutils")
    types: Any = numba.types
    if IS_ACCELERATED:
        install_linker()
        install_front_end()
    allow_read_only_cache()
    intrinsic: Any = numba.extending.intrinsic
    typeof_impl: Any = numba.extending.typeof_impl

    @typeof_impl.register(Kernel)  # type: ignore[untyped-decorator]
    def typeof_kernel(value: Kernel[..., Any], _context: Any) -> Any:
        if value.is_separate:
            return import_module("holdtheline.core.kernel.separate").separate_type(value.name)
        return types.Dispatcher(value.inner)

    if not USES_POINTERS:
        _allow_enum_indices(numba)

    @intrinsic  # type: ignore[untyped-decorator]
    def pointer_to(_typing: Any, words: Any, start: Any) -> Any:
        def data_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data, first = arguments
            if isinstance(words, types.Array):
                data = cgutils.create_struct_proxy(words)(context, builder, data).data
            first = context.cast(builder, first, signature.args[1], types.intp)
            return builder.gep(data, [first])

        return types.CPointer(words.dtype)(words, start), data_of

    @intrinsic  # type: ignore[untyped-decorator]
    def zeros_below(_typing: Any, bits: Any) -> Any:
        def count(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], _context.get_constant(types.boolean, True))

        return bits(bits), count

    global _pointer_to, _record_at, _count_trailing_zeros
    _pointer_to, _count_trailing_zeros = pointer_to, zeros_below
    if IS_ACCELERATED:
        _record_at = import_module("holdtheline.core.kernel.record_type").record_at
    return numba


def _allow_enum_indices(numba: Any) -> None:
    """Let kernels index arrays by members of an IntEnum, which plain Numba refuses."""
    types, overload = numba.types, numba.extending.overload

    def is_enum_index(array: Any, index: Any) -> bool:
        return isinstance(array, types.Array | types.NestedArray) and isinstance(index, types.IntEnumMember)

    @overload(operator.getitem)  # type: ignore[untyped-decorator]
    def get_by_member(array: Any, index: Any) -> Any:
        if not is_enum_index(array, index):
            return None

        def get_item(array: Any, index: Any) -> Any:
            return array[index.value]

        return get_item

    @overload(operator.setitem)  # type: ignore[untyped-decorator]
    def set_by_member(array: Any, index: Any, value: Any) -> Any:
        if not is_enum_index(array, index):
            return None

        def set_item(array: Any, index: Any, value: Any) -> Any:
            array[index.value] = value

        return set_item


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Mark a function of the rules as a kernel."""
    return Kernel(function)


def separate_kernel(name: str) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Mark a large rule that many kernels call as a kernel with this name, compiled on its own (see `separate`).

    It is called by position only. The cache does not notice that another package changed, so the name of a kernel of
    another package must include a digest of it.
    """
    return lambda function: Kernel(function, name, separate=True)


def nogil_kernel(name: str) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Mark a closure as a kernel with this name that runs without the GIL."""
    return lambda function: Kernel(function, name, releases_gil=True)


def kernel_factory(make: Callable[P, R]) -> Callable[P, R]:
    """Cache what a function makes of kernels, which have fixed names: two threads at once must not make two of each."""
    cached: Any = functools.cache(make)

    @functools.wraps(make)
    def make_once(*arguments: P.args, **options: P.kwargs) -> R:
        with _factory_lock:
            return cast("R", cached(*arguments, **options))

    return make_once


def record_opener(record: type[Record], name: str, arrays: bool = False) -> Kernel[[Any], Any]:
    """Return a kernel that opens a row of 64-bit words, or a pointer to one, as a record, to read and to write.

    Python passes rows of words to the rules because they are the cheapest argument. A row field can only be
    indexed, unless `arrays` is true.
    """
    dtype, word_count = record.dtype, record.word_count()
    number = dtype_number(dtype)

    def opened(words: Any) -> Any:
        return _record_at(words, number)

    def opened_with_arrays(words: Any) -> Any:
        return words[:word_count].view(dtype)[0]

    return Kernel(opened if USES_POINTERS and not arrays else opened_with_arrays, name, plain=record)


def _pointer(words: Any) -> Any:
    return _pointer_to(words, 0)


def _pointer_from(words: Any, start: Any) -> Any:
    return _pointer_to(words, start)


def _same_words(words: Any) -> Any:
    return words


def _words_from(words: Any, start: Any) -> Any:
    return words[start:]


_pointer_to: Any = None  # made when Numba is loaded


as_pointer: Kernel[[Any], Any] = Kernel(_pointer if USES_POINTERS else _same_words, "bare", plain=_same_words)
"""Pass an array to the rules as a bare pointer.

Numba counts the references to an array at every call, which costs more than a small rule; a pointer is not
counted. It can only be indexed, and it does not keep the array alive, so the array must come from Python.
"""

as_pointer_from: Kernel[[Any, Any], Any] = Kernel(
    _pointer_from if USES_POINTERS else _words_from, "bare_from", plain=_words_from
)
"""Pass the words from an index on, of an array or of a pointer."""

_record_at: Any = None
_count_trailing_zeros: Any = None


def _lowest_set_bit(bits: Any) -> Any:
    return _count_trailing_zeros(bits)


def _lowest_set_bit_in_python(bits: Any) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


lowest_set_bit: Kernel[[Any], Any] = Kernel(_lowest_set_bit, "lowest_bit", plain=_lowest_set_bit_in_python)
"""Return the index of the lowest set bit. At least one bit must be set."""


compiling_elsewhere: set[str] = set()
"""The kernel prefixes of the games that a child process is compiling for this one."""


def wait_while_compiling(game: str) -> None:
    """Wait until the child process that compiles this game is done, because compiling it here too would take longer."""
    while game in compiling_elsewhere:
        time.sleep(WAIT_SECONDS)


def is_precompiled(game: str) -> bool:
    """Return whether all kernels of a game, named by its kernel prefix, are in the cache."""
    return numba_version.PLAIN_PYTHON or (cache_folder() / READY_FOLDER / game).exists()


def is_cache_empty() -> bool:
    """Return whether nothing has been compiled yet, here or in the cache."""
    return (
        not numba_version.PLAIN_PYTHON
        and not _compiled_kernels
        and is_cache_writable()
        and not any(cache_folder().iterdir())
    )


def used_kernels() -> set[str]:
    """Return the kernels that this process has compiled or loaded."""
    used = [kernel for kernel in _compiled_kernels.values() if kernel.is_used]
    return {name for kernel in used for name in (kernel.name, kernel.original.name)}


def mark_precompiled(game: str, used: Iterable[str] = ()) -> None:
    """Note that every kernel of a game is in the cache, and delete caches older than a month.

    `used` lists what was compiled into an empty cache; the tests compare it with all kernels to find unused ones.
    """
    if numba_version.PLAIN_PYTHON or not is_cache_writable():
        return
    month_ago = time.time() - 30 * 24 * 3600
    try:
        (cache_folder() / READY_FOLDER).mkdir(exist_ok=True)
        (cache_folder() / READY_FOLDER / game).write_text("\n".join(sorted(used)), encoding="utf-8")
        for folder in cache_folder().parent.iterdir():
            if folder.is_dir() and folder != cache_folder() and folder.stat().st_mtime < month_ago:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return


def use_cache_folder(folder: Path) -> None:
    """Cache everything compiled from now on below this folder: for the kernels of bots."""
    global _other_cache_folder
    _other_cache_folder = folder / sources_digest()
