"""What a general observes: the battle field by field.

Everything is seen from the side of the observer: "own" is that side. Characters stand in the order of their sheets,
lengths are thousandths of an inch. A number that refers to a character, thing, terrain or company is that number + 1;
characters are numbered from the observer: own ones first.
"""

from __future__ import annotations

from ....core.ai.encoding import Feature
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.traits.catalog import TRAIT_BITS
from ..state import (
    FRIENDS,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_CORNERS,
    MAX_ENDINGS,
    MAX_OBJECTIVES,
    MAX_PER_SIDE,
    MAX_ROUNDS,
    MAX_TERRAIN,
    SkirmishState,
)

HIGHEST = 32_767
"""Greater numbers of a scenario are written as this."""
TRAIT_COUNT = max(TRAIT_BITS.values()).bit_length()
TERRAIN_BITS, OBJECTIVE_BITS = 10, 4

CHARACTER_FIELDS = (
    "status (`CharacterStatus`)", "company", "1 if you command it", "x", "y", "radius of the base", "x of its facing",
    "y of its facing", "move", "attack", "defence", "wound slots", "wounds", "shooting range", "reach", "fear", "rank",
    "lowest face that saves", "1 if it routs", "1 if it has been activated", "the thing it carries", "who holds it",
    "the round in which it arrives", "1 if it was shot at",
)  # fmt: skip
CHARACTER_COLUMNS = len(CHARACTER_FIELDS)
"""`observe_character` writes them in this order."""
TERRAIN_COLUMNS, OBJECTIVE_COLUMNS, COMPANY_COLUMNS, ENDING_COLUMNS = 5, 5, 6, 4
FEATURES = (
    Feature(
        "characters", f"for each, own ones first: {', '.join(CHARACTER_FIELDS)}", -HIGHEST, HIGHEST,
        (MAX_CHARACTERS, CHARACTER_COLUMNS),
    ),
    Feature("traits", "for each character: 1 for each trait that is a bit", 0, 1, (MAX_CHARACTERS, TRAIT_COUNT)),
    Feature(
        "terrain", "for each piece: kind, first corner, corners, rounding, roll", 0, HIGHEST,
        (MAX_TERRAIN, TERRAIN_COLUMNS),
    ),
    Feature(
        "terrain_bits", "for each piece: 1 for each bit, BLOCKS_MOVEMENT first", 0, 1, (MAX_TERRAIN, TERRAIN_BITS)
    ),
    Feature("corners", "x and y of the corners of terrain", -HIGHEST, HIGHEST, (MAX_CORNERS, 2)),
    Feature(
        "objectives", "for each: kind, status (`ObjectiveStatus`), x, y, carrier", 0, HIGHEST,
        (MAX_OBJECTIVES, OBJECTIVE_COLUMNS),
    ),
    Feature("objective_bits", "for each: 1 for each of its bits", 0, 1, (MAX_OBJECTIVES, OBJECTIVE_BITS)),
    Feature("carriers", "for each objective: 1 for each character that may carry it", 0, 1,
            (MAX_OBJECTIVES, MAX_CHARACTERS)),
    Feature(
        "companies", "for each: 1 if yours, -1 if not, 0 if there is none; size, fallen, fled, rout rule, losses",
        -1, HIGHEST, (MAX_COMPANIES, COMPANY_COLUMNS),
    ),
    Feature(
        "endings", "for each: kind, its two numbers, and the winner: 1 you, -1 the enemy, 0 a draw", -1, HIGHEST,
        (MAX_ENDINGS, ENDING_COLUMNS),
    ),
    Feature(
        "battle", "1 if you are a friend, the phase (`Phase`), the round, the last round, 1 if your side acts, 1 if it "
        "started the round", 0, MAX_ROUNDS, (6,),
    ),
    Feature(
        "activation", "the active character, its legs, 1 if it moved far, 1 if it has charged, extra activations", 0,
        HIGHEST, (5,),
    ),
)  # fmt: skip
CHARACTERS = 0
TRAITS = MAX_CHARACTERS * CHARACTER_COLUMNS
TERRAIN = TRAITS + MAX_CHARACTERS * TRAIT_COUNT
OBJECTIVES = TERRAIN + MAX_TERRAIN * (TERRAIN_COLUMNS + TERRAIN_BITS) + 2 * MAX_CORNERS
COMPANIES = OBJECTIVES + MAX_OBJECTIVES * (OBJECTIVE_COLUMNS + OBJECTIVE_BITS + MAX_CHARACTERS)
ENDINGS = COMPANIES + MAX_COMPANIES * COMPANY_COLUMNS
BATTLE = ENDINGS + MAX_ENDINGS * ENDING_COLUMNS


@kernel
def side_of_seat(s: SkirmishState, seat: int) -> int:
    """Return the side that a seat commands (K6.1)."""
    return FRIENDS if seat < s.generals else 1 - FRIENDS


@kernel
def seen_number(side: int, reference: int) -> int:
    """Return a reference to a character or thing, with the own characters first."""
    if reference == 0 or reference > MAX_CHARACTERS:
        return reference
    piece = reference - 1
    return (piece if side == FRIENDS else (piece + MAX_PER_SIDE) % MAX_CHARACTERS) + 1


@kernel
def clipped(number: int) -> int:
    return max(min(number, HIGHEST), -HIGHEST)


@kernel
def observe(s: SkirmishState, seat: int, layout: Words, out: Words) -> None:
    """Write the features in their order."""
    side = side_of_seat(s, seat)
    for piece in range(MAX_CHARACTERS):
        if s.status[piece] != 0:
            observe_character(s, seat, side, piece, out)
    observe_terrain(s, out)
    observe_objectives(s, side, out)
    observe_companies_and_endings(s, side, out)
    out[BATTLE] = side == FRIENDS
    out[BATTLE + 1] = s.phase
    out[BATTLE + 2] = s.round
    out[BATTLE + 3] = s.rounds
    out[BATTLE + 4] = s.side == side
    out[BATTLE + 5] = s.first_side == side
    out[BATTLE + 6] = seen_number(side, s.actor)
    out[BATTLE + 7] = s.legs
    out[BATTLE + 8] = s.moved_far
    out[BATTLE + 9] = s.charged
    out[BATTLE + 10] = clipped(s.follow_ups)


@kernel
def observe_character(s: SkirmishState, seat: int, side: int, piece: int, out: Words) -> None:
    row = seen_number(side, piece + 1) - 1
    at = CHARACTERS + row * CHARACTER_COLUMNS
    out[at] = s.status[piece]
    out[at + 1] = s.company[piece]
    out[at + 2] = s.owner[piece] == seat
    out[at + 3] = clipped(s.x[piece])
    out[at + 4] = clipped(s.y[piece])
    out[at + 5] = clipped(s.radius[piece])
    out[at + 6] = clipped(s.face_x[piece])
    out[at + 7] = clipped(s.face_y[piece])
    out[at + 8] = clipped(s.pace[piece])
    out[at + 9] = clipped(s.attack[piece])
    out[at + 10] = clipped(s.defence[piece])
    out[at + 11] = clipped(s.slots[piece])
    out[at + 12] = clipped(s.wounds[piece])
    out[at + 13] = clipped(s.shooting_range[piece])
    out[at + 14] = clipped(s.reach[piece])
    out[at + 15] = clipped(s.fear[piece])
    out[at + 16] = clipped(s.rank[piece])
    out[at + 17] = s.saves_on[piece]
    out[at + 18] = s.routs[piece]
    out[at + 19] = s.done[piece]
    out[at + 20] = seen_number(side, s.carries[piece])
    out[at + 21] = seen_number(side, s.held_by[piece])
    out[at + 22] = s.arrives[piece]
    out[at + 23] = s.shot_at[piece]
    for trait in range(TRAIT_COUNT):
        out[TRAITS + row * TRAIT_COUNT + trait] = s.traits[piece] >> trait & 1


@kernel
def observe_terrain(s: SkirmishState, out: Words) -> None:
    bits = TERRAIN + MAX_TERRAIN * TERRAIN_COLUMNS
    corners = bits + MAX_TERRAIN * TERRAIN_BITS
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            return
        at = TERRAIN + terrain * TERRAIN_COLUMNS
        out[at] = s.terrain_kind[terrain]
        out[at + 1] = s.first_corner[terrain]
        out[at + 2] = s.corner_count[terrain]
        out[at + 3] = clipped(s.terrain_rounding[terrain])
        out[at + 4] = s.terrain_roll[terrain]
        for bit in range(TERRAIN_BITS):
            out[bits + terrain * TERRAIN_BITS + bit] = s.terrain_bits[terrain] >> bit & 1
        for corner in range(s.first_corner[terrain], s.first_corner[terrain] + s.corner_count[terrain]):
            out[corners + 2 * corner] = clipped(s.corner_x[corner])
            out[corners + 2 * corner + 1] = clipped(s.corner_y[corner])


@kernel
def observe_objectives(s: SkirmishState, side: int, out: Words) -> None:
    bits = OBJECTIVES + MAX_OBJECTIVES * OBJECTIVE_COLUMNS
    carriers = bits + MAX_OBJECTIVES * OBJECTIVE_BITS
    for objective in range(MAX_OBJECTIVES):
        if s.objective_kind[objective] == 0:
            continue
        at = OBJECTIVES + objective * OBJECTIVE_COLUMNS
        out[at] = clipped(s.objective_kind[objective])
        out[at + 1] = s.objective_status[objective]
        out[at + 2] = clipped(s.objective_x[objective])
        out[at + 3] = clipped(s.objective_y[objective])
        out[at + 4] = seen_number(side, s.objective_carrier[objective])
        for bit in range(OBJECTIVE_BITS):
            out[bits + objective * OBJECTIVE_BITS + bit] = s.objective_bits[objective] >> bit & 1
        for slot in range(MAX_PER_SIDE):
            friend, enemy = seen_number(side, slot + 1) - 1, seen_number(side, MAX_PER_SIDE + slot + 1) - 1
            out[carriers + objective * MAX_CHARACTERS + friend] = s.friend_carriers[objective] >> slot & 1
            out[carriers + objective * MAX_CHARACTERS + enemy] = s.enemy_carriers[objective] >> slot & 1


@kernel
def observe_companies_and_endings(s: SkirmishState, side: int, out: Words) -> None:
    for company in range(MAX_COMPANIES):
        at = COMPANIES + company * COMPANY_COLUMNS
        out[at] = whose(s.company_side[company] - 1, side)
        out[at + 1] = s.company_size[company]
        out[at + 2] = s.company_lost[company]
        out[at + 3] = s.company_fled[company]
        out[at + 4] = s.company_rout_rule[company]
        out[at + 5] = clipped(s.company_rout_at[company])
    for ending in range(MAX_ENDINGS):
        at = ENDINGS + ending * ENDING_COLUMNS
        out[at] = s.ending_kind[ending]
        out[at + 1] = clipped(s.ending_first[ending])
        out[at + 2] = clipped(s.ending_second[ending])
        out[at + 3] = whose(s.ending_winner[ending] - 1, side)


@kernel
def whose(side: int, own: int) -> int:
    """Return 1 for the own side, -1 for the other one, 0 for none."""
    if side < 0:
        return 0
    return 1 if side == own else -1
