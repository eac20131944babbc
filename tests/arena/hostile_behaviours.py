"""The behaviours to survive: each is a bot with its expected verdict."""

from __future__ import annotations

from collections.abc import Sequence

from .faulty_bots import ACT, HEAD
from .hostile_answers import ANSWERS
from .hostile_bots import (
    BARE,
    CLOCK,
    FEW,
    KEY,
    LOADS,
    LONGER,
    MARK,
    READY,
    SMALL,
    TIME,
    Behaviour,
    breaches,
    crash,
    plans,
    reads,
    talks,
    tries,
)

FLOOD = "heard()\nwhile True: line.send(b'x' * 65536)"
PRINTS = "print('stray')\nprint('{\"ready\":true}')\nos.write(2, b'more')"
DRIPS = """asked = heard()
for sign in json.dumps({"id": asked["id"], "orders": []}) + "\\n":
    line.sendall(sign.encode())
while "end" not in (asked := heard()):
    "ask" in asked and answers(asked, orders=[])"""
AHEAD = """says('{"id":"0000000000000000","orders":[]}')
time.sleep(99)"""
PREMADE = """asked = heard()
answers(asked, orders=[])
answers(asked, orders=[])
time.sleep(99)"""
STUBBORN = """for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
"""
FORKS = "while True:\n    try: os.fork()\n    except OSError: pass"
DAEMON = """for _ in range(2):
    if os.fork(): os._exit(0)
    os.setsid()
while True: time.sleep(1)"""
ANY_FILE = [
    f"open({place!r}, 'wb').write(bytes(10**9))"
    for place in (f"{at}/{MARK}" for at in (".", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run"))
]
SEGMENTS = [
    f"called('shmget', {KEY}, 10**9, 0o1600)",
    f"called('msgget', {KEY}, 0o1600)",
    f"called('semget', {KEY}, 1, 0o1600)",
    f"called('shm_open', b'/{MARK}', os.O_CREAT | os.O_RDWR, 0o600)",
    f"called('mq_open', b'/{MARK}', os.O_CREAT | os.O_RDWR, 0o600, None)",
    f"os.memfd_create({MARK!r})",
    "mmap.mmap(-1, 10**9)",
]
LOOKS = """
seen = [*os.environ, *os.environ.values(), *sys.argv]
for name in ("environ", "cmdline"):
    try: seen.append(open(f"/proc/self/{name}").read())
    except OSError: pass
print(seen)
"""
NODE_THREADS = """
const { Worker } = require("worker_threads");
for (let i = 0; i < 100; i++) new Worker("setTimeout(() => 0, 1e6)", { eval: true });
"""
UNSTOPPABLE = """
class E(Exception):
    def __str__(self):
        while True:
            try: time.sleep(0)
            except BaseException: pass
raise E
"""
PROTECTS = """libc.mmap.restype = ctypes.c_void_p
while True:
    block = libc.mmap(None, 1 << 22, 3, 0x22, -1, 0)
    ctypes.memset(block, 1, 1 << 22)
    libc.mprotect(ctypes.c_void_p(block), 1 << 22, 1)"""
NODE_SLEEPS = """
require("fs").writeSync(3, '{"ready":true}\\n');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9);
"""
GAME_TIME = {
    "kind": "time",
    "words": r"used up its 0\.3 s for the game; it slept or waited",
    "limits": {"match_seconds": 0.3},
}
LEAKS = """self.kept = [*getattr(self, "kept", []), bytearray(b"x") * (40 << 20)]"""
TIMES: Sequence[Behaviour] = (
    Behaviour(1, "endless loop", plans("while True: pass"), **TIME),
    Behaviour(
        1,
        "endless loop in a unit",
        HEAD + ACT.format("while True: pass"),
        kind="time",
        words=r"it took longer than 0\.1 s for its units",
    ),
    Behaviour(2, "loops at import", reads("while True: pass"), "load", "to get ready", limits=LOADS),
    Behaviour(
        2,
        "sleeps at import",
        reads("time.sleep(1e6)"),
        kind="load",
        words=r"0\.4 s to get ready; it slept or waited for 0\.\d s of them",
        limits=LOADS,
    ),
    Behaviour(3, "a huge power", plans("10**10**8"), **TIME),
    Behaviour(3, "a regex", plans("import re; re.match('(a+)+$', 'a' * 64 + 'b')"), **TIME),
    Behaviour(4, "sleeps for ever", plans("time.sleep(1e6)"), **CLOCK),
    Behaviour(4, "catches all and sleeps", plans("while True:\n    try: time.sleep(9)\n    except: pass"), **CLOCK),
    Behaviour(4, "sleeps a little in every plan", plans("time.sleep(.4)"), **GAME_TIME),
    Behaviour(4, "sleeps a little in every unit", HEAD + ACT.format("time.sleep(.03)"), **GAME_TIME),
    Behaviour(4, "sleeps in node", NODE_SLEEPS, **CLOCK, name="bad.js"),
    Behaviour(5, "an answer byte by byte", talks(DRIPS)),
    Behaviour(5, "bytes without end", talks("heard()\nwhile True: line.send(b' '); time.sleep(.05)"), **CLOCK),
    Behaviour(6, "a flood without newline", talks(FLOOD), **LONGER),
    Behaviour(
        7,
        "an answer before the question",
        talks(AHEAD),
        "load|malformed",
        "does not have the id|more than one answer",
    ),
    Behaviour(
        7, "an answer for the next question", talks(PREMADE), "malformed", "does not have the id|more than one answer"
    ),
    Behaviour(
        8,
        "a late answer",
        plans("until = time.process_time() + .3\nwhile time.process_time() < until: pass"),
        **TIME,
    ),
    Behaviour(9, "stray prints", plans(PRINTS), log_text="stray"),
    Behaviour(
        10,
        "a gigabyte of stderr",
        reads("for _ in range(2**14): os.write(2, bytes(2**16))\n"),
        log_text="bytes omitted",
        limits={"load_seconds": 120.0},
    ),
    Behaviour(11, "never reads", BARE + "says('{\"ready\":true}')\ntime.sleep(1e6)", **CLOCK),
    Behaviour(
        29,
        "works while it is deleted",
        plans("class D:\n    def __del__(self):\n        while True: pass\nD()"),
        **TIME,
    ),
    Behaviour(
        29,
        "works at its exit",
        reads("import atexit\ndef last():\n    print('got')\n    while True: pass\natexit.register(last)\n"),
    ),
    Behaviour(34, "ignores all signals", plans(STUBBORN + "while True: pass"), **TIME),
    Behaviour(
        34,
        "ignores all signals and the end",
        BARE
        + STUBBORN
        + READY
        + """
while True:
    asked = heard()
    if "ask" in asked: answers(asked, orders=[])
    if "end" in asked:
        while True: pass
""",
    ),
    Behaviour(41, "stops itself", plans("while True: os.kill(os.getpid(), signal.SIGSTOP)"), **CLOCK),
)

ENDS: Sequence[Behaviour] = (
    Behaviour(12, "os._exit", plans("os._exit(3)"), **crash("it exited with code 3$")),
    Behaviour(12, "os._exit at import", reads("os._exit(3)"), "load", "it exited with code 3$"),
    Behaviour(12, "SystemExit", plans("sys.exit(0)"), **crash("raised SystemExit: 0")),
    Behaviour(12, "BaseException", plans("class E(BaseException): pass\nraise E(1)"), **crash("raised E: 1")),
    Behaviour(13, "segfault", plans("ctypes.string_at(0)"), **crash("it was killed by SIGSEGV$")),
    Behaviour(13, "a signal without a name", plans("os.kill(os.getpid(), 40)"), **crash("by signal 40$")),
    Behaviour(
        13,
        "a stack without end",
        plans("sys.setrecursionlimit(10**9)\nf = lambda x: [*map(f, [x])]\nf(1)"),
        **crash("SIGSEGV|MemoryError"),
    ),
    Behaviour(
        14,
        "memory bomb",
        plans("x = [bytearray(10**7) for _ in range(99)]"),
        "memory",
        "raised MemoryError",
        limits=SMALL,
    ),
    Behaviour(
        14,
        "memory bomb without end",
        plans("x = []\nwhile True:\n    try: x.append(bytearray(10**7))\n    except MemoryError: pass"),
        **{**TIME, "limits": FEW | SMALL},
    ),
    Behaviour(
        14,
        "memory that is protected when it was written",
        plans(PROTECTS),
        "memory",
        r"^it used \d+ MB of memory; its limit is 64 MB$",
        limits=SMALL,
    ),
    Behaviour(15, "slow leak", plans(LEAKS), "memory", "raised MemoryError", limits=SMALL),
    Behaviour(16, "fork bomb", plans(FORKS), **TIME),
    Behaviour(16, "fork", plans("os.fork()"), **crash("raised BlockingIOError")),
    Behaviour(
        16,
        "fork bomb of a shell",
        "#!/bin/sh\nb() { b | b & }\nb\nwhile :; do b; done\n",
        "load",
        "it exited with code|to get ready",
        limits=LOADS,
        name="bad",
    ),
    Behaviour(
        17,
        "thread bomb",
        plans("while True: threading.Thread(target=time.sleep, args=(99,)).start()"),
        **crash("raised RuntimeError: can't start new thread"),
    ),
    Behaviour(17, "thread bomb of node", NODE_THREADS, "load", ".", name="bad.js"),
    Behaviour(18, "daemon", plans(DAEMON), **crash("raised BlockingIOError")),
    Behaviour(
        18,
        "daemon of a shell",
        "#!/bin/sh\ntrap '' HUP TERM\nsleep 999 &\n",
        "load",
        "it exited with code",
        name="bad",
    ),
    Behaviour(
        19,
        "descriptors without end",
        plans("[os.dup(0) for _ in range(10**6)]"),
        **crash("Too many open files"),
    ),
    Behaviour(19, "all descriptors that there are", plans("try:\n    while True: os.pipe()\nexcept OSError: pass")),
    Behaviour(
        31,
        "an exception whose text hangs",
        plans("class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E"),
        limits={"think_seconds": 3.0},
        **crash("plan raised E: [?]"),
    ),
    Behaviour(
        31,
        "an exception whose text cannot be stopped",
        plans(UNSTOPPABLE),
        **{
            **TIME,
            "words": "longer than|raised E: [?]",
            "kind": "crash|time",
            "limits": {"think_seconds": 0.5},
        },
    ),
    Behaviour(
        31,
        "an exception with a text of 100 MB",
        plans("raise ValueError('x' * 10**8)"),
        **crash('^it reported "CommanderBad.plan raised ValueError: x{100,200}…'),
    ),
    Behaviour(
        42,
        "half-closed for writing",
        talks("line.shutdown(socket.SHUT_WR)\ntime.sleep(99)"),
        **crash("it closed its connection to the referee"),
    ),
    Behaviour(42, "half-closed for reading", talks("line.shutdown(socket.SHUT_RD)\ntime.sleep(99)"), **CLOCK),
    Behaviour(
        42,
        "closed",
        talks("heard()\nline.close()\ntime.sleep(99)"),
        **crash("it closed its connection to the referee"),
    ),
)

WALLS: Sequence[Behaviour] = (
    Behaviour(
        20,
        "fills disks and shared memory",
        tries(*ANY_FILE, *SEGMENTS),
        refused=len(ANY_FILE) + len(SEGMENTS),
    ),
    Behaviour(
        21,
        "the other's file",
        tries(
            "open('$OTHER').read()",
            "os.listdir(os.path.dirname('$OTHER'))",
            "os.listdir('..')",
            "os.listdir('../..')",
            "open('/proc/self/root$OTHER').read()",
        ),
        refused=5,
    ),
    Behaviour(
        21,
        "what was left open",
        tries(
            *(f"os.fstat({at})" for at in range(4, 64)),
            "os.listdir('/proc/self/fd')",
            "open('/proc/$REFEREE/fd/0')",
        ),
        refused=62,
    ),
    Behaviour(
        22,
        "the referee's memory",
        tries(
            *(
                f"open('/proc/{who}/{what}', 'rb').read()"
                for who in ("$REFEREE", "' + str(os.getppid()) + '")
                for what in ("mem", "maps", "environ", "cmdline")
            )
        ),
        refused=8,
    ),
    *breaches(
        22,
        ("called('ptrace', 0x4206, $REFEREE, 0, 0)", "ptrace"),
        ("called('ptrace', 16, os.getppid(), 0, 0)", "ptrace"),
        ("called('process_vm_readv', $REFEREE, None, 0, None, 0, 0)", "process_vm_readv"),
    ),
    *breaches(
        23,
        ("os.kill($REFEREE, signal.SIGCONT)", "kill"),
        ("os.kill(os.getppid(), signal.SIGCONT)", "kill"),
        ("os.kill(-1, signal.SIGCONT)", "kill"),
        ("os.killpg(0, signal.SIGCONT)", "kill"),
        ("os.kill(os.getpid(), signal.SIGCONT)", "kill"),
        ("signal.pidfd_send_signal(0, signal.SIGCONT)", "pidfd_send_signal"),
    ),
    *breaches(
        24,
        ("socket.socket()", "socket"),
        ("socket.socket(type=socket.SOCK_DGRAM)", "socket"),
        ("socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)", "socket"),
        ("called('connect', 3, bytes(16), 16)", "connect"),
        ("called('bind', 3, bytes(16), 16)", "bind"),
    ),
    Behaviour(
        24,
        "unix sockets",
        tries("socket.socket(socket.AF_UNIX)", "socket.socketpair()", "open('/proc/self/net/unix')"),
        refused=3,
    ),
    Behaviour(26, "secrets in the environment", reads(LOOKS)),
    Behaviour(
        27,
        "limits, priority, affinity",
        tries(
            *(
                f"resource.setrlimit(resource.RLIMIT_{name}, (10**12, 10**12))"
                for name in ("CPU", "AS", "DATA", "NOFILE", "FSIZE", "NPROC")
            ),
            "os.nice(-5)",
            "os.setpriority(os.PRIO_PROCESS, 0, -5)",
            "os.sched_setaffinity(0, os.sched_getaffinity(0))",
            "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
            "open('/proc/self/oom_score_adj', 'w').write('-1000')",
        ),
        refused=11,
    ),
    Behaviour(
        43,
        "all of the host's memory",
        tries(
            "bytearray(10**9)",
            "[bytearray(10**7) for _ in range(99)]",
            "mmap.mmap(-1, 10**9)",
            "mmap.mmap(-1, 10**9, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)",
            "mmap.mmap(-1, 10**9, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100)",
            "mmap.mmap(-1, 2 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000)",
            "called('mlockall', 3)",
            "os.memfd_create('x')",
            "[os.pipe() for _ in range(10**6)]",
        ),
        refused=9,
        limits=SMALL,
    ),
)

BEHAVIOURS = (*TIMES, *ENDS, *WALLS, *ANSWERS)
