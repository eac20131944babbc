"""A keeper and bots to keep, with one ring of walls and with two."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holdtheline.arena.jail import bubble
from holdtheline.arena.jail.handin import Handin, hand_in
from holdtheline.arena.jail.keeper import Keeper

from ...debian import bubblewrap, needed

LEAVE_OUT = "HTL_NO_BUBBLEWRAP"
ONE_RING, TWO_RINGS = "one ring", "two rings"

Bot = Callable[..., Handin]


@pytest.fixture(scope="session")
def writable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("writable")


@pytest.fixture(scope="module", params=[ONE_RING, TWO_RINGS])
def keeper(request: pytest.FixtureRequest, writable: Path) -> Iterator[Keeper]:
    if request.param == TWO_RINGS:
        if os.environ.get(LEAVE_OUT):
            pytest.skip(f"{LEAVE_OUT} is set")
        needed("bubblewrap", bubblewrap)
        assert bubble.why_not() == ""
    with Keeper(writable=[writable], with_bubble=request.param == TWO_RINGS) as keeper:
        yield keeper


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    """`bot(text)` hands a file in; the name's ending says what it is."""

    def made(text: str, name: str = "ada.py") -> Handin:
        file = tmp_path / name
        file.write_text(text)
        file.chmod(0o755)
        return hand_in(file, tmp_path / "shelf")

    return made
