"""Victory points, eliminated pieces, victory hexes, and who wins (C7)."""

from __future__ import annotations

from ....core.definition import DRAWN, LOST, WON
from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import LEADER, MAX_VICTORY_HEXES, CivilWarState, Clause, EventKind, LastTurnWinner, Phase
from .hex_map import remove_from_hex, side_of


@kernel
def eliminate(s: CivilWarState, piece: int, log: Words) -> None:
    """Remove a piece and score it (C7.1). A lost leader also lowers the command (C1.2)."""
    side = side_of(piece)
    log_event(log, Clause.C7_1, EventKind.ELIMINATED, (piece, 1 - side, s.hex_of[piece] - 1, 0))
    remove_from_hex(s, piece)
    s.strength[piece] = 0
    s.acted[piece] = 0
    s.attacked[piece] = 0
    s.elimination_vp[1 - side] += 1
    if s.kind[piece] == LEADER:
        s.leaders_lost[side] += 1


@kernel
def take_victory_hex(s: CivilWarState, hex_: int, side: int, log: Words) -> None:
    """Give a hex worth VP to the last side with a unit there (C7.1)."""
    for index in range(MAX_VICTORY_HEXES):
        if s.victory_hex[index] == 0:
            return
        if s.victory_hex[index] == hex_ + 1 and s.victory_hex_holder[index] != side + 1:
            s.victory_hex_holder[index] = side + 1
            log_event(log, Clause.C7_1, EventKind.TAKEN, (side, hex_, s.victory_hex_vp[index], 0))


@kernel
def victory_points(s: CivilWarState, side: int) -> int:
    """Return the VP of a side that count now (C7.1, option vp_hexes)."""
    if s.vp_hexes_at_end and not is_final_player_turn(s):
        return s.elimination_vp[side]
    return victory_points_at_end(s, side)


@kernel
def victory_points_at_end(s: CivilWarState, side: int) -> int:
    """Return the VP that a side would have if the battle ended now (C7.1)."""
    total = s.elimination_vp[side]
    for index in range(MAX_VICTORY_HEXES):
        if s.victory_hex[index] == 0:
            return total
        if s.victory_hex_holder[index] == side + 1 and s.victory_hex_scorers[index] >> side & 1:
            total += s.victory_hex_vp[index]
    return total


@kernel
def is_final_player_turn(s: CivilWarState) -> bool:
    """Return whether this is the second part of the last turn."""
    return s.turn == s.last_turn and s.side != s.first_side


@kernel
def find_winner(s: CivilWarState) -> int:
    """Return the seat that wins when the battle is over, or -1 for a draw (C7.2); the side that acted comes first."""
    for side in (s.side, 1 - s.side):
        if victory_points(s, side) >= s.vp_to_win[side]:
            return side
    if s.last_turn_winner == LastTurnWinner.MOST:
        if victory_points(s, 0) == victory_points(s, 1):
            return -1
        return 0 if victory_points(s, 0) > victory_points(s, 1) else 1
    return -1 if s.last_turn_winner == LastTurnWinner.NOBODY else s.last_turn_winner


@kernel
def end_game(s: CivilWarState, log: Words) -> None:
    s.phase = Phase.OVER
    seat = find_winner(s)
    if seat >= 0:
        by_points = 1 if victory_points(s, seat) >= s.vp_to_win[seat] else 0
        log_event(log, Clause.C7_2, EventKind.WON, (seat, victory_points(s, seat), by_points, 0))
    else:
        log_event(log, Clause.C7_2, EventKind.DRAWN, (victory_points(s, 0), victory_points(s, 1), 0, 0))


@kernel
def result(s: CivilWarState, seat: int) -> int:
    """Return WON, DRAWN or LOST for a seat."""
    won = find_winner(s)
    if won < 0:
        return DRAWN
    return WON if won == seat else LOST
