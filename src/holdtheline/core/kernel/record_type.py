"""A Numba type for state records: each field is a word, or a row of words, at a fixed offset.

Numba's own record type would do, but every access to a row field makes an array first, which is slow to compile
and costs a little at run time. Here a record is a pointer to its first word. This uses Numba's internals, so
`compiler` imports this module late."""

from __future__ import annotations

import operator
from importlib import import_module
from typing import Any

from .record_layout import field_offset

word: Any = import_module("llvmlite.ir").IntType(64)
types: Any = import_module("numba.core.types")
cgutils: Any = import_module("numba.core.cgutils")
datamodel: Any = import_module("numba.core.datamodel")
imputils: Any = import_module("numba.core.imputils")
templates: Any = import_module("numba.core.typing.templates")
intrinsic: Any = import_module("numba.extending").intrinsic


class Fields(types.Type):  # type: ignore[misc]
    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(name=f"holdtheline.Fields({number})")


@datamodel.register_default(Fields)
class FieldsModel(datamodel.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, word.as_pointer())


@templates.infer_getattr
class FieldsAttribute(templates.AttributeTemplate):  # type: ignore[misc]
    key = Fields

    def generic_resolve(self, type_: Any, name: str) -> Any:
        offset = field_offset(type_.number, name)
        if offset is None:
            return None
        _, is_row = offset
        return types.CPointer(types.int64) if is_row else types.int64


def pointer_to_field(builder: Any, type_: Any, value: Any, name: str) -> tuple[Any, bool]:
    first, is_row = field_offset(type_.number, name) or (0, False)
    return builder.gep(value, [word(first)]), is_row


@imputils.lower_getattr_generic(Fields)  # type: ignore[untyped-decorator]
def get_field(_context: Any, builder: Any, type_: Any, value: Any, name: str) -> Any:
    pointer, is_row = pointer_to_field(builder, type_, value, name)
    return pointer if is_row else builder.load(pointer)


@imputils.lower_setattr_generic(Fields)  # type: ignore[untyped-decorator]
def set_field(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    type_, value_type = signature.args
    value = context.cast(builder, arguments[1], value_type, types.int64)
    pointer, _ = pointer_to_field(builder, type_, arguments[0], name)
    builder.store(value, pointer)


def is_enum_index(row: Any, index: Any) -> bool:
    """Return whether a row is indexed by a member of an enum."""
    return isinstance(row, types.CPointer) and isinstance(index, types.IntEnumMember)


@templates.infer_global(operator.getitem)
class GetByEnumIndex(templates.AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, _keywords: Any) -> Any:
        row, index = arguments
        return templates.signature(row.dtype, row, types.intp) if is_enum_index(row, index) else None


@templates.infer_global(operator.setitem)
class SetByEnumIndex(templates.AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, _keywords: Any) -> Any:
        row, index, _ = arguments
        if not is_enum_index(row, index):
            return None
        return templates.signature(types.none, row, types.intp, row.dtype)


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def record_at(_typing: Any, words: Any, number: Any) -> Any:
    """Open words as a record of the dtype with this number."""
    if not isinstance(number, types.Literal):
        return None

    def opened(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        if isinstance(words, types.CPointer):
            return arguments[0]
        return cgutils.create_struct_proxy(words)(context, builder, arguments[0]).data

    return Fields(number.literal_value)(words, number), opened
