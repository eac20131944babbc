"""Link inner kernels into their callers once, instead of compiling them again at every level.

Numba makes machine code of every function together with everything it calls, level by level; deep rules are so
compiled dozens of times. Here a kernel that only other kernels call stays as lowered code, and the kernel that
Python calls links everything it needs and is optimised once. This patches Numba's internals."""

from __future__ import annotations

from importlib import import_module
from typing import Any

ENVIRONMENT_PREFIX = "_ZN08NumbaEnv"
WRAPPER_PREFIX = "_ZN7cpython"
"""Prefixes of symbols in compiled code: a function's Python objects, and the wrapper that Python calls."""

inner_kernel_names: set[str] = set()
"""The qualified names of kernels that only other kernels call."""


def install_linker() -> None:
    """Patch Numba's code library: optimise only what Python calls, with everything linked into it."""
    codegen: Any = import_module("numba.core.codegen")
    environments: Any = import_module("numba.core.environment")
    library_class, codegen_class = codegen.JITCodeLibrary, codegen.JITCPUCodegen
    finalize, set_env = library_class.finalize, codegen_class.set_env

    def finalize_once(library: Any) -> None:
        if is_inner_library(library):
            library._finalize_dynamic_globals()
            library._finalized = library.is_inner = True
            return
        library._linking_libraries = collect_libraries(library)
        finalize(library)
        for variable in library._final_module.global_variables:
            environment = environments.lookup_environment(variable.name)
            if variable.name.startswith(ENVIRONMENT_PREFIX) and environment is not None:
                set_env(library._codegen, variable.name, environment)

    def set_env_if_linked(self: Any, name: str, environment: Any) -> None:
        """Skip inner kernels: they have no environment until they are linked into a caller."""
        if self._engine.get_global_value_address(name):
            set_env(self, name, environment)

    library_class.finalize, codegen_class.set_env = finalize_once, set_env_if_linked


def is_inner_library(library: Any) -> bool:
    if library.name not in inner_kernel_names:
        return False
    return not any(function.name.startswith(WRAPPER_PREFIX) for function in library._final_module.functions)


def collect_libraries(library: Any) -> list[Any]:
    """Return the libraries that a library needs, including those needed by inner libraries."""
    found: dict[int, Any] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        needed = waiting.pop(0)
        if id(needed) not in found:
            found[id(needed)] = needed
            if getattr(needed, "is_inner", False):
                waiting += needed._linking_libraries
    return list(found.values())


def general_type(type_: Any) -> Any:
    """Return the type of an argument with constants and members of an enum as plain integers."""
    types: Any = import_module("numba.core.types")
    type_ = types.unliteral(type_)
    if isinstance(type_, types.IntEnumMember):
        return type_.dtype
    if isinstance(type_, types.BaseTuple):
        return types.Tuple([general_type(part) for part in type_])
    return type_


def merge_signatures(dispatcher: Any) -> Any:
    """Compile a kernel once for integers, whether they are constants, members of an enum or variables.

    Numba compiles a function again for each constant argument. Constants are propagated after linking anyway.
    """
    find_template = dispatcher.get_call_template

    def find_general_template(arguments: Any, keywords: Any) -> Any:
        named = {name: general_type(type_) for name, type_ in keywords.items()}
        return find_template(tuple(map(general_type, arguments)), named)

    dispatcher.get_call_template = find_general_template
    return dispatcher
