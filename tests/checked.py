"""Compile what the run with bounds checks needs: all of the small games, the rules of the long ones."""

from __future__ import annotations

from holdtheline.core.catalog import contract_of, games
from holdtheline.players.warm import parts_of


def main() -> None:
    for name in games():
        is_long = contract_of(name).takes_long
        for number, (_, compile_part) in enumerate(parts_of(name)):
            if number == 0 or not is_long:
                compile_part()


if __name__ == "__main__":
    main()
