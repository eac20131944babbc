"""Rules are plain functions; this module alone knows how to compile them.

A kernel called from Python runs as it stands. Its `.compiled` form is built by Numba the first
time that somebody asks for it, and kept on disk. Numba itself is not imported before that, so a
person at a table, who needs no speed, does not wait for it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar, cast
from uuid import NAMESPACE_URL, uuid5

import numpy as np
import platformdirs

from .fields import fields_of
from .linking import inner_names, link_inner_kernels_once
from .opening import fields_at, number_of

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Compile nothing: for debugging, for coverage, and as the oracle."""

BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = ("core", "games", "players")
"""Where kernels are, and whatever they are made from."""

kernels: dict[str, Kernel[..., Any]] = {}
"""Every kernel that was made, by name."""

_compiled: dict[str, Kernel[..., Any]] = {}
_loading = threading.RLock()


class Kernel(Generic[P, R]):
    """A rule. Calling it runs the plain function; `compiled` is the fast form of the same text."""

    def __init__(
        self,
        function: Callable[P, R],
        name: str = "",
        plain: Callable[P, R] | None = None,
        releases_gil: bool = False,
        inlined: bool = False,
    ) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.plain = plain or function
        if name:
            # Numba names machine code by this: kernels of one closure must differ in it, or a game
            # that is read from the cache runs the rules of another one.
            function.__qualname__ = name
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.releases_gil = releases_gil
        self.inlined = inlined  # becomes a part of whoever calls it: in the tightest loops a call costs more
        self._compiled: Callable[P, R] | None = None
        self._inner: Callable[P, R] | None = None
        kernels[self.name] = self

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.plain(*args, **kwargs)

    def __reduce__(self) -> tuple[Any, ...]:
        # Numba's cache keys a closure by the pickles of what it closes over: the name is enough.
        return (str, (self.name,))

    @property
    def compiled(self) -> Callable[P, R]:
        if PLAIN:
            return self.plain
        if self._compiled is None:
            with _loading:
                self._compiled = self._compiled or self._compile(
                    _kept_in or cache_folder(), nogil=self.releases_gil
                )
        return self._compiled

    @property
    def inner(self) -> Callable[P, R]:
        """The form that other kernels call, and become: see `linking`. Python cannot call it."""
        if self._inner is None:
            with _loading:
                inner_names.add(self.function.__qualname__)
                alone = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
                self._inner = self._inner or self._compile(None, **alone)
        return self._inner

    @property
    def is_made(self) -> bool:
        """Whether there is a form already, under the name that it had then."""
        return not (self._compiled is None and self._inner is None)

    @property
    def is_used(self) -> bool:
        """Whether either form was compiled for some arguments."""
        return any(getattr(form, "signatures", ()) for form in (self._compiled, self._inner))

    def _compile(self, folder: Path | None, **options: bool) -> Callable[P, R]:
        if _compiled.setdefault(self.name, self) is not self:
            raise RuntimeError(f"two kernels are called {self.name}: one would run the other's code")
        numba = _numba()
        users_folder = numba.config.CACHE_DIR
        cached = folder is not None and _is_usable(folder)
        try:
            if cached:
                numba.config.CACHE_DIR = str(folder)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", numba.NumbaWarning)
                dispatcher = numba.njit(cache=cached, forceinline=self.inlined, **options)(self.function)
        finally:
            numba.config.CACHE_DIR = users_folder
        dispatcher._set_uuid(str(uuid5(NAMESPACE_URL, self.name)))
        if cached:
            _forgive_a_bad_cache(dispatcher)
        return cast("Callable[P, R]", dispatcher)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Mark a function of the rules as a kernel."""
    return Kernel(function)


def batch_kernel(name: str) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """A kernel made in a closure, named by what it closes over, that runs without Python's lock."""
    return lambda function: Kernel(function, name, releases_gil=True)


def opener(dtype: np.dtype[Any], name: str, arrays: bool = False) -> Kernel[[Any], Any]:
    """A kernel that opens a row of 64-bit words as a record of this type, to read and to write.

    A row of words is what travels between Python and the rules: it is the cheapest argument. A field that is
    a row can only be indexed, unless `arrays` are asked for, or bounds are checked.
    """
    number = number_of(dtype)

    def opened(words: Any) -> Any:
        return _fields_at(words, number)

    def opened_with_arrays(words: Any) -> Any:
        return words.view(dtype)[0]

    return Kernel(opened_with_arrays if arrays or BOUNDS_CHECKED else opened, name, plain=fields_of(dtype))


def _bare(words: Any) -> Any:
    return _pointer_to(words, 0)


def _bare_from(words: Any, start: Any) -> Any:
    return _pointer_to(words, start)


def _whole(words: Any) -> Any:
    return words


def _whole_from(words: Any, start: Any) -> Any:
    return words[start:]


bare: Kernel[[Any], Any] = Kernel(_whole if BOUNDS_CHECKED else _bare, "bare", plain=_whole)
"""The words of an array without the array: what the doors hand to the rules.

Numba counts the references to an array at every call, which costs more than a small rule; a bare
pointer is not counted. It can only be indexed, and it does not keep the array alive, so the array
must be one that Python handed in. Where bounds are checked, the array stays an array.
"""

bare_from: Kernel[[Any, Any], Any] = Kernel(
    _whole_from if BOUNDS_CHECKED else _bare_from, "bare_from", plain=_whole_from
)
"""The same, from some word on; also of words that are bare already."""

_pointer_to: Any = None  # made when Numba is loaded
_fields_at: Any = None
_zeros_below: Any = None


def _lowest_bit(bits: Any) -> Any:
    return _zeros_below(bits)


def _lowest_bit_in_python(bits: Any) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


lowest_bit: Kernel[[Any], Any] = Kernel(_lowest_bit, "lowest_bit", plain=_lowest_bit_in_python)
"""The place of the lowest bit that is set. There must be one."""


def words_of(dtype: np.dtype[Any]) -> int:
    """How many 64-bit words a record has."""
    words, rest = divmod(dtype.itemsize, 8)
    if rest or any(field[0].base != np.dtype("<i8") for field in (dtype.fields or {}).values()):
        raise TypeError("every field of a state must be a 64-bit integer: narrower ones wrap")
    return words


# The disk cache. Numba does not see that another file changed, so the folder's name does.


@functools.cache
def cache_folder() -> Path:
    root = os.environ.get("HTL_CACHE") or platformdirs.user_cache_path("holdtheline")
    return Path(root) / _sources_digest()


@functools.cache
def _sources_digest() -> str:
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{version('numba')} {sys.version} {np.__version__} {BOUNDS_CHECKED}".encode())
    for path in sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_warm() -> bool:
    return PLAIN or (cache_folder() / "warm").exists()


def is_cold() -> bool:
    """Whether nothing has been compiled yet, here or in the cache."""
    return not PLAIN and not _compiled and _cache_folder_is_usable() and not any(cache_folder().iterdir())


def used() -> set[str]:
    """The kernels that this process has compiled or loaded."""
    return {name for name, kernel in _compiled.items() if kernel.is_used}


def mark_warm(used: Iterable[str] = ()) -> None:
    """Note that every kernel is in the cache, and drop the caches that were made a month ago or more.

    Where nothing was compiled before, all that was is noted too, so that a kernel that nobody calls is found.
    """
    if PLAIN or not _cache_folder_is_usable():
        return
    month_ago = time.time() - 30 * 24 * 3600
    try:
        (cache_folder() / "warm").write_text("\n".join(sorted(used)))
        for folder in cache_folder().parent.iterdir():
            if folder.is_dir() and folder != cache_folder() and folder.stat().st_mtime < month_ago:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return


def compiled_by_warming(folder: Path | None = None) -> set[str]:
    """The kernels that warming an empty cache compiled; none, if it was not empty."""
    try:
        return set(((folder or cache_folder()) / "warm").read_text().split("\n")) - {""}
    except OSError:
        return set()


def keep_in(folder: Path) -> None:
    """What is compiled from now on is kept below this folder: for kernels that are not ours."""
    global _kept_in
    _kept_in = folder / _sources_digest()


_kept_in: Path | None = None


@functools.cache
def _cache_folder_is_usable() -> bool:
    """Whether it can be written."""
    return _can_be_written(cache_folder())


@functools.cache
def _is_usable(folder: Path) -> bool:
    """A cache that somebody else has filled can be read, if it cannot be written."""
    return _can_be_written(folder) or folder.is_dir()


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.write_bytes(b"htl")
        probe.unlink()
    except OSError:
        return False
    return True


@functools.cache
def _numba() -> Any:
    numba: Any = import_module("numba")
    cgutils: Any = import_module("numba.core.cgutils")
    types: Any = numba.types
    link_inner_kernels_once()
    _read_where_nothing_can_be_written()
    intrinsic: Any = numba.extending.intrinsic
    typeof_impl: Any = numba.extending.typeof_impl

    @typeof_impl.register(Kernel)  # type: ignore[untyped-decorator]
    def typeof_kernel(value: Kernel[..., Any], _context: Any) -> Any:
        return types.Dispatcher(value.inner)

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

    global _pointer_to, _fields_at, _zeros_below
    _pointer_to, _fields_at, _zeros_below = pointer_to, fields_at(), zeros_below
    return numba


def _read_where_nothing_can_be_written() -> None:
    """Numba leaves a cache alone that it cannot write; but whoever may only read wants to read it."""
    caching: Any = import_module("numba.core.caching")
    ensure = caching.UserProvidedCacheLocator.ensure_cache_path

    def ensure_if_possible(locator: Any) -> None:
        try:
            ensure(locator)
        except OSError:
            if not Path(locator.get_cache_path()).is_dir():
                raise

    caching.UserProvidedCacheLocator.ensure_cache_path = ensure_if_possible


def _forgive_a_bad_cache(dispatcher: Any) -> None:
    """A cache that cannot be written, or that was damaged, costs time and nothing else."""
    cache = dispatcher._cache
    load, save = cache.load_overload, cache.save_overload

    def load_if_possible(signature: Any, target: Any) -> Any:
        try:
            return load(signature, target)
        except Exception:  # noqa: BLE001 - whatever a broken file makes of Numba
            with contextlib.suppress(Exception):
                cache.flush()
            return None

    def save_if_possible(signature: Any, data: Any) -> None:
        with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError):
            save(signature, data)

    cache.load_overload, cache.save_overload = load_if_possible, save_if_possible
