"""How kernels that only other kernels call become a part of whoever calls them.

Numba makes machine code of every function, with all that it calls in it, level by level; of deep rules it so
makes the same code dozens of times. Here an inner kernel stays as it was lowered, and whoever Python calls
gets all that it needs at once, and is optimised once.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

ENVIRONMENT = "_ZN08NumbaEnv"
WRAPPER = "_ZN7cpython"
"""How names begin in compiled code: of a function's Python objects, and of what Python calls."""

inner_names: set[str] = set()
"""The qualified names of kernels that are compiled to be called by kernels only."""


def link_inner_kernels_once() -> None:
    """Teach Numba so."""
    codegen: Any = import_module("numba.core.codegen")
    environments: Any = import_module("numba.core.environment")
    library_class, codegen_class = codegen.JITCodeLibrary, codegen.JITCPUCodegen
    finalize, set_env = library_class.finalize, codegen_class.set_env

    def finalize_once(library: Any) -> None:
        if is_inner(library):
            library._finalize_dynamic_globals()
            library._finalized = library.is_inner = True
            return
        library._linking_libraries = all_linked(library)
        finalize(library)
        for variable in library._final_module.global_variables:
            environment = environments.lookup_environment(variable.name)
            if variable.name.startswith(ENVIRONMENT) and environment is not None:
                set_env(library._codegen, variable.name, environment)

    def set_env_where_it_is(self: Any, name: str, environment: Any) -> None:
        """Of an inner kernel it is nowhere, until it has become a part of another."""
        if self._engine.get_global_value_address(name):
            set_env(self, name, environment)

    library_class.finalize, codegen_class.set_env = finalize_once, set_env_where_it_is


def is_inner(library: Any) -> bool:
    if library.name not in inner_names:
        return False
    return not any(function.name.startswith(WRAPPER) for function in library._final_module.functions)


def all_linked(library: Any) -> list[Any]:
    """The libraries that a library needs, with those that inner ones among them need."""
    found: dict[int, Any] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        one = waiting.pop(0)
        if id(one) not in found:
            found[id(one)] = one
            if getattr(one, "is_inner", False):
                waiting += one._linking_libraries
    return list(found.values())
