"""Game records that are checked or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdtheline.core.errors import BadRecord
from holdtheline.core.game_record.replay import Record

MODES_OF_RUNNING = [pytest.param(True, id="plain"), pytest.param(False, marks=pytest.mark.compiled)]


def packed(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def checked(data: bytes) -> Record | BadRecord:
    """Return the record if it is valid, or the error, which must be one short line."""
    try:
        record = Record.parse(data)
        record.replay(plain=True)
    except BadRecord as error:
        reason = error.reason
        return error if reason.isprintable() and len(reason) < 250 else BadRecord(f"not a sentence: {reason!r}")
    return record


def refusal_of(data: bytes) -> BadRecord:
    refusal = checked(data)
    assert isinstance(refusal, BadRecord)
    return refusal


def refused(data: bytes) -> tuple[str, int | None, int | None]:
    error = refusal_of(data)
    return error.reason, error.line, error.step
