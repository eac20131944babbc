"""The notation of positions: format and parse.

`turn 3 confederate, ap 4; union: Burnside 3 C4 acted, Keyes lost; points E11 union`. A position names only
what differs from the start. The action in progress comes last: `advance: actor union Burnside, target E5`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ....core.errors import BadPosition
from ....core.state_record import fill
from ..rules.hex_map import side_of
from ..scenario.setup import initial_state_of
from ..state import HAS_RALLIED, HEX_REFERENCES, PIECE_REFERENCES, SEATS, CivilWarState, Phase
from .names import MORALE_NAMES, PIECE_STATE_PATTERN, find_hex, find_piece, hex_notation, piece_notation, pieces_of_side
from .state_validation import check_state, rebuild_derived_fields, side_holding

EXAMPLE = "turn 3 union, ap 5; union: Burnside 3 C4 acted, Keyes lost; confederate: Evans E6"
NUMBER_PATTERN = "[0-9]{1,6}"

# The words for the fields of the action in progress. Saved positions contain them.
NUMBER_WORDS = {
    "steps": "steps_left",
    "gone": "hexes_moved",
    "dice": "dice_left",
    "hits": "hits",
    "ones": "ones",
    "fails": "must_retreat",
}
SWITCH_WORDS = {
    "quiet": "avoided_enemies",
    "bound": "stopped_by_terrain",
    "assault": "assault",
    "pushed": "has_displaced",
    "bereft": "has_lost_unit",
    "rode": "moved_first",
}
ACTION_WORDS = {**PIECE_REFERENCES, **HEX_REFERENCES, **NUMBER_WORDS, **SWITCH_WORDS}
MORALE_WORDS = ("hidden", *MORALE_NAMES)
PIECE_FLAG_WORDS = {"acted": "acted", "struck": "attacked", "shown": "revealed"}


# Writing


def position_text(s: CivilWarState) -> str:
    return "; ".join(format_parts(s, initial_state_of(s)))


def format_parts(s: CivilWarState, initial: CivilWarState) -> Iterator[str]:
    plain = Phase.ACT if s.ap or s.phase != Phase.AP else Phase.AP
    ap = f", ap {s.ap}" if plain == Phase.ACT else ""
    yield f"turn {s.turn} {SEATS[s.side]}{ap}"
    for side, name in enumerate(SEATS):
        items = [text for piece in pieces_of_side(s, side) if (text := format_piece(s, initial, piece))]
        if items:
            yield f"{name}: {', '.join(items)}"
    points = [
        f"{hex_notation(s, hex_ - 1)} {SEATS[holder - 1] if holder else 'nobody'}"
        for hex_, holder, first in zip(s.victory_hex, s.victory_hex_holder, initial.victory_hex_holder, strict=True)
        if hex_ and holder != first
    ]
    if points:
        yield f"points {', '.join(points)}"
    if any(s.banked_ap):
        yield f"banked {s.banked_ap[0]} {s.banked_ap[1]}"
    action = list(format_action(s))
    if s.phase != plain or action:
        colon = ": " if action else ""
        yield f"{Phase(s.phase).name.lower()}{colon}{', '.join(action)}"


def format_piece(s: CivilWarState, initial: CivilWarState, piece: int) -> str:
    """Return what differs from the start, or an empty string."""
    words = [word for word, field in PIECE_FLAG_WORDS.items() if getattr(s, field)[piece]]
    if s.acted[piece] == HAS_RALLIED:
        words[0] = "rallied"
    if s.morale[piece] != initial.morale[piece]:
        words.insert(0, MORALE_WORDS[s.morale[piece]])
    off_map = "waits" if s.entry_turn[piece] else "lost"
    place = hex_notation(s, s.hex_of[piece] - 1) if s.hex_of[piece] else off_map
    has_moved = (s.hex_of[piece], s.entry_turn[piece]) != (initial.hex_of[piece], initial.entry_turn[piece])
    if s.strength[piece] != initial.strength[piece] and place != "lost":
        words = [str(s.strength[piece]), place, *words]
    elif words or has_moved:
        words = [place, *words]
    return " ".join([piece_notation(s, piece), *words]) if words else ""


def format_action(s: CivilWarState) -> Iterator[str]:
    for word, field in ACTION_WORDS.items():
        value = getattr(s, field)
        if value and word in PIECE_REFERENCES:
            yield f"{word} {SEATS[side_of(value - 1)]} {piece_notation(s, value - 1)}"
        elif value and word in HEX_REFERENCES:
            yield f"{word} {hex_notation(s, value - 1)}"
        elif value:
            yield word if word in SWITCH_WORDS else f"{word} {value}"


# Reading


def parse_position(s: CivilWarState, text: str) -> None:
    """Change an initial state into the position that the text describes."""
    draft, heads = s.copy(), set()
    named_points: list[int] = []
    for number, part in enumerate(text.split(";")):
        part_text = " ".join(part.split())
        try:
            head = parse_turn(draft, part_text) if number == 0 else parse_part(draft, s, part_text, named_points)
        except (LookupError, ValueError):
            raise BadPosition(f"a position of civilwar reads like: {EXAMPLE}; not {part_text[:60]!r}") from None
        if head in heads:
            raise BadPosition(f"a position says its {head!r} only once")
        heads.add(head)
    rebuild_derived_fields(draft, s)
    for index, hex_ in enumerate(draft.victory_hex):
        holder = side_holding(draft, hex_ - 1)
        if holder is not None and index not in named_points:
            draft.victory_hex_holder[index] = holder + 1
    reason = check_state(draft, s)
    if reason:
        raise BadPosition(reason)
    for name in CivilWarState.names:
        setattr(s, name, getattr(draft, name))


def parse_turn(s: CivilWarState, text: str) -> str:
    """Parse `turn 3 union, ap 4`; without APs their die is still to be rolled."""
    match = re.fullmatch(rf"turn ({NUMBER_PATTERN}) ({'|'.join(SEATS)})(?: ?, ap ({NUMBER_PATTERN}))?", text.lower())
    if not match:
        raise ValueError("not a turn")
    s.turn, s.side = int(match[1]), SEATS.index(match[2])
    s.ap = int(match[3] or 0)
    s.phase = Phase.AP if match[3] is None else Phase.ACT
    return "turn"


def parse_part(s: CivilWarState, initial: CivilWarState, text: str, named_points: list[int]) -> str:
    """Apply a part of a position and return its first word; append VP hexes that it names to `named_points`."""
    head = re.split("[ :]", text, maxsplit=1)[0].lower()
    rest = text[len(head) :].removeprefix(":").strip()
    if head in SEATS:
        parse_items(rest, lambda words: parse_piece(s, initial, SEATS.index(head), words))
    elif head == "points":
        parse_items(rest, lambda words: parse_victory_hex(s, words, named_points))
    elif head == "banked":
        union, confederate = map(parse_number, rest.split())
        fill(s.banked_ap, (union, confederate))
    else:
        s.phase = Phase[head.upper()]
        if rest:
            parse_items(rest, lambda words: parse_action_field(s, words))
    return head


def parse_items(text: str, parse_item: Callable[[list[str]], object]) -> None:
    """Parse a list of items; `parse_item` returns the subject of the item, which may come only once."""
    require_different([parse_item(item.split()) for item in text.split(",")])


def require_different(subjects: list[object]) -> None:
    if len(set(subjects)) < len(subjects):
        raise ValueError("given twice")


def parse_number(word: str) -> int:
    if not re.fullmatch(NUMBER_PATTERN, word):
        raise ValueError("not a number")
    return int(word)


def require_known(found: int | None) -> int:
    if found is None:
        raise ValueError("not a piece or a hex")
    return found


PIECE_WORD_PATTERN = re.compile(f"{NUMBER_PATTERN}|{PIECE_STATE_PATTERN}", re.IGNORECASE)


def parse_piece(s: CivilWarState, initial: CivilWarState, side: int, words: list[str]) -> int:
    """Parse `Burnside 3 C4 acted`: the name ends before the words that describe its state."""
    name_words = len(words)
    while name_words > 1 and PIECE_WORD_PATTERN.fullmatch(words[name_words - 1]):
        name_words -= 1
    piece = require_known(find_piece(s, side, " ".join(words[:name_words])))
    require_different([parse_piece_state(s, initial, piece, word) for word in words[name_words:]])
    return piece


def parse_piece_state(s: CivilWarState, initial: CivilWarState, piece: int, text: str) -> str:
    """Apply a word about a piece and return what it describes."""
    word = text.lower()
    if word.isdigit():
        s.strength[piece] = parse_number(word)
        return "strength"
    if word in PIECE_FLAG_WORDS:
        getattr(s, PIECE_FLAG_WORDS[word])[piece] = 1
        return word
    if word == "rallied":
        s.acted[piece] = HAS_RALLIED
        return "acted"
    if word in MORALE_WORDS:
        s.morale[piece] = MORALE_WORDS.index(word)
        return "morale"
    if word == "waits":
        s.hex_of[piece], s.entry_turn[piece] = 0, initial.entry_turn[piece] or 1
    elif word == "lost":
        s.hex_of[piece] = s.entry_turn[piece] = s.strength[piece] = 0
    else:
        s.hex_of[piece], s.entry_turn[piece] = require_known(find_hex(s, text)) + 1, 0
    return "place"


def parse_victory_hex(s: CivilWarState, words: list[str], named_points: list[int]) -> int:
    hex_, holder = words
    index: int = s.victory_hex.tolist().index(require_known(find_hex(s, hex_)) + 1)
    s.victory_hex_holder[index] = 0 if holder.lower() == "nobody" else SEATS.index(holder.lower()) + 1
    named_points.append(index)
    return index


def parse_action_field(s: CivilWarState, item: list[str]) -> str:
    """Set a field of the action in progress and return its word."""
    name, words = item[0].lower(), item[1:]
    if name in PIECE_REFERENCES:
        side, *rest = words
        value = require_known(find_piece(s, SEATS.index(side.lower()), " ".join(rest))) + 1
    elif name in HEX_REFERENCES:
        (word,) = words
        value = require_known(find_hex(s, word)) + 1
    elif name in NUMBER_WORDS:
        (word,) = words
        value = parse_number(word)
    elif words or name not in SWITCH_WORDS:
        raise ValueError("not a field")
    else:
        value = 1
    setattr(s, ACTION_WORDS[name], value)
    return name
