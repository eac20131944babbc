"""The study resumes, reports what was missed, and finds the tests of another revision."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import __main__ as command
from .catalog import Fault, read_faults
from .study import CAUGHT, MISSED, Finding, Study

FIRST, SECOND = read_faults()[:2]


class StudyWithoutTests:
    """Catches every fault but those that it is told to miss."""

    def __init__(self, *missed: str, key: str = "same source") -> None:
        self.missed = missed
        self.source_key = key
        self.examined: list[str] = []

    def lock(self) -> None:
        """There is no folder to lock."""

    def key(self, fault: Fault) -> str:
        return self.source_key

    def warm(self) -> None:
        raise AssertionError("faults in the kernels need no warm cache")

    def examine(self, fault: Fault) -> Finding:
        self.examined.append(fault.id)
        return Finding(fault.id, MISSED if fault.id in self.missed else CAUGHT, "a test", "plain", 1.5, self.source_key)


def run(study: StudyWithoutTests, monkeypatch: pytest.MonkeyPatch, file: Path) -> int:
    monkeypatch.setattr(command, "Study", lambda tests_from: study)
    return command.main(["--only", FIRST.id, "--only", SECOND.id, "--json", str(file)])


def test_a_study_ends_with_1_if_a_fault_is_missed_and_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(StudyWithoutTests(), monkeypatch, tmp_path / "all.json") == 0
    assert "2 of 2 faults caught, 3 s of processor time" in capsys.readouterr().out
    assert run(StudyWithoutTests(SECOND.id), monkeypatch, tmp_path / "one.json") == 1
    assert capsys.readouterr().out.endswith(f"not caught: {SECOND.id}\n")


def test_what_was_examined_is_not_examined_again_until_the_source_or_the_tests_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "results.json"
    run(StudyWithoutTests(SECOND.id), monkeypatch, file)
    again = StudyWithoutTests()
    assert run(again, monkeypatch, file) == 1
    assert again.examined == []
    changed = StudyWithoutTests(key="another source")
    assert run(changed, monkeypatch, file) == 0
    assert changed.examined == [FIRST.id, SECOND.id]


def test_a_file_that_the_tests_do_not_have_is_replaced_by_its_folder(tmp_path: Path) -> None:
    study = Study(None, tmp_path)
    (tmp_path / "tree" / "tests" / "web").mkdir(parents=True)
    (tmp_path / "tree" / "tests" / "test_kept.py").touch()
    wanted = ("tests/test_kept.py", "tests/web/http/test_limits.py", "tests/web/test_server.py")
    assert study.existing(wanted) == ["tests/test_kept.py", "tests/web"]
