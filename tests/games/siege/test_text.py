"""The texts of siege: moves, positions, prompts, labels, clicks."""

from __future__ import annotations

from itertools import permutations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadPosition, IllegalMove
from holdtheline.core.game import State
from holdtheline.games.siege.text import action_text

SIEGE = load("siege")
SCOUTED = "lanes 6 4 5, backline 3, waves 2, enemy 1 6 1"


def at(position: str) -> State:
    return SIEGE.position(position)


# Moves


@pytest.mark.parametrize("text", ["reinforce 0 0 0", "REINFORCE 0 0 0", "  reinforce  00 0 000 ", "hold", "Hold"])
def test_a_reinforcement_is_read_however_it_is_spaced(text: str) -> None:
    assert str(at("lanes 6 4 5, backline 3, waves 2").move(text)) == "reinforce 0 0 0"


def test_keep_means_the_line_as_it_stands() -> None:
    assert str(at(SCOUTED).move("keep")) == "arrange 6 4 5"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "reinforce",
        "reinforce 1 1",
        "reinforce 1 1 1 1",
        "reinforce 1 1 -1",
        "reinforce 1 1 x",
        "reinforce 1 1 ６",
        "reinforce 1 1 1000",
        "reinforce 1 1 256",
        "hold 1",
        "keep 1",
        "retreat 1 1 1",
        "roll",
        "roll x",
        "roll 1 2",
        "roll ６",
        "roll 10000000000",
    ],
)
def test_what_is_no_move_is_refused_without_a_clause(text: str) -> None:
    state = at("lanes 6 4 5, backline 3, waves 2")
    with pytest.raises(IllegalMove, match="this is not a move here") as refusal:
        state.play(text)
    assert refusal.value.clause == ""
    assert state.position() == "lanes 6 4 5, backline 3, waves 2"


def test_a_long_nonsense_is_quoted_only_in_part() -> None:
    refusal = SIEGE.start().why_not("x" * 1000)
    assert refusal is not None
    assert len(str(refusal)) < 130


@pytest.mark.clause("S3.1")
@pytest.mark.parametrize("text", ["roll 0", "roll 7", "roll 99"])
def test_a_face_that_no_die_has_is_refused_with_the_clause_that_asks_for_a_die(text: str) -> None:
    refusal = at("lanes 6 4 5, backline 3, waves 2, enemy ? ? ?").why_not(text)
    assert refusal is not None
    assert refusal.clause == "S3.1"
    assert "1 to 6" in refusal.reason
    assert refusal.move == text


@pytest.mark.parametrize(
    ("position", "move", "label"),
    [
        ("lanes 2 2 2, backline 3, waves 2", "reinforce 0 0 0", "send no troops"),
        ("lanes 2 2 2, backline 3, waves 2", "reinforce 0 3 0", "send 3 to middle"),
        ("lanes 2 2 2, backline 3, waves 2", "reinforce 2 0 1", "send 2 to top, 1 to bottom"),
        (SCOUTED, "arrange 6 4 5", "fight without swapping"),
        (SCOUTED, "arrange 4 6 5", "swap top and middle"),
        (SCOUTED, "arrange 5 4 6", "swap top and bottom"),
        (SCOUTED, "arrange 6 5 4", "swap middle and bottom"),
        (SCOUTED, "arrange 4 5 6", "4 to top, 5 to middle, 6 to bottom"),
    ],
)
def test_a_move_has_a_label_in_the_words_of_a_player(position: str, move: str, label: str) -> None:
    assert at(position).move(move).label == label


@pytest.mark.parametrize(
    ("position", "step", "clause"),
    [
        ("lanes 2 2 2, backline 3, waves 2", "hold", "S2.2"),
        ("lanes 2 2 2, backline 3, waves 2, enemy ? ? ?", 4, "S3.1"),
        (SCOUTED, "keep", "S3.2"),
    ],
)
def test_a_move_cites_the_clause_that_allows_it(position: str, step: str | int, clause: str) -> None:
    assert at(position).move(step).clause == clause


def test_the_scouts_roll_cites_the_clause_of_the_mode() -> None:
    assert {move.clause for move in load("siege", mode="scouts").start().legal_moves()} == {"S1.3"}


def test_an_unknown_code_is_named_by_its_number() -> None:
    refusal = SIEGE.start().why_not(99)
    assert refusal is not None
    assert str(refusal) == "move 99: reinforce the lanes now (S2.1)"


# Clicks


def touched(state: State, move: str) -> list[tuple[tuple[str, ...], bool]]:
    return [(way.ids, way.any_order) for way in state.click_paths(state.move(move))]


def test_to_send_troops_a_lane_is_clicked_once_for_each() -> None:
    state = at("lanes 2 2 2, backline 3, waves 2")
    assert touched(state, "reinforce 2 0 1") == [(("top", "top", "bottom"), True)]
    assert touched(state, "hold") == [((), True)]


def test_to_rearrange_the_dice_that_trade_places_are_clicked() -> None:
    assert touched(at(SCOUTED), "keep") == [((), False), (("top", "middle", "bottom"), False)]
    exchange, order = touched(at(SCOUTED), "arrange 5 4 6")
    assert exchange == (("top", "bottom"), True)
    assert order == (("bottom", "middle", "top"), False)
    assert touched(at(SCOUTED), "arrange 4 5 6") == [(("middle", "bottom", "top"), False)]
    assert touched(at(SCOUTED), "arrange 5 6 4") == [(("bottom", "top", "middle"), False)]


def test_like_dice_can_be_clicked_in_every_way_that_gives_the_same_line() -> None:
    ways = touched(at("lanes 4 4 5, backline 3, waves 2, enemy 1 6 1"), "arrange 4 4 5")
    assert ways == [
        ((), False),
        (("top", "middle", "bottom"), False),
        (("top", "middle"), True),
        (("middle", "top", "bottom"), False),
    ]


def test_three_dice_can_be_clicked_in_every_order() -> None:
    state = at(SCOUTED)
    ways = [way for move in state.legal_moves() for way in touched(state, move.text)]
    assert {ids for ids, _ in ways if len(ids) == 3} == set(permutations(("top", "middle", "bottom")))


def test_every_lane_has_a_key_and_a_label() -> None:
    spots = at(SCOUTED).hotspots()
    assert [(spot.id, spot.key, spot.label) for spot in spots] == [
        ("top", "t", "top lane, 6"),
        ("middle", "m", "middle lane, 4"),
        ("bottom", "b", "bottom lane, 5"),
    ]


# Prompts and views


@pytest.mark.parametrize(
    ("position", "prompt"),
    [
        (
            "lanes 6 4 5, backline 3, waves 2",
            "2 waves to survive. Send up to 3 troops from the backline to the lanes.",
        ),
        (
            "lanes 6 4 5, backline 3, waves 1",
            "The last wave. Send up to 3 troops from the backline to the lanes.",
        ),
        ("lanes 6 4 5, backline 3, waves 1, enemy 2 ? ?", "Roll for the enemy in the middle lane."),
        (SCOUTED, "Swap lane dice, or leave them as they are. Then the battle begins."),
    ],
)
def test_the_prompt_says_what_is_asked_now(position: str, prompt: str) -> None:
    assert at(position).prompt() == prompt


def test_the_prompt_says_that_only_two_may_trade_places() -> None:
    prompt = load("siege", swap="one").position(SCOUTED).prompt()
    assert prompt == "Swap two lane dice, or leave them as they are. Then the battle begins."


def test_the_prompt_of_the_scouts_and_of_the_end() -> None:
    assert load("siege", mode="scouts").start().prompt().endswith("Roll for the number of waves.")
    won, lost = at("lanes 6 6 6, backline 6, waves 1"), at("lanes 0 0 0, backline 1, waves 1")
    for state in (won, lost):
        for step in ("hold", 1, 1, 1, "keep"):
            state.play(step)
    assert won.prompt() == "Help has come: you held the line."
    assert lost.prompt() == "The backline is broken: the castle falls."


def test_the_view_shows_the_whole_table() -> None:
    assert at(SCOUTED).view()["board"] == {
        "phase": "rearrange",
        "waves": 2,
        "lanes": [6, 4, 5],
        "backline": 3,
        "enemy": [1, 6, 1],
        "most_to_send": 0,
        "plays_itself": None,
        "shows_dice_first": True,
        "dice": {"lanes": ["top", "middle", "bottom"], "source": None},
        "choose_first": "Choose two dice to swap",
        "choose_more": "Choose a die to swap it with",
    }
    assert at("lanes 6 4 5, backline 3, waves 2").view()["board"]["choose_first"] == "Choose lanes to send troops to"
    loses = load("siege", empty="loses").position("lanes 6 4 5, backline 3, waves 2")
    assert loses.view()["board"]["most_to_send"] == 2


@pytest.mark.parametrize(
    ("position", "forced"),
    [
        ("lanes 6 6 6, backline 6, waves 2", "reinforce 0 0 0"),
        ("lanes 4 4 4, backline 0, waves 2", "reinforce 0 0 0"),
        ("lanes 4 4 4, backline 1, waves 2", None),
        ("lanes 4 4 4, backline 1, waves 2, enemy 1 2 3", "arrange 4 4 4"),
        ("lanes 4 4 5, backline 1, waves 2, enemy 1 2 3", None),
        ("lanes 4 4 4, backline 1, waves 2, enemy 1 ? ?", None),
    ],
)
def test_a_client_may_play_the_only_move_there_is(position: str, forced: str | None) -> None:
    state = at(position)
    assert state.view()["board"]["plays_itself"] == forced
    assert (forced is not None) == (len(state.legal_moves()) == 1)


# Positions


@pytest.mark.parametrize(
    "text",
    [
        "lanes 6 4 5, backline 3, waves 2",
        "lanes 6 4 5, backline 3, waves 2, enemy ? ? ?",
        "lanes 6 4 5, backline 3, waves 2, enemy 5 ? ?",
        "lanes 6 4 5, backline 3, waves 2, enemy 5 1 ?",
        "lanes 6 4 5, backline 3, waves 2, enemy 5 1 6",
        "lanes 0 0 0, backline 0, waves 12",
    ],
)
def test_a_position_is_written_as_it_is_read(text: str) -> None:
    assert at(text).position() == text
    assert repr(at(text)).startswith(f"<siege: {text}; ")


def test_the_repr_of_a_state_says_who_is_next() -> None:
    assert repr(at("lanes 6 4 5, backline 3, waves 2")).endswith("; the defender to move>")
    assert repr(at("lanes 6 4 5, backline 3, waves 2, enemy ? ? ?")).endswith("; a die is next>")
    state = at("lanes 0 0 0, backline 0, waves 12")
    while not state.is_over:
        state.play(state.legal_codes()[0])
    assert repr(state).endswith("; the game is over>")


def test_a_position_is_read_however_it_is_spaced() -> None:
    spaced = at("  lanes  6 4  5 ,backline 3 , waves 2,  enemy 5 ?  ? ")
    assert spaced == at("lanes 6 4 5, backline 3, waves 2, enemy 5 ? ?")


def test_the_scouts_roll_is_written_as_a_question() -> None:
    scouts = load("siege", mode="scouts")
    assert scouts.position("lanes 6 6 6, backline 6, waves ?") == scouts.start()
    assert scouts.position("lanes 6 6 6, backline 6, waves 4").current_player == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position of siege reads: lanes 6 4 5, backline 3, waves 2 "),
        ("lanes 6 4, backline 3, waves 2", "a position of siege reads: "),
        ("lanes 6 4 5, backline -3, waves 2", "a position of siege reads: "),
        ("lanes 6 4 5, backline 3, waves 2, enemy 7 ? ?", "a position of siege reads: "),
        ("lanes 6 4 5, backline 3, waves 2, enemy 1", "a position of siege reads: "),
        ("lanes 6 4 5, backline 3, waves 2, won", "a position of siege reads: "),
        ("lanes 6 4 5, backline 3, waves 0", "waves must be 1 to 12 (S1.3)"),
        ("lanes 6 4 5, backline 3, waves 13", "waves must be 1 to 12 (S1.3)"),
        (
            "lanes 6 4 5, backline 3, waves ?",
            "waves ? stands for the scouts' roll, before anything else (S1.3)",
        ),
        (
            "lanes 6 4 5, backline 3, waves 2, enemy ? 3 ?",
            "the enemy is scouted in the order top, middle, bottom (S3.1)",
        ),
        (
            "lanes 6 4 5, backline 3, waves 2, enemy 3 ? 3",
            "the enemy is scouted in the order top, middle, bottom (S3.1)",
        ),
    ],
)
def test_a_position_that_cannot_be_says_why(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        SIEGE.position(text)
    assert str(refusal.value).startswith(sentence)


def test_the_scouts_question_cannot_come_after_a_die() -> None:
    with pytest.raises(BadPosition, match="before anything else"):
        load("siege", mode="scouts").position("lanes 6 4 5, backline 3, waves ?, enemy 1 ? ?")


# The drawing


def test_the_table_is_drawn_with_castle_wall_lanes_and_enemy() -> None:
    assert (
        str(load("siege", table="paper").position("lanes 6 12 0, backline 0, waves 2, enemy 5 4 ?"))
        == """\
countdown ▒ ╭─top───╮     ╭─enemy─╮
╭───────╮ ▒ │ ●   ● │     │ ●   ● │
│ ●     │ ▒ │ ●   ● │ ◄3─ │   ●   │
│       │   │ ●   ● │     │ ●   ● │
│     ● │   ╰───────╯     ╰───────╯
╰───────╯   ╭─middle╮     ╭─enemy─╮
          ▒ │       │     │ ●   ● │
          ▒ │  12   │ ◄4─ │       │
          ▒ │       │     │ ●   ● │
backline    ╰───────╯     ╰───────╯
┌╌╌╌╌╌╌╌┐   ┌╌bottom┐     ┌╌╌╌╌╌╌╌┐
╎       ╎   ╎       ╎     ╎       ╎
╎       ╎ ▒ ╎       ╎     ╎       ╎
╎       ╎ ▒ ╎       ╎     ╎       ╎
└╌╌╌╌╌╌╌┘ ▒ └╌╌╌╌╌╌╌┘     └╌╌╌╌╌╌╌┘"""
    )


def test_every_spot_can_be_found_in_the_drawing() -> None:
    state = at(SCOUTED)
    drawn = {piece.id for row in state.drawing() for piece in row}
    assert drawn == {
        "",
        "countdown",
        "backline",
        "top",
        "middle",
        "bottom",
        "enemy-top",
        "enemy-middle",
        "enemy-bottom",
    }


@pytest.mark.parametrize(
    ("position", "steps", "line"),
    [
        ("lanes 3 2 6, backline 4, waves 3", ("reinforce 0 2 0", 5, 3, 2), "Send 2 to middle: enemy ⚄⚂⚁"),
        ("lanes 3 2 6, backline 4, waves 3", ("reinforce 0 0 0",), "Send no troops"),
        (
            "lanes 3 4 6, backline 2, waves 3, enemy 5 3 2",
            ("arrange 6 4 3",),
            "Rearrange to 6, 4, 3: lanes 3, 1, 2 left",
        ),
        (
            "lanes 1 4 6, backline 3, waves 1, enemy 5 3 2",
            ("arrange 1 4 6",),
            "Fight: lanes 0, 1, 5 left, 2 get through, backline 1, you held the line",
        ),
        (
            "lanes 0 0 0, backline 1, waves 2, enemy 1 1 1",
            ("arrange 0 0 0",),
            "Fight: lanes 0, 0, 0 left, 3 get through, backline 0, the castle falls",
        ),
    ],
)
def test_the_order_book_has_an_action_in_one_line(position: str, steps: tuple[str | int, ...], line: str) -> None:
    state, events = SIEGE.position(position), []
    for step in steps:
        state.play(step, events)
    assert action_text(state.record, events) == line
