"""Positions of towers: to write, to read, and to check before the rules see them.

A record is sound if its situation can arise and writes the same record again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any, NamedTuple

from ...core.errors import BadPosition
from .course import tower_has_choice
from .lane import can_strike
from .orders import SEATS, mind_name
from .situation import (
    NO_PICK,
    Body,
    Moment,
    Pick,
    Player,
    Shown,
    Situation,
    Soldier,
    Tower,
    put,
    situation_of,
)
from .state import (
    COLUMNS,
    DTYPE,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    RULESET,
    SOLDIERS,
    STEPS,
    TOWERS,
    UNITS,
    Mind,
    Phase,
    Picked,
    Stage,
    Unit,
    cell_of,
    entry_of,
    row_and_column,
    unit_name,
    when_and_where,
)

FIELDS = DTYPE.names or ()
NUMBERS = tuple(str(field[0]) for field in RULESET)
LAST_ENTRY = STEPS * COLUMNS
MOST_HITS = STEPS * MOST_TOWERS * MOST_SOLDIERS
NOWHERE = -1
"""A cell or an entry that was written wrongly."""

# What is wrong with it


def fault(s: Any, started: Any) -> str:
    """Why a state that was read from outside could never arise, or an empty text."""
    if any(list_of(s, name) != list_of(started, name) for name in NUMBERS):
        return "it was played with other rules or options (T1.3)"
    wrong = fault_in_counts(s)
    if wrong:
        return wrong
    situation = situation_of(s)
    wrong = fault_in(situation, started)
    if wrong:
        return wrong
    again = started.copy()
    put(again, situation)
    for name in s.names:
        if list_of(s, name) != list_of(again, name):
            return f"its numbers for {name.replace('_', ' ')!r} do not fit the rest (T2.1)"
    return fault_in_acting(s)


def list_of(s: Any, name: str) -> list[int]:
    value = getattr(s, name)
    return [value] if isinstance(value, int) else value.tolist()


def fault_in_counts(s: Any) -> str:
    if s.phase not in list(Phase):
        return "there is no such phase (T2.1)"
    for seat in range(PLAYERS):
        if not 0 <= s.towers[seat] <= MOST_TOWERS or not 0 <= s.standing[seat] <= MOST_TOWERS:
            return f"{SEATS[seat]} has an impossible number of towers (T4.2)"
        counts = (s.soldiers[seat], s.veterans[seat], s.shown[seat], s.entered[seat])
        if not all(0 <= count <= MOST_SOLDIERS for count in counts):
            return f"{SEATS[seat]} has an impossible number of soldiers (T2.6)"
    return ""


def fault_in(situation: Situation, started: Any) -> str:
    """`started` has the ruleset, and the HP and gold of the start."""
    if not 0 <= situation.played <= started.turn_limit:
        return f"a game has at most {started.turn_limit} turns (T7.2)"
    is_over = situation.played == started.turn_limit or any(player.hp <= 0 for player in situation.players)
    if situation.moment and situation.played == started.turn_limit:
        return f"there is no turn after turn {started.turn_limit} (T7.2)"
    if not situation.moment and situation.players[0].ready and situation.players[1].ready:
        return "when both are ready the turn is played (T2.1)"
    plans = not situation.moment and not is_over
    for seat, player in enumerate(situation.players):
        ordered = player.ready or player.built or player.hired or player.picked != NO_PICK
        if ordered and not plans:
            return f"{SEATS[seat]} can give no orders now (T2.2)"
        for wrong in faults_of(situation, seat, started):
            if wrong:
                return f"{SEATS[seat]}: {wrong}"
    return fault_in_moment(situation, situation.moment, started) if situation.moment else ""


def faults_of(situation: Situation, seat: int, started: Any) -> Iterator[str]:
    """What is wrong with a player and its lane, each an empty text if nothing is."""
    player = situation.players[seat]
    yield fault_in_towers(player, started, situation.moment is not None)
    yield fault_in_soldiers(player)
    yield fault_in_results(situation, seat, started)
    yield fault_in_wealth(situation, seat, started)
    yield fault_in_pick(player, started)


def fault_in_towers(player: Player, started: Any, acts: bool) -> str:
    towers = player.towers + player.built
    least = -MOST_SOLDIERS * max(started.damage) if acts else 1
    for unit, cell, health in towers:
        if unit not in TOWERS:
            return "there is no such tower (T4.3)"
        if not 0 <= cell < started.deployment_row * COLUMNS:
            return f"a tower stands in rows 0 to {started.deployment_row - 1}, columns 0 to 6 (T1.2)"
        if not least <= health <= started.health[unit]:
            return (
                f"a {unit_name(unit)} has no more than {started.health[unit]} health, and not {health} (T2.5)"
            )
    if any(tower.health != started.health[tower.unit] for tower in player.built):
        return "a new tower has all its health (T2.5)"
    if len({tower.cell for tower in towers}) < len(towers):
        return "two towers stand in one cell (T4.1)"
    rows = Counter(tower.cell // COLUMNS for tower in towers)
    return next((f"row {row} is closed (T4.2)" for row, count in rows.items() if count == COLUMNS), "")


def fault_in_soldiers(player: Player) -> str:
    if len(player.soldiers) + len(player.hired) > MOST_SOLDIERS:
        return f"nobody owns more than {MOST_SOLDIERS} soldiers (T2.6)"
    known = [*player.soldiers, *player.hired, *(shown[:2] for shown in player.showed)]
    for unit, entry in known:
        if unit not in SOLDIERS:
            return "there is no such soldier (T5.2)"
        if not 0 <= entry <= LAST_ENTRY:
            return f"a soldier enters at a timestep from 0 to {STEPS - 1} in a column from 0 to 6 (T2.3)"
    order = [((entry - 1) // COLUMNS, place) for _, entry, place in player.showed]
    if any(step < 0 for step, _ in order) or order != sorted(order):
        return "those who were shown entered one after the other (T3.1)"
    if len({place for _, place in order}) < len(order) or not all(
        0 <= place < len(player.soldiers) and player.soldiers[place].unit == unit
        for unit, _, place in player.showed
    ):
        return "others were shown than there are (T2.4)"
    return "" if all(mind in list(Mind) for _, mind in player.minds) else "there is no such mind (T8.1)"


def fault_in_results(situation: Situation, seat: int, started: Any) -> str:
    """What the last turn did to a lane, or this one so far."""
    player, other = situation.players[seat], situation.players[1 - seat]
    leaked, felled, razed = player.results
    if min(player.results) < 0:
        return "nothing happens less than 0 times (T2.5)"
    if situation.moment:
        gone = [body.health > 0 for body in player.bodies if body.cell is None]
        if (leaked, felled) != (gone.count(True), gone.count(False)):
            return "soldiers left the lane in another way than it says (T5.4)"
    elif leaked + felled > len(other.showed):
        return "more scored or fell than entered (T5.4)"
    turns = situation.played + (situation.moment is not None)
    if turns == 0 and (razed or player.towers or player.soldiers):
        return "nothing is there before the first turn (T1.3)"
    if len(player.towers) + razed > started.deployment_row * (COLUMNS - 1):
        return "more towers fell than there was room for (T4.2)"
    lost = started.hp[seat] - player.hp
    if not leaked <= lost <= turns * MOST_SOLDIERS or player.hp + leaked <= 0:
        return f"its HP cannot be {player.hp} (T5.4)"
    return ""


def fault_in_wealth(situation: Situation, seat: int, started: Any) -> str:
    player, other = situation.players[seat], situation.players[1 - seat]
    prices = [started.cost[unit] for unit in TOWERS]
    for_soldiers = player.results[1] + player.results[0] * started.gold_for_scorers
    least, most = (for_soldiers + other.results[2] * price for price in (min(prices), max(prices)))
    if not least <= player.earned <= most:
        return f"it cannot have earned {player.earned} (T6.1)"
    owned = [one.unit for one in player.soldiers + player.hired]
    owned += [one.unit for one in player.towers + player.built]
    spent = sum(started.cost[unit] for unit in owned)
    a_turn = started.income + MOST_SOLDIERS + MOST_TOWERS * max(prices)
    if player.gold < 0 or player.gold + spent > started.gold[seat] + situation.played * a_turn:
        return f"its gold cannot be {player.gold} (T6.1)"
    return ""


def fault_in_pick(player: Player, started: Any) -> str:
    what, unit, column = player.picked
    if (what != Picked.NOTHING and player.ready) or player.ready not in (0, 1):
        return "who is ready has no order half given (T2.2)"
    soldiers = range(len(player.soldiers) + len(player.hired))
    fits = {
        Picked.NOTHING: (unit, column) == (0, 0),
        Picked.TOWER: unit in TOWERS and column == 0 and started.cost[unit % UNITS] <= player.gold,
        Picked.SOLDIER: unit in soldiers and column == 0,
        Picked.COLUMN: unit in soldiers and column in range(COLUMNS),
    }
    return "" if what in fits and fits[Picked(what)] else "what is picked cannot be (T2.2)"


def fault_in_moment(situation: Situation, moment: Moment, started: Any) -> str:
    step, lane, stage, _ = moment
    if step not in range(STEPS) or lane not in range(PLAYERS) or stage not in (Stage.TOWERS, Stage.SOLDIERS):
        return "the turn cannot stand there (T3.1)"
    for at, player in enumerate(situation.players):
        wrong = fault_in_bodies(situation, at, step, started)
        on_lane = [body.frozen for body in player.bodies if body.cell is not None]
        lasts = any(on_lane) and started.frost_turn
        if player.froze not in range(MOST_HITS) or (bool(player.froze) != any(on_lane) and not lasts):
            wrong = wrong or "the frost does not fit (T4.3)"
        if wrong:
            return f"{SEATS[at]} lane: {wrong}"
    return ""


def fault_in_bodies(situation: Situation, lane: int, step: int, started: Any) -> str:
    player, roster = situation.players[lane], situation.players[1 - lane].soldiers
    entered = [soldier for soldier in roster if 0 < soldier.entry <= (step + 1) * COLUMNS]
    entered.sort(key=lambda soldier: (soldier.entry - 1) // COLUMNS)
    if sorted(body.number for body in player.bodies) != list(range(len(entered))):
        return "others are on the lane than entered so far (T2.3)"
    closed = {tower.cell for tower in player.towers}
    least = -MOST_TOWERS * max(started.damage)
    for number, cell, health, rests, frozen in player.bodies:
        unit = entered[number].unit
        if cell is not None and (cell in closed or cell not in range((started.deployment_row + 1) * COLUMNS)):
            return f"soldier {number + 1} cannot be there (T5.1)"
        if not least <= health <= started.health[unit] or frozen not in (0, 1):
            return f"soldier {number + 1} cannot be in this state (T3.3)"
        if rests not in range(step + started.moves_every[unit] + 1):
            return f"soldier {number + 1} cannot rest so long (T5.3)"
    cells = {body.number: body.cell for body in player.bodies}
    left_first = list(takewhile(lambda number: cells[number] is None, range(len(entered))))
    return "" if player.gone in range(len(left_first) + 1) else "fewer have left so far (T3.1)"


def fault_in_acting(s: Any) -> str:
    """T8.1: in the middle of a turn it is a unit's turn that asks its owner and can do something."""
    if s.phase != Phase.ACT:
        return ""
    if s.stage == Stage.TOWERS:
        unit = s.tower_unit[s.lane * MOST_TOWERS + s.acting] if s.acting in range(s.towers[s.lane]) else None
        asks = unit is not None and s.mind[s.lane * UNITS + unit] == Mind.OWN
        return (
            "" if asks and tower_has_choice(s, s.lane, s.acting) else "no tower asks its owner there (T8.1)"
        )
    owner = 1 - s.lane
    if s.acting in range(s.entered[s.lane]):
        soldier = owner * MOST_SOLDIERS + s.acting
        asks = s.mind[owner * UNITS + s.shown_unit[soldier]] == Mind.OWN
        if asks and s.body_cell[soldier] > 0 and can_strike(s, soldier):
            return ""
    return "no soldier asks its owner there (T8.1)"


# In words


class Part(NamedTuple):
    """Something that is said of a seat: its items are built from words of these kinds."""

    name: str
    kinds: tuple[str, ...]
    item: Callable[..., Any] = int
    many: bool = False


PARTS = (
    Part("hp", ("number",)),
    Part("gold", ("number",)),
    Part("earned", ("number",)),
    Part("ready", ("number",)),
    Part("results", ("number", "number", "number"), lambda *numbers: numbers),
    Part("towers", ("unit", "cell", "number"), Tower, many=True),
    Part("built", ("unit", "cell", "number"), Tower, many=True),
    Part("soldiers", ("unit", "entry"), Soldier, many=True),
    Part("hired", ("unit", "entry"), Soldier, many=True),
    Part("minds", ("unit", "mind"), lambda *unit_and_mind: unit_and_mind, many=True),
    Part("showed", ("unit", "entry", "soldier"), Shown, many=True),
    Part("picked", ("pick",), lambda pick: pick),
    Part("bodies", ("soldier", "place", "number", "number", "number"), Body, many=True),
    Part("froze", ("number",)),
    Part("gone", ("number",)),
)
PART_OF = {part.name: part for part in PARTS}
UNIT_OF = {unit_name(unit): int(unit) for unit in Unit}
MIND_OF = {mind_name(mind): int(mind) for mind in Mind}
FORM = "played 2; left hp 8; left gold 5; left towers missile 3 5 10; right soldiers rifle 17 2, shield home"


def position_text(s: Any) -> str:
    situation = situation_of(s)
    parts = [f"played {situation.played}"]
    if situation.moment:
        step, lane, stage, acting = situation.moment
        kind = "tower" if stage == Stage.TOWERS else "soldier"
        parts.append(f"timestep {step} {SEATS[lane]} {kind} {acting + 1}")
    for name, player in zip(SEATS, situation.players, strict=True):
        usual = Player(0, 0)
        for part in PARTS:
            value = getattr(player, part.name)
            if value != getattr(usual, part.name) or part.name in ("hp", "gold"):
                parts.append(f"{name} {part.name} {part_text(part, value)}")
    return "; ".join(parts)


def part_text(part: Part, value: Any) -> str:
    def item_text(item: Any) -> str:
        values = item if len(part.kinds) > 1 else (item,)
        return " ".join(WRITERS[kind](one) for kind, one in zip(part.kinds, values, strict=True))

    return ", ".join(map(item_text, value)) if part.many else item_text(value)


def pick_text(pick: Pick) -> str:
    if pick.what == Picked.TOWER:
        return f"tower {unit_name(pick.unit)}"
    column = f" {pick.column}" if pick.what == Picked.COLUMN else ""
    return f"soldier {pick.unit + 1}{column}"


WRITERS: dict[str, Callable[[Any], str]] = {
    "number": str,
    "soldier": lambda number: str(number + 1),
    "unit": unit_name,
    "mind": mind_name,
    "cell": lambda cell: "{} {}".format(*row_and_column(cell)),
    "place": lambda cell: "gone" if cell is None else "{} {}".format(*row_and_column(cell)),
    "entry": lambda entry: "{} {}".format(*(when_and_where(entry) or ("home", ""))).strip(),
    "pick": pick_text,
}


def position(s: Any, text: str) -> None:
    """Put a started state into the position that the text describes; the rest is as at the start."""
    read = read_position(s, text)
    draft = s.copy()
    wrong = fault_in(read, s)
    if not wrong:
        put(draft, read)
        wrong = fault_in_acting(draft)
    if wrong:
        raise BadPosition(wrong)
    for name in FIELDS:
        setattr(s, name, getattr(draft, name))


def read_position(started: Any, text: str) -> Situation:
    players = [Player(started.hp[seat], started.gold[seat]) for seat in range(PLAYERS)]
    read, said = Situation(NOWHERE, players), set()
    for part in text.split(";"):
        words = part.lower().split()
        try:
            head = read_part(read, words)
            if words:
                raise ValueError("there are words left")
        except (LookupError, ValueError):
            told = " ".join(part.split())[:60]
            raise BadPosition(f"a position of towers reads like: {FORM}; not {told!r}") from None
        if head in said:
            raise BadPosition(f"a position says its {head!r} only once")
        said.add(head)
    if read.played == NOWHERE:
        raise BadPosition(f"a position of towers says how many turns were played, like: {FORM}")
    return read


def read_part(read: Situation, words: list[str]) -> str:
    """Take the words of a part into the position; what it was about."""
    head = words.pop(0)
    if head == "played":
        read.played = number_in(words)
    elif head == "timestep":
        step, lane = number_in(words), SEATS.index(words.pop(0))
        stage = {"tower": Stage.TOWERS, "soldier": Stage.SOLDIERS}[words.pop(0)]
        read.moment = Moment(step, lane, stage, number_in(words) - 1)
    else:
        part = PART_OF[words.pop(0)]
        value = items_in(part, words)
        setattr(read.players[SEATS.index(head)], part.name, value if part.many else value[0])
        head = f"{head} {part.name}"
    return head


def items_in(part: Part, words: list[str]) -> list[Any]:
    """The items of a part; in a list of them a comma stands at the end of each but the last."""
    items = []
    for text in " ".join(words).split(",") if part.many else [" ".join(words)]:
        item = text.split()
        items.append(part.item(*(READERS[kind](item) for kind in part.kinds)))
        if item:
            raise ValueError("there are words left")
    words.clear()
    return items


def number_in(words: list[str]) -> int:
    word = words.pop(0)
    if not re.fullmatch("-?[0-9]{1,18}", word):
        raise ValueError("this is no number")
    return int(word)


def cell_in(words: list[str]) -> int:
    row, column = number_in(words), number_in(words)
    return cell_of(row, column) if column in range(COLUMNS) else NOWHERE


def place_in(words: list[str]) -> int | None:
    if words[0] == "gone":
        words.pop(0)
        return None
    return cell_in(words)


def entry_in(words: list[str]) -> int:
    if words[0] == "home":
        words.pop(0)
        return 0
    step, column = number_in(words), number_in(words)
    return entry_of(step, column) if step in range(STEPS) and column in range(COLUMNS) else NOWHERE


def pick_in(words: list[str]) -> Pick:
    if words.pop(0) == "tower":
        return Pick(Picked.TOWER, UNIT_OF[words.pop(0)])
    number = number_in(words) - 1
    return Pick(Picked.COLUMN, number, number_in(words)) if words else Pick(Picked.SOLDIER, number)


READERS: dict[str, Callable[[list[str]], Any]] = {
    "number": number_in,
    "soldier": lambda words: number_in(words) - 1,
    "unit": lambda words: UNIT_OF[words.pop(0)],
    "mind": lambda words: MIND_OF[words.pop(0)],
    "cell": cell_in,
    "place": place_in,
    "entry": entry_in,
    "pick": pick_in,
}
