"""A battle on a bare field of 9 by 7 hexes, with only the pieces and the ground that a case needs.

Columns are A to I, rows 1 to 7; rows 2, 4 and 6 lie half a hex to the right. So E4 lies next to D4 and F4,
to E3 and F3 above, and to E5 and F5 below; E5 lies next to D5 and F5, to D4 and E4 above, and to D6 and E6
below.
The home of the Union is the north, that of the Confederacy the south, unless a case says something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import IllegalMove
from holdtheline.core.events import Event
from holdtheline.core.game import State
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.rules.hex_map import place_in_hex, remove_from_hex
from holdtheline.games.civilwar.rules.moves import MoveKind, move_hex, move_kind, move_piece
from holdtheline.games.civilwar.scenario.setup import scenario_of
from holdtheline.games.civilwar.state import EventKind, Phase

WIDTH, HEIGHT = 9, 7
COLUMNS = "ABCDEFGHI"
SIDES = ("union", "confederate")
COLOURS = ("green", "black", "gold")
WORDS = " ".join(["word"] * 90)
FLAGS = ("acted", "attacked", "revealed")


def stage(
    union: str = "infantry Home A1",
    confederate: str = "infantry Far I7",
    *,
    ground: str = "",
    side: str = "union",
    ap: int = 6,
    turn: int = 1,
    points: str = "",
    **more: Any,
) -> State:
    """Return a state of a battle. Pieces read `infantry Ames E4 3 gold acted; leader Able E4`, ground `E4 w, F5 c`.

    Full strength and black morale need not be said. `cavalry Cole A1 turn=4` waits. Points read `D2 1 union
    nobody`: worth, for whom, who holds it. What else is given is a line of the file, or an option.
    """
    pieces = [(name, piece.split()) for name, text in zip(SIDES, (union, confederate), strict=True)
            for piece in text.split(";")]  # fmt: skip
    lines = {name: more.pop(name) for name in list(more) if name in LINES}
    text = file_of(pieces, ground, points, {**LINES, **lines})
    state = load("civilwar", plain=True, scenario=CUSTOM_SCENARIO_HEADER + text, **more).start()
    s = state.record
    for name, (kind, piece, _, *words) in pieces:
        number = number_of(state, piece, name)
        for flag in FLAGS:
            getattr(s, flag)[number] = flag in words
        if kind == "leader" and not any(word.startswith("turn=") for word in words):
            remove_from_hex(s, number)
    for name, (kind, piece, hex_, *words) in pieces:
        if kind == "leader" and not any(word.startswith("turn=") for word in words):
            place_in_hex(s, number_of(state, piece, name), hex_number(hex_))
    s.side, s.turn, s.ap, s.phase = SIDES.index(side), turn, ap, Phase.ACT
    return State(state.game, state.words)


LINES: dict[str, Any] = {
    "turns": 9,
    "first": "union",
    "winner": "most",
    "command": (3, 3),
    "vp": (9, 9),
    "vp_live": (),
    "home": ("north", "south"),
    "special": "",
}


def file_of(pieces: list[tuple[str, list[str]]], ground: str, points: str, lines: dict[str, Any]) -> str:
    """Return the text of the battle's file."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    for spot in filter(None, ground.split(",")):
        hex_, letter = spot.split()
        rows[hex_number(hex_) // WIDTH][hex_number(hex_) % WIDTH] = letter
    drawn = [" " * (row % 2) + " ".join(letters) for row, letters in enumerate(rows)]
    text = ['title = "Stage"', 'date = "A day"', 'place = "A place"', f'history = "{WORDS}"']
    text += ['sources = ["One", "Two"]', 'favours = ""', f"turns = {lines['turns']}"]
    text += [f'first = "{lines["first"]}"', f'winner = "{lines["winner"]}"', 'map = """', *drawn, '"""']
    for place, name in enumerate(SIDES):
        text += [f"[{name}]", f"command = {lines['command'][place]}", f"vp = {lines['vp'][place]}"]
        text += [f"vp_live = {lines['vp_live'][place]}"] if lines["vp_live"] else []
        text += [f'home = "{lines["home"][place]}"']
    for point in filter(None, points.split(";")):
        hex_, points_worth, scorer, holder = point.split()
        text += ["[[points]]", f'hex = "{hex_}"', f"worth = {points_worth}", f'for = "{scorer}"']
        text += [f'held = "{holder}"']
    text += ["[special]", lines["special"]]
    units = [piece for piece in pieces if piece[1][0] != "leader"]
    text += [line for name, words in units for line in unit_lines(name, words)]
    text += leader_lines(pieces)
    return "\n".join(text) + "\n"


def unit_lines(side: str, words: list[str]) -> Iterator[str]:
    kind, name, hex_, *states = words
    yield "[[unit]]"
    yield from (f'side = "{side}"', f'kind = "{kind}"', f'name = "{name}"', f'hex = "{hex_}"')
    yield f'morale = "{next((word for word in states if word in COLOURS), "black")}"'
    yield from (f"strength = {word}" for word in states if word.isdigit())
    yield from (word.replace("=", " = ") for word in states if word.startswith("turn="))


def leader_lines(pieces: list[tuple[str, list[str]]]) -> list[str]:
    """Return the lines of the leaders, each with his own unit; `stage` moves him to his place."""
    text: list[str] = []
    free = {side: [w[2] for s, w in pieces if s == side and is_on_foot(w)] for side in SIDES}
    for side, (kind, name, hex_, *states) in pieces:
        if kind != "leader":
            continue
        waits = [word.replace("=", " = ") for word in states if word.startswith("turn=")]
        start = hex_ if waits else free[side].pop()
        text += ["[[leader]]", f'side = "{side}"', f'name = "{name}"', f'hex = "{start}"', *waits]
    return text


def is_on_foot(words: list[str]) -> bool:
    """Return whether a leader can start with this piece: of two units in a hex, the infantry or cavalry."""
    return words[0] in ("infantry", "cavalry") and not any(word.startswith("turn=") for word in words)


# Asking


def hex_number(name: str) -> int:
    return (int(name[1:]) - 1) * WIDTH + COLUMNS.index(name[0])


def hex_name(hex_: int) -> str:
    return f"{COLUMNS[hex_ % WIDTH]}{hex_ // WIDTH + 1}"


def number_of(state: State, name: str, side: str | None = None) -> int:
    """Return the number of a piece by its name, which is unique in most tests."""
    scenario = scenario_of(state.record)
    found = []
    for number, of_side in enumerate(SIDES):
        names = [piece.name for piece in scenario.pieces if piece.side == number]
        if name in names and side in (None, of_side):
            found.append(number * 40 + names.index(name))
    (piece,) = found
    return piece


def at(state: State, name: str) -> str:
    """Return the hex of a piece, `waits` or `lost`."""
    s, piece = state.record, number_of(state, name)
    if s.hex_of[piece]:
        return hex_name(s.hex_of[piece] - 1)
    return "waits" if s.entry_turn[piece] else "lost"


def blocks(state: State, name: str) -> int:
    return int(state.record.strength[number_of(state, name)])


def has(state: State, flag: str, name: str) -> bool:
    return bool(getattr(state.record, flag)[number_of(state, name)])


def phase(state: State) -> Phase:
    return Phase(state.record.phase)


def can(state: State, do: MoveKind, name: str = "") -> str:
    """Return the hexes of all legal moves of a kind (of one piece, if named), as `D4 E5`."""
    piece = number_of(state, name) if name else 0
    codes = [code for code in state.legal_codes() if move_kind(code) == do and move_piece(code) == piece]
    return " ".join(sorted(hex_name(move_hex(code)) for code in codes))


def is_legal(state: State, step: str) -> bool:
    """Return whether a step is legal, by the list of all moves and by `why_not`."""
    code = state.code(step)
    legal = state.why_not(code) is None
    assert legal == (code in state.legal_codes())
    return legal


# Doing


def play(state: State, *steps: str | int) -> State:
    for step in steps:
        state.play(step)
    return state


def play_events(state: State, *steps: str | int) -> list[str]:
    """Play steps and return the kinds of the events with their clauses, as `DIE_ROLLED C3.2`."""
    events: list[Event] = []
    for step in steps:
        state.play(step, events)
    return [f"{EventKind(event.kind).name} {event.clause}" for event in events]


def refused(state: State, step: str | int) -> str:
    """Return the clause of a refusal, which must not change the state."""
    before = state.words.copy()
    with pytest.raises(IllegalMove) as refusal:
        state.play(step)
    assert (state.words == before).all()
    if isinstance(step, str):
        assert state.code(step) not in state.legal_codes()
    return refusal.value.clause
