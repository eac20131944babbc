"""Compile what the run with bounds checks needs: all of the small games."""

from __future__ import annotations

from holdtheline.core.catalog import contract_of, games
from holdtheline.players.warm import parts_of


def main() -> None:
    for name in games():
        if not contract_of(name).takes_long:
            for _, compile_part in parts_of(name):
                compile_part()


if __name__ == "__main__":
    main()
