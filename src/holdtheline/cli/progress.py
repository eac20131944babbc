"""Progress bars on standard error, and compiling the rules with one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..core.kernel import compiler

if TYPE_CHECKING:
    from rich.progress import Progress

COMPILING_TEXT = "compiling the rules, first run only"


@contextmanager
def progress_bar(*texts: str) -> Iterator[Progress]:
    """Show a bar with these texts, the count and the remaining time; nothing where there is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (*map(TextColumn, texts), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        yield bar


@contextmanager
def count_progress(total: int, *texts: str) -> Iterator[Callable[[int], None]]:
    """Show a bar, and yield a function that takes how many of `total` are done."""
    with progress_bar(*texts) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)


def compile_rules() -> None:
    """Compile the rules of all games with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ..players.precompile import precompile

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(COMPILING_TEXT, total=None)

        def show(part: str, done: int, total: int) -> None:
            progress.update(task, description=f"{COMPILING_TEXT}: {part}", completed=done, total=total)

        precompile(show, in_parallel=True)


def ensure_compiled() -> None:
    """Compile the rules now unless they are in the cache."""
    if not compiler.is_precompiled():
        compile_rules()
