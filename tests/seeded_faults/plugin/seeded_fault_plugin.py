"""A pytest plugin for the runs of the study: check what is imported, and write down the first failing test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TREE = Path(os.environ["HTL_STUDY_TREE"])
REPORT = Path(os.environ["HTL_STUDY_REPORT"])
FIND_PACKAGE = "import holdtheline; print(holdtheline.__file__)"


def pytest_configure(config: pytest.Config) -> None:
    """Stop unless this process, its children and the jail import the package of the copied tree."""
    from holdtheline.arena.jail.supervisor import make_zygote_environment

    children = (
        [sys.executable, "-c", FIND_PACKAGE],
        [sys.executable, "-P", "-s", "-c", FIND_PACKAGE],
    )
    import holdtheline

    imported = [holdtheline.__file__]
    for command, environment in zip(children, (None, make_zygote_environment()), strict=True):
        done = subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, check=True)
        imported.append(done.stdout.strip())
    strangers = [path for path in imported if not Path(str(path)).is_relative_to(TREE / "src")]
    if strangers:
        raise pytest.UsageError(f"the study tests {TREE}, but {strangers[0]} is imported")


def note_failure(node: str) -> None:
    if not REPORT.exists():
        REPORT.write_text(node, encoding="utf-8")


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        note_failure(report.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        note_failure(report.nodeid)
