"""Build battles with only the characters, the terrain and the objectives that a test needs.

Lengths are inches, as on a real table. A base is 1 inch across; unless a test says otherwise, every character
moves 6 inches, has attack and defence 0 (so that a 4 wounds) and one wound slot, and does not shoot. Friends
look up the table, enemies down. A side is one company, unless a word says `company=`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from holdtheline.core.events import empty_log, logged_events
from holdtheline.games.skirmish.rules import deployment, move_generation, moves, sequence_of_play
from holdtheline.games.skirmish.rules.events import EventKind, Log
from holdtheline.games.skirmish.rules.moves import MoveKind
from holdtheline.games.skirmish.rules.traits import catalog
from holdtheline.games.skirmish.state import (
    BLOCKS_MOVEMENT,
    BLOCKS_SIGHT,
    CAN_BE_CARRIED_OFF,
    FIRST_OBJECTIVE,
    INCH,
    IS_DROP,
    IS_ENEMIES_EXIT,
    IS_EXIT,
    IS_FRIENDS_EXIT,
    IS_GAP,
    IS_HIGH_GROUND,
    IS_ROLLED_GOAL,
    IS_TOOL,
    IS_WATER,
    IS_WORN,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_PER_SIDE,
    NEEDS_CLIMBER,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    SkirmishState,
    TerrainKind,
)

BITS = {
    "wall": BLOCKS_MOVEMENT | BLOCKS_SIGHT,
    "pillar": BLOCKS_MOVEMENT | BLOCKS_SIGHT,
    "house": BLOCKS_MOVEMENT | BLOCKS_SIGHT,
    "wood": BLOCKS_SIGHT,
    "hill": 0,
    "door": 0,
    "water": IS_WATER,
    "cliff": NEEDS_CLIMBER,
    "gap": IS_GAP,
    "edge": IS_DROP,
}
GROUND_WORDS = {
    "exit": IS_EXIT,
    "high": IS_HIGH_GROUND,
    "friends_exit": IS_FRIENDS_EXIT,
    "enemies_exit": IS_ENEMIES_EXIT,
}
SWITCHES = {"shoot_into_melee": 1, "bases_block_sight": 1, "count_fled": 1}
IN_INCHES = ("move", "range", "base", "reach", "knock_back")
FIELDS = {"move": "pace", "range": "shooting_range", "general": "owner"}
TRAITS = (
    *("never_locks", "never_routs", "lies_when_fallen", "routing_blow", "swipes", "strikes_back"),
    *("cannot_be_felled", "climbs", "grabs", "spreads_fire", "carries_fallen", "can_be_carried"),
    *("swims", "is_leader", "takes_captives"),
)
"""Words that set a bit of a character's traits."""
LOOKS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def thousandths(inches: str | float) -> int:
    return round(float(inches) * INCH)


class Stage:
    """A battle in progress."""

    def __init__(self, setup: Any, names: dict[str, int]) -> None:
        self.setup, self.names = setup, names
        self.words = setup.copy()
        self.s = SkirmishState(self.words)

    # Questions

    def number(self, name: str) -> int:
        return self.names[name]

    def place(self, name: str) -> tuple[float, float]:
        """Return the place of a character or an objective, in inches."""
        number, s = self.names[name], self.s
        if number >= FIRST_OBJECTIVE:
            return s.objective_x[number - FIRST_OBJECTIVE] / INCH, s.objective_y[number - FIRST_OBJECTIVE] / INCH
        return s.x[number] / INCH, s.y[number] / INCH

    def field(self, field: str, name: str) -> int:
        return int(getattr(self.s, field)[self.names[name] % FIRST_OBJECTIVE])

    def status(self, name: str) -> str:
        return CharacterStatus(self.field("status", name)).name

    def objective_status(self, name: str) -> str:
        return ObjectiveStatus(self.field("objective_status", name)).name

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
        return int(sequence_of_play.turn(self.s))

    def legal_moves(self) -> list[int]:
        codes = np.zeros(move_generation.MAX_MOVES, np.int64)
        return [int(code) for code in codes[: move_generation.legal_moves(self.s, codes)]]

    def code(self, step: str | int) -> int:
        """Return the code of `leg 12 9`, `correct Ada 12 9`, `shoot Orc` or `stay`; a face is a number already."""
        if isinstance(step, int):
            return step
        word, *rest = step.split()
        do = MoveKind[word.upper()]
        if do == MoveKind.CORRECT:
            return int(moves.pack_move(do, self.names[rest[0]], thousandths(rest[1]), thousandths(rest[2])))
        if do in (MoveKind.LEG, MoveKind.FACE):
            return int(moves.pack_move(do, 0, thousandths(rest[0]), thousandths(rest[1])))
        return int(moves.pack_move(do, self.names[rest[0]] if rest else 0, 0, 0))

    def why_not(self, step: str | int) -> str:
        """Return the clause that refuses a step, or an empty text, and check that asking changes nothing."""
        before = self.words.copy()
        clause = int(moves.why_not(self.s, self.code(step)))
        assert (self.words == before).all()
        return f"K{clause // 100}.{clause % 100}" if clause else ""

    # Actions

    def give(self, name: str, thing: str) -> Stage:
        """Put an objective into a character's hands."""
        s, number, objective = self.s, self.names[name], self.names[thing] - FIRST_OBJECTIVE
        s.carries[number] = self.names[thing] + 1
        s.objective_status[objective], s.objective_carrier[objective] = ObjectiveStatus.CARRIED, number + 1
        s.objective_x[objective], s.objective_y[objective] = s.x[number], s.y[number]
        return self

    def play(self, *steps: str | int) -> Stage:
        self.apply(steps, None)
        return self

    def events(self, *steps: str | int) -> list[str]:
        """Play steps and return the kinds and clauses of the events, as `STRUCK K4.1`."""
        log = empty_log(200)
        self.apply(steps, log)
        return [f"{EventKind(kind).name} K{c // 100}.{c % 100}" for c, kind, *_ in logged_events(log)]

    def ai_lines(self, *steps: str | int) -> list[str]:
        """Play steps and return the lines of the list that the AI general followed, as `K5.4 Ada`."""
        log = empty_log(400)
        self.apply(steps, log)
        lines = [row for row in logged_events(log) if row[1] == EventKind.LINE_FOLLOWED]
        return [f"K{row[0] // 100}.{row[0] % 100} {self.name_of(row[4] - 1)}" for row in lines]

    def apply(self, steps: Iterable[str | int], log: Log) -> None:
        for step in steps:
            assert self.why_not(step) == "", (step, self.why_not(step))
            sequence_of_play.apply(self.s, self.code(step), log)


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
    """Build a battle from words.

    Characters read `Ada 12 4 range=10 attack=2 left routs`, terrain `wall 4 4 9 4` (0.2 inches thick), `pillar 5 5 1`,
    or by two corners of a rectangle `door 10 22 14 24 exit`, `gap 0 11 24 12 roll=4 fall=1`, `hill 2 2 5 5 high`.
    Things read `crown 12 12`, with the words `stays`, `friends` or `enemies` (who may carry it), `goal` (the die
    chooses among them), `worn`, `by=Ada` (who has it at the start) or `attack=1` (what it lends). Other arguments are
    fields of the state. With `ai` the AI general has the enemy.
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
    rows: dict[str, Any] = {name: np.zeros(MAX_CHARACTERS, np.int64) for name in CARD}
    companies = np.zeros((2, MAX_COMPANIES), np.int64)
    for side, text in enumerate((friends, enemies)):
        for place, words in enumerate(part.split() for part in text.split(";") if part.strip()):
            number = side * MAX_PER_SIDE + place
            names[words[0]] = number
            card = card_of(words, side)
            later += [(word, number) for word in card.pop("flags")]
            for name, value in card.items():
                rows.setdefault(name, np.zeros(MAX_CHARACTERS, np.int64))[number] = value
            companies[0, card["company"]] = side + 1
            companies[1, card["company"]] += 1
    fields.update(rows)
    fields.update(company_side=companies[0], company_size=companies[1])
    fields.update(ground_fields(ground))
    fields.update(thing_fields(things, names))
    if ends:
        for place, name in enumerate(("ending_kind", "ending_first", "ending_second", "ending_winner")):
            fields[name] = [row[place] for row in ends]
    staged = Stage(deployment.prepare_state(fields), names)
    for flag, number in later:
        getattr(staged.s, flag)[number] = 1
    return staged


CARD = ("status", "company", "owner", "x", "y", "radius", "face_x", "face_y", "pace", "slots")


def card_of(words: list[str], side: int) -> dict[str, Any]:
    card: dict[str, Any] = {
        "status": CharacterStatus.STANDS,
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
            card["traits"] = card.get("traits", 0) | getattr(catalog, word.upper())
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


TERRAIN_FIELDS = (
    *("terrain_kind", "first_corner", "corner_count", "terrain_rounding", "terrain_bits", "terrain_roll"),
    "terrain_fall",
)


def ground_fields(text: str) -> dict[str, Any]:
    rows: dict[str, list[int]] = {name: [] for name in (*TERRAIN_FIELDS, "corner_x", "corner_y")}
    for words in (part.split() for part in text.split(";") if part.strip()):
        kind, flags = words[0], [word for word in words[1:] if word[0].isalpha()]
        numbers = [thousandths(word) for word in words[1:] if word not in flags]
        rolls = [int(word[5:]) for word in flags if word.startswith("roll=")]
        rounding = 0
        if kind == "pillar":
            corners = [(numbers[0], numbers[1])]
            rounding = numbers[2]
        elif kind == "wall":
            corners = [(numbers[0], numbers[1]), (numbers[2], numbers[3])]
            rounding = 100
        else:
            left, bottom, right, top = numbers
            corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        rows["terrain_kind"].append(TerrainKind[kind.upper()])
        rows["first_corner"].append(len(rows["corner_x"]))
        rows["corner_count"].append(len(corners))
        rows["terrain_rounding"].append(rounding)
        rows["terrain_bits"].append(BITS[kind] | sum(GROUND_WORDS.get(word, 0) for word in flags))
        rows["terrain_roll"].append(sum(rolls))
        rows["terrain_fall"].append(sum(int(word[5:]) for word in flags if word.startswith("fall=")))
        rows["corner_x"] += [x for x, _ in corners]
        rows["corner_y"] += [y for _, y in corners]
    exits = IS_FRIENDS_EXIT | IS_ENEMIES_EXIT
    doors = {bits & exits for bits in rows["terrain_bits"]}
    return {**rows, "door_exits": sum(doors)} if rows["terrain_kind"] else {}


LENT_INCHES = ("move", "range", "fear", "reach")
LENT = tuple(f"lends_{name}" for name in (*LENT_INCHES, "attack", "defence", "traits"))


def thing_fields(text: str, names: dict[str, int]) -> dict[str, Any]:
    rows: dict[str, list[int]] = {}
    every = (1 << MAX_PER_SIDE) - 1
    for place, words in enumerate(part.split() for part in text.split(";") if part.strip()):
        names[words[0]] = FIRST_OBJECTIVE + place
        stays = "stays" in words
        pairs = dict(word.split("=") for word in words if "=" in word)
        bearer = pairs.pop("by", "")
        lends = {
            f"lends_{name}": thousandths(value) if name in LENT_INCHES else int(value) for name, value in pairs.items()
        }
        one = {
            "objective_kind": 1,
            "objective_x": thousandths(words[1]),
            "objective_y": thousandths(words[2]),
            "objective_status": ObjectiveStatus.CARRIED if bearer else ObjectiveStatus.FREE,
            "objective_carrier": names[bearer] + 1 if bearer else 0,
            "friend_carriers": 0 if "enemies" in words else every,
            "enemy_carriers": 0 if "friends" in words else every,
            "objective_bits": (0 if stays else CAN_BE_CARRIED_OFF)
            | (IS_ROLLED_GOAL if "goal" in words else 0)
            | (IS_WORN if "worn" in words else 0)
            | (IS_TOOL if lends else 0),
            **dict.fromkeys(LENT, 0),
            **lends,
        }
        for name, value in one.items():
            rows.setdefault(name, []).append(value)
    return rows


def acting(name: str, *args: Any, **more: Any) -> Stage:
    """Build a battle in which this friend has just been activated."""
    return stage(*args, **more).play(6, f"activate {name}")


def commanded(*args: Any, **more: Any) -> Stage:
    """Build a battle against the AI general, which starts the first round if the first face is 1."""
    return stage(*args, ai=True, **more)
