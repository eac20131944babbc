"""Makes the pictures of the documentation: `make pictures`."""

from __future__ import annotations

from pathlib import Path

import holdtheline as htl

HERE = Path(__file__).parent


def main() -> None:
    siege = htl.load("siege", plain=True)
    state = siege.position("lanes 6 4 2, backline 5, waves 2, enemy 5 6 1")
    (HERE / "siege.svg").write_text(state.svg() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
