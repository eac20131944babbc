"""The tutorial: its files are bots that play, and the last is the one beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdtheline.arena.match import match
from holdtheline.core.catalog import load

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = re.findall(r"```python\n(.*?)```", (DOCS / "bots.md").read_text(), re.DOTALL)
BOTS = [text for text in BLOCKS if "import" in text and "class Commander" in text]
PARTS = [text for text in BLOCKS if "import" not in text]
TOWERS = load("towers", plain=True)


def test_the_last_bot_is_the_file_beside_the_page() -> None:
    assert BOTS[-1] == (DOCS / "bots" / "ada.py").read_text()
    assert (len(BOTS), len(PARTS)) == (4, 2)


@pytest.mark.parametrize("text", BOTS, ids=range(2, 2 + len(BOTS)))
def test_every_step_plays_without_a_fault(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ada.py"
    path.write_text(text)
    result = match(TOWERS, path, "book", games=1)
    assert result.faults == ()


def test_the_function_plays_as_the_kernel_does(tmp_path: Path) -> None:
    """The parts of step 5, put into the last bot in the place of its kernels."""
    guard, function = PARTS
    assert guard.partition("    def keep_guard")[2] in BOTS[-1]
    kernels = re.search(r"@kernel\ndef rifle.*?(?=class Commander)", BOTS[-1], re.DOTALL)
    assert kernels is not None
    text = BOTS[-1].replace(kernels.group(), function.partition("class Commander")[0])
    path = tmp_path / "ada.py"
    path.write_text(text)
    by_function, by_kernel = (match(TOWERS, one, "spam", games=1) for one in (path, DOCS / "bots" / "ada.py"))
    assert by_function.faults == ()
    assert by_function.played[0].turns == by_kernel.played[0].turns
