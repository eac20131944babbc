"""Battles by chance: small, crowded, and with all that a file can have, so that rare things happen often."""

from __future__ import annotations

from random import Random

from holdtheline.core.errors import BadOption
from holdtheline.games.civilwar.scenario.parse import parse_scenario
from holdtheline.games.civilwar.state import COLUMN_LETTERS, FULL_STRENGTH, PieceKind

SIDES = ("union", "confederate")
EDGES = ("north", "south", "east", "west")
WIDTH, HEIGHT = 9, 7
GROUND = "....-.wwhtfeFccbdss"
"""Letters as often as they come; the last row or column may be a river."""
KINDS = ("infantry",) * 5 + ("cavalry",) * 4 + ("artillery",) * 3
WORDS = " ".join(["word"] * 90)


def any_battle(chance: Random) -> str:
    """Return the text of a valid random battle file."""
    while True:
        text = perhaps_a_battle(chance)
        try:
            parse_scenario(text, "any.toml")
        except BadOption:
            continue
        return text


def perhaps_a_battle(chance: Random) -> str:
    turns = chance.randint(4, 12)
    rows = map_rows(chance)
    free = [f"{COLUMN_LETTERS[c]}{r + 1}" for r in range(HEIGHT) for c in range(WIDTH) if rows[r][c] not in "rs"]
    chance.shuffle(free)
    spots = chance.sample(free, 3)
    homes = chance.sample(EDGES, 2)
    lines = head(chance, turns, rows)
    for side, home in zip(SIDES, homes, strict=True):
        lines += [f"[{side}]", f"command = {chance.randint(1, 5)}", f"vp = {chance.randint(6, 18)}"]
        lines += [f"vp_live = {chance.randint(6, 18)}"] if chance.random() < 0.5 else []
        lines += [f'home = "{home}"']
    lines += special(chance, turns)
    leaders: list[str] = []
    holders: dict[str, str] = {}
    for side in SIDES:
        before = set(free)
        leaders += army(chance, side, turns, free, lines)
        holders |= dict.fromkeys(before - set(free), side)
    lines += points(chance, spots, holders)
    lines += boats(chance, rows)
    return "\n".join([*lines, *leaders]) + "\n"


def map_rows(chance: Random) -> list[list[str]]:
    rows = [[chance.choice(GROUND) for _ in range(WIDTH)] for _ in range(HEIGHT)]
    for row in rows:
        row[4] = "r" if rows[0][0] == "." else row[4]  # a river with bridges, on some maps
    if rows[0][4] == "r":
        rows[2][4] = rows[5][4] = chance.choice("bd")
        if chance.random() < 0.5:
            rows[1][4:] = ["r"] * (WIDTH - 4)  # and an arm to the east, so that boats have room to sail
    return rows


def head(chance: Random, turns: int, rows: list[list[str]]) -> list[str]:
    drawn = [" " * (row % 2) + " ".join(letters) for row, letters in enumerate(rows)]
    return [
        'title = "Any"',
        'date = "A day"',
        'place = "A place"',
        f'history = "{WORDS}"',
        'sources = ["One", "Two"]',
        'favours = ""',
        f"turns = {turns}",
        f'first = "{chance.choice(SIDES)}"',
        f'winner = "{chance.choice([*SIDES, "most", "nobody"])}"',
        'map = """',
        *drawn,
        '"""',
    ]


def points(chance: Random, spots: list[str], holders: dict[str, str]) -> list[str]:
    """Return lines with points; a piece that stands in such a hex holds it."""
    lines = []
    for hex_ in spots:
        holder = holders.get(hex_) or chance.choice([*SIDES, "nobody"])
        lines += ["[[points]]", f'hex = "{hex_}"', f"worth = {chance.randint(1, 2)}"]
        lines += [f'for = "{chance.choice([*SIDES, "both"])}"', f'held = "{holder}"']
    return lines


def special(chance: Random, turns: int) -> list[str]:
    lines = ["[special]"]
    if chance.random() < 0.3:
        lines.append(f'halted = {{ side = "{chance.choice(SIDES)}", until = {chance.randint(2, turns)} }}')
    if chance.random() < 0.3:
        lines.append(f'no_rally = ["{chance.choice(SIDES)}"]')
    if chance.random() < 0.5:
        lines.append(f'fixed = ["{chance.choice(SIDES)} 1", "{chance.choice(SIDES)} 2"]')
    return lines


def army(chance: Random, side: str, turns: int, free: list[str], lines: list[str]) -> list[str]:
    """Add the units to the lines; return the leaders, because they come after all units."""
    leaders: list[str] = []
    led: set[str] = set()
    for number in range(chance.randint(6, 14)):
        kind = chance.choice(KINDS)
        turn = chance.randint(1, turns // 2) if number > 2 and chance.random() < 0.3 else 0
        place = free.pop() if not turn else chance.choice([hex_ for hex_ in free if hex_[0] in "AI"])
        where = [f'side = "{side}"', f'hex = "{place}"', *([f"turn = {turn}"] if turn else [])]
        lines += unit(chance, kind, f"{side} {number}", where)
        if kind != "artillery" and not turn and chance.random() < 0.4:
            lines += unit(chance, "artillery", f"{side} {number} guns", where)
        if chance.random() < 0.5 and (turn or place not in led):
            led.add(place)
            leaders += ["[[leader]]", f'name = "{side} lead {number}"', *where]
    return leaders


def unit(chance: Random, kind: str, name: str, where: list[str]) -> list[str]:
    strength = chance.randint(1, FULL_STRENGTH[PieceKind[kind.upper()]])
    morale = chance.choice(["green", "black", "gold"])
    lines = ["[[unit]]", f'kind = "{kind}"', f'name = "{name}"', *where]
    return [*lines, f'morale = "{morale}"', f"strength = {strength}"]


def boats(chance: Random, rows: list[list[str]]) -> list[str]:
    """Return some boats on the river, if there is one; some of them arrive later."""
    lines: list[str] = []
    river = [(row, column) for row in range(HEIGHT) for column in range(WIDTH) if rows[row][column] == "r"]
    for number, (row, column) in enumerate(chance.sample(river, min(len(river), 4))):
        at_edge = row in (0, HEIGHT - 1) or column in (0, WIDTH - 1)
        turn = ["turn = 2"] if at_edge and chance.random() < 0.7 else []
        where = [f'side = "{chance.choice(SIDES)}"', f'hex = "{COLUMN_LETTERS[column]}{row + 1}"', *turn]
        lines += unit(chance, "gunboat", f"boat {number}", where)
    return lines
