"""The connection to one bot: send a question, wait for its answer, and charge the bot's time.

A bot may answer late, never, too much, or nonsense; it may never read, or may have exited. None of this can make the
referee wait longer than the bot's time, use more memory than one answer, or raise anything but `BotFailure`.
The bot is stopped (SIGSTOP) whenever it has no question to answer."""

from __future__ import annotations

import secrets
import select
import socket
import time
from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, NoReturn, Protocol

import numpy as np

from ..core.bots.bot_api import ID_LENGTH
from ..core.bots.faults import BotFailure
from .jail.bot_process import ProcessEnd
from .jail.clocks import BotClock, ClockedProcess
from .jail.limits import BUSY_FACTOR, CHUNK_BYTES, Limits
from .protocol import MESSAGE_FORMS, encode_message, parse_answer, parse_self_reported_fault

EXIT_SECONDS = 1.0
"""How long to wait for a process that closed its connection to end."""
MAX_DRAINED_CHUNKS = 64
"""The most chunks of late output to discard before a question."""
IDS_PER_DRAW = 64
SLICE_SECONDS = 0.1
"""The longest wait before the bot's clock is read again."""
PAUSE_SECONDS = 1.0
"""If a wait takes longer, the referee itself was stopped, for example by Ctrl-Z."""
SLICE_MILLISECONDS = int(SLICE_SECONDS * 1000)
SHORTEST_WAIT = 0.005
"""How long to wait for a bot whose time is all but used up."""
NOTABLE_IDLE_SHARE = 0.1
"""A failure mentions idle time if it is at least this share of the limit."""
HELLO = "hello"


class ConnectedProcess(ClockedProcess, Protocol):
    """A running bot: see `jail.bot_process.BotProcess`."""

    @property
    def socket(self) -> socket.socket: ...

    def resume(self) -> None: ...

    def stop(self) -> None: ...

    def ended(self, wait: float = 0.0) -> ProcessEnd | None: ...


class BotConnection:
    """The connection to one bot, for one game (`BotChannel`).

    `question_names` maps a kind of question to the words used for it in messages.
    """

    def __init__(
        self, process: ConnectedProcess, limits: Limits, question_names: Mapping[str, str] | None = None
    ) -> None:
        self.limits = limits
        self.form = MESSAGE_FORMS[0]
        """The form of questions that the bot asked for."""
        self._question_names = question_names or {}
        self._process = process
        self._socket = process.socket
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        self._to_write = b""
        self._read = b""
        self._expired_ids: set[str] = set()
        self.ids = np.zeros(0, np.uint8)
        """Characters of unguessable ids, drawn in advance because one large draw is much faster."""
        self.id_start = 0
        """Where the newest id starts in `ids`."""
        self._readable_events = [(self._socket.fileno(), select.POLLIN)]
        """The result of `poll` if the bot has written something and nothing else happened."""
        self.watch: Callable[[], None] = lambda: None
        """Called while the referee waits for an answer; may raise BotFailure."""
        self._clock = BotClock(process)
        self._used_before_game = self._idle_before_game = self._waited_before_game = 0.0
        self._used_before_question = self._idle_before_question = 0.0
        self._waits_to_write = False

    # Sending

    def queue(self, message: dict[str, Any]) -> None:
        """Queue a message that needs no answer; it is sent with the next question."""
        self._to_write += encode_message(message)

    def send_last(self, message: dict[str, Any]) -> None:
        """Send a final message, if the bot still listens."""
        self.queue(message)
        try:
            self._socket.send(self._to_write)
        except OSError:
            pass

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a question with a new id and return the answer."""
        question_id = self._draw_id_text()
        line = encode_message({**message, "id": question_id})
        return self._send_and_wait(message["ask"], question_id, self._to_write + line, seconds)

    def ask_with_words(self, what: str, seconds: float, words: memoryview) -> dict[str, Any]:
        """Send a question followed by 64-bit words and return the answer (docs/reference/protocol.md)."""
        question_id = self._draw_id_text()
        line = f'{{"ask":"{what}","id":"{question_id}","bytes":{words.nbytes}}}\n'.encode()
        return self._send_and_wait(what, question_id, b"".join((self._to_write, line, words)), seconds)

    def exchange(self, question: memoryview, seconds: float, into: memoryview) -> int:
        """Send a question that has the newest id, read the answer into a buffer, and return its length.

        This is the fast path, taken thousands of times per game: the answer comes in time and in one piece.
        If it does not, return 0; the caller then continues with `finish_exchange`.
        """
        process, clock = self._process, self._clock
        used = self._note_question()
        try:
            sent = self._socket.send(question)
        except OSError:
            sent = 0
        if sent < len(question):
            self._to_write = bytes(question[sent:])
            return 0
        process.resume()
        started = time.monotonic()
        try:
            events = self._poll.poll(SLICE_MILLISECONDS)
            waited = discount_pause(time.monotonic() - started)
            if events == self._readable_events:
                size = self._socket.recv_into(into)
                clock.charge(waited)
                if clock.used - used <= seconds:
                    return size
                self._read = bytes(into[:size])
            else:
                clock.charge(waited, has_answered=False)
        except OSError:
            pass
        finally:
            process.stop()
        return 0

    def finish_exchange(self, what: str, seconds: float, read: bytes) -> dict[str, Any]:
        """Return the answer to the question sent by `exchange`; `read` is the part already received."""
        self._read = self._read or read
        return self._run_until_answered(what, self._newest_id(), seconds)

    def ask_as_written(self, what: str, seconds: float, question: memoryview) -> dict[str, Any]:
        """Send an encoded question that has the newest id and return the answer."""
        return self._send_and_wait(what, self._newest_id(), self._to_write + question, seconds)

    def charge_reading(self, seconds: float) -> None:
        """Charge the bot for the CPU time that the referee needed to read its answer."""
        self._clock.charge_reading(seconds)

    def is_clear(self, seconds: float) -> bool:
        """Return whether no old data is pending and the bot has time left for the whole question."""
        return not (self._to_write or self._read or self._expired_ids) and self._time_left() >= seconds

    def draw_id(self) -> int:
        """Draw an unguessable id and return where it starts in `ids`."""
        self.id_start += ID_LENGTH
        if self.id_start >= len(self.ids):
            drawn = secrets.token_hex(ID_LENGTH // 2 * IDS_PER_DRAW)
            self.ids = np.frombuffer(bytearray(drawn.encode()), np.uint8)
            self.id_start = 0
        return self.id_start

    def _draw_id_text(self) -> str:
        self.draw_id()
        return self._newest_id()

    def _newest_id(self) -> str:
        return self.ids[self.id_start : self.id_start + ID_LENGTH].tobytes().decode()

    def greet(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send the hello, which has no id, and return the answer; its time does not count for the game."""
        answer = self._send_and_wait(HELLO, None, encode_message(message), self.limits.load_seconds)
        self._clock.charge(0.0)  # what it did after its answer
        clock = self._clock
        self._used_before_game, self._idle_before_game, self._waited_before_game = clock.used, clock.idle, clock.waited
        return answer

    def _time_left(self) -> float:
        """Return the seconds left for the game; work after an answer counts for the next question."""
        clock = self._clock
        used, waited = clock.used - self._used_before_game, (clock.waited - self._waited_before_game) / BUSY_FACTOR
        return self.limits.match_seconds - (used if used > waited else waited)

    def _send_and_wait(self, what: str, question_id: str | None, data: bytes, seconds: float) -> dict[str, Any]:
        if self._expired_ids:
            self._drain()
        left = self._time_left()
        if question_id is not None and left < seconds:
            if left <= 0:
                raise self._make_time_failure()
            seconds = left
        self._to_write = data
        self._note_question()
        return self._run_until_answered(what, question_id, seconds)

    def _note_question(self) -> float:
        """Note what the clock shows before a question, and return it."""
        self._used_before_question, self._idle_before_question = self._clock.used, self._clock.idle
        return self._used_before_question

    def _run_until_answered(self, what: str, question_id: str | None, seconds: float) -> dict[str, Any]:
        """Resume the bot, and stop it when it has answered."""
        process = self._process
        try:
            self._write()
            process.resume()
            try:
                return self._wait_for_answer(what, question_id, seconds)
            finally:
                process.stop()
        except BotFailure:
            if question_id is not None:
                self._expired_ids.add(question_id)
            raise

    # Waiting

    def _wait_for_answer(self, what: str, question_id: str | None, seconds: float) -> dict[str, Any]:
        """Wait for the answer, at most `seconds` by the bot's clock."""
        clock = self._clock
        wait = 0.0 if self._read else seconds
        while True:
            events, waited = self._wait(wait)
            line = self._read_line(events[0][1] if events else 0) if events or self._read else None
            clock.charge(waited, has_answered=line is not None)
            self.watch()
            used = clock.used - self._used_before_question
            if what != HELLO and self._time_left() < 0:
                raise self._make_time_failure()
            if used > seconds or (what == HELLO and clock.waited > BUSY_FACTOR * seconds):
                slept = describe_idle(clock.idle - self._idle_before_question, seconds)
                raise BotFailure("time", f"it took longer than {seconds:g} s {self._purpose(what)}{slept}")
            if line is not None:
                started = time.thread_time()
                answer = parse_answer(line)
                clock.charge_reading(time.thread_time() - started)
                if self._is_answer_to(answer, question_id):
                    return answer
                wait = 0.0  # another line may already be here
                continue
            wait = max(seconds - used, SHORTEST_WAIT)

    def _wait(self, seconds: float) -> tuple[list[tuple[int, int]], float]:
        """Wait for the bot, at most a slice of these seconds; return what `poll` returns and how long it took."""
        milliseconds = ceil(min(seconds, SLICE_SECONDS) * 1000)
        started = time.monotonic()
        events = self._poll.poll(milliseconds)
        return events, discount_pause(time.monotonic() - started)

    def _purpose(self, what: str) -> str:
        return "to get ready" if what == HELLO else f"for its {self._question_names.get(what, what)}"

    def _make_time_failure(self) -> BotFailure:
        seconds = self.limits.match_seconds
        slept = describe_idle(self._clock.idle - self._idle_before_game, seconds)
        return BotFailure("time", f"it has used up its {seconds:g} s for the game{slept}", is_final=True)

    def _read_line(self, events: int) -> bytes | None:
        """Write and read without blocking; return a complete line, or None."""
        if self._to_write:
            self._write()
        newline = self._read.find(b"\n")
        if newline < 0:
            if not events & ~select.POLLOUT:
                return None
            if not self._receive():
                return None
            newline = self._read.find(b"\n")
        if newline < 0 and len(self._read) <= self.limits.answer_bytes:
            return None
        if newline < 0 or newline > self.limits.answer_bytes:
            self._read = b""
            raise BotFailure("malformed", f"its answer is longer than {self.limits.answer_bytes:,} bytes")
        line, self._read = self._read[:newline], self._read[newline + 1 :]
        return line

    def _receive(self) -> bool:
        try:
            data = self._socket.recv(CHUNK_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._raise_closed()
        self._read = self._read + data if self._read else data
        return True

    def _write(self) -> None:
        """Write as much as the socket's buffer takes; the rest follows after the bot has read."""
        try:
            sent = self._socket.send(self._to_write)
        except BlockingIOError:
            sent = 0
        except OSError:
            if not self._read:
                self._receive()  # what the bot may have sent before it closed its end
            sent = len(self._to_write)
        self._to_write = self._to_write[sent:]
        if bool(self._to_write) != self._waits_to_write:
            self._waits_to_write = bool(self._to_write)
            self._poll.modify(self._socket, select.POLLIN | (select.POLLOUT if self._to_write else 0))

    def _raise_closed(self) -> NoReturn:
        """Raise the failure of a bot that closed its connection."""
        ended = self._process.ended(EXIT_SECONDS)
        if ended is None:
            raise BotFailure("crash", "it closed its connection to the referee", is_final=True)
        raise BotFailure(ended.fault_kind, f"it {ended.how}", is_final=True)

    def _drain(self) -> None:
        """Discard answers that came too late."""
        self._read = b""
        for _ in range(MAX_DRAINED_CHUNKS):
            if not self._receive():
                return
            self._read = b""

    # Checking

    def _is_answer_to(self, answer: dict[str, Any], question_id: str | None) -> bool:
        """Return True if this answers the question, False if it answers one that timed out."""
        if "fault" in answer:
            raise parse_self_reported_fault(answer)
        if question_id is None or answer.get("id") == question_id:
            if self._read:
                raise BotFailure("malformed", "it sent more than one answer")
            return True
        if isinstance(answer.get("id"), str) and answer["id"] in self._expired_ids:
            return False
        raise BotFailure("malformed", "its answer does not have the id of the question")


def discount_pause(waited: float) -> float:
    """Return how long the referee has waited, without the time in which it was stopped."""
    return waited if waited < PAUSE_SECONDS else SLICE_SECONDS


def describe_idle(idle: float, seconds: float) -> str:
    """Return how long a bot was idle, as the end of a sentence; empty if that is only a small part of its time."""
    return f"; it slept or waited for {idle:.1f} s of them" if idle >= NOTABLE_IDLE_SHARE * seconds else ""
