"""Endings that can never come, or that would come before the first round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.tomlfile import Table
from .state import End
from .table import Character, Ending, Objective, Scenario, Side, given
from .traits import Trait


def check_endings(scenario: Scenario, tables: Sequence[Table]) -> None:
    seen: list[Ending] = []
    for ending, table in zip(scenario.endings, tables, strict=True):
        if why := why_never(scenario, ending):
            raise table.fault("when", f"this ending can never come: {why}", "K2.3")
        if any(is_same(ending, other) for other in seen):
            raise table.fault("when", "this ending can never come: another above waits for the same", "K2.3")
        if ending.company is not None and ending.count > size_of(scenario, ending.company):
            name, size = scenario.companies[ending.company].name, size_of(scenario, ending.company)
            reason = f"{name!r} has only {size} at the start, so it would end at once"
            raise table.fault("count", reason, "K2.3")
        if ending.name and ending.name.casefold() in [other.name.casefold() for other in seen]:
            raise table.fault("name", f"another ending is called {ending.name!r}", "K6.3")
        seen.append(ending)


def why_never(scenario: Scenario, ending: Ending) -> str:
    """Why something cannot come about, or nothing."""
    if ending.when == End.ROUNDS and ending.count > scenario.rounds:
        return f"the battle has {scenario.rounds} rounds"
    if ending.when == End.GONE and ending.side is not None:
        return why_never_gone(scenario, ending.side)
    if ending.when == End.ESCAPED and ending.side is not None:
        return why_never_gone(scenario, ending.side) or why_too_few(scenario, ending.side, ending.count)
    if ending.when == End.ALL_TAKEN:
        if not scenario.objectives:
            return "there are no objectives"
        if given(scenario.traits, Trait.ROLLED_GOAL):
            return "a die leaves only one of those that are rolled for"
        return first(why_not_taken(scenario, one, ending.side) for one in scenario.objectives)
    if ending.when in (End.TAKEN, End.HELD) and ending.what is not None:
        objective = scenario.objectives[ending.what]
        check = why_not_taken if ending.when == End.TAKEN else why_not_carried
        return check(scenario, objective, ending.side)
    if ending.who is not None:
        return why_never_so(scenario, ending.when, ending.who)
    return ""


def why_never_gone(scenario: Scenario, side: Side) -> str:
    """Whoever can neither fall nor flee nor leave stays for ever."""
    for character in scenario.of_side(side):
        traits = scenario.traits_of(character)
        if all(given(traits, one) for one in (Trait.CANNOT_BE_FELLED, Trait.NEVER_ROUTS, Trait.TETHER)):
            return f"{character.name!r} can neither fall nor flee nor leave"
    return ""


def why_too_few(scenario: Scenario, side: Side, count: int) -> str:
    """Not so many of a side can leave the table."""
    able = sum(may_leave(scenario, one) for one in scenario.of_side(side))
    return "" if able >= count else f"only {able} of that side can leave the table"


def why_never_so(scenario: Scenario, when: End, who: int) -> str:
    character = scenario.characters[who]
    traits = scenario.traits_of(character)
    if when == End.FALLEN and given(traits, Trait.CANNOT_BE_FELLED):
        return f"{character.name!r} cannot be felled"
    if when == End.LEFT and not may_leave(scenario, character):
        if given(traits, Trait.TETHER):
            return f"{character.name!r} has a tether"
        return f"{character.name!r} has nothing to carry off the table, and nobody to carry it"
    return ""


def may_leave(scenario: Scenario, character: Character) -> bool:
    """One leaves a closed room by its exit; the table with something that one carries off it, or lying, when
    a friend carries one; or with the company, after its losses."""
    if given(scenario.companies[character.company].traits, Trait.LEAVES_AFTER):
        return True
    if has(scenario, character, Trait.TETHER):
        return False
    if given(scenario.traits, Trait.ROOM):
        return True
    if any(character in scenario.carriers_of(one) for one in scenario.objectives if not one.stays):
        return True
    others = [one for one in scenario.of_side(character.side) if one is not character]
    pairs = [(character, one) for one in others] + [(one, character) for one in others]
    return any(
        has(scenario, bearer, Trait.TAKES_FALLEN) and has(scenario, one, Trait.LIES) for bearer, one in pairs
    )


def has(scenario: Scenario, character: Character, trait: Trait) -> bool:
    return given(scenario.traits_of(character), trait) is not None


def why_not_taken(scenario: Scenario, objective: Objective, side: Side | None) -> str:
    if objective.stays:
        return f"{objective.name!r} stays on the table"
    return why_not_carried(scenario, objective, side)


def why_not_carried(scenario: Scenario, objective: Objective, side: Side | None) -> str:
    if side is None or any(one.side == side for one in scenario.carriers_of(objective)):
        return ""
    return f"nobody of that side may carry {objective.name!r}"


def is_same(one: Ending, other: Ending) -> bool:
    """Whether two endings wait for the same, or the first for something that the other includes."""
    same = (one.when, one.who, one.what, one.company) == (other.when, other.who, other.what, other.company)
    if one.when == End.ROUNDS:
        return same and one.count >= other.count
    if one.when == End.ESCAPED:
        is_wider = other.when == End.GONE or (same and one.count >= other.count)
        return is_wider and one.side == other.side
    if one.when == End.FEWER:
        return same and one.count <= other.count
    return same and other.side in (one.side, None)


def size_of(scenario: Scenario, company: int) -> int:
    return sum(character.company == company for character in scenario.characters)


def first(reasons: Iterable[str]) -> str:
    """The first of them that says something."""
    return next((reason for reason in reasons if reason), "")
