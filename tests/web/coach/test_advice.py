"""The coach of a table: exact or sampled, better when asked again, silent where it is forbidden."""

from __future__ import annotations

import json
import logging
import threading
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
from holdtheline.web.coach import background_search, models
from holdtheline.web.coach.advice import COACH_FAILED, NOTHING_TO_DECIDE
from holdtheline.web.coach.background_search import BackgroundSearch, SearchQuestion, pick_question
from holdtheline.web.tables import models as tables_models
from holdtheline.web.tables.view import COACH_FORBIDDEN

from ...definition import toy_game
from ..server import PATIENCE, Seat, opened, refused, shaped

TOY = Game(toy_game.GAME, {}, plain=True)


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
        assert shaped(tables_models.WhyNotAnswer, me.post("/table/why", play=move["text"]))["possible"]
    best = advice["moves"][0]
    for play in best["plays"] or [best["text"]]:
        me.plays(play)


def test_asked_again_the_coach_knows_more(client: httpx.Client, toy: str) -> None:
    me = opened(client, "me", "me", game=toy).me
    assert me.view["coach"] == {"possible": True, "why": None, "never": False}
    first = advised(me)
    more = until(lambda: asks(me), lambda answer: answer["simulations"] > first["simulations"])
    assert more["ready"]


def test_whoever_waits_is_told_the_chance_and_a_watcher_nothing(client: httpx.Client, toy: str) -> None:
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


class Slow:
    """Hints that come when they may; it knows who asked, and whether anybody still does."""

    def __init__(self, most: int = 10**9) -> None:
        self.most = most
        self.asked: list[str] = []
        self.ended: list[str] = []

    def __call__(self, seen: State, seat: int) -> Iterator[Hint]:
        position = seen.position()
        self.asked.append(position)
        try:
            for number in range(1, self.most + 1):
                time.sleep(0.001)
                yield hint(number, is_done=number == self.most)
        finally:
            self.ended.append(position)


@pytest.fixture
def slow() -> Iterator[tuple[BackgroundSearch, Slow]]:
    maker = Slow()
    minds = BackgroundSearch(maker)
    yield minds, maker
    minds.close()
    assert not minds.is_busy


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_a_position_that_changes_is_thought_about_no_more(slow: tuple[BackgroundSearch, Slow]) -> None:
    minds, maker = slow
    before = TOY.start()
    after = before.copy()
    after.play("take 1")
    first = minds.ask(("table", 0), before)
    wait_for(lambda: first.hint is not None)
    assert minds.ask(("table", 0), before) is first
    second = minds.ask(("table", 0), after)
    wait_for(lambda: second.hint is not None)
    assert first.is_done
    wait_for(lambda: before.position() in maker.ended)
    assert maker.asked == [before.position(), after.position()]


def test_when_nobody_looks_any_more_nobody_thinks(
    slow: tuple[BackgroundSearch, Slow], monkeypatch: pytest.MonkeyPatch
) -> None:
    minds, maker = slow
    question = minds.ask(("table", 0), TOY.start())
    wait_for(lambda: question.hint is not None)
    monkeypatch.setattr(background_search, "IDLE_SECONDS", 0.01)
    wait_for(lambda: not minds.is_busy)
    assert len(maker.ended) == len(maker.asked) == 1


def begun(spent: float) -> SearchQuestion:
    question = SearchQuestion("", iter(()))
    question.spent = spent
    return question


def test_whoever_has_had_its_share_makes_room_for_others() -> None:
    many = [begun(0.5 + number) for number in range(background_search.MAX_SEARCH_TREES)]
    fresh = begun(0.0)
    assert pick_question([]) is None
    assert pick_question(many) is many[0]
    assert pick_question([*many, fresh]) is fresh
    assert [one.is_done for one in many] == [False] * (len(many) - 1) + [True]


def test_a_new_question_waits_until_somebody_has_had_its_share() -> None:
    many = [begun(0.1 + number / 100) for number in range(background_search.MAX_SEARCH_TREES)]
    assert pick_question([*many, begun(0.0)]) is many[0]
    assert not any(one.is_done for one in many)


def test_what_is_known_for_good_is_kept_and_its_trees_are_not() -> None:
    maker = Slow(most=3)
    minds = BackgroundSearch(maker)
    question = minds.ask(("table", 0), TOY.start())
    wait_for(lambda: question.is_done)
    assert question.hint == hint(3, is_done=True)
    wait_for(lambda: len(maker.ended) == 1)
    assert minds.ask(("table", 0), TOY.start()) is question
    minds.close()


def test_a_thinker_that_fails_says_so(
    client: httpx.Client, toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Iterator[Hint]:
        raise MemoryError
        yield

    me = opened(client, "me", "me", game=toy).me
    monkeypatch.setattr(client.app.state.services.coach.search, "_hints", fail)  # type: ignore[attr-defined]
    with caplog.at_level(logging.CRITICAL):
        answer = advised(me)
    assert (answer["sentence"], answer["chance"], answer["done"]) == (COACH_FAILED, None, True)


def test_a_server_that_ends_does_not_wait_for_the_coach() -> None:
    minds, may_answer = BackgroundSearch(lambda seen, seat: stuck(may_answer)), threading.Event()
    minds.ask(("table", 0), TOY.start())
    ending = threading.Thread(target=minds.close)
    ending.start()
    ending.join(PATIENCE)
    assert not ending.is_alive()
    may_answer.set()


def stuck(may_answer: threading.Event) -> Iterator[Hint]:
    may_answer.wait(PATIENCE)
    yield hint(1)


# What is hidden


def test_what_is_hidden_changes_no_hint() -> None:
    answers = []
    for held in (1, 2, 3):
        state = TOY.position(f"held 2 {held}, face 4, bets - -")
        told = hints.hints_for(state.seen_by(0), 0, seed=7, at_once=40)
        answers.append([next(told) for _ in range(3)])
    assert answers[0] == answers[1] == answers[2]
    assert [one.simulations for one in answers[0]] == [40, 80, 120]
    assert state.turn != OVER


def test_the_coach_of_a_table_is_asked_about_what_the_asker_sees(
    client: httpx.Client, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[State] = []

    def note(seen: State, seat: int) -> Iterator[Hint]:
        asked.append(seen)
        yield hint(1, is_done=True)

    monkeypatch.setattr(client.app.state.services.coach.search, "_hints", note)  # type: ignore[attr-defined]
    for held in (1, 2, 3):
        opening = opened(client, "me", "friend", game=toy, coach=True, dice="mine")
        opening.me.plays("take 2")
        opening.friend.plays(f"take {held}")
        opening.me.plays("roll 4")
        asks(opening.me)
    assert len(asked) == 3
    assert len({seen.digest() for seen in asked}) == 1


@pytest.mark.compiled
def test_hidden_morale_changes_no_hint() -> None:
    game = load("civilwar")
    book, dice, state = player("book", seed=1), SeededDice(1), game.start()
    for _ in range(80):
        state.play(dice.roll("") if state.turn == CHANCE else book.code(state))
    while state.turn == CHANCE:
        state.play(dice.roll(""))
    seat, answers, hidden = int(state.turn), [], set()
    for number in range(3):
        other = state.seen_by(seat)
        game.engine.guess(other.words, seat, random_stream(number))
        hidden.add(other.words.tobytes())
        told = hints.hints_for(other.seen_by(seat), seat, seed=7, at_once=40)
        answers.append([next(told) for _ in range(2)])
    assert len(hidden) == 3
    assert answers[0] == answers[1] == answers[2]
