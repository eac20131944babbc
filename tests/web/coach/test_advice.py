"""The coach of a table: exact or sampled, better when asked again, silent where it is forbidden."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import SeededDice, random_stream
from holdtheline.core.game import Game, State
from holdtheline.players.player import player
from holdtheline.table import hints
from holdtheline.table.hints import Hint, WinChance
from holdtheline.web.coach import models
from holdtheline.web.coach import searches as coach_searches
from holdtheline.web.coach.advice import COACH_FAILED, NOTHING_TO_DECIDE, advice_from_hint
from holdtheline.web.coach.searches import MAX_SEARCHES, CoachSearches, SearchQuestion
from holdtheline.web.http.loop_share import CLIENT, LoopAccount
from holdtheline.web.tables import question_models
from holdtheline.web.tables.view import COACH_FORBIDDEN

from ...definition import toy_game
from ..server import PATIENCE, Seat, opened, refused, shaped
from ..workers.fake_pool import FakePool

TOY = Game(toy_game.GAME, {}, plain=True)


@pytest.fixture(autouse=True)
def _states_every_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the coach state chances at once: uncompiled, it would take long until they are known well enough."""
    monkeypatch.setattr(hints, "MIN_VISITS", 1)
    monkeypatch.setattr(hints, "MAX_WIDTH", 1.0)


def asks(seat: Seat) -> dict[str, Any]:
    return shaped(models.Advice, seat.post("/table/coach"))


def until(ask: Callable[[], dict[str, Any]], is_enough: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = ask()
        if is_enough(answer):
            return answer
        time.sleep(0.02)
    pytest.fail("the coach does not come to an end")


def advised(seat: Seat) -> dict[str, Any]:
    return until(lambda: asks(seat), lambda answer: bool(answer["ready"]))


# What it says


@pytest.mark.compiled
@pytest.mark.parametrize("game", ["civilwar", "skirmish", "towers"])
def test_where_a_game_is_not_solved_chances_are_sampled(client: httpx.Client, game: str) -> None:
    seats = ["me"] if game == "skirmish" else ["me", "book"]
    me = opened(client, *seats, game=game).me
    while not me.view["may_act"]:
        me.goes_on()
    advice = advised(me)
    assert not advice["exact"]
    assert advice["simulations"] > 0
    assert 1 <= len(advice["moves"]) <= hints.MAX_SHOWN_MOVES
    assert advice["chance"]["percent"] == advice["moves"][0]["percent"]
    labels = [move["label"] for move in advice["moves"]]
    assert len(set(labels)) == len(labels)
    for move in advice["moves"]:
        assert 0 <= move["low"] <= move["chance"] <= move["high"] <= 1
        assert move["fraction"] is None
        assert shaped(question_models.WhyNotAnswer, me.post("/table/why", play=move["text"]))["possible"]
    best = advice["moves"][0]
    for play in best["plays"] or [best["text"]]:
        me.plays(play)


def test_asked_again_the_coach_knows_more(client: httpx.Client, toy: str) -> None:
    me = opened(client, "me", "me", game=toy).me
    assert me.view["coach"] == {"possible": True, "why": None, "never": False}
    first = advised(me)
    more = until(lambda: asks(me), lambda answer: answer["simulations"] > first["simulations"])
    assert more["ready"]


def test_a_waiting_seat_gets_the_chance_and_a_spectator_nothing(client: httpx.Client, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy, coach=True, dice="mine")
    answer = asks(opening.watcher)
    assert (answer["chance"], answer["moves"], answer["done"]) == (None, [], True)
    assert answer["sentence"] == NOTHING_TO_DECIDE
    assert advised(opening.me)["moves"]
    waits = advised(opening.friend)
    assert waits["moves"] == []
    assert waits["chance"]["low"] <= waits["chance"]["chance"] <= waits["chance"]["high"]
    opening.me.plays("take 2")
    opening.friend.plays("take 1")
    rolls = advised(opening.me)
    assert rolls["moves"] == []
    assert rolls["chance"]["interval"]


def test_of_a_game_that_is_over_the_coach_says_nothing(client: httpx.Client, toy: str) -> None:
    me = opened(client, "me", "me", game=toy, dice="mine").me
    for play in ("take 2", "take 1", "roll 4", "bet 1", "bet 3"):
        me.plays(play)
    assert me.view["outcome"] is not None
    assert asks(me)["sentence"] == NOTHING_TO_DECIDE


def test_a_chance_that_is_hardly_known_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "MAX_WIDTH", 0.1)
    advice = advice_from_hint(hint(32), is_done=False)
    assert (advice.ready, advice.chance, advice.moves, advice.advice) == (False, None, [], "")
    assert advice_from_hint(hint(100_000, is_done=True), is_done=True).ready


# Where it is forbidden


@pytest.mark.parametrize(
    ("seats", "coach", "is_allowed"),
    [
        (["me", "me"], None, True),
        (["me", "me"], False, False),
        (["me", "random"], None, True),
        (["me", "friend"], None, False),
        (["me", "friend"], True, True),
    ],
)
def test_between_people_the_coach_is_forbidden_unless_it_is_allowed(
    client: httpx.Client, toy: str, seats: list[str], coach: bool | None, is_allowed: bool
) -> None:
    me = opened(client, *seats, game=toy, coach=coach).me
    why = None if is_allowed else COACH_FORBIDDEN
    assert me.view["coach"] == {"possible": is_allowed, "why": why, "never": not is_allowed}
    if is_allowed:
        asks(me)
    else:
        assert refused(me.post("/table/coach"), "forbidden") == COACH_FORBIDDEN


def test_a_solved_game_has_no_coach_either_where_it_is_forbidden(client: httpx.Client) -> None:
    me = opened(client, "me", coach=False).me
    assert refused(me.post("/table/coach"), "forbidden") == COACH_FORBIDDEN
    assert json.loads(me.record.splitlines()[0])["coach"] is False
    said_nothing = opened(client, "me").me
    assert "coach" not in json.loads(said_nothing.record.splitlines()[0])


# Thinking for all tables


def hint(simulations: int, *, is_done: bool = False) -> Hint:
    return Hint("", WinChance(Fraction(1, 2), (0.4, 0.6)), (), simulations, is_done)


def after(*plays: str) -> State:
    state = TOY.start()
    for play in plays:
        state.play(play)
    return state


def in_loop(test: Callable[[FakePool, CoachSearches], Any]) -> None:
    async def run() -> None:
        pool = FakePool()
        await test(pool, CoachSearches(pool))

    asyncio.run(run())


def asked(searches: CoachSearches, table: str, seen: State | None = None, address: str = "") -> SearchQuestion:
    CLIENT.set(LoopAccount(address))
    question = searches.ask((table, 0), seen or TOY.start())
    assert question is not None
    return question


def test_a_position_that_has_changed_is_searched_no_more() -> None:
    async def test(pool: FakePool, searches: CoachSearches) -> None:
        first = asked(searches, "table")
        assert asked(searches, "table") is first
        second = asked(searches, "table", after("take 1"))
        assert second is not first
        assert [job.result.cancelled() for job in pool.jobs] == [True, False]

    in_loop(test)


def test_a_search_stops_when_its_player_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: FakePool, searches: CoachSearches) -> None:
        question = asked(searches, "table")
        pool.jobs[0].on_value(hint(1))
        assert not question.is_done
        monkeypatch.setattr(coach_searches, "IDLE_SECONDS", -1.0)
        pool.jobs[0].on_value(hint(2))
        assert question.is_done
        assert pool.jobs[0].result.cancelled()
        assert asked(searches, "table").hint == hint(2)

    in_loop(test)


def test_a_new_search_replaces_the_one_that_had_most_time_and_its_answer_stays() -> None:
    async def test(pool: FakePool, searches: CoachSearches) -> None:
        questions = [asked(searches, f"table {number}") for number in range(MAX_SEARCHES)]
        for number, job in enumerate(pool.jobs):
            job.on_value(hint(number + 1))
            job.spent = 1.0 + number
        asked(searches, "another")
        assert [question.is_done for question in questions] == [False] * (MAX_SEARCHES - 1) + [True]
        assert questions[-1].hint == hint(MAX_SEARCHES)

    in_loop(test)


def test_an_address_with_many_searches_loses_one_first() -> None:
    async def test(pool: FakePool, searches: CoachSearches) -> None:
        mine = asked(searches, "mine", address="a")
        pool.jobs[0].on_value(hint(1))
        pool.jobs[0].spent = 20.0
        others = [asked(searches, f"table {number}", address="b") for number in range(MAX_SEARCHES - 1)]
        for job in pool.jobs[1:]:
            job.on_value(hint(1))
        asked(searches, "another", address="b")
        assert not mine.is_done
        assert [other.is_done for other in others].count(True) == 1

    in_loop(test)


def test_no_search_is_stopped_before_it_has_an_answer() -> None:
    async def test(pool: FakePool, searches: CoachSearches) -> None:
        for number in range(MAX_SEARCHES):
            asked(searches, f"table {number}")
        assert searches.ask(("another", 0), TOY.start()) is None
        pool.jobs[0].on_value(hint(1))
        assert searches.ask(("another", 0), TOY.start()) is not None

    in_loop(test)


def test_a_final_answer_is_kept_and_its_trees_are_not() -> None:
    async def test(pool: FakePool, searches: CoachSearches) -> None:
        question = asked(searches, "table")
        pool.jobs[0].on_value(hint(3, is_done=True))
        assert question.is_done
        assert pool.jobs[0].result.cancelled()
        assert asked(searches, "table") is question

    in_loop(test)


def test_a_search_that_fails_says_so(
    client: httpx.Client, toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Iterator[Hint]:
        raise MemoryError
        yield

    me = opened(client, "me", "me", game=toy).me
    monkeypatch.setattr(coach_searches, "hints_for", fail)
    with caplog.at_level(logging.CRITICAL):
        answer = advised(me)
    assert (answer["sentence"], answer["chance"], answer["done"]) == (COACH_FAILED, None, True)


# What is hidden


def test_what_is_hidden_changes_no_hint() -> None:
    answers = []
    for held in (1, 2, 3):
        state = TOY.position(f"held 2 {held}, face 4, bets - -")
        advice = hints.hints_for(state.seen_by(0), 0, seed=7, at_once=40)
        answers.append([next(advice) for _ in range(3)])
    assert answers[0] == answers[1] == answers[2]
    assert [one.simulations for one in answers[0]] == [40, 80, 120]
    assert state.current_player != OVER


def test_the_coach_of_a_table_is_asked_about_what_the_asker_sees(
    client: httpx.Client, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[State] = []

    def note(state: State, seat: int) -> Iterator[Hint]:
        seen.append(state)
        yield hint(1, is_done=True)

    monkeypatch.setattr(coach_searches, "hints_for", note)
    for held in (1, 2, 3):
        opening = opened(client, "me", "friend", game=toy, coach=True, dice="mine")
        opening.me.plays("take 2")
        opening.friend.plays(f"take {held}")
        opening.me.plays("roll 4")
        asks(opening.me)
    assert len(seen) == 3
    assert len({state.digest() for state in seen}) == 1


@pytest.mark.compiled
def test_hidden_morale_changes_no_hint() -> None:
    game = load("civilwar")
    book, dice, state = player("book", seed=1), SeededDice(1), game.start()
    for _ in range(80):
        state.play(dice.roll("") if state.current_player == CHANCE else book.code(state))
    while state.current_player == CHANCE:
        state.play(dice.roll(""))
    seat, answers, hidden = int(state.current_player), [], set()
    for number in range(3):
        other = state.seen_by(seat)
        game.engine.guess(other.words, seat, random_stream(number))
        hidden.add(other.words.tobytes())
        advice = hints.hints_for(other.seen_by(seat), seat, seed=7, at_once=40)
        answers.append([next(advice) for _ in range(2)])
    assert len(hidden) == 3
    assert answers[0] == answers[1] == answers[2]
