"""The turn buffer: the row of words in which a turn is played unit by unit, and its public part (T8.1)."""

from __future__ import annotations

import functools
from typing import Any, ClassVar

import numpy as np

from ....core.kernel.compiler import Kernel, record_opener
from ....core.state_record import WORD_BYTES, Row, row
from ..state import MAX_SOLDIERS, MAX_TOWERS, PLAYERS, TIMESTEPS, PublicState, TowersState, per_player

# The buffer begins with what units may see: the kinds of the soldiers that have entered, the targets of the unit that
# is asked, and the public part of the state. The rest of the state follows, then the number of soldiers of each lane
# that are recorded in the first part, and the codes of the actions taken.
BODY_UNIT_AT = 0
TARGETS_AT = PLAYERS * MAX_SOLDIERS  # the number of targets, then soldiers by number or towers by cell
STATE_AT = TARGETS_AT + 1 + MAX_SOLDIERS
PUBLIC_WORDS = STATE_AT + PublicState.word_count()
STATE_END = STATE_AT + TowersState.word_count()
RECORDED_AT = STATE_END
CODE_COUNT_AT = RECORDED_AT + PLAYERS
CODES_AT = CODE_COUNT_AT + 1
BUFFER_WORDS = CODES_AT + TIMESTEPS * PLAYERS * (MAX_TOWERS + MAX_SOLDIERS)  # each unit is asked once per timestep


def public_field_offsets() -> dict[str, int]:
    """Return the first word of each public field in the buffer."""
    fields: Any = TowersState.dtype.fields
    offsets = {name: STATE_AT + fields[name][1] // WORD_BYTES for name in PublicState.names}
    return {**offsets, "body_unit": BODY_UNIT_AT}


def public_dtype() -> np.dtype[Any]:
    formats: dict[str, Any] = {name: TowersState.dtype[name] for name in PublicState.names}
    formats["body_unit"] = ("<i8", (per_player(MAX_SOLDIERS),))
    spec: Any = {
        "names": list(formats),
        "formats": list(formats.values()),
        "offsets": [PUBLIC_FIELD_AT[name] * WORD_BYTES for name in formats],
        "itemsize": PUBLIC_WORDS * WORD_BYTES,
    }
    dtype: np.dtype[Any] = np.dtype(spec)
    return dtype


PUBLIC_FIELD_AT = public_field_offsets()


class UnitRecord(PublicState):
    """A turn as units may see it.

    The roster, which includes soldiers that have not entered, comes after the last word that a unit gets.
    """

    dtype: ClassVar[np.dtype[Any]] = public_dtype()
    body_unit: Row = row(per_player(MAX_SOLDIERS))  # the kinds of the soldiers that have entered


WordView = memoryview
"""A row of words as plain ints, read-only."""


def player_half(words: WordView, name: str, player: int) -> WordView:
    """Return the half of a row in the buffer that belongs to this player."""
    length = int(UnitRecord.dtype[name].shape[0]) // PLAYERS
    first = PUBLIC_FIELD_AT[name] + player * length
    return words[first : first + length]


@functools.cache
def make_public_opener() -> Kernel[..., Any]:
    """Return a kernel that opens words as a UnitRecord whose rows are arrays, as authors of bots expect."""
    return record_opener(UnitRecord, "towers.steps.open_public", arrays=True)
