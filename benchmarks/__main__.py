"""`make bench`: every measurement, one after the other."""

from __future__ import annotations

from benchmarks import playouts, solver, start


def main() -> None:
    playouts.report()
    solver.report()
    start.report()


if __name__ == "__main__":
    main()
