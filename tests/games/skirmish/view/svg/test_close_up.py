"""The examples of the rulebook as pictures: each shows the part of the table that it mentions."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from holdtheline.core import rulebook
from holdtheline.core.catalog import definition_of, load
from holdtheline.core.definition import EVERYONE
from holdtheline.games.skirmish.view.svg.picture import close_up, mentioned_places, svg, to_sheet

EXAMPLES = rulebook.read_rulebook("skirmish").examples


def cut_of(drawn: str) -> tuple[float, float, float, float]:
    left, top, wide, high = map(float, ElementTree.fromstring(drawn).attrib["viewBox"].split())
    return left, top, left + wide, top + high


@pytest.mark.parametrize("place", range(0, len(EXAMPLES), 9))
def test_an_example_shows_all_that_it_mentions(place: int) -> None:
    options, position = EXAMPLES[place].beginning
    game = load("skirmish", plain=True, **options)
    state = game.start() if position == "start" else game.position(position)
    text = " ".join(EXAMPLES[place].statements)
    left, top, right, bottom = cut_of(close_up(state.record, text))
    for x, y in (to_sheet(*spot) for spot in mentioned_places(state.record, text)):
        assert left < x < right
        assert top < y < bottom


def test_what_is_far_away_is_cut_off_and_no_cut_is_too_small() -> None:
    """Oda stands at 12,2.5: 8 inches across, and from the lower edge of the table up to 6.5."""
    s = load("skirmish", plain=True).position("round 1 friends; choose").record
    left, top, right, bottom = cut_of(close_up(s, "use f1"))
    assert (left, top) == to_sheet(8000, 6500)
    assert right == to_sheet(16_000, 0)[0]
    assert to_sheet(0, 0)[1] < bottom < to_sheet(0, -1500)[1]


def test_a_text_that_names_nobody_shows_the_whole_table_without_the_roster() -> None:
    s = load("skirmish", plain=True).start().record
    drawn = close_up(s, "roll 3 looks 0,1")
    left, top, right, bottom = cut_of(drawn)
    assert left < to_sheet(0, 0)[0] < to_sheet(24_000, 0)[0] < right
    assert top < to_sheet(0, 24_000)[1] < to_sheet(0, 0)[1] < bottom
    roster = 'class="htl-company"'
    assert roster in svg(s, EVERYONE)
    assert roster not in drawn


def test_a_text_mentions_ids_and_ends_of_legs_and_nothing_else() -> None:
    s = load("skirmish", plain=True).start().record
    text = "options enemy=seat given round 2 friends; f1 looks 3,1 e99 play go 24.001,3 refuse take o2 — K3.1"
    assert list(mentioned_places(s, text)) == [(12_000, 2500), (12_000, 7500), (24_000, 3000)]


def test_the_pages_can_draw_examples() -> None:
    assert definition_of("skirmish").view.close_up is close_up
