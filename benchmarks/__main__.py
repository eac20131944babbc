"""`make bench`: every measurement, one after the other."""

from __future__ import annotations

from . import playouts, start


def main() -> None:
    playouts.report()
    start.report()


if __name__ == "__main__":
    main()
