"""What a bot may ask the kernel: a list of calls that are allowed; the rest fails, and attacks are told.

Two filters work together, and the stricter decides. The first knows attacks: whoever tries one stops there,
and the zygote is told, which ends the process; so there is evidence that no bot can hide. The second is the
list. What neither knows fails with EPERM, and what is newer than the list with ENOSYS, as on an old kernel.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
from functools import cache
from struct import unpack_from

from .filters import ALLOW, KILL, NOTIFY, OWN_PID, Case, Filter, Rule, fail, filter_of, only
from .handin import KINDS, PYTHON
from .kernelcalls import NUMBERS, call, prctl

NO_NEW_PRIVILEGES = 38
SET_FILTER = 1
NEW_LISTENER = 1 << 3
RECEIVE = 0xC0502100
NOTICE_BYTES = 80
LAST = NUMBERS["futex_waitv"]

REFUSED = fail(errno.EPERM)
UNKNOWN = fail(errno.ENOSYS)

AF_UNIX = 1
CLONE_THREAD = 0x10000
MAP_SHARED_ANONYMOUS, MAP_GROWSDOWN, MAP_HUGETLB = 0x21, 0x100, 0x40000
CLOCKS = 0xFFFFFFF0
"""Bits that the clocks of one's own have not: other processes' clocks are negative numbers."""

SIMPLE = """
read write close fstat poll lseek mprotect munmap brk rt_sigaction rt_sigprocmask rt_sigreturn pread64
pwrite64 readv writev preadv pwritev preadv2 pwritev2 open openat stat lstat newfstatat statx access
faccessat faccessat2 readlink readlinkat statfs fstatfs getcwd chdir fchdir getdents getdents64 umask
fadvise64 readahead pipe pipe2 select pselect6 ppoll epoll_create epoll_create1 epoll_ctl epoll_wait
epoll_pwait epoll_pwait2 eventfd eventfd2 dup dup2 dup3 close_range sendto recvfrom recvmsg shutdown
getsockname getpeername getsockopt mremap madvise msync mincore futex futex_waitv sched_yield pause
nanosleep getitimer alarm setitimer gettimeofday time times getrlimit getrusage sysinfo uname getpid
gettid getppid getpgrp getpgid getsid getuid geteuid getgid getegid getresuid getresgid getgroups
getpriority sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
sched_get_priority_min getcpu sigaltstack rt_sigpending rt_sigtimedwait rt_sigsuspend set_tid_address
set_robust_list get_robust_list rseq membarrier arch_prctl getrandom restart_syscall wait4 waitid exit
exit_group
"""

# Not timer_create: such a timer can send the signal that makes a halted process go on.

WRITING = """
mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 creat ftruncate truncate fsync fdatasync
flock
"""
"""Where a folder may be written to: Landlock says which."""

CLOCK_CALLS = ("clock_gettime", "clock_getres", "clock_nanosleep")
FCNTL = (0, 1, 2, 3, 4, 5, 1030)
"""Copy a descriptor, its flags, and ask for locks: nothing that makes signals or larger pipes."""
PRCTL = (3, 15, 16, 21, 23, 27, 39, 0x53564D41)
"""Ask, and give names to threads and memory."""
IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Is it a terminal, how large is it, how much is there to read; blocking, closing on exec."""

SIGNALS = ("kill", "tkill", "tgkill")
ATTACKS = """
connect bind listen accept accept4 ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd
pidfd_send_signal rt_sigqueueinfo rt_tgsigqueueinfo kcmp mount umount2 move_mount open_tree fsopen
fsmount fsconfig fspick mount_setattr pivot_root chroot unshare setns bpf perf_event_open add_key
request_key keyctl init_module finit_module delete_module kexec_load kexec_file_load reboot swapon
swapoff sethostname setdomainname settimeofday clock_settime clock_adjtime adjtimex acct quotactl iopl
ioperm open_by_handle_at name_to_handle_at userfaultfd setuid setgid setreuid setregid setresuid
setresgid setgroups setfsuid setfsgid capset
"""
"""What no library does by the way. Files, memory, limits and forks are refused and not told: an honest bot
comes upon them by accident."""


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


@cache
def attacks(verdict: int) -> Filter:
    rules = {name: Rule(verdict) for name in ATTACKS.split()}
    rules |= {name: only(0, [OWN_PID], verdict) for name in SIGNALS}
    # The C library itself tries a local socket when it looks for a user's name.
    rules["socket"] = Rule(verdict, (Case(0, AF_UNIX, fail(errno.EACCES)),))
    return filter_of(rules, ALLOW, ALLOW, LAST)


@cache
def allowed(kind: str, writes: bool) -> Filter:
    rules = {name: Rule(ALLOW) for name in (*SIMPLE.split(), *ATTACKS.split(), *SIGNALS, "socket")}
    if writes:
        rules |= {name: Rule(ALLOW) for name in WRITING.split()}
    rules |= {
        name: Rule(ALLOW, (Case(0, 0, fail(errno.EINVAL), CLOCKS, unless=True),)) for name in CLOCK_CALLS
    }
    rules["mmap"] = Rule(
        ALLOW,
        (
            Case(3, MAP_SHARED_ANONYMOUS, REFUSED, MAP_SHARED_ANONYMOUS),  # counts for no limit
            Case(3, MAP_GROWSDOWN, REFUSED, MAP_GROWSDOWN),  # counts as a stack, which has another limit
            Case(3, MAP_HUGETLB, REFUSED, MAP_HUGETLB),
        ),
    )
    rules["prlimit64"] = Rule(
        ALLOW, tuple(Case(2, 0, REFUSED, upper=half, unless=True) for half in (False, True))
    )
    rules |= {"fcntl": only(1, FCNTL, REFUSED), "prctl": only(0, PRCTL, REFUSED)}
    rules["ioctl"] = only(1, IOCTL, fail(errno.ENOTTY))
    rules["clone"] = Rule(fail(errno.EAGAIN))
    if kind != PYTHON:
        rules["clone"] = Rule(REFUSED, (Case(0, CLONE_THREAD, ALLOW, CLONE_THREAD),))
        rules["execve"] = Rule(ALLOW)
    for name in ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register"):
        rules[name] = Rule(UNKNOWN)
    return filter_of(rules, REFUSED, UNKNOWN, LAST)


def build_all() -> None:
    """Once, before the first fork."""
    attacks(NOTIFY)
    for kind in KINDS:
        for writes in (False, True):
            allowed(kind, writes)


def forbid_new_privileges() -> None:
    prctl(NO_NEW_PRIVILEGES, 1)


def install(code: bytes, flags: int = 0) -> int:
    program = Program(len(code) // 8, code)
    return call(NUMBERS["seccomp"], SET_FILTER, flags, program)


def tell_attacks(pid: int) -> int | None:
    """From now on attacks are told to whoever holds the descriptor; without one they end the process."""
    try:
        return install(attacks(NOTIFY).made_for(pid), NEW_LISTENER)
    except OSError:
        install(attacks(KILL).made_for(pid))
        return None


def allow_only(kind: str, writes: bool) -> None:
    install(allowed(kind, writes).code)


def told(listener: int) -> tuple[int, int] | None:
    """The call that was told, and its first argument; None if the process is gone."""
    notice = bytearray(NOTICE_BYTES)
    try:
        fcntl.ioctl(listener, RECEIVE, notice, True)
    except OSError:
        return None
    number, _, _, first = unpack_from("<iIQq", notice, 16)
    return number, first
