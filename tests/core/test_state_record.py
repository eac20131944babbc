"""State records: a row of words under the names of its fields."""

from __future__ import annotations

import numpy as np
import pytest

from holdtheline.core.state_record import Record, Row, fill, record_class, row


class Public(Record):
    phase: int
    lane: Row = row(3)


class Whole(Public):
    """A record that extends another one."""

    last: int


@pytest.fixture
def words() -> np.ndarray:
    return np.arange(10, 15, dtype=np.int64)


def test_fields_are_laid_out_in_the_order_declared_base_class_first() -> None:
    assert Whole.names == ("phase", "lane", "last")
    assert Whole.dtype == np.dtype([("phase", "<i8"), ("lane", "<i8", (3,)), ("last", "<i8")])
    assert (Public.word_count(), Whole.word_count()) == (4, 5)


def test_fields_read_the_words_where_numpy_finds_them(words: np.ndarray) -> None:
    record, numpy_record = Whole(words), words.view(Whole.dtype)[0]
    assert record.phase == numpy_record["phase"] == 10
    assert list(record.lane) == record.lane.tolist() == numpy_record["lane"].tolist() == [11, 12, 13]
    assert record.last == numpy_record["last"] == 14


def test_a_number_is_a_plain_int(words: np.ndarray) -> None:
    record = Whole(words)
    assert type(record.phase) is type(record.lane[0]) is int


def test_what_is_written_is_in_the_words(words: np.ndarray) -> None:
    record = Whole(words)
    record.phase = np.int64(-1)
    record.lane[1] = 7
    assert words.tolist() == [-1, 11, 7, 13, 14]
    fill(record.lane, (1, 2, 3))
    assert words.tolist() == [-1, 1, 2, 3, 14]
    record.lane = (4, 5, 6)
    assert words.tolist() == [-1, 4, 5, 6, 14]


def test_nothing_is_written_outside_a_field(words: np.ndarray) -> None:
    record = Whole(words)
    with pytest.raises(IndexError):
        record.lane[3] = 0
    with pytest.raises(ValueError, match="broadcast"):
        record.lane = (1, 2)
    with pytest.raises(ValueError, match="invalid value for format"):
        record.phase = 2**63
    with pytest.raises(AttributeError):
        record.nothing = 1
    assert words.tolist() == list(range(10, 15))


def test_a_copy_has_its_own_words(words: np.ndarray) -> None:
    copy = Whole(words).copy()
    copy.phase = 0
    assert words[0] == 10
    assert Whole.zeros().lane.tolist() == [0, 0, 0]


def test_a_record_prints_its_names_and_numbers(words: np.ndarray) -> None:
    assert "phase=10" in repr(Whole(words))


def test_a_record_class_can_be_made_from_a_dtype_with_offsets(words: np.ndarray) -> None:
    spec = {"names": ["last", "pair"], "formats": ["<i8", ("<i8", (2,))], "offsets": [32, 8], "itemsize": 40}
    record = record_class("Part", np.dtype(spec))(words)
    assert (record.last, record.pair.tolist()) == (14, [11, 12])


@pytest.mark.parametrize(
    "fields",
    [
        [("phase", "<i4"), ("waves", "<i4")],
        [("phase", "<i8"), ("lane", "<i2", (4,))],
        [("phase", "<u8")],
        [("phase", "<f8")],
        [("phase", ">i8")],
        [("phase", "<i8"), ("held", "?")],
    ],
)
def test_a_field_that_is_no_64_bit_integer_is_refused(fields: list[tuple[object, ...]]) -> None:
    with pytest.raises(TypeError, match="must be a 64-bit integer"):
        record_class("Wrong", np.dtype(fields))
