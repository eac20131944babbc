"""Guided first games: each is played to its end, as its steps ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.catalog import definition_of, games
from holdtheline.core.definition import CHANCE, GameDefinition
from holdtheline.core.errors import BadFile
from holdtheline.core.game import Game
from holdtheline.core.game_record.lines import GUIDE_DICE, make_header
from holdtheline.core.game_record.replay import Record
from holdtheline.core.scenarios.guide import ROLL, Guide, GuideStep, read_guide
from holdtheline.table.guided import plays_of_learner, progress, scripted_move
from holdtheline.table.session import PERSON, Table

GUIDED = [name for name in games() if definition_of(name).guide is not None]
PAGE = "#"
"""The first character of a point that is a part of the page."""
SMALL = """
title = "A title"
minutes = 2
seats = ["me"]
learned = ["To roll."]

[[steps]]
text = "Roll the dice."
play = ["roll"]
"""


def guide_of(definition: GameDefinition) -> Guide:
    assert definition.guide is not None
    return read_guide(definition.guide)


def guided_table(definition: GameDefinition) -> Table:
    guide = guide_of(definition)
    game = Game(definition, guide.options, plain=True)
    seats = [PERSON if name == "me" else name for name in guide.seats]
    return Table.from_record(Record(make_header(game, seats, GUIDE_DICE), (), 0), plain=True)


def legal(table: Table, seat: int) -> list[str]:
    return [table.state.move(code).text for code in table.state.legal_codes(seat)] if table.state.can_move(seat) else []


class Lesson:
    """A learner who does what the steps say."""

    def __init__(self, name: str) -> None:
        self.definition = definition_of(name)
        self.guide = guide_of(self.definition)
        self.table = guided_table(self.definition)
        self.learner = self.table.persons[0]

    @property
    def legal(self) -> list[str]:
        is_asked = self.table.turn != CHANCE and self.table.state.can_move(self.learner)
        return legal(self.table, self.learner) if is_asked else []

    def settle(self, step: GuideStep | None) -> None:
        """Roll what no step asks for, let the computer answer, and play what leaves no choice."""
        while not self.table.is_over:
            if self.table.turn == CHANCE and (step is None or ROLL not in step.plays):
                self.table.roll_all()
            elif self.table.turn == CHANCE or (self.table.waits_for_person and not self.is_forced(step)):
                return
            elif self.table.waits_for_person:
                self.table.play(self.legal[0], self.learner)
            else:
                answer = scripted_move(self.table)
                assert answer is not None
                self.table.play(answer)

    def is_forced(self, step: GuideStep | None) -> bool:
        return len(self.legal) == 1 and not (step is not None and step.is_finished_by(self.legal[0]))

    def follow(self, step: GuideStep) -> None:
        """Do what a task asks for: its first move, and before it the moves that belong to it, as they are named."""
        if ROLL in step.plays:
            self.table.roll_all()
            return
        for play in step.also:
            if step.plays[0] in self.legal:
                break
            if play in self.legal:
                self.table.play(play, self.learner)
        self.table.play(step.plays[0], self.learner)

    def points_that_are_missing(self, step: GuideStep) -> list[str]:
        view, record = self.definition.view, self.table.state.seen_by(self.learner).record
        picture = view.svg(record, self.learner)
        spots = {spot.id for spot in view.hotspots(record, self.learner)}
        ids = [id_ for point in step.points for part in point.split(" > ") for id_ in part.split(" | ")]
        return [
            id_ for id_ in ids if not id_.startswith(PAGE) and id_ not in spots and f'data-id="{id_}"' not in picture
        ]

    def done(self) -> int:
        return progress(self.table, self.guide, self.legal).done

    def is_on_path(self) -> bool:
        return progress(self.table, self.guide, self.legal).is_possible


@pytest.mark.parametrize("name", GUIDED)
def test_a_guided_game_can_be_played_as_it_says(name: str) -> None:
    lesson, done = Lesson(name), 0
    for step in lesson.guide.steps:
        lesson.settle(step if step.plays else next_task(lesson, done))
        assert (lesson.done(), lesson.is_on_path()) == (done, True), step.text
        assert not lesson.points_that_are_missing(step), step.text
        if step.plays:
            lesson.follow(step)
            done += 1
    lesson.settle(None)
    assert lesson.done() == done
    assert_script_is_used_up(lesson)
    outcome = lesson.table.state.outcome
    assert outcome is None or outcome.winner == lesson.learner


def next_task(lesson: Lesson, done: int) -> GuideStep | None:
    tasks = lesson.guide.tasks
    return tasks[done] if done < len(tasks) else None


def assert_script_is_used_up(lesson: Lesson) -> None:
    steps, players = lesson.table.steps, lesson.table.players
    assert sum(step.seat == CHANCE for step in steps) == len(lesson.guide.dice)
    answers = [step for step in steps if step.seat != CHANCE and players[step.seat] is not None]
    assert len(answers) == len(lesson.guide.answers)


@pytest.mark.parametrize("name", GUIDED)
def test_texts_of_a_guided_game_are_short(name: str) -> None:
    guide = guide_of(definition_of(name))
    assert all(len(step.text) <= 150 for step in guide.steps)
    assert len(guide.learned) in (3, 4)


def test_every_shipped_game_has_a_guided_game() -> None:
    assert {"siege", "towers", "skirmish", "civilwar"} <= set(GUIDED)


def test_a_move_beside_the_path_is_noticed_and_can_be_undone() -> None:
    lesson = Lesson("siege")
    for step in lesson.guide.tasks[:2]:
        lesson.settle(step)
        lesson.follow(step)
    lesson.settle(lesson.guide.tasks[2])
    lesson.table.play("reinforce 0 0 1")
    assert lesson.done() == 2
    lesson.table.undo()
    assert lesson.is_on_path()


def test_the_swap_decides_the_guided_game_of_siege() -> None:
    lesson = Lesson("siege")
    for step in lesson.guide.tasks[:-1]:
        lesson.settle(step)
        lesson.follow(step)
    lesson.table.play("keep")
    outcome = lesson.table.state.outcome
    assert outcome is not None
    assert outcome.winner is None


def test_the_path_is_left_if_the_next_task_is_not_possible() -> None:
    lesson = Lesson("civilwar")
    lesson.table.roll_all()
    lesson.table.play("go Griffin C5")
    assert not lesson.is_on_path()
    lesson.table.undo()
    assert lesson.is_on_path()


def test_the_computer_decides_for_itself_where_the_script_is_not_possible() -> None:
    lesson = Lesson("civilwar")
    lesson.table.roll_all()
    lesson.table.play("end")
    lesson.table.roll_all()
    assert scripted_move(lesson.table) is None


def test_the_dice_go_on_where_a_resumed_game_was_left() -> None:
    lesson = Lesson("civilwar")
    lesson.table.roll_all()
    copy = Table.from_snapshot(
        Record(make_header(lesson.table.game, [PERSON, "level2"], GUIDE_DICE), (), 0), lesson.table.snapshot()
    )
    assert copy.dice is not None
    assert [copy.dice.roll("") for _ in range(3)] == list(lesson.guide.dice[1:4])


def test_dice_of_the_computer_are_not_the_learners() -> None:
    lesson = Lesson("civilwar")
    lesson.table.roll_all()
    lesson.table.play("end")
    lesson.table.roll_all()
    assert plays_of_learner(lesson.table) == [ROLL, "end"]


@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        (SMALL.replace("minutes = 2", "minutes = 99"), 3, "a whole number from 1 to 10"),
        (SMALL + 'colour = "red"\n', 10, "unknown field"),
        (SMALL.replace('["roll"]', "[]"), 7, "no step asks for a move"),
        (SMALL.replace("minutes = 2", "minutes = 2\ndice = [7]"), 4, "faces from 1 to 6"),
    ],
)
def test_faults_of_a_file_are_reported_with_their_line(tmp_path: Path, wrong: str, line: int, words: str) -> None:
    path = tmp_path / "first_game.toml"
    path.write_text(wrong, encoding="utf-8")
    with pytest.raises(BadFile, match=words) as caught:
        read_guide(path)
    assert caught.value.line == line
