"""Kinds of hostile bots, as the texts of their files; `hostile_behaviours` says what each does.

`$REFEREE` stands for the referee's pid, `$OTHER` for the file of the bot on the other side.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from .faulty_bots import HEAD, PLAN
from .jailed_games import JSON_BOT

MARK = f"left-by-a-hostile-bot-{os.getpid()}"
"""The prefix of every file that a bot tries to create, unique to this run."""
KEY = 0x50000000 + os.getpid()
"""The key of every shared-memory segment that a bot tries to create."""


@dataclass(frozen=True)
class Behaviour:
    number: int
    """Its number in the list."""
    what: str
    text: str
    kind: str = ""
    """The expected kind of fault; empty if the bot does no harm and keeps playing."""
    words: str = ""
    """A pattern that the fault's sentence must match."""
    refused: int = 0
    """The number of attempts that its log must report as refused."""
    log_text: str = ""
    """A text that its log must contain."""
    limits: dict[str, Any] = field(default_factory=dict)
    name: str = "bad.py"

    def __str__(self) -> str:
        return f"{self.number} {self.what}"


# Kinds of bots

IDLE = PLAN.format("return Orders(view)")
TRIED = """
import ctypes, mmap, os, resource, socket, threading
libc = ctypes.CDLL(None, use_errno=True)

def tried(*things):
    for thing in things:
        try:
            got = thing()
        except (OSError, RuntimeError, ValueError, MemoryError) as error:
            print("refused", type(error).__name__)
        else:
            print("got", got)

def called(name, *values):
    number = getattr(libc, name)(*values)
    if number < 0:
        raise OSError(ctypes.get_errno(), name)
    return number
"""
BARE = """
import json, os, random, signal, socket, sys, time
line = socket.socket(fileno=3)
line.setblocking(True)

def heard():
    data = b""
    while not data.endswith(b"\\n"):
        data += line.recv(1)
    return json.loads(data)

def says(text):
    line.sendall(text.encode() + b"\\n")

def answers(asked, **words):
    says(json.dumps({"id": asked["id"], **words}))

"""
READY = """says('{"ready":true}')
"""
"""The kit receives the hello before it loads the file."""


def plans(text: str) -> str:
    """Return a commander whose plan runs this code and then does nothing."""
    lines = "\n        ".join(text.strip().splitlines())
    return HEAD + TRIED + PLAN.format(f"{lines}\n        return Orders(view)")


def reads(text: str) -> str:
    """Return a bot that runs this code while it is loaded."""
    return HEAD + TRIED + text + IDLE


def tries(*things: str) -> str:
    return reads(f"tried({', '.join(f'lambda: {thing}' for thing in things)})\n")


def talks(text: str) -> str:
    """Return a program that speaks the protocol itself: it gets ready and then runs this code."""
    return BARE + READY + text + "\nos._exit(0)\n"


def orders(text: str) -> str:
    """Return a bot that sends these orders, given as JSON text, in its first turn."""
    return talks(f"""
asked = heard()
says('{{"id":"%s","orders":%s}}' % (asked["id"], {text}))
while "end" not in (asked := heard()):
    "ask" in asked and answers(asked, orders=[])
""")


def acts(text: str) -> str:
    """Return a bot whose only soldier does this, given as JSON text."""
    body = """READY = {"units": ["rifle"]}
def answer(asked):
    if asked["ask"] == "plan":
        return {"orders": [["hire", "rifle"], ["send_all", 0]]}
    line.write('{"id":"%s","actions":%s}\\n' % (asked["id"], TEXT))
    line.flush()
    os.read(3, 1)
    os._exit(0)
"""
    return JSON_BOT.format(body=f"TEXT = {text}\n{body}")


# Limits

FEW = {"think_seconds": 0.2}
LOADS = {"load_seconds": 0.4}
SMALL = {"memory_mb": 64}

TIME = {"kind": "time", "words": r"it took longer than 0\.2 s for its plan", "limits": FEW}
CLOCK = {"kind": "time", "words": r"longer than 0\.2 s for its plan; it slept or waited for 0\.\d s", "limits": FEW}
LONGER = {"kind": "malformed", "words": r"its answer is longer than 65,536 bytes"}
MALFORMED = {"kind": "malformed"}


def crash(words: str) -> dict[str, str]:
    return {"kind": "crash", "words": words}


def breach(call: str) -> dict[str, str]:
    return {"kind": "breach", "words": f"it made a forbidden system call: {call}$"}


def breaches(number: int, *things: tuple[str, str]) -> list[Behaviour]:
    """Return behaviours that are killed for a system call, whatever they catch."""
    return [
        Behaviour(number, f"breach {thing}", plans(f"tried(lambda: {thing})"), **breach(call)) for thing, call in things
    ]


# Bots of tests of their own

SAYS_ALL = """#!/bin/sh
while read -r line <&3; do
  echo "$line"
  case $line in
  '{"hello"'*) echo '{"ready":true}' >&3 ;;
  '{"ask"'*) id=${line##*:\\"}; echo "{\\"id\\":\\"${id%??}\\",\\"orders\\":[]}" >&3 ;;
  '{"end"'*) exit ;;
  esac
done
"""
"""It does nothing and logs everything it receives."""
THINKS_ON = talks("""
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
while "end" not in (asked := heard()):
    if "ask" in asked:
        answers(asked, orders=[])
        line.setblocking(False)
        while True:
            try:
                line.recv(1, socket.MSG_PEEK)
                break
            except BlockingIOError:
                pass
        line.setblocking(True)
""")
"""It works after its answer and sets a timer that could resume it."""
ATTACKS_LAST = talks("""
while "end" not in (asked := heard()):
    "ask" in asked and answers(asked, orders=[])
socket.socket()
""")
"""It attacks after its last answer."""
REMEMBERS = reads(f"""
import json, tempfile
places = ["{MARK}", "/tmp/{MARK}", "/dev/shm/{MARK}"]
print(hasattr(json, "mark"), "MARK" in os.environ, hasattr(Orders, "mark"), *map(os.path.exists, places))
json.mark = Orders.mark = os.environ["MARK"] = "here"
for place in places:
    try: open(place, "w").close()
    except OSError: pass
""")
"""It leaves marks wherever it can and reports those it finds."""
PATCHES = (
    HEAD
    + """
import json
from holdtheline.games.towers.bots import kit_commander
turns = iter(range(1, 100))

def cheats(self, ask, identity, changes):
    orders = [["build", "missile", 9, 3], *[["hire", "rifle"]] * 50, ["send_all", next(turns) % 7]]
    return json.dumps({"id": identity, "orders": orders})

kit_commander.KitCommander.answer = cheats
time.process_time = time.thread_time = time.monotonic = lambda: 0.0
"""
    + IDLE
)
"""Its patched kit checks neither the rules nor the gold."""
