"""How a battle begins: the row of numbers that a scenario makes, read into the record (K1.4)."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from .arriving import goals
from .rounds import new_round
from .state import (
    CHARACTERS,
    CORNERS,
    HEAD,
    MOST_COMPANIES,
    MOST_CORNERS,
    MOST_ENDS,
    MOST_OBJECTIVES,
    MOST_TERRAIN,
    OF_A_CHARACTER,
    OF_A_COMPANY,
    OF_AN_OBJECTIVE,
    OF_TERRAIN,
    Phase,
)
from .turns import stand_down

HEAD_WORDS = len(HEAD)
CORNERS_AT = HEAD_WORDS + len(OF_TERRAIN) * MOST_TERRAIN
COMPANIES_AT = CORNERS_AT + len(CORNERS) * MOST_CORNERS
CHARACTERS_AT = COMPANIES_AT + len(OF_A_COMPANY) * MOST_COMPANIES
OBJECTIVES_AT = CHARACTERS_AT + len(OF_A_CHARACTER) * CHARACTERS
ENDS_AT = OBJECTIVES_AT + len(OF_AN_OBJECTIVE) * MOST_OBJECTIVES


@kernel
def start(s: Any, setup: Any) -> None:
    """`setup` has the fields one after the other, as state.LAYOUT tells."""
    read_head(s, setup)
    read_terrain(s, setup)
    read_companies(s, setup)
    read_characters(s, setup)
    read_objectives(s, setup)
    read_ends(s, setup)
    stand_down(s)
    s.round = 0
    s.side = 0
    s.first = 0
    s.ended = 0
    s.winner = 0
    s.general = s.generals - 1
    new_round(s)
    if goals(s) > 0:
        s.phase = Phase.GOAL


@kernel
def read_head(s: Any, setup: Any) -> None:
    s.battle = setup[0]
    s.generals = setup[1]
    s.enemy_seat = setup[2]
    s.followup = setup[3]
    s.strike_back = setup[4]
    s.shoot_into_melee = setup[5]
    s.bases_block_sight = setup[6]
    s.count_fled = setup[7]
    s.rally = setup[8]
    s.free_blow = setup[9]
    s.pickup_reach = setup[10]
    s.rounds = setup[11]
    s.timeout = setup[12]
    s.enclosed = setup[13]
    s.aftermath = setup[14]


@kernel
def read_terrain(s: Any, setup: Any) -> None:
    for place in range(MOST_TERRAIN):
        s.t_kind[place] = setup[HEAD_WORDS + place]
        s.t_first[place] = setup[HEAD_WORDS + MOST_TERRAIN + place]
        s.t_count[place] = setup[HEAD_WORDS + 2 * MOST_TERRAIN + place]
        s.t_round[place] = setup[HEAD_WORDS + 3 * MOST_TERRAIN + place]
        s.t_bits[place] = setup[HEAD_WORDS + 4 * MOST_TERRAIN + place]
        s.t_roll[place] = setup[HEAD_WORDS + 5 * MOST_TERRAIN + place]
    at = CORNERS_AT
    for corner in range(MOST_CORNERS):
        s.corner_x[corner] = setup[at + corner]
        s.corner_y[corner] = setup[at + MOST_CORNERS + corner]


@kernel
def read_companies(s: Any, setup: Any) -> None:
    for place in range(MOST_COMPANIES):
        s.c_side[place] = setup[COMPANIES_AT + place]
        s.c_total[place] = setup[COMPANIES_AT + MOST_COMPANIES + place]
        s.c_lost[place] = setup[COMPANIES_AT + 2 * MOST_COMPANIES + place]
        s.c_fled[place] = setup[COMPANIES_AT + 3 * MOST_COMPANIES + place]
        s.c_rout[place] = setup[COMPANIES_AT + 4 * MOST_COMPANIES + place]
        s.c_rout_at[place] = setup[COMPANIES_AT + 5 * MOST_COMPANIES + place]
        s.c_quits_at[place] = setup[COMPANIES_AT + 6 * MOST_COMPANIES + place]
        s.c_tests[place] = 0


@kernel
def read_characters(s: Any, setup: Any) -> None:
    for place in range(CHARACTERS):
        s.there[place] = setup[CHARACTERS_AT + place]
        s.company[place] = setup[CHARACTERS_AT + CHARACTERS + place]
        s.owner[place] = setup[CHARACTERS_AT + 2 * CHARACTERS + place]
        s.x[place] = setup[CHARACTERS_AT + 3 * CHARACTERS + place]
        s.y[place] = setup[CHARACTERS_AT + 4 * CHARACTERS + place]
        s.radius[place] = setup[CHARACTERS_AT + 5 * CHARACTERS + place]
        s.face_x[place] = setup[CHARACTERS_AT + 6 * CHARACTERS + place]
        s.face_y[place] = setup[CHARACTERS_AT + 7 * CHARACTERS + place]
        s.pace[place] = setup[CHARACTERS_AT + 8 * CHARACTERS + place]
        s.attack[place] = setup[CHARACTERS_AT + 9 * CHARACTERS + place]
        s.defence[place] = setup[CHARACTERS_AT + 10 * CHARACTERS + place]
        s.slots[place] = setup[CHARACTERS_AT + 11 * CHARACTERS + place]
        s.wounds[place] = setup[CHARACTERS_AT + 12 * CHARACTERS + place]
        s.shoots[place] = setup[CHARACTERS_AT + 13 * CHARACTERS + place]
        s.rank[place] = setup[CHARACTERS_AT + 14 * CHARACTERS + place]
        s.own_list[place] = setup[CHARACTERS_AT + 15 * CHARACTERS + place]
        s.traits[place] = setup[CHARACTERS_AT + 16 * CHARACTERS + place]
        s.fear[place] = setup[CHARACTERS_AT + 17 * CHARACTERS + place]
        s.tether[place] = setup[CHARACTERS_AT + 18 * CHARACTERS + place]
        s.tether_x[place] = setup[CHARACTERS_AT + 19 * CHARACTERS + place]
        s.tether_y[place] = setup[CHARACTERS_AT + 20 * CHARACTERS + place]
        s.reach[place] = setup[CHARACTERS_AT + 21 * CHARACTERS + place]
        s.knock[place] = setup[CHARACTERS_AT + 22 * CHARACTERS + place]
        s.saves[place] = setup[CHARACTERS_AT + 23 * CHARACTERS + place]
        s.bane[place] = setup[CHARACTERS_AT + 24 * CHARACTERS + place]
        s.bane_attack[place] = setup[CHARACTERS_AT + 25 * CHARACTERS + place]
        s.bane_defence[place] = setup[CHARACTERS_AT + 26 * CHARACTERS + place]
        s.drowns[place] = setup[CHARACTERS_AT + 27 * CHARACTERS + place]
        s.most_carried[place] = setup[CHARACTERS_AT + 28 * CHARACTERS + place]
        s.arrives[place] = setup[CHARACTERS_AT + 29 * CHARACTERS + place]
        s.door[place] = setup[CHARACTERS_AT + 30 * CHARACTERS + place]
        s.routs[place] = 0
        s.done[place] = 0
        s.carries[place] = 0
        s.held_by[place] = 0
        s.held_since[place] = 0
        s.shot_at[place] = 0
        s.swept[place] = 0


@kernel
def read_objectives(s: Any, setup: Any) -> None:
    for place in range(MOST_OBJECTIVES):
        s.o_kind[place] = setup[OBJECTIVES_AT + place]
        s.o_x[place] = setup[OBJECTIVES_AT + MOST_OBJECTIVES + place]
        s.o_y[place] = setup[OBJECTIVES_AT + 2 * MOST_OBJECTIVES + place]
        s.o_lies[place] = setup[OBJECTIVES_AT + 3 * MOST_OBJECTIVES + place]
        s.o_by[place] = setup[OBJECTIVES_AT + 4 * MOST_OBJECTIVES + place]
        s.o_friends[place] = setup[OBJECTIVES_AT + 5 * MOST_OBJECTIVES + place]
        s.o_enemies[place] = setup[OBJECTIVES_AT + 6 * MOST_OBJECTIVES + place]
        s.o_bits[place] = setup[OBJECTIVES_AT + 7 * MOST_OBJECTIVES + place]


@kernel
def read_ends(s: Any, setup: Any) -> None:
    for place in range(MOST_ENDS):
        s.e_kind[place] = setup[ENDS_AT + place]
        s.e_first[place] = setup[ENDS_AT + MOST_ENDS + place]
        s.e_second[place] = setup[ENDS_AT + 2 * MOST_ENDS + place]
        s.e_winner[place] = setup[ENDS_AT + 3 * MOST_ENDS + place]
