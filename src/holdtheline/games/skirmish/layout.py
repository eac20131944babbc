"""A battle as numbers: each field that the rules start from, by its name in the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ...core.errors import BadOption
from ...core.plane import DIRECTIONS
from . import state
from .state import MOST_OF_A_SIDE, End, Followup, Lies, Rout, There
from .table import Character, Company, Ending, Objective, Scenario, Side, Terrain, given
from .traits import Given, Line, Trait

Thing = TypeVar("Thing")
Fields = dict[str, Any]

SWITCHES = ("strike_back", "shoot_into_melee", "bases_block_sight", "count_fled", "rally", "free_blow")
AFTERMATHS = ("example", "none", "harsh")
INCH = 1000

BITS = {
    Trait.NEVER_LOCKS: state.NEVER_LOCKS,
    Trait.NEVER_ROUTS: state.NEVER_ROUTS,
    Trait.LIES: state.LIES_WHEN_FALLEN | state.CAN_BE_CARRIED,
    Trait.ROUTING_BLOW: state.ROUTS_BY_BLOW,
    Trait.SWIPE: state.SWIPES,
    Trait.STRIKES_BACK: state.STRIKES_BACK,
    Trait.CANNOT_BE_FELLED: state.CANNOT_BE_FELLED,
    Trait.CLIMBS: state.CLIMBS,
    Trait.GRABS: state.GRABS,
    Trait.SPREADS_FIRE: state.ONE_SHOT_EACH,
    Trait.TAKES_FALLEN: state.CARRIES_FALLEN,
    Trait.SWIMS: state.SWIMS,
}
"""Traits of characters that are a bit."""
GROUND_BITS = {
    Trait.HALF_MOVE: state.IS_WATER,
    Trait.HIGHER_GROUND: state.IS_HIGH,
    Trait.CLIMB: state.NEEDS_CLIMBER,
    Trait.CROSSED_ON: state.IS_GAP,
    Trait.HANG_ON: state.IS_DROP,
}


def laid_out(scenario: Scenario, options: Mapping[str, Any]) -> Fields:
    """All fields but the number of the battle."""
    return {
        **head(scenario, options),
        **terrain_rows(scenario),
        **rows(scenario.companies, lambda company: company_fields(scenario, company)),
        **character_rows(scenario, int(options["generals"])),
        **rows(scenario.objectives, lambda objective: objective_fields(scenario, objective)),
        **rows(scenario.endings, lambda ending: ending_fields(scenario, ending)),
    }


def rows(things: Iterable[Thing], fields: Callable[[Thing], Fields]) -> dict[str, list[int]]:
    """One row for each field, with a number for each thing."""
    columns: dict[str, list[int]] = {}
    for thing in things:
        for name, number in fields(thing).items():
            columns.setdefault(name, []).append(int(number))
    return columns


def head(scenario: Scenario, options: Mapping[str, Any]) -> Fields:
    return {
        "generals": options["generals"],
        "enemy_seat": options["enemy"] == "seat",
        "followup": Followup[str(options["followup"]).upper()],
        **{name: options[name] == "on" for name in SWITCHES},
        "pickup_reach": int(options["pickup_reach"]) * INCH,
        "rounds": scenario.rounds,
        "timeout": scenario.timeout,
        "enclosed": given(scenario.traits, Trait.ROOM) is not None,
        "aftermath": AFTERMATHS.index(str(options["aftermath"])),
    }


# The table


def terrain_rows(scenario: Scenario) -> Fields:
    corners = [corner for terrain in scenario.terrain for corner in terrain.corners]
    firsts, first = [], 0
    for terrain in scenario.terrain:
        firsts.append(first)
        first += len(terrain.corners)
    room = given(scenario.traits, Trait.ROOM)
    return {
        **rows(scenario.terrain, lambda terrain: terrain_fields(terrain, room)),
        "t_first": firsts,
        "corner_x": [x for x, _ in corners],
        "corner_y": [y for _, y in corners],
    }


def terrain_fields(terrain: Terrain, room: Given | None) -> Fields:
    faces = [one.number() for one in terrain.traits if one.trait in (Trait.CROSSED_ON, Trait.HANG_ON)]
    return {
        "t_kind": terrain.kind,
        "t_count": len(terrain.corners),
        "t_round": terrain.rounding,
        "t_bits": terrain_bits(terrain, room),
        "t_roll": sum(faces),
    }


def terrain_bits(terrain: Terrain, room: Given | None) -> int:
    bits = sum(GROUND_BITS[one.trait] for one in terrain.traits)
    if terrain.is_closed:
        bits |= state.BLOCKS_WAY
    if terrain.blocks_sight:
        bits |= state.BLOCKS_SIGHT
    if room and room.name() == terrain.name:
        bits |= state.IS_EXIT
    return bits


# Companies and characters


def company_fields(scenario: Scenario, company: Company) -> Fields:
    mine = [one for one in scenario.characters if scenario.companies[one.company] is company]
    losses, leaves = given(company.traits, Trait.ROUTS_AT), given(company.traits, Trait.LEAVES_AFTER)
    return {
        "c_side": company.side + 1,
        "c_total": len(mine),
        "c_rout": rout_of(company),
        "c_rout_at": losses.number() if losses else 0,
        "c_quits_at": leaves.number() if leaves else 0,
    }


def rout_of(company: Company) -> Rout:
    kinds = {
        Trait.NEVER_ROUTS: Rout.NEVER,
        Trait.ROUTS_AT: Rout.LOSSES,
        Trait.ROUTS_WITHOUT: Rout.LEADERS,
    }
    return next((kind for trait, kind in kinds.items() if given(company.traits, trait)), Rout.HALF)


def numbered(scenario: Scenario) -> list[tuple[int, Character]]:
    """The characters with their numbers."""
    return [
        (side * MOST_OF_A_SIDE + place, character)
        for side in Side
        for place, character in enumerate(scenario.of_side(side))
    ]


def number_named(scenario: Scenario, name: str) -> int:
    return next(number for number, character in numbered(scenario) if character.name == name)


def character_rows(scenario: Scenario, generals: int) -> Fields:
    columns = {name: [0] * state.CHARACTERS for name in state.OF_A_CHARACTER}
    dealt = owners(scenario.of_side(Side.FRIENDS), generals)
    for number, character in numbered(scenario):
        fields = character_fields(scenario, character) | trait_fields(scenario, character)
        fields["owner"] = dealt[number] if character.side == Side.FRIENDS else generals
        for name, value in fields.items():
            columns[name][number] = int(value)
    return columns


def owners(friends: Sequence[Character], generals: int) -> list[int]:
    """K6.1: the seat of each: as the file says, if then every general has somebody, and else in turn."""
    if len(friends) < generals:
        raise BadOption(f"generals {generals}: there are only {len(friends)} friends to command (K6.1)")
    seats, turn = [], 0
    for character in friends:
        seats.append((character.general - 1 if character.general else turn) % generals)
        turn += not character.general
    return seats if len(set(seats)) == generals else [place % generals for place in range(len(friends))]


def character_fields(scenario: Scenario, character: Character) -> Fields:
    card = character.card
    face_x, face_y = DIRECTIONS[character.degrees]
    arrives = given(scenario.traits_of(character), Trait.ARRIVES)
    return {
        "there": There.WAITS if arrives else There.STANDS,
        "company": character.company,
        "x": character.at[0],
        "y": character.at[1],
        "radius": card.radius,
        "face_x": face_x,
        "face_y": face_y,
        "pace": card.move,
        "attack": card.attack,
        "defence": card.defence,
        "slots": card.wounds,
        "wounds": character.wounds,
        "shoots": card.range,
        "rank": rank_of(scenario, character),
        "arrives": arrives.number(1) if arrives else 0,
        "door": scenario.terrain_named(arrives.name()) + 1 if arrives else 0,
    }


def rank_of(scenario: Scenario, character: Character) -> int:
    """K5.1: those whom the battle's own order names come first, in that order."""
    order = given(scenario.traits, Trait.ORDER)
    if not order:
        return 0
    names = order.names()
    return names.index(character.name) if character.name in names else len(names)


def trait_fields(scenario: Scenario, character: Character) -> Fields:
    traits = scenario.traits_of(character)
    fields: Fields = {"traits": bits_of(scenario, character, traits)}
    for trait, field in (
        (Trait.FEAR, "fear"),
        (Trait.REACH, "reach"),
        (Trait.KNOCK_BACK, "knock"),
        (Trait.SAVES, "saves"),
        (Trait.DROWNS, "drowns"),
    ):
        one = given(traits, trait)
        fields[field] = one.number() if one else 0
    if given(traits, Trait.GRABS):
        most = given(traits, Trait.CARRIES_AT_MOST)
        fields["most_carried"] = most.number() if most else 1
    if own := given(traits, Trait.LIST):
        fields["own_list"] = list_number(own.names())
    return fields | tether_fields(scenario, traits) | bane_fields(scenario, traits)


def bits_of(scenario: Scenario, character: Character, traits: Iterable[Given]) -> int:
    bits = 0
    for one in traits:
        bits |= BITS.get(one.trait, 0)
    leaders = given(scenario.companies[character.company].traits, Trait.ROUTS_WITHOUT)
    if leaders and character.name in leaders.names():
        bits |= state.IS_LEADER
    return bits


def tether_fields(scenario: Scenario, traits: Iterable[Given]) -> Fields:
    tether = given(traits, Trait.TETHER)
    if not tether:
        return {}
    pool = scenario.terrain[scenario.terrain_named(tether.name())]
    x, y = pool.corners[0]
    return {"tether": pool.rounding + tether.number(1), "tether_x": x, "tether_y": y}


def bane_fields(scenario: Scenario, traits: Iterable[Given]) -> Fields:
    bane = given(traits, Trait.BANE)
    if not bane:
        return {}
    against = number_named(scenario, bane.name()) + 1
    return {"bane": against, "bane_attack": bane.number(1), "bane_defence": bane.number(2)}


def list_number(words: Iterable[str]) -> int:
    """The lines of an AI list as digits of four bits, the first line lowest."""
    lines = {line.word: line for line in Line}
    return sum(lines[word] << (4 * place) for place, word in enumerate(words))


# Objectives and endings


def objective_fields(scenario: Scenario, objective: Objective) -> Fields:
    friends, enemies = (carrier_bits(scenario, objective, side) for side in Side)
    return {
        "o_kind": objective.kind,
        "o_x": objective.at[0],
        "o_y": objective.at[1],
        "o_lies": Lies.FREE,
        "o_friends": friends,
        "o_enemies": enemies,
        "o_bits": objective_bits(scenario, objective),
    }


def carrier_bits(scenario: Scenario, objective: Objective, side: Side) -> int:
    """A bit for each of a side who may carry it, by the place in the side."""
    carriers = scenario.carriers_of(objective)
    return sum(1 << place for place, one in enumerate(scenario.of_side(side)) if one in carriers)


def objective_bits(scenario: Scenario, objective: Objective) -> int:
    bits = 0 if objective.stays else state.OFF_THE_TABLE
    goal = given(scenario.traits, Trait.ROLLED_GOAL)
    if goal and objective.name in goal.names():
        bits |= state.IS_ROLLED_GOAL
    return bits


def ending_fields(scenario: Scenario, ending: Ending) -> Fields:
    first, second = ending_numbers(scenario, ending)
    return {"e_kind": ending.when, "e_first": first, "e_second": second, "e_winner": ending.winner}


def ending_numbers(scenario: Scenario, ending: Ending) -> tuple[int, int]:
    """The two numbers of an ending, as `state.End` tells them."""
    side = 0 if ending.side is None else ending.side + 1
    if ending.when == End.GONE:
        return side - 1, 0
    if ending.when == End.ESCAPED:
        return side - 1, ending.count
    if ending.when == End.ROUNDS:
        return ending.count, 0
    if ending.who is not None:
        return number_named(scenario, scenario.characters[ending.who].name), 0
    if ending.company is not None:
        return ending.company, ending.count
    return ending.what or 0, side
