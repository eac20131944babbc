"""Who is next: shares of courses, slow bots, and the place that a student is told."""

from __future__ import annotations

from holdtheline.arena.job import Job
from holdtheline.web.courses.judge_queue import (
    SLOW_SECONDS,
    SPARE_WORKERS,
    Capacity,
    CheckProgress,
    CourseShares,
    QueuePlace,
    Task,
    queue_places,
    slow_bots_last,
)
from holdtheline.web.db.rows import HandinRow, HandinState, utc_now


def handin(number: int, state: HandinState = "checking") -> HandinRow:
    return HandinRow(number, "a", f"student {number}", "bot.py", "python", "", 1, state, "", utc_now())


def test_where_cores_are_free_one_course_takes_them_all() -> None:
    running = [Task("a", "match", str(number)) for number in range(3)]
    assert Capacity(cores=4).allows(running, "a", "match")
    assert not Capacity(cores=3).allows(running, "a", "match")


def test_where_no_core_is_free_each_course_may_have_one_check_and_one_match() -> None:
    capacity, running = Capacity(cores=1), [Task("a", "match", "1")]
    assert not capacity.allows(running, "a", "match")
    assert capacity.allows(running, "a", "check")
    assert capacity.allows(running, "b", "match")
    everything = [Task(str(number), "match", "1") for number in range(1 + SPARE_WORKERS)]
    assert not capacity.allows(everything, "b", "match")


def charge(shares: CourseShares, course: str, seconds: float) -> None:
    shares.charge(Task(course, "match", "1", charged_until=0.0), seconds)


def test_the_course_that_had_the_least_time_is_next_however_many_games_it_had() -> None:
    shares = CourseShares()
    assert shares.order(["a", "b"]) == ["a", "b"]
    charge(shares, "a", 10.0)
    for _ in range(4):
        charge(shares, "b", 2.0)
        assert shares.order(["a", "b"]) == ["b", "a"]
    charge(shares, "b", 3.0)
    assert shares.order(["a", "b"]) == ["a", "b"]


def test_a_task_is_charged_while_it_goes_on_and_no_second_twice() -> None:
    shares, task = CourseShares(), Task("a", "match", "1", charged_until=0.0)
    shares.order(["a", "b"])
    shares.charge(task, 5.0)
    shares.charge(task, 6.0)
    assert shares.order(["a", "b"]) == ["b", "a"]
    charge(shares, "b", 6.5)
    assert shares.order(["a", "b"]) == ["a", "b"]


def test_a_new_course_is_level_with_the_one_that_had_the_least_and_saves_up_nothing() -> None:
    shares = CourseShares()
    shares.order(["a"])
    charge(shares, "a", 100.0)
    shares.order(["a", "new"])
    charge(shares, "new", 1.0)
    assert shares.order(["a", "new"]) == ["a", "new"]
    assert shares.order(["a"]) == ["a"]
    charge(shares, "a", 50.0)
    shares.order(["a", "new"])
    charge(shares, "new", 1.0)
    assert shares.order(["a", "new"]) == ["a", "new"]


def test_the_games_of_slow_bots_come_last_in_their_order() -> None:
    jobs = [Job("towers", bots, 1) for bots in (("a", "slow"), ("a", "b"), ("slow", "b"), ("b", "c"))]
    order = list(slow_bots_last(jobs, {"slow": SLOW_SECONDS + 1, "a": 1.0}))
    assert [job.bots for job in order] == [("a", "b"), ("b", "c"), ("a", "slow"), ("slow", "b")]


def test_a_place_counts_those_who_came_before_and_the_time_also_the_check_in_progress() -> None:
    handins = [handin(9), handin(7), handin(5), handin(4, "good"), handin(3)]
    progress = CheckProgress(running=(3, 100), seconds={"a": 20.0, "other": 1.0})
    assert queue_places(handins, progress, 5.0) == {
        3: QueuePlace(0, 20.0),
        5: QueuePlace(1, 40.0),
        7: QueuePlace(2, 60.0),
        9: QueuePlace(3, 80.0),
    }


def test_where_no_check_was_seen_the_time_is_estimated_from_games_or_not_told() -> None:
    assert queue_places([handin(1)], CheckProgress(), 5.0) == {1: QueuePlace(1, 5.0)}
    assert queue_places([handin(1)], CheckProgress(), None) == {1: QueuePlace(1, None)}
    assert queue_places([], CheckProgress(), None) == {}
