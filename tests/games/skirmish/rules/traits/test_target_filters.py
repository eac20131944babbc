"""Filters on the lines of the AI general's list (traits `avoids`, `prefers`)."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.rules.traits.target_filters import FIRST_LINE_BIT
from holdtheline.games.skirmish.state import MAX_PER_SIDE, AiLine

from ...battle_builder import commanded

FIRST_THING = MAX_PER_SIDE


def filtered(*targets: int, lines: tuple[AiLine, ...] = tuple(AiLine)) -> int:
    """Pack a filter on friends and objectives, for these lines."""
    return sum(1 << bit for bit in (*targets, *(FIRST_LINE_BIT + line for line in lines)))


ADA, BO, CY = range(3)


@pytest.mark.clause("K5.4")
def test_one_who_never_shoots_at_someone_shoots_at_the_next() -> None:
    friends = "Ada 12 14; Bo 12 10; Cy 8 12"
    assert commanded(friends, "Orc 12 20 range=12").ai_lines(1) == ["K5.4 Ada"]
    assert commanded(friends, f"Orc 12 20 range=12 avoids={filtered(ADA)}").ai_lines(1) == ["K5.4 Cy"]


@pytest.mark.clause("K5.4", "K5.7")
def test_a_filter_holds_only_for_its_lines() -> None:
    never = filtered(ADA, lines=(AiLine.SHOOT, AiLine.MOVE_AND_SHOOT))
    assert commanded("Ada 12 14", f"Orc 12 18 range=12 avoids={never}").ai_lines(1) == ["K5.7 Ada"]
    assert commanded("Ada 12 14", f"Orc 12 18 range=12 avoids={filtered(ADA)}").ai_lines(1) == ["K5.9 nobody"]


@pytest.mark.clause("K5.5")
def test_it_moves_and_shoots_at_the_preferred_one() -> None:
    friends = "Ada 12 8; Bo 20 8; Cy 4 8"
    assert commanded(friends, "Orc 12 20 range=8").ai_lines(1) == ["K5.5 Ada"]
    assert commanded(friends, f"Orc 12 20 range=10 prefers={filtered(CY)}").ai_lines(1) == ["K5.5 Cy"]


@pytest.mark.clause("K5.7")
def test_it_charges_the_preferred_one_and_else_the_nearest() -> None:
    friends = "Ada 12 15; Bo 14 14; Cy 22 4"
    assert commanded(friends, "Orc 12 20 move=9").ai_lines(1) == ["K5.7 Ada"]
    assert commanded(friends, f"Orc 12 20 move=9 prefers={filtered(BO)}").ai_lines(1) == ["K5.7 Bo"]
    assert commanded(friends, f"Orc 12 20 move=9 prefers={filtered(CY)}").ai_lines(1) == ["K5.7 Ada"]


@pytest.mark.clause("K5.9")
def test_several_are_preferred_by_distance_and_the_others_come_after_them() -> None:
    friends, both = "Ada 12 10; Bo 12 4; Cy 16 3", filtered(BO, CY)
    assert commanded(friends, f"Orc 12 20 move=1 prefers={both}", bases_block_sight=0).ai_lines(1) == ["K5.9 Bo"]
    both_away = f"Orc 12 20 move=1 prefers={both} avoids={filtered(BO)}"
    assert commanded(friends, both_away, bases_block_sight=0).ai_lines(1) == ["K5.9 Cy"]


@pytest.mark.clause("K5.6", "K5.8")
def test_objectives_are_filtered_as_well() -> None:
    things = "crown 12 15; chest 14 14"
    assert commanded("Ada 1 1", "Orc 12 20 move=9", things=things).ai_lines(1) == ["K5.6 crown"]
    prefers = f"Orc 12 20 move=9 prefers={filtered(FIRST_THING + 1)}"
    assert commanded("Ada 1 1", prefers, things=things).ai_lines(1) == ["K5.6 chest"]
    avoids = f"Orc 12 20 move=9 avoids={filtered(FIRST_THING, lines=(AiLine.FETCH,))}"
    assert commanded("Ada 1 1", avoids, things=things).ai_lines(1) == ["K5.6 chest"]
    assert commanded("Ada 1 1", avoids, things="crown 12 15").ai_lines(1) == ["K5.8 crown"]
