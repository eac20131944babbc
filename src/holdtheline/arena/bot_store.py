"""The store of bots: the folder of submitted bots and of their compiled kernels.

It is bounded, and of what a bot writes while its kernels are compiled it keeps the kernels only. A kernel is machine
code in a file that the bot itself has written, so its file may contain other data; but no more than MAX_KERNEL_BYTES,
computed once, before any game, from the files that its author submitted."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..core.bots.faults import BotFailure
from ..core.kernel import cache
from .submission import Submission, store_submission

MAX_KERNEL_BYTES = 8 * 2**20
"""The most that a bot may write while its kernels are compiled; those of the tutorial's bot have 0.4 MB."""
MAX_KERNEL_FILES = 64
KERNEL_FILE_PATTERN = re.compile(r"[\w.<>-]+\.nb[ic]")
"""The index files and data files of Numba's cache."""
KERNEL_FILE_DEPTH = 3
"""A kernel file is in a folder of the source file, in the folder of the version of the rules."""
MAX_STORE_BYTES = 2**30
IN_USE_SECONDS = 3600.0
"""A bot that a game used within this time is in use; a game takes less."""
REFUSAL_SUFFIX = ".refused"


def submissions_folder() -> Path:
    """Return the folder of submitted bots and their compiled kernels."""
    return cache.cache_folder().parent / "bots"


def store_bot(path: Path) -> Submission:
    """Store a bot, and make room for it."""
    submission = store_submission(path, submissions_folder())
    mark_used(submission)
    remove_old_bots(submissions_folder())
    return submission


def mark_used(submission: Submission) -> None:
    """Note in the folder's time that a game uses this bot now, to within some minutes."""
    with suppress(OSError):  # a folder of another user is not cleaned here
        if time.time() - used_at(submission.folder) > IN_USE_SECONDS / 10:
            os.utime(submission.folder)


# Kernels


def find_kernel_folder(submission: Submission) -> Path:
    """Return the folder for a bot's compiled kernels."""
    return submission.folder.with_name(f"{submission.folder.name}.kernels")


def check_written(folder: Path) -> None:
    """Raise BotFailure if a bot has written too much into this folder."""
    size = count = 0
    try:
        for file in list_files(folder):
            count += 1
            size += file_bytes(file)
            if count > MAX_KERNEL_FILES or size > MAX_KERNEL_BYTES:
                limits = f"{MAX_KERNEL_BYTES // 2**20} MB or {MAX_KERNEL_FILES} files"
                raise BotFailure("disk", f"it wrote more than {limits} while it was loaded", is_final=True)
    except OSError as error:  # it hides what it writes: below a path that is too long, or without the right to read
        raise BotFailure("disk", "it wrote files that cannot be counted while it was loaded", is_final=True) from error


def list_files(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield all files and folders below a folder, however deep, while another process changes them."""
    waiting = [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                found = list(entries)
        except FileNotFoundError:
            continue
        yield from found
        waiting += [entry.path for entry in found if entry.is_dir(follow_symlinks=False)]


def file_bytes(file: os.DirEntry[str]) -> int:
    try:
        status = file.stat(follow_symlinks=False)
    except FileNotFoundError:
        return 0
    return max(status.st_size, status.st_blocks * 512)


def keep_kernels(written: Path, folder: Path) -> None:
    """Copy the kernel files that a bot has written, and nothing else; raise BotFailure if it has written too much."""
    check_written(written)
    version = cache.sources_digest()
    for file in list_files(written):
        path = Path(file.path).relative_to(written)
        is_file = stat.S_ISREG(file.stat(follow_symlinks=False).st_mode)
        is_in_place = len(path.parts) == KERNEL_FILE_DEPTH and path.parts[0] == version
        if is_file and is_in_place and KERNEL_FILE_PATTERN.fullmatch(path.name):
            (folder / path.parent).mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.path, folder / path)


def remove_tree(folder: Path) -> None:
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # a bot has made it very deep
        subprocess.run(["rm", "-rf", "--", str(folder)], check=False)


# Cleaning


def remove_old_bots(folder: Path, limit: int = MAX_STORE_BYTES) -> None:
    """Remove bots that are not in use until the rest is small enough: refused ones first, then the oldest."""
    bots = [bot for bot in folder.iterdir() if bot.is_dir() and not bot.name.endswith(".kernels")]
    sizes = {bot: folder_bytes(bot) + folder_bytes(kernels_of(bot)) for bot in bots}
    total = sum(sizes.values())
    for bot in sorted(bots, key=lambda bot: (not is_refused(bot), used_at(bot))):
        if total <= limit:
            return
        if time.time() - used_at(bot) > IN_USE_SECONDS:
            remove_tree(bot)
            remove_tree(kernels_of(bot))
            total -= sizes[bot]


def kernels_of(bot: Path) -> Path:
    return bot.with_name(f"{bot.name}.kernels")


def is_refused(bot: Path) -> bool:
    return any(kernels_of(bot).glob(f"*{REFUSAL_SUFFIX}"))


def used_at(bot: Path) -> float:
    try:
        return bot.stat().st_mtime
    except FileNotFoundError:  # removed by another process
        return 0.0


def folder_bytes(folder: Path) -> int:
    with suppress(OSError):
        return sum(map(file_bytes, list_files(folder)))
    return 0
