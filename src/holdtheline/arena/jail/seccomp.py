"""The seccomp filters: which system calls a bot may make, and what happens on any other.

Two filters work together, and the stricter one decides. The first recognises attacks: the calling process stops,
the zygote is notified and kills it, so there is evidence that no bot can hide. The second is the allow-list. A call
that neither filter lists fails with EPERM; one that is newer than the list fails with ENOSYS, as on an old kernel."""

from __future__ import annotations

import ctypes
import errno
import fcntl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from struct import Struct, unpack_from

from ..submission import BOT_KINDS, PYTHON
from .syscall_numbers import SYSCALL_NUMBERS, prctl, syscall

BPF_INSTRUCTION = Struct("<HBBI")
BPF_LOAD, BPF_AND, BPF_JUMP_EQUAL, BPF_JUMP_GREATER, BPF_RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
SYSCALL_OFFSET, ARCH_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16
AUDIT_ARCH_X86_64 = 0xC000003E
X32_SYSCALL_BIT = 0x40000000
"""Set in system calls of the x32 ABI, which is not used here."""

ALLOW = 0x7FFF0000
NOTIFY = 0x7FC00000
KILL = 0x80000000
FULL_MASK = 0xFFFFFFFF
OWN_PID_PLACEHOLDER = 0x5E1F5E1F
"""Replaced by the pid of the process, which is not known before the fork."""


def fail_with(error: int) -> int:
    """Return the verdict that makes a call fail with this error."""
    return 0x00050000 | error


@dataclass(frozen=True)
class ArgumentCase:
    """A verdict for calls where half of an argument, masked, equals `value` (or does not: `unless`)."""

    argument: int
    value: int
    verdict: int
    mask: int = FULL_MASK
    upper: bool = False
    unless: bool = False


@dataclass(frozen=True)
class SyscallRule:
    """The first case that matches decides, otherwise `verdict`."""

    verdict: int
    cases: tuple[ArgumentCase, ...] = ()


@dataclass(frozen=True)
class SeccompFilter:
    """A BPF program."""

    code: bytes
    own_pid_offsets: tuple[int, ...]

    def with_pid(self, pid: int) -> bytes:
        code = bytearray(self.code)
        for offset in self.own_pid_offsets:
            code[offset : offset + 4] = pid.to_bytes(4, "little")
        return bytes(code)


def allow_values(argument: int, values: Iterable[int], otherwise: int) -> SyscallRule:
    """Allow a call if an argument has one of these values."""
    return SyscallRule(otherwise, tuple(ArgumentCase(argument, value, ALLOW) for value in values))


def assemble_filter(rules: Mapping[str, SyscallRule], verdict: int, newer_verdict: int, last: int) -> SeccompFilter:
    """Assemble a filter: unlisted calls get `verdict`, and calls numbered above `last` get `newer_verdict`."""
    steps = [
        (BPF_LOAD, 0, 0, ARCH_OFFSET),
        (BPF_JUMP_EQUAL, 1, 0, AUDIT_ARCH_X86_64),
        (BPF_RETURN, 0, 0, KILL),
        (BPF_LOAD, 0, 0, SYSCALL_OFFSET),
        (BPF_JUMP_GREATER, 0, 1, X32_SYSCALL_BIT - 1),
        (BPF_RETURN, 0, 0, KILL),
        (BPF_JUMP_GREATER, 0, 1, last),
        (BPF_RETURN, 0, 0, newer_verdict),
    ]
    for name, rule in sorted(rules.items(), key=lambda item: -len(item[1].cases)):
        body = assemble_rule(rule)
        steps += [(BPF_JUMP_EQUAL, 0, len(body), SYSCALL_NUMBERS[name]), *body]
    steps.append((BPF_RETURN, 0, 0, verdict))
    offsets = tuple(BPF_INSTRUCTION.size * at + 4 for at, step in enumerate(steps) if step[3] == OWN_PID_PLACEHOLDER)
    return SeccompFilter(b"".join(BPF_INSTRUCTION.pack(*step) for step in steps), offsets)


def assemble_rule(rule: SyscallRule) -> list[tuple[int, int, int, int]]:
    steps = []
    for case in rule.cases:
        steps.append((BPF_LOAD, 0, 0, ARGUMENTS_OFFSET + 8 * case.argument + 4 * case.upper))
        if case.mask != FULL_MASK:
            steps.append((BPF_AND, 0, 0, case.mask))
        steps.append((BPF_JUMP_EQUAL, int(case.unless), int(not case.unless), case.value))
        steps.append((BPF_RETURN, 0, 0, case.verdict))
    return [*steps, (BPF_RETURN, 0, 0, rule.verdict)]


PR_SET_NO_NEW_PRIVS = 38
SECCOMP_SET_MODE_FILTER = 1
SECCOMP_FILTER_FLAG_NEW_LISTENER = 1 << 3
SECCOMP_IOCTL_NOTIF_RECV = 0xC0502100
NOTIFICATION_BYTES = 80
INTERRUPTED_CALL = -1
LAST_KNOWN_SYSCALL = SYSCALL_NUMBERS["futex_waitv"]

FAIL_EPERM = fail_with(errno.EPERM)
FAIL_ENOSYS = fail_with(errno.ENOSYS)

AF_UNIX = 1
CLONE_THREAD = 0x10000
MAP_SHARED_ANONYMOUS, MAP_GROWSDOWN, MAP_HUGETLB = 0x21, 0x100, 0x40000
FOREIGN_CLOCK_BITS = 0xFFFFFFF0
"""Bits that only the clocks of other processes have, whose numbers are negative."""

ALLOWED_SYSCALLS = """
read write close fstat poll lseek mprotect munmap brk rt_sigaction rt_sigprocmask rt_sigreturn pread64
pwrite64 readv writev preadv pwritev stat lstat newfstatat statx access faccessat faccessat2 readlink
readlinkat statfs fstatfs getcwd chdir fchdir getdents getdents64 umask pipe pipe2 select pselect6 ppoll
epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2 dup dup2 dup3
close_range sendto recvfrom recvmsg shutdown getsockname getpeername getsockopt mremap msync futex
futex_waitv sched_yield pause nanosleep getitimer alarm setitimer gettimeofday time times getrlimit
getrusage sysinfo uname getpid gettid getppid getpgrp getpgid getsid getuid geteuid getgid getegid
getresuid getresgid getgroups getpriority sched_getaffinity sched_getparam sched_getscheduler
sched_get_priority_max sched_get_priority_min getcpu sigaltstack rt_sigpending rt_sigtimedwait
rt_sigsuspend set_tid_address set_robust_list get_robust_list rseq membarrier arch_prctl getrandom
restart_syscall wait4 waitid exit exit_group
"""

# timer_create is missing on purpose: its signal could resume a stopped process. So are fadvise64, readahead and
# mincore: they change or show what of a file is cached, and so could carry notes from one game to the next.

WRITE_SYSCALLS = """
mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 creat ftruncate fsync fdatasync
flock
"""
"""Calls allowed in addition for bots with a writable folder, to which Landlock confines them. The call truncate is not
among them: Landlock before version 3 does not confine it."""

CLOCK_SYSCALLS = ("clock_gettime", "clock_getres", "clock_nanosleep")
ALLOWED_FCNTL_COMMANDS = (0, 1, 2, 3, 4, 5, 1030)
"""Copying descriptors, flags and queries of locks, but nothing that sends signals or enlarges pipes."""
ALLOWED_PRCTL_OPTIONS = (3, 15, 16, 21, 23, 27, 39, 0x53564D41)
"""Queries, and names of threads and memory."""
ALLOWED_IOCTL_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Terminal queries, available bytes, non-blocking mode and close-on-exec."""

OPEN_FLAGS_ARGUMENTS = {"open": 1, "openat": 2}
O_TRUNC, O_ACCMODE = 0o1000, 0o3
ADVICE_ABOUT_OTHERS = (12, 20, 21)
"""Advice of madvise: merge equal pages of several processes (MADV_MERGEABLE), drop caches (MADV_COLD, MADV_PAGEOUT)."""

SIGNAL_ARGUMENTS = {"kill": 1, "tkill": 1, "tgkill": 2}
"""Which argument of a call that sends a signal is the signal; the first is the process."""
SIGCONT = 18
ATTACK_SYSCALLS = """
connect bind listen accept accept4 ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd
pidfd_send_signal rt_sigqueueinfo rt_tgsigqueueinfo kcmp mount umount2 move_mount open_tree fsopen
fsmount fsconfig fspick mount_setattr pivot_root chroot unshare setns bpf perf_event_open add_key
request_key keyctl init_module finit_module delete_module kexec_load kexec_file_load reboot swapon
swapoff sethostname setdomainname settimeofday clock_settime clock_adjtime adjtimex acct quotactl iopl
ioperm open_by_handle_at name_to_handle_at userfaultfd setuid setgid setreuid setregid setresuid
setresgid setgroups setfsuid setfsgid capset
"""
"""Calls that no library makes by accident. Files, memory, limits and forks are refused without a notice, because
honest bots run into them."""


class FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


@cache
def make_attack_filter(verdict: int) -> SeccompFilter:
    rules = {name: SyscallRule(verdict) for name in ATTACK_SYSCALLS.split()}
    rules |= {
        name: SyscallRule(
            verdict,
            (
                ArgumentCase(argument, SIGCONT, verdict),  # it would cancel the stop between questions
                ArgumentCase(0, OWN_PID_PLACEHOLDER, ALLOW),
            ),
        )
        for name, argument in SIGNAL_ARGUMENTS.items()
    }
    # The C library itself tries a local socket when it looks for a user's name.
    rules["socket"] = SyscallRule(verdict, (ArgumentCase(0, AF_UNIX, fail_with(errno.EACCES)),))
    return assemble_filter(rules, ALLOW, ALLOW, LAST_KNOWN_SYSCALL)


@cache
def make_allow_list_filter(kind: str, writes: bool) -> SeccompFilter:
    rules = {
        name: SyscallRule(ALLOW)
        for name in (*ALLOWED_SYSCALLS.split(), *ATTACK_SYSCALLS.split(), *SIGNAL_ARGUMENTS, "socket")
    }
    if writes:
        rules |= {name: SyscallRule(ALLOW) for name in WRITE_SYSCALLS.split()}
    rules |= {
        name: SyscallRule(ALLOW, (ArgumentCase(0, 0, fail_with(errno.EINVAL), FOREIGN_CLOCK_BITS, unless=True),))
        for name in CLOCK_SYSCALLS
    }
    rules["mmap"] = SyscallRule(
        ALLOW,
        (
            ArgumentCase(3, MAP_SHARED_ANONYMOUS, FAIL_EPERM, MAP_SHARED_ANONYMOUS),  # not counted by any limit
            ArgumentCase(3, MAP_GROWSDOWN, FAIL_EPERM, MAP_GROWSDOWN),  # counted as a stack, which has another limit
            ArgumentCase(3, MAP_HUGETLB, FAIL_EPERM, MAP_HUGETLB),
        ),
    )
    # Landlock before version 3 does not stop a call that empties a file without opening it for writing.
    rules |= {
        name: SyscallRule(
            ALLOW,
            tuple(
                ArgumentCase(argument, O_TRUNC | mode, fail_with(errno.EACCES), O_TRUNC | O_ACCMODE)
                for mode in (0, O_ACCMODE)
            ),
        )
        for name, argument in OPEN_FLAGS_ARGUMENTS.items()
    }
    # Flags could ask whether a part of a file is cached.
    rules |= {name: allow_values(5, [0], fail_with(errno.EOPNOTSUPP)) for name in ("preadv2", "pwritev2")}
    rules["madvise"] = SyscallRule(
        ALLOW, tuple(ArgumentCase(2, advice, fail_with(errno.EINVAL)) for advice in ADVICE_ABOUT_OTHERS)
    )
    rules["prlimit64"] = SyscallRule(
        ALLOW, tuple(ArgumentCase(2, 0, FAIL_EPERM, upper=half, unless=True) for half in (False, True))
    )
    rules |= {
        "fcntl": allow_values(1, ALLOWED_FCNTL_COMMANDS, FAIL_EPERM),
        "prctl": allow_values(0, ALLOWED_PRCTL_OPTIONS, FAIL_EPERM),
    }
    rules["ioctl"] = allow_values(1, ALLOWED_IOCTL_REQUESTS, fail_with(errno.ENOTTY))
    rules["clone"] = SyscallRule(fail_with(errno.EAGAIN))
    if kind != PYTHON:
        rules["clone"] = SyscallRule(FAIL_EPERM, (ArgumentCase(0, CLONE_THREAD, ALLOW, CLONE_THREAD),))
        rules["execve"] = SyscallRule(ALLOW)
    for name in ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register"):
        rules[name] = SyscallRule(FAIL_ENOSYS)
    return assemble_filter(rules, FAIL_EPERM, FAIL_ENOSYS, LAST_KNOWN_SYSCALL)


def build_all_filters() -> None:
    """Build the filters once, before the first fork."""
    make_attack_filter(NOTIFY)
    for kind in BOT_KINDS:
        for writes in (False, True):
            make_allow_list_filter(kind, writes)


def forbid_new_privileges() -> None:
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def install_filter(code: bytes, flags: int = 0) -> int:
    program = FilterProgram(len(code) // 8, code)
    return syscall("seccomp", SECCOMP_SET_MODE_FILTER, flags, program)


def install_attack_filter(pid: int, notify: bool = True) -> int | None:
    """Install the filter and return the descriptor for notices, or None if attacks kill the process instead."""
    try:
        if notify:
            return install_filter(make_attack_filter(NOTIFY).with_pid(pid), SECCOMP_FILTER_FLAG_NEW_LISTENER)
    except OSError:
        pass  # the kernel has no notices
    install_filter(make_attack_filter(KILL).with_pid(pid))
    return None


def install_allow_list(kind: str, writes: bool) -> None:
    install_filter(make_allow_list_filter(kind, writes).code)


def receive_attack(listener: int) -> tuple[int, int]:
    """Return the number and first argument of the system call that a notice reports.

    If a signal has interrupted the call, nothing is left of the notice, and the number is `INTERRUPTED_CALL`.
    """
    notice = bytearray(NOTIFICATION_BYTES)
    try:
        fcntl.ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, notice, True)
    except OSError:
        return INTERRUPTED_CALL, 0
    number, _, _, first = unpack_from("<iIQq", notice, 16)
    return number, first
