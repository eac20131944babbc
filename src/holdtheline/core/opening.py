"""A row of words, opened as a record for compiled rules: each field is a word or a row of words in its place.

Numba's own records would do; but each look into a row of theirs makes an array first, which takes long to
compile and costs a little to run. Here a record is the place of its first word and nothing else.
"""

from __future__ import annotations

import operator
from importlib import import_module
from typing import Any

import numpy as np

WORD = 8

_dtypes: list[np.dtype[Any]] = []


def number_of(dtype: np.dtype[Any]) -> int:
    """What the rules call a type of records."""
    if dtype not in _dtypes:
        _dtypes.append(dtype)
    return _dtypes.index(dtype)


def place_of(number: int, name: str) -> tuple[int, bool] | None:
    """The first word of a field, and whether there are more; None: there is no such field."""
    fields: Any = _dtypes[number].fields
    field = fields.get(name)
    return None if field is None else (field[1] // WORD, bool(field[0].shape))


def fields_at() -> Any:
    """Make the function that opens: fields_at(words, number of the type)."""
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
            place = place_of(type_.number, name)
            if place is None:
                return None
            return types.CPointer(types.int64) if place[1] else types.int64

    def found(builder: Any, type_: Any, value: Any, name: str) -> tuple[Any, bool]:
        first, is_row = place_of(type_.number, name) or (0, False)
        return builder.gep(value, [word(first)]), is_row

    @imputils.lower_getattr_generic(Fields)  # type: ignore[untyped-decorator]
    def get(_context: Any, builder: Any, type_: Any, value: Any, name: str) -> Any:
        at, is_row = found(builder, type_, value, name)
        return at if is_row else builder.load(at)

    @imputils.lower_setattr_generic(Fields)  # type: ignore[untyped-decorator]
    def put(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
        type_, given = signature.args
        new = context.cast(builder, arguments[1], given, types.int64)
        builder.store(new, found(builder, type_, arguments[0], name)[0])

    def is_by_name(row: Any, place: Any) -> bool:
        """Whether a row is asked by a number that has a name."""
        return isinstance(row, types.CPointer) and isinstance(place, types.IntEnumMember)

    @templates.infer_global(operator.getitem)
    class GetByName(templates.AbstractTemplate):  # type: ignore[misc]
        def generic(self, arguments: Any, _keywords: Any) -> Any:
            row, place = arguments
            return templates.signature(row.dtype, row, types.intp) if is_by_name(row, place) else None

    @templates.infer_global(operator.setitem)
    class PutByName(templates.AbstractTemplate):  # type: ignore[misc]
        def generic(self, arguments: Any, _keywords: Any) -> Any:
            row, place, _ = arguments
            if not is_by_name(row, place):
                return None
            return templates.signature(types.none, row, types.intp, row.dtype)

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def fields(_typing: Any, words: Any, number: Any) -> Any:
        if not isinstance(number, types.Literal):
            return None

        def opened(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return cgutils.create_struct_proxy(words)(context, builder, arguments[0]).data

        return Fields(number.literal_value)(words, number), opened

    return fields
