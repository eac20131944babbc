"""The order book: one short line for each activation, under headings by round."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core.events import Event
from ....core.sentences import capitalize_first, die_sign
from ..rules.events import EventKind
from ..state import Phase, SkirmishState, StartResult
from .log import length_text
from .names import name_of, thing_id
from .prompts import START_RESULT_TEXTS

IMPLIED_EVENTS = (EventKind.TURNED, EventKind.STAYED, EventKind.LINE_FOLLOWED, EventKind.ROUND_ENDED, EventKind.CHOSEN)
"""Events that the heading, or other events of the same activation, imply."""


def turn_heading(s: SkirmishState) -> str:
    return f"Round {s.round}" if s.round else ""


def continues_action(s: SkirmishState, step: int) -> bool:
    """Return whether a step belongs to the activation before it."""
    return s.phase not in (Phase.OPEN, Phase.CHOOSE, Phase.GOAL, Phase.OVER)


def action_text(s: SkirmishState, events: Sequence[Event]) -> str:
    """Return a line such as `Wenna goes 6″, shoots Orrin: ⚄ hit, Orrin takes wound 1 of 3` for each activation."""
    lines: list[str] = []
    actor, parts = -1, list[str]()
    for event in events:
        kind = EventKind(event.kind)
        if kind == EventKind.ACTIVATED:
            lines.append(line_text(s, actor, parts))
            actor, parts = event.numbers[0], ["acts again"] * bool(event.numbers[1])
        elif kind in (EventKind.WON, EventKind.DRAWN):
            lines.append(line_text(s, actor, parts))
            actor, parts = -1, [event.text.rstrip(".")]
        elif kind not in IMPLIED_EVENTS:
            parts.append(event_part(s, kind, event, actor))
        elif kind == EventKind.STAYED and not parts:
            parts.append("waits")
    lines.append(line_text(s, actor, parts))
    return "\n".join(filter(None, lines))


def line_text(s: SkirmishState, actor: int, parts: Sequence[str]) -> str:
    """Return the line of one activation; without an actor, of what no character did."""
    text = re.sub(r"″, goes (?=[\d.]+″)", "″ + ", ", ".join(parts).replace(":,", ":")).rstrip(":")
    name = name_of(s, actor) if actor >= 0 else ""
    separator = ": " if text[:1].isupper() else " "  # another subject follows
    return capitalize_first(f"{name}{separator}{text or 'is active'}" if name else text)


def event_part(s: SkirmishState, kind: EventKind, event: Event, actor: int) -> str:
    """Return the part of a line that tells one event."""
    first, second, third, fourth = event.numbers
    who = "" if first == actor else f"{name_of(s, first)} "
    match kind:
        case EventKind.MOVED:
            return f"{who}{'charges' if fourth else 'goes'} {length_text(second, third).partition(' ')[0]}″"
        case EventKind.SHOT:
            return f"{who}shoots {name_of(s, second)}:"
        case EventKind.FOUGHT:
            return f"{who}fights {name_of(s, second)}:"
        case EventKind.STRUCK_BACK:
            return f"{name_of(s, first)} strikes back:"
        case EventKind.STRUCK:
            return f"{die_sign(third)} {'hit' if fourth else 'miss'}"
        case EventKind.WOUNDED:
            return f"{name_of(s, first)} takes wound {second} of {third}"
        case EventKind.FELL:
            return f"{name_of(s, first)} falls"
        case EventKind.ROUND_OPENED:
            return f"{die_sign(second)} {event.text.partition(', and ')[2].rstrip('.')}"
        case EventKind.FLED if second != third:
            return f"{who}routs and runs {length_text(second, third).partition(' ')[0]}″"
        case EventKind.DROPPED | EventKind.OFF_THE_TABLE:
            return without_actor(s, event.text.rpartition(" at ")[0], actor)
        case EventKind.START_ROLLED:
            return f"{die_sign(second)} {who}{START_RESULT_TEXTS[StartResult(third)]}"
        case _:
            return without_actor(s, event.text.rstrip("."), actor)


def without_actor(s: SkirmishState, text: str, actor: int) -> str:
    """Return a sentence without the actor at its start, whom the line has named already."""
    return text.removeprefix(f"{name_of(s, actor)} ") if actor >= 0 else text


def event_ids(s: SkirmishState, kind: int, numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the ids of the characters of an event in the picture."""
    if kind in (EventKind.SHOT, EventKind.FOUGHT, EventKind.STRUCK_BACK, EventKind.FREE_BLOW, EventKind.STRUCK):
        return (thing_id(numbers[0]), thing_id(numbers[1]))
    if kind in (EventKind.MOVED, EventKind.FLED, EventKind.WOUNDED, EventKind.ACTIVATED, EventKind.ARRIVED):
        return (thing_id(numbers[0]),)
    return ()
