"""A game may have its own bot API; the arena plays its bots without knowing which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.game_run import GameRun, record_lines
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jailed_bot import JailedBot
from holdtheline.arena.job import Job
from holdtheline.arena.match import match
from holdtheline.arena.move_bot import MOVE_API, bot_api_of
from holdtheline.arena.participant import python_bot_factory
from holdtheline.arena.referee import play_job
from holdtheline.arena.starter import write_starter
from holdtheline.arena.submission import BadBot
from holdtheline.core.bots.bot_api import BotApi, BotChannel, GameInProgress
from holdtheline.core.bots.faults import BotFault, InvalidAnswer
from holdtheline.core.catalog import definition_of, games, load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.game import Game, State

from .scripted_processes import Scripted

# A bot of this API is told how many moves there are, and picks one by its index.

PICKER = """
class PickerAda:
    def pick(self, count):
        return {}
"""


class PickerPlayer:
    def __init__(self, kind: type[Any], name: str) -> None:
        self._bot = kind()
        self._name = name

    def play(self, run: GameInProgress) -> None:
        codes = run.state.legal_codes()
        index = self._bot.pick(len(codes))
        if not 0 <= index < len(codes):
            raise BotFault(self._name, f"there is no move {index}", "illegal")
        run.make_move(codes[index])


@dataclass
class RemotePickerPlayer:
    channel: BotChannel
    game: Game
    seat: int

    def hello_fields(self) -> dict[str, Any]:
        return {"counts": "from 0"}

    def check_ready(self, answer: dict[str, Any]) -> None:
        if "favourite" not in answer:
            raise InvalidAnswer("it states no favourite")

    def play(self, run: GameInProgress) -> None:
        codes = run.state.legal_codes()
        answer = self.channel.ask({"ask": "pick", "count": len(codes)}, self.channel.limits.think_seconds)
        if answer["index"] >= len(codes):
            raise InvalidAnswer(f"there is no move {answer['index']}")
        run.make_move(codes[answer["index"]])

    def play_default(self, run: GameInProgress) -> None:
        run.make_move(run.state.legal_codes()[-1])

    def report_step(self, state: State, step: int) -> None:
        self.channel.queue({"event": "step", "step": step})


PICKER_API = BotApi(
    class_prefix="Picker",
    declaration="`class {}` with a method pick",
    is_bot_class=lambda found: hasattr(found, "pick"),
    make_player=PickerPlayer,
    make_remote_player=RemotePickerPlayer,
    make_kit_bot=lambda game, kind: pytest.fail("no kit is used here"),
    warm_up=lambda game: None,
    starters=MOVE_API.starters,
    first_rival="book",
)


SIEGE = replace(definition_of("siege"), bots=lambda: PICKER_API)


def bot_file(folder: Path, index: str) -> Path:
    path = folder / "ada.py"
    path.write_text(PICKER.format(index))
    return path


def test_only_towers_has_its_own_among_the_shipped_games() -> None:
    own = [name for name in games() if bot_api_of(definition_of(name)) is not MOVE_API]
    assert own == ["towers"]


def test_bots_are_loaded_by_the_names_of_the_api(tmp_path: Path) -> None:
    (tmp_path / "bea.py").write_text("class PlayerBea:\n    def choose(self, state): ...\n")
    with pytest.raises(BadBot, match=r"defines no Picker class; add a `class PickerBea` with a method pick$"):
        python_bot_factory(SIEGE, tmp_path / "bea.py")
    starter = write_starter(SIEGE, "ada", tmp_path)
    assert "class PickerAda" in starter.file.read_text()
    assert starter.first_rival == "book"


@pytest.mark.parametrize(("index", "fault"), [("0", None), ("count - 1", None), ("count", "illegal")])
def test_the_referee_plays_them_in_this_process(tmp_path: Path, index: str, fault: str | None) -> None:
    factory = python_bot_factory(SIEGE, bot_file(tmp_path, index))
    game = Game(SIEGE, {}, plain=True)
    result = play_job(Job("siege", ("ada",), 3), {"ada": factory}, game=game)
    assert (result.fault.kind if result.fault else None) == fault


def greeted(answers: Sequence[dict[str, Any]], strict: bool = True) -> tuple[JailedBot, Scripted, GameRun]:
    game, process = Game(SIEGE, {}, plain=True), Scripted([{"ready": True, "favourite": 7}, *answers])
    bot, run = JailedBot(process, game, 0, Limits(), strict), GameRun(game, 3, keeps_codes=True)  # type: ignore[arg-type]
    bot.greet(1)
    run.players.append(bot)
    run.listeners.append(bot.remote)
    while run.state.current_player == CHANCE:
        run.roll()
    return bot, process, run


def test_a_bot_in_its_own_process_is_asked_by_the_game_s_own_questions() -> None:
    bot, process, run = greeted([{"index": 0}])
    wanted = run.state.legal_codes()[0]
    bot.play(run)
    bot.end("drawn", "this is only a test")
    assert list(run.codes) == [wanted]
    hello, _, asked, _, event, _ = process.lines
    assert '"counts":"from 0"' in hello
    assert asked.startswith('> {"ask":"pick","count":')
    assert event == f'> {{"event":"step","step":{wanted}}}'


def test_a_fault_costs_the_game_or_in_training_the_decision() -> None:
    bot, _, run = greeted([{"index": 999}])
    with pytest.raises(BotFault, match="there is no move 999"):
        bot.play(run)
    bot.end("lost", "this is only a test")
    bot, _, run = greeted([{"index": 999}], strict=False)
    last = run.state.legal_codes()[-1]
    bot.play(run)
    bot.end("drawn", "this is only a test")
    assert (list(run.codes), bot.slips) == ([last], 1)


def test_a_bot_that_answers_the_hello_in_the_wrong_way_is_not_loaded() -> None:
    process = Scripted([{"ready": True}])
    bot = JailedBot(process, Game(SIEGE, {}, plain=True), 0, Limits(), True)  # type: ignore[arg-type]
    with pytest.raises(BotFault, match="it states no favourite") as fault:
        bot.greet(1)
    assert fault.value.kind == "load"
    bot.end("lost", "this is only a test")


# What the arena asks the definition for


def test_a_result_states_the_turns_of_the_game() -> None:
    assert match(load("civilwar", plain=True), "random", "random", games=1).turns > 1
    assert match(load("towers", plain=True, turn_limit=3), "passive", "passive", games=1).turns == 3


def test_the_codes_of_a_run_are_its_record() -> None:
    game = load("siege", plain=True)
    run = GameRun(game, 5, keeps_codes=True)
    run.players.append(FirstMovePlayer())
    run.play_to_end()
    lines = record_lines(game.start(), run.codes)
    assert run.state.current_player == OVER
    assert len(lines) == len(run.codes) + 1


class FirstMovePlayer:
    """Plays the first move."""

    def play(self, run: GameInProgress) -> None:
        run.make_move(run.state.legal_codes()[0])
