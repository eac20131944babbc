"""Node.js bots and programs run behind the same walls as Python bots."""

from __future__ import annotations

import os
import re

import pytest

from holdtheline.arena.jail.bot_process import ProcessEnd
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.submission import Submission

from ...system_programs import needed, node
from .conftest import Bot
from .test_supervisor import LIMITS, PATIENCE, answer

NAME = f"left-by-a-jailed-bot-{os.getpid()}"
"""The name of a file that no other program has."""
LEAVE_OUT = "HTL_NO_NODE"
NOT_PYTHON = ""

ECHO_JS = """
const net = require("net");
const talk = new net.Socket({ fd: 3 });
talk.on("data", (data) => talk.write("node says " + data));
"""
ECHO_SH = """#!/bin/sh
while read -r line <&3; do echo "sh says $line" >&3; done
"""


@pytest.fixture
def js(bot: Bot) -> Bot:
    if os.environ.get(LEAVE_OUT):
        pytest.skip(f"{LEAVE_OUT} is set")
    needed("nodejs", node)
    return lambda text, name="ada.js": bot(text, name)


def ran(supervisor: Supervisor, submission: Submission, limits: Limits = LIMITS) -> tuple[ProcessEnd | None, str]:
    process = supervisor.start(submission, NOT_PYTHON, limits)
    end = process.ended(PATIENCE)
    process.kill()
    return end, process.log()


def spoke(supervisor: Supervisor, submission: Submission) -> bytes:
    process = supervisor.start(submission, NOT_PYTHON, LIMITS)
    process.socket.sendall(b"hello\n")
    output = answer(process)
    process.stop()
    assert process.ended() is None
    assert process.cpu_seconds() > 0
    process.kill()
    return output


def test_node_and_programs_talk_like_any_bot(supervisor: Supervisor, js: Bot, bot: Bot) -> None:
    assert spoke(supervisor, js(ECHO_JS)) == b"node says hello\n"
    assert spoke(supervisor, bot(ECHO_SH, "ada")) == b"sh says hello\n"


def test_they_begin_with_nothing_of_ours(supervisor: Supervisor, js: Bot, bot: Bot) -> None:
    assert ran(supervisor, js("console.log(Object.keys(process.env).sort().join())")) == (
        ProcessEnd("exited with code 0"),
        "HOME,LANG,PATH\n",
    )
    end, log = ran(supervisor, bot(f"#!/bin/sh\necho $HOME $LANG $(true); echo *; echo x > /tmp/{NAME}", "ada"))
    assert "Cannot fork" in log, end
    assert ran(supervisor, bot("#!/bin/sh\necho $HOME; echo *; echo /*; read x; exit 5", "ada")) == (
        ProcessEnd("exited with code 5"),
        "/nonexistent\nada\n/*\n",
    )


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ('require("child_process").spawnSync("ls").error.code', "EPERM"),
        ('require("fs").readFileSync("/etc/passwd")', "EACCES"),
        ('require("fs").writeFileSync("/tmp/$NAME", "")', "EACCES|EROFS"),
        ('require("fs").readdirSync("..")', "EACCES"),
        ('require("os").setPriority(-5)', "EPERM"),
    ],
)
def test_what_is_closed_is_closed_for_node(supervisor: Supervisor, js: Bot, text: str, answers: str) -> None:
    text = text.replace("$NAME", NAME)
    _, log = ran(
        supervisor,
        js(f"try {{ console.log({text}) }} catch (error) {{ console.log(error.info?.code ?? error.code) }}"),
    )
    assert log.strip() in answers.split("|")


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ('require("net").connect(80, "127.0.0.1")', "socket"),
        ('require("dgram").createSocket("udp4").bind(0)', "socket"),
        ("process.kill(process.ppid, 0)", "kill"),
    ],
)
def test_a_breach_of_nodes_is_told(supervisor: Supervisor, js: Bot, text: str, call: str) -> None:
    breach = ProcessEnd(f"made a forbidden system call: {call}", is_breach=True)
    assert ran(supervisor, js(text))[0] == breach


def test_node_has_threads_but_not_any_number(supervisor: Supervisor, js: Bot) -> None:
    worker = 'const { Worker } = require("worker_threads");'
    assert ran(supervisor, js(f'{worker} new Worker("console.log(7)", {{ eval: true }})'))[1] == "7\n"
    many = f'{worker} for (let i = 0; i < 100; i++) new Worker("setTimeout(() => 0, 1e6)", {{ eval: true }})'
    end, log = ran(supervisor, js(many))
    assert end is not None, log
    assert end != ProcessEnd("exited with code 0")


def test_nodes_memory_has_its_limit(supervisor: Supervisor, js: Bot) -> None:
    end, log = ran(supervisor, js("const a = []; for (;;) a.push(Buffer.alloc(1e7, 1))"), Limits(memory_mb=200))
    assert end is not None, log
    assert end.fault_kind == "memory"
    used = re.fullmatch(r"used (\d+) MB of memory; its limit is 200 MB", end.how)
    assert used, end.how
    assert int(used[1]) >= 200  # on a busy machine it is measured late, so there is no upper limit


def test_where_nodes_heap_is_full_its_memory_is_named(supervisor: Supervisor, js: Bot) -> None:
    """Node.js ends itself when its heap has three quarters of the memory; by which signal depends on its version."""
    end, log = ran(supervisor, js("const a = []; for (;;) a.push(new Array(1e5).fill(1.5))"), Limits(memory_mb=200))
    assert end is not None, log
    assert "heap out of memory" in log
    assert end.fault_kind == "memory"
    assert re.fullmatch(r"was killed by SIG\w+ after it had used 1\d\d of 200 MB of memory", end.how)


def test_a_program_that_uses_too_much_memory_is_ended_with_the_peak(supervisor: Supervisor, bot: Bot) -> None:
    fills = "#!/usr/bin/perl\nmy @a; push @a, 'x' x 1000000 while 1;"
    end, log = ran(supervisor, bot(fills, "ada"), Limits(memory_mb=64))
    assert end is not None, log
    assert end.fault_kind == "memory"
    assert re.fullmatch(r"used \d+ MB of memory; its limit is 64 MB", end.how)


def test_a_program_that_cannot_be_run_says_so(supervisor: Supervisor, bot: Bot) -> None:
    end, log = ran(supervisor, bot("#!/no/such/interpreter", "ada"))
    assert end == ProcessEnd("exited with code 126")
    assert log.endswith("/ada cannot be run: No such file or directory\n")
    assert ran(supervisor, bot("\x00\x01", "ada"))[1].endswith("/ada cannot be run: Exec format error\n")
