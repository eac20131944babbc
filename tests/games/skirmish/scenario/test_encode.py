"""What a battle's file says of rooms, doors, goals, orders and lists, and what the rules make of it."""

from __future__ import annotations

import math

import pytest

from holdtheline.core.errors import BadOption
from holdtheline.games.skirmish.scenario.model import Ending, Side, Winner
from holdtheline.games.skirmish.scenario.parse import parse_scenario
from holdtheline.games.skirmish.state import (
    ENEMIES,
    FRIENDS,
    IS_EXIT,
    IS_GAP,
    AiLine,
    CharacterStatus,
    EndingKind,
)

from ..battle_builder import Stage
from ..cavern_scenario import TEXT
from ..rules.traits.test_random_movement_traits import CAVERN, battle_of

LURKER, DREAD, SLINGER, THIEF = 33, 32, 34, 35


def refused(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    with pytest.raises(BadOption) as fault:
        parse_scenario(TEXT.replace(old, new), "cavern.toml")
    return str(fault.value)


def opened(face: int, **more: object) -> Stage:
    """Return the cavern after the die for the goal and this one for the first round."""
    return battle_of(CAVERN, **more).play(1, face)


# Endings


@pytest.mark.clause("K2.3")
def test_an_ending_can_wait_for_those_who_escape() -> None:
    first, second = parse_scenario(TEXT, "cavern.toml").endings
    assert first == Ending(EndingKind.ESCAPED, Side.FRIENDS, None, None, None, 2, Winner.FRIENDS, "")
    assert (second.when, second.side, second.count) == (EndingKind.ESCAPED, Side.ENEMY, 1)
    s = battle_of(CAVERN).s
    rows = zip(s.ending_kind, s.ending_first, s.ending_second, s.ending_winner, strict=True)
    assert [tuple(map(int, row)) for row in rows][:2] == [(9, FRIENDS, 2, 1), (9, ENEMIES, 1, 2)]


@pytest.mark.clause("K2.3")
def test_it_names_the_side_and_how_many() -> None:
    assert "ending.side: it is missing" in refused('side = "friends"\ncount = 2', "count = 2")
    assert "ending.count: it is missing" in refused('side = "friends"\ncount = 2', 'side = "friends"')


@pytest.mark.clause("K2.3")
@pytest.mark.parametrize(("count", "able"), [(7, 5), (6, 5)])
def test_more_than_can_leave_never_escape(count: int, able: int) -> None:
    """There are six friends, and one of them has a tether."""
    assert f"only {able} of that side can leave the table (K2.3)" in refused("count = 2", f"count = {count}")


@pytest.mark.clause("K2.3")
def test_from_an_open_table_only_carriers_escape() -> None:
    """Everybody may carry a stone here, but nobody leaves with one that stays."""
    opened_up = TEXT.replace('room = "Way out"\n', "")
    assert parse_scenario(opened_up, "cavern.toml").endings[0].count == 2
    bound = opened_up.replace('kind = "thing"\n', 'kind = "thing"\nstays = true\n')
    with pytest.raises(BadOption, match="only 0 of that side can leave the table"):
        parse_scenario(bound, "cavern.toml")


@pytest.mark.clause("K2.3")
@pytest.mark.parametrize("above", ['when = "gone"', 'when = "escaped"\ncount = 2'])
def test_another_above_may_wait_for_the_same(above: str) -> None:
    ending = 'when = "escaped"\nside = "friends"\ncount = 2\nwinner = "friends"'
    new = f'{above}\nside = "friends"\nwinner = "enemy"\n\n[[ending]]\n{ending}'
    assert "an ending above it always comes first (K2.3)" in refused(ending, new)


@pytest.mark.clause("K2.3")
def test_a_smaller_escape_may_follow_a_larger_one() -> None:
    more = '\n[[ending]]\nwhen = "escaped"\nside = "friends"\ncount = 1\nwinner = "nobody"\n'
    assert parse_scenario(TEXT + more, "cavern.toml").endings[-1].count == 1


@pytest.mark.clause("K2.3")
def test_a_company_that_leaves_after_its_losses_can_escape_from_its_tether() -> None:
    text = TEXT.replace('name = "Dwellers"\nside', 'name = "Dwellers"\ntraits = { leaves_after = 2 }\nside')
    text += '\n[[ending]]\nwhen = "left"\nwho = "Lurker"\nwinner = "friends"\n'
    assert parse_scenario(text, "cavern.toml").endings[-1].when == EndingKind.LEFT


# Rooms, goals and doors


@pytest.mark.clause("K3.2", "K6.3")
def test_the_exit_the_gaps_and_the_goals_are_known_to_the_rules() -> None:
    s = battle_of(CAVERN).s
    assert (s.enclosed, [int(bits) & IS_EXIT for bits in s.terrain_bits[:3]]) == (1, [IS_EXIT, 0, 0])
    assert [int(s.terrain_roll[place]) for place in range(9) if s.terrain_bits[place] & IS_GAP] == [3, 5]
    assert [int(bits) for bits in s.objective_bits[:4]] == [3, 3, 3, 0]
    assert battle_of(CAVERN).phase == "GOAL"


@pytest.mark.clause("K1.4")
def test_who_arrives_in_the_file_arrives_on_the_table() -> None:
    battle = opened(6, enemy="seat")
    assert [int(battle.s.status[piece]) for piece in (4, 5, 36)] == [CharacterStatus.WAITS] * 3
    battle.play("pass", "pass", 6)
    assert [int(battle.s.status[piece]) for piece in (4, 5, 36)] == [
        CharacterStatus.STANDS,
        CharacterStatus.STANDS,
        CharacterStatus.WAITS,
    ]
    assert (battle.s.x[4], battle.s.y[4]) == (1000, 12_000)
    battle.play("pass", "pass", 6)
    assert (battle.s.x[36], battle.s.y[36]) == (12_000, 23_000)


# Orders and lists


@pytest.mark.clause("K5.1")
def test_the_enemy_acts_in_the_order_of_the_file_and_then_of_the_sheet() -> None:
    battle = opened(1)
    done = []
    for _ in range(4):
        done.append([piece for piece in (DREAD, LURKER, SLINGER, THIEF) if battle.s.done[piece]])
        while battle.phase not in ("CHOOSE", "OPEN"):
            battle.play(1)
        if battle.phase == "CHOOSE":
            battle.play("pass")
        while battle.phase not in ("CHOOSE", "OPEN"):
            battle.play(1)
    assert [sorted(now) for now in done] == [
        [LURKER], sorted([LURKER, DREAD]), sorted([LURKER, DREAD, SLINGER]), [DREAD, LURKER, SLINGER, THIEF],
    ]  # fmt: skip


@pytest.mark.clause("K5.1")
def test_a_list_in_the_file_is_followed_and_nothing_else() -> None:
    """The lurker has no line for a stone that it sees; it goes for the nearest enemy, up to its tether."""
    battle = battle_of(CAVERN).play(1)
    assert battle.s.ai_list[LURKER] == AiLine.FIGHT | AiLine.CHARGE << 4 | AiLine.SEEK_ENEMY << 8
    assert battle.s.ai_list[THIEF] == 0
    assert battle.ai_lines(1)[0].startswith("K5.9")
    assert 5 < math.dist((battle.s.x[LURKER], battle.s.y[LURKER]), (17_000, 13_000)) / 1000 <= 5.75
