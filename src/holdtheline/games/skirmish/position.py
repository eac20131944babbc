"""Positions of a battle in words: to write and to read.

`round 3 friends; f1 12.5,8.25 wounds 1 done, e3 fallen; o1 carried by f2; c2 lost 1; acting actor f1 legs 1`.
Only what differs from the start of the battle is said. Characters, objectives and companies go by their ids;
after an id come words and pairs: a place, a state, `wounds 2`. What goes on just now comes last: the phase,
and then its fields by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.errors import BadPosition
from ...core.fields import fields_of
from ...core.kernel import words_of
from .deployment import start
from .layout import laid_out
from .names import SIDE_WORDS, all_characters, objectives_of, place_words, terrain_id, thing_id
from .reading import (
    CARRIED,
    FLAGS,
    MOMENT,
    PAIRS,
    SECOND,
    SIDE_FIELDS,
    THINGS,
    Unclear,
    forget_moment,
    read_head,
    read_part,
)
from .scenarios import OPTIONS, known
from .sound import OF_THE_COMPANIES, OF_THE_SHEET, TERRAIN_FIELDS, fault
from .state import DTYPE, FIRST_OBJECTIVE, MOST_COMPANIES, Lies, Phase, There, setup_row

__all__ = ["position", "position_text"]

FORM = "round 3 friends; f1 12.5,8.25 wounds 1 done, e3 fallen; o1 carried by f2; choose"
LONGEST = 20_000
FIELDS = DTYPE.names or ()


# The start, which is not said


_usual: dict[int, Any] = {}


def usual_of(s: Any) -> Any:
    """The record of this battle's start; an empty one where it is of no scenario."""
    battle = int(s.battle)
    if battle not in _usual:
        scenario = known(s)
        record = fields_of(DTYPE)(np.zeros(words_of(DTYPE), np.int64))
        if scenario is None:
            return record
        start(record, setup_row(laid_out(scenario, {option.name: option.default for option in OPTIONS})))
        _usual[battle] = record
    return _usual[battle]


# Writing


def position_text(s: Any) -> str:
    return "; ".join(parts_of(s, usual_of(s)))


def parts_of(s: Any, usual: Any) -> Iterator[str]:
    yield f"round {s.round} {SIDE_WORDS[s.side]}"
    characters = [text for piece in all_characters(s) if (text := character_text(s, usual, piece))]
    if characters:
        yield ", ".join(characters)
    objectives = [text for thing in objectives_of(s) if (text := objective_text(s, usual, thing))]
    if objectives:
        yield ", ".join(objectives)
    companies = [text for place in range(MOST_COMPANIES) if (text := company_text(s, place))]
    if companies:
        yield ", ".join(companies)
    yield " ".join([Phase(int(s.phase)).name.lower(), *moment_words(s)])


def character_text(s: Any, usual: Any, piece: int) -> str:
    """What is to be said of somebody, or nothing: it is as at the start."""
    words = []
    if differs(s, usual, piece, "x", "y"):
        words.append(place_words(s.x[piece], s.y[piece]))
    if differs(s, usual, piece, "there"):
        words.append(There(int(s.there[piece])).name.lower())
    if differs(s, usual, piece, "face_x", "face_y"):
        words += ["looks", place_words(s.face_x[piece], s.face_y[piece])]
    for name in ("wounds", "arrives", "slots"):
        if differs(s, usual, piece, name):
            words += [name, str(getattr(s, name)[piece])]
    for name in OF_THE_SHEET:
        number = int(getattr(s, name)[piece])
        if number and name in FLAGS:
            words.append(name)
        elif number:
            words += [name, thing_id(number - 1) if name in CARRIED else str(number)]
    return " ".join([thing_id(piece), *words]) if words else ""


def differs(s: Any, usual: Any, place: int, *names: str) -> bool:
    return any(getattr(s, name)[place] != getattr(usual, name)[place] for name in names)


def objective_text(s: Any, usual: Any, thing: int) -> str:
    place, words = thing - FIRST_OBJECTIVE, []
    if differs(s, usual, place, "o_x", "o_y"):
        words.append(place_words(s.o_x[place], s.o_y[place]))
    if differs(s, usual, place, "o_lies"):
        words.append(Lies(int(s.o_lies[place])).name.lower())
    if differs(s, usual, place, "o_by"):
        words += ["by", thing_id(int(s.o_by[place]) - 1) if s.o_by[place] else "nobody"]
    return " ".join([thing_id(thing), *words]) if words else ""


def company_text(s: Any, place: int) -> str:
    names = {"lost": s.c_lost, "fled": s.c_fled, **{name: getattr(s, name) for name in OF_THE_COMPANIES}}
    words = [word for name, row in names.items() if row[place] for word in (name, str(row[place]))]
    return " ".join([f"c{place + 1}", *words]) if words else ""


def moment_words(s: Any) -> Iterator[str]:
    """What goes on, field by field; 0 is not said."""
    for name in MOMENT:
        number = int(getattr(s, name))
        if name in PAIRS:
            other = int(getattr(s, SECOND[name]))
            if number or other:
                yield from (PAIRS[name], place_words(number, other))
        elif number:
            yield from (name, number_text(name, number))


def number_text(name: str, number: int) -> str:
    if name in THINGS:
        return thing_id(number - 1)
    if name in TERRAIN_FIELDS:
        return terrain_id(number - 1)
    return SIDE_WORDS[number - SIDE_FIELDS[name]] if name in SIDE_FIELDS else str(number)


# Reading


def position(s: Any, text: str) -> None:
    """Put a started state into the position that the text describes; the rest is as at the start."""
    draft = s.copy()
    said = text if len(text) <= LONGEST and text.isascii() else ""
    parts = [part.strip() for part in said.split(";")]
    try:
        forget_moment(draft)
        read_head(draft, parts[0].split())
        for part in parts[1:]:
            read_part(draft, part)
    except (Unclear, LookupError, ValueError) as error:
        what = str(error) if isinstance(error, Unclear) else text[:40]
        raise BadPosition(f"a position of skirmish reads like: {FORM}; not {what!r}") from None
    wrong = fault(draft, s)
    if wrong:
        raise BadPosition(wrong)
    for name in FIELDS:
        setattr(s, name, getattr(draft, name))
