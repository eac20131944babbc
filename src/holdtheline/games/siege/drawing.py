"""The siege drawn with characters: 34 columns, 15 rows, so that it fits any terminal."""

from __future__ import annotations

from typing import Any

from ...core.drawing import DIE_HEIGHT, DIE_WIDTH, Drawing, Piece, die, no_die
from .rules import strength
from .state import LANES, Phase
from .text import LANE_NAMES

HEIGHT = LANES * DIE_HEIGHT
WALL = "▒▒▒   ▒▒▒   ▒▒▒"  # one character a row: breached where the enemy comes in


def drawing(s: Any, seat: int) -> Drawing:
    castle = castle_column(s)
    rows: Drawing = []
    for row in range(HEIGHT):
        lane, line = divmod(row, DIE_HEIGHT)
        rows.append(
            [
                castle[row],
                Piece(f" {WALL[row]} ", "wall"),
                own_die(s, lane)[line],
                arrow(s, lane, line),
                enemy_die(s, lane)[line],
            ]
        )
    return rows


def castle_column(s: Any) -> list[Piece]:
    """The countdown above, the backline below."""
    waves = 0 if s.phase == Phase.COUNTDOWN else s.waves
    blank = Piece(" " * DIE_WIDTH)
    count = [Piece(line, "count", "countdown") for line in die(waves)]
    lines = no_die() if s.backline == 0 else die(s.backline)
    back = [Piece(line, "back", "backline") for line in lines]
    above = [Piece("countdown", "quiet"), *count, blank]
    below = [blank, Piece("backline ", "quiet"), *back]
    return above + [blank] * (HEIGHT - len(above) - len(below)) + below


def own_die(s: Any, lane: int) -> list[Piece]:
    name = LANE_NAMES[lane]
    lines = labelled(die(s.lane[lane]) if s.lane[lane] else no_die(), name)
    return [Piece(line, "own", name) for line in lines]


def enemy_die(s: Any, lane: int) -> list[Piece]:
    if s.enemy[lane] == 0:
        return [Piece(line, "quiet") for line in no_die()]
    lines = labelled(die(s.enemy[lane]), "enemy")
    return [Piece(line, "enemy", f"enemy-{LANE_NAMES[lane]}") for line in lines]


def labelled(lines: list[str], name: str) -> list[str]:
    """The same die with its name in the upper edge."""
    left, edge, right = lines[0][0], lines[0][1], lines[0][-1]
    return [f"{left}{edge}{name:{edge}<{DIE_WIDTH - 3}}{right}", *lines[1:]]


def arrow(s: Any, lane: int, line: int) -> Piece:
    """The strength with which the enemy comes (S4.1)."""
    if line != DIE_HEIGHT // 2 or s.enemy[lane] == 0:
        return Piece("     ")
    return Piece(f" ◄{strength(lane, s.enemy[lane])}─ ", "enemy")
