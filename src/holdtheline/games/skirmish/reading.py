"""The words of a position, read part by part into a record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .names import ID, SIDE_WORDS, thing_with_id
from .sound import CHARACTER_FIELDS, GOING_ON, OF_THE_COMPANIES, OF_THE_SHEET, TERRAIN_FIELDS
from .state import FIRST_OBJECTIVE, MOST_TERRAIN, Lies, Phase, There

HEAD = ("round", "side")
PAIRS = {
    "start_x": "start",
    "aim_x": "aim_at",
    "over_x": "over_at",
    "onward_x": "onward",
}
"""Two fields that are one place, under the name of the first."""
SECOND = {name: f"{name[:-1]}y" for name in PAIRS}
FIRST_OF = {word: name for name, word in PAIRS.items()}
MOMENT = tuple(name for name in GOING_ON if name not in (*HEAD, "phase", *SECOND.values()) or name in PAIRS)
THINGS = CHARACTER_FIELDS | {"aim"}
SIDE_FIELDS = {"first": 0, "winner": 1}
"""Fields that name a side, and what is added to its number."""
FLAGS = ("routs", "done", "shot_at", "swept")
CARRIED = ("carries", "held_by")
STATES = {there.name.lower(): there for there in There if there != There.NOBODY}
LYING = {"free": Lies.FREE, "carried": Lies.CARRIED, "left": Lies.LEFT, "lost": Lies.LOST}
NUMBER = re.compile("-?[0-9]{1,9}")
AT = re.compile(r"(-?[0-9]{1,2}(?:\.[0-9]{1,3})?),(-?[0-9]{1,2}(?:\.[0-9]{1,3})?)")


class Unclear(Exception):
    """A part of a position that means nothing."""


def forget_moment(s: Any) -> None:
    """A started battle waits for its first die; a position says what it waits for."""
    for name in GOING_ON:
        setattr(s, name, 0)
    s.phase = Phase.CHOOSE


def read_head(s: Any, words: list[str]) -> None:
    if len(words) != 3 or words[0].lower() != "round":
        raise Unclear(" ".join(words)[:40])
    s.round, s.side = number_in(words[1]), SIDE_WORDS.index(words[2].lower())


def read_part(s: Any, part: str) -> None:
    """Characters, things and companies, one after the other; or the phase with its fields."""
    words = part.lower().split()
    if not words:
        raise Unclear(part)
    if words[0].upper() in Phase.__members__:
        s.phase = Phase[words[0].upper()]
        read_moment(s, words[1:])
        return
    for id_, item_words in items_of(words):
        read_item(s, id_, item_words)


def items_of(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each id with the words behind it; an item ends with a comma."""
    item: list[str] = []
    for word in words:
        item.append(word.removesuffix(","))
        if word.endswith(","):
            yield item[0], item[1:]
            item = []
    if not item:
        raise Unclear(" ".join(words)[:40])
    yield item[0], item[1:]


def read_item(s: Any, id_: str, words: list[str]) -> None:
    if re.fullmatch("c[1-9][0-9]?", id_):
        read_company(s, int(id_[1:]) - 1, words)
        return
    thing = thing_with_id(s, id_)
    if thing is None or not words:
        raise Unclear(" ".join([id_, *words])[:40])
    if thing >= FIRST_OBJECTIVE:
        read_objective(s, thing - FIRST_OBJECTIVE, words)
    else:
        read_character(s, thing, words)


def read_character(s: Any, piece: int, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if AT.fullmatch(word):
            s.x[piece], s.y[piece] = place_in(word)
        elif word in STATES:
            s.there[piece] = STATES[word]
        elif word == "looks":
            s.face_x[piece], s.face_y[piece] = place_in(rest.pop(0))
        elif word in FLAGS and word in OF_THE_SHEET:
            getattr(s, word)[piece] = 1
        elif word in CARRIED:
            getattr(s, word)[piece] = thing_in(s, rest.pop(0)) + 1
        elif word in ("wounds", "arrives", "slots", *OF_THE_SHEET):
            getattr(s, word)[piece] = number_in(rest.pop(0))
        else:
            raise Unclear(word[:40])


def read_objective(s: Any, place: int, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if AT.fullmatch(word):
            s.o_x[place], s.o_y[place] = place_in(word)
        elif word in LYING:
            s.o_lies[place] = LYING[word]
        elif word == "by":
            who = rest.pop(0)
            s.o_by[place] = 0 if who == "nobody" else thing_in(s, who) + 1
        else:
            raise Unclear(word[:40])


def read_company(s: Any, place: int, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name = f"c_{word}" if word in ("lost", "fled") else word
        if name not in ("c_lost", "c_fled", *OF_THE_COMPANIES):
            raise Unclear(word[:40])
        getattr(s, name)[place] = number_in(rest.pop(0))


def read_moment(s: Any, words: list[str]) -> None:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in FIRST_OF:
            first = FIRST_OF[word]
            x, y = place_in(rest.pop(0))
            setattr(s, first, x)
            setattr(s, SECOND[first], y)
        elif word in MOMENT and word not in PAIRS:
            setattr(s, word, value_in(s, word, rest.pop(0)))
        else:
            raise Unclear(word[:40])


def value_in(s: Any, name: str, word: str) -> int:
    if name in THINGS:
        return thing_in(s, word) + 1
    if name in SIDE_FIELDS:
        return SIDE_WORDS.index(word) + SIDE_FIELDS[name]
    if name not in TERRAIN_FIELDS:
        return number_in(word)
    found = ID.fullmatch(word)
    if not found or found[1] != "t" or int(found[2]) > MOST_TERRAIN:
        raise Unclear(word[:40])
    return int(found[2])


def number_in(word: str) -> int:
    if not NUMBER.fullmatch(word):
        raise Unclear(word[:40])
    return int(word)


def place_in(word: str) -> tuple[int, int]:
    """Two lengths in inches, as thousandths."""
    found = AT.fullmatch(word)
    if not found:
        raise Unclear(word[:40])
    return signed(found[1]), signed(found[2])


def signed(word: str) -> int:
    whole, _, rest = word.removeprefix("-").partition(".")
    number = int(whole) * 1000 + int(f"{rest:0<3}")
    return -number if word.startswith("-") else number


def thing_in(s: Any, word: str) -> int:
    thing = thing_with_id(s, word)
    if thing is None:
        raise Unclear(word[:40])
    return thing
