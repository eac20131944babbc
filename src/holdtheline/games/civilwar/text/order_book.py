"""The order book: one short line for each action, under headings by turn and side."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.events import Event
from ....core.sentences import capitalize_first, die_sign, plural
from ..state import SIDE_NAMES, CivilWarState, EventKind, Phase
from .names import hex_notation, piece_name, with_leader_text

IMPLIED_EVENTS = (EventKind.STOPPED, EventKind.EXTRA_HEX, EventKind.RALLYING, EventKind.NEEDS_ROOM)
"""Events that other events of the same action imply."""
SIDE_STARTS = tuple(f"{capitalize_first(name)} " for name in SIDE_NAMES)
"""How a part about a side begins; within a line it has no capital."""


def turn_heading(s: CivilWarState) -> str:
    return f"Turn {s.turn} · {capitalize_first(SIDE_NAMES[s.side].removeprefix('the '))}"


def continues_action(s: CivilWarState, step: int) -> bool:
    """Return whether a step belongs to the action before it: rolls, moves by further hexes, retreats, advances."""
    return s.phase not in (Phase.AP, Phase.ACT, Phase.OVER)


def action_text(s: CivilWarState, events: Sequence[Event]) -> str:
    """Return a line such as `Porter fires at E7: ⚂⚂⚅, 1 hit, Evans 1/4`."""
    parts: list[str] = []
    dice, hits, mover = "", 0, -1
    for event in events:
        kind = EventKind(event.kind)
        if kind == EventKind.DIE_ROLLED:
            dice, hits = dice + die_sign(event.numbers[0]), hits + event.numbers[1]
            continue
        if dice:
            parts.append(hits_text(dice, hits))
            dice, hits = "", 0
        if kind == EventKind.MOVED and event.numbers[0] == mover:
            parts[-1] += f" → {hex_notation(s, event.numbers[2])}"
        elif kind not in IMPLIED_EVENTS:
            part = event_part(s, kind, event)
            parts.append("t" + part[1:] if parts and part.startswith(SIDE_STARTS) else part)
        mover = event.numbers[0] if kind == EventKind.MOVED else -1
    if dice:
        parts.append(hits_text(dice, hits))
    parts = [part for part in parts if part]
    return ": ".join(filter(None, (parts[0], ", ".join(parts[1:])))) if parts else ""


def hits_text(dice: str, hits: int) -> str:
    return f"{dice}, {plural(hits, 'hit')}"


def event_part(s: CivilWarState, kind: EventKind, event: Event) -> str:
    """Return the part of a line that tells one event."""
    first, second, third, fourth = event.numbers
    match kind:
        case EventKind.AP_ROLLED:
            return f"{die_sign(second)} {third} AP"
        case EventKind.MOVED:
            way = f"{hex_notation(s, second)} → {hex_notation(s, third)}"
            return f"{piece_name(s, first)}{with_leader_text(s, fourth)} {way}"
        case EventKind.FIRED:
            return f"{piece_name(s, first)} fires at {hex_notation(s, second)}"
        case EventKind.ASSAULTED:
            return f"{piece_name(s, first)} assaults {hex_notation(s, second)}"
        case EventKind.SUFFERED:
            return f"{piece_name(s, first)} {third}/{s.full_strength[first]}" if third else ""
        case EventKind.ELIMINATED:
            return f"{piece_name(s, first)} eliminated"
        case EventKind.MORALE_ROLLED:
            return f"{piece_name(s, first)} {die_sign(second)} {'must retreat' if fourth else 'stands'}"
        case EventKind.RETREATED:
            return f"{piece_name(s, first)} retreats to {hex_notation(s, third)}"
        case EventKind.ADVANCED:
            return f"{piece_name(s, first)} advances to {hex_notation(s, third)}"
        case EventKind.RALLIED:
            return f"{piece_name(s, first)} {die_sign(second)} {f'rallies to {fourth}' if fourth else 'does not rally'}"
        case EventKind.TURN_ENDED:
            return f"Ends the turn. VP {second} : {third}"
        case _:
            return event.text.rstrip(".")


def event_ids(s: CivilWarState, kind: int, numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the ids of the piece and the target of an event in the picture."""
    match kind:
        case EventKind.FIRED | EventKind.ASSAULTED | EventKind.ENTERED | EventKind.TAKEN:
            target = f"hex-{hex_notation(s, numbers[1])}"
            return (target,) if kind == EventKind.TAKEN else (f"piece-{numbers[0]}", target)
        case EventKind.MOVED | EventKind.RETREATED | EventKind.ADVANCED | EventKind.FLED | EventKind.MADE_ROOM:
            return (f"piece-{numbers[0]}", f"hex-{hex_notation(s, numbers[2])}")
        case EventKind.SUFFERED | EventKind.MORALE_ROLLED | EventKind.RALLIED | EventKind.STOPPED:
            return (f"piece-{numbers[0]}",)
        case _:
            return ()
