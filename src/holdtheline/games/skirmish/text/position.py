"""Write and parse positions as text.

`round 3 friends; f1 12.5,8.25 wounds 1 done, e3 fallen; o1 carried by f2; c2 lost 1; acting actor f1 legs
1`. Only what differs from the start of the battle is written. Characters, objectives and companies have
their ids; words and pairs follow: a place, a status, `wounds 2`. The phase comes last, with its fields by
name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....core.errors import BadPosition
from ..rules.deployment import prepare_state
from ..scenario.encode import encode_scenario
from ..scenario.setup import OPTIONS, known_scenario
from ..state import (
    FIRST_OBJECTIVE,
    MAX_COMPANIES,
    MAX_TERRAIN,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
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
from .state_validation import (
    CHARACTER_PLAY_FIELDS,
    CHARACTER_REFERENCES,
    COMPANY_PLAY_FIELDS,
    SCALAR_PLAY_FIELDS,
    TERRAIN_REFERENCES,
    check_state,
    position_word,
)

HEADER_FIELDS = ("round", "side")
PLACE_PAIRS = {
    "start_x": "start",
    "next_leg_x": "aim_at",
    "crossing_x": "over_at",
    "onward_x": "onward",
}
"""The word for a place that two fields hold, by the name of the first field."""
SECOND_FIELD = {name: f"{name[:-1]}y" for name in PLACE_PAIRS}
FIRST_FIELD = {word: name for name, word in PLACE_PAIRS.items()}
PHASE_FIELDS = tuple(
    name
    for name in SCALAR_PLAY_FIELDS
    if name not in (*HEADER_FIELDS, "phase", *SECOND_FIELD.values()) or name in PLACE_PAIRS
)
THING_FIELDS = CHARACTER_REFERENCES | {"ai_target"}
SIDE_FIELDS = {"first_side": 0, "winner": 1}
"""Fields that hold a side, and what is added to its number."""
FLAG_FIELDS = ("routs", "done", "shot_at", "swipe_pending")
CARRY_FIELDS = ("carries", "held_by")
STATUS_WORDS = {there.name.lower(): there for there in CharacterStatus if there != CharacterStatus.NOBODY}
OBJECTIVE_STATUS_WORDS = {
    "free": ObjectiveStatus.FREE,
    "carried": ObjectiveStatus.CARRIED,
    "left": ObjectiveStatus.LEFT,
    "lost": ObjectiveStatus.LOST,
}
CHARACTER_WORDS = {position_word(name): name for name in (*CHARACTER_PLAY_FIELDS, "wounds", "arrives", "slots")}
COMPANY_WORDS = {"lost": "company_lost", "fled": "company_fled"} | {
    position_word(name): name for name in COMPANY_PLAY_FIELDS
}
PHASE_WORDS = {position_word(name): name for name in PHASE_FIELDS if name not in PLACE_PAIRS}
"""The words of a position, with the fields that they name."""
NUMBER_PATTERN = re.compile("-?[0-9]{1,9}")
PLACE_PATTERN = re.compile(r"(-?[0-9]{1,2}(?:\.[0-9]{1,3})?),(-?[0-9]{1,2}(?:\.[0-9]{1,3})?)")


EXAMPLE = "round 3 friends; f1 12.5,8.25 wounds 1 done, e3 fallen; o1 carried by f2; choose"
MAX_LENGTH = 20_000
ALL_FIELDS = SkirmishState.names


# The start of the battle


_starting_states: dict[int, SkirmishState] = {}


def starting_state(s: SkirmishState) -> SkirmishState:
    """Return the state at the start of this battle; an empty one if it has no scenario."""
    if s.battle not in _starting_states:
        scenario = known_scenario(s)
        if scenario is None:
            return SkirmishState.zeros()
        options = {option.name: option.default for option in OPTIONS}
        _starting_states[s.battle] = SkirmishState(prepare_state(encode_scenario(scenario, options)))
    return _starting_states[s.battle]


# Write


def position_text(s: SkirmishState) -> str:
    return "; ".join(position_parts(s, starting_state(s)))


def position_parts(s: SkirmishState, start_state: SkirmishState) -> Iterator[str]:
    yield f"round {s.round} {SIDE_WORDS[s.side]}"
    characters = [text for piece in all_characters(s) if (text := character_text(s, start_state, piece))]
    if characters:
        yield ", ".join(characters)
    objectives = [text for thing in all_objectives(s) if (text := objective_text(s, start_state, thing))]
    if objectives:
        yield ", ".join(objectives)
    companies = [text for index in range(MAX_COMPANIES) if (text := company_text(s, index))]
    if companies:
        yield ", ".join(companies)
    yield " ".join([Phase(s.phase).name.lower(), *phase_words(s)])


def character_text(s: SkirmishState, start_state: SkirmishState, piece: int) -> str:
    """Describe how a character differs from the start; return "" if it does not."""
    words = []
    if differs_from_start(s, start_state, piece, "x", "y"):
        words.append(place_text(s.x[piece], s.y[piece]))
    if differs_from_start(s, start_state, piece, "status"):
        words.append(CharacterStatus(s.status[piece]).name.lower())
    if differs_from_start(s, start_state, piece, "face_x", "face_y"):
        words += ["looks", place_text(s.face_x[piece], s.face_y[piece])]
    for name in ("wounds", "arrives", "slots"):
        if differs_from_start(s, start_state, piece, name):
            words += [name, str(getattr(s, name)[piece])]
    for name in CHARACTER_PLAY_FIELDS:
        number = int(getattr(s, name)[piece])
        if number and name in FLAG_FIELDS:
            words.append(position_word(name))
        elif number:
            words += [position_word(name), thing_id(number - 1) if name in CARRY_FIELDS else str(number)]
    return " ".join([thing_id(piece), *words]) if words else ""


def differs_from_start(s: SkirmishState, start_state: SkirmishState, index: int, *names: str) -> bool:
    return any(getattr(s, name)[index] != getattr(start_state, name)[index] for name in names)


def objective_text(s: SkirmishState, start_state: SkirmishState, thing: int) -> str:
    index, words = thing - FIRST_OBJECTIVE, []
    if differs_from_start(s, start_state, index, "objective_x", "objective_y"):
        words.append(place_text(s.objective_x[index], s.objective_y[index]))
    if differs_from_start(s, start_state, index, "objective_status"):
        words.append(ObjectiveStatus(s.objective_status[index]).name.lower())
    if differs_from_start(s, start_state, index, "objective_carrier"):
        words += ["by", thing_id(s.objective_carrier[index] - 1) if s.objective_carrier[index] else "nobody"]
    return " ".join([thing_id(thing), *words]) if words else ""


def company_text(s: SkirmishState, index: int) -> str:
    rows = {word: getattr(s, name) for word, name in COMPANY_WORDS.items()}
    words = [part for word, row in rows.items() if row[index] for part in (word, str(row[index]))]
    return " ".join([f"c{index + 1}", *words]) if words else ""


def phase_words(s: SkirmishState) -> Iterator[str]:
    """Yield the fields of the phase that are not 0, with their values."""
    for name in PHASE_FIELDS:
        number = int(getattr(s, name))
        if name in PLACE_PAIRS:
            other = int(getattr(s, SECOND_FIELD[name]))
            if number or other:
                yield from (PLACE_PAIRS[name], place_text(number, other))
        elif number:
            yield from (position_word(name), number_text(name, number))


def number_text(name: str, number: int) -> str:
    if name in THING_FIELDS:
        return thing_id(number - 1)
    if name in TERRAIN_REFERENCES:
        return terrain_id(number - 1)
    return SIDE_WORDS[number - SIDE_FIELDS[name]] if name in SIDE_FIELDS else str(number)


# Parse


class UnclearPosition(Exception):
    """A part of a position that is not understood."""


def clear_phase_fields(s: SkirmishState) -> None:
    """Forget the first die that a started battle waits for: a position says what it waits for."""
    for name in SCALAR_PLAY_FIELDS:
        setattr(s, name, 0)
    s.phase = Phase.CHOOSE


def parse_header(s: SkirmishState, words: list[str]) -> None:
    if len(words) != 3 or words[0].lower() != "round":
        raise UnclearPosition(" ".join(words)[:40])
    s.round, s.side = parse_number(words[1]), SIDE_WORDS.index(words[2].lower())


def parse_part(s: SkirmishState, part: str) -> None:
    """Parse a list of characters, objectives or companies, or the phase with its fields."""
    words = part.lower().split()
    if not words:
        raise UnclearPosition(part)
    if words[0].upper() in Phase.__members__:
        s.phase = Phase[words[0].upper()]
        parse_phase_fields(s, words[1:])
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
        parse_company(s, int(id_[1:]) - 1, words)
        return
    thing = thing_with_id(s, id_)
    if thing is None or not words:
        raise UnclearPosition(" ".join([id_, *words])[:40])
    if thing >= FIRST_OBJECTIVE:
        parse_objective(s, thing - FIRST_OBJECTIVE, words)
    else:
        parse_character(s, thing, words)


def parse_character(s: SkirmishState, piece: int, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if PLACE_PATTERN.fullmatch(word):
            s.x[piece], s.y[piece] = parse_place(word)
        elif word in STATUS_WORDS:
            s.status[piece] = STATUS_WORDS[word]
        elif word == "looks":
            s.face_x[piece], s.face_y[piece] = parse_place(rest.pop(0))
        elif CHARACTER_WORDS.get(word) in FLAG_FIELDS:
            getattr(s, CHARACTER_WORDS[word])[piece] = 1
        elif word in CARRY_FIELDS:
            getattr(s, word)[piece] = parse_thing(s, rest.pop(0)) + 1
        elif word in CHARACTER_WORDS:
            getattr(s, CHARACTER_WORDS[word])[piece] = parse_number(rest.pop(0))
        else:
            raise UnclearPosition(word[:40])


def parse_objective(s: SkirmishState, index: int, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if PLACE_PATTERN.fullmatch(word):
            s.objective_x[index], s.objective_y[index] = parse_place(word)
        elif word in OBJECTIVE_STATUS_WORDS:
            s.objective_status[index] = OBJECTIVE_STATUS_WORDS[word]
        elif word == "by":
            who = rest.pop(0)
            s.objective_carrier[index] = 0 if who == "nobody" else parse_thing(s, who) + 1
        else:
            raise UnclearPosition(word[:40])


def parse_company(s: SkirmishState, index: int, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word not in COMPANY_WORDS:
            raise UnclearPosition(word[:40])
        getattr(s, COMPANY_WORDS[word])[index] = parse_number(rest.pop(0))


def parse_phase_fields(s: SkirmishState, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in FIRST_FIELD:
            first = FIRST_FIELD[word]
            x, y = parse_place(rest.pop(0))
            setattr(s, first, x)
            setattr(s, SECOND_FIELD[first], y)
        elif word in PHASE_WORDS:
            setattr(s, PHASE_WORDS[word], parse_value(s, PHASE_WORDS[word], rest.pop(0)))
        else:
            raise UnclearPosition(word[:40])


def parse_value(s: SkirmishState, name: str, word: str) -> int:
    if name in THING_FIELDS:
        return parse_thing(s, word) + 1
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
    return parse_signed_inches(found[1]), parse_signed_inches(found[2])


def parse_signed_inches(word: str) -> int:
    whole, _, rest = word.removeprefix("-").partition(".")
    number = int(whole) * 1000 + int(f"{rest:0<3}")
    return -number if word.startswith("-") else number


def parse_thing(s: SkirmishState, word: str) -> int:
    thing = thing_with_id(s, word)
    if thing is None:
        raise UnclearPosition(word[:40])
    return thing


def parse_position(s: SkirmishState, text: str) -> None:
    """Put a started state into the position that a text describes."""
    draft = s.copy()
    readable = text if len(text) <= MAX_LENGTH and text.isascii() else ""
    parts = [part.strip() for part in readable.split(";")]
    try:
        clear_phase_fields(draft)
        parse_header(draft, parts[0].split())
        for part in parts[1:]:
            parse_part(draft, part)
    except (UnclearPosition, LookupError, ValueError) as error:
        what = str(error) if isinstance(error, UnclearPosition) else text[:40]
        raise BadPosition(f"a position of skirmish reads like: {EXAMPLE}; not {what!r}") from None
    wrong = check_state(draft, s)
    if wrong:
        raise BadPosition(wrong)
    for name in ALL_FIELDS:
        setattr(s, name, getattr(draft, name))
