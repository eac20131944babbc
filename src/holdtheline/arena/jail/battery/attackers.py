"""The attacks of the self-test, run as jailed bots: each tries one forbidden action and prints what it got.

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
from dataclasses import dataclass
from pathlib import Path
from struct import pack
from typing import Any

from ...submission import Submission
from ..bot_process import PROCESS_CPU_CLOCK
from ..sandbox import BOT_ENVIRONMENT, BOT_SOCKET, INHERITED_VARIABLES, SINGLE_THREAD_ENVIRONMENT
from ..seccomp import MAP_GROWSDOWN
from ..syscall_numbers import syscall

GOT, REFUSED = "got", "refused"
MB = 2**20
Target = dict[str, Any]


@dataclass(frozen=True)
class Attacker:
    """Tries one forbidden action; calling it returns what it got, or "" if it found nothing."""

    gets: str
    act: Callable[[Target], object]

    def __call__(self, target: Target) -> str:
        found = self.act(target)
        if found in ("", []):
            return ""
        return self.gets if found is None else f"{self.gets}: {found}"


def attack(submission: Submission) -> None:
    """Run the attack named in the first line received, and print the result to the log (entry point)."""
    with socket.socket(fileno=BOT_SOCKET) as channel:
        target = json.loads(channel.recv(65536))
        channel.detach()
    try:
        got = ATTACKERS[target["attack"]](target)
    except (OSError, MemoryError, RuntimeError, ValueError) as error:
        print(REFUSED, f"{type(error).__name__}: {error}")
    else:
        print(GOT, got) if got else print(REFUSED, "nothing found")


# Attacks that need more than one line


def copy_memory(target: Target) -> bytes:
    remote_vector = (ctypes.c_ulong * 2)(target["address"], 8)
    buffer = ctypes.create_string_buffer(8)
    local_vector = (ctypes.c_ulong * 2)(ctypes.addressof(buffer), 8)
    vectors = ctypes.addressof(local_vector), 1, ctypes.addressof(remote_vector), 1
    syscall("process_vm_readv", target["pid"], *vectors, 0)
    return buffer.raw


def read_environment(target: Target) -> str:
    known = {*BOT_ENVIRONMENT, *SINGLE_THREAD_ENVIRONMENT, *INHERITED_VARIABLES}
    return ", ".join(sorted(set(os.environ) - known))


def use_descriptors(target: Target) -> list[int]:
    """Find descriptors that were left open."""
    found = []
    for handle in range(BOT_SOCKET + 1, 4096):
        try:
            os.fstat(handle)
        except OSError:
            continue
        found.append(handle)
    return found


def write_file(target: Target) -> str:
    for folder in (".", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", target["folder"]):
        path = Path(folder, f"left-by-a-bot-{os.getpid()}")
        try:
            path.write_text("1")
        except OSError:
            continue
        path.unlink()
        return str(folder)
    return ""


def take_memory(target: Target) -> int:
    blocks = []
    for _ in range(4 * target["memory_mb"] // 8):
        blocks.append(bytearray(b"x") * (8 * MB))
    return 8 * len(blocks)


def send_packet(target: Target) -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
        return channel.sendto(b"x", ("127.0.0.1", target["port"]))


def fork(target: Target) -> None:
    if os.fork() == 0:
        os._exit(0)


def wake_itself(target: Target) -> None:
    """Create a timer whose signal would resume the process while it is stopped."""
    event = pack("<qii", 0, signal.SIGCONT, 0) + bytes(48)
    syscall("timer_create", 1, event, bytes(8))


def load_c_library() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    for name in ("mmap", "mremap"):
        getattr(library, name).restype = ctypes.c_void_p
    return library


def check_address(address: int | None) -> int:
    """Raise MemoryError for the address that mmap and mremap return on failure."""
    if address is None or address == ctypes.c_void_p(-1).value:
        raise MemoryError(os.strerror(ctypes.get_errno()))
    return address


def write_then_protect(target: Target) -> int:
    """Write memory and make it read-only, so that RLIMIT_DATA no longer counts it."""
    library = load_c_library()
    for _ in range(4 * target["memory_mb"] // 8):
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        block = check_address(library.mmap(None, 8 * MB, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0))
        ctypes.memset(block, 1, 8 * MB)
        library.mprotect(ctypes.c_void_p(block), 8 * MB, mmap.PROT_READ)
    return int(4 * target["memory_mb"])


def remap_stack(target: Target) -> int:
    """Enlarge a page of the stack, which RLIMIT_DATA does not count."""
    [stack] = [line for line in Path("/proc/self/maps").read_text().splitlines() if line.endswith("[stack]")]
    page = int(stack.split("-")[0], 16)
    size = 4 * target["memory_mb"] * MB
    block = load_c_library().mremap(ctypes.c_void_p(page), mmap.PAGESIZE, ctypes.c_size_t(size), 1)
    ctypes.memset(check_address(block), 1, size)
    return int(4 * target["memory_mb"])


def read_sparsely(target: Target) -> int:
    """Fill page tables: one byte read in each 2 MB needs a page of them and no memory of its own."""
    library = load_c_library()
    span, flags = 8192 * MB, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000  # MAP_NORESERVE
    tables = 0
    while tables * mmap.PAGESIZE < 4 * target["memory_mb"] * MB:
        block = check_address(library.mmap(None, ctypes.c_size_t(span), mmap.PROT_READ, flags, -1, 0))
        for address in range(block, block + span, 2 * MB):
            ctypes.string_at(address, 1)
            tables += 1
    return int(4 * target["memory_mb"])


def say_at_work() -> None:
    """Tell the self-test that it should stop this process now and watch its CPU clock."""
    os.write(BOT_SOCKET, b".")


def keep_running(target: Target) -> None:
    """Work on, with timers whose signals might resume the process."""
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    say_at_work()
    while True:
        pass


def wake_by(send: Callable[[int], object]) -> Callable[[Target], None]:
    """Return an attack that sends SIGCONT to its own process all the time."""

    def act(target: Target) -> None:
        say_at_work()
        while True:
            send(os.getpid())

    return act


def hide_behind_timer(target: Target) -> None:
    """Make a forbidden call that a timer interrupts before the notice of it is read."""
    library = load_c_library()
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.siginterrupt(signal.SIGALRM, True)
    signal.setitimer(signal.ITIMER_REAL, 8e-6)
    library.socket(socket.AF_INET, socket.SOCK_STREAM, 0)
    os._exit(0)


def truncate_by_reading(target: Target) -> str:
    for flags in (os.O_RDONLY, os.O_ACCMODE):
        try:
            os.open(target["own"], flags | os.O_TRUNC)
        except OSError:
            continue
        return f"with flags {flags:#o}"
    syscall("openat2", -100, target["own"].encode(), pack("<QQQ", os.O_RDONLY | os.O_TRUNC, 0, 0), 24)
    return "by openat2"


def on_own_file(act: Callable[[int], object]) -> Callable[[Target], object]:
    """Return an attack on what is cached of its own file."""
    return lambda target: act(os.open(target["own"], os.O_RDONLY))


def become_root(target: Target) -> str:
    os.setuid(0)
    return f"{os.listdir('/root')}"


ATTACKERS = {
    # Other processes
    "read memory": Attacker("the referee's memory", lambda target: os.open(f"/proc/{target['pid']}/mem", os.O_RDONLY)),
    "copy memory": Attacker("bytes of the referee's memory", copy_memory),
    "trace": Attacker("the referee is traced", lambda target: syscall("ptrace", 0x4206, target["pid"], 0, 0)),
    "signal referee": Attacker("the referee got a signal", lambda target: os.kill(target["pid"], signal.SIGCONT)),
    "signal parent": Attacker(
        "the process that started it got a signal", lambda target: os.kill(os.getppid(), signal.SIGCONT)
    ),
    "signal all": Attacker("all processes got a signal", lambda target: os.kill(-1, signal.SIGCONT)),
    "borrow descriptor": Attacker(
        "the referee's descriptor", lambda target: syscall("pidfd_getfd", os.pidfd_open(target["pid"]), 0, 0)
    ),
    "read clock": Attacker(
        "the referee's clock", lambda target: time.clock_gettime((~target["pid"] << 3) | PROCESS_CPU_CLOCK)
    ),
    "list processes": Attacker("the list of processes", lambda target: os.listdir("/proc")[:5]),
    "read command line": Attacker(
        "the referee's command line", lambda target: Path(f"/proc/{target['pid']}/cmdline").read_bytes()
    ),
    # Files
    "read other bot": Attacker("the other bot's file", lambda target: Path(target["other"]).read_text()[:40]),
    "list bots": Attacker("the other bots", lambda target: os.listdir(Path(target["other"]).parent.parent)),
    "read by descriptor": Attacker(
        "the other bot's file", lambda target: Path(f"/proc/self/root{target['other']}").read_text()[:40]
    ),
    "read environment": Attacker("variables", read_environment),
    "use descriptors": Attacker("descriptors", use_descriptors),
    "write file": Attacker("a file in a folder", write_file),
    "change file": Attacker("the mode of its own file was changed", lambda target: os.chmod(target["own"], 0o777)),
    "truncate by reading": Attacker("its own file was emptied", truncate_by_reading),
    # The page cache, in which a bot could leave marks for its next game
    "advise on cache": Attacker(
        "a file out of the cache", on_own_file(lambda file: os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED))
    ),
    "read ahead": Attacker("a file into the cache", on_own_file(lambda file: syscall("readahead", file, 0, 4096))),
    "read if cached": Attacker(
        "a look into the cache", on_own_file(lambda file: os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT))
    ),
    # Memory
    "take memory": Attacker("MB of memory", take_memory),
    "grow a stack": Attacker(
        "a growing stack",
        lambda target: mmap.mmap(
            -1, 4 * target["memory_mb"] * MB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_GROWSDOWN
        ),
    ),
    "share memory": Attacker("shared memory", lambda target: mmap.mmap(-1, MB)),
    "write then protect": Attacker("MB of memory that was written, then protected", write_then_protect),
    "remap stack": Attacker("MB of memory grown from its stack", remap_stack),
    "read sparsely": Attacker("MB of page tables", read_sparsely),
    "memory as file": Attacker("a file of memory", lambda target: os.memfd_create("left")),
    "old shared memory": Attacker("a segment", lambda target: syscall("shmget", 0, MB, 0o1600)),
    "message queue": Attacker("a queue", lambda target: syscall("mq_open", b"/left", os.O_CREAT | os.O_RDWR, 0o600, 0)),
    # The network
    "tcp": Attacker("a connection", lambda target: socket.create_connection(("127.0.0.1", target["port"]), 5)),
    "udp": Attacker("a packet was sent", send_packet),
    "local socket": Attacker(
        "a local connection", lambda target: socket.socket(socket.AF_UNIX).connect(target["local"])
    ),
    "listen": Attacker("a server", lambda target: socket.create_server(("127.0.0.1", 0))),
    "io uring": Attacker("a ring", lambda target: syscall("io_uring_setup", 8, bytes(120))),
    # Processes and limits
    "fork": Attacker("a child", fork),
    "thread": Attacker("a thread", lambda target: threading.Thread(target=int).start()),
    "execute": Attacker(
        "another program",
        lambda target: os.execv(sys.executable, [sys.executable, "-c", "print('got another program')"]),
    ),
    "raise limit": Attacker(
        "a limit was set",
        lambda target: resource.setrlimit(resource.RLIMIT_CPU, resource.getrlimit(resource.RLIMIT_CPU)),
    ),
    "raise priority": Attacker("a higher priority", lambda target: os.setpriority(os.PRIO_PROCESS, 0, -5)),
    "change affinity": Attacker(
        "a choice of CPU cores", lambda target: os.sched_setaffinity(0, os.sched_getaffinity(0))
    ),
    "wake itself": Attacker("a timer with a chosen signal", wake_itself),
    "keep running": Attacker("time", keep_running),
    "wake by kill": Attacker("time", wake_by(lambda own: os.kill(own, signal.SIGCONT))),
    "wake by tkill": Attacker("time", wake_by(lambda own: syscall("tkill", own, signal.SIGCONT))),
    "wake by tgkill": Attacker("time", wake_by(lambda own: syscall("tgkill", own, own, signal.SIGCONT))),
    "hide behind timer": Attacker("away", hide_behind_timer),
    "many descriptors": Attacker("descriptors", lambda target: len([os.dup(0) for _ in range(4096)])),
    "list connections": Attacker(
        "connections of the machine", lambda target: len(Path("/proc/self/net/unix").read_text().splitlines())
    ),
    # The machine
    "become root": Attacker("root, with", become_root),
    "new namespace": Attacker("a namespace in which it is root", lambda target: syscall("unshare", 0x10000000)),
    "mount": Attacker("a file system", lambda target: syscall("mount", b"none", b"/tmp", b"tmpfs", 0, None)),
    "load program": Attacker("a program in the kernel", lambda target: syscall("bpf", 0, bytes(64), 64)),
}
