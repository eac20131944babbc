"""Names and ids of seats, characters, objectives and terrain, and the words that sentences share.

Names are in the scenario, not in the state; they are looked up once for each battle. Ids are short and the
same in moves, pictures and positions: `f1` a friend, `e1` an enemy, `o1` an objective, `t1` terrain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..rules.battlefield import characters_of_side
from ..rules.movement.paths import FIRST_TERRAIN_BLOCKER
from ..rules.traits.parameters import format_inches
from ..scenario.model import ObjectiveKind, Scenario
from ..scenario.setup import known_scenario, seat_names
from ..scenario.setup_fields import numbered_characters
from ..state import (
    FIRST_OBJECTIVE,
    FRIENDS,
    INCH,
    MAX_OBJECTIVES,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    SIDE_COUNT,
    CharacterStatus,
    SkirmishState,
    TerrainKind,
)

SIDE_WORDS = ("friends", "enemies")
THE_SIDES = ("the friends", "the enemies")
SIDE_LETTERS = "fe"
ID_PATTERN = re.compile(r"([feot])([1-9][0-9]?)")


# The names of a battle


class BattleNames(NamedTuple):
    """The names of a battle, as its scenario spells them, by the numbers of the state."""

    title: str
    things: Mapping[int, str]  # characters, and objectives from FIRST_OBJECTIVE on
    short: Mapping[int, str]  # two letters for each character
    companies: Mapping[int, str]
    terrain: Mapping[int, str]  # the pieces that have a name
    by_word: Mapping[str, tuple[int, ...]]  # the things with a name, normalized


NO_NAMES = BattleNames("A battle", {}, {}, {}, {}, {})
_names: dict[int, BattleNames] = {}


def battle_names(s: SkirmishState) -> BattleNames:
    """Return the names in the scenario of a state; a state without a scenario has none."""
    if s.battle not in _names:
        scenario = known_scenario(s)
        if scenario is None:
            return NO_NAMES
        _names[s.battle] = build_names(scenario)
    return _names[s.battle]


def build_names(scenario: Scenario) -> BattleNames:
    characters = {number: character.name for number, character in numbered_characters(scenario)}
    objectives = {FIRST_OBJECTIVE + index: objective.name for index, objective in enumerate(scenario.objectives)}
    by_word: dict[str, tuple[int, ...]] = {}
    for number, name in (characters | objectives).items():
        word = normalize_name(name)
        by_word[word] = (*by_word.get(word, ()), number)
    return BattleNames(
        title=scenario.title,
        things=characters | objectives,
        short=dict(zip(characters, abbreviate_names(characters.values()), strict=True)),
        companies={index: company.name for index, company in enumerate(scenario.companies)},
        terrain={index: terrain.name for index, terrain in enumerate(scenario.terrain) if terrain.name},
        by_word=by_word,
    )


def normalize_name(text: str) -> str:
    """Return a name as it is searched for: lower case, single spaces, no article."""
    return " ".join(text.casefold().split()).removeprefix("the ")


SKIPPED_WORDS = ("the", "a", "an", "of", "at", "in", "on", "by", "and", "from", "with")
"""Words that give no letter to an abbreviation."""


def abbreviate_names(names: Iterable[str]) -> list[str]:
    """Return two letters for each name, all different."""
    taken: set[str] = set()
    short = []
    for index, name in enumerate(names):
        letters = next(word for word in abbreviation_candidates(name, index) if word.casefold() not in taken)
        taken.add(letters.casefold())
        short.append(letters)
    return short


def abbreviation_candidates(name: str, index: int) -> list[str]:
    """Return abbreviations, the best first: OV, Od, Oa, O1 for `Oda Verrin`."""
    parts = [part for part in name.split() if part.casefold() not in SKIPPED_WORDS] or [name]
    first = parts[0]
    initials = (parts[0][0] + parts[-1][0]).upper() if len(parts) > 1 else first[:2]
    return [initials, first[:2], first[0] + first[-1], f"{first[0]}{index + 1}", f"{index + 1}"]


# Seats


def seat_name(s: SkirmishState, seat: int) -> str:
    """Return `the first general`, or `the AI general` where the enemy has no seat."""
    names = seat_names(s.generals, True)
    name = names[seat] if 0 <= seat < len(names) else "nobody"
    return "the AI general" if seat == s.generals and not s.enemy_seat else f"the {name}"


def current_seat(s: SkirmishState) -> int:
    """Return the seat of the general who has the turn."""
    return s.general if s.side == FRIENDS else s.generals


# Ids


def thing_id(thing: int) -> str:
    """Return `f3`, `e1` or `o2`."""
    if thing >= FIRST_OBJECTIVE:
        return f"o{thing - FIRST_OBJECTIVE + 1}"
    return f"{SIDE_LETTERS[thing // MAX_PER_SIDE]}{thing % MAX_PER_SIDE + 1}"


def terrain_id(index: int) -> str:
    return f"t{index + 1}"


def thing_with_id(s: SkirmishState, id_: str) -> int | None:
    """Return the character or objective of this battle with this id."""
    found = ID_PATTERN.fullmatch(id_)
    if not found or found[1] == "t":
        return None
    index = int(found[2]) - 1
    if found[1] == "o":
        is_there = index < MAX_OBJECTIVES and s.objective_kind[index]
        return FIRST_OBJECTIVE + index if is_there else None
    piece = SIDE_LETTERS.index(found[1]) * MAX_PER_SIDE + index
    return piece if index < MAX_PER_SIDE and s.status[piece] != CharacterStatus.NOBODY else None


# Names


def display_name(s: SkirmishState, thing: int) -> str:
    """Return the name of a character or objective as its card has it; its id if the battle has no names."""
    return battle_names(s).things.get(thing, thing_id(thing))


def name_of(s: SkirmishState, thing: int) -> str:
    """Return the name of a character or objective inside a sentence: `the bow on the mound`."""
    if not 0 <= thing < FIRST_OBJECTIVE + MAX_OBJECTIVES:
        return "nobody"
    return lower_article(display_name(s, thing))


def with_article(s: SkirmishState, thing: int) -> str:
    """Return the name of a thing inside a sentence, with an article unless it is a person."""
    is_person = thing < FIRST_OBJECTIVE or s.objective_kind[thing - FIRST_OBJECTIVE] == ObjectiveKind.CHARACTER
    return name_of(s, thing) if is_person else add_article(display_name(s, thing))


def terrain_name(s: SkirmishState, index: int) -> str:
    if name := battle_names(s).terrain.get(index):
        return lower_article(name)
    kind = TerrainKind(s.terrain_kind[index]) if 0 <= index < MAX_TERRAIN else TerrainKind.NONE
    return f"the {kind.name.lower()} {terrain_id(index)}"


def company_name(s: SkirmishState, company: int) -> str:
    return lower_article(battle_names(s).companies.get(company, f"company {company + 1}"))


def blocker_name(s: SkirmishState, blocker: int) -> str:
    """Return the name of what blocks a path or a line of sight (see `rules.movement.paths`)."""
    is_terrain = blocker >= FIRST_TERRAIN_BLOCKER
    return terrain_name(s, blocker - FIRST_TERRAIN_BLOCKER) if is_terrain else name_of(s, blocker - 1)


def blocker_id(blocker: int) -> str:
    is_terrain = blocker >= FIRST_TERRAIN_BLOCKER
    return terrain_id(blocker - FIRST_TERRAIN_BLOCKER) if is_terrain else thing_id(blocker - 1)


# Lookup


def find_thing(s: SkirmishState, text: str, candidates: Iterable[int]) -> int | None:
    """Return the thing with this id or name, or the only one whose name begins so. Case does not matter."""
    allowed, word = set(candidates), normalize_name(text)
    thing = thing_with_id(s, word)
    if thing is not None:
        return thing
    by_word = battle_names(s).by_word
    found = [thing for thing in by_word.get(word, ()) if thing in allowed]
    if not found and word:
        starting = [things for name, things in by_word.items() if name.startswith(word)]
        found = [thing for things in starting for thing in things if thing in allowed]
    return found[0] if len(found) == 1 else None


def all_characters(s: SkirmishState) -> list[int]:
    return [piece for side in range(SIDE_COUNT) for piece in characters_of_side(s, side)]


def all_objectives(s: SkirmishState) -> list[int]:
    """Return the objectives as things (from FIRST_OBJECTIVE on)."""
    return [FIRST_OBJECTIVE + index for index in range(MAX_OBJECTIVES) if s.objective_kind[index]]


def all_things(s: SkirmishState) -> list[int]:
    return [*all_characters(s), *all_objectives(s)]


# Words


def lower_article(name: str) -> str:
    """Return `the mill` for `The mill`."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def add_article(name: str) -> str:
    """Return `the ledger` for `ledger`, and `the mill` for `The mill`."""
    name = lower_article(name)
    return name if name.startswith("the ") else f"the {name}"


def shorten(text: str, length: int) -> str:
    """Cut a text that is longer than this, and end it with an ellipsis."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


# Inches


def inches_phrase(thousandths: int) -> str:
    """Return `4.25 inches` or `1 inch`."""
    number = format_inches(thousandths)
    return f"{number} inch" if number == "1" else f"{number} inches"


def approximate_inches(thousandths: int) -> str:
    """Return `4.3 inches`: rounded to tenths, and at least one tenth."""
    tenths = max((thousandths + 50) // 100, 1)
    return inches_phrase(tenths * 100)


def inches_over(thousandths: int, limit: int) -> str:
    """Return `6.7″`: a length beyond a limit, rounded to tenths unless that would hide the excess."""
    rounded = (thousandths + 50) // 100 * 100
    return f"{format_inches(rounded if rounded > limit else thousandths)}″"


def place_text(x: int, y: int) -> str:
    """Return `12.5,8.25`, as moves have it."""
    return f"{format_inches(x)},{format_inches(y)}"


def place_in_inches(x: int, y: int) -> list[float]:
    """Return a place as JSON has it."""
    return [x / INCH, y / INCH]


def packed_place_text(place: int) -> str:
    """Return the text of a place in one number, as events have it."""
    return place_text(place >> 16, place & 65535)
