"""A tournament of 30 bots of all kinds that are shipped: how long it takes, and how much memory.

`python -m benchmarks.field` writes them (the starters in Python, JavaScript and C, the tutorial's bot with
unit AIs in Python and as kernels, and one that takes its chances; five of each, with other rows and columns),
and runs `htl tournament` with 10 pairs, jailed. `--pairs`, `--workers`, `--seed`; `--out` keeps the
tournament and goes on with it. Memory is what all its processes have together, shared pages counted once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from holdtheline.arena.starter import SUFFIX_BY_LANGUAGE, write_starter
from holdtheline.core.catalog import definition_of

EACH = 5
LONGEST, LARGEST = 3600.0, 2000.0
"""Seconds, and MB."""
EVERY = 0.5
ADA = Path(__file__).parents[1] / "docs" / "bots" / "ada.py"
ROWS = "(9, 10, 11, 8, 12, 7)"
RIFLE = '''
def rifle(unit, view):
    """Shoot what shoots. A blockade is only worth a shot if it stands in the way."""
    if unit.row == 0:
        return unit.score()
    towers = [view.tower(row, column) for row, column in view.towers_in_range()]
    targets = [tower for tower in towers if tower.unit != "blockade" and tower.health > 0]
    if targets:
        weakest = min(targets, key=lambda tower: tower.health)
        return unit.strike(weakest.row, weakest.column)
    for column in (unit.column, unit.column - 1, unit.column + 1):
        if view.is_free(unit.row - 1, column):
            return unit.go(unit.row - 1, column)
    return unit.strike(unit.row - 1, unit.column)


'''


def field(folder: Path) -> None:
    """Write all bots."""
    for number in range(EACH):
        row = 7 + number
        for language in SUFFIX_BY_LANGUAGE:
            starter(folder, language, number, row)
        rows = str(tuple(range(row, row + 6)))
        kernels = ADA.read_text().replace(ROWS, rows)
        assert rows in kernels
        (folder / f"kernel{number}.py").write_text(kernels)
        first, last = kernels.index("@kernel"), kernels.index("class CommanderAda")
        (folder / f"units{number}.py").write_text(kernels[:first] + RIFLE + kernels[last:])
        taken = kernels.replace("column=weakest_column(view)", "column=random.randrange(7)")
        (folder / f"chance{number}.py").write_text(f"import random\n{taken}")


def starter(folder: Path, language: str, number: int, row: int) -> None:
    made = write_starter(definition_of("towers"), f"{language}{number}", folder, language)
    text = made.file.read_text()
    places = {"row=9": f"row={row}", '"missile", 9': f'"missile", {row}', 'missile\\",9': f'missile\\",{row}'}
    for before, after in places.items():
        text = text.replace(before, after)
    assert str(row) in text
    made.file.write_text(text)
    if made.test:
        made.test.unlink()
    if made.build:
        subprocess.run(made.build.split(), check=True)
        made.file.unlink()


# Memory


def descendants(pid: int) -> Iterator[int]:
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
    """Of this process; a page that several have is divided among them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


# The tournament


def play(bots: Path, out: Path, words: list[str]) -> None:
    command = [
        sys.executable,
        "-m",
        "holdtheline",
        "tournament",
        str(bots),
        "--game",
        "towers",
        "--out",
        str(out),
    ]
    began, most = time.monotonic(), 0.0
    process = subprocess.Popen([*command, *words])
    while process.poll() is None:
        most = max(most, sum(map(megabytes, descendants(process.pid))))
        time.sleep(EVERY)
    seconds = time.monotonic() - began
    games = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    faults = sum(bool(game["faults"]) for game in games)
    print(f"{len(games):,} games in {seconds:,.0f} s, {len(games) / seconds:.2f} a second, {faults} faults")
    print(f"memory at most {most:,.0f} MB; exit code {process.returncode}")
    if seconds > LONGEST or most > LARGEST or faults or process.returncode:
        print("FAULT")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--pairs", default="10")
    reader.add_argument("--workers", default=None)
    reader.add_argument("--seed", default="1")
    reader.add_argument("--out", type=Path, default=None)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as place:
        bots = Path(place) / "bots"
        bots.mkdir()
        field(bots)
        words = ["--pairs", asked.pairs, "--seed", asked.seed]
        play(
            bots,
            asked.out or Path(place) / "out",
            [*words, *(["--workers", asked.workers] if asked.workers else [])],
        )


if __name__ == "__main__":
    main()
