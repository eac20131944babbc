"""Compare engine and oracle over many battles: `python -m tests.games.civilwar.oracle 600`.

Two battles of three are the shipped ones in turn, the others are made by chance; all have options by chance. It
lists the differences by clause, each with its position, and ends with 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from holdtheline.games.civilwar.scenario.parse import list_scenarios

from .comparison import Difference, play_made_battle, play_named_battle

NAMES = list(list_scenarios())


def play(number: int) -> Iterator[Difference]:
    if number % 3 == 2:
        return play_made_battle(number // 3, plain=False)
    seed, name = divmod(number - number // 3, len(NAMES))
    return play_named_battle(NAMES[name], seed, plain=False)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the engine of civilwar with its oracle.")
    parser.add_argument("battles", type=int, nargs="?", default=600)
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--show", type=int, default=1, help="how many differences to show for each clause")
    arguments = parser.parse_args()
    found: Counter[str] = Counter()
    differing = 0
    for number in range(arguments.first, arguments.first + arguments.battles):
        differences = list(play(number))
        differing += bool(differences)
        for clause, text in differences:
            found[clause] += 1
            if found[clause] <= arguments.show:
                print(f"{clause}, battle {number}: {text}\n")
    for clause, times in sorted(found.items()):
        print(f"{clause}: {times} differences")
    print(f"{arguments.battles} battles, {differing} with a difference")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
