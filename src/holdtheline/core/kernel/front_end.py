"""Let Numba's front end do less work for kernels.

Kernels are small plain functions over integers, and there are hundreds of them. Numba looks in each for features that
they do not use, and resolves the same operators on the same types again and again. This uses Numba's internals.
"""

from __future__ import annotations

import functools
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import CodeType
from typing import Any

UNUSED_PASSES = frozenset(
    (
        "with_lifting",
        "inline_closure_likes",
        "make_function_op_code_to_jit_function",
        "inline_inlinables",
        "find_literally",
        "literal_unroll",
        "LiteralPropagation",
        "nopython_rewrites",
    )
)
"""Numba's passes for `with`, closures, literals and expressions of whole arrays: plain kernels have none of these."""


def is_plain(function: Callable[..., Any]) -> bool:
    """Return whether a function has no function, comprehension or class inside."""
    return not any(isinstance(constant, CodeType) for constant in function.__code__.co_consts)


@functools.cache
def short_pipeline() -> Any:
    """Return Numba's compiler without the passes that plain functions do not need."""
    compiler: Any = import_module("numba.core.compiler")

    class ShortPipeline(compiler.CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            pipeline = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
            pipeline.passes = [each for each in pipeline.passes if each[0].name() not in UNUSED_PASSES]
            pipeline._ENFORCING = False  # Numba's own passes leave the code as the next one needs it
            return [pipeline]

    return ShortPipeline


def install_front_end() -> None:
    """Patch Numba to remember the types of operators, keep garbage while compiling, and time no calls of LLVM."""
    remember_call_types()
    dispatcher_class: Any = import_module("numba.core.dispatcher").Dispatcher
    dispatcher_class.compile = keep_garbage(dispatcher_class.compile)
    ffi: Any = import_module("llvmlite.binding.ffi")
    for callbacks in list(ffi.lib._lock._cblist):
        ffi.unregister_lock_callback(*callbacks)


def remember_call_types() -> None:
    """Look up only once what type an operator or built-in function has for given integers and pointers."""
    types: Any = import_module("numba.core.types")
    function_class: Any = import_module("numba.core.types.functions").BaseFunction
    find = function_class.get_call_type
    simple = {types.Integer, types.IntegerLiteral, types.Boolean, types.BooleanLiteral, types.CPointer}
    known: dict[int, tuple[Any, dict[Any, Any]]] = {}

    def find_once(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
        if keywords or not all(type(argument) in simple for argument in arguments):
            return find(function, context, arguments, keywords)
        _, signatures = known.setdefault(id(function), (function, {}))  # keeping the function keeps its id
        key = (context, tuple(arguments))
        if key not in signatures:
            signatures[key] = find(function, context, arguments, keywords)
        return signatures[key]

    function_class.get_call_type = find_once


class CompileTimer:
    """How long this process has compiled kernels. A bot whose call had to wait for that is not charged for it."""

    seconds = 0.0
    """Processor time of the threads that compiled."""
    wall_seconds = 0.0
    """The same by the wall clock."""
    is_running = False

    @contextmanager
    def measure(self) -> Iterator[None]:
        began, wall_began, self.is_running = time.thread_time(), time.perf_counter(), True
        try:
            yield
        finally:
            self.seconds += time.thread_time() - began
            self.wall_seconds += time.perf_counter() - wall_began
            self.is_running = False


COMPILE_TIMER = CompileTimer()


def keep_garbage(compile_: Callable[..., Any]) -> Callable[..., Any]:
    """Turn the garbage collector off meanwhile: nearly all of the compiler's millions of objects are in use."""

    @functools.wraps(compile_)
    def compile_without_collector(*arguments: Any) -> Any:
        if not gc.isenabled():
            return compile_(*arguments)
        gc.disable()
        try:
            with COMPILE_TIMER.measure():
                return compile_(*arguments)
        finally:
            gc.enable()

    return compile_without_collector
