"""Games played over the API, from the first move to the last."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import Any

import httpx
import pytest

from holdtheline.core.errors import NotSaved
from holdtheline.core.game_record.replay import Record
from holdtheline.web.tables import models

from ..server import (
    CHANCE,
    OVER,
    PATIENCE,
    Seat,
    client,
    lines_of,
    me_at,
    me_with_a_choice,
    opened,
    refused,
    served_at,
    shaped,
    toy,
)

__all__ = ["client", "toy"]

FINISHED = {"turn": OVER, "may_act": False, "may_roll": False, "moves": []}


def sound(record: str) -> Record:
    """The record, every step of it played again."""
    read = Record.parse(record.encode())
    read.replay(plain=True)
    return read


# A whole game


def test_a_game_of_siege_is_played_from_its_start_to_its_end(client: httpx.Client) -> None:
    me = me_at(client, name="Ada")
    view = me.view
    assert (view["version"], view["turn"], view["may_act"], view["log"]) == (0, 0, True, [])
    assert view["seats"] == [
        {
            "seat": 0,
            "title": "defender",
            "name": "Ada",
            "player": "person",
            "player_title": None,
            "mine": True,
            "here": False,
            "claimed": None,
        }
    ]
    seen = [view]
    while view["outcome"] is None:
        view = me.goes_on(view)
        seen.append(view)
    versions = [view["version"] for view in seen]
    assert versions == sorted(set(versions))
    assert {name: view[name] for name in FINISHED} == FINISHED
    assert view["outcome"]["verdict"].startswith(("You won", "You lost"))
    assert view["outcome"]["rule"] == f"/rules/siege#{view['outcome']['clause']}"
    record = sound(me.record)
    assert record.is_over
    assert len(record.lines) == view["version"]
    assert [line["number"] for line in view["log"]] == list(range(1, record.steps + 1))


def test_a_view_has_a_move_for_every_way_to_touch_the_picture(client: httpx.Client) -> None:
    view = me_at(client).view
    ids = {spot["id"] for spot in view["spots"]}
    for move in view["moves"]:
        for way in move["choices"]:
            assert ids.issuperset(way["ids"])
    assert all(f'data-id="{spot}"' in view["picture"] for spot in ids)


def test_moves_are_listed_apart_from_the_view_too(client: httpx.Client) -> None:
    me = me_at(client)
    response = shaped(models.MoveList, me.ask("GET", "/table/moves"))
    assert response == {"version": 0, "moves": me.view["moves"]}


def test_a_move_is_played_by_its_text_or_by_its_code(client: httpx.Client) -> None:
    one, other = me_with_a_choice(client), me_with_a_choice(client)
    move = one.view["moves"][3]
    assert one.plays(move["text"])["board"] == other.plays(move["code"])["board"]


def test_a_roll_rolls_all_dice_up_to_the_next_decision(client: httpx.Client) -> None:
    me = me_at(client)
    before = me.plays(me.view["moves"][0]["text"])
    assert (before["turn"], before["may_roll"], before["may_act"]) == (CHANCE, True, False)
    after = me.rolls()
    assert after["turn"] != CHANCE
    rolled = after["log"][len(before["log"]) :]
    assert len(rolled) > 1
    for line in rolled:
        assert line["seat"] == CHANCE
        assert 1 <= line["face"] <= 6
        assert f'data-id="{line["die"]}"' in after["picture"]
    assert after["version"] == before["version"] + len(rolled)


def test_options_are_those_that_were_asked_for(client: httpx.Client) -> None:
    view = me_at(client, options={"mode": "hard", "regroup": 2}).view
    assert (view["options"]["mode"], view["options"]["regroup"]) == ("hard", 2)
    assert "hard" in view["options_text"]


# What is refused


def test_a_move_that_the_rules_refuse_names_its_clause_and_changes_nothing(client: httpx.Client) -> None:
    me = me_at(client)
    before = me.view
    answer = me.act("moves", play="reinforce 1 0 0")
    assert refused(answer, "illegal") == "A die shows at most 6, and the top lane would have 7."
    assert answer.json()["error"]["clause"] == "S2.2"
    assert answer.json()["error"]["rule"] == "/rules/siege#S2.2"
    assert me.view == before


def test_a_text_that_is_no_move_is_refused(client: httpx.Client) -> None:
    me = me_at(client)
    for play in ("dance", "roll 5", "<script>", 7, 5, 2**63 - 1):
        refused(me.act("moves", play=play), "illegal")
    assert me.version == 0


def test_nobody_rolls_where_a_move_is_due_nor_moves_where_a_die_is_due(client: httpx.Client) -> None:
    me = me_at(client)
    move = me.view["moves"][0]["text"]
    assert refused(me.act("roll"), "turn") == "There is no die to roll now."
    me.plays(move)
    refused(me.act("moves", play=move), "illegal")
    sentence = refused(me.act("moves", play="roll 6"), "illegal")
    assert sentence == "The computer rolls the dice at this table."


def test_nothing_is_played_after_the_end(client: httpx.Client) -> None:
    me = me_at(client)
    view = me.plays_to_the_end()
    assert refused(me.act("moves", play="hold"), "turn") == "The game is over."
    refused(me.act("roll"), "turn")
    assert me.version == view["version"]


# Two tabs


def test_a_move_from_a_tab_that_has_not_seen_the_last_one_is_stale(client: httpx.Client) -> None:
    one = me_at(client)
    seen = one.version
    move = one.view["moves"][0]["text"]
    after = one.plays(move, seen)
    for answer in (
        one.act("moves", seen, play=move),
        one.act("roll", seen),
        one.act("undo", seen),
        one.act("roll", after["version"] + 1),
    ):
        assert refused(answer, "stale") == "The table has changed: look at it again before you move."
    assert one.view == after


def test_of_two_moves_at_the_same_moment_exactly_one_is_taken(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    for _ in range(8):
        view = me.view
        plays = (view["moves"][n]["text"] for n in (0, -1))
        answers = at_once(*(partial(me.act, "moves", view["version"], play=play) for play in plays))
        taken = [answer for answer in answers if answer.status_code == 200]
        assert len(taken) == 1
        for answer in answers:
            if answer is not taken[0]:
                refused(answer, "stale")
        assert me.version == view["version"] + 1
        me.takes_back()
    sound(me.record)


def at_once(*asking: Any) -> list[httpx.Response]:
    """What these are answered when all of them ask at the same moment."""
    start = threading.Barrier(len(asking))
    answers: list[Any] = [None] * len(asking)

    def ask(number: int) -> None:
        start.wait()
        answers[number] = asking[number]()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(asking))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# Undo


def test_a_move_is_taken_back_as_long_as_no_die_was_rolled(client: httpx.Client) -> None:
    me = me_at(client)
    before = me.view
    assert before["undo"] == {"possible": False, "why": "nothing has been played yet"}
    refused(me.act("undo"), "undo")
    after = me.plays(before["moves"][0]["text"])
    assert after["undo"] == {"possible": True, "why": None}
    assert after["undoes_only_forced"]  # all lanes are full
    again = me.takes_back()
    assert again["version"] == 2
    assert (again["board"], again["moves"], again["log"]) == (before["board"], before["moves"], [])
    me.plays(before["moves"][0]["text"])
    rolled = me.rolls()
    assert rolled["undo"] == {"possible": False, "why": "a die has been rolled since your last move"}
    assert refused(me.act("undo"), "undo") == ("This cannot be undone: a die has been rolled since your last move.")
    assert me.view == rolled
    assert any("back_to" in line for line in lines_of(me.record))
    sound(me.record)


# Real dice


def test_the_faces_of_real_dice_are_typed_and_can_be_corrected(client: httpx.Client) -> None:
    me = me_at(client, dice="mine")
    view = me.plays(me.view["moves"][0]["text"])
    assert (view["dice"], view["may_roll"], view["turn"]) == ("mine", True, CHANCE)
    assert refused(me.act("roll"), "turn") == "You roll real dice here: roll one and enter its face."
    typed = me.plays("roll 5")
    assert typed["log"][-1]["face"] == 5
    assert typed["undo"]["possible"]
    me.takes_back()
    assert me.plays("roll 2")["log"][-1]["face"] == 2
    refused(me.act("moves", play="roll 7"), "illegal")
    refused(me.act("moves", play="roll 0"), "illegal")
    while me.view["turn"] == CHANCE:
        me.plays("roll 1")
    assert sound(me.record).dice_are_mine


# Computer players


@pytest.mark.parametrize("player", ["book", "random", "optimal"])
def test_a_table_without_persons_is_played_to_its_end_and_can_be_watched_again(
    client: httpx.Client, player: str
) -> None:
    opening = opened(client, player)
    assert (opening.answer["key"], opening.answer["friends"]) == (None, [])
    view = opening.watcher.view
    assert {name: view[name] for name in FINISHED} == FINISHED
    assert view["spectator"]
    assert view["seats"][0]["player"] == player
    assert view["outcome"]["verdict"].startswith(("The defender won", "The defender lost"))
    replay = opening.watcher.replay
    assert replay["over"]
    assert len(replay["steps"]) == len(view["log"]) + 1
    assert sound(opening.watcher.record).is_over


def test_a_computer_player_answers_at_once(client: httpx.Client, toy: str) -> None:
    me = opened(client, "random", "me", game=toy).me
    view = me.view
    assert (view["turn"], view["version"]) == (1, 1)
    assert view["log"][0]["headline"] == "a secret move"
    me.plays("take 2")
    view = me.rolls()
    assert view["turn"] == 1, "computer players have moved already, or comes later"
    view = me.plays(view["moves"][0]["text"])
    assert view["turn"] == OVER


def test_the_move_of_a_computer_player_cannot_be_taken_back(client: httpx.Client, toy: str) -> None:
    me = opened(client, "me", "random", game=toy).me
    view = me.plays("take 1")
    assert view["turn"] == CHANCE
    assert view["undo"] == {"possible": False, "why": "another player has moved since"}


def test_a_computer_player_whose_move_was_not_saved_moves_at_the_next_request(
    client: httpx.Client, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = opened(client, "me", "random", game=toy).me
    storage = client.app.state.services.tables.database  # type: ignore[attr-defined]
    append = storage.append

    async def full(game_id: str, first: int, *more: Any) -> int:
        if first:
            raise NotSaved("the disk is full")
        written: int = await append(game_id, first, *more)
        return written

    monkeypatch.setattr(storage, "append", full)
    view = me.plays("take 1")
    assert (view["version"], view["turn"]) == (1, 1), "the person's move was saved, and is answered"
    monkeypatch.undo()
    assert (me.view["version"], me.view["turn"]) == (2, CHANCE)
    me.plays_to_the_end()
    sound(me.record)


# Friends


def test_a_friend_plays_by_the_link_that_was_handed_on(client: httpx.Client, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy, name="Ada")
    assert [(friend["seat"], friend["title"]) for friend in opening.answer["friends"]] == [(1, "right")]
    me, friend = opening.me, opening.friend
    assert [seat["mine"] for seat in me.view["seats"]] == [True, False]
    assert [seat["mine"] for seat in friend.view["seats"]] == [False, True]
    assert (friend.view["may_act"], friend.view["moves"]) == (False, [])
    assert refused(friend.act("moves", play="take 1"), "turn") == "It is the left's turn."
    me.plays("take 3")
    assert refused(friend.act("undo"), "undo") == "This cannot be undone: another player has moved since."
    friend.plays("take 2")
    view = friend.rolls()
    while view["outcome"] is None:
        view = (me if view["turn"] == 0 else friend).goes_on()
    assert [seat["name"] for seat in view["seats"]] == ["Ada", ""]
    verdicts = {seat.view["outcome"]["verdict"].split(":")[0] for seat in (me, friend)}
    assert verdicts in ({"You won", "You lost"}, {"Draw"})


def test_two_people_share_one_screen(client: httpx.Client, toy: str) -> None:
    us = opened(client, "me", "me", game=toy).me
    view = us.view
    assert [seat["mine"] for seat in view["seats"]] == [True, True]
    while view["outcome"] is None:
        if view["turn"] >= 0:
            assert view["seat"] == view["turn"], "the view is that of the deciding seat"
            assert view["may_act"]
        view = us.goes_on(view)
    sound(us.record)


def test_a_seat_is_called_what_it_likes_and_all_see_it(client: httpx.Client, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy)
    version = opening.me.version
    assert opening.friend.is_called("  Grace \t Hopper ")["seats"][1]["name"] == "Grace Hopper"
    assert opening.me.view["seats"][1]["name"] == "Grace Hopper"
    assert opening.me.version == version, "a name is no step"
    assert opening.friend.is_called("")["seats"][1]["name"] == ""


# What is kept


def test_a_game_that_was_forgotten_is_found_again(sqlite_url: str, toy: str) -> None:
    with served_at(sqlite_url, max_idle=0) as client:
        me, other = me_at(client), opened(client, "me", "random", game=toy).me
        seen = me.plays(me.view["moves"][0]["text"])
        other.plays("take 1")
        tables = client.app.state.services.tables  # type: ignore[attr-defined]
        assert tables.in_memory <= 1
        assert me.view == seen
        assert tables.in_memory <= 1
        me.plays_to_the_end()
        sound(me.record)


def view_with_luck(seat: Seat) -> dict[str, Any]:
    """Wait until the game is solved, so that the log says how lucky each roll was."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        view = seat.view
        if all(line["luck"] is not None for line in view["log"] if line["seat"] == CHANCE):
            return view
        time.sleep(0.01)
    pytest.fail("the game is not solved")


def test_a_server_that_was_closed_finds_everything_again(database_url: str) -> None:
    with served_at(database_url) as client:
        opening = opened(client, "me", name="Ada")
        opening.me.goes_on(opening.me.goes_on())
        before = view_with_luck(opening.me)
        shared = opening.me.shares().key
        finished = opened(client, "book").watcher
        end = view_with_luck(finished)
    with served_at(database_url) as client:
        me = Seat(client, opening.answer["key"])
        assert view_with_luck(me) == before
        assert Seat(client, shared).view["board"] == before["board"]
        assert view_with_luck(Seat(client, finished.key)) == end
        me.plays_to_the_end()
        sound(me.record)
