"""Prompts: what to decide or roll for, a status line, and how the battle ended."""

from __future__ import annotations

from collections.abc import Callable

from ....core.definition import CHANCE, DRAWN, EVERYONE, OUTCOME_TEXTS
from ....core.dice import FACES
from ....core.sentences import capitalize_first, join_words, plural
from ..rules.battlefield import characters_of_side, is_engaged, is_standing, side_of
from ..rules.combat.blows import face_needed
from ..rules.combat.melee import count_opponents
from ..rules.combat.rout import RALLIES_FROM, ROUTS_UP_TO
from ..rules.endings import result
from ..rules.movement.legs import longest_leg, move_allowance
from ..rules.rounds import AI_STARTS_UP_TO
from ..rules.traits.grab_and_knock_back import has_drowned
from ..rules.traits.parameters import format_inches
from ..rules.traits.start_rolls import start_result
from ..state import (
    FIRST_OBJECTIVE,
    FRIENDS,
    IS_ROLLED_GOAL,
    MAX_CHARACTERS,
    Clause,
    EndingKind,
    Phase,
    SkirmishState,
    StartResult,
)
from .names import (
    THE_SIDES,
    all_objectives,
    company_name,
    current_seat,
    display_name,
    name_of,
    seat_name,
    terrain_name,
    with_article,
)
from .notation import blow_purpose, face_text

DECISION_PHASES = (Phase.CHOOSE, Phase.ACTING)
MAX_NAMES_LISTED = 3

# Decisions


def prompt(s: SkirmishState, seat: int) -> str:
    """Say what to do now."""
    if s.phase == Phase.OVER:
        return f"{outcome_text(s, seat)}: {result_text(s)[1]}."
    if s.phase == Phase.OPEN:
        return capitalize_first(round_prompt(s, seat))
    if s.phase not in DECISION_PHASES:
        return capitalize_first(DIE_PROMPTS[Phase(s.phase)](s))
    seat_to_move = current_seat(s)
    text = activation_prompt(s) if s.phase == Phase.CHOOSE else action_prompt(s)
    if seat != seat_to_move:
        return capitalize_first(f"{seat_name(s, seat_to_move)} decides: {text}")
    return capitalize_first(f"{seat_name(s, seat)}'s turn: {text}" if s.generals > 1 else text)


def activation_prompt(s: SkirmishState) -> str:
    """Ask whom to activate, with their names if they are few."""
    ready = [name_of(s, piece) for piece in ready_characters(s)]
    is_short = len(ready) <= MAX_NAMES_LISTED
    who = f"who acts ({', '.join(ready)})" if is_short else f"one of {len(ready)} characters to act"
    return f"choose {who}, or pass.{drowning_text(s)}"


def drowning_text(s: SkirmishState) -> str:
    """Name those who drown at the end of this round unless they are freed (K2.3)."""
    names = [name_of(s, piece) for piece in range(MAX_CHARACTERS) if has_drowned(s, piece)]
    verb = "drowns" if len(names) == 1 else "drown"
    return f" {join_words(names)} {verb} at the end of this round." if names else ""


def ready_characters(s: SkirmishState) -> list[int]:
    """Return the characters that the general of this turn can still activate in this round."""
    waiting = [piece for piece in characters_of_side(s, s.side) if is_standing(s, piece) and not s.done[piece]]
    return waiting if s.side != FRIENDS else [piece for piece in waiting if s.owner[piece] == s.general]


def action_prompt(s: SkirmishState) -> str:
    """Say what the active character can still do."""
    name = name_of(s, s.actor - 1)
    if s.charged:
        return f"{name} has charged: choose an enemy to fight."
    if is_engaged(s, s.actor - 1):
        return f"{name} is in melee: choose an enemy to fight."
    return f"{name} {remaining_actions_text(s)}."


def remaining_actions_text(s: SkirmishState) -> str:
    """Return `can move 6″ (or twice 3″), shoot up to 12″, or stay`."""
    actor, longest = s.actor - 1, longest_leg(s)
    can = []
    if longest:
        half = f" (or twice {format_inches(move_allowance(s) // 2)}″)" if s.legs == 0 else ""
        can.append(f"move {format_inches(longest)}″{half}")
    if s.shooting_range[actor]:
        less = " (−1 attack for moving)" if s.legs else ""
        can.append(f"shoot up to {format_inches(s.shooting_range[actor])}″{less}")
    if count_opponents(s):
        can.append("fight")
    return f"can {', '.join([*can, 'or stay'])}" if can else "has nothing left: stay"


# Dice


BLOW_VERBS = {
    Phase.SHOOTING: "shoots at",
    Phase.FIGHTING: "fights",
    Phase.BACK: "strikes back at",
    Phase.FREE_BLOW: "strikes at the fleeing",
}


def round_prompt(s: SkirmishState, seat: int = EVERYONE) -> str:
    """Say who starts on which faces (K2.1); against the AI general, the reader is `you`."""
    faces = f"{AI_STARTS_UP_TO + 1} to {FACES}"
    if seat == EVERYONE or s.enemy_seat:
        return f"roll for who starts the round: the enemies on 1 to {AI_STARTS_UP_TO}, the friends on {faces}."
    you = "your side" if s.generals > 1 else "you"
    return f"roll for who starts the round: {you} on {faces}, the enemies on 1 to {AI_STARTS_UP_TO}."


def blow_prompt(s: SkirmishState) -> str:
    striker, target = s.striker - 1, s.target - 1
    is_shot = s.phase == Phase.SHOOTING
    needed = f"{face_text(face_needed(s, striker, target, is_shot))} {blow_purpose(s, striker, target, is_shot)}"
    return f"{name_of(s, striker)} {BLOW_VERBS[Phase(s.phase)]} {name_of(s, target)}: needs {needed}."


def opponent_prompt(s: SkirmishState) -> str:
    enemies = plural(count_opponents(s), "enemy", "enemies")
    return f"roll for whom {name_of(s, s.actor - 1)} fights ({enemies} in contact)."


def face_prompt(s: SkirmishState, piece: int, face: int, effect: str) -> str:
    return f"roll for {name_of(s, piece)}: {face_text(face)} {effect}."


def terrain_prompt(s: SkirmishState, piece: int, terrain: int, verb: str) -> str:
    return face_prompt(s, piece, s.terrain_roll[terrain], f"{verb} {terrain_name(s, terrain)}")


def crossing_prompt(s: SkirmishState) -> str:
    fall = s.terrain_fall[s.crossing - 1]
    text = terrain_prompt(s, s.actor - 1, s.crossing - 1, "crosses")
    if not fall:
        return text
    return f"{text.removesuffix('.')}, {'a 1' if fall == 1 else f'{fall} or less'} falls."


def start_prompt(s: SkirmishState) -> str:
    """List the results of the roll at the start of an activation, faces with the same result together."""
    faces: dict[StartResult, list[str]] = {}
    for face in range(1, FACES + 1):
        faces.setdefault(StartResult(start_result(s, s.actor - 1, face)), []).append(str(face))
    results = [f"on {join_words(group)} it {START_RESULT_TEXTS[key]}" for key, group in faces.items()]
    return f"roll for {name_of(s, s.actor - 1)} before it acts: {', '.join(results)}."


START_RESULT_TEXTS = {
    StartResult.ACTS: "acts",
    StartResult.STAYS: "stays",
    StartResult.HALF_MOVE: "acts with half its move",
    StartResult.DOUBLE_MOVE: "acts with twice its move",
    StartResult.RAGES: "acts with +1 attack",
    StartResult.HEALS: "heals a wound",
    StartResult.SUFFERS: "takes a wound",
    StartResult.ROUTS: "routs",
}


def goal_prompt(s: SkirmishState) -> str:
    goals = [thing for thing in all_objectives(s) if s.objective_bits[thing - FIRST_OBJECTIVE] & IS_ROLLED_GOAL]
    return f"roll for which goal is real: {', '.join(with_article(s, thing) for thing in goals)}."


DIE_PROMPTS: dict[Phase, Callable[[SkirmishState], str]] = {
    Phase.OPEN: round_prompt,
    **dict.fromkeys(BLOW_VERBS, blow_prompt),
    Phase.ROUT_TEST: lambda s: f"roll for {company_name(s, s.testing_company - 1)}: {ROUTS_UP_TO} or less routs.",
    Phase.RALLY: lambda s: f"roll for {name_of(s, s.actor - 1)}, who routs: {RALLIES_FROM} or more recovers.",
    Phase.WHICH: opponent_prompt,
    Phase.SAVE: lambda s: face_prompt(s, s.target - 1, s.saves_on[s.target - 1], "turns the wound away"),
    Phase.CROSS: crossing_prompt,
    Phase.HANG: lambda s: terrain_prompt(s, s.target - 1, s.thrown_over - 1, "hangs on to"),
    Phase.GOAL: goal_prompt,
    Phase.START: start_prompt,
}


def die_id(s: SkirmishState) -> str:
    """Return the id of the die in the picture, which has only one."""
    return "die"


def die_owner(s: SkirmishState) -> int:
    """Return the seat that rolls the die: that of the character it is for; CHANCE if it has none."""
    piece = die_character(s)
    if piece is None:
        return CHANCE
    seat = s.owner[piece] if side_of(piece) == FRIENDS else s.generals
    return seat if seat < s.generals or s.enemy_seat else CHANCE


def die_character(s: SkirmishState) -> int | None:
    """Return the character that the die is rolled for, if there is one."""
    if s.phase in BLOW_VERBS:
        return s.striker - 1
    if s.phase in (Phase.SAVE, Phase.HANG):
        return s.target - 1
    if s.phase in (Phase.RALLY, Phase.CROSS, Phase.WHICH, Phase.START):
        return s.actor - 1
    return None


# The end


def outcome_text(s: SkirmishState, seat: int) -> str:
    if seat != EVERYONE:
        return OUTCOME_TEXTS[result(s, seat)]
    return f"{capitalize_first(THE_SIDES[s.winner - 1])} won" if s.winner else OUTCOME_TEXTS[DRAWN]


def result_text(s: SkirmishState) -> tuple[int, str]:
    """Return the clause and the reason: an ending of the scenario, a side that is gone, or the last round (K2.3)."""
    if s.ended:
        return int(Clause.K2_3), ending_text(s, s.ended - 1)
    for side in (0, 1):
        if s.winner == 2 - side and not any(is_standing(s, piece) for piece in characters_of_side(s, side)):
            return int(Clause.K2_3), ending_phrase(EndingKind.GONE, side=THE_SIDES[side])
    winner = f"{THE_SIDES[s.winner - 1]} win" if s.winner else "neither side wins"
    return int(Clause.K2_3), f"the last of {s.rounds} rounds is over, so {winner}"


def ending_text(s: SkirmishState, index: int) -> str:
    """Describe one of the scenario's endings as part of a sentence; see `EndingKind` for its two numbers."""
    kind, first, second = EndingKind(s.ending_kind[index]), s.ending_first[index], s.ending_second[index]
    match kind:
        case EndingKind.GONE | EndingKind.ESCAPED | EndingKind.CAPTURED:
            return ending_phrase(kind, side=THE_SIDES[first], count=second)
        case EndingKind.ROUNDS:
            return ending_phrase(kind, count=first)
        case EndingKind.FALLEN | EndingKind.LEFT:
            return ending_phrase(kind, name=name_of(s, first))
        case EndingKind.FEWER:
            return ending_phrase(kind, name=company_name(s, first), count=second)
        case _:
            side = THE_SIDES[second - 1] if second else ""
            return ending_phrase(kind, side=side, name=with_article(s, FIRST_OBJECTIVE + first))


def ending_phrase(kind: EndingKind, *, side: str = "", name: str = "", count: int = 0) -> str:
    """Describe the condition of an ending as part of a sentence.

    `side` is empty if either side can meet it; `name` is that of the character, objective or company.
    """
    who = f"{side} have" if side else "one side has"
    return {
        EndingKind.GONE: f"none of {side} is left",
        EndingKind.ROUNDS: f"{plural(count, 'round')} {'has' if count == 1 else 'have'} been played",
        EndingKind.TAKEN: f"{who} carried {name} off the table",
        EndingKind.FALLEN: f"{name} has fallen",
        EndingKind.LEFT: f"{name} has left the table",
        EndingKind.FEWER: f"none of {name} is left" if count == 1 else f"fewer than {count} of {name} are left",
        EndingKind.ALL_TAKEN: f"{who} carried everything off the table",
        EndingKind.HELD: f"{who} {name} in hand at the end of a round",
        EndingKind.ESCAPED: f"at least {count} of {side} have escaped and none of them is left",
        EndingKind.CAPTURED: f"{count} of {side} {'has' if count == 1 else 'have'} been carried off",
    }[kind]


DIE_STATUS_TEXTS = {
    Phase.OPEN: "Roll for who starts the round",
    Phase.SHOOTING: "Roll for the shot",
    Phase.FIGHTING: "Roll for the blow",
    Phase.BACK: "Roll for striking back",
    Phase.FREE_BLOW: "Roll for the blow at a fleeing character",
    Phase.ROUT_TEST: "Roll for whether a company routs",
    Phase.RALLY: "Roll for whether a character recovers",
    Phase.WHICH: "Roll for whom the enemy fights",
    Phase.SAVE: "Roll to turn the wound away",
    Phase.CROSS: "Roll to cross the gap",
    Phase.HANG: "Roll to hang on",
    Phase.GOAL: "Roll for which goal is real",
    Phase.START: "Roll for how a character acts",
}


def is_die_due(s: SkirmishState) -> bool:
    return Phase(s.phase) in DIE_STATUS_TEXTS


def status_text(s: SkirmishState) -> str:
    """Say in a few words what happens now."""
    phase = Phase(s.phase)
    if phase == Phase.OVER:
        return outcome_text(s, EVERYONE)
    if phase in DIE_STATUS_TEXTS:
        return DIE_STATUS_TEXTS[phase]
    if phase == Phase.CHOOSE:
        return ("The friends choose who acts", "The enemy chooses who acts")[s.side]
    return f"{display_name(s, s.actor - 1)} acts"
