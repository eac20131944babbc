"""A supervisor and bots, with and without bubblewrap."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holdtheline.arena.jail import bubblewrap
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.submission import Submission, store_submission

from ...system_programs import bubblewrap as system_programs_bubblewrap
from ...system_programs import needed

LEAVE_OUT = "HTL_NO_BUBBLEWRAP"
ONE_RING, TWO_RINGS = "one ring", "two rings"

Bot = Callable[..., Submission]


@pytest.fixture(scope="session")
def writable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("writable")


@pytest.fixture(scope="module", params=[ONE_RING, TWO_RINGS])
def supervisor(request: pytest.FixtureRequest, writable: Path) -> Iterator[Supervisor]:
    if request.param == TWO_RINGS:
        if os.environ.get(LEAVE_OUT):
            pytest.skip(f"{LEAVE_OUT} is set")
        needed("bubblewrap", system_programs_bubblewrap)
        assert bubblewrap.why_unavailable() == ""
    with Supervisor(writable=[writable], with_bubble=request.param == TWO_RINGS) as supervisor:
        yield supervisor


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    """Return `bot(text)`, which submits a file; the suffix of its name gives the kind."""

    def submit(text: str, name: str = "ada.py") -> Submission:
        file = tmp_path / name
        file.write_text(text)
        file.chmod(0o755)
        return store_submission(file, tmp_path / "store")

    return submit
