"""The output of bots is made safe to print."""

from __future__ import annotations

import os

import pytest

from holdtheline.arena.jail.logs import BotLog, strip_control_characters


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        (b"plain\ttext\r\nline\n", "plain\ttext\nline\n"),
        (b"\x1b[31mred\x1b[0m", "red"),
        (b"\x1b]0;title\x07after", "after"),
        (b"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        (b"\x1bPdevice\x1b\\x\x1bc\x1b(0y", "xy"),
        (b"end\x1b", "end"),
        (b"a\x00b\x07c\x9bd\r", "a�b�c�d�"),
        ("\u202eturned\u2066\u200b".encode(), "�turned��"),
        (b"\xff\xfe", "��"),
        ("ä ♞".encode(), "ä ♞"),
    ],
)
def test_no_terminal_takes_a_log_for_an_order(printed: bytes, shown: str) -> None:
    assert strip_control_characters(printed) == shown


def test_a_log_keeps_the_beginning_and_the_end() -> None:
    log = BotLog(20)
    for word in (b"0123456789", b"lost", b"abcdefghij"):
        os.write(log.bots_end, word)
        log.read()
    os.close(log.bots_end)
    assert log.text() == "0123456789\n[4 bytes omitted]\nabcdefghij"
    assert not log.is_open


def test_a_short_log_is_complete() -> None:
    log = BotLog(20)
    os.write(log.bots_end, b"0123456789abcdefghij")
    os.close(log.bots_end)
    assert log.text() == "0123456789abcdefghij"
    log.close()
