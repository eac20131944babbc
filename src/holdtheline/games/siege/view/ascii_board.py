"""Draw the siege with characters: 34 columns, 15 rows, so that it fits any terminal."""

from __future__ import annotations

from ....core.ascii_art import DIE_HEIGHT, DIE_WIDTH, AsciiBoard, TextSpan, ascii_die, ascii_empty_die
from ..rules import enemy_strength
from ..state import LANES, Phase, SiegeState
from ..text import LANE_NAMES

HEIGHT = LANES * DIE_HEIGHT
WALL = "▒▒▒   ▒▒▒   ▒▒▒"  # one character for each row; the gaps are the breaches


def ascii_board(s: SiegeState, seat: int) -> AsciiBoard:
    castle = castle_column(s)
    rows: AsciiBoard = []
    for row in range(HEIGHT):
        lane, line = divmod(row, DIE_HEIGHT)
        rows.append(
            [
                castle[row],
                TextSpan(f" {WALL[row]} ", "wall"),
                own_die_rows(s, lane)[line],
                strength_arrow(s, lane, line),
                enemy_die_rows(s, lane)[line],
            ]
        )
    return rows


def castle_column(s: SiegeState) -> list[TextSpan]:
    """Draw the left column: the countdown at the top, the backline at the bottom."""
    waves = 0 if s.phase == Phase.COUNTDOWN else s.waves
    blank = TextSpan(" " * DIE_WIDTH)
    count = [TextSpan(line, "count", "countdown") for line in ascii_die(waves)]
    lines = ascii_empty_die() if s.backline == 0 else ascii_die(s.backline)
    back = [TextSpan(line, "back", "backline") for line in lines]
    above = [TextSpan("countdown", "quiet"), *count, blank]
    below = [blank, TextSpan("backline ", "quiet"), *back]
    return above + [blank] * (HEIGHT - len(above) - len(below)) + below


def own_die_rows(s: SiegeState, lane: int) -> list[TextSpan]:
    name = LANE_NAMES[lane]
    lines = label_die(ascii_die(s.lane[lane]) if s.lane[lane] else ascii_empty_die(), name)
    return [TextSpan(line, "own", name) for line in lines]


def enemy_die_rows(s: SiegeState, lane: int) -> list[TextSpan]:
    if s.enemy[lane] == 0:
        return [TextSpan(line, "quiet") for line in ascii_empty_die()]
    lines = label_die(ascii_die(s.enemy[lane]), "enemy")
    return [TextSpan(line, "enemy", f"enemy-{LANE_NAMES[lane]}") for line in lines]


def label_die(lines: list[str], name: str) -> list[str]:
    """Write a name into the upper edge of a die."""
    left, edge, right = lines[0][0], lines[0][1], lines[0][-1]
    return [f"{left}{edge}{name:{edge}<{DIE_WIDTH - 3}}{right}", *lines[1:]]


def strength_arrow(s: SiegeState, lane: int, line: int) -> TextSpan:
    """Draw an arrow with the strength of the enemy (S4.1)."""
    if line != DIE_HEIGHT // 2 or s.enemy[lane] == 0:
        return TextSpan("     ")
    return TextSpan(f" ◄{enemy_strength(lane, s.enemy[lane])}─ ", "enemy")
