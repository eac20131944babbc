"""Random battles in which every character has several traits: the state stays valid, and they end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from holdtheline.core.definition import OVER
from holdtheline.core.events import LOG_COUNT, empty_log, logged_events
from holdtheline.games.skirmish.rules import move_generation, sequence_of_play
from holdtheline.games.skirmish.rules.battlefield import count_contacts
from holdtheline.games.skirmish.rules.events import EventKind
from holdtheline.games.skirmish.rules.moves import MoveKind
from holdtheline.games.skirmish.rules.traits.catalog import CANNOT_BE_FELLED, NEVER_ROUTS
from holdtheline.games.skirmish.state import (
    FIRST_OBJECTIVE,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_OBJECTIVES,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    RoutRule,
)

from ... import compiled_rules
from ...battle_builder import Stage, stage
from ..test_random_battles import fault

WORDS = (
    *("never_locks", "never_routs", "lies_when_fallen can_be_carried", "routing_blow", "swipes"),
    *("strikes_back", "cannot_be_felled", "climbs", "spreads_fire", "carries_fallen", "swims", "is_leader"),
    *("grabs max_grabbed=1", "grabs max_grabbed=2 drowns_after=1", "grabs max_grabbed=1 drowns_after=2"),
    *("knock_back=1", "knock_back=3", "reach=1", "reach=2.5", "saves_on=3", "saves_on=5", "swipes reach=1"),
    *("bane_target=33 bane_attack=2 bane_defence=1", "bane_target=1 bane_attack=2 bane_defence=-1", "fear=1500"),
    *(
        "takes_captives",
        f"start_roll={0x314206}",
        f"start_roll={0x751230}",
        f"prefers={-1}",
        f"avoids={1 << 1 | 0x1FF << 48}",
    ),
)
TRAITS_OF_BLOWS = (
    *(EventKind.SAVED, EventKind.ROUTED, EventKind.BROKE, EventKind.QUIT, EventKind.GRABBED, EventKind.FREED),
    *(EventKind.DROWNED, EventKind.HUNG, EventKind.KNOCKED, EventKind.SWIPED, EventKind.UNHURT),
    *(EventKind.STRUCK_BACK, EventKind.FREE_BLOW, EventKind.TESTED, EventKind.PICKED_UP, EventKind.DROPPED),
    EventKind.START_ROLLED,
)


LOANS = (
    "",
    "worn",
    "by=F0 attack=1 fear=1",
    "by=E0 worn move=-4 range=3",
    f"stays worn defence=1 traits={NEVER_ROUTS}",
)
"""What things lend, and who has them at the start."""


def any_mix(rng: random.Random, most: int = 7, **more: Any) -> Stage:
    """Build a battle of two sides and three companies close to each other, among brinks, gaps, hills and walls."""
    ground = [
        "edge 1 6 9 6.8 roll=4",
        "gap 1 6.8 9 8 roll=4 fall=2",
        "edge 15 16 23 17 roll=5",
        "edge 7 11.8 17 12.2 roll=4",
    ]
    ground += ["hill 9 4 15 7 high", "hill 6 17 12 20 high", "wall 3 12 6 12", "pillar 19 12 0.6"]
    ground += ["water 16 2 22 6", "cliff 20 18 23 21", "wood 2 16 5 19"]
    ground = [piece for piece in ground if rng.random() < 0.7]
    sides = []
    for side, rows in enumerate(((8.6, 10.2), (13.6, 15.2))):
        people = []
        for place in range(rng.randint(2, most)):
            x, y = 8 + 1.6 * (place // 2) + rng.uniform(-0.2, 0.2), rows[place % 2] + rng.uniform(-0.2, 0.2)
            card = f"attack={rng.randint(0, 3)} defence={rng.randint(0, 1)} slots={rng.randint(0, 2)}"
            shoots = f"range={rng.randint(4, 9)}" if rng.random() < 0.4 else ""
            body = f"move={rng.randint(3, 8)} base={rng.choice([1, 1, 0.8, 1.1])}"
            words = " ".join(rng.sample(WORDS, rng.randint(1, 4)))
            company = 2 * side + rng.randint(0, 1)
            people.append(f"{'FE'[side]}{place} {x:.3f} {y:.3f} {card} {shoots} {body} {words} company={company}")
        sides.append("; ".join(people))
    loans = rng.sample(LOANS, 3)
    things = "; ".join(f"t{number} {rng.uniform(6, 18):.3f} 12 {loan}" for number, loan in enumerate(loans))
    switches = ("strike_back", "shoot_into_melee", "bases_block_sight", "count_fled", "rally", "free_blow")
    rules = [rng.choice(tuple(RoutRule)) for _ in range(4)]
    fields: dict[str, Any] = {name: rng.randint(0, 1) for name in switches}
    fields |= {"followup": rng.randint(0, 2), "rounds": 12, "ai": rng.random() < 0.6, "company_rout_rule": rules}
    fields |= {"company_rout_at": [rng.randint(1, 3) for _ in range(4)]}
    fields |= {"company_leaves_at": [rng.choice((0, 0, 2, 3)) for _ in range(4)]}
    fields |= {"company_breaks_at": [rng.choice((0, 0, 2)) for _ in range(4)], "join_melee": rng.randint(0, 1)}
    fields |= {"company_max_held": [rng.choice((0, 1, 2)) for _ in range(4)]}
    return stage(*sides, ground="; ".join(ground), things=things, **(fields | more))


def disorder(s: Any) -> str:
    """Return what is wrong in the state, or an empty text."""
    for piece in range(MAX_CHARACTERS):
        there, holder = s.status[piece], s.held_by[piece] - 1
        if there in (CharacterStatus.HELD, CharacterStatus.CARRIED):
            if holder < 0 or s.status[holder] != CharacterStatus.STANDS:
                return f"nobody who stands has {piece}"
            if (s.x[piece], s.y[piece]) != (s.x[holder], s.y[holder]):
                return f"{piece} is elsewhere than {holder}"
        elif holder >= 0 and there != CharacterStatus.LEFT:
            return f"{piece} is {CharacterStatus(there).name} and has a holder"
        if there == CharacterStatus.CARRIED and s.carries[holder] != piece + 1:
            return f"{holder} does not know that it carries {piece}"
        if there == CharacterStatus.HELD and not 1 <= s.held_since[piece] <= s.round:
            return f"{piece} is held since no round"
        if s.traits[piece] & NEVER_ROUTS and s.routs[piece]:
            return f"{piece} routs"
        if s.traits[piece] & CANNOT_BE_FELLED and there in (
            CharacterStatus.FALLEN,
            CharacterStatus.LIES,
            CharacterStatus.CARRIED,
        ):
            return f"{piece} was felled"
        if s.wounds[piece] > s.slots[piece]:
            return f"{piece} has too many wounds"
    return (
        disorder_of_loans(s)
        or disorder_of_grips(s)
        or disorder_of_things(s)
        or disorder_of_losses(s)
        or disorder_of_phases(s)
    )


def disorder_of_grips(s: Any) -> str:
    held = Counter(s.held_by[piece] - 1 for piece in range(MAX_CHARACTERS) if s.status[piece] == CharacterStatus.HELD)
    return next((f"{one} holds too many" for one, count in held.items() if count > s.max_grabbed[one]), "")


def disorder_of_loans(s: Any) -> str:
    """Compare what things have lent with who bears them: the numbers of the others are those of their cards."""
    if any(s.pace[piece] < 0 or s.shooting_range[piece] < 0 for piece in range(MAX_CHARACTERS)):
        return "a move or a range is below 0"
    borne = {number - 1 - FIRST_OBJECTIVE for row in (s.carries, s.wears) for number in row}
    for thing in range(MAX_OBJECTIVES):
        if thing not in borne and (s.lent_move[thing] or s.lent_range[thing] or s.lent_traits[thing]):
            return f"nobody bears objective {thing}, and it lends"
    is_acting = s.phase not in (Phase.OPEN, Phase.CHOOSE)
    return "" if is_acting or not (s.rolled_pace or s.rolled_attack) else "a roll outlasts its activation"


def disorder_of_things(s: Any) -> str:
    for thing in range(MAX_OBJECTIVES):
        by = s.objective_carrier[thing] - 1
        if s.objective_status[thing] == ObjectiveStatus.CARRIED:
            is_borne = FIRST_OBJECTIVE + thing + 1 in (s.carries[by], s.wears[by])
            if s.status[by] not in (CharacterStatus.STANDS, CharacterStatus.HELD) or not is_borne:
                return f"nobody carries objective {thing}"
            if (s.objective_x[thing], s.objective_y[thing]) != (s.x[by], s.y[by]):
                return f"objective {thing} is elsewhere than {by}"
        elif s.objective_status[thing] == ObjectiveStatus.FREE and by >= 0:
            return f"objective {thing} is free and has a carrier"
    return ""


def disorder_of_losses(s: Any) -> str:
    """Compare the losses of companies; a fallen character who was carried off has left, and still counts as lost."""
    lost, fled = Counter[int](), Counter[int]()
    for piece in range(MAX_CHARACTERS):
        there = s.status[piece]
        taken = there == CharacterStatus.LEFT and s.held_by[piece] != 0
        lost[s.company[piece]] += taken or there in (
            CharacterStatus.FALLEN,
            CharacterStatus.LIES,
            CharacterStatus.CARRIED,
        )
        fled[s.company[piece]] += there == CharacterStatus.FLED
    for company in range(MAX_COMPANIES):
        if (s.company_lost[company], s.company_fled[company]) != (lost[company], fled[company]):
            return f"company {company} has lost {lost[company]} and {fled[company]} fled"
    return ""


def disorder_of_phases(s: Any) -> str:
    if s.phase in (Phase.OPEN, Phase.CHOOSE, Phase.ACTING):
        if any(s.swipe_pending) or s.thrown_over or any(s.company_pending_rout):
            return "something of a blow is left over"
        if (s.phase == Phase.ACTING) != (s.actor > 0):
            return "the active character does not fit the phase"
        if s.actor and (s.status[s.actor - 1] != CharacterStatus.STANDS or s.routs[s.actor - 1]):
            return "the active one is not there to act"
    return ""


def eager(battle: Stage, codes: list[int]) -> list[int]:
    """Return the moves that lead to blows: fights, pick-ups, charges, activations."""
    s, found = battle.s, []
    for code in codes:
        do, x, y = code >> 40, code >> 16 & 65535, code & 65535
        if do in (MoveKind.FIGHT, MoveKind.PICK_UP) or (do == MoveKind.LEG and count_contacts(s, s.actor - 1, x, y)):
            found.append(code)
    return found or [code for code in codes if code >> 40 != MoveKind.PASS]


def chosen(rng: random.Random, battle: Stage, codes: list[int]) -> int:
    """Return a face or a move, mostly one that leads to blows."""
    if not codes:
        return rng.randint(1, 6)
    return rng.choice(eager(battle, codes) if rng.random() < 0.8 else codes)


def played(seed: int, **more: Any) -> Stage:
    """Play a battle to its end, checking the state after each step."""
    rng = random.Random(seed)
    battle = any_mix(rng, **more)
    assert fault(battle.s) == disorder(battle.s) == ""
    while battle.phase != "OVER":
        codes = battle.legal_moves()
        assert len(codes) == len(set(codes))
        assert [code for code in codes if battle.why_not(code)] == []
        step = chosen(rng, battle, codes)
        sequence_of_play.apply(battle.s, step, None)
        assert fault(battle.s) == disorder(battle.s) == "", (seed, step)
    return battle


@pytest.mark.clause("K1.3", "K2.3", "K4.1", "K4.2", "K4.3")
@pytest.mark.parametrize("seed", range(6))
def test_with_traits_the_record_stays_in_order_and_every_battle_ends(seed: int) -> None:
    assert played(seed, rounds=8).s.phase == Phase.OVER


@pytest.mark.compiled
def test_with_traits_compiled_and_plain_battles_are_the_same() -> None:
    """The traits of blows do occur."""
    codes, log, happened = np.zeros(move_generation.MAX_MOVES, np.int64), empty_log(400), Counter[int]()
    for seed in range(60):
        rng = random.Random(seed)
        battle = any_mix(rng)
        words = np.zeros_like(battle.words)
        compiled_rules.start.compiled(words, battle.setup)
        while battle.phase != "OVER":
            count = compiled_rules.list_moves.compiled(words, codes)
            step = chosen(rng, battle, codes[:count].tolist())
            log[LOG_COUNT] = 0
            assert compiled_rules.advance.compiled(words, step, log) >= OVER
            happened.update(row[1] for row in logged_events(log))
            sequence_of_play.apply(battle.s, step, None)
            assert (words == battle.words).all()
        assert fault(battle.s) == disorder(battle.s) == ""
    assert [kind.name for kind in TRAITS_OF_BLOWS if happened[kind] == 0] == []
