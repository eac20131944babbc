"""Jobs and their results: JSON in both directions, and the key of a job."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.job import Fault, GameResult, Job

JOB = Job("towers", ("ab12", "book"), 7, (("ruleset", "standard"),), limits=Limits(think_seconds=0.5))
RESULT = GameResult(
    JOB.key,
    (-1, 1),
    "it crashed",
    3,
    "00",
    (Fault(0, "crash", "it crashed"),),
    (0, 0),
    (0.5, 0.0),
    None,
    ("x", ""),
)


def test_a_job_and_its_result_can_be_written_as_json_and_read_again() -> None:
    assert Job.from_json(json.loads(json.dumps(JOB.to_json()))) == JOB
    assert GameResult.from_json(json.loads(json.dumps(RESULT.to_json()))) == RESULT
    assert RESULT.fault == Fault(0, "crash", "it crashed")
    assert replace(RESULT, faults=()).fault is None


@pytest.mark.parametrize(
    "change",
    [
        {"bots": ("book", "ab12")},
        {"seed": 8},
        {"strict": False},
        {"trust": True},
        {"limits": Limits()},
        {"options": (("frost", "turn"),)},
    ],
)
def test_another_job_has_another_key(change: dict[str, Any]) -> None:
    assert replace(JOB, **change).key != JOB.key


def test_options_that_are_as_usual_may_be_left_out() -> None:
    assert replace(JOB, options=()).key == JOB.key


def test_a_job_of_an_earlier_version_can_be_read_without_its_wall_clock_limits() -> None:
    job = Job("siege", ("book",), 1)
    data = job.to_json()
    data["limits"] |= {"patience": 10.0, "clock_seconds": 10.0}
    assert Job.from_json(data) == job
