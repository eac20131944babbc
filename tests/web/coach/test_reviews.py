"""Reviews over the API: worked out in the background, for finished games only, and not too many."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.core.game_record.replay import Record
from holdtheline.lab.evaluator import Evaluation
from holdtheline.lab.review import table_from_record
from holdtheline.table.session import Table
from holdtheline.web.coach import reviews as coach_reviews
from holdtheline.web.coach.models import ReviewProgress
from holdtheline.web.coach.reviews import (
    MAX_ADDRESS_REVIEWS,
    MAX_CACHED_REVIEWS,
    MAX_REVIEWS,
    REVIEW_FAILED,
    ReviewPart,
    ReviewQueue,
    review_record,
)
from holdtheline.web.http.errors import ApiError
from holdtheline.web.http.loop_share import CLIENT, LoopAccount
from holdtheline.web.tables import models
from holdtheline.web.workers.pool import JobFailed, WorkersBusy

from ..server import PATIENCE, Seat, me_with_a_choice, refused, shaped
from ..workers.fake_pool import FakePool

GOLDEN = Path(__file__).parents[2] / "golden"
HELD = GOLDEN / "siege-held.htl"
COURSE = GOLDEN / "towers-two-people-on-the-course.htl"


@functools.cache
def finished(path: Path = HELD) -> Table:
    return table_from_record(Record.read(path))


def sent(client: httpx.Client, path: Path) -> Seat:
    return Seat(client, shaped(models.UploadedRecord, Seat(client).sends(path.read_text()), 201)["key"])


def whole(ask: Any) -> dict[str, Any]:
    """Ask until all is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        response = ask()
        answer: dict[str, Any] = response if isinstance(response, dict) else response.model_dump(mode="json")
        if answer["ready"]:
            return answer
        time.sleep(0.05)
    raise AssertionError("the review never came")


# Over the API


@pytest.mark.compiled
def test_a_finished_game_is_reviewed_and_all_of_it_adds_up(client: httpx.Client) -> None:
    seat = sent(client, HELD)
    review = whole(lambda: shaped(ReviewProgress, seat.post("/review", seat=0)))["review"]
    assert review["exact"]
    assert review["start"] + review["luck"] + review["skill"] == review["result"] == 10_000
    assert [one["text"] for one in review["sums"]] == ["72.22%", "+35.19", "-7.41", "100.00%"]
    assert [point["again"] for point in review["turning_points"]] == [1, 10, 11]
    assert seat.ask("GET", "/replay").json()["review"] == {"possible": True, "why": None}


@pytest.mark.compiled
def test_a_game_with_secrets_is_reviewed_for_either_seat_when_it_is_over(client: httpx.Client) -> None:
    client.app.state.services.reviews._nodes = 20  # type: ignore[attr-defined]
    seat = sent(client, COURSE)
    left, right = (
        whole(lambda: shaped(ReviewProgress, seat.post("/review", seat=number)))["review"]  # noqa: B023
        for number in (0, 1)
    )
    assert (left["result"], right["result"]) == (10_000, 0)
    assert (left["title"], right["title"]) == ("left", "right")


def test_a_game_that_is_not_over_is_not_reviewed(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    sentence = refused(me.post("/review", seat=0), "forbidden")
    assert sentence == "This game is not finished; you can review it when it is over."
    assert not me.ask("GET", "/replay").json()["review"]["possible"]


def test_a_record_that_is_not_finished_is_not_reviewed(client: httpx.Client, tmp_path: Path) -> None:
    path = tmp_path / "cut.htl"
    path.write_text("".join(HELD.read_text().splitlines(keepends=True)[:6]))
    refused(sent(client, path).post("/review", seat=0), "forbidden")


def test_only_a_seat_that_there_is_can_be_asked_for(client: httpx.Client) -> None:
    seat = sent(client, HELD)
    refused(seat.post("/review", seat=1), "unknown")
    refused(seat.post("/review", seat=8), "invalid")
    refused(seat.post("/review"), "invalid")
    refused(Seat(client).post("/review", seat=0), "key")


# In a worker


def parts(known: tuple[Evaluation, ...] = (), seat: int = 0) -> tuple[list[ReviewPart], ReviewPart]:
    """Review the siege, and return the parts on the way and the whole."""
    running, found = review_record(HELD.read_bytes(), seat, 1, known), []
    while True:
        try:
            found.append(next(running))
        except StopIteration as end:
            return [part for part in found if part is not None], end.value


class Reader:
    """The requests of players for reviews."""

    def __init__(self, **more: Any) -> None:
        self.pool = FakePool()
        self.reviews = ReviewQueue(self.pool, **more)

    def asks(self, number: int = 0, address: str = "") -> ReviewProgress:
        """Ask for the review of a game; each number is another one."""
        CLIENT.set(LoopAccount(address))
        return self.reviews.ask("table", finished(), HELD.read_bytes() + b" " * number, 0)


def in_loop(test: Callable[[], Any]) -> None:
    async def run() -> None:
        await test()

    asyncio.run(run())


async def settle() -> None:
    await asyncio.sleep(0)


@pytest.mark.compiled
def test_a_review_grows_while_one_looks_and_is_kept() -> None:
    async def test() -> None:
        reader, (on_the_way, whole_review) = Reader(), parts()
        first = reader.asks()
        assert (first.ready, first.review) == (False, None)
        assert first.sentence
        (job,) = reader.pool.jobs
        job.on_value(on_the_way[0])
        assert reader.asks().review == on_the_way[0].review
        job.result.set_result(whole_review)
        await settle()
        answer = reader.asks()
        assert (answer.ready, answer.review) == (True, whole_review.review)
        assert len(reader.pool.jobs) == 1, "the same game, sent again, is not reviewed again"

    in_loop(test)


@pytest.mark.compiled
def test_a_review_that_was_paused_continues_and_is_the_same() -> None:
    async def test() -> None:
        reader, (on_the_way, whole_review) = Reader(abandon_seconds=-1.0), parts()
        reader.asks()
        reader.pool.jobs[0].on_value(on_the_way[0])
        assert reader.pool.jobs[0].result.cancelled()
        reader.asks()
        known = reader.pool.jobs[1].args[-1]
        assert known == on_the_way[0].evaluations
        assert parts(known)[1] == whole_review

    in_loop(test)


def test_only_so_many_are_reviewed_at_a_time_and_fewer_for_one_address() -> None:
    async def test() -> None:
        reader = Reader()
        for number in range(MAX_ADDRESS_REVIEWS):
            reader.asks(number, "a")
        with pytest.raises(WorkersBusy, match="Several of your games"):
            reader.asks(MAX_ADDRESS_REVIEWS, "a")
        reader.asks(0, "a")
        for number in range(MAX_ADDRESS_REVIEWS, MAX_REVIEWS):
            reader.asks(number, f"address {number}")
        with pytest.raises(WorkersBusy, match="Many games") as refusal:
            reader.asks(MAX_REVIEWS, "b")
        assert refusal.value.headers["Retry-After"]

    in_loop(test)


def test_a_review_that_fails_says_so_and_the_next_one_is_computed() -> None:
    async def test() -> None:
        reader = Reader()
        reader.asks()
        reader.pool.jobs[0].result.set_exception(JobFailed("out of order"))
        await settle()
        with pytest.raises(ApiError, match=REVIEW_FAILED):
            reader.asks()
        assert not reader.asks(1).ready

    in_loop(test)


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        reader = Reader()
        for number in range(MAX_CACHED_REVIEWS + 3):
            reader.asks(number)
        assert len(reader.reviews._reviews) == MAX_CACHED_REVIEWS
        assert [job.result.cancelled() for job in reader.pool.jobs] == [True] * 3 + [False] * MAX_CACHED_REVIEWS

    monkeypatch.setattr(coach_reviews, "MAX_REVIEWS", 10 * MAX_CACHED_REVIEWS)
    monkeypatch.setattr(coach_reviews, "MAX_ADDRESS_REVIEWS", 10 * MAX_CACHED_REVIEWS)
    in_loop(test)
