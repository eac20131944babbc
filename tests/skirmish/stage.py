"""A table with only the characters, the terrain and the things that a case needs.

Lengths are inches, as on a real table. A base is 1 inch across; unless a case says something else, everybody
moves 6 inches, has attack and defence 0 (so that a 4 wounds) and one wound slot, and does not shoot. Friends
look up the table, enemies down. A side is one company unless words say `company=`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdtheline.core.contract import empty_log, events_in
from holdtheline.core.fields import fields_of
from holdtheline.core.kernel import words_of
from holdtheline.games.skirmish import deployment, listed, moves, state, turns
from holdtheline.games.skirmish.happened import Happened
from holdtheline.games.skirmish.moves import Do
from holdtheline.games.skirmish.state import (
    BLOCKS_SIGHT,
    BLOCKS_WAY,
    CHARACTERS,
    DTYPE,
    FIRST_OBJECTIVE,
    IS_DROP,
    IS_EXIT,
    IS_GAP,
    IS_HIGH,
    IS_ROLLED_GOAL,
    IS_WATER,
    MOST_COMPANIES,
    MOST_OF_A_SIDE,
    NEEDS_CLIMBER,
    OFF_THE_TABLE,
    Ground,
    Lies,
    Phase,
    There,
    setup_row,
)

INCH = 1000
BITS = {
    "wall": BLOCKS_WAY | BLOCKS_SIGHT,
    "pillar": BLOCKS_WAY | BLOCKS_SIGHT,
    "house": BLOCKS_WAY | BLOCKS_SIGHT,
    "wood": BLOCKS_SIGHT,
    "hill": 0,
    "door": 0,
    "water": IS_WATER,
    "cliff": NEEDS_CLIMBER,
    "gap": IS_GAP,
    "edge": IS_DROP,
}
GROUND_WORDS = {"exit": IS_EXIT, "high": IS_HIGH}
SWITCHES = {"shoot_into_melee": 1, "bases_block_sight": 1, "count_fled": 1}
IN_INCHES = ("move", "range", "base", "reach", "knock")
FIELDS = {"move": "pace", "range": "shoots", "general": "owner"}
TRAITS = (
    *("never_locks", "never_routs", "lies_when_fallen", "routs_by_blow", "swipes", "strikes_back"),
    *("cannot_be_felled", "climbs", "grabs", "one_shot_each", "carries_fallen", "can_be_carried"),
    *("swims", "is_leader"),
)
"""Words that are a bit of a character's traits."""
LOOKS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def thousandths(inches: str | float) -> int:
    return round(float(inches) * INCH)


class Stage:
    """A battle at some moment."""

    def __init__(self, setup: Any, names: dict[str, int]) -> None:
        self.setup, self.names = setup, names
        self.words = np.zeros(words_of(DTYPE), np.int64)
        self.s = fields_of(DTYPE)(self.words)
        deployment.start(self.s, setup)

    # Asking

    def number(self, name: str) -> int:
        return self.names[name]

    def at(self, name: str) -> tuple[float, float]:
        """A character's place, or a thing's."""
        number, s = self.names[name], self.s
        if number >= FIRST_OBJECTIVE:
            return s.o_x[number - FIRST_OBJECTIVE] / INCH, s.o_y[number - FIRST_OBJECTIVE] / INCH
        return s.x[number] / INCH, s.y[number] / INCH

    def of(self, field: str, name: str) -> int:
        return int(getattr(self.s, field)[self.names[name] % FIRST_OBJECTIVE])

    def there(self, name: str) -> str:
        return There(self.of("there", name)).name

    def lies(self, name: str) -> str:
        return Lies(self.of("o_lies", name)).name

    @property
    def phase(self) -> str:
        return Phase(self.s.phase).name

    @property
    def actor(self) -> str:
        return self.name_of(self.s.actor - 1)

    @property
    def target(self) -> str:
        return self.name_of(self.s.target - 1)

    def name_of(self, number: int) -> str:
        return next((name for name, known in self.names.items() if known == number), "nobody")

    def turn(self) -> int:
        return int(turns.turn(self.s))

    def listed(self) -> list[int]:
        codes = np.zeros(listed.MOST_MOVES, np.int64)
        return [int(code) for code in codes[: listed.moves(self.s, codes)]]

    def code(self, step: str | int) -> int:
        """`leg 12 9`, `shoot Orc`, `pick_up crown`, `stay`; a face is a number."""
        if isinstance(step, int):
            return step
        word, *rest = step.split()
        do = Do[word.upper()]
        if do in (Do.LEG, Do.FACE):
            return int(moves.packed(do, 0, thousandths(rest[0]), thousandths(rest[1])))
        return int(moves.packed(do, self.names[rest[0]] if rest else 0, 0, 0))

    def why_not(self, step: str | int) -> str:
        """The clause that refuses a step, which changes nothing; or an empty text."""
        before = self.words.copy()
        clause = int(moves.why_not(self.s, self.code(step)))
        assert (self.words == before).all()
        return f"K{clause // 100}.{clause % 100}" if clause else ""

    # Doing

    def play(self, *steps: str | int) -> Stage:
        for step in steps:
            assert self.why_not(step) == "", (step, self.why_not(step))
            turns.apply(self.s, self.code(step), None)
        return self

    def told(self, *steps: str | int) -> list[str]:
        """What happens, as `STRUCK K4.1 Ada Orc 4 1`; numbers of characters and things are named."""
        log = empty_log(200)
        for step in steps:
            assert self.why_not(step) == "", (step, self.why_not(step))
            turns.apply(self.s, self.code(step), log)
        return [f"{Happened(kind).name} K{c // 100}.{c % 100}" for c, kind, *_ in events_in(log)]

    def lines(self, *steps: str | int) -> list[str]:
        """The lines of the list that the AI general followed, as `K5.4 Ada`."""
        log = empty_log(400)
        for step in steps:
            assert self.why_not(step) == "", (step, self.why_not(step))
            turns.apply(self.s, self.code(step), log)
        listed_ = [row for row in events_in(log) if row[1] == Happened.LISTED]
        return [f"K{row[0] // 100}.{row[0] % 100} {self.name_of(row[4] - 1)}" for row in listed_]


def stage(
    friends: str = "Ada 12 4",
    enemies: str = "Orc 12 20",
    *,
    ground: str = "",
    things: str = "",
    ends: tuple[tuple[int, int, int, int], ...] = (),
    ai: bool = False,
    **more: Any,
) -> Stage:
    """Characters read `Ada 12 4 range=10 attack=2 left routs`, terrain `wall 4 4 9 4` or `pillar 5 5 1`.

    Other terrain is a rectangle by two corners; walls have a thickness of 0.2 inches. It may have words:
    `door 10 22 14 24 exit`, `gap 0 11 24 12 roll=4`, `hill 2 2 5 5 high`. Things read `crown 12 12`, and
    `stays`, `friends`, `enemies` (who may carry it) or `goal` (of those that are rolled for). What else
    is given is a field of the head. With `ai` the AI general has the enemy.
    """
    fields: dict[str, Any] = {
        "generals": 1,
        "enemy_seat": 0 if ai else 1,
        "pickup_reach": INCH,
        "rounds": 200,
        **SWITCHES,
        **more,
    }
    names: dict[str, int] = {}
    later: list[tuple[str, int]] = []
    rows: dict[str, Any] = {name: np.zeros(CHARACTERS, np.int64) for name in CARD}
    companies = np.zeros((2, MOST_COMPANIES), np.int64)
    for side, text in enumerate((friends, enemies)):
        for place, words in enumerate(part.split() for part in text.split(";") if part.strip()):
            number = side * MOST_OF_A_SIDE + place
            names[words[0]] = number
            card = card_of(words, side)
            later += [(word, number) for word in card.pop("flags")]
            for name, value in card.items():
                rows.setdefault(name, np.zeros(CHARACTERS, np.int64))[number] = value
            companies[0, card["company"]] = side + 1
            companies[1, card["company"]] += 1
    fields.update(rows)
    fields.update(c_side=companies[0], c_total=companies[1])
    fields.update(ground_fields(ground))
    fields.update(thing_fields(things, names))
    if ends:
        for place, name in enumerate(("e_kind", "e_first", "e_second", "e_winner")):
            fields[name] = [row[place] for row in ends]
    staged = Stage(setup_row(fields), names)
    for flag, number in later:
        getattr(staged.s, flag)[number] = 1
    return staged


CARD = ("there", "company", "owner", "x", "y", "radius", "face_x", "face_y", "pace", "slots")


def card_of(words: list[str], side: int) -> dict[str, Any]:
    card: dict[str, Any] = {
        "there": There.STANDS,
        "company": side,
        "x": thousandths(words[1]),
        "y": thousandths(words[2]),
        "radius": INCH // 2,
        "pace": 6 * INCH,
        "slots": 1,
        "flags": [],
    }
    look = "down" if side else "up"
    for word in words[3:]:
        if word in LOOKS:
            look = word
        elif word in TRAITS:
            card["traits"] = card.get("traits", 0) | getattr(state, word.upper())
        elif "=" not in word:
            card["flags"].append(word)
        else:
            name, value = word.split("=")
            number = thousandths(value) if name in IN_INCHES else int(value)
            card[FIELDS.get(name, name)] = number
    if "base" in card:
        card["radius"] = card.pop("base") // 2
    card["face_x"], card["face_y"] = (INCH * part for part in LOOKS[look])
    return card


def ground_fields(text: str) -> dict[str, Any]:
    rows: dict[str, list[int]] = {
        name: []
        for name in ("t_kind", "t_first", "t_count", "t_round", "t_bits", "t_roll", "corner_x", "corner_y")
    }
    for words in (part.split() for part in text.split(";") if part.strip()):
        kind, said = words[0], [word for word in words[1:] if word[0].isalpha()]
        numbers = [thousandths(word) for word in words[1:] if word not in said]
        rolls = [int(word[5:]) for word in said if word.startswith("roll=")]
        rounding = 1
        if kind == "pillar":
            corners = [(numbers[0], numbers[1])]
            rounding = numbers[2]
        elif kind == "wall":
            corners = [(numbers[0], numbers[1]), (numbers[2], numbers[3])]
            rounding = 100
        else:
            left, bottom, right, top = numbers
            corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        rows["t_kind"].append(Ground[kind.upper()])
        rows["t_first"].append(len(rows["corner_x"]))
        rows["t_count"].append(len(corners))
        rows["t_round"].append(rounding)
        rows["t_bits"].append(BITS[kind] | sum(GROUND_WORDS.get(word, 0) for word in said))
        rows["t_roll"].append(sum(rolls))
        rows["corner_x"] += [x for x, _ in corners]
        rows["corner_y"] += [y for _, y in corners]
    return rows if rows["t_kind"] else {}


def thing_fields(text: str, names: dict[str, int]) -> dict[str, Any]:
    rows: dict[str, list[int]] = {}
    every = (1 << MOST_OF_A_SIDE) - 1
    for place, words in enumerate(part.split() for part in text.split(";") if part.strip()):
        names[words[0]] = FIRST_OBJECTIVE + place
        stays = "stays" in words
        one = {
            "o_kind": 1,
            "o_x": thousandths(words[1]),
            "o_y": thousandths(words[2]),
            "o_lies": Lies.FREE,
            "o_friends": 0 if "enemies" in words else every,
            "o_enemies": 0 if "friends" in words else every,
            "o_bits": (0 if stays else OFF_THE_TABLE) | (IS_ROLLED_GOAL if "goal" in words else 0),
        }
        for name, value in one.items():
            rows.setdefault(name, []).append(value)
    return rows


def acting(name: str, *args: Any, **more: Any) -> Stage:
    """A stage where this friend has just been activated."""
    return stage(*args, **more).play(6, f"activate {name}")


def commanded(*args: Any, **more: Any) -> Stage:
    """A stage where the AI general is about to begin the first round: the die shows 1 next."""
    return stage(*args, ai=True, **more)
