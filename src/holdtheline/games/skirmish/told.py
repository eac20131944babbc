"""What happened in a battle, in sentences. Names come from the scenario of the record after the step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core.plane import root_up, square
from .happened import Happened
from .losses import BREAKS, RALLIES
from .names import (
    THE_SIDES,
    about,
    capital,
    company_name,
    name_of,
    plural,
    seat_name,
    spot_words,
    terrain_name,
    the,
)
from .orders import face_words
from .scenarios import known
from .state import CHARACTERS, FIRST_OBJECTIVE, MOST_OBJECTIVES
from .traits import Line


def sentence_of(s: Any, kind: int, numbers: Sequence[int]) -> str:
    return capital(SENTENCES[Happened(kind)](s, *(int(number) for number in numbers)))


# Rounds


def round_opened(s: Any, number: int, face: int, side: int, _: int) -> str:
    return f"Round {number}: the die shows {face}, and {THE_SIDES[side]} start."


def passed(s: Any, seat: int, *_: int) -> str:
    return f"{seat_name(s, seat)} passes."


def round_ended(s: Any, number: int, *_: int) -> str:
    return f"Round {number} is over."


def won(s: Any, side: int, ended: int, *_: int) -> str:
    return f"{THE_SIDES[side]} win. {story_of(s, ended)}".strip()


def drawn(s: Any, ended: int, *_: int) -> str:
    return f"Nobody wins. {story_of(s, ended)}".strip()


def story_of(s: Any, ended: int) -> str:
    """What the scenario says of one of its ends, from 1."""
    scenario = known(s)
    return scenario.endings[ended - 1].text if scenario and ended else ""


def goal(s: Any, face: int, objective: int, *_: int) -> str:
    if objective >= MOST_OBJECTIVES:
        return f"The die shows {face}: it is rolled again."
    return f"The die shows {face}: {the(s, FIRST_OBJECTIVE + objective)} is what everybody wants."


def arrived(s: Any, piece: int, spot: int, *_: int) -> str:
    return f"{name_of(s, piece)} arrives at {spot_words(spot)}."


# Activations


def activated(s: Any, piece: int, again: int, *_: int) -> str:
    more = " acts again, with half its move" if again else " is activated"
    return f"{name_of(s, piece)}{more}."


def picked_up(s: Any, piece: int, thing: int, *_: int) -> str:
    return f"{name_of(s, piece)} picks up {the(s, thing)}."


def dropped(s: Any, piece: int, thing: int, spot: int, _: int) -> str:
    return f"{name_of(s, piece)} drops {the(s, thing)} at {spot_words(spot)}."


def moved(s: Any, piece: int, from_: int, to: int, contact: int) -> str:
    how = "charges" if contact else "goes"
    way = f"{about(length_of(from_, to))}, to {spot_words(to)}{ahead(from_, to)}"
    return f"{name_of(s, piece)} {how} {way}."


def ahead(from_: int, to: int) -> str:
    """K3.4: who has gone a leg looks along it, as the table is drawn: `, and looks up and left`."""
    x, y = (to >> 16) - (from_ >> 16), (to & 65535) - (from_ & 65535)
    upright = ("up" if y > 0 else "down") if 2 * abs(y) >= abs(x) and y else ""
    across = ("right" if x > 0 else "left") if 2 * abs(x) >= abs(y) and x else ""
    looks = " and ".join(filter(None, (upright, across)))
    return f", and looks {looks}" if looks else ""


def length_of(from_: int, to: int) -> int:
    return int(root_up(square(from_ >> 16, from_ & 65535, to >> 16, to & 65535)))


def turned(s: Any, piece: int, spot: int, *_: int) -> str:
    return f"{name_of(s, piece)} turns towards {spot_words(spot)}."


def stayed(s: Any, piece: int, *_: int) -> str:
    return f"{name_of(s, piece)} does nothing more."


def crossed(s: Any, piece: int, place: int, face: int, crosses: int) -> str:
    how = "crosses" if crosses else "stops before"
    return f"The die shows {face}: {name_of(s, piece)} {how} {terrain_name(s, place)}."


def off_the_table(s: Any, piece: int, spot: int, fled: int, _: int) -> str:
    thing = int(s.carries[piece]) - 1
    along = f" with {the(s, thing)}" if thing >= 0 else ""
    how = "flees off the table" if fled else "leaves the table"
    return f"{name_of(s, piece)} {how}{along} at {spot_words(spot)}."


# Blows


def shot(s: Any, piece: int, target: int, least: int, moved_: int) -> str:
    after = " after its move" if moved_ else ""
    return f"{name_of(s, piece)} shoots at {name_of(s, target)}{after}: {face_words(least)} wounds."


def fought(s: Any, piece: int, target: int, least: int, _: int) -> str:
    return f"{name_of(s, piece)} fights {name_of(s, target)}: {face_words(least)} wounds."


def struck_back(s: Any, piece: int, target: int, least: int, _: int) -> str:
    return f"{name_of(s, piece)} strikes back at {name_of(s, target)}: {face_words(least)} wounds."


def free_blow(s: Any, piece: int, target: int, least: int, _: int) -> str:
    who = f"{name_of(s, target)}, who flees"
    return f"{name_of(s, piece)} strikes at {who}: {face_words(least)} wounds."


def swiped(s: Any, piece: int, count: int, *_: int) -> str:
    return f"{name_of(s, piece)} swipes at {plural(count, 'character')} around it."


def struck(s: Any, piece: int, target: int, face: int, hit: int) -> str:
    return f"The die shows {face}: {name_of(s, piece)} {'hits' if hit else 'misses'} {name_of(s, target)}."


def saved(s: Any, piece: int, face: int, saves: int, _: int) -> str:
    how = (
        f"what {name_of(s, piece)} wears turns the wound away"
        if saves
        else f"nothing saves {name_of(s, piece)}"
    )
    return f"The die shows {face}: {how}."


def wounded(s: Any, piece: int, wounds: int, slots: int, _: int) -> str:
    return f"{name_of(s, piece)} is wounded: {wounds} of {plural(slots, 'slot')} filled."


def fell(s: Any, piece: int, by: int, spot: int, lies: int) -> str:
    where = f" and lies at {spot_words(spot)}" if lies else f" at {spot_words(spot)}"
    by_whom = f", felled by {name_of(s, by)}" if 0 <= by < CHARACTERS and by != piece else ""
    return f"{name_of(s, piece)} falls{where}{by_whom}."


def unhurt(s: Any, piece: int, *_: int) -> str:
    return f"{name_of(s, piece)} cannot be felled, and stands."


def grabbed(s: Any, piece: int, target: int, *_: int) -> str:
    return f"{name_of(s, piece)} seizes {name_of(s, target)}."


def freed(s: Any, piece: int, spot: int, *_: int) -> str:
    return f"{name_of(s, piece)} is free again, at {spot_words(spot)}."


def drowned(s: Any, piece: int, by: int, *_: int) -> str:
    return f"{name_of(s, piece)} drowns in the grip of {name_of(s, by)}."


def knocked(s: Any, piece: int, from_: int, to: int, by: int) -> str:
    if from_ == to:
        return f"{name_of(s, by)} throws {name_of(s, piece)} back, but there is no room."
    back = f"{about(length_of(from_, to))} back, to {spot_words(to)}"
    return f"{name_of(s, by)} throws {name_of(s, piece)} {back}."


def hung(s: Any, piece: int, place: int, face: int, hangs: int) -> str:
    how = "hangs on to" if hangs else "falls over"
    return f"The die shows {face}: {name_of(s, piece)} {how} {terrain_name(s, place)}."


# Companies


def tested(s: Any, company: int, face: int, routs: int, _: int) -> str:
    how = "rout" if routs else "stand"
    die = f"the die shows {face} ({BREAKS} or less routs)"
    return f"Rout test of {company_name(s, company)}: {die}, and they {how}."


def rallied(s: Any, piece: int, face: int, recovers: int, _: int) -> str:
    how = "recovers" if recovers else "goes on running"
    return f"{name_of(s, piece)} rolls {face} ({RALLIES} or more rallies) and {how}."


def routed(s: Any, piece: int, by: int, *_: int) -> str:
    return f"The blow of {name_of(s, by)} routs {name_of(s, piece)}."


def broke(s: Any, company: int, *_: int) -> str:
    return f"The leaders of {company_name(s, company)} are gone: all of them rout."


def quit_(s: Any, company: int, *_: int) -> str:
    return f"Those of {company_name(s, company)} have lost enough, and leave the table."


def fled(s: Any, piece: int, from_: int, to: int, _: int) -> str:
    if from_ == to:
        return f"{name_of(s, piece)} routs, and finds no way."
    way = f"{about(length_of(from_, to))}, to {spot_words(to)}{ahead(from_, to)}"
    return f"{name_of(s, piece)} routs and runs {way}."


# The AI general


LINES: dict[int, str] = {
    Line.CARRY_OFF: "{who} carries what it has towards the nearest edge",
    Line.FIGHT: "{who} fights {what}",
    Line.SHOOT: "{who} stands and shoots at {what}",
    Line.MOVE_AND_SHOOT: "{who} moves until it can shoot at {what}",
    Line.FETCH: "{who} goes for {what}, which is in move range",
    Line.CHARGE: "{who} charges {what}",
    Line.SEEK_OBJECTIVE: "{who} goes towards {what}, which it sees",
    Line.SEEK_ENEMY: "{who} goes towards {what}, whom it sees",
}
ONWARD = "{who} moves on in the direction of the enemy that it felled"
BEFORE_THE_LIST = "Before its list {who} takes {what}, which is in reach."
BEHIND_THE_LIST = "No line of its list applies: {who} goes towards the centre of the table."


def listed(s: Any, piece: int, line: int, thing: int, _: int) -> str:
    who, what = name_of(s, piece), the(s, thing - 1) if thing else ""
    if line == 0:
        return BEFORE_THE_LIST.format(who=who, what=what)
    if line not in LINES:
        return BEHIND_THE_LIST.format(who=who)
    form = ONWARD if line == Line.FIGHT and not what else LINES[line]
    return f"By line {line} of its list {form.format(who=who, what=what)}."


def chosen(s: Any, piece: int, face: int, target: int, _: int) -> str:
    if target >= CHARACTERS:
        return f"The die shows {face}: it is rolled again."
    return f"The die shows {face}: {name_of(s, piece)} fights {name_of(s, target)}."


SENTENCES: dict[Happened, Callable[..., str]] = {
    Happened.ROUND_OPENED: round_opened,
    Happened.PASSED: passed,
    Happened.ACTIVATED: activated,
    Happened.PICKED_UP: picked_up,
    Happened.DROPPED: dropped,
    Happened.MOVED: moved,
    Happened.TURNED: turned,
    Happened.SHOT: shot,
    Happened.FOUGHT: fought,
    Happened.STRUCK: struck,
    Happened.WOUNDED: wounded,
    Happened.FELL: fell,
    Happened.STRUCK_BACK: struck_back,
    Happened.FREE_BLOW: free_blow,
    Happened.TESTED: tested,
    Happened.RALLIED: rallied,
    Happened.FLED: fled,
    Happened.OFF_THE_TABLE: off_the_table,
    Happened.STAYED: stayed,
    Happened.LISTED: listed,
    Happened.CHOSEN: chosen,
    Happened.ROUND_ENDED: round_ended,
    Happened.WON: won,
    Happened.DRAWN: drawn,
    Happened.SAVED: saved,
    Happened.ROUTED: routed,
    Happened.BROKE: broke,
    Happened.QUIT: quit_,
    Happened.GRABBED: grabbed,
    Happened.FREED: freed,
    Happened.DROWNED: drowned,
    Happened.ARRIVED: arrived,
    Happened.CROSSED: crossed,
    Happened.HUNG: hung,
    Happened.KNOCKED: knocked,
    Happened.SWIPED: swiped,
    Happened.GOAL: goal,
    Happened.UNHURT: unhurt,
}
