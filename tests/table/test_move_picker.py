from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.game import State
from holdtheline.core.view_types import ClickPath
from holdtheline.table.move_picker import MovePicker, completes_path, next_clicks, starts_path

from ..terminal.harness import game_with

OPTIONS = {option.name: option.values for option in definition_of("siege").options}


def chooser_in(position: str, **options: object) -> MovePicker:
    return MovePicker(load("siege", plain=True, **options).position(position))


def touched(chooser: MovePicker, *ids: str) -> MovePicker:
    for id_ in ids:
        assert chooser.click(id_) is None
    return chooser


def label(chooser: MovePicker) -> str | None:
    return chooser.ready.label if chooser.ready else None


# Clicks and one path


def test_a_path_in_any_order_counts_its_clicks() -> None:
    choice = ClickPath(("a", "a", "b"), any_order=True)
    assert starts_path(choice, ["b", "a"])
    assert not starts_path(choice, ["b", "b"])
    assert not completes_path(choice, ["b", "a"])
    assert completes_path(choice, ["a", "b", "a"])
    assert set(next_clicks(choice, ["b"])) == {"a"}


def test_a_choice_in_order_is_a_sequence() -> None:
    choice = ClickPath(("a", "b", "c"))
    assert starts_path(choice, ["a", "b"])
    assert not starts_path(choice, ["b"])
    assert not completes_path(choice, ["a", "c", "b"])
    assert completes_path(choice, ["a", "b", "c"])
    assert next_clicks(choice, ["a"]) == ("b",)


# Siege by clicks


def test_a_lane_is_clicked_once_for_each_troop_that_is_sent() -> None:
    chooser = touched(chooser_in("lanes 1 2 3, backline 4, waves 2"), "top", "bottom", "top")
    assert label(chooser) == "send 2 to top, 1 to bottom"
    assert chooser.marks == {"top": "+2", "bottom": "+1"}


def test_without_a_click_the_move_that_needs_none_is_ready() -> None:
    assert label(chooser_in("lanes 1 2 3, backline 4, waves 2")) == "send no troops"
    assert label(chooser_in("lanes 1 2 3, backline 4, waves 2, enemy 1 2 3")) == "fight without swapping"


def test_two_clicks_exchange_and_a_third_turns_them_into_an_order() -> None:
    chooser = chooser_in("lanes 1 2 3, backline 4, waves 2, enemy 6 6 6")
    assert label(touched(chooser, "middle")) is None
    assert label(touched(chooser, "bottom")) == "swap middle and bottom"
    assert chooser.marks == {"middle": "1", "bottom": "2"}
    assert label(touched(chooser, "top")) == "2 to top, 3 to middle, 1 to bottom"


def test_what_can_be_clicked_next_is_in_the_order_of_the_hotspots() -> None:
    chooser = chooser_in("lanes 6 2 3, backline 4, waves 2")
    assert chooser.next_ids == ["middle", "bottom"]
    chooser = touched(chooser_in("lanes 1 2 3, backline 4, waves 2, enemy 6 6 6"), "bottom")
    assert chooser.next_ids == ["top", "middle"]


def test_the_last_click_or_all_of_them_can_be_undone() -> None:
    chooser = touched(chooser_in("lanes 1 2 3, backline 4, waves 2"), "top", "middle", "middle")
    assert chooser.back() == "middle"
    assert label(chooser) == "send 1 to top, 1 to middle"
    chooser.clear()
    assert label(chooser) == "send no troops"
    assert chooser.back() is None


@pytest.mark.parametrize(
    ("position", "ids", "why"),
    [
        ("lanes 6 2 3, backline 4, waves 2", "top", "A die shows at most 6, and the top lane would have 7 (S2.2)."),
        ("lanes 1 1 1, backline 1, waves 2", "top middle", "You have only 1 troop to send, not 2 (S2.2)."),
        (
            "lanes 1 1 1, backline 1, waves 2",
            "countdown",
            "There is nothing to do with countdown now; you can click: top lane, middle lane, bottom lane (S2.2).",
        ),
        (
            "lanes 1 2 3, backline 4, waves 2, enemy 6 6 6",
            "top top",
            "No move continues with top lane, 1 (S3.2).",
        ),
    ],
)
def test_a_click_that_leads_nowhere_is_refused_with_the_clause(position: str, ids: str, why: str) -> None:
    *before, last = ids.split()
    chooser = touched(chooser_in(position), *before)
    assert chooser.click(last) == why
    assert chooser.clicks == before


def test_a_backline_that_must_not_be_emptied_says_so() -> None:
    chooser = chooser_in("lanes 1 1 1, backline 1, waves 2", empty="loses")
    assert chooser.click("top") == "An empty backline loses, so one troop must stay behind (S2.3)."


def test_a_game_whose_choices_do_not_know_an_illegal_code_still_refuses() -> None:
    known = definition_of("siege").view.clicks

    def picky(s: object, code: int) -> tuple[ClickPath, ...]:
        if code not in legal:
            raise KeyError(code)
        return known(s, code)

    state = game_with(clicks=picky).position("lanes 6 2 3, backline 4, waves 2")
    legal = set(state.legal_codes())
    message = "There is nothing to do with top lane, 6 now; you can click: middle lane, bottom lane"
    assert MovePicker(state).click("top") == f"{message} (S2.2)."


def test_where_a_die_must_be_rolled_nothing_can_be_clicked() -> None:
    chooser = chooser_in("lanes 6 6 6, backline 6, waves 3, enemy ? ? ?")
    assert (chooser.ready, chooser.spots, chooser.open, chooser.next_ids) == (None, (), [], [])
    assert chooser.click("top") == "There is nothing to do with top now."


def test_a_key_finds_its_spot() -> None:
    chooser = chooser_in("lanes 6 6 6, backline 6, waves 3")
    found = chooser.spot_of_key("m")
    assert found is not None
    assert found.id == "middle"
    assert chooser.spot_of_key("x") is None


# Any state


@st.composite
def decisions(draw: st.DrawFn) -> State:
    """Yield states of some game in which a seat decides."""
    options = {name: draw(st.sampled_from(values)) for name, values in OPTIONS.items()}
    chance = random.Random(draw(st.integers(0, 2**32)))
    state = load("siege", plain=True, **options).start()
    found = None
    for _ in range(draw(st.integers(1, 30))):
        if state.current_player == OVER:
            break
        if state.current_player != CHANCE:
            found = state.copy()
        state.play(chance.choice(state.legal_codes()))
    return found or load("siege", plain=True).start()


@settings(max_examples=40)
@given(decisions())
def test_every_legal_move_can_be_reached_by_clicks(state: State) -> None:
    chooser = MovePicker(state)
    for move in state.legal_moves():
        choices = state.click_paths(move)
        assert choices
        for choice in choices:
            chooser.clear()
            for id_ in choice.ids:
                assert id_ in chooser.next_ids
                assert chooser.click(id_) is None
            assert move in chooser.open
            assert chooser.ready == move


@settings(max_examples=50)
@given(decisions(), st.lists(st.sampled_from(["top", "middle", "bottom", "backline"]), max_size=9))
def test_no_two_moves_are_ready_at_once(state: State, clicks: list[str]) -> None:
    chooser = MovePicker(state)
    for id_ in clicks:
        refused = chooser.click(id_)
        assert refused is None or "(S" in refused
        ready = [
            move
            for move in state.legal_moves()
            if any(completes_path(choice, chooser.clicks) for choice in state.click_paths(move))
        ]
        assert ready == ([chooser.ready] if chooser.ready else [])
        assert chooser.open
