"""A row of words under the names of its fields."""

from __future__ import annotations

import numpy as np
import pytest

from holdtheline.core.fields import fields_of

DTYPE = np.dtype([("phase", "<i8"), ("lane", "<i8", (3,)), ("map", "<i8", (2, 2)), ("last", "<i8")])


@pytest.fixture
def words() -> np.ndarray:
    return np.arange(10, 19, dtype=np.int64)


def test_fields_read_the_words_where_numpy_finds_them(words: np.ndarray) -> None:
    fields, record = fields_of(DTYPE)(words), words.view(DTYPE)[0]
    assert fields.phase == record["phase"] == 10
    assert list(fields.lane) == record["lane"].tolist() == [11, 12, 13]
    assert fields.map.tolist() == record["map"].tolist() == [[14, 15], [16, 17]]
    assert fields.last == record["last"] == 18


def test_a_number_is_a_plain_int(words: np.ndarray) -> None:
    fields = fields_of(DTYPE)(words)
    assert type(fields.phase) is type(fields.lane[0]) is int


def test_what_is_written_is_in_the_words(words: np.ndarray) -> None:
    fields = fields_of(DTYPE)(words)
    fields.phase = np.int64(-1)
    fields.lane[1] = 7
    fields.map[1, 0] = 8
    assert words.tolist() == [-1, 11, 7, 13, 14, 15, 8, 17, 18]
    fields.lane = (1, 2, 3)
    fields.map = [[4, 5], [6, 7]]
    assert words.tolist() == [-1, 1, 2, 3, 4, 5, 6, 7, 18]


def test_nothing_is_written_outside_a_field(words: np.ndarray) -> None:
    fields = fields_of(DTYPE)(words)
    with pytest.raises(IndexError):
        fields.lane[3] = 0
    with pytest.raises(ValueError, match="broadcast"):
        fields.lane = (1, 2)
    with pytest.raises(ValueError, match="invalid value for format"):
        fields.phase = 2**63
    with pytest.raises(AttributeError):
        fields.nothing = 1
    assert words.tolist() == list(range(10, 19))


def test_fields_tell_their_names_and_numbers(words: np.ndarray) -> None:
    assert "phase=10" in repr(fields_of(DTYPE)(words))
