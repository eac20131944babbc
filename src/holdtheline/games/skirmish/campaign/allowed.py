"""What may come next in a campaign, and why something may not. Asking changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ..table import Side
from .checks import TIMEOUT
from .entries import (
    Back,
    Chose,
    Entry,
    Fought,
    Handed,
    Policy,
    Rolled,
    Travelled,
    TravelledOn,
    WentOn,
)
from .journey import Awaits, Journey
from .passing import offered
from .story import PACK

CLAUSE = "K6.3"


def why_not(journey: Journey, entry: Entry) -> str:
    """Why an entry cannot come now, or nothing."""
    if isinstance(entry, Back):
        return why_not_back(journey, entry.to)
    if isinstance(entry, Handed):
        return why_not_handed(journey, entry)
    if journey.awaits != WAITED_FOR[type(entry)]:
        return f"the campaign waits for something else: {WAITS[journey.awaits]}"
    if isinstance(entry, Travelled):
        return why_not_travelled(journey, entry.who)
    if isinstance(entry, TravelledOn):
        return why_not_travelled_on(journey, entry.who)
    if isinstance(entry, Fought):
        return why_not_fought(journey, entry)
    if isinstance(entry, Rolled):
        return why_not_rolled(journey, entry.face)
    if isinstance(entry, Chose) and entry.option not in [one.name for one in offered(journey)]:
        return f"there is no option {entry.option[:40]!r} now"
    return ""


WAITED_FOR = {
    Travelled: Awaits.TRAVELLERS,
    Fought: Awaits.BATTLE,
    Rolled: Awaits.DIE,
    Chose: Awaits.CHOICE,
    WentOn: Awaits.LEAVE,
    TravelledOn: Awaits.TRAVEL_ON,
}
WAITS = {
    Awaits.TRAVELLERS: "who goes into the battle",
    Awaits.BATTLE: "the end of the battle",
    Awaits.DIE: "a die",
    Awaits.CHOICE: "a choice",
    Awaits.LEAVE: "going on",
    Awaits.TRAVEL_ON: "who travels on",
    Awaits.OVER: "nothing, it is over",
}


def why_not_back(journey: Journey, to: int) -> str:
    if journey.header.policy != Policy.FREE:
        return "this campaign is iron: nobody goes back"
    if to not in journey.starts.values():
        return "one can go back only to the start of a scene that was played"
    return ""


def why_not_handed(journey: Journey, entry: Handed) -> str:
    company, item, to = journey.company, entry.item, entry.to
    if journey.awaits not in (Awaits.TRAVELLERS, Awaits.LEAVE):
        return "items are handed over before a battle, at a haven, and where one was found"
    if item not in company.story.items or not company.has_item(item):
        return f"the company has no {item[:40]!r}"
    if company.holders[item] == to:
        return f"{item} is there already"
    if to != PACK and to not in company.alive:
        return f"there is no {to[:40]!r} in the company"
    if to != PACK and not company.can_hold(to, item):
        return f"{to} holds such an item already"
    return ""


def why_not_travelled(journey: Journey, who: Sequence[str]) -> str:
    strange = [name for name in who if name not in journey.company.able]
    if strange:
        return f"{strange[0][:40]!r} cannot travel"
    if len(set(who)) < len(who):
        return "somebody is named twice"
    if not journey.fewest <= len(who) <= journey.most:
        count = f"{journey.fewest} to {journey.most}" if journey.fewest < journey.most else f"{journey.most}"
        return f"{len(who)} would travel; it must be {count}"
    missing = [name for name in journey.needed if name not in who]
    return f"{missing[0]} must come" if missing else ""


def why_not_travelled_on(journey: Journey, who: Sequence[str]) -> str:
    strange = [name for name in who if name not in journey.company.alive]
    if strange:
        return f"{strange[0][:40]!r} cannot travel on"
    if len(set(who)) < len(who):
        return "somebody is named twice"
    if not 1 <= len(who) <= journey.travel_on:
        return f"{len(who)} would travel on; it must be 1 to {journey.travel_on}"
    return ""


def why_not_fought(journey: Journey, entry: Fought) -> str:
    scenario = journey.story.scenario(journey.now)
    travellers = set(journey.travellers)
    if not travellers <= set(entry.people) <= travellers | set(journey.guests):
        return "others have fought than those who travelled"
    if not set(entry.enemies) <= {one.name for one in scenario.of_side(Side.ENEMY)}:
        return "there are enemies whom the battle does not have"
    if entry.ending not in ("", TIMEOUT, *(one.name for one in scenario.endings)):
        return f"the battle has no ending {entry.ending[:40]!r}"
    return ""


def why_not_rolled(journey: Journey, face: int) -> str:
    if not 1 <= face <= 6:
        return "a die shows 1 to 6"
    if not journey.header.dice_are_mine and face != journey.next_face:
        return "the computer rolls the dice of this campaign, and it shows another face"
    return ""
