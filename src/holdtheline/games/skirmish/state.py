"""The state of a battle: its limits, its enums and its fields.

A character is a number: friends are 0 to 31, enemies 32 to 63, each side in the order of its sheet. A thing is
anything that can be carried, and also a number: a character who lies on the ground, or an objective (64 and more).
A field that refers to a character, a thing, a piece of terrain or a company holds its number + 1; 0 means none.
Lengths and places are whole thousandths of an inch, x to the right, y upwards (K1.1)."""

from __future__ import annotations

from enum import IntEnum

from ...core.state_record import Record, Row, row

# Limits

INCH = 1000
"""K1.1: lengths are whole thousandths of an inch."""
BATTLEFIELD_SIZE = 24 * INCH
"""K1.1: the side of the table."""
CONTACT_GAP = 50
"""K1.1: bases are in contact if the gap between them is at most this."""

SIDE_COUNT = 2
FRIENDS, ENEMIES = range(SIDE_COUNT)
MAX_PER_SIDE = 32
MAX_CHARACTERS = SIDE_COUNT * MAX_PER_SIDE
MAX_TERRAIN = 64
MAX_CORNERS = 512
MAX_COMPANIES = 16
MAX_OBJECTIVES = 16
MAX_ENDINGS = 12
MAX_GENERALS = 4
MAX_ROUNDS = 200
FIRST_OBJECTIVE = MAX_CHARACTERS
"""Things from this number on are objectives."""
THING_COUNT = FIRST_OBJECTIVE + MAX_OBJECTIVES


class Phase(IntEnum):
    """What the battle waits for: a roll, unless the comment names a general."""

    OPEN = 0  # K2.1: which side starts the round
    CHOOSE = 1  # K2.2: a general activates a character, or passes
    ACTING = 2  # K3: a general decides what the active character does
    SHOOTING = 3  # K4.1
    FIGHTING = 4  # K4.1
    BACK = 5  # the target of a fight strikes back (option `strike_back`, trait `strikes_back`)
    FREE_BLOW = 6  # an enemy strikes at a character who flees from melee (option `free_blow`)
    ROUT_TEST = 7  # K4.3: a company tests
    RALLY = 8  # a routing character may recover (option `rally`)
    WHICH = 9  # K5.3: which of several enemies the AI general's character fights
    SAVE = 10  # an item may turn a wound away (trait `saves`)
    CROSS = 11  # a leg leads over a gap (trait `crossed_on`)
    HANG = 12  # a character thrown over an edge may hang on (trait `hang_on`)
    OVER = 13  # nothing: the battle has ended
    GOAL = 14  # which of several objectives is real (trait `rolled_goal`)
    START = 15  # what a character can do in its activation (trait `start_roll`)


class Continuation(IntEnum):
    """What follows when a blow and the tests it caused are resolved."""

    END = 0  # the activation ends
    BLOW = 1  # a blow struck back, the next blow of a swipe, a follow-up activation, or the end
    ROUND = 2  # the round ends
    FLEE = 3  # the next free blow, or the flight itself
    ACT = 4  # the activation continues


class CharacterStatus(IntEnum):
    """Where a character is."""

    NOBODY = 0  # there is no such character
    WAITS = 1  # arrives in a later round (trait `arrives`)
    STANDS = 2  # on the table; only then its base counts
    LIES = 3  # fallen, and still on the table
    FALLEN = 4
    FLED = 5  # routed off the table
    LEFT = 6  # left the table by a rule of the scenario
    CARRIED = 7  # fallen, and carried by another character
    HELD = 8  # grabbed by another character, and alive


class ObjectiveStatus(IntEnum):
    """Where an objective is."""

    NOWHERE = 0  # there is no such objective
    FREE = 1
    CARRIED = 2
    LEFT = 3  # left the table with its carrier
    LOST = 4  # not the real one (trait `rolled_goal`)


class TerrainKind(IntEnum):
    """What a piece of terrain is called and looks like; the rules ask only for its bits.

    To add a kind, extend this enum, say what it blocks in `scenario/model.py` and which traits it can have in
    `scenario/validate_traits.py` (TERRAIN_FOR_TRAIT), draw it in `view/svg/terrain_art.py`,
    `view/svg/battlefield.py`, `view/svg/labels.py`, `view/ascii_board.py` and `printing/battle_map.py`, and offer it
    in `editor/palette.py`.
    """

    NONE = 0
    WALL = 1
    PILLAR = 2
    WOOD = 3
    WATER = 4
    HILL = 5
    HOUSE = 6
    DOOR = 7
    CLIFF = 8
    GAP = 9
    EDGE = 10


# Bits of a piece of terrain (K1.3 and traits); `encoding/observation.py` counts them

BLOCKS_MOVEMENT = 1
BLOCKS_SIGHT = 2
IS_WATER = 4  # a leg that touches it counts double
IS_HIGH_GROUND = 8
NEEDS_CLIMBER = 16  # only characters who climb may enter
IS_GAP = 32  # crossed on a roll
IS_DROP = 64  # a character may fall off here
IS_EXIT = 128  # the way out of an enclosed room
IS_FRIENDS_EXIT = 256  # a way out for the friends only (trait `exit_for`)
IS_ENEMIES_EXIT = 512

# Bits of an objective; `encoding/observation.py` counts them

CAN_BE_CARRIED_OFF = 1  # a carrier who touches the edge of the table leaves with it
IS_ROLLED_GOAL = 2  # before the first round a die chooses which of these is real (trait `rolled_goal`)
IS_WORN = 4  # its bearer can carry something else as well (trait `worn`)
IS_TOOL = 8  # it lends its bearer something (trait `lends`)


REAL_TABLE = 4
"""A bit of `aftermath`: figures that slipped can be put right (K1.1). A field of its own would change the digests of
states, and so the records of earlier versions could not be replayed."""


class Followup(IntEnum):
    """K3.9: how often felling an enemy gives another activation."""

    CHAIN = 0
    ONCE = 1
    OFF = 2


class RoutRule(IntEnum):
    """When a company tests, or routs without a test."""

    HALF = 0  # K4.3: tests when it has lost more than half
    LOSSES = 1  # tests from `company_rout_at` losses on (trait `routs_at`)
    LEADERS = 2  # routs when all its leaders are gone (trait `routs_without`)
    NEVER = 3  # trait `never_routs`
    NO_TEST = 4  # routs without a test, at `company_breaks_at` losses or without its leaders (trait `breaks_at`)


class PendingRout(IntEnum):
    """What a company that has lost too many is about to do."""

    NO = 0
    TESTS = 1
    BREAKS = 2  # routs without a test (traits `routs_without`, `breaks_at`)


class EndingKind(IntEnum):
    """What ends a battle. The comments name the two numbers of an ending and say when it is met."""

    NONE = 0
    GONE = 1  # side: none of its characters is on the table or will arrive
    ROUNDS = 2  # number: that many rounds were played
    TAKEN = 3  # objective, side + 1 (0: either): it left the table with a character of this side
    FALLEN = 4  # character: fallen or lying
    LEFT = 5  # character: left the table
    FEWER = 6  # company, number: fewer of its characters than this are on the table or will arrive
    ALL_TAKEN = 7  # 0, side + 1: every objective left the table with this side
    HELD = 8  # objective, side + 1: at the end of a round a character of this side carries it
    ESCAPED = 9  # side, number: as GONE, and at least this many of its characters have left the table
    CAPTURED = 10  # side, number: the other side has carried off this many of its characters


class AiLine(IntEnum):
    """The lines of the AI general's list (K5.2 to K5.9), which trait `list` rearranges."""

    CARRY_OFF = 1
    FIGHT = 2
    SHOOT = 3
    MOVE_AND_SHOOT = 4
    FETCH = 5
    CHARGE = 6
    SEEK_OBJECTIVE = 7
    SEEK_ENEMY = 8

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")


class StartResult(IntEnum):
    """What the roll at the start of an activation brings (trait `start_roll`)."""

    ACTS = 0  # it acts as usual
    STAYS = 1  # the activation ends
    HALF_MOVE = 2
    DOUBLE_MOVE = 3
    RAGES = 4  # +1 attack in this activation
    HEALS = 5  # it loses a wound, and acts
    SUFFERS = 6  # it is wounded, and acts if it still stands
    ROUTS = 7  # it routs and flees

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")


class Clause(IntEnum):
    """The clauses of the rulebook that moves, events and refusals cite."""

    K1_1, K1_2, K1_3, K1_4 = range(101, 105)
    K2_1, K2_2, K2_3 = range(201, 204)
    K3_1, K3_2, K3_3, K3_4, K3_5, K3_6, K3_7, K3_8, K3_9 = range(301, 310)
    K4_1, K4_2, K4_3, K4_4 = range(401, 405)
    K5_1, K5_2, K5_3, K5_4, K5_5, K5_6, K5_7, K5_8, K5_9 = range(501, 510)
    K6_1, K6_2, K6_3, K6_4 = range(601, 605)


class BattleSetup(Record):
    """The fields that a scenario and the options fill in. Play changes a few of them, such as places and wounds."""

    # The battle
    battle: int  # the number of the scenario, which has the names
    generals: int  # K6.1: how many people command the friends, 1 to 4; they have the first seats
    enemy_seat: int  # 1: the enemy has a seat, the one after the generals; 0: the AI general commands it
    followup: int  # a `Followup`
    strike_back: int  # the switches (see the rulings of the rulebook)
    shoot_into_melee: int
    bases_block_sight: int
    count_fled: int
    rally: int
    free_blow: int
    pickup_reach: int  # K3.1
    rounds: int  # the last round, at most MAX_ROUNDS
    timeout_winner: int  # who wins after the last round: side + 1, 0: a draw
    enclosed: int  # 1: characters leave by the exit, not by the edges (trait `room`)
    aftermath: int  # K6.4, for the campaign: 0 example, 1 none, 2 harsh; and perhaps REAL_TABLE

    # Terrain; the first kind that is 0 ends the list
    terrain_kind: Row = row(MAX_TERRAIN)  # a `TerrainKind`
    first_corner: Row = row(MAX_TERRAIN)  # its corners are counter-clockwise, from this one on
    corner_count: Row = row(MAX_TERRAIN)
    terrain_rounding: Row = row(
        MAX_TERRAIN
    )  # how far it extends around the hull of its corners; 0 only with three corners or more
    terrain_bits: Row = row(MAX_TERRAIN)  # BLOCKS_MOVEMENT and so on
    terrain_roll: Row = row(MAX_TERRAIN)  # the lowest face that crosses a gap, or hangs on at an edge
    corner_x: Row = row(MAX_CORNERS)
    corner_y: Row = row(MAX_CORNERS)

    # Companies
    company_side: Row = row(MAX_COMPANIES)  # side + 1; 0: there is no such company
    company_size: Row = row(MAX_COMPANIES)  # K4.3: how many characters it had at the start
    company_lost: Row = row(MAX_COMPANIES)  # how many have fallen
    company_fled: Row = row(MAX_COMPANIES)  # how many have fled off the table
    company_rout_rule: Row = row(MAX_COMPANIES)  # a `RoutRule`
    company_rout_at: Row = row(MAX_COMPANIES)  # the losses of `RoutRule.LOSSES`
    company_leaves_at: Row = row(MAX_COMPANIES)  # it leaves the table at this many losses; 0: never

    # Characters: where they are, and their cards (K1.2)
    status: Row = row(MAX_CHARACTERS)  # a `CharacterStatus`
    company: Row = row(MAX_CHARACTERS)  # the number of its company
    owner: Row = row(MAX_CHARACTERS)  # the seat that commands it
    x: Row = row(MAX_CHARACTERS)
    y: Row = row(MAX_CHARACTERS)
    radius: Row = row(MAX_CHARACTERS)
    face_x: Row = row(MAX_CHARACTERS)  # K3.4: its facing, a vector of any length from 1 to 30,000
    face_y: Row = row(MAX_CHARACTERS)
    pace: Row = row(MAX_CHARACTERS)  # K1.2: its move
    attack: Row = row(MAX_CHARACTERS)
    defence: Row = row(MAX_CHARACTERS)
    slots: Row = row(MAX_CHARACTERS)  # wound slots
    wounds: Row = row(MAX_CHARACTERS)
    shooting_range: Row = row(MAX_CHARACTERS)  # 0: it does not shoot
    rank: Row = row(MAX_CHARACTERS)  # K5.1: the AI general activates lower ranks first, then in sheet order
    ai_list: Row = row(MAX_CHARACTERS)  # trait `list`: its `AiLine`s, four bits each, the first lowest; 0: as in K5

    # Traits of characters
    traits: Row = row(MAX_CHARACTERS)  # bits, see `rules.traits.catalog`
    fear: Row = row(MAX_CHARACTERS)  # how far unengaged enemies keep away from it
    tether: Row = row(MAX_CHARACTERS)  # how near it stays to tether_x, tether_y; 0: no tether
    tether_x: Row = row(MAX_CHARACTERS)
    tether_y: Row = row(MAX_CHARACTERS)
    reach: Row = row(MAX_CHARACTERS)  # how far it fights; 0: only in contact
    knock_back: Row = row(MAX_CHARACTERS)  # how far its hits in melee throw the target
    saves_on: Row = row(MAX_CHARACTERS)  # the lowest face on which an item turns a wound away; 0: no item
    bane_target: Row = row(MAX_CHARACTERS)  # the character + 1 against whom an item changes its fight
    bane_attack: Row = row(MAX_CHARACTERS)  # what the item adds to its attack, and to its defence
    bane_defence: Row = row(MAX_CHARACTERS)
    drowns_after: Row = row(MAX_CHARACTERS)  # the full rounds after which a character it holds drowns; 0: never
    max_grabbed: Row = row(MAX_CHARACTERS)  # how many characters it may hold
    arrives: Row = row(MAX_CHARACTERS)  # the round in which it arrives; 0: it starts on the table
    door: Row = row(MAX_CHARACTERS)  # the terrain + 1 where it arrives, at its x and y

    # Objectives
    objective_kind: Row = row(MAX_OBJECTIVES)  # for names and pictures; 0: there is no such objective
    objective_x: Row = row(MAX_OBJECTIVES)
    objective_y: Row = row(MAX_OBJECTIVES)
    objective_status: Row = row(MAX_OBJECTIVES)  # an `ObjectiveStatus`
    objective_carrier: Row = row(MAX_OBJECTIVES)  # the character + 1 who carries it, or took it off the table
    friend_carriers: Row = row(MAX_OBJECTIVES)  # a bit for each friend who may carry it, in the order of the sheet
    enemy_carriers: Row = row(MAX_OBJECTIVES)  # the same for the enemies
    objective_bits: Row = row(MAX_OBJECTIVES)  # CAN_BE_CARRIED_OFF, IS_ROLLED_GOAL

    # The scenario's endings, most important first (K2.3)
    ending_kind: Row = row(MAX_ENDINGS)  # an `EndingKind`
    ending_first: Row = row(MAX_ENDINGS)  # its two numbers, see `EndingKind`
    ending_second: Row = row(MAX_ENDINGS)
    ending_winner: Row = row(MAX_ENDINGS)  # side + 1, 0: a draw


class BattleProgress(BattleSetup):
    """The setup, and what only play changes."""

    # Characters
    routs: Row = row(MAX_CHARACTERS)  # K4.3: 1 while it routs
    done: Row = row(MAX_CHARACTERS)  # 1: it has been activated in this round
    carries: Row = row(MAX_CHARACTERS)  # the thing + 1 it carries
    held_by: Row = row(MAX_CHARACTERS)  # the character + 1 who carries or holds it
    held_since: Row = row(MAX_CHARACTERS)  # the round in which it was grabbed
    shot_at: Row = row(MAX_CHARACTERS)  # 1: it was shot at in this round
    swipe_pending: Row = row(MAX_CHARACTERS)  # 1: the current swipe has yet to strike it

    # Companies
    company_pending_rout: Row = row(MAX_COMPANIES)  # a `PendingRout`

    # The round (K2)
    phase: int  # a `Phase`
    round: int  # from 1
    side: int  # the side that activates a character, or is about to
    general: int  # K6.1: the seat, among the friends', that has the turn or had it last
    passed: int  # a bit for each seat that has passed since the last activation
    first_side: int  # K2.1: the side that started this round
    ended: int  # the scenario's ending that was met: its index + 1, or 0
    winner: int  # side + 1, 0: a draw

    # The activation (K3)
    actor: int  # the active character + 1
    legs: int  # how many legs it has moved
    moved_far: int  # 1: its first leg was longer than half its move
    pivoted: int  # 1: it has pivoted since its last leg
    charged: int  # 1: it has moved into contact, and must fight
    follow_ups: int  # K3.9: how many extra activations it has had by felling enemies
    start_x: int  # where it stood when the activation began
    start_y: int
    crossing: int  # the terrain + 1 that its leg crosses on a roll
    crossing_x: int  # where this leg ends if the roll succeeds
    crossing_y: int

    # The blow (K4)
    striker: int  # character + 1
    target: int  # character + 1
    continuation: int  # a `Continuation`
    free_blow_striker: int  # the character + 1 who struck the last free blow
    testing_company: int  # K4.3: the company + 1 that tests
    blow_phase: int  # the phase in which the last blow was struck, that is, its kind
    hurt: int  # 1: the blow wounded or felled its target
    felled: int  # K3.9: 1: the active character has felled an enemy in this fight
    thrown_over: int  # the terrain + 1 over whose edge the target is thrown, or 0

    # The intentions of the AI general (K5)
    ai_line: int  # the line it follows: an `AiLine`, 9: towards the centre, 0: none
    ai_target: int  # the thing + 1 it wants to shoot, charge or reach
    next_leg_x: int  # where its next leg ends, if `has_next_leg`
    next_leg_y: int
    has_next_leg: int  # 1: it has decided on a second leg
    onward_x: int  # K5.3: the direction of the enemy it has felled
    onward_y: int


class SkirmishState(BattleProgress):
    """The state of a battle, with the fields that were added later: see LATER_WORDS."""

    # The setup
    join_melee: int  # K5.9: 1: the last line may end in contact with an engaged enemy
    door_exits: int  # IS_FRIENDS_EXIT and IS_ENEMIES_EXIT, if any terrain has them
    terrain_fall: Row = row(MAX_TERRAIN)  # the highest face on which a character falls into a gap; 0: it never does
    company_breaks_at: Row = row(MAX_COMPANIES)  # it routs without a test from this many losses on; 0: never
    company_needs_leader: Row = row(MAX_COMPANIES)  # 1: it routs without its leaders, beside its `RoutRule`
    company_max_held: Row = row(MAX_COMPANIES)  # how many characters it may hold or carry; 0: no limit
    drowns_in: Row = row(MAX_CHARACTERS)  # the terrain + 1 in which it drowns those it holds; 0: anywhere
    returns_to: Row = row(MAX_CHARACTERS)  # the terrain + 1 to whose middle it brings those it holds
    start_roll: Row = row(MAX_CHARACTERS)  # a `StartResult` for each face, four bits each, the first lowest
    avoids: Row = row(MAX_CHARACTERS)  # the targets that the AI general leaves out: see `rules.traits.target_filters`
    prefers: Row = row(MAX_CHARACTERS)  # the targets that it takes first
    lends_move: Row = row(MAX_OBJECTIVES)  # what an objective adds to the numbers of its bearer (trait `lends`)
    lends_attack: Row = row(MAX_OBJECTIVES)
    lends_defence: Row = row(MAX_OBJECTIVES)
    lends_range: Row = row(MAX_OBJECTIVES)
    lends_fear: Row = row(MAX_OBJECTIVES)
    lends_reach: Row = row(MAX_OBJECTIVES)
    lends_traits: Row = row(MAX_OBJECTIVES)  # the bits of traits that it lends

    # What play changes
    wears: Row = row(MAX_CHARACTERS)  # the objective it wears, as thing + 1
    lent_move: Row = row(MAX_OBJECTIVES)  # what an objective has changed in the numbers of its bearer
    lent_range: Row = row(MAX_OBJECTIVES)
    lent_traits: Row = row(MAX_OBJECTIVES)
    rolled_pace: int  # what the roll at its start has added to the move of the active character (trait `start_roll`)
    rolled_attack: int


LATER_WORDS = SkirmishState.word_count() - BattleProgress.word_count()
"""The words that were added without a new version of the rules; they are 0 where nothing uses them."""
LOAN_FIELDS = ("lent_move", "lent_range", "lent_traits")
LATER_PLAY_FIELDS = ("wears", "rolled_pace", "rolled_attack")
LATER_SETUP_FIELDS = tuple(
    name for name in SkirmishState.names if name not in (*BattleProgress.names, *LATER_PLAY_FIELDS, *LOAN_FIELDS)
)
