"""Run a tournament of 30 bots of all kinds: how long it takes, and how much memory.

The bots are the starters in Python, JavaScript and C, and the tutorial's bot with unit AIs as kernels, with unit AIs in
Python, and with random attacks; five of each, with their towers in other rows. They play 10 pairs of games each,
jailed, by `htl tournament`. Memory is that of all its processes together, shared pages counted once.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ...arena.starter import SUFFIX_BY_LANGUAGE, write_starter
from ...core.catalog import definition_of
from ..measure import benchmark_parser, say_progress
from .tutorial_bot import tutorial_bot, with_guard_rows, with_python_unit_ai, with_random_column

BOTS_PER_KIND, QUICK_BOTS_PER_KIND = 5, 1
FIRST_ROW = 7
PAIRS = 10
MAX_SECONDS, MAX_MEGABYTES = 3600.0, 2000.0
SAMPLE_SECONDS = 0.5
"""How often memory is measured."""
PROGRAMS = {"javascript": "node", "c": "cc"}
"""The program that a language needs beside Python."""
STARTER_ROWS = {"row=9": "row={}", '"missile", 9': '"missile", {}', 'missile\\",9': 'missile\\",{}'}
"""Where the starters name the row of their towers, in each language."""


def write_bots(folder: Path, per_kind: int) -> None:
    languages = [name for name in SUFFIX_BY_LANGUAGE if shutil.which(PROGRAMS.get(name, sys.executable))]
    for language in sorted(set(SUFFIX_BY_LANGUAGE) - set(languages)):
        print(f"{PROGRAMS[language]} is not installed, so the bots in {language} are left out.")
    for number in range(per_kind):
        row = FIRST_ROW + number
        for language in languages:
            write_starter_bot(folder, language, number, row)
        kernels = with_guard_rows(tutorial_bot(), row)
        sources = {"kernel": kernels, "python_ai": with_python_unit_ai(kernels), "random": with_random_column(kernels)}
        for name, source in sources.items():
            (folder / f"{name}{number}.py").write_text(source, encoding="utf-8")


def write_starter_bot(folder: Path, language: str, number: int, row: int) -> None:
    """Write a starter with its towers in this row, and build it if it is in C."""
    starter = write_starter(definition_of("towers"), f"{language}{number}", folder, language)
    text = starter.file.read_text(encoding="utf-8")
    changed = text
    for old, new in STARTER_ROWS.items():
        changed = changed.replace(old, new.format(row))
    assert str(row) in changed
    starter.file.write_text(changed, encoding="utf-8")
    if starter.test:
        starter.test.unlink()
    if starter.build:
        subprocess.run(starter.build.split(), check=True)
        starter.file.unlink()


# Memory


def descendants(pid: int) -> Iterator[int]:
    """Yield a process and all processes below it."""
    yield pid
    try:
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        return
    for child in children:
        yield from descendants(child)


def megabytes(pid: int) -> float:
    """Return the memory of a process; a page that several processes share is divided among them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


# The tournament


def run_tournament(bots: Path, out: Path, options: list[str]) -> int:
    """Run `htl tournament` and print its time and memory; return an exit code."""
    tournament = ["tournament", str(bots), "--game", "towers", "--out", str(out)]
    began, peak = time.monotonic(), 0.0
    process = subprocess.Popen([sys.executable, "-m", "holdtheline", *tournament, *options])
    while process.poll() is None:
        peak = max(peak, sum(map(megabytes, descendants(process.pid))))
        time.sleep(SAMPLE_SECONDS)
    seconds = time.monotonic() - began
    games = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    faults = sum(bool(game["faults"]) for game in games)
    print(f"{len(games):,} games in {seconds:,.0f} s, {len(games) / seconds:.2f} games/s, {faults} faults")
    print(f"memory at most {peak:,.0f} MB; exit code {process.returncode}")
    if seconds > MAX_SECONDS or peak > MAX_MEGABYTES or faults or process.returncode:
        print(f"FAILED: the aims are {MAX_SECONDS:,.0f} s, {MAX_MEGABYTES:,.0f} MB, no fault and exit code 0")
        return 1
    return 0


def main() -> int:
    parser = benchmark_parser("arena.large_tournament", __doc__)
    parser.add_argument("--pairs", type=int, help=f"pairs of games per two bots (default: {PAIRS})")
    parser.add_argument("--workers", type=int, help="processes (default: as htl tournament)")
    parser.add_argument("--seed", type=int, default=1, help="of the tournament (default: 1)")
    parser.add_argument("--out", type=Path, help="a folder that keeps the tournament; if it has one, resume it")
    args = parser.parse_args()
    pairs = args.pairs or (1 if args.quick else PAIRS)
    options = ["--pairs", str(pairs), "--seed", str(args.seed)]
    if args.workers:
        options += ["--workers", str(args.workers)]
    with tempfile.TemporaryDirectory() as folder:
        bots = Path(folder) / "bots"
        bots.mkdir()
        write_bots(bots, QUICK_BOTS_PER_KIND if args.quick else BOTS_PER_KIND)
        say_progress(f"{len(list(bots.iterdir()))} bots, {pairs} pairs per two bots …")
        return run_tournament(bots, args.out or Path(folder) / "out", options)


if __name__ == "__main__":
    sys.exit(main())
