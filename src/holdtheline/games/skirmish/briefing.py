"""A battle before it is played, in words: in few, as a card, and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.scenario import Scenarios, Section, Summary
from .names import decimal, fewer_words, in_a_sentence, listed_words, plural
from .scenario import named, read
from .scenarios import scenario_named
from .state import End
from .table import Character, Ending, Kind, Objective, Scenario, Side, Winner
from .traits import Given, Trait

NOTHING = ("None.",)
WINS = {Winner.NOBODY: "nobody wins", Winner.FRIENDS: "the friends win", Winner.ENEMY: "the enemies win"}
SIDES = {Side.FRIENDS: "The friends", Side.ENEMY: "The enemies"}


def summary(scenario: Scenario) -> Summary:
    return Summary(
        title=scenario.title,
        date="",
        place="",
        turns=scenario.rounds,
        units=tuple(len(scenario.of_side(side)) for side in Side),
        favours=None,
        sides=("friends", "enemies"),
    )


# The card


def card(scenario: Scenario) -> tuple[Section, ...]:
    return (*briefing(scenario), *(sheet(scenario, side) for side in Side))


def briefing(scenario: Scenario) -> tuple[Section, ...]:
    """The story, the aim, how it ends, and whatever is not as in other battles."""
    return (
        Section(scenario.title, scenario.story[:-1], scenario.story[-1]),
        Section("The aim", (scenario.aim,)),
        Section("How it ends (K2.3)", tuple(endings(scenario))),
        *measured(scenario),
        Section("Objectives (K3.1)", tuple(objectives(scenario)) or NOTHING),
        Section("Special rules", tuple(special(scenario)) or NOTHING),
        Section("Who comes later (K1.4)", tuple(later(scenario)) or NOTHING),
    )


def measured(scenario: Scenario) -> Iterator[Section]:
    """How hard it is, if somebody has measured it."""
    if scenario.won_by_book is not None:
        told = f"The computer's book player wins it {scenario.won_by_book} times in 100 with a fresh company."
        yield Section("How hard it is", (told,))


def endings(scenario: Scenario) -> Iterator[str]:
    for ending in scenario.endings:
        yield f"When {when(scenario, ending)}: {WINS[ending.winner]}."
    yield "When nobody of one side is left: the other wins."
    yield f"After {plural(scenario.rounds, 'round')}: {WINS[scenario.timeout]}."


def when(scenario: Scenario, ending: Ending) -> str:
    """What has come about, as a part of a sentence."""
    side = {None: "somebody", Side.FRIENDS: "a friend", Side.ENEMY: "an enemy"}[ending.side]
    both = {None: "one side", Side.FRIENDS: "the friends", Side.ENEMY: "the enemies"}[ending.side]
    who = "" if ending.who is None else in_a_sentence(scenario.characters[ending.who].name)
    what = "" if ending.what is None else objective_words(scenario.objectives[ending.what])
    company = "" if ending.company is None else in_a_sentence(scenario.companies[ending.company].name)
    words = {
        End.GONE: f"nobody of {both} is left",
        End.ROUNDS: f"{plural(ending.count, 'round')} have been played",
        End.TAKEN: f"{side} carries {what} off the table",
        End.FALLEN: f"{who} falls",
        End.LEFT: f"{who} leaves the table",
        End.FEWER: fewer_words(company, ending.count),
        End.ALL_TAKEN: f"{both} have carried everything off the table",
        End.HELD: f"a round ends and {side} carries {what}",
        End.ESCAPED: f"at least {ending.count} of {both} have got away and nobody of them is left",
    }
    return words[ending.when]


def objective_words(objective: Objective) -> str:
    """`the Toll ledger`; a person has no article."""
    name = in_a_sentence(objective.name)
    return name if objective.kind == Kind.CHARACTER or name.startswith("the ") else f"the {name}"


def objectives(scenario: Scenario) -> Iterator[str]:
    for one in scenario.objectives:
        where = f"at {place_text(one.at)}"
        stays = " It stays on the table." if one.stays else ""
        yield " ".join([f"{one.name}, {where}.{stays}", *(trait.sentence for trait in one.traits)])


def special(scenario: Scenario) -> Iterator[str]:
    """The traits of the battle, of its terrain, and of its companies."""
    yield from (one.sentence for one in scenario.traits)
    for terrain in scenario.terrain:
        if terrain.traits:
            name = terrain.name or terrain.kind.name.capitalize()
            yield f"{name}: {sentences(terrain.traits)}"
    for company in scenario.companies:
        if company.traits:
            yield f"{company.name}: {sentences(company.traits)}"


def sentences(traits: tuple[Given, ...]) -> str:
    return " ".join(one.sentence for one in traits)


def later(scenario: Scenario) -> Iterator[str]:
    for one in scenario.characters:
        for trait in scenario.traits_of(one):
            if trait.trait == Trait.ARRIVES:
                yield f"{one.name}: {trait.sentence}"


def place_text(at: tuple[int, int]) -> str:
    return f"{decimal(at[0])},{decimal(at[1])}"


# The sheets


def sheet(scenario: Scenario, side: Side) -> Section:
    """K1.2: a line for each character, in the order of the sheet, with its traits behind it."""
    mine = scenario.of_side(side)
    companies = list(dict.fromkeys(in_a_sentence(scenario.companies[one.company].name) for one in mine))
    heading = f"{SIDES[side]}: {plural(len(mine), 'character')} of {listed_words(companies)}"
    return Section(heading, (columns("name", "at", "move", "att", "def", "wounds", "range"), *rows(mine)))


def rows(characters: list[Character]) -> Iterator[str]:
    for one in characters:
        numbers = one.card
        wounds = f"{one.wounds}/{numbers.wounds}"
        shoots = decimal(numbers.range) if numbers.range else "-"
        yield columns(
            one.name,
            place_text(one.at),
            decimal(numbers.move),
            str(numbers.attack),
            str(numbers.defence),
            wounds,
            shoots,
        )
        if one.traits:
            yield f"    {sentences(one.traits)}"


def columns(name: str, at: str, move: str, attack: str, defence: str, wounds: str, shoots: str) -> str:
    return f"{name:24.24} {at:13} {move:>5} {attack:>4} {defence:>4} {wounds:>7} {shoots:>6}".rstrip()


# For programs


def facts(scenario: Scenario) -> dict[str, Any]:
    """The whole battle as JSON; lengths and places are inches."""
    return {
        "name": scenario.name,
        "title": scenario.title,
        "aim": scenario.aim,
        "story": list(scenario.story),
        "rounds": scenario.rounds,
        "timeout": scenario.timeout.name.lower(),
        "endings": [
            {"when": when(scenario, one), "winner": one.winner.name.lower(), "text": one.text}
            for one in scenario.endings
        ],
        "rules": list(special(scenario)),
        "objectives": [
            {"name": one.name, "at": in_inches(one.at), "traits": [trait.sentence for trait in one.traits]}
            for one in scenario.objectives
        ],
        "characters": [character_facts(scenario, one) for one in scenario.characters],
        "terrain": [
            {
                "kind": one.kind.name.lower(),
                "name": one.name,
                "corners": [in_inches(corner) for corner in one.corners],
                "rounding": one.rounding / 1000,
            }
            for one in scenario.terrain
        ],
    }


def character_facts(scenario: Scenario, one: Character) -> dict[str, Any]:
    return {
        "name": one.name,
        "card": one.card.name,
        "side": one.side.name.lower(),
        "company": scenario.companies[one.company].name,
        "at": in_inches(one.at),
        "move": one.card.move / 1000,
        "attack": one.card.attack,
        "defence": one.card.defence,
        "slots": one.card.wounds,
        "wounds": one.wounds,
        "range": one.card.range / 1000,
        "traits": [trait.sentence for trait in scenario.traits_of(one)],
    }


def in_inches(at: tuple[int, int]) -> list[float]:
    return [at[0] / 1000, at[1] / 1000]


SCENARIOS = Scenarios(
    option="scenario",
    named=named,
    read=read,
    summary=summary,
    of_option=scenario_named,
    briefing=briefing,
    card=card,
    facts=facts,
    headings=("[[character]]", "[[terrain]]", "[[objective]]", "[[card]]"),
)
