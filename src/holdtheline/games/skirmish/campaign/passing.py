"""What follows from a scene: whether a condition holds, and what an effect changes (K6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .company import Standing
from .journey import Awaits, Happening, Journey, Tell
from .story import EVERYBODY, FELLED, PACK, TRAVELLERS, Ask, Choice, Effects, Outcome, Term

# Conditions


def holds(journey: Journey, term: Term) -> bool:
    """Whether one part of a condition is true now."""
    if term.ask == Ask.AT_LEAST:
        return len(journey.company.alive) >= term.numbers[0]
    if term.ask == Ask.AT_MOST:
        return len(journey.company.alive) <= term.numbers[0]
    if term.ask == Ask.ROLLED:
        return journey.face in term.numbers
    return all(TRUE_OF[term.ask](journey, name) for name in term.names)


def is_alive(journey: Journey, name: str) -> bool:
    return journey.company.people[name].standing == Standing.THERE


def went(outcome: Outcome) -> Callable[[Journey, str], bool]:
    return lambda journey, name: name in journey.played and journey.played[name].outcome == outcome


TRUE_OF: dict[Ask, Callable[[Journey, str], bool]] = {
    Ask.FLAG: lambda journey, name: name in journey.company.flags,
    Ask.NO_FLAG: lambda journey, name: name not in journey.company.flags,
    Ask.ALIVE: is_alive,
    Ask.DEAD: lambda journey, name: journey.company.people[name].standing == Standing.DEAD,
    Ask.GONE: lambda journey, name: not is_alive(journey, name),
    Ask.FELLED: lambda journey, name: name in journey.felled,
    Ask.TOOK_PART: lambda journey, name: name in journey.travellers,
    Ask.HAS_ITEM: lambda journey, name: journey.company.has_item(name),
    Ask.LACKS_ITEM: lambda journey, name: not journey.company.has_item(name),
    Ask.WON: went(Outcome.WON),
    Ask.LOST: went(Outcome.LOST),
    Ask.DRAWN: went(Outcome.DRAWN),
    Ask.PLAYED: lambda journey, name: name in journey.played,
    Ask.UNPLAYED: lambda journey, name: name not in journey.played,
    Ask.ENDED: lambda journey, name: name in [one.ending for one in journey.played.values()],
    Ask.SURVIVED: lambda journey, name: name in journey.met and all(journey.met[name]),
    Ask.SLAIN: lambda journey, name: not all(journey.met.get(name, (True,))),
}


def offered(journey: Journey) -> list[Choice]:
    """The options that can be chosen now."""
    if journey.awaits != Awaits.CHOICE:
        return []
    return [one for one in journey.now.choices if all(holds(journey, term) for term in one.terms)]


# Effects


def tell(journey: Journey, kind: Tell, who: Iterable[str] = (), words: str = "", number: int = 0) -> None:
    journey.happened = (*journey.happened, Happening(kind, journey.scene, tuple(who), words, number))


def tell_of(journey: Journey, kind: Tell, who: Iterable[str], words: str = "") -> None:
    """Where it has happened to somebody."""
    names = tuple(who)
    if names:
        tell(journey, kind, names, words)


def meant(journey: Journey, names: Iterable[str]) -> list[str]:
    """Those of the company who are meant by names and groups, each once; who is gone is passed over."""
    alive = journey.company.alive
    groups = {EVERYBODY: alive, TRAVELLERS: journey.travellers, FELLED: journey.felled}
    found = [one for name in names for one in groups.get(name, (name,))]
    return [name for name in dict.fromkeys(found) if name in alive]


def take_effect(journey: Journey, effects: Effects) -> None:
    """Everything that an option or an [[after]] changes, in the order of `Effects`."""
    company = journey.company
    company.flags = (company.flags | set(effects.sets)) - set(effects.clears)
    tell_of(journey, Tell.JOINED, [name for name in effects.recruits if company.join(name)])
    for name in meant(journey, effects.dies):
        die(journey, Tell.PERISHED, name, "")
    leaving = meant(journey, effects.leaves)
    for name in leaving:
        company.part(name)
    tell_of(journey, Tell.PARTED, leaving)
    change_items(journey, effects)
    scarred = [name for name in meant(journey, effects.scarred) if company.scar(name, effects.scar)]
    tell_of(journey, Tell.SCARRED, scarred, effects.scar)
    hurt = meant(journey, effects.wounds)
    for name in hurt:
        company.wound(name)
    tell_of(journey, Tell.HURT, hurt)
    tell_of(journey, Tell.MENDED, company.heal(meant(journey, effects.heals)))
    for words in effects.tells:
        tell(journey, Tell.TOLD, words=words)


def change_items(journey: Journey, effects: Effects) -> None:
    company = journey.company
    if effects.gives:
        holder = company.give(effects.gives, effects.to)
        tell(journey, Tell.GIVEN, () if holder == PACK else (holder,), effects.gives)
    for item in effects.loses:
        if company.has_item(item):
            company.holders[item] = ""
            tell(journey, Tell.LOST, words=item)


def die(journey: Journey, kind: Tell, name: str, how: str, face: int = 0) -> None:
    """Somebody dies, and what he held is lost or passed on."""
    lost = journey.company.bury(name, journey.scene, how)
    tell(journey, kind, (name,), number=face)
    for item in lost:
        tell(journey, Tell.LOST, (name,), item)
