"""Settings of all tests. The folders in HTL_HOME and HTL_CACHE are used as they are given."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from .web.postgres import pytest_terminal_summary

settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("table"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "table")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as where a shell runs the tests in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # collecting makes next to no garbage, and a quarter of its time would be spent looking for it

__all__ = ["pytest_terminal_summary"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    from .scheduling import FileScheduling

    return FileScheduling(config, log)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from searching ten thousand tests again and again: a third of some tests' time."""
    gc.freeze()
    gc.enable()
