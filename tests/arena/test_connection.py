"""The connection to a bot: whatever it sends or does not send gives a verdict with one sentence."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.arena.connection import BotConnection
from holdtheline.arena.jail.bot_process import ProcessEnd
from holdtheline.arena.protocol import parse_answer
from holdtheline.core.bots.faults import BotFailure

from .scripted_processes import LIMITS, Bot, asked, asked_on, raw, with_id


@pytest.fixture
def bot() -> Iterator[Bot]:
    made = Bot()
    yield made
    made.socket.close()
    made.mine.close()


def test_an_answer_comes_back_and_the_bot_runs_only_while_it_is_send_and_wait(bot: Bot) -> None:
    answer = asked(bot, with_id('"orders": [["hire", "rifle"]]'))
    assert answer["orders"] == [["hire", "rifle"]]
    assert bot.moods == ["go", "halt"]


def test_raw_bytes_follow_the_line_and_events_go_before_it(bot: Bot) -> None:
    wire, got = BotConnection(bot, LIMITS), []

    def answers() -> None:
        got.append(bot.hear())
        heard = bot.hear()
        got.append(bot.mine.recv(4))
        bot.say({"id": heard["id"]})

    thread = threading.Thread(target=answers)
    thread.start()
    wire.queue({"event": "turn"})
    wire.ask_with_words("act", 1.0, memoryview(b"\n\0\xffx"))
    thread.join()
    assert got == [{"event": "turn"}, b"\n\0\xffx"]


def one_at_a_time(bot: Bot, heard: dict[str, Any]) -> None:
    for sign in json.dumps({"id": heard["id"], "orders": []}) + "\n":
        bot.say(sign.encode())


def test_an_answer_may_come_byte_by_byte(bot: Bot) -> None:
    assert asked(bot, one_at_a_time)["orders"] == []


def too_late(bot: Bot, heard: dict[str, Any]) -> None:
    bot.cpu = 0.3
    bot.say({"id": heard["id"]})


def drips(bot: Bot, heard: dict[str, Any]) -> None:
    for _ in range(100):
        bot.say(b" ")
        time.sleep(0.01)


def two_answers(bot: Bot, heard: dict[str, Any]) -> None:
    bot.say(b"".join(json.dumps({"id": heard["id"]}).encode() + b"\n" for _ in range(2)))


def leaves(bot: Bot, heard: dict[str, Any]) -> None:
    bot.end = ProcessEnd("exited with code 3")
    bot.mine.close()


def breaks_out(bot: Bot, heard: dict[str, Any]) -> None:
    bot.end = ProcessEnd("made a forbidden system call: socket", is_breach=True)
    bot.mine.close()


def half_closes(bot: Bot, heard: dict[str, Any]) -> None:
    bot.mine.shutdown(socket.SHUT_WR)


SLEPT = "it took longer than 0.2 s for its plan; it slept or waited for 0.2 s of them"
WRONG: dict[str, tuple[Callable[[Bot, dict[str, Any]], None], str, str]] = {
    "says nothing": (lambda bot, heard: None, "time", SLEPT),
    "says nothing whole": (drips, "time", SLEPT),
    "works too long": (too_late, "time", "it took longer than 0.2 s for its plan"),
    "floods": (raw(b"x" * 100_000), "malformed", "its answer is longer than 1,000 bytes"),
    "says too much": (raw(b"[" + b" " * 1000 + b"]\n"), "malformed", "its answer is longer than 1,000 bytes"),
    "answers twice": (two_answers, "malformed", "it sent more than one answer"),
    "answers ahead": (raw(b'{"id": "0011"}\n'), "malformed", "its answer does not have the id of the question"),
    "has no id": (raw(b"{}\n"), "malformed", "its answer does not have the id of the question"),
    "has a list as id": (raw(b'{"id": []}\n'), "malformed", "its answer does not have the id of the question"),
    "is no object": (raw(b"[]\n"), "malformed", "its answer is not a JSON object"),
    "is empty": (raw(b"\n"), "malformed", "its answer is not JSON"),
    "is no JSON": (raw(b"hello\n"), "malformed", "its answer is not JSON"),
    "is no UTF-8": (raw(b'{"id": "\xff"}\n'), "malformed", "its answer is not UTF-8"),
    "has half a sign": (with_id(r'"move": "\ud800"'), "malformed", "its answer contains a lone surrogate"),
    "has NaN": (with_id('"move": NaN'), "malformed", "its answer is not allowed: a number is not an integer"),
    "is infinite": (with_id('"move": 1e999'), "malformed", "its answer is not allowed: a number is not an integer"),
    "has a fraction": (with_id('"move": 1.0'), "malformed", "its answer is not allowed: a number is not an integer"),
    "is huge": (with_id(f'"move": {"9" * 900}'), "", ""),
    "is deep": (with_id(f'"move": {"[" * 900}'), "malformed", "its answer is not JSON"),
    "says a name twice": (with_id('"move": 1, "move": 2'), "malformed", "an object has the same name twice"),
    "closes its line": (half_closes, "crash", "it closed its connection to the referee"),
    "ends": (leaves, "crash", "it exited with code 3"),
    "breaks out": (breaks_out, "breach", "it made a forbidden system call: socket"),
    "confesses": (raw(b'{"fault": "a \\u001b[2J b"}\n'), "crash", 'it reported "a \ufffd[2J b"'),
    "speaks as the referee": (
        raw(b'{"fault": "no\\" and the\\nother \xe2\x80\x9cbot made a forbidden system call"}\n'),
        "crash",
        "it reported \"no' and the other 'bot made a forbidden system call\"",
    ),
    "confesses much": (raw(b'{"fault": "%s"}\n' % (b"x" * 900)), "crash", "x" * 200 + "…"),
    "names a fault of its own": (raw(b'{"fault": "no", "kind": "memory"}\n'), "memory", 'it reported "no"'),
    "names a fault that it cannot have": (raw(b'{"fault": "no", "kind": "breach"}\n'), "crash", 'it reported "no"'),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_goes_wrong_is_told_in_one_sentence(bot: Bot, what: str) -> None:
    answers, kind, sentence = WRONG[what]
    answer = asked(bot, answers)
    if not kind:
        assert isinstance(answer, dict)  # integers of any size parse; their users check the range
        return
    assert answer[0] == kind
    assert sentence in answer[1]


def test_more_digits_than_python_reads_are_not_json(bot: Bot) -> None:
    answer = asked(bot, with_id(f'"move": {"9" * 5000}'), replace(LIMITS, answer_bytes=60_000))
    assert answer == ("malformed", "its answer is not JSON")


def test_a_bot_that_never_reads_does_not_stop_the_referee(bot: Bot) -> None:
    """The socket's buffer is full, and the question waits for space."""
    wire = BotConnection(bot, LIMITS)
    with pytest.raises(BotFailure, match=r"it took longer than 0\.2 s for its plan; it slept or waited"):
        wire.ask({"ask": "plan", "words": "x" * 3_000_000}, 0.2)


def test_a_question_that_does_not_fit_at_once_is_sent_bit_by_bit(bot: Bot) -> None:
    wire = BotConnection(bot, LIMITS)

    def answers() -> None:
        data = b""
        while not data.endswith(b"\n"):
            data += bot.mine.recv(65536)
        bot.say({"id": json.loads(data)["id"], "heard": len(data)})

    thread = threading.Thread(target=answers)
    thread.start()
    assert wire.ask({"ask": "plan", "words": "x" * 3_000_000}, 0.2)["heard"] > 3_000_000
    thread.join()


def test_all_questions_together_have_the_time_of_the_game(bot: Bot) -> None:
    wire = BotConnection(bot, LIMITS)

    def costs() -> None:
        heard = bot.hear()
        bot.cpu += 0.15
        bot.say({"id": heard["id"]})

    def ask() -> None:
        thread = threading.Thread(target=costs)
        thread.start()
        try:
            wire.ask({"ask": "plan"}, 0.2)
        finally:
            thread.join()

    for _ in range(6):
        ask()
    with pytest.raises(BotFailure, match="it has used up its 1 s for the game") as failure:
        ask()
    assert failure.value.is_final


def test_what_getting_ready_cost_is_not_the_game_s_time(bot: Bot) -> None:
    wire = BotConnection(bot, LIMITS)

    def gets_ready() -> None:
        bot.hear()
        bot.cpu = 5.0
        bot.say({"ready": True})
        bot.say({"id": bot.hear()["id"]})

    thread = threading.Thread(target=gets_ready)
    thread.start()
    assert wire.greet({"hello": 1})["ready"] is True
    wire.ask({"ask": "plan"}, 0.2)
    thread.join()


def test_an_answer_that_comes_too_late_is_void_and_the_next_one_counts(bot: Bot) -> None:
    """This happens in training, where only the decision is lost."""
    wire = BotConnection(bot, LIMITS)
    late: list[dict[str, Any]] = []

    def is_late() -> None:
        late.append(bot.hear())
        bot.cpu = 0.3
        bot.say(b" ")

    thread = threading.Thread(target=is_late)
    thread.start()
    with pytest.raises(BotFailure, match=r"longer than 0\.2 s"):
        wire.ask({"ask": "plan"}, 0.2)
    thread.join()
    bot.say({"id": late[0]["id"], "orders": "old"})

    def says_both() -> None:
        heard = bot.hear()
        bot.say({"id": late[0]["id"], "orders": "old"})
        bot.say({"id": heard["id"], "orders": "new"})

    thread = threading.Thread(target=says_both)
    thread.start()
    assert wire.ask({"ask": "plan"}, 0.2)["orders"] == "new"
    thread.join()


def test_nobody_waits_for_more_than_the_answer(bot: Bot) -> None:
    """Data already read is parsed before the next wait."""
    waits: list[int] = []
    wire = BotConnection(bot, LIMITS)
    bot.say(b'{"id": "0011"}\n')
    poll = wire._poll

    class Noted:
        def poll(self, wait: int) -> Any:
            waits.append(wait)
            return poll.poll(wait)

    wire._poll = Noted()  # type: ignore[assignment]
    with pytest.raises(BotFailure, match="does not have the id"):
        wire.ask({"ask": "plan"}, 0.2)
    assert waits == [100]


def test_a_void_answer_and_the_right_one_may_come_in_one_piece(bot: Bot) -> None:
    wire = BotConnection(bot, LIMITS)
    wire._expired_ids.add("0011")
    thread = threading.Thread(
        target=lambda: bot.say(b'{"id": "0011"}\n' + json.dumps({"id": bot.hear()["id"]}).encode() + b"\n")
    )
    thread.start()
    assert wire.ask({"ask": "plan"}, 0.2).keys() == {"id"}
    thread.join()


@pytest.mark.parametrize(
    ("answer", "actions"),
    [
        ('"actions":[2000]', [2000]),
        ('"actions":[2000,2500]', [2000, 2500]),
        ('"actions":[]', []),
        ('"actions": [ 2000 ]', [2000]),
        ('"actions":[-1]', [-1]),
        ('"actions":["x"]', ["x"]),
        ('"actions":[[1],[2]]', [[1], [2]]),
        ('"actions":[2000],"more":1', [2000]),
    ],
)
def test_actions_are_read_as_any_json(bot: Bot, answer: str, actions: list[Any]) -> None:
    def says(bot: Bot, heard: dict[str, Any]) -> None:
        bot.say(f'{{"id":"{heard["id"]}",{answer}}}\n'.encode())

    assert asked(bot, says)["actions"] == actions


@pytest.mark.parametrize("tail", ["[1,]", "[,1]", "[1", "[1]]", "[1]}{", f"[{'9' * 800},1,,2]"])
def test_what_only_looks_like_actions_is_not_json(bot: Bot, tail: str) -> None:
    def says(bot: Bot, heard: dict[str, Any]) -> None:
        bot.say(f'{{"id":"{heard["id"]}","actions":{tail}}}\n'.encode())

    assert asked(bot, says) == ("malformed", "its answer is not JSON")


@given(st.binary(max_size=60))
def test_any_bytes_are_an_object_or_a_failure(line: bytes) -> None:
    with suppress(BotFailure):
        assert isinstance(parse_answer(line), dict)


WORDS = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | WORDS,
        lambda inside: st.lists(inside) | st.dictionaries(st.text("abc"), inside),
    )
)
def test_what_a_bot_says_in_json_is_read_as_it_is(value: Any) -> None:
    assert parse_answer(json.dumps({"id": value}).encode()) == {"id": value}


def test_what_a_bot_computes_after_its_answer_counts_for_its_next_question(bot: Bot) -> None:
    wire = BotConnection(bot, LIMITS)

    def ask() -> None:
        thread = threading.Thread(target=lambda: bot.say({"id": bot.hear()["id"]}))
        thread.start()
        try:
            wire.ask({"ask": "plan"}, 0.2)
        finally:
            thread.join()

    ask()
    bot.cpu += 0.3
    with pytest.raises(BotFailure, match=r"longer than 0\.2 s"):
        ask()


def test_on_a_busy_machine_a_bot_may_wait_for_a_processor_as_long_as_it_takes(bot: Bot) -> None:
    def waits(bot: Bot, heard: dict[str, Any]) -> None:
        bot.is_ready_to_run = True
        threading.Event().wait(0.5)  # longer than its limit
        bot.queues["1"] += 0.5
        bot.say({"id": heard["id"]})

    assert asked(bot, waits).keys() == {"id"}


def test_sleeping_a_little_before_every_answer_uses_up_the_time_of_the_game(bot: Bot) -> None:
    wire, answered = BotConnection(bot, LIMITS), []

    def sleeps() -> None:
        with suppress(OSError, ValueError):
            while True:
                heard = bot.hear()
                threading.Event().wait(0.15)
                bot.say({"id": heard["id"]})
                answered.append(heard)

    thread = threading.Thread(target=sleeps, daemon=True)
    thread.start()
    words = r"^it has used up its 1 s for the game; it slept or waited for \d\.\d s of them$"
    with pytest.raises(BotFailure, match=words):
        all(wire.ask({"ask": "plan"}, 0.2) for _ in count())
    bot.mine.shutdown(socket.SHUT_RDWR)
    thread.join()
    assert len(answered) < 8


def test_a_referee_that_was_stopped_charges_no_bot_for_it(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example by Ctrl-Z: the wait took longer than the referee wanted to wait."""
    wire = BotConnection(bot, LIMITS)
    times = iter([0.0, 60.0])
    monkeypatch.setattr("holdtheline.arena.connection.time.monotonic", lambda: next(times))
    assert wire._wait(0.2)[1] == 0.1


def test_a_bot_that_is_always_ready_to_run_and_never_runs_ends_as_well(bot: Bot) -> None:
    """On a busy machine, by yielding its processor all the time."""
    bot.is_ready_to_run = True
    limits = replace(LIMITS, match_seconds=0.02)
    assert asked(bot, lambda bot, heard: None, limits) == ("time", "it has used up its 0.02 s for the game")


def test_what_the_referee_needs_to_read_an_answer_is_charged(bot: Bot) -> None:
    wire = BotConnection(bot, replace(LIMITS, answer_bytes=65536))
    junk = '"x": [' + "{}," * 20_000 + "0]"
    assert "x" in asked_on(wire, bot, with_id(junk))
    assert wire._clock.reading > 0
    wire.charge_reading(1.0)
    assert not wire.is_clear(0.001), "its time for the game is used up"
