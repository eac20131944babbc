"""The texts of siege: move notation, labels, prompts, refusals, log sentences, and the notation of positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...core.definition import FIRST_MOVE
from ...core.dice import FACES
from ...core.errors import BadPosition
from ...core.events import Event
from ...core.sentences import die_sign, plural
from ...core.state_record import fill
from .rules import (
    ARRANGE,
    LANE_ORDERS,
    REINFORCE,
    arrange_move,
    free_capacity,
    lane_number,
    max_reinforcements,
    move_kind,
    pack_move,
)
from .state import LANES, MAX_TROOPS, MAX_WAVES, Clause, EventKind, Phase, SiegeState, Swap

LANE_NAMES = ("top", "middle", "bottom")
KIND_NAMES = {REINFORCE: "reinforce", ARRANGE: "arrange"}
MAX_NUMBER = 255

cached = lru_cache(maxsize=4096)
"""Clients list every legal move after every step, so the texts of a move are cached."""


@cached
def lane_numbers(code: int) -> tuple[int, ...]:
    """Return the numbers of a move, one for each lane."""
    return tuple(lane_number(code, lane) for lane in range(LANES))


# Moves


def move_text(s: SiegeState, code: int) -> str:
    """Return the move in notation: `reinforce 2 0 1`."""
    return format_move(code)


@cached
def format_move(code: int) -> str:
    kind = KIND_NAMES.get(move_kind(code))
    return f"{kind} {' '.join(map(str, lane_numbers(code)))}" if kind else f"move {code}"


def move_clause(s: SiegeState, code: int) -> int:
    if code >= FIRST_MOVE:
        return Clause.S2_2 if move_kind(code) == REINFORCE else Clause.S3_2
    return Clause.S1_3 if s.phase == Phase.COUNTDOWN else Clause.S3_1


def parse_move(s: SiegeState, text: str) -> int | None:
    """Return the code of a move in notation, or None; `hold` sends no troops, `keep` leaves the dice as they are."""
    word, *numbers = text.lower().split() or [""]
    if word == "hold" and not numbers:
        return pack_move(REINFORCE, 0, 0, 0)
    if word == "keep" and not numbers:
        return arrange_move(s.lane, 0)
    if len(numbers) != LANES or not all(re.fullmatch(r"[0-9]{1,3}", number) for number in numbers):
        return None
    for kind, name in KIND_NAMES.items():
        if word == name and max(map(int, numbers)) <= MAX_NUMBER:
            return pack_move(kind, *map(int, numbers))
    return None


def move_label(s: SiegeState, code: int) -> str:
    """Return what the move does, in a player's words."""
    return reinforce_label(code) if move_kind(code) == REINFORCE else arrange_label(tuple(s.lane), code)


@cached
def reinforce_label(code: int) -> str:
    sent = [f"{n} to {name}" for n, name in zip(lane_numbers(code), LANE_NAMES, strict=True) if n]
    return f"send {', '.join(sent)}" if sent else "send no troops"


@cached
def arrange_label(lanes: tuple[int, ...], code: int) -> str:
    if code == arrange_move(lanes, 0):
        return "fight without swapping"
    for order in range(1, Swap.ONE):
        if code == arrange_move(lanes, order):
            first, second = swapped_lanes(order)
            return f"swap {first} and {second}"
    return ", ".join(f"{number} to {name}" for name, number in zip(LANE_NAMES, lane_numbers(code), strict=True))


def swapped_lanes(order: int) -> tuple[str, str]:
    """Return the two lanes whose dice an order swaps."""
    first, second = (LANE_NAMES[lane] for lane in range(LANES) if LANE_ORDERS[order][lane] != lane)
    return first, second


# Prompts and refusals


def turn_heading(s: SiegeState) -> str:
    """Return the heading of the log above the steps of a wave; the scouts' die comes before the first one."""
    return f"{s.waves} {'wave' if s.waves == 1 else 'waves'} to survive" if s.waves else ""


def prompt(s: SiegeState, seat: int) -> str:
    """Return a sentence that says what the player must do now."""
    match s.phase:
        case Phase.COUNTDOWN:
            return "M'Lord, the scouts have returned! Roll for the number of waves."
        case Phase.REINFORCE:
            return f"{waves_text(s.waves)}. {reinforcements_text(s)}"
        case Phase.SCOUT:
            first = "three lanes, the top one first" if s.rolled_count == 0 else f"{LANE_NAMES[s.rolled_count]} lane"
            return f"Roll for the enemy in the {first}."
        case Phase.REARRANGE:
            if len(set(s.lane)) == 1:
                return "Your lane dice are all the same, so there is nothing to swap. Fight the battle."
            dice = "two lane dice" if s.swap == Swap.ONE else "lane dice"
            return f"Swap {dice}, or leave them as they are. Then the battle begins."
        case Phase.WON:
            return "Help has come: you held the line."
        case _:
            return "The backline is broken: the castle falls."


def reinforcements_text(s: SiegeState) -> str:
    most = max_reinforcements(s)
    if most <= 0:
        return "Your backline has no troops to send."
    if not any(free_capacity(s, lane) for lane in range(LANES)):
        return "Every lane is full, so no troops can be sent."
    return f"Send up to {plural(most, 'troop')} from the backline to the lanes."


def waves_text(waves: int) -> str:
    return "The last wave" if waves == 1 else f"{waves} waves to survive"


def refusal(s: SiegeState, code: int, clause: int) -> str:
    """Return why this clause forbids the step."""
    match clause:
        case Clause.S5_3 | Clause.S4_3:
            return "the game is over"
        case Clause.S1_3 | Clause.S3_1:
            return f"roll a die now; it shows 1 to {FACES}"
        case Clause.S2_1:
            return "reinforce the lanes now" if s.phase == Phase.REINFORCE else "arrange the lane dice now"
        case Clause.S2_3:
            return "an empty backline loses, so one troop must stay behind"
        case Clause.S2_2:
            return reinforce_refusal(s, lane_numbers(code))
        case _:
            return arrange_refusal(s, lane_numbers(code))


def reinforce_refusal(s: SiegeState, sent: Sequence[int]) -> str:
    if sum(sent) > s.backline:
        return f"you have only {plural(s.backline, 'troop')} to send, not {sum(sent)}"
    lane = next(lane for lane in range(LANES) if sent[lane] > free_capacity(s, lane))
    return f"a die shows at most {s.capacity}, and the {LANE_NAMES[lane]} lane would have {s.lane[lane] + sent[lane]}"


def arrange_refusal(s: SiegeState, wanted: Sequence[int]) -> str:
    dice = list(s.lane)
    if sorted(wanted) != sorted(dice):
        return f"your lane dice are {', '.join(map(str, dice))}, and they can only trade places"
    return "you may swap only two dice"


# Events


def log_text(s: SiegeState, kind: int, numbers: Sequence[int]) -> str:
    """Return an event as a sentence; `state.EventKind` names its numbers."""
    a, b, c, left = numbers
    match kind:
        case EventKind.COUNTDOWN_ROLLED:
            return f"The scouts report: {plural(a, 'wave')}."
        case EventKind.REINFORCED:
            sent = [f"{n} to {name}" for n, name in zip((a, b, c), LANE_NAMES, strict=True) if n]
            if not sent and not any(free_capacity(s, lane) for lane in range(LANES)):
                return "Every lane is full, so no troops were sent."
            return f"Sent {', '.join(sent)}; the backline has {left}." if sent else "No troops were sent."
        case EventKind.BACKLINE_EMPTIED:
            return "The backline is empty and comes off the table."
        case EventKind.SCOUTED:
            return f"{LANE_NAMES[a].capitalize()}: the enemy rolls {b}, strength {c}."
        case EventKind.REARRANGED:
            return f"The lanes now have {a}, {b} and {c}."
        case EventKind.HELD:
            return f"{LANE_NAMES[a].capitalize()} loses {b} and holds with {c}."
        case EventKind.OVERRUN:
            overflow = "1 gets through" if c == 1 else f"{c} get through"
            return f"{LANE_NAMES[a].capitalize()} is overrun by a strength of {b}: {overflow}."
        case EventKind.BACKLINE_STRUCK:
            return f"The backline loses {a} and has {b} left."
        case EventKind.LOST:
            return "The backline is broken. The castle falls."
        case EventKind.COUNTED_DOWN:
            return f"The wave is over: {plural(a, 'wave')} left." if a else "The last wave is over."
        case EventKind.REGROUPED:
            return f"The backline gains {a} and has {b}."
        case _:
            return "Help arrives. You held the line!"


def action_text(s: SiegeState, events: Sequence[Event]) -> str:
    """Return a line such as `Send 3 to middle: enemy ⚃⚀⚂` or `Fight: lanes 1, 4, 0 left, 2 get through, backline 3`."""
    head, faces, left, overflow, ends = "", "", ["0"] * LANES, 0, []
    for event in events:
        a, b, c, _ = event.numbers
        match event.kind:
            case EventKind.COUNTDOWN_ROLLED:
                head = f"Scouts {die_sign(a)}"
            case EventKind.REINFORCED:
                sent = [f"{n} to {name}" for n, name in zip((a, b, c), LANE_NAMES, strict=True) if n]
                head = f"Send {', '.join(sent)}" if sent else "Send no troops"
            case EventKind.SCOUTED:
                faces += die_sign(b)
            case EventKind.REARRANGED:
                head = f"Rearrange to {a}, {b}, {c}"
            case EventKind.HELD:
                left[a] = str(c)
            case EventKind.OVERRUN:
                overflow += c
            case EventKind.BACKLINE_STRUCK:
                ends.append(f"backline {b}")
            case EventKind.LOST:
                ends.append("the castle falls")
            case EventKind.WON:
                ends.append("you held the line")
    parts = [f"enemy {faces}"] * bool(faces)
    if any(event.kind in (EventKind.HELD, EventKind.OVERRUN) for event in events):
        through = [f"{overflow} get{'s' * (overflow == 1)} through"] * bool(overflow)
        parts += [f"lanes {', '.join(left)} left", *through, *ends]
    return ": ".join(filter(None, (head or "Fight", ", ".join(parts))))


def result_text(s: SiegeState) -> tuple[int, str]:
    """Return the clause that ended the game, and the reason."""
    if s.phase == Phase.WON:
        return Clause.S5_3, "the countdown reached 0"
    return Clause.S4_3, "the overflow broke the backline"


# Positions


def position_text(s: SiegeState) -> str:
    """Return the position in the notation that `parse_position` reads."""
    words = [f"lanes {' '.join(str(n) for n in s.lane)}", f"backline {s.backline}"]
    words.append(f"waves {'?' if s.phase == Phase.COUNTDOWN else s.waves}")
    if s.phase not in (Phase.COUNTDOWN, Phase.REINFORCE):
        words.append(f"enemy {' '.join(str(face) if face else '?' for face in s.enemy)}")
    if s.phase in (Phase.WON, Phase.LOST):
        words.append(Phase(s.phase).name.lower())
    return ", ".join(words)


POSITION_PATTERN = re.compile(
    r"\s*lanes\s+(\d{1,2})\s+(\d{1,2})\s+(\d{1,2})\s*,\s*backline\s+(\d{1,2})\s*,\s*waves\s+(\d{1,2}|\?)"
    r"(?:\s*,\s*enemy\s+([1-6?])\s+([1-6?])\s+([1-6?]))?\s*"
)
POSITION_EXAMPLE = "lanes 6 4 5, backline 3, waves 2 (after the first scout: , enemy 5 ? ?)"


def parse_position(s: SiegeState, text: str) -> None:
    """Change an initial state into the position that the text describes."""
    match = POSITION_PATTERN.fullmatch(text)
    if not match:
        raise BadPosition(f"a position of siege reads: {POSITION_EXAMPLE}; not {text[:80]!r}")
    top, middle, bottom, backline = (int(number) for number in match.groups()[:4])
    waves = match[5]
    faces = [int(face) if face.isdigit() else 0 for face in match.groups()[5:] if face]
    check_troops(s, (top, middle, bottom), backline)
    if waves == "?":
        if faces or s.phase != Phase.COUNTDOWN:
            raise BadPosition("waves ? stands for the scouts' roll, before anything else (S1.3)")
    elif not 1 <= int(waves) <= MAX_WAVES:
        raise BadPosition(f"waves must be 1 to {MAX_WAVES} (S1.3)")
    fill(s.lane, (top, middle, bottom))
    s.backline = backline
    if waves != "?":
        s.waves = int(waves)
        set_enemy(s, faces)


def check_troops(s: SiegeState, lanes: Sequence[int], backline: int) -> None:
    error = troops_error(s, lanes, backline)
    if not error and backline == 0 and not s.allows_empty_backline:
        error = "an empty backline has lost already (S2.3, option empty)"
    if error:
        raise BadPosition(error)


def set_enemy(s: SiegeState, faces: Sequence[int]) -> None:
    rolled_count = sum(face > 0 for face in faces)
    if 0 in faces and any(faces[faces.index(0) :]):
        raise BadPosition("the enemy is scouted in the order top, middle, bottom (S3.1)")
    if rolled_count == LANES and s.swap == Swap.NONE:
        raise BadPosition("after the third roll the battle is fought at once (S3.2, option swap)")
    fill(s.enemy, faces or [0] * LANES)
    s.rolled_count = rolled_count
    if not faces:
        s.phase = Phase.REINFORCE
    else:
        s.phase = Phase.REARRANGE if rolled_count == LANES else Phase.SCOUT


# Checks of a state that was read from a file


def troops_error(s: SiegeState, lanes: Sequence[int], backline: int) -> str:
    if min(*lanes, backline) < 0:
        return "a lane or the backline has less than 0 troops (S4.2)"
    if max(*lanes, backline) > s.capacity:
        return f"a die shows at most {s.capacity} (S2.2, option table)"
    if sum(lanes) + backline > MAX_TROOPS:
        return f"a siege starts with {MAX_TROOPS} troops and never has more (S1.2)"
    return ""


def check_state(s: SiegeState, initial: SiegeState) -> str:
    """Return why this state cannot arise in a game with this initial state, or an empty string."""
    if any(
        getattr(s, name) != getattr(initial, name) for name in ("regroup", "allows_empty_backline", "capacity", "swap")
    ):
        return "it was played with other options"
    if s.phase not in list(Phase) or not 0 <= s.waves <= MAX_WAVES or not 0 <= s.rolled_count <= LANES:
        return "its phase, countdown or dice are out of range (S2.1)"
    is_rolled = [lane < s.rolled_count for lane in range(LANES)]
    if any(not has_roll <= face <= has_roll * FACES for has_roll, face in zip(is_rolled, s.enemy, strict=True)):
        return "the enemy's dice do not fit the rolls (S3.1)"
    return phase_error(s) or troops_error(s, list(s.lane), s.backline)


def phase_error(s: SiegeState) -> str:
    rolls_in_phase = {Phase.COUNTDOWN: [0], Phase.REINFORCE: [0], Phase.SCOUT: [*range(LANES)]}
    if s.rolled_count not in rolls_in_phase.get(Phase(s.phase), [LANES]) or (
        s.phase == Phase.REARRANGE and s.swap == Swap.NONE
    ):
        return "the rolls do not fit the phase (S2.1)"
    if (s.waves == 0) != (s.phase in (Phase.COUNTDOWN, Phase.WON)):
        return "the countdown does not fit the phase (S5.3)"
    if s.backline != 0 if s.phase == Phase.LOST else s.backline == 0 and not s.allows_empty_backline:
        return "the backline does not fit the phase (S2.3, S4.3)"
    return ""
