"""Threads in place of a bot's process: one has its answers in advance, a test drives the other step by step."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from holdtheline.arena.connection import BotConnection
from holdtheline.arena.game_run import GameRun
from holdtheline.arena.jail.bot_process import ProcessEnd
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jailed_bot import JailedBot
from holdtheline.core.bots.faults import BotFailure
from holdtheline.core.catalog import load
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.rules.moves import encode_move
from holdtheline.games.towers.state import Phase

ORDERS = [["build", "missile", 9, 3], ["hire", "rifle"], ["hire", "dragon"], ["send", 1, 0, 3]]
ID = "8d1f0c77a2e4b639"


class Scripted:
    """A bot that runs in a thread and waits between questions."""

    def __init__(self, answers: Sequence[dict[str, Any]]) -> None:
        self.socket, self._end = socket.socketpair()
        self.socket.setblocking(False)
        self.lines: list[str] = []
        self._answers = list(answers)
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    def _talk(self) -> None:
        with self._end, self._end.makefile("rw") as line:
            for text in line:
                message = json.loads(text)
                self.lines.append(f"> {text.strip()}")
                if "end" in message:
                    return
                if "event" in message:
                    continue
                answer = {"id": message["id"]} if "id" in message else {}
                line_text = json.dumps({**answer, **self._answers.pop(0)}, separators=(",", ":"))
                self.lines.append(f"< {line_text}")
                print(line_text, file=line, flush=True)

    def cpu_seconds(self) -> float:
        return 0.0

    def queue_seconds(self) -> dict[str, float]:
        return {}

    def is_runnable(self) -> bool:
        return True

    def resume(self) -> None: ...

    def stop(self) -> None: ...

    def ended(self, wait: float = 0.0) -> ProcessEnd | None:
        return None

    def kill(self) -> None:
        self._thread.join(10)
        self.socket.close()


def session() -> list[str]:
    """Play two plans and one soldier's action; all random ids are replaced by the same one."""
    process = Scripted(
        [
            {"ready": True, "units": ["rifle"]},
            {"orders": ORDERS},
            {"actions": [moves.GO + 7 * 18 + 3]},
            {"orders": []},
        ]
    )
    game = load("towers", plain=True)
    bot, run = JailedBot(process, game, 0, Limits(), True), GameRun(game, 7)  # type: ignore[arg-type]
    bot.greet(7)
    plan(bot, run)
    bot.play(run)
    while run.state.record.phase == Phase.ACT:
        run.make_move(int(encode_move(0, moves.REST)))
    plan(bot, run)
    bot.end("drawn", "this was only a session")
    return [re.sub(r'"id":"[0-9a-f]+"', f'"id":"{ID}"', line) for line in process.lines]


def plan(bot: JailedBot, run: GameRun) -> None:
    bot.play(run)
    run.make_move(int(encode_move(1, moves.READY)))


LIMITS = Limits(think_seconds=0.2, match_seconds=1.0, answer_bytes=1000)


class Bot:
    """A thread in place of a process, with a settable clock and end."""

    def __init__(self) -> None:
        self.socket, self.mine = socket.socketpair()
        self.socket.setblocking(False)
        self.cpu = 0.0
        self.queues = {"1": 0.0}
        self.is_ready_to_run = False
        self.end: ProcessEnd | None = None
        self.moods: list[str] = []

    def cpu_seconds(self) -> float:
        return self.cpu

    def queue_seconds(self) -> dict[str, float]:
        return dict(self.queues)

    def is_runnable(self) -> bool:
        return self.is_ready_to_run

    def resume(self) -> None:
        self.moods.append("go")

    def stop(self) -> None:
        self.moods.append("halt")

    def ended(self, wait: float = 0.0) -> ProcessEnd | None:
        return self.end

    def hear(self) -> dict[str, Any]:
        data = b""
        while not data.endswith(b"\n"):
            data += self.mine.recv(1) or b"\n"  # the end: not JSON
        heard: dict[str, Any] = json.loads(data)
        return heard

    def say(self, data: bytes | dict[str, Any]) -> None:
        self.mine.sendall(data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n")


def asked(bot: Bot, answers: Callable[[Bot, dict[str, Any]], None], limits: Limits = LIMITS) -> Any:
    """Ask one question and return the answer or the failure."""
    wire = BotConnection(bot, limits)
    return asked_on(wire, bot, answers, limits)


def asked_on(
    wire: BotConnection, bot: Bot, answers: Callable[[Bot, dict[str, Any]], None], limits: Limits = LIMITS
) -> Any:
    def run() -> None:
        try:
            answers(bot, bot.hear())
        except OSError:
            pass  # the referee did not wait

    thread = threading.Thread(target=run)
    thread.start()
    try:
        return wire.ask({"ask": "plan"}, limits.think_seconds)
    except BotFailure as failure:
        return failure.kind, failure.sentence
    finally:
        with suppress(OSError):
            bot.mine.shutdown(socket.SHUT_RD)
        thread.join()


def with_id(text: str) -> Callable[[Bot, dict[str, Any]], None]:
    """Answer with this text after the id."""
    return lambda bot, heard: bot.say(f'{{"id": "{heard["id"]}", {text}}}\n'.encode())


def raw(data: bytes) -> Callable[[Bot, dict[str, Any]], None]:
    return lambda bot, heard: bot.say(data)
