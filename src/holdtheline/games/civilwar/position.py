"""Positions of a battle in words: to write and to read.

`turn 3 confederate, ap 4; union: Burnside 3 C4 acted, Keyes lost; points E11 union`. Only what differs from
the start of the battle is said. What goes on just now comes last: `advance: actor union Burnside, target E5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...core.errors import BadPosition
from .checks import MOST_PIECES
from .names import (
    COLOURS,
    HEX,
    SEATS,
    STATES,
    colour,
    hex_named,
    hex_word,
    piece_named,
    pieces_of,
    written,
)
from .scenarios import numbered, piece_numbers, point_numbers, scenario_of
from .sound import fault, rebuild, side_in
from .state import DTYPE, OF_A_PIECE, RALLIED, SIDES, Phase

__all__ = ["fault", "position", "position_text"]

FIELDS = DTYPE.names or ()
FORM = "turn 3 union, ap 5; union: Burnside 3 C4 acted, Keyes lost; confederate: Evans E6"
PIECES_SAID = ("mover", "along", "actor", "checked", "displaced")
HEXES_SAID = ("target", "into")
SWITCHES = ("quiet", "bound", "assault")
NUMBERS = ("steps", "gone", "dice", "hits", "ones", "fails")
GOING_ON = (*PIECES_SAID, *HEXES_SAID, *NUMBERS, *SWITCHES)
FLAGS = ("acted", "struck", "shown")
NUMBER = "[0-9]{1,6}"


# Writing


def position_text(s: Any) -> str:
    return "; ".join(parts_of(s, usual_of(s)))


class Usual(NamedTuple):
    """How a battle starts, under the names of the record's fields."""

    strength: Mapping[int, int]
    morale: Mapping[int, int]
    at: Mapping[int, int]
    due: Mapping[int, int]
    point_holder: Sequence[int]


_usual: dict[int, Usual] = {}


def usual_of(s: Any) -> Usual:
    battle = int(s.battle)
    if battle not in _usual:
        scenario = scenario_of(s)
        names = ("strength", "morale", "at", "due")
        pieces = {number: piece_numbers(piece, scenario) for number, piece in numbered(scenario)}
        told = {
            name: {number: values[OF_A_PIECE.index(name)] for number, values in pieces.items()}
            for name in names
        }
        _usual[battle] = Usual(**told, point_holder=[point_numbers(one)[-1] for one in scenario.points])
    return _usual[battle]


def parts_of(s: Any, usual: Usual) -> Iterator[str]:
    plain = Phase.ACT if s.ap or s.phase != Phase.AP else Phase.AP
    ap = f", ap {s.ap}" if plain == Phase.ACT else ""
    yield f"turn {s.number} {SEATS[s.side]}{ap}"
    for side, name in enumerate(SEATS):
        items = [text for piece in pieces_of(s, side) if (text := piece_text(s, usual, piece))]
        if items:
            yield f"{name}: {', '.join(items)}"
    points = [
        f"{hex_word(s, hex_ - 1)} {holder_text(s.point_holder[place])}"
        for place, hex_ in enumerate(s.point_hex)
        if hex_ and s.point_holder[place] != usual.point_holder[place]
    ]
    if points:
        yield f"points {', '.join(points)}"
    if any(s.banked):
        yield f"banked {s.banked[0]} {s.banked[1]}"
    going_on = list(items_of(s))
    if s.phase != plain or going_on:
        colon = ": " if going_on else ""
        yield f"{Phase(s.phase).name.lower()}{colon}{', '.join(going_on)}"


def holder_text(holder: int) -> str:
    return SEATS[holder - 1] if holder else "nobody"


def piece_text(s: Any, usual: Usual, piece: int) -> str:
    """What is to be said of a piece, or nothing: it is as at the start."""
    words = [name for name in FLAGS if getattr(s, name)[piece]]
    if s.acted[piece] == RALLIED:
        words[0] = "rallied"
    if s.morale[piece] != usual.morale[piece]:
        words.insert(0, colour(s.morale[piece]) if s.morale[piece] else "hidden")
    place = place_text(s, piece)
    if s.strength[piece] != usual.strength[piece] and place != "lost":
        words = [str(s.strength[piece]), place, *words]
    elif words or (s.at[piece], s.due[piece]) != (usual.at[piece], usual.due[piece]):
        words = [place, *words]
    return " ".join([written(s, piece), *words]) if words else ""


def place_text(s: Any, piece: int) -> str:
    if s.at[piece]:
        return hex_word(s, s.at[piece] - 1)
    return "waits" if s.due[piece] else "lost"


def items_of(s: Any) -> Iterator[str]:
    """What goes on, field by field."""
    for name in GOING_ON:
        value = getattr(s, name)
        if value and name in PIECES_SAID:
            yield f"{name} {SEATS[(value - 1) // MOST_PIECES]} {written(s, value - 1)}"
        elif value and name in HEXES_SAID:
            yield f"{name} {hex_word(s, value - 1)}"
        elif value:
            yield name if name in SWITCHES else f"{name} {value}"


# Reading


def position(s: Any, text: str) -> None:
    """Put a started state into the position that the text describes; the rest is as at the start."""
    draft, heads = s.copy(), set()
    points: list[int] = []
    for number, part in enumerate(text.split(";")):
        said = " ".join(part.split())
        try:
            head = read_head(draft, said) if number == 0 else read_part(draft, s, said, points)
        except (LookupError, ValueError):
            raise BadPosition(f"a position of civilwar reads like: {FORM}; not {said[:60]!r}") from None
        if head in heads:
            raise BadPosition(f"a position says its {head!r} only once")
        heads.add(head)
    rebuild(draft, s)
    for place, hex_ in enumerate(draft.point_hex):
        there = side_in(draft, hex_ - 1)
        if there is not None and place not in points:
            draft.point_holder[place] = there + 1
    wrong = fault(draft, s)
    if wrong:
        raise BadPosition(wrong)
    for name in FIELDS:
        setattr(s, name, getattr(draft, name))


def read_head(s: Any, said: str) -> str:
    """`turn 3 union, ap 4`; without APs the die for them is still to be rolled."""
    found = re.fullmatch(rf"turn ({NUMBER}) ({'|'.join(SEATS)})(?: ?, ap ({NUMBER}))?", said.lower())
    if not found:
        raise ValueError("this is no turn")
    s.number, s.side = int(found[1]), SEATS.index(found[2])
    s.ap = int(found[3] or 0)
    s.phase = Phase.AP if found[3] is None else Phase.ACT
    return "turn"


def read_part(s: Any, usual: Any, said: str, points: list[int]) -> str:
    """Take a part into the position; what it was about. `points` hears which VP hexes were named."""
    head = re.split("[ :]", said, maxsplit=1)[0].lower()
    rest = said[len(head) :].removeprefix(":").strip()
    if head in SEATS:
        read_items(rest, lambda words: read_piece(s, usual, SEATS.index(head), words))
    elif head == "points":
        read_items(rest, lambda words: read_point(s, words, points))
    elif head == "banked":
        s.banked = [number_in(word) for word in two(rest.split())]
    else:
        s.phase = Phase[head.upper()]
        if rest:
            read_items(rest, lambda words: read_going_on(s, words))
    return head


def two(words: list[str]) -> list[str]:
    if len(words) != SIDES:
        raise ValueError("there are two sides")
    return words


def read_items(text: str, read: Callable[[list[str]], object]) -> None:
    """Read each item; `read` answers what it is about."""
    said = set()
    for item in text.split(","):
        about = read(item.split())
        if about in said:
            raise ValueError("it was said already")
        said.add(about)


def number_in(word: str) -> int:
    if not re.fullmatch(NUMBER, word):
        raise ValueError("this is no number")
    return int(word)


def hex_in(s: Any, word: str) -> int:
    hex_ = hex_named(s, word)
    if hex_ is None:
        raise ValueError("this is no hex")
    return hex_


def piece_in(s: Any, side: int, name: str) -> int:
    piece = piece_named(s, side, name)
    if piece is None:
        raise ValueError("this is no piece")
    return piece


STATE = re.compile(rf"{NUMBER}|{HEX}|{'|'.join(STATES)}", re.IGNORECASE)


def read_piece(s: Any, usual: Any, side: int, words: list[str]) -> int:
    """`Burnside 3 C4 acted`: the name ends where the first word stands that tells a state."""
    name_words = len(words)
    while name_words > 1 and STATE.fullmatch(words[name_words - 1]):
        name_words -= 1
    piece = piece_in(s, side, " ".join(words[:name_words]))
    told = [read_state(s, usual, piece, word) for word in words[name_words:]]
    if len(set(told)) < len(told):
        raise ValueError("it was said already")
    return piece


def read_state(s: Any, usual: Any, piece: int, said: str) -> str:
    """Take a word about a piece into the position; what of it was told."""
    word = said.lower()
    if word.isdigit():
        s.strength[piece] = number_in(word)
        return "strength"
    if word in FLAGS:
        getattr(s, word)[piece] = 1
        return word
    if word == "rallied":
        s.acted[piece] = RALLIED
        return "acted"
    if word in COLOURS or word == "hidden":
        s.morale[piece] = COLOURS.index(word) + 1 if word in COLOURS else 0
        return "morale"
    if word == "waits":
        s.at[piece], s.due[piece] = 0, usual.due[piece] or 1
    elif word == "lost":
        s.at[piece] = s.due[piece] = s.strength[piece] = 0
    else:
        s.at[piece], s.due[piece] = hex_in(s, said) + 1, 0
    return "place"


def read_point(s: Any, words: list[str], points: list[int]) -> int:
    hex_, holder = words
    place: int = s.point_hex.tolist().index(hex_in(s, hex_) + 1)
    s.point_holder[place] = 0 if holder.lower() == "nobody" else SEATS.index(holder.lower()) + 1
    points.append(place)
    return place


def read_going_on(s: Any, said: list[str]) -> str:
    """A field of what goes on, and its name."""
    name, words = said[0].lower(), said[1:]
    if name in PIECES_SAID:
        side, *rest = words
        setattr(s, name, piece_in(s, SEATS.index(side.lower()), " ".join(rest)) + 1)
    elif name in HEXES_SAID:
        (word,) = words
        setattr(s, name, hex_in(s, word) + 1)
    elif name in NUMBERS:
        (word,) = words
        setattr(s, name, number_in(word))
    elif words or name not in SWITCHES:
        raise ValueError("there is no such thing")
    else:
        setattr(s, name, 1)
    return name
