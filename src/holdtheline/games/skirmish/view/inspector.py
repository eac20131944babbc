"""The inspector: the card of a character, objective or piece of terrain, and how the odds of an attack come about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....core.sentences import capitalize_first, join_words, signed
from ....core.view_types import Inspection, InspectorRow
from ..rules.battlefield import enemies_of, is_engaged, is_standing, side_of
from ..rules.combat.blows import MOVE_AND_SHOOT_MODIFIER, attack_value, defence_value, face_needed, is_on_high_ground
from ..rules.combat.melee import why_not_fight
from ..rules.combat.shooting import why_not_shoot
from ..rules.movement.terrain import path_meets
from ..rules.moves import MoveKind, pack_move, why_not
from ..rules.traits.catalog import TraitInstance
from ..rules.traits.parameters import format_inches
from ..scenario.setup import known_scenario
from ..state import FIRST_OBJECTIVE, MAX_TERRAIN, Clause, SkirmishState, TerrainKind
from ..text.names import (
    ID_PATTERN,
    all_characters,
    battle_names,
    blocker_name,
    display_name,
    name_of,
    terrain_name,
    thing_with_id,
)
from ..text.notation import blow_purpose
from ..text.refusals import carriers_text, refusal
from .board import scenario_character
from .hotspots import charge_move, charge_targets
from .marks import state_after_charge, state_with_active
from .odds import percent_text, wound_chance
from .preview import copy_to_lists, find_boxed_blocker, sight_blocker_boxes
from .scene import TERRAIN_EFFECTS, build_figure, build_tokens

Rows = Iterator[InspectorRow]


def inspect(s: SkirmishState, seat: int, id_: str, clicks: Sequence[str]) -> Inspection | None:
    """Return the card of a thing, and what an attack of the selected character on it would need."""
    terrain = terrain_with_id(s, id_)
    if terrain is not None:
        return Inspection(terrain_title(s, terrain), tuple(terrain_rows(s, terrain)))
    thing = thing_with_id(s, id_)
    if thing is None:
        return None
    if thing >= FIRST_OBJECTIVE:
        return Inspection(f"{display_name(s, thing)}, objective", tuple(objective_rows(s, thing)))
    side = ("friend", "enemy")[side_of(thing)]
    rows = (*attack_rows(s, seat, thing, clicks), *character_rows(s, thing))
    return Inspection(f"{display_name(s, thing)}, {side}", rows)


# An attack


def attack_rows(s: SkirmishState, seat: int, target: int, clicks: Sequence[str]) -> Rows:
    """Yield the odds of a fight, a shot and a charge of the selected character, with the reason for each number."""
    after, _ = state_with_active(s, seat, clicks) or (None, ())
    if after is None or target not in enemies_of(after, after.actor - 1) or not is_standing(after, target):
        return
    actor, name = after.actor - 1, name_of(after, after.actor - 1)
    if why_not_fight(after, target) == 0:
        yield blow_row(after, f"{name} fights", target, False)
        return
    if after.shooting_range[actor]:
        if why_not_shoot(after, target) == 0:
            yield blow_row(after, f"{name} shoots", target, True)
        else:
            yield refused_row(after, f"{name} cannot shoot", pack_move(MoveKind.SHOOT, target, 0, 0))
    if after.charged or is_engaged(after, actor):
        return
    leg = next((code for code, targets in charge_targets(after).items() if target in targets), None)
    if leg is None:
        yield refused_row(after, f"{name} cannot charge", pack_move(*charge_move(after, target)))
    else:
        yield blow_row(state_after_charge(after, target, leg)[0], f"{name} charges", target, False)


def refused_row(s: SkirmishState, label: str, code: int) -> InspectorRow:
    clause = int(why_not(s, code))
    reason = refusal(s, code, clause) if clause else "there is no way to it that is short enough"
    return InspectorRow(label, "", f"{capitalize_first(reason)}.", clause or Clause.K3_7)


def blow_row(s: SkirmishState, label: str, target: int, is_shot: bool) -> InspectorRow:
    """Return `4+ (50% to wound)`, and why: `attack 2, defence 1; −1 attack for moving`."""
    actor = s.actor - 1
    chance = percent_text(wound_chance(s, actor, target, is_shot))
    value = f"{face_needed(s, actor, target, is_shot)}+ ({chance} {blow_purpose(s, actor, target, is_shot)})"
    reason = capitalize_first("; ".join(blow_reasons(s, actor, target, is_shot)))
    return InspectorRow(label, value, f"{reason}.", Clause.K3_6 if is_shot and s.legs else Clause.K4_1)


def blow_reasons(s: SkirmishState, striker: int, target: int, is_shot: bool) -> Iterator[str]:
    """Yield what makes up the face that a blow needs."""
    yield f"attack {s.attack[striker]}, defence {s.defence[target]}"
    if is_shot and s.legs:
        yield f"{signed(MOVE_AND_SHOOT_MODIFIER)} attack for moving"
    bane = attack_value(s, striker, target, is_shot) - s.attack[striker]
    if not is_shot and bane:
        yield f"{signed(bane)} attack by an item made for this enemy"
    height = int(is_on_high_ground(s, target) and not is_on_high_ground(s, striker))
    if height:
        yield "+1 defence on higher ground"
    ward = defence_value(s, striker, target, is_shot) - s.defence[target] - height
    if ward:
        yield f"{signed(ward)} defence by an item made for this enemy"
    if s.saves_on[target]:
        yield f"an item may turn the wound away, on {s.saves_on[target]}+"


# A character


def character_rows(s: SkirmishState, piece: int) -> Rows:
    figure = build_figure(s, piece, battle_names(s))
    yield InspectorRow("Move", f"{format_inches(figure.move)}″", "In one leg, or in two of half as much.", Clause.K3_4)
    blow = "A blow wounds if the die, plus attack, minus defence, is over 3."
    yield InspectorRow("Attack, defence", f"{figure.attack}, {figure.defence}", blow, Clause.K4_1)
    if figure.range:
        yield InspectorRow("Range", f"{format_inches(figure.range)}″", "−1 attack after a move.", Clause.K3_5)
    next_wound = "" if figure.wounds < figure.slots else "The next wound fells it."
    yield InspectorRow("Wounds", f"{figure.wounds} of {figure.slots}", next_wound, Clause.K4_2)
    if figure.states:
        yield InspectorRow("Now", ", ".join(figure.states))
    if is_standing(s, piece):
        yield from ground_rows(s, piece)
        yield from sight_rows(s, piece)
    scenario = known_scenario(s)
    character = scenario_character(scenario, piece)
    if scenario and character:
        yield from trait_rows(scenario.traits_of(character))


def ground_rows(s: SkirmishState, piece: int) -> Rows:
    """Yield the terrain under the middle of a base, with what it does."""
    x, y = s.x[piece], s.y[piece]
    for index in terrain_pieces(s):
        if path_meets(s, index, x, y, x, y, 0):
            height = "+1 defence against blows and shots from below" if is_on_high_ground(s, piece) else ""
            effects = height or capitalize_first(", ".join(terrain_effects(s, index)))
            yield InspectorRow("Stands in", terrain_name(s, index), f"{effects}." if effects else "")


def sight_rows(s: SkirmishState, piece: int) -> Rows:
    """Yield which enemies have a free line of sight to a character, and what hides it from the others (K4.4)."""
    lists = copy_to_lists(s)
    boxes = sight_blocker_boxes(lists)
    in_sight, hidden = list[str](), dict[int, list[str]]()
    for enemy in enemies_of(s, piece):
        if not is_standing(s, enemy):
            continue
        blocker = find_boxed_blocker(lists, boxes, enemy, piece)
        names = hidden.setdefault(blocker, []) if blocker else in_sight
        names.append(name_of(s, enemy))
    if in_sight:
        yield InspectorRow("In sight of", join_words(in_sight), "", Clause.K4_4)
    for blocker, names in hidden.items():
        yield InspectorRow("Hidden by", blocker_name(s, blocker), f"From {join_words(names)}.", Clause.K4_4)


def trait_rows(traits: Iterable[TraitInstance]) -> Rows:
    for trait in traits:
        label = capitalize_first(trait.trait.name.lower().replace("_", " "))
        yield InspectorRow(label, "", f"{capitalize_first(trait.sentence).removesuffix('.')}.")


# Objectives and terrain


def objective_rows(s: SkirmishState, thing: int) -> Rows:
    index = thing - FIRST_OBJECTIVE
    token = next(token for token in build_tokens(s) if token.index == index)
    holder = f" by {name_of(s, token.holder)}" if token.holder >= 0 else ""
    yield InspectorRow("Now", token.status.name.lower().replace("free", "lies on the table") + holder)
    reach = f"At the start of an activation, within {format_inches(s.pickup_reach)}″."
    yield InspectorRow("Picked up", capitalize_first(carriers_text(s, index)), reach, Clause.K3_1)
    scenario = known_scenario(s)
    yield from trait_rows(scenario.objectives[index].traits if scenario else ())


def terrain_with_id(s: SkirmishState, id_: str) -> int | None:
    found = ID_PATTERN.fullmatch(id_)
    index = int(found[2]) - 1 if found and found[1] == "t" else -1
    return index if index in terrain_pieces(s) else None


def terrain_pieces(s: SkirmishState) -> list[int]:
    return [index for index in range(MAX_TERRAIN) if s.terrain_kind[index]]


def terrain_title(s: SkirmishState, index: int) -> str:
    kind, name = TerrainKind(s.terrain_kind[index]).name.lower(), capitalize_first(terrain_name(s, index))
    return f"{name}, {kind}"


def terrain_effects(s: SkirmishState, index: int) -> list[str]:
    return [text.format(s.terrain_roll[index]) for bit, text in TERRAIN_EFFECTS if s.terrain_bits[index] & bit]


def terrain_rows(s: SkirmishState, index: int) -> Rows:
    scenario = known_scenario(s)
    traits = scenario.terrain[index].traits if scenario else ()
    in_traits = " ".join(trait.sentence for trait in traits).lower()
    effects = [effect for effect in terrain_effects(s, index) if effect.lower() not in in_traits]
    if effects or not traits:
        yield InspectorRow("Effect", capitalize_first(", ".join(effects)) or "none", "", Clause.K1_3)
    here = [
        name_of(s, piece)
        for piece in all_characters(s)
        if is_standing(s, piece) and path_meets(s, index, s.x[piece], s.y[piece], s.x[piece], s.y[piece], 0)
    ]
    if here:
        yield InspectorRow("Here", join_words(here))
    yield from trait_rows(traits)
