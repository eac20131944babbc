"""The disk cache of compiled kernels.

Numba does not notice that another source file changed, so the cache folder is named by a digest of all sources
and versions. A cache that is read-only, full or damaged costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from .numba_version import BOUNDS_CHECKED, IS_ACCELERATED, NUMBA_VERSION

PACKAGE_FOLDER = Path(__file__).resolve().parents[2]
SOURCE_FOLDERS = ("core", "games", "players")
"""The folders with the kernels and everything they are made from."""


@functools.cache
def cache_folder() -> Path:
    root = os.environ.get("HTL_CACHE") or platformdirs.user_cache_path("holdtheline")
    return Path(root) / sources_digest()


@functools.cache
def sources_digest() -> str:
    """Return a digest of the versions and of all sources that kernels of this package are made from."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{NUMBA_VERSION} {sys.version} {np.__version__} {BOUNDS_CHECKED} {IS_ACCELERATED}".encode())
    for folder in SOURCE_FOLDERS:
        _add_sources(digest, PACKAGE_FOLDER / folder)
    return digest.hexdigest()


@functools.cache
def package_digest(package: str) -> str:
    """Return a digest of the sources of another package."""
    digest = hashlib.blake2b(digest_size=4)
    spec = find_spec(package)
    for place in (spec and spec.submodule_search_locations) or ():
        _add_sources(digest, Path(place))
    return digest.hexdigest()


def _add_sources(digest: hashlib.blake2b, folder: Path) -> None:
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml")):
        digest.update(path.relative_to(folder.parent).as_posix().encode())
        digest.update(path.read_bytes())


READY_FOLDER = "ready"
"""The subfolder of a cache with a file for each game whose kernels are all in it."""


def is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.write_bytes(b"htl")
        probe.unlink()
    except OSError:
        return False
    return True


@functools.cache
def is_usable(folder: Path) -> bool:
    """Return whether the cache can be read; one that another user filled may be read-only."""
    return is_writable(folder) or folder.is_dir()


@functools.cache
def is_cache_writable() -> bool:
    return is_writable(cache_folder())


def allow_read_only_cache() -> None:
    """Make Numba read a cache that it cannot write, where this version of Numba lets us."""
    caching: Any = import_module("numba.core.caching")
    locator_class: Any = getattr(caching, "UserProvidedCacheLocator", None)
    ensure = getattr(locator_class, "ensure_cache_path", None)
    if ensure is None:
        return

    def ensure_if_possible(locator: Any) -> None:
        try:
            ensure(locator)
        except OSError:
            if not Path(locator.get_cache_path()).is_dir():
                raise

    locator_class.ensure_cache_path = ensure_if_possible


def ignore_cache_errors(dispatcher: Any) -> None:
    """Recompile instead of failing when the cache is damaged or cannot be written."""
    cache: Any = getattr(dispatcher, "_cache", None)
    load, save = getattr(cache, "load_overload", None), getattr(cache, "save_overload", None)
    if load is None or save is None:
        return

    def load_if_possible(signature: Any, target: Any) -> Any:
        try:
            return load(signature, target)
        except Exception:  # noqa: BLE001 - a damaged file can raise anything
            with contextlib.suppress(Exception):
                cache.flush()
            return None

    def save_if_possible(signature: Any, data: Any) -> None:
        with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError):
            save(signature, data)

    cache.load_overload, cache.save_overload = load_if_possible, save_if_possible
