"""Write and parse positions as text.

`round 3 friends; f1 12.5,8.25 wounds 1 done, e3 fallen; o1 carried by f2; c2 lost 1; acting actor f1 legs
1`. Only what differs from the start of the battle is written. Characters, objectives and companies have
their ids; words and pairs follow: a place, a status, `wounds 2`. The phase comes last, with its fields by
name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from ....core.errors import BadPosition
from ..rules.deployment import prepare_state
from ..scenario.setup import OPTIONS, known_scenario
from ..scenario.setup_fields import setup_fields
from ..state import FIRST_OBJECTIVE, MAX_COMPANIES, MAX_TERRAIN, CharacterStatus, ObjectiveStatus, Phase, SkirmishState
from .names import (
    ID_PATTERN,
    SIDE_WORDS,
    all_characters,
    all_objectives,
    place_text,
    terrain_id,
    thing_id,
    thing_with_id,
)
from .notation import parse_thousandths
from .state_validation import (
    CHARACTER_PLAY_FIELDS,
    CHARACTER_REFERENCES,
    COMPANY_PLAY_FIELDS,
    SCALAR_PLAY_FIELDS,
    TERRAIN_REFERENCES,
    check_numbers,
    check_state,
    position_word,
    put_loans_on,
    take_loans_off,
)

PLACE_WORDS = {
    "face_x": "looks",
    "start_x": "start",
    "next_leg_x": "aim_at",
    "crossing_x": "over_at",
    "onward_x": "onward",
}
"""The words for places that two fields hold, by the name of the first field."""
THING_FIELDS = CHARACTER_REFERENCES | {"ai_target", "carries", "wears", "held_by", "objective_carrier"}
SIDE_FIELDS = {"first_side": 0, "winner": 1}
"""Fields that hold a side, and what is added to its number."""
FLAG_FIELDS = ("routs", "done", "shot_at", "swipe_pending")
NUMBER_PATTERN = re.compile("-?[0-9]{1,9}")
PLACE_PATTERN = re.compile(r"(-?[0-9]{1,2}(?:\.[0-9]{1,3})?),(-?[0-9]{1,2}(?:\.[0-9]{1,3})?)")
EXAMPLE = "round 3 friends; f1 12.5,8.25 wounds 1 done, e3 fallen; o1 carried by f2; choose"
MAX_LENGTH = 20_000


class ItemWords(NamedTuple):
    """The words for a character, an objective, a company or the phase, in the order in which they are written."""

    fields: Mapping[str, str]  # a word that a value or a place follows, and the field it names
    place: str = ""  # the first field of the item's own place, which has no word
    status: str = ""  # the field that the statuses belong to
    statuses: Mapping[str, IntEnum] = {}


def field_words(names: Iterable[str]) -> dict[str, str]:
    return {PLACE_WORDS.get(name, position_word(name)): name for name in names}


CHARACTER_WORDS = ItemWords(
    field_words(("face_x", "wounds", "arrives", "slots", *CHARACTER_PLAY_FIELDS)),
    "x",
    "status",
    {status.name.lower(): status for status in CharacterStatus if status != CharacterStatus.NOBODY},
)
OBJECTIVE_WORDS = ItemWords(
    {"by": "objective_carrier"},
    "objective_x",
    "objective_status",
    {status.name.lower(): status for status in ObjectiveStatus if status != ObjectiveStatus.NOWHERE},
)
COMPANY_WORDS = ItemWords({"lost": "company_lost", "fled": "company_fled"} | field_words(COMPANY_PLAY_FIELDS))
PHASE_WORDS = ItemWords(
    field_words(
        name
        for name in SCALAR_PLAY_FIELDS
        if name not in ("round", "side", "phase") and not (name.endswith("_y") and f"{name[:-1]}x" in PLACE_WORDS)
    )
)


def second_field(name: str) -> str:
    """Return the field with the y of a place, by the field with its x."""
    return f"{name[:-1]}y"


# The start of the battle


_starting_states: dict[int, SkirmishState] = {}


def starting_state(s: SkirmishState) -> SkirmishState:
    """Return the initial state of this battle; an empty state if it has no scenario."""
    if s.battle not in _starting_states:
        scenario = known_scenario(s)
        if scenario is None:
            return SkirmishState.zeros()
        options = {option.name: option.default for option in OPTIONS}
        _starting_states[s.battle] = SkirmishState(prepare_state(setup_fields(scenario, options)))
    return _starting_states[s.battle]


# Write


def position_text(s: SkirmishState) -> str:
    return "; ".join(position_parts(s, starting_state(s)))


def position_parts(s: SkirmishState, start: SkirmishState) -> Iterator[str]:
    yield f"round {s.round} {SIDE_WORDS[s.side]}"
    characters = [(thing_id(piece), written_words(s, start, piece, CHARACTER_WORDS)) for piece in all_characters(s)]
    objectives = [
        (thing_id(thing), written_words(s, start, thing - FIRST_OBJECTIVE, OBJECTIVE_WORDS))
        for thing in all_objectives(s)
    ]
    companies = [(f"c{index + 1}", written_words(s, start, index, COMPANY_WORDS)) for index in range(MAX_COMPANIES)]
    for items in (characters, objectives, companies):
        if texts := [" ".join([id_, *words]) for id_, words in items if words]:
            yield ", ".join(texts)
    yield " ".join([Phase(s.phase).name.lower(), *written_words(s, SkirmishState.zeros(), None, PHASE_WORDS)])


def written_words(s: SkirmishState, start: SkirmishState, index: int | None, known: ItemWords) -> list[str]:
    """Describe how a character, an objective, a company or the phase (no index) differs from the start."""
    words = []
    if known.place and differs(s, start, index, known.place, second_field(known.place)):
        words.append(written_place(s, index, known.place))
    if known.status and differs(s, start, index, known.status):
        status = field_value(s, index, known.status)
        words += [word for word, value in known.statuses.items() if value == status]
    for word, name in known.fields.items():
        if name in PLACE_WORDS:
            if differs(s, start, index, name, second_field(name)):
                words += [word, written_place(s, index, name)]
        elif differs(s, start, index, name):
            words += [word] if name in FLAG_FIELDS else [word, number_text(name, field_value(s, index, name))]
    return words


def field_value(s: SkirmishState, index: int | None, name: str) -> int:
    value: Any = getattr(s, name)
    return int(value if index is None else value[index])


def differs(s: SkirmishState, start: SkirmishState, index: int | None, *names: str) -> bool:
    return any(field_value(s, index, name) != field_value(start, index, name) for name in names)


def written_place(s: SkirmishState, index: int | None, name: str) -> str:
    return place_text(field_value(s, index, name), field_value(s, index, second_field(name)))


def number_text(name: str, number: int) -> str:
    if name in THING_FIELDS:
        return thing_id(number - 1) if number else "nobody"
    if name in TERRAIN_REFERENCES:
        return terrain_id(number - 1)
    return SIDE_WORDS[number - SIDE_FIELDS[name]] if name in SIDE_FIELDS else str(number)


# Parse


class UnclearPosition(Exception):
    """A part of a position that is not understood."""


def parse_part(s: SkirmishState, part: str) -> None:
    """Parse a list of characters, objectives or companies, or the phase with its fields."""
    words = part.lower().split()
    if not words:
        raise UnclearPosition(part)
    if words[0].upper() in Phase.__members__:
        s.phase = Phase[words[0].upper()]
        parse_words(s, None, words[1:], PHASE_WORDS)
        return
    for id_, item_words in split_items(words):
        parse_item(s, id_, item_words)


def split_items(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each id with the words that follow it; an item ends with a comma."""
    item: list[str] = []
    for word in words:
        item.append(word.removesuffix(","))
        if word.endswith(","):
            yield item[0], item[1:]
            item = []
    if not item:
        raise UnclearPosition(" ".join(words)[:40])
    yield item[0], item[1:]


def parse_item(s: SkirmishState, id_: str, words: list[str]) -> None:
    if re.fullmatch("c[1-9][0-9]?", id_):
        parse_words(s, int(id_[1:]) - 1, words, COMPANY_WORDS)
        return
    thing = thing_with_id(s, id_)
    if thing is None or not words:
        raise UnclearPosition(" ".join([id_, *words])[:40])
    if thing >= FIRST_OBJECTIVE:
        parse_words(s, thing - FIRST_OBJECTIVE, words, OBJECTIVE_WORDS)
    else:
        parse_words(s, thing, words, CHARACTER_WORDS)


def parse_words(s: SkirmishState, index: int | None, words: list[str], known: ItemWords) -> None:
    """Parse the words for a character, an objective, a company or the phase (no index)."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name = known.fields.get(word, "")
        if known.place and PLACE_PATTERN.fullmatch(word):
            write_place(s, known.place, index, word)
        elif word in known.statuses:
            write_field(s, known.status, index, known.statuses[word])
        elif name in PLACE_WORDS:
            write_place(s, name, index, rest.pop(0))
        elif name:
            write_field(s, name, index, 1 if name in FLAG_FIELDS else parse_value(s, name, rest.pop(0)))
        else:
            raise UnclearPosition(word[:40])


def write_field(s: SkirmishState, name: str, index: int | None, value: int) -> None:
    if index is None:
        setattr(s, name, value)
    else:
        getattr(s, name)[index] = value


def write_place(s: SkirmishState, name: str, index: int | None, word: str) -> None:
    x, y = parse_place(word)
    write_field(s, name, index, x)
    write_field(s, second_field(name), index, y)


def parse_value(s: SkirmishState, name: str, word: str) -> int:
    if name in THING_FIELDS and word == "nobody":
        return 0
    if name in THING_FIELDS:
        thing = thing_with_id(s, word)
        if thing is None:
            raise UnclearPosition(word[:40])
        return thing + 1
    if name in SIDE_FIELDS:
        return SIDE_WORDS.index(word) + SIDE_FIELDS[name]
    if name not in TERRAIN_REFERENCES:
        return parse_number(word)
    found = ID_PATTERN.fullmatch(word)
    if not found or found[1] != "t" or int(found[2]) > MAX_TERRAIN:
        raise UnclearPosition(word[:40])
    return int(found[2])


def parse_number(word: str) -> int:
    if not NUMBER_PATTERN.fullmatch(word):
        raise UnclearPosition(word[:40])
    return int(word)


def parse_place(word: str) -> tuple[int, int]:
    """Parse two lengths in inches to thousandths."""
    found = PLACE_PATTERN.fullmatch(word)
    if not found:
        raise UnclearPosition(word[:40])
    x, y = (-parse_thousandths(part[1:]) if part[0] == "-" else parse_thousandths(part) for part in found.groups())
    return x, y


def parse_position(s: SkirmishState, text: str) -> None:
    """Change an initial state into the position that the text describes."""
    draft = s.copy()
    take_loans_off(draft)
    readable = text if len(text) <= MAX_LENGTH and text.isascii() else ""
    parts = [part.strip() for part in readable.split(";")]
    try:
        for name in SCALAR_PLAY_FIELDS:
            setattr(draft, name, 0)
        draft.phase = Phase.CHOOSE  # not the first die that a started battle waits for
        header = parts[0].split()
        if len(header) != 3 or header[0].lower() != "round":
            raise UnclearPosition(" ".join(header)[:40])
        draft.round, draft.side = parse_number(header[1]), SIDE_WORDS.index(header[2].lower())
        for part in parts[1:]:
            parse_part(draft, part)
    except (UnclearPosition, LookupError, ValueError) as error:
        what = str(error) if isinstance(error, UnclearPosition) else text[:40]
        raise BadPosition(f"a position of skirmish reads like: {EXAMPLE}; not {what!r}") from None
    wrong = check_numbers(draft)
    if not wrong:
        put_loans_on(draft)
        wrong = check_state(draft, s)
    if wrong:
        raise BadPosition(wrong)
    s.words[:] = draft.words
