"""Guided first games: a prepared game that teaches by being played, read from a TOML file of the game.

A guided game is an ordinary one: its options say how it starts (a scenario may lie beside the file), its dice show the
faces of the file first, and the other seats play the moves of the file first. The steps tell the learner what to do,
one idea at a time; whatever the learner plays instead, the rules decide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ..dice import FACES
from ..errors import BadOption
from ..toml.file import TomlFile, TomlTable, read_text_file

ROLL = "roll"
"""What a step expects if the learner has to roll."""
MAX_FILE_BYTES = 40_000
MAX_TEXT, MAX_WORD = 240, 80
MAX_MINUTES = 10
TOP_FIELDS = ("title", "minutes", "seats", "options", "dice", "answers", "learned", "steps")
STEP_FIELDS = ("text", "point", "play", "also", "hint")


@dataclass(frozen=True)
class GuideStep:
    """One idea: a text, and what the learner should play; without `plays`, the learner only reads."""

    text: str
    points: tuple[str, ...]
    """What the text is about: ids of the picture or of buttons, or parts of the page such as `#go`. `a > b` is an arrow
    from one to the other; `a | b` is the first of them that is shown."""
    plays: tuple[str, ...] = ()
    """Patterns of the moves that finish the step, in notation; `roll` is a die of the learner."""
    also: tuple[str, ...] = ()
    """Patterns of moves that belong to the step and do not finish it."""
    hint: str = ""
    """What to say when the learner plays something else."""

    def is_finished_by(self, play: str) -> bool:
        return any(matches(play, pattern) for pattern in self.plays)

    def includes(self, play: str) -> bool:
        return any(matches(play, pattern) for pattern in self.plays + self.also)


@dataclass(frozen=True)
class Guide:
    """The guided first game of a game."""

    title: str
    minutes: int
    seats: tuple[str, ...]
    """For each seat `me` or a computer player."""
    options: Mapping[str, str]
    dice: tuple[int, ...]
    """The first faces that are rolled."""
    answers: tuple[str, ...]
    """The first moves of the computer players."""
    steps: tuple[GuideStep, ...]
    learned: tuple[str, ...]

    @property
    def tasks(self) -> list[GuideStep]:
        """The steps that ask for a move."""
        return [step for step in self.steps if step.plays]


def matches(play: str, pattern: str) -> bool:
    """Return whether a move has the form of a pattern, in which `*` stands for anything, as in `js/guide/lesson.js`."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), play) is not None


@cache
def read_guide(path: Path) -> Guide:
    """Return the guided game in a file; raise BadFile with its faults."""
    file = TomlFile(read_text_file(path, MAX_FILE_BYTES, "guided game"), path.name, ("options", "steps"))
    with file as top:
        top.allow_only(TOP_FIELDS)
        guide = Guide(
            title=top.line("title", MAX_WORD),
            minutes=top.integer("minutes", 1, MAX_MINUTES),
            seats=top.lines("seats", 1, MAX_WORD),
            options=MappingProxyType(parse_options(top, path.parent)),
            dice=parse_faces(top),
            answers=optional_lines(top, "answers"),
            steps=tuple(map(parse_step, top.tables("steps"))),
            learned=top.lines("learned", 1, MAX_TEXT),
        )
        if not guide.tasks:
            top.report("steps", "no step asks for a move")
    return guide


def parse_options(top: TomlTable, folder: Path) -> dict[str, str]:
    """Return the options; a value that names a TOML file means the one in this folder."""
    if "options" not in top.data:
        return {}
    values = {name: str(value) for name, value in top.table("options").data.items()}
    return {name: str(folder / value) if value.endswith(".toml") else value for name, value in values.items()}


def parse_faces(top: TomlTable) -> tuple[int, ...]:
    faces = top.data.get("dice", [])
    if not isinstance(faces, list) or not all(type(face) is int and 1 <= face <= FACES for face in faces):
        top.report_value("dice", f"a list of faces from 1 to {FACES}")
        return ()
    return tuple(faces)


def parse_step(table: TomlTable) -> GuideStep:
    table.allow_only(STEP_FIELDS)
    return GuideStep(
        text=table.line("text", MAX_TEXT),
        points=optional_lines(table, "point"),
        plays=optional_lines(table, "play"),
        also=optional_lines(table, "also"),
        hint=table.line("hint", MAX_TEXT) if "hint" in table.data else "",
    )


def optional_lines(table: TomlTable, field: str) -> tuple[str, ...]:
    return table.lines(field, 0, MAX_WORD) if field in table.data else ()


def check_seats(guide: Guide, seats: Sequence[str]) -> None:
    """Raise BadOption if the guide does not fill these seats, one of them with the learner."""
    if len(guide.seats) != len(seats) or "me" not in guide.seats:
        raise BadOption(f"the guided game must name a player for each seat ({', '.join(seats)}), one of them `me`")
