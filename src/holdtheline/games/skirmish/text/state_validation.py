"""Check a state: say why a position cannot arise.

The rules trust a state, so every number that they use as an index or compare is checked here."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.plane import squared_distance
from ..rules.ai_general import RETURN_LINE
from ..rules.battlefield import is_engaged, side_of
from ..rules.combat.melee import count_opponents
from ..rules.movement.paths import can_stand, find_obstacle
from ..rules.movement.terrain import is_on_battlefield
from ..rules.traits.loans import lend, take_back
from ..state import (
    BATTLEFIELD_SIZE,
    ENEMIES,
    FIRST_OBJECTIVE,
    IS_GAP,
    IS_ROLLED_GOAL,
    LATER_PLAY_FIELDS,
    LATER_SETUP_FIELDS,
    LOAN_FIELDS,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_GENERALS,
    MAX_OBJECTIVES,
    MAX_TERRAIN,
    SIDE_COUNT,
    THING_COUNT,
    AiLine,
    BattleProgress,
    BattleSetup,
    CharacterStatus,
    Continuation,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
from .names import all_characters, all_objectives, name_of, place_text, thing_id, with_article

MAX_FACING_LENGTH = 30_000
MAX_LINE = RETURN_LINE
CHANGING_FIELDS = {
    *("status", "x", "y", "face_x", "face_y", "wounds", "slots", "arrives", "company_lost", "company_fled"),
    *("objective_x", "objective_y", "objective_status", "objective_carrier"),
}
"""Fields of the setup that change in play; the others keep their value."""
FIXED_FIELDS = tuple(name for name in (*BattleSetup.names, *LATER_SETUP_FIELDS) if name not in CHANGING_FIELDS)


def play_fields_of_shape(shape: tuple[int, ...]) -> tuple[str, ...]:
    """Return the fields of this shape that the setup does not fill in."""
    names = [*BattleProgress.names, *LATER_PLAY_FIELDS]
    return tuple(name for name in names if name not in BattleSetup.names and SkirmishState.dtype[name].shape == shape)


SCALAR_PLAY_FIELDS = play_fields_of_shape(())
"""Phase, round, active character, current blow and so on."""
CHARACTER_PLAY_FIELDS = play_fields_of_shape((MAX_CHARACTERS,))
COMPANY_PLAY_FIELDS = play_fields_of_shape((MAX_COMPANIES,))

POSITION_WORDS = {
    "swipe_pending": "swept",
    "first_side": "first",
    "pivoted": "turned",
    "follow_ups": "extra",
    "crossing": "over",
    "continuation": "after",
    "free_blow_striker": "blows",
    "testing_company": "tested",
    "blow_phase": "blow",
    "thrown_over": "brink",
    "ai_line": "line",
    "ai_target": "aim",
    "has_next_leg": "going",
}
"""Fields that have another name in the text of a position."""


def position_word(name: str) -> str:
    """Return the name of a field in the text of a position."""
    return POSITION_WORDS.get(name, name)


CHARACTER_REFERENCES = frozenset({"actor", "striker", "target", "free_blow_striker"})
TERRAIN_REFERENCES = frozenset({"crossing", "thrown_over"})
"""Fields that hold the number of a character or a piece of terrain, plus 1."""
FIELD_LIMITS = {
    **dict.fromkeys(CHARACTER_REFERENCES, (0, MAX_CHARACTERS)),
    **dict.fromkeys(TERRAIN_REFERENCES, (0, MAX_TERRAIN)),
    **dict.fromkeys(
        ("start_x", "start_y", "next_leg_x", "next_leg_y", "crossing_x", "crossing_y"), (0, BATTLEFIELD_SIZE)
    ),
    "phase": (0, max(Phase)),
    "side": (0, SIDE_COUNT - 1),
    "first_side": (0, SIDE_COUNT - 1),
    "general": (0, MAX_GENERALS - 1),
    "passed": (0, (1 << MAX_GENERALS + 1) - 1),
    "winner": (0, SIDE_COUNT),
    "continuation": (0, max(Continuation)),
    "legs": (0, 2),
    "follow_ups": (0, MAX_CHARACTERS),
    "testing_company": (0, MAX_COMPANIES),
    "ai_line": (0, MAX_LINE),
    "ai_target": (0, FIRST_OBJECTIVE + MAX_OBJECTIVES),
    "onward_x": (-2 * BATTLEFIELD_SIZE, 2 * BATTLEFIELD_SIZE),
    "onward_y": (-2 * BATTLEFIELD_SIZE, 2 * BATTLEFIELD_SIZE),
    "blow_phase": (0, max(Phase)),
    "carries": (0, FIRST_OBJECTIVE + MAX_OBJECTIVES),
    "wears": (0, FIRST_OBJECTIVE + MAX_OBJECTIVES),
    "rolled_pace": (-BATTLEFIELD_SIZE, 2 * BATTLEFIELD_SIZE),
    "held_by": (0, MAX_CHARACTERS),
    "company_pending_rout": (0, 3),
}
"""The minimum and maximum of a field; other fields are 0 or 1."""


def check_state(s: SkirmishState, started: SkirmishState) -> str:
    """Return the first problem, or an empty string."""
    return next(filter(None, state_faults(s, started)), "")


def state_faults(s: SkirmishState, started: SkirmishState) -> Iterator[str]:
    given, begun = s.copy(), started.copy()
    for bare in (given, begun):
        take_loans_off(bare)
    for name in (*FIXED_FIELDS, *LOAN_FIELDS):
        if getattr(given, name) != getattr(begun, name):
            yield f"{name} is not that of this battle (K6.3)"
    yield check_numbers(s)
    yield from (check_character(s, started, piece) for piece in range(MAX_CHARACTERS))
    yield from (check_objective(s, index) for index in range(MAX_OBJECTIVES))
    yield check_companies(s)
    yield check_bases(s)
    yield check_phase(s)


def take_loans_off(s: SkirmishState) -> None:
    """Take back what the things that are carried or worn lend, and what a roll has added for this activation."""
    for piece in range(MAX_CHARACTERS):
        for thing in (s.wears[piece] - 1, s.carries[piece] - 1):
            if thing < THING_COUNT:
                take_back(s, piece, thing)
    change_rolled(s, -1)


def put_loans_on(s: SkirmishState) -> None:
    """Give all characters what the things that they carry or wear lend; undoes `take_loans_off`."""
    change_rolled(s, 1)
    for piece in range(MAX_CHARACTERS):
        for thing in (s.carries[piece] - 1, s.wears[piece] - 1):
            lend(s, piece, thing)


def change_rolled(s: SkirmishState, times: int) -> None:
    """Add what a roll has changed for the active character, or subtract it (-1 times)."""
    if 0 < s.actor <= MAX_CHARACTERS:
        s.pace[s.actor - 1] += times * s.rolled_pace
        s.attack[s.actor - 1] += times * s.rolled_attack


# Numbers


def check_numbers(s: SkirmishState) -> str:
    for name in SCALAR_PLAY_FIELDS:
        minimum, maximum = field_limits(s, name)
        if not minimum <= getattr(s, name) <= maximum:
            return f"{position_word(name)} is {getattr(s, name)}; it must be {minimum} to {maximum} (K2.2)"
    for name in (*CHARACTER_PLAY_FIELDS, *COMPANY_PLAY_FIELDS):
        minimum, maximum = field_limits(s, name)
        if not all(minimum <= number <= maximum for number in getattr(s, name)):
            return f"{position_word(name)} must be {minimum} to {maximum} (K2.2)"
    return ""


def field_limits(s: SkirmishState, name: str) -> tuple[int, int]:
    if name in ("round", "held_since"):
        return 0, s.rounds
    if name == "ended":
        return 0, sum(1 for kind in s.ending_kind if kind)
    return FIELD_LIMITS.get(name, (0, 1))


# Characters and things


def check_character(s: SkirmishState, started: SkirmishState, piece: int) -> str:
    status, name = s.status[piece], name_of(s, piece)
    if not 0 <= status <= max(CharacterStatus):
        return f"there is no status {status} (K1.4)"
    if (status == CharacterStatus.NOBODY) != (started.status[piece] == CharacterStatus.NOBODY):
        return f"this battle has no {thing_id(piece)}, or it is missing (K1.4)"
    if status == CharacterStatus.NOBODY:
        has_marks = any(getattr(s, name)[piece] for name in ("wounds", *CHARACTER_PLAY_FIELDS))
        return f"this battle has no {thing_id(piece)} (K1.4)" if has_marks else ""
    if status == CharacterStatus.WAITS and started.status[piece] != CharacterStatus.WAITS:
        return f"{name} does not arrive later (K1.4)"
    if not is_on_battlefield(s.x[piece], s.y[piece]):
        return f"{name} is off the table (K1.1)"
    if not 0 < max(abs(s.face_x[piece]), abs(s.face_y[piece])) <= MAX_FACING_LENGTH:
        return f"{name} has no facing (K3.4)"
    if not 0 <= s.wounds[piece] <= s.slots[piece] or s.slots[piece] != started.slots[piece]:
        return f"{name} has 0 to {started.slots[piece]} wounds, not {s.wounds[piece]} (K4.2)"
    if not 0 <= s.arrives[piece] <= s.rounds + 1:
        return f"{name} arrives after the last round (K1.4)"
    return check_carrying(s, piece)


def check_carrying(s: SkirmishState, piece: int) -> str:
    """Check that carrier and carried name each other, and that a holder is on the table."""
    thing, holder, name = s.carries[piece] - 1, s.held_by[piece] - 1, name_of(s, piece)
    if thing >= FIRST_OBJECTIVE and s.objective_carrier[thing - FIRST_OBJECTIVE] != piece + 1:
        return f"{name} does not carry {with_article(s, thing)} (K3.1)"
    if 0 <= thing < FIRST_OBJECTIVE and s.held_by[thing] != piece + 1:
        return f"{name} does not carry {name_of(s, thing)} (K3.1)"
    is_held = s.status[piece] in (CharacterStatus.CARRIED, CharacterStatus.HELD)
    if is_held and (holder < 0 or holder == piece or s.status[holder] != CharacterStatus.STANDS):
        return f"no one on the table holds {name} (K3.1)"
    return ""


def check_objective(s: SkirmishState, index: int) -> str:
    thing = FIRST_OBJECTIVE + index
    status, carrier = s.objective_status[index], s.objective_carrier[index]
    if not s.objective_kind[index]:
        return f"this battle has no {thing_id(thing)} (K3.1)" if status or carrier else ""
    if not 0 <= status <= max(ObjectiveStatus) or not 0 <= carrier <= MAX_CHARACTERS:
        return f"{with_article(s, thing)} has no place (K3.1)"
    if not is_on_battlefield(s.objective_x[index], s.objective_y[index]):
        return f"{with_article(s, thing)} is off the table (K1.1)"
    if status == ObjectiveStatus.FREE and carrier:
        return f"{with_article(s, thing)} lies free and has no carrier (K3.1)"
    is_carried = bool(carrier) and thing + 1 in (s.carries[carrier - 1], s.wears[carrier - 1])
    if status in (ObjectiveStatus.CARRIED, ObjectiveStatus.LEFT) and not is_carried:
        return f"no one carries {with_article(s, thing)} (K3.1)"
    is_present = s.status[carrier - 1] in (CharacterStatus.STANDS, CharacterStatus.HELD)
    if status == ObjectiveStatus.CARRIED and not is_present:
        return f"{name_of(s, carrier - 1)} is not on the table to carry {with_article(s, thing)} (K3.1)"
    return ""


def check_companies(s: SkirmishState) -> str:
    for company in range(MAX_COMPANIES):
        lost, fled, total = s.company_lost[company], s.company_fled[company], s.company_size[company]
        is_missing = not s.company_side[company] and s.company_pending_rout[company]
        if lost < 0 or fled < 0 or lost + fled > total or is_missing:
            return f"a company of {total} cannot have lost {lost} fallen and {fled} fled (K4.3)"
    return ""


def check_bases(s: SkirmishState) -> str:
    """Check that no base overlaps another or a wall (K1.3)."""
    for piece in all_characters(s):
        x, y = s.x[piece], s.y[piece]
        if s.status[piece] == CharacterStatus.STANDS and find_obstacle(s, piece, x, y, x, y):
            return f"{name_of(s, piece)} cannot stand at {place_text(x, y)} (K1.3)"
    return ""


# The phase


def check_phase(s: SkirmishState) -> str:
    phase = Phase(s.phase)
    if s.round < 1 and phase != Phase.GOAL:
        return "the first round is round 1 (K2.1)"
    if s.general >= s.generals or s.passed >> (s.generals + 1):
        return "there is no such general (K6.1)"
    for name in CHARACTER_REFERENCES:
        number = getattr(s, name)
        if number and s.status[number - 1] == CharacterStatus.NOBODY:
            return f"{position_word(name)} is not a character of this battle (K2.2)"
    if s.ai_target > FIRST_OBJECTIVE and s.ai_target - 1 not in all_objectives(s):
        return "aim is not a thing of this battle (K5.1)"
    if s.testing_company and not s.company_side[s.testing_company - 1]:
        return "tested is not a company of this battle (K4.3)"
    for name in TERRAIN_REFERENCES:
        number = int(getattr(s, name))
        if number and not s.terrain_kind[number - 1]:
            return f"{position_word(name)} is not terrain of this battle (K1.3)"
    return check_roles(s, phase)


PHASES_WITHOUT_ACTOR = frozenset({Phase.OPEN, Phase.CHOOSE, Phase.GOAL, Phase.OVER})
PHASES_WITH_BLOW = frozenset({Phase.SHOOTING, Phase.FIGHTING, Phase.BACK, Phase.FREE_BLOW, Phase.SAVE, Phase.HANG})
PHASES_WITH_STANDING_ACTOR = frozenset({Phase.ACTING, Phase.RALLY, Phase.WHICH, Phase.CROSS, Phase.START})
LINES_WITH_TARGET = frozenset({AiLine.MOVE_AND_SHOOT, AiLine.CHARGE, AiLine.SEEK_ENEMY})
"""Lines of the AI general's list that need a target after a leg."""


def is_crossing_gap(s: SkirmishState) -> bool:
    """Return whether the active character can be crossing a gap to a place where it can stand."""
    piece, x, y = s.actor - 1, s.crossing_x, s.crossing_y
    is_near = squared_distance(s.x[piece], s.y[piece], x, y) <= s.pace[piece] ** 2
    return s.terrain_bits[s.crossing - 1] & IS_GAP != 0 and is_near and can_stand(s, piece, x, y)


def check_roles(s: SkirmishState, phase: Phase) -> str:
    """Check that the phase has the characters it needs."""
    phase_name = phase.name.lower().replace("_", " ")
    is_round_end = phase == Phase.ROUT_TEST and s.continuation == Continuation.ROUND
    if not s.actor and phase not in PHASES_WITHOUT_ACTOR and not is_round_end:
        return f"the phase {phase_name} needs an active character (K2.2)"
    if phase in PHASES_WITH_BLOW and not (s.striker and s.target):
        return f"the phase {phase_name} needs a striker and a target (K4.1)"
    if phase in PHASES_WITH_STANDING_ACTOR and s.status[s.actor - 1] != CharacterStatus.STANDS:
        return f"{name_of(s, s.actor - 1)} is not on the table to act (K2.2)"
    if phase == Phase.ROUT_TEST and not (s.testing_company and s.company_pending_rout[s.testing_company - 1]):
        return "no company has a rout test due (K4.3)"
    if (phase == Phase.CROSS and not s.crossing) or (phase == Phase.HANG and not s.thrown_over):
        return f"the phase {phase_name} needs terrain (K1.3)"
    if phase == Phase.CROSS and not is_crossing_gap(s):
        return "there is no gap to cross, or no free place beyond it (K3.4)"
    if phase == Phase.GOAL and not any(s.objective_bits[index] & IS_ROLLED_GOAL for index in range(MAX_OBJECTIVES)):
        return "no goal is rolled for (K6.3)"
    if s.ai_line in LINES_WITH_TARGET and not 1 <= s.ai_target <= MAX_CHARACTERS:
        return "the AI general has no target (K5.1)"
    return check_turn(s, phase)


def check_turn(s: SkirmishState, phase: Phase) -> str:
    """Check that a decision belongs to a seat that can make it."""
    decides = phase in (Phase.CHOOSE, Phase.ACTING)
    if decides and s.side == ENEMIES and not s.enemy_seat:
        return "the AI general never waits for a decision (K5.1)"
    if phase == Phase.ACTING and side_of(s.actor - 1) != s.side:
        return f"{name_of(s, s.actor - 1)} acts in the other side's turn (K2.2)"
    must_fight = phase == Phase.ACTING and (s.charged or is_engaged(s, s.actor - 1))
    if (phase == Phase.WHICH or must_fight) and count_opponents(s) == 0:
        return f"{name_of(s, s.actor - 1)} must fight, and no enemy is in contact (K3.3)"
    return ""
