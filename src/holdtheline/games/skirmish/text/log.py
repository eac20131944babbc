"""The sentence of each event in the log.

A field of a sentence is a number of the event, in the order of `rules.events`, with the way to write it:
`{0:name}` is the name of a character, `{3:charges|goes}` depends on whether the number is 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import Formatter
from typing import Any

from ....core.plane import ceil_sqrt, squared_distance
from ....core.sentences import capitalize_first, plural
from ..rules.ai_general import RETURN_LINE
from ..rules.combat.rout import RALLIES_FROM, ROUTS_UP_TO
from ..rules.events import EventKind
from ..scenario.setup import known_scenario
from ..state import FIRST_OBJECTIVE, MAX_CHARACTERS, MAX_OBJECTIVES, AiLine, SkirmishState, StartResult
from .names import (
    THE_SIDES,
    approximate_inches,
    company_name,
    name_of,
    packed_place_text,
    seat_name,
    terrain_name,
    with_article,
)
from .notation import face_text
from .prompts import START_RESULT_TEXTS

EVENT_TEXTS = {
    # Rounds
    EventKind.ROUND_OPENED: "Round {0}: the die shows {1}, and {2:side} start.",
    EventKind.PASSED: "{0:seat} passes.",
    EventKind.ROUND_ENDED: "Round {0} is over.",
    EventKind.WON: "{0:side} win.{1:story}",
    EventKind.DRAWN: "Neither side wins.{0:story}",
    EventKind.GOAL: "The die shows {0}: {1:objective} is the real goal.",
    EventKind.ARRIVED: "{0:name} arrives at {1:place}.",
    EventKind.CORRECTED: "Corrected: the figure of {0:name} stands at {2:place}, {way:length} from {1:place}.",
    # Activations
    EventKind.ACTIVATED: "{0:name} {1:acts again, with half its move|is activated}.",
    EventKind.PICKED_UP: "{0:name} picks up {1:thing}.",
    EventKind.DROPPED: "{0:name} drops {1:thing} at {2:place}.",
    EventKind.MOVED: "{0:name} {3:charges|goes} {way:path}.",
    EventKind.TURNED: "{0:name} turns towards {1:place}.",
    EventKind.STAYED: "{0:name} does nothing more.",
    EventKind.START_ROLLED: "The die shows {1}: {0:name} {2:result}.",
    EventKind.FELL_INTO: "The die shows {2}: {0:name} falls into {1:terrain} at {3:place}.",
    EventKind.CROSSED: "The die shows {2}: {0:name} {3:crosses|turns to, and stops before,} {1:terrain}.",
    EventKind.OFF_THE_TABLE: "{0:name} {2:flees off|leaves} the table{0:load} at {1:place}.",
    # Blows
    EventKind.SHOT: "{0:name} turns to {1:name} and shoots{3: after its move|}: needs {2:face} to wound.",
    EventKind.FOUGHT: "{0:name} turns to {1:name} and fights: needs {2:face} to wound.",
    EventKind.STRUCK_BACK: "{0:name} turns to {1:name} and strikes back: needs {2:face} to wound.",
    EventKind.FREE_BLOW: "{0:name} turns to {1:name}, who flees, and strikes: needs {2:face} to wound.",
    EventKind.SWIPED: "{0:name} swipes at {1:characters} around it and turns to each.",
    EventKind.STRUCK: "The die shows {2}: {0:name} {3:hits|misses} {1:name}.",
    EventKind.SAVED: "The die shows {1}: {2:an item turns the wound of|no item saves} {0:name}{2: away|}.",
    EventKind.WOUNDED: "{0:name} is wounded: {1} of {2:slots} filled.",
    EventKind.FELL: "{0:name} falls{3: and lies|} at {2:place}, felled by {1:name}.",
    EventKind.UNHURT: "{0:name} cannot be felled and stays on its feet.",
    EventKind.GRABBED: "{0:name} seizes {1:name}.",
    EventKind.FREED: "{0:name} is free again, at {1:place}.",
    EventKind.DROWNED: "{0:name} drowns in the grip of {1:name}.",
    EventKind.KNOCKED: "{3:name} throws {0:name} {way:length} back, to {2:place}.",
    EventKind.HUNG: "The die shows {2}: {0:name} {3:hangs on to|falls over} {1:terrain}.",
    # Companies
    EventKind.TESTED: f"Rout test of {{0:company}}: the die shows {{1}} ({ROUTS_UP_TO} or less routs), "
    "and they {2:rout|stand}.",
    EventKind.RALLIED: f"{{0:name}} rolls {{1}} ({RALLIES_FROM} or more rallies) and {{2:recovers|keeps running}}.",
    EventKind.ROUTED: "The blow of {1:name} routs {0:name}.",
    EventKind.BROKE: "The leaders of {0:company} are gone: all of them rout.",
    EventKind.QUIT: "All of {0:company} leave the table after their losses.",
    EventKind.FLED: "{0:name} routs and runs {way:path}.",
    # The AI general
    EventKind.LINE_FOLLOWED: "No line of its list applies: {0:name} goes towards the centre of the table.",
    EventKind.CHOSEN: "The die shows {1}: {0:name} fights {2:name}.",
}
LINE_TEXTS: dict[int, str] = {
    0: "Before its list {0:name} takes {2:target}, which is in reach.",
    AiLine.CARRY_OFF: "By line {1} of its list {0:name} carries what it has towards the nearest edge.",
    AiLine.FIGHT: "By line {1} of its list {0:name} fights {2:target}.",
    AiLine.SHOOT: "By line {1} of its list {0:name} stands and shoots at {2:target}.",
    AiLine.MOVE_AND_SHOOT: "By line {1} of its list {0:name} moves until it can shoot at {2:target}.",
    AiLine.FETCH: "By line {1} of its list {0:name} goes for {2:target}, which is in move range.",
    AiLine.CHARGE: "By line {1} of its list {0:name} charges {2:target}.",
    AiLine.SEEK_OBJECTIVE: "By line {1} of its list {0:name} goes towards {2:target}, which it sees.",
    AiLine.SEEK_ENEMY: "By line {1} of its list {0:name} goes towards {2:target}, whom it sees.",
}
LINE_TEXTS[RETURN_LINE] = "Before its list {0:name} goes back to the middle of its pool with those it holds."
MOVE_ON_TEXT = "By line {1} of its list {0:name} moves on in the direction of the enemy that it felled."


def log_text(s: SkirmishState, kind: int, numbers: Sequence[int]) -> str:
    values = [int(number) for number in numbers]
    text = event_text(EventKind(kind), *values)
    return capitalize_first(EventFormatter(s).format(text, *values, way=(values[1], values[2])))


def event_text(kind: EventKind, first: int, second: int, third: int, fourth: int) -> str:
    """Return the sentence of an event with its fields, where it depends on the numbers."""
    match kind:
        case EventKind.GOAL if second >= MAX_OBJECTIVES:
            return "The die shows {0}: roll again."
        case EventKind.CHOSEN if third >= MAX_CHARACTERS:
            return "The die shows {1}: roll again."
        case EventKind.FELL if second == first or not 0 <= second < MAX_CHARACTERS:
            return "{0:name} falls{3: and lies|} at {2:place}."
        case EventKind.BROKE if second:
            return "{0:company} have lost too many: all of them rout."
        case EventKind.KNOCKED if second == third:
            return "{3:name} would throw {0:name} back, but the way is blocked."
        case EventKind.FLED if second == third:
            return "{0:name} routs, but its way is blocked."
        case EventKind.LINE_FOLLOWED if second == AiLine.FIGHT and not third:
            return MOVE_ON_TEXT
        case EventKind.LINE_FOLLOWED if second in LINE_TEXTS:
            return LINE_TEXTS[second]
        case _:
            return EVENT_TEXTS[kind]


# Fields


def ending_story(s: SkirmishState, ended: int) -> str:
    """Return the text of the scenario's ending with this number, counted from 1."""
    scenario = known_scenario(s)
    return f" {scenario.endings[ended - 1].text}".rstrip() if scenario and ended else ""


def length_text(from_: int, to: int) -> str:
    square = squared_distance(from_ >> 16, from_ & 65535, to >> 16, to & 65535)
    return approximate_inches(ceil_sqrt(square))


def facing_text(from_: int, to: int) -> str:
    """Return `, and looks up and left`: after a leg, a character faces along it (K3.4)."""
    x, y = (to >> 16) - (from_ >> 16), (to & 65535) - (from_ & 65535)
    vertical = ("up" if y > 0 else "down") if 2 * abs(y) >= abs(x) and y else ""
    horizontal = ("right" if x > 0 else "left") if 2 * abs(x) >= abs(y) and x else ""
    facing = " and ".join(filter(None, (vertical, horizontal)))
    return f", and looks {facing}" if facing else ""


FIELD_TEXTS: dict[str, Callable[[SkirmishState, Any], str]] = {
    "name": name_of,
    "thing": with_article,
    "objective": lambda s, index: with_article(s, FIRST_OBJECTIVE + index),
    "target": lambda s, reference: with_article(s, reference - 1),
    "load": lambda s, piece: f" with {with_article(s, s.carries[piece] - 1)}" if s.carries[piece] else "",
    "company": company_name,
    "terrain": terrain_name,
    "seat": seat_name,
    "side": lambda _, side: THE_SIDES[side],
    "place": lambda _, place: packed_place_text(place),
    "face": lambda _, face: face_text(face),
    "slots": lambda _, count: plural(count, "slot"),
    "characters": lambda _, count: plural(count, "character"),
    "length": lambda _, way: length_text(*way),
    "path": lambda _, way: f"{length_text(*way)}, to {packed_place_text(way[1])}{facing_text(*way)}",
    "result": lambda _, result: START_RESULT_TEXTS[StartResult(result)],
    "story": ending_story,
}


class EventFormatter(Formatter):
    """Write the fields of a sentence."""

    def __init__(self, s: SkirmishState) -> None:
        self.s = s

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return format_spec.split("|")[0 if value else 1]
        return FIELD_TEXTS[format_spec](self.s, value) if format_spec else str(value)
