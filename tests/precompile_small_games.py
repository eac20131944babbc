"""Compile the small games, which is what the run with bounds checks needs."""

from __future__ import annotations

from holdtheline.core.catalog import definition_of, games
from holdtheline.players.precompile import precompile_parts


def main() -> None:
    for name in games():
        if not definition_of(name).compiles_slowly:
            for _, compile_part in precompile_parts(name):
                compile_part()


if __name__ == "__main__":
    main()
