"""Call compiled kernels from Python with as little between them as possible.

Numba's dispatcher looks at the type of every argument at every call, and an array is opened and counted as a reference;
together that takes longer than a rule of a small game. Here Python passes the addresses of arrays as integers to the
function behind the dispatcher, and a list of move codes is made by compiled code. This uses Numba's internals, so
`compiler` imports this module late.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .compiler import Kernel

types: Any = import_module("numba.core.types")
cgutils: Any = import_module("numba.core.cgutils")
extending: Any = import_module("numba.extending")


class TurnAndCodes(types.Type):  # type: ignore[misc]
    """What `turn_and_codes` returns: to Python it is a tuple of the turn and the list of codes."""

    def __init__(self) -> None:
        super().__init__(name="holdtheline.TurnAndCodes")


@extending.register_model(TurnAndCodes)
class TurnAndCodesModel(extending.models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, type_: Any) -> None:
        members = [("turn", types.int64), ("codes", types.CPointer(types.int64)), ("count", types.int64)]
        super().__init__(manager, type_, members)


@extending.box(TurnAndCodes)  # type: ignore[untyped-decorator]
def box_turn_and_codes(type_: Any, value: Any, box: Any) -> Any:
    result = cgutils.create_struct_proxy(type_)(box.context, box.builder, value=value)
    codes = box.pyapi.list_new(result.count)
    with cgutils.for_range(box.builder, result.count) as loop:
        code = box.builder.load(box.builder.gep(result.codes, [loop.index]))
        box.pyapi.list_setitem(codes, loop.index, box.pyapi.long_from_longlong(code))
    pair = box.pyapi.tuple_new(2)
    box.pyapi.tuple_setitem(pair, 0, box.pyapi.long_from_longlong(result.turn))
    box.pyapi.tuple_setitem(pair, 1, codes)
    return pair


@extending.intrinsic  # type: ignore[untyped-decorator]
def turn_and_codes(_typing: Any, turn: Any, codes: Any, count: Any) -> Any:
    """Return (turn, codes[:count]) to Python."""

    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(signature.return_type)(context, builder)
        made.turn, made.codes, made.count = arguments
        return made._getvalue()

    return TurnAndCodes()(types.int64, codes, types.int64), make


@extending.intrinsic  # type: ignore[untyped-decorator]
def pointer_at(_typing: Any, address: Any) -> Any:
    """Return a pointer to the words at an address."""

    def cast(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int64)(types.int64), cast


@extending.intrinsic  # type: ignore[untyped-decorator]
def address_in(_typing: Any, words: Any) -> Any:
    """Return the address of the first word of an array."""

    def address(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = cgutils.create_struct_proxy(words)(context, builder, arguments[0]).data
        return builder.ptrtoint(data, context.get_value_type(types.int64))

    return types.int64(words), address


def function_behind(kernel: Kernel[..., Any], *arguments: Any) -> Any:
    """Return the function that a kernel's dispatcher calls for arguments of these types; it does not check them."""
    dispatcher: Any = kernel.compiled
    dispatcher.compile(arguments)
    return dispatcher.overloads[arguments].entry_point
