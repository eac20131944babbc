"""The setup fields of a battle: the numbers of a scenario and its options, by the names of the state's fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from ....core.errors import BadOption
from ....core.plane import DIRECTIONS
from .. import state
from ..rules.traits import catalog
from ..rules.traits.catalog import TERRAIN_TRAIT_BITS, TRAIT_BITS, TRAIT_BY_WORD, Trait, TraitInstance
from ..rules.traits.target_filters import FILTERED_LINES, FIRST_LINE_BIT
from ..state import (
    INCH,
    MAX_PER_SIDE,
    REAL_TABLE,
    AiLine,
    CharacterStatus,
    EndingKind,
    Followup,
    ObjectiveStatus,
    RoutRule,
    StartResult,
)
from .model import Character, Company, Ending, Objective, Scenario, Side, Terrain, find_trait

Thing = TypeVar("Thing")
Fields = dict[str, Any]

SWITCH_OPTIONS = (
    "strike_back",
    "shoot_into_melee",
    "bases_block_sight",
    "count_fled",
    "rally",
    "free_blow",
    "join_melee",
)
AFTERMATHS = ("example", "none", "harsh")


def setup_fields(scenario: Scenario, options: Mapping[str, Any]) -> Fields:
    """Return the fields of `BattleSetup` that come from a scenario and the options: all except `battle`, its number."""
    return {
        **header_fields(scenario, options),
        **terrain_columns(scenario),
        **to_columns(scenario.companies, lambda company: company_fields(scenario, company)),
        **character_columns(scenario, int(options["generals"])),
        **to_columns(scenario.objectives, lambda objective: objective_fields(scenario, objective)),
        **to_columns(scenario.endings, lambda ending: ending_fields(scenario, ending)),
    }


def to_columns(things: Iterable[Thing], fields: Callable[[Thing], Fields]) -> dict[str, list[int]]:
    """Return a row for each field, with a number for each thing."""
    columns: dict[str, list[int]] = {}
    for thing in things:
        for name, number in fields(thing).items():
            columns.setdefault(name, []).append(int(number))
    return columns


def header_fields(scenario: Scenario, options: Mapping[str, Any]) -> Fields:
    return {
        "generals": options["generals"],
        "enemy_seat": options["enemy"] == "seat",
        "followup": Followup[str(options["followup"]).upper()],
        **{name: options[name] == "on" for name in SWITCH_OPTIONS},
        "pickup_reach": int(options["pickup_reach"]) * INCH,
        "rounds": scenario.rounds,
        "timeout_winner": scenario.timeout,
        "enclosed": find_trait(scenario.traits, Trait.ROOM) is not None,
        "door_exits": reduce(or_, map(side_exit_bits, scenario.terrain), 0),
        "aftermath": AFTERMATHS.index(str(options["aftermath"])) + REAL_TABLE * (options["corrections"] == "on"),
    }


# Terrain


def terrain_columns(scenario: Scenario) -> Fields:
    corners = [corner for terrain in scenario.terrain for corner in terrain.corners]
    counts = [len(terrain.corners) for terrain in scenario.terrain]
    room = find_trait(scenario.traits, Trait.ROOM)
    return {
        **to_columns(scenario.terrain, lambda terrain: terrain_fields(terrain, room)),
        "first_corner": [sum(counts[:index]) for index in range(len(counts))],
        "corner_x": [x for x, _ in corners],
        "corner_y": [y for _, y in corners],
    }


def terrain_fields(terrain: Terrain, room: TraitInstance | None) -> Fields:
    roll = find_trait(terrain.traits, Trait.CROSSED_ON) or find_trait(terrain.traits, Trait.HANG_ON)
    falls = find_trait(terrain.traits, Trait.FALLS_ON)
    return {
        "terrain_kind": terrain.kind,
        "corner_count": len(terrain.corners),
        "terrain_rounding": terrain.rounding,
        "terrain_bits": terrain_bits(terrain, room),
        "terrain_roll": roll.number() if roll else 0,
        "terrain_fall": falls.number() if falls else 0,
    }


def terrain_bits(terrain: Terrain, room: TraitInstance | None) -> int:
    bits = side_exit_bits(terrain) + sum(TERRAIN_TRAIT_BITS.get(trait.trait, 0) for trait in terrain.traits)
    if terrain.is_closed:
        bits |= state.BLOCKS_MOVEMENT
    if terrain.blocks_sight:
        bits |= state.BLOCKS_SIGHT
    if room and room.name() == terrain.name and not side_exit_bits(terrain):
        bits |= state.IS_EXIT
    return bits


def side_exit_bits(terrain: Terrain) -> int:
    """Return the bit of a way out for one side only (trait `exit_for`), or 0."""
    way_out = find_trait(terrain.traits, Trait.EXIT_FOR)
    if not way_out:
        return 0
    return state.IS_FRIENDS_EXIT if way_out.name() == Side.FRIENDS.name.lower() else state.IS_ENEMIES_EXIT


# Companies and characters


def company_fields(scenario: Scenario, company: Company) -> Fields:
    size = sum(scenario.companies[character.company] is company for character in scenario.characters)
    has_leaders = find_trait(company.traits, Trait.ROUTS_WITHOUT) is not None
    return {
        "company_side": company.side + 1,
        "company_size": size,
        "company_rout_rule": rout_rule(company),
        "company_needs_leader": has_leaders and rout_rule(company) != RoutRule.LEADERS,
        **{field: trait_number(company.traits, trait) for trait, field in COMPANY_NUMBERS.items()},
    }


COMPANY_NUMBERS = {
    Trait.ROUTS_AT: "company_rout_at",
    Trait.BREAKS_AT: "company_breaks_at",
    Trait.LEAVES_AFTER: "company_leaves_at",
    Trait.COMPANY_CARRIES: "company_max_held",
}
"""The traits of companies that are a number, and their fields."""


def trait_number(traits: Iterable[TraitInstance], trait: Trait) -> int:
    """Return the number that a trait takes, or 0 if it is not there."""
    found = find_trait(traits, trait)
    return found.number() if found else 0


def rout_rule(company: Company) -> RoutRule:
    kinds = {
        Trait.NEVER_ROUTS: RoutRule.NEVER,
        Trait.ROUTS_AT: RoutRule.LOSSES,
        Trait.BREAKS_AT: RoutRule.NO_TEST,
        Trait.ROUTS_WITHOUT: RoutRule.LEADERS,
    }
    return next((kind for trait, kind in kinds.items() if find_trait(company.traits, trait)), RoutRule.HALF)


def numbered_characters(scenario: Scenario) -> list[tuple[int, Character]]:
    """Return the characters with their numbers in the state."""
    return [
        (side * MAX_PER_SIDE + index, character)
        for side in Side
        for index, character in enumerate(scenario.of_side(side))
    ]


def find_character_number(scenario: Scenario, name: str) -> int:
    return next(number for number, character in numbered_characters(scenario) if character.name == name)


def character_columns(scenario: Scenario, generals: int) -> Fields:
    columns: dict[str, list[int]] = {}
    owners = assign_owners(scenario.of_side(Side.FRIENDS), generals)
    for number, character in numbered_characters(scenario):
        fields = character_fields(scenario, character) | trait_fields(scenario, character)
        fields["owner"] = owners[number] if character.side == Side.FRIENDS else generals
        for name, value in fields.items():
            columns.setdefault(name, [0] * state.MAX_CHARACTERS)[number] = int(value)
    return columns


def assign_owners(friends: Sequence[Character], generals: int) -> list[int]:
    """Return the seat that commands each friend (K6.1).

    The file may name a general; if then a general would command no one, the friends are dealt in turn.
    """
    if len(friends) < generals:
        raise BadOption(f"generals {generals}: there are only {len(friends)} friends to command (K6.1)")
    seats, turn = [], 0
    for character in friends:
        seats.append((character.general - 1 if character.general else turn) % generals)
        turn += not character.general
    return seats if len(set(seats)) == generals else [index % generals for index in range(len(friends))]


def character_fields(scenario: Scenario, character: Character) -> Fields:
    card = character.card
    face_x, face_y = DIRECTIONS[character.degrees]
    arrives = find_trait(scenario.traits_of(character), Trait.ARRIVES)
    return {
        "status": CharacterStatus.WAITS if arrives else CharacterStatus.STANDS,
        "company": character.company,
        "x": character.point[0],
        "y": character.point[1],
        "radius": card.radius,
        "face_x": face_x,
        "face_y": face_y,
        "pace": card.move,
        "attack": card.attack,
        "defence": card.defence,
        "slots": card.wounds,
        "wounds": character.wounds,
        "shooting_range": card.range,
        "rank": activation_rank(scenario, character),
        "arrives": arrives.number(1) if arrives else 0,
        "door": scenario.terrain_named(arrives.name()) + 1 if arrives else 0,
    }


def activation_rank(scenario: Scenario, character: Character) -> int:
    """Return the rank in which the AI general activates a character: that in the scenario's order, if any (K5.1)."""
    order = find_trait(scenario.traits, Trait.ORDER)
    if not order:
        return 0
    names = order.names()
    return names.index(character.name) if character.name in names else len(names)


def trait_fields(scenario: Scenario, character: Character) -> Fields:
    traits = scenario.traits_of(character)
    fields: Fields = {"traits": trait_bits(scenario, character, traits)}
    for trait, field in (
        (Trait.FEAR, "fear"),
        (Trait.REACH, "reach"),
        (Trait.KNOCK_BACK, "knock_back"),
        (Trait.SAVES, "saves_on"),
        (Trait.DROWNS, "drowns_after"),
    ):
        fields[field] = trait_number(traits, trait)
    if find_trait(traits, Trait.GRABS):
        most = find_trait(traits, Trait.CARRIES_AT_MOST)
        fields["max_grabbed"] = most.number() if most else 1
    if own := find_trait(traits, Trait.LIST):
        fields["ai_list"] = ai_list_number(own.names())
    return (
        fields
        | tether_fields(scenario, traits)
        | bane_fields(scenario, traits)
        | pool_fields(scenario, traits)
        | ai_fields(scenario, traits)
    )


def trait_bits(scenario: Scenario, character: Character, traits: Iterable[TraitInstance]) -> int:
    bits = 0
    for trait in traits:
        bits |= TRAIT_BITS.get(trait.trait, 0)
    leaders = find_trait(scenario.companies[character.company].traits, Trait.ROUTS_WITHOUT)
    if leaders and character.name in leaders.names():
        bits |= catalog.IS_LEADER
    return bits


def tether_fields(scenario: Scenario, traits: Iterable[TraitInstance]) -> Fields:
    tether = find_trait(traits, Trait.TETHER)
    if not tether:
        return {}
    pool = scenario.terrain[scenario.terrain_named(tether.name())]
    x, y = pool.corners[0]
    return {"tether": pool.rounding + tether.number(1), "tether_x": x, "tether_y": y}


def pool_fields(scenario: Scenario, traits: Sequence[TraitInstance]) -> Fields:
    """Return the pools in which a character drowns others, and to which it brings them."""
    pools = {"drowns_in": find_trait(traits, Trait.DROWNS_IN), "returns_to": find_trait(traits, Trait.RETURNS_TO)}
    return {field: scenario.terrain_named(pool.name()) + 1 for field, pool in pools.items() if pool}


def ai_fields(scenario: Scenario, traits: Sequence[TraitInstance]) -> Fields:
    """Return the filters on a character's list, and its roll at the start of an activation."""
    filters = {"avoids": find_trait(traits, Trait.AVOIDS), "prefers": find_trait(traits, Trait.PREFERS)}
    fields = {field: filter_number(scenario, found) for field, found in filters.items() if found}
    if roll := find_trait(traits, Trait.START_ROLL):
        results = {result.word: result for result in StartResult}
        fields["start_roll"] = sum(results[word] << (4 * index) for index, word in enumerate(roll.names()))
    return fields


def filter_number(scenario: Scenario, trait: TraitInstance) -> int:
    """Pack the friends and objectives that a filter names, and the lines that it holds for."""
    lines = trait.names(1) or tuple(line.word for line in FILTERED_LINES)
    friends = enumerate(scenario.of_side(Side.FRIENDS))
    bits = [index for index, friend in friends if trait.names_any(scenario.names_of(friend))]
    bits += [MAX_PER_SIDE + index for index, thing in enumerate(scenario.objectives) if thing.name in trait.names()]
    bits += [FIRST_LINE_BIT + line for line in AiLine if line.word in lines]
    return sum(1 << bit for bit in bits)


def bane_fields(scenario: Scenario, traits: Iterable[TraitInstance]) -> Fields:
    bane = find_trait(traits, Trait.BANE)
    if not bane:
        return {}
    against = find_character_number(scenario, bane.name()) + 1
    return {"bane_target": against, "bane_attack": bane.number(1), "bane_defence": bane.number(2)}


def ai_list_number(words: Iterable[str]) -> int:
    """Pack the lines of an AI list, four bits each, the first line lowest."""
    lines = {line.word: line for line in AiLine}
    return sum(lines[word] << (4 * index) for index, word in enumerate(words))


# Objectives and endings


def objective_fields(scenario: Scenario, objective: Objective) -> Fields:
    friends, enemies = (carrier_bits(scenario, objective, side) for side in Side)
    bearer = find_trait(objective.traits, Trait.BORNE_BY)
    return {
        "objective_kind": objective.kind,
        "objective_x": objective.point[0],
        "objective_y": objective.point[1],
        "objective_status": ObjectiveStatus.CARRIED if bearer else ObjectiveStatus.FREE,
        "objective_carrier": find_character_number(scenario, bearer.name()) + 1 if bearer else 0,
        "friend_carriers": friends,
        "enemy_carriers": enemies,
        "objective_bits": objective_bits(scenario, objective),
        **loan_fields(objective),
    }


def loan_fields(objective: Objective) -> Fields:
    """Return what an objective lends its bearer (trait `lends`)."""
    loan = find_trait(objective.traits, Trait.LENDS)
    names = ("move", "attack", "defence", "range", "fear", "reach")
    fields = {f"lends_{name}": loan.number(index) if loan else 0 for index, name in enumerate(names)}
    words = loan.names(len(names)) if loan else ()
    return {**fields, "lends_traits": reduce(or_, (TRAIT_BITS[TRAIT_BY_WORD[word]] for word in words), 0)}


def carrier_bits(scenario: Scenario, objective: Objective, side: Side) -> int:
    """Return a bit for each character of a side that may carry the objective, in the order of the sheet."""
    carriers = scenario.carriers_of(objective)
    return sum(1 << index for index, character in enumerate(scenario.of_side(side)) if character in carriers)


def objective_bits(scenario: Scenario, objective: Objective) -> int:
    bits = 0 if objective.stays else state.CAN_BE_CARRIED_OFF
    goal = find_trait(scenario.traits, Trait.ROLLED_GOAL)
    if goal and objective.name in goal.names():
        bits |= state.IS_ROLLED_GOAL
    if find_trait(objective.traits, Trait.WORN):
        bits |= state.IS_WORN
    if find_trait(objective.traits, Trait.LENDS):
        bits |= state.IS_TOOL
    return bits


def ending_fields(scenario: Scenario, ending: Ending) -> Fields:
    first, second = ending_numbers(scenario, ending)
    return {"ending_kind": ending.when, "ending_first": first, "ending_second": second, "ending_winner": ending.winner}


def ending_numbers(scenario: Scenario, ending: Ending) -> tuple[int, int]:
    """Return the two numbers of an ending, see `state.EndingKind`."""
    side = 0 if ending.side is None else ending.side + 1
    if ending.when == EndingKind.GONE:
        return side - 1, 0
    if ending.when in (EndingKind.ESCAPED, EndingKind.CAPTURED):
        return side - 1, ending.count
    if ending.when == EndingKind.ROUNDS:
        return ending.count, 0
    if ending.who is not None:
        return find_character_number(scenario, scenario.characters[ending.who].name), 0
    if ending.company is not None:
        return ending.company, ending.count
    return ending.what or 0, side
