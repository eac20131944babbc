"""The fold: a campaign and an entry make the campaign after it. Nothing else changes one (K6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....core.errors import IllegalMove
from .aftermath import roll_for_felled, take_result
from .allowed import CLAUSE, why_not
from .company import Company
from .entries import (
    Back,
    Chose,
    Entry,
    Fought,
    Handed,
    Header,
    Rolled,
    Travelled,
    TravelledOn,
    WentOn,
)
from .journey import Awaits, Journey, Played, Tell
from .passing import holds, take_effect, tell, tell_of
from .story import PACK, After, Outcome, Sort, Story


def begun(story: Story, header: Header) -> Journey:
    """A campaign at its first scene."""
    journey = Journey(story, header, Company.of(story))
    enter(journey, story.first)
    return journey


def folded(story: Story, header: Header, entries: Sequence[Entry]) -> Journey:
    """The campaign after all these entries."""
    journey = begun(story, header)
    for entry in counted(entries):
        journey = unfolded(journey, entry)
    return journey


def counted(entries: Iterable[Entry]) -> list[Entry]:
    """Those entries that nobody went back behind."""
    counting: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Back):
            del counting[entry.to :]
        else:
            counting.append(entry)
    return counting


def unfolded(journey: Journey, entry: Entry) -> Journey:
    """The campaign after one more entry; IllegalMove: it cannot come now."""
    why = why_not(journey, entry)
    if why:
        raise IllegalMove(type(entry).__name__.lower(), CLAUSE, why)
    journey = journey.copy()
    journey.entries += 1
    take(journey, entry)
    return journey


# What an entry does


def take(journey: Journey, entry: Entry) -> None:
    if isinstance(entry, Handed):
        journey.company.holders[entry.item] = entry.to
    elif isinstance(entry, Travelled):
        journey.travellers = entry.who
        tell(journey, Tell.TRAVELLED, entry.who)
        journey.awaits = Awaits.BATTLE
    elif isinstance(entry, Fought):
        take_result(journey, entry)
        journey.played[journey.scene] = Played(entry.outcome, entry.ending)
        ask_for_dice(journey)
    elif isinstance(entry, Rolled):
        take_roll(journey, entry.face)
    elif isinstance(entry, Chose):
        choose(journey, entry.option)
    elif isinstance(entry, WentOn):
        journey.played[journey.scene] = Played(None)
        ask_for_dice(journey)
    elif isinstance(entry, TravelledOn):
        travel_on(journey, entry.who)


def take_roll(journey: Journey, face: int) -> None:
    journey.dice += 1
    if journey.waiting:
        roll_for_felled(journey, face)
    else:
        journey.face = face
        tell(journey, Tell.ROLLED, words=journey.now.roll, number=face)
    ask_for_dice(journey)


def choose(journey: Journey, option: str) -> None:
    choice = next(one for one in journey.now.choices if one.name == option)
    journey.played[journey.scene] = Played(None)
    tell(journey, Tell.CHOSE, words=option)
    journey.leads = choice.effects.next
    take_effect(journey, choice.effects)
    ask_for_dice(journey)


def ask_for_dice(journey: Journey) -> None:
    """Those of the felled, then the scene's own; with none left, what follows."""
    if journey.waiting or (journey.now.roll and not journey.face):
        journey.awaits = Awaits.DIE
    else:
        follow(journey)


def follow(journey: Journey) -> None:
    """What follows from the scene, up to the first that leads on."""
    for after in journey.now.afters:
        if came(journey, after):
            take_effect(journey, after.effects)
            if after.effects.next:
                journey.leads = after.effects.next
                break
    if journey.travel_on:
        journey.awaits = Awaits.TRAVEL_ON
    else:
        go_on(journey)


def came(journey: Journey, after: After) -> bool:
    """Whether a scene went so that this follows."""
    fought = journey.fought
    if after.when and (fought is None or after.when not in (fought.outcome.word, fought.ending)):
        return False
    return all(holds(journey, term) for term in after.terms)


def travel_on(journey: Journey, who: Sequence[str]) -> None:
    behind = [name for name in journey.company.alive if name not in who]
    for name in behind:
        journey.company.part(name)
    tell_of(journey, Tell.BEHIND, behind)
    go_on(journey)


def go_on(journey: Journey) -> None:
    if not journey.company.alive:
        tell(journey, Tell.NOBODY)
        enter(journey, journey.story.nobody)
    else:
        enter(journey, journey.leads or journey.now.next)


# A new scene


def enter(journey: Journey, name: str) -> None:
    journey.scene, journey.leads, journey.face = name, "", 0
    journey.travellers, journey.felled, journey.fought = (), (), None
    end = journey.end
    if end:
        tell(journey, Tell.END, words=end.title, number=end.outcome)
        journey.awaits = Awaits.OVER
        return
    journey.starts[name] = journey.entries
    tell(journey, Tell.SCENE, words=journey.now.title)
    BEGINNINGS[journey.now.sort](journey)


def begin_battle(journey: Journey) -> None:
    """Where nobody can travel, it is lost without a fight."""
    if journey.company.able:
        journey.awaits = Awaits.TRAVELLERS
        return
    tell(journey, Tell.NO_FIGHT)
    journey.fought = Fought(Outcome.LOST, "", 0, {}, {})
    journey.played[journey.scene] = Played(Outcome.LOST)
    ask_for_dice(journey)


def begin_haven(journey: Journey) -> None:
    """K6.4: a haven heals wounds; those of guests who have not joined are healed elsewhere meanwhile."""
    journey.company.heal(journey.company.to_join)
    tell_of(journey, Tell.HEALED, journey.company.heal(journey.company.alive))
    journey.awaits = Awaits.LEAVE


def begin_choice(journey: Journey) -> None:
    journey.awaits = Awaits.CHOICE


def begin_item(journey: Journey) -> None:
    journey.company.give(journey.now.item, PACK)
    tell(journey, Tell.FOUND, words=journey.now.item)
    journey.awaits = Awaits.LEAVE


BEGINNINGS = {
    Sort.BATTLE: begin_battle,
    Sort.HAVEN: begin_haven,
    Sort.CHOICE: begin_choice,
    Sort.ITEM: begin_item,
}
