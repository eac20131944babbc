"""The attacks of the self-test, run as jailed bots: each tries one forbidden thing and prints what it got.

They have an advantage over real attackers: they are given pids, paths and ports."""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from struct import pack
from typing import Any

from ..submission import Submission
from .bot_process import PROCESS_CPU_CLOCK
from .sandbox import BOT_ENVIRONMENT, BOT_SOCKET, INHERITED_VARIABLES, SINGLE_THREAD_ENVIRONMENT
from .syscalls import SYSCALL_NUMBERS, syscall

GOT, REFUSED = "got", "refused"
MB = 2**20
Target = dict[str, Any]


def attack(submission: Submission) -> None:
    """Run the attack named in the first line received, and print the result to the log (entry point)."""
    with socket.socket(fileno=BOT_SOCKET) as talk:
        target = json.loads(talk.recv(65536))
    try:
        got = ATTACKERS[target["attack"]](target)
    except (OSError, MemoryError, RuntimeError, ValueError) as error:
        print(REFUSED, f"{type(error).__name__}: {error}")
    else:
        print(GOT, got) if got else print(REFUSED, "nothing found")


# Other processes


def read_memory(target: Target) -> str:
    with open(f"/proc/{target['pid']}/mem", "rb") as memory:
        return f"the referee's memory: {memory}"


def copy_memory(target: Target) -> str:
    row = (ctypes.c_ulong * 2)(target["address"], 8)
    mine = ctypes.create_string_buffer(8)
    own = (ctypes.c_ulong * 2)(ctypes.addressof(mine), 8)
    syscall(
        SYSCALL_NUMBERS["process_vm_readv"],
        target["pid"],
        ctypes.addressof(own),
        1,
        ctypes.addressof(row),
        1,
        0,
    )
    return f"bytes of the referee's memory: {mine.raw!r}"


def trace(target: Target) -> str:
    syscall(SYSCALL_NUMBERS["ptrace"], 0x4206, target["pid"], 0, 0)
    return "the referee is traced"


def signal_referee(target: Target) -> str:
    os.kill(target["pid"], signal.SIGCONT)
    return "the referee got a signal"


def signal_parent(target: Target) -> str:
    os.kill(os.getppid(), signal.SIGCONT)
    return "the process that started it got a signal"


def signal_everybody(target: Target) -> str:
    os.kill(-1, signal.SIGCONT)
    return "all processes got a signal"


def borrow_descriptor(target: Target) -> str:
    handle = os.pidfd_open(target["pid"])
    return f"the referee's descriptor {syscall(SYSCALL_NUMBERS['pidfd_getfd'], handle, 0, 0)}"


def read_clock(target: Target) -> str:
    return f"the referee's clock: {time.clock_gettime((~target['pid'] << 3) | PROCESS_CPU_CLOCK)}"


def list_processes(target: Target) -> str:
    return f"the list of processes: {os.listdir('/proc')[:5]}"


def read_command_line(target: Target) -> str:
    return f"the referee's command line: {Path('/proc', str(target['pid']), 'cmdline').read_bytes()!r}"


# Files


def read_other_bot(target: Target) -> str:
    return f"the other bot's file: {Path(target['other']).read_text()[:40]}"


def list_bots(target: Target) -> str:
    return f"the other bots: {os.listdir(Path(target['other']).parent.parent)}"


def read_by_descriptor(target: Target) -> str:
    return f"the other bot's file: {Path('/proc/self/root', target['other'].lstrip('/')).read_text()[:40]}"


def read_environment(target: Target) -> str:
    known = {*BOT_ENVIRONMENT, *SINGLE_THREAD_ENVIRONMENT, *INHERITED_VARIABLES}
    return ", ".join(sorted(set(os.environ) - known))


def use_descriptors(target: Target) -> str:
    """Find descriptors that were left open."""
    found = []
    for handle in range(BOT_SOCKET + 1, 4096):
        try:
            os.fstat(handle)
        except OSError:
            continue
        found.append(handle)
    return f"descriptors {found}" if found else ""


def write_file(target: Target) -> str:
    for folder in (".", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", target["folder"]):
        place = Path(folder, f"left-by-a-bot-{os.getpid()}")
        try:
            place.write_text("1")
        except OSError:
            continue
        place.unlink()
        return f"a file in {folder}"
    return ""


def change_file(target: Target) -> str:
    os.chmod(target["own"], 0o777)
    return "the mode of its own file was changed"


# Memory


def take_memory(target: Target) -> str:
    blocks = []
    for _ in range(4 * target["memory_mb"] // 8):
        blocks.append(bytearray(b"x") * (8 * MB))
    return f"{8 * len(blocks)} MB of memory"


def grow_a_stack(target: Target) -> str:
    size = 4 * target["memory_mb"] * MB
    return f"{mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100)}"


def share_memory(target: Target) -> str:
    return f"{mmap.mmap(-1, MB)}"


def memory_as_file(target: Target) -> str:
    return f"a file of memory: {os.memfd_create('left')}"


def old_shared_memory(target: Target) -> str:
    return f"a segment: {syscall(SYSCALL_NUMBERS['shmget'], 0, MB, 0o1600)}"


def message_queue(target: Target) -> str:
    return f"a queue: {syscall(SYSCALL_NUMBERS['mq_open'], b'/left', os.O_CREAT | os.O_RDWR, 0o600, 0)}"


# The network


def tcp(target: Target) -> str:
    with socket.create_connection(("127.0.0.1", target["port"]), 5):
        return "a connection"


def udp(target: Target) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as talk:
        talk.sendto(b"x", ("127.0.0.1", target["port"]))
        return "a packet was sent"


def local_socket(target: Target) -> str:
    with socket.socket(socket.AF_UNIX) as talk:
        talk.connect(target["local"])
        return "a local connection"


def listen(target: Target) -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"a server at {server.getsockname()}"


def io_uring(target: Target) -> str:
    return f"a ring: {syscall(SYSCALL_NUMBERS['io_uring_setup'], 8, bytes(120))}"


# Processes and limits


def fork(target: Target) -> str:
    if os.fork() == 0:
        os._exit(0)
    return "a child"


def thread(target: Target) -> str:
    threading.Thread(target=int).start()
    return "a thread"


def execute(target: Target) -> str:
    os.execv(sys.executable, [sys.executable, "-c", "print('got another program')"])


def raise_limit(target: Target) -> str:
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
    return "a limit was set"


def raise_priority(target: Target) -> str:
    os.setpriority(os.PRIO_PROCESS, 0, -5)
    return "a higher priority"


def change_affinity(target: Target) -> str:
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    return "a choice of CPU cores"


def wake_itself(target: Target) -> str:
    """Create a timer whose signal would resume the process while it is stopped."""
    event = pack("<qii", 0, signal.SIGCONT, 0) + bytes(48)
    syscall(SYSCALL_NUMBERS["timer_create"], 1, event, bytes(8))
    return "a timer with a chosen signal"


def list_connections(target: Target) -> str:
    return f"connections of the machine: {len(Path('/proc/self/net/unix').read_text().splitlines())}"


def many_descriptors(target: Target) -> str:
    return f"{len([os.dup(0) for _ in range(4096)])} descriptors"


# The machine


def become_root(target: Target) -> str:
    os.setuid(0)
    return f"root, with {os.listdir('/root')}"


def new_namespace(target: Target) -> str:
    syscall(SYSCALL_NUMBERS["unshare"], 0x10000000)
    return "a namespace in which it is root"


def mount(target: Target) -> str:
    syscall(SYSCALL_NUMBERS["mount"], b"none", b"/tmp", b"tmpfs", 0, None)
    return "a file system"


def load_program(target: Target) -> str:
    return f"a program in the kernel: {syscall(SYSCALL_NUMBERS['bpf'], 0, bytes(64), 64)}"


ATTACKERS: dict[str, Callable[[Target], str]] = {
    attacker.__name__.replace("_", " "): attacker
    for attacker in (
        *(
            read_memory,
            copy_memory,
            trace,
            signal_referee,
            signal_parent,
            signal_everybody,
            borrow_descriptor,
        ),
        *(read_clock, list_processes, read_command_line, read_other_bot, list_bots, read_by_descriptor),
        *(
            read_environment,
            use_descriptors,
            write_file,
            change_file,
            take_memory,
            grow_a_stack,
            share_memory,
        ),
        *(memory_as_file, old_shared_memory, message_queue, tcp, udp, local_socket, listen, io_uring),
        *(fork, thread, execute, raise_limit, raise_priority, change_affinity, wake_itself, many_descriptors),
        *(list_connections, become_root, new_namespace, mount, load_program),
    )
}
