"""Reviews over the API: worked out in the background, for finished games only, and not too many."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.core.game_record.replay import Record
from holdtheline.lab.review import Reviewer, table_from_record
from holdtheline.table.session import Table
from holdtheline.web.coach import reviews as coach_reviews
from holdtheline.web.coach.models import ReviewProgress
from holdtheline.web.coach.reviews import (
    MAX_CACHED_REVIEWS,
    MAX_WAITING_REVIEWS,
    REVIEW_FAILED,
    REVIEW_QUEUED,
    ReviewQueue,
)
from holdtheline.web.http.errors import ApiError
from holdtheline.web.tables import models

from ..server import PATIENCE, Seat, me_with_a_choice, refused, shaped

GOLDEN = Path(__file__).parents[2] / "golden"
HELD = GOLDEN / "siege-held.htl"
COURSE = GOLDEN / "towers-two-people-on-the-course.htl"


def finished(path: Path = HELD) -> Table:
    return table_from_record(Record.read(path))


def sent(client: httpx.Client, path: Path) -> Seat:
    return Seat(client, shaped(models.UploadedRecord, Seat(client).sends(path.read_text()), 201)["key"])


def whole(ask: Any) -> dict[str, Any]:
    """Ask until all is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        told = ask()
        answer: dict[str, Any] = told if isinstance(told, dict) else told.model_dump(mode="json")
        if answer["ready"]:
            return answer
        time.sleep(0.05)
    raise AssertionError("the review never came")


@pytest.fixture
def held_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """No review goes on before this is set."""
    gate, go_on = threading.Event(), Reviewer.run

    def waits(self: Reviewer) -> Iterator[int]:
        for done in go_on(self):
            gate.wait(PATIENCE)
            yield done

    monkeypatch.setattr(Reviewer, "run", waits)
    yield gate
    gate.set()


# Over the API


@pytest.mark.compiled
def test_a_finished_game_is_reviewed_and_all_of_it_adds_up(client: httpx.Client) -> None:
    seat = sent(client, HELD)
    told = whole(lambda: shaped(ReviewProgress, seat.post("/review", seat=0)))["review"]
    assert told["exact"]
    assert told["start"] + told["luck"] + told["skill"] == told["result"] == 10_000
    assert [one["text"] for one in told["sums"]] == ["72.22%", "+35.19", "-7.41", "100.00%"]
    assert [point["again"] for point in told["turning_points"]] == [1, 10, 11]
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


# In the background


@pytest.mark.compiled
def test_a_review_grows_while_one_looks_and_is_kept(held_back: threading.Event) -> None:
    reviews, table = ReviewQueue(), finished()
    first = reviews.ask(table, 0)
    assert (first.ready, first.review) == (False, None)
    assert first.sentence
    held_back.set()
    told = whole(lambda: reviews.ask(table, 0).model_dump())
    assert reviews.ask(finished(), 0).model_dump() == told, "the same game, sent again, is not worked out again"


@pytest.mark.compiled
def test_what_nobody_waits_for_is_laid_aside_and_taken_up_again(held_back: threading.Event) -> None:
    reviews, table = ReviewQueue(abandon_seconds=-1.0), finished()
    reviews.ask(table, 0)
    held_back.set()
    seen = []
    told = whole(lambda: seen.append(reviews.ask(table, 0).model_dump()) or seen[-1])
    assert told["review"]["done"] == told["review"]["of"]


@pytest.mark.compiled
def test_one_is_worked_out_at_a_time_and_only_so_many_wait(held_back: threading.Event) -> None:
    reviews, tables = ReviewQueue(), [finished() for _ in range(MAX_WAITING_REVIEWS + 1)]
    for number, table in enumerate(tables):
        last = table.steps[-1]
        table.steps[-1] = replace(last, move=replace(last.move, text=f"another game {number}"))
    told = [reviews.ask(table, 0) for table in tables[:-1]]
    assert [progress.sentence for progress in told[1:]] == [REVIEW_QUEUED] * (MAX_WAITING_REVIEWS - 1)
    with pytest.raises(ApiError, match="try again in a minute") as refusal:
        reviews.ask(tables[-1], 0)
    assert refusal.value.code == "busy"
    assert sum(thread.name == "reviews" for thread in threading.enumerate()) == 1


def test_a_review_that_fails_says_so_and_the_next_one_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: Any) -> Any:
        raise RuntimeError("out of order")

    monkeypatch.setattr(coach_reviews, "Reviewer", fails)
    reviews, table = ReviewQueue(), finished()
    with pytest.raises(ApiError, match=REVIEW_FAILED):
        whole(lambda: reviews.ask(table, 0).model_dump())


def test_only_so_many_are_kept(held_back: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_reviews, "MAX_WAITING_REVIEWS", 10 * MAX_CACHED_REVIEWS)
    monkeypatch.setattr(ReviewQueue, "_start_thread", lambda self: None)
    reviews, table = ReviewQueue(), finished()
    for number in range(MAX_CACHED_REVIEWS + 3):
        last = table.steps[-1]
        table.steps[-1] = replace(last, move=replace(last.move, text=f"another game {number}"))
        reviews.ask(table, 0)
    assert len(reviews._jobs) == MAX_CACHED_REVIEWS
