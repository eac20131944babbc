"""A siege in words: moves and positions to read and to write, prompts, reasons, what happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...core.contract import FIRST_MOVE, Choice, Spot
from ...core.dice import FACES
from ...core.errors import BadPosition
from .moves import ARRANGE, ORDERS, REINFORCE, arranged, kind_of, most_to_send, number_of, packed, room
from .rules import Happened
from .state import LANES, MOST_TROOPS, MOST_WAVES, Clause, Phase, Swap

LANE_NAMES = ("top", "middle", "bottom")
KINDS = {REINFORCE: "reinforce", ARRANGE: "arrange"}
MOST_IN_A_MOVE = 255

kept = lru_cache(maxsize=4096)
"""A client is told every legal move after every step, so the words of a move are put together once."""


class Line(NamedTuple):
    """The lane dice of a state, as plain numbers."""

    lane: tuple[int, ...]


def line_of(s: Any) -> Line:
    return Line(tuple(s.lane.tolist()))


@kept
def numbers_of(code: int) -> tuple[int, int, int]:
    return number_of(code, 0), number_of(code, 1), number_of(code, 2)


# Moves


def move_text(s: Any, code: int) -> str:
    return text_of(code)


@kept
def text_of(code: int) -> str:
    kind = KINDS.get(kind_of(code))
    return f"{kind} {' '.join(map(str, numbers_of(code)))}" if kind else f"move {code}"


def move_clause(s: Any, code: int) -> int:
    if code >= FIRST_MOVE:
        return Clause.S2_2 if kind_of(code) == REINFORCE else Clause.S3_2
    return Clause.S1_3 if s.phase == Phase.COUNTDOWN else Clause.S3_1


def read_move(s: Any, text: str) -> int | None:
    """`reinforce 2 0 1`, `arrange 6 4 5`; `hold` sends nobody, `keep` leaves the line as it is."""
    word, *numbers = text.lower().split() or [""]
    if word == "hold" and not numbers:
        return int(packed(REINFORCE, 0, 0, 0))
    if word == "keep" and not numbers:
        return int(arranged(s, 0))
    if len(numbers) != LANES or not all(re.fullmatch(r"[0-9]{1,3}", number) for number in numbers):
        return None
    for kind, name in KINDS.items():
        if word == name and max(map(int, numbers)) <= MOST_IN_A_MOVE:
            return int(packed(kind, *map(int, numbers)))
    return None


def label(s: Any, code: int) -> str:
    """What the move does, in the words of a player."""
    return sending(code) if kind_of(code) == REINFORCE else arranging(line_of(s), code)


@kept
def sending(code: int) -> str:
    sent = [f"{n} to {name}" for n, name in zip(numbers_of(code), LANE_NAMES, strict=True) if n]
    return f"send {', '.join(sent)}" if sent else "send nobody"


@kept
def arranging(line: Line, code: int) -> str:
    if code == arranged(line, 0):
        return "keep the line"
    for order in range(1, Swap.ONE):
        if code == arranged(line, order):
            one, other = exchanged(order)
            return f"exchange {one} and {other}"
    places = zip(LANE_NAMES, numbers_of(code), strict=True)
    return ", ".join(f"{number} to {name}" for name, number in places)


def exchanged(order: int) -> tuple[str, str]:
    """The two lanes that trade places in one of the three exchanges."""
    one, other = (LANE_NAMES[lane] for lane in range(LANES) if ORDERS[order][lane] != lane)
    return one, other


def spots(s: Any, seat: int) -> tuple[Spot, ...]:
    lanes = s.lane.tolist()
    return tuple(Spot(name, name[0], f"{name} lane, {lanes[i]}") for i, name in enumerate(LANE_NAMES))


def die(s: Any) -> str:
    """The die that is to be rolled, as the picture names it."""
    return "countdown" if s.phase == Phase.COUNTDOWN else f"enemy-{LANE_NAMES[s.rolled]}"


def choices(s: Any, code: int) -> tuple[Choice, ...]:
    """Reinforce: touch a lane once for each troop sent. Rearrange: touch the two dice that trade
    places, or all three in the order in which they shall stand."""
    return (
        ways_to_send(code) if kind_of(code) == REINFORCE else ways_to_arrange(line_of(s), int(s.swap), code)
    )


@kept
def ways_to_send(code: int) -> tuple[Choice, ...]:
    ids = [name for name, n in zip(LANE_NAMES, numbers_of(code), strict=True) for _ in range(n)]
    return (Choice(tuple(ids), any_order=True),)


@kept
def ways_to_arrange(line: Line, orders: int, code: int) -> tuple[Choice, ...]:
    if len(set(line.lane)) == 1:
        return (Choice(()),)  # nothing to arrange, so nothing to touch
    ways = []
    for order in range(orders):
        if code == arranged(line, order):
            if order == 0:
                ways.append(Choice(()))
            elif order < Swap.ONE:
                ways.append(Choice(exchanged(order), any_order=True))
            ways.append(Choice(tuple(LANE_NAMES[lane] for lane in ORDERS[order])))
    return tuple(ways)


# What is asked, and why not


def prompt(s: Any, seat: int) -> str:
    match int(s.phase):
        case Phase.COUNTDOWN:
            return "My lord, the scouts have returned! Roll for the number of waves."
        case Phase.REINFORCE:
            return f"{waves_left(int(s.waves))}. Reinforce: {what_can_be_sent(s)}."
        case Phase.SCOUT:
            return f"Scout: roll for the enemy in the {LANE_NAMES[s.rolled]} lane."
        case Phase.REARRANGE:
            if len(set(s.lane.tolist())) == 1:
                return "Your three lane dice show the same, so the line stays. The battle begins."
            how = "two of them may trade places" if s.swap == Swap.ONE else "in any way"
            return f"Rearrange your three lane dice: {how}. Then the battle begins."
        case Phase.WON:
            return "Help has come: you held the line."
        case _:
            return "The backline is broken: the castle falls."


def what_can_be_sent(s: Any) -> str:
    if most_to_send(s) <= 0:
        return "there is nobody in the backline to send"
    if not any(room(s, lane) for lane in range(LANES)):
        return "every lane is full, so nobody can be sent"
    return f"send any of your backline of {s.backline} to the lanes"


def waves_left(waves: int) -> str:
    return "The last wave" if waves == 1 else f"{waves} waves to survive"


def reason(s: Any, code: int, clause: int) -> str:
    match clause:
        case Clause.S5_3 | Clause.S4_3:
            return "the game is over"
        case Clause.S1_3 | Clause.S3_1:
            return f"a die is to be rolled now, and it shows 1 to {FACES}"
        case Clause.S2_1:
            return "this wave is at Reinforce" if s.phase == Phase.REINFORCE else "this wave is at Scout"
        case Clause.S2_3:
            return "an empty backline loses, so one must stay behind"
        case Clause.S2_2:
            return reason_against_sending(s, numbers_of(code))
        case _:
            return reason_against_arranging(s, numbers_of(code))


def reason_against_sending(s: Any, sent: Sequence[int]) -> str:
    if sum(sent) > s.backline:
        return f"the backline has only {s.backline} to send, not {sum(sent)}"
    lane = next(lane for lane in range(LANES) if sent[lane] > room(s, lane))
    return f"a die shows at most {s.limit}, and {LANE_NAMES[lane]} would have {s.lane[lane] + sent[lane]}"


def reason_against_arranging(s: Any, wanted: Sequence[int]) -> str:
    dice = [int(number) for number in s.lane]
    if sorted(wanted) != sorted(dice):
        return f"the lane dice are {', '.join(map(str, dice))} and only trade places"
    return "only two dice may trade places"


# What happened


def sentence_of(s: Any, kind: int, numbers: Sequence[int]) -> str:
    a, b, c, left = numbers
    match kind:
        case Happened.COUNTDOWN_ROLLED:
            return f"The scouts report: {plural(a, 'wave')}."
        case Happened.REINFORCED:
            sent = [f"{n} to {name}" for n, name in zip((a, b, c), LANE_NAMES, strict=True) if n]
            return f"Sent {', '.join(sent)}; the backline has {left}." if sent else "Nobody was sent."
        case Happened.BACKLINE_TAKEN_OFF:
            return "The backline is empty and comes off the table."
        case Happened.SCOUTED:
            return f"{LANE_NAMES[a].capitalize()}: the enemy rolls {b}, strength {c}."
        case Happened.REARRANGED:
            return f"The line now stands {a}, {b}, {c}."
        case Happened.HELD:
            return f"{LANE_NAMES[a].capitalize()} loses {b} and holds with {c}."
        case Happened.OVERRUN:
            through = "1 gets through" if c == 1 else f"{c} get through"
            return f"{LANE_NAMES[a].capitalize()} is overrun by {b}: {through}."
        case Happened.BACKLINE_STRUCK:
            return f"The backline takes {a} and has {b}."
        case Happened.LOST:
            return "The backline is broken. The castle falls."
        case Happened.COUNTED_DOWN:
            return f"The wave is beaten; {plural(a, 'wave')} to come." if a else "The last wave is beaten."
        case Happened.REGROUPED:
            return f"The backline regroups by {a} to {b}."
        case _:
            return "Help arrives. You held the line!"


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count or 'no'} {noun}s"


def ending(s: Any) -> tuple[int, str]:
    if s.phase == Phase.WON:
        return Clause.S5_3, "the countdown reached 0"
    return Clause.S4_3, "the overflow broke the backline"


def board(s: Any, seat: int) -> dict[str, Any]:
    phase = Phase(s.phase)
    return {
        "phase": phase.name.lower(),
        "waves": int(s.waves),
        "lanes": s.lane.tolist(),
        "backline": int(s.backline),
        "enemy": s.enemy.tolist(),
        "most_to_send": int(most_to_send(s)) if phase == Phase.REINFORCE else 0,
    }


# Positions


def position_text(s: Any) -> str:
    words = [f"lanes {' '.join(str(n) for n in s.lane)}", f"backline {s.backline}"]
    words.append(f"waves {'?' if s.phase == Phase.COUNTDOWN else s.waves}")
    if s.phase not in (Phase.COUNTDOWN, Phase.REINFORCE):
        words.append(f"enemy {' '.join(str(face) if face else '?' for face in s.enemy)}")
    if s.phase in (Phase.WON, Phase.LOST):
        words.append(Phase(s.phase).name.lower())
    return ", ".join(words)


POSITION = re.compile(
    r"\s*lanes\s+(\d{1,2})\s+(\d{1,2})\s+(\d{1,2})\s*,\s*backline\s+(\d{1,2})\s*,\s*waves\s+(\d{1,2}|\?)"
    r"(?:\s*,\s*enemy\s+([1-6?])\s+([1-6?])\s+([1-6?]))?\s*"
)
POSITION_FORM = "lanes 6 4 5, backline 3, waves 2 (and, where dice lie on the table: , enemy 5 ? ?)"


def position(s: Any, text: str) -> None:
    """Put a started state into the position that the text describes."""
    found = POSITION.fullmatch(text)
    if not found:
        raise BadPosition(f"a position of siege reads: {POSITION_FORM}; not {text[:80]!r}")
    top, middle, bottom, backline = (int(number) for number in found.groups()[:4])
    waves = found[5]
    faces = [int(face) if face.isdigit() else 0 for face in found.groups()[5:] if face]
    check_troops(s, (top, middle, bottom), backline)
    if waves == "?":
        if faces or s.phase != Phase.COUNTDOWN:
            raise BadPosition("waves ? stands for the scouts' roll, before anything else (S1.3)")
    elif not 1 <= int(waves) <= MOST_WAVES:
        raise BadPosition(f"waves must be 1 to {MOST_WAVES} (S1.3)")
    s.lane = (top, middle, bottom)
    s.backline = backline
    if waves != "?":
        s.waves = int(waves)
        put_enemy(s, faces)


def check_troops(s: Any, lanes: Sequence[int], backline: int) -> None:
    fault = fault_in_troops(s, lanes, backline)
    if not fault and backline == 0 and not s.stands:
        fault = "an empty backline has lost already (S2.3, option empty)"
    if fault:
        raise BadPosition(fault)


def fault_in_troops(s: Any, lanes: Sequence[int], backline: int) -> str:
    if min(*lanes, backline) < 0:
        return "nobody has less than 0 troops (S4.2)"
    if max(*lanes, backline) > s.limit:
        return f"a die shows at most {s.limit} (S2.2, option table)"
    if sum(lanes) + backline > MOST_TROOPS:
        return f"a siege starts with {MOST_TROOPS} troops and never has more (S1.2)"
    return ""


def fault(s: Any, started: Any) -> str:
    """Why a state that was read from outside could never arise, or an empty text."""
    if any(getattr(s, name) != getattr(started, name) for name in ("regroup", "stands", "limit", "swap")):
        return "it was played with other options"
    if s.phase not in list(Phase) or not 0 <= s.waves <= MOST_WAVES or not 0 <= s.rolled <= LANES:
        return "its phase, countdown or dice are out of range (S2.1)"
    if any(
        not (1 if lane < s.rolled else 0) <= s.enemy[lane] <= (FACES if lane < s.rolled else 0)
        for lane in range(LANES)
    ):
        return "the enemy's dice do not fit the rolls (S3.1)"
    return fault_in_phase(s) or fault_in_troops(s, [int(n) for n in s.lane], int(s.backline))


def fault_in_phase(s: Any) -> str:
    rolls = {Phase.COUNTDOWN: (0,), Phase.REINFORCE: (0,), Phase.SCOUT: range(LANES)}.get(s.phase, (LANES,))
    if s.rolled not in rolls or (s.phase == Phase.REARRANGE and s.swap == Swap.NONE):
        return "the rolls do not fit the phase (S2.1)"
    if (s.waves == 0) != (s.phase in (Phase.COUNTDOWN, Phase.WON)):
        return "the countdown does not fit the phase (S5.3)"
    if s.backline != 0 if s.phase == Phase.LOST else s.backline == 0 and not s.stands:
        return "the backline does not fit the phase (S2.3, S4.3)"
    return ""


def put_enemy(s: Any, faces: Sequence[int]) -> None:
    rolled = sum(face > 0 for face in faces)
    if 0 in faces and any(faces[faces.index(0) :]):
        raise BadPosition("the enemy is scouted in the order top, middle, bottom (S3.1)")
    if rolled == LANES and s.swap == Swap.NONE:
        raise BadPosition("after the third roll the battle is fought at once (S3.2, option swap)")
    s.enemy = faces or (0, 0, 0)
    s.rolled = rolled
    if not faces:
        s.phase = Phase.REINFORCE
    else:
        s.phase = Phase.REARRANGE if rolled == LANES else Phase.SCOUT
