"""What seats, characters, things and terrain are called, by name and by id, and who is meant by a name.

Names are in the scenario, not in the record; here they are looked up once for each battle. Ids are short and
the same in moves, pictures and positions: `f1` a friend, `e1` an enemy, `o1` an objective, `t1` terrain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .scenarios import known, seats_of
from .space import OF_TERRAIN
from .state import (
    ENEMIES,
    FIRST_OBJECTIVE,
    FRIENDS,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    SIDES,
    Ground,
    There,
)
from .table import Kind, Scenario, Side

SIDE_WORDS = ("friends", "enemies")
THE_SIDES = ("the friends", "the enemies")
SIDE_LETTERS = "fe"
ID = re.compile(r"([feot])([1-9][0-9]?)")


class Roster(NamedTuple):
    """The names of a battle, by the numbers of the record."""

    things: Mapping[int, str]
    """Characters, and objectives from FIRST_OBJECTIVE on."""
    terrain: Mapping[int, str]
    companies: Mapping[int, str]
    by_word: Mapping[str, tuple[int, ...]]
    """The things that have a name, in small letters."""


NOBODY = Roster({}, {}, {}, {})
_rosters: dict[int, Roster] = {}


def roster_of(s: Any) -> Roster:
    battle = int(s.battle)
    if battle not in _rosters:
        scenario = known(s)
        if scenario is None:
            return NOBODY
        _rosters[battle] = new_roster(scenario)
    return _rosters[battle]


def new_roster(scenario: Scenario) -> Roster:
    plain = {
        first * MOST_OF_A_SIDE + place: one.name
        for first, side in enumerate(Side)
        for place, one in enumerate(scenario.of_side(side))
    }
    plain |= {FIRST_OBJECTIVE + place: one.name for place, one in enumerate(scenario.objectives)}
    often = Counter(name.casefold() for name in plain.values())
    things = {
        number: name if often[name.casefold()] == 1 else f"{name} ({thing_id(number)})"
        for number, name in plain.items()
    }
    by_word: dict[str, tuple[int, ...]] = {}
    for number, name in plain.items():
        word = bare(name)
        by_word[word] = (*by_word.get(word, ()), number)
    terrain = {place: in_a_sentence(one.name) for place, one in enumerate(scenario.terrain) if one.name}
    companies = {place: in_a_sentence(one.name) for place, one in enumerate(scenario.companies)}
    return Roster(things, terrain, companies, by_word)


def in_a_sentence(name: str) -> str:
    """`the mill` for `The mill`."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def bare(text: str) -> str:
    """A name as it is looked for: small letters, single spaces, no article."""
    return " ".join(text.casefold().split()).removeprefix("the ")


# Seats


def seat_name(s: Any, seat: int) -> str:
    """`the first general`; `the AI general` where nobody sits for the enemy."""
    names = seats_of(int(s.generals), True)
    name = names[seat] if 0 <= seat < len(names) else "nobody"
    return "the AI general" if seat == s.generals and not s.enemy_seat else f"the {name}"


def seat_now(s: Any) -> int:
    """The general whose activation it is."""
    return int(s.general) if s.side == FRIENDS else int(s.generals)


# Ids


def thing_id(thing: int) -> str:
    """`f3`, `e1` or `o2`."""
    if thing >= FIRST_OBJECTIVE:
        return f"o{thing - FIRST_OBJECTIVE + 1}"
    return f"{SIDE_LETTERS[thing // MOST_OF_A_SIDE]}{thing % MOST_OF_A_SIDE + 1}"


def terrain_id(place: int) -> str:
    return f"t{place + 1}"


def thing_with_id(s: Any, word: str) -> int | None:
    """The character or the objective of this battle that has this id."""
    found = ID.fullmatch(word)
    if not found or found[1] == "t":
        return None
    place = int(found[2]) - 1
    if found[1] == "o":
        is_there = place < MOST_OBJECTIVES and s.o_kind[place]
        return FIRST_OBJECTIVE + place if is_there else None
    piece = SIDE_LETTERS.index(found[1]) * MOST_OF_A_SIDE + place
    return piece if place < MOST_OF_A_SIDE and s.there[piece] != There.NOBODY else None


# Names


def name_of(s: Any, thing: int) -> str:
    """Of a character or an objective; its id where a battle has no names."""
    if not 0 <= thing < FIRST_OBJECTIVE + MOST_OBJECTIVES:
        return "nobody"
    return in_a_sentence(roster_of(s).things.get(thing, thing_id(thing)))


def title_of(s: Any, thing: int) -> str:
    """The name alone, as on a card."""
    return roster_of(s).things.get(thing, thing_id(thing))


def the(s: Any, thing: int) -> str:
    """A character by its name, an objective with its article."""
    name = name_of(s, thing)
    is_person = thing < FIRST_OBJECTIVE or s.o_kind[thing - FIRST_OBJECTIVE] == Kind.CHARACTER
    return name if is_person or name.startswith("the ") else f"the {name}"


def terrain_name(s: Any, place: int) -> str:
    name = roster_of(s).terrain.get(place, "")
    if name:
        return name
    kind = Ground(int(s.t_kind[place])) if 0 <= place < MOST_TERRAIN else Ground.NONE
    return f"the {kind.name.lower()} {terrain_id(place)}"


def company_name(s: Any, company: int) -> str:
    return roster_of(s).companies.get(company, f"company {company + 1}")


def blocker_name(s: Any, found: int) -> str:
    """Of what `space.in_way` or `sight.blocker` has found."""
    return terrain_name(s, found - OF_TERRAIN) if found >= OF_TERRAIN else name_of(s, found - 1)


def blocker_id(found: int) -> str:
    return terrain_id(found - OF_TERRAIN) if found >= OF_TERRAIN else thing_id(found - 1)


# Who is meant


def thing_named(s: Any, text: str, among: Iterable[int]) -> int | None:
    """The one of these that has this id or name, or whose name alone begins so. Case does not matter."""
    allowed, word = set(among), bare(text)
    thing = thing_with_id(s, word)
    if thing is not None:
        return thing
    by_word = roster_of(s).by_word
    meant = [one for one in by_word.get(word, ()) if one in allowed]
    if not meant and word:
        meant = [
            one for name, all_ in by_word.items() if name.startswith(word) for one in all_ if one in allowed
        ]
    return meant[0] if len(meant) == 1 else None


def characters_of(s: Any, side: int) -> list[int]:
    """All of a side that the battle has, wherever they are."""
    first = side * MOST_OF_A_SIDE
    return [piece for piece in range(first, first + MOST_OF_A_SIDE) if s.there[piece] != There.NOBODY]


def all_characters(s: Any) -> list[int]:
    return [piece for side in range(SIDES) for piece in characters_of(s, side)]


def objectives_of(s: Any) -> list[int]:
    """As things."""
    return [FIRST_OBJECTIVE + place for place in range(MOST_OBJECTIVES) if s.o_kind[place]]


def side_at(seat: int, s: Any) -> int:
    """The side that a seat commands."""
    return FRIENDS if seat < s.generals else ENEMIES


# Words


def plural(count: int, noun: str, nouns: str = "") -> str:
    return f"{count} {noun}" if count == 1 else f"{count or 'no'} {nouns or noun + 's'}"


def capital(text: str) -> str:
    """Only the first letter, as names have capitals of their own."""
    return text[:1].upper() + text[1:]


def listed_words(words: list[str]) -> str:
    """`Oda, Hask and Pim`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nobody"


def inches(thousandths: int) -> str:
    """`4.25 inches`; `1 inch`."""
    number = decimal(thousandths)
    return f"{number} inch" if number == "1" else f"{number} inches"


def decimal(thousandths: int) -> str:
    """`4.25` for 4250: no decimals that are not needed."""
    whole, rest = divmod(abs(int(thousandths)), 1000)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")


def about(thousandths: int) -> str:
    """`4.3 inches`, for those who only want to know roughly; never 0 of something."""
    tenths = max((int(thousandths) + 50) // 100, 1)
    return inches(tenths * 100)


def place_words(x: int, y: int) -> str:
    """`12.5,8.25`, as moves have it."""
    return f"{decimal(x)},{decimal(y)}"


def spot_words(spot: int) -> str:
    """Of a place in one number, as events have it."""
    return place_words(spot >> 16, spot & 65535)


def fewer_words(company: str, count: int) -> str:
    """`the Sump has fewer than 3 left`."""
    return f"nobody of {company} is left" if count == 1 else f"{company} has fewer than {count} left"
