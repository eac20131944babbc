"""After a battle: what became of everybody, and the dice of the felled (K6.2, K6.4)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..layout import numbered
from ..state import There
from ..table import Scenario, Side
from .checks import TIMEOUT
from .entries import Became, Fate, Fought
from .journey import Journey, Tell
from .passing import die, tell, tell_of
from .story import Aftermath, Outcome

DIES = 3
"""K6.4: whoever rolls this or less is dead."""
FATES = {
    There.WAITS: Fate.STANDS,
    There.STANDS: Fate.STANDS,
    There.LIES: Fate.FELLED,
    There.FALLEN: Fate.FELLED,
    There.CARRIED: Fate.FELLED,
    There.FLED: Fate.FLED,
    There.LEFT: Fate.LEFT,
    There.HELD: Fate.SEIZED,
}
"""What a battle says of somebody, and what that means for the story."""
WINNERS = (Outcome.DRAWN, Outcome.WON, Outcome.LOST)
"""By `winner` of the record: nobody, the friends, the enemy."""


def fought_in(
    s: Any, scenario: Scenario, members: Collection[str], felled_by: dict[str, str] | None = None
) -> Fought:
    """What a battle that is over means for the members of a story, also for those who fought as guests."""
    people: dict[str, Became] = {}
    enemies: dict[str, bool] = {}
    by = felled_by or {}
    for number, character in numbered(scenario):
        fate = FATES[There(int(s.there[number]))]
        if character.side == Side.ENEMY:
            enemies[character.name] = fate != Fate.FELLED
        elif character.name in members:
            striker = by.get(character.name, "") if fate == Fate.FELLED else ""
            people[character.name] = Became(fate, int(s.wounds[number]), striker)
    return Fought(WINNERS[int(s.winner)], ending_of(s, scenario), int(s.round), people, enemies)


def ending_of(s: Any, scenario: Scenario) -> str:
    """The name of the ending that came, `timeout`, or nothing."""
    if s.ended:
        return scenario.endings[int(s.ended) - 1].name
    sides = [
        [int(s.there[number]) for number, one in numbered(scenario) if one.side == side] for side in Side
    ]
    is_on = [any(there in (There.STANDS, There.WAITS, There.HELD) for there in side) for side in sides]
    return TIMEOUT if all(is_on) else ""


# Into the story


def take_result(journey: Journey, fought: Fought) -> None:
    """What became of everybody is told, and the felled are to roll, or not."""
    journey.fought = fought
    for name, survived in fought.enemies.items():
        journey.met[name] = (*journey.met.get(name, ()), survived)
    fighters = dict.fromkeys((*journey.travellers, *fought.people))
    journey.felled = tuple(name for name in fighters if is_felled(fought, name))
    tell(journey, Tell.BATTLE, words=text_of(journey, fought), number=fought.outcome)
    for name in journey.felled:
        tell(journey, Tell.FELL, (name,), fought.people[name].by)
    for fate, kind in ((Fate.FLED, Tell.FLED), (Fate.LEFT, Tell.CARRIED_OFF)):
        tell_of(journey, kind, [name for name, one in fought.people.items() if one.fate == fate])
    remember_enemies(journey, fought)
    if journey.header.aftermath == Aftermath.EXAMPLE:
        journey.waiting = journey.felled
    elif journey.header.aftermath == Aftermath.HARSH:
        for name in journey.felled:
            die(journey, Tell.DIED, name, fought.people[name].by)
    else:
        tell_of(journey, Tell.UNHURT, journey.felled)


def is_felled(fought: Fought, name: str) -> bool:
    """Fallen; or seized, when the battle was not won, so that nobody could free him."""
    fate = fought.people[name].fate
    return fate == Fate.FELLED or (fate == Fate.SEIZED and fought.outcome != Outcome.WON)


def text_of(journey: Journey, fought: Fought) -> str:
    """What the battle's file tells of its ending, if it has a name."""
    endings = journey.story.scenario(journey.now).endings
    return next((one.text for one in endings if one.name and one.name == fought.ending), "")


def remember_enemies(journey: Journey, fought: Fought) -> None:
    """Whether those will come back who can, and whom a later battle has."""
    story, now = journey.story, journey.now
    back = [name for name in fought.enemies if name in story.returning(now) & story.met_later(now)]
    slain = [name for name in back if not fought.enemies[name]]
    journey.absent |= set(slain)
    tell_of(journey, Tell.SLAIN, slain)
    tell_of(journey, Tell.ESCAPED, [name for name in back if name not in slain])


def roll_for_felled(journey: Journey, face: int) -> None:
    """K6.4: the next of the felled dies, or is back with a wound that stays."""
    name, *others = journey.waiting
    journey.waiting = tuple(others)
    assert journey.fought is not None
    if face <= DIES:
        die(journey, Tell.DIED, name, journey.fought.people[name].by, face)
    else:
        journey.company.wound(name)
        tell(journey, Tell.CAME_BACK, (name,), number=face)
