"""The sentence of each event in the log. Each function is named after its kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.plane import ceil_sqrt, squared_distance
from ....core.sentences import capitalize_first
from ..rules.combat.morale import RALLIES_FROM, ROUTS_UP_TO
from ..rules.events import EventKind
from ..scenario.setup import known_scenario
from ..state import FIRST_OBJECTIVE, MAX_CHARACTERS, MAX_OBJECTIVES, AiLine, SkirmishState
from .names import (
    THE_SIDES,
    approximate_inches,
    company_name,
    name_of,
    packed_place_text,
    plural,
    seat_name,
    terrain_name,
    with_article,
)
from .notation import face_text


def log_text(s: SkirmishState, kind: int, numbers: Sequence[int]) -> str:
    return capitalize_first(EVENT_TEXTS[EventKind(kind)](s, *(int(number) for number in numbers)))


# Rounds


def round_opened(s: SkirmishState, number: int, face: int, side: int, _: int) -> str:
    return f"Round {number}: the die shows {face}, and {THE_SIDES[side]} start."


def passed(s: SkirmishState, seat: int, *_: int) -> str:
    return f"{seat_name(s, seat)} passes."


def round_ended(s: SkirmishState, number: int, *_: int) -> str:
    return f"Round {number} is over."


def won(s: SkirmishState, side: int, ended: int, *_: int) -> str:
    return f"{THE_SIDES[side]} win. {ending_story(s, ended)}".strip()


def drawn(s: SkirmishState, ended: int, *_: int) -> str:
    return f"Nobody wins. {ending_story(s, ended)}".strip()


def ending_story(s: SkirmishState, ended: int) -> str:
    """Return the text of the scenario's ending with this number, counted from 1."""
    scenario = known_scenario(s)
    return scenario.endings[ended - 1].text if scenario and ended else ""


def goal(s: SkirmishState, face: int, objective: int, *_: int) -> str:
    if objective >= MAX_OBJECTIVES:
        return f"The die shows {face}: roll again."
    return f"The die shows {face}: {with_article(s, FIRST_OBJECTIVE + objective)} is the real goal."


def arrived(s: SkirmishState, piece: int, place: int, *_: int) -> str:
    return f"{name_of(s, piece)} arrives at {packed_place_text(place)}."


# Activations


def activated(s: SkirmishState, piece: int, again: int, *_: int) -> str:
    how = "acts again, with half its move" if again else "is activated"
    return f"{name_of(s, piece)} {how}."


def picked_up(s: SkirmishState, piece: int, thing: int, *_: int) -> str:
    return f"{name_of(s, piece)} picks up {with_article(s, thing)}."


def dropped(s: SkirmishState, piece: int, thing: int, place: int, _: int) -> str:
    return f"{name_of(s, piece)} drops {with_article(s, thing)} at {packed_place_text(place)}."


def moved(s: SkirmishState, piece: int, from_: int, to: int, contact: int) -> str:
    return f"{name_of(s, piece)} {'charges' if contact else 'goes'} {path_text(from_, to)}."


def path_text(from_: int, to: int) -> str:
    """Return `4.3 inches, to 12,8, and looks up`."""
    return f"{approximate_inches(length_between(from_, to))}, to {packed_place_text(to)}{facing_text(from_, to)}"


def facing_text(from_: int, to: int) -> str:
    """Return `, and looks up and left`: after a leg, a character faces along it (K3.4)."""
    x, y = (to >> 16) - (from_ >> 16), (to & 65535) - (from_ & 65535)
    vertical = ("up" if y > 0 else "down") if 2 * abs(y) >= abs(x) and y else ""
    horizontal = ("right" if x > 0 else "left") if 2 * abs(x) >= abs(y) and x else ""
    facing = " and ".join(filter(None, (vertical, horizontal)))
    return f", and looks {facing}" if facing else ""


def length_between(from_: int, to: int) -> int:
    return int(ceil_sqrt(squared_distance(from_ >> 16, from_ & 65535, to >> 16, to & 65535)))


def turned(s: SkirmishState, piece: int, place: int, *_: int) -> str:
    return f"{name_of(s, piece)} turns towards {packed_place_text(place)}."


def stayed(s: SkirmishState, piece: int, *_: int) -> str:
    return f"{name_of(s, piece)} does nothing more."


def crossed(s: SkirmishState, piece: int, terrain: int, face: int, crosses: int) -> str:
    how = "crosses" if crosses else "stops before"
    return f"The die shows {face}: {name_of(s, piece)} {how} {terrain_name(s, terrain)}."


def off_the_table(s: SkirmishState, piece: int, place: int, fled: int, _: int) -> str:
    thing = s.carries[piece] - 1
    load = f" with {with_article(s, thing)}" if thing >= 0 else ""
    how = "flees off the table" if fled else "leaves the table"
    return f"{name_of(s, piece)} {how}{load} at {packed_place_text(place)}."


# Blows


def shot(s: SkirmishState, piece: int, target: int, least: int, moved_: int) -> str:
    after = " after its move" if moved_ else ""
    return f"{name_of(s, piece)} shoots at {name_of(s, target)}{after}: {face_text(least)} wounds."


def fought(s: SkirmishState, piece: int, target: int, least: int, _: int) -> str:
    return f"{name_of(s, piece)} fights {name_of(s, target)}: {face_text(least)} wounds."


def struck_back(s: SkirmishState, piece: int, target: int, least: int, _: int) -> str:
    return f"{name_of(s, piece)} strikes back at {name_of(s, target)}: {face_text(least)} wounds."


def free_blow(s: SkirmishState, piece: int, target: int, least: int, _: int) -> str:
    return f"{name_of(s, piece)} strikes at {name_of(s, target)}, who flees: {face_text(least)} wounds."


def swiped(s: SkirmishState, piece: int, count: int, *_: int) -> str:
    return f"{name_of(s, piece)} swipes at {plural(count, 'character')} around it."


def struck(s: SkirmishState, piece: int, target: int, face: int, hit: int) -> str:
    return f"The die shows {face}: {name_of(s, piece)} {'hits' if hit else 'misses'} {name_of(s, target)}."


def saved(s: SkirmishState, piece: int, face: int, saves: int, _: int) -> str:
    how = f"an item turns the wound of {name_of(s, piece)} away" if saves else f"no item saves {name_of(s, piece)}"
    return f"The die shows {face}: {how}."


def wounded(s: SkirmishState, piece: int, wounds: int, slots: int, _: int) -> str:
    return f"{name_of(s, piece)} is wounded: {wounds} of {plural(slots, 'slot')} filled."


def fell(s: SkirmishState, piece: int, by: int, place: int, lies: int) -> str:
    where = f" and lies at {packed_place_text(place)}" if lies else f" at {packed_place_text(place)}"
    by_whom = f", felled by {name_of(s, by)}" if 0 <= by < MAX_CHARACTERS and by != piece else ""
    return f"{name_of(s, piece)} falls{where}{by_whom}."


def unhurt(s: SkirmishState, piece: int, *_: int) -> str:
    return f"{name_of(s, piece)} cannot be felled and stays on its feet."


def grabbed(s: SkirmishState, piece: int, target: int, *_: int) -> str:
    return f"{name_of(s, piece)} seizes {name_of(s, target)}."


def freed(s: SkirmishState, piece: int, place: int, *_: int) -> str:
    return f"{name_of(s, piece)} is free again, at {packed_place_text(place)}."


def drowned(s: SkirmishState, piece: int, by: int, *_: int) -> str:
    return f"{name_of(s, piece)} drowns in the grip of {name_of(s, by)}."


def knocked(s: SkirmishState, piece: int, from_: int, to: int, by: int) -> str:
    if from_ == to:
        return f"{name_of(s, by)} would throw {name_of(s, piece)} back, but the way is blocked."
    back = f"{approximate_inches(length_between(from_, to))} back, to {packed_place_text(to)}"
    return f"{name_of(s, by)} throws {name_of(s, piece)} {back}."


def hung(s: SkirmishState, piece: int, terrain: int, face: int, hangs: int) -> str:
    how = "hangs on to" if hangs else "falls over"
    return f"The die shows {face}: {name_of(s, piece)} {how} {terrain_name(s, terrain)}."


# Companies


def tested(s: SkirmishState, company: int, face: int, routs: int, _: int) -> str:
    how = "rout" if routs else "stand"
    die = f"the die shows {face} ({ROUTS_UP_TO} or less routs)"
    return f"Rout test of {company_name(s, company)}: {die}, and they {how}."


def rallied(s: SkirmishState, piece: int, face: int, recovers: int, _: int) -> str:
    how = "recovers" if recovers else "keeps running"
    return f"{name_of(s, piece)} rolls {face} ({RALLIES_FROM} or more rallies) and {how}."


def routed(s: SkirmishState, piece: int, by: int, *_: int) -> str:
    return f"The blow of {name_of(s, by)} routs {name_of(s, piece)}."


def broke(s: SkirmishState, company: int, *_: int) -> str:
    return f"The leaders of {company_name(s, company)} are gone: all of them rout."


def quit_(s: SkirmishState, company: int, *_: int) -> str:
    return f"All of {company_name(s, company)} leave the table after their losses."


def fled(s: SkirmishState, piece: int, from_: int, to: int, _: int) -> str:
    if from_ == to:
        return f"{name_of(s, piece)} routs, but its way is blocked."
    return f"{name_of(s, piece)} routs and runs {path_text(from_, to)}."


# The AI general


LINE_TEXTS: dict[int, str] = {
    AiLine.CARRY_OFF: "{who} carries what it has towards the nearest edge",
    AiLine.FIGHT: "{who} fights {what}",
    AiLine.SHOOT: "{who} stands and shoots at {what}",
    AiLine.MOVE_AND_SHOOT: "{who} moves until it can shoot at {what}",
    AiLine.FETCH: "{who} goes for {what}, which is in move range",
    AiLine.CHARGE: "{who} charges {what}",
    AiLine.SEEK_OBJECTIVE: "{who} goes towards {what}, which it sees",
    AiLine.SEEK_ENEMY: "{who} goes towards {what}, whom it sees",
}
MOVE_ON_TEXT = "{who} moves on in the direction of the enemy that it felled"
PICK_UP_TEXT = "Before its list {who} takes {what}, which is in reach."
CENTRE_TEXT = "No line of its list applies: {who} goes towards the centre of the table."


def listed(s: SkirmishState, piece: int, line: int, thing: int, _: int) -> str:
    who, what = name_of(s, piece), with_article(s, thing - 1) if thing else ""
    if line == 0:
        return PICK_UP_TEXT.format(who=who, what=what)
    if line not in LINE_TEXTS:
        return CENTRE_TEXT.format(who=who)
    form = MOVE_ON_TEXT if line == AiLine.FIGHT and not what else LINE_TEXTS[line]
    return f"By line {line} of its list {form.format(who=who, what=what)}."


def chosen(s: SkirmishState, piece: int, face: int, target: int, _: int) -> str:
    if target >= MAX_CHARACTERS:
        return f"The die shows {face}: roll again."
    return f"The die shows {face}: {name_of(s, piece)} fights {name_of(s, target)}."


EVENT_TEXTS: dict[EventKind, Callable[..., str]] = {
    EventKind.ROUND_OPENED: round_opened,
    EventKind.PASSED: passed,
    EventKind.ACTIVATED: activated,
    EventKind.PICKED_UP: picked_up,
    EventKind.DROPPED: dropped,
    EventKind.MOVED: moved,
    EventKind.TURNED: turned,
    EventKind.SHOT: shot,
    EventKind.FOUGHT: fought,
    EventKind.STRUCK: struck,
    EventKind.WOUNDED: wounded,
    EventKind.FELL: fell,
    EventKind.STRUCK_BACK: struck_back,
    EventKind.FREE_BLOW: free_blow,
    EventKind.TESTED: tested,
    EventKind.RALLIED: rallied,
    EventKind.FLED: fled,
    EventKind.OFF_THE_TABLE: off_the_table,
    EventKind.STAYED: stayed,
    EventKind.LISTED: listed,
    EventKind.CHOSEN: chosen,
    EventKind.ROUND_ENDED: round_ended,
    EventKind.WON: won,
    EventKind.DRAWN: drawn,
    EventKind.SAVED: saved,
    EventKind.ROUTED: routed,
    EventKind.BROKE: broke,
    EventKind.QUIT: quit_,
    EventKind.GRABBED: grabbed,
    EventKind.FREED: freed,
    EventKind.DROWNED: drowned,
    EventKind.ARRIVED: arrived,
    EventKind.CROSSED: crossed,
    EventKind.HUNG: hung,
    EventKind.KNOCKED: knocked,
    EventKind.SWIPED: swiped,
    EventKind.GOAL: goal,
    EventKind.UNHURT: unhurt,
}
