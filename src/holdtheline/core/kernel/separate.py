"""Compile large rules once, each on its own, and let other kernels call them by address.

`linker` puts everything that an entry needs into one module. A rule that ten entries need would so be optimised ten
times. A separate kernel has machine code and a file in the cache of its own. Its callers know it by a symbol, whose
address is set before they are linked or loaded. This uses Numba's internals, so `compiler` imports this module late.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .compiler import kernels
from .linker import general_type

types: Any = import_module("numba.core.types")
cgutils: Any = import_module("numba.core.cgutils")
imputils: Any = import_module("numba.core.imputils")
templates: Any = import_module("numba.core.typing.templates")
mangle: Any = import_module("numba.core.itanium_mangler").mangle
cpu_target: Any = import_module("numba.core.registry").cpu_target
add_symbol: Any = import_module("llvmlite.binding").add_symbol

SYMBOL_PREFIX = "holdtheline.separate."


@dataclass(frozen=True)
class SeparateFunction:
    """A separate kernel for some types of arguments. Cached callers hold it, and call it when they are loaded."""

    kernel: str
    arguments: tuple[Any, ...]

    @property
    def symbol(self) -> str:
        return str(mangle(SYMBOL_PREFIX + self.kernel, self.arguments))

    def __call__(self) -> Any:
        """Compile it, or load it from the cache, and set the address of its symbol."""
        dispatcher: Any = kernels[self.kernel].compiled
        dispatcher.compile(self.arguments)
        result = dispatcher.overloads[self.arguments]
        add_symbol(self.symbol, result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
        return result


@functools.cache
def separate_type(name: str) -> Any:
    """Return the Numba type of a separate kernel: that of a built-in function which is called by address."""

    class SeparateCall(templates.AbstractTemplate):  # type: ignore[misc]
        key = SYMBOL_PREFIX + name

        def generic(self, arguments: Any, _keywords: Any) -> Any:
            general = tuple(map(general_type, arguments))
            result = SeparateFunction(name, general)()
            return templates.signature(result.signature.return_type, *general)

    @imputils.lower_builtin(SeparateCall.key, types.VarArg(types.Any))  # type: ignore[untyped-decorator]
    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function, convention = SeparateFunction(name, signature.args), context.call_conv
        function_type = convention.get_function_type(signature.return_type, signature.args)
        callee = cgutils.get_or_insert_function(builder.module, function_type, function.symbol)
        context.active_code_library._reload_init.add(function)
        status, value = convention.call_function(builder, callee, signature.return_type, signature.args, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return value

    cpu_target.target_context.refresh()
    return types.Function(SeparateCall)
