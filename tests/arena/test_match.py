"""Matches are fair and repeatable, and no bot can end one."""

from __future__ import annotations

import json
import random
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena import python_bot
from holdtheline.arena.match import MatchGame, MatchResult, match
from holdtheline.arena.move_bot import bot_api_of
from holdtheline.arena.participant import PlayerFactory, find_player_factory
from holdtheline.arena.python_bot import load_bot_class
from holdtheline.arena.starter import write_starter
from holdtheline.core.catalog import load
from holdtheline.core.definition import LOST, WON
from holdtheline.core.errors import BadOption, BadRecord, NotSaved, UnknownName
from holdtheline.core.game_record.replay import Record
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.players.confidence_interval import wilson_interval

from .faulty_bots import ACT, BAD, PLAN, SPENDER, WORKS_LONG, written

TOWERS = load("towers", plain=True)
ADA = Path(__file__).parents[2] / "docs" / "bots" / "ada.py"


def quick(path: Path) -> PlayerFactory:
    """Return a bot with short time limits."""
    commander = load_bot_class(bot_api_of(TOWERS.definition), path)
    return PlayerFactory(
        path.stem, lambda name, seed: CommanderPlayer(commander, name, plan_seconds=0.2, act_seconds=0.05)
    )


def without_time(result: MatchResult) -> Any:
    return result.names, result.played


# Bots that do wrong


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize("what", BAD)
def test_a_bot_that_does_wrong_loses_the_game_and_the_match_goes_on(tmp_path: Path, what: str) -> None:
    text, reason = BAD[what]
    result = match(TOWERS, quick(written(tmp_path, text)), "passive", games=2, swap=True)
    assert [(one.seat, one.score, one.at_fault) for one in result.played] == [
        (0, LOST, "bad"),
        (1, LOST, "bad"),
    ]
    for one in result.faults:
        assert reason in one.reason
        assert "\n" not in one.reason


@pytest.mark.clause("T8.2")
def test_the_other_one_wins_by_the_fault(tmp_path: Path) -> None:
    result = match(TOWERS, "passive", quick(written(tmp_path, BAD["throws"][0])), games=1)
    assert result.played[0].score == WON
    assert result.played[0].at_fault == "bad"


@pytest.mark.clause("T8.2")
def test_of_two_of_one_name_the_one_at_fault_loses(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    good = write_starter(TOWERS.definition, "bad", tmp_path / "other").bot
    result = match(TOWERS, quick(written(tmp_path, BAD["throws in a unit"][0])), quick(good), 2, swap=True)
    assert result.names == ("bad (first)", "bad (second)")
    assert {one.at_fault for one in result.played} == {"bad (first)"}
    assert result.losses == 2


@pytest.mark.clause("T6.2")
def test_a_bot_that_buys_what_it_cannot_pay_plays_on(tmp_path: Path) -> None:
    result = match(TOWERS, quick(written(tmp_path, SPENDER)), "passive", games=1)
    assert result.faults == ()
    assert result.wins == 1


def test_in_another_thread_a_slow_bot_is_found_out_when_it_is_done(tmp_path: Path) -> None:
    path = written(tmp_path, PLAN.format(WORKS_LONG))
    found: list[MatchResult] = []
    thread = threading.Thread(target=lambda: found.append(match(TOWERS, quick(path), "passive", games=1)))
    thread.start()
    thread.join()
    assert "took longer than 0.2 s" in found[0].faults[0].reason


# Ctrl-C


def test_ctrl_c_ends_the_match_with_what_was_played(tmp_path: Path) -> None:
    bot = write_starter(TOWERS.definition, "ada", tmp_path).bot

    def stop(done: int) -> None:
        if done == 2:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    result = match(TOWERS, bot, "passive", games=50, report=stop)
    assert (result.games, result.requested, result.was_stopped, result.wins) == (2, 50, True, 2)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    "text",
    [
        PLAN.format("signal.raise_signal(signal.SIGINT); return Orders(view)"),
        ACT.format("signal.raise_signal(signal.SIGINT)"),
    ],
)
def test_ctrl_c_while_a_bot_thinks_is_not_its_fault(tmp_path: Path, text: str) -> None:
    result = match(TOWERS, quick(written(tmp_path, text)), "passive", games=3, records=tmp_path / "games")
    assert result.played == ()
    assert result.interval() == (0.0, 1.0)
    (file,) = (tmp_path / "games").iterdir()
    assert Record.read(file).replay(plain=True).outcome is None


def test_a_bot_that_swallows_ctrl_c_does_not_keep_the_match_going(tmp_path: Path) -> None:
    text = PLAN.format(
        """try:
            signal.raise_signal(signal.SIGINT)
        except BaseException:
            pass
        return None"""
    )
    result = match(TOWERS, quick(written(tmp_path, text)), "passive", games=10)
    assert result.games == 1


# Fair and the same


def test_the_starter_beats_one_who_does_nothing(tmp_path: Path) -> None:
    bot = write_starter(TOWERS.definition, "ada", tmp_path).bot
    result = match(TOWERS, bot, "passive", games=4, swap=True)
    assert (result.names, result.games, result.wins, result.faults) == (("ada", "passive"), 4, 4, ())
    assert result.tally(0) == result.tally(1) == (2, 0, 0)
    assert result.interval() == wilson_interval(2, 2)
    assert result.turns > 1
    assert result.distinct == 2


def test_the_same_seed_gives_the_same_games_and_another_seed_others(tmp_path: Path) -> None:
    chancy = """orders = Orders(view)
        while orders.hire(random.choice(["rifle", "horse"])) is None: pass
        orders.send_all(column=int(np.random.randint(7)))
        return orders"""
    path = written(tmp_path, PLAN.format(chancy), "chancy")
    before = random.getstate()
    one, same, other = (match(TOWERS, path, "random", games=4, swap=True, seed=seed) for seed in (5, 5, 6))
    assert without_time(one) == without_time(same) != without_time(other)
    assert random.getstate() == before
    assert match(TOWERS, path, "random", games=2, swap=True, seed=5).played == one.played[:2]


def test_with_swap_both_seats_get_the_same_luck() -> None:
    result = match(TOWERS, "spam", "passive", games=4, swap=True)
    assert [one.seat for one in result.played] == [0, 1, 0, 1]
    turns = [one.turns for one in result.played]
    assert turns[::2] == turns[1::2]
    assert [one.seat for one in match(TOWERS, "spam", "passive", games=2).played] == [0, 0]


def test_the_interval_counts_a_seed_once() -> None:
    ends = [(WON, LOST)] * 3 + [(WON, WON)] * 5
    scores = [score for pair in ends for score in pair]
    played = tuple(MatchGame(at, at % 2, score, 1, "", "", "") for at, score in enumerate(scores))
    swapped = MatchResult("towers", ("a", "b"), ("left", "right"), True, 16, played, 1.0)
    alone = MatchResult("towers", ("a", "b"), ("left", "right"), False, 16, played, 1.0)
    assert (swapped.seeds, alone.seeds, swapped.wins) == (8, 16, 13)
    assert alone.interval() == wilson_interval(13, 16)
    assert swapped.interval()[0] < alone.interval()[0]
    assert swapped.interval()[1] > alone.interval()[1]


def test_a_fresh_bot_plays_every_game(tmp_path: Path) -> None:
    text = """
made = []

class CommanderOnce(Commander):
    def __init__(self):
        made.append(self)
        self.turns = 0

    def plan(self, view):
        self.turns += 1
        assert self.turns == view.turn
        orders = Orders(view)
        while orders.hire("rifle") is None: pass
        orders.send_all(column=0)
        return orders
"""
    commander = load_bot_class(bot_api_of(TOWERS.definition), written(tmp_path, text, "once"))
    result = match(TOWERS, PlayerFactory("once", lambda name, seed: CommanderPlayer(commander, name)), "passive", 3)
    assert result.faults == ()
    module = python_bot.sys.modules[commander.__module__]
    assert len({id(one) for one in vars(module)["made"]}) == 3


def test_progress_is_told_game_by_game() -> None:
    reported: list[int] = []
    match(TOWERS, "spam", "passive", games=3, report=reported.append)
    assert reported == [1, 2, 3]


# Built in against built in, and units that ask


@pytest.mark.parametrize("rivals", [("random", "random"), ("spam", "random"), ("random", "ada")])
def test_games_end_with_any_pair_of_players(tmp_path: Path, rivals: tuple[str, str]) -> None:
    write_starter(TOWERS.definition, "ada", tmp_path)
    players = [tmp_path / "ada.py" if name == "ada" else name for name in rivals]
    result = match(TOWERS, players[0], players[1], games=2, swap=True)
    assert result.games == 2
    assert result.faults == ()


def test_the_bot_of_the_tutorial_beats_the_book() -> None:
    result = match(TOWERS, ADA, "book", games=4, swap=True)
    assert result.faults == ()
    assert result.wins >= 3


# Records


def test_records_replay_without_the_bot(tmp_path: Path) -> None:
    unit = "return unit.go(unit.row - 1, unit.column) if unit.row else unit.score()"
    path = written(tmp_path, ACT.format(unit).replace("CommanderBad", "CommanderWalker"), "walker")
    result = match(TOWERS, path, "spam", games=2, swap=True, records=tmp_path / "games")
    path.unlink()
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["spam-walker-0002.htl", "walker-spam-0001.htl"]
    for file, one in zip(reversed(files), result.played, strict=True):
        record = Record.read(file)
        state = record.replay(plain=True)
        assert record.is_over
        assert state.digest() == one.digest
        assert record.header.seats == (["walker", "spam"] if one.seat == 0 else ["spam", "walker"])
    plays = [line.play for line in Record.read(files[1]).remaining_steps]
    assert any("; " in play for play in plays)
    walker = find_player_factory(TOWERS.definition, "passive").make
    with pytest.raises(NotSaved, match="a record is never overwritten"):
        match(TOWERS, PlayerFactory("walker", walker), "spam", games=1, records=tmp_path / "games")


def test_of_a_long_line_that_was_changed_only_the_beginning_is_told(tmp_path: Path) -> None:
    match(TOWERS, "spam", "book", games=1, records=tmp_path)
    header, first, *rest = next(tmp_path.iterdir()).read_text().splitlines()
    line = json.loads(first)
    plays = [*["mind rifle hunter", "mind rifle usual"] * 100, *line["play"].split("; ")]
    line |= {"play": "; ".join(plays), "step": len(plays), "state": "0" * 12}
    record = Record.parse("".join(f"{row}\n" for row in (header, json.dumps(line), *rest)).encode())
    with pytest.raises(BadRecord, match=r"leads to another state") as refusal:
        record.replay(plain=True)
    assert len(str(refusal.value)) < 300


def test_the_record_of_a_game_that_a_fault_ended_stops_there(tmp_path: Path) -> None:
    text = ACT.format("return unit.go(unit.row - 1, unit.column) if unit.row > 15 else 1 // 0")
    match(TOWERS, quick(written(tmp_path, text)), "passive", games=1, records=tmp_path / "games")
    (file,) = (tmp_path / "games").iterdir()
    record = Record.read(file)
    assert not record.is_over
    state = record.replay(plain=True)
    assert state.record.timestep == 4
    assert record.remaining_steps[-1].play.endswith("go 15 0")


# What is asked wrongly


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"games": 0}, "the number of games must be at least 1, not 0"),
        ({"games": 3, "swap": True}, "the number of games must be even, not 3"),
    ],
)
def test_a_wrong_number_of_games_is_refused(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        match(TOWERS, "spam", "passive", **asked)


def test_a_game_for_one_has_no_matches() -> None:
    with pytest.raises(BadOption, match=r"a match needs two seats; siege has 1"):
        match(load("siege", plain=True), "book", "book")


def test_an_unknown_player_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownName, match=r"towers has no player 'nobody'; .*random, .*such as bots/ada.py"):
        match(TOWERS, "nobody", "passive")
